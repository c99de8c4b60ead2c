/*-------------------------------------------------------------------------
 *
 * refresh.c
 *	  refresh_rollup: take up what is new, recompute what is pending, and no more.
 *
 * One transaction, of all there is to do or (batch.c) of a bounded piece of it. Steps, each
 * explained in README.md:
 *	1. lock the rollup against other refreshes, become its owner
 *	2. choose the new watermark: the bucket that is still filling
 *	3. raise the barrier, so that writers from now on log what they write below it
 *	4. with snapshots taken after that: recompute the pending items below the old watermark,
 *	   aggregate [old, new watermark) in one statement, delete the pending rows that were read
 *	5. store the new watermark
 * An abort at any point leaves states, watermark and pending rows as they were; the barrier
 * stays raised, which costs some writers a pending row that nobody needed.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/indexing.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "common/int.h"
#include "executor/executor.h"
#include "executor/spi.h"
#include "executor/tstoreReceiver.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/portal.h"
#include "utils/queryenvironment.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "compat.h"
#include "job/progress.h"
#include "guc.h"
#include "rollup/rollup.h"
#include "stop_point.h"

typedef struct Refresh
{
	Rollup	   *r;
	RollupSource *source;
	char	   *states;			/* qualified name */
	int64		rows;			/* states written */
	int64		removed;
	int64		buckets;		/* new ones */
	int64		recomputed;		/* pending items worked off */
} Refresh;

