/*-------------------------------------------------------------------------
 *
 * scan_node.c
 *	  Column scan, seek and last point: the custom scan node over one sealed relation.
 *
 * Column rows come from a cursor (cursor.h) page by page; a row is formed in a virtual slot from the columns
 * the plan uses, other attributes being NULL there. Pages with few rows to form are not decoded: single
 * values are picked, all of a page at once where no page is looked at twice. Late rows follow; in an ordered scan they are merged.
 *
 * Contract: runs through ExecScan, with a recheck of every clause tested on vectors (EvalPlanQual). ctid and
 * tableoid are set; the planner does not offer this node for xmin and the like. The snapshot and the
 * marks are taken once, at the first row asked for, and hold over rescans: the node's snapshot is one. After an
 * error everything goes with the query's memory and resource owner.
 *
 * Parallel: workers take row groups, then stretches of late pages, from counters in shared memory.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/parallel.h"
#include "access/sysattr.h"
#include "catalog/pg_type_d.h"
#include "commands/explain.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "pgstat.h"
#include "port/atomics.h"
#include "storage/bufmgr.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/ruleutils.h"

#include "am/am.h"
#include "compat.h"
#include "exec/cursor.h"
#include "exec/filter.h"
#include "exec/late_rows.h"
#include "exec/scan_node.h"
#include "stats/query_stats.h"
#include "store/order.h"

#define FEW_ROWS		8		/* of a page: picked instead of decoded */
#define FIRST_ROWS		16		/* of an ordered pass: picked, for it may be left soon */
#define LATE_BLOCKS		16		/* taken by a worker at a time */
#define FEW_LATE_BLOCKS	16		/* of a late store: read whole rather than through an index */
#define PASS_BYTES		(512 * 1024)	/* of pages kept by a pass in order over all */
#define FIRST_WINDOW	64		/* column rows beside which late rows are read first, where they are read window by window */
#define LATE_SEEKS		100		/* passes after which reading all late rows once is thought to pay, if they fit */

typedef struct ScanCounts
{
	uint64		groups_read;
	uint64		groups_skipped;
	uint64		pages_decoded;
	uint64		values_picked;
	uint64		late_rows;
} ScanCounts;

typedef struct ParallelState
{
	uint64		marks;			/* position in the delete log: the same for all */
	BlockNumber end_block;
	pg_atomic_uint64 next_group;
	pg_atomic_uint64 next_block;
	pg_atomic_uint64 counts[sizeof(ScanCounts) / sizeof(uint64)];	/* of finished workers */
} ParallelState;

typedef enum ScanPhase
{
	PHASE_START,
	PHASE_COLUMNS,
	PHASE_LATE,
	PHASE_DONE
} ScanPhase;

typedef struct SealedScan
{
	CustomScanState css;
	bool		ordered;
	bool		backward;
	bool		last_point;
	bool		ties;			/* last point: all rows of the winning time */
	bool		feeds_changes;	/* an UPDATE, DELETE or row lock of this relation */
	SealstoneReadPath path;
	int			nfilters;
	SealstoneFilter *filter;
	ExprState  *recheck;		/* the same clauses, on a row */
	MemoryContext context;		/* the node's life */

	/* columns of rows: those that the plan above uses, then those that only the clauses tested on vectors do */
	int			nneeded;		/* of column rows: the former, their clauses having been tested */
	int			nlate_needed;	/* of late rows: both */
	AttrNumber *needed;
	AttrNumber	last_needed;
	TupleTableSlot *row_slot;	/* virtual: where rows are formed */

	bool		open;
	SealstoneMarks *marks;
	SealstoneCursor *cursor;
	SealstoneHeapPart *heap;
	TupleTableSlot *heap_slot;	/* NULL: no late store */
	BlockNumber late_first;
	BlockNumber late_end;

	/*
	 * Late rows in memory (ordered, or probed again and again): of this pass those in [late_from, late_to); next to
	 * come is next_late in the direction of the scan.
	 */
	SealstoneLateRows *late;
	TupleTableSlot *late_slot;
	int64		late_from;
	int64		late_to;
	int64		next_late;
	bool		late_checked;	/* the row at next_late passes the filters */
	int			before_late;	/* ordered: so many of the batch's selected rows come before it, as far as known */
	int			passes;

	/*
	 * Windows: of an ordered pass that may be left soon, only the late rows beside the column rows at hand are read. There
	 * are more while more_late; those lie past window_row (backward: rows from it on are within, forward: rows before it),
	 * their second key column in [rest_low, rest_high].
	 */
	bool		more_late;
	uint64		window_row;
	uint64		window_size;
	int64		rest_low;
	int64		rest_high;
	Datum		key[SEALSTONE_MAX_KEYS];
	bool		key_null[SEALSTONE_MAX_KEYS];

	ScanPhase	phase;
	bool		pass_done;		/* column rows are at their end */
	uint64		run_row;		/* last point: where the next run begins */
	bool		in_ties;		/* last point: the cursor's window holds the rows that win or tie in a run */
	SealstoneLeaveOut leave_out;	/* last point: runs that cannot win; may be NULL */
	void	   *leave_out_arg;
	bool		stretch_open;	/* parallel: heap is on a stretch of pages */
	int			nselected;
	int			next;
	bool		decoded;		/* vector[] is that of the batch */
	int			picked;			/* rows picked in this pass */
	bool		once;			/* no page is looked at twice in this pass, but by rows of one batch */
	bool		gathered;		/* few[], few_null[] are those of the batch */
	SealstoneVector **vector;	/* of needed[] */
	Datum	   *few;			/* FEW_ROWS of each of needed[] */
	bool	   *few_null;
	uint16		selected[SEALSTONE_PAGE_VALUES];

	ParallelState *shared;
	ScanCounts	counts;			/* without what the cursor still counts */
	ScanCounts	workers;
} SealedScan;

