/*-------------------------------------------------------------------------
 *
 * check.c
 *	  check_partition(): reads everything of a sealed partition and reports what does not hold.
 *
 * Checked: every checksum (metapage, directory, pages), that row groups and runs follow one another, that
 * the rows are in order-key order, and that fences, minima, maxima, sums, NULL counts, flags and page
 * bounds are exactly those of the values. Not checked: the late store's heap pages (amcheck does), and
 * whether the values are those once sealed (nothing can know).
 *
 * Each part runs in a subtransaction of its own, so that an error of damage becomes a row and the rest
 * is still checked; other errors (cancel, out of memory) go through. Memory: one group's key columns.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/resowner.h"

#include "compat.h"
#include "store/inspect.h"
#include "store/store.h"
#include "store/writer_stats.h"

PG_FUNCTION_INFO_V1(sealstone_check_partition);

typedef struct Check
{
	Relation	rel;
	ReturnSetInfo *rsinfo;
	MemoryContext row_mcxt;		/* for the last row's key, from group to group */
	SealstoneReader *reader;	/* of the part being checked */
	int64		group;			/* being checked, -1: none */
	int			column;			/* 0-based, -1: none */
	uint64		problems;

	/* the row before, within the part of keys */
	bool		have_previous;
	Datum		previous[SEALSTONE_MAX_KEYS];
	bool		previous_null[SEALSTONE_MAX_KEYS];
	uint64		run;			/* runs seen */
} Check;

typedef void (*CheckPart) (Check *check);

static void
report(Check *check, int64 group, int column, int64 block, const char *problem)
{
	Datum		values[4] = {0};
	bool		nulls[4] = {false};

	if (group >= 0)
		values[0] = Int32GetDatum((int32) group);
	else
		nulls[0] = true;
	if (column >= 0)
		values[1] = NameGetDatum(&TupleDescAttr(RelationGetDescr(check->rel), column)->attname);
	else
		nulls[1] = true;
	if (block >= 0)
		values[2] = Int64GetDatum(block);
	else
		nulls[2] = true;
	values[3] = CStringGetTextDatum(problem);
	tuplestore_putvalues(check->rsinfo->setResult, check->rsinfo->setDesc, values, nulls);
	check->problems++;
}

/* Block of the entry of (column, group) in the stats section: where a wrong claim stands. */
static int64
stats_block(Check *check)
{
	SealstoneStore *store = check->reader->store;

	return sealstone_dir_block_of(store, SEALSTONE_SECTION_STATS,
								  check->column * store->meta.ngroups + check->group, sizeof(SealstoneDiskStats));
}

/* Run one part; damage becomes a row. True when the part came to its end. */
static bool
run_part(Check *check, CheckPart part)
{
	MemoryContext old = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	volatile bool sound = false;

	sealstone_last_damage.valid = false;
	BeginInternalSubTransaction(NULL);
	PG_TRY();
	{
		check->reader = sealstone_reader_open(check->rel);
		part(check);
		sealstone_reader_close(check->reader);
		check->reader = NULL;
		ReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(old);
		CurrentResourceOwner = owner;
		sound = true;
	}
	PG_CATCH();
	{
		ErrorData  *error;

		MemoryContextSwitchTo(old);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(old);
		CurrentResourceOwner = owner;
		check->reader = NULL;
		if (error->sqlerrcode != ERRCODE_DATA_CORRUPTED && error->sqlerrcode != ERRCODE_IO_ERROR)
			ReThrowError(error);
		if (sealstone_last_damage.valid)
			report(check, sealstone_last_damage.group >= 0 ? sealstone_last_damage.group : check->group,
				   sealstone_last_damage.attnum > 0 ? sealstone_last_damage.attnum - 1 : check->column,
				   sealstone_last_damage.block, sealstone_last_damage.problem);
		else
			report(check, check->group, check->column, -1, error->message);
		FreeErrorData(error);
	}
	PG_END_TRY();
	return sound;
}

