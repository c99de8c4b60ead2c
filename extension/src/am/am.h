/*-------------------------------------------------------------------------
 *
 * am.h
 *	  What the access method offers to the rest of Sealstone: row addresses, the check of old
 *	  snapshots, the marks of the delete log, relocation, and reading the late store.
 *
 * A relation of access method sealstone is either plain (never sealed: a heap, every callback is
 * heapam's own) or sealed: column rows 0 .. nrows-1 below block H (src/store), and from H on the
 * late store: ordinary heap pages and, among them, delete-log pages.
 *
 * How to read a sealed relation rightly, in this order (every path does it; the executor's too):
 *	1. sealstone_begin_read(rel, snapshot): serialization failure for snapshots that are too old,
 *	   and the relation's predicate lock under SERIALIZABLE. Before anything is read.
 *	2. marks = sealstone_marks_open(rel, limit): once, after the snapshot was taken. In parallel
 *	   plans the leader calls sealstone_marks_position() once and all open with that limit, or a
 *	   row relocated meanwhile would be seen twice or never.
 *	3. Column rows: every row that is not in these marks is visible to every snapshot that passed 1.
 *	4. Heap part: sealstone_heap_part_begin(rel, snapshot, marks, ...), which hides copies that
 *	   these marks do not know, for those rows are still read from the columns.
 *
 * Memory: everything opened here lives in the memory context current at the call and is released
 * with it at the latest, so an error leaks nothing. The caller keeps rel open and locked.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_AM_H
#define SEALSTONE_AM_H

#include "postgres.h"

#include "access/sdir.h"
#include "access/tableam.h"
#include "executor/tuptable.h"
#include "storage/itemptr.h"
#include "utils/rel.h"
#include "utils/snapshot.h"

#include "store/reader.h"

/* --- row addresses (PROTOCOLS 3) -------------------------------------------- */

/*
 * Sealed row N has the virtual TID (0x80000000 + N / 256, 1 + N % 256). Real heap TIDs of a
 * sealed relation are below: its main fork never grows to 2^31 blocks (16 TB).
 */
#define SEALSTONE_VIRTUAL_BLOCK		((BlockNumber) 0x80000000)
#define SEALSTONE_VIRTUAL_ROWS		256

static inline bool
sealstone_block_is_virtual(BlockNumber block)
{
	return block >= SEALSTONE_VIRTUAL_BLOCK && block != InvalidBlockNumber;
}

static inline bool
sealstone_tid_is_virtual(const ItemPointerData *tid)
{
	return sealstone_block_is_virtual(ItemPointerGetBlockNumberNoCheck(tid));
}

/* The row of a virtual TID; may be past the last row when a user made the TID up: compare with nrows. */
static inline uint64
sealstone_tid_row(const ItemPointerData *tid)
{
	return (uint64) (ItemPointerGetBlockNumberNoCheck(tid) - SEALSTONE_VIRTUAL_BLOCK) * SEALSTONE_VIRTUAL_ROWS +
		ItemPointerGetOffsetNumberNoCheck(tid) - 1;
}

static inline void
sealstone_row_tid(uint64 row, ItemPointer tid)
{
	ItemPointerSet(tid, SEALSTONE_VIRTUAL_BLOCK + (BlockNumber) (row / SEALSTONE_VIRTUAL_ROWS),
				   (OffsetNumber) (1 + row % SEALSTONE_VIRTUAL_ROWS));
}

/* --- which relations (handler.c) --------------------------------------------- */

/* The callbacks. rel->rd_tableam == sealstone_table_routine() says "of our access method", sealed or not. */
extern const TableAmRoutine *sealstone_table_routine(void);

/* Of our access method and sealed? Cheap, cached with the relation. Safe on any relation with storage. */
extern bool sealstone_relation_is_sealed(Relation rel);

/* --- old snapshots and SSI (snapshot.c; PROTOCOLS 11, 12) ----------------------- */

