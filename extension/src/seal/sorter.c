/*-------------------------------------------------------------------------
 *
 * sorter.c
 *	  Sorts rows by an order key such as (host, ts), knowing how time series arrive.
 *
 * They arrive nearly always in the order of time, so that within one host nothing needs sorting: the rows
 * of each value of the leading key columns (all but the last) only have to be brought together. Each such
 * value has a group, found by the bytes of its columns, and rows are appended to their group as they come, copied
 * as they lie on the heap page. A group remembers whether its rows came in the order of the last key
 * column, or in the reverse of it. When memory is full all groups' chunks go to a temporary file. In the
 * end the groups, not the rows, are sorted; each is read back forwards, or backwards, and written out. On
 * rows of 140 bytes this takes a fifth of the time of a tuplesort, whose comparisons run through the
 * whole leading key for each pair.
 *
 * A group whose rows came out of order goes through a tuplesort of its own; so do groups whose leading values
 * compare equal without having equal bytes (numeric 1.0 and 1.00, -0, nondeterministic collations).
 * Where this cannot pay (very many groups, a last column passed by reference, or many rows out of
 * order), everything goes to one tuplesort as soon as that is seen.
 *
 * Memory: about what begin was given, for chunks; group entries may take a quarter of that before
 * the sorter changes over. Files belong to the transaction; an error leaves nothing.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/detoast.h"
#include "access/htup_details.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "executor/tuptable.h"
#include "miscadmin.h"
#include "storage/buffile.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/sortsupport.h"
#include "utils/tuplesort.h"
#include "utils/tuplestore.h"

#include "compat.h"
#include "seal/sorter.h"

#define CHUNK_MIN 512
#define CHUNK_MAX (64 * 1024)
#define GROUP_COST 256			/* bytes reckoned for a group's own entry */
#define DISORDER_SAMPLE 100000	/* rows after which disorder is judged */

/*
 * A row in a chunk: this head, the tuple, padding to 8 bytes, then the whole length once more, so
 * that a chunk can be read backwards.
 */
typedef struct RowHead
{
	uint32		total;			/* bytes of head, tuple, padding and tail */
	uint32		tuple_bytes;
	int64		number;
} RowHead;

#define ROW_TAIL sizeof(uint64)

/* Where a chunk of a group is: in memory, or in the file. */
typedef struct ChunkRef
{
	char	   *data;			/* NULL: in the file */
	uint64		position;		/* fileno << 48 | offset */
	uint32		used;
} ChunkRef;

typedef struct SortGroup
{
	uint32		hash;
	uint32		key_bytes;
	char	   *key;			/* image of the leading columns, see make_image */
	ChunkRef   *chunks;
	int			nchunks;
	int			maxchunks;
	char	   *room;			/* in the last chunk, when in memory */
	Size		room_bytes;
	uint64		rows;
	Datum		last;			/* of the last key column, of the row that came last */
	bool		last_isnull;
	bool		forward;		/* all rows so far came in order */
	bool		backward;		/* or in reverse order */
} SortGroup;

struct SealSorter
{
	MemoryContext context;
	TupleDesc	desc;
	const SealstoneOrderKey *key;
	Size		memory;
	int			nlive;
	AttrNumber *attnum_of;		/* columns that are not dropped */
	int			ndropped;
	AttrNumber *dropped;
	SortSupport compare;		/* by key column */
	int			nleading;		/* key columns but the last */
	AttrNumber	last_attnum;

	/* groups */
	bool		grouping;
	SortGroup	  **table;			/* open addressing by hash */
	uint32		table_size;		/* a power of two */
	uint32		ngroups;
	SortGroup	  **ordered;		/* when finished */
	MemoryContext group_context;
	MemoryContext chunk_context;
	Size		chunk_bytes;	/* in memory now */
	BufFile    *file;
	StringInfoData image;
	uint64		rows;
	uint64		disordered;

