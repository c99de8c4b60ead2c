/*-------------------------------------------------------------------------
 *
 * partition.c
 *	  Makes partitions: finds what is missing, creates it standalone, attaches it without a scan.
 *
 * CREATE TABLE ... PARTITION OF takes ACCESS EXCLUSIVE on the series; CREATE and then ATTACH takes only
 * SHARE UPDATE EXCLUSIVE there, so that reading and writing go on. What is left is the default partition, which ATTACH
 * locks exclusively and scans: its lock is polled (lock.c) and its emptiness of the range proven by one index
 * probe under the lock, then told to ATTACH as a CHECK constraint that nobody had to verify (PROTOCOLS 14).
 *
 * Everything happens in the caller's transaction: an error leaves nothing behind.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/reloptions.h"
#include "access/table.h"
#include "access/twophase.h"
#include "access/xact.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/partition.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_index.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "commands/tablespace.h"
#include "commands/trigger.h"
#include "common/hashfn.h"
#include "fmgr.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "catalog.h"
#include "compat.h"
#include "error.h"
#include "rollup/rollup.h"
#include "series/bounds.h"
#include "series/lock.h"
#include "series/partition.h"

/* a default partition larger than this is only probed through an index: a scan would hold its writers up */
#define PROBE_SCAN_BLOCKS	1024

SealstoneStep
sealstone_series_step(const SealstoneSeries *series)
{
	return series->has_interval ?
		sealstone_step_interval(&series->partition_interval, series->time_type) :
		sealstone_step_width(series->partition_width, series->time_type);
}

static void
add_range(List **ranges, int64 lo, int64 hi)
{
	SealstoneRange *range = palloc(sizeof(SealstoneRange));

	if (list_length(*ranges) >= SEALSTONE_MAX_MAKE)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("more than %d partitions would be made at once", SEALSTONE_MAX_MAKE),
				 errhint("Widen the partitions with sealstone.set_partitioning(), or make them in smaller ranges.")));
	range->lo = lo;
	range->hi = hi;
	*ranges = lappend(*ranges, range);
}

/* the aligned ranges of one gap; its ends are cut off where neighbours stand */
static void
fill_gap(List **ranges, SealstoneStep step, Oid type, int64 lo, int64 hi)
{
	while (lo < hi)
	{
		int64		next = Min(sealstone_step_next(step, lo, type), hi);

		CHECK_FOR_INTERRUPTS();
		add_range(ranges, lo, next);
		lo = next;
	}
}

List *
sealstone_missing_ranges(const SealstoneSeries *series, int64 lo, int64 hi)
{
	SealstoneStep step = sealstone_series_step(series);
	List	   *ranges = NIL;
	ListCell   *cell;
	int64		at;

	if (lo >= hi)
		return NIL;
	at = sealstone_step_floor(step, lo, series->time_type);
	if (sealstone_step_floor(step, hi, series->time_type) != hi)
		hi = sealstone_step_next(step, hi, series->time_type);

	foreach(cell, sealstone_partitions(series->relid, series->time_type))
	{
		SealstoneBound *bound = lfirst(cell);

		if (!bound->is_range || bound->hi <= at)
			continue;
		if (bound->lo >= hi)
			break;
		if (bound->lo > at)
			fill_gap(&ranges, step, series->time_type, at, bound->lo);
		at = bound->hi;
	}
	if (at < hi)
		fill_gap(&ranges, step, series->time_type, at, hi);
	return ranges;
}

static bool has_time_index(Relation rel, const char *time_column);

/*
 * The greatest value stored in one partition; false: it holds none. Asked of the series, whose owner may read all of it, in
 * bounds that leave one partition to plan and to lock; of the default partition by its name.
 */
static bool
greatest_in(const SealstoneSeries *series, const SealstoneBound *bound, int64 *value)
{
	bool		isnull;
	char	   *column = pstrdup(quote_identifier(series->time_column));

	if (!bound->is_range)
	{
		if (pg_class_aclcheck(bound->relid, series->owner, ACL_SELECT) != ACLCHECK_OK)
			return false;
		sealstone_spif("SELECT pg_catalog.max(%s)::pg_catalog.int8 FROM %s", column, sealstone_relation_name(bound->relid));
	}
	else
		sealstone_spif("SELECT pg_catalog.max(%s)::pg_catalog.int8 FROM %s WHERE %s IS NOT NULL%s%s", column, sealstone_relation_name(series->relid), column,
					   bound->lo_open ? "" : psprintf(" AND %s >= %s", column, sealstone_time_literal(bound->lo, series->time_type)),
					   bound->hi_open ? "" : psprintf(" AND %s < %s", column, sealstone_time_literal(bound->hi, series->time_type)));
	*value = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &isnull));
	return !isnull;
}

