/*-------------------------------------------------------------------------
 *
 * create.c
 *	  create_series(): checks everything, then converts or adopts, registers, makes the first partitions.
 *
 * One transaction, the caller's: an error at any point leaves the table as it was. All checks come before the
 * first change. The exclusive lock on a table to convert is polled, never queued.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_index.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

#include "catalog.h"
#include "error.h"
#include "job/job.h"
#include "series/bounds.h"
#include "series/carry.h"
#include "series/create.h"
#include "series/lock.h"
#include "series/partition.h"
#include "series/settings.h"
#include "series/time_type.h"

static void
refuse_kind(Oid relid, const char *kind, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("%s is %s and cannot become a series table", sealstone_relation_name(relid), kind),
			 errhint("%s", hint)));
}

/*
 * What kind of relation is it? Returns its relkind: 'r' to convert, 'p' to adopt.
 */
static char
check_relation(Oid relid)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	FormData_pg_class form;

	if (!HeapTupleIsValid(tuple))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", relid)));
	memcpy(&form, GETSTRUCT(tuple), offsetof(FormData_pg_class, relminmxid));
	ReleaseSysCache(tuple);

	switch (form.relkind)
	{
		case RELKIND_RELATION:
		case RELKIND_PARTITIONED_TABLE:
			break;
		case RELKIND_VIEW:
			refuse_kind(relid, "a view", "Name the table that the view reads.");
			break;
		case RELKIND_MATVIEW:
			refuse_kind(relid, "a materialized view", "Make the table it reads a series table and keep the summary as a rollup.");
			break;
		case RELKIND_FOREIGN_TABLE:
			refuse_kind(relid, "a foreign table", "Run create_series on the server that stores it.");
			break;
		default:
			refuse_kind(relid, "no table", "Name an ordinary or partitioned table.");
	}
	if (IsCatalogRelationOid(relid) || IsToastNamespace(form.relnamespace) ||
		form.relnamespace == PG_CATALOG_NAMESPACE || get_rel_namespace(relid) == get_namespace_oid("information_schema", true))
		refuse_kind(relid, "a system catalog", "Name a table of your own.");
	if (form.relpersistence == RELPERSISTENCE_TEMP)
		refuse_kind(relid, "a temporary table", "Create it without TEMPORARY: the workers that make and seal partitions could not see it.");
	sealstone_check_owner(relid, "make it a series table");
	if (form.relnamespace == get_namespace_oid("sealstone", true))
		refuse_kind(relid, "one of Sealstone's own tables", "Name a table of your own.");
	if (OidIsValid(getExtensionOfObject(RelationRelationId, relid)))
		refuse_kind(relid, "part of an extension", "Name a table of your own.");
	if (form.relispartition)
		refuse_kind(relid, "a partition", "Name the partitioned table it belongs to.");
	if (OidIsValid(form.reloftype))
		refuse_kind(relid, "a typed table", "ALTER TABLE ... NOT OF makes it an ordinary one.");
	if (has_superclass(relid) || (form.relkind == RELKIND_RELATION && has_subclass(relid) &&
								  find_inheritance_children(relid, NoLock) != NIL))
		refuse_kind(relid, "part of table inheritance", "ALTER TABLE ... NO INHERIT takes it out.");
	return form.relkind;
}

static AttrNumber
check_time_column(Oid relid, const char *name)
{
	AttrNumber	attnum = get_attnum(relid, name);
	HeapTuple	tuple;
	Form_pg_attribute form;
	Oid			type;
	bool		generated;

	if (attnum == InvalidAttrNumber)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of %s does not exist", name, sealstone_relation_name(relid)),
				 errhint("Name the column that says when a row happened.")));
	if (attnum < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
				 errmsg("system column \"%s\" cannot be the time column", name)));
	type = get_atttype(relid, attnum);
	if (!sealstone_time_supported(type))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" of type %s cannot be the time column", name, format_type_be(type)),
				 errhint("A time column is timestamptz, timestamp, date, smallint, integer or bigint.")));
	tuple = SearchSysCache2(ATTNUM, ObjectIdGetDatum(relid), Int16GetDatum(attnum));
	form = (Form_pg_attribute) GETSTRUCT(tuple);
	generated = form->attgenerated != '\0';
	ReleaseSysCache(tuple);
	if (generated)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
				 errmsg("generated column \"%s\" cannot be the time column", name),
				 errhint("Postgres does not partition by a generated column.")));
	return attnum;
}

