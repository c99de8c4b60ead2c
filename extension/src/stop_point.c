/*-------------------------------------------------------------------------
 *
 * stop_point.c
 *	  Named stop points for tests (see stop_point.h).
 *
 * Owns the setting sealstone.stop_points and, for the points' locks, the advisory lock
 * space with first key 1397048148. Without -DSEALSTONE_STOP_POINTS only the SQL functions remain, which
 * then say that there are none.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <signal.h>
#include <unistd.h>

#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/lock.h"
#include "utils/builtins.h"
#include "utils/guc.h"

#include "stop_point.h"

PG_FUNCTION_INFO_V1(sealstone_stop_point_hold);
PG_FUNCTION_INFO_V1(sealstone_stop_point_release);

#ifdef SEALSTONE_STOP_POINTS

#define STOP_POINT_LOCK_SPACE 1397048148

typedef enum StopAction
{
	STOP_NOTHING = 0,
	STOP_WAIT,
	STOP_ERROR,
	STOP_FULL,
	STOP_KILL
} StopAction;

static const char *const point_names[] = {
#define SEALSTONE_STOP(name) #name,
#include "stop_point.list"
#undef SEALSTONE_STOP
};

static char *stop_points_setting = NULL;
static StopAction actions[SEALSTONE_N_STOP_POINTS];

static int
find_point(const char *name)
{
	for (int i = 0; i < SEALSTONE_N_STOP_POINTS; i++)
		if (strcmp(point_names[i], name) == 0)
			return i;
	return -1;
}

/* Parse "name:action, name:action" into parsed[]; false when it is not understood. */
static bool
parse_points(const char *value, StopAction *parsed)
{
	char		copy[1024];
	char	   *save = NULL;

	memset(parsed, 0, sizeof(StopAction) * SEALSTONE_N_STOP_POINTS);
	strlcpy(copy, value, sizeof(copy));
	for (char *item = strtok_r(copy, ", ", &save); item; item = strtok_r(NULL, ", ", &save))
	{
		char	   *colon = strchr(item, ':');
		const char *action = "wait";
		int			point;

		if (colon)
		{
			*colon = '\0';
			action = colon + 1;
		}
		point = find_point(item);
		if (point < 0)
		{
			GUC_check_errdetail("There is no stop point \"%s\".", item);
			return false;
		}
		if (strcmp(action, "wait") == 0)
			parsed[point] = STOP_WAIT;
		else if (strcmp(action, "error") == 0)
			parsed[point] = STOP_ERROR;
		else if (strcmp(action, "full") == 0)
			parsed[point] = STOP_FULL;
		else if (strcmp(action, "kill") == 0)
			parsed[point] = STOP_KILL;
		else
		{
			GUC_check_errdetail("There is no action \"%s\" at a stop point.", action);
			return false;
		}
	}
	return true;
}

static bool
check_stop_points(char **newval, void **extra, GucSource source)
{
	StopAction	parsed[SEALSTONE_N_STOP_POINTS];

	return *newval == NULL || parse_points(*newval, parsed);
}

static void
assign_stop_points(const char *newval, void *extra)
{
	(void) parse_points(newval ? newval : "", actions);
}

static void
set_tag(LOCKTAG *tag, int point)
{
	SET_LOCKTAG_ADVISORY(*tag, MyDatabaseId, STOP_POINT_LOCK_SPACE, point + 1, 2);
}

void
sealstone_stop_point(SealstoneStopPoint point)
{
	LOCKTAG		tag;

	switch (actions[point])
	{
		case STOP_NOTHING:
			return;
		case STOP_WAIT:
			/* a session lock: a point may lie between two transactions */
			set_tag(&tag, point);
			(void) LockAcquire(&tag, ShareLock, true, false);
			(void) LockRelease(&tag, ShareLock, true);
			return;
		case STOP_ERROR:
			ereport(ERROR,
					(errcode(ERRCODE_INTERNAL_ERROR),
					 errmsg("stop point \"%s\" raised its error", point_names[point])));
			return;
		case STOP_FULL:
			ereport(ERROR,
					(errcode(ERRCODE_DISK_FULL),
					 errmsg("stop point \"%s\" found the disk full", point_names[point])));
			return;
		case STOP_KILL:
			kill(getpid(), SIGKILL);
			pause();
	}
}

static int
point_argument(FunctionCallInfo fcinfo)
{
	char	   *name = text_to_cstring(PG_GETARG_TEXT_PP(0));
	int			point = find_point(name);

	if (point < 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("there is no stop point \"%s\"", name)));
	return point;
}

Datum
sealstone_stop_point_hold(PG_FUNCTION_ARGS)
{
	LOCKTAG		tag;

	set_tag(&tag, point_argument(fcinfo));
	(void) LockAcquire(&tag, ExclusiveLock, true, false);
	PG_RETURN_VOID();
}

Datum
sealstone_stop_point_release(PG_FUNCTION_ARGS)
{
	LOCKTAG		tag;

	set_tag(&tag, point_argument(fcinfo));
	PG_RETURN_BOOL(LockRelease(&tag, ExclusiveLock, true));
}

void
sealstone_stop_point_init(void)
{
	DefineCustomStringVariable("sealstone.stop_points",
							   "Stop points at which this session waits, fails or dies (test builds only).",
							   NULL,
							   &stop_points_setting,
							   "",
							   PGC_SUSET, GUC_NOT_IN_SAMPLE,
							   check_stop_points, assign_stop_points, NULL);
}

#else							/* !SEALSTONE_STOP_POINTS */

static void
refuse(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("this build of Sealstone has no stop points"),
			 errhint("Build the extension with STOP_POINTS=1 to run its tests.")));
}

Datum
sealstone_stop_point_hold(PG_FUNCTION_ARGS)
{
	refuse();
	PG_RETURN_VOID();
}

Datum
sealstone_stop_point_release(PG_FUNCTION_ARGS)
{
	refuse();
	PG_RETURN_BOOL(false);
}

void
sealstone_stop_point_init(void)
{
}

#endif							/* SEALSTONE_STOP_POINTS */
