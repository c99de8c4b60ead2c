/*-------------------------------------------------------------------------
 *
 * aggregate_state.c
 *	  Accumulators: see aggregate_state.h.
 *
 * Follows nodeAgg.c for how transition functions are called (strictness, first values, copying of results), and
 * float.c (Youngs and Cramer) and numeric.c for the states whose form it makes itself: {count, sum,
 * squares} of floats, {count, sum} of small integers, and the serialized count and sum of bigints, the same
 * bytes in 15 to 18.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_agg.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/expandeddatum.h"
#include "utils/float.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

#include "exec/aggregate_state.h"
#include "store/order.h"

#define LOOP_CODE __attribute__((optimize("O3"), noinline))

typedef struct CountState
{
	int64		count;
} CountState;

typedef struct IntState
{
	int64		count;
	int64		value;			/* sum, extreme, truth */
} IntState;

typedef struct BigState
{
	int64		count;
	int64		pad;
	__int128	sum;
} BigState;

typedef struct FloatState
{
	double		count;
	double		value;			/* sum, extreme */
	double		squares;
} FloatState;

typedef struct GenericState
{
	Datum		value;
	bool		isnull;
	bool		empty;			/* no value yet: the first becomes the state */
} GenericState;

/* ---------------------------------------------------------------- which */

static const char *const supported[] = {
	"count", "sum", "avg", "min", "max",
	"stddev", "stddev_pop", "stddev_samp", "variance", "var_pop", "var_samp",
	"bool_and", "bool_or", "every", "bit_and", "bit_or", "bit_xor",
	"corr", "covar_pop", "covar_samp", "regr_avgx", "regr_avgy", "regr_count", "regr_intercept", "regr_r2",
	"regr_slope", "regr_sxx", "regr_sxy", "regr_syy"
};

bool
sealstone_accumulator_supports(const Aggref *aggref)
{
	char	   *name;

	if (aggref->aggkind != AGGKIND_NORMAL || aggref->aggdistinct != NIL || aggref->aggorder != NIL ||
		aggref->aggdirectargs != NIL || aggref->agglevelsup != 0 || aggref->aggvariadic ||
		list_length(aggref->args) > 8)
		return false;
	name = get_func_name(aggref->aggfnoid);
	if (name == NULL)
		return false;
	if (aggref->aggfnoid >= FirstNormalObjectId)
	{
		/* our own do not depend on the order of rows either */
		char	   *schema = get_namespace_name(get_func_namespace(aggref->aggfnoid));

		return schema != NULL && strcmp(schema, "sealstone") == 0;
	}
	for (int i = 0; i < lengthof(supported); i++)
		if (strcmp(name, supported[i]) == 0)
			return true;
	return false;
}

/* Kind of a built-in aggregate by its transition function. */
static SealstoneStateKind
kind_of(const Aggref *aggref, Oid transition)
{
	if (aggref->aggfnoid >= FirstNormalObjectId)
		return SEALSTONE_STATE_GENERIC;
	switch (transition)
	{
		case F_INT8INC:
		case F_INT8INC_ANY:
			return SEALSTONE_STATE_COUNT;
		case F_INT2_SUM:
		case F_INT4_SUM:
			return SEALSTONE_STATE_SUM_INT;
		case F_INT2_AVG_ACCUM:
		case F_INT4_AVG_ACCUM:
			return SEALSTONE_STATE_AVG_INT;
		case F_INT8_AVG_ACCUM:
			return SEALSTONE_STATE_SUM_INT8;
		case F_FLOAT4PL:
		case F_FLOAT8PL:
			return SEALSTONE_STATE_SUM_FLOAT;
		case F_FLOAT4_ACCUM:
		case F_FLOAT8_ACCUM:
			return SEALSTONE_STATE_FLOAT;
		case F_INT2SMALLER:
		case F_INT4SMALLER:
		case F_INT8SMALLER:
		case F_CASHSMALLER:
		case F_DATE_SMALLER:
		case F_TIME_SMALLER:
		case F_TIMESTAMP_SMALLER:
		case F_TIMESTAMPTZ_SMALLER:
			return SEALSTONE_STATE_MIN_INT;
		case F_INT2LARGER:
		case F_INT4LARGER:
		case F_INT8LARGER:
		case F_CASHLARGER:
		case F_DATE_LARGER:
		case F_TIME_LARGER:
		case F_TIMESTAMP_LARGER:
		case F_TIMESTAMPTZ_LARGER:
			return SEALSTONE_STATE_MAX_INT;
		case F_FLOAT4SMALLER:
		case F_FLOAT8SMALLER:
			return SEALSTONE_STATE_MIN_FLOAT;
		case F_FLOAT4LARGER:
		case F_FLOAT8LARGER:
			return SEALSTONE_STATE_MAX_FLOAT;
		case F_BOOLAND_STATEFUNC:
			return SEALSTONE_STATE_AND;
		case F_BOOLOR_STATEFUNC:
			return SEALSTONE_STATE_OR;
		default:
			return SEALSTONE_STATE_GENERIC;
	}
}

