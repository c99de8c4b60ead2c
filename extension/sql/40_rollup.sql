-- Rollups (src/rollup, DESIGN.md 4.5). The protocol is in src/rollup/README.md.

CREATE SCHEMA sealstone_rollup;
GRANT USAGE ON SCHEMA sealstone_rollup TO PUBLIC;
COMMENT ON SCHEMA sealstone_rollup IS 'Partial states of rollups: tables, views of them, barriers. Belongs to the extension sealstone; each object belongs to the owner of its rollup';

CREATE SEQUENCE sealstone.rollup_id_seq AS int;
COMMENT ON SEQUENCE sealstone.rollup_id_seq IS 'numbers of rollups';

CREATE TABLE sealstone.rollup (
	id                   int PRIMARY KEY,
	view                 regclass NOT NULL,
	partials             regclass NOT NULL,
	states               regclass NOT NULL,
	barrier              regclass NOT NULL,
	source               regclass NOT NULL,
	series               regclass NOT NULL,
	time_type            regtype NOT NULL,
	bucket               interval,
	bucket_width         bigint,
	time_zone            text,
	select_list          text NOT NULL,
	group_by             text,
	group_columns        name[] NOT NULL,
	pair_keys            boolean NOT NULL,
	state_merge          text[] NOT NULL,
	state_parent         int[],
	group_parent         int[],
	watermark            bigint NOT NULL,
	floor                bigint NOT NULL,
	retention            interval,
	retention_width      bigint,
	created_at           timestamptz NOT NULL,
	last_refresh         timestamptz,
	last_refresh_ms      float8,
	last_refresh_rows    bigint,
	last_refresh_buckets bigint,
	item_ms              float8,
	bucket_ms            float8,
	states_rows          bigint,
	states_buckets       bigint,
	states_bytes         bigint,
	measured_at          timestamptz,
	kept_from            bigint NOT NULL,
	newest               regclass NOT NULL,
	definition           regclass
);
COMMENT ON TABLE sealstone.rollup IS 'one row per rollup; read it through rollup_info';
COMMENT ON COLUMN sealstone.rollup.partials IS 'view of the partial states, never stale';
COMMENT ON COLUMN sealstone.rollup.states IS 'table of the materialized partial states';
COMMENT ON COLUMN sealstone.rollup.barrier IS 'sequence: writers log what they wrote below its value';
COMMENT ON COLUMN sealstone.rollup.pair_keys IS 'invalidations can name a group, not only a bucket';
COMMENT ON COLUMN sealstone.rollup.state_merge IS 'SQL that merges each state, % for the state and %N for state N';
COMMENT ON COLUMN sealstone.rollup.watermark IS 'start of the bucket still filling, in the time type''s unit (microseconds or days since 2000-01-01, or the number)';
COMMENT ON COLUMN sealstone.rollup.floor IS 'below it raw rows are no longer complete, in the same unit';
COMMENT ON COLUMN sealstone.rollup.kept_from IS 'below it the states are gone too, by the rollup''s own retention, in the same unit';
COMMENT ON COLUMN sealstone.rollup.newest IS 'sequence: start of the newest bucket written to, a hint';
COMMENT ON COLUMN sealstone.rollup.definition IS 'view of the select list and groups over the series, never read: Postgres keeps the names in it right';
COMMENT ON COLUMN sealstone.rollup.item_ms IS 'milliseconds per pending item in the last refresh that had some';
COMMENT ON COLUMN sealstone.rollup.bucket_ms IS 'milliseconds per new bucket in the last refresh that had some';
SELECT pg_catalog.pg_extension_config_dump('sealstone.rollup', '');
SELECT pg_catalog.pg_extension_config_dump('sealstone.rollup_id_seq', '');

