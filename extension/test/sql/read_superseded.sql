-- Row groups with changed and deleted rows: answered from the directory less those rows, where that is exact; late rows
-- as vectors. Compared with a heap of the same rows.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE SCHEMA read_superseded;
SET search_path = read_superseded;
SET max_parallel_workers_per_gather = 0;

CREATE TABLE s (host text, ts timestamptz NOT NULL, x int, big bigint, f float8, mixed float4, holes int, flag bool, t text, n numeric);
CREATE INDEX ON s (host, ts);
INSERT INTO s SELECT 'h' || i / 8192, timestamptz '2026-01-01' + (i % 8192) * interval '1 s', i, i::bigint * 1000000007, 1 + i / 8.0,
	CASE WHEN i % 2 = 0 THEN 1 ELSE -1 END * (i % 100), CASE WHEN i % 3 > 0 THEN i END, i % 7 > 0, 't' || i % 1000, i / 10.0
	FROM generate_series(0, 4 * 8192 - 1) i;
CREATE TABLE h AS TABLE s;
CALL sealstone.seal('s');
ANALYZE s;

-- row groups answered from the directory, then whether the answer is the heap's; floats to 12 digits
CREATE FUNCTION ask(what text, rest text DEFAULT '') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	line text;
	shown text := '';
	got text;
	expected text;
	query text := format('SELECT string_agg(q::text, '' | '' ORDER BY q::text COLLATE "C") FROM (SELECT %s FROM @ %s) q', what, rest);
BEGIN
	FOR line IN EXECUTE format('EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT %s FROM s %s', what, rest) LOOP
		IF line ~ 'From Directory|Groups Read' THEN shown := shown || trim(line) || ', '; END IF;
	END LOOP;
	SET LOCAL extra_float_digits = -3;
	EXECUTE replace(query, '@', 's') INTO got;
	EXECUTE replace(query, '@', 'h') INTO expected;
	RETURN shown || CASE WHEN got IS NOT DISTINCT FROM expected THEN 'same' ELSE 'DIFFERENT ' || got || ' <> ' || expected END;
END $$;
CREATE PROCEDURE on_both(change text) LANGUAGE plpgsql AS $$ BEGIN EXECUTE replace(change, '@', 's'); EXECUTE replace(change, '@', 'h'); END $$;
CREATE FUNCTION ask_all() RETURNS SETOF text LANGUAGE sql AS $$
	SELECT ask(what, rest) FROM (VALUES (1, 'count(*)', ''), (2, 'host, count(*), count(holes)', 'GROUP BY host'), (3, 'sum(x), avg(x), sum(big), avg(big), sum(holes)', ''),
		(4, 'host, min(x), max(x)', 'GROUP BY host'), (5, 'max(f)', ''), (6, 'host, sum(f), avg(f)', 'GROUP BY host'), (7, 'sum(mixed), min(mixed)', ''),
		(8, 'bool_and(flag), bool_or(flag)', ''), (9, 'min(t), max(t), max(n)', ''), (10, 'max(ts), min(ts)', ''),
		(11, 'date_trunc(''day'', ts), count(*), max(x)', 'GROUP BY 1'), (12, 'count(*), max(big)', 'WHERE x < 20000'),
		(13, 'variance(f), count(*) FILTER (WHERE x > 5)', ''), (14, 't, count(*), sum(x)', 'WHERE holes > 100 AND t < ''t5'' GROUP BY t'),
		(15, 'x % 10, flag, count(*), avg(n), min(host)', 'GROUP BY 1, 2')) q(i, what, rest) ORDER BY i
$$;
SELECT ask_all();
-- a few rows, none with an extreme
CALL on_both('DELETE FROM @ WHERE x IN (100, 101, 5000, 9000, 9001, 12000)');
SELECT ask_all();
-- the greatest of one group, the least of another, a whole page, NULLs among them
CALL on_both('DELETE FROM @ WHERE x IN (8191, 8192) OR x BETWEEN 17408 AND 18431');
SELECT ask_all();
-- a whole group, and half of one
CALL on_both('DELETE FROM @ WHERE host = ''h3'' OR (host = ''h2'' AND x % 3 < 2)');
SELECT ask_all();
-- changed rows, which come back as late ones; a transaction that is not over and one that failed; old snapshots
CALL on_both('UPDATE @ SET f = -f, holes = NULL, t = repeat(t, 50) WHERE x % 501 = 7');
BEGIN;
CALL on_both('DELETE FROM @ WHERE x % 77 = 3');
SELECT ask_all();
ROLLBACK;
SELECT ask_all();
CALL on_both('INSERT INTO @ SELECT ''h'' || i % 6, timestamptz ''2026-01-01'' + i * interval ''3 s'', 100000 + i, -i, i / 3.0, i, NULLIF(i % 5, 0), i % 9 > 0, repeat(''late'' || i % 3, i % 40), i / 7.0 FROM generate_series(1, 3000) i');
CALL on_both('INSERT INTO @ SELECT NULL, ''infinity'', i, NULL, ''NaN'', ''-infinity'', NULL, NULL, repeat(''large'', 60000), ''NaN'' FROM generate_series(1, 30) i');
SELECT ask_all();
-- parallel, and with memory for few groups at a time
SET work_mem = '64kB';
SELECT ask_all();
RESET work_mem;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SELECT regexp_replace(ask_all(), '.*, ', '') AS parallel, count(*) GROUP BY 1;
RESET max_parallel_workers_per_gather;

-- sums of floats that would lose their digits are added anew
CREATE TABLE lost (k int, f float8);
INSERT INTO lost SELECT i, CASE WHEN i = 777 THEN 1e17 ELSE 0.1 END FROM generate_series(1, 8000) i;
CREATE INDEX ON lost (k);
CALL sealstone.seal('lost');
ANALYZE lost;
DELETE FROM lost WHERE k = 777;
SELECT round(sum(f)::numeric, 6) FROM lost;

DROP SCHEMA read_superseded CASCADE;
