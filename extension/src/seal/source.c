/*-------------------------------------------------------------------------
 *
 * source.c
 *	  Reads what is to be stored anew, in the order in which it will be stored.
 *
 * A plain heap's pages are read in batches, each under a snapshot of its own, and every live row
 * goes into the sorter (sorter.c) with its sequence number. The rows of a sealed source are in order already:
 * they are merged with the sorted late rows, unless the new order key differs, when all are sorted.
 *
 * What is "live" is decided tuple by tuple at the moment its page is looked at, so the rows
 * read are no snapshot's: two versions of one row may both be there, or neither. That is catch-up's to
 * mend (catchup.c): for each page the tuples that entered are recorded, each by offset and raw xmin, which
 * tells it from any tuple put there later, because no two transactions have the same xmin and this one had
 * ended when we looked.
 *
 * Neither snapshot nor transaction id is held between two batches; the sort's files belong to the
 * transaction, so one transaction, without an id, spans reading and writing. An unseal has to give
 * its rows to heap_multi_insert, which needs an id, and commits often: its late rows are moved to where they
 * outlive transactions, and seal_source_suspend/resume bracket each commit.
 *
 * A job that is alone (compact.c) has the source to itself in the caller's transaction: what is in progress is its own, nothing
 * is recorded for catch-up, nothing maps old places to new ones.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/multixact.h"
#include "access/table.h"
#include "access/visibilitymap.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/sortsupport.h"

#include "compat.h"
#include "seal/seal_job.h"
#include "seal/sorter.h"
#include "stop_point.h"

#define BATCH_BLOCKS 1024		/* pages read under one snapshot: 8 MB */
#define FROM_SEALED (INT64CONST(1) << 62)	/* in a sorted row's number: it is a sealed row's */

/* One page of the source, in page_file at (block - first_block) * sizeof. */
typedef struct SealPageRecord
{
	uint64		first_seq;		/* of its first row that entered */
	uint64		position;		/* in tuple_file, when it has anything there */
	TransactionId xmin;			/* of all its rows, unless SEAL_PAGE_XMINS */
	uint16		nrows;
	uint16		flags;
} SealPageRecord;

#define SEAL_PAGE_XMINS		0x0001	/* xmins differ: TransactionId [nrows] in tuple_file */
#define SEAL_PAGE_OFFSETS	0x0002	/* offsets are not 1 .. nrows: OffsetNumber [nrows] in tuple_file */

struct SealSource
{
	SealJob    *job;
	MemoryContext context;		/* child of the job's */
	Relation	rel;
	TupleDesc	desc;

	/* rows that had to be sorted */
	SealSorter *sorter;
	bool		have_sorted;	/* values hold the next one */
	bool		sort_empty;		/* no more, or none ever */
	int64		sorted_number;

	/* sealed rows in order */
	bool		merge;
	MemoryContext reader_context;
	SealstoneReader *reader;
	SealstoneMarks *marks;
	uint64		marks_limit;
	const SealstoneMark *mark;	/* array, and the next one to compare with */
	uint64		nmarks;
	uint64		next_mark;
	uint64		next_row;
	bool		have_sealed;	/* sealed_values hold row next_row - 1 */
	Datum	   *sealed_values;
	bool	   *sealed_isnull;
	SortSupport compare;		/* one per key column */

	Datum	   *values;			/* of the row last returned from the sort */
	bool	   *isnull;
};

/* --- what is live ----------------------------------------------------------- */

static void
note_xid(SealJob *job, TransactionId xid)
{
	FullTransactionId full;

	if (!TransactionIdIsNormal(xid))
		return;
	full = seal_full_xid(xid);
	if (FullTransactionIdPrecedes(job->newest, full))
		job->newest = full;
}

