/*-------------------------------------------------------------------------
 *
 * order.c
 *	  The order of a column's values, and the signatures that name it on disk.
 *
 * Owns a small cache of collation signatures for the life of the backend: a collation's provider,
 * locale and library version cannot change under a running server. Called inside a transaction
 * (catalog lookups). Float order follows float8_cmp_internal in src/include/utils/float.h, byte
 * order varstr_cmp under C and uuid_internal_cmp.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_am.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_database.h"
#include "catalog/pg_opclass.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "common/hashfn.h"
#include "miscadmin.h"
#include "port/pg_bswap.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/float.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/pg_locale.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#include "compat.h"
#include "store/order.h"

typedef struct CollationSignature
{
	Oid			collation;		/* hash key, must be first */
	uint32		signature;
} CollationSignature;

static HTAB *collation_signatures = NULL;

static uint32
hash_text(uint32 seed, const char *text)
{
	if (text == NULL)
		text = "";
	return hash_combine(seed, DatumGetUInt32(hash_any((const unsigned char *) text, strlen(text))));
}

static char *
catalog_text(int cache, HeapTuple tuple, AttrNumber attnum)
{
	bool		isnull;
	Datum		value = SysCacheGetAttr(cache, tuple, attnum, &isnull);

	return isnull ? NULL : TextDatumGetCString(value);
}

/*
 * Hash of what a collation is and which version of the library orders by it now. Names and OIDs do
 * not enter, so that a dump restored elsewhere, or pg_upgrade, keeps the signature.
 */
static uint32
compute_collation_signature(Oid collation)
{
	HeapTuple	tuple;
	char		provider;
	bool		deterministic = true;
	char	   *collate;
	char	   *locale;
	char	   *rules;
	char	   *version = NULL;
	uint32		hash = 0x5EA15704;

	if (collation == C_COLLATION_OID || collation == SEALSTONE_POSIX_COLLATION_OID)
		return 1;
	if (collation == DEFAULT_COLLATION_OID)
	{
		tuple = SearchSysCache1(DATABASEOID, ObjectIdGetDatum(MyDatabaseId));
		if (!HeapTupleIsValid(tuple))
			elog(ERROR, "cache lookup failed for database %u", MyDatabaseId);
		provider = ((Form_pg_database) GETSTRUCT(tuple))->datlocprovider;
		collate = catalog_text(DATABASEOID, tuple, Anum_pg_database_datcollate);
		locale = catalog_text(DATABASEOID, tuple, SEALSTONE_ANUM_DATABASE_LOCALE);
		rules = NULL;
	}
	else
	{
		tuple = SearchSysCache1(COLLOID, ObjectIdGetDatum(collation));
		if (!HeapTupleIsValid(tuple))
			elog(ERROR, "cache lookup failed for collation %u", collation);
		provider = ((Form_pg_collation) GETSTRUCT(tuple))->collprovider;
		deterministic = ((Form_pg_collation) GETSTRUCT(tuple))->collisdeterministic;
		collate = catalog_text(COLLOID, tuple, Anum_pg_collation_collcollate);
		locale = catalog_text(COLLOID, tuple, SEALSTONE_ANUM_COLLATION_LOCALE);
		rules = SEALSTONE_ANUM_COLLATION_RULES > 0 ? catalog_text(COLLOID, tuple, SEALSTONE_ANUM_COLLATION_RULES) : NULL;
	}
	ReleaseSysCache(tuple);

	/* libc orders by LC_COLLATE, the others by their own locale */
	if (provider == COLLPROVIDER_LIBC)
		locale = collate;
	if (locale != NULL && (strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0))
		return 1;
	if (locale != NULL)
		version = get_collation_actual_version(provider, locale);
	hash = hash_combine(hash, (uint32) provider);
	hash = hash_combine(hash, (uint32) deterministic);
	hash = hash_text(hash, locale);
	hash = hash_text(hash, rules);
	hash = hash_text(hash, version);
	return hash < 2 ? hash + 2 : hash;
}

static uint32
collation_signature(Oid collation)
{
	CollationSignature *entry;
	bool		found;
	uint32		signature;

	if (!OidIsValid(collation))
		return 0;
	if (collation_signatures == NULL)
	{
		HASHCTL		ctl = {.keysize = sizeof(Oid), .entrysize = sizeof(CollationSignature)};

		collation_signatures = hash_create("sealstone collation signatures", 16, &ctl, HASH_ELEM | HASH_BLOBS);
	}
	entry = hash_search(collation_signatures, &collation, HASH_FIND, NULL);
	if (entry != NULL)
		return entry->signature;
	signature = compute_collation_signature(collation);
	entry = hash_search(collation_signatures, &collation, HASH_ENTER, &found);
	entry->signature = signature;
	return signature;
}

/*
 * Hash of the order's name: the default btree opclass, and the type itself where the opclass serves
 * many (arrays, records, ranges, enums). text and varchar share one, so do not lose it to ALTER TYPE.
 */
