-- CALL refresh(): in batches, each committed; what was done before an error stays, and the next call goes on from there.
SET timezone = 'UTC';
SET client_min_messages = warning;
\set VERBOSITY terse
CREATE TABLE ba (ts timestamptz NOT NULL, host text, v int) PARTITION BY RANGE (ts);
SELECT format('CREATE TABLE ba_%s PARTITION OF ba FOR VALUES FROM (%L) TO (%L)', d, '2024-01-01'::timestamptz + d * interval '1 day', '2024-01-02'::timestamptz + d * interval '1 day') FROM generate_series(0, 5) d \gexec
INSERT INTO ba SELECT '2024-01-01'::timestamptz + n * interval '20 minutes', 'h' || n % 3, n % 10 + 1 FROM generate_series(0, 6 * 72 - 1) n;
ANALYZE ba;
SELECT sealstone.create_rollup('ba_hour', 'ba', '1 hour', 'count(*) AS n, sum(v) AS s, min(1000 / v) AS least', 'host');
SELECT states::text AS states FROM sealstone.rollup WHERE view = 'ba_hour'::regclass \gset
CREATE FUNCTION ba_differences() RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM
  ((TABLE ba_hour EXCEPT ALL SELECT sealstone.bucket('1 hour', ts), host, count(*), sum(v), min(1000 / v) FROM ba GROUP BY 1, 2)
   UNION ALL (SELECT sealstone.bucket('1 hour', ts), host, count(*), sum(v), min(1000 / v) FROM ba GROUP BY 1, 2 EXCEPT ALL TABLE ba_hour)) d $$;

-- a row that cannot be aggregated stops the fourth partition; three are kept
UPDATE ba SET v = 0 WHERE ts = '2024-01-04 12:00';
SET sealstone.rollup_batch_rows = 70;
CALL sealstone.refresh('ba_hour');
SELECT watermark FROM sealstone.rollup_info WHERE rollup = 'ba_hour'::regclass;
SELECT count(*) AS states, count(DISTINCT xmin::text) AS transactions FROM :states;
UPDATE ba SET v = 5 WHERE ts = '2024-01-04 12:00';
CALL sealstone.refresh('ba_hour');
SELECT watermark, last_refresh_rows FROM sealstone.rollup_info WHERE rollup = 'ba_hour'::regclass;
SELECT count(*) AS states, count(DISTINCT xmin::text) AS transactions FROM :states;
SELECT ba_differences();
-- nothing to do is one batch
CALL sealstone.refresh('ba_hour');
SELECT last_refresh_rows FROM sealstone.rollup_info WHERE rollup = 'ba_hour'::regclass;

-- a table that is all in its default partition: pieces by the statistics of its times, where it has an index on time
CREATE TABLE bd (ts timestamptz NOT NULL, host text, v int) PARTITION BY RANGE (ts);
CREATE TABLE bd_default PARTITION OF bd DEFAULT;
INSERT INTO bd SELECT '2024-01-01'::timestamptz + n * interval '1 minute', 'h' || n % 3, n % 10 + 1 FROM generate_series(0, 9999) n;
SELECT sealstone.create_rollup('bd_hour', 'bd', '1 hour', 'count(*) AS n, sum(v) AS s', 'host');
SELECT states::text AS bd_states FROM sealstone.rollup WHERE view = 'bd_hour'::regclass \gset
SET sealstone.rollup_batch_rows = 1000;
CALL sealstone.refresh('bd_hour', NULL, '2024-01-03'::timestamptz);
SELECT count(*) AS states, count(DISTINCT xmin::text) AS transactions FROM :bd_states;
CREATE INDEX ON bd (ts);
ANALYZE bd;
CALL sealstone.refresh('bd_hour');
SELECT count(*) AS states, count(DISTINCT xmin::text) BETWEEN 4 AND 9 AS transactions FROM :bd_states;
SELECT count(*) FROM ((TABLE bd_hour EXCEPT ALL SELECT sealstone.bucket('1 hour', ts), host, count(*), sum(v) FROM bd GROUP BY 1, 2)
   UNION ALL (SELECT sealstone.bucket('1 hour', ts), host, count(*), sum(v) FROM bd GROUP BY 1, 2 EXCEPT ALL TABLE bd_hour)) d;
