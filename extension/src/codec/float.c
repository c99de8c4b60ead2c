/*-------------------------------------------------------------------------
 *
 * float.c
 *	  Pages of float4 and float8.
 *
 * Most measured floats are decimals of few places: ALP (Afroozeh, Kuffo and Boncz, SIGMOD 2023) finds the
 * power of ten that turns them into integers and keeps the few that do not come back bit for bit as
 * exceptions; the integers then take any encoding of integer.c. We divide exactly (kernel_body.h) instead
 * of multiplying by a pair of powers, so that a decimal of up to 15 digits is never an exception and
 * one exponent is enough. What is no decimal is XORed with the value before (Gorilla, PVLDB 8(12), 2015), with
 * one window per 64 values so that no bit of control stands between values; or kept raw.
 *
 * Lossless for every bit pattern: what these forms cannot hold (NaN, infinities, -0) is an exception of ALP, or
 * the page is written by its bits. No state but the encoder's hints.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"

#define ALP_SAMPLE			32
#define ALP_SAMPLE_LEAST	24		/* of ALP_SAMPLE must come back */
#define ALP_MOST_BACKOFF	32
#define MOST_EXCEPTIONS(n)	((n) / 8)
#define XOR_BLOCK			64

/* ---------------------------------------------------------------- ALP: writing */

static void
alp_ints(const SealstoneEncoder *e, const int64_t *slots, unsigned past, unsigned exponent, int64_t *ints,
		 uint64_t *bad)
{
	if (e->kind == SEALSTONE_FLOAT8)
		sealstone_kernels->alp8_encode(slots, past, exponent, ints, bad);
	else
		sealstone_kernels->alp4_encode(slots, past, exponent, ints, bad);
}

static uint32_t
count_bits(const uint64_t *words)
{
	uint32_t	n = 0;

	for (int i = 0; i < SEALSTONE_NULL_WORDS; i++)
		n += (uint32_t) __builtin_popcountll(words[i]);
	return n;
}

/* the smallest exponent that brings back most of a sample, or -1 */
static int
find_exponent(const SealstoneEncoder *e, const int64_t *slots, uint32_t n)
{
	int64_t		sample[ALP_SAMPLE];
	int64_t		ints[ALP_SAMPLE];
	uint64_t	bad[SEALSTONE_NULL_WORDS];
	int			best = -1;
	uint32_t	best_bad = ALP_SAMPLE - ALP_SAMPLE_LEAST + 1;

	for (uint32_t i = 0; i < ALP_SAMPLE; i++)
		sample[i] = slots[(uint64_t) i * (n - 1) / (ALP_SAMPLE - 1)];
	for (int exponent = 0; exponent <= ALP_MAX_EXPONENT; exponent++)
	{
		uint32_t	count;

		alp_ints(e, sample, ALP_SAMPLE, (unsigned) exponent, ints, bad);
		count = count_bits(bad);
		if (count < best_bad)
		{
			best = exponent;
			best_bad = count;
			if (count == 0)
				break;
		}
	}
	return best;
}

/*
 * e->decimals and bad for the exponent that suits, or -1. The exponent of the last page is tried first: a
 * column rarely changes it. A larger one than needed costs nothing, for the packing divides by what the integers
 * have in common.
 */
static int
alp_try(SealstoneEncoder *e, const int64_t *slots, uint32_t n, uint64_t *bad)
{
	uint32_t	past = (n + 7) & ~7u;
	int			exponent = e->alp_exponent;

	if (exponent >= 0)
	{
		alp_ints(e, slots, past, (unsigned) exponent, e->decimals, bad);
		if (count_bits(bad) <= n / 64)
			return exponent;
	}
	exponent = find_exponent(e, slots, n);
	if (exponent >= 0)
	{
		alp_ints(e, slots, past, (unsigned) exponent, e->decimals, bad);
		if (count_bits(bad) <= MOST_EXCEPTIONS(n))
			return exponent;
	}
	return -1;
}

