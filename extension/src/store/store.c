/*-------------------------------------------------------------------------
 *
 * store.c
 *	  What this backend knows of sealed storages: verified metapages, kept between scans.
 *
 * A relation's rd_amcache (freed by the relcache at each invalidation) says "not sealed", or which
 * store. Stores are in a hash by relfilenode. After an invalidation the metapage is read again and
 * compared, so a stale store (storage truncated in place, number reused, column altered, xids
 * stamped) is never used. Stores without readers are dropped, least recently opened first, beyond a
 * number; a reader pins its store and unpins it from a callback of its memory context.
 *
 * After an error: pins go with the readers' contexts; stores stay, they hold nothing half made (one is
 * entered into the hash only when complete).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/smgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "store/store.h"

#define MAX_STORES	256
#define AMCACHE_MAGIC	0x5EA15704

/* What hangs off rd_amcache. */
typedef struct RelationState
{
	uint32		magic;
	bool		sealed;
	uint64		store_id;
} RelationState;

typedef struct StoreKey
{
	SealstoneLocator locator;
	int			backend;
} StoreKey;

typedef struct StoreEntry
{
	StoreKey	key;			/* must be first */
	SealstoneStore *store;
} StoreEntry;

static HTAB *stores = NULL;
static dlist_head store_list = DLIST_STATIC_INIT(store_list);
static int	store_count = 0;
static uint64 next_store_id = 1;

static void
store_key(Relation rel, StoreKey *key)
{
	memset(key, 0, sizeof(StoreKey));
	key->locator = sealstone_locator(rel);
	key->backend = sealstone_locator_backend(rel);
}

SealstoneDamage sealstone_last_damage;

void
sealstone_damaged(Relation rel, int64 group, AttrNumber attnum, BlockNumber block, const char *problem)
{
	const char *name = NULL;
	StringInfoData where;

	if (attnum > 0 && attnum <= RelationGetDescr(rel)->natts)
		name = NameStr(TupleDescAttr(RelationGetDescr(rel), attnum - 1)->attname);
	sealstone_last_damage.valid = true;
	sealstone_last_damage.group = group;
	sealstone_last_damage.attnum = attnum;
	sealstone_last_damage.block = block;
	strlcpy(sealstone_last_damage.problem, problem, sizeof(sealstone_last_damage.problem));
	initStringInfo(&where);
	if (group >= 0)
		appendStringInfo(&where, "row group " INT64_FORMAT ", ", group);
	if (name != NULL)
		appendStringInfo(&where, "column \"%s\", ", name);
	ereport(ERROR,
			(errcode(ERRCODE_DATA_CORRUPTED),
			 errmsg("sealed relation \"%s\" is damaged: %sblock %u", RelationGetRelationName(rel), where.data, block),
			 errdetail("%s.", problem),
			 errhint("Restore the relation from a backup or a standby; check_partition() lists all damage."),
			 name != NULL ? errtablecol(rel, attnum) : errtable(rel)));
}

/* ---------------------------------------------------------------- the metapage */

static bool
section_fits(const SealstoneMetaPage *meta, SealstoneSection section, uint64 entries, Size size, uint64 stream)
{
	const SealstoneDiskSection *s = &meta->section[section];

	return s->bytes == entries * size && s->offset <= stream && s->bytes <= stream - s->offset;
}

