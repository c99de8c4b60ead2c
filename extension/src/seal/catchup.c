/*-------------------------------------------------------------------------
 *
 * catchup.c
 *	  Brings new storage level with what happened to the source while it was built.
 *
 * A page of the source that was all-visible when read and still is has not changed: only VACUUM sets
 * that bit, and VACUUM is locked out. Every other page is looked at in each pass: the tuples that are
 * live now are compared with those that entered the new storage, each known by offset and raw
 * xmin. One that went is marked gone (or, if it was itself added by a pass, killed); one that came
 * is added as a late row, frozen. A page is passed over when its LSN is that of the last look and no
 * transaction was in progress on it then; on unlogged tables LSNs say nothing, and it is looked at again.
 *
 * Of a sealed source the marks appended since are read as well: a newly marked row is taken out,
 * and its copy is an ordinary tuple of a heap page.
 *
 * Passes without the exclusive lock leave less and less; the last, under it, meets no transaction in
 * progress, so that what it leaves is exact. Late rows keep no link with their transaction: a
 * snapshot that must not see them is older than job->newest, and is turned away (PROTOCOLS 11).
 *
 * Error: the pass's transaction aborts, and the whole job with it; nothing here survives that.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/generic_xlog.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/visibilitymap.h"
#include "access/visibilitymapdefs.h"
#include "access/xact.h"
#include "executor/executor.h"
#include "executor/tuptable.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "compat.h"
#include "seal/seal_job.h"

/* One pass: what it has open, and what it has gathered. */
typedef struct Pass
{
	SealJob    *job;
	bool		final;
	MemoryContext context;
	Relation	source;
	Relation	target;			/* opened when first needed */
	ResultRelInfo *result;
	EState	   *estate;
	TupleTableSlot *slot;
	BulkInsertState bistate;
	uint64	   *gone;			/* rows to mark */
	int			ngone;
	int			maxgone;
	uint64		touched;
} Pass;

static void
open_target(Pass *pass)
{
	MemoryContext old_context;

	if (pass->target)
		return;
	old_context = MemoryContextSwitchTo(pass->context);
	pass->target = table_open(pass->job->target, RowExclusiveLock);
	pass->estate = CreateExecutorState();
	pass->result = makeNode(ResultRelInfo);
	InitResultRelInfo(pass->result, pass->target, 1, NULL, 0);
	ExecOpenIndices(pass->result, false);
	pass->slot = MakeSingleTupleTableSlot(RelationGetDescr(pass->target), &TTSOpsHeapTuple);
	pass->bistate = GetBulkInsertState();
	MemoryContextSwitchTo(old_context);
}

static void
close_target(Pass *pass)
{
	if (!pass->target)
		return;
	FreeBulkInsertState(pass->bistate);
	ExecDropSingleTupleTableSlot(pass->slot);
	ExecCloseIndices(pass->result);
	FreeExecutorState(pass->estate);
	table_close(pass->target, NoLock);
	pass->target = NULL;
}

/*
 * Take a tuple out of the new storage's heap part for good: nobody has ever seen it, and nobody may see it
 * by an old snapshot. heap_delete clears the visibility map and the tuple's own TOAST values, each
 * with its own WAL; then the line pointer is made dead, as pruning would, so that no snapshot decides.
 */
static void
kill_tuple(Pass *pass, uint64 target)
{
	ItemPointerData tid;
	Buffer		buffer;
	Page		page;
	GenericXLogState *state;

	open_target(pass);
	ItemPointerSet(&tid, (BlockNumber) (target >> 16), (OffsetNumber) (target & 0xFFFF));
	simple_heap_delete(pass->target, &tid);

	buffer = ReadBuffer(pass->target, ItemPointerGetBlockNumber(&tid));
	LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
	state = GenericXLogStart(pass->target);
	page = GenericXLogRegisterBuffer(state, buffer, 0);
	ItemIdSetDead(PageGetItemId(page, ItemPointerGetOffsetNumber(&tid)));
	GenericXLogFinish(state);
	UnlockReleaseBuffer(buffer);
	pass->job->late_killed++;
	pass->touched++;
}

