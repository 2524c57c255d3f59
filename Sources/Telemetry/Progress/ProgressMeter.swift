/// Follows a count and tells its rate: over the last half minute, so that it follows changes and does not jump.
public struct ProgressMeter: Sendable {
  static let window = Duration.seconds(30)

  private let total: Int?
  private var samples: [(time: Duration, done: Int)]

  /// - Parameter done: what was done before the clock began, by an earlier part of the same work.
  public init(total: Int? = nil, done: Int = 0) {
    self.total = total
    samples = [(.zero, done)]
  }

  /// - Parameter elapsed: since the work began; not less than at the call before.
  public mutating func update(done: Int, spend: Double? = nil, elapsed: Duration) -> ProgressState {
    samples.append((elapsed, done))
    // The last sample before the window stays, so that the samples span it.
    while samples.count > 2, samples[1].time <= elapsed - Self.window { samples.removeFirst() }
    let span = (elapsed - samples[0].time).inSeconds
    let rate = span > 0 ? Double(done - samples[0].done) / span : nil
    return ProgressState(done: done, total: total, rate: rate, spend: spend, elapsed: elapsed)
  }
}
