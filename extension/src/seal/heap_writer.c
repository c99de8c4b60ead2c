/*-------------------------------------------------------------------------
 *
 * heap_writer.c
 *	  The new storage of an unseal: rows in order, frozen, through heap_multi_insert.
 *
 * Pages come out all-visible and all-frozen, as COPY FREEZE makes them. Needs a transaction id, so the
 * caller commits every so many rows: flush, commit, go on with a new transaction (the writer opens the
 * target again by itself).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/hio.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "executor/tuptable.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "compat.h"
#include "seal/seal_job.h"

#define BATCH_ROWS 1000
#define BATCH_BYTES (256 * 1024)

struct SealHeapWriter
{
	MemoryContext context;
	MemoryContext batch_context;
	TupleDesc	desc;
	Relation	target;			/* open within one transaction */
	BulkInsertState bistate;
	TupleTableSlot *slots[BATCH_ROWS];
	uint64		number[BATCH_ROWS];
	bool		from_sealed[BATCH_ROWS];
	int			n;
	Size		bytes;
};

SealHeapWriter *
seal_heap_writer_begin(Relation target, MemoryContext parent)
{
	MemoryContext context = AllocSetContextCreate(parent, "sealstone heap writer", ALLOCSET_DEFAULT_SIZES);
	MemoryContext old_context = MemoryContextSwitchTo(context);
	SealHeapWriter *writer = palloc0(sizeof(SealHeapWriter));

	writer->context = context;
	writer->desc = CreateTupleDescCopy(RelationGetDescr(target));
	writer->batch_context = AllocSetContextCreate(context, "sealstone heap batch", ALLOCSET_DEFAULT_SIZES);
	for (int i = 0; i < BATCH_ROWS; i++)
		writer->slots[i] = MakeSingleTupleTableSlot(writer->desc, &TTSOpsHeapTuple);
	MemoryContextSwitchTo(old_context);
	return writer;
}

static void
write_batch(SealHeapWriter *writer, SealJob *job)
{
	if (writer->n == 0)
		return;
	if (writer->target == NULL)
	{
		MemoryContext old_context = MemoryContextSwitchTo(writer->context);

		writer->target = table_open(job->target, RowExclusiveLock);
		writer->bistate = GetBulkInsertState();
		MemoryContextSwitchTo(old_context);
	}
	heap_multi_insert(writer->target, writer->slots, writer->n, GetCurrentCommandId(true),
					  HEAP_INSERT_SKIP_FSM | HEAP_INSERT_FROZEN, writer->bistate);
	for (int i = 0; i < writer->n; i++)
	{
		ItemPointer tid = &writer->slots[i]->tts_tid;
		uint64		target = ((uint64) ItemPointerGetBlockNumber(tid) << 16) | ItemPointerGetOffsetNumber(tid);

		seal_row_map_set(writer->from_sealed[i] ? &job->row_map : &job->seq_map, writer->number[i], target);
		ExecClearTuple(writer->slots[i]);
	}
	MemoryContextReset(writer->batch_context);
	writer->n = 0;
	writer->bytes = 0;
}

void
seal_heap_writer_put(SealHeapWriter *writer, SealJob *job, const SealRow *row)
{
	MemoryContext old_context = MemoryContextSwitchTo(writer->batch_context);
	HeapTuple	tuple = heap_form_tuple(writer->desc, row->values, row->isnull);

	MemoryContextSwitchTo(old_context);
	ExecStoreHeapTuple(tuple, writer->slots[writer->n], false);
	writer->number[writer->n] = row->number;
	writer->from_sealed[writer->n] = row->from_sealed;
	writer->n++;
	writer->bytes += tuple->t_len;
	if (writer->n == BATCH_ROWS || writer->bytes >= BATCH_BYTES)
		write_batch(writer, job);
}

/* Write what is gathered and close the target, before a commit. */
void
seal_heap_writer_flush(SealHeapWriter *writer, SealJob *job)
{
	write_batch(writer, job);
	if (writer->target)
	{
		FreeBulkInsertState(writer->bistate);
		table_close(writer->target, NoLock);
		writer->target = NULL;
	}
}
