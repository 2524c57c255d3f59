import Compaction
import Jobs
import Storage

/// What is the same for every plan of a run.
struct PlanningContext: Sendable {
  var policy: Policy
  /// SHA-256 of its canonical form.
  var policyDigest: [UInt8]
  /// Plans from the originals instead of from the live revision, as a backfill does.
  var fromOriginals: Bool
  var isLive: Bool
  var dialect: Dialect
}

/// Decides for one conversation. Pure: the time is that of the claim.
func plan(_ loaded: Loaded, with planner: inout Planner, in context: PlanningContext) -> Planned {
  let claim = loaded.claimed.claim
  let live = loaded.revision.live
  let result = planner.plan(
    PlanningInput(
      snapshot: loaded.snapshot, previous: context.fromOriginals ? nil : live?.overlay, policy: context.policy,
      now: loaded.claimed.claimedAt, lastAppend: loaded.claimed.lastAppend,
      revision: loaded.revision.highest + 1))
  switch result {
  case .unchanged(.notIdle, _):
    return .unchanged(claim, nil)
  case .unchanged(_, let next):
    return .unchanged(claim, loaded.look(next))
  case .cannotShrink(let reason, let next):
    return .finished(
      Finished(
        commit: Commit(
          claim: claim, outcome: .cannotShrink, reason: reason.rawValue, before: loaded.wholeSize,
          startedAt: loaded.claimed.claimedAt),
        look: loaded.look(next)))
  case .needsSummary(let draft):
    if context.fromOriginals, let live, live.policy == context.policyDigest, live.overlay.covers(draft.covered) {
      // The backfill's answer is there already, and is not bought again.
      return .unchanged(claim, loaded.look(NextLook(entries: loaded.snapshot.headers.count + 1)))
    }
    return .drafted(Drafted(loaded: loaded, draft: draft))
  case .settled(let plan):
    if let live, live.policy == context.policyDigest, live.overlay.decides(asIn: plan.overlay) {
      return .unchanged(claim, loaded.look(plan.nextLook))
    }
    return .finished(loaded.finished(with: plan, summary: nil, use: ModelUse(), in: context))
  }
}

extension Loaded {
  /// The whole conversation as it was appended.
  var wholeSize: HistorySize {
    HistorySize(entries: snapshot.headers.count, turns: 0, tokens: wholeTokens)
  }

  var wholeTokens: Int { snapshot.headers.reduce(0) { $0 + Int($1.tokens) } }

  func look(_ next: NextLook) -> Look {
    Look(next, for: claimed, activeEntries: snapshot.headers.count, activeTokens: wholeTokens)
  }

  func finished(with plan: Plan, summary: NewSummary?, use: ModelUse, in context: PlanningContext) -> Finished {
    guard plan.isNoWorse(in: context.dialect) else {
      // A mistake in planning: the history stays as it is, and the record says what would have been wrong.
      return Finished(
        commit: Commit(
          claim: claimed.claim, outcome: .historyInvalid, reason: plan.verdict.words(in: context.dialect),
          before: plan.before, model: use, startedAt: claimed.claimedAt),
        look: look(NextLook(entries: snapshot.headers.count + 1)))
    }
    let covered = snapshot.headers.count { $0.position <= plan.overlay.coversThrough }
    let revision = NewRevision(
      number: self.revision.highest + 1, overlay: plan.overlay, coveredEntries: covered, summary: summary,
      joined: plan.overlay.joinedPrompts(in: snapshot), isLive: context.isLive, dialect: context.dialect.rawValue,
      verdict: plan.verdict.words(in: context.dialect))
    return Finished(
      commit: Commit(
        claim: claimed.claim, outcome: .compacted, revision: revision, before: plan.before, after: plan.after,
        model: use, startedAt: claimed.claimedAt),
      look: look(summary == nil ? plan.nextLook : plan.nextLook.afterSummary(of: snapshot.headers.count)))
  }
}

extension Overlay {
  /// Whether exactly these ranges are covered.
  fileprivate func covers(_ ranges: [PositionRange]) -> Bool {
    self.ranges.filter { $0.disposition == .covered }.map(\.range) == ranges
  }

  /// Whether both decide the same of the same entries, whichever revisions decided it.
  fileprivate func decides(asIn other: Overlay) -> Bool {
    func decisions(_ overlay: Overlay) -> [(PositionRange, Disposition, String?)] {
      overlay.ranges.map { ($0.range, $0.disposition, $0.stage) }
    }
    return coversThrough == other.coversThrough && summary == other.summary
      && decisions(self).elementsEqual(decisions(other), by: ==)
  }
}

extension Policy {
  /// Whether a plan under it may need a summary.
  var needsModel: Bool {
    stages.contains { stage in
      if case .summarize = stage { true } else { false }
    }
  }
}

extension NextLook {
  /// A history that a summary left above its trigger is due again with its next entry, and each look would buy a
  /// summary that gains little: it waits until the conversation has grown by a tenth.
  func afterSummary(of entries: Int) -> NextLook {
    guard let next = self.entries, next <= entries + 1 else { return self }
    var later = self
    later.entries = entries + max(8, entries / 10)
    return later
  }
}

extension Verdict {
  /// `legal`, or the rules that the history breaks: one that came broken may stay so.
  func words(in dialect: Dialect) -> String {
    let rules = Set(violations(in: dialect).map(\.rule.rawValue)).sorted()
    return rules.isEmpty ? "legal" : rules.joined(separator: ",")
  }
}
