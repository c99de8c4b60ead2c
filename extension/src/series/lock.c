/*-------------------------------------------------------------------------
 *
 * lock.c
 *	  Polls for strong locks instead of queueing for them.
 *
 * A queued ACCESS EXCLUSIVE makes every later reader and writer wait behind the slowest one before it. So a
 * strong lock is asked for conditionally, with a growing pause between attempts, and given up after
 * sealstone.lock_timeout with the names of those in the way. Between attempts nothing stronger than what the
 * caller already had is held, and where one of those in the way waits for a lock that the caller has, or somebody whom others
 * queue behind has waited for one for deadlock_timeout, the attempts end at once (waiters.h). After an error nothing is left: locks go with the transaction.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "portability/instr_time.h"
#include "storage/latch.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "utils/resowner.h"
#include "utils/wait_event.h"

#include "error.h"
#include "guc.h"
#include "job/progress.h"
#include "series/lock.h"
#include "waiters.h"

/*
 * One attempt at all of them: those got are given back when one is not free. Returns the one in the way, or InvalidOid.
 */
static Oid
try_all(List *relids, LOCKMODE mode)
{
	int			got = 0;
	ListCell   *cell;

	foreach(cell, relids)
	{
		if (!ConditionalLockRelationOid(lfirst_oid(cell), mode))
		{
			for (int i = 0; i < got; i++)
				UnlockRelationOid(list_nth_oid(relids, i), mode);
			return lfirst_oid(cell);
		}
		got++;
	}
	return InvalidOid;
}

/* In a subtransaction, since Postgres ends a timed wait with an error. */
bool
sealstone_lock_wait(Oid relid, LOCKMODE mode, int timeout_ms)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	ResourceOwner waiting;
	int			saved = LockTimeout;
	volatile bool locked = false;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		LockTimeout = saved > 0 ? Min(saved, timeout_ms) : timeout_ms;
		LockRelationOid(relid, mode);
		LockTimeout = saved;
		/* the caller's, to give back if it will: at the end of the subtransaction it would become the transaction's */
		waiting = CurrentResourceOwner;
		CurrentResourceOwner = owner;
		LockRelationOid(relid, mode);
		CurrentResourceOwner = waiting;
		UnlockRelationOid(relid, mode);
		ReleaseCurrentSubTransaction();
		locked = true;
	}
	PG_CATCH();
	{
		ErrorData  *error;

		LockTimeout = saved;
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(context);
		CurrentResourceOwner = owner;
		if (error->sqlerrcode != ERRCODE_LOCK_NOT_AVAILABLE && error->sqlerrcode != ERRCODE_T_R_DEADLOCK_DETECTED)
			ReThrowError(error);
		FreeErrorData(error);
	}
	PG_END_TRY();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = owner;
	return locked;
}

/* whom the last poll gave way to; 0: nobody */
static int	gave_way_to = 0;

/* Of those in the way of relid one who waits for us; or who waits for any lock of ours, and others behind him. 0: nobody. */
static int
must_give_way(Oid relid, LOCKMODE mode)
{
	LOCKTAG		tag;
	VirtualTransactionId *holders;
	int			count;
	int			found;
	const char *waits_for;

	SET_LOCKTAG_RELATION(tag, MyDatabaseId, relid);
	holders = GetLockConflicts(&tag, mode, &count);
	found = sealstone_waiter_among(holders, count);
	pfree(holders);
	return found != 0 ? found : sealstone_held_up(&waits_for);
}

