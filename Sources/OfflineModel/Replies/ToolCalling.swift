import Transcripts

/// Decides which tools are called, without a model.
///
/// Those that the last user message names are called once each, in the order of their names in it, with the JSON object
/// that follows the name, or one made from the parameters. Where a tool is required and none is named, it is the first one.
/// Once the outputs are there nothing is called any more, unless a tool is required.
enum ToolCalling {
  static func calls(for request: ChatRequest, number: Int) -> [Completion.ToolCall] {
    guard !request.tools.isEmpty else { return [] }
    let isAnswered = request.messages.last?.role == "tool"
    if isAnswered, !request.requiresTool { return [] }
    let prompt = request.messages.last { $0.role == "user" }?.content ?? ""
    var wanted = request.tools.compactMap { tool in
      prompt.firstRange(of: tool.name).map { (tool: tool, range: $0) }
    }
    .sorted { $0.range.lowerBound < $1.range.lowerBound }
    .map { (tool: $0.tool, arguments: arguments(after: $0.range.upperBound, in: prompt)) }
    if wanted.isEmpty, request.requiresTool { wanted = [(tool: request.tools[0], arguments: nil)] }
    return wanted.enumerated().map { index, call in
      Completion.ToolCall(
        id: "call_\(number)_\(index + 1)", name: call.tool.name,
        arguments: (call.arguments ?? SchemaInstance.value(of: call.tool.parameters, text: prompt)).text)
    }
  }

  /// The JSON object that stands there, if one does.
  private static func arguments(after start: String.Index, in prompt: String) -> JSON? {
    let rest = prompt[start...].drop { $0.isWhitespace || $0 == "(" || $0 == ":" }
    guard rest.first == "{" else { return nil }
    var end = rest.startIndex
    while let brace = rest[end...].firstIndex(of: "}") {
      end = rest.index(after: brace)
      if let json = try? JSON(parsing: String(rest[..<end])) { return json }
    }
    return nil
  }
}
