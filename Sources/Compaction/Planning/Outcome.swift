/// How one attempt at a conversation ended: the same closed list in audit records, metrics and exit status.
public enum Outcome: String, Sendable, CaseIterable {
  case compacted
  case unchanged
  case cannotShrink = "cannot_shrink"
  case overBudget = "over_budget"
  case summaryRefused = "summary_refused"
  case historyInvalid = "history_invalid"
  case tooLarge = "too_large"
  case held
  case lostLease = "lost_lease"
  case modelUnavailable = "model_unavailable"
  case spendExhausted = "spend_exhausted"
  case error
}
