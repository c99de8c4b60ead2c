-- Column scan and seek give what Postgres gives without them: every query is run with the paths on and
-- off, serially, in parallel, and through a generic plan, on sealed tables with late and superseded rows.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE SCHEMA read_scan;
SET search_path = read_scan;

-- the answer as one hash, in the order it came when the query orders
CREATE FUNCTION answer(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
	IF query LIKE '%ORDER BY%' THEN
		EXECUTE format('SELECT count(*) || '' '' || coalesce(md5(string_agg(q::text, ''|'')), '''') FROM (%s) q', query) INTO result;
	ELSE
		EXECUTE format('SELECT count(*) || '' '' || coalesce(md5(string_agg(q::text, ''|'' ORDER BY q::text)), '''') FROM (%s) q', query) INTO result;
	END IF;
	RETURN result;
END $$;

-- differing modes, and whether any plan used our nodes
CREATE FUNCTION compare(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	expected text;
	got text;
	line text;
	nodes text[] := '{}';
	wrong text := '';
BEGIN
	SET LOCAL sealstone.enable_column_scan = off;
	SET LOCAL sealstone.enable_seek = off;
	expected := answer(query);
	SET LOCAL sealstone.enable_column_scan = on;
	got := answer(query);
	IF got <> expected THEN wrong := wrong || ' column_scan: ' || got; END IF;
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		nodes := nodes || ARRAY(SELECT m[1] FROM regexp_matches(line, 'Custom Scan \(Sealstone(\w+)\)', 'g') m);
	END LOOP;
	SET LOCAL sealstone.enable_seek = on;
	got := answer(query);
	IF got <> expected THEN wrong := wrong || ' both: ' || got; END IF;
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		nodes := nodes || ARRAY(SELECT m[1] FROM regexp_matches(line, 'Custom Scan \(Sealstone(\w+)\)', 'g') m);
	END LOOP;
	SET LOCAL sealstone.enable_column_scan = off;
	got := answer(query);
	IF got <> expected THEN wrong := wrong || ' seek: ' || got; END IF;
	SET LOCAL sealstone.enable_column_scan = on;
	SET LOCAL parallel_setup_cost = 0;
	SET LOCAL parallel_tuple_cost = 0;
	SET LOCAL min_parallel_table_scan_size = 0;
	SET LOCAL max_parallel_workers_per_gather = 2;
	got := answer(query);
	IF got <> expected THEN wrong := wrong || ' parallel: ' || got; END IF;
	SET LOCAL parallel_leader_participation = off;
	got := answer(query);
	IF got <> expected THEN wrong := wrong || ' workers only: ' || got; END IF;
	SET LOCAL parallel_leader_participation = on;
	SET LOCAL max_parallel_workers_per_gather = 0;
	SET LOCAL enable_hashjoin = off;
	SET LOCAL enable_mergejoin = off;
	got := answer(query);
	IF got <> expected THEN wrong := wrong || ' nested loop: ' || got; END IF;
	RETURN CASE WHEN nodes <> '{}' OR query ~ 'NULL::int|host_2.*AND host =' THEN 'same' ELSE 'not read by columns' END || CASE WHEN wrong = '' THEN '' ELSE ', no: expected ' || expected || wrong END;
END $$;
-- so that each comparison starts from the same settings
CREATE PROCEDURE report(name text, query text) LANGUAGE plpgsql AS $$
DECLARE verdict text;
BEGIN
	SELECT compare(query) INTO verdict;
	RAISE WARNING '% -> %', name, verdict;
	COMMIT;
END $$;

CREATE TABLE t (ts timestamptz, host text, n int, big bigint, small smallint, f float8, r float4, b bool, d date, u uuid, num numeric, note text, late bool DEFAULT false);
INSERT INTO t SELECT timestamptz '2026-01-01' + (i / 4) * interval '10 s', 'host_' || i % 4, i,
	CASE WHEN i % 13 = 0 THEN NULL ELSE i::bigint * 1000000007 END, i % 100 - 50,
	CASE i % 50 WHEN 0 THEN 'NaN' WHEN 1 THEN 'Infinity' WHEN 2 THEN '-Infinity' WHEN 3 THEN '-0' WHEN 4 THEN NULL ELSE sin(i) END,
	CASE WHEN i % 7 = 0 THEN 'NaN' ELSE cos(i) END, CASE i % 3 WHEN 0 THEN true WHEN 1 THEN false END,
	date '2026-01-01' + i / 500, md5((i % 10)::text)::uuid, i / 7.0, CASE WHEN i % 5 = 0 THEN NULL ELSE 'note ' || i % 17 END
	FROM generate_series(0, 11999) i;
CALL sealstone.seal('t', '{host,ts}');
ANALYZE t;

CREATE TABLE checks (id serial, query text);
INSERT INTO checks (query) VALUES
	('SELECT * FROM t'),
	('SELECT count(*) FROM t'),
	('SELECT t FROM t WHERE n = 17'),
	('SELECT ctid, tableoid, n FROM t WHERE n < 50'),
	('SELECT n FROM t WHERE f > 0.9995'),
	('SELECT n, f FROM t WHERE f >= ''NaN'''),
	('SELECT n, f FROM t WHERE f < ''NaN'''),
	('SELECT n, f FROM t WHERE f <> ''NaN'''),
	('SELECT n, f FROM t WHERE f = 0'),
	('SELECT n, f FROM t WHERE f > ''Infinity'''),
	('SELECT n, f FROM t WHERE f <= ''-Infinity'''),
	('SELECT n, f FROM t WHERE f IN (0, ''NaN'', NULL)'),
	('SELECT n, r FROM t WHERE r > 0.5::float4'),
	('SELECT n, r FROM t WHERE r > 0.5'),
	('SELECT n, r FROM t WHERE r = ''NaN''::float4'),
	('SELECT n FROM t WHERE big > 30000000000000'),
	('SELECT n FROM t WHERE big IS NULL'),
	('SELECT n FROM t WHERE big IS NOT NULL AND small BETWEEN -3 AND 4'),
	('SELECT n FROM t WHERE small = 40000'),
	('SELECT n FROM t WHERE small < 9223372036854775807'),
	('SELECT n FROM t WHERE small <> 9223372036854775807 AND n < 100'),
	('SELECT n FROM t WHERE n IN (5, 1, 77777, NULL, 5, 1000)'),
	('SELECT n FROM t WHERE n NOT IN (5, 1, 1000) AND n < 3000'),
	('SELECT n FROM t WHERE 100 > n'),
	('SELECT n FROM t WHERE n = NULL::int'),
	('SELECT n FROM t WHERE b'),
	('SELECT n FROM t WHERE NOT b'),
	('SELECT n FROM t WHERE b IS NULL'),
	('SELECT n FROM t WHERE b IS NOT TRUE AND n < 1000'),
	('SELECT n FROM t WHERE b = false AND d = ''2026-01-05'''),
	('SELECT n FROM t WHERE d >= ''infinity'''),
	('SELECT n FROM t WHERE u = md5(''3'')::uuid'),
	('SELECT n FROM t WHERE u <> md5(''3'')::uuid AND n < 100'),
	('SELECT n FROM t WHERE num > 5000'),
	('SELECT n FROM t WHERE note = ''note 3'''),
	('SELECT n FROM t WHERE note <> ''note 3'''),
	('SELECT n FROM t WHERE note IN (''note 3'', ''note 16'', ''nothing'')'),
	('SELECT n FROM t WHERE note IS NULL AND host = ''host_1'''),
	('SELECT n FROM t WHERE note LIKE ''%1'' OR n = 3'),
	('SELECT n FROM t WHERE NOT (n > 100 AND f > 0)'),
	('SELECT n FROM t WHERE ts >= ''2026-01-01 05:00'' AND ts < ''2026-01-01 06:00'''),
	('SELECT n FROM t WHERE ts < ''-infinity'' OR ts > ''infinity'''),
	('SELECT n FROM t WHERE ts <= ''infinity'' AND ts > ''2026-01-02 03:00'''),
	('SELECT n FROM t WHERE ts > ''2026-01-01 07:00'' AND ts < ''2026-01-01 06:00'''),
	('SELECT n FROM t WHERE ts = ''2026-01-01 05:00'''),
	('SELECT n FROM t WHERE ts > date ''2026-01-02'''),
	('SELECT * FROM t WHERE host = ''host_2'' AND ts >= ''2026-01-01 05:00'' AND ts < ''2026-01-01 05:10'''),
	('SELECT n FROM t WHERE host = ''nobody'''),
	('SELECT n FROM t WHERE host = ''host_2'' AND host = ''host_3'''),
	('SELECT n FROM t WHERE host IN (''host_3'', ''host_1'', ''host_1'', ''x'') AND ts < ''2026-01-01 01:00'''),
	('SELECT n FROM t WHERE host > ''host_2'' AND f > 0'),
	('SELECT n FROM t WHERE host COLLATE "C" = ''host_2'' AND n < 100'),
	('SELECT * FROM t WHERE host = ''host_1'' ORDER BY ts DESC LIMIT 10'),
	('SELECT * FROM t WHERE host = ''host_1'' ORDER BY ts LIMIT 10'),
	('SELECT n, ts FROM t WHERE host = ''host_1'' ORDER BY ts DESC'),
	('SELECT host, ts FROM t ORDER BY host, ts'),
	('SELECT host, ts FROM t ORDER BY host DESC, ts DESC LIMIT 3000'),
	('SELECT host, ts, f FROM t WHERE host IN (''host_3'', ''host_0'') AND f > 0.9 ORDER BY host, ts LIMIT 500'),
	('SELECT host, ts, n FROM t WHERE host = ''host_1'' AND ts <= ''2026-01-01 10:00'' AND n % 3 = 0 ORDER BY ts DESC LIMIT 7'),
	('SELECT host, ts FROM t WHERE ts >= ''2026-01-01 05:00'' AND ts < ''2026-01-01 05:05'' ORDER BY host, ts'),
	('SELECT h.host, l.n FROM (VALUES (''host_0''), (''host_3''), (''none''), (NULL)) h(host) LEFT JOIN LATERAL (SELECT n FROM t WHERE t.host = h.host ORDER BY ts DESC LIMIT 2) l ON true'),
	('SELECT e.i, l.n FROM (SELECT i, ''host_'' || i % 5 AS host, timestamptz ''2026-01-01'' + i * interval ''77 s'' AS at FROM generate_series(1, 300) i) e CROSS JOIN LATERAL (SELECT n FROM t WHERE t.host = e.host AND t.ts <= e.at ORDER BY t.ts DESC LIMIT 1) l'),
	('SELECT h.host, t.n FROM (VALUES (''host_0''), (''host_3''), (''none''), (NULL)) h(host) JOIN t ON t.host = h.host AND t.ts < ''2026-01-01 00:10'''),
	('SELECT a.n, b.n AS m FROM t a JOIN t b USING (host, ts) WHERE a.n < 200'),
	('SELECT DISTINCT ON (host) host, ts, n FROM t ORDER BY host, ts DESC'),
	('SELECT host, count(*), min(n), max(n), sum(big) FROM t GROUP BY host'),
	('SELECT late, count(*) FROM t GROUP BY late'),
	('SELECT n FROM t WHERE late'),
	('SELECT n FROM t WHERE n > (SELECT max(n) - 20 FROM t)'),
	('SELECT n FROM t o WHERE n < 300 AND EXISTS (SELECT 1 FROM t i WHERE i.host = o.host AND i.ts = o.ts AND i.n = o.n)'),
	('SELECT (SELECT max(n) FROM t i WHERE i.host = ''host_'' || g) FROM generate_series(0, 5) g'),
	('SELECT n FROM t WHERE n = 5 AND 1 / (n - 4) = 1'),
	('SELECT n FROM t WHERE ts < now() - interval ''1 s'' AND n % 1000 = 0');

DO $$ DECLARE c record; BEGIN FOR c IN SELECT * FROM checks ORDER BY id LOOP CALL report(c.id || ' ' || c.query, c.query); END LOOP; END $$;

-- late rows, updated and deleted rows, a column added since, one dropped
ALTER TABLE t ADD added int DEFAULT 5;
ALTER TABLE t DROP u;
DELETE FROM checks WHERE query LIKE '% u %';
INSERT INTO t SELECT timestamptz '2026-01-01' + i * interval '2 s' + interval '1 ms', 'host_' || i % 6, 100000 + i, i, i % 5, sin(i), cos(i), i % 2 = 0, '2026-02-01', i, 'note 3', true
	FROM generate_series(0, 1000) i;
INSERT INTO t (ts, host, n) VALUES (NULL, 'host_1', 200001), ('2026-01-01', NULL, 200002), ('infinity', 'host_1', 200003), ('-infinity', 'host_1', 200004);
UPDATE t SET f = f + 1 WHERE n % 101 = 0;
UPDATE t SET host = 'host_1', ts = ts + interval '3 s' WHERE n % 503 = 0;
DELETE FROM t WHERE n % 97 = 0;
INSERT INTO checks (query) VALUES ('SELECT n, added FROM t WHERE added = 5 AND n % 100 = 0'), ('SELECT n FROM t WHERE added IS NULL'), ('SELECT n FROM t WHERE added > 5');
DO $$ DECLARE c record; BEGIN FOR c IN SELECT * FROM checks ORDER BY id LOOP CALL report(c.id::text, c.query); END LOOP; END $$;

-- the same after other orders: descending, by another column first
CALL sealstone.reseal('t', '{"host DESC","ts DESC"}');
DELETE FROM t WHERE n % 89 = 0;
INSERT INTO t (ts, host, n) SELECT timestamptz '2026-01-01 05:00' + i * interval '1 s', 'host_2', 300000 + i FROM generate_series(1, 50) i;
DO $$ DECLARE c record; BEGIN FOR c IN SELECT * FROM checks WHERE query ~ 'host|ts' ORDER BY id LOOP CALL report(c.id::text, c.query); END LOOP; END $$;
CALL sealstone.reseal('t', '{ts}');
UPDATE t SET f = 0 WHERE n % 83 = 0;
DO $$ DECLARE c record; BEGIN FOR c IN SELECT * FROM checks WHERE query ~ 'host|ts' ORDER BY id LOOP CALL report(c.id::text, c.query); END LOOP; END $$;
DROP SCHEMA read_scan CASCADE;