static Oid
transition_of(const Aggref *aggref)
{
	HeapTuple	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggref->aggfnoid));
	Oid			result;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for aggregate %u", aggref->aggfnoid);
	result = ((Form_pg_aggregate) GETSTRUCT(tuple))->aggtransfn;
	ReleaseSysCache(tuple);
	return result;
}

bool
sealstone_accumulator_is_summary(const Aggref *aggref)
{
	if (aggref->aggfilter != NULL)
		return false;
	if (aggref->args != NIL &&
		(list_length(aggref->args) > 1 || !IsA(linitial_node(TargetEntry, aggref->args)->expr, Var)))
		return false;
	switch (kind_of(aggref, transition_of(aggref)))
	{
		case SEALSTONE_STATE_GENERIC:
			return false;
		case SEALSTONE_STATE_FLOAT:
			return strcmp(get_func_name(aggref->aggfnoid), "avg") == 0;
		default:
			return true;
	}
}

SealstoneAggregateContext *
sealstone_aggregate_context(PlanState *parent, ExprContext *states, ExprContext *work)
{
	SealstoneAggregateContext *context = palloc0(sizeof(SealstoneAggregateContext));

	context->agg = makeNode(AggState);
	context->agg->ss.ps.state = parent->state;
	context->agg->ss.ps.plan = parent->plan;
	context->agg->curaggcontext = states;
	context->agg->tmpcontext = work;
	context->states = states;
	context->work = work;
	return context;
}

static void
init_generic(SealstoneAccumulator *acc, const Aggref *aggref, Form_pg_aggregate form, HeapTuple tuple,
			 SealstoneAggregateContext *context)
{
	Oid			types[FUNC_MAX_ARGS];
	int			nargs = get_aggregate_argtypes((Aggref *) aggref, types);
	Expr	   *expr;
	Datum		initial;
	bool		isnull;
	Oid			state_type = aggref->aggtranstype;

	fmgr_info(form->aggtransfn, &acc->transition);
	build_aggregate_transfn_expr(types, nargs, 0, false, state_type, aggref->inputcollid, form->aggtransfn, InvalidOid,
								 &expr, NULL);
	fmgr_info_set_expr((Node *) expr, &acc->transition);
	acc->strict = acc->transition.fn_strict;
	acc->call = palloc0(SizeForFunctionCallInfo(nargs + 1));
	InitFunctionCallInfoData(*acc->call, &acc->transition, nargs + 1, aggref->inputcollid, (Node *) context->agg, NULL);
	acc->nargs = nargs;

	if (state_type == INTERNALOID)
	{
		acc->serialized = true;
		fmgr_info(form->aggserialfn, &acc->serialize);
		build_aggregate_serialfn_expr(form->aggserialfn, &expr);
		fmgr_info_set_expr((Node *) expr, &acc->serialize);
		acc->serialize_call = palloc0(SizeForFunctionCallInfo(1));
		InitFunctionCallInfoData(*acc->serialize_call, &acc->serialize, 1, InvalidOid, (Node *) context->agg, NULL);
	}
	get_typlenbyval(state_type, &acc->state_length, &acc->state_byval);

	initial = SysCacheGetAttr(AGGFNOID, tuple, Anum_pg_aggregate_agginitval, &isnull);
	acc->initial_null = isnull;
	if (!isnull)
	{
		Oid			input;
		Oid			param;

		getTypeInputInfo(state_type, &input, &param);
		acc->initial = OidInputFunctionCall(input, TextDatumGetCString(initial), param, -1);
	}
	if (nargs == 1 && OidIsValid(form->aggsortop) && aggref->aggfnoid < FirstNormalObjectId)
	{
		char	   *name = get_func_name(aggref->aggfnoid);

		acc->extreme = name && strcmp(name, "max") == 0 ? 1 : name && strcmp(name, "min") == 0 ? -1 : 0;
		if (!IsA(linitial_node(TargetEntry, aggref->args)->expr, Var) ||
			exprCollation((Node *) linitial_node(TargetEntry, aggref->args)->expr) != aggref->inputcollid)
			acc->extreme = 0;
	}
	acc->size = sizeof(GenericState);
}

