-- Aggregates of sealed partitions by columns: every answer beside the one without our path; sealed, live and default
-- partitions, late, superseded and deleted rows, NULLs, extremes of types; grouped by columns, buckets, expressions.
-- Floats are multiples of an eighth, so that sums are exact in any order.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE SCHEMA read_aggregate;
SET search_path = read_aggregate;

-- compare(query): one row where it differs, or is not ours and should be
CREATE FUNCTION digest(query text, OUT answer text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'SELECT count(*) || '' '' || coalesce(md5(string_agg(x::text, ''|'' ORDER BY x::text)), '''') FROM (' || query || ') x' INTO answer;
EXCEPTION WHEN OTHERS THEN
	answer := SQLERRM;
END $$;
CREATE FUNCTION is_ours(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		IF line LIKE '%SealstoneAggregate%' THEN RETURN true; END IF;
	END LOOP;
	RETURN false;
END $$;
CREATE FUNCTION compare(query text, ours boolean = true) RETURNS TABLE (problem text, without text, with_ text) LANGUAGE plpgsql AS $$
DECLARE expected text; got text;
BEGIN
	PERFORM set_config('sealstone.enable_aggregate', 'off', true);
	expected := digest(query);
	PERFORM set_config('sealstone.enable_aggregate', 'on', true);
	got := digest(query);
	IF got <> expected THEN RETURN QUERY SELECT 'differs: ' || query, expected, got; END IF;
	IF is_ours(query) <> ours THEN RETURN QUERY SELECT CASE WHEN ours THEN 'not ours: ' ELSE 'ours: ' END || query, expected, got; END IF;
END $$;

CREATE TABLE m (ts timestamptz NOT NULL, host text, i2 smallint, i4 int, i8 bigint, f4 real, f8 float8, n numeric, b boolean,
	d date, s text COLLATE "C", iv interval, u uuid, cash money, tz timestamp, dropped int) PARTITION BY RANGE (ts);
CREATE TABLE m1 PARTITION OF m FOR VALUES FROM ('2026-01-01') TO ('2026-01-02');
CREATE TABLE m2 PARTITION OF m FOR VALUES FROM ('2026-01-02') TO ('2026-01-03');
CREATE TABLE m3 PARTITION OF m FOR VALUES FROM ('2026-01-03') TO ('2026-01-04');
CREATE TABLE m_default PARTITION OF m DEFAULT;
CREATE INDEX ON m (host, ts);
CREATE FUNCTION fill(steps int, hosts int[], every int) RETURNS void LANGUAGE sql AS $$
	INSERT INTO m SELECT timestamptz '2026-01-01' + i * interval '25 s', CASE WHEN h <> 4 THEN 'h' || h END, i % 100, nullif(i % 1000, 7), i::bigint << 40,
		(i % 64) / 8.0, CASE WHEN i % 9 <> 0 THEN (i * 37 % 4096) / 8.0 END, nullif(i % 1000, 3) / 8.0, i % 3 = 0, date '2026-01-01' + i % 40,
		CASE WHEN i % 7 <> 0 THEN 's' || i % 5 END, i % 24 * interval '1 h', md5((i % 10)::text)::uuid, i * '0.25'::money,
		timestamp '2026-01-01' + i * interval '25 s', i
	FROM generate_series(0, steps - 1, every) i, unnest(hosts) h
$$;
SELECT fill(3 * 3456, '{0,1,2,3,4}', 1);
ALTER TABLE m DROP COLUMN dropped;
CALL sealstone.seal('m1');
CALL sealstone.seal('m2');
ALTER TABLE m ADD COLUMN later int DEFAULT 5;
ANALYZE m;

CREATE TABLE questions (id int GENERATED ALWAYS AS IDENTITY, query text);
INSERT INTO questions (query)
SELECT format('SELECT %s %s FROM m %s %s', key || CASE WHEN key <> '' THEN ',' ELSE '' END, aggs, cond, CASE WHEN key <> '' THEN 'GROUP BY ' || key ELSE '' END)
FROM unnest(ARRAY['',
		'host', 's', 'b', 'i2', 'host, b', 'later', 'u', 'iv', 'n', 'd',
		'date_trunc(''hour'', ts)', 'date_trunc(''day'', ts, ''Australia/Lord_Howe'')', 'date_trunc(''month'', tz)',
		'date_bin(''7 min'', ts, ''2000-01-01'')', 'host, sealstone.bucket(''15 min'', ts)', 'sealstone.bucket(''1 day'', ts, ''America/St_Johns'')',
		'sealstone.bucket(3, i4)', 'sealstone.bucket(''7 days''::interval, d)', 'i4 % 4', 'upper(s), b']) key,
	unnest(ARRAY[
		'count(*)',
		'count(s), sum(i2), sum(i4), sum(i8), avg(i2), avg(i4), avg(i8), sum(f4), sum(f8), avg(f4), avg(f8), sum(n), avg(n), sum(cash), sum(iv)',
		'min(i2), max(i2), min(i4), max(i4), min(i8), max(i8), min(f4), max(f4), min(f8), max(f8), min(n), max(n), min(ts), max(ts), min(d), max(d), min(s), max(s), min(tz), max(tz), min(cash), max(cash), min(iv), max(iv), max(host)',
		'bool_and(b), bool_or(b), every(i2 > 5), bit_and(i4), bit_or(i4), count(*) FILTER (WHERE b), sum(i4) FILTER (WHERE i2 > 50), avg(1000 / i2) FILTER (WHERE i2 <> 0), sum(i4 + 1), max(i2 * later)',
		'stddev(i4), variance(i2), var_pop(n), regr_count(i4, i2), sealstone.first(i4, ts), sealstone.last(s, ts), round(stddev(f8)::numeric, 6), round(avg(f8)::numeric, 6)',
		'max(later), sum(later), count(later), sum(later * 2), avg(f8)']) aggs,
	unnest(ARRAY['', 'WHERE f8 > 256', 'WHERE host IN (''h1'', ''h3'') AND ts >= ''2026-01-01 06:00'' AND ts < ''2026-01-03 07:30''',
		'WHERE i4 % 5 = 2 AND s IS NOT NULL', 'WHERE ts < ''2026-01-02 12:00''', 'WHERE i4 < 0']) cond;
