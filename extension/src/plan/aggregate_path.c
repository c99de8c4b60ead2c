/*-------------------------------------------------------------------------
 *
 * aggregate_path.c
 *	  Paths that aggregate sealed partitions by columns, offered beside Postgres's own.
 *
 * For a grouped or plain aggregate over one table: a partial aggregate for each leaf, ours where the leaf is sealed
 * and all it needs is understood, Postgres's own above the leaf's best path otherwise; an Append of them; and
 * the second half of Postgres's two-phase aggregate on top, which also merges a group that came out in several parts.
 * enable_partitionwise_aggregate plays no part in it. Follows create_partial_grouping_paths and
 * create_partitionwise_grouping_paths of planner.c.
 *
 * Not offered: grouping sets, DISTINCT or ordered aggregates, aggregates whose result depends on the order of rows,
 * volatile functions, subplans, system columns, set-returning functions; joins. Postgres's plan stands then.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/sysattr.h"
#include "access/table.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/appendinfo.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/planner.h"
#include "optimizer/prep.h"
#include "optimizer/restrictinfo.h"
#include "optimizer/tlist.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/selfuncs.h"

#include "am/am.h"
#include "compat.h"
#include "exec/aggregate_bucket.h"
#include "exec/aggregate_internal.h"
#include "exec/aggregate_node.h"
#include "exec/aggregate_state.h"
#include "exec/filter.h"
#include "plan/aggregate_path.h"
#include "store/order.h"

bool		sealstone_enable_aggregate = true;

static create_upper_paths_hook_type previous_upper_paths = NULL;

/* Relative to the cost of an operator in Postgres's executor */
#define COST_DECODE			0.02	/* one value decoded */
#define COST_FILTER			0.1		/* one value tested on a vector */
#define COST_ADD			0.04	/* one value added to a state */
#define COST_GROUP			0.03	/* one row's share of finding its group, where keys come in runs */
#define COST_ROW			3.0		/* one row put together for expressions or a transition function */
#define COST_SUMMARY		10.0	/* one row group and column from the directory */
#define COST_START			400.0	/* opening a relation, directory at hand */
#define GROUP_ROWS			8192.0

/* Workers take longer to start than Postgres reckons, beside work this short: what parallel paths must save more */
#define COST_WORKERS		(5 * parallel_setup_cost)

typedef struct AggregatePath
{
	CustomPath	custom;
	RelOptInfo *leaf;
	bool		grouped;
} AggregatePath;

/* What is common to all leaves */
typedef struct Grouping
{
	PlannerInfo *root;
	RelOptInfo *input;
	RelOptInfo *grouped;
	GroupPathExtraData *extra;
	PathTarget *target;			/* partial, in terms of the input */
	AggClauseCosts partial_costs;
	AggClauseCosts final_costs;
	double		ngroups;		/* as Postgres estimates */
	bool		any_ours;
} Grouping;

/* ---------------------------------------------------------------- targets */

static bool
is_grouped_by(PlannerInfo *root, Index sortgroupref)
{
	return sortgroupref != 0 && sealstone_group_clause(root) != NIL &&
		get_sortgroupref_clause_noerr(sortgroupref, sealstone_group_clause(root)) != NULL;
}

/* What partial aggregates give: what is grouped by, then other columns and aggregates needed above. */
static PathTarget *
partial_target(Grouping *grouping)
{
	PathTarget *whole = grouping->grouped->reltarget;
	PathTarget *result = create_empty_pathtarget();
	List	   *others = NIL;
	ListCell   *cell;

	foreach(cell, whole->exprs)
	{
		Index		ref = get_pathtarget_sortgroupref(whole, foreach_current_index(cell));

		if (is_grouped_by(grouping->root, ref))
			add_column_to_pathtarget(result, lfirst(cell), ref);
		else
			others = lappend(others, lfirst(cell));
	}
	if (grouping->extra->havingQual)
		others = lappend(others, grouping->extra->havingQual);
	add_new_columns_to_pathtarget(result, pull_var_clause((Node *) others, PVC_INCLUDE_AGGREGATES | PVC_RECURSE_WINDOWFUNCS |
														  PVC_INCLUDE_PLACEHOLDERS));
	foreach(cell, result->exprs)
		if (IsA(lfirst(cell), Aggref))
		{
			Aggref	   *partial = copyObject(lfirst_node(Aggref, cell));

			mark_partial_aggref(partial, AGGSPLIT_INITIAL_SERIAL);
			lfirst(cell) = partial;
		}
	return set_pathtarget_cost_width(grouping->root, result);
}

