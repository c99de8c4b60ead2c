/*-------------------------------------------------------------------------
 *
 * bench_codec.c
 *	  Micro-benchmark: values per second and bytes per value of every encoder and decoder, by shape of data.
 *
 *	bench_codec [--isa portable|avx2|avx512] [--milliseconds N] [shape ...]
 *
 * Prints one JSON document. Each figure is the median, in processor time, of the batches run in the given time (20 ms); a batch is
 * 64 different pages of 1,024 values, warm in cache as they are when an operator has just read them. 'decode' hands
 * on the page's own shape, 'flat' expands it, 'open' is header and checksum, 'one' a single value. memcpy of the
 * same 8,192 bytes a page is the yardstick. No time is asserted anywhere.
 *
 *-------------------------------------------------------------------------
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "codec/internal.h"
#include "shapes.h"

#define PAGES		64
#define MAX_BATCHES	4096

static double milliseconds = 20;

/* of this thread's processor time, so that other load on the machine counts less */
static double
seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static int
compare(const void *a, const void *b)
{
	double		x = *(const double *) a;
	double		y = *(const double *) b;

	return x < y ? -1 : x > y;
}

static void *
resize(void *context, void *old, size_t size)
{
	(void) context;
	return realloc(old, size);
}

typedef struct Page
{
	int64_t		values[VALUES];
	SealstoneBytes bytes[VALUES];
	uint8_t    *encoded;
	size_t		length;
	size_t		raw;			/* bytes of what a decoder makes of it */
	SealstonePage opened;
	SealstoneBuffer scratch;
} Page;

static Page pages[PAGES];
static SealstoneVector *vector;
static SealstoneEncoder *encoder;
static SealstoneKind kind;
static int16_t attlen;
static uint8_t *out;
static size_t out_size;
static SealstoneBuffer scratch = {NULL, 0, resize, NULL};
static SealstoneBuffer heap = {NULL, 0, resize, NULL};

static void
encode(Page *p)
{
	SealstoneStatus status = kind >= SEALSTONE_FIXED ?
		sealstone_encode_bytes(encoder, p->bytes, NULL, VALUES, out, out_size, &p->length, &scratch, NULL) :
		sealstone_encode_values(encoder, p->values, NULL, VALUES, out, out_size, &p->length, &scratch, NULL);

	if (status != SEALSTONE_OK)
		abort();
}

static void
open_page(Page *p)
{
	if (sealstone_page_open(&p->opened, kind, attlen, p->encoded, p->length, 0, &p->scratch) != SEALSTONE_OK)
		abort();
}

static void
decode_any(Page *p)
{
	if (sealstone_page_decode(&p->opened, SEALSTONE_ACCEPT_ALL, vector) != SEALSTONE_OK)
		abort();
}

static void
decode_flat(Page *p)
{
	if (sealstone_page_decode(&p->opened, SEALSTONE_ACCEPT_FLAT, vector) != SEALSTONE_OK)
		abort();
}

static void
read_one(Page *p)
{
	int64_t		value;
	bool		isnull;

	(void) sealstone_page_one(&p->opened, 777, &value, &isnull, &heap);
}

static void
copy(Page *p)
{
	memcpy(vector->values, p->values, sizeof p->values);
	__asm__ volatile("" : : "r" (vector->values) : "memory");
}

/* median nanoseconds a page */
static double
measure(void (*work) (Page *))
{
	static double batches[MAX_BATCHES];
	int			n = 0;
	double		end = seconds() + milliseconds / 1000;
	double		start;

	for (int i = 0; i < PAGES; i++)
		work(&pages[i]);
	do
	{
		start = seconds();
		for (int i = 0; i < PAGES; i++)
			work(&pages[i]);
		batches[n++] = (seconds() - start) / PAGES * 1e9;
	} while (n < MAX_BATCHES && seconds() < end);
	qsort(batches, (size_t) n, sizeof batches[0], compare);
	return batches[n / 2];
}

