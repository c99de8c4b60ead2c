-- a relation of the access method that was never sealed is a plain heap
CREATE SCHEMA am_plain;
SET search_path = am_plain;

-- every way to get one
CREATE TABLE made (id int PRIMARY KEY, v text) USING sealstone;
SET default_table_access_method = sealstone;
CREATE TABLE defaulted (id int, v text);
CREATE TABLE selected AS SELECT i AS id, 'row ' || i AS v FROM generate_series(1, 1000) i;
CREATE MATERIALIZED VIEW viewed AS SELECT * FROM selected WHERE id <= 10;
RESET default_table_access_method;
CREATE TABLE changed AS SELECT i AS id, repeat('x', i) AS v FROM generate_series(1, 100) i;
ALTER TABLE changed SET ACCESS METHOD sealstone;
SELECT c.relname, a.amname FROM pg_class c JOIN pg_am a ON a.oid = c.relam
  WHERE c.relnamespace = 'am_plain'::regnamespace AND c.relkind IN ('r', 'm') ORDER BY 1;

-- TOAST tables are heaps
SELECT a.amname FROM pg_class c JOIN pg_class t ON t.oid = c.reltoastrelid JOIN pg_am a ON a.oid = t.relam
  WHERE c.oid = 'made'::regclass;

-- rows in and out
INSERT INTO made SELECT i, 'v' || i FROM generate_series(1, 1000) i;
UPDATE made SET v = v || '!' WHERE id % 10 = 0;
DELETE FROM made WHERE id % 7 = 0;
INSERT INTO made VALUES (1, 'again') ON CONFLICT (id) DO UPDATE SET v = excluded.v;
INSERT INTO made VALUES (2, 'twice');
SELECT count(*), sum(id), count(*) FILTER (WHERE v LIKE '%!') FROM made;
SELECT * FROM made WHERE id IN (1, 10, 14) ORDER BY id;
SELECT ctid, xmin <> 0 AS has_xmin, tableoid::regclass, id FROM made WHERE id = 3;
SELECT count(*) FROM made WHERE ctid < '(1,1)' AND ctid >= '(0,1)';
SELECT id FROM made WHERE ctid = '(0,3)';
INSERT INTO made VALUES (5000, (SELECT string_agg(md5(i::text), '') FROM generate_series(1, 5000) i));
SELECT length(v), md5(v) FROM made WHERE id = 5000;

-- cursors, row locks
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT id FROM selected;
MOVE FORWARD ALL IN c;
FETCH BACKWARD 2 FROM c;
MOVE BACKWARD ALL IN c;
FETCH FORWARD 2 FROM c;
UPDATE selected SET v = 'current' WHERE CURRENT OF c;
SELECT v FROM selected WHERE id = 2;
SELECT id FROM selected WHERE id = 3 FOR NO KEY UPDATE;
COMMIT;

-- indexes: built, concurrently built, bitmap scans, index-only scans
CREATE INDEX ON selected (id);
CREATE INDEX CONCURRENTLY selected_v ON selected (v) WHERE id > 10;
CREATE UNIQUE INDEX CONCURRENTLY selected_u ON selected (id);
CREATE INDEX selected_brin ON selected USING brin (id);
REINDEX TABLE CONCURRENTLY selected;
SET enable_seqscan = off;
SELECT v FROM selected WHERE id = 500;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SELECT count(*) FROM selected WHERE id BETWEEN 100 AND 199 OR id < 5;
RESET enable_seqscan;
RESET enable_indexscan;
RESET enable_indexonlyscan;
CREATE EXTENSION IF NOT EXISTS amcheck;
SELECT bt_index_parent_check('selected_u', true), bt_index_check('selected_v', true);

-- parallel
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT count(*), sum(id) FROM selected;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;

-- TABLESAMPLE, ANALYZE, VACUUM in all forms, CLUSTER, TRUNCATE
SELECT count(*) FROM selected TABLESAMPLE SYSTEM (100);
SELECT count(*) FROM selected TABLESAMPLE BERNOULLI (100);
ANALYZE selected;
SELECT reltuples FROM pg_class WHERE oid = 'selected'::regclass;
DELETE FROM selected WHERE id > 500;
VACUUM (FREEZE) selected;
SELECT reltuples FROM pg_class WHERE oid = 'selected'::regclass;
VACUUM FULL selected;
CLUSTER selected USING selected_u;
REFRESH MATERIALIZED VIEW viewed;
SELECT count(*) FROM viewed;
DROP MATERIALIZED VIEW viewed;
ALTER TABLE selected ADD COLUMN w int DEFAULT 7, ALTER COLUMN id TYPE bigint;
SELECT count(*), sum(w), sum(id) FROM selected;
BEGIN;
TRUNCATE selected;
INSERT INTO selected VALUES (1, 'a', 1);
ROLLBACK;
SELECT count(*) FROM selected;
TRUNCATE selected;
SELECT count(*) FROM selected;

-- and back again
ALTER TABLE made SET ACCESS METHOD heap;
SELECT count(*), sum(id) FROM made;

-- temporary and unlogged
CREATE TEMP TABLE temporary (id int) USING sealstone ON COMMIT DELETE ROWS;
BEGIN;
INSERT INTO temporary SELECT generate_series(1, 10);
SELECT count(*) FROM temporary;
COMMIT;
SELECT count(*) FROM temporary;
CREATE UNLOGGED TABLE unlogged (id int) USING sealstone;
INSERT INTO unlogged VALUES (1);
ALTER TABLE unlogged SET LOGGED;
SELECT * FROM unlogged;

SET client_min_messages = warning;
DROP SCHEMA am_plain CASCADE;
