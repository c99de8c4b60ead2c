/*-------------------------------------------------------------------------
 *
 * handler.c
 *	  The access method "sealstone": its table of callbacks, and for each whose business it is.
 *
 * A relation that was never sealed is a plain heap: every callback is heapam's. On a sealed one the
 * late store is heapam's still, so most callbacks stay (inserts of every kind, TOAST, storage); the ones here
 * look first whether the relation, the scan or the TID is sealed. The table begins as a copy of
 * heapam's of the running server, so a callback that this file does not name is heapam's by construction.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/tableam.h"
#include "catalog/pg_am_d.h"
#include "catalog/pg_class.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "nodes/tidbitmap.h"
#include "storage/bufmgr.h"

#include "am/am.h"
#include "am/am_internal.h"
#include "am/modify.h"
#include "compat.h"
#include "seal/seal.h"

PG_FUNCTION_INFO_V1(sealstone_table_handler);

static TableAmRoutine routine;

bool
sealstone_relation_is_sealed(Relation rel)
{
	return rel->rd_tableam == &routine && RELKIND_HAS_STORAGE(rel->rd_rel->relkind) &&
		sealstone_is_sealed(rel);
}

/* ---------------------------------------------------------------- scans */

static TableScanDesc
am_scan_begin(Relation rel, Snapshot snapshot, int nkeys, ScanKey key,
			  ParallelTableScanDesc pscan, uint32 flags)
{
	if (sealstone_relation_is_sealed(rel))
		return sealed_scan_begin(rel, snapshot, nkeys, key, pscan, flags);
	return HEAP->scan_begin(rel, snapshot, nkeys, key, pscan, flags);
}

static void
am_scan_end(TableScanDesc scan)
{
	if (scan_is_sealed(scan))
		sealed_scan_end(scan);
	else
		HEAP->scan_end(scan);
}

static void
am_scan_rescan(TableScanDesc scan, ScanKey key, bool set_params,
			   bool allow_strat, bool allow_sync, bool allow_pagemode)
{
	if (scan_is_sealed(scan))
		sealed_scan_rescan(scan);
	else
		HEAP->scan_rescan(scan, key, set_params, allow_strat, allow_sync, allow_pagemode);
}

static bool
am_scan_getnextslot(TableScanDesc scan, ScanDirection direction, TupleTableSlot *slot)
{
	if (scan_is_sealed(scan))
		return sealed_scan_getnextslot(scan, direction, slot);
	return HEAP->scan_getnextslot(scan, direction, slot);
}

static void
am_scan_set_tidrange(TableScanDesc scan, ItemPointer mintid, ItemPointer maxtid)
{
	if (scan_is_sealed(scan))
		sealed_scan_set_tidrange(scan, mintid, maxtid);
	else
		HEAP->scan_set_tidrange(scan, mintid, maxtid);
}

static bool
am_scan_getnextslot_tidrange(TableScanDesc scan, ScanDirection direction, TupleTableSlot *slot)
{
	if (scan_is_sealed(scan))
		return sealed_scan_getnextslot_tidrange(scan, direction, slot);
	return HEAP->scan_getnextslot_tidrange(scan, direction, slot);
}

/* ---------------------------------------------------------------- single rows */

static bool
am_tuple_fetch_row_version(Relation rel, ItemPointer tid, Snapshot snapshot, TupleTableSlot *slot)
{
	if (sealstone_relation_is_sealed(rel))
		return sealed_fetch_row_version(rel, tid, snapshot, slot);
	return HEAP->tuple_fetch_row_version(rel, tid, snapshot, slot);
}

static bool
am_tuple_tid_valid(TableScanDesc scan, ItemPointer tid)
{
	if (scan_is_sealed(scan))
		return sealed_tid_valid(scan, tid);
	return HEAP->tuple_tid_valid(scan, tid);
}

static void
am_tuple_get_latest_tid(TableScanDesc scan, ItemPointer tid)
{
	if (scan_is_sealed(scan))
		sealed_get_latest_tid(scan, tid);
	else
		HEAP->tuple_get_latest_tid(scan, tid);
}

static bool
am_tuple_satisfies_snapshot(Relation rel, TupleTableSlot *slot, Snapshot snapshot)
{
	if (sealstone_relation_is_sealed(rel))
		return sealed_satisfies_snapshot(rel, slot, snapshot);
	return HEAP->tuple_satisfies_snapshot(rel, slot, snapshot);
}

