/*-------------------------------------------------------------------------
 *
 * filter.h
 *	  Filters on vectors: which clauses can be tested on decoded columns, and testing them.
 *
 * Used by the planner side (src/plan: sealstone_filter_classify alone) and by the cursor. A filter is
 * a monotone or equality comparison of one column with something that is fixed for a pass, or a test
 * for NULL. It can never raise an error and never calls a function of the type, so it may run on rows that
 * nobody can see. Types and operators are a closed list: anything else stays an ordinary qual.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_EXEC_FILTER_H
#define SEALSTONE_EXEC_FILTER_H

#include "postgres.h"

#include "access/attnum.h"
#include "nodes/execnodes.h"
#include "nodes/primnodes.h"

#include "codec/codec.h"
#include "store/reader.h"

/* What a clause is, in the order of cost */
typedef enum SealstoneFilterKind
{
	SEALSTONE_FILTER_NULL,		/* IS NULL, IS NOT NULL */
	SEALSTONE_FILTER_INT,		/* types ordered as signed integers: int2/4/8, bool, date, time, timestamp[tz], money */
	SEALSTONE_FILTER_FLOAT,		/* float4, float8; in Postgres's order of floats */
	SEALSTONE_FILTER_BYTES		/* text under a deterministic collation, uuid, bytea: equality only */
} SealstoneFilterKind;

#define SEALSTONE_STRATEGY_NE	6	/* beside the btree strategies 1 to 5 */

/* A clause taken apart; points into the clause. */
typedef struct SealstoneFilterSpec
{
	SealstoneFilterKind kind;
	AttrNumber	attnum;
	Oid			typid;			/* of the column */
	Oid			valuetype;		/* of the comparand, or of the array's elements; may be another of its kind, or date beside timestamps */
	int			strategy;		/* NULL: 0 is null, 1 is not null */
	bool		array;			/* = ANY (array) */
	Expr	   *comparand;		/* NULL for tests of NULL and for a bare boolean column */
	bool		bare;			/* bare boolean column: the comparand is true or false */
	bool		bare_value;
} SealstoneFilterSpec;

/* False: not a clause that a vector can be tested for. varno is the scanned relation's. */
extern bool sealstone_filter_classify(Index varno, Node *clause, SealstoneFilterSpec *spec);

typedef struct SealstoneFilter
{
	SealstoneFilterSpec spec;
	ExprState  *comparand;

	/* per pass */
	bool		none;			/* no row can pass */
	bool		consumed;		/* the cursor's intervals hold exactly the rows that pass */
	int64		low;			/* INT: closed bounds of slots; NE: what must not be there */
	int64		high;
	double		number;			/* FLOAT, one comparand */
	int			nvalues;		/* array, BYTES */
	int64	   *ints;			/* INT array: ascending, distinct */
	double	   *numbers;		/* FLOAT array */
	Datum	   *datums;			/* BYTES: detoasted; the comparands themselves for searching */

	/* per row group */
	bool		all_pass;
} SealstoneFilter;

/* Make a filter of a clause that was classified. */
extern void sealstone_filter_init(SealstoneFilter *filter, const SealstoneFilterSpec *spec, PlanState *parent);

/* Evaluate the comparand; what is kept is allocated in the current memory context. */
extern void sealstone_filter_start(SealstoneFilter *filter, ExprContext *econtext);

typedef enum SealstoneVerdict
{
	SEALSTONE_SOME_PASS,
	SEALSTONE_NONE_PASS,
	SEALSTONE_ALL_PASS
} SealstoneVerdict;

/* What the directory says of a whole row group, and of a page. */
extern SealstoneVerdict sealstone_filter_group(const SealstoneFilter *filter, const SealstoneStats *stats);
extern bool sealstone_filter_page_excluded(const SealstoneFilter *filter, Datum min, Datum max);

/* Clear in the bitmap the rows of the vector that do not pass. */
extern void sealstone_filter_apply(const SealstoneFilter *filter, const SealstoneVector *vector, uint64 *bitmap);

/* The shapes sealstone_filter_apply works with. */
#define SEALSTONE_FILTER_ACCEPT	(SEALSTONE_ACCEPT_ALL & ~SEALSTONE_ACCEPT(SEALSTONE_STEPS))

#endif							/* SEALSTONE_EXEC_FILTER_H */
