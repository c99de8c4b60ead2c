/*-------------------------------------------------------------------------
 *
 * aggregate_node.c
 *	  The partial aggregate over one sealed relation: the custom scan node.
 *
 * Goes row group by row group: left out, answered from the directory, or page by page (aggregate_rows.c); then
 * late rows. When its groups fill hash memory it hands out what it has and starts anew; whoever finishes the aggregate
 * merges them.
 *
 * Contract: the order of reading is that of am.h (snapshot, marks, columns, late store), once for the life of the
 * node, whose snapshot is one. Superseded rows are taken off what the directory says, or the row group is read. No clause that
 * may fail or leak is tested before those that hide rows. The node stands under an aggregate, so EvalPlanQual does not
 * reach it. After an error everything goes with the query's memory and resource owner.
 *
 * Parallel: workers take row groups, then stretches of late pages, from counters in shared memory.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/parallel.h"
#include "commands/explain.h"
#include "executor/executor.h"
#include "executor/nodeHash.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/ruleutils.h"

#include "compat.h"
#include "exec/aggregate_internal.h"
#include "exec/aggregate_node.h"
#include "stats/query_stats.h"

#define LATE_BLOCKS		16		/* taken by a worker at a time */
#define LATE_BYTES		(1024 * 1024)	/* of large values: late rows are then added before the batch is full */

/* ---------------------------------------------------------------- begin */

/* An expression over the scan tuple as a source: a column of it, or to be computed. */
static void
init_source(SealedAggregate *agg, AggregateSource *source, Expr *expr)
{
	source->column = -1;
	get_typlenbyval(exprType((Node *) expr), &source->type.typlen, &source->type.byval);
	if (IsA(expr, Var))
	{
		Assert(((Var *) expr)->varno == INDEX_VAR);
		source->column = ((Var *) expr)->varattno - 1;
		return;
	}
	source->expr = ExecInitExpr(expr, &agg->css.ss.ps);
	source->computed = palloc0(sizeof(int64) * SEALSTONE_PAGE_VALUES);
	source->computed_nulls = palloc0(sizeof(uint64) * SEALSTONE_NULL_WORDS);
}

/* Expressions that are evaluated row by row read these columns. */
static void
note_rows(SealedAggregate *agg, Node *expr)
{
	Bitmapset  *attnos = NULL;
	int			attno = -1;

	pull_varattnos(expr, INDEX_VAR, &attnos);
	while ((attno = bms_next_member(attnos, attno)) >= 0)
	{
		AttrNumber	place = attno + FirstLowInvalidHeapAttributeNumber;

		if (place <= 0 || place > agg->ncolumns)
			elog(ERROR, "unexpected attribute %d in an aggregate's scan tuple", place);
		agg->column[place - 1].in_rows = true;
		agg->column[place - 1].flat = true;
	}
	agg->by_row = true;
	bms_free(attnos);
}

static void
init_columns(SealedAggregate *agg, CustomScan *plan)
{
	Bitmapset  *standing = NULL;
	ListCell   *cell;

	agg->column = palloc0(sizeof(AggregateColumn) * list_length(plan->custom_scan_tlist));
	foreach(cell, plan->custom_scan_tlist)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, cell);
		AggregateColumn *column = &agg->column[agg->ncolumns];

		if (!IsA(tle->expr, Var))
			break;
		column->attnum = ((Var *) tle->expr)->varattno;
		get_typlenbyval(((Var *) tle->expr)->vartype, &column->type.typlen, &column->type.byval);
		agg->last_attnum = Max(agg->last_attnum, column->attnum);
		agg->ncolumns++;
	}

	/* what the target list reads besides aggregates stands for the group */
	pull_varattnos((Node *) plan->scan.plan.targetlist, INDEX_VAR, &standing);
	for (int c = 0; c < agg->ncolumns; c++)
		agg->column[c].stands = bms_is_member(c + 1 - FirstLowInvalidHeapAttributeNumber, standing);
	bms_free(standing);
}

