import FoundationEssentials
import PostgresClient
import Storage
import TestSupport
import Testing

@Suite(.migratedDatabase) struct BackfillTests {
  private let scratch = ScratchArchive()

  @Test(arguments: [RunState.paused, .stopped, .failed, .running, .finished, .cancelled])
  func `a backfill goes on unless it has ended for good`(state: RunState) async throws {
    let run = try await scratch.startRun(kind: .backfill)
    if state == .paused {
      _ = try await scratch.archive.setRun(run.number, to: .paused)
    } else if state != .running {
      try await scratch.archive.finishRun(run.number, as: state, reason: "because")
    }
    let resumed = try await scratch.archive.resumeBackfill(run.number, of: "job")
    #expect((resumed == nil) == [.finished, .cancelled].contains(state))
    if let resumed {
      #expect(resumed.state == .running && resumed.finishedAt == nil && resumed.stopReason == nil)
    }
    #expect(try await scratch.archive.resumeBackfill(run.number, of: "another") == nil)
  }

  @Test func `an ordinary run is not resumed`() async throws {
    let run = try await scratch.startRun()
    #expect(try await scratch.archive.resumeBackfill(run.number, of: "job") == nil)
  }

  @Test func `what others have in hand is passed over, and told`() async throws {
    for index in 0..<8 { try await scratch.append("c\(index)") }
    _ = try await scratch.claim(only: 2)
    _ = try await scratch.claim(only: 5)
    try await scratch.pool.query(
      "UPDATE compactor.claims SET held_since = now(), held_reason = 'x' WHERE conversation = 3")
    var request = ClaimRequest(
      scope: .all, job: JobScope(.everything), limit: 4, run: 1, worker: UUID(), leaseSeconds: 60)
    let claimed = try await scratch.archive.claim(request)
    #expect(claimed.map(\.claim.conversation) == [1, 4, 6, 7])
    request.through = 7
    #expect(try await scratch.archive.passedOver(request, claimed: claimed) == [2, 5])
    request.scope = .these([2, 5, 8])
    request.through = .max
    #expect(try await scratch.archive.claim(request).map(\.claim.conversation) == [8])
  }

  @Test func `a backfill whose workers fell silent is taken over by one`() async throws {
    let run = try await scratch.startRun(kind: .backfill)
    #expect(try await scratch.archive.takeOverBackfill(of: "job") == nil, "it is alive")
    try await scratch.pool.query("UPDATE compactor.runs SET heartbeat_at = now() - interval '1 hour'")
    let taken = try await withThrowingTaskGroup(of: RunRecord?.self) { group in
      for _ in 0..<6 { group.addTask { try await self.scratch.archive.takeOverBackfill(of: "job") } }
      return try await group.reduce(into: [Int64]()) { if let record = $1 { $0.append(record.number) } }
    }
    #expect(taken == [run.number])
  }

  @Test func `a changed policy starts one backfill, and only where it changed`() async throws {
    func apply(_ text: String, _ policy: String) async throws -> Int32 {
      try await scratch.archive.register(JobDefinition(name: "job", definition: text, policy: policy, program: "0.1.0"))
        .version
    }
    func start(_ version: Int32) async throws -> RunRecord? {
      try await scratch.archive.startBackfillAfterChange(job: "job", version: version, total: 5)
    }
    let first = try await apply("a", "p")
    #expect(try await start(first) == nil, "there was nothing before it")
    let commented = try await apply("a # b", "p")
    #expect(try await start(commented) == nil)
    let changed = try await apply("b", "q")
    let run = try #require(try await start(changed))
    #expect(run.kind == .backfill && run.total == 5 && run.cursor == 0)
    #expect(try await start(changed) == nil)
  }
}
