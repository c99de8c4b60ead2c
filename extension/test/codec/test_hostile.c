/*-------------------------------------------------------------------------
 *
 * test_hostile.c
 *	  Damaged pages: every flipped bit is noticed, and with the checksum out of the way nothing crashes.
 *
 * Pages lie in blocks of exactly their length, and the program is built with AddressSanitizer and UBSan: "nothing
 * crashes" includes reads out of bounds. The inputs the fuzzers found are in crashes/, replayed here.
 *
 *-------------------------------------------------------------------------
 */
#include <dirent.h>

#include "codec/internal.h"
#include "test.h"

/* everything a reader can do with a page, whatever it holds */
void
exercise_page(SealstoneKind kind, int16_t attlen, const uint8_t *bytes, size_t len, int flags)
{
	static SealstoneBuffer scratch = {NULL, 0, test_resize, NULL};
	static SealstoneBuffer heap = {NULL, 0, test_resize, NULL};
	SealstoneVector *v = test_vector();
	SealstonePage page;

	if (sealstone_page_open(&page, kind, attlen, bytes, len, flags, &scratch) != SEALSTONE_OK)
		return;
	if (sealstone_page_decode(&page, SEALSTONE_ACCEPT_ALL, v) == SEALSTONE_OK)
	{
		uint32_t	first = page.count / 3;

		(void) sealstone_vector_lower_bound(v, 0, page.count, 42, false);
		(void) sealstone_vector_upper_bound(v, first, page.count, -7, true);
		sealstone_vector_expand(v);
		if (kind >= SEALSTONE_FIXED)
			for (uint32_t i = 0; i < page.count; i++)
				if (v->values[i] != 0)
				{
					/* the value must be whole: read all of it */
					const uint8_t *p = (const uint8_t *) (intptr_t) v->values[i];
					size_t		n = attlen == -1 ? get32(p) >> 2 : attlen == -2 ? strlen((const char *) p) + 1 : (size_t) attlen;
					static volatile uint8_t sink;

					for (size_t k = 0; k < n; k++)
						sink ^= p[k];
				}
		(void) sealstone_page_decode_range(&page, first, page.count - first, SEALSTONE_ACCEPT_FLAT, v);
		(void) sealstone_page_decode_range(&page, 0, first + 1, SEALSTONE_ACCEPT_ALL, v);
	}
	for (uint32_t i = 0; i < page.count; i += 1 + page.count / 50)
	{
		int64_t		value;
		bool		isnull;

		(void) sealstone_page_one(&page, i, &value, &isnull, &heap);
	}
	for (int k = 0; k < 4; k++)
	{
		static const int64_t keys[] = {INT64_MIN, -1, 820454400000000, INT64_MAX};
		uint32_t	row = 0;

		if (sealstone_page_lower_bound(&page, 0, page.count, keys[k], k & 1, &row) == SEALSTONE_OK && row > page.count)
			abort();
		if (sealstone_page_upper_bound(&page, page.count / 2, page.count, keys[k], k & 2, &row) == SEALSTONE_OK &&
			(row > page.count || row < page.count / 2u))
			abort();
	}
}

/* a page of shape s (values first, then bytes), with some nulls in every other round */
static size_t
some_page(int s, int round, SealstoneCompression compression, uint32_t n, uint8_t **page, SealstoneKind *kind,
		  int16_t *attlen)
{
	Rng			rng = {test_seed + (uint64_t) s * 131 + (uint64_t) round};
	void	   *memory = malloc(sealstone_encoder_bytes());
	uint8_t    *room = malloc(BYTES_ROOM);
	uint64_t	nulls[SEALSTONE_NULL_WORDS] = {0};
	SealstoneBuffer scratch = {NULL, 0, test_resize, NULL};
	uint8_t    *out;
	size_t		written = 0;

	null_shapes[round % null_shape_count].fill(&rng, nulls, n);
	if (s < value_shape_count)
	{
		static int64_t v[VALUES];

		*kind = value_shapes[s].kind;
		*attlen = value_shapes[s].attlen;
		value_shapes[s].fill(&rng, v, n);
		out = malloc(sealstone_page_bound(*kind, *attlen, n, 0));
		sealstone_encode_values(sealstone_encoder_init(memory, *kind, *attlen, compression, 1), v, nulls, n,
								out, sealstone_page_bound(*kind, *attlen, n, 0), &written, &scratch, NULL);
	}
	else
	{
		static SealstoneBytes v[VALUES];
		size_t		total = 0;

		*kind = bytes_shapes[s - value_shape_count].kind;
		*attlen = bytes_shapes[s - value_shape_count].attlen;
		bytes_shapes[s - value_shape_count].fill(&rng, v, n, room, BYTES_ROOM);
		for (uint32_t i = 0; i < n; i++)
			total += v[i].length;
		out = malloc(sealstone_page_bound(*kind, *attlen, n, total));
		sealstone_encode_bytes(sealstone_encoder_init(memory, *kind, *attlen, compression, 1), v, nulls, n,
							   out, sealstone_page_bound(*kind, *attlen, n, total), &written, &scratch, NULL);
	}
	*page = malloc(written);
	memcpy(*page, out, written);
	free(out);
	free(scratch.data);
	free(room);
	free(memory);
	return written;
}

