/*-------------------------------------------------------------------------
 *
 * first_last.c
 *	  Aggregates first(value, time) and last(value, time): the value at the least and at the
 *	  greatest time.
 *
 * Rows whose time is NULL count for nothing; a NULL value is a value. Where several rows share
 * the deciding time the answer does not depend on their order: first takes the least of their
 * values, last the greatest, by the value type's btree order and any value before NULL (for a
 * type without an order, whichever was met first). So a partial state recomputed later, in
 * parallel or from a sealed partition, is the same state.
 *
 * The state lives in the aggregate's memory context and holds a flat copy of both datums.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "compat.h"

typedef struct FirstLast
{
	/* immutable */
	Oid			value_type;
	Oid			time_type;
	int16		value_len;
	int16		time_len;
	bool		value_byval;
	bool		time_byval;
	bool		native_time;	/* compares as int64 */
	bool		wants_last;
	FmgrInfo   *value_cmp;		/* NULL: the type has no order */
	FmgrInfo   *time_cmp;
	/* the row that leads; valid when has_row */
	bool		has_row;
	bool		value_null;
	Datum		value;
	Datum		time;
} FirstLast;

static FirstLast *
new_state(MemoryContext context, Oid value_type, Oid time_type, bool wants_last)
{
	FirstLast  *s = MemoryContextAllocZero(context, sizeof(FirstLast));
	TypeCacheEntry *entry;

	s->value_type = value_type;
	s->time_type = time_type;
	s->wants_last = wants_last;
	get_typlenbyval(value_type, &s->value_len, &s->value_byval);
	get_typlenbyval(time_type, &s->time_len, &s->time_byval);
	switch (time_type)
	{
		case TIMESTAMPTZOID:
		case TIMESTAMPOID:
		case DATEOID:
		case INT8OID:
		case INT4OID:
		case INT2OID:
			s->native_time = true;
	}
	entry = lookup_type_cache(time_type, TYPECACHE_CMP_PROC_FINFO);
	if (!OidIsValid(entry->cmp_proc))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("type %s has no order to take the %s by", format_type_be(time_type),
						wants_last ? "last" : "first")));
	s->time_cmp = &entry->cmp_proc_finfo;
	entry = lookup_type_cache(value_type, TYPECACHE_CMP_PROC_FINFO);
	s->value_cmp = OidIsValid(entry->cmp_proc) ? &entry->cmp_proc_finfo : NULL;
	return s;
}

static inline int
compare_times(const FirstLast *s, Oid collation, Datum a, Datum b)
{
	if (s->native_time)
	{
		int64		x,
					y;

		if (s->time_len == 8)
			x = DatumGetInt64(a), y = DatumGetInt64(b);
		else if (s->time_len == 4)
			x = DatumGetInt32(a), y = DatumGetInt32(b);
		else
			x = DatumGetInt16(a), y = DatumGetInt16(b);
		return x < y ? -1 : x > y;
	}
	return DatumGetInt32(FunctionCall2Coll(s->time_cmp, collation, a, b));
}

/* does the row (value, time) lead the one held? */
static bool
leads(const FirstLast *s, Oid collation, Datum value, bool value_null, Datum time)
{
	int			c;

	if (!s->has_row)
		return true;
	c = compare_times(s, collation, time, s->time);
	if (c != 0)
		return (c > 0) == s->wants_last;
	if (value_null)
		return false;
	if (s->value_null)
		return true;
	if (s->value_cmp == NULL)
		return false;
	c = DatumGetInt32(FunctionCall2Coll(s->value_cmp,
										OidIsValid(collation) ? collation : get_typcollation(s->value_type),
										value, s->value));
	return c != 0 && (c > 0) == s->wants_last;
}

static Datum
flat_copy(Datum d, bool byval, int16 len)
{
	if (byval)
		return d;
	if (len == -1 && !VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(d)))
		return PointerGetDatum(PG_DETOAST_DATUM_COPY(d));
	return datumCopy(d, byval, len);
}

static void
take(FirstLast *s, MemoryContext context, Datum value, bool value_null, Datum time)
{
	MemoryContext old = MemoryContextSwitchTo(context);
	Datum		new_value = value_null ? (Datum) 0 : flat_copy(value, s->value_byval, s->value_len);
	Datum		new_time = flat_copy(time, s->time_byval, s->time_len);

	if (s->has_row)
	{
		if (!s->value_byval && !s->value_null)
			pfree(DatumGetPointer(s->value));
		if (!s->time_byval)
			pfree(DatumGetPointer(s->time));
	}
	s->value = new_value;
	s->value_null = value_null;
	s->time = new_time;
	s->has_row = true;
	MemoryContextSwitchTo(old);
}

