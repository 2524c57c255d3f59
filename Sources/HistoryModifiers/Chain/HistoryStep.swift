import Compaction
import LanguageModels
import Summarization

/// What one modifier does, as a policy.
struct HistoryStep: Sendable {
  /// The modifier as it is written, for errors.
  var modifier: String
  var policy: Policy
  var summarizer: Summarizer?
  /// Those that must be at least 1.
  var numbers: [Int] = []
  /// Whether the size of a summary follows from how much there is to cover.
  var fitsSummary = false

  /// By which name the policies of modifiers know their model.
  static let modelName = "model"
  /// The prompts of modifiers with instructions of their own.
  static let promptName = "instructions"

  init(modifier: String, policy: Policy, summarizer: Summarizer? = nil) {
    self.modifier = modifier
    self.policy = policy
    self.summarizer = summarizer
  }

  /// A step of one stage that runs before each request.
  init(modifier: String, stage: Stage, numbers: [Int]) {
    // The newest turn may be cut by a window, at groups: a long loop of tools is one turn.
    self.init(
      modifier: modifier,
      policy: Policy(trigger: Trigger(.any, []), protection: Protection(lastTurns: 0), stages: [stage]))
    self.numbers = numbers
  }

  static func summarizing(
    _ modifier: String, _ threshold: Trigger.Condition, keeping: RollingWindowSize, atMost tokens: Int,
    _ summarizer: Summarizer
  ) -> HistoryStep {
    let prompt = summarizer.instructions == nil ? SummaryPrompt.facts.id : "\(promptName)@1"
    var step = HistoryStep(
      modifier: modifier,
      policy: Policy(
        trigger: Trigger(.any, [threshold]), protection: Protection(lastTurns: 0),
        stages: [
          .summarize(
            Summarize(model: modelName, prompt: prompt, atMostTokens: tokens, keepLast: keeping.limit))
        ]), summarizer: summarizer)
    step.numbers = [threshold.count, keeping.count]
    step.fitsSummary = true
    return step
  }

  /// Whether the step is left to the time after a response.
  var runsAfterResponse: Bool { summarizer?.timing == .afterResponse }

  var summarizes: Bool {
    policy.stages.contains { if case .summarize = $0 { true } else { false } }
  }
}

/// Who writes summaries, and what happens around them.
struct Summarizer: Sendable {
  /// By the names that the policy uses.
  var models: [String: any LanguageModel]
  var instructions: String?
  var postamble: String?
  var timing: SummaryTiming
  var onFailure: SummaryFailureHandling

  /// The prompt that the policy names.
  func prompt(_ id: String) throws -> SummaryPrompt {
    guard let instructions else { return try SummaryPrompt.named(id) }
    return SummaryPrompt(name: HistoryStep.promptName, version: 1, task: instructions)
  }
}

extension Trigger.Condition {
  var count: Int {
    switch self {
    case .entries(let count), .turns(let count), .tokens(let count), .toolCalls(let count): count
    case .age(let seconds), .idle(let seconds): seconds
    }
  }
}
