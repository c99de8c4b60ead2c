/*-------------------------------------------------------------------------
 *
 * stop_point.h
 *	  Named points at which a test can freeze a race, fail or kill a process.
 *
 * Use: SEALSTONE_STOP_POINT(seal_read); with the name listed in stop_point.list. Outside
 * test builds it compiles to nothing. In a build with -DSEALSTONE_STOP_POINTS a session says
 *		SET sealstone.stop_points = 'seal_read:wait, seal_swapped:error';
 * and at that point the session
 *	  wait	 takes and gives back the advisory lock of the point, so that another session which holds it
 *			 (SELECT sealstone.stop_point_hold('seal_read')) freezes it, visibly to isolationtester
 *	  error	 raises an ERROR (SQLSTATE XX000)
 *	  full	 raises what a full disk raises (SQLSTATE 53100)
 *	  kill	 kills itself with SIGKILL, as kill -9 would
 * Never place one where a spinlock or a buffer lock is held, or in a critical section.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_STOP_POINT_H
#define SEALSTONE_STOP_POINT_H

typedef enum SealstoneStopPoint
{
#define SEALSTONE_STOP(name) SEALSTONE_STOP_##name,
#include "stop_point.list"
#undef SEALSTONE_STOP
	SEALSTONE_N_STOP_POINTS
} SealstoneStopPoint;

#ifdef SEALSTONE_STOP_POINTS
extern void sealstone_stop_point(SealstoneStopPoint point);
#define SEALSTONE_STOP_POINT(name) sealstone_stop_point(SEALSTONE_STOP_##name)
#else
#define SEALSTONE_STOP_POINT(name) ((void) 0)
#endif

/* Defines the setting in test builds; called from _PG_init. */
extern void sealstone_stop_point_init(void);

#endif							/* SEALSTONE_STOP_POINT_H */
