/// How far some work is, as a value.
public struct ProgressState: Sendable, Hashable {
  public var done: Int
  /// Nil where nobody knows how much there is.
  public var total: Int?
  /// Items a second; nil before it can be told.
  public var rate: Double?
  /// US dollars; nil where the work costs nothing.
  public var spend: Double?
  public var elapsed: Duration

  public init(done: Int, total: Int? = nil, rate: Double? = nil, spend: Double? = nil, elapsed: Duration) {
    self.done = done
    self.total = total
    self.rate = rate
    self.spend = spend
    self.elapsed = elapsed
  }

  /// 0...1, also where more was done than there should be.
  public var fraction: Double? {
    guard let total else { return nil }
    return total > 0 ? min(1, Double(done) / Double(total)) : 1
  }

  public var timeLeft: Duration? {
    guard let total, let rate, rate > 0 else { return nil }
    // What takes longer than thirty years is not worth a number, and would not fit into one.
    let seconds = Double(max(0, total - done)) / rate
    return seconds < 1e9 ? .seconds(seconds) : nil
  }
}
