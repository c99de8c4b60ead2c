/*-------------------------------------------------------------------------
 *
 * shapes.c
 *	  See shapes.h.
 *
 *-------------------------------------------------------------------------
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shapes.h"

/* xorshift64*, so that every machine makes the same data */
uint64_t
rng_next(Rng *rng)
{
	uint64_t	x = rng->state == 0 ? 88172645463325252u : rng->state;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	rng->state = x;
	return x * UINT64_C(2685821657736338717);
}

uint64_t
rng_below(Rng *rng, uint64_t n)
{
	return rng_next(rng) % n;
}

double
rng_unit(Rng *rng)
{
	return (double) (rng_next(rng) >> 11) * 0x1p-53;
}

/* difference of two uniforms, -1 to 1: the step of the workloads' walks */
static double
triangular(Rng *rng)
{
	return rng_unit(rng) + rng_unit(rng) - 1;
}

static double
fold(double x, double m)
{
	return fabs(x - 2 * m * floor(x / (2 * m)) - m);
}

/* round(numeric, digits)::float8: the nearest double to a decimal */
static double
decimal(double x, int digits)
{
	char		text[64];

	snprintf(text, sizeof text, "%.*f", digits, x);
	return strtod(text, NULL);
}

/* ---------------------------------------------------------------- integers */

#define SHAPE(name) static void name(Rng *rng, int64_t *v, uint32_t n)

SHAPE(int_zero)
{
	(void) rng;
	memset(v, 0, n * sizeof *v);
}

SHAPE(int_constant)
{
	int64_t		c = (int64_t) rng_next(rng);

	for (uint32_t i = 0; i < n; i++)
		v[i] = c;
}

SHAPE(ts_regular)
{
	int64_t		t = 820454400000000 + (int64_t) rng_below(rng, 1000) * 1000000;

	for (uint32_t i = 0; i < n; i++)
		v[i] = t + (int64_t) i * 10000000;
}

SHAPE(ts_gaps)
{
	int64_t		t = 820454400000000;

	for (uint32_t i = 0; i < n; i++)
	{
		v[i] = t;
		t += 10000000 * (int64_t) (rng_below(rng, 50) == 0 ? 2 + rng_below(rng, 5) : 1);
	}
}

SHAPE(ts_jitter_ms)
{
	int64_t		s = 0;

	for (uint32_t i = 0; i < n; i++)
	{
		v[i] = (820454400000 + s * 60000 + (int64_t) rng_below(rng, 10000) - 5000) * 1000;
		s += rng_below(rng, 50) == 0 ? 2 : 1;
	}
}

SHAPE(ts_jitter_us)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = 820454400000000 + (int64_t) i * 1000000 + (int64_t) rng_below(rng, 2000);
}

SHAPE(ts_descending)
{
	ts_gaps(rng, v, n);
	for (uint32_t i = 0; i < n / 2; i++)
	{
		int64_t		t = v[i];

		v[i] = v[n - 1 - i];
		v[n - 1 - i] = t;
	}
}

/* several keys one after the other: the time jumps back, the counter elsewhere */
SHAPE(ts_of_devices)
{
	int64_t		t = 0;

	for (uint32_t i = 0; i < n; i++)
	{
		if (i % 300 == 0)
			t = 820454400000000 + (int64_t) rng_below(rng, 32000) * 1000;
		v[i] = t + (int64_t) rng_below(rng, 10000) * 1000;
		t += 60000000;
	}
}

SHAPE(seq_gaps)
{
	int64_t		s = (int64_t) rng_below(rng, 1000000);

	for (uint32_t i = 0; i < n; i++)
	{
		v[i] = s;
		s += rng_below(rng, 50) == 0 ? 2 : 1;
	}
}

SHAPE(int_walk)
{
	int64_t		x = (int64_t) rng_below(rng, 1000000);

	for (uint32_t i = 0; i < n; i++)
	{
		v[i] = x;
		x += (int64_t) rng_below(rng, 201) - 100;
	}
}

SHAPE(int_small)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = (int64_t) rng_below(rng, 100);
}

SHAPE(int_negative)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = -(int64_t) rng_below(rng, 5000) - 100000;
}

SHAPE(int_outliers)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = rng_below(rng, 40) == 0 ? (int64_t) rng_next(rng) >> 8 : (int64_t) rng_below(rng, 1000);
}

SHAPE(int_random)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = (int64_t) rng_next(rng);
}

