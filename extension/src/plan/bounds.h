/*-------------------------------------------------------------------------
 *
 * bounds.h
 *	  Bounds of time that are computed while planning, so that partitions are left out there.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_PLAN_BOUNDS_H
#define SEALSTONE_PLAN_BOUNDS_H

#include "postgres.h"

extern bool sealstone_enable_plan_bounds;

/* Called from _PG_init: settings, planner_hook and ExecutorStart_hook, which chain. */
extern void sealstone_plan_bounds_init(void);

#endif							/* SEALSTONE_PLAN_BOUNDS_H */