/* ---------------------------------------------------------------- begin and end */

static void
find_needed(SealedScan *scan)
{
	CustomScan *plan = (CustomScan *) scan->css.ss.ps.plan;
	int			natts = RelationGetNumberOfAttributes(scan->css.ss.ss_currentRelation);
	Bitmapset  *attnos = NULL;
	Bitmapset  *tested = NULL;
	bool		whole;

	pull_varattnos((Node *) plan->scan.plan.targetlist, plan->scan.scanrelid, &attnos);
	pull_varattnos((Node *) plan->scan.plan.qual, plan->scan.scanrelid, &attnos);
	pull_varattnos((Node *) plan->custom_exprs, plan->scan.scanrelid, &tested);
	whole = bms_is_member(0 - FirstLowInvalidHeapAttributeNumber, attnos);

	scan->needed = palloc(sizeof(AttrNumber) * Max(natts, 1));
	for (AttrNumber attnum = 1; attnum <= natts; attnum++)
		if (whole || bms_is_member(attnum - FirstLowInvalidHeapAttributeNumber, attnos))
		{
			scan->needed[scan->nneeded++] = attnum;
			scan->last_needed = attnum;
		}
	scan->nlate_needed = scan->nneeded;
	for (AttrNumber attnum = 1; attnum <= natts && !whole; attnum++)
		if (bms_is_member(attnum - FirstLowInvalidHeapAttributeNumber, tested) &&
			!bms_is_member(attnum - FirstLowInvalidHeapAttributeNumber, attnos))
		{
			scan->needed[scan->nlate_needed++] = attnum;
			scan->last_needed = Max(scan->last_needed, attnum);
		}
	scan->vector = palloc0(sizeof(SealstoneVector *) * Max(scan->nneeded, 1));
	scan->few = palloc(sizeof(Datum) * FEW_ROWS * Max(scan->nneeded, 1));
	scan->few_null = palloc(sizeof(bool) * FEW_ROWS * Max(scan->nneeded, 1));
	bms_free(attnos);
	bms_free(tested);
}

/* Are rows of this relation what the statement updates, deletes or locks? */
static bool
changes_relation(const PlannedStmt *statement, Index relid)
{
	ListCell   *cell;

	if (list_member_int(statement->resultRelations, relid))
		return true;
	foreach(cell, statement->rowMarks)
	{
		PlanRowMark *mark = lfirst_node(PlanRowMark, cell);

		if (mark->rti == relid && RowMarkRequiresRowShareLock(mark->markType))
			return true;
	}
	return false;
}

static void
begin_scan(CustomScanState *node, EState *estate, int eflags)
{
	SealedScan *scan = (SealedScan *) node;
	CustomScan *plan = (CustomScan *) node->ss.ps.plan;
	int			flags = linitial_int((List *) linitial(plan->custom_private));
	ListCell   *cell;
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;

	scan->ordered = (flags & SEALSTONE_SCAN_ORDERED) != 0;
	scan->backward = (flags & SEALSTONE_SCAN_BACKWARD) != 0;
	scan->last_point = (flags & SEALSTONE_SCAN_LAST_POINT) != 0;
	scan->ties = (flags & SEALSTONE_SCAN_TIES) != 0;
	Assert(!scan->last_point || plan->scan.plan.qual == NIL);
	scan->context = AllocSetContextCreate(estate->es_query_cxt, "sealstone scan node", ALLOCSET_DEFAULT_SIZES);

	/*
	 * Under EvalPlanQual rows may come in slots of the table's kind, and ExecScan fetches one by its TID into the
	 * scan slot itself: it must be of that kind then, and rows of our own are formed beside it.
	 */
	scan->row_slot = slot;
	if (estate->es_epq_active)
	{
		node->ss.ss_ScanTupleSlot = ExecAllocTableSlot(&estate->es_tupleTable, slot->tts_tupleDescriptor,
													   table_slot_callbacks(node->ss.ss_currentRelation));
		node->ss.ps.scanopsfixed = false;
		ExecAssignScanProjectionInfo(&node->ss);
		node->ss.ps.qual = ExecInitQual(plan->scan.plan.qual, &node->ss.ps);
	}
	scan->recheck = ExecInitQual(plan->custom_exprs, &node->ss.ps);

	scan->filter = palloc0(sizeof(SealstoneFilter) * Max(list_length(plan->custom_exprs), 1));
	foreach(cell, plan->custom_exprs)
	{
		SealstoneFilterSpec spec;

		if (!sealstone_filter_classify(plan->scan.scanrelid, lfirst(cell), &spec))
			elog(ERROR, "clause of a column scan is no filter");
		sealstone_filter_init(&scan->filter[scan->nfilters++], &spec, &node->ss.ps);
	}
	find_needed(scan);
	scan->feeds_changes = estate->es_epq_active == NULL && changes_relation(estate->es_plannedstmt, plan->scan.scanrelid);
	memset(slot->tts_isnull, true, sizeof(bool) * slot->tts_tupleDescriptor->natts);
	memset(slot->tts_values, 0, sizeof(Datum) * slot->tts_tupleDescriptor->natts);
}

