/*-------------------------------------------------------------------------
 *
 * test_bounds.c
 *	  Lower and upper bounds equal what walking the rows gives.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"
#include "test.h"

static int
compare(const void *a, const void *b)
{
	int64_t		x = *(const int64_t *) a;
	int64_t		y = *(const int64_t *) b;

	return x < y ? -1 : x > y;
}

static uint32_t
by_walking(const int64_t *v, uint32_t first, uint32_t past, int64_t key, bool strict, bool descending)
{
	for (; first < past; first++)
		if (descending ? (strict ? v[first] < key : v[first] <= key) : (strict ? v[first] > key : v[first] >= key))
			break;
	return first;
}

static void
bounds_equal_a_walk(void)
{
	Rng			rng = {test_seed};
	void	   *memory = malloc(sealstone_encoder_bytes());
	static int64_t v[VALUES];
	uint32_t	reached = 0;

	for (int s = 0; s < value_shape_count; s++)
		for (int round = 0; round < 12; round++)
		{
			SealstoneEncoder *encoder = sealstone_encoder_init(memory, SEALSTONE_INT, 8, SEALSTONE_COMPRESS_NONE, 0);
			uint32_t	n = 1 + (uint32_t) rng_below(&rng, VALUES);
			bool		descending = round % 2;
			uint8_t		out[16384];
			size_t		written;
			SealstonePage page;
			SealstoneVector *vector = test_vector();

			value_shapes[s].fill(&rng, v, n);
			qsort(v, n, sizeof *v, compare);
			if (descending)
				for (uint32_t i = 0; i < n / 2; i++)
				{
					int64_t		t = v[i];

					v[i] = v[n - 1 - i];
					v[n - 1 - i] = t;
				}
			CHECK(sealstone_encode_values(encoder, v, NULL, n, out, sizeof out, &written, NULL, NULL) == SEALSTONE_OK);
			CHECK(sealstone_page_open(&page, SEALSTONE_INT, 8, out, written, 0, NULL) == SEALSTONE_OK);
			for (int probe = 0; probe < 60; probe++)
			{
				uint32_t	first = probe < 20 ? 0 : (uint32_t) rng_below(&rng, n);
				uint32_t	past = probe < 20 ? n : first + (uint32_t) rng_below(&rng, n - first + 1);
				int64_t		key = v[rng_below(&rng, n)];
				uint32_t	row;

				if (probe % 5 == 1)
					key = (int64_t) rng_next(&rng);
				else if (probe % 5 == 2)
					key = probe % 2 ? INT64_MIN : INT64_MAX;
				else if (probe % 5 == 3 && key < INT64_MAX)
					key++;
				snprintf(test_context, sizeof test_context, "%s %s n %u rows %u to %u key %lld %s", value_shapes[s].name,
						 sealstone_encoding_name(page.encoding), n, first, past, (long long) key,
						 descending ? "descending" : "ascending");
				for (int strict = 0; strict < 2; strict++)
				{
					uint32_t	want = by_walking(v, first, past, key, strict, descending);
					SealstoneStatus status = strict ?
						sealstone_page_upper_bound(&page, first, past, key, descending, &row) :
						sealstone_page_lower_bound(&page, first, past, key, descending, &row);

					if (status == SEALSTONE_OK)
					{
						reached |= 1u << page.encoding;
						CHECK(row == want);
					}
					else
						CHECK(status == SEALSTONE_NOT_REACHABLE && !sealstone_page_reachable(&page));
					for (int accept = SEALSTONE_ACCEPT_FLAT;; accept = SEALSTONE_ACCEPT_ALL)
					{
						if (probe < 4)
							CHECK(sealstone_page_decode(&page, accept, vector) == SEALSTONE_OK);
						row = strict ? sealstone_vector_upper_bound(vector, first, past, key, descending) :
							sealstone_vector_lower_bound(vector, first, past, key, descending);
						CHECK(row == want);
						if (accept == SEALSTONE_ACCEPT_ALL)
							break;
					}
				}
			}
		}
	snprintf(test_context, sizeof test_context, "encodings answered: %x", reached);
	CHECK(reached & 1u << SEALSTONE_ENC_STEPS);
	CHECK(reached & 1u << SEALSTONE_ENC_RUNS);
	CHECK(reached & 1u << SEALSTONE_ENC_FOR);
	CHECK(reached & 1u << SEALSTONE_ENC_CONSTANT);
	free(memory);
}

/* on rows in no order, any row of the range may be the answer, but no other */
static void
bounds_of_unsorted_rows_stay_inside(void)
{
	Rng			rng = {test_seed};
	void	   *memory = malloc(sealstone_encoder_bytes());
	static int64_t v[VALUES];

	for (int s = 0; s < value_shape_count; s++)
	{
		SealstoneEncoder *encoder = sealstone_encoder_init(memory, SEALSTONE_INT, 8, SEALSTONE_COMPRESS_NONE, 0);
		uint8_t		out[16384];
		size_t		written;
		SealstonePage page;

		value_shapes[s].fill(&rng, v, VALUES);
		CHECK(sealstone_encode_values(encoder, v, NULL, VALUES, out, sizeof out, &written, NULL, NULL) == SEALSTONE_OK);
		CHECK(sealstone_page_open(&page, SEALSTONE_INT, 8, out, written, 0, NULL) == SEALSTONE_OK);
		for (int probe = 0; probe < 40; probe++)
		{
			uint32_t	first = (uint32_t) rng_below(&rng, VALUES);
			uint32_t	past = first + (uint32_t) rng_below(&rng, VALUES - first + 1);
			uint32_t	row;

			if (sealstone_page_lower_bound(&page, first, past, (int64_t) rng_next(&rng), probe % 2, &row) == SEALSTONE_OK)
				CHECK(row >= first && row <= past);
		}
	}
	free(memory);
}

const Test	bound_tests[] = {
	{"bounds equal a walk", bounds_equal_a_walk},
	{"bounds of unsorted rows stay inside", bounds_of_unsorted_rows_stay_inside},
	{NULL, NULL}
};
