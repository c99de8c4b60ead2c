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

#include "nodes/extensible.h"

/*
 * custom_private of the plan: one IntList of SEALSTONE_SCAN_* flags. custom_exprs: the clauses that are tested
 * on vectors, each accepted by sealstone_filter_classify; plan.qual holds all others.
 */
#define SEALSTONE_SCAN_ORDERED	0x01	/* rows come in order of the order key, late rows among them */
#define SEALSTONE_SCAN_BACKWARD	0x02	/* ... from the end */

extern const CustomScanMethods sealstone_column_scan_methods;
extern const CustomScanMethods sealstone_seek_methods;

extern void sealstone_scan_node_init(void);

#endif							/* SEALSTONE_EXEC_SCAN_NODE_H */
