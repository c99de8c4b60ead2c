-- Last point: DISTINCT ON over sealed, live and default partitions, late, superseded and deleted rows, NULLs,
-- all orders; compared with the same query without our paths. Sort keys are made distinct, so that one answer is right.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE SCHEMA read_last;
SET search_path = read_last;

CREATE PROCEDURE compare(query text) LANGUAGE plpgsql AS $$
DECLARE
	expected text;
	got text;
	line text;
	used int := 0;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		used := used + (line LIKE '%SealstoneLastPoint%')::int;
	END LOOP;
	EXECUTE format('SELECT count(*) || '' '' || md5(coalesce(string_agg(q::text, ''|''), '''')) FROM (%s) q', query) INTO got;
	PERFORM set_config('sealstone.enable_' || name, 'off', true) FROM unnest('{column_scan,seek,last_point}'::text[]) name;
	EXECUTE format('SELECT count(*) || '' '' || md5(coalesce(string_agg(q::text, ''|''), '''')) FROM (%s) q', query) INTO expected;
	RAISE WARNING '%: % nodes, % rows, %', query, CASE WHEN query ~ 'WHERE|JOIN' THEN '?' ELSE used::text END, split_part(got, ' ', 1), CASE WHEN got = expected THEN 'same' ELSE 'different' END;
	COMMIT;
END $$;

CREATE PROCEDURE all_queries(name text) LANGUAGE plpgsql AS $$
DECLARE query text;
BEGIN
	FOREACH query IN ARRAY ARRAY[
		'SELECT DISTINCT ON (host) * FROM %s ORDER BY host, ts DESC',
		'SELECT DISTINCT ON (host) n, host, ts FROM %s ORDER BY host, ts',
		'SELECT DISTINCT ON (host) host, ts FROM %s ORDER BY host DESC NULLS LAST, ts DESC NULLS LAST',
		'SELECT DISTINCT ON (host) host, ts FROM %s ORDER BY host, ts NULLS FIRST',
		'SELECT DISTINCT ON (host) host, ts, n FROM %s WHERE v > 0.9 ORDER BY host, ts DESC',
		'SELECT DISTINCT ON (host) host, ts, n FROM %s WHERE v IS NULL ORDER BY host, ts DESC',
		'SELECT DISTINCT ON (host) host, ts, n FROM %s WHERE ts < ''2026-01-02 01:00'' ORDER BY host, ts DESC',
		'SELECT DISTINCT ON (host) host, ts, n FROM %s WHERE ts >= ''2026-01-01 03:00'' AND ts < ''2026-01-01 04:00'' ORDER BY host, ts',
		'SELECT DISTINCT ON (host) host, ts, n FROM %s WHERE host IN (''h2'', ''h4'', ''late'') ORDER BY host, ts DESC LIMIT 2',
		'SELECT DISTINCT ON (host) host, ts, n + 1 AS m, tableoid::regclass FROM %s ORDER BY host, ts DESC OFFSET 1',
		-- not a last point, or not surely one
		'SELECT DISTINCT ON (host) host, ts, n FROM %s WHERE n %% 7 = 3 ORDER BY host, ts DESC',
		'SELECT DISTINCT ON (host) host, ts, n FROM %s ORDER BY host, n DESC',
		'SELECT DISTINCT ON (host, ts) host, ts, n FROM %s ORDER BY host, ts DESC',
		'SELECT DISTINCT ON (host) host, ts, n FROM %s ORDER BY host, ts DESC, n',
		'SELECT DISTINCT ON (lower(host)) host, ts FROM %s ORDER BY lower(host), ts DESC',
		'SELECT DISTINCT ON (host) host, ts, row_number() OVER (ORDER BY ts, n) FROM %s ORDER BY host, ts DESC',
		'SELECT DISTINCT ON (a.host) a.host, a.ts FROM %1$s a JOIN %1$s b ON a.n = b.n + 4000 ORDER BY a.host, a.ts DESC',
		'SELECT DISTINCT ON (host) host, ts FROM (SELECT * FROM %1$s UNION ALL SELECT * FROM %1$s) u ORDER BY host, ts DESC',
		'SELECT DISTINCT ON (host) host, ts FROM %1$s o WHERE EXISTS (SELECT 1 FROM %1$s i WHERE i.n = o.n + 6000) ORDER BY host, ts DESC',
		'SELECT host, (SELECT DISTINCT ON (i.host) i.n FROM %1$s i WHERE i.host = o.host ORDER BY i.host, i.ts DESC) FROM (VALUES (''h1''), (''h3''), (''x'')) o(host)']
	LOOP
		CALL compare(format(query, name));
	END LOOP;
END $$;

-- a series in parts: two sealed, one live, a default
CREATE TABLE p (ts timestamptz, host text, n int, v float8) PARTITION BY RANGE (ts);
CREATE TABLE p1 PARTITION OF p FOR VALUES FROM ('2026-01-01') TO ('2026-01-02');
CREATE TABLE p2 (extra int, n int, host text, v float8, ts timestamptz);
ALTER TABLE p2 DROP extra;
ALTER TABLE p ATTACH PARTITION p2 FOR VALUES FROM ('2026-01-02') TO ('2026-01-03');
CREATE TABLE p3 PARTITION OF p FOR VALUES FROM ('2026-01-03') TO ('2026-01-04');
CREATE TABLE pd PARTITION OF p DEFAULT;
INSERT INTO p SELECT timestamptz '2026-01-01' + i * interval '13 s', 'h' || i % 5, i, CASE WHEN i % 11 = 0 THEN NULL ELSE sin(i) END FROM generate_series(0, 13000) i;
DELETE FROM p WHERE host = 'h4' AND ts >= '2026-01-02';
CALL sealstone.seal('p1', '{host,ts}');
CALL sealstone.seal('p2', '{host,"ts DESC"}');
ANALYZE p;
CALL all_queries('p');

