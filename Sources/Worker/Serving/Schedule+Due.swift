import Jobs

extension Jobs.Schedule {
  /// The slot for which a run should start now, in seconds since 1970.
  ///
  /// - Parameters:
  ///   - last: the slot of the last scheduled run of the job; `nil` before the first.
  ///   - applied: when the job's version was registered: nothing before it is missed.
  ///   - started: when this process began to serve.
  ///   - now: seconds since 1970, by the database's clock.
  func dueSlot(last: Int64?, applied: Int64, started: Int64, now: Int64) -> Int64? {
    let since = max(last ?? applied, applied)
    guard let slot = latest(after: since, through: now) else { return nil }
    // Missed while nobody served: made up for once, or not at all.
    if slot <= started, missed == .skip { return nil }
    return slot
  }
  /// How many slots passed without a run before the one that is run now; no more than ``missedSlotsCounted``.
  ///
  /// - Parameters: as for ``dueSlot(last:applied:started:now:)``.
  func missedSlots(before slot: Int64, last: Int64?, applied: Int64) -> Int {
    var count = 0
    var time = max(last ?? applied, applied)
    while count < Self.missedSlotsCounted, let missed = next(after: time), missed < slot {
      count += 1
      time = missed
    }
    return count
  }

  /// Each is looked for in the calendar: a year of minutes would take too long, and says no more.
  static let missedSlotsCounted = 1_000
}
