/*-------------------------------------------------------------------------
 *
 * marks.c
 *	  Reads and appends the marks of the delete log, and keeps what was read in this backend.
 *
 * Kept: for each sealed relation lately used, one *generation*: all marks read so far, sorted by
 * row, immutable and counted by reference, and a small sorted array of marks read since ("fresh"),
 * folded into the next generation when a view is opened or it grows. As the log only grows, a
 * look at its last page tells whether there is more to read.
 *
 * A view (SealstoneMarks) pins a generation; the reset callback of its memory context lets go of
 * it, so after an error nothing stays pinned. A view of fewer marks than were read already (a
 * parallel worker that had read ahead) gets a generation of its own from the log.
 *
 * After an error within this file what is kept may hold marks of a page twice in fresh_log, which does no harm:
 * the position moves on last, and a page read again lays the same marks over the same.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/generic_xlog.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"

#include "am/am.h"
#include "am/delete_log.h"
#include "compat.h"

/* Most relations whose marks are kept, and most bytes of unpinned generations, before the least used goes. */
#define KEPT_RELATIONS	64
#define KEPT_BYTES		((Size) 64 * 1024 * 1024)
/* So many marks are laid aside one by one before they are folded in. */
#define FEW_MARKS		512

typedef struct CopyRef
{
	uint64		tid;			/* block << 16 | offset */
	uint64		row;
} CopyRef;

typedef struct Generation
{
	MemoryContext context;		/* holds this and everything in it */
	int			refcount;		/* views, and one for being an entry's current */
	uint64		limit;			/* position in the log */
	uint64		n;				/* rows with a mark; fewer than limit where a row has several */
	SealstoneMark *mark;		/* by row */
	uint64		ncopies;
	CopyRef    *copy;			/* every copy ever marked, by tid */
} Generation;

struct SealstoneMarks
{
	Generation *generation;		/* NULL when closed */
	MemoryContextCallback callback;
};

typedef struct KeptKey
{
	Oid			relid;
	Oid			filenode;
	uint64		seal_id;
} KeptKey;

typedef struct Kept
{
	KeptKey		key;			/* must be first */
	BlockNumber head;			/* first log page; InvalidBlockNumber: the log was empty when last looked at */
	BlockNumber tail;			/* last page read */
	uint32		tail_marks;		/* marks of it read */
	uint64		position;		/* marks read in all */
	Generation *current;		/* may be NULL: none yet */
	SealstoneMark *fresh;		/* sorted by row, one a row; marks since current */
	uint64		nfresh;
	uint64		fresh_size;
	SealstoneMark *fresh_log;	/* the same and repeated ones, in log order: for the copies */
	uint64		nfresh_log;
	uint64		narranged;		/* of fresh_log, those in fresh: all but when an error left kept_refresh */
	uint64		fresh_log_size;
	BlockNumber copy_block;		/* of this heap page, InvalidBlockNumber for none, ... */
	OffsetNumber copy_offset;	/* ... the last line pointer that ever was a copy's */
	uint64		used;			/* tick of last use */
} Kept;

static HTAB *kept_table = NULL;
static MemoryContext kept_context = NULL;
static uint64 kept_tick = 0;

/* ---------------------------------------------------------------- log pages */

static uint32
header_crc(const SealstoneLogPage *log)
{
	pg_crc32c	crc;

	INIT_CRC32C(crc);
	COMP_CRC32C(crc, log, offsetof(SealstoneLogPage, header_crc));
	FIN_CRC32C(crc);
	return crc;
}

SealstoneLogPage *
sealstone_log_page(Relation rel, BlockNumber block, Page page, uint64 seal_id, bool all_marks)
{
	SealstoneLogPage *log = (SealstoneLogPage *) SealstonePageBody(page);
	bool		sound;

	sound = !PageIsNew(page) && sealstone_block_is_ours(page) &&
		log->magic == SEALSTONE_LOG_MAGIC &&
		log->seal_id == seal_id &&
		log->nmarks <= SEALSTONE_LOG_MARKS &&
		log->header_crc == header_crc(log);
	if (sound && all_marks)
	{
		pg_crc32c	crc;

		INIT_CRC32C(crc);
		COMP_CRC32C(crc, log->mark, log->nmarks * sizeof(SealstoneDiskMark));
		sound = crc == log->marks_crc;
	}
	if (!sound)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("delete log of partition \"%s\" is damaged at block %u",
						RelationGetRelationName(rel), block),
				 errhint("Restore the partition from a backup or a standby.")));
	return log;
}