static Datum
accumulate(FunctionCallInfo fcinfo, bool wants_last)
{
	MemoryContext context;
	FirstLast  *s = PG_ARGISNULL(0) ? NULL : (FirstLast *) PG_GETARG_POINTER(0);

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "first and last are aggregates");
	if (s == NULL)
	{
		Oid			value_type = get_fn_expr_argtype(fcinfo->flinfo, 1);
		Oid			time_type = get_fn_expr_argtype(fcinfo->flinfo, 2);

		if (!OidIsValid(value_type) || !OidIsValid(time_type))
			elog(ERROR, "could not determine the argument types of an aggregate");
		s = new_state(context, value_type, getBaseType(time_type), wants_last);
	}
	if (!PG_ARGISNULL(2))
	{
		bool		value_null = PG_ARGISNULL(1);
		Datum		value = value_null ? (Datum) 0 : PG_GETARG_DATUM(1);

		if (leads(s, PG_GET_COLLATION(), value, value_null, PG_GETARG_DATUM(2)))
			take(s, context, value, value_null, PG_GETARG_DATUM(2));
	}
	PG_RETURN_POINTER(s);
}

PG_FUNCTION_INFO_V1(sealstone_first_accum);
Datum
sealstone_first_accum(PG_FUNCTION_ARGS)
{
	return accumulate(fcinfo, false);
}

PG_FUNCTION_INFO_V1(sealstone_last_accum);
Datum
sealstone_last_accum(PG_FUNCTION_ARGS)
{
	return accumulate(fcinfo, true);
}

PG_FUNCTION_INFO_V1(sealstone_first_last_combine);
Datum
sealstone_first_last_combine(PG_FUNCTION_ARGS)
{
	MemoryContext context;
	FirstLast  *a = PG_ARGISNULL(0) ? NULL : (FirstLast *) PG_GETARG_POINTER(0);
	FirstLast  *b = PG_ARGISNULL(1) ? NULL : (FirstLast *) PG_GETARG_POINTER(1);

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "first and last are aggregates");
	if (b == NULL)
	{
		if (a == NULL)
			PG_RETURN_NULL();
		PG_RETURN_POINTER(a);
	}
	if (a == NULL)
		a = new_state(context, b->value_type, b->time_type, b->wants_last);
	if (b->has_row && leads(a, PG_GET_COLLATION(), b->value, b->value_null, b->time))
		take(a, context, b->value, b->value_null, b->time);
	PG_RETURN_POINTER(a);
}

/* between processes of one query, so type OIDs and raw datums may travel */
PG_FUNCTION_INFO_V1(sealstone_first_last_serialize);
Datum
sealstone_first_last_serialize(PG_FUNCTION_ARGS)
{
	FirstLast  *s = (FirstLast *) PG_GETARG_POINTER(0);
	Size		size = 2 * sizeof(Oid) + 2;
	bytea	   *out;
	char	   *p;

	if (s->has_row)
		size += datumEstimateSpace(s->value, s->value_null, s->value_byval, s->value_len) +
			datumEstimateSpace(s->time, false, s->time_byval, s->time_len);
	out = palloc(VARHDRSZ + size);
	SET_VARSIZE(out, VARHDRSZ + size);
	p = VARDATA(out);
	memcpy(p, &s->value_type, sizeof(Oid));
	memcpy(p + sizeof(Oid), &s->time_type, sizeof(Oid));
	p += 2 * sizeof(Oid);
	*p++ = s->wants_last;
	*p++ = s->has_row;
	if (s->has_row)
	{
		datumSerialize(s->value, s->value_null, s->value_byval, s->value_len, &p);
		datumSerialize(s->time, false, s->time_byval, s->time_len, &p);
	}
	PG_RETURN_BYTEA_P(out);
}

PG_FUNCTION_INFO_V1(sealstone_first_last_deserialize);
Datum
sealstone_first_last_deserialize(PG_FUNCTION_ARGS)
{
	bytea	   *in = PG_GETARG_BYTEA_PP(0);
	char	   *p = VARDATA_ANY(in);
	Oid			types[2];
	FirstLast  *s;
	bool		wants_last,
				is_null;

	if (!AggCheckCallContext(fcinfo, NULL))
		elog(ERROR, "first and last are aggregates");
	memcpy(types, p, sizeof(types));
	p += sizeof(types);
	wants_last = *p++;
	s = new_state(CurrentMemoryContext, types[0], types[1], wants_last);
	s->has_row = *p++;
	if (s->has_row)
	{
		s->value = datumRestore(&p, &s->value_null);
		s->time = datumRestore(&p, &is_null);
	}
	PG_RETURN_POINTER(s);
}

PG_FUNCTION_INFO_V1(sealstone_first_last_final);
Datum
sealstone_first_last_final(PG_FUNCTION_ARGS)
{
	FirstLast  *s = PG_ARGISNULL(0) ? NULL : (FirstLast *) PG_GETARG_POINTER(0);

	if (s == NULL || !s->has_row || s->value_null)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(s->value);
}
