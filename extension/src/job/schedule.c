/*-------------------------------------------------------------------------
 *
 * schedule.c
 *	  Decides what is due, settles what has ended, reaps what died.
 *
 * Run by the database's worker in short transactions, and by run_due_job(). Everything is decided from the tables and
 * the slots in shared memory, so that a worker started after a crash does the right thing without being told.
 *
 * Clocks: a clock set back must not stop jobs (next_run far ahead is pulled back to one schedule from now); one
 * set forward makes them run once, not once for each schedule passed.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xlog.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "catalog.h"
#include "error.h"
#include "guc.h"
#include "job/operation.h"
#include "job/schedule.h"
#include "job/slot.h"
#include "series/partition.h"
#include "series/retention.h"

Oid
sealstone_relation_owner(Oid relid)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	Oid			owner;

	if (!HeapTupleIsValid(tuple))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", relid)));
	owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
	ReleaseSysCache(tuple);
	return owner;
}

void
sealstone_job_started(int64 job, int64 operation)
{
	SealstoneScope scope;

	sealstone_catalog_begin(&scope);
	sealstone_spif("UPDATE sealstone.jobs SET operation_id = " INT64_FORMAT ", last_run = pg_catalog.clock_timestamp(),"
				   " next_run = pg_catalog.clock_timestamp() + schedule WHERE id = " INT64_FORMAT, operation, job);
	sealstone_spif("INSERT INTO sealstone.job_run_log (job_id, operation_id, started_at) VALUES (" INT64_FORMAT ", " INT64_FORMAT ", pg_catalog.clock_timestamp())",
				   job, operation);
	sealstone_scope_end(&scope);
}

/*
 * Would a run of this job do anything? Answered from catalogs and cached sizes; when in doubt, yes.
 */
static bool
has_work(const char *kind, Oid relid)
{
	SealstoneScope scope;
	bool		work = true;

	sealstone_catalog_begin(&scope);
	if (strcmp(kind, "premake") == 0)
	{
		SealstoneSeries *series = sealstone_series_get(relid, true);

		work = series == NULL || sealstone_premake_ranges(series) != NIL;
	}
	else if (strcmp(kind, "seal") == 0)
		work = sealstone_spif("SELECT 1 FROM sealstone.partition_info p WHERE p.relation = '%u'::pg_catalog.regclass"
							  " AND (p.due OR (p.state = 'sealed' AND p.late_fraction > 0.1 AND p.late_rows + p.deleted_rows >= 10000)) LIMIT 1", relid) > 0;
	else if (strcmp(kind, "migrate") == 0)
		work = sealstone_spif("SELECT 1 FROM sealstone.leaves('%u') l LEFT JOIN sealstone.partition_sizes z ON z.partition = l.partition"
							  " WHERE l.is_default AND z.rows IS DISTINCT FROM 0 AND z.stuck IS NOT TRUE", relid) > 0;
	else if (strcmp(kind, "retention") == 0)
		work = sealstone_retention_due(relid);
	else if (strcmp(kind, "refresh") == 0)
		work = sealstone_spif("SELECT 1 FROM sealstone.rollup_info r WHERE r.rollup = '%u'::pg_catalog.regclass"
							  " AND (r.pending_pairs + r.pending_buckets + r.pending_ranges > 0 OR r.bucket IS NULL OR r.watermark IS NULL"
							  " OR r.watermark + r.bucket <= pg_catalog.clock_timestamp())", relid) > 0;
	sealstone_scope_end(&scope);
	return work;
}

/* this cluster's and database's jobs only, and none while paused */
#define OURS "j.enabled AND j.system_identifier = " INT64_FORMAT " AND j.database_oid = %u" \
	" AND NOT (SELECT pg_catalog.bool_or(k.paused) FROM sealstone.control k)"

