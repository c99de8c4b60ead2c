/*-------------------------------------------------------------------------
 *
 * cursor.c
 *	  Intervals of the order key, row groups and pages left out, filters on vectors.
 *
 * See cursor.h. Intervals are exact: a filter they stand for is not tested again ("consumed"). They come
 * from equality or IN on leading key columns and a range on the next one; where the first column is free
 * but the second is not, from every run of the first, provided the runs are long.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "miscadmin.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "codec/codec.h"
#include "exec/cursor.h"
#include "store/order.h"

#define PAGE_ROWS			SEALSTONE_PAGE_VALUES
#define RUN_MIN_ROWS		2048	/* shorter runs are not looked at one by one */
#define MAX_INTERVALS		100000

SealstoneCursor *
sealstone_cursor_open(Relation rel, SealstoneMarks *marks, SealstoneFilter *filter, int nfilters, bool backward)
{
	SealstoneCursor *cursor = palloc0(sizeof(SealstoneCursor));

	cursor->rel = rel;
	cursor->reader = sealstone_reader_open(rel);
	cursor->info = sealstone_reader_info(cursor->reader);
	cursor->marks = marks;
	cursor->mark = sealstone_marks_array(marks, &cursor->nmarks);
	cursor->filter = filter;
	cursor->nfilters = nfilters;
	cursor->backward = backward;
	cursor->pass_context = AllocSetContextCreate(CurrentMemoryContext, "sealstone cursor pass", ALLOCSET_SMALL_SIZES);
	return cursor;
}

void
sealstone_cursor_close(SealstoneCursor *cursor)
{
	sealstone_reader_close(cursor->reader);
	MemoryContextDelete(cursor->pass_context);
	pfree(cursor);
}

/* ---------------------------------------------------------------- intervals */

/* What the filters say of one key column. */
typedef struct KeyBounds
{
	int			nequal;			/* > 0: one of these values */
	Datum	   *equal;
	bool		range;			/* else within [low, high], closed */
	Datum		low;
	Datum		high;
	bool		any_low;		/* low is the least value of the type, high the greatest */
	bool		any_high;
} KeyBounds;

static bool
same_bytes_when_equal(SealstoneCursor *cursor, AttrNumber attnum)
{
	Oid			collation = TupleDescAttr(RelationGetDescr(cursor->rel), attnum - 1)->attcollation;

	return !OidIsValid(collation) || get_collation_isdeterministic(collation);
}

/*
 * Combine the filters on key column k. They are marked consumed only by the caller, when it has used
 * them: *used gets which.
 */
static bool
key_bounds(SealstoneCursor *cursor, int k, KeyBounds *bounds, bool *used)
{
	AttrNumber	attnum = cursor->info->key[k].attnum;
	int64		low = PG_INT64_MIN;
	int64		high = PG_INT64_MAX;
	bool		any_int = false;
	SealstoneFilter *list = NULL;
	int16		typlen = TupleDescAttr(RelationGetDescr(cursor->rel), attnum - 1)->attlen;

	memset(bounds, 0, sizeof(*bounds));
	memset(used, 0, cursor->nfilters * sizeof(bool));
	for (int i = 0; i < cursor->nfilters; i++)
	{
		SealstoneFilter *filter = &cursor->filter[i];

		if (filter->spec.attnum != attnum || filter->spec.strategy == SEALSTONE_STRATEGY_NE)
			continue;
		if (filter->spec.kind == SEALSTONE_FILTER_INT && !filter->spec.array)
		{
			low = Max(low, filter->low);
			high = Min(high, filter->high);
			any_int = true;
			used[i] = true;
		}
		else if (list == NULL &&
				 (filter->spec.kind == SEALSTONE_FILTER_BYTES ||
				  (filter->spec.kind == SEALSTONE_FILTER_INT && filter->spec.array)))
		{
			list = filter;

			/* under a collation that calls other bytes equal the rows found are too many: test them still */
			used[i] = filter->spec.kind != SEALSTONE_FILTER_BYTES || same_bytes_when_equal(cursor, attnum);
		}
	}
	if (list != NULL && list->spec.kind == SEALSTONE_FILTER_BYTES)
	{
		bounds->nequal = list->nvalues;
		bounds->equal = list->datums;
		return true;
	}
	if (list == NULL && !any_int)
		return false;

	if (list != NULL)
	{
		bounds->equal = palloc(sizeof(Datum) * list->nvalues);
		for (int i = 0; i < list->nvalues; i++)
			if (list->ints[i] >= Max(low, list->low) && list->ints[i] <= Min(high, list->high))
				bounds->equal[bounds->nequal++] = sealstone_order_datum(typlen, list->ints[i]);
		if (bounds->nequal == 0)
		{
			bounds->range = true;	/* an empty one: the caller sees low > high */
			bounds->low = Int64GetDatum(1);
			bounds->high = Int64GetDatum(0);
		}
		return true;
	}
	if (low > high)
	{
		bounds->range = true;
		bounds->low = sealstone_order_datum(typlen, 1);
		bounds->high = sealstone_order_datum(typlen, 0);
		return true;
	}
	if (low == high)
	{
		bounds->equal = palloc(sizeof(Datum));
		bounds->equal[0] = sealstone_order_datum(typlen, low);
		bounds->nequal = 1;
		return true;
	}
	bounds->range = true;
	bounds->low = sealstone_order_datum(typlen, low);
	bounds->high = sealstone_order_datum(typlen, high);
	bounds->any_low = low == PG_INT64_MIN;
	bounds->any_high = high == PG_INT64_MAX;
	return true;
}

