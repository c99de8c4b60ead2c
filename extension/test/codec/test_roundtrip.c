/*-------------------------------------------------------------------------
 *
 * test_roundtrip.c
 *	  What is encoded comes back: every shape, length, null pattern, compression and instruction set;
 *	  by page, by range, by single value, in every shape a caller may accept.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"
#include "test.h"

static const uint32_t lengths[] = {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 63, 64, 65, 100, 127, 128, 129, 500, 1000, 1023, 1024};
static uint32_t encodings_seen;	/* bit per encoding */
static uint32_t shapes_seen;

/* the page's bytes in a block of exactly their length, so that a read past them is caught */
static uint8_t *
exact_copy(const uint8_t *bytes, size_t len)
{
	uint8_t    *copy = malloc(len);

	memcpy(copy, bytes, len);
	return copy;
}

typedef struct Expected
{
	uint32_t	n;
	const uint64_t *nulls;
	const int64_t *values;		/* or */
	const SealstoneBytes *bytes;
	int16_t		attlen;
} Expected;

static bool
is_null(const Expected *x, uint32_t i)
{
	return bit_is_set(x->nulls, i);
}

static bool
same_value(const Expected *x, uint32_t i, int64_t got)
{
	const uint8_t *p = (const uint8_t *) (intptr_t) got;

	if (x->values != NULL)
		return got == x->values[i];
	if (((uintptr_t) p & 7) != 0)
		return false;
	if (x->attlen == -1)
	{
		if (get32(p) != (x->bytes[i].length + 4) << 2)
			return false;
		p += 4;
	}
	return memcmp(p, x->bytes[i].data, x->bytes[i].length) == 0;
}

static int64_t
shaped_value(const SealstoneVector *v, uint32_t i)
{
	uint32_t	run = 0;

	if (v->nruns > 0)
		while (v->run_end[run] <= i)
			run++;
	switch (v->shape)
	{
		case SEALSTONE_FLAT:
			return v->values[i];
		case SEALSTONE_SINGLE:
			return v->values[0];
		case SEALSTONE_RUNS:
			return v->values[run];
		case SEALSTONE_STEPS:
			return (int64_t) ((uint64_t) v->values[run] +
							  (uint64_t) v->step[run] * (i - (run == 0 ? 0u : v->run_end[run - 1])));
		case SEALSTONE_DICT:
			return v->values[v->codes[i]];
		case SEALSTONE_DICT_RUNS:
			return v->values[v->codes[run]];
	}
	return 0;
}

