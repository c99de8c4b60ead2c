-- Renames under a rollup: it goes on, and rollup_info says what it holds in the names of today, waiting for nobody.
SET timezone = 'UTC';
SET client_min_messages = warning;
\pset format unaligned
\set VERBOSITY terse
CREATE TABLE rn (ts timestamptz NOT NULL, "Host" text, v int, w float8) PARTITION BY RANGE (ts);
CREATE TABLE rn_1 PARTITION OF rn DEFAULT;
SELECT sealstone.create_rollup('rn_hour', 'rn', '1 hour', 'count(*), avg(v) AS a, percentile(percentile_sketch(w), 0.5) AS p, sum(v) FILTER (WHERE w > 1) AS f, upper("Host") || max(v)::text AS t', '"Host"');
SELECT sealstone.create_rollup('rn_day', 'rn_hour', '1 day', 'avg(v) AS a');
SELECT name, select_list, group_by FROM sealstone.rollup_info WHERE name LIKE 'rn\_%' ORDER BY 1;
ALTER TABLE rn RENAME v TO value; ALTER TABLE rn RENAME "Host" TO machine; ALTER TABLE rn RENAME ts TO at; ALTER TABLE rn RENAME TO rn2;
ALTER VIEW rn_day RENAME TO rn_daily;
SELECT name, select_list, group_by FROM sealstone.rollup_info WHERE name LIKE 'rn\_%' ORDER BY 1;
-- what it says makes the same rollup again
SELECT sealstone.create_rollup('rn_again', 'rn2', '1 hour', select_list, group_by) FROM sealstone.rollup_info WHERE name = 'rn_hour';
SELECT a.select_list = b.select_list AS same FROM sealstone.rollup_info a, sealstone.rollup_info b WHERE a.name = 'rn_hour' AND b.name = 'rn_again';
INSERT INTO rn2 VALUES ('2024-01-01 00:00:01', 'a', 1, 2), ('2024-01-03 00:00:01', 'a', 1, 2);
SELECT sealstone.refresh_rollup('rn_hour'), sealstone.refresh_rollup('rn_daily'), sealstone.refresh_rollup('rn_again');
INSERT INTO rn2 VALUES ('2024-01-01 00:00:01', 'a', 3, 2), ('2024-01-01 00:10:01', 'b', 4, 1);
SELECT name, kind, group_key FROM sealstone.rollup_invalidations JOIN sealstone.rollup_info USING (rollup) WHERE name LIKE 'rn\_%' ORDER BY 1, 3;
SELECT * FROM rn_hour ORDER BY 1, 2;
TABLE rn_hour EXCEPT TABLE rn_again;
SELECT * FROM rn_daily ORDER BY 1;
SELECT sealstone.refresh_rollup('rn_daily'), sealstone.refresh_rollup('rn_hour');
SELECT * FROM sealstone.verify_rollup('rn_hour');
SELECT * FROM sealstone.verify_rollup('rn_daily');
DROP TABLE rn2 CASCADE;
SELECT count(*) FROM pg_class WHERE relnamespace = 'sealstone_rollup'::regnamespace AND relname LIKE '%definition';
