/*-------------------------------------------------------------------------
 *
 * seal_job.h
 *	  What the files of src/seal share about one running seal, reseal or unseal.
 *
 * The job lives in its own memory context, outside every transaction, made by build.c and freed by it
 * on success and error alike; so are its temporary files. Nobody but the backend that runs it sees it.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_SEAL_JOB_H
#define SEALSTONE_SEAL_JOB_H

#include "postgres.h"

#include "access/transam.h"
#include "portability/instr_time.h"
#include "storage/buffile.h"
#include "storage/itemptr.h"
#include "storage/lockdefs.h"
#include "utils/hsearch.h"
#include "utils/rel.h"
#include "utils/snapshot.h"
#include "datatype/timestamp.h"

#include "am/am.h"
#include "seal/seal.h"
#include "store/writer.h"

typedef enum SealKind
{
	SEAL_KIND_SEAL,
	SEAL_KIND_RESEAL,
	SEAL_KIND_UNSEAL
} SealKind;

/* An index of the partition and its twin on the transient relation. */
typedef struct SealIndex
{
	Oid			old;
	Oid			twin;
	bool		whole;			/* holds all rows of the new storage, not only late ones */
	bool		has_expressions;	/* or a predicate: the build evaluates code and needs a snapshot */
} SealIndex;

/*
 * Where a source row went, as 48 bits: the row number in the new column store, or
 * (block << 16 | offset) in a new heap.
 */
#define SEAL_TARGET_NONE UINT64CONST(0xFFFFFFFFFFFF)

/* row_map.c: an array of 48-bit targets; in memory while small, else a mapped temporary file. */
typedef struct SealRowMap
{
	uint64		entries;
	uint8	   *bytes;			/* 6 per entry */
	Size		mapped;			/* bytes mapped; 0: palloc'd */
} SealRowMap;

extern void seal_row_map_init(SealRowMap *map, uint64 entries, MemoryContext context);
extern void seal_row_map_free(SealRowMap *map);

static inline void
seal_row_map_set(SealRowMap *map, uint64 i, uint64 target)
{
	uint8	   *p = map->bytes + i * 6;
	uint32		low = (uint32) target;
	uint16		high = (uint16) (target >> 32);

	Assert(i < map->entries);
	memcpy(p, &low, 4);
	memcpy(p + 4, &high, 2);
}

static inline uint64
seal_row_map_get(const SealRowMap *map, uint64 i)
{
	const uint8 *p = map->bytes + i * 6;
	uint32		low;
	uint16		high;

	Assert(i < map->entries);
	memcpy(&low, p, 4);
	memcpy(&high, p + 4, 2);
	return ((uint64) high << 32) | low;
}

/* A row that entered the new storage: which tuple of a source page, and where it is now. */
typedef struct SealTuple
{
	TransactionId xmin;			/* raw; with the offset it tells one tuple from a later one there */
	OffsetNumber offset;
	uint64		target;
} SealTuple;

/* What catch-up knows of one source page that may differ from what was read first (catchup.c). */
typedef struct SealDirtyPage
{
	BlockNumber block;			/* hash key; must be first */
	bool		settled;		/* no transaction in progress on it when looked at: unchanged LSN means unchanged rows */
	XLogRecPtr	lsn;			/* when looked at */
	int			nremoved;		/* of the rows first read from it */
	OffsetNumber *removed;		/* sorted as found; few */
	int			nadded;
	int			maxadded;
	SealTuple  *added;			/* rows now in the new storage as late rows */
} SealDirtyPage;

typedef struct SealJob
{
	/* immutable once prepared */
	SealKind	kind;
	MemoryContext context;
	Oid			relid;
	Oid			owner;
	Oid			source_am;
	Oid			target_am;
	Oid			source_node;	/* pg_class.relfilenode, to see that nobody swapped it under us */
	LockRelId	source_lock;
	bool		source_locked;	/* for the session */
	char	   *name;			/* qualified and quoted */
	char		persistence;
	bool		source_sealed;	/* reseal, unseal */
	bool		lsn_tells;		/* logged: page LSNs show changes */
	bool		alone;			/* the caller's transaction has the source to itself throughout: no catching up (compact.c) */
	BlockNumber first_block;	/* of the source's heap part */
	uint64		source_rows;	/* sealed rows of the source */
	SealstoneOrderKey *key;
	int			codec;
	bool		keep_indexes;
	uint64		bytes_before;	/* recorded in the metapage */

	/* the new storage */
	Oid			target;
	bool		target_committed;	/* it outlives an abort: clean up */
	LockRelId	target_lock;
	int			nindexes;
	SealIndex  *indexes;
	BlockNumber late_block;		/* where late rows of a new sealed relation begin */
	uint64		rows;			/* written by the build */

	/* what was read: source.c writes, catchup.c reads */
	BlockNumber nblocks;		/* of the source when the build began; later ones are all new */
	BufFile    *page_file;		/* a SealPageRecord for each block from first_block on */
	BufFile    *tuple_file;		/* what a page record has no room for */
	uint8	   *clean;			/* bit per block from SEAL_CLEAN_BASE(job): all-visible when read; 8-aligned, a multiple of 4 bytes */
	uint64		nseq;			/* rows read from heap pages; their sequence numbers index seq_map */
	SealRowMap	seq_map;
	SealRowMap	row_map;		/* of sealed source rows */
	uint64		marks_seen;		/* position in the source's delete log up to which marks are dealt with */

	/* catching up */
	HTAB	   *dirty;			/* SealDirtyPage */
	uint64		late_added;
	uint64		late_killed;
	uint64		gone;
	FullTransactionId newest;	/* newest that wrote a row read, PROTOCOLS 11 */

	/* transactions and reporting */
	bool		working;		/* owner's user id and settings are in force */
	Oid			save_userid;
	int			save_sec_context;
	int			save_nestlevel;
	SealstoneProgress progress;
	SealstoneProgressFn callback;
	void	   *callback_arg;
	instr_time	started;
	int			attempts;
	double		held_ms;
	int			gave_way_to;	/* pid: the error being raised is to let that session pass, and the operation begins again */
	TimestampTz look_again;		/* when seal_let_pass() next has a look */
	XLogRecPtr	wal_end;		/* of what the job has logged */
} SealJob;

