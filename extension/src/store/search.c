/*-------------------------------------------------------------------------
 *
 * search.c
 *	  Finding rows by their order key.
 *
 * One primitive: within rows that agree in all earlier key columns, find the first row at or past a
 * value of one key column. It goes from the groups' fences to one page (by the pages' bounds) to one row, by binary search,
 * reading values only where the directory does not tell. Everything else is made of it: composite keys
 * narrow the range column by column; the leading column is looked up in the runs where there are any. Probes come
 * again for the same leading keys: where their rows are is remembered with the reader.
 *
 * Bytes of a damaged but checksummed directory could at worst lead a search astray, never out of
 * [lo, hi]. Comparators may be user code: they run in the reader's epoch memory.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/hashfn.h"
#include "miscadmin.h"
#include "utils/memutils.h"

#include "store/store.h"
#include "store/writer_stats.h"

/* What is being looked for, in one key column. */
typedef struct Probe
{
	SealstoneReader *reader;
	int			key;
	int			column;			/* 0-based */
	SealstoneOrder *order;
	bool		desc;
	bool		nulls_first;
	Datum		value;
	bool		isnull;
	uint64		prefix;			/* of value */
	bool		after_equal;
} Probe;

static void
probe_init(Probe *probe, SealstoneReader *reader, int key, Datum value, bool isnull, bool after_equal)
{
	const SealstoneInfo *info = &reader->store->info;

	if (key < 0 || key >= info->usable_keys)
		elog(ERROR, "order key column %d of relation \"%s\" cannot be searched", key + 1,
			 RelationGetRelationName(reader->rel));
	probe->reader = reader;
	probe->key = key;
	probe->column = info->key[key].attnum - 1;
	probe->order = sealstone_store_order(reader->store, probe->column);
	probe->desc = info->key[key].desc;
	probe->nulls_first = info->key[key].nulls_first;
	probe->value = value;
	probe->isnull = isnull;
	probe->prefix = isnull ? 0 : sealstone_order_prefix(probe->order, value);
	probe->after_equal = after_equal;
}

/* Order of a stored value against the probe's, as the relation is sorted. */
static int
compare_value(const Probe *probe, Datum value, bool isnull)
{
	int			cmp;
	MemoryContext old;

	if (isnull || probe->isnull)
	{
		if (isnull && probe->isnull)
			return 0;
		return isnull == probe->nulls_first ? -1 : 1;
	}
	if (probe->order->order_class == SEALSTONE_ORDER_GENERIC)
	{
		probe->reader->epoch_dirty = true;
		old = MemoryContextSwitchTo(probe->reader->epoch_mcxt);
		cmp = sealstone_order_compare(probe->order, value, probe->value);
		MemoryContextSwitchTo(old);
	}
	else
		cmp = sealstone_order_compare(probe->order, value, probe->value);
	return probe->desc ? (cmp < 0) - (cmp > 0) : cmp;
}

/* The same by what the directory keeps of a value; false when it does not tell. */
static bool
compare_kept(const Probe *probe, uint64 prefix, uint64 ref, int *result)
{
	SealstoneReader *reader = probe->reader;
	Datum		value;
	bool		got;
	MemoryContext old;

	if (SealstoneRefLength(ref) == SEALSTONE_REF_NULL)
	{
		*result = compare_value(probe, (Datum) 0, true);
		return true;
	}
	if (probe->isnull)
	{
		*result = compare_value(probe, (Datum) 0, false);
		return true;
	}
	if (probe->order->order_class != SEALSTONE_ORDER_GENERIC &&
		(probe->order->prefix_exact || prefix != probe->prefix))
	{
		int			cmp = prefix < probe->prefix ? -1 : prefix > probe->prefix;

		*result = probe->desc ? -cmp : cmp;
		return true;
	}
	if (probe->order->attbyval)
	{
		*result = compare_value(probe, sealstone_order_unprefix(probe->order, prefix), false);
		return true;
	}
	old = MemoryContextSwitchTo(reader->epoch_mcxt);
	reader->epoch_dirty = true;
	got = sealstone_dir_value(reader->rel, reader->store, probe->column, ref, &value);
	MemoryContextSwitchTo(old);
	if (got)
	{
		*result = compare_value(probe, value, false);
		pfree(DatumGetPointer(value));
	}
	return got;
}

static int
compare_row(const Probe *probe, uint64 row)
{
	bool		isnull;
	Datum		value = sealstone_reader_value(probe->reader, row, probe->column + 1, &isnull);

	return compare_value(probe, value, isnull);
}

