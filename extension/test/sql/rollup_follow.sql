-- what DDL on a series means for its rollups: the owner follows, row-level security and another generation expression are refused
SET client_min_messages = warning;
CREATE ROLE rollup_old; CREATE ROLE rollup_new;
GRANT CREATE ON SCHEMA public TO rollup_old, rollup_new;
SET ROLE rollup_old;
CREATE TABLE f (ts timestamptz NOT NULL, host text, n numeric, twice numeric GENERATED ALWAYS AS (n * 2) STORED);
SELECT sealstone.create_series('f', 'ts', '1 day');
INSERT INTO f SELECT timestamptz '2026-01-01 00:00+00' + i * interval '1 hour', 'h' || i % 3, i FROM generate_series(0, 99) i;
SELECT sealstone.create_rollup('fr', 'f', '1 day', 'count(*) AS n, max(n) AS most, sum(twice) AS twice');
SELECT sealstone.create_rollup('fr2', 'fr', '2 days', 'count(*) AS n');
SELECT sealstone.refresh_rollup('fr') > 0 AS done, sealstone.refresh_rollup('fr2') > 0 AS done;
ALTER VIEW fr OWNER TO rollup_old;
RESET ROLE;

ALTER TABLE f OWNER TO rollup_new;
SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class WHERE oid IN ('fr'::regclass, 'fr2'::regclass) OR oid IN (SELECT unnest(ARRAY[states, partials]) FROM sealstone.rollup WHERE view IN ('fr'::regclass, 'fr2'::regclass));
SET ROLE rollup_new;
INSERT INTO f VALUES ('2026-01-02 00:30+00', 'h1', 1000);
SELECT sum(n), max(most) FROM fr;
SELECT sealstone.refresh_rollup('fr') > 0 AS done, sealstone.refresh_rollup('fr2') > 0 AS done;
SELECT sum(n) FROM fr2;
SELECT * FROM sealstone.verify_rollup('fr');

-- values that are equal and written differently are no difference
INSERT INTO f VALUES ('2026-01-03 00:30+00', 'h1', 3000.0);
SELECT sealstone.refresh_rollup('fr') > 0 AS done;
INSERT INTO f VALUES ('2026-01-03 00:31+00', 'h1', 3000);
DELETE FROM f WHERE ts = '2026-01-03 00:30+00';
SELECT sealstone.refresh_rollup('fr') > 0 AS done;
SELECT * FROM sealstone.verify_rollup('fr');

-- another expression of a column it is made of (Postgres 17 and later), which rewrites rows unseen
DO $$ BEGIN
	IF current_setting('server_version_num')::int >= 170000 THEN
		EXECUTE 'ALTER TABLE f ALTER COLUMN twice SET EXPRESSION AS (n * 3)';
	END IF;
EXCEPTION WHEN feature_not_supported THEN
	IF SQLERRM NOT LIKE 'cannot change the expression of column twice of series %' THEN RAISE; END IF;
END $$;
SELECT (SELECT sum(twice) FROM f) = (SELECT sum(twice) FROM fr) AS same;

ALTER TABLE f ENABLE ROW LEVEL SECURITY;
SET sealstone.rollup_allow_row_security = on;
ALTER TABLE f ENABLE ROW LEVEL SECURITY;
RESET sealstone.rollup_allow_row_security;
ALTER TABLE f DISABLE ROW LEVEL SECURITY;

-- where a row lies is nothing that a rollup can keep
SELECT sealstone.create_rollup('fs', 'f', '1 day', 'max(tableoid::int) AS t');
SELECT sealstone.create_rollup('fs', 'f', '1 day', 'count(*) FILTER (WHERE ctid IS NOT NULL) AS t');
SELECT sealstone.create_rollup('fs', 'f', '1 day', 'count(*) AS n', 'tableoid');
RESET ROLE;

-- a trigger tells of TRUNCATE where no hook does, as in logical replication's apply worker
SELECT tgname ~ '_truncate$' AS truncate, tgenabled, count(*) FROM pg_trigger WHERE tgrelid = 'f'::regclass AND tgname LIKE 'sealstone\_rollup\_%' GROUP BY 1, 2 ORDER BY 1;
TRUNCATE f;
SELECT cause, count(*) FROM sealstone.rollup_invalidations WHERE rollup IN ('fr'::regclass, 'fr2'::regclass) GROUP BY 1;
SELECT count(*) FROM fr;

SELECT sealstone.drop_rollup('fr2'), sealstone.drop_rollup('fr');
SELECT count(*) FROM pg_trigger WHERE tgrelid = 'f'::regclass;
DROP TABLE f;
REVOKE CREATE ON SCHEMA public FROM rollup_old, rollup_new;
DROP ROLE rollup_old; DROP ROLE rollup_new;
