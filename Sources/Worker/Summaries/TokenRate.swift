import Synchronization
import Telemetry

/// A bucket of tokens that fills at a steady rate: `limits.tokens_per_minute`. Pure; the time is given, in seconds.
struct TokenBucket: Sendable {
  let perSecond: Double
  /// What may be used at once after a pause: a minute's worth.
  let capacity: Double
  private var level: Double
  private var time: Double?

  init(perMinute: Int) {
    perSecond = Double(perMinute) / 60
    capacity = Double(perMinute)
    level = capacity
  }

  /// Takes the tokens, into debt if need be, and says how long to wait before using them. A request that is larger
  /// than the bucket waits longer, and never for ever.
  mutating func take(_ tokens: Int, at now: Double) -> Double {
    refill(now)
    level -= Double(tokens)
    return level >= 0 ? 0 : -level / perSecond
  }

  /// Puts back what was taken and not used.
  mutating func giveBack(_ tokens: Int, at now: Double) {
    refill(now)
    level = min(capacity, level + Double(tokens))
  }

  private mutating func refill(_ now: Double) {
    if let time, now > time { level = min(capacity, level + (now - time) * perSecond) }
    time = max(time ?? now, now)
  }
}

/// Makes calls wait for their tokens; shared by all calls of a run.
final class TokenRate: Sendable {
  private let bucket: Mutex<TokenBucket?>
  private let start = ContinuousClock.now
  private let metrics: Metrics

  /// - Parameter perMinute: `nil` where there is no limit.
  init(perMinute: Int?, metrics: Metrics) {
    bucket = Mutex(perMinute.map { TokenBucket(perMinute: $0) })
    self.metrics = metrics
  }

  private var now: Double {
    let elapsed = (ContinuousClock.now - start).components
    return Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
  }

  func wait(for tokens: Int) async throws {
    let seconds = bucket.withLock { $0?.take(tokens, at: now) ?? 0 }
    guard seconds > 0 else { return }
    metrics.throttled[.jobLimit].add(.seconds(seconds))
    try await Task.sleep(for: .seconds(seconds))
  }

  func settle(taken: Int, used: Int) {
    bucket.withLock { $0?.giveBack(taken - used, at: now) }
  }
}
