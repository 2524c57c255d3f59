import Compaction
import Transcripts

/// Shortens long strings in the arguments of the calls of a message.
struct ArgumentShortening {
  private let rule: ClearToolArguments

  init(_ rule: ClearToolArguments) { self.rule = rule }

  /// The message with shorter arguments where there are any; everything else of it stays.
  func form(of message: JSON) -> JSON? {
    var form = message
    if case .array(let calls) = message["tool_calls"], !calls.isEmpty {
      let shortCalls = calls.map { call -> JSON in
        guard let function = call["function"].flatMap(shortened) else { return call }
        var call = call
        call.set("function", to: function)
        return call
      }
      form.set("tool_calls", to: .array(shortCalls))
    } else if let function = message["function_call"].flatMap(shortened) {
      form.set("function_call", to: function)
    }
    return form
  }

  /// `nil` where nothing of it may or need be shortened: arguments that are no JSON stay as they are.
  private func shortened(_ function: JSON) -> JSON? {
    guard rule.admits(tool: function["name"]?.string), let text = function["arguments"]?.string,
      let arguments = try? JSON(parsing: text)
    else { return nil }
    let short = shortenedLeaves(arguments)
    guard short != arguments else { return nil }
    var function = function
    function.set("arguments", to: .string(short.text))
    return function
  }

  private func shortenedLeaves(_ json: JSON) -> JSON {
    switch json {
    case .null, .bool, .number: return json
    case .string(let text):
      // A character is a byte at least.
      guard text.utf8.count > rule.longerThan, text.count > rule.longerThan else { return json }
      let short = rule.leave.shortened(text)
      return short.utf8.count < text.utf8.count ? .string(short) : json
    case .array(let elements): return .array(elements.map(shortenedLeaves))
    case .object(let members): return .object(members.map { JSON.Member($0.key, shortenedLeaves($0.value)) })
    }
  }
}
