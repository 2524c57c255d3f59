public import LanguageModels

/// One request to the model: a system and a user message of plain text, so that any server takes it.
public struct SummaryRequest: Sendable, Equatable {
  /// The system message.
  public var system: String
  /// The user message, which holds what is to be summarised.
  public var user: String
  /// The limit on output to send.
  public var maxTokens: Int
  /// Estimate of what the request's messages cost.
  public var inputTokens: Int
  /// Of all of the above but ``inputTokens``: the key of its result, the same whenever the same is asked.
  public var digest: [UInt8]
  /// From 1. A later one says why the answer before it was refused, and has a digest of its own.
  public var attempt: Int
  /// What the answer should follow, where the server honours a schema; the messages ask for the same.
  public var schema: GenerationSchema? = nil
}
