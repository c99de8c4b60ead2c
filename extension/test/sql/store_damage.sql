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

-- Damage is an error that names relation, row group, column and block; other columns and groups stay readable,
-- and check_partition finds all of it.
CREATE FUNCTION stored(regclass) RETURNS SETOF record LANGUAGE c AS '$libdir/sealstone', 'sealstone_test_read';
CREATE FUNCTION damage(regclass, attnum int, row_group int, page int) RETURNS void
  LANGUAGE c AS '$libdir/sealstone', 'sealstone_test_damage';
CREATE TABLE more AS SELECT i AS a, md5(i::text) AS b FROM generate_series(1, 20000) i;
CREATE TABLE more_stored (LIKE more);
SELECT fill('more', 'more_stored', '{a}', 0, 0);
SELECT damage('more_stored', 2, 1, 3), damage('more_stored', 1, 0, 0);
SELECT row_group, column_name, block > 0 AS block, problem FROM sealstone.check_partition('more_stored');
SELECT damage('more_stored', 1, 0, 0);
DO $$
DECLARE v_message text; v_detail text; v_hint text; v_column text; v_state text;
BEGIN
  PERFORM count(b) FROM stored('more_stored') AS x(a int, b text);
EXCEPTION WHEN data_corrupted THEN
  GET STACKED DIAGNOSTICS v_message = MESSAGE_TEXT, v_detail = PG_EXCEPTION_DETAIL, v_hint = PG_EXCEPTION_HINT,
    v_column = COLUMN_NAME, v_state = RETURNED_SQLSTATE;
  RAISE NOTICE '% % % (%) %', v_state, regexp_replace(v_message, 'block \d+', 'block N'), v_detail, v_column, v_hint;
END $$;
SELECT damage('more_stored', 2, 1, 3);
SELECT * FROM sealstone.check_partition('more_stored');
