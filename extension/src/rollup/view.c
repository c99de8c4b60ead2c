/*-------------------------------------------------------------------------
 *
 * view.c
 *	  Reading a rollup: what the partials view calls, and how it is planned.
 *
 * The view is three branches over one snapshot:
 *	A  materialized states below the watermark, but those that are pending
 *	B  the source from the watermark on, aggregated
 *	C  what is pending below the watermark, aggregated now: rollup_stale()
 *
 * Before planning, the hook here puts the watermark into the query as a constant, so that B's
 * partitions are pruned while planning, and carries conditions on the bucket over to the
 * source's time, where Postgres cannot (that a bucket < X makes its times < X's bucket end is
 * arithmetic it does not know). A plan kept for later stays right: states below its watermark
 * were complete when it was made and what was written below since is pending, so the snapshot
 * it is executed with shows it. Only a snapshot older than the plan's watermark could miss
 * states; rollup_stale() sees that and raises a serialization failure.
 *
 * rollup_stale() reads the source as the rollup's owner. It answers only where it stands in
 * the expansion of a view that the executor checks privileges of (the hook marks its call with
 * this backend's secret), or to whoever may read the view anyway.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/namespace.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "optimizer/planner.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/tuplestore.h"
#include "utils/typcache.h"

#include "compat.h"
#include "rollup/rollup.h"

/* what is known of a subquery's column: a condition that its rows must meet */
typedef struct Bound
{
	AttrNumber	resno;
	int			strategy;		/* btree strategy number */
	Oid			opno;
	Oid			collation;
	Node	   *value;			/* free of variables */
} Bound;

static planner_hook_type prev_planner = NULL;
static int32 secret = 0;

/* the query being planned */
typedef struct Planning
{
	ParamListInfo params;
	Query	   *query;
	Query	   *original;		/* as it was before a rollup in it was first touched */
	List	   *clean;			/* what the plan will rely upon (clean.c) */
} Planning;

static Planning planning;

static void plan_query(Query *q, List *bounds);

/* ---------- names ---------- */

static bool
is_our_function(Oid funcid, const char *name)
{
	Oid			nsp = get_namespace_oid("sealstone", true);
	char	   *have;

	if (!OidIsValid(nsp) || get_func_namespace(funcid) != nsp)
		return false;
	have = get_func_name(funcid);
	return have && strcmp(have, name) == 0;
}

static Snapshot
reading_snapshot(void)
{
	return ActiveSnapshotSet() ? GetActiveSnapshot() : GetTransactionSnapshot();
}

/* ---------- SQL functions of the view ---------- */

/* rollup_watermark(rollup int, sample anyelement) -> anyelement */
PG_FUNCTION_INFO_V1(sealstone_rollup_watermark);
Datum
sealstone_rollup_watermark(PG_FUNCTION_ARGS)
{
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, 1);
	int64		watermark = PG_INT64_MIN,
				floor,
				kept_from;
	Rollup		r = {.time_type = type};

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	(void) sealstone_rollup_watermark_of(PG_GETARG_INT32(0), reading_snapshot(), &watermark, &floor, &kept_from);
	PG_RETURN_DATUM(sealstone_time_from_int64(sealstone_rollup_clip(&r, watermark), type));
}

/*
 * rollup_bucket_end(rollup int, at anyelement, inclusive boolean) -> anyelement: the least
 * bucket start >= at, or > at where inclusive.
 */
static int64
bucket_end(const Rollup *r, int64 at, bool inclusive)
{
	int64		lo,
				hi;

	if (sealstone_time_is_infinite(at, r->time_type))
		return at;
	sealstone_bucket_bounds(&r->bucket, at, &lo, &hi);
	return lo == at && !inclusive ? at : hi;
}

typedef struct StalePair
{
	int64		bucket;
	char	   *encoded;
} StalePair;

