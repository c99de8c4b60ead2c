/*-------------------------------------------------------------------------
 *
 * aggregate_bucket.h
 *	  Stretches of time in which a bucket function has one value, so that rows in order of time need not
 *	  be asked one by one.
 *
 * Nothing is assumed of the function but that it does not fall while time rises in one and the same offset of
 * its time zone: it is asked at both ends of a stretch, and a stretch ends where the offset changes.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_EXEC_AGGREGATE_BUCKET_H
#define SEALSTONE_EXEC_AGGREGATE_BUCKET_H

#include "postgres.h"

#include "nodes/execnodes.h"
#include "pgtime.h"

/* Which argument is the time, and what says how long a bucket is */
typedef enum SealstoneBucketFunction
{
	SEALSTONE_BUCKET_NONE = 0,
	SEALSTONE_BUCKET_TRUNC = 1, /* date_trunc(unit, time [, zone]) */
	SEALSTONE_BUCKET_BIN = 2,	/* date_bin(width, time, origin) */
	SEALSTONE_BUCKET_OWN = 3	/* sealstone.bucket(width, time [, zone] [, origin]) */
} SealstoneBucketFunction;

/* Planner: is this a bucket function of a plain column of varno, all else constant? The column then in *time. */
extern SealstoneBucketFunction sealstone_bucket_classify(Index varno, Node *expr, Var **time);

/* Planner: least length of its buckets in the unit of the time's type; 0 when not known. */
extern int64 sealstone_bucket_width(SealstoneBucketFunction function, Node *expr);

typedef struct SealstoneBucketKey SealstoneBucketKey;

/* A stretch: all times in [low, last] have this value. */
typedef struct SealstoneStretch
{
	int64		low;
	int64		last;
	int64		value;
} SealstoneStretch;

/* Executor: a key for the expression; NULL where there is nothing to gain. Lives in the current memory context. */
extern SealstoneBucketKey *sealstone_bucket_key_init(SealstoneBucketFunction function, FuncExpr *expr);

/* The stretch around a time; calls the function only where the stretch is not remembered. */
extern const SealstoneStretch *sealstone_bucket_stretch(SealstoneBucketKey *key, int64 time);

/* Where its stretch ends and begins, for a time that may be of a row nobody sees: never fail. */
extern int64 sealstone_bucket_last(SealstoneBucketKey *key, int64 time);
extern int64 sealstone_bucket_low(SealstoneBucketKey *key, int64 time);

#endif							/* SEALSTONE_EXEC_AGGREGATE_BUCKET_H */
