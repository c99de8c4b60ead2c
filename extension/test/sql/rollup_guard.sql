-- DDL that a rollup stands in the way of: the refusal names the rollup and says what to do; and dropping one leaves nothing behind.
SET timezone = 'UTC';
SELECT sealstone.pause_all();
CREATE TABLE rg (ts timestamptz NOT NULL, host text, v int, w int, free int);
SELECT sealstone.create_series('rg', 'ts', '1 day', premake => 0);
SELECT sealstone.make_partitions('rg', '2024-01-01', '2024-01-03');
SELECT count(*) AS relations FROM pg_class WHERE relnamespace = 'sealstone_rollup'::regnamespace \gset
SELECT sealstone.create_rollup('rg_hour', 'rg', '1 hour', 'sum(v) AS v, count(*) FILTER (WHERE w > 3) AS n', 'host');
SELECT sealstone.create_rollup('"Rg day"', 'rg_hour', '1 day', 'sum(v) AS v');
ALTER TABLE rg DROP COLUMN v;
ALTER TABLE rg DROP COLUMN w;
ALTER TABLE rg DROP COLUMN host;
ALTER TABLE rg ALTER COLUMN v TYPE bigint;
ALTER TABLE rg DROP COLUMN free, DROP COLUMN v;
ALTER TABLE rg DROP COLUMN nothing;
ALTER TABLE rg DROP COLUMN IF EXISTS nothing;
-- Postgres says it better
ALTER TABLE rg DROP COLUMN ts;
-- what no rollup uses goes as ever
ALTER TABLE rg ALTER COLUMN free TYPE text;
ALTER TABLE rg DROP COLUMN free;
ALTER TABLE rg ADD COLUMN more int;
ALTER TABLE rg DROP COLUMN more;
DROP TABLE rg;
-- who may not do it is told only that
CREATE ROLE rg_stranger;
SET ROLE rg_stranger;
ALTER TABLE rg DROP COLUMN v;
DROP TABLE rg;
SELECT sealstone.drop_rollup('rg_hour');
RESET ROLE;
DROP ROLE rg_stranger;

-- a rollup over it stands in the way of drop_rollup, and of DROP VIEW
SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'sealstone\_rollup\_%' AND tgrelid::regclass::text LIKE 'rg%';
SELECT sealstone.drop_rollup('rg_hour');
DROP VIEW rg_hour;
-- nothing went with the refusal
SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'sealstone\_rollup\_%' AND tgrelid::regclass::text LIKE 'rg%';
INSERT INTO rg VALUES ('2024-01-01 00:00:01', 'a', 1, 4), ('2024-01-03 00:00:01', 'a', 1, 2);
SELECT sealstone.refresh_rollup('rg_hour'), sealstone.refresh_rollup('"Rg day"');
INSERT INTO rg VALUES ('2024-01-01 00:00:01', 'b', 10, 4);
TABLE "Rg day" ORDER BY 1;
-- CASCADE takes the rollup over it along
BEGIN;
DROP VIEW rg_hour CASCADE;
SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'sealstone\_rollup\_%' AND tgrelid::regclass::text LIKE 'rg%';
SELECT count(*) FROM sealstone.rollup WHERE series = 'rg'::regclass;
ROLLBACK;
TABLE "Rg day" ORDER BY 1;
-- a rollup dropped while a cursor of the same session is open on its series
BEGIN;
DECLARE c CURSOR FOR SELECT * FROM rg;
FETCH c;
SELECT sealstone.drop_rollup('"Rg day"');
ROLLBACK;
-- one made and dropped within a transaction that writes
BEGIN;
INSERT INTO rg VALUES ('2024-01-02 00:00:01', 'b', 100, 4);
SELECT sealstone.create_rollup('rg_week', 'rg', '7 days', 'sum(v) AS v');
INSERT INTO rg VALUES ('2024-01-02 00:00:02', 'b', 1000, 4);
SELECT * FROM rg_week ORDER BY 1;
SELECT sealstone.drop_rollup('rg_week');
INSERT INTO rg VALUES ('2024-01-02 00:00:03', 'b', 10000, 4);
COMMIT;
TABLE "Rg day" ORDER BY 1;
SELECT sealstone.drop_rollup('"Rg day"');
DROP VIEW rg_hour;
SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'sealstone\_rollup\_%' AND tgrelid::regclass::text LIKE 'rg%';
SELECT count(*) FROM pg_depend d WHERE d.classid = 'pg_trigger'::regclass AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.oid = d.objid);
SELECT count(*) - :relations AS left FROM pg_class WHERE relnamespace = 'sealstone_rollup'::regnamespace;
SELECT count(*) FROM sealstone.rollup WHERE series = 'rg'::regclass;
SELECT count(*) FROM sealstone.rollup_pending WHERE rollup NOT IN (SELECT id FROM sealstone.rollup);
INSERT INTO rg VALUES ('2024-01-01 00:00:01', 'b', 10, 4);
ALTER TABLE rg DROP COLUMN v;
DROP TABLE rg;
SELECT sealstone.resume_all();
