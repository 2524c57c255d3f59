import Transcripts

/// Recognises a tool call that was written as text.
enum CallText {
  static func matches(_ text: String) -> Bool {
    guard text.hasPrefix("{") || text.hasPrefix("["), let value = try? JSON(parsing: text) else { return false }
    let calls = value.array ?? [value]
    return !calls.isEmpty && calls.allSatisfy(isCall)
  }

  private static func isCall(_ value: JSON) -> Bool {
    if let calls = value["tool_calls"]?.array { return !calls.isEmpty }
    if let function = value["function"], function.object != nil { return isCall(function) }
    let hasName = ["name", "tool", "tool_name", "function"].contains { value[$0]?.string != nil }
    return hasName && ["arguments", "parameters", "args", "input", "tool_input"].contains { value[$0] != nil }
  }
}
