/*-------------------------------------------------------------------------
 *
 * reader.h
 *	  Reads the sealed part of a relation: columns, directory, key search. Knows nothing of
 *	  snapshots, marks or late rows: src/am does (am.h), and callers ask it.
 *
 * Two objects. A *store* is what this backend knows of one sealed storage: its metapage and the
 * directory blocks used so far, verified and copied, shared by all scans of it and bounded. It is
 * found again through the relation's rd_amcache, so opening is cheap. A *reader* belongs to one
 * scan: it holds the store, and decoded pages, bounded by work_mem.
 *
 * Lifetime of what a reader returns (vectors, by-reference Datums, statistics): until the next
 * sealstone_reader_advance() on it, however much is read between. A scan calls advance as it moves
 * on from one group (or batch, or row) to the next, when it has copied what it keeps;
 * sealstone_reader_row() calls it itself.
 *
 * Damage: every function may throw ERRCODE_DATA_CORRUPTED naming relation, row group, column and
 * block. Nothing read from disk is used before it is checked.
 *
 * Columns are named by attnum of the relation *now*: dropped columns read as NULL, columns added
 * since the seal as their missing value or NULL.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_STORE_READER_H
#define SEALSTONE_STORE_READER_H

#include "postgres.h"

#include "access/transam.h"
#include "storage/buf.h"
#include "utils/rel.h"

#include "store/format.h"

typedef struct SealstoneReader SealstoneReader;
typedef struct SealstoneVector SealstoneVector; /* codec/codec.h */

/* --- is it sealed, and what is it ----------------------------------------- */

/* One order-key column of a sealed relation. */
typedef struct SealstoneKeyInfo
{
	AttrNumber	attnum;
	bool		desc;
	bool		nulls_first;
} SealstoneKeyInfo;

/* Copied from the metapage, and compared with the relation as it is now. */
typedef struct SealstoneInfo
{
	uint64		nrows;
	uint64		ngroups;
	uint64		nruns;			/* 0 when the directory has none: see sealstone_reader_run_at */
	int			natts;			/* attributes when sealed; later ones are "missing" */
	int			nkeys;
	int			usable_keys;	/* leading key columns whose type's order and collation are still those of the seal: only on these may one search or claim order */
	SealstoneKeyInfo key[SEALSTONE_MAX_KEYS];
	int			codec;
	TimestampTz sealed_at;
	uint64		bytes_before;
	uint32		flags;			/* SEALSTONE_META_* */
	BlockNumber directory_block;	/* D */
	BlockNumber late_block;		/* H: blocks from here on are the late store's */
	FullTransactionId swap_xid; /* PROTOCOLS 11, as when the store was opened: stamped once before anyone else sees the relation */
	FullTransactionId newest_xid;
} SealstoneInfo;

/*
 * Is this relation (of access method sealstone) sealed? False for no blocks or for a first block
 * that is not a metapage: it is then a plain heap. Cached in rd_amcache either way.
 * ERROR when it is a metapage that is damaged or of a newer format.
 */
extern bool sealstone_is_sealed(Relation rel);

/* Info of a sealed relation without a reader; valid until this backend's next relcache invalidation. NULL when not sealed. */
extern const SealstoneInfo *sealstone_store_info(Relation rel);

/*
 * Forget what is cached of rel: after its storage was truncated or filled in place by this backend.
 * (A new relfilenode needs no call.)
 */
extern void sealstone_store_forget(Relation rel);

/*
 * Read block 0 into *meta afresh, under a share lock, verified. False when not sealed. For the mutable
 * part (delete log, xids), which is never cached.
 */
extern bool sealstone_store_read_meta(Relation rel, SealstoneMetaPage *meta);

/*
 * Verify a metapage within a locked page; false when the block is no metapage, ERROR when damaged.
 * For code that changes the mutable part under its own lock: edit (SealstoneMetaPage *)
 * SealstonePageBody(page), then sealstone_meta_set_crc().
 */
