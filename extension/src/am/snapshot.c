/*-------------------------------------------------------------------------
 *
 * snapshot.c
 *	  Which snapshots may read a sealed relation (PROTOCOLS 11), and its predicate lock (12).
 *
 * Column rows carry no xids: what the build found committed is there, whatever a snapshot from
 * before thinks of it. Two cases are safe: a snapshot that sees the swap (it was taken after the
 * swap committed, and by then everything the build read had too), and one whose xmin is past
 * the newest transaction that wrote any row the build read (it sees the same rows either way). All
 * others fail, and a retry succeeds. Rows written after the swap carry xids of their own.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/transam.h"
#include "access/xact.h"
#include "storage/predicate.h"
#include "utils/snapmgr.h"

#include "am/am.h"

/* The 64-bit form of a snapshot's xid, which is never more than half the xid space away from the next one. */
static FullTransactionId
full_xid(TransactionId xid)
{
	FullTransactionId next = ReadNextFullTransactionId();
	uint32		epoch = EpochFromFullTransactionId(next);

	if (!TransactionIdIsNormal(xid))
		return FullTransactionIdFromEpochAndXid(0, xid);
	if (xid > XidFromFullTransactionId(next))
		epoch--;
	return FullTransactionIdFromEpochAndXid(epoch, xid);
}

bool
sealstone_snapshot_is_old(const SealstoneInfo *info, Snapshot snapshot)
{
	TransactionId swap;

	if (snapshot == NULL || !IsMVCCSnapshot(snapshot))
		return false;
	if (!FullTransactionIdIsValid(info->swap_xid) || !FullTransactionIdIsValid(info->newest_xid))
		return false;

	/* everything the build read was decided before this snapshot */
	if (FullTransactionIdPrecedes(info->newest_xid, full_xid(snapshot->xmin)))
		return false;

	/* does it see the swap? */
	swap = XidFromFullTransactionId(info->swap_xid);
	if (FullTransactionIdPrecedes(info->swap_xid, full_xid(snapshot->xmin)))
		return false;
	if (TransactionIdIsCurrentTransactionId(swap))
		return false;
	if (FullTransactionIdFollowsOrEquals(info->swap_xid, full_xid(snapshot->xmax)))
		return true;
	return XidInMVCCSnapshot(swap, snapshot);
}

void
sealstone_check_snapshot(Relation rel, const SealstoneInfo *info, Snapshot snapshot)
{
	if (likely(!sealstone_snapshot_is_old(info, snapshot)))
		return;

	ereport(ERROR,
			(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
			 errmsg("could not serialize access because partition \"%s\" was sealed after this transaction's snapshot was taken",
					RelationGetRelationName(rel)),
			 errdetail("The partition held rows that were too recent for this snapshot when it was sealed."),
			 errhint("The transaction might succeed if retried.")));
}

void
sealstone_begin_read(Relation rel, Snapshot snapshot)
{
	const SealstoneInfo *info = sealstone_store_info(rel);

	if (info == NULL || snapshot == NULL)
		return;
	sealstone_check_snapshot(rel, info, snapshot);
	if (IsMVCCSnapshot(snapshot))
		PredicateLockRelation(rel, snapshot);
}
