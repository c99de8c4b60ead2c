/*-------------------------------------------------------------------------
 *
 * bitmap.c
 *	  Null information of a page, and booleans.
 *
 * Nulls are kept as nothing, all, a bitmap, or ranges of rows, whichever is smallest. Booleans are a constant,
 * runs, or a bitmap. No state; nothing outside the given bytes is read.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"

/* ---------------------------------------------------------------- nulls */

/* the next row from i on whose bit is 'set', or n */
static uint32_t
next_bit(const uint64_t *words, uint32_t i, uint32_t n, bool set)
{
	while (i < n)
	{
		uint64_t	w = (set ? words[i >> 6] : ~words[i >> 6]) >> (i & 63);

		if (w != 0)
		{
			i += (uint32_t) __builtin_ctzll(w);
			return i < n ? i : n;
		}
		i = (i | 63) + 1;
	}
	return n;
}

void
sealstone_nulls_write(Out *out, const uint64_t *nulls, uint32_t n, uint32_t null_count, unsigned *form)
{
	uint16_t	ranges[2 * NULLS_MAX_RANGES];
	uint16_t	count = 0;
	uint32_t	i = 0;
	size_t		bitmap = (n + 7) / 8;

	if (null_count == 0 || null_count == n)
	{
		*form = null_count == 0 ? NULLS_NONE : NULLS_ALL;
		return;
	}
	while ((i = next_bit(nulls, i, n, true)) < n && count <= NULLS_MAX_RANGES)
	{
		uint32_t	past = next_bit(nulls, i, n, false);

		if (count < NULLS_MAX_RANGES)
		{
			ranges[2 * count] = (uint16_t) i;
			ranges[2 * count + 1] = (uint16_t) (past - i);
		}
		count++;
		i = past;
	}
	if (count <= NULLS_MAX_RANGES && 2 + 4 * (size_t) count < bitmap)
	{
		*form = NULLS_RANGES;
		out_16(out, count);
		out_bytes(out, ranges, 4 * (size_t) count);
	}
	else
	{
		*form = NULLS_BITMAP;
		out_bytes(out, nulls, bitmap);
		/* bits past the last row are zero, whatever the caller's bitmap held there */
		if (n % 8 != 0 && !out->full)
			out->p[-1] &= (uint8_t) ((1u << (n % 8)) - 1);
	}
}

/* How long the null information is, and that it says what the header says. */
SealstoneStatus
sealstone_nulls_measure(unsigned form, uint32_t count, uint32_t null_count, Cursor *in,
						const uint8_t **data, uint32_t *length)
{
	uint32_t	nulls = 0;

	*data = in->p;
	*length = 0;
	switch (form)
	{
		case NULLS_NONE:
			return null_count == 0 ? SEALSTONE_OK : SEALSTONE_BAD_DATA;
		case NULLS_ALL:
			return null_count == count ? SEALSTONE_OK : SEALSTONE_BAD_DATA;
		case NULLS_BITMAP:
			*length = (count + 7) / 8;
			*data = cursor_take(in, *length);
			if (*data == NULL)
				return SEALSTONE_BAD_LENGTH;
			for (uint32_t i = 0; i < *length; i++)
				nulls += (uint32_t) __builtin_popcount((*data)[i]);
			if (count % 8 != 0 && (*data)[*length - 1] >> (count % 8) != 0)
				return SEALSTONE_BAD_DATA;
			break;
		default:				/* NULLS_RANGES: form has two bits */
			{
				const uint8_t *head = cursor_take(in, 2);
				uint32_t	ranges = head == NULL ? 0 : get16(head);
				uint32_t	at = 0;

				if (head == NULL || cursor_take(in, 4 * (size_t) ranges) == NULL)
					return SEALSTONE_BAD_LENGTH;
				if (ranges > NULLS_MAX_RANGES)
					return SEALSTONE_BAD_DATA;
				*data = head;
				*length = 2 + 4 * ranges;
				for (uint32_t j = 0; j < ranges; j++)
				{
					uint32_t	first = get16(head + 2 + 4 * j);
					uint32_t	rows = get16(head + 4 + 4 * j);

					if (first < at || rows == 0 || first + rows > count)
						return SEALSTONE_BAD_DATA;
					at = first + rows;
					nulls += rows;
				}
			}
			break;
	}
	return nulls == null_count && nulls > 0 && nulls < count ? SEALSTONE_OK : SEALSTONE_BAD_DATA;
}

