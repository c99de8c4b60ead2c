/*-------------------------------------------------------------------------
 *
 * bucket.c
 *	  bucket(): the start of the bucket that a time lies in, for six time types.
 *
 * The rule is a floor, always: bucket <= t < next bucket, also before the origin and for
 * negative integers.
 *
 *	- Fixed widths count from Monday 2000-01-03 00:00, months from 2000-01-01; another origin
 *	  can be given. A month bucket is computed from the origin itself, never from its
 *	  neighbour, so an origin on the 31st gives the last day of shorter months and the 31st
 *	  again after them.
 *	- Without a zone a timestamptz is bucketed in UTC.
 *	- With a zone, widths of whole days or months start when the local clock first shows (or
 *	  jumps over) local midnight of the boundary: days are 23, 24 or 25 hours long. Smaller
 *	  widths start at every instant at which the local clock shows a multiple of the width, so
 *	  a repeated hour is two buckets; a multiple that the clock jumps over starts at the jump.
 *
 * Owns nothing but a cache in the calling expression (fn_extra): the parsed width and the
 * last bucket's bounds, which makes a run of times in one bucket two comparisons each.
 * Callable anywhere; reports out of range with an ERROR and keeps no state across it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "common/int.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/timestamp.h"

#include "compat.h"
#include "func/bucket.h"

#define EPOCH_SHIFT ((int64) (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * SECS_PER_DAY)
#define MONDAY_2000 2			/* days from 2000-01-01 to Monday 2000-01-03 */
#define ZONE_MARGIN (3 * USECS_PER_DAY) /* no zone has ever moved its clock by more than a day */

/* a stretch of constant offset; to is exclusive */
typedef struct Segment
{
	int64		from;			/* where the walk entered it, at most its real start */
	int64		to;				/* INT64_MAX: no further transition */
	int64		offset;			/* local - UTC */
} Segment;

typedef struct BucketCache
{
	SealstoneBucket b;
	Interval	width;
	int64		int_width;
	char	   *zone;			/* NULL: none */
	Size		zone_len;
	bool		has_origin;
	int64		origin;
	bool		has_bounds;
	int64		lo;
	int64		hi;
} BucketCache;

static inline int64
floor_mod(int64 a, int64 n)
{
	int64		r = a % n;

	return r < 0 ? r + n : r;
}

static void
out_of_range(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
			 errmsg("bucket out of range"),
			 errdetail("The bucket that holds this value starts before the first value of its type.")));
}

/* greatest origin + k * width <= t; false when it does not fit in 64 bits */
static bool
floor_fixed(int64 t, int64 width, int64 origin, int64 *result)
{
	int64		back = floor_mod(t, width) - floor_mod(origin, width);

	if (back < 0)
		back += width;
	return !pg_sub_s64_overflow(t, back, result);
}

/* ---------- months ---------- */

/*
 * The boundary `month` (months since year 0) of a month bucket, in units of which a day has
 * `per_day`; false past Postgres's range.
 */
static bool
month_boundary(int64 month, int day, int64 time_of_day, int64 per_day, int64 *result)
{
	int64		year = month >= 0 ? month / 12 : -((11 - month) / 12);
	int			mon = (int) (month - year * 12) + 1;
	int64		value;

	if (year < -4800 || year > JULIAN_MAXYEAR)
		return false;
	day = Min(day, day_tab[isleap((int) year)][mon - 1]);
	if (!IS_VALID_JULIAN((int) year, mon, day))
		return false;
	value = (int64) date2j((int) year, mon, day) - POSTGRES_EPOCH_JDATE;
	if (pg_mul_s64_overflow(value, per_day, &value) ||
		pg_add_s64_overflow(value, time_of_day, &value))
		return false;
	*result = value;
	return true;
}

