import Compaction
import TestSupport
import Testing

struct ClearToolResultsTests {
  typealias Clear = ClearToolResults

  static let free = Protection(lastTurns: 0)

  static let clears: [(String, Clear, Protection, String)] = [
    ("U A{1} T(1):90 A U A", Clear(keepLast: 0), Protection(), "U1 C2 T3' A4 U5 A6"),
    ("U A{1} T(1):90 A{2} T(2):90 A U A", Clear(keepLast: 1), Protection(), "U1 C2 T3' C4 T5 A6 U7 A8"),
    // Parallel results are counted one by one.
    ("U A{1,2,3} T(2):90 T(1):90 T(3):90 A U A", Clear(keepLast: 2), Protection(), "U1 C2 T3' T4 T5 A6 U7 A8"),
    // A call that waits for its result is a barrier: nothing is done to its group.
    ("U A{1,2} T(1):90 A U", Clear(keepLast: 0), Protection(), "U1 C2 T3 A4 U5"),
    // By occurrence of the id, not by the set of all: the last result answers nothing.
    (
      "U A{x} T(x):90 A U A{x} T(x):90 T(x):90 A U A", Clear(keepLast: 0), Protection(),
      "U1 C2 T3' A4 U5 C6 T7' T8 A9 U10 A11"
    ),
    // The tool is that of the call which the result answers, wherever it stands.
    (
      "U A{x=a} T(x):90 A U A{x=b} T(x):90 A U A", Clear(keepLast: 0, only: ["b"]), Protection(),
      "U1 C2 T3 A4 U5 C6 T7' A8 U9 A10"
    ),
    (
      "U A{1=a,2=b} T(2):90 T(1):90 A U A", Clear(keepLast: 0, except: ["b"]), Protection(),
      "U1 C2 T3 T4' A5 U6 A7"
    ),
    ("U A{1} T(1):90 A U A", Clear(keepLast: 0, only: ["a"]), Protection(), "U1 C2 T3 A4 U5 A6"),
    ("U A{1=pay} T(1):90 A U A", Clear(keepLast: 0), Protection(tools: ["pay"]), "U1 C2 T3 A4 U5 A6"),
    ("U A{1} T(1):90* A{2} T(2):90 A U A", Clear(keepLast: 0), Protection(), "U1 C2 T3 C4 T5' A6 U7 A8"),
    // Within the last turn, if it may be touched at all; its last calls stay.
    ("U A{1} T(1):90 A{2} T(2):90", Clear(keepLast: 0), free, "U1 C2 T3' C4 T5"),
    ("U A{1} T(1):90 A{2} T(2):90", Clear(keepLast: 0), Protection(), "U1 C2 T3 C4 T5"),
    // A result that is short already is left alone.
    ("U A{1} T(1):16 A U A", Clear(keepLast: 0), Protection(), "U1 C2 T3 A4 U5 A6"),
    // The minimum gain, of forms of five tokens.
    (
      "U A{1} T(1):90 A{2} T(2):90 A U A", Clear(keepLast: 0, atLeastTokens: 170), Protection(),
      "U1 C2 T3' C4 T5' A6 U7 A8"
    ),
    (
      "U A{1} T(1):90 A{2} T(2):90 A U A", Clear(keepLast: 0, atLeastTokens: 171), Protection(),
      "U1 C2 T3 C4 T5 A6 U7 A8"
    ),
  ]

  @Test(arguments: clears)
  func `old results are shortened, and their calls stay`(
    _ drawing: String, _ clear: Clear, _ protection: Protection, _ expected: String
  ) {
    let made = planned(drawing, policy(.clearToolResults(clear), protect: protection))
    #expect(made.drawing == expected)
    #expect(made.plan?.isNoWorse(in: .strictAlternation) ?? true)
  }

