/*-------------------------------------------------------------------------
 *
 * kernel_body.h
 *	  The inner loops of the codec, included once per CPU target.
 *
 * The including file defines KERNEL_TARGET (a function attribute or nothing), KERNEL_ISA (0, 2 for
 * AVX2 with FMA, 5 for AVX-512 F DQ BW VL) and KERNELS (the name of its table). Loops are written with the
 * compiler's own vector types, as wide as the target's registers, and with intrinsics only where a shuffle or a fused multiply-add must be exact.
 *
 * Layout of bit-packed integers: FastLanes (Afroozeh and Boncz, PVLDB 16(9), 2023), interleaved: value i lies
 * in lane i % 16 at place i / 16, so that one vector operation unpacks neighbours. We do not take over its
 * permuted order for deltas: pages are short, and a prefix sum in registers costs less than the
 * sixteen bases a page would have to store.
 *
 *-------------------------------------------------------------------------
 */
#include <math.h>

#include "codec/internal.h"

#if KERNEL_ISA > 0
#include <immintrin.h>
#endif

#define KFN		static KERNEL_TARGET
#define KINLINE static inline __attribute__((always_inline)) KERNEL_TARGET

/* the widest vector of the target: wider ones the compiler would split by way of memory */
#if KERNEL_ISA == 5
#define VECTOR_BYTES	64
#elif KERNEL_ISA == 2
#define VECTOR_BYTES	32
#else
#define VECTOR_BYTES	16
#endif
#define PER_VECTOR		(VECTOR_BYTES / 8)
#define PER_ROW			(LANE_BYTES / VECTOR_BYTES) /* vectors that hold one word of every lane */

typedef uint64_t U64 __attribute__((vector_size(VECTOR_BYTES), aligned(1), may_alias));
typedef int64_t I64 __attribute__((vector_size(VECTOR_BYTES), aligned(1), may_alias));
typedef int16_t I16 __attribute__((vector_size(VECTOR_BYTES), aligned(1), may_alias));
typedef uint16_t U16 __attribute__((vector_size(VECTOR_BYTES), aligned(1), may_alias));

/* macros, because a wide vector in a function's signature is an ABI of its own */
#define VECTOR_MIN(a, b)	(((a) & ((a) < (b))) | ((b) & ~((a) < (b))))
#define VECTOR_MAX(a, b)	(((b) & ((a) < (b))) | ((a) & ~((a) < (b))))

/* ---------------------------------------------------------------- bit packing */

KFN void
kernel_unpack(const uint8_t *src, unsigned width, unsigned row, unsigned past,
			  uint64_t base, uint64_t scale, int64_t *out)
{
	const uint64_t mask = mask_of(width);

	if (width == 0)
	{
		for (unsigned i = row * LANES; i < past * LANES; i++)
			out[i] = (int64_t) base;
		return;
	}
	for (; row < past; row++)
	{
		const unsigned bit = row * width;
		const unsigned off = bit & 63;
		const U64  *w = (const U64 *) (src + (size_t) (bit >> 6) * LANE_BYTES);
		U64		   *o = (U64 *) (out + row * LANES);

		if (off + width <= 64)
			for (int k = 0; k < PER_ROW; k++)
				o[k] = ((w[k] >> off) & mask) + base;
		else
			for (int k = 0; k < PER_ROW; k++)
				o[k] = (((w[k] >> off) | (w[PER_ROW + k] << (64 - off))) & mask) + base;
		if (scale != 1)
			for (int k = 0; k < PER_ROW; k++)
				o[k] = (o[k] - base) * scale + base;
	}
}

KFN void
kernel_pack(const uint64_t *values, unsigned width, unsigned rows, uint8_t *dst)
{
	if (width == 0)
		return;
	for (int k = 0; k < PER_ROW; k++)
	{
		U64			word = {0};
		unsigned	off = 0;
		U64		   *w = (U64 *) dst + k;
		const U64  *v = (const U64 *) values + k;

		for (unsigned row = 0; row < rows; row++, v += PER_ROW)
		{
			word |= *v << off;
			off += width;
			if (off >= 64)
			{
				*w = word;
				w += PER_ROW;
				off -= 64;
				word = off > 0 ? *v >> (width - off) : (U64) {0};
			}
		}
		if (off > 0)
			*w = word;
	}
}

