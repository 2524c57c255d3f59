/// Drops the oldest groups until the whole history fits, instructions and summary included.
///
/// It runs even where the target is reached, since the target may not name tokens. What is protected stays; a history
/// that does not fit then is reported as over budget.
public struct HardBudget: Sendable, Equatable {
  /// The most that a history may have.
  public var tokens: Int

  /// A budget of so many tokens.
  public init(tokens: Int) { self.tokens = tokens }
}
