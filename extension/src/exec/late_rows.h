/*-------------------------------------------------------------------------
 *
 * late_rows.h
 *	  The late rows that a snapshot sees, sorted by the order key, for merging with column rows.
 *
 * All of them, read once, or those of one value of the leading key column, found anew for each value through an
 * index of late rows and through the marks. Either way a reader asks for a stretch of them by search.
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
	Relation	rel;
	const SealstoneInfo *info;
	int			nkeys;
	SortSupportData sort[SEALSTONE_MAX_KEYS];
	bool		complete;		/* row[] is all there are */
	SealstoneLateRow *row;
	int64		n;
	int64		size;
	MemoryContext context;		/* of row[] and all it points to */

	/* an index of late rows alone, whose first column is the leading key */
	Oid			index;			/* InvalidOid: there is none */
	bool		index_second;	/* and whose second is the second key column */
} SealstoneLateRows;

/* The index that SealstoneLateRows.index speaks of, and whether it has the second key column too. The caller has a lock on rel. */
extern Oid	sealstone_late_rows_index(Relation rel, const SealstoneInfo *info, bool *has_second);

/* Nothing is read yet. In the current memory context. */
extern SealstoneLateRows *sealstone_late_rows_open(Relation rel, const SealstoneInfo *info);

/* Read and sort them all. slot is of TTSOpsBufferHeapTuple. */
extern void sealstone_late_rows_load(SealstoneLateRows *late, Snapshot snapshot, SealstoneMarks *marks, TupleTableSlot *slot);

/*
 * Read and sort at least those that lead bounds (lead->equal must be set, late->index be valid). The reader is for
 * finding the sealed rows of the same key, whose marks lead to their copies.
 */
extern void sealstone_late_rows_seek(SealstoneLateRows *late, Snapshot snapshot, SealstoneMarks *marks, TupleTableSlot *slot,
									 SealstoneReader *reader, const SealstoneLead *lead);

/* Those of row[] that lead bounds: [*first, *end). */
extern void sealstone_late_rows_stretch(SealstoneLateRows *late, const SealstoneLead *lead, int64 *first, int64 *end);

/* Order of a late row against key values of a column row, as the relation is sorted. */
extern int	sealstone_late_row_compare(SealstoneLateRows *late, const SealstoneLateRow *row,
									   const Datum *key, const bool *isnull);

#endif							/* SEALSTONE_EXEC_LATE_ROWS_H */
