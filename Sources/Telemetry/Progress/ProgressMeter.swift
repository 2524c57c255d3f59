/// Follows a count and tells its rate: over the last half minute, so that it follows changes and does not jump.
public struct ProgressMeter: Sendable {
  static let window = Duration.seconds(30)

  private var total: Int?
  /// Whether nobody counts what is left: more than was known at the start then only means that more has come.
  private let isTotalGiven: Bool
  private var samples: [(time: Duration, done: Int)]
  /// The last two countings: what was left, and what had been done here by then.
  private var countings: [(left: Int, done: Int)] = []

  /// - Parameters:
  ///   - total: where it is known from the start; it only changes where more than that is done.
  ///   - done: what was done before the clock began, by an earlier part of the same work.
  public init(total: Int? = nil, done: Int = 0) {
    self.total = total
    isTotalGiven = total != nil
    samples = [(.zero, done)]
  }

  /// What is left was counted anew: others take from it, and more may come.
  ///
  /// - Parameter done: what had been done here by then.
  public mutating func counted(left: Int, done: Int) {
    total = done + left
    countings = countings.suffix(1) + [(left, done)]
  }

  /// - Parameter elapsed: since the work began; not less than at the call before.
  public mutating func update(done: Int, spend: Double? = nil, elapsed: Duration) -> ProgressState {
    samples.append((elapsed, done))
    if isTotalGiven, let given = total { total = max(given, done) }
    // The last sample before the window stays, so that the samples span it.
    while samples.count > 2, samples[1].time <= elapsed - Self.window { samples.removeFirst() }
    let span = (elapsed - samples[0].time).inSeconds
    let rate = span > 0 ? Double(done - samples[0].done) / span : nil
    return ProgressState(
      done: done, total: total, rate: rate, pace: rate.map { $0 * share }, spend: spend, elapsed: elapsed)
  }

  /// How fast what is left became less between the last two countings, by all who work on it and with what came, for
  /// each item that was done here. 1 before it can be told, and 0 where it does not become less.
  private var share: Double {
    guard let first = countings.first, let last = countings.last, last.done > first.done else { return 1 }
    return max(0, Double(first.left - last.left) / Double(last.done - first.done))
  }
}
