-- What cannot be sealed, and how one is told.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE SCHEMA seal_refusals;
GRANT USAGE ON SCHEMA seal_refusals TO PUBLIC;
SET search_path = seal_refusals;
CREATE ROLE seal_refusals_user;
CREATE TABLE p (ts timestamptz, host text, place point, j json);
INSERT INTO p SELECT timestamptz '2026-01-01' + i * interval '1 s', 'h' || i % 5 FROM generate_series(1, 3000) i;
CREATE TABLE parent (ts timestamptz) PARTITION BY RANGE (ts);
CREATE VIEW v AS SELECT 1;

\set VERBOSITY default
BEGIN;
CALL sealstone.seal('p');
ROLLBACK;
BEGIN;
CALL sealstone.unseal('p');
ROLLBACK;
DO $$ BEGIN CALL sealstone.seal('seal_refusals.p'); EXCEPTION WHEN others THEN RAISE EXCEPTION USING MESSAGE = sqlerrm, ERRCODE = sqlstate; END $$;
CALL sealstone.seal(NULL);
CALL sealstone.seal('parent');
CALL sealstone.seal('v');
CALL sealstone.seal('pg_class');
CALL sealstone.seal(0);
CALL sealstone.seal('p', '{nowhere}');
CALL sealstone.seal('p', '{}');
CALL sealstone.seal('p', '{place}');
CALL sealstone.seal('p', '{ctid}');
CALL sealstone.seal('p', '{host,NULL}');
CALL sealstone.seal('p', NULL, 'gzip');
CALL sealstone.reseal('p');
SET ROLE seal_refusals_user;
CALL sealstone.seal('p');
CALL sealstone.unseal('p');
SELECT * FROM sealstone.estimate_seal('p');
RESET ROLE;
SET default_transaction_read_only = on;
CALL sealstone.seal('p');
RESET default_transaction_read_only;
CALL sealstone.seal_eligible(NULL);
SELECT relname FROM pg_class WHERE relname LIKE 'build%';

-- a DO block that is not in a transaction may call it, and go on
DO $$ BEGIN CALL sealstone.seal('seal_refusals.p'); END $$;
SELECT amname FROM pg_class c JOIN pg_am a ON a.oid = c.relam WHERE c.oid = 'p'::regclass;
SELECT count(*), count(DISTINCT host), min(ts), max(ts) FROM p;
DO $$ BEGIN CALL sealstone.unseal('seal_refusals.p'); CALL sealstone.seal('seal_refusals.p', ARRAY['ts']); END $$;
SELECT count(*), count(DISTINCT host), min(ts), max(ts) FROM p;

-- under other defaults of isolation it works on new snapshots all the same
SET default_transaction_isolation = 'serializable';
CALL sealstone.unseal('p');
CALL sealstone.seal('p');
RESET default_transaction_isolation;
SELECT count(*) FROM p;

-- empty, of no columns, unlogged, temporary
CREATE TABLE empty (ts timestamptz PRIMARY KEY, host text);
CALL sealstone.seal('empty');
INSERT INTO empty VALUES ('2026-01-01', 'x');
INSERT INTO empty VALUES ('2026-01-01', 'y');
SELECT * FROM empty;
CALL sealstone.reseal('empty');
SELECT * FROM empty;
CALL sealstone.unseal('empty');
SELECT * FROM empty;
CREATE TABLE bare ();
INSERT INTO bare DEFAULT VALUES;
INSERT INTO bare DEFAULT VALUES;
CALL sealstone.seal('bare');
SELECT count(*) FROM bare;
CALL sealstone.unseal('bare');
SELECT count(*) FROM bare;
CREATE UNLOGGED TABLE unlogged (id int PRIMARY KEY, t text);
INSERT INTO unlogged SELECT i, repeat('x', i) FROM generate_series(1, 3000) i;
CALL sealstone.seal('unlogged');
SELECT count(*), sum(length(t)) FROM unlogged;
UPDATE unlogged SET t = '' WHERE id = 7;
CALL sealstone.reseal('unlogged');
CALL sealstone.unseal('unlogged');
SELECT count(*), sum(length(t)) FROM unlogged;
CREATE TEMPORARY TABLE temporary (id int PRIMARY KEY, t text);
INSERT INTO temporary SELECT i, repeat('x', i) FROM generate_series(1, 3000) i;
CALL sealstone.seal('temporary');
SELECT count(*), sum(length(t)) FROM temporary;
UPDATE temporary SET t = '' WHERE id = 7;
CALL sealstone.reseal('temporary');
SELECT count(*), sum(length(t)) FROM temporary;
CALL sealstone.unseal('temporary');
SELECT count(*), sum(length(t)) FROM temporary;
SELECT relname FROM pg_class WHERE relname LIKE 'build%';

-- the way out
CALL sealstone.seal('empty');
CALL sealstone.unseal_all();
SELECT count(*) FROM pg_class c JOIN pg_am a ON a.oid = c.relam WHERE amname = 'sealstone' AND relkind = 'r';
DROP SCHEMA seal_refusals CASCADE;
DROP ROLE seal_refusals_user;
