/*-------------------------------------------------------------------------
 *
 * seal.h
 *	  Sealing, resealing and unsealing of one partition: the entry points for the SQL
 *	  procedures and for the background worker, and how they report progress.
 *
 * Words (DESIGN section 1): seal is heap to column store, unseal the way back, reseal a
 * rebuild with late rows and marks folded in. All three are "build beside, then swap"
 * (README in this directory).
 *
 * Calling rules, the same for all three entry points:
 *	- They run transactions of their own. Call them with a transaction open and nothing
 *	  in it that must survive (no snapshot registered, no lock, no pinned portal, no SPI
 *	  connection but a nonatomic one); they commit it, start and commit others, and return
 *	  with a fresh transaction open and without an active snapshot.
 *	- Memory passed in (options, argument of the callback) must live outside any transaction.
 *	- Current user: they check that GetUserId() may operate the partition, then work as its
 *	  owner in a security-restricted context, and are back at the caller's user on return.
 *	- On error (cancel, timeout, full disk, lock never free) the partition is as it was. The
 *	  transient relation, if already committed, is dropped by the next seal of any partition
 *	  in this database, or by sealstone_seal_sweep().
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_SEAL_H
#define SEALSTONE_SEAL_H

#include "postgres.h"

#include "nodes/pg_list.h"
#include "utils/relcache.h"

#define SEALSTONE_MAX_BLOCKERS 16

/*
 * What an operation is at. Given to the callback whenever the phase changes, about every
 * 10,000 rows within one, and at every failed attempt to get the lock of the swap. The callback
 * runs inside a transaction or between two; it must not touch the database and must not throw:
 * write to shared memory and return. A cancel request is served by CHECK_FOR_INTERRUPTS, which
 * these functions call often, not by the callback.
 */
typedef struct SealstoneProgress
{
	const char *phase;			/* static: 'preparing' 'vacuuming' 'reading' 'writing' 'indexing'
								 * 'catching up' 'waiting for lock' 'swapping' 'cleaning up' 'giving way' */
	double		fraction;		/* of the whole operation, 0 to 1, never falling */
	uint64		rows_done;		/* written into the new storage */
	uint64		rows_total;		/* an estimate until 'writing', then exact */
	uint64		bytes_done;		/* of the old storage, read */
	uint64		bytes_total;
	int			attempt;		/* at the lock of the swap; 0 before the first */
	int			nblockers;		/* sessions that held the lock at the last attempt; 0 while not blocked */
	int			blockers[SEALSTONE_MAX_BLOCKERS];	/* pids; 0 is a prepared transaction */
	char		prepared_gid[200];	/* of the first prepared transaction among them, or empty */
} SealstoneProgress;

typedef void (*SealstoneProgressFn) (const SealstoneProgress *progress, void *arg);

/* What is asked for. Zeroed: everything from the series' settings, else the defaults. */
typedef struct SealstoneSealOptions
{
	List	   *order_by;		/* of String: columns of the order key; NIL: settings, else sealstone_default_order_key */
	const char *codec;			/* 'none' 'lz4' 'zstd'; NULL: settings, else lz4 */
	int			keep_indexes;	/* -1 settings, 0, 1. A zeroed struct means 0: use SEALSTONE_SEAL_DEFAULTS */
} SealstoneSealOptions;

#define SEALSTONE_SEAL_DEFAULTS {NIL, NULL, -1}

/* What came of it. */
typedef struct SealstoneSealResult
{
	bool		done;			/* false: there was nothing to do (already sealed, already a heap) */
	uint64		rows;			/* in the new storage */
	uint64		late_rows;		/* of them, caught up after the build */
	uint64		gone_rows;		/* deleted or updated while the build ran */
	uint64		bytes_before;	/* table, TOAST and indexes */
	uint64		bytes_after;
	int			attempts;		/* at the lock of the swap */
	double		held_ms;		/* how long the exclusive lock was held */
	double		writers_held_ms;	/* how long writers were held */
	double		elapsed_ms;
} SealstoneSealResult;

/* build.c: the three operations. progress and result may be NULL. */
extern void sealstone_seal_partition(Oid partition, const SealstoneSealOptions *options,
									 SealstoneProgressFn progress, void *arg,
									 SealstoneSealResult *result);
extern void sealstone_reseal_partition(Oid partition, const SealstoneSealOptions *options,
									   SealstoneProgressFn progress, void *arg,
									   SealstoneSealResult *result);
