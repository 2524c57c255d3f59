extension WorkingHistory {
  /// Where the policy lets the history be cut, ascending: within the last turn only if it is not protected.
  func allowedCuts(_ policy: Policy) -> [Int32] {
    policy.protection.lastTurns <= 0 ? cuts.betweenTurns + cutsWithinLastTurn() : cuts.betweenTurns
  }

  /// The cuts within the last turn after which a tool loop that began with reasoning still does, ascending: the group at
  /// a cut may have been dropped before.
  func cutsWithinLastTurn() -> [Int32] {
    guard cuts.lastTurn.beginsWithReasoning, !cuts.withinLastTurn.isEmpty else { return cuts.withinLastTurn }
    let turn = groups.firstGroup(ofTurn: Int32(groups.turnStarts.count))..<groups.all.count
    let left = turn.filter(isAssistantMessage)
    let locked = left.first { isLocked[$0] }.map { groups.all[$0] }
    var next = left[...]
    return cuts.withinLastTurn.filter { cut in
      if let locked, locked.first < cut { return locked.hasReasoning || isLocked[left[0]] }
      while let group = next.first, groups.all[group].first < cut { next.removeFirst() }
      return next.first.map { groups.all[$0].hasReasoning } ?? true
    }
  }
}
