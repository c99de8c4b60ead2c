/*-------------------------------------------------------------------------
 *
 * waiters.h
 *	  Who waits for a lock of this session, for those who poll for one.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_WAITERS_H
#define SEALSTONE_WAITERS_H

#include "postgres.h"

#include "storage/lock.h"

/* Of these sessions one that waits, itself or by way of those it waits for, for this session: its pid; 0: none. */
extern int	sealstone_waiter_among(VirtualTransactionId *sessions, int count);

/*
 * A session that has waited for deadlock_timeout for a relation lock of this session, and of no other that is not waiting itself,
 * in SHARE or a stronger mode, so that readers or writers queue behind it; 0: none. *mode: its name, static.
 */
extern int	sealstone_held_up(const char **mode);

/*
 * Would a short wait in the queue for a lock soon be over, with nobody drawn into a deadlock by it? Nobody waits for us (be it for our
 * snapshot, as CREATE INDEX CONCURRENTLY does), nobody is in that queue, and those who hold the lock are at work.
 */
extern bool sealstone_may_queue(const LOCKTAG *tag, LOCKMODE mode);

#endif							/* SEALSTONE_WAITERS_H */
