/*-------------------------------------------------------------------------
 *
 * source.c
 *	  The statement that aggregates a rollup's source, in the words of today.
 *
 * Kept nowhere as text: columns are renamed, schemas too. The partials view holds it as an
 * analyzed tree that Postgres keeps right through every ALTER and every restore, and here it
 * is deparsed from there. One range of time as constants, one GROUP BY, nothing else, so that
 * whatever makes such a statement fast for people makes a refresh fast.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/relation.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "rewrite/rewriteHandler.h"
#include "rewrite/rewriteSupport.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/ruleutils.h"
#include "utils/syscache.h"

#include "compat.h"
#include "rollup/rollup.h"

/* the branch of the partials view that aggregates the source: its second subquery */
static Query *
source_branch(Oid partials)
{
	Relation	rel = relation_open(partials, AccessShareLock);
	Query	   *q = get_view_query(rel),
			   *branch = NULL;
	ListCell   *lc;
	int			n = 0;

	foreach(lc, q->rtable)
	{
		RangeTblEntry *rte = lfirst(lc);

		if (rte->rtekind == RTE_SUBQUERY && ++n == 2)
			branch = copyObject(rte->subquery);
	}
	relation_close(rel, AccessShareLock);
	if (branch == NULL)
		elog(ERROR, "view %u is not the partials view of a rollup", partials);
	return branch;
}