/* ---------------------------------------------------------------- parts */

/* Opening reads and verifies the metapage and what stands in it; then every directory block. */
static void
check_directory(Check *check)
{
	SealstoneStore *store = check->reader->store;
	uint64		next_row = 0;
	uint64		next_page = 0;

	for (uint32 i = 0; i < store->dir_blocks; i++)
	{
		char		byte;

		CHECK_FOR_INTERRUPTS();
		sealstone_dir_read(check->rel, store, (uint64) i * SEALSTONE_DIR_BODY_BYTES, &byte, 1);
	}
	for (uint64 group = 0; group < store->meta.ngroups; group++)
	{
		SealstoneDiskGroup g;

		sealstone_dir_group(check->rel, store, group, &g);
		if (g.first_row != next_row || g.first_page != next_page)
			report(check, group, -1,
				   sealstone_dir_block_of(store, SEALSTONE_SECTION_GROUPS, group, sizeof(SealstoneDiskGroup)),
				   "row groups do not follow one another");
		next_row = g.first_row + g.rows;
		next_page = g.first_page + (g.rows + SEALSTONE_PAGE_ROWS - 1) / SEALSTONE_PAGE_ROWS;
	}
	if (next_row != store->meta.nrows || next_page != store->meta.npages)
		report(check, -1, -1, SEALSTONE_META_BLOCK, "row groups do not add up to the rows of the metapage");
}

/* Every page of one column in one group, and what the directory says of it. */
static void
check_column(Check *check)
{
	SealstoneReader *reader = check->reader;
	SealstoneStore *store = reader->store;
	AttrNumber	attnum = check->column + 1;
	SealstoneOrder *order = sealstone_store_order(store, check->column);
	bool		ordered = sealstone_store_order_same(store, check->column);
	SealstoneGroup g;
	SealstoneStats stats;
	SealstoneDiskStats disk;
	uint32		null_count = 0;
	int128		sum = 0;
	double		float_sum = -0.0;
	Datum		min = (Datum) 0;
	Datum		max = (Datum) 0;
	Datum		first = (Datum) 0;
	bool		any = false;
	bool		constant = true;

	sealstone_reader_group(reader, check->group, &g);
	sealstone_reader_stats(reader, attnum, check->group, &stats);
	sealstone_dir_stats(check->rel, store, check->column, check->group, &disk);
	for (uint32 page = 0; page < g.pages; page++)
	{
		SealstoneVector *vector = sealstone_reader_page(reader, attnum, check->group, page, SEALSTONE_ACCEPT_FLAT);
		Datum		low;
		Datum		high;
		bool		bounded = sealstone_reader_page_bounds(reader, attnum, check->group, page, &low, &high);
		bool		outside = false;

		CHECK_FOR_INTERRUPTS();
		for (uint32 i = 0; i < vector->count; i++)
		{
			bool		isnull;
			Datum		value = sealstone_vector_value(vector, i, &isnull);

			if (isnull)
			{
				null_count++;
				continue;
			}
			if (!any)
			{
				first = min = max = value;
				any = true;
			}
			else
			{
				if (constant && !datumIsEqual(value, first, order->attbyval, order->attlen))
					constant = false;
				if (ordered && stats.has_minmax)
				{
					if (sealstone_order_compare(order, value, min) < 0)
						min = value;
					else if (sealstone_order_compare(order, value, max) > 0)
						max = value;
				}
			}
			if (bounded && (sealstone_order_compare(order, value, low) < 0 || sealstone_order_compare(order, value, high) > 0))
				outside = true;
			if (order->is_integer)
				sum += sealstone_order_slot(order->attlen, value);
			if (stats.has_float_sum)
				float_sum += order->order_class == SEALSTONE_ORDER_FLOAT4 ? (double) DatumGetFloat4(value) : DatumGetFloat8(value);
		}
		if (outside)
			report(check, check->group, check->column, stats_block(check), "a page holds values outside its bounds");
	}
	if (null_count != disk.null_count)
		report(check, check->group, check->column, stats_block(check), "the count of NULLs is wrong");
	if (stats.all_null != (null_count == g.rows))
		report(check, check->group, check->column, stats_block(check), "the directory is wrong about all being NULL");
	if (stats.constant && (!constant || null_count > 0))
		report(check, check->group, check->column, stats_block(check), "the directory is wrong about all being one value");
	if (stats.has_minmax &&
		(!any || sealstone_order_compare(order, min, stats.min) != 0 || sealstone_order_compare(order, max, stats.max) != 0))
		report(check, check->group, check->column, stats_block(check), "minimum or maximum is wrong");
	if (stats.has_sum &&
		((uint64) (uint128) sum != stats.sum_low || (int64) (uint64) ((uint128) sum >> 64) != stats.sum_high))
		report(check, check->group, check->column, stats_block(check), "the sum is wrong");
	if (stats.has_float_sum && float_sum != stats.float_sum)
		report(check, check->group, check->column, stats_block(check), "the sum is wrong");
}