typedef struct Stale
{
	int			id;
	int			nranges;
	PendingItem *ranges;		/* sorted by lo, disjoint */
	int			npairs;
	StalePair  *pairs;			/* sorted */
	FmgrInfo   *out;
	int			ngroups;
	Oid			time_type;
} Stale;

static int
compare_pairs(const void *a, const void *b)
{
	const StalePair *x = a,
			   *y = b;

	if (x->bucket != y->bucket)
		return x->bucket < y->bucket ? -1 : 1;
	return strcmp(x->encoded, y->encoded);
}

static Stale *
load_stale(FunctionCallInfo fcinfo, int id)
{
	MemoryContext old = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	Stale	   *s = palloc0(sizeof(Stale));
	Rollup	   *r = sealstone_rollup_by_id(id, reading_snapshot());
	List	   *items;
	ListCell   *lc;

	s->id = id;
	if (r != NULL)
	{
		s->time_type = r->time_type;
		s->ngroups = r->ngroups;
		items = sealstone_pending_load(r, reading_snapshot(), r->floor, r->watermark,
									   PG_INT64_MIN, PG_INT64_MAX, NULL);
		if (items != NIL)
		{
			s->ranges = palloc(sizeof(PendingItem) * list_length(items));
			s->pairs = palloc(sizeof(StalePair) * list_length(items));
		}
		foreach(lc, items)
		{
			PendingItem *item = lfirst(lc);

			if (item->keys == NULL)
				s->ranges[s->nranges++] = *item;
			else
			{
				s->pairs[s->npairs].bucket = item->lo;
				s->pairs[s->npairs++].encoded = item->encoded;
			}
		}
		if (s->npairs > 0)
		{
			qsort(s->pairs, s->npairs, sizeof(StalePair), compare_pairs);
			s->out = palloc0(sizeof(FmgrInfo) * r->ngroups);
			for (int i = 0; i < r->ngroups && i + 2 < PG_NARGS(); i++)
			{
				Oid			out;
				bool		varlena;

				getTypeOutputInfo(get_fn_expr_argtype(fcinfo->flinfo, i + 2), &out, &varlena);
				fmgr_info_cxt(out, &s->out[i], fcinfo->flinfo->fn_mcxt);
			}
		}
	}
	MemoryContextSwitchTo(old);
	return s;
}

/*
 * rollup_invalid(rollup int, bucket, VARIADIC groups) -> boolean: is this state pending? What
 * is pending is read once per execution, with its snapshot.
 */
PG_FUNCTION_INFO_V1(sealstone_rollup_invalid);
Datum
sealstone_rollup_invalid(PG_FUNCTION_ARGS)
{
	Stale	   *s = fcinfo->flinfo->fn_extra;
	int64		bucket;

	if (s == NULL)
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_BOOL(false);
		s = fcinfo->flinfo->fn_extra = load_stale(fcinfo, PG_GETARG_INT32(0));
	}
	if (s->nranges == 0 && s->npairs == 0)
		PG_RETURN_BOOL(false);
	if (PG_ARGISNULL(1))
		PG_RETURN_BOOL(false);
	bucket = sealstone_time_to_int64(PG_GETARG_DATUM(1), s->time_type);
	if (s->nranges > 0)
	{
		int			lo = 0,
					hi = s->nranges;

		while (lo < hi)			/* the last range that starts at or before it */
		{
			int			mid = (lo + hi) / 2;

			if (s->ranges[mid].lo <= bucket)
				lo = mid + 1;
			else
				hi = mid;
		}
		if (lo > 0 && bucket < s->ranges[lo - 1].hi)
			PG_RETURN_BOOL(true);
	}
	if (s->npairs > 0 && PG_NARGS() == s->ngroups + 2)
	{
		char	  **keys;
		StalePair	pair = {bucket, NULL};
		bool		found;
		int			lo = 0,
					hi = s->npairs;

		while (lo < hi)			/* most buckets have no pending pair at all */
		{
			int			mid = (lo + hi) / 2;

			if (s->pairs[mid].bucket < bucket)
				lo = mid + 1;
			else
				hi = mid;
		}
		if (lo == s->npairs || s->pairs[lo].bucket != bucket)
			PG_RETURN_BOOL(false);
		keys = palloc0(sizeof(char *) * s->ngroups);
		for (int i = 0; i < s->ngroups; i++)
			if (!PG_ARGISNULL(i + 2))
				keys[i] = OutputFunctionCall(&s->out[i], PG_GETARG_DATUM(i + 2));
		pair.encoded = sealstone_encode_keys(s->ngroups, keys);
		found = bsearch(&pair, s->pairs, s->npairs, sizeof(StalePair), compare_pairs) != NULL;
		pfree(pair.encoded);
		PG_RETURN_BOOL(found);
	}
	PG_RETURN_BOOL(false);
}