SHAPE(int_random_width)
{
	unsigned	width = (unsigned) rng_below(rng, 65);
	int64_t		base = (int64_t) rng_next(rng);

	for (uint32_t i = 0; i < n; i++)
		v[i] = (int64_t) ((uint64_t) base + (width == 0 ? 0 : rng_next(rng) >> (64 - width)));
}

SHAPE(int_extremes)
{
	static const int64_t edges[] = {INT64_MIN, INT64_MAX, 0, -1, 1, INT64_MIN + 1, INT64_MAX - 1, INT32_MIN, INT32_MAX};

	for (uint32_t i = 0; i < n; i++)
		v[i] = edges[rng_below(rng, 9)];
}

SHAPE(int_min_max)
{
	(void) rng;
	for (uint32_t i = 0; i < n; i++)
		v[i] = i % 2 == 0 ? INT64_MIN : INT64_MAX;
}

SHAPE(int_wide_multiples)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = (int64_t) (rng_next(rng) & ~UINT64_C(0xfff));
}

SHAPE(int_multiples)
{
	static const int64_t of[] = {3, 7, 1000, 3600, 86400000000, 12, 1 << 20};
	int64_t		g = of[rng_below(rng, 7)];

	for (uint32_t i = 0; i < n; i++)
		v[i] = g * ((int64_t) rng_below(rng, 5000) - 2500) + 5;
}

SHAPE(int_multiples_outliers)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = 1000 * (int64_t) (rng_below(rng, 30) == 0 ? rng_below(rng, 1000000000) : rng_below(rng, 60)) - 777000;
}

SHAPE(int_few)
{
	static const int64_t codes[] = {200, 404, 500, 301, 999999999, -5};

	for (uint32_t i = 0; i < n; i++)
		v[i] = codes[rng_below(rng, 6)];
}

SHAPE(int_runs)
{
	int64_t		x = 0;

	for (uint32_t i = 0; i < n; i++)
	{
		if (i == 0 || rng_below(rng, 60) == 0)
			x = (int64_t) rng_below(rng, 1u << 31);
		v[i] = x;
	}
}

SHAPE(int_few_runs)
{
	static const int64_t codes[] = {1, 1000000007, -3, 77, INT64_MAX};
	int64_t		x = 0;

	for (uint32_t i = 0; i < n; i++)
	{
		if (i == 0 || rng_below(rng, 30) == 0)
			x = codes[rng_below(rng, 5)];
		v[i] = x;
	}
}

SHAPE(int_quadratic)
{
	int64_t		x = 5;
	int64_t		d = 1000;

	for (uint32_t i = 0; i < n; i++)
	{
		v[i] = x;
		x += d;
		d += (int64_t) rng_below(rng, 5) + 10;
	}
}

SHAPE(int_steps_wrap)
{
	int64_t		x = INT64_MAX - 100;

	(void) rng;
	for (uint32_t i = 0; i < n; i++)
	{
		v[i] = x;
		x = (int64_t) ((uint64_t) x + 7);
	}
}

static int
compare_ints(const void *a, const void *b)
{
	int64_t		x = *(const int64_t *) a;
	int64_t		y = *(const int64_t *) b;

	return x < y ? -1 : x > y;
}

SHAPE(int_sorted)
{
	unsigned	shift = (unsigned) rng_below(rng, 60);

	for (uint32_t i = 0; i < n; i++)
		v[i] = (int64_t) rng_next(rng) >> shift;
	qsort(v, n, sizeof *v, compare_ints);
}

SHAPE(int_sorted_repeats)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = (int64_t) rng_below(rng, 20) * 100;
	qsort(v, n, sizeof *v, compare_ints);
}

SHAPE(int_date)
{
	int64_t		d = 9000;

	for (uint32_t i = 0; i < n; i++)
	{
		v[i] = d;
		d += rng_below(rng, 80) == 0;
	}
}

/* ---------------------------------------------------------------- booleans */

SHAPE(bool_random)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = (int64_t) rng_below(rng, 2);
}

SHAPE(bool_rare)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = rng_below(rng, 200) == 0;
}

SHAPE(bool_true)
{
	(void) rng;
	for (uint32_t i = 0; i < n; i++)
		v[i] = 1;
}

/* ---------------------------------------------------------------- floats */

