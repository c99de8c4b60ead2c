-- A rollup is never stale: after every kind of write the view equals the query it stands for,
-- before and after a refresh, and what was pending is as fine as the change.
SET timezone = 'UTC';
CREATE TABLE roll (ts timestamptz NOT NULL, host text, v int, x float8, PRIMARY KEY (ts, v)) PARTITION BY RANGE (ts);
CREATE TABLE roll_1 PARTITION OF roll FOR VALUES FROM ('2024-01-01') TO ('2024-01-02');
CREATE TABLE roll_2 PARTITION OF roll FOR VALUES FROM ('2024-01-02') TO ('2024-01-03') PARTITION BY HASH (v);
CREATE TABLE roll_2a PARTITION OF roll_2 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE roll_2b PARTITION OF roll_2 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE roll_default PARTITION OF roll DEFAULT;
INSERT INTO roll SELECT '2024-01-01'::timestamptz + n * interval '1 minute', CASE WHEN n % 4 < 3 THEN 'h' || n % 4 END, n, n * 0.5
FROM generate_series(0, 2700) n;

SELECT sealstone.create_rollup('roll_hourly', 'roll', '1 hour',
  'count(*) AS n, sum(v) AS total, avg(v) AS mean, min(x) AS lo, max(x) AS hi, sealstone.first(v, ts) AS f, last(v, ts) AS l, bool_and(v > 5) AS big', 'host');

CREATE VIEW truth AS SELECT sealstone.bucket('1 hour', ts) AS bucket, host, count(*) AS n, sum(v) AS total, avg(v) AS mean, min(x) AS lo, max(x) AS hi,
  sealstone.first(v, ts) AS f, sealstone.last(v, ts) AS l, bool_and(v > 5) AS big FROM roll GROUP BY 1, 2;
CREATE FUNCTION differences() RETURNS bigint LANGUAGE sql AS $$
  SELECT (SELECT count(*) FROM (TABLE roll_hourly EXCEPT ALL TABLE truth) a) + (SELECT count(*) FROM (TABLE truth EXCEPT ALL TABLE roll_hourly) b) $$;
-- differences before, what is pending, differences after a refresh, states recomputed
CREATE FUNCTION check_rollup() RETURNS TABLE (before bigint, pending text, written int, after bigint) LANGUAGE plpgsql AS $$
BEGIN
  before := differences();
  SELECT string_agg(format('%s %s %s-%s %s', cause, kind, to_char(lo, 'DD HH24:MI'), to_char(hi, 'DD HH24:MI'), group_key), ', ' ORDER BY kind, lo, group_key::text) INTO pending
    FROM sealstone.rollup_invalidations WHERE rollup = 'roll_hourly'::regclass;
  written := sealstone.refresh_rollup('roll_hourly');
  after := differences();
  RETURN NEXT;
END $$;

