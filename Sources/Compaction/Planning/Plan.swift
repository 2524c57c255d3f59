/// What a policy decided for one conversation, ready to be written.
public struct Plan: Sendable, Equatable {
  /// The new revision; it takes the place of the previous one.
  public var overlay: Overlay
  /// What each stage that did something did, in order.
  public var effects: [StageEffect]
  /// How large the history was.
  public var before: HistorySize
  /// How large it is now.
  public var after: HistorySize
  /// When there may be more to do.
  public var nextLook: NextLook
  /// Everything that may go is gone, and a hard budget is still passed.
  public var isOverBudget: Bool
  /// What is wrong with the history as it was, and as the plan leaves it.
  public var verdictBefore: Verdict
  /// See ``verdictBefore``.
  public var verdict: Verdict

  /// The plan does no harm: what is wrong with the history was wrong before it. It always holds; a worker that checks
  /// it guards against a mistake in the planner.
  public func isNoWorse(in dialect: Dialect) -> Bool { verdict.isNoWorse(than: verdictBefore, in: dialect) }
}

/// What one stage did in one plan.
public struct StageEffect: Sendable, Equatable {
  /// The index of the stage in its policy, or ``repairIndex``.
  public var stageIndex: Int
  /// ``Stage/name``.
  public var stage: String
  /// What it did to the entries.
  public var disposition: Disposition
  /// What it replaced, dropped or covered that no earlier revision had, and no later stage has taken further.
  public var ranges: [PositionRange]
  /// How many they are.
  public var entries: Int
  /// Tokens that the history lost by it, less those that short forms or a summary added.
  public var tokensGained: Int

  /// In place of a stage's index: what was done before any stage, for ``Policy/repairs``.
  public static let repairIndex = -2
  /// ``stage`` of what was repaired.
  public static let repairName = "repair"
  static let none = StageEffect(
    stageIndex: repairIndex, stage: repairName, disposition: .dropped, ranges: [], entries: 0, tokensGained: 0)

  /// The effect of a stage.
  public init(
    stageIndex: Int, stage: String, disposition: Disposition, ranges: [PositionRange], entries: Int, tokensGained: Int
  ) {
    self.stageIndex = stageIndex
    self.stage = stage
    self.disposition = disposition
    self.ranges = ranges
    self.entries = entries
    self.tokensGained = tokensGained
  }
}
