/*-------------------------------------------------------------------------
 *
 * bounds.c
 *	  Bounds of time that are computed while planning, so that partitions are left out there.
 *
 * Postgres leaves out partitions while planning only by what it can fold to a constant. "ts >= now() -
 * interval '1 hour'" it cannot: it plans every partition and drops them when the plan starts. Here such
 * a clause A gets a companion B, "ts >= constant", whose constant is what the expression is now less some
 * slack. A stays where it is.
 *
 * Why that is right (PROTOCOLS 20): "A AND B" selects what A selects as long as A implies B, that is, as long as
 * the expression is not below the constant. The plan carries the expression and the constant as its
 * premise (premise.h); when the plan starts (ExecutorStart, whoever starts it) the expression is evaluated, and
 * if it is below the constant (a clock or a zone was set back) the original query, carried there too, is
 * planned without companions and that plan is started in place of this one. Stable expressions do not change
 * within a statement, so what holds at its start holds to its end. No property of the expression is
 * relied upon; that now() only grows merely makes the second plan rare, and slack makes it rarer.
 *
 * An upper bound would fail as soon as the clock moves: it is taken only from expressions without now().
 * Where the column's type is not the expression's, A compares across a time zone: two days of margin, which are part
 * of the condition and not of the slack, cover any difference between zones, and the hour that is repeated or missing.
 *
 * Expressions: constants, now() and its like, arithmetic with intervals, conversions between the three
 * types of time; parameters whose value is known. All are functions of Postgres that planner and
 * executor evaluate early anyway, so an error they raise is raised where Postgres may raise it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "access/transam.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/explain.h"
#include "datatype/timestamp.h"
#include "executor/executor.h"
#include "nodes/extensible.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/planner.h"
#include "parser/parsetree.h"
#include "utils/date.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"
#include "utils/typcache.h"

#include "compat.h"
#include "plan/bounds.h"
#include "plan/premise.h"

bool		sealstone_enable_plan_bounds = true;

#define ZONE_MARGIN		(2 * USECS_PER_DAY) /* more than two zones ever differ by, with an hour twice or never */
#define SHORT_SLACK		(60 * USECS_PER_SEC)
#define LONG_SLACK		(2 * USECS_PER_DAY) /* where the zone has a say: a plan survives another one */

static planner_hook_type previous_planner = NULL;
static ExecutorStart_hook_type previous_executor_start = NULL;

static bool planning_without = false;	/* plan as if the setting were off */

#ifdef SEALSTONE_STOP_POINTS
static int	clock_shift = 0;	/* test builds: seconds by which the clock is ahead, for us alone */
#endif

/* ---------------------------------------------------------------- expressions */

typedef struct Bound
{
	Expr	   *expr;			/* one side of the clause */
	Oid			valuetype;		/* its type */
	Oid			columntype;
	bool		lower;
	bool		zoned;			/* days, months or a time zone have a say in it */
	bool		clock;			/* now() or its like is in it */
} Bound;

static bool
is_time_type(Oid type)
{
	return type == TIMESTAMPTZOID || type == TIMESTAMPOID || type == DATEOID;
}

typedef struct Inspection
{
	ParamListInfo params;
	bool		zoned;
	bool		clock;
	bool		stable;
} Inspection;

static bool
refused_function(Oid function, Inspection *inspection)
{
	switch (function)
	{
		case F_NOW:
		case F_TRANSACTION_TIMESTAMP:
			inspection->clock = inspection->stable = true;
			return false;
		case F_TIMESTAMPTZ_PL_INTERVAL:
		case F_TIMESTAMPTZ_MI_INTERVAL:
		case F_INTERVAL_PL_TIMESTAMPTZ:
			inspection->stable = true;	/* whether days are in it, its interval tells */
			return false;
		case F_TIMESTAMPTZ_DATE:
		case F_DATE_TIMESTAMPTZ:
		case F_TIMESTAMP_TIMESTAMPTZ:
		case F_TIMESTAMPTZ_TIMESTAMP:
		case F_DATE_TRUNC_TEXT_TIMESTAMPTZ:
			inspection->stable = inspection->zoned = true;
			return false;
		default:
			return function >= FirstGenbkiObjectId || func_volatile(function) != PROVOLATILE_IMMUTABLE;
	}
}

