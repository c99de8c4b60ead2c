/*-------------------------------------------------------------------------
 *
 * scan.c
 *	  Scans of a sealed relation: sequential, parallel, by TID range; and what the other kinds share.
 *
 * Order: column rows by number, then the heap part by page; backwards the reverse. Column rows
 * with a mark are left out: their copies come with the heap part. The marks are read when the scan
 * starts, after its snapshot was taken.
 *
 * These are the fallback paths; src/exec has the fast ones. Every row is formed whole.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include "am/am.h"
#include "am/am_internal.h"

/* Read what is fixed for one pass over the relation. */
static void
scan_start(SealstoneScan *scan)
{
	Relation	rel = scan->base.rs_rd;
	const SealstoneInfo *info;
	SealstoneParallelScan *shared = (SealstoneParallelScan *) scan->base.rs_parallel;
	MemoryContext old = MemoryContextSwitchTo(scan->context);

	sealstone_begin_read(rel, scan->base.rs_snapshot);
	info = sealstone_store_info(rel);
	scan->nrows = info->nrows;
	scan->ngroups = info->ngroups;
	scan->late_block = info->late_block;
	if (scan->marks)
		sealstone_marks_reopen(scan->marks, rel, shared ? shared->marks : SEALSTONE_MARKS_NOW);
	else
		scan->marks = sealstone_marks_open(rel, shared ? shared->marks : SEALSTONE_MARKS_NOW);
	scan->mark = sealstone_marks_array(scan->marks, &scan->nmarks);
	scan->nblocks = shared ? shared->end_block : RelationGetNumberOfBlocks(rel);

	scan->first_row = 0;
	scan->end_row = scan->nrows;
	scan->has_tid_range = false;
	scan->place = SCAN_FRESH;
	scan->row = 0;
	scan->chunk_open = false;
	scan->ntids = scan->next_tid = 0;
	scan->sample_started = false;
	scan->current_block = InvalidBlockNumber;
	if (BufferIsValid(scan->current_buffer))
		ReleaseBuffer(scan->current_buffer);
	scan->current_buffer = InvalidBuffer;
	if (scan->heap)
		sealstone_heap_part_rescan(scan->heap, scan->marks, scan->late_block, scan->nblocks);
	MemoryContextSwitchTo(old);
}

TableScanDesc
sealed_scan_begin(Relation rel, Snapshot snapshot, int nkeys, ScanKey key,
				  ParallelTableScanDesc pscan, uint32 flags)
{
	SealstoneScan *scan;
	MemoryContext context;

	/* only catalog scans have keys */
	if (nkeys > 0)
		elog(ERROR, "scan keys are not supported on sealed partition \"%s\"", RelationGetRelationName(rel));

	context = AllocSetContextCreate(CurrentMemoryContext, "sealstone scan", ALLOCSET_DEFAULT_SIZES);
	scan = MemoryContextAllocZero(context, sizeof(SealstoneScan));
	scan->context = context;
	scan->base.rs_rd = rel;
	scan->base.rs_snapshot = snapshot;
	scan->base.rs_flags = flags | SO_SEALSTONE_SEALED;
	scan->base.rs_parallel = pscan;
	scan->current_buffer = InvalidBuffer;

	RelationIncrementReferenceCount(rel);
	scan_start(scan);
	if (flags & SO_TYPE_SEQSCAN)
		pgstat_count_heap_scan(rel);
	if (flags & SO_TYPE_ANALYZE)
		scan->analyze_heap = HEAP->scan_begin(rel, snapshot, 0, NULL, NULL, flags);
	return &scan->base;
}

void
sealed_scan_end(TableScanDesc sscan)
{
	SealstoneScan *scan = (SealstoneScan *) sscan;
	Relation	rel = scan->base.rs_rd;

	if (scan->heap)
		sealstone_heap_part_end(scan->heap);
	if (scan->analyze_heap)
		HEAP->scan_end(scan->analyze_heap);
	if (scan->fetch)
		sealstone_index_fetch_end(scan->fetch);
	if (BufferIsValid(scan->current_buffer))
		ReleaseBuffer(scan->current_buffer);
	if (scan->reader)
		sealstone_reader_close(scan->reader);
	if (scan->base.rs_flags & SO_TEMP_SNAPSHOT)
		UnregisterSnapshot(scan->base.rs_snapshot);
	MemoryContextDelete(scan->context);
	RelationDecrementReferenceCount(rel);
}

void
sealed_scan_rescan(TableScanDesc sscan)
{
	SealstoneScan *scan = (SealstoneScan *) sscan;

	if (scan->fetch)
		sealstone_index_fetch_reset(scan->fetch);
	scan_start(scan);
	if (scan->base.rs_flags & SO_TYPE_SEQSCAN)
		pgstat_count_heap_scan(scan->base.rs_rd);
}

