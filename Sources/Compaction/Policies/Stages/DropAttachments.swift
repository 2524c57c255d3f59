/// Puts a label in the place of images, sounds and files: kind, size and the start of a digest. Texts stay.
public struct DropAttachments: Sendable, Equatable {
  /// Attachments of the newest turns stay.
  public var keepLastTurns: Int
  /// The newest entries with attachments stay, counted over the conversation.
  public var keepLast: Int
  /// Does nothing when fewer tokens than this would be gained.
  public var atLeastTokens: Int

  /// Takes all attachments, unless something is kept.
  public init(keepLastTurns: Int = 0, keepLast: Int = 0, atLeastTokens: Int = 0) {
    self.keepLastTurns = keepLastTurns
    self.keepLast = keepLast
    self.atLeastTokens = atLeastTokens
  }
}
