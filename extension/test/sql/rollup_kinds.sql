-- What a rollup may hold and over what: every aggregate against the query itself, rollups of rollups,
-- zones, integer time, dates; and what is refused.
SET timezone = 'UTC';
SET datestyle = 'ISO';
SET client_min_messages = warning;
CREATE TABLE kinds (ts timestamptz NOT NULL, host text COLLATE "C", region varchar(10), i2 smallint, i4 int, i8 bigint, nu numeric(12, 3), f4 real, f8 float8, iv interval, b boolean, tx text)
  PARTITION BY RANGE (ts);
CREATE TABLE kinds_1 PARTITION OF kinds FOR VALUES FROM ('2024-03-01') TO ('2024-04-15');
CREATE TABLE kinds_2 PARTITION OF kinds FOR VALUES FROM ('2024-04-15') TO (MAXVALUE);
INSERT INTO kinds SELECT '2024-03-20'::timestamptz + n * interval '97 minutes', 'h' || n % 3, CASE n % 5 WHEN 0 THEN NULL ELSE 'r' || n % 2 END,
  n % 100, CASE WHEN n % 11 > 0 THEN n * 7 END, n * 1000000007::bigint, n / 7.0, n / 16.0, n / 3.0, n * interval '13 minutes', CASE WHEN n % 13 > 0 THEN n % 4 > 0 END, 't' || n % 17
FROM generate_series(1, 900) n;

CREATE FUNCTION list() RETURNS text LANGUAGE sql AS $$ SELECT
  'count(*) AS c, count(i4) AS ci, sum(i2) AS s2, sum(i4) AS s4, sum(i8) AS s8, sum(nu) AS sn, sum(f4) AS sf4, sum(f8) AS sf8, sum(iv) AS siv,
   avg(i2) AS a2, avg(i4) AS a4, avg(i8) AS a8, avg(nu) AS an, avg(f4) AS af4, avg(f8) AS af8, avg(iv) AS aiv,
   min(tx) AS mi, max(tx) AS ma, min(iv) AS miv, max(ts) AS mts, max(region) AS mr, bool_and(b) AS ba, bool_or(b) AS bo, every(b) AS ev,
   stddev(i4) AS d4, stddev_pop(i8) AS d8, variance(nu) AS vn, var_pop(i2) AS v2, stddev(f8) AS df8, var_samp(f4) AS vf4,
   sealstone.first(tx, ts) AS fi, sealstone.last(nu, ts) AS la, sealstone.last(i4, ts) FILTER (WHERE b) AS lab,
   sum(i4) FILTER (WHERE i4 > 5000) AS sfi, round(avg(nu), 2) + count(*) AS expr, ''$1 and ''''quotes'''' '' || max(tx) AS str,
   sealstone.percentile(sealstone.percentile_sketch(f8), 0.5) AS p50, sealstone.distinct_count(sealstone.distinct_sketch(tx)) AS dt, sealstone.histogram(f8, 0, 1000, 4) AS hi' $$;
-- compare two relations: exact columns exactly, floats and sketches within reordering
CREATE FUNCTION differ(a text, b text) RETURNS TABLE (what text) LANGUAGE plpgsql AS $$
DECLARE c record; n bigint;
BEGIN
  DROP TABLE IF EXISTS pg_temp.one, pg_temp.two;
  EXECUTE format('CREATE TEMP TABLE one AS SELECT * FROM %s', a);
  EXECUTE format('CREATE TEMP TABLE two AS SELECT * FROM %s', b);
  a := 'one'; b := 'two';
  EXECUTE format('SELECT (SELECT count(*) FROM %s) - (SELECT count(*) FROM %s)', a, b) INTO n;
  IF n <> 0 THEN what := format('%s rows more', n); RETURN NEXT; END IF;
  FOR c IN SELECT attname, atttypid::regtype AS type FROM pg_attribute WHERE attrelid = a::regclass AND attnum > 0 AND attname NOT IN ('bucket', 'host', 'region') LOOP
    EXECUTE format('SELECT count(*) FROM %s a FULL JOIN %s b ON a.bucket = b.bucket AND coalesce(a.host, ''-'') = coalesce(b.host, ''-'') AND coalesce(a.region, ''-'') = coalesce(b.region, ''-'') WHERE %s', a, b,
      CASE WHEN c.attname IN ('p50') THEN format('abs(a.%1$I - b.%1$I) > 0.02 * (abs(b.%1$I) + 1)', c.attname)
           WHEN c.type IN ('real', 'double precision') THEN format('(a.%1$I IS NULL) <> (b.%1$I IS NULL) OR abs(a.%1$I - b.%1$I) > 1e-5 * (abs(b.%1$I) + 1e-9)', c.attname)
           ELSE format('a.%1$I::text IS DISTINCT FROM b.%1$I::text', c.attname) END) INTO n;
    IF n <> 0 THEN what := format('%s: %s rows differ', c.attname, n); RETURN NEXT; END IF;
  END LOOP;
