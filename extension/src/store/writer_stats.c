/*-------------------------------------------------------------------------
 *
 * writer_stats.c
 *	  Minima, maxima, sums and flags of one column in one group.
 *
 * Integer bounds come from the codec, which has seen every value anyway; others are found here. A
 * comparison that may be slow (collations, numeric) is spared for values whose image was compared
 * before: series repeat themselves. Runs in the writer's scratch context; owns nothing.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "compat.h"
#include "store/writer_stats.h"

#define SEEN_SLOTS	256

static inline void
image_of(int16 attlen, Datum value, const char **data, Size *length)
{
	if (attlen > 0)
	{
		*data = DatumGetPointer(value);
		*length = attlen;
	}
	else if (attlen == -1)
	{
		*data = VARDATA_ANY(DatumGetPointer(value));
		*length = VARSIZE_ANY_EXHDR(DatumGetPointer(value));
	}
	else
	{
		*data = DatumGetCString(value);
		*length = strlen(*data) + 1;
	}
}

static inline bool
same_image(int16 attlen, Datum a, Datum b)
{
	const char *x;
	const char *y;
	Size		nx;
	Size		ny;

	if (a == b)
		return true;
	image_of(attlen, a, &x, &nx);
	image_of(attlen, b, &y, &ny);
	return nx == ny && memcmp(x, y, nx) == 0;
}

uint64
sealstone_writer_keep_value(SealstoneDirectoryWriter *dir, const SealstoneWriterColumn *column, Datum value)
{
	const char *data;
	Size		length;

	if (column->attbyval)
		return SealstoneRefMake(0, SEALSTONE_REF_NONE);
	image_of(column->attlen, value, &data, &length);
	return sealstone_directory_add_value(dir, data, length);
}

/* By-value types with exact prefixes: bounds of the group and of each page. */
static void
by_value_bounds(SealstoneWriterColumn *column, uint32 n, const SealstonePageStats *page_stats, int pages,
				SealstoneDiskStats *stats, SealstoneDiskPage *page_entries)
{
	SealstoneOrder *order = &column->order;
	uint64		page_min[SEALSTONE_GROUP_MAX_PAGES];
	uint64		page_max[SEALSTONE_GROUP_MAX_PAGES];
	bool		page_any[SEALSTONE_GROUP_MAX_PAGES];
	uint64		group_min = 0;
	uint64		group_max = 0;
	bool		any = false;

	for (int p = 0; p < pages; p++)
	{
		uint32		start = p * SEALSTONE_PAGE_ROWS;
		uint32		end = Min(start + SEALSTONE_PAGE_ROWS, n);
		Datum		min = (Datum) 0;
		Datum		max = (Datum) 0;

		page_any[p] = false;
		if (order->order_class == SEALSTONE_ORDER_SIGNED && page_stats[p].has_minmax)
		{
			min = (Datum) page_stats[p].min;
			max = (Datum) page_stats[p].max;
			page_min[p] = sealstone_order_prefix(order, min);
			page_max[p] = sealstone_order_prefix(order, max);
			page_any[p] = true;
		}
		else
		{
			for (uint32 i = start; i < end; i++)
			{
				uint64		prefix;

				if (column->nulls[i])
					continue;
				prefix = sealstone_order_prefix(order, column->values[i]);
				if (!page_any[p])
				{
					page_min[p] = page_max[p] = prefix;
					min = max = column->values[i];
					page_any[p] = true;
				}
				else if (prefix < page_min[p])
				{
					page_min[p] = prefix;
					min = column->values[i];
				}
				else if (prefix > page_max[p])
				{
					page_max[p] = prefix;
					max = column->values[i];
				}
			}
		}
		if (!page_any[p])
			continue;
		if (!any || page_min[p] < group_min)
		{
			group_min = page_min[p];
			stats->min = (uint64) min;
		}
		if (!any || page_max[p] > group_max)
		{
			group_max = page_max[p];
			stats->max = (uint64) max;
		}
		any = true;
	}
	if (any)
	{
		stats->flags |= SEALSTONE_STATS_MINMAX;
		if ((order->order_class == SEALSTONE_ORDER_FLOAT4 || order->order_class == SEALSTONE_ORDER_FLOAT8) &&
			group_max == PG_UINT64_MAX)
			stats->flags |= SEALSTONE_STATS_NAN;
	}
	for (int p = 0; p < pages; p++)
	{
		if (any && page_any[p])
		{
			page_entries[p].low = sealstone_bound_low(group_min, group_max, page_min[p]);
			page_entries[p].high = sealstone_bound_high(group_min, group_max, page_max[p]);
		}
		else
		{
			page_entries[p].low = 1;
			page_entries[p].high = 0;
		}
	}
}

