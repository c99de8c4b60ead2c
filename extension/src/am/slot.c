/*-------------------------------------------------------------------------
 *
 * slot.c
 *	  Sealed rows as heap tuples in slots, and the readers that single fetches use.
 *
 * The slot type of the access method is TTSOpsBufferHeapTuple, because late rows are heapam's and go
 * into slots untouched. A sealed row is put in as a tuple without a buffer, formed in the slot's own
 * memory, which is what ExecForceStoreHeapTuple makes of a buffer slot, less one copy. Its header is
 * that of a frozen tuple, so xmin, xmax, cmin, cmax and ctid can be asked for.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "utils/inval.h"
#include "utils/memutils.h"

#include "am/am.h"
#include "am/am_internal.h"

/*
 * The slot's descriptor is not the relation's of this moment. ALTER TABLE reads so for a rewrite, with
 * the descriptor from before: the relation may have got columns since, and its missing values are cleared already.
 */
static void
read_by_descriptor(SealstoneReader *reader, Relation rel, uint64 row, const bool *needed, TupleTableSlot *slot)
{
	TupleDesc	desc = slot->tts_tupleDescriptor;
	int			natts = Max(RelationGetNumberOfAttributes(rel), desc->natts);
	Datum	   *values = palloc0(natts * sizeof(Datum));
	bool	   *isnull = palloc(natts * sizeof(bool));

	memset(isnull, true, natts * sizeof(bool));
	sealstone_reader_row(reader, row, needed, values, isnull);
	for (int i = sealstone_reader_info(reader)->natts; i < desc->natts; i++)
		if (isnull[i] && !TupleDescAttr(desc, i)->attisdropped && (needed == NULL || needed[i]))
			values[i] = getmissingattr(desc, i + 1, &isnull[i]);
	memcpy(slot->tts_values, values, desc->natts * sizeof(Datum));
	memcpy(slot->tts_isnull, isnull, desc->natts * sizeof(bool));
	pfree(values);
	pfree(isnull);
}

void
sealstone_slot_store_row(SealstoneReader *reader, Relation rel, uint64 row, const bool *needed,
						 TupleTableSlot *slot)
{
	BufferHeapTupleTableSlot *bslot = (BufferHeapTupleTableSlot *) slot;
	HeapTuple	tuple;
	HeapTupleHeader header;
	TupleDesc	desc = slot->tts_tupleDescriptor;
	MemoryContext old;

	Assert(TTS_IS_BUFFERTUPLE(slot));
	ExecClearTuple(slot);

	/* the slot's own arrays serve as scratch: nothing in the slot is valid until the tuple is in */
	if (likely(desc == RelationGetDescr(rel)))
		sealstone_reader_row(reader, row, needed, slot->tts_values, slot->tts_isnull);
	else
		read_by_descriptor(reader, rel, row, needed, slot);

	old = MemoryContextSwitchTo(slot->tts_mcxt);
	tuple = heap_form_tuple(slot->tts_tupleDescriptor, slot->tts_values, slot->tts_isnull);
	MemoryContextSwitchTo(old);

	header = tuple->t_data;
	header->t_infomask &= ~HEAP_XACT_MASK;
	header->t_infomask2 &= ~HEAP2_XACT_MASK;
	header->t_infomask |= HEAP_XMIN_FROZEN | HEAP_XMAX_INVALID;
	HeapTupleHeaderSetXmin(header, FrozenTransactionId);
	HeapTupleHeaderSetCmin(header, FirstCommandId);
	HeapTupleHeaderSetXmax(header, InvalidTransactionId);
	sealstone_row_tid(row, &tuple->t_self);
	header->t_ctid = tuple->t_self;
	tuple->t_tableOid = RelationGetRelid(rel);

	bslot->base.tuple = tuple;
	bslot->base.off = 0;
	bslot->buffer = InvalidBuffer;
	slot->tts_flags &= ~TTS_FLAG_EMPTY;
	slot->tts_flags |= TTS_FLAG_SHOULDFREE;
	slot->tts_nvalid = 0;
	slot->tts_tid = tuple->t_self;
	slot->tts_tableOid = RelationGetRelid(rel);
}

/* ---------------------------------------------------------------- readers kept in the backend */

