-- Clauses tested on vectors: a column compared with a value of another type of its kind.
CREATE EXTENSION IF NOT EXISTS sealstone;
SET client_min_messages = warning;
SET timezone = 'America/New_York';
CREATE SCHEMA read_filter;
SET search_path = read_filter;

CREATE TABLE plain (id int NOT NULL, tz timestamptz, ts timestamp, f4 float4, f8 float8, i2 int2, i8 int8);
INSERT INTO plain
SELECT i, timestamptz '2025-03-01 00:00+00' + i * interval '7 minutes', timestamp '2025-03-01' + i * interval '7 minutes',
       (i % 100) / 10.0, (i % 100) / 10.0, i % 1000, i::int8 * 1000000007
FROM generate_series(1, 9000) i;
INSERT INTO plain VALUES
	(9001, 'infinity', '-infinity', 'NaN', '-0', 32767, 9223372036854775807),
	(9002, '-infinity', 'infinity', '0.1', 'NaN', -32768, -9223372036854775808),
	(9003, NULL, NULL, NULL, NULL, NULL, NULL),
	(9004, '294276-12-31 23:00+00', '294276-12-31 23:00', 'Infinity', '-Infinity', 0, 0),
	(9005, '4713-01-01 12:00+00 BC', '4713-01-01 12:00 BC', '-Infinity', 'Infinity', 1, 1);
CREATE TABLE sealed (LIKE plain);
INSERT INTO sealed SELECT * FROM plain;
CREATE TABLE clauses (n serial, clause text);
INSERT INTO clauses (clause) VALUES
	('tz >= date ''2025-03-20'''), ('tz < date ''2025-03-09'''), ('date ''2025-03-10'' <= tz'), ('tz = date ''2025-03-05'''),
	('tz <> date ''2025-03-05'''), ('tz <= date ''5874897-12-31'''), ('tz > date ''5874897-12-31'''),
	('tz >= date ''infinity'''), ('tz <= date ''-infinity'''), ('tz > date ''4713-01-01 BC'''),
	('ts >= date ''2025-03-20'''), ('ts = date ''2025-03-08'''), ('ts < date ''5874897-12-31'''), ('ts = date ''5874897-12-31'''),
	('ts >= date ''infinity'''), ('ts > date ''-infinity'''),
	('tz = ANY (ARRAY[date ''2025-03-05'', NULL, date ''2025-03-12'', date ''5874897-12-31''])'),
	('f4 > 9.5::float8'), ('f4 = 0.1::float8'), ('f4 = 0.5::float8'), ('f4 <> ''NaN''::float8'), ('f4 >= ''NaN''::float8'),
	('f4 = ANY (ARRAY[0.5, 0.1, ''NaN'']::float8[])'),
	('f8 > 9.5::float4'), ('f8 = 0.1::float4'), ('f8 = 0.5::float4'), ('f8 <= ''-Infinity''::float4'), ('f8 = ''NaN''::float4'),
	('i2 > 40000'), ('i2 < 40000'), ('i2 = 9223372036854775807'), ('i2 >= 990::int8'), ('i8 = 32767::int2'), ('i8 < 1::int2');

-- rows of both tables that pass, and whether the sealed one tests the clause on vectors
CREATE FUNCTION compare(clause text) RETURNS TABLE (rows bigint, same boolean, vector boolean)
LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	SET LOCAL enable_seqscan = off;
	EXECUTE format('SELECT (SELECT count(*) FROM plain WHERE %s),
		NOT EXISTS (SELECT id FROM plain WHERE %1$s EXCEPT SELECT id FROM sealed WHERE %1$s) AND
		NOT EXISTS (SELECT id FROM sealed WHERE %1$s EXCEPT SELECT id FROM plain WHERE %1$s)', clause) INTO rows, same;
	vector := false;
	FOR line IN EXECUTE format('EXPLAIN (COSTS OFF) SELECT id FROM sealed WHERE %s', clause) LOOP
		vector := vector OR line LIKE '%Vector Filter%';
	END LOOP;
	RETURN NEXT;
END $$;

-- by a filter on pages, by a search in the order key, and with late rows and changed ones beside them
CALL sealstone.seal('sealed', ARRAY['id']);
SELECT clause, compare.* FROM clauses, compare(clause) ORDER BY n;
CALL sealstone.reseal('sealed', ARRAY['tz', 'ts']);
SELECT count(*) AS clauses, bool_and(same) AS same, bool_and(vector) AS vector FROM clauses, compare(clause);
CALL sealstone.reseal('sealed', ARRAY['f4 DESC', 'i2']);
SELECT count(*) AS clauses, bool_and(same) AS same, bool_and(vector) AS vector FROM clauses, compare(clause);
UPDATE sealed SET f4 = 0.5, tz = '2025-03-05 00:00' WHERE id % 7 = 0;
UPDATE plain SET f4 = 0.5, tz = '2025-03-05 00:00' WHERE id % 7 = 0;
INSERT INTO sealed SELECT id + 10000, tz, ts, f4, f8, i2, i8 FROM sealed WHERE id % 5 = 0;
INSERT INTO plain SELECT id + 10000, tz, ts, f4, f8, i2, i8 FROM plain WHERE id % 5 = 0;
SELECT count(*) AS clauses, bool_and(same) AS same, bool_and(vector) AS vector FROM clauses, compare(clause);

-- the day begins where the session is: one prepared plan, two zones
PREPARE days (date) AS SELECT count(*) FROM sealed WHERE tz >= $1;
PREPARE days_plain (date) AS SELECT count(*) FROM plain WHERE tz >= $1;
SET plan_cache_mode = force_generic_plan;
EXECUTE days ('2025-04-01');
EXECUTE days_plain ('2025-04-01');
SET timezone = 'Asia/Tokyo';
EXECUTE days ('2025-04-01');
EXECUTE days_plain ('2025-04-01');

SET client_min_messages = error;
DROP SCHEMA read_filter CASCADE;
