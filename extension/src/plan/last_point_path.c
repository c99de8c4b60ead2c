/*-------------------------------------------------------------------------
 *
 * last_point_path.c
 *	  Last point over a partitioned table: partitions in turn, and no key looked up again that is decided.
 *
 * scan_path.c offers, for each sealed partition of a query DISTINCT ON (key) ORDER BY key, time, ..., a scan that gives
 * only rows which can win in that partition. Where time is what the table is partitioned by, a row of a later
 * partition beats all of an earlier one. Here those scans are put under one node (exec/in_turn_node.c) that reads
 * partitions from the winning end and tells each scan which keys were found before it. The default
 * partition may hold any time: it comes first, and decides nothing. Rows that remain go to Postgres's own Sort and
 * Unique, as before: union first, then decide.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/planner.h"
#include "optimizer/tlist.h"
#include "partitioning/partbounds.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "compat.h"
#include "exec/in_turn_node.h"
#include "plan/last_point_path.h"
#include "plan/scan_path.h"

#define COST_LEFT_OUT	2.0		/* a run whose key is decided, in operators */

static create_upper_paths_hook_type previous_upper_paths = NULL;

static Plan *
plan_in_turn(PlannerInfo *root, RelOptInfo *rel, CustomPath *path, List *tlist, List *clauses, List *custom_plans)
{
	CustomScan *scan = makeNode(CustomScan);

	scan->scan.plan.targetlist = tlist;
	scan->flags = path->flags;
	scan->custom_plans = custom_plans;
	scan->custom_private = path->custom_private;
	scan->custom_scan_tlist = make_tlist_from_pathtarget(path->path.pathtarget);
	scan->methods = &sealstone_in_turn_methods;
	return &scan->scan.plan;
}

static const CustomPathMethods path_methods = {
	.CustomName = "SealstoneInTurn",
	.PlanCustomPath = plan_in_turn,
};

/* The path of a partition that looks up last points; NULL when it has none. */
static Path *
last_point_of(RelOptInfo *child)
{
	ListCell   *cell;

	foreach(cell, child->pathlist)
	{
		Path	   *path = lfirst(cell);
		Path	   *inner = path;

		while (IsA(inner, ProjectionPath))
			inner = ((ProjectionPath *) inner)->subpath;
		if (sealstone_is_last_point_path(inner))
			return path;
	}
	return NULL;
}

/* Is the relation partitioned by ranges of exactly this column? */
static bool
is_partitioned_by(RelOptInfo *rel, Var *column)
{
	ListCell   *cell;

	if (rel->part_scheme == NULL || rel->part_scheme->strategy != PARTITION_STRATEGY_RANGE ||
		rel->part_scheme->partnatts != 1 || rel->boundinfo == NULL || rel->partexprs == NULL)
		return false;
	foreach(cell, rel->partexprs[0])
		if (equal(lfirst(cell), column))
			return true;
	return false;
}

