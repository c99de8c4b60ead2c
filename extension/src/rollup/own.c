/*-------------------------------------------------------------------------
 *
 * own.c
 *	  What a transaction has itself noted of a rollup, for its own reads of it.
 *
 * Others see a late row together with its pending row, at commit. The writing transaction sees
 * its rows from its next command on, and so must its reads of a rollup: what invalidate.c keeps
 * in memory is added here to what is read from sealstone.rollup_pending.
 *
 * The two branches of a rollup's view that ask what is pending (A leaves it out, C computes it)
 * do so at different times, between which a cursor's transaction may go on writing. They must be
 * told the same. So an item counts for a snapshot if and only if the command that noted it first
 * is earlier than the snapshot's: what the snapshot does not see never changes its answer. For
 * the same reason what becomes coarser is kept as it was for snapshots of earlier commands, and
 * a range that grows is kept in steps. A step goes further than asked for, twice as wide as the
 * one before, so that there are few. Too much is never wrong: it is computed from the rows.
 *
 * The command of a row is that of the statement that writes it, not the newest: a function that
 * the statement calls may have started others. The hooks here follow the statement.
 *
 * Parallel workers know nothing of this: a plan that reads such a rollup runs without them.
 *
 * After an error everything here is gone with the transaction, or (a rolled-back savepoint's)
 * stands for more than there is.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "common/int.h"
#include "executor/executor.h"
#include "tcop/utility.h"
#include "utils/memutils.h"

#include "compat.h"
#include "rollup/note.h"

static ExecutorRun_hook_type prev_run = NULL;
static ExecutorFinish_hook_type prev_finish = NULL;
static ProcessUtility_hook_type prev_utility = NULL;
static CommandId writing = InvalidCommandId;	/* of the statement that is running; invalid: none that is known */

CommandId
sealstone_writing_command(void)
{
	return writing != InvalidCommandId ? writing : GetCurrentCommandId(false);
}

/* [lo, hi) made of whole buckets, open ends left open */
void
sealstone_whole_buckets(const Rollup *r, int64 *lo, int64 *hi)
{
	int64		bucket_lo,
				bucket_hi;

	if (*lo != PG_INT64_MIN && !sealstone_time_is_infinite(*lo, r->time_type))
	{
		sealstone_bucket_bounds(&r->bucket, *lo, &bucket_lo, &bucket_hi);
		*lo = bucket_lo;
	}
	if (*hi != PG_INT64_MAX && !sealstone_time_is_infinite(*hi, r->time_type))
	{
		sealstone_bucket_bounds(&r->bucket, *hi - 1, &bucket_lo, &bucket_hi);
		*hi = bucket_hi;
	}
}

/* t moved by a width, to the end of the line where it leaves what its type can hold */
static int64
moved(const Rollup *r, int64 t, int64 by)
{
	int64		result;

	if (pg_add_s64_overflow(t, by, &result) || result != sealstone_rollup_clip(r, result) ||
		sealstone_time_is_infinite(result, r->time_type))
		return by < 0 ? PG_INT64_MIN : PG_INT64_MAX;
	return result;
}

/* A command noted [lo, hi), of whole buckets, where only one range is kept. */
void
sealstone_own_range_widened(Note *n, int64 lo, int64 hi, CommandId cid)
{
	RangeNote  *last = n->steps ? linitial(n->steps) : NULL;
	RangeNote  *step;
	MemoryContext old;

	if (last)
	{
		int64		width;

		if (lo >= last->lo && hi <= last->hi)
			return;
		if (pg_sub_s64_overflow(last->hi, last->lo, &width))
			width = PG_INT64_MAX;
		if (lo < last->lo && cid != last->cid)
			lo = Min(lo, moved(n->r, last->lo, -width));
		if (hi > last->hi && cid != last->cid)
			hi = Max(hi, moved(n->r, last->hi, width));
		sealstone_whole_buckets(n->r, &lo, &hi);
		lo = Min(lo, last->lo);
		hi = Max(hi, last->hi);
		if (cid == last->cid)
		{
			last->lo = lo;
			last->hi = hi;
			return;
		}
	}
	old = MemoryContextSwitchTo(TopTransactionContext);
	step = palloc0(sizeof(RangeNote));
	step->lo = lo;
	step->hi = hi;
	step->cid = cid;
	n->steps = lcons(step, n->steps);
	MemoryContextSwitchTo(old);
}

static List *
add_item(List *items, const Rollup *r, int64 lo, int64 hi, char **keys)
{
	PendingItem *item = palloc0(sizeof(PendingItem));

	item->lo = lo;
	item->hi = hi;
	if (keys)
	{
		item->keys = palloc0(sizeof(char *) * r->ngroups);
		for (int i = 0; i < r->ngroups; i++)
			item->keys[i] = keys[i] ? pstrdup(keys[i]) : NULL;
		item->encoded = sealstone_encode_keys(r->ngroups, item->keys);
	}
	return lappend(items, item);
}

