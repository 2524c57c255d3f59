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
  /// From 1. A result kept from before answers the first attempt only: the second is made since it was refused.
  public var attempt: Int
  /// What the answer should follow where the server honours schemas; `nil` for text.
  public var schema: GenerationSchema? = nil
}
