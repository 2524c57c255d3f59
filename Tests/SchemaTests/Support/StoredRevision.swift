import PostgresClient

/// A revision of conversation 1 as a worker stores it, with its audit record.
struct StoredRevision {
  var number: Int32 = 1
  var state = "live"
  var kept: String
  var coversThrough: Int32
  var summary: (before: Int32, text: String)?
  var forms: [Int32: String] = [:]
  var dispositions = "[]"

  var insert: SQL {
    """
    WITH audit AS (
      INSERT INTO compactor.audit_records (
        conversation, epoch, started_at, claim_token, worker, revision, outcome, dispositions)
      VALUES (1, \(Int64(number)), now(), gen_random_uuid(), gen_random_uuid(), \(number), 'compacted',
        \(PostgresJSON(dispositions)))
      RETURNING number
    ), summarized AS (
      INSERT INTO compactor.summaries (conversation, revision, before_position, tokens, text, model, prompt, covered)
      SELECT 1, \(number), \(summary?.before), 1, \(summary?.text), 'm', 'brief@1', '{}' WHERE \(summary != nil)
    ), shortened AS (
      INSERT INTO compactor.short_forms (conversation, revision, position, tokens, form)
      SELECT 1, \(number), position, 1, form
      FROM unnest(\(Array(forms.keys)), \(forms.values.map { PostgresJSON($0) })) AS f (position, form)
    )
    INSERT INTO compactor.revisions (
      conversation, revision, audit, published_at, covers_through, covered_entries, tokens_before, tokens_after,
      entries_before, entries_after, state, rolled_back_at, tokenizer, dialect, verdict, policy, kept)
    SELECT 1, \(number), audit.number, CASE WHEN \(state) = 'live' THEN now() END, \(coversThrough), \(coversThrough), 9, 8,
      9, 8, \(state), CASE WHEN \(state) = 'rolled_back' THEN now() END, 'estimate@1', 'openai', 'valid', '\\x00',
      \(kept)::text::int4multirange
    FROM audit
    """
  }
}
