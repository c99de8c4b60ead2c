/*-------------------------------------------------------------------------
 *
 * reader.c
 *	  One scan's view of a sealed relation: pages opened and decoded, values picked.
 *
 * A page is first opened (its chunk copied from the buffers, checksum verified, decompressed), then
 * either decoded, or asked for single values where its encoding allows. After a few single values it is
 * decoded anyway. A page's first value is taken by way of a buffer of its column and a vector that all pages share, for a
 * probe looks at most pages once; what is asked for again is kept. Opened and decoded pages are in a cache in order of use,
 * within work_mem; those used since the last advance are never thrown out, so what was returned stays valid.
 *
 * Vectors are memory of the backend and outlive their reader: a query of a few rows would spend most of its time in
 * page faults on fresh ones.
 *
 * No buffer is pinned or locked between calls. The reader's memory is a child of the opener's context,
 * whose end closes it (callback), so an error leaks neither memory nor a pin on the store.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "store/store.h"
#include "store/writer_stats.h"

/* After so many single values from one page, decode it. */
#define MAX_PICKS	16

/* A vector out of use keeps a heap up to this size, in bytes. */
#define SPARE_HEAP	(64 * 1024)

/* ---------------------------------------------------------------- vectors */

/*
 * Before each vector, in the same memory, is its place in a list: of its reader's vectors or of the idle ones. A
 * reader's end finds them there, for by then the pages that held them may be gone.
 */
#define HOLDER_BYTES	64
#define holder_of(vector) ((dlist_node *) ((char *) (vector) - HOLDER_BYTES))
#define vector_of(holder) ((SealstoneVector *) ((char *) (holder) + HOLDER_BYTES))
StaticAssertDecl(sizeof(dlist_node) <= HOLDER_BYTES, "a list node before each vector");

static MemoryContext vector_context = NULL;
static dlist_head idle_vectors = DLIST_STATIC_INIT(idle_vectors);	/* without heaps */
static int	idle_count = 0;

static void *resize_in(void *context, void *old, size_t size);

static SealstoneVector *
take_vector(SealstoneReader *reader)
{
	SealstoneVector *vector = reader->vector_in_hand;

	if (vector != NULL)
	{
		reader->vector_in_hand = NULL;	/* a decoding that failed left it */
		return vector;
	}
	if (reader->spares > 0)
		return reader->spare[--reader->spares];
	if (idle_count > 0)
	{
		vector = vector_of(dlist_pop_head_node(&idle_vectors));
		idle_count--;
	}
	else
	{
		char	   *memory;

		if (vector_context == NULL)
			vector_context = AllocSetContextCreate(TopMemoryContext, "sealstone vectors", ALLOCSET_DEFAULT_SIZES);
		memory = MemoryContextAlloc(vector_context, HOLDER_BYTES + sealstone_vector_bytes());
		vector = sealstone_vector_init(memory + HOLDER_BYTES, resize_in, NULL);
	}
	dlist_push_head(&reader->vectors, holder_of(vector));
	vector->heap.context = reader->mcxt;
	return vector;
}

/* Its heap was freed, or goes with the reader's memory. */
static void
drop_vector(SealstoneVector *vector)
{
	dlist_delete(holder_of(vector));
	vector->heap.data = NULL;
	vector->heap.size = 0;
	vector->heap.context = NULL;
	if (idle_count < SEALSTONE_SPARE_VECTORS)
	{
		dlist_push_head(&idle_vectors, holder_of(vector));
		idle_count++;
	}
	else
		pfree(holder_of(vector));
}

/* ---------------------------------------------------------------- open, close, advance */

static void
reader_gone(void *arg)
{
	SealstoneReader *reader = arg;

	while (!dlist_is_empty(&reader->vectors))
		drop_vector(vector_of(dlist_head_node(&reader->vectors)));
	if (reader->store != NULL)
		sealstone_store_unpin(reader->store);
	reader->store = NULL;
}

SealstoneReader *
sealstone_reader_open(Relation rel)
{
	SealstoneStore *store = sealstone_store_get(rel);
	MemoryContext mcxt;
	SealstoneReader *reader;
	HASHCTL		ctl = {.keysize = sizeof(uint64), .entrysize = sizeof(SealstoneCachedPage)};

	if (store == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("relation \"%s\" is not sealed", RelationGetRelationName(rel))));
	mcxt = AllocSetContextCreate(CurrentMemoryContext, "sealstone reader", ALLOCSET_SMALL_SIZES);
	reader = MemoryContextAllocZero(mcxt, sizeof(SealstoneReader));
	reader->rel = rel;
	reader->mcxt = mcxt;
	reader->epoch_mcxt = AllocSetContextCreate(mcxt, "sealstone reader epoch", ALLOCSET_SMALL_SIZES);
	reader->epoch = 1;
	reader->natts = RelationGetDescr(rel)->natts;
	reader->last = MemoryContextAllocZero(mcxt, sizeof(void *) * Max(reader->natts, 1));
	reader->probe = MemoryContextAllocZero(mcxt, sizeof(SealstoneProbedPage) * Max(reader->natts, 1));
	reader->row_vector = MemoryContextAllocZero(mcxt, sizeof(void *) * Max(reader->natts, 1));
	reader->row_last_page = PG_UINT64_MAX;
	reader->limit = (Size) Max(work_mem, 1024) * 1024;
	dlist_init(&reader->lru);
	dlist_init(&reader->vectors);
	ctl.hcxt = mcxt;
	reader->pages = hash_create("sealstone pages", 32, &ctl, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	reader->callback.func = reader_gone;
	reader->callback.arg = reader;
	MemoryContextRegisterResetCallback(mcxt, &reader->callback);
	sealstone_store_pin(store);
	reader->store = store;
	return reader;
}

