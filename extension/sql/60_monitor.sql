-- The views. None opens a partition or waits for a lock: names and bounds come from the catalogs, sizes
-- from what measure() cached, progress from shared memory. What was measured of another file tells nothing of
-- the state: a seal, reseal or unseal since has made a new one.

CREATE VIEW sealstone.partition_info AS
SELECT s.relation,
	l.partition::regclass AS partition,
	n.nspname AS schema_name,
	l.partition_name,
	CASE WHEN l.kind <> 'r' THEN 'foreign'
		WHEN l.is_default THEN 'default'
		WHEN l.lo IS NULL AND l.hi IS NULL AND l.range_from IS NULL THEN 'foreign'
		WHEN l.sealed_method AND (z.sealed OR z.filenode IS DISTINCT FROM l.filenode) THEN 'sealed'
		ELSE 'live' END AS state,
	l.range_from, l.range_to, l.lo, l.hi, l.lo_value, l.hi_value,
	z.rows, z.bytes,
	CASE WHEN l.sealed_method THEN z.bytes_before END AS bytes_before,
	CASE WHEN l.sealed_method AND z.bytes > 0 THEN z.bytes_before::float8 / z.bytes END AS ratio,
	CASE WHEN l.sealed_method THEN z.late_rows END AS late_rows,
	CASE WHEN l.sealed_method THEN z.deleted_rows END AS deleted_rows,
	CASE WHEN l.sealed_method AND z.sealed THEN coalesce((z.late_rows + z.deleted_rows)::float8 / nullif(z.column_rows, 0), 0) END AS late_fraction,
	CASE WHEN l.sealed_method THEN z.sealed_at END AS sealed_at,
	CASE WHEN l.kind = 'r' AND NOT l.is_default AND NOT (l.sealed_method AND (z.sealed OR z.filenode IS DISTINCT FROM l.filenode)) AND l.hi IS NOT NULL AND l.hi < 'infinity' AND s.sealing
		THEN ((l.hi AT TIME ZONE 'UTC') + s.seal_after) AT TIME ZONE 'UTC' END AS seal_due_at,
	l.kind = 'r' AND NOT l.is_default AND NOT (l.sealed_method AND (z.sealed OR z.filenode IS DISTINCT FROM l.filenode)) AND s.sealing AND z.rows IS DISTINCT FROM 0
		AND coalesce(CASE WHEN l.hi < 'infinity' THEN ((l.hi AT TIME ZONE 'UTC') + s.seal_after) AT TIME ZONE 'UTC' <= pg_catalog.now() END,
			l.hi_value + s.seal_after_width <= y.newest_value, false) AS due,
	CASE WHEN l.sealed_method THEN z.codec END AS codec,
	CASE WHEN l.sealed_method THEN z.order_key END AS order_key,
	coalesce(l.sealed_method AND z.collation_stale, false) AS collation_stale,
	coalesce(o.last_operation, z.last_operation) AS last_operation,
	CASE WHEN l.parent <> s.relation::oid THEN l.parent::regclass END AS spread_of,
	z.measured_at
