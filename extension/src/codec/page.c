/*-------------------------------------------------------------------------
 *
 * page.c
 *	  The header of a page: reading it, believing none of it.
 *
 * sealstone_page_open is the one gate through which stored bytes come: version, kind, encoding, lengths,
 * checksum, null information are checked here, and the payload decompressed, so that decode.c and reach.c
 * only have to check what is inside the payload. Opening writes to the caller's scratch only.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"

/* the header's twenty bytes; README.md explains them */
#define AT_VERSION		0
#define AT_KIND			1
#define AT_ENCODING		2
#define AT_FORMS		3
#define AT_COUNT		4
#define AT_NULL_COUNT	6
#define AT_RAW_LENGTH	8
#define AT_STORED		12
#define AT_CHECKSUM		16

#define KIND_MASK		0x0f
#define KIND_DENSE		0x80
#define FORM_COMPRESSION	0x03
#define FORM_NULLS_SHIFT	2
#define FORM_MASK		0x0f

static uint32_t
page_checksum(const uint8_t *bytes, size_t page_length)
{
	return sealstone_crc32c(sealstone_crc32c(0, bytes, AT_CHECKSUM),
							bytes + SEALSTONE_PAGE_HEADER, page_length - SEALSTONE_PAGE_HEADER);
}

void
sealstone_header_write(uint8_t *bytes, const SealstonePage *page)
{
	bytes[AT_VERSION] = PAGE_VERSION;
	bytes[AT_KIND] = (uint8_t) (page->kind | (page->dense ? KIND_DENSE : 0));
	bytes[AT_ENCODING] = (uint8_t) page->encoding;
	bytes[AT_FORMS] = (uint8_t) (page->compression | page->null_form << FORM_NULLS_SHIFT);
	put16(bytes + AT_COUNT, page->count);
	put16(bytes + AT_NULL_COUNT, page->null_count);
	put32(bytes + AT_RAW_LENGTH, page->raw_length);
	put32(bytes + AT_STORED, page->page_length - SEALSTONE_PAGE_HEADER - page->null_length);
	put32(bytes + AT_CHECKSUM, page_checksum(bytes, page->page_length));
}

/* may a page of this kind have this encoding? */
static bool
encoding_fits(SealstoneKind kind, SealstoneEncoding encoding)
{
	switch (encoding)
	{
		case SEALSTONE_ENC_ALL_NULL:
		case SEALSTONE_ENC_CONSTANT:
			return true;
		case SEALSTONE_ENC_FOR:
		case SEALSTONE_ENC_DELTA:
		case SEALSTONE_ENC_DELTA2:
		case SEALSTONE_ENC_STEPS:
		case SEALSTONE_ENC_RUNS:
			return kind <= SEALSTONE_FLOAT8;
		case SEALSTONE_ENC_DICT:
		case SEALSTONE_ENC_DICT_RUNS:
			return true;
		case SEALSTONE_ENC_RAW:
			return kind == SEALSTONE_FLOAT4 || kind == SEALSTONE_FLOAT8 || kind == SEALSTONE_FIXED;
		case SEALSTONE_ENC_ALP:
		case SEALSTONE_ENC_XOR:
			return kind == SEALSTONE_FLOAT4 || kind == SEALSTONE_FLOAT8;
		case SEALSTONE_ENC_BITMAP:
			return kind == SEALSTONE_BOOL;
		case SEALSTONE_ENC_BYTES:
			return kind == SEALSTONE_VARLENA;
	}
	return false;
}

static bool
kind_fits(SealstoneKind kind, int16_t attlen)
{
	switch (kind)
	{
		case SEALSTONE_INT:
		case SEALSTONE_BOOL:
		case SEALSTONE_FLOAT4:
		case SEALSTONE_FLOAT8:
			return true;
		case SEALSTONE_FIXED:
			return attlen > 0;
		case SEALSTONE_VARLENA:
			return attlen == -1 || attlen == -2;
	}
	return false;
}

