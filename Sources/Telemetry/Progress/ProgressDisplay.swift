/// Decides what to show of a progress, and when: a bar that moves on a terminal, a plain line now and then elsewhere.
public struct ProgressDisplay: Sendable {
  public enum Output: Sendable, Hashable {
    /// Replaces the line that was shown last.
    case status(String)
    /// Stays.
    case line(String)
  }

  private let width: Int?
  private let interval: Duration
  private var next = Duration.zero

  /// - Parameters:
  ///   - terminalWidth: in columns; nil where the output is no terminal.
  ///   - lineInterval: between plain lines. A bar moves at most ten times a second.
  public init(terminalWidth: Int?, lineInterval: Duration = .seconds(10)) {
    width = terminalWidth
    interval = terminalWidth == nil ? lineInterval : .milliseconds(100)
    // A plain line after no time would only say that nothing is done.
    if terminalWidth == nil { next = lineInterval }
  }

  /// What to show now, if anything.
  public mutating func update(_ state: ProgressState) -> Output? {
    guard state.elapsed >= next else { return nil }
    next = state.elapsed + interval
    return width.map { .status(state.bar(width: $0)) } ?? .line(state.line)
  }

  /// What stays when the work is over.
  public func finish(_ state: ProgressState) -> Output { .line(state.line) }
}
