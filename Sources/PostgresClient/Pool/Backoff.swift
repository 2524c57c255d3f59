/// Waiting times that grow: twice the one before, up to a longest, each spread at random over its upper half.
public struct Backoff: Sendable, Hashable {
  public var first: Duration
  public var longest: Duration

  public init(first: Duration = .milliseconds(100), longest: Duration = .seconds(10)) {
    self.first = first
    self.longest = longest
  }

  /// The wait after that many failures in a row (1 or more); `jitter` is a random number from 0 to 1.
  public func delay(afterFailures failures: Int, jitter: Double) -> Duration {
    let doublings = min(max(0, failures - 1), 30)
    let full = min(longest, first * (1 << doublings))
    return full * (0.5 + 0.5 * min(max(0, jitter), 1))
  }
}

/// When a failed transaction is run again.
public struct TransactionRetries: Sendable, Hashable {
  /// How often a transaction is run in all.
  public var attempts: Int
  public var backoff: Backoff

  public init(attempts: Int = 5, backoff: Backoff = Backoff(first: .milliseconds(10), longest: .seconds(1))) {
    self.attempts = attempts
    self.backoff = backoff
  }

  /// How long to wait before the next attempt; nil when the error is final. Only serialization failures and deadlocks
  /// are repeated: after those the transaction surely did nothing.
  public func delay(after error: any Error, attempt: Int, jitter: Double) -> Duration? {
    guard attempt < attempts, let error = error as? PostgresError, error.isRetriable else { return nil }
    return backoff.delay(afterFailures: attempt, jitter: jitter)
  }
}
