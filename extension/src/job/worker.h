/*-------------------------------------------------------------------------
 *
 * worker.h
 *	  The background processes: one launcher, a worker for each database, helpers that run operations.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_WORKER_H
#define SEALSTONE_WORKER_H

#include "postgres.h"

/* From _PG_init: registers the launcher (when preloaded, never in a binary upgrade) and the hook that makes workers leave. */
extern void sealstone_worker_init(void);

/* Entry points of the processes, found by name in the library */
extern PGDLLEXPORT void sealstone_launcher_main(Datum arg);
extern PGDLLEXPORT void sealstone_database_worker_main(Datum arg);
extern PGDLLEXPORT void sealstone_helper_main(Datum arg);

/* leave.c: workers leave a database that is to be dropped, renamed, moved or copied */
extern void sealstone_leave_init(void);

#endif							/* SEALSTONE_WORKER_H */
