/*-------------------------------------------------------------------------
 *
 * verify.c
 *	  verify_rollup: compute a range again and report every difference from what is held.
 *
 * Compares what the rollup answers (its partials view, so materialized states, new rows and
 * what is pending) with its source aggregated now, in one statement and so one snapshot, above
 * the floor. Exact states must be equal; floats and their moments within what the order of
 * additions explains; percentile sketches in their count. Changes nothing.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"
#include "utils/tuplestore.h"

#include "compat.h"
#include "rollup/rollup.h"

/* SQL that is true where states a and b of a type differ */
static char *
differs(Oid type, const char *a, const char *b)
{
	char	   *type_name = get_typtype(type) == TYPTYPE_BASE ? format_type_be(type) : "";

	if (type == FLOAT4OID || type == FLOAT8OID)
		return psprintf("((%s IS NULL) <> (%s IS NULL) OR (%s <> %s AND NOT COALESCE(abs(%s - %s) <= 1e-5 * greatest(abs(%s), abs(%s)), false)))",
						a, b, a, b, a, b, a, b);
	if (type == FLOAT8ARRAYOID)
		return psprintf("(%s[1] IS DISTINCT FROM %s[1] OR "
						"EXISTS (SELECT FROM unnest(%s, %s) AS m(x, y) WHERE x <> y AND NOT COALESCE(abs(x - y) <= 1e-5 * greatest(abs(x), abs(y), abs(%s[2]), 1e-9), false)))",
						a, b, a, b, a);
	if (strcmp(type_name, "sealstone.tdigest") == 0)
		return psprintf("(sealstone.sketch_count(%s) IS DISTINCT FROM sealstone.sketch_count(%s))", a, b);
	/* what its type calls equal may be written in more than one way: 1 and 1.0, 1 mon and 30 days */
	if (OidIsValid(lookup_type_cache(type, TYPECACHE_EQ_OPR)->eq_opr))
		return psprintf("(%s IS DISTINCT FROM %s)", a, b);
	return psprintf("(%s::text IS DISTINCT FROM %s::text)", a, b);
}

/*
 * verify_rollup(rollup regclass, lo "any" = NULL, hi "any" = NULL)
 *	 -> (bucket text, group_key jsonb, state text, held text, computed text)
 */
