import Compaction
import Jobs
import TestSupport
import Testing

@testable import Worker

@Suite struct RunEstimateTests {
  private let price = Price(
    input: Money(microdollars: 400_000), cached: Money(microdollars: 100_000), output: Money(microdollars: 1_600_000))

  private func draft(_ drawing: String) throws -> Draft {
    var planner = Planner()
    let policy = Policy(
      trigger: Trigger(.any, [.tokens(100)]), target: Size(tokens: 60), protection: Protection(lastTurns: 1),
      stages: [.summarize(Summarize(model: "m", prompt: "facts@1", atMostTokens: 20))])
    let result = planner.plan(
      PlanningInput(
        snapshot: sketch(drawing), previous: nil, policy: policy, now: 0, lastAppend: 0, revision: 1))
    guard case .needsSummary(let draft) = result else {
      Issue.record("no summary is needed: \(result)")
      throw CancellationError()
    }
    return draft
  }

  @Test func `sizes are those of what would be compacted`() {
    var estimate = RunEstimate()
    estimate.add(
      settled: HistorySize(entries: 10, turns: 2, tokens: 100), HistorySize(entries: 4, turns: 1, tokens: 30))
    estimate.add(settled: HistorySize(entries: 5, turns: 2, tokens: 50), HistorySize(entries: 4, turns: 1, tokens: 20))
    estimate.add(unchanged: HistorySize(entries: 1_000, turns: 9, tokens: 9_999))
    estimate.add(cannotShrink: HistorySize(entries: 7, turns: 1, tokens: 700))
    estimate.add(failed: ())
    #expect(estimate.outcomes == [.compacted: 2, .unchanged: 1, .cannotShrink: 1, .error: 1])
    #expect(estimate.conversations == 5)
    #expect((estimate.entriesBefore, estimate.entriesAfter) == (15, 8))
    #expect((estimate.tokensBefore, estimate.tokensAfter) == (150, 50))
    #expect(estimate.modelCalls == 0 && estimate.cost == .zero)
  }

  @Test func `a summary that fits one request is one call`() throws {
    var estimate = RunEstimate()
    let draft = try draft("U A:40 U A:40 U A:40 U A")
    estimate.add(draft: draft, source: 100, chunk: 1_000, price: price)
    #expect(estimate.outcomes == [.compacted: 1])
    #expect(estimate.modelCalls == 1)
    #expect(estimate.inputTokens == 100 + 350)
    #expect(estimate.outputTokens == 20)
    #expect(estimate.cost == price.cost(input: 450, output: 20))
    #expect(estimate.tokensAfter < estimate.tokensBefore)
  }

  @Test(arguments: [(source: 1_000, calls: 1), (1_001, 3), (8_000, 9), (8_001, 11)])
  func `a long one is a call for each chunk, and more to merge them`(source: Int, calls: Int) throws {
    var estimate = RunEstimate()
    estimate.add(draft: try draft("U A:40 U A:40 U A:40 U A"), source: source, chunk: 1_000, price: price)
    #expect(estimate.modelCalls == calls)
    #expect(estimate.inputTokens >= source)
    #expect(estimate.cost == price.cost(input: estimate.inputTokens, output: estimate.outputTokens))
  }
}