/*
 * ERRCODE_T_R_SERIALIZATION_FAILURE unless the snapshot sees the swap or is newer than every
 * transaction that wrote a row the build read. Only MVCC snapshots are asked; others (dirty, self, any,
 * non-vacuumable) read what is there now, and pass. swap_xid 0 (not yet swapped in) passes.
 */
extern void sealstone_check_snapshot(Relation rel, const SealstoneInfo *info, Snapshot snapshot);

/* The same as an answer, for a planner or an estimate that must not throw. */
extern bool sealstone_snapshot_is_old(const SealstoneInfo *info, Snapshot snapshot);

/* sealstone_check_snapshot on the relation's own info, and PredicateLockRelation. Step 1 above. */
extern void sealstone_begin_read(Relation rel, Snapshot snapshot);

/* --- marks (marks.c) ----------------------------------------------------------- */

/* Sealed row -> where its copy is in the late store; an invalid tid: gone, without a copy. */
typedef struct SealstoneMark
{
	uint64		row;
	ItemPointerData tid;
} SealstoneMark;

/* An immutable view of the marks, sorted by row, one for each row. */
typedef struct SealstoneMarks SealstoneMarks;

#define SEALSTONE_MARKS_NOW		PG_UINT64_MAX

/*
 * How many marks the delete log holds now: a position in it, for sealstone_marks_open. One or two
 * buffer reads. 0 when not sealed.
 */
extern uint64 sealstone_marks_position(Relation rel);

/*
 * The first "limit" marks of the log (or all: SEALSTONE_MARKS_NOW). Shared with other scans of this
 * backend and kept for the next one: costs as much as was appended since the last call. 24 bytes a
 * mark. sealstone_marks_close is optional (the memory context does it).
 */
extern SealstoneMarks *sealstone_marks_open(Relation rel, uint64 limit);
extern void sealstone_marks_close(SealstoneMarks *marks);

/* Make an open view one of this moment (or limit): for a rescan, which must not open one each time. */
extern void sealstone_marks_reopen(SealstoneMarks *marks, Relation rel, uint64 limit);

/* Position of the view in the log: what sealstone_marks_position said. */
extern uint64 sealstone_marks_limit(const SealstoneMarks *marks);

/* The sorted array itself, for merging with column rows: *n marks, ascending rows, no row twice. */
extern const SealstoneMark *sealstone_marks_array(const SealstoneMarks *marks, uint64 *n);

/* Index of the first mark whose row is >= row (n when none). The marks of a row group are [lower_bound(first), lower_bound(end)). */
extern uint64 sealstone_marks_lower_bound(const SealstoneMarks *marks, uint64 row);

/* Is this row superseded or gone? *tid (may be NULL) gets where the copy is, invalid when gone. */
extern bool sealstone_marks_find(const SealstoneMarks *marks, uint64 row, ItemPointer tid);

/* Is the tuple at this heap TID the copy of a row in these marks? *row (may be NULL) gets which. */
extern bool sealstone_marks_know_copy(SealstoneMarks *marks, const ItemPointerData *tid, uint64 *row);

/* Marks appended at positions [from, limit of the log now), in log order, palloc'd; for catch-up. */
extern SealstoneMark *sealstone_marks_since(Relation rel, uint64 from, uint64 *n);

/* The newest mark of one row, whatever view is open; false: none. What a fetch by TID follows. */
extern bool sealstone_marks_latest(Relation rel, uint64 row, ItemPointer tid);

/*
 * Append marks, WAL-logged. tids NULL: all gone. For a seal's catch-up on a relation that
 * nobody else writes; ordinary writers go through sealstone_relocate.
 */
extern void sealstone_marks_append(Relation rel, const uint64 *rows, const ItemPointerData *tids, int n);

/* --- relocation (relocate.c; PROTOCOLS 2) ---------------------------------------- */

/*
 * Make sure that sealed row "row" has a copy in the late store and return where. Copy and mark are
 * one generic WAL record; permanent whatever becomes of the transaction. false: the row is gone.
 */
extern bool sealstone_relocate(Relation rel, uint64 row, ItemPointer tid);