KFN unsigned
kernel_unpack_codes(const uint8_t *src, unsigned width, unsigned rows, uint16_t *out)
{
	const uint16_t mask = (uint16_t) mask_of(width);
	I16			most = {0};
	unsigned	largest = 0;

	if (width == 0)
	{
		memset(out, 0, rows * CODE_LANES * sizeof(uint16_t));
		return 0;
	}
	for (unsigned row = 0; row < rows; row++)
	{
		const unsigned bit = row * width;
		const uint16_t off = bit & 15;
		const U16  *w = (const U16 *) (src + (size_t) (bit >> 4) * LANE_BYTES);
		U16		   *o = (U16 *) (out + row * CODE_LANES);

		if (off + width <= 16)
			for (int k = 0; k < PER_ROW; k++)
				o[k] = (w[k] >> off) & mask;
		else
			for (int k = 0; k < PER_ROW; k++)
				o[k] = ((w[k] >> off) | (w[PER_ROW + k] << (uint16_t) (16 - off))) & mask;
		/* signed comparison is the one that exists; codes have at most ten bits */
		for (int k = 0; k < PER_ROW; k++)
			most = VECTOR_MAX(most, (I16) o[k]);
	}
	for (unsigned k = 0; k < VECTOR_BYTES / 2; k++)
		largest = (unsigned) most[k] > largest ? (unsigned) most[k] : largest;
	return largest;
}

KFN void
kernel_pack_codes(const uint16_t *codes, unsigned width, unsigned rows, uint8_t *dst)
{
	if (width == 0)
		return;
	for (int k = 0; k < PER_ROW; k++)
	{
		U16			word = {0};
		unsigned	off = 0;
		U16		   *w = (U16 *) dst + k;
		const U16  *v = (const U16 *) codes + k;

		for (unsigned row = 0; row < rows; row++, v += PER_ROW)
		{
			word |= *v << (uint16_t) off;
			off += width;
			if (off >= 16)
			{
				*w = word;
				w += PER_ROW;
				off -= 16;
				word = off > 0 ? *v >> (uint16_t) (width - off) : (U16) {0};
			}
		}
		if (off > 0)
			*w = word;
	}
}

/* ---------------------------------------------------------------- running sums */

KFN void
kernel_prefix_sum(int64_t *v, unsigned rows)
{
#if KERNEL_ISA == 5
	__m512i		carry = _mm512_setzero_si512();
	const __m512i zero = _mm512_setzero_si512();
	const __m512i last = _mm512_set1_epi64(7);

	for (unsigned i = 0; i < rows * LANES; i += 8)
	{
		__m512i		a = _mm512_loadu_si512(v + i);

		a = _mm512_add_epi64(a, _mm512_alignr_epi64(a, zero, 7));
		a = _mm512_add_epi64(a, _mm512_alignr_epi64(a, zero, 6));
		a = _mm512_add_epi64(a, _mm512_alignr_epi64(a, zero, 4));
		_mm512_storeu_si512(v + i, _mm512_add_epi64(a, carry));
		/* the chain from block to block is this one addition */
		carry = _mm512_add_epi64(carry, _mm512_permutexvar_epi64(last, a));
	}
#elif KERNEL_ISA == 2
	__m256i		carry = _mm256_setzero_si256();
	const __m256i zero = _mm256_setzero_si256();

	for (unsigned i = 0; i < rows * LANES; i += 4)
	{
		__m256i		a = _mm256_loadu_si256((const __m256i *) (v + i));

		a = _mm256_add_epi64(a, _mm256_slli_si256(a, 8));
		/* the upper half gets the lower half's last value */
		a = _mm256_add_epi64(a, _mm256_blend_epi32(zero, _mm256_permute4x64_epi64(a, 0x50), 0xf0));
		_mm256_storeu_si256((__m256i *) (v + i), _mm256_add_epi64(a, carry));
		carry = _mm256_add_epi64(carry, _mm256_permute4x64_epi64(a, 0xff));
	}
#else
	uint64_t	sum = 0;

	for (unsigned i = 0; i < rows * LANES; i++)
	{
		sum += (uint64_t) v[i];
		v[i] = (int64_t) sum;
	}
#endif
}

KFN int64_t
kernel_sum(const int64_t *v, unsigned rows)
{
	U64			sums = {0};
	uint64_t	sum = 0;

	for (unsigned i = 0; i < rows * LANES; i += PER_VECTOR)
		sums += *(const U64 *) (v + i);
	for (unsigned k = 0; k < PER_VECTOR; k++)
		sum += sums[k];
	return (int64_t) sum;
}

/* ---------------------------------------------------------------- filling */

