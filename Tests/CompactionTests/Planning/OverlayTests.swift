import Compaction
import PlanProperties
import TestSupport
import Testing

struct OverlayTests {
  static let overlay = Overlay(
    ranges: [
      DispositionRange(PositionRange(1, 1), .kept, revision: 2),
      DispositionRange(PositionRange(2, 4), .dropped, stage: "rolling_window", revision: 1),
      DispositionRange(PositionRange(5, 6), .covered, stage: "summarize", revision: 2),
      DispositionRange(PositionRange(7, 8), .replaced, stage: "clear_tool_results", revision: 2),
      DispositionRange(PositionRange(9, 9), .kept, revision: 2),
    ], summary: Overlay.Summary(before: 7, tokens: 30), coversThrough: 9)

  @Test func `the history is what is kept, the summary and everything appended later`() {
    let history = Self.overlay.history(of: Array(Int32(1)...11)) { $0 }
    #expect(
      history == [
        .entry(1), .summary(Overlay.Summary(before: 7, tokens: 30)), .replaced(7), .replaced(8), .entry(9), .entry(10),
        .entry(11),
      ])
  }

  @Test func `entries of other branches leave gaps that mean nothing`() {
    let history = Self.overlay.history(of: [1, 3, 6, 9, 12] as [Int32]) { $0 }
    #expect(history == [.entry(1), .summary(Overlay.Summary(before: 7, tokens: 30)), .entry(9), .entry(12)])
  }

  @Test func `a disposition is found by position`() {
    let expected: [Disposition] = [
      .kept, .kept, .dropped, .dropped, .dropped, .covered, .covered, .replaced, .replaced, .kept, .kept,
    ]
    #expect((Int32(0)...10).map(Self.overlay.disposition) == expected)
  }

  @Test func `ranges of a disposition are joined where they touch`() {
    var overlay = Self.overlay
    overlay.ranges[2].disposition = .dropped
    #expect(overlay.ranges(.dropped) == [PositionRange(2, 6)])
    #expect(overlay.ranges(.kept) == [PositionRange(1, 1), PositionRange(9, 9)])
    #expect(overlay.ranges(.covered) == [])
  }

  @Test func `the size counts the summary and each turn once`() {
    let snapshot = sketch("S U A U A U U A U U &U A")
    #expect(Overlay.size(of: snapshot, under: nil) == HistorySize(entries: 12, turns: 6, tokens: 120))
    #expect(Overlay.size(of: snapshot, under: Self.overlay) == HistorySize(entries: 8, turns: 3, tokens: 100))
  }

  @Test func `the size is what the planner says it is`() {
    for seed in 0..<500 {
      for round in Scenario(seed: seed).run(Planner.self) {
        var planner = Planner()
        guard case .settled(let plan) = planner.plan(round.input) else { continue }
        #expect(plan.before == Overlay.size(of: round.input.snapshot, under: round.input.previous), "seed \(seed)")
        #expect(plan.after == Overlay.size(of: round.input.snapshot, under: plan.overlay), "seed \(seed)")
      }
    }
  }
}
