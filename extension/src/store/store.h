/*-------------------------------------------------------------------------
 *
 * store.h
 *	  Private to src/store: what a backend knows of one sealed storage, and the reader's insides.
 *
 * Grouped by defining file.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_STORE_STORE_H
#define SEALSTONE_STORE_STORE_H

#include "postgres.h"

#include "access/tupdesc.h"
#include "lib/ilist.h"
#include "utils/hsearch.h"
#include "utils/rel.h"

#include "codec/codec.h"
#include "compat.h"
#include "store/format.h"
#include "store/order.h"
#include "store/reader.h"

struct SealstoneStore;

/* A verified copy of one directory block's payload. */
typedef struct SealstoneDirBlock
{
	dlist_node	node;			/* in the clock of all blocks of this backend */
	struct SealstoneStore *store;
	uint32		index;
	bool		used;			/* touched since the clock's hand passed */
	char		data[SEALSTONE_DIR_BODY_BYTES];
} SealstoneDirBlock;

/* One column as it is now (attnum = index + 1), for the columns that were there at the seal. */
typedef struct SealstoneColumn
{
	SealstoneDiskColumn disk;
	bool		stored;			/* has pages to read: not dropped, then or now */
	bool		order_ready;	/* order below is filled */
	bool		order_same;		/* and it is the order of the seal */
	SealstoneOrder order;
} SealstoneColumn;

typedef struct SealstoneStore
{
	/* immutable */
	uint64		id;				/* never reused in this backend */
	MemoryContext mcxt;
	SealstoneLocator locator;
	int			backend;		/* of a temporary relation */
	TupleDesc	desc;			/* of the relation when the store was made */
	SealstoneMetaPage meta;
	SealstoneInfo info;
	SealstoneColumn *column;	/* [meta.natts] */
	uint32		dir_blocks;

	/* mutable */
	int			pins;			/* readers open */
	bool		stale;			/* replaced: goes with its last reader */
	bool		warned;			/* said that a collation has changed */
	dlist_node	node;			/* in the list of all stores, least recently opened last */
	SealstoneDirBlock **dir;	/* [dir_blocks], NULL: not read */
	MemoryContextCallback dir_callback;
} SealstoneStore;

/* store.c */
extern SealstoneStore *sealstone_store_get(Relation rel);	/* NULL: not sealed */
extern SealstoneOrder *sealstone_store_order(SealstoneStore *store, int column);
extern bool sealstone_store_order_same(SealstoneStore *store, int column);
extern void sealstone_store_pin(SealstoneStore *store);
extern void sealstone_store_unpin(SealstoneStore *store);

/* What sealstone_damaged said last in this backend, for check_partition. */
typedef struct SealstoneDamage
{
	bool		valid;
	int64		group;			/* -1: of no group */
	AttrNumber	attnum;			/* 0: of no column */
	BlockNumber block;
	char		problem[256];
} SealstoneDamage;

extern SealstoneDamage sealstone_last_damage;

/* Throw ERRCODE_DATA_CORRUPTED. group -1, attnum 0: does not apply. "problem" is a sentence without full stop. */
SEALSTONE_NORETURN extern void sealstone_damaged(Relation rel, int64 group, AttrNumber attnum, BlockNumber block, const char *problem);

/* directory.c: exact reads from the directory's stream, and its entries, checked */
extern void sealstone_dir_read(Relation rel, SealstoneStore *store, uint64 offset, void *out, Size length);
extern void sealstone_dir_attach(SealstoneStore *store);	/* blocks read leave the clock when store->mcxt goes */
extern BlockNumber sealstone_dir_block_of(SealstoneStore *store, SealstoneSection section, uint64 index, Size size);
extern void sealstone_dir_group(Relation rel, SealstoneStore *store, uint64 group, SealstoneDiskGroup *out);
extern void sealstone_dir_stats(Relation rel, SealstoneStore *store, int column, uint64 group, SealstoneDiskStats *out);
extern void sealstone_dir_page(Relation rel, SealstoneStore *store, int column, uint64 page, SealstoneDiskPage *out);
extern void sealstone_dir_fence(Relation rel, SealstoneStore *store, int key, uint64 group, SealstoneDiskFence *out);
extern void sealstone_dir_run(Relation rel, SealstoneStore *store, uint64 run, SealstoneDiskRun *out);
/* the Datum a ref stands for, allocated in the current context; false when it is a mark */
extern bool sealstone_dir_value(Relation rel, SealstoneStore *store, int column, uint64 ref, Datum *value);

/* --- the reader (reader.c) --------------------------------------------------- */

/* One page in a reader's cache: opened (raw bytes at hand) and perhaps decoded. */
typedef struct SealstoneCachedPage
{
	uint64		key;			/* page of the column << 16 | attnum; hash key, must be first */
	dlist_node	node;			/* least recently used last */
	uint64		epoch;			/* of its last use: pages of the current epoch stay */
	Size		bytes;			/* memory accounted */
	uint32		picks;			/* single values taken while not decoded */
	uint8	   *raw;			/* the chunk */
	SealstoneBuffer scratch;	/* its decompressed payload */
	SealstonePage page;
	bool		opened;			/* page, raw, scratch valid */
	SealstoneVector *vector;	/* NULL: not decoded */
} SealstoneCachedPage;

