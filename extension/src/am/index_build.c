/*-------------------------------------------------------------------------
 *
 * index_build.c
 *	  What an index is built from, and what CREATE INDEX CONCURRENTLY finds missing from one.
 *
 * Follows heapam_index_build_range_scan and heapam_index_validate_scan, which cannot be called: they use
 * heap_getnext, which refuses a relation of another access method. So plain relations come here too.
 *
 * On a sealed relation an index is *whole* (unique, exclusion, or sealed with keep_indexes) or it
 * holds late rows only. A whole index has one entry for each sealed row N, under its virtual TID, whether or
 * not N has a copy by now: a HOT chain that grew from a copy is entered as N, so that all scans, whenever they
 * read the marks, agree on one address. In an index of late rows only, copies and what grew from them by
 * HOT have no entry: they are reached through the marks. BRIN knows block numbers only and would walk two
 * thousand million of them, so it always holds late rows only (and the planner is never shown it).
 *
 * Return value and htups count table rows, not index entries.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/transam.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/index.h"
#include "catalog/pg_am_d.h"
#include "commands/progress.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "storage/procarray.h"
#include "utils/builtins.h"
#include "utils/snapmgr.h"
#include "utils/tuplesort.h"

#include "am/am.h"
#include "am/am_internal.h"
#include "seal/seal.h"

#define TICK_ROWS 8192

static bool
build_is_whole(Relation heap, Relation index)
{
	if (index->rd_rel->relam == BRIN_AM_OID)
		return sealstone_store_info(heap) == NULL;
	if (sealstone_seal_build_whole >= 0)
		return sealstone_seal_build_whole != 0;
	return sealstone_index_is_whole(heap, index);
}

/* What both kinds of scan need to turn a row into index values. */
typedef struct Feed
{
	Relation	heap;
	Relation	index;
	IndexInfo  *info;
	EState	   *estate;
	ExprContext *econtext;
	ExprState  *predicate;
	TupleTableSlot *slot;
	Datum		values[INDEX_MAX_KEYS];
	bool		isnull[INDEX_MAX_KEYS];

	/* root line pointers of the heap page at hand */
	BlockNumber root_block;
	OffsetNumber roots[MaxHeapTuplesPerPage];
} Feed;

static void
feed_begin(Feed *feed, Relation heap, Relation index, IndexInfo *info)
{
	feed->heap = heap;
	feed->index = index;
	feed->info = info;
	feed->estate = CreateExecutorState();
	feed->econtext = GetPerTupleExprContext(feed->estate);
	feed->slot = table_slot_create(heap, NULL);
	feed->econtext->ecxt_scantuple = feed->slot;
	feed->predicate = ExecPrepareQual(info->ii_Predicate, feed->estate);
	feed->root_block = InvalidBlockNumber;
}

static void
feed_end(Feed *feed)
{
	ExecDropSingleTupleTableSlot(feed->slot);
	FreeExecutorState(feed->estate);

	/* these may point into the executor state */
	feed->info->ii_ExpressionsState = NIL;
	feed->info->ii_PredicateState = NULL;
}

/* Index values of the row in the slot; false when a partial index leaves it out. */
static bool
feed_form(Feed *feed)
{
	MemoryContextReset(feed->econtext->ecxt_per_tuple_memory);
	if (feed->predicate != NULL && !ExecQual(feed->predicate, feed->econtext))
		return false;
	FormIndexDatum(feed->info, feed->slot, feed->estate, feed->values, feed->isnull);
	return true;
}

static void
read_roots(Feed *feed, Buffer buffer)
{
	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	heap_get_root_tuples(BufferGetPage(buffer), feed->roots);
	LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
	feed->root_block = BufferGetBlockNumber(buffer);
}

/* The TID under which the heap tuple in the slot is indexed: its own, or its HOT chain's root's. */
static ItemPointerData
root_of(Feed *feed)
{
	BufferHeapTupleTableSlot *bslot = (BufferHeapTupleTableSlot *) feed->slot;
	HeapTuple	tuple = bslot->base.tuple;
	ItemPointerData root = tuple->t_self;
	OffsetNumber offset = ItemPointerGetOffsetNumber(&root);

	if (feed->root_block != ItemPointerGetBlockNumber(&root))
		read_roots(feed, bslot->buffer);
	if (!HeapTupleIsHeapOnly(tuple))
		return root;

	/* with only ShareUpdateExclusiveLock on the table, a chain may have grown since */
	if (feed->roots[offset - 1] == InvalidOffsetNumber)
		read_roots(feed, bslot->buffer);
	if (!OffsetNumberIsValid(feed->roots[offset - 1]))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg_internal("failed to find parent tuple for heap-only tuple at (%u,%u) in table \"%s\"",
								 ItemPointerGetBlockNumber(&root), offset,
								 RelationGetRelationName(feed->heap))));
	ItemPointerSetOffsetNumber(&root, feed->roots[offset - 1]);
	return root;
}

