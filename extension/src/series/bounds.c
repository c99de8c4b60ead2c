/*-------------------------------------------------------------------------
 *
 * bounds.c
 *	  Reads partitions and their time ranges from Postgres's catalogs, without opening or locking them.
 *
 * Owns nothing. The views read through sealstone_leaves(); series code through sealstone_partitions().
 * A partition that vanishes while it is looked at is left out; one detached concurrently likewise.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/partition.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/parsenodes.h"
#include "nodes/readfuncs.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "catalog.h"
#include "series/bounds.h"
#include "series/time_type.h"

/*
 * One end of a range from its parsed form. Only single-column keys reach here.
 */
static int64
end_position(List *datums, Oid type, const Const **value)
{
	PartitionRangeDatum *datum = linitial_node(PartitionRangeDatum, datums);

	*value = NULL;
	if (datum->kind == PARTITION_RANGE_DATUM_MINVALUE)
		return SEALSTONE_POS_MIN;
	if (datum->kind == PARTITION_RANGE_DATUM_MAXVALUE)
		return SEALSTONE_POS_MAX;
	*value = castNode(Const, datum->value);
	return sealstone_time_position((*value)->constvalue, type);
}

/*
 * The bound of one partition of a table range-partitioned on one column of the given type, from its
 * pg_class row. False when the relation is gone or is no partition.
 */
static bool
read_bound(Oid relid, Oid time_type, SealstoneBound *bound, const Const **lo, const Const **hi,
		   FormData_pg_class *form)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	Datum		datum;
	bool		isnull;
	PartitionBoundSpec *spec;

	*lo = *hi = NULL;
	if (!HeapTupleIsValid(tuple))
		return false;
	memcpy(form, GETSTRUCT(tuple), offsetof(FormData_pg_class, relminmxid));
	datum = SysCacheGetAttr(RELOID, tuple, Anum_pg_class_relpartbound, &isnull);
	if (isnull)
	{
		ReleaseSysCache(tuple);
		return false;
	}
	spec = stringToNode(TextDatumGetCString(datum));
	ReleaseSysCache(tuple);

	bound->relid = relid;
	bound->relkind = form->relkind;
	bound->is_default = spec->is_default;
	bound->is_range = !spec->is_default && spec->strategy == PARTITION_STRATEGY_RANGE &&
		list_length(spec->lowerdatums) == 1;
	bound->lo = SEALSTONE_POS_MIN;
	bound->hi = SEALSTONE_POS_MAX;
	if (bound->is_range)
	{
		bound->lo = end_position(spec->lowerdatums, time_type, lo);
		bound->hi = end_position(spec->upperdatums, time_type, hi);
	}
	return true;
}

static int
compare_bounds(const ListCell *a, const ListCell *b)
{
	const SealstoneBound *x = lfirst(a);
	const SealstoneBound *y = lfirst(b);

	if (x->is_default != y->is_default)
		return x->is_default ? 1 : -1;
	if (x->lo != y->lo)
		return x->lo < y->lo ? -1 : 1;
	return 0;
}

List *
sealstone_partitions(Oid root, Oid time_type)
{
	List	   *result = NIL;
	ListCell   *cell;

	foreach(cell, find_inheritance_children(root, NoLock))
	{
		SealstoneBound *bound = palloc0(sizeof(SealstoneBound));
		const Const *lo;
		const Const *hi;
		FormData_pg_class form;

		if (read_bound(lfirst_oid(cell), time_type, bound, &lo, &hi, &form))
			result = lappend(result, bound);
	}
	list_sort(result, compare_bounds);
	return result;
}

Oid
sealstone_default_partition(Oid root)
{
	return get_default_partition_oid(root);
}

/*
 * The state of one call of leaves(): everything that descends with the recursion is an argument.
 */
typedef struct LeavesContext
{
	ReturnSetInfo *rsinfo;
	Oid			time_type;
	bool		integer;
	FmgrInfo	output;
	Oid			sealed_am;
} LeavesContext;

static Datum
timestamp_or_infinity(int64 position)
{
	/* positions of dates past the range of timestamps show as infinite */
	if (position != SEALSTONE_POS_MIN && position < MIN_TIMESTAMP)
		position = SEALSTONE_POS_MIN;
	if (position >= END_TIMESTAMP)
		position = SEALSTONE_POS_MAX;
	return TimestampTzGetDatum(position);
}