static uint32
order_signature(Oid base)
{
	Oid			opclass = GetDefaultOpClass(base, BTREE_AM_OID);
	HeapTuple	tuple;
	Form_pg_opclass form;
	uint32		hash = 0x5EA15705;

	if (!OidIsValid(opclass))
		return 0;
	tuple = SearchSysCache1(CLAOID, ObjectIdGetDatum(opclass));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for operator class %u", opclass);
	form = (Form_pg_opclass) GETSTRUCT(tuple);
	hash = hash_text(hash, get_namespace_name(form->opcnamespace));
	hash = hash_text(hash, NameStr(form->opcname));
	if (IsPolymorphicType(form->opcintype) || form->opcintype == RECORDOID)
		hash = hash_text(hash, format_type_be_qualified(base));
	ReleaseSysCache(tuple);
	return hash == 0 ? 1 : hash;
}

void
sealstone_order_init(SealstoneOrder *order, Oid typid, Oid collation,
					 int16 attlen, bool attbyval, MemoryContext mcxt)
{
	TypeCacheEntry *type;
	Oid			base;

	MemSet(order, 0, sizeof(SealstoneOrder));
	order->attlen = attlen;
	order->attbyval = attbyval;
	order->collation = collation;
	order->order_class = SEALSTONE_ORDER_NONE;
	if (!OidIsValid(typid))
		return;					/* dropped */
	base = getBaseType(typid);
	type = lookup_type_cache(base, TYPECACHE_CMP_PROC);
	if (!OidIsValid(type->cmp_proc))
		return;
	order->order_signature = order_signature(base);
	if (order->order_signature == 0)
		return;
	order->collation_signature = collation_signature(collation);
	fmgr_info_cxt(type->cmp_proc, &order->cmp, mcxt);

	order->order_class = SEALSTONE_ORDER_GENERIC;
	switch (base)
	{
		case INT2OID:
		case INT4OID:
		case INT8OID:
			order->is_integer = true;
			/* FALLTHROUGH */
		case DATEOID:
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
		case TIMEOID:
		case CASHOID:
		case BOOLOID:
			order->order_class = SEALSTONE_ORDER_SIGNED;
			break;
		case OIDOID:
			order->order_class = SEALSTONE_ORDER_OID;
			break;
		case FLOAT4OID:
			order->order_class = SEALSTONE_ORDER_FLOAT4;
			break;
		case FLOAT8OID:
			order->order_class = SEALSTONE_ORDER_FLOAT8;
			break;
		case BYTEAOID:
		case UUIDOID:
			order->order_class = SEALSTONE_ORDER_BYTES;
			break;
		case TEXTOID:
		case VARCHAROID:
			if (OidIsValid(collation) && sealstone_collate_is_c(collation))
				order->order_class = SEALSTONE_ORDER_BYTES;
			break;
	}
	order->prefix_exact = (order->order_class == SEALSTONE_ORDER_SIGNED ||
						   order->order_class == SEALSTONE_ORDER_OID ||
						   order->order_class == SEALSTONE_ORDER_FLOAT4 ||
						   order->order_class == SEALSTONE_ORDER_FLOAT8);
	order->keep_minmax = true;
	if (order->order_class == SEALSTONE_ORDER_GENERIC)
	{
		/*
		 * Types whose comparison is slow, is not ours to run without need, or whose bounds say little, do without. Under
		 * a nondeterministic collation equal values may look different; bounds would still be right, but
		 * nothing uses them.
		 */
		if (base >= FirstGenbkiObjectId && type->typtype != TYPTYPE_ENUM)
			order->keep_minmax = false;
		else if (type->typtype != TYPTYPE_BASE && type->typtype != TYPTYPE_ENUM)
			order->keep_minmax = false;
		else if (OidIsValid(get_element_type(base)))
			order->keep_minmax = false;
		else if (base == JSONBOID || base == TSVECTOROID || base == TSQUERYOID)
			order->keep_minmax = false;
		else if (OidIsValid(collation) && !get_collation_isdeterministic(collation))
			order->keep_minmax = false;
	}
}

static inline void
bytes_of(const SealstoneOrder *order, Datum value, const char **data, Size *length)
{
	if (order->attlen > 0)
	{
		*data = DatumGetPointer(value);
		*length = order->attlen;
	}
	else
	{
		*data = VARDATA_ANY(DatumGetPointer(value));
		*length = VARSIZE_ANY_EXHDR(DatumGetPointer(value));
	}
}

