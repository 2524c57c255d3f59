import Compaction
import Storage
import Transcripts

/// A conversation before and after, for a person or a program.
struct ConversationView {
  var conversation: ConversationRecord
  /// The revision that is shown: the one that readers get, or the one that was asked for.
  var shown: StoredRevision.Live?
  /// The record of the attempt that made the revision.
  var audit: AuditRecord?
  var entries: [EntryLine]
  /// Every revision of the conversation, in order.
  var revisions: [RevisionRecord] = []

  private static let width = 88
  /// Lines of a range that are shown at each end of it.
  private static let shown = 2

  func text(full: Bool) -> String {
    var lines = [
      "conversation \(printableLine(conversation.key)), tenant \(conversation.tenant), format \(conversation.format)"
    ]
    if let shown, let audit {
      lines += heading(shown, audit)
    } else {
      lines.append(
        entries.count == 1
          ? "not compacted: readers get its one entry as it is"
          : "not compacted: readers get its \(countedEntries(entries.count)) as they are")
    }
    // Those behind the one that is shown, and the fate of that one.
    for other in revisions where other.revision >= shown?.revision ?? 0 {
      if let fate = fate(of: other) { lines.append(fate) }
    }
    lines.append("")
    var summary = shown?.overlay.summary.flatMap { summary in shown?.summaryText.map { (summary.before, $0) } }
    for range in runs {
      if let (before, text) = summary, range.disposition == .kept || range.disposition == .replaced,
        let first = range.entries.first,
        first.position >= before, first.kind != .instructions
      {
        lines += summaryLines(text, full: full)
        summary = nil
      }
      lines += rangeLines(range, full: full)
    }
    if let (_, text) = summary { lines += summaryLines(text, full: full) }
    return lines.joined(separator: "\n")
  }

  /// What readers make of a revision, where that is not plain: a live one that nothing hides is what is shown.
  private func fate(of revision: RevisionRecord) -> String? {
    let number = revision.revision
    switch revision.state {
    case .rolledBack:
      return "revision \(number) was rolled back "
        + rollbackText(
          at: revision.rolledBackAt ?? 0, by: revision.rolledBackBy, reason: revision.rolledBackReason)
    case .shadow:
      return "revision \(number) is a shadow: readers do not get it"
        + (number == shown?.revision ? "" : "; --revision \(number) shows it")
    case .live:
      let read = revisions.last { $0.state == .live }?.revision
      return number == shown?.revision && read != number ? "revision \(number) was followed by \(read ?? 0)" : nil
    }
  }

  private func heading(_ live: StoredRevision.Live, _ audit: AuditRecord) -> [String] {
    let before = audit.tokensBefore ?? 0
    let after = audit.tokensAfter ?? 0
    var lines = [
      "revision \(live.revision) by job \(audit.job ?? "?"), version \(audit.jobVersion ?? 0), run \(audit.run ?? 0), "
        + "\(timeText(audit.finishedAt)) UTC",
      "  before  \(countedEntries(audit.entriesBefore ?? 0)), \(countedTokens(before))",
      "  after   \(countedEntries(audit.entriesAfter ?? 0)), \(countedTokens(after)) "
        + "(\(change(from: before, to: after))), by \(audit.tokenizer ?? "?"); history \(audit.verdict ?? "?")",
    ]
    if audit.modelCalls > 0 {
      lines.append(
        "  model   \(audit.model ?? "?") (\(audit.provider ?? "?")), \(counted(audit.modelCalls, "call")), "
          + "\(countedInput(audit.inputTokens, cached: audit.cachedTokens)), \(grouped(audit.outputTokens)) out, \(audit.cost) USD"
      )
    }
    if let figures = audit.summaryFigures.flatMap({ try? JSON(parsing: $0) }) { lines += Self.summaryLine(figures) }
    return lines
  }