static inline bool
reached(const Probe *probe, int cmp)
{
	return probe->after_equal ? cmp > 0 : cmp >= 0;
}

static bool
group_last_reached(const Probe *probe, uint64 group, const SealstoneGroup *g)
{
	SealstoneDiskFence fence;
	int			cmp;

	sealstone_dir_fence(probe->reader->rel, probe->reader->store, probe->key, group, &fence);
	if (!compare_kept(probe, fence.last_prefix, fence.last_ref, &cmp))
		cmp = compare_row(probe, g->first_row + g->rows - 1);
	return reached(probe, cmp);
}

/* First row reached in [lo, hi), all in one page of one group; hi when none is. */
static uint64
search_page(const Probe *probe, uint64 group, const SealstoneGroup *g, int page, uint64 lo, uint64 hi)
{
	SealstoneReader *reader = probe->reader;
	SealstoneCachedPage *cached = sealstone_reader_open_page(reader, probe->column, group, page);
	uint64		base = g->first_row + (uint64) page * SEALSTONE_PAGE_ROWS;

	if (probe->order->order_class == SEALSTONE_ORDER_SIGNED && !probe->isnull &&
		cached->page.kind == SEALSTONE_INT && cached->page.null_count == 0)
	{
		int64		key = sealstone_order_slot(probe->order->attlen, probe->value);
		uint32		first = (uint32) (lo - base);
		uint32		past = (uint32) (hi - base);
		uint32		row;

		if (cached->vector == NULL)
		{
			SealstoneStatus status;

			if (probe->after_equal)
				status = sealstone_page_upper_bound(&cached->page, first, past, key, probe->desc, &row);
			else
				status = sealstone_page_lower_bound(&cached->page, first, past, key, probe->desc, &row);
			if (status == SEALSTONE_OK)
			{
				reader->counts.values_picked++;
				return base + Min(Max(row, first), past);
			}
			if (status != SEALSTONE_NOT_REACHABLE)
			{
				SealstoneDiskPage entry;

				sealstone_dir_page(reader->rel, reader->store, probe->column, cached->key >> 16, &entry);
				sealstone_reader_complain(reader, probe->column, group, &entry, status);
			}
			sealstone_reader_decode(reader, cached, probe->column, group, SEALSTONE_ACCEPT_ALL);
		}
		if (probe->after_equal)
			row = sealstone_vector_upper_bound(cached->vector, first, past, key, probe->desc);
		else
			row = sealstone_vector_lower_bound(cached->vector, first, past, key, probe->desc);
		return base + Min(Max(row, first), past);
	}
	while (lo < hi)
	{
		uint64		mid = lo + (hi - lo) / 2;

		if (reached(probe, compare_row(probe, mid)))
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

/* What the directory keeps of the key column in one group, when the bounds of its pages are of use to a probe. */
static bool
pages_have_bounds(const Probe *probe, uint64 group, uint64 *min, uint64 *max)
{
	SealstoneReader *reader = probe->reader;
	SealstoneDiskStats stats;

	if (probe->isnull || !probe->order->prefix_exact || probe->order->order_class == SEALSTONE_ORDER_GENERIC)
		return false;
	sealstone_dir_stats(reader->rel, reader->store, probe->column, group, &stats);
	if (!(stats.flags & SEALSTONE_STATS_MINMAX) || stats.null_count > 0)
		return false;
	*min = sealstone_order_prefix(probe->order, (Datum) stats.min);
	*max = sealstone_order_prefix(probe->order, (Datum) stats.max);
	return *min <= *max;
}

/* False: no row of the page is reached. The bounds are wider than its values, and may be those of other runs in it. */
static bool
page_may_reach(const Probe *probe, const SealstoneGroup *g, int page, uint64 min, uint64 max)
{
	SealstoneDiskPage entry;
	uint64		far;
	int			cmp;

	sealstone_dir_page(probe->reader->rel, probe->reader->store, probe->column, g->first_page + page, &entry);
	if (entry.low > entry.high)
		return true;
	far = probe->desc ? sealstone_bound_low_value(min, max, entry.low) : sealstone_bound_high_value(min, max, entry.high);
	cmp = far < probe->prefix ? -1 : far > probe->prefix;
	return reached(probe, probe->desc ? -cmp : cmp);
}

/* First row reached in [lo, hi), all in one group; hi when none is. */
static uint64
search_group(const Probe *probe, uint64 group, uint64 lo, uint64 hi)
{
	SealstoneGroup g;
	int			first_page;
	int			last_page;
	uint64		min;
	uint64		max;

	sealstone_reader_group(probe->reader, group, &g);
	first_page = (int) ((lo - g.first_row) / SEALSTONE_PAGE_ROWS);
	last_page = (int) ((hi - 1 - g.first_row) / SEALSTONE_PAGE_ROWS);

	if (first_page < last_page && pages_have_bounds(probe, group, &min, &max))
	{
		int			past = last_page;

		/* the first page that may reach: mostly it does, else the one after it */
		while (first_page < past)
		{
			int			mid = (first_page + past) / 2;

			if (page_may_reach(probe, &g, mid, min, max))
				past = mid;
			else
				first_page = mid + 1;
		}
		for (;; first_page++)
		{
			uint64		end = Min(hi, g.first_row + (uint64) (first_page + 1) * SEALSTONE_PAGE_ROWS);
			uint64		row;

			if (first_page < last_page && !page_may_reach(probe, &g, first_page, min, max))
				continue;
			row = search_page(probe, group, &g, first_page,
							  Max(lo, g.first_row + (uint64) first_page * SEALSTONE_PAGE_ROWS), end);
			if (row < end || first_page == last_page)
				return row;
		}
	}

	/* the first page whose last row in range is reached; the last page when no earlier one is */
	while (first_page < last_page)
	{
		int			mid = (first_page + last_page) / 2;
		uint64		last_row = g.first_row + (uint64) (mid + 1) * SEALSTONE_PAGE_ROWS - 1;

		if (reached(probe, compare_row(probe, last_row)))
			last_page = mid;
		else
			first_page = mid + 1;
	}
	lo = Max(lo, g.first_row + (uint64) first_page * SEALSTONE_PAGE_ROWS);
	hi = Min(hi, g.first_row + (uint64) (first_page + 1) * SEALSTONE_PAGE_ROWS);
	return search_page(probe, group, &g, first_page, lo, hi);
}

static uint64
search_range(const Probe *probe, uint64 lo, uint64 hi)
{
	SealstoneReader *reader = probe->reader;
	uint64		first;
	uint64		last;
	uint64		low_group;
	SealstoneGroup g;

	if (lo >= hi)
		return hi;
	CHECK_FOR_INTERRUPTS();
	low_group = sealstone_reader_group_of_row(reader, lo);
	first = low_group;
	last = sealstone_reader_group_of_row(reader, hi - 1);

	/*
	 * The first group whose last row is reached. All of [first, last) end within the range; in the last
	 * group of the range the answer may also be "none".
	 */
	while (first < last)
	{
		uint64		mid = first + (last - first) / 2;

		sealstone_reader_group(reader, mid, &g);
		if (group_last_reached(probe, mid, &g))
			last = mid;
		else
			first = mid + 1;
	}
	sealstone_reader_group(reader, first, &g);
	if (first > low_group)
	{
		/* is it reached by its first row already? the fence says so without a page */
		SealstoneDiskFence fence;
		int			cmp;

		sealstone_dir_fence(reader->rel, reader->store, probe->key, first, &fence);
		if (compare_kept(probe, fence.first_prefix, fence.first_ref, &cmp) && reached(probe, cmp))
			return g.first_row;
		lo = g.first_row;
	}
	hi = Min(hi, g.first_row + g.rows);
	return search_group(probe, first, lo, hi);
}

/* ---------------------------------------------------------------- runs */

static bool
run_reached(const Probe *probe, const SealstoneDiskRun *run)
{
	int			cmp;

	if (!compare_kept(probe, run->prefix, run->ref, &cmp))
		cmp = compare_row(probe, run->first_row);
	return reached(probe, cmp);
}

/* The first run that is reached; nruns when none. */
static uint64
search_run_number(const Probe *probe)
{
	SealstoneReader *reader = probe->reader;
	const SealstoneInfo *info = &reader->store->info;
	SealstoneDiskRun run;
	uint64		lo = 0;
	uint64		hi = info->nruns;

	while (lo < hi)
	{
		uint64		mid = lo + (hi - lo) / 2;

		sealstone_dir_run(reader->rel, reader->store, mid, &run);
		if (run_reached(probe, &run))
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

/* Row where a run begins; nrows past the last. */
static uint64
run_begins(SealstoneReader *reader, uint64 number)
{
	SealstoneDiskRun run;

	if (number >= reader->store->info.nruns)
		return reader->store->info.nrows;
	sealstone_dir_run(reader->rel, reader->store, number, &run);
	return run.first_row;
}

uint64
sealstone_reader_search_key(SealstoneReader *reader, int key, Datum value, bool isnull,
							bool after_equal, uint64 lo, uint64 hi)
{
	Probe		probe;

	hi = Min(hi, reader->store->info.nrows);
	if (lo >= hi)
		return hi;
	probe_init(&probe, reader, key, value, isnull, after_equal);
	if (key == 0 && reader->store->info.nruns > 0)
	{
		uint64		row = run_begins(reader, search_run_number(&probe));

		/* a range that begins inside the run found, or before it */
		return Min(Max(row, lo), hi);
	}
	return search_range(&probe, lo, hi);
}

/* The bytes by which a leading key is remembered: equal bytes are equal values. False: it is not. */
static bool
key_image(SealstoneReader *reader, const Datum *key, const char **bytes, Size *length)
{
	SealstoneOrder *order = sealstone_store_order(reader->store, reader->store->info.key[0].attnum - 1);

	if (order->attbyval)
	{
		*bytes = (const char *) key;
		*length = sizeof(Datum);
		return true;
	}
	*bytes = DatumGetPointer(*key);
	if (order->attlen > 0)
		*length = order->attlen;
	else if (order->attlen == -1 && !VARATT_IS_EXTERNAL(*bytes) && !VARATT_IS_COMPRESSED(*bytes))
	{
		*length = VARSIZE_ANY_EXHDR(*bytes);
		*bytes = VARDATA_ANY(*bytes);
	}
	else
		return false;
	return *length <= SEALSTONE_KNOWN_RUN_BYTES;
}

void
sealstone_reader_rows_of(SealstoneReader *reader, Datum key, uint64 *first, uint64 *end)
{
	const SealstoneInfo *info = &reader->store->info;
	SealstoneKnownRun *known = NULL;
	const char *bytes;
	Size		length;
	Probe		probe;

	if (key_image(reader, &key, &bytes, &length))
	{
		if (reader->known_runs == NULL && ++reader->run_lookups > 1)
		{
			uint32		size = 64;

			while (size < 1024 && size < info->nruns * 2)
				size *= 2;
			reader->known_runs = MemoryContextAllocZero(reader->mcxt, sizeof(SealstoneKnownRun) * size);
			reader->known_mask = size - 1;
		}
		if (reader->known_runs != NULL)
		{
			known = &reader->known_runs[hash_bytes((const unsigned char *) bytes, (int) length) & reader->known_mask];
			if (known->valid && known->length == length && memcmp(known->bytes, bytes, length) == 0)
			{
				*first = known->first_row;
				*end = known->end_row;
				return;
			}
		}
	}

	probe_init(&probe, reader, 0, key, false, false);
	if (info->nruns > 0)
	{
		uint64		number = search_run_number(&probe);

		*first = *end = run_begins(reader, number);
		probe.after_equal = true;
		if (number < info->nruns)
		{
			SealstoneDiskRun run;

			sealstone_dir_run(reader->rel, reader->store, number, &run);
			if (!run_reached(&probe, &run))
				*end = run_begins(reader, number + 1);	/* not after it either: it is the one */
		}
	}
	else
	{
		*first = search_range(&probe, 0, info->nrows);
		probe.after_equal = true;
		*end = search_range(&probe, *first, info->nrows);
	}
	if (known)
	{
		known->valid = true;
		known->length = (uint8) length;
		known->first_row = *first;
		known->end_row = *end;
		memcpy(known->bytes, bytes, length);
	}
}

uint64
sealstone_reader_search(SealstoneReader *reader, int nkeys, const Datum *values, const bool *isnull,
						bool after_equal, uint64 lo, uint64 hi)
{
	hi = Min(hi, reader->store->info.nrows);
	if (nkeys < 1)
		return after_equal ? hi : lo;
	for (int i = 0; i < nkeys - 1; i++)
	{
		uint64		first = sealstone_reader_search_key(reader, i, values[i], isnull[i], false, lo, hi);
		uint64		past = sealstone_reader_search_key(reader, i, values[i], isnull[i], true, first, hi);

		if (first >= past)
			return first;		/* no row has this prefix: both bounds are where it would be */
		lo = first;
		hi = past;
	}
	return sealstone_reader_search_key(reader, nkeys - 1, values[nkeys - 1], isnull[nkeys - 1], after_equal, lo, hi);
}

static void
run_key(SealstoneReader *reader, uint64 prefix, uint64 ref, SealstoneRun *out)
{
	int			column = reader->store->info.key[0].attnum - 1;
	SealstoneOrder *order = sealstone_store_order(reader->store, column);
	MemoryContext old;
	bool		got;

	out->isnull = (SealstoneRefLength(ref) == SEALSTONE_REF_NULL);
	if (out->isnull)
	{
		out->key = (Datum) 0;
		return;
	}
	/* -0 and NaN's payload are lost in a float's prefix: read those */
	if (order->attbyval && order->order_class != SEALSTONE_ORDER_FLOAT4 && order->order_class != SEALSTONE_ORDER_FLOAT8)
	{
		out->key = sealstone_order_unprefix(order, prefix);
		return;
	}
	if (!order->attbyval)
	{
		old = MemoryContextSwitchTo(reader->epoch_mcxt);
		reader->epoch_dirty = true;
		got = sealstone_dir_value(reader->rel, reader->store, column, ref, &out->key);
		MemoryContextSwitchTo(old);
		if (got)
			return;
	}
	out->key = sealstone_reader_value(reader, out->first_row, column + 1, &out->isnull);
}

void
sealstone_reader_run(SealstoneReader *reader, uint64 i, SealstoneRun *out)
{
	SealstoneStore *store = reader->store;
	SealstoneDiskRun run;
	SealstoneDiskRun next;

	if (store->info.usable_keys < 1)
		elog(ERROR, "relation \"%s\" has no usable order key", RelationGetRelationName(reader->rel));
	sealstone_dir_run(reader->rel, store, i, &run);
	out->first_row = run.first_row;
	if (i + 1 < store->info.nruns)
	{
		sealstone_dir_run(reader->rel, store, i + 1, &next);
		out->end_row = next.first_row;
	}
	else
		out->end_row = store->info.nrows;
	if (out->end_row <= out->first_row)
		sealstone_damaged(reader->rel, -1, store->info.key[0].attnum,
						  sealstone_dir_block_of(store, SEALSTONE_SECTION_RUNS, i, sizeof(SealstoneDiskRun)),
						  "Runs do not follow one another");
	run_key(reader, run.prefix, run.ref, out);
}

void
sealstone_reader_run_at(SealstoneReader *reader, uint64 row, SealstoneRun *out)
{
	SealstoneStore *store = reader->store;
	const SealstoneInfo *info = &store->info;

	if (row >= info->nrows || info->usable_keys < 1)
		elog(ERROR, "row " UINT64_FORMAT " of relation \"%s\" has no run", row, RelationGetRelationName(reader->rel));
	if (info->nruns > 0)
	{
		/* the last run that begins at or before the row: mostly the one found last, or the next */
		uint64		lo = 0;
		uint64		hi = info->nruns;
		uint64		guess = Max(reader->run_at, 1);

		while (hi - lo > 1)
		{
			uint64		mid = guess > lo && guess < hi ? guess : lo + (hi - lo) / 2;
			SealstoneDiskRun run;

			sealstone_dir_run(reader->rel, store, mid, &run);
			if (run.first_row <= row)
				lo = mid;
			else
				hi = mid;
			guess = mid == reader->run_at || mid == reader->run_at + 1 ? mid + 1 : 0;
		}
		reader->run_at = lo;
		sealstone_reader_run(reader, lo, out);
		return;
	}
	out->key = sealstone_reader_value(reader, row, info->key[0].attnum, &out->isnull);
	out->first_row = sealstone_reader_search_key(reader, 0, out->key, out->isnull, false, 0, info->nrows);
	out->end_row = sealstone_reader_search_key(reader, 0, out->key, out->isnull, true, row, info->nrows);
	if (out->first_row != row)
		out->key = sealstone_reader_value(reader, out->first_row, info->key[0].attnum, &out->isnull);
}

bool
sealstone_reader_run_of(SealstoneReader *reader, Datum key, bool isnull, SealstoneRun *out)
{
	const SealstoneInfo *info = &reader->store->info;

	if (isnull)
	{
		out->first_row = sealstone_reader_search_key(reader, 0, key, isnull, false, 0, info->nrows);
		out->end_row = sealstone_reader_search_key(reader, 0, key, isnull, true, out->first_row, info->nrows);
	}
	else
		sealstone_reader_rows_of(reader, key, &out->first_row, &out->end_row);
	if (out->end_row <= out->first_row)
		return false;
	out->key = sealstone_reader_value(reader, out->first_row, info->key[0].attnum, &out->isnull);
	return true;
}
