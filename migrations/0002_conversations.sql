-- Conversations and their entries: what applications write, through compactor.append.

SET LOCAL ROLE compactor_owner;

CREATE TYPE compactor.entry_kind AS ENUM (
  'instructions', 'prompt', 'reasoning', 'toolCalls', 'toolOutput', 'response');

-- The row is locked by whoever appends and by nobody who compacts, so that a worker's open transaction delays no writer.
-- Counters and looks change often: indexes leave them alone, and the free space in each page keeps those updates in it (HOT).
CREATE TABLE compactor.conversations (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_appended_at timestamptz,
  bytes bigint NOT NULL DEFAULT 0,
  look_at_bytes bigint DEFAULT 0,
  entries int NOT NULL DEFAULT 0,
  messages int NOT NULL DEFAULT 0,
  last_position int NOT NULL DEFAULT 0,
  last_message int NOT NULL DEFAULT 0,
  look_at_entries int DEFAULT 0,
  tenant text NOT NULL DEFAULT 'default' CHECK (tenant <> ''),
  key text NOT NULL CHECK (key <> ''),
  format text NOT NULL DEFAULT 'openai' CHECK (format <> ''),
  metadata jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(metadata) = 'object'),
  envelope json,
  UNIQUE (tenant, key)
) WITH (fillfactor = 45);

COMMENT ON TABLE compactor.conversations IS 'A conversation: its name to the application, its counters, and whether a worker should look at it.';
COMMENT ON COLUMN compactor.conversations.key IS 'The application''s name for it, unique within its tenant; number is ours.';
COMMENT ON COLUMN compactor.conversations.envelope IS 'What surrounds the messages in the file it was imported from, for export.';
COMMENT ON COLUMN compactor.conversations.messages IS 'Messages of every branch; expected_length of compactor.append is compared with it.';
COMMENT ON COLUMN compactor.conversations.look_at_entries IS
  'The number of entries at which the plan can change next, as the last look found; NULL is never.';
COMMENT ON COLUMN compactor.conversations.look_at_bytes IS 'The same in bytes of payload.';

-- A table of its own, so that a mark that comes and goes touches no index of conversations. Written under the lock of the
-- conversation's row only.
CREATE TABLE compactor.due (
  conversation bigint PRIMARY KEY,
  since timestamptz NOT NULL
);
COMMENT ON TABLE compactor.due IS
  'The conversations that a worker should look at: set by an append that reaches look_at_entries or look_at_bytes, removed when it has looked.';
COMMENT ON COLUMN compactor.due.since IS 'In the future where a look found that only time is wanting: due from then on.';
CREATE INDEX due_since ON compactor.due (since);

-- Payloads are json, never jsonb, which refuses \u0000 and lone surrogates, reorders keys and drops duplicates.
CREATE TABLE compactor.entries (
  conversation bigint NOT NULL,
  appended_at timestamptz NOT NULL DEFAULT now(),
  "time" timestamptz,
  position int NOT NULL CHECK (position > 0),
  message int NOT NULL CHECK (message > 0),
  branch int NOT NULL DEFAULT 0 CHECK (branch >= 0),
  bytes int NOT NULL CHECK (bytes >= 0),
  kind compactor.entry_kind NOT NULL,
  part smallint NOT NULL DEFAULT 0,
  parts smallint NOT NULL DEFAULT 1,
  opaque boolean NOT NULL DEFAULT false,
  ill_formed boolean NOT NULL DEFAULT false,
  erased_at timestamptz,
  original json,
  chat json,
  PRIMARY KEY (conversation, position),
  CHECK (part >= 0 AND part < parts),
  CHECK ((part = 0 AND erased_at IS NULL) = (original IS NOT NULL))
) PARTITION BY HASH (conversation);

COMMENT ON TABLE compactor.entries IS 'One element of a transcript a row. Never updated but by erasure, which leaves a tombstone.';
COMMENT ON COLUMN compactor.entries.position IS 'Its place in the conversation, from 1, shared by all branches.';
COMMENT ON COLUMN compactor.entries.message IS 'Which message it came in, from 1; the parts of a message stand at consecutive positions.';
COMMENT ON COLUMN compactor.entries.branch IS '0 is the active path; other branches of a tree are kept for export.';
COMMENT ON COLUMN compactor.entries.original IS 'The message as it came, in its part 0.';
COMMENT ON COLUMN compactor.entries.chat IS 'The entry alone as an OpenAI chat message, where the conversation''s format is another.';
COMMENT ON COLUMN compactor.entries.bytes IS 'Bytes of original and chat in this row.';
COMMENT ON COLUMN compactor.entries."time" IS 'The source''s own time; appended_at is ours.';
COMMENT ON COLUMN compactor.entries.opaque IS 'Not understood: may be kept or dropped, never shortened.';
COMMENT ON COLUMN compactor.entries.ill_formed IS 'Broken on arrival, a tool call without an id, say.';

DO $$
BEGIN
  -- lz4 unpacks several times faster, where the server was built with it. Partitions take it over from their parent.
  BEGIN
    ALTER TABLE compactor.entries ALTER COLUMN original SET COMPRESSION lz4;
    ALTER TABLE compactor.entries ALTER COLUMN chat SET COMPRESSION lz4;
  EXCEPTION WHEN feature_not_supported THEN
    NULL;
  END;
  FOR remainder IN 0..15 LOOP
    EXECUTE format(
      'CREATE TABLE compactor.entries_%s PARTITION OF compactor.entries FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
      to_char(remainder, 'FM00'), remainder);
  END LOOP;
END
$$;

CREATE TABLE compactor.appends (
  conversation bigint NOT NULL,
  appended_at timestamptz NOT NULL DEFAULT now(),
  first_position int NOT NULL,
  last_position int NOT NULL,
  messages int NOT NULL,
  replacements int NOT NULL DEFAULT 0,
  idempotency_key text NOT NULL CHECK (idempotency_key <> ''),
  digest bytea NOT NULL,
  PRIMARY KEY (conversation, idempotency_key)
);
COMMENT ON TABLE compactor.appends IS 'Appends that came with an idempotency key: what a retry is answered with.';
COMMENT ON COLUMN compactor.appends.last_position IS 'One less than first_position where nothing was appended.';
COMMENT ON COLUMN compactor.appends.messages IS 'Messages of the conversation after it.';
COMMENT ON COLUMN compactor.appends.replacements IS 'NUL and lone surrogate escapes that were replaced by U+FFFD.';
COMMENT ON COLUMN compactor.appends.digest IS 'SHA-256 of the messages: a key used again for others is an error.';
CREATE INDEX appends_age ON compactor.appends USING brin (appended_at);

CREATE TABLE compactor.pins (
  conversation bigint NOT NULL,
  position int NOT NULL,
  pinned_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (conversation, position)
);
COMMENT ON TABLE compactor.pins IS 'Entries that no stage may touch.';
