/*-------------------------------------------------------------------------
 *
 * estimate.c
 *	  estimate_seal(): what sealing a partition would make of its size, from a sample.
 *
 * The sample is a few stretches of neighbouring pages, not scattered rows: neighbours in time are what the
 * order key brings together and the encodings live on. The rows are sorted by the order key that a seal
 * would choose and go through the real encoders, page by page; the result is scaled by row count, and the
 * directory and the indexes that a sealed partition keeps whole are added.
 *
 * Changes nothing, reads under the caller's snapshot. A partition that is sealed gets its true figures.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "access/detoast.h"
#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/tableam.h"
#include "catalog/pg_class.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_type.h"
#include "codec/codec.h"
#include "executor/tuptable.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/tuplesort.h"

#include "compat.h"
#include "seal/seal_job.h"
#include "store/format.h"

PG_FUNCTION_INFO_V1(sealstone_estimate_seal);

#define SAMPLE_ROWS 131072
#define SAMPLE_STRETCHES 4
#define SAMPLE_BYTES (64 * 1024 * 1024)	/* of wide rows, fewer */

/* One column being encoded, a page at a time. */
typedef struct Column
{
	SealstoneKind kind;
	int16		attlen;
	bool		byval;
	SealstoneEncoder *encoder;
	int64		slots[SEALSTONE_PAGE_VALUES];
	SealstoneBytes bytes[SEALSTONE_PAGE_VALUES];
	uint64		nulls[SEALSTONE_NULL_WORDS];
	Size		total;
	uint64		stored;
} Column;

typedef struct Estimate
{
	Relation	rel;
	TupleDesc	desc;
	SealstoneOrderKey *key;
	int			codec;
	uint64		sampled;
	double		rows;			/* of the whole */
	double		bytes_after;
} Estimate;

static void *
resize_buffer(void *context, void *old, size_t size)
{
	if (old == NULL)
		return MemoryContextAllocHuge((MemoryContext) context, size);
	return repalloc_huge(old, size);
}

static void
encode_page(Column *column, int n, SealstoneBuffer *scratch)
{
	size_t		bound = sealstone_page_bound(column->kind, column->attlen, n, column->total);
	uint8	   *out = MemoryContextAllocHuge(CurrentMemoryContext, bound);
	size_t		written = 0;
	SealstonePageStats stats;
	SealstoneStatus status;

	if (column->byval)
		status = sealstone_encode_values(column->encoder, column->slots, column->nulls, n, out, bound, &written, scratch, &stats);
	else
		status = sealstone_encode_bytes(column->encoder, column->bytes, column->nulls, n, out, bound, &written, scratch, &stats);
	if (status != SEALSTONE_OK)
		elog(ERROR, "could not encode a sampled page: %s", sealstone_status_text(status));
	column->stored += written;
	column->total = 0;
	memset(column->nulls, 0, sizeof(column->nulls));
}

static void
add_value(Column *column, int row, Datum value, bool isnull)
{
	if (isnull)
	{
		column->nulls[row / 64] |= UINT64CONST(1) << (row % 64);
		column->slots[row] = 0;
		column->bytes[row].data = NULL;
		column->bytes[row].length = 0;
		return;
	}
	if (column->byval)
	{
		column->slots[row] = (int64) value;
		return;
	}
	if (column->attlen == -1)
	{
		struct varlena *flat = pg_detoast_datum_copy((struct varlena *) DatumGetPointer(value));

		column->bytes[row].data = (const uint8 *) VARDATA_ANY(flat);
		column->bytes[row].length = VARSIZE_ANY_EXHDR(flat);
	}
	else
	{
		Size		length = column->attlen > 0 ? (Size) column->attlen : strlen(DatumGetCString(value)) + 1;
		uint8	   *copy = palloc(length);

		memcpy(copy, DatumGetPointer(value), length);
		column->bytes[row].data = copy;
		column->bytes[row].length = length;
	}
	column->total += column->bytes[row].length;
}