/* Can our node compute these, whatever the leaf? */
static bool
is_understood(Grouping *grouping)
{
	ListCell   *cell;
	int			nkeys = 0;

	foreach(cell, grouping->target->exprs)
	{
		Node	   *expr = lfirst(cell);

		if (contain_volatile_functions(expr) || contain_subplans(expr))
			return false;
		if (IsA(expr, Aggref))
		{
			if (!sealstone_accumulator_supports((Aggref *) expr))
				return false;
		}
		else if (is_grouped_by(grouping->root, get_pathtarget_sortgroupref(grouping->target, foreach_current_index(cell))))
		{
			if (++nkeys > SEALSTONE_MAX_GROUP_KEYS || get_typlen(exprType(expr)) == -2)
				return false;
		}
		else if (!IsA(expr, Var))
			return false;
	}
	return true;
}

/* ---------------------------------------------------------------- one leaf */

static bool
may_run_first(RelOptInfo *rel, RestrictInfo *rinfo)
{
	return rinfo->security_level <= rel->baserestrict_min_security || rinfo->leakproof;
}

static bool
is_vector_clause(RelOptInfo *rel, RestrictInfo *rinfo, SealstoneFilterSpec *spec)
{
	return may_run_first(rel, rinfo) && sealstone_filter_classify(rel->relid, (Node *) rinfo->clause, spec);
}

/* Columns that expressions read; false where one is not an ordinary column. */
static bool
add_columns(RelOptInfo *leaf, Node *expr, Bitmapset **attnums)
{
	Bitmapset  *attnos = NULL;
	int			attno = -1;

	pull_varattnos(expr, leaf->relid, &attnos);
	while ((attno = bms_next_member(attnos, attno)) >= 0)
	{
		if (attno + FirstLowInvalidHeapAttributeNumber <= 0)
			return false;
		*attnums = bms_add_member(*attnums, attno + FirstLowInvalidHeapAttributeNumber);
	}
	bms_free(attnos);
	return true;
}

static bool
has_other_vars(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
		return ((Var *) node)->varno != ((RelOptInfo *) context)->relid || ((Var *) node)->varlevelsup != 0;
	if (IsA(node, PlaceHolderVar) || IsA(node, CurrentOfExpr))
		return true;
	return expression_tree_walker(node, has_other_vars, context);
}

/* All columns that a partial aggregate of this leaf reads; false where it cannot be ours. */
static bool
leaf_columns(RelOptInfo *leaf, PathTarget *target, Bitmapset **attnums)
{
	ListCell   *cell;

	*attnums = NULL;
	if (has_other_vars((Node *) target->exprs, leaf) || !add_columns(leaf, (Node *) target->exprs, attnums))
		return false;
	foreach(cell, leaf->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);

		if (rinfo->pseudoconstant || contain_volatile_functions((Node *) rinfo->clause) ||
			contain_subplans((Node *) rinfo->clause) || has_other_vars((Node *) rinfo->clause, leaf) ||
			!add_columns(leaf, (Node *) rinfo->clause, attnums))
			return false;
	}
	return bms_num_members(*attnums) + list_length(target->exprs) < MaxTupleAttributeNumber;
}

/* How many values of a bucket function a row group shows: the first group's, times it covers being those of the others. */
static double
buckets_in_leaf(Relation relation, SealstoneBucketFunction function, Node *expr, AttrNumber attnum)
{
	SealstoneReader *reader = sealstone_reader_open(relation);
	const SealstoneInfo *info = sealstone_reader_info(reader);
	int16		typlen = TupleDescAttr(RelationGetDescr(relation), attnum - 1)->attlen;
	double		result = 100;
	SealstoneStats first;
	SealstoneStats last;
	Datum		value;
	bool		isnull;

	if (info->ngroups > 0 && !sealstone_reader_is_missing(reader, attnum, &value, &isnull))
	{
		sealstone_reader_stats(reader, attnum, 0, &first);
		sealstone_reader_stats(reader, attnum, info->ngroups - 1, &last);
		if (first.has_minmax && last.has_minmax)
		{
			double		low = Min(sealstone_order_slot(typlen, first.min), sealstone_order_slot(typlen, last.min));
			double		high = Max(sealstone_order_slot(typlen, first.max), sealstone_order_slot(typlen, last.max));

			result = (high - low) / Max(1, sealstone_bucket_width(function, expr)) + 1;
		}
	}
	sealstone_reader_close(reader);
	return result;
}

