/*-------------------------------------------------------------------------
 *
 * hyperloglog.c
 *	  distinct_sketch: how many different values, in a few kilobytes, mergeable.
 *
 * HyperLogLog with the improved raw estimator of Ertl ("New cardinality estimation algorithms
 * for HyperLogLog sketches", 2017, algorithm 6), which needs no bias table and no switch
 * between ranges. Values are hashed by their type's own 64-bit hash function (the one hash
 * partitioning relies on), so equal values of a type are one value: 0 and -0, 1.0 and 1.00,
 * and what a nondeterministic collation calls equal.
 *
 * Register i of 2^precision holds the greatest rank (leading zeros + 1 of the hash behind its
 * index bits) seen. Stored sparse, as sorted index<<6|rank words, while that is smaller, else
 * dense at six bits a register. Sketches of different precision merge to the lower one, as if
 * built with it. What comes from outside is validated.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "fmgr.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "port/pg_bitutils.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "compat.h"

#define HLL_VERSION 1
#define DEFAULT_PRECISION 14	/* standard error 0.81% */
#define MIN_PRECISION 4
#define MAX_PRECISION 16
#define HASH_SEED UINT64CONST(0x5ea1570e5ea1570e)

typedef struct SealstoneDistinct
{
	int32		vl_len_;		/* varlena header */
	uint8		version;
	uint8		precision;
	uint8		dense;
	uint8		unused;			/* zero */
	uint32		n;				/* words when sparse, 0 when dense */
	uint32		data[FLEXIBLE_ARRAY_MEMBER];	/* sparse words, or the dense bytes */
} SealstoneDistinct;

StaticAssertDecl(offsetof(SealstoneDistinct, data) == 12, "layout of a stored distinct sketch");

typedef struct Work
{
	int			precision;
	uint8	   *registers;		/* NULL while sparse */
	uint32		n;
	uint32		size;
	uint32		sorted;			/* so many leading words are sorted and without twins */
	uint32	   *words;			/* index << 6 | rank */
	FmgrInfo   *hash;
	Oid			type;
} Work;

#define REGISTERS(precision) ((uint32) 1 << (precision))
#define MAX_RANK(precision) (64 - (precision) + 1)
#define DENSE_BYTES(precision) (REGISTERS(precision) / 4 * 3)

static Work *
new_work(MemoryContext context, int precision)
{
	Work	   *w = MemoryContextAllocZero(context, sizeof(Work));

	w->precision = precision;
	w->size = 16;
	w->words = MemoryContextAlloc(context, sizeof(uint32) * w->size);
	return w;
}

static int
compare_words(const void *a, const void *b)
{
	uint32		x = *(const uint32 *) a,
				y = *(const uint32 *) b;

	return x < y ? -1 : x > y;
}

/* sort, and keep of each index the greatest rank */
static void
tidy(Work *w)
{
	uint32		out = 0;

	if (w->sorted == w->n)
		return;
	qsort(w->words, w->n, sizeof(uint32), compare_words);
	for (uint32 i = 0; i < w->n; i++)
	{
		if (i + 1 < w->n && w->words[i] >> 6 == w->words[i + 1] >> 6)
			continue;
		w->words[out++] = w->words[i];
	}
	w->n = w->sorted = out;
}

static void
make_dense(Work *w)
{
	w->registers = MemoryContextAllocZero(GetMemoryChunkContext(w), REGISTERS(w->precision));
	for (uint32 i = 0; i < w->n; i++)
	{
		uint8	   *r = &w->registers[w->words[i] >> 6];

		*r = Max(*r, w->words[i] & 63);
	}
	pfree(w->words);
	w->words = NULL;
	w->n = w->size = w->sorted = 0;
}

static void
add_rank(Work *w, uint32 index, uint8 rank)
{
	if (w->registers)
	{
		if (w->registers[index] < rank)
			w->registers[index] = rank;
		return;
	}
	if (w->n == w->size)
	{
		tidy(w);
		if (w->n > w->size / 2)
		{
			if (w->size * sizeof(uint32) >= DENSE_BYTES(w->precision))
			{
				make_dense(w);
				add_rank(w, index, rank);
				return;
			}
			w->size *= 2;
			w->words = repalloc(w->words, sizeof(uint32) * w->size);
		}
	}
	w->words[w->n++] = index << 6 | rank;
}

