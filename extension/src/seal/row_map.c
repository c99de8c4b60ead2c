/*-------------------------------------------------------------------------
 *
 * row_map.c
 *	  Where each source row went: an array of 48-bit targets, written in random order.
 *
 * A quarter of maintenance_work_mem at most is allocated; a larger map is a temporary file mapped
 * into memory, which the kernel may write out as it likes. Its blocks are reserved first, so that a full
 * disk is an error here and not a signal later.
 *
 * Owns the memory or mapping until seal_row_map_free(), which build.c calls on error as well. The file
 * has no name after init, so a crash leaves nothing.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "miscadmin.h"
#include "storage/fd.h"
#include "utils/memutils.h"

#include "seal/seal_job.h"

void
seal_row_map_init(SealRowMap *map, uint64 entries, MemoryContext context)
{
	Size		bytes = (Size) entries * 6;

	map->entries = entries;
	map->mapped = 0;
	if (bytes <= (Size) maintenance_work_mem * 1024 / 4)
		map->bytes = MemoryContextAllocExtended(context, Max(bytes, 1), MCXT_ALLOC_HUGE);
	else
	{
		File		file = OpenTemporaryFile(false);
		int			fd = FileGetRawDesc(file);
		int			error;
		void	   *mapping;

		error = posix_fallocate(fd, 0, bytes);
		if (error != 0)
		{
			errno = error;
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not reserve %zu bytes for a temporary file: %m", bytes)));
		}
		mapping = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (mapping == MAP_FAILED)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not map a temporary file: %m")));
		map->bytes = mapping;
		map->mapped = bytes;
		FileClose(file);		/* unlinks it; the mapping keeps the blocks */
	}
	if (entries > 0)
		memset(map->bytes, 0xFF, bytes);	/* SEAL_TARGET_NONE */
}

void
seal_row_map_free(SealRowMap *map)
{
	if (map->bytes == NULL)
		return;
	if (map->mapped > 0)
		munmap(map->bytes, map->mapped);
	else
		pfree(map->bytes);
	map->bytes = NULL;
	map->entries = 0;
}