static void
walk8(Rng *rng, int64_t *v, uint32_t n, double step, double max, int digits)
{
	double		x = rng_unit(rng) * max;

	for (uint32_t i = 0; i < n; i++)
	{
		x += triangular(rng) * step;
		v[i] = slot8(decimal(fold(x, max), digits));
	}
}

SHAPE(f8_cpu)
{
	walk8(rng, v, n, 2.45, 100, 2);
}

SHAPE(f8_humidity)
{
	walk8(rng, v, n, 0.4, 100, 1);
}

SHAPE(f8_six_digits)
{
	walk8(rng, v, n, 0.001, 10, 6);
}

SHAPE(f8_fifteen_digits)
{
	walk8(rng, v, n, 1, 1, 14);
}

SHAPE(f8_integers)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = slot8((double) ((int64_t) rng_below(rng, 100000) - 50000));
}

SHAPE(f8_thousands)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = slot8(1e6 * (double) rng_below(rng, 1000));
}

SHAPE(f8_random)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = slot8(rng_unit(rng) * 100);
}

SHAPE(f8_smooth)
{
	double		phase = rng_unit(rng);

	for (uint32_t i = 0; i < n; i++)
		v[i] = slot8(20 + sin(phase + i * 0.001));
}

/* stretches of full precision and of half of it: no window of bits suits the whole page */
SHAPE(f8_two_scales)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = slot8(i / 200 % 2 ? rng_unit(rng) * 100 : (double) (float) (1 + rng_unit(rng)));
}

SHAPE(f8_bits)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = (int64_t) rng_next(rng);
}

SHAPE(f8_mostly_zero)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = slot8(rng_below(rng, 200) == 0 ? decimal(rng_unit(rng) * 100, 2) : 0);
}

SHAPE(f8_bursts)
{
	bool		busy = false;

	for (uint32_t i = 0; i < n; i++)
	{
		if (i % 60 == 0)
			busy = rng_below(rng, 6) == 0;
		v[i] = slot8(busy ? decimal(rng_unit(rng) * 10, 2) : 0);
	}
}

static const uint64_t odd8[] = {
	0x7ff8000000000000, 0xfff8000000000001, 0x7ff0000000000001, 0x7fffffffffffffff, /* NaN, with payloads, signalling */
	0x7ff0000000000000, 0xfff0000000000000, /* infinities */
	0x8000000000000000, 0,		/* -0, 0 */
	1, 0x800fffffffffffff, 0x0010000000000000,	/* subnormals and the first normal */
	0x7fefffffffffffff, 0xffefffffffffffff, /* the largest */
	0x3ff0000000000001, 0x433fffffffffffff, 0x4340000000000000	/* 1 + ulp, 2^53 - 1, 2^53 */
};

SHAPE(f8_odd)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = (int64_t) odd8[rng_below(rng, 16)];
}

SHAPE(f8_decimals_and_odd)
{
	f8_cpu(rng, v, n);
	for (uint32_t i = 0; i < n; i++)
		if (rng_below(rng, 20) == 0)
			v[i] = (int64_t) odd8[rng_below(rng, 16)];
}

SHAPE(f8_constant_nan)
{
	(void) rng;
	for (uint32_t i = 0; i < n; i++)
		v[i] = (int64_t) 0xfff800000000dead;
}

SHAPE(f8_wide_decimals)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = slot8(decimal((rng_unit(rng) - 0.5) * pow(10, (double) rng_below(rng, 13)), (int) rng_below(rng, 4)));
}

SHAPE(f8_negative_cents)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = slot8(-(double) rng_below(rng, 3) / 100);
}

SHAPE(f8_few)
{
	static const double levels[] = {0.1, 1.0 / 3.0, 99.99, -1e300};

	for (uint32_t i = 0; i < n; i++)
		v[i] = slot8(levels[rng_below(rng, 4)]);
}

SHAPE(f4_walk)
{
	double		x = 50;

	for (uint32_t i = 0; i < n; i++)
	{
		x += triangular(rng);
		v[i] = slot4(strtof("0", NULL) + (float) decimal(fold(x, 100), 1));
	}
}

SHAPE(f4_random)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = slot4((float) rng_unit(rng));
}

SHAPE(f4_bits)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = (int32_t) rng_next(rng);
}

SHAPE(f4_odd)
{
	static const uint32_t odd[] = {
		0x7fc00000, 0xffc00001, 0x7f800001, 0x7f800000, 0xff800000, 0x80000000, 0, 1, 0x807fffff, 0x00800000,
		0x7f7fffff, 0x3f800001, 0x4b7fffff
	};

	for (uint32_t i = 0; i < n; i++)
		v[i] = (int32_t) odd[rng_below(rng, 13)];
}

