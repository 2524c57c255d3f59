/// How planning goes on once the stages have had their say, or one of them needs something.
public enum Settlement: Sendable {
  case cannotShrink(CannotShrinkReason, NextLook)
  case needsShortForms(ShortFormDraft)
  case needsSummary(Draft)
  case settled(Plan)
}

extension PlanningResult {
  public init(_ settlement: Settlement) {
    self =
      switch settlement {
      case .cannotShrink(let reason, let nextLook): .cannotShrink(reason, nextLook)
      case .needsShortForms(let draft): .needsShortForms(draft)
      case .needsSummary(let draft): .needsSummary(draft)
      case .settled(let plan): .settled(plan)
      }
  }
}
