/*-------------------------------------------------------------------------
 *
 * datum.c
 *	  Pages of by-reference values: any fixed length, any varlena, cstring.
 *
 * Bytes are opaque. Where values repeat, a dictionary (dictionary.c); else lengths and bytes, or bytes alone for
 * a fixed length. Decoding makes complete Datums in the vector's heap: a 4-byte varlena header in front,
 * each at a multiple of eight, which satisfies every typalign. Nothing is allocated before the lengths
 * that ask for it have been summed and found to fit the bytes at hand.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"

#define VARLENA_HEADER	4
#define DICT_BACKOFF	16
#define LONG_VALUE		4096	/* on average: no dictionary is looked for in such */

/* ---------------------------------------------------------------- writing */

static void
write_lengths(SealstoneEncoder *e, const SealstoneBytes *values, uint32_t n, Out *out)
{
	int64_t		min = values[0].length;
	int64_t		max = min;
	PackPlan	plan;

	for (uint32_t i = 0; i < n; i++)
	{
		int64_t		len = values[i].length;

		e->ints[i] = len;
		min = len < min ? len : min;
		max = len > max ? len : max;
	}
	sealstone_pack_plan(e->ints, n, min, max, &plan);
	sealstone_pack_write(out, e->ints, n, &plan, e->words);
}

static void
write_dictionary(SealstoneEncoder *e, const SealstoneBytes *values, uint32_t ndict, Out *out)
{
	out_16(out, (uint16_t) ndict);
	if (e->kind == SEALSTONE_VARLENA)
	{
		for (uint32_t j = 0; j < ndict; j++)
			e->run_values[j] = values[e->first_row[j]].length;
		sealstone_small_write(out, e->run_values, ndict);
	}
	for (uint32_t j = 0; j < ndict; j++)
		out_bytes(out, values[e->first_row[j]].data, values[e->first_row[j]].length);
}

/* values of null rows, if any, have been left out or filled by the caller */
SealstoneEncoding
sealstone_bytes_encode(SealstoneEncoder *e, const SealstoneBytes *values, uint32_t n, Out *out)
{
	size_t		total = 0;
	uint32_t	nruns = 1;

	for (uint32_t i = 0; i < n; i++)
	{
		total += values[i].length;
		if (i > 0 && (values[i].length != values[i - 1].length ||
					  (values[i].length > 0 && values[i].data != values[i - 1].data &&
					   memcmp(values[i].data, values[i - 1].data, values[i].length) != 0)))
			nruns++;
	}
	if (nruns == 1)
	{
		out_bytes(out, values[0].data, values[0].length);
		return SEALSTONE_ENC_CONSTANT;
	}

	/* sorted repetition shows in the runs; scattered repetition is looked for while that has paid */
	if (total / n < LONG_VALUE && (nruns < n / 2 || attempt_due(&e->dict_skip)))
	{
		uint32_t	ndict = sealstone_dict_build_bytes(e, values, n, n / 2 + 1);
		bool		paid = false;

		if (ndict > 0)
		{
			size_t		cost = 2 + sealstone_codes_cost(n, ndict, nruns);

			for (uint32_t j = 0; j < ndict; j++)
				cost += values[e->first_row[j]].length + 1;
			paid = cost < total + n / 4 - total / 8;
		}
		attempt_result(&e->dict_skip, &e->dict_backoff, paid, DICT_BACKOFF);
		if (paid)
		{
			write_dictionary(e, values, ndict, out);
			return sealstone_codes_encode(e, n, ndict, nruns, out);
		}
	}

	if (e->kind == SEALSTONE_VARLENA)
		write_lengths(e, values, n, out);
	for (uint32_t i = 0; i < n; i++)
		out_bytes(out, values[i].data, values[i].length);
	return e->kind == SEALSTONE_VARLENA ? SEALSTONE_ENC_BYTES : SEALSTONE_ENC_RAW;
}

/* ---------------------------------------------------------------- memory */

SealstoneStatus
sealstone_buffer_need(SealstoneBuffer *buffer, size_t size)
{
	void	   *data;

	if (size == 0)
		size = 8;
	if (buffer->size >= size)
		return SEALSTONE_OK;
	if (buffer->resize == NULL)
		return SEALSTONE_NO_MEMORY;
	/* some room to grow, so that pages of slowly rising size do not each reallocate */
	if (size < SEALSTONE_PAGE_MAX_RAW / 2)
		size += size / 4;
	data = buffer->resize(buffer->context, buffer->data, size);
	if (data == NULL)
		return SEALSTONE_NO_MEMORY;
	buffer->data = data;
	buffer->size = size;
	return SEALSTONE_OK;
}

