import Compaction
import TestSupport
import Testing

struct PlannerTests {
  static let drop = Stage.dropCompletedToolCalls(DropCompletedToolCalls())

  static func due(
    _ combination: Trigger.Combination = .any, _ conditions: Trigger.Condition..., idle: Int = 0
  ) -> Policy {
    Policy(
      trigger: Trigger(combination, conditions, idleSeconds: idle), stages: [.rollingWindow(RollingWindow(.turns(1)))])
  }

  // Seven entries, three turns, seventy tokens.
  static let drawing = "S U A U A U A"

  static let triggers: [(Policy, Bool)] = [
    (due(.any, .entries(7)), true), (due(.any, .entries(8)), false),
    (due(.any, .turns(3)), true), (due(.any, .turns(4)), false),
    (due(.any, .tokens(70)), true), (due(.any, .tokens(71)), false),
    (due(.any, .tokens(71), .turns(3)), true), (due(.all, .tokens(71), .turns(3)), false),
    (due(.all, .tokens(70), .turns(3)), true), (due(.any), true), (due(.all), true),
  ]

  @Test(arguments: triggers)
  func `a conversation is due at or above its trigger`(_ policy: Policy, _ isDue: Bool) {
    #expect((planned(Self.drawing, policy).plan != nil) == isDue)
  }

  static let looks: [(Policy, NextLook)] = [
    (due(.any, .entries(20)), NextLook(entries: 20)),
    (due(.any, .turns(5)), NextLook(entries: 9)),
    (due(.any, .tokens(100)), NextLook(tokens: 100)),
    (due(.any, .tokens(100), .entries(30), .turns(40)), NextLook(entries: 30, tokens: 100)),
    (due(.all, .tokens(100), .entries(30), .turns(40)), NextLook(entries: 44)),
    (due(.all, .tokens(100), .entries(3)), NextLook(tokens: 100)),
    (due(.any, .entries(.max)), NextLook(entries: .max)),
  ]

  @Test(arguments: looks)
  func `below the trigger the next look is when it can hold`(_ policy: Policy, _ expected: NextLook) {
    guard case .unchanged(.belowTrigger, let next) = planned(Self.drawing, policy).result else {
      Issue.record("planned")
      return
    }
    #expect(next == expected)
  }

  @Test func `the next look counts what was appended, not what is left of it`() throws {
    let policy = Self.due(.any, .entries(7))
    let first = try #require(planned(Self.drawing, policy).plan)
    #expect(first.after.entries == 3)
    #expect(first.nextLook == NextLook(entries: 11))
    let later = planned(Self.drawing + " U A U", policy, previous: first.overlay, revision: 2)
    guard case .unchanged(.belowTrigger, let next) = later.result else {
      Issue.record("planned")
      return
    }
    #expect(next == NextLook(entries: 11))
    #expect(planned(Self.drawing + " U A U A", policy, previous: first.overlay, revision: 2).plan != nil)
  }

  @Test func `a conversation is left alone until it was idle for long enough`() {
    let policy = Self.due(.any, idle: 60)
    let early = planned(Self.drawing, policy, now: 159_999_999, lastAppend: 100_000_000)
    guard case .unchanged(.notIdle, let next) = early.result else {
      Issue.record("planned")
      return
    }
    #expect(next == NextLook(entries: 7, notBefore: 160_000_000))
    #expect(planned(Self.drawing, policy, now: 160_000_000, lastAppend: 100_000_000).plan != nil)
  }

  @Test func `nothing is done for an empty conversation or one at its target`() {
    guard case .unchanged(.empty, NextLook(entries: 1)) = planned("", Self.due()).result else {
      Issue.record("planned an empty conversation")
      return
    }
    var policy = Self.due()
    policy.target = Size(turns: 3, tokens: 70)
    guard case .unchanged(.targetReached, NextLook(entries: 8)) = planned(Self.drawing, policy).result else {
      Issue.record("planned below the target")
      return
    }
  }

  @Test func `where everything is protected the history cannot shrink until it grows`() {
    guard
      case .cannotShrink(.nothingToGain, NextLook(entries: 3)) = planned("U A", policy(Self.drop)).result
    else {
      Issue.record("shrunk")
      return
    }
  }

  @Test func `stages stop when the target is reached`() {
    let stages = [Self.drop, .rollingWindow(RollingWindow(.turns(1)))]
    let drawing = "U A{1} T(1) A U A U A"
    func left(_ target: Size) -> String {
      planned(drawing, Policy(trigger: Trigger(.any, []), target: target, stages: stages)).drawing
    }
    #expect(left(Size(tokens: 60)) == "U1 A4 U5 A6 U7 A8")
    #expect(left(Size(tokens: 59)) == "U7 A8")
    #expect(left(Size(turns: 2, tokens: 60)) == "U7 A8")
  }

  @Test func `a plan says what each stage did`() throws {
    let stages = [Self.drop, Self.drop, .rollingWindow(RollingWindow(.turns(2)))]
    let made = planned("S U A{1} T(1) A U A{2} T(2) A U A U A", policy(stages[0], stages[1], stages[2]))
    let plan = try #require(made.plan)
    #expect(
      plan.effects == [
        StageEffect(
          stageIndex: 0, stage: "drop_completed_tool_calls", disposition: .dropped,
          ranges: [PositionRange(3, 4), PositionRange(7, 8)], entries: 4, tokensGained: 40),
        StageEffect(
          stageIndex: 2, stage: "rolling_window", disposition: .dropped,
          ranges: [PositionRange(2, 2), PositionRange(5, 6), PositionRange(9, 9)], entries: 4, tokensGained: 40),
      ])
    #expect(plan.before == HistorySize(entries: 13, turns: 4, tokens: 130, toolCalls: 2))
    #expect(plan.after == HistorySize(entries: 5, turns: 2, tokens: 50))
    #expect(plan.verdict.isLegal(in: .strictAlternation))
  }

  @Test func `an overlay names each run of entries once, gaps between positions included`() throws {
    var snapshot = sketch("U A U A U A")
    for index in snapshot.headers.indices { snapshot.headers[index].position *= 10 }
    let made = planned(snapshot, policy(.rollingWindow(RollingWindow(.turns(2)))), revision: 7)
    #expect(
      made.plan?.overlay
        == Overlay(
          ranges: [
            DispositionRange(PositionRange(10, 20), .dropped, stage: "rolling_window", revision: 7),
            DispositionRange(PositionRange(30, 60), .kept, revision: 7),
          ], summary: nil, coversThrough: 60))
  }

  @Test func `a shorter form that an earlier revision gave stays`() throws {
    let previous = Overlay(
      ranges: [
        DispositionRange(PositionRange(1, 2), .dropped, stage: "rolling_window", revision: 1),
        DispositionRange(PositionRange(3, 3), .replaced, stage: "clear_tool_results", revision: 1),
      ], summary: nil, coversThrough: 3)
    let made = planned(
      "U A U A U A", policy(.rollingWindow(RollingWindow(.turns(2)))), previous: previous, revision: 2)
    #expect(made.plan == nil)
    let smaller = planned(
      "U A U A U A U A", policy(.rollingWindow(RollingWindow(.turns(3)))), previous: previous, revision: 2)
    #expect(smaller.plan == nil)
    let one = planned("U A U A U A", policy(.rollingWindow(RollingWindow(.turns(1)))), previous: previous, revision: 2)
    #expect(one.drawing == "U5 A6")
  }
}
