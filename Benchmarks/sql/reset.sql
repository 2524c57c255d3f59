-- Forgets every compaction, as if nothing but headers had ever been made. Rewritten tables: no dead rows stay behind.
TRUNCATE compactor.revisions, compactor.audit_records, compactor.summaries, compactor.short_forms, compactor.model_results;

UPDATE compactor.claims
SET epoch = 0, run = NULL, claimed_at = NULL, expires_at = NULL, token = NULL, worker = NULL, attempts = 0, crashes = 0;

UPDATE compactor.conversations SET due_since = now(), look_at_entries = 0, look_at_bytes = 0;

VACUUM FULL compactor.claims, compactor.conversations;