CREATE TABLE sealstone.rollup_pending (
	id         bigint NOT NULL,
	rollup     int NOT NULL,
	kind       "char" NOT NULL,
	lo         bigint NOT NULL,
	hi         bigint NOT NULL,
	keys       text[],
	cause      text NOT NULL,
	rows       bigint NOT NULL,
	created_at timestamptz NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX rollup_pending_rollup_lo_idx ON sealstone.rollup_pending (rollup, lo);
CREATE SEQUENCE sealstone.rollup_pending_id_seq OWNED BY sealstone.rollup_pending.id;
COMMENT ON TABLE sealstone.rollup_pending IS 'what writes below the watermark touched; read it through rollup_invalidations';
COMMENT ON COLUMN sealstone.rollup_pending.kind IS 'p: pair of bucket and group, b: bucket, r: range';
COMMENT ON COLUMN sealstone.rollup_pending.keys IS 'the group''s columns as text, for a pair';
COMMENT ON SEQUENCE sealstone.rollup_pending_id_seq IS 'numbers of invalidations';
SELECT pg_catalog.pg_extension_config_dump('sealstone.rollup_pending', '');
SELECT pg_catalog.pg_extension_config_dump('sealstone.rollup_pending_id_seq', '');

-- what the views and triggers of a rollup call
CREATE FUNCTION sealstone.rollup_note(rollup int, operation "char", VARIADIC time_and_groups "any") RETURNS boolean
LANGUAGE c VOLATILE AS 'MODULE_PATHNAME', 'sealstone_rollup_note';
COMMENT ON FUNCTION sealstone.rollup_note(int, "char", VARIADIC "any") IS 'WHEN clause of a rollup''s triggers: notes what a row invalidates';
CREATE FUNCTION sealstone.rollup_trigger() RETURNS trigger
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_rollup_trigger';
COMMENT ON FUNCTION sealstone.rollup_trigger() IS 'trigger function of a rollup: merges a row that arrives below the floor';
CREATE FUNCTION sealstone.rollup_watermark(rollup int, sample anyelement) RETURNS anyelement
LANGUAGE c STABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_rollup_watermark';
COMMENT ON FUNCTION sealstone.rollup_watermark(int, anyelement) IS 'start of the bucket of a rollup that is still filling';
CREATE FUNCTION sealstone.rollup_invalid(rollup int, VARIADIC bucket_and_groups "any") RETURNS boolean
LANGUAGE c STABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_rollup_invalid';
COMMENT ON FUNCTION sealstone.rollup_invalid(int, VARIADIC "any") IS 'is the materialized state of this bucket and group pending?';
CREATE FUNCTION sealstone.rollup_stale(rollup int, watermark anyelement, lo anyelement, hi anyelement) RETURNS SETOF record
LANGUAGE c STABLE PARALLEL RESTRICTED ROWS 1 AS 'MODULE_PATHNAME', 'sealstone_rollup_stale';
COMMENT ON FUNCTION sealstone.rollup_stale(int, anyelement, anyelement, anyelement) IS 'partial states of what is pending, aggregated from the source';

CREATE FUNCTION sealstone.create_rollup(name text, source regclass, bucket interval DEFAULT NULL, select_list text DEFAULT NULL,
	group_by text DEFAULT NULL, bucket_width bigint DEFAULT NULL, time_zone text DEFAULT 'UTC') RETURNS regclass
LANGUAGE c VOLATILE AS 'MODULE_PATHNAME', 'sealstone_create_rollup';
COMMENT ON FUNCTION sealstone.create_rollup(text, regclass, interval, text, text, bigint, text) IS
	'make a rollup of a series table, or of a rollup: a view with the columns bucket, the groups, and the select list''s, never stale';
CREATE FUNCTION sealstone.drop_rollup(rollup regclass) RETURNS void
LANGUAGE c VOLATILE STRICT AS 'MODULE_PATHNAME', 'sealstone_drop_rollup';
COMMENT ON FUNCTION sealstone.drop_rollup(regclass) IS 'drop a rollup and all it holds; refused while something depends on it';
CREATE FUNCTION sealstone.refresh_rollup(rollup regclass, lo "any" DEFAULT NULL, hi "any" DEFAULT NULL) RETURNS int
LANGUAGE c VOLATILE AS 'MODULE_PATHNAME', 'sealstone_refresh_rollup';
COMMENT ON FUNCTION sealstone.refresh_rollup(regclass, "any", "any") IS
	'materialize what is new and recompute what is pending, between lo and hi where given (timestamptz, or bigint for integer time); returns the states written';
CREATE PROCEDURE sealstone.refresh(rollup regclass, lo "any" DEFAULT NULL, hi "any" DEFAULT NULL)
LANGUAGE c AS 'MODULE_PATHNAME', 'sealstone_refresh';
COMMENT ON PROCEDURE sealstone.refresh(regclass, "any", "any") IS
	'refresh_rollup in batches, each committed: bounded in what it holds, and resumed by the next call after whatever ended it';
CREATE FUNCTION sealstone.verify_rollup(rollup regclass, lo "any" DEFAULT NULL, hi "any" DEFAULT NULL)
	RETURNS TABLE (bucket text, group_key jsonb, state text, held text, computed text)
LANGUAGE c VOLATILE AS 'MODULE_PATHNAME', 'sealstone_verify_rollup';
COMMENT ON FUNCTION sealstone.verify_rollup(regclass, "any", "any") IS
	'compute a range of a rollup again, above its floor, and report every difference from what it holds; no rows: none';
CREATE FUNCTION sealstone.invalidate_rollup(rollup regclass, lo "any" DEFAULT NULL, hi "any" DEFAULT NULL) RETURNS void
LANGUAGE c VOLATILE AS 'MODULE_PATHNAME', 'sealstone_invalidate_rollup';
COMMENT ON FUNCTION sealstone.invalidate_rollup(regclass, "any", "any") IS
	'mark a range of a rollup as changed, to be computed again: what to do after writing with triggers disabled';
CREATE FUNCTION sealstone.rollup_raise_floor(series regclass, before bigint) RETURNS void
LANGUAGE c VOLATILE STRICT AS 'MODULE_PATHNAME', 'sealstone_rollup_raise_floor_sql';
COMMENT ON FUNCTION sealstone.rollup_raise_floor(regclass, bigint) IS
	'let every rollup of a series take up what lies before a time (in its type''s unit) and keep it when the raw rows are dropped; retention and drop_before do this';
CREATE FUNCTION sealstone.set_rollup_retention(rollup regclass, keep "any") RETURNS void
LANGUAGE c VOLATILE AS 'MODULE_PATHNAME', 'sealstone_set_rollup_retention';
COMMENT ON FUNCTION sealstone.set_rollup_retention(regclass, "any") IS
	'how long a rollup keeps its buckets (interval; bigint below its watermark for integer time), apart from its source''s retention; NULL: for ever. Applied by each refresh';

-- time line of the views: microseconds and days as timestamptz, integers as they are
CREATE FUNCTION sealstone.rollup_time(value bigint, time_type regtype) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
	WHEN time_type IN ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype) OR value IS NULL THEN NULL
	WHEN time_type = 'date'::regtype AND value <= -2147483648 THEN '-infinity'::timestamptz
	WHEN time_type = 'date'::regtype AND value >= 2147483647 THEN 'infinity'::timestamptz
	WHEN value <= -211813488000000000 THEN '-infinity'::timestamptz
	WHEN value >= 9223371331200000000 THEN 'infinity'::timestamptz
	WHEN time_type = 'date'::regtype THEN '2000-01-01 00:00:00+00'::timestamptz + value * interval '24 hours'
	ELSE '2000-01-01 00:00:00+00'::timestamptz + (value / 3600000000) * interval '1 hour' + (value % 3600000000) * interval '1 microsecond' END;
