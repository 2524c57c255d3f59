import Compaction
import TestSupport
import Testing

struct RepairTests {
  private static func policy(_ repairs: Set<Repair>, _ protect: Protection = Protection()) -> Policy {
    var policy = CompactionTests.policy(.rollingWindow(RollingWindow(.turns(100))), protect: protect)
    policy.repairs = repairs
    return policy
  }

  static let repairs: [(String, Repair, String)] = [
    // An orphan, but not at the very end: what comes next may need it.
    ("U A{1} T(1) T(2) A", .resultsWithoutCall, "U1 C2 T3 A5"),
    ("U A{1} T(1) T(1) A U A", .resultsWithoutCall, "U1 C2 T3 A5 U6 A7"),
    ("U A T(1)", .resultsWithoutCall, "U1 A2 T3"),
    ("U A T(1)* U A", .resultsWithoutCall, "U1 A2 T3 U4 A5"),
    // Out of place, with its calls; not while it may be the last thing.
    ("U A{1} U T(1) A U A", .misplacedResults, "U1 U3 A5 U6 A7"),
    ("U A{1,2} T(2) U T(1) A U A", .misplacedResults, "U1 U4 A6 U7 A8"),
    // A call that waits is left alone, whatever stands behind it.
    ("U A{1,2} T(1) U A U A", .deadCalls, "U1 U4 A5 U6 A7"),
    ("U A{1,2} T(1) U", .deadCalls, "U1 C2 T3 U4"),
    ("U R A{1} U A", .deadCalls, "U1 U4 A5"),
    // Blank, as long as nothing meets that must not.
    ("U A~ U A", .blankMessages, "U1 U3 A4"),
    ("U R &A~ U A", .blankMessages, "U1 U4 A5"),
    ("U A U~ A U A", .blankMessages, "U1 A2 U3 A4 U5 A6"),
    ("U U~ U A U A", .blankMessages, "U1 U3 A4 U5 A6"),
    ("U U~ A U A", .blankMessages, "U1 U2 A3 U4 A5"),
    ("U A~ &A{1} T(1) A U A", .blankMessages, "U1 C3 T4 A5 U6 A7"),
    ("S~ U A U A", .blankMessages, "S1 U2 A3 U4 A5"),
    ("S A A{1} T(1) A U A", .leadingAnswers, "S1 U6 A7"),
    ("A{1} U A T(1) U A", .leadingAnswers, "U2 A3 T4 U5 A6"),
    ("S A", .leadingAnswers, "S1 A2"),
    // What is not understood may say or ask more than is known of it.
    ("U A U! T(1) A U A", .resultsWithoutCall, "U1 A2 U3 T4 A5 U6 A7"),
    ("U U~! U A U A", .blankMessages, "U1 U2 U3 A4 U5 A6"),
  ]

  @Test(arguments: repairs)
  func `what came broken is dropped as the policy says, and left alone otherwise`(
    _ drawing: String, _ repair: Repair, _ expected: String
  ) {
    #expect(planned(drawing, Self.policy([repair])).drawing == expected)
    #expect(planned(drawing, Self.policy([])).plan == nil)
  }

  @Test func `a repair is worth a revision where the target is reached and the gain is small`() throws {
    var policy = Self.policy([.resultsWithoutCall])
    policy.target = Size(tokens: 1_000)
    policy.minimumGain = .tokens(500)
    let made = planned("U A T(1) U A", policy)
    #expect(made.drawing == "U1 A2 U4 A5")
    let effect = try #require(made.plan?.effects.first)
    #expect(effect.stage == "repair" && effect.stageIndex == StageEffect.repairIndex && effect.entries == 1)
    #expect(effect.ranges.text == "3" && effect.tokensGained == 10)
    guard case .unchanged(.targetReached, _) = planned("U A U A", policy).result else {
      Issue.record("a sound history is compacted")
      return
    }
  }

  @Test func `the least gain counts the whole plan, and is asked for before a summary is bought`() {
    var policy = CompactionTests.policy(
      .dropCompletedToolCalls(DropCompletedToolCalls()), .rollingWindow(RollingWindow(.turns(2))))
    policy.minimumGain = .tokens(40)
    #expect(planned("U A U A{1} T(1) A U A", policy).drawing == "U3 A6 U7 A8")
    policy.minimumGain = .tokens(41)
    let made = planned("U A U A{1} T(1) A U A", policy)
    guard case .cannotShrink(.gainTooSmall, NextLook(entries: 9)) = made.result else {
      Issue.record("found \(made.result)")
      return
    }
    var summarizing = CompactionTests.policy(
      .summarize(Summarize(model: "m", prompt: "facts@1", atMostTokens: 10, keepLast: .turns(1))))
    summarizing.minimumGain = .share(millionths: 500_000)
    #expect(planned("U A U A", summarizing).draft == nil)
    #expect(planned("U A U A U A", summarizing).draft != nil)
    // A hard budget is kept whatever it gains.
    var budget = CompactionTests.policy(.hardBudget(HardBudget(tokens: 30)))
    budget.minimumGain = .tokens(1_000)
    #expect(planned("U A U A", budget).drawing == "U3 A4")
  }
}