static void
init_clauses(SealedAggregate *agg, CustomScan *plan)
{
	List	   *vector = linitial(plan->custom_exprs);
	List	   *rest = lsecond(plan->custom_exprs);
	ListCell   *cell;

	agg->filter = palloc0(sizeof(SealstoneFilter) * Max(list_length(vector), 1));
	agg->filter_column = palloc(sizeof(int) * Max(list_length(vector), 1));
	foreach(cell, vector)
	{
		SealstoneFilterSpec spec;

		if (!sealstone_filter_classify(INDEX_VAR, lfirst(cell), &spec))
			elog(ERROR, "clause of an aggregate is no filter");
		agg->filter_column[agg->nfilters] = spec.attnum - 1;
		spec.attnum = agg->column[spec.attnum - 1].attnum;
		sealstone_filter_init(&agg->filter[agg->nfilters++], &spec, &agg->css.ss.ps);
	}
	agg->rest = ExecInitQual(rest, &agg->css.ss.ps);
	if (rest != NIL)
		note_rows(agg, (Node *) rest);
}

static void
init_keys(SealedAggregate *agg, CustomScan *plan)
{
	List	   *keys = lthird(plan->custom_exprs);
	List	   *functions = lsecond(plan->custom_private);
	ListCell   *cell;

	agg->nkeys = list_length(keys);
	agg->key = palloc0(sizeof(AggregateKey) * Max(agg->nkeys, 1));
	agg->runs_possible = true;
	foreach(cell, keys)
	{
		int			k = foreach_current_index(cell);
		AggregateKey *key = &agg->key[k];
		Expr	   *expr = lfirst(cell);
		SealstoneBucketFunction function = list_nth_int(functions, k);

		if (function != SEALSTONE_BUCKET_NONE)
		{
			key->bucket = sealstone_bucket_key_init(function, (FuncExpr *) expr);
			if (key->bucket)
				expr = lsecond(((FuncExpr *) expr)->args);
		}
		init_source(agg, &key->source, expr);
		if (key->source.column < 0)
		{
			note_rows(agg, (Node *) expr);
			agg->runs_possible = false;
		}
	}
}

/* Accumulators by transition state, inputs by arguments and filter. */
static void
init_accumulators(SealedAggregate *agg, CustomScan *plan)
{
	List	   *arguments = lfourth(plan->custom_exprs);
	int			naggs = list_length(arguments);
	Size		offset = 0;

	agg->acc = palloc0(sizeof(SealstoneAccumulator) * Max(naggs, 1));
	agg->input = palloc0(sizeof(AggregateInput) * Max(naggs, 1));
	agg->naccs = naggs;
	for (int a = 0; a < naggs; a++)
	{
		Aggref	   *aggref = castNode(Aggref, list_nth_node(TargetEntry, plan->custom_scan_tlist, agg->ncolumns + a)->expr);
		List	   *args = list_nth(arguments, a);
		SealstoneAccumulator *acc = &agg->acc[a];
		Expr	   *filter = aggref->aggfilter ? llast(args) : NULL;
		int			nargs = list_length(args) - (filter ? 1 : 0);
		AggregateInput *input = NULL;

		sealstone_accumulator_init(acc, aggref, agg->aggregate);
		acc->offset = offset;
		offset += TYPEALIGN(16, acc->size);

		/* only plain columns are shared: what is computed may fail, and must be under its own FILTER */
		for (int n = 0; n < agg->ninputs && input == NULL; n++)
		{
			AggregateInput *other = &agg->input[n];

			if (other->nargs != nargs || nargs > 1 || !equal(other->filter_expr, filter))
				continue;
			if (nargs == 0 ||
				(IsA(linitial(args), Var) && other->arg[0].column == linitial_node(Var, args)->varattno - 1))
				input = other;
		}
		if (input == NULL)
		{
			input = &agg->input[agg->ninputs++];
			input->nargs = nargs;
			input->counts_only = true;
			input->arg = palloc0(sizeof(AggregateSource) * Max(nargs, 1));
			input->acc = palloc(sizeof(int) * naggs);
			if (filter)
			{
				input->filter_expr = filter;
				input->filter = ExecInitExpr(filter, &agg->css.ss.ps);
				note_rows(agg, (Node *) filter);
			}
			for (int i = 0; i < nargs; i++)
			{
				init_source(agg, &input->arg[i], list_nth(args, i));
				if (input->arg[i].column < 0)
					note_rows(agg, list_nth(args, i));
			}
		}
		input->acc[input->naccs++] = a;
		if (acc->kind != SEALSTONE_STATE_COUNT)
		{
			input->counts_only = false;
			for (int i = 0; i < nargs; i++)
				if (input->arg[i].column >= 0)
					agg->column[input->arg[i].column].flat = true;
		}
		if (acc->kind == SEALSTONE_STATE_SUM_FLOAT || acc->kind == SEALSTONE_STATE_FLOAT ||
			acc->kind == SEALSTONE_STATE_MIN_FLOAT || acc->kind == SEALSTONE_STATE_MAX_FLOAT)
		{
			input->has_float = true;
			input->float4 = acc->float4;
		}
	}

	/* Finalize may take one transition state for several aggregates: then it must be good for all */
	for (int a = 0; a < naggs; a++)
		for (int b = 0; b < naggs; b++)
		{
			Aggref	   *one = castNode(Aggref, list_nth_node(TargetEntry, plan->custom_scan_tlist, agg->ncolumns + a)->expr);
			Aggref	   *other = castNode(Aggref, list_nth_node(TargetEntry, plan->custom_scan_tlist, agg->ncolumns + b)->expr);

			if (one->aggtransno == other->aggtransno && agg->acc[b].squares)
				agg->acc[a].squares = true;
		}

	/* states follow one another in the group */
	agg->summaries = agg->rest == NULL && agg->runs_possible;
	for (int n = 0; n < agg->ninputs; n++)
		if (agg->input[n].filter || agg->input[n].nargs > 1 || (agg->input[n].nargs == 1 && agg->input[n].arg[0].column < 0))
			agg->summaries = false;
	for (int a = 0; a < naggs; a++)
		if ((agg->acc[a].kind == SEALSTONE_STATE_GENERIC && agg->acc[a].extreme == 0) || agg->acc[a].squares)
			agg->summaries = false;
}

