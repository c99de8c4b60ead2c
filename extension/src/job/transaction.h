/*-------------------------------------------------------------------------
 *
 * transaction.h
 *	  Transactions of long work, alike in a worker process and in a procedure.
 *
 * In a worker each piece of work starts and commits transactions itself. In a procedure (CALL, outside a transaction
 * block) one is always open, and ending it means SPI_commit, which starts the next. Code between the two calls
 * the same four functions.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_TRANSACTION_H
#define SEALSTONE_TRANSACTION_H

#include "postgres.h"

#include "fmgr.h"
#include "storage/lockdefs.h"

/*
 * Enter procedure mode for the rest of this call; raises (25001, naming the kind to request instead, or NULL) inside a transaction
 * block. Leave it before returning; an error leaves it by itself.
 */
extern void sealstone_procedure_begin(FunctionCallInfo fcinfo, const char *name, const char *kind);
extern void sealstone_procedure_end(void);

/* A worker's transaction with a now() of its own: only what starts here may be one */
extern void sealstone_worker_tx_start(void);

extern void sealstone_tx_start(void);	/* with an active snapshot */
extern void sealstone_tx_commit(void);
extern void sealstone_tx_next(void);	/* commit and start */
/*
 * The same, with the lock held and waited for before there is a snapshot: who builds an index concurrently waits for all snapshots, maybe with
 * what those who are in the way of the lock wait for.
 */
extern void sealstone_tx_next_locked(Oid relid, LOCKMODE mode);
extern void sealstone_tx_abort(void);	/* from PG_CATCH: afterwards none is open (worker) or a fresh one without snapshot (procedure) */

/* For work that runs transactions of its own, such as seal: only the transaction, no snapshot, is open between the two */
extern void sealstone_tx_release(void);
extern void sealstone_tx_regain(void);

#endif							/* SEALSTONE_TRANSACTION_H */
