/*-------------------------------------------------------------------------
 *
 * catalog.c
 *	  Reads the settings of series tables, answers who may act on them, and switches identity.
 *
 * Owns no state. Called by every part that acts on a series. An error inside a scope needs no
 * cleaning: (sub)transaction abort restores user, security context and settings.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/namespace.h"
#include "catalog/partition.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "catalog.h"
#include "compat.h"
#include "error.h"
#include "guc.h"

void
sealstone_become(SealstoneScope *scope, Oid owner, bool restricted)
{
	GetUserIdAndSecContext(&scope->user, &scope->sec_context);
	SetUserIdAndSecContext(owner, scope->sec_context | SECURITY_LOCAL_USERID_CHANGE |
						   (restricted ? SECURITY_RESTRICTED_OPERATION : 0));
	scope->guc_level = NewGUCNestLevel();
	(void) set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	(void) set_config_option("DateStyle", "ISO, YMD", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	(void) set_config_option("IntervalStyle", "postgres", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	(void) set_config_option("TimeZone", "UTC", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	/* what the user's client asked to hear is not for our own statements */
	(void) set_config_option("client_min_messages", "warning", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
}

void
sealstone_unbecome(SealstoneScope *scope)
{
	AtEOXact_GUC(false, scope->guc_level);
	SetUserIdAndSecContext(scope->user, scope->sec_context);
}

/* SPI wants a snapshot to be there; a worker between two pieces of work has none */
static void
scope_connect(SealstoneScope *scope)
{
	scope->snapshot = !ActiveSnapshotSet();
	if (scope->snapshot)
		PushActiveSnapshot(GetTransactionSnapshot());
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
}

void
sealstone_catalog_begin(SealstoneScope *scope)
{
	sealstone_become(scope, BOOTSTRAP_SUPERUSERID, false);
	scope_connect(scope);
}

void
sealstone_owner_begin(SealstoneScope *scope, Oid owner)
{
	sealstone_become(scope, owner, true);
	scope_connect(scope);
}

void
sealstone_scope_end(SealstoneScope *scope)
{
	SPI_finish();
	if (scope->snapshot)
		PopActiveSnapshot();
	sealstone_unbecome(scope);
}

uint64
sealstone_spi(const char *sql)
{
	int			rc = SPI_execute(sql, false, 0);

	if (rc < 0)
		elog(ERROR, "SPI returned %s for: %s", SPI_result_code_string(rc), sql);
	return SPI_processed;
}

void
sealstone_spi_each(uint64 count)
{
	char	  **statements = palloc((count + 1) * sizeof(char *));

	/* copied first: each of them takes the place of the query's rows */
	for (uint64 i = 0; i < count; i++)
		statements[i] = SPI_getvalue(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1);
	for (uint64 i = 0; i < count; i++)
		sealstone_spi(statements[i]);
}

uint64
sealstone_spif(const char *format,...)
{
	StringInfoData buf;

	initStringInfo(&buf);
	for (;;)
	{
		va_list		args;
		int			needed;

		va_start(args, format);
		needed = appendStringInfoVA(&buf, format, args);
		va_end(args);
		if (needed == 0)
			break;
		enlargeStringInfo(&buf, needed);
	}
	return sealstone_spi(buf.data);
}

uint64
sealstone_spi_args(const char *sql, int nargs, Oid *types, Datum *values, const char *nulls)
{
	int			rc = SPI_execute_with_args(sql, nargs, types, values, nulls, false, 0);

	if (rc < 0)
		elog(ERROR, "SPI returned %s for: %s", SPI_result_code_string(rc), sql);
	return SPI_processed;
}

/*
 * Attribute number of a range-partitioned table's only key column, or InvalidAttrNumber.
 */
static AttrNumber
partition_key_attnum(Oid relid)
{
	HeapTuple	tuple = SearchSysCache1(PARTRELID, ObjectIdGetDatum(relid));
	Form_pg_partitioned_table form;
	AttrNumber	attnum = InvalidAttrNumber;

	if (!HeapTupleIsValid(tuple))
		return InvalidAttrNumber;
	form = (Form_pg_partitioned_table) GETSTRUCT(tuple);
	if (form->partstrat == PARTITION_STRATEGY_RANGE && form->partnatts == 1)
		attnum = form->partattrs.values[0];
	ReleaseSysCache(tuple);
	return attnum;
}