static void
open_late_rows(SealedScan *scan)
{
	Relation	rel = scan->css.ss.ss_currentRelation;
	MemoryContext old = MemoryContextSwitchTo(scan->context);

	scan->late = sealstone_late_rows_open(rel, scan->cursor->info);
	scan->late_slot = MakeSingleTupleTableSlot(RelationGetDescr(rel), &TTSOpsHeapTuple);
	MemoryContextSwitchTo(old);
}

/*
 * May late rows be read window by window? The pass is in the order of two key columns, of which the first has one value and the
 * second is an integer or time without NULLs, and the index has both: then a late row's place is known by its keys,
 * and that of a changed row by its old place.
 */
static bool
windows_possible(SealedScan *scan)
{
	SealstoneCursor *cursor = scan->cursor;
	const SealstoneInfo *info = cursor->info;
	TupleDesc	desc = RelationGetDescr(cursor->rel);
	AttrNumber	attnum;

	if (!scan->ordered || !scan->late->index_second || info->usable_keys != 2 || cursor->nintervals != 1)
		return false;
	attnum = info->key[1].attnum;
	switch (TupleDescAttr(desc, attnum - 1)->atttypid)
	{
		case INT2OID:
		case INT4OID:
		case INT8OID:
		case DATEOID:
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
			return cursor->lead.range || sealstone_att_is_not_null(desc, attnum - 1);
		default:
			return false;
	}
}

/* Read the late rows of the next window; false when there is none. What the reader has returned is gone. */
static bool
next_window(SealedScan *scan)
{
	SealstoneCursor *cursor = scan->cursor;
	SealstoneReader *reader = cursor->reader;
	const SealstoneKeyInfo *key = &cursor->info->key[1];
	SealstoneInterval *interval = &cursor->interval[0];
	int16		length = TupleDescAttr(RelationGetDescr(cursor->rel), key->attnum - 1)->attlen;
	SealstoneLead lead = cursor->lead;
	int64		low = scan->rest_low;
	int64		high = scan->rest_high;

	if (!scan->more_late)
		return false;
	scan->more_late = false;
	if (scan->backward ? scan->window_row - interval->first > scan->window_size :
		interval->end - scan->window_row > scan->window_size)
	{
		uint64		row = scan->backward ? scan->window_row - scan->window_size : scan->window_row + scan->window_size - 1;
		bool		isnull;
		Datum		value = sealstone_reader_value(reader, row, key->attnum, &isnull);
		int64		slot = sealstone_order_slot(length, value);

		/* all rows with this value are within; so it has neighbours on the other side, and stepping past it is safe */
		row = sealstone_reader_search_key(reader, 1, value, isnull, !scan->backward, interval->first, interval->end);
		if (!isnull && row > interval->first && row < interval->end)
		{
			scan->more_late = true;
			scan->window_row = row;
			scan->window_size *= 8;
			if (scan->backward != key->desc)
			{
				low = slot;
				scan->rest_high = slot - 1;
			}
			else
			{
				high = slot;
				scan->rest_low = slot + 1;
			}
		}
	}
	lead.range = true;
	lead.low = sealstone_order_datum(length, low);
	lead.high = sealstone_order_datum(length, high);
	sealstone_late_rows_seek(scan->late, scan->css.ss.ps.state->es_snapshot, scan->marks, scan->heap_slot, reader, &lead);
	scan->decoded = scan->gathered = false;
	sealstone_late_rows_stretch(scan->late, &lead, &scan->late_from, &scan->late_to);
	scan->next_late = scan->backward ? scan->late_to - 1 : scan->late_from;
	scan->late_checked = false;
	return true;
}

static void
first_window(SealedScan *scan)
{
	SealstoneCursor *cursor = scan->cursor;
	int16		length = TupleDescAttr(RelationGetDescr(cursor->rel), cursor->info->key[1].attnum - 1)->attlen;

	scan->more_late = true;
	scan->window_size = FIRST_WINDOW;
	scan->window_row = scan->backward ? cursor->interval[0].end : cursor->interval[0].first;
	scan->rest_low = PG_INT64_MIN >> (64 - length * 8);
	scan->rest_high = PG_INT64_MAX >> (64 - length * 8);
	if (cursor->lead.range)
	{
		scan->rest_low = sealstone_order_slot(length, cursor->lead.low);
		scan->rest_high = sealstone_order_slot(length, cursor->lead.high);
	}
	(void) next_window(scan);
}

/* Late rows of this pass: found through an index while that is less work than reading them all once. */
static void
start_late_rows(SealedScan *scan)
{
	SealstoneLateRows *late = scan->late;
	const SealstoneLead *lead = &scan->cursor->lead;
	Snapshot	snapshot = scan->css.ss.ps.state->es_snapshot;

	scan->late_from = scan->late_to = 0;
	scan->more_late = false;
	if (!scan->cursor->none)
	{
		if (!late->complete)
		{
			BlockNumber blocks = scan->late_end - scan->late_first;
			bool		fits = (double) blocks * BLCKSZ <= work_mem * 1024.0;

			if (OidIsValid(late->index) && lead->equal && blocks > FEW_LATE_BLOCKS && windows_possible(scan))
			{
				first_window(scan);
				return;
			}
			if (OidIsValid(late->index) && lead->equal && blocks > FEW_LATE_BLOCKS && (scan->passes <= LATE_SEEKS || !fits))
				sealstone_late_rows_seek(late, snapshot, scan->marks, scan->heap_slot, scan->cursor->reader, lead);
			else
				sealstone_late_rows_load(late, snapshot, scan->marks, scan->heap_slot);
		}
		sealstone_late_rows_stretch(late, lead, &scan->late_from, &scan->late_to);
	}
	scan->next_late = scan->backward ? scan->late_to - 1 : scan->late_from;
	scan->late_checked = false;
}