  @Test func `a plan asks for the forms that a stage needs, and counts what they cost`() throws {
    let clear = Stage.clearToolResults(Clear(leave: .placeholder, keepLast: 0))
    let made = planned("U A{1} T(1):90 A{2} T(2):70 A U A", policy(clear), formTokens: 12)
    let draft = try #require(made.shortForms.first)
    #expect(draft.positions == [3, 5])
    #expect(draft.rule == .result(.placeholder))
    let plan = try #require(made.plan)
    #expect(
      plan.overlay.shortForms == [
        ShortFormSize(position: 3, tokens: 12), ShortFormSize(position: 5, tokens: 12),
      ])
    #expect(
      plan.effects == [
        StageEffect(
          stageIndex: 0, stage: "clear_tool_results", disposition: .replaced,
          ranges: [PositionRange(3, 3), PositionRange(5, 5)], entries: 2, tokensGained: 136)
      ])
    #expect(plan.before == HistorySize(entries: 8, turns: 2, tokens: 220, toolCalls: 2))
    #expect(plan.after == HistorySize(entries: 8, turns: 2, tokens: 84, toolCalls: 2))
  }

  @Test(arguments: [nil, 90, 91, 1_000, -1])
  func `a form that is not shorter is not used`(_ tokens: Int?) throws {
    let made = planned(
      "U A{1} T(1):90 A U A", policy(.clearToolResults(Clear(keepLast: 0))), formTokens: tokens)
    #expect(made.shortForms.count == 1)
    #expect(made.plan == nil)
  }

  @Test func `what is replaced stays so, counts by its form, and may later be dropped or summarised`() throws {
    let clear = Stage.clearToolResults(Clear(keepLast: 0))
    let first = try #require(planned("U A{1} T(1):90 A U A", policy(clear)).plan)
    #expect(first.after.tokens == 55)
    // Nothing is asked for again, and only what is new is replaced.
    let again = planned("U A{1} T(1):90 A U A", policy(clear), previous: first.overlay, revision: 2)
    #expect(again.shortForms.isEmpty)
    let grown = planned(
      "U A{1} T(1):90 A U A{2} T(2):90 A U A", policy(clear), previous: first.overlay, formTokens: 7, revision: 2)
    #expect(grown.shortForms.map(\.positions) == [[7]])
    #expect(grown.plan?.before.tokens == 175)
    #expect(grown.plan?.after.tokens == 92)
    #expect(grown.plan?.overlay.ranges.filter { $0.disposition == .replaced }.map(\.revision) == [1, 2])
    #expect(grown.plan?.overlay.shortForms.map(\.tokens) == [5, 7])
    // Dropped: the form goes with it.
    let dropped = planned(
      "U A{1} T(1):90 A U A", policy(.dropCompletedToolCalls(DropCompletedToolCalls())), previous: first.overlay,
      revision: 2)
    #expect(dropped.drawing == "U1 A4 U5 A6")
    #expect(dropped.plan?.overlay.shortForms == [])
    #expect(dropped.plan?.effects.map(\.tokensGained) == [15])
    // Covered: the summary replaces what the form costs, and is written from the original.
    let summarize = Stage.summarize(Summarize(model: "m", prompt: "facts@1", atMostTokens: 10))
    let covered = planned("U A{1} T(1):90 A U A", policy(summarize), previous: first.overlay, revision: 2)
    #expect(covered.draft?.replacedTokens == 35)
    #expect(covered.draft?.covered == [PositionRange(1, 4)])
  }

  @Test func `stages stop when short forms have reached the target`() {
    let stages: [Stage] = [.clearToolResults(Clear(keepLast: 0)), .rollingWindow(RollingWindow(.turns(1)))]
    func left(_ target: Int) -> String {
      planned(
        "U A{1} T(1):90 A U A",
        Policy(trigger: Trigger(.any, []), target: Size(tokens: target), stages: stages)
      ).drawing
    }
    #expect(left(55) == "U1 C2 T3' A4 U5 A6")
    #expect(left(54) == "U5 A6")
  }

  @Test func `what an earlier stage shortened may be summarised in the same plan, and later stages may shorten more`() {
    let made = planned(
      "U A{1} T(1):90 A U A{2} T(2):90 A U A",
      policy(
        .summarize(Summarize(model: "m", prompt: "facts@1", atMostTokens: 10, keepLast: .turns(2))),
        .clearToolResults(Clear(keepLast: 0))))
    #expect(made.drawing == "Σ U5 C6 T7' A8 U9 A10")
    let other = planned(
      "U A{1} T(1):90 A U A{2} T(2):90 A U A",
      policy(
        .clearToolResults(Clear(keepLast: 1)),
        .summarize(Summarize(model: "m", prompt: "facts@1", atMostTokens: 10, keepLast: .turns(2)))))
    #expect(other.drawing == "Σ U5 C6 T7 A8 U9 A10")
    #expect(other.draft?.replacedTokens == 35)
    #expect(other.plan?.overlay.shortForms == [])
  }
}