/* The page of a column that was asked for one value last, if it is not in the cache */
typedef struct SealstoneProbedPage
{
	uint64		key;			/* as in SealstoneCachedPage */
	bool		loaded;
	uint8	   *raw;			/* size bytes; NULL: none yet */
	uint32		size;
	SealstoneBuffer scratch;
	SealstonePage page;
} SealstoneProbedPage;

#define SEALSTONE_SPARE_VECTORS 64
#define SEALSTONE_PROBE_BYTES	4096	/* larger pages are kept at once */
#define SEALSTONE_PROBED_PAGES	256

/* Where the rows of one leading key are: one cache line */
#define SEALSTONE_KNOWN_RUN_BYTES	46
typedef struct SealstoneKnownRun
{
	uint64		first_row;
	uint64		end_row;		/* first_row: there are none */
	bool		valid;
	uint8		length;
	char		bytes[SEALSTONE_KNOWN_RUN_BYTES];
} SealstoneKnownRun;
StaticAssertDecl(sizeof(SealstoneKnownRun) == 64, "one cache line");

struct SealstoneReader
{
	Relation	rel;
	SealstoneStore *store;
	MemoryContext mcxt;			/* the reader's own, child of the opener's */
	MemoryContext epoch_mcxt;	/* reset by advance */
	bool		epoch_dirty;
	MemoryContextCallback callback;

	uint64		epoch;
	HTAB	   *pages;
	SealstoneCachedPage **last; /* [natts now] the page of each column used last */
	int			natts;			/* attributes now */
	dlist_head	lru;
	Size		bytes;
	Size		limit;
	SealstoneReaderCounts counts;
	BufferAccessStrategy strategy;	/* for column pages; NULL: none */

	dlist_head	vectors;		/* all that belong to this reader */

	/* vectors out of use, with their heaps */
	SealstoneVector *spare[SEALSTONE_SPARE_VECTORS];
	int			spares;
	SealstoneVector *vector_in_hand;	/* being decoded into: not lost when that fails */
	SealstoneVector *probe_vector;	/* for single values of pages that are not kept decoded */
	SealstoneProbedPage *probe; /* [natts now] */
	uint64	   *probed;			/* keys of pages asked for a value, by their hash; SEALSTONE_PROBED_PAGES */

	/*
	 * Rows read one after the other: flat vectors of the page they are in. Valid for row_base .. row_base +
	 * row_count - 1, all of one epoch; row_count 0: none. Freeing any page ends it.
	 */
	SealstoneVector **row_vector;	/* [natts now], NULL: not decoded yet */
	uint64		row_base;
	uint32		row_count;
	uint64		row_last_page;	/* of the last row asked for, counted from row 0 in 1,024s of its group */

	/* leading keys asked for, by the hash of their bytes; from the second one on */
	SealstoneKnownRun *known_runs;
	uint32		known_mask;
	uint32		run_lookups;

	uint64		run_at;			/* the run found last by its row: who walks from run to run asks for the next */

	/* the group looked up last */
	uint64		group_number;
	SealstoneGroup group;
	bool		group_valid;
};

/* reader.c */
extern SealstoneCachedPage *sealstone_reader_open_page(SealstoneReader *reader, int column, uint64 group, int page);
extern SealstoneVector *sealstone_reader_decode(SealstoneReader *reader, SealstoneCachedPage *cached,
												int column, uint64 group, int accept);
SEALSTONE_NORETURN extern void sealstone_reader_complain(SealstoneReader *reader, int column, uint64 group, SealstoneDiskPage *entry,
									  SealstoneStatus status);

/* Value i of a vector of any shape. */
static inline Datum
sealstone_vector_value(const SealstoneVector *vector, uint32 i, bool *isnull)
{
	*isnull = (vector->nulls[i / 64] >> (i % 64)) & 1;
	if (*isnull)
		return (Datum) 0;
	switch (vector->shape)
	{
		case SEALSTONE_FLAT:
			return (Datum) vector->values[i];
		case SEALSTONE_SINGLE:
			return (Datum) vector->values[0];
		case SEALSTONE_DICT:
			return (Datum) vector->values[vector->codes[i]];
		default:
			{
				/* the first run that ends after row i */
				uint32		lo = 0;
				uint32		hi = vector->nruns - 1;

				while (lo < hi)
				{
					uint32		mid = (lo + hi) / 2;

					if (vector->run_end[mid] > i)
						hi = mid;
					else
						lo = mid + 1;
				}
				if (vector->shape == SEALSTONE_RUNS)
					return (Datum) vector->values[lo];
				if (vector->shape == SEALSTONE_DICT_RUNS)
					return (Datum) vector->values[vector->codes[lo]];
				/* STEPS */
				return (Datum) (int64) ((uint64) vector->values[lo] +
										(uint64) vector->step[lo] * (i - (lo == 0 ? 0 : vector->run_end[lo - 1])));
			}
	}
}

#endif							/* SEALSTONE_STORE_STORE_H */
