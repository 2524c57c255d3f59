import Compaction
import TestSupport
import Testing

/// What a test needs to plan a sketch: the result, with the short forms and the summary that it asks for at given sizes.
struct Planned {
  var snapshot: Snapshot
  var result: PlanningResult
  var plan: Plan?
  var draft: Draft?
  var shortForms: [ShortFormDraft] = []

  /// The history that is left, `S1 Σ U5 A6` say; the history as it was where there is no plan.
  var drawing: String { snapshot.drawing(plan?.overlay) }
}

func planned(
  _ drawing: String, _ policy: Policy, previous: Overlay? = nil, summaryTokens: Int = 5, formTokens: Int? = 5,
  revision: Int32 = 1,
  now: Int64 = 0, lastAppend: Int64 = 0
) -> Planned {
  planned(
    sketch(drawing), policy, previous: previous, summaryTokens: summaryTokens, formTokens: formTokens,
    revision: revision, now: now, lastAppend: lastAppend)
}

func planned(
  _ snapshot: Snapshot, _ policy: Policy, previous: Overlay? = nil, summaryTokens: Int = 5, formTokens: Int? = 5,
  revision: Int32 = 1,
  now: Int64 = 0, lastAppend: Int64 = 0
) -> Planned {
  var planner = Planner()
  let result = planner.plan(
    PlanningInput(
      snapshot: snapshot, previous: previous, policy: policy, now: now, lastAppend: lastAppend, revision: revision))
  var made = Planned(snapshot: snapshot, result: result)
  var next = result
  while true {
    switch next {
    case .unchanged, .cannotShrink: return made
    case .settled(let plan):
      made.plan = plan
      return made
    case .needsShortForms(let draft):
      made.shortForms.append(draft)
      next = PlanningResult(draft.settle(tokens: draft.positions.map { _ in formTokens }))
    case .needsSummary(let draft):
      made.draft = draft
      next = PlanningResult(draft.settle(summaryTokens: summaryTokens))
    }
  }
}

/// A policy that is always due, with these stages.
func policy(_ stages: Stage..., target: Size? = nil, protect: Protection = Protection()) -> Policy {
  Policy(trigger: Trigger(.any, [.entries(0)]), target: target, protection: protect, stages: stages)
}