/*
 * Postgres's hash of one integer leaves its upper half slightly regular over a run of integers,
 * which shows as a bias of 1%; MurmurHash3's finalizer (public domain) spreads both halves.
 */
static inline uint64
spread(uint64 h)
{
	h ^= h >> 33;
	h *= UINT64CONST(0xff51afd7ed558ccd);
	h ^= h >> 33;
	h *= UINT64CONST(0xc4ceb9fe1a85ec53);
	h ^= h >> 33;
	return h;
}

static void
add_hash(Work *w, uint64 hash)
{
	uint32		index = (uint32) (hash >> (64 - w->precision));
	uint64		rest = hash << w->precision;
	uint8		rank = rest == 0 ? MAX_RANK(w->precision) : 64 - pg_leftmost_one_pos64(rest);

	add_rank(w, index, rank);
}

/* a register of a finer sketch, as a coarser one would have it */
static void
add_folded(Work *w, int precision, uint32 index, uint8 rank)
{
	int			drop = precision - w->precision;

	if (drop > 0)
	{
		uint32		low = index & (((uint32) 1 << drop) - 1);

		index >>= drop;
		rank = low ? drop - pg_leftmost_one_pos32(low) : drop + rank;
	}
	add_rank(w, index, rank);
}

static uint8
dense_get(const uint8 *bytes, uint32 i)
{
	uint32		bit = i * 6;
	uint32		two = bytes[bit / 8] | (bit / 8 + 1 < UINT32_MAX && bit % 8 > 2 ? bytes[bit / 8 + 1] << 8 : 0);

	return two >> (bit % 8) & 63;
}

static void
dense_set(uint8 *bytes, uint32 i, uint8 rank)
{
	uint32		bit = i * 6;
	uint32		two = (uint32) rank << (bit % 8);

	bytes[bit / 8] |= two & 255;
	if (two >> 8)
		bytes[bit / 8 + 1] |= two >> 8;
}

/* lower the precision of what is held */
static void
coarsen(Work *w, int precision)
{
	Work	   *coarse;

	if (precision >= w->precision)
		return;
	coarse = new_work(GetMemoryChunkContext(w), precision);
	if (w->registers)
	{
		for (uint32 i = 0; i < REGISTERS(w->precision); i++)
			if (w->registers[i])
				add_folded(coarse, w->precision, i, w->registers[i]);
		pfree(w->registers);
	}
	else
	{
		for (uint32 i = 0; i < w->n; i++)
			add_folded(coarse, w->precision, w->words[i] >> 6, w->words[i] & 63);
		pfree(w->words);
	}
	coarse->hash = w->hash;
	coarse->type = w->type;
	*w = *coarse;
}

static void
add_sketch(Work *w, const SealstoneDistinct *d)
{
	coarsen(w, d->precision);
	if (d->dense)
	{
		for (uint32 i = 0; i < REGISTERS(d->precision); i++)
		{
			uint8		rank = dense_get((const uint8 *) d->data, i);

			if (rank)
				add_folded(w, d->precision, i, rank);
		}
	}
	else
		for (uint32 i = 0; i < d->n; i++)
			add_folded(w, d->precision, d->data[i] >> 6, d->data[i] & 63);
}

static SealstoneDistinct *
flatten(Work *w)
{
	SealstoneDistinct *d;
	Size		size;

	if (!w->registers)
	{
		tidy(w);
		if (w->n * sizeof(uint32) >= DENSE_BYTES(w->precision))
			make_dense(w);
	}
	size = offsetof(SealstoneDistinct, data) +
		(w->registers ? DENSE_BYTES(w->precision) : w->n * sizeof(uint32));
	d = palloc0(size);
	SET_VARSIZE(d, size);
	d->version = HLL_VERSION;
	d->precision = w->precision;
	d->dense = w->registers != NULL;
	if (w->registers)
	{
		for (uint32 i = 0; i < REGISTERS(w->precision); i++)
			dense_set((uint8 *) d->data, i, w->registers[i]);
	}
	else
	{
		d->n = w->n;
		memcpy(d->data, w->words, w->n * sizeof(uint32));
	}
	return d;
}