/*
 * Under SnapshotAny: is the heap tuple in the slot to be indexed, does it count as a table row, and is it alive for
 * the purposes of uniqueness? Waits for transactions in progress where only their outcome can tell.
 */
static bool
judge_tuple(Feed *feed, TransactionId oldest_xmin, bool anyvisible, bool *counts, bool *alive)
{
	BufferHeapTupleTableSlot *bslot = (BufferHeapTupleTableSlot *) feed->slot;
	HeapTuple	tuple = bslot->base.tuple;
	bool		checking = feed->info->ii_Unique || feed->info->ii_ExclusionOps != NULL;

	for (;;)
	{
		HTSV_Result state;
		TransactionId xwait = InvalidTransactionId;
		bool		own;

		LockBuffer(bslot->buffer, BUFFER_LOCK_SHARE);
		state = HeapTupleSatisfiesVacuum(tuple, oldest_xmin, bslot->buffer);
		if (state == HEAPTUPLE_INSERT_IN_PROGRESS)
			xwait = HeapTupleHeaderGetXmin(tuple->t_data);
		else if (state == HEAPTUPLE_DELETE_IN_PROGRESS)
			xwait = HeapTupleHeaderGetUpdateXid(tuple->t_data);
		LockBuffer(bslot->buffer, BUFFER_LOCK_UNLOCK);
		own = TransactionIdIsValid(xwait) && TransactionIdIsCurrentTransactionId(xwait);

		switch (state)
		{
			case HEAPTUPLE_DEAD:
				*counts = *alive = false;
				return false;

			case HEAPTUPLE_LIVE:
				*counts = *alive = true;
				return true;

			case HEAPTUPLE_RECENTLY_DEAD:
				*counts = *alive = false;
				if (HeapTupleIsHotUpdated(tuple))
				{
					/* only the chain's live end is indexed; older snapshots must not use this index */
					feed->info->ii_BrokenHotChain = true;
					return false;
				}
				return true;

			case HEAPTUPLE_INSERT_IN_PROGRESS:
				*counts = anyvisible || own;
				*alive = true;
				if (anyvisible || own)
					return true;
				if (!IsSystemRelation(feed->heap))
					elog(WARNING, "concurrent insert in progress within table \"%s\"",
						 RelationGetRelationName(feed->heap));
				if (!checking)
					return true;
				break;

			case HEAPTUPLE_DELETE_IN_PROGRESS:
				*alive = false;
				*counts = anyvisible || !own;
				if (anyvisible)
					return true;
				if (own)
				{
					/* our own deletion: it will commit, or the index does not matter */
					if (HeapTupleIsHotUpdated(tuple))
					{
						feed->info->ii_BrokenHotChain = true;
						return false;
					}
					return true;
				}
				if (!IsSystemRelation(feed->heap))
					elog(WARNING, "concurrent delete in progress within table \"%s\"",
						 RelationGetRelationName(feed->heap));
				if (!checking && !HeapTupleIsHotUpdated(tuple))
					return true;
				break;

			default:
				elog(ERROR, "unexpected HeapTupleSatisfiesVacuum result");
		}

		/* the pin we keep prevents pruning meanwhile */
		XactLockTableWait(xwait, feed->heap, &tuple->t_self, XLTW_InsertIndexUnique);
		CHECK_FOR_INTERRUPTS();
	}
}

