/*-------------------------------------------------------------------------
 *
 * settings.c
 *	  Settings of a series: sealing, width of partitions, who may operate, and forgetting the series.
 *
 * Writes only Sealstone's own rows, in the caller's transaction. Columns are kept both by name (what a dump
 * carries) and by number (what survives a rename); events.c keeps the two together.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

#include "catalog.h"
#include "error.h"
#include "job/job.h"
#include "series/settings.h"
#include "series/time_type.h"

/*
 * A length of time given as "any": an interval for time columns, an integer for integer ones, or an untyped
 * literal read as whichever the column needs. False when NULL.
 */
bool
sealstone_length_argument(FunctionCallInfo fcinfo, int argno, const char *name, Oid time_type,
						  Interval *interval, int64 *width)
{
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, argno);
	bool		integer = sealstone_time_is_integer(time_type);
	char	   *literal = NULL;

	if (PG_ARGISNULL(argno))
		return false;

	switch (type)
	{
		case UNKNOWNOID:
			literal = PG_GETARG_CSTRING(argno);
			break;
		case TEXTOID:
		case VARCHAROID:
			literal = text_to_cstring(PG_GETARG_TEXT_PP(argno));
			break;
		case INTERVALOID:
			if (integer)
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("%s must be an integer for a series whose time column is of type %s", name, format_type_be(time_type)),
						 errhint("It counts the units of the column.")));
			*interval = *PG_GETARG_INTERVAL_P(argno);
			break;
		case INT2OID:
			*width = PG_GETARG_INT16(argno);
			break;
		case INT4OID:
			*width = PG_GETARG_INT32(argno);
			break;
		case INT8OID:
			*width = PG_GETARG_INT64(argno);
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("%s must be an interval or an integer, not %s", name, format_type_be(type))));
	}
	if (literal != NULL)
	{
		if (integer)
			*width = DatumGetInt64(DirectFunctionCall1(int8in, CStringGetDatum(literal)));
		else
			*interval = *DatumGetIntervalP(DirectFunctionCall3(interval_in, CStringGetDatum(literal),
															   ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1)));
	}
	else if (!integer && type != INTERVALOID)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("%s must be an interval for a series whose time column is of type %s", name, format_type_be(time_type))));

	if (integer ? *width < 0 : (interval->month < 0 || interval->day < 0 || interval->time < 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s must not be negative", name)));
	return true;
}

/*
 * Checks that order_by names distinct existing columns whose types can be sorted; returns their numbers.
 */
static ArrayType *
order_columns(Oid relid, ArrayType *names)
{
	Datum	   *values;
	bool	   *nulls;
	int			count;
	Datum	   *numbers;

	deconstruct_array(names, NAMEOID, NAMEDATALEN, false, TYPALIGN_CHAR, &values, &nulls, &count);
	if (count == 0 || count > 8)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("order_by must name between 1 and 8 columns"),
				 errhint("Leave it out to have it chosen from the series' indexes.")));
	numbers = palloc(count * sizeof(Datum));
	for (int i = 0; i < count; i++)
	{
		char	   *name;
		AttrNumber	attnum;
		TypeCacheEntry *type;

		if (nulls[i])
			sealstone_error_null("order_by");
		name = NameStr(*DatumGetName(values[i]));
		attnum = get_attnum(relid, name);
		if (attnum <= 0)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("column \"%s\" of %s does not exist", name, sealstone_relation_name(relid))));
		for (int j = 0; j < i; j++)
			if (DatumGetInt16(numbers[j]) == attnum)
				ereport(ERROR,
						(errcode(ERRCODE_DUPLICATE_COLUMN),
						 errmsg("column \"%s\" appears twice in order_by", name)));
		type = lookup_type_cache(get_atttype(relid, attnum), TYPECACHE_LT_OPR);
		if (!OidIsValid(type->lt_opr))
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("column \"%s\" cannot be ordered by: type %s has no order", name, format_type_be(get_atttype(relid, attnum)))));
		numbers[i] = Int16GetDatum(attnum);
	}
	return construct_array(numbers, count, INT2OID, 2, true, TYPALIGN_SHORT);
}

