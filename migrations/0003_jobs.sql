-- What operators registered, and its executions.

SET LOCAL ROLE compactor_owner;

CREATE TABLE compactor.policies (
  digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
  canonical text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE compactor.policies IS 'Every policy that was ever registered, in canonical form, under its SHA-256.';

CREATE TABLE compactor.jobs (
  name text PRIMARY KEY CHECK (name <> ''),
  ordinal int NOT NULL,
  current_version int NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  paused_at timestamptz,
  removed_at timestamptz
);
COMMENT ON TABLE compactor.jobs IS 'A job by name. A conversation belongs to the first, by ordinal, that selects it and is neither paused nor removed.';
COMMENT ON COLUMN compactor.jobs.removed_at IS 'When it was taken off the list; its versions and runs stay, for the audit.';

CREATE TABLE compactor.job_versions (
  job text NOT NULL REFERENCES compactor.jobs (name) DEFERRABLE INITIALLY DEFERRED,
  version int NOT NULL CHECK (version > 0),
  policy bytea NOT NULL REFERENCES compactor.policies (digest),
  definition text NOT NULL,
  program text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  applied_by text NOT NULL DEFAULT session_user,
  run_limit numeric,
  day_limit numeric,
  PRIMARY KEY (job, version)
);
COMMENT ON TABLE compactor.job_versions IS 'The job files applied, as they were.';
COMMENT ON COLUMN compactor.job_versions.program IS 'The version of the program that applied it.';
COMMENT ON COLUMN compactor.job_versions.run_limit IS 'US dollars that one run of it may spend.';
COMMENT ON COLUMN compactor.job_versions.day_limit IS 'US dollars that all runs of the job may spend on a UTC day.';

ALTER TABLE compactor.jobs ADD FOREIGN KEY (name, current_version)
  REFERENCES compactor.job_versions (job, version) DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE compactor.runs (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  heartbeat_at timestamptz,
  finished_at timestamptz,
  slot timestamptz,
  cursor bigint,
  total bigint,
  job_version int NOT NULL,
  job text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('run', 'backfill', 'scheduled')),
  state text NOT NULL DEFAULT 'running'
    CHECK (state IN ('running', 'paused', 'cancelled', 'finished', 'stopped', 'failed')),
  counts jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(counts) = 'object'),
  stop_reason text,
  FOREIGN KEY (job, job_version) REFERENCES compactor.job_versions (job, version),
  UNIQUE (job, slot),
  CHECK ((kind = 'scheduled') = (slot IS NOT NULL)),
  CHECK ((state IN ('running', 'paused')) = (finished_at IS NULL))
) WITH (fillfactor = 50);
COMMENT ON TABLE compactor.runs IS 'Executions of jobs.';
COMMENT ON COLUMN compactor.runs.slot IS 'The scheduled time it stands for: of many workers, one inserts it.';
COMMENT ON COLUMN compactor.runs.cursor IS 'Of a backfill: every conversation up to this number has been seen to.';
COMMENT ON COLUMN compactor.runs.counts IS 'Conversations by outcome.';
CREATE INDEX runs_open ON compactor.runs (job) WHERE finished_at IS NULL;
