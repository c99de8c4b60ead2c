/*-------------------------------------------------------------------------
 *
 * analyze.c
 *	  From the fragments a person writes (select list, group by) to the shape of a rollup.
 *
 * Each fragment is parsed alone first and must be nothing but what it claims to be, so that no
 * fragment can carry a clause of its own into the statements made of it. Postgres then
 * analyzes the whole over the series, and every aggregate is replaced by
 *
 *	- the partial states it needs, each an aggregate over the series with the SQL that merges
 *	  it (equal states are kept once), and
 *	- an expression over those states that gives exactly what the aggregate would.
 *
 * All SQL that leaves here is deparsed by Postgres from analyzed trees under a pinned
 * search_path, so every name in it is quoted and qualified. Anything whose answer could change
 * by itself (mutable functions), or that does not merge, is refused with what to use instead.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/relation.h"
#include "catalog/namespace.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/analyze.h"
#include "rewrite/rewriteManip.h"
#include "parser/parser.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/ruleutils.h"
#include "utils/syscache.h"

#include "compat.h"
#include "rollup/rollup.h"

typedef struct AnalyzeContext
{
	Oid			series;
	List	   *deparse;		/* deparse context: the series' columns, unprefixed */
	List	   *group_exprs;	/* Node *, as analyzed */
	RollupShape *shape;
	List	   *placeholders;	/* char *: SQL that replaces $1, $2, ... */
} AnalyzeContext;

#define MERGEABLE "count, sum, avg, min, max, stddev, variance, bool_and, bool_or, first, last, percentile_sketch, distinct_sketch and histogram"

/* ---------- fragments ---------- */

/* positions in an error refer to the statement we made, not to the user's */
static void
fragment_error(void *arg)
{
	int			position = geterrposition();

	if (position > 0)
	{
		errposition(0);
		internalerrposition(position);
		internalerrquery((const char *) arg);
	}
}

static SelectStmt *
parse_alone(const char *text, const char *what)
{
	List	   *raw;
	SelectStmt *s;
	ErrorContextCallback callback = {error_context_stack, fragment_error, (void *) text};

	error_context_stack = &callback;
	raw = raw_parser(text, RAW_PARSE_DEFAULT);
	error_context_stack = callback.previous;
	if (list_length(raw) != 1 || !IsA(linitial_node(RawStmt, raw)->stmt, SelectStmt))
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("%s is more than a list of expressions", what)));
	s = (SelectStmt *) linitial_node(RawStmt, raw)->stmt;
	if (s->op != SETOP_NONE || s->distinctClause || s->intoClause || s->fromClause ||
		s->whereClause || s->groupDistinct || s->havingClause || s->windowClause ||
		s->valuesLists || s->sortClause || s->limitOffset || s->limitCount ||
		s->lockingClause || s->withClause)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("%s is more than a list of expressions", what),
				 errhint("Give only the expressions, separated by commas.")));
	return s;
}

static void
check_select_list(const char *select_list)
{
	SelectStmt *s = parse_alone(psprintf("SELECT %s\n", select_list), "the select list of a rollup");

	if (s->groupClause)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("the select list of a rollup is more than a list of expressions"),
				 errhint("Name the groups in the argument group_by.")));
	if (s->targetList == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("the select list of a rollup is empty")));
}

static int
check_group_by(const char *group_by)
{
	SelectStmt *s = parse_alone(psprintf("SELECT 1 GROUP BY %s\n", group_by), "the group_by of a rollup");
	ListCell   *lc;

	foreach(lc, s->groupClause)
	{
		Node	   *n = lfirst(lc);

		if (IsA(n, GroupingSet))
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("a rollup cannot have grouping sets"),
					 errhint("Make one rollup for each grouping, the coarser ones over the finest.")));
		if (IsA(n, A_Const))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("group_by of a rollup names columns or expressions, not positions")));
	}
	return list_length(s->groupClause);
}

/* ---------- states ---------- */

static char *
deparse_in(AnalyzeContext *c, Node *n)
{
	return deparse_expression(n, c->deparse, false, false);
}

