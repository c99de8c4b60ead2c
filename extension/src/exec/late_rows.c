/*-------------------------------------------------------------------------
 *
 * late_rows.c
 *	  The late rows that a snapshot sees, sorted by the order key.
 *
 * Loaded whole they are read once for the life of a node, whose snapshot does not change, and kept over its rescans; the
 * planner offers ordered paths only while the late store is within work_mem, or the late rows of one leading key can be had alone.
 *
 * A probe for one host in a large late store must not pay for all of it. Where the partition has a btree on the leading
 * key (which holds late rows only: the order key serves the sealed ones), the host's late rows come from there. That
 * index need not have the copies that relocation made, nor what grew from them by HOT updates: those are reached from the marks
 * of the host's sealed rows. No HOT update changes a column that an index has, so a copy's key is that of its row, provided
 * that the index was there when the row was changed: only one that is older than the seal is used. A version found
 * both ways is one tuple, known by its address. Else the index is used under the rules of the planner (valid, not
 * partial, no broken HOT chains), and copies that the scan's marks do not know are hidden as in a scan of the late store.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/relscan.h"
#include "access/skey.h"
#include "access/stratnum.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "catalog/pg_am_d.h"
#include "executor/tuptable.h"
#include "miscadmin.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/typcache.h"

#include "compat.h"
#include "exec/late_rows.h"

static int
compare_rows(const void *a, const void *b, void *arg)
{
	const SealstoneLateRow *other = b;

	return sealstone_late_row_compare(arg, a, other->key, other->isnull);
}

int
sealstone_late_row_compare(SealstoneLateRows *late, const SealstoneLateRow *row, const Datum *key, const bool *isnull)
{
	for (int k = 0; k < late->nkeys; k++)
	{
		int			cmp = ApplySortComparator(row->key[k], row->isnull[k], key[k], isnull[k], &late->sort[k]);

		if (cmp != 0)
			return cmp;
	}
	return 0;
}

/* ---------------------------------------------------------------- open */

/* Is column i of the index the order key's column k, in the order of its type? */
static bool
indexes_key(Relation rel, const SealstoneInfo *info, Relation index, int i, int k)
{
	AttrNumber	attnum = info->key[k].attnum;
	Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel), attnum - 1);
	TypeCacheEntry *type = lookup_type_cache(att->atttypid, TYPECACHE_BTREE_OPFAMILY);

	return i < IndexRelationGetNumberOfKeyAttributes(index) && index->rd_index->indkey.values[i] == attnum &&
		OidIsValid(type->btree_opf) && index->rd_opfamily[i] == type->btree_opf && index->rd_indcollation[i] == att->attcollation;
}

/*
 * Has the index been there, as it is now, since before the swap? Its row in pg_index says so by its xmin, while that can
 * be told apart from one of the next round of xids.
 */
static bool
older_than_seal(const SealstoneInfo *info, Relation index)
{
	FullTransactionId swap = info->swap_xid;
	TransactionId made = HeapTupleHeaderGetRawXmin(index->rd_indextuple->t_data);

	if (!FullTransactionIdIsValid(swap) || !TransactionIdIsNormal(made) ||
		U64FromFullTransactionId(ReadNextFullTransactionId()) - U64FromFullTransactionId(swap) > UINT64CONST(1000000000))
		return false;
	return TransactionIdPrecedes(made, XidFromFullTransactionId(swap));
}

Oid
sealstone_late_rows_index(Relation rel, const SealstoneInfo *info, bool *has_second)
{
	Oid			found = InvalidOid;
	List	   *indexes;
	ListCell   *cell;

	*has_second = false;
	if (info->usable_keys < 1 || (info->flags & SEALSTONE_META_KEEP_INDEXES) != 0)
		return InvalidOid;
	indexes = RelationGetIndexList(rel);
	foreach(cell, indexes)
	{
		Relation	index = index_open(lfirst_oid(cell), AccessShareLock);
		Form_pg_index form = index->rd_index;

		if (index->rd_rel->relam == BTREE_AM_OID && !form->indisunique && !form->indisexclusion && form->indisvalid &&
			form->indisready && !form->indcheckxmin && RelationGetIndexPredicate(index) == NIL &&
			older_than_seal(info, index) && indexes_key(rel, info, index, 0, 0))
		{
			bool		second = info->usable_keys > 1 && indexes_key(rel, info, index, 1, 1);

			if (!OidIsValid(found) || (second && !*has_second))
			{
				found = RelationGetRelid(index);
				*has_second = second;
			}
		}
		index_close(index, NoLock);
	}
	list_free(indexes);
	return found;
}

