/*-------------------------------------------------------------------------
 *
 * relocate.c
 *	  The first change of a sealed row: a copy of it in the late store and the mark that says so
 *	  (PROTOCOLS 2).
 *
 * The copy is an ordinary heap tuple whose raw xmin is FrozenTransactionId: visible to all, for
 * ever told from others. Copy and mark are in one generic WAL record, so after a crash there are
 * both or neither; logical decoding sees none of it. What the caller does next to the copy (lock,
 * update, delete) is heapam's own.
 *
 * Lock order: the heap page first, then the log's last page, the second only if free at once;
 * else both are let go and the log page is waited for alone. So nobody waits for one page while holding
 * another, whatever heap code is doing with these buffers at the same time. Two sessions that relocate one row
 * meet at the last page: each looks for a mark again while it holds that lock.
 *
 * Toasted values are written with frozen chunks before the copy: visible to all whatever becomes of
 * this transaction. An error or crash in between, or losing the race for the row, leaves chunks that nothing
 * points to; the next reseal drops them with the TOAST table.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/generic_xlog.h"
#include "access/heapam.h"
#include "access/heaptoast.h"
#include "access/hio.h"
#include "access/htup_details.h"
#include "access/xloginsert.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"

#include "am/am.h"
#include "am/am_internal.h"
#include "am/delete_log.h"
#include "compat.h"
#include "stop_point.h"

/* Form the copy: flat, toasted where it must be, frozen. */
static HeapTuple
form_copy(Relation rel, uint64 row)
{
	TupleDesc	desc = RelationGetDescr(rel);
	Datum	   *values = palloc(desc->natts * sizeof(Datum));
	bool	   *isnull = palloc(desc->natts * sizeof(bool));
	HeapTuple	tuple;
	HeapTupleHeader header;

	sealstone_reader_row(sealstone_transaction_reader(rel), row, NULL, values, isnull);
	tuple = heap_form_tuple(desc, values, isnull);
	tuple->t_tableOid = RelationGetRelid(rel);
	pfree(values);
	pfree(isnull);

	if (HeapTupleHasExternal(tuple) || tuple->t_len > TOAST_TUPLE_THRESHOLD)
	{
		HeapTuple	toasted = heap_toast_insert_or_update(rel, tuple, NULL,
														  HEAP_INSERT_FROZEN | HEAP_INSERT_NO_LOGICAL);

		if (toasted != tuple)
		{
			heap_freetuple(tuple);
			tuple = toasted;
		}
	}

	header = tuple->t_data;
	header->t_infomask &= ~(HEAP_XACT_MASK);
	header->t_infomask2 &= ~(HEAP2_XACT_MASK);
	header->t_infomask |= HEAP_XMIN_FROZEN | HEAP_XMAX_INVALID;
	HeapTupleHeaderSetXmin(header, FrozenTransactionId);
	HeapTupleHeaderSetCmin(header, FirstCommandId);
	HeapTupleHeaderSetXmax(header, InvalidTransactionId);
	return tuple;
}

/*
 * Add the copy to an image of the heap page, always behind the last line pointer: one that is free
 * may have been another copy's. Where vacuum has cut the last one of a copy off the array, unused ones are put
 * in up to there. False when the page has no room for that.
 */
static bool
add_copy(Relation rel, uint64 seal_id, BlockNumber block, Page image, HeapTuple copy, ItemPointer tid)
{
	OffsetNumber last = sealstone_marks_last_offset(rel, seal_id, block);
	OffsetNumber offset;

	while ((offset = OffsetNumberNext(PageGetMaxOffsetNumber(image))) <= last)
	{
		if (PageGetExactFreeSpace(image) < sizeof(ItemIdData))
			return false;
		((PageHeader) image)->pd_lower += sizeof(ItemIdData);
		ItemIdSetUnused(PageGetItemId(image, offset));
		PageSetHasFreeLinePointers(image);
	}
	if (offset > MaxHeapTuplesPerPage || PageGetExactFreeSpace(image) < MAXALIGN(copy->t_len) + sizeof(ItemIdData))
		return false;
	if (PageAddItemExtended(image, (Item) copy->t_data, copy->t_len, offset, PAI_IS_HEAP) != offset)
		return false;
	ItemPointerSet(tid, block, offset);
	((HeapTupleHeader) PageGetItem(image, PageGetItemId(image, offset)))->t_ctid = *tid;
	return true;
}

bool
sealstone_relocate(Relation rel, uint64 row, ItemPointer tid)
{
	HeapTuple	copy;
	int			options = 0;

	if (sealstone_marks_latest(rel, row, tid))
		return ItemPointerIsValid(tid);

	SEALSTONE_STOP_POINT(relocate_begin);
	copy = form_copy(rel, row);

	for (;;)
	{
		Buffer		vmbuffer = InvalidBuffer;
		Buffer		heap_buffer;
		Buffer		log_buffer;
		GenericXLogState *state;
		Page		page;
		Page		image;
		uint64		seal_id;

		CHECK_FOR_INTERRUPTS();

		heap_buffer = sealstone_buffer_for_tuple(rel, MAXALIGN(copy->t_len), options, &vmbuffer);
		if (BufferIsValid(vmbuffer))
			ReleaseBuffer(vmbuffer);	/* a frozen tuple leaves an all-visible page so */
		page = BufferGetPage(heap_buffer);

		log_buffer = sealstone_log_try_lock_tail(rel, &seal_id);
		if (!BufferIsValid(log_buffer))
		{
			UnlockReleaseBuffer(heap_buffer);
			log_buffer = sealstone_log_lock_tail(rel, &seal_id);
			UnlockReleaseBuffer(log_buffer);

			/* whoever held it may have relocated our row */
			if (sealstone_marks_latest(rel, row, tid))
				break;
			continue;
		}

		/* while we hold the last page nobody adds a mark: is the row still ours to relocate? */
		if (sealstone_marks_latest_locked(rel, row, tid, log_buffer))
		{
			UnlockReleaseBuffer(log_buffer);
			UnlockReleaseBuffer(heap_buffer);
			break;
		}

		/* a page nobody has logged yet must be in the record as a whole */
		state = GenericXLogStart(rel);
		image = GenericXLogRegisterBuffer(state, heap_buffer,
										  PageGetMaxOffsetNumber(page) == 0 ? GENERIC_XLOG_FULL_IMAGE : 0);
		if (!add_copy(rel, seal_id, BufferGetBlockNumber(heap_buffer), image, copy, tid))
		{
			/* take a new page */
			GenericXLogAbort(state);
			UnlockReleaseBuffer(log_buffer);
			UnlockReleaseBuffer(heap_buffer);
			RelationSetTargetBlock(rel, InvalidBlockNumber);
			options |= HEAP_INSERT_SKIP_FSM;
			continue;
		}
		image = GenericXLogRegisterBuffer(state, log_buffer, 0);
		sealstone_log_page_append((SealstoneLogPage *) SealstonePageBody(image), row, tid);
		GenericXLogFinish(state);

		UnlockReleaseBuffer(log_buffer);
		UnlockReleaseBuffer(heap_buffer);
		heap_freetuple(copy);
		SEALSTONE_STOP_POINT(relocate_end);
		return true;
	}

	/* someone else was first: our toasted values, if any, are of no use */
	if (HeapTupleHasExternal(copy))
		heap_toast_delete(rel, copy, false);
	heap_freetuple(copy);
	return ItemPointerIsValid(tid);
}
