/// How much smaller a history has to become for a plan to be written.
public enum MinimumGain: Sendable, Equatable {
  /// So many tokens.
  case tokens(Int)
  /// Of the history's tokens; a million is all of them.
  case share(millionths: Int)

  /// The tokens that a history of this size has to lose.
  public func tokens(of size: HistorySize) -> Int {
    switch self {
    case .tokens(let count): count
    case .share(let millionths):
      // Rounded up, so that a share of something is never nothing.
      size.tokens.multipliedClamped(by: millionths).addingClamped(999_999) / 1_000_000
    }
  }
}
