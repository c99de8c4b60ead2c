/*-------------------------------------------------------------------------
 *
 * moved.c
 *	  Refuses a snapshot that is older than a migration to read the partition it made.
 *
 * migrate() moves rows from the default partition into a new partition and attaches that in one transaction. Whoever plans
 * afterwards with a snapshot from before (REPEATABLE READ, SERIALIZABLE, a STABLE function, an open cursor) sees the new
 * partition in the catalogs, and pruning sends it there and nowhere else; yet its rows are invisible to it, and where they
 * were it does not look. It gets a serialization failure instead. A query planned before holds a lock on the
 * default partition, which the migration needs exclusively, so there is no third case.
 *
 * The moves of late are in shared memory: snapshots do not outlive a server. What falls out of the ring is
 * remembered by its transaction id alone, and then any older snapshot that reads any partition of a series fails, for
 * want of knowing better. With nothing moved lately the check is one comparison for each statement.
 *
 * A standby has no part in that memory. There, and for a snapshot that outlives a promotion, the move is known from what it
 * wrote in its transaction: the partition's pg_class row, which says in the usual case without another look that the snapshot is
 * younger, and a row of sealstone.moves.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/transam.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

#include "catalog.h"
#include "compat.h"
#include "error.h"
#include "series/moved.h"

#define MOVES_KEPT	1024

typedef struct Move
{
	Oid			database;
	Oid			partition;
	FullTransactionId xid;
} Move;

typedef struct Moves
{
	LWLock	   *lock;
	FullTransactionId newest;	/* read without the lock: set before the move commits, never cleared */
	FullTransactionId forgotten;	/* the newest that fell out of the ring */
	int			next;
	Move		ring[MOVES_KEPT];
} Moves;

static Moves *moves = NULL;
static shmem_request_hook_type previous_request_hook = NULL;
static shmem_startup_hook_type previous_startup_hook = NULL;
static ExecutorStart_hook_type previous_executor_start = NULL;

void
sealstone_moved_record(Oid partition)
{
	FullTransactionId xid = GetTopFullTransactionId();
	Move	   *move;
	SealstoneScope scope;

	if (moves == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("rows can only be moved between partitions with sealstone in shared_preload_libraries"),
				 errhint("Add it to shared_preload_libraries and restart the server.")));
	LWLockAcquire(moves->lock, LW_EXCLUSIVE);
	move = &moves->ring[moves->next];
	if (FullTransactionIdIsValid(move->xid) && FullTransactionIdPrecedes(moves->forgotten, move->xid))
		moves->forgotten = move->xid;
	move->database = MyDatabaseId;
	move->partition = partition;
	move->xid = xid;
	moves->next = (moves->next + 1) % MOVES_KEPT;
	if (!FullTransactionIdIsValid(moves->newest) || FullTransactionIdPrecedes(moves->newest, xid))
		moves->newest = xid;
	LWLockRelease(moves->lock);

	sealstone_catalog_begin(&scope);
	sealstone_spif("INSERT INTO sealstone.moves (partition) VALUES (%u) ON CONFLICT (partition) DO UPDATE SET moved_at = excluded.moved_at", partition);
	sealstone_scope_end(&scope);
}

/* Is this transaction, if it committed, one whose changes the snapshot does not see? */
static bool
unseen(FullTransactionId xid, Snapshot snapshot)
{
	FullTransactionId next;

	if (!FullTransactionIdIsValid(xid))
		return false;
	/* the usual case, without a lock; after two billion transactions it may fail to say so, and the next line does */
	if (TransactionIdPrecedes(XidFromFullTransactionId(xid), snapshot->xmin))
		return false;
	next = ReadNextFullTransactionId();
	/* so long ago that no snapshot can be older; also keeps the comparison of 32 bits right */
	if (U64FromFullTransactionId(next) - U64FromFullTransactionId(xid) > 1000000000)
		return false;
	return XidInMVCCSnapshot(XidFromFullTransactionId(xid), snapshot);
}

static void
refuse_snapshot(Oid partition)
{
	ereport(ERROR,
			(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
			 errmsg("could not serialize access: rows have moved into partition %s since the snapshot was taken",
					sealstone_relation_name(partition)),
			 errhint("The transaction might succeed if retried.")));
}

static bool
xmin_unseen(HeapTuple tuple, Snapshot snapshot)
{
	return !HeapTupleHeaderXminFrozen(tuple->t_data) &&
		TransactionIdIsNormal(HeapTupleHeaderGetRawXmin(tuple->t_data)) &&
		XidInMVCCSnapshot(HeapTupleHeaderGetRawXmin(tuple->t_data), snapshot);
}

