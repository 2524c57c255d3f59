/// What a request, an answer or a whole session cost, in tokens.
public struct LanguageModelUsage: Sendable, Hashable {
  /// What was sent.
  public var input: Input
  /// What the model made.
  public var output: Output
  /// Whatever else the model counts. Not summed: of two values of one key, the later stays.
  public var metadata: [String: GeneratedContent]

  /// Tokens of what was sent.
  public struct Input: Sendable, Hashable {
    /// Tokens of what was sent, those from a cache included.
    public var totalTokenCount: Int
    /// Those of them that the server had in its cache.
    public var cachedTokenCount: Int

    /// Counts of tokens, of which the second is a part of the first.
    public init(totalTokenCount: Int, cachedTokenCount: Int) {
      self.totalTokenCount = totalTokenCount
      self.cachedTokenCount = cachedTokenCount
    }

    /// The share of the input that came from a cache, from 0 to 1; `nil` where there was no input.
    public var cachedShare: Double? {
      totalTokenCount > 0 ? Double(cachedTokenCount) / Double(totalTokenCount) : nil
    }
  }

  /// Tokens of what the model made.
  public struct Output: Sendable, Hashable {
    /// Tokens that the model made, those of its reasoning included.
    public var totalTokenCount: Int
    /// Those of them that were reasoning.
    public var reasoningTokenCount: Int

    /// Counts of tokens, of which the second is a part of the first.
    public init(totalTokenCount: Int, reasoningTokenCount: Int) {
      self.totalTokenCount = totalTokenCount
      self.reasoningTokenCount = reasoningTokenCount
    }
  }

  /// Usage of these counts; without any, none.
  public init(
    input: Input = Input(totalTokenCount: 0, cachedTokenCount: 0),
    output: Output = Output(totalTokenCount: 0, reasoningTokenCount: 0),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) {
    self.input = input
    self.output = output
    self.metadata = metadata.mapValues(\.generatedContent)
  }

  /// Input and output together.
  public var totalTokenCount: Int { input.totalTokenCount + output.totalTokenCount }

  /// What both cost together.
  public static func + (one: LanguageModelUsage, other: LanguageModelUsage) -> LanguageModelUsage {
    var sum = one
    sum += other
    return sum
  }

  /// Adds what the other cost.
  public static func += (sum: inout LanguageModelUsage, other: LanguageModelUsage) {
    sum.input.totalTokenCount += other.input.totalTokenCount
    sum.input.cachedTokenCount += other.input.cachedTokenCount
    sum.output.totalTokenCount += other.output.totalTokenCount
    sum.output.reasoningTokenCount += other.output.reasoningTokenCount
    sum.metadata.merge(other.metadata) { $1 }
  }
}
