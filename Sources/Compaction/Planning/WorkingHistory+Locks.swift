import Transcripts

extension WorkingHistory {
  /// Finds what no stage may touch:
  /// instructions; the latest prompt; the last entry, the last calls and the last answer of the last turn; calls
  /// that wait for a result; what is pinned; and what the policy protects.
  ///
  /// Where anything of an older turn stays, its prompt and its answers stay with it, since a history that begins
  /// with, or jumps to, the middle of a turn is refused by the stricter dialects.
  mutating func lock(_ input: PlanningInput) { lock(input.snapshot, input.policy.protection) }

  mutating func lock(_ snapshot: Snapshot, _ protection: Protection) {
    isLocked.removeAll(keepingCapacity: true)
    isLocked.append(contentsOf: repeatElement(false, count: groups.all.count))
    isMarked.removeAll(keepingCapacity: true)
    isMarked.append(contentsOf: repeatElement(false, count: groups.all.count))

    markPinned(snapshot)
    markUnanswered(deadOnesToo: protection.deadCalls)
    markLastEntry(snapshot)
    if !protection.roles.isEmpty { markGroups(of: protection.roles) }
    if !protection.tools.isEmpty { markGroups(callingAnyOf: protection.tools, in: snapshot) }
    lockMarkedWithTheirTurns(snapshot)

    for group in groups.all.indices where groups.all[group].kind == .instructions { isLocked[group] = true }
    if protection.firstPrompt, let start = groups.turnStarts.first { lock(entry: Int(start)) }
    let firstProtected = firstOfNewestTurns(protection.lastTurns)
    for group in groups.all.indices.reversed() {
      guard groups.all[group].turn >= firstProtected else { break }
      isLocked[group] = true
    }
    lockTheEnd()
    if protection.lastTurns <= 0 { lockTheBeginOfTheLoop() }
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

  private mutating func markUnanswered(deadOnesToo: Bool) {
    for group in groups.all.indices where groups.all[group].isUnanswered && isPresent(Int(groups.all[group].anchor)) {
      if deadOnesToo || groups.all[group].isWaiting { isMarked[group] = true }
    }
  }

  private mutating func markGroups(of roles: Set<Protection.Role>) {
    let user = roles.contains(.user)
    let assistant = roles.contains(.assistant)
    let tool = roles.contains(.tool)
    for group in groups.all.indices {
      switch groups.all[group].kind {
      case .instructions: break
      case .prompt: if user { isMarked[group] = true }
      case .answer: if assistant { isMarked[group] = true }
      case .calls: if assistant || tool { isMarked[group] = true }
      case .orphan: if tool { isMarked[group] = true }
      }
    }
  }

  private mutating func markLastEntry(_ snapshot: Snapshot) {
    let last = snapshot.headers.indices.last { snapshot.headers[$0].kind != .instructions && isPresent($0) }
    if let last { isMarked[Int(groups.groupOfEntry[last])] = true }
  }

  /// Locks what is marked, and the prompt and the answers of each turn that an entry of it stands in.
  private mutating func lockMarkedWithTheirTurns(_ snapshot: Snapshot) {
    guard isMarked.contains(true) else { return }
    isFramed.removeAll(keepingCapacity: true)
    isFramed.append(contentsOf: repeatElement(false, count: groups.turnStarts.count + 1))
    var turn = 0
    for index in snapshot.headers.indices {
      if turn < groups.turnStarts.count, groups.turnStarts[turn] == index { turn += 1 }
      let group = Int(groups.groupOfEntry[index])
      // A prompt needs no answer beside it.
      guard isMarked[group], groups.all[group].kind != .prompt, groups.all[group].kind != .instructions else {
        continue
      }
      isFramed[turn] = true
    }
    for index in groups.all.indices {
      let group = groups.all[index]
      isLocked[index] = isMarked[index] || isFramed[Int(group.turn)] && (group.kind == .prompt || group.kind == .answer)
    }
  }

  /// Some models refuse a tool loop that has lost the reasoning it began with: where something without reasoning stays in
  /// the last turn in any case, what the turn begins with stays too.
  private mutating func lockTheBeginOfTheLoop() {
    guard cuts.lastTurn.beginsWithReasoning else { return }
    var begin: Int?
    for index in groups.firstGroup(ofTurn: Int32(groups.turnStarts.count))..<groups.all.count
    where isAssistantMessage(index) {
      let group = groups.all[index]
      guard let first = begin else {
        begin = index
        continue
      }
      // No cut is behind the end, so that what it leaves begins with a group of its own.
      guard group.first < cuts.lastTurn.end else { return }
      if isLocked[index], !group.hasReasoning {
        isLocked[first] = true
        return
      }
    }
  }

  private mutating func lockTheEnd() {
    if let start = groups.turnStarts.last { lock(entry: Int(start)) }
    var needsCalls = true
    var needsAnswer = true
    for group in groups.all.indices.reversed() {
      guard groups.all[group].turn == groups.turnStarts.count, needsCalls || needsAnswer else { break }
      guard isPresent(Int(groups.all[group].anchor)) else { continue }
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