static void
check_page(const uint8_t *bytes, size_t len, SealstoneKind kind, const Expected *x, Rng *rng)
{
	SealstonePage page;
	SealstonePage peeked;
	SealstoneVector *v = test_vector();
	static SealstoneBuffer scratch = {NULL, 0, test_resize, NULL};
	static SealstoneBuffer heap = {NULL, 0, test_resize, NULL};
	uint32_t	first;
	uint32_t	rows;

	CHECK(sealstone_page_open(&page, kind, x->attlen, bytes, len, 0, &scratch) == SEALSTONE_OK);
	CHECK(page.page_length == len);
	CHECK(sealstone_page_open(&peeked, kind, x->attlen, bytes, len, SEALSTONE_OPEN_HEADER, NULL) == SEALSTONE_OK);
	CHECK(peeked.encoding == page.encoding && peeked.raw_length == page.raw_length);
	encodings_seen |= 1u << page.encoding;

	for (int accept = SEALSTONE_ACCEPT_FLAT;; accept = SEALSTONE_ACCEPT_ALL)
	{
		CHECK(sealstone_page_decode(&page, accept, v) == SEALSTONE_OK);
		CHECK(v->count == x->n);
		CHECK(accept & SEALSTONE_ACCEPT(v->shape));
		CHECK(memcmp(v->nulls, x->nulls, SEALSTONE_NULL_WORDS * 8) == 0);
		if (v->nruns > 0)
			CHECK(v->run_end[v->nruns - 1] == x->n);
		for (uint32_t i = 0; i < x->n; i++)
		{
			if (is_null(x, i))
			{
				if (v->shape == SEALSTONE_DICT)
					CHECK(v->codes[i] < v->ndict);
				if (v->shape == SEALSTONE_FLAT && x->bytes != NULL)
					CHECK(v->values[i] == 0);
			}
			else
				CHECK(same_value(x, i, shaped_value(v, i)));
		}
		shapes_seen |= 1u << v->shape;
		if (accept == SEALSTONE_ACCEPT_ALL)
			break;
	}
	/* dictionary entries are distinct and in order of appearance */
	if (v->shape == SEALSTONE_DICT && v->null_count == 0)
	{
		uint32_t	next = 0;

		for (uint32_t i = 0; i < x->n; i++)
		{
			CHECK(v->codes[i] <= next);
			next += v->codes[i] == next;
		}
		CHECK(next == v->ndict);
	}
	sealstone_vector_expand(v);
	CHECK(v->shape == SEALSTONE_FLAT);
	for (uint32_t i = 0; i < x->n; i++)
		if (!is_null(x, i))
			CHECK(same_value(x, i, v->values[i]));

	/* many rows, one, and a few: narrow ranges have a way of their own */
	for (uint32_t most = x->n; most > 0; most = most > 20 ? 20 : most > 1 ? 1 : 0)
	{
		first = (uint32_t) rng_below(rng, x->n);
		rows = 1 + (uint32_t) rng_below(rng, most < x->n - first ? most : x->n - first);
		CHECK(sealstone_page_decode_range(&page, first, rows, SEALSTONE_ACCEPT_FLAT, v) == SEALSTONE_OK);
		for (uint32_t i = first; i < first + rows; i++)
			if (!is_null(x, i))
				CHECK(same_value(x, i, v->values[i]));
	}

	for (uint32_t i = 0; i < x->n; i += 1 + (uint32_t) rng_below(rng, 1 + x->n / 40))
	{
		int64_t		value;
		bool		isnull;
		SealstoneStatus status = sealstone_page_one(&page, i, &value, &isnull, &heap);

		if (status == SEALSTONE_NOT_REACHABLE)
		{
			CHECK(!sealstone_page_reachable(&page));
			continue;
		}
		CHECK(status == SEALSTONE_OK);
		CHECK(isnull == is_null(x, i));
		if (!isnull)
			CHECK(sealstone_page_reachable(&page) && same_value(x, i, value));
	}
}

static void
encode_and_check_values(SealstoneEncoder *encoder, SealstoneKind kind, const Expected *x, Rng *rng)
{
	size_t		bound = sealstone_page_bound(kind, x->attlen, x->n, 0);
	uint8_t    *out = malloc(bound);
	size_t		written = 0;
	SealstoneBuffer scratch = {NULL, 0, test_resize, NULL};
	SealstonePageStats stats;
	uint8_t    *copy;
	/* exactly n values: the encoder may not read on */
	int64_t    *exact = malloc(x->n * sizeof(int64_t));

	memcpy(exact, x->values, x->n * sizeof(int64_t));
	CHECK(sealstone_encode_values(encoder, exact, x->nulls, x->n, out, bound, &written, &scratch, &stats) == SEALSTONE_OK);
	CHECK(written <= bound && stats.stored == written);
	if (kind == SEALSTONE_INT && stats.has_minmax)
	{
		bool		met_min = false;
		bool		met_max = false;

		for (uint32_t i = 0; i < x->n; i++)
			if (!is_null(x, i))
			{
				CHECK(x->values[i] >= stats.min && x->values[i] <= stats.max);
				met_min |= x->values[i] == stats.min;
				met_max |= x->values[i] == stats.max;
			}
		CHECK(met_min && met_max);
	}
	copy = exact_copy(out, written);
	free(exact);
	check_page(copy, written, kind, x, rng);
	free(copy);
	free(out);
	free(scratch.data);
}