SHAPE(f4_decimals_and_odd)
{
	f4_walk(rng, v, n);
	for (uint32_t i = 0; i < n; i++)
		if (rng_below(rng, 25) == 0)
			v[i] = (int32_t) 0x80000000;
}

SHAPE(f4_smooth)
{
	for (uint32_t i = 0; i < n; i++)
		v[i] = slot4((float) (20 + sin((double) i * 0.001 + rng_unit(rng) * 0.0001)));
}

const ValueShape value_shapes[] = {
	{"int_zero", SEALSTONE_INT, 8, int_zero},
	{"int_constant", SEALSTONE_INT, 8, int_constant},
	{"ts_regular", SEALSTONE_INT, 8, ts_regular},
	{"ts_gaps", SEALSTONE_INT, 8, ts_gaps},
	{"ts_jitter_ms", SEALSTONE_INT, 8, ts_jitter_ms},
	{"ts_jitter_us", SEALSTONE_INT, 8, ts_jitter_us},
	{"ts_descending", SEALSTONE_INT, 8, ts_descending},
	{"ts_of_devices", SEALSTONE_INT, 8, ts_of_devices},
	{"seq_gaps", SEALSTONE_INT, 8, seq_gaps},
	{"int_walk", SEALSTONE_INT, 4, int_walk},
	{"int_small", SEALSTONE_INT, 2, int_small},
	{"int_negative", SEALSTONE_INT, 4, int_negative},
	{"int_outliers", SEALSTONE_INT, 8, int_outliers},
	{"int_random", SEALSTONE_INT, 8, int_random},
	{"int_random_width", SEALSTONE_INT, 8, int_random_width},
	{"int_extremes", SEALSTONE_INT, 8, int_extremes},
	{"int_min_max", SEALSTONE_INT, 8, int_min_max},
	{"int_wide_multiples", SEALSTONE_INT, 8, int_wide_multiples},
	{"int_multiples", SEALSTONE_INT, 8, int_multiples},
	{"int_multiples_outliers", SEALSTONE_INT, 8, int_multiples_outliers},
	{"int_few", SEALSTONE_INT, 4, int_few},
	{"int_runs", SEALSTONE_INT, 4, int_runs},
	{"int_few_runs", SEALSTONE_INT, 8, int_few_runs},
	{"int_quadratic", SEALSTONE_INT, 8, int_quadratic},
	{"int_steps_wrap", SEALSTONE_INT, 8, int_steps_wrap},
	{"int_sorted", SEALSTONE_INT, 8, int_sorted},
	{"int_sorted_repeats", SEALSTONE_INT, 8, int_sorted_repeats},
	{"int_date", SEALSTONE_INT, 4, int_date},
	{"bool_random", SEALSTONE_BOOL, 1, bool_random},
	{"bool_rare", SEALSTONE_BOOL, 1, bool_rare},
	{"bool_true", SEALSTONE_BOOL, 1, bool_true},
	{"f8_cpu", SEALSTONE_FLOAT8, 8, f8_cpu},
	{"f8_humidity", SEALSTONE_FLOAT8, 8, f8_humidity},
	{"f8_six_digits", SEALSTONE_FLOAT8, 8, f8_six_digits},
	{"f8_fifteen_digits", SEALSTONE_FLOAT8, 8, f8_fifteen_digits},
	{"f8_integers", SEALSTONE_FLOAT8, 8, f8_integers},
	{"f8_thousands", SEALSTONE_FLOAT8, 8, f8_thousands},
	{"f8_random", SEALSTONE_FLOAT8, 8, f8_random},
	{"f8_smooth", SEALSTONE_FLOAT8, 8, f8_smooth},
	{"f8_two_scales", SEALSTONE_FLOAT8, 8, f8_two_scales},
	{"f8_bits", SEALSTONE_FLOAT8, 8, f8_bits},
	{"f8_mostly_zero", SEALSTONE_FLOAT8, 8, f8_mostly_zero},
	{"f8_bursts", SEALSTONE_FLOAT8, 8, f8_bursts},
	{"f8_odd", SEALSTONE_FLOAT8, 8, f8_odd},
	{"f8_decimals_and_odd", SEALSTONE_FLOAT8, 8, f8_decimals_and_odd},
	{"f8_constant_nan", SEALSTONE_FLOAT8, 8, f8_constant_nan},
	{"f8_wide_decimals", SEALSTONE_FLOAT8, 8, f8_wide_decimals},
	{"f8_negative_cents", SEALSTONE_FLOAT8, 8, f8_negative_cents},
	{"f8_few", SEALSTONE_FLOAT8, 8, f8_few},
	{"f4_walk", SEALSTONE_FLOAT4, 4, f4_walk},
	{"f4_random", SEALSTONE_FLOAT4, 4, f4_random},
	{"f4_bits", SEALSTONE_FLOAT4, 4, f4_bits},
	{"f4_odd", SEALSTONE_FLOAT4, 4, f4_odd},
	{"f4_decimals_and_odd", SEALSTONE_FLOAT4, 4, f4_decimals_and_odd},
	{"f4_smooth", SEALSTONE_FLOAT4, 4, f4_smooth},
};
const int	value_shape_count = sizeof value_shapes / sizeof value_shapes[0];