void
sealstone_reader_close(SealstoneReader *reader)
{
	MemoryContextDelete(reader->mcxt);
}

const SealstoneInfo *
sealstone_reader_info(const SealstoneReader *reader)
{
	return &reader->store->info;
}

const SealstoneReaderCounts *
sealstone_reader_counts(const SealstoneReader *reader)
{
	return &reader->counts;
}

void
sealstone_reader_scan_mode(SealstoneReader *reader, BufferAccessStrategy strategy)
{
	reader->strategy = strategy;
	reader->limit = 0;
}

void
sealstone_reader_keep(SealstoneReader *reader, Size bytes)
{
	reader->limit = Min(reader->limit, bytes);
}

void
sealstone_reader_prefetch(SealstoneReader *reader, AttrNumber attnum, uint64 group)
{
	SealstoneStore *store = reader->store;
	SealstoneDiskPage first;
	SealstoneDiskPage last;
	SealstoneGroup g;
	BlockNumber block;
	BlockNumber end;

	if (attnum < 1 || attnum > store->meta.natts || !store->column[attnum - 1].stored)
		return;
	sealstone_reader_group(reader, group, &g);
	sealstone_dir_page(reader->rel, store, attnum - 1, g.first_page, &first);
	sealstone_dir_page(reader->rel, store, attnum - 1, g.first_page + g.pages - 1, &last);
	block = SEALSTONE_COLUMN_BLOCK + (BlockNumber) (SealstonePagePosition(first.position) / SEALSTONE_BODY_BYTES);
	end = SEALSTONE_COLUMN_BLOCK +
		(BlockNumber) ((SealstonePagePosition(last.position) + last.length - 1) / SEALSTONE_BODY_BYTES);
	/* one giant chunk is not worth a thousand requests: its blocks follow one another */
	for (int n = 0; block <= end && n < 64; block++, n++)
		PrefetchBuffer(reader->rel, MAIN_FORKNUM, block);
}

static void
free_page(SealstoneReader *reader, SealstoneCachedPage *cached)
{
	AttrNumber	attnum = (AttrNumber) (cached->key & 0xFFFF);

	reader->row_count = 0;
	if (reader->last[attnum - 1] == cached)
		reader->last[attnum - 1] = NULL;
	if (cached->raw != NULL)
		pfree(cached->raw);
	if (cached->scratch.data != NULL)
		pfree(cached->scratch.data);
	if (cached->vector != NULL)
	{
		if (reader->spares < SEALSTONE_SPARE_VECTORS && cached->vector->heap.size <= SPARE_HEAP)
			reader->spare[reader->spares++] = cached->vector;
		else
		{
			if (cached->vector->heap.data != NULL)
				pfree(cached->vector->heap.data);
			drop_vector(cached->vector);
		}
	}
	reader->bytes -= cached->bytes;
	dlist_delete(&cached->node);
	hash_search(reader->pages, &cached->key, HASH_REMOVE, NULL);
}

void
sealstone_reader_advance(SealstoneReader *reader)
{
	while (reader->bytes > reader->limit && !dlist_is_empty(&reader->lru))
		free_page(reader, dlist_container(SealstoneCachedPage, node, dlist_tail_node(&reader->lru)));
	reader->epoch++;
	if (reader->epoch_dirty)
	{
		MemoryContextReset(reader->epoch_mcxt);
		reader->epoch_dirty = false;
	}
}

void
sealstone_reader_trim(SealstoneReader *reader, Size bytes)
{
	Size		limit = reader->limit;

	reader->limit = Min(limit, bytes);
	sealstone_reader_advance(reader);
	reader->limit = limit;
	reader->row_count = 0;
}

bool
sealstone_reader_is_current(const SealstoneReader *reader, Relation rel)
{
	return reader->rel == rel && reader->natts == RelationGetDescr(rel)->natts && reader->store == sealstone_store_get(rel);
}

