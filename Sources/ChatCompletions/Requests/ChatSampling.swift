/// How tokens are picked, besides the temperature. What is nil is left to the server.
public struct ChatSampling: Sendable, Hashable {
  /// Above 0, up to 1: several servers refuse 0.
  public var topP: Double?
  /// From 1. Not part of OpenAI's API, though many servers take it.
  public var topK: Int?
  /// For answers that can be repeated, as far as the server can.
  public var seed: UInt64?

  /// What is asked for.
  public init(topP: Double? = nil, topK: Int? = nil, seed: UInt64? = nil) {
    self.topP = topP
    self.topK = topK
    self.seed = seed
  }
}