FROM sealstone.series s
JOIN pg_catalog.pg_class r ON r.oid = s.relation::oid
CROSS JOIN LATERAL sealstone.leaves(s.relation) l
-- an outer join keeps the planner's count of rows, which decides between one pass over the sizes and ten thousand look-ups
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = l.schema_oid
LEFT JOIN sealstone.partition_sizes z ON z.partition = l.partition AND z.series = s.relation::oid
LEFT JOIN sealstone.series_sizes y ON y.series = s.relation::oid
LEFT JOIN (SELECT target, pg_catalog.max(id) AS last_operation FROM sealstone.operation_log WHERE state IN ('queued', 'running') GROUP BY target) o ON o.target = l.partition;
COMMENT ON VIEW sealstone.partition_info IS 'One row per leaf partition of each series table. Sizes are those cached at measured_at.';
COMMENT ON COLUMN sealstone.partition_info.relation IS 'the series table';
COMMENT ON COLUMN sealstone.partition_info.partition IS 'the leaf partition';
COMMENT ON COLUMN sealstone.partition_info.schema_name IS 'schema of the partition';
COMMENT ON COLUMN sealstone.partition_info.partition_name IS 'name of the partition';
COMMENT ON COLUMN sealstone.partition_info.state IS 'live (heap), sealed, default, foreign (a foreign table or a partition without a time range)';
COMMENT ON COLUMN sealstone.partition_info.range_from IS 'lower bound as Postgres prints it, inclusive; MINVALUE: none';
COMMENT ON COLUMN sealstone.partition_info.range_to IS 'upper bound as Postgres prints it, exclusive; MAXVALUE: none';
COMMENT ON COLUMN sealstone.partition_info.lo IS 'lower bound, inclusive; -infinity: none; NULL for integer time';
COMMENT ON COLUMN sealstone.partition_info.hi IS 'upper bound, exclusive; infinity: none; NULL for integer time';
COMMENT ON COLUMN sealstone.partition_info.lo_value IS 'lower bound of an integer series, inclusive; NULL: none';
COMMENT ON COLUMN sealstone.partition_info.hi_value IS 'upper bound of an integer series, exclusive; NULL: none';
COMMENT ON COLUMN sealstone.partition_info.rows IS 'rows: an estimate while live, exact when sealed';
COMMENT ON COLUMN sealstone.partition_info.bytes IS 'bytes of table, TOAST and indexes';
COMMENT ON COLUMN sealstone.partition_info.bytes_before IS 'bytes before its seal; NULL: not sealed';
COMMENT ON COLUMN sealstone.partition_info.ratio IS 'bytes_before / bytes';
COMMENT ON COLUMN sealstone.partition_info.late_rows IS 'rows inserted after the seal; NULL: not sealed';
COMMENT ON COLUMN sealstone.partition_info.deleted_rows IS 'sealed rows since updated, deleted or locked; NULL: not sealed';
COMMENT ON COLUMN sealstone.partition_info.late_fraction IS '(late_rows + deleted_rows) / rows in the column store, 0 and above; NULL: not sealed';
COMMENT ON COLUMN sealstone.partition_info.sealed_at IS 'when it was sealed';
COMMENT ON COLUMN sealstone.partition_info.seal_due_at IS 'when its settle window ends; NULL: sealed, sealing off, no upper bound or integer time';
COMMENT ON COLUMN sealstone.partition_info.due IS 'past its settle window, not sealed and not empty';
COMMENT ON COLUMN sealstone.partition_info.codec IS 'codec it was sealed with: lz4, zstd, none';
COMMENT ON COLUMN sealstone.partition_info.order_key IS 'columns it is sorted by';
COMMENT ON COLUMN sealstone.partition_info.collation_stale IS 'a collation has changed version since the seal: skipping on it is off until reseal';
COMMENT ON COLUMN sealstone.partition_info.last_operation IS 'id of the newest operation on it';
COMMENT ON COLUMN sealstone.partition_info.spread_of IS 'the range partition that a space key splits into this and others; NULL: not split';
COMMENT ON COLUMN sealstone.partition_info.measured_at IS 'when sizes were measured; NULL: not yet';

CREATE VIEW sealstone.series_info AS
SELECT s.relation, n.nspname AS schema_name, r.relname AS table_name, pg_catalog.pg_get_userbyid(r.relowner) AS owner,
	a.attname AS time_column, a.atttypid::regtype AS time_type,
	s.partition_interval, s.partition_width, s.premake, s.space_column, s.space_partitions,
	coalesce(p.partitions, 0) AS partitions, coalesce(p.live_partitions, 0) AS live_partitions, coalesce(p.sealed_partitions, 0) AS sealed_partitions,
	p.default_partition, p.default_rows, p.default_bytes,
	coalesce(p.rows, 0) AS rows, coalesce(p.bytes, 0) AS bytes, coalesce(p.sealed_bytes, 0) AS sealed_bytes, coalesce(p.bytes_before, 0) AS bytes_before,
	p.bytes_before::float8 / nullif(p.sealed_bytes, 0) AS ratio,
	coalesce(p.late_rows, 0) AS late_rows, coalesce(p.superseded_rows, 0) AS superseded_rows,
	coalesce((p.late_rows + p.superseded_rows)::float8 / nullif(p.column_rows, 0), 0) AS late_fraction,
	coalesce(p.worst_late_fraction, 0) AS worst_late_fraction,
	CASE WHEN s.sealing THEN s.seal_after END AS seal_after, CASE WHEN s.sealing THEN s.seal_after_width END AS seal_after_width,
	s.codec, s.order_by, s.keep_indexes, s.retention, s.retention_width,
	coalesce(p.seal_due, 0) AS seal_due, p.oldest, p.newest, y.measured_at
