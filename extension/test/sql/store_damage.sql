-- Issue 4, item 8: a flipped bit in every byte of a small sealed relation gives an error or, in unused
-- space, nothing: never a crash, never a wrong answer. The flips are made in the buffers, one at a time.
CREATE SCHEMA store_damage_test;
SET search_path = store_damage_test, public;
CREATE FUNCTION fill(src regclass, dst regclass, keys text[], codec int, memory int) RETURNS bigint
  LANGUAGE c AS '$libdir/sealstone', 'sealstone_test_fill';
CREATE FUNCTION flip(regclass, OUT bytes bigint, OUT errors bigint, OUT same bigint, OUT wrong bigint)
  LANGUAGE c AS '$libdir/sealstone', 'sealstone_test_flip';
CREATE TABLE src AS
  SELECT 'host' || i / 20 AS host, timestamptz '2024-01-01 00:00 UTC' + (i % 20) * interval '10 s' AS ts,
         CASE WHEN i % 5 <> 0 THEN i % 17 END AS n, i / 7.0::float8 AS f, (i % 3)::numeric AS m, i % 2 = 0 AS b
  FROM generate_series(0, 119) i;
CREATE TABLE dst (LIKE src);
SELECT fill('src', 'dst', '{host,ts}', 1, 0);
SELECT bytes > 8192 * 2 AS several_blocks, errors > 0 AS noticed, bytes = errors + same AS all_told, wrong FROM flip('dst');
SELECT * FROM sealstone.check_partition('dst');
