/*-------------------------------------------------------------------------
 *
 * time_type.c
 *	  Arithmetic on the six time column types: positions, boundaries, steps.
 *
 * Pure: reads and changes no state. Boundaries of fixed width are aligned to Monday 2000-01-03
 * 00:00 UTC (so that weeks start on Mondays, as bucket() has it), months to January of year 0 of
 * the month count, integers to 0. Nothing overflows: results past the type's range saturate.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "common/int.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"

#include "series/time_type.h"

#define EPOCH_MONDAY	(2 * USECS_PER_DAY)

bool
sealstone_time_is_integer(Oid type)
{
	return type == INT2OID || type == INT4OID || type == INT8OID;
}

bool
sealstone_time_supported(Oid type)
{
	return type == TIMESTAMPTZOID || type == TIMESTAMPOID || type == DATEOID ||
		sealstone_time_is_integer(type);
}

int64
sealstone_time_position(Datum value, Oid type)
{
	switch (type)
	{
		case TIMESTAMPTZOID:
		case TIMESTAMPOID:
			/* DT_NOBEGIN and DT_NOEND are the extremes of int64 already */
			return DatumGetTimestamp(value);
		case DATEOID:
			{
				DateADT		date = DatumGetDateADT(value);
				int64		position;

				if (DATE_IS_NOBEGIN(date))
					return SEALSTONE_POS_MIN;
				if (DATE_IS_NOEND(date) || pg_mul_s64_overflow(date, USECS_PER_DAY, &position))
					return SEALSTONE_POS_MAX;
				return position;
			}
		case INT2OID:
			return DatumGetInt16(value);
		case INT4OID:
			return DatumGetInt32(value);
		case INT8OID:
			return DatumGetInt64(value);
	}
	elog(ERROR, "type %u is no time type", type);
	return 0;
}

Datum
sealstone_time_datum(int64 position, Oid type)
{
	switch (type)
	{
		case TIMESTAMPTZOID:
		case TIMESTAMPOID:
			return TimestampGetDatum(position);
		case DATEOID:
			if (position == SEALSTONE_POS_MIN)
				return DateADTGetDatum(DATEVAL_NOBEGIN);
			if (position == SEALSTONE_POS_MAX)
				return DateADTGetDatum(DATEVAL_NOEND);
			return DateADTGetDatum((DateADT) (position / USECS_PER_DAY));
		case INT2OID:
			return Int16GetDatum((int16) Max(Min(position, PG_INT16_MAX), PG_INT16_MIN));
		case INT4OID:
			return Int32GetDatum((int32) Max(Min(position, PG_INT32_MAX), PG_INT32_MIN));
		case INT8OID:
			return Int64GetDatum(position);
	}
	elog(ERROR, "type %u is no time type", type);
	return (Datum) 0;
}

int64
sealstone_time_parse(const char *text, Oid type)
{
	Oid			input;
	Oid			ioparam;

	getTypeInputInfo(type, &input, &ioparam);
	return sealstone_time_position(OidInputFunctionCall(input, pstrdup(text), ioparam, -1), type);
}

char *
sealstone_time_text(int64 position, Oid type)
{
	Oid			output;
	bool		varlena;

	getTypeOutputInfo(type, &output, &varlena);
	return OidOutputFunctionCall(output, sealstone_time_datum(position, type));
}

char *
sealstone_time_literal(int64 position, Oid type)
{
	if (position == SEALSTONE_POS_MIN)
		return pstrdup("MINVALUE");
	if (position == SEALSTONE_POS_MAX)
		return pstrdup("MAXVALUE");
	return quote_literal_cstr(sealstone_time_text(position, type));
}

/* infinity, and dates that no timestamp can hold, have no range of their own */
bool
sealstone_time_has_partition(int64 position, Oid type)
{
	return sealstone_time_is_integer(type) || (position >= MIN_TIMESTAMP && position < END_TIMESTAMP);
}

