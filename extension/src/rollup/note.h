/*-------------------------------------------------------------------------
 *
 * note.h
 *	  What a transaction has noted of a rollup: written by invalidate.c, read by own.c.
 *
 * All of it lives in TopTransactionContext and is this backend's alone.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_ROLLUP_NOTE_H
#define SEALSTONE_ROLLUP_NOTE_H

#include "rollup/rollup.h"
#include "utils/hsearch.h"

typedef struct NoteKey
{
	int64		lo;				/* the bucket's start */
	const char *encoded;		/* "" : the whole bucket */
} NoteKey;

typedef struct NoteEntry
{
	NoteKey		key;			/* must be first */
	int64		hi;
	char	  **keys;
	SubTransactionId subid;		/* that noted it first */
	CommandId	cid;			/* likewise: snapshots of later commands see what it stands for */
	struct NoteEntry *newer;	/* list by age: tail is the oldest */
	struct NoteEntry *older;
	char		op;
	int64		rows;
} NoteEntry;

typedef struct RangeNote
{
	int64		lo;
	int64		hi;
	CommandId	cid;
	const char *cause;
	int64		rows;
} RangeNote;

typedef struct Note
{
	Rollup	   *r;
	/* rows at or above r->watermark */
	bool		has_above;
	int64		above_lo;
	int64		above_hi;		/* inclusive */
	char		above_op;
	int64		above_rows;
	CommandId	above_cid;		/* that wrote the first of them */
	/* rows below it */
	HTAB	   *entries;
	NoteEntry  *newest;
	bool		buckets_only;	/* pairs passed their limit */
	bool		range_only;		/* buckets did too */
	bool		floor_locked;	/* the floor stands still, and r has its newest value */
	bool		warned;			/* that a change below the floor is not applied */
	RangeNote	range;			/* valid with range_only */
	List	   *ranges;			/* RangeNote, from DDL */
	/* as they were before they became coarser, for snapshots of commands up to that one (own.c) */
	NoteEntry  *pairs;
	CommandId	pairs_until;
	NoteEntry  *buckets;
	CommandId	buckets_until;
	List	   *steps;			/* RangeNote: the range as it grew, the newest first */
	/* the bucket looked at last */
	bool		has_bucket;
	int64		lo;
	int64		hi;
	FmgrInfo   *out;			/* output functions of the groups */
	Oid		   *out_type;
} Note;

/* invalidate.c */
extern List *sealstone_rollup_notes(void);

/* own.c */
extern CommandId sealstone_writing_command(void);
extern void sealstone_own_range_widened(Note *n, int64 lo, int64 hi, CommandId cid);
extern void sealstone_whole_buckets(const Rollup *r, int64 *lo, int64 *hi);

#endif							/* SEALSTONE_ROLLUP_NOTE_H */
