/// How planning goes on once the stages have had their say, or one of them needs something.
public enum Settlement: Sendable {
  /// See ``PlanningResult/cannotShrink(_:_:)``.
  case cannotShrink(CannotShrinkReason, NextLook)
  /// See ``PlanningResult/needsShortForms(_:)``.
  case needsShortForms(ShortFormDraft)
  /// See ``PlanningResult/needsSummary(_:)``.
  case needsSummary(Draft)
  /// See ``PlanningResult/settled(_:)``.
  case settled(Plan)
}

extension PlanningResult {
  /// The same as a result of planning.
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
