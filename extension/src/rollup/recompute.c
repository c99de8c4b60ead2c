/*-------------------------------------------------------------------------
 *
 * recompute.c
 *	  The states of pending items, computed from the source: for a refresh and for a reader.
 *
 * Two kinds of statement:
 *	- one item: its range and keys are parameters of a plan made for their values, so that
 *	  partitions are pruned while planning and a large range may be read in parallel;
 *	- many items, each within one bucket and with NULLs in the same keys: one statement over
 *	  arrays of them, LATERAL, the span of all as constants. A hundred late rows in a hundred
 *	  hours are planned once and cost a probe each. Only over the series itself: over a rollup
 *	  the planner (view.c) can make use of constants only.
 *
 * Needs SPI, the rollup owner's rights and a pinned search_path (become_owner) around it, and
 * owns nothing beyond that. An error leaves what SPI and the caller's transaction undo.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"

#include "compat.h"
#include "job/progress.h"
#include "rollup/rollup.h"

/* items of one statement: few enough that the span of partitions between them stays short */
#define MANY_ITEMS	128

/* where NULLs are among an item's keys; "" for an item of all groups */
static char *
shape_of(const Rollup *r, const PendingItem *item)
{
	char	   *shape;

	if (item->keys == NULL)
		return "";
	shape = palloc0(r->ngroups + 1);
	for (int i = 0; i < r->ngroups; i++)
		shape[i] = item->keys[i] ? 'k' : 'n';
	return shape;
}

static bool
is_one_bucket(const Rollup *r, const PendingItem *item)
{
	int64		lo,
				hi;

	/* an open end is no value, and the ends of the number line have no literal, or no bucket */
	if (item->lo <= sealstone_rollup_clip(r, PG_INT64_MIN) || item->hi >= sealstone_rollup_clip(r, PG_INT64_MAX) ||
		sealstone_time_is_infinite(sealstone_rollup_clip(r, item->lo), r->time_type) ||
		sealstone_time_is_infinite(sealstone_rollup_clip(r, item->hi), r->time_type))
		return false;
	if (item->keys != NULL)
		return true;
	sealstone_bucket_bounds(&r->bucket, item->lo, &lo, &hi);
	return lo == item->lo && item->hi <= hi;
}

static char *
time_literal(const Rollup *r, int64 t)
{
	Oid			out;
	bool		varlena;

	getTypeOutputInfo(r->time_type, &out, &varlena);
	return psprintf("%s::%s",
					quote_literal_cstr(OidOutputFunctionCall(out, sealstone_time_from_int64(sealstone_rollup_clip(r, t), r->time_type))),
					format_type_be(r->time_type));
}

/* ---------- one item ---------- */

static int64
run_select(SealstoneRecompute *c, SPIPlanPtr plan, Datum *values)
{
	if (SPI_execute_plan(plan, values, NULL, c->reading, 0) != (c->reading ? SPI_OK_SELECT : SPI_OK_INSERT))
		elog(ERROR, "could not aggregate what is pending of a rollup");
	if (c->reading)
	{
		for (uint64 i = 0; i < SPI_processed; i++)
			tuplestore_puttuple(c->store, SPI_tuptable->vals[i]);
		SPI_freetuptable(SPI_tuptable);
	}
	return (int64) SPI_processed;
}

static SPIPlanPtr
prepare(const char *sql, int nargs, Oid *types, int options)
{
	SPIPlanPtr	plan = SPI_prepare_cursor(sql, nargs, types, options);

	if (plan == NULL)
		elog(ERROR, "could not prepare a statement of a rollup: %s", SPI_result_code_string(SPI_result));
	return plan;
}