	/* reading groups back */
	uint32		next_group;
	SortGroup	   *reading;
	int			chunk;
	char	   *buffer;			/* of a chunk from the file */
	Size		buffer_bytes;
	char	   *data;			/* the chunk being read */
	Size		at;				/* forwards: of the next row; backwards: end of it */
	Size		used;

	/* one tuplesort: of all rows, or of a group that came out of order */
	TupleDesc	sort_desc;		/* live columns, then the number */
	Tuplesortstate *sort;
	Tuplestorestate *store;
	TupleTableSlot *in_slot;
	TupleTableSlot *out_slot;
};

/* --- tuplesort ------------------------------------------------------------------ */

static void
begin_tuplesort(SealSorter *sorter)
{
	MemoryContext old_context = MemoryContextSwitchTo(sorter->context);
	const SealstoneOrderKey *key = sorter->key;
	AttrNumber	attnums[INDEX_MAX_KEYS + 1];
	Oid			operators[INDEX_MAX_KEYS + 1];
	Oid			collations[INDEX_MAX_KEYS + 1];
	bool		nulls_first[INDEX_MAX_KEYS + 1];
	int			nkeys = key->ncolumns;

	if (sorter->sort_desc == NULL)
	{
		sorter->sort_desc = CreateTemplateTupleDesc(sorter->nlive + 1);
		for (int i = 0; i < sorter->nlive; i++)
			TupleDescCopyEntry(sorter->sort_desc, i + 1, sorter->desc, sorter->attnum_of[i]);
		TupleDescInitEntry(sorter->sort_desc, sorter->nlive + 1, "number", INT8OID, -1, 0);
		sorter->in_slot = MakeSingleTupleTableSlot(sorter->sort_desc, &TTSOpsVirtual);
		sorter->out_slot = MakeSingleTupleTableSlot(sorter->sort_desc, &TTSOpsMinimalTuple);
	}
	for (int k = 0; k < nkeys; k++)
	{
		for (int i = 0; i < sorter->nlive; i++)
			if (sorter->attnum_of[i] == key->columns[k].attnum)
				attnums[k] = i + 1;
		operators[k] = key->columns[k].sort_operator;
		collations[k] = key->columns[k].collation;
		nulls_first[k] = key->columns[k].nulls_first;
	}
	if (nkeys == 0)
	{
		/* no order: as they came */
		attnums[0] = sorter->nlive + 1;
		operators[0] = Int8LessOperator;
		collations[0] = InvalidOid;
		nulls_first[0] = false;
		nkeys = 1;
	}
	sorter->sort = tuplesort_begin_heap(sorter->sort_desc, nkeys, attnums, operators, collations, nulls_first,
										(int) Min(sorter->memory / 1024, MAX_KILOBYTES), NULL, TUPLESORT_NONE);
	MemoryContextSwitchTo(old_context);
}

static void
put_sorted(SealSorter *sorter, const Datum *values, const bool *isnull, int64 number)
{
	TupleTableSlot *slot = sorter->in_slot;

	ExecClearTuple(slot);
	for (int i = 0; i < sorter->nlive; i++)
	{
		slot->tts_values[i] = values[sorter->attnum_of[i] - 1];
		slot->tts_isnull[i] = isnull[sorter->attnum_of[i] - 1];
	}
	slot->tts_values[sorter->nlive] = Int64GetDatum(number);
	slot->tts_isnull[sorter->nlive] = false;
	ExecStoreVirtualTuple(slot);
	tuplesort_puttupleslot(sorter->sort, slot);
}

static bool
next_sorted(SealSorter *sorter, Datum *values, bool *isnull, int64 *number)
{
	TupleTableSlot *slot = sorter->out_slot;

	if (sorter->store)
	{
		if (!tuplestore_gettupleslot(sorter->store, true, false, slot))
			return false;
	}
	else if (!tuplesort_gettupleslot(sorter->sort, true, false, slot, NULL))
		return false;
	slot_getallattrs(slot);
	for (int i = 0; i < sorter->nlive; i++)
	{
		values[sorter->attnum_of[i] - 1] = slot->tts_values[i];
		isnull[sorter->attnum_of[i] - 1] = slot->tts_isnull[i];
	}
	*number = DatumGetInt64(slot->tts_values[sorter->nlive]);
	return true;
}