SealstoneStatus
sealstone_page_nulls(const SealstonePage *page, uint64_t *nulls)
{
	memset(nulls, 0, SEALSTONE_NULL_WORDS * sizeof(uint64_t));
	switch (page->null_form)
	{
		case NULLS_ALL:
			for (uint32_t i = 0; i < page->count; i += 64)
				nulls[i >> 6] = mask_of(page->count - i >= 64 ? 64 : page->count - i);
			break;
		case NULLS_BITMAP:
			memcpy(nulls, page->null_data, page->null_length);
			break;
		case NULLS_RANGES:
			for (uint32_t j = 0; j < get16(page->null_data); j++)
			{
				uint32_t	i = get16(page->null_data + 2 + 4 * j);
				uint32_t	past = i + get16(page->null_data + 4 + 4 * j);

				while (i < past)
				{
					uint32_t	bits = 64 - (i & 63) < past - i ? 64 - (i & 63) : past - i;

					nulls[i >> 6] |= mask_of(bits) << (i & 63);
					i += bits;
				}
			}
			break;
		default:
			break;
	}
	return SEALSTONE_OK;
}

/* nulls in the rows before i, and whether i is one */
uint32_t
sealstone_nulls_before(const SealstonePage *page, uint32_t i, bool *isnull)
{
	uint32_t	before = 0;

	*isnull = false;
	switch (page->null_form)
	{
		case NULLS_ALL:
			*isnull = true;
			return i;
		case NULLS_BITMAP:
			for (uint32_t b = 0; b < i / 8; b++)
				before += (uint32_t) __builtin_popcount(page->null_data[b]);
			before += (uint32_t) __builtin_popcount(page->null_data[i / 8] & ((1u << (i % 8)) - 1));
			*isnull = page->null_data[i / 8] >> (i % 8) & 1;
			return before;
		case NULLS_RANGES:
			for (uint32_t j = 0; j < get16(page->null_data); j++)
			{
				uint32_t	first = get16(page->null_data + 2 + 4 * j);
				uint32_t	rows = get16(page->null_data + 4 + 4 * j);

				if (i < first)
					break;
				if (i < first + rows)
				{
					*isnull = true;
					return before + (i - first);
				}
				before += rows;
			}
			return before;
		default:
			return 0;
	}
}

/* ---------------------------------------------------------------- booleans */

SealstoneEncoding
sealstone_bool_encode(SealstoneEncoder *encoder, const int64_t *values, uint32_t n, const IntStats *stats, Out *out)
{
	uint8_t    *p;

	/* a run costs up to 11 bits; a few are worth more to the reader than the bytes they save */
	if (stats->changes < n / 16)
		return sealstone_integer_encode(encoder, values, n, stats, out);
	p = out_take(out, (n + 7) / 8);
	if (p != NULL)
	{
		memset(p, 0, (n + 7) / 8);
		for (uint32_t i = 0; i < n; i++)
			p[i / 8] |= (uint8_t) ((values[i] != 0) << (i % 8));
	}
	return SEALSTONE_ENC_BITMAP;
}

SealstoneStatus
sealstone_bitmap_decode(Cursor in, uint32_t n, int64_t *out)
{
	if (cursor_left(&in) != (n + 7) / 8)
		return SEALSTONE_BAD_LENGTH;
	sealstone_kernels->unpack_bits(in.p, (n + 7) & ~7u, out);
	return SEALSTONE_OK;
}

SealstoneStatus
sealstone_bitmap_one(Cursor in, uint32_t n, uint32_t i, int64_t *value)
{
	if (cursor_left(&in) != (n + 7) / 8)
		return SEALSTONE_BAD_LENGTH;
	*value = in.p[i / 8] >> (i % 8) & 1;
	return SEALSTONE_OK;
}
