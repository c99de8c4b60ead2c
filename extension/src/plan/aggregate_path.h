/*-------------------------------------------------------------------------
 *
 * aggregate_path.h
 *	  The planner's side of the aggregate path.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_PLAN_AGGREGATE_PATH_H
#define SEALSTONE_PLAN_AGGREGATE_PATH_H

#include "postgres.h"

extern bool sealstone_enable_aggregate;

/* Called from _PG_init: the setting, the node, and create_upper_paths_hook, which chains. */
extern void sealstone_aggregate_path_init(void);

#endif							/* SEALSTONE_PLAN_AGGREGATE_PATH_H */
