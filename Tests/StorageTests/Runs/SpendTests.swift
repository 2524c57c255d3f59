import PostgresClient
import Storage
import TestSupport
import Testing

@Suite(.migratedDatabase) struct SpendTests {
  private let scratch = ScratchArchive()

  private func total(_ run: Int64) async throws -> String {
    try await scratch.pool.query(
      "SELECT coalesce(sum(reserved + spent), 0)::text FROM compactor.spend WHERE run = \(run)")[0].decode(0)
  }

  private func reserve(_ run: Int64, _ amount: String, run runLimit: String = "1.00", day: String = "100") async throws
    -> Bool
  {
    try await scratch.archive.reserveSpend(job: "job", run: run, amount: amount, runLimit: runLimit, dayLimit: day)
  }

  @Test func `eight who reserve at a time never pass the limit, and use it up`() async throws {
    let run = try await scratch.startRun().number
    let granted = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var granted = 0
          for _ in 0..<5 where try await self.reserve(run, "0.07") { granted += 1 }
          return granted
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(granted == 14)
    #expect(try await total(run) == "0.98")
    #expect(try await reserve(run, "0.02"))
    #expect(try await !reserve(run, "0.000001"))
  }

  @Test func `what is reserved counts until what was spent is put in its place`() async throws {
    let run = try await scratch.startRun().number
    #expect(try await reserve(run, "0.90"))
    #expect(try await !reserve(run, "0.20"))
    try await scratch.archive.settleSpend(job: "job", run: run, reserved: "0.90", spent: "0.10")
    #expect(try await total(run) == "0.10")
    #expect(try await reserve(run, "0.90"))
  }

  @Test func `what a run and a job's day have used tells what is set aside too`() async throws {
    let one = try await scratch.startRun().number
    let two = try await scratch.startRun().number
    #expect(try await scratch.archive.spent(inRun: one) == "0")
    #expect(try await reserve(one, "0.60"))
    #expect(try await reserve(two, "0.30"))
    try await scratch.archive.settleSpend(job: "job", run: one, reserved: "0.60", spent: "0.25")
    #expect(try await reserve(one, "0.10"))
    #expect(Double(try await scratch.archive.spent(inRun: one)) == 0.35)
    #expect(Double(try await scratch.archive.spentToday(by: "job")) == 0.65)
    #expect(try await scratch.archive.spentToday(by: "other") == "0")
  }

  @Test func `the day's limit is that of all runs of the job`() async throws {
    let one = try await scratch.startRun().number
    let two = try await scratch.startRun().number
    #expect(try await reserve(one, "0.60", day: "1.00"))
    #expect(try await !reserve(two, "0.60", day: "1.00"))
    #expect(try await reserve(two, "0.40", day: "1.00"))
    let other = try await scratch.startRun("other").number
    #expect(
      try await scratch.archive.reserveSpend(job: "other", run: other, amount: "1", runLimit: "1", dayLimit: "1"))
  }
}