#define DISTINCT_ARG(n) ((SealstoneDistinct *) PG_DETOAST_DATUM(PG_GETARG_DATUM(n)))

/* ---------- aggregates ---------- */

static MemoryContext
aggregate_context(FunctionCallInfo fcinfo)
{
	MemoryContext context;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "distinct_sketch is an aggregate");
	return context;
}

/* distinct_accum(internal, anyelement [, precision int]) */
PG_FUNCTION_INFO_V1(sealstone_distinct_accum);
Datum
sealstone_distinct_accum(PG_FUNCTION_ARGS)
{
	MemoryContext context = aggregate_context(fcinfo);
	Work	   *w = PG_ARGISNULL(0) ? NULL : (Work *) PG_GETARG_POINTER(0);

	if (w == NULL)
	{
		int			precision = DEFAULT_PRECISION;

		if (PG_NARGS() > 2)
		{
			if (PG_ARGISNULL(2))
				ereport(ERROR,
						(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						 errmsg("precision of a distinct sketch must not be NULL")));
			precision = PG_GETARG_INT32(2);
			if (precision < MIN_PRECISION || precision > MAX_PRECISION)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("precision of a distinct sketch must be between %d and %d",
								MIN_PRECISION, MAX_PRECISION)));
		}
		w = new_work(context, precision);
	}
	if (!PG_ARGISNULL(1))
	{
		if (w->hash == NULL)
		{
			Oid			type = get_fn_expr_argtype(fcinfo->flinfo, 1);
			TypeCacheEntry *entry = lookup_type_cache(type, TYPECACHE_HASH_EXTENDED_PROC_FINFO);

			if (!OidIsValid(entry->hash_extended_proc))
				ereport(ERROR,
						(errcode(ERRCODE_UNDEFINED_FUNCTION),
						 errmsg("type %s has no hash function to count different values by", format_type_be(type))));
			w->hash = &entry->hash_extended_proc_finfo;
			w->type = type;
		}
		add_hash(w, spread(DatumGetUInt64(FunctionCall2Coll(w->hash, PG_GET_COLLATION(), PG_GETARG_DATUM(1),
															UInt64GetDatum(HASH_SEED)))));
	}
	PG_RETURN_POINTER(w);
}

