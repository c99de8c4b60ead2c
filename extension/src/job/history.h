/*-------------------------------------------------------------------------
 *
 * history.h
 *	  Samples for the charts.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_HISTORY_H
#define SEALSTONE_HISTORY_H

#include "postgres.h"

/* One sample of every series and of the disks, for this minute (and hour); twice in one minute is once. */
extern void sealstone_history_sample(void);

#endif							/* SEALSTONE_HISTORY_H */
