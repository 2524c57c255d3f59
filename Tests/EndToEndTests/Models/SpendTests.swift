import HTTPTransport
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
      let spent = try await site.texts("SELECT sum(spent + set_aside)::text FROM compactor.spend")[0]
      let limit = limits.contains("0.04") ? 0.04 : 0.05
      #expect(Double(spent)! <= limit && Double(spent)! > 0)
      let audited = try await site.texts("SELECT sum(cost)::text FROM compactor.audit_records")[0]
      #expect(Double(audited) == Double(spent), "every cent stands in the audit, and nothing stays set aside")
      #expect(report["cost_usd"]?.double == Double(spent))

      // The day's limit holds for the next run, too.
      let next = try await site.compactor("run", job, "--json")
      #expect(next.status == 3)
      let total = try await site.texts("SELECT sum(spent + set_aside)::text FROM compactor.spend")[0]
      #expect(Double(total)! <= (limits.contains("day") ? 0.05 : 0.10))
    }
  }

  @Test func `status, page and metrics tell the same of it as the table`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b"], turns: 12), to: "chats.jsonl"))
      try await site.model()
      let limits = "{spend: {run: 0.5 USD, day: 2 USD}}"
      try await site.done(
        "run", try site.write(JobFile.summarizing(price: "{input: 3, output: 15}", limits: limits), to: "job.yaml"))
      // A call that is under way somewhere else.
      try await site.pool.query(
        """
        SELECT compactor.reserve_spend(gen_random_uuid(), 'summaries', 1, gen_random_uuid(), 0.25, 0.1, 600, 1, 1)
        """)
      let row = try await site.texts("SELECT spent || ' ' || set_aside FROM compactor.spend")[0].split(separator: " ")
      let spent = try #require(Double(row[0]))
      #expect(spent > 0 && row[1] == "0.25")
      let status = try await site.json("status")
      let run = try #require(status["runs"]?[0])
      #expect(run["spent_usd"]?.double == spent && run["set_aside_usd"] == 0.25 && run["limit_usd"]?.double == 0.5)
      let today = try #require(status["jobs"]?[0]?["spend_today"])
      #expect(today["spent_usd"]?.double == spent && today["set_aside_usd"] == 0.25 && today["limit_usd"]?.double == 2)
      let (tool, url) = try await EndpointTests.serve(site, "--poll", "3600")
      let metrics = try await HTTP.get(url + "/metrics").body.split(separator: "\n")
      let ratio = metrics.first { $0.contains("spend_limit_ratio") && $0.contains(#"period="day""#) }
      let shown = try #require(ratio?.split(separator: " ").last.flatMap { Double($0) })
      #expect(abs(shown - (spent + 0.25) / 2) < 1e-9)
      #expect(try await HTTP.get(url + "/").body.contains("and $0.25 set aside"))
      tool.send(15)
      _ = await tool.wait()
    }
  }

  @Test func `what a killed worker had set aside may be used again once its lease is over`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a"], turns: 12), to: "chats.jsonl"))
      let slow = try await site.model("--fault", "stall")
      // Room for one call, by its bytes.
      let job = try site.write(
        JobFile.summarizing(price: "{input: 3, output: 15}", limits: "{spend: {run: 0.02 USD, day: 0.02 USD}}"),
        to: "job.yaml")
      let worker = try site.start("run", job, "--lease", "5")
      try await waitUntil("a call is under way") { try await slow.requests == 1 }
      worker.send(9)
      _ = await worker.wait()
      #expect(try await site.count("SELECT count(*) FROM compactor.spend WHERE set_aside > 0.01 AND spent = 0") == 1)
      try await site.model()
      try await waitUntil("its lease is over") {
        try await site.count("SELECT count(*) FROM compactor.spend WHERE set_aside = 0 AND unaccounted > 0") == 1
      }
      try await waitUntil("another may take the conversation") {
        try await site.json("run", job)["outcomes"] == ["compacted": 1]
      }
      let sums = try await site.texts("SELECT spent || ' ' || unaccounted FROM compactor.spend ORDER BY run")
      #expect(sums.count >= 2, "what the killed one likely spent stays counted: \(sums)")
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
      let spent = try await site.texts("SELECT sum(spent + set_aside)::text FROM compactor.spend")[0]
      #expect(Double(spent)! <= 0.05 && Double(spent)! > 0.02)
    }
  }
}
