/*-------------------------------------------------------------------------
 *
 * test_kernels.c
 *	  Every version of the inner loops gives the same bits; checksum against published values.
 *
 *-------------------------------------------------------------------------
 */
#include <math.h>

#include "codec/internal.h"
#include "test.h"

static const Kernels *
each_isa(int isa)
{
	return sealstone_isa_force((SealstoneIsa) isa) ? sealstone_kernels : NULL;
}

static void
best_isa(void)
{
	for (int isa = SEALSTONE_ISA_AVX512; isa >= 0; isa--)
		if (sealstone_isa_force((SealstoneIsa) isa))
			return;
}

static void
packing_comes_back_for_every_width_and_row_count(void)
{
	Rng			rng = {test_seed};

	for (int isa = 0; isa <= SEALSTONE_ISA_AVX512; isa++)
	{
		const Kernels *k = each_isa(isa);

		if (k == NULL)
			continue;
		for (unsigned width = 0; width <= 64; width++)
			for (unsigned rows = 1; rows <= 64; rows += rows < 4 ? 1 : 12)
			{
				static uint64_t v[VALUES];
				static int64_t out[VALUES];
				static uint64_t reference[VALUES];
				size_t		bytes = packed_bytes(rows * LANES, width);
				uint8_t    *packed = malloc(bytes + 1);
				uint64_t	base = rng_next(&rng);
				uint64_t	scale = width % 3 == 0 ? rng_next(&rng) : 1;

				snprintf(test_context, sizeof test_context, "%s width %u rows %u", sealstone_isa_name(isa), width, rows);
				for (unsigned i = 0; i < rows * LANES; i++)
					v[i] = rng_next(&rng) & mask_of(width);
				k->pack(v, width, rows, packed);
				k->unpack(packed, width, 0, rows, base, scale, out);
				for (unsigned i = 0; i < rows * LANES; i++)
				{
					unsigned	bit = i / LANES * width;
					const uint8_t *w = packed + (bit >> 6) * LANE_BYTES + i % LANES * 8;

					CHECK((uint64_t) out[i] == base + scale * v[i]);
					/* the layout itself, as README.md gives it */
					reference[i] = width == 0 ? 0 : get64(w) >> (bit & 63);
					if (width > 0 && (bit & 63) + width > 64)
						reference[i] |= get64(w + LANE_BYTES) << (64 - (bit & 63));
					CHECK((reference[i] & mask_of(width)) == v[i]);
				}
				free(packed);
			}
	}
	best_isa();
}

static void
codes_come_back_for_every_width(void)
{
	Rng			rng = {test_seed};

	for (int isa = 0; isa <= SEALSTONE_ISA_AVX512; isa++)
	{
		const Kernels *k = each_isa(isa);

		if (k == NULL)
			continue;
		for (unsigned width = 0; width <= 10; width++)
			for (unsigned rows = 1; rows <= 16; rows++)
			{
				static uint16_t v[VALUES];
				static uint16_t out[VALUES];
				unsigned	most = 0;
				size_t		bytes = packed_code_bytes(rows * CODE_LANES, width);
				uint8_t    *packed = malloc(bytes + 1);

				snprintf(test_context, sizeof test_context, "%s width %u rows %u", sealstone_isa_name(isa), width, rows);
				for (unsigned i = 0; i < rows * CODE_LANES; i++)
				{
					v[i] = (uint16_t) (rng_next(&rng) & mask_of(width));
					most = v[i] > most ? v[i] : most;
				}
				k->pack_codes(v, width, rows, packed);
				CHECK(k->unpack_codes(packed, width, rows, out) == most);
				CHECK(memcmp(v, out, rows * CODE_LANES * sizeof v[0]) == 0);
				free(packed);
			}
	}
	best_isa();
}