/* Asked of what a person gives, not of what stands in a catalog. */
void
sealstone_check_interval(const Interval *interval, Oid type)
{
	SealstoneStep step = sealstone_step_interval(interval, type);

	if (!step.months && step.n < USECS_PER_SEC)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the interval of partitions must be at least 1 second"),
				 errdetail("Partitions are made ahead by a job, which rows would outrun, and each of them costs planning and locks."),
				 errhint("Choose one of which some thousand cover what is kept, such as 1 hour or 1 day.")));
}

SealstoneStep
sealstone_step_interval(const Interval *interval, Oid type)
{
	SealstoneStep step;
	int64		days;

	if (sealstone_time_is_integer(type))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("an interval does not fit a time column of type %s", format_type_be(type)),
				 errhint("Give a width in the units of the column, as partition_width.")));
	if (interval->month != 0 && (interval->day != 0 || interval->time != 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("an interval of partitions cannot mix months with days or times"),
				 errhint("Use whole months (or years), or days and times alone.")));
	if (interval->month != 0)
	{
		step.months = true;
		step.n = interval->month;
	}
	else
	{
		step.months = false;
		if (pg_mul_s64_overflow(interval->day, USECS_PER_DAY, &days) ||
			pg_add_s64_overflow(days, interval->time, &step.n))
			ereport(ERROR,
					(errcode(ERRCODE_INTERVAL_FIELD_OVERFLOW),
					 errmsg("the interval of partitions is out of range")));
	}
	if (step.n <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the interval of partitions must be greater than zero")));
	if (type == DATEOID && !step.months && step.n % USECS_PER_DAY != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("partitions of a date column must be whole days wide")));
	return step;
}

SealstoneStep
sealstone_step_width(int64 width, Oid type)
{
	SealstoneStep step = {false, width};

	if (!sealstone_time_is_integer(type))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a width in units does not fit a time column of type %s", format_type_be(type)),
				 errhint("Give an interval, as partition_interval.")));
	if (width <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the width of partitions must be greater than zero")));
	if ((type == INT2OID && width > PG_INT16_MAX) || (type == INT4OID && width > PG_INT32_MAX))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a width of %lld is beyond the range of type %s", (long long) width, format_type_be(type))));
	return step;
}

