/*-------------------------------------------------------------------------
 *
 * encode.c
 *	  Making a page: nulls, payload by kind, compression, header.
 *
 * Null rows are filled with the value before them, so that row numbers index the payload directly; only where nulls
 * are many and the values do not run are they left out ("dense"), and for by-reference bytes, where
 * a null would cost a length. The payload is written into the output first and compressed by way of
 * the caller's scratch, so nothing is copied more than twice. The only memory is the encoder's and the caller's.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"

#define COMPRESS_LEAST		96		/* bytes worth trying to compress */
#define COMPRESS_BACKOFF	64

size_t
sealstone_encoder_bytes(void)
{
	return sizeof(struct SealstoneEncoder) + 64;
}

SealstoneEncoder *
sealstone_encoder_init(void *memory, SealstoneKind kind, int16_t attlen, SealstoneCompression compression,
					   int zstd_level)
{
	SealstoneEncoder *e = (SealstoneEncoder *) (((uintptr_t) memory + 63) & ~(uintptr_t) 63);

	memset(e, 0, sizeof *e);
	e->kind = kind;
	e->attlen = attlen;
	e->compression = compression;
	e->zstd_level = zstd_level;
	e->alp_exponent = -1;
	return e;
}

size_t
sealstone_page_bound(SealstoneKind kind, int16_t attlen, uint32_t n, size_t total)
{
	(void) attlen;
	(void) n;
	/* 64-bit words of every row, null bitmap, parameters and patches; by reference also the bytes */
	return SEALSTONE_PAGE_HEADER + VALUES / 8 + VALUES * 8 + 1024 + (kind >= SEALSTONE_FIXED ? total : 0);
}

/* ---------------------------------------------------------------- shared by both kinds of input */

static uint32_t
count_nulls(const uint64_t *nulls, uint32_t n)
{
	uint32_t	count = 0;

	if (nulls == NULL)
		return 0;
	for (uint32_t i = 0; i < n; i += 64)
		count += (uint32_t) __builtin_popcountll(nulls[i >> 6] & mask_of(n - i >= 64 ? 64 : n - i));
	return count;
}

/* Header space and null information; out is then where the payload begins. */
static void
begin_page(SealstonePage *page, SealstoneEncoder *e, const uint64_t *nulls, uint32_t n, uint32_t null_count,
		   uint8_t *bytes, size_t capacity, Out *out)
{
	unsigned	form;

	memset(page, 0, sizeof *page);
	page->kind = e->kind;
	page->attlen = e->attlen;
	page->count = (uint16_t) n;
	page->null_count = (uint16_t) null_count;
	*out = (Out) {bytes, bytes + capacity, false};
	(void) out_take(out, SEALSTONE_PAGE_HEADER);
	sealstone_nulls_write(out, nulls, n, null_count, &form);
	page->null_form = (uint8_t) form;
	page->null_length = out->full ? 0 : (uint32_t) (out->p - bytes) - SEALSTONE_PAGE_HEADER;
}

/* Compress the payload where it pays, write the header. */
static SealstoneStatus
end_page(SealstonePage *page, SealstoneEncoder *e, uint8_t *bytes, Out *out, SealstoneBuffer *scratch,
		 size_t *written, SealstonePageStats *stats)
{
	uint8_t    *payload = bytes + SEALSTONE_PAGE_HEADER + page->null_length;
	size_t		raw;

	if (out->full)
		return SEALSTONE_NO_SPACE;
	raw = (size_t) (out->p - payload);
	if (raw > SEALSTONE_PAGE_MAX_RAW - SEALSTONE_PAGE_HEADER - VALUES)
		return SEALSTONE_TOO_LARGE;
	page->raw_length = (uint32_t) raw;
	page->page_length = (uint32_t) (out->p - bytes);

	if (e->compression != SEALSTONE_COMPRESS_NONE && scratch != NULL && raw >= COMPRESS_LEAST &&
		attempt_due(&e->compress_skip))
	{
		size_t		bound = sealstone_compress_bound(e->compression, raw);
		size_t		packed = 0;
		bool		paid;

		if (sealstone_buffer_need(scratch, bound) == SEALSTONE_OK)
			packed = sealstone_compress(e->compression, e->zstd_level, payload, raw, scratch->data, scratch->size);
		/* an eighth for lz4, which costs a copy to read; a sixteenth of zstd, asked for by who wants size */
		paid = packed > 0 && packed < raw - raw / (e->compression == SEALSTONE_COMPRESS_LZ4 ? 8 : 16) &&
			sealstone_raw_length_plausible(e->compression, packed, raw);
		attempt_result(&e->compress_skip, &e->compress_backoff, paid, COMPRESS_BACKOFF);
		if (paid)
		{
			memcpy(payload, scratch->data, packed);
			page->compression = e->compression;
			page->page_length = SEALSTONE_PAGE_HEADER + page->null_length + (uint32_t) packed;
		}
	}
	sealstone_header_write(bytes, page);
	*written = page->page_length;
	if (stats != NULL)
	{
		stats->count = page->count;
		stats->null_count = page->null_count;
		stats->encoding = page->encoding;
		stats->compression = page->compression;
		stats->stored = page->page_length;
	}
	return SEALSTONE_OK;
}

