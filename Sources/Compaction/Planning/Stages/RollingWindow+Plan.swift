import Transcripts

extension WorkingHistory {
  /// Drops what stands before the window.
  mutating func apply(_ stage: RollingWindow, decision: Int32, to input: PlanningInput) {
    removeAll(0..<cut(leaving: stage.limit, of: input), in: input.snapshot, decision: decision)
  }

  /// Removes everything in a range of indexes that is not locked.
  mutating func removeAll(_ indexes: Range<Int>, in snapshot: Snapshot, decision: Int32) {
    for index in indexes where isRemovable(index) {
      remove(index, snapshot.headers[index], decision: decision)
    }
  }

  /// The index at which the largest aligned suffix that fits begins; where none fits, that of the smallest one.
  ///
  /// The limit counts the suffix alone: instructions, the summary, and what stays before the window although
  /// older stand outside it.
  func cut(leaving limit: RollingWindow.Limit, of input: PlanningInput) -> Int {
    let headers = input.snapshot.headers
    var suffix = HistorySize()
    var end = headers.count
    var best: Int?
    func extend(to start: Int) {
      for index in start..<end where headers[index].kind != .instructions && isPresent(index) {
        suffix.entries += 1
        suffix.tokens += tokens(index)
        if isTurnStart(index, headers[index]) { suffix.turns += 1 }
      }
      end = start
    }

    if input.policy.protection.lastTurns <= 0 {
      let prompt = sizeOfLatestPrompt()
      for cut in cutsWithinLastTurn().reversed() {
        extend(to: Int(cut))
        if best != nil, !(suffix + prompt).fits(limit) { return best! }
        best = Int(cut)
      }
    }
    for cut in cuts.betweenTurns.reversed() {
      extend(to: Int(cut))
      if best != nil, !suffix.fits(limit) { return best! }
      best = Int(cut)
    }
    extend(to: 0)
    return suffix.fits(limit) ? 0 : best ?? 0
  }

  /// A window within the last turn holds its prompt as well.
  private func sizeOfLatestPrompt() -> HistorySize {
    guard let start = groups.turnStarts.last else { return HistorySize() }
    let group = groups.groupOfEntry[Int(start)]
    var size = HistorySize(turns: 1)
    for index in Int(start)...Int(groups.all[Int(group)].last) where groups.groupOfEntry[index] == group {
      size.entries += 1
      size.tokens += tokens(index)
    }
    return size
  }
}

extension HistorySize {
  fileprivate func fits(_ limit: RollingWindow.Limit) -> Bool {
    switch limit {
    case .entries(let count): entries <= count
    case .turns(let count): turns <= count
    case .tokens(let count): tokens <= count
    }
  }

  fileprivate static func + (a: HistorySize, b: HistorySize) -> HistorySize {
    HistorySize(entries: a.entries + b.entries, turns: a.turns + b.turns, tokens: a.tokens + b.tokens)
  }
}
