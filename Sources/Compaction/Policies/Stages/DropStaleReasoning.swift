/// Drops the reasoning of old turns; what it led to stays. Reasoning is never edited.
public struct DropStaleReasoning: Sendable, Equatable {
  /// Reasoning of the newest turns stays; that of the last turn in any case, since its tool loop may go on.
  public var keepLastTurns: Int
  /// Does nothing when fewer tokens than this would be gained.
  public var atLeastTokens: Int

  /// Takes all reasoning but that of the newest turn, unless more is said.
  public init(keepLastTurns: Int = 1, atLeastTokens: Int = 0) {
    self.keepLastTurns = keepLastTurns
    self.atLeastTokens = atLeastTokens
  }
}