static void
begin_aggregate(CustomScanState *node, EState *estate, int eflags)
{
	SealedAggregate *agg = (SealedAggregate *) node;
	CustomScan *plan = (CustomScan *) node->ss.ps.plan;
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;
	ExprContext *states = CreateExprContext(estate);
	ExprContext *work = CreateExprContext(estate);
	SealstoneValueType *keys;
	SealstoneValueType *columns;
	Size		state_size = 0;
	int			ncolumns = 0;

	agg->context = AllocSetContextCreate(estate->es_query_cxt, "sealstone aggregate", ALLOCSET_DEFAULT_SIZES);
	agg->batch_context = AllocSetContextCreate(estate->es_query_cxt, "sealstone aggregate batch", ALLOCSET_DEFAULT_SIZES);
	agg->grouped = linitial_int(linitial(plan->custom_private)) != 0;
	agg->aggregate = sealstone_aggregate_context(&node->ss.ps, states, work);
	agg->memory_limit = get_hash_memory_limit();
	init_columns(agg, plan);
	init_clauses(agg, plan);
	init_keys(agg, plan);
	init_accumulators(agg, plan);

	keys = palloc0(sizeof(SealstoneValueType) * Max(agg->nkeys, 1));
	for (int k = 0; k < agg->nkeys; k++)
		keys[k] = agg->key[k].source.type;
	columns = palloc0(sizeof(SealstoneValueType) * Max(agg->ncolumns, 1));
	for (int c = 0; c < agg->ncolumns; c++)
		if (agg->column[c].stands)
			columns[ncolumns++] = agg->column[c].type;
	for (int a = 0; a < agg->naccs; a++)
		state_size += TYPEALIGN(16, agg->acc[a].size);
	agg->bins = sealstone_bins_create(states->ecxt_per_tuple_memory, agg->nkeys, keys, ncolumns, columns, state_size);

	memset(slot->tts_isnull, true, sizeof(bool) * slot->tts_tupleDescriptor->natts);
	memset(slot->tts_values, 0, sizeof(Datum) * slot->tts_tupleDescriptor->natts);
	ExecStoreVirtualTuple(slot);
}

/* ---------------------------------------------------------------- reading */