/* --- groups ------------------------------------------------------------------------ */

/* The leading key columns of a tuple as bytes: equal bytes, equal values. */
static void
make_image(SealSorter *sorter, HeapTuple tuple)
{
	StringInfo	image = &sorter->image;

	resetStringInfo(image);
	for (int k = 0; k < sorter->nleading; k++)
	{
		AttrNumber	attnum = sorter->key->columns[k].attnum;
		Form_pg_attribute att = TupleDescAttr(sorter->desc, attnum - 1);
		bool		isnull;
		Datum		value = heap_getattr(tuple, attnum, sorter->desc, &isnull);

		if (isnull)
		{
			appendStringInfoCharMacro(image, 'n');
			continue;
		}
		appendStringInfoCharMacro(image, 'v');
		if (att->attbyval)
			appendBinaryStringInfo(image, (char *) &value, sizeof(Datum));
		else if (att->attlen > 0)
			appendBinaryStringInfo(image, DatumGetPointer(value), att->attlen);
		else
		{
			struct varlena *detoasted = NULL;
			const char *bytes;
			uint32		length;

			if (att->attlen == -1)
			{
				struct varlena *packed = pg_detoast_datum_packed((struct varlena *) DatumGetPointer(value));

				if ((Pointer) packed != DatumGetPointer(value))
					detoasted = packed;
				bytes = VARDATA_ANY(packed);
				length = VARSIZE_ANY_EXHDR(packed);
			}
			else
			{
				bytes = DatumGetCString(value);
				length = strlen(bytes);
			}
			appendBinaryStringInfo(image, (char *) &length, sizeof(length));
			appendBinaryStringInfo(image, bytes, length);
			if (detoasted)
				pfree(detoasted);
		}
	}
}

/* The value of leading column k in a group's image; by-reference ones palloc'd. */
static Datum
image_value(SealSorter *sorter, const SortGroup *group, int column, bool *isnull)
{
	const char *at = group->key;

	for (int k = 0;; k++)
	{
		Form_pg_attribute att = TupleDescAttr(sorter->desc, sorter->key->columns[k].attnum - 1);
		uint32		length = 0;
		Datum		value = (Datum) 0;

		*isnull = *at++ == 'n';
		if (!*isnull)
		{
			if (att->attbyval)
			{
				memcpy(&value, at, sizeof(Datum));
				at += sizeof(Datum);
			}
			else if (att->attlen > 0)
			{
				if (k == column)
				{
					value = PointerGetDatum(palloc(att->attlen));
					memcpy(DatumGetPointer(value), at, att->attlen);
				}
				at += att->attlen;
			}
			else
			{
				memcpy(&length, at, sizeof(length));
				at += sizeof(length);
				if (k == column && att->attlen == -1)
				{
					struct varlena *copy = palloc(VARHDRSZ + length);

					SET_VARSIZE(copy, VARHDRSZ + length);
					memcpy(VARDATA(copy), at, length);
					value = PointerGetDatum(copy);
				}
				else if (k == column)
					value = CStringGetDatum(pnstrdup(at, length));
				at += length;
			}
		}
		if (k == column)
			return value;
	}
}

static void
grow_table(SealSorter *sorter)
{
	uint32		size = sorter->table_size * 2;
	SortGroup	  **table = MemoryContextAllocExtended(sorter->group_context, sizeof(SortGroup *) * size,
												   MCXT_ALLOC_ZERO | MCXT_ALLOC_HUGE);

	for (uint32 i = 0; i < sorter->table_size; i++)
	{
		SortGroup	   *group = sorter->table[i];
		uint32		slot;

		if (group == NULL)
			continue;
		for (slot = group->hash & (size - 1); table[slot]; slot = (slot + 1) & (size - 1))
			;
		table[slot] = group;
	}
	pfree(sorter->table);
	sorter->table = table;
	sorter->table_size = size;
}

