import Transcripts

extension WorkingHistory {
  /// Drops what the policy's repairs name, where the history does not become worse by it for any dialect.
  ///
  /// What is dropped depends on the originals alone, not on what stages removed, so that a second look at the same
  /// entries finds nothing more to repair.
  mutating func repair(_ input: PlanningInput) -> StageEffect {
    var effect = StageEffect.none
    let repairs = repairsOfOriginals(input)
    guard !repairs.isEmpty else { return effect }
    let size = size
    // Of a history that was compacted before, something may be gone that kept two others apart: then not all at once.
    if !take(repairs, { _ in true }, input) {
      var entries: Int
      repeat {
        entries = self.size.entries
        for repair in input.policy.repairs.sorted() { _ = take(repairs, { $0 == repair }, input) }
      } while self.size.entries < entries
    }
    effect.entries = size.entries - self.size.entries
    effect.tokensGained = size.tokens - self.size.tokens
    return effect
  }

  /// Drops what the chosen repairs drop of the originals, unless the history is worse for any dialect then.
  ///
  /// - Returns: Whether there is nothing left of it to drop.
  private mutating func take(_ repairs: [Repair?], _ isChosen: (Repair) -> Bool, _ input: PlanningInput) -> Bool {
    let indexes = repairs.indices.filter { (repairs[$0].map(isChosen) ?? false) && isPresent($0) }
    guard !indexes.isEmpty else { return true }
    var repaired = self
    let decision = repaired.addDecision(
      .dropped, stage: StageEffect.repairName, revision: input.revision, stageIndex: StageEffect.repairIndex)
    for index in indexes { repaired.remove(index, input.snapshot.headers[index], decision: decision) }
    let after = repaired.verdict(of: input.snapshot)
    guard after.isNoWorseInAnyDialect(than: verdict(of: input.snapshot)),
      repaired.lastTurnBeginsWithReasoning || !lastTurnBeginsWithReasoning
    else { return false }
    self = repaired
    return true
  }

  /// For each entry, the repair that drops it from the originals.
  private func repairsOfOriginals(_ input: PlanningInput) -> [Repair?] {
    var verdict = Verdict(of: input.snapshot)
    if verdict.violations.isEmpty { return [] }
    var repairs = [Repair?](repeating: nil, count: input.snapshot.headers.count)
    var mended = self
    var originals = input
    originals.previous = nil
    mended.load(originals)
    let decision = mended.addDecision(
      .dropped, stage: StageEffect.repairName, revision: input.revision, stageIndex: StageEffect.repairIndex)
    var goesOn = true
    while goesOn {
      goesOn = false
      for repair in input.policy.repairs.sorted() {
        mended.lockForRepair(input)
        let indexes = mended.candidates(for: repair, verdict, in: input.snapshot)
        guard !indexes.isEmpty else { continue }
        var next = mended
        for index in indexes { next.remove(index, input.snapshot.headers[index], decision: decision) }
        let after = next.verdict(of: input.snapshot)
        guard after.isNoWorseInAnyDialect(than: verdict) else { continue }
        mended = next
        verdict = after
        goesOn = true
        for index in indexes { repairs[index] = repair }
      }
    }
    return repairs
  }

  /// Whether what is left of the last turn does, where it did when it came.
  private var lastTurnBeginsWithReasoning: Bool {
    guard cuts.lastTurn.beginsWithReasoning else { return true }
    let turn = groups.firstGroup(ofTurn: Int32(groups.turnStarts.count))..<groups.all.count
    return turn.first(where: isAssistantMessage).map { groups.all[$0].hasReasoning } ?? true
  }

  private func verdict(of snapshot: Snapshot) -> Verdict { Verdict(of: snapshot, under: overlay(of: snapshot)) }

  /// Turns are not protected from repair, else a history whose last turn is broken could never be sent; but what a tool
  /// loop begins with stays.
  private mutating func lockForRepair(_ input: PlanningInput) {
    var protection = input.policy.protection
    protection.lastTurns = 0
    lock(input.snapshot, protection)
    guard cuts.lastTurn.beginsWithReasoning else { return }
    let turn = groups.firstGroup(ofTurn: Int32(groups.turnStarts.count))..<groups.all.count
    if let begin = turn.first(where: isAssistantMessage) { isLocked[begin] = true }
  }

