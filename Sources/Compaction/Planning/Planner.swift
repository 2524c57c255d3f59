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

  public init() {}

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
    history.lock(input)

    var run = StageRun(input: input, history: history)
    let settlement = run.go(from: 0)
    scratch = run.history
    return PlanningResult(settlement)
  }

  private func reasonToWait(_ input: PlanningInput, _ history: WorkingHistory) -> (UnchangedReason, NextLook)? {
    let trigger = input.policy.trigger
    let nextLook = trigger.nextLook(after: history.size, appended: history.appended)
    if input.snapshot.headers.isEmpty { return (.empty, NextLook(entries: 1)) }
    if !trigger.holds(for: history.size) { return (.belowTrigger, nextLook) }
    if let target = input.policy.target, history.size.fits(target), input.policy.isWithinBudgets(history.size) {
      return (.targetReached, nextLook)
    }
    let idleFrom = input.lastAppend.addingClamped(Int64(trigger.idleSeconds).multipliedClamped(by: 1_000_000))
    if trigger.idleSeconds > 0, input.now < idleFrom {
      return (.notIdle, NextLook(entries: history.appended.entries, notBefore: idleFrom))
    }
    return nil
  }
}
