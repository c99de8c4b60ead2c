/*-------------------------------------------------------------------------
 *
 * floor.c
 *	  What is dropped from a series stays in its rollups.
 *
 * Below a rollup's floor raw rows are no longer complete, so nothing there is computed again.
 * Retention and drop_before() raise the floor in the transaction that drops, after everything
 * below has been taken up. A row that arrives there later is merged into its bucket as one more
 * partial state, in the writer's transaction: by the rollup's AFTER ROW trigger, which
 * rollup_note() lets through for such rows only. An update or delete there cannot be merged
 * and is reported.
 *
 * Locks: REFRESH and FLOOR of the rollup, exclusive, to the end of the transaction. They are
 * polled for sealstone.lock_timeout and never queued, since the caller holds a partition's
 * lock that a writer with the shared FLOOR lock may be waiting for.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/indexing.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/latch.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

#include "compat.h"
#include "guc.h"
#include "rollup/rollup.h"
#include "series/lock.h"
#include "series/retention.h"

/* the statement that merges a row of one table into one rollup; kept to the transaction's end */
typedef struct MergePlan
{
	int			id;
	Oid			relation;
	SPIPlanPtr	plan;
	int			nparams;
	AttrNumber *attnos;			/* of the parameters */
} MergePlan;

static List *plans = NIL;		/* MergePlan, in TopTransactionContext */
static Oid	being_dropped = InvalidOid; /* partition whose drop the rollups are prepared for */
static SealstonePartitionDropHook prev_drop = NULL;

/* the least bucket start >= t */
int64
sealstone_rollup_bucket_ceiling(const Rollup *r, int64 t)
{
	int64		lo,
				hi;

	if (t == PG_INT64_MIN || t == PG_INT64_MAX || sealstone_time_is_infinite(t, r->time_type))
		return t;
	sealstone_bucket_bounds(&r->bucket, t, &lo, &hi);
	return lo == t ? t : hi;
}

/* poll for one of a rollup's locks, exclusive, to the end of the transaction */
void
sealstone_rollup_lock_or_leave(const Rollup *r, uint16 which)
{
	TimestampTz give_up = TimestampTzPlusMilliseconds(GetCurrentTimestamp(), sealstone_lock_timeout);
	int			attempt = 0;

	while (!ConditionalLockDatabaseObject(sealstone_rollup_catalog(), r->id, which, ExclusiveLock))
	{
		CHECK_FOR_INTERRUPTS();
		if (GetCurrentTimestamp() >= give_up)
			ereport(ERROR,
					(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
					 errmsg("rollup \"%s\" is being %s", get_rel_name(r->view),
							which == ROLLUP_LOCK_REFRESH ? "refreshed" : "written to below its watermark"),
					 errhint("Try again later; nothing was dropped.")));
		/* the whole lock table is looked at: not each time */
		if (++attempt % 16 == 0)
			sealstone_let_pass("raise the floor of a rollup");
		(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, 10, PG_WAIT_EXTENSION);
		ResetLatch(MyLatch);
	}
}

/*
 * Rows of a series before a time (in its type's unit) are about to be dropped: every rollup
 * made of them takes up what it has not, and keeps it. Rollups over rollups need nothing: they
 * are computed from states, which stay.
 */
void
sealstone_rollup_raise_floor(Oid series, int64 before)
{
	ListCell   *lc;

	foreach(lc, sealstone_rollups_of_series(series))
	{
		Rollup	   *r = lfirst(lc);
		int64		floor;

		if (r->source != series || before == PG_INT64_MIN || before == PG_INT64_MAX ||
			sealstone_time_is_infinite(before, r->time_type))
			continue;
		floor = sealstone_rollup_bucket_ceiling(r, before);
		if (floor <= r->floor)
			continue;
		sealstone_rollup_lock_or_leave(r, ROLLUP_LOCK_REFRESH);
		sealstone_rollup_lock_or_leave(r, ROLLUP_LOCK_FLOOR);
		(void) sealstone_rollup_refresh(r->view, PG_INT64_MIN, floor, floor, true, NULL);
	}
	CommandCounterIncrement();
}

