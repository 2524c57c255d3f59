import Transcripts

/// The stages of one policy on their way through one history.
struct StageRun: Sendable {
  enum Step {
    case finished
    case needsSummary(Draft)
  }

  let input: PlanningInput
  var history: WorkingHistory
  let before: HistorySize
  /// Without their ranges until the plan is made.
  private var effects: [StageEffect] = []

  init(input: PlanningInput, history: consuming WorkingHistory) {
    self.input = input
    self.before = history.size
    self.history = history
  }

  /// Runs the stages from this one on, until the target is reached or a summary is needed.
  ///
  /// A plan has one summary, so that only the first `summarize` of a policy is ever run.
  mutating func go(from first: Int, maySummarize: Bool) -> Step {
    let input = input
    var maySummarize = maySummarize
    for index in first..<max(first, input.policy.stages.count) {
      if let target = input.policy.target, history.size.fits(target) { break }
      let stage = input.policy.stages[index]
      switch stage {
      case .dropCompletedToolCalls(let rule):
        drop(by: stage, index) { history, decision in history.apply(rule, decision: decision, to: input.snapshot) }
      case .rollingWindow(let rule):
        drop(by: stage, index) { history, decision in history.apply(rule, decision: decision, to: input) }
      case .summarize(let rule):
        guard maySummarize else { continue }
        maySummarize = false
        if let span = history.span(for: rule, in: input) {
          return .needsSummary(cover(span, by: rule, stage, index))
        }
      }
    }
    return .finished
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
    history.removeAll(before: span.cut, in: input.snapshot, decision: decision)
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

  /// The plan, or why there is none.
  consuming func settle() -> Settlement {
    guard !effects.isEmpty, history.size.tokens <= before.tokens else {
      return .cannotShrink(.nothingToGain, input.policy.trigger.nextLook(after: before, appended: history.appended))
    }
    for index in effects.indices {
      let stageIndex = effects[index].stageIndex
      effects[index].ranges = history.ranges(of: input.snapshot) { $0.stageIndex == stageIndex }
    }
    let overlay = history.overlay(of: input.snapshot)
    return .settled(
      Plan(
        overlay: overlay, effects: effects, before: before, after: history.size,
        nextLook: input.policy.trigger.nextLook(after: history.size, appended: history.appended),
        verdictBefore: Verdict(of: input.snapshot, under: input.previous),
        verdict: Verdict(of: input.snapshot, under: overlay)))
  }
}