/*
 * Greatest value of an integer time column: looked for from the last partition downwards and in the default one, for a query of the
 * whole series would lock thousands of partitions. Through an index that leads with the time, else the lower bound of the last partition that
 * has storage; never a scan of more than a small table.
 */
bool
sealstone_series_now(const SealstoneSeries *series, int64 *now)
{
	SealstoneScope scope;
	bool		found = false;
	List	   *bounds;

	if (!sealstone_time_is_integer(series->time_type))
	{
		*now = GetCurrentTimestamp();
		return true;
	}

	sealstone_owner_begin(&scope, series->owner);
	(void) set_config_option("row_security", "off", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
	bounds = sealstone_partitions(series->relid, series->time_type);
	for (int i = list_length(bounds) - 1; i >= 0; i--)
	{
		SealstoneBound *bound = list_nth(bounds, i);
		Relation	partition;
		bool		readable;
		bool		storage;
		int64		value;

		if (bound->relkind != RELKIND_RELATION && bound->relkind != RELKIND_PARTITIONED_TABLE)
			continue;
		partition = try_relation_open(bound->relid, AccessShareLock);
		if (partition == NULL)
			continue;
		storage = bound->relkind == RELKIND_RELATION && RelationGetNumberOfBlocks(partition) > 0;
		readable = (bound->relkind == RELKIND_PARTITIONED_TABLE || (storage && RelationGetNumberOfBlocks(partition) <= PROBE_SCAN_BLOCKS) ||
					(storage && has_time_index(partition, series->time_column)));
		relation_close(partition, NoLock);

		if (readable)
		{
			if (!greatest_in(series, bound, &value))
				continue;
		}
		else if (storage && bound->is_range && !bound->lo_open)
			value = bound->lo;
		else
			continue;
		if (!found || value > *now)
			*now = value;
		found = true;
		/* the default comes first and can hold any value; below the last range that has rows there is nothing greater */
		if (bound->is_range)
			break;
	}
	sealstone_scope_end(&scope);
	return found;
}

List *
sealstone_premake_ranges(const SealstoneSeries *series)
{
	SealstoneStep step = sealstone_series_step(series);
	int64		now;
	int64		hi;

	if (!sealstone_series_now(series, &now))
		now = 0;				/* an integer series without a row starts at zero */
	hi = sealstone_step_next(step, sealstone_step_floor(step, now, series->time_type), series->time_type);
	for (int i = 0; i < series->premake && hi != SEALSTONE_POS_MAX; i++)
		hi = sealstone_step_next(step, hi, series->time_type);
	return sealstone_missing_ranges(series, now, hi);
}

/*
 * <series>_p20240131, _p20240131_0600, _p2024_01, _p1000, _pm1000: cut to fit, unique in the schema.
 */
static char *
partition_name(const SealstoneSeries *series, SealstoneRange range, Oid schema)
{
	char	   *base = get_rel_name(series->relid);
	char		suffix[64];
	SealstoneStep step = sealstone_series_step(series);

	if (sealstone_time_is_integer(series->time_type))
	{
		if (range.lo == SEALSTONE_POS_MIN)
			strlcpy(suffix, "_pmin", sizeof(suffix));
		else if (range.lo < 0)
			snprintf(suffix, sizeof(suffix), "_pm" UINT64_FORMAT, (uint64) 0 - (uint64) range.lo);
		else
			snprintf(suffix, sizeof(suffix), "_p" INT64_FORMAT, range.lo);
	}
	else
	{
		struct pg_tm tm;
		fsec_t		fsec;

		if (range.lo == SEALSTONE_POS_MIN || timestamp2tm(range.lo, NULL, &tm, &fsec, NULL, NULL) != 0)
			strlcpy(suffix, "_pmin", sizeof(suffix));
		else
		{
			const char *era = tm.tm_year > 0 ? "" : "bc";
			int			year = tm.tm_year > 0 ? tm.tm_year : 1 - tm.tm_year;

			if (step.months && tm.tm_mday == 1 && tm.tm_hour == 0 && tm.tm_min == 0 && tm.tm_sec == 0 && fsec == 0)
				snprintf(suffix, sizeof(suffix), "_p%s%04d_%02d", era, year, tm.tm_mon);
			else if (tm.tm_hour == 0 && tm.tm_min == 0 && tm.tm_sec == 0 && fsec == 0)
				snprintf(suffix, sizeof(suffix), "_p%s%04d%02d%02d", era, year, tm.tm_mon, tm.tm_mday);
			else if (tm.tm_sec == 0 && fsec == 0)
				snprintf(suffix, sizeof(suffix), "_p%s%04d%02d%02d_%02d%02d", era, year, tm.tm_mon, tm.tm_mday, tm.tm_hour, tm.tm_min);
			else if (fsec == 0)
				snprintf(suffix, sizeof(suffix), "_p%s%04d%02d%02d_%02d%02d%02d", era, year, tm.tm_mon, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
			else
				snprintf(suffix, sizeof(suffix), "_p%s%04d%02d%02d_%02d%02d%02d_%06d", era, year, tm.tm_mon, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec, (int) fsec);
		}
	}

	for (int attempt = 0;; attempt++)
	{
		char		tail[80];
		char	   *name;
		int			keep;

		if (attempt == 0)
			strlcpy(tail, suffix, sizeof(tail));
		else
			snprintf(tail, sizeof(tail), "%s_%d", suffix, attempt);
		/* leave room for the _NNN of space parts and for index names cut by Postgres itself */
		keep = pg_mbcliplen(base, strlen(base), NAMEDATALEN - 1 - strlen(tail) - 5);
		name = psprintf("%.*s%s", keep, base, tail);
		if (!OidIsValid(get_relname_relid(name, schema)))
			return name;
	}
}

static void
append_options(StringInfo buf, const char *prefix, Datum options)
{
	ListCell   *cell;

	foreach(cell, untransformRelOptions(options))
	{
		DefElem    *option = lfirst(cell);

		appendStringInfo(buf, "%s%s%s = %s", buf->len > 0 ? ", " : " WITH (", prefix,
						 quote_identifier(option->defname),
						 quote_literal_cstr(defGetString(option)));
	}
}

/* the storage options that new partitions take over: those of the default partition */
static char *
storage_options(Oid default_partition)
{
	HeapTuple	tuple;
	Datum		datum;
	bool		isnull;
	StringInfoData buf;

	if (!OidIsValid(default_partition))
		return pstrdup("");
	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(default_partition));
	if (!HeapTupleIsValid(tuple))
		return pstrdup("");
	datum = SysCacheGetAttr(RELOID, tuple, Anum_pg_class_reloptions, &isnull);
	initStringInfo(&buf);
	if (((Form_pg_class) GETSTRUCT(tuple))->relkind == RELKIND_RELATION)
	{
		Oid			toast = ((Form_pg_class) GETSTRUCT(tuple))->reltoastrelid;

		if (!isnull)
			append_options(&buf, "", datum);
		if (OidIsValid(toast))
		{
			HeapTuple	toast_tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(toast));

			if (HeapTupleIsValid(toast_tuple))
			{
				datum = SysCacheGetAttr(RELOID, toast_tuple, Anum_pg_class_reloptions, &isnull);
				if (!isnull)
					append_options(&buf, "toast.", datum);
				ReleaseSysCache(toast_tuple);
			}
		}
	}
	ReleaseSysCache(tuple);
	if (buf.len > 0)
		appendStringInfoChar(&buf, ')');
	return buf.data;
}