SealstoneLateRows *
sealstone_late_rows_open(Relation rel, const SealstoneInfo *info)
{
	SealstoneLateRows *late = palloc0(sizeof(SealstoneLateRows));
	TupleDesc	desc = RelationGetDescr(rel);

	late->rel = rel;
	late->info = info;
	late->nkeys = info->usable_keys;
	for (int k = 0; k < late->nkeys; k++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, info->key[k].attnum - 1);
		TypeCacheEntry *type = lookup_type_cache(att->atttypid, TYPECACHE_LT_OPR | TYPECACHE_GT_OPR);
		SortSupport sort = &late->sort[k];

		sort->ssup_cxt = CurrentMemoryContext;
		sort->ssup_collation = att->attcollation;
		sort->ssup_nulls_first = info->key[k].nulls_first;
		sort->ssup_attno = info->key[k].attnum;
		PrepareSortSupportFromOrderingOp(info->key[k].desc ? type->gt_opr : type->lt_opr, sort);
	}
	late->context = AllocSetContextCreate(CurrentMemoryContext, "sealstone late rows", ALLOCSET_DEFAULT_SIZES);
	late->index = sealstone_late_rows_index(rel, info, &late->index_second);
	return late;
}

/* ---------------------------------------------------------------- read */

static void
start_over(SealstoneLateRows *late)
{
	MemoryContextReset(late->context);
	late->row = NULL;
	late->n = late->size = 0;
	late->complete = false;
}

static void
add_row(SealstoneLateRows *late, TupleTableSlot *slot)
{
	TupleDesc	desc = RelationGetDescr(late->rel);
	MemoryContext old = MemoryContextSwitchTo(late->context);
	SealstoneLateRow *row;

	if (late->n == late->size)
	{
		late->size = Max(64, late->size * 2);
		late->row = late->row ? repalloc_huge(late->row, sizeof(SealstoneLateRow) * late->size) :
			palloc(sizeof(SealstoneLateRow) * late->size);
	}
	row = &late->row[late->n++];
	row->tuple = ExecCopySlotHeapTuple(slot);
	row->tuple->t_self = slot->tts_tid;
	row->key = palloc(sizeof(Datum) * Max(late->nkeys, 1));
	row->isnull = palloc(sizeof(bool) * Max(late->nkeys, 1));
	for (int k = 0; k < late->nkeys; k++)
		row->key[k] = heap_getattr(row->tuple, late->info->key[k].attnum, desc, &row->isnull[k]);
	MemoryContextSwitchTo(old);
}

static void
sort_rows(SealstoneLateRows *late)
{
	if (late->n > 1)
		qsort_arg(late->row, late->n, sizeof(SealstoneLateRow), compare_rows, late);
}

void
sealstone_late_rows_load(SealstoneLateRows *late, Snapshot snapshot, SealstoneMarks *marks, TupleTableSlot *slot)
{
	SealstoneHeapPart *part;

	start_over(late);
	part = sealstone_heap_part_begin(late->rel, snapshot, marks, late->info->late_block, InvalidBlockNumber);
	while (sealstone_heap_part_next(part, ForwardScanDirection, slot))
	{
		CHECK_FOR_INTERRUPTS();
		add_row(late, slot);
	}
	ExecClearTuple(slot);
	sealstone_heap_part_end(part);
	sort_rows(late);
	late->complete = true;
}

static void
add_scan_key(ScanKey keys, int *nkeys, Relation index, int column, StrategyNumber strategy, Datum value)
{
	Oid			type = index->rd_opcintype[column];
	Oid			operator = get_opfamily_member(index->rd_opfamily[column], type, type, strategy);

	if (!OidIsValid(operator))
		elog(ERROR, "missing operator %d(%u,%u) in opfamily %u", strategy, type, type, index->rd_opfamily[column]);
	ScanKeyEntryInitialize(&keys[(*nkeys)++], 0, column + 1, strategy, type, index->rd_indcollation[column],
						   get_opcode(operator), value);
}

static int
compare_places(const void *a, const void *b)
{
	return ItemPointerCompare(&((SealstoneLateRow *) a)->tuple->t_self, &((SealstoneLateRow *) b)->tuple->t_self);
}