/* Does sealstone.moves, as it is now, have a row of the partition that the snapshot does not see? */
static bool
move_unseen(Oid partition, Snapshot snapshot)
{
	Oid			schema = get_namespace_oid("sealstone", true);
	Oid			table = OidIsValid(schema) ? get_relname_relid("moves", schema) : InvalidOid;
	Relation	rel = OidIsValid(table) ? try_relation_open(table, AccessShareLock) : NULL;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;
	Snapshot	latest;
	bool		result;

	if (rel == NULL)
		return false;
	latest = RegisterSnapshot(GetLatestSnapshot());
	ScanKeyInit(&key, 1, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(partition));
	scan = systable_beginscan(rel, sealstone_primary_key_index(rel), true, latest, 1, &key);
	tuple = systable_getnext(scan);
	result = HeapTupleIsValid(tuple) && xmin_unseen(tuple, snapshot);
	systable_endscan(scan);
	UnregisterSnapshot(latest);
	relation_close(rel, AccessShareLock);
	return result;
}

static void
check_statement_in_recovery(QueryDesc *query)
{
	ListCell   *cell;

	foreach(cell, query->plannedstmt->rtable)
	{
		RangeTblEntry *entry = lfirst_node(RangeTblEntry, cell);
		HeapTuple	tuple;
		bool		newer;

		if (entry->rtekind != RTE_RELATION || entry->relkind != RELKIND_RELATION)
			continue;
		tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(entry->relid));
		if (!HeapTupleIsValid(tuple))
			continue;
		newer = ((Form_pg_class) GETSTRUCT(tuple))->relispartition && xmin_unseen(tuple, query->snapshot);
		ReleaseSysCache(tuple);
		if (newer && move_unseen(entry->relid, query->snapshot))
			refuse_snapshot(entry->relid);
	}
}

static void
check_statement(QueryDesc *query)
{
	ListCell   *cell;
	Snapshot	snapshot = query->snapshot;
	FullTransactionId newest = moves->newest;
	FullTransactionId forgotten;

	if (snapshot == NULL || snapshot->snapshot_type != SNAPSHOT_MVCC || !unseen(newest, snapshot))
		return;

	foreach(cell, query->plannedstmt->rtable)
	{
		RangeTblEntry *entry = lfirst_node(RangeTblEntry, cell);
		bool		refused = false;

		if (entry->rtekind != RTE_RELATION || entry->relkind != RELKIND_RELATION)
			continue;
		LWLockAcquire(moves->lock, LW_SHARED);
		for (int i = 0; i < MOVES_KEPT && !refused; i++)
		{
			Move	   *move = &moves->ring[i];

			if (move->partition == entry->relid && move->database == MyDatabaseId && unseen(move->xid, snapshot))
				refused = !TransactionIdIsCurrentTransactionId(XidFromFullTransactionId(move->xid));
		}
		forgotten = moves->forgotten;
		LWLockRelease(moves->lock);
		if (!refused && FullTransactionIdIsValid(forgotten) && unseen(forgotten, snapshot))
			refused = OidIsValid(sealstone_series_of(entry->relid));
		if (refused)
			refuse_snapshot(entry->relid);
	}
}

static void
executor_start(QueryDesc *query, int flags)
{
	if (query->snapshot != NULL && query->snapshot->snapshot_type == SNAPSHOT_MVCC && query->snapshot->takenDuringRecovery)
		check_statement_in_recovery(query);
	else if (moves != NULL && FullTransactionIdIsValid(moves->newest))
		check_statement(query);
	if (previous_executor_start)
		previous_executor_start(query, flags);
	else
		standard_ExecutorStart(query, flags);
}

static void
request_shared_memory(void)
{
	if (previous_request_hook)
		previous_request_hook();
	RequestAddinShmemSpace(MAXALIGN(sizeof(Moves)));
	RequestNamedLWLockTranche("sealstone moves", 1);
}

static void
start_shared_memory(void)
{
	bool		found;

	if (previous_startup_hook)
		previous_startup_hook();
	LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	moves = ShmemInitStruct("sealstone moves", sizeof(Moves), &found);
	if (!found)
	{
		memset(moves, 0, sizeof(Moves));
		moves->lock = &(GetNamedLWLockTranche("sealstone moves"))->lock;
	}
	LWLockRelease(AddinShmemInitLock);
}

void
sealstone_moved_init(void)
{
	if (!process_shared_preload_libraries_in_progress)
		return;
	previous_request_hook = shmem_request_hook;
	shmem_request_hook = request_shared_memory;
	previous_startup_hook = shmem_startup_hook;
	shmem_startup_hook = start_shared_memory;
	previous_executor_start = ExecutorStart_hook;
	ExecutorStart_hook = executor_start;
}
