-- Appending: compactor.append for applications, compactor.add_entries beneath it and for import.
--
-- Functions that applications may call run as the owner, with a fixed search path; the others are called by those only.

SET LOCAL ROLE compactor_owner;
SET LOCAL search_path = compactor, pg_temp;

-- Replaces the escapes that PostgreSQL takes into json but not out of it, NUL and lone surrogates, by that of U+FFFD.
-- All else stays byte for byte. Control characters serve as marks, since json has let none pass.
CREATE FUNCTION compactor.sanitized(document json, OUT clean json, OUT replacements int)
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  marked text := document::text;
  bytes bigint;
BEGIN
  replacements := 0;
  IF strpos(marked, '\u0000') = 0 AND strpos(marked, '\ud') = 0 AND strpos(marked, '\uD') = 0 THEN
    clean := document;
    RETURN;
  END IF;
  -- With escaped backslashes out of the way, every other backslash begins an escape.
  marked := replace(marked, '\\', E'\x01');
  marked := regexp_replace(
    marked, '\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})', E'\x02\\1\x03\\2', 'gi');
  bytes := octet_length(marked);
  marked := regexp_replace(marked, '\\u(?:0000|d[89a-f][0-9a-f]{2})', E'\x04', 'gi');
  replacements := (bytes - octet_length(marked)) / 5;
  marked := replace(replace(replace(marked, E'\x04', '\ufffd'), E'\x03', '\u'), E'\x02', '\u');
  clean := replace(marked, E'\x01', '\\')::json;
END
$$;

-- Refuses options that are not an object, or have a name that the function does not know.
CREATE FUNCTION compactor.check_options(options json, function text, VARIADIC valid text[]) RETURNS void
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  unknown text;
BEGIN
  IF json_typeof(options) <> 'object' THEN
    RAISE invalid_parameter_value USING
      MESSAGE = format('options of %s: found %s, expected an object', function, json_typeof(options));
  END IF;
  SELECT name INTO unknown FROM json_object_keys(options) AS name WHERE name <> ALL (valid) LIMIT 1;
  IF FOUND THEN
    RAISE invalid_parameter_value USING
      MESSAGE = format('options of %s: found unknown option "%s"', function, left(unknown, 60)),
      HINT = format('Valid are %s.', array_to_string(valid, ', '));
  END IF;
END
$$;

-- The value of an option as text, NULL where it is absent or null; an error where it is not of the type, one of
-- string, object, boolean, integer and time.
CREATE FUNCTION compactor.option(options json, function text, name text, type text) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  found_type text := json_typeof(options -> name);
  value text := options ->> name;
  fits boolean;
BEGIN
  IF value IS NULL THEN
    RETURN NULL;
  END IF;
  CASE type
    WHEN 'integer' THEN
      fits := found_type = 'number' AND value ~ '^(0|[1-9][0-9]{0,8})$';
    WHEN 'time' THEN
      BEGIN
        fits := found_type = 'string' AND isfinite(value::timestamptz);
      EXCEPTION WHEN data_exception THEN
        fits := false;
      END;
    ELSE
      fits := found_type = type AND value <> '';
  END CASE;
  IF NOT fits THEN
    RAISE invalid_parameter_value USING
      MESSAGE = format('option "%s" of %s: found %s, expected %s', name, function,
        CASE WHEN found_type IN ('object', 'array') THEN found_type ELSE left((options -> name)::text, 60) END,
        CASE type
          WHEN 'string' THEN 'a string that is not empty'
          WHEN 'object' THEN 'an object'
          WHEN 'boolean' THEN 'true or false'
          WHEN 'integer' THEN 'a whole number'
          ELSE 'a time such as "2026-01-31T12:00:00Z"'
        END);
  END IF;
  RETURN value;
END
$$;