static void
every_isa_computes_what_the_portable_one_does(void)
{
	const Kernels *portable = &sealstone_kernels_portable;
	Rng			rng = {test_seed + 7};

	for (int isa = 1; isa <= SEALSTONE_ISA_AVX512; isa++)
	{
		const Kernels *k = each_isa(isa);

		if (k == NULL)
			continue;
		for (int s = 0; s < value_shape_count; s++)
			for (unsigned exponent = 0; exponent <= ALP_MAX_EXPONENT; exponent++)
			{
				static int64_t v[VALUES];
				static int64_t a[VALUES];
				static int64_t b[VALUES];
				uint64_t	bad_a[SEALSTONE_NULL_WORDS];
				uint64_t	bad_b[SEALSTONE_NULL_WORDS];
				IntStats	stats_a;
				IntStats	stats_b;
				unsigned	n = 1 + (unsigned) rng_below(&rng, VALUES);

				snprintf(test_context, sizeof test_context, "%s %s exponent %u", sealstone_isa_name(isa),
						 value_shapes[s].name, exponent);
				value_shapes[s].fill(&rng, v, VALUES);
				memset(&stats_a, 0, sizeof stats_a);
				memset(&stats_b, 0, sizeof stats_b);
				portable->stats(v, n, &stats_a);
				k->stats(v, n, &stats_b);
				CHECK(memcmp(&stats_a, &stats_b, sizeof stats_a) == 0);

				memcpy(a, v, sizeof a);
				memcpy(b, v, sizeof b);
				portable->prefix_sum(a, 64);
				k->prefix_sum(b, 64);
				CHECK(memcmp(a, b, sizeof a) == 0);

				/* the last of the running sums is the sum, for every number of rows */
				for (unsigned rows = 1; rows <= 64; rows++)
					CHECK(k->sum(v, rows) == a[rows * VALUES / 64 - 1] && portable->sum(v, rows) == k->sum(v, rows));
				CHECK(k->sum(v, 0) == 0);

				portable->alp8_encode(v, VALUES, exponent, a, bad_a);
				k->alp8_encode(v, VALUES, exponent, b, bad_b);
				CHECK(memcmp(a, b, sizeof a) == 0);
				CHECK(memcmp(bad_a, bad_b, sizeof bad_a) == 0);
				portable->alp8(a, 0, VALUES, exponent);
				k->alp8(b, 0, VALUES, exponent);
				CHECK(memcmp(a, b, sizeof a) == 0);
				for (uint32_t i = 0; i < VALUES; i++)
					CHECK(bit_is_set(bad_a, i) || a[i] == v[i]);

				for (uint32_t i = 0; i < VALUES; i++)
					v[i] = (int32_t) v[i];
				portable->alp4_encode(v, VALUES, exponent, a, bad_a);
				k->alp4_encode(v, VALUES, exponent, b, bad_b);
				CHECK(memcmp(a, b, sizeof a) == 0);
				CHECK(memcmp(bad_a, bad_b, sizeof bad_a) == 0);
				portable->alp4(a, 0, VALUES, exponent);
				k->alp4(b, 0, VALUES, exponent);
				CHECK(memcmp(a, b, sizeof a) == 0);
				for (uint32_t i = 0; i < VALUES; i++)
					CHECK(bit_is_set(bad_a, i) || a[i] == v[i]);

				/* integers of up to 51 bits, as a decoder meets them */
				for (uint32_t i = 0; i < VALUES; i++)
					a[i] = b[i] = (int64_t) rng_next(&rng) >> (14 + rng_below(&rng, 50));
				portable->alp8(a, 0, VALUES, exponent);
				k->alp8(b, 0, VALUES, exponent);
				CHECK(memcmp(a, b, sizeof a) == 0);
			}
	}
	best_isa();
}

/* the claim on which "a decimal is never an exception" rests */
static void
decimals_of_fifteen_digits_are_exact(void)
{
	Rng			rng = {test_seed + 3};

	for (unsigned exponent = 0; exponent <= 15; exponent++)
		for (int round = 0; round < 20; round++)
		{
			static int64_t slots[VALUES];
			static int64_t ints[VALUES];
			uint64_t	bad[SEALSTONE_NULL_WORDS];

			for (int i = 0; i < VALUES; i++)
			{
				char		text[64];
				int64_t		v = (int64_t) (rng_next(&rng) % UINT64_C(1000000000000000)) >> rng_below(&rng, 49);

				snprintf(text, sizeof text, "%lldE-%u", (long long) (v == 0 ? 1 : v), exponent);
				slots[i] = slot8(strtod(text, NULL));
			}
			snprintf(test_context, sizeof test_context, "exponent %u", exponent);
			sealstone_kernels->alp8_encode(slots, VALUES, exponent, ints, bad);
			for (int i = 0; i < SEALSTONE_NULL_WORDS; i++)
				CHECK(bad[i] == 0);
		}
}

static void
crc32c_is_the_published_one(void)
{
	static const uint8_t zeros[32];
	uint8_t		ones[32];
	uint8_t		data[5000];
	Rng			rng = {test_seed};
	uint32_t	whole;

	/* RFC 3720, B.4 */
	memset(ones, 0xff, sizeof ones);
	for (int isa = 0; isa <= SEALSTONE_ISA_AVX512; isa++)
	{
		if (each_isa(isa) == NULL)
			continue;
		snprintf(test_context, sizeof test_context, "%s", sealstone_isa_name(isa));
		CHECK(sealstone_crc32c(0, "123456789", 9) == 0xe3069283);
		CHECK(sealstone_crc32c(0, zeros, 32) == 0x8a9136aa);
		CHECK(sealstone_crc32c(0, ones, 32) == 0x62a8ab43);
	}
	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (uint8_t) rng_next(&rng);
	for (size_t len = 0; len < sizeof data; len += len < 20 ? 1 : 97)
		for (size_t cut = 0; cut <= len; cut += 1 + len / 3)
		{
			sealstone_isa_force(SEALSTONE_ISA_PORTABLE);
			whole = sealstone_crc32c(0, data, len);
			best_isa();
			CHECK(sealstone_crc32c(0, data, len) == whole);
			CHECK(sealstone_crc32c(sealstone_crc32c(0, data, cut), data + cut, len - cut) == whole);
		}
}

const Test	kernel_tests[] = {
	{"packing comes back for every width and row count", packing_comes_back_for_every_width_and_row_count},
	{"codes come back for every width", codes_come_back_for_every_width},
	{"every instruction set computes what the portable one does", every_isa_computes_what_the_portable_one_does},
	{"decimals of fifteen digits are exact", decimals_of_fifteen_digits_are_exact},
	{"crc32c is the published one", crc32c_is_the_published_one},
	{NULL, NULL}
};
