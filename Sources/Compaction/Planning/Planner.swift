/// Decides what becomes of each entry of a conversation, from headers alone.
///
/// Where a stage needs payloads, for short forms or for a summary, the plan is handed out as a draft: whoever can read
/// them says what came of it, and the draft goes on with the stages behind.
///
/// A value that keeps its working storage from one conversation to the next; make one for each task.
///
/// The base is the history as it is read: what the previous revision dropped or covered stays so, and only what is
/// still there is measured, kept or removed. Stages run in order until the target is reached.
public struct Planner: Sendable {
  private var scratch = WorkingHistory()

  /// A planner that has not worked yet.
  public init() {}

  /// Decides upon one conversation, or says what it lacks to do so.
  public mutating func plan(_ input: PlanningInput) -> PlanningResult {
    // Taken out while it is worked on, so that the arrays have one owner and are not copied.
    var history = WorkingHistory()
    swap(&history, &scratch)
    history.load(input)
    if let (reason, nextLook) = reasonToWait(input, history) {
      scratch = history
      return .unchanged(reason, nextLook)
    }
    history.groups.find(in: input.snapshot)
    history.cuts.find(in: input.snapshot, groups: history.groups)
    let before = history.size
    let repaired = input.policy.repairs.isEmpty ? StageEffect.none : history.repair(input)
    if repaired.entries == 0, input.policy.isContent(with: before) {
      scratch = history
      return .unchanged(.targetReached, history.nextLook(input))
    }
    history.lock(input)

    var run = StageRun(input: input, history: history, before: before, repaired: repaired)
    let settlement = run.go(from: 0)
    scratch = run.history
    return PlanningResult(settlement)
  }

  private func reasonToWait(_ input: PlanningInput, _ history: WorkingHistory) -> (UnchangedReason, NextLook)? {
    let trigger = input.policy.trigger
    if input.snapshot.headers.isEmpty { return (.empty, NextLook(entries: 1)) }
    if !trigger.holds(for: history.size, history.times(input)) { return (.belowTrigger, history.nextLook(input)) }
    if input.policy.repairs.isEmpty, input.policy.isContent(with: history.size) {
      return (.targetReached, history.nextLook(input))
    }
    let idleFrom = input.lastAppend.addingClamped(Int64(trigger.idleSeconds).multipliedClamped(by: 1_000_000))
    if trigger.idleSeconds > 0, input.now < idleFrom {
      return (.notIdle, NextLook(entries: history.appended.entries, notBefore: idleFrom))
    }
    return nil
  }
}

extension Policy {
  /// Whether a history of this size is at its target and within every hard budget.
  fileprivate func isContent(with size: HistorySize) -> Bool {
    guard let target else { return false }
    return size.fits(target) && isWithinBudgets(size)
  }
}