FROM sealstone.series s
JOIN pg_catalog.pg_class r ON r.oid = s.relation::oid
JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
JOIN pg_catalog.pg_partitioned_table k ON k.partrelid = r.oid
JOIN pg_catalog.pg_attribute a ON a.attrelid = r.oid AND a.attnum = k.partattrs[0]
LEFT JOIN sealstone.series_sizes y ON y.series = r.oid
LEFT JOIN LATERAL (
	SELECT pg_catalog.count(*) AS partitions,
		pg_catalog.count(*) FILTER (WHERE l.kind = 'r' AND NOT l.is_default AND NOT (l.sealed_method AND (z.sealed OR z.filenode IS DISTINCT FROM l.filenode))) AS live_partitions,
		pg_catalog.count(*) FILTER (WHERE l.kind = 'r' AND NOT l.is_default AND l.sealed_method AND (z.sealed OR z.filenode IS DISTINCT FROM l.filenode)) AS sealed_partitions,
		pg_catalog.max(l.partition) FILTER (WHERE l.is_default)::regclass AS default_partition,
		pg_catalog.sum(CASE WHEN z.stuck THEN 0 ELSE z.rows END) FILTER (WHERE l.is_default)::bigint AS default_rows,
		pg_catalog.sum(z.bytes) FILTER (WHERE l.is_default)::bigint AS default_bytes,
		pg_catalog.sum(z.rows)::bigint AS rows, pg_catalog.sum(z.bytes)::bigint AS bytes,
		pg_catalog.sum(z.bytes) FILTER (WHERE l.sealed_method AND z.sealed)::bigint AS sealed_bytes,
		pg_catalog.sum(z.bytes_before) FILTER (WHERE l.sealed_method AND z.sealed)::bigint AS bytes_before,
		pg_catalog.sum(z.late_rows) FILTER (WHERE l.sealed_method AND z.sealed)::bigint AS late_rows,
		pg_catalog.sum(z.deleted_rows) FILTER (WHERE l.sealed_method AND z.sealed)::bigint AS superseded_rows,
		pg_catalog.sum(z.column_rows) FILTER (WHERE l.sealed_method AND z.sealed)::bigint AS column_rows,
		pg_catalog.max(coalesce((z.late_rows + z.deleted_rows)::float8 / nullif(z.column_rows, 0), 0)) FILTER (WHERE l.sealed_method AND z.sealed) AS worst_late_fraction,
		pg_catalog.count(*) FILTER (WHERE l.kind = 'r' AND NOT l.is_default AND NOT (l.sealed_method AND (z.sealed OR z.filenode IS DISTINCT FROM l.filenode)) AND s.sealing AND z.rows IS DISTINCT FROM 0
			AND coalesce(CASE WHEN l.hi < 'infinity' THEN ((l.hi AT TIME ZONE 'UTC') + s.seal_after) AT TIME ZONE 'UTC' <= pg_catalog.now() END,
				l.hi_value + s.seal_after_width <= y.newest_value, false)) AS seal_due,
		pg_catalog.min(l.lo) FILTER (WHERE z.rows > 0 AND NOT l.is_default) AS oldest,
		pg_catalog.max(l.hi) FILTER (WHERE z.rows > 0 AND NOT l.is_default) AS newest
	FROM sealstone.leaves(s.relation) l
	LEFT JOIN sealstone.partition_sizes z ON z.partition = l.partition AND z.series = s.relation::oid) p ON true;
