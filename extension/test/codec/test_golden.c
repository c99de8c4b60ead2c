/*-------------------------------------------------------------------------
 *
 * test_golden.c
 *	  Pages written by earlier versions stay readable.
 *
 * golden/v1.bin was written once, by "test_codec --golden golden/v1.bin", and is never rewritten: a change that cannot
 * read it is a new format version and adds a file. Each entry: u32 page length, u8 kind, i16 attlen, u32 rows, u64 digest of
 * the decoded rows, the page.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"
#include "test.h"

#define ENTRY_HEAD	19
#define ROWS		200

/* FNV-1a over null flags and values, by-reference ones by their bytes */
static uint64_t
digest(const SealstoneVector *v)
{
	uint64_t	h = UINT64_C(14695981039346656037);

	for (uint32_t i = 0; i < v->count; i++)
	{
		const uint8_t *p = (const uint8_t *) &v->values[i];
		size_t		len = 8;

		h = (h ^ bit_is_set(v->nulls, i)) * UINT64_C(1099511628211);
		if (bit_is_set(v->nulls, i))
			continue;
		if (v->kind >= SEALSTONE_FIXED)
		{
			p = (const uint8_t *) (intptr_t) v->values[i];
			len = v->attlen == -1 ? get32(p) >> 2 : v->attlen == -2 ? strlen((const char *) p) + 1 : (size_t) v->attlen;
		}
		for (size_t k = 0; k < len; k++)
			h = (h ^ p[k]) * UINT64_C(1099511628211);
	}
	return h;
}

void
write_golden(const char *path)
{
	FILE	   *f = fopen(path, "wb");
	Rng			rng = {20261130};
	void	   *memory = malloc(sealstone_encoder_bytes());
	uint8_t    *room = malloc(BYTES_ROOM);
	uint8_t    *out = malloc(8u << 20);
	SealstoneBuffer scratch = {NULL, 0, test_resize, NULL};
	SealstoneBuffer opened = {NULL, 0, test_resize, NULL};

	for (int s = 0; f != NULL && s < value_shape_count + bytes_shape_count; s++)
	{
		bool		by_value = s < value_shape_count;
		const ValueShape *vs = &value_shapes[by_value ? s : 0];
		const BytesShape *bs = &bytes_shapes[by_value ? 0 : s - value_shape_count];
		SealstoneKind kind = by_value ? vs->kind : bs->kind;
		int16_t		attlen = by_value ? vs->attlen : bs->attlen;
		SealstoneEncoder *e = sealstone_encoder_init(memory, kind, attlen, (SealstoneCompression) (s % 3), 3);
		uint64_t	nulls[SEALSTONE_NULL_WORDS] = {0};
		static int64_t v[VALUES];
		static SealstoneBytes b[VALUES];
		size_t		written = 0;
		SealstonePage page;
		uint8_t		head[ENTRY_HEAD];
		/* the one shape that XOR suits needs its length to show it */
		bool		long_one = by_value && strcmp(vs->name, "f8_two_scales") == 0;
		uint32_t	rows = long_one ? VALUES : ROWS;

		if (s % 2 == 1 && !long_one)
			null_shapes[s / 2 % null_shape_count].fill(&rng, nulls, rows);
		if (by_value)
		{
			vs->fill(&rng, v, rows);
			sealstone_encode_values(e, v, nulls, rows, out, 8u << 20, &written, &scratch, NULL);
		}
		else
		{
			bs->fill(&rng, b, rows, room, BYTES_ROOM);
			sealstone_encode_bytes(e, b, nulls, rows, out, 8u << 20, &written, &scratch, NULL);
		}
		if (written > 10000)
			continue;
		if (sealstone_page_open(&page, kind, attlen, out, written, 0, &opened) != SEALSTONE_OK ||
			sealstone_page_decode(&page, SEALSTONE_ACCEPT_FLAT, test_vector()) != SEALSTONE_OK)
			abort();
		put32(head, (uint32_t) written);
		head[4] = (uint8_t) kind;
		put16(head + 5, (uint16_t) attlen);
		put32(head + 7, rows);
		put64(head + 11, digest(test_vector()));
		fwrite(head, 1, sizeof head, f);
		fwrite(out, 1, written, f);
	}
	if (f == NULL || fclose(f) != 0)
		perror(path);
	free(scratch.data);
	free(opened.data);
	free(out);
	free(room);
	free(memory);
}

static void
old_pages_stay_readable(void)
{
	const char *path = getenv("CODEC_GOLDEN") ? getenv("CODEC_GOLDEN") : "golden/v1.bin";
	FILE	   *f = fopen(path, "rb");
	uint8_t		head[ENTRY_HEAD];
	uint32_t	encodings = 0;
	uint32_t	compressions = 0;
	SealstoneBuffer opened = {NULL, 0, test_resize, NULL};

	if (f == NULL)
		FAIL("%s is missing", path);
	while (fread(head, 1, sizeof head, f) == sizeof head)
	{
		uint32_t	len = get32(head);
		uint8_t    *bytes = malloc(len);
		SealstonePage page;

		CHECK(fread(bytes, 1, len, f) == len);
		for (int isa = 0; isa <= SEALSTONE_ISA_AVX512; isa++)
		{
			if (!sealstone_isa_force((SealstoneIsa) isa))
				continue;
			CHECK(sealstone_page_open(&page, (SealstoneKind) head[4], (int16_t) get16(head + 5), bytes, len, 0, &opened) == SEALSTONE_OK);
			snprintf(test_context, sizeof test_context, "%s at %ld, kind %d", sealstone_encoding_name(page.encoding), ftell(f), head[4]);
			CHECK(sealstone_page_decode(&page, SEALSTONE_ACCEPT_FLAT, test_vector()) == SEALSTONE_OK);
			CHECK(test_vector()->count == get32(head + 7));
			CHECK(digest(test_vector()) == get64(head + 11));
		}
		encodings |= 1u << page.encoding;
		compressions |= 1u << page.compression;
		free(bytes);
	}
	fclose(f);
	free(opened.data);
	snprintf(test_context, sizeof test_context, "encodings %x, compressions %x", encodings, compressions);
	CHECK(encodings == 0x3fff);
	CHECK(compressions == 7);
}

const Test	golden_tests[] = {
	{"pages of earlier versions stay readable", old_pages_stay_readable},
	{NULL, NULL}
};
