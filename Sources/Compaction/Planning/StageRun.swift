import Transcripts

/// The stages of one policy on their way through one history.
struct StageRun: Sendable {
  /// A short form in the place of the entry at an index.
  struct Form {
    var index: Int
    var tokens: Int32
  }

  let input: PlanningInput
  var history: WorkingHistory
  let before: HistorySize
  /// Without their ranges until the plan is made.
  private var effects: [StageEffect] = []
  /// A plan has one summary, so that only the first `summarize` of a policy is ever run.
  private var maySummarize = true

  /// - Parameters:
  ///   - before: the history's size before any repair.
  ///   - repaired: what was done to it since.
  init(input: PlanningInput, history: consuming WorkingHistory, before: HistorySize, repaired: StageEffect) {
    self.input = input
    self.before = before
    self.history = history
    if repaired.entries > 0 { effects.append(repaired) }
  }

  /// Runs the stages from this one on, until the target is reached or one needs something.
  mutating func go(from first: Int) -> Settlement {
    for index in first..<max(first, input.policy.stages.count) {
      if let draft = run(input.policy.stages[index], index) { return draft }
    }
    return settle()
  }

  /// Runs one stage.
  ///
  /// - Returns: what it needs, or `nil` where it is done.
  private mutating func run(_ stage: Stage, _ index: Int) -> Settlement? {
    if let target = input.policy.target, history.size.fits(target) {
      if case .hardBudget = stage {} else { return nil }
    }
    let input = input
    switch stage {
    case .clearToolResults(let rule):
      let indexes = history.candidates(for: rule, in: input.snapshot)
      return draft(.result(rule.leave), for: indexes, index, atLeast: rule.atLeastTokens)
    case .clearToolArguments(let rule):
      let indexes = history.candidates(for: rule, in: input.snapshot)
      return draft(.arguments(rule), for: indexes, index, atLeast: rule.atLeastTokens)
    case .dropAttachments(let rule):
      let indexes = history.candidates(for: rule, in: input.snapshot)
      return draft(.attachments, for: indexes, index, atLeast: rule.atLeastTokens)
    case .dropCompletedToolCalls(let rule):
      drop(by: stage, index) { history, decision in history.apply(rule, decision: decision, to: input.snapshot) }
    case .dropStaleReasoning(let rule):
      drop(by: stage, index) { history, decision in history.apply(rule, decision: decision, to: input.snapshot) }
    case .rollingWindow(let rule):
      drop(by: stage, index) { history, decision in history.apply(rule, decision: decision, to: input) }
    case .hardBudget(let rule):
      drop(by: stage, index) { history, decision in history.apply(rule, decision: decision, to: input) }
    case .summarize(let rule):
      guard maySummarize else { return nil }
      maySummarize = false
      guard let span = history.span(for: rule, in: input), isWorthwhile(span, for: rule) else { return nil }
      return .needsSummary(cover(span, by: rule, stage, index))
    }
    return nil
  }

  /// Whether the plan gains enough even if the summary is as large as it may be, so that none is bought for nothing.
  private func isWorthwhile(_ span: SummarySpan, for rule: Summarize) -> Bool {
    let after = (history.size.tokens - span.replacedTokens).addingClamped(rule.atMostTokens)
    return gainsEnough(after: after)
  }

  private func gainsEnough(after tokens: Int) -> Bool {
    guard let minimum = input.policy.minimumGain,
      !effects.contains(where: { $0.stageIndex == StageEffect.repairIndex }),
      input.policy.isWithinBudgets(before)
    else { return true }
    return before.tokens.subtractingClamped(tokens) >= minimum.tokens(of: before)
  }

  /// Asks for short forms, unless even entries without any tokens would gain too little.
  private func draft(_ rule: ShortFormRule, for indexes: [Int], _ stageIndex: Int, atLeast: Int) -> Settlement? {
    guard !indexes.isEmpty, indexes.reduce(0, { $0 + history.tokens($1) }) >= atLeast else { return nil }
    return .needsShortForms(
      ShortFormDraft(run: self, rule: rule, indexes: indexes, stageIndex: stageIndex, atLeastTokens: atLeast))
  }

