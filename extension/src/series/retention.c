/*-------------------------------------------------------------------------
 *
 * retention.c
 *	  Drops whole partitions whose range has passed the retention.
 *
 * The worker drops one partition per transaction; the functions do all in the caller's. The locks that DROP TABLE takes (the
 * series, its default partition, the partition: ACCESS EXCLUSIVE) are polled together first, so that it never queues.
 * Rows that other tables reference are not dropped: the foreign key's error says which. Never CASCADE: what depends on a partition stops its drop, and Postgres's error names it. The default partition is
 * never dropped.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "common/int.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/resowner.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

#include "catalog.h"
#include "error.h"
#include "job/job.h"
#include "job/progress.h"
#include "job/transaction.h"
#include "rollup/rollup.h"
#include "series/bounds.h"
#include "series/lock.h"
#include "series/partition.h"
#include "series/retention.h"
#include "series/settings.h"
#include "series/time_type.h"

SealstonePartitionDropHook sealstone_partition_drop_hook = NULL;

/* where rows begin to be kept; false: kept for ever, or an integer series without a row */
static bool
cutoff(const SealstoneSeries *series, int64 *position)
{
	int64		now;

	if (!series->has_retention && !series->has_retention_width)
		return false;
	if (!sealstone_series_now(series, &now))
		return false;
	if (series->has_retention)
		*position = sealstone_time_minus(now, &series->retention);
	else if (pg_sub_s64_overflow(now, series->retention_width, position))
		return false;
	return *position != SEALSTONE_POS_MIN;
}

/* partitions that end at or before the position, oldest first */
static List *
partitions_before(const SealstoneSeries *series, int64 position)
{
	List	   *result = NIL;
	ListCell   *cell;

	foreach(cell, sealstone_partitions(series->relid, series->time_type))
	{
		SealstoneBound *bound = lfirst(cell);

		if (bound->is_range && bound->hi <= position && bound->hi != SEALSTONE_POS_MAX)
			result = lappend_oid(result, bound->relid);
	}
	return result;
}

/*
 * What is dropped of the raw rows stays in the rollups: they take up what is pending below and recompute nothing there any
 * more, in the dropping transaction (PROTOCOLS 23).
 */
static void
raise_floor(const SealstoneSeries *series, int64 before)
{
	SealstoneScope scope;

	sealstone_catalog_begin(&scope);
	if (sealstone_spif("SELECT 1 FROM sealstone.rollup WHERE series = '%u'::pg_catalog.regclass", series->relid) > 0 &&
		sealstone_spi("SELECT 1 FROM pg_catalog.pg_proc WHERE proname = 'rollup_raise_floor' AND pronamespace = 'sealstone'::pg_catalog.regnamespace") > 0)
		sealstone_spif("SELECT sealstone.rollup_raise_floor('%u'::pg_catalog.regclass, " INT64_FORMAT ")", series->relid,
					   series->time_type == DATEOID ? before / USECS_PER_DAY : before);
	sealstone_scope_end(&scope);
}

/*
 * Drops one, if it is still a partition of the series that ends by then.
 */
static bool
drop_partition(const SealstoneSeries *series, Oid partition, int64 position)
{
	SealstoneScope scope;
	List	   *relids = NIL;
	List	   *referencing;
	Oid			def = sealstone_default_partition(series->relid);
	SealstoneBound *found = NULL;
	ListCell   *cell;

	relids = lappend_oid(relids, series->relid);
	if (OidIsValid(def))
		relids = lappend_oid(relids, def);
	relids = lappend_oid(relids, partition);
	sealstone_lock_all_or_fail(relids, AccessExclusiveLock, "drop a partition");
	referencing = sealstone_referencing_tables(series->relid);
	sealstone_lock_all_or_fail(referencing, ShareRowExclusiveLock, "drop a partition that it references");

	/* as it is now that nobody can change it */
	foreach(cell, sealstone_partitions(series->relid, series->time_type))
	{
		SealstoneBound *bound = lfirst(cell);

		if (bound->relid == partition && bound->is_range && bound->hi <= position)
			found = bound;
	}
	if (found == NULL)
		return false;
	if (sealstone_partition_drop_hook)
		sealstone_partition_drop_hook(series->relid, partition, found->lo, found->hi);
	raise_floor(series, found->hi);
	/*
	 * a partition that other tables reference by foreign key can only be dropped by itself. DETACH proves that no row of theirs needs
	 * it, which it reads as whoever detaches; the owner need not be allowed to read them
	 */
	if (referencing != NIL)
	{
		sealstone_rollup_quiet_begin();
		sealstone_catalog_begin(&scope);
		sealstone_spif("ALTER TABLE %s DETACH PARTITION %s", sealstone_relation_name(series->relid), sealstone_relation_name(partition));
		sealstone_scope_end(&scope);
		sealstone_rollup_quiet_end();
	}
	sealstone_owner_begin(&scope, series->owner);
	sealstone_spif("DROP %s %s", get_rel_relkind(partition) == RELKIND_FOREIGN_TABLE ? "FOREIGN TABLE" : "TABLE", sealstone_relation_name(partition));
	sealstone_scope_end(&scope);
	return true;
}