static SortGroup *
find_group(SealSorter *sorter)
{
	uint32		hash = hash_bytes((unsigned char *) sorter->image.data, sorter->image.len);
	uint32		slot;
	SortGroup	   *group;

	for (slot = hash & (sorter->table_size - 1); (group = sorter->table[slot]) != NULL;
		 slot = (slot + 1) & (sorter->table_size - 1))
		if (group->hash == hash && group->key_bytes == sorter->image.len &&
			memcmp(group->key, sorter->image.data, sorter->image.len) == 0)
			return group;

	group = MemoryContextAllocZero(sorter->group_context, sizeof(SortGroup));
	group->hash = hash;
	group->key_bytes = sorter->image.len;
	group->key = MemoryContextAlloc(sorter->group_context, Max(1, group->key_bytes));
	memcpy(group->key, sorter->image.data, group->key_bytes);
	group->forward = group->backward = true;
	sorter->table[slot] = group;
	if (++sorter->ngroups > sorter->table_size / 2)
		grow_table(sorter);
	return group;
}

/* Write every chunk in memory to the file. */
static void
spill(SealSorter *sorter)
{
	if (sorter->file == NULL)
	{
		MemoryContext old_context = MemoryContextSwitchTo(sorter->context);

		sorter->file = BufFileCreateTemp(false);
		MemoryContextSwitchTo(old_context);
	}
	for (uint32 i = 0; i < sorter->table_size; i++)
	{
		SortGroup	   *group = sorter->table[i];

		if (group == NULL)
			continue;
		for (int c = group->nchunks - 1; c >= 0 && group->chunks[c].data != NULL; c--)
		{
			ChunkRef   *ref = &group->chunks[c];
			int			fileno;
			off_t		offset;

			BufFileTell(sorter->file, &fileno, &offset);
			ref->position = ((uint64) fileno << 48) | (uint64) offset;
			BufFileWrite(sorter->file, ref->data, ref->used);
			ref->data = NULL;
		}
		group->room = NULL;
		group->room_bytes = 0;
		CHECK_FOR_INTERRUPTS();
	}
	MemoryContextReset(sorter->chunk_context);
	sorter->chunk_bytes = 0;
}

static void
new_chunk(SealSorter *sorter, SortGroup *group, Size needed)
{
	Size		bytes = sorter->memory / 4 / Max(1, sorter->ngroups);
	ChunkRef   *ref;

	bytes = Max(Min(bytes, CHUNK_MAX), CHUNK_MIN) & ~(Size) 7;
	/* small groups grow into large chunks */
	bytes = Min(bytes, Max(CHUNK_MIN, (Size) group->rows * needed));
	bytes = Max(bytes, needed);
	if (sorter->chunk_bytes + bytes > sorter->memory && sorter->chunk_bytes > 0)
		spill(sorter);
	if (group->nchunks == group->maxchunks)
	{
		group->maxchunks = group->maxchunks ? group->maxchunks * 2 : 4;
		if (group->chunks == NULL)
			group->chunks = MemoryContextAlloc(sorter->group_context, sizeof(ChunkRef) * group->maxchunks);
		else
			group->chunks = repalloc_huge(group->chunks, sizeof(ChunkRef) * group->maxchunks);
	}
	ref = &group->chunks[group->nchunks++];
	ref->data = MemoryContextAllocExtended(sorter->chunk_context, bytes, MCXT_ALLOC_HUGE);
	ref->used = 0;
	ref->position = 0;
	group->room = ref->data;
	group->room_bytes = bytes;
	sorter->chunk_bytes += bytes;
}

