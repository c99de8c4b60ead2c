/*-------------------------------------------------------------------------
 *
 * scan_path.c
 *	  Paths that read a sealed relation by columns, offered beside Postgres's own.
 *
 * For each sealed base relation or partition:
 *	- column scan, unordered, also as a partial path;
 *	- seek, in order of the order key and backwards, where somebody wants that order;
 *	- seek with a parameter, where another relation gives values of the leading key column.
 *	- last point, for a query that is DISTINCT ON (leading key) over this relation and its like alone, ordered by
 *	  the first two key columns, and perhaps more: a scan that leaves out rows which cannot win. What decides among
 *	  what is left, rows of other partitions and late rows included, are Postgres's own Sort and Unique.
 * Which clauses are tested on vectors is decided by sealstone_filter_classify and by security
 * levels: nothing is moved ahead of a security qual unless it is leakproof. Not offered: where xmin, xmax, cmin
 * or cmax are wanted, for samples, for WHERE CURRENT OF.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "access/stratnum.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "catalog/pg_class.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "optimizer/tlist.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/typcache.h"

#include "am/am.h"
#include "compat.h"
#include "exec/filter.h"
#include "exec/late_rows.h"
#include "exec/scan_node.h"
#include "plan/scan_path.h"

bool		sealstone_enable_column_scan = true;
bool		sealstone_enable_seek = true;
bool		sealstone_enable_last_point = true;

static set_rel_pathlist_hook_type previous_rel_pathlist = NULL;

/* Relative to the cost of an operator in Postgres's executor */
#define COST_DECODE			0.02	/* one value decoded */
#define COST_FILTER			0.1		/* one value tested on a vector */
#define COST_FORM			0.1		/* one value put into a row */
#define COST_SEARCH			20.0	/* one search in the order key, directory at hand */

typedef struct SealedRel
{
	PlannerInfo *root;
	RelOptInfo *rel;
	const SealstoneInfo *info;
	SealstoneLate late;
	int			natts;
	int			ncolumns;		/* wanted by the query */
} SealedRel;

/* May this clause run before all others? */
static bool
may_run_first(RelOptInfo *rel, RestrictInfo *rinfo)
{
	return !rinfo->pseudoconstant &&
		(rinfo->security_level <= rel->baserestrict_min_security || rinfo->leakproof);
}

static bool
is_vector_clause(RelOptInfo *rel, RestrictInfo *rinfo, SealstoneFilterSpec *spec)
{
	return may_run_first(rel, rinfo) && sealstone_filter_classify(rel->relid, (Node *) rinfo->clause, spec);
}

/* Does this clause bound column k of the order key? */
static bool
bounds_key(SealedRel *sealed, RestrictInfo *rinfo, int k, SealstoneFilterSpec *spec)
{
	return is_vector_clause(sealed->rel, rinfo, spec) && spec->attnum == sealed->info->key[k].attnum &&
		spec->strategy != SEALSTONE_STRATEGY_NE &&
		(spec->kind == SEALSTONE_FILTER_INT || spec->kind == SEALSTONE_FILTER_BYTES);
}

/* ---------------------------------------------------------------- plan */

static Plan *
plan_scan(PlannerInfo *root, RelOptInfo *rel, CustomPath *path, List *tlist, List *clauses, List *custom_plans)
{
	CustomScan *scan = makeNode(CustomScan);
	int			flags = linitial_int((List *) linitial(path->custom_private));
	ListCell   *cell;
	List	   *vector = NIL;
	List	   *rest = NIL;

	foreach(cell, clauses)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);
		SealstoneFilterSpec spec;

		if (rinfo->pseudoconstant)
			continue;
		if (is_vector_clause(rel, rinfo, &spec))
			vector = lappend(vector, rinfo->clause);
		else
			rest = lappend(rest, rinfo->clause);
	}
	scan->scan.plan.targetlist = tlist;
	scan->scan.plan.qual = rest;
	scan->scan.scanrelid = rel->relid;
	scan->flags = path->flags;
	scan->custom_exprs = vector;
	scan->custom_private = list_make1(list_make1_int(flags));
	if ((flags & SEALSTONE_SCAN_LAST_POINT) && rest != NIL)
		elog(ERROR, "last point with a clause that is no filter");
	scan->methods = (flags & SEALSTONE_SCAN_LAST_POINT) ? &sealstone_last_point_methods :
		lsecond_int((List *) linitial(path->custom_private)) ? &sealstone_seek_methods : &sealstone_column_scan_methods;
	return &scan->scan.plan;
}

