-- VACUUM FULL and CLUSTER of a sealed table: it stays sealed, late and changed rows folded in
SET client_min_messages = warning;
CREATE SCHEMA am_compact;
SET search_path = am_compact;
CREATE TABLE twin (id int, host int, v float8, note text);
INSERT INTO twin SELECT i, i % 10, i, CASE WHEN i % 100 = 0 THEN (SELECT string_agg(md5((i * 7 + g)::text), '') FROM generate_series(1, 200) g) ELSE 'note ' || i % 100 END
  FROM generate_series(1, 8000) i;
CREATE TABLE t (gone int, LIKE twin, PRIMARY KEY (id)) WITH (autovacuum_enabled = off);
ALTER TABLE t DROP COLUMN gone;
CREATE INDEX t_host ON t (host, id DESC);
CREATE INDEX t_expression ON t ((v + 1));
CREATE INDEX t_hash ON t USING hash (host);
INSERT INTO t TABLE twin;
CALL sealstone.seal('t', ARRAY['host', 'id']::name[], 'zstd');

CREATE PROCEDURE change(n int) LANGUAGE plpgsql AS $$
DECLARE
  r text;
BEGIN
  FOREACH r IN ARRAY ARRAY['t', 'twin'] LOOP
    EXECUTE format('DELETE FROM %s WHERE id %% 11 = %s', r, n);
    EXECUTE format('UPDATE %s SET v = -v, note = note || ''!'' WHERE id %% 13 = %s', r, n);
    EXECUTE format('INSERT INTO %s SELECT i, 10, i, CASE WHEN i %% 50 = 0 THEN repeat(md5(i::text), 300) ELSE ''late'' END FROM generate_series(20001 + %s * 1000, 21000 + %s * 1000) i', r, n, n);
  END LOOP;
END $$;
CREATE FUNCTION state(OUT differ bigint, OUT rows_in_columns bigint, OUT superseded bigint, OUT problems bigint, OUT pkey bigint) LANGUAGE sql AS $$
  SELECT (SELECT count(*) FROM ((TABLE t EXCEPT ALL TABLE twin) UNION ALL (TABLE twin EXCEPT ALL TABLE t)) x),
    (SELECT sum(rows) FROM sealstone.row_groups('t')), (SELECT sum(g.superseded) FROM sealstone.row_groups('t') g),
    (SELECT count(*) FROM sealstone.check_partition('t')),
    (SELECT count(*) FROM twin w WHERE w.id % 20 = 3 AND (SELECT t.v FROM t WHERE t.id = w.id) = w.v) $$;

CALL change(1);
SELECT * FROM state();
VACUUM FULL t;
SELECT * FROM state();
SELECT reltuples, relpages = pg_relation_size('t') / current_setting('block_size')::int AS pages FROM pg_class WHERE oid = 't'::regclass;
SELECT pg_relation_size(reltoastrelid) AS toast FROM pg_class WHERE oid = 't'::regclass;
-- the indexes: whole where unique, of late rows alone elsewhere, and right
CREATE EXTENSION IF NOT EXISTS amcheck;
SELECT c.relname, bt_index_parent_check(c.oid, true) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
  WHERE indrelid = 't'::regclass AND amname = 'btree' ORDER BY 1;
INSERT INTO t SELECT * FROM twin LIMIT 1;

-- nothing to fold in; after changes; with more tables in one command
VACUUM FULL t;
SELECT * FROM state();
CALL change(2);
VACUUM (FULL, ANALYZE, FREEZE) twin, t;
SELECT * FROM state();

-- CLUSTER brings it into the order of an index that can be an order key, and else leaves its order
CALL change(3);
CLUSTER t USING t_pkey;
SELECT * FROM state();
SELECT first_key, last_key FROM sealstone.row_groups('t') ORDER BY row_group LIMIT 1;
CALL change(4);
CLUSTER t USING t_host;
SELECT * FROM state();
SELECT first_key, last_key FROM sealstone.row_groups('t') ORDER BY row_group LIMIT 1;
CALL change(5);
CLUSTER t USING t_expression;
SELECT * FROM state();
SELECT first_key, last_key FROM sealstone.row_groups('t') ORDER BY row_group LIMIT 1;

-- in a transaction, with changes of its own, rolled back and not
BEGIN;
CALL change(6);
CLUSTER t;
SELECT * FROM state();
DELETE FROM t WHERE id % 17 = 0;
ROLLBACK;
SELECT * FROM state();
BEGIN;
SAVEPOINT a;
CALL change(7);
ROLLBACK TO a;
CALL change(6);
CLUSTER t;
DELETE FROM t WHERE id % 17 = 0;
DELETE FROM twin WHERE id % 17 = 0;
SELECT * FROM state();
COMMIT;
SELECT * FROM state();

-- kept: columns added and dropped since, empty, unlogged, temporary, a table that was rewritten
ALTER TABLE t ADD COLUMN w int DEFAULT 7, DROP COLUMN note;
ALTER TABLE twin ADD COLUMN w int DEFAULT 7, DROP COLUMN note;
VACUUM FULL t;
SELECT * FROM state();
ALTER TABLE t SET UNLOGGED;
CALL sealstone.reseal('t');
DELETE FROM t;
DELETE FROM twin;
VACUUM FULL t;
SELECT * FROM state();
SELECT reltuples FROM pg_class WHERE oid = 't'::regclass;
INSERT INTO t VALUES (1, 1, 1, 1);
INSERT INTO t VALUES (1, 1, 1, 1);
VACUUM FULL t;
TABLE t;
TRUNCATE t;
VACUUM FULL t;
TABLE t;
CREATE TEMPORARY TABLE mine (id int PRIMARY KEY, v text);
INSERT INTO mine SELECT i, repeat('x', i % 1000) FROM generate_series(1, 3000) i;
CALL sealstone.seal('mine');
UPDATE mine SET v = 'y' WHERE id % 3 = 0;
VACUUM FULL mine;
SELECT count(*), sum(length(v)) FROM mine;
SELECT sum(rows), sum(superseded) FROM sealstone.row_groups('mine');
DROP SCHEMA am_compact CASCADE;
