/*-------------------------------------------------------------------------
 *
 * counter.c
 *	  Aggregates counter_delta(value, time) and counter_rate(value, time): by how much a counter
 *	  grew, and per second, where a value below the one before it means that it began anew at zero.
 *
 * The answer depends on the order of the readings in time and not on that of the rows: all
 * readings are kept (16 bytes each) and sorted once at the end, if they have not come in order. So
 * partial states merge in any order, exactly. Rows with a NULL value or time count for nothing; among
 * readings of one time the lesser comes first.
 *
 * The state lives in the aggregate's memory context.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"

#include "compat.h"
#include "func/bucket.h"

typedef struct Reading
{
	int64		time;
	double		value;
} Reading;

typedef struct Counter
{
	Oid			time_type;
	int64		n;
	int64		space;
	bool		sorted;
	Reading    *readings;
} Counter;

static int
compare(const void *a, const void *b)
{
	const Reading *x = a,
			   *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	/* NaN last */
	if (isnan(x->value) || isnan(y->value))
		return isnan(x->value) - isnan(y->value);
	return x->value < y->value ? -1 : x->value > y->value;
}

static Counter *
new_counter(MemoryContext context, Oid time_type)
{
	Counter    *c = MemoryContextAllocZero(context, sizeof(Counter));

	c->time_type = time_type;
	c->sorted = true;
	c->space = 16;
	c->readings = MemoryContextAlloc(context, sizeof(Reading) * c->space);
	return c;
}

static void
add(Counter *c, Reading r)
{
	if (c->n == c->space)
	{
		c->space *= 2;
		c->readings = repalloc_huge(c->readings, sizeof(Reading) * c->space);
	}
	if (c->n > 0 && compare(&c->readings[c->n - 1], &r) > 0)
		c->sorted = false;
	c->readings[c->n++] = r;
}

/* counter_accum(internal, value float8, time) */
PG_FUNCTION_INFO_V1(sealstone_counter_accum);
Datum
sealstone_counter_accum(PG_FUNCTION_ARGS)
{
	MemoryContext context;
	Counter    *c = PG_ARGISNULL(0) ? NULL : (Counter *) PG_GETARG_POINTER(0);
	Reading		r;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "counter_accum called outside of an aggregate");
	if (c == NULL)
		c = new_counter(context, get_fn_expr_argtype(fcinfo->flinfo, 2));
	if (!PG_ARGISNULL(1) && !PG_ARGISNULL(2))
	{
		r.value = PG_GETARG_FLOAT8(1);
		r.time = sealstone_time_to_int64(PG_GETARG_DATUM(2), c->time_type);
		if (r.value < 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("a counter cannot be negative"),
					 errhint("For a value that rises and falls use last(value, time) - first(value, time).")));
		add(c, r);
	}
	PG_RETURN_POINTER(c);
}

PG_FUNCTION_INFO_V1(sealstone_counter_combine);
Datum
sealstone_counter_combine(PG_FUNCTION_ARGS)
{
	MemoryContext context;
	Counter    *a = PG_ARGISNULL(0) ? NULL : (Counter *) PG_GETARG_POINTER(0);
	Counter    *b = PG_ARGISNULL(1) ? NULL : (Counter *) PG_GETARG_POINTER(1);

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "counter_combine called outside of an aggregate");
	if (b == NULL)
	{
		if (a == NULL)
			PG_RETURN_NULL();
		PG_RETURN_POINTER(a);
	}
	if (a == NULL)
		a = new_counter(context, b->time_type);
	for (int64 i = 0; i < b->n; i++)
		add(a, b->readings[i]);
	PG_RETURN_POINTER(a);
}

PG_FUNCTION_INFO_V1(sealstone_counter_serialize);
Datum
sealstone_counter_serialize(PG_FUNCTION_ARGS)
{
	Counter    *c = (Counter *) PG_GETARG_POINTER(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint32(&buf, c->time_type);
	pq_sendint64(&buf, c->n);
	for (int64 i = 0; i < c->n; i++)
	{
		pq_sendint64(&buf, c->readings[i].time);
		pq_sendfloat8(&buf, c->readings[i].value);
	}
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

PG_FUNCTION_INFO_V1(sealstone_counter_deserialize);
Datum
sealstone_counter_deserialize(PG_FUNCTION_ARGS)
{
	bytea	   *bytes = PG_GETARG_BYTEA_PP(0);
	StringInfoData buf;
	Counter    *c;
	int64		n;

	initStringInfo(&buf);
	appendBinaryStringInfo(&buf, VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes));
	c = new_counter(CurrentMemoryContext, pq_getmsgint(&buf, 4));
	n = pq_getmsgint64(&buf);
	for (int64 i = 0; i < n; i++)
	{
		Reading		r;

		r.time = pq_getmsgint64(&buf);
		r.value = pq_getmsgfloat8(&buf);
		add(c, r);
	}
	pq_getmsgend(&buf);
	pfree(buf.data);
	PG_RETURN_POINTER(c);
}

/* by how much it grew; false for less than two readings */
static bool
delta(FunctionCallInfo fcinfo, Counter **counter, double *result)
{
	Counter    *c = PG_ARGISNULL(0) ? NULL : (Counter *) PG_GETARG_POINTER(0);
	double		sum = 0;

	if (c == NULL || c->n < 2)
		return false;
	if (!c->sorted)
		qsort(c->readings, c->n, sizeof(Reading), compare);
	c->sorted = true;
	for (int64 i = 1; i < c->n; i++)
	{
		double		before = c->readings[i - 1].value,
					now = c->readings[i].value;

		/* after a reset it has grown from zero */
		sum += now < before ? now : now - before;
	}
	*counter = c;
	*result = sum;
	return true;
}

PG_FUNCTION_INFO_V1(sealstone_counter_delta);
Datum
sealstone_counter_delta(PG_FUNCTION_ARGS)
{
	Counter    *c;
	double		sum;

	if (!delta(fcinfo, &c, &sum))
		PG_RETURN_NULL();
	PG_RETURN_FLOAT8(sum);
}

PG_FUNCTION_INFO_V1(sealstone_counter_rate);
Datum
sealstone_counter_rate(PG_FUNCTION_ARGS)
{
	Counter    *c;
	double		sum,
				span;

	if (!delta(fcinfo, &c, &sum))
		PG_RETURN_NULL();
	if (sealstone_time_is_infinite(c->readings[0].time, c->time_type) ||
		sealstone_time_is_infinite(c->readings[c->n - 1].time, c->time_type))
		PG_RETURN_NULL();
	span = (double) ((long double) c->readings[c->n - 1].time - (long double) c->readings[0].time);
	if (span == 0)
		PG_RETURN_NULL();
	if (c->time_type == TIMESTAMPTZOID || c->time_type == TIMESTAMPOID)
		span /= USECS_PER_SEC;
	else if (c->time_type == DATEOID)
		span *= SECS_PER_DAY;
	PG_RETURN_FLOAT8(sum / span);
}
