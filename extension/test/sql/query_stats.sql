-- Query timings: counted per series table and query, text without constants, withheld from those who may not read it
CREATE SCHEMA qs;
CREATE TABLE qs.cpu (ts timestamptz NOT NULL, host text, v int) PARTITION BY RANGE (ts);
SELECT sealstone.create_series('qs.cpu', 'ts', partition_interval => '1 day', premake => 0);
SELECT sealstone.make_partitions('qs.cpu', '2026-01-01 00:00+00', '2026-01-04 00:00+00');
CREATE TABLE qs.plain (n int);
INSERT INTO qs.cpu SELECT timestamptz '2026-01-01 00:00+00' + i * interval '1 hour', 'h' || i % 3, i FROM generate_series(0, 71) i;
SELECT sealstone.query_stats_reset('qs.cpu');

-- three calls of one query, one of another, a nested one that is not counted, one that fails, one on no series
SELECT count(*) FROM qs.cpu WHERE v > 10 AND host = 'h1';
SELECT count(*) FROM qs.cpu WHERE v > 20 AND host = 'h2';
SELECT count(*) FROM qs.cpu WHERE v > -5 AND host = E'h\x30';
SELECT v FROM qs.cpu WHERE ts = '2026-01-01 05:00+00' /* one day */ ORDER BY v LIMIT 1;
CREATE FUNCTION qs.inner_count() RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT count(*) FROM qs.cpu); END $$;
SELECT qs.inner_count();
SELECT 1 / (v - v) FROM qs.cpu;
SELECT count(*) FROM qs.plain;
INSERT INTO qs.cpu VALUES ('2026-01-01 00:30+00', 'h1', 1);

SELECT query, calls, rows, path, partitions_read, partitions_total,
	min_ms > 0 AND min_ms <= p50_ms AND p50_ms <= p95_ms AND p95_ms <= p99_ms AND p99_ms <= max_ms AND abs(mean_ms * calls - total_ms) < 0.001 AS ordered,
	last_call > now() - interval '1 hour' AS recent
FROM sealstone.query_stats WHERE relation = 'qs.cpu'::regclass ORDER BY query COLLATE "C";

-- several statements in one string: each has its own text
SELECT count(*) AS a FROM qs.cpu WHERE v = 1\; SELECT max(v) AS b FROM qs.cpu WHERE v < 2;
SELECT query, calls FROM sealstone.query_stats WHERE relation = 'qs.cpu'::regclass AND query ~ ' AS [ab] ' ORDER BY query COLLATE "C";

-- two portals open at once (a cursor declared in SQL has a query identifier, and so is counted, from 16 on only)
BEGIN;
DECLARE c CURSOR FOR SELECT v AS fetched FROM qs.cpu ORDER BY v;
FETCH 5 FROM c;
FETCH 5 FROM c;
COMMIT;

-- a prepared statement's parameters keep their numbers
PREPARE p AS SELECT count(*) AS prepared FROM qs.cpu WHERE v > $1 AND host <> 'x';
EXECUTE p(3);
EXECUTE p(4);
SELECT query, calls FROM sealstone.query_stats WHERE relation = 'qs.cpu'::regclass AND query LIKE '%AS prepared%';

-- by the minute
SELECT sealstone.query_stats_sample() >= 1 AS sampled;
SELECT calls > 0 AS calls, p50_ms > 0 AS timed FROM sealstone.query_history WHERE relation = 'qs.cpu'::regclass;
SELECT sealstone.query_stats_sample() AS nothing_since;

-- who may see and reset what
CREATE ROLE qs_reader;
GRANT USAGE ON SCHEMA qs TO qs_reader;
GRANT SELECT ON qs.cpu TO qs_reader;
SET ROLE qs_reader;
SELECT count(*) AS mine FROM qs.cpu;
SELECT query, count(*) > 1 AS several FROM sealstone.query_stats WHERE relation = 'qs.cpu'::regclass GROUP BY query ORDER BY query COLLATE "C";
SELECT sealstone.query_stats_reset('qs.cpu');
SELECT sealstone.query_stats_reset();
SELECT sealstone.query_stats_sample();
RESET ROLE;

-- of a table that is none, and after a reset
SELECT sealstone.query_stats_reset('qs.plain');
SELECT sealstone.query_stats_reset('qs.cpu');
SELECT count(*) FROM sealstone.query_stats WHERE relation = 'qs.cpu'::regclass;
SET sealstone.query_stats = off;
SELECT count(*) AS unseen FROM qs.cpu;
RESET sealstone.query_stats;
SELECT count(*) FROM sealstone.query_stats WHERE relation = 'qs.cpu'::regclass;

-- a table that is gone is of no owner, and no error to those who look
SELECT count(*) > 0 AS seen FROM qs.cpu;
DROP SCHEMA qs CASCADE;
SET ROLE qs_reader;
SELECT count(*) >= 0 AS readable FROM sealstone.query_stats;
RESET ROLE;
DROP ROLE qs_reader;
SELECT count(*) FROM sealstone.query_stats WHERE relation::text LIKE 'qs.%';