void
sealstone_rollup_become_owner(Oid relation, Oid *save_user, int *save_context, int *nest)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
	Oid			owner;

	if (!HeapTupleIsValid(tuple))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("rollup was dropped")));
	owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
	ReleaseSysCache(tuple);
	GetUserIdAndSecContext(save_user, save_context);
	SetUserIdAndSecContext(owner, *save_context | SECURITY_RESTRICTED_OPERATION | SECURITY_LOCAL_USERID_CHANGE);
	*nest = NewGUCNestLevel();
	(void) set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	(void) set_config_option("datestyle", "ISO", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	/* an error rather than a subset */
	(void) set_config_option("row_security", "off", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
}

void
sealstone_rollup_become_self(Oid save_user, int save_context, int nest)
{
	AtEOXact_GUC(true, nest);
	SetUserIdAndSecContext(save_user, save_context);
}

static SPIPlanPtr
prepare(const char *sql, int nargs, Oid *types)
{
	/* planned for its constants each time: only so are partitions pruned while planning */
	SPIPlanPtr	plan = SPI_prepare_cursor(sql, nargs, types, CURSOR_OPT_CUSTOM_PLAN | CURSOR_OPT_PARALLEL_OK);

	if (plan == NULL)
		elog(ERROR, "could not prepare a statement of a refresh: %s", SPI_result_code_string(SPI_result));
	return plan;
}

static int64
execute(SPIPlanPtr plan, Datum *values, int expected)
{
	int			rc = SPI_execute_plan(plan, values, NULL, false, 0);

	if (rc != expected)
		elog(ERROR, "statement of a refresh failed: %s", SPI_result_code_string(rc));
	return (int64) SPI_processed;
}

/* the type's own bounds stand for the ends of the number line */
int64
sealstone_rollup_clip(const Rollup *r, int64 t)
{
	switch (r->time_type)
	{
		case TIMESTAMPTZOID:
		case TIMESTAMPOID:
			return t;			/* -infinity and infinity are the ends */
		case DATEOID:
			return Max(Min(t, DATEVAL_NOEND), DATEVAL_NOBEGIN);
		case INT4OID:
			return Max(Min(t, PG_INT32_MAX), PG_INT32_MIN);
		case INT2OID:
			return Max(Min(t, PG_INT16_MAX), PG_INT16_MIN);
		default:
			return t;
	}
}

/* ---------- what is new ---------- */

/*
 * Aggregate [lo, hi) in one statement and store it. The statement's result is spooled, so that
 * Postgres may run it in parallel, which an INSERT would forbid.
 */
static void
take_up(Refresh *f, int64 lo, int64 hi)
{
	Tuplestorestate *spool = tuplestore_begin_heap(false, false, work_mem);
	DestReceiver *dest = CreateTuplestoreDestReceiver();
	SPIExecuteOptions options = {0};
	EphemeralNamedRelation enr = palloc0(sizeof(EphemeralNamedRelationData));
	bool		open_start = lo == PG_INT64_MIN;
	char	   *condition;
	char	   *sql;
	int			rc;
	Oid			out;
	bool		varlena;
	TupleDesc	desc;
	Relation	states;
	StringInfoData order;

	/* constants in the text, so that everything is decided while planning */
	getTypeOutputInfo(f->r->time_type, &out, &varlena);
	condition = psprintf("%s%s < %s::%s",
						 open_start ? "" : psprintf("%s >= %s::%s AND ", f->source->time_column,
													quote_literal_cstr(OidOutputFunctionCall(out, sealstone_time_from_int64(lo, f->r->time_type))),
													format_type_be(f->r->time_type)),
						 f->source->time_column,
						 quote_literal_cstr(OidOutputFunctionCall(out, sealstone_time_from_int64(hi, f->r->time_type))),
						 format_type_be(f->r->time_type));
	sql = sealstone_rollup_select(f->r, f->source, NULL, condition, 1);

	SetTuplestoreDestReceiverParams(dest, spool, CurrentMemoryContext, false, NULL, NULL);
	options.dest = dest;
	rc = SPI_execute_extended(sql, &options);
	if (rc != SPI_OK_SELECT)
		elog(ERROR, "statement of a refresh failed: %s", SPI_result_code_string(rc));
	dest->rDestroy(dest);

	states = table_open(f->r->states, RowExclusiveLock);
	desc = CreateTupleDescCopy(RelationGetDescr(states));
	table_close(states, NoLock);
	enr->md.name = "sealstone_fresh";
	enr->md.reliddesc = InvalidOid;
	enr->md.tupdesc = desc;
	enr->md.enrtype = ENR_NAMED_TUPLESTORE;
	enr->md.enrtuples = (double) tuplestore_tuple_count(spool);
	enr->reldata = spool;
	if ((rc = SPI_register_relation(enr)) != SPI_OK_REL_REGISTER)
		elog(ERROR, "could not register the states of a refresh: %s", SPI_result_code_string(rc));
	if (tuplestore_tuple_count(spool) > 0)
	{
		rc = SPI_execute("SELECT count(DISTINCT bucket) FROM sealstone_fresh", false, 0);
		if (rc == SPI_OK_SELECT && SPI_processed == 1)
		{
			bool		isnull;

			f->buckets += DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &isnull));
		}
		/* a group's states side by side: that is how they are read */
		initStringInfo(&order);
		for (int i = 1; i <= f->r->ngroups; i++)
			appendStringInfo(&order, "g%d, ", i);
		rc = SPI_execute(psprintf("INSERT INTO %s SELECT * FROM sealstone_fresh ORDER BY %sbucket", f->states, order.data), false, 0);
		if (rc != SPI_OK_INSERT)
			elog(ERROR, "statement of a refresh failed: %s", SPI_result_code_string(rc));
		f->rows += (int64) SPI_processed;
	}
	SPI_unregister_relation("sealstone_fresh");
	tuplestore_end(spool);
}

/*
 * The bucket still filling: that of the newest row, or of now where rows are ahead of it; where
 * that has been sealed, the first behind its partition. PG_INT64_MIN while there is no row to go by.
 */
