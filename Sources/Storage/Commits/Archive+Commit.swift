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
      \(CommitRows(commits).select)
    ), mine AS (
      UPDATE compactor.claims k
      SET token = NULL, expires_at = NULL, worker = NULL, attempts = 0, crashes = 0,
        quarantined_since = CASE WHEN input.outcome = 'error' THEN now() END,
        quarantined_reason = CASE WHEN input.outcome = 'error' THEN coalesce(input.reason, 'error') END
      FROM input
      -- A case, since the planner takes equal tokens for a rarity and would join what follows row by row.
      WHERE k.conversation = input.conversation
        AND CASE WHEN k.epoch = input.epoch AND k.token = input.token THEN true END
        AND k.conversation \(span(of: commits.map(\.claim)))
      -- The record's number is drawn here, so that the revision can name it without a join of the two.
      RETURNING input.*, nextval('compactor.audit_records_number_seq') AS audit
    ), audited AS (
      INSERT INTO compactor.audit_records (
        number, conversation, epoch, run, started_at, input_tokens, cached_tokens, output_tokens, claim_token, worker,
        model_calls, job, job_version, revision, tokens_before, tokens_after, entries_before, entries_after, outcome,
        reason, tokenizer, model, provider, dialect, verdict, policy, cost, dispositions,
        summary_figures)
      OVERRIDING SYSTEM VALUE
      SELECT audit, conversation, epoch, \(context.run), started_at, input_tokens, cached_tokens, output_tokens, token,
        \(context.worker), model_calls, \(context.job), \(context.jobVersion), revision, tokens_before, tokens_after,
        entries_before, entries_after, outcome, reason, \(context.tokenizer), model, provider, dialect, verdict,
        \(context.policy), cost::numeric, coalesce(dispositions, '[]'), summary_figures
      FROM mine
      \(commits.allSatisfy { $0.revision != nil } ? "" : Self.unlessSaidBefore(context))
    ), revised AS (
      INSERT INTO compactor.revisions (
        conversation, audit, run, published_at, revision, covers_through, covered_entries, tokens_before, tokens_after,
        entries_before, entries_after, job, job_version, state, tokenizer, dialect, verdict, verdicts, policy, kept,
        joined)
      SELECT conversation, audit, \(context.run), CASE WHEN live THEN now() END, revision, covers_through,
        covered_entries, tokens_before, tokens_after, entries_before, entries_after, \(context.job),
        \(context.jobVersion), CASE WHEN live THEN 'live' ELSE 'shadow' END, \(context.tokenizer), dialect, verdict, verdicts,
        \(context.policy), kept, joined::int[]
      FROM mine WHERE revision IS NOT NULL
    )\(commits.contains { $0.revision?.summary != nil } ? Self.summarized : "")\(ShortFormRows.step(for: commits))
    SELECT conversation FROM mine
    """
  }

  /// Leaves out an attempt that ended without a revision as the one before it did.
  private static func unlessSaidBefore(_ context: CommitContext) -> SQL {
    """
    WHERE revision IS NOT NULL OR NOT EXISTS (
      SELECT FROM (
        SELECT a.* FROM compactor.audit_records a
        WHERE a.conversation = mine.conversation ORDER BY a.epoch DESC LIMIT 1
      ) AS latest
      WHERE latest.outcome = mine.outcome AND latest.reason IS NOT DISTINCT FROM mine.reason
        AND latest.policy = \(context.policy) AND latest.entries_before IS NOT DISTINCT FROM mine.entries_before
        AND latest.tokens_before IS NOT DISTINCT FROM mine.tokens_before AND mine.model_calls = 0)
    """
  }

  private static let summarized: SQL = """
    , summarized AS (
      INSERT INTO compactor.summaries (conversation, revision, before_position, tokens, text, model, prompt, covered)
      SELECT conversation, revision, before_position, summary_tokens, summary, summary_model, prompt, covered
      FROM mine WHERE summary IS NOT NULL
    )
    """
}
