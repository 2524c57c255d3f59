-- Who may do what. These are group roles: grant them to the users that programs connect as.

SET LOCAL ROLE compactor_owner;

-- What is not granted here cannot be called, now or in a later migration.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA compactor FROM PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

GRANT USAGE ON SCHEMA compactor TO compactor_app, compactor_reader, compactor_worker, compactor_retention;

-- Applications append and read by functions, and see no table.
GRANT EXECUTE ON FUNCTION compactor.append(text, json, json), compactor.messages(text, json), compactor.history(text, json)
  TO compactor_app;

-- Readers see everything and change nothing.
GRANT SELECT ON ALL TABLES IN SCHEMA compactor TO compactor_reader, compactor_worker, compactor_retention;
GRANT EXECUTE ON FUNCTION compactor.messages(text, json), compactor.history(text, json)
  TO compactor_reader, compactor_worker, compactor_retention;

-- Workers write what compaction makes, and import. They never change or remove an entry or an audit record; of a conversation they write
-- only when it is to be looked at next.
GRANT EXECUTE ON FUNCTION
  compactor.append(text, json, json),
  compactor.add_entries(
    text, text, text, json, jsonb, text, bytea, int, int, int[], smallint[], smallint[], int[], compactor.entry_kind[], boolean[],
    boolean[], json[], json[], timestamptz[]),
  compactor.reserve_spend(uuid, text, bigint, uuid, numeric, numeric, double precision, numeric, numeric),
  compactor.settle_spend(uuid, numeric),
  compactor.extend_spend(uuid, bigint, double precision)
  TO compactor_worker;
GRANT UPDATE (look_at_entries, look_at_bytes) ON compactor.conversations TO compactor_worker;
GRANT INSERT, DELETE ON compactor.due TO compactor_worker;
GRANT UPDATE ON compactor.claims TO compactor_worker;
GRANT INSERT, UPDATE, DELETE ON compactor.header_blocks TO compactor_worker;
GRANT INSERT, DELETE ON compactor.pins TO compactor_worker;
GRANT INSERT, UPDATE ON compactor.jobs, compactor.runs TO compactor_worker;
GRANT INSERT ON compactor.policies, compactor.job_versions, compactor.model_results, compactor.audit_records,
  compactor.short_forms, compactor.summaries TO compactor_worker;
GRANT USAGE ON SEQUENCE compactor.audit_records_number_seq TO compactor_worker;
GRANT INSERT, UPDATE (state, published_at, rolled_back_at, rolled_back_by, rolled_back_reason) ON compactor.revisions TO compactor_worker;

-- Retention takes originals away, and whatever could tell of them; nobody else can.
GRANT UPDATE (original, chat, bytes, erased_at) ON compactor.entries TO compactor_retention;
GRANT UPDATE (bytes, metadata, envelope) ON compactor.conversations TO compactor_retention;
GRANT UPDATE ON compactor.claims TO compactor_retention;
GRANT DELETE ON compactor.conversations, compactor.entries, compactor.appends, compactor.pins, compactor.claims, compactor.due,
  compactor.header_blocks, compactor.revisions, compactor.short_forms, compactor.summaries, compactor.model_results,
  compactor.audit_records TO compactor_retention;
