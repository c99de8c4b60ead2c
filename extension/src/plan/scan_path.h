/*-------------------------------------------------------------------------
 *
 * scan_path.h
 *	  The planner's side of column scan and seek.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_PLAN_SCAN_PATH_H
#define SEALSTONE_PLAN_SCAN_PATH_H

#include "postgres.h"

#include "nodes/pathnodes.h"

extern bool sealstone_enable_column_scan;
extern bool sealstone_enable_seek;
extern bool sealstone_enable_last_point;

/* Is this one of the paths that look up last points in one sealed relation? */
extern bool sealstone_is_last_point_path(const Path *path);

/* Called from _PG_init: settings, nodes, and set_rel_pathlist_hook, which chains. */
extern void sealstone_scan_path_init(void);

#endif							/* SEALSTONE_PLAN_SCAN_PATH_H */