/* Take the snapshot's view of the relation: marks, then columns and late store. */
static void
open_scan(SealedScan *scan)
{
	Relation	rel = scan->css.ss.ss_currentRelation;
	Snapshot	snapshot = scan->css.ss.ps.state->es_snapshot;
	MemoryContext old = MemoryContextSwitchTo(scan->context);
	SealstoneLate late;

	if (!sealstone_relation_is_sealed(rel))
		elog(ERROR, "relation \"%s\" is not sealed", RelationGetRelationName(rel));
	sealstone_begin_read(rel, snapshot);
	scan->marks = sealstone_marks_open(rel, scan->shared ? scan->shared->marks : SEALSTONE_MARKS_NOW);
	scan->cursor = sealstone_cursor_open(rel, scan->marks, scan->filter, scan->nfilters, scan->backward);
	sealstone_late_state(rel, &late);
	scan->late_first = late.first_block;
	scan->late_end = scan->shared ? scan->shared->end_block : late.first_block + late.blocks;
	if (scan->late_end > scan->late_first)
	{
		scan->heap_slot = MakeSingleTupleTableSlot(RelationGetDescr(rel), &TTSOpsBufferHeapTuple);
		if (scan->ordered)
			open_late_rows(scan);
	}
	scan->open = true;
	pgstat_count_heap_scan(rel);
	MemoryContextSwitchTo(old);
}

static void
start_pass(SealedScan *scan)
{
	if (!scan->open)
		open_scan(scan);
	sealstone_cursor_start(scan->cursor, scan->css.ss.ps.ps_ExprContext);
	scan->once = scan->path == SEALSTONE_PATH_COLUMN_SCAN ||
		(!scan->cursor->lead.equal && !scan->css.ss.ps.plan->extParam);
	if (scan->path == SEALSTONE_PATH_COLUMN_SCAN)
		sealstone_reader_scan_mode(scan->cursor->reader, NULL);	/* from here on each page is looked at once */
	else if (scan->once)
		sealstone_reader_keep(scan->cursor->reader, PASS_BYTES);	/* likewise, but for rows merged and picked */
	if (scan->shared)
		sealstone_cursor_window(scan->cursor, 0, 0);
	scan->nselected = scan->next = 0;
	scan->picked = 0;
	scan->run_row = 0;
	scan->in_ties = false;
	scan->pass_done = false;
	scan->stretch_open = false;
	scan->passes++;
	scan->before_late = 0;
	if (!scan->ordered && scan->passes == 2 && scan->path == SEALSTONE_PATH_SEEK && scan->heap_slot && !scan->shared)
	{
		BlockNumber blocks = scan->late_end - scan->late_first;

		/* a probe that comes again and again must not walk the late store each time */
		if ((double) blocks * BLCKSZ <= work_mem * 1024.0)
			open_late_rows(scan);
	}
	if (scan->late)
		start_late_rows(scan);
	if (scan->heap && !scan->shared)
		sealstone_heap_part_rescan(scan->heap, NULL, InvalidBlockNumber, InvalidBlockNumber);
	scan->phase = PHASE_COLUMNS;
}

/* ---------------------------------------------------------------- column rows */

/* Last point: the first page with a row that passes, in the next run that has one. */
static bool
next_run(SealedScan *scan)
{
	SealstoneCursor *cursor = scan->cursor;

	while (scan->run_row < cursor->info->nrows)
	{
		SealstoneRun run;

		CHECK_FOR_INTERRUPTS();
		sealstone_reader_advance(cursor->reader);
		sealstone_reader_run_at(cursor->reader, scan->run_row, &run);
		scan->run_row = run.end_row;
		if (scan->leave_out && scan->leave_out(scan->leave_out_arg, run.key, run.isnull))
			continue;
		sealstone_cursor_window(cursor, run.first_row, run.end_row);
		if (sealstone_cursor_next(cursor))
			return true;
	}
	return false;
}

/*
 * Last point, after next_run: rows that are as far from the run's end as the one found, by the second key column. Where there
 * may be any, the cursor is set to all of them that pass.
 */
static void
find_ties(SealedScan *scan)
{
	SealstoneCursor *cursor = scan->cursor;
	SealstoneReader *reader = cursor->reader;
	uint64		winner = PG_UINT64_MAX;
	uint64		neighbour;
	SealstoneRun run;
	Datum		value;
	bool		isnull;

	for (int word = 0; word < SEALSTONE_NULL_WORDS; word++)
	{
		int			at = scan->backward ? SEALSTONE_NULL_WORDS - 1 - word : word;
		uint64		bits = cursor->batch.bitmap[at];

		if (bits == 0)
			continue;
		winner = cursor->batch.first_row + at * 64 + (scan->backward ? 63 - __builtin_clzll(bits) : __builtin_ctzll(bits));
		break;
	}
	Assert(winner != PG_UINT64_MAX);
	sealstone_reader_run_at(reader, winner, &run);
	value = sealstone_reader_value(reader, winner, cursor->info->key[1].attnum, &isnull);
	neighbour = scan->backward ?
		sealstone_reader_search_key(reader, 1, value, isnull, false, run.first_row, winner + 1) :
		sealstone_reader_search_key(reader, 1, value, isnull, true, winner, run.end_row);
	if (scan->backward ? neighbour >= winner : neighbour <= winner + 1)
		return;
	sealstone_cursor_window(cursor, scan->backward ? neighbour : winner, scan->backward ? winner + 1 : neighbour);
	scan->in_ties = sealstone_cursor_next(cursor);
	Assert(scan->in_ties);
}

