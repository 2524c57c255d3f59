-- Pinning: what an application wants to keep, whatever a policy says.

SET LOCAL ROLE compactor_owner;
SET LOCAL search_path = compactor, pg_temp;

-- Pins entries by their positions; no stage and no repair touches them, nor what lives and dies with them: the calls of a result,
-- the prompt and the answers of their turn. It holds from the next look on: what was dropped or covered before stays so, unless it is
-- rolled back. Returns how many were not pinned before.
--
-- Options: tenant.
CREATE FUNCTION compactor.pin(conversation text, positions int[], options json DEFAULT '{}') RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = compactor, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint := compactor.pinned_conversation(pin.conversation, pin.options, 'compactor.pin');
  missing int;
  added int;
BEGIN
  IF pin.positions IS NULL THEN
    RAISE invalid_parameter_value USING
      MESSAGE = format('conversation "%s": found no positions, expected an array of them', pin.conversation);
  END IF;
  SELECT min(p.position) INTO missing FROM unnest(pin.positions) AS p (position)
  WHERE NOT EXISTS (SELECT FROM compactor.entries AS e WHERE e.conversation = number AND e.position = p.position);
  IF missing IS NOT NULL OR array_position(pin.positions, NULL) IS NOT NULL THEN
    RAISE invalid_parameter_value USING
      MESSAGE = format('conversation "%s": found no entry at position %s', pin.conversation, coalesce(missing::text, 'NULL')),
      HINT = 'compactor.append returns positions, and compactor.history lists them.';
  END IF;
  INSERT INTO compactor.pins (conversation, position)
  SELECT DISTINCT number, p.position FROM unnest(pin.positions) AS p (position)
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  RETURN added;
END
$$;

-- Takes pins away; NULL in place of the positions takes all of the conversation's. What a stage was kept from is due again. Returns
-- how many there were.
--
-- Options: tenant.
CREATE FUNCTION compactor.unpin(conversation text, positions int[], options json DEFAULT '{}') RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = compactor, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint := compactor.pinned_conversation(unpin.conversation, unpin.options, 'compactor.unpin');
  removed int;
BEGIN
  DELETE FROM compactor.pins AS p
  WHERE p.conversation = number AND (unpin.positions IS NULL OR p.position = ANY (unpin.positions));
  GET DIAGNOSTICS removed = ROW_COUNT;
  IF removed > 0 THEN
    -- Marks are written under the lock of the conversation's row only.
    PERFORM FROM compactor.conversations AS c WHERE c.number = number FOR NO KEY UPDATE;
    INSERT INTO compactor.due (conversation, since) VALUES (number, clock_timestamp())
    ON CONFLICT (conversation) DO UPDATE SET since = excluded.since WHERE due.since > excluded.since;
  END IF;
  RETURN removed;
END
$$;

-- The number of the conversation that is meant; an error where there is none.
CREATE FUNCTION compactor.pinned_conversation(conversation text, options json, function text) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
DECLARE
  tenant_name text := 'default';
  number bigint;
BEGIN
  IF options::text <> '{}' THEN
    PERFORM compactor.check_options(options, function, 'tenant');
    tenant_name := coalesce(compactor.option(options, function, 'tenant', 'string'), tenant_name);
  END IF;
  SELECT c.number INTO number FROM compactor.conversations AS c
  WHERE c.tenant = tenant_name AND c.key = pinned_conversation.conversation;
  IF NOT FOUND THEN
    RAISE invalid_parameter_value USING
      MESSAGE = format('found no conversation "%s" of the tenant "%s"', left(conversation, 200), left(tenant_name, 60));
  END IF;
  RETURN number;
END
$$;

GRANT EXECUTE ON FUNCTION compactor.pin(text, int[], json), compactor.unpin(text, int[], json)
  TO compactor_app, compactor_worker;

-- A look that finds only time wanting leaves its mark for then.
GRANT UPDATE (since) ON compactor.due TO compactor_worker;
