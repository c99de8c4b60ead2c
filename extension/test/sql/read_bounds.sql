-- Bounds computed while planning leave out partitions and never change an answer: not in a cached plan,
-- not when the clock is set back after it was made.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE SCHEMA read_bounds;
SET search_path = read_bounds;
-- aggregates would be planned another way
SET sealstone.enable_aggregate = off;

CREATE TABLE t (ts timestamptz NOT NULL, host text, n int) PARTITION BY RANGE (ts);
CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM ('2001-01-01') TO ('2002-01-01');
CREATE TABLE t_2 PARTITION OF t FOR VALUES FROM ('2002-01-01') TO ('2003-01-01');
CREATE TABLE t_3 PARTITION OF t FOR VALUES FROM ('2020-01-01') TO ('2055-01-01');
CREATE TABLE t_4 PARTITION OF t FOR VALUES FROM ('2100-01-01') TO ('2200-01-01');
INSERT INTO t SELECT timestamptz '2001-03-01' + i * interval '1 hour', 'host_' || i % 3, i FROM generate_series(0, 99) i;
INSERT INTO t SELECT timestamptz '2002-03-01' + i * interval '1 hour', 'host_' || i % 3, i FROM generate_series(0, 99) i;
INSERT INTO t SELECT timestamptz '2049-03-01' + i * interval '1 hour', 'host_' || i % 3, i FROM generate_series(0, 99) i;
INSERT INTO t SELECT timestamptz '2150-03-01' + i * interval '1 hour', 'host_' || i % 3, i FROM generate_series(0, 99) i;
CALL sealstone.seal('t_1', '{host,ts}');
CALL sealstone.seal('t_3', '{host,ts}');
CREATE TABLE hosts (host text);
INSERT INTO hosts VALUES ('host_0'), ('host_2');
ANALYZE t, hosts;
CREATE VIEW v AS SELECT ts, host, n FROM t UNION ALL SELECT now(), 'extra', 0;

