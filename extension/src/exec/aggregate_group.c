/*-------------------------------------------------------------------------
 *
 * aggregate_group.c
 *	  Groups found by the images of their keys: see aggregate_group.h.
 *
 * A bin is one allocation: its hash, key Datums and null flags, column Datums and null flags, states.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "common/hashfn.h"
#include "utils/datum.h"
#include "utils/memutils.h"

#include "compat.h"
#include "exec/aggregate_group.h"

struct SealstoneBin
{
	uint64		hash;
	Datum		keys[FLEXIBLE_ARRAY_MEMBER];
};

#define FIRST_SLOTS	64

static void
make_slots(SealstoneBins *bins)
{
	bins->nslots = FIRST_SLOTS;
	bins->slot = MemoryContextAllocZero(bins->context, sizeof(SealstoneBin *) * bins->nslots);
	bins->size = FIRST_SLOTS / 2;
	bins->bin = MemoryContextAlloc(bins->context, sizeof(SealstoneBin *) * bins->size);
	bins->nbins = 0;
}

SealstoneBins *
sealstone_bins_create(MemoryContext context, int nkeys, SealstoneValueType *key,
					  int ncolumns, SealstoneValueType *column, Size state_size)
{
	SealstoneBins *bins = palloc0(sizeof(SealstoneBins));

	bins->context = context;
	bins->nkeys = nkeys;
	bins->key = key;
	bins->ncolumns = ncolumns;
	bins->column = column;
	bins->column_offset = MAXALIGN(offsetof(SealstoneBin, keys) + (sizeof(Datum) + sizeof(bool)) * nkeys);
	bins->state_offset = TYPEALIGN(16, bins->column_offset + (sizeof(Datum) + sizeof(bool)) * ncolumns);
	bins->bin_size = bins->state_offset + state_size;
	make_slots(bins);
	return bins;
}

void
sealstone_bins_start_over(SealstoneBins *bins)
{
	make_slots(bins);
}

static inline uint64
mix(uint64 x)
{
	x ^= x >> 32;
	x *= UINT64CONST(0x9E3779B97F4A7C15);
	x ^= x >> 29;
	return x;
}

static inline Size
image_length(const SealstoneValueType *type, Datum value)
{
	return type->typlen > 0 ? type->typlen : VARSIZE(DatumGetPointer(value));
}

static inline bool
same_image(const SealstoneValueType *type, Datum a, Datum b)
{
	Size		length;

	if (type->byval)
		return a == b;
	length = image_length(type, a);
	return image_length(type, b) == length && memcmp(DatumGetPointer(a), DatumGetPointer(b), length) == 0;
}

static void
grow(SealstoneBins *bins)
{
	uint32		nslots = bins->nslots * 2;
	SealstoneBin **slot = MemoryContextAllocExtended(bins->context, sizeof(SealstoneBin *) * nslots,
													 MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);

	for (uint32 i = 0; i < bins->nbins; i++)
	{
		uint32		at = (uint32) bins->bin[i]->hash & (nslots - 1);

		while (slot[at] != NULL)
			at = (at + 1) & (nslots - 1);
		slot[at] = bins->bin[i];
	}
	pfree(bins->slot);
	bins->slot = slot;
	bins->nslots = nslots;
	bins->size = nslots / 2;
	bins->bin = repalloc_huge(bins->bin, sizeof(SealstoneBin *) * bins->size);
}

SealstoneBin *
sealstone_bins_find(SealstoneBins *bins, const Datum *keys, const bool *isnull, bool *isnew)
{
	uint64		hash = 0;
	uint32		at;
	SealstoneBin *bin;
	bool	   *bin_null;

	for (int k = 0; k < bins->nkeys; k++)
	{
		uint64		image;

		if (isnull[k])
			image = UINT64CONST(0x5EA15707E);
		else if (bins->key[k].byval)
			image = (uint64) keys[k];
		else
			image = hash_bytes_extended((const unsigned char *) DatumGetPointer(keys[k]),
										(int) image_length(&bins->key[k], keys[k]), 0);
		hash = mix(hash ^ mix(image + k));
	}
	for (at = (uint32) hash & (bins->nslots - 1); (bin = bins->slot[at]) != NULL; at = (at + 1) & (bins->nslots - 1))
	{
		int			k;

		if (bin->hash != hash)
			continue;
		bin_null = (bool *) &bin->keys[bins->nkeys];
		for (k = 0; k < bins->nkeys; k++)
			if (isnull[k] != bin_null[k] || (!isnull[k] && !same_image(&bins->key[k], keys[k], bin->keys[k])))
				break;
		if (k == bins->nkeys)
		{
			*isnew = false;
			return bin;
		}
	}

	*isnew = true;
	if (bins->nbins == bins->size)
	{
		grow(bins);
		at = (uint32) hash & (bins->nslots - 1);
		while (bins->slot[at] != NULL)
			at = (at + 1) & (bins->nslots - 1);
	}

	/* states may hold 128-bit integers */
	bin = (SealstoneBin *) TYPEALIGN(16, MemoryContextAllocZero(bins->context, bins->bin_size + 16));
	bin->hash = hash;
	bin_null = (bool *) &bin->keys[bins->nkeys];
	for (int k = 0; k < bins->nkeys; k++)
	{
		bin_null[k] = isnull[k];
		if (isnull[k])
			continue;
		if (bins->key[k].byval)
			bin->keys[k] = keys[k];
		else
		{
			Size		length = image_length(&bins->key[k], keys[k]);
			void	   *copy = MemoryContextAllocHuge(bins->context, length);

			memcpy(copy, DatumGetPointer(keys[k]), length);
			bin->keys[k] = PointerGetDatum(copy);
		}
	}
	bins->slot[at] = bin;
	bins->bin[bins->nbins++] = bin;
	return bin;
}

void
sealstone_bin_set_row(SealstoneBins *bins, SealstoneBin *bin, const Datum *values, const bool *isnull)
{
	Datum	   *to = (Datum *) ((char *) bin + bins->column_offset);
	bool	   *to_null = (bool *) (to + bins->ncolumns);
	MemoryContext old = MemoryContextSwitchTo(bins->context);

	for (int i = 0; i < bins->ncolumns; i++)
	{
		to_null[i] = isnull[i];
		to[i] = isnull[i] ? (Datum) 0 : datumCopy(values[i], bins->column[i].byval, bins->column[i].typlen);
	}
	MemoryContextSwitchTo(old);
}

void
sealstone_bin_row(const SealstoneBins *bins, const SealstoneBin *bin, const Datum **values, const bool **isnull)
{
	*values = (const Datum *) ((const char *) bin + bins->column_offset);
	*isnull = (const bool *) (*values + bins->ncolumns);
}