SealTupleStatus
seal_tuple_status(SealJob *job, HeapTuple tuple, Buffer buffer)
{
	TransactionId dead_after = InvalidTransactionId;

	switch (HeapTupleSatisfiesVacuumHorizon(tuple, buffer, &dead_after))
	{
		case HEAPTUPLE_LIVE:
			if (!HeapTupleHeaderXminFrozen(tuple->t_data))
				note_xid(job, HeapTupleHeaderGetRawXmin(tuple->t_data));
			return SEAL_TUPLE_LIVE;
		case HEAPTUPLE_DELETE_IN_PROGRESS:
			if (job->alone)
			{
				note_xid(job, HeapTupleHeaderGetUpdateXid(tuple->t_data));
				return SEAL_TUPLE_DEAD;
			}
			if (!HeapTupleHeaderXminFrozen(tuple->t_data))
				note_xid(job, HeapTupleHeaderGetRawXmin(tuple->t_data));
			return SEAL_TUPLE_LIVE_PENDING;
		case HEAPTUPLE_RECENTLY_DEAD:
			note_xid(job, dead_after);
			return SEAL_TUPLE_DEAD;
		case HEAPTUPLE_INSERT_IN_PROGRESS:
			if (job->alone)
			{
				note_xid(job, HeapTupleHeaderGetXmin(tuple->t_data));
				return SEAL_TUPLE_LIVE;
			}
			return SEAL_TUPLE_DEAD_PENDING;
		case HEAPTUPLE_DEAD:
			return SEAL_TUPLE_DEAD;
	}
	elog(ERROR, "unexpected status of a tuple in block %u", ItemPointerGetBlockNumber(&tuple->t_self));
	return SEAL_TUPLE_DEAD;		/* keep compiler quiet */
}

/* --- reading pages ------------------------------------------------------------ */

static void
write_page_record(SealJob *job, SealPageRecord *record, const OffsetNumber *offsets, const TransactionId *xmins)
{
	bool		same_xmin = true;
	bool		in_order = true;

	for (int i = 0; i < record->nrows; i++)
	{
		same_xmin = same_xmin && xmins[i] == xmins[0];
		in_order = in_order && offsets[i] == i + 1;
	}
	record->xmin = record->nrows > 0 ? xmins[0] : InvalidTransactionId;
	record->flags = (same_xmin ? 0 : SEAL_PAGE_XMINS) | (in_order ? 0 : SEAL_PAGE_OFFSETS);
	if (record->flags != 0)
	{
		int			fileno;
		off_t		offset;

		BufFileTell(job->tuple_file, &fileno, &offset);
		record->position = ((uint64) fileno << 48) | (uint64) offset;
		if (!same_xmin)
			BufFileWrite(job->tuple_file, unconstify(TransactionId *, xmins), sizeof(TransactionId) * record->nrows);
		if (!in_order)
			BufFileWrite(job->tuple_file, unconstify(OffsetNumber *, offsets), sizeof(OffsetNumber) * record->nrows);
	}
	BufFileWrite(job->page_file, record, sizeof(SealPageRecord));
}

static void
read_page(SealSource *source, BlockNumber block, BufferAccessStrategy strategy, Buffer *vmbuffer,
		  MemoryContext row_context, Datum *values, bool *isnull)
{
	SealJob    *job = source->job;
	Buffer		buffer = ReadBufferExtended(source->rel, MAIN_FORKNUM, block, RBM_NORMAL, strategy);
	Page		page = BufferGetPage(buffer);
	SealPageRecord record = {0};
	OffsetNumber offsets[MaxHeapTuplesPerPage];
	TransactionId xmins[MaxHeapTuplesPerPage];
	OffsetNumber maxoff;
	bool		all_visible;

	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	all_visible = PageIsAllVisible(page) && VM_ALL_VISIBLE(source->rel, block, vmbuffer);
	maxoff = PageIsNew(page) ? 0 : PageGetMaxOffsetNumber(page);
	for (OffsetNumber off = FirstOffsetNumber; off <= maxoff; off = OffsetNumberNext(off))
	{
		ItemId		lp = PageGetItemId(page, off);
		HeapTupleData tuple;

		if (!ItemIdIsNormal(lp))
			continue;
		tuple.t_data = (HeapTupleHeader) PageGetItem(page, lp);
		if (!all_visible)
		{
			SealTupleStatus status;

			tuple.t_len = ItemIdGetLength(lp);
			tuple.t_tableOid = job->relid;
			ItemPointerSet(&tuple.t_self, block, off);
			status = seal_tuple_status(job, &tuple, buffer);
			if (status != SEAL_TUPLE_LIVE && status != SEAL_TUPLE_LIVE_PENDING)
				continue;
		}
		offsets[record.nrows] = off;
		xmins[record.nrows] = HeapTupleHeaderGetRawXmin(tuple.t_data);
		record.nrows++;
	}
	/* the pin alone keeps tuples where they are */
	LockBuffer(buffer, BUFFER_LOCK_UNLOCK);

	record.first_seq = job->nseq;
	for (int i = 0; i < record.nrows; i++)
	{
		ItemId		lp = PageGetItemId(page, offsets[i]);
		HeapTupleData tuple;

		tuple.t_data = (HeapTupleHeader) PageGetItem(page, lp);
		tuple.t_len = ItemIdGetLength(lp);
		tuple.t_tableOid = job->relid;
		ItemPointerSet(&tuple.t_self, block, offsets[i]);
		if (HeapTupleHasExternal(&tuple))
		{
			/* a value in another TOAST table cannot stay there */
			MemoryContext old_context = MemoryContextSwitchTo(row_context);

			heap_deform_tuple(&tuple, source->desc, values, isnull);
			seal_sorter_put_values(source->sorter, values, isnull, (int64) job->nseq++);
			MemoryContextSwitchTo(old_context);
			MemoryContextReset(row_context);
		}
		else
			seal_sorter_put(source->sorter, &tuple, (int64) job->nseq++);
	}
	ReleaseBuffer(buffer);

	if (job->alone)
		return;
	if (all_visible)
	{
		BlockNumber bit = block - SEAL_CLEAN_BASE(job);

		job->clean[bit / 8] |= 1 << (bit % 8);
	}
	write_page_record(job, &record, offsets, xmins);
}