void
sealstone_revoke_grants(Oid relid)
{
	char	   *name = sealstone_relation_name(relid);
	uint64		count;

	count = sealstone_spif("SELECT DISTINCT pg_catalog.format('REVOKE ALL ON %%s FROM %%s', %s, CASE WHEN x.grantee = 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END)"
						   " FROM (SELECT c.relowner, a.grantee FROM pg_catalog.pg_class c, LATERAL pg_catalog.aclexplode(c.relacl) a WHERE c.oid = %u"
						   "  UNION SELECT c.relowner, a.grantee FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute t ON t.attrelid = c.oid,"
						   "   LATERAL pg_catalog.aclexplode(t.attacl) a WHERE c.oid = %u) x"
						   " LEFT JOIN pg_catalog.pg_roles r ON r.oid = x.grantee WHERE x.grantee <> x.relowner", quote_literal_cstr(name), relid, relid);
	sealstone_spi_each(count);
}

/* of a new table and its parts: nothing to do unless default privileges gave something */
static void
revoke_tree(Oid relid)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	bool		granted;
	ListCell   *cell;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	granted = !heap_attisnull(tuple, Anum_pg_class_relacl, NULL);
	ReleaseSysCache(tuple);
	if (granted)
		sealstone_revoke_grants(relid);
	foreach(cell, find_inheritance_children(relid, NoLock))
		revoke_tree(lfirst_oid(cell));
}

