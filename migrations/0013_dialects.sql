-- Histories as the servers of other dialects want them. Called by compactor.messages only, where its option "dialect" asks.
--
-- Rendering puts side by side what one role said, gives calls ids that the server takes, and moves instructions to their place. It
-- drops no text and mends nothing: what is wrong with a history in a dialect stands in compactor.revisions.verdicts.

SET LOCAL ROLE compactor_owner;
SET LOCAL search_path = compactor, pg_temp;

-- The elements of two JSON arrays in a row.
CREATE FUNCTION compactor.chained(one json, other json) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE
  WHEN json_array_length(one) = 0 THEN other
  WHEN json_array_length(other) = 0 THEN one
  ELSE (left(one::text, length(one::text) - strpos(reverse(one::text), ']')) || ',' || substr(other::text, strpos(other::text, '[') + 1))::json
END;

-- A text as JSON where it is some, else NULL.
CREATE FUNCTION compactor.parsed(text text) RETURNS json
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED AS $$
BEGIN
  RETURN text::json;
EXCEPTION WHEN invalid_text_representation OR untranslatable_character THEN
  RETURN NULL;
END
$$;

-- The arguments of a call as an object: a text that is none becomes the value of "arguments".
CREATE FUNCTION compactor.argument_object(arguments json) RETURNS json
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED AS $$
DECLARE
  value json := CASE json_typeof(arguments)
    WHEN 'string' THEN compactor.parsed(arguments #>> '{}')
    ELSE arguments
  END;
BEGIN
  IF json_typeof(value) = 'object' THEN
    RETURN value;
  ELSIF coalesce(btrim(arguments #>> '{}'), '') = '' THEN
    RETURN '{}';
  END IF;
  RETURN json_build_object('arguments', arguments);
END
$$;

-- The parts of a message's content that say something, in OpenAI's form: texts as {"type":"text","text":…}, everything else as it is.
CREATE FUNCTION compactor.content_parts(message json) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce((
  SELECT json_agg(part.value ORDER BY part.place)
  FROM (
    SELECT 0 AS place, json_build_object('type', 'text', 'text', message -> 'content') AS value
    WHERE json_typeof(message -> 'content') = 'string'
    UNION ALL
    SELECT e.place, CASE
      WHEN e.value ->> 'type' IN ('text', 'input_text', 'output_text') THEN json_build_object('type', 'text', 'text', e.value -> 'text')
      WHEN e.value ->> 'type' = 'refusal' THEN json_build_object('type', 'text', 'text', e.value -> 'refusal')
      ELSE e.value
    END
    FROM json_array_elements(CASE json_typeof(message -> 'content') WHEN 'array' THEN message -> 'content' ELSE '[]' END)
      WITH ORDINALITY AS e (value, place)
    WHERE json_typeof(e.value) = 'object'
    UNION ALL
    SELECT 1000000, json_build_object('type', 'text', 'text', message -> 'refusal')
    WHERE json_typeof(message -> 'refusal') = 'string'
  ) AS part
  WHERE part.value ->> 'type' <> 'text' OR part.value ->> 'text' ~ '[^[:space:]]'
), '[]');

-- Where an image part points: its media type and its base64 data, or its URL.
CREATE FUNCTION compactor.image_source(part json, OUT media_type text, OUT data text, OUT url text)
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  found text := CASE json_typeof(part -> 'image_url') WHEN 'object' THEN part #>> '{image_url,url}' ELSE part ->> 'image_url' END;
BEGIN
  IF part ->> 'type' NOT IN ('image_url', 'input_image') OR found IS NULL THEN
    RETURN;
  ELSIF found ~ '^data:[^;,]+;base64,' THEN
    media_type := substring(found from '^data:([^;,]+);');
    data := substr(found, strpos(found, ',') + 1);
  ELSE
    url := found;
  END IF;
END
$$;

-- A content part as a block of Anthropic or a part of Gemini. What they have no form for becomes a label.
CREATE FUNCTION compactor.rendered_part(part json, dialect text) RETURNS json
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  image record;
  label text := '[' || coalesce(part ->> 'type', 'attachment') || ' not shown]';
BEGIN
  IF part ->> 'type' = 'text' THEN
    RETURN CASE dialect WHEN 'gemini' THEN json_build_object('text', part -> 'text') ELSE part END;
  END IF;
  SELECT * INTO image FROM compactor.image_source(part);
  IF dialect = 'gemini' THEN
    RETURN CASE
      WHEN image.data IS NOT NULL
        THEN json_build_object('inlineData', json_build_object('mimeType', image.media_type, 'data', image.data))
      WHEN image.url IS NOT NULL THEN json_build_object('fileData', json_build_object('fileUri', image.url))
      ELSE json_build_object('text', label)
    END;
  END IF;
  RETURN CASE
    WHEN image.data IS NOT NULL THEN json_build_object('type', 'image',
      'source', json_build_object('type', 'base64', 'media_type', image.media_type, 'data', image.data))
    WHEN image.url IS NOT NULL
      THEN json_build_object('type', 'image', 'source', json_build_object('type', 'url', 'url', image.url))
    ELSE json_build_object('type', 'text', 'text', label)
  END;
END
$$;

CREATE FUNCTION compactor.rendered_parts(parts json, dialect text) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce((
  SELECT json_agg(compactor.rendered_part(e.value, dialect) ORDER BY e.place)
  FROM json_array_elements(parts) WITH ORDINALITY AS e (value, place)
), '[]');

-- A content of texts alone as one string, a blank line between; anything else as its parts.
CREATE FUNCTION compactor.plain_content(parts json) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE
  WHEN NOT EXISTS (SELECT FROM json_array_elements(parts) AS e WHERE e ->> 'type' <> 'text')
  THEN to_json(coalesce((
    SELECT string_agg(e.value ->> 'text', E'\n\n' ORDER BY e.place)
    FROM json_array_elements(parts) WITH ORDINALITY AS e (value, place)), ''))
  ELSE parts
END;

-- An id for a call that the dialect takes and that no call before it has: its own where it can be.
CREATE FUNCTION compactor.call_id(id text, occurrence int, dialect text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN dialect NOT IN ('anthropic', 'mistral') THEN id
  WHEN occurrence = 1 AND id ~ CASE dialect WHEN 'anthropic' THEN '^[a-zA-Z0-9_-]{1,64}$' ELSE '^[a-zA-Z0-9]{9}$' END THEN id
  WHEN dialect = 'anthropic' THEN 'call_' || left(md5(coalesce(id, '') || '#' || occurrence), 24)
  ELSE left(md5(coalesce(id, '') || '#' || occurrence), 9)
END;

-- What each message is in a dialect: a role (system, user, assistant or tool), parts, calls as {"id","name","arguments"}, and of a result
-- the call that it answers. A result answers the nearest call before it with its id that none has answered; of one message, the
-- earliest.
CREATE FUNCTION compactor.spoken(messages json, dialect text)
RETURNS TABLE (place int, role text, parts json, calls json, call_id text, tool text)
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
#variable_conflict use_variable
DECLARE
  message json;
  call json;
  called json;
  id text;
  name text;
  made json[];
  occurrences jsonb := '{}';
  -- Calls without a result, those of one message beside each other.
  open_ids text[] := '{}';
  open_as text[] := '{}';
  open_tools text[] := '{}';
  open_in int[] := '{}';
  found int;
  occurrence int;
BEGIN
  place := 0;
  FOR message IN SELECT json_array_elements(messages) LOOP
    place := place + 1;
    role := CASE message ->> 'role' WHEN 'developer' THEN 'system' WHEN 'function' THEN 'tool' ELSE message ->> 'role' END;
    parts := compactor.content_parts(message);
    calls := '[]';
    call_id := NULL;
    tool := NULL;
    IF role = 'assistant' THEN
      made := '{}';
      FOR call IN
        SELECT json_array_elements(CASE
          WHEN compactor.is_list(message -> 'tool_calls') THEN message -> 'tool_calls'
          WHEN json_typeof(message -> 'function_call') = 'object'
            THEN json_build_array(json_build_object('function', message -> 'function_call'))
          ELSE '[]'
        END)
      LOOP
        called := coalesce(call -> 'function', call -> 'custom');
        id := call ->> 'id';
        name := called ->> 'name';
        occurrence := coalesce((occurrences ->> coalesce(id, ''))::int, 0) + 1;
        occurrences := occurrences || jsonb_build_object(coalesce(id, ''), occurrence);
        open_ids := open_ids || id;
        open_as := open_as || compactor.call_id(id, occurrence, dialect);
        open_tools := open_tools || name;
        open_in := open_in || place;
        made := made || json_build_object(
          'id', open_as[cardinality(open_as)], 'name', name,
          'arguments', coalesce(called -> 'arguments', called -> 'input', '""'));
      END LOOP;
      calls := array_to_json(made);
      -- Reasoning alone, which leads to the message behind it.
      CONTINUE WHEN json_array_length(parts) = 0 AND cardinality(made) = 0
        AND (compactor.is_text(message -> 'reasoning_content') OR compactor.is_text(message -> 'reasoning'));
    ELSIF role = 'tool' THEN
      id := message ->> 'tool_call_id';
      SELECT i INTO found FROM generate_subscripts(open_ids, 1) AS i
      WHERE open_ids[i] IS NOT DISTINCT FROM id ORDER BY open_in[i] DESC, i LIMIT 1;
      IF found IS NULL THEN
        call_id := compactor.call_id(id, 1, dialect);
        tool := message ->> 'name';
      ELSE
        call_id := open_as[found];
        tool := open_tools[found];
        open_ids := open_ids[:found - 1] || open_ids[found + 1:];
        open_as := open_as[:found - 1] || open_as[found + 1:];
        open_tools := open_tools[:found - 1] || open_tools[found + 1:];
        open_in := open_in[:found - 1] || open_in[found + 1:];
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

-- What is said, with what one role says in a row as one. Strict templates count answers, so that two in a row stay two.
CREATE FUNCTION compactor.joined_speech(messages json, dialect text)
RETURNS TABLE (place int, role text, parts json, calls json, call_id text, tool text)
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
#variable_conflict use_column
DECLARE
  said record;
  last record;
  begun boolean := false;
  joins boolean;
BEGIN
  FOR said IN SELECT s.* FROM compactor.spoken(messages, dialect) AS s WHERE s.role <> 'system' ORDER BY s.place LOOP
    -- A record that nothing was assigned to cannot even be looked at.
    joins := false;
    IF begun THEN
      joins := said.role = last.role AND CASE said.role
        WHEN 'user' THEN true
        WHEN 'assistant' THEN dialect <> 'strict-alternation' AND json_array_length(last.calls) = 0
        ELSE false
      END;
    END IF;
    IF joins THEN
      last.parts := compactor.chained(last.parts, said.parts);
      last.calls := said.calls;
    ELSE
      IF begun THEN
        RETURN QUERY SELECT last.place, last.role, last.parts, last.calls, last.call_id, last.tool;
      END IF;
      last := said;
      begun := true;
    END IF;
  END LOOP;
  IF begun THEN
    RETURN QUERY SELECT last.place, last.role, last.parts, last.calls, last.call_id, last.tool;
  END IF;
END
$$;

-- The texts of all instructions, in order.
CREATE FUNCTION compactor.instruction_parts(messages json) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce((
  SELECT json_agg(part.value ORDER BY e.place, part.place)
  FROM json_array_elements(messages) WITH ORDINALITY AS e (value, place),
    json_array_elements(compactor.content_parts(e.value)) WITH ORDINALITY AS part (value, place)
  WHERE e.value ->> 'role' IN ('system', 'developer')
), '[]');

-- OpenAI chat messages as another dialect wants them: for anthropic {"system": […], "messages": […]}, for gemini
-- {"systemInstruction": {…}, "contents": […]}, else an array of messages.
CREATE FUNCTION compactor.rendered(messages json, dialect text) RETURNS json
LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED AS $$
DECLARE
  instructions json := compactor.instruction_parts(messages);
  result json;
BEGIN
  CASE dialect
  WHEN 'openai' THEN
    RETURN messages;
  WHEN 'anthropic' THEN
    -- Results are said by the user, and come first in what the user says.
    WITH block AS (
      SELECT s.place, s.role, CASE s.role
        WHEN 'tool' THEN json_build_array(json_build_object(
          'type', 'tool_result', 'tool_use_id', s.call_id, 'content', compactor.rendered_parts(s.parts, dialect)))
        ELSE compactor.chained(compactor.rendered_parts(s.parts, dialect), coalesce((
          SELECT json_agg(json_build_object(
            'type', 'tool_use', 'id', c.value -> 'id', 'name', c.value -> 'name',
            'input', compactor.argument_object(c.value -> 'arguments')) ORDER BY c.place)
          FROM json_array_elements(s.calls) WITH ORDINALITY AS c (value, place)), '[]'))
      END AS blocks
      FROM compactor.joined_speech(messages, dialect) AS s
    ), spoken AS (
      SELECT place, CASE role WHEN 'assistant' THEN 'assistant' ELSE 'user' END AS role, blocks
      FROM block WHERE json_array_length(blocks) > 0
    ), bordered AS (
      SELECT *, (role IS DISTINCT FROM lag(role) OVER (ORDER BY place))::int AS begins FROM spoken
    ), grouped AS (
      SELECT *, sum(begins) OVER (ORDER BY place) AS turn FROM bordered
    ), joined AS (
      SELECT g.turn, min(g.role) AS role, json_agg(b.value ORDER BY g.place, b.place) AS content
      FROM grouped AS g, json_array_elements(g.blocks) WITH ORDINALITY AS b (value, place)
      GROUP BY g.turn
    )
    SELECT json_build_object(
      'system', instructions,
      'messages', coalesce(json_agg(json_build_object('role', role, 'content', content) ORDER BY turn), '[]'))
    INTO result FROM joined;
  WHEN 'gemini' THEN
    WITH part AS (
      SELECT s.place, s.role, CASE s.role
        WHEN 'tool' THEN json_build_array(json_build_object('functionResponse', compactor.with_id(s.call_id, json_build_object(
          'name', coalesce(s.tool, 'unknown'), 'response', compactor.result_object(s.parts)))))
        ELSE compactor.chained(compactor.rendered_parts(s.parts, dialect), coalesce((
          SELECT json_agg(json_build_object('functionCall', compactor.with_id(c.value ->> 'id', json_build_object(
            'name', c.value -> 'name', 'args', compactor.argument_object(c.value -> 'arguments')))) ORDER BY c.place)
          FROM json_array_elements(s.calls) WITH ORDINALITY AS c (value, place)), '[]'))
      END AS parts
      FROM compactor.joined_speech(messages, dialect) AS s
    ), spoken AS (
      SELECT * FROM part WHERE json_array_length(parts) > 0
    ), bordered AS (
      SELECT *, (role IS DISTINCT FROM lag(role) OVER (ORDER BY place) OR role <> 'tool')::int AS begins FROM spoken
    ), grouped AS (
      SELECT *, sum(begins) OVER (ORDER BY place) AS turn FROM bordered
    ), joined AS (
      SELECT g.turn, min(g.role) AS role, json_agg(p.value ORDER BY g.place, p.place) AS parts
      FROM grouped AS g, json_array_elements(g.parts) WITH ORDINALITY AS p (value, place)
      GROUP BY g.turn
    )
    SELECT coalesce(json_agg(json_build_object(
      'role', CASE role WHEN 'assistant' THEN 'model' ELSE 'user' END, 'parts', parts) ORDER BY turn), '[]')
    INTO result FROM joined;
    result := CASE WHEN json_array_length(instructions) = 0 THEN json_build_object('contents', result)
      ELSE json_build_object(
        'systemInstruction', json_build_object('parts', compactor.rendered_parts(instructions, dialect)), 'contents', result)
    END;
  ELSE
    -- Fields that only OpenAI knows are left out: some of these servers refuse them.
    SELECT coalesce(json_agg(m.message ORDER BY m.place), '[]') INTO result
    FROM (
      SELECT 0 AS place, json_build_object('role', 'system', 'content', compactor.plain_content(instructions)) AS message
      WHERE json_array_length(instructions) > 0
      UNION ALL
      SELECT s.place, CASE s.role
        WHEN 'tool' THEN json_strip_nulls(json_build_object(
          'role', 'tool', 'tool_call_id', s.call_id, 'name', s.tool, 'content', compactor.plain_content(s.parts)))
        WHEN 'assistant' THEN CASE WHEN json_array_length(s.calls) = 0
          THEN json_build_object('role', 'assistant', 'content', compactor.plain_content(s.parts))
          ELSE json_build_object('role', 'assistant', 'content', compactor.plain_content(s.parts), 'tool_calls', (
            SELECT json_agg(json_build_object(
              'id', c.value -> 'id', 'type', 'function',
              'function', json_build_object('name', c.value -> 'name', 'arguments', c.value -> 'arguments'))
              ORDER BY c.place)
            FROM json_array_elements(s.calls) WITH ORDINALITY AS c (value, place)))
        END
        ELSE json_build_object('role', 'user', 'content', compactor.plain_content(s.parts))
      END
      FROM compactor.joined_speech(messages, dialect) AS s
    ) AS m;
  END CASE;
  RETURN result;
END
$$;

-- The object with an id before its fields, where there is one.
CREATE FUNCTION compactor.with_id(id text, object json) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN id IS NULL THEN object
  ELSE ('{"id":' || to_json(id) || ',' || substr(object::text, strpos(object::text, '{') + 1))::json END;

-- A result as an object: one that is an object already stays, a text becomes the value of "result".
CREATE FUNCTION compactor.result_object(parts json) RETURNS json
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED AS $$
DECLARE
  content json := compactor.plain_content(parts);
  value json := CASE json_typeof(content) WHEN 'string' THEN compactor.parsed(content #>> '{}') END;
BEGIN
  RETURN CASE json_typeof(value) WHEN 'object' THEN value ELSE json_build_object('result', content) END;
END
$$;
