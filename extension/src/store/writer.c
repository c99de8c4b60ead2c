/*-------------------------------------------------------------------------
 *
 * writer.c
 *	  Rows in order-key order become row groups, and these become chunks in the file.
 *
 * Rows are kept column-wise until a group is complete. The cut rule: a group nominally has 8,192
 * rows; it ends where the leading key ends if that key has half a group or more of rows in it, so
 * that long runs are whole groups; short runs share groups, which then also end at a run's end. Room
 * for 16,384 rows lets the rule look ahead. Where the values held pass the memory bound, the group
 * ends at once, whatever its rows: so memory is bounded in bytes, plus one row.
 *
 * Owns a memory context under the one current at begin; by-reference values live in an arena of
 * blocks, freed from its head as groups are cut. After an error the relation holds no metapage
 * and everything goes with the transaction and the context.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/detoast.h"
#include "access/generic_xlog.h"
#include "catalog/pg_type.h"
#include "common/int.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

#include "compat.h"
#include "codec/codec.h"
#include "store/directory_writer.h"
#include "store/file.h"
#include "store/order.h"
#include "store/reader.h"
#include "store/writer.h"
#include "store/writer_stats.h"

#define ARENA_BLOCK		(1024 * 1024)
#define ARENA_LARGE		(256 * 1024)	/* a value this long gets a block of its own */
#define ZSTD_LEVEL		3

typedef struct ArenaBlock
{
	struct ArenaBlock *next;
	uint64		last_row;		/* number of the last row with a value in here */
	Size		used;
	Size		size;
	char		data[FLEXIBLE_ARRAY_MEMBER];	/* 8-aligned */
} ArenaBlock;

struct SealstoneWriter
{
	Relation	rel;
	MemoryContext mcxt;
	MemoryContext scratch_mcxt; /* detoasting, comparators; reset per row when used */
	TupleDesc	desc;
	SealstoneWriterOptions options;
	SealstoneFile *file;
	SealstoneDirectoryWriter *dir;
	uint64		seal_id;

	int			natts;
	SealstoneWriterColumn *columns;
	int			nkeys;
	int			key_column[SEALSTONE_MAX_KEYS]; /* 0-based */

	/* the rule's numbers, smaller for very wide rows */
	uint32		capacity;
	uint32		nominal;
	uint32		half;
	uint32		min_rows;

	/* rows held: numbers first_row .. first_row + held - 1 */
	uint64		first_row;
	uint32		held;
	uint32		run_start;		/* index of the first row held of the leading key's current run */
	Size		arena_bytes;
	Size		memory;
	ArenaBlock *arena_head;
	ArenaBlock *arena_tail;

	/* order key of the last row put, when it is no longer held */
	bool		have_last;
	Datum		last_key[SEALSTONE_MAX_KEYS];
	bool		last_null[SEALSTONE_MAX_KEYS];
	char	   *last_room[SEALSTONE_MAX_KEYS];
	Size		last_size[SEALSTONE_MAX_KEYS];

	/* one page being encoded */
	uint8	   *out;
	Size		out_size;
	SealstoneBuffer scratch;
	SealstoneBytes bytes[SEALSTONE_PAGE_ROWS];
};

static void *
resize_buffer(void *context, void *old, size_t size)
{
	if (old == NULL)
		return MemoryContextAllocHuge((MemoryContext) context, size);
	return repalloc_huge(old, size);
}

/* ---------------------------------------------------------------- begin */

