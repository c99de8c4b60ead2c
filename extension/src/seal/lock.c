/*-------------------------------------------------------------------------
 *
 * lock.c
 *	  The lock of the swap: tried, never waited for, and who was in the way.
 *
 * A queued ACCESS EXCLUSIVE request makes every later reader wait behind it for as long as the
 * longest reader before it takes. So it is only ever tried, or made where the queue will be passed
 * by. A try that fails holds nothing.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/transam.h"
#include "access/xact.h"
#include "executor/spi.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "storage/procarray.h"
#include "utils/builtins.h"
#include "utils/snapmgr.h"

#include "compat.h"
#include "seal/seal_job.h"
#include "series/lock.h"

/* The global id of a prepared transaction; empty when it has just ended. */
static void
prepared_gid(TransactionId xid, char *gid, Size size)
{
	Oid			types[1] = {XIDOID};
	Datum		values[1] = {TransactionIdGetDatum(xid)};

	gid[0] = '\0';
	PushActiveSnapshot(GetTransactionSnapshot());
	SPI_connect();
	if (SPI_execute_with_args("SELECT gid FROM pg_catalog.pg_prepared_xacts WHERE transaction OPERATOR(pg_catalog.=) $1",
							  1, types, values, NULL, true, 1) == SPI_OK_SELECT && SPI_processed == 1)
	{
		char	   *found = SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1);

		if (found)
			strlcpy(gid, found, size);
	}
	SPI_finish();
	PopActiveSnapshot();
}

/* Put into job->progress who holds a lock on relid that the swap's lock conflicts with. */
void
seal_note_blockers(SealJob *job, Oid relid)
{
	LOCKTAG		tag;
	VirtualTransactionId *holders;
	int			count;
	SealstoneProgress *progress = &job->progress;

	SET_LOCKTAG_RELATION(tag, MyDatabaseId, relid);
	holders = GetLockConflicts(&tag, AccessExclusiveLock, &count);
	progress->nblockers = 0;
	progress->prepared_gid[0] = '\0';
	for (int i = 0; i < count && progress->nblockers < SEALSTONE_MAX_BLOCKERS; i++)
	{
		TransactionId xid = InvalidTransactionId;
		int			pid = sealstone_vxid_pid(&holders[i], &xid);

		if (pid < 0)
			continue;			/* ended meanwhile */
		if (pid == 0 && progress->prepared_gid[0] == '\0')
			prepared_gid(xid, progress->prepared_gid, sizeof(progress->prepared_gid));
		progress->blockers[progress->nblockers++] = pid;
	}
	pfree(holders);
}

/* "process 123, process 124, prepared transaction "x"", palloc'd; or that they have just left. */
char *
seal_describe_blockers(SealJob *job)
{
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; i < job->progress.nblockers; i++)
	{
		if (i > 0)
			appendStringInfoString(&text, ", ");
		if (job->progress.blockers[i] != 0)
			appendStringInfo(&text, "process %d", job->progress.blockers[i]);
		else if (job->progress.prepared_gid[0] != '\0')
			appendStringInfo(&text, "prepared transaction \"%s\"", job->progress.prepared_gid);
		else
			appendStringInfoString(&text, "a prepared transaction");
	}
	if (text.len == 0)
		appendStringInfoString(&text, "other sessions, by turns");
	return text.data;
}

/* Longest that lock_past_waiters() may be in the queue, should someone come in between. */
#define PAST_WAITERS_MS 5

/*
 * Who waits for our own session lock (VACUUM, ANALYZE, CREATE INDEX, a second seal) makes every conditional request fail
 * while waiting for us, and nobody would tell: only waiting requests are looked at for deadlocks. But a request of one
 * who holds a lock goes before those that wait for it (ProcSleep in proc.c), so where no holder is in the way it is
 * granted at once, without a wait.
 */
static bool
lock_past_waiters(Oid relid)
{
	LOCKTAG		tag;
	int			holders;

	SET_LOCKTAG_RELATION(tag, MyDatabaseId, relid);
	pfree(GetLockConflicts(&tag, AccessExclusiveLock, &holders));
	return holders == 0 && sealstone_lock_wait(relid, AccessExclusiveLock, PAST_WAITERS_MS);
}

/*
 * Try for ACCESS EXCLUSIVE on the partition, its indexes, and the TOAST tables of both (which only autovacuum may have
 * without the partition). All or nothing; the caller's transaction then holds them to its end.
 */
bool
seal_try_lock(SealJob *job)
{
	int			locked;
	int			ntoast = 0;
	int			toast_locked = 0;
	Oid			toast[2];

	if (!ConditionalLockRelationOid(job->relid, AccessExclusiveLock) && !lock_past_waiters(job->relid))
		return false;
	for (locked = 0; locked < job->nindexes; locked++)
		if (!ConditionalLockRelationOid(job->indexes[locked].old, AccessExclusiveLock))
			break;
	if (OidIsValid(seal_toast_of(job->relid)))
		toast[ntoast++] = seal_toast_of(job->relid);
	if (OidIsValid(seal_toast_of(job->target)))
		toast[ntoast++] = seal_toast_of(job->target);
	if (locked == job->nindexes)
		for (; toast_locked < ntoast; toast_locked++)
			if (!ConditionalLockRelationOid(toast[toast_locked], AccessExclusiveLock))
				break;
	if (locked == job->nindexes && toast_locked == ntoast)
		return true;
	while (--toast_locked >= 0)
		UnlockRelationOid(toast[toast_locked], AccessExclusiveLock);
	while (--locked >= 0)
		UnlockRelationOid(job->indexes[locked].old, AccessExclusiveLock);
	UnlockRelationOid(job->relid, AccessExclusiveLock);
	return false;
}
