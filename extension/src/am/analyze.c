/*-------------------------------------------------------------------------
 *
 * analyze.c
 *	  ANALYZE's sample of a sealed relation, and the planner's estimate of its size.
 *
 * ANALYZE draws blocks of the main fork and counts rows in them, so each block below H stands for an
 * equal share of the sealed rows. A share is hundreds of rows, most of the relation would be
 * decoded: so every step-th row is offered to the sample and the others only counted; heap rows are
 * thinned alike, to keep the sample even. Copies count as rows where they are, as in every scan.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "access/heapam.h"
#include "access/htup_details.h"
#include "optimizer/plancat.h"
#include "storage/bufmgr.h"

#include "am/am.h"
#include "am/am_internal.h"
#include "am/delete_log.h"

/* About this many sealed rows are offered to a sample, whatever the relation's size: ten times what the default target takes. */
#define ANALYZE_ROWS	300000

/* heapam has read and locked the next block of the sample into analyze_heap: ours, if it is below H. */
bool
sealed_analyze_block(SealstoneScan *scan)
{
	HeapScanDesc heap = (HeapScanDesc) scan->analyze_heap;
	uint64		block = heap->rs_cblock;
	double		share;

	scan->analyze_step = Max(scan->nrows / ANALYZE_ROWS, 1);
	scan->analyze_columns = block < scan->late_block;
	if (!scan->analyze_columns)
		return true;

	UnlockReleaseBuffer(heap->rs_cbuf);
	heap->rs_cbuf = InvalidBuffer;
	share = (double) scan->nrows / scan->late_block;
	scan->analyze_row = (uint64) (block * share);
	scan->analyze_end = block + 1 == scan->late_block ? scan->nrows : (uint64) ((block + 1) * share);
	return true;
}

bool
sealed_analyze_next_tuple(TableScanDesc sscan, TransactionId oldest_xmin,
						  double *liverows, double *deadrows, TupleTableSlot *slot)
{
	SealstoneScan *scan = (SealstoneScan *) sscan;

	if (scan->analyze_columns)
	{
		while (scan->analyze_row < scan->analyze_end)
		{
			uint64		row = scan->analyze_row++;

			if (sealed_scan_is_superseded(scan, row))
				continue;
			*liverows += 1;
			if (scan->analyze_seen++ % scan->analyze_step != 0)
				continue;
			sealstone_slot_store_row(sealed_scan_reader(scan), scan->base.rs_rd, row, NULL, slot);
			return true;
		}
		ExecClearTuple(slot);
		return false;
	}

	while (HEAP->scan_analyze_next_tuple(scan->analyze_heap, oldest_xmin, liverows, deadrows, slot))
	{
		HeapTuple	tuple = ((BufferHeapTupleTableSlot *) slot)->base.tuple;

		if (sealstone_tuple_is_copy(tuple->t_data) &&
			!sealstone_marks_know_copy(scan->marks, &tuple->t_self, NULL))
		{
			*liverows -= 1;		/* its row is counted in the columns */
			continue;
		}
		if (scan->analyze_seen++ % scan->analyze_step == 0)
			return true;
	}
	return false;
}

/*
 * Sealed rows are known exactly. Late rows are guessed from the pages there are, as
 * for a heap that was never analyzed. Nothing is all-visible for an index-only scan: the visibility map ends
 * long before virtual blocks begin.
 */
void
sealed_estimate_size(Relation rel, int32 *attr_widths, BlockNumber *pages,
					 double *tuples, double *allvisfrac)
{
	const SealstoneInfo *info = sealstone_store_info(rel);
	SealstoneLate late;
	double		late_rows = 0;
	BlockNumber log_pages;

	sealstone_late_state(rel, &late);
	log_pages = (BlockNumber) ((late.marks + SEALSTONE_LOG_MARKS - 1) / SEALSTONE_LOG_MARKS);
	if (late.blocks > log_pages)
	{
		int32		width = get_rel_data_width(rel, attr_widths);
		double		density = (double) (BLCKSZ - SizeOfPageHeaderData) /
			(MAXALIGN(width) + MAXALIGN(SizeofHeapTupleHeader) + sizeof(ItemIdData));

		late_rows = rint((late.blocks - log_pages) * density);
	}
	else if (attr_widths)
		(void) get_rel_data_width(rel, attr_widths);

	*pages = late.first_block + late.blocks;
	*tuples = info->nrows - Min(late.marks, info->nrows) + late_rows;
	*allvisfrac = 0;
}
