import Compaction
import TestSupport
import Testing

struct SummarizeTests {
  static func summarize(_ keepLast: RollingWindow.Limit? = nil, atMost: Int = 10, atLeast: Int = 0) -> Stage {
    .summarize(
      Summarize(
        model: "small", prompt: "brief@1", atMostTokens: atMost, keepLast: keepLast, atLeastTokens: atLeast))
  }

  static let spans: [(String, Stage, Size?, Protection, String)] = [
    ("S U A U A U A", summarize(.turns(1)), nil, Protection(), "S1 Σ U6 A7"),
    ("S U A S U A U A", summarize(.turns(1)), nil, Protection(), "S1 S4 Σ U7 A8"),
    ("U A U A U A", summarize(.entries(4)), nil, Protection(), "Σ U3 A4 U5 A6"),
    ("U A U A U A", summarize(.entries(3)), nil, Protection(), "Σ U5 A6"),
    ("U A U A U A", summarize(.tokens(45)), nil, Protection(), "Σ U3 A4 U5 A6"),
    // Just enough for the target, counting the summary at its largest.
    ("U A U A U A U A", summarize(), Size(tokens: 70), Protection(), "Σ U3 A4 U5 A6 U7 A8"),
    ("U A U A U A U A", summarize(), Size(tokens: 69), Protection(), "Σ U5 A6 U7 A8"),
    ("U A U A U A U A", summarize(), Size(entries: 5), Protection(), "Σ U5 A6 U7 A8"),
    ("U A U A U A U A", summarize(), Size(turns: 1), Protection(), "Σ U7 A8"),
    // As near as it gets where the target is out of reach, and as far as it goes without one.
    ("U A U A U A U A", summarize(), Size(tokens: 5), Protection(), "Σ U7 A8"),
    ("U A U A U A U A", summarize(), nil, Protection(), "Σ U7 A8"),
    ("U A U A U A U A", summarize(), nil, Protection(lastTurns: 3), "Σ U3 A4 U5 A6 U7 A8"),
    ("U A{1} T(1) A{2} T(2) A{3} T(3)", summarize(), nil, Protection(lastTurns: 0), "Σ U1 C6 T7"),
    // Unanswered and protected groups stay, each with the prompt and the answers of its turn.
    ("U A U A{1} A U A U A", summarize(.turns(1)), nil, Protection(deadCalls: true), "Σ U3 C4 A5 U8 A9"),
    ("U A U A{1} A U A U A", summarize(.turns(1)), nil, Protection(), "Σ U8 A9"),
    ("U A U A{1=pay} T(1) A U A", summarize(.turns(1)), nil, Protection(tools: ["pay"]), "Σ U3 C4 T5 A6 U7 A8"),
    ("U A U A U A", summarize(.turns(1)), nil, Protection(firstPrompt: true), "Σ U1 U5 A6"),
    // Nothing to cover, or too little of it.
    ("U A", summarize(.turns(1)), nil, Protection(), "U1 A2"),
    ("U A U A", summarize(.turns(1), atMost: 20), nil, Protection(), "U1 A2 U3 A4"),
    ("U A U A", summarize(.turns(1), atMost: 19), nil, Protection(), "Σ U3 A4"),
    ("U A U A", summarize(.turns(1), atMost: 10, atLeast: 11), nil, Protection(), "U1 A2 U3 A4"),
    ("U A U A", summarize(.turns(1), atMost: 10, atLeast: 10), nil, Protection(), "Σ U3 A4"),
    // Enough for the minimum gain, where the target alone would ask for less.
    ("U A U A U A U A", summarize(atMost: 10, atLeast: 20), Size(tokens: 70), Protection(), "Σ U5 A6 U7 A8"),
  ]

  @Test(arguments: spans)
  func `a summary stands for what is older than what it leaves`(
    _ drawing: String, _ stage: Stage, _ target: Size?, _ protection: Protection, _ expected: String
  ) {
    #expect(planned(drawing, policy(stage, target: target, protect: protection)).drawing == expected)
  }