/* A row that entered with the build has gone. */
static void
take_out(Pass *pass, uint64 target)
{
	if (target == SEAL_TARGET_NONE)
		return;
	if (pass->job->kind == SEAL_KIND_UNSEAL)
	{
		kill_tuple(pass, target);
		return;
	}
	if (pass->ngone == pass->maxgone)
	{
		pass->maxgone = pass->maxgone ? pass->maxgone * 2 : 256;
		if (pass->gone == NULL)
			pass->gone = MemoryContextAllocHuge(pass->context, pass->maxgone * sizeof(uint64));
		else
			pass->gone = repalloc_huge(pass->gone, pass->maxgone * sizeof(uint64));
	}
	pass->gone[pass->ngone++] = target;
	pass->job->gone++;
	pass->touched++;
}

/* Add a row that has come: frozen, into the heap part and every index. Returns its target. */
static uint64
add_late(Pass *pass, HeapTuple source_tuple)
{
	MemoryContext old_context;
	TupleDesc	desc = RelationGetDescr(pass->source);
	Datum	   *values;
	bool	   *isnull;
	HeapTuple	tuple;
	uint64		target;

	open_target(pass);
	old_context = MemoryContextSwitchTo(GetPerTupleMemoryContext(pass->estate));
	values = palloc(sizeof(Datum) * Max(1, desc->natts));
	isnull = palloc(sizeof(bool) * Max(1, desc->natts));

	/* anew, so that it has all columns; the heap toasts afresh what points into the old TOAST table */
	heap_deform_tuple(source_tuple, desc, values, isnull);
	tuple = heap_form_tuple(RelationGetDescr(pass->target), values, isnull);
	heap_insert(pass->target, tuple, GetCurrentCommandId(true),
				HEAP_INSERT_FROZEN | HEAP_INSERT_NO_LOGICAL, pass->bistate);
	target = ((uint64) ItemPointerGetBlockNumber(&tuple->t_self) << 16) |
		ItemPointerGetOffsetNumber(&tuple->t_self);

	if (pass->result->ri_NumIndices > 0)
	{
		tuple->t_tableOid = RelationGetRelid(pass->target);
		ExecStoreHeapTuple(tuple, pass->slot, false);
		pass->slot->tts_tid = tuple->t_self;
		(void) sealstone_insert_index_tuples(pass->result, pass->slot, pass->estate);
		ExecClearTuple(pass->slot);
	}
	MemoryContextSwitchTo(old_context);
	ResetPerTupleExprContext(pass->estate);
	pass->job->late_added++;
	pass->touched++;
	return target;
}

/* --- one page ----------------------------------------------------------------- */

static SealDirtyPage *
dirty_page(SealJob *job, BlockNumber block)
{
	bool		found;
	SealDirtyPage *page = hash_search(job->dirty, &block, HASH_ENTER, &found);

	if (!found)
	{
		page->settled = false;
		page->lsn = InvalidXLogRecPtr;
		page->nremoved = page->nadded = page->maxadded = 0;
		page->removed = NULL;
		page->added = NULL;
	}
	return page;
}

static bool
is_removed(const SealDirtyPage *page, OffsetNumber offset)
{
	for (int i = 0; i < page->nremoved; i++)
		if (page->removed[i] == offset)
			return true;
	return false;
}

static void
note_removed(SealJob *job, SealDirtyPage *page, OffsetNumber offset)
{
	/* grows by doubling at powers of two */
	if (page->removed == NULL)
		page->removed = MemoryContextAlloc(job->context, sizeof(OffsetNumber));
	else if ((page->nremoved & (page->nremoved - 1)) == 0)
		page->removed = repalloc(page->removed, sizeof(OffsetNumber) * page->nremoved * 2);
	page->removed[page->nremoved++] = offset;
}

static void
note_added(SealJob *job, SealDirtyPage *page, OffsetNumber offset, TransactionId xmin, uint64 target)
{
	if (page->nadded == page->maxadded)
	{
		page->maxadded = page->maxadded ? page->maxadded * 2 : 4;
		if (page->added == NULL)
			page->added = MemoryContextAlloc(job->context, sizeof(SealTuple) * page->maxadded);
		else
			page->added = repalloc(page->added, sizeof(SealTuple) * page->maxadded);
	}
	page->added[page->nadded].offset = offset;
	page->added[page->nadded].xmin = xmin;
	page->added[page->nadded].target = target;
	page->nadded++;
}

