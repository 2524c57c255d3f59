import Testing

@testable import Jobs
@testable import Worker

@Suite struct ScheduleTests {
  /// Every hour; times are given in hours.
  private func hourly(_ missed: Schedule.Missed = .runOnce) throws -> Schedule {
    Schedule(cron: try Cron("0 * * * *"), timeZone: .utc, missed: missed, overlap: .skip)
  }

  @Test(
    arguments: [
      (last: 10, applied: 2, now: 10.9, slot: nil), (last: 10, applied: 2, now: 11.0, slot: 11),
      (last: 10, applied: 2, now: 14.5, slot: 14), (last: nil, applied: 2, now: 2.9, slot: nil),
      (last: nil, applied: 2, now: 3.1, slot: 3), (last: 10, applied: 12, now: 12.5, slot: nil),
    ] as [(last: Int64?, applied: Int64, now: Double, slot: Int64?)])
  func `the latest slot after the last run and after the registration is due`(
    last: Int64?, applied: Int64, now: Double, slot: Int64?
  ) throws {
    let due = try hourly().dueSlot(
      last: last.map { $0 * 3_600 }, applied: applied * 3_600, started: 0, now: Int64(now * 3_600))
    #expect(due == slot.map { $0 * 3_600 })
  }

  @Test(
    arguments: [(Schedule.Missed.runOnce, 12, 12), (.skip, 12, nil), (.skip, 13, 13)]
      as [(Schedule.Missed, Int64, Int64?)])
  func `what was missed before this process began is made up for or not, as the job says`(
    missed: Schedule.Missed, now: Int64, slot: Int64?
  ) throws {
    let due = try hourly(missed).dueSlot(last: 9 * 3_600, applied: 0, started: 12 * 3_600 + 60, now: now * 3_600 + 120)
    #expect(due == slot.map { $0 * 3_600 })
  }

  @Test(
    arguments: [
      (slot: 11, last: 10, applied: 2, missed: 0), (slot: 14, last: 10, applied: 2, missed: 3),
      (slot: 3, last: nil, applied: 2, missed: 0), (slot: 5, last: nil, applied: 2, missed: 2),
      (slot: 14, last: 10, applied: 12, missed: 1), (slot: 100_000, last: 10, applied: 2, missed: 1_000),
    ] as [(slot: Int64, last: Int64?, applied: Int64, missed: Int)])
  func `slots between the last run and this one were missed, up to a bound`(
    slot: Int64, last: Int64?, applied: Int64, missed: Int
  ) throws {
    let found = try hourly().missedSlots(
      before: slot * 3_600, last: last.map { $0 * 3_600 }, applied: applied * 3_600)
    #expect(found == missed)
  }
}
