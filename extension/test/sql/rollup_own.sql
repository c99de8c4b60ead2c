-- A transaction sees its own late rows in a rollup from its next command on, as in the table, and nothing of what it rolls back.
SET timezone = 'UTC';
SET client_min_messages = warning;
CREATE TABLE ow (ts timestamptz NOT NULL, host text, v int, PRIMARY KEY (host, ts)) PARTITION BY RANGE (ts);
SELECT format('CREATE TABLE ow_%s PARTITION OF ow FOR VALUES FROM (%L) TO (%L)', d, '2024-01-01'::timestamptz + d * interval '1 day', '2024-01-02'::timestamptz + d * interval '1 day') FROM generate_series(0, 5) d \gexec
INSERT INTO ow SELECT '2024-01-01'::timestamptz + n * interval '10 minutes', 'h' || n % 5, n FROM generate_series(0, 500) n;
SELECT sealstone.create_rollup('ow_hour', 'ow', '1 hour', 'count(*) AS n, sum(v) AS s, max(v) AS m', 'host');
SELECT sealstone.create_rollup('ow_day', 'ow_hour', '1 day', 'count(*) AS n, sum(v) AS s');
SELECT sealstone.refresh_rollup('ow_hour') > 0 AS hour, sealstone.refresh_rollup('ow_day') > 0 AS day;
CALL sealstone.seal('ow_0');
CREATE VIEW hour_truth AS SELECT sealstone.bucket('1 hour', ts) AS bucket, host, count(*) AS n, sum(v) AS s, max(v) AS m FROM ow GROUP BY 1, 2;
CREATE VIEW day_truth AS SELECT sealstone.bucket('1 day', ts) AS bucket, count(*) AS n, sum(v) AS s FROM ow GROUP BY 1;
-- no row: both rollups are what their queries give
CREATE VIEW different AS
  SELECT 'hour' AS rollup, to_jsonb(d) AS row FROM ((TABLE ow_hour EXCEPT ALL TABLE hour_truth) UNION ALL (TABLE hour_truth EXCEPT ALL TABLE ow_hour)) d
  UNION ALL SELECT 'day', to_jsonb(d) FROM ((TABLE ow_day EXCEPT ALL TABLE day_truth) UNION ALL (TABLE day_truth EXCEPT ALL TABLE ow_day)) d;
TABLE different;

-- every kind of write, sealed partition and not
BEGIN;
INSERT INTO ow VALUES ('2024-01-01 05:05', 'h1', 1000), ('2024-01-03 05:05', 'new', 7);
TABLE different;
SELECT n, s FROM ow_hour WHERE bucket = '2024-01-01 05:00' AND host = 'h1';
SELECT n, s FROM ow_hour WHERE bucket = '2024-01-03 05:00' AND host = 'new';
SELECT count(*) AS pending FROM sealstone.rollup_invalidations;
UPDATE ow SET ts = ts + interval '1 day', v = v + 1 WHERE host = 'h2' AND ts < '2024-01-01 03:00';
TABLE different;
DELETE FROM ow WHERE host = 'h3' AND ts < '2024-01-01 12:00';
TABLE different;
INSERT INTO ow SELECT ts, host, 5 FROM ow WHERE ts >= '2024-01-02 10:00' AND ts < '2024-01-02 12:00' ON CONFLICT (host, ts) DO UPDATE SET v = excluded.v;
TABLE different;
COPY ow FROM STDIN;
2024-01-02 06:06+00	copied	1
2024-01-02 07:06+00	copied	2
\.
TABLE different;
INSERT INTO ow_1 VALUES ('2024-01-02 08:06', 'leaf', 1);
TABLE different;
TRUNCATE ow_2;
TABLE different;
DROP TABLE ow_2;
TABLE different;
ROLLBACK;
TABLE different;

