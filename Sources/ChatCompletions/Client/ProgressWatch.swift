import Synchronization

/// When a response made progress, and which deadline it misses first. Shared by the reader and the watchdog of one attempt.
final class ProgressWatch: Sendable {
  struct Times: Sendable {
    var firstByte: Duration?
    var firstToken: Duration?
    var lastToken: Duration?
  }

  private let start: Duration
  private let deadlines: ChatDeadlines
  private let state = Mutex(Times())

  init(start: Duration, deadlines: ChatDeadlines) {
    self.start = start
    self.deadlines = deadlines
  }

  func noteBytes(at now: Duration) {
    state.withLock { $0.firstByte = $0.firstByte ?? now }
  }

  func noteToken(at now: Duration) {
    state.withLock {
      $0.firstToken = $0.firstToken ?? now
      $0.lastToken = now
    }
  }

  /// Since the start of the attempt.
  var firstByte: Duration? { state.withLock { $0.firstByte }.map { $0 - start } }
  var firstToken: Duration? { state.withLock { $0.firstToken }.map { $0 - start } }

  /// The next moment at which the attempt is late unless it makes progress, and for what.
  func nextDeadline() -> (moment: Duration, phase: ChatError.Phase)? {
    let lastToken = state.withLock { $0.lastToken }
    let silence: (Duration, ChatError.Phase)? =
      if let lastToken {
        deadlines.betweenTokens.map { (lastToken + $0, .betweenTokens) }
      } else {
        deadlines.firstToken.map { (start + $0, .firstToken) }
      }
    let total: (Duration, ChatError.Phase)? = deadlines.total.map { (start + $0, .total) }
    return [silence, total].compactMap(\.self).min { $0.0 < $1.0 }
  }
}