COMMENT ON FUNCTION sealstone.rollup_time(bigint, regtype) IS 'a time in its type''s unit as timestamptz; NULL for integer time';
CREATE FUNCTION sealstone.rollup_value(value bigint, time_type regtype) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN time_type IN ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype)
	AND value > '-9223372036854775808'::bigint AND value < '9223372036854775807'::bigint THEN value END;
COMMENT ON FUNCTION sealstone.rollup_value(bigint, regtype) IS 'a time in its type''s unit as bigint; NULL but for integer time';

CREATE FUNCTION sealstone.rollup_fragment(definition regclass, groups boolean, stored text) RETURNS text
LANGUAGE c STABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_rollup_fragment';
COMMENT ON FUNCTION sealstone.rollup_fragment(regclass, boolean, text) IS 'the select list of a rollup, or its group_by, with the names of today';

CREATE VIEW sealstone.rollup_info AS
SELECT r.view AS rollup, c.relname::text AS name, n.nspname AS schema_name, pg_catalog.pg_get_userbyid(c.relowner) AS owner,
	r.source, r.series, r.bucket, r.bucket_width, r.time_zone,
	sealstone.rollup_fragment(r.definition, false, r.select_list) AS select_list,
	sealstone.rollup_fragment(r.definition, true, r.group_by) AS group_by,
	sealstone.rollup_time(r.watermark, r.time_type) AS watermark,
	CASE WHEN r.floor > '-9223372036854775808'::bigint THEN sealstone.rollup_time(r.floor, r.time_type) END AS floor,
	sealstone.rollup_value(r.watermark, r.time_type) AS watermark_value,
	sealstone.rollup_value(r.floor, r.time_type) AS floor_value,
	p.pairs AS pending_pairs, p.buckets AS pending_buckets, p.ranges AS pending_ranges, p.since AS pending_since,
	COALESCE(r.states_buckets, 0) AS materialized_buckets, COALESCE(r.states_rows, 0) AS rows,
	COALESCE(r.states_bytes, 0) AS bytes,
	r.last_refresh, r.last_refresh_ms, r.last_refresh_rows, r.last_refresh_buckets,
	CASE WHEN r.last_refresh IS NOT NULL THEN
		(p.pairs + p.buckets + p.ranges) * COALESCE(r.item_ms, r.bucket_ms, 1)
		+ COALESCE(r.bucket_ms * floor(greatest(0, extract(epoch FROM now() - r.last_refresh)) / extract(epoch FROM r.bucket))::float8, 0) END AS estimate_ms,
	r.retention, r.retention_width,
	NOT EXISTS (SELECT FROM pg_catalog.pg_trigger t WHERE t.tgrelid IN (
			SELECT r.series::oid UNION ALL SELECT relid::oid FROM pg_catalog.pg_partition_tree(r.series))
		AND t.tgname LIKE 'sealstone\_rollup\_' || r.id || '\_%' AND t.tgenabled <> 'A') AS triggers_enabled,
	r.measured_at
