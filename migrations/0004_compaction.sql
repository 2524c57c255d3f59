-- What workers write: headers, claims, revisions, the account of each attempt, and results of model calls.
--
-- No foreign key leads from here to conversations: checking it would lock the row that appends need, and the audit
-- outlives what it tells of.

SET LOCAL ROLE compactor_owner;

CREATE TABLE compactor.header_blocks (
  conversation bigint NOT NULL,
  first_position int NOT NULL,
  last_position int NOT NULL,
  entries int NOT NULL CHECK (entries > 0),
  format smallint NOT NULL,
  tokenizer text NOT NULL,
  block bytea NOT NULL,
  PRIMARY KEY (conversation, tokenizer, first_position),
  CHECK (first_position <= last_position)
  -- Blocks stay in the row up to a page: a run reads them all, in order.
) WITH (toast_tuple_target = 8160);
COMMENT ON TABLE compactor.header_blocks IS 'Headers of entries, packed, for planning without payloads. Can be made anew from entries.';

-- Made by the append that makes the conversation. Narrow, without an index on anything that a claim changes.
CREATE TABLE compactor.claims (
  conversation bigint PRIMARY KEY,
  epoch bigint NOT NULL DEFAULT 0,
  run bigint,
  claimed_at timestamptz,
  expires_at timestamptz,
  held_since timestamptz,
  quarantined_since timestamptz,
  token uuid,
  worker uuid,
  attempts int NOT NULL DEFAULT 0,
  crashes int NOT NULL DEFAULT 0,
  held_reason text,
  quarantined_reason text,
  CHECK ((token IS NULL) = (expires_at IS NULL)),
  CHECK ((held_since IS NULL) = (held_reason IS NULL)),
  CHECK ((quarantined_since IS NULL) = (quarantined_reason IS NULL))
) WITH (fillfactor = 20);
COMMENT ON TABLE compactor.claims IS 'Who may compact a conversation now. Every claim raises the epoch and draws a token.';
COMMENT ON COLUMN compactor.claims.attempts IS 'Claims since the last that ended well.';
COMMENT ON COLUMN compactor.claims.crashes IS 'Of those, how many were found expired by the next.';
COMMENT ON COLUMN compactor.claims.held_since IS 'Rolled back, and to be left alone until released.';
COMMENT ON COLUMN compactor.claims.quarantined_since IS 'Failed too often; left alone until an operator says otherwise.';
CREATE INDEX claims_held ON compactor.claims (conversation) WHERE held_since IS NOT NULL;
CREATE INDEX claims_quarantined ON compactor.claims (conversation) WHERE quarantined_since IS NOT NULL;

