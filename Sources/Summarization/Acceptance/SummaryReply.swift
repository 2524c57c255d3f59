/// What a model answered, as far as accepting it needs to know.
public struct SummaryReply: Sendable, Equatable {
  /// The content of the reply; never its reasoning.
  public var text: String
  /// As the server gave it; `nil` where it gave none.
  public var finishReason: String?
  /// Whether the reply came to its end: by a finish reason or, where a server sends none, by the end of its stream.
  public var isComplete: Bool
  /// How many tools it called.
  public var toolCalls: Int
  /// Whether there was reasoning beside the content.
  public var hasReasoning: Bool
  /// What the model said in place of an answer, where its API has a field for that.
  public var refusal: String?

  /// A reply that ended in good order, unless more is said.
  public init(
    text: String, finishReason: String? = "stop", isComplete: Bool = true, toolCalls: Int = 0,
    hasReasoning: Bool = false, refusal: String? = nil
  ) {
    self.text = text
    self.finishReason = finishReason
    self.isComplete = isComplete
    self.toolCalls = toolCalls
    self.hasReasoning = hasReasoning
    self.refusal = refusal
  }
}