-- savepoints, also of PL/pgSQL
BEGIN;
INSERT INTO ow VALUES ('2024-01-01 05:05', 'h1', 1000);
SAVEPOINT a;
INSERT INTO ow VALUES ('2024-01-01 06:05', 'h1', 1000);
TABLE different;
SELECT s FROM ow_hour WHERE bucket = '2024-01-01 06:00' AND host = 'h1';
ROLLBACK TO a;
TABLE different;
SELECT s FROM ow_hour WHERE bucket = '2024-01-01 05:00' AND host = 'h1';
SELECT s FROM ow_hour WHERE bucket = '2024-01-01 06:00' AND host = 'h1';
DO $$
DECLARE inside bigint;
BEGIN
  BEGIN
    INSERT INTO ow VALUES ('2024-01-01 06:05', 'h1', 1000);
    SELECT s INTO inside FROM ow_hour WHERE bucket = '2024-01-01 06:00' AND host = 'h1';
    RAISE EXCEPTION 'undone at %', inside;
  EXCEPTION WHEN raise_exception THEN RAISE WARNING '%', sqlerrm;
  END;
END $$;
TABLE different;
COMMIT;
TABLE different;

-- the statement itself sees its rows in neither, a statement that one of its functions runs in both
BEGIN;
WITH i AS (INSERT INTO ow VALUES ('2024-01-02 05:05', 'h1', 1) RETURNING *) SELECT (SELECT count(*) FROM i) AS inserted, sum(n) AS n, (SELECT count(*) FROM ow) AS rows FROM ow_hour;
INSERT INTO ow SELECT bucket + interval '9 minutes', 'from_' || host, s FROM ow_hour WHERE bucket < '2024-01-02';
TABLE different;
CREATE FUNCTION see_both(k int) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF k = 1 THEN CREATE TEMP TABLE noise AS SELECT 1; END IF;
  RETURN (SELECT sum(n) FROM ow_hour) || ' ' || (SELECT count(*) FROM ow) || ' ' || (SELECT count(*) FROM different);
END $$;
INSERT INTO ow SELECT '2024-01-02 00:01'::timestamptz + k * interval '2 hours', see_both(k), 1 FROM generate_series(1, 4) k;
SELECT host FROM ow WHERE v = 1 AND host LIKE '% % %' ORDER BY ts;
TABLE different;
ROLLBACK;