/* Look at a page that may have changed, and mend the new storage accordingly. */
static void
look_at_page(Pass *pass, BlockNumber block)
{
	SealJob    *job = pass->job;
	SealDirtyPage *state = dirty_page(job, block);
	Buffer		buffer = ReadBuffer(pass->source, block);
	Page		page = BufferGetPage(buffer);
	XLogRecPtr	lsn = BufferGetLSNAtomic(buffer);
	SealTuple	entered[MaxHeapTuplesPerPage];
	int			nentered;
	TransactionId live[MaxHeapTuplesPerPage + 1];	/* by offset: xmin of a live tuple, or invalid */
	OffsetNumber maxoff;
	bool		settled = true;
	bool		known[MaxHeapTuplesPerPage + 1];	/* by offset: the live tuple is in the new storage */

	if (state->settled && job->lsn_tells && state->lsn == lsn)
	{
		ReleaseBuffer(buffer);
		return;
	}

	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	lsn = PageGetLSN(page);
	maxoff = PageIsNew(page) ? 0 : PageGetMaxOffsetNumber(page);
	memset(live, 0, sizeof(live));
	memset(known, 0, sizeof(known));
	for (OffsetNumber off = FirstOffsetNumber; off <= maxoff; off = OffsetNumberNext(off))
	{
		ItemId		lp = PageGetItemId(page, off);
		HeapTupleData tuple;

		if (!ItemIdIsNormal(lp))
			continue;
		tuple.t_data = (HeapTupleHeader) PageGetItem(page, lp);
		tuple.t_len = ItemIdGetLength(lp);
		tuple.t_tableOid = job->relid;
		ItemPointerSet(&tuple.t_self, block, off);
		switch (seal_tuple_status(job, &tuple, buffer))
		{
			case SEAL_TUPLE_LIVE_PENDING:
				settled = false;
				/* fall through */
			case SEAL_TUPLE_LIVE:
				live[off] = HeapTupleHeaderGetRawXmin(tuple.t_data);
				break;
			case SEAL_TUPLE_DEAD_PENDING:
				settled = false;
				break;
			case SEAL_TUPLE_DEAD:
				break;
		}
	}
	LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
	if (pass->final && !settled)
		elog(ERROR, "a transaction is in progress on block %u of %s, although it is locked", block, job->name);

	/* rows that entered with the build */
	nentered = seal_source_page_rows(job, block, entered);
	for (int i = 0; i < nentered; i++)
	{
		OffsetNumber off = entered[i].offset;

		if (live[off] == entered[i].xmin && TransactionIdIsValid(live[off]))
		{
			Assert(!is_removed(state, off));
			known[off] = true;
		}
		else if (!is_removed(state, off))
		{
			take_out(pass, entered[i].target);
			note_removed(job, state, off);
		}
	}

	/* rows that a pass added */
	for (int i = 0; i < state->nadded;)
	{
		SealTuple  *added = &state->added[i];

		if (live[added->offset] == added->xmin)
		{
			known[added->offset] = true;
			i++;
		}
		else
		{
			kill_tuple(pass, added->target);
			state->added[i] = state->added[--state->nadded];
		}
	}

	/* rows that are new; the pin keeps them in place */
	for (OffsetNumber off = FirstOffsetNumber; off <= maxoff; off = OffsetNumberNext(off))
	{
		HeapTupleData tuple;
		ItemId		lp;

		if (!TransactionIdIsValid(live[off]) || known[off])
			continue;
		lp = PageGetItemId(page, off);
		tuple.t_data = (HeapTupleHeader) PageGetItem(page, lp);
		tuple.t_len = ItemIdGetLength(lp);
		tuple.t_tableOid = job->relid;
		ItemPointerSet(&tuple.t_self, block, off);
		note_added(job, state, off, live[off], add_late(pass, &tuple));
	}
	ReleaseBuffer(buffer);
	state->lsn = lsn;
	state->settled = settled;
}

