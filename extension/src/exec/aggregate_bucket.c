/*-------------------------------------------------------------------------
 *
 * aggregate_bucket.c
 *	  Stretches of time in which date_trunc, date_bin or sealstone.bucket has one value.
 *
 * See aggregate_bucket.h. The function itself is called (through its FuncExpr's constants), so that what it
 * answers in this version, for this TimeZone, is what counts; the width is only a guess at how far to look. Times
 * near the ends of a type are not looked past: there a stretch is one single time.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"

#include "exec/aggregate_bucket.h"
#include "store/order.h"

#define REMEMBERED	512			/* stretches, a power of two */

/* Times that are looked past by up to a bucket: the years 1 to 9999, about */
#define FIRST_TIME	INT64CONST(-63000000000000000)
#define LAST_TIME	INT64CONST(252000000000000000)

struct SealstoneBucketKey
{
	FmgrInfo	function;
	FunctionCallInfo call;
	int			time_arg;
	int16		typlen;			/* of the time */
	Oid			result_type;
	int64		width;
	int64		first;			/* times to look past */
	int64		final;
	pg_tz	   *zone;			/* NULL: no offset to mind */
	SealstoneStretch one;
	SealstoneStretch stretch[REMEMBERED];
	bool		known[REMEMBERED];
	const SealstoneStretch *latest;
};

/* ---------------------------------------------------------------- what it is */

static bool
is_own_bucket(Oid function)
{
	char	   *name = get_func_name(function);
	char	   *schema;

	if (function < FirstNormalObjectId || name == NULL || strcmp(name, "bucket") != 0)
		return false;
	schema = get_namespace_name(get_func_namespace(function));
	return schema != NULL && strcmp(schema, "sealstone") == 0;
}

static bool
is_time_type(Oid type)
{
	return type == TIMESTAMPTZOID || type == TIMESTAMPOID || type == DATEOID ||
		type == INT2OID || type == INT4OID || type == INT8OID;
}

SealstoneBucketFunction
sealstone_bucket_classify(Index varno, Node *expr, Var **time)
{
	FuncExpr   *function = (FuncExpr *) expr;
	SealstoneBucketFunction result;
	ListCell   *cell;
	Var		   *var;

	if (expr == NULL || !IsA(expr, FuncExpr) || list_length(function->args) < 2 || function->funcretset)
		return SEALSTONE_BUCKET_NONE;
	switch (function->funcid)
	{
		case F_DATE_TRUNC_TEXT_TIMESTAMPTZ:
		case F_DATE_TRUNC_TEXT_TIMESTAMP:
		case F_DATE_TRUNC_TEXT_TIMESTAMPTZ_TEXT:
			result = SEALSTONE_BUCKET_TRUNC;
			break;
		case F_DATE_BIN_INTERVAL_TIMESTAMPTZ_TIMESTAMPTZ:
		case F_DATE_BIN_INTERVAL_TIMESTAMP_TIMESTAMP:
			result = SEALSTONE_BUCKET_BIN;
			break;
		default:
			if (!is_own_bucket(function->funcid))
				return SEALSTONE_BUCKET_NONE;
			result = SEALSTONE_BUCKET_OWN;
			break;
	}
	var = (Var *) lsecond(function->args);
	if (!IsA(var, Var) || (Index) var->varno != varno || var->varlevelsup != 0 || var->varattno <= 0 ||
		!is_time_type(var->vartype) || var->vartype != function->funcresulttype)
		return SEALSTONE_BUCKET_NONE;
	foreach(cell, function->args)
		if (foreach_current_index(cell) != 1 &&
			(!IsA(lfirst(cell), Const) || ((Const *) lfirst(cell))->constisnull))
			return SEALSTONE_BUCKET_NONE;
	if (sealstone_bucket_width(result, expr) <= 0)
		return SEALSTONE_BUCKET_NONE;
	*time = var;
	return result;
}

