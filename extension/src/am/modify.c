/*-------------------------------------------------------------------------
 *
 * modify.c
 *	  Update, delete and lock of a sealed row: relocate it, then heapam's own on the copy.
 *
 * Inserts of every kind are heapam's from the start (handler.c).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"

#include "am/am.h"
#include "am/modify.h"
#include "am/am_internal.h"

/* The copy of the row at a virtual TID; false when the row is gone for everybody. */
static bool
copy_of(Relation rel, const ItemPointerData *tid, ItemPointer copy)
{
	const SealstoneInfo *info = sealstone_store_info(rel);
	uint64		row = sealstone_tid_row(tid);

	if (info == NULL || row >= info->nrows)
		elog(ERROR, "attempted to change nonexistent sealed row %llu of \"%s\"",
			 (unsigned long long) row, RelationGetRelationName(rel));
	return sealstone_relocate(rel, row, copy);
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

	if (likely(!sealstone_tid_is_virtual(tid)))
		return HEAP->tuple_update(rel, tid, slot, cid, snapshot, crosscheck, wait, tmfd, lockmode, update_indexes);
	if (!copy_of(rel, tid, &copy))
		return gone(tid, tmfd);
	return HEAP->tuple_update(rel, &copy, slot, cid, snapshot, crosscheck, wait, tmfd, lockmode, update_indexes);
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
