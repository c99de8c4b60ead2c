/*-------------------------------------------------------------------------
 *
 * internal.h
 *	  What the files of src/codec share, and nobody else includes.
 *
 * Layout constants of the page (README.md is the reference), the cursors through which every byte is
 * read and written, the kernels chosen by CPU, and the prototypes grouped by the file that has them.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_CODEC_INTERNAL_H
#define SEALSTONE_CODEC_INTERNAL_H

#include <string.h>

#include "codec/codec.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Sealstone's pages are little-endian and so must the machine be"
#endif

#define PAGE_VERSION		1

#define NULLS_NONE			0	/* no bytes */
#define NULLS_ALL			1	/* no bytes */
#define NULLS_BITMAP		2	/* ceil(count / 8) bytes */
#define NULLS_RANGES		3	/* u16 n, then n times (u16 first, u16 length) */
#define NULLS_MAX_RANGES	31	/* more would be larger than the bitmap of a full page */

#define VALUES				SEALSTONE_PAGE_VALUES
#define LANES				16	/* 64-bit lanes of bit-packed integers */
#define CODE_LANES			64	/* 16-bit lanes of bit-packed codes */
#define LANE_BYTES			128 /* one word of every lane, either way */

#define TRY(call) \
	do { SealstoneStatus status_ = (call); if (status_ != SEALSTONE_OK) return status_; } while (0)

#define likely_(x)		__builtin_expect(!!(x), 1)
#define unlikely_(x)	__builtin_expect(!!(x), 0)

/* ---------------------------------------------------------------- bits and bytes */

static inline uint16_t
get16(const uint8_t *p)
{
	uint16_t	v;

	memcpy(&v, p, sizeof v);
	return v;
}

static inline uint32_t
get32(const uint8_t *p)
{
	uint32_t	v;

	memcpy(&v, p, sizeof v);
	return v;
}

static inline uint64_t
get64(const uint8_t *p)
{
	uint64_t	v;

	memcpy(&v, p, sizeof v);
	return v;
}

static inline void
put16(uint8_t *p, uint16_t v)
{
	memcpy(p, &v, sizeof v);
}

static inline void
put32(uint8_t *p, uint32_t v)
{
	memcpy(p, &v, sizeof v);
}

static inline void
put64(uint8_t *p, uint64_t v)
{
	memcpy(p, &v, sizeof v);
}

/* bits needed to hold v: 0 for 0 */
static inline unsigned
bits_of(uint64_t v)
{
	return v == 0 ? 0 : 64 - (unsigned) __builtin_clzll(v);
}

static inline uint64_t
mask_of(unsigned width)
{
	return width == 0 ? 0 : ~UINT64_C(0) >> (64 - width);
}

/* bytes, 0 to 8, from which sign extension gives v back */
static inline unsigned
signed_bytes(int64_t v)
{
	return v == 0 ? 0 : (bits_of((uint64_t) (v < 0 ? ~v : v)) + 8) / 8;
}

static inline int64_t
get_signed(const uint8_t *p, unsigned len)
{
	uint64_t	v = 0;

	if (len == 0)
		return 0;
	memcpy(&v, p, len);
	return (int64_t) (v << (64 - 8 * len)) >> (64 - 8 * len);
}

/* sums and differences wrap: the decoder undoes exactly what the encoder did, modulo 2^64 */
static inline int64_t
wrap_add(int64_t a, int64_t b)
{
	return (int64_t) ((uint64_t) a + (uint64_t) b);
}

static inline int64_t
wrap_sub(int64_t a, int64_t b)
{
	return (int64_t) ((uint64_t) a - (uint64_t) b);
}

static inline int64_t
wrap_mul(int64_t a, int64_t b)
{
	return (int64_t) ((uint64_t) a * (uint64_t) b);
}

static inline bool
bit_is_set(const uint64_t *words, uint32_t i)
{
	return (words[i >> 6] >> (i & 63)) & 1;
}

static inline void
set_bit(uint64_t *words, uint32_t i)
{
	words[i >> 6] |= UINT64_C(1) << (i & 63);
}

