-- What is dropped from a series stays in its rollups; what arrives there later is merged.
SET timezone = 'UTC';
SET datestyle = 'ISO';
SET client_min_messages = warning;
CREATE TABLE fl (host text, junk int, ts timestamptz NOT NULL, v int, x float8) PARTITION BY RANGE (ts);
ALTER TABLE fl DROP COLUMN junk;
CREATE TABLE fl_1 PARTITION OF fl FOR VALUES FROM ('2024-01-01') TO ('2024-01-02');
CREATE TABLE fl_2 PARTITION OF fl FOR VALUES FROM ('2024-01-02') TO ('2024-01-03');
CREATE TABLE fl_3 (ts timestamptz NOT NULL, x float8, v int, host text);
ALTER TABLE fl ATTACH PARTITION fl_3 FOR VALUES FROM ('2024-01-03') TO ('2024-01-04');
CREATE TABLE fl_default PARTITION OF fl DEFAULT;
INSERT INTO fl SELECT 'h' || n % 2, '2024-01-01'::timestamptz + n * interval '10 minutes', n, n * 0.25 FROM generate_series(0, 400) n;
-- everything that ever was: what the rollups must go on showing
CREATE TABLE ever AS SELECT * FROM fl;
-- triggers fire by name, and names hold the rollup's number: of as many digits each, wherever among the tests this one runs
SELECT pg_catalog.setval('sealstone.rollup_id_seq', greatest(nextval('sealstone.rollup_id_seq'), 100)) >= 100 AS three_digits;
SELECT sealstone.create_rollup('fl_hour', 'fl', '1 hour', 'count(*) AS n, avg(v) AS a, stddev(x) AS d, max(x) AS m, first(v, ts) AS f, last(v, ts) AS l, percentile(percentile_sketch(x), 0.5) AS p, distinct_count(distinct_sketch(v)) AS dc, histogram(x, 0, 100, 4) AS h, variance(v) AS va', 'host');
SELECT sealstone.create_rollup('fl_5', 'fl', '5 days', 'count(*) AS n, sum(v) AS s');
SELECT sealstone.create_rollup('fl_day', 'fl_hour', '1 day', 'count(*) AS n, avg(v) AS a, first(v, ts) AS f', 'host');
CREATE VIEW fl_differ AS
  (SELECT 'hour', q::text FROM (SELECT bucket, host, n, a, round(d::numeric, 6) AS d, m, f, l, dc, h, va FROM fl_hour) q
   EXCEPT SELECT 'hour', q::text FROM (SELECT sealstone.bucket('1 hour', ts), host, count(*), avg(v), round(stddev(x)::numeric, 6), max(x), sealstone.first(v, ts), sealstone.last(v, ts), count(DISTINCT v), sealstone.histogram(x, 0, 100, 4), variance(v) FROM ever GROUP BY 1, 2) q)
  UNION ALL
  (SELECT '5 days', q::text FROM fl_5 q EXCEPT SELECT '5 days', q::text FROM (SELECT sealstone.bucket('5 days', ts), count(*), sum(v) FROM ever GROUP BY 1) q)
  UNION ALL
  (SELECT 'day', q::text FROM (SELECT bucket, host, n, a, f FROM fl_day) q
   EXCEPT SELECT 'day', q::text FROM (SELECT sealstone.bucket('1 day', ts), host, count(*), avg(v), sealstone.first(v, ts) FROM ever GROUP BY 1, 2) q);