static bool
next_batch(SealedScan *scan)
{
	SealstoneCursor *cursor = scan->cursor;
	bool		found;

	if (scan->pass_done)
		return false;
	if (scan->shared)
	{
		while (!(found = sealstone_cursor_next(cursor)))
		{
			uint64		number = pg_atomic_fetch_add_u64(&scan->shared->next_group, 1);
			SealstoneGroup group;

			if (number >= cursor->info->ngroups)
				break;
			sealstone_reader_group(cursor->reader, number, &group);
			sealstone_cursor_window(cursor, group.first_row, group.first_row + group.rows);
			scan->counts.groups_skipped++;	/* those entered are taken off when shown */
		}
	}
	else if (scan->in_ties && sealstone_cursor_next(cursor))
		found = true;
	else if (scan->last_point)
	{
		scan->in_ties = false;
		found = next_run(scan);
		if (found && scan->ties)
			find_ties(scan);
	}
	else
		found = sealstone_cursor_next(cursor);
	if (!found)
	{
		scan->pass_done = true;
		if (!scan->shared)
			scan->counts.groups_skipped += cursor->info->ngroups - Min(cursor->groups_entered, cursor->info->ngroups);
		return false;
	}

	scan->nselected = 0;
	for (int word = 0; word < SEALSTONE_NULL_WORDS; word++)
	{
		uint64		bits = cursor->batch.bitmap[word];

		while (bits != 0)
		{
			scan->selected[scan->nselected++] = word * 64 + __builtin_ctzll(bits);
			bits &= bits - 1;
		}
	}
	if (scan->last_point && !scan->in_ties)
	{
		if (scan->backward)
			scan->selected[0] = scan->selected[scan->nselected - 1];
		scan->nselected = 1;
	}
	scan->next = 0;
	scan->decoded = scan->gathered = false;
	if (scan->feeds_changes)
		sealstone_relocate_expect(cursor->rel, cursor->batch.first_row, scan->selected, scan->nselected, scan->backward);
	return true;
}

/* Take the values of the batch's few rows out of their page. */
static void
gather(SealedScan *scan)
{
	const SealstoneBatch *batch = &scan->cursor->batch;

	for (int i = 0; i < scan->nneeded; i++)
		sealstone_reader_gather(scan->cursor->reader, scan->needed[i], batch->group, batch->page, scan->selected, scan->nselected,
								scan->few + i * FEW_ROWS, scan->few_null + i * FEW_ROWS);
	scan->gathered = true;
}

/* Form the next selected row of the batch in the scan slot, without stepping past it. */
static TupleTableSlot *
form_row(SealedScan *scan)
{
	TupleTableSlot *slot = scan->row_slot;
	SealstoneCursor *cursor = scan->cursor;
	int			place = scan->backward ? scan->nselected - 1 - scan->next : scan->next;
	int			index = scan->selected[place];
	uint64		row = cursor->batch.first_row + index;

	ExecClearTuple(slot);
	if (!scan->decoded && scan->once && scan->nselected <= FEW_ROWS)
	{
		if (!scan->gathered)
			gather(scan);
		for (int i = 0; i < scan->nneeded; i++)
		{
			slot->tts_values[scan->needed[i] - 1] = scan->few[i * FEW_ROWS + place];
			slot->tts_isnull[scan->needed[i] - 1] = scan->few_null[i * FEW_ROWS + place];
		}
	}
	else if (!scan->decoded && (scan->nselected <= FEW_ROWS || (scan->ordered && scan->picked < FIRST_ROWS)))
	{
		for (int i = 0; i < scan->nneeded; i++)
		{
			AttrNumber	attnum = scan->needed[i];

			slot->tts_values[attnum - 1] = sealstone_reader_value(cursor->reader, row, attnum, &slot->tts_isnull[attnum - 1]);
		}
		scan->picked++;
	}
	else
	{
		int			word = index / 64;
		uint64		bit = UINT64CONST(1) << (index % 64);

		if (!scan->decoded)
		{
			for (int i = 0; i < scan->nneeded; i++)
				scan->vector[i] = sealstone_reader_page(cursor->reader, scan->needed[i], cursor->batch.group,
														cursor->batch.page, SEALSTONE_ACCEPT_FLAT);
			scan->decoded = true;
		}
		for (int i = 0; i < scan->nneeded; i++)
		{
			AttrNumber	attnum = scan->needed[i];
			SealstoneVector *vector = scan->vector[i];
			bool		isnull = (vector->nulls[word] & bit) != 0;

			slot->tts_values[attnum - 1] = isnull ? (Datum) 0 : (Datum) vector->values[index];
			slot->tts_isnull[attnum - 1] = isnull;
		}
	}
	/* a late row may have left something there */
	for (int i = scan->nneeded; i < scan->nlate_needed; i++)
	{
		slot->tts_values[scan->needed[i] - 1] = (Datum) 0;
		slot->tts_isnull[scan->needed[i] - 1] = true;
	}
	sealstone_row_tid(row, &slot->tts_tid);
	slot->tts_tableOid = RelationGetRelid(scan->css.ss.ss_currentRelation);
	return ExecStoreVirtualTuple(slot);
}

/* ---------------------------------------------------------------- late rows */