static void
values_come_back(void)
{
	Rng			rng = {test_seed};
	void	   *memory = malloc(sealstone_encoder_bytes());
	static int64_t v[VALUES];

	for (int s = 0; s < value_shape_count && !test_failed; s++)
		for (int z = 0; z < null_shape_count && !test_failed; z++)
			for (int isa = 0; isa <= SEALSTONE_ISA_AVX512; isa++)
			{
				const ValueShape *shape = &value_shapes[s];
				SealstoneCompression compression = (SealstoneCompression) ((s + z + isa) % 3);
				SealstoneEncoder *encoder = sealstone_encoder_init(memory, shape->kind, shape->attlen, compression, 3);

				if (!sealstone_isa_force((SealstoneIsa) isa))
					continue;
				for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++)
				{
					uint64_t	nulls[SEALSTONE_NULL_WORDS] = {0};
					Expected	x = {lengths[l], nulls, v, NULL, shape->attlen};

					snprintf(test_context, sizeof test_context, "%s, %s, n = %u, %s, %s", shape->name,
							 null_shapes[z].name, lengths[l], sealstone_compression_name(compression),
							 sealstone_isa_name((SealstoneIsa) isa));
					shape->fill(&rng, v, lengths[l]);
					null_shapes[z].fill(&rng, nulls, lengths[l]);
					encode_and_check_values(encoder, shape->kind, &x, &rng);
					if (test_failed)
						break;
				}
			}
	free(memory);
}

static void
bytes_come_back(void)
{
	Rng			rng = {test_seed};
	void	   *memory = malloc(sealstone_encoder_bytes());
	uint8_t    *room = malloc(BYTES_ROOM);
	static SealstoneBytes v[VALUES];

	for (int s = 0; s < bytes_shape_count && !test_failed; s++)
		for (int z = 0; z < null_shape_count && !test_failed; z++)
			for (int c = 0; c < 3; c++)
			{
				const BytesShape *shape = &bytes_shapes[s];
				SealstoneEncoder *encoder = sealstone_encoder_init(memory, shape->kind, shape->attlen,
																   (SealstoneCompression) c, 3);

				for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++)
				{
					uint32_t	n = lengths[l];
					uint64_t	nulls[SEALSTONE_NULL_WORDS] = {0};
					Expected	x = {n, nulls, NULL, v, shape->attlen};
					size_t		total = 0;
					size_t		bound;
					size_t		written;
					uint8_t    *out;
					uint8_t    *copy;
					SealstoneBuffer scratch = {NULL, 0, test_resize, NULL};

					snprintf(test_context, sizeof test_context, "%s, %s, n = %u, %s", shape->name,
							 null_shapes[z].name, n, sealstone_compression_name((SealstoneCompression) c));
					shape->fill(&rng, v, n, room, BYTES_ROOM);
					null_shapes[z].fill(&rng, nulls, n);
					for (uint32_t i = 0; i < n; i++)
						if (bit_is_set(nulls, i))
							v[i] = (SealstoneBytes) {NULL, 0xdeadbeef};	/* not looked at */
						else
							total += v[i].length;
					bound = sealstone_page_bound(shape->kind, shape->attlen, n, total);
					out = malloc(bound);
					CHECK(sealstone_encode_bytes(encoder, v, nulls, n, out, bound, &written, &scratch, NULL) == SEALSTONE_OK);
					CHECK(written <= bound);
					copy = exact_copy(out, written);
					check_page(copy, written, shape->kind, &x, &rng);
					free(copy);
					free(out);
					free(scratch.data);
					if (test_failed)
						break;
				}
			}
	free(room);
	free(memory);
}

