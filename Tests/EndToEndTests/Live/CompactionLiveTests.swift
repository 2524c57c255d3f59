import Compaction
import Foundation
import PostgresClient
import TestSupport
import Testing
import Transcripts

/// A whole compaction through real servers. What a model of 135 million parameters writes is seldom a summary: nothing is
/// asked of its words, everything of what becomes of them.
@Suite(.enabled(if: LiveServer.areNamed, LiveServer.areMissing))
struct CompactionLiveTests {
  /// Conversations of each file: a call takes seconds.
  private static let sample = [("support", 5), ("assistants", 3), ("agents", 3)]

  private static func job(_ server: LiveServer) -> String {
    """
    job: live
    compact_when: {any: [{tokens: 700}]}
    target: {tokens: 400}
    protect: {last_turns: 1}
    stages:
      - drop_completed_tool_calls: {keep_last_turns: 2}
      - summarize: {model: small, prompt: facts@1, at_most: {tokens: 200}}
    models:
      small:
        url: {env: LIVE_URL}
        name: \(server.model)
        api_key: {env: LIVE_KEY}
        price: {input: 1, cached: 0.5, output: 2}
        context_window: 2k
        temperature: 0
        timeouts: {first_byte: 2m, idle: 1m, total: 5m}
    limits: {concurrency: 2, model_calls_in_flight: 2, spend: {run: 1 USD}, stop_when_failing: 100%}
    """
  }

  @Test(arguments: LiveServer.allCases)
  func `a compaction ends every conversation in an outcome, loses nothing and counts every call`(server: LiveServer)
    async throws
  {
    try await Installation.with { site in
      var lines: Set<String> = []
      for (name, count) in Self.sample {
        let file = packageRoot().appending(path: "samples/\(name).jsonl")
        let some = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").prefix(count)
        try await site.done("import", try site.write(some.map { $0 + "\n" }.joined(), to: "\(name).jsonl"))
        lines.formUnion(some.map(String.init))
      }
      let rows = try await site.originals()
      site.set("LIVE_URL", to: try server.url)
      site.set("LIVE_KEY", to: try server.key)

      let ending = try await site.start(["run", try site.write(Self.job(server), to: "job.yaml"), "--json"])
        .wait(upTo: .seconds(900))
      let report = try JSON(parsing: ending.output)
      let outcomes = report["outcomes"]?.object ?? []
      // Refused summaries make the status 1; a run that died, or ran into a limit, is another.
      #expect(ending.status == 0 || ending.status == 1, "\(report.text)\(ending.errors)")
      #expect(report["state"] == "finished", "\(report.text)")
      let known = Set(Outcome.allCases.map(\.rawValue))
      #expect(outcomes.allSatisfy { known.contains($0.key) }, "\(report.text)")
      #expect(outcomes.allSatisfy { !["error", "model_unavailable", "lost_lease"].contains($0.key) }, "\(report.text)")
      let due = try await site.count("SELECT count(*) FROM compactor.audit_records")
      #expect(due > 5 && outcomes.reduce(0) { $0 + ($1.value.int ?? 0) } == due, "\(report.text)")
      #expect(try await site.isIdle())

      // Nothing is lost.
      #expect(try await site.originals() == rows)
      let exported = try await site.done("export").split(separator: "\n").map(String.init)
      #expect(Set(exported) == lines)
      try await site.done("doctor", "--archive")

      // What was asked is known, and paid for once.
      let calls = try #require(report["model_calls"]?.int)
      #expect(calls > 0)
      let results = try await site.pool.query(
        "SELECT count(*), sum(input_tokens)::bigint, sum(output_tokens)::bigint FROM compactor.model_results")[0]
      let (count, input, output) = try results.values(Int64.self, Int64.self, Int64.self)
      #expect(count > 0 && input > count * 50 && output > 0)
      let spent = Double(try await site.texts("SELECT sum(spent)::text FROM compactor.spend")[0])
      let audited = Double(try await site.texts("SELECT sum(cost)::text FROM compactor.audit_records")[0])
      #expect(spent == audited && spent == report["cost_usd"]?.double && spent ?? 0 > 0)
      #expect(try await site.count("SELECT count(*) FROM compactor.spend WHERE reserved <> 0") == 0)
      print(
        "\(server.testDescription): \(outcomes.map { "\($0.value.text) \($0.key)" }.joined(separator: ", ")); "
          + "\(calls) calls, \(input) tokens in, \(output) out, \(spent ?? 0) USD")
    }
  }
}
