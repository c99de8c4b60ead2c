-- Writer, reader, directory and search of a sealed relation by themselves: rows go in through a test
-- function of STOP_POINTS builds, into the file of an empty heap that is not read as a heap afterwards.
CREATE SCHEMA store_test;
SET search_path = store_test, public;
GRANT USAGE ON SCHEMA store_test TO PUBLIC;
CREATE FUNCTION fill(src regclass, dst regclass, keys text[], codec int, memory int) RETURNS bigint
  LANGUAGE c AS '$libdir/sealstone', 'sealstone_test_fill';
CREATE FUNCTION stored(regclass) RETURNS SETOF record LANGUAGE c AS '$libdir/sealstone', 'sealstone_test_read';
CREATE FUNCTION search(regclass, anyarray, boolean) RETURNS bigint LANGUAGE c AS '$libdir/sealstone', 'sealstone_test_search';
CREATE PROCEDURE must_agree(src regclass, dst regclass) LANGUAGE plpgsql AS $$
DECLARE
  columns text := (SELECT string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' ORDER BY attnum)
                   FROM pg_attribute WHERE attrelid = dst AND attnum > 0 AND NOT attisdropped);
  images text := (SELECT string_agg(format('%I::text', attname), ', ' ORDER BY attnum)
                   FROM pg_attribute WHERE attrelid = dst AND attnum > 0 AND NOT attisdropped);
  differences bigint;
  n bigint;
BEGIN
  EXECUTE format('SELECT count(*) FROM (SELECT row_number() OVER (), %2$s FROM %1$s EXCEPT ALL SELECT row_number() OVER (), %2$s FROM stored(%3$L) AS x(%4$s)) d',
                 src, images, dst, columns) INTO differences;
  EXECUTE format('SELECT (SELECT count(*) FROM %s) - (SELECT count(*) FROM stored(%L) AS x(%s))', src, dst, columns) INTO n;
  IF differences > 0 OR n <> 0 THEN
    RAISE EXCEPTION '% rows of % differ, % rows missing', differences, dst, n;
  END IF;
  EXECUTE format('SELECT count(*) FROM sealstone.check_partition(%L)', dst) INTO n;
  IF n > 0 THEN
    RAISE EXCEPTION '% problems in %', n, dst;
  END IF;
END $$;

-- one host's rows make whole groups, small keys share them; runs and fences find every key
CREATE TABLE src AS
  SELECT 'host' || lpad((i / 5000)::text, 3, '0') AS host, timestamptz '2024-01-01 00:00 UTC' + (i % 5000) * interval '10 s' AS ts,
         i AS n, (i % 1000) / 7.0::float8 AS f, CASE WHEN i % 7 <> 0 THEN i::numeric / 3 END AS m, repeat('x', i % 50) AS t
  FROM generate_series(0, 49999) i;
INSERT INTO src SELECT 'small' || lpad((i / 10)::text, 4, '0'), timestamptz '2024-01-01 00:00 UTC' + (i % 10) * interval '1 h', -i, 'NaN', NULL, NULL
  FROM generate_series(0, 19999) i;
CREATE TABLE dst (LIKE src);
SELECT fill('src', 'dst', '{host,ts}', 0, 0);
CALL must_agree('src', 'dst');
SET timezone = 'UTC';
SELECT row_group, first_row, rows, min_time, max_time, first_key, last_key FROM sealstone.row_groups('dst');
SELECT column_name, type, pages, raw_bytes, null_count FROM sealstone.column_sizes('dst');
SELECT count(*) AS wrong FROM
  (SELECT host, count(*) AS n, row_number() OVER (ORDER BY host COLLATE "C") FROM src GROUP BY host) k,
  LATERAL (SELECT (SELECT count(*) FROM src WHERE src.host COLLATE "C" < k.host) AS below, (SELECT count(*) FROM src WHERE src.host COLLATE "C" <= k.host) AS upto) e
  WHERE row_number % 97 = 1 AND (search('dst', ARRAY[k.host], false), search('dst', ARRAY[k.host], true)) <> (below, upto);
SELECT search('dst', ARRAY['host0005'], false), search('dst', ARRAY['zzz'], true), search('dst', ARRAY[''], true);

