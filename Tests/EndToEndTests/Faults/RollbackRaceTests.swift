import PostgresClient
import Testing
import Transcripts

@Suite struct RollbackRaceTests {
  @Test func `what is rolled back while a worker plans it anew is refused at its commit`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b"], turns: 12), to: "chats.jsonl"))
      let job = try site.write(JobFile.summarizing(), to: "job.yaml")
      try await site.model()
      try await site.done("run", job)
      // Both grow, and are asked about.
      for key in ["a", "b"] {
        let more = JSON.array(Chats.messages(key, turns: 12..<24)).text
        try await site.pool.query("SELECT compactor.append(\(key), \(PostgresJSON(more)))")
      }
      let slow = try await site.model("--delay-ms", "1500")
      let worker = try site.start("run", job, "--json")
      try await waitUntil("the model is asked") { try await slow.requests == 2 }
      try await site.done("rollback", "a")
      let ending = await worker.wait()
      #expect(ending.status == 0, "\(ending.errors)")
      let report = try JSON(parsing: ending.output)
      #expect(report["outcomes"] == ["compacted": 1, "lost_lease": 1], "\(report.text)")

      let read = try JSON(parsing: try await site.texts("SELECT compactor.messages('a')::text")[0])
      #expect(read.array == Chats.messages("a", turns: 0..<24), "readers get the originals")
      #expect(try await site.count("SELECT count(*) FROM compactor.revisions WHERE conversation = 1") == 1)
      #expect(try await site.json("run", job)["outcomes"] == [:], "it is held")
      try await site.done("release", "a")
      let again = try await site.json("run", job)
      #expect(again["outcomes"] == ["compacted": 1])
      try await site.done("doctor", "--archive")
    }
  }
}
