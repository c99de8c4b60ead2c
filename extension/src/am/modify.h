/*-------------------------------------------------------------------------
 *
 * modify.h
 *	  Callbacks of modify.c, private to src/am.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_AM_MODIFY_H
#define SEALSTONE_AM_MODIFY_H

#include "postgres.h"

#include "access/tableam.h"

#include "compat.h"

extern void sealstone_late_grew(Relation rel, const ItemPointerData *tid);
extern void sealstone_tuple_insert(Relation rel, TupleTableSlot *slot, CommandId cid, int options,
								   struct BulkInsertStateData *bistate);
extern void sealstone_multi_insert(Relation rel, TupleTableSlot **slots, int nslots, CommandId cid, int options,
								   struct BulkInsertStateData *bistate);
extern TM_Result sealstone_tuple_delete(Relation rel, ItemPointer tid, CommandId cid, Snapshot snapshot,
										Snapshot crosscheck, bool wait, TM_FailureData *tmfd, bool changing_part);
extern TM_Result sealstone_tuple_update(Relation rel, ItemPointer tid, TupleTableSlot *slot, CommandId cid,
										Snapshot snapshot, Snapshot crosscheck, bool wait, TM_FailureData *tmfd,
										LockTupleMode *lockmode, SealstoneUpdateIndexes *update_indexes);
extern TM_Result sealstone_tuple_lock(Relation rel, ItemPointer tid, Snapshot snapshot, TupleTableSlot *slot,
									  CommandId cid, LockTupleMode mode, LockWaitPolicy wait_policy,
									  uint8 flags, TM_FailureData *tmfd);

#endif							/* SEALSTONE_AM_MODIFY_H */
