/*-------------------------------------------------------------------------
 *
 * waiters.c
 *	  Who waits for a lock of this session.
 *
 * Locks that are polled for instead of waited for (src/seal, src/series/lock.c) make deadlocks that Postgres cannot see: only who
 * waits is looked at by its detector. And a session that holds a weak lock for long, while it works or polls, makes DDL queue, and
 * everybody behind it. Those who poll or work long therefore ask here now and then, and give way. Reads the lock table and
 * changes nothing; nothing is held after return or error.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "utils/array.h"
#include "utils/fmgrprotos.h"
#include "utils/timestamp.h"

#include "compat.h"
#include "waiters.h"

#define MAX_CHAIN 256			/* sessions followed before a chain of waits is taken for endless */

static bool
waits_for_us(int pid)
{
	int			chain[MAX_CHAIN];
	int			length = 0;

	chain[length++] = pid;
	for (int at = 0; at < length; at++)
	{
		ArrayType  *array;
		Datum	   *blocking;
		int			count;

		if (chain[at] == 0)
			continue;
		array = DatumGetArrayTypeP(DirectFunctionCall1(pg_blocking_pids, Int32GetDatum(chain[at])));
		deconstruct_array(array, INT4OID, sizeof(int32), true, TYPALIGN_INT, &blocking, NULL, &count);
		for (int i = 0; i < count; i++)
		{
			int			next = DatumGetInt32(blocking[i]);
			bool		known = false;

			if (next == MyProcPid)
				return true;
			for (int j = 0; j < length && !known; j++)
				known = chain[j] == next;
			if (!known && length < MAX_CHAIN)
				chain[length++] = next;
		}
		pfree(blocking);
		pfree(array);
	}
	return false;
}

int
sealstone_waiter_among(VirtualTransactionId *sessions, int count)
{
	for (int i = 0; i < count; i++)
	{
		TransactionId xid = InvalidTransactionId;
		int			pid = sealstone_vxid_pid(&sessions[i], &xid);

		/* a prepared transaction has no process, and waits for nobody */
		if (pid > 0 && waits_for_us(pid))
			return pid;
	}
	return 0;
}

static bool
same_tag(const LOCKTAG *a, const LOCKTAG *b)
{
	return memcmp(a, b, sizeof(LOCKTAG)) == 0;
}

/* Is this session waiting for a lock itself? */
static bool
is_waiting(const LockData *data, int pid)
{
	for (int i = 0; i < data->nelements; i++)
		if (data->locks[i].pid == pid && data->locks[i].waitLockMode != NoLock)
			return true;
	return false;
}

int
sealstone_held_up(const char **mode)
{
	TimestampTz now = GetCurrentTimestamp();
	LockData   *data = GetLockStatusData();
	int			held_up = 0;

	for (int i = 0; i < data->nelements && held_up == 0; i++)
	{
		const LockInstanceData *waiter = &data->locks[i];
		LOCKMASK	conflicts;
		bool		ours = false;
		bool		others = false;

		if (waiter->waitLockMode < ShareLock || waiter->waitLockMode > AccessExclusiveLock ||
			waiter->locktag.locktag_type != LOCKTAG_RELATION || waiter->pid == MyProcPid ||
			waiter->waitStart == 0 || !TimestampDifferenceExceeds(waiter->waitStart, now, DeadlockTimeout))
			continue;
		conflicts = GetLockTagsMethodTable(&waiter->locktag)->conflictTab[waiter->waitLockMode];
		for (int j = 0; j < data->nelements; j++)
		{
			const LockInstanceData *holder = &data->locks[j];

			if ((holder->holdMask & conflicts) == 0 || holder->pid == waiter->pid || !same_tag(&holder->locktag, &waiter->locktag))
				continue;
			if (holder->pid == MyProcPid)
				ours = true;
			else if (holder->pid == 0 || !is_waiting(data, holder->pid))
				others = true;
		}
		if (ours && !others)
		{
			held_up = waiter->pid;
			*mode = GetLockmodeName(DEFAULT_LOCKMETHOD, waiter->waitLockMode);
		}
	}
	pfree(data->locks);
	pfree(data);
	return held_up;
}

bool
sealstone_may_queue(const LOCKTAG *tag, LOCKMODE mode)
{
	LockData   *data = GetLockStatusData();
	LOCKMASK	conflicts = GetLockTagsMethodTable(tag)->conflictTab[mode];
	bool		may = true;

	for (int i = 0; i < data->nelements && may; i++)
	{
		const LockInstanceData *lock = &data->locks[i];

		if (lock->pid == MyProcPid)
			continue;
		if (lock->waitLockMode != NoLock)
		{
			may = !same_tag(&lock->locktag, tag);
			for (int j = 0; j < data->nelements && may; j++)
				may = data->locks[j].pid != MyProcPid || data->locks[j].holdMask == 0 ||
					!same_tag(&data->locks[j].locktag, &lock->locktag);
		}
		else if ((lock->holdMask & conflicts) != 0 && same_tag(&lock->locktag, tag))
			may = lock->pid != 0 && !is_waiting(data, lock->pid);
	}
	pfree(data->locks);
	pfree(data);
	return may;
}
