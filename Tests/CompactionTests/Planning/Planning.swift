import Compaction
import TestSupport
import Testing

/// What a test needs to plan a sketch: the result, with the summary that it asks for written at a given size.
struct Planned {
  var snapshot: Snapshot
  var result: PlanningResult
  var plan: Plan?
  var draft: Draft?

  /// The history that is left, `S1 Σ U5 A6` say; the history as it was where there is no plan.
  var drawing: String { snapshot.drawing(plan?.overlay) }
}

func planned(
  _ drawing: String, _ policy: Policy, previous: Overlay? = nil, summaryTokens: Int = 5, revision: Int32 = 1,
  now: Int64 = 0, lastAppend: Int64 = 0
) -> Planned {
  planned(
    sketch(drawing), policy, previous: previous, summaryTokens: summaryTokens, revision: revision, now: now,
    lastAppend: lastAppend)
}

func planned(
  _ snapshot: Snapshot, _ policy: Policy, previous: Overlay? = nil, summaryTokens: Int = 5, revision: Int32 = 1,
  now: Int64 = 0, lastAppend: Int64 = 0
) -> Planned {
  var planner = Planner()
  let result = planner.plan(
    PlanningInput(
      snapshot: snapshot, previous: previous, policy: policy, now: now, lastAppend: lastAppend, revision: revision))
  var made = Planned(snapshot: snapshot, result: result)
  switch result {
  case .settled(let plan): made.plan = plan
  case .needsSummary(let draft):
    made.draft = draft
    if case .settled(let plan) = draft.settle(summaryTokens: summaryTokens) { made.plan = plan }
  case .unchanged, .cannotShrink: break
  }
  return made
}

/// A policy that is always due, with these stages.
func policy(_ stages: Stage..., target: Size? = nil, protect: Protection = Protection()) -> Policy {
  Policy(trigger: Trigger(.any, [.entries(0)]), target: target, protection: protect, stages: stages)
}
