import Transcripts

extension WorkingHistory {
  /// The decisions as a revision stores them.
  func overlay(of snapshot: Snapshot) -> Overlay {
    var ranges: [DispositionRange] = []
    var last: Int32 = -1
    for index in decisionOfEntry.indices {
      let decision = decisionOfEntry[index]
      let position = snapshot.headers[index].position
      if decision != last, ranges.isEmpty || !ranges[ranges.count - 1].isDecided(like: decisions[Int(decision)]) {
        let made = decisions[Int(decision)]
        ranges.append(
          DispositionRange(
            PositionRange(position, position), made.disposition, stage: made.stage, revision: made.revision))
      } else {
        ranges[ranges.count - 1].range.last = position
      }
      last = decision
    }
    var summary = summary
    if let first = firstEntryAfterInstructions(of: snapshot) { summary?.before = first }
    return Overlay(
      ranges: ranges, shortForms: shortForms(of: snapshot), summary: summary,
      coversThrough: snapshot.headers.last?.position ?? 0)
  }

  /// The sizes of what stands in place of entries.
  private func shortForms(of snapshot: Snapshot) -> [ShortFormSize] {
    let isReplaced = decisions.map { $0.disposition == .replaced }
    guard isReplaced.contains(true) else { return [] }
    return decisionOfEntry.indices.compactMap { index in
      guard isReplaced[Int(decisionOfEntry[index])] else { return nil }
      return ShortFormSize(position: snapshot.headers[index].position, tokens: Int32(tokens(index)))
    }
  }

  /// The position of the first entry in the history that is not instructions.
  private func firstEntryAfterInstructions(of snapshot: Snapshot) -> Int32? {
    for index in snapshot.headers.indices
    where snapshot.headers[index].kind != .instructions && isPresent(index) {
      return snapshot.headers[index].position
    }
    return nil
  }

  /// The entries with such a decision, as ranges.
  func ranges(of snapshot: Snapshot, where isIncluded: (Decision) -> Bool) -> [PositionRange] {
    let included = decisions.map(isIncluded)
    var ranges: [PositionRange] = []
    var isOpen = false
    for index in decisionOfEntry.indices {
      let belongs = included[Int(decisionOfEntry[index])]
      let position = snapshot.headers[index].position
      if belongs, isOpen {
        ranges[ranges.count - 1].last = position
      } else if belongs {
        ranges.append(PositionRange(position, position))
      }
      isOpen = belongs
    }
    return ranges
  }
}

extension DispositionRange {
  fileprivate func isDecided(like decision: WorkingHistory.Decision) -> Bool {
    disposition == decision.disposition && revision == decision.revision && stage == decision.stage
  }
}