static bool
may_read(FunctionCallInfo fcinfo, const Rollup *r)
{
	Node	   *call = fcinfo->flinfo->fn_expr;

	if (secret != 0 && call && IsA(call, FuncExpr) && ((FuncExpr *) call)->location == secret)
		return true;
	return pg_class_aclcheck(r->view, GetUserId(), ACL_SELECT) == ACLCHECK_OK ||
		pg_class_aclcheck(r->partials, GetUserId(), ACL_SELECT) == ACLCHECK_OK;
}

/*
 * rollup_stale(rollup int, watermark anyelement, lo anyelement, hi anyelement) -> setof record
 *
 * States of what is pending below the watermark and touches [lo, hi), aggregated from the
 * source with the query's snapshot.
 */
PG_FUNCTION_INFO_V1(sealstone_rollup_stale);
Datum
sealstone_rollup_stale(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, 1);
	Rollup	   *r;
	SealstoneRecompute recompute = {0};
	List	   *items;
	int64		watermark,
				lo = PG_INT64_MIN,
				hi = PG_INT64_MAX;
	Tuplestorestate *store;
	TupleDesc	desc;
	MemoryContext old;
	Oid			save_user;
	int			save_context,
				nest;

	if (result == NULL || !IsA(result, ReturnSetInfo) || !(result->allowedModes & SFRM_Materialize) ||
		result->expectedDesc == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("rollup_stale can only be called in FROM, with a column definition list")));
	old = MemoryContextSwitchTo(result->econtext->ecxt_per_query_memory);
	desc = CreateTupleDescCopy(result->expectedDesc);
	store = tuplestore_begin_heap((result->allowedModes & SFRM_Materialize_Random) != 0, false, work_mem);
	result->returnMode = SFRM_Materialize;
	result->setResult = store;
	result->setDesc = desc;
	MemoryContextSwitchTo(old);

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		return (Datum) 0;
	r = sealstone_rollup_by_id(PG_GETARG_INT32(0), reading_snapshot());
	if (r == NULL)
		return (Datum) 0;
	if (type != r->time_type)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("rollup %d has time of type %s", r->id, format_type_be(r->time_type))));
	if (!may_read(fcinfo, r))
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_VIEW, get_rel_name(r->view));
	watermark = sealstone_time_to_int64(PG_GETARG_DATUM(1), type);
	if (watermark > sealstone_rollup_clip(r, r->watermark))
		ereport(ERROR,
				(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
				 errmsg("the plan of this query is newer than its snapshot"),
				 errhint("Retry the transaction.")));
	if (!PG_ARGISNULL(2))
		lo = sealstone_time_to_int64(PG_GETARG_DATUM(2), type);
	if (!PG_ARGISNULL(3))
		hi = sealstone_time_to_int64(PG_GETARG_DATUM(3), type);

	items = sealstone_pending_load(r, reading_snapshot(), r->floor, Min(watermark, r->watermark),
								   lo, hi, NULL);
	if (items == NIL)
		return (Datum) 0;

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	sealstone_rollup_become_owner(r->states, &save_user, &save_context, &nest);
	recompute.r = r;
	recompute.source = sealstone_rollup_source(r);
	recompute.reading = true;
	recompute.store = store;
	sealstone_rollup_recompute(&recompute, items);
	sealstone_rollup_become_self(save_user, save_context, nest);
	SPI_finish();
	return (Datum) 0;
}