COMMENT ON VIEW sealstone.series_info IS 'One row per series table. Sizes are those cached at measured_at.';
COMMENT ON COLUMN sealstone.series_info.relation IS 'the series table';
COMMENT ON COLUMN sealstone.series_info.schema_name IS 'its schema';
COMMENT ON COLUMN sealstone.series_info.table_name IS 'its name';
COMMENT ON COLUMN sealstone.series_info.owner IS 'its owner, as whom all work on it runs';
COMMENT ON COLUMN sealstone.series_info.time_column IS 'the column it is partitioned by';
COMMENT ON COLUMN sealstone.series_info.time_type IS 'type of the time column';
COMMENT ON COLUMN sealstone.series_info.partition_interval IS 'width of new partitions; NULL for integer time';
COMMENT ON COLUMN sealstone.series_info.partition_width IS 'width of new partitions in units of an integer time column; NULL otherwise';
COMMENT ON COLUMN sealstone.series_info.premake IS 'partitions kept ready ahead of the present one';
COMMENT ON COLUMN sealstone.series_info.space_column IS 'column whose hash splits each new partition; NULL: none';
COMMENT ON COLUMN sealstone.series_info.space_partitions IS 'number of parts of each new partition; NULL: not split';
COMMENT ON COLUMN sealstone.series_info.partitions IS 'leaf partitions, the default included';
COMMENT ON COLUMN sealstone.series_info.live_partitions IS 'leaves that are heaps, the default not counted';
COMMENT ON COLUMN sealstone.series_info.sealed_partitions IS 'leaves that are sealed';
COMMENT ON COLUMN sealstone.series_info.default_partition IS 'partition of the rows that no other takes; NULL: none';
COMMENT ON COLUMN sealstone.series_info.default_rows IS 'rows in the default partition, an estimate; 0 where all that are left have no partition (no time, or infinity)';
COMMENT ON COLUMN sealstone.series_info.default_bytes IS 'bytes of the default partition';
COMMENT ON COLUMN sealstone.series_info.rows IS 'rows: estimated for live partitions, exact for sealed ones';
COMMENT ON COLUMN sealstone.series_info.bytes IS 'bytes of everything: tables, TOAST, indexes';
COMMENT ON COLUMN sealstone.series_info.sealed_bytes IS 'bytes of the sealed partitions now';
COMMENT ON COLUMN sealstone.series_info.bytes_before IS 'bytes of the same partitions before their seal';
COMMENT ON COLUMN sealstone.series_info.ratio IS 'bytes_before / sealed_bytes; NULL: nothing sealed';
COMMENT ON COLUMN sealstone.series_info.late_rows IS 'rows inserted into sealed partitions after their seal';
COMMENT ON COLUMN sealstone.series_info.superseded_rows IS 'sealed rows since updated, deleted or locked';
COMMENT ON COLUMN sealstone.series_info.late_fraction IS '(late + superseded rows) / rows in the column store, over all sealed partitions';
COMMENT ON COLUMN sealstone.series_info.worst_late_fraction IS 'the same, of the one sealed partition where it is greatest';
COMMENT ON COLUMN sealstone.series_info.seal_after IS 'settle window; both NULL: sealing is off';
COMMENT ON COLUMN sealstone.series_info.seal_after_width IS 'settle window in units of an integer time column';
COMMENT ON COLUMN sealstone.series_info.codec IS 'codec of coming seals: lz4, zstd, none';
COMMENT ON COLUMN sealstone.series_info.order_by IS 'order key of coming seals; NULL: chosen from the indexes';
COMMENT ON COLUMN sealstone.series_info.keep_indexes IS 'whether coming seals keep non-unique indexes whole';
COMMENT ON COLUMN sealstone.series_info.retention IS 'how long rows are kept; both NULL: for ever';
COMMENT ON COLUMN sealstone.series_info.retention_width IS 'how many units of an integer time column rows are kept';
COMMENT ON COLUMN sealstone.series_info.seal_due IS 'partitions past the settle window and not sealed';
COMMENT ON COLUMN sealstone.series_info.oldest IS 'lowest lower bound of partitions with rows; NULL for integer time';
COMMENT ON COLUMN sealstone.series_info.newest IS 'highest upper bound of partitions with rows; NULL for integer time';
COMMENT ON COLUMN sealstone.series_info.measured_at IS 'when the series was last measured; NULL: not yet';

-- error texts and options can quote data: for those who may read the server's monitoring, the requester and the owner
CREATE FUNCTION sealstone.may_read_operation(target oid, series oid, requester oid) RETURNS boolean
LANGUAGE c STABLE AS 'MODULE_PATHNAME', 'sealstone_may_read_operation';
COMMENT ON FUNCTION sealstone.may_read_operation(oid, oid, oid) IS 'Whether the current user may see the texts of an operation: pg_read_all_stats, its requester, or owner of its target or series.';

