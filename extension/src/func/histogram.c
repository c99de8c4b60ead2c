/*-------------------------------------------------------------------------
 *
 * histogram.c
 *	  histogram(value, lo, hi, buckets): counts per bucket of equal width, mergeable.
 *
 * The answer has buckets + 2 counts: values below lo, the buckets (lo inclusive, hi exclusive,
 * as width_bucket has them), values from hi on. NaN is greater than every number and counts
 * with the last. The transition state is the answer itself.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "common/int.h"
#include "fmgr.h"
#include "utils/array.h"

#include "compat.h"

#define MAX_BUCKETS 100000

static ArrayType *
zeros(MemoryContext context, int n)
{
	Size		size = ARR_OVERHEAD_NONULLS(1) + sizeof(int64) * n;
	ArrayType  *a = MemoryContextAllocZero(context, size);

	SET_VARSIZE(a, size);
	a->ndim = 1;
	a->dataoffset = 0;
	a->elemtype = INT8OID;
	ARR_DIMS(a)[0] = n;
	ARR_LBOUND(a)[0] = 1;
	return a;
}

/* histogram_accum(bigint[], value float8, lo float8, hi float8, buckets int) */
PG_FUNCTION_INFO_V1(sealstone_histogram_accum);
Datum
sealstone_histogram_accum(PG_FUNCTION_ARGS)
{
	MemoryContext context;
	ArrayType  *state;
	double		x,
				lo,
				hi;
	int			n,
				at;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "histogram is an aggregate");
	if (PG_ARGISNULL(2) || PG_ARGISNULL(3) || PG_ARGISNULL(4))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("bounds and buckets of a histogram must not be NULL")));
	lo = PG_GETARG_FLOAT8(2);
	hi = PG_GETARG_FLOAT8(3);
	n = PG_GETARG_INT32(4);
	if (n < 1 || n > MAX_BUCKETS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a histogram has between 1 and %d buckets", MAX_BUCKETS)));
	if (!isfinite(lo) || !isfinite(hi) || !(lo < hi) || !isfinite(hi - lo))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("bounds of a histogram must be finite, the lower below the upper")));
	state = PG_ARGISNULL(0) ? zeros(context, n + 2) : PG_GETARG_ARRAYTYPE_P(0);
	if (ARR_DIMS(state)[0] != n + 2)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the number of buckets of a histogram must be the same for every row")));
	if (!PG_ARGISNULL(1))
	{
		x = PG_GETARG_FLOAT8(1);
		if (x < lo)
			at = 0;
		else if (!(x < hi))
			at = n + 1;
		else
			at = Min(n, (int) (((x - lo) / (hi - lo)) * n) + 1);
		((int64 *) ARR_DATA_PTR(state))[at]++;
	}
	PG_RETURN_POINTER(state);
}

/* histogram_add(bigint[], bigint[]): element by element */
PG_FUNCTION_INFO_V1(sealstone_histogram_add);
Datum
sealstone_histogram_add(PG_FUNCTION_ARGS)
{
	MemoryContext context;
	ArrayType  *a,
			   *b;
	int64	   *x,
			   *y;
	int			n;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "histogram_add is called by aggregates only");
	if (PG_ARGISNULL(1))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	}
	b = PG_GETARG_ARRAYTYPE_P(1);
	if (ARR_NDIM(b) != 1 || ARR_HASNULL(b))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a histogram is a one-dimensional array without NULL")));
	n = ARR_DIMS(b)[0];
	if (PG_ARGISNULL(0))
		a = zeros(context, n);
	else
		a = PG_GETARG_ARRAYTYPE_P(0);
	if (ARR_NDIM(a) != 1 || ARR_DIMS(a)[0] != n)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("histograms with different numbers of buckets cannot be merged")));
	x = (int64 *) ARR_DATA_PTR(a);
	y = (int64 *) ARR_DATA_PTR(b);
	for (int i = 0; i < n; i++)
		if (pg_add_s64_overflow(x[i], y[i], &x[i]))
			ereport(ERROR,
					(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					 errmsg("bigint out of range")));
	PG_RETURN_POINTER(a);
}
