/// Whether and when to ask again. A pure function of what happened and of a number for chance.
public struct RetryPolicy: Sendable, Hashable {
  /// The most attempts for one answer, the first included.
  public var maximumAttempts: Int
  /// Before the second attempt; doubled for each one after.
  public var firstDelay: Duration
  /// No delay of the policy's own is longer.
  public var longestDelay: Duration
  /// A server that wants a longer wait is not waited for.
  public var longestRetryAfter: Duration

  /// A policy that suits most servers where nothing else is given.
  public init(
    maximumAttempts: Int = 5, firstDelay: Duration = .milliseconds(500), longestDelay: Duration = .seconds(30),
    longestRetryAfter: Duration = .seconds(120)
  ) {
    self.maximumAttempts = maximumAttempts
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.longestRetryAfter = longestRetryAfter
  }

  /// What to do after a failure.
  public enum Decision: Sendable, Hashable {
    /// Ask again after this long.
    case wait(Duration)
    /// Give up.
    case stop
  }

  /// Whether to ask again, and after how long.
  ///
  /// - Parameters:
  ///   - error: How it failed.
  ///   - attempt: the number of the attempt that failed, from 1.
  ///   - retryAfter: How long the server asks to wait, where it does.
  ///   - jitter: a random number from 0 up to but not including 1.
  public func decision(after error: ChatError.Class, attempt: Int, retryAfter: Duration?, jitter: Double) -> Decision {
    guard error.isRetriable, attempt < maximumAttempts else { return .stop }
    if let retryAfter {
      // Not before the server said, and not all at the same moment.
      return retryAfter > longestRetryAfter ? .stop : .wait(retryAfter + firstDelay * jitter)
    }
    return .wait(delay(before: attempt + 1) * (1 - jitter / 2))
  }

  private func delay(before attempt: Int) -> Duration {
    var delay = firstDelay
    for _ in 2..<max(2, attempt) where delay < longestDelay { delay *= 2 }
    return min(delay, longestDelay)
  }
}