/* ---------------------------------------------------------------- reading */

/* bytes of a value in the heap */
static inline size_t
heap_bytes(const SealstonePage *page, size_t len)
{
	return ((page->attlen == -1 ? len + VARLENA_HEADER : len) + 7) & ~(size_t) 7;
}

/* put a value into the heap; false where it is not what its type needs to be safe */
static inline bool
put_value(const SealstonePage *page, uint8_t *heap, const uint8_t *data, size_t len)
{
	if (page->attlen == -1)
	{
		put32(heap, (uint32_t) (len + VARLENA_HEADER) << 2);
		heap += VARLENA_HEADER;
	}
	else if (page->attlen == -2 && (len == 0 || data[len - 1] != 0 || memchr(data, 0, len) != data + len - 1))
		return false;
	memcpy(heap, data, len);
	return true;
}

#define MOST_LENGTH		((size_t) 0x3fffffff - VARLENA_HEADER)	/* what a varlena header can say */

typedef struct Dictionary
{
	uint32_t	n;
	Small		lengths;		/* VARLENA */
	const uint8_t *data;
	size_t		total;
} Dictionary;

static SealstoneStatus
parse_dictionary(const SealstonePage *page, Cursor *in, Dictionary *dict)
{
	const uint8_t *p = cursor_take(in, 2);

	if (p == NULL)
		return SEALSTONE_BAD_LENGTH;
	dict->n = get16(p);
	if (dict->n < 1 || dict->n > page->stored_count)
		return SEALSTONE_BAD_DATA;
	if (page->kind == SEALSTONE_VARLENA)
	{
		dict->total = 0;
		TRY(sealstone_small_parse(in, dict->n, &dict->lengths));
		for (uint32_t j = 0; j < dict->n; j++)
		{
			uint64_t	len = (uint64_t) small_get(&dict->lengths, j);

			if (len > cursor_left(in) || len > MOST_LENGTH)
				return SEALSTONE_BAD_LENGTH;
			dict->total += len;
		}
	}
	else
		dict->total = (size_t) dict->n * (size_t) page->attlen;
	dict->data = cursor_take(in, dict->total);
	return dict->data == NULL ? SEALSTONE_BAD_LENGTH : SEALSTONE_OK;
}

static inline size_t
dictionary_length(const SealstonePage *page, const Dictionary *dict, uint32_t j)
{
	return page->kind == SEALSTONE_VARLENA ? (size_t) small_get(&dict->lengths, j) : (size_t) page->attlen;
}

/* lengths of a BYTES page, each checked and their sum equal to the bytes that follow */
static SealstoneStatus
parse_lengths(const SealstonePage *page, Cursor *in, int64_t *lengths)
{
	Packed		packed;
	size_t		total = 0;

	TRY(sealstone_packed_parse(in, page->stored_count, &packed));
	TRY(sealstone_packed_all(&packed, 0, page->stored_count, lengths));
	for (uint32_t i = 0; i < page->stored_count; i++)
	{
		if ((uint64_t) lengths[i] > cursor_left(in) || (uint64_t) lengths[i] > MOST_LENGTH)
			return SEALSTONE_BAD_LENGTH;
		total += (size_t) lengths[i];
	}
	return total == cursor_left(in) ? SEALSTONE_OK : SEALSTONE_BAD_LENGTH;
}

/* values[j] = place in the heap, for m values one after the other in data */
static SealstoneStatus
fill_heap(const SealstonePage *page, SealstoneVector *vector, const int64_t *lengths, uint32_t first, uint32_t past,
		  const uint8_t *data)
{
	size_t		need = 0;
	uint8_t    *heap;

	for (uint32_t i = first; i < past; i++)
		need += heap_bytes(page, (size_t) lengths[i]);
	if (need > 2 * SEALSTONE_PAGE_MAX_RAW)
		return SEALSTONE_BAD_LENGTH;
	TRY(sealstone_buffer_need(&vector->heap, need));
	heap = vector->heap.data;
	for (uint32_t i = 0; i < first; i++)
		data += lengths[i];
	for (uint32_t i = first; i < past; i++)
	{
		if (!put_value(page, heap, data, (size_t) lengths[i]))
			return SEALSTONE_BAD_DATA;
		vector->values[i] = (int64_t) (intptr_t) heap;
		heap += heap_bytes(page, (size_t) lengths[i]);
		data += lengths[i];
	}
	return SEALSTONE_OK;
}

