-- Series tables: the one row that makes a partitioned table a series table, and what acts on it.

CREATE TABLE sealstone.series (
	relation          regclass PRIMARY KEY,
	relation_oid      oid NOT NULL,          -- the OID order_attnums and space_attnum were read under: differs after a restore
	partition_interval interval,
	partition_width   bigint,
	premake           integer NOT NULL CHECK (premake BETWEEN 0 AND 10000),
	space_column      name,
	space_attnum      smallint,
	space_partitions  integer,
	sealing           boolean NOT NULL DEFAULT false,
	seal_after        interval,
	seal_after_width  bigint,
	codec             text NOT NULL DEFAULT 'lz4',
	order_by          name[],
	order_attnums     smallint[],
	keep_indexes      boolean NOT NULL DEFAULT false,
	retention         interval,
	retention_width   bigint,
	created_at        timestamptz NOT NULL DEFAULT pg_catalog.now(),
	CHECK ((partition_interval IS NULL) <> (partition_width IS NULL))
);
COMMENT ON TABLE sealstone.series IS 'One row per series table: its settings. Read the view series_info; change it only through the functions.';
SELECT pg_catalog.pg_extension_config_dump('sealstone.series', '');

CREATE TABLE sealstone.operators (
	relation     regclass NOT NULL,
	role_name    name NOT NULL,
	relation_oid oid NOT NULL,               -- while it equals relation the role is known by role_oid, after a restore by name
	role_oid     oid NOT NULL,
	PRIMARY KEY (relation, role_name)
);
COMMENT ON TABLE sealstone.operators IS 'Roles that may seal, reseal, unseal, refresh and run jobs on a series table without owning it (grant_operate).';
SELECT pg_catalog.pg_extension_config_dump('sealstone.operators', '');

-- what measure() found when it last looked: the views read this instead of opening partitions
CREATE TABLE sealstone.partition_sizes (
	partition     oid PRIMARY KEY,
	series        oid NOT NULL,
	rows          bigint,
	bytes         bigint NOT NULL,
	sealed        boolean NOT NULL DEFAULT false,
	bytes_before  bigint,
	late_rows     bigint,
	deleted_rows  bigint,
	column_rows   bigint,                    -- rows in the column store, the divisor of the late fraction
	sealed_at     timestamptz,
	codec         text,
	order_key     name[],
	collation_stale boolean,
	changes       bigint,                    -- the statistics counters it was measured at: equal means nothing to measure
	filenode      oid,
	stuck         boolean NOT NULL DEFAULT false, -- a default partition with no row that could be moved out of it
	last_operation bigint,                   -- the newest that has ended
	measured_at   timestamptz NOT NULL
);
CREATE INDEX partition_sizes_series ON sealstone.partition_sizes (series);
COMMENT ON TABLE sealstone.partition_sizes IS 'Cached sizes and facts of each leaf, as measure() found them.';

CREATE TABLE sealstone.series_sizes (
	series        oid PRIMARY KEY,
	newest_value  bigint,                    -- integer series: the greatest time stored, its "now"
	measured_at   timestamptz NOT NULL
);
COMMENT ON TABLE sealstone.series_sizes IS 'When each series was last measured as a whole.';

-- which partitions rows were moved into: a standby's snapshot from before must not read them
CREATE TABLE sealstone.moves (
	partition     oid PRIMARY KEY,
	moved_at      timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp()
);
COMMENT ON TABLE sealstone.moves IS 'Partitions that migrate() filled, each row written in the transaction that moved the rows.';

CREATE FUNCTION sealstone.create_series(relation regclass, time_column name, partition_interval interval DEFAULT NULL,
	partition_width bigint DEFAULT NULL, premake integer DEFAULT 4, space_column name DEFAULT NULL, space_partitions integer DEFAULT NULL)
RETURNS regclass LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_create_series';
COMMENT ON FUNCTION sealstone.create_series(regclass, name, interval, bigint, integer, name, integer) IS
	'Makes a table, empty or not, or a table range-partitioned by the column, a series table. No row moves: rows present become the default partition. Returns the series table.';

CREATE FUNCTION sealstone.make_partitions(relation regclass, lo text, hi text) RETURNS integer
LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'sealstone_make_partitions';
COMMENT ON FUNCTION sealstone.make_partitions(regclass, text, text) IS
	'Makes the missing partitions that cover [lo, hi), aligned in UTC; returns how many it made.';

CREATE FUNCTION sealstone.premake(relation regclass) RETURNS integer
LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'sealstone_premake';
COMMENT ON FUNCTION sealstone.premake(regclass) IS
	'Makes the partition of the present and the configured number ahead of it; returns how many it made.';

CREATE FUNCTION sealstone.set_partitioning(relation regclass, partition_interval interval DEFAULT NULL, partition_width bigint DEFAULT NULL, premake integer DEFAULT NULL)
RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_set_partitioning';
COMMENT ON FUNCTION sealstone.set_partitioning(regclass, interval, bigint, integer) IS
	'Changes the width of partitions still to be made and how many are made ahead; existing partitions stay as they are.';

CREATE FUNCTION sealstone.set_sealing(relation regclass, after "any", codec text DEFAULT 'lz4', order_by name[] DEFAULT NULL, keep_indexes boolean DEFAULT false)
RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_set_sealing';
COMMENT ON FUNCTION sealstone.set_sealing(regclass, "any", text, name[], boolean) IS
	'Seal each partition once its range ended longer ago than "after" (interval; bigint for integer time); NULL turns sealing off. codec: lz4, zstd or none.';

