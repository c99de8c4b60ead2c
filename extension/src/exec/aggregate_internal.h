/*-------------------------------------------------------------------------
 *
 * aggregate_internal.h
 *	  The aggregate node's state, shared by aggregate_node.c (the node), aggregate_rows.c (from pages and
 *	  late rows to groups and accumulators) and aggregate_summary.c (from the directory).
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_EXEC_AGGREGATE_INTERNAL_H
#define SEALSTONE_EXEC_AGGREGATE_INTERNAL_H

#include "postgres.h"

#include "nodes/execnodes.h"
#include "port/atomics.h"

#include "am/am.h"
#include "codec/codec.h"
#include "exec/aggregate_bucket.h"
#include "exec/aggregate_group.h"
#include "exec/aggregate_state.h"
#include "exec/cursor.h"
#include "exec/filter.h"

#define SEALSTONE_MAX_GROUP_KEYS	16	/* expressions grouped by; the planner offers no path for more */

typedef struct AggregateCounts
{
	uint64		groups_summarized;	/* answered from the directory */
	uint64		groups_read;
	uint64		groups_skipped;
	uint64		pages_decoded;
	uint64		late_rows;
} AggregateCounts;

typedef struct AggregateShared
{
	uint64		marks;			/* position in the delete log: the same for all */
	BlockNumber end_block;
	pg_atomic_uint64 next_group;
	pg_atomic_uint64 next_block;
	pg_atomic_uint64 counts[sizeof(AggregateCounts) / sizeof(uint64)];	/* of finished workers */
} AggregateShared;

/* A column of the relation: entry i of the scan tuple is column i */
typedef struct AggregateColumn
{
	AttrNumber	attnum;
	SealstoneValueType type;
	bool		in_rows;		/* expressions read it */
	bool		stands;			/* part of the row that stands for a group */
	bool		flat;			/* accumulators read it: wanted value by value */
	SealstoneVector *vector;	/* of the batch, NULL until loaded */
	SealstoneVector *late;		/* where late rows are collected */
} AggregateColumn;

/* Values of a batch: a column's, or computed */
typedef struct AggregateSource
{
	int			column;			/* -1: computed */
	ExprState  *expr;
	SealstoneValueType type;
	int64	   *computed;
	uint64	   *computed_nulls;
} AggregateSource;

/* Accumulators with the same arguments and the same FILTER */
typedef struct AggregateInput
{
	Expr	   *filter_expr;
	ExprState  *filter;
	uint64		filter_bits[SEALSTONE_NULL_WORDS];
	int			nargs;
	AggregateSource *arg;
	bool		counts_only;
	bool		has_float;
	bool		float4;
	bool		tame;			/* in this row group */
	int			naccs;
	int		   *acc;
} AggregateInput;

typedef struct AggregateKey
{
	AggregateSource source;		/* of a bucket: its time */
	SealstoneBucketKey *bucket; /* NULL: the value itself is the key */
} AggregateKey;

typedef enum AggregatePhase
{
	AGGREGATE_START,
	AGGREGATE_COLUMNS,
	AGGREGATE_LATE,
	AGGREGATE_DONE
} AggregatePhase;

typedef struct SealedAggregate
{
	CustomScanState css;
	MemoryContext context;		/* the node's life */
	MemoryContext batch_context;	/* reset with each batch */

	int			ncolumns;
	AggregateColumn *column;
	AttrNumber	last_attnum;
	int			nfilters;
	SealstoneFilter *filter;
	int		   *filter_column;	/* the column of each */
	ExprState  *rest;			/* all other clauses */
	bool		by_row;			/* rest, or anything computed */

	bool		grouped;
	int			nkeys;
	AggregateKey *key;
	bool		runs_possible;	/* no key is computed */
	int			naccs;
	SealstoneAccumulator *acc;
	int			ninputs;
	AggregateInput *input;
	SealstoneAggregateContext *aggregate;
	SealstoneBins *bins;
	Size		memory_limit;
	bool		summaries;		/* the directory may answer for whole row groups */

	bool		open;
	SealstoneMarks *marks;
	SealstoneCursor *cursor;
	SealstoneHeapPart *heap;
	TupleTableSlot *heap_slot;	/* NULL: no late store */
	BlockNumber late_first;
	BlockNumber late_end;
	bool		stretch_open;

	AggregatePhase phase;
	bool		in_group;		/* the cursor is within a row group */
	bool		tame_known;		/* input[].tame is of tame_group */
	uint64		tame_group;
	int			place;			/* serial: interval at hand, and the next row to look at */
	uint64		row;
	uint64		summarized_before;	/* in earlier passes */
	bool		handing_out;
	uint32		next_bin;

	/* late rows collected for a batch */
	int			nlate;
	Size		late_bytes;
	bool		late_ready;

	/* of the batch */
	uint64		batch_row;		/* number of its first row */
	bool		late_batch;		/* of late rows: numbers are places in the vectors */
	uint64		bitmap[SEALSTONE_NULL_WORDS];
	SealstoneBin *row_bin[SEALSTONE_PAGE_VALUES];
	int64		dense[SEALSTONE_PAGE_VALUES];
	uint16		index[SEALSTONE_PAGE_VALUES];	/* rows that pass, in order */

	AggregateShared *shared;
	AggregateCounts counts;		/* without what the cursor still counts */
	AggregateCounts workers;
} SealedAggregate;

/* aggregate_rows.c */

/* Add the rows of the cursor's batch. */
extern void sealstone_aggregate_batch(SealedAggregate *agg);

/* Collect a late row; a batch is full at SEALSTONE_PAGE_VALUES rows, or when late_bytes are many. */
extern void sealstone_aggregate_late_row(SealedAggregate *agg, TupleTableSlot *slot);

/* Add the late rows collected, those that pass the clauses: how many did. */
extern int	sealstone_aggregate_late_batch(SealedAggregate *agg);

/* The bin of these keys; when it is new, this row of the batch or of the columns stands for it. In the batch's context. */
extern SealstoneBin *sealstone_aggregate_bin_of_row(SealedAggregate *agg, const Datum *keys, const bool *isnull, uint64 row);

/* A by-reference value in the form of images: varlena plain, with a 4-byte header. */
static inline Datum
sealstone_plain_value(const SealstoneValueType *type, Datum value)
{
	return type->typlen == -1 ? PointerGetDatum(PG_DETOAST_DATUM(value)) : value;
}

/* aggregate_summary.c */

/* Add a whole row group from the directory, less its superseded rows; false, and nothing done, where that does not say enough. */
extern bool sealstone_aggregate_summary(SealedAggregate *agg, uint64 number, const SealstoneGroup *group);

#endif							/* SEALSTONE_EXEC_AGGREGATE_INTERNAL_H */