/* Sort the sample as a seal would. */
static Tuplesortstate *
sample(Estimate *estimate)
{
	BlockNumber nblocks = RelationGetNumberOfBlocks(estimate->rel);
	TupleTableSlot *slot = table_slot_create(estimate->rel, NULL);
	AttrNumber	attnums[INDEX_MAX_KEYS];
	Oid			operators[INDEX_MAX_KEYS];
	Oid			collations[INDEX_MAX_KEYS];
	bool		nulls_first[INDEX_MAX_KEYS];
	Tuplesortstate *sort;
	uint64		stretch_rows = SAMPLE_ROWS / SAMPLE_STRETCHES;
	uint64		blocks_read = 0;
	Size		bytes = 0;
	BlockNumber next = 0;

	for (int k = 0; k < estimate->key->ncolumns; k++)
	{
		attnums[k] = estimate->key->columns[k].attnum;
		operators[k] = estimate->key->columns[k].sort_operator;
		collations[k] = estimate->key->columns[k].collation;
		nulls_first[k] = estimate->key->columns[k].nulls_first;
	}
	sort = tuplesort_begin_heap(estimate->desc, Max(estimate->key->ncolumns, 1), attnums, operators, collations, nulls_first,
								maintenance_work_mem, NULL, TUPLESORT_NONE);

	for (int i = 0; i < SAMPLE_STRETCHES && next < nblocks; i++)
	{
		BlockNumber first = Max(next, (BlockNumber) ((uint64) nblocks * i / SAMPLE_STRETCHES));
		BlockNumber last_seen = first;
		ItemPointerData lo;
		ItemPointerData hi;
		TableScanDesc scan;
		uint64		n = 0;

		ItemPointerSet(&lo, first, FirstOffsetNumber);
		ItemPointerSet(&hi, nblocks - 1, MaxOffsetNumber);
		scan = table_beginscan_tidrange(estimate->rel, GetActiveSnapshot(), &lo, &hi);
		while (n < stretch_rows && bytes < SAMPLE_BYTES &&
			   table_scan_getnextslot_tidrange(scan, ForwardScanDirection, slot))
		{
			if (n % 1024 == 0)
				CHECK_FOR_INTERRUPTS();
			slot_getallattrs(slot);
			for (int c = 0; c < estimate->desc->natts; c++)
				if (!slot->tts_isnull[c] && TupleDescAttr(estimate->desc, c)->attlen == -1 &&
					!TupleDescAttr(estimate->desc, c)->attisdropped)
					bytes += toast_raw_datum_size(slot->tts_values[c]);
			tuplesort_puttupleslot(sort, slot);
			last_seen = ItemPointerGetBlockNumber(&slot->tts_tid);
			n++;
		}
		table_endscan(scan);
		estimate->sampled += n;
		if (n < stretch_rows && bytes < SAMPLE_BYTES)
			last_seen = nblocks - 1;	/* it ran to the end */
		blocks_read += last_seen - first + 1;
		next = last_seen + 1;
	}
	ExecDropSingleTupleTableSlot(slot);
	tuplesort_performsort(sort);

	if (next >= nblocks && blocks_read >= nblocks)
		estimate->rows = estimate->sampled;
	else
		estimate->rows = rint((double) estimate->sampled / Max(1, blocks_read) * nblocks);
	return sort;
}

static void
encode_sample(Estimate *estimate, Tuplesortstate *sort)
{
	TupleDesc	desc = estimate->desc;
	TupleTableSlot *slot = MakeSingleTupleTableSlot(desc, &TTSOpsMinimalTuple);
	Column	  **columns = palloc0(sizeof(Column *) * Max(1, desc->natts));
	MemoryContext page_context = AllocSetContextCreate(CurrentMemoryContext, "sealstone estimate", ALLOCSET_DEFAULT_SIZES);
	SealstoneBuffer scratch = {NULL, 0, resize_buffer, CurrentMemoryContext};
	MemoryContext old_context;
	int			n = 0;
	int			nlive = 0;
	double		stored = 0;
	double		groups;

	for (int c = 0; c < desc->natts; c++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, c);
		Oid			base;

		if (att->attisdropped)
			continue;
		nlive++;
		base = getBaseType(att->atttypid);
		columns[c] = palloc0(sizeof(Column));
		columns[c]->attlen = att->attlen;
		columns[c]->byval = att->attbyval;
		columns[c]->kind = sealstone_kind_of(att->attlen, att->attbyval,
											 base == FLOAT4OID || base == FLOAT8OID, base == BOOLOID);
		columns[c]->encoder = sealstone_encoder_init(palloc(sealstone_encoder_bytes()), columns[c]->kind, att->attlen,
													 (SealstoneCompression) estimate->codec, 3);
	}

	old_context = MemoryContextSwitchTo(page_context);
	for (;;)
	{
		bool		more = tuplesort_gettupleslot(sort, true, false, slot, NULL);

		if (more)
		{
			slot_getallattrs(slot);
			for (int c = 0; c < desc->natts; c++)
				if (columns[c])
					add_value(columns[c], n, slot->tts_values[c], slot->tts_isnull[c]);
			n++;
		}
		if (n == SEALSTONE_PAGE_VALUES || (!more && n > 0))
		{
			CHECK_FOR_INTERRUPTS();
			for (int c = 0; c < desc->natts; c++)
				if (columns[c])
					encode_page(columns[c], n, &scratch);
			MemoryContextReset(page_context);
			n = 0;
		}
		if (!more)
			break;
	}
	MemoryContextSwitchTo(old_context);
	for (int c = 0; c < desc->natts; c++)
		if (columns[c])
			stored += (double) columns[c]->stored;
	if (estimate->sampled > 0)
		stored *= estimate->rows / (double) estimate->sampled;

	/* the directory, and blocks' headers */
	groups = ceil(estimate->rows / SEALSTONE_GROUP_ROWS);
	stored += groups * (sizeof(SealstoneDiskGroup) + estimate->key->ncolumns * sizeof(SealstoneDiskFence) +
						nlive * (sizeof(SealstoneDiskStats) +
								 (double) SEALSTONE_GROUP_ROWS / SEALSTONE_PAGE_ROWS * sizeof(SealstoneDiskPage)));
	estimate->bytes_after = (1 + ceil(stored / SEALSTONE_BODY_BYTES)) * BLCKSZ;
	ExecDropSingleTupleTableSlot(slot);
}