static double
groups_in_leaf(Grouping *grouping, RelOptInfo *leaf, Relation relation, PathTarget *target)
{
	List	   *columns = NIL;
	double		result = 1;
	ListCell   *cell;

	if (grouping->root->parse->groupClause == NIL)
		return 1;
	foreach(cell, target->exprs)
	{
		Node	   *expr = lfirst(cell);
		SealstoneBucketFunction function;
		Var		   *time;

		if (!is_grouped_by(grouping->root, get_pathtarget_sortgroupref(target, foreach_current_index(cell))))
			continue;
		function = sealstone_bucket_classify(leaf->relid, expr, &time);
		if (function == SEALSTONE_BUCKET_NONE)
			columns = lappend(columns, expr);
		else
			result *= buckets_in_leaf(relation, function, expr, time->varattno);
	}
	if (columns != NIL)
		result *= estimate_num_groups(grouping->root, columns, Max(leaf->rows, 1), NULL, NULL);
	return clamp_row_est(Min(result, leaf->rows));
}

static void
cost_leaf(Grouping *grouping, AggregatePath *path, Relation relation, int ncolumns, int workers)
{
	PlannerInfo *root = grouping->root;
	RelOptInfo *leaf = path->leaf;
	PathTarget *target = path->custom.path.pathtarget;
	const SealstoneInfo *info = sealstone_store_info(relation);
	List	   *bounding = NIL;
	List	   *vector = NIL;
	List	   *rest = NIL;
	double		tuples = Max(leaf->tuples, 1);
	double		touched;
	double		passing;
	double		run;
	double		io;
	double		divisor = 1;
	double		late_rows;
	int			nfilters = 0;
	int			naggs = 0;
	int			nkeys = 0;
	bool		by_row = false;
	bool		summary = true;
	bool		equal = false;
	QualCost	rest_cost;
	QualCost	row_cost = {0, 0};
	SealstoneLate late;
	ListCell   *cell;

	foreach(cell, leaf->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);
		SealstoneFilterSpec spec;

		if (!is_vector_clause(leaf, rinfo, &spec))
		{
			rest = lappend(rest, rinfo->clause);
			by_row = true;
			continue;
		}
		vector = lappend(vector, rinfo);
		if (spec.strategy != SEALSTONE_STRATEGY_NE && spec.kind != SEALSTONE_FILTER_FLOAT &&
			info->usable_keys > 0 && spec.attnum == info->key[0].attnum)
		{
			bounding = lappend(bounding, rinfo);
			equal |= spec.strategy == 3;
		}
		else if (spec.strategy != SEALSTONE_STRATEGY_NE && spec.kind != SEALSTONE_FILTER_FLOAT &&
				 info->usable_keys > 1 && spec.attnum == info->key[1].attnum && (equal || info->nruns > 0))
			bounding = lappend(bounding, rinfo);
		else
		{
			nfilters++;
			summary = false;
		}
	}
	foreach(cell, target->exprs)
	{
		Expr	   *expr = lfirst(cell);
		Var		   *time;
		QualCost	cost;

		if (IsA(expr, Aggref))
		{
			naggs++;
			if (!sealstone_accumulator_is_summary((Aggref *) expr))
			{
				cost_qual_eval_node(&cost, (Node *) ((Aggref *) expr)->args, root);
				row_cost.per_tuple += cost.per_tuple + cpu_operator_cost;
				summary = false;
			}
		}
		else if (is_grouped_by(root, get_pathtarget_sortgroupref(target, foreach_current_index(cell))))
		{
			nkeys++;
			if (IsA(expr, Var))
				summary &= info->usable_keys > 0 && ((Var *) expr)->varattno == info->key[0].attnum;
			else
			{
				summary = false;
				if (sealstone_bucket_classify(leaf->relid, (Node *) expr, &time) == SEALSTONE_BUCKET_NONE)
				{
					cost_qual_eval_node(&cost, (Node *) expr, root);
					row_cost.per_tuple += cost.per_tuple;
					by_row = true;
				}
			}
		}
	}

	touched = clamp_row_est(tuples * clauselist_selectivity(root, bounding, leaf->relid, JOIN_INNER, NULL));
	passing = clamp_row_est(tuples * clauselist_selectivity(root, vector, leaf->relid, JOIN_INNER, NULL));
	passing = Min(passing, touched);
	cost_qual_eval(&rest_cost, rest, root);

	if (summary)
		run = (touched / GROUP_ROWS + 2) * (naggs + nkeys + 1) * COST_SUMMARY * cpu_operator_cost;
	else
	{
		run = touched * nfilters * (COST_DECODE + COST_FILTER) * cpu_operator_cost;
		run += Min(touched, passing * 64) * ncolumns * COST_DECODE * cpu_operator_cost;
		run += passing * (naggs * COST_ADD + nkeys * COST_GROUP) * cpu_operator_cost;
		run += passing * (row_cost.per_tuple + rest_cost.per_tuple);
		if (by_row)
			run += passing * COST_ROW * cpu_operator_cost;
	}
	sealstone_late_state(relation, &late);
	late_rows = Max(0, tuples - info->nrows);
	io = summary ? 1 : info->directory_block * Min(1.0, (double) (ncolumns + 1) / Max(1, RelationGetNumberOfAttributes(relation))) * touched / tuples;
	run += late.blocks * seq_page_cost + late_rows * (cpu_tuple_cost + (naggs + nkeys) * cpu_operator_cost);

	path->custom.path.rows = groups_in_leaf(grouping, leaf, relation, target);
	if (workers > 0)
	{
		divisor = workers;
		if (parallel_leader_participation && workers < 4)
			divisor += 1.0 - 0.3 * workers;
	}
	path->custom.path.startup_cost = COST_START * cpu_operator_cost + rest_cost.startup + run / divisor + Max(io, 1) * seq_page_cost * 0.5;
	if (workers > 0)
		path->custom.path.startup_cost += late.marks * SEALSTONE_COST_MARK * cpu_operator_cost;
	path->custom.path.total_cost = path->custom.path.startup_cost +
		path->custom.path.rows * (cpu_tuple_cost * 0.5 + (naggs + nkeys) * cpu_operator_cost);
}

