import Compaction
import Jobs
import Storage

// The item of the flow changes its type at every stage, so that a half-done one cannot pass for a done one:
//
//     Claimed → Loaded → Planned ⇄ Shortening → Drafted → Settled → Finished → committed

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
  /// Short forms are needed before the plan can go on.
  case shortening(Shortening)
  /// A summary is needed before the plan can be settled.
  case drafted(Drafted)
  case finished(Finished)
}

extension Planned {
  var claim: Claim {
    switch self {
    case .unchanged(let claim, _): claim
    case .shortening(let item): item.loaded.claimed.claim
    case .drafted(let item): item.loaded.claimed.claim
    case .finished(let item): item.commit.claim
    }
  }
}

/// A conversation whose plan waits for short forms.
struct Shortening: Sendable {
  var loaded: Loaded
  var draft: ShortFormDraft
  /// Those made for earlier stages, by position.
  var forms: [Int32: ShortForm] = [:]
}

/// A conversation whose plan waits for a summary.
struct Drafted: Sendable {
  var loaded: Loaded
  var draft: Draft
  /// Short forms that stages before the summary left, by position.
  var forms: [Int32: ShortForm] = [:]
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