-- late and superseded rows; winners deleted, moved to another partition, changed
INSERT INTO p VALUES ('2026-01-02 23:59:59.5', 'h4', 50001, 0.95), ('2026-01-01 00:00:00.5', 'late', 50002, 1), ('2026-01-02 23:59:59.7', 'h2', 50003, NULL),
	('2026-02-01', 'h3', 50004, 0), ('2026-01-01 12:00:00.3', NULL, 50005, 0);
DELETE FROM p WHERE (host, ts) IN (SELECT host, max(ts) FROM p WHERE host IN ('h0', 'h1') GROUP BY host);
DELETE FROM p2 WHERE (host, ts) IN (SELECT host, max(ts) FROM p2 WHERE host IN ('h0', 'h1') GROUP BY host);
UPDATE p1 SET v = 5 WHERE n % 100 = 0;
UPDATE p SET ts = ts + interval '1 day 1 ms' WHERE n = 6000;
CALL all_queries('p');
DELETE FROM p3;
DELETE FROM p2 WHERE host = 'h3';
CALL all_queries('p');

-- one sealed table, NULLs in both keys
CREATE TABLE t AS SELECT * FROM p1;
INSERT INTO t VALUES (NULL, 'h1', 60001, 1), (NULL, 'h2', 60002, 0), (NULL, NULL, 60003, 1), ('infinity', 'h3', 60004, 1), ('-infinity', 'h3', 60005, 1);
CALL sealstone.seal('t', '{host,ts}');
ANALYZE t;
CALL all_queries('t');
UPDATE t SET n = n + 1 WHERE ts IS NULL;
INSERT INTO t VALUES (NULL, 'h4', 60007, 1);
CALL all_queries('t');

-- rows that tie at the winning time: the query's further order decides among them, over pages and row groups, late rows and partitions
CREATE PROCEDURE tied_queries(name text) LANGUAGE plpgsql AS $$
DECLARE query text;
BEGIN
	FOREACH query IN ARRAY ARRAY[
		'SELECT DISTINCT ON (host) * FROM %s ORDER BY host, ts DESC, n',
		'SELECT DISTINCT ON (host) * FROM %s ORDER BY host, ts DESC NULLS LAST, n DESC',
		'SELECT DISTINCT ON (host) n, ts FROM %s ORDER BY host, ts, n DESC',
		'SELECT DISTINCT ON (host) host, n FROM %s ORDER BY host DESC, ts DESC, v NULLS FIRST, n %% 7, n',
		'SELECT DISTINCT ON (host) host, n FROM %s ORDER BY host, ts, abs(v - 0.5), n',
		'SELECT DISTINCT ON (host) host, ts, n FROM %s WHERE v > 0.9 ORDER BY host, ts DESC, n',
		'SELECT DISTINCT ON (host) host, ts, n FROM %s WHERE v IS NULL ORDER BY host, ts, n']
	LOOP
		CALL compare(format(query, name));
	END LOOP;
END $$;
CREATE TABLE u (ts timestamptz, host text, n int, v float8);
INSERT INTO u SELECT CASE i % 4 WHEN 0 THEN '2026-01-01' WHEN 1 THEN date_trunc('hour', timestamptz '2026-01-01' + i * interval '2 s')
	WHEN 2 THEN timestamptz '2026-01-01' + i * interval '1 s' END, CASE WHEN i % 31 = 0 THEN NULL ELSE 'h' || i % 4 END, i,
	CASE WHEN i % 11 = 0 THEN NULL ELSE sin(i) END FROM generate_series(0, 50000) i;
CALL sealstone.seal('u', '{host,ts}');
ANALYZE u;
CALL tied_queries('u');
CALL sealstone.reseal('u', '{host,"ts DESC",v}');
CALL tied_queries('u');
INSERT INTO u SELECT ts, host, n + 100000, v FROM u WHERE n % 1000 < 7;
DELETE FROM u WHERE n % 5 = 0;
UPDATE u SET v = v + 1 WHERE n % 9 = 0;
CALL tied_queries('u');
INSERT INTO p SELECT ts, host, n + 70000, -v FROM p WHERE n % 50 = 0 OR (host, ts) IN (SELECT host, max(ts) FROM p GROUP BY host);
CALL tied_queries('p');
CALL sealstone.reseal('p1');
CALL sealstone.reseal('p2', '{host,ts}');
CALL tied_queries('p');

-- row-level security: a policy that could tell something is not overtaken
CREATE ROLE read_last_reader;
GRANT USAGE ON SCHEMA read_last TO read_last_reader;
GRANT SELECT ON t TO read_last_reader;
ALTER TABLE t ENABLE ROW LEVEL SECURITY;
CREATE POLICY third ON t TO read_last_reader USING (n % 3 = 0);
SET ROLE read_last_reader;
CALL all_queries('t');
RESET ROLE;
DROP OWNED BY read_last_reader;
DROP ROLE read_last_reader;
