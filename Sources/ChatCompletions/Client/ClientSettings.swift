/// How a client deals with failures and load.
public struct ClientSettings: Sendable, Hashable {
  /// Whether and when a request that failed is made again.
  public var retries: RetryPolicy
  /// When an endpoint that fails is left alone.
  public var circuitBreaker: CircuitBreaker.Settings
  /// The most requests at a time; congestion lowers it for a while.
  public var maximumInFlight: Int
  /// A larger body is no answer.
  public var maximumResponseBytes: Int

  /// Settings that suit most servers where nothing else is given.
  public init(
    retries: RetryPolicy = RetryPolicy(), circuitBreaker: CircuitBreaker.Settings = .init(), maximumInFlight: Int = 16,
    maximumResponseBytes: Int = 32 << 20
  ) {
    self.retries = retries
    self.circuitBreaker = circuitBreaker
    self.maximumInFlight = maximumInFlight
    self.maximumResponseBytes = maximumResponseBytes
  }
}