static void
note_order(SealSorter *sorter, SortGroup *group, HeapTuple tuple)
{
	bool		isnull;
	Datum		value = heap_getattr(tuple, sorter->last_attnum, sorter->desc, &isnull);

	if (group->rows > 0)
	{
		int			order = ApplySortComparator(group->last, group->last_isnull, value, isnull,
												&sorter->compare[sorter->nleading]);

		if (order > 0)
		{
			group->forward = false;
			if (!group->backward)
				sorter->disordered++;
		}
		else if (order < 0)
		{
			group->backward = false;
			if (!group->forward)
				sorter->disordered++;
		}
	}
	group->last = value;
	group->last_isnull = isnull;
}

static void put_all_to_tuplesort(SealSorter *sorter);

void
seal_sorter_put(SealSorter *sorter, HeapTuple tuple, int64 number)
{
	SortGroup	   *group;
	Size		total;
	RowHead    *head;
	char	   *tail;

	if (!sorter->grouping)
	{
		Datum	   *values = palloc(sizeof(Datum) * Max(1, sorter->desc->natts));
		bool	   *isnull = palloc(sizeof(bool) * Max(1, sorter->desc->natts));

		heap_deform_tuple(tuple, sorter->desc, values, isnull);
		put_sorted(sorter, values, isnull, number);
		pfree(values);
		pfree(isnull);
		return;
	}

	make_image(sorter, tuple);
	group = find_group(sorter);
	note_order(sorter, group, tuple);

	total = sizeof(RowHead) + MAXALIGN(tuple->t_len) + ROW_TAIL;
	if (total > group->room_bytes)
		new_chunk(sorter, group, total);
	head = (RowHead *) group->room;
	head->total = (uint32) total;
	head->tuple_bytes = tuple->t_len;
	head->number = number;
	memcpy(group->room + sizeof(RowHead), tuple->t_data, tuple->t_len);
	tail = group->room + total - ROW_TAIL;
	*(uint64 *) tail = total;
	group->room += total;
	group->room_bytes -= total;
	group->chunks[group->nchunks - 1].used += total;
	group->rows++;
	sorter->rows++;

	if ((Size) sorter->ngroups * GROUP_COST > sorter->memory / 4 ||
		(sorter->rows == DISORDER_SAMPLE && sorter->disordered > DISORDER_SAMPLE / 10))
		put_all_to_tuplesort(sorter);
}

void
seal_sorter_put_values(SealSorter *sorter, Datum *values, const bool *isnull, int64 number)
{
	HeapTuple	tuple;

	for (int i = 0; i < sorter->nlive; i++)
	{
		int			c = sorter->attnum_of[i] - 1;

		if (TupleDescAttr(sorter->desc, c)->attlen == -1 && !isnull[c] &&
			VARATT_IS_EXTERNAL(DatumGetPointer(values[c])))
			values[c] = PointerGetDatum(detoast_external_attr((struct varlena *) DatumGetPointer(values[c])));
	}
	if (!sorter->grouping)
	{
		put_sorted(sorter, values, isnull, number);
		return;
	}
	tuple = heap_form_tuple(sorter->desc, values, unconstify(bool *, isnull));
	seal_sorter_put(sorter, tuple, number);
	heap_freetuple(tuple);
}

/* --- reading groups back ---------------------------------------------------------------- */

static void
open_chunk(SealSorter *sorter)
{
	const ChunkRef *ref = &sorter->reading->chunks[sorter->chunk];

	if (ref->data)
		sorter->data = ref->data;
	else
	{
		if (sorter->buffer_bytes < ref->used)
		{
			if (sorter->buffer)
				pfree(sorter->buffer);
			sorter->buffer_bytes = Max(ref->used, CHUNK_MAX);
			sorter->buffer = MemoryContextAllocExtended(sorter->context, sorter->buffer_bytes, MCXT_ALLOC_HUGE);
		}
		if (BufFileSeek(sorter->file, (int) (ref->position >> 48),
						(off_t) (ref->position & UINT64CONST(0xFFFFFFFFFFFF)), SEEK_SET) != 0 ||
			BufFileRead(sorter->file, sorter->buffer, ref->used) != ref->used)
			ereport(ERROR,
					(errcode_for_file_access(),
					 errmsg("could not read a temporary file of the seal: %m")));
		sorter->data = sorter->buffer;
	}
	sorter->used = ref->used;
	sorter->at = sorter->reading->forward ? 0 : ref->used;
}