/* Indexes that stay whole keep their size; others shrink to a page or two. */
static double
index_bytes(Relation rel, bool keep_indexes)
{
	double		bytes = 0;
	ListCell   *lc;

	foreach(lc, RelationGetIndexList(rel))
	{
		Relation	index = index_open(lfirst_oid(lc), AccessShareLock);

		if (index->rd_index->indisunique || index->rd_index->indisexclusion || keep_indexes)
			bytes += DatumGetInt64(DirectFunctionCall1(pg_total_relation_size, ObjectIdGetDatum(lfirst_oid(lc))));
		else
			bytes += BLCKSZ;
		index_close(index, AccessShareLock);
	}
	return bytes;
}

static ArrayType *
key_names(Relation rel, const SealstoneOrderKey *key)
{
	Datum	   *names = palloc(sizeof(Datum) * Max(1, key->ncolumns));

	for (int k = 0; k < key->ncolumns; k++)
		names[k] = NameGetDatum(&TupleDescAttr(RelationGetDescr(rel), key->columns[k].attnum - 1)->attname);
	return construct_array(names, key->ncolumns, NAMEOID, NAMEDATALEN, false, TYPALIGN_CHAR);
}

Datum
sealstone_estimate_seal(PG_FUNCTION_ARGS)
{
	Oid			relid = PG_GETARG_OID(0);
	Estimate	estimate = {0};
	SealstoneSealOptions options = SEALSTONE_SEAL_DEFAULTS;
	TupleDesc	result_desc;
	Datum		values[6];
	bool		nulls[6] = {0};
	double		before;

	if (get_call_result_type(fcinfo, NULL, &result_desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	estimate.rel = relation_open(relid, AccessShareLock);
	if (estimate.rel->rd_rel->relkind != RELKIND_RELATION)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a table with rows of its own", RelationGetRelationName(estimate.rel)),
				 errhint("Name a partition.")));
	if (!sealstone_may_operate(relid, GetUserId()) &&
		pg_class_aclcheck(relid, GetUserId(), ACL_SELECT) != ACLCHECK_OK)
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_TABLE, RelationGetRelationName(estimate.rel));
	estimate.desc = RelationGetDescr(estimate.rel);
	before = (double) DatumGetInt64(DirectFunctionCall1(pg_total_relation_size, ObjectIdGetDatum(relid)));

	if (estimate.rel->rd_tableam == sealstone_table_routine() && sealstone_is_sealed(estimate.rel))
	{
		const SealstoneInfo *info = sealstone_store_info(estimate.rel);

		estimate.key = palloc0(sizeof(SealstoneOrderKey));
		for (int k = 0; k < info->nkeys; k++)
			estimate.key->columns[estimate.key->ncolumns++].attnum = info->key[k].attnum;
		estimate.rows = (double) info->nrows;
		estimate.bytes_after = before;
		before = (double) info->bytes_before;
	}
	else
	{
		if (sealstone_seal_settings_hook)
			(void) sealstone_seal_settings_hook(relid, &options);
		if (options.order_by != NIL)
			estimate.key = sealstone_order_key_from_names(estimate.rel, options.order_by);
		else
			estimate.key = sealstone_default_order_key(estimate.rel);
		estimate.codec = seal_parse_codec(options.codec);
		if (estimate.key->ncolumns == 0 && estimate.desc->natts > 0)
		{
			/* no column can be sorted: rare enough to go without a sample */
			estimate.bytes_after = before;
			estimate.rows = Max(0, estimate.rel->rd_rel->reltuples);
		}
		else
		{
			encode_sample(&estimate, sample(&estimate));
			estimate.bytes_after += index_bytes(estimate.rel, options.keep_indexes > 0);
		}
	}

	values[0] = Int64GetDatum((int64) estimate.rows);
	values[1] = Int64GetDatum((int64) before);
	values[2] = Int64GetDatum((int64) estimate.bytes_after);
	values[3] = Float8GetDatum(estimate.bytes_after > 0 ? before / estimate.bytes_after : 0);
	nulls[3] = estimate.bytes_after <= 0;
	values[4] = PointerGetDatum(key_names(estimate.rel, estimate.key));
	values[5] = Int64GetDatum((int64) estimate.sampled);
	relation_close(estimate.rel, AccessShareLock);
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(result_desc, values, nulls)));
}