SealstoneWriter *
sealstone_writer_begin(Relation target, const SealstoneWriterOptions *options)
{
	MemoryContext mcxt = AllocSetContextCreate(CurrentMemoryContext, "sealstone writer", ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(mcxt);
	SealstoneWriter *writer = palloc0(sizeof(SealstoneWriter));
	TupleDesc	desc = CreateTupleDescCopy(RelationGetDescr(target));
	Size		row_bytes;

	if (options->nkeys < 0 || options->nkeys > SEALSTONE_MAX_KEYS)
		elog(ERROR, "bad number of order key columns: %d", options->nkeys);
	writer->rel = target;
	writer->mcxt = mcxt;
	writer->scratch_mcxt = AllocSetContextCreate(mcxt, "sealstone writer scratch", ALLOCSET_DEFAULT_SIZES);
	writer->desc = desc;
	writer->options = *options;
	writer->natts = desc->natts;
	writer->nkeys = options->nkeys;
	writer->memory = options->memory;
	if (writer->memory == 0)
		writer->memory = (Size) maintenance_work_mem * 1024 / 2;
	writer->memory = Max(writer->memory, 4 * 1024 * 1024);
	writer->memory = Min(writer->memory, 256 * 1024 * 1024);

	/* room for the fixed part of the rows held, at most half of the memory */
	row_bytes = Max(writer->natts, 1) * (sizeof(int64) + sizeof(bool));
	writer->capacity = SEALSTONE_GROUP_MAX_ROWS;
	while (writer->capacity > SEALSTONE_PAGE_ROWS && writer->capacity * row_bytes > writer->memory / 2)
		writer->capacity /= 2;
	writer->nominal = Min(SEALSTONE_GROUP_ROWS, writer->capacity);
	writer->half = writer->nominal / 2;
	writer->min_rows = Min(SEALSTONE_GROUP_MIN_ROWS, writer->half);
	writer->memory -= Min(writer->capacity * row_bytes, writer->memory / 2);

	writer->columns = palloc0(sizeof(SealstoneWriterColumn) * Max(writer->natts, 1));
	for (int i = 0; i < writer->natts; i++)
	{
		SealstoneWriterColumn *column = &writer->columns[i];
		Form_pg_attribute att = TupleDescAttr(desc, i);
		Oid			base;

		column->attlen = att->attlen;
		column->attbyval = att->attbyval;
		column->dropped = att->attisdropped;
		column->attalign = att->attalign;
		if (column->dropped)
			continue;
		base = getBaseType(att->atttypid);
		column->kind = sealstone_kind_of(att->attlen, att->attbyval,
										 base == FLOAT4OID || base == FLOAT8OID, base == BOOLOID);
		sealstone_order_init(&column->order, att->atttypid, att->attcollation,
							 att->attlen, att->attbyval, mcxt);
		column->encoder = sealstone_encoder_init(palloc(sealstone_encoder_bytes()), column->kind, att->attlen,
												 (SealstoneCompression) options->codec, ZSTD_LEVEL);
		column->values = palloc_extended(sizeof(Datum) * writer->capacity, MCXT_ALLOC_HUGE);
		column->nulls = palloc0(writer->capacity);
	}
	for (int i = 0; i < writer->nkeys; i++)
	{
		AttrNumber	attnum = options->key_attnum[i];

		if (attnum < 1 || attnum > writer->natts || writer->columns[attnum - 1].dropped)
			elog(ERROR, "order key column %d of relation \"%s\" does not exist", attnum, RelationGetRelationName(target));
		writer->key_column[i] = attnum - 1;
		if (writer->columns[attnum - 1].order.order_class == SEALSTONE_ORDER_NONE)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_FUNCTION),
					 errmsg("column \"%s\" cannot be part of an order key", NameStr(TupleDescAttr(desc, attnum - 1)->attname)),
					 errdetail("Type %s has no default btree operator class.",
							   format_type_be(TupleDescAttr(desc, attnum - 1)->atttypid))));
	}
	if (!pg_strong_random(&writer->seal_id, sizeof(writer->seal_id)))
		ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("could not generate random values")));
	writer->scratch.resize = resize_buffer;
	writer->scratch.context = mcxt;
	writer->dir = sealstone_directory_begin(mcxt, writer->natts, writer->nkeys);
	writer->file = sealstone_file_begin(target);
	MemoryContextSwitchTo(old);
	return writer;
}

/* ---------------------------------------------------------------- the arena */

