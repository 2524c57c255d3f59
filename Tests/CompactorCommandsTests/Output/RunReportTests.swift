import Compaction
import Jobs
import Storage
import Testing
import Transcripts

@testable import CompactorCommands
@testable import Worker

@Suite struct RunReportTests {
  private func result(
    _ reason: StopReason?, state: RunState = .finished, _ change: (inout RunCounts) -> Void = { _ in }
  ) -> RunResult {
    var counts = RunCounts()
    change(&counts)
    return RunResult(number: 12, state: state, reason: reason, counts: counts, tokenizer: "o200k_base")
  }

  @Test func `it tells what came of the conversations, and what it cost`() {
    let report = RunReport(
      result(.spendExhausted, state: .stopped) { counts in
        counts.count(.compacted, 1_234)
        counts.count(.spendExhausted)
        (counts.tokensBefore, counts.tokensAfter) = (2_000_000, 500_000)
        (counts.modelCalls, counts.reusedResults) = (1_000, 7)
        (counts.inputTokens, counts.cachedTokens, counts.outputTokens) = (1_500_000, 375_000, 90_000)
        counts.cost = Money(microdollars: 1_230_000)
      })
    #expect(
      report.text == """
        run 12 stopped (spend_exhausted)
          compacted         1,234
          spend_exhausted   1
          tokens            2,000,000 → 500,000 (-75 %), by o200k_base
          model calls       1,000, 7 reused, 1,500,000 tokens in (25 % cached), 90,000 out, 1.23 USD
        """)
  }

  @Test func `nothing was due`() {
    #expect(RunReport(result(nil)).text == "run 12 finished\n  nothing was due")
  }

  @Test func `a program gets every number`() throws {
    let json = try JSON(
      parsing: RunReport(
        result(.interrupted, state: .stopped) { counts in
          counts.count(.unchanged, 3)
          counts.cost = Money(microdollars: 5)
          counts.cachedTokens = 40
        }
      ).json)
    #expect(json["run"] == 12 && json["state"] == "stopped" && json["reason"] == "interrupted")
    #expect(json["outcomes"] == ["unchanged": 3])
    #expect(json["cached_tokens"] == 40)
    #expect(json["cost_usd"] == .number("0.000005"))
  }

  static let endings: [(reason: StopReason?, failures: Int, status: CompactorCommands.ExitStatus)] = [
    (nil, 0, .done), (nil, 1, .failed), (.interrupted, 0, .interrupted), (.interrupted, 1, .interrupted),
    (.cancelled, 0, .interrupted), (.paused, 0, .interrupted), (.spendExhausted, 0, .limit), (.failing, 9, .limit),
    (.modelUnavailable, 1, .failed),
  ]

  @Test(arguments: endings.indices)
  func `how it ended is the exit status`(index: Int) {
    let (reason, failures, status) = Self.endings[index]
    let result = result(reason) { counts in
      counts.count(.compacted, 5)
      if failures > 0 { counts.count(.error, failures) }
    }
    #expect(result.exitStatus == status)
  }
}