static int
compare_keys(SealstoneStore *store, int key, Datum a, bool a_null, Datum b, bool b_null)
{
	int			cmp;

	if (a_null || b_null)
	{
		if (a_null && b_null)
			return 0;
		return a_null == store->info.key[key].nulls_first ? -1 : 1;
	}
	cmp = sealstone_order_compare(sealstone_store_order(store, store->info.key[key].attnum - 1), a, b);
	return store->info.key[key].desc ? -cmp : cmp;
}

/* Is what a fence or run keeps of a key value equal to the value? */
static bool
kept_is(Check *check, int key, uint64 prefix, uint64 ref, Datum value, bool isnull)
{
	SealstoneStore *store = check->reader->store;
	int			column = store->info.key[key].attnum - 1;
	SealstoneOrder *order = sealstone_store_order(store, column);
	Datum		kept;

	if (isnull || SealstoneRefLength(ref) == SEALSTONE_REF_NULL)
		return isnull && SealstoneRefLength(ref) == SEALSTONE_REF_NULL;
	if (prefix != sealstone_order_prefix(order, value))
		return false;
	if (order->attbyval || !sealstone_dir_value(check->rel, store, column, ref, &kept))
		return true;
	return sealstone_order_compare(order, kept, value) == 0;
}

/* Order of the rows of one group, its fences, and the runs that begin in it. */
static void
check_keys(Check *check)
{
	SealstoneReader *reader = check->reader;
	SealstoneStore *store = reader->store;
	const SealstoneInfo *info = &store->info;
	SealstoneGroup g;

	sealstone_reader_group(reader, check->group, &g);
	for (uint32 row = 0; row < g.rows; row++)
	{
		Datum		values[SEALSTONE_MAX_KEYS];
		bool		nulls[SEALSTONE_MAX_KEYS];
		int			differs = info->usable_keys;	/* first key column that is not the previous row's */

		for (int i = 0; i < info->usable_keys; i++)
		{
			SealstoneVector *vector = sealstone_reader_page(reader, info->key[i].attnum, check->group,
															row / SEALSTONE_PAGE_ROWS, SEALSTONE_ACCEPT_ALL);

			values[i] = sealstone_vector_value(vector, row % SEALSTONE_PAGE_ROWS, &nulls[i]);
		}
		for (int i = 0; check->have_previous && i < info->usable_keys; i++)
		{
			int			cmp = compare_keys(store, i, check->previous[i], check->previous_null[i], values[i], nulls[i]);

			if (cmp == 0)
				continue;
			differs = i;
			if (cmp > 0)
			{
				report(check, check->group, info->key[i].attnum - 1, -1,
					   psprintf("row " UINT64_FORMAT " is not in order", g.first_row + row));
				return;
			}
			break;
		}
		if (info->nruns > 0 && (!check->have_previous || differs == 0))
		{
			SealstoneDiskRun run = {0};

			if (check->run < info->nruns)
				sealstone_dir_run(check->rel, store, check->run, &run);
			if (check->run >= info->nruns || run.first_row != g.first_row + row ||
				!kept_is(check, 0, run.prefix, run.ref, values[0], nulls[0]))
			{
				report(check, check->group, info->key[0].attnum - 1,
					   sealstone_dir_block_of(store, SEALSTONE_SECTION_RUNS, Min(check->run, info->nruns), sizeof(SealstoneDiskRun)),
					   psprintf("the run that begins with row " UINT64_FORMAT " is not in the directory", g.first_row + row));
				return;
			}
			check->run++;
		}
		for (int i = 0; (row == 0 || row == g.rows - 1) && i < info->usable_keys; i++)
		{
			SealstoneDiskFence fence;

			sealstone_dir_fence(check->rel, store, i, check->group, &fence);
			if ((row == 0 && !kept_is(check, i, fence.first_prefix, fence.first_ref, values[i], nulls[i])) ||
				(row == g.rows - 1 && !kept_is(check, i, fence.last_prefix, fence.last_ref, values[i], nulls[i])))
				report(check, check->group, info->key[i].attnum - 1,
					   sealstone_dir_block_of(store, SEALSTONE_SECTION_FENCES, i * store->meta.ngroups + check->group, sizeof(SealstoneDiskFence)),
					   "first or last key of the row group is wrong");
		}

		/* within the group the vectors stay; only the last row's key outlives it */
		if (row == g.rows - 1)
			MemoryContextReset(check->row_mcxt);
		for (int i = 0; i < info->usable_keys; i++)
		{
			SealstoneOrder *order = sealstone_store_order(store, info->key[i].attnum - 1);

			check->previous_null[i] = nulls[i];
			check->previous[i] = values[i];
			if (row == g.rows - 1 && !nulls[i])
			{
				MemoryContext old = MemoryContextSwitchTo(check->row_mcxt);

				check->previous[i] = datumCopy(values[i], order->attbyval, order->attlen);
				MemoryContextSwitchTo(old);
			}
		}
		check->have_previous = true;
	}
}

