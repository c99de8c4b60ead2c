/*-------------------------------------------------------------------------
 *
 * shmem.h
 *	  Shared memory of the workers: which databases are served, and how far running operations are.
 *
 * Exists only when the library is preloaded (sealstone_shared is NULL otherwise). One LWLock guards all
 * of it; it is held for a few stores at a time, never across anything that can raise or sleep.
 *
 *	database slot	made by the launcher; state and wake are written by whoever learns of a change,
 *					worker_pid by the worker itself at its start and exit
 *	operation slot	taken and freed by the process that runs the operation; cancel is set by others
 *
 * After a crash of any backend the postmaster starts it all anew, empty; the tables say what was running, and the
 * worker marks it failed.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_SHMEM_H
#define SEALSTONE_SHMEM_H

#include "postgres.h"

#include "datatype/timestamp.h"
#include "storage/latch.h"
#include "storage/lwlock.h"

#define SEALSTONE_MAX_DATABASES	256
#define SEALSTONE_MAX_SLOTS		72	/* 64 helpers, and workers that run an operation themselves */
#define SEALSTONE_SLOT_BLOCKERS	8

typedef enum SealstoneDatabaseState
{
	SEALSTONE_DB_UNKNOWN,		/* never looked into */
	SEALSTONE_DB_WITHOUT,		/* has no Sealstone: left alone until told otherwise */
	SEALSTONE_DB_IDLE,			/* has it, but nothing to do before next_wake */
	SEALSTONE_DB_ACTIVE			/* a worker belongs there */
} SealstoneDatabaseState;

typedef struct SealstoneDatabaseSlot
{
	Oid			database;		/* InvalidOid: free */
	bool		listed;			/* by the launcher, which has seen that it may be connected to */
	SealstoneDatabaseState state;
	int			worker_pid;		/* 0: not running */
	Latch	   *worker_latch;	/* valid while worker_pid is set */
	TimestampTz starting_since; /* a start was asked for and not yet answered; 0: none */
	TimestampTz heartbeat;
	TimestampTz next_wake;		/* 0: only when told */
	TimestampTz stay_away;		/* someone drops, renames or copies the database: no worker before then */
	int			helpers;
	int			starts_failed;	/* in a row, for the pause between attempts */
} SealstoneDatabaseSlot;

typedef struct SealstoneOperationSlot
{
	int			pid;			/* 0: free */
	Oid			database;
	Latch	   *latch;
	int64		id;				/* 0: between operations */
	bool		helper;			/* a helper process, counted against max_workers */
	bool		cancel;
	char		phase[64];
	double		fraction;
	int64		rows_done;
	int64		rows_total;
	int64		bytes_done;
	int64		bytes_total;
	int			nblockers;
	int			blockers[SEALSTONE_SLOT_BLOCKERS];
	char		prepared_gid[200];
	int64		version;		/* changes since the operation was taken up */
} SealstoneOperationSlot;

typedef struct SealstoneShared
{
	LWLock	   *lock;
	int			launcher_pid;
	Latch	   *launcher_latch;
	SealstoneDatabaseSlot databases[SEALSTONE_MAX_DATABASES];
	SealstoneOperationSlot slots[SEALSTONE_MAX_SLOTS];
} SealstoneShared;

extern SealstoneShared *sealstone_shared;

extern void sealstone_shmem_init(void);	/* from _PG_init, hooks only */

/* The slot of a database, made if missing and wanted; with the lock held. NULL: none, or no room. */
extern SealstoneDatabaseSlot *sealstone_database_slot(Oid database, bool make);

/* Tell launcher and worker of this database that there is work, now or when the transaction commits. */
extern void sealstone_wake_now(Oid database);
extern void sealstone_wake_at_commit(void);

#endif							/* SEALSTONE_SHMEM_H */
