import Transcripts

extension WorkingHistory {
  /// What the trigger may ask of times.
  func times(_ input: PlanningInput) -> HistoryTimes {
    HistoryTimes(now: input.now, lastAppend: input.lastAppend, oldest: input.policy.asksForAge ? oldest(input) : nil)
  }

  /// When the plan can change next, by the history as it is now, or of another size.
  func nextLook(_ input: PlanningInput, after size: HistorySize? = nil) -> NextLook {
    input.policy.trigger.nextLook(after: size ?? self.size, appended: appended, times(input))
  }

  /// The time of the oldest entry that a stage might remove one day.
  private func oldest(_ input: PlanningInput) -> Int64? {
    var oldest = Int64.max
    var firstPrompt: Int32?
    for index in input.snapshot.headers.indices {
      let header = input.snapshot.headers[index]
      if header.kind == .instructions { continue }
      if header.kind == .prompt {
        if firstPrompt == nil { firstPrompt = header.message }
        if input.policy.protection.firstPrompt, header.message == firstPrompt { continue }
      }
      if header.time != EntryHeader.noTime, isPresent(index) { oldest = min(oldest, header.time) }
    }
    return oldest == .max ? nil : oldest
  }
}

extension Policy {
  fileprivate var asksForAge: Bool {
    trigger.conditions.contains { if case .age = $0 { true } else { false } }
  }
}
