-- Making OpenAI chat messages of entries. Called by the functions of 0007 and 0008 only.
--
-- Messages are taken apart and put together as text, so that strings and numbers stay as their authors wrote them.

SET LOCAL ROLE compactor_owner;
SET LOCAL search_path = compactor, pg_temp;

-- The text that stands for what a summary covers. It says what it is, since it reaches the model in the role of the user.
CREATE FUNCTION compactor.summary_text(summary text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN E'Summary of the earlier part of this conversation, whose messages are not shown:\n<summary>\n'
  || replace(summary, '</summary>', '<\/summary>') || E'\n</summary>';

-- A text as a message of the user.
CREATE FUNCTION compactor.user_message(text text) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN ('{"role":"user","content":' || to_json(text) || '}')::json;

-- The message with a text before its content, or behind it, a blank line between.
CREATE FUNCTION compactor.with_text(message json, text text, behind boolean DEFAULT false) RETURNS json
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  content json := message -> 'content';
  new_content text;
  result text;
BEGIN
  CASE coalesce(json_typeof(content), 'null')
    WHEN 'string' THEN
      new_content := CASE WHEN behind
        THEN left(content::text, -1) || substr(to_json(E'\n\n' || text)::text, 2)
        ELSE left(to_json(text || E'\n\n')::text, -1) || substr(content::text, 2)
      END;
    WHEN 'array' THEN
      SELECT '[' || string_agg(element.value, ',' ORDER BY element.place) || ']' INTO new_content
      FROM (
        SELECT e.place, e.value::text FROM json_array_elements(content) WITH ORDINALITY AS e (value, place)
        UNION ALL
        SELECT CASE WHEN behind THEN json_array_length(content) + 1 ELSE 0 END,
          json_build_object('type', 'text', 'text', text)::text
      ) AS element (place, value);
    ELSE
      new_content := to_json(text)::text;
  END CASE;
  SELECT string_agg(to_json(field.key) || ':' || CASE field.key WHEN 'content' THEN new_content ELSE field.value::text END, ',')
  INTO result
  FROM json_each(message) AS field;
  RETURN '{' || result || CASE WHEN content IS NULL THEN ',"content":' || new_content ELSE '' END || '}';
END
$$;

-- The message with a text before its content: the same without taking apart what the usual JSON writers write, if nothing in it can
-- be a second content. An expression, to stand in a query.
CREATE FUNCTION compactor.behind_text(message json, text text) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE
  WHEN strpos(message::text, '\u') > 0 OR strpos(substr(message::text, 28), '"content"') > 0
    THEN compactor.with_text(message, text)
  WHEN starts_with(message::text, '{"role":"user","content":"')
    THEN ('{"role":"user","content":' || left(to_json(text || E'\n\n')::text, -1) || substr(message::text, 27))::json
  WHEN starts_with(message::text, '{"role": "user", "content": "')
    THEN ('{"role": "user", "content": ' || left(to_json(text || E'\n\n')::text, -1) || substr(message::text, 30))::json
  ELSE compactor.with_text(message, text)
END;

-- One entry of an OpenAI message of several, alone as a message: splitting it gives that entry again. What is neither reasoning
-- nor a call goes with the response, or else with the calls.
CREATE FUNCTION compactor.openai_part(message json, kind compactor.entry_kind) RETURNS json
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  calls_alone boolean := kind = 'toolCalls' AND 'response' = ANY (compactor.assistant_kinds(message));
  fields text;
BEGIN
  SELECT string_agg(to_json(field.key) || ':' || field.value, ',' ORDER BY calls_alone AND field.key <> 'role', field.place)
  INTO fields
  FROM (
    SELECT key, value, place FROM json_each(message) WITH ORDINALITY AS f (key, value, place)
    WHERE CASE
      WHEN key = 'role' THEN true
      WHEN key IN ('reasoning_content', 'reasoning', 'reasoning_details') THEN kind = 'reasoning'
      WHEN key IN ('tool_calls', 'function_call') THEN kind = 'toolCalls'
      ELSE kind = 'response' OR kind = 'toolCalls' AND NOT calls_alone
    END
    UNION ALL
    SELECT 'content', 'null', 0 WHERE calls_alone
  ) AS field;
  RETURN '{' || fields || '}';
END
$$;

-- One assistant message made of several entries, each alone as a message. Fields stand in the order in which they first come. Of
-- those that several entries have, contents and calls are put end to end, reasoning is joined by a line break, else the first counts.
CREATE FUNCTION compactor.joined_parts(parts json[]) RETURNS json
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (
  WITH fields AS (
    SELECT field.key, field.value, json_typeof(field.value) AS type, row_number() OVER (ORDER BY part.place, field.place) AS place,
      CASE json_typeof(field.value) WHEN 'array' THEN json_array_length(field.value) = 0 ELSE field.value::text IN ('null', '""') END
        AS absent
    FROM unnest(parts) WITH ORDINALITY AS part (value, place),
      json_each(part.value) WITH ORDINALITY AS field (key, value, place)
  ), joined AS (
    SELECT key, min(place) AS place, CASE
      WHEN count(*) FILTER (WHERE NOT absent) > 1 AND key = 'content' THEN (
        SELECT '[' || string_agg(element.value::text, ',' ORDER BY list.place, element.place) || ']'
        FROM unnest(array_agg(
          CASE type WHEN 'array' THEN value ELSE json_build_array(json_build_object('type', 'text', 'text', value)) END
          ORDER BY place) FILTER (WHERE NOT absent)) WITH ORDINALITY AS list (value, place),
          json_array_elements(list.value) WITH ORDINALITY AS element (value, place))
      WHEN count(*) FILTER (WHERE NOT absent) > 1 AND key = 'tool_calls' AND bool_and(absent OR type = 'array')
        THEN '[' || string_agg(substr(left(value::text, -1), 2), ',' ORDER BY place) FILTER (WHERE NOT absent) || ']'
      WHEN count(*) FILTER (WHERE NOT absent) > 1 AND key = 'reasoning_content' AND bool_and(absent OR type = 'string')
        THEN '"' || string_agg(substr(left(value::text, -1), 2), '\n' ORDER BY place) FILTER (WHERE NOT absent) || '"'
      ELSE (array_agg(value::text ORDER BY absent, CASE WHEN absent THEN -place ELSE place END))[1]
    END AS value
    FROM fields GROUP BY key
  )
  SELECT '{' || string_agg(to_json(key) || ':' || value, ',' ORDER BY place) || '}' FROM joined
)::json;

-- The ranges of a multirange: their first position, and the one behind their last.
CREATE FUNCTION compactor.bounds(ranges int4multirange) RETURNS TABLE (first int, after int)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(r), coalesce(upper(r), 2147483647) FROM unnest(ranges) AS r OFFSET 0
$$;

-- The messages in the ranges, put together from their entries: where the format is not OpenAI's, where entries have shorter
-- forms, and where some entries of a message stay and others do not.
CREATE FUNCTION compactor.assembled(
  number bigint, openai boolean, revision int, ranges int4multirange,
  OUT messages json[], OUT positions int[], OUT kinds compactor.entry_kind[]
)
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
#variable_conflict use_column
DECLARE
  shortened int4multirange := coalesce(
    (SELECT range_agg(int4range(s.position, s.position, '[]')) FROM compactor.short_forms AS s
     WHERE s.conversation = number AND s.revision = assembled.revision),
    '{}');
BEGIN
  WITH shown AS (
    SELECT e.*, s.form, e.kind IN ('reasoning', 'response', 'toolCalls') AS assistant
    FROM compactor.bounds(ranges + shortened) AS b,
    LATERAL (
      SELECT e.position, e.message, e.part, e.parts, e.kind, e.original, e.chat FROM compactor.entries AS e
      WHERE e.conversation = number AND e.branch = 0 AND e.erased_at IS NULL
        AND e.position >= b.first AND e.position < b.after
      ORDER BY e.position OFFSET 0
    ) AS e
    LEFT JOIN compactor.short_forms AS s
      ON s.conversation = number AND s.revision = assembled.revision AND s.position = e.position
  ), bordered AS (
    SELECT *, NOT coalesce(assistant AND lag(assistant) OVER w AND message = lag(message) OVER w, false) AS border
    FROM shown WINDOW w AS (ORDER BY position)
  ), grouped AS (
    -- Entries of one assistant message that follow each other are one message again.
    SELECT *, count(*) FILTER (WHERE border) OVER (ORDER BY position) AS place FROM bordered
  ), judged AS (
    SELECT *, openai AND count(*) OVER w = parts AND count(form) OVER w = 0 AS whole
    FROM grouped WINDOW w AS (PARTITION BY place)
  ), pieces AS (
    SELECT position, kind, place, whole,
      CASE
        WHEN whole THEN original
        WHEN form IS NOT NULL THEN form
        WHEN openai THEN compactor.openai_part(
          (SELECT o.original FROM compactor.entries AS o
           WHERE o.conversation = number AND o.position = judged.position - judged.part), kind)
        ELSE chat
      END AS piece
    FROM judged
  ), joined AS (
    SELECT min(position) AS position, min(kind) AS kind,
      CASE
        WHEN bool_and(whole) OR count(*) = 1 THEN (array_agg(piece ORDER BY position))[1]
        ELSE compactor.joined_parts(array_agg(piece ORDER BY position))
      END AS message
    FROM pieces GROUP BY place
  )
  SELECT array_agg(message ORDER BY position), array_agg(position ORDER BY position), array_agg(kind ORDER BY position)
  INTO messages, positions, kinds
  FROM joined;
END
$$;

-- Puts the summaries of a revision among its messages.
CREATE FUNCTION compactor.with_summaries(
  number bigint, revision int, own_message boolean, messages json[], positions int[], kinds compactor.entry_kind[]
) RETURNS json[]
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  summary record;
  next int;
BEGIN
  -- From the end, so that the places before it hold.
  FOR summary IN
    SELECT s.before_position AS before, compactor.summary_text(s.text) AS text FROM compactor.summaries AS s
    WHERE s.conversation = number AND s.revision = with_summaries.revision
    ORDER BY s.before_position DESC
  LOOP
    next := 1 + (SELECT count(*) FROM unnest(positions) AS p WHERE p < summary.before);
    IF NOT own_message AND kinds[next] = 'prompt' THEN
      messages[next] := compactor.with_text(messages[next], summary.text);
    ELSIF NOT own_message AND kinds[next - 1] = 'prompt' THEN
      messages[next - 1] := compactor.with_text(messages[next - 1], summary.text, behind => true);
    ELSE
      messages := messages[:next - 1] || compactor.user_message(summary.text) || messages[next:];
    END IF;
  END LOOP;
  RETURN messages;
END
$$;

-- The messages with each one whose position is named joined to the message before it.
CREATE FUNCTION compactor.with_joined_prompts(messages json[], positions int[], joined int[]) RETURNS json[]
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  result json[] := '{}';
  last int := 0;
BEGIN
  FOR place IN 1..cardinality(messages) LOOP
    IF last > 0 AND positions[place] = ANY (joined) THEN
      result[last] := compactor.joined_prompts(result[last], messages[place]);
    ELSE
      last := last + 1;
      result[last] := messages[place];
    END IF;
  END LOOP;
  RETURN result;
END
$$;

-- Two user messages as one: texts with a blank line between, other contents as parts in a row. Further fields are the first one's.
CREATE FUNCTION compactor.joined_prompts(one json, other json) RETURNS json
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  contents json[] := ARRAY[one -> 'content', other -> 'content'];
  content text;
  result text;
BEGIN
  IF json_typeof(contents[1]) = 'string' AND json_typeof(contents[2]) = 'string' THEN
    content := left(contents[1]::text, -1) || '\n\n' || substr(contents[2]::text, 2);
  ELSE
    SELECT '[' || string_agg(element.value::text, ',' ORDER BY part.place, element.place) || ']' INTO content
    FROM unnest(contents) WITH ORDINALITY AS part (value, place),
      json_array_elements(CASE json_typeof(part.value)
        WHEN 'array' THEN part.value
        WHEN 'string' THEN json_build_array(json_build_object('type', 'text', 'text', part.value))
        ELSE '[]'
      END) WITH ORDINALITY AS element (value, place);
  END IF;
  SELECT string_agg(to_json(field.key) || ':' || CASE field.key WHEN 'content' THEN content ELSE field.value::text END, ',')
  INTO result
  FROM json_each(one) AS field;
  RETURN '{' || result || '}';
END
$$;