/* months since January of year 0 (astronomical) at UTC, floored */
static int64
month_count(int64 position)
{
	struct pg_tm tm;
	fsec_t		fsec;

	if (timestamp2tm(position, NULL, &tm, &fsec, NULL, NULL) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
	return (int64) tm.tm_year * MONTHS_PER_YEAR + tm.tm_mon - 1;
}

static int64
month_start(int64 count)
{
	struct pg_tm tm = {0};
	Timestamp	result;
	int64		year = count >= 0 ? count / MONTHS_PER_YEAR : -((-count + MONTHS_PER_YEAR - 1) / MONTHS_PER_YEAR);

	/* past either end of the type: saturate, the caller's bounds become MINVALUE or MAXVALUE */
	if (year > 294276)
		return SEALSTONE_POS_MAX;
	if (year < -4713)
		return SEALSTONE_POS_MIN;
	tm.tm_year = (int) year;
	tm.tm_mon = (int) (count - year * MONTHS_PER_YEAR) + 1;
	tm.tm_mday = 1;
	if (tm2timestamp(&tm, 0, NULL, &result) != 0)
		return year > 0 ? SEALSTONE_POS_MAX : SEALSTONE_POS_MIN;
	return result;
}

static int64
floor_to(int64 value, int64 n)
{
	int64		rest = value % n;

	if (rest < 0)
		rest += n;
	if (value < PG_INT64_MIN + rest)
		return SEALSTONE_POS_MIN;
	return value - rest;
}

static int64
type_max(Oid type)
{
	switch (type)
	{
		case INT2OID:
			return PG_INT16_MAX;
		case INT4OID:
			return PG_INT32_MAX;
		case INT8OID:
			return PG_INT64_MAX;
		default:
			return END_TIMESTAMP - 1;
	}
}

static int64
type_min(Oid type)
{
	switch (type)
	{
		case INT2OID:
			return PG_INT16_MIN;
		case INT4OID:
			return PG_INT32_MIN;
		case INT8OID:
			return PG_INT64_MIN;
		default:
			return MIN_TIMESTAMP;
	}
}

int64
sealstone_step_floor(SealstoneStep step, int64 position, Oid type)
{
	int64		result;

	if (position == SEALSTONE_POS_MIN || position == SEALSTONE_POS_MAX)
		return position;
	if (step.months)
		result = month_start(floor_to(month_count(position), step.n));
	else if (sealstone_time_is_integer(type))
		result = floor_to(position, step.n);
	else
	{
		/* no timestamp is so near the extremes of int64 that the shift could overflow */
		result = floor_to(position - EPOCH_MONDAY, step.n);
		if (result != SEALSTONE_POS_MIN)
			result += EPOCH_MONDAY;
	}
	return result < type_min(type) ? SEALSTONE_POS_MIN : result;
}

/*
 * The boundary after this one. MINVALUE counts as the type's least value, so that the first range of a type runs from
 * MINVALUE to the first boundary above it.
 */
int64
sealstone_step_next(SealstoneStep step, int64 boundary, Oid type)
{
	int64		origin = sealstone_time_is_integer(type) ? 0 : EPOCH_MONDAY;
	int64		result;

	if (boundary == SEALSTONE_POS_MAX)
		return boundary;
	if (boundary < type_min(type))
		boundary = type_min(type);
	if (step.months)
		result = month_start(floor_to(month_count(boundary), step.n) + step.n);
	else
	{
		int64		rest = (boundary - origin) % step.n;

		if (rest < 0)
			rest += step.n;
		if (pg_add_s64_overflow(boundary, step.n - rest, &result))
			return SEALSTONE_POS_MAX;
	}
	return result > type_max(type) ? SEALSTONE_POS_MAX : result;
}

static int64
shift(int64 position, const Interval *interval, int sign)
{
	int64		result = position;
	int64		days;
	int64		amount;

	if (position == SEALSTONE_POS_MIN || position == SEALSTONE_POS_MAX)
		return position;
	if (interval->month != 0)
	{
		struct pg_tm tm;
		fsec_t		fsec;
		int64		start;
		int64		count = month_count(position) + sign * (int64) interval->month;

		if (timestamp2tm(position, NULL, &tm, &fsec, NULL, NULL) != 0)
			return sign < 0 ? SEALSTONE_POS_MIN : SEALSTONE_POS_MAX;
		start = month_start(count);
		if (start == SEALSTONE_POS_MIN || start == SEALSTONE_POS_MAX)
			return start;
		/* the 31st of a shorter month is its last day, as for Postgres's own arithmetic */
		{
			int64		next = month_start(count + 1);
			int64		length = next == SEALSTONE_POS_MAX ? 31 : (next - start) / USECS_PER_DAY;
			int64		day = Min(tm.tm_mday, length);
			int64		of_day = position - floor_to(position, USECS_PER_DAY);

			result = start + (day - 1) * USECS_PER_DAY + of_day;
		}
	}
	if (pg_mul_s64_overflow(interval->day, USECS_PER_DAY, &days) ||
		pg_add_s64_overflow(days, interval->time, &amount) ||
		(sign < 0 ? pg_sub_s64_overflow(result, amount, &result) : pg_add_s64_overflow(result, amount, &result)))
		return (sign < 0) == (interval->day >= 0) ? SEALSTONE_POS_MIN : SEALSTONE_POS_MAX;
	if (result < MIN_TIMESTAMP)
		return SEALSTONE_POS_MIN;
	if (result >= END_TIMESTAMP)
		return SEALSTONE_POS_MAX;
	return result;
}

int64
sealstone_time_minus(int64 position, const Interval *interval)
{
	return shift(position, interval, -1);
}

int64
sealstone_time_plus(int64 position, const Interval *interval)
{
	return shift(position, interval, 1);
}
