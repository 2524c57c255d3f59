/// Everything that a plan depends on; the same input gives the same plan.
public struct PlanningInput: Sendable {
  /// Every header of the active branch, those dropped or covered before included.
  public var snapshot: Snapshot
  /// The latest published revision; `nil` for the first, and for a backfill from the originals.
  public var previous: Overlay?
  /// What is to be done.
  public var policy: Policy
  /// Microseconds since 1970.
  public var now: Int64
  /// Microseconds since 1970.
  public var lastAppend: Int64
  /// The number of the revision to be made.
  public var revision: Int32

  /// What a plan is made of.
  public init(
    snapshot: Snapshot, previous: Overlay?, policy: Policy, now: Int64, lastAppend: Int64, revision: Int32
  ) {
    self.snapshot = snapshot
    self.previous = previous
    self.policy = policy
    self.now = now
    self.lastAppend = lastAppend
    self.revision = revision
  }
}

/// What planning came to.
public enum PlanningResult: Sendable {
  /// There is nothing to do now.
  case unchanged(UnchangedReason, NextLook)
  /// The history is to be compacted, but no stage can make it smaller; so until it grows.
  case cannotShrink(CannotShrinkReason, NextLook)
  /// The plan needs short forms; ``ShortFormDraft/settle(tokens:)`` goes on when they are made.
  case needsShortForms(ShortFormDraft)
  /// The plan needs a summary; ``Draft/settle(summaryTokens:)`` goes on when there is one.
  case needsSummary(Draft)
  /// It is decided.
  case settled(Plan)
}

/// Why there is nothing to do.
public enum UnchangedReason: String, Sendable, CaseIterable {
  /// There are no entries.
  case empty
  /// It is not large enough to be due.
  case belowTrigger = "below_trigger"
  /// Someone may still be typing.
  case notIdle = "not_idle"
  /// The history is due by its trigger, yet already at or below its target.
  case targetReached = "target_reached"
}

/// Why no stage can make it smaller.
public enum CannotShrinkReason: String, Sendable, CaseIterable {
  /// Everything left is protected, or what could go is less than a stage asks for.
  case nothingToGain = "nothing_to_gain"
  /// The whole plan gains less than ``Policy/minimumGain``.
  case gainTooSmall = "gain_too_small"
  /// The summary is larger than its limit, or gains less than the stage asks for.
  case summaryTooLarge = "summary_too_large"
  /// Nothing more can go, and a hard budget is still passed.
  case overBudget = "over_budget"
}
