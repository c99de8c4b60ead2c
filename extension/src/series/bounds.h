/*-------------------------------------------------------------------------
 *
 * bounds.h
 *	  Partitions of a series and their time ranges, read from pg_inherits and pg_class alone.
 *
 * Nothing here locks or opens a partition: an answer may be outdated the moment it is given, and
 * whoever acts on it takes its locks and looks again.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_BOUNDS_H
#define SEALSTONE_BOUNDS_H

#include "postgres.h"

#include "nodes/pg_list.h"

typedef struct SealstoneBound
{
	Oid			relid;
	char		relkind;
	bool		is_default;
	bool		is_range;		/* has lo and hi; false for default and for hand-made hash or list parts */
	int64		lo;				/* positions, see time_type.h */
	int64		hi;
	bool		lo_open;		/* MINVALUE */
	bool		hi_open;		/* MAXVALUE */
	Datum		lo_value;		/* as in the bound, when not open; of the time type, by value */
	Datum		hi_value;
} SealstoneBound;

/* The direct partitions of a series table, ranges in order, default last. palloc'd list of SealstoneBound * */
extern List *sealstone_partitions(Oid root, Oid time_type);

/* The default partition, or InvalidOid */
extern Oid	sealstone_default_partition(Oid root);

#endif							/* SEALSTONE_BOUNDS_H */
