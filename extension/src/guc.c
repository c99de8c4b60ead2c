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

	MarkGUCPrefixReserved("sealstone");
}
