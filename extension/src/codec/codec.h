/*-------------------------------------------------------------------------
 *
 * codec.h
 *	  How one page (up to 1,024 values of one column) becomes bytes, and back.
 *
 * This is the whole public face of src/codec: the store writes and reads pages through it,
 * the executor works on what it decodes. It is plain C on stdint: no Postgres header, no
 * ereport, no memory of its own, so that every decoder can be fuzzed alone. src/codec/README.md
 * gives each encoding to the byte.
 *
 * Contract
 *	- A page is self-contained: header, null information, payload, CRC-32C. It holds no pointer
 *	  and needs no alignment; any byte address will do.
 *	- The bytes of a page are hostile. Whatever they are, every function here returns a status, reads
 *	  nothing outside [bytes, bytes + len), ends, and allocates at most what the checked header
 *	  allows. The caller adds relation, row group, column and block to the message.
 *	- Memory comes from the caller: fixed areas whose size is given below, and SealstoneBuffer for
 *	  whatever depends on the data. A resize callback may longjmp (palloc's ereport): the codec holds
 *	  nothing that would be lost.
 *	- Lossless to the bit: NaN payloads, -0, subnormals, and any 64-bit pattern of a by-value Datum.
 *	- No global state but the dispatch table of the CPU, set once at load and only read after;
 *	  separate encoders, pages and vectors can be used from separate threads or processes.
 *	- Little-endian, 64-bit machines.
 *
 * Order of calls
 *	encoding:	sealstone_encoder_init, then sealstone_encode_values or sealstone_encode_bytes once per
 *				page, into a buffer of sealstone_page_bound bytes.
 *	decoding:	sealstone_page_open, then any of sealstone_page_decode, sealstone_page_one,
 *				sealstone_page_lower_bound, sealstone_page_upper_bound, as often as wanted while the
 *				bytes (and, for a compressed page, the buffer given to open) stay where they are.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_CODEC_H
#define SEALSTONE_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SEALSTONE_PAGE_VALUES	1024	/* most values in one page */
#define SEALSTONE_NULL_WORDS	(SEALSTONE_PAGE_VALUES / 64)
#define SEALSTONE_PAGE_HEADER	20	/* bytes before null information and payload */
#define SEALSTONE_PAGE_MAX_RAW	((size_t) 0x7e000000)	/* most bytes of a page, stored or decoded: lz4's limit. More than
													 * MaxAllocSize, so that one value of 1 GB fits: resize must allow it */

/* ---------------------------------------------------------------- kinds, ids, status */

/* What the slots of a column mean. On disk: never renumber. */
typedef enum SealstoneKind
{
	SEALSTONE_INT = 1,			/* any by-value fixed type that is not one of the next three */
	SEALSTONE_BOOL = 2,			/* slots 0 or 1 */
	SEALSTONE_FLOAT4 = 3,		/* slot = the 32 bits, sign-extended, as Float4GetDatum */
	SEALSTONE_FLOAT8 = 4,		/* slot = the 64 bits, as Float8GetDatum */
	SEALSTONE_FIXED = 5,		/* by reference, attlen > 0: uuid, interval, name, macaddr, tid, ... */
	SEALSTONE_VARLENA = 6		/* attlen -1 (varlena) or -2 (cstring, its NUL being part of the bytes) */
} SealstoneKind;

/* The kind of a column from pg_attribute's attlen and attbyval; floats and bool are known by type only. */
static inline SealstoneKind
sealstone_kind_of(int attlen, bool attbyval, bool is_float, bool is_bool)
{
	if (!attbyval)
		return attlen > 0 ? SEALSTONE_FIXED : SEALSTONE_VARLENA;
	if (is_float)
		return attlen == 4 ? SEALSTONE_FLOAT4 : SEALSTONE_FLOAT8;
	return is_bool ? SEALSTONE_BOOL : SEALSTONE_INT;
}