/* Form a late row in the scan slot, pointing into its tuple. */
static void
put_late_row(SealedScan *scan, TupleTableSlot *from)
{
	TupleTableSlot *slot = scan->row_slot;

	ExecClearTuple(slot);
	if (scan->last_needed > 0)
		slot_getsomeattrs(from, scan->last_needed);
	for (int i = 0; i < scan->nlate_needed; i++)
	{
		AttrNumber	attnum = scan->needed[i];

		slot->tts_values[attnum - 1] = from->tts_values[attnum - 1];
		slot->tts_isnull[attnum - 1] = from->tts_isnull[attnum - 1];
	}
	slot->tts_tid = from->tts_tid;
	slot->tts_tableOid = RelationGetRelid(scan->css.ss.ss_currentRelation);
	ExecStoreVirtualTuple(slot);
}

/* The same, and true when it passes the filters. */
static bool
form_late_row(SealedScan *scan, TupleTableSlot *from)
{
	ExprContext *econtext = scan->css.ss.ps.ps_ExprContext;
	bool		passes;

	put_late_row(scan, from);
	if (scan->recheck == NULL)
		return true;
	econtext->ecxt_scantuple = scan->row_slot;
	passes = ExecQual(scan->recheck, econtext);
	ResetExprContext(econtext);
	return passes;
}

/* The next of the late rows in memory that passes, not yet stepped past. */
static bool
peek_late(SealedScan *scan)
{
	while (scan->next_late >= scan->late_from && scan->next_late < scan->late_to)
	{
		if (scan->late_checked)
			return true;
		CHECK_FOR_INTERRUPTS();
		ExecStoreHeapTuple(scan->late->row[scan->next_late].tuple, scan->late_slot, false);
		scan->late_slot->tts_tid = scan->late->row[scan->next_late].tuple->t_self;
		if (form_late_row(scan, scan->late_slot))
		{
			scan->late_checked = true;
			return true;
		}
		scan->next_late += scan->backward ? -1 : 1;
	}
	return false;
}

/* Give the late row just peeked at. */
static TupleTableSlot *
take_late(SealedScan *scan)
{
	ExecStoreHeapTuple(scan->late->row[scan->next_late].tuple, scan->late_slot, false);
	scan->late_slot->tts_tid = scan->late->row[scan->next_late].tuple->t_self;
	put_late_row(scan, scan->late_slot);
	scan->next_late += scan->backward ? -1 : 1;
	scan->late_checked = false;
	scan->counts.late_rows++;
	return scan->row_slot;
}

static TupleTableSlot *
next_late_row(SealedScan *scan)
{
	Relation	rel = scan->css.ss.ss_currentRelation;

	if (scan->heap_slot == NULL)
		return NULL;
	for (;;)
	{
		CHECK_FOR_INTERRUPTS();
		if (scan->heap == NULL)
		{
			MemoryContext old = MemoryContextSwitchTo(scan->context);

			scan->heap = sealstone_heap_part_begin(rel, scan->css.ss.ps.state->es_snapshot, scan->marks,
												   scan->late_first, scan->shared ? scan->late_first : InvalidBlockNumber);
			MemoryContextSwitchTo(old);
		}
		if (scan->shared && !scan->stretch_open)
		{
			uint64		block = scan->late_first + pg_atomic_fetch_add_u64(&scan->shared->next_block, LATE_BLOCKS);

			if (block >= scan->late_end)
				return NULL;
			sealstone_heap_part_rescan(scan->heap, NULL, (BlockNumber) block,
									   (BlockNumber) Min(block + LATE_BLOCKS, scan->late_end));
			scan->stretch_open = true;
		}
		while (sealstone_heap_part_next(scan->heap, ForwardScanDirection, scan->heap_slot))
		{
			if (form_late_row(scan, scan->heap_slot))
			{
				scan->counts.late_rows++;
				return scan->row_slot;
			}
		}
		if (!scan->shared)
			return NULL;
		scan->stretch_open = false;
	}
}

/* ---------------------------------------------------------------- one row */

/* Does the late row at hand come before the batch's row number i, in the direction of the scan? */
static bool
late_comes_first(SealedScan *scan, int i)
{
	const SealstoneInfo *info = scan->cursor->info;
	int			index = scan->selected[scan->backward ? scan->nselected - 1 - i : i];
	int			cmp;

	for (int k = 0; k < scan->late->nkeys; k++)
		scan->key[k] = sealstone_reader_value(scan->cursor->reader, scan->cursor->batch.first_row + index,
											  info->key[k].attnum, &scan->key_null[k]);
	cmp = sealstone_late_row_compare(scan->late, &scan->late->row[scan->next_late], scan->key, scan->key_null);
	return scan->backward ? cmp > 0 : cmp < 0;
}