/*
 * A table partitioned already is adopted if it is so by RANGE on this column alone.
 */
static void
check_adoption(Oid relid, AttrNumber time_attnum, const char *time_column)
{
	HeapTuple	tuple = SearchSysCache1(PARTRELID, ObjectIdGetDatum(relid));
	Form_pg_partitioned_table form;
	bool		fits;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for partition key of %u", relid);
	form = (Form_pg_partitioned_table) GETSTRUCT(tuple);
	fits = form->partstrat == PARTITION_STRATEGY_RANGE && form->partnatts == 1 &&
		form->partattrs.values[0] == time_attnum;
	ReleaseSysCache(tuple);
	if (!fits)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("%s is not partitioned by range on column \"%s\" alone", sealstone_relation_name(relid), time_column),
				 errhint("Only a table partitioned BY RANGE (%s) can be adopted; a second key can divide its partitions as PARTITION BY HASH.",
						 quote_identifier(time_column))));
}

/*
 * The width an adopted table's newest finite partition has, months where its ends are month starts.
 */
static bool
adopted_width(Oid relid, Oid type, Interval *interval, int64 *width)
{
	ListCell   *cell;
	bool		found = false;

	foreach(cell, sealstone_partitions(relid, type))
	{
		SealstoneBound *bound = lfirst(cell);
		struct pg_tm lo;
		struct pg_tm hi;
		fsec_t		lo_fsec;
		fsec_t		hi_fsec;

		if (!bound->is_range || bound->lo == SEALSTONE_POS_MIN || bound->hi == SEALSTONE_POS_MAX)
			continue;
		found = true;
		memset(interval, 0, sizeof(Interval));
		if (sealstone_time_is_integer(type))
		{
			*width = bound->hi - bound->lo;
			continue;
		}
		interval->time = (bound->hi - bound->lo) % USECS_PER_DAY;
		interval->day = (bound->hi - bound->lo) / USECS_PER_DAY;
		if (timestamp2tm(bound->lo, NULL, &lo, &lo_fsec, NULL, NULL) == 0 &&
			timestamp2tm(bound->hi, NULL, &hi, &hi_fsec, NULL, NULL) == 0 &&
			lo.tm_mday == 1 && hi.tm_mday == 1 && lo.tm_hour + lo.tm_min + lo.tm_sec + hi.tm_hour + hi.tm_min + hi.tm_sec == 0 &&
			lo_fsec == 0 && hi_fsec == 0)
		{
			memset(interval, 0, sizeof(Interval));
			interval->month = (hi.tm_year - lo.tm_year) * MONTHS_PER_YEAR + hi.tm_mon - lo.tm_mon;
		}
	}
	return found;
}

/*
 * Every unique key of a partitioned table holds the partition key. Say so before anything changes, with what mends it.
 */
