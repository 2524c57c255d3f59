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
  /// Conversations of each file: a call takes many seconds.
  private static let sample = [("support", 2), ("assistants", 1), ("agents", 2)]
  /// Short ones, of which the model sometimes makes something that is accepted.
  private static let short = Chats.file(["a", "b", "c", "d"], turns: 6)

  private static func job(_ server: LiveServer) -> String {
    """
    job: live
    compact_when: {any: [{tokens: 250}]}
    target: {tokens: 240}
    protect: {last_turns: 1}
    stages:
      - drop_completed_tool_calls: {keep_last_turns: 2}
      - summarize: {model: small, prompt: facts@1, at_most: {tokens: 120}}
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
      var archive = Self.short
      for (name, count) in Self.sample {
        let file = packageRoot().appending(path: "samples/\(name).jsonl")
        let some = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").prefix(count)
        archive += some.map { $0 + "\n" }.joined()
      }
      try await site.done("import", try site.write(archive, to: "archive.jsonl"))
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
      let counts = Dictionary(uniqueKeysWithValues: outcomes.map { ($0.key, $0.value.int ?? 0) })
      let decided = counts.values.reduce(0, +) - counts["unchanged", default: 0]
      #expect(decided > 4, "\(report.text)")
      #expect(try await site.count("SELECT count(*) FROM compactor.audit_records") == decided, "\(report.text)")
      #expect(try await site.isIdle())

      // Nothing is lost.
      #expect(try await site.originals() == rows)
      let exported = try await site.done("export").split(separator: "\n")
      #expect(Set(exported) == Set(archive.split(separator: "\n")))
      try await site.done("doctor", "--archive")

      // What was asked is known, and paid for once.
      let number = { (key: String) in try #require(report[key]?.int, "\(key)") }
      let (calls, input, output) = (try number("model_calls"), try number("input_tokens"), try number("output_tokens"))
      #expect(calls > 4 && input > calls * 50 && output >= calls, "\(report.text)")
      #expect(
        try await site.count("SELECT sum(model_calls)::bigint FROM compactor.audit_records") == calls, "\(report.text)")
      let spent = Double(try await site.texts("SELECT sum(spent)::text FROM compactor.spend")[0])
      let audited = Double(try await site.texts("SELECT sum(cost)::text FROM compactor.audit_records")[0])
      #expect(spent == audited && spent == report["cost_usd"]?.double && spent ?? 0 > 0)
      #expect(try await site.count("SELECT count(*) FROM compactor.spend WHERE set_aside <> 0") == 0)
      print("\(server.testDescription): \(report.text)")
    }
  }
}