void
sealstone_log_page_init(Page page, uint64 seal_id, uint64 base)
{
	SealstoneLogPage *log;
	pg_crc32c	crc;

	sealstone_block_init(page);
	log = (SealstoneLogPage *) SealstonePageBody(page);
	log->magic = SEALSTONE_LOG_MAGIC;
	log->seal_id = seal_id;
	log->base = base;
	log->next = InvalidBlockNumber;
	INIT_CRC32C(crc);
	log->marks_crc = crc;
	log->header_crc = header_crc(log);
}

void
sealstone_log_page_append(SealstoneLogPage *log, uint64 row, const ItemPointerData *tid)
{
	SealstoneDiskMark *mark = &log->mark[log->nmarks];
	pg_crc32c	crc = log->marks_crc;

	Assert(log->nmarks < SEALSTONE_LOG_MARKS);
	memset(mark, 0, sizeof(*mark));
	mark->row = row;
	if (tid != NULL && ItemPointerIsValid(tid))
		mark->tid = *tid;
	COMP_CRC32C(crc, mark, sizeof(*mark));
	log->marks_crc = crc;
	log->nmarks++;
	log->header_crc = header_crc(log);
}

void
sealstone_log_page_set_next(SealstoneLogPage *log, BlockNumber next)
{
	log->next = next;
	log->header_crc = header_crc(log);
}

/*
 * Link a new page in behind the locked, full tail (or as the first one: tail InvalidBuffer).
 * Returns the new page's buffer, locked; the old tail is released.
 */
static Buffer
add_log_page(Relation rel, Buffer tail, uint64 seal_id)
{
	Buffer		meta_buffer;
	Buffer		new_buffer;
	GenericXLogState *state;
	Page		page;
	SealstoneMetaPage *meta;
	BlockNumber new_block;
	uint64		base = 0;

	new_buffer = sealstone_extend_relation(rel);
	new_block = BufferGetBlockNumber(new_buffer);

	meta_buffer = ReadBuffer(rel, SEALSTONE_META_BLOCK);
	LockBuffer(meta_buffer, BUFFER_LOCK_EXCLUSIVE);
	if (!sealstone_store_verify_meta(rel, BufferGetPage(meta_buffer)))
		elog(ERROR, "relation \"%s\" is not sealed", RelationGetRelationName(rel));

	/* someone else made the first page while we waited: leave ours, an empty block, to be passed over */
	if (!BufferIsValid(tail))
	{
		meta = (SealstoneMetaPage *) SealstonePageBody(BufferGetPage(meta_buffer));
		if (meta->log_head != InvalidBlockNumber)
		{
			UnlockReleaseBuffer(meta_buffer);
			UnlockReleaseBuffer(new_buffer);
			return InvalidBuffer;
		}
	}

	state = GenericXLogStart(rel);
	if (BufferIsValid(tail))
	{
		SealstoneLogPage *log;

		page = GenericXLogRegisterBuffer(state, tail, 0);
		log = (SealstoneLogPage *) SealstonePageBody(page);
		base = log->base + log->nmarks;
		sealstone_log_page_set_next(log, new_block);
	}
	page = GenericXLogRegisterBuffer(state, new_buffer, GENERIC_XLOG_FULL_IMAGE);
	sealstone_log_page_init(page, seal_id, base);

	page = GenericXLogRegisterBuffer(state, meta_buffer, 0);
	meta = (SealstoneMetaPage *) SealstonePageBody(page);
	if (meta->log_head == InvalidBlockNumber)
		meta->log_head = new_block;
	meta->log_tail = new_block;
	meta->superseded = base;
	sealstone_meta_set_crc(meta);
	GenericXLogFinish(state);

	UnlockReleaseBuffer(meta_buffer);
	if (BufferIsValid(tail))
		UnlockReleaseBuffer(tail);
	return new_buffer;
}