/* How a page's values are stored. On disk: never renumber. README.md has each layout. */
typedef enum SealstoneEncoding
{
	SEALSTONE_ENC_ALL_NULL = 0, /* no payload */
	SEALSTONE_ENC_CONSTANT = 1, /* one value, any kind */
	SEALSTONE_ENC_FOR = 2,		/* (v - base) / scale, bit-packed, patched */
	SEALSTONE_ENC_DELTA = 3,	/* differences of neighbours, as FOR */
	SEALSTONE_ENC_DELTA2 = 4,	/* differences of differences, as FOR */
	SEALSTONE_ENC_STEPS = 5,	/* runs of equal step: (start, step, count) */
	SEALSTONE_ENC_RUNS = 6,		/* runs of equal value: (value, count) */
	SEALSTONE_ENC_DICT = 7,		/* distinct values and bit-packed codes, any kind but bool */
	SEALSTONE_ENC_DICT_RUNS = 8,	/* distinct values and runs of codes */
	SEALSTONE_ENC_RAW = 9,		/* values as they are, at the width of their kind */
	SEALSTONE_ENC_ALP = 10,		/* floats as decimal-scaled integers, FOR or DELTA, with exceptions */
	SEALSTONE_ENC_XOR = 11,		/* floats as XOR with the previous value */
	SEALSTONE_ENC_BITMAP = 12,	/* bool */
	SEALSTONE_ENC_BYTES = 13	/* lengths, then the bytes of all values */
} SealstoneEncoding;

typedef enum SealstoneCompression
{
	SEALSTONE_COMPRESS_NONE = 0,
	SEALSTONE_COMPRESS_LZ4 = 1,
	SEALSTONE_COMPRESS_ZSTD = 2
} SealstoneCompression;

typedef enum SealstoneStatus
{
	SEALSTONE_OK = 0,
	SEALSTONE_NOT_REACHABLE,	/* not an error: this encoding has no short way; decode the page */
	SEALSTONE_NO_SPACE,			/* encoding: the output buffer is smaller than sealstone_page_bound */
	SEALSTONE_TOO_LARGE,		/* encoding: the page's bytes pass SEALSTONE_PAGE_MAX_RAW: use fewer values */
	SEALSTONE_NO_MEMORY,		/* the caller's resize returned NULL */
	SEALSTONE_BAD_ARGUMENT,		/* caller's fault: row out of range, kind and function that do not fit */
	SEALSTONE_BAD_VERSION,		/* page of a format or encoding this library does not know */
	SEALSTONE_BAD_LENGTH,		/* truncated, or lengths in the header contradict each other */
	SEALSTONE_BAD_CHECKSUM,
	SEALSTONE_BAD_DATA			/* checksum right, contents impossible */
} SealstoneStatus;

extern const char *sealstone_status_text(SealstoneStatus status);	/* lower case, no full stop */
extern const char *sealstone_encoding_name(SealstoneEncoding encoding);
extern const char *sealstone_compression_name(SealstoneCompression compression);

/* ---------------------------------------------------------------- memory of the caller */

/*
 * A growing byte buffer. resize has the meaning of realloc (old may be NULL; size is never 0) and
 * may longjmp instead of returning NULL. The codec only ever grows it; the caller frees it.
 */
typedef struct SealstoneBuffer
{
	uint8_t    *data;			/* at least 8-byte aligned */
	size_t		size;			/* bytes allocated */
	void	   *(*resize) (void *context, void *old, size_t size);
	void	   *context;
} SealstoneBuffer;

/* ---------------------------------------------------------------- encoding (encode.c, choose.c) */

/* One by-reference value: the bytes without a varlena header (VARDATA_ANY, VARSIZE_ANY_EXHDR of a
 * detoasted, uncompressed datum); FIXED: attlen bytes; cstring: its bytes with the NUL. */
typedef struct SealstoneBytes
{
	const uint8_t *data;
	uint32_t	length;
} SealstoneBytes;

/*
 * An encoder serves one column, page after page: scratch memory, and what the last pages taught about
 * which encodings and compressions pay, so that choosing costs little. The bytes it makes depend on
 * that history; their meaning never does.
 */
typedef struct SealstoneEncoder SealstoneEncoder;

/* What the encoder saw in the page it has just made, for the directory. Integers only (SEALSTONE_INT,
 * SEALSTONE_BOOL): for all others min, max and sum are not set. */
typedef struct SealstonePageStats
{
	uint16_t	count;
	uint16_t	null_count;
	bool		has_minmax;		/* integer kind and at least one value not null */
	int64_t		min;			/* signed order of the slots */
	int64_t		max;
	SealstoneEncoding encoding;
	SealstoneCompression compression;
	uint32_t	stored;			/* bytes of the page */
} SealstonePageStats;

extern size_t sealstone_encoder_bytes(void);	/* size of the memory for one encoder (alignment: any) */
extern SealstoneEncoder *sealstone_encoder_init(void *memory, SealstoneKind kind, int16_t attlen,
												SealstoneCompression compression, int zstd_level);

/* Most bytes a page of n values can take; total = sum of the lengths (by-reference kinds), else 0. */
extern size_t sealstone_page_bound(SealstoneKind kind, int16_t attlen, uint32_t n, size_t total);