SELECT sealstone.refresh_rollup('fl_hour', hi => '2024-01-01 12:00');
-- a late row that no refresh has taken up, buckets not yet materialized, a bucket still open: all are, before the drop
INSERT INTO fl VALUES ('h1', '2024-01-01 03:03', 1000, 1000); INSERT INTO ever VALUES ('h1', '2024-01-01 03:03', 1000, 1000);
BEGIN;
SELECT sealstone.rollup_raise_floor('fl', (extract(epoch FROM '2024-01-02'::timestamptz - '2000-01-01'::timestamptz) * 1000000)::bigint);
DELETE FROM fl_1 WHERE false;
COMMIT;
SELECT name, floor, watermark, pending_pairs FROM sealstone.rollup_info WHERE name LIKE 'fl\_%' ORDER BY name;
SELECT sealstone.rollup_raise_floor('fl', (extract(epoch FROM '2024-01-02'::timestamptz - '2000-01-01'::timestamptz) * 1000000)::bigint);
-- even a drop by hand takes nothing away now
DROP TABLE fl_1;
SELECT * FROM fl_differ;
SELECT sealstone.refresh_rollup('fl_hour') > 0 AS h, sealstone.refresh_rollup('fl_5') >= 0 AS f, sealstone.refresh_rollup('fl_day') > 0 AS d;
SELECT * FROM fl_differ;
-- rows that arrive below the floor: into buckets that are there, a new group, a new partition, by COPY, with NULL
INSERT INTO fl VALUES ('h0', '2024-01-01 05:05', 5000, -5), ('h0', '2024-01-01 05:06', NULL, NULL), ('new', '2024-01-01 05:07', 7, 7), (NULL, '2023-12-25', 8, 8), (NULL, '2023-12-25', 9, 8);
INSERT INTO ever VALUES ('h0', '2024-01-01 05:05', 5000, -5), ('h0', '2024-01-01 05:06', NULL, NULL), ('new', '2024-01-01 05:07', 7, 7), (NULL, '2023-12-25', 8, 8), (NULL, '2023-12-25', 9, 8);
SELECT kind, lo, group_key FROM sealstone.rollup_invalidations WHERE rollup = 'fl_hour'::regclass;
SELECT * FROM fl_differ;
COPY fl (ts, host, v) FROM stdin;
2024-01-01 06:06:00	h1	66
2024-01-02 06:06:00	h1	67
\.
INSERT INTO ever (ts, host, v) VALUES ('2024-01-01 06:06:00', 'h1', 66), ('2024-01-02 06:06:00', 'h1', 67);
-- the group's states may be changed twice in one transaction, and rolled back
BEGIN; INSERT INTO fl VALUES ('h0', '2024-01-01 05:08', 1, 1); SAVEPOINT a; INSERT INTO fl VALUES ('h0', '2024-01-01 05:09', 2, 2); ROLLBACK TO a; COMMIT;
INSERT INTO ever VALUES ('h0', '2024-01-01 05:08', 1, 1);
SELECT * FROM fl_differ;
SELECT sealstone.refresh_rollup('fl_hour') > 0 AS h, sealstone.refresh_rollup('fl_day') > 0 AS d;
SELECT * FROM fl_differ;
-- an update or delete there is reported, once, and not applied
DELETE FROM fl WHERE ts < '2024-01-02';
SELECT * FROM fl_differ;
-- a column renamed since does not matter
ALTER TABLE fl RENAME COLUMN v TO "V v";
INSERT INTO fl VALUES ('h0', '2024-01-01 05:10', 3, 3); INSERT INTO ever VALUES ('h0', '2024-01-01 05:10', 3, 3);
SELECT * FROM fl_differ;
-- the states' own retention: hours go, the days made of them stay, and what arrives for a day is merged into it
SELECT count(*), min(bucket) FROM fl_hour;
SELECT sealstone.set_rollup_retention('fl_hour', now() - '2024-01-02 12:30');
SELECT sealstone.refresh_rollup('fl_hour') AS written;
SELECT min(bucket) FROM fl_hour;
SELECT name, floor, retention IS NOT NULL AS has_retention FROM sealstone.rollup_info WHERE name LIKE 'fl\_%' ORDER BY name;
SELECT * FROM fl_differ;
INSERT INTO fl VALUES ('h0', '2024-01-02 02:02', 4, 4), ('h0', '2024-01-02 20:20', 4, 4); INSERT INTO ever VALUES ('h0', '2024-01-02 02:02', 4, 4), ('h0', '2024-01-02 20:20', 4, 4);
SELECT min(bucket) FROM fl_hour;
SELECT * FROM fl_differ;
SELECT sealstone.refresh_rollup('fl_hour') > 0 AS h, sealstone.refresh_rollup('fl_day') >= 0 AS d;
SELECT * FROM fl_differ;
SELECT sealstone.set_rollup_retention('fl_hour', NULL::interval);
SELECT sealstone.set_rollup_retention('fl_hour', '-1 day');
SELECT sealstone.set_rollup_retention('fl_hour', 5::bigint);
SELECT sealstone.set_rollup_retention('fl', '1 day');
DROP VIEW fl_differ;
DROP TABLE fl CASCADE;
DROP TABLE ever;
