/*-------------------------------------------------------------------------
 *
 * schedule.h
 *	  What is due, what a run came to, and when the next is.
 *
 * All of it in short transactions of the caller's.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_SCHEDULE_H
#define SEALSTONE_SCHEDULE_H

#include "postgres.h"

#include "datatype/timestamp.h"

extern const char *sealstone_job_operation(const char *kind);
extern Oid	sealstone_relation_owner(Oid relid);

/* The lease: this operation is the job's run. Pushes next_run one schedule on. */
extern void sealstone_job_started(int64 job, int64 operation);

/* Requests the operations of due jobs, at most one per job at a time; how many. only_one for run_due_job(). */
extern int	sealstone_jobs_due(bool only_one, int64 *operation);

/* Writes back what ended runs came to, with backoff after failure. Idempotent. */
extern void sealstone_jobs_settle(void);

/* When the next job is due; 0: none */
extern TimestampTz sealstone_jobs_next(void);

/* Running operations that nobody runs: marked failed. Parents whose children have all ended: settled. */
extern void sealstone_operations_reap(void);
extern void sealstone_parents_settle(void);

/* Operations, runs and history past their retention: removed, in bounded steps. */
extern void sealstone_history_prune(void);

#endif							/* SEALSTONE_SCHEDULE_H */