/* ---------- planning ---------- */

typedef struct WatermarkContext
{
	int			id;
	Const	   *value;
} WatermarkContext;

static Node *
watermark_mutator(Node *n, WatermarkContext *c)
{
	if (n == NULL)
		return NULL;
	if (IsA(n, FuncExpr) && is_our_function(((FuncExpr *) n)->funcid, "rollup_watermark") &&
		IsA(linitial(((FuncExpr *) n)->args), Const) &&
		DatumGetInt32(linitial_node(Const, ((FuncExpr *) n)->args)->constvalue) == c->id)
		return (Node *) copyObject(c->value);
	if (IsA(n, Query))
		return (Node *) query_tree_mutator((Query *) n, watermark_mutator, c, 0);
	return expression_tree_mutator(n, watermark_mutator, c);
}

/* an AND of the query's own and what is given */
static void
add_qual(Query *q, Node *qual)
{
	q->jointree->quals = q->jointree->quals ?
		(Node *) makeBoolExpr(AND_EXPR, list_make2(q->jointree->quals, qual), -1) : qual;
}

static bool
is_free(Node *n)
{
	return !contain_var_clause(n) && !contain_volatile_functions(n) && !contain_subplans(n) &&
		!contain_aggs_of_level(n, 0) && !contain_window_function(n);
}

static Node *
strip(Node *n)
{
	while (n && IsA(n, RelabelType))
		n = (Node *) ((RelabelType *) n)->arg;
	return n;
}

/* collect Var op value among the ANDed quals */
static void
collect(Node *qual, Index varno, List **bounds)
{
	OpExpr	   *op;
	Node	   *left,
			   *right;
	Oid			opno;
	TypeCacheEntry *type;
	int			strategy;
	Bound	   *b;

	if (qual == NULL)
		return;
	if (IsA(qual, List))
	{
		ListCell   *lc;

		foreach(lc, (List *) qual)
			collect(lfirst(lc), varno, bounds);
		return;
	}
	if (is_andclause(qual))
	{
		collect((Node *) ((BoolExpr *) qual)->args, varno, bounds);
		return;
	}
	if (!IsA(qual, OpExpr) || list_length(((OpExpr *) qual)->args) != 2)
		return;
	op = (OpExpr *) qual;
	left = strip(linitial(op->args));
	right = strip(lsecond(op->args));
	opno = op->opno;
	if (!(IsA(left, Var) && ((Var *) left)->varno == varno && ((Var *) left)->varlevelsup == 0))
	{
		Node	   *swap = left;

		left = right;
		right = swap;
		opno = get_commutator(opno);
	}
	if (!OidIsValid(opno) || !IsA(left, Var) || ((Var *) left)->varno != varno ||
		((Var *) left)->varlevelsup != 0 || !is_free(right) ||
		exprType(right) != ((Var *) left)->vartype)
		return;
	type = lookup_type_cache(((Var *) left)->vartype, TYPECACHE_BTREE_OPFAMILY);
	if (!OidIsValid(type->btree_opf))
		return;
	strategy = get_op_opfamily_strategy(opno, type->btree_opf);
	if (strategy == 0)
		return;
	b = palloc0(sizeof(Bound));
	b->resno = ((Var *) left)->varattno;
	b->strategy = strategy;
	b->opno = opno;
	b->collation = op->inputcollid;
	b->value = right;
	*bounds = lappend(*bounds, b);
}