static void
every_flipped_bit_is_noticed(void)
{
	for (int s = 0; s < value_shape_count + bytes_shape_count; s++)
	{
		uint8_t    *page;
		SealstoneKind kind;
		int16_t		attlen;
		size_t		len = some_page(s, s, (SealstoneCompression) (s % 3), 40, &page, &kind, &attlen);
		SealstoneBuffer scratch = {NULL, 0, test_resize, NULL};

		CHECK(len > 0);
		for (size_t bit = 0; bit < len * 8; bit += len > 2000 ? 11 : 1)
		{
			SealstonePage opened;

			page[bit / 8] ^= (uint8_t) (1 << (bit % 8));
			snprintf(test_context, sizeof test_context, "shape %d bit %zu of %zu", s, bit, len * 8);
			CHECK(sealstone_page_open(&opened, kind, attlen, page, len, 0, &scratch) != SEALSTONE_OK);
			page[bit / 8] ^= (uint8_t) (1 << (bit % 8));
		}
		free(page);
		free(scratch.data);
	}
}

static void
damage_behind_a_right_checksum_never_crashes(void)
{
	Rng			rng = {test_seed};

	for (int s = 0; s < value_shape_count + bytes_shape_count; s++)
		for (int round = 0; round < 12; round++)
		{
			static const uint32_t counts[] = {1, 3, 16, 40, 100, 1024};
			uint8_t    *page;
			SealstoneKind kind;
			int16_t		attlen;
			size_t		len = some_page(s, round, (SealstoneCompression) (round % 3), counts[round % 6], &page, &kind, &attlen);

			for (int damage = 0; damage < 60; damage++)
			{
				size_t		shorter = damage % 7 == 6 ? rng_below(&rng, len + 1) : len;
				uint8_t    *copy = malloc(shorter);

				memcpy(copy, page, shorter);
				for (int k = 0; k < 1 + damage % 4 && shorter > 0; k++)
				{
					/* the head of header and payload matter most */
					size_t		at = rng_below(&rng, damage % 2 && shorter > 60 ? 60 : shorter);

					copy[at] = rng_below(&rng, 3) == 0 ? 0xff : (uint8_t) rng_next(&rng);
				}
				exercise_page(kind, attlen, copy, shorter, SEALSTONE_OPEN_TRUSTED);
				free(copy);
			}
			/* and as the wrong kind */
			exercise_page(SEALSTONE_INT, 8, page, len, SEALSTONE_OPEN_TRUSTED);
			exercise_page(SEALSTONE_VARLENA, -1, page, len, SEALSTONE_OPEN_TRUSTED);
			free(page);
		}
}

/* first byte: kind and attlen as in fuzz/fuzz.h; then the page */
static void
what_fuzzers_found_stays_mended(void)
{
	const char *folder = getenv("CODEC_CRASHES") ? getenv("CODEC_CRASHES") : "crashes";
	DIR		   *dir = opendir(folder);
	struct dirent *entry;
	int			replayed = 0;

	if (dir == NULL)
		FAIL("folder %s is missing", folder);
	while ((entry = readdir(dir)) != NULL)
	{
		char		path[600];
		FILE	   *file;
		uint8_t    *bytes;
		long		len;

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		snprintf(test_context, sizeof test_context, "%s", entry->d_name);
		file = fopen(path, "rb");
		CHECK(file != NULL);
		fseek(file, 0, SEEK_END);
		len = ftell(file);
		rewind(file);
		bytes = malloc((size_t) len + 1);
		CHECK(fread(bytes, 1, (size_t) len, file) == (size_t) len);
		fclose(file);
		for (int k = 0; k < 10; k++)
		{
			static const int16_t attlens[] = {8, 1, 4, 8, 16, 6, 64, -1, -2, 8};
			static const SealstoneKind kinds[] = {
				SEALSTONE_INT, SEALSTONE_BOOL, SEALSTONE_FLOAT4, SEALSTONE_FLOAT8, SEALSTONE_FIXED, SEALSTONE_FIXED,
				SEALSTONE_FIXED, SEALSTONE_VARLENA, SEALSTONE_VARLENA, SEALSTONE_INT
			};
			uint8_t    *copy = malloc((size_t) len);

			memcpy(copy, bytes, (size_t) len);
			exercise_page(kinds[k], attlens[k], copy, (size_t) len, SEALSTONE_OPEN_TRUSTED);
			free(copy);
		}
		free(bytes);
		replayed++;
	}
	closedir(dir);
	printf("  %d inputs replayed\n", replayed);
}

const Test	hostile_tests[] = {
	{"every flipped bit is noticed", every_flipped_bit_is_noticed},
	{"damage behind a right checksum never crashes", damage_behind_a_right_checksum_never_crashes},
	{"what fuzzers found stays mended", what_fuzzers_found_stays_mended},
	{NULL, NULL}
};