static const CustomPathMethods path_methods = {
	.CustomName = "SealstoneScan",
	.PlanCustomPath = plan_scan,
};

bool
sealstone_is_last_point_path(const Path *path)
{
	return IsA(path, CustomPath) && ((const CustomPath *) path)->methods == &path_methods &&
		(linitial_int((List *) linitial(((const CustomPath *) path)->custom_private)) & SEALSTONE_SCAN_LAST_POINT) != 0;
}

/* ---------------------------------------------------------------- cost */

/*
 * Set rows and costs of a path. Returns whether equality on the leading key column bounds it.
 */
static bool
cost_scan(SealedRel *sealed, CustomPath *path, int workers)
{
	PlannerInfo *root = sealed->root;
	RelOptInfo *rel = sealed->rel;
	ParamPathInfo *param = path->path.param_info;
	List	   *clauses = rel->baserestrictinfo;
	List	   *vector = NIL;
	List	   *rest = NIL;
	List	   *bounding = NIL;
	ListCell   *cell;
	QualCost	rest_cost;
	double		tuples = Max(rel->tuples, 1);
	double		touched;
	double		passing;
	double		pages;
	double		run = 0;
	double		startup;
	double		divisor = 1;
	int			nfilters = 0;
	bool		equal[2] = {false, false};

	if (param)
		clauses = list_concat_copy(clauses, param->ppi_clauses);
	for (int k = 0; k < Min(2, sealed->info->usable_keys); k++)
		foreach(cell, clauses)
		{
			RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);
			SealstoneFilterSpec spec;

			if (!bounds_key(sealed, rinfo, k, &spec))
				continue;
			if (k == 1 && !equal[0] && bounding != NIL)
				continue;
			if (spec.strategy == BTEqualStrategyNumber)
				equal[k] = true;
			bounding = lappend(bounding, rinfo);
		}
	foreach(cell, clauses)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);
		SealstoneFilterSpec spec;

		if (rinfo->pseudoconstant)
			continue;
		if (is_vector_clause(rel, rinfo, &spec))
		{
			vector = lappend(vector, rinfo);
			if (!list_member_ptr(bounding, rinfo))
				nfilters++;
		}
		else
			rest = lappend(rest, rinfo->clause);
	}
	touched = clamp_row_est(tuples * clauselist_selectivity(root, bounding, rel->relid, JOIN_INNER, NULL));
	passing = clamp_row_est(tuples * clauselist_selectivity(root, vector, rel->relid, JOIN_INNER, NULL));
	passing = Min(passing, touched);
	cost_qual_eval(&rest_cost, rest, root);

	startup = rest_cost.startup + path->path.pathtarget->cost.startup;
	if (bounding != NIL)
		startup += COST_SEARCH * cpu_operator_cost;

	run += touched * nfilters * (COST_DECODE + COST_FILTER) * cpu_operator_cost;
	run += Min(touched, passing * 64) * sealed->ncolumns * COST_DECODE * cpu_operator_cost;
	run += passing * sealed->ncolumns * COST_FORM * cpu_operator_cost;
	run += passing * (cpu_tuple_cost * 0.3 + rest_cost.per_tuple);
	pages = Max(1, sealed->info->directory_block * Min(1.0, (double) (sealed->ncolumns + nfilters) / Max(sealed->natts, 1)));
	if (sealed->late.blocks > 0)
	{
		double		late_rows = Max(0, tuples - sealed->info->nrows);

		run += sealed->late.blocks * seq_page_cost + late_rows * cpu_tuple_cost;
	}

	path->path.rows = param ? param->ppi_rows : rel->rows;
	if (workers > 0)
	{
		divisor = workers;
		if (parallel_leader_participation && workers < 4)
			divisor += 1.0 - 0.3 * workers;
		path->path.rows = clamp_row_est(path->path.rows / divisor);
		startup += sealed->late.marks * SEALSTONE_COST_MARK * cpu_operator_cost;
	}
	path->path.startup_cost = startup;
	path->path.total_cost = startup + run / divisor +
		Max(1, pages * touched / tuples) * seq_page_cost * 0.5 +
		path->path.pathtarget->cost.per_tuple * path->path.rows;
	return equal[0];
}

