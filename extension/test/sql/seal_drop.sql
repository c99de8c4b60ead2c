-- DROP EXTENSION does not take sealed data with it, however it is dropped; the way out is unseal_all().
SET client_min_messages = warning;
-- whatever another test has left sealed here would stand in the way as well
CALL sealstone.unseal_all();
CREATE SCHEMA seal_drop;
CREATE TABLE seal_drop.p (ts timestamptz PRIMARY KEY, v int);
INSERT INTO seal_drop.p SELECT timestamptz '2026-01-01' + i * interval '1 s', i FROM generate_series(1, 3000) i;
CALL sealstone.seal('seal_drop.p');

-- a worker at work in this database may be met in a deadlock, which says nothing about what is tested here
CREATE PROCEDURE seal_drop.try(statement text) LANGUAGE plpgsql AS $$
BEGIN
	LOOP
		BEGIN
			EXECUTE statement;
			RETURN;
		EXCEPTION WHEN deadlock_detected THEN
			NULL;
		END;
	END LOOP;
END $$;
\set VERBOSITY terse
CALL seal_drop.try('DROP EXTENSION sealstone');
CALL seal_drop.try('DROP EXTENSION sealstone CASCADE');
CALL seal_drop.try('DROP ACCESS METHOD sealstone CASCADE');
BEGIN;
SAVEPOINT s;
CALL seal_drop.try('DROP EXTENSION sealstone CASCADE');
ROLLBACK TO s;
DROP TABLE seal_drop.p;
-- with the table gone in this very transaction it may go too
CALL seal_drop.try('DROP EXTENSION sealstone CASCADE');
ROLLBACK;
SELECT count(*), sum(v) FROM seal_drop.p;
BEGIN;
SET LOCAL sealstone.allow_drop_sealed = on;
CALL seal_drop.try('DROP EXTENSION sealstone CASCADE');
SELECT to_regclass('seal_drop.p');
ROLLBACK;
SELECT count(*), sum(v) FROM seal_drop.p;
CALL sealstone.unseal_all();
BEGIN;
CALL seal_drop.try('DROP EXTENSION sealstone CASCADE');
SELECT count(*), sum(v) FROM seal_drop.p;
ROLLBACK;
DROP SCHEMA seal_drop CASCADE;