/* The part of [first, end) whose key column k is a value, given that all before it agree. */
static void
narrow_to_value(SealstoneCursor *cursor, int k, Datum value, uint64 *first, uint64 *end)
{
	if (k == 0)
	{
		uint64		run_first;
		uint64		run_end;

		sealstone_reader_rows_of(cursor->reader, value, &run_first, &run_end);
		*first = Max(*first, run_first);
		*end = Min(*end, run_end);
		return;
	}
	*first = sealstone_reader_search_key(cursor->reader, k, value, false, false, *first, *end);
	*end = sealstone_reader_search_key(cursor->reader, k, value, false, true, *first, *end);
}

/* Has the row group of this row a NULL in the column? */
static bool
has_null_near(SealstoneCursor *cursor, AttrNumber attnum, uint64 row)
{
	SealstoneStats stats;

	sealstone_reader_stats(cursor->reader, attnum, sealstone_reader_group_of_row(cursor->reader, row), &stats);
	return stats.null_count > 0;
}

/* The same for a range. A side that leaves nothing out is not searched for, unless NULLs may lie there. */
static void
narrow_to_range(SealstoneCursor *cursor, int k, const KeyBounds *bounds, uint64 *first, uint64 *end)
{
	const SealstoneKeyInfo *key = &cursor->info->key[k];
	bool		open_first = key->desc ? bounds->any_high : bounds->any_low;
	bool		open_end = key->desc ? bounds->any_low : bounds->any_high;

	if (*first >= *end)
		return;
	if (!open_first || (key->nulls_first && has_null_near(cursor, key->attnum, *first)))
		*first = sealstone_reader_search_key(cursor->reader, k, key->desc ? bounds->high : bounds->low, false, false, *first, *end);
	if (*first >= *end)
		return;
	if (!open_end || (!key->nulls_first && has_null_near(cursor, key->attnum, *end - 1)))
		*end = sealstone_reader_search_key(cursor->reader, k, key->desc ? bounds->low : bounds->high, false, true, *first, *end);
}

typedef struct IntervalList
{
	SealstoneInterval *interval;
	int			n;
	int			size;
} IntervalList;

static void
add_interval(IntervalList *list, uint64 first, uint64 end)
{
	if (first >= end)
		return;
	if (list->n == list->size)
	{
		list->size = Max(16, list->size * 2);
		list->interval = list->interval ?
			repalloc_huge(list->interval, sizeof(SealstoneInterval) * list->size) :
			palloc(sizeof(SealstoneInterval) * list->size);
	}
	list->interval[list->n].first = first;
	list->interval[list->n].end = end;
	list->n++;
}

