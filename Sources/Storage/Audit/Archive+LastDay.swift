import PostgresClient

/// What the audit says of the last 24 hours.
public struct LastDay: Sendable, Equatable {
  public var outcomes: [OutcomeCount]
  public var tokensBefore: Int64
  public var tokensAfter: Int64
  /// Who counted them, each once.
  public var tokenizers: [String]

  public struct OutcomeCount: Sendable, Equatable {
    public var outcome: String
    public var count: Int64
  }
}

extension Archive {
  public func lastDay() async throws -> LastDay {
    let rows = try await database.query(
      """
      SELECT outcome, count(*), coalesce(sum(tokens_before) FILTER (WHERE revision IS NOT NULL), 0)::bigint,
        coalesce(sum(tokens_after) FILTER (WHERE revision IS NOT NULL), 0)::bigint,
        array_agg(DISTINCT tokenizer) FILTER (WHERE revision IS NOT NULL AND tokenizer IS NOT NULL)
      FROM compactor.audit_records WHERE finished_at > now() - interval '1 day'
      GROUP BY outcome ORDER BY count(*) DESC, outcome
      """)
    var day = LastDay(outcomes: [], tokensBefore: 0, tokensAfter: 0, tokenizers: [])
    for row in rows {
      day.outcomes.append(LastDay.OutcomeCount(outcome: try row.decode(0), count: try row.decode(1)))
      day.tokensBefore += try row.decode(2, as: Int64.self)
      day.tokensAfter += try row.decode(3, as: Int64.self)
      for name in try row.decode(4, as: [String]?.self) ?? [] where !day.tokenizers.contains(name) {
        day.tokenizers.append(name)
      }
    }
    return day
  }

  /// When a run of the job last ended well, microseconds since 1970.
  public func lastSuccess(of job: String) async throws -> Int64? {
    try await database.query(
      "SELECT max(finished_at) FROM compactor.runs WHERE job = \(job) AND state = 'finished'"
    ).first?.decode(0, as: PostgresTimestamp?.self)?.microseconds
  }
}