static void
check_unique_keys(Oid relid, AttrNumber time_attnum, AttrNumber space_attnum)
{
	Relation	rel = table_open(relid, NoLock);
	ListCell   *cell;

	foreach(cell, RelationGetIndexList(rel))
	{
		Oid			index = lfirst_oid(cell);
		HeapTuple	tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(index));
		Form_pg_index form;
		AttrNumber	missing = InvalidAttrNumber;

		if (!HeapTupleIsValid(tuple))
			continue;
		form = (Form_pg_index) GETSTRUCT(tuple);
		if (form->indisunique || form->indisexclusion)
		{
			bool		time_found = false;
			bool		space_found = space_attnum == InvalidAttrNumber;

			for (int i = 0; i < form->indnkeyatts; i++)
			{
				time_found |= form->indkey.values[i] == time_attnum;
				space_found |= form->indkey.values[i] == space_attnum;
			}
			if (!time_found)
				missing = time_attnum;
			else if (!space_found)
				missing = space_attnum;
		}
		if (AttributeNumberIsValid(missing))
		{
			bool		primary = form->indisprimary;
			bool		exclusion = form->indisexclusion;
			Oid			constraint = get_index_constraint(index);
			StringInfoData columns;
			char	   *drop;

			initStringInfo(&columns);
			for (int i = 0; i < form->indnkeyatts; i++)
				if (form->indkey.values[i] > 0)
					appendStringInfo(&columns, "%s, ", quote_identifier(get_attname(relid, form->indkey.values[i], false)));
			appendStringInfoString(&columns, quote_identifier(get_attname(relid, missing, false)));
			drop = OidIsValid(constraint) ?
				psprintf("ALTER TABLE %s DROP CONSTRAINT %s", sealstone_relation_name(relid), quote_identifier(get_rel_name(index))) :
				psprintf("DROP INDEX %s", sealstone_relation_name(index));
			ReleaseSysCache(tuple);
			if (exclusion)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
						 errmsg("exclusion constraint \"%s\" cannot hold across partitions", get_rel_name(index)),
						 errhint("Drop it first: %s;", drop)));
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
					 errmsg("unique key \"%s\" does not include column \"%s\"", get_rel_name(index), get_attname(relid, missing, false)),
					 errdetail("A partitioned table can only promise uniqueness of keys that hold the columns it is partitioned by."),
					 errhint("%s; ALTER TABLE %s ADD %s (%s);", drop, sealstone_relation_name(relid),
							 primary ? "PRIMARY KEY" : "UNIQUE", columns.data)));
		}
		ReleaseSysCache(tuple);
	}
	table_close(rel, NoLock);
}

static void
register_series(Oid relid, bool integer, const Interval *interval, int64 width, int premake,
				const char *space_column, int space_partitions)
{
	SealstoneScope scope;
	Oid			types[] = {REGCLASSOID, INTERVALOID, INT8OID, INT4OID, NAMEOID, INT2OID, INT4OID};
	Datum		values[7];
	char		nulls[8] = "       ";
	NameData	name;

	values[0] = ObjectIdGetDatum(relid);
	values[1] = IntervalPGetDatum(interval);
	values[2] = Int64GetDatum(width);
	nulls[integer ? 1 : 2] = 'n';
	values[3] = Int32GetDatum(premake);
	if (space_column != NULL)
	{
		namestrcpy(&name, space_column);
		values[4] = NameGetDatum(&name);
		values[5] = Int16GetDatum(get_attnum(relid, space_column));
		values[6] = Int32GetDatum(space_partitions);
	}
	else
		nulls[4] = nulls[5] = nulls[6] = 'n';
	sealstone_catalog_begin(&scope);
	/* a row left by a table of that OID dropped while event triggers were off is no obstacle */
	sealstone_spi_args("INSERT INTO sealstone.series (relation, relation_oid, partition_interval, partition_width, premake,"
					   " space_column, space_attnum, space_partitions) VALUES ($1, $1, $2, $3, $4, $5, $6, $7)"
					   " ON CONFLICT (relation) DO NOTHING", 7, types, values, nulls);
	sealstone_scope_end(&scope);
	/* caches that hang on the relation learn of it */
	CacheInvalidateRelcacheByRelid(relid);
}

