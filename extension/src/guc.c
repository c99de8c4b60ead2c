/*-------------------------------------------------------------------------
 *
 * guc.c
 *	  Definitions of all settings (prefix "sealstone."). Called once from _PG_init.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <limits.h>

#include "miscadmin.h"
#include "utils/guc.h"

#include "guc.h"

int			sealstone_lock_timeout = 5000;
int			sealstone_lock_attempts = 8;
bool		sealstone_allow_drop_sealed = false;
int			sealstone_rollup_pair_limit = 10000;
int			sealstone_rollup_bucket_limit = 1000;
int			sealstone_rollup_batch_rows = 5000000;
bool		sealstone_rollup_allow_row_security = false;
char	   *sealstone_actor = NULL;
bool		sealstone_trust_actor = false;
int			sealstone_max_workers = 2;
int			sealstone_operation_retention = 30;
bool		sealstone_query_stats = true;
int			sealstone_query_stats_max = 2000;

void
sealstone_guc_init(void)
{
	DefineCustomIntVariable("sealstone.lock_timeout",
							"How long a swap of a partition's storage polls for its lock before it gives up.",
							"The lock is never queued: each attempt either gets it at once or leaves.",
							&sealstone_lock_timeout,
							5000, 1, INT_MAX,
							PGC_USERSET, GUC_UNIT_MS,
							NULL, NULL, NULL);

	DefineCustomIntVariable("sealstone.lock_attempts",
							"How many times a swap polls for sealstone.lock_timeout before its operation fails.",
							"It backs off between two, one second at first, a minute at most.",
							&sealstone_lock_attempts,
							8, 1, 1000000,
							PGC_USERSET, 0,
							NULL, NULL, NULL);

	DefineCustomBoolVariable("sealstone.allow_drop_sealed",
							 "Allows DROP EXTENSION sealstone CASCADE to take sealed tables and their data with it.",
							 "Off: it is refused until sealstone.unseal_all() has been called.",
							 &sealstone_allow_drop_sealed,
							 false,
							 PGC_USERSET, 0,
							 NULL, NULL, NULL);

	DefineCustomStringVariable("sealstone.actor",
							   "The person on whose behalf this session requests operations.",
							   "Recorded with each operation when the role is trusted for it (sealstone.trust_actor).",
							   &sealstone_actor,
							   "", PGC_USERSET, 0,
							   NULL, NULL, NULL);

	DefineCustomBoolVariable("sealstone.trust_actor",
							 "Whether this role may name a person in sealstone.actor.",
							 "Set by a superuser for the role of an API: ALTER ROLE ... SET sealstone.trust_actor = on.",
							 &sealstone_trust_actor,
							 false, PGC_SUSET, 0,
							 NULL, NULL, NULL);

	DefineCustomIntVariable("sealstone.max_workers",
							"How many background workers may run operations at once, in all databases together.",
							"Each takes one of max_worker_processes while it works; with fewer free, operations wait or run one by one.",
							&sealstone_max_workers,
							2, 1, 64,
							PGC_SIGHUP, 0,
							NULL, NULL, NULL);

	DefineCustomIntVariable("sealstone.operation_retention",
							"How many days finished operations and job runs are kept.",
							NULL,
							&sealstone_operation_retention,
							30, 1, 3650,
							PGC_SIGHUP, 0,
							NULL, NULL, NULL);
	DefineCustomIntVariable("sealstone.rollup_pair_limit",
							"How many (bucket, group) pairs a transaction invalidates one by one; beyond, whole buckets.",
							NULL,
							&sealstone_rollup_pair_limit,
							10000, 0, 10000000,
							PGC_USERSET, 0,
							NULL, NULL, NULL);
	DefineCustomIntVariable("sealstone.rollup_bucket_limit",
							"How many buckets a transaction invalidates one by one; beyond, one range.",
							NULL,
							&sealstone_rollup_bucket_limit,
							1000, 0, 10000000,
							PGC_USERSET, 0,
							NULL, NULL, NULL);
	DefineCustomIntVariable("sealstone.rollup_batch_rows",
							"About how many rows of the source a refresh aggregates before it commits.",
							"For CALL refresh() and operations; a batch ends where a partition ends.",
							&sealstone_rollup_batch_rows,
							5000000, 1, INT_MAX,
							PGC_USERSET, 0,
							NULL, NULL, NULL);
	DefineCustomBoolVariable("sealstone.rollup_allow_row_security",
							 "Allows a rollup over a table with row-level security, whose policies it does not keep.",
							 NULL,
							 &sealstone_rollup_allow_row_security,
							 false,
							 PGC_USERSET, 0,
							 NULL, NULL, NULL);

	DefineCustomBoolVariable("sealstone.query_stats",
							 "Counts the top-level statements that read a series table.",
							 "Shown by sealstone.query_stats and sealstone.query_history.",
							 &sealstone_query_stats,
							 true,
							 PGC_SUSET, 0,
							 NULL, NULL, NULL);

	DefineCustomIntVariable("sealstone.query_stats_max",
							"How many queries are kept in shared memory; past it those with the fewest calls go.",
							NULL,
							&sealstone_query_stats_max,
							2000, 100, 100000,
							/* Postgres refuses a postmaster setting, fatally, in a library loaded without preload */
							process_shared_preload_libraries_in_progress ? PGC_POSTMASTER : PGC_SU_BACKEND, 0,
							NULL, NULL, NULL);

	MarkGUCPrefixReserved("sealstone");
}
