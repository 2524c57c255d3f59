import PostgresClient
import Testing
import Transcripts

/// A model's server that has trouble, and gets over it.
@Suite struct TroubleTests {
  @Test func `too many requests: it waits as long as the server says, and goes on`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b", "c"], turns: 12), to: "chats.jsonl"))
      let job = try site.write(JobFile.summarizing(limits: "{concurrency: 1}"), to: "job.yaml")
      let model = try await site.model("--fault", "status=429,first=2", "--retry-after", "1")
      let report = try await site.json("run", job)
      #expect(report["outcomes"] == ["compacted": 3])
      #expect(report["model_calls"] == 3, "what was refused was not billed")
      #expect(try await model.statistics()["statuses"] == ["200": 3, "429": 2])
    }
  }

  @Test func `whatever breaks an answer off, it is asked for again`() async throws {
    try await Installation.with { site in
      let faults = ["drop", "cut", "no-finish", "bad-json", "stream-error", "stall-midway", "status=503"]
      let keys = (0..<faults.count).map { "k\($0)" }
      try await site.done("import", try site.write(Chats.file(keys, turns: 12), to: "chats.jsonl"))
      let job = try site.write(
        JobFile.summarizing(limits: "{concurrency: 7, model_calls_in_flight: 7}")
          .replacing("idle: 30s", with: "idle: 500ms"), to: "job.yaml")
      // The first rule that strikes holds: each of the first requests meets another fault.
      let rules = faults.enumerated().flatMap { ["--fault", "\($0.element),first=\($0.offset + 1)"] }
      let model = try await site.model(rules + ["--retry-after", "0"])
      let report = try await site.json("run", job)
      #expect(report["outcomes"] == ["compacted": JSON(keys.count)], "\(report.text)")
      let struck = try await model.statistics()["faults"]?.object ?? []
      #expect(Set(struck.map(\.key)) == Set(faults))
      #expect(try await site.count("SELECT count(*) FROM compactor.model_results") == keys.count)
      try await site.done("doctor", "--archive")
    }
  }

  @Test func `a request that the server finds too long is cut into smaller ones`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["long"], turns: 80), to: "chats.jsonl"))
      let rows = try await site.originals()
      let job = try site.write(JobFile.summarizing(), to: "job.yaml")
      let model = try await site.model("--context-size", "2500", recording: true)
      let report = try await site.json("run", job)
      #expect(report["outcomes"] == ["compacted": 1], "\(report.text)")
      let statuses = try await model.statistics()["statuses"]
      #expect(statuses?["400"]?.int ?? 0 >= 1, "\(statuses?.text ?? "")")
      #expect(statuses?["200"]?.int ?? 0 > 2)
      // Everything that the summary covers was in one of them.
      let sent = try model.recorded().dropFirst().flatMap { $0["request"]?["messages"]?.array ?? [] }
        .compactMap { $0["content"]?.string }.joined(separator: "\n")
      for message in Chats.messages("long", turns: 0..<78) { #expect(sent.contains(message["content"]!.string!)) }
      #expect(try await site.originals() == rows)
    }
  }
}