CREATE VIEW sealstone.operations AS
SELECT o.id, o.parent_id, o.kind, c.oid::regclass AS target, o.target_name, sc.oid::regclass AS series, o.state,
	o.cancel_requested OR coalesce(g.cancel_requested, false) AS cancel_requested,
	o.requested_by, o.actor, o.job_id, o.requested_at, o.started_at, o.finished_at,
	CASE WHEN o.state = 'running' THEN coalesce(g.phase, o.phase) ELSE o.phase END AS phase,
	CASE WHEN o.state <> 'running' THEN o.progress
		WHEN o.children > 0 THEN coalesce(ch.progress / o.children, 0)
		ELSE coalesce(g.progress, o.progress) END AS progress,
	CASE WHEN o.state = 'running' THEN coalesce(g.rows_done, o.rows_done) ELSE o.rows_done END AS rows_done,
	CASE WHEN o.state = 'running' THEN coalesce(g.rows_total, o.rows_total) ELSE o.rows_total END AS rows_total,
	CASE WHEN o.state = 'running' THEN coalesce(g.bytes_done, o.bytes_done) ELSE o.bytes_done END AS bytes_done,
	CASE WHEN o.state = 'running' THEN coalesce(g.bytes_total, o.bytes_total) ELSE o.bytes_total END AS bytes_total,
	CASE WHEN m.may THEN o.options END AS options,
	CASE WHEN m.may THEN o.idempotency_key END AS idempotency_key,
	CASE WHEN m.may THEN o.result END AS result,
	o.error_code,
	CASE WHEN m.may THEN o.error_message WHEN o.error_message IS NOT NULL THEN '<insufficient privilege>' END AS error_message,
	CASE WHEN m.may THEN o.error_detail END AS error_detail,
	CASE WHEN m.may THEN o.error_hint END AS error_hint,
	CASE WHEN o.state = 'running' THEN g.blocked_by END AS blocked_by,
	CASE WHEN o.state = 'running' THEN g.blocked_by_query END AS blocked_by_query,
	o.attempt,
	o.version + CASE WHEN o.state = 'running' THEN coalesce(g.version, 0) ELSE 0 END AS version,
	o.children
FROM sealstone.operation_log o
CROSS JOIN LATERAL sealstone.may_read_operation(o.target, o.series, o.requester) m(may)
LEFT JOIN sealstone.progress() g ON g.id = o.id
LEFT JOIN pg_catalog.pg_class c ON c.oid = o.target
LEFT JOIN pg_catalog.pg_class sc ON sc.oid = o.series
LEFT JOIN LATERAL (
	SELECT pg_catalog.sum(CASE WHEN h.state IN ('succeeded', 'failed', 'cancelled') THEN 1
		ELSE coalesce((SELECT q.progress FROM sealstone.progress() q WHERE q.id = h.id), h.progress) END) AS progress
	FROM sealstone.operation_log h WHERE h.parent_id = o.id AND o.children > 0 AND o.state = 'running') ch ON o.children > 0 AND o.state = 'running';
