-- unique and exclusion constraints hold over sealed and late rows, whatever the entry
CREATE SCHEMA am_unique;
SET search_path = am_unique;
SET timezone = 'UTC';
CREATE TABLE t (host int, ts timestamptz, code text UNIQUE, v int, during int4range,
  PRIMARY KEY (host, ts),
  UNIQUE NULLS NOT DISTINCT (v),
  EXCLUDE USING gist (during WITH &&));
CREATE UNIQUE INDEX t_lower ON t (lower(code)) WHERE code LIKE 'C%';
INSERT INTO t SELECT i % 10, '2025-01-01+00'::timestamptz + i * interval '1 s', 'C' || i, i, int4range(i * 10, i * 10 + 10)
  FROM generate_series(1, 3000) i;
CALL sealstone.seal('t', ARRAY['host', 'ts']::name[]);

-- refused: in sealed rows, in late rows, by INSERT, UPDATE, COPY
INSERT INTO t VALUES (1, '2025-01-01 00:00:01+00', 'x', -1, NULL);
INSERT INTO t VALUES (11, '2025-01-01+00', 'C7', -1, NULL);
INSERT INTO t VALUES (11, '2025-01-02+00', 'CC7', -1, NULL);
INSERT INTO t VALUES (11, '2025-01-03+00', 'cC7', -1, NULL);
INSERT INTO t VALUES (11, '2025-01-03+00', 'Cc7', -5, NULL);
INSERT INTO t VALUES (11, '2025-01-04+00', 'C7x', 77, NULL);
INSERT INTO t VALUES (11, '2025-01-04+00', 'y', -4, '[105,106)');
UPDATE t SET code = 'C8' WHERE code = 'C7';
UPDATE t SET ts = '2025-01-01 00:00:11+00' WHERE host = 1 AND ts = '2025-01-01 00:00:01+00';
COPY t FROM stdin;
12	2025-01-01 00:00+00	late	-2	[50000,50001)
1	2025-01-01 00:00:21+00	z	-3	\N
\.
INSERT INTO t VALUES (12, '2025-01-01 00:00+00', 'late', -2, '[50000,50001)');
INSERT INTO t VALUES (12, '2025-01-01 00:00+00', 'late 2', -3, '[60000,60001)');
INSERT INTO t VALUES (13, '2025-01-01 00:00+00', 'late 3', -3, '[49999,50005)');
SELECT count(*) FROM t;

-- a key is free again when its row is deleted or moved away, and not before
BEGIN;
DELETE FROM t WHERE code = 'C100';
INSERT INTO t VALUES (13, '2025-01-01+00', 'C100', 100, '[1000,1010)');
ROLLBACK;
INSERT INTO t VALUES (13, '2025-01-01+00', 'C100', 100, '[1000,1010)');
DELETE FROM t WHERE code = 'C100';
INSERT INTO t VALUES (13, '2025-01-01+00', 'C100', 100, '[1000,1010)');
UPDATE t SET code = 'moved' WHERE code = 'C200';
INSERT INTO t VALUES (14, '2025-01-01+00', 'C200', -200, '[70000,70001)');
SELECT host, code, v FROM t WHERE code IN ('C100', 'C200', 'moved') ORDER BY code;

-- NULLs that are not distinct
INSERT INTO t VALUES (15, '2025-01-01+00', 'n', NULL, NULL);
INSERT INTO t VALUES (16, '2025-01-01+00', 'm', NULL, NULL);

-- ON CONFLICT on sealed, late and superseded rows
INSERT INTO t VALUES (1, '2025-01-01 00:00:01+00', 'x', -10, NULL) ON CONFLICT DO NOTHING;
INSERT INTO t VALUES (1, '2025-01-01 00:00:01+00', 'x', -10, NULL)
  ON CONFLICT (host, ts) DO UPDATE SET v = -10, code = t.code || '!' RETURNING host, code, v;
INSERT INTO t VALUES (1, '2025-01-01 00:00:01+00', 'x', -10, NULL)
  ON CONFLICT (host, ts) DO UPDATE SET v = -11, code = t.code || '!' RETURNING host, code, v;
INSERT INTO t VALUES (12, '2025-01-01 00:00+00', 'x', -10, NULL)
  ON CONFLICT (host, ts) DO UPDATE SET v = -12 RETURNING host, code, v;
INSERT INTO t VALUES (1, '2025-01-01 00:00:01+00', 'x', -10, NULL), (1, '2025-01-01 00:00:01+00', 'x', -10, NULL)
  ON CONFLICT (host, ts) DO UPDATE SET v = -13;
INSERT INTO t SELECT 99, ts, 'u' || v, -1000 - v, NULL FROM t WHERE host = 2 AND v > 0
  ON CONFLICT (host, ts) DO NOTHING;
WITH again AS (INSERT INTO t SELECT host, ts, code, v, during FROM t WHERE host IN (2, 99)
  ON CONFLICT (host, ts) DO UPDATE SET v = excluded.v RETURNING 1)
  SELECT count(*) FROM again;
SELECT count(*) FROM t WHERE host IN (2, 99);
INSERT INTO t VALUES (17, '2025-01-01+00', 'overlap', -20, '[105,106)') ON CONFLICT ON CONSTRAINT t_during_excl DO NOTHING;

-- deferred
CREATE TABLE d (id int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED, v int);
INSERT INTO d SELECT i, i FROM generate_series(1, 2000) i;
CALL sealstone.seal('d');
BEGIN;
UPDATE d SET id = id + 1 WHERE id < 1000;
COMMIT;
BEGIN;
UPDATE d SET id = id + 1;
SELECT count(DISTINCT id) FROM d;
COMMIT;
SELECT count(*), min(id), max(id) FROM d;

-- a constraint added later sees sealed, late and superseded rows
CREATE TABLE l (id int, v int);
INSERT INTO l SELECT i, i % 1999 FROM generate_series(1, 2000) i;
CALL sealstone.seal('l', ARRAY['id']::name[]);
CREATE UNIQUE INDEX ON l (v);
UPDATE l SET v = 1999 WHERE id = 2000;
CREATE UNIQUE INDEX l_v ON l (v);
INSERT INTO l VALUES (3000, 5);
INSERT INTO l VALUES (1, 3000);
CREATE UNIQUE INDEX CONCURRENTLY l_id ON l (id);
DROP INDEX l_id;
DELETE FROM l WHERE v = 3000;
CREATE UNIQUE INDEX CONCURRENTLY l_id ON l (id);
INSERT INTO l VALUES (2000, 4000);
ALTER TABLE l ADD PRIMARY KEY USING INDEX l_id;
SET enable_seqscan = off;
SELECT * FROM l WHERE v = 1999;
SELECT * FROM l WHERE id = 2000;
SELECT count(*) FROM l WHERE id BETWEEN 1 AND 5000;
REINDEX INDEX l_v;
REINDEX INDEX CONCURRENTLY l_v;
SELECT * FROM l WHERE v = 1999;
CREATE EXTENSION IF NOT EXISTS amcheck;
SELECT bt_index_parent_check('l_v', true), bt_index_check('t_pkey', true), bt_index_check('t_lower', true);

SET client_min_messages = warning;
DROP SCHEMA am_unique CASCADE;
