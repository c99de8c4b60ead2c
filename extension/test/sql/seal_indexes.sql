-- Which rows an index of a sealed table holds: unique ones all; others late rows only, unless sealed with
-- keep_indexes, which a subscriber's table without a key always is.
SET client_min_messages = warning;
SET timezone = 'UTC';
SELECT sealstone.pause_all();
CREATE SCHEMA seal_indexes;
SET search_path = seal_indexes;
CREATE TABLE s (ts timestamptz NOT NULL, host text NOT NULL, v int, PRIMARY KEY (host, ts)) PARTITION BY RANGE (ts);
CREATE INDEX s_v ON s (v);
CREATE TABLE s1 PARTITION OF s FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
INSERT INTO s SELECT timestamptz '2026-01-01' + i * interval '1 s', 'h' || i % 5, i % 100 FROM generate_series(1, 20000) i;
SELECT sealstone.create_series('s', 'ts', interval '1 month') IS NOT NULL AS series;
CREATE VIEW entries AS SELECT c.relname, pg_relation_size(c.oid) > 32768 AS whole FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE indrelid = 's1'::regclass ORDER BY 1;

CALL sealstone.seal('s1');
SELECT * FROM entries;
INSERT INTO s VALUES ('2026-01-31', 'late', 7);
SELECT count(*) FROM s WHERE v = 7;
CALL sealstone.unseal('s1');
SELECT * FROM entries;

SELECT sealstone.set_sealing('s', interval '1 day', keep_indexes => true);
CALL sealstone.seal('s1');
SELECT * FROM entries;
SET enable_seqscan = off;
SELECT count(*) FROM s WHERE v = 7;
UPDATE s SET v = 1000 WHERE v = 7 AND host = 'h2';
SELECT count(*) FROM s WHERE v = 7;
CALL sealstone.reseal('s1');
SELECT * FROM entries;
SELECT count(*) FROM s WHERE v = 7;
SELECT count(*) FROM s WHERE v = 1000;
RESET enable_seqscan;

-- a series' settings hold where the call says nothing
SELECT sealstone.set_sealing('s', interval '1 day', codec => 'none', order_by => '{v,ts}');
CALL sealstone.unseal('s1');
CALL sealstone.seal_eligible('s');
SELECT order_key FROM sealstone.estimate_seal('s1');
SELECT count(*), sum(v) FROM s;

-- asked for by the call: it outweighs the settings, and a reseal leaves it as it is where neither says anything
CALL sealstone.reseal('s1', keep_indexes => true);
SELECT * FROM entries;
CALL sealstone.reseal('s1');
SELECT * FROM entries;
CREATE TABLE k (id int PRIMARY KEY, v int);
CREATE INDEX k_v ON k (v);
INSERT INTO k SELECT i, i % 100 FROM generate_series(1, 20000) i;
CALL sealstone.seal('k', '{id}', keep_indexes => true);
SELECT pg_relation_size('k_v') > 32768 AS whole;
INSERT INTO k VALUES (0, 7);
DELETE FROM k WHERE id = 107;
CALL sealstone.reseal('k');
SELECT pg_relation_size('k_v') > 32768 AS whole;
VACUUM FULL k;
SELECT pg_relation_size('k_v') > 32768 AS whole;
SET enable_seqscan = off;
SET sealstone.enable_column_scan = off;
SELECT count(*) FROM k WHERE v = 7;
CALL sealstone.reseal('k', keep_indexes => false);
SELECT pg_relation_size('k_v') > 32768 AS whole;
SELECT count(*) FROM k WHERE v = 7;
RESET enable_seqscan;
RESET sealstone.enable_column_scan;

-- logical replication without a key
CREATE TABLE r (ts timestamptz, v int);
CREATE INDEX r_v ON r (v);
INSERT INTO r SELECT timestamptz '2026-01-01' + i * interval '1 s', i FROM generate_series(1, 20000) i;
INSERT INTO pg_subscription_rel (srsubid, srrelid, srsubstate) SELECT 1, 'r'::regclass, 'r';
CALL sealstone.seal('r', '{ts}');
SELECT pg_relation_size('r_v') > 32768 AS whole;
DELETE FROM pg_subscription_rel WHERE srsubid = 1;
DROP SCHEMA seal_indexes CASCADE;
SELECT sealstone.resume_all();
