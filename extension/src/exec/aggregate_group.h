/*-------------------------------------------------------------------------
 *
 * aggregate_group.h
 *	  The groups of one aggregate node: found by the images of their keys, each with the columns of one of its
 *	  rows and a stretch of memory for states.
 *
 * Two keys are one when their images are: finer than equality (1.0 and 1.00, 0 and -0 are two groups), which
 * whoever merges partial results puts right. No function of a type is called.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_EXEC_AGGREGATE_GROUP_H
#define SEALSTONE_EXEC_AGGREGATE_GROUP_H

#include "postgres.h"

typedef struct SealstoneValueType
{
	int16		typlen;			/* not -2 */
	bool		byval;
} SealstoneValueType;

typedef struct SealstoneBin SealstoneBin;	/* one group, opaque: see the accessors below */

typedef struct SealstoneBins
{
	MemoryContext context;		/* bins, their keys and states; reset to start anew */
	int			nkeys;
	SealstoneValueType *key;
	int			ncolumns;		/* of a row that stands for the group */
	SealstoneValueType *column;
	Size		column_offset;
	Size		state_offset;
	Size		bin_size;

	SealstoneBin **slot;		/* open addressing */
	uint32		nslots;
	SealstoneBin **bin;			/* in order of appearance */
	uint32		nbins;
	uint32		size;
} SealstoneBins;

extern SealstoneBins *sealstone_bins_create(MemoryContext context, int nkeys, SealstoneValueType *key,
											int ncolumns, SealstoneValueType *column, Size state_size);

/* Forget all, after the caller has reset the context. */
extern void sealstone_bins_start_over(SealstoneBins *bins);

/*
 * The bin of these keys (by-value ones as Datums, varlena with a 4-byte header, neither compressed nor external; nulls'
 * values are not looked at). A new one has zeroed states and no row yet.
 */
extern SealstoneBin *sealstone_bins_find(SealstoneBins *bins, const Datum *keys, const bool *isnull, bool *isnew);

/* The row that stands for the bin: copied into the context. */
extern void sealstone_bin_set_row(SealstoneBins *bins, SealstoneBin *bin, const Datum *values, const bool *isnull);
extern void sealstone_bin_row(const SealstoneBins *bins, const SealstoneBin *bin, const Datum **values, const bool **isnull);

static inline char *
sealstone_bin_states(const SealstoneBins *bins, SealstoneBin *bin)
{
	return (char *) bin + bins->state_offset;
}

#endif							/* SEALSTONE_EXEC_AGGREGATE_GROUP_H */
