-- Late rows in seeks: found through an index of late rows and the marks, or read once and searched. Late, changed,
-- deleted, moved and locked rows, indexes on one key column, on both, on none, and many passes; compared with no paths of ours.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE SCHEMA read_late;
SET search_path = read_late;
SET max_parallel_workers_per_gather = 0;

CREATE FUNCTION answer(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
	EXECUTE format('SELECT count(*) || '' '' || coalesce(md5(string_agg(q::text, ''|'')), '''') FROM (%s) q', query) INTO result;
	RETURN result;
END $$;

-- same: with and without our paths
CREATE FUNCTION compare(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	got text;
	expected text;
	line text;
	nodes text[] := '{}';
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		nodes := nodes || ARRAY(SELECT m[1] FROM regexp_matches(line, 'Custom Scan \(Sealstone(\w+)\)', 'g') m);
	END LOOP;
	got := answer(query);
	PERFORM set_config('sealstone.enable_' || name, 'off', true) FROM unnest('{column_scan,seek,aggregate}'::text[]) name;
	SET LOCAL enable_hashjoin = on;
	expected := answer(query);
	SET LOCAL enable_hashjoin = off;
	PERFORM set_config('sealstone.enable_' || name, 'on', true) FROM unnest('{column_scan,seek,aggregate}'::text[]) name;
	RETURN split_part(got, ' ', 1) || ' rows' || CASE WHEN nodes <> '{}' THEN ' by columns' ELSE '' END ||
		CASE WHEN got = expected THEN ', same' ELSE ', DIFFERENT' END;
END $$;

CREATE FUNCTION compare_all(name text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE query text;
BEGIN
	SET LOCAL enable_hashjoin = off;
	SET LOCAL enable_mergejoin = off;
	FOREACH query IN ARRAY ARRAY[
		'SELECT * FROM %s WHERE host = ''h3'' ORDER BY ts DESC, n LIMIT 10',
		'SELECT ts, n FROM %s WHERE host = ''h3'' ORDER BY ts, n LIMIT 700',
		'SELECT ts, host FROM %s WHERE host = ''h5'' ORDER BY ts DESC LIMIT 300',
		'SELECT ts FROM %s WHERE host = ''h5'' ORDER BY ts',
		'SELECT ts FROM %s WHERE host = ''h2'' AND ts >= ''2026-01-01 04:00'' AND ts < ''2026-01-01 06:00'' ORDER BY ts DESC',
		'SELECT ts FROM %s WHERE host = ''h2'' AND ts <= ''2026-01-01 04:00'' ORDER BY ts DESC LIMIT 3',
		'SELECT ts FROM %s WHERE host = ''h2'' AND ts = ''2026-01-01 04:00:00'' ORDER BY ts',
		'SELECT ts FROM %s WHERE host = ''h2'' AND ts > ''2026-01-01 04:00'' AND ts < ''2026-01-01 03:00'' ORDER BY ts',
		'SELECT ts FROM %s WHERE host = ''h1'' AND v > 50 ORDER BY ts DESC LIMIT 40',
		'SELECT ts FROM %s WHERE host = ''late'' ORDER BY ts LIMIT 5',
		'SELECT ts FROM %s WHERE host = ''nobody'' ORDER BY ts LIMIT 5',
		'SELECT host, ts FROM %s WHERE host IN (''h1'', ''late'', ''h4'') ORDER BY host, ts LIMIT 2000',
		'SELECT host, ts FROM %s ORDER BY host DESC, ts DESC LIMIT 5000',
		'SELECT h.host, l.ts FROM (SELECT ''h'' || i %% 9 AS host, i FROM generate_series(1, 120) i) h LEFT JOIN LATERAL (SELECT ts FROM %s t WHERE t.host = h.host AND t.ts <= timestamptz ''2026-01-01'' + h.i * interval ''4 min'' ORDER BY ts DESC LIMIT 1) l ON true ORDER BY i',
		'SELECT h.host, count(*), min(t.ts), max(t.n) FROM (SELECT ''h'' || i AS host FROM generate_series(0, 9) i UNION ALL SELECT ''late'') h JOIN %s t USING (host) WHERE t.ts < ''2026-01-01 02:00'' GROUP BY 1 ORDER BY 1',
		'SELECT h.host, count(*) FROM (SELECT ''h'' || i %% 12 AS host FROM generate_series(0, 20) i) h JOIN %s t ON t.host = h.host AND t.ts BETWEEN ''2026-01-01 03:00'' AND ''2026-01-01 03:10'' GROUP BY 1 ORDER BY 1']
	LOOP
		RETURN NEXT compare(format(query, name));
	END LOOP;
END $$;

CREATE PROCEDURE make(name text, order_by name[], VARIADIC indexes text[]) LANGUAGE plpgsql AS $$
DECLARE definition text;
BEGIN
	EXECUTE format('CREATE TABLE %I (ts timestamptz, host text, n int, v float8, pad text)', name);
	FOREACH definition IN ARRAY indexes LOOP
		EXECUTE format('CREATE INDEX ON %I (%s)', name, definition);
	END LOOP;
	EXECUTE format($i$INSERT INTO %I SELECT timestamptz '2026-01-01' + (i / 8) * interval '16 s', 'h' || i %% 8, i, i %% 100, repeat('x', 50) FROM generate_series(0, 11999) i$i$, name);
	COMMIT;
	CALL sealstone.seal(name::regclass, order_by);
	EXECUTE format('ANALYZE %I', name);
END $$;

CREATE PROCEDURE disturb(name text) LANGUAGE plpgsql AS $$
BEGIN
	-- some on times that are there already
	EXECUTE format($i$INSERT INTO %I SELECT timestamptz '2026-01-01' + i * interval '10 s', CASE WHEN i %% 50 = 0 THEN 'late' WHEN i %% 51 = 0 THEN NULL ELSE 'h' || i %% 9 END, 100000 + i, i %% 100, repeat('y', 50) FROM generate_series(0, 2399) i$i$, name);
	EXECUTE format('DELETE FROM %I WHERE n %% 29 = 3', name);
	EXECUTE format('UPDATE %I SET v = v + 0.5 WHERE n %% 31 = 4', name);			-- HOT where no index is on v
	EXECUTE format('UPDATE %I SET ts = ts + interval ''1 hour 1 s'' WHERE n %% 37 = 5', name);	-- HOT where none is on ts
	EXECUTE format('UPDATE %I SET host = ''h0'' WHERE n %% 997 = 6', name);
	EXECUTE format('UPDATE %I SET v = v + 1 WHERE n %% 31 = 4 AND n %% 2 = 0', name);
	EXECUTE format('SELECT 1 FROM %I WHERE n %% 41 = 7 FOR UPDATE', name);
	EXECUTE format('ANALYZE %I', name);
END $$;

CALL make('i_both', '{host,ts}', 'host, ts', 'ts');
CALL make('i_one', '{host,ts}', 'host');
CALL make('i_none', '{host,ts}', VARIADIC '{}');
CALL make('i_down', '{host,"ts DESC"}', 'host, ts');
CALL make('i_partial', '{host,ts}', 'host, ts) WHERE (n < 100');
CALL disturb('i_both');
CALL disturb('i_one');
CALL disturb('i_none');
CALL disturb('i_down');
CALL disturb('i_partial');
SELECT compare_all('i_both');
SELECT compare_all('i_one');
SELECT compare_all('i_none');
SELECT compare_all('i_down');
SELECT compare_all('i_partial');
-- an index made when the rows were changed already, and one made again
CREATE INDEX ON i_none (host, ts);
SELECT compare_all('i_none');
REINDEX TABLE i_one;
UPDATE i_none SET ts = ts + interval '3 h' WHERE n % 43 = 8;
UPDATE i_one SET ts = ts + interval '3 h' WHERE n % 43 = 8;
VACUUM i_none;
VACUUM i_one;
SELECT compare_all('i_one');

-- without NULLs in the second key: late rows are read window by window
ALTER TABLE i_both ALTER ts SET NOT NULL;
ALTER TABLE i_down ALTER ts SET NOT NULL;
SELECT compare_all('i_both');
SELECT compare_all('i_down');

-- the late store grows past work_mem: no order of it all, but of one host's rows where an index finds them
SET work_mem = '64kB';
SELECT compare_all('i_both');
SELECT compare_all('i_one');
SELECT compare_all('i_none');
SELECT compare_all('i_down');
SELECT compare_all('i_partial');
EXPLAIN (COSTS OFF) SELECT * FROM i_both WHERE host = 'h3' ORDER BY ts DESC LIMIT 10;
EXPLAIN (COSTS OFF) SELECT * FROM i_partial WHERE host = 'h3' ORDER BY ts DESC LIMIT 10;
EXPLAIN (COSTS OFF) SELECT * FROM i_both WHERE host IN ('h3', 'h4') ORDER BY host, ts LIMIT 10;
RESET work_mem;

-- a snapshot from before some changes; marks and rows made since are not its business
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT answer('SELECT ts, n, v FROM i_both WHERE host = ''h3'' ORDER BY ts, n') AS before \gset
SELECT answer('SELECT ts, n, v FROM i_both WHERE host = ''h3'' ORDER BY ts, n') = :'before' AS same;
DECLARE held CURSOR FOR SELECT ts, n, v FROM i_both WHERE host = 'h3' ORDER BY ts DESC;
UPDATE i_both SET v = -1 WHERE host = 'h3' AND n % 5 = 0;
DELETE FROM i_both WHERE host = 'h3' AND n % 7 = 0;
INSERT INTO i_both SELECT timestamptz '2026-01-01' + i * interval '9 s', 'h3', 200000 + i FROM generate_series(0, 500) i;
CREATE TEMP TABLE fetched (ts timestamptz, n int, v float8);
DO $$ DECLARE c refcursor := 'held'; r record; BEGIN LOOP FETCH c INTO r; EXIT WHEN NOT FOUND; INSERT INTO fetched VALUES (r.ts, r.n, r.v); END LOOP; END $$;
SELECT answer('SELECT ts, n, v FROM fetched ORDER BY ts, n') = :'before' AS same;
SELECT compare('SELECT ts, n, v FROM i_both WHERE host = ''h3'' ORDER BY ts, n LIMIT 1000000');
COMMIT;

-- what EXPLAIN counts: the late rows of one host, not those of all
CREATE FUNCTION late_rows(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) ' || query LOOP
		IF line LIKE '%Late Rows%' THEN RETURN NEXT trim(line); END IF;
	END LOOP;
END $$;
SELECT late_rows('SELECT ts FROM i_both WHERE host = ''late'' ORDER BY ts DESC LIMIT 10');
SELECT late_rows('SELECT ts FROM i_both WHERE host = ''late'' ORDER BY ts');

DROP SCHEMA read_late CASCADE;
