-- Prompts that compaction left side by side: what stood between them is gone, and templates with strict alternation refuse two user
-- messages in a row. The worker names them, since it knows kinds without reading a row; readers join each to the prompt before it.

SET LOCAL ROLE compactor_owner;
SET LOCAL search_path = compactor, pg_temp;

ALTER TABLE compactor.revisions ADD COLUMN joined int[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN compactor.revisions.joined IS
  'Positions of kept prompts that follow a prompt directly only since what stood between is gone: merged into it when read.';

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

CREATE OR REPLACE FUNCTION compactor.messages(conversation text, options json DEFAULT '{}') RETURNS json
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER
SET search_path = compactor, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  tenant_name text := 'default';
  style text := 'merge';
  number bigint;
  openai boolean;
  latest int;
  shown int4multirange;
  shortened boolean;
  joined int[] := '{}';
  summaries int;
  before int;
  summary text;
  findings int;
  result json;
  parts record;
BEGIN
  IF messages.options::text <> '{}' THEN
    PERFORM compactor.check_options(messages.options, 'compactor.messages', 'tenant', 'summary');
    tenant_name := coalesce(compactor.option(messages.options, 'compactor.messages', 'tenant', 'string'), tenant_name);
    style := coalesce(compactor.option(messages.options, 'compactor.messages', 'summary', 'string'), style);
    IF style NOT IN ('merge', 'message') THEN
      RAISE invalid_parameter_value USING MESSAGE = format(
        'option "summary" of compactor.messages: found "%s", expected "merge" or "message"', left(style, 60));
    END IF;
  END IF;

  SELECT c.number, c.format = 'openai' INTO number, openai
  FROM compactor.conversations AS c WHERE c.tenant = tenant_name AND c.key = messages.conversation;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT r.revision, r.kept + int4multirange(int4range(r.covers_through + 1, NULL)),
    CASE WHEN style = 'merge' THEN r.joined ELSE '{}' END,
    EXISTS (SELECT FROM compactor.short_forms AS f WHERE f.conversation = r.conversation AND f.revision = r.revision)
  INTO latest, shown, joined, shortened
  FROM compactor.revisions AS r WHERE r.conversation = number AND r.state = 'live'
  ORDER BY r.revision DESC LIMIT 1;

  IF latest IS NULL AND openai THEN
    SELECT json_agg(e.original) INTO result
    FROM (
      SELECT e.original FROM compactor.entries AS e
      WHERE e.conversation = number AND e.branch = 0 AND e.original IS NOT NULL
      ORDER BY e.position
    ) AS e;
    RETURN coalesce(result, '[]');
  ELSIF latest IS NULL THEN
    shown := '{[1,)}';
    shortened := false;
    summaries := 0;
  ELSE
    SELECT count(*), min(s.before_position), min(compactor.summary_text(s.text)) INTO summaries, before, summary
    FROM compactor.summaries AS s WHERE s.conversation = number AND s.revision = latest;
  END IF;

  IF NOT shortened AND joined = '{}' AND (summaries = 0 OR summaries = 1 AND style = 'merge') THEN
    -- Ranges come in order, and so do the entries of each: the fenced subquery is an index scan for each range and nothing else.
    SELECT
      json_agg(CASE WHEN e.position = before THEN compactor.behind_text(e.form, summary) ELSE e.form END), bit_or(e.finding)
    INTO result, findings
    FROM compactor.bounds(shown) AS b,
    LATERAL (
      SELECT e.position,
        CASE WHEN openai THEN e.original ELSE e.chat END AS form,
        CASE
          -- A message whose parts do not all stay, or must be put together again, or one that was erased.
          WHEN e.original IS NULL OR e.position + e.parts > b.after OR e.parts > 1 AND NOT openai THEN 2
          -- Whether the summary stands before a message of the user.
          WHEN e.position = before THEN CASE e.kind WHEN 'prompt' THEN 1 ELSE 2 END
        END AS finding
      FROM compactor.entries AS e
      WHERE e.conversation = number AND e.branch = 0 AND e.position >= b.first AND e.position < b.after
        -- The other parts of a message have no original; one of them at the start of a range betrays that the first is not in it.
        AND (e.original IS NOT NULL OR e.position = b.first)
      ORDER BY e.position OFFSET 0
    ) AS e;
    IF coalesce(findings, 0) = summaries THEN
      RETURN coalesce(result, '[]');
    END IF;
  END IF;

  parts := compactor.assembled(number, openai, latest, shown);
  IF joined <> '{}' THEN
    -- What is joined has no place of its own any more: the summary is looked for a place among the rest.
    SELECT compactor.with_joined_prompts(parts.messages, parts.positions, joined) AS messages,
      array_agg(p.position ORDER BY p.place) AS positions, array_agg(p.kind ORDER BY p.place) AS kinds
    INTO parts
    FROM unnest(parts.positions, parts.kinds) WITH ORDINALITY AS p (position, kind, place)
    WHERE p.place = 1 OR p.position <> ALL (joined);
  END IF;
  IF summaries > 0 THEN
    RETURN array_to_json(
      compactor.with_summaries(number, latest, style = 'message', parts.messages, parts.positions, parts.kinds));
  END IF;
  RETURN coalesce(array_to_json(parts.messages), '[]');
END
$$;