static Datum
spi_value(int column, bool *isnull)
{
	return SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, column, isnull);
}

SealstoneSeries *
sealstone_series_get(Oid relid, bool missing_ok)
{
	SealstoneSeries *series;
	MemoryContext caller = CurrentMemoryContext;
	SealstoneScope scope;
	Oid			types[1] = {REGCLASSOID};
	Datum		values[1];
	HeapTuple	class;
	bool		isnull;
	Datum		datum;

	class = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	if (!HeapTupleIsValid(class))
	{
		if (missing_ok)
			return NULL;
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", relid)));
	}
	if (((Form_pg_class) GETSTRUCT(class))->relkind != RELKIND_PARTITIONED_TABLE)
	{
		ReleaseSysCache(class);
		if (missing_ok)
			return NULL;
		sealstone_error_not_series(relid);
	}

	series = palloc0(sizeof(SealstoneSeries));
	series->relid = relid;
	series->owner = ((Form_pg_class) GETSTRUCT(class))->relowner;
	ReleaseSysCache(class);

	sealstone_catalog_begin(&scope);
	values[0] = ObjectIdGetDatum(relid);
	if (sealstone_spi_args("SELECT partition_interval, partition_width, premake, space_column, space_partitions,"
						   " sealing, seal_after, seal_after_width, codec, order_by, keep_indexes, retention, retention_width"
						   " FROM sealstone.series WHERE relation = $1", 1, types, values, NULL) == 0)
	{
		sealstone_scope_end(&scope);
		if (missing_ok)
			return NULL;
		sealstone_error_not_series(relid);
	}

	datum = spi_value(1, &isnull);
	series->has_interval = !isnull;
	if (!isnull)
		series->partition_interval = *DatumGetIntervalP(datum);
	datum = spi_value(2, &isnull);
	series->partition_width = isnull ? 0 : DatumGetInt64(datum);
	series->premake = DatumGetInt32(spi_value(3, &isnull));
	datum = spi_value(4, &isnull);
	if (!isnull)
		series->space_column = MemoryContextStrdup(caller, NameStr(*DatumGetName(datum)));
	datum = spi_value(5, &isnull);
	series->space_partitions = isnull ? 0 : DatumGetInt32(datum);
	series->sealing = DatumGetBool(spi_value(6, &isnull));
	datum = spi_value(7, &isnull);
	series->has_seal_after = !isnull;
	if (!isnull)
		series->seal_after = *DatumGetIntervalP(datum);
	datum = spi_value(8, &isnull);
	series->has_seal_after_width = !isnull;
	series->seal_after_width = isnull ? 0 : DatumGetInt64(datum);
	series->codec = MemoryContextStrdup(caller, TextDatumGetCString(spi_value(9, &isnull)));
	datum = spi_value(10, &isnull);
	if (!isnull)
	{
		Datum	   *names;
		bool	   *nulls;
		int			count;
		MemoryContext old;

		deconstruct_array(DatumGetArrayTypeP(datum), NAMEOID, NAMEDATALEN, false, TYPALIGN_CHAR,
						  &names, &nulls, &count);
		old = MemoryContextSwitchTo(caller);
		for (int i = 0; i < count; i++)
			if (!nulls[i])
				series->order_by = lappend(series->order_by, pstrdup(NameStr(*DatumGetName(names[i]))));
		MemoryContextSwitchTo(old);
	}
	series->keep_indexes = DatumGetBool(spi_value(11, &isnull));
	datum = spi_value(12, &isnull);
	series->has_retention = !isnull;
	if (!isnull)
		series->retention = *DatumGetIntervalP(datum);
	datum = spi_value(13, &isnull);
	series->has_retention_width = !isnull;
	series->retention_width = isnull ? 0 : DatumGetInt64(datum);
	sealstone_scope_end(&scope);

	series->time_attnum = partition_key_attnum(relid);
	if (series->time_attnum == InvalidAttrNumber)
	{
		if (missing_ok)
			return NULL;
		sealstone_error_not_series(relid);
	}
	series->time_column = get_attname(relid, series->time_attnum, false);
	series->time_type = get_atttype(relid, series->time_attnum);
	return series;
}

/*
 * Is there a settings row? By the primary key's index, without SPI: planner and executor hooks ask this.
 */
