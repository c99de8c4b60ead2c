/*-------------------------------------------------------------------------
 *
 * am_internal.h
 *	  What the files of src/am share among themselves. Nobody else includes this.
 *
 * Prototypes are grouped under the file that defines them. Each "sealed" callback is called by
 * handler.c only for relations (or scans) that are sealed.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_AM_INTERNAL_H
#define SEALSTONE_AM_INTERNAL_H

#include "postgres.h"

#include "access/heapam.h"
#include "access/relscan.h"
#include "access/tableam.h"
#include "catalog/index.h"
#include "nodes/execnodes.h"
#include "port/atomics.h"

#include "am/am.h"
#include "compat.h"

/* heapam's own callbacks */
#define HEAP (GetHeapamTableAmRoutine())

/*
 * In rs_flags of a scan on a sealed relation, beside heapam's bits, so that a scan knows what it is
 * without asking its relation.
 */
#define SO_SEALSTONE_SEALED		((uint32) 1 << 30)

static inline bool
scan_is_sealed(TableScanDesc scan)
{
	return (scan->rs_flags & SO_SEALSTONE_SEALED) != 0;
}

/* Where a sequential scan stands. FRESH may go either way. */
typedef enum ScanPlace
{
	SCAN_FRESH,
	SCAN_BEFORE,				/* went backwards past the first row */
	SCAN_COLUMNS,				/* at column row "row" */
	SCAN_HEAP,					/* in the heap part */
	SCAN_AFTER					/* past the last */
} ScanPlace;

/* A parallel scan of a sealed relation, in shared memory. */
typedef struct SealstoneParallelScan
{
	ParallelTableScanDescData base; /* must be first */
	bool		sealed;
	uint64		marks;			/* position in the delete log that all use */
	BlockNumber end_block;		/* of the heap part */
	pg_atomic_uint64 next_group;
	pg_atomic_uint64 next_block;	/* of the heap part, counted from H */
} SealstoneParallelScan;

#define PARALLEL_HEAP_BLOCKS	64	/* heap pages a worker takes at a time */

typedef struct SealstoneScan
{
	TableScanDescData base;		/* must be first */
	MemoryContext context;		/* everything of this scan */

	/* fixed when the scan starts or restarts */
	uint64		nrows;
	uint64		ngroups;
	BlockNumber late_block;		/* H */
	BlockNumber nblocks;
	SealstoneReader *reader;
	SealstoneMarks *marks;
	const SealstoneMark *mark;
	uint64		nmarks;
	SealstoneHeapPart *heap;	/* NULL until reached */

	/* the range of rows and heap pages (TID range scans narrow it) */
	uint64		first_row;
	uint64		end_row;
	ItemPointerData min_tid;	/* of the heap part; valid only with has_tid_range */
	ItemPointerData max_tid;
	bool		has_tid_range;

	/* where it stands */
	ScanPlace	place;
	uint64		row;
	uint64		chunk_end;		/* parallel: the rows taken end here */
	bool		chunk_open;

	/* bitmap and sample scans (bitmap.c, sample.c) */
	IndexFetchTableData *fetch;
	ItemPointerData tids[MaxHeapTuplesPerPage];
	int			ntids;
	int			next_tid;
	bool		bitmap_recheck;
	uint64		sample_block;	/* counted over virtual blocks, then heap pages */
	bool		sample_started;
	BlockNumber current_block;	/* virtual or heap */
	Buffer		current_buffer;

	/* ANALYZE (analyze.c) */
	TableScanDesc analyze_heap;
	bool		analyze_columns;	/* the block at hand stands for column rows */
	uint64		analyze_row;
	uint64		analyze_end;
	uint64		analyze_step;
	uint64		analyze_seen;
} SealstoneScan;

/* scan.c */
extern TableScanDesc sealed_scan_begin(Relation rel, Snapshot snapshot, int nkeys, ScanKey key,
									   ParallelTableScanDesc pscan, uint32 flags);