/* the constraint of that name, on a table and its parts, as one that rows may break */
static void
mark_unvalidated(Relation constraints, Oid relid, const char *name)
{
	Oid			constraint = get_relation_constraint_oid(relid, name, true);
	ListCell   *cell;

	if (OidIsValid(constraint))
	{
		HeapTuple	tuple = SearchSysCacheCopy1(CONSTROID, ObjectIdGetDatum(constraint));

		if (!HeapTupleIsValid(tuple))
			elog(ERROR, "cache lookup failed for constraint %u", constraint);
		((Form_pg_constraint) GETSTRUCT(tuple))->convalidated = false;
		CatalogTupleUpdate(constraints, &tuple->t_self, tuple);
		CacheInvalidateRelcacheByRelid(relid);
	}
	foreach(cell, find_inheritance_children(relid, NoLock))
		mark_unvalidated(constraints, lfirst_oid(cell), name);
}

/*
 * LIKE makes of a CHECK that is NOT VALID one that holds, which is true of an empty table; but rows that break it are moved or
 * attached here, and the planner believes a valid one.
 */
void
sealstone_copy_unvalidated(Oid from, Oid to)
{
	Relation	rel = table_open(from, AccessShareLock);
	TupleConstr *constr = RelationGetDescr(rel)->constr;
	Relation	constraints = NULL;

	for (int i = 0; constr != NULL && i < constr->num_check; i++)
	{
		if (constr->check[i].ccvalid)
			continue;
		if (constraints == NULL)
		{
			CommandCounterIncrement();
			constraints = table_open(ConstraintRelationId, RowExclusiveLock);
		}
		mark_unvalidated(constraints, to, constr->check[i].ccname);
	}
	if (constraints != NULL)
	{
		table_close(constraints, RowExclusiveLock);
		CommandCounterIncrement();
	}
	table_close(rel, NoLock);
}

List *
sealstone_referencing_tables(Oid relid)
{
	Relation	rel = table_open(relid, AccessShareLock);
	List	   *result = NIL;

	/* from the triggers that keep the keys, which the relation's cache entry has, instead of a scan of pg_constraint */
	for (int i = 0; rel->trigdesc != NULL && i < rel->trigdesc->numtriggers; i++)
	{
		Trigger    *trigger = &rel->trigdesc->triggers[i];

		if (trigger->tgisinternal && OidIsValid(trigger->tgconstrrelid) && trigger->tgconstrrelid != relid &&
			RI_FKey_trigger_type(trigger->tgfoid) == RI_TRIGGER_PK)
			result = list_append_unique_oid(result, trigger->tgconstrrelid);
	}
	table_close(rel, NoLock);
	return result;
}

/* statistics targets are no part of LIKE */
static void
copy_statistics_targets(Oid from, const char *to)
{
	Relation	rel = table_open(from, AccessShareLock);
	TupleDesc	desc = RelationGetDescr(rel);

	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		int			target;

		if (att->attisdropped || !sealstone_statistics_target(from, att->attnum, &target))
			continue;
		sealstone_spif("ALTER TABLE %s ALTER COLUMN %s SET STATISTICS %d", to, quote_identifier(NameStr(att->attname)), target);
	}
	table_close(rel, NoLock);
}

