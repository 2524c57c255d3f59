import Compaction
import TestSupport
import Testing

struct HardBudgetTests {
  static let free = Protection(lastTurns: 0)

  static let budgets: [(String, Int, Protection, String)] = [
    ("S U A U A U A", 70, Protection(), "S1 U2 A3 U4 A5 U6 A7"),
    ("S U A U A U A", 69, Protection(), "S1 U4 A5 U6 A7"),
    ("S U A U A U A", 50, Protection(), "S1 U4 A5 U6 A7"),
    // Instructions count and stay.
    ("S:40 U A U A U A", 60, Protection(), "S1 U6 A7"),
    // What is protected stays in any case, and as much as may goes.
    ("S U A U A U A", 5, Protection(), "S1 U6 A7"),
    ("S U A U A U A", 5, Protection(lastTurns: 2), "S1 U4 A5 U6 A7"),
    ("S U A U A U A", 45, Protection(firstPrompt: true), "S1 U2 U6 A7"),
    ("U A{1=pay} T(1) A U A U A", 60, Protection(tools: ["pay"]), "U1 C2 T3 A4 U7 A8"),
    // A call that waits for its result, and the question it belongs to.
    ("U A{1} A U A{2} T(2) U", 20, Protection(), "U1 C2 A3 U7"),
    // One that nothing can answer any more, since a later prompt was answered, goes unless the policy says otherwise.
    ("U A{1} A U A U A", 30, Protection(), "U6 A7"),
    ("U A{1} A U A U A", 30, Protection(deadCalls: true), "U1 C2 A3 U6 A7"),
    // Groups of parallel calls go whole, within the last turn only if it is not protected; the last group stays.
    ("U A{1,2} T(2) T(1) A{3} T(3) A{4} T(4)", 60, free, "U1 C5 T6 C7 T8"),
    ("U A{1,2} T(2) T(1) A{3} T(3) A{4} T(4)", 40, free, "U1 C7 T8"),
    ("U A{1,2} T(2) T(1) A{3} T(3) A{4} T(4)", 1, free, "U1 C7 T8"),
    ("U A{1,2} T(2) T(1) A{3} T(3) A{4} T(4)", 1, Protection(), "U1 C2 T3 T4 C5 T6 C7 T8"),
    // A loop that began with reasoning does so still, although an answer in its middle stays.
    ("U R A{1} T(1) A R A{2} T(2)", 1, free, "U1 R2 C3 T4 A5 R6 C7 T8"),
    ("U R A{1} T(1) R A{2} T(2)", 1, free, "U1 R5 C6 T7"),
    // Never only instructions: a prompt is left, and what the user asked last.
    ("S U", 1, free, "S1 U2"),
    ("S U A", 1, free, "S1 U2 A3"),
  ]

  @Test(arguments: budgets)
  func `the oldest groups go until the history fits`(
    _ drawing: String, _ tokens: Int, _ protection: Protection, _ expected: String
  ) {
    let made = planned(drawing, policy(.hardBudget(HardBudget(tokens: tokens)), protect: protection))
    #expect(made.drawing == expected)
    #expect(made.plan.map { $0.isOverBudget == ($0.after.tokens > tokens) } ?? true)
  }

  @Test func `a loop that began with reasoning does so still where the group at a cut was dropped before`() {
    let stages: [Stage] = [
      .dropCompletedToolCalls(DropCompletedToolCalls(only: ["a"])), .hardBudget(HardBudget(tokens: 1)),
    ]
    let policy = Policy(trigger: Trigger(.any, []), protection: Self.free, stages: stages)
    #expect(
      planned("U R A{1} T(1) R A{2=a} T(2) A{3} T(3) A{4} T(4)", policy).drawing
        == "U1 R2 C3 T4 C8 T9 C10 T11")
  }

  @Test func `a history that does not fit is over budget until it grows`() throws {
    let budget = Stage.hardBudget(HardBudget(tokens: 15))
    let first = try #require(planned("U A U A", policy(budget)).plan)
    #expect(first.isOverBudget)
    #expect(first.after.tokens == 20)
    let again = planned("U A U A", policy(budget), previous: first.overlay, revision: 2)
    guard case .cannotShrink(.overBudget, NextLook(entries: 5)) = again.result else {
      Issue.record("found \(again.result)")
      return
    }
  }

  @Test func `a budget holds where a target in other units is reached`() {
    let budget = Stage.hardBudget(HardBudget(tokens: 30))
    let stages = [Stage.rollingWindow(RollingWindow(.turns(1))), budget]
    let policy = Policy(trigger: Trigger(.any, []), target: Size(turns: 3), stages: stages)
    #expect(planned("U A U A U A", policy).drawing == "U5 A6")
    // And nothing else runs.
    let roomy = Policy(
      trigger: Trigger(.any, []), target: Size(turns: 3), stages: [stages[0], .hardBudget(HardBudget(tokens: 59))])
    #expect(planned("U A U A U A", roomy).drawing == "U3 A4 U5 A6")
  }

  @Test func `a summary counts and stays`() {
    let stages = [
      Stage.summarize(Summarize(model: "m", prompt: "facts@1", atMostTokens: 15, keepLast: .turns(2))),
      .hardBudget(HardBudget(tokens: 40)),
    ]
    let policy = Policy(trigger: Trigger(.any, []), stages: stages)
    #expect(planned("U A U A U A", policy, summaryTokens: 0).plan == nil)
    #expect(planned("U A U A U:20 A", policy, summaryTokens: 10).drawing == "Σ U5 A6")
    #expect(
      planned(
        "U A U A U A", Policy(trigger: Trigger(.any, []), stages: [stages[0], .hardBudget(HardBudget(tokens: 50))]),
        summaryTokens: 10
      ).drawing == "Σ U3 A4 U5 A6")
  }
}