/* a type as a column definition or a cast takes it */
char *
sealstone_column_type(Oid type, int32 typmod, Oid collation)
{
	char	   *name = format_type_extended(type, typmod,
											FORMAT_TYPE_TYPEMOD_GIVEN | FORMAT_TYPE_FORCE_QUALIFY);
	HeapTuple	tuple;
	Form_pg_collation coll;
	char	   *result;

	if (!OidIsValid(collation) || collation == get_typcollation(type))
		return name;
	tuple = SearchSysCache1(COLLOID, ObjectIdGetDatum(collation));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for collation %u", collation);
	coll = (Form_pg_collation) GETSTRUCT(tuple);
	result = psprintf("%s COLLATE %s", name,
					  quote_qualified_identifier(get_namespace_name(coll->collnamespace),
												 NameStr(coll->collname)));
	ReleaseSysCache(tuple);
	return result;
}

static char *
type_sql(Oid type)
{
	return sealstone_column_type(type, -1, InvalidOid);
}

/* the name of the column that holds a state, made if there is none yet */
static char *
need_state(AnalyzeContext *c, char *raw, char *merge, Oid type, Oid collation)
{
	ListCell   *lc;
	RollupState *s;
	int			n = 0;

	foreach(lc, c->shape->states)
	{
		s = lfirst(lc);
		n++;
		if (strcmp(s->raw, raw) == 0 && s->type == type)
			return psprintf("s%d", n);
	}
	s = palloc0(sizeof(RollupState));
	s->raw = raw;
	s->merge = merge;
	s->type = type;
	s->collation = collation;
	c->shape->states = lappend(c->shape->states, s);
	return psprintf("s%d", n + 1);
}

static char *
need_count(AnalyzeContext *c, const char *arg, const char *filter)
{
	return need_state(c, psprintf("count(%s)%s", arg, filter),
					  "(sum(%))::bigint", INT8OID, InvalidOid);
}

/* sum whose state has the given type; the argument is cast where `as` is given */
static char *
need_sum(AnalyzeContext *c, const char *arg, const char *filter, Oid type)
{
	return need_state(c, psprintf("sum(%s)%s", arg, filter),
					  psprintf("(sum(%%))::%s", type_sql(type)), type, InvalidOid);
}

static void
refuse_aggregate(const char *name, const char *instead)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("aggregate %s does not merge, so a rollup cannot keep it", name),
			 instead ? errhint("Use %s instead.", instead) :
			 errhint("A rollup keeps %s.", MERGEABLE)));
}

static char *
variance_of(AnalyzeContext *c, const char *name, const char *arg, const char *filter, Oid type)
{
	bool		pop = strstr(name, "pop") != NULL;
	bool		deviation = strncmp(name, "stddev", 6) == 0;

	if (type == FLOAT4OID || type == FLOAT8OID)
	{
		char	   *s = need_state(c, psprintf("sealstone.moments((%s)::double precision)%s", arg, filter),
								   "sealstone.merge_moments(%)", FLOAT8ARRAYOID, InvalidOid);

		return psprintf("float8_%s_%s(%s)", deviation ? "stddev" : "var", pop ? "pop" : "samp", s);
	}
	else
	{
		bool		small = type == INT2OID || type == INT4OID;
		char	   *n = need_count(c, arg, filter);
		char	   *s = need_sum(c, arg, filter, small ? INT8OID : NUMERICOID);
		char	   *square = small ? psprintf("(%s)::bigint * (%s)::bigint", arg, arg) :
			psprintf("(%s)::numeric * (%s)::numeric", arg, arg);
		char	   *s2 = need_sum(c, square, filter, NUMERICOID);

		return psprintf("sealstone.exact_%s(%s, (%s)::numeric, %s, %s)",
						deviation ? "stddev" : "variance", n, s, s2, pop ? "true" : "false");
	}
}

