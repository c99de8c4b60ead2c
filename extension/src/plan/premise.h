/*-------------------------------------------------------------------------
 *
 * premise.h
 *	  What a plan relies upon, carried in the plan so that it can be looked at again when the plan starts.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_PLAN_PREMISE_H
#define SEALSTONE_PLAN_PREMISE_H

#include "postgres.h"

#include "executor/execdesc.h"
#include "nodes/extensible.h"

/* One kind of premise: a static of whoever makes plans with it. */
typedef struct SealstonePremise
{
	CustomScanMethods scan;		/* must be first: the state finds its kind by it */
	CustomExecMethods exec;
} SealstonePremise;

/* explain: what EXPLAIN shows of it, or NULL */
extern void sealstone_premise_init(SealstonePremise *kind, const char *name,
								   void (*explain) (CustomScanState *node, List *ancestors, ExplainState *es));

/* Put the records into the plan, with the query as it was before anything was done on the strength of them. */
extern void sealstone_premise_attach(PlannedStmt *stmt, const SealstonePremise *kind, Query *original, int options, List *records);

/* The plan's premise of this kind, or NULL; its records. */
extern CustomScan *sealstone_premise_of(PlannedStmt *stmt, const SealstonePremise *kind);
extern List *sealstone_premise_records(CustomScan *premise);

/* The original query planned with today's snapshot, which the caller has made active. */
extern PlannedStmt *sealstone_premise_plan_anew(CustomScan *premise, QueryDesc *desc, int eflags);

#endif							/* SEALSTONE_PLAN_PREMISE_H */