/*
 * Opening a reader and the pages of a row costs more than taking the row from pages that are open. So index fetches and all
 * else that wants single rows share one reader for each relation, and it outlives the transaction with the pages last used, up to
 * IDLE_BYTES. Whatever might leave one half done (an error) or make it wrong (an invalidation) ends it.
 */
#define KEPT_READERS 8
#define IDLE_BYTES ((Size) 2 * 1024 * 1024)

typedef struct KeptReader
{
	Relation	rel;			/* the relcache entry it was opened on: good while no invalidation came for it */
	Oid			relid;
	SealstoneReader *reader;	/* NULL: free */
	MemoryContext context;
	uint64		used;
} KeptReader;

static KeptReader kept_readers[KEPT_READERS];
static uint64 reader_tick = 0;
static bool reader_callbacks = false;

/* Relcache entry gone or changed: the reader must not be used again. Only note it; this runs anywhere. */
static void
reader_relcache_callback(Datum arg, Oid relid)
{
	for (int i = 0; i < KEPT_READERS; i++)
		if (relid == InvalidOid || kept_readers[i].relid == relid)
			kept_readers[i].rel = NULL;
}

/* At the end of a transaction: nothing returned is in use any more. Frees memory, reads nothing. */
static void
reader_xact_callback(XactEvent event, void *arg)
{
	if (event == XACT_EVENT_PRE_COMMIT || event == XACT_EVENT_PRE_PREPARE || event == XACT_EVENT_PARALLEL_PRE_COMMIT)
		return;
	for (int i = 0; i < KEPT_READERS; i++)
	{
		KeptReader *kept = &kept_readers[i];

		if (kept->context == NULL)
			continue;
		if (kept->rel == NULL || event == XACT_EVENT_ABORT || event == XACT_EVENT_PARALLEL_ABORT)
			MemoryContextDelete(kept->context);
		else
			sealstone_reader_trim(kept->reader, IDLE_BYTES);
	}
}

/* A subtransaction failed, perhaps while one of them was at work: use none of them again. */
static void
reader_subxact_callback(SubXactEvent event, SubTransactionId mine, SubTransactionId parent, void *arg)
{
	if (event == SUBXACT_EVENT_ABORT_SUB)
		reader_relcache_callback((Datum) 0, InvalidOid);
}

/* Its memory goes, and the reader with it. */
static void
reader_context_callback(void *arg)
{
	memset(arg, 0, sizeof(KeptReader));
}

SealstoneReader *
sealstone_kept_reader(Relation rel)
{
	KeptReader *kept = NULL;
	MemoryContext old;
	MemoryContextCallback *callback;

	for (int i = 0; i < KEPT_READERS; i++)
		if (kept_readers[i].rel == rel && kept_readers[i].relid == RelationGetRelid(rel))
		{
			if (unlikely(!sealstone_reader_is_current(kept_readers[i].reader, rel)))
			{
				kept_readers[i].rel = NULL;
				break;
			}
			kept_readers[i].used = ++reader_tick;
			return kept_readers[i].reader;
		}

	if (!reader_callbacks)
	{
		CacheRegisterRelcacheCallback(reader_relcache_callback, (Datum) 0);
		RegisterSubXactCallback(reader_subxact_callback, NULL);
		RegisterXactCallback(reader_xact_callback, NULL);
		reader_callbacks = true;
	}

	/* a free place, a stale one, or the least used */
	for (int i = 0; i < KEPT_READERS; i++)
		if (kept == NULL || (kept->rel != NULL && (kept_readers[i].rel == NULL || kept_readers[i].used < kept->used)))
			kept = &kept_readers[i];
	if (kept->context != NULL)
		MemoryContextDelete(kept->context);
	Assert(kept->context == NULL);

	kept->context = AllocSetContextCreate(CacheMemoryContext, "sealstone single rows", ALLOCSET_DEFAULT_SIZES);
	callback = MemoryContextAllocZero(kept->context, sizeof(MemoryContextCallback));
	callback->func = reader_context_callback;
	callback->arg = kept;
	MemoryContextRegisterResetCallback(kept->context, callback);

	old = MemoryContextSwitchTo(kept->context);
	kept->reader = sealstone_reader_open(rel);
	MemoryContextSwitchTo(old);
	kept->relid = RelationGetRelid(rel);
	kept->rel = rel;
	kept->used = ++reader_tick;
	return kept->reader;
}