/* bytes of n bit-packed integers (16 lanes of 64 bits) and codes (64 lanes of 16 bits) */
static inline size_t
packed_bytes(uint32_t n, unsigned width)
{
	return (size_t) (((n + LANES - 1) / LANES * width + 63) / 64) * LANE_BYTES;
}

static inline size_t
packed_code_bytes(uint32_t n, unsigned width)
{
	return (size_t) (((n + CODE_LANES - 1) / CODE_LANES * width + 15) / 16) * LANE_BYTES;
}

/* width bits at a bit position of a little-endian bit stream that has them */
static inline uint64_t
read_bits(const uint8_t *data, size_t bytes, size_t bit, unsigned width)
{
	size_t		byte = bit >> 3;
	unsigned	off = bit & 7;
	uint64_t	v = 0;

	if (width == 0)
		return 0;
	memcpy(&v, data + byte, bytes - byte >= 8 ? 8 : bytes - byte);
	v >>= off;
	if (off + width > 64)
		v |= (uint64_t) data[byte + 8] << (64 - off);
	return v & mask_of(width);
}

/* ---------------------------------------------------------------- cursors */

/* reading: nothing is taken that is not there */
typedef struct Cursor
{
	const uint8_t *p;
	const uint8_t *end;
} Cursor;

static inline size_t
cursor_left(const Cursor *in)
{
	return (size_t) (in->end - in->p);
}

/* n bytes, or NULL where fewer are left */
static inline const uint8_t *
cursor_take(Cursor *in, size_t n)
{
	const uint8_t *p = in->p;

	if (unlikely_(cursor_left(in) < n))
		return NULL;
	in->p += n;
	return p;
}

/* writing: past the end nothing is written and 'full' says so */
typedef struct Out
{
	uint8_t    *p;
	uint8_t    *end;
	bool		full;
} Out;

static inline uint8_t *
out_take(Out *out, size_t n)
{
	uint8_t    *p = out->p;

	if (unlikely_(out->full || (size_t) (out->end - out->p) < n))
	{
		out->full = true;
		return NULL;
	}
	out->p += n;
	return p;
}

static inline void
out_bytes(Out *out, const void *data, size_t n)
{
	uint8_t    *p = out_take(out, n);

	if (p != NULL && n > 0)
		memcpy(p, data, n);
}

static inline void
out_8(Out *out, uint8_t v)
{
	out_bytes(out, &v, sizeof v);
}

static inline void
out_16(Out *out, uint16_t v)
{
	out_bytes(out, &v, sizeof v);
}

static inline void
out_64(Out *out, uint64_t v)
{
	out_bytes(out, &v, sizeof v);
}

/* ---------------------------------------------------------------- kernels (kernel_*.c, dispatch.c) */

typedef struct IntStats
{
	int64_t		min;
	int64_t		max;
	int64_t		delta_min;		/* of v[i] - v[i - 1], wrapping; 0 when n < 2 */
	int64_t		delta_max;
	uint32_t	changes;		/* i with v[i] != v[i - 1] */
	uint32_t	step_changes;	/* i with v[i] - v[i - 1] != v[i - 1] - v[i - 2] */
} IntStats;

/*
 * The loops worth compiling for each CPU. Every version gives the same bits. A row is LANES values;
 * arrays reach to the end of the last row asked for.
 */
