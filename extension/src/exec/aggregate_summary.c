/*-------------------------------------------------------------------------
 *
 * aggregate_summary.c
 *	  Whole row groups answered from the directory, less their superseded rows.
 *
 * The directory speaks of all sealed rows of a group. Rows that were changed or deleted since are taken off: of counts
 * and integer sums exactly; of a sum of floats only where all have one sign and at least half of it is left, so that no
 * more digits are lost than adding in another order may lose; a minimum or maximum stays what it is unless a row
 * taken off has it. Only the pages of such rows are read, and nothing of a column that is merely counted and has no NULL.
 * Where that does not answer, nothing is done and the group is read.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "executor/executor.h"
#include "miscadmin.h"
#include "utils/memutils.h"

#include "exec/aggregate_internal.h"
#include "store/order.h"

/* Fewer superseded rows of a page are picked, more are taken from the page decoded. */
#define FEW_MARKS	8

/* What the directory says of an input's argument, less the rows taken off */
typedef struct Remainder
{
	SealstoneStats stats;
	bool		min_gone;
	bool		max_gone;
} Remainder;

static bool
wants_values(const AggregateInput *input, const SealstoneStats *stats)
{
	return !input->counts_only || stats->null_count > 0;
}

/* Take one value off; sum and number collect what sums lose. */
static inline void
take_off(Remainder *rest, bool is_float, bool float4, int64 value, __int128 *sum, double *number)
{
	if (is_float)
	{
		double		x = float4 ? (double) DatumGetFloat4((Datum) value) : DatumGetFloat8((Datum) value);
		double		min = float4 ? (double) DatumGetFloat4(rest->stats.min) : DatumGetFloat8(rest->stats.min);
		double		max = float4 ? (double) DatumGetFloat4(rest->stats.max) : DatumGetFloat8(rest->stats.max);

		/* arranged so that a NaN loses both */
		if (!(x > min))
			rest->min_gone = true;
		if (!(x < max))
			rest->max_gone = true;
		*number += x;
	}
	else
	{
		if (value <= (int64) rest->stats.min)
			rest->min_gone = true;
		if (value >= (int64) rest->stats.max)
			rest->max_gone = true;
		*sum += value;
	}
}

/* Take the marked rows of the group off what the directory says of one input's argument. False: no answer this way. */
static bool
take_off_marks(SealedAggregate *agg, const AggregateInput *input, uint64 number, const SealstoneGroup *group,
			   const SealstoneMark *mark, uint64 nmarks, Remainder *rest)
{
	SealstoneReader *reader = agg->cursor->reader;
	SealstoneStats *stats = &rest->stats;
	const AggregateColumn *column;
	bool		comparable;
	__int128	sum = 0;
	double		number_sum = 0;
	uint64		removed = 0;
	uint32		nulls = 0;

	if (input->nargs == 0 || !wants_values(input, stats))
	{
		stats->rows -= (uint32) nmarks;
		return true;
	}
	column = &agg->column[input->arg[0].column];
	comparable = column->type.byval && stats->has_minmax;
	for (int n = 0; n < input->naccs; n++)
		if (agg->acc[input->acc[n]].kind == SEALSTONE_STATE_GENERIC)
			comparable = false;
	for (uint64 m = 0; m < nmarks;)
	{
		int			page = (int) ((mark[m].row - group->first_row) / SEALSTONE_PAGE_VALUES);
		uint64		page_end = group->first_row + (uint64) (page + 1) * SEALSTONE_PAGE_VALUES;
		uint64		end = m;
		SealstoneVector *vector = NULL;

		CHECK_FOR_INTERRUPTS();
		while (end < nmarks && mark[end].row < page_end)
			end++;
		if (end - m > FEW_MARKS)
			vector = sealstone_reader_page(reader, column->attnum, number, page, SEALSTONE_ACCEPT_FLAT);
		for (; m < end; m++)
		{
			bool		isnull;
			Datum		value;

			if (vector)
			{
				int			i = (int) (mark[m].row - group->first_row) % SEALSTONE_PAGE_VALUES;

				isnull = (vector->nulls[i / 64] >> (i % 64)) & 1;
				value = (Datum) vector->values[i];
			}
			else
				value = sealstone_reader_value(reader, mark[m].row, column->attnum, &isnull);
			if (isnull)
			{
				nulls++;
				continue;
			}
			removed++;
			if (comparable)
				take_off(rest, input->has_float, input->float4, (int64) value, &sum, &number_sum);
		}
	}
	if (nulls > stats->null_count || nmarks > stats->rows)
		return false;			/* a damaged directory: reading says where */
	stats->rows -= (uint32) nmarks;
	stats->null_count -= nulls;
	stats->all_null = stats->null_count == stats->rows;
	if (removed == 0)
		return true;
	if (!comparable)
	{
		stats->has_sum = stats->has_float_sum = false;
		rest->min_gone = rest->max_gone = true;
		return true;
	}
	if (stats->has_sum)
	{
		__int128	left = (((__int128) stats->sum_high * ((__int128) 1 << 64)) + stats->sum_low) - sum;

		stats->sum_high = (int64) (left >> 64);
		stats->sum_low = (uint64) left;
	}
	if (stats->has_float_sum && input->has_float)
	{
		double		min = input->float4 ? (double) DatumGetFloat4(stats->min) : DatumGetFloat8(stats->min);
		double		max = input->float4 ? (double) DatumGetFloat4(stats->max) : DatumGetFloat8(stats->max);
		double		left = stats->float_sum - number_sum;

		stats->has_float_sum = (min >= 0 || max <= 0) && fabs(left) * 2 >= fabs(stats->float_sum);
		stats->float_sum = left;
	}
	return true;
}

