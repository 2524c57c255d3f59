import Compaction
import Jobs
import Storage
import Transcripts
import Worker

extension CommandSpec {
  static let explain = CommandSpec(
    "explain", "say why a conversation is or is not due",
    arguments: [ArgumentSpec("CONVERSATION", "the application's name of the conversation")],
    options: [.database, .tenant]
  ) { invocation, console in
    try await DatabaseSession.with(invocation) { session in
      let conversation = try await session.conversation(invocation.arguments[0], invocation)
      let jobs = try PreparedJob.all(try await session.archive.jobs())
      var lines = ["conversation \(conversation.key), tenant \(conversation.tenant)"]
      lines += Explanation.row(conversation)
      if let claim = try await session.archive.claimState(of: conversation.number) {
        lines += Explanation.claim(claim)
      }
      if let job = try await session.archive.firstJob(of: conversation.number, jobs) {
        lines.append("  job      \(job.job.name), version \(job.version), is the first that selects it")
        if let (result, size) = try await Estimator(session.archive, job, isBackfill: false).look(
          at: conversation.number)
        {
          lines += Explanation.look(result, size, job.job)
        }
      } else {
        lines.append(
          jobs.isEmpty ? "  job      none is registered" : "  job      none of the \(jobs.count) registered selects it")
      }
      console.print(lines.joined(separator: "\n"))
      return .done
    }
  }
}

extension Archive {
  /// The first of the jobs that selects the conversation.
  fileprivate func firstJob(of conversation: Int64, _ jobs: [PreparedJob]) async throws -> PreparedJob? {
    for job in jobs where try await belongs(conversation, to: job.scope) { return job }
    return nil
  }
}

/// The lines of `compactor explain`.
enum Explanation {
  static func row(_ conversation: ConversationRecord) -> [String] {
    var lines = [
      "  stored   \(grouped(conversation.entries)) entries, \(grouped(conversation.bytes)) bytes, last append "
        + (conversation.lastAppendedAt.map { timeText($0) + " UTC" } ?? "never")
    ]
    if let due = conversation.dueSince {
      lines.append("  due      since \(timeText(due)) UTC")
    } else {
      let entries = conversation.lookAtEntries.map { "\(grouped($0)) entries" }
      let bytes = conversation.lookAtBytes.map { "\(grouped($0)) bytes" }
      let next = [entries, bytes].compactMap { $0 }.joined(separator: " or ")
      lines.append(
        "  due      no; the next look is at " + (next.isEmpty ? "no size: only a backfill looks at it" : next))
    }
    return lines
  }

  static func claim(_ claim: ClaimState) -> [String] {
    var lines: [String] = []
    if let since = claim.heldSince {
      lines.append(
        "  held     since \(timeText(since)) UTC (\(claim.heldReason ?? "")): compactor release lets workers at it again"
      )
    }
    if let since = claim.quarantinedSince {
      lines.append("  faulty   quarantined since \(timeText(since)) UTC: \(claim.quarantinedReason ?? "")")
    }
    if claim.isClaimed, let until = claim.expiresAt {
      lines.append("  claimed  by run \(claim.run ?? 0), until \(timeText(until)) UTC unless extended")
    }
    return lines
  }

  static func look(_ result: PlanningResult, _ size: HistorySize, _ job: Job) -> [String] {
    var lines = [
      "  history  \(grouped(size.entries)) entries, \(grouped(size.turns)) turns, \(grouped(size.tokens)) tokens by "
        + "estimate@1, as it is read"
    ]
    let trigger = job.policy.trigger
    let conditions = trigger.conditions.map { condition in
      switch condition {
      case .entries(let limit): "entries \(grouped(size.entries)) of \(grouped(limit))"
      case .turns(let limit): "turns \(grouped(size.turns)) of \(grouped(limit))"
      case .tokens(let limit): "tokens \(grouped(size.tokens)) of \(grouped(limit))"
      }
    }
    lines.append(
      "  trigger  \(trigger.combination == .any ? "any" : "all") of: \(conditions.joined(separator: ", "))"
        + (trigger.idleSeconds > 0 ? "; idle for \(trigger.idleSeconds) s" : ""))
    switch result {
    case .unchanged(let reason, _): lines.append("  a look   would change nothing: \(phrase(reason))")
    case .cannotShrink(let reason, _):
      lines.append("  a look   would find no way to make it smaller: \(reason.rawValue)")
    case .needsSummary(let draft):
      lines.append(
        "  a look   would summarise positions \(draft.covered.text) in at most \(grouped(draft.budgetTokens)) tokens, "
          + "with model \(draft.model)")
    case .settled(let plan):
      lines.append(
        "  a look   would compact it without a model: \(grouped(plan.before.tokens)) → \(grouped(plan.after.tokens)) tokens"
      )
    }
    return lines
  }

  private static func phrase(_ reason: UnchangedReason) -> String {
    switch reason {
    case .empty: "it has no entries"
    case .belowTrigger: "it is below the trigger"
    case .notIdle: "someone may still be typing"
    case .targetReached: "it is at or below the target"
    }
  }
}