double
sealstone_index_build_range_scan(Relation heap, Relation index, IndexInfo *info,
								 bool allow_sync, bool anyvisible, bool progress,
								 BlockNumber start_block, BlockNumber nblocks,
								 IndexBuildCallback callback, void *callback_state,
								 TableScanDesc scan)
{
	Feed		feed;
	Snapshot	snapshot;
	bool		unregister = false;
	TransactionId oldest_xmin = InvalidTransactionId;
	bool		whole = build_is_whole(heap, index);
	bool		sealed = sealstone_relation_is_sealed(heap);
	bool		limited = start_block != 0 || nblocks != InvalidBlockNumber;
	double		reltuples = 0;
	BlockNumber reported = InvalidBlockNumber;
	SealstoneHeapPart *part = NULL;
	SealstoneMarks *marks = NULL;
	uint64		looked_at = 0;

	feed_begin(&feed, heap, index, info);

	if (!IsBootstrapProcessingMode() && !info->ii_Concurrent)
		oldest_xmin = GetOldestNonRemovableTransactionId(heap);

	if (scan == NULL)
	{
		if (TransactionIdIsValid(oldest_xmin))
			snapshot = SnapshotAny;
		else
		{
			snapshot = RegisterSnapshot(GetTransactionSnapshot());
			unregister = true;
		}
		scan = table_beginscan_strat(heap, snapshot, 0, NULL, true, allow_sync && !sealed);
	}
	else
		snapshot = scan->rs_snapshot;

	Assert(snapshot == SnapshotAny ? TransactionIdIsValid(oldest_xmin) : IsMVCCSnapshot(snapshot));

	if (sealed)
	{
		SealstoneScan *sealed_scan = (SealstoneScan *) scan;

		marks = sealed_scan->marks;
		if (!whole && scan->rs_parallel == NULL)
		{
			/* the heap part alone, in the block range asked for */
			BlockNumber end = nblocks == InvalidBlockNumber ? InvalidBlockNumber : start_block + nblocks;

			part = sealstone_heap_part_begin(heap, snapshot, marks, start_block, end);
			if (!limited)
				reltuples = sealed_scan->nrows - sealed_scan->nmarks;
		}
		if (progress)
			pgstat_progress_update_param(PROGRESS_SCAN_BLOCKS_TOTAL, sealed_scan->nblocks);
	}
	else
	{
		if (!allow_sync)
			heap_setscanlimits(scan, start_block, nblocks);
		if (progress)
			pgstat_progress_update_param(PROGRESS_SCAN_BLOCKS_TOTAL,
										 scan->rs_parallel ?
										 ((ParallelBlockTableScanDesc) scan->rs_parallel)->phs_nblocks :
										 ((HeapScanDesc) scan)->rs_nblocks);
	}

	while (part ? sealstone_heap_part_next(part, ForwardScanDirection, feed.slot) :
		   table_scan_getnextslot(scan, ForwardScanDirection, feed.slot))
	{
		ItemPointerData tid = feed.slot->tts_tid;
		bool		counts = true;
		bool		alive = true;
		bool		index_it = true;

		CHECK_FOR_INTERRUPTS();
		if (++looked_at % TICK_ROWS == 0)
			sealstone_seal_index_tick();

		if (!sealstone_tid_is_virtual(&tid))
		{
			if (progress && ItemPointerGetBlockNumber(&tid) != reported)
			{
				reported = ItemPointerGetBlockNumber(&tid);
				pgstat_progress_update_param(PROGRESS_SCAN_BLOCKS_DONE, reported);
			}
			if (snapshot == SnapshotAny)
				index_it = judge_tuple(&feed, oldest_xmin, anyvisible, &counts, &alive);
			/* only for a tuple that is indexed: the chain to one that an abort left dead may be gone */
			if (index_it)
				tid = root_of(&feed);
			if (sealed && index_it)
			{
				uint64		row;

				if (sealstone_marks_know_copy(marks, &tid, &row))
				{
					if (!whole)
						index_it = false;
					sealstone_row_tid(row, &tid);
				}
			}
		}
		else if (!whole)
			index_it = false;	/* a parallel build of an index that holds late rows only */

		if (counts)
			reltuples += 1;
		if (index_it && feed_form(&feed))
			callback(index, &tid, feed.values, feed.isnull, alive, callback_state);
	}

	if (progress)
		pgstat_progress_update_param(PROGRESS_SCAN_BLOCKS_DONE,
									 sealed ? ((SealstoneScan *) scan)->nblocks :
									 scan->rs_parallel ?
									 ((ParallelBlockTableScanDesc) scan->rs_parallel)->phs_nblocks :
									 ((HeapScanDesc) scan)->rs_nblocks);

	ExecClearTuple(feed.slot);
	if (part)
		sealstone_heap_part_end(part);
	table_endscan(scan);
	if (unregister)
		UnregisterSnapshot(snapshot);
	feed_end(&feed);
	return reltuples;
}

/* ---------------------------------------------------------------- validation */

/* The index's own TIDs in ascending order, read once. */
typedef struct IndexTids
{
	Tuplesortstate *sort;
	ItemPointerData tid;
	bool		valid;			/* tid is the next not yet passed */
	bool		empty;
} IndexTids;

static void
index_tids_next(IndexTids *tids)
{
	Datum		value;
	bool		isnull;

	tids->empty = !sealstone_tuplesort_getdatum(tids->sort, &value, &isnull);
	tids->valid = !tids->empty;
	if (tids->valid)
		itemptr_decode(&tids->tid, DatumGetInt64(value));
}

static void
insert_missing(Feed *feed, ItemPointer tid, ValidateIndexState *state)
{
	if (!feed_form(feed))
		return;

	/*
	 * Uniqueness is checked even if the row is dead by now: it stands for its whole HOT chain, and the index access
	 * method looks at all of that.
	 */
	index_insert(feed->index, feed->values, feed->isnull, tid, feed->heap,
				 feed->info->ii_Unique ? UNIQUE_CHECK_YES : UNIQUE_CHECK_NO, false, feed->info);
	state->tups_inserted += 1;
}