-- The entries of OpenAI chat messages, by the rule that Tests/Fixtures/openai-entries.json gives examples of; but messages of no known
-- role are refused. Messages count from 1.
CREATE FUNCTION compactor.openai_entries(messages json)
RETURNS TABLE (
  message int, part smallint, parts smallint, kind compactor.entry_kind, opaque boolean, ill_formed boolean, original json
)
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  found_type text := json_typeof(messages);
  element json;
  role text;
  kinds compactor.entry_kind[];
BEGIN
  IF found_type IS DISTINCT FROM 'array' THEN
    RAISE invalid_parameter_value USING
      MESSAGE = format('messages: found %s, expected an array of OpenAI chat messages', coalesce(found_type, 'NULL'));
  END IF;
  message := 0;
  FOR element IN SELECT json_array_elements(messages) LOOP
    message := message + 1;
    IF json_typeof(element) <> 'object' THEN
      RAISE invalid_parameter_value USING
        MESSAGE = format('message %s: found %s, expected an object', message, json_typeof(element));
    END IF;
    found_type := json_typeof(element -> 'role');
    IF found_type IS DISTINCT FROM 'string' THEN
      RAISE invalid_parameter_value USING
        MESSAGE = format('message %s: found %s as its role, expected a string', message, coalesce(found_type, 'nothing'));
    END IF;
    role := element ->> 'role';
    CASE role
      WHEN 'user' THEN kinds := '{prompt}';
      WHEN 'assistant' THEN kinds := compactor.assistant_kinds(element);
      WHEN 'tool', 'function' THEN kinds := '{toolOutput}';
      WHEN 'system', 'developer' THEN kinds := '{instructions}';
      ELSE
        RAISE invalid_parameter_value USING
          MESSAGE = format('message %s: found the role "%s"', message, left(role, 40)),
          HINT = 'Expected one of system, developer, user, assistant, tool, function.';
    END CASE;
    parts := cardinality(kinds);
    FOR place IN 1..parts LOOP
      part := place - 1;
      kind := kinds[place];
      original := CASE WHEN place = 1 THEN element END;
      IF kind = 'toolCalls' THEN
        SELECT t.opaque, t.ill_formed INTO opaque, ill_formed FROM compactor.call_traits(element) AS t;
      ELSE
        opaque := kind <> 'reasoning' AND compactor.is_opaque_content(element -> 'content');
        ill_formed := CASE kind
          WHEN 'reasoning' THEN false
          WHEN 'response' THEN coalesce(json_typeof(element -> 'content') NOT IN ('string', 'array', 'null'), false)
          ELSE coalesce(json_typeof(element -> 'content') NOT IN ('string', 'array'), true)
            OR compactor.is_list(element -> 'tool_calls')
            OR role = 'tool' AND NOT compactor.is_text(element -> 'tool_call_id')
            OR role = 'function' AND NOT compactor.is_text(element -> 'name')
        END;
      END IF;
      RETURN NEXT;
    END LOOP;
  END LOOP;
END
$$;

-- Whether a content holds what nobody but its author understands.
CREATE FUNCTION compactor.is_opaque_content(content json) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE json_typeof(content)
  WHEN 'array' THEN EXISTS (
    SELECT FROM json_array_elements(content) AS element
    WHERE CASE
      WHEN json_typeof(element) <> 'object' OR json_typeof(element -> 'type') IS DISTINCT FROM 'string' THEN true
      WHEN element ->> 'type' IN ('text', 'input_text', 'output_text')
        THEN json_typeof(element -> 'text') IS DISTINCT FROM 'string'
      WHEN element ->> 'type' = 'refusal' THEN json_typeof(element -> 'refusal') IS DISTINCT FROM 'string'
      ELSE element ->> 'type' NOT IN ('image_url', 'input_image', 'input_audio', 'audio', 'file', 'input_file')
    END)
  ELSE coalesce(json_typeof(content) NOT IN ('string', 'null'), false)
END;

