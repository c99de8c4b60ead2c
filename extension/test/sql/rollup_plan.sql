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
DROP TABLE pl CASCADE;
DROP FUNCTION partitions_of, truth;