/* ---------------------------------------------------------------- plan */

static Plan *
plan_aggregate(PlannerInfo *root, RelOptInfo *rel, CustomPath *custom, List *tlist, List *clauses, List *custom_plans)
{
	AggregatePath *path = (AggregatePath *) custom;
	RelOptInfo *leaf = path->leaf;
	PathTarget *target = custom->path.pathtarget;
	CustomScan *scan = makeNode(CustomScan);
	RangeTblEntry *rte = root->simple_rte_array[leaf->relid];
	Bitmapset  *attnums;
	List	   *vector = NIL;
	List	   *rest = NIL;
	List	   *keys = NIL;
	List	   *functions = NIL;
	List	   *arguments = NIL;
	List	   *scan_tlist = NIL;
	List	   *aggrefs = NIL;
	int			attnum = -1;
	int			highest = 0;
	ListCell   *cell;

	if (!leaf_columns(leaf, target, &attnums))
		elog(ERROR, "an aggregate over columns that are none");
	while ((attnum = bms_next_member(attnums, attnum)) >= 0)
	{
		Oid			type;
		int32		typmod;
		Oid			collation;

		get_atttypetypmodcoll(rte->relid, (AttrNumber) attnum, &type, &typmod, &collation);
		scan_tlist = lappend(scan_tlist, makeTargetEntry((Expr *) makeVar(leaf->relid, (AttrNumber) attnum, type, typmod, collation, 0),
														 list_length(scan_tlist) + 1, NULL, false));
	}

	/* clauses of lower security levels first, otherwise as they are */
	foreach(cell, leaf->baserestrictinfo)
		highest = Max(highest, (int) lfirst_node(RestrictInfo, cell)->security_level);
	for (int level = 0; level <= highest; level++)
		foreach(cell, leaf->baserestrictinfo)
		{
			RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);
			SealstoneFilterSpec spec;

			if (rinfo->security_level != level)
				continue;
			if (is_vector_clause(leaf, rinfo, &spec))
				vector = lappend(vector, copyObject(rinfo->clause));
			else
				rest = lappend(rest, copyObject(rinfo->clause));
		}

	foreach(cell, target->exprs)
	{
		Expr	   *expr = lfirst(cell);

		if (IsA(expr, Aggref))
		{
			Aggref	   *aggref = (Aggref *) expr;
			List	   *list = NIL;
			ListCell   *arg;

			foreach(arg, aggref->args)
				list = lappend(list, copyObject(lfirst_node(TargetEntry, arg)->expr));
			if (aggref->aggfilter)
				list = lappend(list, copyObject(aggref->aggfilter));
			arguments = lappend(arguments, list);
			aggrefs = lappend(aggrefs, copyObject(aggref));
		}
		else if (is_grouped_by(root, get_pathtarget_sortgroupref(target, foreach_current_index(cell))))
		{
			Var		   *time;

			keys = lappend(keys, copyObject(expr));
			functions = lappend_int(functions, sealstone_bucket_classify(leaf->relid, (Node *) expr, &time));
		}
	}
	foreach(cell, aggrefs)
		scan_tlist = lappend(scan_tlist, makeTargetEntry(lfirst(cell), list_length(scan_tlist) + 1, NULL, false));

	scan->scan.plan.targetlist = tlist;
	scan->scan.scanrelid = leaf->relid;
	scan->flags = custom->flags;
	scan->custom_scan_tlist = scan_tlist;
	scan->custom_exprs = list_make4(vector, rest, keys, arguments);
	scan->custom_private = list_make2(list_make1_int(path->grouped), functions);
	scan->methods = &sealstone_aggregate_methods;
	return &scan->scan.plan;
}