static void
bench(const char *name, SealstoneCompression compression, bool first)
{
	static uint8_t memory[1 << 20];
	size_t		encoded = 0;
	size_t		raw = 0;
	double		t_encode;
	double		t_open;
	double		t_any;
	double		t_flat;
	double		t_one;
	bool		reachable;

	encoder = sealstone_encoder_init(memory, kind, attlen, compression, 3);
	out_size = 0;
	for (int i = 0; i < PAGES; i++)
	{
		size_t		total = 0;

		pages[i].raw = VALUES * 8;
		if (kind >= SEALSTONE_FIXED)
		{
			pages[i].raw = 0;
			for (int k = 0; k < VALUES; k++)
			{
				total += pages[i].bytes[k].length;
				pages[i].raw += pages[i].bytes[k].length;
			}
		}
		total = sealstone_page_bound(kind, attlen, VALUES, total);
		if (total > out_size)
			out_size = total;
	}
	out = malloc(out_size);
	t_encode = measure(encode);
	for (int i = 0; i < PAGES; i++)
	{
		encode(&pages[i]);
		pages[i].encoded = malloc(pages[i].length);
		memcpy(pages[i].encoded, out, pages[i].length);
		pages[i].scratch = (SealstoneBuffer) {NULL, 0, resize, NULL};
		encoded += pages[i].length;
		raw += pages[i].raw;
	}
	t_open = measure(open_page);
	t_any = measure(decode_any);
	t_flat = measure(decode_flat);
	t_one = measure(read_one);
	reachable = sealstone_page_reachable(&pages[0].opened);
	decode_any(&pages[0]);
	printf("%s\n    {\"shape\": \"%s\", \"compression\": \"%s\", \"encoding\": \"%s\", \"vector\": %d, \"stored_compression\": \"%s\", "
		   "\"bytes_per_value\": %.4f, \"raw_bytes_per_value\": %.3f, "
		   "\"encode_ns_per_page\": %.0f, \"encode_values_per_s\": %.4g, "
		   "\"open_ns_per_page\": %.0f, \"decode_ns_per_page\": %.0f, \"flat_ns_per_page\": %.0f, "
		   "\"flat_values_per_s\": %.4g, \"flat_output_gb_per_s\": %.2f, \"one_ns\": %s%.0f}",
		   first ? "" : ",", name, sealstone_compression_name(compression),
		   sealstone_encoding_name(pages[0].opened.encoding), (int) vector->shape,
		   sealstone_compression_name(pages[0].opened.compression),
		   (double) encoded / PAGES / VALUES, (double) raw / PAGES / VALUES,
		   t_encode, VALUES / t_encode * 1e9, t_open, t_any, t_flat, VALUES / t_flat * 1e9, VALUES * 8 / t_flat,
		   reachable ? "" : "null, \"one_refused_ns\": ", t_one);
	for (int i = 0; i < PAGES; i++)
	{
		free(pages[i].encoded);
		free(pages[i].scratch.data);
	}
	free(out);
}

/* nanoseconds a row to seal a workload's columns, one page of each after the other */
static void
bench_workload(Workload *w, bool first)
{
	static uint8_t memory[16][1 << 18];
	SealstoneEncoder *encoders[16];
	size_t		bytes = 0;
	double		column_ns[16] = {0};
	size_t		column_bytes[16] = {0};
	double		total = 0;
	uint32_t	rows = 0;

	out_size = 1 << 20;
	out = malloc(out_size);
	for (int c = 0; c < w->columns; c++)
		encoders[c] = sealstone_encoder_init(memory[c], w->kinds[c], w->kinds[c] == SEALSTONE_VARLENA ? -1 : 8,
											 SEALSTONE_COMPRESS_LZ4, 3);
	for (uint32_t row = 0; row + VALUES <= w->rows; row += VALUES, rows += VALUES)
		for (int c = 0; c < w->columns; c++)
		{
			size_t		length;
			double		start = seconds();

			if (w->kinds[c] == SEALSTONE_VARLENA)
				sealstone_encode_bytes(encoders[c], w->bytes[c] + row, NULL, VALUES, out, out_size, &length, &scratch, NULL);
			else
				sealstone_encode_values(encoders[c], w->values[c] + row, NULL, VALUES, out, out_size, &length, &scratch, NULL);
			column_ns[c] += (seconds() - start) * 1e9;
			column_bytes[c] += length;
		}
	printf("%s\n    {\"workload\": \"%s\", \"rows\": %u, \"columns\": {", first ? "" : ",", w->name, rows);
	for (int c = 0; c < w->columns; c++)
	{
		total += column_ns[c];
		bytes += column_bytes[c];
		printf("%s\"%s\": {\"ns_per_value\": %.2f, \"bytes_per_value\": %.4f}", c ? ", " : "", w->column_names[c],
			   column_ns[c] / rows, (double) column_bytes[c] / rows);
	}
	printf("}, \"encode_ns_per_row\": %.1f, \"encode_rows_per_s\": %.4g, \"bytes_per_row\": %.3f}", total / rows,
		   rows / total * 1e9, (double) bytes / rows);
	free(out);
}

