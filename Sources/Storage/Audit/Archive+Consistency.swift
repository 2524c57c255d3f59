import PostgresClient

/// One thing that revisions, audit records and entries have to agree on, and how many rows do not.
public struct ConsistencyCheck: Sendable, Equatable {
  public var what: String
  public var checked: Int64
  public var violations: Int64
  /// `conversations.number` of the first few.
  public var examples: [Int64]
}

extension Archive {
  /// Checks that revisions, audit records and ranges agree with each other and with the entries.
  public func checkConsistency() async throws -> [ConsistencyCheck] {
    let ranges: SQL = """
      SELECT r.conversation, r.revision, r.covers_through, r.kept, d.disposition,
        ('[' || split_part(part, '-', 1) || ',' || split_part(part, '-', -1) || ']')::int4range AS positions
      FROM compactor.revisions r
      JOIN compactor.audit_records a ON a.number = r.audit
      CROSS JOIN LATERAL json_to_recordset(a.dispositions) AS d (stage text, disposition text, revision int, ranges text)
      CROSS JOIN LATERAL string_to_table(d.ranges, ',') AS part
      """
    return [
      try await check(
        "every revision has the audit record of its conversation and number",
        """
        SELECT r.conversation, a.number IS NOT NULL AND a.conversation = r.conversation AND a.revision = r.revision
          AND a.outcome IN ('compacted', 'over_budget') AS holds
        FROM compactor.revisions r LEFT JOIN compactor.audit_records a ON a.number = r.audit
        """),
      try await check(
        "every record of a compaction has its revision",
        """
        SELECT a.conversation, r.revision IS NOT NULL AS holds
        FROM compactor.audit_records a
        LEFT JOIN compactor.revisions r ON r.conversation = a.conversation AND r.revision = a.revision
        WHERE a.revision IS NOT NULL
        """),
      try await check(
        "the kept ranges of a revision are those of its audit record",
        """
        SELECT conversation,
          coalesce(range_agg(positions) FILTER (WHERE disposition = 'kept'), '{}') = kept AS holds
        FROM (\(ranges)) AS ranges GROUP BY conversation, revision, kept
        """),
      try await check(
        "no entry has two dispositions",
        """
        SELECT conversation,
          (SELECT sum(upper(m) - lower(m)) FROM unnest(range_agg(positions)) AS m)
            = sum(upper(positions) - lower(positions)) AS holds
        FROM (\(ranges)) AS ranges GROUP BY conversation, revision
        """),
      try await check(
        "every entry up to the covered position has a disposition",
        """
        SELECT all_ranges.conversation,
          NOT EXISTS (
            SELECT FROM compactor.entries e
            WHERE e.conversation = all_ranges.conversation AND e.branch = 0
              AND e.position <= all_ranges.covers_through AND NOT e.position <@ all_ranges.positions) AS holds
        FROM (
          SELECT conversation, revision, covers_through, range_agg(positions) AS positions
          FROM (\(ranges)) AS ranges GROUP BY conversation, revision, covers_through
        ) AS all_ranges
        """),
      try await check(
        "what is covered has a summary, and what has a summary is covered",
        """
        SELECT conversation,
          bool_or(disposition = 'covered') = EXISTS (
            SELECT FROM compactor.summaries s
            WHERE s.conversation = ranges.conversation AND s.revision = ranges.revision) AS holds
        FROM (\(ranges)) AS ranges GROUP BY conversation, revision
        """),
      try await check(
        "what is replaced has a short form, and nothing else has one",
        """
        SELECT r.conversation,
          coalesce(forms.positions, '{}') <@ coalesce(replaced.positions, '{}')
            AND NOT EXISTS (
              SELECT FROM compactor.entries e
              WHERE e.conversation = r.conversation AND e.branch = 0 AND e.position <@ coalesce(replaced.positions, '{}')
                AND NOT e.position <@ coalesce(forms.positions, '{}')) AS holds
        FROM compactor.revisions r
        LEFT JOIN (
          SELECT conversation, revision, range_agg(positions) AS positions
          FROM (\(ranges)) AS ranges WHERE disposition = 'replaced' GROUP BY conversation, revision
        ) AS replaced USING (conversation, revision)
        LEFT JOIN (
          SELECT conversation, revision, range_agg(int4range(position, position, '[]')) AS positions
          FROM compactor.short_forms GROUP BY conversation, revision
        ) AS forms USING (conversation, revision)
        """),
      try await check(
        "no history grew",
        "SELECT conversation, tokens_after <= tokens_before AS holds FROM compactor.revisions"),
      try await check(
        "counters of a conversation are those of its entries",
        """
        SELECT c.number AS conversation, c.entries = count(e.position) AND c.last_position = coalesce(max(e.position), 0)
          AS holds
        FROM compactor.conversations c LEFT JOIN compactor.entries e ON e.conversation = c.number
        GROUP BY c.number
        """),
    ]
  }

  private func check(_ what: String, _ rows: SQL) async throws -> ConsistencyCheck {
    let row = try await database.withTransaction(readOnly: true) { connection in
      // Compiling these statements takes longer than running them on all but the largest archives.
      try await connection.query("SET LOCAL jit = off")
      return try await connection.query(
        """
        SELECT count(*), count(*) FILTER (WHERE holds IS NOT TRUE),
          coalesce((array_agg(conversation) FILTER (WHERE holds IS NOT TRUE))[1:5], '{}')
        FROM (\(rows)) AS rows
        """, deadline: .seconds(600)
      ).first
    }
    guard let row else { throw PostgresError(.decoding, message: "check: found no row") }
    return ConsistencyCheck(
      what: what, checked: try row.decode(0), violations: try row.decode(1), examples: try row.decode(2))
  }

  /// What a server tells of itself: its version, whether it takes writes, and who we are.
  public func server() async throws -> (version: String, number: Int, user: String, isReadOnly: Bool) {
    let row = try await database.query(
      """
      SELECT current_setting('server_version'), current_setting('server_version_num')::int, current_user::text,
        pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean
      """
    ).first
    guard let row else { throw PostgresError(.decoding, message: "server: found no row") }
    return (
      try row.decode(0), Int(try row.decode(1, as: Int32.self)), try row.decode(2), try row.decode(3)
    )
  }
}
