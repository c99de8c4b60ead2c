/*-------------------------------------------------------------------------
 *
 * swap.c
 *	  The only step that holds anybody up: under ACCESS EXCLUSIVE the last pass of catch-up, and the
 *	  exchange of storage between partition and transient relation, each index with its twin.
 *
 * The lock is tried, not queued for, for sealstone.lock_timeout at a time, in transactions of a
 * tenth of a second each (a try needs a transaction id where standbys are fed, and must not hold
 * back vacuum). Between two rounds the operation backs off and goes on catching up; after
 * sealstone.lock_attempts rounds it fails with SQLSTATE 55P03 and names who was in the way.
 *
 * The exchange follows swap_relation_files() in commands/cluster.c: relfilenode, tablespace, access method,
 * TOAST link, horizons and size statistics change places in pg_class, so each relation keeps its OID,
 * its definition, privileges and statistics. Nothing is built or written out under the lock:
 * the new files are complete and durable before it is tried. The commit does not wait for the
 * disk either (synchronous_commit is off for it): lost in a crash, it leaves the heap, and the drop
 * of the old storage, the next transaction, is flushed after it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/table.h"
#include "access/transam.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "commands/tablecmds.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/lmgr.h"
#include "storage/bufmgr.h"
#include "storage/latch.h"
#include "storage/predicate.h"
#include "utils/guc.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "compat.h"
#include "guc.h"
#include "seal/seal_job.h"
#include "stop_point.h"

#define TRY_MS 100				/* tries in one transaction */
#define QUIET_ROWS 100			/* a pass that touched no more than this may be followed by the last */
#define MAX_PASSES 20

bool
sealstone_index_is_whole(Relation heap, Relation index)
{
	const SealstoneInfo *info;

	if (index->rd_index->indisunique || index->rd_index->indisexclusion)
		return true;
	if (index->rd_rel->relam == BRIN_AM_OID)
		return false;			/* its map is as large as the highest block number, and virtual ones are huge */
	info = sealstone_store_info(heap);
	return info == NULL || (info->flags & SEALSTONE_META_KEEP_INDEXES) != 0;
}

/* Exchange what pg_class says of the storage of two relations. */
static void
swap_class_rows(Relation pg_class, CatalogIndexState indexes, Oid oid1, Oid oid2)
{
	HeapTuple	tuple1 = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(oid1));
	HeapTuple	tuple2 = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(oid2));
	Form_pg_class form1;
	Form_pg_class form2;

	if (!HeapTupleIsValid(tuple1) || !HeapTupleIsValid(tuple2))
		elog(ERROR, "cache lookup failed for relation %u or %u", oid1, oid2);
	form1 = (Form_pg_class) GETSTRUCT(tuple1);
	form2 = (Form_pg_class) GETSTRUCT(tuple2);
#define SWAP(type, field) do { type swap_ = form1->field; form1->field = form2->field; form2->field = swap_; } while (0)
	SWAP(Oid, relfilenode);
	SWAP(Oid, reltablespace);
	SWAP(Oid, relam);
	SWAP(Oid, reltoastrelid);
	SWAP(int32, relpages);
	SWAP(float4, reltuples);
	SWAP(int32, relallvisible);
	sealstone_swap_relallfrozen(form1, form2);
	SWAP(TransactionId, relfrozenxid);
	SWAP(MultiXactId, relminmxid);
#undef SWAP
	CatalogTupleUpdateWithInfo(pg_class, &tuple1->t_self, tuple1, indexes);
	CatalogTupleUpdateWithInfo(pg_class, &tuple2->t_self, tuple2, indexes);
	heap_freetuple(tuple1);
	heap_freetuple(tuple2);
}

/* A relation depends on its access method, unless that is pinned as heap is. */
static void
change_am(Oid relid, Oid from, Oid to)
{
	if (from != to && changeDependencyFor(RelationRelationId, relid, AccessMethodRelationId, from, to) != 1)
		elog(ERROR, "could not change the access method dependency of relation %u", relid);
}

/* TOAST tables went with the storage: each depends on its new owner. */
static void
change_toast_owner(Oid toast, Oid owner)
{
	ObjectAddress base = {RelationRelationId, owner, 0};
	ObjectAddress object = {RelationRelationId, toast, 0};

	if (!OidIsValid(toast))
		return;
	if (deleteDependencyRecordsFor(RelationRelationId, toast, false) != 1)
		elog(ERROR, "TOAST table %u has not exactly one dependency", toast);
	recordDependencyOn(&object, &base, DEPENDENCY_INTERNAL);
}