-- What there is to say against the calls of an assistant message.
CREATE FUNCTION compactor.call_traits(message json, OUT opaque boolean, OUT ill_formed boolean)
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  IF NOT compactor.is_list(message -> 'tool_calls') THEN
    opaque := false;
    ill_formed := NOT compactor.is_text(message -> 'function_call' -> 'name')
      OR json_typeof(message -> 'function_call' -> 'arguments') IS DISTINCT FROM 'string';
    RETURN;
  END IF;
  SELECT bool_or(NOT understood), bool_or(
    NOT understood OR NOT compactor.is_text(id) OR NOT compactor.is_text(name) OR json_typeof(input) IS DISTINCT FROM 'string')
  INTO opaque, ill_formed
  FROM (
    SELECT is_function OR is_custom AS understood,
      CASE WHEN is_object THEN call -> 'id' END AS id,
      CASE WHEN is_function THEN call -> 'function' -> 'name' WHEN is_custom THEN call -> 'custom' -> 'name' END AS name,
      CASE WHEN is_function THEN call -> 'function' -> 'arguments' WHEN is_custom THEN call -> 'custom' -> 'input' END AS input
    FROM json_array_elements(message -> 'tool_calls') AS call,
    LATERAL (
      SELECT json_typeof(call) = 'object' AS is_object,
        json_typeof(call) = 'object' AND coalesce(json_typeof(call -> 'function') = 'object', false) AS is_function,
        json_typeof(call) = 'object' AND coalesce(json_typeof(call -> 'custom') = 'object', false) AS is_custom
    ) AS shape
  ) AS calls;
END
$$;

-- The entries that an assistant message is made of, in their order.
CREATE FUNCTION compactor.assistant_kinds(message json) RETURNS compactor.entry_kind[]
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  kinds compactor.entry_kind[] := '{}';
  content json := message -> 'content';
  calls json := message -> 'tool_calls';
BEGIN
  IF compactor.is_text(message -> 'reasoning_content') OR compactor.is_text(message -> 'reasoning') THEN
    kinds := kinds || 'reasoning'::compactor.entry_kind;
  END IF;
  IF compactor.is_text(content) OR compactor.is_list(content) OR compactor.is_text(message -> 'refusal') THEN
    kinds := kinds || 'response'::compactor.entry_kind;
  END IF;
  IF compactor.is_list(calls) OR json_typeof(message -> 'function_call') = 'object' THEN
    kinds := kinds || 'toolCalls'::compactor.entry_kind;
  END IF;
  RETURN CASE WHEN kinds = '{}' THEN '{response}' ELSE kinds END;
END
$$;

-- Whether the value is a string with something in it.
CREATE FUNCTION compactor.is_text(value json) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(json_typeof(value) = 'string' AND value::text <> '""', false);

-- Whether the value is an array with something in it.
CREATE FUNCTION compactor.is_list(value json) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE json_typeof(value) WHEN 'array' THEN json_array_length(value) > 0 ELSE false END;

