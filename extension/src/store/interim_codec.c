/*-------------------------------------------------------------------------
 *
 * interim_codec.c
 *	  The functions of codec.h with plain encodings only, until src/codec brings its own; this file
 *	  then goes, and nothing sealed with it remains readable.
 *
 * Page: codec.h's 20 bytes (crc, length, kind, encoding, count, null count), 128 bytes of bitmap where
 * there are NULLs, then 8-byte slots, or lengths and bytes.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "port/pg_crc32c.h"

#include "compat.h"
#include "codec/codec.h"

typedef struct Header
{
	uint32		crc;
	uint32		length;
	uint8		kind;
	uint8		encoding;
	uint16		count;
	uint16		null_count;
	int16		attlen;
	uint32		zero;
} Header;

struct SealstoneEncoder
{
	SealstoneKind kind;
	int16_t		attlen;
};

const char *
sealstone_status_text(SealstoneStatus status)
{
	static const char *const text[] = {"ok", "not reachable", "no space", "too large", "no memory", "bad argument",
	"unknown version", "lengths contradict each other", "checksum does not match", "contents are impossible"};

	return text[status];
}

const char *
sealstone_encoding_name(SealstoneEncoding encoding)
{
	return "raw";
}

const char *
sealstone_compression_name(SealstoneCompression compression)
{
	return "none";
}

size_t
sealstone_encoder_bytes(void)
{
	return sizeof(struct SealstoneEncoder);
}

SealstoneEncoder *
sealstone_encoder_init(void *memory, SealstoneKind kind, int16_t attlen, SealstoneCompression compression, int zstd_level)
{
	SealstoneEncoder *encoder = memory;

	encoder->kind = kind;
	encoder->attlen = attlen;
	return encoder;
}

size_t
sealstone_page_bound(SealstoneKind kind, int16_t attlen, uint32_t n, size_t total)
{
	return sizeof(Header) + 128 + (size_t) n * 8 + total;
}

static SealstoneStatus
finish(SealstoneEncoder *encoder, const uint64_t *nulls, uint32_t n, uint8_t *out, size_t length,
	   size_t *written, SealstonePageStats *stats, uint32_t null_count)
{
	Header	   *header = (Header *) out;
	pg_crc32c	crc;

	memset(header, 0, sizeof(Header));
	header->length = (uint32) length;
	header->kind = encoder->kind;
	header->attlen = encoder->attlen;
	header->encoding = encoder->kind >= SEALSTONE_FIXED ? SEALSTONE_ENC_BYTES : SEALSTONE_ENC_RAW;
	header->count = n;
	header->null_count = null_count;
	INIT_CRC32C(crc);
	COMP_CRC32C(crc, out + 4, length - 4);
	FIN_CRC32C(crc);
	header->crc = crc;
	*written = length;
	if (stats != NULL)
	{
		stats->count = n;
		stats->null_count = null_count;
		stats->encoding = (SealstoneEncoding) header->encoding;
		stats->compression = SEALSTONE_COMPRESS_NONE;
		stats->stored = (uint32) length;
	}
	return SEALSTONE_OK;
}

static bool
is_null(const uint64_t *nulls, uint32_t i)
{
	return nulls != NULL && ((nulls[i / 64] >> (i % 64)) & 1);
}

SealstoneStatus
sealstone_encode_values(SealstoneEncoder *encoder, const int64_t *values, const uint64_t *nulls, uint32_t n,
						uint8_t *out, size_t capacity, size_t *written, SealstoneBuffer *scratch, SealstonePageStats *stats)
{
	uint8_t    *p = out + sizeof(Header);
	uint32		null_count = 0;

	stats->has_minmax = false;
	for (uint32 i = 0; i < n; i++)
	{
		if (is_null(nulls, i))
		{
			null_count++;
			continue;
		}
		if (encoder->kind == SEALSTONE_INT || encoder->kind == SEALSTONE_BOOL)
		{
			if (!stats->has_minmax || values[i] < stats->min)
				stats->min = values[i];
			if (!stats->has_minmax || values[i] > stats->max)
				stats->max = values[i];
			stats->has_minmax = true;
		}
	}
	if (null_count > 0)
	{
		memcpy(p, nulls, 128);
		p += 128;
	}
	memcpy(p, values, (size_t) n * 8);
	p += (size_t) n * 8;
	return finish(encoder, nulls, n, out, p - out, written, stats, null_count);
}

SealstoneStatus
sealstone_encode_bytes(SealstoneEncoder *encoder, const SealstoneBytes *values, const uint64_t *nulls, uint32_t n,
					   uint8_t *out, size_t capacity, size_t *written, SealstoneBuffer *scratch, SealstonePageStats *stats)
{
	uint8_t    *p = out + sizeof(Header);
	uint32		null_count = 0;

	stats->has_minmax = false;
	for (uint32 i = 0; i < n; i++)
		null_count += is_null(nulls, i);
	if (null_count > 0)
	{
		memcpy(p, nulls, 128);
		p += 128;
	}
	for (uint32 i = 0; i < n; i++)
	{
		uint32		length = is_null(nulls, i) ? 0 : values[i].length;

		memcpy(p, &length, 4);
		p += 4;
		if (length > 0)
			memcpy(p, values[i].data, length);
		p += length;
	}
	return finish(encoder, nulls, n, out, p - out, written, stats, null_count);
}

SealstoneStatus
sealstone_page_open(SealstonePage *page, SealstoneKind kind, int16_t attlen, const uint8_t *bytes, size_t len,
					int flags, SealstoneBuffer *scratch)
{
	Header		header;
	pg_crc32c	crc;

	memset(page, 0, sizeof(*page));
	if (len < sizeof(Header))
		return SEALSTONE_BAD_LENGTH;
	memcpy(&header, bytes, sizeof(header));
	if (header.length > len || header.length < sizeof(Header))
		return SEALSTONE_BAD_LENGTH;
	if (!(flags & SEALSTONE_OPEN_HEADER))
	{
		INIT_CRC32C(crc);
		COMP_CRC32C(crc, bytes + 4, header.length - 4);
		FIN_CRC32C(crc);
		if (crc != header.crc)
			return SEALSTONE_BAD_CHECKSUM;
	}
	if (header.kind != kind || header.attlen != attlen || header.count < 1 || header.count > 1024 || header.null_count > header.count)
		return SEALSTONE_BAD_DATA;
	page->kind = kind;
	page->attlen = attlen;
	page->encoding = (SealstoneEncoding) header.encoding;
	page->count = header.count;
	page->null_count = header.null_count;
	page->page_length = header.length;
	page->null_data = bytes + sizeof(Header);
	page->null_length = header.null_count > 0 ? 128 : 0;
	if (header.length < sizeof(Header) + page->null_length)
		return SEALSTONE_BAD_LENGTH;
	page->payload = page->null_data + page->null_length;
	page->payload_length = page->raw_length = header.length - sizeof(Header) - page->null_length;
	if (kind < SEALSTONE_FIXED && page->payload_length != header.count * 8)
		return SEALSTONE_BAD_LENGTH;
	return SEALSTONE_OK;
}

size_t
sealstone_vector_bytes(void)
{
	return 128 + sizeof(SealstoneVector) + 1024 * (8 + 8 + 2 + 2) + 128 + 5 * 64;
}

SealstoneVector *
sealstone_vector_init(void *memory, void *(*resize) (void *, void *, size_t), void *context)
{
	SealstoneVector *v = memory;
	uint8_t    *p = (uint8_t *) memory + sizeof(SealstoneVector);

	memset(memory, 0, sealstone_vector_bytes());
	p = (uint8_t *) TYPEALIGN(64, p);
	v->values = (int64_t *) p;
	p += 8192;
	v->step = (int64_t *) p;
	p += 8192;
	v->codes = (uint16_t *) p;
	p += 2048;
	v->run_end = (uint16_t *) p;
	p += 2048;
	v->nulls = (uint64_t *) p;
	v->heap.resize = resize;
	v->heap.context = context;
	return v;
}

SealstoneStatus
sealstone_page_nulls(const SealstonePage *page, uint64_t *nulls)
{
	memset(nulls, 0, 128);
	if (page->null_length > 0)
		memcpy(nulls, page->null_data, 128);
	return SEALSTONE_OK;
}

SealstoneStatus
sealstone_page_decode(const SealstonePage *page, int accept, SealstoneVector *v)
{
	size_t		need = 0;
	const uint8_t *p = page->payload;
	const uint8_t *end = p + page->payload_length;

	v->kind = page->kind;
	v->attlen = page->attlen;
	v->shape = SEALSTONE_FLAT;
	v->count = page->count;
	v->null_count = page->null_count;
	v->all_null = page->count == page->null_count;
	sealstone_page_nulls(page, v->nulls);
	if (page->kind < SEALSTONE_FIXED)
	{
		memcpy(v->values, page->payload, page->count * 8);
		return SEALSTONE_OK;
	}
	for (int pass = 0; pass < 2; pass++)
	{
		p = page->payload;
		need = 0;
		for (uint32 i = 0; i < page->count; i++)
		{
			uint32		length;

			if (end - p < 4)
				return SEALSTONE_BAD_LENGTH;
			memcpy(&length, p, 4);
			p += 4;
			if (length > end - p)
				return SEALSTONE_BAD_LENGTH;
			if (pass == 1)
			{
				uint8_t    *q = v->heap.data + need;

				v->values[i] = (int64) (intptr_t) q;
				if (page->attlen == -1)
				{
					SET_VARSIZE(q, length + 4);
					q += 4;
				}
				memcpy(q, p, length);
				if (is_null(v->nulls, i))
					v->values[i] = 0;
			}
			need += TYPEALIGN(8, length + 4);
			p += length;
		}
		if (pass == 0 && v->heap.size < need)
		{
			v->heap.data = v->heap.resize(v->heap.context, v->heap.data, need);
			v->heap.size = need;
		}
	}
	return SEALSTONE_OK;
}

void
sealstone_vector_expand(SealstoneVector *vector)
{
}

SealstoneStatus
sealstone_page_one(const SealstonePage *page, uint32_t i, int64_t *value, bool *isnull, SealstoneBuffer *heap)
{
	uint64		nulls[16];

	if (page->kind >= SEALSTONE_FIXED)
		return SEALSTONE_NOT_REACHABLE;
	sealstone_page_nulls(page, nulls);
	*isnull = is_null(nulls, i);
	memcpy(value, page->payload + i * 8, 8);
	return SEALSTONE_OK;
}

SealstoneStatus
sealstone_page_lower_bound(const SealstonePage *page, uint32_t first, uint32_t past, int64_t key, bool descending, uint32_t *row)
{
	return SEALSTONE_NOT_REACHABLE;
}

SealstoneStatus
sealstone_page_upper_bound(const SealstonePage *page, uint32_t first, uint32_t past, int64_t key, bool descending, uint32_t *row)
{
	return SEALSTONE_NOT_REACHABLE;
}

uint32_t
sealstone_vector_lower_bound(const SealstoneVector *v, uint32_t first, uint32_t past, int64_t key, bool descending)
{
	while (first < past && (descending ? v->values[first] > key : v->values[first] < key))
		first++;
	return first;
}

uint32_t
sealstone_vector_upper_bound(const SealstoneVector *v, uint32_t first, uint32_t past, int64_t key, bool descending)
{
	while (first < past && (descending ? v->values[first] >= key : v->values[first] <= key))
		first++;
	return first;
}
