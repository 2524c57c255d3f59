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
}