static Buffer
lock_tail(Relation rel, uint64 *seal_id, bool wait)
{
	SealstoneMetaPage meta;
	BlockNumber block;

	if (!sealstone_store_read_meta(rel, &meta))
		elog(ERROR, "relation \"%s\" is not sealed", RelationGetRelationName(rel));
	*seal_id = meta.seal_id;
	block = meta.log_tail;

	for (;;)
	{
		Buffer		buffer;
		SealstoneLogPage *log;

		if (block == InvalidBlockNumber)
		{
			if (!wait)
				return InvalidBuffer;
			buffer = add_log_page(rel, InvalidBuffer, *seal_id);
			if (BufferIsValid(buffer))
				return buffer;
			if (!sealstone_store_read_meta(rel, &meta))
				elog(ERROR, "relation \"%s\" is not sealed", RelationGetRelationName(rel));
			block = meta.log_tail;
			continue;
		}

		buffer = ReadBuffer(rel, block);
		if (wait)
			LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
		else if (!ConditionalLockBuffer(buffer))
		{
			ReleaseBuffer(buffer);
			return InvalidBuffer;
		}
		log = sealstone_log_page(rel, block, BufferGetPage(buffer), *seal_id, false);
		if (log->next != InvalidBlockNumber)
		{
			block = log->next;
			UnlockReleaseBuffer(buffer);
			continue;
		}
		if (log->nmarks < SEALSTONE_LOG_MARKS)
			return buffer;
		if (!wait)
		{
			UnlockReleaseBuffer(buffer);
			return InvalidBuffer;
		}
		return add_log_page(rel, buffer, *seal_id);
	}
}

Buffer
sealstone_log_lock_tail(Relation rel, uint64 *seal_id)
{
	return lock_tail(rel, seal_id, true);
}

Buffer
sealstone_log_try_lock_tail(Relation rel, uint64 *seal_id)
{
	return lock_tail(rel, seal_id, false);
}

void
sealstone_marks_append(Relation rel, const uint64 *rows, const ItemPointerData *tids, int n)
{
	int			i = 0;

	while (i < n)
	{
		uint64		seal_id;
		Buffer		buffer;
		GenericXLogState *state;
		SealstoneLogPage *log;

		CHECK_FOR_INTERRUPTS();
		buffer = sealstone_log_lock_tail(rel, &seal_id);
		state = GenericXLogStart(rel);
		log = (SealstoneLogPage *) SealstonePageBody(GenericXLogRegisterBuffer(state, buffer, 0));
		while (i < n && log->nmarks < SEALSTONE_LOG_MARKS)
		{
			sealstone_log_page_append(log, rows[i], tids ? &tids[i] : NULL);
			i++;
		}
		GenericXLogFinish(state);
		UnlockReleaseBuffer(buffer);
	}
}

/* ---------------------------------------------------------------- generations */

static void
generation_release(Generation *generation)
{
	Assert(generation->refcount > 0);
	if (--generation->refcount == 0)
		MemoryContextDelete(generation->context);
}

static int
compare_marks(const void *a, const void *b)
{
	const SealstoneMark *x = a;
	const SealstoneMark *y = b;

	return x->row < y->row ? -1 : x->row > y->row;
}

static int
compare_copies(const void *a, const void *b)
{
	const CopyRef *x = a;
	const CopyRef *y = b;

	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	return 0;
}

static inline uint64
copy_key(const ItemPointerData *tid)
{
	return ((uint64) ItemPointerGetBlockNumber(tid) << 16) | ItemPointerGetOffsetNumber(tid);
}

static void *
alloc_huge(MemoryContext context, uint64 n, Size size)
{
	return MemoryContextAllocHuge(context, Max(n, 1) * size);
}

