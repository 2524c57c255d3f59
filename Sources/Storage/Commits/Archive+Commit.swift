import Compaction
import PostgresClient

extension Archive {
  /// Writes what attempts came to, and gives their claims back, all in one statement and so in one transaction.
  ///
  /// Only what is still ours is written: the conversations that are missing from the answer were claimed by another
  /// worker meanwhile, rolled back or erased. Nothing that an append needs is locked. An attempt that ended without a
  /// revision, just as the one before it did on the same entries under the same policy, leaves no second record.
  /// The outcome `error` puts the conversation in quarantine.
  ///
  /// - Returns: the conversations whose claims were still ours.
  public func commit(_ commits: [Commit], in context: CommitContext) async throws -> Set<Int64> {
    guard !commits.isEmpty else { return [] }
    let commits = commits.sorted { $0.claim.conversation < $1.claim.conversation }
    let rows = try await database.query(statement(for: commits, in: context))
    return Set(try rows.map { try $0.decode(0) })
  }

  /// Those of the claims under which an attempt was committed: what to ask when the answer of ``commit(_:in:)`` was
  /// lost.
  public func committed(_ claims: [Claim]) async throws -> Set<Int64> {
    let rows = try await database.query(
      """
      SELECT conversation
      FROM unnest(\(claims.map(\.conversation)), \(claims.map(\.epoch)), \(claims.map(\.token)))
        AS mine (conversation, epoch, token)
      JOIN compactor.audit_records a USING (conversation, epoch)
      WHERE a.claim_token = mine.token
      """)
    return Set(try rows.map { try $0.decode(0) })
  }

  private func statement(for commits: [Commit], in context: CommitContext) -> SQL {
    """
    WITH input AS (
      SELECT * FROM \(rows(of: commits))
    ), mine AS MATERIALIZED (
      -- The input comes in order, and so the rows are locked in order.
      SELECT input.*
      FROM input
      CROSS JOIN LATERAL (
        SELECT FROM compactor.claims k
        WHERE k.conversation = input.conversation AND k.epoch = input.epoch AND k.token = input.token
        FOR UPDATE
      ) AS claim
    ), audit AS (
      INSERT INTO compactor.audit_records (
        conversation, epoch, run, started_at, input_tokens, cached_tokens, output_tokens, claim_token, worker,
        model_calls, job, job_version, revision, tokens_before, tokens_after, entries_before, entries_after, outcome,
        reason, tokenizer, model, provider, dialect, verdict, policy, cost, dispositions)
      SELECT conversation, epoch, \(context.run), started_at, input_tokens, cached_tokens, output_tokens, token,
        \(context.worker), model_calls, \(context.job), \(context.jobVersion), revision, tokens_before, tokens_after,
        entries_before, entries_after, outcome, reason, \(context.tokenizer), model, provider, dialect, verdict,
        \(context.policy), cost::numeric, coalesce(dispositions, '[]')
      FROM mine
      WHERE revision IS NOT NULL OR NOT EXISTS (
        SELECT FROM (
          SELECT a.* FROM compactor.audit_records a
          WHERE a.conversation = mine.conversation ORDER BY a.epoch DESC LIMIT 1
        ) AS latest
        WHERE latest.outcome = mine.outcome AND latest.reason IS NOT DISTINCT FROM mine.reason
          AND latest.policy = \(context.policy) AND latest.entries_before IS NOT DISTINCT FROM mine.entries_before
          AND latest.tokens_before IS NOT DISTINCT FROM mine.tokens_before AND mine.model_calls = 0)
      RETURNING conversation, number
    ), revised AS (
      INSERT INTO compactor.revisions (
        conversation, audit, run, published_at, revision, covers_through, covered_entries, tokens_before, tokens_after,
        entries_before, entries_after, job, job_version, state, tokenizer, dialect, verdict, policy, kept, joined)
      SELECT conversation, audit.number, \(context.run), CASE WHEN live THEN now() END, revision, covers_through,
        covered_entries, tokens_before, tokens_after, entries_before, entries_after, \(context.job),
        \(context.jobVersion), CASE WHEN live THEN 'live' ELSE 'shadow' END, \(context.tokenizer), dialect, verdict,
        \(context.policy), kept, joined::int[]
      FROM mine JOIN audit USING (conversation)
      WHERE revision IS NOT NULL
    ), summarized AS (
      INSERT INTO compactor.summaries (conversation, revision, before_position, tokens, text, model, prompt, covered)
      SELECT conversation, revision, before_position, summary_tokens, summary, summary_model, prompt, covered
      FROM mine WHERE summary IS NOT NULL
    )\(ShortFormRows.step(for: commits)), released AS (
      UPDATE compactor.claims k
      SET token = NULL, expires_at = NULL, worker = NULL, attempts = 0, crashes = 0,
        quarantined_since = CASE WHEN mine.outcome = 'error' THEN now() END,
        quarantined_reason = CASE WHEN mine.outcome = 'error' THEN coalesce(mine.reason, 'error') END
      FROM mine WHERE k.conversation = mine.conversation AND k.conversation \(span(of: commits.map(\.claim)))
    )
    SELECT conversation FROM mine
    """
  }

