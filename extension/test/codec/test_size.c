/*-------------------------------------------------------------------------
 *
 * test_size.c
 *	  The workloads' columns become as small as the encodings promise.
 *
 * Sizes are properties of the choice of encoding, the same on every machine: they are asserted; times never are.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"
#include "test.h"

static double
bytes_per_row(const Workload *w, int column, SealstoneCompression compression, SealstoneEncoding *encoding)
{
	void	   *memory = malloc(sealstone_encoder_bytes());
	SealstoneEncoder *encoder = sealstone_encoder_init(memory, w->kinds[column], w->kinds[column] == SEALSTONE_VARLENA ? -1 : 8,
													   compression, 3);
	SealstoneBuffer scratch = {NULL, 0, test_resize, NULL};
	size_t		total = 0;
	uint8_t		out[65536];

	for (uint32_t row = 0; row < w->rows; row += VALUES)
	{
		uint32_t	n = w->rows - row < VALUES ? w->rows - row : VALUES;
		size_t		written = 0;
		SealstonePageStats stats;

		if (w->kinds[column] == SEALSTONE_VARLENA)
			sealstone_encode_bytes(encoder, w->bytes[column] + row, NULL, n, out, sizeof out, &written, &scratch, &stats);
		else
			sealstone_encode_values(encoder, w->values[column] + row, NULL, n, out, sizeof out, &written, &scratch, &stats);
		total += written;
		*encoding = stats.encoding;
	}
	free(scratch.data);
	free(memory);
	return (double) total / w->rows;
}

static double
whole(Workload *w, SealstoneCompression compression, bool print)
{
	double		total = 0;

	for (int c = 0; c < w->columns; c++)
	{
		SealstoneEncoding encoding = SEALSTONE_ENC_RAW;
		double		b = bytes_per_row(w, c, compression, &encoding);

		if (print)
			printf("  %s.%s: %.3f bytes a row, last page %s\n", w->name, w->column_names[c], b, sealstone_encoding_name(encoding));
		total += b;
	}
	if (print)
		printf("  %s: %.3f bytes a row, %s\n", w->name, total, sealstone_compression_name(compression));
	return total;
}

/* the walks' steps alone hold 5.9 bytes of entropy a row */
static void
cpu_is_small(void)
{
	Workload   *w = make_cpu(20, 8192);

	CHECK(whole(w, SEALSTONE_COMPRESS_NONE, true) < 7.5);
	CHECK(whole(w, SEALSTONE_COMPRESS_LZ4, false) < 7.5);
	CHECK(whole(w, SEALSTONE_COMPRESS_ZSTD, false) < 7.5);
	free_workload(w);
}

static void
iot_is_small(void)
{
	Workload   *w = make_iot(100, 1440);

	CHECK(whole(w, SEALSTONE_COMPRESS_NONE, true) < 5.6);
	CHECK(whole(w, SEALSTONE_COMPRESS_ZSTD, true) < 5.6);
	free_workload(w);
}

static void
expect_size(const char *shape, SealstoneEncoding encoding, size_t most)
{
	void	   *memory = malloc(sealstone_encoder_bytes());
	static int64_t v[VALUES];
	Rng			rng = {20260101};
	uint8_t		out[16384];
	size_t		written = 0;
	SealstonePageStats stats;

	for (int s = 0; s < value_shape_count; s++)
		if (strcmp(value_shapes[s].name, shape) == 0)
		{
			SealstoneEncoder *encoder = sealstone_encoder_init(memory, value_shapes[s].kind, value_shapes[s].attlen,
															   SEALSTONE_COMPRESS_NONE, 0);

			value_shapes[s].fill(&rng, v, VALUES);
			sealstone_encode_values(encoder, v, NULL, VALUES, out, sizeof out, &written, NULL, &stats);
			snprintf(test_context, sizeof test_context, "%s: %s, %zu bytes", shape, sealstone_encoding_name(stats.encoding), written);
		}
	free(memory);
	CHECK(written > 0 && written <= most);
	CHECK(stats.encoding == encoding);
}

static void
each_shape_gets_its_encoding(void)
{
	static const struct
	{
		const char *shape;
		SealstoneEncoding encoding;
		size_t		most;
	}			expected[] = {
		{"int_constant", SEALSTONE_ENC_CONSTANT, 28},
		{"ts_regular", SEALSTONE_ENC_STEPS, 40},
		{"ts_gaps", SEALSTONE_ENC_STEPS, 140},
		{"ts_descending", SEALSTONE_ENC_STEPS, 140},
		{"ts_jitter_ms", SEALSTONE_ENC_DELTA, 2300},
		{"ts_jitter_us", SEALSTONE_ENC_DELTA, 1700},
		{"seq_gaps", SEALSTONE_ENC_STEPS, 120},
		{"int_walk", SEALSTONE_ENC_DELTA, 1200},
		{"int_small", SEALSTONE_ENC_FOR, 930},
		{"int_outliers", SEALSTONE_ENC_FOR, 1800},
		{"int_multiples_outliers", SEALSTONE_ENC_FOR, 1100},
		{"int_random", SEALSTONE_ENC_FOR, 8230},
		{"int_few", SEALSTONE_ENC_DICT, 460},
		{"int_runs", SEALSTONE_ENC_RUNS, 150},
		{"int_quadratic", SEALSTONE_ENC_DELTA2, 600},
		{"f8_cpu", SEALSTONE_ENC_ALP, 1220},
		{"f8_fifteen_digits", SEALSTONE_ENC_ALP, 6500},
		{"f8_smooth", SEALSTONE_ENC_DELTA2, 3700},
		{"f8_two_scales", SEALSTONE_ENC_XOR, 6000},
		{"f8_bits", SEALSTONE_ENC_RAW, 8212},
		{"f8_mostly_zero", SEALSTONE_ENC_ALP, 80},
		{"f8_few", SEALSTONE_ENC_DICT, 350},
		{"f4_walk", SEALSTONE_ENC_ALP, 850},
		{"f4_bits", SEALSTONE_ENC_RAW, 4116},
		{"bool_random", SEALSTONE_ENC_BITMAP, 148},
	};

	for (size_t i = 0; i < sizeof expected / sizeof expected[0] && !test_failed; i++)
		expect_size(expected[i].shape, expected[i].encoding, expected[i].most);
}

const Test	size_tests[] = {
	{"cpu is small", cpu_is_small},
	{"iot is small", iot_is_small},
	{"each shape gets its encoding", each_shape_gets_its_encoding},
	{NULL, NULL}
};