/* Items that this transaction has noted and the snapshot sees, in the current memory context. */
List *
sealstone_own_items(const Rollup *r, Snapshot snapshot)
{
	List	   *items = NIL;
	ListCell   *lc;

	if (sealstone_rollup_notes() == NIL)
		return NIL;
	foreach(lc, sealstone_rollup_notes())
	{
		Note	   *n = lfirst(lc);
		CommandId	now = snapshot->curcid;
		NoteEntry  *entry;
		ListCell   *rc;

		if (n->r->id != r->id)
			continue;
		entry = n->pairs && now <= n->pairs_until ? n->pairs :
			n->range_only && now <= n->buckets_until ? n->buckets : n->newest;
		for (; entry; entry = entry->older)
			if (entry->cid < now)
				items = add_item(items, r, entry->key.lo, entry->hi, entry->keys);
		foreach(rc, n->steps)
		{
			RangeNote  *step = lfirst(rc);

			if (step->cid < now)
			{
				items = add_item(items, r, step->lo, step->hi, NULL);
				break;
			}
		}
		foreach(rc, n->ranges)
		{
			RangeNote  *range = lfirst(rc);

			if (range->cid < now && range->lo < range->hi)
				items = add_item(items, r, range->lo, range->hi, NULL);
		}
		/* past the watermark when written; a refresh may have moved that meanwhile */
		if (n->has_above && n->above_cid < now)
			items = add_item(items, r, n->r->watermark, PG_INT64_MAX, NULL);
	}
	return items;
}

/* ---------- the statement that writes ---------- */

static bool
reads_noted_rollup(const PlannedStmt *plan)
{
	ListCell   *lc;

	foreach(lc, sealstone_rollup_notes())
		if (list_member_oid(plan->relationOids, ((Note *) lfirst(lc))->r->states))
			return true;
	return false;
}

static void
pass_run(SEALSTONE_EXECUTOR_RUN_ARGS)
{
	if (prev_run)
		prev_run(SEALSTONE_EXECUTOR_RUN_PASS);
	else
		standard_ExecutorRun(SEALSTONE_EXECUTOR_RUN_PASS);
}

static void
executor_run(SEALSTONE_EXECUTOR_RUN_ARGS)
{
	PlannedStmt *plan = desc->plannedstmt;
	bool		parallel = plan->parallelModeNeeded;
	CommandId	outer = writing;

	if (plan->commandType == CMD_SELECT && !plan->hasModifyingCTE &&
		!(parallel && sealstone_rollup_notes() != NIL && reads_noted_rollup(plan)))
	{
		pass_run(SEALSTONE_EXECUTOR_RUN_PASS);
		return;
	}
	PG_TRY();
	{
		if (plan->commandType != CMD_SELECT || plan->hasModifyingCTE)
			writing = desc->estate->es_output_cid;
		else
			plan->parallelModeNeeded = false;
		pass_run(SEALSTONE_EXECUTOR_RUN_PASS);
	}
	PG_FINALLY();
	{
		writing = outer;
		plan->parallelModeNeeded = parallel;
	}
	PG_END_TRY();
}

static void
executor_finish(QueryDesc *desc)
{
	CommandId	outer = writing;

	PG_TRY();
	{
		if (desc->plannedstmt->commandType != CMD_SELECT || desc->plannedstmt->hasModifyingCTE)
			writing = desc->estate->es_output_cid;
		if (prev_finish)
			prev_finish(desc);
		else
			standard_ExecutorFinish(desc);
	}
	PG_FINALLY();
	{
		writing = outer;
	}
	PG_END_TRY();
}

static void
utility(PlannedStmt *pstmt, const char *query, bool readOnlyTree, ProcessUtilityContext context,
		ParamListInfo params, QueryEnvironment *env, DestReceiver *dest, QueryCompletion *qc)
{
	ProcessUtility_hook_type next = prev_utility ? prev_utility : standard_ProcessUtility;
	CommandId	outer = writing;

	if (!IsA(pstmt->utilityStmt, CopyStmt) || !castNode(CopyStmt, pstmt->utilityStmt)->is_from ||
		!IsTransactionState())
	{
		next(pstmt, query, readOnlyTree, context, params, env, dest, qc);
		return;
	}
	PG_TRY();
	{
		writing = GetCurrentCommandId(false);
		next(pstmt, query, readOnlyTree, context, params, env, dest, qc);
	}
	PG_FINALLY();
	{
		writing = outer;
	}
	PG_END_TRY();
}

void
sealstone_own_init(void)
{
	prev_utility = ProcessUtility_hook;
	ProcessUtility_hook = utility;
	prev_run = ExecutorRun_hook;
	ExecutorRun_hook = executor_run;
	prev_finish = ExecutorFinish_hook;
	ExecutorFinish_hook = executor_finish;
}