KFN void
kernel_fill_steps(int64_t *out, unsigned n, int64_t start, int64_t step)
{
	U64			v = (U64) {0} + (uint64_t) start;
	U64			by;
	unsigned	i = 0;

	for (unsigned k = 0; k < PER_VECTOR; k++)
	{
		v[k] += (uint64_t) step * k;
		by[k] = (uint64_t) step * PER_VECTOR;
	}
	for (; i + PER_VECTOR <= n; i += PER_VECTOR, v += by)
		*(U64 *) (out + i) = v;
	for (; i < n; i++)
		out[i] = (int64_t) ((uint64_t) start + (uint64_t) step * i);
}

/* out[i] = bit i, for n a multiple of 8 */
KFN void
kernel_unpack_bits(const uint8_t *bits, unsigned n, int64_t *out)
{
	U64			at;

	for (unsigned k = 0; k < PER_VECTOR; k++)
		at[k] = k;
	for (unsigned i = 0; i < n; i += 8)
		for (unsigned k = 0; k < 8; k += PER_VECTOR)
			*(U64 *) (out + i + k) = (((U64) {0} + (uint64_t) (bits[i / 8] >> k)) >> at) & 1;
}

/* ---------------------------------------------------------------- decimal-scaled floats */

/*
 * Both directions share one definition of "v / 10^e", three roundings long, that every target computes to
 * the same bits: q = v * (1 / 10^e); r = v - q * 10^e, fused; result = q + r * (1 / 10^e), fused. For integers
 * of fewer than 51 bits it is the correctly rounded quotient in all but contrived cases, which is what
 * strtod gives for a decimal of e places; where it is not, the encoder sees it and makes an exception.
 *
 * Integer to double and back by the usual constant 1.5 * 2^52, right for |v| < 2^51, same on every target.
 */
#define ALP_MAGIC		0x1.8p52
#define ALP_MAGIC_BITS	UINT64_C(0x4338000000000000)
#define ALP_LIMIT		0x1p51

#if KERNEL_ISA == 5
KINLINE __m512d
alp_value(__m512i v, __m512d ten, __m512d tenth)
{
	__m512d		x = _mm512_sub_pd(_mm512_castsi512_pd(_mm512_add_epi64(v, _mm512_set1_epi64((int64_t) ALP_MAGIC_BITS))),
								  _mm512_set1_pd(ALP_MAGIC));
	__m512d		q = _mm512_mul_pd(x, tenth);

	return _mm512_fmadd_pd(_mm512_fnmadd_pd(q, ten, x), tenth, q);
}

#define ALP_STEP	8
#elif KERNEL_ISA == 2
KINLINE __m256d
alp_value(__m256i v, __m256d ten, __m256d tenth)
{
	__m256d		x = _mm256_sub_pd(_mm256_castsi256_pd(_mm256_add_epi64(v, _mm256_set1_epi64x((int64_t) ALP_MAGIC_BITS))),
								  _mm256_set1_pd(ALP_MAGIC));
	__m256d		q = _mm256_mul_pd(x, tenth);

	return _mm256_fmadd_pd(_mm256_fnmadd_pd(q, ten, x), tenth, q);
}

/* the low halves of four slots */
KINLINE __m128i
low_halves(__m256i v)
{
	return _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6)));
}

#define ALP_STEP	4
#else
KINLINE double
alp_value(int64_t v, double ten, double tenth)
{
	uint64_t	bits = (uint64_t) v + ALP_MAGIC_BITS;
	double		x;
	double		q;

	memcpy(&x, &bits, sizeof x);
	x -= ALP_MAGIC;
	q = x * tenth;
	return fma(fma(-q, ten, x), tenth, q);
}

KINLINE bool
alp_integer(double x, double ten, int64_t *v)
{
	double		t = x * ten;
	uint64_t	bits;

	if (!(t > -ALP_LIMIT && t < ALP_LIMIT))
		return false;
	t += ALP_MAGIC;
	memcpy(&bits, &t, sizeof bits);
	*v = (int64_t) (bits - ALP_MAGIC_BITS);
	return true;
}

#define ALP_STEP	1
#endif

