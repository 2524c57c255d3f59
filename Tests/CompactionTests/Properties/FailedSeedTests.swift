import PlanProperties
import TestSupport
import Testing

/// Seeds on which `check-plans` failed once.
struct FailedSeedTests {
  static let seeds: [Int] = [
    21_642, 100_758, 120_500, 160_305, 190_118, 1_001_219, 1_018_493, 1_038_752, 1_042_901, 1_199_952,
    3_048_612, 7_053_532,
  ]

  @Test(arguments: seeds)
  func `a seed that failed once holds every property`(_ seed: Int) {
    var check = PlanCheck()
    check.run(seed..<seed + 1)
    #expect(check.failure == nil, "\(check.failure ?? "")")
    #expect(check.transcripts == 1 && check.looks == 3)
  }

  @Test func `a check reaches every stage, and stops at the first seed that fails`() {
    var check = PlanCheck()
    check.run(240_000..<241_000)
    #expect(check.failure == nil, "\(check.failure ?? "")")
    #expect(check.transcripts == 1_000)
    #expect(
      Set(check.stages.keys) == [
        "clear_tool_arguments", "clear_tool_results", "drop_attachments", "drop_completed_tool_calls",
        "drop_stale_reasoning", "hard_budget", "repair", "rolling_window", "summarize",
      ])
  }
}