static ArenaBlock *
arena_block(SealstoneWriter *writer, Size size)
{
	ArenaBlock *block = MemoryContextAllocHuge(writer->mcxt, MAXALIGN(offsetof(ArenaBlock, data)) + size);

	block->next = NULL;
	block->last_row = 0;
	block->used = 0;
	block->size = size;
	if (writer->arena_tail != NULL)
		writer->arena_tail->next = block;
	else
		writer->arena_head = block;
	writer->arena_tail = block;
	writer->arena_bytes += size;
	return block;
}

static char *
arena_alloc(SealstoneWriter *writer, Size length)
{
	ArenaBlock *block = writer->arena_tail;
	char	   *result;

	length = MAXALIGN(length);
	if (block == NULL || block->size - block->used < length)
		block = arena_block(writer, length >= ARENA_LARGE ? length : ARENA_BLOCK);
	result = block->data + block->used;
	block->used += length;
	block->last_row = writer->first_row + writer->held;
	return result;
}

/* Rows before first_row are gone: so are the blocks that hold nothing later. */
static void
arena_trim(SealstoneWriter *writer)
{
	/* (a row being put is numbered first_row + held, and its values are here already) */
	while (writer->arena_head != NULL && writer->arena_head->last_row < writer->first_row)
	{
		ArenaBlock *block = writer->arena_head;

		if (block->next == NULL && block->size == ARENA_BLOCK)
		{
			block->used = 0;	/* keep one to begin the next group in */
			return;
		}
		writer->arena_head = block->next;
		if (block->next == NULL)
			writer->arena_tail = NULL;
		writer->arena_bytes -= block->size;
		pfree(block);
	}
}

/*
 * Copy a by-reference value flat into the arena. A varlena is kept as it is when it is plain or short;
 * toasted, compressed and expanded ones are made plain.
 */
static Datum
arena_copy(SealstoneWriter *writer, const SealstoneWriterColumn *column, Datum value)
{
	Pointer		source = DatumGetPointer(value);
	Pointer		detoasted = NULL;
	Size		length;
	char	   *copy;

	if (column->attlen > 0)
		length = column->attlen;
	else if (column->attlen == -2)
		length = strlen(source) + 1;
	else
	{
		if (VARATT_IS_EXTERNAL(source) || VARATT_IS_COMPRESSED(source))
		{
			MemoryContext old = MemoryContextSwitchTo(writer->scratch_mcxt);

			detoasted = (Pointer) detoast_attr((struct varlena *) source);
			MemoryContextSwitchTo(old);
			source = detoasted;
		}
		length = VARSIZE_ANY(source);
	}
	copy = arena_alloc(writer, length);
	memcpy(copy, source, length);
	if (detoasted != NULL)
		pfree(detoasted);
	return PointerGetDatum(copy);
}

/* ---------------------------------------------------------------- keys */

static inline Size
datum_size(int16 attlen, Datum value)
{
	if (attlen > 0)
		return attlen;
	if (attlen == -1)
		return VARSIZE_ANY(DatumGetPointer(value));
	return strlen(DatumGetCString(value)) + 1;
}

/* Order of two values of key column i, as the relation is sorted. */
static int
compare_key(SealstoneWriter *writer, int i, Datum a, bool a_null, Datum b, bool b_null)
{
	SealstoneWriterColumn *column = &writer->columns[writer->key_column[i]];
	int			cmp;

	if (a_null || b_null)
	{
		if (a_null && b_null)
			return 0;
		return a_null == writer->options.key_nulls_first[i] ? -1 : 1;
	}
	if (!column->attbyval)
	{
		/* the same image is equal, in whatever order */
		Size		length = datum_size(column->attlen, a);

		if (length == datum_size(column->attlen, b) &&
			memcmp(DatumGetPointer(a), DatumGetPointer(b), length) == 0)
			return 0;
	}
	cmp = sealstone_order_compare(&column->order, a, b);
	return writer->options.key_desc[i] ? (cmp < 0) - (cmp > 0) : cmp;
}

