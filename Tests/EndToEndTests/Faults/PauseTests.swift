import Glibc
import PostgresClient
import Testing
import Transcripts

/// A worker that stood still for longer than its lease.
@Suite struct PauseTests {
  @Test func `its commit is refused once another has finished`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a"], turns: 12), to: "chats.jsonl"))
      let job = try site.write(JobFile.summarizing(), to: "job.yaml")
      let slow = try await site.model("--delay-ms", "1000")
      let stopped = try site.start("run", job, "--lease", "5", "--json")
      try await waitUntil("the model is asked") { try await slow.requests == 1 }
      stopped.send(SIGSTOP)

      try await site.model()
      let other = try site.start("serve", "--port", "0", "--poll", "1", "--lease", "5")
      try await waitUntil("another worker has finished") {
        try await site.count("SELECT count(*) FROM compactor.revisions") == 1
      }
      stopped.send(SIGCONT)
      let ending = await stopped.wait()
      let report = try JSON(parsing: ending.output)
      #expect(report["outcomes"] == ["lost_lease": 1] || report["outcomes"] == [:], "\(ending.output)\(ending.errors)")
      #expect(report["outcomes"]?["compacted"] == nil)
      other.send(SIGTERM)
      #expect(await other.wait().status == 0)

      #expect(try await site.count("SELECT count(*) FROM compactor.revisions") == 1)
      #expect(try await site.count("SELECT count(*) FROM compactor.audit_records") == 1)
      try await site.done("doctor", "--archive")
    }
  }
}
