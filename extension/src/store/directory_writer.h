/*-------------------------------------------------------------------------
 *
 * directory_writer.h
 *	  Collects a seal's directory in memory, group by group, and writes it behind the columns.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_STORE_DIRECTORY_WRITER_H
#define SEALSTONE_STORE_DIRECTORY_WRITER_H

#include "postgres.h"

#include "store/file.h"
#include "store/format.h"
#include "store/order.h"

/* Arrays grow without limit but the relation's own; about 2% of the sealed size, see README.md. */
typedef struct SealstoneDirectoryWriter
{
	MemoryContext mcxt;
	int			natts;
	int			nkeys;

	uint64		ngroups;
	uint64		groups_room;
	SealstoneDiskGroup *groups;
	SealstoneDiskFence **fences;	/* [nkeys][ngroups] */
	SealstoneDiskStats **stats; /* [natts][ngroups] */

	uint64		npages;			/* of one column */
	uint64		pages_room;
	SealstoneDiskPage **pages;	/* [natts][npages] */

	bool		has_runs;
	uint64		nruns;
	uint64		runs_room;
	SealstoneDiskRun *runs;

	char	   *values;
	uint64		values_bytes;
	uint64		values_room;
	uint64		recent[8];		/* refs lately made, to share equal values */
	int			recent_next;
} SealstoneDirectoryWriter;

extern SealstoneDirectoryWriter *sealstone_directory_begin(MemoryContext mcxt, int natts, int nkeys);

/* Make room for a group of so many rows; its entries are zero and reachable as [..][ngroups - 1]. */
extern void sealstone_directory_add_group(SealstoneDirectoryWriter *dir, uint64 first_row, uint32 rows);

/* A run of the leading key begins; forgets all runs when they turn out to be too short to be worth it. */
extern void sealstone_directory_add_run(SealstoneDirectoryWriter *dir, uint64 first_row, uint64 prefix, uint64 ref);

/* Keep a by-reference value (its bytes without varlena header); SEALSTONE_REF_NONE when too long. */
extern uint64 sealstone_directory_add_value(SealstoneDirectoryWriter *dir, const void *data, Size length);

/* Write all sections; fills section[], nruns, npages, ngroups, directory_block of meta. */
extern void sealstone_directory_write(SealstoneDirectoryWriter *dir, SealstoneFile *file, SealstoneMetaPage *meta,
									  const SealstoneDiskColumn *columns);

#endif							/* SEALSTONE_STORE_DIRECTORY_WRITER_H */