static void
open_group(SealSorter *sorter, SortGroup *group)
{
	sorter->reading = group;
	sorter->chunk = group->forward ? 0 : group->nchunks - 1;
	open_chunk(sorter);
}

/* The next row of the group being read, in place. */
static const RowHead *
next_row(SealSorter *sorter)
{
	SortGroup	   *group = sorter->reading;
	const RowHead *head;

	if (group->forward)
	{
		while (sorter->at >= sorter->used)
		{
			if (++sorter->chunk >= group->nchunks)
				return NULL;
			open_chunk(sorter);
		}
		head = (const RowHead *) (sorter->data + sorter->at);
		sorter->at += head->total;
		return head;
	}
	while (sorter->at == 0)
	{
		if (--sorter->chunk < 0)
			return NULL;
		open_chunk(sorter);
	}
	sorter->at -= *(uint64 *) (sorter->data + sorter->at - ROW_TAIL);
	return (const RowHead *) (sorter->data + sorter->at);
}

static void
deform(SealSorter *sorter, const RowHead *head, Datum *values, bool *isnull)
{
	HeapTupleData tuple;

	tuple.t_len = head->tuple_bytes;
	tuple.t_tableOid = InvalidOid;
	ItemPointerSetInvalid(&tuple.t_self);
	tuple.t_data = (HeapTupleHeader) ((const char *) head + sizeof(RowHead));
	heap_deform_tuple(&tuple, sorter->desc, values, isnull);
	for (int i = 0; i < sorter->ndropped; i++)
		isnull[sorter->dropped[i] - 1] = true;
}

/* Pour a group into the open tuplesort. */
static void
put_group_to_tuplesort(SealSorter *sorter, SortGroup *group)
{
	Datum	   *values = palloc(sizeof(Datum) * Max(1, sorter->desc->natts));
	bool	   *isnull = palloc(sizeof(bool) * Max(1, sorter->desc->natts));
	const RowHead *head;
	uint64		n = 0;

	if (group->nchunks == 0)
		return;
	open_group(sorter, group);
	while ((head = next_row(sorter)) != NULL)
	{
		deform(sorter, head, values, isnull);
		put_sorted(sorter, values, isnull, head->number);
		if (++n % 8192 == 0)
			CHECK_FOR_INTERRUPTS();
	}
	sorter->reading = NULL;
	pfree(values);
	pfree(isnull);
}

/* Grouping does not pay: go over to one tuplesort. */
static void
put_all_to_tuplesort(SealSorter *sorter)
{
	begin_tuplesort(sorter);
	for (uint32 i = 0; i < sorter->table_size; i++)
		if (sorter->table[i])
			put_group_to_tuplesort(sorter, sorter->table[i]);
	sorter->grouping = false;
	if (sorter->file)
		BufFileClose(sorter->file);
	sorter->file = NULL;
	MemoryContextDelete(sorter->chunk_context);
	MemoryContextDelete(sorter->group_context);
	sorter->chunk_context = sorter->group_context = NULL;
	sorter->table = NULL;
}

typedef struct OrderedGroup
{
	SortGroup	   *group;
	Datum	   *values;
	bool	   *isnull;
} OrderedGroup;

static int
compare_groups(const void *a, const void *b, void *arg)
{
	const OrderedGroup *ga = (const OrderedGroup *) a;
	const OrderedGroup *gb = (const OrderedGroup *) b;
	SealSorter *sorter = (SealSorter *) arg;

	for (int k = 0; k < sorter->nleading; k++)
	{
		int			order = ApplySortComparator(ga->values[k], ga->isnull[k], gb->values[k], gb->isnull[k],
												&sorter->compare[k]);

		if (order != 0)
			return order;
	}
	return 0;
}

/* --- the face ------------------------------------------------------------------------------ */

