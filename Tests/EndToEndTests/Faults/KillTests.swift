import Glibc
import PostgresClient
import Testing
import Transcripts

/// A worker that is killed, wherever it is: its lease runs out, another finishes, nothing is lost, doubled or bought
/// twice.
@Suite struct KillTests {
  private static let keys = ["a", "b", "c"]

  /// Imports three chats and registers the job.
  private func prepare(_ site: Installation, model settings: String = "", turns: Int = 12) async throws -> String {
    try await site.done("import", try site.write(Chats.file(Self.keys, turns: turns), to: "chats.jsonl"))
    return try site.write(JobFile.summarizing(model: settings), to: "job.yaml")
  }

  /// Another worker takes over as soon as the lease has expired.
  private func finish(_ site: Installation, _ job: String) async throws {
    let worker = try site.start("serve", "--port", "0", "--poll", "1", "--lease", "5")
    try await waitUntil("another worker has finished") { try await site.isIdle() }
    worker.send(SIGTERM)
    #expect(await worker.wait().status == 0)
    #expect(try await site.count("SELECT count(*) FROM compactor.revisions") == Self.keys.count)
    #expect(
      try await site.count("SELECT count(DISTINCT conversation) FROM compactor.revisions WHERE state = 'live'")
        == Self.keys.count)
    #expect(try await site.count("SELECT count(*) FROM compactor.audit_records") == Self.keys.count)
    try await site.done("doctor", "--archive")
  }

  @Test func `killed after its claim`() async throws {
    try await Installation.with { site in
      let model = try await site.model()
      let job = try await prepare(site)
      let rows = try await site.originals()
      // Whoever has claimed reads header blocks next, and waits for us there.
      let gate = try await site.database.connect()
      try await gate.query("BEGIN")
      try await gate.query("LOCK TABLE compactor.header_blocks IN ACCESS EXCLUSIVE MODE")
      let worker = try site.start("run", job, "--lease", "5")
      try await waitUntil("it has claimed") {
        try await site.count("SELECT count(*) FROM compactor.claims WHERE token IS NOT NULL") > 0
      }
      worker.send(SIGKILL)
      #expect(await worker.wait().status == -SIGKILL)
      try await gate.query("ROLLBACK")
      await gate.close()
      #expect(try await site.written() == [0, 0, 0, 0])
      try await finish(site, job)
      #expect(try await site.originals() == rows)
      #expect(try await model.requests == Self.keys.count)
      #expect(try await site.count("SELECT count(*) FROM compactor.claims WHERE crashes > 0") == 0, "it ended well")
    }
  }

  @Test func `killed while the model is asked`() async throws {
    try await Installation.with { site in
      let job = try await prepare(site)
      let slow = try await site.model("--fault", "stall")
      let worker = try site.start("run", job, "--lease", "5")
      try await waitUntil("every conversation waits for the model") { try await slow.requests == Self.keys.count }
      worker.send(SIGKILL)
      _ = await worker.wait()
      #expect(try await site.written() == [0, 0, 0, 0])
      let model = try await site.model()
      try await finish(site, job)
      #expect(try await model.requests == Self.keys.count)
    }
  }

  @Test func `killed with some results paid for: none of them is bought again`() async throws {
    try await Installation.with { site in
      // Small enough a window that each conversation takes several requests.
      let job = try await prepare(site, model: "context_window: 1300", turns: 60)
      let model = try await site.model("--fault", "stall,first=2")
      let worker = try site.start("run", job, "--lease", "5")
      try await waitUntil("some are answered and kept, two are not") {
        // Looked at while it stands still, so that nothing is on its way.
        worker.send(SIGSTOP)
        let results = try await site.count("SELECT count(*) FROM compactor.model_results")
        if try await model.requests == results + 2, results >= 3 { return true }
        worker.send(SIGCONT)
        return false
      }
      worker.send(SIGKILL)
      _ = await worker.wait()
      #expect(try await site.count("SELECT count(*) FROM compactor.revisions") < Self.keys.count)
      try await finish(site, job)
      // Every request that was answered left its result, and was made once.
      let results = try await site.count("SELECT count(*) FROM compactor.model_results")
      let requests = try await model.requests
      #expect(requests == results + 2)
    }
  }

  @Test(arguments: [true, false])
  func `killed in the middle of its commit`(serverGoesOn: Bool) async throws {
    try await Installation.with { site in
      let job = try await prepare(site)
      let model = try await site.model("--delay-ms", "300")
      let worker = try site.start("run", job, "--lease", "5")
      try await waitUntil("the model is asked") { try await model.requests == Self.keys.count }
      let gate = try await site.database.connect()
      try await gate.query("BEGIN")
      try await gate.query("SELECT FROM compactor.claims FOR UPDATE")
      let waiting: SQL = """
        SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'WITH input AS%'
        """
      try await waitUntil("its commit waits, and every answer is kept") {
        let results = try await site.count("SELECT count(*) FROM compactor.model_results")
        let waits = try await !site.pool.query(waiting).isEmpty
        return waits && results == Self.keys.count
      }
      worker.send(SIGKILL)
      _ = await worker.wait()
      if !serverGoesOn {
        for row in try await site.pool.query(waiting) {
          try await site.pool.query("SELECT pg_terminate_backend(\(try row.decode(0, as: Int32.self)))")
        }
      }
      try await gate.query("ROLLBACK")
      await gate.close()
      try await finish(site, job)
      #expect(try await model.requests == Self.keys.count, "what was paid for is used")
    }
  }

  @Test func `killed after its commit, before it wrote down when to look next`() async throws {
    try await Installation.with { site in
      let model = try await site.model()
      let job = try await prepare(site)
      try await site.done("run", job)
      // The due marks as they were: what is missing is only the last statement.
      try await site.pool.query("INSERT INTO compactor.due SELECT number, now() FROM compactor.conversations")
      try await finish(site, job)
      #expect(try await model.requests == Self.keys.count)
    }
  }
}
