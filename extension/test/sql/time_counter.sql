-- counter_delta and counter_rate: growth over resets, whatever the order of the rows and however they are split.
SET timezone = 'UTC';
SELECT sealstone.counter_delta(v, t), sealstone.counter_rate(v, t) FROM (VALUES (10, '2024-01-01 00:00'::timestamptz), (25, '2024-01-01 00:00:10'), (5, '2024-01-01 00:00:20'), (8, '2024-01-01 00:00:30')) s(v, t);
SELECT sealstone.counter_delta(v, t), sealstone.counter_rate(v, t) FROM (VALUES (8, '2024-01-01 00:00:30'::timestamp), (25, '2024-01-01 00:00:10'), (NULL, '2024-01-01 00:00:11'), (7, NULL), (5, '2024-01-01 00:00:20'), (10, '2024-01-01 00:00')) s(v, t);
SELECT sealstone.counter_delta(v, t), sealstone.counter_rate(v, t) * 86400 AS per_day FROM (VALUES (10, '2024-01-01'::date), (30, '2024-01-11')) s(v, t);
SELECT sealstone.counter_delta(v, t), sealstone.counter_rate(v, t) FROM (VALUES (10::bigint, 1), (30, 6)) s(v, t);
-- none, one, one time only
SELECT sealstone.counter_delta(1, now()) IS NULL AS one, sealstone.counter_rate(1, now()) IS NULL AS one_rate, (SELECT sealstone.counter_delta(1, now()) FROM generate_series(1, 0)) IS NULL AS none;
SELECT sealstone.counter_delta(v, 5), sealstone.counter_rate(v, 5) FROM (VALUES (3), (1), (2)) s(v);
SELECT sealstone.counter_delta(v, t), sealstone.counter_rate(v, t) FROM (VALUES (1, '-infinity'::timestamptz), (4, '2024-01-01')) s(v, t);
SELECT sealstone.counter_delta(v, t) FROM (VALUES (1::float8, 1), ('NaN', 2), (3, 3)) s(v, t);
SELECT sealstone.counter_delta(-1, 1);
SELECT sealstone.counter_delta(1, 'x'::text);
-- against the definition, in groups, FILTERed, as a window, in parallel
CREATE TABLE counters AS SELECT h, t, ((t * (h + 3)) % 977)::float8 AS v FROM generate_series(1, 5000) t, generate_series(0, 9) h;
CREATE TEMP TABLE truth AS SELECT h, sum(CASE WHEN v < b THEN v ELSE v - b END) AS d, sum(CASE WHEN v < b THEN v ELSE v - b END) / (max(t) - min(t)) AS r
FROM (SELECT h, t, v, lag(v) OVER (PARTITION BY h ORDER BY t) AS b FROM counters) s GROUP BY h;
SELECT count(*) FROM (SELECT h, sealstone.counter_delta(v, t) AS d, sealstone.counter_rate(v, t) AS r FROM counters GROUP BY h) m JOIN truth USING (h) WHERE m.d = truth.d AND abs(m.r - truth.r) < 1e-9;
SELECT sealstone.counter_delta(v, t) FILTER (WHERE h = 3) = (SELECT d FROM truth WHERE h = 3) AS same FROM counters;
SELECT count(*) FROM (SELECT sealstone.counter_delta(v, t) OVER (PARTITION BY h ORDER BY t) AS d, t FROM counters WHERE h = 2) s WHERE d IS NULL;
ALTER TABLE counters SET (parallel_workers = 2);
ANALYZE counters;
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2;
EXPLAIN (COSTS OFF) SELECT h, sealstone.counter_delta(v, t) FROM counters GROUP BY h;
SELECT count(*) FROM (SELECT h, sealstone.counter_delta(v, t) AS d FROM counters GROUP BY h) m JOIN truth USING (h, d);
DROP TABLE counters;
