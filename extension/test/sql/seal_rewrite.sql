-- A sealed table whose storage was made anew (ALTER TYPE, a default to be computed, TRUNCATE, SET UNLOGGED, SET ACCESS
-- METHOD) holds ordinary heap tuples under our access method: seal, reseal and unseal all take it, and lose nothing.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE SCHEMA seal_rewrite;
SET search_path = seal_rewrite;
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE TABLE twin (id int, host text, v int, note text);
INSERT INTO twin SELECT i, 'h' || i % 7, i, CASE WHEN i % 100 = 0 THEN (SELECT string_agg(md5((i * 7 + g)::text), '') FROM generate_series(1, 100) g) END
  FROM generate_series(1, 5000) i;
CREATE TABLE t (LIKE twin, PRIMARY KEY (id));
CREATE INDEX ON t (host, id);

-- how it lies: by our access method, with rows in columns or without
CREATE FUNCTION lies() RETURNS text LANGUAGE sql AS $$
  SELECT amname || ' ' || CASE WHEN (SELECT count(*) FROM sealstone.row_groups('seal_rewrite.t')) > 0 THEN 'columns' ELSE 'heap pages' END
    FROM pg_class c JOIN pg_am a ON a.oid = c.relam WHERE c.oid = 'seal_rewrite.t'::regclass $$;
CREATE FUNCTION differ() RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM ((TABLE seal_rewrite.t EXCEPT ALL TABLE seal_rewrite.twin) UNION ALL (TABLE seal_rewrite.twin EXCEPT ALL TABLE seal_rewrite.t)) x $$;

-- each kind of rewrite, then reseal; the rows changed after the rewrite are in too
CREATE PROCEDURE fresh() LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE t;
  INSERT INTO t SELECT * FROM twin;
  COMMIT;
  CALL sealstone.reseal('t', ARRAY['host', 'id']::name[]);
  DELETE FROM t WHERE id % 3 = 0;
  DELETE FROM twin WHERE id % 3 = 0;
  UPDATE t SET v = v + 1 WHERE id % 5 = 0;
  UPDATE twin SET v = v + 1 WHERE id % 5 = 0;
  INSERT INTO t SELECT i, 'h1', i, 'late' FROM generate_series((SELECT max(id) + 1 FROM twin), (SELECT max(id) + 200 FROM twin)) i;
  INSERT INTO twin SELECT i, 'h1', i, 'late' FROM generate_series((SELECT max(id) + 1 FROM twin), (SELECT max(id) + 200 FROM twin)) i;
END $$;
CALL sealstone.seal('t', ARRAY['host', 'id']::name[]);
SELECT lies();

CALL fresh();
ALTER TABLE t ADD COLUMN c positive;
ALTER TABLE twin ADD COLUMN c positive;
SELECT lies(), differ();
CALL sealstone.reseal('t', ARRAY['host', 'id']::name[]);
SELECT lies(), differ();
SELECT * FROM sealstone.check_partition('t');

CALL fresh();
ALTER TABLE t ALTER COLUMN v TYPE numeric, DROP COLUMN c;
ALTER TABLE twin ALTER COLUMN v TYPE numeric, DROP COLUMN c;
SELECT lies(), differ();
CALL sealstone.seal('t');
SELECT lies(), differ();

CALL fresh();
ALTER TABLE t ADD COLUMN r float8 DEFAULT random();
UPDATE t SET r = 1;
ALTER TABLE twin ADD COLUMN r float8 DEFAULT 1;
UPDATE t SET v = 0 WHERE id = 1;
UPDATE twin SET v = 0 WHERE id = 1;
CALL sealstone.unseal('t');
SELECT lies(), differ();
CALL sealstone.seal('t');
ALTER TABLE t ALTER COLUMN r DROP DEFAULT;
ALTER TABLE twin ALTER COLUMN r DROP DEFAULT;

