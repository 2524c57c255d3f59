/// For how long jobs are left alone whose runs came to nothing: a model that is away, or money that is used up, would
/// otherwise be asked for at every look. Pure; the time is given.
struct Rests: Sendable {
  private struct Rest {
    var until: Duration
    var length: Duration
  }

  static let shortest = Duration.seconds(10)
  static let longest = Duration.seconds(600)

  private var rests: [String: Rest] = [:]

  /// - Parameter now: since any fixed moment.
  func isResting(_ job: String, at now: Duration) -> Bool {
    rests[job].map { now < $0.until } ?? false
  }

  /// A run came to nothing: the job rests, twice as long as the last time.
  mutating func failed(_ job: String, at now: Duration) {
    let length = min(rests[job].map { $0.length * 2 } ?? Self.shortest, Self.longest)
    rests[job] = Rest(until: now + length, length: length)
  }

  mutating func succeeded(_ job: String) { rests[job] = nil }
}

extension RunResult {
  /// Whether another run right after this one would come to the same.
  var cameToNothing: Bool {
    switch reason {
    case .spendExhausted, .failing, .modelUnavailable: true
    case .interrupted, .cancelled, .paused: false
    case nil: counts.failures > 0 && counts.failures == counts.attempts
    }
  }
}