PG_FUNCTION_INFO_V1(sealstone_set_sealing);
Datum
sealstone_set_sealing(PG_FUNCTION_ARGS)
{
	Oid			relid;
	SealstoneSeries *series;
	Interval	interval = {0};
	int64		width = 0;
	bool		on;
	char	   *codec;
	SealstoneScope scope;
	Oid			types[] = {REGCLASSOID, BOOLOID, INTERVALOID, INT8OID, TEXTOID, NAMEARRAYOID, INT2ARRAYOID, BOOLOID};
	Datum		values[8];
	char		nulls[9] = "        ";

	PreventCommandIfReadOnly("set_sealing()");
	if (PG_ARGISNULL(0))
		sealstone_error_null("relation");
	if (PG_ARGISNULL(2))
		sealstone_error_null("codec");
	if (PG_ARGISNULL(4))
		sealstone_error_null("keep_indexes");
	relid = PG_GETARG_OID(0);
	LockRelationOid(relid, ShareUpdateExclusiveLock);
	series = sealstone_series_get(relid, false);
	sealstone_check_owner(relid, "set its sealing");
	on = sealstone_length_argument(fcinfo, 1, "after", series->time_type, &interval, &width);
	codec = text_to_cstring(PG_GETARG_TEXT_PP(2));
	if (strcmp(codec, "lz4") != 0 && strcmp(codec, "zstd") != 0 && strcmp(codec, "none") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unknown codec \"%s\"", codec),
				 errhint("Codecs are lz4, zstd and none.")));

	values[0] = ObjectIdGetDatum(relid);
	values[1] = BoolGetDatum(on);
	values[2] = IntervalPGetDatum(&interval);
	values[3] = Int64GetDatum(width);
	nulls[2] = on && !sealstone_time_is_integer(series->time_type) ? ' ' : 'n';
	nulls[3] = on && sealstone_time_is_integer(series->time_type) ? ' ' : 'n';
	values[4] = CStringGetTextDatum(codec);
	if (PG_ARGISNULL(3))
		nulls[5] = nulls[6] = 'n';
	else
	{
		ArrayType  *names = PG_GETARG_ARRAYTYPE_P(3);

		values[5] = PointerGetDatum(names);
		values[6] = PointerGetDatum(order_columns(relid, names));
	}
	values[7] = PG_GETARG_DATUM(4);

	sealstone_catalog_begin(&scope);
	sealstone_spi_args("UPDATE sealstone.series SET sealing = $2, seal_after = $3, seal_after_width = $4, codec = $5,"
					   " order_by = $6, order_attnums = $7, keep_indexes = $8 WHERE relation = $1", 8, types, values, nulls);
	sealstone_scope_end(&scope);
	if (on)
		sealstone_job_ensure("seal", relid, NULL);
	else
		sealstone_job_remove("seal", relid);
	PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(sealstone_set_partitioning);
Datum
sealstone_set_partitioning(PG_FUNCTION_ARGS)
{
	Oid			relid;
	SealstoneSeries *series;
	SealstoneScope scope;
	Oid			types[] = {REGCLASSOID, INTERVALOID, INT8OID, INT4OID};
	Datum		values[4];
	char		nulls[5] = "    ";

	PreventCommandIfReadOnly("set_partitioning()");
	if (PG_ARGISNULL(0))
		sealstone_error_null("relation");
	relid = PG_GETARG_OID(0);
	LockRelationOid(relid, ShareUpdateExclusiveLock);
	series = sealstone_series_get(relid, false);
	sealstone_check_owner(relid, "change its partitioning");
	if (!PG_ARGISNULL(1))
		sealstone_check_interval(PG_GETARG_INTERVAL_P(1), series->time_type);
	if (!PG_ARGISNULL(2))
		(void) sealstone_step_width(PG_GETARG_INT64(2), series->time_type);
	if (!PG_ARGISNULL(3))
		sealstone_check_premake(PG_GETARG_INT32(3));
	values[0] = ObjectIdGetDatum(relid);
	for (int i = 1; i < 4; i++)
	{
		values[i] = PG_ARGISNULL(i) ? (Datum) 0 : PG_GETARG_DATUM(i);
		nulls[i] = PG_ARGISNULL(i) ? 'n' : ' ';
	}
	sealstone_catalog_begin(&scope);
	sealstone_spi_args("UPDATE sealstone.series SET partition_interval = coalesce($2, partition_interval),"
					   " partition_width = coalesce($3, partition_width), premake = coalesce($4, premake)"
					   " WHERE relation = $1", 4, types, values, nulls);
	sealstone_scope_end(&scope);
	PG_RETURN_VOID();
}

