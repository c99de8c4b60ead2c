/*-------------------------------------------------------------------------
 *
 * lock.h
 *	  Strong locks that are never queued (PROTOCOLS 9).
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_SERIES_LOCK_H
#define SEALSTONE_SERIES_LOCK_H

#include "postgres.h"

#include "nodes/pg_list.h"
#include "storage/lockdefs.h"

/* Polls for the lock for timeout_ms, or until it must give way; holds it to the end of the transaction when true. */
extern bool sealstone_lock_poll(Oid relid, LOCKMODE mode, int timeout_ms);

/* The session that the last poll gave way to, because it waits for a lock held here; 0: none, it took its time. */
extern int	sealstone_lock_gave_way(void);

/*
 * For long work under locks that let readers and writers pass, now and then: raises 55P03 when a session that others queue behind has
 * waited for one of them for deadlock_timeout.
 */
extern void sealstone_let_pass(const char *what);

/* The same with sealstone.lock_timeout; on giving up raises 55P03 naming who holds it. */
extern void sealstone_lock_or_fail(Oid relid, LOCKMODE mode, const char *what);

/* All of them or none, polled as one */
extern void sealstone_lock_all_or_fail(List *relids, LOCKMODE mode, const char *what);

/* "pid 123 (query ...), prepared transaction ..." holding a conflicting lock, or NULL */
extern char *sealstone_lock_holders(Oid relid, LOCKMODE mode);

#endif							/* SEALSTONE_SERIES_LOCK_H */