extern void sealed_scan_end(TableScanDesc sscan);
extern void sealed_scan_rescan(TableScanDesc sscan);
extern bool sealed_scan_getnextslot(TableScanDesc sscan, ScanDirection direction, TupleTableSlot *slot);
extern void sealed_scan_set_tidrange(TableScanDesc sscan, ItemPointer mintid, ItemPointer maxtid);
extern bool sealed_scan_getnextslot_tidrange(TableScanDesc sscan, ScanDirection direction, TupleTableSlot *slot);
extern bool sealed_scan_is_superseded(SealstoneScan *scan, uint64 row);
extern SealstoneReader *sealed_scan_reader(SealstoneScan *scan);

/* parallel.c */
extern Size sealstone_parallelscan_estimate(Relation rel);
extern Size sealstone_parallelscan_initialize(Relation rel, ParallelTableScanDesc pscan);
extern void sealstone_parallelscan_reinitialize(Relation rel, ParallelTableScanDesc pscan);

/* fetch.c */
extern IndexFetchTableData *sealstone_index_fetch_begin(Relation rel);
extern void sealstone_index_fetch_reset(IndexFetchTableData *fetch);
extern void sealstone_index_fetch_end(IndexFetchTableData *fetch);
extern bool sealstone_index_fetch_tuple(IndexFetchTableData *fetch, ItemPointer tid, Snapshot snapshot,
										TupleTableSlot *slot, bool *call_again, bool *all_dead);
extern bool sealed_fetch_row_version(Relation rel, ItemPointer tid, Snapshot snapshot, TupleTableSlot *slot);
extern bool sealed_tid_valid(TableScanDesc sscan, ItemPointer tid);
extern void sealed_get_latest_tid(TableScanDesc sscan, ItemPointer tid);
extern bool sealed_satisfies_snapshot(Relation rel, TupleTableSlot *slot, Snapshot snapshot);
extern TransactionId sealed_index_delete_tuples(Relation rel, TM_IndexDeleteOp *delstate);

/* bitmap.c */
extern void sealed_bitmap_collect(SealstoneScan *scan, BlockNumber block, const OffsetNumber *offsets, int noffsets);
extern bool sealed_bitmap_next(SealstoneScan *scan, TupleTableSlot *slot);

/* sample.c */
extern bool sealed_sample_next_block(TableScanDesc sscan, SampleScanState *scanstate);
extern bool sealed_sample_next_tuple(TableScanDesc sscan, SampleScanState *scanstate, TupleTableSlot *slot);

/* index_build.c */
extern double sealstone_index_build_range_scan(Relation heap, Relation index, IndexInfo *info,
											   bool allow_sync, bool anyvisible, bool progress,
											   BlockNumber start_block, BlockNumber nblocks,
											   IndexBuildCallback callback, void *callback_state,
											   TableScanDesc scan);
extern void sealstone_index_validate_scan(Relation heap, Relation index, IndexInfo *info,
										  Snapshot snapshot, ValidateIndexState *state);

/* analyze.c */
extern bool sealed_analyze_block(SealstoneScan *scan);
extern bool sealed_analyze_next_tuple(TableScanDesc sscan, TransactionId oldest_xmin,
									  double *liverows, double *deadrows, TupleTableSlot *slot);
extern void sealed_estimate_size(Relation rel, int32 *attr_widths, BlockNumber *pages,
								 double *tuples, double *allvisfrac);

/* vacuum.c */
extern void sealed_vacuum(Relation rel, struct VacuumParams *params, BufferAccessStrategy bstrategy);

/* slot.c */

/*
 * A reader kept in the backend, for single rows fetched one statement after another.
 * Never closed by its user; what it returns lives until the next call on it.
 */
extern SealstoneReader *sealstone_kept_reader(Relation rel);

#endif							/* SEALSTONE_AM_INTERNAL_H */