/* Sort marks that are in log order, keep the newest of each row, return how many. */
static uint64
sort_log(SealstoneMark *mark, uint64 n)
{
	uint64		out = 0;
	bool		sorted = true;

	for (uint64 i = 1; i < n; i++)
		if (mark[i - 1].row >= mark[i].row)
		{
			sorted = false;
			break;
		}
	if (sorted)
		return n;

	/*
	 * qsort is not stable: of the marks of one row (rare: retired copies), which is newest is told by
	 * being gone, for that is the only mark a row can get after another.
	 */
	qsort(mark, n, sizeof(SealstoneMark), compare_marks);
	for (uint64 i = 0; i < n; i++)
	{
		if (out > 0 && mark[out - 1].row == mark[i].row)
		{
			if (!ItemPointerIsValid(&mark[i].tid))
				mark[out - 1] = mark[i];
			continue;
		}
		mark[out++] = mark[i];
	}
	return out;
}

/* old (may be NULL) with newer marks laid over: a new generation with one reference. */
static Generation *
generation_make(const Generation *old, const SealstoneMark *fresh, uint64 nfresh,
				const SealstoneMark *fresh_log, uint64 nfresh_log, uint64 limit)
{
	MemoryContext context = AllocSetContextCreate(kept_context, "sealstone marks", ALLOCSET_SMALL_SIZES);
	Generation *made = MemoryContextAllocZero(context, sizeof(Generation));
	uint64		nold = old ? old->n : 0;
	uint64		i = 0,
				j = 0,
				out = 0;

	made->context = context;
	made->refcount = 1;
	made->limit = limit;
	made->mark = alloc_huge(context, nold + nfresh, sizeof(SealstoneMark));
	while (i < nold || j < nfresh)
	{
		if (j >= nfresh || (i < nold && old->mark[i].row < fresh[j].row))
			made->mark[out++] = old->mark[i++];
		else
		{
			if (i < nold && old->mark[i].row == fresh[j].row)
				i++;
			made->mark[out++] = fresh[j++];
		}
	}
	made->n = out;

	/* the copies, of retired marks too */
	{
		uint64		ncopies = old ? old->ncopies : 0;
		CopyRef    *added = alloc_huge(context, nfresh_log, sizeof(CopyRef));
		uint64		nadded = 0;

		for (j = 0; j < nfresh_log; j++)
			if (ItemPointerIsValid(&fresh_log[j].tid))
			{
				added[nadded].tid = copy_key(&fresh_log[j].tid);
				added[nadded].row = fresh_log[j].row;
				nadded++;
			}
		qsort(added, nadded, sizeof(CopyRef), compare_copies);
		made->copy = alloc_huge(context, ncopies + nadded, sizeof(CopyRef));
		i = j = out = 0;
		while (i < ncopies || j < nadded)
		{
			if (j >= nadded || (i < ncopies && old->copy[i].tid <= added[j].tid))
				made->copy[out++] = old->copy[i++];
			else
				made->copy[out++] = added[j++];
		}
		made->ncopies = out;
		pfree(added);
	}
	return made;
}

/* ---------------------------------------------------------------- what is kept */

static void
kept_drop(Kept *kept)
{
	if (kept->current)
		generation_release(kept->current);
	if (kept->fresh)
		pfree(kept->fresh);
	if (kept->fresh_log)
		pfree(kept->fresh_log);
	hash_search(kept_table, &kept->key, HASH_REMOVE, NULL);
}

static Size
kept_bytes(const Kept *kept)
{
	Size		bytes = kept->fresh_size * sizeof(SealstoneMark) + kept->fresh_log_size * sizeof(SealstoneMark);

	if (kept->current)
		bytes += kept->current->n * sizeof(SealstoneMark) + kept->current->ncopies * sizeof(CopyRef);
	return bytes;
}

/* Drop the least used until within bounds; never "keep" itself. */
static void
kept_shrink(const Kept *keep)
{
	for (;;)
	{
		HASH_SEQ_STATUS status;
		Kept	   *kept;
		Kept	   *oldest = NULL;
		Size		bytes = 0;

		hash_seq_init(&status, kept_table);
		while ((kept = hash_seq_search(&status)) != NULL)
		{
			bytes += kept_bytes(kept);
			if (kept != keep && (oldest == NULL || kept->used < oldest->used))
				oldest = kept;
		}
		if (oldest == NULL || (bytes <= KEPT_BYTES && hash_get_num_entries(kept_table) <= KEPT_RELATIONS))
			return;
		kept_drop(oldest);
	}
}