SealSorter *
seal_sorter_begin(TupleDesc desc, const SealstoneOrderKey *key, Size memory)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "sealstone sorter", ALLOCSET_DEFAULT_SIZES);
	MemoryContext old_context = MemoryContextSwitchTo(context);
	SealSorter *sorter = palloc0(sizeof(SealSorter));

	sorter->context = context;
	sorter->desc = desc;
	sorter->key = key;
	sorter->memory = Max(memory, 1024 * 1024);
	sorter->attnum_of = palloc(sizeof(AttrNumber) * Max(1, desc->natts));
	sorter->dropped = palloc(sizeof(AttrNumber) * Max(1, desc->natts));
	for (int i = 0; i < desc->natts; i++)
		if (!TupleDescAttr(desc, i)->attisdropped)
			sorter->attnum_of[sorter->nlive++] = i + 1;
		else
			sorter->dropped[sorter->ndropped++] = i + 1;

	sorter->compare = palloc0(sizeof(SortSupportData) * Max(1, key->ncolumns));
	for (int k = 0; k < key->ncolumns; k++)
	{
		sorter->compare[k].ssup_cxt = context;
		sorter->compare[k].ssup_collation = key->columns[k].collation;
		sorter->compare[k].ssup_nulls_first = key->columns[k].nulls_first;
		sorter->compare[k].ssup_attno = key->columns[k].attnum;
		PrepareSortSupportFromOrderingOp(key->columns[k].sort_operator, &sorter->compare[k]);
	}
	if (key->ncolumns > 0)
	{
		sorter->nleading = key->ncolumns - 1;
		sorter->last_attnum = key->columns[sorter->nleading].attnum;
		sorter->grouping = TupleDescAttr(desc, sorter->last_attnum - 1)->attbyval;
	}
	if (sorter->grouping)
	{
		initStringInfo(&sorter->image);
		sorter->group_context = AllocSetContextCreate(context, "sealstone groups", ALLOCSET_DEFAULT_SIZES);
		sorter->chunk_context = AllocSetContextCreate(context, "sealstone chunks", ALLOCSET_DEFAULT_SIZES);
		sorter->table_size = 1024;
		sorter->table = MemoryContextAllocZero(sorter->group_context, sizeof(SortGroup *) * sorter->table_size);
	}
	else
		begin_tuplesort(sorter);
	MemoryContextSwitchTo(old_context);
	return sorter;
}

void
seal_sorter_finish(SealSorter *sorter)
{
	MemoryContext old_context;
	OrderedGroup *groups;
	uint32		n = 0;

	if (!sorter->grouping)
	{
		tuplesort_performsort(sorter->sort);
		return;
	}
	/* what comes next has need of the memory; a sort that never spilled keeps its own */
	if (sorter->file)
		spill(sorter);

	old_context = MemoryContextSwitchTo(sorter->group_context);
	groups = palloc_extended(sizeof(OrderedGroup) * Max(1, sorter->ngroups), MCXT_ALLOC_HUGE);
	for (uint32 i = 0; i < sorter->table_size; i++)
	{
		SortGroup	   *group = sorter->table[i];

		if (group == NULL)
			continue;
		groups[n].group = group;
		groups[n].values = palloc(sizeof(Datum) * Max(1, sorter->nleading));
		groups[n].isnull = palloc(sizeof(bool) * Max(1, sorter->nleading));
		for (int k = 0; k < sorter->nleading; k++)
			groups[n].values[k] = image_value(sorter, group, k, &groups[n].isnull[k]);
		n++;
	}
	qsort_arg(groups, n, sizeof(OrderedGroup), compare_groups, sorter);

	/* those that compare equal are sorted together: mark all but the last as going on */
	sorter->ordered = palloc_extended(sizeof(SortGroup *) * Max(1, n), MCXT_ALLOC_HUGE);
	for (uint32 i = 0; i < n; i++)
	{
		sorter->ordered[i] = groups[i].group;
		if (i > 0 && compare_groups(&groups[i - 1], &groups[i], sorter) == 0)
		{
			groups[i - 1].group->hash = 1;	/* goes on with the next; hashes are done with */
			groups[i].group->hash = 0;
		}
		else
			groups[i].group->hash = 0;
	}
	MemoryContextSwitchTo(old_context);
}

