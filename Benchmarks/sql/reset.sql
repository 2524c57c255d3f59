-- Forgets every compaction, as if nothing but headers had ever been made.
TRUNCATE compactor.revisions, compactor.audit_records, compactor.summaries, compactor.short_forms, compactor.model_results,
  compactor.due;

UPDATE compactor.claims
SET epoch = 0, run = NULL, claimed_at = NULL, expires_at = NULL, token = NULL, worker = NULL, attempts = 0, crashes = 0;

UPDATE compactor.conversations SET look_at_entries = 0, look_at_bytes = 0;

INSERT INTO compactor.due (conversation, since) SELECT number, now() FROM compactor.conversations ORDER BY number;

-- In the order in which they were made, and without dead rows.
CLUSTER compactor.claims USING claims_pkey;
CLUSTER compactor.conversations USING conversations_pkey;
