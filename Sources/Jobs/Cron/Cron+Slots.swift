extension Cron {
  /// How far a search goes: 29 February can be eight years away.
  private static let horizonDays: Int64 = 366 * 9

  /// The first slot after the time; both in seconds since 1970. `nil` when none comes within nine years.
  public func next(after seconds: Int64, in clock: some WallClock) -> Int64? {
    // A change of the clocks can carry a slot of one day past slots of the next.
    let first = localDay(of: seconds, in: clock) - 1
    var best: Int64?
    for day in first...(first + Self.horizonDays) {
      let slot = firstSlot(onDay: day, after: seconds, in: clock)
      if let found = best { return min(found, slot ?? found) }
      best = slot
    }
    return best
  }

  /// The last slot after `start` and not after `end`, in seconds since 1970; slots over nine years back are not found.
  public func latest(after start: Int64, through end: Int64, in clock: some WallClock) -> Int64? {
    guard start < end else { return nil }
    let last = localDay(of: end, in: clock) + 1
    let first = max(localDay(of: start, in: clock) - 1, last - Self.horizonDays)
    var best: Int64?
    for day in stride(from: last, through: first, by: -1) {
      let slot = lastSlot(onDay: day, through: end, in: clock)
      if let found = best { return max(found, slot ?? found) }
      best = slot.flatMap { $0 > start ? $0 : nil }
    }
    return best
  }

  /// The first slot after the time that the day of the wall clock gives rise to.
  private func firstSlot(onDay day: Int64, after seconds: Int64, in clock: some WallClock) -> Int64? {
    guard matches(CivilDate(days: day)) else { return nil }
    let times = OffsetSegments(around: day, in: clock)
    var best: Int64?
    for (index, segment) in times.segments.enumerated() where segment.end > seconds {
      if fires(in: times.gap(before: index), onDay: day), segment.start > seconds {
        best = min(best ?? .max, segment.start)
      }
      var time = firstTime(onDay: day, from: max(segment.shown.lowerBound, seconds + 1 + segment.offset))
      while let shown = time, shown < segment.shown.upperBound {
        if runsInEveryHour || !times.showsEarlier(shown, than: index) {
          best = min(best ?? .max, shown - segment.offset)
          break
        }
        time = firstTime(onDay: day, from: shown + 1)
      }
    }
    return best
  }

  /// The last slot not after the time that the day of the wall clock gives rise to.
  private func lastSlot(onDay day: Int64, through seconds: Int64, in clock: some WallClock) -> Int64? {
    guard matches(CivilDate(days: day)) else { return nil }
    let times = OffsetSegments(around: day, in: clock)
    var best: Int64?
    for (index, segment) in times.segments.enumerated() where segment.start <= seconds {
      if fires(in: times.gap(before: index), onDay: day) { best = max(best ?? .min, segment.start) }
      var time = lastTime(onDay: day, through: min(segment.shown.upperBound - 1, seconds + segment.offset))
      while let shown = time, shown >= segment.shown.lowerBound {
        if runsInEveryHour || !times.showsEarlier(shown, than: index) {
          best = max(best ?? .min, shown - segment.offset)
          break
        }
        time = lastTime(onDay: day, through: shown - 1)
      }
    }
    return best
  }

  /// Whether times that the clock skips are made up for.
  private func fires(in gap: Range<Int64>, onDay day: Int64) -> Bool {
    guard !runsInEveryHour, !gap.isEmpty, let time = firstTime(onDay: day, from: gap.lowerBound) else { return false }
    return time < gap.upperBound
  }

  /// The first time of the day that the minute and the hour match, at or after the one given.
  private func firstTime(onDay day: Int64, from time: Int64) -> Int64? {
    let minute = Int(max(0, time - day * 86_400 + 59) / 60)
    guard minute < 1_440 else { return nil }
    if hours.contains(minute / 60), let found = minutes.first(atOrAfter: minute % 60) {
      return day * 86_400 + Int64((minute / 60 * 60 + found) * 60)
    }
    guard let hour = hours.first(atOrAfter: minute / 60 + 1), let found = minutes.first(atOrAfter: 0) else {
      return nil
    }
    return day * 86_400 + Int64((hour * 60 + found) * 60)
  }

  /// The last time of the day that the minute and the hour match, at or before the one given.
  private func lastTime(onDay day: Int64, through time: Int64) -> Int64? {
    guard time >= day * 86_400 else { return nil }
    let minute = Int(min(86_399, time - day * 86_400) / 60)
    if hours.contains(minute / 60), let found = minutes.last(atOrBefore: minute % 60) {
      return day * 86_400 + Int64((minute / 60 * 60 + found) * 60)
    }
    guard let hour = hours.last(atOrBefore: minute / 60 - 1), let found = minutes.last(atOrBefore: 59) else {
      return nil
    }
    return day * 86_400 + Int64((hour * 60 + found) * 60)
  }

  private func localDay(of seconds: Int64, in clock: some WallClock) -> Int64 {
    let local = seconds + Int64(clock.offset(at: seconds))
    return local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
  }
}