/* the expression over states that an aggregate becomes */
static char *
replace_aggregate(AnalyzeContext *c, Aggref *a)
{
	char	   *name = get_func_name(a->aggfnoid);
	Oid			nsp = get_func_namespace(a->aggfnoid);
	bool		ours = nsp == get_namespace_oid("sealstone", false);
	char	   *filter = a->aggfilter ?
		psprintf(" FILTER (WHERE %s)", deparse_in(c, (Node *) a->aggfilter)) : "";
	char	   *args[4] = {NULL, NULL, NULL, NULL};
	int			nargs = 0;
	Oid			type = InvalidOid;
	ListCell   *lc;

	if (a->aggdistinct)
		refuse_aggregate(psprintf("%s(DISTINCT ...)", name),
						 strcmp(name, "count") == 0 ? "distinct_sketch and distinct_count" : NULL);
	if (a->aggkind != AGGKIND_NORMAL)
		refuse_aggregate(name, strncmp(name, "percentile", 10) == 0 || strcmp(name, "mode") == 0 ?
						 "percentile_sketch and percentile" : NULL);
	if (a->aggorder)
		refuse_aggregate(psprintf("%s(... ORDER BY ...)", name), NULL);
	if ((!ours && nsp != PG_CATALOG_NAMESPACE) || list_length(a->args) > 4)
		refuse_aggregate(name, NULL);
	foreach(lc, a->args)
	{
		TargetEntry *te = lfirst(lc);

		if (nargs == 0)
			type = getBaseType(exprType((Node *) te->expr));
		args[nargs++] = deparse_in(c, (Node *) te->expr);
	}

#define IS(n) (strcmp(name, n) == 0)
	if (!ours)
	{
		if (IS("count"))
			return need_count(c, a->aggstar ? "*" : args[0], filter);
		if (IS("sum"))
			return need_sum(c, args[0], filter, a->aggtype);
		if (IS("min") || IS("max"))
			return need_state(c, psprintf("%s(%s)%s", name, args[0], filter),
							  psprintf("%s(%%)", name), a->aggtype, a->aggcollid);
		if (IS("bool_and") || IS("every") || IS("bool_or"))
			return need_state(c, psprintf("%s(%s)%s", IS("bool_or") ? name : "bool_and", args[0], filter),
							  psprintf("%s(%%)", IS("bool_or") ? name : "bool_and"), BOOLOID, InvalidOid);
		if (IS("avg"))
		{
			char	   *n = need_count(c, args[0], filter);

			switch (type)
			{
				case INT2OID:
				case INT4OID:
					return psprintf("((%s)::numeric / (NULLIF(%s, 0))::numeric)",
									need_sum(c, args[0], filter, INT8OID), n);
				case INT8OID:
				case NUMERICOID:
					return psprintf("(%s / (NULLIF(%s, 0))::numeric)",
									need_sum(c, args[0], filter, NUMERICOID), n);
				case FLOAT4OID:
				case FLOAT8OID:
					return psprintf("(%s / (NULLIF(%s, 0))::double precision)",
									need_sum(c, type == FLOAT8OID ? args[0] :
											 psprintf("(%s)::double precision", args[0]),
											 filter, FLOAT8OID), n);
				case INTERVALOID:
					return psprintf("(%s / (NULLIF(%s, 0))::double precision)",
									need_sum(c, args[0], filter, INTERVALOID), n);
			}
		}
		if (IS("stddev") || IS("stddev_samp") || IS("stddev_pop") ||
			IS("variance") || IS("var_samp") || IS("var_pop"))
			return variance_of(c, name, args[0], filter, type);
		if (IS("array_agg") || IS("string_agg") || strncmp(name, "json", 4) == 0 || IS("xmlagg"))
			refuse_aggregate(name, NULL);
		refuse_aggregate(name, NULL);
	}
	if (IS("first") || IS("last"))
	{
		TargetEntry *time = lsecond_node(TargetEntry, a->args);
		Oid			time_type = exprType((Node *) time->expr);
		Oid			time_coll = exprCollation((Node *) time->expr);
		const char *edge = IS("first") ? "min" : "max";
		char	   *t = need_state(c, psprintf("%s(%s)%s", edge, args[1], filter),
								   psprintf("%s(%%)", edge), time_type, time_coll);
		int			tn = atoi(t + 1);

		/* merges with the time it belongs to: %2 is that state's own column */
		return need_state(c, psprintf("sealstone.%s(%s, %s)%s", name, args[0], args[1], filter),
						  psprintf("sealstone.%s(%%, %%%d)", name, tn), a->aggtype, a->aggcollid);
	}
	if (IS("percentile_sketch") || IS("distinct_sketch"))
		return need_state(c, psprintf("sealstone.%s(%s%s%s%s%s)%s", name, args[0],
									  args[1] ? ", " : "", args[1] ? args[1] : "",
									  args[2] ? ", " : "", args[2] ? args[2] : "", filter),
						  "sealstone.merge(%)", a->aggtype, InvalidOid);
	if (IS("merge"))
		return need_state(c, psprintf("sealstone.merge(%s)%s", args[0], filter),
						  "sealstone.merge(%)", a->aggtype, InvalidOid);
	if (IS("histogram"))
		return need_state(c, psprintf("sealstone.histogram(%s, %s, %s, %s)%s",
									  args[0], args[1], args[2], args[3], filter),
						  "sealstone.merge_histogram(%)", a->aggtype, InvalidOid);
	if (IS("moments"))
		return need_state(c, psprintf("sealstone.moments(%s)%s", args[0], filter),
						  "sealstone.merge_moments(%)", FLOAT8ARRAYOID, InvalidOid);
	refuse_aggregate(name, NULL);
	return NULL;
}

