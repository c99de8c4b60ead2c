-- the views: each column says what it is, and reading them locks no partition
SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace = 'sealstone'::regnamespace AND c.relkind = 'v' AND col_description(c.oid, a.attnum) IS NULL ORDER BY 1, 2;
SELECT p.oid::regprocedure FROM pg_proc p WHERE pronamespace = 'sealstone'::regnamespace AND obj_description(p.oid, 'pg_proc') IS NULL;
SET client_min_messages = warning;
CREATE SCHEMA monitor_views; SET search_path = monitor_views, public;
CREATE TABLE t (ts timestamptz NOT NULL, v int); SELECT sealstone.create_series('t', 'ts', '1 day', premake => 1);
SELECT sealstone.measure('t');
-- sizes come from the cache, and are what Postgres says
SELECT bool_and(bytes = pg_total_relation_size(partition)) FROM sealstone.partition_info WHERE relation = 't'::regclass;
-- with every partition locked exclusively the views answer, and hold nothing
BEGIN;
LOCK TABLE t IN ACCESS EXCLUSIVE MODE;
SELECT count(*) AS locks_before FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'relation' AND relation IN (SELECT partition FROM sealstone.partition_info) \gset
SELECT count(*) FROM sealstone.partition_info WHERE relation = 't'::regclass;
SELECT partitions FROM sealstone.series_info WHERE relation = 't'::regclass;
ROLLBACK;
BEGIN;
SELECT count(*) > 0 FROM sealstone.partition_info; SELECT count(*) > 0 FROM sealstone.series_info; SELECT count(*) >= 0 FROM sealstone.operations; SELECT count(*) > 0 FROM sealstone.job_info;
SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'relation' AND relation IN (SELECT partition FROM sealstone.partition_info);
COMMIT;
SELECT count(*) FROM sealstone.worker_info;
SELECT count(*) > 0, bool_and(free_bytes <= total_bytes) FROM sealstone.disk_info();
-- a role that owns nothing reads the views, not the tables behind them
CREATE ROLE sealstone_watcher;
SET ROLE sealstone_watcher;
SELECT count(*) > 0 FROM sealstone.series_info; SELECT count(*) > 0 FROM sealstone.partition_info; SELECT count(*) >= 0 FROM sealstone.operations; SELECT count(*) > 0 FROM sealstone.job_info;
SELECT count(*) FROM sealstone.worker_info; SELECT count(*) >= 0 FROM sealstone.series_history; SELECT count(*) >= 0 FROM sealstone.partition_history; SELECT count(*) >= 0 FROM sealstone.job_runs;
SELECT count(*) FROM sealstone.disk_history;
SELECT count(*) FROM sealstone.disk_info();
SELECT count(*) FROM sealstone.jobs;
RESET ROLE;
GRANT pg_monitor TO sealstone_watcher;
SET ROLE sealstone_watcher;
SELECT count(*) >= 0 FROM sealstone.disk_history;
SELECT count(*) > 0 FROM sealstone.disk_info();
RESET ROLE;
DROP SCHEMA monitor_views CASCADE;
DROP ROLE sealstone_watcher;