/*
 * The same, with its error given back (in context) instead of thrown: a partition that cannot be dropped must not keep all those
 * behind it.
 */
static ErrorData *
try_drop_partition(const SealstoneSeries *series, Oid partition, int64 position, MemoryContext context, int *dropped)
{
	MemoryContext caller = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	ErrorData  *volatile error = NULL;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(caller);
	PG_TRY();
	{
		bool		done = drop_partition(series, partition, position);

		ReleaseCurrentSubTransaction();
		if (done)
			(*dropped)++;
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
		if (error->sqlerrcode == ERRCODE_QUERY_CANCELED || error->sqlerrcode == ERRCODE_ADMIN_SHUTDOWN)
			ReThrowError(error);
	}
	PG_END_TRY();
	MemoryContextSwitchTo(caller);
	CurrentResourceOwner = owner;
	return error;
}

static int
drop_all(const SealstoneSeries *series, int64 position)
{
	int			dropped = 0;
	ListCell   *cell;

	foreach(cell, partitions_before(series, position))
	{
		if (drop_partition(series, lfirst_oid(cell), position))
			dropped++;
		CHECK_FOR_INTERRUPTS();
	}
	return dropped;
}

bool
sealstone_retention_due(Oid relid)
{
	SealstoneSeries *series = sealstone_series_get(relid, true);
	int64		position;

	return series != NULL && cutoff(series, &position) && partitions_before(series, position) != NIL;
}

int
sealstone_retention_run(Oid relid)
{
	MemoryContext context = AllocSetContextCreate(TopMemoryContext, "retention", ALLOCSET_SMALL_SIZES);
	MemoryContext old;
	SealstoneSeries *series = sealstone_series_get(relid, false);
	List	   *partitions = NIL;
	ListCell   *cell;
	int64		position;
	int			dropped = 0;
	int			seen = 0;
	int			stuck = 0;
	ErrorData  *first = NULL;
	ErrorData  *error;
	char	   *stuck_first = NULL;

	sealstone_progress_phase("dropping partitions");
	if (cutoff(series, &position))
	{
		List	   *found = partitions_before(series, position);

		old = MemoryContextSwitchTo(context);
		partitions = list_copy(found);
		MemoryContextSwitchTo(old);
	}
	foreach(cell, partitions)
	{
		int64		now_position;

		/* the settings may have changed between two transactions: a longer retention counts at once */
		series = sealstone_series_get(relid, false);
		if (!cutoff(series, &now_position))
			break;
		error = try_drop_partition(series, lfirst_oid(cell), Min(position, now_position), context, &dropped);
		if (error != NULL && first == NULL)
		{
			first = error;
			stuck_first = MemoryContextStrdup(context, sealstone_relation_name(lfirst_oid(cell)));
		}
		if (error != NULL)
			stuck++;
		seen++;
		sealstone_tx_next();
		sealstone_progress_fraction((double) seen / list_length(partitions));
		CHECK_FOR_INTERRUPTS();
	}
	if (first != NULL)
		ereport(ERROR,
				(errcode(first->sqlerrcode),
				 errmsg("%d of %d partitions could not be dropped, the first is %s: %s", stuck, list_length(partitions), stuck_first, first->message),
				 first->detail ? errdetail_internal("%s", first->detail) : 0,
				 first->sqlerrcode == ERRCODE_INSUFFICIENT_PRIVILEGE ?
				 errhint("The owner of the series must own its partitions: ALTER TABLE %s OWNER TO %s.", stuck_first, quote_identifier(GetUserNameFromId(series->owner, false))) :
				 first->sqlerrcode == ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST ?
				 errhint("Drop what depends on it, or detach it: the next run takes it then.") :
				 first->hint ? errhint("%s", first->hint) : 0));
	MemoryContextDelete(context);
	return dropped;
}