/* the payload, or false where it does not fit into 'most' bytes (out is then as before) */
static bool
alp_write(SealstoneEncoder *e, const int64_t *slots, uint32_t n, int exponent, const uint64_t *bad, size_t most,
		  Out *out)
{
	size_t		width = e->kind == SEALSTONE_FLOAT8 ? 8 : 4;
	uint32_t	exceptions = 0;
	uint16_t	positions[VALUES];
	Out			start = *out;
	IntStats	stats;
	uint8_t    *head;
	uint8_t    *p;
	SealstoneEncoding inner;
	int64_t		last = 0;

	/* an exception's place in the integers goes on as its neighbours do */
	for (uint32_t i = 0; i < n; i++)
		if (!bit_is_set(bad, i))
		{
			last = e->decimals[i];
			break;
		}
	for (uint32_t i = 0; i < n; i++)
	{
		if (unlikely_(bit_is_set(bad, i)))
		{
			positions[exceptions++] = (uint16_t) i;
			e->decimals[i] = last;
		}
		last = e->decimals[i];
	}

	head = out_take(out, 4);
	out_bytes(out, positions, exceptions * sizeof(uint16_t));
	p = out_take(out, exceptions * width);
	if (p == NULL)
	{
		*out = start;
		return false;
	}
	for (uint32_t j = 0; j < exceptions; j++)
		memcpy(p + j * width, &slots[positions[j]], width);

	sealstone_kernels->stats(e->decimals, n, &stats);
	inner = sealstone_integer_encode(e, e->decimals, n, &stats, out);
	if (out->full || (size_t) (out->p - start.p) >= most)
	{
		*out = start;
		return false;
	}
	head[0] = (uint8_t) inner;
	head[1] = (uint8_t) exponent;
	put16(head + 2, (uint16_t) exceptions);
	return true;
}

/* ---------------------------------------------------------------- ALP: reading */

typedef struct Alp
{
	SealstoneEncoding inner;
	unsigned	exponent;
	uint32_t	exceptions;
	const uint8_t *positions;
	const uint8_t *values;
} Alp;

static SealstoneStatus
alp_parse(SealstoneKind kind, Cursor *in, uint32_t n, Alp *alp)
{
	const uint8_t *head = cursor_take(in, 4);

	if (head == NULL)
		return SEALSTONE_BAD_LENGTH;
	alp->inner = (SealstoneEncoding) head[0];
	alp->exponent = head[1];
	alp->exceptions = get16(head + 2);
	if (alp->exponent > ALP_MAX_EXPONENT || alp->exceptions > n)
		return SEALSTONE_BAD_DATA;
	alp->positions = cursor_take(in, 2 * (size_t) alp->exceptions);
	alp->values = alp->positions == NULL ? NULL :
		cursor_take(in, (kind == SEALSTONE_FLOAT8 ? 8 : 4) * (size_t) alp->exceptions);
	return alp->values == NULL ? SEALSTONE_BAD_LENGTH : SEALSTONE_OK;
}

static inline int64_t
alp_exception(SealstoneKind kind, const Alp *alp, uint32_t j)
{
	return kind == SEALSTONE_FLOAT8 ? (int64_t) get64(alp->values + 8 * j) : (int32_t) get32(alp->values + 4 * j);
}

static void
alp_scale(SealstoneKind kind, int64_t *v, uint32_t from, uint32_t past, unsigned exponent)
{
	from &= ~7u;
	past = (past + 7) & ~7u;
	if (kind == SEALSTONE_FLOAT8)
		sealstone_kernels->alp8(v, from, past, exponent);
	else
		sealstone_kernels->alp4(v, from, past, exponent);
}

SealstoneStatus
sealstone_alp_decode(SealstoneKind kind, Cursor in, uint32_t n, uint32_t first, uint32_t past, SealstoneVector *vector)
{
	Alp			alp;
	int32_t		before = -1;

	TRY(alp_parse(kind, &in, n, &alp));
	TRY(sealstone_integer_decode(alp.inner, in, n, first, past, vector));
	/* a run of equal steps is one in integers only; an exception needs a row of its own */
	if (vector->shape == SEALSTONE_STEPS || (alp.exceptions > 0 && vector->shape != SEALSTONE_FLAT))
	{
		sealstone_vector_expand(vector);
		first = 0;
		past = n;
	}
	switch (vector->shape)
	{
		case SEALSTONE_SINGLE:
			alp_scale(kind, vector->values, 0, 1, alp.exponent);
			break;
		case SEALSTONE_RUNS:
			alp_scale(kind, vector->values, 0, vector->nruns, alp.exponent);
			break;
		case SEALSTONE_DICT:
		case SEALSTONE_DICT_RUNS:
			alp_scale(kind, vector->values, 0, vector->ndict, alp.exponent);
			break;
		default:
			alp_scale(kind, vector->values, first, past, alp.exponent);
			break;
	}
	for (uint32_t j = 0; j < alp.exceptions; j++)
	{
		uint16_t	pos = get16(alp.positions + 2 * j);

		if (pos >= n || pos <= before)
			return SEALSTONE_BAD_DATA;
		before = pos;
		vector->values[pos] = alp_exception(kind, &alp, j);
	}
	return SEALSTONE_OK;
}

bool
sealstone_alp_reachable(Cursor in)
{
	return cursor_left(&in) > 0 && sealstone_integer_reachable((SealstoneEncoding) in.p[0]);
}

