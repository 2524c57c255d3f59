/// A plan that waits for short forms: which entries a stage would shorten, and how.
public struct ShortFormDraft: Sendable {
  /// Ascending; every one is in the snapshot and still as it was appended.
  public let positions: [Int32]
  /// How they are to be shortened.
  public let rule: ShortFormRule
  /// The history before any stage.
  public let before: HistorySize

  private let run: StageRun
  /// Indexes in the snapshot, one for each of ``positions``.
  private let indexes: [Int]
  private let stageIndex: Int
  private let minimumGain: Int

  init(run: StageRun, rule: ShortFormRule, indexes: [Int], stageIndex: Int, atLeastTokens: Int) {
    self.positions = indexes.map { run.input.snapshot.headers[$0].position }
    self.rule = rule
    self.before = run.before
    self.run = run
    self.indexes = indexes
    self.stageIndex = stageIndex
    self.minimumGain = max(atLeastTokens, 1)
  }

  /// Goes on with the forms that were made.
  ///
  /// - Parameter tokens: for each of ``positions``, what its form costs in the history: by the snapshot's tokenizer, with
  ///   its share of the message overhead; `nil` where no form could be made. A form that is not smaller than the
  ///   entry is not used.
  /// - Precondition: There are as many as ``positions``.
  public func settle(tokens: [Int?]) -> Settlement {
    precondition(tokens.count == indexes.count, "\(indexes.count) forms were asked for, \(tokens.count) were given")
    var run = run
    let forms = zip(indexes, tokens).compactMap { index, tokens -> StageRun.Form? in
      guard let tokens, tokens >= 0, tokens < run.history.tokens(index) else { return nil }
      return StageRun.Form(index: index, tokens: Int32(tokens))
    }
    run.replace(forms, minimumGain: minimumGain, stageIndex)
    return run.go(from: stageIndex + 1)
  }
}
