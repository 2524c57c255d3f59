public import Compaction
import PostgresClient

/// An audit record as it is shown.
public struct AuditRecord: Sendable {
  public var number: Int64
  public var conversation: Int64
  public var tenant: String?
  public var key: String?
  public var run: Int64?
  public var job: String?
  public var jobVersion: Int32?
  public var revision: Int32?
  public var outcome: String
  public var reason: String?
  public var tokenizer: String?
  public var tokensBefore: Int?
  public var tokensAfter: Int?
  public var entriesBefore: Int?
  public var entriesAfter: Int?
  public var model: String?
  public var provider: String?
  public var modelCalls: Int
  public var inputTokens: Int64
  /// Those of `inputTokens` that the model's server had in its cache.
  public var cachedTokens: Int64
  public var outputTokens: Int64
  /// US dollars.
  public var cost: String
  public var verdict: String?
  /// Microseconds since 1970.
  public var startedAt: Int64
  public var finishedAt: Int64
  /// A JSON array; see docs/database.md.
  public var dispositions: String
  /// A JSON object; see docs/database.md.
  public var summaryFigures: String?
  /// When the revision was rolled back, by whom and why.
  public var rolledBackAt: Int64?
  public var rolledBackBy: String?
  public var rolledBackReason: String?
}

/// Which audit records are wanted; what is `nil` does not matter.
public struct AuditQuery: Sendable {
  public var conversation: Int64?
  public var run: Int64?
  public var job: String?
  public var outcome: Outcome?
  /// The one that the attempt wrote.
  public var revision: Int32?
  public var limit: Int

  public init(
    conversation: Int64? = nil, run: Int64? = nil, job: String? = nil, outcome: Outcome? = nil, revision: Int32? = nil,
    limit: Int
  ) {
    self.conversation = conversation
    self.revision = revision
    self.run = run
    self.job = job
    self.outcome = outcome
    self.limit = limit
  }
}

extension Archive {
  /// Audit records, the latest first.
  public func auditRecords(_ query: AuditQuery) async throws -> [AuditRecord] {
    let outcome = query.outcome?.rawValue
    return try await database.query(
      """
      SELECT a.number, a.conversation, c.tenant, c.key, a.run, a.job, a.job_version, a.revision, a.outcome, a.reason,
        a.tokenizer, a.tokens_before, a.tokens_after, a.entries_before, a.entries_after, a.model, a.provider,
        a.model_calls, a.input_tokens, a.cached_tokens, a.output_tokens, a.cost, a.verdict, a.started_at, a.finished_at,
        a.dispositions, a.summary_figures, r.rolled_back_at, r.rolled_back_by, r.rolled_back_reason
      FROM compactor.audit_records a
      LEFT JOIN compactor.conversations c ON c.number = a.conversation
      LEFT JOIN compactor.revisions r
        ON r.conversation = a.conversation AND r.revision = a.revision AND r.audit = a.number
      WHERE (\(query.conversation)::bigint IS NULL OR a.conversation = \(query.conversation))
        AND (\(query.run)::bigint IS NULL OR a.run = \(query.run))
        AND (\(query.job)::text IS NULL OR a.job = \(query.job))
        AND (\(outcome)::text IS NULL OR a.outcome = \(outcome))
        AND (\(query.revision)::int IS NULL OR a.revision = \(query.revision))
      ORDER BY a.number DESC LIMIT \(Int64(query.limit))
      """
    ).map { row in
      func number(_ column: Int) throws -> Int? { try row.decode(column, as: Int32?.self).map { Int($0) } }
      return AuditRecord(
        number: try row.decode(0), conversation: try row.decode(1), tenant: try row.decode(2), key: try row.decode(3),
        run: try row.decode(4), job: try row.decode(5), jobVersion: try row.decode(6), revision: try row.decode(7),
        outcome: try row.decode(8), reason: try row.decode(9), tokenizer: try row.decode(10),
        tokensBefore: try number(11), tokensAfter: try number(12), entriesBefore: try number(13),
        entriesAfter: try number(14), model: try row.decode(15), provider: try row.decode(16),
        modelCalls: try number(17) ?? 0, inputTokens: try row.decode(18), cachedTokens: try row.decode(19),
        outputTokens: try row.decode(20), cost: try row.decode(21, as: PostgresNumeric.self).text,
        verdict: try row.decode(22), startedAt: try row.decode(23, as: PostgresTimestamp.self).microseconds,
        finishedAt: try row.decode(24, as: PostgresTimestamp.self).microseconds, dispositions: try row.decode(25),
        summaryFigures: try row.decode(26),
        rolledBackAt: try row.decode(27, as: PostgresTimestamp?.self)?.microseconds, rolledBackBy: try row.decode(28),
        rolledBackReason: try row.decode(29))
    }
  }
}