/* Results are in the caller's context. */
RollupSource *
sealstone_rollup_source(const Rollup *r)
{
	RollupSource *s = palloc0(sizeof(RollupSource));
	Query	   *q = source_branch(r->partials);
	Oid			relid = linitial_node(RangeTblEntry, q->rtable)->relid;
	int			nest = NewGUCNestLevel();
	List	   *context;
	ListCell   *lc;

	(void) set_config_option("search_path", "pg_catalog", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	s->from = quote_qualified_identifier(get_namespace_name(get_rel_namespace(relid)),
										 get_rel_name(relid));
	if (relid == r->series)
	{
		char	   *name;

		(void) sealstone_series_time_column(relid, &name, NULL);
		s->time_column = pstrdup(quote_identifier(name));
	}
	else
		s->time_column = "bucket";
	context = deparse_context_for(get_rel_name(relid), relid);
	foreach(lc, q->targetList)
	{
		TargetEntry *te = lfirst(lc);
		Node	   *expr = sealstone_flatten_group_exprs(q, (Node *) te->expr);

		if (te->resjunk)
			continue;
		s->targets = lappend(s->targets, deparse_expression(expr, context, false, false));
		s->types = lappend_oid(s->types, exprType(expr));
	}
	AtEOXact_GUC(true, nest);
	return s;
}

/*
 * rollup_fragment(definition regclass, groups boolean, stored text) -> text
 *
 * The select list of a rollup, or its group_by, in the words of today, from the view that holds
 * it. Waits for no lock: while the series is being altered, and where the view is gone, what
 * was stored.
 */
PG_FUNCTION_INFO_V1(sealstone_rollup_fragment);
Datum
sealstone_rollup_fragment(PG_FUNCTION_ARGS)
{
	bool		groups = !PG_ARGISNULL(1) && PG_GETARG_BOOL(1);
	HeapTuple	tuple;
	Query	   *q = NULL;
	Oid			series = InvalidOid;
	StringInfoData buf;
	ListCell   *lc;

	if (PG_ARGISNULL(2))
		PG_RETURN_NULL();
	tuple = PG_ARGISNULL(0) ? NULL :
		SearchSysCache2(RULERELNAME, PG_GETARG_DATUM(0), PointerGetDatum(ViewSelectRuleName));
	if (HeapTupleIsValid(tuple))
	{
		bool		isnull;
		Datum		action = SysCacheGetAttr(RULERELNAME, tuple, Anum_pg_rewrite_ev_action, &isnull);

		if (!isnull)
			q = linitial_node(Query, (List *) stringToNode(TextDatumGetCString(action)));
		ReleaseSysCache(tuple);
	}
	if (q)
	{
		Query	   *inner = NULL;

		foreach(lc, q->rtable)
			if (lfirst_node(RangeTblEntry, lc)->rtekind == RTE_SUBQUERY)
				inner = lfirst_node(RangeTblEntry, lc)->subquery;
		q = inner;
		if (q && linitial_node(RangeTblEntry, q->rtable)->rtekind == RTE_RELATION)
			series = linitial_node(RangeTblEntry, q->rtable)->relid;
	}
	if (!OidIsValid(series) || !ConditionalLockRelationOid(series, AccessShareLock))
		PG_RETURN_DATUM(PG_GETARG_DATUM(2));
	initStringInfo(&buf);
	if (get_rel_name(series) != NULL)
	{
		int			nest = NewGUCNestLevel();
		List	   *context = deparse_context_for(get_rel_name(series), series);

		(void) set_config_option("search_path", "pg_catalog", PGC_USERSET, PGC_S_SESSION,
								 GUC_ACTION_SAVE, true, 0, false);
		foreach(lc, q->targetList)
		{
			TargetEntry *te = lfirst(lc);
			Node	   *expr = sealstone_flatten_group_exprs(q, (Node *) te->expr);
			char	   *sql;

			if (te->resjunk || (te->ressortgroupref != 0) != groups)
				continue;
			sql = deparse_expression(expr, context, false, false);
			appendStringInfo(&buf, "%s%s", buf.len ? ", " : "", sql);
			if (!groups && strcmp(sql, quote_identifier(te->resname)) != 0)
				appendStringInfo(&buf, " AS %s", quote_identifier(te->resname));
		}
		AtEOXact_GUC(true, nest);
	}
	UnlockRelationOid(series, AccessShareLock);
	if (buf.len == 0)
		PG_RETURN_DATUM(PG_GETARG_DATUM(2));
	PG_RETURN_TEXT_P(cstring_to_text(buf.data));
}

/*
 * SELECT of the states of one item within `condition` (may be NULL): the keys of its group that
 * are not NULL are parameters from first_param on.
 */
char *
sealstone_rollup_select(const Rollup *r, const RollupSource *s, const PendingItem *item,
						const char *condition, int first_param)
{
	StringInfoData sql;
	ListCell   *lc;
	int			n = 0;
	const char *glue = " WHERE ";

	initStringInfo(&sql);
	appendStringInfoString(&sql, "SELECT ");
	foreach(lc, s->targets)
		appendStringInfo(&sql, "%s%s", n++ ? ", " : "", (char *) lfirst(lc));
	appendStringInfo(&sql, " FROM %s", s->from);
	if (condition)
	{
		appendStringInfo(&sql, "%s%s", glue, condition);
		glue = " AND ";
	}
	if (item && item->keys)
		for (int i = 0; i < r->ngroups; i++)
		{
			char	   *g = list_nth(s->targets, i + 1);

			if (item->keys[i])
				appendStringInfo(&sql, "%s%s = $%d", glue, g, first_param++);
			else
				appendStringInfo(&sql, "%s%s IS NULL", glue, g);
			glue = " AND ";
		}
	appendStringInfoString(&sql, " GROUP BY 1");
	for (int i = 0; i < r->ngroups; i++)
		appendStringInfo(&sql, ", %d", i + 2);
	return sql.data;
}

/* the parameters of the keys that are not NULL, typed as the groups are */
int
sealstone_rollup_key_params(const Rollup *r, const RollupSource *s, const PendingItem *item,
							Oid *types, Datum *values)
{
	int			n = 0;

	if (item->keys == NULL)
		return 0;
	for (int i = 0; i < r->ngroups; i++)
	{
		Oid			input,
					ioparam;

		if (item->keys[i] == NULL)
			continue;
		types[n] = list_nth_oid(s->types, i + 1);
		getTypeInputInfo(types[n], &input, &ioparam);
		values[n] = OidInputFunctionCall(input, item->keys[i], ioparam, -1);
		n++;
	}
	return n;
}

/*
 * Groups and states of a rollup as SQL over the series at the bottom, whatever is between.
 */
void
sealstone_rollup_raw(const Rollup *r, List **groups, List **states)
{
	*groups = NIL;
	*states = NIL;
	if (r->source == r->series)
	{
		List	   *targets = sealstone_rollup_source(r)->targets;

		for (int i = 1; i < list_length(targets); i++)
		{
			if (i <= r->ngroups)
				*groups = lappend(*groups, list_nth(targets, i));
			else
				*states = lappend(*states, list_nth(targets, i));
		}
	}
	else
	{
		Rollup	   *below = sealstone_rollup_by_relation(r->source, false);
		List	   *g,
				   *s;

		if (below == NULL || r->group_parent == NULL || r->state_parent == NULL)
			elog(ERROR, "the source of rollup %d is gone", r->id);
		sealstone_rollup_raw(below, &g, &s);
		for (int i = 0; i < r->ngroups; i++)
			*groups = lappend(*groups, list_nth(g, r->group_parent[i] - 1));
		for (int i = 0; i < r->nstates; i++)
			*states = lappend(*states, list_nth(s, r->state_parent[i] - 1));
	}
}

/* a merge template over state `own`; its companions are renumbered by `map` where given */
char *
sealstone_expand_merge(const char *merge, int own, const int *map, const char *prefix)
{
	StringInfoData sql;

	initStringInfo(&sql);
	for (const char *p = merge; *p; p++)
	{
		if (*p == '%')
		{
			int			n = own;
			char	   *end = (char *) p + 1;

			if (p[1] >= '0' && p[1] <= '9')
			{
				n = (int) strtol(p + 1, &end, 10);
				if (map)
					n = map[n - 1];
			}
			appendStringInfo(&sql, "%ss%d", prefix, n);
			p = end - 1;
		}
		else
			appendStringInfoChar(&sql, *p);
	}
	return sql.data;
}
