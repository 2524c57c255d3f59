import Transcripts

/// What a summary would replace.
struct SummarySpan: Sendable {
  /// Everything before this index that is not locked is covered.
  var cut: Int
  /// Tokens of the history that the summary replaces, those of an earlier summary included.
  var replacedTokens: Int
}

extension WorkingHistory {
  /// What the stage covers, or `nil` where nothing new would be covered or a summary of the largest size allowed
  /// would gain too little.
  func span(for stage: Summarize, in input: PlanningInput) -> SummarySpan? {
    let headers = input.snapshot.headers
    let minimumGain = max(stage.atLeastTokens, 1)
    let summaryTokens = Int(summary?.tokens ?? 0)
    var removed = HistorySize()
    var begin = 0

    /// Extends the span to the cut and says whether it is worth a summary.
    func extend(to cut: Int) -> Bool {
      for index in begin..<cut where isRemovable(index) {
        removed.entries += 1
        removed.tokens += tokens(index)
        removed.toolCalls += headers[index].callsMade
        if isTurnStart(index, headers[index]) { removed.turns += 1 }
      }
      begin = cut
      return removed.entries > 0
        && (removed.tokens + summaryTokens).subtractingClamped(stage.atMostTokens) >= minimumGain
    }

    if let keepLast = stage.keepLast {
      let cut = cut(leaving: keepLast, of: input)
      return extend(to: cut) ? SummarySpan(cut: cut, replacedTokens: removed.tokens + summaryTokens) : nil
    }
    var best: SummarySpan?
    for cut in allowedCuts(input.policy) {
      guard extend(to: Int(cut)) else { continue }
      best = SummarySpan(cut: Int(cut), replacedTokens: removed.tokens + summaryTokens)
      let left = HistorySize(
        entries: size.entries - removed.entries + (summary == nil ? 1 : 0),
        turns: size.turns - removed.turns,
        tokens: (size.tokens - removed.tokens - summaryTokens).addingClamped(stage.atMostTokens),
        toolCalls: size.toolCalls - removed.toolCalls)
      if let target = input.policy.target, left.fits(target) { break }
    }
    return best
  }
}
