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

#endif							/* SEALSTONE_WAITERS_H */
