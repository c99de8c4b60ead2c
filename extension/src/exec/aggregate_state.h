/*-------------------------------------------------------------------------
 *
 * aggregate_state.h
 *	  Accumulators: the transition state of one aggregate, kept for many groups, fed from vectors.
 *
 * A state is a fixed number of bytes inside its group, zeroed when the group is made and then set up by
 * sealstone_accumulator_clear. What comes out is what Postgres's partial Agg would give for the Aggref: the
 * transition value, serialized where its type is internal. Common aggregates of fixed-width types have loops of
 * their own; all others go through their transition function, value by value.
 *
 * Exact: counts, integers, minima and maxima, NaN and infinities, overflow errors. Sums of floats are added up in
 * another order than Postgres's, as in its parallel plans.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_EXEC_AGGREGATE_STATE_H
#define SEALSTONE_EXEC_AGGREGATE_STATE_H

#include "postgres.h"

#include "fmgr.h"
#include "nodes/execnodes.h"
#include "nodes/primnodes.h"

#include "store/reader.h"

typedef enum SealstoneStateKind
{
	SEALSTONE_STATE_COUNT,		/* of rows, or of values that are not NULL */
	SEALSTONE_STATE_SUM_INT,	/* sum of int2, int4: bigint */
	SEALSTONE_STATE_AVG_INT,	/* avg of int2, int4: {count, sum} */
	SEALSTONE_STATE_SUM_INT8,	/* sum and avg of int8: count and 128-bit sum, serialized */
	SEALSTONE_STATE_SUM_FLOAT,	/* sum of float4, float8 */
	SEALSTONE_STATE_FLOAT,		/* avg, variance, ... of float4, float8: {count, sum, squares} */
	SEALSTONE_STATE_MIN_INT,	/* of everything ordered as a signed integer */
	SEALSTONE_STATE_MAX_INT,
	SEALSTONE_STATE_MIN_FLOAT,
	SEALSTONE_STATE_MAX_FLOAT,
	SEALSTONE_STATE_AND,		/* bool_and, bool_or */
	SEALSTONE_STATE_OR,
	SEALSTONE_STATE_GENERIC		/* the transition function */
} SealstoneStateKind;

typedef struct SealstoneAccumulator
{
	SealstoneStateKind kind;
	int			nargs;
	bool		float4;			/* arguments are float4 */
	bool		squares;		/* FLOAT: somebody wants the sum of squares */
	int16		typlen;			/* of the argument or result, integers */
	Size		offset;			/* of the state in its group */
	Size		size;
	int			extreme;		/* GENERIC: 1 max, -1 min in the default order of the argument's type and its collation */

	/* GENERIC */
	FmgrInfo	transition;
	FmgrInfo	serialize;
	FunctionCallInfo call;
	FunctionCallInfo serialize_call;
	bool		strict;
	bool		serialized;
	bool		state_byval;
	int16		state_length;
	Datum		initial;
	bool		initial_null;
} SealstoneAccumulator;

/* What transition functions see of an executor; one for all accumulators of a node. states: where their states live. */
typedef struct SealstoneAggregateContext
{
	AggState   *agg;			/* only to be asked by AggCheckCallContext and its like */
	ExprContext *states;
	ExprContext *work;			/* reset after each call */
} SealstoneAggregateContext;

extern SealstoneAggregateContext *sealstone_aggregate_context(PlanState *parent, ExprContext *states, ExprContext *work);

/* Planner: can this aggregate be taken over at all? (That it can be partial has been checked.) */
extern bool sealstone_accumulator_supports(const Aggref *aggref);

/* Planner: would sealstone_accumulator_directory answer it, for a plain column, in the usual case? */
extern bool sealstone_accumulator_is_summary(const Aggref *aggref);

extern void sealstone_accumulator_init(SealstoneAccumulator *acc, const Aggref *aggref, SealstoneAggregateContext *context);

extern void sealstone_accumulator_clear(const SealstoneAccumulator *acc, char *state);

/* n rows, for COUNT */
static inline void
sealstone_accumulator_count(const SealstoneAccumulator *acc, char *state, int64 n)
{
	*(int64 *) state += n;
}

/*
 * n values of the one argument, none NULL, as slots of a vector. tame: floats are finite and so far from overflow that
 * neither their squares nor sums of as many as there can be reach it. Not for COUNT and GENERIC.
 */
extern void sealstone_accumulator_values(const SealstoneAccumulator *acc, char *state, const int64 *values, int n, bool tame);

/*
 * Values of rows index[0 .. n-1], each to the state at the given offset in the memory that is the row's. COUNT takes no
 * values; not for GENERIC.
 */
extern void sealstone_accumulator_scatter(const SealstoneAccumulator *acc, char *const *memory, Size offset,
										  const uint16 *index, int n, const int64 *values, bool tame);

/* One row, for GENERIC: arguments as Datums. */
extern void sealstone_accumulator_row(const SealstoneAccumulator *acc, SealstoneAggregateContext *context, char *state,
									  const Datum *values, const bool *isnull);

/*
 * All rows of a row group, from what the directory says of the argument; false when it does not say enough,
 * and nothing is done then.
 */
extern bool sealstone_accumulator_can_summarize(const SealstoneAccumulator *acc, const SealstoneStats *stats);
extern void sealstone_accumulator_summary(const SealstoneAccumulator *acc, SealstoneAggregateContext *context, char *state,
										  const SealstoneStats *stats);

/* The partial result, allocated in the current memory context. */
extern Datum sealstone_accumulator_result(const SealstoneAccumulator *acc, SealstoneAggregateContext *context, char *state,
										  bool *isnull);

/* Are a column's floats tame, by its bounds? */
extern bool sealstone_stats_are_tame(const SealstoneStats *stats, bool float4);

#endif							/* SEALSTONE_EXEC_AGGREGATE_STATE_H */
