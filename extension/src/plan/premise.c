/*-------------------------------------------------------------------------
 *
 * premise.c
 *	  What a plan relies upon, carried in the plan so that it can be looked at again when the plan starts.
 *
 * A plan may be kept, and be started when what it was made for no longer holds. So it carries what it relies upon,
 * and the query as it was, in a node that stands among its sub-plans and is never run. Whoever made the plan looks at it from
 * ExecutorStart, through which every plan goes, and plans the query anew where it no longer holds. Used by plan/bounds.c and
 * rollup/clean.c; nothing here outlives the plan.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/executor.h"
#include "optimizer/optimizer.h"
#include "optimizer/planner.h"
#include "rewrite/rewriteHandler.h"

#include "compat.h"
#include "plan/premise.h"

static void
begin_premise(CustomScanState *node, EState *estate, int eflags)
{
}

static TupleTableSlot *
exec_premise(CustomScanState *node)
{
	return NULL;
}

static void
end_premise(CustomScanState *node)
{
}

static Node *
create_state(CustomScan *plan)
{
	CustomScanState *state = makeNode(CustomScanState);

	state->methods = &((const SealstonePremise *) plan->methods)->exec;
	return (Node *) state;
}

void
sealstone_premise_init(SealstonePremise *kind, const char *name,
					   void (*explain) (CustomScanState *node, List *ancestors, ExplainState *es))
{
	kind->scan = (CustomScanMethods)
	{
		.CustomName = name,
		.CreateCustomScanState = create_state,
	};
	kind->exec = (CustomExecMethods)
	{
		.CustomName = name,
		.BeginCustomScan = begin_premise,
		.ExecCustomScan = exec_premise,
		.EndCustomScan = end_premise,
		.ReScanCustomScan = end_premise,
		.ExplainCustomScan = explain,
	};
	RegisterCustomScanMethods(&kind->scan);
}

/* Not safe in parallel, so that workers do not get it. */
void
sealstone_premise_attach(PlannedStmt *stmt, const SealstonePremise *kind, Query *original, int options, List *records)
{
	CustomScan *scan = makeNode(CustomScan);

	scan->methods = &kind->scan;
	scan->custom_private = list_make3(original, makeInteger(options), records);
	stmt->subplans = lappend(stmt->subplans, scan);
}

CustomScan *
sealstone_premise_of(PlannedStmt *stmt, const SealstonePremise *kind)
{
	ListCell   *cell;

	foreach(cell, stmt->subplans)
	{
		Plan	   *plan = lfirst(cell);

		if (plan && IsA(plan, CustomScan) && ((CustomScan *) plan)->methods == &kind->scan)
			return (CustomScan *) plan;
	}
	return NULL;
}

List *
sealstone_premise_records(CustomScan *premise)
{
	return lthird(premise->custom_private);
}

PlannedStmt *
sealstone_premise_plan_anew(CustomScan *premise, QueryDesc *desc, int eflags)
{
	Query	   *query = copyObject(linitial(premise->custom_private));
	int			options = intVal(lsecond(premise->custom_private));

	if (eflags & (EXEC_FLAG_BACKWARD | EXEC_FLAG_REWIND))
		options |= CURSOR_OPT_SCROLL;
	AcquireRewriteLocks(query, true, false);
	return planner(query, desc->sourceText, options, desc->params);
}