static int64
choose_watermark(const Rollup *r)
{
	char	   *name;
	Oid			type = sealstone_series_time_column(r->series, &name, NULL);
	bool		isnull;
	int64		newest,
				now = PG_INT64_MAX,
				lo,
				hi;
	bool		integer = type == INT2OID || type == INT4OID || type == INT8OID;
	Oid			types[1] = {type};
	Datum		values[1];

	switch (type)
	{
		case TIMESTAMPTZOID:
		case TIMESTAMPOID:
			now = GetCurrentTimestamp();
			break;
		case DATEOID:
			now = GetCurrentTimestamp() / USECS_PER_DAY;
			break;
	}
	/* what writers told, unless rows were there before there was anybody to tell */
	newest = sealstone_barrier_read(r->newest);
	if (r->watermark == PG_INT64_MIN || newest == PG_INT64_MIN)
	{
		values[0] = sealstone_time_from_int64(sealstone_rollup_clip(r, r->watermark), type);
		if (SPI_execute_plan(prepare(psprintf("SELECT max(%s) FROM %s WHERE %s >= $1%s", quote_identifier(name),
											  quote_qualified_identifier(get_namespace_name(get_rel_namespace(r->series)),
																		 get_rel_name(r->series)),
											  quote_identifier(name),
											  integer ? "" : psprintf(" AND %s < 'infinity'", quote_identifier(name))), 1, types),
							 values, NULL, false, 0) != SPI_OK_SELECT)
			elog(ERROR, "could not read the newest time of a series");
		newest = sealstone_time_to_int64(SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &isnull), type);
		if (isnull)
			return r->watermark;
	}
	newest = Min(newest, now);
	if (sealstone_time_is_infinite(newest, type) || newest < r->watermark)
		return r->watermark;
	sealstone_bucket_bounds(&r->bucket, newest, &lo, &hi);
	sealstone_newest_raise(r, lo);
	/* a bucket that ended and whose partition is sealed fills no more, nor do those behind it there: what comes is late */
	if (hi <= now && hi > lo)
	{
		int64		end = sealstone_rollup_settled_end(r, lo, hi);

		if (end > now)
			sealstone_bucket_bounds(&r->bucket, now, &end, &hi);
		lo = Max(lo, end);
	}
	return Max(lo, r->watermark);
}

/* ---------- the whole ---------- */

/*
 * Share locks on the rollup, the rollups below it and the series, to the end of the transaction,
 * before anything else is locked: DROP VIEW and DROP TABLE ... CASCADE take them exclusively, in
 * whichever order the dependencies give, and then what hangs on them. So they must meet here, and
 * nothing is held here while waiting for another. Polite callers (of the floor) never wait.
 */
static void
lock_relations(const Rollup *r, bool polite)
{
	Oid			relations[32];
	int			n = 0,
				first = 0;

	relations[n++] = r->view;
	for (const Rollup *below = r; below && below->source != below->series && n < lengthof(relations) - 1;)
	{
		relations[n++] = below->source;
		below = sealstone_rollup_by_relation(below->source, false);
	}
	relations[n++] = r->series;
	for (;;)
	{
		int			got = 0;

		/* the one that was taken last time is waited for; the others must be free */
		if (!polite)
			LockRelationOid(relations[first], AccessShareLock);
		else if (!ConditionalLockRelationOid(relations[first], AccessShareLock))
			break;
		for (got = 1; got < n; got++)
			if (!ConditionalLockRelationOid(relations[(first + got) % n], AccessShareLock))
				break;
		if (got == n)
			return;
		for (int i = 0; i < got; i++)
			UnlockRelationOid(relations[(first + i) % n], AccessShareLock);
		if (polite)
			break;
		first = (first + got) % n;
		CHECK_FOR_INTERRUPTS();
	}
	ereport(ERROR,
			(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
			 errmsg("rollup \"%s\" is being altered or dropped", get_rel_name(r->view) ? get_rel_name(r->view) : "?"),
			 errhint("Try again later; nothing was dropped.")));
}

