/*-------------------------------------------------------------------------
 *
 * gapfill.c
 *	  gapfill(): the start of every bucket in a range, and what fills the gaps that it shows:
 *	  the window functions locf() and interpolate().
 *
 * gapfill makes rows where there are none, for a LEFT JOIN from it; the buckets are bucket.c's, so
 * in a zone a day has 23 hours when it has. One row at a time, no memory but the position.
 *
 * The window functions look at the partition in its window order. Each call resumes where the
 * last one stopped, so a partition costs its rows, and rows behind the last value are given back.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "common/int.h"
#include "fmgr.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"
#include "windowapi.h"

#include "compat.h"
#include "func/bucket.h"

typedef struct Gapfill
{
	SealstoneBucket bucket;
	int64		next;			/* the bucket to return */
	int64		hi;
} Gapfill;

/*
 * gapfill(width, lo, hi [, time_zone]) -> setof time: the bucket that holds lo, and every one after
 * it that starts before hi.
 */
PG_FUNCTION_INFO_V1(sealstone_gapfill);
Datum
sealstone_gapfill(PG_FUNCTION_ARGS)
{
	FuncCallContext *call;
	Gapfill    *g;
	int64		this,
				lo,
				hi;

	if (SRF_IS_FIRSTCALL())
	{
		Oid			type = get_fn_expr_argtype(fcinfo->flinfo, 1);
		bool		integer = type == INT2OID || type == INT4OID || type == INT8OID;
		MemoryContext old;

		call = SRF_FIRSTCALL_INIT();
		old = MemoryContextSwitchTo(call->multi_call_memory_ctx);
		g = palloc0(sizeof(Gapfill));
		sealstone_bucket_init(&g->bucket, type, integer ? NULL : PG_GETARG_INTERVAL_P(0),
							  integer ? sealstone_time_to_int64(PG_GETARG_DATUM(0), type) : 0,
							  PG_NARGS() > 3 ? text_to_cstring(PG_GETARG_TEXT_PP(3)) : NULL, NULL);
		lo = sealstone_time_to_int64(PG_GETARG_DATUM(1), type);
		g->hi = sealstone_time_to_int64(PG_GETARG_DATUM(2), type);
		if (sealstone_time_is_infinite(lo, type) || sealstone_time_is_infinite(g->hi, type))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("bounds of gapfill must be finite"),
					 errhint("Give the first and the last time to be shown, for example the minimum and maximum of the rows.")));
		g->next = g->hi;
		if (lo < g->hi)
			sealstone_bucket_bounds(&g->bucket, lo, &g->next, &hi);
		call->user_fctx = g;
		MemoryContextSwitchTo(old);
	}
	call = SRF_PERCALL_SETUP();
	g = call->user_fctx;
	if (g->next >= g->hi)
		SRF_RETURN_DONE(call);
	this = g->next;
	sealstone_bucket_bounds(&g->bucket, this, &lo, &hi);
	g->next = hi > this ? hi : g->hi;
	SRF_RETURN_NEXT(call, sealstone_time_from_int64(this, g->bucket.time_type));
}

/* ---------- window functions ---------- */

typedef struct Filled
{
	bool		started;
	int64		last;			/* row of the last value so far; -1: none */
	int64		next;			/* row of the next value, when above the current row */
	bool		no_next;		/* there is none to the partition's end */
} Filled;

static Filled *
filled(WindowObject w)
{
	Filled	   *f = WinGetPartitionLocalMemory(w, sizeof(Filled));

	if (!f->started)
	{
		f->started = true;
		f->last = f->next = -1;
	}
	return f;
}