  /// Puts the forms in the places of their entries, or none where that gains too little.
  mutating func replace(_ forms: [Form], minimumGain: Int, _ stageIndex: Int) {
    let gain = forms.reduce(0) { $0 + history.tokens($1.index) - Int($1.tokens) }
    guard gain >= minimumGain else { return }
    let stage = input.policy.stages[stageIndex].name
    let decision = history.addDecision(.replaced, stage: stage, revision: input.revision, stageIndex: stageIndex)
    for form in forms { history.replace(form.index, tokens: form.tokens, decision: decision) }
    effects.append(
      StageEffect(
        stageIndex: stageIndex, stage: stage, disposition: .replaced, ranges: [], entries: forms.count,
        tokensGained: gain))
  }

  private mutating func drop(by stage: Stage, _ index: Int, _ apply: (inout WorkingHistory, Int32) -> Void) {
    let size = history.size
    let decision = history.addDecision(.dropped, stage: stage.name, revision: input.revision, stageIndex: index)
    apply(&history, decision)
    guard history.size.entries < size.entries else { return }
    effects.append(
      StageEffect(
        stageIndex: index, stage: stage.name, disposition: .dropped, ranges: [],
        entries: size.entries - history.size.entries, tokensGained: size.tokens - history.size.tokens))
  }

  private mutating func cover(_ span: SummarySpan, by rule: Summarize, _ stage: Stage, _ index: Int) -> Draft {
    history.removeSummary()
    let entries = history.size.entries
    let decision = history.addDecision(.covered, stage: stage.name, revision: input.revision, stageIndex: index)
    history.removeAll(0..<span.cut, in: input.snapshot, decision: decision)
    effects.append(
      StageEffect(
        stageIndex: index, stage: stage.name, disposition: .covered, ranges: [],
        entries: entries - history.size.entries, tokensGained: span.replacedTokens))
    return Draft(run: self, rule: rule, stageIndex: index, replacedTokens: span.replacedTokens)
  }

  /// Puts the summary in the place of what the draft covered.
  mutating func accept(summaryTokens: Int) {
    history.addSummary(tokens: summaryTokens)
    effects[effects.count - 1].tokensGained -= summaryTokens
  }

  /// What could not be repaired may be now that stages took away what stood beside it: else a second look would.
  private mutating func repairTheRest() {
    let more = history.repair(input)
    guard more.entries > 0 else { return }
    if let index = effects.firstIndex(where: { $0.stageIndex == StageEffect.repairIndex }) {
      effects[index].entries += more.entries
      effects[index].tokensGained += more.tokensGained
    } else {
      effects.insert(more, at: 0)
    }
  }

  /// The plan, or why there is none.
  private mutating func settle() -> Settlement {
    if !input.policy.repairs.isEmpty { repairTheRest() }
    let isOverBudget = !input.policy.isWithinBudgets(history.size)
    guard !effects.isEmpty, history.size.tokens <= before.tokens else {
      return .cannotShrink(isOverBudget ? .overBudget : .nothingToGain, history.nextLook(input, after: before))
    }
    guard gainsEnough(after: history.size.tokens) else {
      return .cannotShrink(.gainTooSmall, history.nextLook(input, after: before))
    }
    var effects = effects
    for index in effects.indices {
      let stageIndex = effects[index].stageIndex
      effects[index].ranges = history.ranges(of: input.snapshot) { $0.stageIndex == stageIndex }
    }
    let overlay = history.overlay(of: input.snapshot)
    return .settled(
      Plan(
        overlay: overlay, effects: effects, before: before, after: history.size,
        nextLook: history.nextLook(input),
        isOverBudget: isOverBudget, verdictBefore: Verdict(of: input.snapshot, under: input.previous),
        verdict: Verdict(of: input.snapshot, under: overlay)))
  }
}