static void
store_result(const Refresh *f, int64 watermark, int64 floor, int64 kept_from, RefreshBatch *sum, double advance_ms, double items_ms)
{
	Relation	rel = table_open(sealstone_rollup_catalog(), RowExclusiveLock);
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple	tuple;
	Datum		values[ROLLUP_NATTS];
	bool		nulls[ROLLUP_NATTS] = {false};
	bool		replace[ROLLUP_NATTS] = {false};
	instr_time	elapsed;
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	bool		isnull;
	int64		rows,
				buckets;
	Relation	states;

	INSTR_TIME_SET_CURRENT(elapsed);
	INSTR_TIME_SUBTRACT(elapsed, sum->start);
	sum->rows += f->rows;
	sum->buckets += f->buckets + f->recomputed;
	ScanKeyInit(&key, ROLLUP_ID, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(f->r->id));
	scan = systable_beginscan(rel, InvalidOid, false, snapshot, 1, &key);
	tuple = systable_getnext(scan);
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "rollup %d has no row", f->r->id);
	rows = DatumGetInt64(heap_getattr(tuple, ROLLUP_STATES_ROWS, RelationGetDescr(rel), &isnull));
	if (isnull)
		rows = 0;
	buckets = DatumGetInt64(heap_getattr(tuple, ROLLUP_STATES_BUCKETS, RelationGetDescr(rel), &isnull));
	if (isnull)
		buckets = 0;
	states = table_open(f->r->states, AccessShareLock);
#define SET(a, v) (values[(a) - 1] = (v), replace[(a) - 1] = true)
	SET(ROLLUP_WATERMARK, Int64GetDatum(watermark));
	SET(ROLLUP_FLOOR, Int64GetDatum(floor));
	SET(ROLLUP_KEPT_FROM, Int64GetDatum(kept_from));
	SET(ROLLUP_LAST_REFRESH, TimestampTzGetDatum(GetCurrentTimestamp()));
	SET(ROLLUP_LAST_REFRESH_MS, Float8GetDatum(INSTR_TIME_GET_MILLISEC(elapsed)));
	SET(ROLLUP_LAST_REFRESH_ROWS, Int64GetDatum(sum->rows));
	SET(ROLLUP_LAST_REFRESH_BUCKETS, Int64GetDatum(sum->buckets));
	if (f->recomputed > 0)
		SET(ROLLUP_ITEM_MS, Float8GetDatum(items_ms / f->recomputed));
	if (f->buckets > 0)
		SET(ROLLUP_BUCKET_MS, Float8GetDatum(advance_ms / f->buckets));
	SET(ROLLUP_STATES_ROWS, Int64GetDatum(rows + f->rows - f->removed));
	SET(ROLLUP_STATES_BUCKETS, Int64GetDatum(buckets + f->buckets));
	SET(ROLLUP_STATES_BYTES, DirectFunctionCall1(pg_total_relation_size, ObjectIdGetDatum(f->r->states)));
	SET(ROLLUP_MEASURED_AT, TimestampTzGetDatum(GetCurrentTimestamp()));
#undef SET
	tuple = heap_modify_tuple(tuple, RelationGetDescr(rel), values, nulls, replace);
	CatalogTupleUpdate(rel, &tuple->t_self, tuple);
	systable_endscan(scan);
	UnregisterSnapshot(snapshot);
	table_close(states, AccessShareLock);
	table_close(rel, RowExclusiveLock);
	/* sessions' cached watermarks, and plans made with the old one */
	CacheInvalidateRelcacheByRelid(f->r->states);
}

/* where the states' own retention cuts, given the newest bucket; PG_INT64_MIN: nowhere */
static int64
retention_cut(const Rollup *r, int64 watermark)
{
	int64		t,
				lo,
				hi;

	if (r->keep == NULL && r->keep_width == 0)
		return PG_INT64_MIN;
	if (r->keep)
	{
		t = DatumGetTimestampTz(DirectFunctionCall2(timestamptz_mi_interval,
													TimestampTzGetDatum(GetCurrentTimestamp()),
													IntervalPGetDatum(r->keep)));
		if (r->time_type == DATEOID)
			t = (t - ((t % USECS_PER_DAY) + USECS_PER_DAY) % USECS_PER_DAY) / USECS_PER_DAY;
	}
	else if (watermark == PG_INT64_MIN || pg_sub_s64_overflow(watermark, r->keep_width, &t))
		return PG_INT64_MIN;
	sealstone_bucket_bounds(&r->bucket, t, &lo, &hi);
	return lo;
}

