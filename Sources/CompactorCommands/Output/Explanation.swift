import Compaction
import Storage
import Transcripts

/// Why a conversation is or is not due, for a person or a program.
struct Explanation {
  var conversation: ConversationRecord
  var claim: ClaimState?
  var registeredJobs: Int
  /// The first of the active jobs that selects it.
  var job: Selecting?
  /// Paused jobs that select it and would come before that one.
  var pausedJobs: [String] = []

  struct Selecting {
    var name: String
    var version: Int32
    var trigger: Trigger
    /// `nil` where nobody can look at it: it cannot be read, say.
    var look: Look?
  }

  /// What a look would find now.
  struct Look {
    var result: PlanningResult
    /// The history as it is read.
    var size: HistorySize
    /// Who counted its tokens.
    var tokenizer: String
  }

  // MARK: For a person

  var text: String {
    var lines = ["conversation \(conversation.key), tenant \(conversation.tenant)"]
    lines += row
    if let claim { lines += Self.lines(of: claim) }
    for name in pausedJobs {
      lines.append(
        "  paused   \(name) selects it\(job == nil ? "" : " and would come first"): compactor resume \(name) lets it go on"
      )
    }
    if let job {
      lines.append("  job      \(job.name), version \(job.version), is the first that selects it")
      if let look = job.look { lines += Self.lines(of: look, job.trigger) }
    } else {
      let none =
        pausedJobs.isEmpty
        ? "none of the \(registeredJobs) registered selects it" : "none that is active selects it: nobody works on it"
      lines.append("  job      " + (registeredJobs == 0 ? "none is registered" : none))
    }
    return lines.joined(separator: "\n")
  }

  private var row: [String] {
    var lines = [
      "  stored   \(countedEntries(conversation.entries)), \(counted(conversation.bytes, "byte")), last append "
        + (conversation.lastAppendedAt.map { timeText($0) + " UTC" } ?? "never")
    ]
    if let due = conversation.dueSince {
      lines.append("  due      since \(timeText(due)) UTC")
    } else {
      let entries = conversation.lookAtEntries.map { countedEntries($0) }
      let bytes = conversation.lookAtBytes.map { counted($0, "byte") }
      let time = conversation.lookAt.map { timeText($0) + " UTC" }
      let next = [entries, bytes, time].compactMap { $0 }.joined(separator: " or ")
      lines.append(
        "  due      no; the next look is at " + (next.isEmpty ? "no size: only a backfill looks at it" : next))
    }
    return lines
  }

