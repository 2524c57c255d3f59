-- Reading a history entry by entry, with provenance: for people and programs that ask what became of what.

SET LOCAL ROLE compactor_owner;
SET LOCAL search_path = compactor, pg_temp;

-- The ranges of a revision with what was decided on them, by which stage and in which revision, as its audit record tells. Where that
-- tells nothing, what the revision itself does.
CREATE FUNCTION compactor.decisions(number bigint, revision int)
RETURNS TABLE (first int, after int, disposition text, stage text, decided_in int)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH overlay AS (
    SELECT r.audit, r.kept, r.covers_through FROM compactor.revisions AS r
    WHERE r.conversation = $1 AND r.revision = $2
  ), told AS (
    SELECT d.disposition, d.stage, d.revision AS decided_in,
      int4range(split_part(part, '-', 1)::int, split_part(part, '-', -1)::int, '[]') AS range
    FROM overlay
    JOIN compactor.audit_records AS a ON a.number = overlay.audit
    CROSS JOIN json_to_recordset(a.dispositions) AS d (stage text, disposition text, revision int, ranges text)
    CROSS JOIN string_to_table(d.ranges, ',') AS part
  ), untold AS (
    SELECT int4multirange(int4range(1, covers_through, '[]')) - coalesce((SELECT range_agg(range) FROM told), '{}') AS ranges, kept
    FROM overlay
  )
  SELECT lower(range), upper(range), disposition, stage, decided_in FROM told
  UNION ALL
  SELECT lower(range), upper(range), 'kept', NULL, $2 FROM untold, unnest(ranges * kept) AS range
  UNION ALL
  SELECT lower(range), upper(range), 'dropped', NULL, NULL FROM untold, unnest(ranges - kept) AS range
  UNION ALL
  SELECT covers_through + 1, 2147483647, 'kept', NULL, NULL FROM overlay
$$;

-- The history of a conversation entry by entry, in order: what compactor.messages reads, and why. No rows where there is no such
-- conversation.
--
-- disposition is kept, replaced, dropped or covered; stage and revision say who decided it, and are NULL for what no revision has
-- decided on yet. A summary stands where it is read, without a position, message or disposition; its revision is the one that it
-- belongs to. chat is the entry alone as an OpenAI chat message, in the form in which it is read.
--
-- Options: tenant; all: true also tells of what was dropped or covered; revision: that one, live or not, in place of the latest live.
CREATE FUNCTION compactor.history(conversation text, options json DEFAULT '{}')
RETURNS TABLE (
  "position" int, message int, kind compactor.entry_kind, disposition text, stage text, revision int, chat json,
  is_summary boolean, "time" timestamptz, appended_at timestamptz
)
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = compactor, pg_temp SET jit = off AS $$
#variable_conflict use_column
DECLARE
  tenant_name text := 'default';
  every boolean := false;
  asked int;
  number bigint;
  openai boolean;
  shown int;
BEGIN
  IF history.options::text <> '{}' THEN
    PERFORM compactor.check_options(history.options, 'compactor.history', 'tenant', 'all', 'revision');
    tenant_name := coalesce(compactor.option(history.options, 'compactor.history', 'tenant', 'string'), tenant_name);
    every := coalesce(compactor.option(history.options, 'compactor.history', 'all', 'boolean')::boolean, false);
    asked := compactor.option(history.options, 'compactor.history', 'revision', 'integer');
  END IF;
  SELECT c.number, c.format = 'openai' INTO number, openai
  FROM compactor.conversations AS c WHERE c.tenant = tenant_name AND c.key = history.conversation;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT r.revision INTO shown FROM compactor.revisions AS r
  WHERE r.conversation = number AND CASE WHEN asked IS NULL THEN r.state = 'live' ELSE r.revision = asked END
  ORDER BY r.revision DESC LIMIT 1;
  IF NOT FOUND AND asked IS NOT NULL THEN
    RAISE invalid_parameter_value USING
      MESSAGE = format('option "revision" of compactor.history: conversation "%s" has no revision %s', history.conversation, asked);
  END IF;

  RETURN QUERY
  WITH decisions AS (
    SELECT * FROM compactor.decisions(number, shown)
    UNION ALL
    SELECT 1, 2147483647, 'kept', NULL, NULL WHERE shown IS NULL
  ), lines AS (
    SELECT e.position AS line, 1 AS behind_summary, e.position, e.message, e.kind, d.disposition, d.stage, d.decided_in,
      CASE
        WHEN e.erased_at IS NOT NULL THEN NULL
        WHEN f.form IS NOT NULL THEN f.form
        WHEN NOT openai THEN e.chat
        WHEN e.parts = 1 THEN e.original
        ELSE compactor.openai_part(coalesce(e.original, o.original), e.kind)
      END AS chat,
      false AS is_summary, e."time", e.appended_at
    FROM decisions AS d
    CROSS JOIN LATERAL (
      SELECT * FROM compactor.entries AS e
      WHERE e.conversation = number AND e.branch = 0 AND e.position >= d.first AND e.position < d.after
      ORDER BY e.position OFFSET 0
    ) AS e
    LEFT JOIN compactor.short_forms AS f ON f.conversation = number AND f.revision = shown AND f.position = e.position
    LEFT JOIN LATERAL (
      SELECT o.original FROM compactor.entries AS o
      WHERE e.part > 0 AND openai AND o.conversation = number AND o.position = e.position - e.part
    ) AS o ON true
    WHERE every OR d.disposition IN ('kept', 'replaced')
    UNION ALL
    SELECT s.before_position, 0, NULL, NULL, 'prompt', NULL, NULL, s.revision,
      compactor.user_message(compactor.summary_text(s.text)), true, NULL, NULL
    FROM compactor.summaries AS s WHERE s.conversation = number AND s.revision = shown
  )
  SELECT l.position, l.message, l.kind, l.disposition, l.stage, l.decided_in, l.chat, l.is_summary, l."time", l.appended_at
  FROM lines AS l ORDER BY l.line, l.behind_summary;
END
$$;