/* ---------------------------------------------------------------- paths */

static CustomPath *
make_path(SealedRel *sealed, Relids required_outer, List *pathkeys, int flags, int workers)
{
	RelOptInfo *rel = sealed->rel;
	CustomPath *path = makeNode(CustomPath);
	bool		bounded;

	path->path.pathtype = T_CustomScan;
	path->path.parent = rel;
	path->path.pathtarget = rel->reltarget;
	path->path.param_info = get_baserel_parampathinfo(sealed->root, rel, required_outer);
	path->path.parallel_aware = workers > 0;
	path->path.parallel_safe = rel->consider_parallel;
	path->path.parallel_workers = workers;
	path->path.pathkeys = pathkeys;
	path->flags = CUSTOMPATH_SUPPORT_PROJECTION;
	path->methods = &path_methods;
	bounded = cost_scan(sealed, path, workers);
	path->custom_private = list_make1(list_make2_int(flags, sealstone_enable_seek && workers == 0 &&
													 (bounded || (flags & SEALSTONE_SCAN_ORDERED))));
	return path;
}

/* The order of rows as pathkeys, by way of what Postgres does for an index on the same columns. */
static List *
order_pathkeys(SealedRel *sealed, Relation relation, ScanDirection direction)
{
	const SealstoneInfo *info = sealed->info;
	IndexOptInfo *index = makeNode(IndexOptInfo);
	int			n = info->usable_keys;

	index->rel = sealed->rel;
	index->ncolumns = index->nkeycolumns = n;
	index->indexkeys = palloc0(sizeof(int) * n);
	index->indexcollations = palloc0(sizeof(Oid) * n);
	index->opfamily = index->sortopfamily = palloc0(sizeof(Oid) * n);
	index->opcintype = palloc0(sizeof(Oid) * n);
	index->reverse_sort = palloc0(sizeof(bool) * n);
	index->nulls_first = palloc0(sizeof(bool) * n);
	for (int k = 0; k < n; k++)
	{
		Form_pg_attribute att = TupleDescAttr(RelationGetDescr(relation), info->key[k].attnum - 1);
		TypeCacheEntry *type = lookup_type_cache(att->atttypid, TYPECACHE_BTREE_OPFAMILY);
		Var		   *var;

		if (!OidIsValid(type->btree_opf))
			return NIL;
		index->indexkeys[k] = info->key[k].attnum;
		index->indexcollations[k] = att->attcollation;
		index->sortopfamily[k] = type->btree_opf;
		index->opcintype[k] = type->btree_opintype;
		index->reverse_sort[k] = info->key[k].desc;
		index->nulls_first[k] = info->key[k].nulls_first;
		var = makeVar(sealed->rel->relid, info->key[k].attnum, att->atttypid, att->atttypmod, att->attcollation, 0);
		index->indextlist = lappend(index->indextlist, makeTargetEntry((Expr *) var, k + 1, NULL, false));
	}
	return truncate_useless_pathkeys(sealed->root, sealed->rel,
									 build_index_pathkeys(sealed->root, index, direction));
}

static bool
matches_column(PlannerInfo *root, RelOptInfo *rel, EquivalenceClass *ec, EquivalenceMember *em, void *arg)
{
	Var		   *var = (Var *) em->em_expr;

	while (var && IsA(var, RelabelType))
		var = (Var *) ((RelabelType *) var)->arg;
	return var && IsA(var, Var) && var->varno == rel->relid && var->varattno == *(AttrNumber *) arg;
}

/* Other relations that give values of the leading key column: their relids, each set once. */
static List *
giving_relids(SealedRel *sealed)
{
	RelOptInfo *rel = sealed->rel;
	AttrNumber	attnum = sealed->info->key[0].attnum;
	List	   *clauses = NIL;
	List	   *result = NIL;
	ListCell   *cell;

	if (rel->has_eclass_joins)
		clauses = generate_implied_equalities_for_column(sealed->root, rel, matches_column, &attnum,
														 rel->lateral_referencers);
	clauses = list_concat_copy(clauses, rel->joininfo);
	foreach(cell, clauses)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);
		SealstoneFilterSpec spec;
		Relids		outer;
		ListCell   *known;

		if (!join_clause_is_movable_to(rinfo, rel) ||
			!is_vector_clause(rel, rinfo, &spec) || spec.attnum != attnum || spec.strategy != 3 ||
			spec.kind == SEALSTONE_FILTER_FLOAT)
			continue;
		outer = bms_del_member(bms_union(rinfo->clause_relids, rel->lateral_relids), rel->relid);
		if (bms_is_empty(outer))
			continue;
		foreach(known, result)
			if (bms_equal(lfirst(known), outer))
				break;
		if (known == NULL && list_length(result) < 10)
			result = lappend(result, outer);
	}
	return result;
}

