/*-------------------------------------------------------------------------
 *
 * inspect.h
 *	  Shared by the functions that look inside a sealed partition (inspect.c, check.c).
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_STORE_INSPECT_H
#define SEALSTONE_STORE_INSPECT_H

#include "postgres.h"

#include "utils/rel.h"

/*
 * Open a table for inspection, AccessShareLock. The caller must own it (or the series it is a partition of), or
 * have MAINTAIN on one of these where Postgres has it, or be in pg_monitor. Refused where row-level security
 * of any of them applies to the caller. *may_see_values: may the caller also read its values, having SELECT?
 */
extern Relation sealstone_inspect_open(Oid relid, bool *may_see_values);

#endif							/* SEALSTONE_STORE_INSPECT_H */