/* Drop states below cut; rollups over this one have taken up what they need of them. */
static void
drop_states(Refresh *f, int64 cut)
{
	Oid			types[1] = {f->r->time_type};
	Datum		values[1] = {sealstone_time_from_int64(cut, f->r->time_type)};
	ListCell   *lc;

	foreach(lc, sealstone_rollups_of_series(f->r->series))
	{
		Rollup	   *above = lfirst(lc);

		if (above->source == f->r->view && above->floor < sealstone_rollup_bucket_ceiling(above, cut))
		{
			sealstone_rollup_lock_or_leave(above, ROLLUP_LOCK_REFRESH);
			sealstone_rollup_lock_or_leave(above, ROLLUP_LOCK_FLOOR);
			(void) sealstone_rollup_refresh(above->view, PG_INT64_MIN, cut,
											sealstone_rollup_bucket_ceiling(above, cut), true, NULL);
		}
	}
	f->removed += execute(prepare(psprintf("DELETE FROM %s WHERE bucket < $1", f->states), 1, types),
						  values, SPI_OK_DELETE);
}

/*
 * Refresh what lies in [lo, hi): pending items that touch it, and new buckets up to hi, when
 * nothing between the watermark and lo would be left out. With a floor, everything below it is
 * taken up, even of a bucket still filling, and the floor is raised to it: the caller holds the
 * FLOOR lock. trusted: rights were checked. With a batch, only a bounded piece of the work, and
 * batch->more says whether there is another. Returns the states written.
 */