/* ---------------------------------------------------------------- last point */

/* The column of the scanned relation that a plain Var of the query stands for; 0 when it is none. */
static AttrNumber
column_of_query(SealedRel *sealed, Relation relation, Index top, Expr *expr)
{
	Var		   *var = (Var *) expr;
	AttrNumber	attnum;
	char	   *name;

	if (!IsA(var, Var) || var->varno != top || var->varlevelsup != 0 || var->varattno <= 0)
		return 0;
	attnum = var->varattno;
	if (sealed->rel->relid != top)
	{
		/* columns of partitions go by name */
		name = get_attname(sealed->root->simple_rte_array[top]->relid, attnum, true);
		attnum = name ? get_attnum(RelationGetRelid(relation), name) : 0;
	}
	if (attnum <= 0 || TupleDescAttr(RelationGetDescr(relation), attnum - 1)->attcollation != var->varcollid ||
		TupleDescAttr(RelationGetDescr(relation), attnum - 1)->atttypid != var->vartype)
		return 0;
	return attnum;
}

/*
 * Is every use of this relation's rows one DISTINCT ON of its leading key column, ordered by its first two? Then
 * *backward tells which end of a run wins. Where the query orders further, rows that tie there can win.
 */
static bool
is_last_point(SealedRel *sealed, Relation relation, bool *backward)
{
	PlannerInfo *root = sealed->root;
	RelOptInfo *rel = sealed->rel;
	Query	   *parse = root->parse;
	const SealstoneInfo *info = sealed->info;
	SortGroupClause *distinct;
	SortGroupClause *first;
	SortGroupClause *second;
	TargetEntry *tle;
	TypeCacheEntry *type;
	Form_pg_attribute att;
	int			strategy;
	bool		desc;
	int			top;
	ListCell   *cell;

	if (info->usable_keys < 2 || info->nruns == 0 || parse->commandType != CMD_SELECT || !parse->hasDistinctOn ||
		parse->hasAggs || parse->hasWindowFuncs || parse->hasTargetSRFs || parse->groupClause != NIL ||
		parse->groupingSets != NIL || parse->havingQual != NULL || parse->setOperations != NULL || parse->rowMarks != NIL ||
		list_length(parse->distinctClause) != 1 || list_length(parse->sortClause) < 2 ||
		!bms_is_empty(rel->lateral_relids) || rel->joininfo != NIL || rel->has_eclass_joins ||
		!bms_get_singleton_member(root->all_baserels, &top))
		return false;
	if (rel->reloptkind == RELOPT_OTHER_MEMBER_REL ?
		!bms_is_member(top, rel->top_parent_relids) : rel->relid != top)
		return false;
	if (root->simple_rte_array[top]->rtekind != RTE_RELATION ||
		contain_volatile_functions((Node *) parse->targetList))
		return false;

	/* no clause may remain to be tested after rows were left out */
	foreach(cell, rel->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);
		SealstoneFilterSpec spec;

		if (!rinfo->pseudoconstant && !is_vector_clause(rel, rinfo, &spec))
			return false;
	}

	distinct = linitial_node(SortGroupClause, parse->distinctClause);
	first = linitial_node(SortGroupClause, parse->sortClause);
	second = lsecond_node(SortGroupClause, parse->sortClause);
	if (first->tleSortGroupRef != distinct->tleSortGroupRef)
		return false;
	tle = get_sortgroupclause_tle(distinct, parse->targetList);
	if (column_of_query(sealed, relation, top, tle->expr) != info->key[0].attnum)
		return false;
	att = TupleDescAttr(RelationGetDescr(relation), info->key[0].attnum - 1);
	type = lookup_type_cache(att->atttypid, TYPECACHE_BTREE_OPFAMILY);
	if (!OidIsValid(type->btree_opf) ||
		get_op_opfamily_strategy(distinct->eqop, type->btree_opf) != BTEqualStrategyNumber)
		return false;

	tle = get_sortgroupclause_tle(second, parse->targetList);
	if (column_of_query(sealed, relation, top, tle->expr) != info->key[1].attnum)
		return false;
	att = TupleDescAttr(RelationGetDescr(relation), info->key[1].attnum - 1);
	type = lookup_type_cache(att->atttypid, TYPECACHE_BTREE_OPFAMILY);
	strategy = OidIsValid(type->btree_opf) ? get_op_opfamily_strategy(second->sortop, type->btree_opf) : 0;
	if (strategy != BTLessStrategyNumber && strategy != BTGreaterStrategyNumber)
		return false;
	desc = strategy == BTGreaterStrategyNumber;
	if (desc == info->key[1].desc && second->nulls_first == info->key[1].nulls_first)
		*backward = false;
	else if (desc != info->key[1].desc && second->nulls_first != info->key[1].nulls_first)
		*backward = true;
	else
		return false;
	return true;
}