static Node *
compare(Oid opno, Node *left, Node *right)
{
	Expr	   *e = make_opclause(opno, BOOLOID, false, (Expr *) left, (Expr *) right, InvalidOid, InvalidOid);

	set_opfuncid((OpExpr *) e);
	return (Node *) e;
}

/* with the values of parameters that the plan is made for, as the planner itself will have them */
static Node *
fold(Node *n)
{
	PlannerInfo root = {.type = T_PlannerInfo};
	PlannerGlobal glob = {.type = T_PlannerGlobal};

	glob.boundParams = planning.params;
	root.glob = &glob;
	return eval_const_expressions(&root, copyObject(n));
}

static Node *
end_of(const Rollup *r, Node *value, bool inclusive)
{
	Const	   *c = (Const *) value;
	int64		end;

	if (!IsA(value, Const) || c->constisnull || c->consttype != r->time_type)
		return NULL;
	end = bucket_end(r, sealstone_time_to_int64(c->constvalue, r->time_type), inclusive);
	return (Node *) makeConst(c->consttype, -1, InvalidOid, c->constlen,
							  sealstone_time_from_int64(sealstone_rollup_clip(r, end), r->time_type),
							  false, c->constbyval);
}

/* is constant a a tighter bound than constant b? */
static bool
tighter(const Rollup *r, Node *a, Node *b, bool lower)
{
	int64		x,
				y;

	if (!IsA(a, Const) || !IsA(b, Const) || ((Const *) a)->constisnull || ((Const *) b)->constisnull)
		return false;
	x = sealstone_time_to_int64(((Const *) a)->constvalue, r->time_type);
	y = sealstone_time_to_int64(((Const *) b)->constvalue, r->time_type);
	return lower ? x > y : x < y;
}

/* a condition without the calls of a function of ours, or its negations, that it is an AND of; NULL: nothing is left */
static Node *
without(Node *qual, const char *function)
{
	BoolExpr   *both = (BoolExpr *) qual;
	List	   *left = NIL;
	ListCell   *lc;

	if (qual == NULL || !is_andclause(qual))
		return qual;
	foreach(lc, both->args)
	{
		Node	   *arg = lfirst(lc);

		if (!(is_notclause(arg) && IsA(get_notclausearg((Expr *) arg), FuncExpr) &&
			  is_our_function(((FuncExpr *) get_notclausearg((Expr *) arg))->funcid, function)))
			left = lappend(left, arg);
	}
	both->args = left;
	return list_length(left) == 1 ? linitial(left) : qual;
}

/*
 * Add the relations that a query reads to the range table of another, which does not read them: to be locked, to have their
 * privileges checked, and to give up a kept plan when they change. Postgres keeps no other range table entries of branches
 * that are not planned.
 */
static bool
keep_relations(Node *n, void *context)
{
	Query	   *query = (Query *) n,
			   *into = context;
	ListCell   *lc;

	if (n == NULL)
		return false;
	if (!IsA(n, Query))
		return expression_tree_walker(n, keep_relations, context);
	foreach(lc, query->rtable)
	{
		RangeTblEntry *rte = lfirst(lc),
				   *kept;

		if (!OidIsValid(rte->relid) || (rte->rtekind != RTE_RELATION && rte->rtekind != RTE_SUBQUERY))
			continue;
		kept = palloc(sizeof(RangeTblEntry));
		*kept = *rte;
		if (rte->rtekind == RTE_SUBQUERY)
		{
			/* a view, expanded */
			kept->rtekind = RTE_RELATION;
			kept->relkind = RELKIND_VIEW;
			kept->rellockmode = AccessShareLock;
			kept->inh = false;
			kept->subquery = NULL;
			kept->security_barrier = false;
		}
		kept->securityQuals = NIL;
		sealstone_copy_permissions(query, kept, into);
		into->rtable = lappend(into->rtable, kept);
	}
	return query_tree_walker(query, keep_relations, context, 0);
}