/*
 * Encode 1 to 1,024 values. nulls: bitmap of n bits, bit i of word i / 64, 1 = null, or NULL for none;
 * slots of nulls are not looked at. scratch is used where bytes are compressed. stats may be NULL.
 */
extern SealstoneStatus sealstone_encode_values(SealstoneEncoder *encoder, const int64_t *values,
											   const uint64_t *nulls, uint32_t n,
											   uint8_t *out, size_t capacity, size_t *written,
											   SealstoneBuffer *scratch, SealstonePageStats *stats);
extern SealstoneStatus sealstone_encode_bytes(SealstoneEncoder *encoder, const SealstoneBytes *values,
											  const uint64_t *nulls, uint32_t n,
											  uint8_t *out, size_t capacity, size_t *written,
											  SealstoneBuffer *scratch, SealstonePageStats *stats);

/* ---------------------------------------------------------------- an opened page (page.c) */

/* A page whose header, lengths and checksum have been verified. Read-only; free to copy. */
typedef struct SealstonePage
{
	SealstoneKind kind;
	int16_t		attlen;
	SealstoneEncoding encoding;
	SealstoneCompression compression;
	uint16_t	count;			/* 1 .. 1024 */
	uint16_t	null_count;		/* 0 .. count */
	uint16_t	stored_count;	/* values in the payload: count, or count - null_count where nulls are left out */
	bool		dense;			/* nulls are left out of the payload */
	uint8_t		null_form;		/* README: none, all, bitmap, ranges */
	uint32_t	page_length;	/* bytes of the whole page: where the next one may begin */
	uint32_t	raw_length;		/* payload before compression */
	const uint8_t *null_data;	/* null_length bytes */
	uint32_t	null_length;
	const uint8_t *payload;		/* payload_length bytes, decompressed */
	uint32_t	payload_length;
} SealstonePage;

#define SEALSTONE_OPEN_TRUSTED	0x01	/* checksum was verified before: do not repeat (all other checks stay) */
#define SEALSTONE_OPEN_HEADER	0x02	/* header only: no checksum, no decompression, payload not set; for inspection */

/* scratch receives the decompressed payload and must stay until the page is no longer used; it may be
 * NULL with SEALSTONE_OPEN_HEADER. Bytes after the page are ignored. */
extern SealstoneStatus sealstone_page_open(SealstonePage *page, SealstoneKind kind, int16_t attlen,
										   const uint8_t *bytes, size_t len, int flags,
										   SealstoneBuffer *scratch);

/* ---------------------------------------------------------------- decoding a page (decode.c) */

typedef enum SealstoneShape
{
	SEALSTONE_FLAT = 0,			/* row i: values[i] */
	SEALSTONE_SINGLE = 1,		/* every row that is not null: values[0] */
	SEALSTONE_RUNS = 2,			/* run j ends before row run_end[j]; its value is values[j] */
	SEALSTONE_STEPS = 3,		/* run j: value of row i is values[j] + step[j] * (i - start of the run), wrapping */
	SEALSTONE_DICT = 4,			/* row i: values[codes[i]] */
	SEALSTONE_DICT_RUNS = 5		/* run j: values[codes[j]] for rows up to run_end[j] */
} SealstoneShape;

#define SEALSTONE_ACCEPT(shape)	(1 << (shape))
#define SEALSTONE_ACCEPT_FLAT	SEALSTONE_ACCEPT(SEALSTONE_FLAT)
#define SEALSTONE_ACCEPT_ALL	0x3f

/*
 * A decoded page. Every value is a Datum: by-value kinds as they are, by-reference kinds as a pointer to a
 * complete value (varlena with a 4-byte header, never compressed or external) at 8-byte alignment inside
 * 'heap', valid until the vector is decoded into again. Slots and codes of null rows hold something
 * initialized and harmless to use (a by-reference slot of a null row is 0 in FLAT; codes always point
 * into the dictionary when ndict > 0), but mean nothing. In RUNS and STEPS a null row lies inside some
 * run, whose value says nothing about it. STEPS is given for INT only.
 */