  /// A row a commit, out of an array a column.
  private func rows(of commits: [Commit]) -> SQL {
    let revisions = commits.map(\.revision)
    let summaries = revisions.map { $0?.overlay.summary }
    return """
      unnest(
        \(commits.map(\.claim.conversation)), \(commits.map(\.claim.epoch)), \(commits.map(\.claim.token)),
        \(commits.map(\.outcome.rawValue)), \(commits.map(\.reason)),
        \(commits.map { PostgresTimestamp(microseconds: $0.startedAt) }),
        \(commits.map { $0.before.map { Int32(clamping: $0.tokens) } }),
        \(commits.map { $0.after.map { Int32(clamping: $0.tokens) } }),
        \(commits.map { $0.before.map { Int32(clamping: $0.entries) } }),
        \(commits.map { $0.after.map { Int32(clamping: $0.entries) } }),
        \(commits.map(\.model.model)), \(commits.map(\.model.provider)), \(commits.map { Int32($0.model.calls) }),
        \(commits.map { Int64($0.model.inputTokens) }), \(commits.map { Int64($0.model.cachedTokens) }),
        \(commits.map { Int64($0.model.outputTokens) }), \(commits.map(\.model.cost)),
        \(revisions.map { $0?.number }), \(revisions.map { $0?.overlay.coversThrough }),
        \(revisions.map { $0.map { Int32(clamping: $0.coveredEntries) } }), \(revisions.map { $0?.isLive }),
        \(revisions.map { $0?.dialect }), \(revisions.map { $0?.verdict }),
        \(revisions.map { $0.map { PostgresJSON(StoredDispositions.json(of: $0.overlay.ranges)) } }),
        \(revisions.map { $0.map { PostgresMultirange(of: $0.overlay.ranges, .kept) } }),
        \(revisions.map { $0.map { PostgresMultirange(of: $0.overlay.ranges, .covered) } }),
        \(revisions.map { $0.map { "{" + $0.joined.map(String.init).joined(separator: ",") + "}" } }),
        \(summaries.map { $0?.before }), \(summaries.map { $0?.tokens }),
        \(revisions.map { $0?.summary?.text }), \(revisions.map { $0?.summary?.model }),
        \(revisions.map { $0?.summary?.prompt })
      ) AS input (
        conversation, epoch, token, outcome, reason, started_at, tokens_before, tokens_after, entries_before,
        entries_after, model, provider, model_calls, input_tokens, cached_tokens, output_tokens, cost, revision,
        covers_through, covered_entries, live, dialect, verdict, dispositions, kept, covered, joined, before_position,
        summary_tokens, summary, summary_model, prompt)
      """
  }
}

extension PostgresMultirange {
  /// The positions with this disposition.
  init(of ranges: [DispositionRange], _ disposition: Disposition) {
    var positions: [ClosedRange<Int32>] = []
    for range in ranges where range.disposition == disposition {
      positions.append(range.range.first...range.range.last)
    }
    self.init(positions)
  }
}
