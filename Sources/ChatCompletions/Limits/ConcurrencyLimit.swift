/// How many requests may be under way at a time: halved when the server is congested, grown by one after as many clean
/// replies as it lets through at once.
public struct ConcurrencyLimit: Sendable, Hashable {
  /// The right to make one request.
  public struct Permit: Sendable, Hashable {
    fileprivate let era: Int
  }

  /// What a request says of the server's load.
  public enum Outcome: Sendable, Hashable {
    /// The server kept up.
    case clean
    /// It said that it is asked too much, or did not answer in time.
    case congested
    /// Nothing.
    case other
  }

  /// The limit is never higher.
  public let maximum: Int
  /// The requests that may be under way now.
  public private(set) var limit: Int
  /// The requests that are under way.
  public private(set) var inFlight = 0
  private var clean = 0
  /// Counts the halvings. Requests that began before the last one say nothing about the limit of now.
  private var era = 0

  /// A limit that begins at its maximum, at least 1.
  public init(maximum: Int) {
    self.maximum = max(1, maximum)
    limit = self.maximum
  }

  /// Nil when as many are under way as may be.
  public mutating func begin() -> Permit? {
    guard inFlight < limit else { return nil }
    inFlight += 1
    return Permit(era: era)
  }

  /// Gives a permit back, with what its request says of the load.
  public mutating func end(_ permit: Permit, _ outcome: Outcome) {
    inFlight -= 1
    switch outcome {
    case .other: break
    case .clean:
      clean += 1
      if clean >= limit {
        clean = 0
        limit = min(limit + 1, maximum)
      }
    case .congested:
      guard permit.era == era else { return }
      era += 1
      clean = 0
      limit = max(1, limit / 2)
    }
  }
}