/* locf(value anyelement) -> anyelement: the last value that is not NULL, up to this row */
PG_FUNCTION_INFO_V1(sealstone_locf);
Datum
sealstone_locf(PG_FUNCTION_ARGS)
{
	WindowObject w = PG_WINDOW_OBJECT();
	Filled	   *f = filled(w);
	int64		here = WinGetCurrentPosition(w);
	bool		isnull,
				isout;
	Datum		value = WinGetFuncArgCurrent(w, 0, &isnull);

	if (!isnull)
	{
		f->last = here;
		WinSetMarkPosition(w, here);
		return value;
	}
	if (f->last < 0)
	{
		WinSetMarkPosition(w, here);
		PG_RETURN_NULL();
	}
	value = WinGetFuncArgInPartition(w, 0, f->last, WINDOW_SEEK_HEAD, false, &isnull, &isout);
	if (isnull || isout)
		PG_RETURN_NULL();
	return value;
}

/* value and time of a row; false where one is NULL or the time infinite */
static bool
point(WindowObject w, Oid type, int64 row, double *value, int64 *time, bool *isout)
{
	bool		isnull;
	Datum		d = WinGetFuncArgInPartition(w, 0, row, WINDOW_SEEK_HEAD, false, &isnull, isout);

	if (*isout || isnull)
		return false;
	*value = DatumGetFloat8(d);
	d = WinGetFuncArgInPartition(w, 1, row, WINDOW_SEEK_HEAD, false, &isnull, isout);
	if (*isout || isnull)
		return false;
	*time = sealstone_time_to_int64(d, type);
	return !sealstone_time_is_infinite(*time, type);
}

static double
distance(int64 a, int64 b)
{
	int64		d;

	return pg_sub_s64_overflow(b, a, &d) ? (double) b - (double) a : (double) d;
}

/*
 * interpolate(value float8, time) -> float8: the value; where it is NULL, that of the straight line
 * between the values before and after it; NULL where there is none on one side.
 */
PG_FUNCTION_INFO_V1(sealstone_interpolate);
Datum
sealstone_interpolate(PG_FUNCTION_ARGS)
{
	WindowObject w = PG_WINDOW_OBJECT();
	Filled	   *f = filled(w);
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, 1);
	int64		here = WinGetCurrentPosition(w);
	bool		isnull,
				isout = false;
	double		value,
				before,
				after,
				share;
	int64		time,
				time_before,
				time_after;
	Datum		d = WinGetFuncArgCurrent(w, 0, &isnull);

	if (!isnull)
	{
		value = DatumGetFloat8(d);
		/* a value without a time is answered, and no end of a line */
		d = WinGetFuncArgCurrent(w, 1, &isnull);
		if (!isnull && !sealstone_time_is_infinite(sealstone_time_to_int64(d, type), type))
		{
			f->last = here;
			WinSetMarkPosition(w, here);
		}
		PG_RETURN_FLOAT8(value);
	}
	d = WinGetFuncArgCurrent(w, 1, &isnull);
	if (isnull || f->last < 0)
		PG_RETURN_NULL();
	time = sealstone_time_to_int64(d, type);
	if (sealstone_time_is_infinite(time, type))
		PG_RETURN_NULL();
	if (f->next < here && !f->no_next)
	{
		for (f->next = here + 1; !point(w, type, f->next, &after, &time_after, &isout); f->next++)
			if (isout)
			{
				f->no_next = true;
				break;
			}
	}
	if (f->no_next)
		PG_RETURN_NULL();
	if (!point(w, type, f->last, &before, &time_before, &isout) ||
		!point(w, type, f->next, &after, &time_after, &isout))
		PG_RETURN_NULL();
	if (time == time_before || time_after == time_before)
		PG_RETURN_FLOAT8(before);
	if (time == time_after)
		PG_RETURN_FLOAT8(after);
	share = distance(time_before, time) / distance(time_before, time_after);
	if (share < 0 || share > 1)
		PG_RETURN_NULL();		/* not ordered by this time */
	/* not before + (after - before) * share, whose difference may overflow */
	PG_RETURN_FLOAT8(before * (1 - share) + after * share);
}
