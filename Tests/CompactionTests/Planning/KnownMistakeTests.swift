import Compaction
import TestSupport
import Testing

/// Mistakes that were seen in the field, against every stage that could make them.
struct KnownMistakeTests {
  /// Everything that may go goes, and everything that may be shortened is.
  static let greedy = Policy(
    trigger: Trigger(.any, []), protection: Protection(lastTurns: 0),
    stages: [
      .dropStaleReasoning(DropStaleReasoning(keepLastTurns: 0)), .dropAttachments(DropAttachments()),
      .clearToolArguments(ClearToolArguments(longerThan: 0, keepLast: 0)),
      .clearToolResults(ClearToolResults(leave: .placeholder, keepLast: 0)), .hardBudget(HardBudget(tokens: 1)),
    ])

  static let mistakes: [(String, String, String)] = [
    ("a window that starts with a result", "U A{1}:90 T(1):90 A{2}:90 T(2):90 A{3} T(3) A", "U1 C6 T7 A8"),
    ("parallel results are split", "U A{1,2,3}:90 T(1):90 T(2):90 T(3):90", "U1 C2 T3 T4 T5"),
    ("the owner of a result is searched only a few messages back", "U A{1}:90 U U U U T(1):90 U", "U8"),
    ("one matching result lets the orphan beside it through", "U A{x}:90 T(x):90 T(x):90 A U A", "U6 A7"),
    ("a call that waits for its result is folded away", "U A{1,2}:90 T(1):90 A U", "U1 C2 T3 A4 U5"),
    ("the first reasoning of a tool loop is gone", "U R:90 A{1} T(1) A R A{2} T(2)", "U1 R2 C3 T4 A5 R6 C7 T8"),
    (
      "an unanswered call is taken to be completed, by a global set of ids", "U A{x}:90 A U A{x}:90 T(x):90 U",
      "U1 C2 A3 U7"
    ),
    ("instructions are summarised away", "S:90@ U A U A", "S1 U4 A5"),
    ("the latest prompt is lost", "U A U:90@", "U3"),
    ("only a system message is left", "S U:90@", "S1 U2"),
  ]

  @Test(arguments: mistakes)
  func `a mistake of others is not made by stages that shorten or keep a budget`(
    _ mistake: String, _ drawing: String, _ expected: String
  ) {
    let made = planned(drawing, Self.greedy)
    #expect(made.drawing.replacing("'", with: "") == expected, "\(mistake)")
    #expect(made.plan?.isNoWorse(in: .strictAlternation) ?? true, "\(mistake)")
  }

  private static let summary = Stage.summarize(
    Summarize(model: "m", prompt: "facts@1", atMostTokens: 5, keepLast: .turns(1)))
  private static let free = Protection(lastTurns: 0)

  static let others: [(String, String, Stage, Protection, String)] = [
    (
      "an even window leaves an answer whose prompt is gone", "U A U A", .rollingWindow(RollingWindow(.entries(3))),
      free,
      "U3 A4"
    ),
    (
      "the last message is kept, a result without its call", "U A{1} T(1)", .rollingWindow(RollingWindow(.entries(1))),
      free,
      "U1 C2 T3"
    ),
    ("a call that awaits approval is folded into a summary", "U A U A{1} U", summary, free, "Σ U3 C4 U5"),
    (
      "a call is removed while its output stays, decided by position", "U A{1} A{2} T(2) T(1) A U A",
      .dropCompletedToolCalls(DropCompletedToolCalls(keepLast: 1)), free, "U1 C3 T4 A6 U7 A8"
    ),
    (
      "a call that was never answered is removed as completed", "U A{1,2} T(1) A U A",
      .dropCompletedToolCalls(DropCompletedToolCalls()), free, "U1 C2 T3 A4 U5 A6"
    ),
    (
      "the same id in every turn", "U A{c} T(c) A U A{c} T(c) A U A{c} A",
      .dropCompletedToolCalls(DropCompletedToolCalls()), free, "U1 A4 U5 A8 U9 C10 A11"
    ),
    (
      "all ids are equal", "U A{c,c} T(c) T(c) A U A{c} T(c) A U A",
      .dropCompletedToolCalls(DropCompletedToolCalls(keepLast: 1)), free, "U1 A5 U6 C7 T8 A9 U10 A11"
    ),
    ("the system message is summarised away", "S U A S U A U A", summary, free, "S1 S4 Σ U7 A8"),
    ("the latest prompt is lost", "U A U A U", summary, free, "Σ U5"),
    ("the summary stands behind what is left", "S U A U A", summary, free, "S1 Σ U4 A5"),
    ("everything is covered and only a system message is left", "S U:90 A", summary, free, "S1 U2 A3"),
  ]

  @Test(arguments: others)
  func `a mistake of others is not made by windows, summaries and dropped calls`(
    _ mistake: String, _ drawing: String, _ stage: Stage, _ protection: Protection, _ expected: String
  ) {
    let made = planned(drawing, policy(stage, protect: protection))
    #expect(made.drawing == expected, "\(mistake)")
    #expect(made.plan?.isNoWorse(in: .strictAlternation) ?? true, "\(mistake)")
  }

  @Test func `a compaction that leaves the size above the trigger does not run again and again`() throws {
    let drawing = "U A{1}:90 T(1):90 A U A"
    let first = try #require(planned(drawing, Self.greedy).plan)
    let again = planned(drawing, Self.greedy, previous: first.overlay, revision: 2)
    guard case .cannotShrink(.overBudget, NextLook(entries: 7)) = again.result else {
      Issue.record("found \(again.result)")
      return
    }
  }
}
