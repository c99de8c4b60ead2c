/*-------------------------------------------------------------------------
 *
 * fuzz_roundtrip.c
 *	  libFuzzer target: whatever the values, what is encoded comes back.
 *
 * Input: kind, row count, how to read the rest as values (widths, running sums, scales, repetition), nulls.
 *
 *-------------------------------------------------------------------------
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/internal.h"

#define MUST(condition) \
	do { if (!(condition)) { fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition); abort(); } } while (0)

static void *
resize(void *context, void *old, size_t size)
{
	(void) context;
	return realloc(old, size);
}

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static SealstoneVector *vector;
	static void *memory;
	static SealstoneBuffer scratch = {NULL, 0, resize, NULL};
	static SealstoneBuffer scratch2 = {NULL, 0, resize, NULL};
	static int64_t values[VALUES];
	static SealstoneBytes bytes[VALUES];
	static uint8_t out[1 << 20];
	uint64_t	nulls[SEALSTONE_NULL_WORDS] = {0};
	SealstoneKind kind;
	SealstoneEncoder *encoder;
	SealstonePage page;
	int16_t		attlen;
	uint32_t	n;
	size_t		written;
	unsigned	how;
	unsigned	width;
	Cursor		in;
	int64_t		sum = 0;

	if (size < 8)
		return 0;
	if (vector == NULL)
	{
		vector = sealstone_vector_init(malloc(sealstone_vector_bytes()), resize, NULL);
		memory = malloc(sealstone_encoder_bytes());
	}
	kind = (SealstoneKind) (1 + data[0] % 6);
	attlen = kind == SEALSTONE_FIXED ? 1 + data[1] % 20 : kind == SEALSTONE_VARLENA ? -1 : 8;
	n = 1 + get16(data + 2) % VALUES;
	how = data[4];
	width = 1 + data[5] % 8;
	in = (Cursor) {data + 8, data + size};
	if (data[6] & 1)
		for (uint32_t i = 0; i < n; i++)
			if ((data[8 + (i * 7 + data[7]) % (size > 8 ? size - 8 : 1) - (size > 8 ? 0 : 8)] + i) % (2 + data[7]) == 0)
				set_bit(nulls, i);

	for (uint32_t i = 0; i < n; i++)
	{
		if (kind >= SEALSTONE_FIXED)
		{
			uint32_t	len = kind == SEALSTONE_FIXED ? (uint32_t) attlen : cursor_left(&in) > 0 ? *in.p % 40 : 0;

			if (cursor_left(&in) < len + 1)
				in.p = data + 8 - (size < 9 + 40 ? 8 : 0);
			if (cursor_left(&in) < len)
				return 0;
			bytes[i] = (SealstoneBytes) {in.p, len};
			in.p += how & 1 ? 1 : len;
			continue;
		}
		if (cursor_left(&in) < width)
			in.p = data;		/* again from the start: repetition */
		values[i] = get_signed(in.p, width);
		in.p += width;
		if (how & 1)
			values[i] = sum = wrap_add(sum, values[i]);
		if (how & 2)
			values[i] = wrap_mul(values[i], 1000);
		if (how & 4)
			values[i] = i > 0 && values[i] % 3 != 0 ? values[i - 1] : values[i];
		if (kind == SEALSTONE_FLOAT8 && how & 8)
		{
			double		d = (double) values[i] / 100;

			memcpy(&values[i], &d, sizeof d);
		}
		if (kind == SEALSTONE_FLOAT4)
		{
			float		f = (float) values[i] / 10;
			int32_t		bits = (int32_t) values[i];

			if (how & 8)
				memcpy(&bits, &f, sizeof f);
			values[i] = bits;
		}
		if (kind == SEALSTONE_BOOL)
			values[i] &= 1;
	}
	encoder = sealstone_encoder_init(memory, kind, attlen, (SealstoneCompression) (data[6] >> 1 & 3) % 3, 1);
	if (kind >= SEALSTONE_FIXED)
		MUST(sealstone_encode_bytes(encoder, bytes, nulls, n, out, sizeof out, &written, &scratch, NULL) == SEALSTONE_OK);
	else
		MUST(sealstone_encode_values(encoder, values, nulls, n, out, sizeof out, &written, &scratch, NULL) == SEALSTONE_OK);
	MUST(written <= sealstone_page_bound(kind, attlen, n, (size_t) n * 40));
	MUST(sealstone_page_open(&page, kind, attlen, out, written, 0, &scratch2) == SEALSTONE_OK);
	MUST(sealstone_page_decode(&page, SEALSTONE_ACCEPT_FLAT, vector) == SEALSTONE_OK);
	MUST(vector->count == n);
	for (uint32_t i = 0; i < n; i++)
	{
		MUST(bit_is_set(nulls, i) == bit_is_set(vector->nulls, i));
		if (bit_is_set(nulls, i))
			continue;
		if (kind >= SEALSTONE_FIXED)
		{
			const uint8_t *p = (const uint8_t *) (intptr_t) vector->values[i];

			if (attlen == -1)
			{
				MUST(get32(p) == (bytes[i].length + 4) << 2);
				p += 4;
			}
			MUST(memcmp(p, bytes[i].data, bytes[i].length) == 0);
		}
		else
			MUST(vector->values[i] == values[i]);
	}
	return 0;
}