/* ---------- outputs ---------- */

static Node *
placeholder(AnalyzeContext *c, char *sql, Node *replaced)
{
	Param	   *p = makeNode(Param);

	c->placeholders = lappend(c->placeholders, sql);
	p->paramkind = PARAM_EXTERN;
	p->paramid = list_length(c->placeholders);
	p->paramtype = exprType(replaced);
	p->paramtypmod = exprTypmod(replaced);
	p->paramcollid = exprCollation(replaced);
	p->location = -1;
	return (Node *) p;
}

static Node *
replace_mutator(Node *n, AnalyzeContext *c)
{
	ListCell   *lc;
	int			i = 0;

	if (n == NULL)
		return NULL;
	foreach(lc, c->group_exprs)
	{
		i++;
		if (equal(n, lfirst(lc)))
			return placeholder(c, psprintf("g%d", i), n);
	}
	if (IsA(n, Aggref))
		return placeholder(c, replace_aggregate(c, (Aggref *) n), n);
	if (IsA(n, GroupingFunc))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a rollup cannot have grouping sets")));
	if (IsA(n, Var))
		ereport(ERROR,
				(errcode(ERRCODE_GROUPING_ERROR),
				 errmsg("column \"%s\" must be in group_by or in an aggregate",
						get_attname(c->series, ((Var *) n)->varattno, false))));
	return expression_tree_mutator(n, replace_mutator, c);
}

/* put the SQL of placeholders where deparsing left $1, $2, ... outside of quotes */
static char *
fill_placeholders(const char *text, List *sql)
{
	StringInfoData buf;
	char		quote = 0;

	initStringInfo(&buf);
	for (const char *p = text; *p; p++)
	{
		if (quote)
		{
			appendStringInfoChar(&buf, *p);
			if (*p == quote)
				quote = 0;
			else if (*p == '\\' && quote == '\'' && p[1])
				appendStringInfoChar(&buf, *++p);	/* only E'' strings hold backslashes */
			continue;
		}
		if (*p == '\'' || *p == '"')
			quote = *p;
		if (*p == '$' && p[1] >= '0' && p[1] <= '9' && (p == text || !strchr("_$", p[-1])))
		{
			char	   *end;
			long		n = strtol(p + 1, &end, 10);

			appendStringInfoString(&buf, list_nth(sql, n - 1));
			p = end - 1;
			continue;
		}
		appendStringInfoChar(&buf, *p);
	}
	return buf.data;
}

static void
refuse_mutable(Node *n, const char *sql)
{
	if (contain_mutable_functions(n))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("expression of a rollup is not immutable: %s", sql),
				 errdetail("Its value would depend on a session's settings or on when it is computed."),
				 errhint("Where the time zone matters, name it: sealstone.bucket(width, time, 'zone'), or time AT TIME ZONE 'zone'.")));
}

