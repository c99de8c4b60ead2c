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
 * Generic WAL compares whole pages, which costs more than everything else in the relocation of one row. Where a scan has said
 * which rows come next (sealstone_relocate_expect), they are relocated in the same record. To relocate a row that nobody
 * changes in the end is harmless: its copy is the same row.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/generic_xlog.h"
#include "access/heapam.h"
#include "access/heaptoast.h"
#include "access/hio.h"
#include "access/htup_details.h"
#include "access/xact.h"
#include "access/xloginsert.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"

#include "am/am.h"
#include "am/am_internal.h"
#include "am/delete_log.h"
#include "compat.h"
#include "stop_point.h"

#define MAX_AHEAD	64			/* rows relocated in one record */

/* What a scan has said that it will hand out. */
static struct
{
	Oid			relid;			/* InvalidOid: nothing */
	uint64		first_row;
	int			n;
	int			next;			/* index[next] is the row expected to be changed next */
	int			ahead;			/* how many are taken at once */
	uint16		index[SEALSTONE_PAGE_ROWS];
} expected;

static void
expect_nothing(XactEvent event, void *arg)
{
	expected.relid = InvalidOid;
}

void
sealstone_relocate_expect(Relation rel, uint64 first_row, const uint16 *index, int n, bool backward)
{
	static bool registered = false;
	bool		goes_on = expected.relid == RelationGetRelid(rel) && expected.next >= expected.n;

	if (!registered)
	{
		RegisterXactCallback(expect_nothing, NULL);
		registered = true;
	}
	Assert(n <= SEALSTONE_PAGE_ROWS);
	expected.relid = RelationGetRelid(rel);
	expected.first_row = first_row;
	expected.n = n;
	expected.next = 0;
	if (!goes_on)
		expected.ahead = 1;
	if (!backward)
		memcpy(expected.index, index, sizeof(uint16) * n);
	else
		for (int i = 0; i < n; i++)
			expected.index[i] = index[n - 1 - i];
}

/*
 * A row is about to be relocated: the rows to take along go to out, at most MAX_AHEAD - 1. Those that were taken along
 * before are relocated already and never come here, so a row that is the next expected one says that all before it were changed.
 */
static int
rows_ahead(Relation rel, uint64 row, uint64 *out)
{
	uint64		nrows = sealstone_store_info(rel)->nrows;
	int			at;
	int			take = 1;
	int			n = 0;

	if (expected.relid != RelationGetRelid(rel) || row < expected.first_row || row - expected.first_row >= SEALSTONE_PAGE_ROWS)
		return 0;
	at = expected.next;
	if (at < expected.n && expected.first_row + expected.index[at] == row)
		take = expected.ahead;
	else
	{
		for (at = 0; at < expected.n; at++)
			if (expected.first_row + expected.index[at] == row)
				break;
		if (at == expected.n)
			return 0;
	}
	expected.ahead = Min(take * 2, MAX_AHEAD);
	expected.next = ++at;
	for (; at < expected.n && n < take - 1; at++)
		if (expected.first_row + expected.index[at] < nrows)
			out[n++] = expected.first_row + expected.index[at];
	return n;
}

/* Form the copy: flat, toasted where it must be, frozen. NULL: it must be toasted, and may not. */
static HeapTuple
form_copy(Relation rel, uint64 row, bool may_toast)
{
	TupleDesc	desc = RelationGetDescr(rel);
	Datum	   *values = palloc(desc->natts * sizeof(Datum));
	bool	   *isnull = palloc(desc->natts * sizeof(bool));
	HeapTuple	tuple;
	HeapTupleHeader header;

	sealstone_reader_row(sealstone_kept_reader(rel), row, NULL, values, isnull);
	tuple = heap_form_tuple(desc, values, isnull);
	tuple->t_tableOid = RelationGetRelid(rel);
	pfree(values);
	pfree(isnull);

	if (HeapTupleHasExternal(tuple) || tuple->t_len > TOAST_TUPLE_THRESHOLD)
	{
		HeapTuple	toasted;

		if (!may_toast)
		{
			heap_freetuple(tuple);
			return NULL;
		}
		toasted = heap_toast_insert_or_update(rel, tuple, NULL,
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
	uint64		more_row[MAX_AHEAD];
	HeapTuple	more[MAX_AHEAD];
	int			nmore;

	if (sealstone_marks_latest(rel, row, tid))
		return ItemPointerIsValid(tid);

	SEALSTONE_STOP_POINT(relocate_begin);
	copy = form_copy(rel, row, true);
	nmore = rows_ahead(rel, row, more_row);
	for (int i = 0; i < nmore; i++)
	{
		more[i] = form_copy(rel, more_row[i], false);
		if (more[i] == NULL)
			nmore = i;
	}

	for (;;)
	{
		Buffer		vmbuffer = InvalidBuffer;
		Buffer		heap_buffer;
		Buffer		log_buffer;
		GenericXLogState *state;
		Page		page;
		Page		image;
		SealstoneLogPage *log;
		uint64		seal_id;
		int			added = 0;

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
		log = (SealstoneLogPage *) SealstonePageBody(GenericXLogRegisterBuffer(state, log_buffer, 0));
		sealstone_log_page_append(log, row, tid);
		for (; added < nmore && log->nmarks < SEALSTONE_LOG_MARKS; added++)
		{
			ItemPointerData copy_tid;

			if (sealstone_marks_latest_locked(rel, more_row[added], &copy_tid, log_buffer))
				continue;
			if (!add_copy(rel, seal_id, BufferGetBlockNumber(heap_buffer), image, more[added], &copy_tid))
				break;
			sealstone_log_page_append(log, more_row[added], &copy_tid);
		}
		GenericXLogFinish(state);

		UnlockReleaseBuffer(log_buffer);
		UnlockReleaseBuffer(heap_buffer);
		heap_freetuple(copy);
		for (int i = 0; i < nmore; i++)
			heap_freetuple(more[i]);
		expected.next += added;
		SEALSTONE_STOP_POINT(relocate_end);
		return true;
	}

	/* someone else was first: our toasted values, if any, are of no use */
	if (HeapTupleHasExternal(copy))
		heap_toast_delete(rel, copy, false);
	heap_freetuple(copy);
	for (int i = 0; i < nmore; i++)
		heap_freetuple(more[i]);
	return ItemPointerIsValid(tid);
}
