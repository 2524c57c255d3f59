import Transcripts

extension WorkingHistory {
  /// Drops the groups that the stage names, or none where that gains too little.
  mutating func apply(_ stage: DropCompletedToolCalls, decision: Int32, to snapshot: Snapshot) {
    markExempt(stage, in: snapshot)
    let firstKeptTurn = firstOfNewestTurns(stage.keepLastTurns)
    var newer = 0
    for index in groups.all.indices.reversed() {
      let group = groups.all[index]
      let isExempt = isMarked[index]
      // From here on a mark means that the group goes.
      isMarked[index] = false
      guard group.kind == .calls, group.isCompleted, isPresent(Int(group.anchor)) else { continue }
      newer += 1
      isMarked[index] = newer > stage.keepLast && group.turn < firstKeptTurn && !isLocked[index] && !isExempt
    }
    keepReasoningOfLastTurn()

    var gain = 0
    for index in snapshot.headers.indices where isMarked[Int(groups.groupOfEntry[index])] && isPresent(index) {
      gain += tokens(index)
    }
    guard gain >= stage.atLeastTokens else { return }
    for index in snapshot.headers.indices where isMarked[Int(groups.groupOfEntry[index])] && isPresent(index) {
      remove(index, snapshot.headers[index], decision: decision)
    }
  }

  /// Marks the groups that the stage leaves alone because of their tools.
  private mutating func markExempt(_ stage: DropCompletedToolCalls, in snapshot: Snapshot) {
    for group in groups.all.indices { isMarked[group] = false }
    if !stage.except.isEmpty { markGroups(callingAnyOf: stage.except, in: snapshot) }
    guard !stage.only.isEmpty else { return }
    let isNamed = snapshot.toolNames.map { stage.only.contains($0) }
    for index in snapshot.headers.indices where snapshot.headers[index].kind == .toolCalls {
      if !snapshot.calls(of: snapshot.headers[index]).allSatisfy({ $0.tool >= 0 && isNamed[Int($0.tool)] }) {
        isMarked[Int(groups.groupOfEntry[index])] = true
      }
    }
  }

  /// Some models refuse a tool loop that has lost the reasoning it began with: where what is left of the last turn
  /// would begin without, its first group stays.
  private mutating func keepReasoningOfLastTurn() {
    let first = groups.firstGroup(ofTurn: Int32(groups.turnStarts.count))
    var begin: Int?
    for index in first..<groups.all.count where isAssistantMessage(index) {
      if begin == nil { begin = index }
      guard !isMarked[index] else { continue }
      // The first that is left.
      if groups.all[begin!].hasReasoning, !groups.all[index].hasReasoning { isMarked[begin!] = false }
      return
    }
  }

  /// Whether the group is an assistant message, with or without calls, that is still there.
  func isAssistantMessage(_ index: Int) -> Bool {
    let group = groups.all[index]
    return (group.kind == .calls || group.kind == .answer) && isPresent(Int(group.anchor))
  }
}
