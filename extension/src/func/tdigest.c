/*-------------------------------------------------------------------------
 *
 * tdigest.c
 *	  percentile_sketch: percentiles of many values in a few kilobytes, mergeable.
 *
 * A merging t-digest (Dunning and Ertl, "Computing extremely accurate quantiles using
 * t-digests", 2019) with scale function k1. Departures:
 *	- up to `compression` values nothing is merged, so small groups are exact, and there the
 *	  answer is percentile_cont's, to the bit;
 *	- infinities and NaN are counted apart, in Postgres's order (NaN greatest), since a mean
 *	  of them means nothing.
 *
 * The stored form (SealstoneDigest) is flat, in the machine's byte order, and validated
 * wherever it comes from outside: text and binary input. A working state (Work) lives in the
 * aggregate's memory context.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "common/int.h"
#include "common/shortest_dec.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"
#include "utils/float.h"

#include "compat.h"

#define DIGEST_VERSION 1
#define DEFAULT_COMPRESSION 100
#define MIN_COMPRESSION 20
#define MAX_COMPRESSION 1000
#define MAX_CENTROIDS (4 * MAX_COMPRESSION)

typedef struct Centroid
{
	double		mean;
	int64		weight;
} Centroid;

typedef struct SealstoneDigest
{
	int32		vl_len_;		/* varlena header */
	uint16		version;
	uint16		compression;
	int64		below;			/* -infinity */
	int64		above;			/* +infinity */
	int64		nan;
	double		min;			/* of the finite values; 0 when there are none */
	double		max;
	int32		n;				/* centroids, by rising mean */
	int32		unused;			/* zero */
	Centroid	c[FLEXIBLE_ARRAY_MEMBER];
} SealstoneDigest;

StaticAssertDecl(offsetof(SealstoneDigest, c) == 56, "layout of a stored percentile sketch");

typedef struct Work
{
	int			compression;
	int64		below,
				above,
				nan,
				count;			/* finite ones, buffered too */
	double		min,
				max;
	int			n;				/* centroids, sorted */
	Centroid   *c;
	int			c_size;
	int			nbuffer;		/* not yet merged, unsorted */
	int			buffer_size;
	Centroid   *buffer;
} Work;

/* ---------- working state ---------- */

static Work *
new_work(MemoryContext context, int compression)
{
	Work	   *w = MemoryContextAllocZero(context, sizeof(Work));

	w->compression = compression;
	w->buffer_size = 32;		/* grows to 5 * compression: most groups are small */
	w->buffer = MemoryContextAlloc(context, sizeof(Centroid) * w->buffer_size);
	return w;
}

static int
compare_centroids(const void *a, const void *b)
{
	double		x = ((const Centroid *) a)->mean,
				y = ((const Centroid *) b)->mean;

	return x < y ? -1 : x > y;
}

/* merge the buffer into the centroids, and these where the scale function allows */
static void
compress(Work *w)
{
	int			total = w->n + w->nbuffer;
	double		count = 0,
				before = 0,
				limit;
	int			out = 0;
	Centroid   *all;

	if (w->nbuffer == 0)
		return;
	all = palloc(sizeof(Centroid) * total);
	memcpy(all, w->c, sizeof(Centroid) * w->n);
	memcpy(all + w->n, w->buffer, sizeof(Centroid) * w->nbuffer);
	qsort(all, total, sizeof(Centroid), compare_centroids);
	w->nbuffer = 0;
	for (int i = 0; i < total; i++)
		count += all[i].weight;

	if (total > w->compression)
	{
		/* k1: a centroid spans at most one unit of compression / (2 pi) * asin(2q - 1) */
		double		unit = w->compression / (2 * M_PI);
		double		k = -unit * M_PI / 2;

		limit = count * (sin(Min((k + 1) / unit, M_PI / 2)) + 1) / 2;
		for (int i = 1; i < total; i++)
		{
			double		weight = (double) all[out].weight + all[i].weight;

			if (before + weight <= limit)
			{
				all[out].mean += (all[i].mean - all[out].mean) * (all[i].weight / weight);
				all[out].weight += all[i].weight;
			}
			else
			{
				double		q;

				before += all[out].weight;
				out++;
				all[out] = all[i];
				q = Min(before / count, 1.0);
				k = unit * asin(2 * q - 1);
				limit = count * (sin(Min((k + 1) / unit, M_PI / 2)) + 1) / 2;
			}
		}
		total = out + 1;
	}
	if (total > w->c_size)
	{
		w->c_size = Max(total, Min(2 * w->compression, total * 2));
		w->c = w->c ? repalloc(w->c, sizeof(Centroid) * w->c_size) :
			MemoryContextAlloc(GetMemoryChunkContext(w), sizeof(Centroid) * w->c_size);
	}
	memcpy(w->c, all, sizeof(Centroid) * total);
	w->n = total;
	pfree(all);
}

