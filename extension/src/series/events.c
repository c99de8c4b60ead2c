/*-------------------------------------------------------------------------
 *
 * events.c
 *	  Event triggers: what is dropped is forgotten, what is renamed is followed.
 *
 * They run inside the user's DDL, in its transaction, and must stay cheap where no series is concerned:
 * one probe of a small table. They never raise for a reason of their own.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "catalog/namespace.h"
#include "commands/event_trigger.h"
#include "commands/trigger.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "replication/logicalworker.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "catalog.h"

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

PG_FUNCTION_INFO_V1(sealstone_on_sql_drop);
Datum
sealstone_on_sql_drop(PG_FUNCTION_ARGS)
{
	SealstoneScope scope;

	if (!CALLED_AS_EVENT_TRIGGER(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_EVENT_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("on_sql_drop() is an event trigger and cannot be called")));
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

PG_FUNCTION_INFO_V1(sealstone_on_alter);
Datum
sealstone_on_alter(PG_FUNCTION_ARGS)
{
	SealstoneScope scope;

	if (!CALLED_AS_EVENT_TRIGGER(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_EVENT_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("on_alter() is an event trigger and cannot be called")));
	if (!tables_ready())
		PG_RETURN_NULL();

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
