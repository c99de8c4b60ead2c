/*-------------------------------------------------------------------------
 *
 * progress.c
 *	  The operation slot of the process that runs an operation: progress out, cancel in.
 *
 * Only the running process writes its slot (cancel excepted), under the shared lock. Nothing here raises, so that
 * seal's callback may call it anywhere. The slot is freed on every way out of the process.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <signal.h>

#include "access/twophase.h"
#include "access/xact.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_type.h"
#include "storage/ipc.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/backend_status.h"
#include "utils/builtins.h"

#include "compat.h"
#include "job/progress.h"
#include "job/shmem.h"
#include "job/slot.h"

static SealstoneOperationSlot *my_slot = NULL;
static Oid	my_database = InvalidOid;

void
sealstone_worker_database(Oid database)
{
	my_database = database;
}

bool
sealstone_slot_take(bool helper)
{
	Assert(my_slot == NULL);
	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	for (int i = 0; i < SEALSTONE_MAX_SLOTS && my_slot == NULL; i++)
	{
		SealstoneOperationSlot *slot = &sealstone_shared->slots[i];

		if (slot->pid == 0)
		{
			memset(slot, 0, sizeof(*slot));
			slot->pid = MyProcPid;
			slot->database = OidIsValid(my_database) ? my_database : MyDatabaseId;
			slot->latch = MyLatch;
			slot->helper = helper;
			my_slot = slot;
		}
	}
	LWLockRelease(sealstone_shared->lock);
	return my_slot != NULL;
}

void
sealstone_slot_release(void)
{
	if (my_slot == NULL)
		return;
	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	memset(my_slot, 0, sizeof(*my_slot));
	LWLockRelease(sealstone_shared->lock);
	my_slot = NULL;
}

void
sealstone_slot_operation(int64 id)
{
	int			pid = MyProcPid;
	bool		helper;

	Assert(my_slot != NULL);
	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	helper = my_slot->helper;
	memset(my_slot, 0, sizeof(*my_slot));
	my_slot->pid = pid;
	my_slot->database = OidIsValid(my_database) ? my_database : MyDatabaseId;
	my_slot->latch = MyLatch;
	my_slot->helper = helper;
	my_slot->id = id;
	LWLockRelease(sealstone_shared->lock);
}

void
sealstone_slot_copy(SealstoneOperationSlot *copy)
{
	LWLockAcquire(sealstone_shared->lock, LW_SHARED);
	*copy = *my_slot;
	LWLockRelease(sealstone_shared->lock);
}

bool
sealstone_slot_cancel(Oid database, int64 id)
{
	int			pid = 0;

	if (sealstone_shared == NULL)
		return false;
	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	for (int i = 0; i < SEALSTONE_MAX_SLOTS; i++)
	{
		SealstoneOperationSlot *slot = &sealstone_shared->slots[i];

		if (slot->pid != 0 && slot->database == database && slot->id == id)
		{
			if (!slot->cancel)
			{
				slot->cancel = true;
				slot->version++;
			}
			pid = slot->pid;
			/* under the lock, so that the process cannot have gone on to another operation */
			kill(pid, SIGINT);
			SetLatch(slot->latch);
		}
	}
	LWLockRelease(sealstone_shared->lock);
	return pid != 0;
}

bool
sealstone_slot_running(Oid database, int64 id)
{
	bool		running = false;

	LWLockAcquire(sealstone_shared->lock, LW_SHARED);
	for (int i = 0; i < SEALSTONE_MAX_SLOTS; i++)
		if (sealstone_shared->slots[i].pid != 0 && sealstone_shared->slots[i].database == database &&
			sealstone_shared->slots[i].id == id)
			running = true;
	LWLockRelease(sealstone_shared->lock);
	return running;
}

void
sealstone_progress_phase(const char *phase)
{
	if (my_slot == NULL)
		return;
	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	if (strncmp(my_slot->phase, phase, sizeof(my_slot->phase) - 1) != 0)
	{
		strlcpy(my_slot->phase, phase, sizeof(my_slot->phase));
		my_slot->version++;
	}
	LWLockRelease(sealstone_shared->lock);
}

void
sealstone_progress(double fraction, int64 rows_done, int64 rows_total, int64 bytes_done, int64 bytes_total)
{
	if (my_slot == NULL)
		return;
	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	my_slot->fraction = Min(Max(fraction, my_slot->fraction), 1.0);
	my_slot->rows_done = rows_done;
	my_slot->rows_total = rows_total;
	my_slot->bytes_done = bytes_done;
	my_slot->bytes_total = bytes_total;
	my_slot->version++;
	LWLockRelease(sealstone_shared->lock);
}

void
sealstone_progress_fraction(double fraction)
{
	if (my_slot == NULL)
		return;
	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	my_slot->fraction = Min(Max(fraction, my_slot->fraction), 1.0);
	my_slot->version++;
	LWLockRelease(sealstone_shared->lock);
}

