import Transcripts

/// Judges a history of OpenAI chat messages by the rules of the API, and nothing else: written without a look at how
/// histories are planned.
enum HistoryChecker {
  enum Violation: String, Hashable {
    case resultWithoutCall, callWithoutResult, emptyAssistant, blankPart, onlySystem, nul, noRole
  }

  /// What is wrong, as often as it is.
  static func violations(in messages: [JSON]) -> [Violation: Int] {
    var found: [Violation: Int] = [:]
    func note(_ violation: Violation, _ times: Int = 1) { found[violation, default: 0] += times }
    // Calls of the last assistant message that have no result yet; an id may stand there twice.
    var open: [String] = []
    for message in messages {
      let role = message["role"]?.string
      if role == nil { note(.noRole) }
      if role == "tool" {
        if let id = message["tool_call_id"]?.string, let index = open.firstIndex(of: id) {
          open.remove(at: index)
        } else {
          note(.resultWithoutCall)
        }
      } else {
        if !open.isEmpty { note(.callWithoutResult, open.count) }
        open = (message["tool_calls"]?.array ?? []).map { $0["id"]?.string ?? "" }
      }
      if role == "assistant", isEmpty(message) { note(.emptyAssistant) }
      if hasBlankPart(message) { note(.blankPart) }
      if message.text.contains(#"\u0000"#) { note(.nul) }
    }
    let ends: Set<String?> = ["system", "developer"]
    if !messages.isEmpty, messages.allSatisfy({ ends.contains($0["role"]?.string) }) { note(.onlySystem) }
    // Calls of the very last message may still wait for their results.
    return found
  }

  /// Whether nothing is wrong that was not wrong, at least as often, before.
  static func isNoWorse(_ found: [Violation: Int], than before: [Violation: Int]) -> Bool {
    found.allSatisfy { before[$0.key, default: 0] >= $0.value }
  }

  private static func isEmpty(_ message: JSON) -> Bool {
    let calls = message["tool_calls"]?.array ?? []
    let hasText =
      message["content"]?.string.map { !$0.isEmpty } ?? (message["content"]?.array.map { !$0.isEmpty } ?? false)
    return calls.isEmpty && !hasText && message["refusal"]?.string == nil && message["function_call"]?.object == nil
  }

  private static func hasBlankPart(_ message: JSON) -> Bool {
    (message["content"]?.array ?? []).contains { part in
      part["type"]?.string == "text" && (part["text"]?.string ?? "").allSatisfy(\.isWhitespace)
    }
  }

  /// Whether the history is a selection of the originals in their order, apart from messages that stand for others: a
  /// summary, or an assistant message of which a part is left.
  ///
  /// - Returns: the messages that are neither an original in its place nor one of those.
  static func strangers(in history: [JSON], of originals: [JSON], texts: [String]) -> [JSON] {
    var rest = originals.indices
    var strangers: [JSON] = []
    for message in history {
      let text = message.text
      if let index = rest.firstIndex(where: {
        texts[$0] == text || isPart(message, of: originals[$0]) || isShorter(message, originals[$0])
      }) {
        rest = (index + 1)..<rest.endIndex
      } else if !isSummary(message) {
        strangers.append(message)
      }
    }
    return strangers
  }

  static func isSummary(_ message: JSON) -> Bool {
    message["role"] == "user" && message["content"]?.string?.hasPrefix("Summary of the earlier part") == true
  }

  /// Whether the message is a tool result or calls of which less is left: the same ids and names, in the same order,
  /// less text, and arguments with the same keys.
  private static func isShorter(_ message: JSON, _ original: JSON) -> Bool {
    guard message["role"] == original["role"], message["tool_call_id"] == original["tool_call_id"],
      message["content"]?.text.utf8.count ?? 0 <= original["content"]?.text.utf8.count ?? 0
    else { return false }
    if message["role"] == "tool" {
      return message["content"]?.string?.contains("cleared") == true && message["name"] == original["name"]
    }
    guard let calls = message["tool_calls"]?.array, let before = original["tool_calls"]?.array,
      calls.count == before.count
    else { return false }
    return zip(calls, before).allSatisfy { call, before in
      let (arguments, original) = (keys(of: call), keys(of: before))
      return call["id"] == before["id"] && call["function"]?["name"] == before["function"]?["name"]
        && arguments == original
    }
  }

  /// The keys of a call's arguments; `nil` where those are no JSON object.
  private static func keys(of call: JSON) -> [String]? {
    guard let text = call["function"]?["arguments"]?.string, let json = try? JSON(parsing: text) else { return nil }
    return json.object?.map(\.key)
  }

  private static func isPart(_ message: JSON, of original: JSON) -> Bool {
    guard message["role"] == "assistant", original["tool_calls"] != nil, original["role"] == "assistant" else {
      return false
    }
    return (message.object ?? []).allSatisfy { member in
      member.value.isNull || original[member.key] == member.value
    }
  }
}