/* What is wrong with a metapage whose magic is ours; NULL: nothing. Compatibility errors are thrown. */
static const char *
meta_problem(Relation rel, const SealstoneMetaPage *meta)
{
	uint64		stream;

	if (meta->crc != sealstone_meta_crc(meta))
		return "Checksum of the metapage does not match";
	if (meta->format_version != SEALSTONE_FORMAT_VERSION)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("sealed relation \"%s\" has format version %u, this library reads version %d",
						RelationGetRelationName(rel), meta->format_version, SEALSTONE_FORMAT_VERSION),
				 errhint("Install a newer release of Sealstone.")));
	if (meta->block_size != BLCKSZ || meta->page_rows != SEALSTONE_PAGE_ROWS)
		return "Block size or page size is not this server's";
	if (meta->natts > MaxHeapAttributeNumber || meta->nkeys > SEALSTONE_MAX_KEYS ||
		meta->nrows > SEALSTONE_MAX_ROWS || meta->ngroups > meta->nrows || meta->npages > meta->nrows ||
		meta->nruns > meta->nrows || meta->npages > PG_UINT32_MAX)
		return "Counts in the metapage are impossible";
	if (meta->directory_block < SEALSTONE_COLUMN_BLOCK || meta->late_block < meta->directory_block ||
		meta->late_block > SEALSTONE_MAX_BLOCKS ||
		meta->column_bytes > (uint64) (meta->directory_block - SEALSTONE_COLUMN_BLOCK) * SEALSTONE_BODY_BYTES)
		return "Areas in the metapage are impossible";
	stream = (uint64) (meta->late_block - meta->directory_block) * SEALSTONE_DIR_BODY_BYTES;
	if (!section_fits(meta, SEALSTONE_SECTION_COLUMNS, meta->natts, sizeof(SealstoneDiskColumn), stream) ||
		!section_fits(meta, SEALSTONE_SECTION_GROUPS, meta->ngroups, sizeof(SealstoneDiskGroup), stream) ||
		!section_fits(meta, SEALSTONE_SECTION_FENCES, meta->ngroups * meta->nkeys, sizeof(SealstoneDiskFence), stream) ||
		!section_fits(meta, SEALSTONE_SECTION_STATS, meta->ngroups * meta->natts, sizeof(SealstoneDiskStats), stream) ||
		!section_fits(meta, SEALSTONE_SECTION_PAGES, meta->npages * meta->natts, sizeof(SealstoneDiskPage), stream) ||
		!section_fits(meta, SEALSTONE_SECTION_RUNS, meta->nruns, sizeof(SealstoneDiskRun), stream) ||
		!section_fits(meta, SEALSTONE_SECTION_VALUES, meta->section[SEALSTONE_SECTION_VALUES].bytes, 1, stream))
		return "Sections in the metapage are impossible";
	for (int i = 0; i < meta->nkeys; i++)
	{
		if (meta->key[i].attnum < 1 || meta->key[i].attnum > meta->natts)
			return "Order key in the metapage is impossible";
	}
	return NULL;
}

/*
 * Is the page a metapage? A block with our header that is not one (wrong magic) can only be a damaged
 * metapage, since block 0 of a plain heap never looks like that.
 */
static bool
verify_meta(Relation rel, Page page)
{
	const SealstoneMetaPage *meta = (const SealstoneMetaPage *) SealstonePageBody(page);
	const char *problem;

	if (!sealstone_block_is_ours(page))
	{
		/* the magic without the header: a header damaged */
		if (meta->magic == SEALSTONE_MAGIC && meta->crc == sealstone_meta_crc(meta))
			sealstone_damaged(rel, -1, 0, SEALSTONE_META_BLOCK, "Page header of the metapage is wrong");
		return false;
	}
	if (meta->magic != SEALSTONE_MAGIC)
		sealstone_damaged(rel, -1, 0, SEALSTONE_META_BLOCK, "Magic number of the metapage does not match");
	problem = meta_problem(rel, meta);
	if (problem != NULL)
		sealstone_damaged(rel, -1, 0, SEALSTONE_META_BLOCK, problem);
	return true;
}

bool
sealstone_store_verify_meta(Relation rel, Page page)
{
	return verify_meta(rel, page);
}