/* Rows with real TIDs. Those that hang on a copy are left to validate_columns. */
static void
validate_heap(Feed *feed, TableScanDesc scan, SealstoneHeapPart *part, SealstoneMarks *marks,
			  IndexTids *tids, ValidateIndexState *state)
{
	bool		in_index[MaxHeapTuplesPerPage];
	BlockNumber block = InvalidBlockNumber;

	while (part ? sealstone_heap_part_next(part, ForwardScanDirection, feed->slot) :
		   table_scan_getnextslot(scan, ForwardScanDirection, feed->slot))
	{
		ItemPointerData root;
		OffsetNumber offset;

		CHECK_FOR_INTERRUPTS();
		state->htups += 1;

		/*
		 * Rows of a page come by their own offsets, the index has them by their roots': so what was passed over on this
		 * page is remembered.
		 */
		if (ItemPointerGetBlockNumber(&feed->slot->tts_tid) != block)
		{
			block = ItemPointerGetBlockNumber(&feed->slot->tts_tid);
			memset(in_index, 0, sizeof(in_index));
			pgstat_progress_update_param(PROGRESS_SCAN_BLOCKS_DONE, block);
			feed->root_block = InvalidBlockNumber;
		}
		root = root_of(feed);
		offset = ItemPointerGetOffsetNumber(&root);
		if (marks && sealstone_marks_know_copy(marks, &root, NULL))
		{
			state->htups -= 1;	/* counted as a sealed row */
			continue;
		}

		while (!tids->empty && (!tids->valid || ItemPointerCompare(&tids->tid, &root) < 0))
		{
			if (tids->valid && ItemPointerGetBlockNumber(&tids->tid) == block)
				in_index[ItemPointerGetOffsetNumber(&tids->tid) - 1] = true;
			index_tids_next(tids);
		}
		if ((tids->empty || ItemPointerCompare(&tids->tid, &root) > 0) && !in_index[offset - 1])
			insert_missing(feed, &root, state);
	}
}

/* Sealed rows, by number: from the columns, or what the snapshot sees of their copies. */
static void
validate_columns(Feed *feed, SealstoneScan *scan, bool whole, IndexTids *tids, ValidateIndexState *state)
{
	IndexFetchTableData *fetch;

	if (!whole)
	{
		state->htups += scan->nrows;
		return;
	}
	fetch = sealstone_index_fetch_begin(feed->heap);
	for (uint64 row = 0; row < scan->nrows; row++)
	{
		ItemPointerData tid;
		ItemPointerData found;
		bool		call_again = false;

		CHECK_FOR_INTERRUPTS();
		state->htups += 1;
		sealstone_row_tid(row, &tid);
		while (!tids->empty && (!tids->valid || ItemPointerCompare(&tids->tid, &tid) < 0))
			index_tids_next(tids);
		if (!tids->empty && ItemPointerEquals(&tids->tid, &tid))
			continue;

		found = tid;
		if (sealstone_index_fetch_tuple(fetch, &found, scan->base.rs_snapshot, feed->slot, &call_again, NULL))
			insert_missing(feed, &tid, state);
	}
	sealstone_index_fetch_end(fetch);
}

void
sealstone_index_validate_scan(Relation heap, Relation index, IndexInfo *info,
							  Snapshot snapshot, ValidateIndexState *state)
{
	Feed		feed;
	TableScanDesc scan;
	IndexTids	tids = {.sort = state->tuplesort};

	feed_begin(&feed, heap, index, info);

	/* from the first block on, as the index's TIDs come sorted */
	scan = table_beginscan_strat(heap, snapshot, 0, NULL, true, false);
	if (scan_is_sealed(scan))
	{
		SealstoneScan *sealed_scan = (SealstoneScan *) scan;
		SealstoneHeapPart *part;

		pgstat_progress_update_param(PROGRESS_SCAN_BLOCKS_TOTAL, sealed_scan->nblocks);
		part = sealstone_heap_part_begin(heap, snapshot, sealed_scan->marks, 0, InvalidBlockNumber);
		validate_heap(&feed, NULL, part, sealed_scan->marks, &tids, state);
		ExecClearTuple(feed.slot);
		sealstone_heap_part_end(part);
		validate_columns(&feed, sealed_scan, build_is_whole(heap, index), &tids, state);
	}
	else
	{
		pgstat_progress_update_param(PROGRESS_SCAN_BLOCKS_TOTAL, ((HeapScanDesc) scan)->rs_nblocks);
		validate_heap(&feed, scan, NULL, NULL, &tids, state);
	}
	ExecClearTuple(feed.slot);
	table_endscan(scan);
	sealstone_index_insert_cleanup(index, info);
	feed_end(&feed);
}
