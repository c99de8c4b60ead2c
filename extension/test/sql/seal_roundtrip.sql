-- A table and its heap twin stay equal through seal, writes, reseal and unseal; what a relation is made
-- of (OIDs, indexes, constraints, privileges) does not change.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE SCHEMA seal_roundtrip;
SET search_path = seal_roundtrip;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE pair AS (a int, b text);
CREATE DOMAIN positive AS int CHECK (VALUE > 0);

CREATE TABLE p (
	id bigint NOT NULL,
	gone_early int,
	ts timestamptz NOT NULL,
	host text NOT NULL,
	f8 float8, f4 float4, n numeric, b boolean, d date, iv interval, u uuid,
	m mood, pr pair, pos positive, arr int[], rng tstzrange, js jsonb, big text, bytes bytea, c char, nm name,
	gone_late text,
	PRIMARY KEY (host, ts),
	UNIQUE (id)
);
ALTER TABLE p DROP COLUMN gone_early;

CREATE FUNCTION fill(lo int, hi int) RETURNS void LANGUAGE sql AS $$
	INSERT INTO p
	SELECT i, timestamptz '2026-01-01' + i / 7 * interval '10 s', 'host_' || i % 7,
		CASE i % 11 WHEN 0 THEN NULL WHEN 1 THEN 'NaN' WHEN 2 THEN '-0' WHEN 3 THEN 'Infinity' ELSE i * 1.5 END,
		i / 3.0, CASE i % 13 WHEN 0 THEN 'NaN' ELSE i::numeric / 7 END, CASE i % 3 WHEN 0 THEN NULL ELSE i % 2 = 0 END,
		CASE i % 17 WHEN 0 THEN 'infinity' WHEN 1 THEN '-infinity' ELSE date '2026-01-01' + i END,
		i * interval '1 hour', md5(i::text)::uuid, (ARRAY['sad', 'ok', 'happy'])[1 + i % 3]::mood,
		CASE i % 5 WHEN 0 THEN NULL ELSE ROW(i, 'x' || i)::pair END, 1 + i,
		CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN '{}' ELSE ARRAY[i, NULL, i + 1] END,
		tstzrange(timestamptz '2026-01-01' + i * interval '1 s', timestamptz '2026-01-01' + (i + 1) * interval '1 s'),
		jsonb_build_object('i', i), CASE WHEN i % 500 = 0 THEN (SELECT string_agg(md5((i * 1000 + g)::text), '') FROM generate_series(1, 300) g) END,
		CASE i % 9 WHEN 0 THEN '' ELSE decode(md5(i::text), 'hex') END, chr(65 + i % 26), 'name' || i, 'late'
	FROM generate_series(lo, hi) i
$$;
SELECT fill(1, 5000);
ALTER TABLE p DROP COLUMN gone_late;
ALTER TABLE p ADD COLUMN added int DEFAULT 42;
ALTER TABLE p ADD COLUMN added_null text;
CREATE INDEX p_f8 ON p (f8);
CREATE INDEX p_expression ON p (lower(host), (id + 1)) WHERE id % 2 = 0;
CREATE INDEX p_brin ON p USING brin (ts);
CREATE INDEX p_gin ON p USING gin (js);
CREATE INDEX p_hash ON p USING hash (u);
ALTER TABLE p ADD CONSTRAINT p_excluded EXCLUDE USING gist (rng WITH &&);
CREATE TABLE twin (LIKE p INCLUDING DEFAULTS);
INSERT INTO twin SELECT * FROM p;

CREATE FUNCTION compare() RETURNS TABLE (rows bigint, only_p bigint, only_twin bigint) LANGUAGE sql AS $$
	SELECT (SELECT count(*) FROM p),
		(SELECT count(*) FROM (SELECT p::text FROM p EXCEPT ALL SELECT twin::text FROM twin) x),
		(SELECT count(*) FROM (SELECT twin::text FROM twin EXCEPT ALL SELECT p::text FROM p) x)
$$;
CREATE TABLE identity_before AS
	SELECT c.oid, c.relname FROM pg_class c WHERE c.oid = 'p'::regclass
	UNION ALL SELECT i.indexrelid, i.indexrelid::regclass::name FROM pg_index i WHERE i.indrelid = 'p'::regclass;
CREATE VIEW identity AS
	SELECT count(*) AS same FROM identity_before b JOIN pg_class c ON c.oid = b.oid AND c.relname = b.relname;