DROP TABLE bd CASCADE;
SET sealstone.rollup_batch_rows = 70;

-- invalidations, a few at a time
INSERT INTO ba SELECT '2024-01-01 00:01'::timestamptz + n * interval '1 hour', 'h' || n % 4, 1 FROM generate_series(0, 99) n;
SELECT pending_pairs FROM sealstone.rollup_info WHERE rollup = 'ba_hour'::regclass;
SELECT txid_current() AS before \gset
SET sealstone.rollup_pair_limit = 9;
CALL sealstone.refresh('ba_hour');
SELECT count(DISTINCT xmin::text) >= 11 AS batches FROM :states WHERE xmin::text::bigint > :before % 4294967296;
SELECT pending_pairs, last_refresh_buckets FROM sealstone.rollup_info WHERE rollup = 'ba_hour'::regclass;
SELECT ba_differences();
RESET sealstone.rollup_pair_limit;

-- a range, piece by piece; an error leaves what is behind it pending
SELECT sealstone.invalidate_rollup('ba_hour', '2024-01-02 05:30', NULL);
INSERT INTO ba VALUES ('2024-01-01 03:30', 'h1', 3);
UPDATE ba SET v = 0 WHERE ts = '2024-01-04 12:00';
CALL sealstone.refresh('ba_hour');
SELECT kind, lo, hi, cause FROM sealstone.rollup_invalidations WHERE rollup = 'ba_hour'::regclass ORDER BY lo, kind;
UPDATE ba SET v = 4 WHERE ts = '2024-01-04 12:00';
SELECT ba_differences();
CALL sealstone.refresh('ba_hour');
SELECT count(*) FROM sealstone.rollup_invalidations WHERE rollup = 'ba_hour'::regclass;
SELECT ba_differences();
SELECT * FROM sealstone.verify_rollup('ba_hour');

-- only a part
INSERT INTO ba VALUES ('2024-01-01 03:30', 'h1', 3), ('2024-01-03 03:30', 'h1', 3);
CALL sealstone.refresh('ba_hour', '2024-01-03', '2024-01-04'::timestamptz);
SELECT kind, lo, group_key FROM sealstone.rollup_invalidations WHERE rollup = 'ba_hour'::regclass;
SELECT ba_differences();

-- very many pairs of one bucket are the bucket
SELECT sealstone.create_rollup('ba_v', 'ba', '1 day', 'count(*) AS n', 'v');
CALL sealstone.refresh('ba_v');
INSERT INTO ba SELECT '2024-01-02 10:00', 'h0', 1 + n FROM generate_series(1, 1500) n;
INSERT INTO ba SELECT '2024-01-03 10:00', 'h0', 1 + n FROM generate_series(1, 5) n;
SELECT pending_pairs FROM sealstone.rollup_info WHERE rollup = 'ba_v'::regclass;
SELECT count(*) FROM (SELECT * FROM ba_v EXCEPT ALL SELECT sealstone.bucket('1 day', ts), v, count(*) FROM ba GROUP BY 1, 2) d;
SELECT sum(n) = (SELECT count(*) FROM ba) AS whole FROM ba_v;
CALL sealstone.refresh('ba_v');
SELECT count(*) FROM (SELECT * FROM ba_v EXCEPT ALL SELECT sealstone.bucket('1 day', ts), v, count(*) FROM ba GROUP BY 1, 2) d;
SELECT * FROM sealstone.verify_rollup('ba_v');

-- where it cannot commit, and whose it is not
\set VERBOSITY default
BEGIN; CALL sealstone.refresh('ba_hour'); ROLLBACK;
CALL sealstone.refresh('ba');
CALL sealstone.refresh(NULL);
CREATE ROLE ba_other;
SET ROLE ba_other;
CALL sealstone.refresh('ba_hour');
RESET ROLE;
DROP ROLE ba_other;
SET default_transaction_isolation = 'repeatable read';
CALL sealstone.refresh('ba_hour');
RESET default_transaction_isolation;
RESET sealstone.rollup_batch_rows;
DROP TABLE ba CASCADE;
DROP FUNCTION ba_differences;
