/*-------------------------------------------------------------------------
 *
 * sample.c
 *	  TABLESAMPLE on a sealed relation.
 *
 * The sampling method sees the virtual blocks (256 sealed rows each), then the heap pages, numbered
 * without a gap; to row sampling the real block number is given, as REPEATABLE hashes it. A superseded
 * row is not in its virtual block: its copy is sampled where it is.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/tsmapi.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/predicate.h"

#include "am/am.h"
#include "am/am_internal.h"

bool
sealed_sample_next_block(TableScanDesc sscan, SampleScanState *scanstate)
{
	SealstoneScan *scan = (SealstoneScan *) sscan;
	TsmRoutine *tsm = scanstate->tsmroutine;
	uint64		virtual_blocks = (scan->nrows + SEALSTONE_VIRTUAL_ROWS - 1) / SEALSTONE_VIRTUAL_ROWS;
	uint64		total = virtual_blocks + (scan->nblocks - scan->late_block);

	CHECK_FOR_INTERRUPTS();
	if (BufferIsValid(scan->current_buffer))
	{
		ReleaseBuffer(scan->current_buffer);
		scan->current_buffer = InvalidBuffer;
	}
	if (tsm->NextSampleBlock)
	{
		BlockNumber next = tsm->NextSampleBlock(scanstate, (BlockNumber) Min(total, MaxBlockNumber));

		if (!BlockNumberIsValid(next))
			return false;
		scan->sample_block = next;
	}
	else
	{
		scan->sample_block = scan->sample_started ? scan->sample_block + 1 : 0;
		scan->sample_started = true;
	}
	if (scan->sample_block >= total)
		return false;

	if (scan->sample_block < virtual_blocks)
		scan->current_block = SEALSTONE_VIRTUAL_BLOCK + (BlockNumber) scan->sample_block;
	else
	{
		scan->current_block = scan->late_block + (BlockNumber) (scan->sample_block - virtual_blocks);
		scan->current_buffer = ReadBufferExtended(scan->base.rs_rd, MAIN_FORKNUM, scan->current_block,
												  RBM_NORMAL, NULL);
	}
	return true;
}

/* The visible tuple at this offset of the heap page at hand into the slot. */
static bool
store_heap_tuple(SealstoneScan *scan, OffsetNumber offset, TupleTableSlot *slot)
{
	Relation	rel = scan->base.rs_rd;
	BufferHeapTupleTableSlot *bslot = (BufferHeapTupleTableSlot *) slot;
	HeapTuple	tuple;
	Page		page;
	ItemId		item;
	bool		visible = false;

	ExecClearTuple(slot);
	tuple = &bslot->base.tupdata;
	LockBuffer(scan->current_buffer, BUFFER_LOCK_SHARE);
	page = BufferGetPage(scan->current_buffer);
	item = offset <= PageGetMaxOffsetNumber(page) ? PageGetItemId(page, offset) : NULL;
	if (item != NULL && ItemIdIsNormal(item))
	{
		ItemPointerSet(&tuple->t_self, scan->current_block, offset);
		tuple->t_data = (HeapTupleHeader) PageGetItem(page, item);
		tuple->t_len = ItemIdGetLength(item);
		tuple->t_tableOid = RelationGetRelid(rel);
		visible = HeapTupleSatisfiesVisibility(tuple, scan->base.rs_snapshot, scan->current_buffer);
		HeapCheckForSerializableConflictOut(visible, rel, tuple, scan->current_buffer, scan->base.rs_snapshot);
		if (visible && sealstone_tuple_is_copy(tuple->t_data) &&
			!sealstone_marks_know_copy(scan->marks, &tuple->t_self, NULL))
			visible = false;
	}
	LockBuffer(scan->current_buffer, BUFFER_LOCK_UNLOCK);
	if (visible)
		ExecStoreBufferHeapTuple(tuple, slot, scan->current_buffer);
	return visible;
}

bool
sealed_sample_next_tuple(TableScanDesc sscan, SampleScanState *scanstate, TupleTableSlot *slot)
{
	SealstoneScan *scan = (SealstoneScan *) sscan;
	TsmRoutine *tsm = scanstate->tsmroutine;
	bool		in_columns = sealstone_block_is_virtual(scan->current_block);
	uint64		first_row = 0;
	OffsetNumber max;

	if (in_columns)
	{
		first_row = (uint64) (scan->current_block - SEALSTONE_VIRTUAL_BLOCK) * SEALSTONE_VIRTUAL_ROWS;
		max = (OffsetNumber) Min(scan->nrows - first_row, SEALSTONE_VIRTUAL_ROWS);
	}
	else
	{
		LockBuffer(scan->current_buffer, BUFFER_LOCK_SHARE);
		max = PageGetMaxOffsetNumber(BufferGetPage(scan->current_buffer));
		LockBuffer(scan->current_buffer, BUFFER_LOCK_UNLOCK);
	}

	for (;;)
	{
		OffsetNumber offset;

		CHECK_FOR_INTERRUPTS();
		offset = tsm->NextSampleTuple(scanstate, scan->current_block, max);
		if (!OffsetNumberIsValid(offset))
		{
			ExecClearTuple(slot);
			return false;
		}
		if (in_columns)
		{
			uint64		row = first_row + offset - 1;

			if (row >= scan->nrows || sealed_scan_is_superseded(scan, row))
				continue;
			sealstone_slot_store_row(sealed_scan_reader(scan), scan->base.rs_rd, row, NULL, slot);
		}
		else if (!store_heap_tuple(scan, offset, slot))
			continue;
		pgstat_count_heap_getnext(scan->base.rs_rd);
		return true;
	}
}
