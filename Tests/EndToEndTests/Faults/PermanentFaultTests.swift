import PostgresClient
import Testing
import Transcripts

/// What repeating does not mend.
@Suite struct PermanentFaultTests {
  @Test func `a run that may not write ends at once, says why, and gives back what it holds`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b"], turns: 12), to: "chats.jsonl"))
      let job = try site.write(JobFile.window(), to: "job.yaml")
      try await site.pool.query("REVOKE INSERT ON compactor.audit_records FROM compactor_worker")
      let ending = try await site.compactor("run", job)
      #expect(ending.status == 1)
      #expect(ending.errors.contains("permission denied for table audit_records"), "\(ending.errors)")
      #expect(try await site.texts("SELECT state FROM compactor.runs") == ["failed"])
      #expect(try await site.count("SELECT count(*) FROM compactor.claims WHERE token IS NOT NULL") == 0)
      #expect(try await site.written() == [0, 0, 0, 0])
      try await site.pool.query("GRANT INSERT ON compactor.audit_records TO compactor_worker")
      #expect(try await site.json("run", job)["outcomes"] == ["compacted": 2])
    }
  }

  @Test func `no money can be asked for: the run fails, and nothing is bought`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b"], turns: 12), to: "chats.jsonl"))
      let model = try await site.model()
      let job = try site.write(JobFile.summarizing(price: "{input: 3, output: 15}"), to: "job.yaml")
      try await site.pool.query("REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA compactor FROM compactor_worker")
      let ending = try await site.compactor("run", job)
      #expect(ending.status == 1, "\(ending.output)")
      #expect(ending.errors.contains("reserve_spend"), "\(ending.errors)")
      #expect(try await model.requests == 0)
      #expect(try await site.count("SELECT count(*) FROM compactor.claims WHERE token IS NOT NULL") == 0)
    }
  }

  @Test func `a conversation that cannot be read is quarantined, and the run goes on`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b", "c"], turns: 12), to: "chats.jsonl"))
      try await site.pool.query(
        "UPDATE compactor.entries SET original = '7' WHERE conversation = 2 AND position = 3")
      let job = try site.write(JobFile.window(), to: "job.yaml")
      let ending = try await site.compactor("run", job, "--json")
      #expect(ending.status == 1, "something failed")
      #expect(try JSON(parsing: ending.output)["outcomes"] == ["compacted": 2, "error": 1])
      let reason = try await site.texts("SELECT quarantined_reason FROM compactor.claims WHERE conversation = 2")[0]
      #expect(reason.contains("position 3"), "\(reason)")
      #expect(try await site.json("run", job)["outcomes"] == [:], "it is left alone")
      #expect(try await site.compactor("doctor").status == 1)
      #expect(try await site.done("explain", "b").contains("quarantined since"))

      try await site.pool.query(
        "UPDATE compactor.entries SET original = '{\"role\":\"user\",\"content\":\"x\"}' WHERE conversation = 2 AND position = 3"
      )
      try await site.done("release", "b")
      #expect(try await site.json("run", job)["outcomes"] == ["compacted": 1])
      try await site.done("doctor")
    }
  }

  @Test func `a conversation that ended its workers three times is left alone`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b"], turns: 12), to: "chats.jsonl"))
      let job = try site.write(JobFile.window(), to: "job.yaml")
      // As three workers left it that died over it; the next finds their last lease expired.
      try await site.pool.query(
        """
        UPDATE compactor.claims SET crashes = 2, attempts = 3, token = gen_random_uuid(), worker = gen_random_uuid(),
          expires_at = now() - interval '1 s' WHERE conversation = 1
        """)
      let ending = try await site.compactor("run", job, "--json")
      #expect(try JSON(parsing: ending.output)["outcomes"] == ["compacted": 1, "error": 1])
      #expect(
        try await site.texts("SELECT quarantined_reason FROM compactor.claims WHERE conversation = 1")
          == ["its worker ended 3 times in a row"])
    }
  }
}