int
sealstone_jobs_due(bool only_one, int64 *operation)
{
	SealstoneScope scope;
	uint64		count;
	int64	   *ids;
	Oid		   *relids;
	char	  **kinds;
	MemoryContext context = CurrentMemoryContext;
	int			started = 0;

	sealstone_catalog_begin(&scope);
	count = sealstone_spif("SELECT j.id, j.kind, j.relation::pg_catalog.oid FROM sealstone.jobs j"
						   " WHERE " OURS " AND j.next_run <= pg_catalog.clock_timestamp()"
						   " AND NOT EXISTS (SELECT 1 FROM sealstone.operation_log o WHERE o.id = j.operation_id AND o.state IN ('queued', 'running'))"
						   " AND EXISTS (SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid = j.relation::pg_catalog.oid)"
						   " ORDER BY j.next_run, j.id LIMIT %d FOR UPDATE OF j SKIP LOCKED",
						   (int64) GetSystemIdentifier(), MyDatabaseId, only_one ? 1 : 100);
	ids = MemoryContextAlloc(context, (count + 1) * sizeof(int64));
	relids = MemoryContextAlloc(context, (count + 1) * sizeof(Oid));
	kinds = MemoryContextAlloc(context, (count + 1) * sizeof(char *));
	for (uint64 i = 0; i < count; i++)
	{
		bool		isnull;
		HeapTuple	row = SPI_tuptable->vals[i];

		ids[i] = DatumGetInt64(SPI_getbinval(row, SPI_tuptable->tupdesc, 1, &isnull));
		kinds[i] = MemoryContextStrdup(context, TextDatumGetCString(SPI_getbinval(row, SPI_tuptable->tupdesc, 2, &isnull)));
		relids[i] = DatumGetObjectId(SPI_getbinval(row, SPI_tuptable->tupdesc, 3, &isnull));
	}
	sealstone_scope_end(&scope);

	for (uint64 i = 0; i < count; i++)
	{
		Oid			owner;

		/* dropped since; whoever dropped it also removed the job */
		if (!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relids[i])))
			continue;
		if (!only_one && !has_work(kinds[i], relids[i]))
		{
			/* looked, and found nothing: no operation for the history to carry */
			sealstone_catalog_begin(&scope);
			sealstone_spif("UPDATE sealstone.jobs SET last_run = pg_catalog.clock_timestamp(), last_finish = pg_catalog.clock_timestamp(), last_status = 'succeeded',"
						   " last_error = NULL, failures = 0, runs = runs + 1, next_run = pg_catalog.clock_timestamp() + schedule WHERE id = " INT64_FORMAT, ids[i]);
			sealstone_scope_end(&scope);
			continue;
		}
		owner = sealstone_relation_owner(relids[i]);
		*operation = sealstone_operation_request(sealstone_job_operation(kinds[i]), relids[i],
												 DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum("{}"))),
												 NULL, owner, ids[i]);
		sealstone_job_started(ids[i], *operation);
		started++;
	}
	return started;
}

void
sealstone_jobs_settle(void)
{
	SealstoneScope scope;

	sealstone_catalog_begin(&scope);
	/* an operation of the log can be gone only after its retention: then its run counts as failed */
	sealstone_spi("UPDATE sealstone.jobs j SET operation_id = NULL, last_finish = coalesce(o.finished_at, pg_catalog.clock_timestamp()),"
				  " last_status = o.state, last_error = CASE WHEN o.state = 'failed' THEN o.error_message END, runs = j.runs + 1,"
				  " failures = CASE WHEN o.state = 'failed' THEN j.failures + 1 ELSE 0 END,"
				  " next_run = CASE WHEN o.state = 'failed' THEN greatest(j.next_run, pg_catalog.clock_timestamp()"
				  "   + least(interval '1 hour', interval '10 seconds' * pg_catalog.power(2, least(j.failures, 10)))) ELSE j.next_run END"
				  " FROM sealstone.operation_log o WHERE o.id = j.operation_id AND o.state IN ('succeeded', 'failed', 'cancelled')");
	sealstone_spi("UPDATE sealstone.jobs j SET operation_id = NULL, last_status = 'failed', last_error = 'its operation is no longer in the log', failures = j.failures + 1"
				  " WHERE j.operation_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sealstone.operation_log o WHERE o.id = j.operation_id)");
	sealstone_spi("UPDATE sealstone.job_run_log l SET finished_at = o.finished_at, status = o.state, error_message = CASE WHEN o.state = 'failed' THEN o.error_message END"
				  " FROM sealstone.operation_log o WHERE l.finished_at IS NULL AND o.id = l.operation_id AND o.state IN ('succeeded', 'failed', 'cancelled')");
	/* the clock went back: nothing waits longer than one schedule and the longest backoff */
	sealstone_spi("UPDATE sealstone.jobs SET next_run = pg_catalog.clock_timestamp() + schedule"
				  " WHERE last_run > pg_catalog.clock_timestamp() + interval '1 minute' AND next_run > pg_catalog.clock_timestamp() + schedule");
	sealstone_spi("UPDATE sealstone.operation_log SET not_before = pg_catalog.clock_timestamp() WHERE state = 'queued'"
				  " AND not_before > pg_catalog.clock_timestamp() + interval '15 minutes'");
	sealstone_spi("UPDATE sealstone.jobs SET last_run = pg_catalog.clock_timestamp() WHERE last_run > pg_catalog.clock_timestamp() + interval '1 minute'");
	sealstone_scope_end(&scope);
}