static void
split_months(int64 t, int64 per_day, int64 *month, int *day, int64 *time_of_day)
{
	int64		days = (t - floor_mod(t, per_day)) / per_day;
	int			y,
				m,
				d;

	j2date((int) (days + POSTGRES_EPOCH_JDATE), &y, &m, &d);
	*month = (int64) y * 12 + m - 1;
	*day = d;
	*time_of_day = floor_mod(t, per_day);
}

/* ---------- one boundary and the next, in the clock's own (local) time ---------- */

/*
 * lo: the greatest boundary <= t; hi: the next one. Either is left at the end of the number
 * line where it does not fit: the caller decides what that means.
 */
static void
local_bounds(const SealstoneBucket *b, int64 t, int64 *lo, int64 *hi)
{
	*lo = PG_INT64_MIN;
	*hi = PG_INT64_MAX;
	if (b->months > 0)
	{
		int64		per_day = b->time_type == DATEOID ? 1 : USECS_PER_DAY;
		int64		month,
					omonth,
					tod,
					otod,
					first,
					k;
		int			day,
					oday;

		split_months(t, per_day, &month, &day, &tod);
		split_months(b->origin, per_day, &omonth, &oday, &otod);
		k = omonth + month - omonth - floor_mod(month - omonth, b->months);
		if (month_boundary(k, oday, otod, per_day, &first) && first > t)
		{
			*hi = first;
			k -= b->months;
		}
		else
			(void) month_boundary(k + b->months, oday, otod, per_day, hi);
		(void) month_boundary(k, oday, otod, per_day, lo);
		return;
	}
	if (!floor_fixed(t, b->width, b->origin, lo))
	{
		int64		back = floor_mod(t, b->width) - floor_mod(b->origin, b->width);

		*lo = PG_INT64_MIN;
		if (back < 0)
			back += b->width;
		*hi = t + (b->width - back);	/* t is near the lower end, so this fits */
		return;
	}
	if (pg_add_s64_overflow(*lo, b->width, hi))
		*hi = PG_INT64_MAX;
}

/* ---------- zones ---------- */

static void
segment_at(const pg_tz *tz, int64 at, Segment *s)
{
	pg_time_t	t = (pg_time_t) ((at - floor_mod(at, USECS_PER_SEC)) / USECS_PER_SEC + EPOCH_SHIFT);
	pg_time_t	boundary = 0;
	long		before = 0,
				after = 0;
	int			before_dst,
				after_dst;
	int			found = pg_next_dst_boundary(&t, &before, &before_dst, &boundary,
											 &after, &after_dst, tz);

	if (found < 0)
		elog(ERROR, "could not read the rules of a time zone");
	s->from = at;
	s->offset = (int64) before * USECS_PER_SEC;
	s->to = found == 0 ? PG_INT64_MAX : (int64) (boundary - EPOCH_SHIFT) * USECS_PER_SEC;
}

/* the first instant at which the local clock shows or has jumped over `local` */
static int64
first_shown(const pg_tz *tz, int64 local)
{
	Segment		s;

	if (local <= PG_INT64_MIN + ZONE_MARGIN || local >= PG_INT64_MAX - ZONE_MARGIN)
		return local < 0 ? PG_INT64_MIN : PG_INT64_MAX;
	for (segment_at(tz, local - ZONE_MARGIN, &s);; segment_at(tz, s.to, &s))
		if (s.to == PG_INT64_MAX || s.to + s.offset > local)
			return Max(s.from, local - s.offset);
}

/* whole days and months: boundaries are first_shown() of the local ones, which never go back */
static void
whole_day_bounds(const SealstoneBucket *b, int64 t, int64 *lo, int64 *hi)
{
	Segment		s;
	int64		latest = PG_INT64_MIN;	/* the latest time the local clock has shown so far */
	int64		local_lo,
				local_hi;

	for (segment_at(b->tz, t - ZONE_MARGIN, &s); s.to <= t; segment_at(b->tz, s.to, &s))
		latest = Max(latest, s.to + s.offset - 1);
	latest = Max(latest, t + s.offset);
	local_bounds(b, latest, &local_lo, &local_hi);
	*lo = first_shown(b->tz, local_lo);
	*hi = first_shown(b->tz, local_hi);

	/* a day that a zone skipped whole has no instant of its own */
	while (*hi <= t && *hi != PG_INT64_MAX)
	{
		int64		skipped = local_hi;

		local_bounds(b, skipped, &local_lo, &local_hi);
		*lo = first_shown(b->tz, local_lo);
		*hi = first_shown(b->tz, local_hi);
	}
}

