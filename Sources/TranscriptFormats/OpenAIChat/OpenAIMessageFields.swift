import Transcripts

/// The members of a chat message that decide what it is, gathered in one walk.
struct OpenAIMessageFields {
  enum Role { case system, user, tool, function, assistant, unknown }

  var role = Role.unknown
  var content: RawJSON?
  var refusal: String?
  var reasoning: String?
  /// `tool_calls`, where it is a non-empty array.
  var toolCalls: [RawJSON] = []
  /// `function_call`, where it is an object.
  var functionCall: RawJSON?
  var toolCallID: String?
  var name: String?
  var hasAudio = false

  init(_ message: RawJSON) {
    var otherReasoning: String?
    message.forEachMember { key, value in
      switch key {
      case "role": role = Role(value)
      case "content": content = value.kind == .null ? nil : value
      case "refusal": refusal = value.nonEmptyString
      case "reasoning_content": reasoning = value.nonEmptyString
      case "reasoning": otherReasoning = value.nonEmptyString
      case "tool_calls": toolCalls = value.elements
      case "function_call": functionCall = value.kind == .object ? value : nil
      case "tool_call_id": toolCallID = value.nonEmptyString
      case "name": name = value.nonEmptyString
      case "audio": hasAudio = value.kind == .object
      default: break
      }
    }
    reasoning = reasoning ?? otherReasoning
  }

  /// Whether there is text or anything else to show beside calls and reasoning.
  var hasContent: Bool {
    if refusal != nil { return true }
    guard let content else { return false }
    switch content.kind {
    case .string, .array: return !content.isEmpty
    default: return false
    }
  }
}

extension OpenAIMessageFields.Role {
  init(_ value: RawJSON) {
    self =
      switch value.string {
      case "system", "developer": .system
      case "user": .user
      case "tool": .tool
      case "function": .function
      case "assistant": .assistant
      default: .unknown
      }
  }
}

extension RawJSON {
  /// The string, unless it is empty or this is none.
  var nonEmptyString: String? {
    guard let string, !string.isEmpty else { return nil }
    return string
  }
}
