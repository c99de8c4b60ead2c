/*-------------------------------------------------------------------------
 *
 * retention.h
 *	  Dropping partitions by age.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_RETENTION_H
#define SEALSTONE_RETENTION_H

#include "postgres.h"

/*
 * Drops what the series' retention has passed, one partition per transaction. Called by the worker with a transaction
 * and an active snapshot open, and so at return. How many were dropped.
 */
extern int	sealstone_retention_run(Oid series);

/* Is there a partition to drop now? */
extern bool sealstone_retention_due(Oid series);

/*
 * Called in the dropping transaction before a partition [lo, hi) (positions) of a series is dropped by retention or
 * drop_before(), as the caller, so that rollups can move their floor (PROTOCOLS 23). Set in _PG_init; chain.
 */
typedef void (*SealstonePartitionDropHook) (Oid series, Oid partition, int64 lo, int64 hi);
extern SealstonePartitionDropHook sealstone_partition_drop_hook;

#endif							/* SEALSTONE_RETENTION_H */
