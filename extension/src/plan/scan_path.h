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

extern bool sealstone_enable_column_scan;
extern bool sealstone_enable_seek;
extern bool sealstone_enable_last_point;

/* Called from _PG_init: settings, nodes, and set_rel_pathlist_hook, which chains. */
extern void sealstone_scan_path_init(void);

#endif							/* SEALSTONE_PLAN_SCAN_PATH_H */
