/*-------------------------------------------------------------------------
 *
 * fetch.c
 *	  Rows by TID: index fetches, row versions, latest TIDs, and what indexes may delete.
 *
 * A virtual TID without a mark is the column row. One with a mark is its copy, fetched by heapam as
 * the root of whatever HOT chain grew from it, under the caller's own kind of snapshot: a dirty
 * snapshot so learns of a deleter in progress. The newest mark counts, not one of a scan's start:
 * the copy's own header tells each snapshot whether the row was there. A real TID is heapam's business alone.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "storage/bufmgr.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include "am/am.h"
#include "am/am_internal.h"

typedef struct SealstoneIndexFetch
{
	IndexFetchTableData base;	/* must be first */
	IndexFetchTableData *heap;
} SealstoneIndexFetch;

IndexFetchTableData *
sealstone_index_fetch_begin(Relation rel)
{
	SealstoneIndexFetch *fetch = palloc0(sizeof(SealstoneIndexFetch));

	fetch->base.rel = rel;
	fetch->heap = HEAP->index_fetch_begin(rel);

	/*
	 * A row deleted before the seal has no entry in the index, so a probe with an old snapshot may never
	 * come to fetch anything: turn it away here. The executor's snapshot is the active one.
	 */
	if (ActiveSnapshotSet() && sealstone_relation_is_sealed(rel))
		sealstone_begin_read(rel, GetActiveSnapshot());
	return &fetch->base;
}

void
sealstone_index_fetch_reset(IndexFetchTableData *data)
{
	SealstoneIndexFetch *fetch = (SealstoneIndexFetch *) data;

	HEAP->index_fetch_reset(fetch->heap);
}

void
sealstone_index_fetch_end(IndexFetchTableData *data)
{
	SealstoneIndexFetch *fetch = (SealstoneIndexFetch *) data;

	HEAP->index_fetch_end(fetch->heap);
	pfree(fetch);
}

bool
sealstone_index_fetch_tuple(IndexFetchTableData *data, ItemPointer tid, Snapshot snapshot,
							TupleTableSlot *slot, bool *call_again, bool *all_dead)
{
	SealstoneIndexFetch *fetch = (SealstoneIndexFetch *) data;
	Relation	rel = fetch->base.rel;
	const SealstoneInfo *info;
	ItemPointerData copy;
	uint64		row;

	if (likely(!sealstone_tid_is_virtual(tid)))
	{
		if (!*call_again && sealstone_relation_is_sealed(rel))
			sealstone_begin_read(rel, snapshot);
		return HEAP->index_fetch_tuple(fetch->heap, tid, snapshot, slot, call_again, all_dead);
	}

	/* entries with virtual TIDs stay until reseal, so never let them be killed */
	if (all_dead)
		*all_dead = false;
	*call_again = false;

	info = sealstone_store_info(rel);
	row = sealstone_tid_row(tid);
	if (info == NULL || row >= info->nrows)
		ereport(ERROR,
				(errcode(ERRCODE_INDEX_CORRUPTED),
				 errmsg("an index of partition \"%s\" points to sealed row %llu, which does not exist",
						RelationGetRelationName(rel), (unsigned long long) row),
				 errhint("REINDEX the partition.")));
	sealstone_begin_read(rel, snapshot);

	if (sealstone_marks_latest(rel, row, &copy))
	{
		if (!ItemPointerIsValid(&copy))
			return false;
		if (!HEAP->index_fetch_tuple(fetch->heap, &copy, snapshot, slot, call_again, NULL))
			return false;
		*tid = copy;			/* as heapam does for a member of a HOT chain; with call_again it goes on from there */
		return true;
	}

	sealstone_row_is_settled(snapshot);
	sealstone_slot_store_row(sealstone_kept_reader(rel), rel, row, NULL, slot);
	return true;
}