/* The 64-bit form of a transaction id of now or the past. */
static inline FullTransactionId
seal_full_xid(TransactionId xid)
{
	FullTransactionId next = ReadNextFullTransactionId();
	uint32		epoch = EpochFromFullTransactionId(next);

	if (xid > XidFromFullTransactionId(next))
		epoch--;
	return FullTransactionIdFromEpochAndXid(epoch, xid);
}

#define SEAL_CLEAN_BASE(job) ((job)->first_block & ~(BlockNumber) 31)

/* --- build.c ------------------------------------------------------------- */

/* Commit and begin a new transaction, as the owner again; nothing may be open. */
extern void seal_next_transaction(SealJob *job);

/* SealstoneCompression of a codec's name, lz4 for NULL; an error for others. */
extern int	seal_parse_codec(const char *codec);

/* Report: phase (NULL: the same), and the fraction of the whole. */
extern void seal_report(SealJob *job, const char *phase, double fraction);

/* The order key that a sealed relation has, as a key to sort by. */
extern SealstoneOrderKey *seal_key_of_sealed(Relation rel, const SealstoneInfo *info);

/* All visible and all frozen: the blocks before H of new storage, which have no line pointer. */
extern void seal_set_visibility(Relation target, BlockNumber nblocks);

/* --- order_key.c ---------------------------------------------------------- */

/* By the columns of a btree index; NULL when it cannot be a key: expressions, a predicate, another kind of index. */
extern SealstoneOrderKey *seal_key_of_index(Relation rel, Oid index);

extern void seal_order_column_set(Relation rel, SealstoneOrderColumn *column, bool descending, bool nulls_first);

/* --- transient.c --------------------------------------------------------- */

extern void seal_transient_create(SealJob *job);
extern void seal_transient_build_indexes(SealJob *job);
extern void seal_transient_drop(Oid relid);
extern Oid	seal_toast_of(Oid relid);
extern void seal_name_toast(Oid relid, const char *ending);

/* --- source.c ------------------------------------------------------------- */

/* One row of the source in the order of the new storage. */
typedef struct SealRow
{
	Datum	   *values;			/* by attnum - 1, dropped columns NULL */
	bool	   *isnull;
	bool		from_sealed;	/* a sealed row of the source; else one from a heap page */
	uint64		number;			/* its row number, or its sequence number */
} SealRow;

typedef struct SealSource SealSource;

extern SealSource *seal_source_begin(SealJob *job);
extern bool seal_source_next(SealSource *source, SealRow *row);
/* Let go of everything that cannot cross a commit / take it up again. */
extern void seal_source_suspend(SealSource *source);
extern void seal_source_resume(SealSource *source);
extern void seal_source_end(SealSource *source);

/* Rows first read from a page, into tuples (target filled in); returns how many. 0 for pages past nblocks. */
extern int	seal_source_page_rows(SealJob *job, BlockNumber block, SealTuple *tuples);
extern bool seal_source_page_was_clean(SealJob *job, BlockNumber block);

/* Status of a tuple on a locked page, and what it teaches about job->newest. */
typedef enum SealTupleStatus
{
	SEAL_TUPLE_LIVE,
	SEAL_TUPLE_LIVE_PENDING,	/* its deleter is in progress */
	SEAL_TUPLE_DEAD,
	SEAL_TUPLE_DEAD_PENDING		/* its inserter is in progress */
} SealTupleStatus;

extern SealTupleStatus seal_tuple_status(SealJob *job, HeapTuple tuple, Buffer buffer);

/* --- heap_writer.c: the new storage of an unseal ------------------------------ */

typedef struct SealHeapWriter SealHeapWriter;

extern SealHeapWriter *seal_heap_writer_begin(Relation target, MemoryContext context);
extern void seal_heap_writer_put(SealHeapWriter *writer, SealJob *job, const SealRow *row);
extern void seal_heap_writer_flush(SealHeapWriter *writer, SealJob *job);

/* --- catchup.c ---------------------------------------------------------------- */

/*
 * One pass over all that may have changed. In a transaction; with final, under the exclusive
 * lock, after which nothing is left. Returns the number of rows it had to touch.
 */
extern uint64 seal_catch_up(SealJob *job, bool final);

/* --- swap.c ---------------------------------------------------------------------- */

/* The last step: lock, last pass, swap, commit. Returns in a new transaction. Throws when the lock cannot be had. */
extern void seal_swap(SealJob *job);

/* --- give_way.c ------------------------------------------------------------------- */

/* Called every few thousand rows. Raises an error when somebody who holds others up has waited for us too long. */
extern void seal_let_pass(SealJob *job);

/* After a try at the swap that failed. Raises an error when one of those in the way waits for us. In a transaction. */
extern void seal_break_mutual_wait(SealJob *job, bool old_snapshots);

/* This job builds an index from now on; NULL: none does. */
extern void seal_indexing(SealJob *job);

/* --- lock.c ----------------------------------------------------------------------- */

/* Try once. On failure *progress tells who is in the way. */
extern bool seal_try_lock(SealJob *job);
extern void seal_note_blockers(SealJob *job, Oid relid);
extern char *seal_describe_blockers(SealJob *job);

#endif							/* SEALSTONE_SEAL_JOB_H */
