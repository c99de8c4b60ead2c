/*-------------------------------------------------------------------------
 *
 * directory_writer.c
 *	  A seal's directory while it is being made.
 *
 * Sections are column by column while groups arrive one by one, so the arrays stay in memory until
 * the end: per group 48 bytes and per page 16 bytes for each column (about a fiftieth of the sealed
 * data). Owns memory in the context given at begin, nothing else.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/memutils.h"

#include "store/directory_writer.h"

/* Runs shorter than this on average are not kept: the groups' fences find them as fast. */
#define RUN_MIN_AVERAGE		32
#define RUN_HEAD_START		1024

static void *
grow(MemoryContext mcxt, void *array, uint64 old_n, uint64 new_n, Size size)
{
	void	   *result;

	if (array == NULL)
		result = MemoryContextAllocHuge(mcxt, new_n * size);
	else
		result = repalloc_huge(array, new_n * size);
	memset((char *) result + old_n * size, 0, (new_n - old_n) * size);
	return result;
}

SealstoneDirectoryWriter *
sealstone_directory_begin(MemoryContext mcxt, int natts, int nkeys)
{
	SealstoneDirectoryWriter *dir = MemoryContextAllocZero(mcxt, sizeof(SealstoneDirectoryWriter));

	dir->mcxt = mcxt;
	dir->natts = natts;
	dir->nkeys = nkeys;
	dir->has_runs = nkeys > 0;
	dir->fences = MemoryContextAllocZero(mcxt, sizeof(void *) * Max(nkeys, 1));
	dir->stats = MemoryContextAllocZero(mcxt, sizeof(void *) * Max(natts, 1));
	dir->pages = MemoryContextAllocZero(mcxt, sizeof(void *) * Max(natts, 1));
	for (int i = 0; i < lengthof(dir->recent); i++)
		dir->recent[i] = SealstoneRefMake(0, SEALSTONE_REF_NONE);
	return dir;
}

void
sealstone_directory_add_group(SealstoneDirectoryWriter *dir, uint64 first_row, uint32 rows)
{
	uint32		pages = (rows + SEALSTONE_PAGE_ROWS - 1) / SEALSTONE_PAGE_ROWS;

	if (dir->ngroups == dir->groups_room)
	{
		uint64		room = Max(16, dir->groups_room * 2);

		dir->groups = grow(dir->mcxt, dir->groups, dir->groups_room, room, sizeof(SealstoneDiskGroup));
		for (int i = 0; i < dir->nkeys; i++)
			dir->fences[i] = grow(dir->mcxt, dir->fences[i], dir->groups_room, room, sizeof(SealstoneDiskFence));
		for (int i = 0; i < dir->natts; i++)
			dir->stats[i] = grow(dir->mcxt, dir->stats[i], dir->groups_room, room, sizeof(SealstoneDiskStats));
		dir->groups_room = room;
	}
	if (dir->npages + pages > dir->pages_room)
	{
		uint64		room = Max(16 * SEALSTONE_GROUP_MAX_PAGES, dir->pages_room * 2);

		for (int i = 0; i < dir->natts; i++)
			dir->pages[i] = grow(dir->mcxt, dir->pages[i], dir->pages_room, room, sizeof(SealstoneDiskPage));
		dir->pages_room = room;
	}
	if (dir->npages + pages > PG_UINT32_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("too many rows for one sealed partition"),
				 errhint("Use smaller partitions.")));
	dir->groups[dir->ngroups].first_row = first_row;
	dir->groups[dir->ngroups].rows = rows;
	dir->groups[dir->ngroups].first_page = (uint32) dir->npages;
	dir->ngroups++;
	dir->npages += pages;
}