static Oid
poll(List *relids, LOCKMODE mode, int timeout_ms)
{
	instr_time	began;
	instr_time	passed;
	int			pause = 1;
	bool		reported = false;

	gave_way_to = 0;
	/* by the clock that nobody sets */
	INSTR_TIME_SET_CURRENT(began);
	for (;;)
	{
		Oid			blocked = try_all(relids, mode);

		if (!OidIsValid(blocked))
		{
			if (reported)
				sealstone_progress_unblocked();
			return InvalidOid;
		}
		INSTR_TIME_SET_CURRENT(passed);
		INSTR_TIME_SUBTRACT(passed, began);
		if (INSTR_TIME_GET_MILLISEC(passed) >= timeout_ms)
			return blocked;
		if (pause >= 16)
		{
			sealstone_progress_blocked(blocked, mode);
			reported = true;
			gave_way_to = must_give_way(blocked, mode);
			if (gave_way_to != 0)
				return blocked;
		}
		(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, pause, PG_WAIT_EXTENSION);
		ResetLatch(MyLatch);
		CHECK_FOR_INTERRUPTS();
		pause = Min(pause * 2, 100);
	}
}

bool
sealstone_lock_poll(Oid relid, LOCKMODE mode, int timeout_ms)
{
	return !OidIsValid(poll(list_make1_oid(relid), mode, timeout_ms));
}

char *
sealstone_lock_holders(Oid relid, LOCKMODE mode)
{
	LOCKTAG		tag;
	VirtualTransactionId *holders;
	int			count;
	StringInfoData buf;

	SET_LOCKTAG_RELATION(tag, MyDatabaseId, relid);
	holders = GetLockConflicts(&tag, mode, &count);
	if (count == 0)
		return NULL;
	initStringInfo(&buf);
	for (int i = 0; i < count; i++)
	{
		if (i > 0)
			appendStringInfoString(&buf, ", ");
		if (i == 5)
		{
			appendStringInfo(&buf, "and %d more", count - i);
			break;
		}
		sealstone_describe_holder(&buf, holders[i]);
	}
	return buf.data;
}

int
sealstone_lock_gave_way(void)
{
	return gave_way_to;
}

void
sealstone_let_pass(const char *what)
{
	const char *mode;
	int			pid = sealstone_held_up(&mode);

	if (pid != 0)
		ereport(ERROR,
				(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
				 errmsg("gave way to process %d instead of going on to %s", pid, what),
				 errdetail("It waits for %s that conflicts with a lock held here, and others behind it.", mode),
				 errhint("What was not committed yet is undone. Try again when that session has done its work.")));
}

static void
report_way_given(Oid relid, LOCKMODE mode, const char *what, int pid)
{
	char	   *holders = sealstone_lock_holders(relid, mode);

	ereport(ERROR,
			(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
			 errmsg("could not lock %s to %s: gave way to process %d, which waits for a lock held here", sealstone_relation_name(relid), what, pid),
			 holders ? errdetail("In the way: %s.", holders) : 0,
			 errhint("What was not committed yet is undone. Try again when that session has done its work.")));
}

void
sealstone_lock_give_way(Oid relid, LOCKMODE mode, const char *what)
{
	int			pid = must_give_way(relid, mode);

	if (pid != 0)
		report_way_given(relid, mode, what, pid);
}

void
sealstone_lock_gave_up(Oid relid, LOCKMODE mode, const char *what)
{
	char	   *holders = sealstone_lock_holders(relid, mode);

	ereport(ERROR,
			(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
			 errmsg("could not lock %s to %s within %d ms", sealstone_relation_name(relid), what, sealstone_lock_timeout),
			 holders ? errdetail("In the way: %s.", holders) : 0,
			 errhint("Nothing was changed. Try again when those transactions have ended, or raise sealstone.lock_timeout.")));
}

void
sealstone_lock_all_or_fail(List *relids, LOCKMODE mode, const char *what)
{
	Oid			blocked = poll(relids, mode, sealstone_lock_timeout);

	if (!OidIsValid(blocked))
		return;
	if (gave_way_to != 0)
		report_way_given(blocked, mode, what, gave_way_to);
	sealstone_lock_gave_up(blocked, mode, what);
}

void
sealstone_lock_or_fail(Oid relid, LOCKMODE mode, const char *what)
{
	sealstone_lock_all_or_fail(list_make1_oid(relid), mode, what);
}