SealstoneStatus
sealstone_bytes_decode(const SealstonePage *page, uint32_t first, uint32_t past, SealstoneVector *vector)
{
	Cursor		in = {page->payload, page->payload + page->payload_length};
	uint32_t	n = page->stored_count;
	int64_t		lengths[VALUES];

	switch (page->encoding)
	{
		case SEALSTONE_ENC_CONSTANT:
			if (page->kind == SEALSTONE_FIXED && cursor_left(&in) != (size_t) page->attlen)
				return SEALSTONE_BAD_LENGTH;
			if (cursor_left(&in) > MOST_LENGTH)
				return SEALSTONE_BAD_LENGTH;
			lengths[0] = (int64_t) cursor_left(&in);
			vector->shape = SEALSTONE_SINGLE;
			return fill_heap(page, vector, lengths, 0, 1, in.p);
		case SEALSTONE_ENC_DICT:
		case SEALSTONE_ENC_DICT_RUNS:
			{
				Dictionary	dict;
				Codes		codes;

				TRY(parse_dictionary(page, &in, &dict));
				TRY(sealstone_codes_parse(page->encoding, &in, n, dict.n, &codes));
				if (in.p != in.end)
					return SEALSTONE_BAD_LENGTH;
				for (uint32_t j = 0; j < dict.n; j++)
					lengths[j] = (int64_t) dictionary_length(page, &dict, j);
				TRY(fill_heap(page, vector, lengths, 0, dict.n, dict.data));
				return sealstone_codes_decode(page->encoding, &codes, n, vector);
			}
		case SEALSTONE_ENC_RAW:
			if (cursor_left(&in) != n * (size_t) page->attlen)
				return SEALSTONE_BAD_LENGTH;
			for (uint32_t i = 0; i < n; i++)
				lengths[i] = page->attlen;
			break;
		default:				/* BYTES: open refuses all others */
			TRY(parse_lengths(page, &in, lengths));
			break;
	}
	vector->shape = SEALSTONE_FLAT;
	memset(vector->values, 0, n * sizeof(int64_t));
	return fill_heap(page, vector, lengths, first, past, in.p);
}

/* row i of the values stored, copied to the start of heap */
SealstoneStatus
sealstone_bytes_one(const SealstonePage *page, uint32_t i, int64_t *value, SealstoneBuffer *heap)
{
	Cursor		in = {page->payload, page->payload + page->payload_length};
	uint32_t	n = page->stored_count;
	const uint8_t *data = in.p;
	size_t		len = cursor_left(&in);

	switch (page->encoding)
	{
		case SEALSTONE_ENC_CONSTANT:
			if ((page->kind == SEALSTONE_FIXED && len != (size_t) page->attlen) || len > MOST_LENGTH)
				return SEALSTONE_BAD_LENGTH;
			break;
		case SEALSTONE_ENC_DICT:
		case SEALSTONE_ENC_DICT_RUNS:
			{
				Dictionary	dict;
				Codes		codes;
				uint32_t	code;

				TRY(parse_dictionary(page, &in, &dict));
				TRY(sealstone_codes_parse(page->encoding, &in, n, dict.n, &codes));
				TRY(sealstone_codes_one(page->encoding, &codes, i, &code));
				data = dict.data;
				for (uint32_t j = 0; j < code; j++)
					data += dictionary_length(page, &dict, j);
				len = dictionary_length(page, &dict, code);
			}
			break;
		case SEALSTONE_ENC_RAW:
			if (len != n * (size_t) page->attlen)
				return SEALSTONE_BAD_LENGTH;
			data += i * (size_t) page->attlen;
			len = (size_t) page->attlen;
			break;
		default:
			{
				int64_t		lengths[VALUES];

				TRY(parse_lengths(page, &in, lengths));
				data = in.p;
				for (uint32_t j = 0; j < i; j++)
					data += lengths[j];
				len = (size_t) lengths[i];
			}
			break;
	}
	TRY(sealstone_buffer_need(heap, heap_bytes(page, len)));
	if (!put_value(page, heap->data, data, len))
		return SEALSTONE_BAD_DATA;
	*value = (int64_t) (intptr_t) heap->data;
	return SEALSTONE_OK;
}
