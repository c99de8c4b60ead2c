/*-------------------------------------------------------------------------
 *
 * measure.h
 *	  The cached sizes that the views read.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_MEASURE_H
#define SEALSTONE_MEASURE_H

#include "postgres.h"

/* All leaves of a series, those changed since the last measure; all (full) whatever they say of themselves. */
extern void sealstone_measure_series(Oid series, bool full);

/* One leaf, after an operation on it */
extern void sealstone_measure_leaf(Oid series, Oid partition);

#endif							/* SEALSTONE_MEASURE_H */