/* does a query of set operations give the columns of its leftmost branch as they are? */
static bool
passes_on(const Query *view, const Query *branch, int place)
{
	ListCell   *lc,
			   *bc;

	if (list_length(view->targetList) != list_length(branch->targetList))
		return false;
	forboth(lc, view->targetList, bc, branch->targetList)
	{
		TargetEntry *te = lfirst(lc);
		Var		   *var = (Var *) te->expr;

		if (!IsA(var, Var) || var->varno != place || var->varattno != te->resno ||
			lfirst_node(TargetEntry, bc)->resno != te->resno || te->resjunk)
			return false;
	}
	return true;
}

/*
 * Nothing is pending: leave out the branch of that, and the source's where it can have no row (clean.c). The branches stay
 * in the range table. True where only the states are left.
 *
 * Those are then all of the states that the query's snapshot sees, not those below the planned watermark: a newer
 * one can only have taken up what there is no row of here.
 */
static bool
leave_out(RangeTblEntry *rte, const Rollup *r, int64 watermark, Node *hi, Query *states, const int *places)
{
	Query	   *view = rte->subquery;
	SetOperationStmt *top = (SetOperationStmt *) view->setOperations;
	List	   *leaves = NIL;
	bool		only_states = false;

	if (!IsA(top, SetOperationStmt) || !IsA(top->rarg, RangeTblRef) || !IsA(top->larg, SetOperationStmt) ||
		((RangeTblRef *) top->rarg)->rtindex != places[2] ||
		!sealstone_rollup_is_clean(r->id, watermark, reading_snapshot()))
		return false;
	if (passes_on(view, states, places[0]))
	{
		only_states = hi && IsA(hi, Const) && !((Const *) hi)->constisnull &&
			sealstone_time_to_int64(((Const *) hi)->constvalue, r->time_type) <= sealstone_rollup_clip(r, watermark);
		if (!only_states && r->source == r->series)
			only_states = sealstone_rollup_empty_beyond(r, watermark, &leaves);
	}
	planning.clean = lappend(planning.clean, sealstone_clean_record(r, watermark, only_states ? leaves : NIL));
	if (only_states)
	{
		list_nth_node(RangeTblEntry, view->rtable, places[0] - 1)->subquery = makeNode(Query);
		states->jointree->quals = NULL;
		keep_relations((Node *) view, states);
		rte->subquery = states;
		return true;
	}
	states->jointree->quals = without(states->jointree->quals, "rollup_invalid");
	view->setOperations = top->larg;
	return false;
}