void
sealstone_accumulator_init(SealstoneAccumulator *acc, const Aggref *aggref, SealstoneAggregateContext *context)
{
	HeapTuple	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggref->aggfnoid));
	Form_pg_aggregate form;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for aggregate %u", aggref->aggfnoid);
	form = (Form_pg_aggregate) GETSTRUCT(tuple);
	memset(acc, 0, sizeof(*acc));
	acc->kind = kind_of(aggref, form->aggtransfn);
	acc->nargs = list_length(aggref->args);
	switch (acc->kind)
	{
		case SEALSTONE_STATE_COUNT:
			acc->size = sizeof(CountState);
			break;
		case SEALSTONE_STATE_SUM_INT8:
			acc->size = sizeof(BigState);
			break;
		case SEALSTONE_STATE_SUM_FLOAT:
		case SEALSTONE_STATE_FLOAT:
		case SEALSTONE_STATE_MIN_FLOAT:
		case SEALSTONE_STATE_MAX_FLOAT:
			acc->size = sizeof(FloatState);
			acc->float4 = linitial_oid(aggref->aggargtypes) == FLOAT4OID;
			acc->squares = acc->kind == SEALSTONE_STATE_FLOAT && strcmp(get_func_name(aggref->aggfnoid), "avg") != 0;
			break;
		case SEALSTONE_STATE_GENERIC:
			init_generic(acc, aggref, form, tuple, context);
			break;
		default:
			acc->size = sizeof(IntState);
			acc->typlen = get_typlen(linitial_oid(aggref->aggargtypes));
			break;
	}
	ReleaseSysCache(tuple);
}

void
sealstone_accumulator_clear(const SealstoneAccumulator *acc, char *state)
{
	if (acc->kind == SEALSTONE_STATE_GENERIC)
	{
		GenericState *generic = (GenericState *) state;

		/* states may be changed in place: each its own */
		generic->isnull = generic->empty = acc->initial_null;
		generic->value = acc->initial_null || acc->state_byval ? acc->initial :
			datumCopy(acc->initial, false, acc->state_length);
	}
}

/* ---------------------------------------------------------------- loops */

static inline double
number_of(bool float4, int64 slot)
{
	return float4 ? (double) DatumGetFloat4((Datum) slot) : DatumGetFloat8((Datum) slot);
}

LOOP_CODE static int64
sum_ints(const int64 *values, int n)
{
	int64		sum = 0;

	for (int i = 0; i < n; i++)
		sum += values[i];
	return sum;
}

/* at most 2^30 values */
LOOP_CODE static __int128
sum_bigs(const int64 *values, int n)
{
	int64		high = 0;
	uint64		low = 0;

	for (int i = 0; i < n; i++)
	{
		high += values[i] >> 32;
		low += (uint64) values[i] & UINT64CONST(0xFFFFFFFF);
	}
	return ((__int128) high * ((__int128) 1 << 32)) + low;
}

LOOP_CODE static int64
least_int(const int64 *values, int n)
{
	int64		least = values[0];

	for (int i = 1; i < n; i++)
		least = values[i] < least ? values[i] : least;
	return least;
}

