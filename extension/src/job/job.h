/*-------------------------------------------------------------------------
 *
 * job.h
 *	  Standing policies: one row of sealstone.jobs per kind and relation.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_JOB_H
#define SEALSTONE_JOB_H

#include "postgres.h"

#include "datatype/timestamp.h"

/* Makes the job if it is not there (schedule NULL: the kind's own); an existing one keeps its schedule and
 * whether it is enabled. For any caller that has checked rights itself; rollups use it for "refresh". */
extern void sealstone_job_ensure(const char *kind, Oid relid, const Interval *schedule);
extern void sealstone_job_remove(const char *kind, Oid relid);

#endif							/* SEALSTONE_JOB_H */