static TransactionId
am_index_delete_tuples(Relation rel, TM_IndexDeleteOp *delstate)
{
	if (sealstone_relation_is_sealed(rel))
		return sealed_index_delete_tuples(rel, delstate);
	return HEAP->index_delete_tuples(rel, delstate);
}

/* ---------------------------------------------------------------- storage */

static void
am_relation_nontransactional_truncate(Relation rel)
{
	HEAP->relation_nontransactional_truncate(rel);
	sealstone_store_forget(rel);
}

static void
am_relation_copy_for_cluster(Relation old, Relation new, Relation index, bool use_sort,
							 TransactionId oldest_xmin, TransactionId *xid_cutoff,
							 MultiXactId *multi_cutoff, double *num_tuples,
							 double *tups_vacuumed, double *tups_recently_dead)
{
	if (sealstone_relation_is_sealed(old))
	{
		*num_tuples = (double) sealstone_compact(old, new, index);
		*tups_vacuumed = 0;
		*tups_recently_dead = 0;
		return;					/* no xid is left: the caller's cutoffs hold */
	}
	HEAP->relation_copy_for_cluster(old, new, index, use_sort, oldest_xmin, xid_cutoff, multi_cutoff,
									num_tuples, tups_vacuumed, tups_recently_dead);
}

static void
am_relation_vacuum(Relation rel, struct VacuumParams *params, BufferAccessStrategy bstrategy)
{
	if (sealstone_relation_is_sealed(rel))
		sealed_vacuum(rel, params, bstrategy);
	else
		HEAP->relation_vacuum(rel, params, bstrategy);
}

#ifdef SEALSTONE_ANALYZE_BY_STREAM
static bool
am_scan_analyze_next_block(TableScanDesc scan, ReadStream *stream)
{
	if (scan_is_sealed(scan))
		return HEAP->scan_analyze_next_block(((SealstoneScan *) scan)->analyze_heap, stream) &&
			sealed_analyze_block((SealstoneScan *) scan);
	return HEAP->scan_analyze_next_block(scan, stream);
}
#else
static bool
am_scan_analyze_next_block(TableScanDesc scan, BlockNumber block, BufferAccessStrategy bstrategy)
{
	if (scan_is_sealed(scan))
		return HEAP->scan_analyze_next_block(((SealstoneScan *) scan)->analyze_heap, block, bstrategy) &&
			sealed_analyze_block((SealstoneScan *) scan);
	return HEAP->scan_analyze_next_block(scan, block, bstrategy);
}
#endif

static bool
am_scan_analyze_next_tuple(TableScanDesc scan, TransactionId oldest_xmin,
						   double *liverows, double *deadrows, TupleTableSlot *slot)
{
	if (scan_is_sealed(scan))
		return sealed_analyze_next_tuple(scan, oldest_xmin, liverows, deadrows, slot);
	return HEAP->scan_analyze_next_tuple(scan, oldest_xmin, liverows, deadrows, slot);
}

/* The TOAST table of a relation of ours is an ordinary heap. */
static Oid
am_relation_toast_am(Relation rel)
{
	return HEAP_TABLE_AM_OID;
}

static void
am_relation_estimate_size(Relation rel, int32 *attr_widths, BlockNumber *pages,
						  double *tuples, double *allvisfrac)
{
	if (sealstone_relation_is_sealed(rel))
		sealed_estimate_size(rel, attr_widths, pages, tuples, allvisfrac);
	else
		HEAP->relation_estimate_size(rel, attr_widths, pages, tuples, allvisfrac);
}

/* ---------------------------------------------------------------- bitmaps and samples */

#ifdef SEALSTONE_BITMAP_BY_TUPLE
static bool
am_scan_bitmap_next_tuple(TableScanDesc scan, TupleTableSlot *slot, bool *recheck,
						  uint64 *lossy_pages, uint64 *exact_pages)
{
	SealstoneScan *sealed = (SealstoneScan *) scan;

	if (!scan_is_sealed(scan))
		return HEAP->scan_bitmap_next_tuple(scan, slot, recheck, lossy_pages, exact_pages);

	while (!sealed_bitmap_next(sealed, slot))
	{
		TBMIterateResult result;
		OffsetNumber offsets[TBM_MAX_TUPLES_PER_PAGE];
		int			noffsets = -1;

		CHECK_FOR_INTERRUPTS();
		if (!tbm_iterate(&scan->st.rs_tbmiterator, &result))
			return false;
		if (result.lossy)
			(*lossy_pages)++;
		else
		{
			noffsets = tbm_extract_page_tuple(&result, offsets, TBM_MAX_TUPLES_PER_PAGE);
			(*exact_pages)++;
		}
		sealed->bitmap_recheck = result.recheck;
		sealed_bitmap_collect(sealed, result.blockno, offsets, noffsets);
	}
	*recheck = sealed->bitmap_recheck;
	return true;
}
#else
static bool
am_scan_bitmap_next_block(TableScanDesc scan, TBMIterateResult *tbmres)
{
	SealstoneScan *sealed = (SealstoneScan *) scan;

	if (!scan_is_sealed(scan))
		return HEAP->scan_bitmap_next_block(scan, tbmres);
	sealed_bitmap_collect(sealed, tbmres->blockno, tbmres->offsets, tbmres->ntuples);
	return sealed->ntids > 0;
}