/* smaller widths: every instant at which the clock shows a multiple, and the jumps over one */
static void
part_day_bounds(const SealstoneBucket *b, int64 t, int64 *lo, int64 *hi)
{
	Segment		s;
	int64		before = 0;
	bool		have_before = false;
	int64		start;
	int64		mlo,
				mhi;

	*lo = PG_INT64_MIN;
	*hi = PG_INT64_MAX;
	if (pg_sub_s64_overflow(t, b->width, &start) || pg_sub_s64_overflow(start, ZONE_MARGIN, &start))
		return;
	for (segment_at(b->tz, start, &s);; segment_at(b->tz, s.to, &s))
	{
		int64		at = s.to <= t ? s.to - 1 : t;

		local_bounds(b, at + s.offset, &mlo, &mhi);
		if (mlo != PG_INT64_MIN)
		{
			if (mlo - s.offset >= s.from)
				*lo = mlo - s.offset;
			else if (have_before && s.offset > before && mlo >= s.from + before)
				*lo = s.from;
		}
		if (s.to > t)
			break;
		before = s.offset;
		have_before = true;
	}
	/* s holds t, and mhi is the next multiple on its clock */
	for (;;)
	{
		if (mhi == PG_INT64_MAX)
			return;
		if (s.to == PG_INT64_MAX || mhi - s.offset < s.to)
		{
			*hi = mhi - s.offset;
			return;
		}
		before = s.offset;
		segment_at(b->tz, s.to, &s);
		if (mhi <= s.from + s.offset && mhi >= s.from + before)
		{
			*hi = s.from;		/* shown at, or jumped over by, the transition */
			return;
		}
		local_bounds(b, s.from + s.offset - 1, &mlo, &mhi);
	}
}

/* ---------- what others call ---------- */

bool
sealstone_time_is_infinite(int64 value, Oid time_type)
{
	switch (time_type)
	{
		case TIMESTAMPTZOID:
		case TIMESTAMPOID:
			return TIMESTAMP_NOT_FINITE(value);
		case DATEOID:
			return DATE_NOT_FINITE(value);
		default:
			return false;
	}
}

int64
sealstone_time_to_int64(Datum value, Oid time_type)
{
	switch (time_type)
	{
		case TIMESTAMPTZOID:
		case TIMESTAMPOID:
		case INT8OID:
			return DatumGetInt64(value);
		case DATEOID:
		case INT4OID:
			return DatumGetInt32(value);
		case INT2OID:
			return DatumGetInt16(value);
	}
	elog(ERROR, "type %u is not a time type", time_type);
}

Datum
sealstone_time_from_int64(int64 value, Oid time_type)
{
	switch (time_type)
	{
		case TIMESTAMPTZOID:
		case TIMESTAMPOID:
		case INT8OID:
			return Int64GetDatum(value);
		case DATEOID:
		case INT4OID:
			return Int32GetDatum((int32) value);
		case INT2OID:
			return Int16GetDatum((int16) value);
	}
	elog(ERROR, "type %u is not a time type", time_type);
}

/*
 * Check a width and make a bucket of it. `width` serves the calendar types, `int_width` the
 * integers. `origin` (may be NULL) is a value of the time type, an instant even with a zone.
 */