TimestampTz
sealstone_jobs_next(void)
{
	SealstoneScope scope;
	TimestampTz next = 0;
	bool		isnull;
	Datum		datum;

	sealstone_catalog_begin(&scope);
	sealstone_spif("SELECT pg_catalog.min(t) FROM (SELECT j.next_run AS t FROM sealstone.jobs j WHERE " OURS
				   " UNION ALL SELECT o.not_before FROM sealstone.operation_log o WHERE o.state = 'queued') x",
				   (int64) GetSystemIdentifier(), MyDatabaseId);
	datum = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &isnull);
	if (!isnull)
		next = DatumGetTimestampTz(datum);
	sealstone_scope_end(&scope);
	return next;
}

void
sealstone_operations_reap(void)
{
	SealstoneScope scope;
	uint64		count;
	int64	   *ids;
	MemoryContext context = CurrentMemoryContext;

	sealstone_catalog_begin(&scope);
	count = sealstone_spi("SELECT id FROM sealstone.operation_log WHERE state = 'running' AND children = 0 ORDER BY id");
	ids = MemoryContextAlloc(context, (count + 1) * sizeof(int64));
	for (uint64 i = 0; i < count; i++)
	{
		bool		isnull;

		ids[i] = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &isnull));
	}
	for (uint64 i = 0; i < count; i++)
	{
		/* read after the row: whoever took the operation up set its slot before it committed "running" */
		if (sealstone_slot_running(MyDatabaseId, ids[i]))
			continue;
		sealstone_spif("UPDATE sealstone.operation_log SET state = 'failed', finished_at = pg_catalog.clock_timestamp(), changed_at = pg_catalog.clock_timestamp(),"
					   " version = version + 1000000, error_code = '57P02',"
					   " error_message = CASE WHEN started_at < pg_catalog.pg_postmaster_start_time() OR NOT EXISTS"
					   "   (SELECT 1 FROM pg_catalog.pg_stat_activity WHERE backend_type = 'sealstone launcher' AND backend_start < started_at)"
					   "   THEN 'the server restarted while the operation ran' ELSE 'the worker that ran the operation was terminated' END,"
					   " error_hint = 'Nothing it did and had not committed remains. Ask for it again with sealstone.retry_operation('||id||').'"
					   " WHERE id = " INT64_FORMAT " AND state = 'running' AND children = 0", ids[i]);
	}
	sealstone_scope_end(&scope);
}

void
sealstone_parents_settle(void)
{
	SealstoneScope scope;

	sealstone_catalog_begin(&scope);
	sealstone_spi("WITH ended AS (SELECT p.id, pg_catalog.count(*) FILTER (WHERE c.state = 'succeeded') AS succeeded,"
				  "   pg_catalog.count(*) FILTER (WHERE c.state = 'failed') AS failed, pg_catalog.count(*) FILTER (WHERE c.state = 'cancelled') AS cancelled,"
				  "   pg_catalog.min(c.error_message) FILTER (WHERE c.state = 'failed') AS message, pg_catalog.min(c.error_code) FILTER (WHERE c.state = 'failed') AS code,"
				  "   pg_catalog.sum(c.rows_done) AS rows, pg_catalog.sum(c.bytes_done) AS bytes"
				  "  FROM sealstone.operation_log p JOIN sealstone.operation_log c ON c.parent_id = p.id"
				  "  WHERE p.state = 'running' AND p.children > 0 GROUP BY p.id"
				  "  HAVING pg_catalog.count(*) FILTER (WHERE c.state IN ('queued', 'running')) = 0 AND pg_catalog.count(*) >= pg_catalog.min(p.children))"
				  " UPDATE sealstone.operation_log p SET finished_at = pg_catalog.clock_timestamp(), changed_at = pg_catalog.clock_timestamp(), version = p.version + 1,"
				  "  state = CASE WHEN e.failed > 0 THEN 'failed' WHEN e.cancelled > 0 THEN 'cancelled' ELSE 'succeeded' END, progress = 1, phase = 'finished',"
				  "  rows_done = e.rows, bytes_done = e.bytes,"
				  "  error_code = CASE WHEN e.failed > 0 THEN e.code WHEN e.cancelled > 0 THEN '57014' END,"
				  "  error_message = CASE WHEN e.failed > 0 THEN e.failed || ' of ' || p.children || ' failed, the first with: ' || e.message"
				  "    WHEN e.cancelled > 0 THEN e.cancelled || ' of ' || p.children || ' were cancelled' END,"
				  "  result = pg_catalog.jsonb_build_object('succeeded', e.succeeded, 'failed', e.failed, 'cancelled', e.cancelled)"
				  " FROM ended e WHERE e.id = p.id AND p.state = 'running'");
	sealstone_scope_end(&scope);
}

