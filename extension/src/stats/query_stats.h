/*-------------------------------------------------------------------------
 *
 * query_stats.h
 *	  Query timings per series table and query: what is counted, and how a scan node reports itself.
 *
 * query_hooks.c measures top-level statements that read or write a series table, query_text.c
 * normalizes their text, query_store.c keeps the figures in shared memory and across restarts,
 * query_view.c shows them to SQL.
 *
 * Shared memory: one hash table of queries and one of series windows, both created at startup and
 * guarded by `store->lock` (shared to find an entry, exclusive to add or remove one); the counters of
 * an entry are guarded by its own spinlock, taken while the lock is held shared.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_QUERY_STATS_H
#define SEALSTONE_QUERY_STATS_H

#include "postgres.h"

#include "datatype/timestamp.h"
#include "nodes/pg_list.h"
#include "storage/lwlock.h"
#include "storage/spin.h"

#include "compat.h"
#include "stats/latency.h"

/* Read paths, as a set of bits: a statement may take several */
typedef enum SealstoneReadPath
{
	SEALSTONE_PATH_HEAP = 1 << 0,
	SEALSTONE_PATH_COLUMN_SCAN = 1 << 1,
	SEALSTONE_PATH_SEEK = 1 << 2,
	SEALSTONE_PATH_AGGREGATE = 1 << 3,
	SEALSTONE_PATH_LAST_POINT = 1 << 4,
} SealstoneReadPath;

/*
 * Called by our scan nodes from their EndCustomScan (in the leader, with workers' counts added), once for
 * each partition that they read: what the statement used. Cheap, never fails, harmless anywhere else.
 */
extern void sealstone_query_note(SealstoneReadPath path, uint64 groups_read, uint64 groups_skipped);

#define SEALSTONE_QUERY_TEXT	1024	/* bytes of normalized text kept, with the terminator */

typedef struct SealstoneQueryKey
{
	Oid			database;
	Oid			user;
	Oid			series;
	uint32		padding;		/* zero: the key is compared as bytes */
	uint64		query_id;
} SealstoneQueryKey;

typedef struct SealstoneQueryCounters
{
	int64		calls;
	double		total_ms;
	double		min_ms;
	double		max_ms;
	int64		rows;
	int64		groups_read;
	int64		groups_skipped;
	int32		paths;			/* SealstoneReadPath bits ever taken */
	int32		partitions_read;	/* of the last call */
	int32		partitions_total;
	TimestampTz last_call;
	SealstoneLatency latency;
} SealstoneQueryCounters;

typedef struct SealstoneQueryEntry
{
	SealstoneQueryKey key;		/* hash key: must be first */
	slock_t		mutex;			/* protects counters */
	SealstoneQueryCounters counters;
	uint16		text_length;	/* 0: not known (the statement was prepared before the entry was made) */
	bool		truncated;
	char		text[SEALSTONE_QUERY_TEXT];	/* written once, under the exclusive lock */
} SealstoneQueryEntry;

/* What one series saw since its last sample */
typedef struct SealstoneWindowKey
{
	Oid			database;
	Oid			series;
} SealstoneWindowKey;

typedef struct SealstoneWindowEntry
{
	SealstoneWindowKey key;		/* must be first */
	slock_t		mutex;			/* protects the rest */
	int64		calls;
	double		total_ms;
	int64		rows;
	int64		groups_read;
	int64		groups_skipped;
	SealstoneLatency latency;
} SealstoneWindowEntry;

/* One finished statement's figures for one series */
typedef struct SealstoneQueryCall
{
	SealstoneQueryKey key;
	double		ms;
	int64		rows;
	int64		groups_read;
	int64		groups_skipped;
	int32		paths;
	int32		partitions_read;
	int32		partitions_total;
} SealstoneQueryCall;

/* query_hooks.c */
extern void sealstone_query_stats_init(void);

/* query_text.c */
extern char *sealstone_query_normalize(const char *text, int location, int length,
									   const JumbleState *jumble, int *normalized_length);

/* query_store.c */
extern void sealstone_query_store_request(void);
extern void sealstone_query_store_startup(void);
extern bool sealstone_query_store_ready(void);
extern void sealstone_query_store_text(const SealstoneQueryKey *key, const char *text, int length);
extern bool sealstone_query_store_has_text(const SealstoneQueryKey *key);
extern void sealstone_query_store_add(const SealstoneQueryCall *call);
extern void sealstone_query_store_reset(Oid database, Oid series);
extern List *sealstone_query_store_copy(Oid database);
extern List *sealstone_query_store_take_windows(Oid database);

#endif							/* SEALSTONE_QUERY_STATS_H */