static void
add(Work *w, double mean, int64 weight)
{
	if (w->nbuffer == w->buffer_size)
	{
		if (w->buffer_size < 5 * w->compression)
		{
			w->buffer_size = Min(w->buffer_size * 2, 5 * w->compression);
			w->buffer = repalloc(w->buffer, sizeof(Centroid) * w->buffer_size);
		}
		else
			compress(w);
	}
	w->buffer[w->nbuffer].mean = mean;
	w->buffer[w->nbuffer++].weight = weight;
	if (pg_add_s64_overflow(w->count, weight, &w->count))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("percentile sketch holds too many values")));
}

static void
add_value(Work *w, double x)
{
	if (isnan(x))
		w->nan++;
	else if (isinf(x))
	{
		if (x < 0)
			w->below++;
		else
			w->above++;
	}
	else
	{
		if (w->count == 0 || x < w->min)
			w->min = x;
		if (w->count == 0 || x > w->max)
			w->max = x;
		add(w, x == 0 ? 0 : x, 1);
	}
}

static void
add_digest(Work *w, const SealstoneDigest *d)
{
	if (d->n > 0)
	{
		if (w->count == 0 || d->min < w->min)
			w->min = d->min;
		if (w->count == 0 || d->max > w->max)
			w->max = d->max;
	}
	for (int i = 0; i < d->n; i++)
		add(w, d->c[i].mean, d->c[i].weight);
	if (pg_add_s64_overflow(w->below, d->below, &w->below) ||
		pg_add_s64_overflow(w->above, d->above, &w->above) ||
		pg_add_s64_overflow(w->nan, d->nan, &w->nan))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("percentile sketch holds too many values")));
}

static SealstoneDigest *
flatten(Work *w)
{
	SealstoneDigest *d;
	Size		size;

	compress(w);
	size = offsetof(SealstoneDigest, c) + sizeof(Centroid) * w->n;
	d = palloc0(size);
	SET_VARSIZE(d, size);
	d->version = DIGEST_VERSION;
	d->compression = w->compression;
	d->below = w->below;
	d->above = w->above;
	d->nan = w->nan;
	d->min = w->min;
	d->max = w->max;
	d->n = w->n;
	memcpy(d->c, w->c, sizeof(Centroid) * w->n);
	return d;
}

static int64
digest_count(const SealstoneDigest *d)
{
	int64		count = d->below + d->above + d->nan;

	for (int i = 0; i < d->n; i++)
		count += d->c[i].weight;
	return count;
}

#define DIGEST_ARG(n) ((SealstoneDigest *) PG_DETOAST_DATUM(PG_GETARG_DATUM(n)))

/* ---------- aggregates ---------- */

static int
compression_argument(FunctionCallInfo fcinfo, int arg)
{
	int			compression;

	if (PG_NARGS() <= arg)
		return DEFAULT_COMPRESSION;
	if (PG_ARGISNULL(arg))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("compression of a percentile sketch must not be NULL")));
	compression = PG_GETARG_INT32(arg);
	if (compression < MIN_COMPRESSION || compression > MAX_COMPRESSION)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("compression of a percentile sketch must be between %d and %d",
						MIN_COMPRESSION, MAX_COMPRESSION)));
	return compression;
}

static MemoryContext
aggregate_context(FunctionCallInfo fcinfo)
{
	MemoryContext context;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "percentile_sketch is an aggregate");
	return context;
}