/* Where a row lies changes without a write that a trigger sees. */
static bool
refuse_system_columns(Node *n, void *context)
{
	if (n == NULL)
		return false;
	if (IsA(n, Var) && ((Var *) n)->varattno < 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a rollup cannot be made of a system column"),
				 errdetail("Moving a row to another partition, sealing or VACUUM FULL changes it, and is no write.")));
	return expression_tree_walker(n, refuse_system_columns, context);
}

/*
 * SQL of groups and states as Postgres itself writes it, so that equal ones have equal texts.
 * Names in it are qualified already.
 */
void
sealstone_rollup_normalize(Oid series, List *groups, List *states,
						   List **normal_groups, List **normal_states)
{
	StringInfoData text;
	Query	   *q;
	ListCell   *lc;
	int			nest = NewGUCNestLevel();
	int			n = 0;
	List	   *context = deparse_context_for(get_rel_name(series), series);

	(void) set_config_option("search_path", "pg_catalog", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	initStringInfo(&text);
	appendStringInfoString(&text, "SELECT ");
	foreach(lc, groups)
		appendStringInfo(&text, "%s%s", n++ ? ", " : "", (char *) lfirst(lc));
	foreach(lc, states)
		appendStringInfo(&text, "%s%s", n++ ? ", " : "", (char *) lfirst(lc));
	appendStringInfo(&text, " FROM %s", quote_qualified_identifier(get_namespace_name(get_rel_namespace(series)),
																  get_rel_name(series)));
	for (int i = 1; i <= list_length(groups); i++)
		appendStringInfo(&text, "%s%d", i == 1 ? " GROUP BY " : ", ", i);
	q = parse_analyze_fixedparams(linitial_node(RawStmt, raw_parser(text.data, RAW_PARSE_DEFAULT)),
								  text.data, NULL, 0, NULL);
	*normal_groups = *normal_states = NIL;
	n = 0;
	foreach(lc, q->targetList)
	{
		TargetEntry *te = lfirst(lc);
		char	   *sql;

		if (te->resjunk)
			continue;
		sql = deparse_expression(sealstone_flatten_group_exprs(q, (Node *) te->expr), context, false, false);
		if (n++ < list_length(groups))
			*normal_groups = lappend(*normal_groups, sql);
		else
			*normal_states = lappend(*normal_states, sql);
	}
	AtEOXact_GUC(true, nest);
}

/*
 * The shape of a rollup of these fragments over a series. Errors as a person needs them.
 */
RollupShape *
sealstone_rollup_analyze(Oid series, const char *select_list, const char *group_by)
{
	AnalyzeContext c = {0};
	StringInfoData text;
	ErrorContextCallback callback;
	Query	   *q;
	List	   *raw;
	ListCell   *lc;
	int			ngroups,
				nest,
				i = 0;
	char	   *relation = quote_qualified_identifier(get_namespace_name(get_rel_namespace(series)),
													  get_rel_name(series));

	check_select_list(select_list);
	ngroups = group_by ? check_group_by(group_by) : 0;

	initStringInfo(&text);
	appendStringInfoString(&text, "SELECT ");
	if (group_by)
		appendStringInfo(&text, "%s\n, ", group_by);
	appendStringInfo(&text, "%s\nFROM %s", select_list, relation);
	if (group_by)
		appendStringInfo(&text, "\nGROUP BY %s", group_by);

	/* the caller's names, and ours behind them */
	nest = NewGUCNestLevel();
	(void) set_config_option("search_path", psprintf("%s%ssealstone", namespace_search_path,
													 namespace_search_path[0] ? ", " : ""),
							 PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
	callback.callback = fragment_error;
	callback.arg = text.data;
	callback.previous = error_context_stack;
	error_context_stack = &callback;
	raw = raw_parser(text.data, RAW_PARSE_DEFAULT);
	q = parse_analyze_fixedparams(linitial_node(RawStmt, raw), text.data, NULL, 0, NULL);
	error_context_stack = callback.previous;
	AtEOXact_GUC(true, nest);

	if (list_length(raw) != 1 || list_length(q->jointree->fromlist) != 1 ||
		q->jointree->quals || q->setOperations || q->groupingSets ||
		linitial_node(RangeTblEntry, q->rtable)->relid != series)
		elog(ERROR, "fragments of a rollup changed their meaning");
	if (q->hasWindowFuncs || q->hasSubLinks || q->hasTargetSRFs || q->hasDistinctOn)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a rollup cannot have window functions, subqueries or set-returning functions"),
				 errhint("Use them in queries over the rollup.")));

	nest = NewGUCNestLevel();
	(void) set_config_option("search_path", "pg_catalog", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	c.series = series;
	c.deparse = deparse_context_for(get_rel_name(series), series);
	c.shape = palloc0(sizeof(RollupShape));
	foreach(lc, q->targetList)
	{
		TargetEntry *te = lfirst(lc);
		Node	   *expr = sealstone_flatten_group_exprs(q, (Node *) te->expr);

		if (te->resjunk)
			continue;
		if (i < ngroups)
		{
			RollupGroup *g = palloc0(sizeof(RollupGroup));

			g->expr = deparse_in(&c, expr);
			refuse_mutable(expr, g->expr);
			(void) refuse_system_columns(expr, NULL);
			g->name = te->resname;
			g->type = exprType(expr);
			g->typmod = exprTypmod(expr);
			g->collation = exprCollation(expr);
			if (contain_aggs_of_level(expr, 0))
				ereport(ERROR,
						(errcode(ERRCODE_GROUPING_ERROR),
						 errmsg("group_by of a rollup cannot have aggregates")));
			if (IsA(expr, Var))
			{
				if (((Var *) expr)->varattno <= 0)
					ereport(ERROR,
							(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
							 errmsg("a rollup cannot be grouped by a whole row or a system column")));
				g->column = get_attname(series, ((Var *) expr)->varattno, false);
			}
			c.group_exprs = lappend(c.group_exprs, expr);
			c.shape->groups = lappend(c.shape->groups, g);
		}
		else
		{
			RollupOutput *o;

			refuse_mutable(expr, deparse_in(&c, expr));
			(void) refuse_system_columns(expr, NULL);
			if (IsA(expr, Var) && list_member(c.group_exprs, expr))
			{
				ListCell   *gc;
				bool		shown = false;

				foreach(gc, c.shape->groups)
					shown |= strcmp(((RollupGroup *) lfirst(gc))->name, te->resname) == 0;
				if (shown)
				{
					i++;
					continue;	/* groups are shown anyway */
				}
			}
			o = palloc0(sizeof(RollupOutput));
			o->raw = deparse_in(&c, expr);
			c.placeholders = NIL;
			expr = replace_mutator(expr, &c);
			o->expr = fill_placeholders(deparse_in(&c, expr), c.placeholders);
			o->name = te->resname;
			c.shape->outputs = lappend(c.shape->outputs, o);
		}
		i++;
	}
	AtEOXact_GUC(true, nest);

	if (c.shape->states == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the select list of a rollup has no aggregate"),
				 errhint("A rollup keeps %s.", MERGEABLE)));

	/* names must differ, and the bucket's is taken */
	{
		List	   *names = list_make1("bucket");

		foreach(lc, c.shape->groups)
			names = lappend(names, ((RollupGroup *) lfirst(lc))->name);
		foreach(lc, c.shape->outputs)
			names = lappend(names, ((RollupOutput *) lfirst(lc))->name);
		for (int x = 0; x < list_length(names); x++)
			for (int y = 0; y < x; y++)
				if (strcmp(list_nth(names, x), list_nth(names, y)) == 0)
					ereport(ERROR,
							(errcode(ERRCODE_DUPLICATE_COLUMN),
							 errmsg("column \"%s\" of the rollup would be there twice", (char *) list_nth(names, x)),
							 errhint("Give each expression a name of its own with AS. \"bucket\" is the bucket's start.")));
	}
	return c.shape;
}
