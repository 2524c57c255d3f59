import Compaction
import Storage
import Transcripts

extension CommandSpec {
  static let audit = CommandSpec(
    "audit", "list what was done to which conversation, and what it cost",
    details: "The latest records first. Every record can also be read in SQL: compactor.audit_records.",
    arguments: [ArgumentSpec("CONVERSATION", count: .optional, "only this conversation")],
    options: [
      .database, .tenant, .number, .json, OptionSpec("run", value: "NUMBER", "only this run"),
      OptionSpec("job", value: "NAME", "only this job"),
      OptionSpec("outcome", value: "OUTCOME", "only this outcome, summary_refused say"),
      OptionSpec("limit", value: "NUMBER", "how many, 1 to 100000; 20 otherwise"),
    ]
  ) { invocation, console in
    var query = AuditQuery(
      run: try invocation.integer("run", in: 1...Int.max).map { Int64($0) }, job: invocation.value("job"),
      limit: try invocation.integer("limit", in: 1...100_000) ?? 20)
    if let word = invocation.value("outcome") {
      guard let outcome = Outcome(rawValue: word) else {
        throw UsageError(
          "--outcome: found '\(word)'" + suggestion(for: word, among: Outcome.allCases.map(\.rawValue)))
      }
      query.outcome = outcome
    }
    return try await DatabaseSession.with(invocation) { [query] session in
      var query = query
      if let key = invocation.arguments.first {
        query.conversation = try await session.conversation(key, invocation).number
      }
      try await session.requireRun(query.run)
      if let job = query.job { try await session.requireKnownJob(job) }
      let records = try await session.archive.auditRecords(query)
      if invocation.flag("json") {
        for record in records { console.write(record.json) }
      } else if records.isEmpty {
        console.print("no audit records")
      } else {
        console.print(table(of: records))
      }
      return .done
    }
  }

  private static func table(of records: [AuditRecord]) -> String {
    let isRolledBack = records.contains { $0.rolledBackAt != nil }
    var table = TextTable(
      [
        ("record", .right), ("finished (UTC)", .left), ("conversation", .left), ("run", .right), ("outcome", .left),
        ("revision", .right), ("tokens", .right), ("change", .right), ("by", .left), ("calls", .right), ("USD", .right),
      ] + (isRolledBack ? [("rolled back", .left)] : []))
    for record in records {
      let tokens = record.tokensBefore.map { before in
        grouped(before) + (record.tokensAfter.map { " → " + grouped($0) } ?? "")
      }
      table.add(
        row: [
          String(record.number), timeText(record.finishedAt), record.name,
          record.run.map(String.init) ?? "", record.outcome + (record.reason.map { " (\($0))" } ?? ""),
          record.revision.map(String.init) ?? "", tokens ?? "",
          record.tokensAfter.map { change(from: record.tokensBefore ?? 0, to: $0) } ?? "",
          record.tokensBefore == nil ? "" : record.tokenizer ?? "", String(record.modelCalls), record.cost,
        ] + (isRolledBack ? [record.rollback ?? ""] : []))
    }
    return table.text
  }
}

extension AuditRecord {
  /// The conversation's name, behind its tenant's where that is not the default one.
  fileprivate var name: String {
    key.map { conversationName(key: $0, tenant: tenant) } ?? "(number \(conversation))"
  }

  /// When its revision was rolled back, by whom and why.
  fileprivate var rollback: String? {
    rolledBackAt.map { rollbackText(at: $0, by: rolledBackBy, reason: rolledBackReason) }
  }

  /// One JSON object on one line.
  fileprivate var json: String {
    JSON.object([
      .init("number", .integer(number)), .init("conversation", .text(key)), .init("tenant", .text(tenant)),
      .init("conversation_number", .integer(conversation)), .init("run", .integer(run)), .init("job", .text(job)),
      .init("job_version", .integer(jobVersion)), .init("revision", .integer(revision)),
      .init("outcome", .text(outcome)),
      .init("reason", .text(reason)), .init("tokenizer", .text(tokenizer)),
      .init("tokens_before", .integer(tokensBefore)),
      .init("tokens_after", .integer(tokensAfter)), .init("entries_before", .integer(entriesBefore)),
      .init("entries_after", .integer(entriesAfter)), .init("model", .text(model)), .init("provider", .text(provider)),
      .init("model_calls", .integer(modelCalls)), .init("input_tokens", .integer(inputTokens)),
      .init("cached_tokens", .integer(cachedTokens)),
      .init("output_tokens", .integer(outputTokens)), .init("cost_usd", .number(cost)),
      .init("verdict", .text(verdict)),
      .init("started_at", .time(startedAt)), .init("finished_at", .time(finishedAt)),
      .init("summary_figures", summaryFigures.flatMap { try? JSON(parsing: $0) } ?? .null),
      .init("rolled_back_at", .time(rolledBackAt)), .init("rolled_back_by", .text(rolledBackBy)),
      .init("rolled_back_reason", .text(rolledBackReason)),
      .init("dispositions", (try? JSON(parsing: dispositions)) ?? .null),
    ]).text
  }
}