typedef struct Kernels
{
	SealstoneIsa isa;
	/* out[i] = base + scale * packed[i] for the rows [row, past) */
	void		(*unpack) (const uint8_t *src, unsigned width, unsigned row, unsigned past,
						   uint64_t base, uint64_t scale, int64_t *out);
	void		(*pack) (const uint64_t *values, unsigned width, unsigned rows, uint8_t *dst);
	/* the same for codes of at most 10 bits; a row is CODE_LANES of them; returns the largest code */
	unsigned	(*unpack_codes) (const uint8_t *src, unsigned width, unsigned rows, uint16_t *out);
	void		(*pack_codes) (const uint16_t *codes, unsigned width, unsigned rows, uint8_t *dst);
	/* v[i] += v[i - 1] + ... + v[0] */
	void		(*prefix_sum) (int64_t *v, unsigned rows);
	/* of all values of the rows, wrapping */
	int64_t		(*sum) (const int64_t *v, unsigned rows);
	/* out[i] = start + step * i */
	void		(*fill_steps) (int64_t *out, unsigned n, int64_t start, int64_t step);
	/* out[i] = bit i of bits; n a multiple of 8 */
	void		(*unpack_bits) (const uint8_t *bits, unsigned n, int64_t *out);
	/* decimal-scaled integers to float slots, in place; [from, past) multiples of 8 */
	void		(*alp8) (int64_t *v, unsigned from, unsigned past, unsigned exponent);
	void		(*alp4) (int64_t *v, unsigned from, unsigned past, unsigned exponent);
	/* float slots to decimal-scaled integers; bad: bit i set where they do not give slot i back */
	void		(*alp8_encode) (const int64_t *slots, unsigned past, unsigned exponent,
								int64_t *ints, uint64_t *bad);
	void		(*alp4_encode) (const int64_t *slots, unsigned past, unsigned exponent,
								int64_t *ints, uint64_t *bad);
	/* n >= 1 */
	void		(*stats) (const int64_t *v, unsigned n, IntStats *stats);
} Kernels;

extern const Kernels *sealstone_kernels;
extern const Kernels sealstone_kernels_portable;
#if defined(__x86_64__)
extern const Kernels sealstone_kernels_avx2;
extern const Kernels sealstone_kernels_avx512;
#endif

#define ALP_MAX_EXPONENT	18	/* 10^18 is exact in a double, and more digits than it has */
extern const double sealstone_ten_to[ALP_MAX_EXPONENT + 1];
extern const double sealstone_one_by_ten_to[ALP_MAX_EXPONENT + 1];

/* ---------------------------------------------------------------- packed.c: arrays of integers inside a payload */

/* bit-packed with patches, up to 1,024 */
typedef struct Packed
{
	unsigned	width;
	unsigned	exception_bytes;
	uint32_t	exceptions;
	uint32_t	n;
	uint64_t	base;
	uint64_t	scale;
	const uint8_t *words;
	const uint8_t *positions;	/* u16 each, ascending */
	const uint8_t *values;		/* exception_bytes each, in packed units, sign-extended */
} Packed;

typedef struct PackPlan
{
	unsigned	width;
	uint64_t	base;
	uint64_t	scale;
	uint32_t	exceptions;		/* an estimate until written */
	size_t		cost;			/* bytes */
} PackPlan;

extern SealstoneStatus sealstone_packed_parse(Cursor *in, uint32_t n, Packed *packed);
extern SealstoneStatus sealstone_packed_all(const Packed *packed, uint32_t first, uint32_t past, int64_t *out);
extern int64_t sealstone_packed_one(const Packed *packed, uint32_t i);
/* residuals[n], their minimum and maximum -> the cheapest width, base, scale, with patches where they pay */
extern void sealstone_pack_plan(const int64_t *residuals, uint32_t n, int64_t min, int64_t max, PackPlan *plan);
/* scratch: VALUES words */
extern void sealstone_pack_write(Out *out, const int64_t *residuals, uint32_t n, const PackPlan *plan,
								 uint64_t *scratch);

/* few or narrow: one stream of bits */
typedef struct Small
{
	unsigned	width;
	uint32_t	n;
	int64_t		base;
	const uint8_t *data;
	size_t		bytes;
} Small;

extern SealstoneStatus sealstone_small_parse(Cursor *in, uint32_t n, Small *small);
extern void sealstone_small_write(Out *out, const int64_t *values, uint32_t n);
extern void sealstone_small_all(const Small *small, int64_t *out);
extern size_t sealstone_small_cost(uint32_t n, int64_t min, int64_t max);

static inline int64_t
small_get(const Small *small, uint32_t i)
{
	return wrap_add(small->base,
					(int64_t) read_bits(small->data, small->bytes, (size_t) i * small->width, small->width));
}

/* ---------------------------------------------------------------- encoder state */

#define HASH_SLOTS		2048

