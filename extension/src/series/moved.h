/*-------------------------------------------------------------------------
 *
 * moved.h
 *	  Snapshots older than a move of rows between partitions (PROTOCOLS 15).
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_MOVED_H
#define SEALSTONE_MOVED_H

#include "postgres.h"

/* Rows of the default partition are moved into this one by the current transaction, which is about to attach it */
extern void sealstone_moved_record(Oid partition);

extern void sealstone_moved_init(void);	/* from _PG_init */

#endif							/* SEALSTONE_MOVED_H */