COMMENT ON VIEW sealstone.operations IS 'Every operation asked for in this database, with the progress of running ones before they commit.';
COMMENT ON COLUMN sealstone.operations.id IS 'number of the operation';
COMMENT ON COLUMN sealstone.operations.parent_id IS 'the bulk request it belongs to; NULL: none';
COMMENT ON COLUMN sealstone.operations.kind IS 'seal, reseal, unseal, seal_eligible, refresh, migrate, premake, retention or analyze_sizes';
COMMENT ON COLUMN sealstone.operations.target IS 'the relation worked on; NULL once dropped';
COMMENT ON COLUMN sealstone.operations.target_name IS 'its qualified name when the operation was asked for';
COMMENT ON COLUMN sealstone.operations.series IS 'the series table the target belongs to';
COMMENT ON COLUMN sealstone.operations.state IS 'queued, running, succeeded, failed or cancelled';
COMMENT ON COLUMN sealstone.operations.cancel_requested IS 'someone asked for it to stop';
COMMENT ON COLUMN sealstone.operations.requested_by IS 'role that asked for it';
COMMENT ON COLUMN sealstone.operations.actor IS 'the person behind the role (sealstone.actor); NULL: not told';
COMMENT ON COLUMN sealstone.operations.job_id IS 'the job that asked for it; NULL: a person or program';
COMMENT ON COLUMN sealstone.operations.requested_at IS 'when it was asked for';
COMMENT ON COLUMN sealstone.operations.started_at IS 'when a worker took it up';
COMMENT ON COLUMN sealstone.operations.finished_at IS 'when it ended';
COMMENT ON COLUMN sealstone.operations.phase IS 'what it is doing, in words';
COMMENT ON COLUMN sealstone.operations.progress IS 'fraction done, 0 to 1, seen before anything commits';
COMMENT ON COLUMN sealstone.operations.rows_done IS 'rows worked on so far';
COMMENT ON COLUMN sealstone.operations.rows_total IS 'rows to work on, an estimate at first';
COMMENT ON COLUMN sealstone.operations.bytes_done IS 'bytes read so far';
COMMENT ON COLUMN sealstone.operations.bytes_total IS 'bytes to read';
COMMENT ON COLUMN sealstone.operations.options IS 'options it was asked for with';
COMMENT ON COLUMN sealstone.operations.idempotency_key IS 'key it was asked for with';
COMMENT ON COLUMN sealstone.operations.result IS 'what came of it: counts in rows, sizes in bytes, durations in ms';
COMMENT ON COLUMN sealstone.operations.error_code IS 'SQLSTATE of its failure';
COMMENT ON COLUMN sealstone.operations.error_message IS 'why it failed';
COMMENT ON COLUMN sealstone.operations.error_detail IS 'more about why';
COMMENT ON COLUMN sealstone.operations.error_hint IS 'what to do about it';
COMMENT ON COLUMN sealstone.operations.blocked_by IS 'process ids that hold the lock it waits for; NULL: it does not wait; 0: a prepared transaction';
COMMENT ON COLUMN sealstone.operations.blocked_by_query IS 'what the first of them runs, for those who may read it, or the prepared transaction''s name';
COMMENT ON COLUMN sealstone.operations.attempt IS 'which attempt this is, from 1';
COMMENT ON COLUMN sealstone.operations.version IS 'grows with each change';
COMMENT ON COLUMN sealstone.operations.children IS 'operations of a bulk request; 0: not one';

CREATE VIEW sealstone.job_info AS
SELECT j.id, j.kind, c.oid::regclass AS relation,
	pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname) AS relation_name,
	pg_catalog.pg_get_userbyid(c.relowner) AS owner,
	j.schedule, j.enabled, j.next_run, j.last_run, j.last_finish, j.last_status,
	CASE WHEN pg_catalog.pg_has_role(c.relowner, 'USAGE') OR pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE') THEN j.last_error
		WHEN j.last_error IS NOT NULL THEN '<insufficient privilege>' END AS last_error,
	CASE WHEN j.last_finish >= j.last_run THEN pg_catalog.date_part('epoch', j.last_finish - j.last_run) * 1000 END AS last_duration_ms,
	j.runs, j.failures,
	o.id IS NOT NULL AS running,
	j.enabled AND p.reason IS NULL AND o.id IS NULL AND j.next_run < pg_catalog.now() - greatest(interval '2 minutes', j.schedule / 2) AS overdue,
	p.reason AS paused_reason
FROM sealstone.jobs j
JOIN pg_catalog.pg_class c ON c.oid = j.relation::oid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN sealstone.control k
CROSS JOIN LATERAL (SELECT CASE
	WHEN k.paused THEN 'all work is paused (pause_all); resume with SELECT sealstone.resume_all()'
	WHEN j.system_identifier <> sealstone.system_identifier() OR j.database_oid <> (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database())
		THEN 'the job was made in another cluster or database; take it over with SELECT sealstone.resume_jobs()'
	WHEN NOT j.enabled THEN 'the job is disabled; enable with SELECT sealstone.update_job(' || j.id || ', enabled => true)' END AS reason) p