/* Take the snapshot's view of the relation: marks, then columns and late store. */
static void
open_relation(SealedAggregate *agg)
{
	Relation	rel = agg->css.ss.ss_currentRelation;
	MemoryContext old = MemoryContextSwitchTo(agg->context);
	SealstoneLate late;

	if (!sealstone_relation_is_sealed(rel))
		elog(ERROR, "relation \"%s\" is not sealed", RelationGetRelationName(rel));
	sealstone_begin_read(rel, agg->css.ss.ps.state->es_snapshot);
	agg->marks = sealstone_marks_open(rel, agg->shared ? agg->shared->marks : SEALSTONE_MARKS_NOW);
	agg->cursor = sealstone_cursor_open(rel, agg->marks, agg->filter, agg->nfilters, false);
	sealstone_late_state(rel, &late);
	agg->late_first = late.first_block;
	agg->late_end = agg->shared ? agg->shared->end_block : late.first_block + late.blocks;
	if (agg->late_end > agg->late_first)
		agg->heap_slot = MakeSingleTupleTableSlot(RelationGetDescr(rel), &TTSOpsBufferHeapTuple);
	agg->open = true;
	pgstat_count_heap_scan(rel);
	MemoryContextSwitchTo(old);
}

static void
start_pass(SealedAggregate *agg)
{
	if (!agg->open)
		open_relation(agg);
	sealstone_cursor_start(agg->cursor, agg->css.ss.ps.ps_ExprContext);
	sealstone_reader_scan_mode(agg->cursor->reader, NULL);	/* each page is looked at once */
	sealstone_cursor_window(agg->cursor, 0, 0);
	agg->in_group = false;
	agg->tame_known = false;
	agg->place = 0;
	agg->row = 0;
	agg->stretch_open = false;
	agg->nlate = 0;
	agg->summarized_before = agg->counts.groups_summarized;
	if (TTS_EMPTY(agg->css.ss.ss_ScanTupleSlot))
		ExecStoreVirtualTuple(agg->css.ss.ss_ScanTupleSlot);
	if (agg->heap && !agg->shared)
		sealstone_heap_part_rescan(agg->heap, NULL, InvalidBlockNumber, InvalidBlockNumber);
	agg->phase = AGGREGATE_COLUMNS;
}

/* Are all rows of the group in the answer, as far as clauses go? */
static bool
is_whole(SealedAggregate *agg, uint64 number)
{
	SealstoneCursor *cursor = agg->cursor;

	for (int i = 0; i < cursor->nfilters; i++)
	{
		SealstoneFilter *filter = &cursor->filter[i];
		SealstoneStats stats;
		Datum		value;
		bool		isnull;

		if (filter->consumed)
			continue;
		if (sealstone_reader_is_missing(cursor->reader, filter->spec.attnum, &value, &isnull))
			return false;
		sealstone_reader_stats(cursor->reader, filter->spec.attnum, number, &stats);
		if (sealstone_filter_group(filter, &stats) != SEALSTONE_ALL_PASS)
			return false;
	}
	return true;
}

/* Step to the next row group that has rows in an interval of the order key; false at the end. */
static bool
next_group(SealedAggregate *agg, uint64 *number, SealstoneGroup *group, bool *covered)
{
	SealstoneCursor *cursor = agg->cursor;
	const SealstoneInterval *interval;

	for (;;)
	{
		int			low = 0;
		int			high = cursor->nintervals;

		CHECK_FOR_INTERRUPTS();
		if (agg->shared)
		{
			*number = pg_atomic_fetch_add_u64(&agg->shared->next_group, 1);
			if (*number >= cursor->info->ngroups)
				return false;
			sealstone_reader_group(cursor->reader, *number, group);
			while (low < high)
			{
				int			middle = (low + high) / 2;

				if (cursor->interval[middle].end <= group->first_row)
					low = middle + 1;
				else
					high = middle;
			}
			if (low == cursor->nintervals || cursor->interval[low].first >= group->first_row + group->rows)
			{
				agg->counts.groups_skipped++;
				continue;
			}
			interval = &cursor->interval[low];
		}
		else
		{
			uint64		row;

			while (agg->place < cursor->nintervals && cursor->interval[agg->place].end <= agg->row)
				agg->place++;
			if (agg->place >= cursor->nintervals)
				return false;
			interval = &cursor->interval[agg->place];
			row = Max(agg->row, interval->first);
			*number = sealstone_reader_group_of_row(cursor->reader, row);
			sealstone_reader_group(cursor->reader, *number, group);
			agg->row = group->first_row + group->rows;
		}
		*covered = interval->first <= group->first_row && interval->end >= group->first_row + group->rows;
		return true;
	}
}