PG_FUNCTION_INFO_V1(sealstone_set_retention);
Datum
sealstone_set_retention(PG_FUNCTION_ARGS)
{
	Oid			relid;
	SealstoneSeries *series;
	Interval	interval = {0};
	int64		width = 0;
	bool		on;
	SealstoneScope scope;
	Oid			types[] = {REGCLASSOID, INTERVALOID, INT8OID};
	Datum		values[3];
	char		nulls[4] = " nn";

	PreventCommandIfReadOnly("set_retention()");
	if (PG_ARGISNULL(0))
		sealstone_error_null("relation");
	relid = PG_GETARG_OID(0);
	LockRelationOid(relid, ShareUpdateExclusiveLock);
	series = sealstone_series_get(relid, false);
	sealstone_check_owner(relid, "set its retention");
	on = sealstone_length_argument(fcinfo, 1, "keep", series->time_type, &interval, &width);
	if (on && (sealstone_time_is_integer(series->time_type) ? width == 0 :
			   (interval.month == 0 && interval.day == 0 && interval.time == 0)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("keep must be greater than zero"),
				 errhint("NULL keeps rows for ever.")));
	values[0] = ObjectIdGetDatum(relid);
	values[1] = IntervalPGetDatum(&interval);
	values[2] = Int64GetDatum(width);
	if (on)
		nulls[sealstone_time_is_integer(series->time_type) ? 2 : 1] = ' ';
	sealstone_catalog_begin(&scope);
	sealstone_spi_args("UPDATE sealstone.series SET retention = $2, retention_width = $3 WHERE relation = $1", 3, types, values, nulls);
	sealstone_scope_end(&scope);
	if (on)
		sealstone_job_ensure("retention", relid, NULL);
	else
		sealstone_job_remove("retention", relid);
	PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(sealstone_apply_retention);
Datum
sealstone_apply_retention(PG_FUNCTION_ARGS)
{
	Oid			relid = PG_GETARG_OID(0);
	SealstoneSeries *series;
	int64		position;

	PreventCommandIfReadOnly("apply_retention()");
	series = sealstone_series_get(relid, false);
	sealstone_check_owner(relid, "drop its partitions");
	if (!cutoff(series, &position))
		PG_RETURN_INT32(0);
	PG_RETURN_INT32(drop_all(series, position));
}

PG_FUNCTION_INFO_V1(sealstone_drop_before);
Datum
sealstone_drop_before(PG_FUNCTION_ARGS)
{
	Oid			relid;
	SealstoneSeries *series;
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, 1);
	bool		integer;
	int64		position;

	PreventCommandIfReadOnly("drop_before()");
	if (PG_ARGISNULL(0))
		sealstone_error_null("relation");
	if (PG_ARGISNULL(1))
		sealstone_error_null("before");
	relid = PG_GETARG_OID(0);
	series = sealstone_series_get(relid, false);
	sealstone_check_owner(relid, "drop its partitions");
	integer = sealstone_time_is_integer(series->time_type);
	switch (type)
	{
		case UNKNOWNOID:
			position = sealstone_time_parse(PG_GETARG_CSTRING(1), integer ? INT8OID : TIMESTAMPTZOID);
			break;
		case TEXTOID:
			position = sealstone_time_parse(text_to_cstring(PG_GETARG_TEXT_PP(1)), integer ? INT8OID : TIMESTAMPTZOID);
			break;
		case INT2OID:
		case INT4OID:
		case INT8OID:
		case TIMESTAMPTZOID:
		case TIMESTAMPOID:
		case DATEOID:
			if (integer != sealstone_time_is_integer(type))
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("before must be %s for a series whose time column is of type %s", integer ? "an integer" : "a time", format_type_be(series->time_type))));
			position = sealstone_time_position(PG_GETARG_DATUM(1), type);
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("before must be a timestamp or an integer, not %s", format_type_be(type))));
	}
	if (!integer && position == SEALSTONE_POS_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("before must not be infinity, which would drop every partition"),
				 errhint("Give a time, such as now(). TRUNCATE empties a whole table.")));
	PG_RETURN_INT32(drop_all(series, position));
}