void
sealstone_bucket_init(SealstoneBucket *b, Oid time_type, const Interval *width,
					  int64 int_width, const char *zone, const int64 *origin)
{
	memset(b, 0, sizeof(*b));
	b->time_type = time_type;

	if (time_type == INT2OID || time_type == INT4OID || time_type == INT8OID)
	{
		if (int_width <= 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("bucket width must be greater than zero")));
		b->width = int_width;
		b->origin = origin ? *origin : 0;
		return;
	}

	if (width->month != 0 && (width->day != 0 || width->time != 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("bucket width cannot mix months with days or times"),
				 errhint("Use a width of months (or years), or one of days, hours and smaller units.")));
	if (width->month < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("bucket width must be greater than zero")));
	b->months = width->month;
	if (b->months == 0)
	{
		int64		us;

		if (pg_mul_s64_overflow((int64) width->day, USECS_PER_DAY, &us) ||
			pg_add_s64_overflow(us, width->time, &us) || us > END_TIMESTAMP)
			ereport(ERROR,
					(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
					 errmsg("bucket width out of range")));
		if (us <= 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("bucket width must be greater than zero")));
		b->width = us;
		if (time_type == DATEOID)
		{
			if (us % USECS_PER_DAY != 0)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("bucket width for a date must be whole days or months"),
						 errhint("Cast the date to timestamp to use smaller buckets.")));
			b->width /= USECS_PER_DAY;
		}
	}

	if (zone != NULL)
	{
		b->tz = pg_tzset(zone);
		if (b->tz == NULL || !pg_tz_acceptable(b->tz))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("time zone \"%s\" not recognized", zone),
					 errhint("View pg_timezone_names lists the names. To give an origin, write origin => ...")));
		b->whole_days = b->months > 0 || b->width % USECS_PER_DAY == 0;
	}

	if (origin != NULL)
	{
		if (sealstone_time_is_infinite(*origin, time_type))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("origin of a bucket must be finite")));
		b->origin = *origin;
		if (b->tz)
		{
			Segment		s;

			segment_at(b->tz, *origin, &s);
			b->origin += s.offset;
		}
	}
	else if (b->months == 0)
		b->origin = time_type == DATEOID ? MONDAY_2000 : MONDAY_2000 * USECS_PER_DAY;
}

/*
 * The bucket of t: lo <= t < hi. Where the next bucket's start is past the type's range, hi
 * is the type's infinity (PG_INT64_MAX for the integers and timestamps).
 */
void
sealstone_bucket_bounds(const SealstoneBucket *b, int64 t, int64 *lo, int64 *hi)
{
	if (sealstone_time_is_infinite(t, b->time_type))
	{
		*lo = *hi = t;
		return;
	}
	if (b->tz == NULL)
		local_bounds(b, t, lo, hi);
	else if (b->whole_days)
		whole_day_bounds(b, t, lo, hi);
	else
		part_day_bounds(b, t, lo, hi);

	switch (b->time_type)
	{
		case TIMESTAMPTZOID:
		case TIMESTAMPOID:
			if (!IS_VALID_TIMESTAMP(*lo))
				out_of_range();
			if (!IS_VALID_TIMESTAMP(*hi))
				*hi = DT_NOEND;
			break;
		case DATEOID:
			if (!IS_VALID_DATE(*lo))
				out_of_range();
			if (!IS_VALID_DATE(*hi))
				*hi = DATEVAL_NOEND;
			break;
		case INT2OID:
			if (*lo < PG_INT16_MIN)
				out_of_range();
			break;
		case INT4OID:
			if (*lo < PG_INT32_MIN)
				out_of_range();
			break;
		default:
			if (*lo == PG_INT64_MIN && floor_mod(*lo, b->width) != floor_mod(b->origin, b->width))
				out_of_range();
			break;
	}
}

/* ---------- SQL ---------- */