/* ---------------------------------------------------------------- the function */

Datum
sealstone_check_partition(PG_FUNCTION_ARGS)
{
	Check		check = {0};

	check.rel = sealstone_inspect_open(PG_GETARG_OID(0), NULL);
	check.group = -1;
	check.column = -1;
	check.row_mcxt = AllocSetContextCreate(CurrentMemoryContext, "sealstone check", ALLOCSET_SMALL_SIZES);
	InitMaterializedSRF(fcinfo, 0);
	check.rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;

	/* afresh from the buffers: what this backend has verified before is not trusted */
	sealstone_store_forget(check.rel);
	if (run_part(&check, check_directory))
	{
		uint64		ngroups;
		int			natts;
		int			usable_keys;
		bool		stored[MaxHeapAttributeNumber];
		const SealstoneInfo *info = sealstone_store_info(check.rel);

		ngroups = info->ngroups;
		natts = info->natts;
		usable_keys = info->usable_keys;
		for (int i = 0; i < natts; i++)
			stored[i] = sealstone_store_get(check.rel)->column[i].stored;
		for (uint64 group = 0; group < ngroups; group++)
		{
			bool		sound = true;

			check.group = group;
			for (int i = 0; i < natts; i++)
			{
				check.column = i;
				if (stored[i] && !run_part(&check, check_column))
					sound = false;
			}
			check.column = -1;
			if (!sound)
			{
				/* the order cannot be followed through a hole: begin anew behind it */
				check.have_previous = false;
				usable_keys = 0;
			}
			if (usable_keys > 0 && !run_part(&check, check_keys))
				usable_keys = 0;
		}
		check.group = -1;
		if (usable_keys > 0 && check.problems == 0 && info->nruns > 0 && check.run != info->nruns)
			report(&check, -1, -1, -1, "the directory has runs that no row begins");
	}
	table_close(check.rel, AccessShareLock);
	return (Datum) 0;
}