  /// Indexes of the entries that the repair drops.
  private func candidates(for repair: Repair, _ verdict: Verdict, in snapshot: Snapshot) -> [Int] {
    let broken: [Bool]
    switch repair {
    case .resultsWithoutCall: broken = orphans(in: snapshot)
    case .deadCalls: broken = groups.all.map(\.isDead)
    case .misplacedResults:
      // A result whose call is in another place, or waits in vain behind something else.
      let misplaced = marks(of: [.resultOutOfPlace], verdict, in: snapshot)
      broken = groups.all.indices.map { groups.all[$0].kind == .calls && misplaced[$0] }
    case .blankMessages: return blankEntries(verdict, in: snapshot)
    case .leadingAnswers:
      guard verdict.violations.contains(where: { $0.rule == .doesNotBeginWithPrompt }),
        let start = groups.turnStarts.first(where: { isPresent(Int($0)) })
      else { return [] }
      broken = groups.all.map { $0.kind != .prompt && $0.kind != .instructions && $0.last < start }
    }
    return snapshot.headers.indices.filter { broken[Int(groups.groupOfEntry[$0])] && isRemovable($0) }
  }

  /// For each group, whether it is a result that answers nothing. What stands behind a message that is not understood, a user's
  /// with calls say, may answer that.
  private func orphans(in snapshot: Snapshot) -> [Bool] {
    var orphans = Array(repeating: false, count: groups.all.count)
    var isUnderstood = true
    for index in snapshot.headers.indices {
      let header = snapshot.headers[index]
      if header.kind == .toolOutput {
        let group = Int(groups.groupOfEntry[index])
        orphans[group] = groups.all[group].kind == .orphan && isUnderstood
      } else {
        isUnderstood = header.flags.isDisjoint(with: [.illFormed, .opaque])
      }
    }
    return orphans
  }

  /// For each group, whether one of its entries breaks one of the rules.
  private func marks(of rules: Set<Violation.Rule>, _ verdict: Verdict, in snapshot: Snapshot) -> [Bool] {
    var marks = Array(repeating: false, count: groups.all.count)
    for index in indexes(of: rules, verdict, in: snapshot) { marks[Int(groups.groupOfEntry[index])] = true }
    return marks
  }

  private func indexes(of rules: Set<Violation.Rule>, _ verdict: Verdict, in snapshot: Snapshot) -> [Int] {
    var indexes: [Int] = []
    var violations = verdict.violations.filter { rules.contains($0.rule) }[...]
    for index in snapshot.headers.indices {
      while let next = violations.first, next.position < snapshot.headers[index].position { violations.removeFirst() }
      if violations.first?.position == snapshot.headers[index].position { indexes.append(index) }
    }
    return indexes
  }

  /// Whole messages that say nothing, and blank texts beside calls. A prompt stays where anything else is in its turn, which
  /// would be without one.
  private func blankEntries(_ verdict: Verdict, in snapshot: Snapshot) -> [Int] {
    let blank = indexes(of: [.blank], verdict, in: snapshot)
    guard !blank.isEmpty else { return [] }
    var isBlank = groups.all.map { $0.kind == .prompt || $0.kind == .answer }
    for index in snapshot.headers.indices where isPresent(index) && !snapshot.headers[index].saysNothing {
      isBlank[Int(groups.groupOfEntry[index])] = false
    }
    for group in groups.all.indices.dropLast() where groups.all[group].kind == .prompt {
      let next = groups.all[group + 1]
      if next.turn == groups.all[group].turn { isBlank[group] = false }
    }
    var drops = Array(repeating: false, count: snapshot.headers.count)
    for index in snapshot.headers.indices where isBlank[Int(groups.groupOfEntry[index])] { drops[index] = true }
    for index in blank where groups.group(ofEntry: index).kind == .calls && snapshot.headers[index].kind == .response {
      drops[index] = true
    }
    return drops.indices.filter { drops[$0] && isRemovable($0) }
  }
}

extension EntryHeader {
  /// Neither a text nor a call: reasoning alone is none to a receiver.
  fileprivate var saysNothing: Bool {
    switch kind {
    case .reasoning: true
    case .prompt, .response: flags.contains(.blank) && flags.isDisjoint(with: [.illFormed, .opaque])
    case .instructions, .toolCalls, .toolOutput: false
    }
  }
}

extension Verdict {
  fileprivate func isNoWorseInAnyDialect(than before: Verdict) -> Bool {
    Dialect.allCases.allSatisfy { isNoWorse(than: before, in: $0) }
  }
}