void
sealstone_late_rows_seek(SealstoneLateRows *late, Snapshot snapshot, SealstoneMarks *marks, TupleTableSlot *slot,
						 SealstoneReader *reader, const SealstoneLead *lead)
{
	Relation	index = index_open(late->index, AccessShareLock);
	ScanKeyData keys[3];
	int			nkeys = 0;
	IndexScanDesc scan;
	const SealstoneMark *mark;
	uint64		nmarks;
	SealstoneRun run;

	start_over(late);
	add_scan_key(keys, &nkeys, index, 0, BTEqualStrategyNumber, lead->value);
	if (lead->range && late->index_second)
	{
		add_scan_key(keys, &nkeys, index, 1, BTGreaterEqualStrategyNumber, lead->low);
		add_scan_key(keys, &nkeys, index, 1, BTLessEqualStrategyNumber, lead->high);
	}
	scan = sealstone_index_beginscan(late->rel, index, snapshot, nkeys);
	index_rescan(scan, keys, nkeys, NULL, 0);
	while (index_getnext_slot(scan, ForwardScanDirection, slot))
	{
		HeapTuple	tuple = ((BufferHeapTupleTableSlot *) slot)->base.tuple;

		CHECK_FOR_INTERRUPTS();
		if (sealstone_tuple_is_copy(tuple->t_data) && !sealstone_marks_know_copy(marks, &tuple->t_self, NULL))
			continue;
		add_row(late, slot);
	}
	index_endscan(scan);
	index_close(index, NoLock);

	mark = sealstone_marks_array(marks, &nmarks);
	sealstone_reader_advance(reader);
	if (nmarks > 0 && sealstone_reader_run_of(reader, lead->value, false, &run))
	{
		int64		found = late->n;

		if (lead->range && late->index_second)
		{
			bool		desc = late->info->key[1].desc;

			run.first_row = sealstone_reader_search_key(reader, 1, desc ? lead->high : lead->low, false, false,
														run.first_row, run.end_row);
			run.end_row = sealstone_reader_search_key(reader, 1, desc ? lead->low : lead->high, false, true,
													  run.first_row, run.end_row);
		}
		for (uint64 m = sealstone_marks_lower_bound(marks, run.first_row); m < nmarks && mark[m].row < run.end_row; m++)
		{
			CHECK_FOR_INTERRUPTS();
			if (ItemPointerIsValid(&mark[m].tid) && sealstone_fetch_copy(late->rel, &mark[m].tid, snapshot, slot))
				add_row(late, slot);
		}
		if (found > 0 && late->n > found)
		{
			/* one tuple may have been found both ways */
			int64		kept = 1;

			qsort(late->row, late->n, sizeof(SealstoneLateRow), compare_places);
			for (int64 i = 1; i < late->n; i++)
				if (!ItemPointerEquals(&late->row[i].tuple->t_self, &late->row[kept - 1].tuple->t_self))
					late->row[kept++] = late->row[i];
			late->n = kept;
		}
	}
	ExecClearTuple(slot);
	sort_rows(late);
}

/* ---------------------------------------------------------------- search */

/* The first row whose leading key columns are not before the values, or with after_equal, are after them. */
static int64
search(SealstoneLateRows *late, int nkeys, const Datum *key, bool after_equal)
{
	int64		low = 0;
	int64		high = late->n;

	while (low < high)
	{
		int64		middle = low + (high - low) / 2;
		int			cmp = 0;

		for (int k = 0; k < nkeys && cmp == 0; k++)
			cmp = ApplySortComparator(late->row[middle].key[k], late->row[middle].isnull[k], key[k], false, &late->sort[k]);
		if (after_equal ? cmp > 0 : cmp >= 0)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

void
sealstone_late_rows_stretch(SealstoneLateRows *late, const SealstoneLead *lead, int64 *first, int64 *end)
{
	Datum		from[2];
	Datum		to[2];
	int			nkeys = 1;

	if (!lead->equal)
	{
		*first = 0;
		*end = late->n;
		return;
	}
	from[0] = to[0] = lead->value;
	if (lead->range)
	{
		bool		desc = late->info->key[1].desc;

		from[1] = desc ? lead->high : lead->low;
		to[1] = desc ? lead->low : lead->high;
		nkeys = 2;
	}
	*first = search(late, nkeys, from, false);
	*end = search(late, nkeys, to, true);
}
