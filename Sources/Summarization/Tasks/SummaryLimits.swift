import Tokenization

/// The numbers that a summary and its requests must keep to, all in tokens of one tokenizer.
public struct SummaryLimits: Sendable, Equatable {
  /// What the summary may cost in the history, its share of the message overhead included.
  public var atMostTokens: Int
  /// What the history loses by what the summary replaces.
  public var replacedTokens: Int
  /// The summary must be smaller than what it replaces by this; at least 1.
  public var minimumGain: Int
  /// What one request may hold of the source.
  public var chunkTokens: Int
  /// What a request may hold of the conversation's instructions, as context.
  public var instructionTokens: Int
  /// How often one request may be sent before its refusal is final.
  public var attempts: Int

  /// How often the source is cut into smaller chunks after a refusal.
  public var retriesWithSmallerChunks = 1

  /// The smallest chunk that a summary can be made with.
  static let smallestChunk = 256

  /// Limits as they are, but none too small to work with.
  public init(
    atMostTokens: Int, replacedTokens: Int, minimumGain: Int = 1, chunkTokens: Int, instructionTokens: Int = 1_000,
    attempts: Int = 2
  ) {
    self.atMostTokens = atMostTokens
    self.replacedTokens = replacedTokens
    self.minimumGain = max(minimumGain, 1)
    self.chunkTokens = max(chunkTokens, Self.smallestChunk)
    self.instructionTokens = max(instructionTokens, 0)
    self.attempts = max(attempts, 1)
  }

  /// Limits that fit a model's context window.
  ///
  /// A third of the window that the prompt and the answer leave stays free: an estimate may be that much too low.
  ///
  /// - Parameters:
  ///   - atMostTokens: See ``atMostTokens``.
  ///   - replacedTokens: See ``replacedTokens``.
  ///   - minimumGain: See ``minimumGain``.
  ///   - contextWindow: Of the model, input and output together.
  ///   - largestChunk: More than this in one request loses facts.
  ///   - attempts: See ``attempts``.
  public init(
    atMostTokens: Int, replacedTokens: Int, minimumGain: Int = 1, contextWindow: Int, largestChunk: Int = 24_000,
    attempts: Int = 2
  ) {
    let instructions = min(1_000, contextWindow / 16)
    let free = contextWindow - Self.outputTokens(for: atMostTokens) - 500 - instructions
    self.init(
      atMostTokens: atMostTokens, replacedTokens: replacedTokens, minimumGain: minimumGain,
      chunkTokens: min(free * 2 / 3, largestChunk), instructionTokens: instructions, attempts: attempts)
  }

  /// Makes chunks smaller after a server found a request too big.
  ///
  /// - Parameters:
  ///   - tokens: Of the request's user message, by our count.
  ///   - limit: What the server takes, where it said so.
  ///   - requested: What it counted.
  public mutating func shrinkChunks(refusedAt tokens: Int, limit: Int?, requested: Int?) {
    // The server's own numbers say how far off the estimate was.
    var share = 0.5
    if let limit, let requested, requested > 0 { share = min(0.5, Double(limit) / Double(requested) * 0.8) }
    chunkTokens = max(Self.smallestChunk, Int(Double(min(chunkTokens, tokens)) * share))
  }

  /// What the text of a summary may have, of the whole and of each part alike, so that requests stay the same as the
  /// conversation grows. At least two summaries fit one request.
  var textTokens: Int { max(min(atMostTokens - ChatCost.message, chunkTokens / 2 - 16), 1) }

  /// What the model is asked for: less than allowed, since models overshoot.
  var requestedTokens: Int { max(textTokens * 9 / 10, 1) }

  /// The limit on output that is sent: more than allowed, so that a text that is a little too long is told from one
  /// that is cut off.
  var maxOutputTokens: Int { Self.outputTokens(for: textTokens) }

  /// Likewise for a record, whose JSON has its own signs.
  var maxRecordTokens: Int { Self.outputTokens(for: textTokens) + textTokens / 4 + 64 }

  /// How many summaries go into one request to be merged.
  ///
  /// Few, since the last run of each level is bought again as the conversation grows.
  var fanIn: Int { min(max(chunkTokens / (textTokens + 16), 2), Self.mostMerged) }

  private static let mostMerged = 6

  /// A chunk ends where an earlier summary did if it has at least so many tokens: smaller ones would hardly be
  /// shorter than what is made of them.
  var leastBehindSummary: Int { max(textTokens * 2, chunkTokens / 8) }

  /// The limits for another try with smaller chunks; `nil` where that is no use or was tried before.
  ///
  /// - Parameters:
  ///   - refusal: Why no summary was made.
  ///   - sourceTokens: Of the whole source: what fits one chunk is halved as well.
  public func smaller(after refusal: SummaryRefusal, sourceTokens: Int) -> SummaryLimits? {
    let half = min(chunkTokens, sourceTokens) / 2 + Self.margin
    // A smaller chunk would leave less room for the summary itself.
    guard refusal != .notSmaller, retriesWithSmallerChunks > 0, half >= Self.smallestChunk, half < chunkTokens,
      half >= (atMostTokens + Self.margin) * 2
    else { return nil }
    var limits = self
    limits.chunkTokens = half
    limits.retriesWithSmallerChunks -= 1
    return limits
  }

  /// So that two halves hold the whole: groups end where they end.
  private static let margin = 32

  private static func outputTokens(for tokens: Int) -> Int { tokens + tokens / 4 + 32 }
}
