import Glibc
import PostgresClient
import Testing
import Transcripts

@Suite struct SignalTests {
  @Test(arguments: [SIGTERM, SIGINT])
  func `a run that is asked to stop finishes what it holds, gives back the rest, and says so`(signal: Int32)
    async throws
  {
    try await Installation.with { site in
      let keys = (0..<40).map { "k\($0)" }
      try await site.done("import", try site.write(Chats.file(keys, turns: 12), to: "chats.jsonl"))
      let job = try site.write(JobFile.summarizing(limits: "{concurrency: 4}"), to: "job.yaml")
      let model = try await site.model("--delay-ms", "200")
      let worker = try site.start("run", job, "--json")
      try await waitUntil("the model is asked") { try await model.requests > 2 }
      worker.send(signal)
      let ending = await worker.wait()
      #expect(ending.status == 4)
      let report = try JSON(parsing: ending.output)
      #expect(report["reason"] == "interrupted" && report["state"] == "stopped")
      #expect(try await site.count("SELECT count(*) FROM compactor.claims WHERE token IS NOT NULL") == 0)
      #expect(try await site.count("SELECT count(*) FROM compactor.claims WHERE crashes > 0") == 0)
      let compacted = try await site.count("SELECT count(*) FROM compactor.revisions")
      #expect(report["outcomes"]?["compacted"]?.int == compacted)
      #expect(compacted < keys.count)
      // No lease has to run out: another goes on at once.
      let rest = try await site.json("run", job)
      #expect(rest["outcomes"]?["compacted"]?.int == keys.count - compacted)
    }
  }

  @Test func `a model that never answers does not keep a run from ending`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b"], turns: 12), to: "chats.jsonl"))
      let job = try site.write(JobFile.summarizing(), to: "job.yaml")
      let model = try await site.model("--fault", "stall")
      let worker = try site.start("run", job, "--json", "--grace", "1")
      try await waitUntil("the model is asked") { try await model.requests == 2 }
      worker.send(SIGTERM)
      let ending = await worker.wait()
      #expect(ending.status == 4, "\(ending.errors)")
      #expect(try await site.count("SELECT count(*) FROM compactor.claims WHERE token IS NOT NULL") == 0)
      #expect(try await site.texts("SELECT state FROM compactor.runs") == ["stopped"])
    }
  }

  @Test func `a second signal ends it at once`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a"], turns: 12), to: "chats.jsonl"))
      let job = try site.write(JobFile.summarizing(), to: "job.yaml")
      let model = try await site.model("--fault", "stall")
      let worker = try site.start("run", job)
      try await waitUntil("the model is asked") { try await model.requests == 1 }
      worker.send(SIGTERM)
      worker.send(SIGINT)
      #expect(await worker.wait().status == 4)
    }
  }
}
