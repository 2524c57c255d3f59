import Compaction
import Testing

struct PolicyFindingTests {
  static let drop = Stage.dropCompletedToolCalls(DropCompletedToolCalls())
  static let clear = Stage.clearToolResults(ClearToolResults())
  static let window20 = Stage.rollingWindow(RollingWindow(.turns(20)))

  static func summarize(
    atMost: Int = 800, keepLast: RollingWindow.Limit? = nil
  ) -> Stage {
    .summarize(Summarize(model: "small", prompt: "brief@1", atMostTokens: atMost, keepLast: keepLast))
  }

  static func policy(
    due: [Trigger.Condition] = [.tokens(24_000), .turns(80)], target: Size? = Size(tokens: 8_000),
    protect: Protection = Protection(), _ stages: Stage...
  ) -> Policy {
    Policy(trigger: Trigger(.any, due), target: target, protection: protect, stages: stages)
  }

  static let sound: [Policy] = [
    policy(drop), policy(window20), policy(summarize()), policy(drop, summarize(keepLast: .turns(6))),
    policy(window20, summarize(keepLast: .turns(19))),
    policy(summarize(keepLast: .turns(20)), window20),
    policy(window20, .rollingWindow(RollingWindow(.turns(19)))),
    policy(window20, .rollingWindow(RollingWindow(.tokens(7_000)))),
    policy(window20, .dropCompletedToolCalls(DropCompletedToolCalls(keepLastTurns: 19))),
    policy(target: nil, .rollingWindow(RollingWindow(.entries(9_999)))),
    policy(drop, .dropCompletedToolCalls(DropCompletedToolCalls(only: ["search"]))),
    policy(clear, .clearToolArguments(ClearToolArguments()), drop, .hardBudget(HardBudget(tokens: 8_000))),
    policy(clear, .clearToolResults(ClearToolResults(leave: .placeholder, keepLast: 2))),
    policy(.dropCompletedToolCalls(DropCompletedToolCalls(keepLastTurns: 3)), clear),
    policy(window20, .dropStaleReasoning(DropStaleReasoning()), .dropAttachments(DropAttachments(keepLastTurns: 19))),
    policy(summarize(), .hardBudget(HardBudget(tokens: 12_000)), .hardBudget(HardBudget(tokens: 8_000))),
    policy(target: Size(entries: 20), clear, drop),
    policy(due: [.toolCalls(40), .age(seconds: 86_400), .idle(seconds: 3_600)], target: Size(toolCalls: 10), drop),
    policy(target: Size(tokens: 8_000), summarize(atMost: 2_000, keepLast: .tokens(6_000))),
  ]

  @Test(arguments: sound)
  func `a sound policy has no findings`(_ policy: Policy) {
    #expect(policy.findings() == [])
  }

