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

/* Polls for the lock for timeout_ms; holds it to the end of the transaction when true. */
extern bool sealstone_lock_poll(Oid relid, LOCKMODE mode, int timeout_ms);

/* The same with sealstone.lock_timeout; on giving up raises 55P03 naming who holds it. */
extern void sealstone_lock_or_fail(Oid relid, LOCKMODE mode, const char *what);

/* All of them or none, polled as one */
extern void sealstone_lock_all_or_fail(List *relids, LOCKMODE mode, const char *what);

/* "pid 123 (query ...), prepared transaction ..." holding a conflicting lock, or NULL */
extern char *sealstone_lock_holders(Oid relid, LOCKMODE mode);

#endif							/* SEALSTONE_SERIES_LOCK_H */
