// impure driver: the clock and the chance of the live client stand here, so that nothing else has them.

public import FoundationEssentials

/// Time and chance, as a client sees them. Tests bring their own.
public struct ClientEnvironment: Sendable {
  /// The time since any fixed moment; never goes back.
  public var now: @Sendable () -> Duration
  /// The time of day, to read dates by.
  public var date: @Sendable () -> Date
  /// Returns after the time given, or throws when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// A number from 0 up to but not including 1.
  public var jitter: @Sendable () -> Double

  /// An environment of four functions.
  public init(
    now: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void, jitter: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.date = date
    self.sleep = sleep
    self.jitter = jitter
  }

  /// The machine's clock, and its chance.
  public static let live: ClientEnvironment = {
    let start = ContinuousClock.now
    return ClientEnvironment(
      now: { ContinuousClock.now - start },
      date: { Date.now },
      sleep: { try await Task.sleep(for: $0) },
      jitter: { Double.random(in: 0..<1) })
  }()
}
