/*-------------------------------------------------------------------------
 *
 * aggregate_rows.c
 *	  From pages and late rows to groups and accumulators.
 *
 * A batch is a page and the bitmap of its rows that pass. Where keys come in runs (a sorted or run-length column,
 * buckets of rising times) the batch is cut into segments of one group, and accumulators get their values
 * in one piece; else each row finds its group first. Expressions are evaluated row by row, after all
 * clauses, arguments after their FILTER, as Postgres does.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/int.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "utils/datum.h"
#include "utils/memutils.h"

#include "exec/aggregate_internal.h"
#include "store/order.h"

#define WORDS	SEALSTONE_NULL_WORDS

static inline bool
bit_is_set(const uint64 *bits, int i)
{
	return (bits[i / 64] >> (i % 64)) & 1;
}

static inline void
set_bit(uint64 *bits, int i)
{
	bits[i / 64] |= UINT64CONST(1) << (i % 64);
}

static inline uint64
bits_between(int word, int first, int end)
{
	int			low = Max(first - word * 64, 0);
	int			high = Min(end - word * 64, 64);

	if (low >= high)
		return 0;
	return (high == 64 ? ~UINT64CONST(0) : (UINT64CONST(1) << high) - 1) & ~((UINT64CONST(1) << low) - 1);
}

/* The next set bit in [first, end); end when there is none. */
static int
next_bit(const uint64 *bits, int first, int end)
{
	for (int word = first / 64; word * 64 < end; word++)
	{
		uint64		rest = bits[word] & bits_between(word, first, end);

		if (rest)
			return word * 64 + __builtin_ctzll(rest);
	}
	return end;
}

/* ---------------------------------------------------------------- values of a batch */

static SealstoneVector *
column_vector(SealedAggregate *agg, int column, int accept)
{
	AggregateColumn *c = &agg->column[column];

	if (c->flat)
		accept = SEALSTONE_ACCEPT_FLAT;
	if (c->vector == NULL)
		c->vector = sealstone_reader_page(agg->cursor->reader, c->attnum, agg->cursor->batch.group,
										  agg->cursor->batch.page, accept);
	else if (!(accept & SEALSTONE_ACCEPT(c->vector->shape)))
		sealstone_vector_expand(c->vector);
	return c->vector;
}

static void
source_values(SealedAggregate *agg, const AggregateSource *source, const int64 **values, const uint64 **nulls)
{
	if (source->column >= 0)
	{
		SealstoneVector *vector = column_vector(agg, source->column, SEALSTONE_ACCEPT_FLAT);

		*values = vector->values;
		*nulls = vector->nulls;
	}
	else
	{
		*values = source->computed;
		*nulls = source->computed_nulls;
	}
}

/* Evaluate; false is NULL. What is by reference is copied into the current context. */
static bool
compute(SealedAggregate *agg, ExprState *expr, const SealstoneValueType *type, bool as_image, Datum *result)
{
	ExprContext *econtext = agg->css.ss.ps.ps_ExprContext;
	bool		isnull;

	*result = ExecEvalExprSwitchContext(expr, econtext, &isnull);
	if (isnull)
	{
		*result = (Datum) 0;
		return false;
	}
	if (!type->byval)
	{
		if (as_image && type->typlen == -1)
			*result = PointerGetDatum(PG_DETOAST_DATUM_COPY(*result));
		else
			*result = datumCopy(*result, false, type->typlen);
	}
	return true;
}

static void
compute_source(SealedAggregate *agg, AggregateSource *source, bool as_image, int i)
{
	Datum		value;

	if (!compute(agg, source->expr, &source->type, as_image, &value))
		set_bit(source->computed_nulls, i);
	source->computed[i] = (int64) value;
}