static ParamExternData *
known_parameter(ParamListInfo params, Param *param, ParamExternData *workspace)
{
	ParamExternData *value;

	if (param->paramkind != PARAM_EXTERN || params == NULL || param->paramid <= 0 || param->paramid > params->numParams)
		return NULL;
	value = params->paramFetch ? params->paramFetch(params, param->paramid, true, workspace) :
		&params->params[param->paramid - 1];
	if (value == NULL || value->ptype != param->paramtype || !(value->pflags & PARAM_FLAG_CONST))
		return NULL;
	return value;
}

/* True: something that we do not evaluate. */
static bool
refused(Node *node, void *context)
{
	Inspection *inspection = context;

	if (node == NULL)
		return false;
	switch (nodeTag(node))
	{
		case T_Const:
			{
				Const	   *constant = (Const *) node;

				if (constant->consttype == INTERVALOID && !constant->constisnull)
				{
					Interval   *interval = DatumGetIntervalP(constant->constvalue);

					if (interval->day != 0 || interval->month != 0)
						inspection->zoned = true;
				}
				return false;
			}
		case T_Param:
			{
				ParamExternData workspace;

				inspection->zoned = true;
				return known_parameter(inspection->params, (Param *) node, &workspace) == NULL;
			}
		case T_FuncExpr:
			if (((FuncExpr *) node)->funcretset || refused_function(((FuncExpr *) node)->funcid, inspection))
				return true;
			break;
		case T_OpExpr:
			if (((OpExpr *) node)->opretset || refused_function(get_opcode(((OpExpr *) node)->opno), inspection))
				return true;
			break;
		case T_SQLValueFunction:
			switch (((SQLValueFunction *) node)->op)
			{
				case SVFOP_CURRENT_DATE:
				case SVFOP_LOCALTIMESTAMP:
				case SVFOP_LOCALTIMESTAMP_N:
					inspection->zoned = true;
					/* FALLTHROUGH */
				case SVFOP_CURRENT_TIMESTAMP:
				case SVFOP_CURRENT_TIMESTAMP_N:
					inspection->clock = inspection->stable = true;
					return false;
				default:
					return true;
			}
		case T_RelabelType:
			break;
		default:
			return true;
	}
	return expression_tree_walker(node, refused, context);
}

/* Take a clause apart; false when it is none of ours. */
static bool
understand(Node *clause, ParamListInfo params, Bound *bound, Var **column)
{
	OpExpr	   *op = (OpExpr *) clause;
	Oid			opno;
	Node	   *left;
	Node	   *right;
	int			strategy;
	Inspection	inspection = {0};

	if (!IsA(clause, OpExpr) || list_length(op->args) != 2)
		return false;
	opno = op->opno;
	left = linitial(op->args);
	right = lsecond(op->args);
	if (!IsA(left, Var))
	{
		Node	   *swap = left;

		opno = get_commutator(opno);
		left = right;
		right = swap;
	}
	if (!OidIsValid(opno) || !IsA(left, Var) || IsA(right, Const) || IsA(right, Param))
		return false;
	*column = (Var *) left;
	bound->columntype = (*column)->vartype;
	bound->valuetype = exprType(right);
	if ((*column)->varlevelsup != 0 || (*column)->varattno <= 0 || !is_time_type(bound->columntype) || !is_time_type(bound->valuetype))
		return false;
	strategy = get_op_opfamily_strategy(opno, lookup_type_cache(bound->columntype, TYPECACHE_BTREE_OPFAMILY)->btree_opf);
	if (strategy == 0 || strategy == BTEqualStrategyNumber)
		return false;
	bound->lower = strategy == BTGreaterStrategyNumber || strategy == BTGreaterEqualStrategyNumber;

	inspection.params = params;
	if (refused(right, &inspection))
		return false;
	/* what Postgres folds itself needs no help, and what a moving clock would undo is no bound */
	if ((!inspection.stable && bound->columntype == bound->valuetype) || (!bound->lower && inspection.clock))
		return false;
	bound->expr = (Expr *) right;
	bound->zoned = inspection.zoned || bound->columntype != bound->valuetype;
	bound->clock = inspection.clock;
	return true;
}

/* ---------------------------------------------------------------- values */

