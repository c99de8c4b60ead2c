-- Rows that a statement is going to change are relocated together, and hardly any that it does not change
SET client_min_messages = warning;
CREATE SCHEMA am_relocate;
SET search_path = am_relocate;
CREATE TABLE twin (id int, host int, v int, note text);
INSERT INTO twin SELECT i, i % 5, i, 'note ' || i FROM generate_series(1, 10000) i;
CREATE TABLE t (LIKE twin, PRIMARY KEY (id)) WITH (autovacuum_enabled = off);
INSERT INTO t TABLE twin;
CALL sealstone.seal('t', ARRAY['host', 'id']::name[]);
CREATE FUNCTION superseded() RETURNS bigint LANGUAGE sql AS $$ SELECT sum(superseded) FROM sealstone.row_groups('am_relocate.t') $$;
CREATE FUNCTION differ() RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM ((TABLE am_relocate.t EXCEPT ALL TABLE am_relocate.twin) UNION ALL (TABLE am_relocate.twin EXCEPT ALL TABLE am_relocate.t)) x $$;
SET enable_indexscan = off;
SET enable_bitmapscan = off;

-- a statement that stops early takes along no more than it has changed, 63 at most
BEGIN;
SELECT count(*) FROM (SELECT id FROM t WHERE host = 0 LIMIT 1 FOR UPDATE) x;
SELECT superseded();
ROLLBACK;
SELECT superseded();
SELECT count(*) FROM (SELECT id FROM t WHERE host = 0 LIMIT 40 FOR UPDATE) x;
SELECT superseded() BETWEEN 40 AND 80;
SELECT differ();

-- one that goes through changes what it took along: no row more, in whichever direction
CALL sealstone.reseal('t');
DELETE FROM t WHERE host = 1 AND id % 3 = 0;
DELETE FROM twin WHERE host = 1 AND id % 3 = 0;
SELECT superseded(), differ(), (SELECT count(*) FROM twin) + superseded() AS all_rows;
UPDATE t SET v = -v WHERE host IN (1, 2);
UPDATE twin SET v = -v WHERE host IN (1, 2);
SELECT superseded(), differ();
SELECT count(*) FROM (SELECT id FROM t WHERE host = 3 ORDER BY host DESC, id DESC FOR UPDATE) x;
SELECT superseded(), differ();

-- rows of it that others have relocated; rows that a trigger keeps; rows that a join leaves out
CALL sealstone.reseal('t');
UPDATE t SET v = v + 1 WHERE id % 7 = 0;
UPDATE twin SET v = v + 1 WHERE id % 7 = 0;
DELETE FROM t WHERE host = 2;
DELETE FROM twin WHERE host = 2;
SELECT differ();
CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN CASE WHEN old.id % 2 = 0 THEN old END; END $$;
CREATE TRIGGER keep BEFORE DELETE ON t FOR EACH ROW EXECUTE FUNCTION keep();
DELETE FROM t WHERE host = 3;
DELETE FROM twin WHERE host = 3 AND id % 2 = 0;
SELECT differ();
DROP TRIGGER keep ON t;
CALL sealstone.reseal('t');
DELETE FROM t USING (SELECT i FROM generate_series(1, 10000, 400) i) x WHERE t.id = x.i AND t.host = 1;
DELETE FROM twin USING (SELECT i FROM generate_series(1, 10000, 400) i) x WHERE twin.id = x.i AND twin.host = 1;
SELECT superseded() < 100, differ();

-- wide rows are toasted one by one; a savepoint rolled back leaves them as they were
UPDATE twin SET note = (SELECT string_agg(md5((id * 7 + g)::text), '') FROM generate_series(1, 120) g) WHERE id % 50 = 0;
TRUNCATE t;
INSERT INTO t TABLE twin;
CALL sealstone.seal('t', ARRAY['host', 'id']::name[]);
BEGIN;
SAVEPOINT a;
UPDATE t SET note = note || '!';
ROLLBACK TO a;
SELECT differ();
UPDATE t SET v = v + 1 WHERE host = 4;
COMMIT;
UPDATE twin SET v = v + 1 WHERE host = 4;
SELECT differ(), (SELECT count(*) FROM t WHERE length(note) > 1000) = (SELECT count(*) FROM twin WHERE length(note) > 1000);
VACUUM t;
CALL sealstone.reseal('t');
SELECT differ();

-- single rows, statement after statement, through changes of the table's shape and storage
RESET enable_indexscan;
RESET enable_bitmapscan;
SET enable_seqscan = off;
SET sealstone.enable_column_scan = off;
SET sealstone.enable_seek = off;
SELECT v FROM t WHERE id = 4;
ALTER TABLE t ADD COLUMN w int DEFAULT 9;
SELECT v, w FROM t WHERE id = 4;
ALTER TABLE t DROP COLUMN v;
SELECT * FROM t WHERE id = 4;
CALL sealstone.reseal('t', ARRAY['id DESC']::name[]);
SELECT * FROM t WHERE id = 4;
BEGIN;
SELECT * FROM t WHERE id = 9;
SAVEPOINT a;
SELECT 1 / (id - 3) FROM t WHERE id = 3;
ROLLBACK TO a;
SELECT * FROM t WHERE id = 3;
COMMIT;
VACUUM FULL t;
SELECT * FROM t WHERE id = 4;
CALL sealstone.unseal('t');
SELECT * FROM t WHERE id = 4;
DROP SCHEMA am_relocate CASCADE;
