/*-------------------------------------------------------------------------
 *
 * directory.c
 *	  Reading the directory: single entries, from verified copies of its blocks.
 *
 * A block is checked (CRC, place, seal) once, when this backend first needs it, and copied; from then
 * on an entry costs a memcpy. All copies of the backend are in one clock, bounded by work_mem, so a
 * backend that meets thousands of partitions does not keep all their directories. A copy belongs to its
 * store's memory context and leaves the clock by a callback when that goes.
 *
 * Entries are checked against each other here (rows, pages, addresses within their areas), so that
 * callers need not: whatever is returned can be used as an index or an address.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/memutils.h"

#include "store/store.h"

static dlist_head clock_blocks = DLIST_STATIC_INIT(clock_blocks);
static int	clock_count = 0;

static void
forget_blocks(void *arg)
{
	SealstoneStore *store = arg;

	for (uint32 i = 0; i < store->dir_blocks; i++)
	{
		if (store->dir[i] != NULL)
		{
			dlist_delete(&store->dir[i]->node);
			clock_count--;
			store->dir[i] = NULL;
		}
	}
}

void
sealstone_dir_attach(SealstoneStore *store)
{
	store->dir_callback.func = forget_blocks;
	store->dir_callback.arg = store;
	MemoryContextRegisterResetCallback(store->mcxt, &store->dir_callback);
}

/* Make room for one more block: the hand takes blocks from the tail, and gives used ones another round. */
static void
evict_blocks(void)
{
	int			limit = Max(128, work_mem / (BLCKSZ / 1024));
	int			hands = clock_count * 2;

	while (clock_count >= limit && hands-- > 0)
	{
		SealstoneDirBlock *block = dlist_container(SealstoneDirBlock, node, dlist_tail_node(&clock_blocks));

		if (block->used)
		{
			block->used = false;
			dlist_move_head(&clock_blocks, &block->node);
			continue;
		}
		dlist_delete(&block->node);
		clock_count--;
		block->store->dir[block->index] = NULL;
		pfree(block);
	}
}

static SealstoneDirBlock *
load_block(Relation rel, SealstoneStore *store, uint32 index)
{
	BlockNumber number = store->meta.directory_block + index;
	SealstoneDirBlock *block;
	Buffer		buffer;
	union
	{
		char		data[BLCKSZ];
		double		force_align;
	}			copy;
	const SealstoneDirHeader *header;

	buffer = ReadBuffer(rel, number);
	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	memcpy(copy.data, BufferGetPage(buffer), BLCKSZ);
	UnlockReleaseBuffer(buffer);

	header = (const SealstoneDirHeader *) SealstonePageBody(copy.data);
	if (!sealstone_block_is_ours((Page) copy.data))
		sealstone_damaged(rel, -1, 0, number, "Page header of a directory block is wrong");
	if (header->crc != sealstone_dir_crc(store->meta.seal_id, header))
		sealstone_damaged(rel, -1, 0, number, "Checksum of a directory block does not match");
	if (header->index != index)
		sealstone_damaged(rel, -1, 0, number, "A directory block is not in its place");

	evict_blocks();
	block = MemoryContextAlloc(store->mcxt, sizeof(SealstoneDirBlock));
	block->store = store;
	block->index = index;
	block->used = true;
	memcpy(block->data, (const char *) header + sizeof(SealstoneDirHeader), SEALSTONE_DIR_BODY_BYTES);
	dlist_push_head(&clock_blocks, &block->node);
	clock_count++;
	store->dir[index] = block;
	return block;
}

/* offset and length lie within the stream: meta_problem has checked the sections, callers their index. */
void
sealstone_dir_read(Relation rel, SealstoneStore *store, uint64 offset, void *out, Size length)
{
	char	   *target = out;

	while (length > 0)
	{
		uint32		index = (uint32) (offset / SEALSTONE_DIR_BODY_BYTES);
		Size		at = offset % SEALSTONE_DIR_BODY_BYTES;
		Size		n = Min(length, SEALSTONE_DIR_BODY_BYTES - at);
		SealstoneDirBlock *block;

		if (index >= store->dir_blocks)
			elog(ERROR, "read past the directory of relation \"%s\"", RelationGetRelationName(rel));
		block = store->dir[index];
		if (block == NULL)
			block = load_block(rel, store, index);
		block->used = true;
		memcpy(target, block->data + at, n);
		target += n;
		offset += n;
		length -= n;
	}
}

/* Block that holds an entry, for messages. */
BlockNumber
sealstone_dir_block_of(SealstoneStore *store, SealstoneSection section, uint64 index, Size size)
{
	return store->meta.directory_block +
		(BlockNumber) ((store->meta.section[section].offset + index * size) / SEALSTONE_DIR_BODY_BYTES);
}

/*
 * Narrow reads ask for thousands of entries: inlined, the size is a constant and the copy a few moves, where memcpy of a size
 * only known at run time costs more than all else here.
 */
static pg_attribute_always_inline void
read_entry(Relation rel, SealstoneStore *store, SealstoneSection section, uint64 index, void *out, Size size)
{
	uint64		offset = store->meta.section[section].offset + index * size;
	uint64		number = offset / SEALSTONE_DIR_BODY_BYTES;
	Size		at = offset % SEALSTONE_DIR_BODY_BYTES;

	Assert((index + 1) * size <= store->meta.section[section].bytes);
	if (likely(at + size <= SEALSTONE_DIR_BODY_BYTES && number < store->dir_blocks && store->dir[number] != NULL))
	{
		store->dir[number]->used = true;
		memcpy(out, store->dir[number]->data + at, size);
	}
	else
		sealstone_dir_read(rel, store, offset, out, size);
}

