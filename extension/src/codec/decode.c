/*-------------------------------------------------------------------------
 *
 * decode.c
 *	  Reading a whole page into a vector.
 *
 * The payload's own shape (one value, runs, steps, dictionary) is handed on where the caller can use it and
 * expanded where not. The vector's arrays are zeroed once, when it is made, so that nothing uninitialized can be
 * read from rows that were not asked for. A page that fails to decode leaves the vector usable for the next.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"

/* ---------------------------------------------------------------- the vector */

/* the arrays, which follow the vector at the next multiple of 64 */
typedef struct VectorArrays
{
	int64_t		values[VALUES];
	int64_t		step[VALUES];
	uint64_t	nulls[SEALSTONE_NULL_WORDS];
	uint16_t	codes[VALUES];
	uint16_t	run_end[VALUES];
} VectorArrays;

size_t
sealstone_vector_bytes(void)
{
	return sizeof(SealstoneVector) + 64 + sizeof(VectorArrays);
}

SealstoneVector *
sealstone_vector_init(void *memory, void *(*resize) (void *, void *, size_t), void *context)
{
	SealstoneVector *v = memory;
	VectorArrays *arrays = (VectorArrays *) (((uintptr_t) (v + 1) + 63) & ~(uintptr_t) 63);

	memset(v, 0, sizeof *v);
	memset(arrays, 0, sizeof *arrays);
	v->values = arrays->values;
	v->step = arrays->step;
	v->nulls = arrays->nulls;
	v->codes = arrays->codes;
	v->run_end = arrays->run_end;
	v->heap.resize = resize;
	v->heap.context = context;
	return v;
}

static inline bool
by_reference(SealstoneKind kind)
{
	return kind >= SEALSTONE_FIXED;
}

/* No pointer in the slot of a null row: it could outlive what it points at. */
static void
clear_null_slots(SealstoneVector *v)
{
	for (uint32_t w = 0; w < SEALSTONE_NULL_WORDS; w++)
		for (uint64_t bits = v->nulls[w]; bits != 0; bits &= bits - 1)
			v->values[w * 64 + (uint32_t) __builtin_ctzll(bits)] = 0;
}

void
sealstone_vector_expand(SealstoneVector *v)
{
	int64_t		dict[VALUES];
	uint32_t	n = v->count;
	int64_t    *out = v->values;

	switch (v->shape)
	{
		case SEALSTONE_FLAT:
			return;
		case SEALSTONE_SINGLE:
			sealstone_kernels->fill_steps(out, n, out[0], 0);
			break;
		case SEALSTONE_RUNS:
			/* from the back: run j begins at row j or later, so no value is overwritten before its turn */
			for (uint32_t j = v->nruns; j-- > 0;)
			{
				uint32_t	start = j == 0 ? 0 : v->run_end[j - 1];

				sealstone_kernels->fill_steps(out + start, v->run_end[j] - start, out[j], 0);
			}
			break;
		case SEALSTONE_STEPS:
			for (uint32_t j = v->nruns; j-- > 0;)
			{
				uint32_t	start = j == 0 ? 0 : v->run_end[j - 1];

				sealstone_kernels->fill_steps(out + start, v->run_end[j] - start, out[j], v->step[j]);
			}
			break;
		case SEALSTONE_DICT:
			memcpy(dict, out, v->ndict * sizeof(int64_t));
			for (uint32_t i = 0; i < n; i++)
				out[i] = dict[v->codes[i]];
			break;
		case SEALSTONE_DICT_RUNS:
			memcpy(dict, out, v->ndict * sizeof(int64_t));
			for (uint32_t j = 0, start = 0; j < v->nruns; start = v->run_end[j++])
				sealstone_kernels->fill_steps(out + start, v->run_end[j] - start, dict[v->codes[j]], 0);
			break;
	}
	v->shape = SEALSTONE_FLAT;
	v->nruns = 0;
	v->ndict = 0;
	if (by_reference(v->kind) && v->null_count > 0)
		clear_null_slots(v);
}

/* ---------------------------------------------------------------- nulls that were left out */

/* From stored values to rows, in place and from the back: a row's value never lies before its row. */
static void
spread_values(SealstoneVector *v, uint32_t stored)
{
	uint32_t	from = stored;

	for (uint32_t i = v->count; i-- > 0;)
		v->values[i] = bit_is_set(v->nulls, i) ? 0 : v->values[--from];
}