-- composite keys of one type, descending, NULLs first and last, and repeated keys across groups
CREATE TABLE ints AS SELECT NULLIF((random() * 50)::int, 7) AS a, NULLIF((random() * 500)::int, 70) AS b, i FROM generate_series(1, 60000) i;
CREATE TABLE ints_sorted AS SELECT * FROM ints ORDER BY a DESC NULLS LAST, b NULLS FIRST;
CREATE TABLE ints_stored (LIKE ints);
SELECT fill('ints_sorted', 'ints_stored', ARRAY['a desc', 'b nulls first'], 0, 0) > 3 AS several;
CALL must_agree('ints_sorted', 'ints_stored');
CREATE TABLE numbered AS SELECT row_number() OVER () - 1 AS row, a, b FROM ints_sorted;
SELECT count(*) AS wrong FROM
  (SELECT a, b, min(row) AS first, max(row) + 1 AS past FROM numbered GROUP BY a, b) k
  WHERE search('ints_stored', ARRAY[a, b], false) <> first OR search('ints_stored', ARRAY[a, b], true) <> past;
SELECT count(*) AS wrong FROM
  (SELECT a, min(row) AS first, max(row) + 1 AS past FROM numbered GROUP BY a) k
  WHERE search('ints_stored', ARRAY[a], false) <> first OR search('ints_stored', ARRAY[a], true) <> past;
-- keys that are not there
SELECT search('ints_stored', ARRAY[51], false), search('ints_stored', ARRAY[51], true), search('ints_stored', ARRAY[7], false) = search('ints_stored', ARRAY[7], true);
SELECT search('ints_stored', ARRAY[NULL, 1000]::int[], false);

-- time leads: no runs worth keeping, search by fences
CREATE TABLE times AS SELECT i * 3 AS t, i % 11 AS h FROM generate_series(1, 30000) i;
CREATE TABLE times_stored (LIKE times);
SELECT fill('times', 'times_stored', '{t}', 0, 0);
CALL must_agree('times', 'times_stored');
SELECT count(*) AS wrong FROM generate_series(0, 90010, 7) v WHERE search('times_stored', ARRAY[v], false) <> LEAST(GREATEST((v + 2) / 3 - 1, 0), 30000);

-- a row out of order is refused
CREATE TABLE unsorted AS SELECT * FROM (VALUES (1), (3), (2)) v(a);
CREATE TABLE unsorted_stored (LIKE unsorted);
SELECT fill('unsorted', 'unsorted_stored', '{a}', 0, 0);
SELECT * FROM sealstone.check_partition('unsorted_stored');

-- every kind of type, with its extremes, NULLs and empty values
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE pair AS (a int, b text);
CREATE DOMAIN tags AS text[] CHECK (VALUE IS NULL OR array_length(VALUE, 1) IS NULL OR array_length(VALUE, 1) < 100);
CREATE TABLE types (
  k int, b boolean, i2 int2, i4 int4, i8 int8, f4 float4, f8 float8, n numeric, m money, o oid, c "char", bp char(5), vc varchar(20), t text, by bytea,
  nm name, d date, tm time, tmtz timetz, ts timestamp, tstz timestamptz, iv interval, u uuid, j json, jb jsonb, ip inet, ci cidr, mac macaddr,
  bits bit(5), vb varbit, pt point, r int4range, nr numrange, mr int4multirange, arr int[], tarr text[], e mood, p pair, ps pair[], dom tags, tid tid, tv tsvector, lsn pg_lsn, cc text COLLATE "C");