static int64
interval_width(const Interval *interval)
{
	return (int64) interval->month * 28 * USECS_PER_DAY + (int64) interval->day * USECS_PER_DAY + interval->time;
}

int64
sealstone_bucket_width(SealstoneBucketFunction function, Node *expr)
{
	FuncExpr   *call = (FuncExpr *) expr;
	Const	   *first = linitial_node(Const, call->args);
	Oid			time_type = call->funcresulttype;
	int64		width = 0;

	if (function == SEALSTONE_BUCKET_TRUNC)
	{
		static const struct
		{
			const char *unit;
			int64		width;
		}			units[] = {
			{"second", USECS_PER_SEC}, {"minute", USECS_PER_MINUTE}, {"hour", USECS_PER_HOUR},
			{"day", USECS_PER_DAY}, {"week", 7 * USECS_PER_DAY}, {"month", 28 * USECS_PER_DAY},
			{"quarter", 90 * USECS_PER_DAY}, {"year", 365 * USECS_PER_DAY}
		};
		char	   *unit = text_to_cstring(DatumGetTextPP(first->constvalue));

		for (int i = 0; i < lengthof(units); i++)
			if (pg_strcasecmp(unit, units[i].unit) == 0)
				return units[i].width;
		return 0;
	}
	switch (first->consttype)
	{
		case INTERVALOID:
			width = interval_width(DatumGetIntervalP(first->constvalue));
			return time_type == DATEOID ? width / USECS_PER_DAY : width;
		case INT2OID:
			return DatumGetInt16(first->constvalue);
		case INT4OID:
			return DatumGetInt32(first->constvalue);
		case INT8OID:
			return DatumGetInt64(first->constvalue);
		default:
			return 0;
	}
}

/* ---------------------------------------------------------------- stretches */

SealstoneBucketKey *
sealstone_bucket_key_init(SealstoneBucketFunction function, FuncExpr *expr)
{
	SealstoneBucketKey *key = palloc0(sizeof(SealstoneBucketKey));
	int			nargs = list_length(expr->args);
	ListCell   *cell;

	key->width = sealstone_bucket_width(function, (Node *) expr);
	if (key->width <= 1)
		return NULL;
	key->time_arg = 1;
	key->result_type = expr->funcresulttype;
	key->typlen = get_typlen(expr->funcresulttype);
	fmgr_info(expr->funcid, &key->function);
	fmgr_info_set_expr((Node *) expr, &key->function);
	key->call = palloc0(SizeForFunctionCallInfo(nargs));
	InitFunctionCallInfoData(*key->call, &key->function, nargs, expr->inputcollid, NULL, NULL);
	foreach(cell, expr->args)
	{
		int			i = foreach_current_index(cell);

		if (i != key->time_arg)
			key->call->args[i].value = lfirst_node(Const, cell)->constvalue;
	}

	key->first = FIRST_TIME;
	key->final = LAST_TIME;
	switch (key->result_type)
	{
		case TIMESTAMPTZOID:
			key->zone = session_timezone;
			if (nargs > 2 && exprType(lthird(expr->args)) == TEXTOID)
			{
				char	   *name = text_to_cstring(DatumGetTextPP(lthird_node(Const, expr->args)->constvalue));

				/* an abbreviation or an offset written out: no zone that could be asked for its changes */
				key->zone = pg_tzset(name);
				if (key->zone == NULL)
					return NULL;
			}
			break;
		case DATEOID:
			key->first /= USECS_PER_DAY;
			key->final /= USECS_PER_DAY;
			break;
		case INT2OID:
			key->first = PG_INT16_MIN;
			key->final = PG_INT16_MAX;
			break;
		case INT4OID:
			key->first = PG_INT32_MIN;
			key->final = PG_INT32_MAX;
			break;
		case INT8OID:
			key->first = -INT64CONST(0x4000000000000000);
			key->final = INT64CONST(0x4000000000000000);
			break;
		default:
			break;
	}
	if (key->width > (key->final - key->first) / 2)
		return NULL;
	return key;
}

