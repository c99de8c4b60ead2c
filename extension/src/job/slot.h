/*-------------------------------------------------------------------------
 *
 * slot.h
 *	  The operation slot of this process (progress.c owns it).
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_SLOT_H
#define SEALSTONE_SLOT_H

#include "postgres.h"

#include "job/shmem.h"

/* The database this process serves, before and after it is connected */
extern void sealstone_worker_database(Oid database);
extern bool sealstone_slot_take(bool helper);	/* false: all are in use */
extern void sealstone_slot_release(void);	/* also harmless without one */
extern void sealstone_slot_operation(int64 id);	/* start with this operation (0: none); clears progress and cancel */
extern void sealstone_slot_copy(SealstoneOperationSlot *copy);
extern bool sealstone_slot_cancel(Oid database, int64 id);	/* false: nobody runs it */
extern bool sealstone_slot_running(Oid database, int64 id);
extern void sealstone_progress_blockers(int n, const int *pids, const char *prepared_gid);

#endif							/* SEALSTONE_SLOT_H */