/* Test the other clauses and compute what is computed, row by row. False: no row is left. */
static bool
evaluate_rows(SealedAggregate *agg)
{
	ExprContext *econtext = agg->css.ss.ps.ps_ExprContext;
	TupleTableSlot *slot = agg->css.ss.ss_ScanTupleSlot;
	bool		any = false;

	for (int c = 0; c < agg->ncolumns; c++)
		if (agg->column[c].in_rows)
			column_vector(agg, c, SEALSTONE_ACCEPT_FLAT);
	for (int n = 0; n < agg->ninputs; n++)
	{
		AggregateInput *input = &agg->input[n];

		if (input->filter)
			memset(input->filter_bits, 0, sizeof(input->filter_bits));
		for (int a = 0; a < input->nargs; a++)
			if (input->arg[a].column < 0)
				memset(input->arg[a].computed_nulls, 0, sizeof(uint64) * WORDS);
	}
	for (int k = 0; k < agg->nkeys; k++)
		if (agg->key[k].source.column < 0)
			memset(agg->key[k].source.computed_nulls, 0, sizeof(uint64) * WORDS);

	econtext->ecxt_scantuple = slot;
	for (int i = next_bit(agg->bitmap, 0, SEALSTONE_PAGE_VALUES); i < SEALSTONE_PAGE_VALUES;
		 i = next_bit(agg->bitmap, i + 1, SEALSTONE_PAGE_VALUES))
	{
		ResetExprContext(econtext);
		for (int c = 0; c < agg->ncolumns; c++)
			if (agg->column[c].in_rows)
			{
				slot->tts_isnull[c] = bit_is_set(agg->column[c].vector->nulls, i);
				slot->tts_values[c] = slot->tts_isnull[c] ? (Datum) 0 : (Datum) agg->column[c].vector->values[i];
			}
		if (agg->rest && !ExecQual(agg->rest, econtext))
		{
			agg->bitmap[i / 64] &= ~(UINT64CONST(1) << (i % 64));
			continue;
		}
		any = true;
		for (int k = 0; k < agg->nkeys; k++)
			if (agg->key[k].source.column < 0)
				compute_source(agg, &agg->key[k].source, true, i);
		for (int n = 0; n < agg->ninputs; n++)
		{
			AggregateInput *input = &agg->input[n];

			if (input->filter)
			{
				bool		isnull;
				Datum		passes = ExecEvalExprSwitchContext(input->filter, econtext, &isnull);

				if (isnull || !DatumGetBool(passes))
					continue;
				set_bit(input->filter_bits, i);
			}
			for (int a = 0; a < input->nargs; a++)
				if (input->arg[a].column < 0)
					compute_source(agg, &input->arg[a], false, i);
		}
	}
	ResetExprContext(econtext);
	return any;
}

/* ---------------------------------------------------------------- groups */

static SealstoneBin *
find_bin(SealedAggregate *agg, const Datum *keys, const bool *isnull, bool *isnew)
{
	SealstoneBin *bin = sealstone_bins_find(agg->bins, keys, isnull, isnew);

	if (*isnew)
	{
		char	   *states = sealstone_bin_states(agg->bins, bin);
		MemoryContext old = MemoryContextSwitchTo(agg->bins->context);

		for (int a = 0; a < agg->naccs; a++)
			sealstone_accumulator_clear(&agg->acc[a], states + agg->acc[a].offset);
		MemoryContextSwitchTo(old);
	}
	return bin;
}

/* The bin of these keys; a new one is represented by this row. */
SealstoneBin *
sealstone_aggregate_bin_of_row(SealedAggregate *agg, const Datum *keys, const bool *isnull, uint64 row)
{
	bool		isnew;
	SealstoneBin *bin = find_bin(agg, keys, isnull, &isnew);

	if (isnew && agg->bins->ncolumns > 0)
	{
		Datum	   *values = palloc(sizeof(Datum) * agg->bins->ncolumns);
		bool	   *nulls = palloc(sizeof(bool) * agg->bins->ncolumns);
		int			n = 0;

		for (int c = 0; c < agg->ncolumns; c++)
			if (agg->column[c].stands)
			{
				if (agg->late_batch)
				{
					nulls[n] = bit_is_set(agg->column[c].vector->nulls, (int) row);
					values[n] = (Datum) agg->column[c].vector->values[row];
				}
				else
					values[n] = sealstone_reader_value(agg->cursor->reader, row, agg->column[c].attnum, &nulls[n]);
				n++;
			}
		sealstone_bin_set_row(agg->bins, bin, values, nulls);
	}
	return bin;
}

/* ---------------------------------------------------------------- segments */

/* Value of a vector that is not flat, row by row in rising order */
typedef struct RunReader
{
	const SealstoneVector *vector;
	int			run;
} RunReader;

