-- Looking inside a sealed partition (src/store/inspect.c, check.c).

CREATE FUNCTION sealstone.column_sizes(partition regclass,
    OUT column_name name, OUT type text, OUT encoding text, OUT pages bigint, OUT bytes bigint,
    OUT raw_bytes bigint, OUT null_count bigint)
RETURNS SETOF record
LANGUAGE c STRICT VOLATILE PARALLEL RESTRICTED
AS 'MODULE_PATHNAME', 'sealstone_column_sizes';
COMMENT ON FUNCTION sealstone.column_sizes(regclass) IS
'What each column of a sealed partition takes: encodings (most used first), pages, stored and decoded bytes, NULLs; from headers alone. No rows when the partition is not sealed';

CREATE FUNCTION sealstone.row_groups(partition regclass,
    OUT row_group int, OUT first_row bigint, OUT rows int, OUT min_time text, OUT max_time text,
    OUT first_key text, OUT last_key text, OUT bytes bigint, OUT superseded int)
RETURNS SETOF record
LANGUAGE c STRICT VOLATILE PARALLEL RESTRICTED
AS 'MODULE_PATHNAME', 'sealstone_row_groups';
COMMENT ON FUNCTION sealstone.row_groups(regclass) IS
'Row groups of a sealed partition with their extent in time and order key, stored bytes and superseded rows; from headers alone. Values are NULL to those who may not SELECT from it. No rows when the partition is not sealed';

CREATE FUNCTION sealstone.check_partition(partition regclass,
    OUT row_group int, OUT column_name name, OUT block bigint, OUT problem text)
RETURNS SETOF record
LANGUAGE c STRICT VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME', 'sealstone_check_partition';
COMMENT ON FUNCTION sealstone.check_partition(regclass) IS
'Verifies every checksum, order, minima and maxima of a sealed partition: one row for each problem, none when it is sound';