static Datum
bound_text(LeavesContext *context, const Const *value, bool upper)
{
	if (value == NULL)
		return CStringGetTextDatum(upper ? "MAXVALUE" : "MINVALUE");
	return CStringGetTextDatum(OutputFunctionCall(&context->output, value->constvalue));
}

static void
emit_leaves(LeavesContext *context, Oid parent, int depth, const SealstoneBound *above,
			const Const *above_lo, const Const *above_hi)
{
	ListCell   *cell;

	if (depth > 16)
		return;
	foreach(cell, find_inheritance_children(parent, NoLock))
	{
		Oid			relid = lfirst_oid(cell);
		SealstoneBound bound;
		const Const *lo;
		const Const *hi;
		FormData_pg_class form;
		Datum		values[15];
		bool		nulls[15] = {false};

		CHECK_FOR_INTERRUPTS();
		if (depth == 0)
		{
			if (!read_bound(relid, context->time_type, &bound, &lo, &hi, &form))
				continue;
		}
		else
		{
			HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));

			if (!HeapTupleIsValid(tuple))
				continue;
			memcpy(&form, GETSTRUCT(tuple), offsetof(FormData_pg_class, relminmxid));
			ReleaseSysCache(tuple);
			/* below a range partition the time range is that of the range partition */
			bound = *above;
			lo = above_lo;
			hi = above_hi;
		}

		if (form.relkind == RELKIND_PARTITIONED_TABLE)
		{
			emit_leaves(context, relid, depth + 1, &bound, lo, hi);
			continue;
		}

		values[0] = ObjectIdGetDatum(relid);
		values[1] = ObjectIdGetDatum(parent);
		values[2] = ObjectIdGetDatum(form.relnamespace);
		values[3] = NameGetDatum(&form.relname);
		values[4] = ObjectIdGetDatum(form.relowner);
		values[5] = CharGetDatum(form.relkind);
		values[6] = BoolGetDatum(OidIsValid(context->sealed_am) && form.relam == context->sealed_am);
		values[7] = BoolGetDatum(bound.is_default);
		values[8] = BoolGetDatum(depth > 0);
		for (int i = 9; i < 15; i++)
			nulls[i] = true;
		if (bound.is_range)
		{
			values[9] = bound_text(context, lo, false);
			values[10] = bound_text(context, hi, true);
			nulls[9] = nulls[10] = false;
			if (context->integer)
			{
				values[13] = Int64GetDatum(bound.lo);
				values[14] = Int64GetDatum(bound.hi);
				nulls[13] = lo == NULL;
				nulls[14] = hi == NULL;
			}
			else
			{
				values[11] = timestamp_or_infinity(bound.lo);
				values[12] = timestamp_or_infinity(bound.hi);
				nulls[11] = nulls[12] = false;
			}
		}
		tuplestore_putvalues(context->rsinfo->setResult, context->rsinfo->setDesc, values, nulls);
	}
}

PG_FUNCTION_INFO_V1(sealstone_leaves);
Datum
sealstone_leaves(PG_FUNCTION_ARGS)
{
	Oid			root = PG_GETARG_OID(0);
	LeavesContext context;
	HeapTuple	tuple;
	Form_pg_partitioned_table key;
	AttrNumber	attnum;
	Oid			output;
	bool		varlena;

	InitMaterializedSRF(fcinfo, 0);
	tuple = SearchSysCache1(PARTRELID, ObjectIdGetDatum(root));
	if (!HeapTupleIsValid(tuple))
		return (Datum) 0;		/* dropped meanwhile, or no partitioned table: no leaves */
	key = (Form_pg_partitioned_table) GETSTRUCT(tuple);
	attnum = key->partstrat == PARTITION_STRATEGY_RANGE && key->partnatts == 1 ? key->partattrs.values[0] : 0;
	ReleaseSysCache(tuple);
	if (attnum == 0)
		return (Datum) 0;

	context.rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	context.time_type = get_atttype(root, attnum);
	if (!sealstone_time_supported(context.time_type))
		return (Datum) 0;
	context.integer = sealstone_time_is_integer(context.time_type);
	getTypeOutputInfo(context.time_type, &output, &varlena);
	fmgr_info(output, &context.output);
	context.sealed_am = GetSysCacheOid1(AMNAME, Anum_pg_am_oid, CStringGetDatum("sealstone"));
	emit_leaves(&context, root, 0, NULL, NULL, NULL);
	return (Datum) 0;
}
