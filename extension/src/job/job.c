/*-------------------------------------------------------------------------
 *
 * job.c
 *	  Standing policies: their rows, their schedule, and the functions that change them.
 *
 * A job never works itself: when due it requests an operation, whose id in its row is its lease. What that came to is
 * written back when the operation ends (schedule.c). Jobs remember the cluster and database they were made in;
 * elsewhere they stay paused until resume_jobs() (PROTOCOLS 16).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xlog.h"
#include "catalog/pg_class.h"
#include "catalog/pg_database.h"
#include "catalog/pg_type.h"
#include "access/htup_details.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "catalog.h"
#include "error.h"
#include "job/job.h"
#include "job/operation.h"
#include "job/schedule.h"
#include "job/run.h"
#include "job/shmem.h"
#include "job/slot.h"
#include "job/transaction.h"
#include "series/time_type.h"

/*
 * How often a kind runs unless told otherwise. Premake follows the width of the partitions: a quarter of one, so that
 * a missed run is made up long before the last partition made ahead begins.
 */
static Interval
default_schedule(const char *kind, Oid relid)
{
	Interval	schedule = {0};

	if (strcmp(kind, "premake") == 0)
	{
		SealstoneSeries *series = sealstone_series_get(relid, true);

		schedule.time = USECS_PER_HOUR;
		if (series != NULL && series->has_interval && series->partition_interval.month == 0)
		{
			int64		width = series->partition_interval.day * USECS_PER_DAY + series->partition_interval.time;

			schedule.time = Min(schedule.time, Max(width / 4, 5 * USECS_PER_SEC));
		}
		else if (series != NULL && !series->has_interval)
			schedule.time = 5 * USECS_PER_MINUTE;
	}
	else if (strcmp(kind, "seal") == 0)
	{
		SealstoneSeries *series = sealstone_series_get(relid, true);

		schedule.time = 5 * USECS_PER_MINUTE;
		if (series != NULL && series->has_interval && series->partition_interval.month == 0)
		{
			int64		width = series->partition_interval.day * USECS_PER_DAY + series->partition_interval.time;

			schedule.time = Min(schedule.time, Max(width / 4, 5 * USECS_PER_SEC));
		}
	}
	else if (strcmp(kind, "retention") == 0 || strcmp(kind, "migrate") == 0)
		schedule.time = 10 * USECS_PER_MINUTE;
	else if (strcmp(kind, "refresh") == 0)
		schedule.time = USECS_PER_MINUTE;
	else
		schedule.time = USECS_PER_MINUTE;
	return schedule;
}

void
sealstone_job_ensure(const char *kind, Oid relid, const Interval *schedule)
{
	SealstoneScope scope;
	Interval	chosen = schedule ? *schedule : default_schedule(kind, relid);
	Oid			types[] = {TEXTOID, REGCLASSOID, INTERVALOID, INT8OID, OIDOID};
	Datum		values[5];

	values[0] = CStringGetTextDatum(kind);
	values[1] = ObjectIdGetDatum(relid);
	values[2] = IntervalPGetDatum(&chosen);
	values[3] = Int64GetDatum((int64) GetSystemIdentifier());
	values[4] = ObjectIdGetDatum(MyDatabaseId);
	sealstone_catalog_begin(&scope);
	sealstone_spi_args("INSERT INTO sealstone.jobs (kind, relation, schedule, next_run, system_identifier, database_oid)"
					   " VALUES ($1, $2, $3, pg_catalog.clock_timestamp() + $3, $4, $5)"
					   " ON CONFLICT (kind, relation) DO NOTHING", 5, types, values, NULL);
	sealstone_scope_end(&scope);
	sealstone_wake_at_commit();
}

void
sealstone_job_remove(const char *kind, Oid relid)
{
	SealstoneScope scope;

	sealstone_catalog_begin(&scope);
	sealstone_spif("DELETE FROM sealstone.jobs WHERE kind = %s AND relation = '%u'::pg_catalog.regclass", quote_literal_cstr(kind), relid);
	sealstone_scope_end(&scope);
}

/*
 * Kind and relation of a job, after checking that the caller may do this with it.
 */
static char *
check_job(int64 id, bool owner_only, Oid *relid)
{
	SealstoneScope scope;
	MemoryContext context = CurrentMemoryContext;
	MemoryContext old;
	bool		isnull;
	char	   *kind;

	sealstone_catalog_begin(&scope);
	if (sealstone_spif("SELECT kind, relation::pg_catalog.oid FROM sealstone.jobs WHERE id = " INT64_FORMAT, id) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("job %lld does not exist", (long long) id),
				 errhint("sealstone.job_info lists jobs.")));
	old = MemoryContextSwitchTo(context);
	kind = TextDatumGetCString(SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &isnull));
	MemoryContextSwitchTo(old);
	*relid = DatumGetObjectId(SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 2, &isnull));
	sealstone_scope_end(&scope);
	if (!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(*relid)))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("the relation of job %lld does not exist any more", (long long) id)));
	if (owner_only)
		sealstone_check_owner(*relid, "change its jobs");
	return kind;
}

/* the operation that a run of this kind of job requests */
const char *
sealstone_job_operation(const char *kind)
{
	return strcmp(kind, "seal") == 0 ? "seal_eligible" : kind;
}

PG_FUNCTION_INFO_V1(sealstone_run_job);
Datum
sealstone_run_job(PG_FUNCTION_ARGS)
{
	int64		id = PG_GETARG_INT64(0);
	Oid			relid;
	char	   *kind;
	int64		operation;

	PreventCommandIfReadOnly("run_job()");
	kind = check_job(id, false, &relid);
	/* an operator of a series refreshes its rollups too: the request itself knows that rule */
	if (strcmp(kind, "refresh") != 0)
		sealstone_check_operate(relid, "run the jobs of");
	/* asked for by this person, done with the owner's standing policy: a retention job drops what its owner decided */
	operation = sealstone_operation_request(sealstone_job_operation(kind), relid, DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum("{}"))),
											NULL, strcmp(kind, "retention") == 0 ? sealstone_relation_owner(relid) : GetUserId(), id);
	sealstone_job_started(id, operation);
	PG_RETURN_INT64(operation);
}