/* A time as microseconds since 2000, zoned or not; false for infinities and what is far outside of any use. */
static bool
microseconds(Oid type, Datum value, int64 *result)
{
	const int64 limit = INT64CONST(200000) * 365 * USECS_PER_DAY;

	if (type == DATEOID)
	{
		DateADT		date = DatumGetDateADT(value);

		if (DATE_NOT_FINITE(date) || date > limit / USECS_PER_DAY || date < -limit / USECS_PER_DAY)
			return false;
		*result = date * USECS_PER_DAY;
		return true;
	}
	*result = DatumGetTimestamp(value);
	return !TIMESTAMP_NOT_FINITE(*result) && *result < limit && *result > -limit;
}

typedef enum Need
{
	NEED_VALUE,
	NEED_NOTHING,				/* NULL: the clause passes no row, and its companion excludes none that count */
	NEED_UNKNOWN
} Need;

/* The least (for an upper bound the greatest) time that the clause lets pass, as things are now. */
static Need
evaluate(Expr *expr, Oid valuetype, Oid columntype, bool lower, ParamListInfo params, int64 *result)
{
	EState	   *estate = CreateExecutorState();
	ExprContext *econtext = CreateExprContext(estate);
	MemoryContext old = MemoryContextSwitchTo(estate->es_query_cxt);
	ExprState  *state;
	Datum		value;
	bool		isnull;

	econtext->ecxt_param_list_info = params;
	state = ExecInitExprWithParams(expr, params);
	value = ExecEvalExprSwitchContext(state, econtext, &isnull);
	MemoryContextSwitchTo(old);
	FreeExecutorState(estate);	/* dates and timestamps are values by themselves */
	if (isnull)
		return NEED_NOTHING;
	if (!microseconds(valuetype, value, result))
		return NEED_UNKNOWN;
	if (valuetype != columntype)
		*result += lower ? -ZONE_MARGIN : ZONE_MARGIN;
#ifdef SEALSTONE_STOP_POINTS
	*result += clock_shift * USECS_PER_SEC;
#endif
	return NEED_VALUE;
}

/* ---------------------------------------------------------------- the query */

typedef struct Companions
{
	ParamListInfo params;
	List	   *records;		/* of lists: expression, constant, (value type, column type, lower), column name */
} Companions;

