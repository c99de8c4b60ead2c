/*-------------------------------------------------------------------------
 *
 * parallel.c
 *	  The shared state of a parallel sequential scan.
 *
 * For a plain relation heapam's, for a sealed one ours: workers take row groups one by one, then
 * pieces of the heap part. All of them use the marks up to the position the leader fixed, so that a
 * row relocated in mid-scan is neither read twice nor lost between two workers.
 *
 * Which it is, every participant finds from the relation itself, as nothing can swap its storage
 * under a running scan.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "storage/bufmgr.h"

#include "am/am.h"
#include "am/am_internal.h"

Size
sealstone_parallelscan_estimate(Relation rel)
{
	return Max(sizeof(SealstoneParallelScan), HEAP->parallelscan_estimate(rel));
}

static void
start_over(Relation rel, SealstoneParallelScan *shared)
{
	shared->marks = sealstone_marks_position(rel);
	shared->end_block = RelationGetNumberOfBlocks(rel);
	pg_atomic_write_u64(&shared->next_group, 0);
	pg_atomic_write_u64(&shared->next_block, 0);
}

Size
sealstone_parallelscan_initialize(Relation rel, ParallelTableScanDesc pscan)
{
	SealstoneParallelScan *shared = (SealstoneParallelScan *) pscan;

	/* its base part is right for us too: which relation, and no synchronized scan */
	HEAP->parallelscan_initialize(rel, pscan);
	if (!sealstone_relation_is_sealed(rel))
		return HEAP->parallelscan_estimate(rel);

	pscan->phs_syncscan = false;
	shared->sealed = true;
	pg_atomic_init_u64(&shared->next_group, 0);
	pg_atomic_init_u64(&shared->next_block, 0);
	start_over(rel, shared);
	return sizeof(SealstoneParallelScan);
}

void
sealstone_parallelscan_reinitialize(Relation rel, ParallelTableScanDesc pscan)
{
	if (sealstone_relation_is_sealed(rel))
		start_over(rel, (SealstoneParallelScan *) pscan);
	else
		HEAP->parallelscan_reinitialize(rel, pscan);
}