/* the expanded partials view of a rollup */
static void
plan_partials(RangeTblEntry *rte, const Rollup *r, List *bounds)
{
	WatermarkContext c;
	int16		len;
	bool		byval;
	int64		watermark = PG_INT64_MIN,
				floor,
				kept_from;
	Query	   *branches[3];
	int			places[3],		/* in the range table */
				n = 0,
				place = 0;
	ListCell   *lc;
	Node	   *lo = NULL,
			   *hi = NULL,
			   *before = NULL;	/* bucket < before, where hi is not known while planning */

	if (!sealstone_rollup_watermark_of(r->id, reading_snapshot(), &watermark, &floor, &kept_from))
		return;
	if (planning.original == NULL)
		planning.original = copyObject(planning.query);
	get_typlenbyval(r->time_type, &len, &byval);
	c.id = r->id;
	c.value = makeConst(r->time_type, -1, InvalidOid, len,
						sealstone_time_from_int64(sealstone_rollup_clip(r, watermark), r->time_type),
						false, byval);
	rte->subquery = (Query *) watermark_mutator((Node *) rte->subquery, &c);
	foreach(lc, rte->subquery->rtable)
	{
		RangeTblEntry *branch = lfirst(lc);

		place++;
		if (branch->rtekind == RTE_SUBQUERY && n < 3)
		{
			places[n] = place;
			branches[n++] = branch->subquery;
		}
	}
	if (n != 3)
		return;

	foreach(lc, bounds)
	{
		Bound	   *b = lfirst(lc);
		Node	   *end;

		Node	   *value;

		if (b->resno != 1)
			continue;
		value = fold(b->value);
		if (b->strategy == BTGreaterStrategyNumber || b->strategy == BTGreaterEqualStrategyNumber ||
			b->strategy == BTEqualStrategyNumber)
		{
			if (lo == NULL || tighter(r, value, lo, true))
				lo = value;
		}
		if (b->strategy == BTLessStrategyNumber || b->strategy == BTLessEqualStrategyNumber ||
			b->strategy == BTEqualStrategyNumber)
		{
			end = end_of(r, value, b->strategy != BTLessStrategyNumber);
			if (end && (hi == NULL || tighter(r, end, hi, false)))
				hi = end;
			if (end == NULL && b->strategy == BTLessStrategyNumber && exprType(value) == r->time_type)
				before = value;
		}
	}

	/* the source's time, where B compares it with the watermark */
	{
		Query	   *source = branches[1];
		List	   *args = NIL;
		Node	   *quals = source->jointree->quals;
		TypeCacheEntry *type = lookup_type_cache(r->time_type, TYPECACHE_BTREE_OPFAMILY);

		if (quals && IsA(quals, OpExpr))
			args = ((OpExpr *) quals)->args;
		if (list_length(args) == 2 && IsA(linitial(args), Var))
		{
			Node	   *time = linitial(args);

			if (lo)
				add_qual(source, compare(get_opfamily_member(type->btree_opf, r->time_type, r->time_type, BTGreaterEqualStrategyNumber),
										 copyObject(time), copyObject(lo)));
			if (hi)
				add_qual(source, compare(get_opfamily_member(type->btree_opf, r->time_type, r->time_type, BTLessStrategyNumber),
										 copyObject(time), copyObject(hi)));
		}
	}

	/* and what is pending: its call is marked as one that stands where it should */
	foreach(lc, branches[2]->rtable)
	{
		RangeTblEntry *f = lfirst(lc);

		if (f->rtekind == RTE_FUNCTION && list_length(f->functions) == 1)
		{
			FuncExpr   *call = (FuncExpr *) linitial_node(RangeTblFunction, f->functions)->funcexpr;

			if (IsA(call, FuncExpr) && is_our_function(call->funcid, "rollup_stale") && list_length(call->args) == 4)
			{
				if (lo && exprType(lo) == r->time_type)
					list_nth_cell(call->args, 2)->ptr_value = copyObject(lo);
				if (hi || before)
					list_nth_cell(call->args, 3)->ptr_value = copyObject(hi ? hi : before);
				call->location = secret;
			}
		}
	}
	if (!leave_out(rte, r, watermark, hi, branches[0], places))
		plan_query(branches[1], NIL);
}

static bool
plan_walker(Node *n, void *context)
{
	if (n == NULL)
		return false;
	if (IsA(n, Query))
	{
		plan_query((Query *) n, NIL);
		return false;
	}
	return expression_tree_walker(n, plan_walker, context);
}

/* may a condition on the output of a plain projection be moved below it? */
static bool
is_transparent(const Query *q)
{
	return q->commandType == CMD_SELECT && !q->hasAggs && !q->groupClause && !q->groupingSets &&
		!q->hasWindowFuncs && !q->hasTargetSRFs && !q->distinctClause && !q->limitCount &&
		!q->limitOffset && !q->setOperations && !q->rowMarks;
}

