/*-------------------------------------------------------------------------
 *
 * operation.h
 *	  Operations: what kinds there are, and asking for one from C.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_OPERATION_H
#define SEALSTONE_OPERATION_H

#include "postgres.h"

#include "nodes/pg_list.h"
#include "utils/jsonb.h"

typedef enum SealstoneTarget
{
	SEALSTONE_ON_PARTITION,		/* a leaf of a series */
	SEALSTONE_ON_SERIES,
	SEALSTONE_ON_ROLLUP
} SealstoneTarget;

typedef struct SealstoneKind
{
	const char *name;
	SealstoneTarget on;
	bool		owner_only;		/* drops data: grant_operate does not reach */
	const char *options;		/* keys it knows, separated by spaces */
} SealstoneKind;

extern const SealstoneKind *sealstone_kind(const char *name);	/* raises for an unknown one */

/* Is target what this kind works on, and may role ask for it? Raises, or returns the series. */
extern Oid	sealstone_operation_check(const SealstoneKind *kind, Oid target, Oid role);

/* Queues one; job 0: none. Same key, same arguments: the first id again. */
extern int64 sealstone_operation_request(const char *kind, Oid target, Jsonb *options, const char *key, Oid requester, int64 job);

/* Makes a running operation the parent of one operation for each target */
extern int64 sealstone_operation_children(int64 parent, const char *kind, List *targets, Oid series, Oid requester, Jsonb *options);

#endif							/* SEALSTONE_OPERATION_H */