static bool
wants_header(RelOptInfo *rel)
{
	Bitmapset  *attnos = NULL;
	ListCell   *cell;
	int			attno = -1;

	pull_varattnos((Node *) rel->reltarget->exprs, rel->relid, &attnos);
	foreach(cell, rel->baserestrictinfo)
		pull_varattnos((Node *) lfirst_node(RestrictInfo, cell)->clause, rel->relid, &attnos);
	foreach(cell, rel->joininfo)
		pull_varattnos((Node *) lfirst_node(RestrictInfo, cell)->clause, rel->relid, &attnos);
	while ((attno = bms_next_member(attnos, attno)) >= 0)
	{
		AttrNumber	attnum = attno + FirstLowInvalidHeapAttributeNumber;

		if (attnum < 0 && attnum != SelfItemPointerAttributeNumber && attnum != TableOidAttributeNumber)
			return true;
	}
	return false;
}

static bool
contains_current_of(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, CurrentOfExpr))
		return true;
	return expression_tree_walker(node, contains_current_of, context);
}

static int
count_columns(SealedRel *sealed)
{
	RelOptInfo *rel = sealed->rel;
	Bitmapset  *attnos = NULL;
	ListCell   *cell;

	pull_varattnos((Node *) rel->reltarget->exprs, rel->relid, &attnos);
	foreach(cell, rel->baserestrictinfo)
		pull_varattnos((Node *) lfirst_node(RestrictInfo, cell)->clause, rel->relid, &attnos);
	if (bms_is_member(0 - FirstLowInvalidHeapAttributeNumber, attnos))
		return sealed->natts;
	return bms_num_members(attnos);
}

/*
 * Can late rows be had in the order key's order within work_mem: all of them, or by an index those of the one leading key that
 * the query asks for?
 */
static bool
late_rows_in_order(SealedRel *sealed, Relation relation)
{
	ListCell   *cell;
	bool		second;

	if ((double) sealed->late.blocks * BLCKSZ <= work_mem * 1024.0)
		return true;
	foreach(cell, sealed->rel->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, cell);
		SealstoneFilterSpec spec;

		if (IsA(rinfo->clause, OpExpr) && bounds_key(sealed, rinfo, 0, &spec) && spec.strategy == BTEqualStrategyNumber)
			return OidIsValid(sealstone_late_rows_index(relation, sealed->info, &second));
	}
	return false;
}

