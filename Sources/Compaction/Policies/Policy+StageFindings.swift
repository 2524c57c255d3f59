// What is wrong with stages that shorten entries, drop parts of turns, or keep a budget.
extension Policy {
  func findings(_ clear: ClearToolResults, at index: Int) -> [PolicyFinding] {
    var findings = toolFindings(only: clear.only, except: clear.except, at: index)
    if stages[..<index].contains(where: { $0 == .dropCompletedToolCalls(DropCompletedToolCalls()) }) {
      findings.append(nothingLeft("an earlier stage has dropped all calls with their results", at: index))
    }
    let isRepeated = stages[..<index].contains { stage in
      guard case .clearToolResults(let earlier) = stage else { return false }
      return earlier.only == clear.only && earlier.except == clear.except && earlier.keepLast <= clear.keepLast
        && earlier.atLeastTokens <= clear.atLeastTokens
    }
    return findings + repetitionFindings(at: index, isRepeated)
  }

  func findings(_ clear: ClearToolArguments, at index: Int) -> [PolicyFinding] {
    var findings = toolFindings(only: clear.only, except: clear.except, at: index)
    if stages[..<index].contains(where: { $0 == .dropCompletedToolCalls(DropCompletedToolCalls()) }) {
      findings.append(nothingLeft("an earlier stage has dropped all calls that have their results", at: index))
    }
    let isRepeated = stages[..<index].contains { stage in
      guard case .clearToolArguments(let earlier) = stage else { return false }
      return earlier.only == clear.only && earlier.except == clear.except && earlier.keepLast <= clear.keepLast
        && earlier.longerThan <= clear.longerThan && earlier.atLeastTokens <= clear.atLeastTokens
    }
    return findings + repetitionFindings(at: index, isRepeated)
  }

  func findings(_ drop: DropStaleReasoning, at index: Int) -> [PolicyFinding] {
    let isRepeated = stages[..<index].contains { stage in
      guard case .dropStaleReasoning(let earlier) = stage else { return false }
      return earlier.keepLastTurns <= drop.keepLastTurns && earlier.atLeastTokens <= drop.atLeastTokens
    }
    return turnsFindings(keepLastTurns: max(drop.keepLastTurns, 1), at: index)
      + repetitionFindings(at: index, isRepeated)
  }

  func findings(_ drop: DropAttachments, at index: Int) -> [PolicyFinding] {
    let isRepeated = stages[..<index].contains { stage in
      guard case .dropAttachments(let earlier) = stage else { return false }
      return earlier.keepLastTurns <= drop.keepLastTurns && earlier.keepLast <= drop.keepLast
        && earlier.atLeastTokens <= drop.atLeastTokens
    }
    return turnsFindings(keepLastTurns: drop.keepLastTurns, at: index) + repetitionFindings(at: index, isRepeated)
  }

  func findings(_ budget: HardBudget, at index: Int) -> [PolicyFinding] {
    var findings: [PolicyFinding] = []
    func report(_ kind: PolicyFinding.Kind, _ reason: String, fix: String, to tokens: Int?) {
      findings.append(
        PolicyFinding(kind, .stage(index), "tokens", reason, fix: fix, in: self) { policy in
          if let tokens {
            policy.stages[index] = .hardBudget(HardBudget(tokens: tokens))
          } else {
            policy.stages.remove(at: index)
          }
        })
    }
    // With another unit among them, a history may become due with more tokens than that.
    let counts = trigger.conditions.filter { $0.unit == .tokens }.map(\.count)
    let counted = trigger.combination == .any || trigger.conditions.count == counts.count ? counts : []
    let due = trigger.combination == .any ? counted.min() : counted.max()
    let least = protection.lastTurns.multipliedClamped(by: Self.leastTokensOfTurn)
    if budget.tokens <= 0 {
      report(
        .budgetNotPositive, "no history is that short", fix: "allow some thousand tokens",
        to: max(target?.tokens ?? 0, least, 8_000))
    } else if least > budget.tokens {
      report(
        .budgetBelowProtection,
        "\(Unit.turns.counted(protection.lastTurns)) are protected and cost \(Unit.tokens.counted(least)) at the very least",
        fix: "make it well larger than \(least), or protect fewer turns",
        to: min(least.multipliedClamped(by: 50), max(least, due ?? .max)))
    }
    if let due, budget.tokens > due {
      report(
        .budgetAboveTrigger,
        "a history becomes due at \(Unit.tokens.counted(due)), but this does nothing until it has \(budget.tokens)",
        fix: "make it at most \(due), or raise compact_when", to: due)
    }
    if let target = target?.tokens, budget.tokens > 0, target > budget.tokens {
      report(
        .budgetBelowTarget,
        "the other stages stop at the target of \(Unit.tokens.counted(target)), so that the budget always drops the rest",
        fix: "make it at least \(target), or lower the target", to: target)
    }
    for stage in stages[..<index] {
      switch stage {
      case .hardBudget(let earlier) where earlier.tokens <= budget.tokens:
        report(
          .budgetNotBelowBudget, "the budget before it leaves at most \(Unit.tokens.counted(earlier.tokens))",
          fix: "remove one of the two", to: nil)
      case .summarize(let summarize) where summarize.atMostTokens >= budget.tokens:
        report(
          .summaryNotBelowBudget,
          "a summary of \(Unit.tokens.counted(summarize.atMostTokens)) alone fills it, and is never dropped",
          fix: "make it well larger than \(summarize.atMostTokens)",
          to: summarize.atMostTokens.multipliedClamped(by: 10))
      default: break
      }
    }
    return findings
  }