static void
one_item(SealstoneRecompute *c, const PendingItem *item)
{
	const Rollup *r = c->r;
	Oid		   *types = palloc(sizeof(Oid) * (r->ngroups + 2));
	Datum	   *values = palloc(sizeof(Datum) * (r->ngroups + 2));
	char	   *shape = shape_of(r, item);
	int			nkeys;

	types[0] = types[1] = r->time_type;
	values[0] = sealstone_time_from_int64(sealstone_rollup_clip(r, item->lo), r->time_type);
	values[1] = sealstone_time_from_int64(sealstone_rollup_clip(r, item->hi), r->time_type);
	nkeys = sealstone_rollup_key_params(r, c->source, item, types + 2, values + 2);
	if (c->shape == NULL || strcmp(c->shape, shape) != 0)
	{
		char	   *select = sealstone_rollup_select(r, c->source, item,
													 psprintf("%s >= $1 AND %s < $2", c->source->time_column,
															  c->source->time_column), 3);

		if (!c->reading)
		{
			StringInfoData del;
			int			n = 2;

			initStringInfo(&del);
			appendStringInfo(&del, "DELETE FROM %s WHERE bucket >= $1 AND bucket < $2", c->states);
			if (item->keys)
				for (int i = 0; i < r->ngroups; i++)
				{
					if (item->keys[i])
						appendStringInfo(&del, " AND g%d = $%d", i + 1, ++n);
					else
						appendStringInfo(&del, " AND g%d IS NULL", i + 1);
				}
			c->delete_plan = prepare(del.data, nkeys + 2, types, CURSOR_OPT_CUSTOM_PLAN);
			select = psprintf("INSERT INTO %s %s", c->states, select);
		}
		c->select_plan = prepare(select, nkeys + 2, types,
								 CURSOR_OPT_CUSTOM_PLAN | (c->reading ? 0 : CURSOR_OPT_PARALLEL_OK));
		c->shape = shape;
	}
	if (!c->reading)
	{
		if (SPI_execute_plan(c->delete_plan, values, NULL, false, 0) != SPI_OK_DELETE)
			elog(ERROR, "could not remove the states of what is pending of a rollup");
		c->removed += (int64) SPI_processed;
	}
	c->rows += run_select(c, c->select_plan, values);
}

/* ---------- many ---------- */

static Datum
time_array(const Rollup *r, PendingItem **items, int n, bool hi)
{
	Datum	   *elems = palloc(sizeof(Datum) * n);
	int16		len;
	bool		byval;
	char		align;

	get_typlenbyvalalign(r->time_type, &len, &byval, &align);
	for (int i = 0; i < n; i++)
		elems[i] = sealstone_time_from_int64(sealstone_rollup_clip(r, hi ? items[i]->hi : items[i]->lo), r->time_type);
	return PointerGetDatum(construct_array(elems, n, r->time_type, len, byval, align));
}

static Datum
key_array(Oid type, PendingItem **items, int n, int key)
{
	Datum	   *elems = palloc(sizeof(Datum) * n);
	int16		len;
	bool		byval;
	char		align;
	Oid			input,
				ioparam;

	get_typlenbyvalalign(type, &len, &byval, &align);
	getTypeInputInfo(type, &input, &ioparam);
	for (int i = 0; i < n; i++)
		elems[i] = OidInputFunctionCall(input, items[i]->keys[key], ioparam, -1);
	return PointerGetDatum(construct_array(elems, n, type, len, byval, align));
}