typedef struct SealstoneVector
{
	SealstoneKind kind;
	int16_t		attlen;
	SealstoneShape shape;
	uint16_t	count;			/* rows */
	uint16_t	null_count;
	uint16_t	nruns;			/* RUNS, STEPS, DICT_RUNS; run_end[nruns - 1] == count */
	uint16_t	ndict;			/* DICT, DICT_RUNS; values[0 .. ndict - 1] are distinct and in order of first appearance */
	bool		all_null;		/* values mean nothing; shape is SINGLE if accepted */

	/* arrays of 1,024, 64-byte aligned; owned by the memory given to sealstone_vector_init */
	int64_t    *values;
	int64_t    *step;
	uint16_t   *codes;
	uint16_t   *run_end;
	uint64_t   *nulls;			/* 16 words; always valid, zero beyond count and where nothing is null */

	SealstoneBuffer heap;		/* bytes behind by-reference values */
} SealstoneVector;

/*
 * Memory of sealstone_vector_bytes, 8-byte aligned, becomes a vector: the result is memory itself, so that freeing
 * the one frees the other (heap.data apart). resize and context are for the heap of by-reference values and
 * may be NULL for by-value kinds.
 */
extern size_t sealstone_vector_bytes(void);
extern SealstoneVector *sealstone_vector_init(void *memory,
											  void *(*resize) (void *, void *, size_t), void *context);

/*
 * Decode. accept: the shapes the caller can work with; where the page's own is not among them it is
 * expanded to FLAT, which is always accepted.
 */
extern SealstoneStatus sealstone_page_decode(const SealstonePage *page, int accept, SealstoneVector *vector);

/* Only rows [first, first + rows) need be right in a FLAT result (others are initialized); saves work where
 * the encoding allows, else decodes all. Same shapes, same row numbers. */
extern SealstoneStatus sealstone_page_decode_range(const SealstonePage *page, uint32_t first, uint32_t rows,
												   int accept, SealstoneVector *vector);

/* Turn any shape into FLAT, in place. Cannot fail on a vector that decode returned. */
extern void sealstone_vector_expand(SealstoneVector *vector);

/* The bitmap alone: 16 words. */
extern SealstoneStatus sealstone_page_nulls(const SealstonePage *page, uint64_t *nulls);

/* ---------------------------------------------------------------- single values (reach.c) */

/* Can sealstone_page_one answer without decoding the page? (A property of encoding and kind.) */
extern bool sealstone_page_reachable(const SealstonePage *page);

/*
 * The value of row i alone. By-reference values are copied to heap (at its start) and *value points there.
 * SEALSTONE_NOT_REACHABLE where the encoding needs the whole page.
 */
extern SealstoneStatus sealstone_page_one(const SealstonePage *page, uint32_t i, int64_t *value, bool *isnull,
										  SealstoneBuffer *heap);

/*
 * In rows [first, past) of a page of kind SEALSTONE_INT, sorted ascending (descending if so said) there and
 * without null there: lower_bound gives the first row whose value is >= key (<= when descending),
 * upper_bound the first whose value is > key (< when descending); past if none. By arithmetic in STEPS,
 * by runs in RUNS and CONSTANT, by probing single values in FOR; else SEALSTONE_NOT_REACHABLE. On rows that
 * are not sorted the answer is some row in [first, past].
 */
extern SealstoneStatus sealstone_page_lower_bound(const SealstonePage *page, uint32_t first, uint32_t past,
												  int64_t key, bool descending, uint32_t *row);
extern SealstoneStatus sealstone_page_upper_bound(const SealstonePage *page, uint32_t first, uint32_t past,
												  int64_t key, bool descending, uint32_t *row);

/* The same on a decoded vector of any shape, which need not be FLAT. */
extern uint32_t sealstone_vector_lower_bound(const SealstoneVector *vector, uint32_t first, uint32_t past,
											 int64_t key, bool descending);
extern uint32_t sealstone_vector_upper_bound(const SealstoneVector *vector, uint32_t first, uint32_t past,
											 int64_t key, bool descending);

/* ---------------------------------------------------------------- checksum and dispatch (crc32c.c, dispatch.c) */

/* CRC-32C (Castagnoli) of bytes, continuing from crc (0 to begin). Finalized at each call. */
extern uint32_t sealstone_crc32c(uint32_t crc, const void *bytes, size_t len);

typedef enum SealstoneIsa
{
	SEALSTONE_ISA_PORTABLE = 0,
	SEALSTONE_ISA_AVX2 = 1,
	SEALSTONE_ISA_AVX512 = 2
} SealstoneIsa;

extern SealstoneIsa sealstone_isa(void);	/* the one in use */
extern const char *sealstone_isa_name(SealstoneIsa isa);
/* For tests and benchmarks: use this one, false if the CPU has it not. Not while decoding elsewhere. */
extern bool sealstone_isa_force(SealstoneIsa isa);

#endif							/* SEALSTONE_CODEC_H */