/*
 * Compare the row just copied to index "held" with the one before it; true when the leading key is another.
 */
static bool
check_order(SealstoneWriter *writer)
{
	uint32		n = writer->held;
	bool		new_run = false;
	MemoryContext old;

	if (writer->nkeys == 0)
		return false;
	if (n == 0 && !writer->have_last)
		return true;
	old = MemoryContextSwitchTo(writer->scratch_mcxt);
	for (int i = 0; i < writer->nkeys; i++)
	{
		SealstoneWriterColumn *column = &writer->columns[writer->key_column[i]];
		int			cmp;

		if (n > 0)
			cmp = compare_key(writer, i, column->values[n - 1], column->nulls[n - 1], column->values[n], column->nulls[n]);
		else
			cmp = compare_key(writer, i, writer->last_key[i], writer->last_null[i], column->values[n], column->nulls[n]);
		if (cmp == 0)
			continue;
		if (cmp > 0)
			elog(ERROR, "row " UINT64_FORMAT " of relation \"%s\" is not in order-key order",
				 writer->first_row + n, RelationGetRelationName(writer->rel));
		new_run = (i == 0);
		break;
	}
	MemoryContextSwitchTo(old);
	return new_run;
}

/* Prefix and ref of a key value, for fences and runs. */
static void
describe_key(SealstoneWriter *writer, int i, uint32 row, uint64 *prefix, uint64 *ref)
{
	SealstoneWriterColumn *column = &writer->columns[writer->key_column[i]];

	if (column->nulls[row])
	{
		*prefix = 0;
		*ref = SealstoneRefMake(0, SEALSTONE_REF_NULL);
		return;
	}
	*prefix = sealstone_order_prefix(&column->order, column->values[row]);
	*ref = sealstone_writer_keep_value(writer->dir, column, column->values[row]);
}

/* Keep the key of row "held - 1" for comparison with the next, as the row itself is about to go. */
static void
save_last_key(SealstoneWriter *writer, uint32 row)
{
	for (int i = 0; i < writer->nkeys; i++)
	{
		SealstoneWriterColumn *column = &writer->columns[writer->key_column[i]];

		writer->last_null[i] = column->nulls[row];
		if (column->nulls[row])
			continue;
		if (column->attbyval)
			writer->last_key[i] = column->values[row];
		else
		{
			Size		length = datum_size(column->attlen, column->values[row]);

			if (writer->last_room[i] == NULL || writer->last_size[i] < length)
			{
				if (writer->last_room[i] != NULL)
					pfree(writer->last_room[i]);
				writer->last_room[i] = MemoryContextAllocHuge(writer->mcxt, length);
				writer->last_size[i] = length;
			}
			memcpy(writer->last_room[i], DatumGetPointer(column->values[row]), length);
			writer->last_key[i] = PointerGetDatum(writer->last_room[i]);
		}
	}
	writer->have_last = true;
}

/* ---------------------------------------------------------------- a group */