/* percentile_accum(internal, float8 [, compression int]) */
PG_FUNCTION_INFO_V1(sealstone_percentile_accum);
Datum
sealstone_percentile_accum(PG_FUNCTION_ARGS)
{
	MemoryContext context = aggregate_context(fcinfo);
	Work	   *w = PG_ARGISNULL(0) ? new_work(context, compression_argument(fcinfo, 2)) :
		(Work *) PG_GETARG_POINTER(0);

	if (!PG_ARGISNULL(1))
		add_value(w, PG_GETARG_FLOAT8(1));
	PG_RETURN_POINTER(w);
}

/* percentile_merge_accum(internal, percentile_sketch) */
PG_FUNCTION_INFO_V1(sealstone_percentile_merge_accum);
Datum
sealstone_percentile_merge_accum(PG_FUNCTION_ARGS)
{
	MemoryContext context = aggregate_context(fcinfo);
	Work	   *w = PG_ARGISNULL(0) ? NULL : (Work *) PG_GETARG_POINTER(0);

	if (!PG_ARGISNULL(1))
	{
		SealstoneDigest *d = DIGEST_ARG(1);

		if (w == NULL)
			w = new_work(context, d->compression);
		/* the coarser of the two decides */
		w->compression = Min(w->compression, d->compression);
		add_digest(w, d);
	}
	if (w == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(w);
}

PG_FUNCTION_INFO_V1(sealstone_percentile_combine);
Datum
sealstone_percentile_combine(PG_FUNCTION_ARGS)
{
	MemoryContext context = aggregate_context(fcinfo);
	Work	   *a = PG_ARGISNULL(0) ? NULL : (Work *) PG_GETARG_POINTER(0);
	Work	   *b = PG_ARGISNULL(1) ? NULL : (Work *) PG_GETARG_POINTER(1);
	SealstoneDigest *d;

	if (b == NULL)
	{
		if (a == NULL)
			PG_RETURN_NULL();
		PG_RETURN_POINTER(a);
	}
	if (a == NULL)
		a = new_work(context, b->compression);
	a->compression = Min(a->compression, b->compression);
	d = flatten(b);
	add_digest(a, d);
	pfree(d);
	PG_RETURN_POINTER(a);
}

PG_FUNCTION_INFO_V1(sealstone_percentile_serialize);
Datum
sealstone_percentile_serialize(PG_FUNCTION_ARGS)
{
	PG_RETURN_BYTEA_P((bytea *) flatten((Work *) PG_GETARG_POINTER(0)));
}

PG_FUNCTION_INFO_V1(sealstone_percentile_deserialize);
Datum
sealstone_percentile_deserialize(PG_FUNCTION_ARGS)
{
	SealstoneDigest *d = DIGEST_ARG(0);
	Work	   *w = new_work(CurrentMemoryContext, d->compression);

	add_digest(w, d);
	PG_RETURN_POINTER(w);
}

PG_FUNCTION_INFO_V1(sealstone_percentile_final);
Datum
sealstone_percentile_final(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	PG_RETURN_POINTER(flatten((Work *) PG_GETARG_POINTER(0)));
}

/* ---------- answers ---------- */

/* the value at 0-based rank r among the finite ones */
static double
value_at(const SealstoneDigest *d, double r)
{
	double		before = 0,		/* ranks before centroid i */
				center,
				last_center = 0,
				last_value = d->min;
	double		n = 0;

	for (int i = 0; i < d->n; i++)
		n += d->c[i].weight;
	if (r <= 0)
		return d->min;
	if (r >= n - 1)
		return d->max;
	for (int i = 0; i <= d->n; i++)
	{
		double		value;

		if (i < d->n)
		{
			center = before + (d->c[i].weight - 1) / 2.0;
			value = d->c[i].mean;
			before += d->c[i].weight;
		}
		else
		{
			center = n - 1;
			value = d->max;
		}
		if (r <= center)
		{
			double		x;

			if (center <= last_center)
				return value;
			/* as percentile_cont does, and never outside of the two */
			x = last_value + ((r - last_center) / (center - last_center)) * (value - last_value);
			return Max(Min(x, Max(value, last_value)), Min(value, last_value));
		}
		last_center = center;
		last_value = value;
	}
	return d->max;
}

/* percentile(percentile_sketch, fraction) -> float8; what percentile_cont answers, approximately */
PG_FUNCTION_INFO_V1(sealstone_percentile);
Datum
sealstone_percentile(PG_FUNCTION_ARGS)
{
	SealstoneDigest *d = DIGEST_ARG(0);
	double		p = PG_GETARG_FLOAT8(1);
	int64		count = digest_count(d),
				finite = count - d->below - d->above - d->nan;
	double		r,
				lo,
				hi,
				values[2];

	if (!(p >= 0 && p <= 1))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("percentile value %g is not between 0 and 1", p)));
	if (count == 0)
		PG_RETURN_NULL();
	r = p * (count - 1);
	if (r >= d->below && r <= d->below + finite - 1)
		PG_RETURN_FLOAT8(value_at(d, r - d->below));

	/* at or between the ends: interpolate as percentile_cont would */
	lo = floor(r);
	hi = ceil(r);
	for (int i = 0; i < 2; i++)
	{
		double		at = i ? hi : lo;

		if (at < d->below)
			values[i] = -get_float8_infinity();
		else if (at < d->below + finite)
			values[i] = value_at(d, at - d->below);
		else if (at < d->below + finite + d->above)
			values[i] = get_float8_infinity();
		else
			values[i] = get_float8_nan();
	}
	if (lo == hi || values[0] == values[1])
		PG_RETURN_FLOAT8(values[0]);
	PG_RETURN_FLOAT8(values[0] + (r - lo) * (values[1] - values[0]));
}

