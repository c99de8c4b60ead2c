-- verify_rollup finds what is wrong, and nothing where nothing is
SET timezone = 'UTC';
SET client_min_messages = warning;
CREATE TABLE ver (ts timestamptz NOT NULL, host text, v int, x float8) PARTITION BY RANGE (ts);
CREATE TABLE ver_1 PARTITION OF ver DEFAULT;
INSERT INTO ver SELECT '2024-01-01'::timestamptz + n * interval '10 minutes', CASE WHEN n % 3 > 0 THEN 'h' || n % 3 END, n, sqrt(n) FROM generate_series(0, 100) n;
SELECT sealstone.create_rollup('ver_hour', 'ver', '1 hour', 'sum(v) AS s, avg(x) AS a, stddev(x) AS d, percentile_sketch(x) AS p, distinct_sketch(v) AS ds, first(v, ts) AS f', 'host');
SELECT sealstone.refresh_rollup('ver_hour');
INSERT INTO ver VALUES ('2024-01-01 03:03', NULL, 5, 5);
SELECT * FROM sealstone.verify_rollup('ver_hour');
-- damage, as no writer could: a state changed, one gone, one too many
SELECT states::text AS t FROM sealstone.rollup WHERE view = 'ver_hour'::regclass \gset
UPDATE :t SET s1 = s1 + 1 WHERE bucket = '2024-01-01 05:00' AND g1 = 'h1';
UPDATE :t SET s3 = s3 * 1.01 WHERE bucket = '2024-01-01 06:00' AND g1 IS NULL;
DELETE FROM :t WHERE bucket = '2024-01-01 07:00' AND g1 = 'h2';
INSERT INTO :t (bucket, g1) VALUES ('2024-01-01 08:00', 'ghost');
SELECT * FROM sealstone.verify_rollup('ver_hour');
SELECT count(*) FROM sealstone.verify_rollup('ver_hour', '2024-01-01 05:30', '2024-01-01 06:30');
SELECT count(*) FROM sealstone.verify_rollup('ver_hour', hi => '2024-01-01 05:00');
-- writes unseen because triggers were off are found too; marking the range mends it
ALTER TABLE ver DISABLE TRIGGER ALL;
INSERT INTO ver VALUES ('2024-01-01 01:01', 'h1', 5, 5);
SELECT bucket, group_key, state FROM sealstone.verify_rollup('ver_hour', hi => '2024-01-01 05:00') LIMIT 1;
SELECT sealstone.invalidate_rollup('ver_hour', '2024-01-01 00:00', '2024-01-02 00:00');
SELECT * FROM sealstone.verify_rollup('ver_hour');
SELECT sealstone.refresh_rollup('ver_hour');
SELECT * FROM sealstone.verify_rollup('ver_hour');
SELECT * FROM sealstone.verify_rollup('ver');
DROP TABLE ver CASCADE;

-- rights: the rollup is its owner's, and shows what the owner sees to whoever it is granted to, no more
CREATE ROLE rollup_owner; CREATE ROLE rollup_reader; CREATE ROLE rollup_other;
CREATE SCHEMA rights AUTHORIZATION rollup_owner;
GRANT USAGE ON SCHEMA rights TO rollup_reader, rollup_other;
SET ROLE rollup_owner;
CREATE TABLE rights.own (ts timestamptz NOT NULL, host text, secret int) PARTITION BY RANGE (ts);
CREATE TABLE rights.own_1 PARTITION OF rights.own DEFAULT;
GRANT INSERT ON rights.own TO rollup_other;
INSERT INTO rights.own SELECT '2024-01-01'::timestamptz + n * interval '1 hour', 'h' || n % 2, n FROM generate_series(0, 30) n;
SELECT sealstone.create_rollup('rights.own_day', 'rights.own', '1 day', 'sum(secret) AS s', 'host');
SELECT sealstone.create_rollup('rights.own_month', 'rights.own_day', '1 month', 'sum(secret) AS s');
SELECT sealstone.refresh_rollup('rights.own_day');
GRANT SELECT ON rights.own_day TO rollup_reader;
RESET ROLE;
SELECT id AS id, states::text AS t, partials::text AS p FROM sealstone.rollup WHERE view = 'rights.own_day'::regclass \gset
-- somebody who may only insert: seen, in the writer's transaction, without rights on anything of the rollup
SET ROLE rollup_other;
INSERT INTO rights.own VALUES ('2024-01-01 05:05', 'h1', 100);
SELECT * FROM rights.own_day;
SELECT sealstone.refresh_rollup('rights.own_day');
SELECT sealstone.drop_rollup('rights.own_day');
SELECT sealstone.create_rollup('rights.mine', 'rights.own', '1 day', 'count(*)');
SELECT * FROM sealstone.verify_rollup('rights.own_day');
SELECT sealstone.rollup_raise_floor('rights.own', 0);
SELECT * FROM sealstone.rollup;
SELECT * FROM sealstone.rollup_pending;
SELECT kind, group_key FROM sealstone.rollup_invalidations WHERE rollup = 'rights.own_day'::regclass;
RESET ROLE;
\set VERBOSITY sqlstate
SET ROLE rollup_other;
SELECT * FROM :t;
SELECT * FROM :p;
SELECT * FROM sealstone.rollup_stale(:id, 'infinity'::timestamptz, NULL, NULL) AS t(bucket timestamptz, g1 text, s1 bigint);
RESET ROLE;
\set VERBOSITY default
SET ROLE rollup_reader;
SELECT host, s FROM rights.own_day ORDER BY bucket, host;
SELECT kind, group_key FROM sealstone.rollup_invalidations WHERE rollup = 'rights.own_day'::regclass;
SELECT * FROM rights.own_month;
RESET ROLE;
-- a view of another's over the rollup: its owner's right counts, not its reader's
CREATE VIEW rights.over AS SELECT * FROM rights.own_day;
GRANT SELECT ON rights.over TO rollup_other;
SET ROLE rollup_other;
SELECT host, s FROM rights.over ORDER BY bucket, host;
RESET ROLE;
SET ROLE rollup_owner;
SELECT s FROM rights.own_month ORDER BY bucket;
SELECT sealstone.refresh_rollup('rights.own_day'), sealstone.refresh_rollup('rights.own_month');
-- below the floor a stranger's row is merged as the owner
SELECT sealstone.rollup_raise_floor('rights.own', (extract(epoch FROM '2024-01-02'::timestamptz - '2000-01-01'::timestamptz) * 1000000)::bigint);
SET ROLE rollup_other;
INSERT INTO rights.own VALUES ('2024-01-01 06:06', 'h1', 1000);
SET ROLE rollup_owner;
SELECT host, s FROM rights.own_day ORDER BY bucket, host;
SELECT s FROM rights.own_month;
-- row-level security: refused, unless that is meant
CREATE TABLE rights.rls (ts timestamptz NOT NULL, v int) PARTITION BY RANGE (ts);
ALTER TABLE rights.rls ENABLE ROW LEVEL SECURITY;
SELECT sealstone.create_rollup('rights.rls_day', 'rights.rls', '1 day', 'count(*)');
SET sealstone.rollup_allow_row_security = on;
SELECT sealstone.create_rollup('rights.rls_day', 'rights.rls', '1 day', 'count(*)');
ALTER TABLE rights.rls FORCE ROW LEVEL SECURITY;
SELECT sealstone.refresh_rollup('rights.rls_day');
RESET ROLE;
DROP SCHEMA rights CASCADE;
DROP ROLE rollup_owner, rollup_reader, rollup_other;
