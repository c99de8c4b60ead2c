/*-------------------------------------------------------------------------
 *
 * shmem.c
 *	  Makes the shared memory of the workers, and wakes them.
 *
 * See shmem.h for who writes what. sealstone_wake_at_commit() is how a user's transaction tells the workers
 * of new work: nothing is done before it commits and nothing if it does not.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"

#include "job/shmem.h"

SealstoneShared *sealstone_shared = NULL;

static shmem_request_hook_type previous_request_hook = NULL;
static shmem_startup_hook_type previous_startup_hook = NULL;

static bool wake_pending = false;
static bool callback_registered = false;

static void
request_shared_memory(void)
{
	if (previous_request_hook)
		previous_request_hook();
	RequestAddinShmemSpace(MAXALIGN(sizeof(SealstoneShared)));
	RequestNamedLWLockTranche("sealstone", 1);
}

static void
start_shared_memory(void)
{
	bool		found;

	if (previous_startup_hook)
		previous_startup_hook();
	LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	sealstone_shared = ShmemInitStruct("sealstone jobs", sizeof(SealstoneShared), &found);
	if (!found)
	{
		memset(sealstone_shared, 0, sizeof(SealstoneShared));
		sealstone_shared->lock = &(GetNamedLWLockTranche("sealstone"))->lock;
	}
	LWLockRelease(AddinShmemInitLock);
}

void
sealstone_shmem_init(void)
{
	if (!process_shared_preload_libraries_in_progress)
		return;
	previous_request_hook = shmem_request_hook;
	shmem_request_hook = request_shared_memory;
	previous_startup_hook = shmem_startup_hook;
	shmem_startup_hook = start_shared_memory;
}

SealstoneDatabaseSlot *
sealstone_database_slot(Oid database, bool make)
{
	SealstoneDatabaseSlot *free = NULL;

	Assert(LWLockHeldByMe(sealstone_shared->lock));
	for (int i = 0; i < SEALSTONE_MAX_DATABASES; i++)
	{
		SealstoneDatabaseSlot *slot = &sealstone_shared->databases[i];

		if (slot->database == database)
			return slot;
		if (free == NULL && !OidIsValid(slot->database))
			free = slot;
	}
	if (!make || free == NULL)
		return NULL;
	memset(free, 0, sizeof(SealstoneDatabaseSlot));
	free->database = database;
	return free;
}

void
sealstone_wake_now(Oid database)
{
	SealstoneDatabaseSlot *slot;

	if (sealstone_shared == NULL)
		return;
	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	slot = sealstone_database_slot(database, true);
	if (slot != NULL)
	{
		slot->state = SEALSTONE_DB_ACTIVE;
		slot->stay_away = 0;
		if (slot->worker_pid != 0)
			SetLatch(slot->worker_latch);
		else if (sealstone_shared->launcher_latch != NULL)
			SetLatch(sealstone_shared->launcher_latch);
	}
	LWLockRelease(sealstone_shared->lock);
}

static void
at_transaction_end(XactEvent event, void *arg)
{
	if (!wake_pending)
		return;
	if (event == XACT_EVENT_COMMIT)
	{
		wake_pending = false;
		sealstone_wake_now(MyDatabaseId);
	}
	else if (event == XACT_EVENT_ABORT || event == XACT_EVENT_PREPARE)
		wake_pending = false;	/* a prepared request is found by the worker's own rounds */
}

void
sealstone_wake_at_commit(void)
{
	if (sealstone_shared == NULL)
		return;
	if (!callback_registered)
	{
		RegisterXactCallback(at_transaction_end, NULL);
		callback_registered = true;
	}
	wake_pending = true;
}