/* How many of the batch's selected rows lie within the window of late rows: those up to it, in the direction of the scan. */
static int
rows_in_window(SealedScan *scan)
{
	int			low = scan->next;
	int			high = scan->nselected;

	while (low < high)
	{
		int			middle = (low + high) / 2;
		uint64		row = scan->cursor->batch.first_row +
			scan->selected[scan->backward ? scan->nselected - 1 - middle : middle];

		if (scan->backward ? row >= scan->window_row : row < scan->window_row)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* How many of the batch's selected rows precede the late row at hand: mostly all, or few. */
static int
rows_before_late(SealedScan *scan)
{
	int			low = scan->next;
	int			high = scan->nselected;
	int			step = 1;

	while (low < high)
	{
		int			middle = Min(low + step - 1, high - 1);

		if (late_comes_first(scan, middle))
		{
			high = middle;
			break;
		}
		low = middle + 1;
		step *= 4;
	}
	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (late_comes_first(scan, middle))
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static TupleTableSlot *
next_ordered(SealedScan *scan)
{
	if (scan->next >= scan->nselected)
	{
		scan->before_late = 0;
		if (!next_batch(scan))
		{
			while (!peek_late(scan))
				if (!next_window(scan))
					return NULL;
			return take_late(scan);
		}
	}
	while (scan->next >= scan->before_late)
	{
		if (peek_late(scan))
		{
			scan->before_late = rows_before_late(scan);
			if (scan->before_late == scan->next)
				return take_late(scan);
		}
		else if (scan->more_late)
		{
			scan->before_late = rows_in_window(scan);
			if (scan->before_late == scan->next)
				(void) next_window(scan);
		}
		else
			scan->before_late = scan->nselected;
	}
	form_row(scan);
	scan->next++;
	return scan->row_slot;
}

static TupleTableSlot *
next_row(ScanState *ss)
{
	SealedScan *scan = (SealedScan *) ss;
	TupleTableSlot *slot;

	switch (scan->phase)
	{
		case PHASE_START:
			start_pass(scan);
			/* FALLTHROUGH */
		case PHASE_COLUMNS:
			if (scan->late && scan->ordered)
			{
				slot = next_ordered(scan);
				if (slot == NULL)
					break;
				pgstat_count_heap_getnext(ss->ss_currentRelation);
				return slot;
			}
			if (scan->next < scan->nselected || next_batch(scan))
			{
				slot = form_row(scan);
				scan->next++;
				pgstat_count_heap_getnext(ss->ss_currentRelation);
				return slot;
			}
			scan->phase = PHASE_LATE;
			/* FALLTHROUGH */
		case PHASE_LATE:
			if (scan->late)
				slot = peek_late(scan) ? take_late(scan) : NULL;
			else
				slot = next_late_row(scan);
			if (slot == NULL)
				break;
			pgstat_count_heap_getnext(ss->ss_currentRelation);
			return slot;
		case PHASE_DONE:
			break;
	}
	scan->phase = PHASE_DONE;
	return ExecClearTuple(scan->row_slot);
}

static bool
recheck_row(ScanState *ss, TupleTableSlot *slot)
{
	SealedScan *scan = (SealedScan *) ss;
	ExprContext *econtext = ss->ps.ps_ExprContext;

	econtext->ecxt_scantuple = slot;
	return ExecQual(scan->recheck, econtext);
}

static TupleTableSlot *
exec_scan(CustomScanState *node)
{
	return ExecScan(&node->ss, next_row, recheck_row);
}

static void
rescan(CustomScanState *node)
{
	SealedScan *scan = (SealedScan *) node;

	ExecScanReScan(&node->ss);
	scan->phase = PHASE_START;
}

/* ---------------------------------------------------------------- counts */

static void
sum_counts(SealedScan *scan, ScanCounts *counts)
{
	*counts = scan->counts;
	if (scan->cursor)
	{
		const SealstoneReaderCounts *reader = sealstone_reader_counts(scan->cursor->reader);

		counts->groups_read += scan->cursor->groups_read;
		counts->pages_decoded += reader->pages_decoded;
		counts->values_picked += reader->values_picked;
		if (scan->shared)
			counts->groups_skipped -= Min(counts->groups_skipped, scan->cursor->groups_read);
	}
}

static void
add_counts(ScanCounts *to, const ScanCounts *from)
{
	uint64	   *a = (uint64 *) to;
	const uint64 *b = (const uint64 *) from;

	for (int i = 0; i < sizeof(ScanCounts) / sizeof(uint64); i++)
		a[i] += b[i];
}

static void
end_scan(CustomScanState *node)
{
	SealedScan *scan = (SealedScan *) node;
	ScanCounts	counts;

	sum_counts(scan, &counts);
	add_counts(&counts, &scan->workers);
	if (scan->open && !IsParallelWorker())
		sealstone_query_note(scan->path,
							 counts.groups_read, counts.groups_skipped);

	if (scan->row_slot)
		ExecClearTuple(scan->row_slot);
	if (scan->late_slot)
		ExecDropSingleTupleTableSlot(scan->late_slot);
	if (scan->heap)
		sealstone_heap_part_end(scan->heap);
	if (scan->heap_slot)
		ExecDropSingleTupleTableSlot(scan->heap_slot);
	if (scan->cursor)
		sealstone_cursor_close(scan->cursor);
	scan->heap_slot = scan->late_slot = NULL;
	scan->heap = NULL;
	scan->cursor = NULL;
	if (scan->context)
		MemoryContextDelete(scan->context);
	scan->context = NULL;
}

static void
explain_scan(CustomScanState *node, List *ancestors, ExplainState *es)
{
	SealedScan *scan = (SealedScan *) node;
	CustomScan *plan = (CustomScan *) node->ss.ps.plan;

	if (plan->custom_exprs != NIL)
	{
		List	   *context = set_deparse_context_plan(es->deparse_cxt, &plan->scan.plan, ancestors);
		Node	   *clause = (Node *) make_ands_explicit(plan->custom_exprs);

		ExplainPropertyText("Vector Filter", deparse_expression(clause, context, es->verbose || list_length(es->rtable) > 1, false), es);
	}
	if (scan->ordered)
		ExplainPropertyText("Order", scan->backward ? "backward" : "forward", es);
	if (es->analyze)
	{
		ScanCounts	counts;

		sum_counts(scan, &counts);
		add_counts(&counts, &scan->workers);
		ExplainPropertyUInteger("Row Groups Read", NULL, counts.groups_read, es);
		ExplainPropertyUInteger("Row Groups Skipped", NULL, counts.groups_skipped, es);
		ExplainPropertyUInteger("Pages Decoded", NULL, counts.pages_decoded, es);
		ExplainPropertyUInteger("Values Picked", NULL, counts.values_picked, es);
		ExplainPropertyUInteger("Late Rows", NULL, counts.late_rows, es);
	}
}

/* ---------------------------------------------------------------- parallel */

static Size
estimate_dsm(CustomScanState *node, ParallelContext *pcxt)
{
	return sizeof(ParallelState);
}

static void
parallel_start_over(SealedScan *scan)
{
	Relation	rel = scan->css.ss.ss_currentRelation;

	/* a view once taken must stay: the leader may have rows from it already */
	scan->shared->marks = scan->open ? sealstone_marks_limit(scan->marks) : sealstone_marks_position(rel);
	scan->shared->end_block = RelationGetNumberOfBlocks(rel);
	if (scan->open)
		scan->late_end = scan->shared->end_block;
	pg_atomic_write_u64(&scan->shared->next_group, 0);
	pg_atomic_write_u64(&scan->shared->next_block, 0);
}

static void
initialize_dsm(CustomScanState *node, ParallelContext *pcxt, void *coordinate)
{
	SealedScan *scan = (SealedScan *) node;

	scan->shared = coordinate;
	pg_atomic_init_u64(&scan->shared->next_group, 0);
	pg_atomic_init_u64(&scan->shared->next_block, 0);
	for (int i = 0; i < lengthof(scan->shared->counts); i++)
		pg_atomic_init_u64(&scan->shared->counts[i], 0);
	parallel_start_over(scan);
}

static void
reinitialize_dsm(CustomScanState *node, ParallelContext *pcxt, void *coordinate)
{
	((SealedScan *) node)->shared = coordinate;
	parallel_start_over((SealedScan *) node);
}

static void
initialize_worker(CustomScanState *node, shm_toc *toc, void *coordinate)
{
	((SealedScan *) node)->shared = coordinate;
}

/* A worker leaves its counts; the leader picks up what finished workers left. */
static void
shutdown_scan(CustomScanState *node)
{
	SealedScan *scan = (SealedScan *) node;
	ScanCounts	counts;

	if (scan->shared == NULL)
		return;
	if (IsParallelWorker())
	{
		sum_counts(scan, &counts);
		for (int i = 0; i < lengthof(scan->shared->counts); i++)
			pg_atomic_fetch_add_u64(&scan->shared->counts[i], ((uint64 *) &counts)[i]);
	}
	else
	{
		sum_counts(scan, &counts);
		scan->counts.groups_skipped = counts.groups_skipped;
		for (int i = 0; i < lengthof(scan->shared->counts); i++)
			((uint64 *) &scan->workers)[i] += pg_atomic_read_u64(&scan->shared->counts[i]);
	}
	scan->shared = NULL;
}

/* ---------------------------------------------------------------- for other nodes */

static const CustomExecMethods exec_methods;

void
sealstone_scan_node_leave_out(PlanState *state, SealstoneLeaveOut leave_out, void *arg)
{
	while (state && IsA(state, ResultState))
		state = outerPlanState(state);
	if (state && IsA(state, CustomScanState) && ((CustomScanState *) state)->methods == &exec_methods &&
		((SealedScan *) state)->last_point)
	{
		((SealedScan *) state)->leave_out = leave_out;
		((SealedScan *) state)->leave_out_arg = arg;
	}
}

static const CustomExecMethods exec_methods = {
	.CustomName = "SealstoneScan",
	.BeginCustomScan = begin_scan,
	.ExecCustomScan = exec_scan,
	.EndCustomScan = end_scan,
	.ReScanCustomScan = rescan,
	.EstimateDSMCustomScan = estimate_dsm,
	.InitializeDSMCustomScan = initialize_dsm,
	.ReInitializeDSMCustomScan = reinitialize_dsm,
	.InitializeWorkerCustomScan = initialize_worker,
	.ShutdownCustomScan = shutdown_scan,
	.ExplainCustomScan = explain_scan,
};

static Node *
create_state(CustomScan *plan)
{
	SealedScan *scan = palloc0(sizeof(SealedScan));

	NodeSetTag(scan, T_CustomScanState);
	scan->css.methods = &exec_methods;
	scan->path = plan->methods == &sealstone_seek_methods ? SEALSTONE_PATH_SEEK :
		plan->methods == &sealstone_last_point_methods ? SEALSTONE_PATH_LAST_POINT : SEALSTONE_PATH_COLUMN_SCAN;
	return (Node *) scan;
}

const CustomScanMethods sealstone_column_scan_methods = {
	.CustomName = "SealstoneColumnScan",
	.CreateCustomScanState = create_state,
};

const CustomScanMethods sealstone_seek_methods = {
	.CustomName = "SealstoneSeek",
	.CreateCustomScanState = create_state,
};

const CustomScanMethods sealstone_last_point_methods = {
	.CustomName = "SealstoneLastPoint",
	.CreateCustomScanState = create_state,
};

void
sealstone_scan_node_init(void)
{
	RegisterCustomScanMethods(&sealstone_last_point_methods);
	RegisterCustomScanMethods(&sealstone_column_scan_methods);
	RegisterCustomScanMethods(&sealstone_seek_methods);
}