  private static func lines(of claim: ClaimState) -> [String] {
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

  private static func lines(of look: Look, _ trigger: Trigger) -> [String] {
    let size = look.size
    var lines = [
      "  history  \(countedEntries(size.entries)), \(counted(size.turns, "turn")), \(countedTokens(size.tokens)) by "
        + "\(look.tokenizer), as it is read"
    ]
    let conditions = trigger.conditions.map { condition in
      let reached = condition.reached(by: size)
      if condition.isOfTime { return "\(reached.unit) \(reached.limit) s" }
      return "\(reached.unit) \(grouped(reached.found)) of \(grouped(reached.limit))"
    }
    lines.append(
      "  trigger  \(trigger.combination == .any ? "any" : "all") of: \(conditions.joined(separator: ", "))"
        + (trigger.idleSeconds > 0 ? "; idle for \(trigger.idleSeconds) s" : ""))
    switch look.result {
    case .unchanged(let reason, _): lines.append("  a look   would change nothing: \(phrase(reason))")
    case .cannotShrink(let reason, _):
      lines.append("  a look   would find no way to make it smaller: \(reason.rawValue)")
    case .needsShortForms(let draft):
      lines.append("  a look   would make entries shorter where that gains enough: positions \(draft.ranges.text)")
    case .needsSummary(let draft):
      lines.append(
        "  a look   would summarise positions \(draft.covered.text) in at most \(countedTokens(draft.budgetTokens)), "
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

  // MARK: For a program

  var json: String {
    JSON.object([
      .init("conversation", .string(conversation.key)), .init("tenant", .string(conversation.tenant)),
      .init("number", .integer(conversation.number)), .init("entries", .integer(conversation.entries)),
      .init("bytes", .integer(conversation.bytes)), .init("last_appended_at", .time(conversation.lastAppendedAt)),
      .init("due_since", .time(conversation.dueSince)), .init("look_at_entries", .integer(conversation.lookAtEntries)),
      .init("look_at_bytes", .integer(conversation.lookAtBytes)), .init("look_at", .time(conversation.lookAt)),
      .init("held", held),
      .init("quarantined", quarantined), .init("claimed", claimed), .init("registered_jobs", .integer(registeredJobs)),
      .init("job", job?.json ?? .null), .init("paused_jobs", .array(pausedJobs.map { .string($0) })),
    ]).text
  }

  private var held: JSON {
    guard let since = claim?.heldSince else { return .null }
    return .object([.init("since", .time(since)), .init("reason", .text(claim?.heldReason))])
  }

  private var quarantined: JSON {
    guard let since = claim?.quarantinedSince else { return .null }
    return .object([.init("since", .time(since)), .init("reason", .text(claim?.quarantinedReason))])
  }

  private var claimed: JSON {
    guard let claim, claim.isClaimed else { return .null }
    return .object([.init("run", .integer(claim.run)), .init("until", .time(claim.expiresAt))])
  }
}

extension Explanation.Selecting {
  fileprivate var json: JSON {
    let size = look?.size
    let conditions = trigger.conditions.map { condition -> JSON in
      let reached = condition.reached(by: size ?? HistorySize(entries: 0, turns: 0, tokens: 0))
      return .object([
        .init("unit", .string(reached.unit)),
        .init("found", size == nil || condition.isOfTime ? .null : .integer(reached.found)),
        .init("limit", .integer(reached.limit)),
      ])
    }
    return .object([
      .init("name", .string(name)), .init("version", .integer(version)),
      .init(
        "trigger",
        .object([
          .init("combination", .string(trigger.combination == .any ? "any" : "all")),
          .init("conditions", .array(conditions)), .init("idle_seconds", .integer(trigger.idleSeconds)),
        ])),
      .init(
        "history",
        look.map { look in
          .object([
            .init("entries", .integer(look.size.entries)), .init("turns", .integer(look.size.turns)),
            .init("tokens", .integer(look.size.tokens)), .init("tokenizer", .string(look.tokenizer)),
          ])
        } ?? .null),
      .init("look", look?.result.json ?? .null),
    ])
  }
}

extension PlanningResult {
  /// What a look would do: `nothing`, `cannot_shrink`, `shorten`, `summarize` or `compact`, and what goes with it.
  fileprivate var json: JSON {
    switch self {
    case .unchanged(let reason, _):
      .object([.init("would", "nothing"), .init("reason", .string(reason.rawValue))])
    case .cannotShrink(let reason, _):
      .object([.init("would", "cannot_shrink"), .init("reason", .string(reason.rawValue))])
    case .needsShortForms(let draft):
      .object([.init("would", "shorten"), .init("positions", .string(draft.ranges.text))])
    case .needsSummary(let draft):
      .object([
        .init("would", "summarize"), .init("positions", .string(draft.covered.text)),
        .init("budget_tokens", .integer(draft.budgetTokens)), .init("model", .string(draft.model)),
      ])
    case .settled(let plan):
      .object([
        .init("would", "compact"), .init("tokens_before", .integer(plan.before.tokens)),
        .init("tokens_after", .integer(plan.after.tokens)),
      ])
    }
  }
}

extension ShortFormDraft {
  fileprivate var ranges: [PositionRange] { positions.map { PositionRange($0, $0) } }
}

extension Trigger.Condition {
  /// How far a history is towards the condition, by the unit's word in job files.
  fileprivate func reached(by size: HistorySize) -> (unit: String, found: Int, limit: Int) {
    switch self {
    case .entries(let limit): ("entries", size.entries, limit)
    case .turns(let limit): ("turns", size.turns, limit)
    case .tokens(let limit): ("tokens", size.tokens, limit)
    case .toolCalls(let limit): ("tool_calls", size.toolCalls, limit)
    case .age(let seconds): ("age", 0, seconds)
    case .idle(let seconds): ("idle", 0, seconds)
    }
  }

  fileprivate var isOfTime: Bool {
    switch self {
    case .age, .idle: true
    case .entries, .turns, .tokens, .toolCalls: false
    }
  }
}
