/*-------------------------------------------------------------------------
 *
 * order.h
 *	  How the values of a column are ordered: by the default btree opclass of its type and the
 *	  column's collation, with short cuts for types whose order is known here.
 *
 * Nothing of this is stored but two signatures, by which a reader sees whether the order is still
 * the one of the seal (PROTOCOLS 5).
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_STORE_ORDER_H
#define SEALSTONE_STORE_ORDER_H

#include "postgres.h"

#include "fmgr.h"

typedef enum SealstoneOrderClass
{
	SEALSTONE_ORDER_NONE,		/* no default btree opclass */
	SEALSTONE_ORDER_SIGNED,		/* by value, as signed integers: int2/4/8, date, timestamp[tz], time, money, bool */
	SEALSTONE_ORDER_OID,		/* by value, as unsigned 32-bit */
	SEALSTONE_ORDER_FLOAT4,		/* Postgres's float order: NaN greatest, equal to itself; -0 = 0 */
	SEALSTONE_ORDER_FLOAT8,
	SEALSTONE_ORDER_BYTES,		/* memcmp, then length: text under C, bytea, uuid */
	SEALSTONE_ORDER_GENERIC		/* the opclass's comparison function */
} SealstoneOrderClass;

typedef struct SealstoneOrder
{
	SealstoneOrderClass order_class;
	int16		attlen;
	bool		attbyval;
	bool		prefix_exact;	/* prefixes are equal if and only if values are */
	bool		keep_minmax;	/* minima and maxima are worth their cost for this type */
	bool		is_integer;		/* int2, int4, int8: sums are kept */
	Oid			collation;
	FmgrInfo	cmp;			/* not for NONE */
	uint32		order_signature;	/* as in SealstoneDiskColumn */
	uint32		collation_signature;
} SealstoneOrder;

/* A by-value Datum as the codec's 64-bit slot (sign-extended from its width), and back. */
static inline int64
sealstone_order_slot(int16 attlen, Datum value)
{
	switch (attlen)
	{
		case 1:
			return (int64) (int8) DatumGetChar(value);
		case 2:
			return (int64) DatumGetInt16(value);
		case 4:
			return (int64) DatumGetInt32(value);
		default:
			return (int64) value;
	}
}

static inline Datum
sealstone_order_datum(int16 attlen, int64 slot)
{
	switch (attlen)
	{
		case 1:
			return CharGetDatum((char) slot);
		case 2:
			return Int16GetDatum((int16) slot);
		case 4:
			return Int32GetDatum((int32) slot);
		default:
			return (Datum) slot;
	}
}

/* Look the type up; memory for the comparator's state comes from mcxt. */
extern void sealstone_order_init(SealstoneOrder *order, Oid typid, Oid collation,
								 int16 attlen, bool attbyval, MemoryContext mcxt);

/* Compare two non-NULL values, ascending. May run user code (GENERIC) and so may throw. */
extern int	sealstone_order_compare(SealstoneOrder *order, Datum a, Datum b);

/*
 * 64 bits that sort as the value does, ascending. GENERIC: they do not sort, but are the Datum itself of a
 * by-value type (an enum), 0 of a by-reference one. NONE: 0.
 */
extern uint64 sealstone_order_prefix(const SealstoneOrder *order, Datum value);

/* The value whose prefix this is, for classes with prefix_exact and by-value GENERIC ones. */
extern Datum sealstone_order_unprefix(const SealstoneOrder *order, uint64 prefix);

/* The same for prefixes that no value need have: the nearest value not above, not below. */
extern Datum sealstone_order_unprefix_low(const SealstoneOrder *order, uint64 prefix);
extern Datum sealstone_order_unprefix_high(const SealstoneOrder *order, uint64 prefix);

#endif							/* SEALSTONE_STORE_ORDER_H */
