/*-------------------------------------------------------------------------
 *
 * late.c
 *	  Reading the late store: a scan of its heap pages, and the copy of one superseded row.
 *
 * The scan is heapam's own, limited to blocks at or past H, of the TID-range kind because that kind
 * neither counts as a sequential scan of its own nor takes predicate locks (sealstone_begin_read has).
 * Delete-log pages show it no line pointer. On top it hides the copies its marks do not know: those
 * were made after the marks were read, and their rows are still read from the columns. What an
 * update then made of such a copy is invisible to the snapshot anyway, being newer than it.
 *
 * Heapam counts down the pages of a limited scan whichever way it goes, so one that turns back would end
 * too early. From the first step backwards on, each page is a limited scan of its own.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "storage/bufmgr.h"

#include "am/am.h"
#include "am/am_internal.h"

struct SealstoneHeapPart
{
	Relation	rel;
	Snapshot	snapshot;
	SealstoneMarks *marks;
	MemoryContext context;
	BlockNumber late_block;
	BlockNumber first;
	BlockNumber end;			/* as asked: InvalidBlockNumber for the relation's end */
	BlockNumber from;			/* the pages there are: [from, to) */
	BlockNumber to;
	TableScanDesc scan;			/* NULL: no page to read */
	ItemPointerData last;		/* returned last; invalid: none, or past the end */
	bool		pagewise;		/* has gone backwards */
	int64		page;			/* pagewise: the page at hand; from - 1 or to: outside */
	bool		page_open;		/* pagewise: scan is on that page */
};

void
sealstone_late_state(Relation rel, SealstoneLate *out)
{
	const SealstoneInfo *info = sealstone_store_info(rel);
	BlockNumber nblocks;

	memset(out, 0, sizeof(*out));
	if (info == NULL)
		return;
	nblocks = RelationGetNumberOfBlocks(rel);
	out->first_block = info->late_block;
	out->blocks = nblocks > out->first_block ? nblocks - out->first_block : 0;
	out->marks = out->blocks > 0 ? sealstone_marks_position(rel) : 0;
}

/* Aim the scan at its pages. */
static void
heap_part_limit(SealstoneHeapPart *part)
{
	BlockNumber nblocks = RelationGetNumberOfBlocks(part->rel);
	BlockNumber first = Max(part->first, part->late_block);
	BlockNumber end = Min(part->end, nblocks);

	if (first >= end)
	{
		if (part->scan)
			HEAP->scan_end(part->scan);
		part->scan = NULL;
		return;
	}
	if (part->scan == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(part->context);

		part->scan = HEAP->scan_begin(part->rel, part->snapshot, 0, NULL, NULL,
									  SO_TYPE_TIDRANGESCAN | SO_ALLOW_STRAT | SO_ALLOW_PAGEMODE);
		MemoryContextSwitchTo(old);
	}
	else
		HEAP->scan_rescan(part->scan, NULL, false, true, false, true);
	heap_setscanlimits(part->scan, first, end - first);
	part->from = first;
	part->to = end;
	part->pagewise = false;
	ItemPointerSetInvalid(&part->last);
}

SealstoneHeapPart *
sealstone_heap_part_begin(Relation rel, Snapshot snapshot, SealstoneMarks *marks,
						  BlockNumber first, BlockNumber end)
{
	SealstoneHeapPart *part = palloc0(sizeof(SealstoneHeapPart));

	part->context = CurrentMemoryContext;
	part->rel = rel;
	part->snapshot = snapshot;
	part->marks = marks;
	part->late_block = sealstone_store_info(rel)->late_block;
	part->first = first;
	part->end = end;
	heap_part_limit(part);
	return part;
}

static void
open_page(SealstoneHeapPart *part)
{
	HEAP->scan_rescan(part->scan, NULL, false, true, false, true);
	heap_setscanlimits(part->scan, (BlockNumber) part->page, 1);
	part->page_open = true;
}

/* Begin to go page by page, from where the scan stands. */
static void
go_pagewise(SealstoneHeapPart *part, TupleTableSlot *slot)
{
	part->pagewise = true;
	part->page_open = false;
	part->page = part->to;
	if (!ItemPointerIsValid(&part->last))
		return;

	part->page = ItemPointerGetBlockNumber(&part->last);
	open_page(part);
	while (HEAP->scan_getnextslot(part->scan, ForwardScanDirection, slot))
		if (ItemPointerEquals(&slot->tts_tid, &part->last))
			return;
	part->page_open = false;
}

static bool
next_pagewise(SealstoneHeapPart *part, ScanDirection direction, TupleTableSlot *slot)
{
	for (;;)
	{
		if (part->page_open)
		{
			if (HEAP->scan_getnextslot(part->scan, direction, slot))
				return true;
			part->page_open = false;
		}
		if (ScanDirectionIsForward(direction))
		{
			if (part->page < part->to)
				part->page++;
			if (part->page >= part->to)
				return false;
		}
		else
		{
			if (part->page >= part->from)
				part->page--;
			if (part->page < part->from)
				return false;
		}
		open_page(part);
	}
}

bool
sealstone_heap_part_next(SealstoneHeapPart *part, ScanDirection direction, TupleTableSlot *slot)
{
	if (part->scan == NULL)
	{
		ExecClearTuple(slot);
		return false;
	}
	if (ScanDirectionIsBackward(direction) && !part->pagewise)
		go_pagewise(part, slot);

	while (part->pagewise ? next_pagewise(part, direction, slot) :
		   HEAP->scan_getnextslot(part->scan, direction, slot))
	{
		HeapTuple	tuple = ((BufferHeapTupleTableSlot *) slot)->base.tuple;

		if (likely(!sealstone_tuple_is_copy(tuple->t_data)) ||
			sealstone_marks_know_copy(part->marks, &tuple->t_self, NULL))
		{
			part->last = tuple->t_self;
			return true;
		}
	}
	if (!part->pagewise)
	{
		/* at the end; a further step forward would begin anew, which scan.c never asks for */
		ItemPointerSetInvalid(&part->last);
	}
	return false;
}

void
sealstone_heap_part_rescan(SealstoneHeapPart *part, SealstoneMarks *marks, BlockNumber first, BlockNumber end)
{
	if (marks)
		part->marks = marks;
	if (first != InvalidBlockNumber)
	{
		part->first = first;
		part->end = end;
	}
	heap_part_limit(part);
}

void
sealstone_heap_part_end(SealstoneHeapPart *part)
{
	if (part->scan)
		HEAP->scan_end(part->scan);
	pfree(part);
}

bool
sealstone_fetch_copy(Relation rel, const ItemPointerData *copy, Snapshot snapshot, TupleTableSlot *slot)
{
	IndexFetchTableData *fetch = HEAP->index_fetch_begin(rel);
	ItemPointerData tid = *copy;
	bool		call_again = false;
	bool		found;

	found = HEAP->index_fetch_tuple(fetch, &tid, snapshot, slot, &call_again, NULL);
	HEAP->index_fetch_end(fetch);
	return found;
}