void
seal_sorter_keep(SealSorter *sorter)
{
	MemoryContext old_context = MemoryContextSwitchTo(sorter->context);
	Datum	   *values = palloc0(sizeof(Datum) * Max(1, sorter->desc->natts));
	bool	   *isnull = palloc0(sizeof(bool) * Max(1, sorter->desc->natts));
	int64		number;
	uint64		n = 0;
	Tuplestorestate *store = tuplestore_begin_heap(false, true, (int) Min(sorter->memory / 2048, MAX_KILOBYTES));

	if (sorter->in_slot == NULL)
	{
		begin_tuplesort(sorter);	/* for its slots */
		tuplesort_end(sorter->sort);
		sorter->sort = NULL;
	}
	while (seal_sorter_next(sorter, values, isnull, &number))
	{
		TupleTableSlot *slot = sorter->in_slot;

		ExecClearTuple(slot);
		for (int i = 0; i < sorter->nlive; i++)
		{
			slot->tts_values[i] = values[sorter->attnum_of[i] - 1];
			slot->tts_isnull[i] = isnull[sorter->attnum_of[i] - 1];
		}
		slot->tts_values[sorter->nlive] = Int64GetDatum(number);
		slot->tts_isnull[sorter->nlive] = false;
		ExecStoreVirtualTuple(slot);
		tuplestore_puttupleslot(store, slot);
		if (++n % 8192 == 0)
			CHECK_FOR_INTERRUPTS();
	}
	if (sorter->sort)
		tuplesort_end(sorter->sort);
	sorter->sort = NULL;
	if (sorter->file)
		BufFileClose(sorter->file);
	sorter->file = NULL;
	if (sorter->grouping)
	{
		MemoryContextDelete(sorter->chunk_context);
		MemoryContextDelete(sorter->group_context);
		sorter->grouping = false;
	}
	sorter->store = store;
	MemoryContextSwitchTo(old_context);
}

bool
seal_sorter_next(SealSorter *sorter, Datum *values, bool *isnull, int64 *number)
{
	if (!sorter->grouping)
		return next_sorted(sorter, values, isnull, number);
	for (;;)
	{
		SortGroup	   *group;

		if (sorter->reading)
		{
			const RowHead *head = next_row(sorter);

			if (head)
			{
				deform(sorter, head, values, isnull);
				*number = head->number;
				return true;
			}
			sorter->reading = NULL;
		}
		else if (sorter->sort)
		{
			if (next_sorted(sorter, values, isnull, number))
				return true;
			tuplesort_end(sorter->sort);
			sorter->sort = NULL;
		}
		if (sorter->next_group >= sorter->ngroups)
			return false;
		group = sorter->ordered[sorter->next_group++];
		if (group->hash == 0 && (group->forward || group->backward))
		{
			if (group->nchunks > 0)
				open_group(sorter, group);
			continue;
		}
		begin_tuplesort(sorter);
		put_group_to_tuplesort(sorter, group);
		while (group->hash == 1)
		{
			group = sorter->ordered[sorter->next_group++];
			put_group_to_tuplesort(sorter, group);
		}
		tuplesort_performsort(sorter->sort);
	}
}

void
seal_sorter_end(SealSorter *sorter)
{
	if (sorter->sort)
		tuplesort_end(sorter->sort);
	if (sorter->store)
		tuplestore_end(sorter->store);
	if (sorter->file)
		BufFileClose(sorter->file);
	if (sorter->in_slot)
	{
		ExecDropSingleTupleTableSlot(sorter->in_slot);
		ExecDropSingleTupleTableSlot(sorter->out_slot);
	}
	MemoryContextDelete(sorter->context);
}