/* Make room in mid-epoch: only pages that nobody can hold. */
static void
evict_pages(SealstoneReader *reader)
{
	while (reader->bytes > reader->limit && !dlist_is_empty(&reader->lru))
	{
		SealstoneCachedPage *cached = dlist_container(SealstoneCachedPage, node, dlist_tail_node(&reader->lru));

		if (cached->epoch == reader->epoch)
			break;
		free_page(reader, cached);
	}
}

/* ---------------------------------------------------------------- directory */

void
sealstone_reader_group(SealstoneReader *reader, uint64 group, SealstoneGroup *out)
{
	SealstoneDiskGroup disk;

	if (!reader->group_valid || reader->group_number != group)
	{
		sealstone_dir_group(reader->rel, reader->store, group, &disk);
		reader->group.first_row = disk.first_row;
		reader->group.rows = disk.rows;
		reader->group.pages = (disk.rows + SEALSTONE_PAGE_ROWS - 1) / SEALSTONE_PAGE_ROWS;
		reader->group.first_page = disk.first_page;
		reader->group_number = group;
		reader->group_valid = true;
	}
	*out = reader->group;
}

uint64
sealstone_reader_group_of_row(SealstoneReader *reader, uint64 row)
{
	const SealstoneInfo *info = &reader->store->info;
	SealstoneGroup group;
	uint64		lo = 0;
	uint64		hi;

	if (row >= info->nrows)
		elog(ERROR, "row " UINT64_FORMAT " of relation \"%s\" does not exist", row, RelationGetRelationName(reader->rel));
	if (reader->group_valid && row >= reader->group.first_row &&
		row - reader->group.first_row < reader->group.rows)
		return reader->group_number;

	/* the last group that begins at or before the row; groups are much alike, so look first where it then would be */
	hi = info->ngroups;
	for (bool guess = true; hi - lo > 1; guess = false)
	{
		uint64		mid = guess ? Min(Max(1, (uint64) ((double) row / info->nrows * info->ngroups)), hi - 1) : lo + (hi - lo) / 2;
		SealstoneDiskGroup disk;

		sealstone_dir_group(reader->rel, reader->store, mid, &disk);
		if (disk.first_row > row)
			hi = mid;
		else
		{
			lo = mid;
			if (row - disk.first_row < disk.rows)
				break;
		}
	}
	sealstone_reader_group(reader, lo, &group);
	if (row < group.first_row || row - group.first_row >= group.rows)
		sealstone_damaged(reader->rel, lo, 0,
						  sealstone_dir_block_of(reader->store, SEALSTONE_SECTION_GROUPS, lo, sizeof(SealstoneDiskGroup)),
						  "Row groups do not follow one another");
	return lo;
}

/*
 * A column that no page holds: dropped now or at the seal (NULL), or added later. Value by reference
 * belongs to the store's descriptor, which the reader pins.
 */
bool
sealstone_reader_is_missing(SealstoneReader *reader, AttrNumber attnum, Datum *value, bool *isnull)
{
	SealstoneStore *store = reader->store;
	TupleDesc	desc = store->desc;

	if (attnum < 1 || attnum > desc->natts)
		elog(ERROR, "attribute %d of relation \"%s\" does not exist", attnum, RelationGetRelationName(reader->rel));
	if (attnum <= store->meta.natts && store->column[attnum - 1].stored)
		return false;
	if (attnum <= store->meta.natts || TupleDescAttr(desc, attnum - 1)->attisdropped)
	{
		*value = (Datum) 0;
		*isnull = true;
	}
	else
		*value = getmissingattr(desc, attnum, isnull);
	return true;
}

void
sealstone_reader_stats(SealstoneReader *reader, AttrNumber attnum, uint64 group, SealstoneStats *out)
{
	SealstoneStore *store = reader->store;
	SealstoneDiskStats disk;
	SealstoneGroup g;
	Datum		value;
	bool		isnull;

	memset(out, 0, sizeof(SealstoneStats));
	sealstone_reader_group(reader, group, &g);
	out->rows = g.rows;
	if (sealstone_reader_is_missing(reader, attnum, &value, &isnull))
	{
		if (isnull)
		{
			out->null_count = g.rows;
			out->all_null = true;
		}
		else
		{
			/* no bounds: its order may never have been looked at; being constant says it all */
			out->constant = true;
			out->min = out->max = value;
		}
		return;
	}
	sealstone_dir_stats(reader->rel, store, attnum - 1, group, &disk);
	if (disk.null_count > g.rows)
		sealstone_damaged(reader->rel, group, attnum,
						  sealstone_dir_block_of(store, SEALSTONE_SECTION_STATS, (attnum - 1) * store->meta.ngroups + group,
												 sizeof(SealstoneDiskStats)),
						  "More NULLs than rows");
	out->null_count = disk.null_count;
	out->all_null = (disk.flags & SEALSTONE_STATS_ALL_NULL) != 0;
	out->constant = (disk.flags & SEALSTONE_STATS_CONSTANT) != 0;
	out->has_nan = (disk.flags & SEALSTONE_STATS_NAN) != 0;
	out->raw_bytes = disk.raw_bytes;
	if ((disk.flags & SEALSTONE_STATS_SUM) && sealstone_store_order(store, attnum - 1)->is_integer)
	{
		out->has_sum = true;
		out->sum_low = disk.sum_low;
		out->sum_high = (int64) disk.sum_high;
	}
	if (disk.flags & SEALSTONE_STATS_FLOAT_SUM)
	{
		out->has_float_sum = true;
		memcpy(&out->float_sum, &disk.sum_low, sizeof(double));
	}
	if ((disk.flags & SEALSTONE_STATS_MINMAX) && sealstone_store_order_same(store, attnum - 1))
	{
		if (store->column[attnum - 1].disk.attbyval)
		{
			out->min = (Datum) disk.min;
			out->max = (Datum) disk.max;
			out->has_minmax = true;
		}
		else
		{
			MemoryContext old = MemoryContextSwitchTo(reader->epoch_mcxt);

			reader->epoch_dirty = true;
			out->has_minmax = sealstone_dir_value(reader->rel, store, attnum - 1, disk.min, &out->min) &&
				sealstone_dir_value(reader->rel, store, attnum - 1, disk.max, &out->max);
			MemoryContextSwitchTo(old);
		}
	}
}