void
sealstone_check_premake(int premake)
{
	if (premake < 0 || premake > 1000)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("premake must be between 0 and 1000")));
}

PG_FUNCTION_INFO_V1(sealstone_drop_series);
Datum
sealstone_drop_series(PG_FUNCTION_ARGS)
{
	Oid			relid = PG_GETARG_OID(0);
	SealstoneScope scope;

	PreventCommandIfReadOnly("drop_series()");
	(void) sealstone_series_get(relid, false);
	sealstone_check_owner(relid, "forget it as a series");
	sealstone_catalog_begin(&scope);
	/* a rollup reads its series' settings: it goes first, and by its own function */
	if (sealstone_spif("SELECT 1 FROM sealstone.rollup WHERE series = '%u'::pg_catalog.regclass", relid) > 0)
		ereport(ERROR,
				(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
				 errmsg("%s has rollups", sealstone_relation_name(relid)),
				 errhint("Drop them first with sealstone.drop_rollup(rollup); sealstone.rollup_info names them.")));
	sealstone_spif("DELETE FROM sealstone.series WHERE relation = '%u'::pg_catalog.regclass", relid);
	sealstone_spif("DELETE FROM sealstone.jobs WHERE relation = '%u'::pg_catalog.regclass", relid);
	sealstone_spif("DELETE FROM sealstone.operators WHERE relation = '%u'::pg_catalog.regclass", relid);
	sealstone_spif("DELETE FROM sealstone.partition_sizes WHERE series = %u", relid);
	sealstone_spif("DELETE FROM sealstone.series_sizes WHERE series = %u", relid);
	sealstone_scope_end(&scope);
	CacheInvalidateRelcacheByRelid(relid);
	PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(sealstone_grant_operate);
Datum
sealstone_grant_operate(PG_FUNCTION_ARGS)
{
	Oid			relid = PG_GETARG_OID(0);
	Oid			role = PG_GETARG_OID(1);
	SealstoneScope scope;

	PreventCommandIfReadOnly("grant_operate()");
	(void) sealstone_series_get(relid, false);
	sealstone_check_owner(relid, "grant operating it");
	sealstone_catalog_begin(&scope);
	sealstone_spif("INSERT INTO sealstone.operators VALUES ('%u', %s, %u, %u) ON CONFLICT (relation, role_name)"
				   " DO UPDATE SET relation_oid = excluded.relation_oid, role_oid = excluded.role_oid",
				   relid, quote_literal_cstr(GetUserNameFromId(role, false)), relid, role);
	sealstone_scope_end(&scope);
	PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(sealstone_revoke_operate);
Datum
sealstone_revoke_operate(PG_FUNCTION_ARGS)
{
	Oid			relid = PG_GETARG_OID(0);
	Oid			role = PG_GETARG_OID(1);
	SealstoneScope scope;
	bool		found;

	PreventCommandIfReadOnly("revoke_operate()");
	(void) sealstone_series_get(relid, false);
	sealstone_check_owner(relid, "revoke operating it");
	sealstone_catalog_begin(&scope);
	found = sealstone_spif("DELETE FROM sealstone.operators WHERE relation = '%u'::pg_catalog.regclass AND"
						   " CASE WHEN relation_oid = %u THEN role_oid = %u ELSE role_name = %s END",
						   relid, relid, role, quote_literal_cstr(GetUserNameFromId(role, false))) > 0;
	sealstone_scope_end(&scope);
	PG_RETURN_BOOL(found);
}
