/// How far some work is, as a value.
public struct ProgressState: Sendable, Hashable {
  public var done: Int
  /// As far as it is known; nil where nobody knows how much there is.
  public var total: Int?
  /// Items a second; nil before it can be told.
  public var rate: Double?
  /// By how many a second what is left becomes less, where others work on it too or more comes; otherwise the rate.
  public var pace: Double?
  /// US dollars; nil where the work costs nothing.
  public var spend: Double?
  public var elapsed: Duration

  public init(
    done: Int, total: Int? = nil, rate: Double? = nil, pace: Double? = nil, spend: Double? = nil, elapsed: Duration
  ) {
    self.done = done
    self.total = total
    self.rate = rate
    self.pace = pace ?? rate
    self.spend = spend
    self.elapsed = elapsed
  }

  /// 0...1; nil where more was done than there should be, since nobody knows then how much there is.
  public var fraction: Double? {
    guard let total, done <= total else { return nil }
    return total > 0 ? Double(done) / Double(total) : 1
  }

  public var timeLeft: Duration? {
    guard let total, done <= total, let pace, pace > 0 else { return nil }
    // What takes longer than thirty years is not worth a number, and would not fit into one.
    let seconds = Double(total - done) / pace
    return seconds < 1e9 ? .seconds(seconds) : nil
  }
}
