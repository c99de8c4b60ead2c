/*-------------------------------------------------------------------------
 *
 * query_view.c
 *	  Query timings as rows: behind the views query_stats and query_history, and the reset.
 *
 * The text of others' statements is shown to members of pg_read_all_stats (pg_monitor is one) and to
 * the series table's owner; everyone else sees the figures with the text withheld, as
 * pg_stat_statements does.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_authid.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"

#include "catalog.h"
#include "stats/query_stats.h"

PG_FUNCTION_INFO_V1(sealstone_query_stats_rows);
PG_FUNCTION_INFO_V1(sealstone_query_windows_take);
PG_FUNCTION_INFO_V1(sealstone_query_stats_reset);

static void
need_store(void)
{
	if (!sealstone_query_store_ready())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("query timings need sealstone to be preloaded"),
				 errhint("Add sealstone to shared_preload_libraries and restart the server.")));
}

static const struct
{
	SealstoneReadPath path;
	const char *name;
}			path_names[] = {
	{SEALSTONE_PATH_LAST_POINT, "last point"},
	{SEALSTONE_PATH_AGGREGATE, "aggregate"},
	{SEALSTONE_PATH_SEEK, "seek"},
	{SEALSTONE_PATH_COLUMN_SCAN, "column scan"},
	{SEALSTONE_PATH_HEAP, "heap"},
};

static Datum
path_text(int32 paths)
{
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; i < lengthof(path_names); i++)
		if (paths & path_names[i].path)
			appendStringInfo(&text, "%s%s", text.len > 0 ? ", " : "", path_names[i].name);
	return CStringGetTextDatum(text.data);
}

/*
 * query_stats_rows() -> setof (relation oid, userid oid, query_id bigint, query text, calls bigint, total_ms,
 * min_ms, max_ms, p50_ms, p95_ms, p99_ms float8, rows bigint, path text, groups_read, groups_skipped,
 * partitions_read, partitions_total bigint, last_call timestamptz) of this database
 */
Datum
sealstone_query_stats_rows(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *set = (ReturnSetInfo *) fcinfo->resultinfo;
	bool		reads_all = has_privs_of_role(GetUserId(), ROLE_PG_READ_ALL_STATS);
	ListCell   *cell;

	InitMaterializedSRF(fcinfo, 0);
	/* a view over nothing rather than an error: monitoring goes on without preload */
	if (!sealstone_query_store_ready())
		return (Datum) 0;
	foreach(cell, sealstone_query_store_copy(MyDatabaseId))
	{
		SealstoneQueryEntry *entry = lfirst(cell);
		SealstoneQueryCounters *c = &entry->counters;
		Datum		values[18];
		bool		nulls[18] = {false};
		int			i = 0;

		if (c->calls == 0)
			continue;
		values[i++] = ObjectIdGetDatum(entry->key.series);
		values[i++] = ObjectIdGetDatum(entry->key.user);
		values[i++] = Int64GetDatum((int64) entry->key.query_id);
		if (!reads_all && !has_privs_of_role(GetUserId(), entry->key.user) &&
			!sealstone_is_owner(entry->key.series, GetUserId()))
			values[i++] = CStringGetTextDatum("<insufficient privilege>");
		else if (entry->text_length == 0)
			nulls[i++] = true;
		else
			values[i++] = PointerGetDatum(cstring_to_text(entry->truncated ? psprintf("%s…", entry->text) : entry->text));
		values[i++] = Int64GetDatum(c->calls);
		values[i++] = Float8GetDatum(c->total_ms);
		values[i++] = Float8GetDatum(c->min_ms);
		values[i++] = Float8GetDatum(c->max_ms);
		/* a bucket's middle may lie outside what was measured */
		values[i++] = Float8GetDatum(Min(Max(sealstone_latency_percentile(&c->latency, 0.50), c->min_ms), c->max_ms));
		values[i++] = Float8GetDatum(Min(Max(sealstone_latency_percentile(&c->latency, 0.95), c->min_ms), c->max_ms));
		values[i++] = Float8GetDatum(Min(Max(sealstone_latency_percentile(&c->latency, 0.99), c->min_ms), c->max_ms));
		values[i++] = Int64GetDatum(c->rows);
		values[i++] = path_text(c->paths);
		values[i++] = Int64GetDatum(c->groups_read);
		values[i++] = Int64GetDatum(c->groups_skipped);
		values[i++] = Int64GetDatum(c->partitions_read);
		values[i++] = Int64GetDatum(c->partitions_total);
		values[i++] = TimestampTzGetDatum(c->last_call);
		tuplestore_putvalues(set->setResult, set->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/*
 * query_windows_take() -> setof (relation oid, calls bigint, total_ms, p50_ms, p95_ms, p99_ms float8, rows,
 * groups_read, groups_skipped bigint): what each series saw since the last call, which this one ends
 */
Datum
sealstone_query_windows_take(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *set = (ReturnSetInfo *) fcinfo->resultinfo;
	ListCell   *cell;

	need_store();
	InitMaterializedSRF(fcinfo, 0);
	foreach(cell, sealstone_query_store_take_windows(MyDatabaseId))
	{
		SealstoneWindowEntry *entry = lfirst(cell);
		Datum		values[9];
		bool		nulls[9] = {false};
		int			i = 0;

		values[i++] = ObjectIdGetDatum(entry->key.series);
		values[i++] = Int64GetDatum(entry->calls);
		values[i++] = Float8GetDatum(entry->total_ms);
		values[i++] = Float8GetDatum(sealstone_latency_percentile(&entry->latency, 0.50));
		values[i++] = Float8GetDatum(sealstone_latency_percentile(&entry->latency, 0.95));
		values[i++] = Float8GetDatum(sealstone_latency_percentile(&entry->latency, 0.99));
		values[i++] = Int64GetDatum(entry->rows);
		values[i++] = Int64GetDatum(entry->groups_read);
		values[i++] = Int64GetDatum(entry->groups_skipped);
		tuplestore_putvalues(set->setResult, set->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* query_stats_reset(relation regclass): of one series as its owner, of all (NULL) with pg_monitor */
Datum
sealstone_query_stats_reset(PG_FUNCTION_ARGS)
{
	Oid			series = PG_ARGISNULL(0) ? InvalidOid : PG_GETARG_OID(0);

	need_store();
	if (!has_privs_of_role(GetUserId(), ROLE_PG_MONITOR))
	{
		if (!OidIsValid(series))
			ereport(ERROR,
					(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
					 errmsg("permission denied to reset the query timings of all series tables"),
					 errhint("Name one that you own, or be a member of pg_monitor.")));
		sealstone_check_owner(series, "reset its query timings");
	}
	if (OidIsValid(series))
		(void) sealstone_series_get(series, false);
	sealstone_query_store_reset(MyDatabaseId, series);
	PG_RETURN_VOID();
}