int
sealstone_order_compare(SealstoneOrder *order, Datum a, Datum b)
{
	switch (order->order_class)
	{
		case SEALSTONE_ORDER_SIGNED:
			{
				int64		x = sealstone_order_slot(order->attlen, a);
				int64		y = sealstone_order_slot(order->attlen, b);

				return x < y ? -1 : x > y;
			}
		case SEALSTONE_ORDER_OID:
			{
				Oid			x = DatumGetObjectId(a);
				Oid			y = DatumGetObjectId(b);

				return x < y ? -1 : x > y;
			}
		case SEALSTONE_ORDER_FLOAT4:
			return float4_cmp_internal(DatumGetFloat4(a), DatumGetFloat4(b));
		case SEALSTONE_ORDER_FLOAT8:
			return float8_cmp_internal(DatumGetFloat8(a), DatumGetFloat8(b));
		case SEALSTONE_ORDER_BYTES:
			{
				const char *x;
				const char *y;
				Size		nx;
				Size		ny;
				int			cmp;

				bytes_of(order, a, &x, &nx);
				bytes_of(order, b, &y, &ny);
				cmp = memcmp(x, y, Min(nx, ny));
				if (cmp != 0)
					return cmp < 0 ? -1 : 1;
				return nx < ny ? -1 : nx > ny;
			}
		case SEALSTONE_ORDER_GENERIC:
			return DatumGetInt32(FunctionCall2Coll(&order->cmp, order->collation, a, b));
		case SEALSTONE_ORDER_NONE:
			break;
	}
	elog(ERROR, "sealstone: type has no order");
	return 0;
}

#define SIGN_BIT	UINT64CONST(0x8000000000000000)

static uint64
float_prefix(float8 value)
{
	uint64		bits;

	if (isnan(value))
		return PG_UINT64_MAX;
	if (value == 0)
		value = 0;				/* -0 sorts with 0 */
	memcpy(&bits, &value, sizeof(bits));
	return (bits & SIGN_BIT) ? ~bits : bits | SIGN_BIT;
}

static float8
float_unprefix(uint64 prefix)
{
	float8		value;

	if (prefix > float_prefix(get_float8_infinity()))
		return get_float8_nan();
	if (prefix < float_prefix(-get_float8_infinity()))
		return -get_float8_infinity();
	prefix = (prefix & SIGN_BIT) ? prefix & ~SIGN_BIT : ~prefix;
	memcpy(&value, &prefix, sizeof(value));
	return value;
}

uint64
sealstone_order_prefix(const SealstoneOrder *order, Datum value)
{
	switch (order->order_class)
	{
		case SEALSTONE_ORDER_SIGNED:
			return (uint64) sealstone_order_slot(order->attlen, value) ^ SIGN_BIT;
		case SEALSTONE_ORDER_OID:
			return DatumGetObjectId(value);
		case SEALSTONE_ORDER_FLOAT4:
			return float_prefix((float8) DatumGetFloat4(value));
		case SEALSTONE_ORDER_FLOAT8:
			return float_prefix(DatumGetFloat8(value));
		case SEALSTONE_ORDER_BYTES:
			{
				const char *data;
				Size		length;
				uint64		prefix = 0;

				bytes_of(order, value, &data, &length);
				memcpy(&prefix, data, Min(length, sizeof(prefix)));
				return pg_ntoh64(prefix);
			}
		case SEALSTONE_ORDER_GENERIC:
			return order->attbyval ? (uint64) value : 0;
		case SEALSTONE_ORDER_NONE:
			break;
	}
	return 0;
}

Datum
sealstone_order_unprefix(const SealstoneOrder *order, uint64 prefix)
{
	switch (order->order_class)
	{
		case SEALSTONE_ORDER_SIGNED:
			return sealstone_order_datum(order->attlen, (int64) (prefix ^ SIGN_BIT));
		case SEALSTONE_ORDER_OID:
			return ObjectIdGetDatum((Oid) prefix);
		case SEALSTONE_ORDER_FLOAT4:
			return Float4GetDatum((float4) float_unprefix(prefix));
		case SEALSTONE_ORDER_FLOAT8:
			return Float8GetDatum(float_unprefix(prefix));
		case SEALSTONE_ORDER_GENERIC:
			if (order->attbyval)
				return (Datum) prefix;
			/* FALLTHROUGH */
		default:
			elog(ERROR, "sealstone: type has no exact prefix");
	}
	return (Datum) 0;
}

/* Only a float4 may lie between prefixes: these are a float8's. Rounding to the nearest may go the wrong way. */
Datum
sealstone_order_unprefix_low(const SealstoneOrder *order, uint64 prefix)
{
	float8		exact;
	float4		value;

	if (order->order_class != SEALSTONE_ORDER_FLOAT4)
		return sealstone_order_unprefix(order, prefix);
	exact = float_unprefix(prefix);
	value = (float4) exact;
	if (!isnan(exact) && (float8) value > exact)
		value = nextafterf(value, -INFINITY);
	return Float4GetDatum(value);
}

Datum
sealstone_order_unprefix_high(const SealstoneOrder *order, uint64 prefix)
{
	float8		exact;
	float4		value;

	if (order->order_class != SEALSTONE_ORDER_FLOAT4)
		return sealstone_order_unprefix(order, prefix);
	exact = float_unprefix(prefix);
	value = (float4) exact;
	if (!isnan(exact) && (float8) value < exact)
		value = nextafterf(value, INFINITY);
	return Float4GetDatum(value);
}