  static let mistakes: [(Policy, PolicyFinding.Kind, PolicyFinding.Section, String)] = [
    (policy(), .noStages, .stages, ""),
    (policy(target: Size(), drop), .emptyTarget, .target, ""),
    (policy(target: Size(tokens: 24_000), drop), .targetNotBelowTrigger, .target, "tokens"),
    (policy(target: Size(turns: 90), window20), .targetNotBelowTrigger, .target, "turns"),
    (
      policy(target: Size(turns: 5), protect: Protection(lastTurns: 6), .rollingWindow(RollingWindow(.tokens(1_000)))),
      .protectionAboveTarget, .protect, "last_turns"
    ),
    (policy(summarize(keepLast: .tokens(8_000))), .keepLastNotBelowTarget, .stage(0), "keep_last.tokens"),
    (policy(drop, summarize(atMost: 8_000)), .summaryNotBelowTarget, .stage(1), "at_most.tokens"),
    (policy(summarize(atMost: 0)), .summaryNotPositive, .stage(0), "at_most.tokens"),
    (policy(summarize(), drop, summarize()), .secondSummary, .stage(2), ""),
    (
      policy(window20, drop, summarize(keepLast: .turns(20))), .keepLastNotBelowWindow, .stage(2),
      "keep_last.turns"
    ),
    (policy(window20, .rollingWindow(RollingWindow(.turns(20)))), .windowNotBelowWindow, .stage(1), "turns"),
    (
      policy(window20, .dropCompletedToolCalls(DropCompletedToolCalls(keepLastTurns: 20))), .dropLeavesWindowAlone,
      .stage(1), "keep_last_turns"
    ),
    (
      policy(protect: Protection(lastTurns: 20), window20, drop), .dropLeavesWindowAlone, .protect, "last_turns"
    ),
    (
      policy(drop, .dropCompletedToolCalls(DropCompletedToolCalls(keepLast: 3))), .stageRepeated, .stage(1), ""
    ),
    (
      policy(
        protect: Protection(tools: ["pay"]),
        .dropCompletedToolCalls(DropCompletedToolCalls(only: ["pay", "buy"], except: ["buy"]))), .everyToolExempt,
      .stage(0), "only"
    ),
    (policy(protect: Protection(lastTurns: 21), window20), .windowBelowProtection, .stage(0), "turns"),
    (policy(due: [.turns(20)], .rollingWindow(RollingWindow(.turns(21)))), .windowAboveTrigger, .stage(0), "turns"),
    (policy(.rollingWindow(RollingWindow(.tokens(8_001)))), .windowAboveTarget, .stage(0), "tokens"),
    (policy(target: Size(turns: 10), drop), .turnsOutOfReach, .target, "turns"),
    (policy(target: Size(entries: 10), clear), .entriesOutOfReach, .target, "entries"),
    (policy(clear, .clearToolResults(ClearToolResults(keepLast: 5))), .stageRepeated, .stage(1), ""),
    (
      policy(.clearToolArguments(ClearToolArguments()), .clearToolArguments(ClearToolArguments(longerThan: 300))),
      .stageRepeated, .stage(1), ""
    ),
    (
      policy(.dropStaleReasoning(DropStaleReasoning()), .dropStaleReasoning(DropStaleReasoning(keepLastTurns: 2))),
      .stageRepeated, .stage(1), ""
    ),
    (
      policy(.dropAttachments(DropAttachments()), .dropAttachments(DropAttachments(keepLast: 2))), .stageRepeated,
      .stage(1), ""
    ),
    (policy(drop, clear), .nothingLeftToClear, .stage(1), ""),
    (policy(drop, .clearToolArguments(ClearToolArguments())), .nothingLeftToClear, .stage(1), ""),
    (
      policy(protect: Protection(tools: ["pay"]), .clearToolResults(ClearToolResults(only: ["pay"]))), .everyToolExempt,
      .stage(0), "only"
    ),
    (
      policy(window20, .dropStaleReasoning(DropStaleReasoning(keepLastTurns: 20))), .dropLeavesWindowAlone, .stage(1),
      "keep_last_turns"
    ),
    (policy(.hardBudget(HardBudget(tokens: 0))), .budgetNotPositive, .stage(0), "tokens"),
    (policy(due: [.tokens(9_000)], .hardBudget(HardBudget(tokens: 9_001))), .budgetAboveTrigger, .stage(0), "tokens"),
    (policy(.hardBudget(HardBudget(tokens: 7_999))), .budgetBelowTarget, .stage(0), "tokens"),
    (
      policy(.hardBudget(HardBudget(tokens: 9_000)), .hardBudget(HardBudget(tokens: 9_000))), .budgetNotBelowBudget,
      .stage(1), "tokens"
    ),
    (
      policy(target: nil, summarize(atMost: 800), .hardBudget(HardBudget(tokens: 800))), .summaryNotBelowBudget,
      .stage(1), "tokens"
    ),
    (
      policy(target: Size(entries: 5), protect: Protection(lastTurns: 6), drop), .protectionAboveTarget, .protect,
      "last_turns"
    ),
    (
      policy(target: Size(tokens: 8_000), protect: Protection(lastTurns: 2_001), drop), .protectionAboveTarget,
      .protect,
      "last_turns"
    ),
    (
      policy(target: nil, protect: Protection(lastTurns: 500), .hardBudget(HardBudget(tokens: 1_999))),
      .budgetBelowProtection, .stage(0), "tokens"
    ),
    (policy(summarize(atMost: 2_001, keepLast: .tokens(6_000))), .summaryAboveRest, .stage(0), "at_most.tokens"),
    (policy(target: Size(toolCalls: 10), clear), .toolCallsOutOfReach, .target, "tool_calls"),
    (with(policy(drop)) { $0.minimumGain = .share(millionths: 1_000_000) }, .gainOutOfReach, .minimumGain, "share"),
    (
      with(policy(due: [.tokens(24_000)], drop)) { $0.minimumGain = .tokens(16_001) }, .gainAboveTrigger, .minimumGain,
      ""
    ),
    (
      with(policy(due: [.idle(seconds: 900)], drop)) { $0.trigger.idleSeconds = 900 }, .idleWithinIdleFor, .compactWhen,
      ""
    ),
  ]

  private static func with(_ policy: Policy, _ change: (inout Policy) -> Void) -> Policy {
    var policy = policy
    change(&policy)
    return policy
  }

  @Test(arguments: mistakes)
  func `a mistake is found at its setting`(
    _ policy: Policy, _ kind: PolicyFinding.Kind, _ section: PolicyFinding.Section, _ field: String
  ) {
    let findings = policy.findings()
    #expect(findings.map(\.kind) == [kind])
    #expect(findings.first?.section == section)
    #expect(findings.first?.field == field)
    #expect(findings.allSatisfy { !$0.reason.isEmpty && !$0.fix.isEmpty })
    let mended = findings.first?.mended ?? policy
    #expect(mended != policy)
    #expect(mended.findings() == [], "\(mended)")
  }

  @Test func `each kind of mistake is shown above`() {
    #expect(Set(Self.mistakes.map(\.1)) == Set(PolicyFinding.Kind.allCases))
  }

  @Test func `a reason names the numbers that clash`() {
    let finding = Self.policy(Self.window20, Self.summarize(keepLast: .turns(40))).findings().first
    #expect(
      finding?.reason
        == "the window before it leaves 20 turns, and all of them stay verbatim: there is never anything to summarise")
    #expect(finding?.fix == "make it smaller than 20, or put the stage before the window")
    #expect(finding?.severity == .error)
  }
}