PG_FUNCTION_INFO_V1(sealstone_verify_rollup);
Datum
sealstone_verify_rollup(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	Oid			view = PG_ARGISNULL(0) ? InvalidOid : PG_GETARG_OID(0);
	Rollup	   *r = OidIsValid(view) ? sealstone_rollup_by_relation(view, false) : NULL;
	RollupSource *s;
	StringInfoData sql,
				match,
				key,
				states;
	int64		lo,
				hi,
				ignore;
	Oid			types[2];
	Datum		values[2];
	Oid			save_user;
	int			save_context,
				nest;
	char	   *condition;

	if (r == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a rollup", OidIsValid(view) && get_rel_name(view) ? get_rel_name(view) : "?"),
				 errhint("View sealstone.rollup_info lists the rollups.")));
	if (!sealstone_is_owner(view, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_VIEW, get_rel_name(view));
	InitMaterializedSRF(fcinfo, 0);

	/* whole buckets, above the floor */
	lo = sealstone_rollup_bound_argument(fcinfo, 1, r, PG_INT64_MIN);
	hi = sealstone_rollup_bound_argument(fcinfo, 2, r, PG_INT64_MAX);
	if (lo != PG_INT64_MIN)
		sealstone_bucket_bounds(&r->bucket, lo, &lo, &ignore);
	hi = sealstone_rollup_bucket_ceiling(r, hi);
	lo = Max(lo, r->floor);

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	sealstone_rollup_become_owner(r->states, &save_user, &save_context, &nest);
	s = sealstone_rollup_source(r);

	initStringInfo(&sql);
	initStringInfo(&match);
	initStringInfo(&key);
	initStringInfo(&states);
	appendStringInfoString(&match, "a.bucket = b.bucket");
	for (int i = 1; i <= r->ngroups; i++)
	{
		appendStringInfo(&match, " AND a.g%d IS NOT DISTINCT FROM b.g%d", i, i);
		appendStringInfo(&key, "%s%s, %%1$s.g%d", i > 1 ? ", " : "", quote_literal_cstr(r->group_columns[i - 1]), i);
	}
	for (int i = 1; i <= r->nstates; i++)
		appendStringInfo(&states, ", (%s, a.s%d::text, b.s%d::text, b.bucket IS NOT NULL AND %s)",
						 quote_literal_cstr(list_nth(s->targets, r->ngroups + i)), i, i,
						 differs(list_nth_oid(s->types, r->ngroups + i), psprintf("a.s%d", i), psprintf("b.s%d", i)));
	/* an infinite end is no condition: the greatest time is in range too */
	condition = psprintf("%s >= $1%s", s->time_column,
						 hi == PG_INT64_MAX ? "" : psprintf(" AND %s < $2", s->time_column));
	appendStringInfo(&sql, "WITH held AS (SELECT * FROM %s WHERE bucket >= $1%s), computed(bucket",
					 quote_qualified_identifier(get_namespace_name(get_rel_namespace(r->partials)), get_rel_name(r->partials)),
					 hi == PG_INT64_MAX ? "" : " AND bucket < $2");
	for (int i = 1; i <= r->ngroups; i++)
		appendStringInfo(&sql, ", g%d", i);
	for (int i = 1; i <= r->nstates; i++)
		appendStringInfo(&sql, ", s%d", i);
	appendStringInfo(&sql, ") AS (%s) ", sealstone_rollup_select(r, s, NULL, condition, 3));
	for (int side = 0; side < 2; side++)
	{
		StringInfoData one;
		const char *row = side ? "b" : "a";

		/* the group's columns of this side */
		initStringInfo(&one);
		for (const char *p = key.data; *p; p++)
		{
			if (strncmp(p, "%1$s.", 5) == 0)
			{
				appendStringInfo(&one, "%s.", row);
				p += 4;
			}
			else
				appendStringInfoChar(&one, *p);
		}
		if (side == 0)
			appendStringInfo(&sql, "SELECT a.bucket::text, jsonb_build_object(%s), v.state, v.held, v.computed "
							 "FROM held a LEFT JOIN computed b ON %s, "
							 "LATERAL (VALUES ('the whole row', 'there', NULL, b.bucket IS NULL)%s) AS v(state, held, computed, differs) WHERE v.differs ",
							 one.data, match.data, states.data);
		else
			appendStringInfo(&sql, "UNION ALL SELECT b.bucket::text, jsonb_build_object(%s), 'the whole row', NULL, 'there' "
							 "FROM computed b WHERE NOT EXISTS (SELECT FROM held a WHERE %s) ORDER BY 1, 2, 3",
							 one.data, match.data);
	}

	types[0] = types[1] = r->time_type;
	values[0] = sealstone_time_from_int64(sealstone_rollup_clip(r, lo), r->time_type);
	values[1] = sealstone_time_from_int64(sealstone_rollup_clip(r, hi), r->time_type);
	if (SPI_execute_with_args(sql.data, 2, types, values, NULL, true, 0) != SPI_OK_SELECT)
		elog(ERROR, "could not verify a rollup");
	for (uint64 i = 0; i < SPI_processed; i++)
	{
		Datum		row[5];
		bool		nulls[5];

		for (int k = 0; k < 5; k++)
			row[k] = SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, k + 1, &nulls[k]);
		tuplestore_putvalues(result->setResult, result->setDesc, row, nulls);
	}
	sealstone_rollup_become_self(save_user, save_context, nest);
	SPI_finish();
	return (Datum) 0;
}