/* Items of one shape, sorted by lo, each within one bucket. */
static void
many_items(SealstoneRecompute *c, PendingItem **items, int n)
{
	const Rollup *r = c->r;
	char	   *time = c->source->time_column;
	bool		pairs = items[0]->keys != NULL;
	Oid		   *types = palloc(sizeof(Oid) * (r->ngroups + 2));
	Datum	   *values = palloc(sizeof(Datum) * (r->ngroups + 2));
	int			nparams = 2,
				nest;
	int64		span_hi = items[0]->hi;
	StringInfoData from,
				match,
				condition,
				sql;

	for (int i = 1; i < n; i++)
		span_hi = Max(span_hi, items[i]->hi);
	initStringInfo(&from);
	initStringInfo(&match);
	initStringInfo(&condition);
	initStringInfo(&sql);
	types[0] = types[1] = get_array_type(r->time_type);
	values[0] = time_array(r, items, n, false);
	values[1] = time_array(r, items, n, true);
	appendStringInfoString(&from, "unnest($1, $2");
	for (int i = 0; i < r->ngroups && pairs; i++)
		if (items[0]->keys[i])
		{
			Oid			type = list_nth_oid(c->source->types, i + 1);

			types[nparams] = get_array_type(type);
			values[nparams] = key_array(type, items, n, i);
			appendStringInfo(&from, ", $%d", ++nparams);
		}
	appendStringInfoString(&from, ") AS sealstone_item(lo, hi");
	appendStringInfo(&match, pairs ? "sealstone_state.bucket = sealstone_item.lo" :
					 "sealstone_state.bucket >= sealstone_item.lo AND sealstone_state.bucket < sealstone_item.hi");
	appendStringInfo(&condition, "%s >= %s AND %s < %s AND %s >= sealstone_item.lo AND %s < sealstone_item.hi",
					 time, time_literal(r, items[0]->lo), time, time_literal(r, span_hi), time, time);
	for (int i = 0; i < r->ngroups && pairs; i++)
		if (items[0]->keys[i])
		{
			appendStringInfo(&from, ", k%d", i + 1);
			appendStringInfo(&match, " AND sealstone_state.g%d = sealstone_item.k%d", i + 1, i + 1);
			appendStringInfo(&condition, " AND %s = sealstone_item.k%d", (char *) list_nth(c->source->targets, i + 1), i + 1);
		}
		else
		{
			appendStringInfo(&match, " AND sealstone_state.g%d IS NULL", i + 1);
			appendStringInfo(&condition, " AND %s IS NULL", (char *) list_nth(c->source->targets, i + 1));
		}
	appendStringInfoChar(&from, ')');

	/* a probe each, whatever statistics say of a table that has just been made */
	nest = NewGUCNestLevel();
	for (int i = 0; i < 2; i++)
		(void) set_config_option(i ? "enable_hashjoin" : "enable_mergejoin", "off", PGC_USERSET, PGC_S_SESSION,
								 GUC_ACTION_SAVE, true, 0, false);
	if (!c->reading)
	{
		appendStringInfo(&sql, "DELETE FROM %s AS sealstone_state USING %s WHERE %s", c->states, from.data, match.data);
		if (SPI_execute_with_args(sql.data, nparams, types, values, NULL, false, 0) != SPI_OK_DELETE)
			elog(ERROR, "could not remove the states of what is pending of a rollup");
		c->removed += (int64) SPI_processed;
		resetStringInfo(&sql);
		appendStringInfo(&sql, "INSERT INTO %s ", c->states);
	}
	appendStringInfo(&sql, "SELECT sealstone_state.* FROM %s CROSS JOIN LATERAL (%s) AS sealstone_state", from.data,
					 sealstone_rollup_select(r, c->source, NULL, condition.data, 1));
	c->rows += run_select(c, prepare(sql.data, nparams, types, CURSOR_OPT_CUSTOM_PLAN), values);
	AtEOXact_GUC(true, nest);
}

/*
 * Recompute items, sorted by lo and disjoint: into the states table, or, reading, into
 * c->store. Of a reader the statements are read-only and see the active snapshot.
 */
void
sealstone_rollup_recompute(SealstoneRecompute *c, List *items)
{
	ListCell   *lc;
	List	   *shapes = NIL;	/* lists of PendingItem, one for each shape */
	int			done = 0;

	foreach(lc, items)
	{
		PendingItem *item = lfirst(lc);
		ListCell   *sc;
		bool		placed = false;

		if (c->r->source != c->r->series || !is_one_bucket(c->r, item))
		{
			CHECK_FOR_INTERRUPTS();
			one_item(c, item);
			if (!c->reading)
				sealstone_progress_fraction(0.5 * ++done / list_length(items));
			continue;
		}
		foreach(sc, shapes)
		{
			List	   *same = lfirst(sc);

			if (strcmp(shape_of(c->r, linitial(same)), shape_of(c->r, item)) == 0)
			{
				lfirst(sc) = lappend(same, item);
				placed = true;
				break;
			}
		}
		if (!placed)
			shapes = lappend(shapes, list_make1(item));
	}
	foreach(lc, shapes)
	{
		List	   *same = lfirst(lc);
		PendingItem *batch[MANY_ITEMS];
		int			n = 0,
					taken = 0;
		ListCell   *ic;

		foreach(ic, same)
		{
			batch[n++] = lfirst(ic);
			taken++;
			if (n < MANY_ITEMS && taken < list_length(same))
				continue;
			CHECK_FOR_INTERRUPTS();
			if (n == 1)
				one_item(c, batch[0]);
			else
				many_items(c, batch, n);
			done += n;
			n = 0;
			if (!c->reading)
				sealstone_progress_fraction(0.5 * done / list_length(items));
		}
	}
	c->recomputed += list_length(items);
}