extern bool sealstone_store_verify_meta(Relation rel, Page page);

/* --- a reader -------------------------------------------------------------- */

/*
 * Open a reader on a sealed relation, allocated in the current memory context and closed with it at
 * the latest (so an error leaks nothing). The caller keeps rel open and locked. ERROR when not sealed.
 */
extern SealstoneReader *sealstone_reader_open(Relation rel);
extern void sealstone_reader_close(SealstoneReader *reader);
extern const SealstoneInfo *sealstone_reader_info(const SealstoneReader *reader);

/*
 * This reader goes through the relation once, group after group: pages of earlier epochs are not kept at all, so that
 * the vectors in use stay in the processor's caches, and column pages are read through this ring of buffers (may be NULL;
 * the caller frees it after the reader), so that a scan of much more than fits does not push everything else out.
 */
extern void sealstone_reader_scan_mode(SealstoneReader *reader, BufferAccessStrategy strategy);

/* Decoded pages that are not in use are kept up to so many bytes at most: for one that will hardly look at a page again. */
extern void sealstone_reader_keep(SealstoneReader *reader, Size bytes);

/*
 * For a reader that is kept while nothing is read: throw decoded pages out until they take no more than so many bytes. Ends
 * the lifetime of what was returned.
 */
extern void sealstone_reader_trim(SealstoneReader *reader, Size bytes);

/* Is it still of the storage and the columns that the relation has now? Else it must be closed. */
extern bool sealstone_reader_is_current(const SealstoneReader *reader, Relation rel);

/* Ask the kernel to read ahead what the column holds in this group; nothing for missing columns. */
extern void sealstone_reader_prefetch(SealstoneReader *reader, AttrNumber attnum, uint64 group);

/* End the lifetime of all returned so far, and keep the cache of decoded pages within its bound. */
extern void sealstone_reader_advance(SealstoneReader *reader);

/* Counters for EXPLAIN: pages decoded, and single values taken from an undecoded page. */
typedef struct SealstoneReaderCounts
{
	uint64		pages_decoded;
	uint64		values_picked;
	uint64		cache_hits;
} SealstoneReaderCounts;

extern const SealstoneReaderCounts *sealstone_reader_counts(const SealstoneReader *reader);

/* --- directory -------------------------------------------------------------- */

typedef struct SealstoneGroup
{
	uint64		first_row;
	uint32		rows;			/* 1 .. SEALSTONE_GROUP_MAX_ROWS */
	uint32		pages;			/* of each column: (rows + 1023) / 1024 */
	uint32		first_page;		/* internal: index into a column's page entries */
} SealstoneGroup;

extern void sealstone_reader_group(SealstoneReader *reader, uint64 group, SealstoneGroup *out);

/* Which group holds this row (row < nrows). */
extern uint64 sealstone_reader_group_of_row(SealstoneReader *reader, uint64 row);

/*
 * What the directory knows of one column in one group. Exact, over all sealed rows of the group
 * (superseded ones included: a caller that answers from here must know there are none).
 */
typedef struct SealstoneStats
{
	uint32		rows;
	uint32		null_count;
	bool		all_null;
	bool		constant;		/* no NULL and all values identical */
	bool		has_nan;
	bool		has_minmax;		/* min, max valid, in the order of the column type's default btree opclass and the column's collation; off on mismatch of either with the seal's */
	bool		has_sum;		/* int2, int4, int8 */
	bool		has_float_sum;	/* float4, float8: all finite and within SEALSTONE_TAME_FLOAT, so that no order of adding overflows */
	Datum		min;
	Datum		max;
	int64		sum_high;		/* 128-bit two's complement */
	uint64		sum_low;
	double		float_sum;
	uint64		raw_bytes;
} SealstoneStats;

extern void sealstone_reader_stats(SealstoneReader *reader, AttrNumber attnum, uint64 group, SealstoneStats *out);

/*
 * Bounds of one page, where it is known more closely than the group's: closed bounds, possibly wider
 * than the values. Only for by-value types with an order; false when there is nothing to say (all NULL included).
 */