/* Size statistics of the new storage, where index builds have left something else. */
static void
set_statistics(SealJob *job)
{
	Relation	pg_class = table_open(RelationRelationId, RowExclusiveLock);
	HeapTuple	tuple = SearchSysCacheCopy1(RELOID, ObjectIdGetDatum(job->target));
	Relation	target = table_open(job->target, NoLock);
	Form_pg_class form;
	double		rows;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", job->target);
	form = (Form_pg_class) GETSTRUCT(tuple);
	rows = (double) job->rows - (double) job->gone + (double) job->late_added - (double) job->late_killed;
	form->reltuples = (float4) Max(rows, 0);
	form->relpages = (int32) RelationGetNumberOfBlocks(target);
	if (job->kind == SEAL_KIND_UNSEAL)
		form->relallvisible = form->relpages;
	CatalogTupleUpdate(pg_class, &tuple->t_self, tuple);
	heap_freetuple(tuple);
	table_close(target, NoLock);
	table_close(pg_class, RowExclusiveLock);
	CommandCounterIncrement();
}

/*
 * A heap cannot turn old snapshots away, so an unseal must not swap while one exists that is older
 * than a change its new rows no longer show.
 */
static bool
snapshots_too_old(SealJob *job)
{
	TransactionId horizon;
	Relation	source;

	if (job->kind != SEAL_KIND_UNSEAL || !FullTransactionIdIsNormal(job->newest))
		return false;
	InvalidateCatalogSnapshot();	/* it counts too */
	source = table_open(job->relid, NoLock);
	InvalidateCatalogSnapshot();
	horizon = GetOldestNonRemovableTransactionId(source);
	table_close(source, NoLock);
	return FullTransactionIdPrecedesOrEquals(seal_full_xid(horizon), job->newest);
}

/*
 * Under the lock, in its transaction: everything but the commit. False: the last pass met a change
 * newer than somebody's snapshot; the new storage is level, but must not be swapped in now.
 */
static bool
swap_storage(SealJob *job)
{
	Relation	source = table_open(job->relid, NoLock);
	Relation	pg_class;
	CatalogIndexState indexes;
	FullTransactionId xid = GetTopFullTransactionId();

	CheckTableNotInUse(source, job->kind == SEAL_KIND_UNSEAL ? "unseal" : job->kind == SEAL_KIND_RESEAL ? "reseal" : "seal");
	if (source->rd_rel->relfilenode != job->source_node || source->rd_rel->relam != job->source_am)
		elog(ERROR, "storage of %s has changed although it is locked", job->name);

	(void) seal_catch_up(job, true);
	if (snapshots_too_old(job))
	{
		table_close(source, NoLock);
		return false;
	}

	PushActiveSnapshot(GetTransactionSnapshot());	/* catalogs have TOAST tables too */
	TransferPredicateLocksToHeapRelation(source);
	for (int i = 0; i < job->nindexes; i++)
	{
		Relation	index = relation_open(job->indexes[i].old, NoLock);

		TransferPredicateLocksToHeapRelation(index);
		relation_close(index, NoLock);
	}
	table_close(source, NoLock);

	if (job->kind != SEAL_KIND_UNSEAL)
	{
		Relation	target = table_open(job->target, NoLock);

		sealstone_writer_stamp(target, xid, job->newest);
		table_close(target, NoLock);
	}
	set_statistics(job);

	pg_class = table_open(RelationRelationId, RowExclusiveLock);
	indexes = CatalogOpenIndexes(pg_class);
	swap_class_rows(pg_class, indexes, job->relid, job->target);
	for (int i = 0; i < job->nindexes; i++)
		swap_class_rows(pg_class, indexes, job->indexes[i].old, job->indexes[i].twin);
	CatalogCloseIndexes(indexes);
	table_close(pg_class, RowExclusiveLock);

	change_am(job->relid, job->source_am, job->target_am);
	change_am(job->target, job->target_am, job->source_am);
	CommandCounterIncrement();
	change_toast_owner(seal_toast_of(job->relid), job->relid);
	change_toast_owner(seal_toast_of(job->target), job->target);
	CommandCounterIncrement();
	seal_name_toast(job->target, "_old");	/* first: it has the name that the new one needs */
	seal_name_toast(job->relid, "");
	if (OidIsValid(seal_toast_of(job->relid)))
		ResetRelRewrite(seal_toast_of(job->relid));	/* from here on its changes are decoded */
	InvokeObjectPostAlterHookArg(RelationRelationId, job->relid, 0, InvalidOid, true);
	CommandCounterIncrement();
	PopActiveSnapshot();
	return true;
}

