-- Rollups over a series table: sealing changes nothing, late rows in sealed partitions are pairs, and what
-- drop_before drops stays in the rollup.
SET timezone = 'UTC';
SET datestyle = 'ISO';
SET client_min_messages = warning;
SELECT sealstone.pause_all();	-- no job may refresh behind our back
CREATE TABLE sea (ts timestamptz NOT NULL, host text NOT NULL, v int, x float8);
INSERT INTO sea SELECT '2024-01-01'::timestamptz + n * interval '1 minute', 'h' || n % 5, n, sqrt(n) FROM generate_series(0, 6000) n;
SELECT sealstone.create_series('sea', 'ts', partition_interval => '1 day');
CREATE INDEX ON sea (host, ts);
SELECT sealstone.create_rollup('sea_hour', 'sea', '1 hour', 'count(*) AS n, sum(v) AS s, avg(x) AS a, first(v, ts) AS f', 'host');
SELECT kind FROM sealstone.job_info WHERE relation = 'sea_hour'::regclass;
SELECT sealstone.refresh_rollup('sea_hour') > 0 AS refreshed;
CALL sealstone.migrate('sea');
SELECT count(*) AS moved_rows_invalidate FROM sealstone.rollup_invalidations WHERE rollup = 'sea_hour'::regclass;
CREATE FUNCTION leaf(day text) RETURNS text LANGUAGE sql AS $$
  SELECT inhrelid::regclass::text FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'sea'::regclass AND pg_get_expr(relpartbound, oid) LIKE '%FROM (''' || day || '%' $$;
SELECT leaf('2024-01-01') AS a, leaf('2024-01-02') AS b \gset
CALL sealstone.seal(:'a'); CALL sealstone.seal(:'b');
SELECT count(*) FROM pg_class JOIN pg_am ON pg_am.oid = relam WHERE amname = 'sealstone' AND pg_class.oid IN (:'a'::regclass, :'b'::regclass);
SELECT count(*) AS sealing_invalidates FROM sealstone.rollup_invalidations WHERE rollup = 'sea_hour'::regclass;
SELECT * FROM sealstone.verify_rollup('sea_hour');
INSERT INTO sea VALUES ('2024-01-01 03:03:03', 'h1', -1, 0), ('2024-01-02 03:03:03', 'h1', -1, 0);
UPDATE sea SET v = 0 WHERE ts = '2024-01-01 05:00';
DELETE FROM sea WHERE ts = '2024-01-01 06:00';
SELECT kind, cause, lo, group_key FROM sealstone.rollup_invalidations WHERE rollup = 'sea_hour'::regclass ORDER BY lo;
SELECT * FROM sealstone.verify_rollup('sea_hour');
SELECT sealstone.refresh_rollup('sea_hour');
SELECT * FROM sealstone.verify_rollup('sea_hour');
CALL sealstone.reseal(:'a'); CALL sealstone.unseal(:'b');
SELECT count(*) AS resealing_invalidates FROM sealstone.rollup_invalidations WHERE rollup = 'sea_hour'::regclass;
SELECT * FROM sealstone.verify_rollup('sea_hour');
CREATE TABLE before AS TABLE sea_hour;
SELECT sealstone.drop_before('sea', '2024-01-03'::timestamptz);
SELECT floor, pending_pairs, pending_ranges FROM sealstone.rollup_info WHERE name = 'sea_hour';
TABLE before EXCEPT TABLE sea_hour;
INSERT INTO sea VALUES ('2024-01-01 04:04:04', 'h1', -1, 0);
SELECT now.n - old.n AS n, now.s - old.s AS s FROM sea_hour now JOIN before old USING (bucket, host) WHERE now.n <> old.n;
SELECT * FROM sealstone.verify_rollup('sea_hour');
-- once the newest row's partition is sealed its bucket fills no more: all of it is materialized, what comes is pending
SELECT leaf('2024-01-05') AS c \gset
SELECT sealstone.refresh_rollup('sea_hour') >= 0 AS refreshed;
SELECT watermark FROM sealstone.rollup_info WHERE name = 'sea_hour';
CALL sealstone.seal(:'c');
SELECT sealstone.refresh_rollup('sea_hour') > 0 AS refreshed;
SELECT watermark FROM sealstone.rollup_info WHERE name = 'sea_hour';
INSERT INTO sea VALUES ('2024-01-05 04:30', 'h1', -1, 0), ('2024-01-05 20:30', 'h1', -1, 0), ('2024-01-06 20:30', 'h1', -1, 0);
SELECT kind, cause, lo, group_key FROM sealstone.rollup_invalidations WHERE rollup = 'sea_hour'::regclass ORDER BY lo;
SELECT * FROM sealstone.verify_rollup('sea_hour');
SELECT sealstone.refresh_rollup('sea_hour') > 0 AS refreshed;
SELECT watermark FROM sealstone.rollup_info WHERE name = 'sea_hour';
SELECT * FROM sealstone.verify_rollup('sea_hour');
SELECT sealstone.drop_series('sea');
SELECT sealstone.drop_rollup('sea_hour');
SELECT count(*) FROM sealstone.job_info WHERE relation_name LIKE '%sea_hour';
SELECT sealstone.drop_series('sea');
DROP TABLE sea, before;
DROP FUNCTION leaf;
SELECT sealstone.resume_all();
