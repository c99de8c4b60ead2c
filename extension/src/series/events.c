/*-------------------------------------------------------------------------
 *
 * events.c
 *	  Event triggers: what is dropped is forgotten, what is renamed is followed, what is rewritten is told.
 *
 * They run inside the user's DDL, in its transaction, and must stay cheap where no series is concerned:
 * one probe of a small table, or of a metapage where a table is rewritten. They never raise for a reason of their own.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/relation.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "commands/defrem.h"
#include "commands/event_trigger.h"
#include "commands/trigger.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "replication/logicalworker.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "catalog.h"
#include "error.h"
#include "series/measure.h"
#include "store/reader.h"

/* during CREATE or DROP EXTENSION our own tables may not all be there */
static bool
tables_ready(void)
{
	Oid			schema = get_namespace_oid("sealstone", true);

	return OidIsValid(schema) && OidIsValid(get_relname_relid("series", schema)) &&
		OidIsValid(get_relname_relid("jobs", schema)) && OidIsValid(get_relname_relid("operators", schema)) &&
		OidIsValid(get_relname_relid("partition_sizes", schema)) && OidIsValid(get_relname_relid("series_sizes", schema)) &&
		OidIsValid(get_relname_relid("moves", schema));
}

static void
check_called(FunctionCallInfo fcinfo, const char *name)
{
	if (!CALLED_AS_EVENT_TRIGGER(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_EVENT_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("%s() is an event trigger and cannot be called", name)));
}

PG_FUNCTION_INFO_V1(sealstone_on_sql_drop);
Datum
sealstone_on_sql_drop(PG_FUNCTION_ARGS)
{
	SealstoneScope scope;

	check_called(fcinfo, "on_sql_drop");
	if (!tables_ready())
		PG_RETURN_NULL();

	sealstone_catalog_begin(&scope);
	/* one look decides for all: most drops are of other things */
	if (sealstone_spi("SELECT 1 FROM pg_catalog.pg_event_trigger_dropped_objects() d"
					  " WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass"
					  " AND (d.objid IN (SELECT relation::pg_catalog.oid FROM sealstone.series)"
					  " OR d.objid IN (SELECT relation::pg_catalog.oid FROM sealstone.jobs)"
					  " OR EXISTS (SELECT 1 FROM sealstone.partition_sizes p WHERE p.partition = d.objid)"
					  " OR EXISTS (SELECT 1 FROM sealstone.moves p WHERE p.partition = d.objid)) LIMIT 1") > 0)
	{
		sealstone_spi("DELETE FROM sealstone.partition_sizes p USING pg_catalog.pg_event_trigger_dropped_objects() d"
					  " WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0 AND p.partition = d.objid");
		sealstone_spi("DELETE FROM sealstone.moves p USING pg_catalog.pg_event_trigger_dropped_objects() d"
					  " WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0 AND p.partition = d.objid");
		sealstone_spi("DELETE FROM sealstone.series_sizes p USING pg_catalog.pg_event_trigger_dropped_objects() d"
					  " WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0 AND p.series = d.objid");
		sealstone_spi("DELETE FROM sealstone.operators p USING pg_catalog.pg_event_trigger_dropped_objects() d"
					  " WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0 AND p.relation::pg_catalog.oid = d.objid");
		sealstone_spi("DELETE FROM sealstone.jobs p USING pg_catalog.pg_event_trigger_dropped_objects() d"
					  " WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0 AND p.relation::pg_catalog.oid = d.objid");
		sealstone_spi("DELETE FROM sealstone.series p USING pg_catalog.pg_event_trigger_dropped_objects() d"
					  " WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objsubid = 0 AND p.relation::pg_catalog.oid = d.objid");
		/* a dropped column leaves the order key; none left means: chosen at the seal */
		sealstone_spi("UPDATE sealstone.series p SET order_by = k.names, order_attnums = k.numbers FROM ("
					  "  SELECT s.relation, pg_catalog.array_agg(s.name ORDER BY s.n) AS names, pg_catalog.array_agg(s.number ORDER BY s.n) AS numbers"
					  "  FROM (SELECT q.relation, u.name, u.number, u.n FROM sealstone.series q,"
					  "    LATERAL ROWS FROM (pg_catalog.unnest(q.order_by), pg_catalog.unnest(q.order_attnums)) WITH ORDINALITY AS u(name, number, n)) s"
					  "  WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_event_trigger_dropped_objects() d"
					  "    WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objid = s.relation::pg_catalog.oid AND d.objsubid = s.number)"
					  "  GROUP BY s.relation) k"
					  " WHERE k.relation = p.relation AND k.numbers <> p.order_attnums AND p.relation_oid = p.relation::pg_catalog.oid");
		sealstone_spi("UPDATE sealstone.series p SET order_by = NULL, order_attnums = NULL"
					  " WHERE p.order_attnums IS NOT NULL AND p.relation_oid = p.relation::pg_catalog.oid AND NOT EXISTS"
					  " (SELECT 1 FROM pg_catalog.unnest(p.order_attnums) u(number) WHERE NOT EXISTS"
					  "  (SELECT 1 FROM pg_catalog.pg_event_trigger_dropped_objects() d WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass"
					  "   AND d.objid = p.relation::pg_catalog.oid AND d.objsubid = u.number))");
	}
	sealstone_scope_end(&scope);
	PG_RETURN_NULL();
}

/*
 * Sealed partitions that statements of this transaction rewrite, collected until the statement ends: the new file is
 * not there before. It may hold some whose rewrite was rolled back, which are then still sealed. NULL: none.
 */
static List *rewritten = NIL;

static void
forget_rewritten(void *arg)
{
	rewritten = NIL;
}