static void
plan_query(Query *q, List *bounds)
{
	ListCell   *lc;
	Index		varno = 0;

	foreach(lc, q->rtable)
	{
		RangeTblEntry *rte = lfirst(lc);
		List	   *below = NIL;
		Rollup	   *r = NULL;
		Oid			view;

		varno++;
		if (rte->rtekind != RTE_SUBQUERY)
			continue;
		if (q->jointree)
			collect(q->jointree->quals, varno, &below);
		if (bounds != NIL && is_transparent(q))
		{
			ListCell   *bc;

			foreach(bc, bounds)
			{
				Bound	   *b = lfirst(bc);
				TargetEntry *te = get_tle_by_resno(q->targetList, b->resno);

				if (te && IsA(te->expr, Var) && ((Var *) te->expr)->varno == varno &&
					((Var *) te->expr)->varlevelsup == 0)
				{
					Bound	   *copy = palloc(sizeof(Bound));

					*copy = *b;
					copy->resno = ((Var *) te->expr)->varattno;
					below = lappend(below, copy);
				}
			}
		}
		view = rte->relid;
		if (!OidIsValid(view) && rte->subquery->rtable != NIL)
		{
			RangeTblEntry *old = linitial(rte->subquery->rtable);

			if (old->rtekind == RTE_RELATION && old->relkind == RELKIND_VIEW)
				view = old->relid;
		}
		if (OidIsValid(view) && rte->subquery->setOperations)
			r = sealstone_rollup_of_partials(view);
		if (r)
			plan_partials(rte, r, below);
		else
			plan_query(rte->subquery, below);
	}
	/* subqueries elsewhere: WITH, expressions, LATERAL functions */
	foreach(lc, q->cteList)
		plan_walker(lfirst_node(CommonTableExpr, lc)->ctequery, NULL);
	if (q->hasSubLinks)
	{
		plan_walker((Node *) q->targetList, NULL);
		plan_walker((Node *) q->jointree, NULL);
		plan_walker(q->havingQual, NULL);
		plan_walker((Node *) q->returningList, NULL);
	}
}

static bool
mentions_view(Node *n, void *context)
{
	if (n == NULL)
		return false;
	if (IsA(n, Query))
	{
		Query	   *q = (Query *) n;
		ListCell   *lc;

		foreach(lc, q->rtable)
		{
			RangeTblEntry *rte = lfirst(lc);

			if (rte->rtekind == RTE_SUBQUERY && rte->subquery->setOperations && rte->subquery->rtable != NIL &&
				(OidIsValid(rte->relid) ||
				 (linitial_node(RangeTblEntry, rte->subquery->rtable)->rtekind == RTE_RELATION)))
				return true;
		}
		return query_tree_walker(q, mentions_view, context, 0);
	}
	return expression_tree_walker(n, mentions_view, context);
}

static PlannedStmt *
plan(Query *parse, const char *query_string, int cursorOptions, ParamListInfo params)
{
	Planning	outer = planning;	/* planning may evaluate functions, and those plan */
	PlannedStmt *stmt;
	Query	   *volatile original = NULL;
	List	   *volatile clean = NIL;

	if (mentions_view((Node *) parse, NULL) && OidIsValid(sealstone_rollup_catalog()))
	{
		if (secret == 0)
		{
			int32		random;

			if (!pg_strong_random(&random, sizeof(random)))
				ereport(ERROR,
						(errcode(ERRCODE_INTERNAL_ERROR),
						 errmsg("could not generate a random number")));
			secret = (random & 0x3fffffff) | 0x40000000;	/* no query is as long as that */
		}
		planning = (Planning) {.params = params, .query = parse};
		PG_TRY();
		{
			plan_query(parse, NIL);
			original = planning.original;
			clean = planning.clean;
		}
		PG_FINALLY();
		{
			planning = outer;
		}
		PG_END_TRY();
	}
	if (prev_planner)
		stmt = prev_planner(parse, query_string, cursorOptions, params);
	else
		stmt = standard_planner(parse, query_string, cursorOptions, params);
	if (clean != NIL && stmt->commandType != CMD_UTILITY)
		sealstone_clean_attach(stmt, original, cursorOptions, clean);
	return stmt;
}

void
sealstone_rollup_view_init(void)
{
	prev_planner = planner_hook;
	planner_hook = plan;
}
