/*-------------------------------------------------------------------------
 *
 * make_seeds.c
 *	  Seed corpora for the fuzz targets: real pages of every shape of data.
 *
 *	make_seeds FOLDER	writes into FOLDER/page and FOLDER/<encoding>, as fuzz_decoder.c reads them
 *
 *-------------------------------------------------------------------------
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "codec/internal.h"
#include "shapes.h"

static void *
resize(void *context, void *old, size_t size)
{
	(void) context;
	return realloc(old, size);
}

static void
save(const char *folder, const char *sub, int number, uint8_t first, const uint8_t *more, size_t more_len,
	 const uint8_t *bytes, size_t len)
{
	char		path[600];
	FILE	   *f;

	if (len > 6000)
		return;
	snprintf(path, sizeof path, "%s/%s", folder, sub);
	mkdir(path, 0777);
	snprintf(path, sizeof path, "%s/%s/%d", folder, sub, number);
	f = fopen(path, "wb");
	if (f == NULL)
		exit(1);
	fputc(first, f);
	fwrite(more, 1, more_len, f);
	fwrite(bytes, 1, len, f);
	fclose(f);
}

static int
kind_number(SealstoneKind kind, int16_t attlen)
{
	switch (kind)
	{
		case SEALSTONE_INT:
			return 0;
		case SEALSTONE_BOOL:
			return 1;
		case SEALSTONE_FLOAT4:
			return 2;
		case SEALSTONE_FLOAT8:
			return 3;
		case SEALSTONE_FIXED:
			return attlen == 6 ? 5 : 4;
		case SEALSTONE_VARLENA:
			return attlen == -1 ? 6 : 7;
	}
	return 0;
}

int
main(int argc, char **argv)
{
	static const uint32_t counts[] = {1, 5, 40, 200, 1024};
	static const char *const folder_of[] = {
		"all_null", "constant", "for", "delta", "delta2", "steps", "runs", "dict", "dict_runs", "raw", "alp", "xor", "bitmap", "bytes"
	};
	Rng			rng = {7};
	void	   *memory = malloc(sealstone_encoder_bytes());
	uint8_t    *room = malloc(BYTES_ROOM);
	uint8_t    *out = malloc(8u << 20);
	static int64_t v[VALUES];
	static SealstoneBytes b[VALUES];
	int			number = 0;

	if (argc != 2)
		return 1;
	mkdir(argv[1], 0777);
	for (int s = 0; s < value_shape_count + bytes_shape_count; s++)
		for (int c = 0; c < 5; c++)
			for (int z = 0; z < null_shape_count; z += 1 + (int) rng_below(&rng, 3))
			{
				bool		by_value = s < value_shape_count;
				SealstoneKind kind = by_value ? value_shapes[s].kind : bytes_shapes[s - value_shape_count].kind;
				int16_t		attlen = by_value ? value_shapes[s].attlen : bytes_shapes[s - value_shape_count].attlen;
				SealstoneCompression compression = (SealstoneCompression) rng_below(&rng, 3);
				SealstoneEncoder *e = sealstone_encoder_init(memory, kind, attlen, compression, 1);
				SealstoneBuffer scratch = {NULL, 0, resize, NULL};
				uint64_t	nulls[SEALSTONE_NULL_WORDS] = {0};
				uint32_t	n = counts[c];
				size_t		written = 0;
				SealstonePage page;
				uint8_t		head[2];

				if (kind == SEALSTONE_FIXED && attlen == 64)
					continue;
				null_shapes[z].fill(&rng, nulls, n);
				if (by_value)
				{
					value_shapes[s].fill(&rng, v, n);
					sealstone_encode_values(e, v, nulls, n, out, 8u << 20, &written, &scratch, NULL);
				}
				else
				{
					bytes_shapes[s - value_shape_count].fill(&rng, b, n, room, BYTES_ROOM);
					sealstone_encode_bytes(e, b, nulls, n, out, 8u << 20, &written, &scratch, NULL);
				}
				free(scratch.data);
				number++;
				save(argv[1], "page", number, (uint8_t) kind_number(kind, attlen), NULL, 0, out, written);
				if (sealstone_page_open(&page, kind, attlen, out, written, SEALSTONE_OPEN_HEADER, NULL) != SEALSTONE_OK)
					return 1;
				if (page.compression != SEALSTONE_COMPRESS_NONE)
					continue;
				put16(head, (uint16_t) (n - 1));
				save(argv[1], folder_of[page.encoding], number,
					 (uint8_t) (kind_number(kind, attlen) | page.null_form << 3 | (page.dense ? 0x20 : 0)), head, 2,
					 out + SEALSTONE_PAGE_HEADER, written - SEALSTONE_PAGE_HEADER);
			}
	printf("%d pages\n", number);
	free(memory);
	free(room);
	free(out);
	return 0;
}
