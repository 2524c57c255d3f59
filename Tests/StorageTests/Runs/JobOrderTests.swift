import PostgresClient
import TestSupport
import Testing

@testable import Storage

@Suite(.migratedDatabase) struct JobOrderTests {
  private let scratch = ScratchArchive()
  private var archive: Archive { scratch.archive }

  private func register(_ names: String...) async throws {
    for name in names { _ = try await archive.register(definition(name)) }
  }

  private func definition(_ name: String, _ text: String = "text") -> JobDefinition {
    JobDefinition(name: name, definition: text, policy: "p", program: "0.1.0")
  }

  @Test(
    arguments: [
      (.first, ["c", "a", "b", "d"]), (.last, ["a", "b", "d", "c"]), (.before("b"), ["a", "c", "b", "d"]),
      (.behind("a"), ["a", "c", "b", "d"]), (.behind("d"), ["a", "b", "d", "c"]), (.before("d"), ["a", "b", "c", "d"]),
      (.before("c"), ["a", "b", "c", "d"]), (.before("x"), nil),
    ] as [(JobPlace, [String]?)])
  func `a job takes the place that it is given, and the others keep theirs`(place: JobPlace, order: [String]?) {
    #expect(jobOrder(["a", "b", "c", "d"], moving: "c", to: place) == order)
    #expect(jobOrder(["a", "b"], moving: "c", to: place) == nil)
  }

  @Test func `the order is stored, also where removals left gaps and others move at the same time`() async throws {
    try await register("a", "b", "c", "d")
    #expect(try await archive.removeJob("b") == .done)
    #expect(try await archive.moveJob("d", to: .first) == ["d", "a", "c"])
    #expect(try await archive.moveJob("b", to: .first) == nil)
    #expect(try await archive.jobs().map(\.name) == ["d", "a", "c"])
    try await register("e")
    #expect(try await archive.jobs().map(\.name) == ["d", "a", "c", "e"])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in ["a", "c", "e", "d"] {
        group.addTask { _ = try await archive.moveJob(name, to: .first) }
      }
      try await group.waitForAll()
    }
    let jobs = try await archive.jobs()
    #expect(Set(jobs.map(\.name)) == ["a", "c", "d", "e"])
    #expect(jobs.map(\.ordinal) == [1, 2, 3, 4], "each has a place of its own")
  }

  @Test func `a removed job keeps what it did, and comes back behind the others with a version of its own`()
    async throws
  {
    try await register("a", "b")
    let run = try #require(try await archive.startRun(job: "a", version: 1, kind: .run))
    #expect(try await archive.removeJob("a") == .busy(run: run.number, state: .running))
    try await archive.finishRun(run.number, as: .finished)
    #expect(try await archive.setJob("a", paused: true))
    #expect(try await archive.removeJob("a") == .done)
    #expect(try await archive.removeJob("a") == .unknown)
    #expect(try await archive.jobs().map(\.name) == ["b"])
    #expect(try await !archive.setJob("a", paused: false))
    #expect(try await archive.runs(job: "a", limit: 5).map(\.number) == [run.number])

    let again = try await archive.register(definition("a"))
    #expect(again == Registration(version: 2, isNew: true, policyChanged: false))
    let jobs = try await archive.jobs()
    #expect(jobs.map(\.name) == ["b", "a"])
    #expect(jobs[1].version == 2 && !jobs[1].isPaused)
  }

  @Test func `a job is registered with its run, or not at all`() async throws {
    let (registration, run) = try await archive.registerAndStart(definition("a"), kind: .backfill, total: 3)
    #expect(registration.version == 1 && run.jobVersion == 1 && run.kind == .backfill && run.total == 3)
    try await scratch.pool.query("ALTER TABLE compactor.runs ADD CHECK (job_version < 2)")
    await #expect(throws: PostgresError.self) {
      try await archive.registerAndStart(definition("a", "other"), kind: .run)
    }
    #expect(try await archive.jobs().map(\.version) == [1], "no worker gets a version that could not be run")
  }

  @Test func `where the conversations of a job stand is counted, each once`() async throws {
    for index in 0..<6 { try await scratch.append("x\(index)", metadata: #"{"x": 1}"#) }
    for index in 0..<2 { try await scratch.append("xy\(index)", metadata: #"{"x": 1, "y": 1}"#) }
    try await scratch.append("other")
    let first = ConversationFilter(metadata: #"{"y": 1}"#)
    let second = ConversationFilter(metadata: #"{"y": 1, "x": 1}"#)
    let job = JobScope(ConversationFilter(metadata: #"{"x": 1}"#), earlier: [first, second])
    func standing(idle: Int = 0, isBackfill: Bool = false) async throws -> Standing {
      try await archive.standing(of: job, idleSeconds: idle, isBackfill: isBackfill)
    }
    #expect(
      try await standing()
        == Standing(
          conversations: 9, selected: 8, taken: [2, 0], own: 6, due: 6, held: 0, quarantined: 0, claimed: 0, notIdle: 0)
    )
    #expect(try await standing(idle: 3_600).notIdle == 6)
    let claims = try await scratch.claim(job: job, limit: 3).map(\.claim)
    try await archive.quarantine(claims[0], reason: "broken")
    try await archive.release([claims[1]], ended: false)
    try await scratch.pool.query(
      """
      UPDATE compactor.claims SET held_since = now(), held_reason = 'test'
      WHERE conversation IN (\(claims[1].conversation), \(claims[0].conversation))
      """)
    let last = try await scratch.claim(job: job, limit: 9).map(\.claim.conversation)
    try await archive.finish([Look(conversation: last[0], entries: 99, bytes: nil)])
    let now = try await standing(idle: 3_600)
    #expect(now.due == 5 && now.held == 2 && now.quarantined == 0)
    #expect(now.claimed == 3 && now.notIdle == 0, "what is claimed or held is not told a second time")
    #expect(try await standing(isBackfill: true).claimed == 4)
    let alone = try await archive.standing(of: JobScope(.everything), idleSeconds: 0, isBackfill: true)
    #expect(alone.taken.isEmpty && alone.own == 9)
  }
}