KFN void
kernel_alp8(int64_t *v, unsigned from, unsigned past, unsigned exponent)
{
#if KERNEL_ISA == 5
	const __m512d ten = _mm512_set1_pd(sealstone_ten_to[exponent]);
	const __m512d tenth = _mm512_set1_pd(sealstone_one_by_ten_to[exponent]);

	for (unsigned i = from; i < past; i += 8)
		_mm512_storeu_pd(v + i, alp_value(_mm512_loadu_si512(v + i), ten, tenth));
#elif KERNEL_ISA == 2
	const __m256d ten = _mm256_set1_pd(sealstone_ten_to[exponent]);
	const __m256d tenth = _mm256_set1_pd(sealstone_one_by_ten_to[exponent]);

	for (unsigned i = from; i < past; i += 4)
		_mm256_storeu_si256((__m256i *) (v + i),
							_mm256_castpd_si256(alp_value(_mm256_loadu_si256((const __m256i *) (v + i)), ten, tenth)));
#else
	for (unsigned i = from; i < past; i++)
	{
		double		d = alp_value(v[i], sealstone_ten_to[exponent], sealstone_one_by_ten_to[exponent]);

		memcpy(v + i, &d, sizeof d);
	}
#endif
}

KFN void
kernel_alp4(int64_t *v, unsigned from, unsigned past, unsigned exponent)
{
#if KERNEL_ISA == 5
	const __m512d ten = _mm512_set1_pd(sealstone_ten_to[exponent]);
	const __m512d tenth = _mm512_set1_pd(sealstone_one_by_ten_to[exponent]);

	for (unsigned i = from; i < past; i += 8)
	{
		__m256		f = _mm512_cvtpd_ps(alp_value(_mm512_loadu_si512(v + i), ten, tenth));

		_mm512_storeu_si512(v + i, _mm512_cvtepi32_epi64(_mm256_castps_si256(f)));
	}
#elif KERNEL_ISA == 2
	const __m256d ten = _mm256_set1_pd(sealstone_ten_to[exponent]);
	const __m256d tenth = _mm256_set1_pd(sealstone_one_by_ten_to[exponent]);

	for (unsigned i = from; i < past; i += 4)
	{
		__m128		f = _mm256_cvtpd_ps(alp_value(_mm256_loadu_si256((const __m256i *) (v + i)), ten, tenth));

		_mm256_storeu_si256((__m256i *) (v + i), _mm256_cvtepi32_epi64(_mm_castps_si128(f)));
	}
#else
	for (unsigned i = from; i < past; i++)
	{
		float		f = (float) alp_value(v[i], sealstone_ten_to[exponent], sealstone_one_by_ten_to[exponent]);
		int32_t		bits;

		memcpy(&bits, &f, sizeof bits);
		v[i] = bits;
	}
#endif
}

KFN void
kernel_alp8_encode(const int64_t *slots, unsigned past, unsigned exponent, int64_t *ints, uint64_t *bad)
{
	memset(bad, 0, SEALSTONE_NULL_WORDS * sizeof(uint64_t));
#if KERNEL_ISA == 5
	const __m512d ten = _mm512_set1_pd(sealstone_ten_to[exponent]);
	const __m512d tenth = _mm512_set1_pd(sealstone_one_by_ten_to[exponent]);
	const __m512i magic = _mm512_set1_epi64((int64_t) ALP_MAGIC_BITS);

	for (unsigned i = 0; i < past; i += 8)
	{
		__m512d		x = _mm512_loadu_pd(slots + i);
		__m512d		t = _mm512_mul_pd(x, ten);
		__mmask8	ok = _mm512_cmp_pd_mask(_mm512_abs_pd(t), _mm512_set1_pd(ALP_LIMIT), _CMP_LT_OQ);
		__m512i		v = _mm512_sub_epi64(_mm512_castpd_si512(_mm512_add_pd(t, _mm512_set1_pd(ALP_MAGIC))), magic);

		v = _mm512_maskz_mov_epi64(ok, v);
		ok = _mm512_mask_cmpeq_epi64_mask(ok, _mm512_castpd_si512(alp_value(v, ten, tenth)), _mm512_castpd_si512(x));
		_mm512_storeu_si512(ints + i, v);
		bad[i >> 6] |= (uint64_t) (uint8_t) ~ok << (i & 63);
	}
#elif KERNEL_ISA == 2
	const __m256d ten = _mm256_set1_pd(sealstone_ten_to[exponent]);
	const __m256d tenth = _mm256_set1_pd(sealstone_one_by_ten_to[exponent]);
	const __m256i magic = _mm256_set1_epi64x((int64_t) ALP_MAGIC_BITS);
	const __m256d sign = _mm256_set1_pd(-0.0);

	for (unsigned i = 0; i < past; i += 4)
	{
		__m256d		x = _mm256_castsi256_pd(_mm256_loadu_si256((const __m256i *) (slots + i)));
		__m256d		t = _mm256_mul_pd(x, ten);
		__m256i		in = _mm256_castpd_si256(_mm256_cmp_pd(_mm256_andnot_pd(sign, t), _mm256_set1_pd(ALP_LIMIT), _CMP_LT_OQ));
		__m256i		v = _mm256_sub_epi64(_mm256_castpd_si256(_mm256_add_pd(t, _mm256_set1_pd(ALP_MAGIC))), magic);
		__m256i		same;

		v = _mm256_and_si256(in, v);
		same = _mm256_cmpeq_epi64(_mm256_castpd_si256(alp_value(v, ten, tenth)), _mm256_castpd_si256(x));
		_mm256_storeu_si256((__m256i *) (ints + i), v);
		bad[i >> 6] |= (uint64_t) (15 & ~_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_and_si256(in, same)))) << (i & 63);
	}