static void
find_bounds(FunctionCallInfo fcinfo, Oid time_type, int zone_arg, int origin_arg,
			int64 t, int64 *lo, int64 *hi)
{
	BucketCache *c = fcinfo->flinfo->fn_extra;
	bool		integer = time_type == INT2OID || time_type == INT4OID || time_type == INT8OID;
	Interval   *width = integer ? NULL : PG_GETARG_INTERVAL_P(0);
	int64		int_width = integer ? sealstone_time_to_int64(PG_GETARG_DATUM(0), time_type) : 0;
	text	   *zone = zone_arg >= 0 ? PG_GETARG_TEXT_PP(zone_arg) : NULL;
	int64		origin = origin_arg >= 0 ?
		sealstone_time_to_int64(PG_GETARG_DATUM(origin_arg), time_type) : 0;
	bool		same;

	same = c != NULL && c->int_width == int_width && c->origin == origin;
	if (same && width)
		same = c->width.month == width->month && c->width.day == width->day &&
			c->width.time == width->time;
	if (same && zone)
		same = c->zone_len == VARSIZE_ANY_EXHDR(zone) &&
			memcmp(c->zone, VARDATA_ANY(zone), c->zone_len) == 0;
	if (!same)
	{
		SealstoneBucket b;
		char	   *name = zone ? text_to_cstring(zone) : NULL;

		sealstone_bucket_init(&b, time_type, width, int_width, name,
							  origin_arg >= 0 ? &origin : NULL);
		if (c == NULL)
			c = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(BucketCache));
		else if (c->zone)
			pfree(c->zone);
		fcinfo->flinfo->fn_extra = NULL;
		c->b = b;
		if (width)
			c->width = *width;
		c->int_width = int_width;
		c->origin = origin;
		c->zone = name ? MemoryContextStrdup(fcinfo->flinfo->fn_mcxt, name) : NULL;
		c->zone_len = name ? strlen(name) : 0;
		c->has_bounds = false;
		fcinfo->flinfo->fn_extra = c;
	}
	if (!c->has_bounds || t < c->lo || t >= c->hi)
	{
		c->has_bounds = false;
		sealstone_bucket_bounds(&c->b, t, &c->lo, &c->hi);
		c->has_bounds = true;
	}
	*lo = c->lo;
	*hi = c->hi;
}

/* forms of arguments after (width, time): none, (zone), (origin), (zone, origin) */
#define BUCKET_FUNCTION(name, oid, zone_arg, origin_arg) \
	PG_FUNCTION_INFO_V1(sealstone_bucket_##name); \
	Datum \
	sealstone_bucket_##name(PG_FUNCTION_ARGS) \
	{ \
		int64		lo, hi; \
		find_bounds(fcinfo, oid, zone_arg, origin_arg, \
					sealstone_time_to_int64(PG_GETARG_DATUM(1), oid), &lo, &hi); \
		PG_RETURN_DATUM(sealstone_time_from_int64(lo, oid)); \
	}

BUCKET_FUNCTION(timestamptz, TIMESTAMPTZOID, -1, -1)
BUCKET_FUNCTION(timestamptz_zone, TIMESTAMPTZOID, 2, -1)
BUCKET_FUNCTION(timestamptz_origin, TIMESTAMPTZOID, -1, 2)
BUCKET_FUNCTION(timestamptz_zone_origin, TIMESTAMPTZOID, 2, 3)
BUCKET_FUNCTION(timestamp, TIMESTAMPOID, -1, -1)
BUCKET_FUNCTION(timestamp_origin, TIMESTAMPOID, -1, 2)
BUCKET_FUNCTION(date, DATEOID, -1, -1)
BUCKET_FUNCTION(date_origin, DATEOID, -1, 2)
BUCKET_FUNCTION(int2, INT2OID, -1, -1)
BUCKET_FUNCTION(int2_origin, INT2OID, -1, 2)
BUCKET_FUNCTION(int4, INT4OID, -1, -1)
BUCKET_FUNCTION(int4_origin, INT4OID, -1, 2)
BUCKET_FUNCTION(int8, INT8OID, -1, -1)
BUCKET_FUNCTION(int8_origin, INT8OID, -1, 2)
