-- The floor of the eviction figures: the header columns in a plain table, and a plain table for one row a conversation.

CREATE TABLE bench.headers AS
SELECT e.conversation, e.position, e.message, e.kind, 0::smallint AS flags, e.bytes / 4 AS tokens, e.bytes, e."time",
  CASE
    WHEN e.kind = 'toolCalls' THEN ARRAY[e.original -> 'tool_calls' -> 0 ->> 'id']
    WHEN e.kind = 'toolOutput' THEN ARRAY[e.original ->> 'tool_call_id']
  END AS call_ids,
  CASE WHEN e.kind = 'toolCalls' THEN ARRAY[e.original -> 'tool_calls' -> 0 -> 'function' ->> 'name'] END AS tool_names
FROM compactor.entries AS e
ORDER BY e.conversation, e.position;

-- What a compaction says of a conversation, in one row.
CREATE TABLE bench.results AS
SELECT r.conversation, r.revision, r.covers_through, r.tokens_before, r.tokens_after, r.entries_before, r.entries_after,
  r.kept, a.dispositions
FROM compactor.revisions AS r JOIN compactor.audit_records AS a ON a.number = r.audit
ORDER BY r.conversation;