static bool
is_full(SealedAggregate *agg)
{
	return agg->nkeys > 0 && agg->bins->nbins > 1 &&
		MemoryContextMemAllocated(agg->bins->context, true) > agg->memory_limit;
}

/* Column rows, until there are no more or memory is full (true). */
static bool
read_columns(SealedAggregate *agg)
{
	SealstoneCursor *cursor = agg->cursor;
	uint64		number;
	SealstoneGroup group;
	bool		covered;

	for (;;)
	{
		while (agg->in_group)
		{
			if (!sealstone_cursor_next(cursor))
			{
				agg->in_group = false;
				break;
			}
			sealstone_aggregate_batch(agg);
			if (is_full(agg))
				return true;
		}
		if (!next_group(agg, &number, &group, &covered))
			return false;
		if (covered && agg->summaries && is_whole(agg, number) && sealstone_aggregate_summary(agg, number, &group))
		{
			agg->counts.groups_summarized++;
			if (is_full(agg))
				return true;
			continue;
		}
		sealstone_cursor_window(cursor, group.first_row, group.first_row + group.rows);
		agg->in_group = true;
	}
}

/* Late rows, likewise. */
static bool
read_late(SealedAggregate *agg)
{
	Relation	rel = agg->css.ss.ss_currentRelation;

	if (agg->heap_slot == NULL)
		return false;
	if (agg->heap == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(agg->context);

		agg->heap = sealstone_heap_part_begin(rel, agg->css.ss.ps.state->es_snapshot, agg->marks,
											  agg->late_first, agg->shared ? agg->late_first : InvalidBlockNumber);
		MemoryContextSwitchTo(old);
	}
	for (;;)
	{
		CHECK_FOR_INTERRUPTS();
		if (agg->shared && !agg->stretch_open)
		{
			uint64		block = agg->late_first + pg_atomic_fetch_add_u64(&agg->shared->next_block, LATE_BLOCKS);

			if (block >= agg->late_end)
				break;
			sealstone_heap_part_rescan(agg->heap, NULL, (BlockNumber) block,
									   (BlockNumber) Min(block + LATE_BLOCKS, agg->late_end));
			agg->stretch_open = true;
		}
		while (sealstone_heap_part_next(agg->heap, ForwardScanDirection, agg->heap_slot))
		{
			CHECK_FOR_INTERRUPTS();
			sealstone_aggregate_late_row(agg, agg->heap_slot);
			if (agg->nlate < SEALSTONE_PAGE_VALUES && agg->late_bytes < LATE_BYTES)
				continue;
			agg->counts.late_rows += sealstone_aggregate_late_batch(agg);
			if (is_full(agg))
				return true;
		}
		if (!agg->shared)
			break;
		agg->stretch_open = false;
	}
	agg->counts.late_rows += sealstone_aggregate_late_batch(agg);
	return false;
}

static void
fill(SealedAggregate *agg)
{
	if (agg->phase == AGGREGATE_START)
		start_pass(agg);
	if (agg->phase == AGGREGATE_COLUMNS)
	{
		if (read_columns(agg))
			return;
		if (!agg->shared)
		{
			uint64		entered = agg->cursor->groups_entered + agg->counts.groups_summarized - agg->summarized_before;

			agg->counts.groups_skipped += agg->cursor->info->ngroups - Min(entered, agg->cursor->info->ngroups);
		}
		agg->phase = AGGREGATE_LATE;
	}
	if (agg->phase == AGGREGATE_LATE && !read_late(agg))
		agg->phase = AGGREGATE_DONE;
}

/* ---------------------------------------------------------------- handing out */

static TupleTableSlot *
hand_out(SealedAggregate *agg, SealstoneBin *bin)
{
	TupleTableSlot *slot = agg->css.ss.ss_ScanTupleSlot;
	ExprContext *econtext = agg->css.ss.ps.ps_ExprContext;
	MemoryContext old;
	const Datum *values;
	const bool *isnull;
	char	   *states = sealstone_bin_states(agg->bins, bin);
	int			n = 0;

	ResetExprContext(econtext);
	ExecClearTuple(slot);
	sealstone_bin_row(agg->bins, bin, &values, &isnull);
	for (int c = 0; c < agg->ncolumns; c++)
	{
		slot->tts_isnull[c] = !agg->column[c].stands || isnull[n];
		slot->tts_values[c] = slot->tts_isnull[c] ? (Datum) 0 : values[n];
		n += agg->column[c].stands;
	}
	old = MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
	for (int a = 0; a < agg->naccs; a++)
	{
		int			place = agg->ncolumns + a;

		slot->tts_values[place] = sealstone_accumulator_result(&agg->acc[a], agg->aggregate, states + agg->acc[a].offset,
															   &slot->tts_isnull[place]);
	}
	MemoryContextSwitchTo(old);
	ExecStoreVirtualTuple(slot);
	if (agg->css.ss.ps.ps_ProjInfo == NULL)
		return slot;
	econtext->ecxt_scantuple = slot;
	return ExecProject(agg->css.ss.ps.ps_ProjInfo);
}