/* The companion of a clause, or NULL. */
static Node *
companion_of(Node *clause, Query *query, Companions *companions)
{
	Bound		bound;
	Var		   *column;
	Expr	   *expr;
	int64		time;
	Datum		value;
	Oid			family;
	Oid			opno;
	OpExpr	   *op;
	Const	   *constant;
	RangeTblEntry *rte;
	char	   *name;

	if (!understand(clause, companions->params, &bound, &column))
		return NULL;
	expr = expression_planner((Expr *) copyObject(bound.expr));
	if (evaluate(expr, bound.valuetype, bound.columntype, bound.lower, companions->params, &time) != NEED_VALUE)
		return NULL;
	time += (bound.lower ? -1 : 1) * (bound.zoned ? LONG_SLACK : SHORT_SLACK);
	if (bound.columntype == DATEOID)
	{
		int64		days = time / USECS_PER_DAY;

		/* away from zero or not, one day more is never wrong */
		value = DateADTGetDatum((DateADT) (bound.lower ? days - 1 : days + 1));
	}
	else
		value = TimestampGetDatum(time);
	if (bound.columntype == DATEOID ? !IS_VALID_DATE(DatumGetDateADT(value)) : !IS_VALID_TIMESTAMP(DatumGetTimestamp(value)))
		return NULL;

	family = lookup_type_cache(bound.columntype, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	opno = get_opfamily_member(family, bound.columntype, bound.columntype,
							   bound.lower ? BTGreaterEqualStrategyNumber : BTLessEqualStrategyNumber);
	if (!OidIsValid(opno))
		return NULL;
	constant = makeConst(bound.columntype, -1, InvalidOid, bound.columntype == DATEOID ? 4 : 8, value, false,
						 true);
	op = (OpExpr *) make_opclause(opno, BOOLOID, false, (Expr *) copyObject(column), (Expr *) constant,
								  InvalidOid, InvalidOid);
	set_opfuncid(op);

	rte = column->varno > 0 && column->varno <= list_length(query->rtable) ? rt_fetch(column->varno, query->rtable) : NULL;
	name = rte ? get_rte_attribute_name(rte, column->varattno) : pstrdup("?column?");
	companions->records = lappend(companions->records,
								  list_make4(expr, copyObject(constant),
											 list_make3_oid(bound.valuetype, bound.columntype, bound.lower ? 1 : 0),
											 makeString(name)));
	return (Node *) op;
}

static Node *
improve(Node *quals, Query *query, Companions *companions)
{
	Node	   *companion;

	if (quals == NULL)
		return NULL;
	if (IsA(quals, BoolExpr) && ((BoolExpr *) quals)->boolop == AND_EXPR)
	{
		ListCell   *cell;

		foreach(cell, ((BoolExpr *) quals)->args)
			lfirst(cell) = improve(lfirst(cell), query, companions);
		return quals;
	}
	companion = companion_of(quals, query, companions);
	return companion ? (Node *) makeBoolExpr(AND_EXPR, list_make2(quals, companion), -1) : quals;
}

static void
improve_join_tree(Node *node, Query *query, Companions *companions)
{
	ListCell   *cell;

	if (node == NULL)
		return;
	if (IsA(node, FromExpr))
	{
		FromExpr   *from = (FromExpr *) node;

		foreach(cell, from->fromlist)
			improve_join_tree(lfirst(cell), query, companions);
		from->quals = improve(from->quals, query, companions);
	}
	else if (IsA(node, JoinExpr))
	{
		JoinExpr   *join = (JoinExpr *) node;

		improve_join_tree(join->larg, query, companions);
		improve_join_tree(join->rarg, query, companions);
		join->quals = improve(join->quals, query, companions);
	}
}

static bool
improve_queries(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		Query	   *query = (Query *) node;

		improve_join_tree((Node *) query->jointree, query, context);
		return query_tree_walker(query, improve_queries, context, 0);
	}
	return expression_tree_walker(node, improve_queries, context);
}

static bool
reads_partitions(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		ListCell   *cell;

		foreach(cell, ((Query *) node)->rtable)
		{
			RangeTblEntry *rte = lfirst_node(RangeTblEntry, cell);

			if (rte->rtekind == RTE_RELATION && rte->relkind == RELKIND_PARTITIONED_TABLE && rte->inh)
				return true;
		}
		return query_tree_walker((Query *) node, reads_partitions, context, 0);
	}
	return expression_tree_walker(node, reads_partitions, context);
}

/* Is there a clause to improve at all? Asked before anything is copied. */
static bool
has_clause(Node *node, void *context)
{
	Bound		bound;
	Var		   *column;

	if (node == NULL)
		return false;
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, has_clause, context, 0);
	if (IsA(node, OpExpr) && understand(node, context, &bound, &column))
		return true;
	return expression_tree_walker(node, has_clause, context);
}

/* ---------------------------------------------------------------- the plan */

static SealstonePremise bound_premise;

/*
 * Put what was assumed into the plan. It is an init plan of the top node so that EXPLAIN shows it, and not safe in
 * parallel so that workers do not get it.
 */
static void
attach(PlannedStmt *stmt, Query *original, int options, List *records)
{
	SubPlan    *subplan = makeNode(SubPlan);

	sealstone_premise_attach(stmt, &bound_premise, original, options, records);

	subplan->subLinkType = EXPR_SUBLINK;
	subplan->plan_id = list_length(stmt->subplans);
	subplan->plan_name = pstrdup("Planned Bound");
	subplan->firstColType = VOIDOID;
	subplan->firstColTypmod = -1;
	stmt->planTree->initPlan = lappend(stmt->planTree->initPlan, subplan);
}

static PlannedStmt *
plan_next(Query *parse, const char *query_string, int options, ParamListInfo params)
{
	if (previous_planner)
		return previous_planner(parse, query_string, options, params);
	return standard_planner(parse, query_string, options, params);
}