bool
sealstone_store_read_meta(Relation rel, SealstoneMetaPage *meta)
{
	Buffer		buffer;
	union
	{
		char		data[BLCKSZ];
		double		force_align;
	}			copy;

	if (!RELKIND_HAS_STORAGE(rel->rd_rel->relkind) || RelationGetNumberOfBlocks(rel) == 0)
		return false;
	buffer = ReadBuffer(rel, SEALSTONE_META_BLOCK);
	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	memcpy(copy.data, BufferGetPage(buffer), BLCKSZ);
	UnlockReleaseBuffer(buffer);
	if (!verify_meta(rel, (Page) copy.data))
		return false;
	memcpy(meta, SealstonePageBody(copy.data), sizeof(SealstoneMetaPage));
	return true;
}

/* ---------------------------------------------------------------- stores */

static void
free_store(SealstoneStore *store)
{
	Assert(store->pins == 0);
	dlist_delete(&store->node);
	store_count--;
	MemoryContextDelete(store->mcxt);
}

/* Take a store out of the hash; it is freed now or with its last reader. */
static void
retire_store(StoreEntry *entry)
{
	SealstoneStore *store = entry->store;

	hash_search(stores, &entry->key, HASH_REMOVE, NULL);
	store->stale = true;
	if (store->pins == 0)
		free_store(store);
}

void
sealstone_store_pin(SealstoneStore *store)
{
	store->pins++;
}

void
sealstone_store_unpin(SealstoneStore *store)
{
	Assert(store->pins > 0);
	if (--store->pins == 0 && store->stale)
		free_store(store);
}

static void
evict_stores(void)
{
	while (store_count >= MAX_STORES)
	{
		SealstoneStore *victim = NULL;
		dlist_iter	iter;
		StoreKey	key;
		StoreEntry *entry;

		dlist_reverse_foreach(iter, &store_list)
		{
			SealstoneStore *store = dlist_container(SealstoneStore, node, iter.cur);

			if (store->pins == 0)
			{
				victim = store;
				break;
			}
		}
		if (victim == NULL)
			return;				/* all in use: so be it */
		memset(&key, 0, sizeof(key));
		key.locator = victim->locator;
		key.backend = victim->backend;
		entry = hash_search(stores, &key, HASH_FIND, NULL);
		Assert(entry != NULL && entry->store == victim);
		retire_store(entry);
	}
}

/*
 * Has this transaction changed the column's row in pg_attribute? Then ALTER TABLE is about to rewrite the
 * relation, and reads the old storage while the catalog has the new type already.
 */
static bool
changed_in_this_transaction(Relation rel, AttrNumber attnum)
{
	HeapTuple	tuple = SearchSysCache2(ATTNUM, ObjectIdGetDatum(RelationGetRelid(rel)), Int16GetDatum(attnum));
	bool		changed;

	if (!HeapTupleIsValid(tuple))
		return false;
	changed = TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetXmin(tuple->t_data));
	ReleaseSysCache(tuple);
	return changed;
}

