/*-------------------------------------------------------------------------
 *
 * in_turn_node.h
 *	  The executor node that reads partitions one after the other for last points.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_EXEC_IN_TURN_NODE_H
#define SEALSTONE_EXEC_IN_TURN_NODE_H

#include "postgres.h"

#include "nodes/extensible.h"

/*
 * custom_private of the plan: an IntList, for each child whether its rows decide their keys (all rows of later children
 * lose against them); an OidList of the key's 0-based column, its type and its collation.
 */
extern const CustomScanMethods sealstone_in_turn_methods;

extern void sealstone_in_turn_node_init(void);

#endif							/* SEALSTONE_EXEC_IN_TURN_NODE_H */
