import Transcripts

extension WorkingHistory {
  /// Drops reasoning of old turns, or none where that gains too little.
  ///
  /// Reasoning that led to nothing stays: without it, the prompts on both sides would stand side by side.
  mutating func apply(_ stage: DropStaleReasoning, decision: Int32, to snapshot: Snapshot) {
    let firstKeptTurn = firstOfNewestTurns(max(stage.keepLastTurns, 1))
    // A mark means that the group is more than its reasoning.
    for group in groups.all.indices { isMarked[group] = groups.all[group].kind == .calls }
    for index in snapshot.headers.indices where snapshot.headers[index].kind == .response {
      isMarked[Int(groups.groupOfEntry[index])] = true
    }
    let indexes = snapshot.headers.indices.filter { index in
      guard snapshot.headers[index].kind == .reasoning, isRemovable(index) else { return false }
      return isMarked[Int(groups.groupOfEntry[index])] && groups.group(ofEntry: index).turn < firstKeptTurn
    }
    guard indexes.reduce(0, { $0 + tokens($1) }) >= stage.atLeastTokens else { return }
    for index in indexes { remove(index, snapshot.headers[index], decision: decision) }
  }
}
