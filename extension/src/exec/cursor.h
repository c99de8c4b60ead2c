/*-------------------------------------------------------------------------
 *
 * cursor.h
 *	  Walks the column rows of a sealed relation that pass a set of filters, page by page, in order.
 *
 * A cursor belongs to one executor node. It turns filters on the order key into intervals of rows, leaves out
 * row groups and pages by the directory, tests the remaining filters on vectors and takes out
 * superseded rows. What it gives are batches: a page, and a bitmap of its rows. It knows nothing of
 * late rows. All memory is in the context current at sealstone_cursor_open.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_EXEC_CURSOR_H
#define SEALSTONE_EXEC_CURSOR_H

#include "postgres.h"

#include "am/am.h"
#include "exec/filter.h"
#include "store/reader.h"

typedef struct SealstoneInterval
{
	uint64		first;
	uint64		end;			/* exclusive; never empty */
} SealstoneInterval;

/* What the filters say of the order key when they fix its first column: values of the columns' own types */
typedef struct SealstoneLead
{
	bool		equal;			/* the first key column is this value */
	Datum		value;
	bool		range;			/* and the second is within [low, high], closed */
	Datum		low;
	Datum		high;
} SealstoneLead;

typedef struct SealstoneBatch
{
	uint64		group;
	int			page;
	uint64		first_row;		/* of the page */
	int			count;			/* rows of the page */
	uint64		bitmap[SEALSTONE_NULL_WORDS];	/* rows that pass */
} SealstoneBatch;

typedef struct SealstoneCursor
{
	Relation	rel;
	SealstoneReader *reader;
	const SealstoneInfo *info;
	SealstoneMarks *marks;
	const SealstoneMark *mark;
	uint64		nmarks;
	SealstoneFilter *filter;
	int			nfilters;
	MemoryContext pass_context; /* comparands and intervals of this pass */
	bool		backward;

	/* of this pass */
	bool		none;			/* a filter passes no row at all */
	SealstoneLead lead;
	SealstoneInterval *interval;
	int			nintervals;
	uint64		window_first;	/* only rows in [first, end) */
	uint64		window_end;
	int			place;			/* interval at hand */
	uint64		row;			/* forward: next row; backward: end of the rows to come */
	bool		in_interval;
	bool		group_valid;
	bool		group_excluded;
	uint64		group_number;
	SealstoneGroup group;
	SealstoneBatch batch;

	/* counted since opening */
	uint64		groups_read;
	uint64		groups_entered; /* of this pass, serial */
} SealstoneCursor;

/* marks must stay open as long as the cursor. Filters are the cursor's to change. */
extern SealstoneCursor *sealstone_cursor_open(Relation rel, SealstoneMarks *marks, SealstoneFilter *filter, int nfilters,
											  bool backward);
extern void sealstone_cursor_close(SealstoneCursor *cursor);

/* Begin a pass: comparands are evaluated, intervals found. */
extern void sealstone_cursor_start(SealstoneCursor *cursor, ExprContext *econtext);

/* Look only at rows [first, end) from here on: for parallel workers, who take row groups in
 * turn, and for one run at a time. */
extern void sealstone_cursor_window(SealstoneCursor *cursor, uint64 first, uint64 end);

/* The next page with rows that pass, in cursor->batch. Ends the lifetime of what the reader returned before. */
extern bool sealstone_cursor_next(SealstoneCursor *cursor);

#endif							/* SEALSTONE_EXEC_CURSOR_H */