-- once for each path of reading: all from columns, then with late and changed rows
SELECT c.* FROM questions, compare(query, is_ours(query)) c WHERE id % 7 = 0;
SELECT count(*) FILTER (WHERE is_ours(query)) * 2 > count(*) AS mostly_ours FROM questions WHERE id % 7 = 0;
SELECT fill(4 * 3456, '{3,4,5}', 13);
DELETE FROM m WHERE i2 = 17;
UPDATE m SET i4 = i4 + 1, f8 = f8 + 8 WHERE i2 = 31;
SELECT count(*) FROM m1 WHERE ctid < '(2147483648,0)';
SELECT c.* FROM questions, compare(query, is_ours(query)) c WHERE id % 7 = 3;

-- groups beyond memory come out in parts
SET work_mem = '64kB';
SELECT * FROM compare('SELECT i8, host, count(*), min(s), sum(i4) FROM m1 GROUP BY 1, 2', is_ours('SELECT i8, host, count(*), min(s), sum(i4) FROM m1 GROUP BY 1, 2'));
SET enable_hashagg = off;
SELECT * FROM compare('SELECT host, count(*), max(f8) FROM m1 GROUP BY 1');
RESET enable_hashagg;
RESET work_mem;

-- workers
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
CREATE FUNCTION is_parallel(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE line text; parallel boolean := false;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		parallel := parallel OR line LIKE '%Gather%';
	END LOOP;
	RETURN parallel;
END $$;
SELECT count(*) FILTER (WHERE is_parallel(query) AND is_ours(query)) > 10 AS parallel FROM questions WHERE id % 13 = 0;
SELECT c.* FROM questions, compare(query, is_ours(query)) c WHERE id % 13 = 0;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
RESET max_parallel_workers_per_gather;

-- what is answered from the directory
CREATE FUNCTION shown(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ' || query LOOP
		IF line ~ 'Sealstone|Row Groups|Pages|Late|Filter' THEN
			RETURN NEXT regexp_replace(line, 'rows=([0-9]+)(\.00)? loops', 'rows=\1 loops');
		END IF;
	END LOOP;
END $$;
CREATE TABLE whole (host text, ts timestamptz NOT NULL, x int, f float8, t text);
INSERT INTO whole SELECT 'h' || i / 8192, timestamptz '2026-01-01' + (i % 8192) * interval '1 s', i, i / 8.0, 't' || i % 3 FROM generate_series(0, 4 * 8192 - 1) i;
CREATE INDEX ON whole (host, ts);
CALL sealstone.seal('whole');
ANALYZE whole;
SELECT shown('SELECT count(*), sum(x), avg(f), min(t), max(ts) FROM whole');
SELECT * FROM compare('SELECT count(*), sum(x), avg(f), min(t), max(ts) FROM whole');
SELECT shown('SELECT host, max(f), count(*) FROM whole GROUP BY host');
SELECT * FROM compare('SELECT host, max(f), count(*) FROM whole GROUP BY host');
SELECT shown('SELECT count(*), sum(x) FROM whole WHERE x >= 8192 AND x < 20000');
SELECT * FROM compare('SELECT count(*), sum(x) FROM whole WHERE x >= 8192 AND x < 20000');
SELECT shown('SELECT date_trunc(''day'', ts), sum(f) FROM whole GROUP BY 1');
SELECT * FROM compare('SELECT date_trunc(''day'', ts), sum(f) FROM whole GROUP BY 1');
DELETE FROM whole WHERE x = 9000;
SELECT shown('SELECT count(*), sum(x), avg(f), min(t), max(ts) FROM whole');
SELECT * FROM compare('SELECT count(*), sum(x), avg(f), min(t), max(ts) FROM whole');

-- extremes of floats and integers, and errors
CREATE TABLE odd (k int, x float8, y float4, z bigint, w int);
CREATE PROCEDURE odd_rows(x float8[], y float4[], z bigint[]) LANGUAGE plpgsql AS $$
BEGIN
	DROP TABLE odd;
	CREATE TABLE odd (k int, x float8, y float4, z bigint, w int);
	INSERT INTO odd SELECT i / 700, CASE WHEN i % 500 = 0 THEN x[1 + i / 500] ELSE i / 8.0 END, CASE WHEN i % 500 = 0 THEN y[1 + i / 500] ELSE i / 8.0 END,
		CASE WHEN i % 500 = 0 THEN z[1 + i / 500] ELSE i END, 2147483647 - i FROM generate_series(0, 2499) i;
	CREATE INDEX ON odd (k, w);
	CALL sealstone.seal('odd');
	ANALYZE odd;
END $$;
CREATE FUNCTION near(x float8) RETURNS text LANGUAGE sql AS $$
	SELECT CASE WHEN x IN ('NaN', 'Infinity', '-Infinity', 0) THEN x::text ELSE round((x / 10.0 ^ floor(log(abs(x))))::numeric, 8) || 'e' || floor(log(abs(x))) END
$$;
CREATE FUNCTION odd_questions() RETURNS TABLE (problem text, without text, with_ text) LANGUAGE sql AS $$
	SELECT c.* FROM unnest(ARRAY['sum(x)', 'avg(x)', 'min(x) + 0, max(x) + 0', 'near(variance(x))', 'near(avg(x)), near(variance(x))', 'near(avg(y)), near(var_pop(y))', 'sum(y)', 'min(y) + 0, max(y) + 0',
			'sum(z), avg(z), min(z), max(z)', 'sum(w), avg(w)', 'count(x)']) a, unnest(ARRAY['', 'k,']) k, unnest(ARRAY['', 'WHERE k = 1', 'WHERE x > 100', 'WHERE w % 2 = 0']) w,
		compare(format('SELECT %s %s FROM odd %s %s', k, a, w, CASE WHEN k <> '' THEN 'GROUP BY k' ELSE '' END),
			is_ours(format('SELECT %s %s FROM odd %s %s', k, a, w, CASE WHEN k <> '' THEN 'GROUP BY k' ELSE '' END))) c
$$;
CALL odd_rows('{NaN,1,2,3,4}', '{1,2,NaN,3,4}', '{9223372036854775807,9223372036854775807,-9223372036854775808,0,1}');
SELECT * FROM odd_questions();
CALL odd_rows('{Infinity,1,2,3,4}', '{Infinity,-Infinity,NaN,3,4}', '{-9223372036854775808,-9223372036854775808,-9223372036854775808,-9223372036854775808,-1}');
SELECT * FROM odd_questions();
CALL odd_rows('{Infinity,1,-Infinity,NaN,4}', '{-0,0,0,0,0}', '{NULL,NULL,NULL,NULL,NULL}');
SELECT * FROM odd_questions();
CALL odd_rows('{1e308,1e308,1,1,1}', '{3e38,3e38,3,3,3}', '{1,2,3,4,5}');
SELECT * FROM odd_questions();
CALL odd_rows('{1e200,1,1,1,1}', '{1e-45,1,1,1,1}', '{1,2,3,4,5}');
SELECT * FROM odd_questions();
CALL odd_rows('{NULL,NULL,NULL,NULL,NULL}', '{NULL,NULL,NULL,NULL,NULL}', '{NULL,NULL,NULL,NULL,NULL}');
SELECT * FROM odd_questions();
SELECT sum(x) FROM odd WHERE x IS NULL;

-- buckets where the clock is set back and forward, before 1970, and at the ends of time
CREATE TABLE clock (k int, ts timestamptz, t timestamp, i bigint);
INSERT INTO clock SELECT 1, timestamptz '2024-10-05 00:00 UTC' + i * interval '7 min', timestamp '1969-12-30' + i * interval '7 min', i - 500 FROM generate_series(0, 1500) i;
INSERT INTO clock SELECT 2, timestamptz '2006-10-29 00:00 UTC' + i * interval '30 s', timestamp '2000-02-28' + i * interval '7 min', i * 3 FROM generate_series(0, 1500) i;
INSERT INTO clock SELECT 3, timestamptz '2024-03-30 00:00 UTC' + i * interval '11 min', timestamp '2000-02-28' + i * interval '1 day', -i FROM generate_series(0, 1500) i;
INSERT INTO clock VALUES (4, 'infinity', '-infinity', 9223372036854775807), (4, '-infinity', 'infinity', -9223372036854775808),
	(4, '4713-01-01 00:00:00 BC', '294276-12-31 23:59:59', 0), (4, NULL, NULL, NULL), (4, '0001-01-01', '9999-12-31 23:00', 1);
CREATE INDEX ON clock (k, ts);
CALL sealstone.seal('clock');
ANALYZE clock;
SELECT c.zone, r.* FROM unnest(ARRAY['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Sao_Paulo', 'Pacific/Apia']) c(zone),
	LATERAL (SELECT set_config('timezone', zone, true)) z,
	unnest(ARRAY['hour', 'day', 'week', 'month', 'quarter', 'year', 'minute', 'decade']) unit,
	LATERAL (SELECT format('SELECT date_trunc(%L, ts), count(*), sum(i::numeric) FROM clock WHERE isfinite(ts) GROUP BY 1', unit) q
		UNION ALL SELECT format('SELECT date_trunc(%L, t), k, count(*), sum(i::numeric) FROM clock GROUP BY 1, 2', unit)
		UNION ALL SELECT format('SELECT date_trunc(%L, ts, %L), max(i) FROM clock WHERE k < 4 GROUP BY 1', unit, zone)) q,
	compare(q.q, is_ours(q.q)) r;
SET timezone = 'UTC';
SELECT r.* FROM unnest(ARRAY['sealstone.bucket(''1 day'', ts, ''America/St_Johns'')', 'sealstone.bucket(''1 hour'', ts, ''Australia/Lord_Howe'')',
		'sealstone.bucket(''1 month'', ts)', 'sealstone.bucket(''6 hours'', ts, ''Europe/Berlin'')', 'sealstone.bucket(7, i)', 'sealstone.bucket(7, i, 3)',
		'date_bin(''13 min'', ts, ''2024-01-01'')', 'date_bin(''13 min'', ts, ''2030-01-01'')', 'date_bin(''1 hour'', t, ''2000-01-01 00:30'')']) key,
	LATERAL (SELECT format('SELECT %s, count(*), max(i) FROM clock WHERE k < 4 GROUP BY 1', key) q) q, compare(q, is_ours(q)) r;

-- planned once, run with other values; under a parameter of an outer query
PREPARE p(text, timestamptz) AS SELECT count(*), sum(x), max(f) FROM whole WHERE host = $1 AND ts < $2;
SET plan_cache_mode = force_generic_plan;
EXPLAIN (COSTS OFF) EXECUTE p('h1', '2026-01-01 01:00');
EXECUTE p('h1', '2026-01-01 01:00');
EXECUTE p('h2', '2026-01-01 00:00:10');
EXECUTE p('nobody', 'infinity');
EXECUTE p(NULL, NULL);
RESET plan_cache_mode;
SELECT h, (SELECT max(x) FROM whole WHERE host = h) AS x, (SELECT count(*) FROM whole WHERE host = h AND x % 2 = 0) AS even FROM unnest('{h0,h3,h9}'::text[]) h;
SELECT h, g.* FROM unnest('{h0,h3}'::text[]) h, LATERAL (SELECT t, count(*), min(x) FROM whole WHERE host = h GROUP BY t ORDER BY t) g;

-- what is not ours
SELECT r.* FROM unnest(ARRAY['SELECT count(DISTINCT x) FROM whole', 'SELECT array_agg(x) FROM whole', 'SELECT string_agg(t, '','' ORDER BY x) FROM whole',
	'SELECT host, t, count(*) FROM whole GROUP BY GROUPING SETS ((host), (t))', 'SELECT count(whole) FROM whole', 'SELECT max(ctid) FROM whole',
	'SELECT sum(x) FROM whole WHERE random() >= 0', 'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x) FROM whole',
	'SELECT count(*) FROM whole WHERE x IN (SELECT w FROM odd)', 'SELECT count(*) FROM whole a JOIN odd USING (x)', 'SELECT tableoid, count(*) FROM whole GROUP BY 1']) q,
	compare(q, false) r WHERE q NOT LIKE '%JOIN%';

-- HAVING, windows over aggregates, set operations, more than one use, columns that a primary key determines
SELECT r.* FROM unnest(ARRAY['SELECT host, max(x) FROM whole GROUP BY host HAVING count(*) > 8191 AND min(f) > 10', 'SELECT host, sum(count(*)) OVER (ORDER BY host) FROM whole GROUP BY host',
	'SELECT count(*) FROM whole UNION ALL SELECT sum(x) FROM whole', 'SELECT max(c) FROM (SELECT host, count(*) c FROM whole GROUP BY host) q',
	'SELECT host FROM whole GROUP BY host', 'SELECT DISTINCT host, t FROM whole', 'SELECT count(*) FROM whole HAVING count(*) > 1000000',
	'SELECT host, count(*) FROM whole WHERE host = ''h1'' GROUP BY host', 'SELECT host, count(*) FROM whole WHERE host = ''none'' GROUP BY host']) q, compare(q, is_ours(q)) r;

-- no clause of a user's runs before those that hide rows, nor an argument before its filter
CREATE ROLE sealstone_agg_reader;
CREATE FUNCTION spy(int) RETURNS boolean LANGUAGE plpgsql STABLE COST 0.0001 AS $$ BEGIN RAISE NOTICE 'saw %', $1; RETURN true; END $$;
GRANT USAGE ON SCHEMA read_aggregate TO sealstone_agg_reader;
GRANT SELECT ON whole TO sealstone_agg_reader;
ALTER TABLE whole ENABLE ROW LEVEL SECURITY;
CREATE POLICY visible ON whole USING (x % 16384 = 5);
SET client_min_messages = notice;
SET sealstone.enable_column_scan = off;
SET enable_seqscan = off;
SET ROLE sealstone_agg_reader;
EXPLAIN (COSTS OFF) SELECT sum(x), count(*) FROM whole WHERE host <> 'h9' AND spy(x);
SELECT sum(x), count(*) FROM whole WHERE host <> 'h9' AND spy(x);
EXPLAIN (COSTS OFF) SELECT sum(1 / (x - 5)) FILTER (WHERE x <> 5), count(*) FROM whole;
SELECT sum(16384 / (x - 5)) FILTER (WHERE x <> 5), count(*) FROM whole;
RESET ROLE;
RESET sealstone.enable_column_scan;
RESET enable_seqscan;
REVOKE SELECT ON whole FROM sealstone_agg_reader;
GRANT SELECT (x) ON whole TO sealstone_agg_reader;
SET ROLE sealstone_agg_reader;
SELECT max(f) FROM whole;
RESET ROLE;
SET client_min_messages = warning;
DROP SCHEMA read_aggregate CASCADE;
DROP ROLE sealstone_agg_reader;
