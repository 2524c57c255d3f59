import Compaction
import Jobs
import Storage

// The item of the flow changes its type at every stage, so that a half-done one cannot pass for a done one:
//
//     Claimed → Loaded → Planned → Drafted → Settled → Finished → committed

/// A claimed conversation with everything that planning needs of it.
struct Loaded: Sendable {
  var claimed: ClaimedConversation
  var snapshot: Snapshot
  var revision: StoredRevision
  /// Whether results of model calls may be kept for it; where there are none, none is looked for.
  var hasResults = false
}

/// What planning came to.
enum Planned: Sendable {
  /// Nothing is written but when to look next.
  case unchanged(Claim, Look?)
  /// A summary is needed before the plan can be settled.
  case drafted(Drafted)
  case finished(Finished)
}

/// A conversation whose plan waits for a summary.
struct Drafted: Sendable {
  var loaded: Loaded
  var draft: Draft
}

/// An attempt that has ended, ready to be committed.
struct Finished: Sendable {
  var commit: Commit
  /// When to look next; `nil` leaves the conversation due, for another attempt.
  var look: Look?
  /// Results that stood in the database already.
  var reusedResults = 0
  /// What its model calls cost.
  var cost = Money.zero
}