static PlannedStmt *
plan_with_bounds(Query *parse, const char *query_string, int options, ParamListInfo params)
{
	Companions	companions = {0};
	Query	   *original;
	PlannedStmt *stmt;

	if (!sealstone_enable_plan_bounds || planning_without || parse->commandType == CMD_UTILITY ||
		!reads_partitions((Node *) parse, NULL) || !has_clause((Node *) parse, params))
		return plan_next(parse, query_string, options, params);

	original = copyObject(parse);
	companions.params = params;
	improve_queries((Node *) parse, &companions);
	stmt = plan_next(parse, query_string, options, params);
	if (companions.records != NIL && stmt->commandType != CMD_UTILITY)
		attach(stmt, original, options, companions.records);
	return stmt;
}

/* ---------------------------------------------------------------- start of a plan */

/* Does every clause still imply its companion? */
static bool
still_implied(List *records, ParamListInfo params)
{
	ListCell   *cell;

	foreach(cell, records)
	{
		List	   *record = lfirst(cell);
		List	   *types = lthird(record);
		Const	   *constant = lsecond(record);
		bool		lower = lthird_oid(types) != 0;
		int64		planned;
		int64		time;

		switch (evaluate(linitial(record), linitial_oid(types), lsecond_oid(types), lower, params, &time))
		{
			case NEED_NOTHING:
				continue;
			case NEED_UNKNOWN:
				return false;
			case NEED_VALUE:
				break;
		}
		if (!microseconds(constant->consttype, constant->constvalue, &planned) ||
			(lower ? time < planned : time > planned))
			return false;
	}
	return true;
}

static PlannedStmt *
plan_without_bounds(CustomScan *premise, QueryDesc *desc, int eflags)
{
	bool		snapshot_set = ActiveSnapshotSet();
	PlannedStmt *stmt;

	if (!snapshot_set)
		PushActiveSnapshot(desc->snapshot ? desc->snapshot : GetTransactionSnapshot());
	planning_without = true;
	PG_TRY();
	{
		stmt = sealstone_premise_plan_anew(premise, desc, eflags);
	}
	PG_FINALLY();
	{
		planning_without = false;
	}
	PG_END_TRY();
	if (!snapshot_set)
		PopActiveSnapshot();
	return stmt;
}

static void
executor_start(QueryDesc *desc, int eflags)
{
	CustomScan *premise = sealstone_premise_of(desc->plannedstmt, &bound_premise);

	if (premise && !still_implied(sealstone_premise_records(premise), desc->params))
		desc->plannedstmt = plan_without_bounds(premise, desc, eflags);
	if (previous_executor_start)
		previous_executor_start(desc, eflags);
	else
		standard_ExecutorStart(desc, eflags);
}

static void
explain_premise(CustomScanState *node, List *ancestors, ExplainState *es)
{
	List	   *lines = NIL;
	ListCell   *cell;

	foreach(cell, sealstone_premise_records((CustomScan *) node->ss.ps.plan))
	{
		List	   *record = lfirst(cell);
		Const	   *constant = lsecond(record);
		Oid			output;
		bool		varlena;

		getTypeOutputInfo(constant->consttype, &output, &varlena);
		lines = lappend(lines, psprintf("%s %s '%s'", strVal(lfourth(record)),
										lthird_oid((List *) lthird(record)) ? ">=" : "<=",
										OidOutputFunctionCall(output, constant->constvalue)));
	}
	ExplainPropertyList("Bounds", lines, es);
}

void
sealstone_plan_bounds_init(void)
{
	DefineCustomBoolVariable("sealstone.enable_plan_bounds",
							 "Computes bounds such as now() - interval '1 hour' while planning, so that partitions are left out there.",
							 "When the plan starts they are checked, and the query is planned without them if the clock was set back.",
							 &sealstone_enable_plan_bounds,
							 true,
							 PGC_USERSET, GUC_EXPLAIN,
							 NULL, NULL, NULL);
#ifdef SEALSTONE_STOP_POINTS
	DefineCustomIntVariable("sealstone.planned_clock_shift",
							"Test builds: seconds by which the clock of planned bounds is ahead.",
							NULL,
							&clock_shift,
							0, -1000000000, 1000000000,
							PGC_USERSET, 0,
							NULL, NULL, NULL);
#endif
	sealstone_premise_init(&bound_premise, "SealstonePlannedBound", explain_premise);
	previous_planner = planner_hook;
	planner_hook = plan_with_bounds;
	previous_executor_start = ExecutorStart_hook;
	ExecutorStart_hook = executor_start;
}
