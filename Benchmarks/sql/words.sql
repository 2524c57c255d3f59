-- Texts to fill conversations with: a bank of each length, made of sentences that differ. Deterministic.
SELECT setseed(0.5);

CREATE SCHEMA bench;

CREATE TABLE bench.texts (place int, length int, text text, PRIMARY KEY (length, place));

INSERT INTO bench.texts (place, length, text)
WITH words AS (
  SELECT string_to_array(
    'the order was sent on monday and arrived late so please check whether invoice number is correct before you change the '
    'address again because our customer wrote that nobody answered when she called about refund policy for broken parts we '
    'tried to restart server after update but network cable report shows different values between morning and evening while '
    'team expects result table with every price total weight and delivery date from warehouse in second street', ' ') AS list
)
SELECT place, length,
  left((
    SELECT string_agg(
      -- `place` keeps the planner from drawing the words once for all texts.
      CASE WHEN n % 12 = 11 THEN (place * 7 + n)::text || '. Then' ELSE list[1 + floor(random() * cardinality(list))::int] END, ' ')
    FROM generate_series(1, length / 4) AS n), length)
FROM words, generate_series(0, 499) AS place, (SELECT DISTINCT unnest(string_to_array(:'lengths', ',')::int[])) AS lengths (length);

ANALYZE bench.texts;