static bool
wanted(const char *name, char **names, int count)
{
	for (int i = 0; i < count; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return count == 0;
}

int
main(int argc, char **argv)
{
	Rng			rng = {20260101};
	uint8_t    *room = malloc((size_t) PAGES * BYTES_ROOM);
	bool		first = true;
	char	  **names;
	int			count;
	double		t_copy;

	argv++, argc--;
	while (argc >= 2 && argv[0][0] == '-')
	{
		if (strcmp(argv[0], "--isa") == 0)
		{
			int			isa = 0;

			while (isa <= SEALSTONE_ISA_AVX512 && strcmp(argv[1], sealstone_isa_name((SealstoneIsa) isa)) != 0)
				isa++;
			if (isa > SEALSTONE_ISA_AVX512 || !sealstone_isa_force((SealstoneIsa) isa))
			{
				fprintf(stderr, "this machine has no %s\n", argv[1]);
				return 1;
			}
		}
		else if (strcmp(argv[0], "--milliseconds") == 0)
			milliseconds = atof(argv[1]);
		else
		{
			fprintf(stderr, "usage: bench_codec [--isa portable|avx2|avx512] [--milliseconds N] [shape ...]\n");
			return 1;
		}
		argv += 2, argc -= 2;
	}
	names = argv;
	count = argc;

	vector = sealstone_vector_init(malloc(sealstone_vector_bytes()), resize, NULL);
	for (int i = 0; i < PAGES; i++)
		value_shapes[0].fill(&rng, pages[i].values, VALUES);
	t_copy = measure(copy);
	printf("{\"isa\": \"%s\", \"values_per_page\": %d, \"memcpy_ns_per_page\": %.0f, \"memcpy_gb_per_s\": %.2f, \"shapes\": [",
		   sealstone_isa_name(sealstone_isa()), VALUES, t_copy, VALUES * 8 / t_copy);
	for (int s = 0; s < value_shape_count; s++)
	{
		if (!wanted(value_shapes[s].name, names, count))
			continue;
		kind = value_shapes[s].kind;
		attlen = value_shapes[s].attlen;
		for (int i = 0; i < PAGES; i++)
			value_shapes[s].fill(&rng, pages[i].values, VALUES);
		bench(value_shapes[s].name, SEALSTONE_COMPRESS_NONE, first);
		first = false;
	}
	for (int s = 0; s < bytes_shape_count; s++)
	{
		if (!wanted(bytes_shapes[s].name, names, count))
			continue;
		kind = bytes_shapes[s].kind;
		attlen = bytes_shapes[s].attlen;
		for (int i = 0; i < PAGES; i++)
			bytes_shapes[s].fill(&rng, pages[i].bytes, VALUES, room + (size_t) i * BYTES_ROOM, BYTES_ROOM);
		for (int c = 0; c < 3; c++)
		{
			bench(bytes_shapes[s].name, (SealstoneCompression) c, first);
			first = false;
		}
	}
	printf("], \"workloads\": [");
	if (count == 0)
	{
		Workload   *cpu = make_cpu(20, 8192);
		Workload   *iot = make_iot(100, 1440);

		bench_workload(cpu, true);
		bench_workload(iot, false);
		free_workload(cpu);
		free_workload(iot);
	}
	printf("]}\n");
	free(room);
	return 0;
}
