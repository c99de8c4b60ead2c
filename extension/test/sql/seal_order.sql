-- Rows of a sealed table lie in the order of its key, whatever order they came in and however
-- the sorter went about it: by groups of the leading key, within memory or through files, or one by one.
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE SCHEMA seal_order;
SET search_path = seal_order;
SET maintenance_work_mem = '1MB';

-- how many rows are out of order, and how many differ from the twin
CREATE FUNCTION verdict(order_by text) RETURNS TABLE (rows bigint, out_of_order bigint, differ bigint) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format($q$
		WITH lying AS (SELECT row_number() OVER (ORDER BY ctid) AS place, rank() OVER (ORDER BY %1$s) AS rank FROM p),
			steps AS (SELECT rank < lag(rank) OVER (ORDER BY place) AS back FROM lying)
		SELECT (SELECT count(*) FROM p), (SELECT count(*) FROM steps WHERE back),
			(SELECT count(*) FROM (SELECT * FROM p EXCEPT ALL SELECT * FROM twin) a) + (SELECT count(*) FROM (SELECT * FROM twin EXCEPT ALL SELECT * FROM p) b)$q$, order_by);
END $$;

CREATE TABLE p (ts timestamptz, host text, n numeric, f float8, v int, pad text);
ALTER TABLE p ALTER pad SET STORAGE plain;
-- as time series come: by time, all hosts in turn; more than fits in memory
INSERT INTO p SELECT timestamptz '2026-01-01' + i / 20 * interval '1 s', 'host_' || i % 20, (i % 7)::numeric, CASE i % 5 WHEN 0 THEN '-0' ELSE i % 3 END, i, repeat('x', 100)
	FROM generate_series(1, 12000) i;
CREATE TABLE twin AS TABLE p;
CALL sealstone.seal('p', '{host,ts}');
SELECT * FROM verdict('host, ts');
CALL sealstone.reseal('p', '{"host DESC","ts DESC"}');
SELECT * FROM verdict('host DESC, ts DESC');
CALL sealstone.reseal('p', '{ts}');
SELECT * FROM verdict('ts');
CALL sealstone.reseal('p', '{"ts DESC",host}');
SELECT * FROM verdict('ts DESC, host');
CALL sealstone.unseal('p');
CALL sealstone.seal('p', '{host,"ts DESC"}');
SELECT * FROM verdict('host, ts DESC');

-- nulls, values that are equal but not the same, a last column passed by reference
CALL sealstone.unseal('p');
UPDATE p SET n = n::numeric(10, 3), v = v + 0 WHERE v % 2 = 0;
UPDATE p SET host = NULL WHERE v % 11 = 0;
UPDATE p SET ts = NULL WHERE v % 13 = 0;
TRUNCATE twin;
INSERT INTO twin SELECT * FROM p;
CALL sealstone.seal('p', '{n,f,ts}');
SELECT * FROM verdict('n, f, ts');
CALL sealstone.unseal('p');
CALL sealstone.seal('p', '{host,ts}');
SELECT * FROM verdict('host, ts');
CALL sealstone.unseal('p');
CALL sealstone.seal('p', '{"host NULLS FIRST","ts DESC NULLS LAST"}');
SELECT * FROM verdict('host NULLS FIRST, ts DESC NULLS LAST');
CALL sealstone.unseal('p');
CALL sealstone.seal('p', '{ts,host}');
SELECT * FROM verdict('ts, host');
CALL sealstone.unseal('p');
CALL sealstone.seal('p', '{host,n}');
SELECT * FROM verdict('host, n');

-- more leading values than groups pay for; rows in no order at all
CALL sealstone.unseal('p');
TRUNCATE p, twin;
INSERT INTO p SELECT timestamptz '2026-01-01' + hashint4(i) * interval '1 ms', 'host_' || i, 0, 0, hashint4(i), repeat('y', 50) FROM generate_series(1, 15000) i;
INSERT INTO twin SELECT * FROM p;
CALL sealstone.seal('p', '{host,v}');
SELECT * FROM verdict('host, v');
CALL sealstone.unseal('p');
CALL sealstone.seal('p', '{n,v}');
SELECT * FROM verdict('n, v');
-- the same with enough rows for the sorter to give up grouping
CALL sealstone.unseal('p');
INSERT INTO p SELECT ts, host, n, f, hashint4(v + g), pad FROM twin, generate_series(1, 7) g;
TRUNCATE twin;
INSERT INTO twin SELECT * FROM p;
CALL sealstone.seal('p', '{n,v}');
SELECT * FROM verdict('n, v');
-- a little out of order
CALL sealstone.unseal('p');
TRUNCATE p, twin;
INSERT INTO p SELECT timestamptz '2026-01-01' + (i / 20 - CASE WHEN i % 1000 = 7 THEN 30 ELSE 0 END) * interval '1 s', 'host_' || i % 20, 0, 0, i, 'z' FROM generate_series(1, 12000) i;
INSERT INTO twin SELECT * FROM p;
CALL sealstone.seal('p', '{host,ts}');
SELECT * FROM verdict('host, ts');

-- the default: an index that ends in the time, the longest; else the time; else the primary key
CREATE TABLE parent (ts timestamptz NOT NULL, host text NOT NULL, region text NOT NULL, id int NOT NULL) PARTITION BY RANGE (ts);
CREATE TABLE child PARTITION OF parent FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
SELECT order_key FROM sealstone.estimate_seal('child');
ALTER TABLE child ADD PRIMARY KEY (id);
SELECT order_key FROM sealstone.estimate_seal('child');
CREATE INDEX ON child (host, ts DESC);
SELECT order_key FROM sealstone.estimate_seal('child');
CREATE INDEX ON child (region, host, ts) WHERE id > 5;
CREATE INDEX ON child (lower(region), host, ts);
CREATE INDEX ON child USING brin (region, host, ts);
SELECT order_key FROM sealstone.estimate_seal('child');
CREATE INDEX ON child (region, host, ts);
SELECT order_key FROM sealstone.estimate_seal('child');
CREATE TABLE plain (id int PRIMARY KEY, ts timestamptz);
SELECT order_key FROM sealstone.estimate_seal('plain');
CREATE TABLE none (j json);
SELECT order_key FROM sealstone.estimate_seal('none');
INSERT INTO none SELECT to_json(i) FROM generate_series(1, 2000) i;
CALL sealstone.seal('none');
SELECT count(*), sum(j::text::int) FROM none;
DROP SCHEMA seal_order CASCADE;
