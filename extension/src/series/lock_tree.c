/*-------------------------------------------------------------------------
 *
 * lock_tree.c
 *	  All relations of one or more partition trees, and some more, locked as one.
 *
 * For what must hold a whole series at once (the triggers of a rollup). Nothing is held while another is waited for, so whoever
 * else locks these relations, in whatever order, cannot be in a deadlock with this; and who asks later waits for a moment
 * only. A mode that writers always hold somewhere (a busy live partition) is never free of itself, though: so the one relation that was in the
 * way is queued for, alone, for a few hundredths of a second, and the others are then tried without waiting. (The caller's statement has a snapshot
 * all the same, which CREATE INDEX CONCURRENTLY waits for: so not where anybody waits already, sealstone_may_queue().) Between attempts everything
 * is given back, with a growing pause; after sealstone.lock_timeout the error names who is in the way.
 *
 * Locks go with the caller's transaction.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_inherits.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "portability/instr_time.h"
#include "storage/latch.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/wait_event.h"

#include "guc.h"
#include "job/progress.h"
#include "series/lock.h"
#include "waiters.h"

#define LONGEST_PAUSE	100		/* milliseconds between attempts */
#define LONGEST_QUEUE	30		/* milliseconds in a queue */

/* The trees as they are now, roots first. */
static List *
members(List *roots)
{
	List	   *result = NIL;
	ListCell   *cell;

	foreach(cell, roots)
		result = list_concat_unique_oid(result, find_all_inheritors(lfirst_oid(cell), NoLock, NULL));
	return result;
}

/* false: not got, and nothing is held */
static bool
queue_for(Oid relid, LOCKMODE mode, int milliseconds)
{
	LOCKTAG		tag;

	SET_LOCKTAG_RELATION(tag, MyDatabaseId, relid);
	return sealstone_may_queue(&tag, mode) ? sealstone_lock_wait(relid, mode, milliseconds) : ConditionalLockRelationOid(relid, mode);
}

static void
give_back(List *relids, int count, LOCKMODE mode)
{
	for (int i = 0; i < count; i++)
		UnlockRelationOid(list_nth_oid(relids, i), mode);
}

/* All of them without waiting, or none; *blocked: the first that was not free. */
static bool
try_list(List *relids, LOCKMODE mode, Oid *blocked)
{
	for (int i = 0; i < list_length(relids); i++)
		if (!ConditionalLockRelationOid(list_nth_oid(relids, i), mode))
		{
			*blocked = list_nth_oid(relids, i);
			give_back(relids, i, mode);
			return false;
		}
	return true;
}

void
sealstone_lock_trees_or_fail(const SealstoneLockTrees *wish)
{
	instr_time	began;
	instr_time	passed;
	int			pause = 1;
	bool		reported = false;
	Oid			in_the_way = InvalidOid;
	LOCKMODE	its_mode = NoLock;

	INSTR_TIME_SET_CURRENT(began);
	for (;;)
	{
		List	   *tree = members(wish->roots);
		bool		queued = false;

		if (!OidIsValid(in_the_way) || (queued = queue_for(in_the_way, its_mode, Min(pause, LONGEST_QUEUE))))
		{
			Oid			blocked = InvalidOid;
			LOCKMODE	blocked_mode = NoLock;
			bool		all = false;

			if (!try_list(tree, wish->tree_mode, &blocked))
				blocked_mode = wish->tree_mode;
			else if (!try_list(wish->others, wish->others_mode, &blocked))
			{
				give_back(tree, list_length(tree), wish->tree_mode);
				blocked_mode = wish->others_mode;
			}
			else if (wish->also && !wish->also(wish->argument))
			{
				give_back(wish->others, list_length(wish->others), wish->others_mode);
				give_back(tree, list_length(tree), wish->tree_mode);
			}
			else
				all = true;
			/* it was counted twice */
			if (queued)
				UnlockRelationOid(in_the_way, its_mode);
			if (all)
			{
				List	   *now = members(wish->roots);

				/* under the roots' locks nothing is attached any more */
				if (list_difference_oid(now, tree) == NIL)
				{
					if (reported)
						sealstone_progress_unblocked();
					return;
				}
				give_back(wish->others, list_length(wish->others), wish->others_mode);
				give_back(tree, list_length(tree), wish->tree_mode);
				if (wish->also_back)
					wish->also_back(wish->argument);
				blocked = linitial_oid(wish->roots);
				blocked_mode = wish->tree_mode;
			}
			in_the_way = blocked;
			its_mode = blocked_mode;
		}
		INSTR_TIME_SET_CURRENT(passed);
		INSTR_TIME_SUBTRACT(passed, began);
		if (INSTR_TIME_GET_MILLISEC(passed) >= sealstone_lock_timeout)
		{
			if (!OidIsValid(in_the_way))
				wish->complain(wish->argument);
			sealstone_lock_gave_up(in_the_way, its_mode, wish->what);
		}
		if (pause >= 16)
		{
			if (OidIsValid(in_the_way))
			{
				sealstone_progress_blocked(in_the_way, its_mode);
				reported = true;
				sealstone_lock_give_way(in_the_way, its_mode, wish->what);
			}
			else
				sealstone_let_pass(wish->what);
		}
		(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, pause, PG_WAIT_EXTENSION);
		ResetLatch(MyLatch);
		CHECK_FOR_INTERRUPTS();
		pause = Min(pause * 2, LONGEST_PAUSE);
		list_free(tree);
	}
}