-- Adds entries at the end of a conversation, which it makes where it is not there, and counts them.
--
-- One element of every array is one entry; message_ordinals count the messages of this call from 1. The arrays may be empty.
-- Positions are given under the lock of the conversation's row, which the caller's transaction then holds to its end: so they
-- become visible in order. A call with an idempotency key that was used before adds nothing and is answered as the first was.
-- Says also whether it was this call that made the conversation.
CREATE FUNCTION compactor.add_entries(
  tenant text, conversation text, format text, envelope json, metadata jsonb,
  idempotency_key text, digest bytea, expected_length int, replacements int,
  message_ordinals int[], part_indexes smallint[], part_counts smallint[], branches int[],
  kinds compactor.entry_kind[], opaque boolean[], ill_formed boolean[],
  originals json[], chats json[], times timestamptz[],
  OUT number bigint, OUT first_position int, OUT last_position int, OUT length int, OUT replaced int, OUT repeated boolean,
  OUT created boolean
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = compactor, pg_temp AS $$
#variable_conflict use_column
DECLARE
  stored record;
  earlier compactor.appends;
  count int := cardinality(message_ordinals);
  added_messages int;
  added_bytes bigint;
  is_due boolean;
  moment timestamptz;
BEGIN
  created := false;
  -- Seldom more than one round: the row is there, or this call makes it, or another just did.
  LOOP
    SELECT c.number, c.format, c.messages, c.last_position, c.last_message INTO stored
    FROM compactor.conversations AS c
    WHERE c.tenant = add_entries.tenant AND c.key = add_entries.conversation
    FOR NO KEY UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO compactor.conversations (tenant, key, format)
    VALUES (add_entries.tenant, add_entries.conversation, add_entries.format)
    ON CONFLICT (tenant, key) DO NOTHING
    RETURNING number, format, messages, last_position, last_message INTO stored;
    IF FOUND THEN
      INSERT INTO compactor.claims (conversation) VALUES (stored.number);
      created := true;
      EXIT;
    END IF;
  END LOOP;
  number := stored.number;

  IF add_entries.idempotency_key IS NOT NULL THEN
    SELECT * INTO earlier FROM compactor.appends AS a
    WHERE a.conversation = stored.number AND a.idempotency_key = add_entries.idempotency_key;
    IF FOUND THEN
      IF earlier.digest IS DISTINCT FROM add_entries.digest THEN
        RAISE EXCEPTION USING
          ERRCODE = 'TC002',
          MESSAGE = format(
            'conversation "%s": the idempotency key was used for other messages, now at positions %s to %s',
            add_entries.conversation, earlier.first_position, earlier.last_position),
          HINT = 'Expected the messages of the first call, byte for byte, or a new key.';
      END IF;
      first_position := earlier.first_position;
      last_position := earlier.last_position;
      length := earlier.messages;
      replaced := earlier.replacements;
      repeated := true;
      RETURN;
    END IF;
  END IF;

  IF stored.messages <> add_entries.expected_length THEN
    RAISE EXCEPTION USING
      ERRCODE = 'TC001',
      MESSAGE = format(
        'conversation "%s": found %s messages, expected_length is %s',
        add_entries.conversation, stored.messages, add_entries.expected_length);
  END IF;
  IF stored.format <> add_entries.format THEN
    RAISE EXCEPTION USING
      ERRCODE = 'TC003',
      MESSAGE = format(
        'conversation "%s": found the format "%s", expected "%s"', add_entries.conversation, stored.format,
        add_entries.format);
  END IF;

  moment := clock_timestamp();
  WITH added AS (
    INSERT INTO compactor.entries (
      conversation, position, message, part, parts, branch, kind, opaque, ill_formed, original, chat, bytes, "time",
      appended_at)
    SELECT
      stored.number, stored.last_position + e.place, stored.last_message + e.message, e.part, e.parts, e.branch, e.kind,
      e.opaque, e.ill_formed, e.original, e.chat,
      coalesce(octet_length(e.original::text), 0) + coalesce(octet_length(e.chat::text), 0), e."time", moment
    FROM unnest(
      message_ordinals, part_indexes, part_counts, branches, kinds, opaque, ill_formed, originals, chats, times)
      WITH ORDINALITY
      AS e (message, part, parts, branch, kind, opaque, ill_formed, original, chat, "time", place)
    RETURNING message, bytes
  )
  SELECT coalesce(max(a.message) - stored.last_message, 0), coalesce(sum(a.bytes), 0)
  INTO added_messages, added_bytes
  FROM added AS a;

  UPDATE compactor.conversations AS c SET
    entries = c.entries + count,
    messages = c.messages + added_messages,
    bytes = c.bytes + added_bytes,
    last_position = c.last_position + count,
    last_message = c.last_message + added_messages,
    last_appended_at = moment,
    metadata = CASE WHEN add_entries.metadata IS NULL THEN c.metadata ELSE c.metadata || add_entries.metadata END,
    envelope = coalesce(add_entries.envelope, c.envelope)
  WHERE c.number = stored.number
  RETURNING c.last_position - count + 1, c.last_position, c.messages,
    count > 0 AND (c.entries >= c.look_at_entries OR c.bytes >= c.look_at_bytes)
  INTO first_position, last_position, length, is_due;
  IF is_due THEN
    -- A mark for a time to come becomes one for now.
    INSERT INTO compactor.due (conversation, since) VALUES (stored.number, moment)
    ON CONFLICT (conversation) DO UPDATE SET since = excluded.since WHERE due.since > excluded.since;
  END IF;
  replaced := add_entries.replacements;
  repeated := false;

  IF add_entries.idempotency_key IS NOT NULL THEN
    INSERT INTO compactor.appends (
      conversation, idempotency_key, digest, first_position, last_position, messages, replacements, appended_at)
    VALUES (stored.number, add_entries.idempotency_key, add_entries.digest, first_position, last_position, length,
      replaced, moment);
  END IF;
END
$$;

-- Appends OpenAI chat messages to a conversation, which it makes where it is not there.
--
-- Options: tenant, idempotency_key, expected_length (messages that the conversation must hold before), metadata (merged into what
-- is there), time (the source's own). Returns the positions of the new entries (the last one less than the first where there are
-- none), the messages of the conversation after it, how many escapes were replaced, and whether it had been done before.
CREATE FUNCTION compactor.append(
  conversation text, messages json, options json DEFAULT '{}',
  OUT first_position int, OUT last_position int, OUT length int, OUT replaced int, OUT repeated boolean
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = compactor, pg_temp AS $$
#variable_conflict use_column
DECLARE
  clean json;
  clean_options json;
  tenant text;
  idempotency_key text;
  expected_length int;
  metadata jsonb;
  "time" timestamptz;
BEGIN
  IF coalesce(append.conversation, '') = '' THEN
    RAISE invalid_parameter_value USING MESSAGE = 'conversation: found nothing, expected the name of a conversation';
  END IF;
  IF append.options::text <> '{}' THEN
    SELECT s.clean INTO clean_options FROM compactor.sanitized(append.options) AS s;
    PERFORM compactor.check_options(
      clean_options, 'compactor.append', 'tenant', 'idempotency_key', 'expected_length', 'metadata', 'time');
    tenant := compactor.option(clean_options, 'compactor.append', 'tenant', 'string');
    idempotency_key := compactor.option(clean_options, 'compactor.append', 'idempotency_key', 'string');
    expected_length := compactor.option(clean_options, 'compactor.append', 'expected_length', 'integer');
    metadata := compactor.option(clean_options, 'compactor.append', 'metadata', 'object');
    "time" := compactor.option(clean_options, 'compactor.append', 'time', 'time');
  END IF;

  SELECT s.clean, s.replacements INTO clean, replaced FROM compactor.sanitized(append.messages) AS s;
  SELECT a.first_position, a.last_position, a.length, a.replaced, a.repeated
  INTO first_position, last_position, length, replaced, repeated
  FROM (
    SELECT
      coalesce(array_agg(e.message), '{}') AS message_ordinals,
      array_agg(e.part) AS parts_indexes,
      array_agg(e.parts) AS part_counts,
      array_agg(0) AS branches,
      array_agg(e.kind) AS kinds,
      array_agg(e.opaque) AS opaque,
      array_agg(e.ill_formed) AS ill_formed,
      array_agg(e.original) AS originals,
      array_agg(append_time.value) AS times
    FROM compactor.openai_entries(clean) AS e, (SELECT "time") AS append_time (value)
  ) AS split,
  compactor.add_entries(
    coalesce(tenant, 'default'), append.conversation, 'openai', NULL, metadata, idempotency_key,
    CASE WHEN idempotency_key IS NOT NULL THEN sha256(convert_to(append.messages::text, 'UTF8')) END,
    expected_length, replaced, split.message_ordinals, split.parts_indexes, split.part_counts, split.branches,
    split.kinds, split.opaque, split.ill_formed, split.originals, NULL, split.times) AS a;
END
$$;