  @Test func `a draft says what to read, how large the summary may be, and who writes it`() throws {
    let made = planned("S U A U A U A", policy(Self.summarize(.turns(1), atMost: 12)))
    let draft = try #require(made.draft)
    #expect(draft.covered == [PositionRange(2, 5)])
    #expect(draft.newlyCovered == draft.covered)
    #expect(draft.previousSummary == nil)
    #expect(draft.replacedTokens == 40)
    #expect(draft.budgetTokens == 12)
    #expect(draft.model == "small")
    #expect(draft.prompt == "brief@1")
    #expect(draft.before == HistorySize(entries: 7, turns: 3, tokens: 70))
  }

  @Test func `a later summary covers the originals of the earlier one again`() throws {
    let stage = Self.summarize(.turns(1))
    let first = planned("S U A U A U A", policy(stage), summaryTokens: 8)
    let second = planned(
      "S U A U A U A U A*", policy(stage), previous: first.plan?.overlay, summaryTokens: 9, revision: 2)
    let draft = try #require(second.draft)
    #expect(draft.covered == [PositionRange(2, 7)])
    #expect(draft.newlyCovered == [PositionRange(6, 7)])
    #expect(draft.previousSummary == Overlay.Summary(before: 6, tokens: 8))
    #expect(draft.replacedTokens == 28)
    let plan = try #require(second.plan)
    #expect(second.drawing == "S1 Σ U8 A9")
    #expect(
      plan.overlay.ranges == [
        DispositionRange(PositionRange(1, 1), .kept, revision: 2),
        DispositionRange(PositionRange(2, 5), .covered, stage: "summarize", revision: 1),
        DispositionRange(PositionRange(6, 7), .covered, stage: "summarize", revision: 2),
        DispositionRange(PositionRange(8, 9), .kept, revision: 2),
      ])
    #expect(plan.overlay.summary == Overlay.Summary(before: 8, tokens: 9))
    #expect(plan.before == HistorySize(entries: 6, turns: 2, tokens: 58))
    #expect(plan.after == HistorySize(entries: 4, turns: 1, tokens: 39))
    #expect(plan.effects.map(\.tokensGained) == [19])
    #expect(plan.effects.map(\.ranges) == [[PositionRange(6, 7)]])
  }

  @Test(arguments: [0, -1, 11, 1_000])
  func `a summary that is empty or larger than allowed is not settled`(_ tokens: Int) throws {
    let draft = try #require(planned("U A U A U A", policy(Self.summarize(.turns(1)))).draft)
    guard case .cannotShrink(.summaryTooLarge, let next) = draft.settle(summaryTokens: tokens) else {
      Issue.record("settled with \(tokens) tokens")
      return
    }
    #expect(next.entries == 7)
  }

  @Test func `a draft can be settled more than once, each time alike`() throws {
    let draft = try #require(planned("U A U A U A", policy(Self.summarize(.turns(1)))).draft)
    guard case .settled(let one) = draft.settle(summaryTokens: 7),
      case .settled(let other) = draft.settle(summaryTokens: 7)
    else {
      Issue.record("not settled")
      return
    }
    #expect(one == other)
  }

  @Test func `stages behind the summary run with its true size`() throws {
    let stages = [Self.summarize(.turns(2)), .rollingWindow(RollingWindow(.turns(1)))]
    let policy = Policy(trigger: Trigger(.any, []), target: Size(tokens: 45), stages: stages)
    #expect(planned("U A U A U A", policy, summaryTokens: 5).drawing == "Σ U3 A4 U5 A6")
    #expect(planned("U A U A U A", policy, summaryTokens: 6).drawing == "Σ U5 A6")
  }

  @Test func `what an earlier stage dropped is not summarised`() throws {
    let made = planned(
      "U A{1} T(1) A U A", policy(.dropCompletedToolCalls(DropCompletedToolCalls()), Self.summarize(.turns(1))))
    #expect(made.draft?.covered == [PositionRange(1, 1), PositionRange(4, 4)])
    #expect(made.drawing == "Σ U5 A6")
  }

  @Test func `a policy makes one summary at most`() {
    let made = planned("U A U A U A", policy(Self.summarize(.turns(2), atMost: 40), Self.summarize(.turns(1))))
    #expect(made.draft == nil)
    #expect(made.plan == nil)
  }
}
