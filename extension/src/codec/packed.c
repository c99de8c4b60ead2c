/*-------------------------------------------------------------------------
 *
 * packed.c
 *	  The two arrays of integers that payloads are made of: packed and small.
 *
 * "Packed" is frame of reference in sixteen interleaved lanes (FastLanes, PVLDB 16(9), 2023), with a common
 * divisor, and with patches for the few values that would widen all the others (Zukowski et al., "Super-Scalar
 * RAM-CPU Cache Compression", ICDE 2006). "Small" is one stream of bits, for a few dozen run
 * lengths or dictionary entries, where sixteen lanes would be mostly padding.
 *
 * No state; arithmetic is modulo 2^64 throughout, so that any base and any range of int64 work. Parsing checks
 * every length; after it, reading single values and all values cannot leave the payload.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"

#define FLAG_EXCEPTION_BYTES	0x03	/* log2 of the bytes of an exception */
#define FLAG_SCALE				0x04
#define FLAG_RESERVED			0x08
#define BASE_LENGTH_SHIFT		4

/* ---------------------------------------------------------------- packed: reading */

SealstoneStatus
sealstone_packed_parse(Cursor *in, uint32_t n, Packed *packed)
{
	const uint8_t *head = cursor_take(in, 4);
	const uint8_t *base;
	unsigned	base_length;

	if (head == NULL)
		return SEALSTONE_BAD_LENGTH;
	packed->n = n;
	packed->width = head[0];
	packed->exception_bytes = 1u << (head[1] & FLAG_EXCEPTION_BYTES);
	packed->exceptions = get16(head + 2);
	base_length = head[1] >> BASE_LENGTH_SHIFT;
	if (packed->width > 64 || base_length > 8 || (head[1] & FLAG_RESERVED) || packed->exceptions > n)
		return SEALSTONE_BAD_DATA;
	base = cursor_take(in, base_length);
	if (base == NULL)
		return SEALSTONE_BAD_LENGTH;
	packed->base = (uint64_t) get_signed(base, base_length);
	packed->scale = 1;
	if (head[1] & FLAG_SCALE)
	{
		const uint8_t *scale = cursor_take(in, 8);

		if (scale == NULL)
			return SEALSTONE_BAD_LENGTH;
		packed->scale = get64(scale);
		if (packed->scale < 2)
			return SEALSTONE_BAD_DATA;
	}
	packed->words = cursor_take(in, packed_bytes(n, packed->width));
	packed->positions = packed->words == NULL ? NULL : cursor_take(in, 2 * (size_t) packed->exceptions);
	packed->values = packed->positions == NULL ? NULL :
		cursor_take(in, (size_t) packed->exceptions * packed->exception_bytes);
	return packed->values == NULL ? SEALSTONE_BAD_LENGTH : SEALSTONE_OK;
}

static inline int64_t
exception_value(const Packed *packed, uint32_t j)
{
	const uint8_t *p = packed->values + (size_t) j * packed->exception_bytes;
	int64_t		v = packed->exception_bytes == 1 ? (int8_t) *p : packed->exception_bytes == 2 ? (int16_t) get16(p) :
		packed->exception_bytes == 4 ? (int32_t) get32(p) : (int64_t) get64(p);

	return (int64_t) (packed->base + packed->scale * (uint64_t) v);
}

/* Rows [first, past) of out, and whatever else shares a row of lanes with them. */
SealstoneStatus
sealstone_packed_all(const Packed *packed, uint32_t first, uint32_t past, int64_t *out)
{
	uint32_t	row = first / LANES;
	uint32_t	past_row = (past + LANES - 1) / LANES;
	int32_t		before = -1;

	sealstone_kernels->unpack(packed->words, packed->width, row, past_row, packed->base, packed->scale, out);
	for (uint32_t j = 0; j < packed->exceptions; j++)
	{
		uint16_t	pos = get16(packed->positions + 2 * j);

		if (pos >= packed->n || pos <= before)
			return SEALSTONE_BAD_DATA;
		before = pos;
		if (pos >= first && pos < past)
			out[pos] = exception_value(packed, j);
	}
	return SEALSTONE_OK;
}

