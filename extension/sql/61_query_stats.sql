-- Query timings per series table and query, and their history by the minute.

CREATE FUNCTION sealstone.query_stats_rows(
	OUT relation oid, OUT userid oid, OUT query_id bigint, OUT query text, OUT calls bigint,
	OUT total_ms float8, OUT min_ms float8, OUT max_ms float8, OUT p50_ms float8, OUT p95_ms float8, OUT p99_ms float8,
	OUT rows bigint, OUT path text, OUT groups_read bigint, OUT groups_skipped bigint,
	OUT partitions_read bigint, OUT partitions_total bigint, OUT last_call timestamptz)
RETURNS SETOF record
LANGUAGE C STRICT VOLATILE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'sealstone_query_stats_rows';
COMMENT ON FUNCTION sealstone.query_stats_rows() IS 'What the view query_stats shows, from shared memory';

CREATE VIEW sealstone.query_stats AS
SELECT s.relation::regclass AS relation, s.query_id, s.query, s.userid, s.calls, s.total_ms, s.total_ms / s.calls AS mean_ms,
	s.min_ms, s.max_ms, s.p50_ms, s.p95_ms, s.p99_ms, s.rows, s.path, s.groups_read, s.groups_skipped,
	s.partitions_read, s.partitions_total, s.last_call
FROM sealstone.query_stats_rows() AS s
JOIN pg_catalog.pg_class AS c ON c.oid = s.relation;
COMMENT ON VIEW sealstone.query_stats IS 'Timings of the top-level statements that read each series table, since the last reset';
COMMENT ON COLUMN sealstone.query_stats.relation IS 'the series table';
COMMENT ON COLUMN sealstone.query_stats.query_id IS 'the same as in pg_stat_statements';
COMMENT ON COLUMN sealstone.query_stats.query IS 'text with its constants taken out, at most 1,023 bytes; withheld from those who may not read it; NULL where the statement was prepared before counting began';
COMMENT ON COLUMN sealstone.query_stats.userid IS 'role that ran it';
COMMENT ON COLUMN sealstone.query_stats.calls IS 'statements that ended without error';
COMMENT ON COLUMN sealstone.query_stats.total_ms IS 'time in the executor, milliseconds';
COMMENT ON COLUMN sealstone.query_stats.mean_ms IS 'milliseconds';
COMMENT ON COLUMN sealstone.query_stats.min_ms IS 'milliseconds';
COMMENT ON COLUMN sealstone.query_stats.max_ms IS 'milliseconds';
COMMENT ON COLUMN sealstone.query_stats.p50_ms IS 'median, milliseconds, within 9 %';
COMMENT ON COLUMN sealstone.query_stats.p95_ms IS '95th percentile, milliseconds, within 9 %';
COMMENT ON COLUMN sealstone.query_stats.p99_ms IS '99th percentile, milliseconds, within 9 %';
COMMENT ON COLUMN sealstone.query_stats.rows IS 'rows returned or changed, all calls';
COMMENT ON COLUMN sealstone.query_stats.path IS 'read paths ever taken: column scan, seek, aggregate, last point, heap';
COMMENT ON COLUMN sealstone.query_stats.groups_read IS 'row groups read, all calls';
COMMENT ON COLUMN sealstone.query_stats.groups_skipped IS 'row groups skipped by their minima and maxima or the order key, all calls';
COMMENT ON COLUMN sealstone.query_stats.partitions_read IS 'partitions in the plan of the last call';
COMMENT ON COLUMN sealstone.query_stats.partitions_total IS 'partitions of the series at the last call';
COMMENT ON COLUMN sealstone.query_stats.last_call IS 'when the last one ended';
GRANT SELECT ON sealstone.query_stats TO PUBLIC;

CREATE FUNCTION sealstone.query_stats_reset(relation regclass DEFAULT NULL) RETURNS void
LANGUAGE C VOLATILE PARALLEL RESTRICTED
AS 'MODULE_PATHNAME', 'sealstone_query_stats_reset';
COMMENT ON FUNCTION sealstone.query_stats_reset(regclass) IS 'Forgets the timings of one series table (its owner) or of all (pg_monitor)';

