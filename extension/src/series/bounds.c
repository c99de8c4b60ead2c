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
#include "pgtime.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "catalog.h"
#include "series/bounds.h"
#include "series/time_type.h"

/*
 * Bounds parsed before, by partition. Parsing the text of a bound costs far more than all else that leaves() does, and
 * bounds hardly ever change: an entry holds for the version of the pg_class row it was read from. All six time types
 * are passed by value, so an entry is small; the cache is dropped when it has grown beyond what one listing needs.
 */
#define BOUND_TEXT	48

typedef struct CachedBound
{
	Oid			relid;			/* hash key */
	TransactionId xmin;
	ItemPointerData tid;
	Oid			time_type;
	SealstoneBound bound;
	/* the ends as Postgres prints them, in the setting of text_for; empty: not printed yet, or too long to keep */
	uint32		text_for;
	char		text[2][BOUND_TEXT];
} CachedBound;

#define CACHED_BOUNDS_MAX	200000

static HTAB *cached_bounds = NULL;

/* grows whenever what times are printed with has changed: TimeZone and DateStyle */
static uint32 text_setting = 0;
static pg_tz *text_zone = NULL;
static int	text_style = -1;
static int	text_order = -1;

/*
 * One end of a range from its parsed form. Only single-column keys reach here.
 */
static int64
end_position(List *datums, Oid type, bool *open, Datum *value)
{
	PartitionRangeDatum *datum = linitial_node(PartitionRangeDatum, datums);

	*open = datum->kind != PARTITION_RANGE_DATUM_VALUE;
	if (datum->kind == PARTITION_RANGE_DATUM_MINVALUE)
		return SEALSTONE_POS_MIN;
	if (datum->kind == PARTITION_RANGE_DATUM_MAXVALUE)
		return SEALSTONE_POS_MAX;
	*value = castNode(Const, datum->value)->constvalue;
	return sealstone_time_position(*value, type);
}

/*
 * The bound of one partition of a table range-partitioned on one column of the given type, from its
 * pg_class row. False when the relation is gone or is no partition.
 */
static bool
read_bound(Oid relid, Oid time_type, SealstoneBound *bound, FormData_pg_class *form)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	CachedBound *cached;
	bool		found;
	TransactionId xmin;

	if (!HeapTupleIsValid(tuple))
		return false;
	memcpy(form, GETSTRUCT(tuple), offsetof(FormData_pg_class, relminmxid));

	if (cached_bounds != NULL && hash_get_num_entries(cached_bounds) > CACHED_BOUNDS_MAX)
	{
		hash_destroy(cached_bounds);
		cached_bounds = NULL;
	}
	if (cached_bounds == NULL)
	{
		HASHCTL		control = {0};

		control.keysize = sizeof(Oid);
		control.entrysize = sizeof(CachedBound);
		cached_bounds = hash_create("sealstone bounds", 256, &control, HASH_ELEM | HASH_BLOBS);
	}
	xmin = HeapTupleHeaderGetRawXmin(tuple->t_data);
	cached = hash_search(cached_bounds, &relid, HASH_FIND, NULL);
	if (cached == NULL || cached->xmin != xmin || cached->time_type != time_type ||
		!ItemPointerEquals(&cached->tid, &tuple->t_self))
	{
		bool		isnull;
		Datum		datum = SysCacheGetAttr(RELOID, tuple, Anum_pg_class_relpartbound, &isnull);
		PartitionBoundSpec *spec;
		CachedBound read = {0};

		if (isnull)
		{
			ReleaseSysCache(tuple);
			return false;
		}
		spec = stringToNode(TextDatumGetCString(datum));
		read.relid = relid;
		read.xmin = xmin;
		read.tid = tuple->t_self;
		read.time_type = time_type;
		read.bound.relid = relid;
		read.bound.is_default = spec->is_default;
		read.bound.is_range = !spec->is_default && spec->strategy == PARTITION_STRATEGY_RANGE &&
			list_length(spec->lowerdatums) == 1;
		read.bound.lo = SEALSTONE_POS_MIN;
		read.bound.hi = SEALSTONE_POS_MAX;
		if (read.bound.is_range)
		{
			read.bound.lo = end_position(spec->lowerdatums, time_type, &read.bound.lo_open, &read.bound.lo_value);
			read.bound.hi = end_position(spec->upperdatums, time_type, &read.bound.hi_open, &read.bound.hi_value);
		}
		/* entered only once nothing can fail any more */
		cached = hash_search(cached_bounds, &relid, HASH_ENTER, &found);
		*cached = read;
	}
	ReleaseSysCache(tuple);

	*bound = cached->bound;
	bound->relkind = form->relkind;
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
		FormData_pg_class form;

		if (read_bound(lfirst_oid(cell), time_type, bound, &form))
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

/*
 * Printing two times costs as much as all else that is done for a leaf, so what was printed is kept with the bound.
 */
static Datum
bound_text(LeavesContext *context, const SealstoneBound *bound, int end)
{
	CachedBound *cached;
	char	   *text;

	if (end == 0 ? bound->lo_open : bound->hi_open)
		return CStringGetTextDatum(end == 0 ? "MINVALUE" : "MAXVALUE");
	cached = hash_search(cached_bounds, &bound->relid, HASH_FIND, NULL);
	if (cached != NULL && cached->text_for == text_setting && cached->text[end][0] != '\0')
		return CStringGetTextDatum(cached->text[end]);
	text = OutputFunctionCall(&context->output, end == 0 ? bound->lo_value : bound->hi_value);
	if (cached != NULL && strlen(text) < BOUND_TEXT)
	{
		if (cached->text_for != text_setting)
			cached->text[0][0] = cached->text[1][0] = '\0';
		cached->text_for = text_setting;
		strlcpy(cached->text[end], text, BOUND_TEXT);
	}
	return CStringGetTextDatum(text);
}

static void
emit_leaves(LeavesContext *context, Oid parent, int depth, const SealstoneBound *above)
{
	ListCell   *cell;

	if (depth > 16)
		return;
	foreach(cell, find_inheritance_children(parent, NoLock))
	{
		Oid			relid = lfirst_oid(cell);
		SealstoneBound bound;
		FormData_pg_class form;
		Datum		values[16];
		bool		nulls[16] = {false};

		CHECK_FOR_INTERRUPTS();
		if (depth == 0)
		{
			if (!read_bound(relid, context->time_type, &bound, &form))
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
		}

		if (form.relkind == RELKIND_PARTITIONED_TABLE)
		{
			emit_leaves(context, relid, depth + 1, &bound);
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
		values[15] = ObjectIdGetDatum(form.relfilenode);
		for (int i = 9; i < 15; i++)
			nulls[i] = true;
		if (bound.is_range)
		{
			values[9] = bound_text(context, &bound, 0);
			values[10] = bound_text(context, &bound, 1);
			nulls[9] = nulls[10] = false;
			if (context->integer)
			{
				values[13] = Int64GetDatum(bound.lo);
				values[14] = Int64GetDatum(bound.hi);
				nulls[13] = bound.lo_open;
				nulls[14] = bound.hi_open;
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
	if (text_zone != session_timezone || text_style != DateStyle || text_order != DateOrder)
	{
		text_zone = session_timezone;
		text_style = DateStyle;
		text_order = DateOrder;
		text_setting++;
	}
	context.sealed_am = GetSysCacheOid1(AMNAME, Anum_pg_am_oid, CStringGetDatum("sealstone"));
	emit_leaves(&context, root, 0, NULL);
	return (Datum) 0;
}
