import Transcripts

/// Finds what a model cannot do before it is asked for it.
struct RequestCheck: Sendable {
  var capabilities: LanguageModelCapabilities
  /// What is about to be sent.
  var entries: [Transcript.Entry]
  var offersTools: Bool
  var hasSchema: Bool
  var reasoningLevel: ContextOptions.ReasoningLevel?

  /// Throws ``LanguageModelError/unsupportedCapability(_:)`` for what this request asks, and
  /// ``LanguageModelError/unsupportedTranscriptContent(_:)`` for attachments of earlier turns.
  func check() throws(LanguageModelError) {
    if hasSchema { try require(.guidedGeneration, "an answer that follows a schema") }
    if offersTools { try require(.toolCalling, "tools") }
    if reasoningLevel != nil { try require(.reasoning, "a reasoning level") }
    guard !capabilities.contains(.vision) else { return }
    let turn = entries.lastIndex { $0.kind == .prompt } ?? entries.startIndex
    if entries[turn...].contains(where: \.hasAttachment) { try require(.vision, "attachments") }
    let earlier = entries[..<turn].filter(\.hasAttachment)
    guard earlier.isEmpty else {
      throw .unsupportedTranscriptContent(
        .init(entries: Array(earlier), debugDescription: "attachments in earlier turns, and a model without vision"))
    }
  }

  private func require(
    _ capability: LanguageModelCapabilities.Capability, _ what: String
  ) throws(LanguageModelError) {
    guard !capabilities.contains(capability) else { return }
    throw .unsupportedCapability(.init(capability: capability, debugDescription: "the request has \(what)"))
  }

  /// Throws ``LanguageModelError/contextSizeExceeded(_:)`` where the input leaves no room for a single token of an
  /// answer.
  static func checkSize(tokenCount: Int, contextSize: Int) throws(LanguageModelError) {
    guard tokenCount >= contextSize else { return }
    throw .contextSizeExceeded(.init(contextSize: contextSize, tokenCount: tokenCount))
  }
}

extension Transcript.Entry {
  fileprivate var hasAttachment: Bool {
    segments.contains { if case .attachment = $0 { true } else { false } }
  }
}
