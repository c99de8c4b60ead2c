/*-------------------------------------------------------------------------
 *
 * fuzz_decoder.c
 *	  libFuzzer target for one decoder, built once per encoding (-DENCODING=..., -DKINDS=...).
 *
 * Input: one byte that chooses kind, null form and whether nulls are left out; two bytes of row count; then null
 * information and payload, as a page has them. The header is made to fit, the checksum is not looked at, so
 * that every byte of the input is a decision of the decoder. Beyond "no crash", what it accepts must be coherent:
 * single values, ranges and every shape agree with the decoded page, and, for integers, every instruction set.
 *
 * With -DWHOLE_PAGE the input is the page itself, header and all (first byte: kind).
 *
 *-------------------------------------------------------------------------
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/internal.h"

static const struct
{
	SealstoneKind kind;
	int16_t		attlen;
}			all_kinds[] = {
	{SEALSTONE_INT, 8}, {SEALSTONE_BOOL, 1}, {SEALSTONE_FLOAT4, 4}, {SEALSTONE_FLOAT8, 8},
	{SEALSTONE_FIXED, 16}, {SEALSTONE_FIXED, 6}, {SEALSTONE_VARLENA, -1}, {SEALSTONE_VARLENA, -2}
};

static void *
resize(void *context, void *old, size_t size)
{
	(void) context;
	/* no page of an input of kilobytes may ask for more than its bytes can stand for */
	if (size > (size_t) 1 << 30)
		abort();
	return realloc(old, size);
}

static SealstoneBuffer scratch = {NULL, 0, resize, NULL};
static SealstoneBuffer heap = {NULL, 0, resize, NULL};

static SealstoneVector *
make_vector(void)
{
	return sealstone_vector_init(malloc(sealstone_vector_bytes()), resize, NULL);
}

static size_t
value_bytes(int16_t attlen, const uint8_t *p)
{
	return attlen == -1 ? get32(p) >> 2 : attlen == -2 ? strlen((const char *) p) + 1 : (size_t) attlen;
}

static bool
same(SealstoneKind kind, int16_t attlen, int64_t a, int64_t b)
{
	const uint8_t *p = (const uint8_t *) (intptr_t) a;
	const uint8_t *q = (const uint8_t *) (intptr_t) b;

	if (kind < SEALSTONE_FIXED)
		return a == b;
	return value_bytes(attlen, p) == value_bytes(attlen, q) && memcmp(p, q, value_bytes(attlen, p)) == 0;
}

#define MUST(condition) \
	do { if (!(condition)) { fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition); abort(); } } while (0)