/* ---------------------------------------------------------------- bytes */

#undef SHAPE
#define SHAPE(name) static void name(Rng *rng, SealstoneBytes *v, uint32_t n, uint8_t *room, size_t room_size)

static void
put(SealstoneBytes *v, uint8_t **room, const void *data, uint32_t len)
{
	v->data = *room;
	v->length = len;
	if (len > 0)
		memcpy(*room, data, len);
	*room += len;
}

static void
put_random(Rng *rng, SealstoneBytes *v, uint8_t **room, uint32_t len)
{
	v->data = *room;
	v->length = len;
	for (uint32_t k = 0; k < len; k++)
		*(*room)++ = (uint8_t) rng_next(rng);
}

SHAPE(text_host_sorted)
{
	(void) rng, (void) room_size;
	for (uint32_t i = 0; i < n; i++)
	{
		char		text[32];

		put(&v[i], &room, text, (uint32_t) snprintf(text, sizeof text, "host_%u", i / 400));
	}
}

SHAPE(text_host_mixed)
{
	(void) room_size;
	for (uint32_t i = 0; i < n; i++)
	{
		char		text[32];

		put(&v[i], &room, text, (uint32_t) snprintf(text, sizeof text, "host_%u", (unsigned) rng_below(rng, 100)));
	}
}

SHAPE(text_status)
{
	static const char *const words[] = {"ok", "ok", "ok", "warn", "degraded", "error"};
	bool		calm = true;

	(void) room_size;
	for (uint32_t i = 0; i < n; i++)
	{
		const char *w;

		if (i % 30 == 0)
			calm = rng_below(rng, 10) < 8;
		w = calm ? "ok" : words[rng_below(rng, 6)];
		put(&v[i], &room, w, (uint32_t) strlen(w));
	}
}

SHAPE(text_constant)
{
	(void) rng, (void) room_size;
	for (uint32_t i = 0; i < n; i++)
		put(&v[i], &room, "v2.4.0", 6);
}

SHAPE(text_empty)
{
	(void) rng, (void) room_size;
	for (uint32_t i = 0; i < n; i++)
		put(&v[i], &room, "", 0);
}

SHAPE(text_log)
{
	(void) room_size;
	for (uint32_t i = 0; i < n; i++)
	{
		char		text[160];

		put(&v[i], &room, text,
			(uint32_t) snprintf(text, sizeof text, "GET /api/v1/items/%u took %u ms, status 200, agent curl/7.88",
								(unsigned) rng_below(rng, 100000), (unsigned) rng_below(rng, 500)));
	}
}

SHAPE(bytea_random)
{
	(void) room_size;
	for (uint32_t i = 0; i < n; i++)
		put_random(rng, &v[i], &room, (uint32_t) rng_below(rng, 40));
}

SHAPE(bytea_long_tail)
{
	size_t		left = room_size;

	for (uint32_t i = 0; i < n; i++)
	{
		uint32_t	len = rng_below(rng, 100) == 0 ? (uint32_t) rng_below(rng, 70000) : (uint32_t) rng_below(rng, 10);

		if (len > left)
			len = 0;
		left -= len;
		put_random(rng, &v[i], &room, len);
	}
}

SHAPE(text_zeros)
{
	(void) room_size;
	for (uint32_t i = 0; i < n; i++)
	{
		uint32_t	len = (uint32_t) rng_below(rng, 3000);

		v[i].data = room;
		v[i].length = len;
		memset(room, 0, len);
		room += len;
	}
}

