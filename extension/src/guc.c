/*-------------------------------------------------------------------------
 *
 * guc.c
 *	  Definitions of all settings (prefix "sealstone."). Called once from _PG_init.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <limits.h>

#include "utils/guc.h"

#include "guc.h"

int			sealstone_lock_timeout = 5000;
int			sealstone_lock_attempts = 8;
int			sealstone_rollup_pair_limit = 10000;
int			sealstone_rollup_bucket_limit = 1000;
bool		sealstone_rollup_allow_row_security = false;

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
	DefineCustomBoolVariable("sealstone.rollup_allow_row_security",
							 "Allows a rollup over a table with row-level security, whose policies it does not keep.",
							 NULL,
							 &sealstone_rollup_allow_row_security,
							 false,
							 PGC_USERSET, 0,
							 NULL, NULL, NULL);

	MarkGUCPrefixReserved("sealstone");
}
