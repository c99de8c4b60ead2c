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

/* Queues for the lock, for timeout_ms at most: only where nobody can be waiting for what the caller holds. */
extern bool sealstone_lock_wait(Oid relid, LOCKMODE mode, int timeout_ms);

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

/*
 * The members of partition trees and other relations, locked as one (lock_tree.c); `also` may ask for more, without waiting, and takes
 * nothing where it answers false; complain raises 55P03 for it.
 */
typedef struct SealstoneLockTrees
{
	List	   *roots;
	LOCKMODE	tree_mode;
	List	   *others;
	LOCKMODE	others_mode;
	bool		(*also) (void *argument);	/* may be NULL */
	void		(*also_back) (void *argument);
	void		(*complain) (void *argument);
	void	   *argument;
	const char *what;			/* "drop the rollup" */
} SealstoneLockTrees;

extern void sealstone_lock_trees_or_fail(const SealstoneLockTrees *wish);

/* Raise 55P03: given up for who holds relid; for lock_tree.c */
extern void sealstone_lock_gave_up(Oid relid, LOCKMODE mode, const char *what) __attribute__((noreturn));

/* Raise 55P03 if one of those in the way of relid waits for us, or holds others up who do; for lock_tree.c */
extern void sealstone_lock_give_way(Oid relid, LOCKMODE mode, const char *what);

/* "pid 123 (query ...), prepared transaction ..." holding a conflicting lock, or NULL */
extern char *sealstone_lock_holders(Oid relid, LOCKMODE mode);

#endif							/* SEALSTONE_SERIES_LOCK_H */
