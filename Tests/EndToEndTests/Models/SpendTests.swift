import PostgresClient
import Testing
import Transcripts

@Suite struct SpendTests {
  @Test(arguments: ["run: 0.05 USD", "run: 0.04 USD, day: 0.05 USD"])
  func `a run stops before it spends more than its limits`(limits: String) async throws {
    try await Installation.with { site in
      let keys = (0..<30).map { "k\($0)" }
      try await site.done("import", try site.write(Chats.file(keys, turns: 12), to: "chats.jsonl"))
      let job = try site.write(
        JobFile.summarizing(price: "{input: 3, output: 15}", limits: "{concurrency: 8, spend: {\(limits)}}"),
        to: "job.yaml")
      let model = try await site.model()
      let ending = try await site.compactor("run", job, "--json")
      #expect(ending.status == 3, "\(ending.output)\(ending.errors)")
      let report = try JSON(parsing: ending.output)
      #expect(report["reason"] == "spend_exhausted")
      let compacted = try #require(report["outcomes"]?["compacted"]?.int)
      #expect(compacted > 0 && compacted < keys.count)
      #expect(try await model.requests == compacted)
      let spent = try await site.texts("SELECT sum(spent + reserved)::text FROM compactor.spend")[0]
      let limit = limits.contains("0.04") ? 0.04 : 0.05
      #expect(Double(spent)! <= limit && Double(spent)! > 0)
      let audited = try await site.texts("SELECT sum(cost)::text FROM compactor.audit_records")[0]
      #expect(Double(audited) == Double(spent), "every cent stands in the audit, and nothing stays reserved")
      #expect(report["cost_usd"]?.double == Double(spent))

      // The day's limit holds for the next run, too.
      let next = try await site.compactor("run", job, "--json")
      #expect(next.status == 3)
      let total = try await site.texts("SELECT sum(spent + reserved)::text FROM compactor.spend")[0]
      #expect(Double(total)! <= (limits.contains("day") ? 0.05 : 0.10))
    }
  }

  @Test func `two workers together keep the day's limit`() async throws {
    try await Installation.with { site in
      let keys = (0..<30).map { "k\($0)" }
      try await site.done("import", try site.write(Chats.file(keys, turns: 12), to: "chats.jsonl"))
      let job = try site.write(
        JobFile.summarizing(
          price: "{input: 3, output: 15}", limits: "{concurrency: 8, spend: {run: 1 USD, day: 0.05 USD}}"),
        to: "job.yaml")
      try await site.model("--delay-ms", "50")
      try await site.done("apply", job)
      let workers = try (0..<3).map { _ in try site.start("run", "summaries") }
      var statuses: [Int32] = []
      for worker in workers { statuses.append(await worker.wait().status) }
      // A worker for which the others left nothing to claim has met no limit.
      #expect(statuses.allSatisfy { $0 == 3 || $0 == 0 } && statuses.contains(3))
      let spent = try await site.texts("SELECT sum(spent + reserved)::text FROM compactor.spend")[0]
      #expect(Double(spent)! <= 0.05 && Double(spent)! > 0.02)
    }
  }
}