-- partitions in the plan, whether bounds are in it, and whether the answer is that without them
CREATE FUNCTION planned(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	line text;
	seen text[] := '{}';
	bound bool := false;
	expected text;
	got text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		seen := seen || ARRAY(SELECT m[1] FROM regexp_matches(line, ' on (t_\d|u_\d|d_\d)', 'g') m);
		bound := bound OR line LIKE '%Bounds: %';
	END LOOP;
	SELECT coalesce(string_agg(DISTINCT s, ' ' ORDER BY s), 'none') INTO line FROM unnest(seen) s;
	IF query LIKE 'SELECT%' OR query LIKE 'WITH%' THEN
		EXECUTE format('SELECT count(*) || '' '' || coalesce(md5(string_agg(q::text, ''|'' ORDER BY q::text)), '''') FROM (%s) q', query) INTO got;
		SET LOCAL sealstone.enable_plan_bounds = off;
		EXECUTE format('SELECT count(*) || '' '' || coalesce(md5(string_agg(q::text, ''|'' ORDER BY q::text)), '''') FROM (%s) q', query) INTO expected;
		SET LOCAL sealstone.enable_plan_bounds = on;
	END IF;
	RETURN line || CASE WHEN bound THEN ', bounded' ELSE '' END ||
		CASE WHEN got IS DISTINCT FROM expected THEN ', WRONG: ' || got || ' for ' || expected ELSE '' END;
END $$;

SELECT planned('SELECT n FROM t WHERE ts >= now() - interval ''1 hour''');
SELECT planned('SELECT n FROM t WHERE ts > current_timestamp - ''1 day''::interval AND n < 50');
SELECT planned('SELECT n FROM t WHERE now() - interval ''1 month'' < ts');
SELECT planned('SELECT n FROM t WHERE ts BETWEEN now() - interval ''1 hour'' AND now() + interval ''100 years''');
SELECT planned('SELECT n FROM t WHERE ts >= date_trunc(''day'', now())');
SELECT planned('SELECT n FROM t WHERE ts >= current_date');
SELECT planned('SELECT n FROM t WHERE ts >= current_date - 7');
SELECT planned('SELECT n FROM t WHERE ts >= localtimestamp - interval ''1 hour''');
-- constants that Postgres does not fold, in both directions
SELECT planned('SELECT n FROM t WHERE ts >= timestamptz ''2002-06-01'' - interval ''1 month''');
SELECT planned('SELECT n FROM t WHERE ts < timestamptz ''2002-01-20'' - interval ''1 month''');
SELECT planned('SELECT n FROM t WHERE ts < date ''2001-12-20''');
-- not bounds: a clock that moves on would undo them; not a conjunct; not ours to evaluate
SELECT planned('SELECT n FROM t WHERE ts < now()');
SELECT planned('SELECT n FROM t WHERE ts >= now() - interval ''1 hour'' OR n = 3');
SELECT planned('SELECT n FROM t WHERE NOT (ts >= now() - interval ''1 hour'')');
SELECT planned('SELECT n FROM t WHERE (ts >= now() - interval ''1 hour'') IS NOT TRUE');
SELECT planned('SELECT n FROM t WHERE ts >= statement_timestamp()');
SELECT planned('SELECT n FROM t WHERE ts >= now() - (SELECT interval ''1 hour'')');
SELECT planned('SELECT n FROM t WHERE ts >= now() - n * interval ''1 hour''');
SELECT planned('SELECT n FROM t WHERE ts >= now() - NULL::interval');
SELECT planned('SELECT n FROM t WHERE ts >= ''infinity''::timestamptz - interval ''1 hour''');
SELECT planned('SELECT n FROM t WHERE ts >= ''-infinity''::timestamptz + interval ''1 hour''');
-- an error is the error of Postgres
SELECT n FROM t WHERE ts >= now() - interval '290000 years';
-- wherever the clause stands
SELECT planned('SELECT * FROM (SELECT * FROM t) s WHERE ts >= now() - interval ''1 hour''');
SELECT planned('SELECT host, n FROM v WHERE ts >= now() - interval ''1 hour''');
SELECT planned('WITH w AS MATERIALIZED (SELECT * FROM t WHERE ts >= now() - interval ''1 hour'') SELECT * FROM w a JOIN w b USING (n)');
SELECT planned('SELECT h.host, t.n FROM hosts h JOIN t ON t.host = h.host AND t.ts >= now() - interval ''1 hour''');
SELECT planned('SELECT h.host, t.n FROM hosts h LEFT JOIN t ON t.host = h.host AND t.ts >= now() - interval ''1 hour'' AND n < 10');
SELECT planned('SELECT host FROM hosts h WHERE EXISTS (SELECT FROM t WHERE t.host = h.host AND ts >= now() - interval ''1 hour'')');
SELECT planned('SELECT host, (SELECT max(n) FROM t WHERE t.host = h.host AND ts >= now() - interval ''1 hour'') FROM hosts h');
SELECT planned('SELECT h.host, l.n FROM hosts h CROSS JOIN LATERAL (SELECT n FROM t WHERE t.host = h.host AND ts >= now() - interval ''1 hour'' ORDER BY ts DESC LIMIT 1) l');
SELECT planned('SELECT count(*), min(n) FROM t WHERE ts >= now() - interval ''1 hour'' GROUP BY host');
SELECT planned('SELECT n FROM t WHERE ts >= now() - interval ''1 hour'' FOR UPDATE');
SELECT planned('UPDATE t SET n = n + 1 WHERE ts >= now() - interval ''1 hour''');
SELECT planned('DELETE FROM t WHERE ts >= now() - interval ''1 hour''');
SELECT planned('SELECT n FROM t_1 WHERE ts >= now() - interval ''1 hour''');

-- in parallel
BEGIN;
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SELECT planned('SELECT count(*) FROM t WHERE ts >= now() - interval ''1 hour''');
COMMIT;

-- the types of time without a zone
CREATE TABLE u (ts timestamp NOT NULL, n int) PARTITION BY RANGE (ts);
CREATE TABLE u_1 PARTITION OF u FOR VALUES FROM ('2001-01-01') TO ('2002-01-01');
CREATE TABLE u_2 PARTITION OF u FOR VALUES FROM ('2049-01-01') TO ('2150-01-01');
CREATE TABLE d (ts date NOT NULL, n int) PARTITION BY RANGE (ts);
CREATE TABLE d_1 PARTITION OF d FOR VALUES FROM ('2001-01-01') TO ('2002-01-01');
CREATE TABLE d_2 PARTITION OF d FOR VALUES FROM ('2049-01-01') TO ('2150-01-01');
INSERT INTO u VALUES ('2001-05-01', 1), ('2100-05-01', 2);
INSERT INTO d VALUES ('2001-05-01', 1), ('2100-05-01', 2);
SELECT planned('SELECT n FROM u WHERE ts >= now() - interval ''1 hour''');
SELECT planned('SELECT n FROM u WHERE ts >= localtimestamp - interval ''1 hour''');
SELECT planned('SELECT n FROM u WHERE ts >= (now() - interval ''1 hour'') AT TIME ZONE ''Asia/Tokyo''');
SELECT planned('SELECT n FROM d WHERE ts >= now() - interval ''1 hour''');
SELECT planned('SELECT n FROM d WHERE ts >= current_date - 7');
SELECT planned('SELECT n FROM d WHERE ts > current_date - interval ''1 month''');
SELECT planned('SELECT n FROM d WHERE ts < timestamptz ''2001-12-20''');

-- EXPLAIN says what was assumed
EXPLAIN (COSTS OFF) SELECT n FROM t WHERE ts >= timestamptz '2002-06-01' - interval '1 month' AND ts < '2002-12-01';

-- a cached plan, and a clock set back after it was made: the second answer must have all rows
SET plan_cache_mode = force_generic_plan;
SET sealstone.planned_clock_shift = 1000000000;
PREPARE recent AS SELECT count(*), min(ts), max(ts) FROM t WHERE ts >= now() - interval '1 hour';
EXECUTE recent;
SET sealstone.planned_clock_shift = 999999000;
SELECT planned('EXECUTE recent');
SET sealstone.planned_clock_shift = 0;
EXECUTE recent;
SELECT planned('EXECUTE recent');
EXECUTE recent;
-- a clock that runs on needs no other plan
SET sealstone.planned_clock_shift = 1000000000;
EXECUTE recent;
SET sealstone.planned_clock_shift = 0;
DEALLOCATE recent;

-- the same through a function, a cursor that scrolls back, rows that are changed, and parallel workers
SET sealstone.planned_clock_shift = 1000000000;
CREATE FUNCTION recent_rows() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE result bigint; BEGIN SELECT count(*) INTO result FROM t WHERE ts >= now() - interval '1 hour'; RETURN result; END $$;
CREATE FUNCTION recent_sql() RETURNS SETOF int LANGUAGE sql AS $$ SELECT n FROM t WHERE ts >= now() - interval '1 hour' $$;
PREPARE change AS UPDATE t SET n = n + 1000 WHERE ts >= now() - interval '1 hour' AND n = 7;
PREPARE ordered AS SELECT ts FROM t WHERE ts >= now() - interval '1 hour' ORDER BY ts, n;
SELECT recent_rows(), (SELECT count(*) FROM recent_sql());
SELECT planned('EXECUTE change');
SET sealstone.planned_clock_shift = 0;
SELECT recent_rows(), (SELECT count(*) FROM recent_sql());
EXECUTE change;
SELECT count(*) FROM t WHERE n = 1007;
BEGIN;
DECLARE back SCROLL CURSOR FOR SELECT ts FROM t WHERE ts >= now() - interval '1 hour' ORDER BY ts, n;
FETCH LAST FROM back;
FETCH FIRST FROM back;
COMMIT;
CREATE TABLE copied AS EXECUTE ordered;
SELECT count(*), min(ts) FROM copied;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET sealstone.planned_clock_shift = 1000000000;
PREPARE many AS SELECT count(*) FROM t WHERE ts >= now() - interval '1 hour';
EXECUTE many;
SET sealstone.planned_clock_shift = 0;
EXECUTE many;
DEALLOCATE ALL;
RESET ALL;
SET sealstone.enable_aggregate = off;
SET client_min_messages = warning;
SET timezone = 'UTC';
SET search_path = read_bounds;

-- parameters: known in a custom plan, not in a generic one
SET plan_cache_mode = force_custom_plan;
PREPARE since(interval) AS SELECT n FROM t WHERE ts >= now() - $1;
SELECT planned('EXECUTE since(''1 hour'')');
SET plan_cache_mode = force_generic_plan;
SELECT planned('EXECUTE since(''1 hour'')');
RESET plan_cache_mode;

-- another zone: days are longer or shorter there, and the plan still holds or is made anew
PREPARE zoned AS SELECT count(*) FROM t WHERE ts >= now() - interval '3 days' AND ts >= current_date - 1;
SET plan_cache_mode = force_generic_plan;
SET timezone = 'Pacific/Kiritimati';
EXECUTE zoned;
SET timezone = 'Pacific/Pago_Pago';
EXECUTE zoned;
RESET plan_cache_mode;
SET timezone = 'UTC';

-- row-level security: policies stay ahead, and the bound beside them
CREATE ROLE regress_bounds;
GRANT USAGE ON SCHEMA read_bounds TO regress_bounds;
GRANT SELECT ON t TO regress_bounds;
ALTER TABLE t ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON t USING (host = 'host_1');
GRANT EXECUTE ON FUNCTION planned(text) TO regress_bounds;
SET ROLE regress_bounds;
SELECT planned('SELECT host, n FROM t WHERE ts >= now() - interval ''1 hour''');
SELECT count(*), min(host), max(host) FROM t WHERE ts >= now() - interval '1 hour';
RESET ROLE;

SET sealstone.enable_plan_bounds = off;
SELECT planned('SELECT n FROM t WHERE ts >= now() - interval ''1 hour''');

DROP SCHEMA read_bounds CASCADE;
DROP ROLE regress_bounds;
