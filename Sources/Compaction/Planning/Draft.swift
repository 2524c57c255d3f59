/// A plan that waits for a summary: what it has to cover, and how large it may be.
public struct Draft: Sendable {
  /// Every original that the summary stands for, those covered by an earlier one included.
  public let covered: [PositionRange]
  /// Those that no earlier summary covers.
  public let newlyCovered: [PositionRange]
  /// The summary that the new one takes the place of.
  public let previousSummary: Overlay.Summary?
  /// Tokens of the history that the summary replaces: what is newly covered, and the previous summary.
  public let replacedTokens: Int
  /// The summary may not be larger than this, with its share of the message overhead.
  public let budgetTokens: Int
  /// Which of the job's models writes it.
  public let model: String
  /// By name and version.
  public let prompt: String
  /// What the prompt says, where it is none of the built-in ones.
  public let ownPrompt: OwnPrompt?
  /// What its summary is measured by.
  public let gates: SummaryGates
  /// The history before any stage.
  public let before: HistorySize

  /// Without the previous summary and with the span covered.
  private let run: StageRun
  private let stageIndex: Int
  private let minimumGain: Int

  init(run: StageRun, rule: Summarize, stageIndex: Int, replacedTokens: Int) {
    let snapshot = run.input.snapshot
    self.covered = run.history.ranges(of: snapshot) { $0.disposition == .covered }
    self.newlyCovered = run.history.ranges(of: snapshot) { $0.stageIndex == stageIndex }
    self.previousSummary = run.input.previous?.summary
    self.replacedTokens = replacedTokens
    self.budgetTokens = rule.atMostTokens
    self.model = rule.model
    self.prompt = rule.prompt
    self.ownPrompt = rule.ownPrompt
    self.gates = rule.gates
    self.before = run.before
    self.run = run
    self.stageIndex = stageIndex
    self.minimumGain = max(rule.atLeastTokens, 1)
  }

  /// Goes on with the summary that was written.
  ///
  /// - Parameter summaryTokens: what the summary costs in the history: by the snapshot's tokenizer, with its share of
  ///   the message overhead.
  public func settle(summaryTokens: Int) -> Settlement {
    guard summaryTokens > 0, summaryTokens <= budgetTokens, replacedTokens - summaryTokens >= minimumGain else {
      return .cannotShrink(.summaryTooLarge, run.history.nextLook(run.input, after: before))
    }
    var run = run
    run.accept(summaryTokens: summaryTokens)
    return run.go(from: stageIndex + 1)
  }
}
