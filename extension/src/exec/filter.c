/*-------------------------------------------------------------------------
 *
 * filter.c
 *	  Filters on vectors: taking clauses apart, evaluating comparands, testing directory and vectors.
 *
 * See filter.h for the contract. Integers are tested as closed ranges of their 64-bit slots, so
 * that one loop without branches serves all comparisons; floats by the comparisons of C, arranged so that NaN
 * is greatest and equal to itself; bytes by length and memcmp, once for each value of a dictionary.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "access/stratnum.h"
#include "access/sysattr.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"
#include "utils/uuid.h"

#include "compat.h"
#include "exec/filter.h"
#include "store/order.h"

/* ---------------------------------------------------------------- clauses */

static bool
is_int_type(Oid type)
{
	switch (type)
	{
		case INT2OID:
		case INT4OID:
		case INT8OID:
		case BOOLOID:
		case DATEOID:
		case TIMEOID:
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
		case MONEYOID:
			return true;
		default:
			return false;
	}
}

static bool
is_small_integer(Oid type)
{
	return type == INT2OID || type == INT4OID || type == INT8OID;
}

static bool
is_float(Oid type)
{
	return type == FLOAT4OID || type == FLOAT8OID;
}

/* Is every value of the second type comparable with the first by a slot of the first? (Dates stand for the start of a day.) */
static bool
is_comparable(Oid type, Oid other)
{
	return type == other || (is_small_integer(type) && is_small_integer(other)) ||
		((type == TIMESTAMPOID || type == TIMESTAMPTZOID) && other == DATEOID);
}

/* The column behind one side of a comparison, of the scanned relation and of an ordinary column. */
static Var *
column_of(Index varno, Node *node, bool through_relabel)
{
	Var		   *var;

	if (through_relabel)
		while (node && IsA(node, RelabelType))
			node = (Node *) ((RelabelType *) node)->arg;
	if (node == NULL || !IsA(node, Var))
		return NULL;
	var = (Var *) node;
	if (var->varno != varno || var->varlevelsup != 0 || var->varattno <= 0)
		return NULL;
	return var;
}

/* Something that has one value for a whole pass. */
static bool
is_fixed(Index varno, Node *node)
{
	Bitmapset  *attnos = NULL;

	if (contain_volatile_functions(node) || contain_subplans(node))
		return false;
	pull_varattnos(node, varno, &attnos);
	return bms_is_empty(attnos);
}

