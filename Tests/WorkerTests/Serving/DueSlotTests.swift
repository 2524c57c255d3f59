import Jobs
import Testing

@testable import Worker

@Suite struct DueSlotTests {
  /// Every hour, at the hour; times below are in minutes.
  private func schedule(missed: String = "run_once") throws -> Jobs.Schedule {
    let text = """
      job: j
      compact_when: {any: [{turns: 9}]}
      stages: [{rolling_window: {turns: 3}}]
      schedule: {cron: "0 * * * *", missed: \(missed)}
      """
    let (job, diagnostics) = Job.load(text: text, file: "j.yaml")
    return try #require(job?.schedule, "\(diagnostics.map(\.rendered))")
  }

  static let cases: [(last: Int64?, applied: Int64, started: Int64, now: Int64, slot: Int64?, skipping: Int64?)] = [
    // Not yet, then at the hour, then done.
    (nil, 10, 10, 59, nil, nil), (nil, 10, 10, 60, 60, 60), (nil, 10, 10, 61, 60, 60), (60, 10, 10, 61, nil, nil),
    (60, 10, 10, 120, 120, 120),
    // Slots before the job was applied are nobody's.
    (nil, 61, 0, 119, nil, nil), (nil, 60, 0, 60, nil, nil), (60, 90, 0, 119, nil, nil),
    // Several missed while nobody served: the last one makes up for them, or none does.
    (60, 10, 200, 200, 180, nil), (60, 10, 200, 240, 240, 240), (nil, 10, 61, 61, 60, nil),
    // Several passed while it served, but was busy.
    (60, 10, 30, 250, 240, 240),
    // A clock that went back.
    (120, 10, 10, 60, nil, nil),
  ]

  @Test(arguments: cases.indices)
  func `a slot is due once, after the job was applied`(index: Int) throws {
    let (last, applied, started, now, slot, skipping) = Self.cases[index]
    for (missed, expected) in [("run_once", slot), ("skip", skipping)] {
      let due = try schedule(missed: missed).dueSlot(
        last: last.map { $0 * 60 }, applied: applied * 60, started: started * 60, now: now * 60)
      #expect(due == expected.map { $0 * 60 }, "\(missed)")
    }
  }
}
