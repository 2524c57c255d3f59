import PostgresClient

/// A revision as a worker stores it, with its audit record.
struct StoredRevision {
  /// The application's name of the conversation.
  var key = "c"
  var number: Int32 = 1
  var state = "live"
  var kept: String
  var coversThrough: Int32
  var summary: (before: Int32, text: String)?
  var forms: [Int32: String] = [:]
  var dispositions = "[]"

  var insert: SQL {
    """
    WITH this AS (
      SELECT number AS conversation FROM compactor.conversations WHERE key = \(key)
    ), audit AS (
      INSERT INTO compactor.audit_records (
        conversation, epoch, started_at, claim_token, worker, revision, outcome, dispositions)
      SELECT conversation, \(Int64(number)), now(), gen_random_uuid(), gen_random_uuid(), \(number), 'compacted',
        \(PostgresJSON(dispositions))
      FROM this
      RETURNING number
    ), summarized AS (
      INSERT INTO compactor.summaries (conversation, revision, before_position, tokens, text, model, prompt, covered)
      SELECT conversation, \(number), \(summary?.before), 1, \(summary?.text), 'm', 'brief@1', '{}' FROM this
      WHERE \(summary != nil)
    ), shortened AS (
      INSERT INTO compactor.short_forms (conversation, revision, position, tokens, form)
      SELECT conversation, \(number), position, 1, form
      FROM this, unnest(\(Array(forms.keys)), \(forms.values.map { PostgresJSON($0) })) AS f (position, form)
    )
    INSERT INTO compactor.revisions (
      conversation, revision, audit, published_at, covers_through, covered_entries, tokens_before, tokens_after,
      entries_before, entries_after, state, rolled_back_at, tokenizer, dialect, verdict, policy, kept)
    SELECT conversation, \(number), audit.number, CASE WHEN \(state) = 'live' THEN now() END, \(coversThrough), \(coversThrough), 9, 8,
      9, 8, \(state), CASE WHEN \(state) = 'rolled_back' THEN now() END, 'estimate@1', 'openai', 'valid', '\\x00',
      \(kept)::text::int4multirange
    FROM this, audit
    """
  }
}