CREATE TABLE compactor.revisions (
  conversation bigint NOT NULL,
  audit bigint NOT NULL,
  run bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz,
  rolled_back_at timestamptz,
  revision int NOT NULL CHECK (revision > 0),
  covers_through int NOT NULL CHECK (covers_through > 0),
  covered_entries int NOT NULL CHECK (covered_entries >= 0),
  tokens_before int NOT NULL,
  tokens_after int NOT NULL,
  entries_before int NOT NULL,
  entries_after int NOT NULL,
  job_version int,
  state text NOT NULL CHECK (state IN ('live', 'shadow', 'rolled_back')),
  tokenizer text NOT NULL,
  job text,
  dialect text NOT NULL,
  verdict text NOT NULL,
  verdicts json NOT NULL DEFAULT '{}',
  policy bytea NOT NULL,
  rolled_back_by text,
  rolled_back_reason text,
  kept int4multirange NOT NULL,
  joined int[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (conversation, revision),
  CHECK ((state = 'rolled_back') = (rolled_back_at IS NOT NULL)),
  CHECK (state <> 'live' OR published_at IS NOT NULL),
  CHECK (tokens_after <= tokens_before)
);
COMMENT ON TABLE compactor.revisions IS 'Stored results, over originals that never change. The live one with the highest number is what readers get.';
COMMENT ON COLUMN compactor.revisions.covers_through IS 'The last position decided upon; entries behind it follow the revision.';
COMMENT ON COLUMN compactor.revisions.covered_entries IS
  'Entries of the active branch up to covers_through when it was made: checked, for sources whose positions become visible out of order.';
COMMENT ON COLUMN compactor.revisions.kept IS
  'Positions that stay as they are; what has a shorter form stands in short_forms.';
COMMENT ON COLUMN compactor.revisions.joined IS
  'Kept prompts that follow a prompt only since what stood between is gone: readers that want strict alternation get each merged into it.';
COMMENT ON COLUMN compactor.revisions.verdict IS
  'What is wrong with the history that it leaves, by the rules of dialect: legal, or the rules broken; a history may have come so.';
COMMENT ON COLUMN compactor.revisions.verdicts IS
  'The dialects, rendered by compactor.messages, in which that history is not legal, each with the rules broken; it is legal in all others.';
COMMENT ON COLUMN compactor.revisions.audit IS 'compactor.audit_records.number of the attempt that made it.';
-- Runs follow one another, and so do their rows: a summary of each stretch of pages is enough, and costs an insert nothing.
CREATE INDEX revisions_run ON compactor.revisions USING brin (run) WITH (pages_per_range = 16);

CREATE TABLE compactor.short_forms (
  conversation bigint NOT NULL,
  revision int NOT NULL,
  position int NOT NULL,
  tokens int NOT NULL,
  form json NOT NULL,
  PRIMARY KEY (conversation, revision, position)
);
COMMENT ON TABLE compactor.short_forms IS 'What stands in a revision in place of entries: each form is an OpenAI chat message of that entry alone.';

CREATE TABLE compactor.summaries (
  conversation bigint NOT NULL,
  revision int NOT NULL,
  before_position int NOT NULL,
  tokens int NOT NULL,
  text text NOT NULL CHECK (text <> ''),
  model text NOT NULL,
  prompt text NOT NULL,
  covered int4multirange NOT NULL,
  PRIMARY KEY (conversation, revision, before_position)
);
COMMENT ON TABLE compactor.summaries IS 'Summaries of a revision, each standing before the first entry kept at or after before_position.';
COMMENT ON COLUMN compactor.summaries.prompt IS 'The prompt that asked for it, by name and version.';
COMMENT ON COLUMN compactor.summaries.covered IS 'The positions it stands for.';

CREATE TABLE compactor.audit_records (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  conversation bigint NOT NULL,
  epoch bigint NOT NULL,
  run bigint,
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL DEFAULT now(),
  input_tokens bigint NOT NULL DEFAULT 0,
  cached_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  claim_token uuid NOT NULL,
  worker uuid NOT NULL,
  model_calls int NOT NULL DEFAULT 0,
  job_version int,
  revision int,
  tokens_before int,
  tokens_after int,
  entries_before int,
  entries_after int,
  job text,
  outcome text NOT NULL CHECK (outcome IN (
    'compacted', 'unchanged', 'cannot_shrink', 'over_budget', 'summary_refused', 'history_invalid', 'too_large',
    'held', 'lost_lease', 'model_unavailable', 'spend_exhausted', 'error')),
  reason text,
  tokenizer text,
  model text,
  provider text,
  dialect text,
  verdict text,
  policy bytea,
  cost numeric NOT NULL DEFAULT 0,
  dispositions json NOT NULL DEFAULT '[]',
  UNIQUE (conversation, epoch),
  CHECK (outcome <> 'compacted' OR revision IS NOT NULL)
);
COMMENT ON TABLE compactor.audit_records IS 'The append-only account of each attempt. Conversation and epoch say whether a commit whose answer was lost took place.';
COMMENT ON COLUMN compactor.audit_records.provider IS 'The kind of server that the model ran on, offline for the one without a model.';
COMMENT ON COLUMN compactor.audit_records.cost IS 'US dollars.';
COMMENT ON COLUMN compactor.audit_records.dispositions IS
  'What became of every entry: [{"stage": …, "disposition": "kept", "replaced", "dropped" or "covered", "revision": n, "ranges": "3-40,57"}].';
CREATE INDEX audit_records_run ON compactor.audit_records USING brin (run, finished_at) WITH (pages_per_range = 16);

CREATE TABLE compactor.model_results (
  conversation bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  run bigint,
  input_tokens bigint NOT NULL DEFAULT 0,
  cached_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  tenant text NOT NULL,
  model text NOT NULL,
  prompt text NOT NULL,
  finish_reason text,
  text text NOT NULL,
  cost numeric NOT NULL DEFAULT 0,
  PRIMARY KEY (conversation, digest)
);
COMMENT ON TABLE compactor.model_results IS 'Every result paid for, under the digest of what was asked, so that it is not bought again.';
CREATE INDEX model_results_age ON compactor.model_results USING brin (created_at);
