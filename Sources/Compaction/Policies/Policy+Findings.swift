extension Policy {
  /// What is wrong with the policy whatever the conversations are, in the order of its sections.
  public func findings() -> [PolicyFinding] {
    var findings: [PolicyFinding] = []
    if stages.isEmpty {
      findings.append(
        PolicyFinding(
          .noStages, .stages, "", "the policy has no stage, so that it never does anything", fix: "name a stage",
          in: self
        ) { $0.stages = [.dropCompletedToolCalls(DropCompletedToolCalls())] })
    }
    findings += triggerFindings() + targetFindings() + gainFindings()
    for (index, stage) in stages.enumerated() {
      switch stage {
      case .clearToolResults(let clear): findings += self.findings(clear, at: index)
      case .clearToolArguments(let clear): findings += self.findings(clear, at: index)
      case .dropStaleReasoning(let drop): findings += self.findings(drop, at: index)
      case .dropAttachments(let drop): findings += self.findings(drop, at: index)
      case .hardBudget(let budget): findings += self.findings(budget, at: index)
      case .dropCompletedToolCalls(let drop): findings += self.findings(drop, at: index)
      case .rollingWindow(let window): findings += self.findings(window, at: index)
      case .summarize(let summarize): findings += self.findings(summarize, at: index)
      }
    }
    return findings
  }

  private func targetFindings() -> [PolicyFinding] {
    guard let target else { return [] }
    if target == Size() {
      return [
        PolicyFinding(
          .emptyTarget, .target, "", "a target without a limit is always reached, so that no stage ever runs",
          fix: "name entries, turns, tokens or tool calls, or leave the target out", in: self
        ) { $0.target = nil }
      ]
    }
    var findings: [PolicyFinding] = []
    for condition in trigger.conditions {
      guard let limit = target.limit(condition.unit), limit >= condition.count else { continue }
      findings.append(
        PolicyFinding(
          .targetNotBelowTrigger, .target, condition.unit.rawValue,
          "a history that becomes due at \(condition.unit.counted(condition.count)) is within \(limit) already",
          fix: "make it well smaller than \(condition.count)", in: self
        ) { $0.target?.set(condition.unit, condition.count > 2 ? condition.count / 3 : nil) })
    }
    return findings + protectionFindings(target) + reachFindings(target)
  }

  /// What stays in any case, whatever it is, against the target.
  private func protectionFindings(_ target: Size) -> [PolicyFinding] {
    for (unit, least) in [(Unit.turns, 1), (.entries, 1), (.tokens, Self.leastTokensOfTurn)] {
      guard let limit = target.limit(unit), protection.lastTurns.multipliedClamped(by: least) > limit else { continue }
      let most = limit / least
      return [
        PolicyFinding(
          .protectionAboveTarget, .protect, "last_turns",
          "\(Unit.turns.counted(protection.lastTurns)) are protected, so that the target of "
            + "\(unit == .turns ? "\(limit)" : unit.counted(limit)) is never reached",
          fix: most > 0 ? "protect at most \(most), or raise the target" : "raise the target", in: self
        ) { policy in
          policy.protection.lastTurns = most
        }
      ]
    }
    return []
  }

  /// A turn is one message at least, and a message costs this many tokens beyond its text.
  static let leastTokensOfTurn = 4

  private func triggerFindings() -> [PolicyFinding] {
    trigger.conditions.enumerated().compactMap { index, condition in
      guard case .idle(let seconds) = condition, trigger.idleSeconds > 0, seconds <= trigger.idleSeconds else {
        return nil
      }
      return PolicyFinding(
        .idleWithinIdleFor, .compactWhen, "",
        "a conversation is left alone for \(Unit.idle.counted(trigger.idleSeconds)) anyway, so that the condition "
          + "idle: \(Unit.idle.counted(seconds)) holds whenever it is asked",
        fix: "make it longer than idle_for", in: self
      ) { $0.trigger.conditions[index] = .idle(seconds: trigger.idleSeconds.multipliedClamped(by: 10)) }
    }
  }

  private func gainFindings() -> [PolicyFinding] {
    guard let minimumGain else { return [] }
    if case .share(let millionths) = minimumGain, millionths >= 1_000_000 {
      return [
        PolicyFinding(
          .gainOutOfReach, .minimumGain, "share",
          "the latest prompt always stays, so that no plan gains a whole history",
          fix: "make it well smaller than 100%",
          in: self
        ) { $0.minimumGain = .share(millionths: 100_000) }
      ]
    }
    guard let target = target?.tokens, trigger.combination == .any, trigger.conditions.count == 1,
      case .tokens(let due) = trigger.conditions[0], due > target
    else { return [] }
    let least = minimumGain.tokens(of: HistorySize(tokens: due))
    guard due - target < least else { return [] }
    return [
      PolicyFinding(
        .gainAboveTrigger, .minimumGain, "",
        "a history becomes due at \(Unit.tokens.counted(due)), and reaching the target of \(target) may gain only "
          + "\(due - target): it is looked at again and again until it is larger",
        fix: "make it at most \(due - target), or raise compact_when", in: self
      ) { $0.minimumGain = .tokens(due - target) }
    ]
  }

  private func findings(_ drop: DropCompletedToolCalls, at index: Int) -> [PolicyFinding] {
    turnsFindings(keepLastTurns: drop.keepLastTurns, at: index)
      + toolFindings(only: drop.only, except: drop.except, at: index)
      + repetitionFindings(at: index, stages[..<index].contains { $0.drops(allOf: drop) })
  }

  private func findings(_ window: RollingWindow, at index: Int) -> [PolicyFinding] {
    let unit = window.limit.unit
    let count = window.limit.count
    var findings: [PolicyFinding] = []
    if let earlier = smallestWindow(before: index, unit), count >= earlier {
      findings.append(
        PolicyFinding(
          .windowNotBelowWindow, .stage(index), unit.rawValue,
          "the window before it leaves \(unit.counted(earlier)), so that this one never drops anything",
          fix: "make it smaller than \(earlier), or remove one of the two", in: self
        ) { policy in
          if earlier > 1 {
            policy.setLimit(earlier - max(1, earlier / 4), at: index)
          } else {
            policy.stages.remove(at: index)
          }
        })
    }
    if let target = target?.limit(unit), count > target, index == stages.count - 1 {
      findings.append(
        PolicyFinding(
          .windowAboveTarget, .stage(index), unit.rawValue,
          "it leaves up to \(unit.counted(count)), more than the target of \(target), and no stage follows",
          fix: "make it at most \(target)", in: self
        ) { $0.setLimit(target, at: index) })
    }
    return findings + commonFindings(window.limit, at: index, field: unit.rawValue)
  }

  private func findings(_ summarize: Summarize, at index: Int) -> [PolicyFinding] {
    var findings: [PolicyFinding] = []
    let isSecond = stages[..<index].contains { stage in
      if case .summarize = stage { true } else { false }
    }
    if isSecond {
      findings.append(
        PolicyFinding(
          .secondSummary, .stage(index), "", "a history has one summary, and an earlier stage makes it",
          fix: "remove one of the two", in: self
        ) { $0.stages.remove(at: index) })
    }
    if summarize.atMostTokens <= 0 {
      findings.append(
        PolicyFinding(
          .summaryNotPositive, .stage(index), "at_most.tokens", "no summary is that short",
          fix: "allow some hundred tokens", in: self
        ) { $0.changeSummary(at: index) { $0.atMostTokens = 500 } })
    }
    if let tokens = target?.tokens, summarize.atMostTokens >= tokens {
      findings.append(
        PolicyFinding(
          .summaryNotBelowTarget, .stage(index), "at_most.tokens",
          "a summary of \(Unit.tokens.counted(summarize.atMostTokens)) alone fills the target of \(tokens)",
          fix: "make it well smaller than \(tokens)", in: self
        ) { $0.changeSummary(at: index) { $0.atMostTokens = max(1, tokens / 4) } })
    }
    guard let keepLast = summarize.keepLast else { return findings }
    let unit = keepLast.unit
    if let window = smallestWindow(before: index, unit), keepLast.count >= window {
      findings.append(
        PolicyFinding(
          .keepLastNotBelowWindow, .stage(index), "keep_last.\(unit.rawValue)",
          "the window before it leaves \(unit.counted(window)), and all of them stay verbatim: "
            + "there is never anything to summarise",
          fix: "make it smaller than \(window), or put the stage before the window", in: self
        ) { $0.changeSummary(at: index) { $0.keepLast = window > 1 ? unit.limit(window - 1) : nil } })
    }
    if let target = target?.limit(unit), keepLast.count >= target {
      findings.append(
        PolicyFinding(
          .keepLastNotBelowTarget, .stage(index), "keep_last.\(unit.rawValue)",
          "what stays verbatim alone, up to \(unit.counted(keepLast.count)), fills the target of \(target)",
          fix: "make it smaller than \(target)", in: self
        ) { $0.changeSummary(at: index) { $0.keepLast = target > 2 ? unit.limit(target / 3) : nil } })
    } else if unit == .tokens, let target = target?.tokens, summarize.atMostTokens < target,
      summarize.atMostTokens.addingClamped(keepLast.count) > target
    {
      findings.append(
        PolicyFinding(
          .summaryAboveRest, .stage(index), "at_most.tokens",
          "up to \(Unit.tokens.counted(keepLast.count)) stay verbatim, and of the target of \(target) "
            + "\(target - keepLast.count) are left for the summary",
          fix: "make it at most \(target - keepLast.count), or keep less", in: self
        ) { $0.changeSummary(at: index) { $0.atMostTokens = target - keepLast.count } })
    }
    return findings + commonFindings(keepLast, at: index, field: "keep_last.\(unit.rawValue)")
  }

  /// What is wrong with a window as much as with what stays behind a summary.
  private func commonFindings(_ limit: RollingWindow.Limit, at index: Int, field: String) -> [PolicyFinding] {
    var findings: [PolicyFinding] = []
    if limit.unit == .turns, protection.lastTurns > limit.count {
      findings.append(
        PolicyFinding(
          .windowBelowProtection, .stage(index), field,
          "\(Unit.turns.counted(protection.lastTurns)) are protected, so that it keeps as many",
          fix: "make it at least \(protection.lastTurns), or protect fewer", in: self
        ) { $0.setLimit(protection.lastTurns, at: index) })
    }
    let counts = trigger.conditions.filter { $0.unit == limit.unit }.map(\.count)
    if trigger.conditions.count == counts.count, let due = counts.max(), limit.count > due {
      findings.append(
        PolicyFinding(
          .windowAboveTrigger, .stage(index), field,
          "a history becomes due at \(limit.unit.counted(due)), but nothing is done until it has \(limit.count)",
          fix: "make it smaller than \(due), or raise compact_when", in: self
        ) { $0.setLimit(max(1, due / 2), at: index) })
    }
    return findings
  }

  /// The smallest rolling window of this unit before a stage.
  func smallestWindow(before index: Int, _ unit: Unit) -> Int? {
    stages[..<index].compactMap { stage in
      guard case .rollingWindow(let window) = stage, window.limit.unit == unit else { return nil }
      return window.limit.count
    }.min()
  }
}

extension Stage {
  /// Whether what the other drops is dropped by this one already.
  fileprivate func drops(allOf other: DropCompletedToolCalls) -> Bool {
    guard case .dropCompletedToolCalls(let drop) = self else { return false }
    return drop.only == other.only && drop.except == other.except && drop.keepLastTurns <= other.keepLastTurns
      && drop.keepLast <= other.keepLast && drop.atLeastTokens <= other.atLeastTokens
  }
}