Oid
sealstone_partition_create(const SealstoneSeries *series, SealstoneRange range)
{
	Oid			schema = get_rel_namespace(series->relid);
	char	   *name = partition_name(series, range, schema);
	char	   *qualified = quote_qualified_identifier(get_namespace_name(schema), name);
	char	   *root = sealstone_relation_name(series->relid);
	Oid			tablespace = get_rel_tablespace(series->relid);
	StringInfoData sql;
	HeapTuple	class = SearchSysCache1(RELOID, ObjectIdGetDatum(series->relid));
	char	   *unlogged;
	char	   *options;

	if (!HeapTupleIsValid(class))
		elog(ERROR, "cache lookup failed for relation %u", series->relid);
	unlogged = ((Form_pg_class) GETSTRUCT(class))->relpersistence == RELPERSISTENCE_UNLOGGED ? "UNLOGGED " : "";
	ReleaseSysCache(class);

	/* the default partition remembers what the table's storage options and persistence were */
	{
		Oid			def = sealstone_default_partition(series->relid);

		options = storage_options(def);
		if (OidIsValid(def))
		{
			class = SearchSysCache1(RELOID, ObjectIdGetDatum(def));
			if (HeapTupleIsValid(class))
			{
				if (((Form_pg_class) GETSTRUCT(class))->relpersistence == RELPERSISTENCE_UNLOGGED)
					unlogged = "UNLOGGED ";
				ReleaseSysCache(class);
			}
		}
	}

	initStringInfo(&sql);
	appendStringInfo(&sql, "CREATE %sTABLE %s (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED"
					 " INCLUDING STORAGE INCLUDING COMPRESSION INCLUDING STATISTICS)", unlogged, qualified, root);
	if (series->space_column != NULL)
		appendStringInfo(&sql, " PARTITION BY HASH (%s)", quote_identifier(series->space_column));
	else
		appendStringInfo(&sql, " USING heap%s", options);
	if (OidIsValid(tablespace))
		appendStringInfo(&sql, " TABLESPACE %s", quote_identifier(get_tablespace_name(tablespace)));
	sealstone_spi(sql.data);

	if (series->space_column != NULL)
	{
		for (int i = 0; i < series->space_partitions; i++)
		{
			char	   *part = psprintf("%s_%d", name, i);

			if (OidIsValid(get_relname_relid(part, schema)))
				ereport(ERROR,
						(errcode(ERRCODE_DUPLICATE_TABLE),
						 errmsg("relation \"%s\" already exists", part),
						 errhint("Rename it: the name is needed for a partition of %s.", root)));
			sealstone_spif("CREATE %sTABLE %s PARTITION OF %s FOR VALUES WITH (MODULUS %d, REMAINDER %d) USING heap%s%s%s",
						   unlogged, quote_qualified_identifier(get_namespace_name(schema), part), qualified,
						   series->space_partitions, i, options,
						   OidIsValid(tablespace) ? " TABLESPACE " : "",
						   OidIsValid(tablespace) ? quote_identifier(get_tablespace_name(tablespace)) : "");
		}
	}
	copy_statistics_targets(series->relid, qualified);
	CommandCounterIncrement();
	sealstone_copy_unvalidated(series->relid, get_relname_relid(name, schema));
	/* nor what ALTER DEFAULT PRIVILEGES grants: a partition read directly passes by the policies of the series */
	revoke_tree(get_relname_relid(name, schema));
	CommandCounterIncrement();
	return get_relname_relid(name, schema);
}

/* does an index of the relation lead with the time column? */
static bool
has_time_index(Relation rel, const char *time_column)
{
	AttrNumber	attnum = get_attnum(RelationGetRelid(rel), time_column);
	ListCell   *cell;
	bool		found = false;

	foreach(cell, RelationGetIndexList(rel))
	{
		HeapTuple	index = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(lfirst_oid(cell)));

		if (!HeapTupleIsValid(index))
			continue;
		if (((Form_pg_index) GETSTRUCT(index))->indisvalid &&
			((Form_pg_index) GETSTRUCT(index))->indkey.values[0] == attnum &&
			heap_attisnull(index, Anum_pg_index_indpred, NULL))
			found = true;
		ReleaseSysCache(index);
	}
	return found;
}

bool
sealstone_default_ready(const SealstoneSeries *series, Oid *def)
{
	Relation	rel;
	bool		ready;

	*def = sealstone_default_partition(series->relid);
	if (!OidIsValid(*def) || get_rel_relkind(*def) != RELKIND_RELATION)
		return true;
	rel = table_open(*def, AccessShareLock);
	ready = RelationGetNumberOfBlocks(rel) <= PROBE_SCAN_BLOCKS || has_time_index(rel, series->time_column);
	table_close(rel, NoLock);
	return ready;
}