SELECT * FROM check_rollup();
SELECT watermark, materialized_buckets, rows FROM sealstone.rollup_info WHERE name = 'roll_hourly';
-- past the watermark: nothing is logged
INSERT INTO roll VALUES ('2024-01-02 21:30', 'h1', 9001, 1), ('2024-01-02 23:30', 'h9', 9002, 1);
SELECT * FROM check_rollup();
-- one late row, through the root, through an intermediate table, straight into leaves
INSERT INTO roll VALUES ('2024-01-01 05:30', 'h1', -1, -1);
SELECT * FROM check_rollup();
INSERT INTO roll_2 VALUES ('2024-01-02 05:30', NULL, -1, -1);
SELECT * FROM check_rollup();
INSERT INTO roll_1 VALUES ('2024-01-01 06:30', 'h2', -1, NULL), ('2024-01-01 06:31', 'h2', -1, NULL), ('2024-01-01 07:31', 'new', -1, NULL);
SELECT * FROM check_rollup();
COPY roll FROM stdin;
2024-01-01 08:30:00	h0	-5	7.5
2024-01-02 08:30:00	h0	-5	7.5
\.
SELECT * FROM check_rollup();
-- update in place, across buckets, across partitions, of the group
UPDATE roll SET x = x + 100 WHERE ts = '2024-01-01 10:01' OR ts = '2024-01-02 10:02';
SELECT * FROM check_rollup();
UPDATE roll SET ts = ts + interval '2 hours', v = -v WHERE ts = '2024-01-01 11:05';
SELECT * FROM check_rollup();
UPDATE roll SET ts = ts + interval '1 day', v = -v WHERE ts = '2024-01-01 12:06';
SELECT * FROM check_rollup();
UPDATE roll SET host = 'h7' WHERE ts = '2024-01-01 13:01';
SELECT * FROM check_rollup();
DELETE FROM roll WHERE ts = '2024-01-01 14:01' OR ts = '2024-01-02 14:01';
SELECT * FROM check_rollup();
DELETE FROM roll_2 WHERE host = 'h2' AND ts >= '2024-01-02 15:00' AND ts < '2024-01-02 16:00';
SELECT * FROM check_rollup();
-- ON CONFLICT and MERGE
INSERT INTO roll VALUES ('2024-01-01 15:00', 'h3', 900, 5) ON CONFLICT (ts, v) DO UPDATE SET x = -77;
INSERT INTO roll VALUES ('2024-01-01 16:00', 'h3', 960, 5) ON CONFLICT DO NOTHING;
SELECT * FROM check_rollup();
MERGE INTO roll USING (VALUES ('2024-01-01 17:00'::timestamptz, 1020, 'd'), ('2024-01-01 18:00', 1080, 'u'), ('2024-01-01 19:00', -3, 'i')) s(ts, v, what)
  ON roll.ts = s.ts AND roll.v = s.v
  WHEN MATCHED AND what = 'd' THEN DELETE WHEN MATCHED THEN UPDATE SET x = 1234 WHEN NOT MATCHED THEN INSERT VALUES (s.ts, 'h0', s.v, 0);
SELECT * FROM check_rollup();
-- savepoints: what was rolled back leaves nothing, what was kept is kept
BEGIN;
INSERT INTO roll VALUES ('2024-01-01 20:30', 'h0', -10, 0);
SAVEPOINT a;
INSERT INTO roll VALUES ('2024-01-01 21:30', 'h0', -11, 0);
SAVEPOINT b;
INSERT INTO roll VALUES ('2024-01-01 22:30', 'h0', -12, 0);
RELEASE b;
ROLLBACK TO a;
INSERT INTO roll VALUES ('2024-01-01 23:30', 'h0', -13, 0);
SAVEPOINT c;
INSERT INTO roll VALUES ('2024-01-01 20:31', 'h0', -14, 0);
ROLLBACK TO c;
RELEASE a;
COMMIT;
SELECT * FROM check_rollup();
BEGIN; INSERT INTO roll VALUES ('2024-01-01 20:40', 'h0', -15, 0); ROLLBACK;
SELECT * FROM check_rollup();
-- two-phase commit logs what it wrote, whichever side of the watermark
BEGIN;
INSERT INTO roll VALUES ('2024-01-01 04:40', 'h0', -15, 0), ('2024-01-02 22:40', 'h0', -15, 0);
PREPARE TRANSACTION 'sealstone_rollup';
SELECT * FROM check_rollup();
COMMIT PREPARED 'sealstone_rollup';
SELECT * FROM check_rollup();
-- limits: pairs, then buckets, then a range
SET sealstone.rollup_pair_limit = 2;
INSERT INTO roll SELECT '2024-01-01 00:00:30'::timestamptz + n * interval '1 hour', 'h' || n % 2, -20 - n, 0 FROM generate_series(0, 2) n;
SELECT * FROM check_rollup();
SET sealstone.rollup_bucket_limit = 2;
INSERT INTO roll SELECT '2024-01-01 02:10:30'::timestamptz + n * interval '1 hour', 'h' || n % 2, -30 - n, 0 FROM generate_series(0, 3) n;
SELECT * FROM check_rollup();
RESET sealstone.rollup_pair_limit; RESET sealstone.rollup_bucket_limit;
-- TRUNCATE of a leaf, of an intermediate table, of all; DROP, DETACH, ATTACH
TRUNCATE roll_2a;
SELECT * FROM check_rollup();
CREATE TABLE side (LIKE roll INCLUDING ALL);
INSERT INTO side SELECT '2023-12-30'::timestamptz + n * interval '10 minutes', 'h5', n, n FROM generate_series(0, 20) n;
ALTER TABLE roll ATTACH PARTITION side FOR VALUES FROM ('2023-12-30') TO ('2023-12-31');
SELECT * FROM check_rollup();
INSERT INTO side VALUES ('2023-12-30 01:01', 'h6', -1, 0);
DELETE FROM side WHERE v = 20;
SELECT * FROM check_rollup();
ALTER TABLE roll DETACH PARTITION side;
SELECT * FROM check_rollup();
INSERT INTO side VALUES ('2023-12-30 01:02', 'h6', -1, 0);
SELECT * FROM check_rollup();
DROP TABLE roll_1;
SELECT * FROM check_rollup();
CREATE TABLE roll_3 PARTITION OF roll FOR VALUES FROM ('2024-01-01') TO ('2024-01-02');
INSERT INTO roll_3 VALUES ('2024-01-01 01:00', 'again', 1, 1);
SELECT * FROM check_rollup();
-- a replica's writes (the apply worker's) count
SET session_replication_role = replica;
INSERT INTO roll VALUES ('2024-01-01 03:00', 'replica', 1, 1);
RESET session_replication_role;
SELECT * FROM check_rollup();
-- columns and tables renamed underneath
ALTER TABLE roll RENAME COLUMN v TO value; ALTER TABLE roll RENAME COLUMN ts TO "Time"; ALTER TABLE roll RENAME COLUMN host TO machine; ALTER TABLE roll RENAME TO "Roll x";
INSERT INTO "Roll x" VALUES ('2024-01-01 04:00', 'renamed', 1, 1);
SELECT * FROM check_rollup();
TRUNCATE "Roll x";
SELECT * FROM check_rollup();
INSERT INTO "Roll x" VALUES ('2024-01-01 04:00', 'after', 1, 1);
SELECT * FROM check_rollup();
-- all writes were seen by triggers that are on
SELECT triggers_enabled FROM sealstone.rollup_info WHERE name = 'roll_hourly';
ALTER TABLE "Roll x" DISABLE TRIGGER USER;
SELECT triggers_enabled FROM sealstone.rollup_info WHERE name = 'roll_hourly';

