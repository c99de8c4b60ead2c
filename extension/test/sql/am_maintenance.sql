-- ANALYZE, VACUUM, TRUNCATE, CLUSTER and their kin on a sealed table
CREATE SCHEMA am_maintenance;
SET search_path = am_maintenance;
CREATE TABLE t (id int PRIMARY KEY, host int, v float8, note text) WITH (autovacuum_enabled = off);
INSERT INTO t SELECT i, i % 10, i, 'note ' || i % 100 FROM generate_series(1, 20000) i;
CALL sealstone.seal('t', ARRAY['host', 'id']::name[]);
INSERT INTO t SELECT i, 10, i, 'late' FROM generate_series(20001, 21000) i;
UPDATE t SET v = 0 WHERE id <= 500;
DELETE FROM t WHERE id BETWEEN 501 AND 1000;

-- right counts, by ANALYZE and by VACUUM, and the planner believes them
ANALYZE t;
SELECT reltuples, relpages = pg_relation_size('t') / current_setting('block_size')::int AS pages FROM pg_class WHERE oid = 't'::regclass;
SELECT attname, null_frac, n_distinct FROM pg_stats WHERE schemaname = 'am_maintenance' AND tablename = 't' AND attname IN ('id', 'host') ORDER BY 1;
SELECT most_common_vals FROM pg_stats WHERE schemaname = 'am_maintenance' AND tablename = 't' AND attname = 'host' AND array_length(most_common_freqs, 1) = 11;
VACUUM t;
SELECT reltuples, relallvisible > 0 AS visible FROM pg_class WHERE oid = 't'::regclass;
VACUUM (DISABLE_PAGE_SKIPPING, INDEX_CLEANUP on, TRUNCATE on) t;
SELECT reltuples FROM pg_class WHERE oid = 't'::regclass;
SELECT count(*), sum(id) FROM t;

-- freezing advances, though no sealed page is read
CREATE TABLE ages AS SELECT relfrozenxid AS x, relminmxid AS m FROM pg_class WHERE oid = 't'::regclass;
BEGIN;
SELECT count(*) FROM (SELECT 1 FROM t WHERE id < 2000 FOR SHARE) x;
COMMIT;
VACUUM (FREEZE) t;
SELECT age(c.relfrozenxid) < age(a.x) AS advanced, mxid_age(c.relminmxid) <= mxid_age(a.m) AS advanced_multi
  FROM pg_class c, ages a WHERE c.oid = 't'::regclass;
SELECT count(*), sum(id) FROM t;

-- without any index, line pointers are freed: addresses and counts stay right
CREATE TABLE bare (id int, v text) WITH (autovacuum_enabled = off);
INSERT INTO bare SELECT i, 'v' FROM generate_series(1, 2000) i;
CALL sealstone.seal('bare', ARRAY['id']::name[]);
DELETE FROM bare WHERE id <= 300;
VACUUM bare;
INSERT INTO bare SELECT i, 'late' FROM generate_series(3001, 3250) i;
UPDATE bare SET v = 'moved' WHERE id BETWEEN 301 AND 500;
SELECT count(*), count(DISTINCT id), sum(id) FROM bare;
SELECT count(*) FROM bare WHERE ctid = ANY (ARRAY['(2147483648,1)', '(2147483648,250)']::tid[]);
DELETE FROM bare WHERE id <= 400;
VACUUM bare;
VACUUM bare;
UPDATE bare SET v = 'moved' WHERE id BETWEEN 401 AND 700;
CREATE UNIQUE INDEX ON bare (id);
CREATE INDEX ON bare (v);
SELECT count(*), count(DISTINCT id), sum(id) FROM bare;
SET enable_seqscan = off;
SELECT count(*) FROM bare WHERE id > 0;
RESET enable_seqscan;
SELECT reltuples FROM pg_class WHERE oid = 'bare'::regclass;

-- a rewriting ALTER makes a heap of it, with all rows
ALTER TABLE bare ALTER COLUMN id TYPE bigint;
SELECT count(*), sum(id) FROM bare;

-- storage moves and goes
ALTER TABLE t SET ACCESS METHOD heap;
SELECT count(*), sum(id) FROM t;
CALL sealstone.seal('t', ARRAY['host', 'id']::name[]);
SELECT count(*), sum(id) FROM t;
BEGIN;
TRUNCATE t;
INSERT INTO t VALUES (1);
SELECT count(*) FROM t;
ROLLBACK;
SELECT count(*), sum(id) FROM t;
BEGIN;
SAVEPOINT a;
DELETE FROM t WHERE id < 5000;
ROLLBACK TO a;
SELECT count(*) FROM t;
COMMIT;
TRUNCATE t;
SELECT count(*) FROM t;
INSERT INTO t SELECT i FROM generate_series(1, 10) i;
SELECT count(*) FROM t;

SET client_min_messages = warning;
DROP SCHEMA am_maintenance CASCADE;