SHAPE(cstring_words)
{
	static const char *const words[] = {"", "a", "bc", "def", "a longer one"};

	(void) room_size;
	for (uint32_t i = 0; i < n; i++)
	{
		const char *w = words[rng_below(rng, 5)];

		put(&v[i], &room, w, (uint32_t) strlen(w) + 1);
	}
}

SHAPE(cstring_distinct)
{
	(void) rng, (void) room_size;
	for (uint32_t i = 0; i < n; i++)
	{
		char		text[32];

		put(&v[i], &room, text, (uint32_t) snprintf(text, sizeof text, "%x", i * 2654435761u) + 1);
	}
}

SHAPE(uuid_random)
{
	(void) room_size;
	for (uint32_t i = 0; i < n; i++)
		put_random(rng, &v[i], &room, 16);
}

SHAPE(uuid_few)
{
	uint8_t		some[5][16];

	(void) room_size;
	for (int k = 0; k < 80; k++)
		some[k / 16][k % 16] = (uint8_t) rng_next(rng);
	for (uint32_t i = 0; i < n; i++)
		put(&v[i], &room, some[rng_below(rng, 5)], 16);
}

SHAPE(uuid_sorted)
{
	uint8_t		x[16] = {0};

	(void) room_size;
	for (uint32_t i = 0; i < n; i++)
	{
		if (i % 100 == 0)
			x[3] = (uint8_t) rng_next(rng);
		put(&v[i], &room, x, 16);
	}
}

SHAPE(name_fixed)
{
	(void) room_size;
	for (uint32_t i = 0; i < n; i++)
	{
		char		text[64] = {0};

		snprintf(text, sizeof text, "relation_%u", (unsigned) rng_below(rng, 100000));
		put(&v[i], &room, text, 64);
	}
}

SHAPE(tid_fixed)
{
	(void) rng, (void) room_size;
	for (uint32_t i = 0; i < n; i++)
	{
		uint8_t		x[6] = {0, 0, (uint8_t) (i >> 8), 0, (uint8_t) i, 0};

		put(&v[i], &room, x, 6);
	}
}

const BytesShape bytes_shapes[] = {
	{"text_host_sorted", SEALSTONE_VARLENA, -1, text_host_sorted},
	{"text_host_mixed", SEALSTONE_VARLENA, -1, text_host_mixed},
	{"text_status", SEALSTONE_VARLENA, -1, text_status},
	{"text_constant", SEALSTONE_VARLENA, -1, text_constant},
	{"text_empty", SEALSTONE_VARLENA, -1, text_empty},
	{"text_log", SEALSTONE_VARLENA, -1, text_log},
	{"bytea_random", SEALSTONE_VARLENA, -1, bytea_random},
	{"bytea_long_tail", SEALSTONE_VARLENA, -1, bytea_long_tail},
	{"text_zeros", SEALSTONE_VARLENA, -1, text_zeros},
	{"cstring_words", SEALSTONE_VARLENA, -2, cstring_words},
	{"cstring_distinct", SEALSTONE_VARLENA, -2, cstring_distinct},
	{"uuid_random", SEALSTONE_FIXED, 16, uuid_random},
	{"uuid_few", SEALSTONE_FIXED, 16, uuid_few},
	{"uuid_sorted", SEALSTONE_FIXED, 16, uuid_sorted},
	{"name_fixed", SEALSTONE_FIXED, 64, name_fixed},
	{"tid_fixed", SEALSTONE_FIXED, 6, tid_fixed},
};
const int	bytes_shape_count = sizeof bytes_shapes / sizeof bytes_shapes[0];

/* ---------------------------------------------------------------- nulls */

#undef SHAPE
#define SHAPE(name) static void name(Rng *rng, uint64_t *nulls, uint32_t n)
#define SET_NULL(i) (nulls[(i) / 64] |= UINT64_C(1) << ((i) % 64))

SHAPE(nulls_none)
{
	(void) rng, (void) nulls, (void) n;
}

SHAPE(nulls_some)
{
	for (uint32_t i = 0; i < n; i++)
		if (rng_below(rng, 50) == 0)
			SET_NULL(i);
}

SHAPE(nulls_half)
{
	for (uint32_t i = 0; i < n; i++)
		if (rng_below(rng, 2) == 0)
			SET_NULL(i);
}

