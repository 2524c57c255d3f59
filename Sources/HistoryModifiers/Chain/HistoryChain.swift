import Compaction

/// The steps of the modifiers that stand next to each other, in the order in which they apply.
struct HistoryChain: Sendable {
  var steps: [HistoryStep]

  init(_ steps: [HistoryStep]) { self.steps = steps }

  /// What is equal for chains that make the same of a history: what one of them made holds for the other.
  var key: String {
    steps.map { step in
      let summarizer = step.summarizer.map { "\n\($0.instructions ?? "")\n\($0.timing)" } ?? ""
      return step.policy.canonicalForm + summarizer
    }.joined(separator: "\n\n")
  }

  var postamble: String? { steps.lazy.compactMap(\.summarizer?.postamble).first }

  /// Throws the first ``HistoryModifierError`` that the numbers of the chain show.
  func check() throws(HistoryModifierError) {
    for step in steps {
      if let number = step.numbers.first(where: { $0 < 1 }) {
        throw HistoryModifierError(modifier: step.modifier, problem: .numberNotPositive(number))
      }
      for case .summarize(let summarize) in step.policy.stages {
        guard let summarizer = step.summarizer, summarizer.models[summarize.model] != nil else {
          throw HistoryModifierError(modifier: step.modifier, problem: .unknownModel(summarize.model))
        }
        guard summarizer.instructions != nil || (try? summarizer.prompt(summarize.prompt)) != nil else {
          throw HistoryModifierError(modifier: step.modifier, problem: .unknownPrompt(summarize.prompt))
        }
      }
      try report(step.policy.findings()) { _ in step }
    }
    let stages = steps.flatMap { step in step.policy.stages.map { (step, $0) } }
    for (threshold, policy) in [(false, joined(stages.map(\.1))), (true, joined(thresholdStages))] {
      try report(policy.findings(), aboutThreshold: threshold) { index in index.map { stages[$0].0 } }
    }
  }

  private func joined(_ stages: [Stage]) -> Policy {
    Policy(trigger: Trigger(.any, []), protection: Protection(lastTurns: 0), stages: stages)
  }

  /// The stages, with what a summary's threshold lets stand in the place of what it keeps: a window that never lets the
  /// history grow up to the threshold leaves as little to summarise as one that leaves no more than what is kept.
  private var thresholdStages: [Stage] {
    steps.flatMap { step in
      step.policy.stages.map { stage in
        guard case .summarize(var summarize) = stage, let threshold = step.policy.trigger.conditions.first,
          step.policy.trigger.conditions.count == 1
        else { return stage }
        summarize.keepLast =
          switch threshold {
          case .entries(let count): .entries(count)
          case .turns(let count): .turns(count)
          case .tokens(let count): .tokens(count)
          case .toolCalls, .age, .idle: summarize.keepLast
          }
        return .summarize(summarize)
      }
    }
  }

  private func report(
    _ findings: [PolicyFinding], aboutThreshold: Bool = false, step: (Int?) -> HistoryStep?
  ) throws(HistoryModifierError) {
    for finding in findings where finding.severity == .error {
      var index: Int?
      if case .stage(let stage) = finding.section { index = stage }
      // A chain without stages of its own has none of the sections that belong to no stage.
      guard let step = step(index) else { continue }
      throw HistoryModifierError(
        modifier: step.modifier, problem: aboutThreshold ? .thresholdOutOfReach(finding) : .neverActs(finding))
    }
  }
}
