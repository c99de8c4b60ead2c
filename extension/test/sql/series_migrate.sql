-- migrate: rows leave the default partition for partitions of their own, and nothing else changes
SET client_min_messages = notice;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO, YMD';
CREATE SCHEMA series_migrate;
SET search_path = series_migrate, public;
SELECT sealstone.pause_all();
CREATE TABLE t (ts timestamptz, id int, big text, gone int, g int GENERATED ALWAYS AS (id * 2) STORED, UNIQUE (id, ts));
ALTER TABLE t ALTER big SET STORAGE EXTERNAL;
CREATE INDEX t_ts ON t (ts);
CREATE INDEX t_expr ON t ((id % 10)) WHERE id > 5;
ALTER TABLE t DROP COLUMN gone;
INSERT INTO t (ts, id, big) SELECT '2024-01-01'::timestamptz + i * interval '1 hour', i, CASE WHEN i % 50 = 0 THEN repeat('x', 10000) ELSE 'y' END FROM generate_series(0, 499) i;
INSERT INTO t (ts, id) VALUES (NULL, -1), ('infinity', -2), ('-infinity', -3), ('1815-06-18', -4);
CREATE TABLE copy AS SELECT ts, id, big, g FROM t;
CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'trigger % fired', TG_NAME; RETURN NULL; END $$;
CREATE TRIGGER t_row AFTER INSERT OR DELETE ON t FOR EACH ROW EXECUTE FUNCTION shout();
SELECT sealstone.create_series('t', 'ts', '1 week', premake => 0);
BEGIN; CALL sealstone.migrate('t'); ROLLBACK;
CALL sealstone.migrate('t', 0);
CALL sealstone.migrate('t', 2);
SELECT count(*) FROM ONLY t_default;
(TABLE copy EXCEPT ALL SELECT ts, id, big, g FROM t) UNION ALL (SELECT ts, id, big, g FROM t EXCEPT ALL TABLE copy);
CALL sealstone.migrate('t');
SELECT ts, id FROM ONLY t_default ORDER BY id;
(TABLE copy EXCEPT ALL SELECT ts, id, big, g FROM t) UNION ALL (SELECT ts, id, big, g FROM t EXCEPT ALL TABLE copy);
SELECT tableoid::regclass, count(*) FROM t GROUP BY 1 ORDER BY 2, min(ts);
-- the indexes of the new partitions are those of the series, and whole
SET enable_seqscan = off;
SELECT count(*) FROM t WHERE id % 10 = 3 AND id > 5;
SELECT id FROM t WHERE ts = '2024-01-09 00:00' ;
RESET enable_seqscan;
SELECT count(*), count(DISTINCT inhparent) FROM pg_inherits WHERE inhparent IN ('t_ts'::regclass, 't_expr'::regclass, 't_id_ts_key'::regclass);
INSERT INTO t (ts, id) SELECT ts, id FROM t WHERE id = 7;
CALL sealstone.migrate('t');
SELECT sealstone.drop_default('t');
ALTER TABLE t DISABLE TRIGGER t_row;
DELETE FROM ONLY t_default;
SELECT sealstone.drop_default('t');
SELECT sealstone.drop_default('t');
INSERT INTO t (ts, id) VALUES (NULL, 1);
CALL sealstone.migrate('t');

-- integers to the ends of the type; a hand-made neighbour cuts a range
CREATE TABLE k (n bigint NOT NULL, v int);
CREATE INDEX ON k (n);
INSERT INTO k SELECT i * 100, i FROM generate_series(-20, 20) i;
INSERT INTO k VALUES (9223372036854775807, 1), (-9223372036854775808, 2);
SELECT sealstone.create_series('k', 'n', partition_width => 1000, premake => 0);
CREATE TABLE hand (LIKE k); ALTER TABLE k_default ADD CHECK (n < 3000 OR n >= 3500 OR n IS NULL);
ALTER TABLE k ATTACH PARTITION hand FOR VALUES FROM (3000) TO (3500);
CALL sealstone.migrate('k');
SELECT tableoid::regclass, min(n), max(n), count(*) FROM k GROUP BY 1 ORDER BY 2;

-- a space key: rows are routed on, below triggers too, and indexed
CREATE TABLE sp (gone int, ts timestamp NOT NULL, host text, v int, d int GENERATED ALWAYS AS (v + 1) STORED, UNIQUE (host, ts));
ALTER TABLE sp DROP COLUMN gone;
CREATE INDEX sp_v ON sp (v) WHERE v > 3;
CREATE TRIGGER sp_always AFTER INSERT OR DELETE ON sp FOR EACH ROW EXECUTE FUNCTION shout(); ALTER TABLE sp DISABLE TRIGGER sp_always;
INSERT INTO sp (ts, host, v) SELECT '2024-01-01'::timestamp + i * interval '1 hour', 'h' || i % 7, i FROM generate_series(0, 47) i;
SELECT sealstone.create_series('sp', 'ts', '1 day', premake => 0, space_column => 'host', space_partitions => 2);
INSERT INTO sp (ts, host, v) VALUES ('2024-01-01', NULL, 5);
ALTER TABLE sp ENABLE ALWAYS TRIGGER sp_always;
CALL sealstone.migrate('sp');
SELECT count(*), sum(d), count(DISTINCT tableoid) FROM sp;
SELECT count(*) FROM ONLY sp_default;
-- each where Postgres itself would have put it, and found through its indexes
SELECT tableoid::regclass, bool_and(satisfies_hash_partition((SELECT inhparent FROM pg_inherits WHERE inhrelid = sp.tableoid), 2, right(tableoid::regclass::text, 1)::int, host)) AS right_place FROM sp GROUP BY 1 ORDER BY 1;
SET enable_seqscan = off;
SELECT count(*), sum(v) FROM sp WHERE v > 3;
SELECT count(*) FROM sp WHERE host = 'h3' AND ts < '2024-01-02';
RESET enable_seqscan;
ALTER TABLE sp DISABLE TRIGGER sp_always;
INSERT INTO sp (ts, host, v) VALUES ('2024-01-01 03:00', 'h3', 1);
SELECT inhparent::regclass, count(*) FROM pg_inherits WHERE inhparent IN ('sp_v'::regclass, 'sp_host_ts_key'::regclass) GROUP BY 1 ORDER BY 1;

SELECT sealstone.resume_all();
SET client_min_messages = warning;
DROP TABLE t, k, sp, copy;
DROP SCHEMA series_migrate CASCADE;
