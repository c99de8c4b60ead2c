/*-------------------------------------------------------------------------
 *
 * scan_node.h
 *	  The executor node that reads a sealed relation by columns: column scan and seek.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_EXEC_SCAN_NODE_H
#define SEALSTONE_EXEC_SCAN_NODE_H

#include "postgres.h"

#include "nodes/execnodes.h"
#include "nodes/extensible.h"

/*
 * custom_private of the plan: one IntList of SEALSTONE_SCAN_* flags. custom_exprs: the clauses that are tested
 * on vectors, each accepted by sealstone_filter_classify; plan.qual holds all others.
 */
#define SEALSTONE_SCAN_ORDERED	0x01	/* rows come in order of the order key, late rows among them */
#define SEALSTONE_SCAN_BACKWARD	0x02	/* ... from the end */
#define SEALSTONE_SCAN_LAST_POINT 0x04	/* of each run of the leading key column only the first row that passes (BACKWARD: the
										 * last one), in no order, and all late rows that pass; plan.qual is empty then */
#define SEALSTONE_SCAN_TIES		0x08	/* with LAST_POINT: and the rows that tie with it by the second key column */

extern const CustomScanMethods sealstone_column_scan_methods;
extern const CustomScanMethods sealstone_seek_methods;
extern const CustomScanMethods sealstone_last_point_methods;

extern void sealstone_scan_node_init(void);

/*
 * If this node (or what a projection stands on) is a scan of last points: leave out the runs of the keys that the
 * function says to. Called with keys as they are stored; not for late rows.
 */
typedef bool (*SealstoneLeaveOut) (void *arg, Datum key, bool isnull);
extern void sealstone_scan_node_leave_out(PlanState *state, SealstoneLeaveOut leave_out, void *arg);

#endif							/* SEALSTONE_EXEC_SCAN_NODE_H */