extern bool sealstone_reader_page_bounds(SealstoneReader *reader, AttrNumber attnum, uint64 group, int page,
										 Datum *min, Datum *max);

/*
 * Is the column a constant that no page holds (added since the seal, or dropped)? Then its value.
 */
extern bool sealstone_reader_is_missing(SealstoneReader *reader, AttrNumber attnum, Datum *value, bool *isnull);

/* --- values ----------------------------------------------------------------- */

/*
 * Decode one page (1,024 values or fewer) of a column; cached in the reader. "accept" as in
 * sealstone_page_decode (codec.h): the shapes the caller can work with; SEALSTONE_FLAT always may come.
 * A cached vector of another shape is expanded in place, so of two callers of one page within one
 * advance the later decides. Missing columns give a vector as well (SINGLE where accepted).
 */
extern SealstoneVector *sealstone_reader_page(SealstoneReader *reader, AttrNumber attnum,
											  uint64 group, int page, int accept);

/* One value, without decoding its page where the encoding allows. Does not call advance. */
extern Datum sealstone_reader_value(SealstoneReader *reader, uint64 row, AttrNumber attnum, bool *isnull);

/*
 * Values of a few rows of one page, which is thought to be looked at this once: index[] are their places in it, ascending. Valid
 * like what sealstone_reader_value returns. Does not call advance.
 */
extern void sealstone_reader_gather(SealstoneReader *reader, AttrNumber attnum, uint64 group, int page, const uint16 *index,
									int n, Datum *values, bool *isnull);

/*
 * One row: the columns for which needed[attnum-1] (NULL: all), others are set to NULL. values and
 * isnull have the relation's current natts. Valid until the next call on this reader.
 */
extern void sealstone_reader_row(SealstoneReader *reader, uint64 row, const bool *needed,
								 Datum *values, bool *isnull);

/* --- search in the order key ----------------------------------------------- */

/*
 * All searches compare in the relation's order: DESC and NULLS FIRST of each key column respected,
 * so "before" means nearer row 0. Use no key column at or past info->usable_keys.
 *
 * First row in [lo, hi) whose leading nkeys key columns are not before (values, isnull), or with
 * after_equal, are after them; hi when there is none.
 */
extern uint64 sealstone_reader_search(SealstoneReader *reader, int nkeys, const Datum *values, const bool *isnull,
									  bool after_equal, uint64 lo, uint64 hi);

/*
 * The same by one key column alone (0-based), for a range of rows that are equal in all key columns
 * before it: how a time range is found within one host's run.
 */
extern uint64 sealstone_reader_search_key(SealstoneReader *reader, int key, Datum value, bool isnull,
										  bool after_equal, uint64 lo, uint64 hi);

/* The rows whose leading key column equals a value that is not NULL: [*first, *end), empty when there are none. */
extern void sealstone_reader_rows_of(SealstoneReader *reader, Datum key, uint64 *first, uint64 *end);

/*
 * All rows that share one value of the leading key column: equal by its comparator, the key being the
 * first row's value (others may print differently, as numeric 1.0 and 1.00 do).
 */
typedef struct SealstoneRun
{
	uint64		first_row;
	uint64		end_row;		/* exclusive */
	Datum		key;
	bool		isnull;
} SealstoneRun;

/* The run that holds this row (row < nrows), from the runs directory or by search. Iterate by passing end_row. */
extern void sealstone_reader_run_at(SealstoneReader *reader, uint64 row, SealstoneRun *out);

/* The run of one key value; false when no sealed row has it. */
extern bool sealstone_reader_run_of(SealstoneReader *reader, Datum key, bool isnull, SealstoneRun *out);

/* Run number i < info->nruns, when the directory has runs. */
extern void sealstone_reader_run(SealstoneReader *reader, uint64 i, SealstoneRun *out);

#endif							/* SEALSTONE_STORE_READER_H */
