/*-------------------------------------------------------------------------
 *
 * modify.c
 *	  Update, delete and lock of a sealed row: relocate it, then heapam's own on the copy.
 *
 * Inserts are heapam's; here it is only seen that plans are made anew while the late store grows.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "port/pg_bitutils.h"
#include "utils/inval.h"

#include "am/am.h"
#include "am/modify.h"
#include "am/am_internal.h"

/*
 * A tuple has been put at tid. Plans that read the whole late store are right while it is small, and are kept by prepared
 * statements and functions while it grows, with nothing to tell them: so whenever it has grown by a quarter or so, seen by its
 * first tuple on a page, plans on the relation are invalidated, as ANALYZE does.
 */
void
sealstone_late_grew(Relation rel, const ItemPointerData *tid)
{
	const SealstoneInfo *info;
	BlockNumber pages;

	if (likely(ItemPointerGetOffsetNumberNoCheck(tid) != FirstOffsetNumber))
		return;
	info = sealstone_store_info(rel);
	if (info == NULL || ItemPointerGetBlockNumberNoCheck(tid) < info->late_block)
		return;
	pages = ItemPointerGetBlockNumberNoCheck(tid) - info->late_block;
	if (pages < 4 || pages % ((BlockNumber) 1 << (pg_leftmost_one_pos32(pages) - 2)) == 0)
		CacheInvalidateRelcache(rel);
}

void
sealstone_tuple_insert(Relation rel, TupleTableSlot *slot, CommandId cid, int options, BulkInsertState bistate)
{
	HEAP->tuple_insert(rel, slot, cid, options, bistate);
	sealstone_late_grew(rel, &slot->tts_tid);
}

void
sealstone_multi_insert(Relation rel, TupleTableSlot **slots, int nslots, CommandId cid, int options, BulkInsertState bistate)
{
	HEAP->multi_insert(rel, slots, nslots, cid, options, bistate);
	for (int i = 0; i < nslots; i++)
		sealstone_late_grew(rel, &slots[i]->tts_tid);
}

/* The copy of the row at a virtual TID; false when the row is gone for everybody. */
static bool
copy_of(Relation rel, const ItemPointerData *tid, ItemPointer copy)
{
	const SealstoneInfo *info = sealstone_store_info(rel);
	uint64		row = sealstone_tid_row(tid);

	if (info == NULL || row >= info->nrows)
		elog(ERROR, "attempted to change nonexistent sealed row %llu of \"%s\"",
			 (unsigned long long) row, RelationGetRelationName(rel));
	if (!sealstone_relocate(rel, row, copy))
		return false;
	sealstone_late_grew(rel, copy);
	return true;
}

/* What heapam reports of a row that was deleted and is no more. */
static TM_Result
gone(const ItemPointerData *tid, TM_FailureData *tmfd)
{
	tmfd->ctid = *tid;
	tmfd->xmax = InvalidTransactionId;
	tmfd->cmax = InvalidCommandId;
	tmfd->traversed = false;
	return TM_Deleted;
}

TM_Result
sealstone_tuple_delete(Relation rel, ItemPointer tid, CommandId cid, Snapshot snapshot,
					   Snapshot crosscheck, bool wait, TM_FailureData *tmfd, bool changing_part)
{
	ItemPointerData copy;

	if (likely(!sealstone_tid_is_virtual(tid)))
		return HEAP->tuple_delete(rel, tid, cid, snapshot, crosscheck, wait, tmfd, changing_part);
	if (!copy_of(rel, tid, &copy))
		return gone(tid, tmfd);
	return HEAP->tuple_delete(rel, &copy, cid, snapshot, crosscheck, wait, tmfd, changing_part);
}

TM_Result
sealstone_tuple_update(Relation rel, ItemPointer tid, TupleTableSlot *slot, CommandId cid,
					   Snapshot snapshot, Snapshot crosscheck, bool wait, TM_FailureData *tmfd,
					   LockTupleMode *lockmode, SealstoneUpdateIndexes *update_indexes)
{
	ItemPointerData copy;
	TM_Result	result;

	if (likely(!sealstone_tid_is_virtual(tid)))
		copy = *tid;
	else if (!copy_of(rel, tid, &copy))
		return gone(tid, tmfd);
	result = HEAP->tuple_update(rel, &copy, slot, cid, snapshot, crosscheck, wait, tmfd, lockmode, update_indexes);
	if (result == TM_Ok)
		sealstone_late_grew(rel, &slot->tts_tid);
	return result;
}

/*
 * *tid becomes where the locked version is, as heapam does for one found further down the chain:
 * the caller goes on with it.
 */
TM_Result
sealstone_tuple_lock(Relation rel, ItemPointer tid, Snapshot snapshot, TupleTableSlot *slot,
					 CommandId cid, LockTupleMode mode, LockWaitPolicy wait_policy,
					 uint8 flags, TM_FailureData *tmfd)
{
	ItemPointerData copy;
	TM_Result	result;

	/*
	 * RelationFindReplTupleSeq (the apply worker's search without a key) copies the row it found into the slot and
	 * locks by that slot's TID. Copying a slot that owns its tuple, as one with a column row does, leaves the TID behind;
	 * the tuple has it still.
	 */
	if (unlikely(!ItemPointerIsValid(tid)) && !TTS_EMPTY(slot) && TTS_IS_BUFFERTUPLE(slot) &&
		((BufferHeapTupleTableSlot *) slot)->base.tuple != NULL)
		*tid = ((BufferHeapTupleTableSlot *) slot)->base.tuple->t_self;

	if (likely(!sealstone_tid_is_virtual(tid)))
		return HEAP->tuple_lock(rel, tid, snapshot, slot, cid, mode, wait_policy, flags, tmfd);
	if (!copy_of(rel, tid, &copy))
		return gone(tid, tmfd);
	result = HEAP->tuple_lock(rel, &copy, snapshot, slot, cid, mode, wait_policy, flags, tmfd);
	*tid = copy;
	return result;
}
