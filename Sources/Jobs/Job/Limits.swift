/// What a run may use.
public struct Limits: Sendable, Equatable {
  /// Conversations that one worker has in hand at a time.
  public var concurrency: Int
  /// Calls that one worker has open at a time.
  public var modelCallsInFlight: Int
  /// Input and output tokens together; `nil` sets no limit.
  public var tokensPerMinute: Int?
  /// The hard stops: always there.
  public var spend: Spend
  /// A share of 1: the run stops when more of its conversations than this fail.
  public var stopWhenFailing: Double

  public struct Spend: Sendable, Equatable {
    public var run: Money
    /// Of all runs of the job since midnight UTC.
    public var day: Money
  }
}

/// When runs start by themselves.
public struct Schedule: Sendable, Equatable {
  public enum Missed: String, Sendable, CaseIterable {
    case runOnce = "run_once"
    case skip
  }

  public enum Overlap: String, Sendable, CaseIterable { case skip }

  public var cron: Cron
  public var timeZone: NamedTimeZone
  public var missed: Missed
  public var overlap: Overlap

  /// The first slot after the time, in seconds since 1970.
  public func next(after seconds: Int64) -> Int64? { cron.next(after: seconds, in: timeZone) }

  /// The last slot after the one time and not after the other: the one that makes up for those that were missed.
  public func latest(after start: Int64, through end: Int64) -> Int64? {
    cron.latest(after: start, through: end, in: timeZone)
  }
}