END $$;
CREATE FUNCTION truth(name text, bucket text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE VIEW %I AS SELECT %s AS bucket, host, region, %s FROM kinds GROUP BY 1, 2, 3', name, bucket, list());
END $$;

SELECT sealstone.create_rollup('k_hour', 'kinds', '1 hour', list(), 'host, region');
SELECT truth('t_hour', $$sealstone.bucket('1 hour', ts)$$);
SELECT * FROM differ('k_hour', 't_hour');
SELECT sealstone.refresh_rollup('k_hour') > 0 AS refreshed;
SELECT * FROM differ('k_hour', 't_hour');
-- types are those of the query
SELECT a.attname, a.atttypid::regtype, b.atttypid::regtype FROM pg_attribute a JOIN pg_attribute b USING (attname)
WHERE a.attrelid = 'k_hour'::regclass AND b.attrelid = 't_hour'::regclass AND (a.atttypid <> b.atttypid OR a.attcollation <> b.attcollation);

-- rollups of rollups, two levels, fewer groups
SELECT sealstone.create_rollup('k_day', 'k_hour', '1 day', list(), 'host, region');
SELECT sealstone.create_rollup('k_month', 'k_day', '1 month', list(), 'region, host');
SELECT sealstone.create_rollup('k_month_all', 'k_month', '3 months', 'count(*) AS n, avg(i4) AS a, stddev(nu) AS s, first(tx, ts) AS f, last(nu, ts) AS l');
SELECT truth('t_day', $$sealstone.bucket('1 day', ts)$$);
SELECT truth('t_month', $$sealstone.bucket('1 month', ts)$$);
SELECT * FROM differ('k_day', 't_day');
SELECT * FROM differ('k_month', 't_month');
SELECT sealstone.refresh_rollup('k_day') > 0 AS day, sealstone.refresh_rollup('k_month') > 0 AS month, sealstone.refresh_rollup('k_month_all') AS quarter;
SELECT * FROM differ('k_day', 't_day');
SELECT * FROM differ('k_month', 't_month');
INSERT INTO kinds SELECT ts - interval '20 days', host, region, i2, i4 + 1, i8, nu, f4, f8, iv, b, tx FROM kinds WHERE i8 % 50 = 0;
DELETE FROM kinds WHERE i2 = 50;
SELECT rollup, kind, count(*) FROM sealstone.rollup_invalidations WHERE rollup::text LIKE 'k\_%' GROUP BY 1, 2 ORDER BY 1, 2;
SELECT * FROM differ('k_hour', 't_hour');
SELECT * FROM differ('k_day', 't_day');
SELECT * FROM differ('k_month', 't_month');
-- the upper ones first: each is right whatever the others' state
SELECT sealstone.refresh_rollup('k_month') >= 0 AS m, sealstone.refresh_rollup('k_day') >= 0 AS d, sealstone.refresh_rollup('k_hour') >= 0 AS h;
SELECT * FROM differ('k_hour', 't_hour');
SELECT * FROM differ('k_day', 't_day');
SELECT * FROM differ('k_month', 't_month');
SELECT a.* FROM k_month_all a EXCEPT SELECT sealstone.bucket('3 months', ts), count(*), avg(i4), stddev(nu), sealstone.first(tx, ts), sealstone.last(nu, ts) FROM kinds GROUP BY 1;
\set VERBOSITY terse
SELECT sealstone.drop_rollup('k_hour');
\set VERBOSITY default
SELECT sealstone.drop_rollup('k_month_all');
SELECT sealstone.drop_rollup('k_month');
SELECT sealstone.drop_rollup('k_day');
SELECT sealstone.drop_rollup('k_hour');

-- a zone whose day of 2024-03-31 has 23 hours
SELECT sealstone.create_rollup('k_berlin', 'kinds', '1 day', list(), 'host, region', time_zone => 'Europe/Berlin');
SELECT sealstone.create_rollup('k_berlin_month', 'k_berlin', '1 month', 'count(*) AS n, avg(i4) AS a', time_zone => 'Europe/Berlin');
SELECT truth('t_berlin', $$sealstone.bucket('1 day', ts, 'Europe/Berlin')$$);
SELECT sealstone.refresh_rollup('k_berlin') > 0 AS refreshed, sealstone.refresh_rollup('k_berlin_month');
INSERT INTO kinds VALUES ('2024-03-31 21:59:59+00', 'h0', 'r0', 1, 1), ('2024-03-31 22:00:00+00', 'h0', 'r0', 1, 1);
SELECT lo, hi, group_key FROM sealstone.rollup_invalidations WHERE rollup = 'k_berlin'::regclass ORDER BY lo;
SELECT * FROM differ('k_berlin', 't_berlin');
SELECT sealstone.refresh_rollup('k_berlin');
SELECT * FROM differ('k_berlin', 't_berlin');
SELECT * FROM k_berlin_month EXCEPT SELECT sealstone.bucket('1 month', ts, 'Europe/Berlin'), count(*), avg(i4) FROM kinds GROUP BY 1;
SELECT sealstone.drop_rollup('k_berlin_month'); SELECT sealstone.drop_rollup('k_berlin');

-- an expression for a group: buckets are invalidated
SELECT sealstone.create_rollup('k_expr', 'kinds', '1 day', 'count(*) AS n', 'upper(host) AS big');
SELECT sealstone.create_rollup('k_expr', 'kinds', '1 day', 'count(*) AS n', 'upper(host), i4 % 2');
SELECT sealstone.refresh_rollup('k_expr') > 0 AS refreshed;
UPDATE kinds SET host = 'H9' WHERE ts = '2024-03-31 22:00:00+00';
SELECT kind, lo, group_key FROM sealstone.rollup_invalidations WHERE rollup = 'k_expr'::regclass;
SELECT * FROM k_expr EXCEPT SELECT sealstone.bucket('1 day', ts), upper(host), i4 % 2, count(*) FROM kinds GROUP BY 1, 2, 3;
SELECT sealstone.drop_rollup('k_expr');

-- integer time, dates, timestamps
CREATE TABLE ints (t bigint NOT NULL, k int, v int) PARTITION BY RANGE (t);
CREATE TABLE ints_1 PARTITION OF ints FOR VALUES FROM (-1000) TO (0);
CREATE TABLE ints_2 PARTITION OF ints FOR VALUES FROM (0) TO (10000);
INSERT INTO ints SELECT n, n % 3, n FROM generate_series(-500, 2000) n;
SELECT sealstone.create_rollup('i_100', 'ints', NULL, 'sum(v) AS s', 'k', bucket_width => 100);
SELECT sealstone.create_rollup('i_1000', 'i_100', NULL, 'sum(v) AS s', bucket_width => 1000);
SELECT sealstone.refresh_rollup('i_100'), sealstone.refresh_rollup('i_1000', NULL::bigint, 1000);
SELECT watermark, watermark_value, floor_value FROM sealstone.rollup_info WHERE name LIKE 'i\_%' ORDER BY name;
INSERT INTO ints VALUES (-450, 1, 1000), (350, 2, 1000);
SELECT rollup, kind, lo, lo_value, hi_value, group_key FROM sealstone.rollup_invalidations WHERE rollup::text LIKE 'i\_%' ORDER BY 1, 4;
SELECT * FROM i_100 EXCEPT SELECT sealstone.bucket(100::bigint, t), k, sum(v) FROM ints GROUP BY 1, 2;
SELECT * FROM i_1000 ORDER BY 1;
SELECT sealstone.refresh_rollup('i_100', -500, -400), sealstone.refresh_rollup('i_100'), sealstone.refresh_rollup('i_1000');
SELECT * FROM i_100 EXCEPT SELECT sealstone.bucket(100::bigint, t), k, sum(v) FROM ints GROUP BY 1, 2;
SELECT * FROM i_1000 ORDER BY 1;
SELECT sealstone.refresh_rollup('i_100', now());
SELECT sealstone.refresh_rollup('i_100', 'x');
DROP TABLE ints CASCADE;
SELECT count(*) FROM sealstone.rollup_info WHERE name LIKE 'i\_%';
CREATE TABLE days (d date NOT NULL, v int) PARTITION BY RANGE (d);
CREATE TABLE days_1 PARTITION OF days FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
INSERT INTO days SELECT '2024-01-30'::date + n, n FROM generate_series(0, 100) n;
INSERT INTO days VALUES ('-infinity', 1), ('infinity', 2);
SELECT sealstone.create_rollup('d_month', 'days', '1 month', 'count(*) AS n, last(v, d) AS l');
SELECT sealstone.refresh_rollup('d_month');
INSERT INTO days VALUES ('-infinity', 1), ('infinity', 2), ('2024-02-29', 7);
SELECT * FROM d_month ORDER BY 1;
SELECT sealstone.refresh_rollup('d_month');
SELECT * FROM d_month ORDER BY 1;
DROP TABLE days CASCADE;

-- refusals
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'percentile_cont(0.5) WITHIN GROUP (ORDER BY f8)');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'count(DISTINCT host)');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'array_agg(i4)');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'i4');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'count(*) FROM kinds; DROP TABLE kinds');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'count(*) FROM pg_class --');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'count(*) /*');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', '');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'host', 'host');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'count(*)', 'host HAVING true');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'count(*)', 'ROLLUP (host)');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'count(*)', '1');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'count(*)', 'ts::date');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'sum(random())');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'count(*), (SELECT 1)');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'sum(count(*)) OVER ()');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'count(*), count(i4)');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'count(*) AS bucket');
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'sum(no_such)');
SELECT sealstone.create_rollup('bad', 'kinds', '1 month 1 day', 'count(*)');
SELECT sealstone.create_rollup('bad', 'kinds', NULL, 'count(*)', bucket_width => 5);
SELECT sealstone.create_rollup('bad', 'kinds', '1 hour', 'count(*)', time_zone => 'Mars/Base');
SELECT sealstone.create_rollup('bad', 'kinds_1', '1 hour', 'count(*)');
SELECT sealstone.create_rollup('bad', 'pg_class', '1 hour', 'count(*)');
SELECT sealstone.create_rollup(NULL, 'kinds', '1 hour', 'count(*)');
SELECT sealstone.create_rollup('t_hour', 'kinds', '1 hour', 'count(*)');
SELECT sealstone.create_rollup('nowhere.bad', 'kinds', '1 hour', 'count(*)');
SELECT sealstone.refresh_rollup('kinds');
SELECT sealstone.drop_rollup('t_hour');
SELECT sealstone.create_rollup('k_two', 'kinds', '2 hours', 'count(*) AS n', 'host');
SELECT sealstone.create_rollup('bad', 'k_two', '3 hours', 'count(*)');
SELECT sealstone.create_rollup('bad', 'k_two', '1 day', 'count(*)', 'region');
SELECT sealstone.create_rollup('bad', 'k_two', '1 day', 'sum(i4)');
SELECT sealstone.create_rollup('bad', 'k_two', '1 day', 'count(*)', time_zone => 'Europe/Berlin');
BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT sealstone.refresh_rollup('k_two'); ROLLBACK;
BEGIN READ ONLY; SELECT sealstone.refresh_rollup('k_two'); ROLLBACK;
-- what the rollup stands on cannot go unnoticed
\set VERBOSITY terse
ALTER TABLE kinds DROP COLUMN host;
ALTER TABLE kinds ALTER COLUMN host TYPE varchar;
DROP TABLE kinds;
DROP VIEW k_two;
SELECT count(*) FROM sealstone.rollup_info WHERE name = 'k_two';
SELECT count(*) FROM pg_class WHERE relnamespace = 'sealstone_rollup'::regnamespace;
DROP TABLE kinds CASCADE;
DROP FUNCTION list, differ, truth;