static void
add_in_turn_path(PlannerInfo *root, RelOptInfo *rel, RelOptInfo *distinct_rel)
{
	Query	   *parse = root->parse;
	SortGroupClause *key_clause;
	SortGroupClause *time_clause;
	Var		   *key;
	Var		   *time;
	TypeCacheEntry *type;
	int			strategy;
	int			key_position = -1;
	List	   *children = NIL;
	List	   *decides = NIL;
	CustomPath *path;
	Path	   *sorted;
	double		first_cost = 0;
	double		rows = 0;
	int			lookups = 0;
	int			place = 0;
	ListCell   *cell;

	/* a partition that offers last points has checked all else about the query */
	if (!parse->hasDistinctOn || list_length(parse->distinctClause) != 1 || list_length(parse->sortClause) < 2 ||
		list_length(root->distinct_pathkeys) != 1 || list_length(root->sort_pathkeys) < 2 ||
		rel->reloptkind != RELOPT_BASEREL || rel->nparts < 2 || rel->part_rels == NULL || distinct_rel->pathlist == NIL)
		return;
	key_clause = linitial_node(SortGroupClause, parse->distinctClause);
	time_clause = lsecond_node(SortGroupClause, parse->sortClause);
	key = (Var *) get_sortgroupclause_tle(key_clause, parse->targetList)->expr;
	time = (Var *) get_sortgroupclause_tle(time_clause, parse->targetList)->expr;
	if (!IsA(key, Var) || !IsA(time, Var) || !is_partitioned_by(rel, time))
		return;
	strategy = get_op_opfamily_strategy(time_clause->sortop, rel->part_scheme->partopfamily[0]);
	if (strategy != BTLessStrategyNumber && strategy != BTGreaterStrategyNumber)
		return;
	type = lookup_type_cache(key->vartype, TYPECACHE_HASH_PROC | TYPECACHE_EQ_OPR);
	if (!OidIsValid(type->hash_proc) || type->eq_opr != key_clause->eqop)
		return;
	foreach(cell, rel->reltarget->exprs)
	{
		if (get_pathtarget_sortgroupref(rel->reltarget, place) == key_clause->tleSortGroupRef && equal(lfirst(cell), key))
			key_position = place;
		place++;
	}
	if (key_position < 0)
		return;

	/* ranges ascend in part_rels; the default partition, wherever it stands there, comes first */
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < rel->nparts; i++)
		{
			int			part = strategy == BTGreaterStrategyNumber ? rel->nparts - 1 - i : i;
			RelOptInfo *child = rel->part_rels[part];
			bool		is_default = part == rel->boundinfo->default_index;
			Path	   *child_path;

			if (child == NULL || IS_DUMMY_REL(child) || is_default != (pass == 0))
				continue;
			child_path = last_point_of(child);
			if (child_path)
			{
				if (lookups++ == 0)
				{
					first_cost = child_path->total_cost;
					rows += child_path->rows;
				}
				else
					first_cost += child_path->rows * COST_LEFT_OUT * cpu_operator_cost;
			}
			else
			{
				child_path = child->cheapest_total_path;
				if (child_path == NULL)
					return;
				first_cost += child_path->total_cost;
				rows += child_path->rows;
			}
			if (child_path->param_info != NULL)
				return;
			children = lappend(children, child_path);
			decides = lappend_int(decides, !is_default);
		}
	if (lookups < 1 || list_length(children) < 2)
		return;

	path = makeNode(CustomPath);
	path->path.pathtype = T_CustomScan;
	path->path.parent = rel;
	path->path.pathtarget = rel->reltarget;
	path->path.rows = clamp_row_est(rows);
	path->path.startup_cost = 0;
	path->path.total_cost = first_cost + rows * cpu_tuple_cost * 0.5;
	path->flags = CUSTOMPATH_SUPPORT_PROJECTION;
	path->custom_paths = children;
	path->custom_private = list_make2(decides, list_make3_oid(key_position, type->type_id, key->varcollid));
	path->methods = &path_methods;

	sorted = (Path *) create_sort_path(root, distinct_rel, (Path *) path, root->sort_pathkeys, -1.0);
	add_path(distinct_rel, (Path *)
			 create_upper_unique_path(root, distinct_rel, sorted, list_length(root->distinct_pathkeys),
									  Min(path->path.rows, ((Path *) linitial(distinct_rel->pathlist))->rows)));
}

static void
upper_paths(PlannerInfo *root, UpperRelationKind stage, RelOptInfo *input_rel, RelOptInfo *output_rel, void *extra)
{
	if (previous_upper_paths)
		previous_upper_paths(root, stage, input_rel, output_rel, extra);
	if (stage == UPPERREL_DISTINCT && sealstone_enable_last_point)
		add_in_turn_path(root, input_rel, output_rel);
}

void
sealstone_last_point_path_init(void)
{
	sealstone_in_turn_node_init();
	previous_upper_paths = create_upper_paths_hook;
	create_upper_paths_hook = upper_paths;
}
