/*-------------------------------------------------------------------------
 *
 * aggregate_node.h
 *	  The executor node that aggregates a sealed relation by columns: the partial half of an aggregate.
 *
 * The plan (src/plan/aggregate_path.c):
 *	- custom_scan_tlist: Vars of the scanned relation, each once, and partial Aggrefs. The target list is computed
 *	  from these; an expression grouped by is computed anew from the columns of one row of its group.
 *	- custom_exprs: four lists, of expressions over the scan tuple: clauses tested on vectors; all other
 *	  clauses, in the order in which they are to be tested; what is grouped by; and for each Aggref, in
 *	  the order of the scan tuple, a list of its arguments, the last being its FILTER if it has one.
 *	- custom_private: an IntList, 1 if there is a GROUP BY; then for each expression grouped by the kind
 *	  of its bucket function (SealstoneBucketFunction, 0: none).
 *
 * A group may come out several times: memory is bounded by handing out what there is and starting anew, and
 * keys are told apart by their images. What is above finishes the aggregate and merges them.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_EXEC_AGGREGATE_NODE_H
#define SEALSTONE_EXEC_AGGREGATE_NODE_H

#include "postgres.h"

#include "nodes/extensible.h"

extern const CustomScanMethods sealstone_aggregate_methods;

extern void sealstone_aggregate_node_init(void);

#endif							/* SEALSTONE_EXEC_AGGREGATE_NODE_H */
