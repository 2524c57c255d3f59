import PostgresClient
import Testing
import Transcripts

@Suite struct RestartTests {
  @Test func `a run goes on by itself when PostgreSQL is restarted in the middle of it`() async throws {
    try await Installation.with(ownServer: true) { site in
      let keys = (0..<24).map { "k\($0)" }
      try await site.done("import", try site.write(Chats.file(keys, turns: 12), to: "chats.jsonl"))
      let job = try site.write(JobFile.summarizing(limits: "{concurrency: 4}"), to: "job.yaml")
      let model = try await site.model("--delay-ms", "200")
      let rows = try await site.originals()
      let worker = try site.start("run", job, "--json")
      for step in 1...2 {
        try await waitUntil("the model is asked") { try await model.requests >= step * 6 }
        try await site.database.restart()
      }
      let ending = await worker.wait()
      #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
      let report = try JSON(parsing: ending.output)
      #expect(report["state"] == "finished")
      #expect(report["outcomes"] == ["compacted": JSON(keys.count)])
      #expect(try await model.requests == keys.count, "no result was lost, and none bought twice")
      #expect(try await site.originals() == rows)
      #expect(try await site.isIdle())
      #expect(
        try await site.texts("SELECT counts::text FROM compactor.runs").first?.contains("\"compacted\": 24") == true)
      try await site.done("doctor", "--archive")
    }
  }
}
