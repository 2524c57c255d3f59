import Transcripts

/// OpenAI chat messages as entries of Apple's JSON.
enum AppleHistory {
  /// The entries of one message, in order.
  ///
  /// - Parameter id: The id of the first entry, from which those of the others are made.
  static func entries(of chat: JSON, id: String) -> [JSON] {
    let text = chat.text
    guard let raw = try? RawJSON(text) else { return [] }
    return OpenAIChat.entries(of: raw).map { draft in
      let id = draft.part == 0 ? id : "\(id).\(draft.part + 1)"
      return entry(draft, id: id).json
    }
  }

  private static func entry(_ draft: EntryDraft, id: String) -> Transcript.Entry {
    let segments = draft.contents.enumerated().map { Transcript.Segment.text(id: "\(id).\($0.offset)", $0.element) }
    switch draft.kind {
    case .instructions: return .instructions(Transcript.Instructions(id: id, segments: segments))
    case .prompt: return .prompt(Transcript.Prompt(id: id, segments: segments))
    case .response: return .response(Transcript.Response(id: id, segments: segments))
    case .reasoning: return .reasoning(Transcript.Reasoning(id: id, segments: segments))
    case .toolOutput:
      let call = draft.calls[0]
      return .toolOutput(Transcript.ToolOutput(id: call.id ?? id, toolName: call.tool, segments: segments))
    case .toolCalls:
      let calls = draft.calls.enumerated().map { index, call in
        Transcript.ToolCall(
          id: call.id ?? "\(id).\(index)", toolName: call.tool ?? "", arguments: call.arguments ?? "{}")
      }
      return .toolCalls(Transcript.ToolCalls(id: id, calls: calls))
    }
  }
}