bool
sealstone_reader_page_bounds(SealstoneReader *reader, AttrNumber attnum, uint64 group, int page,
							 Datum *min, Datum *max)
{
	SealstoneStore *store = reader->store;
	SealstoneOrder *order;
	SealstoneDiskStats stats;
	SealstoneDiskPage entry;
	SealstoneGroup g;
	uint64		group_min;
	uint64		group_max;
	uint64		low;
	uint64		high;

	if (attnum > store->meta.natts || !store->column[attnum - 1].stored ||
		!sealstone_store_order_same(store, attnum - 1))
		return false;
	order = sealstone_store_order(store, attnum - 1);
	if (!order->prefix_exact)
		return false;
	sealstone_dir_stats(reader->rel, store, attnum - 1, group, &stats);
	if (!(stats.flags & SEALSTONE_STATS_MINMAX))
		return false;
	sealstone_reader_group(reader, group, &g);
	if (page < 0 || page >= g.pages)
		elog(ERROR, "page %d of row group " UINT64_FORMAT " does not exist", page, group);
	sealstone_dir_page(reader->rel, store, attnum - 1, g.first_page + page, &entry);
	if (entry.low > entry.high)
		return false;
	group_min = sealstone_order_prefix(order, (Datum) stats.min);
	group_max = sealstone_order_prefix(order, (Datum) stats.max);
	if (group_min > group_max)
		return false;
	low = sealstone_bound_low_value(group_min, group_max, entry.low);
	high = sealstone_bound_high_value(group_min, group_max, entry.high);
	*min = sealstone_order_unprefix_low(order, low);
	*max = sealstone_order_unprefix_high(order, high);
	return true;
}

/* ---------------------------------------------------------------- pages */

void
sealstone_reader_complain(SealstoneReader *reader, int column, uint64 group, SealstoneDiskPage *entry, SealstoneStatus status)
{
	char		problem[128];
	BlockNumber block = SEALSTONE_COLUMN_BLOCK + (BlockNumber) (SealstonePagePosition(entry->position) / SEALSTONE_BODY_BYTES);

	snprintf(problem, sizeof(problem), "A page cannot be read: %s", sealstone_status_text(status));
	if (status == SEALSTONE_NO_MEMORY)
		ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	sealstone_damaged(reader->rel, group, column + 1, block, problem);
}

static void *
resize_in(void *context, void *old, size_t size)
{
	if (old == NULL)
		return MemoryContextAllocHuge((MemoryContext) context, size);
	return repalloc_huge(old, size);
}

/* Copy part of the column area's stream; position and length were checked against column_bytes. */
static void
read_stream(SealstoneReader *reader, uint64 position, uint8 *target, Size length)
{
	while (length > 0)
	{
		BlockNumber block = SEALSTONE_COLUMN_BLOCK + (BlockNumber) (position / SEALSTONE_BODY_BYTES);
		Size		at = position % SEALSTONE_BODY_BYTES;
		Size		n = Min(length, SEALSTONE_BODY_BYTES - at);
		Buffer		buffer;

		CHECK_FOR_INTERRUPTS();
		buffer = ReadBufferExtended(reader->rel, MAIN_FORKNUM, block, RBM_NORMAL, reader->strategy);
		LockBuffer(buffer, BUFFER_LOCK_SHARE);
		memcpy(target, SealstonePageBody(BufferGetPage(buffer)) + at, n);
		UnlockReleaseBuffer(buffer);
		target += n;
		position += n;
		length -= n;
	}
}