PG_FUNCTION_INFO_V1(sealstone_sketch_count);
Datum
sealstone_sketch_count(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64(digest_count(DIGEST_ARG(0)));
}

/* ---------- input and output ---------- */

static void
refuse(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid percentile sketch"),
			 errdetail("%s", detail)));
}

/* everything that the rest of this file takes for granted */
static void
validate(const SealstoneDigest *d)
{
	int64		count = 0;

	if (d->version != DIGEST_VERSION)
		refuse("Its version is unknown.");
	if (d->compression < MIN_COMPRESSION || d->compression > MAX_COMPRESSION)
		refuse("Its compression is out of range.");
	if (d->n < 0 || d->n > MAX_CENTROIDS)
		refuse("It has too many centroids.");
	if (d->below < 0 || d->above < 0 || d->nan < 0 ||
		pg_add_s64_overflow(d->below, d->above, &count) || pg_add_s64_overflow(count, d->nan, &count))
		refuse("A count is out of range.");
	if (d->n == 0 && (d->min != 0 || d->max != 0))
		refuse("It has bounds but no values.");
	if (!isfinite(d->min) || !isfinite(d->max) || d->min > d->max)
		refuse("Its bounds are out of order.");
	for (int i = 0; i < d->n; i++)
	{
		if (!isfinite(d->c[i].mean) || d->c[i].mean < d->min || d->c[i].mean > d->max ||
			(i > 0 && d->c[i].mean < d->c[i - 1].mean))
			refuse("Its centroids are out of order or bounds.");
		if (d->c[i].weight < 1 || pg_add_s64_overflow(count, d->c[i].weight, &count))
			refuse("A weight is out of range.");
	}
}

/* text: 1 compression below above nan min max mean*weight mean*weight ... */
PG_FUNCTION_INFO_V1(sealstone_percentile_sketch_out);
Datum
sealstone_percentile_sketch_out(PG_FUNCTION_ARGS)
{
	SealstoneDigest *d = DIGEST_ARG(0);
	StringInfoData buf;
	char		number[DOUBLE_SHORTEST_DECIMAL_LEN];

	initStringInfo(&buf);
	appendStringInfo(&buf, "%d %d " INT64_FORMAT " " INT64_FORMAT " " INT64_FORMAT,
					 d->version, d->compression, d->below, d->above, d->nan);
	double_to_shortest_decimal_buf(d->min, number);
	appendStringInfo(&buf, " %s", number);
	double_to_shortest_decimal_buf(d->max, number);
	appendStringInfo(&buf, " %s", number);
	for (int i = 0; i < d->n; i++)
	{
		double_to_shortest_decimal_buf(d->c[i].mean, number);
		appendStringInfo(&buf, " %s*" INT64_FORMAT, number, d->c[i].weight);
	}
	PG_RETURN_CSTRING(buf.data);
}