CALL fresh();
ALTER TABLE t SET UNLOGGED;
SELECT lies(), differ();
CALL sealstone.reseal('t', NULL, 'zstd');
SELECT lies(), differ();
ALTER TABLE t SET LOGGED;
CALL sealstone.reseal('t');
SELECT lies(), differ();

ALTER TABLE t SET ACCESS METHOD heap;
ALTER TABLE t SET ACCESS METHOD sealstone;
SELECT lies(), differ();
CALL sealstone.reseal('t', ARRAY['id DESC']::name[]);
SELECT lies(), differ();
SELECT * FROM sealstone.check_partition('t');

-- emptied; never filled; sealed while empty
TRUNCATE t;
TRUNCATE twin;
SELECT lies(), differ();
CALL sealstone.reseal('t');
CALL sealstone.reseal('t');
SELECT differ();
INSERT INTO t VALUES (1, 'h', 1, 'late');
CALL sealstone.reseal('t');
SELECT lies(), id FROM t;
CREATE TABLE made (id int) USING sealstone;
CALL sealstone.reseal('made');
INSERT INTO made VALUES (1);
CALL sealstone.reseal('made');
SELECT * FROM made;

-- a heap is not sealed, and reseal goes on saying so
\set VERBOSITY default
ALTER TABLE made SET ACCESS METHOD heap;
CALL sealstone.reseal('made');

-- the views: a rewritten partition is live and due again, and its policy seals it
CREATE TABLE s (ts timestamptz NOT NULL, v int);
SELECT sealstone.create_series('s', 'ts', '1 day', premake => 0);
SELECT sealstone.make_partitions('s', '2026-01-01', '2026-01-03');
INSERT INTO s SELECT timestamptz '2026-01-01' + i * interval '1 minute', i FROM generate_series(0, 2879) i;
SELECT sealstone.set_sealing('s', interval '1 hour');
CALL sealstone.seal_eligible('s');
SELECT sealstone.measure('s');
SELECT state, due, rows, late_fraction FROM sealstone.partition_info WHERE relation = 's'::regclass AND state <> 'default' ORDER BY lo;
-- at once, and in the transaction itself; one that is rolled back leaves nothing behind
BEGIN;
SAVEPOINT a;
ALTER TABLE s ALTER COLUMN v TYPE bigint;
SELECT state, due, rows > 0 AS has_rows FROM sealstone.partition_info WHERE relation = 's'::regclass AND state <> 'default' ORDER BY lo;
ROLLBACK TO a;
SELECT state, due FROM sealstone.partition_info WHERE relation = 's'::regclass AND state <> 'default' ORDER BY lo;
ALTER TABLE s_p20260102 SET UNLOGGED;
SELECT state, due FROM sealstone.partition_info WHERE relation = 's'::regclass AND state <> 'default' ORDER BY lo;
ROLLBACK;
SELECT state, due FROM sealstone.partition_info WHERE relation = 's'::regclass AND state <> 'default' ORDER BY lo;
ALTER TABLE s ADD COLUMN constant_default int DEFAULT 7, ADD COLUMN another int;
ALTER TABLE s DROP COLUMN constant_default, DROP COLUMN another;
ALTER TABLE s ALTER COLUMN v TYPE bigint;
SELECT state, due, late_fraction, sealed_at FROM sealstone.partition_info WHERE relation = 's'::regclass AND state <> 'default' ORDER BY lo;
SELECT sealed_partitions, live_partitions, seal_due FROM sealstone.series_info WHERE relation = 's'::regclass;
CALL sealstone.seal_eligible('s');
-- known before it is measured again
SELECT state, due FROM sealstone.partition_info WHERE relation = 's'::regclass AND state <> 'default' ORDER BY lo;
SELECT sealed_partitions, live_partitions, seal_due FROM sealstone.series_info WHERE relation = 's'::regclass;
SELECT sealstone.measure('s');
SELECT state, due, rows, late_fraction FROM sealstone.partition_info WHERE relation = 's'::regclass AND state <> 'default' ORDER BY lo;
SELECT count(*), sum(v) FROM s;
DROP SCHEMA seal_rewrite CASCADE;