/* By-reference types: bounds of the group only. */
static void
by_reference_bounds(SealstoneDirectoryWriter *dir, SealstoneWriterColumn *column, uint32 n, SealstoneDiskStats *stats)
{
	Datum		seen[SEEN_SLOTS] = {0};
	Datum		previous = (Datum) 0;
	Datum		min = (Datum) 0;
	Datum		max = (Datum) 0;
	bool		any = false;
	uint64		min_ref;
	uint64		max_ref;

	for (uint32 i = 0; i < n; i++)
	{
		Datum		value = column->values[i];
		const char *data;
		Size		length;
		uint64		head = 0;
		uint64		tail = 0;
		uint32		slot;

		if (column->nulls[i])
			continue;
		if (any && same_image(column->attlen, value, previous))
			continue;
		previous = value;
		image_of(column->attlen, value, &data, &length);
		memcpy(&head, data, Min(length, 8));
		if (length > 8)
			memcpy(&tail, data + length - 8, 8);
		slot = (uint32) (((head ^ (tail * 31) ^ length) * UINT64CONST(0x9E3779B97F4A7C15)) >> 56);
		if (seen[slot] != (Datum) 0 && same_image(column->attlen, value, seen[slot]))
			continue;
		seen[slot] = value;
		if (!any)
		{
			min = max = value;
			any = true;
		}
		else if (sealstone_order_compare(&column->order, value, min) < 0)
			min = value;
		else if (sealstone_order_compare(&column->order, value, max) > 0)
			max = value;
	}
	if (!any)
		return;
	min_ref = sealstone_writer_keep_value(dir, column, min);
	if (SealstoneRefLength(min_ref) == SEALSTONE_REF_NONE)
		return;
	max_ref = sealstone_writer_keep_value(dir, column, max);
	if (SealstoneRefLength(max_ref) == SEALSTONE_REF_NONE)
		return;
	stats->min = min_ref;
	stats->max = max_ref;
	stats->flags |= SEALSTONE_STATS_MINMAX;
}

static void
add_sum(const SealstoneWriterColumn *column, uint32 n, SealstoneDiskStats *stats)
{
	int128		sum = 0;

	/* NULLs hold 0 */
	for (uint32 i = 0; i < n; i++)
		sum += (int64) column->values[i];
	stats->sum_low = (uint64) (uint128) sum;
	stats->sum_high = (uint64) ((uint128) sum >> 64);
	stats->flags |= SEALSTONE_STATS_SUM;
}

/* Floats: only where no order of adding could overflow, or meet an infinity or NaN. */
static void
add_float_sum(const SealstoneWriterColumn *column, uint32 n, SealstoneDiskStats *stats)
{
	bool		float4 = column->order.order_class == SEALSTONE_ORDER_FLOAT4;
	double		sum = -0.0;	/* adds nothing, not even a sign */

	for (uint32 i = 0; i < n; i++)
	{
		double		value;

		if (column->nulls[i])
			continue;
		value = float4 ? (double) DatumGetFloat4(column->values[i]) : DatumGetFloat8(column->values[i]);
		if (!(fabs(value) < SEALSTONE_TAME_FLOAT))
			return;
		sum += value;
	}
	memcpy(&stats->sum_low, &sum, sizeof(double));
	stats->flags |= SEALSTONE_STATS_FLOAT_SUM;
}

/* Is every value the same image? Asked only where every page was. */
static bool
is_constant(const SealstoneWriterColumn *column, uint32 n)
{
	for (uint32 i = SEALSTONE_PAGE_ROWS; i < n; i += SEALSTONE_PAGE_ROWS)
	{
		if (column->attbyval ? column->values[i] != column->values[0] :
			!same_image(column->attlen, column->values[i], column->values[0]))
			return false;
	}
	return true;
}

void
sealstone_writer_stats(SealstoneDirectoryWriter *dir, SealstoneWriterColumn *column, uint32 n,
					   const SealstonePageStats *page_stats, int pages,
					   SealstoneDiskStats *stats, SealstoneDiskPage *page_entries)
{
	bool		constant = true;

	for (int p = 0; p < pages; p++)
	{
		stats->null_count += page_stats[p].null_count;
		if (page_stats[p].encoding != SEALSTONE_ENC_CONSTANT || page_stats[p].null_count > 0)
			constant = false;
		page_entries[p].low = 1;
		page_entries[p].high = 0;
	}
	if (column->attlen > 0)
		stats->raw_bytes = (uint64) column->attlen * (n - stats->null_count);
	else
	{
		for (uint32 i = 0; i < n; i++)
		{
			const char *data;
			Size		length;

			if (column->nulls[i])
				continue;
			image_of(column->attlen, column->values[i], &data, &length);
			stats->raw_bytes += length + (column->attlen == -1 ? (length < VARATT_SHORT_MAX ? VARHDRSZ_SHORT : VARHDRSZ) : 0);
		}
	}
	if (stats->null_count == n)
	{
		stats->flags |= SEALSTONE_STATS_ALL_NULL;
		return;
	}
	if (constant && is_constant(column, n))
		stats->flags |= SEALSTONE_STATS_CONSTANT;
	if (column->order.keep_minmax)
	{
		if (column->order.prefix_exact)
			by_value_bounds(column, n, page_stats, pages, stats, page_entries);
		else if (!column->attbyval)
			by_reference_bounds(dir, column, n, stats);
	}
	if (column->order.is_integer)
		add_sum(column, n, stats);
	else if (column->order.order_class == SEALSTONE_ORDER_FLOAT4 || column->order.order_class == SEALSTONE_ORDER_FLOAT8)
		add_float_sum(column, n, stats);
}