struct SealstoneEncoder
{
	SealstoneKind kind;
	int16_t		attlen;
	SealstoneCompression compression;
	int			zstd_level;

	/* what earlier pages taught; only ever a hint */
	int			alp_exponent;	/* that of the last ALP page, or -1 */
	unsigned	alp_skip;		/* pages still to pass without trying ALP */
	unsigned	alp_backoff;
	unsigned	dict_skip;
	unsigned	dict_backoff;
	unsigned	compress_skip;
	unsigned	compress_backoff;

	/* scratch of one page */
	int64_t		filled[VALUES];
	int64_t		ints[VALUES];
	int64_t		decimals[VALUES];
	int64_t		deltas[VALUES];
	int64_t		run_values[VALUES];
	int64_t		run_lengths[VALUES];
	int64_t		run_steps[VALUES];
	uint64_t	words[VALUES];
	SealstoneBytes bytes[VALUES];
	uint16_t	codes[VALUES];
	uint16_t	first_row[VALUES];	/* of each dictionary entry */
	uint16_t	slots[HASH_SLOTS];
	uint32_t	hashes[VALUES];
};

/* a counter that backs off: true when an attempt is due */
static inline bool
attempt_due(unsigned *skip)
{
	if (*skip == 0)
		return true;
	(*skip)--;
	return false;
}

static inline void
attempt_result(unsigned *skip, unsigned *backoff, bool paid, unsigned most)
{
	if (paid)
		*backoff = 0;
	else
		*backoff = *backoff == 0 ? 1 : (*backoff * 2 > most ? most : *backoff * 2);
	*skip = *backoff == 0 ? 0 : *backoff - 1;
}

/* ---------------------------------------------------------------- integer.c */

/* values of CONSTANT FOR DELTA DELTA2 STEPS RUNS DICT DICT_RUNS; n values of the payload */
extern SealstoneStatus sealstone_integer_decode(SealstoneEncoding encoding, Cursor in, uint32_t n,
												uint32_t first, uint32_t past, SealstoneVector *vector);
extern SealstoneStatus sealstone_integer_one(SealstoneEncoding encoding, Cursor in, uint32_t n, uint32_t i,
											 int64_t *value);
extern SealstoneStatus sealstone_integer_bound(SealstoneEncoding encoding, Cursor in, uint32_t n,
											   uint32_t first, uint32_t past, int64_t key, bool strict,
											   bool descending, uint32_t *row);
extern bool sealstone_integer_reachable(SealstoneEncoding encoding);

/* ---------------------------------------------------------------- choose.c */

/* the payload of n integers by the cheapest of the encodings above; returns its id */
extern SealstoneEncoding sealstone_integer_encode(SealstoneEncoder *encoder, const int64_t *values, uint32_t n,
												  const IntStats *stats, Out *out);

/* ---------------------------------------------------------------- float.c */

extern SealstoneEncoding sealstone_float_encode(SealstoneEncoder *encoder, const int64_t *slots, uint32_t n,
												Out *out);
extern SealstoneStatus sealstone_alp_decode(SealstoneKind kind, Cursor in, uint32_t n,
											uint32_t first, uint32_t past, SealstoneVector *vector);
extern SealstoneStatus sealstone_alp_one(SealstoneKind kind, Cursor in, uint32_t n, uint32_t i, int64_t *value);
extern bool sealstone_alp_reachable(Cursor in);
extern SealstoneStatus sealstone_xor_decode(SealstoneKind kind, Cursor in, uint32_t n, int64_t *out);
extern SealstoneStatus sealstone_raw_decode(SealstoneKind kind, Cursor in, uint32_t n,
											uint32_t first, uint32_t past, int64_t *out);
extern SealstoneStatus sealstone_raw_one(SealstoneKind kind, Cursor in, uint32_t n, uint32_t i, int64_t *value);

/* ---------------------------------------------------------------- dictionary.c */