static void
spread_codes(SealstoneVector *v, uint32_t stored)
{
	uint32_t	from = stored;

	for (uint32_t i = v->count; i-- > 0;)
		v->codes[i] = bit_is_set(v->nulls, i) ? 0 : v->codes[--from];
}

static void
spread(SealstoneVector *v, uint32_t stored)
{
	uint32_t	count = v->count;

	switch (v->shape)
	{
		case SEALSTONE_SINGLE:
			return;
		case SEALSTONE_DICT_RUNS:
			/* codes of runs to codes of values; from the back for the same reason as above */
			for (uint32_t j = v->nruns; j-- > 0;)
			{
				uint32_t	start = j == 0 ? 0 : v->run_end[j - 1];
				uint16_t	code = v->codes[j];

				for (uint32_t i = start; i < v->run_end[j]; i++)
					v->codes[i] = code;
			}
			v->nruns = 0;
			v->shape = SEALSTONE_DICT;
			/* fall through */
		case SEALSTONE_DICT:
			spread_codes(v, stored);
			return;
		default:
			break;
	}
	/* the nulls are not among the stored values yet */
	v->count = (uint16_t) stored;
	if (v->shape != SEALSTONE_FLAT)
	{
		uint16_t	null_count = v->null_count;

		v->null_count = 0;
		sealstone_vector_expand(v);
		v->null_count = null_count;
	}
	v->count = count;
	spread_values(v, stored);
}

/* ---------------------------------------------------------------- decoding */

SealstoneStatus
sealstone_page_decode_range(const SealstonePage *page, uint32_t first, uint32_t rows, int accept,
							SealstoneVector *v)
{
	Cursor		in = {page->payload, page->payload + page->payload_length};
	uint32_t	n = page->stored_count;
	uint32_t	past;

	if (rows < 1 || first >= page->count || rows > page->count - first || page->payload == NULL)
		return SEALSTONE_BAD_ARGUMENT;
	past = first + rows;

	v->kind = page->kind;
	v->attlen = page->attlen;
	v->count = page->count;
	v->null_count = page->null_count;
	v->nruns = 0;
	v->ndict = 0;
	v->all_null = page->encoding == SEALSTONE_ENC_ALL_NULL;
	v->shape = SEALSTONE_FLAT;
	TRY(sealstone_page_nulls(page, v->nulls));
	if (v->all_null)
	{
		v->values[0] = 0;
		v->shape = SEALSTONE_SINGLE;
		if (!(accept & SEALSTONE_ACCEPT(SEALSTONE_SINGLE)))
			sealstone_vector_expand(v);
		return SEALSTONE_OK;
	}
	if (page->dense)
	{
		first = 0;
		past = n;
	}

	if (by_reference(page->kind))
		TRY(sealstone_bytes_decode(page, first, past, v));
	else
		switch (page->encoding)
		{
			case SEALSTONE_ENC_ALP:
				TRY(sealstone_alp_decode(page->kind, in, n, first, past, v));
				break;
			case SEALSTONE_ENC_XOR:
				TRY(sealstone_xor_decode(page->kind, in, n, v->values));
				break;
			case SEALSTONE_ENC_RAW:
				TRY(sealstone_raw_decode(page->kind, in, n, first, past, v->values));
				break;
			case SEALSTONE_ENC_BITMAP:
				TRY(sealstone_bitmap_decode(in, n, v->values));
				break;
			default:
				TRY(sealstone_integer_decode(page->encoding, in, n, first, past, v));
				break;
		}

	if (page->dense)
		spread(v, n);
	if (v->shape == SEALSTONE_FLAT)
	{
		if (by_reference(page->kind) && page->null_count > 0 && !page->dense)
			clear_null_slots(v);
	}
	/* steps mean something for integers only */
	else if (!(accept & SEALSTONE_ACCEPT(v->shape)) || (v->shape == SEALSTONE_STEPS && page->kind != SEALSTONE_INT))
		sealstone_vector_expand(v);
	return SEALSTONE_OK;
}

SealstoneStatus
sealstone_page_decode(const SealstonePage *page, int accept, SealstoneVector *vector)
{
	return sealstone_page_decode_range(page, 0, page->count, accept, vector);
}