LEFT JOIN sealstone.operation_log o ON o.id = j.operation_id AND o.state IN ('queued', 'running');
COMMENT ON VIEW sealstone.job_info IS 'One row per job.';
COMMENT ON COLUMN sealstone.job_info.id IS 'number of the job';
COMMENT ON COLUMN sealstone.job_info.kind IS 'premake, migrate, retention, seal (and reseal) or refresh';
COMMENT ON COLUMN sealstone.job_info.relation IS 'the series table, or the rollup for refresh';
COMMENT ON COLUMN sealstone.job_info.relation_name IS 'its qualified name';
COMMENT ON COLUMN sealstone.job_info.owner IS 'role it runs as';
COMMENT ON COLUMN sealstone.job_info.schedule IS 'time from one run to the next';
COMMENT ON COLUMN sealstone.job_info.enabled IS 'whether it runs on its schedule';
COMMENT ON COLUMN sealstone.job_info.next_run IS 'when it is due';
COMMENT ON COLUMN sealstone.job_info.last_run IS 'when it last started';
COMMENT ON COLUMN sealstone.job_info.last_finish IS 'when it last ended';
COMMENT ON COLUMN sealstone.job_info.last_status IS 'succeeded, failed or cancelled; NULL: never ran';
COMMENT ON COLUMN sealstone.job_info.last_error IS 'message of the last failure; NULL: the last run did not fail';
COMMENT ON COLUMN sealstone.job_info.last_duration_ms IS 'milliseconds the last run took';
COMMENT ON COLUMN sealstone.job_info.runs IS 'runs so far';
COMMENT ON COLUMN sealstone.job_info.failures IS 'failures in a row';
COMMENT ON COLUMN sealstone.job_info.running IS 'a run is queued or running';
COMMENT ON COLUMN sealstone.job_info.overdue IS 'due for longer than two minutes and half its schedule, and not running';
COMMENT ON COLUMN sealstone.job_info.paused_reason IS 'why it does not run on its schedule, and what to do; NULL: it does';

CREATE VIEW sealstone.job_runs AS
SELECT l.id, l.job_id, l.operation_id, l.started_at, l.finished_at, l.status,
	CASE WHEN l.error_message IS NULL THEN NULL
		WHEN pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE') OR pg_catalog.pg_has_role(c.relowner, 'USAGE') THEN l.error_message
		ELSE '<insufficient privilege>' END AS error_message
FROM sealstone.job_run_log l
LEFT JOIN sealstone.jobs j ON j.id = l.job_id
LEFT JOIN pg_catalog.pg_class c ON c.oid = j.relation::oid;
COMMENT ON VIEW sealstone.job_runs IS 'Each run of each job, kept for sealstone.operation_retention days.';
COMMENT ON COLUMN sealstone.job_runs.id IS 'number of the run';
COMMENT ON COLUMN sealstone.job_runs.job_id IS 'the job';
COMMENT ON COLUMN sealstone.job_runs.operation_id IS 'the operation that did its work';
COMMENT ON COLUMN sealstone.job_runs.started_at IS 'when it was queued';
COMMENT ON COLUMN sealstone.job_runs.finished_at IS 'when it ended; NULL: not yet';
COMMENT ON COLUMN sealstone.job_runs.status IS 'succeeded, failed or cancelled; NULL: not ended';
COMMENT ON COLUMN sealstone.job_runs.error_message IS 'why it failed';

CREATE VIEW sealstone.worker_info AS
SELECT w.preloaded, w.launcher_pid, w.worker_pid, w.helpers, w.max_workers, k.paused, w.library_version,
	sealstone.version() AS sql_version, pg_catalog.pg_is_in_recovery() AS in_recovery, w.heartbeat_at,
	EXISTS (SELECT 1 FROM sealstone.jobs j WHERE j.system_identifier <> sealstone.system_identifier()
		OR j.database_oid <> (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database())) AS foreign_cluster
FROM sealstone.worker_state() w CROSS JOIN (SELECT coalesce(pg_catalog.bool_or(c.paused), false) AS paused FROM sealstone.control c) k;
COMMENT ON VIEW sealstone.worker_info IS 'One row: the background workers serving this database.';
COMMENT ON COLUMN sealstone.worker_info.preloaded IS 'sealstone is in shared_preload_libraries, without which no worker runs';
COMMENT ON COLUMN sealstone.worker_info.launcher_pid IS 'process id of the launcher; NULL: not running';
COMMENT ON COLUMN sealstone.worker_info.worker_pid IS 'process id of this database''s worker; NULL: not running';
COMMENT ON COLUMN sealstone.worker_info.helpers IS 'processes running operations in this database now';
COMMENT ON COLUMN sealstone.worker_info.max_workers IS 'setting sealstone.max_workers: helpers at once in the whole cluster';
COMMENT ON COLUMN sealstone.worker_info.paused IS 'pause_all() is in force';
COMMENT ON COLUMN sealstone.worker_info.library_version IS 'version of the loaded library';
COMMENT ON COLUMN sealstone.worker_info.sql_version IS 'version of the SQL objects';
COMMENT ON COLUMN sealstone.worker_info.in_recovery IS 'this server is a standby, where no worker runs';
COMMENT ON COLUMN sealstone.worker_info.heartbeat_at IS 'when the worker last looked for work';
COMMENT ON COLUMN sealstone.worker_info.foreign_cluster IS 'jobs came from another cluster or database and wait for resume_jobs()';

