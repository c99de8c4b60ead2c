/*-------------------------------------------------------------------------
 *
 * bitmap.c
 *	  Rows of one block of a bitmap, in either half of the block space.
 *
 * A block is turned into the TIDs that an index could hold for it, and each is fetched as an index
 * fetch would. A lossy virtual block stands for all its 256 rows. A lossy heap page stands for the root line
 * pointers of its HOT chains, less those that are copies: these are in the bitmap under their rows' virtual TIDs
 * or not at all, for no index points to a copy.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "storage/bufmgr.h"
#include "utils/memutils.h"

#include "am/am.h"
#include "am/am_internal.h"

static void
collect_lossy_page(SealstoneScan *scan, BlockNumber block)
{
	Relation	rel = scan->base.rs_rd;
	Buffer		buffer;
	Page		page;
	OffsetNumber max;

	buffer = ReadBuffer(rel, block);
	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	page = BufferGetPage(buffer);
	max = PageGetMaxOffsetNumber(page);
	for (OffsetNumber offset = FirstOffsetNumber; offset <= max; offset++)
	{
		ItemId		item = PageGetItemId(page, offset);
		ItemPointerData tid;

		ItemPointerSet(&tid, block, offset);
		if (ItemIdIsNormal(item))
		{
			HeapTupleHeader header = (HeapTupleHeader) PageGetItem(page, item);

			if (HeapTupleHeaderIsHeapOnly(header) || sealstone_tuple_is_copy(header))
				continue;
		}
		else if (!ItemIdIsRedirected(item) || sealstone_marks_know_copy(scan->marks, &tid, NULL))
			continue;
		scan->tids[scan->ntids++] = tid;
	}
	UnlockReleaseBuffer(buffer);
}

/* noffsets < 0: lossy. */
void
sealed_bitmap_collect(SealstoneScan *scan, BlockNumber block, const OffsetNumber *offsets, int noffsets)
{
	scan->ntids = scan->next_tid = 0;
	scan->current_block = block;
	if (noffsets >= 0)
	{
		for (int i = 0; i < noffsets; i++)
			ItemPointerSet(&scan->tids[i], block, offsets[i]);
		scan->ntids = noffsets;
	}
	else if (sealstone_block_is_virtual(block))
	{
		for (int i = 0; i < SEALSTONE_VIRTUAL_ROWS; i++)
			ItemPointerSet(&scan->tids[i], block, i + 1);
		scan->ntids = SEALSTONE_VIRTUAL_ROWS;
	}
	else if (block < scan->nblocks && block >= scan->late_block)
		collect_lossy_page(scan, block);
}

/* The next visible row of the block collected. */
bool
sealed_bitmap_next(SealstoneScan *scan, TupleTableSlot *slot)
{
	if (scan->fetch == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(scan->context);

		scan->fetch = sealstone_index_fetch_begin(scan->base.rs_rd);
		MemoryContextSwitchTo(old);
	}
	while (scan->next_tid < scan->ntids)
	{
		ItemPointerData tid = scan->tids[scan->next_tid++];
		bool		call_again = false;

		if (sealstone_tid_is_virtual(&tid) && sealstone_tid_row(&tid) >= scan->nrows)
			continue;			/* the tail of the last virtual block, when lossy */
		if (!sealstone_tid_is_virtual(&tid) && ItemPointerGetBlockNumber(&tid) >= scan->nblocks)
			continue;			/* added since the scan began, so invisible to it */
		if (sealstone_index_fetch_tuple(scan->fetch, &tid, scan->base.rs_snapshot, slot, &call_again, NULL))
			return true;
	}
	ExecClearTuple(slot);
	return false;
}