CREATE FUNCTION sealstone.drop_series(relation regclass) RETURNS void
LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'sealstone_drop_series';
COMMENT ON FUNCTION sealstone.drop_series(regclass) IS
	'Forgets that the table is a series table: its settings and jobs go, the table and its partitions stay, sealed ones sealed.';

CREATE FUNCTION sealstone.grant_operate(relation regclass, role regrole) RETURNS void
LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'sealstone_grant_operate';
COMMENT ON FUNCTION sealstone.grant_operate(regclass, regrole) IS
	'Lets a role seal, reseal, unseal, refresh and run jobs on this series table; never drop data or change policy.';

CREATE FUNCTION sealstone.revoke_operate(relation regclass, role regrole) RETURNS boolean
LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'sealstone_revoke_operate';
COMMENT ON FUNCTION sealstone.revoke_operate(regclass, regrole) IS 'Takes back grant_operate; false when there was nothing to take back.';

CREATE FUNCTION sealstone.may_operate(relation regclass) RETURNS boolean
LANGUAGE c STRICT STABLE AS 'MODULE_PATHNAME', 'sealstone_may_operate_sql';
COMMENT ON FUNCTION sealstone.may_operate(regclass) IS
	'Whether the current user may operate on this table or partition: owner, MAINTAIN (Postgres 17 and later) or grant_operate.';

CREATE FUNCTION sealstone.leaves(relation regclass,
	OUT partition oid, OUT parent oid, OUT schema_oid oid, OUT partition_name name, OUT owner oid, OUT kind "char", OUT sealed_method boolean,
	OUT is_default boolean, OUT split boolean, OUT range_from text, OUT range_to text,
	OUT lo timestamptz, OUT hi timestamptz, OUT lo_value bigint, OUT hi_value bigint, OUT filenode oid)
RETURNS SETOF record LANGUAGE c STRICT STABLE ROWS 100 AS 'MODULE_PATHNAME', 'sealstone_leaves';
COMMENT ON FUNCTION sealstone.leaves(regclass) IS
	'The leaves of a partitioned table with their time bounds, read from the catalogs without opening or locking a partition.';

CREATE FUNCTION sealstone.measure(relation regclass) RETURNS void
LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'sealstone_measure';
COMMENT ON FUNCTION sealstone.measure(regclass) IS
	'Measures every leaf of a series table now and caches what it finds for the views. A partition locked exclusively by another session keeps its last measure.';

-- nothing is left behind when a table or column goes or is renamed
CREATE FUNCTION sealstone.on_sql_drop() RETURNS event_trigger
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_on_sql_drop';
COMMENT ON FUNCTION sealstone.on_sql_drop() IS 'Event trigger: forgets dropped series tables, partitions and columns.';
CREATE EVENT TRIGGER sealstone_on_sql_drop ON sql_drop EXECUTE FUNCTION sealstone.on_sql_drop();

CREATE FUNCTION sealstone.on_alter() RETURNS event_trigger
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_on_alter';
COMMENT ON FUNCTION sealstone.on_alter() IS 'Event trigger: follows renamed columns in the settings of series tables; warns of sealed tables that the statement has rewritten.';
CREATE FUNCTION sealstone.on_rewrite() RETURNS event_trigger
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_on_rewrite';
COMMENT ON FUNCTION sealstone.on_rewrite() IS 'Event trigger: notes which sealed tables a statement rewrites, for on_alter().';
CREATE EVENT TRIGGER sealstone_on_rewrite ON table_rewrite WHEN TAG IN ('ALTER TABLE') EXECUTE FUNCTION sealstone.on_rewrite();
CREATE EVENT TRIGGER sealstone_on_alter ON ddl_command_end WHEN TAG IN ('ALTER TABLE') EXECUTE FUNCTION sealstone.on_alter();

CREATE PROCEDURE sealstone.migrate(relation regclass, batches integer DEFAULT NULL)
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_migrate';
COMMENT ON PROCEDURE sealstone.migrate(regclass, integer) IS
	'Moves the rows of the default partition into partitions of their own, one partition per transaction, at most "batches" of them (NULL: all). Rows stay readable throughout.';

CREATE FUNCTION sealstone.drop_default(relation regclass) RETURNS boolean
LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'sealstone_drop_default';
COMMENT ON FUNCTION sealstone.drop_default(regclass) IS
	'Drops the default partition if it is empty (else false): from then on a row whose time fits no partition is refused.';

CREATE FUNCTION sealstone.set_retention(relation regclass, keep "any") RETURNS void
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_set_retention';
COMMENT ON FUNCTION sealstone.set_retention(regclass, "any") IS
	'Drop partitions that ended longer ago than "keep" (interval; bigint for integer time, counted from the greatest value stored); NULL keeps them for ever.';

CREATE FUNCTION sealstone.apply_retention(relation regclass) RETURNS integer
LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'sealstone_apply_retention';
COMMENT ON FUNCTION sealstone.apply_retention(regclass) IS 'Drops now what the retention has passed; returns how many partitions. In one transaction: request(''retention'', ...) takes one for each.';

CREATE FUNCTION sealstone.drop_before(relation regclass, before "any") RETURNS integer
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_drop_before';
COMMENT ON FUNCTION sealstone.drop_before(regclass, "any") IS 'Drops the partitions that end at or before a time (bigint for integer time); returns how many. The default partition stays.';
