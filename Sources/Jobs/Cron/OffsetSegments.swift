/// Stretches of constant offset around a day of the wall clock.
struct OffsetSegments {
  struct Segment {
    /// In seconds since 1970; the end is exclusive.
    var start: Int64
    var end: Int64
    var offset: Int64

    /// What the clock shows in the segment: seconds since 1970 as if it showed UTC.
    var shown: Range<Int64> { start + offset..<end + offset }
  }

  private(set) var segments: [Segment]

  /// Covers every instant at which a time of the day can be shown. Clocks do not change twice within six hours.
  init(around day: Int64, in clock: some WallClock) {
    let step: Int64 = 6 * 3_600
    let (start, end) = ((day - 2) * 86_400, (day + 3) * 86_400)
    segments = [Segment(start: start, end: end, offset: Int64(clock.offset(at: start)))]
    for sample in stride(from: start + step, through: end, by: Int(step)) {
      let offset = Int64(clock.offset(at: sample))
      if offset == segments[segments.count - 1].offset { continue }
      let change = Self.change(between: sample - step, and: sample, in: clock)
      segments[segments.count - 1].end = change
      segments.append(Segment(start: change, end: end, offset: offset))
    }
  }

  /// The first second with the later offset.
  private static func change(between before: Int64, and after: Int64, in clock: some WallClock) -> Int64 {
    let offset = clock.offset(at: after)
    var (low, high) = (before, after)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if clock.offset(at: middle) == offset { high = middle } else { low = middle }
    }
    return high
  }

  /// Whether a segment before this one shows the time already.
  func showsEarlier(_ time: Int64, than index: Int) -> Bool {
    segments[..<index].contains { $0.shown.contains(time) }
  }

  /// The times that the clock skips where the segment begins; empty when it skips none.
  func gap(before index: Int) -> Range<Int64> {
    guard index > 0 else { return 0..<0 }
    let (before, after) = (segments[index - 1].shown.upperBound, segments[index].shown.lowerBound)
    return before < after ? before..<after : 0..<0
  }
}