static const CustomPathMethods path_methods = {
	.CustomName = "SealstoneAggregate",
	.PlanCustomPath = plan_aggregate,
};

/* ---------------------------------------------------------------- paths */

static Path *
make_leaf_path(Grouping *grouping, RelOptInfo *parent, RelOptInfo *leaf, Relation relation, PathTarget *target, int ncolumns, int workers)
{
	AggregatePath *path = (AggregatePath *) newNode(sizeof(AggregatePath), T_CustomPath);

	path->leaf = leaf;
	path->grouped = grouping->root->parse->groupClause != NIL;
	path->custom.path.pathtype = T_CustomScan;
	path->custom.path.parent = parent;
	path->custom.path.pathtarget = target;
	path->custom.path.parallel_aware = workers > 0;
	path->custom.path.parallel_safe = parent->consider_parallel;
	path->custom.path.parallel_workers = workers;
	path->custom.flags = CUSTOMPATH_SUPPORT_PROJECTION;
	path->custom.methods = &path_methods;
	cost_leaf(grouping, path, relation, ncolumns, workers);
	return &path->custom.path;
}

/* Is the leaf ours to read? */
static bool
add_our_paths(Grouping *grouping, RelOptInfo *parent, RelOptInfo *leaf, PathTarget *target)
{
	RangeTblEntry *rte = grouping->root->simple_rte_array[leaf->relid];
	Relation	relation;
	Bitmapset  *attnums;
	bool		ours = false;

	if (rte->rtekind != RTE_RELATION || rte->relkind != RELKIND_RELATION || rte->inh || rte->tablesample != NULL ||
		!bms_is_empty(leaf->lateral_relids))
		return false;
	relation = table_open(rte->relid, NoLock);
	if (sealstone_relation_is_sealed(relation) && leaf_columns(leaf, target, &attnums))
	{
		int			ncolumns = bms_num_members(attnums);

		ours = true;
		add_path(parent, make_leaf_path(grouping, parent, leaf, relation, target, ncolumns, 0));
		if (parent->consider_parallel)
		{
			int			workers = compute_parallel_worker(leaf, leaf->pages, -1, max_parallel_workers_per_gather);

			if (workers > 0)
				add_partial_path(parent, make_leaf_path(grouping, parent, leaf, relation, target, ncolumns, workers));
		}
	}
	table_close(relation, NoLock);
	return ours;
}

/* Postgres's partial aggregate above a path of the leaf. */
static Path *
aggregate_above(Grouping *grouping, RelOptInfo *parent, Path *below, PathTarget *target)
{
	PlannerInfo *root = grouping->root;
	List	   *group_clause = sealstone_group_clause(root);
	double		ngroups = clamp_row_est(Min(grouping->ngroups, below->rows));
	AggStrategy strategy = AGG_PLAIN;

	if (root->parse->groupClause != NIL)
	{
		strategy = AGG_HASHED;
		if (!(grouping->extra->flags & GROUPING_CAN_USE_HASH))
		{
			strategy = AGG_SORTED;
			if (!pathkeys_contained_in(root->group_pathkeys, below->pathkeys))
				below = (Path *) create_sort_path(root, parent, below, root->group_pathkeys, -1.0);
		}
	}
	return (Path *) create_agg_path(root, parent, below, target, strategy, AGGSPLIT_INITIAL_SERIAL, group_clause, NIL,
									&grouping->partial_costs, ngroups);
}

