extension Cron {
  /// How far a search goes: 29 February can be eight years away.
  private static let horizonDays: Int64 = 366 * 9

  /// The first slot after the time; both in seconds since 1970. `nil` when none comes within nine years.
  public func next(after seconds: Int64, in clock: some WallClock) -> Int64? {
    // A change of the clocks can carry a slot of one day past slots of the next.
    let first = localDay(of: seconds, in: clock) - 1
    var best: Int64?
    for day in first...(first + Self.horizonDays) {
      let slot = slots(onDay: day, in: clock).first { $0 > seconds }
      if let found = best { return min(found, slot ?? found) }
      best = slot
    }
    return best
  }

  /// The last slot after `start` and not after `end`, in seconds since 1970.
  public func latest(after start: Int64, through end: Int64, in clock: some WallClock) -> Int64? {
    guard start < end else { return nil }
    let last = localDay(of: end, in: clock) + 1
    let first = max(localDay(of: start, in: clock) - 1, last - Self.horizonDays)
    var best: Int64?
    for day in stride(from: last, through: first, by: -1) {
      let slot = slots(onDay: day, in: clock).last { $0 > start && $0 <= end }
      if let found = best { return max(found, slot ?? found) }
      best = slot
    }
    return best
  }

  /// The slots that the day of the wall clock gives rise to, ascending.
  private func slots(onDay day: Int64, in clock: some WallClock) -> [Int64] {
    guard matches(CivilDate(days: day)) else { return [] }
    let segments = OffsetSegments(around: day, in: clock)
    var slots: Set<Int64> = []
    for hour in hours.elements {
      for minute in minutes.elements {
        let time = day * 86_400 + Int64(hour * 3_600 + minute * 60)
        let instants = segments.instants(showing: time)
        if runsInEveryHour {
          slots.formUnion(instants)
        } else if let slot = instants.first ?? segments.end(ofGapAround: time) {
          slots.insert(slot)
        }
      }
    }
    return slots.sorted()
  }

  private func localDay(of seconds: Int64, in clock: some WallClock) -> Int64 {
    let local = seconds + Int64(clock.offset(at: seconds))
    return local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
  }
}
