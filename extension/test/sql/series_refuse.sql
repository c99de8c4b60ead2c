-- bad input: a clear error with SQLSTATE and hint, and nothing changed
\set VERBOSITY default
SET client_min_messages = warning;
CREATE SCHEMA series_refuse;
SET search_path = series_refuse, public;
CREATE TABLE t (ts timestamptz NOT NULL, host text, js json, v int, g int GENERATED ALWAYS AS (v * 2) STORED);
CREATE VIEW vw AS SELECT 1 AS ts;
CREATE MATERIALIZED VIEW mv AS SELECT now() AS ts;
CREATE TEMP TABLE tmp (ts timestamptz);
CREATE FUNCTION refused(statement text, OUT code text, OUT message text, OUT hint boolean) LANGUAGE plpgsql AS $$
DECLARE h text;
BEGIN
	EXECUTE statement;
	code := 'none';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, message = MESSAGE_TEXT, h = PG_EXCEPTION_HINT;
	hint := h <> '';
	message := regexp_replace(message, 'pg_temp_[0-9]+', 'pg_temp');
END $$;
SELECT s AS statement, r.* FROM unnest(ARRAY[
	$$SELECT sealstone.create_series('no_such_table', 'ts')$$,
	$$SELECT sealstone.create_series('vw', 'ts')$$,
	$$SELECT sealstone.create_series('mv', 'ts')$$,
	$$SELECT sealstone.create_series('tmp', 'ts')$$,
	$$SELECT sealstone.create_series('pg_class', 'relname')$$,
	$$SELECT sealstone.create_series('sealstone.series', 'created_at')$$,
	$$SELECT sealstone.create_series('t', 'nope')$$,
	$$SELECT sealstone.create_series('t', 'ctid')$$,
	$$SELECT sealstone.create_series('t', 'host')$$,
	$$SELECT sealstone.create_series('t', 'g', partition_width => 10)$$,
	$$SELECT sealstone.create_series('t', 'ts', '0')$$,
	$$SELECT sealstone.create_series('t', 'ts', '-1 day')$$,
	$$SELECT sealstone.create_series('t', 'ts', '1 millisecond')$$,
	$$SELECT sealstone.create_series('t', 'ts', '1 month 1 day')$$,
	$$SELECT sealstone.create_series('t', 'ts', partition_width => 10)$$,
	$$SELECT sealstone.create_series('t', 'ts', '1 day', 10)$$,
	$$SELECT sealstone.create_series('t', 'v')$$,
	$$SELECT sealstone.create_series('t', 'v', '1 day')$$,
	$$SELECT sealstone.create_series('t', 'v', partition_width => 0)$$,
	$$SELECT sealstone.create_series('t', 'v', partition_width => -5)$$,
	$$SELECT sealstone.create_series('t', 'v', partition_width => 3000000000)$$,
	$$SELECT sealstone.create_series('t', 'ts', premake => -1)$$,
	$$SELECT sealstone.create_series('t', 'ts', premake => NULL)$$,
	$$SELECT sealstone.create_series(NULL, 'ts')$$,
	$$SELECT sealstone.create_series('t', NULL)$$,
	$$SELECT sealstone.create_series('t', 'ts', space_column => 'host')$$,
	$$SELECT sealstone.create_series('t', 'ts', space_partitions => 4)$$,
	$$SELECT sealstone.create_series('t', 'ts', space_column => 'ts', space_partitions => 4)$$,
	$$SELECT sealstone.create_series('t', 'ts', space_column => 'nope', space_partitions => 4)$$,
	$$SELECT sealstone.create_series('t', 'ts', space_column => 'host', space_partitions => 1)$$,
	$$SELECT sealstone.create_series('t', 'ts', space_column => 'js', space_partitions => 2)$$,
	$$SELECT sealstone.make_partitions('t', '2024-01-01', '2024-02-01')$$,
	$$SELECT sealstone.set_sealing('t', '1 day')$$,
	$$SELECT sealstone.set_retention('t', '1 day')$$,
	$$SELECT sealstone.premake('t')$$,
	$$SELECT sealstone.drop_series('t')$$,
	$$SELECT sealstone.request('premake', 't')$$
]) s, refused(s) r;

-- unique keys without the partition columns: the statement that mends it
ALTER TABLE t ADD CONSTRAINT t_key UNIQUE (host);
SELECT sealstone.create_series('t', 'ts');
ALTER TABLE t DROP CONSTRAINT t_key;

-- partitioned otherwise
CREATE TABLE ph (ts timestamptz) PARTITION BY HASH (ts);
CREATE TABLE p2 (ts timestamptz, h text) PARTITION BY RANGE (ts, h);
CREATE TABLE part (ts timestamptz) PARTITION BY RANGE (ts);
CREATE TABLE part_a PARTITION OF part DEFAULT;
CREATE TABLE parent (ts timestamptz); CREATE TABLE child () INHERITS (parent);
CREATE TYPE ty AS (ts timestamptz); CREATE TABLE typed OF ty;
SELECT s AS statement, r.* FROM unnest(ARRAY[
	$$SELECT sealstone.create_series('ph', 'ts')$$, $$SELECT sealstone.create_series('p2', 'ts')$$, $$SELECT sealstone.create_series('part_a', 'ts')$$,
	$$SELECT sealstone.create_series('parent', 'ts')$$, $$SELECT sealstone.create_series('child', 'ts')$$, $$SELECT sealstone.create_series('typed', 'ts')$$
]) s, refused(s) r;

-- after all that the table is what it was
SELECT relkind FROM pg_class WHERE oid = 't'::regclass;
SELECT count(*) FROM sealstone.series;