SHAPE(nulls_most)
{
	for (uint32_t i = 0; i < n; i++)
		if (rng_below(rng, 60) != 0)
			SET_NULL(i);
}

SHAPE(nulls_ranges)
{
	bool		null = rng_below(rng, 2) == 0;

	for (uint32_t i = 0; i < n; i++)
	{
		if (rng_below(rng, 100) == 0)
			null = !null;
		if (null)
			SET_NULL(i);
	}
}

SHAPE(nulls_lead)
{
	for (uint32_t i = 0; i < n - n / 3; i++)
		SET_NULL(i);
	(void) rng;
}

SHAPE(nulls_all)
{
	(void) rng;
	for (uint32_t i = 0; i < n; i++)
		SET_NULL(i);
}

SHAPE(nulls_but_one)
{
	uint32_t	keep = (uint32_t) rng_below(rng, n);

	for (uint32_t i = 0; i < n; i++)
		if (i != keep)
			SET_NULL(i);
}

const NullShape null_shapes[] = {
	{"nulls_none", nulls_none},
	{"nulls_some", nulls_some},
	{"nulls_half", nulls_half},
	{"nulls_most", nulls_most},
	{"nulls_ranges", nulls_ranges},
	{"nulls_lead", nulls_lead},
	{"nulls_all", nulls_all},
	{"nulls_but_one", nulls_but_one},
};
const int	null_shape_count = sizeof null_shapes / sizeof null_shapes[0];

/* ---------------------------------------------------------------- workloads */

static int
add_column(Workload *w, const char *name, SealstoneKind kind)
{
	int			c = w->columns++;

	w->column_names[c] = name;
	w->kinds[c] = kind;
	if (kind == SEALSTONE_VARLENA)
		w->bytes[c] = calloc(w->rows, sizeof(SealstoneBytes));
	else
		w->values[c] = calloc(w->rows, sizeof(int64_t));
	return c;
}

#define TEXTS_ROOM		(1u << 20)

static SealstoneBytes
keep_text(Workload *w, const char *text)
{
	SealstoneBytes b = {(const uint8_t *) w->texts + w->texts_used, (uint32_t) strlen(text)};

	memcpy(w->texts + w->texts_used, text, b.length);
	w->texts_used += b.length;
	return b;
}

Workload *
make_cpu(uint32_t hosts, uint32_t steps)
{
	static const char *const names[] = {
		"usage_user", "usage_system", "usage_idle", "usage_nice", "usage_iowait", "usage_irq", "usage_softirq"
	};
	static const double step[] = {1, 0.6, 1, 0.2, 0.5, 0.02, 0.05};
	static const double most[] = {100, 100, 100, 20, 40, 2, 5};
	Workload   *w = calloc(1, sizeof *w);
	Rng			rng = {20260101};
	int			ts;
	int			host;
	int			metric[10];

	w->name = "cpu";
	w->texts = malloc(TEXTS_ROOM);
	w->rows = hosts * steps;
	ts = add_column(w, "ts", SEALSTONE_INT);
	host = add_column(w, "host", SEALSTONE_VARLENA);
	for (int m = 0; m < 7; m++)
		metric[m] = add_column(w, names[m], SEALSTONE_FLOAT8);
	metric[7] = add_column(w, "usage_steal", SEALSTONE_FLOAT8);
	metric[8] = add_column(w, "usage_guest", SEALSTONE_FLOAT8);
	metric[9] = add_column(w, "usage_guest_nice", SEALSTONE_FLOAT8);
	for (uint32_t h = 0; h < hosts; h++)
	{
		double		x[7];
		char		text[32];
		SealstoneBytes name;
		bool		burst = false;

		snprintf(text, sizeof text, "host_%u", h);
		name = keep_text(w, text);
		for (int m = 0; m < 7; m++)
			x[m] = rng_unit(&rng) * 2 * most[m];
		for (uint32_t s = 0; s < steps; s++)
		{
			uint32_t	row = h * steps + s;

			w->values[ts][row] = 820454400000000 + (int64_t) s * 10000000;
			w->bytes[host][row] = name;
			for (int m = 0; m < 7; m++)
			{
				x[m] += triangular(&rng) * 2.45 * step[m];
				w->values[metric[m]][row] = slot8(decimal(fold(x[m], most[m]), 2));
			}
			if (s % 60 == 0)
				burst = rng_below(&rng, 1024) < 41;
			w->values[metric[7]][row] = slot8(burst ? decimal(rng_unit(&rng) * 10, 2) : 0);
			w->values[metric[8]][row] = slot8(h % 10 == 3 ? decimal(rng_unit(&rng) * 20, 2) : 0);
			w->values[metric[9]][row] = slot8(rng_below(&rng, 65536) < 328 ? decimal(rng_unit(&rng) * 5, 2) : 0);
		}
	}
	return w;
}

