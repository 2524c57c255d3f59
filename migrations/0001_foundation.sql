-- Roles, the schema, and the record of what was applied to it.
--
-- Every migration runs in a transaction of its own, opened by `compactor migrate`, and becomes the owner for as long as it lasts.
-- Roles belong to the cluster: another database of it may have made them already, or may be making them now.

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'compactor_owner', 'compactor_worker', 'compactor_reader', 'compactor_retention', 'compactor_app']
  LOOP
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', name);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;
      END;
    END IF;
  END LOOP;
  IF NOT pg_has_role(current_user, 'compactor_owner', 'MEMBER') THEN
    EXECUTE format('GRANT compactor_owner TO %I', current_user);
  END IF;
END
$$;

CREATE SCHEMA compactor AUTHORIZATION compactor_owner;

SET LOCAL ROLE compactor_owner;

COMMENT ON SCHEMA compactor IS 'Conversations, what compaction made of them, and why.';

CREATE TABLE compactor.schema_migrations (
  number int PRIMARY KEY,
  name text NOT NULL,
  checksum bytea NOT NULL CHECK (octet_length(checksum) = 32),
  applied_at timestamptz NOT NULL DEFAULT now(),
  applied_by text NOT NULL DEFAULT session_user
);
COMMENT ON TABLE compactor.schema_migrations IS 'The migrations applied, each with the SHA-256 of its file.';

CREATE TABLE compactor.schema_compatibility (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  oldest_program text NOT NULL
);
COMMENT ON TABLE compactor.schema_compatibility IS
  'The oldest program that may use this schema; a migration that takes something away raises it.';

INSERT INTO compactor.schema_compatibility (oldest_program) VALUES ('0.1.0');