/* Opened when the first row is formed, so that a scan of the heap part alone costs nothing here. */
SealstoneReader *
sealed_scan_reader(SealstoneScan *scan)
{
	if (scan->reader == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(scan->context);

		scan->reader = sealstone_reader_open(scan->base.rs_rd);
		if (scan->base.rs_flags & SO_TYPE_SEQSCAN)
			sealstone_reader_scan_mode(scan->reader, NULL);
		MemoryContextSwitchTo(old);
	}
	return scan->reader;
}

bool
sealed_scan_is_superseded(SealstoneScan *scan, uint64 row)
{
	return scan->nmarks > 0 && sealstone_marks_find(scan->marks, row, NULL);
}

static bool
store_row(SealstoneScan *scan, uint64 row, TupleTableSlot *slot)
{
	sealstone_row_is_settled(scan->base.rs_snapshot);
	sealstone_slot_store_row(sealed_scan_reader(scan), scan->base.rs_rd, row, NULL, slot);
	pgstat_count_heap_getnext(scan->base.rs_rd);
	return true;
}

/* Is a heap tuple within the TID range asked for? Whole pages outside were not read. */
static bool
in_tid_range(SealstoneScan *scan, TupleTableSlot *slot)
{
	return !scan->has_tid_range ||
		(ItemPointerCompare(&slot->tts_tid, &scan->min_tid) >= 0 &&
		 ItemPointerCompare(&slot->tts_tid, &scan->max_tid) <= 0);
}

static void
open_heap_part(SealstoneScan *scan)
{
	MemoryContext old;
	BlockNumber first = scan->late_block;
	BlockNumber end = scan->nblocks;

	if (scan->heap)
		return;
	if (scan->has_tid_range)
	{
		first = Max(first, ItemPointerGetBlockNumberNoCheck(&scan->min_tid));
		end = Min(end, ItemPointerGetBlockNumberNoCheck(&scan->max_tid) + 1);
	}
	old = MemoryContextSwitchTo(scan->context);
	scan->heap = sealstone_heap_part_begin(scan->base.rs_rd, scan->base.rs_snapshot, scan->marks, first, end);
	MemoryContextSwitchTo(old);
}

static bool
heap_part_next(SealstoneScan *scan, ScanDirection direction, TupleTableSlot *slot)
{
	open_heap_part(scan);
	while (sealstone_heap_part_next(scan->heap, direction, slot))
		if (in_tid_range(scan, slot))
			return true;
	return false;
}

static bool
next_forward(SealstoneScan *scan, TupleTableSlot *slot)
{
	uint64		row;

	switch (scan->place)
	{
		case SCAN_AFTER:
			ExecClearTuple(slot);
			return false;
		case SCAN_HEAP:
			break;
		case SCAN_FRESH:
		case SCAN_BEFORE:
		case SCAN_COLUMNS:
			row = scan->place == SCAN_COLUMNS ? scan->row + 1 : scan->first_row;
			while (row < scan->end_row && sealed_scan_is_superseded(scan, row))
			{
				row++;
				CHECK_FOR_INTERRUPTS();
			}
			if (row < scan->end_row)
			{
				scan->place = SCAN_COLUMNS;
				scan->row = row;
				return store_row(scan, row, slot);
			}
			scan->place = SCAN_HEAP;
			break;
	}
	if (heap_part_next(scan, ForwardScanDirection, slot))
		return true;
	scan->place = SCAN_AFTER;
	return false;
}

static bool
next_backward(SealstoneScan *scan, TupleTableSlot *slot)
{
	uint64		row;

	switch (scan->place)
	{
		case SCAN_BEFORE:
			ExecClearTuple(slot);
			return false;
		case SCAN_FRESH:
		case SCAN_AFTER:
		case SCAN_HEAP:
			scan->place = SCAN_HEAP;
			if (heap_part_next(scan, BackwardScanDirection, slot))
				return true;
			row = scan->end_row;
			break;
		default:
			row = scan->row;
			break;
	}
	while (row > scan->first_row && sealed_scan_is_superseded(scan, row - 1))
	{
		row--;
		CHECK_FOR_INTERRUPTS();
	}
	if (row > scan->first_row)
	{
		scan->place = SCAN_COLUMNS;
		scan->row = row - 1;
		return store_row(scan, row - 1, slot);
	}
	scan->place = SCAN_BEFORE;
	ExecClearTuple(slot);
	return false;
}

