/*-------------------------------------------------------------------------
 *
 * late_rows.h
 *	  The late rows that a snapshot sees, sorted by the order key, for merging with column rows.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_EXEC_LATE_ROWS_H
#define SEALSTONE_EXEC_LATE_ROWS_H

#include "postgres.h"

#include "access/htup.h"
#include "utils/sortsupport.h"

#include "am/am.h"
#include "exec/cursor.h"

typedef struct SealstoneLateRow
{
	HeapTuple	tuple;
	Datum	   *key;			/* into the tuple */
	bool	   *isnull;
} SealstoneLateRow;

typedef struct SealstoneLateRows
{
	int			nkeys;
	SortSupportData sort[SEALSTONE_MAX_KEYS];
	SealstoneLateRow *row;
	int64		n;
} SealstoneLateRows;

/* Read and sort them all, into the current memory context. slot is of TTSOpsBufferHeapTuple. */
extern SealstoneLateRows *sealstone_late_rows_load(Relation rel, const SealstoneInfo *info, Snapshot snapshot,
												   SealstoneMarks *marks, TupleTableSlot *slot);

/* Order of a late row against key values of a column row, as the relation is sorted. */
extern int	sealstone_late_row_compare(SealstoneLateRows *late, const SealstoneLateRow *row,
									   const Datum *key, const bool *isnull);

#endif							/* SEALSTONE_EXEC_LATE_ROWS_H */
