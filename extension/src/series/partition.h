/*-------------------------------------------------------------------------
 *
 * partition.h
 *	  Making partitions of a series.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_PARTITION_H
#define SEALSTONE_PARTITION_H

#include "postgres.h"

#include "catalog.h"
#include "nodes/pg_list.h"
#include "series/time_type.h"

/* A range that a partition could be made for */
typedef struct SealstoneRange
{
	int64		lo;
	int64		hi;
} SealstoneRange;

extern SealstoneStep sealstone_series_step(const SealstoneSeries *series);

/* The missing, aligned ranges within [lo, hi), in order. Raises 54000 beyond SEALSTONE_MAX_MAKE of them. */
#define SEALSTONE_MAX_MAKE	10000
extern List *sealstone_missing_ranges(const SealstoneSeries *series, int64 lo, int64 hi);

/* The missing ranges of the present and series->premake ahead of it */
extern List *sealstone_premake_ranges(const SealstoneSeries *series);

/*
 * Makes a standalone table shaped as a partition of the series (space parts included), named for the range,
 * owned by the series' owner, attached to nothing. Must run in an owner scope.
 */
extern Oid	sealstone_partition_create(const SealstoneSeries *series, SealstoneRange range);

/*
 * Attaches it. The default partition's lock is polled, its emptiness of the range proven by a probe, and the
 * scan that ATTACH would make avoided. False, with nothing changed, when the default holds rows of the range.
 * Must run in an owner scope.
 */
extern bool sealstone_partition_attach(const SealstoneSeries *series, Oid partition, SealstoneRange range);

/* Can partitions be attached beside the default one without scanning it? Else its OID is in *def: it is large and has no index on time. */
extern bool sealstone_default_ready(const SealstoneSeries *series, Oid *def);

/* Both, for one range; InvalidOid when the default partition holds rows of it */
extern Oid	sealstone_partition_make(const SealstoneSeries *series, SealstoneRange range);

/* Adds a CHECK without a scan; proven: as valid, for whoever knows that no row breaks it. In an owner scope. */
extern void sealstone_add_check(Oid relid, const char *name, const char *expression, bool proven);

/* Marks what LIKE copied from a table's CHECK constraints as not valid where the table's are not. */
extern void sealstone_copy_unvalidated(Oid from, Oid to);

/* Tables with a foreign key on it */
extern List *sealstone_referencing_tables(Oid relid);

/* Takes all privileges on the table from everyone but its owner. In an owner scope. */
extern void sealstone_revoke_grants(Oid relid);

/* "now" of a series as a position: the clock, or for integers the greatest value stored (false: none) */
extern bool sealstone_series_now(const SealstoneSeries *series, int64 *now);

#endif							/* SEALSTONE_PARTITION_H */