FROM sealstone.rollup r
JOIN pg_catalog.pg_class c ON c.oid = r.view
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN LATERAL (
	SELECT count(*) FILTER (WHERE kind = 'p') AS pairs, count(*) FILTER (WHERE kind = 'b') AS buckets,
		count(*) FILTER (WHERE kind = 'r') AS ranges, min(created_at) AS since
	FROM sealstone.rollup_pending WHERE rollup = r.id AND lo < r.watermark) p;
COMMENT ON VIEW sealstone.rollup_info IS 'one row per rollup: watermark, what is pending, what the last refresh cost and the next may';
COMMENT ON COLUMN sealstone.rollup_info.rollup IS 'the rollup: the view that people read';
COMMENT ON COLUMN sealstone.rollup_info.name IS 'its name, without schema';
COMMENT ON COLUMN sealstone.rollup_info.schema_name IS 'its schema';
COMMENT ON COLUMN sealstone.rollup_info.owner IS 'role that owns it: the owner of its series';
COMMENT ON COLUMN sealstone.rollup_info.source IS 'what it is made of: the series, or the rollup below';
COMMENT ON COLUMN sealstone.rollup_info.series IS 'the series at the bottom';
COMMENT ON COLUMN sealstone.rollup_info.bucket IS 'width of a bucket; NULL for integer time';
COMMENT ON COLUMN sealstone.rollup_info.bucket_width IS 'width of a bucket in units of an integer time; NULL for others';
COMMENT ON COLUMN sealstone.rollup_info.time_zone IS 'time zone in which buckets are cut; NULL: UTC';
COMMENT ON COLUMN sealstone.rollup_info.select_list IS 'what it keeps, in the names that columns have today';
COMMENT ON COLUMN sealstone.rollup_info.group_by IS 'what it groups by beside the bucket; NULL: nothing';
COMMENT ON COLUMN sealstone.rollup_info.watermark IS 'start of the bucket that is still filling: buckets below are materialized; NULL: none is, or the time is an integer';
COMMENT ON COLUMN sealstone.rollup_info.floor IS 'below, only the states are whole: retention has dropped rows there; NULL: nothing was dropped';
COMMENT ON COLUMN sealstone.rollup_info.watermark_value IS 'the watermark of an integer time';
COMMENT ON COLUMN sealstone.rollup_info.floor_value IS 'the floor of an integer time';
COMMENT ON COLUMN sealstone.rollup_info.pending_pairs IS 'changes below the watermark not taken up, each of one group in one bucket';
COMMENT ON COLUMN sealstone.rollup_info.pending_buckets IS 'the same, each of one whole bucket';
COMMENT ON COLUMN sealstone.rollup_info.pending_ranges IS 'the same, each of a range of buckets';
COMMENT ON COLUMN sealstone.rollup_info.pending_since IS 'when the oldest of them was made';
COMMENT ON COLUMN sealstone.rollup_info.materialized_buckets IS 'buckets that the states hold, when measured last';
COMMENT ON COLUMN sealstone.rollup_info.rows IS 'rows of the states (one a group and bucket), when measured last';
COMMENT ON COLUMN sealstone.rollup_info.bytes IS 'bytes of the states with their indexes, when measured last';
COMMENT ON COLUMN sealstone.rollup_info.last_refresh IS 'when it was refreshed last';
COMMENT ON COLUMN sealstone.rollup_info.last_refresh_ms IS 'milliseconds that took';
COMMENT ON COLUMN sealstone.rollup_info.last_refresh_rows IS 'rows of states that it wrote';
COMMENT ON COLUMN sealstone.rollup_info.last_refresh_buckets IS 'buckets that it was about';
COMMENT ON COLUMN sealstone.rollup_info.estimate_ms IS 'milliseconds that a refresh now may take, from what the last ones took; NULL: none has been run';
COMMENT ON COLUMN sealstone.rollup_info.retention IS 'how long its buckets are kept; NULL: for ever';
COMMENT ON COLUMN sealstone.rollup_info.retention_width IS 'the same below its watermark, for integer time';
COMMENT ON COLUMN sealstone.rollup_info.triggers_enabled IS 'false: a trigger was disabled or weakened, and writes go unseen';
COMMENT ON COLUMN sealstone.rollup_info.measured_at IS 'when rows, bytes and materialized_buckets were measured';
GRANT SELECT ON sealstone.rollup_info TO PUBLIC;