static int
compare_intervals(const void *a, const void *b)
{
	uint64		x = ((const SealstoneInterval *) a)->first;
	uint64		y = ((const SealstoneInterval *) b)->first;

	return (x > y) - (x < y);
}

static void
find_intervals(SealstoneCursor *cursor)
{
	const SealstoneInfo *info = cursor->info;
	IntervalList list = {0};
	bool	   *used;
	KeyBounds	bounds;

	cursor->nintervals = 0;
	cursor->none = false;
	memset(&cursor->lead, 0, sizeof(cursor->lead));
	for (int i = 0; i < cursor->nfilters; i++)
		if (cursor->filter[i].none)
		{
			cursor->none = true;
			return;
		}

	add_interval(&list, 0, info->nrows);
	used = palloc(sizeof(bool) * Max(cursor->nfilters, 1));

	/* whether or not sealed rows have these keys, late rows may */
	if (info->usable_keys > 0 && key_bounds(cursor, 0, &bounds, used) && bounds.nequal == 1)
	{
		cursor->lead.equal = true;
		cursor->lead.value = bounds.equal[0];
		if (info->usable_keys > 1 && key_bounds(cursor, 1, &bounds, used) && bounds.nequal <= 1)
		{
			cursor->lead.range = true;
			cursor->lead.low = bounds.nequal == 1 ? bounds.equal[0] : bounds.low;
			cursor->lead.high = bounds.nequal == 1 ? bounds.equal[0] : bounds.high;
		}
	}

	for (int k = 0; k < info->usable_keys && list.n > 0; k++)
	{
		IntervalList next = {0};

		if (!key_bounds(cursor, k, &bounds, used))
		{
			uint64		row;

			/* skip over a free leading column, if its runs are few and long */
			if (k > 0 || info->usable_keys < 2 || info->nruns == 0 || info->nruns > MAX_INTERVALS ||
				info->nrows / info->nruns < RUN_MIN_ROWS || !key_bounds(cursor, 1, &bounds, used))
				break;
			for (row = 0; row < info->nrows;)
			{
				SealstoneRun run;

				CHECK_FOR_INTERRUPTS();
				sealstone_reader_advance(cursor->reader);
				sealstone_reader_run_at(cursor->reader, row, &run);
				add_interval(&next, run.first_row, run.end_row);
				row = run.end_row;
			}
			list = next;
			continue;
		}
		if ((int64) list.n * Max(bounds.nequal, 1) > MAX_INTERVALS)
			break;
		for (int i = 0; i < list.n; i++)
		{
			CHECK_FOR_INTERRUPTS();
			if (bounds.nequal > 0)
			{
				for (int j = 0; j < bounds.nequal; j++)
				{
					uint64		first = list.interval[i].first;
					uint64		end = list.interval[i].end;

					sealstone_reader_advance(cursor->reader);
					narrow_to_value(cursor, k, bounds.equal[j], &first, &end);
					add_interval(&next, first, end);
				}
			}
			else
			{
				uint64		first = list.interval[i].first;
				uint64		end = list.interval[i].end;

				sealstone_reader_advance(cursor->reader);
				narrow_to_range(cursor, k, &bounds, &first, &end);
				add_interval(&next, first, end);
			}
		}
		for (int i = 0; i < cursor->nfilters; i++)
			if (used[i])
				cursor->filter[i].consumed = true;
		list = next;
		if (bounds.nequal == 0)
			break;				/* within a range the next column starts anew and anew */
	}

	/* a list of values need be neither sorted nor distinct */
	if (list.n > 1)
	{
		int			n = 1;

		qsort(list.interval, list.n, sizeof(SealstoneInterval), compare_intervals);
		for (int i = 1; i < list.n; i++)
			if (list.interval[i].first != list.interval[n - 1].first)
				list.interval[n++] = list.interval[i];
		list.n = n;
	}
	cursor->interval = list.interval;
	cursor->nintervals = list.n;
}