/* Commit the swap without waiting for the disk, still under the lock. */
static void
commit_swap(SealJob *job)
{
	int			saved = synchronous_commit;

	PG_TRY();
	{
		synchronous_commit = SYNCHRONOUS_COMMIT_OFF;
		seal_next_transaction(job);
	}
	PG_FINALLY();
	{
		synchronous_commit = saved;
	}
	PG_END_TRY();
}

/* Passes without the lock, until one finds little. Ends in a fresh transaction. */
static void
catch_up_quietly(SealJob *job)
{
	for (int i = 0; i < MAX_PASSES; i++)
	{
		uint64		touched;

		seal_next_transaction(job);
		seal_let_pass(job);
		touched = seal_catch_up(job, false);
		if (touched <= QUIET_ROWS)
			break;
	}
	seal_next_transaction(job);
}

/* Try for TRY_MS; true: the lock is held by the transaction that is open. */
static bool
try_for_a_while(SealJob *job, int milliseconds)
{
	TimestampTz until = TimestampTzPlusMilliseconds(GetCurrentTimestamp(), milliseconds);
	long		pause_us = 500;

	for (;;)
	{
		CHECK_FOR_INTERRUPTS();
		if (seal_try_lock(job))
			return true;
		if (GetCurrentTimestamp() >= until)
			return false;
		pg_usleep(pause_us);
		pause_us = Min(pause_us * 2, 10000);
	}
}

static void
wait_interruptibly(long milliseconds)
{
	(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, milliseconds, PG_WAIT_EXTENSION);
	ResetLatch(MyLatch);
	CHECK_FOR_INTERRUPTS();
}

void
seal_swap(SealJob *job)
{
	bool		old_snapshots = false;

	seal_report(job, "catching up", 0.95);
	catch_up_quietly(job);
	SEALSTONE_STOP_POINT(seal_caught_up);

	for (job->attempts = 1;; job->attempts++)
	{
		TimestampTz until = TimestampTzPlusMilliseconds(GetCurrentTimestamp(), sealstone_lock_timeout);
		long		backoff_ms;

		job->progress.attempt = job->attempts;
		seal_report(job, "waiting for lock", 0.98);
		do
		{
			SEALSTONE_STOP_POINT(seal_before_lock);
			XLogFlush(job->wal_end);	/* so that nothing but the swap itself is left to write */
			old_snapshots = snapshots_too_old(job);
			if (!old_snapshots && try_for_a_while(job, Min(TRY_MS, sealstone_lock_timeout)))
			{
				instr_time	locked;
				instr_time	released;

				INSTR_TIME_SET_CURRENT(locked);
				job->progress.nblockers = 0;
				SEALSTONE_STOP_POINT(seal_locked);
				if (swap_storage(job))
				{
					SEALSTONE_STOP_POINT(seal_swapped);
					commit_swap(job);
					INSTR_TIME_SET_CURRENT(released);
					INSTR_TIME_SUBTRACT(released, locked);
					job->held_ms = INSTR_TIME_GET_MILLISEC(released);
					return;
				}
				old_snapshots = true;
				seal_next_transaction(job);
			}
			if (!old_snapshots)
				seal_note_blockers(job, job->relid);
			seal_break_mutual_wait(job, old_snapshots);
			if (old_snapshots)
				wait_interruptibly(Min(50, sealstone_lock_timeout));
			seal_report(job, NULL, 0.98);
			catch_up_quietly(job);
		} while (GetCurrentTimestamp() < until);

		if (job->attempts >= sealstone_lock_attempts)
		{
			if (old_snapshots)
				ereport(ERROR,
						(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
						 errmsg("could not unseal %s: transactions older than its last change are still open", job->name),
						 errhint("End long-running transactions, then try again.")));
			ereport(ERROR,
					(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
					 errmsg("could not lock %s to exchange its storage", job->name),
					 errdetail("After %d attempts it was still in use by %s.", job->attempts, seal_describe_blockers(job)),
					 errhint("End the transactions that use it, or raise sealstone.lock_timeout, then try again. Nothing was changed.")));
		}

		/* back off: 1 s, 2 s, 4 s .. 60 s, keeping level meanwhile */
		backoff_ms = 1000L << Min(job->attempts - 1, 6);
		until = TimestampTzPlusMilliseconds(GetCurrentTimestamp(), Min(backoff_ms, 60000));
		do
		{
			wait_interruptibly(200);
			seal_break_mutual_wait(job, old_snapshots);
			catch_up_quietly(job);
		} while (GetCurrentTimestamp() < until);
	}
}
