import Transcripts

/// What became of one tool call.
enum ToolRunResult: Sendable {
  /// What the tool returned.
  case output([Transcript.Segment])
  /// The call could not be run. The model is told why, and may call again.
  case refused(String)
  /// The tool threw.
  case failed(tool: any Tool, error: any Error)
}

/// Runs calls against the tools that are there now.
struct ToolRun: Sendable {
  private var tools: [String: any Tool]
  private var isAllowed: Bool

  /// - Parameter isAllowed: Whether the request offered tools at all.
  init(tools: [any Tool], isAllowed: Bool) {
    // Of two tools of one name the first is the one that the model was offered.
    self.tools = Dictionary(tools.map { ($0.name, $0) }) { first, _ in first }
    self.isAllowed = isAllowed
  }

  /// Runs all calls at the same time and returns their results in the order of the calls.
  ///
  /// When one fails the others are cancelled, and their results are what they made of that.
  func results(of calls: [Transcript.ToolCall]) async -> [ToolRunResult] {
    await withTaskGroup(of: (Int, ToolRunResult).self) { group in
      for (index, call) in calls.enumerated() {
        group.addTask { (index, await result(of: call)) }
      }
      var results = [ToolRunResult?](repeating: nil, count: calls.count)
      for await (index, result) in group {
        results[index] = result
        if case .failed = result { group.cancelAll() }
      }
      return results.map { $0! }
    }
  }

  private func result(of call: Transcript.ToolCall) async -> ToolRunResult {
    let name = call.toolName ?? ""
    guard isAllowed else { return .refused("Tools must not be called now. Answer without them.") }
    guard let tool = tools[name] else {
      let names = tools.keys.sorted()
      return .refused(
        names.isEmpty
          ? "There is no tool \"\(name)\": no tools are available."
          : "There is no tool \"\(name)\". The tools are: \(names.joined(separator: ", ")).")
    }
    return await run(tool, arguments: call.arguments ?? "{}")
  }

  private func run<T: Tool>(_ tool: T, arguments: String) async -> ToolRunResult {
    let parsed: T.Arguments
    do {
      let content = try GeneratedContent(json: arguments)
      guard content.isComplete else { throw IncompleteAnswer() }
      try tool.parameters.check(content)
      parsed = try T.Arguments(content)
    } catch {
      return .refused("The arguments do not follow the schema of \"\(tool.name)\": \(error)")
    }
    do {
      return .output(try await tool.call(arguments: parsed).promptRepresentation.segments)
    } catch {
      return .failed(tool: tool, error: error)
    }
  }
}