static void
read_heap_part(SealSource *source)
{
	SealJob    *job = source->job;
	BufferAccessStrategy strategy = GetAccessStrategy(BAS_BULKREAD);
	MemoryContext row_context = AllocSetContextCreate(source->context, "sealstone row", ALLOCSET_DEFAULT_SIZES);
	Datum	   *values = palloc(sizeof(Datum) * source->desc->natts);
	bool	   *isnull = palloc(sizeof(bool) * source->desc->natts);
	BlockNumber block = job->first_block;

	while (block < job->nblocks)
	{
		BlockNumber end = Min(job->nblocks, block + BATCH_BLOCKS);
		Buffer		vmbuffer = InvalidBuffer;

		PushActiveSnapshot(GetTransactionSnapshot());	/* for TOAST, and to keep what we look at from being pruned */
		for (; block < end; block++)
		{
			CHECK_FOR_INTERRUPTS();
			read_page(source, block, strategy, &vmbuffer, row_context, values, isnull);
		}
		if (BufferIsValid(vmbuffer))
			ReleaseBuffer(vmbuffer);
		PopActiveSnapshot();
		InvalidateCatalogSnapshot();
		seal_let_pass(job);
		job->progress.bytes_done = (uint64) (block - job->first_block) * BLCKSZ;
		seal_report(job, NULL, 0.05 + 0.30 * (block - job->first_block) / Max(1, job->nblocks - job->first_block));
		SEALSTONE_STOP_POINT(seal_batch_read);
	}
	FreeAccessStrategy(strategy);
	MemoryContextDelete(row_context);
}

/* --- sealed rows ---------------------------------------------------------------- */

/* Sealed rows that cannot be merged, because the new order is another, are sorted with the rest. */
static void
sort_sealed_rows(SealSource *source)
{
	SealJob    *job = source->job;

	for (uint64 row = 0; row < job->source_rows; row++)
	{
		if (source->next_mark < source->nmarks && source->mark[source->next_mark].row == row)
		{
			source->next_mark++;
			continue;
		}
		sealstone_reader_row(source->reader, row, NULL, source->sealed_values, source->sealed_isnull);
		seal_sorter_put_values(source->sorter, source->sealed_values, source->sealed_isnull,
							   (int64) row | FROM_SEALED);
		if (row % 8192 == 0)
		{
			CHECK_FOR_INTERRUPTS();
			seal_let_pass(job);
			InvalidateCatalogSnapshot();
		}
	}
}

static void
open_reader(SealSource *source)
{
	MemoryContext old_context = MemoryContextSwitchTo(source->reader_context);

	source->reader = sealstone_reader_open(source->rel);
	sealstone_reader_scan_mode(source->reader, NULL);
	source->marks = sealstone_marks_open(source->rel, source->marks_limit);
	source->mark = sealstone_marks_array(source->marks, &source->nmarks);
	MemoryContextSwitchTo(old_context);
}

/* Is the new order the one the sealed rows are in? */
static bool
same_order(SealJob *job, const SealstoneInfo *info)
{
	if (job->kind == SEAL_KIND_UNSEAL)
		return true;			/* nothing hangs on a heap's order */
	if (info->nkeys != job->key->ncolumns || info->usable_keys != info->nkeys)
		return false;
	for (int i = 0; i < info->nkeys; i++)
		if (info->key[i].attnum != job->key->columns[i].attnum ||
			info->key[i].desc != job->key->columns[i].descending ||
			info->key[i].nulls_first != job->key->columns[i].nulls_first)
			return false;
	return true;
}