static inline int64
value_at(RunReader *reader, int i)
{
	const SealstoneVector *vector = reader->vector;

	switch (vector->shape)
	{
		case SEALSTONE_FLAT:
			return vector->values[i];
		case SEALSTONE_SINGLE:
			return vector->values[0];
		case SEALSTONE_DICT:
			return vector->values[vector->codes[i]];
		default:
			while (vector->run_end[reader->run] <= i)
				reader->run++;
			if (vector->shape == SEALSTONE_RUNS)
				return vector->values[reader->run];
			if (vector->shape == SEALSTONE_DICT_RUNS)
				return vector->values[vector->codes[reader->run]];
			return (int64) ((uint64) vector->values[reader->run] +
							(uint64) vector->step[reader->run] * (i - (reader->run > 0 ? vector->run_end[reader->run - 1] : 0)));
	}
}

/* The first row in (first, end) of flat values, rising or falling, that has left [low, last]; near first most likely. */
static inline int
gallop(const int64 *values, int first, int end, int64 low_value, int64 last_value)
{
	int			step = 8;
	int			low = first;
	int			high;

	while (low + step < end && values[low + step] <= last_value && values[low + step] >= low_value)
	{
		low += step;
		step *= 2;
	}
	high = Min(low + step, end);
	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (values[middle] <= last_value && values[middle] >= low_value)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

__attribute__((optimize("O3"), noinline)) static bool
falls_somewhere(const int64 *values, int first, int end)
{
	int64		falls = 0;

	for (int i = first + 1; i < end; i++)
		falls |= values[i] < values[i - 1];
	return falls != 0;
}

__attribute__((optimize("O3"), noinline)) static bool
rises_somewhere(const int64 *values, int first, int end)
{
	int64		rises = 0;

	for (int i = first + 1; i < end; i++)
		rises |= values[i] > values[i - 1];
	return rises != 0;
}

/* How far times go one way from a row on: the end of that stretch. */
static int
one_way(const int64 *values, int from, int end)
{
	int			to = from + 1;

	if (!falls_somewhere(values, from, end) || !rises_somewhere(values, from, end))
		return end;
	while (to < end && values[to] == values[to - 1])
		to++;
	if (to < end && values[to] > values[to - 1])
		while (to < end && values[to] >= values[to - 1])
			to++;
	else
		while (to < end && values[to] <= values[to - 1])
			to++;
	return to;
}

/* Mark where buckets begin within rows [first, end). False: too many. */
static bool
cut_buckets(SealedAggregate *agg, AggregateKey *key, int first, int end, uint64 *starts, int limit)
{
	SealstoneVector *vector = column_vector(agg, key->source.column,
											SEALSTONE_ACCEPT_FLAT | SEALSTONE_ACCEPT(SEALSTONE_STEPS) |
											SEALSTONE_ACCEPT(SEALSTONE_SINGLE));
	int			cuts = 0;
	int			from;

	if (vector->null_count > 0)
		return false;
	if (vector->shape == SEALSTONE_SINGLE)
		return true;
	if (vector->shape == SEALSTONE_STEPS)
	{
		for (int run = 0; run < vector->nruns && (run == 0 || vector->run_end[run - 1] < end); run++)
		{
			int			run_first = run == 0 ? 0 : vector->run_end[run - 1];
			int			run_end = vector->run_end[run];
			int64		step = vector->step[run];
			int64		reach;

			if (run_end <= first)
				continue;
			/* one way without wrapping? */
			if (pg_mul_s64_overflow(step, run_end - run_first, &reach) ||
				pg_add_s64_overflow(vector->values[run], reach, &reach))
				return false;
			from = Max(run_first, first);
			while (from < Min(run_end, end))
			{
				int64		value = vector->values[run] + step * (from - run_first);
				uint64		rows = SEALSTONE_PAGE_VALUES;

				if (from > first)
					set_bit(starts, from);
				if (++cuts > limit)
					return false;
				if (step > 0)
					rows = (uint64) (sealstone_bucket_last(key->bucket, value) - value) / (uint64) step + 1;
				else if (step < 0)
					rows = (uint64) (value - sealstone_bucket_low(key->bucket, value)) / (uint64) -step + 1;
				from += (int) Min(rows, (uint64) SEALSTONE_PAGE_VALUES);
			}
		}
		return true;
	}

	for (from = first; from < end;)
	{
		int			to = one_way(vector->values, from, end);

		while (from < to)
		{
			if (from > first)
				set_bit(starts, from);
			if (++cuts > limit)
				return false;
			from = gallop(vector->values, from, to, sealstone_bucket_low(key->bucket, vector->values[from]),
						  sealstone_bucket_last(key->bucket, vector->values[from]));
		}
	}
	return true;
}

/* Mark where keys may change within rows [first, end). False: find groups row by row. */
static bool
cut_segments(SealedAggregate *agg, int first, int end, uint64 *starts)
{
	int			limit = (end - first) / 4 + 8;

	if (!agg->runs_possible)
		return false;
	memset(starts, 0, sizeof(uint64) * WORDS);
	set_bit(starts, first);
	for (int k = 0; k < agg->nkeys; k++)
	{
		AggregateKey *key = &agg->key[k];
		SealstoneVector *vector;

		if (key->bucket)
		{
			if (!cut_buckets(agg, key, first, end, starts, limit))
				return false;
			continue;
		}
		vector = column_vector(agg, key->source.column, SEALSTONE_ACCEPT_ALL & ~SEALSTONE_ACCEPT(SEALSTONE_STEPS));
		if (vector->all_null)
			continue;
		if (vector->null_count > 0)
			return false;
		switch (vector->shape)
		{
			case SEALSTONE_SINGLE:
				break;
			case SEALSTONE_RUNS:
			case SEALSTONE_DICT_RUNS:
				if (vector->nruns > limit)
					return false;
				for (int run = 0; run < vector->nruns - 1; run++)
					if (vector->run_end[run] > first && vector->run_end[run] < end)
						set_bit(starts, vector->run_end[run]);
				break;
			case SEALSTONE_DICT:
				return false;
			default:
				{
					int			cuts = 0;

					/* by reference: of one page, the same value is mostly one pointer */
					for (int i = first + 1; i < end; i++)
						if (vector->values[i] != vector->values[i - 1])
						{
							if (++cuts > limit)
								return false;
							set_bit(starts, i);
						}
				}
				break;
		}
	}
	return true;
}

/* ---------------------------------------------------------------- accumulators */

/* What an input's arguments are in this batch */
typedef struct InputValues
{
	uint64		bits[WORDS];
	bool		any;
	bool		plain;			/* one argument, all rows that pass, no NULL: agg->index says which */
	bool		generic;
	const int64 *values[8];
	const uint64 *nulls[8];
} InputValues;

__attribute__((optimize("O3"), noinline)) static void
pick(const int64 *values, const uint16 *index, int n, int64 *result)
{
	for (int i = 0; i < n; i++)
		result[i] = values[index[i]];
}

/* Values of rows [first, end) whose bits are set and that are not NULL, one after another. */
static int
gather(SealedAggregate *agg, const InputValues *loaded, int first, int end, int position, int npositions,
	   const int64 **result)
{
	const int64 *values = loaded->values[0];
	const uint64 *bits = loaded->bits;
	const uint64 *nulls = loaded->nulls[0];
	int			n = 0;
	int			count = 0;

	if (loaded->plain)
	{
		if (npositions == end - first)
			*result = values + first;
		else
		{
			pick(values, agg->index + position, npositions, agg->dense);
			*result = agg->dense;
		}
		return npositions;
	}
	for (int word = first / 64; word * 64 < end; word++)
		count += __builtin_popcountll(bits[word] & ~nulls[word] & bits_between(word, first, end));
	if (count == end - first)
	{
		*result = values + first;
		return count;
	}
	for (int word = first / 64; word * 64 < end; word++)
	{
		uint64		rest = bits[word] & ~nulls[word] & bits_between(word, first, end);

		if (rest == ~UINT64CONST(0))
		{
			memcpy(&agg->dense[n], &values[word * 64], sizeof(int64) * 64);
			n += 64;
			continue;
		}
		while (rest)
		{
			agg->dense[n++] = values[word * 64 + __builtin_ctzll(rest)];
			rest &= rest - 1;
		}
	}
	*result = agg->dense;
	return n;
}

static int
count_bits(const uint64 *bits, const uint64 *nulls, int first, int end)
{
	int			n = 0;

	for (int word = first / 64; word * 64 < end; word++)
		n += __builtin_popcountll(bits[word] & (nulls ? ~nulls[word] : ~UINT64CONST(0)) & bits_between(word, first, end));
	return n;
}

static void
generic_row(SealedAggregate *agg, AggregateInput *input, const int64 **values, const uint64 **nulls, char *states, int i)
{
	Datum		args[8];
	bool		isnull[8];

	for (int a = 0; a < input->nargs; a++)
	{
		isnull[a] = bit_is_set(nulls[a], i);
		args[a] = isnull[a] ? (Datum) 0 : (Datum) values[a][i];
	}
	for (int n = 0; n < input->naccs; n++)
	{
		SealstoneAccumulator *acc = &agg->acc[input->acc[n]];

		if (acc->kind == SEALSTONE_STATE_GENERIC)
			sealstone_accumulator_row(acc, agg->aggregate, states + acc->offset, args, isnull);
	}
}

static bool
has_generic(const SealedAggregate *agg, const AggregateInput *input)
{
	for (int n = 0; n < input->naccs; n++)
		if (agg->acc[input->acc[n]].kind == SEALSTONE_STATE_GENERIC)
			return true;
	return false;
}

static bool
input_bits(SealedAggregate *agg, AggregateInput *input, uint64 *bits)
{
	uint64		any = 0;

	for (int word = 0; word < WORDS; word++)
	{
		bits[word] = agg->bitmap[word] & (input->filter ? input->filter_bits[word] : ~UINT64CONST(0));
		any |= bits[word];
	}
	return any != 0;
}

static void
load_input(SealedAggregate *agg, AggregateInput *input, InputValues *loaded)
{
	loaded->any = input_bits(agg, input, loaded->bits);
	loaded->generic = false;
	if (!loaded->any)
		return;
	loaded->generic = has_generic(agg, input);
	for (int a = 0; a < input->nargs; a++)
		source_values(agg, &input->arg[a], &loaded->values[a], &loaded->nulls[a]);
	loaded->plain = input->filter == NULL && input->nargs == 1 && input->arg[0].column >= 0 &&
		agg->column[input->arg[0].column].vector->null_count == 0;
}

static void
add_segment(SealedAggregate *agg, AggregateInput *input, const InputValues *loaded, char *states, int first, int end,
			int position, int npositions)
{
	if (!loaded->any)
		return;
	if (input->counts_only)
	{
		int			n = input->filter == NULL && (input->nargs == 0 || loaded->plain) ? npositions :
			count_bits(loaded->bits, input->nargs > 0 ? loaded->nulls[0] : NULL, first, end);

		for (int a = 0; a < input->naccs; a++)
			sealstone_accumulator_count(&agg->acc[input->acc[a]], states + agg->acc[input->acc[a]].offset, n);
		return;
	}
	if (input->nargs == 1)
	{
		const int64 *values = NULL;
		int			n = 0;
		bool		gathered = false;

		for (int a = 0; a < input->naccs; a++)
		{
			SealstoneAccumulator *acc = &agg->acc[input->acc[a]];

			if (acc->kind == SEALSTONE_STATE_GENERIC)
				continue;
			if (!gathered)
			{
				n = gather(agg, loaded, first, end, position, npositions, &values);
				gathered = true;
			}
			sealstone_accumulator_values(acc, states + acc->offset, values, n, input->tame);
		}
	}
	if (loaded->generic)
		for (int i = next_bit(loaded->bits, first, end); i < end; i = next_bit(loaded->bits, i + 1, end))
			generic_row(agg, input, (const int64 **) loaded->values, (const uint64 **) loaded->nulls, states, i);
}

/* Each row to the group found for it. */
static void
add_rows(SealedAggregate *agg, AggregateInput *input, const InputValues *loaded, int first, int end)
{
	int			index_n = -1;

	if (!loaded->any)
		return;
	for (int a = 0; a < input->naccs; a++)
	{
		SealstoneAccumulator *acc = &agg->acc[input->acc[a]];
		Size		offset = agg->bins->state_offset + acc->offset;

		if (acc->kind == SEALSTONE_STATE_GENERIC)
			continue;
		if (index_n < 0)
		{
			index_n = 0;
			for (int i = next_bit(loaded->bits, first, end); i < end; i = next_bit(loaded->bits, i + 1, end))
				if (input->nargs == 0 || !bit_is_set(loaded->nulls[0], i))
					agg->index[index_n++] = i;
		}
		sealstone_accumulator_scatter(acc, (char *const *) agg->row_bin, offset, agg->index, index_n,
									  input->nargs > 0 ? loaded->values[0] : NULL, input->tame);
	}
	if (loaded->generic)
		for (int i = next_bit(loaded->bits, first, end); i < end; i = next_bit(loaded->bits, i + 1, end))
			generic_row(agg, input, (const int64 **) loaded->values, (const uint64 **) loaded->nulls,
						sealstone_bin_states(agg->bins, agg->row_bin[i]), i);
}

/* ---------------------------------------------------------------- a batch */

/* The rows of the batch within [first, end), listed; how many. */
static int
index_bits(const SealedAggregate *agg, int first, int end, uint16 *index)
{
	int			n = 0;

	for (int word = first / 64; word * 64 < end; word++)
	{
		uint64		rest = agg->bitmap[word] & bits_between(word, first, end);

		if (rest == ~UINT64CONST(0))
		{
			for (int i = 0; i < 64; i++)
				index[n++] = word * 64 + i;
			continue;
		}
		for (; rest; rest &= rest - 1)
			index[n++] = word * 64 + __builtin_ctzll(rest);
	}
	return n;
}

static void
know_tame(SealedAggregate *agg, uint64 group)
{
	if (agg->tame_known && agg->tame_group == group)
		return;
	for (int n = 0; n < agg->ninputs; n++)
	{
		AggregateInput *input = &agg->input[n];
		SealstoneStats stats;
		Datum		value;
		bool		isnull;

		if (!input->has_float)
			continue;
		input->tame = false;
		if (input->arg[0].column < 0 ||
			sealstone_reader_is_missing(agg->cursor->reader, agg->column[input->arg[0].column].attnum, &value, &isnull))
			continue;
		sealstone_reader_stats(agg->cursor->reader, agg->column[input->arg[0].column].attnum, group, &stats);
		input->tame = sealstone_stats_are_tame(&stats, input->float4);
	}
	agg->tame_known = true;
	agg->tame_group = group;
}

/* Find the group of each row; keys are looked up anew only where they change. */
static void
find_row_bins(SealedAggregate *agg, int first, int end)
{
	const int64 *values[SEALSTONE_MAX_GROUP_KEYS];
	const uint64 *nulls[SEALSTONE_MAX_GROUP_KEYS];
	Datum		keys[SEALSTONE_MAX_GROUP_KEYS];
	bool		isnull[SEALSTONE_MAX_GROUP_KEYS];
	SealstoneBin *bin = NULL;

	if (agg->nkeys == 1 && !agg->key[0].bucket && agg->key[0].source.column >= 0 &&
		!agg->column[agg->key[0].source.column].flat)
	{
		SealstoneVector *vector = column_vector(agg, agg->key[0].source.column,
												SEALSTONE_ACCEPT_FLAT | SEALSTONE_ACCEPT(SEALSTONE_DICT));

		if (vector->shape == SEALSTONE_DICT)
		{
			SealstoneBin *of_code[SEALSTONE_PAGE_VALUES + 1];

			memset(of_code, 0, sizeof(SealstoneBin *) * (vector->ndict + 1));
			for (int i = next_bit(agg->bitmap, first, end); i < end; i = next_bit(agg->bitmap, i + 1, end))
			{
				bool		null = bit_is_set(vector->nulls, i);
				SealstoneBin **of = &of_code[null ? vector->ndict : vector->codes[i]];

				if (*of == NULL)
				{
					keys[0] = null ? (Datum) 0 : (Datum) vector->values[vector->codes[i]];
					*of = sealstone_aggregate_bin_of_row(agg, keys, &null, agg->batch_row + i);
				}
				agg->row_bin[i] = *of;
			}
			return;
		}
	}

	for (int k = 0; k < agg->nkeys; k++)
		source_values(agg, &agg->key[k].source, &values[k], &nulls[k]);
	for (int i = next_bit(agg->bitmap, first, end); i < end; i = next_bit(agg->bitmap, i + 1, end))
	{
		bool		same = bin != NULL;

		for (int k = 0; k < agg->nkeys; k++)
		{
			bool		null = bit_is_set(nulls[k], i);
			Datum		value = null ? (Datum) 0 : (Datum) values[k][i];

			if (agg->key[k].bucket && !null)
				value = (Datum) sealstone_bucket_stretch(agg->key[k].bucket, (int64) value)->value;
			if (!same || null != isnull[k] || value != keys[k])
			{
				same = false;
				keys[k] = value;
				isnull[k] = null;
			}
		}
		if (!same)
			bin = sealstone_aggregate_bin_of_row(agg, keys, isnull, agg->batch_row + i);
		agg->row_bin[i] = bin;
	}
}

/* Rows of agg->bitmap, out of count, whose vectors are or will be those of agg->column[]. In the batch's context. */
static void
add_batch(SealedAggregate *agg, int count)
{
	InputValues *loaded;
	uint64		starts[WORDS];
	int			first;
	int			end;

	first = next_bit(agg->bitmap, 0, count);
	end = count;
	while (end > first && !bit_is_set(agg->bitmap, end - 1))
		end--;
	if (first >= end)
		return;

	/* keys first: their vectors are wanted in another shape than values */
	if (agg->nkeys == 0 || cut_segments(agg, first, end, starts))
	{
		RunReader	reader[SEALSTONE_MAX_GROUP_KEYS];
		Datum		keys[SEALSTONE_MAX_GROUP_KEYS];
		bool		isnull[SEALSTONE_MAX_GROUP_KEYS];
		SealstoneBin **bin = palloc(sizeof(SealstoneBin *) * (end - first));
		uint16	   *bin_first = palloc(sizeof(uint16) * (end - first));
		uint16	   *bin_end = palloc(sizeof(uint16) * (end - first));
		int		   *position = palloc(sizeof(int) * (end - first + 1));
		int			nbins = 0;
		int			positions = 0;

		if (agg->nkeys == 0)
		{
			memset(starts, 0, sizeof(starts));
			set_bit(starts, first);
		}
		for (int k = 0; k < agg->nkeys; k++)
		{
			reader[k].vector = agg->column[agg->key[k].source.column].vector;
			reader[k].run = 0;
		}
		for (int from = first; from < end;)
		{
			int			to = next_bit(starts, from + 1, end);
			int			row = next_bit(agg->bitmap, from, to);

			if (row < to)
			{
				for (int k = 0; k < agg->nkeys; k++)
				{
					isnull[k] = reader[k].vector->all_null;
					keys[k] = isnull[k] ? (Datum) 0 : (Datum) value_at(&reader[k], row);
					if (agg->key[k].bucket && !isnull[k])
						keys[k] = (Datum) sealstone_bucket_stretch(agg->key[k].bucket, (int64) keys[k])->value;
				}
				bin[nbins] = sealstone_aggregate_bin_of_row(agg, keys, isnull, agg->batch_row + row);
				bin_first[nbins] = from;
				bin_end[nbins] = to;
				position[nbins] = positions;
				positions += index_bits(agg, row, to, agg->index + positions);
				nbins++;
			}
			from = to;
		}
		position[nbins] = positions;
		loaded = palloc(sizeof(InputValues));
		for (int n = 0; n < agg->ninputs; n++)
		{
			load_input(agg, &agg->input[n], loaded);
			for (int b = 0; b < nbins; b++)
				add_segment(agg, &agg->input[n], loaded, sealstone_bin_states(agg->bins, bin[b]), bin_first[b], bin_end[b],
							position[b], position[b + 1] - position[b]);
		}
	}
	else
	{
		find_row_bins(agg, first, end);
		loaded = palloc(sizeof(InputValues));
		for (int n = 0; n < agg->ninputs; n++)
		{
			load_input(agg, &agg->input[n], loaded);
			add_rows(agg, &agg->input[n], loaded, first, end);
		}
	}
}

void
sealstone_aggregate_batch(SealedAggregate *agg)
{
	SealstoneBatch *batch = &agg->cursor->batch;
	MemoryContext old;

	MemoryContextReset(agg->batch_context);
	old = MemoryContextSwitchTo(agg->batch_context);
	memcpy(agg->bitmap, batch->bitmap, sizeof(agg->bitmap));
	for (int c = 0; c < agg->ncolumns; c++)
		agg->column[c].vector = NULL;
	agg->batch_row = batch->first_row;
	if (!agg->by_row || evaluate_rows(agg))
	{
		know_tame(agg, batch->group);
		add_batch(agg, batch->count);
	}
	MemoryContextSwitchTo(old);
}

/* ---------------------------------------------------------------- late rows */

/* Is this the value that the row before has, in the same bytes? Then it is not copied again. */
static inline bool
is_repeated(const SealstoneVector *vector, int n, const char *data, Size length)
{
	const char *before = n > 0 ? (const char *) vector->values[n - 1] : NULL;

	return before != NULL && VARSIZE(before) - VARHDRSZ == length && memcmp(VARDATA(before), data, length) == 0;
}

/* A value by reference as a vector has it: complete, with a 4-byte header, in the batch's memory. */
static int64
late_value(SealedAggregate *agg, const AggregateColumn *column, Datum value, int n)
{
	char	   *data = DatumGetPointer(value);

	if (column->type.typlen != -1)
	{
		Size		size = datumGetSize(value, false, column->type.typlen);

		agg->late_bytes += size;
		return (int64) datumCopy(value, false, column->type.typlen);
	}
	if (VARATT_IS_SHORT(data) && !VARATT_IS_EXTERNAL(data))
	{
		Size		length = VARSIZE_SHORT(data) - VARHDRSZ_SHORT;
		char	   *copy;

		if (is_repeated(column->vector, n, VARDATA_SHORT(data), length))
			return column->vector->values[n - 1];
		copy = palloc(VARHDRSZ + length);
		SET_VARSIZE(copy, VARHDRSZ + length);
		memcpy(VARDATA(copy), VARDATA_SHORT(data), length);
		return (int64) PointerGetDatum(copy);
	}
	data = (char *) PG_DETOAST_DATUM_COPY(value);
	agg->late_bytes += VARSIZE(data);
	return (int64) PointerGetDatum(data);
}

/* A place for late rows as vectors, made once. */
static void
late_vectors(SealedAggregate *agg)
{
	MemoryContext old = MemoryContextSwitchTo(agg->context);

	for (int c = 0; c < agg->ncolumns; c++)
	{
		SealstoneVector *vector = sealstone_vector_init(palloc(sealstone_vector_bytes()), NULL, NULL);

		vector->attlen = agg->column[c].type.typlen;
		vector->shape = SEALSTONE_FLAT;
		vector->nruns = vector->ndict = 0;
		agg->column[c].late = vector;
	}
	MemoryContextSwitchTo(old);
	agg->late_ready = true;
}

void
sealstone_aggregate_late_row(SealedAggregate *agg, TupleTableSlot *from)
{
	int			n = agg->nlate;
	MemoryContext old;

	if (n == 0)
	{
		if (!agg->late_ready)
			late_vectors(agg);
		MemoryContextReset(agg->batch_context);
		for (int c = 0; c < agg->ncolumns; c++)
		{
			agg->column[c].vector = agg->column[c].late;
			agg->column[c].vector->null_count = 0;
			memset(agg->column[c].vector->nulls, 0, sizeof(uint64) * WORDS);
		}
		agg->late_bytes = 0;
	}
	if (agg->last_attnum > 0)
		slot_getsomeattrs(from, agg->last_attnum);
	old = MemoryContextSwitchTo(agg->batch_context);
	for (int c = 0; c < agg->ncolumns; c++)
	{
		AggregateColumn *column = &agg->column[c];
		SealstoneVector *vector = column->vector;
		Datum		value = from->tts_values[column->attnum - 1];

		if (from->tts_isnull[column->attnum - 1])
		{
			set_bit(vector->nulls, n);
			vector->null_count++;
			vector->values[n] = 0;
		}
		else if (!column->type.byval)
			vector->values[n] = late_value(agg, column, value, n);
		else
			vector->values[n] = sealstone_order_slot(column->type.typlen, value);
	}
	MemoryContextSwitchTo(old);
	agg->nlate = n + 1;
}

int
sealstone_aggregate_late_batch(SealedAggregate *agg)
{
	int			n = agg->nlate;
	int			passing = 0;
	MemoryContext old;

	agg->nlate = 0;
	if (n == 0)
		return 0;
	old = MemoryContextSwitchTo(agg->batch_context);
	for (int word = 0; word < WORDS; word++)
		agg->bitmap[word] = bits_between(word, 0, n);
	for (int c = 0; c < agg->ncolumns; c++)
	{
		agg->column[c].vector->count = n;
		agg->column[c].vector->all_null = agg->column[c].vector->null_count == n;
	}
	for (int i = 0; i < agg->nfilters; i++)
	{
		if (agg->filter[i].none)
			memset(agg->bitmap, 0, sizeof(agg->bitmap));
		else
			sealstone_filter_apply(&agg->filter[i], agg->column[agg->filter_column[i]].vector, agg->bitmap);
	}
	for (int a = 0; a < agg->ninputs; a++)
		agg->input[a].tame = false;
	agg->tame_known = false;
	agg->batch_row = 0;
	agg->late_batch = true;
	if (!agg->by_row || evaluate_rows(agg))
	{
		for (int word = 0; word < WORDS; word++)
			passing += __builtin_popcountll(agg->bitmap[word]);
		add_batch(agg, n);
	}
	agg->late_batch = false;
	for (int c = 0; c < agg->ncolumns; c++)
		agg->column[c].vector = NULL;
	MemoryContextSwitchTo(old);
	return passing;
}