static Kept *
kept_find(Relation rel, uint64 seal_id)
{
	KeptKey		key;
	Kept	   *kept;
	bool		found;

	if (kept_table == NULL)
	{
		HASHCTL		ctl;

		kept_context = AllocSetContextCreate(TopMemoryContext, "sealstone kept marks", ALLOCSET_DEFAULT_SIZES);
		memset(&ctl, 0, sizeof(ctl));
		ctl.keysize = sizeof(KeptKey);
		ctl.entrysize = sizeof(Kept);
		ctl.hcxt = kept_context;
		kept_table = hash_create("sealstone kept marks", 32, &ctl, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	}

	memset(&key, 0, sizeof(key));
	key.relid = RelationGetRelid(rel);
	key.filenode = sealstone_relation_filenode(rel);
	key.seal_id = seal_id;
	kept = hash_search(kept_table, &key, HASH_ENTER, &found);
	if (!found)
	{
		memset((char *) kept + sizeof(KeptKey), 0, sizeof(Kept) - sizeof(KeptKey));
		kept->head = kept->tail = kept->copy_block = InvalidBlockNumber;
		kept->used = ++kept_tick;
		kept_shrink(kept);
	}
	kept->used = ++kept_tick;
	return kept;
}

static void
grow(SealstoneMark **array, uint64 *size, uint64 needed)
{
	uint64		wanted = Max(*size, 64);

	if (needed <= *size)
		return;
	while (wanted < needed)
		wanted *= 2;
	if (*array == NULL)
		*array = alloc_huge(kept_context, wanted, sizeof(SealstoneMark));
	else
		*array = repalloc_huge(*array, wanted * sizeof(SealstoneMark));
	*size = wanted;
}

/* Fold the fresh marks into a new current generation. */
static void
kept_fold(Kept *kept)
{
	Generation *made;

	if (kept->current != NULL && kept->nfresh_log == 0)
		return;
	made = generation_make(kept->current, kept->fresh, kept->nfresh,
						   kept->fresh_log, kept->nfresh_log, kept->position);
	if (kept->current)
		generation_release(kept->current);
	kept->current = made;
	kept->nfresh = kept->nfresh_log = kept->narranged = 0;
	if (kept->fresh_size > 4096)
	{
		pfree(kept->fresh);
		kept->fresh = NULL;
		kept->fresh_size = 0;
	}
	if (kept->fresh_log_size > 4096)
	{
		pfree(kept->fresh_log);
		kept->fresh_log = NULL;
		kept->fresh_log_size = 0;
	}
}

/* Keep copy_offset right as marks come. */
static void
note_copy(Kept *kept, const ItemPointerData *tid)
{
	if (ItemPointerIsValid(tid) && ItemPointerGetBlockNumber(tid) == kept->copy_block)
		kept->copy_offset = Max(kept->copy_offset, ItemPointerGetOffsetNumber(tid));
}

/* Take over marks in log order; kept_arrange must follow. */
static void
kept_add(Kept *kept, const SealstoneMark *mark, uint64 n)
{
	if (n == 0)
		return;
	grow(&kept->fresh_log, &kept->fresh_log_size, kept->nfresh_log + n);
	memcpy(kept->fresh_log + kept->nfresh_log, mark, n * sizeof(SealstoneMark));
	kept->nfresh_log += n;
	kept->position += n;
	for (uint64 i = 0; i < n; i++)
		note_copy(kept, &mark[i].tid);
}

/* Lay the marks taken over since last time over the fresh ones: a few one by one, a long log that nobody has read before in one sort. */
static void
kept_arrange(Kept *kept)
{
	const SealstoneMark *mark = kept->fresh_log + kept->narranged;
	uint64		n = kept->nfresh_log - kept->narranged;

	if (n == 0)
		return;
	grow(&kept->fresh, &kept->fresh_size, kept->nfresh + n);
	if (n > FEW_MARKS)
	{
		grow(&kept->fresh, &kept->fresh_size, kept->nfresh_log);
		memcpy(kept->fresh, kept->fresh_log, kept->nfresh_log * sizeof(SealstoneMark));
		kept->nfresh = sort_log(kept->fresh, kept->nfresh_log);
		n = 0;
	}
	for (uint64 i = 0; i < n; i++)
	{
		uint64		lo = 0,
					hi = kept->nfresh;

		/* mostly they come in rising order */
		if (hi > 0 && kept->fresh[hi - 1].row < mark[i].row)
			lo = hi;
		while (lo < hi)
		{
			uint64		mid = lo + (hi - lo) / 2;

			if (kept->fresh[mid].row < mark[i].row)
				lo = mid + 1;
			else
				hi = mid;
		}
		if (lo < kept->nfresh && kept->fresh[lo].row == mark[i].row)
			kept->fresh[lo] = mark[i];
		else
		{
			memmove(&kept->fresh[lo + 1], &kept->fresh[lo], (kept->nfresh - lo) * sizeof(SealstoneMark));
			kept->fresh[lo] = mark[i];
			kept->nfresh++;
		}
	}
	kept->narranged = kept->nfresh_log;

	if (kept->nfresh > FEW_MARKS + (kept->current ? kept->current->n / 64 : 0))
		kept_fold(kept);
}

/*
 * Copy the marks [from, nmarks) of a log page out; next block in *next. locked (may be InvalidBuffer):
 * a page the caller holds locked already.
 */
static uint32
read_log_page(Relation rel, BlockNumber block, uint64 seal_id, uint32 from, Buffer locked,
			  SealstoneMark *out, BlockNumber *next, uint64 *base)
{
	Buffer		buffer;
	SealstoneLogPage *log;
	uint32		n;

	if (BufferIsValid(locked) && BufferGetBlockNumber(locked) == block)
		buffer = locked;
	else
	{
		buffer = ReadBuffer(rel, block);
		LockBuffer(buffer, BUFFER_LOCK_SHARE);
	}
	log = sealstone_log_page(rel, block, BufferGetPage(buffer), seal_id, false);
	if (log->nmarks > from)		/* something to take from it: then its CRC counts */
		log = sealstone_log_page(rel, block, BufferGetPage(buffer), seal_id, true);
	n = log->nmarks > from ? log->nmarks - from : 0;
	for (uint32 i = 0; i < n; i++)
	{
		out[i].row = log->mark[from + i].row;
		out[i].tid = log->mark[from + i].tid;
	}
	*next = log->next;
	*base = log->base;
	if (buffer != locked)
		UnlockReleaseBuffer(buffer);
	return n;
}

/* Bring what is kept up to the log's end. NULL when the relation is not sealed. locked: as above. */
static Kept *
kept_refresh(Relation rel, Buffer locked)
{
	SealstoneMetaPage meta;
	Kept	   *kept;
	SealstoneMark page[SEALSTONE_LOG_MARKS];

	if (!sealstone_store_read_meta(rel, &meta))
		return NULL;
	kept = kept_find(rel, meta.seal_id);
	if (meta.log_head == InvalidBlockNumber)
		return kept;

	if (kept->head != meta.log_head)
	{
		kept->head = meta.log_head;
		kept->tail = meta.log_head;
		kept->tail_marks = 0;
	}
	for (;;)
	{
		BlockNumber next;
		uint64		base;
		uint32		n;

		n = read_log_page(rel, kept->tail, meta.seal_id, kept->tail_marks, locked, page, &next, &base);
		if (base + kept->tail_marks != kept->position)
			ereport(ERROR,
					(errcode(ERRCODE_DATA_CORRUPTED),
					 errmsg("delete log of partition \"%s\" is damaged at block %u: marks are missing before it",
							RelationGetRelationName(rel), kept->tail)));
		kept_add(kept, page, n);
		kept->tail_marks += n;
		if (next == InvalidBlockNumber)
			break;
		kept->tail = next;
		kept->tail_marks = 0;
		CHECK_FOR_INTERRUPTS();
	}
	kept_arrange(kept);
	return kept;
}

/* ---------------------------------------------------------------- public */

uint64
sealstone_marks_position(Relation rel)
{
	SealstoneMetaPage meta;
	BlockNumber block;
	uint64		position = 0;

	if (!sealstone_store_read_meta(rel, &meta))
		return 0;
	block = meta.log_tail;
	while (block != InvalidBlockNumber)
	{
		Buffer		buffer = ReadBuffer(rel, block);
		SealstoneLogPage *log;

		LockBuffer(buffer, BUFFER_LOCK_SHARE);
		log = sealstone_log_page(rel, block, BufferGetPage(buffer), meta.seal_id, false);
		position = log->base + log->nmarks;
		block = log->next;
		UnlockReleaseBuffer(buffer);
	}
	return position;
}

SealstoneMark *
sealstone_marks_since(Relation rel, uint64 from, uint64 *n)
{
	SealstoneMetaPage meta;
	BlockNumber block;
	SealstoneMark page[SEALSTONE_LOG_MARKS];
	SealstoneMark *out = NULL;
	uint64		size = 0;

	*n = 0;
	if (!sealstone_store_read_meta(rel, &meta))
		return NULL;
	block = meta.log_head;

	/* the chain can be entered late only where it ends */
	if (meta.log_tail != InvalidBlockNumber && from >= meta.superseded)
		block = meta.log_tail;
	while (block != InvalidBlockNumber)
	{
		BlockNumber next;
		uint64		base;
		uint32		got = read_log_page(rel, block, meta.seal_id, 0, InvalidBuffer, page, &next, &base);
		uint32		skip = from > base ? (uint32) Min(from - base, got) : 0;

		if (got > skip)
		{
			if (*n + got - skip > size)
			{
				size = Max(size * 2, *n + SEALSTONE_LOG_MARKS);
				if (out == NULL)
					out = alloc_huge(CurrentMemoryContext, size, sizeof(SealstoneMark));
				else
					out = repalloc_huge(out, size * sizeof(SealstoneMark));
			}
			memcpy(out + *n, page + skip, (got - skip) * sizeof(SealstoneMark));
			*n += got - skip;
		}
		block = next;
		CHECK_FOR_INTERRUPTS();
	}
	return out;
}

static void
marks_reset(void *arg)
{
	SealstoneMarks *marks = arg;

	if (marks->generation)
		generation_release(marks->generation);
	marks->generation = NULL;
}

/* The generation that holds the first limit marks, with a reference for the caller. */
static Generation *
get_generation(Relation rel, uint64 limit)
{
	Kept	   *kept = kept_refresh(rel, InvalidBuffer);
	Generation *generation;

	if (kept == NULL)
		elog(ERROR, "relation \"%s\" is not sealed", RelationGetRelationName(rel));
	if (limit == SEALSTONE_MARKS_NOW || limit == kept->position)
	{
		kept_fold(kept);
		generation = kept->current;
		generation->refcount++;
		kept_shrink(kept);
	}
	else
	{
		uint64		n;
		SealstoneMark *log;
		SealstoneMark *sorted;

		if (limit > kept->position)
			elog(ERROR, "delete log of \"%s\" ends at %llu, before position %llu",
				 RelationGetRelationName(rel), (unsigned long long) kept->position, (unsigned long long) limit);
		log = sealstone_marks_since(rel, 0, &n);
		n = Min(n, limit);
		sorted = alloc_huge(CurrentMemoryContext, n, sizeof(SealstoneMark));
		if (n > 0)
			memcpy(sorted, log, n * sizeof(SealstoneMark));
		generation = generation_make(NULL, sorted, sort_log(sorted, n), log, n, limit);
		if (log)
			pfree(log);
		pfree(sorted);
	}
	return generation;
}

SealstoneMarks *
sealstone_marks_open(Relation rel, uint64 limit)
{
	SealstoneMarks *marks = palloc0(sizeof(SealstoneMarks));

	marks->generation = get_generation(rel, limit);
	marks->callback.func = marks_reset;
	marks->callback.arg = marks;
	MemoryContextRegisterResetCallback(CurrentMemoryContext, &marks->callback);
	return marks;
}

void
sealstone_marks_reopen(SealstoneMarks *marks, Relation rel, uint64 limit)
{
	Generation *generation = get_generation(rel, limit);

	marks_reset(marks);
	marks->generation = generation;
}

void
sealstone_marks_close(SealstoneMarks *marks)
{
	/* the struct itself stays: the context's callback points at it */
	marks_reset(marks);
}

uint64
sealstone_marks_limit(const SealstoneMarks *marks)
{
	return marks->generation->limit;
}

const SealstoneMark *
sealstone_marks_array(const SealstoneMarks *marks, uint64 *n)
{
	*n = marks->generation->n;
	return marks->generation->mark;
}

static uint64
lower_bound(const SealstoneMark *mark, uint64 n, uint64 row)
{
	uint64		lo = 0,
				hi = n;

	while (lo < hi)
	{
		uint64		mid = lo + (hi - lo) / 2;

		if (mark[mid].row < row)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

uint64
sealstone_marks_lower_bound(const SealstoneMarks *marks, uint64 row)
{
	return lower_bound(marks->generation->mark, marks->generation->n, row);
}

static bool
find_in(const SealstoneMark *mark, uint64 n, uint64 row, ItemPointer tid)
{
	uint64		i = n > 0 ? lower_bound(mark, n, row) : 0;

	if (i >= n || mark[i].row != row)
		return false;
	if (tid)
		*tid = mark[i].tid;
	return true;
}

bool
sealstone_marks_find(const SealstoneMarks *marks, uint64 row, ItemPointer tid)
{
	return find_in(marks->generation->mark, marks->generation->n, row, tid);
}

/* The row whose mark once named this copy. */
static bool
copy_find(const Generation *generation, const ItemPointerData *tid, uint64 *row)
{
	uint64		key = copy_key(tid);
	uint64		lo = 0,
				hi = generation->ncopies;

	while (lo < hi)
	{
		uint64		mid = lo + (hi - lo) / 2;

		if (generation->copy[mid].tid < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo >= generation->ncopies || generation->copy[lo].tid != key)
		return false;
	*row = generation->copy[lo].row;
	return true;
}

bool
sealstone_marks_know_copy(SealstoneMarks *marks, const ItemPointerData *tid, uint64 *row)
{
	uint64		found;
	ItemPointerData now;

	if (!copy_find(marks->generation, tid, &found))
		return false;

	/* a retired copy's line pointer may hold an ordinary late row by now */
	if (!sealstone_marks_find(marks, found, &now) || !ItemPointerIsValid(&now) || copy_key(&now) != copy_key(tid))
		return false;
	if (row)
		*row = found;
	return true;
}

static bool
kept_latest(const Kept *kept, uint64 row, ItemPointer tid)
{
	if (kept == NULL)
		return false;
	if (find_in(kept->fresh, kept->nfresh, row, tid))
		return true;
	return kept->current != NULL && find_in(kept->current->mark, kept->current->n, row, tid);
}

bool
sealstone_marks_latest(Relation rel, uint64 row, ItemPointer tid)
{
	return kept_latest(kept_refresh(rel, InvalidBuffer), row, tid);
}

bool
sealstone_marks_latest_locked(Relation rel, uint64 row, ItemPointer tid, Buffer tail)
{
	return kept_latest(kept_refresh(rel, tail), row, tid);
}

OffsetNumber
sealstone_marks_last_offset(Relation rel, uint64 seal_id, BlockNumber block)
{
	Kept	   *kept = kept_find(rel, seal_id);

	if (kept->copy_block != block)
	{
		const Generation *current = kept->current;
		uint64		lo = 0,
					hi = current ? current->ncopies : 0;

		kept->copy_block = block;
		kept->copy_offset = 0;

		/* the last copy before the next block */
		while (lo < hi)
		{
			uint64		mid = lo + (hi - lo) / 2;

			if (current->copy[mid].tid < (((uint64) block + 1) << 16))
				lo = mid + 1;
			else
				hi = mid;
		}
		if (lo > 0 && current->copy[lo - 1].tid >> 16 == block)
			kept->copy_offset = (OffsetNumber) (current->copy[lo - 1].tid & 0xFFFF);
		for (uint64 i = 0; i < kept->nfresh_log; i++)
			note_copy(kept, &kept->fresh_log[i].tid);
	}
	return kept->copy_offset;
}
