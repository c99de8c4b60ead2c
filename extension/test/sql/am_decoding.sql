-- needs wal_level = logical; the worker may write rows of its own meanwhile, which are not looked at
-- logical decoding of changes to a sealed table: what a subscriber needs, and nothing of seals and relocations
CREATE SCHEMA am_decoding;
SET search_path = am_decoding;
CREATE TABLE t (id int PRIMARY KEY, v int, big text);
ALTER TABLE t ALTER big SET STORAGE EXTERNAL;
INSERT INTO t SELECT i, i, CASE WHEN i = 5 THEN repeat('b', 9000) END FROM generate_series(1, 2000) i;
SELECT 'init' FROM pg_create_logical_replication_slot('am_decoding', 'test_decoding');
CALL sealstone.seal('t');
SELECT data FROM pg_logical_slot_get_changes('am_decoding', NULL, NULL, 'include-xids', '0', 'skip-empty-xacts', '1')
  WHERE data ~ 'am_decoding.t:';
SELECT id FROM t WHERE id = 3 FOR UPDATE;
SELECT id FROM t WHERE id = 5 FOR UPDATE;
UPDATE t SET v = -1 WHERE id IN (3, 4);
UPDATE t SET v = -1 WHERE id = 5;
UPDATE t SET id = 3000 WHERE id = 6;
DELETE FROM t WHERE id = 7;
INSERT INTO t VALUES (4000, 1, repeat('c', 3000));
BEGIN;
UPDATE t SET v = 0 WHERE id = 8;
ROLLBACK;
SELECT CASE WHEN length(data) > 200 THEN left(data, 80) || '... ' || length(data) ELSE data END AS data
  FROM pg_logical_slot_get_changes('am_decoding', NULL, NULL, 'include-xids', '0', 'skip-empty-xacts', '1')
  WHERE data ~ 'am_decoding.t:';
ALTER TABLE t REPLICA IDENTITY FULL;
UPDATE t SET v = -2 WHERE id = 9;
DELETE FROM t WHERE id = 10;
SELECT data FROM pg_logical_slot_get_changes('am_decoding', NULL, NULL, 'include-xids', '0', 'skip-empty-xacts', '1')
  WHERE data ~ 'am_decoding.t:';
CALL sealstone.reseal('t');
SELECT data FROM pg_logical_slot_get_changes('am_decoding', NULL, NULL, 'include-xids', '0', 'skip-empty-xacts', '1')
  WHERE data ~ 'am_decoding.t:';
SELECT count(*), sum(v), max(length(big)) FROM t;
SELECT pg_drop_replication_slot('am_decoding');
SET client_min_messages = warning;
DROP SCHEMA am_decoding CASCADE;