LOOP_CODE static int64
greatest_int(const int64 *values, int n)
{
	int64		greatest = values[0];

	for (int i = 1; i < n; i++)
		greatest = values[i] > greatest ? values[i] : greatest;
	return greatest;
}

/* Eight sums or extremes side by side, for the processor to work on at once. */
#define LANES	8

LOOP_CODE static double
sum_doubles(const double *values, int n)
{
	double		lane[LANES];
	double		sum = -0.0;	/* adds nothing, not even a sign */
	int			i = 0;

	for (int j = 0; j < LANES; j++)
		lane[j] = -0.0;
	for (; i + LANES <= n; i += LANES)
		for (int j = 0; j < LANES; j++)
			lane[j] += values[i + j];
	for (; i < n; i++)
		sum += values[i];
	return sum + (((lane[0] + lane[4]) + (lane[1] + lane[5])) + ((lane[2] + lane[6]) + (lane[3] + lane[7])));
}

LOOP_CODE static double
squares_of_doubles(const double *values, int n, double mean)
{
	double		lane[LANES] = {0};
	double		sum = 0;
	int			i = 0;

	for (; i + LANES <= n; i += LANES)
		for (int j = 0; j < LANES; j++)
			lane[j] += (values[i + j] - mean) * (values[i + j] - mean);
	for (; i < n; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return sum + (((lane[0] + lane[4]) + (lane[1] + lane[5])) + ((lane[2] + lane[6]) + (lane[3] + lane[7])));
}

/* none is NaN */
LOOP_CODE static double
least_double(const double *values, int n)
{
	double		lane[LANES];
	double		least = values[0];
	int			i = 0;

	for (int j = 0; j < LANES; j++)
		lane[j] = least;
	for (; i + LANES <= n; i += LANES)
		for (int j = 0; j < LANES; j++)
			lane[j] = values[i + j] < lane[j] ? values[i + j] : lane[j];
	for (; i < n; i++)
		least = values[i] < least ? values[i] : least;
	for (int j = 0; j < LANES; j++)
		least = lane[j] < least ? lane[j] : least;
	return least;
}

LOOP_CODE static double
greatest_double(const double *values, int n)
{
	double		lane[LANES];
	double		greatest = values[0];
	int			i = 0;

	for (int j = 0; j < LANES; j++)
		lane[j] = greatest;
	for (; i + LANES <= n; i += LANES)
		for (int j = 0; j < LANES; j++)
			lane[j] = values[i + j] > lane[j] ? values[i + j] : lane[j];
	for (; i < n; i++)
		greatest = values[i] > greatest ? values[i] : greatest;
	for (int j = 0; j < LANES; j++)
		greatest = lane[j] > greatest ? lane[j] : greatest;
	return greatest;
}

/* ---------------------------------------------------------------- floats */

/* Merge {count, sum, squares} of a batch: as Youngs and Cramer, and float8_combine, do. */
static void
merge_floats(FloatState *state, double count, double sum, double squares)
{
	double		total;
	double		difference;

	if (count == 0)
		return;
	if (state->count == 0)
	{
		state->count = count;
		state->value = 0.0 + sum;	/* as Postgres: never -0 */
		state->squares = squares;
		return;
	}
	total = state->count + count;
	difference = state->value / state->count - sum / count;
	state->squares = state->squares + squares + state->count * count * difference * difference / total;
	state->value = float8_pl(state->value, sum);
	state->count = total;
}

/* One value, any: as float8_accum. */
static void
add_float(FloatState *state, double value)
{
	double		before_count = state->count;
	double		before_sum = state->value;

	state->count += 1.0;
	state->value += value;
	if (before_count > 0.0)
	{
		double		difference = value * state->count - state->value;

		state->squares += difference * difference / (state->count * before_count);

		/*
		 * An infinity that came of finite values is an overflow. After infinities among the values squares
		 * are NaN.
		 */
		if (isinf(state->value) || isinf(state->squares))
		{
			if (!isinf(before_sum) && !isinf(value))
				float_overflow_error();
			state->squares = get_float8_nan();
		}
	}
	else if (isnan(value) || isinf(value))
		state->squares = get_float8_nan();
}

static void
add_float_values(const SealstoneAccumulator *acc, FloatState *state, const int64 *values, int n, bool tame)
{
	double		converted[1024];
	const double *numbers = (const double *) values;

	if (n > lengthof(converted))
	{
		add_float_values(acc, state, values, lengthof(converted), tame);
		add_float_values(acc, state, values + lengthof(converted), n - lengthof(converted), tame);
		return;
	}
	if (acc->float4)
	{
		converted[0] = 0;		/* there is one; compilers do not see it */
		for (int i = 0; i < n; i++)
			converted[i] = number_of(true, values[i]);
		numbers = converted;
	}
	switch (acc->kind)
	{
		case SEALSTONE_STATE_SUM_FLOAT:
			if (state->count == 0)
				state->value = -0.0;
			if (tame)
				state->value = float8_pl(state->value, sum_doubles(numbers, n));
			else if (acc->float4)
			{
				/* sums of float4 are float4 in Postgres: what is infinite there is infinite here */
				for (int i = 0; i < n; i++)
					state->value += numbers[i];
			}
			else
			{
				for (int i = 0; i < n; i++)
					state->value = float8_pl(state->value, numbers[i]);
			}
			state->count += n;
			break;
		case SEALSTONE_STATE_FLOAT:
			if (tame)
			{
				double		sum = sum_doubles(numbers, n);

				if (acc->squares)
					merge_floats(state, n, sum, squares_of_doubles(numbers, n, sum / n));
				else
				{
					state->value = float8_pl(state->value, sum);
					state->count += n;
				}
			}
			else
			{
				for (int i = 0; i < n; i++)
					add_float(state, numbers[i]);
			}
			break;
		case SEALSTONE_STATE_MIN_FLOAT:
			if (tame)
			{
				double		least = least_double(numbers, n);

				if (state->count == 0 || float8_lt(least, state->value))
					state->value = least;
			}
			else
			{
				for (int i = 0; i < n; i++)
					if ((state->count == 0 && i == 0) || float8_lt(numbers[i], state->value))
						state->value = numbers[i];
			}
			state->count += n;
			break;
		default:
			if (tame)
			{
				double		greatest = greatest_double(numbers, n);

				if (state->count == 0 || float8_gt(greatest, state->value))
					state->value = greatest;
			}
			else
			{
				for (int i = 0; i < n; i++)
					if ((state->count == 0 && i == 0) || float8_gt(numbers[i], state->value))
						state->value = numbers[i];
			}
			state->count += n;
			break;
	}
}

/* ---------------------------------------------------------------- values */

void
sealstone_accumulator_values(const SealstoneAccumulator *acc, char *state, const int64 *values, int n, bool tame)
{
	IntState   *ints = (IntState *) state;

	if (n == 0)
		return;
	switch (acc->kind)
	{
		case SEALSTONE_STATE_COUNT:
			((CountState *) state)->count += n;
			break;
		case SEALSTONE_STATE_SUM_INT:
		case SEALSTONE_STATE_AVG_INT:
			ints->value += n == 1 ? values[0] : sum_ints(values, n);
			ints->count += n;
			break;
		case SEALSTONE_STATE_SUM_INT8:
			((BigState *) state)->sum += n == 1 ? values[0] : sum_bigs(values, n);
			((BigState *) state)->count += n;
			break;
		case SEALSTONE_STATE_MIN_INT:
		case SEALSTONE_STATE_AND:
			{
				int64		least = n == 1 ? values[0] : least_int(values, n);

				ints->value = ints->count == 0 ? least : Min(ints->value, least);
				ints->count += n;
			}
			break;
		case SEALSTONE_STATE_MAX_INT:
		case SEALSTONE_STATE_OR:
			{
				int64		greatest = n == 1 ? values[0] : greatest_int(values, n);

				ints->value = ints->count == 0 ? greatest : Max(ints->value, greatest);
				ints->count += n;
			}
			break;
		case SEALSTONE_STATE_GENERIC:
			elog(ERROR, "an aggregate without loops of its own");
			break;
		default:
			add_float_values(acc, (FloatState *) state, values, n, tame);
			break;
	}
}

#define SCATTER(type, statement) \
	do { \
		for (int i = 0; i < n; i++) \
		{ \
			type	   *state = (type *) (memory[index[i]] + offset); \
			int64		slot = values[index[i]]; \
			statement; \
		} \
	} while (0)

void
sealstone_accumulator_scatter(const SealstoneAccumulator *acc, char *const *memory, Size offset,
							  const uint16 *index, int n, const int64 *values, bool tame)
{
	bool		doubles = tame && !acc->float4;

	switch (acc->kind)
	{
		case SEALSTONE_STATE_COUNT:
			for (int i = 0; i < n; i++)
				((CountState *) (memory[index[i]] + offset))->count++;
			return;
		case SEALSTONE_STATE_SUM_INT:
		case SEALSTONE_STATE_AVG_INT:
			SCATTER(IntState, (state->value += slot, state->count++));
			return;
		case SEALSTONE_STATE_SUM_INT8:
			SCATTER(BigState, (state->sum += slot, state->count++));
			return;
		case SEALSTONE_STATE_MIN_INT:
			SCATTER(IntState, (state->value = state->count++ == 0 || slot < state->value ? slot : state->value));
			return;
		case SEALSTONE_STATE_MAX_INT:
			SCATTER(IntState, (state->value = state->count++ == 0 || slot > state->value ? slot : state->value));
			return;
		case SEALSTONE_STATE_FLOAT:
			if (!doubles || acc->squares)
				break;
			SCATTER(FloatState, (state->value += DatumGetFloat8((Datum) slot), state->count += 1));
			return;
		default:
			break;
	}
	for (int i = 0; i < n; i++)
		sealstone_accumulator_values(acc, memory[index[i]] + offset, &values[index[i]], 1, tame);
}

/* The result of a transition function becomes the state, copied to where states live. */
static void
keep_state(const SealstoneAccumulator *acc, SealstoneAggregateContext *context, GenericState *state, Datum value, bool isnull)
{
	MemoryContext home = context->states->ecxt_per_tuple_memory;

	if (!acc->state_byval && (DatumGetPointer(value) != DatumGetPointer(state->value) || isnull != state->isnull))
	{
		if (!isnull && !DatumIsReadWriteExpandedObject(value, false, acc->state_length))
		{
			MemoryContext old = MemoryContextSwitchTo(home);

			value = datumCopy(value, false, acc->state_length);
			MemoryContextSwitchTo(old);
		}
		else if (!isnull && MemoryContextGetParent(DatumGetEOHP(value)->eoh_context) != home)
			value = TransferExpandedObject(value, home);
		if (!state->isnull)
		{
			if (DatumIsReadWriteExpandedObject(state->value, false, acc->state_length))
				DeleteExpandedObject(state->value);
			else
				pfree(DatumGetPointer(state->value));
		}
	}
	state->value = value;
	state->isnull = isnull;
}

void
sealstone_accumulator_row(const SealstoneAccumulator *acc, SealstoneAggregateContext *context, char *place,
						  const Datum *values, const bool *isnull)
{
	GenericState *state = (GenericState *) place;
	FunctionCallInfo call = acc->call;
	MemoryContext old;
	Datum		result;

	if (acc->strict)
	{
		for (int i = 0; i < acc->nargs; i++)
			if (isnull[i])
				return;
		if (state->empty)
		{
			old = MemoryContextSwitchTo(context->states->ecxt_per_tuple_memory);
			state->value = datumCopy(values[0], acc->state_byval, acc->state_length);
			MemoryContextSwitchTo(old);
			state->isnull = state->empty = false;
			return;
		}
		if (state->isnull)
			return;
	}
	old = MemoryContextSwitchTo(context->work->ecxt_per_tuple_memory);
	call->args[0].value = state->value;
	call->args[0].isnull = state->isnull;
	for (int i = 0; i < acc->nargs; i++)
	{
		call->args[i + 1].value = values[i];
		call->args[i + 1].isnull = isnull[i];
	}
	call->isnull = false;
	result = FunctionCallInvoke(call);
	keep_state(acc, context, state, result, call->isnull);
	MemoryContextSwitchTo(old);
	MemoryContextReset(context->work->ecxt_per_tuple_memory);
}

/* ---------------------------------------------------------------- directory */

bool
sealstone_stats_are_tame(const SealstoneStats *stats, bool float4)
{
	double		low;
	double		high;

	if (stats->null_count == stats->rows)
		return true;
	if (!stats->has_minmax || stats->has_nan)
		return false;
	low = float4 ? (double) DatumGetFloat4(stats->min) : DatumGetFloat8(stats->min);
	high = float4 ? (double) DatumGetFloat4(stats->max) : DatumGetFloat8(stats->max);
	return low > -SEALSTONE_TAME_FLOAT && high < SEALSTONE_TAME_FLOAT;
}

bool
sealstone_accumulator_can_summarize(const SealstoneAccumulator *acc, const SealstoneStats *stats)
{
	if (acc->kind == SEALSTONE_STATE_COUNT || stats->null_count == stats->rows)
		return acc->kind != SEALSTONE_STATE_GENERIC || acc->extreme != 0;
	switch (acc->kind)
	{
		case SEALSTONE_STATE_SUM_INT:
		case SEALSTONE_STATE_AVG_INT:
		case SEALSTONE_STATE_SUM_INT8:
			return stats->has_sum;
		case SEALSTONE_STATE_SUM_FLOAT:
		case SEALSTONE_STATE_FLOAT:
			return !acc->squares && stats->has_float_sum && sealstone_stats_are_tame(stats, acc->float4);
		case SEALSTONE_STATE_GENERIC:
			return acc->extreme != 0 && stats->has_minmax;
		default:
			return stats->has_minmax;
	}
}

void
sealstone_accumulator_summary(const SealstoneAccumulator *acc, SealstoneAggregateContext *context, char *state,
							  const SealstoneStats *stats)
{
	int64		n = (int64) stats->rows - stats->null_count;
	__int128	sum = ((__int128) stats->sum_high * ((__int128) 1 << 64)) + stats->sum_low;
	IntState   *ints = (IntState *) state;
	FloatState *floats = (FloatState *) state;
	int64		slot;

	if (n == 0)
		return;
	switch (acc->kind)
	{
		case SEALSTONE_STATE_COUNT:
			((CountState *) state)->count += n;
			break;
		case SEALSTONE_STATE_SUM_INT:
		case SEALSTONE_STATE_AVG_INT:
			ints->value += (int64) sum;
			ints->count += n;
			break;
		case SEALSTONE_STATE_SUM_INT8:
			((BigState *) state)->sum += sum;
			((BigState *) state)->count += n;
			break;
		case SEALSTONE_STATE_SUM_FLOAT:
		case SEALSTONE_STATE_FLOAT:
			if (floats->count == 0 && acc->kind == SEALSTONE_STATE_SUM_FLOAT)
				floats->value = -0.0;
			floats->value = float8_pl(floats->value, stats->float_sum);
			floats->count += n;
			break;
		case SEALSTONE_STATE_GENERIC:
			{
				Datum		value = acc->extreme < 0 ? stats->min : stats->max;
				bool		isnull = false;

				sealstone_accumulator_row(acc, context, state, &value, &isnull);
			}
			break;
		case SEALSTONE_STATE_MIN_FLOAT:
		case SEALSTONE_STATE_MAX_FLOAT:
			/* NaN has no place among bounds that loops may compare */
			slot = (int64) (acc->kind == SEALSTONE_STATE_MIN_FLOAT ? stats->min : stats->max);
			add_float_values(acc, floats, &slot, 1, false);
			break;
		default:
			slot = sealstone_order_slot(acc->typlen, acc->kind == SEALSTONE_STATE_MIN_INT || acc->kind == SEALSTONE_STATE_AND ?
										stats->min : stats->max);
			sealstone_accumulator_values(acc, state, &slot, 1, false);
			break;
	}
}

/* ---------------------------------------------------------------- results */

/* Count and sum as int8_avg_serialize writes them: digits to the base 10,000. */
static Datum
serialize_big(const BigState *state)
{
	StringInfoData buf;
	unsigned __int128 rest = state->sum < 0 ? -(unsigned __int128) state->sum : (unsigned __int128) state->sum;
	int16		digit[16];
	int			n = 0;
	int			last = 0;

	while (rest != 0)
	{
		digit[n++] = (int16) (rest % 10000);
		rest /= 10000;
	}
	while (last < n && digit[last] == 0)
		last++;
	pq_begintypsend(&buf);
	pq_sendint64(&buf, state->count);
	pq_sendint32(&buf, n - last);
	pq_sendint32(&buf, n > 0 ? n - 1 : 0);
	pq_sendint32(&buf, state->sum < 0 ? 0x4000 : 0);
	pq_sendint32(&buf, 0);
	for (int i = n - 1; i >= last; i--)
		pq_sendint16(&buf, digit[i]);
	return PointerGetDatum(pq_endtypsend(&buf));
}

Datum
sealstone_accumulator_result(const SealstoneAccumulator *acc, SealstoneAggregateContext *context, char *place, bool *isnull)
{
	const IntState *ints = (const IntState *) place;
	const FloatState *floats = (const FloatState *) place;
	GenericState *generic = (GenericState *) place;

	*isnull = false;
	switch (acc->kind)
	{
		case SEALSTONE_STATE_COUNT:
			return Int64GetDatum(((const CountState *) place)->count);
		case SEALSTONE_STATE_SUM_INT:
			*isnull = ints->count == 0;
			return Int64GetDatum(ints->value);
		case SEALSTONE_STATE_AVG_INT:
			{
				Datum		elements[2] = {Int64GetDatum(ints->count), Int64GetDatum(ints->value)};

				return PointerGetDatum(construct_array(elements, 2, INT8OID, sizeof(int64), FLOAT8PASSBYVAL, TYPALIGN_DOUBLE));
			}
		case SEALSTONE_STATE_SUM_INT8:
			/* the state is made by the first row, NULL or not: without a value it says as much as none */
			*isnull = ((const BigState *) place)->count == 0;
			return *isnull ? (Datum) 0 : serialize_big((const BigState *) place);
		case SEALSTONE_STATE_SUM_FLOAT:
			*isnull = floats->count == 0;
			if (!acc->float4)
				return Float8GetDatum(floats->value);
			if (unlikely(isinf((float4) floats->value)) && !isinf(floats->value))
				float_overflow_error();
			return Float4GetDatum((float4) floats->value);
		case SEALSTONE_STATE_FLOAT:
			{
				Datum		elements[3] = {Float8GetDatum(floats->count), Float8GetDatum(floats->value), Float8GetDatum(floats->squares)};

				return PointerGetDatum(construct_array(elements, 3, FLOAT8OID, sizeof(float8), FLOAT8PASSBYVAL, TYPALIGN_DOUBLE));
			}
		case SEALSTONE_STATE_MIN_FLOAT:
		case SEALSTONE_STATE_MAX_FLOAT:
			*isnull = floats->count == 0;
			return acc->float4 ? Float4GetDatum((float4) floats->value) : Float8GetDatum(floats->value);
		case SEALSTONE_STATE_AND:
		case SEALSTONE_STATE_OR:
			*isnull = ints->count == 0;
			return BoolGetDatum(ints->value != 0);
		case SEALSTONE_STATE_GENERIC:
			if (generic->isnull || !acc->serialized)
			{
				*isnull = generic->isnull;
				if (*isnull || acc->state_byval)
					return generic->value;
				return MakeExpandedObjectReadOnly(generic->value, false, acc->state_length);
			}
			acc->serialize_call->args[0].value = generic->value;
			acc->serialize_call->args[0].isnull = false;
			acc->serialize_call->isnull = false;
			{
				Datum		result = FunctionCallInvoke(acc->serialize_call);

				*isnull = acc->serialize_call->isnull;
				return result;
			}
		default:
			*isnull = ints->count == 0;
			return sealstone_order_datum(acc->typlen, ints->value);
	}
}