static inline uint64
page_key(int column, const SealstoneGroup *group, int page)
{
	return ((uint64) group->first_page + page) << 16 | (column + 1);
}

/* Read a page into raw, which has room for entry->length bytes, and verify it. */
static void
load_page(SealstoneReader *reader, int column, uint64 group, int number, SealstoneDiskPage *entry, uint8 *raw,
		  SealstoneBuffer *scratch, SealstonePage *page)
{
	SealstoneColumn *c = &reader->store->column[column];
	SealstoneStatus status;

	read_stream(reader, SealstonePagePosition(entry->position), raw, entry->length);
	scratch->resize = resize_in;
	scratch->context = reader->mcxt;
	status = sealstone_page_open(page, (SealstoneKind) c->disk.kind, c->disk.attlen, raw, entry->length, 0, scratch);
	if (status != SEALSTONE_OK)
		sealstone_reader_complain(reader, column, group, entry, status);
	if (page->count != Min(SEALSTONE_PAGE_ROWS, reader->group.rows - number * SEALSTONE_PAGE_ROWS) ||
		page->page_length != entry->length)
		sealstone_reader_complain(reader, column, group, entry, SEALSTONE_BAD_LENGTH);
}

static SealstoneCachedPage *
use_cached(SealstoneReader *reader, int column, SealstoneCachedPage *cached)
{
	if (cached->epoch != reader->epoch)
	{
		cached->epoch = reader->epoch;
		dlist_move_head(&reader->lru, &cached->node);
	}
	reader->last[column] = cached;
	reader->counts.cache_hits++;
	return cached;
}

/* A page that is in the cache; NULL when it is not. */
static SealstoneCachedPage *
cached_page(SealstoneReader *reader, int column, uint64 key)
{
	SealstoneCachedPage *cached = reader->last[column];

	if (cached == NULL || cached->key != key)
		cached = hash_search(reader->pages, &key, HASH_FIND, NULL);
	return cached != NULL && cached->opened ? use_cached(reader, column, cached) : NULL;
}

/* Column is 0-based and stored. */
SealstoneCachedPage *
sealstone_reader_open_page(SealstoneReader *reader, int column, uint64 group, int page)
{
	SealstoneGroup g;
	uint64		key;
	SealstoneCachedPage *cached = reader->last[column];
	SealstoneDiskPage entry;
	bool		found;

	sealstone_reader_group(reader, group, &g);
	if (page < 0 || page >= g.pages)
		elog(ERROR, "page %d of row group " UINT64_FORMAT " does not exist", page, group);
	key = page_key(column, &g, page);
	if (cached != NULL && cached->key == key && cached->opened)
		return use_cached(reader, column, cached);
	cached = hash_search(reader->pages, &key, HASH_ENTER, &found);
	if (found && cached->opened)
		return use_cached(reader, column, cached);
	if (!found)
	{
		memset((char *) cached + sizeof(cached->key), 0, sizeof(SealstoneCachedPage) - sizeof(cached->key));
		dlist_push_head(&reader->lru, &cached->node);
	}
	cached->epoch = reader->epoch;
	evict_pages(reader);

	sealstone_dir_page(reader->rel, reader->store, column, g.first_page + page, &entry);
	if (cached->raw != NULL)
		pfree(cached->raw);		/* left by an attempt that failed */
	cached->raw = NULL;
	cached->raw = MemoryContextAllocHuge(reader->mcxt, entry.length);
	load_page(reader, column, group, page, &entry, cached->raw, &cached->scratch, &cached->page);
	cached->opened = true;
	cached->bytes = sizeof(SealstoneCachedPage) + entry.length + cached->scratch.size;
	reader->bytes += cached->bytes;
	reader->last[column] = cached;
	return cached;
}

SealstoneVector *
sealstone_reader_decode(SealstoneReader *reader, SealstoneCachedPage *cached, int column, uint64 group, int accept)
{
	SealstoneVector *vector = cached->vector;

	if (vector == NULL)
	{
		SealstoneStatus status;

		vector = reader->vector_in_hand = take_vector(reader);
		status = sealstone_page_decode(&cached->page, accept, vector);
		if (status != SEALSTONE_OK)
		{
			SealstoneDiskPage entry;

			sealstone_dir_page(reader->rel, reader->store, column, cached->key >> 16, &entry);
			sealstone_reader_complain(reader, column, group, &entry, status);
		}
		cached->vector = vector;
		reader->vector_in_hand = NULL;

		/* from here on the vector answers */
		pfree(cached->raw);
		cached->raw = NULL;
		if (cached->scratch.data != NULL)
			pfree(cached->scratch.data);
		cached->scratch.data = NULL;
		cached->scratch.size = 0;
		reader->bytes -= cached->bytes;
		cached->bytes = sizeof(SealstoneCachedPage) + sealstone_vector_bytes() + vector->heap.size;
		reader->bytes += cached->bytes;
		reader->counts.pages_decoded++;
	}
	else if (!(accept & SEALSTONE_ACCEPT(vector->shape)))
		sealstone_vector_expand(vector);
	return vector;
}