void
sealstone_dir_group(Relation rel, SealstoneStore *store, uint64 group, SealstoneDiskGroup *out)
{
	uint64		pages;

	if (group >= store->meta.ngroups)
		elog(ERROR, "row group " UINT64_FORMAT " of relation \"%s\" does not exist", group, RelationGetRelationName(rel));
	read_entry(rel, store, SEALSTONE_SECTION_GROUPS, group, out, sizeof(SealstoneDiskGroup));
	pages = (out->rows + SEALSTONE_PAGE_ROWS - 1) / SEALSTONE_PAGE_ROWS;
	if (out->rows == 0 || out->rows > SEALSTONE_GROUP_MAX_ROWS ||
		out->first_row > store->meta.nrows || out->rows > store->meta.nrows - out->first_row ||
		out->first_page > store->meta.npages || pages > store->meta.npages - out->first_page)
		sealstone_damaged(rel, group, 0,
						  sealstone_dir_block_of(store, SEALSTONE_SECTION_GROUPS, group, sizeof(SealstoneDiskGroup)),
						  "The row group's extent is impossible");
}

void
sealstone_dir_stats(Relation rel, SealstoneStore *store, int column, uint64 group, SealstoneDiskStats *out)
{
	Assert(column >= 0 && column < store->meta.natts);
	if (group >= store->meta.ngroups)
		elog(ERROR, "row group " UINT64_FORMAT " of relation \"%s\" does not exist", group, RelationGetRelationName(rel));
	read_entry(rel, store, SEALSTONE_SECTION_STATS, column * store->meta.ngroups + group, out, sizeof(SealstoneDiskStats));
}

void
sealstone_dir_page(Relation rel, SealstoneStore *store, int column, uint64 page, SealstoneDiskPage *out)
{
	uint64		index = column * store->meta.npages + page;
	uint64		position;

	Assert(column >= 0 && column < store->meta.natts);
	if (page >= store->meta.npages)
		elog(ERROR, "page " UINT64_FORMAT " of relation \"%s\" does not exist", page, RelationGetRelationName(rel));
	read_entry(rel, store, SEALSTONE_SECTION_PAGES, index, out, sizeof(SealstoneDiskPage));
	position = SealstonePagePosition(out->position);
	if (position > store->meta.column_bytes || out->length > store->meta.column_bytes - position ||
		position % 8 != 0 || out->length < SEALSTONE_PAGE_HEADER)
		sealstone_damaged(rel, -1, column + 1,
						  sealstone_dir_block_of(store, SEALSTONE_SECTION_PAGES, index, sizeof(SealstoneDiskPage)),
						  "A page's address is impossible");
}

void
sealstone_dir_fence(Relation rel, SealstoneStore *store, int key, uint64 group, SealstoneDiskFence *out)
{
	Assert(key >= 0 && key < store->meta.nkeys);
	if (group >= store->meta.ngroups)
		elog(ERROR, "row group " UINT64_FORMAT " of relation \"%s\" does not exist", group, RelationGetRelationName(rel));
	read_entry(rel, store, SEALSTONE_SECTION_FENCES, key * store->meta.ngroups + group, out, sizeof(SealstoneDiskFence));
}

void
sealstone_dir_run(Relation rel, SealstoneStore *store, uint64 run, SealstoneDiskRun *out)
{
	if (run >= store->info.nruns)
		elog(ERROR, "run " UINT64_FORMAT " of relation \"%s\" does not exist", run, RelationGetRelationName(rel));
	read_entry(rel, store, SEALSTONE_SECTION_RUNS, run, out, sizeof(SealstoneDiskRun));
	if (out->first_row >= store->meta.nrows)
		sealstone_damaged(rel, -1, 0,
						  sealstone_dir_block_of(store, SEALSTONE_SECTION_RUNS, run, sizeof(SealstoneDiskRun)),
						  "A run's first row is impossible");
}

bool
sealstone_dir_value(Relation rel, SealstoneStore *store, int column, uint64 ref, Datum *value)
{
	const SealstoneDiskSection *section = &store->meta.section[SEALSTONE_SECTION_VALUES];
	SealstoneColumn *col = &store->column[column];
	uint64		offset = SealstoneRefOffset(ref);
	Size		length = SealstoneRefLength(ref);
	char	   *data;

	if (length == SEALSTONE_REF_NONE || length == SEALSTONE_REF_NULL)
		return false;
	if (col->disk.attbyval || length > SEALSTONE_REF_MAX_BYTES ||
		offset > section->bytes || length > section->bytes - offset ||
		(col->disk.attlen > 0 && length != col->disk.attlen))
		sealstone_damaged(rel, -1, column + 1,
						  sealstone_dir_block_of(store, SEALSTONE_SECTION_VALUES, Min(offset, section->bytes), 1),
						  "A value's address is impossible");
	if (col->disk.attlen == -1)
	{
		data = palloc(VARHDRSZ + length);
		SET_VARSIZE(data, VARHDRSZ + length);
		sealstone_dir_read(rel, store, section->offset + offset, VARDATA(data), length);
	}
	else
	{
		data = palloc(Max(length, 1));
		sealstone_dir_read(rel, store, section->offset + offset, data, length);
		if (col->disk.attlen == -2 && (length == 0 || data[length - 1] != '\0'))
			sealstone_damaged(rel, -1, column + 1,
							  sealstone_dir_block_of(store, SEALSTONE_SECTION_VALUES, offset, 1),
							  "A string in the directory does not end");
	}
	*value = PointerGetDatum(data);
	return true;
}
