import PostgresClient
import Testing
import Transcripts

/// A model's server that refuses for good, or lies.
@Suite struct RefusalTests {
  @Test func `a wrong key stops the run at once, and nobody is asked again`() async throws {
    try await Installation.with { site in
      let keys = (0..<10).map { "k\($0)" }
      try await site.done("import", try site.write(Chats.file(keys, turns: 12), to: "chats.jsonl"))
      let job = try site.write(
        JobFile.summarizing(limits: "{concurrency: 1, model_calls_in_flight: 1}"), to: "job.yaml")
      let model = try await site.model("--fault", "status=401")
      let ending = try await site.compactor("run", job, "--json")
      #expect(ending.status == 1, "\(ending.output)\(ending.errors)")
      let report = try JSON(parsing: ending.output)
      #expect(report["reason"] == "model_unavailable" && report["state"] == "stopped")
      #expect(try await model.requests == 1)
      #expect(try await site.count("SELECT count(*) FROM compactor.revisions") == 0)
      #expect(try await site.count("SELECT count(*) FROM compactor.claims WHERE token IS NOT NULL") == 0)
      #expect(
        try await site.count("SELECT count(*) FROM compactor.due") == keys.count,
        "everything stays due")
    }
  }

  static let lies = [
    "empty", "blank", "refusal", "tool-call", "echo", "longer", "truncated", "invented", "placeholder", "error-text",
    "reasoning-only",
  ]

  @Test func `no lie is written`() async throws {
    try await Installation.with { site in
      let model = try await site.model()
      for lie in Self.lies {
        try await site.done(
          "import", "--tenant", lie, try site.write(Chats.file(["chat about \(lie)"], turns: 12), to: "\(lie).jsonl"))
        let job = JobFile.summarizing(
          lie, model: "headers: {X-Offline-Fault: \(lie)}", more: "select: {tenants: {only: [\(lie)]}}")
        let ending = try await site.compactor("run", try site.write(job, to: "\(lie).yaml"), "--json")
        #expect(ending.status == 1, "\(lie): \(ending.output)\(ending.errors)")
        let report = try JSON(parsing: ending.output)
        #expect(report["outcomes"] == ["summary_refused": 1], "\(lie)")
      }
      #expect(try await site.count("SELECT count(*) FROM compactor.revisions") == 0)
      #expect(
        try await site.count("SELECT count(*) FROM compactor.audit_records WHERE outcome = 'summary_refused'")
          == Self.lies.count)
      #expect(try await site.count("SELECT count(*) FROM compactor.audit_records WHERE reason IS NULL") == 0)
      #expect(try await site.isIdle(), "asking again would bring the same")
      // The history is what it was; and an honest answer is taken once the chat has grown.
      let asked = try await model.requests
      let read = try await site.pool.query(
        "SELECT key, tenant, compactor.messages(key, json_build_object('tenant', tenant))::text FROM compactor.conversations"
      )
      for row in read {
        let (key, tenant, text) = try row.values(String.self, String.self, String.self)
        #expect(try JSON(parsing: text).array == Chats.messages(key, turns: 0..<12), "\(tenant)")
      }
      #expect(try await model.requests == asked)
    }
  }

  @Test func `thoughts within tags are not part of the summary`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a"], turns: 12), to: "chats.jsonl"))
      try await site.model("--fault", "think-tags")
      let report = try await site.json("run", try site.write(JobFile.summarizing(), to: "job.yaml"))
      #expect(report["outcomes"] == ["compacted": 1])
      let summary = try await site.texts("SELECT text FROM compactor.summaries")
      #expect(summary.count == 1 && summary.first?.contains("think") == false, "\(summary)")
    }
  }
}
