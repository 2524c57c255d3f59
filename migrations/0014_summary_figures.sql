-- What was measured of the summary that an attempt had written, and how much was redacted on the way.

SET LOCAL ROLE compactor_owner;
SET LOCAL search_path = compactor, pg_temp;

ALTER TABLE compactor.audit_records ADD COLUMN summary_figures json;
COMMENT ON COLUMN compactor.audit_records.summary_figures IS
  'Of the last summary that a model wrote: {"retention": 0.6, "facts": 80, "kept_facts": 43, "grounding": 1, "invented_items": 0, "redacted": {"source": {"keys": 1}}}. Shares are from 0 to 1; null where nothing was measured.';
COMMENT ON COLUMN compactor.summaries.prompt IS
  'The prompt that asked for it, by name and version, with the skill that guided it: facts@2+returns.';
