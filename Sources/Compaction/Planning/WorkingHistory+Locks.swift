import Transcripts

extension WorkingHistory {
  /// Finds what no stage may touch:
  /// instructions; the latest prompt; the last group, the last calls and the last answer of the last turn; calls
  /// without a result; what is pinned; and what the policy protects.
  ///
  /// Where anything of an older turn stays, its prompt and its answers stay with it, since a history that begins
  /// with, or jumps to, the middle of a turn is refused by the stricter dialects.
  mutating func lock(_ input: PlanningInput) {
    let snapshot = input.snapshot
    let protection = input.policy.protection
    isLocked.removeAll(keepingCapacity: true)
    isLocked.append(contentsOf: repeatElement(false, count: groups.all.count))
    isMarked.removeAll(keepingCapacity: true)
    isMarked.append(contentsOf: repeatElement(false, count: groups.all.count))

    markPinned(snapshot)
    if !protection.tools.isEmpty { markGroups(callingAnyOf: protection.tools, in: snapshot) }
    lockMarkedWithTheirTurns()

    for group in groups.all.indices where groups.all[group].kind == .instructions { isLocked[group] = true }
    if protection.firstPrompt, let start = groups.turnStarts.first { lock(entry: Int(start)) }
    let firstProtected = firstOfNewestTurns(protection.lastTurns)
    for group in groups.all.indices.reversed() {
      guard groups.all[group].turn >= firstProtected else { break }
      isLocked[group] = true
    }
    lockTheEnd(snapshot)
  }

  private mutating func lock(entry index: Int) {
    isLocked[Int(groups.groupOfEntry[index])] = true
  }

  private mutating func markPinned(_ snapshot: Snapshot) {
    for index in snapshot.headers.indices where snapshot.headers[index].flags.contains(.pinned) && isPresent(index) {
      isMarked[Int(groups.groupOfEntry[index])] = true
    }
  }

  /// Marks the groups that call one of these tools.
  mutating func markGroups(callingAnyOf tools: Set<String>, in snapshot: Snapshot) {
    let isNamed = snapshot.toolNames.map { tools.contains($0) }
    guard isNamed.contains(true) else { return }
    for index in snapshot.headers.indices where snapshot.headers[index].kind == .toolCalls && isPresent(index) {
      if snapshot.calls(of: snapshot.headers[index]).contains(where: { $0.tool >= 0 && isNamed[Int($0.tool)] }) {
        isMarked[Int(groups.groupOfEntry[index])] = true
      }
    }
  }

  private mutating func lockMarkedWithTheirTurns() {
    // Groups stand in the order of their turns, so that a turn is a run of them.
    var first = 0
    while first < groups.all.count {
      let turn = groups.all[first].turn
      var end = first
      var isFramed = false
      while end < groups.all.count, groups.all[end].turn == turn {
        let group = groups.all[end]
        if group.isUnanswered && isPresent(Int(group.first)) || isMarked[end] {
          isLocked[end] = true
          isFramed = isFramed || group.kind != .prompt && group.kind != .instructions
        }
        end += 1
      }
      if isFramed {
        for group in first..<end where groups.all[group].kind == .prompt || groups.all[group].kind == .answer {
          isLocked[group] = true
        }
      }
      first = end
    }
  }

  private mutating func lockTheEnd(_ snapshot: Snapshot) {
    if let start = groups.turnStarts.last { lock(entry: Int(start)) }
    for index in snapshot.headers.indices.reversed()
    where snapshot.headers[index].kind != .instructions && isPresent(index) {
      lock(entry: index)
      break
    }
    var needsCalls = true
    var needsAnswer = true
    for group in groups.all.indices.reversed() {
      guard groups.all[group].turn == groups.turnStarts.count, needsCalls || needsAnswer else { break }
      guard isPresent(Int(groups.all[group].first)) else { continue }
      switch groups.all[group].kind {
      case .calls where needsCalls:
        needsCalls = false
        isLocked[group] = true
      case .answer where needsAnswer:
        needsAnswer = false
        isLocked[group] = true
      default: break
      }
    }
  }
}