-- a cursor stays as it was when it was opened, however far it has been read and whatever is noted meanwhile
BEGIN;
CREATE TEMP TABLE before ON COMMIT DROP AS TABLE ow_hour;
DECLARE c CURSOR FOR SELECT * FROM ow_hour;
CREATE TEMP TABLE got ON COMMIT DROP AS TABLE ow_hour WITH NO DATA;
CREATE FUNCTION take(k int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE c refcursor := 'c'; r ow_hour; taken int := 0;
BEGIN
  WHILE taken < k LOOP
    FETCH c INTO r;
    EXIT WHEN NOT FOUND;
    INSERT INTO got SELECT r.*;
    taken := taken + 1;
  END LOOP;
  RETURN taken;
END $$;
INSERT INTO ow VALUES ('2024-01-01 07:05', 'h1', 1), ('2024-01-02 07:05', 'h2', 1);
SELECT take(3);
DELETE FROM ow WHERE host = 'h4';
SELECT take(50);
INSERT INTO ow SELECT ts + interval '1 second', 'all', 3 FROM ow;
SELECT take(10000) > 0 AS rest;
SELECT count(*) FROM ((TABLE got EXCEPT ALL TABLE before) UNION ALL (TABLE before EXCEPT ALL TABLE got)) d;
TABLE different;
ROLLBACK;

-- nor when pairs become buckets and buckets a range under it, before, between and after its first row
CREATE PROCEDURE coarsen(first int) LANGUAGE plpgsql AS $$
DECLARE c refcursor; r ow_hour; n int := 0; wrong int;
BEGIN
  CREATE TEMP TABLE got AS TABLE ow_hour WITH NO DATA;
  INSERT INTO ow VALUES ('2024-01-02 07:05', 'h1', 1), ('2024-01-02 08:05', 'h1', 1);
  CREATE TEMP TABLE before AS TABLE ow_hour;
  OPEN c FOR SELECT * FROM ow_hour;
  LOOP
    IF n >= first AND n < first + 12 THEN
      INSERT INTO ow VALUES ('2024-01-01 09:05'::timestamptz + (n - first) * interval '1 hour', 'x' || n, 1);
      IF n = first + 6 THEN
        DELETE FROM ow WHERE ts > '2024-01-03' AND ts < '2024-01-03 05:00';
      END IF;
      SELECT count(*) INTO wrong FROM different;
      IF wrong > 0 THEN RAISE EXCEPTION 'different in step %', n; END IF;
    END IF;
    FETCH c INTO r;
    EXIT WHEN NOT FOUND;
    INSERT INTO got SELECT r.*;
    n := n + 1;
  END LOOP;
  SELECT count(*) INTO wrong FROM ((TABLE got EXCEPT ALL TABLE before) UNION ALL (TABLE before EXCEPT ALL TABLE got)) d;
  IF wrong > 0 THEN RAISE EXCEPTION '% rows of the cursor are wrong', wrong; END IF;
  SELECT count(*) INTO wrong FROM different;
  IF wrong > 0 THEN RAISE EXCEPTION 'different at the end'; END IF;
END $$;
SET sealstone.rollup_pair_limit = 4;
SET sealstone.rollup_bucket_limit = 6;
BEGIN; CALL coarsen(0); ROLLBACK;
BEGIN; CALL coarsen(1); ROLLBACK;
BEGIN; CALL coarsen(200); ROLLBACK;
RESET sealstone.rollup_pair_limit;
BEGIN; CALL coarsen(1); ROLLBACK;
RESET sealstone.rollup_bucket_limit;
BEGIN; CALL coarsen(1); ROLLBACK;
SET sealstone.rollup_pair_limit = 1;
SET sealstone.rollup_bucket_limit = 3;
BEGIN; CALL coarsen(1); ROLLBACK;
-- from pairs to a range at once, by limits lowered meanwhile
RESET sealstone.rollup_pair_limit;
RESET sealstone.rollup_bucket_limit;
BEGIN;
DO $$
DECLARE c refcursor; r ow_hour; n int := 1; expected int;
BEGIN
  FOR i IN 0..5 LOOP
    INSERT INTO ow VALUES ('2024-01-02 07:05'::timestamptz + i * interval '1 hour', 'h1', 1);
  END LOOP;
  SELECT count(*) INTO expected FROM ow_hour;
  OPEN c FOR SELECT * FROM ow_hour;
  FETCH c INTO r;
  PERFORM set_config('sealstone.rollup_pair_limit', '1', true), set_config('sealstone.rollup_bucket_limit', '1', true);
  INSERT INTO ow VALUES ('2024-01-01 07:05', 'h1', 1);
  LOOP
    FETCH c INTO r;
    EXIT WHEN NOT FOUND;
    n := n + 1;
  END LOOP;
  RAISE WARNING 'as many rows: %', n = expected;
END $$;
TABLE different;
ROLLBACK;
-- a range that grows both ways
SET sealstone.rollup_pair_limit = 1;
SET sealstone.rollup_bucket_limit = 1;
BEGIN;
INSERT INTO ow VALUES ('2024-01-02 12:05', 'r', 1);
INSERT INTO ow VALUES ('2024-01-02 13:05', 'r', 1);
TABLE different;
INSERT INTO ow VALUES ('2024-01-02 15:05', 'r', 1);
TABLE different;
INSERT INTO ow VALUES ('2024-01-01 01:05', 'r', 1);
TABLE different;
ROLLBACK;
RESET sealstone.rollup_pair_limit;
RESET sealstone.rollup_bucket_limit;

-- one snapshot for all
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT count(*) FROM ow_hour WHERE host = 'rr';
INSERT INTO ow VALUES ('2024-01-02 12:05', 'rr', 1);
SELECT count(*) FROM ow_hour WHERE host = 'rr';
TABLE different;
ROLLBACK;
BEGIN ISOLATION LEVEL SERIALIZABLE;
INSERT INTO ow VALUES ('2024-01-02 12:05', 'rr', 1);
TABLE different;
ROLLBACK;

-- kept plans
PREPARE of_host AS SELECT sum(n) AS n, sum(s) AS s FROM ow_hour WHERE host = $1;
SET plan_cache_mode = force_generic_plan;
EXECUTE of_host('kept');
BEGIN;
INSERT INTO ow VALUES ('2024-01-02 12:05', 'kept', 4);
EXECUTE of_host('kept');
SAVEPOINT a;
INSERT INTO ow VALUES ('2024-01-02 12:06', 'kept', 5);
EXECUTE of_host('kept');
ROLLBACK TO a;
EXECUTE of_host('kept');
COMMIT;
EXECUTE of_host('kept');
RESET plan_cache_mode;

-- parallel plans, kept or not: workers know nothing of this transaction's memory
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET min_parallel_index_scan_size = 0;
SET max_parallel_workers_per_gather = 2; SET enable_indexscan = off; SET enable_bitmapscan = off;
CREATE FUNCTION workers(stage text, query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE line text; found boolean := false;
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ' || query LOOP
    found := found OR line ~ ('Workers ' || stage || ': [1-9]');
  END LOOP;
  RETURN found;
END $$;
PREPARE parallel_sum AS SELECT sum(s) FROM ow_hour WHERE bucket < '2024-01-03';
SELECT workers('Planned', 'SELECT sum(s) FROM ow_hour WHERE bucket < ''2024-01-03''') AS planned;
BEGIN;
INSERT INTO ow VALUES ('2024-01-02 12:05', 'parallel', 4);
SELECT workers('Launched', 'SELECT sum(s) FROM ow_hour WHERE bucket < ''2024-01-03''') AS launched;
EXECUTE parallel_sum;
SELECT sum(v) FROM ow WHERE ts < '2024-01-03';
TABLE different;
ROLLBACK;
EXECUTE parallel_sum;
BEGIN;
INSERT INTO ow VALUES ('2024-01-02 12:05', 'parallel', 4);
EXECUTE parallel_sum;
ROLLBACK;
RESET parallel_setup_cost; RESET parallel_tuple_cost; RESET min_parallel_table_scan_size; RESET min_parallel_index_scan_size;
RESET max_parallel_workers_per_gather; RESET enable_indexscan; RESET enable_bitmapscan;

-- rows past the watermark that the transaction's own refresh takes up, and what it writes after that
BEGIN;
INSERT INTO ow VALUES ('2024-01-05 12:05', 'ahead', 1), ('2024-01-06 12:05', 'ahead', 1), ('2024-01-02 12:05', 'ahead', 1);
TABLE different;
SELECT sealstone.refresh_rollup('ow_hour') > 0 AS hour, sealstone.refresh_rollup('ow_day') > 0 AS day;
TABLE different;
INSERT INTO ow VALUES ('2024-01-05 12:06', 'ahead', 1), ('2024-01-02 12:06', 'ahead', 1);
TABLE different;
DELETE FROM ow WHERE host = 'ahead' AND ts < '2024-01-06';
TABLE different;
DECLARE held CURSOR WITH HOLD FOR SELECT count(*), sum(s) FROM ow_hour WHERE host = 'ahead';
COMMIT;
FETCH held;
CLOSE held;
TABLE different;

-- what DDL brings and takes
BEGIN;
ALTER TABLE ow DETACH PARTITION ow_2;
TABLE different;
INSERT INTO ow_2 VALUES ('2024-01-03 12:05', 'away', 1);
TABLE different;
ALTER TABLE ow ATTACH PARTITION ow_2 FOR VALUES FROM ('2024-01-03') TO ('2024-01-04');
TABLE different;
SELECT sealstone.invalidate_rollup('ow_hour', '2024-01-01'::timestamptz, '2024-01-02'::timestamptz);
TABLE different;
ROLLBACK;
TABLE different;

SELECT * FROM sealstone.verify_rollup('ow_hour');
SELECT sealstone.refresh_rollup('ow_hour') >= 0 AS hour, sealstone.refresh_rollup('ow_day') >= 0 AS day;
TABLE different;
CLOSE ALL;
DROP TABLE ow CASCADE;
DROP FUNCTION IF EXISTS see_both, take, workers;
