public import Tokenization

/// Whether a reply may stand for what it summarises. It fails closed: what cannot be told from a bad summary is one.
public struct SummaryAcceptance: Sendable {
  /// The messages that were sent.
  public var system: String
  /// See ``system``.
  public var user: String
  /// The part of ``user`` that is to be summarised, without the prompt around it.
  public var source: String
  /// Of ``source``.
  public var sourceTokens: Int
  /// The tokens that the summary may have.
  public var atMostTokens: Int
  /// How many tokens fewer than the source the summary must have; at least 1.
  public var minimumGain: Int

  /// What a reply is judged by.
  public init(
    system: String, user: String, source: String, sourceTokens: Int, atMostTokens: Int, minimumGain: Int = 1
  ) {
    self.system = system
    self.user = user
    self.source = source
    self.sourceTokens = sourceTokens
    self.atMostTokens = atMostTokens
    self.minimumGain = max(minimumGain, 1)
  }

  /// The text of the summary without harmless wrapping, or why there is none.
  public func accept(_ reply: SummaryReply, tokenizer: some Tokenizer) throws(SummaryRefusal) -> String {
    try checkEnd(of: reply)
    let text = Wrapping.strip(reply.text)
    guard text.hasWords else { throw reply.hasReasoning ? .reasoningOnly : .blank }
    if ProtocolText.stands(in: text, source: source) { throw .protocolText }
    if DeclinedText.matches(text) { throw .declined }
    if CallText.matches(text) { throw .toolCall }
    let tokens = tokenizer.count(text)
    if PlaceholderText.matches(text) || (tokens < 5 && sourceTokens > 100) { throw .placeholder }
    if EchoedText.matches(text, system: system, user: user, source: source) { throw .echo }
    if tokens > atMostTokens { throw .overLimit }
    if sourceTokens - tokens < minimumGain { throw .notSmaller }
    if InventedItems.prevail(in: text, source: source) { throw .invented }
    return text
  }

  private func checkEnd(of reply: SummaryReply) throws(SummaryRefusal) {
    if reply.toolCalls > 0 { throw .toolCall }
    if let refusal = reply.refusal, !refusal.isEmpty { throw .declined }
    switch reply.finishReason {
    case "stop", nil: if !reply.isComplete { throw .unfinished }
    case "length": throw .truncated
    case "content_filter": throw .contentFilter
    case "tool_calls", "function_call": throw .toolCall
    default: throw .unfinished
    }
  }
}

extension String {
  /// Whether there is a letter or a digit.
  var hasWords: Bool {
    unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }
}