CREATE TABLE sealstone.query_samples (
	at             timestamptz NOT NULL,
	relation       oid NOT NULL,
	calls          bigint NOT NULL,
	total_ms       float8 NOT NULL,
	p50_ms         float8 NOT NULL,
	p95_ms         float8 NOT NULL,
	p99_ms         float8 NOT NULL,
	rows           bigint NOT NULL,
	groups_read    bigint NOT NULL,
	groups_skipped bigint NOT NULL,
	PRIMARY KEY (relation, at)
);
COMMENT ON TABLE sealstone.query_samples IS 'One row per series table and minute in which it was read; the view query_history shows it';

CREATE FUNCTION sealstone.query_windows_take(
	OUT relation oid, OUT calls bigint, OUT total_ms float8, OUT p50_ms float8, OUT p95_ms float8, OUT p99_ms float8,
	OUT rows bigint, OUT groups_read bigint, OUT groups_skipped bigint)
RETURNS SETOF record
LANGUAGE C STRICT VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME', 'sealstone_query_windows_take';
REVOKE ALL ON FUNCTION sealstone.query_windows_take() FROM PUBLIC;
COMMENT ON FUNCTION sealstone.query_windows_take() IS 'What each series table saw since the last call; the worker keeps it by query_stats_sample()';

CREATE FUNCTION sealstone.query_stats_sample(keep interval DEFAULT '8 days') RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
	DELETE FROM sealstone.query_samples WHERE at < now() - keep;
	WITH kept AS (
		INSERT INTO sealstone.query_samples AS s
		SELECT date_trunc('minute', clock_timestamp()), w.relation, w.calls, w.total_ms, w.p50_ms, w.p95_ms, w.p99_ms,
			w.rows, w.groups_read, w.groups_skipped
		FROM sealstone.query_windows_take() AS w
		ON CONFLICT (relation, at) DO UPDATE SET
			calls = s.calls + excluded.calls, total_ms = s.total_ms + excluded.total_ms,
			-- two part-minutes: the percentiles of the busier one stand for both
			p50_ms = CASE WHEN excluded.calls > s.calls THEN excluded.p50_ms ELSE s.p50_ms END,
			p95_ms = CASE WHEN excluded.calls > s.calls THEN excluded.p95_ms ELSE s.p95_ms END,
			p99_ms = CASE WHEN excluded.calls > s.calls THEN excluded.p99_ms ELSE s.p99_ms END,
			rows = s.rows + excluded.rows, groups_read = s.groups_read + excluded.groups_read,
			groups_skipped = s.groups_skipped + excluded.groups_skipped
		RETURNING 1)
	SELECT count(*) FROM kept;
END;
REVOKE ALL ON FUNCTION sealstone.query_stats_sample(interval) FROM PUBLIC;
COMMENT ON FUNCTION sealstone.query_stats_sample(interval) IS 'Called by the worker each minute: keeps the minute just past and forgets those older than keep';

CREATE VIEW sealstone.query_history AS
SELECT s.at, s.relation::regclass AS relation, s.calls, s.total_ms, s.p50_ms, s.p95_ms, s.p99_ms, s.rows, s.groups_read, s.groups_skipped
FROM sealstone.query_samples AS s
JOIN pg_catalog.pg_class AS c ON c.oid = s.relation;
COMMENT ON VIEW sealstone.query_history IS 'Query timings of each series table by the minute; minutes without calls have no row';
COMMENT ON COLUMN sealstone.query_history.at IS 'start of the minute';
COMMENT ON COLUMN sealstone.query_history.calls IS 'statements that ended in it';
COMMENT ON COLUMN sealstone.query_history.total_ms IS 'time in the executor, milliseconds';
COMMENT ON COLUMN sealstone.query_history.relation IS 'the series table';
COMMENT ON COLUMN sealstone.query_history.rows IS 'rows that they gave or changed';
COMMENT ON COLUMN sealstone.query_history.groups_read IS 'row groups that they read';
COMMENT ON COLUMN sealstone.query_history.groups_skipped IS 'row groups that they passed over by the directory';
COMMENT ON COLUMN sealstone.query_history.p50_ms IS 'median, milliseconds, within 9 %';
COMMENT ON COLUMN sealstone.query_history.p95_ms IS '95th percentile, milliseconds, within 9 %';
COMMENT ON COLUMN sealstone.query_history.p99_ms IS '99th percentile, milliseconds, within 9 %';
GRANT SELECT ON sealstone.query_history TO PUBLIC;
