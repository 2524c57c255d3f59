import Compaction

/// How much of a history a window keeps, counted from its end.
///
/// A window is never cut within a group (calls with their results) or between turns in the middle of one: it keeps the
/// largest aligned end of the history that fits, and at least the last group. Instructions stand outside it.
public enum RollingWindowSize: Sendable, Hashable {
  /// At most so many entries.
  case entries(Int)
  /// At most so many turns: a prompt and everything up to the next.
  case turns(Int)
  /// At most so many tokens, by the estimate that the worker counts with as well.
  case tokens(Int)

  /// The same as a limit of a policy.
  var limit: RollingWindow.Limit {
    switch self {
    case .entries(let count): .entries(count)
    case .turns(let count): .turns(count)
    case .tokens(let count): .tokens(count)
    }
  }

  var count: Int {
    switch self {
    case .entries(let count), .turns(let count), .tokens(let count): count
    }
  }

  /// `.entries(20)`, as it is written.
  var label: String {
    switch self {
    case .entries(let count): ".entries(\(count))"
    case .turns(let count): ".turns(\(count))"
    case .tokens(let count): ".tokens(\(count))"
    }
  }
}
