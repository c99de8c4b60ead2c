/*-------------------------------------------------------------------------
 *
 * sealstone.c
 *	  Library entry: settings, then each part's own initialisation, which chains its hooks.
 *
 * Holds nothing else. A part that needs shared memory or a background worker does so only
 * when process_shared_preload_libraries_in_progress; without preload the library still loads
 * and every sealed partition stays readable.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"
#include "miscadmin.h"

#include "am/am.h"
#include "compat.h"
#include "guc.h"
#include "rollup/rollup.h"
#include "stop_point.h"
#include "job/worker.h"
#include "plan/bounds.h"
#include "plan/aggregate_path.h"
#include "plan/last_point_path.h"
#include "plan/scan_path.h"
#include "seal/seal.h"
#include "series/hooks.h"
#include "stats/query_stats.h"

PG_MODULE_MAGIC;

void		_PG_init(void);

void
_PG_init(void)
{
	sealstone_stop_point_init();
	sealstone_scan_path_init();		/* defines settings: before their prefix is reserved */
	sealstone_plan_bounds_init();	/* likewise */
	sealstone_aggregate_path_init();
	sealstone_last_point_path_init();
	sealstone_guc_init();
	sealstone_am_init();
	sealstone_seal_init();
	sealstone_rollup_init();
	sealstone_worker_init();
	sealstone_series_init();
	sealstone_query_stats_init();
}