/* Does the accumulator want an extreme that was taken off? */
static bool
extreme_gone(const SealstoneAccumulator *acc, const Remainder *rest)
{
	switch (acc->kind)
	{
		case SEALSTONE_STATE_MIN_INT:
		case SEALSTONE_STATE_MIN_FLOAT:
		case SEALSTONE_STATE_AND:
			return rest->min_gone;
		case SEALSTONE_STATE_MAX_INT:
		case SEALSTONE_STATE_MAX_FLOAT:
		case SEALSTONE_STATE_OR:
			return rest->max_gone;
		case SEALSTONE_STATE_GENERIC:
			return rest->min_gone || rest->max_gone;
		default:
			return false;
	}
}

/* Keys of the group's rows, all of one group of the query. False: they are not, or the directory does not say so. */
static bool
summary_keys(SealedAggregate *agg, uint64 number, uint64 row, Datum *keys, bool *isnull)
{
	SealstoneReader *reader = agg->cursor->reader;
	Datum		value;
	bool		null;

	for (int k = 0; k < agg->nkeys; k++)
	{
		AggregateKey *key = &agg->key[k];
		AttrNumber	attnum = agg->column[key->source.column].attnum;
		SealstoneStats stats;

		if (sealstone_reader_is_missing(reader, attnum, &value, &null))
			return false;
		sealstone_reader_stats(reader, attnum, number, &stats);
		isnull[k] = false;
		if (key->bucket)
		{
			const SealstoneStretch *stretch;

			if (!stats.has_minmax || stats.null_count > 0)
				return false;
			stretch = sealstone_bucket_stretch(key->bucket, sealstone_order_slot(key->source.type.typlen, stats.min));
			keys[k] = (Datum) stretch->value;
			if (sealstone_order_slot(key->source.type.typlen, stats.max) > stretch->last)
				return false;
		}
		else if (stats.constant)
			keys[k] = sealstone_plain_value(&key->source.type, sealstone_reader_value(reader, row, attnum, &isnull[k]));
		else
			return false;
	}
	return true;
}

/* Add what the directory says of a group, less mark[0 .. nmarks-1], which lie in it. */
static bool
add_summary(SealedAggregate *agg, uint64 number, const SealstoneGroup *group, const SealstoneMark *mark, uint64 nmarks)
{
	SealstoneReader *reader = agg->cursor->reader;
	Datum		keys[SEALSTONE_MAX_GROUP_KEYS];
	bool		isnull[SEALSTONE_MAX_GROUP_KEYS];
	uint64		row = group->first_row;
	Remainder  *rest;
	SealstoneBin *bin;
	char	   *states;

	/* the first row that is there stands for the group */
	for (uint64 m = 0; m < nmarks && mark[m].row == row; m++)
		row++;
	if (!summary_keys(agg, number, row, keys, isnull))
		return false;

	rest = palloc0(sizeof(Remainder) * Max(agg->ninputs, 1));
	for (int n = 0; n < agg->ninputs; n++)
	{
		AggregateInput *input = &agg->input[n];

		if (input->nargs == 0)
			rest[n].stats.rows = group->rows;
		else
		{
			AttrNumber	attnum = agg->column[input->arg[0].column].attnum;
			Datum		value;
			bool		null;

			if (sealstone_reader_is_missing(reader, attnum, &value, &null))
				return false;
			sealstone_reader_stats(reader, attnum, number, &rest[n].stats);
		}

		/* before anything is read: would it answer if nothing were taken off? */
		for (int a = 0; a < input->naccs; a++)
			if (!sealstone_accumulator_can_summarize(&agg->acc[input->acc[a]], &rest[n].stats))
				return false;
	}
	for (int n = 0; n < agg->ninputs && nmarks > 0; n++)
	{
		AggregateInput *input = &agg->input[n];

		if (!take_off_marks(agg, input, number, group, mark, nmarks, &rest[n]))
			return false;
		for (int a = 0; a < input->naccs; a++)
			if (!sealstone_accumulator_can_summarize(&agg->acc[input->acc[a]], &rest[n].stats) ||
				(rest[n].stats.null_count < rest[n].stats.rows && extreme_gone(&agg->acc[input->acc[a]], &rest[n])))
				return false;
	}

	bin = sealstone_aggregate_bin_of_row(agg, keys, isnull, row);
	states = sealstone_bin_states(agg->bins, bin);
	for (int n = 0; n < agg->ninputs; n++)
		for (int a = 0; a < agg->input[n].naccs; a++)
		{
			SealstoneAccumulator *acc = &agg->acc[agg->input[n].acc[a]];

			sealstone_accumulator_summary(acc, agg->aggregate, states + acc->offset, &rest[n].stats);
		}
	return true;
}

bool
sealstone_aggregate_summary(SealedAggregate *agg, uint64 number, const SealstoneGroup *group)
{
	SealstoneCursor *cursor = agg->cursor;
	const SealstoneMark *mark = NULL;
	uint64		nmarks = 0;
	MemoryContext old;
	bool		done;

	if (cursor->nmarks > 0)
	{
		uint64		first = sealstone_marks_lower_bound(agg->marks, group->first_row);

		mark = &cursor->mark[first];
		nmarks = sealstone_marks_lower_bound(agg->marks, group->first_row + group->rows) - first;
		if (nmarks >= group->rows)
			return true;		/* no row is left */
		if (nmarks > group->rows / 2)
			return false;
	}
	MemoryContextReset(agg->batch_context);
	old = MemoryContextSwitchTo(agg->batch_context);
	sealstone_reader_advance(cursor->reader);
	done = add_summary(agg, number, group, mark, nmarks);
	MemoryContextSwitchTo(old);
	return done;
}
