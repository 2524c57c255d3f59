/// How one attempt at a conversation ended: the same closed list in audit records, metrics and exit status.
public enum Outcome: String, Sendable, CaseIterable {
  /// A new revision was written.
  case compacted
  /// There was nothing to do.
  case unchanged
  /// It is due, and no stage can make it smaller.
  case cannotShrink = "cannot_shrink"
  /// A hard budget is passed whatever goes.
  case overBudget = "over_budget"
  /// What the model wrote was no summary.
  case summaryRefused = "summary_refused"
  /// The plan would have left a history that no model takes.
  case historyInvalid = "history_invalid"
  /// It is larger than a job's limits let a worker read.
  case tooLarge = "too_large"
  /// It was rolled back, and waits for its release.
  case held
  /// Another worker had taken it by then.
  case lostLease = "lost_lease"
  /// The model did not answer.
  case modelUnavailable = "model_unavailable"
  /// The limit on spend was reached.
  case spendExhausted = "spend_exhausted"
  /// Something broke.
  case error
}
