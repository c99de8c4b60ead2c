/*-------------------------------------------------------------------------
 *
 * vacuum.c
 *	  VACUUM of a sealed relation: heapam's, over the late store only, with two things off.
 *
 * - No truncation: blocks of ours look empty to heap code.
 * - No index cleanup: entries of late rows and copies stay, their dead line pointers too, until reseal. So
 *	 no line pointer that a mark or an index entry names is ever given to another row. A relation without
 *	 indexes is the exception heapam makes of its own; see sealstone_marks_last_offset and
 *	 retire_freed_copies.
 *
 * Pages below H hold no xid. They are set all-frozen in the visibility map once, so that VACUUM does not
 * even read them, and relfrozenxid advances by the late store's pages alone. Afterwards reltuples is
 * made right, as heapam counted late rows only.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/transam.h"
#include "access/visibilitymap.h"
#include "commands/vacuum.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"

#include "am/am.h"
#include "am/am_internal.h"
#include "compat.h"

/* Heap pages looked at to estimate the number of late rows. */
#define COUNTED_PAGES	1000

static void
freeze_sealed_pages(Relation rel, BlockNumber end)
{
	Buffer		vmbuffer = InvalidBuffer;
	const uint8 all = VISIBILITYMAP_ALL_VISIBLE | VISIBILITYMAP_ALL_FROZEN;

	for (BlockNumber block = 0; block < end; block++)
	{
		Buffer		buffer;
		Page		page;

		CHECK_FOR_INTERRUPTS();
		if ((visibilitymap_get_status(rel, block, &vmbuffer) & all) == all)
			continue;
		visibilitymap_pin(rel, block, &vmbuffer);
		buffer = ReadBuffer(rel, block);
		LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
		page = BufferGetPage(buffer);
		if (!PageIsNew(page) && PageIsAllVisible(page))
		{
			START_CRIT_SECTION();
			MarkBufferDirty(buffer);
			visibilitymap_set(rel, block, buffer, InvalidXLogRecPtr, vmbuffer, InvalidTransactionId, all);
			END_CRIT_SECTION();
		}
		UnlockReleaseBuffer(buffer);
	}
	if (BufferIsValid(vmbuffer))
		ReleaseBuffer(vmbuffer);
}

/*
 * Without indexes, heapam frees the line pointer of a dead copy at once, and a late row may take
 * it. The mark then says "gone", so that the row's address leads nowhere and the late row is not taken for the copy.
 */
static void
retire_freed_copies(Relation rel)
{
	SealstoneMarks *marks = sealstone_marks_open(rel, SEALSTONE_MARKS_NOW);
	uint64		n;
	const SealstoneMark *mark = sealstone_marks_array(marks, &n);
	uint64		gone[256];
	int			ngone = 0;

	for (uint64 i = 0; i < n; i++)
	{
		Buffer		buffer;
		Page		page;
		OffsetNumber offset;
		bool		freed = true;

		CHECK_FOR_INTERRUPTS();
		if (!ItemPointerIsValid(&mark[i].tid))
			continue;
		offset = ItemPointerGetOffsetNumber(&mark[i].tid);
		buffer = ReadBuffer(rel, ItemPointerGetBlockNumber(&mark[i].tid));
		LockBuffer(buffer, BUFFER_LOCK_SHARE);
		page = BufferGetPage(buffer);
		if (offset <= PageGetMaxOffsetNumber(page))
		{
			ItemId		item = PageGetItemId(page, offset);

			if (ItemIdIsNormal(item))
				freed = !sealstone_tuple_is_copy((HeapTupleHeader) PageGetItem(page, item));
			else
				freed = !ItemIdIsUsed(item);
		}
		UnlockReleaseBuffer(buffer);
		if (!freed)
			continue;
		gone[ngone++] = mark[i].row;
		if (ngone == lengthof(gone))
		{
			sealstone_marks_append(rel, gone, NULL, ngone);
			ngone = 0;
		}
	}
	if (ngone > 0)
		sealstone_marks_append(rel, gone, NULL, ngone);
	sealstone_marks_close(marks);
}

/* Rows in the late store, copies included, from some of its pages. */
static double
count_late_rows(Relation rel, BlockNumber first, BlockNumber end)
{
	BlockNumber step = Max((end - first) / COUNTED_PAGES, 1);
	double		rows = 0;
	double		pages = 0;

	for (BlockNumber block = first; block < end; block += step)
	{
		Buffer		buffer;
		Page		page;

		CHECK_FOR_INTERRUPTS();
		buffer = ReadBuffer(rel, block);
		LockBuffer(buffer, BUFFER_LOCK_SHARE);
		page = BufferGetPage(buffer);
		if (!PageIsNew(page))
		{
			OffsetNumber max = PageGetMaxOffsetNumber(page);

			for (OffsetNumber offset = FirstOffsetNumber; offset <= max; offset++)
			{
				ItemId		item = PageGetItemId(page, offset);

				/* VACUUM has just pruned: what is left with storage is live, but for what was deleted lately */
				if (ItemIdIsNormal(item) &&
					(((HeapTupleHeader) PageGetItem(page, item))->t_infomask & (HEAP_XMAX_INVALID | HEAP_XMAX_LOCK_ONLY)) != 0)
					rows += 1;
			}
		}
		UnlockReleaseBuffer(buffer);
		pages += 1;
	}
	return pages > 0 ? rows / pages * (end - first) : 0;
}

void
sealed_vacuum(Relation rel, struct VacuumParams *params, BufferAccessStrategy bstrategy)
{
	const SealstoneInfo *info = sealstone_store_info(rel);
	BlockNumber late_block = info->late_block;
	uint64		nrows = info->nrows;
	VacuumParams own = *params;
	List	   *indexes = RelationGetIndexList(rel);
	bool		has_index = indexes != NIL;
	SealstoneMarks *marks;
	uint64		nmarks;
	BlockNumber nblocks;
	BlockNumber visible;
	BlockNumber frozen;

	list_free(indexes);
	freeze_sealed_pages(rel, late_block);

	own.truncate = VACOPTVALUE_DISABLED;
	if (has_index)
		own.index_cleanup = VACOPTVALUE_DISABLED;
	heap_vacuum_rel(rel, &own, bstrategy);

	if (!has_index)
		retire_freed_copies(rel);

	marks = sealstone_marks_open(rel, SEALSTONE_MARKS_NOW);
	(void) sealstone_marks_array(marks, &nmarks);
	sealstone_marks_close(marks);
	nblocks = RelationGetNumberOfBlocks(rel);
	visibilitymap_count(rel, &visible, &frozen);
	sealstone_vac_update_relstats(rel, nblocks,
								  nrows - Min(nmarks, nrows) + count_late_rows(rel, late_block, nblocks),
								  visible, frozen, has_index);
}