static void
forget_groups(SealedAggregate *agg)
{
	ReScanExprContext(agg->aggregate->states);
	sealstone_bins_start_over(agg->bins);
	agg->next_bin = 0;
	agg->handing_out = false;
}

static TupleTableSlot *
exec_aggregate(CustomScanState *node)
{
	SealedAggregate *agg = (SealedAggregate *) node;

	for (;;)
	{
		if (!agg->handing_out)
		{
			if (agg->phase == AGGREGATE_DONE)
				return NULL;
			fill(agg);
			agg->handing_out = true;
			agg->next_bin = 0;
		}
		if (agg->next_bin < agg->bins->nbins)
			return hand_out(agg, agg->bins->bin[agg->next_bin++]);
		forget_groups(agg);
	}
}

static void
rescan(CustomScanState *node)
{
	SealedAggregate *agg = (SealedAggregate *) node;

	ExecScanReScan(&node->ss);
	forget_groups(agg);
	agg->phase = AGGREGATE_START;
}

/* ---------------------------------------------------------------- counts */

static void
sum_counts(SealedAggregate *agg, AggregateCounts *counts)
{
	*counts = agg->counts;
	if (agg->cursor)
	{
		const SealstoneReaderCounts *reader = sealstone_reader_counts(agg->cursor->reader);

		counts->groups_read += agg->cursor->groups_read;
		counts->pages_decoded += reader->pages_decoded;
	}
}

static void
add_counts(AggregateCounts *to, const AggregateCounts *from)
{
	uint64	   *a = (uint64 *) to;
	const uint64 *b = (const uint64 *) from;

	for (int i = 0; i < sizeof(AggregateCounts) / sizeof(uint64); i++)
		a[i] += b[i];
}

static void
end_aggregate(CustomScanState *node)
{
	SealedAggregate *agg = (SealedAggregate *) node;
	AggregateCounts counts;

	sum_counts(agg, &counts);
	add_counts(&counts, &agg->workers);
	if (agg->open && !IsParallelWorker())
		sealstone_query_note(SEALSTONE_PATH_AGGREGATE, counts.groups_read + counts.groups_summarized, counts.groups_skipped);

	if (agg->heap)
		sealstone_heap_part_end(agg->heap);
	if (agg->heap_slot)
		ExecDropSingleTupleTableSlot(agg->heap_slot);
	if (agg->cursor)
		sealstone_cursor_close(agg->cursor);
	agg->heap = NULL;
	agg->heap_slot = NULL;
	agg->cursor = NULL;
	if (agg->context)
		MemoryContextDelete(agg->context);
	if (agg->batch_context)
		MemoryContextDelete(agg->batch_context);
	agg->context = agg->batch_context = NULL;
}

static void
explain_clauses(SealedAggregate *agg, const char *label, List *clauses, List *ancestors, ExplainState *es)
{
	List	   *context = set_deparse_context_plan(es->deparse_cxt, agg->css.ss.ps.plan, ancestors);

	if (clauses != NIL)
		ExplainPropertyText(label, deparse_expression((Node *) make_ands_explicit(clauses), context,
													  es->verbose || list_length(es->rtable) > 1, false), es);
}

