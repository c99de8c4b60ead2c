/*-------------------------------------------------------------------------
 *
 * sorter.h
 *	  Sorts the rows of a source by the order key (sorter.c says how).
 *
 * Order of calls: begin, put*, finish, next*, end. One transaction; for rows that must outlive
 * it, seal_sorter_keep() after finish.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_SEAL_SORTER_H
#define SEALSTONE_SEAL_SORTER_H

#include "postgres.h"

#include "access/htup_details.h"

#include "seal/seal.h"

typedef struct SealSorter SealSorter;

/* desc: the rows', missing values included; it and key must outlive the sorter. memory: bytes */
extern SealSorter *seal_sorter_begin(TupleDesc desc, const SealstoneOrderKey *key, Size memory);

/* A tuple as it lies on a page, without external values. number is the caller's, below 2^63. */
extern void seal_sorter_put(SealSorter *sorter, HeapTuple tuple, int64 number);

/* By attnum - 1; external values are fetched. */
extern void seal_sorter_put_values(SealSorter *sorter, Datum *values, const bool *isnull, int64 number);

extern void seal_sorter_finish(SealSorter *sorter);

/* Move what is sorted to where it outlives transactions. */
extern void seal_sorter_keep(SealSorter *sorter);

/* The next row into values and isnull (by attnum - 1, dropped columns NULL), valid until the next call; false: no more. */
extern bool seal_sorter_next(SealSorter *sorter, Datum *values, bool *isnull, int64 *number);

extern void seal_sorter_end(SealSorter *sorter);

#endif							/* SEALSTONE_SEAL_SORTER_H */