SELECT sealstone.drop_rollup('roll_hourly');
SELECT count(*) FROM sealstone.rollup_info WHERE name = 'roll_hourly';
SELECT count(*) FROM pg_class WHERE relnamespace = 'sealstone_rollup'::regnamespace;
SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'sealstone\_rollup%';
DROP VIEW truth; DROP TABLE "Roll x", side; DROP FUNCTION check_rollup, differences;
-- DETACH CONCURRENTLY, which commits in its middle
CREATE TABLE dc (ts timestamptz NOT NULL, v int) PARTITION BY RANGE (ts);
CREATE TABLE dc_1 PARTITION OF dc FOR VALUES FROM ('2024-01-01') TO ('2024-01-02');
CREATE TABLE dc_2 PARTITION OF dc FOR VALUES FROM ('2024-01-02') TO ('2024-01-03');
INSERT INTO dc SELECT '2024-01-01'::timestamptz + n * interval '1 hour', n FROM generate_series(0, 40) n;
SELECT sealstone.create_rollup('dc_day', 'dc', '1 day', 'count(*) AS n');
SELECT sealstone.refresh_rollup('dc_day');
ALTER TABLE dc DETACH PARTITION dc_1 CONCURRENTLY;
SELECT kind, cause, lo, hi FROM sealstone.rollup_invalidations WHERE rollup = 'dc_day'::regclass;
SELECT * FROM dc_day ORDER BY 1;
CALL sealstone.refresh('dc_day');
SELECT * FROM dc_day ORDER BY 1;
ALTER TABLE dc ATTACH PARTITION dc_1 FOR VALUES FROM ('2024-01-01') TO ('2024-01-02');
SELECT * FROM dc_day ORDER BY 1;
SELECT * FROM sealstone.verify_rollup('dc_day');
DROP TABLE dc CASCADE;