static void
encode_page(SealstoneWriter *writer, int c, uint32 start, uint32 n, SealstoneDiskPage *entry, SealstonePageStats *stats)
{
	SealstoneWriterColumn *column = &writer->columns[c];
	uint64		bitmap[SEALSTONE_NULL_WORDS] = {0};
	const uint64 *nulls = NULL;
	Size		total = 0;
	Size		bound;
	size_t		written;
	SealstoneStatus status;

	if (memchr(&column->nulls[start], true, n) != NULL)
	{
		for (uint32 i = 0; i < n; i++)
			bitmap[i / 64] |= (uint64) column->nulls[start + i] << (i % 64);
		nulls = bitmap;
	}
	if (!column->attbyval)
	{
		for (uint32 i = 0; i < n; i++)
		{
			Datum		value = column->values[start + i];

			if (column->nulls[start + i])
			{
				writer->bytes[i].data = NULL;
				writer->bytes[i].length = 0;
				continue;
			}
			if (column->attlen == -1)
			{
				writer->bytes[i].data = (const uint8 *) VARDATA_ANY(DatumGetPointer(value));
				writer->bytes[i].length = VARSIZE_ANY_EXHDR(DatumGetPointer(value));
			}
			else
			{
				writer->bytes[i].data = (const uint8 *) DatumGetPointer(value);
				writer->bytes[i].length = datum_size(column->attlen, value);
			}
			total += writer->bytes[i].length;
		}
	}
	bound = sealstone_page_bound(column->kind, column->attlen, n, total);
	if (writer->out_size < bound)
	{
		if (writer->out != NULL)
			pfree(writer->out);
		writer->out = MemoryContextAllocHuge(writer->mcxt, bound);
		writer->out_size = bound;
	}
	if (column->attbyval)
		status = sealstone_encode_values(column->encoder, (const int64 *) &column->values[start], nulls, n,
										 writer->out, writer->out_size, &written, &writer->scratch, stats);
	else
		status = sealstone_encode_bytes(column->encoder, writer->bytes, nulls, n,
										writer->out, writer->out_size, &written, &writer->scratch, stats);
	if (status == SEALSTONE_TOO_LARGE)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("value of column \"%s\" is too large to be sealed",
						NameStr(TupleDescAttr(writer->desc, c)->attname)),
				 errdetail("One value may have at most %zu bytes.", (Size) SEALSTONE_PAGE_MAX_RAW - 64)));
	if (status != SEALSTONE_OK)
		elog(ERROR, "could not encode a page of column \"%s\": %s",
			 NameStr(TupleDescAttr(writer->desc, c)->attname), sealstone_status_text(status));
	entry->position = sealstone_file_append(writer->file, writer->out, written);
	entry->position |= (uint64) stats->encoding << 48 | (uint64) stats->compression << 56;
	entry->length = (uint32) written;

	/* one giant value must not pin its size for ever */
	if (writer->out_size > 16 * 1024 * 1024)
	{
		pfree(writer->out);
		writer->out = NULL;
		writer->out_size = 0;
	}
	if (writer->scratch.size > 16 * 1024 * 1024)
	{
		pfree(writer->scratch.data);
		writer->scratch.data = NULL;
		writer->scratch.size = 0;
	}
}

/* The first n rows held become a row group. */
static void
cut_group(SealstoneWriter *writer, uint32 n)
{
	SealstoneDirectoryWriter *dir = writer->dir;
	uint64		group;
	uint32		first_page;
	uint32		rest = writer->held - n;
	MemoryContext old = MemoryContextSwitchTo(writer->scratch_mcxt);

	Assert(n > 0 && n <= writer->held);
	sealstone_directory_add_group(dir, writer->first_row, n);
	group = dir->ngroups - 1;
	first_page = dir->groups[group].first_page;

	for (int i = 0; i < writer->nkeys; i++)
	{
		SealstoneDiskFence *fence = &dir->fences[i][group];

		describe_key(writer, i, 0, &fence->first_prefix, &fence->first_ref);
		describe_key(writer, i, n - 1, &fence->last_prefix, &fence->last_ref);
	}
	for (int c = 0; c < writer->natts; c++)
	{
		SealstoneWriterColumn *column = &writer->columns[c];
		SealstonePageStats page_stats[SEALSTONE_GROUP_MAX_PAGES];
		int			pages = 0;

		if (column->dropped)
			continue;
		for (uint32 start = 0; start < n; start += SEALSTONE_PAGE_ROWS)
		{
			encode_page(writer, c, start, Min(SEALSTONE_PAGE_ROWS, n - start),
						&dir->pages[c][first_page + pages], &page_stats[pages]);
			pages++;
		}
		sealstone_writer_stats(dir, column, n, page_stats, pages,
							   &dir->stats[c][group], &dir->pages[c][first_page]);
		CHECK_FOR_INTERRUPTS();
	}
	if (rest == 0)
		save_last_key(writer, n - 1);
	else
	{
		for (int c = 0; c < writer->natts; c++)
		{
			SealstoneWriterColumn *column = &writer->columns[c];

			if (column->dropped)
				continue;
			memmove(column->values, column->values + n, sizeof(Datum) * rest);
			memmove(column->nulls, column->nulls + n, rest);
		}
	}
	writer->first_row += n;
	writer->held = rest;
	writer->run_start = writer->run_start > n ? writer->run_start - n : 0;
	arena_trim(writer);
	MemoryContextSwitchTo(old);
	MemoryContextReset(writer->scratch_mcxt);
}