/*
 * With the default partition locked exclusively: has it a row in the range? Read with the newest snapshot: every
 * writer has ended (or is this transaction), a prepared one would still hold its lock.
 */
static bool
default_has_rows(const SealstoneSeries *series, Oid def, SealstoneRange range)
{
	char	   *sql;
	SPIPlanPtr	plan;
	Snapshot	snapshot;
	bool		found;
	char	   *column = pstrdup(quote_identifier(series->time_column));

	sql = psprintf("SELECT 1 FROM ONLY %s WHERE %s%s%s%s%s%s LIMIT 1",
				   sealstone_relation_name(def),
				   range.lo == SEALSTONE_POS_MIN ? psprintf("%s IS NOT NULL", column) : column,
				   range.lo == SEALSTONE_POS_MIN ? "" : " >= ",
				   range.lo == SEALSTONE_POS_MIN ? "" : sealstone_time_literal(range.lo, series->time_type),
				   range.hi == SEALSTONE_POS_MAX ? "" : psprintf(" AND %s", column),
				   range.hi == SEALSTONE_POS_MAX ? "" : " < ",
				   range.hi == SEALSTONE_POS_MAX ? "" : sealstone_time_literal(range.hi, series->time_type));
	(void) set_config_option("row_security", "off", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
	(void) set_config_option("enable_seqscan", "off", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
	plan = SPI_prepare(sql, 0, NULL);
	if (plan == NULL)
		elog(ERROR, "could not prepare: %s", sql);
	snapshot = RegisterSnapshot(GetLatestSnapshot());
	if (SPI_execute_snapshot(plan, NULL, NULL, snapshot, InvalidSnapshot, true, false, 1) != SPI_OK_SELECT)
		elog(ERROR, "could not probe the default partition");
	found = SPI_processed > 0;
	UnregisterSnapshot(snapshot);
	SPI_freeplan(plan);
	return found;
}

/*
 * ADD CONSTRAINT ... NOT VALID, then the one catalog bit that VALIDATE would set.
 */
void
sealstone_add_check(Oid def, const char *name, const char *expression, bool proven)
{
	Relation	constraints;
	HeapTuple	tuple;
	Oid			constraint;

	sealstone_spif("ALTER TABLE ONLY %s ADD CONSTRAINT %s CHECK (%s) NOT VALID",
				   sealstone_relation_name(def), quote_identifier(name), expression);
	if (!proven)
		return;
	constraint = get_relation_constraint_oid(def, name, false);
	constraints = table_open(ConstraintRelationId, RowExclusiveLock);
	tuple = SearchSysCacheCopy1(CONSTROID, ObjectIdGetDatum(constraint));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for constraint %u", constraint);
	((Form_pg_constraint) GETSTRUCT(tuple))->convalidated = true;
	CatalogTupleUpdate(constraints, &tuple->t_self, tuple);
	table_close(constraints, RowExclusiveLock);
	CacheInvalidateRelcacheByRelid(def);
	CommandCounterIncrement();
}

/*
 * A new partition publishes its updates the way the series does. USING INDEX names the child of the same index.
 */
static void
copy_replica_identity(Oid root, Oid partition)
{
	HeapTuple	class = SearchSysCache1(RELOID, ObjectIdGetDatum(root));
	char		identity;
	Oid			root_index = InvalidOid;
	Relation	rel;
	ListCell   *cell;

	if (!HeapTupleIsValid(class))
		return;
	identity = ((Form_pg_class) GETSTRUCT(class))->relreplident;
	ReleaseSysCache(class);

	if (identity == REPLICA_IDENTITY_FULL || identity == REPLICA_IDENTITY_NOTHING)
		sealstone_spif("ALTER TABLE %s REPLICA IDENTITY %s", sealstone_relation_name(partition),
					   identity == REPLICA_IDENTITY_FULL ? "FULL" : "NOTHING");
	if (identity != REPLICA_IDENTITY_INDEX || get_rel_relkind(partition) != RELKIND_RELATION)
		return;

	rel = table_open(root, AccessShareLock);
	foreach(cell, RelationGetIndexList(rel))
	{
		HeapTuple	index = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(lfirst_oid(cell)));

		if (HeapTupleIsValid(index))
		{
			if (((Form_pg_index) GETSTRUCT(index))->indisreplident)
				root_index = lfirst_oid(cell);
			ReleaseSysCache(index);
		}
	}
	table_close(rel, NoLock);
	if (OidIsValid(root_index))
	{
		Oid			child;

		rel = table_open(partition, AccessShareLock);
		child = index_get_partition(rel, root_index);
		table_close(rel, NoLock);
		if (OidIsValid(child))
			sealstone_spif("ALTER TABLE %s REPLICA IDENTITY USING INDEX %s", sealstone_relation_name(partition),
						   quote_identifier(get_rel_name(child)));
	}
}

bool
sealstone_partition_attach(const SealstoneSeries *series, Oid partition, SealstoneRange range)
{
	char	   *root = sealstone_relation_name(series->relid);
	char	   *lo = sealstone_time_literal(range.lo, series->time_type);
	char	   *hi = sealstone_time_literal(range.hi, series->time_type);
	char	   *check = NULL;
	Oid			def;

	/* who attaches or detaches must not race with us between looking at the default and attaching */
	LockRelationOid(series->relid, ShareUpdateExclusiveLock);
	/* ATTACH makes the triggers of foreign keys on the series also on the new partition, which their holders' writers wait for */
	sealstone_lock_all_or_fail(sealstone_referencing_tables(series->relid), ShareRowExclusiveLock, "attach a partition that it references");
	def = sealstone_default_partition(series->relid);
	if (OidIsValid(def) && get_rel_relkind(def) == RELKIND_RELATION)
	{
		Relation	rel;
		BlockNumber blocks;
		bool		indexed;

		sealstone_lock_or_fail(def, AccessExclusiveLock, "attach a partition beside it");
		rel = table_open(def, NoLock);
		blocks = RelationGetNumberOfBlocks(rel);
		indexed = has_time_index(rel, series->time_column);
		table_close(rel, NoLock);
		if (blocks > 0)
		{
			const char *column = pstrdup(quote_identifier(series->time_column));
			StringInfoData expression;

			if (blocks > PROBE_SCAN_BLOCKS && !indexed)
				ereport(ERROR,
						(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
						 errmsg("default partition %s needs an index on \"%s\" before partitions can be attached beside it",
								sealstone_relation_name(def), series->time_column),
						 errdetail("Without one, proving that it holds no row of the new range would scan it while its writers wait."),
						 errhint("CREATE INDEX CONCURRENTLY ON %s (%s);", sealstone_relation_name(def), column)));
			if (default_has_rows(series, def, range))
				return false;
			initStringInfo(&expression);
			appendStringInfo(&expression, "(%s IS NULL)", column);
			if (range.lo != SEALSTONE_POS_MIN)
				appendStringInfo(&expression, " OR (%s < %s)", column, lo);
			if (range.hi != SEALSTONE_POS_MAX)
				appendStringInfo(&expression, " OR (%s >= %s)", column, hi);
			check = psprintf("sealstone_not_in_%u", partition);
			sealstone_add_check(def, check, expression.data, true);
		}
	}

	sealstone_spif("ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%s) TO (%s)",
				   root, sealstone_relation_name(partition), lo, hi);
	if (check != NULL)
		sealstone_spif("ALTER TABLE %s DROP CONSTRAINT %s", sealstone_relation_name(def), quote_identifier(check));
	copy_replica_identity(series->relid, partition);
	CommandCounterIncrement();
	return true;
}

Oid
sealstone_partition_make(const SealstoneSeries *series, SealstoneRange range)
{
	SealstoneScope scope;
	Oid			partition = InvalidOid;
	Oid			def;
	bool		held = false;

	LockRelationOid(series->relid, ShareUpdateExclusiveLock);
	/* an empty partition changes nothing of what the series holds: rollups need not be told */
	sealstone_rollup_quiet_begin();
	sealstone_owner_begin(&scope, series->owner);
	/* a look without the strong lock spares making a table that cannot be attached */
	def = sealstone_default_partition(series->relid);
	if (OidIsValid(def) && get_rel_relkind(def) == RELKIND_RELATION)
	{
		Relation	rel = table_open(def, AccessShareLock);
		BlockNumber blocks = RelationGetNumberOfBlocks(rel);
		bool		probe = blocks > 0 && (blocks <= PROBE_SCAN_BLOCKS || has_time_index(rel, series->time_column));

		table_close(rel, NoLock);
		held = probe && default_has_rows(series, def, range);
	}
	if (!held)
	{
		partition = sealstone_partition_create(series, range);
		if (!sealstone_partition_attach(series, partition, range))
		{
			/* a row came in between: migrate will see to it */
			sealstone_spif("DROP TABLE %s", sealstone_relation_name(partition));
			partition = InvalidOid;
		}
	}
	sealstone_scope_end(&scope);
	sealstone_rollup_quiet_end();
	return partition;
}

/*
 * Makes all of them; reports those that wait for migrate.
 */
static int
make_ranges(const SealstoneSeries *series, List *ranges)
{
	int			made = 0;
	int			held = 0;
	ListCell   *cell;

	foreach(cell, ranges)
	{
		if (OidIsValid(sealstone_partition_make(series, *(SealstoneRange *) lfirst(cell))))
			made++;
		else
			held++;
		CHECK_FOR_INTERRUPTS();
	}
	if (held > 0)
		ereport(NOTICE,
				(errmsg("%d partitions were not made: their rows are in the default partition", held),
				 errhint("CALL sealstone.migrate(%s) moves them into partitions of their own.",
						 quote_literal_cstr(sealstone_relation_name(series->relid)))));
	return made;
}

/*
 * One transaction holds a lock on each table and index it makes. Where that cannot end well, say so before and not after minutes. The
 * table of locks has some room beyond what its settings promise, so only what is far beyond is refused.
 */
static void
check_locks(const SealstoneSeries *series, int count)
{
	Relation	rel = table_open(series->relid, AccessShareLock);
	int64		each = (1 + list_length(RelationGetIndexList(rel))) * (1 + (int64) series->space_partitions);
	int64		room = (int64) max_locks_per_xact * (MaxBackends + max_prepared_xacts);

	table_close(rel, NoLock);
	if (count * each > 2 * room + 2000)
		ereport(ERROR,
				(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
				 errmsg("%d partitions need more locks than the server has room for", count),
				 errdetail("Each table and index made is locked to the end of the transaction: " INT64_FORMAT " locks, and there is room for about " INT64_FORMAT ".",
						   count * each, room),
				 errhint("Make them in several calls, each its own transaction, or raise max_locks_per_transaction.")));
}

PG_FUNCTION_INFO_V1(sealstone_make_partitions);
Datum
sealstone_make_partitions(PG_FUNCTION_ARGS)
{
	Oid			relid = PG_GETARG_OID(0);
	SealstoneSeries *series;
	List	   *ranges;
	int64		lo;
	int64		hi;

	PreventCommandIfReadOnly("make_partitions()");
	LockRelationOid(relid, ShareUpdateExclusiveLock);
	series = sealstone_series_get(relid, false);
	sealstone_check_owner(relid, "make partitions");
	lo = sealstone_time_parse(text_to_cstring(PG_GETARG_TEXT_PP(1)), series->time_type);
	hi = sealstone_time_parse(text_to_cstring(PG_GETARG_TEXT_PP(2)), series->time_type);
	if (lo == SEALSTONE_POS_MIN || hi == SEALSTONE_POS_MAX)
		if (!sealstone_time_is_integer(series->time_type))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("the range of partitions to make must be finite")));
	if (lo >= hi)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the range of partitions to make is empty"),
				 errhint("The upper end is exclusive and must be greater than the lower.")));
	ranges = sealstone_missing_ranges(series, lo, hi);
	check_locks(series, list_length(ranges));
	PG_RETURN_INT32(make_ranges(series, ranges));
}

PG_FUNCTION_INFO_V1(sealstone_premake);
Datum
sealstone_premake(PG_FUNCTION_ARGS)
{
	Oid			relid = PG_GETARG_OID(0);
	SealstoneSeries *series;

	PreventCommandIfReadOnly("premake()");
	LockRelationOid(relid, ShareUpdateExclusiveLock);
	series = sealstone_series_get(relid, false);
	sealstone_check_operate(relid, "make partitions of");
	PG_RETURN_INT32(make_ranges(series, sealstone_premake_ranges(series)));
}