void
sealstone_directory_add_run(SealstoneDirectoryWriter *dir, uint64 first_row, uint64 prefix, uint64 ref)
{
	if (!dir->has_runs)
		return;
	if (dir->nruns > RUN_HEAD_START + first_row / RUN_MIN_AVERAGE)
	{
		dir->has_runs = false;
		dir->nruns = 0;
		if (dir->runs != NULL)
			pfree(dir->runs);
		dir->runs = NULL;
		return;
	}
	if (dir->nruns == dir->runs_room)
	{
		uint64		room = Max(256, dir->runs_room * 2);

		dir->runs = grow(dir->mcxt, dir->runs, dir->runs_room, room, sizeof(SealstoneDiskRun));
		dir->runs_room = room;
	}
	dir->runs[dir->nruns].prefix = prefix;
	dir->runs[dir->nruns].ref = ref;
	dir->runs[dir->nruns].first_row = first_row;
	dir->nruns++;
}

uint64
sealstone_directory_add_value(SealstoneDirectoryWriter *dir, const void *data, Size length)
{
	uint64		ref;

	if (length > SEALSTONE_REF_MAX_BYTES)
		return SealstoneRefMake(0, SEALSTONE_REF_NONE);
	for (int i = 0; i < lengthof(dir->recent); i++)
	{
		if (SealstoneRefLength(dir->recent[i]) == length &&
			memcmp(dir->values + SealstoneRefOffset(dir->recent[i]), data, length) == 0)
			return dir->recent[i];
	}
	if (dir->values_bytes + length >= dir->values_room)
	{
		uint64		room = Max(8192, dir->values_room * 2);

		dir->values = grow(dir->mcxt, dir->values, dir->values_room, room, 1);
		dir->values_room = room;
	}
	ref = SealstoneRefMake(dir->values_bytes, length);
	memcpy(dir->values + dir->values_bytes, data, length);
	dir->values_bytes += length;
	dir->recent[dir->recent_next] = ref;
	dir->recent_next = (dir->recent_next + 1) % lengthof(dir->recent);
	return ref;
}

static void
write_part(SealstoneFile *file, SealstoneDiskSection *section, bool first, const void *data, Size bytes)
{
	uint64		at = sealstone_file_append_directory(file, data, bytes);

	if (first)
	{
		section->offset = at;
		section->bytes = 0;
	}
	section->bytes += bytes;
}

void
sealstone_directory_write(SealstoneDirectoryWriter *dir, SealstoneFile *file, SealstoneMetaPage *meta,
						  const SealstoneDiskColumn *columns)
{
	SealstoneDiskSection *section = meta->section;

	/* every entry size is a multiple of 8, so parts of a section follow one another without a gap */
	meta->directory_block = sealstone_file_begin_directory(file, meta->seal_id);
	meta->ngroups = dir->ngroups;
	meta->npages = dir->npages;
	meta->nruns = dir->nruns;
	if (dir->has_runs)
		meta->flags |= SEALSTONE_META_HAS_RUNS;

	write_part(file, &section[SEALSTONE_SECTION_COLUMNS], true, columns, sizeof(SealstoneDiskColumn) * dir->natts);
	write_part(file, &section[SEALSTONE_SECTION_GROUPS], true, dir->groups, sizeof(SealstoneDiskGroup) * dir->ngroups);
	write_part(file, &section[SEALSTONE_SECTION_FENCES], true, NULL, 0);
	for (int i = 0; i < dir->nkeys; i++)
		write_part(file, &section[SEALSTONE_SECTION_FENCES], false, dir->fences[i], sizeof(SealstoneDiskFence) * dir->ngroups);
	write_part(file, &section[SEALSTONE_SECTION_STATS], true, NULL, 0);
	for (int i = 0; i < dir->natts; i++)
		write_part(file, &section[SEALSTONE_SECTION_STATS], false, dir->stats[i], sizeof(SealstoneDiskStats) * dir->ngroups);
	write_part(file, &section[SEALSTONE_SECTION_PAGES], true, NULL, 0);
	for (int i = 0; i < dir->natts; i++)
		write_part(file, &section[SEALSTONE_SECTION_PAGES], false, dir->pages[i], sizeof(SealstoneDiskPage) * dir->npages);
	write_part(file, &section[SEALSTONE_SECTION_RUNS], true, dir->runs, sizeof(SealstoneDiskRun) * dir->nruns);
	write_part(file, &section[SEALSTONE_SECTION_VALUES], true, dir->values, dir->values_bytes);
}
