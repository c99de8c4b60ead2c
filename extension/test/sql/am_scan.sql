-- reading a sealed table: sequential, by TID, sampled, by cursor, parallel; with late and superseded rows
CREATE SCHEMA am_scan;
SET search_path = am_scan;
SET timezone = 'UTC';
CREATE TABLE t (id int NOT NULL, host text, ts timestamptz, v float8);
INSERT INTO t SELECT i, 'host ' || i % 5, '2025-01-01 00:00+00'::timestamptz + i * interval '1 s', i / 4.0
  FROM generate_series(1, 6000) i;
CALL sealstone.seal('t', ARRAY['id']::name[]);

-- this file is about the access method's own scans
DO $$ BEGIN PERFORM set_config(name, 'off', false) FROM pg_settings WHERE name LIKE 'sealstone.enable%'; END $$;

-- sealed rows have addresses, and the header of frozen tuples
SELECT ctid, xmin, xmax, cmin, cmax, tableoid::regclass, id FROM t WHERE id IN (1, 256, 257, 6000) ORDER BY id;
SELECT t FROM t WHERE id = 7;
SELECT id FROM t WHERE ctid = '(2147483648,7)';
SELECT id FROM t WHERE ctid = ANY (ARRAY['(2147483649,1)', '(2147483671,112)', '(2147483671,113)', '(2147483648,300)', '(0,1)', '(1,1)', '(99999,1)', '(4294967294,1)']::tid[]);

-- late rows, superseded rows; what was not changed stays where it was
INSERT INTO t SELECT i, 'late', '2025-02-01+00', 0 FROM generate_series(7001, 7010) i;
UPDATE t SET v = -1 WHERE id % 1000 = 0;
DELETE FROM t WHERE id % 1000 = 1;
SELECT count(*), sum(id), sum(v) FROM t;
SELECT count(*) FROM t WHERE ctid >= '(2147483648,0)';
SELECT count(*), min(id) FROM t WHERE ctid < '(2147483648,0)';
SELECT id FROM t WHERE ctid > '(2147483648,3)' AND ctid <= '(2147483648,6)';
SELECT count(*) FROM t WHERE ctid > '(2147483671,100)';
SELECT count(*) FROM t WHERE ctid > '(4294967294,1)' OR ctid < '(0,1)';
SELECT id FROM t WHERE ctid < '(2147483648,0)' AND id < 7000 ORDER BY id;

-- the address of a version that is no more leads nowhere, as on a heap
UPDATE t SET host = 'by address' WHERE ctid = '(2147483648,5)' RETURNING id;
SELECT id, host FROM t WHERE ctid = '(2147483648,5)';
UPDATE t SET host = 'found again' WHERE id = 5 RETURNING ctid < '(2147483648,0)' AS moved;
DELETE FROM t WHERE ctid = '(2147483648,6)';
SELECT id FROM t WHERE ctid = '(2147483648,6)';

-- cursors go either way from anywhere, across the border between columns and heap
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT id FROM t WHERE id > 5990 OR id < 5 OR id % 1000 = 0;
FETCH ALL FROM c;
FETCH BACKWARD ALL FROM c;
FETCH 14 FROM c;
FETCH BACKWARD 3 FROM c;
FETCH 6 FROM c;
FETCH LAST FROM c;
FETCH PRIOR FROM c;
FETCH FIRST FROM c;
COMMIT;
BEGIN;
DECLARE c CURSOR FOR SELECT * FROM t WHERE id IN (100, 7005) FOR UPDATE;
FETCH c;
UPDATE t SET host = 'current' WHERE CURRENT OF c RETURNING id;
FETCH c;
DELETE FROM t WHERE CURRENT OF c RETURNING id;
COMMIT;
SELECT id, host FROM t WHERE id IN (100, 7005);
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT id FROM t;
FETCH c;
UPDATE t SET host = 'unlocked current' WHERE CURRENT OF c RETURNING id;
FETCH BACKWARD c;
FETCH c;
FETCH c;
ROLLBACK;

-- an update of rows that it moves behind itself sees each once
UPDATE t SET v = v + 1 WHERE id <= 3000;
UPDATE t SET v = v - 1 WHERE id <= 3000;
SELECT count(*), count(DISTINCT id), sum(v) FROM t;

-- parallel
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 3;
SELECT count(*), count(DISTINCT id), sum(v), sum(id) FROM t;
SELECT count(*) FROM t a JOIN t b USING (id);
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
RESET max_parallel_workers_per_gather;

-- samples
SELECT count(*), count(DISTINCT id) FROM t TABLESAMPLE SYSTEM (100);
SELECT count(*), count(DISTINCT id) FROM t TABLESAMPLE BERNOULLI (100);
SELECT count(*) BETWEEN 2500 AND 3500 AS about_half FROM t TABLESAMPLE BERNOULLI (50) REPEATABLE (1);
SELECT (SELECT array_agg(id) FROM t TABLESAMPLE BERNOULLI (5) REPEATABLE (7)) =
       (SELECT array_agg(id) FROM t TABLESAMPLE BERNOULLI (5) REPEATABLE (7)) AS repeatable;

DROP SCHEMA am_scan CASCADE;