CREATE VIEW state AS SELECT a.amname, c.reltuples::bigint, c.relrewrite,
	(SELECT relrewrite FROM pg_class t WHERE t.oid = c.reltoastrelid) AS toast_relrewrite,
	(SELECT relname = 'pg_toast_' || c.oid FROM pg_class t WHERE t.oid = c.reltoastrelid) AS toast_name
	FROM pg_class c JOIN pg_am a ON a.oid = c.relam WHERE c.oid = 'p'::regclass;
CREATE VIEW leftovers AS SELECT relname FROM pg_class WHERE relname LIKE 'build%';

SELECT * FROM compare();
CALL sealstone.seal('p');
SELECT * FROM state;
SELECT * FROM compare();
SELECT * FROM leftovers;
SELECT * FROM identity;

-- by index, whole and late only
SELECT id, host FROM p WHERE id = 4711;
SELECT id FROM p WHERE host = 'host_3' AND ts = '2026-01-01 01:00:00+00';
SELECT count(*) FROM p WHERE f8 = 45;

-- constraints hold over sealed and late rows
INSERT INTO p (id, ts, host) VALUES (4711, '2027-01-01', 'new');
INSERT INTO p (id, ts, host) VALUES (-1, '2026-01-01 01:00:00+00', 'host_3');
INSERT INTO p (id, ts, host, rng) VALUES (-1, '2027-01-01', 'host_3', '[2026-01-01 00:00:03+00, 2026-01-01 00:00:04+00)');

-- writes
CREATE FUNCTION to_both(statement text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE replace(statement, 'TABLE', 'p');
	EXECUTE replace(statement, 'TABLE', 'twin');
END $$;
SELECT to_both($$INSERT INTO TABLE (id, ts, host, big) VALUES (100001, '2026-02-01', 'host_3', repeat('z', 100000)), (100002, '2020-01-01', 'aaa', NULL)$$);
SELECT to_both($$UPDATE TABLE SET f8 = 7, big = 'short' WHERE id % 100 = 0$$);
SELECT to_both($$UPDATE TABLE SET host = 'moved_' || host, rng = NULL WHERE id BETWEEN 5000 AND 5100$$);
SELECT to_both($$DELETE FROM TABLE WHERE id % 37 = 5$$);
SELECT * FROM compare();

CALL sealstone.reseal('p');
SELECT * FROM state;
SELECT * FROM compare();
SELECT * FROM identity;
SELECT count(*) FROM p WHERE id IN (100001, 5050, 37 + 5, 4710);

CALL sealstone.reseal('p', '{f8,"id DESC"}', 'none');
SELECT * FROM compare();
SELECT * FROM state;
SELECT to_both($$UPDATE TABLE SET n = -n WHERE id % 91 = 0$$);
SELECT to_both($$DELETE FROM TABLE WHERE id % 91 = 7$$);
SELECT to_both($$INSERT INTO TABLE (id, ts, host) VALUES (100003, '2026-02-02', 'host_4')$$);

CALL sealstone.unseal('p');
SELECT * FROM state;
SELECT * FROM compare();
SELECT * FROM identity;
SELECT * FROM leftovers;
INSERT INTO p (id, ts, host) VALUES (4711, '2027-01-01', 'new');
SET enable_seqscan = off;
SELECT count(*) FROM p WHERE f8 = 7;
SELECT count(*) FROM p WHERE lower(host) = 'moved_host_3' AND id % 2 = 0;
SELECT count(*) FROM p WHERE js @> '{"i": 77}';
SELECT count(*) FROM p WHERE u = md5('77')::uuid;
SELECT count(*) FROM p WHERE ts < '2026-01-01 00:10:00+00';
RESET enable_seqscan;

-- every order, an order of every direction
CALL sealstone.seal('p', '{"host DESC","f8 ASC NULLS FIRST",ts}', 'zstd');
SELECT * FROM compare();
CALL sealstone.unseal('p');
SELECT * FROM compare();

-- already so
SET client_min_messages = notice;
CALL sealstone.unseal('p');
CALL sealstone.seal('p');
CALL sealstone.seal('p');
SET client_min_messages = warning;
SET timezone = 'UTC';

-- back for good
CALL sealstone.unseal('p');
DROP TABLE p, twin CASCADE;
DROP SCHEMA seal_roundtrip CASCADE;