/* A vector of n times one value, in the epoch's memory. */
static SealstoneVector *
constant_vector(SealstoneReader *reader, AttrNumber attnum, Datum value, bool isnull, uint32 n, int accept)
{
	Form_pg_attribute att = TupleDescAttr(reader->store->desc, attnum - 1);
	SealstoneVector *vector;
	bool		single = (accept & SEALSTONE_ACCEPT(SEALSTONE_SINGLE)) != 0;

	reader->epoch_dirty = true;
	vector = sealstone_vector_init(MemoryContextAlloc(reader->epoch_mcxt, sealstone_vector_bytes()), resize_in, reader->epoch_mcxt);
	vector->kind = sealstone_kind_of(att->attlen, att->attbyval,
									 att->atttypid == FLOAT4OID || att->atttypid == FLOAT8OID, att->atttypid == BOOLOID);
	vector->attlen = att->attlen;
	vector->shape = single ? SEALSTONE_SINGLE : SEALSTONE_FLAT;
	vector->count = n;
	vector->null_count = isnull ? n : 0;
	vector->all_null = isnull;
	vector->nruns = 0;
	vector->ndict = 0;
	memset(vector->nulls, 0, sizeof(uint64) * SEALSTONE_NULL_WORDS);
	if (isnull)
	{
		for (uint32 i = 0; i < n; i++)
			vector->nulls[i / 64] |= UINT64CONST(1) << (i % 64);
	}
	for (uint32 i = 0; i < (single ? 1 : n); i++)
		vector->values[i] = isnull ? 0 : (int64) value;
	return vector;
}

SealstoneVector *
sealstone_reader_page(SealstoneReader *reader, AttrNumber attnum, uint64 group, int page, int accept)
{
	SealstoneCachedPage *cached;
	Datum		value;
	bool		isnull;

	if (sealstone_reader_is_missing(reader, attnum, &value, &isnull))
	{
		SealstoneGroup g;

		sealstone_reader_group(reader, group, &g);
		if (page < 0 || page >= g.pages)
			elog(ERROR, "page %d of row group " UINT64_FORMAT " does not exist", page, group);
		return constant_vector(reader, attnum, value, isnull,
							   Min(SEALSTONE_PAGE_ROWS, g.rows - page * SEALSTONE_PAGE_ROWS), accept);
	}
	cached = sealstone_reader_open_page(reader, attnum - 1, group, page);
	return sealstone_reader_decode(reader, cached, attnum - 1, group, accept);
}

/* ---------------------------------------------------------------- values */

/* Value i of a page: false where the encoding gives it only by way of the probe vector and no such way is wanted. */
static bool
pick_value(SealstoneReader *reader, int column, uint64 group, const SealstonePage *page, SealstoneDiskPage *entry, uint32 i,
		   bool decode, Datum *result, bool *isnull)
{
	int64		value;
	SealstoneBuffer heap = {.resize = resize_in, .context = reader->epoch_mcxt};
	SealstoneStatus status = sealstone_page_one(page, i, &value, isnull, &heap);

	if (status == SEALSTONE_NOT_REACHABLE)
	{
		if (!decode)
			return false;
		/* all encodings by reference are reachable: the value is no pointer into the vector */
		if (reader->probe_vector == NULL)
			reader->probe_vector = take_vector(reader);
		status = sealstone_page_decode_range(page, i, 1, SEALSTONE_ACCEPT_ALL, reader->probe_vector);
		if (status == SEALSTONE_OK)
		{
			Assert(page->kind < SEALSTONE_FIXED);
			reader->counts.pages_decoded++;
			*result = sealstone_vector_value(reader->probe_vector, i, isnull);
			return true;
		}
	}
	if (status != SEALSTONE_OK)
		sealstone_reader_complain(reader, column, group, entry, status);
	if (heap.data != NULL)
		reader->epoch_dirty = true;
	reader->counts.values_picked++;
	*result = *isnull ? (Datum) 0 : (Datum) value;
	return true;
}

/* A probed page is asked for again: it goes into the cache with its memory. */
static SealstoneCachedPage *
keep_probed(SealstoneReader *reader, int column, SealstoneProbedPage *probe)
{
	bool		found;
	SealstoneCachedPage *cached = hash_search(reader->pages, &probe->key, HASH_ENTER, &found);

	if (!found)
	{
		memset((char *) cached + sizeof(cached->key), 0, sizeof(SealstoneCachedPage) - sizeof(cached->key));
		dlist_push_head(&reader->lru, &cached->node);
	}
	else if (cached->raw != NULL)
		pfree(cached->raw);		/* left by an attempt that failed */
	cached->epoch = reader->epoch;
	evict_pages(reader);
	cached->raw = probe->raw;
	cached->scratch = probe->scratch;
	cached->page = probe->page;
	cached->picks = 1;
	cached->opened = true;
	cached->bytes = sizeof(SealstoneCachedPage) + probe->size + cached->scratch.size;
	reader->bytes += cached->bytes;
	reader->last[column] = cached;
	memset(probe, 0, sizeof(*probe));
	return cached;
}

