/*-------------------------------------------------------------------------
 *
 * last_point_path.h
 *	  Last point over a partitioned table: partitions in turn, and no key looked up again that is decided.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_PLAN_LAST_POINT_PATH_H
#define SEALSTONE_PLAN_LAST_POINT_PATH_H

#include "postgres.h"

/* Called from _PG_init: node, and create_upper_paths_hook, which chains. */
extern void sealstone_last_point_path_init(void);

#endif							/* SEALSTONE_PLAN_LAST_POINT_PATH_H */
