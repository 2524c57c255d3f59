import PostgresClient
import Testing
import Transcripts

/// What an operator looks at before anything is done.
@Suite struct LookingAheadTests {
  @Test func `validate names every mistake with its place, and refuses what can never act`() async throws {
    try await Installation.with { site in
      let good = try site.write(JobFile.summarizing(), to: "good.yaml")
      #expect(try await site.done("validate", good).hasPrefix("\(good): "))
      let bad = try site.write(
        """
        job: bad
        compact_when: {any: [{tokens: 300}]}
        stages:
          - rolling_windw: {turns: 3}
          - summarize: {model: small, prompt: facts@1, at_most: {tokens: 100}}
        limits: {concurrency: many}
        """, to: "bad.yaml")
      let ending = try await site.compactor("validate", bad)
      #expect(ending.status == 2)
      for place in ["\(bad):4:5: error", "\(bad):5:", "\(bad):6:23: error", "did you mean"] {
        #expect(ending.errors.contains(place), "\(place) in \(ending.errors)")
      }
      let listed = try await site.compactor("validate", bad, "--json")
      #expect(listed.status == 2 && listed.errors.isEmpty)
      let findings = try #require(try JSON(parsing: listed.output)["findings"]?.array)
      #expect(findings.contains { $0["line"] == 4 && $0["column"] == 5 && $0["nearest"] == "rolling_window" })
      #expect(try await site.compactor("run", bad).status == 2)
      let missing = try await site.compactor("validate", "/nowhere/job.yaml")
      #expect(missing.status == 2 && missing.errors.hasPrefix("compactor: /nowhere/job.yaml: "))
      let never = try site.write(
        """
        job: never
        compact_when: {any: [{turns: 10}]}
        stages: [{rolling_window: {turns: 5}}, {rolling_window: {turns: 8}}]
        """, to: "never.yaml")
      #expect(try await site.compactor("validate", never).status == 2)
    }
  }

  @Test func `plan shows what a run would do and cost, and changes nothing`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b", "c"], turns: 12), to: "chats.jsonl"))
      try await site.done("import", try site.write(Chats.file(["small"], turns: 1), to: "small.jsonl"))
      let model = try await site.model()
      let job = try site.write(JobFile.summarizing(price: "{input: 3, output: 15}"), to: "job.yaml")
      let everything: SQL = """
        SELECT (SELECT count(*) FROM compactor.jobs) + (SELECT count(*) FROM compactor.runs)
          + (SELECT count(*) FROM compactor.header_blocks) + (SELECT sum(epoch)::bigint FROM compactor.claims)
        """
      let estimate = try await site.json("plan", job)
      #expect(estimate["outcomes"] == ["compacted": 3, "unchanged": 1])
      #expect(estimate["model_calls"] == 3)
      #expect(try await site.count(everything) == 0)
      #expect(try await model.requests == 0)
      let text = try await site.done("plan", job)
      for essential in ["a run of summaries would look at 4 conversations", "model calls", "at most about", "tokens"] {
        #expect(text.contains(essential), "\(essential)")
      }
      #expect(try await site.json("plan", job, "--limit", "2")["outcomes"] == ["compacted": 2])

      let report = try await site.json("run", job)
      #expect(report["tokens_before"] == estimate["tokens_before"])
      #expect(report["tokens_after"]!.int! <= estimate["tokens_after"]!.int!)
      #expect(report["cost_usd"]!.double! <= estimate["cost_usd"]!.double!)
      #expect(report["model_calls"] == estimate["model_calls"])
    }
  }

  @Test func `explain says why a conversation is or is not due`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a"], turns: 12), to: "chats.jsonl"))
      try await site.model()
      #expect(try await site.done("explain", "a").contains("none is registered"))
      let job = try site.write(JobFile.summarizing(), to: "job.yaml")
      try await site.done("apply", job)
      let due = try await site.done("explain", "a")
      #expect(due.contains("due      since") && due.contains("is the first that selects it"))
      #expect(due.contains("would summarise positions 1-22 in at most"))
      let json = try await site.json("explain", "a")
      #expect(json["due_since"] != .null && json["job"]?["look"]?["would"] == "summarize")
      #expect(json["job"]?["look"]?["positions"] == "1-22" && json["job"]?["history"]?["entries"] == 24)
      try await site.done("run", job)
      let done = try await site.done("explain", "a")
      #expect(done.contains("due      no; the next look is at") && done.contains("below the trigger"))
      #expect(try await site.compactor("explain", "nobody").status == 2)
    }
  }
}