PG_FUNCTION_INFO_V1(sealstone_distinct_merge_accum);
Datum
sealstone_distinct_merge_accum(PG_FUNCTION_ARGS)
{
	MemoryContext context = aggregate_context(fcinfo);
	Work	   *w = PG_ARGISNULL(0) ? NULL : (Work *) PG_GETARG_POINTER(0);

	if (!PG_ARGISNULL(1))
	{
		SealstoneDistinct *d = DISTINCT_ARG(1);

		if (w == NULL)
			w = new_work(context, d->precision);
		add_sketch(w, d);
	}
	if (w == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(w);
}

PG_FUNCTION_INFO_V1(sealstone_distinct_combine);
Datum
sealstone_distinct_combine(PG_FUNCTION_ARGS)
{
	MemoryContext context = aggregate_context(fcinfo);
	Work	   *a = PG_ARGISNULL(0) ? NULL : (Work *) PG_GETARG_POINTER(0);
	Work	   *b = PG_ARGISNULL(1) ? NULL : (Work *) PG_GETARG_POINTER(1);
	SealstoneDistinct *d;

	if (b == NULL)
	{
		if (a == NULL)
			PG_RETURN_NULL();
		PG_RETURN_POINTER(a);
	}
	if (a == NULL)
		a = new_work(context, b->precision);
	d = flatten(b);
	add_sketch(a, d);
	pfree(d);
	PG_RETURN_POINTER(a);
}

PG_FUNCTION_INFO_V1(sealstone_distinct_serialize);
Datum
sealstone_distinct_serialize(PG_FUNCTION_ARGS)
{
	PG_RETURN_BYTEA_P((bytea *) flatten((Work *) PG_GETARG_POINTER(0)));
}

PG_FUNCTION_INFO_V1(sealstone_distinct_deserialize);
Datum
sealstone_distinct_deserialize(PG_FUNCTION_ARGS)
{
	SealstoneDistinct *d = DISTINCT_ARG(0);
	Work	   *w = new_work(CurrentMemoryContext, d->precision);

	add_sketch(w, d);
	PG_RETURN_POINTER(w);
}

PG_FUNCTION_INFO_V1(sealstone_distinct_final);
Datum
sealstone_distinct_final(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	PG_RETURN_POINTER(flatten((Work *) PG_GETARG_POINTER(0)));
}

/* ---------- the estimate ---------- */

static double
sigma(double x)
{
	double		y = 1,
				z = x,
				last;

	if (x == 1)
		return INFINITY;
	do
	{
		x *= x;
		last = z;
		z += x * y;
		y += y;
	} while (z != last);
	return z;
}

static double
tau(double x)
{
	double		y = 1,
				z = 1 - x,
				last;

	if (x == 0 || x == 1)
		return 0;
	do
	{
		x = sqrt(x);
		last = z;
		y *= 0.5;
		z -= (1 - x) * (1 - x) * y;
	} while (z != last);
	return z / 3;
}

PG_FUNCTION_INFO_V1(sealstone_distinct_count);
Datum
sealstone_distinct_count(PG_FUNCTION_ARGS)
{
	SealstoneDistinct *d = DISTINCT_ARG(0);
	double		m = REGISTERS(d->precision);
	int			q = 64 - d->precision;
	uint32		ranks[66] = {0};
	double		z;

	if (d->dense)
		for (uint32 i = 0; i < REGISTERS(d->precision); i++)
			ranks[dense_get((const uint8 *) d->data, i)]++;
	else
	{
		for (uint32 i = 0; i < d->n; i++)
			ranks[d->data[i] & 63]++;
		ranks[0] = REGISTERS(d->precision) - d->n;
	}
	if (ranks[0] == REGISTERS(d->precision))
		PG_RETURN_INT64(0);
	z = m * tau(1 - ranks[q + 1] / m);
	for (int k = q; k >= 1; k--)
		z = 0.5 * (z + ranks[k]);
	z += m * sigma(ranks[0] / m);
	z = m * m / (2 * M_LN2 * z);
	PG_RETURN_INT64(z >= (double) PG_INT64_MAX ? PG_INT64_MAX : (int64) rint(z));
}

/* ---------- input and output ---------- */

static void
refuse(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid distinct sketch"),
			 errdetail("%s", detail)));
}

static SealstoneDistinct *
new_sketch(int64 version, int64 precision, bool dense, int64 n)
{
	SealstoneDistinct *d;
	Size		size;

	if (version != HLL_VERSION)
		refuse("Its version is unknown.");
	if (precision < MIN_PRECISION || precision > MAX_PRECISION)
		refuse("Its precision is out of range.");
	if (!dense && (n < 0 || n > REGISTERS(precision)))
		refuse("It has more words than registers.");
	size = offsetof(SealstoneDistinct, data) + (dense ? DENSE_BYTES(precision) : n * sizeof(uint32));
	d = palloc0(size);
	SET_VARSIZE(d, size);
	d->version = version;
	d->precision = precision;
	d->dense = dense;
	d->n = dense ? 0 : n;
	return d;
}

static void
validate(const SealstoneDistinct *d)
{
	for (uint32 i = 0; i < (d->dense ? REGISTERS(d->precision) : d->n); i++)
	{
		uint32		rank = d->dense ? dense_get((const uint8 *) d->data, i) : d->data[i] & 63;

		if (rank > MAX_RANK(d->precision) || (!d->dense && rank == 0))
			refuse("A rank is out of range.");
		if (!d->dense && (d->data[i] >> 6 >= REGISTERS(d->precision) ||
						  (i > 0 && d->data[i] >> 6 <= d->data[i - 1] >> 6)))
			refuse("Its registers are out of order or range.");
	}
}

