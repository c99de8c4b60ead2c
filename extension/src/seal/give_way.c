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

#include "miscadmin.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "utils/timestamp.h"

#include "seal/seal_job.h"
#include "waiters.h"

#define LOOK_EVERY_MS 100

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
			 mode ? errdetail("It waits for %s, and others behind it.", mode)
			 : errdetail("It has the partition open, or an older snapshot, so each waits for the other."),
			 errhint("Nothing was changed. Try again when that session has done its work.")));
}

void
seal_let_pass(SealJob *job)
{
	TimestampTz now;
	LOCKTAG		tag;
	const char *mode;
	int			pid;

	if (!job->source_locked || job->alone)
		return;
	now = GetCurrentTimestamp();
	if (now < job->look_again)
		return;
	job->look_again = TimestampTzPlusMilliseconds(now, LOOK_EVERY_MS);
	SET_LOCKTAG_RELATION(tag, MyDatabaseId, job->relid);
	if (!LockHasWaiters(&tag, ShareUpdateExclusiveLock, true))
		return;
	pid = sealstone_held_up(&mode);
	if (pid != 0)
		give_way(job, pid, mode);
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

/*
 * After a try that failed: is one of those in the way himself waiting for us? With old_snapshots, those in the way
 * are the ones whose snapshots are older than the last change of an unseal's rows; else who holds the partition.
 */
void
seal_break_mutual_wait(SealJob *job, bool old_snapshots)
{
	VirtualTransactionId *others;
	int			count;
	int			pid;
	LOCKTAG		tag;

	if (!job->source_locked || job->alone)
		return;
	SET_LOCKTAG_RELATION(tag, MyDatabaseId, job->relid);
	if (old_snapshots)
		others = GetCurrentVirtualXIDs(XidFromFullTransactionId(job->newest), true, false, PROC_IN_VACUUM, &count);
	else
		others = GetLockConflicts(&tag, AccessExclusiveLock, &count);
	pid = sealstone_waiter_among(others, count);
	pfree(others);
	if (pid != 0)
		give_way(job, pid, NULL);
}
