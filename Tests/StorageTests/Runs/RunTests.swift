import PostgresClient
import Storage
import TestSupport
import Testing

@Suite(.migratedDatabase) struct RunTests {
  private let scratch = ScratchArchive()

  @Test func `of eight workers one starts the run of a slot`() async throws {
    _ = try await scratch.startRun()
    let started = try await withThrowingTaskGroup(of: RunRecord?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await self.scratch.archive.startRun(
            job: "job", version: 1, kind: .scheduled, slot: 1_700_000_000_000_000)
        }
      }
      return try await group.reduce(into: []) { if let record = $1 { $0.append(record) } }
    }
    #expect(started.count == 1)
    #expect(
      try await scratch.archive.startRun(job: "job", version: 1, kind: .scheduled, slot: 1_700_000_060_000_000) != nil)
    #expect(try await scratch.archive.startRun(job: "job", version: 1, kind: .run) != nil, "others have no slot")
  }

  @Test func `what several workers report adds up`() async throws {
    let run = try await scratch.startRun()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let state = try await self.scratch.archive.reportRun(
            run.number, adding: ["compacted": 2, "model_calls": 3])
          #expect(state == .running)
        }
      }
      try await group.waitForAll()
    }
    _ = try await scratch.archive.reportRun(run.number, adding: [:])
    let record = try #require(try await scratch.archive.run(run.number))
    #expect(record.counts == #"{"compacted": 16, "model_calls": 24}"#)
  }

  @Test func `an operator pauses, resumes and cancels; who ended is ended`() async throws {
    let run = try await scratch.startRun(kind: .backfill)
    #expect(try await scratch.archive.setRun(run.number, to: .paused))
    #expect(try await scratch.archive.reportRun(run.number, adding: [:]) == .paused)
    #expect(try await scratch.archive.setRun(run.number, to: .running))
    #expect(try await scratch.archive.setRun(run.number, to: .cancelled))
    #expect(try await scratch.archive.reportRun(run.number, adding: [:]) == .cancelled)
    #expect(try await !scratch.archive.setRun(run.number, to: .running))
    try await scratch.archive.finishRun(run.number, as: .finished)
    let record = try #require(try await scratch.archive.run(run.number))
    #expect(record.state == .cancelled && record.finishedAt != nil, "the first end stays")
    #expect(try await !scratch.archive.setRun(99, to: .paused))
  }

  @Test func `open runs of a job are those that have not ended, paused ones among them`() async throws {
    let done = try await scratch.startRun()
    let paused = try await scratch.startRun(kind: .backfill)
    let running = try await scratch.startRun()
    _ = try await scratch.startRun("other")
    #expect(try await scratch.archive.lastSuccess(of: "job") == nil)
    try await scratch.archive.finishRun(done.number, as: .finished)
    _ = try await scratch.archive.setRun(paused.number, to: .paused)
    #expect(try await scratch.archive.openRuns(of: "job").map(\.number) == [paused.number, running.number])
    let ended = try await scratch.archive.run(done.number)?.finishedAt
    #expect(try await scratch.archive.lastSuccess(of: "job") == ended)
    try await scratch.archive.finishRun(running.number, as: .failed)
    #expect(try await scratch.archive.lastSuccess(of: "job") == ended, "a failed run is no success")
  }

  @Test func `the cursor of a backfill only rises`() async throws {
    let run = try await scratch.startRun(kind: .backfill)
    #expect(run.cursor == 0)
    for cursor in [Int64(5), 3, 9] { try await scratch.archive.moveCursor(of: run.number, to: cursor) }
    #expect(try await scratch.archive.run(run.number)?.cursor == 9)
  }

  @Test func `a run tells how it ended`() async throws {
    let run = try await scratch.startRun()
    try await scratch.archive.finishRun(run.number, as: .stopped, reason: "spend_exhausted")
    let record = try #require(try await scratch.archive.runs(job: "job", limit: 1).first)
    #expect(record.state == .stopped && record.stopReason == "spend_exhausted")
    #expect(try await scratch.archive.runs(job: "another", limit: 9).isEmpty)
  }

  @Test func `a slot passes at which a run of the job was still going on`() async throws {
    let run = try await scratch.startRun()
    let start = run.startedAt
    func passes(_ slot: Int64) async throws -> Bool {
      try await scratch.archive.passSlot(slot, of: "job", version: 1)
    }
    #expect(try await !passes(start - 1), "it had not begun")
    #expect(try await passes(start + 1))
    #expect(try await !passes(start + 1), "once")
    #expect(
      try await scratch.archive.startRun(job: "job", version: 1, kind: .scheduled, slot: start + 1) == nil,
      "nobody runs it")
    #expect(try await scratch.archive.run(run.number + 1)?.stopReason == "overlap")
    // A run that ended before the slot is in nobody's way, and neither is one whose workers fell silent.
    try await scratch.archive.finishRun(run.number, as: .finished)
    let end = try #require(try await scratch.archive.run(run.number)?.finishedAt)
    #expect(try await passes(end - 1))
    #expect(try await !passes(end))
    let silent = try await scratch.startRun()
    try await scratch.pool.query(
      "UPDATE compactor.runs SET heartbeat_at = now() - interval '1 hour' WHERE number = \(silent.number)")
    #expect(try await !passes(silent.startedAt + 1))
    #expect(try await scratch.archive.closeSilentRuns(except: [silent.number]) == 0, "whoever asks is at work on it")
    #expect(try await scratch.archive.closeSilentRuns() == 1)
    #expect(try await scratch.archive.run(silent.number)?.state == .failed)
  }

  @Test func `there is something due only where nobody has it in hand`() async throws {
    let number = try await scratch.append("c")
    func isDue(_ filter: ConversationFilter = .everything, idle: Int = 0) async throws -> Bool {
      try await scratch.archive.hasDue(JobScope(filter), idleSeconds: idle)
    }
    #expect(try await isDue())
    #expect(try await !isDue(idle: 3_600))
    #expect(try await !isDue(ConversationFilter(tenants: .only(["other"]))))
    let claim = try await scratch.claim(only: number).claim
    #expect(try await !isDue())
    try await scratch.archive.release([claim], ended: false)
    #expect(try await isDue())
    _ = try await scratch.claim(only: number, leaseSeconds: 0)
    #expect(try await isDue(), "the lease has expired")
    try await scratch.archive.finish([Look(conversation: number, entries: 99, bytes: nil)])
    #expect(try await !isDue())
  }
}