/* Cut all rows held, as one group or, when they are many, two. */
static void
cut_all(SealstoneWriter *writer)
{
	if (writer->held > writer->nominal + writer->half)
		cut_group(writer, writer->nominal);
	if (writer->held > 0)
		cut_group(writer, writer->held);
}

/* The leading key's run is over with the last row held (or, at the end, the rows are). */
static void
end_run(SealstoneWriter *writer)
{
	if (writer->held - writer->run_start >= writer->half)
	{
		if (writer->run_start >= writer->min_rows)
			cut_group(writer, writer->run_start);
		cut_all(writer);
	}
	else if (writer->held >= writer->nominal)
		cut_all(writer);
}

/* No room for another row. */
static void
make_room(SealstoneWriter *writer)
{
	if (writer->run_start >= writer->min_rows && writer->held - writer->run_start >= writer->half)
		cut_group(writer, writer->run_start);
	else
		cut_group(writer, Min(writer->nominal, writer->held));
}

/* ---------------------------------------------------------------- rows */

/*
 * The row is copied in at index "held" first and only then compared with the one before it, because
 * the copy is what can be compared (flat). When a run ends, the groups before it are cut; the row then
 * moves down with whatever is left.
 */
uint64
sealstone_writer_put(SealstoneWriter *writer, const Datum *values, const bool *isnull)
{
	uint32		n;
	bool		new_run;
	uint64		row;

	if (writer->held == writer->capacity)
		make_room(writer);
	if (writer->arena_bytes >= writer->memory && writer->held > 0)
		cut_group(writer, writer->held);
	row = writer->first_row + writer->held;
	if (row >= SEALSTONE_MAX_ROWS)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("too many rows for one sealed partition"),
				 errhint("Use smaller partitions.")));
	n = writer->held;
	for (int c = 0; c < writer->natts; c++)
	{
		SealstoneWriterColumn *column = &writer->columns[c];

		if (column->dropped)
			continue;
		column->nulls[n] = isnull[c];
		if (isnull[c])
			column->values[n] = (Datum) 0;
		else if (column->attbyval)
			column->values[n] = (Datum) (column->kind == SEALSTONE_BOOL ? (int64) DatumGetBool(values[c]) :
										 sealstone_order_slot(column->attlen, values[c]));
		else
			column->values[n] = arena_copy(writer, column, values[c]);
	}
	new_run = check_order(writer);
	if (new_run)
	{
		uint64		prefix;
		uint64		ref;

		if (n > 0)
		{
			end_run(writer);	/* cuts rows before n only */
			if (writer->held < n)
			{
				/* rows were cut from the front: the new row follows those left */
				for (int c = 0; c < writer->natts; c++)
				{
					SealstoneWriterColumn *column = &writer->columns[c];

					if (column->dropped)
						continue;
					column->values[writer->held] = column->values[n];
					column->nulls[writer->held] = column->nulls[n];
				}
				n = writer->held;
			}
		}
		describe_key(writer, 0, n, &prefix, &ref);
		sealstone_directory_add_run(writer->dir, row, prefix, ref);
		writer->run_start = n;
	}
	writer->held++;
	return row;
}

uint64
sealstone_writer_rows(const SealstoneWriter *writer)
{
	return writer->first_row + writer->held;
}

uint64
sealstone_writer_bytes(const SealstoneWriter *writer)
{
	return sealstone_file_bytes(writer->file);
}