void
sealstone_cursor_window(SealstoneCursor *cursor, uint64 first, uint64 end)
{
	cursor->window_first = first;
	cursor->window_end = end;
	cursor->in_interval = false;
	if (cursor->backward)
	{
		int			low = 0;
		int			high = cursor->nintervals;

		/* the last interval that begins before the window ends */
		while (low < high)
		{
			int			middle = (low + high) / 2;

			if (cursor->interval[middle].first < end)
				low = middle + 1;
			else
				high = middle;
		}
		cursor->place = low - 1;
	}
	else
	{
		int			low = 0;
		int			high = cursor->nintervals;

		/* the first interval that ends after the window begins */
		while (low < high)
		{
			int			middle = (low + high) / 2;

			if (cursor->interval[middle].end <= first)
				low = middle + 1;
			else
				high = middle;
		}
		cursor->place = low;
	}
}

void
sealstone_cursor_start(SealstoneCursor *cursor, ExprContext *econtext)
{
	MemoryContext old;

	MemoryContextReset(cursor->pass_context);
	old = MemoryContextSwitchTo(cursor->pass_context);
	for (int i = 0; i < cursor->nfilters; i++)
		sealstone_filter_start(&cursor->filter[i], econtext);
	sealstone_reader_advance(cursor->reader);
	find_intervals(cursor);
	MemoryContextSwitchTo(old);
	cursor->group_valid = false;
	cursor->groups_entered = 0;
	sealstone_cursor_window(cursor, 0, cursor->info->nrows);
}

/* ---------------------------------------------------------------- walking */

static void
enter_group(SealstoneCursor *cursor, uint64 row)
{
	SealstoneStats stats;

	cursor->group_number = sealstone_reader_group_of_row(cursor->reader, row);
	sealstone_reader_group(cursor->reader, cursor->group_number, &cursor->group);
	cursor->group_valid = true;
	cursor->group_excluded = false;
	for (int i = 0; i < cursor->nfilters; i++)
	{
		SealstoneFilter *filter = &cursor->filter[i];
		SealstoneVerdict verdict;
		Datum		value;
		bool		isnull;

		filter->all_pass = false;
		if (filter->consumed)
			continue;
		if (sealstone_reader_is_missing(cursor->reader, filter->spec.attnum, &value, &isnull))
			continue;
		sealstone_reader_stats(cursor->reader, filter->spec.attnum, cursor->group_number, &stats);
		verdict = sealstone_filter_group(filter, &stats);
		if (verdict == SEALSTONE_NONE_PASS)
		{
			cursor->group_excluded = true;
			return;
		}
		filter->all_pass = verdict == SEALSTONE_ALL_PASS;
	}
	cursor->groups_read++;
	cursor->groups_entered++;
}

/* Rows [from, to) of a page: which pass? False when none does. */
static bool
fill_batch(SealstoneCursor *cursor, int page, int from, int to)
{
	SealstoneBatch *batch = &cursor->batch;
	uint64	   *bitmap = batch->bitmap;
	uint64		any = 0;

	batch->group = cursor->group_number;
	batch->page = page;
	batch->first_row = cursor->group.first_row + (uint64) page * PAGE_ROWS;
	batch->count = Min(PAGE_ROWS, cursor->group.rows - page * PAGE_ROWS);
	sealstone_reader_advance(cursor->reader);

	for (int i = 0; i < cursor->nfilters; i++)
	{
		SealstoneFilter *filter = &cursor->filter[i];
		Datum		min;
		Datum		max;

		if (!filter->consumed && !filter->all_pass && filter->spec.kind <= SEALSTONE_FILTER_FLOAT &&
			filter->spec.kind != SEALSTONE_FILTER_NULL &&
			sealstone_reader_page_bounds(cursor->reader, filter->spec.attnum, cursor->group_number, page, &min, &max) &&
			sealstone_filter_page_excluded(filter, min, max))
			return false;
	}

	for (int word = 0; word < SEALSTONE_NULL_WORDS; word++)
	{
		int			low = Max(from - word * 64, 0);
		int			high = Min(to - word * 64, 64);

		if (low >= high)
			bitmap[word] = 0;
		else
			bitmap[word] = (high == 64 ? ~UINT64CONST(0) : (UINT64CONST(1) << high) - 1) &
				~((UINT64CONST(1) << low) - 1);
	}
	if (cursor->nmarks > 0)
	{
		uint64		m = sealstone_marks_lower_bound(cursor->marks, batch->first_row + from);

		for (; m < cursor->nmarks && cursor->mark[m].row < batch->first_row + to; m++)
		{
			int			index = (int) (cursor->mark[m].row - batch->first_row);

			bitmap[index / 64] &= ~(UINT64CONST(1) << (index % 64));
		}
	}
	for (int i = 0; i < cursor->nfilters; i++)
	{
		SealstoneFilter *filter = &cursor->filter[i];

		if (filter->consumed || filter->all_pass)
			continue;
		sealstone_filter_apply(filter, sealstone_reader_page(cursor->reader, filter->spec.attnum, cursor->group_number,
															 page, SEALSTONE_FILTER_ACCEPT), bitmap);
		any = 0;
		for (int word = 0; word < SEALSTONE_NULL_WORDS; word++)
			any |= bitmap[word];
		if (any == 0)
			return false;
	}
	any = 0;
	for (int word = 0; word < SEALSTONE_NULL_WORDS; word++)
		any |= bitmap[word];
	return any != 0;
}

