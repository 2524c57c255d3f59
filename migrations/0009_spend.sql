-- Limits on spend that hold whatever runs at the same time: an amount is set aside before a call is made, and what the call cost is put
-- in its place afterwards. Amounts are US dollars, days are those of UTC, by the database's clock.

SET LOCAL ROLE compactor_owner;
SET LOCAL search_path = compactor, pg_temp;

CREATE TABLE compactor.spend_ledger (
  job text NOT NULL,
  day date NOT NULL,
  run bigint NOT NULL,
  spent numeric NOT NULL DEFAULT 0,
  calls bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (job, day, run)
) WITH (fillfactor = 50);
COMMENT ON TABLE compactor.spend_ledger IS 'What calls to models have cost that are over, by job, UTC day and run.';
CREATE INDEX spend_ledger_run ON compactor.spend_ledger (run);

CREATE TABLE compactor.spend_holds (
  hold uuid PRIMARY KEY,
  job text NOT NULL,
  day date NOT NULL,
  run bigint NOT NULL,
  worker uuid NOT NULL,
  amount numeric NOT NULL CHECK (amount >= 0),
  likely numeric NOT NULL CHECK (likely >= 0),
  expires_at timestamptz NOT NULL,
  CHECK (likely <= amount)
);
COMMENT ON TABLE compactor.spend_holds IS
  'An amount set aside for a call that is under way. One whose worker has fallen silent stays, and counts as what the call likely cost.';
COMMENT ON COLUMN compactor.spend_holds.amount IS 'What the call may cost at most.';
COMMENT ON COLUMN compactor.spend_holds.expires_at IS 'Extended by the heartbeats of its worker.';
CREATE INDEX spend_holds_run ON compactor.spend_holds (run);
CREATE INDEX spend_holds_day ON compactor.spend_holds (job, day);

-- The one definition of what was spent and what is set aside: limits, status, metrics and people read it.
--
-- A call whose worker died may have been billed and may not. From the end of its worker's lease on, nothing is set aside for it any
-- more, and what it likely cost counts as spent.
CREATE VIEW compactor.spend AS
SELECT job, day, run, sum(spent) AS spent, sum(set_aside) AS set_aside, sum(unaccounted) AS unaccounted, sum(calls)::bigint AS calls
FROM (
  SELECT l.job, l.day, l.run, l.spent, 0::numeric AS set_aside, 0::numeric AS unaccounted, l.calls
  FROM compactor.spend_ledger AS l
  UNION ALL
  SELECT h.job, h.day, h.run, CASE WHEN h.expires_at > now() THEN 0 ELSE h.likely END,
    CASE WHEN h.expires_at > now() THEN h.amount ELSE 0 END, CASE WHEN h.expires_at > now() THEN 0 ELSE h.likely END,
    CASE WHEN h.expires_at > now() THEN 0 ELSE 1 END
  FROM compactor.spend_holds AS h
) AS amounts
GROUP BY job, day, run;
COMMENT ON VIEW compactor.spend IS 'US dollars spent on models, and set aside for calls under way, by job, UTC day and run.';
COMMENT ON COLUMN compactor.spend.unaccounted IS 'Part of spent: what calls likely cost whose worker died, and in no audit record.';

CREATE VIEW compactor.spend_of_runs AS
SELECT r.number AS run, r.job, coalesce(s.spent, 0) AS spent, coalesce(s.set_aside, 0) AS set_aside, v.run_limit AS "limit"
FROM compactor.runs AS r
JOIN compactor.job_versions AS v ON v.job = r.job AND v.version = r.job_version
LEFT JOIN LATERAL (
  SELECT sum(a.spent) AS spent, sum(a.set_aside) AS set_aside FROM compactor.spend AS a WHERE a.run = r.number
) AS s ON true;
COMMENT ON VIEW compactor.spend_of_runs IS 'What each run has spent and set aside, and the limit of its job''s version.';

