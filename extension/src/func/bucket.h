/*-------------------------------------------------------------------------
 *
 * bucket.h
 *	  Time buckets: the one definition of where a bucket starts and ends.
 *
 * A time travels here as int64 in its own type's unit: microseconds since 2000-01-01 for
 * timestamptz and timestamp, days since then for date, the number itself for the integers.
 *
 * Whoever aggregates ordered runs asks for a bucket's bounds once and searches for its end,
 * rather than compute a bucket per row: lo <= t < hi always holds, and every time in
 * [lo, hi) is in that bucket and no other.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_BUCKET_H
#define SEALSTONE_BUCKET_H

#include "postgres.h"

#include "datatype/timestamp.h"
#include "pgtime.h"

typedef struct SealstoneBucket
{
	/* immutable once sealstone_bucket_init has returned */
	Oid			time_type;		/* TIMESTAMPTZOID, TIMESTAMPOID, DATEOID, INT2OID, INT4OID, INT8OID */
	int32		months;			/* width in months, or 0 */
	int64		width;			/* width in the type's unit when months = 0 */
	int64		origin;			/* a bucket starts here; in local time when tz is set */
	pg_tz	   *tz;				/* NULL: UTC (or a type that knows no zone) */
	bool		whole_days;		/* tz set, and the width is whole days or months */
} SealstoneBucket;

/* bucket.c */
extern void sealstone_bucket_init(SealstoneBucket *b, Oid time_type, const Interval *width,
								  int64 int_width, const char *zone, const int64 *origin);
extern void sealstone_bucket_bounds(const SealstoneBucket *b, int64 t, int64 *lo, int64 *hi);
extern int64 sealstone_time_to_int64(Datum value, Oid time_type);
extern Datum sealstone_time_from_int64(int64 value, Oid time_type);
extern bool sealstone_time_is_infinite(int64 value, Oid time_type);

#endif							/* SEALSTONE_BUCKET_H */