/* Was this page asked for a value lately? From now on it was. */
static bool
was_probed(SealstoneReader *reader, uint64 key)
{
	uint64	   *place;
	bool		before;

	if (reader->probed == NULL)
		reader->probed = MemoryContextAllocZero(reader->mcxt, sizeof(uint64) * SEALSTONE_PROBED_PAGES);
	place = &reader->probed[(key * UINT64CONST(0x9E3779B97F4A7C15) >> 32) % SEALSTONE_PROBED_PAGES];
	before = *place == key;
	*place = key;
	return before;
}

/* Read a page, no larger than SEALSTONE_PROBE_BYTES, into its column's buffer for pages looked at once. */
static void
load_probe(SealstoneReader *reader, int column, uint64 group, int page, uint64 key, SealstoneDiskPage *entry)
{
	SealstoneProbedPage *probe = &reader->probe[column];

	probe->loaded = false;
	if (probe->size < entry->length)
	{
		if (probe->raw != NULL)
			pfree(probe->raw);
		probe->raw = NULL;
		probe->size = 0;
		probe->raw = MemoryContextAlloc(reader->mcxt, TYPEALIGN(512, entry->length));
		probe->size = TYPEALIGN(512, entry->length);
	}
	load_page(reader, column, group, page, entry, probe->raw, &probe->scratch, &probe->page);
	probe->key = key;
	probe->loaded = true;
}

static Datum
stored_value(SealstoneReader *reader, int column, uint64 group, uint32 index, bool *isnull)
{
	int			page = index / SEALSTONE_PAGE_ROWS;
	uint32		i = index % SEALSTONE_PAGE_ROWS;
	uint64		key;
	SealstoneCachedPage *cached;
	SealstoneDiskPage entry;
	Datum		value;

	Assert(reader->group_valid && reader->group_number == group);
	key = page_key(column, &reader->group, page);
	cached = cached_page(reader, column, key);
	if (cached == NULL)
	{
		SealstoneProbedPage *probe = &reader->probe[column];

		if (probe->loaded && probe->key == key)
			cached = keep_probed(reader, column, probe);
		else
		{
			bool		again = was_probed(reader, key);

			sealstone_dir_page(reader->rel, reader->store, column, key >> 16, &entry);
			if (!again && reader->limit > 0 && entry.length <= SEALSTONE_PROBE_BYTES)
			{
				load_probe(reader, column, group, page, key, &entry);
				(void) pick_value(reader, column, group, &probe->page, &entry, i, true, &value, isnull);
				return value;
			}
			cached = sealstone_reader_open_page(reader, column, group, page);
			cached->picks = again;
		}
	}
	if (cached->vector == NULL && cached->picks < MAX_PICKS)
	{
		sealstone_dir_page(reader->rel, reader->store, column, key >> 16, &entry);
		if (pick_value(reader, column, group, &cached->page, &entry, i, cached->picks == 0 && reader->limit > 0, &value, isnull))
		{
			cached->picks++;
			return value;
		}
	}
	return sealstone_vector_value(sealstone_reader_decode(reader, cached, column, group, SEALSTONE_ACCEPT_ALL), i, isnull);
}

Datum
sealstone_reader_value(SealstoneReader *reader, uint64 row, AttrNumber attnum, bool *isnull)
{
	Datum		value;
	uint64		group;

	if (sealstone_reader_is_missing(reader, attnum, &value, isnull))
		return value;
	group = sealstone_reader_group_of_row(reader, row);
	return stored_value(reader, attnum - 1, group, (uint32) (row - reader->group.first_row), isnull);
}