PG_FUNCTION_INFO_V1(sealstone_on_rewrite);
Datum
sealstone_on_rewrite(PG_FUNCTION_ARGS)
{
	Oid			relid;
	Relation	rel;

	check_called(fcinfo, "on_rewrite");
	if (!tables_ready())
		PG_RETURN_NULL();

	relid = DatumGetObjectId(DirectFunctionCall1(pg_event_trigger_table_rewrite_oid, (Datum) 0));
	rel = try_relation_open(relid, NoLock); /* ALTER TABLE has locked it */
	if (rel == NULL)
		PG_RETURN_NULL();
	if (rel->rd_rel->relkind == RELKIND_RELATION && rel->rd_rel->relam == get_am_oid("sealstone", true) && sealstone_is_sealed(rel))
	{
		MemoryContext old = MemoryContextSwitchTo(TopTransactionContext);

		if (rewritten == NIL)
		{
			MemoryContextCallback *callback = palloc0(sizeof(MemoryContextCallback));

			callback->func = forget_rewritten;
			MemoryContextRegisterResetCallback(TopTransactionContext, callback);
		}
		rewritten = list_append_unique_oid(rewritten, relid);
		MemoryContextSwitchTo(old);
	}
	relation_close(rel, NoLock);
	PG_RETURN_NULL();
}

/* Say what has become of them, and have the views show it at once. */
static void
tell_rewritten(void)
{
	int			count = 0;
	Oid			first = InvalidOid;
	List	   *relids = list_copy(rewritten);
	ListCell   *cell;

	list_free(rewritten);
	rewritten = NIL;
	foreach(cell, relids)
	{
		Oid			relid = lfirst_oid(cell);
		Relation	rel = try_relation_open(relid, NoLock);
		Oid			series;
		bool		sealed;
		bool		ours;

		if (rel == NULL)
			continue;
		ours = rel->rd_rel->relam != HEAP_TABLE_AM_OID;
		sealed = rel->rd_rel->relam == get_am_oid("sealstone", true) && sealstone_is_sealed(rel);
		relation_close(rel, NoLock);
		if (sealed)
			continue;			/* its rewrite was rolled back */
		if (ours && count++ == 0)	/* SET ACCESS METHOD heap asked for nothing else */
			first = relid;
		series = sealstone_series_of(relid);
		if (OidIsValid(series))
			sealstone_measure_leaf(series, relid);
	}
	if (count == 0)
		return;
	if (count == 1)
		ereport(WARNING,
				(errmsg("sealed table %s was rewritten and holds plain rows now", sealstone_relation_name(first)),
				 errhint("CALL sealstone.reseal('%s') to compress it again.", sealstone_relation_name(first))));
	else
		ereport(WARNING,
				(errmsg("%d sealed tables were rewritten and hold plain rows now, %s among them", count, sealstone_relation_name(first)),
				 errhint("CALL sealstone.seal_eligible() on their series, or sealstone.reseal() on each, to compress them again.")));
}

PG_FUNCTION_INFO_V1(sealstone_on_alter);
Datum
sealstone_on_alter(PG_FUNCTION_ARGS)
{
	SealstoneScope scope;

	check_called(fcinfo, "on_alter");
	if (!tables_ready())
		PG_RETURN_NULL();
	if (rewritten != NIL)
		tell_rewritten();

	sealstone_catalog_begin(&scope);
	sealstone_spi("UPDATE sealstone.series s SET"
				  " order_by = (SELECT pg_catalog.array_agg(a.attname ORDER BY u.n) FROM pg_catalog.unnest(s.order_attnums) WITH ORDINALITY u(number, n)"
				  "   JOIN pg_catalog.pg_attribute a ON a.attrelid = s.relation::pg_catalog.oid AND a.attnum = u.number),"
				  " space_column = (SELECT a.attname FROM pg_catalog.pg_attribute a WHERE a.attrelid = s.relation::pg_catalog.oid AND a.attnum = s.space_attnum)"
				  " FROM pg_catalog.pg_event_trigger_ddl_commands() d"
				  " WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objid = s.relation::pg_catalog.oid"
				  " AND s.relation_oid = s.relation::pg_catalog.oid AND (s.order_attnums IS NOT NULL OR s.space_attnum IS NOT NULL)"
				  " AND (EXISTS (SELECT 1 FROM pg_catalog.unnest(s.order_attnums) WITH ORDINALITY u(number, n)"
				  "   JOIN pg_catalog.pg_attribute a ON a.attrelid = s.relation::pg_catalog.oid AND a.attnum = u.number WHERE a.attname <> s.order_by[u.n])"
				  "  OR s.space_column <> (SELECT a.attname FROM pg_catalog.pg_attribute a WHERE a.attrelid = s.relation::pg_catalog.oid AND a.attnum = s.space_attnum))");
	sealstone_scope_end(&scope);
	PG_RETURN_NULL();
}

/*
 * Tables of ours are published by FOR ALL TABLES, and mean nothing on another server. The trigger fires in replication workers only
 * (ENABLE REPLICA), and in sessions that set session_replication_role, which are left alone.
 */
PG_FUNCTION_INFO_V1(sealstone_not_replicated);
Datum
sealstone_not_replicated(PG_FUNCTION_ARGS)
{
	TriggerData *data = (TriggerData *) fcinfo->context;

	if (!CALLED_AS_TRIGGER(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("not_replicated() is a trigger and cannot be called")));
	if (IsLogicalWorker())
		return PointerGetDatum(NULL);
	return PointerGetDatum(TRIGGER_FIRED_BY_UPDATE(data->tg_event) ? data->tg_newtuple : data->tg_trigtuple);
}