static void
explain_aggregate(CustomScanState *node, List *ancestors, ExplainState *es)
{
	SealedAggregate *agg = (SealedAggregate *) node;
	CustomScan *plan = (CustomScan *) node->ss.ps.plan;

	explain_clauses(agg, "Vector Filter", linitial(plan->custom_exprs), ancestors, es);
	explain_clauses(agg, "Row Filter", lsecond(plan->custom_exprs), ancestors, es);
	if (es->analyze)
	{
		AggregateCounts counts;

		sum_counts(agg, &counts);
		add_counts(&counts, &agg->workers);
		ExplainPropertyUInteger("Row Groups From Directory", NULL, counts.groups_summarized, es);
		ExplainPropertyUInteger("Row Groups Read", NULL, counts.groups_read, es);
		ExplainPropertyUInteger("Row Groups Skipped", NULL, counts.groups_skipped, es);
		ExplainPropertyUInteger("Pages Decoded", NULL, counts.pages_decoded, es);
		ExplainPropertyUInteger("Late Rows", NULL, counts.late_rows, es);
	}
}

/* ---------------------------------------------------------------- parallel */

static Size
estimate_dsm(CustomScanState *node, ParallelContext *pcxt)
{
	return sizeof(AggregateShared);
}

static void
parallel_start_over(SealedAggregate *agg)
{
	Relation	rel = agg->css.ss.ss_currentRelation;

	/* a view once taken must stay: the leader may have rows from it already */
	agg->shared->marks = agg->open ? sealstone_marks_limit(agg->marks) : sealstone_marks_position(rel);
	agg->shared->end_block = RelationGetNumberOfBlocks(rel);
	if (agg->open)
		agg->late_end = agg->shared->end_block;
	pg_atomic_write_u64(&agg->shared->next_group, 0);
	pg_atomic_write_u64(&agg->shared->next_block, 0);
}

static void
initialize_dsm(CustomScanState *node, ParallelContext *pcxt, void *coordinate)
{
	SealedAggregate *agg = (SealedAggregate *) node;

	agg->shared = coordinate;
	pg_atomic_init_u64(&agg->shared->next_group, 0);
	pg_atomic_init_u64(&agg->shared->next_block, 0);
	for (int i = 0; i < lengthof(agg->shared->counts); i++)
		pg_atomic_init_u64(&agg->shared->counts[i], 0);
	parallel_start_over(agg);
}

static void
reinitialize_dsm(CustomScanState *node, ParallelContext *pcxt, void *coordinate)
{
	((SealedAggregate *) node)->shared = coordinate;
	parallel_start_over((SealedAggregate *) node);
}

static void
initialize_worker(CustomScanState *node, shm_toc *toc, void *coordinate)
{
	((SealedAggregate *) node)->shared = coordinate;
}

/* A worker leaves its counts; the leader picks up what finished workers left. */
static void
shutdown_aggregate(CustomScanState *node)
{
	SealedAggregate *agg = (SealedAggregate *) node;
	AggregateCounts counts;

	if (agg->shared == NULL)
		return;
	if (IsParallelWorker())
	{
		sum_counts(agg, &counts);
		for (int i = 0; i < lengthof(agg->shared->counts); i++)
			pg_atomic_fetch_add_u64(&agg->shared->counts[i], ((uint64 *) &counts)[i]);
	}
	else
	{
		for (int i = 0; i < lengthof(agg->shared->counts); i++)
			((uint64 *) &agg->workers)[i] += pg_atomic_read_u64(&agg->shared->counts[i]);
	}
	agg->shared = NULL;
}

static const CustomExecMethods exec_methods = {
	.CustomName = "SealstoneAggregate",
	.BeginCustomScan = begin_aggregate,
	.ExecCustomScan = exec_aggregate,
	.EndCustomScan = end_aggregate,
	.ReScanCustomScan = rescan,
	.EstimateDSMCustomScan = estimate_dsm,
	.InitializeDSMCustomScan = initialize_dsm,
	.ReInitializeDSMCustomScan = reinitialize_dsm,
	.InitializeWorkerCustomScan = initialize_worker,
	.ShutdownCustomScan = shutdown_aggregate,
	.ExplainCustomScan = explain_aggregate,
};

static Node *
create_state(CustomScan *plan)
{
	SealedAggregate *agg = palloc0(sizeof(SealedAggregate));

	NodeSetTag(agg, T_CustomScanState);
	agg->css.methods = &exec_methods;
	return (Node *) agg;
}

const CustomScanMethods sealstone_aggregate_methods = {
	.CustomName = "SealstoneAggregate",
	.CreateCustomScanState = create_state,
};

void
sealstone_aggregate_node_init(void)
{
	RegisterCustomScanMethods(&sealstone_aggregate_methods);
}
