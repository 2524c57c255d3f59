/// A mistake in a policy that its numbers show before any conversation is seen.
public struct PolicyFinding: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// Something can never act, or can never reach what it is for.
    case noStages
    case emptyTarget
    case targetNotBelowTrigger
    case protectionAboveTarget
    case keepLastNotBelowTarget
    case summaryNotBelowTarget
    case summaryNotPositive
    case secondSummary
    case keepLastNotBelowWindow
    case windowNotBelowWindow
    case dropLeavesWindowAlone
    case stageRepeated
    case nothingLeftToClear
    case everyToolExempt
    case budgetNotPositive
    case budgetBelowTarget
    case budgetNotBelowBudget
    case summaryNotBelowBudget
    case summaryAboveRest
    case budgetBelowProtection
    case gainOutOfReach
    /// It acts, but not as its number says.
    case windowBelowProtection
    case windowAboveTrigger
    case windowAboveTarget
    case turnsOutOfReach
    case entriesOutOfReach
    case toolCallsOutOfReach
    case idleWithinIdleFor
    case gainAboveTrigger
  }

  public enum Severity: Sendable { case error, warning }

  /// The section of a job file that holds the setting.
  public enum Section: Sendable, Equatable {
    case compactWhen
    case target
    case protect
    case minimumGain
    case stages
    /// By its index in ``Policy/stages``.
    case stage(Int)
  }

  public var kind: Kind
  public var section: Section
  /// The setting within the section as a job file spells it, `at_most.tokens` say; empty for the section itself.
  public var field: String
  /// What is wrong, as a clause that can follow the place.
  public var reason: String
  /// What to do about it, as an imperative.
  public var fix: String
  /// A policy without this mistake, and otherwise the same: a working example.
  public var mended: Policy

  public var severity: Severity {
    switch kind {
    case .windowBelowProtection, .windowAboveTrigger, .windowAboveTarget, .turnsOutOfReach, .entriesOutOfReach,
      .toolCallsOutOfReach, .idleWithinIdleFor, .gainAboveTrigger:
      .warning
    default: .error
    }
  }

  init(
    _ kind: Kind, _ section: Section, _ field: String, _ reason: String, fix: String, in policy: Policy,
    mend: (inout Policy) -> Void
  ) {
    self.kind = kind
    self.section = section
    self.field = field
    self.reason = reason
    self.fix = fix
    mended = policy
    mend(&mended)
    if mended.target == Size() { mended.target = nil }
  }
}
