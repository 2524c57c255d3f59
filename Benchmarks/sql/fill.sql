-- Fills conversations as appends would have left them: due, and with nothing yet made of them.
--
-- Variables: conversations, entries (of each), prompt, output, response (bytes of text in entries of these kinds).
-- An entry is a message here: instructions, then turns of a prompt, a tool call, its output, and a response.
\set lengths :prompt ',' :output ',' :response
\ir words.sql

INSERT INTO compactor.conversations (
  number, key, entries, messages, last_position, last_message, last_appended_at)
OVERRIDING SYSTEM VALUE
SELECT n, 'conversation-' || n, :entries, :entries, :entries, :entries, now()
FROM generate_series(1, :conversations) AS n;

SELECT setval(pg_get_serial_sequence('compactor.conversations', 'number'), :conversations);

INSERT INTO compactor.due (conversation, since) SELECT n, now() FROM generate_series(1, :conversations) AS n;

INSERT INTO compactor.claims (conversation) SELECT n FROM generate_series(1, :conversations) AS n;

INSERT INTO compactor.entries (conversation, position, message, kind, "time", bytes, original)
SELECT conversation, position, position, kind, time, octet_length(original), original::json
FROM (
  SELECT n AS conversation, p AS position, kind,
    timestamptz '2025-01-01' + n * interval '1 minute' + p * interval '20 seconds' AS time,
    CASE kind
      WHEN 'instructions' THEN '{"role":"system","content":"You are a support agent. Be brief and exact."}'
      WHEN 'prompt' THEN '{"role":"user","content":"' || t.text || '"}'
      WHEN 'toolCalls' THEN '{"role":"assistant","content":null,"tool_calls":[{"id":"call_' || n || '_' || p
        || '","type":"function","function":{"name":"' || tool || '","arguments":"{\"query\":\"' || p || '\"}"}}]}'
      WHEN 'toolOutput' THEN '{"role":"tool","tool_call_id":"call_' || n || '_' || p - 1 || '","content":"' || t.text || '"}'
      ELSE '{"role":"assistant","content":"' || t.text || '"}'
    END AS original
  FROM generate_series(1, :conversations) AS n
  CROSS JOIN generate_series(1, :entries) AS p
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN p = 1 THEN 'instructions'
      ELSE (ARRAY['prompt', 'toolCalls', 'toolOutput', 'response'])[1 + (p - 2) % 4]
    END::compactor.entry_kind AS kind,
    (ARRAY['search_orders', 'read_page', 'get_weather'])[1 + p / 4 % 3] AS tool
  ) AS shape
  LEFT JOIN bench.texts AS t
    ON t.place = (n * 31 + p) % 500
    AND t.length = CASE kind WHEN 'prompt' THEN :prompt WHEN 'toolOutput' THEN :output WHEN 'response' THEN :response END
) AS e;

UPDATE compactor.conversations AS c SET bytes = e.bytes
FROM (SELECT conversation, sum(bytes) AS bytes FROM compactor.entries GROUP BY conversation) AS e
WHERE e.conversation = c.number;

-- In the order in which they were made, as appends leave them.
CLUSTER compactor.conversations USING conversations_pkey;