/* codes of an integer or by-reference page */
typedef struct Codes
{
	uint32_t	ndict;
	uint32_t	nruns;			/* DICT_RUNS */
	unsigned	width;			/* DICT */
	const uint8_t *words;		/* DICT */
	Small		lengths;		/* DICT_RUNS */
	Small		run_codes;		/* DICT_RUNS */
} Codes;

extern SealstoneStatus sealstone_codes_parse(SealstoneEncoding encoding, Cursor *in, uint32_t n, uint32_t ndict,
											 Codes *codes);
extern SealstoneStatus sealstone_codes_decode(SealstoneEncoding encoding, const Codes *codes, uint32_t n,
											  SealstoneVector *vector);
extern SealstoneStatus sealstone_codes_one(SealstoneEncoding encoding, const Codes *codes, uint32_t i,
										   uint32_t *code);
/* encoder->codes[n] as bit-packed codes or runs of them, whichever is smaller; runs known to the caller */
extern SealstoneEncoding sealstone_codes_encode(SealstoneEncoder *encoder, uint32_t n, uint32_t ndict,
												uint32_t nruns, Out *out);
extern size_t sealstone_codes_cost(uint32_t n, uint32_t ndict, uint32_t nruns);
/* run lengths (nruns - 1 stored, the last one implied) -> run_end; false where they are impossible */
extern bool sealstone_run_ends(const Small *lengths, uint32_t nruns, uint32_t n, uint16_t *run_end);
/* fill encoder->codes and first_row; 0 when there are more than 'most' distinct values */
extern uint32_t sealstone_dict_build_ints(SealstoneEncoder *encoder, const int64_t *values, uint32_t n,
										  uint32_t most);
extern uint32_t sealstone_dict_build_bytes(SealstoneEncoder *encoder, const SealstoneBytes *values, uint32_t n,
										   uint32_t most);

/* ---------------------------------------------------------------- datum.c */

extern SealstoneEncoding sealstone_bytes_encode(SealstoneEncoder *encoder, const SealstoneBytes *values,
												uint32_t n, Out *out);
extern SealstoneStatus sealstone_bytes_decode(const SealstonePage *page, uint32_t first, uint32_t past,
											  SealstoneVector *vector);
extern SealstoneStatus sealstone_bytes_one(const SealstonePage *page, uint32_t i, int64_t *value,
										   SealstoneBuffer *heap);
extern SealstoneStatus sealstone_buffer_need(SealstoneBuffer *buffer, size_t size);

/* ---------------------------------------------------------------- bitmap.c */

extern void sealstone_nulls_write(Out *out, const uint64_t *nulls, uint32_t n, uint32_t null_count, unsigned *form);
extern SealstoneStatus sealstone_nulls_measure(unsigned form, uint32_t count, uint32_t null_count, Cursor *in,
											   const uint8_t **data, uint32_t *length);
extern uint32_t sealstone_nulls_before(const SealstonePage *page, uint32_t i, bool *isnull);
extern SealstoneEncoding sealstone_bool_encode(SealstoneEncoder *encoder, const int64_t *values, uint32_t n,
											   const IntStats *stats, Out *out);
extern SealstoneStatus sealstone_bitmap_decode(Cursor in, uint32_t n, int64_t *out);
extern SealstoneStatus sealstone_bitmap_one(Cursor in, uint32_t n, uint32_t i, int64_t *value);

/* ---------------------------------------------------------------- page.c */

/* header and checksum over what already stands behind it */
extern void sealstone_header_write(uint8_t *bytes, const SealstonePage *page);

/* ---------------------------------------------------------------- compress.c */

extern SealstoneStatus sealstone_decompress(SealstoneCompression compression, const uint8_t *src, size_t src_len,
											uint8_t *dst, size_t raw_len);
/* bytes written to dst, 0 where it did not pay or failed */
extern size_t sealstone_compress(SealstoneCompression compression, int level, const uint8_t *src, size_t src_len,
								 uint8_t *dst, size_t capacity);
extern bool sealstone_raw_length_plausible(SealstoneCompression compression, size_t stored, size_t raw);
extern size_t sealstone_compress_bound(SealstoneCompression compression, size_t len);

#endif							/* SEALSTONE_CODEC_INTERNAL_H */