static int64
ask(SealstoneBucketKey *key, int64 time)
{
	Datum		result;

	key->call->args[key->time_arg].value = sealstone_order_datum(key->typlen, time);
	key->call->isnull = false;
	result = FunctionCallInvoke(key->call);
	if (key->call->isnull)
		elog(ERROR, "bucket function returned NULL");
	return sealstone_order_slot(key->typlen, result);
}

/* Keep [low, last] around time within one offset of the zone. */
static void
mind_offset(SealstoneBucketKey *key, int64 time, int64 *low, int64 *last)
{
	for (;;)
	{
		pg_time_t	at = timestamptz_to_time_t(*low) - 1;
		pg_time_t	boundary;
		long		before;
		long		after;
		int			before_dst;
		int			after_dst;
		int64		changes;
		int			known = pg_next_dst_boundary(&at, &before, &before_dst, &boundary, &after, &after_dst, key->zone);

		if (known < 0)
		{
			*low = *last = time;
			return;
		}
		if (known == 0)
			return;
		changes = time_t_to_timestamptz(boundary);
		if (changes > *last)
			return;
		if (changes > time)
		{
			*last = changes - 1;
			return;
		}
		if (changes <= *low)
		{
			/* at it: look for the next one */
			at = timestamptz_to_time_t(*low) + 1;
			known = pg_next_dst_boundary(&at, &before, &before_dst, &boundary, &after, &after_dst, key->zone);
			if (known < 0)
			{
				*low = *last = time;
				return;
			}
			if (known == 0)
				return;
			changes = time_t_to_timestamptz(boundary);
			if (changes > *last)
				return;
			if (changes > time)
			{
				*last = changes - 1;
				return;
			}
		}
		*low = changes;
	}
}

/* Far enough from the ends of the type that the function cannot fail for it, nor for times a bucket away. */
static inline bool
is_ordinary(const SealstoneBucketKey *key, int64 time)
{
	return time > key->first + key->width && time < key->final - key->width;
}

static void
find_stretch(SealstoneBucketKey *key, int64 time, SealstoneStretch *stretch)
{
	int64		low = time;
	int64		last = time;

	stretch->value = ask(key, time);
	if (is_ordinary(key, time))
	{
		low = time - key->width < stretch->value && stretch->value <= time ? stretch->value : time;
		last = low + (key->width - 1);
		if (key->zone)
			mind_offset(key, time, &low, &last);
		if (low < time && ask(key, low) != stretch->value)
			low = time;
		if (last > time && ask(key, last) != stretch->value)
		{
			/* the next bucket begins before */
			int64		next = ask(key, last);

			if (next > time && next <= last && ask(key, next - 1) == stretch->value)
				last = next - 1;
			else
				last = time;
		}
	}
	stretch->low = low;
	stretch->last = last;
}

const SealstoneStretch *
sealstone_bucket_stretch(SealstoneBucketKey *key, int64 time)
{
	int			at;
	SealstoneStretch *stretch;

	if (key->latest && time >= key->latest->low && time <= key->latest->last)
		return key->latest;
	at = (int) (((uint64) (time - key->first) / (uint64) key->width) % REMEMBERED);
	stretch = &key->stretch[at];
	if (!key->known[at] || time < stretch->low || time > stretch->last)
	{
		find_stretch(key, time, stretch);
		key->known[at] = true;
	}
	key->latest = stretch;
	return stretch;
}

int64
sealstone_bucket_last(SealstoneBucketKey *key, int64 time)
{
	return is_ordinary(key, time) ? sealstone_bucket_stretch(key, time)->last : time;
}

int64
sealstone_bucket_low(SealstoneBucketKey *key, int64 time)
{
	return is_ordinary(key, time) ? sealstone_bucket_stretch(key, time)->low : time;
}
