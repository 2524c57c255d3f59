import FoundationEssentials
import PostgresClient
import Storage
import TestSupport
import Testing

@Suite(.migratedDatabase) struct SpendTests {
  private let scratch = ScratchArchive()
  private let worker = UUID()

  private func sum(_ run: Int64) async throws -> SpendSum? { try await scratch.archive.run(run)?.spend }

  private func reserve(
    _ run: Int64, _ amount: String, likely: String = "0", id: UUID = UUID(), lease: Int = 60, job: String = "job",
    run runLimit: String = "1.00", day: String = "100"
  ) async throws -> Bool {
    try await scratch.archive.reserveSpend(
      SpendHold(id: id, amount: amount, likely: likely), job: job, run: run, worker: worker, leaseSeconds: lease,
      runLimit: runLimit, dayLimit: day)
  }

  private func startRun(_ job: String = "job") async throws -> Int64 {
    try await scratch.startRun(job).number
  }

  @Test func `eight who reserve at a time never pass the limit, and use it up`() async throws {
    let run = try await startRun()
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
    #expect(try await sum(run) == SpendSum(spent: "0", setAside: "0.98"))
    #expect(try await reserve(run, "0.02"))
    #expect(try await !reserve(run, "0.000001"))
  }

  @Test func `a request sent twice sets aside once, and an answer told twice is counted once`() async throws {
    let run = try await startRun()
    let id = UUID()
    #expect(try await reserve(run, "0.90", id: id))
    #expect(try await reserve(run, "0.90", id: id), "the answer to the first was lost")
    #expect(try await !reserve(run, "0.20"))
    for _ in 0..<2 { try await scratch.archive.settleSpend(id, spent: "0.10") }
    #expect(try await sum(run) == SpendSum(spent: "0.10", setAside: "0"))
    #expect(try await reserve(run, "0.90"))
  }

  @Test func `run, day, limit and what is set aside are the same wherever they are read`() async throws {
    let archive = scratch.archive
    let registration = try await archive.register(
      JobDefinition(
        name: "job", definition: "with limits", policy: "p", program: "0.1.0", runLimit: "1.50", dayLimit: "4"))
    let one = try #require(try await archive.startRun(job: "job", version: registration.version, kind: .run)).number
    let two = try #require(try await archive.startRun(job: "job", version: registration.version, kind: .run)).number
    #expect(try await sum(one) == SpendSum(limit: "1.50"))
    let id = UUID()
    #expect(try await reserve(one, "0.60", id: id))
    #expect(try await reserve(two, "0.30"))
    try await archive.settleSpend(id, spent: "0.25")
    #expect(try await reserve(one, "0.10"))
    #expect(try await sum(one) == SpendSum(spent: "0.25", setAside: "0.10", limit: "1.50"))
    #expect(try await archive.runs(limit: 2).map(\.spend.used) == [0.3, 0.35])
    #expect(try await archive.openRuns(of: "job").map(\.spend.setAside) == ["0.10", "0.30"])
    let today = try await archive.spendToday()
    #expect(today["job"] == SpendSum(spent: "0.25", setAside: "0.40", limit: "4"))
    #expect(today["other"] == nil)
    let table: [String] = try await scratch.pool.query(
      "SELECT concat_ws(' ', run, spent, set_aside, calls) FROM compactor.spend ORDER BY run"
    ).map { try $0.decode(0) }
    #expect(table == ["\(one) 0.25 0.10 1", "\(two) 0 0.30 0"])
  }

  @Test func `the day's limit is that of all runs of the job`() async throws {
    let (one, two) = (try await startRun(), try await startRun())
    #expect(try await reserve(one, "0.60", day: "1.00"))
    #expect(try await !reserve(two, "0.60", day: "1.00"))
    #expect(try await reserve(two, "0.40", day: "1.00"))
    let other = try await startRun("other")
    #expect(try await reserve(other, "1", job: "other", run: "1", day: "1"))
  }

  @Test func `of a worker that fell silent nothing stays set aside, and what its call likely cost is spent`()
    async throws
  {
    let run = try await startRun()
    let id = UUID()
    #expect(try await reserve(run, "0.90", likely: "0.20", id: id, lease: 0))
    #expect(try await sum(run) == SpendSum(spent: "0.20", setAside: "0"))
    #expect(try await reserve(run, "0.80"), "the rest may be used again")
    #expect(try await !reserve(run, "0.01"))
    let told: String = try await scratch.pool.query(
      "SELECT concat_ws(' ', unaccounted, calls) FROM compactor.spend WHERE run = \(run)")[0].decode(0)
    #expect(told == "0.20 1")
    // It was only slow: what the call cost counts now.
    try await scratch.archive.settleSpend(id, spent: "0.15")
    #expect(try await sum(run) == SpendSum(spent: "0.15", setAside: "0.80"))
  }

  @Test func `heartbeats keep set aside what their worker has set aside for their run`() async throws {
    let (one, two) = (try await startRun(), try await startRun())
    #expect(try await reserve(one, "0.50", lease: 0))
    #expect(try await reserve(two, "0.50", lease: 0))
    try await scratch.archive.extendSpend(of: UUID(), run: one, bySeconds: 60)
    #expect(try await sum(one)?.setAside == "0")
    try await scratch.archive.extendSpend(of: worker, run: one, bySeconds: 60)
    #expect(try await sum(one)?.setAside == "0.50")
    #expect(try await sum(two)?.setAside == "0", "that run has ended here")
  }
}