/* Kind and strategy of an operator whose left side is the column; false when it is not on the list. */
static bool
operator_kind(Oid opno, Oid inputcollid, SealstoneFilterSpec *spec)
{
	Oid			left;
	Oid			right;
	Oid			family;
	Oid			proc = get_opcode(opno);

	op_input_types(opno, &left, &right);
	switch (proc)
	{
		case F_TEXTEQ:
		case F_TEXTNE:
			/* equality of bytes only where the collation says so */
			if (!OidIsValid(inputcollid) || !get_collation_isdeterministic(inputcollid))
				return false;
			if (spec->typid != TEXTOID && spec->typid != VARCHAROID)
				return false;
			spec->kind = SEALSTONE_FILTER_BYTES;
			spec->strategy = proc == F_TEXTEQ ? BTEqualStrategyNumber : SEALSTONE_STRATEGY_NE;
			spec->valuetype = right;
			return true;
		case F_UUID_EQ:
		case F_UUID_NE:
		case F_BYTEAEQ:
		case F_BYTEANE:
			if (spec->typid != left)
				return false;
			spec->kind = SEALSTONE_FILTER_BYTES;
			spec->strategy = proc == F_UUID_EQ || proc == F_BYTEAEQ ? BTEqualStrategyNumber : SEALSTONE_STRATEGY_NE;
			spec->valuetype = right;
			return true;
		default:
			break;
	}

	if (spec->typid != left)
		return false;
	if (is_int_type(left))
	{
		if (!is_comparable(left, right))
			return false;
		spec->kind = SEALSTONE_FILTER_INT;
	}
	else if (is_float(left))
	{
		/* of two widths they are compared as doubles */
		if (!is_float(right))
			return false;
		spec->kind = SEALSTONE_FILTER_FLOAT;
	}
	else
		return false;

	family = lookup_type_cache(left, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	if (!OidIsValid(family))
		return false;
	spec->strategy = get_op_opfamily_strategy(opno, family);
	if (spec->strategy == 0)
	{
		Oid			negator = get_negator(opno);

		if (!OidIsValid(negator) || get_op_opfamily_strategy(negator, family) != BTEqualStrategyNumber)
			return false;
		spec->strategy = SEALSTONE_STRATEGY_NE;
	}
	spec->valuetype = right;
	return true;
}

static bool
classify_comparison(Index varno, Oid opno, Oid inputcollid, Node *left, Node *right, SealstoneFilterSpec *spec)
{
	Var		   *var = column_of(varno, left, true);

	if (var == NULL)
		return false;
	spec->typid = var->vartype;
	if (!operator_kind(opno, inputcollid, spec))
		return false;
	if (spec->kind != SEALSTONE_FILTER_BYTES && column_of(varno, left, false) == NULL)
		return false;
	if (!is_fixed(varno, right))
		return false;
	spec->attnum = var->varattno;
	spec->comparand = (Expr *) right;
	return true;
}

bool
sealstone_filter_classify(Index varno, Node *clause, SealstoneFilterSpec *spec)
{
	Var		   *var;

	memset(spec, 0, sizeof(*spec));
	if (clause == NULL)
		return false;
	if (IsA(clause, OpExpr))
	{
		OpExpr	   *op = (OpExpr *) clause;
		Node	   *left;
		Node	   *right;

		if (list_length(op->args) != 2 || op->opresulttype != BOOLOID || op->opretset)
			return false;
		left = linitial(op->args);
		right = lsecond(op->args);
		if (classify_comparison(varno, op->opno, op->inputcollid, left, right, spec))
			return true;
		if (column_of(varno, right, true))
		{
			Oid			commutator = get_commutator(op->opno);

			memset(spec, 0, sizeof(*spec));
			return OidIsValid(commutator) &&
				classify_comparison(varno, commutator, op->inputcollid, right, left, spec);
		}
		return false;
	}
	if (IsA(clause, ScalarArrayOpExpr))
	{
		ScalarArrayOpExpr *op = (ScalarArrayOpExpr *) clause;

		if (!op->useOr || list_length(op->args) != 2)
			return false;
		if (!classify_comparison(varno, op->opno, op->inputcollid, linitial(op->args), lsecond(op->args), spec) ||
			spec->strategy != BTEqualStrategyNumber)
			return false;
		spec->array = true;
		return true;
	}
	if (IsA(clause, NullTest))
	{
		NullTest   *test = (NullTest *) clause;

		if (test->argisrow || (var = column_of(varno, (Node *) test->arg, false)) == NULL)
			return false;
		spec->kind = SEALSTONE_FILTER_NULL;
		spec->attnum = var->varattno;
		spec->typid = var->vartype;
		spec->strategy = test->nulltesttype == IS_NULL ? 0 : 1;
		return true;
	}

	/* a bare boolean column, or NOT of one */
	spec->bare_value = true;
	if (IsA(clause, BoolExpr) && ((BoolExpr *) clause)->boolop == NOT_EXPR)
	{
		spec->bare_value = false;
		clause = linitial(((BoolExpr *) clause)->args);
	}
	var = column_of(varno, clause, false);
	if (var == NULL || var->vartype != BOOLOID)
		return false;
	spec->kind = SEALSTONE_FILTER_INT;
	spec->attnum = var->varattno;
	spec->typid = spec->valuetype = BOOLOID;
	spec->strategy = BTEqualStrategyNumber;
	spec->bare = true;
	return true;
}

/* ---------------------------------------------------------------- comparands */

void
sealstone_filter_init(SealstoneFilter *filter, const SealstoneFilterSpec *spec, PlanState *parent)
{
	memset(filter, 0, sizeof(*filter));
	filter->spec = *spec;
	if (spec->comparand)
		filter->comparand = ExecInitExpr(spec->comparand, parent);
}

static int64
int_slot(Oid type, Datum value)
{
	return sealstone_order_slot(get_typlen(type), value);
}

/*
 * A comparand as a slot of the column's type. A date whose day no timestamp reaches is beyond all of them but infinity, as
 * date_cmp_timestamp and its like have it.
 */
static int64
comparand_slot(const SealstoneFilterSpec *spec, Datum value)
{
	int64		slot;
	int			overflow;

	if (spec->valuetype == spec->typid || spec->valuetype != DATEOID)
		return int_slot(spec->valuetype, value);
	slot = spec->typid == TIMESTAMPOID ? date2timestamp_opt_overflow(DatumGetDateADT(value), &overflow) :
		date2timestamptz_opt_overflow(DatumGetDateADT(value), &overflow);
	if (overflow > 0)
		return DT_NOEND - 1;
	if (overflow < 0)
		return DT_NOBEGIN + 1;
	return slot;
}

/* How far the slots of a type reach: what a wider comparand may lie outside of. */
static void
clamp_to_type(SealstoneFilter *filter)
{
	int64		low = PG_INT64_MIN;
	int64		high = PG_INT64_MAX;

	switch (filter->spec.typid)
	{
		case BOOLOID:
			low = 0;
			high = 1;
			break;
		case INT2OID:
			low = PG_INT16_MIN;
			high = PG_INT16_MAX;
			break;
		case INT4OID:
		case DATEOID:
			low = PG_INT32_MIN;
			high = PG_INT32_MAX;
			break;
		default:
			break;
	}
	filter->low = Max(filter->low, low);
	filter->high = Min(filter->high, high);
	if (filter->low > filter->high)
		filter->none = true;
}

static int
compare_ints(const void *a, const void *b)
{
	int64		x = *(const int64 *) a;
	int64		y = *(const int64 *) b;

	return (x > y) - (x < y);
}

static double
float_number(Oid type, Datum value)
{
	return type == FLOAT4OID ? (double) DatumGetFloat4(value) : DatumGetFloat8(value);
}

static void
start_array(SealstoneFilter *filter, Datum value)
{
	ArrayType  *array = DatumGetArrayTypeP(value);
	Oid			element = ARR_ELEMTYPE(array);
	int16		length;
	bool		byval;
	char		align;
	Datum	   *values;
	bool	   *nulls;
	int			n;
	int			kept = 0;

	get_typlenbyvalalign(element, &length, &byval, &align);
	deconstruct_array(array, element, length, byval, align, &values, &nulls, &n);
	filter->ints = palloc(sizeof(int64) * Max(n, 1));
	filter->numbers = palloc(sizeof(double) * Max(n, 1));
	filter->datums = palloc(sizeof(Datum) * Max(n, 1));
	for (int i = 0; i < n; i++)
	{
		/* "= NULL" is never true, and NULL is as good as false here */
		if (nulls[i])
			continue;
		switch (filter->spec.kind)
		{
			case SEALSTONE_FILTER_INT:
				filter->ints[kept++] = comparand_slot(&filter->spec, values[i]);
				break;
			case SEALSTONE_FILTER_FLOAT:
				filter->numbers[kept++] = float_number(filter->spec.valuetype, values[i]);
				break;
			default:
				filter->datums[kept++] = length == -1 ? PointerGetDatum(PG_DETOAST_DATUM(values[i])) : values[i];
				break;
		}
	}
	if (filter->spec.kind == SEALSTONE_FILTER_INT && kept > 0)
	{
		int			distinct = 1;

		qsort(filter->ints, kept, sizeof(int64), compare_ints);
		for (int i = 1; i < kept; i++)
			if (filter->ints[i] != filter->ints[distinct - 1])
				filter->ints[distinct++] = filter->ints[i];
		kept = distinct;
		filter->low = filter->ints[0];
		filter->high = filter->ints[kept - 1];
		clamp_to_type(filter);
	}
	filter->nvalues = kept;
	if (kept == 0)
		filter->none = true;
}

void
sealstone_filter_start(SealstoneFilter *filter, ExprContext *econtext)
{
	const SealstoneFilterSpec *spec = &filter->spec;
	Datum		value;
	bool		isnull = false;
	int64		slot;

	filter->none = false;
	filter->consumed = false;
	filter->nvalues = 0;
	filter->low = PG_INT64_MIN;
	filter->high = PG_INT64_MAX;
	if (spec->kind == SEALSTONE_FILTER_NULL)
		return;
	if (spec->bare)
		value = BoolGetDatum(spec->bare_value);
	else
		value = ExecEvalExpr(filter->comparand, econtext, &isnull);
	if (isnull)
	{
		/* all these operators are strict */
		filter->none = true;
		return;
	}
	if (spec->array)
	{
		start_array(filter, value);
		return;
	}

	switch (spec->kind)
	{
		case SEALSTONE_FILTER_INT:
			slot = comparand_slot(spec, value);
			switch (spec->strategy)
			{
				case BTLessStrategyNumber:
					if (slot == PG_INT64_MIN)
						filter->none = true;
					else
						filter->high = slot - 1;
					break;
				case BTLessEqualStrategyNumber:
					filter->high = slot;
					break;
				case BTGreaterEqualStrategyNumber:
					filter->low = slot;
					break;
				case BTGreaterStrategyNumber:
					if (slot == PG_INT64_MAX)
						filter->none = true;
					else
						filter->low = slot + 1;
					break;
				default:
					filter->low = filter->high = slot;
					break;
			}
			if (spec->strategy != SEALSTONE_STRATEGY_NE)
				clamp_to_type(filter);
			break;
		case SEALSTONE_FILTER_FLOAT:
			filter->number = float_number(spec->valuetype, value);
			break;
		default:
			filter->nvalues = 1;
			filter->datums = palloc(sizeof(Datum));
			if (spec->valuetype == UUIDOID)
				filter->datums[0] = datumCopy(value, false, UUID_LEN);
			else
				filter->datums[0] = PointerGetDatum(PG_DETOAST_DATUM_COPY(value));
			break;
	}
}

/* ---------------------------------------------------------------- one value */

static inline bool
float_passes(int strategy, double value, double number)
{
	/* NaN is greater than all others and equal to itself */
	if (unlikely(isnan(number)))
	{
		switch (strategy)
		{
			case BTLessStrategyNumber:
			case SEALSTONE_STRATEGY_NE:
				return !isnan(value);
			case BTLessEqualStrategyNumber:
				return true;
			case BTEqualStrategyNumber:
			case BTGreaterEqualStrategyNumber:
				return isnan(value);
			default:
				return false;
		}
	}
	switch (strategy)
	{
		case BTLessStrategyNumber:
			return value < number;
		case BTLessEqualStrategyNumber:
			return value <= number;
		case BTEqualStrategyNumber:
			return value == number;
		case BTGreaterEqualStrategyNumber:
			return !(value < number);
		case BTGreaterStrategyNumber:
			return !(value <= number);
		default:
			return !(value == number);
	}
}

static inline bool
int_in(const SealstoneFilter *filter, int64 value)
{
	int			low = 0;
	int			high = filter->nvalues;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (filter->ints[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low < filter->nvalues && filter->ints[low] == value;
}

static bool
bytes_in(const SealstoneFilter *filter, int64 value)
{
	const char *data = (const char *) value;
	bool		varlena = filter->spec.valuetype != UUIDOID;
	Size		length = varlena ? VARSIZE_ANY_EXHDR(data) : UUID_LEN;

	if (varlena)
		data = VARDATA_ANY(data);
	for (int i = 0; i < filter->nvalues; i++)
	{
		const char *other = DatumGetPointer(filter->datums[i]);

		if (varlena)
		{
			if (VARSIZE_ANY_EXHDR(other) != length)
				continue;
			other = VARDATA_ANY(other);
		}
		if (memcmp(data, other, length) == 0)
			return true;
	}
	return false;
}

/* A value of a vector that is not NULL. */
static bool
value_passes(const SealstoneFilter *filter, int64 value)
{
	const SealstoneFilterSpec *spec = &filter->spec;

	switch (spec->kind)
	{
		case SEALSTONE_FILTER_INT:
			if (spec->array)
				return int_in(filter, value);
			if (spec->strategy == SEALSTONE_STRATEGY_NE)
				return value != filter->low;
			return value >= filter->low && value <= filter->high;
		case SEALSTONE_FILTER_FLOAT:
			{
				double		number = float_number(spec->typid, (Datum) value);

				if (!spec->array)
					return float_passes(spec->strategy, number, filter->number);
				for (int i = 0; i < filter->nvalues; i++)
					if (float_passes(BTEqualStrategyNumber, number, filter->numbers[i]))
						return true;
				return false;
			}
		case SEALSTONE_FILTER_BYTES:
			return bytes_in(filter, value) == (spec->strategy == BTEqualStrategyNumber);
		default:
			return spec->strategy == 1;
	}
}

/* ---------------------------------------------------------------- directory */

/* Where closed bounds (in the type's own order) lie. */
static SealstoneVerdict
judge_bounds(const SealstoneFilter *filter, Datum min, Datum max)
{
	const SealstoneFilterSpec *spec = &filter->spec;

	if (spec->kind == SEALSTONE_FILTER_INT)
	{
		int64		low = int_slot(spec->typid, min);
		int64		high = int_slot(spec->typid, max);

		if (spec->strategy == SEALSTONE_STRATEGY_NE)
			return filter->low < low || filter->low > high ? SEALSTONE_ALL_PASS : SEALSTONE_SOME_PASS;
		if (high < filter->low || low > filter->high)
			return SEALSTONE_NONE_PASS;
		if (spec->array)
			return SEALSTONE_SOME_PASS;
		return low >= filter->low && high <= filter->high ? SEALSTONE_ALL_PASS : SEALSTONE_SOME_PASS;
	}
	if (spec->kind == SEALSTONE_FILTER_FLOAT && !spec->array)
	{
		double		low = float_number(spec->typid, min);
		double		high = float_number(spec->typid, max);

		switch (spec->strategy)
		{
			case BTLessStrategyNumber:
			case BTLessEqualStrategyNumber:
				if (!float_passes(spec->strategy, low, filter->number))
					return SEALSTONE_NONE_PASS;
				return float_passes(spec->strategy, high, filter->number) ? SEALSTONE_ALL_PASS : SEALSTONE_SOME_PASS;
			case BTGreaterStrategyNumber:
			case BTGreaterEqualStrategyNumber:
				if (!float_passes(spec->strategy, high, filter->number))
					return SEALSTONE_NONE_PASS;
				return float_passes(spec->strategy, low, filter->number) ? SEALSTONE_ALL_PASS : SEALSTONE_SOME_PASS;
			case BTEqualStrategyNumber:
				if (!float_passes(BTLessEqualStrategyNumber, low, filter->number) ||
					!float_passes(BTGreaterEqualStrategyNumber, high, filter->number))
					return SEALSTONE_NONE_PASS;
				return SEALSTONE_SOME_PASS;
			default:
				return SEALSTONE_SOME_PASS;
		}
	}
	return SEALSTONE_SOME_PASS;
}

SealstoneVerdict
sealstone_filter_group(const SealstoneFilter *filter, const SealstoneStats *stats)
{
	SealstoneVerdict verdict;

	if (filter->none)
		return SEALSTONE_NONE_PASS;
	if (filter->spec.kind == SEALSTONE_FILTER_NULL)
	{
		bool		want_null = filter->spec.strategy == 0;

		if (stats->null_count == stats->rows)
			return want_null ? SEALSTONE_ALL_PASS : SEALSTONE_NONE_PASS;
		if (stats->null_count == 0)
			return want_null ? SEALSTONE_NONE_PASS : SEALSTONE_ALL_PASS;
		return SEALSTONE_SOME_PASS;
	}
	if (stats->all_null)
		return SEALSTONE_NONE_PASS;
	if (!stats->has_minmax)
		return SEALSTONE_SOME_PASS;
	verdict = judge_bounds(filter, stats->min, stats->max);
	if (verdict == SEALSTONE_ALL_PASS && stats->null_count > 0)
		return SEALSTONE_SOME_PASS;
	return verdict;
}

bool
sealstone_filter_page_excluded(const SealstoneFilter *filter, Datum min, Datum max)
{
	return filter->spec.kind != SEALSTONE_FILTER_NULL && judge_bounds(filter, min, max) == SEALSTONE_NONE_PASS;
}

/* ---------------------------------------------------------------- vectors */

/* The loops write one byte for each value, which the compiler turns into vector code. */
#define LOOP_CODE __attribute__((optimize("O3"), noinline))

LOOP_CODE static void
range_flat(const int64 *values, int n, int64 low, int64 high, uint8 *pass)
{
	uint64		width = (uint64) high - (uint64) low;

	for (int i = 0; i < n; i++)
		pass[i] = (uint64) values[i] - (uint64) low <= width;
}

LOOP_CODE static void
differs_flat(const int64 *values, int n, int64 other, uint8 *pass)
{
	for (int i = 0; i < n; i++)
		pass[i] = values[i] != other;
}

/* number is not NaN; "value op number" as Postgres orders floats */
#define FLOAT_LOOP(name, test) \
LOOP_CODE static void \
name(const int64 *values, int n, double number, uint8 *pass) \
{ \
	const double *numbers = (const double *) values; \
	for (int i = 0; i < n; i++) \
	{ \
		double		value = numbers[i]; \
		pass[i] = test; \
	} \
}

FLOAT_LOOP(float_less, value < number)
FLOAT_LOOP(float_less_equal, value <= number)
FLOAT_LOOP(float_equal, value == number)
FLOAT_LOOP(float_greater_equal, !(value < number))
FLOAT_LOOP(float_greater, !(value <= number))
FLOAT_LOOP(float_differs, value != number)

static void
flat_passes(const SealstoneFilter *filter, const int64 *values, int n, uint8 *pass)
{
	const SealstoneFilterSpec *spec = &filter->spec;

	if (spec->kind == SEALSTONE_FILTER_INT && !spec->array)
	{
		if (spec->strategy == SEALSTONE_STRATEGY_NE)
			differs_flat(values, n, filter->low, pass);
		else
			range_flat(values, n, filter->low, filter->high, pass);
		return;
	}
	if (spec->kind == SEALSTONE_FILTER_FLOAT && !spec->array && spec->typid == FLOAT8OID && !isnan(filter->number))
	{
		switch (spec->strategy)
		{
			case BTLessStrategyNumber:
				float_less(values, n, filter->number, pass);
				return;
			case BTLessEqualStrategyNumber:
				float_less_equal(values, n, filter->number, pass);
				return;
			case BTEqualStrategyNumber:
				float_equal(values, n, filter->number, pass);
				return;
			case BTGreaterEqualStrategyNumber:
				float_greater_equal(values, n, filter->number, pass);
				return;
			case BTGreaterStrategyNumber:
				float_greater(values, n, filter->number, pass);
				return;
			default:
				float_differs(values, n, filter->number, pass);
				return;
		}
	}
	for (int i = 0; i < n; i++)
		pass[i] = value_passes(filter, values[i]);
}

/* bytes of 0 or 1 into bits: eight at a time */
static void
and_pack(const uint8 *pass, int n, uint64 *bitmap)
{
	for (int word = 0; word * 64 < n; word++)
	{
		uint64		bits = 0;

		for (int byte = 0; byte < 8; byte++)
		{
			uint64		eight;

			memcpy(&eight, pass + word * 64 + byte * 8, 8);
			bits |= ((eight * UINT64CONST(0x0102040810204080)) >> 56) << (byte * 8);
		}
		bitmap[word] &= bits;
	}
}

static void
clear_range(uint64 *bitmap, int first, int end)
{
	for (int i = first; i < end;)
	{
		int			word = i / 64;
		int			stop = Min(end, (word + 1) * 64);
		int			count = stop - i;
		uint64		mask = count == 64 ? ~UINT64CONST(0) : ((UINT64CONST(1) << count) - 1);

		bitmap[word] &= ~(mask << (i % 64));
		i = stop;
	}
}

void
sealstone_filter_apply(const SealstoneFilter *filter, const SealstoneVector *vector, uint64 *bitmap)
{
	int			n = vector->count;
	uint8		pass[SEALSTONE_PAGE_VALUES] __attribute__((aligned(64)));
	bool		by_value;

	if (filter->none)
	{
		memset(bitmap, 0, sizeof(uint64) * SEALSTONE_NULL_WORDS);
		return;
	}
	if (filter->spec.kind == SEALSTONE_FILTER_NULL)
	{
		for (int word = 0; word < SEALSTONE_NULL_WORDS; word++)
			bitmap[word] &= filter->spec.strategy == 0 ? vector->nulls[word] : ~vector->nulls[word];
		return;
	}
	if (vector->all_null)
	{
		memset(bitmap, 0, sizeof(uint64) * SEALSTONE_NULL_WORDS);
		return;
	}
	by_value = filter->spec.kind != SEALSTONE_FILTER_BYTES;

	switch (vector->shape)
	{
		case SEALSTONE_SINGLE:
			if (!value_passes(filter, vector->values[0]))
				memset(bitmap, 0, sizeof(uint64) * SEALSTONE_NULL_WORDS);
			break;
		case SEALSTONE_RUNS:
			for (int run = 0, start = 0; run < vector->nruns; start = vector->run_end[run++])
				if (!by_value && vector->values[run] == 0)
					clear_range(bitmap, start, vector->run_end[run]);	/* of NULLs alone */
				else if (!value_passes(filter, vector->values[run]))
					clear_range(bitmap, start, vector->run_end[run]);
			break;
		case SEALSTONE_DICT:
			{
				uint8		dictionary[SEALSTONE_PAGE_VALUES];

				for (int i = 0; i < vector->ndict; i++)
					dictionary[i] = value_passes(filter, vector->values[i]);
				for (int i = 0; i < n; i++)
					pass[i] = dictionary[vector->codes[i]];
				memset(pass + n, 0, SEALSTONE_PAGE_VALUES - n);
				and_pack(pass, n, bitmap);
			}
			break;
		case SEALSTONE_DICT_RUNS:
			{
				uint8		dictionary[SEALSTONE_PAGE_VALUES];

				for (int i = 0; i < vector->ndict; i++)
					dictionary[i] = value_passes(filter, vector->values[i]);
				for (int run = 0, start = 0; run < vector->nruns; start = vector->run_end[run++])
					if (!dictionary[vector->codes[run]])
						clear_range(bitmap, start, vector->run_end[run]);
			}
			break;
		case SEALSTONE_FLAT:
			if (by_value)
				flat_passes(filter, vector->values, n, pass);
			else
			{
				for (int i = 0; i < n; i++)
					pass[i] = vector->values[i] != 0 && value_passes(filter, vector->values[i]);
			}
			memset(pass + n, 0, SEALSTONE_PAGE_VALUES - n);
			and_pack(pass, n, bitmap);
			break;
		default:
			elog(ERROR, "unexpected shape %d of a vector", (int) vector->shape);
	}

	/* NULL passes no comparison */
	if (vector->null_count > 0)
		for (int word = 0; word < SEALSTONE_NULL_WORDS; word++)
			bitmap[word] &= ~vector->nulls[word];
}