static void
read_page(SealstoneKind kind, int16_t attlen, const uint8_t *bytes, size_t len)
{
	static SealstoneVector *flat;
	static SealstoneVector *other;
	SealstonePage page;
	SealstoneStatus status;

	if (flat == NULL)
	{
		flat = make_vector();
		other = make_vector();
	}
	status = sealstone_page_open(&page, kind, attlen, bytes, len, SEALSTONE_OPEN_TRUSTED, &scratch);
	MUST(sealstone_status_text(status) != NULL);
	if (status != SEALSTONE_OK)
		return;
	MUST(page.page_length <= len && page.count >= 1 && page.count <= VALUES);
	status = sealstone_page_decode(&page, SEALSTONE_ACCEPT_FLAT, flat);
	MUST(sealstone_page_decode(&page, SEALSTONE_ACCEPT_ALL, other) == status);

	for (uint32_t i = 0; i < page.count; i += 1 + page.count / 64)
	{
		int64_t		value;
		bool		isnull;
		SealstoneStatus one = sealstone_page_one(&page, i, &value, &isnull, &heap);

		if (status != SEALSTONE_OK)
			continue;
		MUST(one == SEALSTONE_OK || (one == SEALSTONE_NOT_REACHABLE && !sealstone_page_reachable(&page)));
		MUST(isnull == bit_is_set(flat->nulls, i));
		if (one == SEALSTONE_OK && !isnull)
			MUST(same(kind, attlen, value, flat->values[i]));
	}
	for (int k = 0; k < 4; k++)
	{
		int64_t		key = k == 0 ? INT64_MIN : k == 1 ? INT64_MAX : status == SEALSTONE_OK ? flat->values[page.count / 2] : 0;
		uint32_t	first = k == 2 ? page.count / 3u : 0;
		uint32_t	row = first;

		if (sealstone_page_lower_bound(&page, first, page.count, key, k == 3, &row) == SEALSTONE_OK)
			MUST(row >= first && row <= page.count);
		if (sealstone_page_upper_bound(&page, first, page.count, key, k == 3, &row) == SEALSTONE_OK)
			MUST(row >= first && row <= page.count);
	}
	if (status != SEALSTONE_OK)
		return;

	MUST(flat->shape == SEALSTONE_FLAT && flat->count == page.count);
	sealstone_vector_expand(other);
	for (uint32_t i = 0; i < page.count; i++)
		if (!bit_is_set(flat->nulls, i))
			MUST(same(kind, attlen, flat->values[i], other->values[i]));
		else if (kind >= SEALSTONE_FIXED)
			MUST(flat->values[i] == 0 && other->values[i] == 0);

	{
		uint32_t	first = page.count / 3u;
		uint32_t	rows = (page.count - first + 1u) / 2;

		MUST(sealstone_page_decode_range(&page, first, rows, SEALSTONE_ACCEPT_FLAT, other) == SEALSTONE_OK);
		for (uint32_t i = first; i < first + rows; i++)
			if (!bit_is_set(flat->nulls, i))
				MUST(same(kind, attlen, flat->values[i], other->values[i]));
	}
	/* floats made of integers that no encoder writes may differ in the payload of a NaN */
	if (kind == SEALSTONE_INT || kind == SEALSTONE_BOOL)
		for (int isa = 0; isa <= SEALSTONE_ISA_AVX512; isa++)
		{
			SealstoneIsa best = sealstone_isa();

			if (sealstone_isa_force((SealstoneIsa) isa))
			{
				MUST(sealstone_page_decode(&page, SEALSTONE_ACCEPT_FLAT, other) == SEALSTONE_OK);
				for (uint32_t i = 0; i < page.count; i++)
					if (!bit_is_set(flat->nulls, i))
						MUST(flat->values[i] == other->values[i]);
			}
			sealstone_isa_force(best);
		}
}

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
#ifdef WHOLE_PAGE
	uint8_t    *exact;

	if (size < 1)
		return 0;
	exact = malloc(size - 1);
	memcpy(exact, data + 1, size - 1);
	read_page(all_kinds[data[0] % 8].kind, all_kinds[data[0] % 8].attlen, exact, size - 1);
	free(exact);
#else
	static const uint8_t kinds[] = {KINDS};
	int			k;
	unsigned	form;
	uint32_t	count;
	uint32_t	nulls = 0;
	uint32_t	null_length = 0;
	uint8_t    *page;

	if (size < 3)
		return 0;
	k = kinds[(data[0] & 7) % sizeof kinds];
	form = data[0] >> 3 & 3;
	count = 1 + get16(data + 1) % VALUES;
	data += 3;
	size -= 3;

	/* the null count that the null information, if it is any, implies */
	if (form == NULLS_BITMAP)
	{
		null_length = (count + 7) / 8;
		for (uint32_t i = 0; i < null_length && i < size; i++)
			nulls += (uint32_t) __builtin_popcount(data[i]);
	}
	else if (form == NULLS_RANGES && size >= 2)
	{
		null_length = 2 + 4 * get16(data);
		for (uint32_t i = 2; i + 4 <= null_length && i + 4 <= size; i += 4)
			nulls += get16(data + i + 2);
	}
	else if (form == NULLS_ALL)
		nulls = count;
	if (null_length > size)
		return 0;

	page = malloc(SEALSTONE_PAGE_HEADER + size);
	memset(page, 0, SEALSTONE_PAGE_HEADER);
	page[0] = PAGE_VERSION;
	page[1] = (uint8_t) (all_kinds[k].kind | (data[-3] & 0x20 ? 0x80 : 0));
	page[2] = ENCODING;
	page[3] = (uint8_t) (form << 2);
	put16(page + 4, (uint16_t) count);
	put16(page + 6, (uint16_t) nulls);
	put32(page + 8, (uint32_t) (size - null_length));
	put32(page + 12, (uint32_t) (size - null_length));
	memcpy(page + SEALSTONE_PAGE_HEADER, data, size);
	read_page(all_kinds[k].kind, all_kinds[k].attlen, page, SEALSTONE_PAGE_HEADER + size);
	free(page);
#endif
	return 0;
}