PG_FUNCTION_INFO_V1(sealstone_update_job);
Datum
sealstone_update_job(PG_FUNCTION_ARGS)
{
	int64		id;
	Oid			relid;
	SealstoneScope scope;
	Oid			types[] = {INT8OID, INTERVALOID, BOOLOID, TIMESTAMPTZOID};
	Datum		values[4];
	char		nulls[5] = "    ";

	PreventCommandIfReadOnly("update_job()");
	if (PG_ARGISNULL(0))
		sealstone_error_null("job_id");
	id = PG_GETARG_INT64(0);
	(void) check_job(id, true, &relid);
	if (!PG_ARGISNULL(1))
	{
		Interval   *schedule = PG_GETARG_INTERVAL_P(1);

		if (schedule->month < 0 || schedule->day < 0 || schedule->time < 0 ||
			(schedule->month == 0 && schedule->day == 0 && schedule->time < USECS_PER_SEC))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("the schedule of a job must be at least one second")));
	}
	values[0] = Int64GetDatum(id);
	for (int i = 1; i < 4; i++)
	{
		values[i] = PG_ARGISNULL(i) ? (Datum) 0 : PG_GETARG_DATUM(i);
		nulls[i] = PG_ARGISNULL(i) ? 'n' : ' ';
	}
	sealstone_catalog_begin(&scope);
	/* a shorter schedule also brings the next run nearer; enabling starts a new count of failures */
	sealstone_spi_args("UPDATE sealstone.jobs SET schedule = coalesce($2, schedule), enabled = coalesce($3, enabled),"
					   " failures = CASE WHEN $3 THEN 0 ELSE failures END,"
					   " next_run = coalesce($4, least(next_run, CASE WHEN $2 IS NOT NULL THEN pg_catalog.clock_timestamp() + $2 END))"
					   " WHERE id = $1", 4, types, values, nulls);
	sealstone_scope_end(&scope);
	sealstone_wake_at_commit();
	PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(sealstone_resume_jobs);
Datum
sealstone_resume_jobs(PG_FUNCTION_ARGS)
{
	SealstoneScope scope;
	HeapTuple	tuple;
	bool		allowed = superuser();
	int64		count;

	PreventCommandIfReadOnly("resume_jobs()");
	tuple = SearchSysCache1(DATABASEOID, ObjectIdGetDatum(MyDatabaseId));
	if (HeapTupleIsValid(tuple))
	{
		allowed |= has_privs_of_role(GetUserId(), ((Form_pg_database) GETSTRUCT(tuple))->datdba);
		ReleaseSysCache(tuple);
	}
	if (!allowed)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("must be owner of the database to take over its jobs")));
	sealstone_catalog_begin(&scope);
	count = sealstone_spif("UPDATE sealstone.jobs SET system_identifier = " INT64_FORMAT ", database_oid = %u, operation_id = NULL,"
						   " next_run = greatest(next_run, pg_catalog.clock_timestamp())"
						   " WHERE system_identifier <> " INT64_FORMAT " OR database_oid <> %u",
						   (int64) GetSystemIdentifier(), MyDatabaseId, (int64) GetSystemIdentifier(), MyDatabaseId);
	sealstone_scope_end(&scope);
	sealstone_wake_at_commit();
	PG_RETURN_INT64(count);
}

PG_FUNCTION_INFO_V1(sealstone_system_identifier);
Datum
sealstone_system_identifier(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64((int64) GetSystemIdentifier());
}

static bool exit_registered = false;

static void
release_slot(int code, Datum arg)
{
	sealstone_slot_release();
}

/*
 * For servers on which no worker can run: what a worker's round does, and one job's work, in this session.
 */
PG_FUNCTION_INFO_V1(sealstone_run_due_job);
Datum
sealstone_run_due_job(PG_FUNCTION_ARGS)
{
	int64		operation = 0;
	TupleDesc	desc;
	Datum		values[1];
	bool		nulls[1];

	PreventCommandIfReadOnly("run_due_job()");
	if (!superuser())
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("must be superuser to run due jobs"),
				 errhint("sealstone.run_job(id) asks the workers to run one job.")));
	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	if (sealstone_shared == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("jobs need sealstone in shared_preload_libraries"),
				 errhint("Add it to shared_preload_libraries and restart the server.")));
	/* one left by an error that ended an earlier call; and none outlives the session */
	sealstone_slot_release();
	if (!exit_registered)
		before_shmem_exit(release_slot, (Datum) 0);
	exit_registered = true;
	sealstone_procedure_begin(fcinfo, "run_due_job", NULL);
	sealstone_tx_start();
	sealstone_operations_reap();
	sealstone_parents_settle();
	sealstone_jobs_settle();
	nulls[0] = sealstone_jobs_due(true, &operation) == 0;
	sealstone_tx_commit();
	if (!nulls[0])
	{
		/* a worker may have been quicker: then it runs there */
		if (sealstone_slot_take(false))
		{
			if (sealstone_run_next(operation))
			{
				/* the parts of a job that has some, one after another */
				while (sealstone_run_child(operation))
					;
			}
			sealstone_slot_release();
		}
		sealstone_tx_start();
		sealstone_parents_settle();
		sealstone_jobs_settle();
		sealstone_tx_commit();
	}
	sealstone_procedure_end();
	values[0] = Int64GetDatum(operation);
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}