static SealstoneStore *
make_store(Relation rel, const SealstoneMetaPage *meta)
{
	MemoryContext mcxt = AllocSetContextCreate(CurrentMemoryContext, "sealstone store", ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(mcxt);
	SealstoneStore *store = palloc0(sizeof(SealstoneStore));
	SealstoneInfo *info = &store->info;
	StoreKey	key;

	store_key(rel, &key);
	store->mcxt = mcxt;
	store->locator = key.locator;
	store->backend = key.backend;
	store->meta = *meta;
	store->desc = CreateTupleDescCopyConstr(RelationGetDescr(rel));
	store->dir_blocks = meta->late_block - meta->directory_block;
	store->dir = MemoryContextAllocExtended(mcxt, sizeof(void *) * Max(store->dir_blocks, 1), MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
	store->column = palloc0(sizeof(SealstoneColumn) * Max(meta->natts, 1));
	sealstone_dir_attach(store);
	if (RelationGetNumberOfBlocks(rel) < meta->late_block)
		sealstone_damaged(rel, -1, 0, RelationGetNumberOfBlocks(rel), "The file ends before the directory does");
	if (meta->natts > store->desc->natts)
		sealstone_damaged(rel, -1, 0, SEALSTONE_META_BLOCK, "It has more columns than the relation");

	for (int i = 0; i < meta->natts; i++)
	{
		SealstoneColumn *column = &store->column[i];
		Form_pg_attribute att = TupleDescAttr(store->desc, i);

		sealstone_dir_read(rel, store, meta->section[SEALSTONE_SECTION_COLUMNS].offset + i * sizeof(SealstoneDiskColumn),
						   &column->disk, sizeof(SealstoneDiskColumn));
		if ((column->disk.flags & SEALSTONE_COLUMN_DROPPED) || att->attisdropped)
			continue;
		if (((att->attlen != column->disk.attlen || att->attbyval != (column->disk.attbyval != 0)) &&
			 !changed_in_this_transaction(rel, att->attnum)) ||
			column->disk.kind < SEALSTONE_INT || column->disk.kind > SEALSTONE_VARLENA)
			sealstone_damaged(rel, -1, i + 1, meta->directory_block, "Storage of the column's type is not as it was sealed");
		column->stored = true;
	}

	info->nrows = meta->nrows;
	info->ngroups = meta->ngroups;
	info->nruns = (meta->flags & SEALSTONE_META_HAS_RUNS) ? meta->nruns : 0;
	info->natts = meta->natts;
	info->nkeys = meta->nkeys;
	for (int i = 0; i < meta->nkeys; i++)
	{
		info->key[i].attnum = meta->key[i].attnum;
		info->key[i].desc = (meta->key[i].flags & SEALSTONE_KEY_DESC) != 0;
		info->key[i].nulls_first = (meta->key[i].flags & SEALSTONE_KEY_NULLS_FIRST) != 0;
	}
	for (int i = 0; i < meta->nkeys; i++)
	{
		if (!store->column[info->key[i].attnum - 1].stored ||
			!sealstone_store_order_same(store, info->key[i].attnum - 1))
			break;
		info->usable_keys++;
	}
	info->codec = meta->codec;
	info->sealed_at = meta->sealed_at;
	info->bytes_before = meta->bytes_before;
	info->flags = meta->flags;
	info->directory_block = meta->directory_block;
	info->late_block = meta->late_block;
	info->swap_xid = FullTransactionIdFromU64(meta->swap_xid);
	info->newest_xid = FullTransactionIdFromU64(meta->newest_xid);
	MemoryContextSwitchTo(old);
	return store;
}

/* Says once that a column's order has changed under us (PROTOCOLS 5). */
static void
warn_changed_order(Relation rel, SealstoneStore *store)
{
	if (store->warned)
		return;
	store->warned = true;
	for (int i = 0; i < store->meta.natts; i++)
	{
		SealstoneColumn *column = &store->column[i];

		if (!column->stored || column->disk.order_signature == 0 || sealstone_store_order_same(store, i) ||
			changed_in_this_transaction(rel, i + 1))
			continue;
		ereport(WARNING,
				(errcode(ERRCODE_WARNING),
				 errmsg("order of column \"%s\" has changed since relation \"%s\" was sealed",
						NameStr(TupleDescAttr(store->desc, i)->attname), RelationGetRelationName(rel)),
				 errdetail("Its collation's version or its type is another one; row groups are not skipped by it, nor is it searched in."),
				 errhint("Reseal the partition.")));
		return;
	}
}

static SealstoneStore *
find_store(Relation rel)
{
	RelationState *state;
	SealstoneMetaPage meta;
	SealstoneStore *store = NULL;
	StoreKey	key;
	StoreEntry *entry;
	bool		found;
	bool		sealed;

	if (stores == NULL)
	{
		HASHCTL		ctl = {.keysize = sizeof(StoreKey), .entrysize = sizeof(StoreEntry)};

		stores = hash_create("sealstone stores", 64, &ctl, HASH_ELEM | HASH_BLOBS);
	}
	store_key(rel, &key);
	if (rel->rd_amcache != NULL)
	{
		state = rel->rd_amcache;
		if (state->magic == AMCACHE_MAGIC)
		{
			if (!state->sealed)
				return NULL;
			entry = hash_search(stores, &key, HASH_FIND, NULL);
			if (entry != NULL && entry->store->id == state->store_id)
				return entry->store;
		}
		pfree(rel->rd_amcache);
		rel->rd_amcache = NULL;
	}

	sealed = sealstone_store_read_meta(rel, &meta);
	entry = hash_search(stores, &key, HASH_FIND, NULL);
	if (entry != NULL)
	{
		store = entry->store;
		if (!sealed ||
			memcmp(&store->meta, &meta, offsetof(SealstoneMetaPage, swap_xid)) != 0 ||
			store->meta.swap_xid != meta.swap_xid || store->meta.newest_xid != meta.newest_xid ||
			store->meta.flags != meta.flags ||
			!equalTupleDescs(store->desc, RelationGetDescr(rel)))
		{
			retire_store(entry);
			store = NULL;
		}
	}
	if (sealed && store == NULL)
	{
		evict_stores();
		store = make_store(rel, &meta);
		MemoryContextSetParent(store->mcxt, CacheMemoryContext);
		store->id = next_store_id++;
		dlist_push_head(&store_list, &store->node);
		store_count++;
		entry = hash_search(stores, &key, HASH_ENTER, &found);
		entry->store = store;
	}
	if (store != NULL)
		dlist_move_head(&store_list, &store->node);

	state = MemoryContextAllocZero(CacheMemoryContext, sizeof(RelationState));
	state->magic = AMCACHE_MAGIC;
	state->sealed = sealed;
	state->store_id = sealed ? store->id : 0;
	rel->rd_amcache = state;
	if (sealed)
		warn_changed_order(rel, store);
	return store;
}

SealstoneStore *
sealstone_store_get(Relation rel)
{
	return find_store(rel);
}

bool
sealstone_is_sealed(Relation rel)
{
	RelationState *state = rel->rd_amcache;

	if (state != NULL && state->magic == AMCACHE_MAGIC)
		return state->sealed;
	return find_store(rel) != NULL;
}

const SealstoneInfo *
sealstone_store_info(Relation rel)
{
	SealstoneStore *store = find_store(rel);

	return store == NULL ? NULL : &store->info;
}

void
sealstone_store_forget(Relation rel)
{
	StoreKey	key;
	StoreEntry *entry;

	if (rel->rd_amcache != NULL)
		pfree(rel->rd_amcache);
	rel->rd_amcache = NULL;
	if (stores == NULL)
		return;
	store_key(rel, &key);
	entry = hash_search(stores, &key, HASH_FIND, NULL);
	if (entry != NULL)
		retire_store(entry);
}

/* ---------------------------------------------------------------- order of a column */

static void
ready_order(SealstoneStore *store, int i)
{
	SealstoneColumn *column = &store->column[i];
	Form_pg_attribute att = TupleDescAttr(store->desc, i);

	if (column->order_ready)
		return;
	sealstone_order_init(&column->order, column->stored ? att->atttypid : InvalidOid, att->attcollation,
						 att->attlen, att->attbyval, store->mcxt);
	column->order_same = (column->order.order_class != SEALSTONE_ORDER_NONE &&
						  column->order.order_signature == column->disk.order_signature &&
						  column->order.collation_signature == column->disk.collation_signature);
	column->order_ready = true;
}

SealstoneOrder *
sealstone_store_order(SealstoneStore *store, int column)
{
	ready_order(store, column);
	return &store->column[column].order;
}

bool
sealstone_store_order_same(SealstoneStore *store, int column)
{
	ready_order(store, column);
	return store->column[column].order_same;
}