/* ---------------------------------------------------------------- by-value kinds */

SealstoneStatus
sealstone_encode_values(SealstoneEncoder *e, const int64_t *values, const uint64_t *nulls, uint32_t n,
						uint8_t *bytes, size_t capacity, size_t *written, SealstoneBuffer *scratch,
						SealstonePageStats *stats)
{
	uint32_t	null_count;
	uint32_t	stored = n;
	SealstonePage page;
	IntStats	ints;
	Out			out;
	const int64_t *v = values;

	if (n < 1 || n > VALUES || e->kind > SEALSTONE_FLOAT8)
		return SEALSTONE_BAD_ARGUMENT;
	null_count = count_nulls(nulls, n);
	begin_page(&page, e, nulls, n, null_count, bytes, capacity, &out);
	if (stats != NULL)
		memset(stats, 0, sizeof *stats);
	if (null_count == n)
	{
		page.encoding = SEALSTONE_ENC_ALL_NULL;
		return end_page(&page, e, bytes, &out, scratch, written, stats);
	}

	if (null_count > 0)
	{
		uint32_t	changes = 0;
		uint32_t	at = 0;
		int64_t		last;

		while (bit_is_set(nulls, at))
			at++;
		last = values[at];
		for (uint32_t i = 0; i < n; i++)
		{
			if (!bit_is_set(nulls, i))
			{
				changes += values[i] != last;
				last = values[i];
			}
			e->filled[i] = last;
		}
		if (null_count > n / 8 && changes > n / 32)
		{
			page.dense = true;
			stored = 0;
			for (uint32_t i = 0; i < n; i++)
				if (!bit_is_set(nulls, i))
					e->filled[stored++] = values[i];
		}
		v = e->filled;
	}

	if (e->kind == SEALSTONE_FLOAT4 || e->kind == SEALSTONE_FLOAT8)
	{
		/* kernels read eight slots at a time */
		if (e->kind == SEALSTONE_FLOAT4)
			for (uint32_t i = 0; i < stored; i++)
				e->filled[i] = (int32_t) v[i];
		else if (v != e->filled)
			memcpy(e->filled, v, stored * sizeof(int64_t));
		for (uint32_t i = stored; i % 8 != 0; i++)
			e->filled[i] = e->filled[stored - 1];
		page.encoding = sealstone_float_encode(e, e->filled, stored, &out);
	}
	else
	{
		if (e->kind == SEALSTONE_BOOL)
		{
			for (uint32_t i = 0; i < stored; i++)
				e->filled[i] = v[i] != 0;
			v = e->filled;
		}
		sealstone_kernels->stats(v, stored, &ints);
		if (stats != NULL)
		{
			stats->has_minmax = true;
			stats->min = ints.min;
			stats->max = ints.max;
		}
		page.encoding = e->kind == SEALSTONE_BOOL ? sealstone_bool_encode(e, v, stored, &ints, &out) :
			sealstone_integer_encode(e, v, stored, &ints, &out);
	}
	return end_page(&page, e, bytes, &out, scratch, written, stats);
}

/* ---------------------------------------------------------------- by-reference kinds */

SealstoneStatus
sealstone_encode_bytes(SealstoneEncoder *e, const SealstoneBytes *values, const uint64_t *nulls, uint32_t n,
					   uint8_t *bytes, size_t capacity, size_t *written, SealstoneBuffer *scratch,
					   SealstonePageStats *stats)
{
	uint32_t	null_count;
	uint32_t	stored = n;
	uint64_t	total = 0;
	SealstonePage page;
	Out			out;
	const SealstoneBytes *v = values;

	if (n < 1 || n > VALUES || (e->kind != SEALSTONE_FIXED && e->kind != SEALSTONE_VARLENA))
		return SEALSTONE_BAD_ARGUMENT;
	null_count = count_nulls(nulls, n);
	begin_page(&page, e, nulls, n, null_count, bytes, capacity, &out);
	if (stats != NULL)
		memset(stats, 0, sizeof *stats);
	for (uint32_t i = 0; i < n; i++)
	{
		if (null_count > 0 && bit_is_set(nulls, i))
			continue;
		/* what the decoder would refuse must not be written */
		if (e->kind == SEALSTONE_FIXED ? values[i].length != (uint32_t) e->attlen :
			e->attlen == -2 ? values[i].length == 0 || memchr(values[i].data, 0, values[i].length) != values[i].data + values[i].length - 1 :
			values[i].length > 0x3fffffff - 4)
			return SEALSTONE_BAD_ARGUMENT;
		total += values[i].length;
	}
	if (total > SEALSTONE_PAGE_MAX_RAW - 32 * VALUES)
		return SEALSTONE_TOO_LARGE;
	if (null_count == n)
	{
		page.encoding = SEALSTONE_ENC_ALL_NULL;
		return end_page(&page, e, bytes, &out, scratch, written, stats);
	}
	if (null_count > 0)
	{
		page.dense = true;
		stored = 0;
		for (uint32_t i = 0; i < n; i++)
			if (!bit_is_set(nulls, i))
				e->bytes[stored++] = values[i];
		v = e->bytes;
	}
	page.encoding = sealstone_bytes_encode(e, v, stored, &out);
	return end_page(&page, e, bytes, &out, scratch, written, stats);
}