int64
sealstone_rollup_refresh(Oid view, int64 lo, int64 hi, int64 floor, bool trusted, RefreshBatch *batch)
{
	Refresh		f = {0};
	Rollup	   *r = sealstone_rollup_by_relation(view, false);
	Oid			save_user;
	int			save_context,
				nest;
	int64		watermark;
	List	   *items,
			   *todo = NIL;
	ListCell   *lc;
	Snapshot	snapshot;
	SealstonePending read = {0};
	SealstoneRecompute recompute = {0};
	RefreshBatch whole = {0};
	RefreshBatch *sum = batch ? batch : &whole;
	instr_time	t0,
				t1;
	double		items_ms = 0,
				advance_ms = 0;
	int64		cut;

	PreventCommandIfReadOnly("refresh_rollup()");
	PreventCommandDuringRecovery("refresh_rollup()");
	if (r == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a rollup", get_rel_name(view) ? get_rel_name(view) : "?")));
	if (!trusted && !sealstone_is_owner(view, GetUserId()) && !sealstone_has_maintain(view, GetUserId()) &&
		!sealstone_rollup_may_operate(view))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("must be owner of rollup %s to refresh it", get_rel_name(view)),
				 errhint("Its owner can grant this with sealstone.grant_operate.")));
	if (IsolationUsesXactSnapshot())
		ereport(ERROR,
				(errcode(ERRCODE_ACTIVE_SQL_TRANSACTION),
				 errmsg("a rollup cannot be refreshed in a transaction with a fixed snapshot"),
				 errhint("Refresh it in a READ COMMITTED transaction.")));
	if (!sum->began)
		INSTR_TIME_SET_CURRENT(sum->start);
	sum->began = true;
	sum->more = false;

	/* 1 */
	LockDatabaseObject(sealstone_rollup_catalog(), r->id, ROLLUP_LOCK_REFRESH, ExclusiveLock);
	lock_relations(r, floor != PG_INT64_MIN);
	r = sealstone_rollup_by_relation(view, false);	/* as another refresh has left it */
	if (r == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("rollup was dropped")));
	f.r = r;
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	sealstone_rollup_become_owner(r->states, &save_user, &save_context, &nest);
	f.source = sealstone_rollup_source(r);
	f.states = quote_qualified_identifier(get_namespace_name(get_rel_namespace(r->states)),
										  get_rel_name(r->states));

	/* 2 */
	watermark = choose_watermark(r);
	if (lo > r->watermark && lo != PG_INT64_MIN)
		watermark = r->watermark;
	else if (hi != PG_INT64_MAX && !sealstone_time_is_infinite(hi, r->time_type) && hi < watermark)
	{
		int64		start,
					ignore;

		sealstone_bucket_bounds(&r->bucket, hi, &start, &ignore);
		watermark = Max(r->watermark, start);
	}
	if (batch && watermark > r->watermark)
	{
		int64		end = sealstone_rollup_batch_end(r, r->watermark, watermark);

		batch->more = end < watermark;
		watermark = end;
	}
	watermark = Max(watermark, floor);
	cut = Max(retention_cut(r, watermark), r->kept_from);
	watermark = Max(watermark, cut);

	/* 3 */
	if (watermark > r->watermark)
		sealstone_barrier_raise(r, watermark);
	SEALSTONE_STOP_POINT(rollup_barrier_raised);

	/* 4 */
	sealstone_progress_phase("recomputing what changed");
	snapshot = RegisterSnapshot(GetLatestSnapshot());
	read.limit = batch ? Max(1, sealstone_rollup_pair_limit) : 0;
	items = sealstone_pending_load(r, snapshot, r->floor, watermark, lo, hi, &read);
	UnregisterSnapshot(snapshot);
	INSTR_TIME_SET_CURRENT(t0);
	if (batch)
	{
		/* of a range, a piece; what is pending behind it comes next */
		foreach(lc, items)
		{
			PendingItem *item = lfirst(lc);

			if (item->keys == NULL && item->lo < read.end && item->hi > item->lo)
			{
				int64		end = sealstone_rollup_batch_end(r, item->lo, Min(item->hi, r->watermark));

				if (end < Min(item->hi, r->watermark))
				{
					read.end = Min(read.end, end);
					break;
				}
			}
		}
		batch->more |= read.end != PG_INT64_MAX;
	}
	foreach(lc, items)
	{
		PendingItem *item = lfirst(lc);

		item->hi = Min(Min(item->hi, r->watermark), read.end);
		if (item->lo >= item->hi)
			continue;			/* step 4 takes it up anew, or the next batch */
		item->lo = sealstone_rollup_clip(r, item->lo);
		item->hi = sealstone_rollup_clip(r, item->hi);
		todo = lappend(todo, item);
	}
	recompute.r = r;
	recompute.source = f.source;
	recompute.states = f.states;
	sealstone_rollup_recompute(&recompute, todo);
	f.rows = recompute.rows;
	f.removed = recompute.removed;
	f.recomputed = recompute.recomputed;
	INSTR_TIME_SET_CURRENT(t1);
	INSTR_TIME_SUBTRACT(t1, t0);
	items_ms = INSTR_TIME_GET_MILLISEC(t1);
	if (watermark > r->watermark)
	{
		INSTR_TIME_SET_CURRENT(t0);
		sealstone_progress_phase("aggregating new buckets");
		if (Max(r->watermark, cut) < watermark)
			take_up(&f, Max(r->watermark, cut), watermark);
		INSTR_TIME_SET_CURRENT(t1);
		INSTR_TIME_SUBTRACT(t1, t0);
		advance_ms = INSTR_TIME_GET_MILLISEC(t1);
	}
	sealstone_pending_finish(&read);
	if (cut > r->kept_from)
		drop_states(&f, cut);

	/* 5 */
	store_result(&f, watermark, Max(r->floor, Max(floor, cut)), cut, sum, advance_ms, items_ms);
	sealstone_rollup_become_self(save_user, save_context, nest);
	SPI_finish();
	CommandCounterIncrement();	/* a second refresh in this command must see what this one did */
	SEALSTONE_STOP_POINT(rollup_refreshed);
	return f.rows;
}