/* A relation of partial results; of the leaf, or of all. */
static RelOptInfo *
make_partial_rel(Grouping *grouping, Relids relids, PathTarget *target, bool child)
{
	RelOptInfo *rel = makeNode(RelOptInfo);

	rel->reloptkind = child ? RELOPT_OTHER_UPPER_REL : RELOPT_UPPER_REL;
	rel->relids = bms_copy(relids);
	rel->consider_startup = false;
	rel->consider_param_startup = false;
	rel->consider_parallel = grouping->grouped->consider_parallel && grouping->input->consider_parallel;
	rel->reltarget = target;
	return rel;
}

static RelOptInfo *
partial_leaf(Grouping *grouping, RelOptInfo *leaf)
{
	PlannerInfo *root = grouping->root;
	PathTarget *target = grouping->target;
	RelOptInfo *partial;

	if (leaf != grouping->input)
	{
		target = copy_pathtarget(target);
		target->exprs = (List *) sealstone_translate_to_child(root, (Node *) target->exprs, leaf, grouping->input);
	}
	partial = make_partial_rel(grouping, leaf->relids, target, true);
	partial->consider_parallel = partial->consider_parallel && leaf->consider_parallel;
	if (add_our_paths(grouping, partial, leaf, target))
		grouping->any_ours = true;
	else
	{
		if (leaf->cheapest_total_path == NULL || leaf->cheapest_total_path->param_info != NULL)
			return NULL;
		add_path(partial, aggregate_above(grouping, partial, leaf->cheapest_total_path, target));
		if (partial->consider_parallel && leaf->partial_pathlist != NIL)
			add_partial_path(partial, aggregate_above(grouping, partial, linitial(leaf->partial_pathlist), target));
	}
	set_cheapest(partial);
	return partial;
}

/* Leaves under a partitioned table, through all its levels; false where there is something else. */
static bool
collect_leaves(RelOptInfo *rel, List **leaves)
{
	int			i = -1;

	if (!IS_PARTITIONED_REL(rel))
	{
		if (rel->reloptkind != RELOPT_OTHER_MEMBER_REL && rel->reloptkind != RELOPT_BASEREL)
			return false;
		*leaves = lappend(*leaves, rel);
		return true;
	}
	while ((i = bms_next_member(rel->live_parts, i)) >= 0)
	{
		RelOptInfo *child = rel->part_rels[i];

		if (child == NULL || IS_DUMMY_REL(child))
			continue;
		if (!collect_leaves(child, leaves))
			return false;
	}
	return true;
}

/* The second half above partial results. */
static void
add_final_paths(Grouping *grouping, Path *partial)
{
	PlannerInfo *root = grouping->root;
	Query	   *parse = root->parse;
	RelOptInfo *grouped = grouping->grouped;
	List	   *group_clause = sealstone_group_clause(root);
	List	   *having = (List *) grouping->extra->havingQual;
	double		ngroups = clamp_row_est(Min(grouping->ngroups, partial->rows));

	if (parse->groupClause == NIL)
	{
		add_path(grouped, (Path *) create_agg_path(root, grouped, partial, grouped->reltarget, AGG_PLAIN, AGGSPLIT_FINAL_DESERIAL,
												   group_clause, having, &grouping->final_costs, 1));
		return;
	}
	if (grouping->extra->flags & GROUPING_CAN_USE_HASH)
		add_path(grouped, (Path *) create_agg_path(root, grouped, partial, grouped->reltarget, AGG_HASHED, AGGSPLIT_FINAL_DESERIAL,
												   group_clause, having, &grouping->final_costs, ngroups));
	if ((grouping->extra->flags & GROUPING_CAN_USE_SORT) && parse->hasAggs)
	{
		if (!pathkeys_contained_in(root->group_pathkeys, partial->pathkeys))
			partial = (Path *) create_sort_path(root, grouped, partial, root->group_pathkeys, -1.0);
		add_path(grouped, (Path *) create_agg_path(root, grouped, partial, grouped->reltarget, AGG_SORTED, AGGSPLIT_FINAL_DESERIAL,
												   group_clause, having, &grouping->final_costs, ngroups));
	}
}