CREATE VIEW sealstone.series_history AS
SELECT h.at, h.resolution, c.oid::regclass AS relation, h.rows, h.bytes, h.sealed_bytes, h.bytes_before,
	h.bytes_before::float8 / nullif(h.sealed_bytes, 0) AS ratio, h.late_fraction, h.worst_late_fraction,
	h.sealed_partitions, h.seal_due, h.pending_invalidations
FROM sealstone.series_history_log h JOIN pg_catalog.pg_class c ON c.oid = h.relation;
COMMENT ON VIEW sealstone.series_history IS 'Samples of series_info: each minute for two days, each hour for 400 days. A time without samples is a gap.';
COMMENT ON COLUMN sealstone.series_history.at IS 'when the sample was taken';
COMMENT ON COLUMN sealstone.series_history.resolution IS 'minute or hour';
COMMENT ON COLUMN sealstone.series_history.relation IS 'the series table';
COMMENT ON COLUMN sealstone.series_history.rows IS 'rows';
COMMENT ON COLUMN sealstone.series_history.bytes IS 'bytes of everything';
COMMENT ON COLUMN sealstone.series_history.sealed_bytes IS 'bytes of sealed partitions';
COMMENT ON COLUMN sealstone.series_history.bytes_before IS 'bytes of the same before their seal';
COMMENT ON COLUMN sealstone.series_history.ratio IS 'bytes_before / sealed_bytes';
COMMENT ON COLUMN sealstone.series_history.late_fraction IS 'late fraction over all sealed partitions';
COMMENT ON COLUMN sealstone.series_history.worst_late_fraction IS 'late fraction of the worst sealed partition';
COMMENT ON COLUMN sealstone.series_history.sealed_partitions IS 'sealed partitions';
COMMENT ON COLUMN sealstone.series_history.seal_due IS 'partitions past their settle window and not sealed';
COMMENT ON COLUMN sealstone.series_history.pending_invalidations IS 'invalidations waiting in its rollups; NULL: not known';

CREATE VIEW sealstone.partition_history AS
SELECT h.at, c.oid::regclass AS partition, h.state, h.late_fraction
FROM sealstone.partition_history_log h JOIN pg_catalog.pg_class c ON c.oid = h.partition;
COMMENT ON VIEW sealstone.partition_history IS 'Each change of a partition''s state, and of its late fraction by a hundredth.';
COMMENT ON COLUMN sealstone.partition_history.at IS 'when the change was seen';
COMMENT ON COLUMN sealstone.partition_history.partition IS 'the partition';
COMMENT ON COLUMN sealstone.partition_history.state IS 'state from then on';
COMMENT ON COLUMN sealstone.partition_history.late_fraction IS 'late fraction from then on; NULL: not sealed';

CREATE VIEW sealstone.disk_history AS
SELECT at, resolution, path, total_bytes, free_bytes FROM sealstone.disk_history_log;
COMMENT ON VIEW sealstone.disk_history IS 'Samples of disk_info(): each minute for two days, each hour for 400 days. For pg_monitor.';
COMMENT ON COLUMN sealstone.disk_history.at IS 'when the sample was taken';
COMMENT ON COLUMN sealstone.disk_history.resolution IS 'minute or hour';
COMMENT ON COLUMN sealstone.disk_history.path IS 'directory whose file system it is';
COMMENT ON COLUMN sealstone.disk_history.total_bytes IS 'bytes of the file system';
COMMENT ON COLUMN sealstone.disk_history.free_bytes IS 'bytes free for the server';
GRANT SELECT ON sealstone.disk_history TO pg_monitor;

GRANT SELECT ON sealstone.partition_info, sealstone.series_info, sealstone.operations, sealstone.job_info, sealstone.job_runs,
	sealstone.worker_info, sealstone.series_history, sealstone.partition_history TO PUBLIC;