static void
add_sealed_paths(SealedRel *sealed, Relation relation)
{
	RelOptInfo *rel = sealed->rel;
	Relids		lateral = rel->lateral_relids;
	bool		from_end;
	ListCell   *cell;

	if (sealstone_enable_column_scan)
	{
		add_path(rel, (Path *) make_path(sealed, lateral, NIL, 0, 0));
		if (rel->consider_parallel && bms_is_empty(lateral))
		{
			int			workers = compute_parallel_worker(rel, rel->pages, -1, max_parallel_workers_per_gather);

			if (workers > 0)
				add_partial_path(rel, (Path *) make_path(sealed, NULL, NIL, 0, workers));
		}
	}
	if (sealstone_enable_last_point && is_last_point(sealed, relation, &from_end))
	{
		CustomPath *path = make_path(sealed, NULL, NIL, SEALSTONE_SCAN_LAST_POINT | (from_end ? SEALSTONE_SCAN_BACKWARD : 0) |
									 (list_length(sealed->root->parse->sortClause) > 2 ? SEALSTONE_SCAN_TIES : 0), 0);
		double		late_rows = Max(0, rel->tuples - sealed->info->nrows);
		double		runs = sealed->info->nruns;

		path->path.rows = clamp_row_est(Min(runs + late_rows, rel->rows));
		path->path.total_cost = Min(path->path.total_cost,
									path->path.startup_cost + sealed->late.blocks * seq_page_cost + late_rows * cpu_tuple_cost +
									runs * (COST_SEARCH + 2 * sealed->ncolumns) * cpu_operator_cost);
		add_path(rel, (Path *) path);
	}
	if (sealstone_enable_seek && sealed->info->usable_keys > 0)
	{
		bool		fits = late_rows_in_order(sealed, relation);
		List	   *forward = fits ? order_pathkeys(sealed, relation, ForwardScanDirection) : NIL;
		List	   *backward = fits ? order_pathkeys(sealed, relation, BackwardScanDirection) : NIL;

		if (forward != NIL)
			add_path(rel, (Path *) make_path(sealed, lateral, forward, SEALSTONE_SCAN_ORDERED, 0));
		if (backward != NIL)
			add_path(rel, (Path *) make_path(sealed, lateral, backward, SEALSTONE_SCAN_ORDERED | SEALSTONE_SCAN_BACKWARD, 0));
		foreach(cell, giving_relids(sealed))
		{
			Relids		outer = lfirst(cell);

			add_path(rel, (Path *) make_path(sealed, outer, NIL, 0, 0));
		}
	}
}

static void
sealstone_rel_pathlist(PlannerInfo *root, RelOptInfo *rel, Index rti, RangeTblEntry *rte)
{
	Relation	relation;

	if (previous_rel_pathlist)
		previous_rel_pathlist(root, rel, rti, rte);

	if (!sealstone_enable_column_scan && !sealstone_enable_seek && !sealstone_enable_last_point)
		return;
	if (rte->rtekind != RTE_RELATION || rte->relkind != RELKIND_RELATION || rte->inh || rte->tablesample != NULL ||
		(rel->reloptkind != RELOPT_BASEREL && rel->reloptkind != RELOPT_OTHER_MEMBER_REL) || IS_DUMMY_REL(rel))
		return;

	relation = table_open(rte->relid, NoLock);
	if (sealstone_relation_is_sealed(relation) && !wants_header(rel) &&
		!contains_current_of((Node *) extract_actual_clauses(rel->baserestrictinfo, false), NULL))
	{
		SealedRel	sealed;

		sealed.root = root;
		sealed.rel = rel;
		sealed.info = sealstone_store_info(relation);
		sealstone_late_state(relation, &sealed.late);
		sealed.natts = RelationGetNumberOfAttributes(relation);
		sealed.ncolumns = count_columns(&sealed);
		add_sealed_paths(&sealed, relation);
	}
	table_close(relation, NoLock);
}

void
sealstone_scan_path_init(void)
{
	DefineCustomBoolVariable("sealstone.enable_column_scan",
							 "Lets the planner read sealed partitions by columns.",
							 NULL,
							 &sealstone_enable_column_scan,
							 true,
							 PGC_USERSET, GUC_EXPLAIN,
							 NULL, NULL, NULL);
	DefineCustomBoolVariable("sealstone.enable_seek",
							 "Lets the planner read sealed partitions by their order key, and in its order.",
							 NULL,
							 &sealstone_enable_seek,
							 true,
							 PGC_USERSET, GUC_EXPLAIN,
							 NULL, NULL, NULL);
	DefineCustomBoolVariable("sealstone.enable_last_point",
							 "Lets the planner take the first or last row of each key from the order of a sealed partition.",
							 NULL,
							 &sealstone_enable_last_point,
							 true,
							 PGC_USERSET, GUC_EXPLAIN,
							 NULL, NULL, NULL);
	sealstone_scan_node_init();
	previous_rel_pathlist = set_rel_pathlist_hook;
	set_rel_pathlist_hook = sealstone_rel_pathlist;
}