-- settings
SELECT sealstone.create_series('t', 'ts', premake => 0);
SELECT s AS statement, r.* FROM unnest(ARRAY[
	$$SELECT sealstone.create_series('t', 'ts')$$,
	$$SELECT sealstone.make_partitions('t', '2024-02-01', '2024-01-01')$$,
	$$SELECT sealstone.make_partitions('t', '2024-01-01', 'infinity')$$,
	$$SELECT sealstone.make_partitions('t', 'nonsense', '2024-01-01')$$,
	$$SELECT sealstone.make_partitions('t', '1000-01-01', '2024-01-01')$$,
	$$SELECT sealstone.set_sealing('t', '-1 day')$$,
	$$SELECT sealstone.set_sealing('t', 5)$$,
	$$SELECT sealstone.set_sealing('t', true)$$,
	$$SELECT sealstone.set_sealing('t', '1 day', codec => 'gzip')$$,
	$$SELECT sealstone.set_sealing('t', '1 day', codec => NULL)$$,
	$$SELECT sealstone.set_sealing('t', '1 day', order_by => '{}')$$,
	$$SELECT sealstone.set_sealing('t', '1 day', order_by => '{host,nope}')$$,
	$$SELECT sealstone.set_sealing('t', '1 day', order_by => '{host,host}')$$,
	$$SELECT sealstone.set_sealing('t', '1 day', order_by => '{js}')$$,
	$$SELECT sealstone.set_retention('t', '0')$$,
	$$SELECT sealstone.set_retention('t', '-1 day')$$,
	$$SELECT sealstone.drop_before('t', NULL)$$,
	$$SELECT sealstone.drop_before('t', 17)$$,
	$$SELECT sealstone.drop_before('t', 'infinity')$$,
	$$SELECT sealstone.drop_before('t', timestamp 'infinity')$$,
	$$SELECT sealstone.set_partitioning('t', '-1 day')$$,
	$$SELECT sealstone.set_partitioning('t', '999 milliseconds')$$,
	$$SELECT sealstone.set_partitioning('t', partition_width => 5)$$,
	$$SELECT sealstone.request('nonsense', 't')$$,
	$$SELECT sealstone.request(NULL, 't')$$,
	$$SELECT sealstone.request('premake', NULL)$$,
	$$SELECT sealstone.request('premake', 't', '[]')$$,
	$$SELECT sealstone.request('premake', 't', '{"x": 1}')$$,
	$$SELECT sealstone.request('seal', 't')$$,
	$$SELECT sealstone.request('refresh', 't')$$,
	$$SELECT sealstone.request('seal', 't_default', '{"codec": 7}')$$,
	$$SELECT sealstone.request_many('premake', '{}')$$,
	$$SELECT sealstone.request_many('premake', ARRAY[NULL]::regclass[])$$,
	$$SELECT sealstone.request('premake', 't', idempotency_key => '')$$,
	$$SELECT sealstone.cancel_operation(-1)$$,
	$$SELECT sealstone.retry_operation(-1)$$,
	$$SELECT sealstone.run_job(-1)$$,
	$$SELECT sealstone.update_job(-1)$$,
	$$SELECT sealstone.update_job((SELECT id FROM sealstone.job_info WHERE relation = 't'::regclass AND kind = 'premake'), schedule => '0')$$
]) s, refused(s) r;

-- a read-only transaction
BEGIN READ ONLY;
SELECT sealstone.request('premake', 't');
ROLLBACK;
BEGIN READ ONLY;
SELECT sealstone.make_partitions('t', '2024-01-01', '2024-01-02');
ROLLBACK;

-- who does not own it
CREATE ROLE sealstone_refuse_role;
GRANT USAGE ON SCHEMA series_refuse TO sealstone_refuse_role;
GRANT SELECT ON t TO sealstone_refuse_role;
CREATE TABLE plain (ts timestamptz);
SET ROLE sealstone_refuse_role;
SELECT s AS statement, r.* FROM unnest(ARRAY[
	$$SELECT sealstone.create_series('plain', 'ts')$$,
	$$SELECT sealstone.make_partitions('t', '2024-01-01', '2024-01-02')$$,
	$$SELECT sealstone.premake('t')$$,
	$$SELECT sealstone.set_sealing('t', '1 day')$$,
	$$SELECT sealstone.set_retention('t', '1 day')$$,
	$$SELECT sealstone.apply_retention('t')$$,
	$$SELECT sealstone.drop_before('t', now())$$,
	$$SELECT sealstone.drop_series('t')$$,
	$$SELECT sealstone.grant_operate('t', 'sealstone_refuse_role')$$,
	$$SELECT sealstone.request('premake', 't')$$,
	$$SELECT sealstone.request('retention', 't')$$,
	$$SELECT sealstone.measure('t')$$,
	$$SELECT sealstone.pause_all()$$,
	$$SELECT sealstone.resume_jobs()$$,
	$$SELECT * FROM sealstone.operation_log$$,
	$$DELETE FROM sealstone.series$$
]) s, refused(s) r;
RESET ROLE;
-- what grant_operate allows, and no more
SELECT sealstone.grant_operate('t', 'sealstone_refuse_role');
SET ROLE sealstone_refuse_role;
SELECT sealstone.may_operate('t'), sealstone.premake('t') >= 0 AS premade;
SELECT r.* FROM refused($$SELECT sealstone.request('retention', 't')$$) r;
RESET ROLE;
SELECT sealstone.revoke_operate('t', 'sealstone_refuse_role'), sealstone.revoke_operate('t', 'sealstone_refuse_role');
DROP SCHEMA series_refuse CASCADE;
DROP ROLE sealstone_refuse_role;