CREATE VIEW sealstone.rollup_invalidations WITH (security_barrier) AS
SELECT r.view AS rollup, p.id, CASE p.kind WHEN 'p' THEN 'pair' WHEN 'b' THEN 'bucket' ELSE 'range' END AS kind,
	sealstone.rollup_time(p.lo, r.time_type) AS lo, sealstone.rollup_time(p.hi, r.time_type) AS hi,
	sealstone.rollup_value(p.lo, r.time_type) AS lo_value, sealstone.rollup_value(p.hi, r.time_type) AS hi_value,
	CASE WHEN p.keys IS NOT NULL AND pg_catalog.has_table_privilege(r.view::oid, 'SELECT') THEN
		(SELECT jsonb_object_agg(k.name, k.value) FROM ROWS FROM (unnest(r.group_columns), unnest(p.keys)) AS k(name, value)) END AS group_key,
	p.cause, p.rows, p.created_at
FROM sealstone.rollup_pending p
JOIN sealstone.rollup r ON r.id = p.rollup
JOIN pg_catalog.pg_class c ON c.oid = r.view
WHERE p.lo < r.watermark;
COMMENT ON VIEW sealstone.rollup_invalidations IS 'what is pending: each change below a rollup''s watermark that no refresh has taken up yet; group_key is shown to whoever may read the rollup';
COMMENT ON COLUMN sealstone.rollup_invalidations.rollup IS 'the rollup';
COMMENT ON COLUMN sealstone.rollup_invalidations.id IS 'number, rising as they are made';
COMMENT ON COLUMN sealstone.rollup_invalidations.kind IS 'pair (one group in one bucket), bucket or range';
COMMENT ON COLUMN sealstone.rollup_invalidations.lo IS 'start of what is to be computed again; NULL for integer time';
COMMENT ON COLUMN sealstone.rollup_invalidations.hi IS 'its end, not included; NULL for integer time';
COMMENT ON COLUMN sealstone.rollup_invalidations.lo_value IS 'its start, of integer time; NULL: open, or another type';
COMMENT ON COLUMN sealstone.rollup_invalidations.hi_value IS 'its end, of integer time; NULL: open, or another type';
COMMENT ON COLUMN sealstone.rollup_invalidations.group_key IS 'of a pair, the group by column; NULL to whoever may not read the rollup';
COMMENT ON COLUMN sealstone.rollup_invalidations.cause IS 'what made it: insert, update, delete, truncate, attach, detach, drop';
COMMENT ON COLUMN sealstone.rollup_invalidations.rows IS 'rows whose writing it stands for; 0: not known';
COMMENT ON COLUMN sealstone.rollup_invalidations.created_at IS 'when the transaction that made it was at its end';
GRANT SELECT ON sealstone.rollup_invalidations TO PUBLIC;
