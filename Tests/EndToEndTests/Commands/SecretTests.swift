import Foundation
import Glibc
import HTTPTransport
import PostgresClient
import TestSupport
import Testing
import Transcripts

@Suite struct SecretTests {
  private static let key = "sk-e2e-7f3a9c51d2"

  @Test func `a key is sent to the model, and appears nowhere else`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b", "c"], turns: 12), to: "chats.jsonl"))
      site.set("THE_KEY", to: Self.key)
      let model = try await site.model("--fault", "status=401,first=1", recording: true)
      let job = try site.write(
        JobFile.summarizing(
          limits: "{concurrency: 1, model_calls_in_flight: 1}",
          model: "api_key: {env: THE_KEY}\n    headers: {X-Other: {env: THE_KEY}}"), to: "job.yaml")
      // Refused once, with the key in the server's hands; then all is well.
      #expect(try await site.compactor("run", job, "--log-level", "debug").status == 1)
      let metrics = site.folder.appending(path: "run.prom").path
      try await site.done("run", job, "--log-level", "debug", "--log-format", "json", "--metrics-file", metrics)
      #expect(try model.recorded().count == 4)
      #expect(try model.recorded().allSatisfy { $0["authorization"] == true })
      for words in [
        ["status"], ["audit", "--json"], ["show", "a", "--full"], ["explain", "a"], ["plan", job], ["doctor"],
      ] {
        try await site.done(words)
      }
      let (tool, url) = try await EndpointTests.serve(site, "--log-level", "debug")
      for path in ["/", "/metrics", "/readyz"] { #expect(try await !HTTP.get(url + path).body.contains(Self.key)) }
      tool.send(SIGTERM)
      _ = await tool.wait()

      let files = try FileManager.default.contentsOfDirectory(at: site.folder, includingPropertiesForKeys: nil)
        .filter { !$0.lastPathComponent.hasPrefix("requests-") }
      #expect(files.count > 15)
      for file in files where try String(contentsOf: file, encoding: .utf8).contains(Self.key) {
        Issue.record("the key stands in \(file.lastPathComponent)")
      }
      let dump = try await runCommand("pg_dump --data-only '\(site.database.owner)'")
      #expect(dump.contains("summaries") && !dump.contains(Self.key))
    }
  }

  @Test func `text of a conversation reaches no log`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b"], turns: 12), to: "chats.jsonl"))
      // One that cannot be read, to see what is said of it.
      try await site.pool.query(
        "UPDATE compactor.entries SET original = '[\"where is parcel P-b-0\"]' WHERE conversation = 2 AND position = 1")
      try await site.model("--fault", "echo")
      let job = try site.write(JobFile.summarizing(), to: "job.yaml")
      let ending = try await site.compactor("run", job, "--log-level", "debug")
      #expect(ending.status == 1)
      #expect(!(ending.output + ending.errors).contains("parcel"))
      #expect(try await site.count("SELECT count(*) FROM compactor.audit_records WHERE reason LIKE '%parcel%'") == 0)
    }
  }

  @Test func `a key that is not there is told with its place, before a run is started`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a"], turns: 12), to: "chats.jsonl"))
      try await site.model()
      let job = try site.write(JobFile.summarizing(model: "api_key: {env: NOT_SET}"), to: "job.yaml")
      let ending = try await site.compactor("run", job)
      #expect(ending.status == 2, "\(ending.errors)")
      #expect(
        ending.errors.contains("job.yaml:13:20: error: the environment variable `NOT_SET` is not set"))
      #expect(try await site.count("SELECT count(*) FROM compactor.runs") == 0)
      #expect(try await site.count("SELECT count(*) FROM compactor.jobs") == 0)
    }
  }
}