static bool
next_forward(SealstoneCursor *cursor)
{
	for (;;)
	{
		SealstoneInterval *interval;
		uint64		end;
		uint64		group_end;
		int			page;
		int			from;
		int			to;

		CHECK_FOR_INTERRUPTS();
		if (cursor->place >= cursor->nintervals)
			return false;
		interval = &cursor->interval[cursor->place];
		if (interval->first >= cursor->window_end)
			return false;
		if (!cursor->in_interval)
		{
			cursor->row = Max(interval->first, cursor->window_first);
			cursor->in_interval = true;
		}
		end = Min(interval->end, cursor->window_end);
		if (cursor->row >= end)
		{
			cursor->place++;
			cursor->in_interval = false;
			continue;
		}
		if (!cursor->group_valid || cursor->row < cursor->group.first_row ||
			cursor->row >= cursor->group.first_row + cursor->group.rows)
			enter_group(cursor, cursor->row);
		group_end = cursor->group.first_row + cursor->group.rows;
		if (cursor->group_excluded)
		{
			cursor->row = Min(group_end, end);
			continue;
		}
		page = (int) ((cursor->row - cursor->group.first_row) / PAGE_ROWS);
		from = (int) ((cursor->row - cursor->group.first_row) % PAGE_ROWS);
		to = (int) Min((uint64) PAGE_ROWS, Min(end, group_end) - (cursor->row - from));
		cursor->row += to - from;
		if (fill_batch(cursor, page, from, to))
			return true;
	}
}

static bool
next_backward(SealstoneCursor *cursor)
{
	for (;;)
	{
		SealstoneInterval *interval;
		uint64		first;
		uint64		last;
		uint64		page_first;
		uint64		start;
		int			page;

		CHECK_FOR_INTERRUPTS();
		if (cursor->place < 0)
			return false;
		interval = &cursor->interval[cursor->place];
		if (interval->end <= cursor->window_first)
			return false;
		first = Max(interval->first, cursor->window_first);
		if (!cursor->in_interval)
		{
			cursor->row = Min(interval->end, cursor->window_end);
			cursor->in_interval = true;
		}
		if (cursor->row <= first)
		{
			cursor->place--;
			cursor->in_interval = false;
			continue;
		}
		last = cursor->row - 1;
		if (!cursor->group_valid || last < cursor->group.first_row ||
			last >= cursor->group.first_row + cursor->group.rows)
			enter_group(cursor, last);
		if (cursor->group_excluded)
		{
			cursor->row = Max(cursor->group.first_row, first);
			continue;
		}
		page = (int) ((last - cursor->group.first_row) / PAGE_ROWS);
		page_first = cursor->group.first_row + (uint64) page * PAGE_ROWS;
		start = Max(page_first, first);
		cursor->row = start;
		if (fill_batch(cursor, page, (int) (start - page_first), (int) (last + 1 - page_first)))
			return true;
	}
}

bool
sealstone_cursor_next(SealstoneCursor *cursor)
{
	return cursor->backward ? next_backward(cursor) : next_forward(cursor);
}
