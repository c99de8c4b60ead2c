/*-------------------------------------------------------------------------
 *
 * file.c
 *	  The blocks of a sealed relation on their way to disk.
 *
 * Follows _bt_load of Postgres 15 (src/backend/access/nbtree/nbtsort.c): pages are WAL-logged in
 * batches as full images, extended into the file without shared buffers, and the file is fsynced
 * before we return, because a checkpoint may have passed between a page's WAL record and now, and
 * would not have known of the page. bulk_write.c of 17 does the same with a finer rule; one code
 * for all versions is worth the fsync.
 *
 * The metapage alone goes through shared buffers. Anyone who asked in the meantime whether the
 * relation is sealed has put the zero block 0 there, and must not keep seeing it.
 *
 * After an error the file holds no valid metapage: not sealed. Memory is the caller's context.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xloginsert.h"
#include "catalog/storage_xlog.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/smgr.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "compat.h"
#include "store/file.h"

#define BATCH_PAGES		32		/* XLR_MAX_BLOCK_ID pages fit in one record of log_newpages */
#define BATCH_ALIGN		4096	/* for direct I/O where Postgres offers it */

struct SealstoneFile
{
	Relation	rel;
	bool		wal;
	BlockNumber first;			/* block of page 0 of the batch */
	int			pages;			/* complete pages in the batch */
	Size		used;			/* payload bytes in the page being filled, which is number "pages" */
	bool		open;			/* is there a page being filled */
	char	   *batch;			/* BATCH_PAGES pages */
	uint64		position;		/* in the column area's stream */

	bool		directory;
	uint64		seal_id;
	BlockNumber directory_block;
	uint64		directory_position;
};

static inline char *
batch_page(SealstoneFile *file, int i)
{
	return file->batch + (Size) i * BLCKSZ;
}

static void
flush_batch(SealstoneFile *file)
{
	if (file->pages == 0)
		return;
	CHECK_FOR_INTERRUPTS();
	if (file->wal)
	{
		BlockNumber blocks[BATCH_PAGES];
		Page		pages[BATCH_PAGES];

		for (int i = 0; i < file->pages; i++)
		{
			blocks[i] = file->first + i;
			pages[i] = (Page) batch_page(file, i);
		}
		log_newpages(&sealstone_locator(file->rel), MAIN_FORKNUM, file->pages, blocks, pages, true);
	}
	for (int i = 0; i < file->pages; i++)
	{
		BlockNumber block = file->first + i;

		PageSetChecksumInplace((Page) batch_page(file, i), block);
		smgrextend(RelationGetSmgr(file->rel), MAIN_FORKNUM, block, batch_page(file, i), true);
	}
	file->first += file->pages;
	file->pages = 0;
}

/* The page being filled is complete. */
static void
end_page(SealstoneFile *file)
{
	Assert(file->open);
	if (file->directory)
	{
		char	   *body = SealstonePageBody(batch_page(file, file->pages));
		SealstoneDirHeader *header = (SealstoneDirHeader *) body;

		header->index = file->first + file->pages - file->directory_block;
		header->crc = sealstone_dir_crc(file->seal_id, header);
	}
	file->open = false;
	file->used = 0;
	if (++file->pages == BATCH_PAGES)
		flush_batch(file);
}

static void
append(SealstoneFile *file, const void *data, Size length)
{
	Size		head = file->directory ? sizeof(SealstoneDirHeader) : 0;
	Size		capacity = SEALSTONE_BODY_BYTES - head;
	const char *source = data;

	while (length > 0)
	{
		Size		n;

		if (!file->open)
		{
			sealstone_block_init((Page) batch_page(file, file->pages));
			file->open = true;
			file->used = 0;
		}
		n = Min(length, capacity - file->used);
		memcpy(SealstonePageBody(batch_page(file, file->pages)) + head + file->used, source, n);
		file->used += n;
		source += n;
		length -= n;
		if (file->used == capacity)
			end_page(file);
	}
}

static uint64
append_aligned(SealstoneFile *file, uint64 *position, const void *data, Size length)
{
	static const char zeroes[8] = {0};
	Size		pad = (8 - *position % 8) % 8;
	uint64		at;

	append(file, zeroes, pad);
	at = *position + pad;
	append(file, data, length);
	*position = at + length;
	return at;
}

SealstoneFile *
sealstone_file_begin(Relation rel)
{
	SealstoneFile *file = palloc0(sizeof(SealstoneFile));
	char	   *raw;

	if (smgrnblocks(RelationGetSmgr(rel), MAIN_FORKNUM) != 0)
		elog(ERROR, "relation \"%s\" to be filled is not empty", RelationGetRelationName(rel));
	file->rel = rel;
	file->wal = RelationNeedsWAL(rel);
	raw = palloc(BATCH_PAGES * BLCKSZ + BATCH_ALIGN);
	file->batch = (char *) TYPEALIGN(BATCH_ALIGN, raw);

	/* a place for the metapage; all zero is a valid new page, and no metapage */
	memset(file->batch, 0, BLCKSZ);
	smgrextend(RelationGetSmgr(rel), MAIN_FORKNUM, SEALSTONE_META_BLOCK, file->batch, true);
	file->first = SEALSTONE_COLUMN_BLOCK;
	return file;
}