SealstoneStatus
sealstone_page_open(SealstonePage *page, SealstoneKind kind, int16_t attlen,
					const uint8_t *bytes, size_t len, int flags, SealstoneBuffer *scratch)
{
	Cursor		in = {bytes, bytes + len};
	uint32_t	stored;

	if (!kind_fits(kind, attlen))
		return SEALSTONE_BAD_ARGUMENT;
	if (cursor_take(&in, SEALSTONE_PAGE_HEADER) == NULL)
		return SEALSTONE_BAD_LENGTH;
	if (bytes[AT_VERSION] != PAGE_VERSION)
		return SEALSTONE_BAD_VERSION;

	memset(page, 0, sizeof *page);
	page->kind = kind;
	page->attlen = attlen;
	page->dense = (bytes[AT_KIND] & KIND_DENSE) != 0;
	page->encoding = (SealstoneEncoding) bytes[AT_ENCODING];
	page->compression = (SealstoneCompression) (bytes[AT_FORMS] & FORM_COMPRESSION);
	page->null_form = bytes[AT_FORMS] >> FORM_NULLS_SHIFT & 3;
	page->count = get16(bytes + AT_COUNT);
	page->null_count = get16(bytes + AT_NULL_COUNT);
	page->raw_length = get32(bytes + AT_RAW_LENGTH);
	stored = get32(bytes + AT_STORED);

	/* where the page ends must be known before its checksum can be */
	if (page->count < 1 || page->count > VALUES || page->null_count > page->count)
		return SEALSTONE_BAD_DATA;
	TRY(sealstone_nulls_measure(page->null_form, page->count, page->null_count, &in,
								&page->null_data, &page->null_length));
	page->payload = cursor_take(&in, stored);
	if (page->payload == NULL)
		return SEALSTONE_BAD_LENGTH;
	page->page_length = SEALSTONE_PAGE_HEADER + page->null_length + stored;
	if (!(flags & (SEALSTONE_OPEN_TRUSTED | SEALSTONE_OPEN_HEADER)) &&
		page_checksum(bytes, page->page_length) != get32(bytes + AT_CHECKSUM))
		return SEALSTONE_BAD_CHECKSUM;

	if ((bytes[AT_KIND] & KIND_MASK) != kind || (bytes[AT_KIND] & ~(KIND_MASK | KIND_DENSE)) != 0 ||
		(bytes[AT_FORMS] & ~FORM_MASK) != 0 || page->compression > SEALSTONE_COMPRESS_ZSTD)
		return SEALSTONE_BAD_DATA;
	if (page->encoding > SEALSTONE_ENC_BYTES)
		return SEALSTONE_BAD_VERSION;
	if (!encoding_fits(kind, page->encoding) ||
		(page->encoding == SEALSTONE_ENC_ALL_NULL) != (page->null_form == NULLS_ALL) ||
		(page->encoding == SEALSTONE_ENC_ALL_NULL && (stored != 0 || page->raw_length != 0 || page->dense)) ||
		(page->dense && page->null_count == 0))
		return SEALSTONE_BAD_DATA;
	if (!sealstone_raw_length_plausible(page->compression, stored, page->raw_length))
		return SEALSTONE_BAD_LENGTH;
	page->stored_count = page->dense ? page->count - page->null_count : page->count;

	if (flags & SEALSTONE_OPEN_HEADER)
	{
		page->payload = NULL;
		return SEALSTONE_OK;
	}
	page->payload_length = page->raw_length;
	if (page->compression != SEALSTONE_COMPRESS_NONE)
	{
		if (scratch == NULL)
			return SEALSTONE_BAD_ARGUMENT;
		TRY(sealstone_buffer_need(scratch, page->raw_length));
		TRY(sealstone_decompress(page->compression, page->payload, stored, scratch->data, page->raw_length));
		page->payload = scratch->data;
	}
	return SEALSTONE_OK;
}

/* ---------------------------------------------------------------- names */

const char *
sealstone_status_text(SealstoneStatus status)
{
	switch (status)
	{
		case SEALSTONE_OK:
			return "ok";
		case SEALSTONE_NOT_REACHABLE:
			return "value cannot be read without decoding the page";
		case SEALSTONE_NO_SPACE:
			return "output buffer is too small";
		case SEALSTONE_TOO_LARGE:
			return "page is too large";
		case SEALSTONE_NO_MEMORY:
			return "out of memory";
		case SEALSTONE_BAD_ARGUMENT:
			return "invalid argument";
		case SEALSTONE_BAD_VERSION:
			return "unknown page version or encoding";
		case SEALSTONE_BAD_LENGTH:
			return "lengths do not agree";
		case SEALSTONE_BAD_CHECKSUM:
			return "checksum does not match";
		case SEALSTONE_BAD_DATA:
			return "contents are not valid";
	}
	return "unknown status";
}

const char *
sealstone_encoding_name(SealstoneEncoding encoding)
{
	static const char *const names[] = {
		"all_null", "constant", "for", "delta", "delta2", "steps", "runs", "dict", "dict_runs", "raw", "alp", "xor",
		"bitmap", "bytes"
	};

	return (unsigned) encoding < sizeof names / sizeof names[0] ? names[encoding] : "unknown";
}

const char *
sealstone_compression_name(SealstoneCompression compression)
{
	static const char *const names[] = {"none", "lz4", "zstd"};

	return (unsigned) compression < 3 ? names[compression] : "unknown";
}