void
sealstone_history_prune(void)
{
	SealstoneScope scope;

	sealstone_catalog_begin(&scope);
	/* what a job still points to, and children before their parent, stay */
	sealstone_spif("DELETE FROM sealstone.operation_log WHERE id IN (SELECT o.id FROM sealstone.operation_log o"
				   " WHERE o.finished_at < pg_catalog.now() - pg_catalog.make_interval(days => %d)"
				   " AND NOT EXISTS (SELECT 1 FROM sealstone.operation_log p WHERE p.id = o.parent_id AND p.state = 'running')"
				   " AND NOT EXISTS (SELECT 1 FROM sealstone.jobs j WHERE j.operation_id = o.id) ORDER BY o.id LIMIT 10000)", sealstone_operation_retention);
	/* bounded in number too: a busy second must not fill the disk with its history */
	sealstone_spi("DELETE FROM sealstone.operation_log o WHERE o.state IN ('succeeded', 'failed', 'cancelled')"
				  " AND o.id < (SELECT pg_catalog.max(id) FROM sealstone.operation_log) - 200000"
				  " AND NOT EXISTS (SELECT 1 FROM sealstone.jobs j WHERE j.operation_id = o.id)");
	sealstone_spif("DELETE FROM sealstone.job_run_log WHERE id IN (SELECT id FROM sealstone.job_run_log WHERE started_at < pg_catalog.now()"
				   " - pg_catalog.make_interval(days => %d) ORDER BY id LIMIT 10000)", sealstone_operation_retention);
	sealstone_spi("DELETE FROM sealstone.job_run_log WHERE id < (SELECT pg_catalog.max(id) FROM sealstone.job_run_log) - 200000");
	sealstone_spi("DELETE FROM sealstone.series_history_log WHERE (resolution = 'minute' AND at < pg_catalog.now() - interval '2 days')"
				  " OR (resolution = 'hour' AND at < pg_catalog.now() - interval '400 days')");
	sealstone_spi("DELETE FROM sealstone.disk_history_log WHERE (resolution = 'minute' AND at < pg_catalog.now() - interval '2 days')"
				  " OR (resolution = 'hour' AND at < pg_catalog.now() - interval '400 days')");
	sealstone_spi("DELETE FROM sealstone.partition_history_log WHERE at < pg_catalog.now() - interval '400 days'");
	/* rows of relations dropped while event triggers were off */
	sealstone_spi("DELETE FROM sealstone.partition_history_log h WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid = h.partition)");
	sealstone_spi("DELETE FROM sealstone.series_history_log h WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid = h.relation)");
	sealstone_spi("DELETE FROM sealstone.partition_sizes p WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid = p.partition)");
	sealstone_spi("DELETE FROM sealstone.series_sizes p WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid = p.series)");
	sealstone_spi("DELETE FROM sealstone.moves p WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid = p.partition)");
	sealstone_spi("DELETE FROM sealstone.jobs p WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid = p.relation::pg_catalog.oid)");
	sealstone_spi("DELETE FROM sealstone.operators p WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid = p.relation::pg_catalog.oid)");
	sealstone_spi("DELETE FROM sealstone.series p WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid = p.relation::pg_catalog.oid)");
	sealstone_scope_end(&scope);
}
