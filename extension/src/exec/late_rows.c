/*-------------------------------------------------------------------------
 *
 * late_rows.c
 *	  The late rows that a snapshot sees, sorted by the order key.
 *
 * Read once for the life of a node, whose snapshot does not change, and kept over its rescans. They take
 * memory for each row; the planner offers ordered paths only while the late store is within work_mem.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/tuptable.h"
#include "miscadmin.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

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

SealstoneLateRows *
sealstone_late_rows_load(Relation rel, const SealstoneInfo *info, Snapshot snapshot, SealstoneMarks *marks,
						 TupleTableSlot *slot)
{
	SealstoneLateRows *late = palloc0(sizeof(SealstoneLateRows));
	TupleDesc	desc = RelationGetDescr(rel);
	SealstoneHeapPart *part;
	int64		size = 64;

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

	late->row = palloc(sizeof(SealstoneLateRow) * size);
	part = sealstone_heap_part_begin(rel, snapshot, marks, info->late_block, InvalidBlockNumber);
	while (sealstone_heap_part_next(part, ForwardScanDirection, slot))
	{
		SealstoneLateRow *row;

		CHECK_FOR_INTERRUPTS();
		if (late->n == size)
		{
			size *= 2;
			late->row = repalloc_huge(late->row, sizeof(SealstoneLateRow) * size);
		}
		row = &late->row[late->n++];
		row->tuple = ExecCopySlotHeapTuple(slot);
		row->tuple->t_self = slot->tts_tid;
		row->key = palloc(sizeof(Datum) * Max(late->nkeys, 1));
		row->isnull = palloc(sizeof(bool) * Max(late->nkeys, 1));
		for (int k = 0; k < late->nkeys; k++)
			row->key[k] = heap_getattr(row->tuple, info->key[k].attnum, desc, &row->isnull[k]);
	}
	ExecClearTuple(slot);
	sealstone_heap_part_end(part);
	if (late->n > 1)
		qsort_arg(late->row, late->n, sizeof(SealstoneLateRow), compare_rows, late);
	return late;
}