/* an encoder that learned from one kind of data meets another: hints may not matter */
static void
hints_never_change_the_meaning(void)
{
	Rng			rng = {test_seed + 11};
	void	   *memory = malloc(sealstone_encoder_bytes());
	static int64_t v[VALUES];
	static const SealstoneKind kinds[] = {SEALSTONE_INT, SEALSTONE_FLOAT8, SEALSTONE_FLOAT4};

	for (int k = 0; k < 3; k++)
	{
		SealstoneEncoder *encoder = sealstone_encoder_init(memory, kinds[k], 8, SEALSTONE_COMPRESS_ZSTD, 1);

		for (int page = 0; page < 600 && !test_failed; page++)
		{
			const ValueShape *shape = &value_shapes[rng_below(&rng, (uint64_t) value_shape_count)];
			uint64_t	nulls[SEALSTONE_NULL_WORDS] = {0};
			uint32_t	n = 1 + (uint32_t) rng_below(&rng, VALUES);
			Expected	x = {n, nulls, v, NULL, 8};

			if (kinds[k] != SEALSTONE_INT && shape->kind != kinds[k])
				continue;
			snprintf(test_context, sizeof test_context, "page %d, %s", page, shape->name);
			shape->fill(&rng, v, n);
			if (rng_below(&rng, 3) == 0)
				null_shapes[rng_below(&rng, (uint64_t) null_shape_count)].fill(&rng, nulls, n);
			encode_and_check_values(encoder, kinds[k], &x, &rng);
		}
	}
	free(memory);
}

static void
nothing_is_left_untried(void)
{
	for (int e = 0; e <= SEALSTONE_ENC_BYTES; e++)
	{
		snprintf(test_context, sizeof test_context, "encoding %s", sealstone_encoding_name((SealstoneEncoding) e));
		CHECK(encodings_seen & 1u << e);
	}
	for (int s = 0; s <= SEALSTONE_DICT_RUNS; s++)
	{
		snprintf(test_context, sizeof test_context, "shape %d", s);
		CHECK(shapes_seen & 1u << s);
	}
}

static void
wrong_arguments_are_refused(void)
{
	void	   *memory = malloc(sealstone_encoder_bytes());
	SealstoneEncoder *encoder = sealstone_encoder_init(memory, SEALSTONE_INT, 8, SEALSTONE_COMPRESS_NONE, 0);
	int64_t		v[4] = {1, 2, 4, 9};
	SealstoneBytes b = {(const uint8_t *) "abc", 3};
	SealstoneBytes inner_nul = {(const uint8_t *) "a\0b", 4};
	uint8_t		out[16384];
	size_t		written;
	SealstonePage page;

	CHECK(sealstone_encode_values(encoder, v, NULL, 0, out, sizeof out, &written, NULL, NULL) == SEALSTONE_BAD_ARGUMENT);
	CHECK(sealstone_encode_values(encoder, v, NULL, 1025, out, sizeof out, &written, NULL, NULL) == SEALSTONE_BAD_ARGUMENT);
	CHECK(sealstone_encode_bytes(encoder, &b, NULL, 1, out, sizeof out, &written, NULL, NULL) == SEALSTONE_BAD_ARGUMENT);
	for (size_t capacity = 0; capacity < 40; capacity++)
	{
		uint8_t    *small = malloc(capacity + 1);
		SealstoneStatus status = sealstone_encode_values(encoder, v, NULL, 4, small, capacity, &written, NULL, NULL);

		CHECK(status == SEALSTONE_NO_SPACE || (status == SEALSTONE_OK && written <= capacity));
		free(small);
	}
	CHECK(sealstone_encode_values(encoder, v, NULL, 4, out, sizeof out, &written, NULL, NULL) == SEALSTONE_OK);
	CHECK(sealstone_page_open(&page, SEALSTONE_FLOAT8, 8, out, written, 0, NULL) == SEALSTONE_BAD_DATA);
	CHECK(sealstone_page_open(&page, SEALSTONE_INT, 8, out, written - 1, 0, NULL) == SEALSTONE_BAD_LENGTH);
	CHECK(sealstone_page_open(&page, SEALSTONE_INT, 8, out, 19, 0, NULL) == SEALSTONE_BAD_LENGTH);
	CHECK(sealstone_page_open(&page, SEALSTONE_FIXED, -1, out, written, 0, NULL) == SEALSTONE_BAD_ARGUMENT);
	CHECK(sealstone_page_open(&page, SEALSTONE_INT, 8, out, sizeof out, 0, NULL) == SEALSTONE_OK);
	CHECK(sealstone_page_decode_range(&page, 3, 2, SEALSTONE_ACCEPT_FLAT, test_vector()) == SEALSTONE_BAD_ARGUMENT);
	CHECK(sealstone_page_decode_range(&page, 0, 0, SEALSTONE_ACCEPT_FLAT, test_vector()) == SEALSTONE_BAD_ARGUMENT);
	out[0] = 2;
	CHECK(sealstone_page_open(&page, SEALSTONE_INT, 8, out, written, 0, NULL) == SEALSTONE_BAD_VERSION);

	encoder = sealstone_encoder_init(memory, SEALSTONE_FIXED, 16, SEALSTONE_COMPRESS_NONE, 0);
	CHECK(sealstone_encode_bytes(encoder, &b, NULL, 1, out, sizeof out, &written, NULL, NULL) == SEALSTONE_BAD_ARGUMENT);
	encoder = sealstone_encoder_init(memory, SEALSTONE_VARLENA, -2, SEALSTONE_COMPRESS_NONE, 0);
	CHECK(sealstone_encode_bytes(encoder, &b, NULL, 1, out, sizeof out, &written, NULL, NULL) == SEALSTONE_BAD_ARGUMENT);
	CHECK(sealstone_encode_bytes(encoder, &inner_nul, NULL, 1, out, sizeof out, &written, NULL, NULL) == SEALSTONE_BAD_ARGUMENT);
	free(memory);
}

