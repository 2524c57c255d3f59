/// A whole answer of a model. Whether it is of use is for the caller to judge: see `finish`.
public struct ChatReply: Sendable, Hashable {
  /// How long the answer took.
  public struct Timings: Sendable, Hashable {
    /// From the start of the last attempt to the first byte of the body.
    public var firstByte: Duration?
    /// From the start of the last attempt to the model's first token.
    public var firstToken: Duration?
    /// The last attempt.
    public var attempt: Duration
    /// The whole call: queueing, all attempts and the waits between them.
    public var call: Duration

    /// Times of an answer.
    public init(
      firstByte: Duration? = nil, firstToken: Duration? = nil, attempt: Duration = .zero, call: Duration = .zero
    ) {
      self.firstByte = firstByte
      self.firstToken = firstToken
      self.attempt = attempt
      self.call = call
    }
  }

  /// What the model said, and how it ended.
  public var content: ReplyContent
  /// How long it took.
  public var timings: Timings
  /// The attempts that were made, the successful one included.
  public var attempts: Int

  /// An answer, as tests make one.
  public init(content: ReplyContent, timings: Timings = Timings(), attempts: Int = 1) {
    self.content = content
    self.timings = timings
    self.attempts = attempts
  }

  /// The answer, without reasoning. Empty when the model only thought, refused or called tools.
  public var text: String { content.text }
  /// Why the model stopped.
  public var finish: FinishReason { content.finish }
  /// Nil where the server reported none.
  public var usage: TokenUsage? { content.usage }
  /// The model that answered, as the server calls it.
  public var model: String? { content.model }
}
