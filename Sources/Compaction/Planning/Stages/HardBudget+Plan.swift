extension WorkingHistory {
  /// Drops what stands before the first cut at which the history fits; before the last one where it never does.
  mutating func apply(_ stage: HardBudget, decision: Int32, to input: PlanningInput) {
    var begin = 0
    for cut in allowedCuts(input.policy) {
      if size.tokens <= stage.tokens { return }
      removeAll(begin..<Int(cut), in: input.snapshot, decision: decision)
      begin = Int(cut)
    }
  }
}

extension Policy {
  /// Whether the history fits into every hard budget of the policy.
  func isWithinBudgets(_ size: HistorySize) -> Bool {
    stages.allSatisfy { stage in
      if case .hardBudget(let budget) = stage { size.tokens <= budget.tokens } else { true }
    }
  }
}
