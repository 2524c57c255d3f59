-- A revision that keeps the first entry and those after :before, as a rolling window leaves them.
INSERT INTO compactor.audit_records (
  conversation, epoch, started_at, claim_token, worker, revision, outcome, dispositions)
VALUES (1, 1, now(), gen_random_uuid(), gen_random_uuid(), 1, 'compacted', '[]');

INSERT INTO compactor.revisions (
  conversation, audit, published_at, revision, covers_through, covered_entries, tokens_before, tokens_after, entries_before,
  entries_after, state, tokenizer, dialect, verdict, policy, kept)
SELECT 1, number, now(), 1, :size, :size, :size, :size - :before + 1, :size, :size - :before + 1, 'live', 'estimate@1',
  'openai', 'legal', '', int4multirange(int4range(1, 2), int4range(:before + 1, :size + 1))
FROM compactor.audit_records;