/*
 * A hint of a scan that feeds an UPDATE, DELETE or row lock: it is going to hand out these rows, first_row + index[0..n-1],
 * the other way round when backward. While they are changed in this order, sealstone_relocate takes the next ones along in its
 * record, 1, 2, 4 .. 64 of them, so that a statement that stops early relocates little more than it changes. The array is copied;
 * n at most SEALSTONE_PAGE_ROWS. Forgotten at the end of the transaction.
 */
extern void sealstone_relocate_expect(Relation rel, uint64 first_row, const uint16 *index, int n, bool backward);

/* A copy is recognized for ever by its raw xmin: no ordinary tuple has it (a frozen one keeps its own). */
static inline bool
sealstone_tuple_is_copy(HeapTupleHeader tuple)
{
	return HeapTupleHeaderGetRawXmin(tuple) == FrozenTransactionId;
}

/* --- the late store (late.c) --------------------------------------------------------- */

/* What there is besides column rows. blocks 0 and marks 0: nothing, the columns are the whole truth. */
typedef struct SealstoneLate
{
	BlockNumber first_block;	/* H */
	BlockNumber blocks;			/* of the late store now; delete-log pages among them */
	uint64		marks;			/* sealstone_marks_position */
} SealstoneLate;

/* What each worker pays for a mark, in operators: a backend that has not read the delete log yet reads all of it. */
#define SEALSTONE_COST_MARK		20.0

extern void sealstone_late_state(Relation rel, SealstoneLate *out);

/* A scan of heap pages [first, end) of the late store; the slot must be of TTSOpsBufferHeapTuple. */
typedef struct SealstoneHeapPart SealstoneHeapPart;

/*
 * end InvalidBlockNumber: as far as the relation reaches when the scan starts. first is raised to H.
 * Rows come with their heap TID in slot->tts_tid, in page order. marks must stay open meanwhile.
 */
extern SealstoneHeapPart *sealstone_heap_part_begin(Relation rel, Snapshot snapshot, SealstoneMarks *marks,
													BlockNumber first, BlockNumber end);
extern bool sealstone_heap_part_next(SealstoneHeapPart *part, ScanDirection direction, TupleTableSlot *slot);

/* Start again, on the same or other pages (InvalidBlockNumber first: the same). */
extern void sealstone_heap_part_rescan(SealstoneHeapPart *part, SealstoneMarks *marks, BlockNumber first, BlockNumber end);
extern void sealstone_heap_part_end(SealstoneHeapPart *part);

/*
 * The version of a superseded row that the snapshot sees, found through its copy: the copy or a
 * HOT successor on its page. False when it sees none there: an update that was not HOT has put the new
 * version elsewhere in the heap part, under index entries of its own. Index keys may have changed only if
 * no index has them: a caller that merges by order key compares anew.
 */
extern bool sealstone_fetch_copy(Relation rel, const ItemPointerData *copy, Snapshot snapshot, TupleTableSlot *slot);

/*
 * Tell a dirty snapshot that nobody is at work on the row just read: heap code does so for each tuple it
 * looks at, and callers wait for whoever the snapshot names. For whoever returns a column row.
 */
static inline void
sealstone_row_is_settled(Snapshot snapshot)
{
	if (snapshot != NULL && snapshot->snapshot_type == SNAPSHOT_DIRTY)
	{
		snapshot->xmin = snapshot->xmax = InvalidTransactionId;
		snapshot->speculativeToken = 0;
	}
}

/* --- slots (slot.c) --------------------------------------------------------------------- */

/*
 * Form sealed row "row" into a slot of TTSOpsBufferHeapTuple: a heap tuple with frozen xmin, its
 * virtual TID and tableoid. needed as in sealstone_reader_row (NULL: all). The slot owns its memory.
 */
extern void sealstone_slot_store_row(SealstoneReader *reader, Relation rel, uint64 row, const bool *needed,
									 TupleTableSlot *slot);

/* --- planner (plan_info.c) ---------------------------------------------------------------- */

/* Called from _PG_init: hides from the planner the indexes that do not hold sealed rows. Chains. */
extern void sealstone_am_init(void);

#endif							/* SEALSTONE_AM_H */