static bool
is_series(Oid relid, Relation settings)
{
	ScanKeyData key;
	SysScanDesc scan;
	bool		found;

	ScanKeyInit(&key, 1, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(relid));
	scan = systable_beginscan(settings, sealstone_primary_key_index(settings), true, NULL, 1, &key);
	found = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	return found;
}

Oid
sealstone_series_of(Oid relid)
{
	Oid			schema = get_namespace_oid("sealstone", true);
	Oid			table = OidIsValid(schema) ? get_relname_relid("series", schema) : InvalidOid;
	Relation	settings;
	Oid			found = InvalidOid;

	if (!OidIsValid(table))
		return InvalidOid;
	settings = try_relation_open(table, AccessShareLock);
	if (settings == NULL)
		return InvalidOid;
	/* someone's own table of that name in a schema of that name, or an installation half done */
	if (settings->rd_rel->relkind != RELKIND_RELATION || !OidIsValid(sealstone_primary_key_index(settings)) ||
		TupleDescAttr(RelationGetDescr(settings), 0)->atttypid != REGCLASSOID)
	{
		relation_close(settings, AccessShareLock);
		return InvalidOid;
	}

	/* bounded depth: a partition tree is a tree, but the walk reads without locks */
	for (int depth = 0; OidIsValid(relid) && depth < 32; depth++)
	{
		HeapTuple	class = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
		bool		is_partition;
		char		relkind;

		if (!HeapTupleIsValid(class))
			break;
		is_partition = ((Form_pg_class) GETSTRUCT(class))->relispartition;
		relkind = ((Form_pg_class) GETSTRUCT(class))->relkind;
		ReleaseSysCache(class);
		if (relkind == RELKIND_PARTITIONED_TABLE && is_series(relid, settings))
		{
			found = relid;
			break;
		}
		if (!is_partition)
			break;
		relid = get_partition_parent(relid, true);
	}
	relation_close(settings, AccessShareLock);
	return found;
}

bool
sealstone_series_is_owner(Oid relid, Oid role)
{
	return sealstone_is_owner(relid, role);
}

bool
sealstone_series_may_operate(Oid relid, Oid role)
{
	SealstoneScope scope;
	Oid			series;
	bool		granted = false;

	if (sealstone_series_is_owner(relid, role))
		return true;
	if (sealstone_has_maintain(relid, role))
		return true;
	series = sealstone_series_of(relid);
	if (!OidIsValid(series))
		return false;
	if (sealstone_series_is_owner(series, role) || sealstone_has_maintain(series, role))
		return true;

	sealstone_catalog_begin(&scope);
	if (sealstone_spif("SELECT a.oid FROM sealstone.operators o JOIN pg_catalog.pg_authid a"
					   " ON CASE WHEN o.relation_oid = o.relation::oid THEN a.oid = o.role_oid ELSE a.rolname = o.role_name END"
					   " WHERE o.relation = '%u'::pg_catalog.regclass", series) > 0)
	{
		for (uint64 i = 0; i < SPI_processed && !granted; i++)
		{
			bool		isnull;
			Oid			member = DatumGetObjectId(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &isnull));

			granted = has_privs_of_role(role, member);
		}
	}
	sealstone_scope_end(&scope);
	return granted;
}

void
sealstone_check_owner(Oid relid, const char *what)
{
	if (!sealstone_series_is_owner(relid, GetUserId()))
		sealstone_error_not_owner(relid, what);
}

void
sealstone_check_operate(Oid relid, const char *what)
{
	if (!sealstone_series_may_operate(relid, GetUserId()))
		sealstone_error_not_operator(relid, what);
}

char *
sealstone_actor_name(void)
{
	if (sealstone_actor == NULL || sealstone_actor[0] == '\0')
		return NULL;
	if (!sealstone_trust_actor && !superuser_arg(GetSessionUserId()))
	{
		ereport(WARNING,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("sealstone.actor is not recorded: role \"%s\" is not trusted for it",
						GetUserNameFromId(GetSessionUserId(), false)),
				 errhint("A superuser can allow it: ALTER ROLE ... SET sealstone.trust_actor = on.")));
		return NULL;
	}
	return pstrdup(sealstone_actor);
}

PG_FUNCTION_INFO_V1(sealstone_may_operate_sql);
Datum
sealstone_may_operate_sql(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(sealstone_series_may_operate(PG_GETARG_OID(0), GetUserId()));
}
