import Compaction
import Jobs
import Storage
import Summarization
import Transcripts

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
  let result = planner.plan(
    PlanningInput(
      snapshot: loaded.snapshot, previous: context.fromOriginals ? nil : loaded.revision.live?.overlay,
      policy: context.policy, now: loaded.claimed.claimedAt, lastAppend: loaded.claimed.lastAppend,
      revision: loaded.revision.highest + 1))
  return loaded.planned(result, in: context)
}

extension Loaded {
  /// What a result of planning means for the conversation.
  ///
  /// - Parameter forms: the short forms that were made for it up to now, by position.
  func planned(_ result: PlanningResult, forms: [Int32: ShortForm] = [:], in context: PlanningContext) -> Planned {
    let claim = claimed.claim
    let live = revision.live
    switch result {
    case .unchanged(.notIdle, _):
      return .unchanged(claim, nil)
    case .unchanged(_, let next):
      return .unchanged(claim, look(next))
    case .cannotShrink(let reason, let next):
      return .finished(
        Finished(
          commit: Commit(
            claim: claim, outcome: reason.outcome, reason: reason.rawValue, before: wholeSize,
            startedAt: claimed.claimedAt),
          look: look(next)))
    case .needsShortForms(let draft):
      return .shortening(Shortening(loaded: self, draft: draft, forms: forms))
    case .needsSummary(let draft):
      if context.fromOriginals, let live, live.policy == context.policyDigest, live.overlay.covers(draft.covered) {
        // The backfill's answer is there already, and is not bought again.
        return .unchanged(claim, look(NextLook(entries: snapshot.headers.count + 1)))
      }
      return .drafted(Drafted(loaded: self, draft: draft, forms: forms))
    case .settled(let plan):
      if let live, live.policy == context.policyDigest, live.overlay.decides(asIn: plan.overlay) {
        return .unchanged(claim, look(plan.nextLook))
      }
      return .finished(finished(with: plan, summary: nil, forms: forms, use: ModelUse(), in: context))
    }
  }

  /// The whole conversation as it was appended.
  var wholeSize: HistorySize {
    HistorySize(entries: snapshot.headers.count, turns: 0, tokens: wholeTokens)
  }

  var wholeTokens: Int { snapshot.headers.reduce(0) { $0 + Int($1.tokens) } }

  func look(_ next: NextLook) -> Look {
    Look(next, for: claimed, activeEntries: snapshot.headers.count, activeTokens: wholeTokens)
  }

  func finished(
    with plan: Plan, summary: NewSummary?, forms: [Int32: ShortForm] = [:], use: ModelUse, in context: PlanningContext
  ) -> Finished {
    guard plan.isNoWorse(in: context.dialect) else {
      // A mistake in planning: the history stays as it is, and the record says what would have been wrong.
      return Finished(
        commit: Commit(
          claim: claimed.claim, outcome: .historyInvalid, reason: plan.verdict.words(in: context.dialect),
          before: plan.before, model: use, startedAt: claimed.claimedAt),
        look: look(NextLook(entries: snapshot.headers.count + 1)))
    }
    let covered = snapshot.headers.count { $0.position <= plan.overlay.coversThrough }
    let number = self.revision.highest + 1
    // Of what was made, some may have been dropped or covered by a stage behind.
    let made = plan.overlay.replaced(in: number, of: plan.overlay.shortForms.compactMap { forms[$0.position] })
    let revision = NewRevision(
      number: number, overlay: plan.overlay, coveredEntries: covered, summary: summary, shortForms: made,
      carriedFrom: context.fromOriginals ? nil : self.revision.live?.revision,
      joined: plan.overlay.joinedPrompts(in: snapshot), isLive: context.isLive, dialect: context.dialect.rawValue,
      verdict: plan.verdict.words(in: context.dialect), verdicts: plan.verdict.objections)
    return Finished(
      commit: Commit(
        claim: claimed.claim, outcome: plan.isOverBudget ? .overBudget : .compacted, revision: revision,
        before: plan.before, after: plan.after,
        model: use, startedAt: claimed.claimedAt),
      look: look(summary == nil ? plan.nextLook : plan.nextLook.afterSummary(of: snapshot.headers.count)))
  }
}

extension CannotShrinkReason {
  var outcome: Outcome { self == .overBudget ? .overBudget : .cannotShrink }
}

extension Overlay {
  /// Those of the forms, in order of position, that this revision is the first to use.
  fileprivate func replaced(in revision: Int32, of forms: [ShortForm]) -> [ShortForm] {
    var ranges = self.ranges[...]
    return forms.filter { form in
      while let range = ranges.first, range.range.last < form.position { ranges.removeFirst() }
      return ranges.first?.disposition == .replaced && ranges.first?.revision == revision
    }
  }

  /// Whether exactly these ranges are covered.
  fileprivate func covers(_ ranges: [PositionRange]) -> Bool {
    self.ranges.filter { $0.disposition == .covered }.map(\.range) == ranges
  }

  /// Whether both decide the same of the same entries, whichever revisions decided it.
  fileprivate func decides(asIn other: Overlay) -> Bool {
    func decisions(_ overlay: Overlay) -> [(PositionRange, Disposition, String?)] {
      overlay.ranges.map { ($0.range, $0.disposition, $0.stage) }
    }
    return coversThrough == other.coversThrough && summary == other.summary && shortForms == other.shortForms
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

extension Verdict {
  /// `legal`, or the rules that the history breaks: one that came broken may stay so.
  func words(in dialect: Dialect) -> String {
    let rules = Set(violations(in: dialect).map(\.rule.rawValue)).sorted()
    return rules.isEmpty ? "legal" : rules.joined(separator: ",")
  }

  /// The dialects in which it is not legal, each with the rules that it breaks, as a JSON object; almost always empty.
  var objections: String {
    if violations.isEmpty { return "{}" }
    let members = Dialect.allCases.compactMap { dialect -> JSON.Member? in
      let rules = Set(violations(in: dialect).map(\.rule.rawValue)).sorted()
      return rules.isEmpty ? nil : JSON.Member(dialect.rawValue, .array(rules.map { .string($0) }))
    }
    return JSON.object(members).text
  }
}