int64_t
sealstone_packed_one(const Packed *packed, uint32_t i)
{
	uint32_t	lo = 0;
	uint32_t	hi = packed->exceptions;
	uint64_t	v = 0;

	while (lo < hi)
	{
		uint32_t	mid = (lo + hi) / 2;
		uint16_t	pos = get16(packed->positions + 2 * mid);

		if (pos == i)
			return exception_value(packed, mid);
		if (pos < i)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (packed->width > 0)
	{
		unsigned	bit = i / LANES * packed->width;
		unsigned	off = bit & 63;
		const uint8_t *w = packed->words + (size_t) (bit >> 6) * LANE_BYTES + i % LANES * 8;

		v = get64(w) >> off;
		if (off + packed->width > 64)
			v |= get64(w + LANE_BYTES) << (64 - off);
		v &= mask_of(packed->width);
	}
	return (int64_t) (packed->base + packed->scale * v);
}

/* ---------------------------------------------------------------- packed: planning */

#define SAMPLE			128			/* values looked at before all of them are */
#define CENTER_SAMPLE	17
#define MOST_EXCEPTIONS(n)	((n) / 6)

static uint64_t
gcd(uint64_t a, uint64_t b)
{
	while (b != 0)
	{
		uint64_t	r = a % b;

		a = b;
		b = r;
	}
	return a;
}

/* inverse of an odd number modulo 2^64, by Newton's iteration */
static uint64_t
inverse(uint64_t odd)
{
	uint64_t	x = odd * 3 ^ 2;	/* right to 5 bits */

	for (int i = 0; i < 4; i++)
		x *= 2 - odd * x;
	return x;
}

/* A divisor > 1 of every residual - min, or 1. quotients is filled when it is found. */
static uint64_t
common_divisor(const int64_t *residuals, uint32_t n, int64_t min, uint64_t range, uint64_t *quotients)
{
	uint64_t	g = range;
	uint32_t	stride = n / 16 + 1;
	unsigned	shift;
	uint64_t	inv;
	uint64_t	limit;
	uint64_t	wrong = 0;

	for (uint32_t i = 0; i < n && g > 1; i += stride)
		g = gcd(g, (uint64_t) wrap_sub(residuals[i], min));
	if (g <= 1)
		return 1;

	/*
	 * Exact division is multiplication by the inverse of the odd part; a number that the odd part does not
	 * divide comes out larger than any quotient can be.
	 */
	shift = (unsigned) __builtin_ctzll(g);
	inv = inverse(g >> shift);
	limit = range / g;
	for (uint32_t i = 0; i < n; i++)
	{
		uint64_t	x = (uint64_t) residuals[i] - (uint64_t) min;
		uint64_t	q = (x >> shift) * inv;

		quotients[i] = q;
		wrong |= (uint64_t) (q > limit) | (x & mask_of(shift));
	}
	return wrong == 0 ? g : 1;
}

/* width of a window centred on 0 that holds t */
static inline unsigned
window_bits(int64_t t)
{
	return t == 0 ? 0 : bits_of((uint64_t) (t < 0 ? ~t : t)) + 1;
}

static unsigned
exception_bytes_of(unsigned bits)
{
	return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

/* the cheapest window for a histogram of m of n values */
static unsigned
cheapest_window(const uint32_t *histogram, uint32_t m, uint32_t n, size_t *cost)
{
	uint32_t	outside = 0;
	unsigned	widest = 64;
	unsigned	best;
	unsigned	bytes;

	while (widest > 0 && histogram[widest] == 0)
		widest--;
	best = widest;
	*cost = packed_bytes(n, widest);
	/* an exception counts from the window's edge, at most twice as far */
	bytes = exception_bytes_of(widest + 1);
	for (unsigned w = widest; w > 0; w--)
	{
		size_t		c;

		outside += histogram[w];
		if (outside > MOST_EXCEPTIONS(m))
			break;
		c = packed_bytes(n, w - 1) + (size_t) ((uint64_t) outside * n / m) * (2 + bytes);
		if (c < *cost)
		{
			*cost = c;
			best = w - 1;
		}
	}
	return best;
}

static void
plan_patches(const int64_t *v, uint32_t n, PackPlan *plan)
{
	int64_t		sorted[CENTER_SAMPLE];
	uint32_t	histogram[65] = {0};
	uint32_t	stride = n > SAMPLE ? n / SAMPLE : 1;
	uint32_t	m = 0;
	int64_t		center;
	size_t		cost;
	unsigned	window;
	int64_t		low = 0;
	int64_t		high = 0;
	uint32_t	outside = 0;

	for (int k = 0; k < CENTER_SAMPLE; k++)
	{
		int64_t		x = v[(uint64_t) k * (n - 1) / (CENTER_SAMPLE - 1)];
		int			j = k;

		for (; j > 0 && sorted[j - 1] > x; j--)
			sorted[j] = sorted[j - 1];
		sorted[j] = x;
	}
	center = sorted[CENTER_SAMPLE / 2];

	for (uint32_t i = 0; i < n; i += stride, m++)
		histogram[window_bits(wrap_sub(v[i], center))]++;
	(void) cheapest_window(histogram, m, n, &cost);
	if (cost + 16 >= plan->cost - plan->cost / 32)
		return;

	memset(histogram, 0, sizeof histogram);
	for (uint32_t i = 0; i < n; i++)
		histogram[window_bits(wrap_sub(v[i], center))]++;
	window = cheapest_window(histogram, n, n, &cost);

	/* the values inside the window rarely fill it: their own minimum and maximum may save its last bit */
	for (uint32_t i = 0; i < n; i++)
	{
		int64_t		t = wrap_sub(v[i], center);

		if (window_bits(t) > window)
			outside++;
		else
		{
			low = t < low ? t : low;
			high = t > high ? t : high;
		}
	}
	if (bits_of((uint64_t) wrap_sub(high, low)) < window)
		cost -= packed_bytes(n, window) - packed_bytes(n, bits_of((uint64_t) wrap_sub(high, low)));
	cost += 12;
	if (cost >= plan->cost - plan->cost / 32)
		return;
	plan->width = bits_of((uint64_t) wrap_sub(high, low));
	plan->base = (uint64_t) wrap_add(center, low);
	plan->exceptions = outside;
	plan->cost = cost;
}

void
sealstone_pack_plan(const int64_t *residuals, uint32_t n, int64_t min, int64_t max, PackPlan *plan)
{
	uint64_t	range = (uint64_t) wrap_sub(max, min);
	uint64_t	quotients[VALUES];
	bool		scaled = false;

	plan->width = bits_of(range);
	plan->base = (uint64_t) min;
	plan->scale = 1;
	plan->exceptions = 0;
	if (plan->width >= 2 && n >= 4)
	{
		plan->scale = common_divisor(residuals, n, min, range, quotients);
		scaled = plan->scale > 1;
		plan->width = bits_of(range / plan->scale);
	}
	plan->cost = 4 + signed_bytes(min) + (scaled ? 8 : 0) + packed_bytes(n, plan->width);

	/* a patched value is a signed number of units from the base: no room for that in the widest ranges */
	if (plan->width >= 1 && n >= 2 * CENTER_SAMPLE && range >> 62 == 0)
	{
		if (scaled)
		{
			PackPlan	inner = *plan;

			inner.base = 0;
			plan_patches((const int64_t *) quotients, n, &inner);
			if (inner.exceptions > 0)
			{
				*plan = inner;
				plan->base = (uint64_t) min + plan->scale * inner.base;
				plan->cost += 8;
			}
		}
		else
			plan_patches(residuals, n, plan);
	}
}

/* ---------------------------------------------------------------- packed: writing */

void
sealstone_pack_write(Out *out, const int64_t *residuals, uint32_t n, const PackPlan *plan, uint64_t *scratch)
{
	uint32_t	rows = (n + LANES - 1) / LANES;
	uint64_t	mask = mask_of(plan->width);
	uint16_t	positions[VALUES];
	int64_t		values[VALUES];
	uint32_t	exceptions = 0;
	unsigned	bits = 0;
	unsigned	bytes_log = 0;
	unsigned	base_length = signed_bytes((int64_t) plan->base);
	uint8_t    *words;
	uint8_t    *p;

	if (plan->scale == 1)
		for (uint32_t i = 0; i < n; i++)
			scratch[i] = (uint64_t) residuals[i] - plan->base;
	else
	{
		unsigned	shift = (unsigned) __builtin_ctzll(plan->scale);
		uint64_t	inv = inverse(plan->scale >> shift);

		if (plan->exceptions > 0)
			for (uint32_t i = 0; i < n; i++)
				scratch[i] = (uint64_t) ((int64_t) ((uint64_t) residuals[i] - plan->base) >> shift) * inv;
		else
			for (uint32_t i = 0; i < n; i++)
				scratch[i] = (((uint64_t) residuals[i] - plan->base) >> shift) * inv;
	}
	for (uint32_t i = n; i < rows * LANES; i++)
		scratch[i] = 0;
	if (plan->exceptions > 0)
		for (uint32_t i = 0; i < n; i++)
			if (scratch[i] > mask)
			{
				unsigned	b = window_bits((int64_t) scratch[i]);

				bits = b > bits ? b : bits;
				positions[exceptions] = (uint16_t) i;
				values[exceptions++] = (int64_t) scratch[i];
				scratch[i] = 0;
			}
	while ((8u << bytes_log) < bits)
		bytes_log++;

	out_8(out, (uint8_t) plan->width);
	out_8(out, (uint8_t) (bytes_log | (plan->scale > 1 ? FLAG_SCALE : 0) | base_length << BASE_LENGTH_SHIFT));
	out_16(out, (uint16_t) exceptions);
	out_bytes(out, &plan->base, base_length);
	if (plan->scale > 1)
		out_64(out, plan->scale);
	words = out_take(out, packed_bytes(n, plan->width));
	if (words == NULL)
		return;
	sealstone_kernels->pack(scratch, plan->width, rows, words);
	out_bytes(out, positions, exceptions * sizeof(uint16_t));
	p = out_take(out, (size_t) exceptions << bytes_log);
	if (p != NULL)
		for (uint32_t j = 0; j < exceptions; j++)
			memcpy(p + ((size_t) j << bytes_log), &values[j], (size_t) 1 << bytes_log);
}

/* ---------------------------------------------------------------- small */

SealstoneStatus
sealstone_small_parse(Cursor *in, uint32_t n, Small *small)
{
	const uint8_t *head = cursor_take(in, 2);
	const uint8_t *base;

	if (head == NULL)
		return SEALSTONE_BAD_LENGTH;
	small->n = n;
	small->width = head[0];
	if (head[0] > 64 || head[1] > 8)
		return SEALSTONE_BAD_DATA;
	base = cursor_take(in, head[1]);
	if (base == NULL)
		return SEALSTONE_BAD_LENGTH;
	small->base = get_signed(base, head[1]);
	small->bytes = ((size_t) n * small->width + 7) / 8;
	small->data = cursor_take(in, small->bytes);
	return small->data == NULL ? SEALSTONE_BAD_LENGTH : SEALSTONE_OK;
}

void
sealstone_small_all(const Small *small, int64_t *out)
{
	uint32_t	i = 0;
	uint64_t	mask = mask_of(small->width);

	if (small->width == 0)
	{
		sealstone_kernels->fill_steps(out, small->n, small->base, 0);
		return;
	}
	/* one load holds a value of up to 57 bits wherever it begins */
	if (small->width <= 57)
		for (size_t bit = 0; i < small->n && (bit >> 3) + 8 <= small->bytes; i++, bit += small->width)
			out[i] = wrap_add(small->base, (int64_t) (get64(small->data + (bit >> 3)) >> (bit & 7) & mask));
	for (; i < small->n; i++)
		out[i] = small_get(small, i);
}

size_t
sealstone_small_cost(uint32_t n, int64_t min, int64_t max)
{
	return 2 + signed_bytes(min) + ((size_t) n * bits_of((uint64_t) wrap_sub(max, min)) + 7) / 8;
}

void
sealstone_small_write(Out *out, const int64_t *values, uint32_t n)
{
	int64_t		min = n > 0 ? values[0] : 0;
	int64_t		max = min;
	unsigned	width;
	unsigned	base_length;
	size_t		bytes;
	uint8_t    *p;
	uint64_t	pending = 0;
	unsigned	held = 0;

	for (uint32_t i = 1; i < n; i++)
	{
		min = values[i] < min ? values[i] : min;
		max = values[i] > max ? values[i] : max;
	}
	width = bits_of((uint64_t) wrap_sub(max, min));
	base_length = signed_bytes(min);
	bytes = ((size_t) n * width + 7) / 8;
	out_8(out, (uint8_t) width);
	out_8(out, (uint8_t) base_length);
	out_bytes(out, &min, base_length);
	p = out_take(out, bytes);
	if (p == NULL || width == 0)
		return;
	for (uint32_t i = 0; i < n; i++)
	{
		uint64_t	v = (uint64_t) wrap_sub(values[i], min);

		pending |= v << held;
		if (held + width >= 64)
		{
			memcpy(p, &pending, 8);
			p += 8;
			/* what of v did not fit */
			pending = held == 0 ? 0 : v >> (64 - held);
			held = held + width - 64;
		}
		else
			held += width;
	}
	if (held > 0)
		memcpy(p, &pending, (held + 7) / 8);
}