extern void sealstone_unseal_partition(Oid partition,
									   SealstoneProgressFn progress, void *arg,
									   SealstoneSealResult *result);

/*
 * compact.c: all rows of the sealed relation old into the empty storage of new, as a sealed relation in the order of old's key, or of
 * index where that is given and can be one. For the rewrite of VACUUM FULL and CLUSTER, which hold ACCESS EXCLUSIVE on old
 * and swap the storage; in their transaction. Returns the number of rows.
 */
extern uint64 sealstone_compact(Relation old, Relation new, Relation index);

/* drop_guard.c: called from _PG_init. Chains its hook. */
extern void sealstone_seal_init(void);

/*
 * transient.c: drop what crashed operations of this database left, in the caller's transaction, which
 * commits it. Takes no lock that is not free; returns how many relations it dropped. The worker
 * calls it when it starts; every operation does.
 */
extern int	sealstone_seal_sweep(void);

/*
 * permission.c: may role operate (seal, reseal, unseal) relation? Owner, on 17 and later MAINTAIN, or whatever
 * the hook says; the rights part sets it in _PG_init so that grant_operate() counts here.
 */
typedef bool (*SealstoneMayOperateHook) (Oid relation, Oid role);
extern SealstoneMayOperateHook sealstone_may_operate_hook;
extern bool sealstone_may_operate(Oid relation, Oid role);

/*
 * permission.c: the sealing settings of the series a partition belongs to. The series part
 * sets the hook in _PG_init; without a hook, or when it returns false, the defaults hold.
 * It fills what is set and leaves the rest of *options alone (order_by in CurrentMemoryContext).
 */
typedef bool (*SealstoneSealSettingsHook) (Oid partition, SealstoneSealOptions *options);
extern SealstoneSealSettingsHook sealstone_seal_settings_hook;

/* The partition's time column: of its series, else of the range key of its parent. InvalidAttrNumber: none known. */
typedef AttrNumber (*SealstoneTimeColumnHook) (Oid partition);
extern SealstoneTimeColumnHook sealstone_time_column_hook;

/* The leaves of a series that are past the settle window and not sealed, oldest first, as OIDs; for seal_eligible(). */
typedef List *(*SealstoneDuePartitionsHook) (Oid series);
extern SealstoneDuePartitionsHook sealstone_due_partitions_hook;

/* Called after a procedure's seal, reseal or unseal has committed: the views show it at once. */
typedef void (*SealstoneMeasureHook) (Oid partition);
extern SealstoneMeasureHook sealstone_measure_hook;

/* order_key.c */
typedef struct SealstoneOrderColumn
{
	AttrNumber	attnum;
	Oid			sort_operator;	/* "<" or ">" of the type's btree operator family */
	Oid			collation;
	bool		descending;
	bool		nulls_first;
} SealstoneOrderColumn;

typedef struct SealstoneOrderKey
{
	int			ncolumns;		/* may be 0: a table without any sortable column stays in heap order */
	SealstoneOrderColumn columns[INDEX_MAX_KEYS];
} SealstoneOrderKey;

/* The default for a partition: its index that ends in the time column, else time, else the primary key. */
extern SealstoneOrderKey *sealstone_default_order_key(Relation partition);

/* From a list of String; "ts DESC" and "ts DESC NULLS LAST" are understood too. Errors name the column. */
extern SealstoneOrderKey *sealstone_order_key_from_names(Relation partition, List *names);

/*
 * swap.c: does this index, on the new storage of a sealed partition, hold all rows (true) or late rows only?
 * Unique and exclusion indexes, and all of them with keep_indexes. One answer for build, insert and planner.
 */
extern bool sealstone_index_is_whole(Relation heap, Relation index);

/*
 * Set only while a seal builds indexes on its transient relation: they are built without
 * uniqueness or exclusion checks (the source's indexes enforced both), so the AM cannot tell from
 * IndexInfo whether they are whole. The AM's index_build_range_scan obeys this first.
 *	-1: not set, decide by the index; 0: late rows only; 1: all rows
 */
extern int	sealstone_seal_build_whole;

/*
 * give_way.c: the AM's index_build_range_scan calls this now and then. Raises an error when a seal builds the index and
 * must give way.
 */
extern void sealstone_seal_index_tick(void);

#endif							/* SEALSTONE_SEAL_H */