/* ---------------------------------------------------------------- finish */

void
sealstone_writer_finish(SealstoneWriter *writer, FullTransactionId swap_xid,
						FullTransactionId newest_xid, SealstoneWriterResult *result)
{
	MemoryContext old = MemoryContextSwitchTo(writer->mcxt);
	SealstoneDiskColumn *columns = palloc0(sizeof(SealstoneDiskColumn) * Max(writer->natts, 1));
	SealstoneMetaPage *meta = palloc0(sizeof(SealstoneMetaPage));
	Relation	rel = writer->rel;

	end_run(writer);
	cut_all(writer);

	for (int i = 0; i < writer->natts; i++)
	{
		SealstoneWriterColumn *column = &writer->columns[i];

		columns[i].attlen = column->attlen;
		columns[i].attbyval = column->attbyval;
		columns[i].attalign = column->attalign;
		columns[i].kind = column->kind;
		if (column->dropped)
			columns[i].flags |= SEALSTONE_COLUMN_DROPPED;
		columns[i].order_signature = column->order.order_signature;
		columns[i].collation_signature = column->order.collation_signature;
	}

	meta->magic = SEALSTONE_MAGIC;
	meta->format_version = SEALSTONE_FORMAT_VERSION;
	meta->natts = writer->natts;
	meta->nkeys = writer->nkeys;
	meta->codec = writer->options.codec;
	meta->block_size = BLCKSZ;
	meta->page_rows = SEALSTONE_PAGE_ROWS;
	meta->seal_id = writer->seal_id;
	meta->sealed_at = GetCurrentTimestamp();
	meta->nrows = writer->first_row;
	meta->column_bytes = sealstone_file_bytes(writer->file);
	meta->bytes_before = writer->options.bytes_before;
	for (int i = 0; i < writer->nkeys; i++)
	{
		meta->key[i].attnum = writer->options.key_attnum[i];
		meta->key[i].flags = (writer->options.key_desc[i] ? SEALSTONE_KEY_DESC : 0) |
			(writer->options.key_nulls_first[i] ? SEALSTONE_KEY_NULLS_FIRST : 0);
	}
	meta->swap_xid = U64FromFullTransactionId(swap_xid);
	meta->newest_xid = U64FromFullTransactionId(newest_xid);
	meta->log_head = InvalidBlockNumber;
	meta->log_tail = InvalidBlockNumber;
	if (writer->options.keep_indexes)
		meta->flags |= SEALSTONE_META_KEEP_INDEXES;
	sealstone_directory_write(writer->dir, writer->file, meta, columns);
	sealstone_file_finish(writer->file, meta);
	sealstone_store_forget(rel);

	if (result != NULL)
	{
		result->rows = meta->nrows;
		result->groups = meta->ngroups;
		result->blocks = meta->late_block;
		result->late_block = meta->late_block;
	}
	MemoryContextSwitchTo(old);
	MemoryContextDelete(writer->mcxt);
}

void
sealstone_writer_stamp(Relation rel, FullTransactionId swap_xid, FullTransactionId newest_xid)
{
	Buffer		buffer = ReadBuffer(rel, SEALSTONE_META_BLOCK);
	GenericXLogState *state;
	SealstoneMetaPage *meta;

	LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
	if (!sealstone_store_verify_meta(rel, BufferGetPage(buffer)))
		elog(ERROR, "relation \"%s\" is not sealed", RelationGetRelationName(rel));
	state = GenericXLogStart(rel);
	meta = (SealstoneMetaPage *) SealstonePageBody(GenericXLogRegisterBuffer(state, buffer, 0));
	meta->swap_xid = U64FromFullTransactionId(swap_xid);
	meta->newest_xid = U64FromFullTransactionId(newest_xid);
	sealstone_meta_set_crc(meta);
	GenericXLogFinish(state);
	UnlockReleaseBuffer(buffer);
	sealstone_store_forget(rel);
}
