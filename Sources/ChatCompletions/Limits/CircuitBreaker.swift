/// Stops asking an endpoint that fails again and again, and tries it anew after a pause with one request.
///
/// A value without a clock: times are durations since any fixed moment.
public struct CircuitBreaker: Sendable, Hashable {
  /// When a circuit opens, and for how long.
  public struct Settings: Sendable, Hashable {
    /// So many failures in a row, of all callers together, open the circuit.
    public var failures: Int
    /// Doubled each time that the request after the pause fails too.
    public var firstPause: Duration
    /// No pause is longer.
    public var longestPause: Duration

    /// Settings that suit most servers where nothing else is given.
    public init(failures: Int = 20, firstPause: Duration = .seconds(10), longestPause: Duration = .seconds(300)) {
      self.failures = failures
      self.firstPause = firstPause
      self.longestPause = longestPause
    }
  }

  /// Whether a request may be made.
  public enum Admission: Sendable, Hashable {
    /// As any other.
    case normal
    /// The one request that finds out whether the endpoint is back.
    case probe
    /// Not for so long.
    case refused(Duration)
  }

  /// What a request says of its endpoint.
  public enum Outcome: Sendable, Hashable {
    /// The endpoint answered, if only to refuse this request.
    case answered
    /// The endpoint did not answer, or with a failure of its own.
    case failed
    /// No request to this endpoint can succeed.
    case hopeless
    /// It says nothing about the endpoint.
    case unknown
  }

  private let settings: Settings
  private var failures = 0
  private var openUntil: Duration?
  private var pause: Duration
  private var isProbing = false

  /// A closed circuit.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    pause = settings.firstPause
  }

  /// Asks for leave to make a request. Whoever is given it records what became of it.
  public mutating func admit(at now: Duration) -> Admission {
    guard let openUntil else { return .normal }
    if now < openUntil { return .refused(openUntil - now) }
    if isProbing { return .refused(settings.firstPause) }
    isProbing = true
    return .probe
  }

  /// Takes what became of an admitted request.
  public mutating func record(_ outcome: Outcome, of admission: Admission, at now: Duration) {
    if admission == .probe { isProbing = false }
    switch outcome {
    case .unknown: break
    case .answered: close()
    case .failed, .hopeless:
      failures += 1
      if admission == .probe {
        pause = min(pause * 2, settings.longestPause)
        openUntil = now + pause
      } else if openUntil == nil, outcome == .hopeless || failures >= settings.failures {
        openUntil = now + pause
      }
    }
  }

  private mutating func close() {
    failures = 0
    openUntil = nil
    pause = settings.firstPause
    isProbing = false
  }
}

extension CircuitBreaker.Outcome {
  /// Being told to slow down is no failure: see ``ConcurrencyLimit``.
  init(_ error: ChatError) {
    switch error.class {
    case .unreachable, .timedOut, .truncated, .malformed: self = .failed
    case .overload: self = error.status == 429 ? .answered : .failed
    case .quota, .endpoint: self = .hopeless
    case .tooBig, .adaptable, .contentFilter, .permanent: self = .answered
    case .circuitOpen, .declined, .cancelled: self = .unknown
    }
  }
}