PG_FUNCTION_INFO_V1(sealstone_create_series);
Datum
sealstone_create_series(PG_FUNCTION_ARGS)
{
	Oid			relid;
	char	   *time_column;
	AttrNumber	time_attnum;
	AttrNumber	space_attnum = InvalidAttrNumber;
	Oid			time_type;
	bool		integer;
	Interval	interval = {0};
	int64		width = 0;
	int			premake;
	char	   *space_column = NULL;
	int			space_partitions = 0;
	char		kind;
	SealstoneSeries *series;
	Oid			def;
	List	   *ranges;
	ListCell   *cell;

	PreventCommandIfReadOnly("create_series()");
	if (PG_ARGISNULL(0))
		sealstone_error_null("relation");
	if (PG_ARGISNULL(1))
		sealstone_error_null("time_column");
	if (PG_ARGISNULL(4))
		sealstone_error_null("premake");
	relid = PG_GETARG_OID(0);
	time_column = NameStr(*PG_GETARG_NAME(1));
	premake = PG_GETARG_INT32(4);
	sealstone_check_premake(premake);

	kind = check_relation(relid);
	if (kind == RELKIND_RELATION)
	{
		/* what hangs on the table is changed with it; what came while waiting is asked for with the table held */
		sealstone_lock_all_or_fail(lappend_oid(sealstone_carry_relations(relid), relid), AccessExclusiveLock, "convert the table");
		sealstone_lock_all_or_fail(sealstone_carry_relations(relid), AccessExclusiveLock, "convert the table");
	}
	else
		LockRelationOid(relid, ShareUpdateExclusiveLock);
	/* what was true before the lock may not be now */
	kind = check_relation(relid);
	if (sealstone_series_get(relid, true) != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("%s is a series table already", sealstone_relation_name(relid)),
				 errhint("Its settings are changed with set_partitioning(), set_sealing() and set_retention().")));
	time_attnum = check_time_column(relid, time_column);
	time_type = get_atttype(relid, time_attnum);
	integer = sealstone_time_is_integer(time_type);

	if (!PG_ARGISNULL(5))
	{
		Oid			space_type;

		space_column = NameStr(*PG_GETARG_NAME(5));
		space_attnum = get_attnum(relid, space_column);
		if (space_attnum <= 0)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("column \"%s\" of %s does not exist", space_column, sealstone_relation_name(relid))));
		if (space_attnum == time_attnum)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("the space column cannot be the time column")));
		if (PG_ARGISNULL(6))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("a space column needs a number of space partitions"),
					 errhint("Give space_partitions, for example 4.")));
		space_partitions = PG_GETARG_INT32(6);
		if (space_partitions < 2 || space_partitions > 256)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("space_partitions must be between 2 and 256")));
		space_type = get_atttype(relid, space_attnum);
		if (!OidIsValid(lookup_type_cache(space_type, TYPECACHE_HASH_EXTENDED_PROC)->hash_extended_proc))
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("column \"%s\" of type %s cannot be the space column: the type has no hash", space_column, format_type_be(space_type))));
	}
	else if (!PG_ARGISNULL(6))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("space_partitions needs a space_column")));

	if (!PG_ARGISNULL(2) && !PG_ARGISNULL(3))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("give partition_interval or partition_width, not both")));
	if (kind == RELKIND_PARTITIONED_TABLE)
		check_adoption(relid, time_attnum, time_column);
	if (!PG_ARGISNULL(2))
		interval = *PG_GETARG_INTERVAL_P(2);
	else if (!PG_ARGISNULL(3))
		width = PG_GETARG_INT64(3);
	else if (kind == RELKIND_PARTITIONED_TABLE && adopted_width(relid, time_type, &interval, &width))
		 /* as it was */ ;
	else if (integer)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("an integer time column needs a partition_width"),
				 errhint("It counts the units of the column: 86400 for a day of seconds.")));
	else
		interval.day = 1;
	if (!PG_ARGISNULL(2))
		sealstone_check_interval(&interval, time_type);
	if (integer && PG_ARGISNULL(2))
		(void) sealstone_step_width(width, time_type);
	else if (PG_ARGISNULL(3))
		(void) sealstone_step_interval(&interval, time_type);
	else
		(void) sealstone_step_width(width, time_type);	/* raises: wrong kind for the column */

	if (kind == RELKIND_RELATION)
	{
		check_unique_keys(relid, time_attnum, space_attnum);
		relid = sealstone_convert_table(relid, time_attnum);
	}
	register_series(relid, integer, &interval, width, premake, space_column, space_partitions);
	series = sealstone_series_get(relid, false);
	if (!sealstone_default_ready(series, &def))
	{
		ereport(WARNING,
				(errmsg("no partitions are made yet: default partition %s has no index on \"%s\"", sealstone_relation_name(def), series->time_column),
				 errdetail("Without one, proving that it holds no row of a new partition would scan it while its writers wait."),
				 errhint("CREATE INDEX CONCURRENTLY ON %s (%s);", sealstone_relation_name(def), quote_identifier(series->time_column))));
		ranges = NIL;
	}
	else
		ranges = sealstone_premake_ranges(series);
	foreach(cell, ranges)
	{
		/* a range whose rows are in the default partition is migrate's to make */
		(void) sealstone_partition_make(series, *(SealstoneRange *) lfirst(cell));
		CHECK_FOR_INTERRUPTS();
	}
	sealstone_job_ensure("premake", relid, NULL);
	/* rows that are in the default partition, now or later, find their place */
	sealstone_job_ensure("migrate", relid, NULL);
	PG_RETURN_OID(relid);
}
