/// A mistake in a policy that its numbers show before any conversation is seen.
public struct PolicyFinding: Sendable, Equatable {
  /// What sort of mistake it is.
  public enum Kind: String, Sendable, CaseIterable {
    // Something can never act, or can never reach what it is for.

    /// There are no stages.
    case noStages
    /// The target names no number.
    case emptyTarget
    /// What is due is at its target already.
    case targetNotBelowTrigger
    /// What is protected alone is more than the target.
    case protectionAboveTarget
    /// What a summary leaves verbatim alone is more than the target.
    case keepLastNotBelowTarget
    /// A summary alone may be more than the target.
    case summaryNotBelowTarget
    /// A summary of no tokens.
    case summaryNotPositive
    /// A history has one summary.
    case secondSummary
    /// A window before it leaves nothing to cover.
    case keepLastNotBelowWindow
    /// A window before it leaves nothing to drop.
    case windowNotBelowWindow
    /// A window before it leaves only groups that stay.
    case dropLeavesWindowAlone
    /// An earlier stage has done all that it would do.
    case stageRepeated
    /// A stage before it takes all that it would shorten.
    case nothingLeftToClear
    /// No tool is left that it may touch.
    case everyToolExempt
    /// A budget of no tokens.
    case budgetNotPositive
    /// A budget below the target, which then is never reached.
    case budgetBelowTarget
    /// A budget before it is as small.
    case budgetNotBelowBudget
    /// A summary alone may be more than the budget.
    case summaryNotBelowBudget
    /// What stays verbatim leaves less of the target than the summary may have.
    case summaryAboveRest
    /// What is protected alone is more than the budget.
    case budgetBelowProtection
    /// No plan can gain so much.
    case gainOutOfReach

    // It acts, but not as its number says.

    /// It keeps what is protected, which is more.
    case windowBelowProtection
    /// It keeps more than what makes a history due.
    case windowAboveTrigger
    /// It keeps more than what makes a history due.
    case budgetAboveTrigger
    /// It keeps more than the target.
    case windowAboveTarget
    /// The target names turns, and no stage removes any.
    case turnsOutOfReach
    /// The target names entries, and no stage removes any.
    case entriesOutOfReach
    /// The target names calls, and no stage removes any.
    case toolCallsOutOfReach
    /// A pause that `idle_for` asks for anyway.
    case idleWithinIdleFor
    /// What is due may be too small to gain so much.
    case gainAboveTrigger
  }

  /// Whether a job with it is refused.
  public enum Severity: Sendable {
    /// It is.
    case error
    /// It is not, and the mistake is told.
    case warning
  }

  /// The section of a job file that holds the setting.
  public enum Section: Sendable, Equatable {
    /// `compact_when`.
    case compactWhen
    /// `target`.
    case target
    /// `protect`.
    case protect
    /// `minimum_gain`.
    case minimumGain
    /// `stages` as a whole.
    case stages
    /// By its index in ``Policy/stages``.
    case stage(Int)
  }

  /// What sort of mistake it is.
  public var kind: Kind
  /// Where the setting stands.
  public var section: Section
  /// The setting within the section as a job file spells it, `at_most.tokens` say; empty for the section itself.
  public var field: String
  /// What is wrong, as a clause that can follow the place.
  public var reason: String
  /// What to do about it, as an imperative.
  public var fix: String
  /// A policy without this mistake, and otherwise the same: a working example.
  public var mended: Policy

  /// Whether a job with it is refused.
  public var severity: Severity {
    switch kind {
    case .windowBelowProtection, .windowAboveTrigger, .budgetAboveTrigger, .windowAboveTarget, .turnsOutOfReach,
      .entriesOutOfReach,
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
