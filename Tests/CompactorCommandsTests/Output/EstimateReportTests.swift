import Compaction
import Jobs
import Testing
import Transcripts

@testable import CompactorCommands
@testable import Worker

@Suite struct EstimateReportTests {
  private func job() throws -> Job {
    let text = """
      job: chats
      compact_when: {any: [{turns: 9}]}
      stages: [{rolling_window: {turns: 3}}]
      """
    return try #require(Job.load(text: text, file: "j.yaml").job)
  }

  @Test func `it says how many conversations would change, and by how much`() throws {
    var estimate = RunEstimate()
    for _ in 0..<1_200 {
      estimate.add(
        settled: HistorySize(entries: 40, turns: 20, tokens: 1_000), HistorySize(entries: 6, turns: 3, tokens: 150))
    }
    estimate.add(unchanged: HistorySize(entries: 2, turns: 1, tokens: 10))
    let report = EstimateReport(job: try job(), estimate: estimate, isBackfill: true, tokenizer: "cl100k_base*1.2")
    #expect(
      report.text == """
        a backfill of chats would look at 1,201 conversations
          compacted         1,200
          unchanged         1
          entries           48,000 → 7,200
          tokens            1,200,000 → 180,000 (-85 %), by cl100k_base*1.2
        """)
    let json = try JSON(parsing: report.json)
    #expect(json["job"] == "chats" && json["backfill"] == true)
    #expect(json["outcomes"] == ["compacted": 1_200, "unchanged": 1])
    #expect(json["tokens_after"] == 180_000 && json["model_calls"] == 0 && json["cost_usd"]?.double == 0)
  }

  @Test func `nothing to look at is said so`() throws {
    let report = EstimateReport(job: try job(), estimate: RunEstimate(), isBackfill: false, tokenizer: "estimate@1")
    #expect(report.text == "a run of chats would look at 0 conversations")
  }
}
