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
heap_bytes(int attlen, size_t len)
{
	return ((attlen == -1 ? len + VARLENA_HEADER : len) + 7) & ~(size_t) 7;
}

#define SLACK			32		/* bytes of heap past the last value, so that copies may run over */

/*
 * Put a value into the heap, which has SLACK bytes behind it; false where it is not what its type needs to be safe.
 * Most values are short: four words are copied without looking how many are needed, while the source has
 * them; what runs over is overwritten by the next value.
 */
static inline __attribute__((always_inline)) bool
put_value(const SealstonePage *page, int attlen, uint8_t *heap, const uint8_t *data, size_t len)
{
	const uint8_t *end = page->payload + page->payload_length;

	if (attlen == -1)
	{
		put32(heap, (uint32_t) (len + VARLENA_HEADER) << 2);
		heap += VARLENA_HEADER;
	}
	else if (attlen == -2 && (len == 0 || data[len - 1] != 0 || memchr(data, 0, len) != data + len - 1))
		return false;
	if (len <= SLACK && (size_t) (end - data) >= SLACK)
	{
		put64(heap, get64(data));
		put64(heap + 8, get64(data + 8));
		put64(heap + 16, get64(data + 16));
		put64(heap + 24, get64(data + 24));
	}
	else
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
		int64_t		lengths[VALUES];

		dict->total = 0;
		TRY(sealstone_small_parse(in, dict->n, &dict->lengths));
		sealstone_small_all(&dict->lengths, lengths);
		for (uint32_t j = 0; j < dict->n; j++)
		{
			if ((uint64_t) lengths[j] > cursor_left(in) || (uint64_t) lengths[j] > MOST_LENGTH)
				return SEALSTONE_BAD_LENGTH;
			dict->total += (size_t) lengths[j];
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

/* attlen is a constant to each caller, so that the loop holds no question about it */
static inline __attribute__((always_inline)) bool
put_values(const SealstonePage *page, int attlen, int64_t *values, uint8_t *heap, const int64_t *lengths,
		   uint32_t first, uint32_t past, const uint8_t *data)
{
	for (uint32_t i = first; i < past; i++)
	{
		size_t		len = (size_t) lengths[i];

		values[i] = (int64_t) (intptr_t) heap;
		if (!put_value(page, attlen, heap, data, len))
			return false;
		heap += heap_bytes(attlen, len);
		data += len;
	}
	return true;
}

/* values[first .. past - 1] = places in the heap of the values that lie one after the other in data */
static SealstoneStatus
fill_heap(const SealstonePage *page, SealstoneVector *vector, const int64_t *lengths, uint32_t first, uint32_t past,
		  const uint8_t *data)
{
	size_t		need = 0;
	uint8_t    *heap;
	bool		good;

	for (uint32_t i = first; i < past; i++)
		need += heap_bytes(page->attlen, (size_t) lengths[i]);
	if (need > 2 * SEALSTONE_PAGE_MAX_RAW)
		return SEALSTONE_BAD_LENGTH;
	TRY(sealstone_buffer_need(&vector->heap, need + SLACK));
	heap = vector->heap.data;
	for (uint32_t i = 0; i < first; i++)
		data += lengths[i];
	if (page->attlen == -1)
		good = put_values(page, -1, vector->values, heap, lengths, first, past, data);
	else if (page->attlen == -2)
		good = put_values(page, -2, vector->values, heap, lengths, first, past, data);
	else
		good = put_values(page, 1, vector->values, heap, lengths, first, past, data);
	return good ? SEALSTONE_OK : SEALSTONE_BAD_DATA;
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
	TRY(sealstone_buffer_need(heap, heap_bytes(page->attlen, len) + SLACK));
	if (!put_value(page, page->attlen, heap->data, data, len))
		return SEALSTONE_BAD_DATA;
	*value = (int64_t) (intptr_t) heap->data;
	return SEALSTONE_OK;
}
