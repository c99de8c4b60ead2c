-- Planning reads only what the filter on bucket asks for; a kept plan stays right through writes and refreshes.
SET timezone = 'UTC';
SET client_min_messages = warning;
CREATE TABLE pl (ts timestamptz NOT NULL, host text, v int) PARTITION BY RANGE (ts);
SELECT format('CREATE TABLE pl_%s PARTITION OF pl FOR VALUES FROM (%L) TO (%L)', d, '2024-01-01'::timestamptz + d * interval '1 day', '2024-01-02'::timestamptz + d * interval '1 day') FROM generate_series(0, 5) d \gexec
INSERT INTO pl SELECT '2024-01-01'::timestamptz + n * interval '10 minutes', 'h' || n % 3, n FROM generate_series(0, 500) n;
SELECT sealstone.create_rollup('pl_hour', 'pl', '1 hour', 'count(*) AS n, sum(v) AS s', 'host');
SELECT sealstone.create_rollup('pl_day', 'pl_hour', '1 day', 'sum(v) AS s');
CREATE FUNCTION partitions_of(query text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE line text; found text[] := '{}';
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
    found := found || ARRAY(SELECT m[1] FROM regexp_matches(line, ' on (pl_\d)', 'g') m);
  END LOOP;
  RETURN ARRAY(SELECT DISTINCT unnest(found) ORDER BY 1);
END $$;
-- nothing materialized: the buckets' own partitions
SELECT partitions_of('SELECT * FROM pl_hour WHERE bucket >= ''2024-01-02'' AND bucket < ''2024-01-03''');
SELECT partitions_of('SELECT * FROM pl_hour WHERE bucket = ''2024-01-02 05:00''');
SELECT partitions_of('SELECT * FROM pl_hour WHERE ''2024-01-01 05:00'' >= bucket');
SELECT partitions_of('SELECT * FROM pl_day WHERE bucket >= ''2024-01-02'' AND bucket < ''2024-01-03''');
SELECT sealstone.refresh_rollup('pl_hour') > 0 AS hour, sealstone.refresh_rollup('pl_day') > 0 AS day;
-- materialized: none, whatever is pending; past the watermark: those
SELECT partitions_of('SELECT * FROM pl_hour WHERE bucket >= ''2024-01-02'' AND bucket < ''2024-01-03''');
INSERT INTO pl VALUES ('2024-01-02 05:05', 'h1', 1000);
SELECT partitions_of('SELECT * FROM pl_hour WHERE bucket >= ''2024-01-02'' AND bucket < ''2024-01-03''');
SELECT partitions_of('SELECT * FROM pl_hour WHERE bucket >= ''2024-01-02''');
SELECT partitions_of('WITH w AS (SELECT * FROM pl_hour) SELECT (SELECT max(s) FROM pl_day d WHERE d.bucket < ''2024-01-03'') FROM w WHERE w.bucket < ''2024-01-03''');
-- kept plans, custom and generic
CREATE FUNCTION truth(t timestamptz) RETURNS text LANGUAGE sql AS $$ SELECT (count(*), sum(v))::text FROM pl WHERE ts < t $$;
PREPARE q AS SELECT (sum(n), sum(s))::text = truth($1) AS same FROM pl_hour WHERE bucket < $1;
SET plan_cache_mode = force_generic_plan;
EXECUTE q('2024-01-04');
INSERT INTO pl VALUES ('2024-01-02 06:05', 'h1', 1000), ('2024-01-05 06:05', 'h2', 7);
EXECUTE q('2024-01-04');
EXECUTE q('2024-01-06');
SELECT sealstone.refresh_rollup('pl_hour') > 0 AS refreshed;
EXECUTE q('2024-01-04');
EXECUTE q('2024-01-06');
DELETE FROM pl WHERE host = 'h0';
EXECUTE q('2024-01-06');
TRUNCATE pl_2;
EXECUTE q('2024-01-06');
SET plan_cache_mode = force_custom_plan;
EXECUTE q('2024-01-06');
-- joined, outer-joined, aggregated, limited, in a cursor that outlives a refresh
SELECT count(*) FROM generate_series('2024-01-01'::timestamptz, '2024-01-06', '1 hour') g(t) LEFT JOIN pl_hour r ON r.bucket = g.t AND r.bucket < '2024-01-02' WHERE r.s IS NULL;
BEGIN; DECLARE c CURSOR FOR SELECT (sum(n), sum(s))::text FROM pl_hour;
INSERT INTO pl VALUES ('2024-01-01 06:05', 'h1', 1); SELECT sealstone.refresh_rollup('pl_hour') > 0 AS refreshed;
CREATE TEMP TABLE later AS SELECT (count(*) - 1, sum(v) - 1)::text AS t FROM pl;
FETCH c \gset
SELECT :'row' = t AS as_of_its_start FROM later; COMMIT;
SELECT * FROM sealstone.verify_rollup('pl_hour');
-- nothing pending and no row past the watermark: the table of states alone, looked at again whenever a kept plan starts
CREATE FUNCTION branches(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE line text; plan text := '';
BEGIN
  FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP plan := plan || line || ' '; END LOOP;
  RETURN concat_ws(' ', CASE WHEN plan ~ ' on r\d+ ' THEN 'states' END, CASE WHEN plan ~ 'rollup_invalid' THEN 'asked' END,
    CASE WHEN plan ~ ' on (pl|empty)_\d' THEN 'source' END, CASE WHEN plan ~ 'rollup_stale' THEN 'stale' END);
END $$;
SELECT sealstone.refresh_rollup('pl_hour') >= 0 AS refreshed;
SELECT branches('SELECT * FROM pl_hour WHERE bucket < ''2024-01-03'''), branches('SELECT * FROM pl_hour');
CREATE TABLE empty (ts timestamptz NOT NULL, host text, v int) PARTITION BY RANGE (ts);
CREATE TABLE empty_1 PARTITION OF empty FOR VALUES FROM ('2024-01-01') TO ('2024-01-02');
CREATE TABLE empty_2 PARTITION OF empty FOR VALUES FROM ('2024-01-02') TO ('2024-01-03');
CREATE TABLE empty_d PARTITION OF empty DEFAULT;
INSERT INTO empty SELECT '2024-01-01'::timestamptz + n * interval '10 minutes', 'h' || n % 3, n FROM generate_series(0, 143) n;
CALL sealstone.seal('empty_1');
SELECT sealstone.create_rollup('empty_hour', 'empty', '1 hour', 'count(*) AS n, sum(v) AS s', 'host');
SELECT sealstone.create_rollup('empty_day', 'empty_hour', '1 day', 'sum(v) AS s');
SELECT sealstone.refresh_rollup('empty_hour') > 0 AS hour, sealstone.refresh_rollup('empty_day') > 0 AS day;
SELECT branches('SELECT * FROM empty_hour') AS whole, branches('SELECT * FROM empty_day WHERE bucket < ''2024-01-02''') AS day;
PREPARE all_of AS SELECT sum(n), sum(s) FROM empty_hour;
PREPARE of_day AS SELECT sum(n), sum(s) FROM empty_hour WHERE bucket < '2024-01-02';
PREPARE of_days AS SELECT sum(s) FROM empty_day WHERE bucket < '2024-01-02';
SET plan_cache_mode = force_generic_plan;
EXECUTE all_of; EXECUTE of_day; EXECUTE of_days;
BEGIN;
INSERT INTO empty VALUES ('2024-01-01 03:05', 'h1', 1000);
EXECUTE all_of; EXECUTE of_day; EXECUTE of_days;
SELECT branches('SELECT * FROM empty_hour WHERE bucket < ''2024-01-02''');
COMMIT;
EXECUTE all_of; EXECUTE of_day; EXECUTE of_days;
SELECT branches('SELECT * FROM empty_hour WHERE bucket < ''2024-01-02''');
SELECT sealstone.refresh_rollup('empty_hour') > 0 AS hour;
EXECUTE all_of; EXECUTE of_day; EXECUTE of_days;
SELECT sealstone.refresh_rollup('empty_day') > 0 AS day;
EXECUTE of_days;
-- rows where there was no page: ahead of the watermark, and in the default partition
BEGIN;
INSERT INTO empty VALUES ('2024-01-02 03:05', 'h1', 5);
EXECUTE all_of; EXECUTE of_day;
ROLLBACK;
EXECUTE all_of;
INSERT INTO empty VALUES ('2025-01-02 03:05', 'h1', 5);
EXECUTE all_of; EXECUTE of_day;
SELECT branches('SELECT * FROM empty_hour') AS whole, branches('SELECT * FROM empty_hour WHERE bucket < ''2024-01-02''') AS day;
-- a new partition with rows
CREATE TABLE empty_3 (LIKE empty);
INSERT INTO empty_3 VALUES ('2024-01-03 01:01', 'h9', 9);
ALTER TABLE empty ATTACH PARTITION empty_3 FOR VALUES FROM ('2024-01-03') TO ('2024-01-04');
EXECUTE all_of;
-- a kept plan of the states alone, and a partition that comes and goes
TRUNCATE empty_3, empty_d;
SELECT sealstone.refresh_rollup('empty_hour') >= 0 AS hour;
DEALLOCATE all_of;
PREPARE all_of AS SELECT sum(n), sum(s) FROM empty_hour;
EXECUTE all_of;
SELECT branches('EXECUTE all_of');
CREATE TABLE empty_4 (LIKE empty);
INSERT INTO empty_4 VALUES ('2024-01-04 01:01', 'h9', 9);
ALTER TABLE empty ATTACH PARTITION empty_4 FOR VALUES FROM ('2024-01-04') TO ('2024-01-05');
EXECUTE all_of;
ALTER TABLE empty DETACH PARTITION empty_4;
EXECUTE all_of;
DROP TABLE empty_4;
-- a cursor opened with nothing pending stays as it was
BEGIN; DECLARE c CURSOR FOR SELECT sum(n) FROM empty_hour WHERE bucket < '2024-01-02';
INSERT INTO empty VALUES ('2024-01-01 04:05', 'h1', 1000);
FETCH c; SELECT sum(n) FROM empty_hour WHERE bucket < '2024-01-02';
ROLLBACK;
RESET plan_cache_mode;
-- privileges as with all branches: the reader's on the view, and the view's owner's on the source
CREATE ROLE rollup_plan_reader;
CREATE ROLE rollup_plan_owner;
SET ROLE rollup_plan_reader;
SELECT count(*) FROM empty_hour WHERE bucket < '2024-01-02';
RESET ROLE;
GRANT SELECT ON empty_hour TO rollup_plan_reader;
SET ROLE rollup_plan_reader;
SELECT count(*) FROM empty_hour WHERE bucket < '2024-01-02';
RESET ROLE;
\set QUIET on
SELECT format('ALTER VIEW %s OWNER TO rollup_plan_owner; GRANT SELECT ON %1$s TO PUBLIC; GRANT SELECT ON %s TO rollup_plan_owner; GRANT USAGE ON SCHEMA sealstone_rollup TO rollup_plan_owner', partials, states) FROM sealstone.rollup WHERE view = 'empty_hour'::regclass \gset
:format;
SET ROLE rollup_plan_reader;
SELECT count(*) FROM empty_hour WHERE bucket < '2024-01-02';
SELECT count(*) FROM empty_day WHERE bucket < '2024-01-02';
RESET ROLE;
DROP TABLE empty CASCADE;
REVOKE USAGE ON SCHEMA sealstone_rollup FROM rollup_plan_owner;
DROP ROLE rollup_plan_reader, rollup_plan_owner;
DROP TABLE pl CASCADE;
DROP FUNCTION partitions_of, truth, branches;
