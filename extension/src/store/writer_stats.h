/*-------------------------------------------------------------------------
 *
 * writer_stats.h
 *	  What the directory says of one column in one group, computed while the group is at hand.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_STORE_WRITER_STATS_H
#define SEALSTONE_STORE_WRITER_STATS_H

#include "postgres.h"

#include "codec/codec.h"
#include "store/directory_writer.h"
#include "store/order.h"

/* One column of the rows a writer holds. */
typedef struct SealstoneWriterColumn
{
	int16		attlen;
	bool		attbyval;
	char		attalign;
	bool		dropped;		/* then nothing below is set */
	SealstoneKind kind;
	SealstoneOrder order;
	SealstoneEncoder *encoder;
	Datum	   *values;			/* by value: the codec's slots; else pointers into the arena; of NULLs: 0 */
	bool	   *nulls;
} SealstoneWriterColumn;

/* Keep a by-reference value in the directory; SEALSTONE_REF_NONE for by-value types and long values. */
extern uint64 sealstone_writer_keep_value(SealstoneDirectoryWriter *dir, const SealstoneWriterColumn *column, Datum value);

/* Statistics of the first n rows held, whose pages were encoded with these page statistics. */
extern void sealstone_writer_stats(SealstoneDirectoryWriter *dir, SealstoneWriterColumn *column, uint32 n,
								   const SealstonePageStats *page_stats, int pages,
								   SealstoneDiskStats *stats, SealstoneDiskPage *page_entries);

/*
 * Page bounds as 65535ths of the group's bounds, in prefixes. The low one is rounded down and the high one
 * up, so that what bound() gives back contains them; bound() itself rounds the same way.
 */
static inline uint16
sealstone_bound_low(uint64 group_min, uint64 group_max, uint64 value)
{
	uint64		span = group_max - group_min;

	return span == 0 ? 0 : (uint16) (((uint128) (value - group_min) * 65535) / span);
}

static inline uint16
sealstone_bound_high(uint64 group_min, uint64 group_max, uint64 value)
{
	uint64		span = group_max - group_min;

	return span == 0 ? 0 : (uint16) (((uint128) (value - group_min) * 65535 + (span - 1)) / span);
}

static inline uint64
sealstone_bound_low_value(uint64 group_min, uint64 group_max, uint16 low)
{
	return group_min + (uint64) (((uint128) (group_max - group_min) * low) / 65535);
}

static inline uint64
sealstone_bound_high_value(uint64 group_min, uint64 group_max, uint16 high)
{
	return group_min + (uint64) (((uint128) (group_max - group_min) * high + 65534) / 65535);
}

#endif							/* SEALSTONE_STORE_WRITER_STATS_H */
