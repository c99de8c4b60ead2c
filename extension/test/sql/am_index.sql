-- indexes of a sealed table: which the planner sees, what they hold, bitmap scans exact and lossy
CREATE SCHEMA am_index;
SET search_path = am_index;
CREATE TABLE t (id int PRIMARY KEY, host int, tags int[], note text);
CREATE INDEX t_host ON t (host);
CREATE INDEX t_tags ON t USING gin (tags);
CREATE INDEX t_brin ON t USING brin (id);
INSERT INTO t SELECT i, i % 20, ARRAY[i % 3, i % 7], repeat('n', i % 50) FROM generate_series(1, 5000) i;
CALL sealstone.seal('t', ARRAY['id']::name[]);
INSERT INTO t SELECT i, i % 20, ARRAY[99], 'late' FROM generate_series(6001, 6100) i;
UPDATE t SET note = 'hot' WHERE id % 500 = 0;
UPDATE t SET host = 50 WHERE id % 500 = 1;
DELETE FROM t WHERE id % 500 = 2;

-- only the primary key is there to be used
DO $$ BEGIN PERFORM set_config(name, 'off', false) FROM pg_settings WHERE name LIKE 'sealstone.enable%'; END $$;
EXPLAIN (COSTS OFF) SELECT * FROM t WHERE id = 5;
EXPLAIN (COSTS OFF) SELECT count(*) FROM t WHERE host = 50;
EXPLAIN (COSTS OFF) SELECT count(*) FROM t WHERE tags @> '{99}';
SET enable_seqscan = off;
SELECT id, host, note FROM t WHERE id IN (5, 500, 501, 502, 6001) ORDER BY id;
SELECT count(*) FROM t WHERE host = 50;
SELECT count(*) FROM t WHERE tags @> '{99}';
SELECT id FROM t ORDER BY id DESC LIMIT 3;

-- those hidden hold late rows only, built at the seal or later, and amcheck agrees
CREATE INDEX t_note ON t (note);
CREATE INDEX CONCURRENTLY t_note2 ON t (note, id) WHERE id > 100;
CREATE EXTENSION IF NOT EXISTS amcheck;
SELECT bt_index_check('t_host', true), bt_index_check('t_note', true), bt_index_parent_check('t_note2', true), bt_index_parent_check('t_pkey', true);
SELECT relname, reltuples FROM pg_class WHERE oid = 't'::regclass;
REINDEX TABLE t;
REINDEX TABLE CONCURRENTLY t;
SELECT bt_index_check('t_host', true), bt_index_check('t_note', true), bt_index_parent_check('t_pkey', true);
SELECT brin_summarize_new_values('t_brin') >= 0 AS summarized;
SELECT count(*), sum(host) FROM t WHERE id BETWEEN 400 AND 600;

-- bitmap scans, exact and lossy, prefetching or not, over both kinds of addresses
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
EXPLAIN (COSTS OFF) SELECT count(*) FROM t WHERE id < 3000 OR id > 6050;
SELECT count(*), sum(id), count(*) FILTER (WHERE note = 'hot') FROM t WHERE id < 3000 OR id > 6050;
SET effective_io_concurrency = 16;
SELECT count(*), sum(id) FROM t WHERE id < 3000 OR id > 6050;
SET work_mem = '64kB';
SELECT count(*), sum(id) FROM t WHERE id < 4900 OR id > 6010;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET min_parallel_index_scan_size = 0;
SELECT count(*), sum(id) FROM t WHERE id < 4900 OR id > 6010;
RESET ALL;
SET search_path = am_index;
SELECT count(*), sum(id) FROM t WHERE id < 4900 OR id > 6010;

-- a bitmap with many more pages than work_mem holds: lossy on both sides
CREATE TABLE wide (id int PRIMARY KEY, pad text);
INSERT INTO wide SELECT i * 7919 % 60013, '' FROM generate_series(1, 60000) i;
CALL sealstone.seal('wide', ARRAY['pad']::name[]);
INSERT INTO wide SELECT -i, repeat('w', 900) FROM generate_series(1, 8000) i;
UPDATE wide SET pad = 'x' WHERE id % 100 = 0 AND id > 0;
DELETE FROM wide WHERE id % 100 = 50 AND id > 0;
SET enable_seqscan = off;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
DO $$ BEGIN PERFORM set_config(name, 'off', false) FROM pg_settings WHERE name LIKE 'sealstone.enable%'; END $$;
SET work_mem = '64kB';
SELECT count(*), sum(id), count(*) FILTER (WHERE pad = 'x') FROM wide WHERE id < 59000;
RESET ALL;
SET search_path = am_index;
SELECT count(*), sum(id), count(*) FILTER (WHERE pad = 'x') FROM wide WHERE id < 59000;

-- a version that an abort left behind hangs on no chain once the row is changed again
CREATE TABLE orphan (id int, v int);
CREATE INDEX orphan_id ON orphan (id);
INSERT INTO orphan SELECT i, 0 FROM generate_series(1, 100) i;
CALL sealstone.seal('orphan', ARRAY['id']::name[]);
INSERT INTO orphan VALUES (-1, 0);
BEGIN;
UPDATE orphan SET v = 1 WHERE id IN (-1, 7);
ROLLBACK;
UPDATE orphan SET v = 2 WHERE id IN (-1, 7);
REINDEX TABLE orphan;
SELECT * FROM orphan WHERE id IN (-1, 7) ORDER BY id;

SET client_min_messages = warning;
DROP SCHEMA am_index CASCADE;