PG_FUNCTION_INFO_V1(sealstone_rollup_raise_floor_sql);
Datum
sealstone_rollup_raise_floor_sql(PG_FUNCTION_ARGS)
{
	Oid			series = PG_GETARG_OID(0);

	if (!sealstone_is_owner(series, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_TABLE, get_rel_name(series));
	sealstone_rollup_raise_floor(series, PG_GETARG_INT64(1));
	PG_RETURN_VOID();
}

/* retention and drop_before(), before they drop a partition [lo, hi) */
static void
partition_drop(Oid series, Oid partition, int64 lo, int64 hi)
{
	Oid			type;

	if (prev_drop)
		prev_drop(series, partition, lo, hi);
	if (sealstone_rollups_of_series(series) == NIL)
		return;
	type = sealstone_series_time_column(series, NULL, NULL);
	if (hi == PG_INT64_MIN || hi == PG_INT64_MAX)
		return;					/* no time to raise a floor to: the drop invalidates */
	if (type == DATEOID)
	{
		int64		rest = (hi % USECS_PER_DAY + USECS_PER_DAY) % USECS_PER_DAY;

		hi = (hi - rest) / USECS_PER_DAY + (rest > 0);
	}
	sealstone_rollup_raise_floor(series, hi);
	being_dropped = partition;
}

/* is this relation, or one it is a partition of, going with its rows already taken up? */
bool
sealstone_rollup_being_dropped(Oid relation)
{
	if (!OidIsValid(being_dropped))
		return false;
	return relation == being_dropped ||
		(get_rel_relispartition(relation) && list_member_oid(get_partition_ancestors(relation), being_dropped));
}

/* ---------- a row below the floor ---------- */

static MergePlan *
merge_plan(int id, Relation rel)
{
	ListCell   *lc;
	MergePlan  *m;
	Rollup	   *r;
	List	   *groups,
			   *states;
	StringInfoData sql,
				columns,
				keys,
				sets,
				merged;
	TupleDesc	desc = RelationGetDescr(rel);
	Oid		   *types = palloc(sizeof(Oid) * desc->natts);
	AttrNumber *attnos = palloc(sizeof(AttrNumber) * desc->natts);
	int			n = 0,
				i;
	char	   *time;
	MemoryContext old;

	foreach(lc, plans)
	{
		m = lfirst(lc);
		if (m->id == id && m->relation == RelationGetRelid(rel))
			return m;
	}
	r = sealstone_rollup_by_id(id, NULL);
	if (r == NULL)
		return NULL;
	sealstone_rollup_raw(r, &groups, &states);
	(void) sealstone_series_time_column(r->series, &time, NULL);

	initStringInfo(&sql);
	initStringInfo(&columns);
	initStringInfo(&keys);
	initStringInfo(&sets);
	initStringInfo(&merged);
	for (i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute a = TupleDescAttr(desc, i);

		if (a->attisdropped)
			continue;
		types[n] = a->atttypid;
		attnos[n++] = a->attnum;
		appendStringInfo(&columns, "%s$%d AS %s", n > 1 ? ", " : "", n, quote_identifier(NameStr(a->attname)));
	}
	appendStringInfo(&sql, "INSERT INTO %s AS old SELECT %s",
					 quote_qualified_identifier(get_namespace_name(get_rel_namespace(r->states)), get_rel_name(r->states)),
					 sealstone_rollup_bucket_sql(r, quote_identifier(time)));
	i = 0;
	foreach(lc, groups)
	{
		appendStringInfo(&sql, ", %s", (char *) lfirst(lc));
		appendStringInfo(&keys, "g%d, ", ++i);
	}
	i = 0;
	foreach(lc, states)
	{
		i++;
		appendStringInfo(&sql, ", %s", (char *) lfirst(lc));
		appendStringInfo(&sets, "%ss%d", i > 1 ? ", " : "", i);
		appendStringInfo(&merged, "%s%s", i > 1 ? ", " : "", sealstone_expand_merge(r->state_merge[i - 1], i, NULL, "m."));
	}
	appendStringInfo(&sql, " FROM (SELECT %s) AS one GROUP BY 1", columns.data);
	for (i = 0; i < list_length(groups); i++)
		appendStringInfo(&sql, ", %d", i + 2);
	appendStringInfo(&sql, " ON CONFLICT (%sbucket) DO UPDATE SET (%s) = ", keys.data, sets.data);
	/* each state merged from the two rows that hold it */
	{
		StringInfoData pair;

		initStringInfo(&pair);
		appendStringInfoString(&pair, "(SELECT ");
		for (i = 1; i <= list_length(states); i++)
			appendStringInfo(&pair, "%sold.s%d AS s%d", i > 1 ? ", " : "", i, i);
		appendStringInfoString(&pair, " UNION ALL SELECT ");
		for (i = 1; i <= list_length(states); i++)
			appendStringInfo(&pair, "%sEXCLUDED.s%d", i > 1 ? ", " : "", i);
		appendStringInfoString(&pair, ") AS m");
		appendStringInfo(&sql, "(SELECT %s FROM %s)", merged.data, pair.data);
	}

	old = MemoryContextSwitchTo(TopTransactionContext);
	m = palloc0(sizeof(MergePlan));
	m->id = id;
	m->relation = RelationGetRelid(rel);
	m->nparams = n;
	m->attnos = palloc(sizeof(AttrNumber) * n);
	memcpy(m->attnos, attnos, sizeof(AttrNumber) * n);
	MemoryContextSwitchTo(old);
	m->plan = SPI_prepare(sql.data, n, types);
	if (m->plan == NULL)
		elog(ERROR, "could not prepare the merge of a row into a rollup: %s", SPI_result_code_string(SPI_result));
	SPI_keepplan(m->plan);
	old = MemoryContextSwitchTo(TopTransactionContext);
	plans = lappend(plans, m);
	MemoryContextSwitchTo(old);
	return m;
}

/* The triggers' function: fired only for rows that rollup_note() answered true for, and for TRUNCATE. */
PG_FUNCTION_INFO_V1(sealstone_rollup_trigger);
Datum
sealstone_rollup_trigger(PG_FUNCTION_ARGS)
{
	TriggerData *trigger = (TriggerData *) fcinfo->context;
	int			id;
	HeapTuple	tuple;
	Datum	   *values;
	char	   *nulls;
	MergePlan  *m;
	Rollup	   *r;
	Oid			save_user;
	int			save_context,
				nest;

	if (CALLED_AS_TRIGGER(fcinfo) && TRIGGER_FIRED_BY_TRUNCATE(trigger->tg_event))
	{
		sealstone_rollup_note_relation(RelationGetRelid(trigger->tg_relation), "truncate");
		return PointerGetDatum(NULL);
	}
	if (!CALLED_AS_TRIGGER(fcinfo) || !TRIGGER_FIRED_FOR_ROW(trigger->tg_event) ||
		!TRIGGER_FIRED_AFTER(trigger->tg_event) ||
		sscanf(trigger->tg_trigger->tgname, "sealstone_rollup_%d_", &id) != 1)
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("rollup_trigger is only the trigger of a rollup")));
	/* a row that an update moved below the floor arrives there like any other */
	tuple = TRIGGER_FIRED_BY_UPDATE(trigger->tg_event) ? trigger->tg_newtuple : trigger->tg_trigtuple;
	if (TRIGGER_FIRED_BY_DELETE(trigger->tg_event))
		return PointerGetDatum(NULL);
	r = sealstone_rollup_by_id(id, NULL);
	if (r == NULL)
		return PointerGetDatum(NULL);

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	sealstone_rollup_become_owner(r->states, &save_user, &save_context, &nest);
	m = merge_plan(id, trigger->tg_relation);
	if (m != NULL)
	{
		values = palloc(sizeof(Datum) * m->nparams);
		nulls = palloc(m->nparams);
		for (int i = 0; i < m->nparams; i++)
		{
			bool		isnull;

			values[i] = heap_getattr(tuple, m->attnos[i], RelationGetDescr(trigger->tg_relation), &isnull);
			nulls[i] = isnull ? 'n' : ' ';
		}
		if (SPI_execute_plan(m->plan, values, nulls, false, 0) != SPI_OK_INSERT)
			elog(ERROR, "could not merge a row into a rollup");
	}
	sealstone_rollup_become_self(save_user, save_context, nest);
	SPI_finish();
	return PointerGetDatum(NULL);
}

