/// What the clocks of a place show.
public protocol WallClock: Sendable {
  /// Seconds to add to UTC at a time given in seconds since 1970.
  func offset(at seconds: Int64) -> Int
}

/// Stretches of constant offset around a day.
struct OffsetSegments {
  struct Segment {
    /// In seconds since 1970; the end is exclusive.
    var start: Int64
    var end: Int64
    var offset: Int64
  }

  private(set) var segments: [Segment]

  /// Covers every instant that the day's wall-clock times can mean: offsets reach 26 hours apart.
  init(around day: Int64, in clock: some WallClock) {
    let midnight = day * 86_400
    let (start, end) = (midnight - 2 * 86_400, midnight + 3 * 86_400)
    segments = [Segment(start: start, end: end, offset: Int64(clock.offset(at: start)))]
    for sample in stride(from: start + 3_600, through: end, by: 3_600) {
      let offset = Int64(clock.offset(at: sample))
      if offset == segments[segments.count - 1].offset { continue }
      let change = Self.change(between: sample - 3_600, and: sample, in: clock)
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

  /// Every instant at which the clock shows the time, given in seconds since midnight UTC of 1 January 1970 as if the
  /// clock showed UTC: none in a gap, two where the time comes twice.
  func instants(showing time: Int64) -> [Int64] {
    segments.compactMap { segment in
      let instant = time - segment.offset
      return segment.start <= instant && instant < segment.end ? instant : nil
    }
  }

  /// The instant right after the gap that swallows the time.
  func end(ofGapAround time: Int64) -> Int64? {
    zip(segments, segments.dropFirst()).first { before, after in
      after.start + before.offset <= time && time < after.start + after.offset
    }?.1.start
  }
}