  /// What was measured of the summary: `  gates   retention 62% (43 of 80 facts), grounding 100%; 3 findings redacted`.
  private static func summaryLine(_ figures: JSON) -> [String] {
    func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }
    var parts: [String] = []
    if let share = figures["retention"]?.double {
      let (kept, facts) = (figures["kept_facts"]?.int ?? 0, figures["facts"]?.int ?? 0)
      parts.append("retention \(percent(share)) (\(kept) of \(counted(facts, "fact")))")
    }
    if let share = figures["grounding"]?.double { parts.append("grounding \(percent(share))") }
    let redacted = (figures["redacted"]?.object ?? []).flatMap { $0.value.object ?? [] }
      .reduce(0) { $0 + ($1.value.int ?? 0) }
    if redacted > 0 { parts.append("\(counted(redacted, "finding")) redacted") }
    return parts.isEmpty ? [] : ["  gates   " + parts.joined(separator: ", ")]
  }

  // MARK: Ranges

  struct Run {
    var disposition: Disposition
    var stage: String?
    var revision: Int32?
    var entries: [EntryLine]
  }

  /// Entries that share a fate and stand side by side; what came after the revision is kept by none.
  var runs: [Run] {
    var runs: [Run] = []
    var ranges = (shown?.overlay.ranges ?? [])[...]
    for entry in entries {
      while let range = ranges.first, range.range.last < entry.position { ranges.removeFirst() }
      let range = ranges.first.flatMap { $0.range.first <= entry.position ? $0 : nil }
      let disposition = range?.disposition ?? .kept
      if let last = runs.last, last.disposition == disposition, last.stage == range?.stage,
        last.revision == range?.revision
      {
        runs[runs.count - 1].entries.append(entry)
      } else {
        runs.append(Run(disposition: disposition, stage: range?.stage, revision: range?.revision, entries: [entry]))
      }
    }
    return runs
  }

  private func rangeLines(_ run: Run, full: Bool) -> [String] {
    let isShort = full || run.entries.count <= 2 * Self.shown + 1
    let head = isShort ? run.entries[...] : run.entries.prefix(Self.shown)
    let tail = isShort ? [] : run.entries.suffix(Self.shown)
    var lines: [String] = []
    if let stage = run.stage {
      lines.append(
        "  \(mark(run)) \(run.entries.count) \(run.disposition.rawValue) by \(stage), revision \(run.revision ?? 0)")
    }
    lines += head.map { line($0, mark(run), full: full) }
    if !isShort { lines.append("  \(mark(run))       … \(grouped(run.entries.count - 2 * Self.shown)) more") }
    lines += tail.map { line($0, mark(run), full: full) }
    return lines
  }

  private func mark(_ run: Run) -> String {
    switch run.disposition {
    case .kept: " "
    case .replaced: "*"
    case .dropped: "-"
    case .covered: "~"
    }
  }

  private func line(_ entry: EntryLine, _ mark: String, full: Bool) -> String {
    let number = String(entry.position)
    let label = String(repeating: " ", count: max(0, 5 - number.count)) + number
    return "  \(mark) \(label)  \(padded(entry.kind.name, to: 12)) \(shortened(entry.text, full: full))"
  }

  private func shortened(_ text: String, full: Bool) -> String {
    full || text.count <= Self.width ? text : String(text.prefix(Self.width - 1)) + "…"
  }

  private func summaryLines(_ text: String, full: Bool) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    let shown = full ? lines : Array(lines.prefix(12))
    var result = shown.enumerated().map { index, line in
      (index == 0 ? "  + summary  " : "  +          ") + (full ? line : String(line.prefix(Self.width + 8)))
    }
    if shown.count < lines.count { result.append("  +          … \(counted(lines.count - shown.count, "more line"))") }
    return result
  }

  // MARK: JSON

  var json: String {
    let ranges = runs.map { run -> JSON in
      JSON.object([
        .init("first", .number(String(run.entries.first?.position ?? 0))),
        .init("last", .number(String(run.entries.last?.position ?? 0))),
        .init("entries", .number(String(run.entries.count))), .init("disposition", .string(run.disposition.rawValue)),
        .init("stage", run.stage.map { .string($0) } ?? .null),
        .init("revision", run.revision.map { .number(String($0)) } ?? .null),
      ])
    }
    return JSON.object([
      .init("conversation", .string(conversation.key)), .init("tenant", .string(conversation.tenant)),
      .init("number", .number(String(conversation.number))), .init("format", .string(conversation.format)),
      .init("revision", shown.map { .number(String($0.revision)) } ?? .null),
      .init("state", .text(revisions.first { $0.revision == shown?.revision }?.state.rawValue)),
      .init("tokens_before", audit?.tokensBefore.map { .number(String($0)) } ?? .null),
      .init("tokens_after", audit?.tokensAfter.map { .number(String($0)) } ?? .null),
      .init("tokenizer", audit?.tokenizer.map { .string($0) } ?? .null),
      .init("verdict", audit?.verdict.map { .string($0) } ?? .null),
      .init("summary", shown?.summaryText.map { .string($0) } ?? .null), .init("ranges", .array(ranges)),
      .init("revisions", .array(revisions.map(\.json))),
    ]).text
  }
}

/// `2026-01-31 12:00:05 UTC by ann: the summary was wrong`.
func rollbackText(at time: Int64, by user: String?, reason: String?) -> String {
  "\(timeText(time)) UTC by \(user ?? "?")" + (reason.map { ": " + $0 } ?? "")
}

extension RevisionRecord {
  fileprivate var json: JSON {
    .object([
      .init("revision", .integer(revision)), .init("state", .string(state.rawValue)),
      .init("created_at", .time(createdAt)), .init("run", .integer(run)), .init("job", .text(job)),
      .init("rolled_back_at", .time(rolledBackAt)), .init("rolled_back_by", .text(rolledBackBy)),
      .init("rolled_back_reason", .text(rolledBackReason)),
    ])
  }
}

extension [RevisionRecord] {
  /// `1 (rolled_back), 2 (live)`, or `none`.
  var list: String { isEmpty ? "none" : map { "\($0.revision) (\($0.state.rawValue))" }.joined(separator: ", ") }
}
