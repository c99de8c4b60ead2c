-- changing sealed rows: triggers, foreign keys, MERGE, savepoints, row locks, values that are toasted
CREATE SCHEMA am_modify;
SET search_path = am_modify;
CREATE TABLE t (id int PRIMARY KEY, v int, big text);
ALTER TABLE t ALTER big SET STORAGE EXTERNAL;
INSERT INTO t SELECT i, i, CASE WHEN i % 100 = 0 THEN repeat(md5(i::text), 400) END FROM generate_series(1, 3000) i;
CALL sealstone.seal('t');

-- toasted values survive relocation, its rollback, updates that keep them, and deletion
BEGIN;
UPDATE t SET v = -v WHERE id IN (100, 200) RETURNING id, v, length(big), md5(big) = md5(repeat(md5(id::text), 400)) AS same;
ROLLBACK;
SELECT id, v, md5(big) = md5(repeat(md5(id::text), 400)) AS same FROM t WHERE id IN (100, 200) ORDER BY id;
UPDATE t SET v = 0 WHERE id = 100;
UPDATE t SET big = big || 'tail' WHERE id = 200;
SELECT id, v, length(big), md5(big) = md5(repeat(md5(id::text), 400)) AS same FROM t WHERE id IN (100, 200, 300) ORDER BY id;
DELETE FROM t WHERE id = 300 RETURNING length(big);
INSERT INTO t VALUES (5000, 1, (SELECT string_agg(md5(i::text), '') FROM generate_series(1, 30000) i));
VACUUM t;
SELECT length(big), md5(big) FROM t WHERE id = 5000;

-- triggers: statement and row, with transition tables; the old row is the sealed one
CREATE TABLE log (n serial, line text);
CREATE FUNCTION note_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO log (line) VALUES (format('%s %s row %s -> %s', TG_WHEN, TG_OP, OLD.v, CASE WHEN TG_OP <> 'DELETE' THEN NEW.v END));
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION note_statement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO log (line) SELECT format('%s statement %s rows, old %s, new %s', TG_OP, (SELECT count(*) FROM o), (SELECT sum(v) FROM o), (SELECT sum(v) FROM n));
  RETURN NULL;
END $$;
CREATE TRIGGER before_row BEFORE UPDATE OR DELETE ON t FOR EACH ROW EXECUTE FUNCTION note_row();
CREATE TRIGGER after_row AFTER UPDATE OR DELETE ON t FOR EACH ROW EXECUTE FUNCTION note_row();
CREATE TRIGGER after_statement AFTER UPDATE ON t REFERENCING OLD TABLE AS o NEW TABLE AS n FOR EACH STATEMENT EXECUTE FUNCTION note_statement();
UPDATE t SET v = v + 10000 WHERE id BETWEEN 10 AND 12;
UPDATE t SET v = v + 10000 WHERE id = 10;
DELETE FROM t WHERE id = 11;
SELECT line FROM log ORDER BY n;
DROP TRIGGER before_row ON t;
DROP TRIGGER after_row ON t;
DROP TRIGGER after_statement ON t;

-- MERGE
MERGE INTO t USING (VALUES (20, 1), (21, 2), (10, 3), (7000, 4)) s (id, v) ON t.id = s.id
  WHEN MATCHED AND s.v = 2 THEN DELETE
  WHEN MATCHED THEN UPDATE SET v = t.v * 1000
  WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, s.v);
SELECT id, v FROM t WHERE id IN (10, 20, 21, 7000) ORDER BY id;

-- savepoints: a failure in the middle, and what was done before and after it
BEGIN;
UPDATE t SET v = 1 WHERE id = 30;
SAVEPOINT a;
UPDATE t SET v = 2 WHERE id IN (30, 31);
INSERT INTO t VALUES (32, 0, NULL);
ROLLBACK TO a;
UPDATE t SET v = v + 5 WHERE id IN (30, 31);
SAVEPOINT b;
DELETE FROM t WHERE id = 31;
ROLLBACK TO b;
INSERT INTO t VALUES (8000, 0, NULL);
COMMIT;
SELECT id, v FROM t WHERE id IN (30, 31, 32, 8000) ORDER BY id;
SELECT count(*) FROM t;

-- row locks relocate, and change nothing that is read
BEGIN;
SELECT id, v FROM t WHERE id BETWEEN 40 AND 42 FOR KEY SHARE;
SELECT id, v FROM t WHERE id BETWEEN 40 AND 42 FOR UPDATE;
SAVEPOINT s;
SELECT id, v FROM t WHERE id = 43 FOR NO KEY UPDATE;
ROLLBACK TO s;
COMMIT;
SELECT id, v FROM t WHERE id BETWEEN 39 AND 43;

-- prepared transactions
BEGIN;
UPDATE t SET v = 77 WHERE id = 50;
DELETE FROM t WHERE id = 51;
PREPARE TRANSACTION 'am_modify';
SELECT id, v FROM t WHERE id IN (50, 51) ORDER BY id;
COMMIT PREPARED 'am_modify';
SELECT id, v FROM t WHERE id IN (50, 51) ORDER BY id;

-- foreign keys both ways, between two sealed tables
CREATE TABLE child (id int PRIMARY KEY, t int REFERENCES t ON DELETE CASCADE ON UPDATE CASCADE);
INSERT INTO child SELECT i, i FROM generate_series(400, 2000) i;
CALL sealstone.seal('child');
DELETE FROM t WHERE id = 1000;
UPDATE t SET id = 90000 WHERE id = 1001;
SELECT * FROM child WHERE id IN (1000, 1001);
INSERT INTO child VALUES (1, 21);
INSERT INTO child VALUES (1, 22);
ALTER TABLE child ADD FOREIGN KEY (id) REFERENCES t;
DELETE FROM child WHERE id IN (SELECT id FROM child EXCEPT SELECT id FROM t);
ALTER TABLE child ADD FOREIGN KEY (id) REFERENCES t;

-- columns that come and go
ALTER TABLE t ADD COLUMN late int DEFAULT 5, ADD COLUMN empty text;
UPDATE t SET late = NULL WHERE id = 60;
SELECT id, late, empty FROM t WHERE id IN (59, 60) ORDER BY id;
ALTER TABLE t ALTER COLUMN late SET NOT NULL;
UPDATE t SET late = 6 WHERE late IS NULL;
ALTER TABLE t ALTER COLUMN late SET NOT NULL;
ALTER TABLE t DROP COLUMN big;
UPDATE t SET late = 7 WHERE id = 61;
SELECT * FROM t WHERE id IN (59, 60, 61, 100) ORDER BY id;
ALTER TABLE t RENAME COLUMN late TO later;
ALTER TABLE t ADD CHECK (later > 5);
ALTER TABLE t ADD CHECK (later > 4);
ALTER TABLE t ALTER COLUMN v TYPE bigint;
SELECT count(*), sum(v), sum(later) FROM t;

SET client_min_messages = warning;
DROP SCHEMA am_modify CASCADE;
