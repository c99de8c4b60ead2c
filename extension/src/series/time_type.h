/*-------------------------------------------------------------------------
 *
 * time_type.h
 *	  The six types a time column may have, on one line of int64 positions.
 *
 * A position is microseconds since 2000-01-01 UTC for timestamptz, timestamp and date (zoneless
 * values read as UTC) and the number itself for smallint, integer and bigint. PG_INT64_MIN and
 * PG_INT64_MAX stand for MINVALUE / -infinity and MAXVALUE / infinity.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_TIME_TYPE_H
#define SEALSTONE_TIME_TYPE_H

#include "postgres.h"

#include "datatype/timestamp.h"

#define SEALSTONE_POS_MIN	PG_INT64_MIN
#define SEALSTONE_POS_MAX	PG_INT64_MAX

/* how far apart boundaries are: calendar months, or a fixed number of microseconds (days in UTC) or units */
typedef struct SealstoneStep
{
	bool		months;
	int64		n;
} SealstoneStep;

extern bool sealstone_time_supported(Oid type);
extern bool sealstone_time_is_integer(Oid type);

extern int64 sealstone_time_position(Datum value, Oid type);
extern Datum sealstone_time_datum(int64 position, Oid type);	/* infinite positions are a caller's error */
extern int64 sealstone_time_parse(const char *text, Oid type);	/* errors as the type's input does; infinities allowed */
extern char *sealstone_time_text(int64 position, Oid type);	/* as the type prints under pinned settings */
extern char *sealstone_time_literal(int64 position, Oid type);	/* quoted, cast, or MINVALUE / MAXVALUE */

/* Raise (22023, 0A000) for what cannot be a partition width: zero, negative, months mixed with days,
 * a fraction of a day on date, a width beyond the type. */
extern bool sealstone_time_has_partition(int64 position, Oid type);
extern void sealstone_check_interval(const Interval *interval, Oid type);
extern SealstoneStep sealstone_step_interval(const Interval *interval, Oid type);
extern SealstoneStep sealstone_step_width(int64 width, Oid type);

extern int64 sealstone_step_floor(SealstoneStep step, int64 position, Oid type);	/* boundary <= position */
extern int64 sealstone_step_next(SealstoneStep step, int64 boundary, Oid type);	/* SEALSTONE_POS_MAX past the type's end */

/* position - interval, in UTC, by the calendar, saturating */
extern int64 sealstone_time_minus(int64 position, const Interval *interval);
extern int64 sealstone_time_plus(int64 position, const Interval *interval);

#endif							/* SEALSTONE_TIME_TYPE_H */