static void
add_grouping_paths(Grouping *grouping)
{
	PlannerInfo *root = grouping->root;
	RelOptInfo *partial;
	List	   *leaves = NIL;
	List	   *partials = NIL;
	ListCell   *cell;

	if (!collect_leaves(grouping->input, &leaves) || leaves == NIL)
		return;

	/* nothing sealed, nothing to offer: before anything that costs */
	foreach(cell, leaves)
	{
		RangeTblEntry *rte = root->simple_rte_array[((RelOptInfo *) lfirst(cell))->relid];
		Relation	relation;
		bool		sealed;

		if (rte->rtekind != RTE_RELATION || rte->relkind != RELKIND_RELATION)
			continue;
		relation = table_open(rte->relid, NoLock);
		sealed = sealstone_relation_is_sealed(relation);
		table_close(relation, NoLock);
		if (sealed)
			break;
	}
	if (cell == NULL)
		return;

	grouping->target = partial_target(grouping);
	if (!is_understood(grouping))
		return;
	if (root->parse->hasAggs)
	{
		get_agg_clause_costs(root, AGGSPLIT_INITIAL_SERIAL, &grouping->partial_costs);
		get_agg_clause_costs(root, AGGSPLIT_FINAL_DESERIAL, &grouping->final_costs);
	}
	grouping->ngroups = 1;
	if (root->parse->groupClause != NIL)
		grouping->ngroups = estimate_num_groups(root, get_sortgrouplist_exprs(sealstone_group_clause(root), grouping->extra->targetList),
												grouping->input->cheapest_total_path->rows, NULL, NULL);
	foreach(cell, leaves)
	{
		RelOptInfo *one = partial_leaf(grouping, lfirst(cell));

		if (one == NULL)
			return;
		partials = lappend(partials, one);
	}
	if (!grouping->any_ours)
		return;

	if (grouping->input == linitial(leaves))
		partial = linitial(partials);
	else
	{
		partial = make_partial_rel(grouping, grouping->input->relids, grouping->target, false);
		add_paths_to_append_rel(root, partial, partials);
		if (partial->pathlist == NIL)
			return;
		set_cheapest(partial);
	}
	add_final_paths(grouping, partial->cheapest_total_path);
	if (partial->partial_pathlist != NIL)
	{
		Path	   *cheapest = linitial(partial->partial_pathlist);
		double		rows = cheapest->rows * Max(1, cheapest->parallel_workers);
		GatherPath *gather = create_gather_path(root, partial, cheapest, partial->reltarget, NULL, &rows);

		gather->path.startup_cost += COST_WORKERS;
		gather->path.total_cost += COST_WORKERS;
		add_final_paths(grouping, &gather->path);
	}
}

static void
sealstone_upper_paths(PlannerInfo *root, UpperRelationKind stage, RelOptInfo *input, RelOptInfo *output, void *extra)
{
	RangeTblEntry *rte;
	Grouping	grouping;

	if (previous_upper_paths)
		previous_upper_paths(root, stage, input, output, extra);
	if (!sealstone_enable_aggregate || stage != UPPERREL_GROUP_AGG || extra == NULL ||
		input->reloptkind != RELOPT_BASEREL || IS_DUMMY_REL(input) || input->relid == 0)
		return;
	rte = root->simple_rte_array[input->relid];
	if (rte->rtekind != RTE_RELATION || (rte->relkind != RELKIND_RELATION && rte->relkind != RELKIND_PARTITIONED_TABLE) ||
		root->parse->hasTargetSRFs || root->parse->groupingSets != NIL || root->parse->rowMarks != NIL ||
		!(((GroupPathExtraData *) extra)->flags & GROUPING_CAN_PARTIAL_AGG))
		return;

	memset(&grouping, 0, sizeof(grouping));
	grouping.root = root;
	grouping.input = input;
	grouping.grouped = output;
	grouping.extra = extra;
	add_grouping_paths(&grouping);
}

void
sealstone_aggregate_path_init(void)
{
	DefineCustomBoolVariable("sealstone.enable_aggregate",
							 "Lets the planner aggregate sealed partitions by columns.",
							 NULL,
							 &sealstone_enable_aggregate,
							 true,
							 PGC_USERSET, GUC_EXPLAIN,
							 NULL, NULL, NULL);
	sealstone_aggregate_node_init();
	previous_upper_paths = create_upper_paths_hook;
	create_upper_paths_hook = sealstone_upper_paths;
}