static bool
am_scan_bitmap_next_tuple(TableScanDesc scan, TBMIterateResult *tbmres, TupleTableSlot *slot)
{
	if (!scan_is_sealed(scan))
		return HEAP->scan_bitmap_next_tuple(scan, tbmres, slot);
	return sealed_bitmap_next((SealstoneScan *) scan, slot);
}
#endif

static bool
am_scan_sample_next_block(TableScanDesc scan, SampleScanState *scanstate)
{
	if (scan_is_sealed(scan))
		return sealed_sample_next_block(scan, scanstate);
	return HEAP->scan_sample_next_block(scan, scanstate);
}

static bool
am_scan_sample_next_tuple(TableScanDesc scan, SampleScanState *scanstate, TupleTableSlot *slot)
{
	if (scan_is_sealed(scan))
		return sealed_sample_next_tuple(scan, scanstate, slot);
	return HEAP->scan_sample_next_tuple(scan, scanstate, slot);
}

/* ---------------------------------------------------------------- the table */

const TableAmRoutine *
sealstone_table_routine(void)
{
	if (routine.type == T_TableAmRoutine)
		return &routine;

	routine = *HEAP;
	routine.scan_begin = am_scan_begin;
	routine.scan_end = am_scan_end;
	routine.scan_rescan = am_scan_rescan;
	routine.scan_getnextslot = am_scan_getnextslot;
	routine.scan_set_tidrange = am_scan_set_tidrange;
	routine.scan_getnextslot_tidrange = am_scan_getnextslot_tidrange;
	routine.parallelscan_estimate = sealstone_parallelscan_estimate;
	routine.parallelscan_initialize = sealstone_parallelscan_initialize;
	routine.parallelscan_reinitialize = sealstone_parallelscan_reinitialize;
	routine.index_fetch_begin = sealstone_index_fetch_begin;
	routine.index_fetch_reset = sealstone_index_fetch_reset;
	routine.index_fetch_end = sealstone_index_fetch_end;
	routine.index_fetch_tuple = sealstone_index_fetch_tuple;
	routine.tuple_fetch_row_version = am_tuple_fetch_row_version;
	routine.tuple_tid_valid = am_tuple_tid_valid;
	routine.tuple_get_latest_tid = am_tuple_get_latest_tid;
	routine.tuple_satisfies_snapshot = am_tuple_satisfies_snapshot;
	routine.index_delete_tuples = am_index_delete_tuples;
	routine.tuple_insert = sealstone_tuple_insert;
	routine.multi_insert = sealstone_multi_insert;
	routine.tuple_delete = sealstone_tuple_delete;
	routine.tuple_update = sealstone_tuple_update;
	routine.tuple_lock = sealstone_tuple_lock;
	routine.relation_nontransactional_truncate = am_relation_nontransactional_truncate;
	routine.relation_copy_for_cluster = am_relation_copy_for_cluster;
	routine.relation_vacuum = am_relation_vacuum;
	routine.scan_analyze_next_block = am_scan_analyze_next_block;
	routine.scan_analyze_next_tuple = am_scan_analyze_next_tuple;
	routine.index_build_range_scan = sealstone_index_build_range_scan;
	routine.index_validate_scan = sealstone_index_validate_scan;
	routine.relation_toast_am = am_relation_toast_am;
	routine.relation_estimate_size = am_relation_estimate_size;
#ifndef SEALSTONE_BITMAP_BY_TUPLE
	routine.scan_bitmap_next_block = am_scan_bitmap_next_block;
#endif
	routine.scan_bitmap_next_tuple = am_scan_bitmap_next_tuple;
	routine.scan_sample_next_block = am_scan_sample_next_block;
	routine.scan_sample_next_tuple = am_scan_sample_next_tuple;
	return &routine;
}

Datum
sealstone_table_handler(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(sealstone_table_routine());
}