/* text: version:precision:s:hex of the words, most significant digit first, or ...:d:hex of the bytes */
PG_FUNCTION_INFO_V1(sealstone_distinct_sketch_out);
Datum
sealstone_distinct_sketch_out(PG_FUNCTION_ARGS)
{
	SealstoneDistinct *d = DISTINCT_ARG(0);
	StringInfoData buf;

	initStringInfo(&buf);
	appendStringInfo(&buf, "%d:%d:%c:", d->version, d->precision, d->dense ? 'd' : 's');
	if (d->dense)
		for (uint32 i = 0; i < DENSE_BYTES(d->precision); i++)
			appendStringInfo(&buf, "%02x", ((uint8 *) d->data)[i]);
	else
		for (uint32 i = 0; i < d->n; i++)
			appendStringInfo(&buf, "%06x", d->data[i]);
	PG_RETURN_CSTRING(buf.data);
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	refuse("A hexadecimal digit was expected.");
	return 0;
}

PG_FUNCTION_INFO_V1(sealstone_distinct_sketch_in);
Datum
sealstone_distinct_sketch_in(PG_FUNCTION_ARGS)
{
	char	   *text = PG_GETARG_CSTRING(0);
	int			version,
				precision,
				used = 0;
	char		form = 0;
	Size		digits;
	SealstoneDistinct *d;

	if (sscanf(text, "%3d:%3d:%c:%n", &version, &precision, &form, &used) != 3 || used == 0 ||
		(form != 's' && form != 'd'))
		refuse("It starts with version:precision:form:.");
	text += used;
	digits = strlen(text);
	d = new_sketch(version, precision, form == 'd', digits / 6);
	if (digits != (d->dense ? DENSE_BYTES(precision) * 2 : (Size) d->n * 6))
		refuse("Its length does not fit its precision.");
	if (d->dense)
		for (uint32 i = 0; i < DENSE_BYTES(precision); i++)
			((uint8 *) d->data)[i] = hex_digit(text[2 * i]) << 4 | hex_digit(text[2 * i + 1]);
	else
		for (uint32 i = 0; i < d->n; i++)
			for (int k = 0; k < 6; k++)
				d->data[i] = d->data[i] << 4 | hex_digit(text[6 * i + k]);
	validate(d);
	PG_RETURN_POINTER(d);
}

PG_FUNCTION_INFO_V1(sealstone_distinct_sketch_send);
Datum
sealstone_distinct_sketch_send(PG_FUNCTION_ARGS)
{
	SealstoneDistinct *d = DISTINCT_ARG(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint8(&buf, d->version);
	pq_sendint8(&buf, d->precision);
	pq_sendint8(&buf, d->dense);
	pq_sendint32(&buf, d->n);
	if (d->dense)
		pq_sendbytes(&buf, (const char *) d->data, DENSE_BYTES(d->precision));
	else
		for (uint32 i = 0; i < d->n; i++)
			pq_sendint32(&buf, d->data[i]);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

PG_FUNCTION_INFO_V1(sealstone_distinct_sketch_recv);
Datum
sealstone_distinct_sketch_recv(PG_FUNCTION_ARGS)
{
	StringInfo	buf = (StringInfo) PG_GETARG_POINTER(0);
	int			version = pq_getmsgbyte(buf);
	int			precision = pq_getmsgbyte(buf);
	int			dense = pq_getmsgbyte(buf);
	uint32		n = pq_getmsgint(buf, 4);
	SealstoneDistinct *d;

	if (dense > 1)
		refuse("Its form is unknown.");
	d = new_sketch(version, precision, dense, n);
	if (dense)
		memcpy(d->data, pq_getmsgbytes(buf, DENSE_BYTES(precision)), DENSE_BYTES(precision));
	else
		for (uint32 i = 0; i < d->n; i++)
			d->data[i] = pq_getmsgint(buf, 4);
	validate(d);
	PG_RETURN_POINTER(d);
}
