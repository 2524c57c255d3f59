import Transcripts

extension Transcript.ToolCall {
  /// The entry that answers this call.
  func output(of result: ToolRunResult) -> Transcript.Entry {
    let id = id ?? ""
    let segments: [Transcript.Segment] =
      switch result {
      case .output(let segments): segments
      case .refused(let reason): [.text(.init(content: reason))]
      case .failed: [.text(.init(content: "The tool failed."))]
      }
    return .toolOutput(
      Transcript.ToolOutput(id: id, toolName: toolName, segments: segments.numbered(under: id)))
  }
}

extension [ToolRunResult] {
  /// The error that ends the turn, if one of the tools threw: the first that is no cancellation, since one tool's error
  /// cancels the others.
  var failure: (any Error)? {
    var isCancelled = false
    for case .failed(let tool, let error) in self {
      guard error is CancellationError else {
        return LanguageModelSession.ToolCallError(tool: tool, underlyingError: error)
      }
      isCancelled = true
    }
    return isCancelled ? CancellationError() : nil
  }
}
