-- An error at any point of seal, reseal and unseal leaves the table as it was and nothing behind, and a retry
-- succeeds. (kill -9 at the same points: recovery/t.)
SET client_min_messages = warning;
CREATE SCHEMA seal_failures;
SET search_path = seal_failures;
CREATE TABLE p (ts timestamptz, host text, v float8, big text, PRIMARY KEY (host, ts));
INSERT INTO p SELECT timestamptz '2026-01-01' + i * interval '1 s', 'h' || i % 5, i, CASE WHEN i % 1000 = 0 THEN repeat(md5(i::text), 100) END
	FROM generate_series(1, 20000) i;
CREATE INDEX ON p (v);
CREATE VIEW condition AS SELECT a.amname, (SELECT count(*) FROM p) AS rows, (SELECT sum(v) FROM p) AS total,
	(SELECT sum(length(big)) FROM p) AS big, (SELECT count(*) FROM pg_class WHERE relname LIKE 'build%') AS leftovers,
	(SELECT count(*) FROM pg_locks l WHERE l.pid = pg_backend_pid() AND l.mode ~ 'Exclusive' AND l.locktype = 'relation') AS locks
	FROM pg_class c JOIN pg_am a ON a.oid = c.relam WHERE c.oid = 'p'::regclass;
SET statement_timeout = 0;
\set VERBOSITY terse

SET sealstone.stop_points = 'seal_prepared:error'; CALL sealstone.seal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_transient_created:error'; CALL sealstone.seal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_batch_read:full'; CALL sealstone.seal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_read:error'; CALL sealstone.seal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_writing:full'; CALL sealstone.seal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_written:error'; CALL sealstone.seal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_index_built:full'; CALL sealstone.seal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_caught_up:error'; CALL sealstone.seal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_before_lock:error'; CALL sealstone.seal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_locked:error'; CALL sealstone.seal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_swapped:error'; CALL sealstone.seal('p'); SELECT * FROM condition;
-- from here on it is sealed, and only tidying up fails
SET sealstone.stop_points = 'seal_committed:error'; CALL sealstone.seal('p'); SELECT * FROM condition;

SET sealstone.stop_points = 'seal_transient_created:error'; CALL sealstone.reseal('p'); SELECT * FROM condition;
UPDATE p SET v = v WHERE v < 100;
INSERT INTO p VALUES ('2027-01-01', 'late', 0, repeat('late', 10000));
SET sealstone.stop_points = 'seal_read:error'; CALL sealstone.reseal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_writing:full'; CALL sealstone.reseal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_index_built:error'; CALL sealstone.reseal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_swapped:error'; CALL sealstone.reseal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_dropped:error'; CALL sealstone.reseal('p'); SELECT * FROM condition;

SET sealstone.stop_points = 'seal_transient_created:error'; CALL sealstone.unseal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_writing:full'; CALL sealstone.unseal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_swapped:error'; CALL sealstone.unseal('p'); SELECT * FROM condition;
SET sealstone.stop_points = 'seal_committed:error'; CALL sealstone.unseal('p'); SELECT * FROM condition;

SET sealstone.stop_points = '';
CALL sealstone.seal('p'); SELECT * FROM condition;

-- a statement timeout is an error like any other
CALL sealstone.unseal('p');
SET statement_timeout = '1ms'; CALL sealstone.seal('p'); SET statement_timeout = 0; SELECT * FROM condition;

SET sealstone.stop_points = 'nonsense';
SET sealstone.stop_points = 'seal_read:nonsense';
SELECT sealstone.stop_point_hold('nonsense');
DROP SCHEMA seal_failures CASCADE;