Workload *
make_iot(uint32_t devices, uint32_t steps)
{
	Workload   *w = calloc(1, sizeof *w);
	Rng			rng = {20260201};
	static const char *const statuses[] = {"warn", "warn", "warn", "warn", "warn", "degraded", "degraded", "error"};
	SealstoneBytes status[8];
	SealstoneBytes ok;
	SealstoneBytes versions[3];
	uint32_t	row = 0;
	int			c[9];

	w->texts = malloc(TEXTS_ROOM);
	ok = keep_text(w, "ok");
	versions[0] = keep_text(w, "v2.4.1");
	versions[1] = keep_text(w, "v2.3.9");
	versions[2] = keep_text(w, "v2.4.0");
	for (int k = 0; k < 8; k++)
		status[k] = keep_text(w, statuses[k]);
	w->name = "iot";
	w->rows = devices * steps;
	c[0] = add_column(w, "ts", SEALSTONE_INT);
	c[1] = add_column(w, "device", SEALSTONE_VARLENA);
	c[2] = add_column(w, "temperature", SEALSTONE_FLOAT8);
	c[3] = add_column(w, "humidity", SEALSTONE_FLOAT8);
	c[4] = add_column(w, "battery", SEALSTONE_FLOAT8);
	c[5] = add_column(w, "pressure", SEALSTONE_FLOAT8);
	c[6] = add_column(w, "status", SEALSTONE_VARLENA);
	c[7] = add_column(w, "firmware", SEALSTONE_VARLENA);
	c[8] = add_column(w, "seq", SEALSTONE_INT);
	for (uint32_t d = 0; d < devices; d++)
	{
		double		w1 = rng_unit(&rng) * 25;
		double		w2 = rng_unit(&rng) * 100;
		double		w3 = rng_unit(&rng) * 40;
		int64_t		phase = (int64_t) rng_below(&rng, 32768);
		int64_t		seq = (int64_t) rng_below(&rng, 1u << 20);
		uint32_t	wear = (uint32_t) rng_below(&rng, 4096);
		uint32_t	upgrade = 1000 + (uint32_t) rng_below(&rng, 4096);
		bool		calm = true;
		char		text[32];
		SealstoneBytes name;

		snprintf(text, sizeof text, "dev_%04u", d);
		name = keep_text(w, text);
		for (uint32_t s = 0; s < steps; s++)
		{
			w1 += triangular(&rng) * 0.15;
			w2 += (rng_unit(&rng) - 0.5) * 0.8;
			w3 += (rng_unit(&rng) - 0.5) * 0.1;
			if (s % 30 == 0)
				calm = rng_below(&rng, 256) < 250;
			if (rng_below(&rng, 50) == 0)
				continue;
			w->values[c[0]][row] = 823132806000000 +
				((int64_t) s * 60000 + phase + (int64_t) ((rng_unit(&rng) - 0.5) * 10000)) * 1000;
			w->bytes[c[1]][row] = name;
			w->values[c[2]][row] = slot8(decimal(15 + 6 * sin(((double) s - 480) * 3.14159265358979 / 720) + fold(w1, 12) - 6, 2));
			w->values[c[3]][row] = slot8(decimal(fold(w2, 100), 1));
			w->values[c[4]][row] = slot8(decimal(4.2 - (s + wear) * 0.00015 + (double) rng_below(&rng, 4) * 0.005, 2));
			w->values[c[5]][row] = slot8(decimal(990 + fold(w3, 40), 2));
			w->bytes[c[6]][row] = calm ? ok : status[rng_below(&rng, 8)];
			w->bytes[c[7]][row] = versions[s > upgrade ? 0 : d % 7 == 0 ? 1 : 2];
			w->values[c[8]][row] = seq + s;
			row++;
		}
	}
	w->rows = row;
	return w;
}

void
free_workload(Workload *w)
{
	for (int c = 0; c < w->columns; c++)
	{
		free(w->values[c]);
		free(w->bytes[c]);
	}
	free(w->texts);
	free(w);
}