static int64
read_integer(char **p)
{
	char	   *end;
	long long	v;

	errno = 0;
	v = strtoll(*p, &end, 10);
	if (end == *p || errno != 0)
		refuse("A whole number was expected.");
	*p = end;
	return v;
}

static double
read_number(char **p)
{
	char	   *end;
	double		v;

	errno = 0;
	v = strtod(*p, &end);
	if (end == *p || (errno == ERANGE && !isfinite(v)))
		refuse("A number was expected.");
	*p = end;
	return v;
}

PG_FUNCTION_INFO_V1(sealstone_percentile_sketch_in);
Datum
sealstone_percentile_sketch_in(PG_FUNCTION_ARGS)
{
	char	   *p = PG_GETARG_CSTRING(0);
	SealstoneDigest *d = palloc0(offsetof(SealstoneDigest, c) + sizeof(Centroid) * MAX_CENTROIDS);
	int64		v;

	v = read_integer(&p);
	if (v != DIGEST_VERSION)
		refuse("Its version is unknown.");
	d->version = DIGEST_VERSION;
	v = read_integer(&p);
	if (v < MIN_COMPRESSION || v > MAX_COMPRESSION)
		refuse("Its compression is out of range.");
	d->compression = v;
	d->below = read_integer(&p);
	d->above = read_integer(&p);
	d->nan = read_integer(&p);
	d->min = read_number(&p);
	d->max = read_number(&p);
	for (;;)
	{
		while (*p == ' ')
			p++;
		if (*p == '\0')
			break;
		if (d->n >= MAX_CENTROIDS)
			refuse("It has too many centroids.");
		d->c[d->n].mean = read_number(&p);
		if (*p++ != '*')
			refuse("A centroid is mean*weight.");
		d->c[d->n++].weight = read_integer(&p);
	}
	validate(d);
	SET_VARSIZE(d, offsetof(SealstoneDigest, c) + sizeof(Centroid) * d->n);
	PG_RETURN_POINTER(d);
}

PG_FUNCTION_INFO_V1(sealstone_percentile_sketch_send);
Datum
sealstone_percentile_sketch_send(PG_FUNCTION_ARGS)
{
	SealstoneDigest *d = DIGEST_ARG(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint16(&buf, d->version);
	pq_sendint16(&buf, d->compression);
	pq_sendint64(&buf, d->below);
	pq_sendint64(&buf, d->above);
	pq_sendint64(&buf, d->nan);
	pq_sendfloat8(&buf, d->min);
	pq_sendfloat8(&buf, d->max);
	pq_sendint32(&buf, d->n);
	for (int i = 0; i < d->n; i++)
	{
		pq_sendfloat8(&buf, d->c[i].mean);
		pq_sendint64(&buf, d->c[i].weight);
	}
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

PG_FUNCTION_INFO_V1(sealstone_percentile_sketch_recv);
Datum
sealstone_percentile_sketch_recv(PG_FUNCTION_ARGS)
{
	StringInfo	buf = (StringInfo) PG_GETARG_POINTER(0);
	SealstoneDigest head = {0},
			   *d;

	head.version = pq_getmsgint(buf, 2);
	head.compression = pq_getmsgint(buf, 2);
	head.below = pq_getmsgint64(buf);
	head.above = pq_getmsgint64(buf);
	head.nan = pq_getmsgint64(buf);
	head.min = pq_getmsgfloat8(buf);
	head.max = pq_getmsgfloat8(buf);
	head.n = pq_getmsgint(buf, 4);
	if (head.n < 0 || head.n > MAX_CENTROIDS)
		refuse("It has too many centroids.");
	d = palloc0(offsetof(SealstoneDigest, c) + sizeof(Centroid) * head.n);
	memcpy(d, &head, offsetof(SealstoneDigest, c));
	for (int i = 0; i < d->n; i++)
	{
		d->c[i].mean = pq_getmsgfloat8(buf);
		d->c[i].weight = pq_getmsgint64(buf);
	}
	validate(d);
	SET_VARSIZE(d, offsetof(SealstoneDigest, c) + sizeof(Centroid) * d->n);
	PG_RETURN_POINTER(d);
}