void
sealstone_reader_gather(SealstoneReader *reader, AttrNumber attnum, uint64 group, int page, const uint16 *index, int n,
						Datum *values, bool *isnull)
{
	int			column = attnum - 1;
	const SealstonePage *opened;
	SealstoneVector *vector;
	SealstoneGroup g;
	uint64		key;
	SealstoneCachedPage *cached;
	SealstoneDiskPage entry;

	if (sealstone_reader_is_missing(reader, attnum, &values[0], &isnull[0]))
	{
		for (int i = 1; i < n; i++)
		{
			values[i] = values[0];
			isnull[i] = isnull[0];
		}
		return;
	}
	sealstone_reader_group(reader, group, &g);
	if (page < 0 || page >= g.pages)
		elog(ERROR, "page %d of row group " UINT64_FORMAT " does not exist", page, group);
	key = page_key(column, &g, page);
	cached = cached_page(reader, column, key);
	sealstone_dir_page(reader->rel, reader->store, column, key >> 16, &entry);
	if (cached == NULL && entry.length > SEALSTONE_PROBE_BYTES)
		cached = sealstone_reader_open_page(reader, column, group, page);
	if (cached == NULL)
	{
		if (!reader->probe[column].loaded || reader->probe[column].key != key)
			load_probe(reader, column, group, page, key, &entry);
		opened = &reader->probe[column].page;
	}
	else
		opened = &cached->page;

	vector = cached ? cached->vector : NULL;
	for (int i = 0; i < n && vector == NULL; i++)
	{
		if (pick_value(reader, column, group, opened, &entry, index[i], false, &values[i], &isnull[i]))
			continue;
		if (cached)
			vector = sealstone_reader_decode(reader, cached, column, group, SEALSTONE_ACCEPT_ALL);
		else
		{
			SealstoneStatus status;

			/* no encoding by reference comes here: values are no pointers into the vector, which the next column takes */
			if (reader->probe_vector == NULL)
				reader->probe_vector = take_vector(reader);
			vector = reader->probe_vector;
			status = sealstone_page_decode_range(opened, index[0], index[n - 1] - index[0] + 1, SEALSTONE_ACCEPT_ALL, vector);
			if (status != SEALSTONE_OK)
				sealstone_reader_complain(reader, column, group, &entry, status);
			Assert(opened->kind < SEALSTONE_FIXED);
			reader->counts.pages_decoded++;
		}
	}
	if (vector != NULL)
		for (int i = 0; i < n; i++)
			values[i] = sealstone_vector_value(vector, index[i], &isnull[i]);
}

/* The row lies in the page whose vectors are at hand (or are decoded now, for columns not yet asked for). */
static void
row_from_vectors(SealstoneReader *reader, uint64 row, const bool *needed, Datum *values, bool *isnull)
{
	SealstoneStore *store = reader->store;
	uint32		index = (uint32) (row - reader->row_base);
	uint32		word = index / 64;
	uint64		bit = UINT64CONST(1) << (index % 64);

	for (int i = 0; i < reader->natts; i++)
	{
		SealstoneVector *vector = reader->row_vector[i];

		if (needed != NULL && !needed[i])
		{
			values[i] = (Datum) 0;
			isnull[i] = true;
			continue;
		}
		if (vector == NULL)
		{
			if (i >= store->meta.natts || !store->column[i].stored)
			{
				(void) sealstone_reader_is_missing(reader, i + 1, &values[i], &isnull[i]);
				continue;
			}
			vector = sealstone_reader_page(reader, i + 1, reader->group_number,
										   (int) ((reader->row_base - reader->group.first_row) / SEALSTONE_PAGE_ROWS),
										   SEALSTONE_ACCEPT_FLAT);
			reader->row_vector[i] = vector;
		}
		isnull[i] = (vector->nulls[word] & bit) != 0;
		values[i] = isnull[i] ? (Datum) 0 : (Datum) vector->values[index];
	}
}

void
sealstone_reader_row(SealstoneReader *reader, uint64 row, const bool *needed, Datum *values, bool *isnull)
{
	SealstoneStore *store = reader->store;
	SealstoneGroup g;
	uint64		group;
	uint64		page;
	uint32		index;

	if (row - reader->row_base < reader->row_count && reader->group_valid &&
		reader->row_base - reader->group.first_row < reader->group.rows)
	{
		if (reader->epoch_dirty)
		{
			MemoryContextReset(reader->epoch_mcxt);
			reader->epoch_dirty = false;
		}
		row_from_vectors(reader, row, needed, values, isnull);
		return;
	}
	sealstone_reader_advance(reader);
	reader->row_count = 0;
	group = sealstone_reader_group_of_row(reader, row);
	sealstone_reader_group(reader, group, &g);
	index = (uint32) (row - g.first_row);
	page = g.first_page + index / SEALSTONE_PAGE_ROWS;
	if (page == reader->row_last_page || reader->limit == 0)
	{
		/* the second row of one page, or a scan's first: more will follow */
		memset(reader->row_vector, 0, sizeof(void *) * reader->natts);
		reader->row_base = row - index % SEALSTONE_PAGE_ROWS;
		reader->row_count = Min(SEALSTONE_PAGE_ROWS, g.rows - (index - index % SEALSTONE_PAGE_ROWS));
		row_from_vectors(reader, row, needed, values, isnull);
		return;
	}
	reader->row_last_page = page;
	for (int i = 0; i < reader->natts; i++)
	{
		if (needed != NULL && !needed[i])
		{
			values[i] = (Datum) 0;
			isnull[i] = true;
		}
		else if (i < store->meta.natts && store->column[i].stored)
			values[i] = stored_value(reader, i, group, index, &isnull[i]);
		else
			(void) sealstone_reader_is_missing(reader, i + 1, &values[i], &isnull[i]);
	}
}
