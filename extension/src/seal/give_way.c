/*-------------------------------------------------------------------------
 *
 * give_way.c
 *	  An operation gives way to sessions that would otherwise wait for it, or wait with it, for long.
 *
 * The session lock of an operation (SHARE UPDATE EXCLUSIVE) lets readers and writers pass, but DDL queues behind it,
 * and behind queued DDL queue the readers and writers. And a session that has the partition open and then asks for a
 * lock that the operation's own conflicts with waits for the operation, while the swap waits for that session: a
 * deadlock that Postgres's detector cannot see, since the swap's lock is tried, never waited for. So, as autovacuum does:
 *
 *	- who has waited for deadlock_timeout, for the operation's lock alone, in a mode that readers or writers queue behind,
 *	  is given way to, whatever the operation is at (seal_let_pass());
 *	- who waits for the operation, be it by way of others, while the swap waits for him, is given way to as soon as it is
 *	  seen (seal_break_mutual_wait()): he holds the partition, or, for an unseal, a snapshot older than its last change.
 *
 * To give way is to raise an error with job->gave_way_to set. The abort releases every lock; build.c drops the
 * transient relation and begins again, sealstone.lock_attempts times in all. Nobody else calls these functions. Nothing here
 * outlives an error.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "utils/array.h"
#include "utils/fmgrprotos.h"
#include "utils/timestamp.h"

#include "compat.h"
#include "seal/seal_job.h"

#define LOOK_EVERY_MS 100
#define MAX_CHAIN 256			/* sessions followed before a chain of waits is taken for endless */

/* The job that builds an index now, whose scan is the access method's. */
static SealJob *indexing = NULL;

static void
give_way(SealJob *job, int pid, const char *mode)
{
	SealstoneProgress *progress = &job->progress;

	job->gave_way_to = pid;
	progress->nblockers = 1;
	progress->blockers[0] = pid;
	progress->prepared_gid[0] = '\0';
	seal_report(job, "giving way", 0);
	ereport(ERROR,
			(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
			 errmsg("gave way to process %d, which waits for a lock of the operation on %s", pid, job->name),
			 mode ? errdetail("It waits for %s on the partition, and others behind it.", mode)
			 : errdetail("It has the partition open, or an older snapshot, so each waits for the other."),
			 errhint("Nothing was changed. Try again when that session has done its work.")));
}

static bool
is_partition(const SealJob *job, const LOCKTAG *tag)
{
	return tag->locktag_type == LOCKTAG_RELATION && tag->locktag_lockmethodid == DEFAULT_LOCKMETHOD &&
		tag->locktag_field1 == MyDatabaseId && tag->locktag_field2 == job->relid;
}

/* Does anybody but us hold a lock on the partition that keeps waiter from his? */
static bool
others_hold(const SealJob *job, const LockData *data, const LockInstanceData *waiter)
{
	LOCKMASK	conflicts = GetLockTagsMethodTable(&waiter->locktag)->conflictTab[waiter->waitLockMode];

	for (int i = 0; i < data->nelements; i++)
	{
		const LockInstanceData *lock = &data->locks[i];

		if (is_partition(job, &lock->locktag) && (lock->holdMask & conflicts) != 0 &&
			lock->pid != MyProcPid && lock->pid != waiter->pid)
			return true;
	}
	return false;
}

void
seal_let_pass(SealJob *job)
{
	TimestampTz now;
	LOCKTAG		tag;
	LockData   *data;

	if (!job->source_locked || job->alone)
		return;
	now = GetCurrentTimestamp();
	if (now < job->look_again)
		return;
	job->look_again = TimestampTzPlusMilliseconds(now, LOOK_EVERY_MS);
	SET_LOCKTAG_RELATION(tag, MyDatabaseId, job->relid);
	if (!LockHasWaiters(&tag, ShareUpdateExclusiveLock, true))
		return;
	data = GetLockStatusData();
	for (int i = 0; i < data->nelements; i++)
	{
		const LockInstanceData *lock = &data->locks[i];

		if (is_partition(job, &lock->locktag) && lock->waitLockMode >= ShareLock && lock->pid != MyProcPid &&
			lock->waitStart != 0 && TimestampDifferenceExceeds(lock->waitStart, now, DeadlockTimeout) &&
			!others_hold(job, data, lock))
			give_way(job, lock->pid, GetLockmodeName(DEFAULT_LOCKMETHOD, lock->waitLockMode));
	}
	pfree(data->locks);
	pfree(data);
}

void
seal_indexing(SealJob *job)
{
	indexing = job;
}

void
sealstone_seal_index_tick(void)
{
	if (indexing)
		seal_let_pass(indexing);
}

/* Does pid wait, itself or by way of those it waits for, for us? */
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
			continue;			/* a prepared transaction waits for nobody */
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

/*
 * After a try that failed: is one of those in the way himself waiting for us? With old_snapshots, those in the way
 * are the ones whose snapshots are older than the last change of an unseal's rows; else who holds the partition.
 */
void
seal_break_mutual_wait(SealJob *job, bool old_snapshots)
{
	VirtualTransactionId *others;
	int			count;
	LOCKTAG		tag;

	if (!job->source_locked || job->alone)
		return;
	SET_LOCKTAG_RELATION(tag, MyDatabaseId, job->relid);
	if (old_snapshots)
		others = GetCurrentVirtualXIDs(XidFromFullTransactionId(job->newest), true, false, PROC_IN_VACUUM, &count);
	else
		others = GetLockConflicts(&tag, AccessExclusiveLock, &count);
	for (int i = 0; i < count; i++)
	{
		TransactionId xid = InvalidTransactionId;
		int			pid = sealstone_vxid_pid(&others[i], &xid);

		if (pid > 0 && waits_for_us(pid))
			give_way(job, pid, NULL);
	}
	pfree(others);
}