/* Exactly the version at this TID, as heap_fetch. */
bool
sealed_fetch_row_version(Relation rel, ItemPointer tid, Snapshot snapshot, TupleTableSlot *slot)
{
	ItemPointerData copy;
	uint64		row;

	sealstone_begin_read(rel, snapshot);
	if (!sealstone_tid_is_virtual(tid))
		return HEAP->tuple_fetch_row_version(rel, tid, snapshot, slot);

	row = sealstone_tid_row(tid);
	if (row >= sealstone_store_info(rel)->nrows)
		return false;
	if (sealstone_marks_latest(rel, row, &copy))
		return ItemPointerIsValid(&copy) &&
			HEAP->tuple_fetch_row_version(rel, &copy, snapshot, slot);

	sealstone_row_is_settled(snapshot);
	sealstone_slot_store_row(sealstone_kept_reader(rel), rel, row, NULL, slot);
	return true;
}

bool
sealed_tid_valid(TableScanDesc sscan, ItemPointer tid)
{
	SealstoneScan *scan = (SealstoneScan *) sscan;

	if (!ItemPointerIsValid(tid))
		return false;
	if (sealstone_tid_is_virtual(tid))
		return ItemPointerGetOffsetNumber(tid) <= SEALSTONE_VIRTUAL_ROWS &&
			sealstone_tid_row(tid) < scan->nrows;
	return ItemPointerGetBlockNumber(tid) < scan->nblocks;
}

void
sealed_get_latest_tid(TableScanDesc sscan, ItemPointer tid)
{
	SealstoneScan *scan = (SealstoneScan *) sscan;

	if (sealstone_tid_is_virtual(tid))
	{
		ItemPointerData copy;

		if (!sealstone_marks_latest(scan->base.rs_rd, sealstone_tid_row(tid), &copy) ||
			!ItemPointerIsValid(&copy))
			return;
		*tid = copy;
	}

	/* the copy may be on a page added since the scan began */
	scan->nblocks = Max(scan->nblocks, ItemPointerGetBlockNumber(tid) + 1);
	HEAP->tuple_get_latest_tid(sscan, tid);
}

bool
sealed_satisfies_snapshot(Relation rel, TupleTableSlot *slot, Snapshot snapshot)
{
	BufferHeapTupleTableSlot *bslot = (BufferHeapTupleTableSlot *) slot;
	ItemPointerData tid = slot->tts_tid;
	ItemPointerData copy;
	HeapTupleData tuple;
	Buffer		buffer;
	bool		visible;

	if (BufferIsValid(bslot->buffer))
		return HEAP->tuple_satisfies_snapshot(rel, slot, snapshot);

	sealstone_begin_read(rel, snapshot);
	if (sealstone_tid_is_virtual(&tid))
	{
		if (!sealstone_marks_latest(rel, sealstone_tid_row(&tid), &copy))
		{
			sealstone_row_is_settled(snapshot);
			return true;
		}
		if (!ItemPointerIsValid(&copy))
			return false;
		tid = copy;
	}
	tuple.t_self = tid;
	visible = heap_fetch(rel, snapshot, &tuple, &buffer, false);
	if (visible)
		ReleaseBuffer(buffer);
	return visible;
}

/*
 * Heapam decides about its own TIDs; virtual ones are never deletable and are left out of its sight. They can
 * only be here as bystanders of a bottom-up pass or of neighbours: sealstone_index_fetch_tuple lets none be marked dead.
 */
TransactionId
sealed_index_delete_tuples(Relation rel, TM_IndexDeleteOp *delstate)
{
	int			n = 0;

	for (int i = 0; i < delstate->ndeltids; i++)
		if (!sealstone_tid_is_virtual(&delstate->deltids[i].tid))
			delstate->deltids[n++] = delstate->deltids[i];
	delstate->ndeltids = n;
	if (n == 0)
		return InvalidTransactionId;
	return HEAP->index_delete_tuples(rel, delstate);
}