/* ---------- the states' own retention ---------- */

static void
set_retention(Oid view, const Interval *keep, bool has_width, int64 width, bool integer_call)
{
	Rollup	   *r = sealstone_rollup_by_relation(view, false);
	Relation	rel;
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple	tuple;
	Datum		values[ROLLUP_NATTS];
	bool		nulls[ROLLUP_NATTS] = {false};
	bool		replace[ROLLUP_NATTS] = {false};
	bool		integer;

	PreventCommandIfReadOnly("set_rollup_retention()");
	if (r == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a rollup", get_rel_name(view) ? get_rel_name(view) : "?")));
	if (!sealstone_is_owner(view, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_VIEW, get_rel_name(view));
	integer = r->time_type == INT2OID || r->time_type == INT4OID || r->time_type == INT8OID;
	if ((keep || has_width) && integer != integer_call)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("rollup \"%s\" has time of type %s", get_rel_name(view), format_type_be(r->time_type)),
				 errhint("Give the retention as %s.", integer ? "bigint" : "interval")));
	if ((has_width && width <= 0) ||
		(keep && DatumGetInt32(DirectFunctionCall2(interval_cmp, IntervalPGetDatum(keep),
												   IntervalPGetDatum(&(Interval) {0}))) <= 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("retention must be greater than zero"),
				 errhint("NULL keeps every bucket.")));

	/* not beside a refresh, which rewrites the same row */
	LockDatabaseObject(sealstone_rollup_catalog(), r->id, ROLLUP_LOCK_REFRESH, ExclusiveLock);
	rel = table_open(sealstone_rollup_catalog(), RowExclusiveLock);
	ScanKeyInit(&key, ROLLUP_ID, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(r->id));
	PushActiveSnapshot(GetLatestSnapshot());
	scan = systable_beginscan(rel, InvalidOid, false, GetActiveSnapshot(), 1, &key);
	tuple = systable_getnext(scan);
	if (!HeapTupleIsValid(tuple))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("rollup was dropped")));
	replace[ROLLUP_RETENTION - 1] = replace[ROLLUP_RETENTION_WIDTH - 1] = true;
	nulls[ROLLUP_RETENTION - 1] = keep == NULL;
	values[ROLLUP_RETENTION - 1] = IntervalPGetDatum(keep);
	nulls[ROLLUP_RETENTION_WIDTH - 1] = !has_width;
	values[ROLLUP_RETENTION_WIDTH - 1] = Int64GetDatum(width);
	tuple = heap_modify_tuple(tuple, RelationGetDescr(rel), values, nulls, replace);
	CatalogTupleUpdate(rel, &tuple->t_self, tuple);
	systable_endscan(scan);
	PopActiveSnapshot();
	table_close(rel, RowExclusiveLock);
}