  // MARK: What several stages have in common

  /// A target that no stage works towards.
  func reachFindings(_ target: Size) -> [PolicyFinding] {
    var findings: [PolicyFinding] = []
    if target.turns != nil, !stages.isEmpty, !stages.contains(where: \.removesTurns) {
      findings.append(
        PolicyFinding(
          .turnsOutOfReach, .target, "turns", "no stage of the policy removes whole turns",
          fix: "name tokens or entries, or add rolling_window or summarize", in: self
        ) { $0.target?.turns = nil })
    }
    if target.entries != nil, !stages.isEmpty, stages.allSatisfy(\.onlyShortens) {
      findings.append(
        PolicyFinding(
          .entriesOutOfReach, .target, "entries", "the stages of the policy make entries shorter, and remove none",
          fix: "name tokens, or add a stage that removes entries", in: self
        ) { $0.target?.entries = nil })
    }
    if target.toolCalls != nil, !stages.isEmpty, !stages.contains(where: \.removesCalls) {
      findings.append(
        PolicyFinding(
          .toolCallsOutOfReach, .target, "tool_calls", "no stage of the policy removes calls",
          fix: "name tokens, or add drop_completed_tool_calls", in: self
        ) { $0.target?.toolCalls = nil })
    }
    return findings
  }

  func turnsFindings(keepLastTurns: Int, at index: Int) -> [PolicyFinding] {
    guard let window = smallestWindow(before: index, .turns), max(keepLastTurns, protection.lastTurns) >= window
    else { return [] }
    let isOwn = keepLastTurns >= window
    return [
      PolicyFinding(
        .dropLeavesWindowAlone, isOwn ? .stage(index) : .protect, isOwn ? "keep_last_turns" : "last_turns",
        "the window before it leaves \(Unit.turns.counted(window)), and the groups of all of them stay",
        fix: isOwn ? "make it smaller than \(window), or put the stage before the window" : "protect fewer turns",
        in: self
      ) { policy in
        if isOwn { policy.setKeepLastTurns(window - 1, at: index) } else { policy.protection.lastTurns = window - 1 }
      }
    ]
  }

  func toolFindings(only: Set<String>, except: Set<String>, at index: Int) -> [PolicyFinding] {
    guard !only.isEmpty, only.isSubset(of: except.union(protection.tools)) else { return [] }
    return [
      PolicyFinding(
        .everyToolExempt, .stage(index), "only", "each tool named is protected or excepted as well",
        fix: "name a tool that is not", in: self
      ) { $0.clearOnly(at: index) }
    ]
  }

  func repetitionFindings(at index: Int, _ isRepeated: Bool) -> [PolicyFinding] {
    guard isRepeated else { return [] }
    return [
      PolicyFinding(
        .stageRepeated, .stage(index), "", "an earlier stage has done everything that this one would do",
        fix: "remove one of the two", in: self
      ) { $0.stages.remove(at: index) }
    ]
  }

  private func nothingLeft(_ reason: String, at index: Int) -> PolicyFinding {
    PolicyFinding(
      .nothingLeftToClear, .stage(index), "", reason, fix: "put this stage before that one, or remove it", in: self
    ) { policy in
      policy.stages.insert(policy.stages.remove(at: index), at: 0)
    }
  }
}

extension Stage {
  fileprivate var removesTurns: Bool {
    switch self {
    case .rollingWindow, .summarize, .hardBudget: true
    case .clearToolResults, .clearToolArguments, .dropCompletedToolCalls, .dropStaleReasoning, .dropAttachments: false
    }
  }

  fileprivate var removesCalls: Bool { self.removesTurns || name == "drop_completed_tool_calls" }

  fileprivate var onlyShortens: Bool {
    switch self {
    case .clearToolResults, .clearToolArguments, .dropAttachments: true
    case .dropCompletedToolCalls, .dropStaleReasoning, .rollingWindow, .summarize, .hardBudget: false
    }
  }
}