INSERT INTO types (k) SELECT i FROM generate_series(-3, -1) i;
INSERT INTO types VALUES
  (1, true, -32768, -2147483648, -9223372036854775808, '-inf', '-inf', '-Infinity', '-92233720368547758.08', 0, 'a', '', '', '', '',
   '', '-infinity', '00:00', '00:00+15:59', '-infinity', '-infinity', '-178000000 years', '00000000-0000-0000-0000-000000000000', '{}', '{}', '0.0.0.0', '0.0.0.0/0', '00:00:00:00:00:00',
   '00000', '', '(-0,1e308)', 'empty', 'empty', '{}', '{}', '{}', 'sad', ROW(NULL, NULL), '{}', '{}', '(0,0)', '', '0/0', ''),
  (2, false, 32767, 2147483647, 9223372036854775807, 'inf', 'inf', 'Infinity', '92233720368547758.07', 4294967295, 'z', 'abcde', repeat('v', 20), repeat('long ', 1000), decode(repeat('00ff', 3000), 'hex'),
   repeat('n', 63), 'infinity', '24:00', '24:00-15:59', 'infinity', 'infinity', '178000000 years', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{"a": [1, 2]}', '{"a": {"b": [null, 1e400]}}', '::1/64', '::/0', 'ff:ff:ff:ff:ff:ff',
   '11111', '1010101', '(NaN,Infinity)', '[1,10)', '[1.5,)', '{[1,2),[5,7)}', '{{1,2},{3,NULL}}', ARRAY['', NULL, repeat('z', 500)], 'happy', ROW(1, repeat('c', 300)), ARRAY[ROW(1, 'a'), NULL]::pair[], '{a,b}', '(4294967295,65535)', 'a:1 b:2A', 'FFFFFFFF/FFFFFFFF', E'\u00e9\U0001F600'),
  (3, NULL, 0, 0, 0, 'nan', 'nan', 'NaN', '0', 1, '', 'a', 'b', 'c', '\x00', 'x', '2000-01-01', '12:00', '12:00+00', '2000-01-01', '2000-01-01', '1 mon -1 day', NULL, 'null', 'null', NULL, NULL, NULL,
   NULL, NULL, '(0,0)', '(,)', NULL, NULL, '[5:6]={1,2}', NULL, 'ok', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (4, true, 1, 1, 1, '-0', '-0', '1.000', '1', 2, 'b', 'b', 'B', 'B', '\x01', 'y', '1969-12-31', '00:00:00.000001', NULL, '1969-12-31 23:59:59.999999', '0044-03-15 BC', '0', NULL, NULL, '"s"', NULL, NULL, NULL,
   NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'same'),
  (5, true, 1, 1, 1, '1e-45', '5e-324', '1.0', '1', 2, 'b', 'b', 'B', 'B', '\x01', 'y', '1969-12-31', '00:00:00.000001', NULL, '1969-12-31 23:59:59.999999', '0044-03-15 BC', '0', NULL, NULL, '"s"', NULL, NULL, NULL,
   NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'same');
CREATE TABLE types_many AS SELECT types.* FROM generate_series(1, 60) i, types ORDER BY k;
CREATE TABLE types_stored (LIKE types);
SELECT fill('types_many', 'types_stored', '{k}', 0, 0);
CALL must_agree('types_many', 'types_stored');
CREATE TABLE types_zstd (LIKE types);
SELECT fill('types_many', 'types_zstd', '{k}', 2, 0);
CALL must_agree('types_many', 'types_zstd');
CREATE TABLE types_lz4 (LIKE types);
SELECT fill('types_many', 'types_lz4', '{k}', 1, 0);
CALL must_agree('types_many', 'types_lz4');
-- each of them may be searched in: as a key of its own
DO $$
DECLARE c text;
BEGIN
  FOR c IN SELECT attname FROM pg_attribute a JOIN pg_type t ON t.oid = atttypid WHERE attrelid = 'types'::regclass AND attnum > 0
    AND atttypid NOT IN ('json'::regtype, 'point'::regtype) LOOP
    EXECUTE format('CREATE TABLE one_src AS SELECT %1$I FROM types_many ORDER BY 1', c);
    CREATE TABLE one_dst (LIKE one_src);
    PERFORM fill('one_src', 'one_dst', ARRAY[c], 0, 0);
    CALL must_agree('one_src', 'one_dst');
    DROP TABLE one_src, one_dst;
  END LOOP;
END $$;
-- a type without an order cannot be a key
CREATE TABLE js AS SELECT '{}'::json AS j;
CREATE TABLE js_stored (LIKE js);
SELECT fill('js', 'js_stored', '{j}', 0, 0);

-- nothing at all, one row, no key
CREATE TABLE none_stored (a int, b text);
SELECT fill('none_stored', 'none_stored', '{a}', 0, 0);
CREATE TABLE empty (a int, b text);
SELECT fill('empty', 'none_stored', '{a}', 0, 0);
CALL must_agree('empty', 'none_stored');
SELECT search('none_stored', ARRAY[1], false), count(*) FROM sealstone.row_groups('none_stored');
CREATE TABLE keyless AS SELECT i % 3 AS a FROM generate_series(1, 20000) i;
CREATE TABLE keyless_stored (LIKE keyless);
SELECT fill('keyless', 'keyless_stored', '{}', 0, 0);
CALL must_agree('keyless', 'keyless_stored');
SELECT row_group, rows, first_key FROM sealstone.row_groups('keyless_stored');

CREATE TABLE single AS SELECT 1 AS a, 'x'::text AS b;
CREATE UNLOGGED TABLE single_unlogged (LIKE single);
SELECT fill('single', 'single_unlogged', '{a}', 0, 0);
CALL must_agree('single', 'single_unlogged');
CREATE TEMP TABLE single_temp (LIKE single);
SELECT fill('single', 'single_temp', '{a}', 0, 0);
CALL must_agree('single', 'single_temp');
SELECT sum(pages) FROM sealstone.column_sizes('single_temp');

-- memory bounds a group in bytes
CREATE TABLE big AS SELECT i, repeat(md5(i::text), 400 * (i % 40)) AS v FROM generate_series(1, 100) i;
CREATE TABLE big_stored (LIKE big);
SELECT fill('big', 'big_stored', '{i}', 0, 4194304) > 3 AS several;
CALL must_agree('big', 'big_stored');

-- columns dropped before, dropped after, added after
CREATE TABLE ddl (a int, gone text, b text);
ALTER TABLE ddl DROP COLUMN gone;
CREATE TABLE ddl_src AS SELECT i AS a, NULL::text AS x, 'v' || i AS b FROM generate_series(1, 3000) i;
SELECT fill('ddl_src', 'ddl', '{a}', 0, 0);
ALTER TABLE ddl ADD COLUMN later text DEFAULT 'since then', ADD COLUMN number int DEFAULT 42, ADD COLUMN empty int;
ALTER TABLE ddl DROP COLUMN b;
SELECT count(*), min(later), max(later), sum(number), count(empty) FROM stored('ddl') AS x(a int, g text, b text, later text, number int, empty int);
SELECT column_name, null_count FROM sealstone.column_sizes('ddl');
SELECT * FROM sealstone.check_partition('ddl');

-- another collation: no order to rely on, said once, values as ever
CREATE TABLE coll (t text COLLATE "C");
CREATE TABLE coll_src AS SELECT chr(65 + i) AS t FROM generate_series(0, 20) i;
SELECT fill('coll_src', 'coll', '{t}', 0, 0);
SELECT search('coll', ARRAY['C'], false);
UPDATE pg_attribute SET attcollation = '"en-x-icu"'::regcollation WHERE attrelid = 'coll'::regclass AND attname = 't';
SELECT search('coll', ARRAY['C'], false);
SELECT count(*) FROM stored('coll') AS x(t text);
SELECT * FROM sealstone.check_partition('coll');

-- who may look inside
CREATE ROLE store_nobody;
CREATE ROLE store_monitor IN ROLE pg_monitor;
SET ROLE store_nobody;
SELECT * FROM sealstone.column_sizes('dst');
SELECT * FROM sealstone.check_partition('dst');
RESET ROLE;
SET ROLE store_monitor;
SELECT count(*), count(min_time), count(first_key) FROM sealstone.row_groups('dst');
RESET ROLE;
GRANT SELECT ON dst TO store_monitor;
SET ROLE store_monitor;
SELECT count(*), count(min_time), count(first_key) FROM sealstone.row_groups('dst');
RESET ROLE;
ALTER TABLE dst ENABLE ROW LEVEL SECURITY;
SET ROLE store_monitor;
SELECT count(*) FROM sealstone.row_groups('dst');
RESET ROLE;
REVOKE SELECT ON dst FROM store_monitor;
DROP ROLE store_nobody, store_monitor;
-- not sealed
SELECT count(*) FROM sealstone.row_groups('src');
SELECT count(*) FROM sealstone.column_sizes('src');
SELECT * FROM sealstone.check_partition('src');
