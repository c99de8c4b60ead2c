/*-------------------------------------------------------------------------
 *
 * reach.c
 *	  Single values of a page, and bounds in a sorted one, without decoding it.
 *
 * Every encoding answers but those where a value depends on all before it (differences, XOR). What is read
 * is checked as in a full decode, as far as it is read. No state.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"

bool
sealstone_page_reachable(const SealstonePage *page)
{
	Cursor		in = {page->payload, page->payload + page->payload_length};

	if (page->kind >= SEALSTONE_FIXED || page->encoding == SEALSTONE_ENC_ALL_NULL)
		return true;
	switch (page->encoding)
	{
		case SEALSTONE_ENC_XOR:
			return false;
		case SEALSTONE_ENC_ALP:
			return page->payload != NULL && sealstone_alp_reachable(in);
		default:
			return sealstone_integer_reachable(page->encoding);
	}
}

SealstoneStatus
sealstone_page_one(const SealstonePage *page, uint32_t i, int64_t *value, bool *isnull, SealstoneBuffer *heap)
{
	Cursor		in = {page->payload, page->payload + page->payload_length};
	uint32_t	n = page->stored_count;
	uint32_t	nulls_before;

	if (i >= page->count || page->payload == NULL)
		return SEALSTONE_BAD_ARGUMENT;
	nulls_before = sealstone_nulls_before(page, i, isnull);
	*value = 0;
	if (*isnull)
		return SEALSTONE_OK;
	if (page->dense)
		i -= nulls_before;

	if (page->kind >= SEALSTONE_FIXED)
		return sealstone_bytes_one(page, i, value, heap);
	switch (page->encoding)
	{
		case SEALSTONE_ENC_ALP:
			return sealstone_alp_one(page->kind, in, n, i, value);
		case SEALSTONE_ENC_XOR:
			return SEALSTONE_NOT_REACHABLE;
		case SEALSTONE_ENC_RAW:
			return sealstone_raw_one(page->kind, in, n, i, value);
		case SEALSTONE_ENC_BITMAP:
			return sealstone_bitmap_one(in, n, i, value);
		default:
			return sealstone_integer_one(page->encoding, in, n, i, value);
	}
}

static SealstoneStatus
page_bound(const SealstonePage *page, uint32_t first, uint32_t past, int64_t key, bool strict, bool descending,
		   uint32_t *row)
{
	Cursor		in = {page->payload, page->payload + page->payload_length};

	if (page->kind != SEALSTONE_INT || first > past || past > page->count || page->payload == NULL)
		return SEALSTONE_BAD_ARGUMENT;
	/* with nulls left out, row numbers are not positions; with nothing but nulls there is nothing to find */
	if (page->dense || page->encoding == SEALSTONE_ENC_ALL_NULL)
		return SEALSTONE_NOT_REACHABLE;
	return sealstone_integer_bound(page->encoding, in, page->stored_count, first, past, key, strict, descending, row);
}

SealstoneStatus
sealstone_page_lower_bound(const SealstonePage *page, uint32_t first, uint32_t past, int64_t key, bool descending,
						   uint32_t *row)
{
	return page_bound(page, first, past, key, false, descending, row);
}

SealstoneStatus
sealstone_page_upper_bound(const SealstonePage *page, uint32_t first, uint32_t past, int64_t key, bool descending,
						   uint32_t *row)
{
	return page_bound(page, first, past, key, true, descending, row);
}