CREATE VIEW compactor.spend_today AS
SELECT j.name AS job, today.day, coalesce(s.spent, 0) AS spent, coalesce(s.set_aside, 0) AS set_aside, v.day_limit AS "limit"
FROM compactor.jobs AS j
JOIN compactor.job_versions AS v ON v.job = j.name AND v.version = j.current_version
CROSS JOIN (SELECT (now() AT TIME ZONE 'UTC')::date AS day) AS today
LEFT JOIN LATERAL (
  SELECT sum(a.spent) AS spent, sum(a.set_aside) AS set_aside FROM compactor.spend AS a
  WHERE a.job = j.name AND a.day = today.day
) AS s ON true;
COMMENT ON VIEW compactor.spend_today IS 'What all runs of each job have spent and set aside since midnight UTC, and its limit for a day.';

-- Sets an amount aside for a call, unless that would take the run or the job's day over its limit (NULL is none), and says whether it
-- did. Callers of one job come one after another, by the lock of the job's row. The same hold again is set aside once.
CREATE FUNCTION compactor.reserve_spend(
  hold uuid, job text, run bigint, worker uuid, amount numeric, likely numeric, lease_seconds double precision, run_limit numeric,
  day_limit numeric)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = compactor, pg_temp AS $$
#variable_conflict use_column
DECLARE
  today date;
  run_total numeric;
  day_total numeric;
BEGIN
  IF amount IS NULL OR amount < 0 THEN
    RAISE invalid_parameter_value USING
      MESSAGE = format('amount: found %s, expected US dollars, 0 or more', coalesce(amount::text, 'NULL'));
  END IF;
  PERFORM FROM compactor.jobs AS j WHERE j.name = reserve_spend.job FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE invalid_parameter_value USING MESSAGE = format('job "%s": found no such job', reserve_spend.job);
  END IF;
  PERFORM FROM compactor.spend_holds AS h WHERE h.hold = reserve_spend.hold;
  IF FOUND THEN
    RETURN true;
  END IF;
  today := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  SELECT coalesce(sum(s.set_aside + s.spent), 0) INTO run_total
  FROM compactor.spend AS s WHERE s.run = reserve_spend.run;
  SELECT coalesce(sum(s.set_aside + s.spent), 0) INTO day_total
  FROM compactor.spend AS s WHERE s.job = reserve_spend.job AND s.day = today;
  IF run_total + amount > run_limit OR day_total + amount > day_limit THEN
    RETURN false;
  END IF;
  INSERT INTO compactor.spend_holds (hold, job, day, run, worker, amount, likely, expires_at)
  VALUES (reserve_spend.hold, reserve_spend.job, today, reserve_spend.run, reserve_spend.worker, amount, least(likely, amount),
    clock_timestamp() + make_interval(secs => lease_seconds));
  RETURN true;
END
$$;

-- Puts what a call cost in place of what was set aside for it, on the day on which that was done. Says whether it did: a hold that was
-- settled before is settled once.
CREATE FUNCTION compactor.settle_spend(hold uuid, cost numeric) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = compactor, pg_temp AS $$
#variable_conflict use_column
DECLARE
  held compactor.spend_holds;
BEGIN
  IF cost IS NULL OR cost < 0 THEN
    RAISE invalid_parameter_value USING
      MESSAGE = format('cost: found %s, expected US dollars, 0 or more', coalesce(cost::text, 'NULL'));
  END IF;
  SELECT h.* INTO held FROM compactor.spend_holds AS h WHERE h.hold = settle_spend.hold;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  -- In the order in which whoever reserves takes its locks.
  PERFORM FROM compactor.jobs AS j WHERE j.name = held.job FOR NO KEY UPDATE;
  DELETE FROM compactor.spend_holds AS h WHERE h.hold = settle_spend.hold;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO compactor.spend_ledger AS l (job, day, run, spent, calls)
  VALUES (held.job, held.day, held.run, cost, 1)
  ON CONFLICT (job, day, run) DO UPDATE SET spent = l.spent + excluded.spent, calls = l.calls + 1, updated_at = now();
  RETURN true;
END
$$;

-- A worker is at work on a run: what it has set aside for it stays so for as long again.
CREATE FUNCTION compactor.extend_spend(worker uuid, run bigint, lease_seconds double precision) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = compactor, pg_temp AS $$
  UPDATE compactor.spend_holds AS h SET expires_at = clock_timestamp() + make_interval(secs => lease_seconds)
  WHERE h.worker = extend_spend.worker AND h.run = extend_spend.run
$$;