SealstoneStatus
sealstone_alp_one(SealstoneKind kind, Cursor in, uint32_t n, uint32_t i, int64_t *value)
{
	Alp			alp;
	int64_t		v[8] = {0};

	TRY(alp_parse(kind, &in, n, &alp));
	/* not even an exception, so that the answer is a property of the page */
	if (!sealstone_integer_reachable(alp.inner))
		return SEALSTONE_NOT_REACHABLE;
	for (uint32_t j = 0; j < alp.exceptions; j++)
	{
		uint16_t	pos = get16(alp.positions + 2 * j);

		if (pos == i)
		{
			*value = alp_exception(kind, &alp, j);
			return SEALSTONE_OK;
		}
		if (pos > i)
			break;
	}
	TRY(sealstone_integer_one(alp.inner, in, n, i, v));
	alp_scale(kind, v, 0, 1, alp.exponent);
	*value = v[0];
	return SEALSTONE_OK;
}

/* ---------------------------------------------------------------- XOR */

/* windows of each block: how far the XORs reach up, and how many zeros they all end in */
static size_t
xor_windows(SealstoneKind kind, const int64_t *slots, uint32_t n, uint64_t *xors, uint8_t *heads)
{
	uint64_t	mask = kind == SEALSTONE_FLOAT8 ? ~UINT64_C(0) : UINT32_MAX;
	size_t		cost = 8 + 2 * ((n + XOR_BLOCK - 1) / XOR_BLOCK);

	xors[0] = 0;
	for (uint32_t i = 1; i < n; i++)
		xors[i] = (uint64_t) (slots[i] ^ slots[i - 1]) & mask;
	for (uint32_t b = 0; b * XOR_BLOCK < n; b++)
	{
		uint32_t	past = (b + 1) * XOR_BLOCK < n ? (b + 1) * XOR_BLOCK : n;
		uint64_t	all = 0;
		unsigned	zeros;

		for (uint32_t i = b * XOR_BLOCK; i < past; i++)
			all |= xors[i];
		zeros = all == 0 ? 0 : (unsigned) __builtin_ctzll(all);
		heads[2 * b] = (uint8_t) bits_of(all >> zeros);
		heads[2 * b + 1] = (uint8_t) zeros;
		cost += ((past - b * XOR_BLOCK) * (size_t) heads[2 * b] + 7) / 8;
	}
	return cost;
}

static void
xor_write(const int64_t *slots, uint32_t n, const uint64_t *xors, const uint8_t *heads, Out *out)
{
	out_64(out, (uint64_t) slots[0]);
	out_bytes(out, heads, 2 * ((n + XOR_BLOCK - 1) / XOR_BLOCK));
	for (uint32_t b = 0; b * XOR_BLOCK < n; b++)
	{
		uint32_t	past = (b + 1) * XOR_BLOCK < n ? (b + 1) * XOR_BLOCK : n;
		unsigned	width = heads[2 * b];
		uint8_t    *p = out_take(out, ((past - b * XOR_BLOCK) * (size_t) width + 7) / 8);
		uint64_t	pending = 0;
		unsigned	held = 0;

		if (p == NULL || width == 0)
			continue;
		for (uint32_t i = b * XOR_BLOCK; i < past; i++)
		{
			uint64_t	v = xors[i] >> heads[2 * b + 1];

			pending |= v << held;
			if (held + width >= 64)
			{
				put64(p, pending);
				p += 8;
				pending = held == 0 ? 0 : v >> (64 - held);
				held = held + width - 64;
			}
			else
				held += width;
		}
		if (held > 0)
			memcpy(p, &pending, (held + 7) / 8);
	}
}

SealstoneStatus
sealstone_xor_decode(SealstoneKind kind, Cursor in, uint32_t n, int64_t *out)
{
	uint32_t	blocks = (n + XOR_BLOCK - 1) / XOR_BLOCK;
	const uint8_t *first = cursor_take(&in, 8);
	const uint8_t *heads = first == NULL ? NULL : cursor_take(&in, 2 * blocks);
	uint64_t	v;

	if (heads == NULL)
		return SEALSTONE_BAD_LENGTH;
	v = get64(first);
	for (uint32_t b = 0; b < blocks; b++)
	{
		uint32_t	i = b * XOR_BLOCK;
		uint32_t	count = i + XOR_BLOCK < n ? XOR_BLOCK : n - i;
		unsigned	width = heads[2 * b];
		unsigned	zeros = heads[2 * b + 1];
		uint64_t	mask = mask_of(width <= 64 ? width : 64);
		size_t		bytes;
		const uint8_t *p;
		uint32_t	k = 0;

		if (width > 64 || zeros + width > 64 || zeros > 63)
			return SEALSTONE_BAD_DATA;
		bytes = (count * (size_t) width + 7) / 8;
		p = cursor_take(&in, bytes);
		if (p == NULL)
			return SEALSTONE_BAD_LENGTH;
		/* one load holds a value of up to 57 bits at any bit; nine bytes hold any */
		for (; k < count && (k * width >> 3) + 9 <= bytes; k++)
		{
			const uint8_t *q = p + (k * width >> 3);
			unsigned	off = k * width & 7;
			uint64_t	x = get64(q) >> off;

			if (width > 56 && off > 0)
				x |= (uint64_t) q[8] << (64 - off);
			v ^= (x & mask) << zeros;
			out[i + k] = (int64_t) v;
		}
		for (; k < count; k++)
		{
			v ^= read_bits(p, bytes, (size_t) k * width, width) << zeros;
			out[i + k] = (int64_t) v;
		}
	}
	if (kind == SEALSTONE_FLOAT4)
		for (uint32_t i = 0; i < n; i++)
			out[i] = (int32_t) out[i];
	return in.p == in.end ? SEALSTONE_OK : SEALSTONE_BAD_LENGTH;
}