/* set_rollup_retention(rollup regclass, keep "any") */
PG_FUNCTION_INFO_V1(sealstone_set_rollup_retention);
Datum
sealstone_set_rollup_retention(PG_FUNCTION_ARGS)
{
	Oid			view,
				type = get_fn_expr_argtype(fcinfo->flinfo, 1);
	Rollup	   *r;
	bool		integer;

	if (PG_ARGISNULL(0))
		PG_RETURN_VOID();
	view = PG_GETARG_OID(0);
	r = sealstone_rollup_by_relation(view, false);
	integer = r && (r->time_type == INT2OID || r->time_type == INT4OID || r->time_type == INT8OID);
	if (PG_ARGISNULL(1))
		set_retention(view, NULL, false, 0, integer);
	else if (type == UNKNOWNOID && integer)
		set_retention(view, NULL, true, DatumGetInt64(DirectFunctionCall1(int8in, PG_GETARG_DATUM(1))), true);
	else if (type == UNKNOWNOID)
		set_retention(view, DatumGetIntervalP(DirectFunctionCall3(interval_in, PG_GETARG_DATUM(1),
																  ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1))),
					  false, 0, false);
	else if (type == INTERVALOID)
		set_retention(view, PG_GETARG_INTERVAL_P(1), false, 0, false);
	else if (type == INT2OID || type == INT4OID || type == INT8OID)
		set_retention(view, NULL, true, sealstone_time_to_int64(PG_GETARG_DATUM(1), type), true);
	else
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("retention of a rollup is an interval, or a bigint for integer time")));
	PG_RETURN_VOID();
}

static void
end_of_transaction(XactEvent event, void *arg)
{
	ListCell   *lc;

	if (event != XACT_EVENT_COMMIT && event != XACT_EVENT_ABORT && event != XACT_EVENT_PREPARE)
		return;
	foreach(lc, plans)
		SPI_freeplan(((MergePlan *) lfirst(lc))->plan);
	plans = NIL;
	being_dropped = InvalidOid;
}

void
sealstone_floor_init(void)
{
	RegisterXactCallback(end_of_transaction, NULL);
	prev_drop = sealstone_partition_drop_hook;
	sealstone_partition_drop_hook = partition_drop;
}