#else
	for (unsigned i = 0; i < past; i++)
	{
		double		x;
		double		back;
		int64_t		v = 0;
		bool		ok;

		memcpy(&x, slots + i, sizeof x);
		ok = alp_integer(x, sealstone_ten_to[exponent], &v);
		back = alp_value(v, sealstone_ten_to[exponent], sealstone_one_by_ten_to[exponent]);
		ints[i] = v;
		if (!ok || memcmp(&back, &x, sizeof x) != 0)
			set_bit(bad, i);
	}
#endif
}

KFN void
kernel_alp4_encode(const int64_t *slots, unsigned past, unsigned exponent, int64_t *ints, uint64_t *bad)
{
	memset(bad, 0, SEALSTONE_NULL_WORDS * sizeof(uint64_t));
#if KERNEL_ISA == 5
	const __m512d ten = _mm512_set1_pd(sealstone_ten_to[exponent]);
	const __m512d tenth = _mm512_set1_pd(sealstone_one_by_ten_to[exponent]);
	const __m512i magic = _mm512_set1_epi64((int64_t) ALP_MAGIC_BITS);

	for (unsigned i = 0; i < past; i += 8)
	{
		__m256i		x = _mm512_cvtepi64_epi32(_mm512_loadu_si512(slots + i));
		__m512d		t = _mm512_mul_pd(_mm512_cvtps_pd(_mm256_castsi256_ps(x)), ten);
		__mmask8	ok = _mm512_cmp_pd_mask(_mm512_abs_pd(t), _mm512_set1_pd(ALP_LIMIT), _CMP_LT_OQ);
		__m512i		v = _mm512_sub_epi64(_mm512_castpd_si512(_mm512_add_pd(t, _mm512_set1_pd(ALP_MAGIC))), magic);

		v = _mm512_maskz_mov_epi64(ok, v);
		ok = _mm256_mask_cmpeq_epi32_mask(ok, _mm256_castps_si256(_mm512_cvtpd_ps(alp_value(v, ten, tenth))), x);
		_mm512_storeu_si512(ints + i, v);
		bad[i >> 6] |= (uint64_t) (uint8_t) ~ok << (i & 63);
	}
#elif KERNEL_ISA == 2
	const __m256d ten = _mm256_set1_pd(sealstone_ten_to[exponent]);
	const __m256d tenth = _mm256_set1_pd(sealstone_one_by_ten_to[exponent]);
	const __m256i magic = _mm256_set1_epi64x((int64_t) ALP_MAGIC_BITS);
	const __m256d sign = _mm256_set1_pd(-0.0);

	for (unsigned i = 0; i < past; i += 4)
	{
		__m128i		x = low_halves(_mm256_loadu_si256((const __m256i *) (slots + i)));
		__m256d		t = _mm256_mul_pd(_mm256_cvtps_pd(_mm_castsi128_ps(x)), ten);
		__m256i		in = _mm256_castpd_si256(_mm256_cmp_pd(_mm256_andnot_pd(sign, t), _mm256_set1_pd(ALP_LIMIT), _CMP_LT_OQ));
		__m256i		v = _mm256_sub_epi64(_mm256_castpd_si256(_mm256_add_pd(t, _mm256_set1_pd(ALP_MAGIC))), magic);
		__m128i		same;

		v = _mm256_and_si256(in, v);
		same = _mm_cmpeq_epi32(_mm_castps_si128(_mm256_cvtpd_ps(alp_value(v, ten, tenth))), x);
		_mm256_storeu_si256((__m256i *) (ints + i), v);
		bad[i >> 6] |= (uint64_t) (15 & ~(_mm256_movemask_pd(_mm256_castsi256_pd(in)) & _mm_movemask_ps(_mm_castsi128_ps(same)))) << (i & 63);
	}
#else
	for (unsigned i = 0; i < past; i++)
	{
		uint32_t	bits = (uint32_t) slots[i];
		float		x;
		float		back;
		int64_t		v = 0;
		bool		ok;

		memcpy(&x, &bits, sizeof x);
		ok = alp_integer((double) x, sealstone_ten_to[exponent], &v);
		back = (float) alp_value(v, sealstone_ten_to[exponent], sealstone_one_by_ten_to[exponent]);
		ints[i] = v;
		if (!ok || memcmp(&back, &x, sizeof x) != 0)
			set_bit(bad, i);
	}
#endif
}

