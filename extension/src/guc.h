/*-------------------------------------------------------------------------
 *
 * guc.h
 *	  Every setting of Sealstone: one variable each, defined and described in guc.c.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_GUC_H
#define SEALSTONE_GUC_H

#include "postgres.h"

extern int	sealstone_lock_timeout;	/* ms; how long a swap polls for its lock */
extern int	sealstone_rollup_pair_limit;
extern int	sealstone_rollup_bucket_limit;
extern int	sealstone_rollup_batch_rows;	/* of the source, in one batch of a refresh */
extern bool sealstone_rollup_allow_row_security;
extern bool sealstone_query_stats;	/* count the statements on series tables */
extern int	sealstone_query_stats_max;	/* queries kept in shared memory */

extern bool sealstone_allow_drop_sealed;	/* DROP EXTENSION may take sealed data with it */
extern int	sealstone_lock_attempts;	/* rounds of lock_timeout before an operation gives up */
extern char *sealstone_actor;		/* the person behind the session's requests */
extern bool sealstone_trust_actor;	/* this role's word for it is taken */
extern int	sealstone_max_workers;	/* helpers that run operations, in the whole cluster */
extern int	sealstone_operation_retention;	/* days finished operations are kept */

extern void sealstone_guc_init(void);

#endif							/* SEALSTONE_GUC_H */
