/// A prompt that a job brings with it.
public struct OwnPrompt: Sendable, Equatable {
  /// What the model is told a summary should be like.
  public var text: String
  /// Whether the answer is a record with fields, and no plain text.
  public var isRecord: Bool

  /// A prompt of these words.
  public init(text: String, isRecord: Bool) {
    self.text = text
    self.isRecord = isRecord
  }
}