/* ---------------------------------------------------------------- raw */

SealstoneStatus
sealstone_raw_decode(SealstoneKind kind, Cursor in, uint32_t n, uint32_t first, uint32_t past, int64_t *out)
{
	if (cursor_left(&in) != (kind == SEALSTONE_FLOAT8 ? 8 : 4) * (size_t) n)
		return SEALSTONE_BAD_LENGTH;
	if (kind == SEALSTONE_FLOAT8)
		memcpy(out + first, in.p + 8 * (size_t) first, 8 * (size_t) (past - first));
	else
		for (uint32_t i = first; i < past; i++)
			out[i] = (int32_t) get32(in.p + 4 * i);
	return SEALSTONE_OK;
}

SealstoneStatus
sealstone_raw_one(SealstoneKind kind, Cursor in, uint32_t n, uint32_t i, int64_t *value)
{
	if (cursor_left(&in) != (kind == SEALSTONE_FLOAT8 ? 8 : 4) * (size_t) n)
		return SEALSTONE_BAD_LENGTH;
	*value = kind == SEALSTONE_FLOAT8 ? (int64_t) get64(in.p + 8 * (size_t) i) : (int32_t) get32(in.p + 4 * i);
	return SEALSTONE_OK;
}

/* ---------------------------------------------------------------- choosing */

/* slots must be readable up to the next multiple of eight */
SealstoneEncoding
sealstone_float_encode(SealstoneEncoder *e, const int64_t *slots, uint32_t n, Out *out)
{
	size_t		raw = (e->kind == SEALSTONE_FLOAT8 ? 8 : 4) * (size_t) n;
	Out			start = *out;
	IntStats	stats;
	uint64_t	bad[SEALSTONE_NULL_WORDS];
	uint8_t		heads[2 * VALUES / XOR_BLOCK];
	size_t		xor_cost;
	SealstoneEncoding bits;
	size_t		cost;

	sealstone_kernels->stats(slots, n, &stats);
	if (stats.changes == 0)
		return sealstone_integer_encode(e, slots, n, &stats, out);

	if (attempt_due(&e->alp_skip))
	{
		int			exponent = alp_try(e, slots, n, bad);
		bool		paid = exponent >= 0;

		if (paid)
		{
			/* padding past n was looked at, but is nobody's exception */
			for (uint32_t i = n; i < ((n + 7) & ~7u); i++)
				bad[i >> 6] &= ~(UINT64_C(1) << (i & 63));
			paid = alp_write(e, slots, n, exponent, bad, raw - raw / 16, out);
		}
		attempt_result(&e->alp_skip, &e->alp_backoff, paid, ALP_MOST_BACKOFF);
		e->alp_exponent = paid ? exponent : -1;
		if (paid)
			return SEALSTONE_ENC_ALP;
	}

	/* by their bits: repetition, a dictionary, or a common exponent; integer.c is the faster reader */
	bits = sealstone_integer_encode(e, slots, n, &stats, out);
	cost = out->full ? SIZE_MAX : (size_t) (out->p - start.p);
	if (cost <= raw / 2)
		return bits;
	xor_cost = xor_windows(e->kind, slots, n, e->words, heads);
	if (xor_cost < raw - raw / 16 && xor_cost < cost - cost / 16)
	{
		*out = start;
		xor_write(slots, n, e->words, heads, out);
		return SEALSTONE_ENC_XOR;
	}
	if (cost < raw - raw / 32)
		return bits;
	*out = start;
	if (e->kind == SEALSTONE_FLOAT8)
		out_bytes(out, slots, raw);
	else
	{
		uint8_t    *p = out_take(out, raw);

		if (p != NULL)
			for (uint32_t i = 0; i < n; i++)
				put32(p + 4 * i, (uint32_t) slots[i]);
	}
	return SEALSTONE_ENC_RAW;
}