/* a bound written as a literal of the time type (bigint for integer time) in the rollup's unit */
int64
sealstone_rollup_bound_text(const char *literal, const Rollup *r, int64 missing)
{
	bool		integer = r->time_type == INT2OID || r->time_type == INT4OID || r->time_type == INT8OID;
	Oid			wanted = integer ? INT8OID : r->time_type;
	Oid			input,
				ioparam;
	int64		t;

	if (literal == NULL)
		return missing;
	getTypeInputInfo(wanted, &input, &ioparam);
	t = sealstone_time_to_int64(OidInputFunctionCall(input, (char *) literal, ioparam, -1), wanted);
	if (sealstone_time_is_infinite(t, wanted))
		return t < 0 ? PG_INT64_MIN : PG_INT64_MAX;
	return t;
}

/*
 * A bound as whoever calls writes it: a literal, or a value of any time type, as int64 in the
 * rollup's unit; `missing` for NULL.
 */
int64
sealstone_rollup_bound_argument(FunctionCallInfo fcinfo, int arg, const Rollup *r, int64 missing)
{
	Oid			type;
	bool		integer = r->time_type == INT2OID || r->time_type == INT4OID || r->time_type == INT8OID;
	Oid			wanted = integer ? INT8OID : r->time_type;
	Datum		value;

	if (PG_NARGS() <= arg || PG_ARGISNULL(arg))
		return missing;
	type = get_fn_expr_argtype(fcinfo->flinfo, arg);
	value = PG_GETARG_DATUM(arg);
	if (type == UNKNOWNOID || type == TEXTOID)
		return sealstone_rollup_bound_text(type == TEXTOID ? TextDatumGetCString(value) : DatumGetCString(value), r, missing);
	if (integer && (type == INT2OID || type == INT4OID || type == INT8OID))
		return sealstone_time_to_int64(value, type);
	if (!integer && (type == TIMESTAMPTZOID || type == TIMESTAMPOID || type == DATEOID))
	{
		/* zoneless values are read as UTC */
		int64		t = sealstone_time_to_int64(value, type);

		if (sealstone_time_is_infinite(t, type))
			return t < 0 ? PG_INT64_MIN : PG_INT64_MAX;
		if (type == DATEOID && wanted != DATEOID && pg_mul_s64_overflow(t, USECS_PER_DAY, &t))
			return t < 0 ? PG_INT64_MIN : PG_INT64_MAX;
		if (type != DATEOID && wanted == DATEOID)
			t = (t - ((t % USECS_PER_DAY) + USECS_PER_DAY) % USECS_PER_DAY) / USECS_PER_DAY;
		return t;
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("rollup \"%s\" has time of type %s", get_rel_name(r->view), format_type_be(r->time_type)),
			 errhint("Give the bounds as %s.", integer ? "bigint" : "timestamptz")));
	return missing;				/* not reached */
}

/* refresh_rollup(rollup regclass, lo "any" = NULL, hi "any" = NULL) -> int */
PG_FUNCTION_INFO_V1(sealstone_refresh_rollup);
Datum
sealstone_refresh_rollup(PG_FUNCTION_ARGS)
{
	Oid			view;
	Rollup	   *r;
	int64		rows;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	view = PG_GETARG_OID(0);
	r = sealstone_rollup_by_relation(view, false);
	if (r == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a rollup", get_rel_name(view) ? get_rel_name(view) : "?"),
				 errhint("View sealstone.rollup_info lists the rollups.")));
	rows = sealstone_rollup_refresh(view, sealstone_rollup_bound_argument(fcinfo, 1, r, PG_INT64_MIN),
									sealstone_rollup_bound_argument(fcinfo, 2, r, PG_INT64_MAX), PG_INT64_MIN, false, NULL);
	PG_RETURN_INT32((int32) Min(rows, PG_INT32_MAX));
}