static void
a_long_value_comes_back(void)
{
	void	   *memory = malloc(sealstone_encoder_bytes());
	size_t		len = 40u << 20;
	uint8_t    *data = malloc(len);
	SealstoneBytes v[3];
	Rng			rng = {test_seed};

	for (size_t i = 0; i < len; i += 8)
	{
		uint64_t	x = i % 4096 < 2048 ? rng_next(&rng) : i / 4096;

		memcpy(data + i, &x, 8);
	}
	v[0] = (SealstoneBytes) {data, (uint32_t) len};
	v[1] = (SealstoneBytes) {data, 5};
	v[2] = (SealstoneBytes) {data + 1, (uint32_t) len / 2};
	for (int c = 0; c < 3 && !test_failed; c++)
	{
		SealstoneEncoder *encoder = sealstone_encoder_init(memory, SEALSTONE_VARLENA, -1, (SealstoneCompression) c, 1);
		uint64_t	nulls[SEALSTONE_NULL_WORDS] = {0};
		Expected	x = {3, nulls, NULL, v, -1};
		size_t		bound = sealstone_page_bound(SEALSTONE_VARLENA, -1, 3, len + 5 + len / 2);
		uint8_t    *out = malloc(bound);
		size_t		written;
		SealstoneBuffer scratch = {NULL, 0, test_resize, NULL};

		snprintf(test_context, sizeof test_context, "%s", sealstone_compression_name((SealstoneCompression) c));
		CHECK(sealstone_encode_bytes(encoder, v, NULL, 3, out, bound, &written, &scratch, NULL) == SEALSTONE_OK);
		check_page(out, written, SEALSTONE_VARLENA, &x, &rng);
		free(out);
		free(scratch.data);
	}
	free(data);
	free(memory);
}

const Test	roundtrip_tests[] = {
	{"values come back", values_come_back},
	{"bytes come back", bytes_come_back},
	{"hints never change the meaning", hints_never_change_the_meaning},
	{"a long value comes back", a_long_value_comes_back},
	{"wrong arguments are refused", wrong_arguments_are_refused},
	{"no encoding and no shape is left untried", nothing_is_left_untried},
	{NULL, NULL}
};