/* --- marks of a sealed source ------------------------------------------------------ */

static void
look_at_marks(Pass *pass)
{
	SealJob    *job = pass->job;
	uint64		n;
	SealstoneMark *marks = sealstone_marks_since(pass->source, job->marks_seen, &n);

	for (uint64 i = 0; i < n; i++)
	{
		uint64		target = seal_row_map_get(&job->row_map, marks[i].row);

		if (target == SEAL_TARGET_NONE)
			continue;			/* marked before already */
		take_out(pass, target);
		seal_row_map_set(&job->row_map, marks[i].row, SEAL_TARGET_NONE);
	}
	job->marks_seen += n;
}

/* --- which pages --------------------------------------------------------------------- */

#define BLOCKS_PER_MAP_PAGE ((BLCKSZ - MAXALIGN(SizeOfPageHeaderData)) * (BITS_PER_BYTE / BITS_PER_HEAPBLOCK))

/*
 * Are 32 blocks from here on (a multiple of 32, all read by the build) unchanged? Under the lock the whole map
 * is gone through, so it is done by words. *vmbuffer holds the map's page, if there is one.
 */
static bool
unchanged_32(Pass *pass, BlockNumber block, Buffer *vmbuffer)
{
	const uint64 all_visible = UINT64CONST(0x5555555555555555);
	const uint8 *clean = pass->job->clean + (block - SEAL_CLEAN_BASE(pass->job)) / 8;
	uint32		clean_word;
	uint64		map_word;

	memcpy(&clean_word, clean, sizeof(clean_word));
	if (clean_word != PG_UINT32_MAX)
		return false;
	(void) visibilitymap_get_status(pass->source, block, vmbuffer);
	if (!BufferIsValid(*vmbuffer))
		return false;
	memcpy(&map_word, PageGetContents(BufferGetPage(*vmbuffer)) + block % BLOCKS_PER_MAP_PAGE / 4, sizeof(map_word));
	return (map_word & all_visible) == all_visible;
}

/* --- one pass ------------------------------------------------------------------------- */

uint64
seal_catch_up(SealJob *job, bool final)
{
	Pass		pass = {0};
	BlockNumber nblocks;
	Buffer		vmbuffer = InvalidBuffer;

	pass.job = job;
	pass.final = final;
	pass.context = AllocSetContextCreate(CurrentMemoryContext, "sealstone pass", ALLOCSET_DEFAULT_SIZES);
	if (job->dirty == NULL)
	{
		HASHCTL		ctl = {0};

		ctl.keysize = sizeof(BlockNumber);
		ctl.entrysize = sizeof(SealDirtyPage);
		ctl.hcxt = job->context;
		job->dirty = hash_create("sealstone dirty pages", 1024, &ctl, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	}

	PushActiveSnapshot(GetTransactionSnapshot());	/* for TOAST */
	pass.source = table_open(job->relid, NoLock);	/* the session's lock, or the swap's */
	if (job->source_sealed)
		look_at_marks(&pass);
	nblocks = RelationGetNumberOfBlocks(pass.source);
	for (BlockNumber block = job->first_block; block < nblocks; block++)
	{
		while (block % 32 == 0 && block + 32 <= job->nblocks && unchanged_32(&pass, block, &vmbuffer))
			block += 32;
		if (block >= nblocks)
			break;
		if (seal_source_page_was_clean(job, block) && VM_ALL_VISIBLE(pass.source, block, &vmbuffer))
			continue;
		CHECK_FOR_INTERRUPTS();
		look_at_page(&pass, block);
	}
	if (BufferIsValid(vmbuffer))
		ReleaseBuffer(vmbuffer);
	if (pass.ngone > 0)
	{
		open_target(&pass);
		sealstone_marks_append(pass.target, pass.gone, NULL, pass.ngone);
	}
	close_target(&pass);
	table_close(pass.source, NoLock);
	PopActiveSnapshot();
	MemoryContextDelete(pass.context);
	return pass.touched;
}
