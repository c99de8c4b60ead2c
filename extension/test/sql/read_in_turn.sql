-- Last points over partitions in turn: a key found in one partition is not looked up in the next, and no
-- answer changes. Keys that are NULL, live and default partitions, late rows, filters, more keys than work_mem holds.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE SCHEMA read_in_turn;
SET search_path = read_in_turn;
SET max_parallel_workers_per_gather = 0;

CREATE TABLE p (ts timestamptz, host text, n int, v float8) PARTITION BY RANGE (ts);
CREATE TABLE p1 PARTITION OF p FOR VALUES FROM ('2026-01-01') TO ('2026-01-02');
CREATE TABLE p2 PARTITION OF p FOR VALUES FROM ('2026-01-02') TO ('2026-01-03');
CREATE TABLE p3 PARTITION OF p FOR VALUES FROM ('2026-01-03') TO ('2026-01-04');
INSERT INTO p SELECT timestamptz '2026-01-01' + i * interval '11 s', CASE WHEN i % 9 = 8 THEN NULL ELSE 'h' || i % 9 END, i, i % 100 FROM generate_series(0, 15000) i;
DELETE FROM p2 WHERE host = 'h3';
CALL sealstone.seal('p1', '{host,ts}');
CALL sealstone.seal('p2', '{host,ts}');
ANALYZE p;

-- nodes of the plan with what they left out, and whether the answer is that without our paths
CREATE FUNCTION look(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	line text;
	got text;
	expected text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) ' || query LOOP
		IF line ~ 'Sealstone(InTurn|LastPoint)|Runs Left Out' THEN
			RETURN NEXT regexp_replace(regexp_replace(line, '\(actual rows=(\d+)\S* loops=(\d+)\)', '\1 rows, \2 loops'), '^ +', '');
		END IF;
	END LOOP;
	EXECUTE format('SELECT count(*) || '' '' || md5(coalesce(string_agg(q::text, ''|''), '''')) FROM (%s) q', query) INTO got;
	PERFORM set_config('sealstone.enable_' || name, 'off', true) FROM unnest('{column_scan,seek,last_point}'::text[]) name;
	EXECUTE format('SELECT count(*) || '' '' || md5(coalesce(string_agg(q::text, ''|''), '''')) FROM (%s) q', query) INTO expected;
	PERFORM set_config('sealstone.enable_' || name, 'on', true) FROM unnest('{column_scan,seek,last_point}'::text[]) name;
	RETURN NEXT split_part(got, ' ', 1) || ' rows, ' || CASE WHEN got = expected THEN 'same' ELSE 'DIFFERENT' END;
END $$;

SELECT look('SELECT DISTINCT ON (host) * FROM p ORDER BY host, ts DESC');
SELECT look('SELECT DISTINCT ON (host) * FROM p ORDER BY host, ts');
SELECT look('SELECT DISTINCT ON (host) n + 1 AS m, host, ts FROM p WHERE ts < ''2026-01-03'' ORDER BY host DESC, ts DESC');
SELECT look('SELECT DISTINCT ON (host) host, ts, n FROM p WHERE v = 7 AND ts < ''2026-01-02 00:30'' ORDER BY host, ts DESC');
SELECT look('SELECT DISTINCT ON (host) host, ts, n FROM p WHERE ts < ''2026-01-03'' ORDER BY host, ts DESC LIMIT 3');
-- again for each row outside
SELECT look('SELECT o.at, l.host, l.n FROM (VALUES (timestamptz ''2026-01-02 12:00''), (timestamptz ''2026-01-01 12:00'')) o(at) CROSS JOIN LATERAL (SELECT DISTINCT ON (host) host, n FROM p WHERE ts < o.at AND ts < ''2026-01-03'' ORDER BY host, ts DESC) l ORDER BY 1, 2');
-- not the time of the partitions: each partition decides for itself
SELECT look('SELECT DISTINCT ON (host) host, n FROM p ORDER BY host, n DESC');

-- late rows are looked at in their partition, and decide from there; a default partition decides nothing
INSERT INTO p VALUES ('2026-01-02 23:59:59', 'h3', 100001, 0), ('2026-01-01 00:00:01', 'late', 100002, 0);
UPDATE p2 SET v = -1 WHERE host = 'h5';
DELETE FROM p WHERE host = 'h6' AND ts >= '2026-01-02';
SELECT look('SELECT DISTINCT ON (host) * FROM p WHERE ts < ''2026-01-03'' ORDER BY host, ts DESC');
SELECT look('SELECT DISTINCT ON (host) * FROM p WHERE ts < ''2026-01-03'' ORDER BY host, ts');
CREATE TABLE pd PARTITION OF p DEFAULT;
INSERT INTO p VALUES ('2025-01-01', 'h1', 100003, 0), ('2027-01-01', 'h2', 100004, 0), (NULL, 'h3', 100005, 0), ('2025-01-01', 'old', 100006, 0);
SELECT look('SELECT DISTINCT ON (host) * FROM p ORDER BY host, ts DESC');
SELECT look('SELECT DISTINCT ON (host) * FROM p ORDER BY host, ts DESC NULLS LAST');
SELECT look('SELECT DISTINCT ON (host) * FROM p ORDER BY host, ts');

-- more keys than are kept
CREATE TABLE m (ts timestamptz NOT NULL, device int, n int) PARTITION BY RANGE (ts);
CREATE TABLE m1 PARTITION OF m FOR VALUES FROM ('2026-01-01') TO ('2026-01-02');
CREATE TABLE m2 PARTITION OF m FOR VALUES FROM ('2026-01-02') TO ('2026-01-03');
INSERT INTO m SELECT timestamptz '2026-01-01' + i * interval '1 s', i % 2200, i FROM generate_series(0, 172799) i;
CALL sealstone.seal('m1', '{device,ts}');
CALL sealstone.seal('m2', '{device,ts}');
ANALYZE m;
SELECT look('SELECT DISTINCT ON (device) * FROM m ORDER BY device, ts DESC');
SET work_mem = '64kB';
SELECT look('SELECT DISTINCT ON (device) * FROM m ORDER BY device, ts DESC');
RESET work_mem;
-- -0 is 0, and NaN is NaN
CREATE TABLE f (ts timestamptz NOT NULL, k float8, n int) PARTITION BY RANGE (ts);
CREATE TABLE f1 PARTITION OF f FOR VALUES FROM ('2026-01-01') TO ('2026-01-02');
CREATE TABLE f2 PARTITION OF f FOR VALUES FROM ('2026-01-02') TO ('2026-01-03');
INSERT INTO f SELECT timestamptz '2026-01-01' + i * interval '1 min', CASE i % 3 WHEN 0 THEN 'NaN' WHEN 1 THEN CASE WHEN i < 1440 THEN '-0' ELSE '0' END ELSE 'Infinity' END::float8, i FROM generate_series(0, 2879) i;
CALL sealstone.seal('f1', '{k,ts}');
CALL sealstone.seal('f2', '{k,ts}');
ANALYZE f;
SELECT look('SELECT DISTINCT ON (k) * FROM f ORDER BY k, ts DESC');

DROP SCHEMA read_in_turn CASCADE;