void
sealstone_progress_blockers(int n, const int *pids, const char *prepared_gid)
{
	if (my_slot == NULL)
		return;
	n = Min(n, SEALSTONE_SLOT_BLOCKERS);
	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	if (my_slot->nblockers != n || memcmp(my_slot->blockers, pids, n * sizeof(int)) != 0)
	{
		my_slot->nblockers = n;
		memcpy(my_slot->blockers, pids, n * sizeof(int));
		strlcpy(my_slot->prepared_gid, prepared_gid ? prepared_gid : "", sizeof(my_slot->prepared_gid));
		my_slot->version++;
	}
	LWLockRelease(sealstone_shared->lock);
}

void
sealstone_progress_blocked(Oid relid, LOCKMODE mode)
{
	LOCKTAG		tag;
	VirtualTransactionId *holders;
	int			count;
	int			pids[SEALSTONE_SLOT_BLOCKERS];
	TransactionId xid;

	if (my_slot == NULL)
		return;
	SET_LOCKTAG_RELATION(tag, MyDatabaseId, relid);
	holders = GetLockConflicts(&tag, mode, &count);
	count = Min(count, SEALSTONE_SLOT_BLOCKERS);
	for (int i = 0; i < count; i++)
		pids[i] = Max(sealstone_vxid_pid(&holders[i], &xid), 0);
	sealstone_progress_blockers(count, pids, NULL);
}

void
sealstone_progress_unblocked(void)
{
	sealstone_progress_blockers(0, NULL, NULL);
}

bool
sealstone_progress_cancelled(void)
{
	bool		cancelled;

	if (my_slot == NULL)
		return false;
	LWLockAcquire(sealstone_shared->lock, LW_SHARED);
	cancelled = my_slot->cancel;
	LWLockRelease(sealstone_shared->lock);
	return cancelled;
}

/*
 * Who holds a lock, in words for an error's detail. Texts of others only as pg_stat_activity would show them.
 */
void
sealstone_describe_holder(StringInfo buf, VirtualTransactionId holder)
{
	TransactionId xid = InvalidTransactionId;
	int			pid = sealstone_vxid_pid(&holder, &xid);

	if (pid < 0)
		appendStringInfoString(buf, "a transaction that has just ended");
	else if (pid != 0)
		appendStringInfo(buf, "process %d (%s)", pid, pgstat_get_backend_current_activity(pid, true));
	else
		appendStringInfo(buf, "prepared transaction with id %u (see pg_prepared_xacts)", xid);
}

PG_FUNCTION_INFO_V1(sealstone_progress_sql);
Datum
sealstone_progress_sql(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	bool		may_read = has_privs_of_role(GetUserId(), ROLE_PG_READ_ALL_STATS);
	SealstoneOperationSlot *copies;
	int			count = 0;

	InitMaterializedSRF(fcinfo, 0);
	if (sealstone_shared == NULL)
		return (Datum) 0;
	copies = palloc(sizeof(SealstoneOperationSlot) * SEALSTONE_MAX_SLOTS);
	LWLockAcquire(sealstone_shared->lock, LW_SHARED);
	for (int i = 0; i < SEALSTONE_MAX_SLOTS; i++)
		if (sealstone_shared->slots[i].pid != 0 && sealstone_shared->slots[i].id != 0 &&
			sealstone_shared->slots[i].database == MyDatabaseId)
			copies[count++] = sealstone_shared->slots[i];
	LWLockRelease(sealstone_shared->lock);

	for (int i = 0; i < count; i++)
	{
		SealstoneOperationSlot *slot = &copies[i];
		Datum		values[12];
		bool		nulls[12] = {false};

		values[0] = Int64GetDatum(slot->id);
		values[1] = Int32GetDatum(slot->pid);
		values[2] = CStringGetTextDatum(slot->phase);
		values[3] = Float8GetDatum(slot->fraction);
		values[4] = Int64GetDatum(slot->rows_done);
		values[5] = Int64GetDatum(slot->rows_total);
		values[6] = Int64GetDatum(slot->bytes_done);
		values[7] = Int64GetDatum(slot->bytes_total);
		nulls[8] = nulls[9] = true;
		if (slot->nblockers > 0)
		{
			Datum		pids[SEALSTONE_SLOT_BLOCKERS];

			for (int j = 0; j < slot->nblockers; j++)
				pids[j] = Int32GetDatum(slot->blockers[j]);
			values[8] = PointerGetDatum(construct_array(pids, slot->nblockers, INT4OID, 4, true, TYPALIGN_INT));
			nulls[8] = false;
			if (slot->blockers[0] == 0)
				values[9] = CStringGetTextDatum(slot->prepared_gid[0] ? psprintf("prepared transaction '%s'", slot->prepared_gid) : "a prepared transaction");
			else if (may_read)
				values[9] = CStringGetTextDatum(pgstat_get_backend_current_activity(slot->blockers[0], false));
			else
				values[9] = CStringGetTextDatum("<insufficient privilege>");
			nulls[9] = false;
		}
		values[10] = Int64GetDatum(slot->version);
		values[11] = BoolGetDatum(slot->cancel);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	return (Datum) 0;
}