/* Parallel scans go forward only. */
static bool
next_parallel(SealstoneScan *scan, TupleTableSlot *slot)
{
	SealstoneParallelScan *shared = (SealstoneParallelScan *) scan->base.rs_parallel;

	while (scan->place == SCAN_FRESH || scan->place == SCAN_COLUMNS)
	{
		uint64		number;
		SealstoneGroup group;

		if (scan->chunk_open)
		{
			while (scan->row < scan->chunk_end)
			{
				uint64		row = scan->row++;

				if (!sealed_scan_is_superseded(scan, row))
					return store_row(scan, row, slot);
			}
			scan->chunk_open = false;
		}
		CHECK_FOR_INTERRUPTS();
		number = pg_atomic_fetch_add_u64(&shared->next_group, 1);
		if (number >= scan->ngroups)
		{
			scan->place = SCAN_HEAP;
			break;
		}
		sealstone_reader_group(sealed_scan_reader(scan), number, &group);
		scan->place = SCAN_COLUMNS;
		scan->row = group.first_row;
		scan->chunk_end = group.first_row + group.rows;
		scan->chunk_open = true;
	}

	while (scan->place == SCAN_HEAP)
	{
		uint64		block;

		if (scan->chunk_open)
		{
			if (sealstone_heap_part_next(scan->heap, ForwardScanDirection, slot))
				return true;
			scan->chunk_open = false;
		}
		block = scan->late_block + pg_atomic_fetch_add_u64(&shared->next_block, PARALLEL_HEAP_BLOCKS);
		if (block >= scan->nblocks)
		{
			scan->place = SCAN_AFTER;
			break;
		}
		open_heap_part(scan);
		sealstone_heap_part_rescan(scan->heap, NULL, (BlockNumber) block,
								   Min((BlockNumber) block + PARALLEL_HEAP_BLOCKS, scan->nblocks));
		scan->chunk_open = true;
	}
	ExecClearTuple(slot);
	return false;
}

bool
sealed_scan_getnextslot(TableScanDesc sscan, ScanDirection direction, TupleTableSlot *slot)
{
	SealstoneScan *scan = (SealstoneScan *) sscan;

	if (scan->base.rs_parallel)
		return next_parallel(scan, slot);
	if (ScanDirectionIsBackward(direction))
		return next_backward(scan, slot);
	return next_forward(scan, slot);
}

/*
 * TIDs of late rows are all below those of sealed rows, so a range is a range of heap pages
 * followed by a range of row numbers. Closed at both ends.
 */
void
sealed_scan_set_tidrange(TableScanDesc sscan, ItemPointer mintid, ItemPointer maxtid)
{
	SealstoneScan *scan = (SealstoneScan *) sscan;

	scan->first_row = 0;
	scan->end_row = 0;
	scan->has_tid_range = true;
	scan->min_tid = *mintid;
	scan->max_tid = *maxtid;
	scan->place = SCAN_FRESH;
	if (scan->heap)
	{
		sealstone_heap_part_end(scan->heap);
		scan->heap = NULL;
	}
	if (ItemPointerCompare(mintid, maxtid) > 0)
		return;

	if (ItemPointerGetBlockNumberNoCheck(maxtid) >= SEALSTONE_VIRTUAL_BLOCK)
	{
		ItemPointerData last;

		if (sealstone_tid_is_virtual(mintid))
		{
			/* offset 0 is before the block's first row, one past 256 after its last */
			uint64		base = (uint64) (ItemPointerGetBlockNumberNoCheck(mintid) - SEALSTONE_VIRTUAL_BLOCK) * SEALSTONE_VIRTUAL_ROWS;
			OffsetNumber offset = ItemPointerGetOffsetNumberNoCheck(mintid);

			scan->first_row = base + (offset > SEALSTONE_VIRTUAL_ROWS ? SEALSTONE_VIRTUAL_ROWS : offset > 0 ? offset - 1 : 0);
		}
		else if (ItemPointerGetBlockNumberNoCheck(mintid) == InvalidBlockNumber)
			scan->first_row = scan->nrows;

		scan->end_row = scan->nrows;
		if (scan->nrows > 0)
		{
			sealstone_row_tid(scan->nrows - 1, &last);
			if (ItemPointerCompare(maxtid, &last) < 0)
			{
				uint64		base = (uint64) (ItemPointerGetBlockNumberNoCheck(maxtid) - SEALSTONE_VIRTUAL_BLOCK) * SEALSTONE_VIRTUAL_ROWS;

				scan->end_row = base + Min(ItemPointerGetOffsetNumberNoCheck(maxtid), SEALSTONE_VIRTUAL_ROWS);
			}
		}
	}
	if (scan->first_row > scan->end_row)
		scan->first_row = scan->end_row;

	/* no real heap page has a number in the upper half: keep the arithmetic on them simple */
	if (ItemPointerGetBlockNumberNoCheck(&scan->max_tid) >= SEALSTONE_VIRTUAL_BLOCK)
		ItemPointerSet(&scan->max_tid, SEALSTONE_VIRTUAL_BLOCK - 1, MaxOffsetNumber);
}

bool
sealed_scan_getnextslot_tidrange(TableScanDesc sscan, ScanDirection direction, TupleTableSlot *slot)
{
	return sealed_scan_getnextslot(sscan, direction, slot);
}
