public import Transcripts

extension OpenAIChat {
  /// One part of a message alone, as a message: splitting it gives exactly that entry.
  ///
  /// What is neither reasoning nor a call (`name`, `usage`, times) goes with the response, or else with the calls.
  /// - Precondition: `part` is the part of one of ``entries(of:)``.
  public static func message(ofPart part: Int, of message: RawJSON) -> JSON {
    let kinds = entries(of: message).map(\.kind)
    precondition(kinds.indices.contains(part), "a message of \(kinds.count) entries has no part \(part)")
    guard kinds.count > 1, case .object(let members) = message.value else { return message.value }
    switch kinds[part] {
    case .reasoning: return .object(members.filter { $0.key == "role" || isReasoning($0.key) })
    case .toolCalls where kinds.contains(.response):
      let role = members.filter { $0.key == "role" }
      return .object(role + [JSON.Member("content", .null)] + members.filter { isCalls($0.key) })
    case .toolCalls: return .object(members.filter { !isReasoning($0.key) })
    default: return .object(members.filter { !isReasoning($0.key) && !isCalls($0.key) })
    }
  }

  private static func isReasoning(_ key: String) -> Bool {
    key == "reasoning_content" || key == "reasoning" || key == "reasoning_details"
  }

  private static func isCalls(_ key: String) -> Bool { key == "tool_calls" || key == "function_call" }

  /// Puts the entries of one message, each alone as a message, together again: those of the assistant that stand in a
  /// row become one message, others stay as they are.
  public static func join(_ entries: [JSON]) -> [JSON] {
    var messages: [JSON] = []
    for entry in entries {
      if let last = messages.last, last["role"] == "assistant", entry["role"] == "assistant",
        case .object(let members) = entry
      {
        messages[messages.count - 1] = members.reduce(into: last) { add($1, to: &$0) }
      } else {
        messages.append(entry)
      }
    }
    return messages
  }

  /// Adds a member of a later part to the message made of the earlier ones.
  private static func add(_ member: JSON.Member, to message: inout JSON) {
    guard let present = message[member.key], !present.isAbsent else { return message.set(member.key, to: member.value) }
    if member.value.isAbsent { return }
    switch (member.key, present, member.value) {
    case ("content", _, _): message.set("content", to: .array(contentParts(present) + contentParts(member.value)))
    case ("tool_calls", .array(let calls), .array(let more)): message.set("tool_calls", to: .array(calls + more))
    case ("reasoning_content", .string(let text), .string(let more)):
      message.set("reasoning_content", to: .string(text + "\n" + more))
    default: break
    }
  }

  private static func contentParts(_ content: JSON) -> [JSON] {
    if case .array(let parts) = content { return parts }
    return [["type": "text", "text": content]]
  }
}

extension JSON {
  /// Whether the value says as little as no value.
  fileprivate var isAbsent: Bool { isNull || self == "" || self == [] }
}