uint64
sealstone_file_append(SealstoneFile *file, const void *data, Size length)
{
	Assert(!file->directory);
	if ((uint64) file->first + file->pages + length / SEALSTONE_BODY_BYTES >= SEALSTONE_MAX_BLOCKS)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("sealed relation \"%s\" would be too large", RelationGetRelationName(file->rel)),
				 errhint("Use smaller partitions.")));
	return append_aligned(file, &file->position, data, length);
}

uint64
sealstone_file_bytes(const SealstoneFile *file)
{
	return file->position;
}

BlockNumber
sealstone_file_begin_directory(SealstoneFile *file, uint64 seal_id)
{
	Assert(!file->directory);
	if (file->open)
		end_page(file);			/* the rest of the body is zero */
	file->directory = true;
	file->seal_id = seal_id;
	file->directory_block = file->first + file->pages;
	return file->directory_block;
}

uint64
sealstone_file_append_directory(SealstoneFile *file, const void *data, Size length)
{
	Assert(file->directory);
	return append_aligned(file, &file->directory_position, data, length);
}

/*
 * Mark blocks 0 .. nblocks-1 all-visible and all-frozen, as VACUUM would if it looked at pages that bear the
 * flag already (it does not: lazy_scan_new_or_empty). Layout as in visibilitymap.c: two bits a block.
 */
static void
write_visibility_map(SealstoneFile *file, BlockNumber nblocks)
{
	SMgrRelation smgr = RelationGetSmgr(file->rel);
	const Size	map_bytes = BLCKSZ - MAXALIGN(SizeOfPageHeaderData);
	BlockNumber per_page = map_bytes * 4;
	char	   *raw = palloc(BLCKSZ + BATCH_ALIGN);
	Page		page = (Page) TYPEALIGN(BATCH_ALIGN, raw);

	if (smgrexists(smgr, VISIBILITYMAP_FORKNUM))
		return;					/* someone made one: VACUUM will mind it */
	smgrcreate(smgr, VISIBILITYMAP_FORKNUM, false);
	if (file->wal)
		log_smgrcreate(&sealstone_locator(file->rel), VISIBILITYMAP_FORKNUM);
	for (BlockNumber map = 0; map * (uint64) per_page < nblocks; map++)
	{
		BlockNumber n = Min(per_page, nblocks - map * per_page);
		uint8	   *bits = (uint8 *) PageGetContents(page);

		memset(page, 0, BLCKSZ);
		PageInit(page, BLCKSZ, 0);
		memset(bits, 0xFF, n / 4);
		if (n % 4 != 0)
			bits[n / 4] = (1 << (n % 4 * 2)) - 1;
		if (file->wal)
			log_newpage(&sealstone_locator(file->rel), VISIBILITYMAP_FORKNUM, map, page, false);
		PageSetChecksumInplace(page, map);
		smgrextend(smgr, VISIBILITYMAP_FORKNUM, map, (char *) page, true);
	}
	smgrimmedsync(smgr, VISIBILITYMAP_FORKNUM);
	pfree(raw);
}

void
sealstone_file_finish(SealstoneFile *file, SealstoneMetaPage *meta)
{
	Relation	rel = file->rel;
	Buffer		buffer;
	Page		page;

	if (file->open)
		end_page(file);
	flush_batch(file);
	meta->late_block = file->first;
	sealstone_meta_set_crc(meta);

	write_visibility_map(file, meta->late_block);

	/* columns and directory first, so that a valid metapage never points at less than is there */
	smgrimmedsync(RelationGetSmgr(rel), MAIN_FORKNUM);

	buffer = ReadBufferExtended(rel, MAIN_FORKNUM, SEALSTONE_META_BLOCK, RBM_ZERO_AND_LOCK, NULL);
	page = BufferGetPage(buffer);
	START_CRIT_SECTION();
	sealstone_block_init(page);
	memcpy(SealstonePageBody(page), meta, sizeof(SealstoneMetaPage));
	MarkBufferDirty(buffer);
	if (file->wal)
		log_newpage_buffer(buffer, true);
	END_CRIT_SECTION();
	if (!file->wal && !RelationUsesLocalBuffers(rel))
		FlushOneBuffer(buffer);
	UnlockReleaseBuffer(buffer);
	if (!file->wal && !RelationUsesLocalBuffers(rel))
		smgrimmedsync(RelationGetSmgr(rel), MAIN_FORKNUM);
}
