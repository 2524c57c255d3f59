-- Reading what a model is sent: on the way of every turn of every chat.
--
-- The common case is a few index probes and one scan of the rows that stay, without a step of PL/pgSQL for each. Its plans
-- last for the session: they must serve a conversation of any size, not scan a table because it was small when they were made,
-- and never be compiled. The function is stable, so all its statements see one snapshot.

SET LOCAL ROLE compactor_owner;
SET LOCAL search_path = compactor, pg_temp;

-- The history of a conversation as OpenAI chat messages, ready to send: the latest live revision and all that was appended since.
-- NULL where there is no such conversation.
--
-- Options: tenant; summary: "merge" puts it at the head of the user message that follows, since templates with strict alternation
-- refuse two user messages in a row (the default), "message" makes it a user message of its own. dialect: "openai", "anthropic",
-- "gemini", "mistral" or "strict-alternation" renders it as such a server wants it, the summary in a message of its own or, by their
-- rules, at the head of the one that follows; anthropic and gemini give an object that holds instructions and messages apart.
CREATE FUNCTION compactor.messages(conversation text, options json DEFAULT '{}') RETURNS json
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SECURITY DEFINER
SET search_path = compactor, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  tenant_name text := 'default';
  style text := 'merge';
  dialect text;
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
    PERFORM compactor.check_options(messages.options, 'compactor.messages', 'tenant', 'summary', 'dialect');
    tenant_name := coalesce(compactor.option(messages.options, 'compactor.messages', 'tenant', 'string'), tenant_name);
    style := coalesce(compactor.option(messages.options, 'compactor.messages', 'summary', 'string'), style);
    dialect := compactor.option(messages.options, 'compactor.messages', 'dialect', 'string');
    IF dialect IS NOT NULL AND dialect NOT IN ('openai', 'anthropic', 'gemini', 'mistral', 'strict-alternation') THEN
      RAISE invalid_parameter_value USING MESSAGE = format(
        'option "dialect" of compactor.messages: found "%s", expected "openai", "anthropic", "gemini", "mistral" or '
          || '"strict-alternation"', left(dialect, 60));
    END IF;
    IF style NOT IN ('merge', 'message') THEN
      RAISE invalid_parameter_value USING MESSAGE = format(
        'option "summary" of compactor.messages: found "%s", expected "merge" or "message"', left(style, 60));
    END IF;
    IF dialect IS NOT NULL THEN
      RETURN compactor.rendered(
        compactor.messages(
          messages.conversation, json_build_object('tenant', tenant_name, 'summary',
            CASE WHEN messages.options ->> 'summary' IS NULL THEN 'message' ELSE style END)),
        dialect);
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