/* ---------------------------------------------------------------- statistics */

KFN void
kernel_stats(const int64_t *v, unsigned n, IntStats *stats)
{
	int64_t		min = v[0];
	int64_t		max = v[0];
	int64_t		delta_min = n > 1 ? wrap_sub(v[1], v[0]) : 0;
	int64_t		delta_max = delta_min;
	uint32_t	changes = 0;
	uint32_t	step_changes = 0;
	unsigned	i = 1;

	if (n > 1)
	{
		min = v[1] < min ? v[1] : min;
		max = v[1] > max ? v[1] : max;
		changes = v[1] != v[0];
		i = 2;
	}
#if KERNEL_ISA > 0				/* SSE2 has no comparison of 64-bit integers: the loop below is faster */
	if (n >= 2 + PER_VECTOR)
	{
		I64			lo = (I64) {0} + min;
		I64			hi = (I64) {0} + max;
		I64			dlo = (I64) {0} + delta_min;
		I64			dhi = (I64) {0} + delta_max;
		I64			moved = {0};
		I64			bent = {0};

		for (; i + PER_VECTOR <= n; i += PER_VECTOR)
		{
			I64			a = *(const I64 *) (v + i);
			I64			b = *(const I64 *) (v + i - 1);
			I64			c = *(const I64 *) (v + i - 2);
			I64			d = (I64) ((U64) a - (U64) b);
			I64			e = (I64) ((U64) b - (U64) c);

			lo = VECTOR_MIN(lo, a);
			hi = VECTOR_MAX(hi, a);
			dlo = VECTOR_MIN(dlo, d);
			dhi = VECTOR_MAX(dhi, d);
			moved -= a != b;
			bent -= d != e;
		}
		for (unsigned k = 0; k < PER_VECTOR; k++)
		{
			min = lo[k] < min ? lo[k] : min;
			max = hi[k] > max ? hi[k] : max;
			delta_min = dlo[k] < delta_min ? dlo[k] : delta_min;
			delta_max = dhi[k] > delta_max ? dhi[k] : delta_max;
			changes += (uint32_t) moved[k];
			step_changes += (uint32_t) bent[k];
		}
	}
#endif
	for (; i < n; i++)
	{
		int64_t		d = wrap_sub(v[i], v[i - 1]);

		min = v[i] < min ? v[i] : min;
		max = v[i] > max ? v[i] : max;
		delta_min = d < delta_min ? d : delta_min;
		delta_max = d > delta_max ? d : delta_max;
		changes += v[i] != v[i - 1];
		step_changes += d != wrap_sub(v[i - 1], v[i - 2]);
	}
	stats->min = min;
	stats->max = max;
	stats->delta_min = delta_min;
	stats->delta_max = delta_max;
	stats->changes = changes;
	stats->step_changes = step_changes;
}

const Kernels KERNELS = {
	.isa = KERNEL_ISA == 5 ? SEALSTONE_ISA_AVX512 : KERNEL_ISA == 2 ? SEALSTONE_ISA_AVX2 : SEALSTONE_ISA_PORTABLE,
	.unpack = kernel_unpack,
	.pack = kernel_pack,
	.unpack_codes = kernel_unpack_codes,
	.pack_codes = kernel_pack_codes,
	.prefix_sum = kernel_prefix_sum,
	.sum = kernel_sum,
	.fill_steps = kernel_fill_steps,
	.unpack_bits = kernel_unpack_bits,
	.alp8 = kernel_alp8,
	.alp4 = kernel_alp4,
	.alp8_encode = kernel_alp8_encode,
	.alp4_encode = kernel_alp4_encode,
	.stats = kernel_stats,
};