SealSource *
seal_source_begin(SealJob *job)
{
	MemoryContext context = AllocSetContextCreate(job->context, "sealstone source", ALLOCSET_DEFAULT_SIZES);
	MemoryContext old_context = MemoryContextSwitchTo(context);
	SealSource *source = palloc0(sizeof(SealSource));
	Size		pages;

	source->job = job;
	source->context = context;
	source->rel = table_open(job->relid, ShareUpdateExclusiveLock);
	source->desc = CreateTupleDescCopyConstr(RelationGetDescr(source->rel));	/* with missing values */
	source->values = palloc0(sizeof(Datum) * Max(1, source->desc->natts));
	source->isnull = palloc(sizeof(bool) * Max(1, source->desc->natts));
	memset(source->isnull, true, source->desc->natts);

	MemoryContextSwitchTo(job->context);
	job->nblocks = RelationGetNumberOfBlocks(source->rel);
	if (job->nblocks < job->first_block)
		job->nblocks = job->first_block;
	pages = job->nblocks - job->first_block;
	if (!job->alone)
	{
		job->clean = MemoryContextAllocExtended(job->context, (pages + 64) / 32 * 4 + 4, MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
		job->page_file = BufFileCreateTemp(true);
		job->tuple_file = BufFileCreateTemp(true);
	}
	job->progress.bytes_total = (uint64) pages * BLCKSZ;
	MemoryContextSwitchTo(context);

	source->sorter = seal_sorter_begin(source->desc, job->key, (Size) maintenance_work_mem * 1024 / 2);
	if (job->source_sealed)
	{
		const SealstoneInfo *info = sealstone_store_info(source->rel);

		source->reader_context = AllocSetContextCreate(context, "sealstone reader", ALLOCSET_DEFAULT_SIZES);
		source->sealed_values = palloc(sizeof(Datum) * Max(1, source->desc->natts));
		source->sealed_isnull = palloc(sizeof(bool) * Max(1, source->desc->natts));
		source->merge = same_order(job, info);

		/* marks before heap pages: a row relocated between the two is read twice, and catch-up finds its mark */
		source->marks_limit = sealstone_marks_position(source->rel);
		job->marks_seen = source->marks_limit;
		open_reader(source);
		if (!source->merge)
			sort_sealed_rows(source);
		else
		{
			source->compare = palloc0(sizeof(SortSupportData) * Max(1, job->key->ncolumns));
			for (int k = 0; k < job->key->ncolumns; k++)
			{
				source->compare[k].ssup_cxt = context;
				source->compare[k].ssup_collation = job->key->columns[k].collation;
				source->compare[k].ssup_nulls_first = job->key->columns[k].nulls_first;
				source->compare[k].ssup_attno = job->key->columns[k].attnum;
				PrepareSortSupportFromOrderingOp(job->key->columns[k].sort_operator, &source->compare[k]);
			}
		}
	}
	read_heap_part(source);
	MemoryContextSwitchTo(context);
	seal_sorter_finish(source->sorter);
	if (job->kind == SEAL_KIND_UNSEAL)
		seal_sorter_keep(source->sorter);

	if (!job->alone)
		seal_row_map_init(&job->seq_map, job->nseq, job->context);
	if (job->source_sealed && !job->alone)
		seal_row_map_init(&job->row_map, job->source_rows, job->context);
	MemoryContextSwitchTo(old_context);
	return source;
}

static bool
fetch_sorted(SealSource *source)
{
	if (source->have_sorted)
		return true;
	if (source->sort_empty)
		return false;
	source->have_sorted = seal_sorter_next(source->sorter, source->values, source->isnull, &source->sorted_number);
	source->sort_empty = !source->have_sorted;
	return source->have_sorted;
}

static bool
fetch_sealed(SealSource *source)
{
	if (source->have_sealed)
		return true;
	if (!source->merge)
		return false;
	while (source->next_row < source->job->source_rows)
	{
		uint64		row = source->next_row++;

		if (source->next_mark < source->nmarks && source->mark[source->next_mark].row == row)
		{
			source->next_mark++;
			continue;
		}
		sealstone_reader_row(source->reader, row, NULL, source->sealed_values, source->sealed_isnull);
		source->have_sealed = true;
		return true;
	}
	return false;
}

static bool
sealed_comes_first(SealSource *source)
{
	for (int k = 0; k < source->job->key->ncolumns; k++)
	{
		int			c = source->compare[k].ssup_attno - 1;
		int			order = ApplySortComparator(source->sealed_values[c], source->sealed_isnull[c],
												source->values[c], source->isnull[c], &source->compare[k]);

		if (order != 0)
			return order < 0;
	}
	return true;
}

/* The next row; its values live until the next call. */
bool
seal_source_next(SealSource *source, SealRow *row)
{
	bool		sealed = fetch_sealed(source);
	bool		sorted = fetch_sorted(source);

	if (!sealed && !sorted)
		return false;
	if (sealed && (!sorted || sealed_comes_first(source)))
	{
		row->values = source->sealed_values;
		row->isnull = source->sealed_isnull;
		row->from_sealed = true;
		row->number = source->next_row - 1;
		source->have_sealed = false;
	}
	else
	{
		int64		number = source->sorted_number;

		row->values = source->values;
		row->isnull = source->isnull;
		row->from_sealed = (number & FROM_SEALED) != 0;
		row->number = (uint64) (number & ~FROM_SEALED);
		source->have_sorted = false;
	}
	return true;
}

void
seal_source_suspend(SealSource *source)
{
	if (source->reader_context)
	{
		/* the row in hand is read again */
		if (source->have_sealed)
		{
			source->have_sealed = false;
			source->next_row--;
		}
		sealstone_marks_close(source->marks);
		sealstone_reader_close(source->reader);
		source->reader = NULL;
		source->marks = NULL;
		MemoryContextReset(source->reader_context);
	}
	table_close(source->rel, NoLock);
	source->rel = NULL;
}

void
seal_source_resume(SealSource *source)
{
	source->rel = table_open(source->job->relid, ShareUpdateExclusiveLock);
	if (source->reader_context)
		open_reader(source);
}

void
seal_source_end(SealSource *source)
{
	if (source->reader)
	{
		sealstone_marks_close(source->marks);
		sealstone_reader_close(source->reader);
	}
	seal_sorter_end(source->sorter);
	if (source->rel)
		table_close(source->rel, NoLock);
	MemoryContextDelete(source->context);
}

/* --- what was read, for catch-up ----------------------------------------------------- */

bool
seal_source_page_was_clean(SealJob *job, BlockNumber block)
{
	BlockNumber bit = block - SEAL_CLEAN_BASE(job);

	return block < job->nblocks && (job->clean[bit / 8] & (1 << (bit % 8))) != 0;
}

static void
read_file(BufFile *file, void *into, Size bytes)
{
	if (BufFileRead(file, into, bytes) != bytes)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not read a temporary file of the seal: %m")));
}

int
seal_source_page_rows(SealJob *job, BlockNumber block, SealTuple *tuples)
{
	SealPageRecord record;
	TransactionId xmins[MaxHeapTuplesPerPage];
	OffsetNumber offsets[MaxHeapTuplesPerPage];
	uint64		at;

	if (block >= job->nblocks)
		return 0;
	at = (uint64) (block - job->first_block) * sizeof(SealPageRecord);
	if (BufFileSeek(job->page_file, 0, (off_t) at, SEEK_SET) != 0)
		elog(ERROR, "could not seek in a temporary file of the seal");
	read_file(job->page_file, &record, sizeof(record));
	if (record.flags != 0)
	{
		if (BufFileSeek(job->tuple_file, (int) (record.position >> 48),
						(off_t) (record.position & UINT64CONST(0xFFFFFFFFFFFF)), SEEK_SET) != 0)
			elog(ERROR, "could not seek in a temporary file of the seal");
		if (record.flags & SEAL_PAGE_XMINS)
			read_file(job->tuple_file, xmins, sizeof(TransactionId) * record.nrows);
		if (record.flags & SEAL_PAGE_OFFSETS)
			read_file(job->tuple_file, offsets, sizeof(OffsetNumber) * record.nrows);
	}
	for (int i = 0; i < record.nrows; i++)
	{
		tuples[i].xmin = (record.flags & SEAL_PAGE_XMINS) ? xmins[i] : record.xmin;
		tuples[i].offset = (record.flags & SEAL_PAGE_OFFSETS) ? offsets[i] : i + 1;
		tuples[i].target = seal_row_map_get(&job->seq_map, record.first_seq + i);
	}
	return record.nrows;
}
