-- Limits on spend that hold whatever runs at the same time: an amount is set aside before a call is made, and what the call cost is put
-- in its place afterwards. Amounts are US dollars, days are those of UTC, by the database's clock.

SET LOCAL ROLE compactor_owner;
SET LOCAL search_path = compactor, pg_temp;

-- Sets an amount aside, unless that would take the run or the job's day over its limit (NULL is none), and says whether it did. Callers
-- of one job come one after another, by the lock of the job's row.
CREATE FUNCTION compactor.reserve_spend(job text, run bigint, amount numeric, run_limit numeric, day_limit numeric)
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
  today := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  SELECT coalesce(sum(s.reserved + s.spent), 0) INTO run_total
  FROM compactor.spend AS s WHERE s.run = reserve_spend.run;
  SELECT coalesce(sum(s.reserved + s.spent), 0) INTO day_total
  FROM compactor.spend AS s WHERE s.job = reserve_spend.job AND s.day = today;
  IF run_total + amount > run_limit OR day_total + amount > day_limit THEN
    RETURN false;
  END IF;
  INSERT INTO compactor.spend AS s (job, day, run, reserved)
  VALUES (reserve_spend.job, today, reserve_spend.run, amount)
  ON CONFLICT (job, day, run) DO UPDATE SET reserved = s.reserved + amount, updated_at = now();
  RETURN true;
END
$$;

-- Puts what a call cost in place of what was set aside for it, on the day on which that was done. What was never set aside is an error.
CREATE FUNCTION compactor.settle_spend(job text, run bigint, amount numeric, cost numeric) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = compactor, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM compactor.jobs AS j WHERE j.name = settle_spend.job FOR NO KEY UPDATE;
  UPDATE compactor.spend AS s
  SET reserved = s.reserved - amount, spent = s.spent + cost, calls = s.calls + 1, updated_at = now()
  WHERE (s.job, s.day, s.run) = (
    SELECT r.job, r.day, r.run FROM compactor.spend AS r
    WHERE r.job = settle_spend.job AND r.run = settle_spend.run AND r.reserved >= amount
    ORDER BY r.day LIMIT 1);
  IF NOT FOUND THEN
    RAISE invalid_parameter_value USING
      MESSAGE = format('job "%s", run %s: found no %s US dollars set aside', settle_spend.job, settle_spend.run, amount);
  END IF;
END
$$;
