/*-------------------------------------------------------------------------
 *
 * test_store.c
 *	  Test builds only (STOP_POINTS): drive writer and reader by themselves, without a seal.
 *
 * sealstone_test_fill(src regclass, dst regclass, keys text[], codec int, memory int) writes the rows of src,
 * in the order in which it stores them, into the empty heap dst; key "a desc nulls first" as in ORDER BY.
 * dst must not be read as a heap afterwards. sealstone_test_read(rel) returns its rows.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#ifdef SEALSTONE_STOP_POINTS

#include "access/htup_details.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "executor/tuptable.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/resowner.h"
#include "utils/snapmgr.h"

#include "compat.h"
#include "store/reader.h"
#include "store/store.h"
#include "store/writer.h"

PG_FUNCTION_INFO_V1(sealstone_test_fill);
PG_FUNCTION_INFO_V1(sealstone_test_read);
PG_FUNCTION_INFO_V1(sealstone_test_search);

Datum
sealstone_test_fill(PG_FUNCTION_ARGS)
{
	Relation	src = table_open(PG_GETARG_OID(0), AccessShareLock);
	Relation	dst = table_open(PG_GETARG_OID(1), AccessExclusiveLock);
	Datum	   *keys;
	int			nkeys;
	SealstoneWriterOptions options = {0};
	SealstoneWriter *writer;
	SealstoneWriterResult result;
	TableScanDesc scan;
	TupleTableSlot *slot;

	deconstruct_array(PG_GETARG_ARRAYTYPE_P(2), TEXTOID, -1, false, TYPALIGN_INT, &keys, NULL, &nkeys);
	options.nkeys = nkeys;
	for (int i = 0; i < nkeys; i++)
	{
		char	   *key = TextDatumGetCString(keys[i]);
		char	   *space = strchr(key, ' ');

		options.key_desc[i] = space != NULL && strstr(space, "desc") != NULL;
		options.key_nulls_first[i] = space != NULL && strstr(space, "nulls first") != NULL;
		if (space != NULL)
			*space = '\0';
		options.key_attnum[i] = get_attnum(RelationGetRelid(dst), key);
	}
	options.codec = PG_GETARG_INT32(3);
	options.memory = PG_GETARG_INT32(4);
	writer = sealstone_writer_begin(dst, &options);
	slot = table_slot_create(src, NULL);
	scan = table_beginscan(src, GetActiveSnapshot(), 0, NULL);
	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		slot_getallattrs(slot);
		sealstone_writer_put(writer, slot->tts_values, slot->tts_isnull);
	}
	table_endscan(scan);
	ExecDropSingleTupleTableSlot(slot);
	sealstone_writer_finish(writer, InvalidFullTransactionId, InvalidFullTransactionId, &result);
	table_close(src, NoLock);
	table_close(dst, NoLock);
	PG_RETURN_INT64((int64) result.groups);
}

Datum
sealstone_test_read(PG_FUNCTION_ARGS)
{
	Relation	rel = table_open(PG_GETARG_OID(0), AccessShareLock);
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	SealstoneReader *reader;
	uint64		nrows;
	Datum	   *values;
	bool	   *nulls;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	reader = sealstone_reader_open(rel);
	nrows = sealstone_reader_info(reader)->nrows;
	values = palloc(sizeof(Datum) * RelationGetDescr(rel)->natts);
	nulls = palloc(sizeof(bool) * RelationGetDescr(rel)->natts);
	for (uint64 row = 0; row < nrows; row++)
	{
		CHECK_FOR_INTERRUPTS();
		sealstone_reader_row(reader, row, NULL, values, nulls);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	sealstone_reader_close(reader);
	table_close(rel, NoLock);
	return (Datum) 0;
}

/* sealstone_test_search(rel, values anyarray of the leading keys' common type, after_equal) -> row number */
Datum
sealstone_test_search(PG_FUNCTION_ARGS)
{
	Relation	rel = table_open(PG_GETARG_OID(0), AccessShareLock);
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(1);
	bool		after = PG_GETARG_BOOL(2);
	SealstoneReader *reader = sealstone_reader_open(rel);
	Datum	   *values;
	bool	   *nulls;
	int			n;
	int16		typlen;
	bool		typbyval;
	char		typalign;
	uint64		row;

	get_typlenbyvalalign(ARR_ELEMTYPE(array), &typlen, &typbyval, &typalign);
	deconstruct_array(array, ARR_ELEMTYPE(array), typlen, typbyval, typalign, &values, &nulls, &n);
	row = sealstone_reader_search(reader, n, values, nulls, after, 0, sealstone_reader_info(reader)->nrows);
	sealstone_reader_close(reader);
	table_close(rel, NoLock);
	PG_RETURN_INT64((int64) row);
}

/* sealstone_test_scan(rel, attnum, accept) -> decode every page of one column; how many values. For profiles. */
PG_FUNCTION_INFO_V1(sealstone_test_scan);

Datum
sealstone_test_scan(PG_FUNCTION_ARGS)
{
	Relation	rel = table_open(PG_GETARG_OID(0), AccessShareLock);
	SealstoneReader *reader = sealstone_reader_open(rel);
	uint64		values = 0;

	sealstone_reader_scan_mode(reader, NULL);
	for (uint64 group = 0; group < sealstone_reader_info(reader)->ngroups; group++)
	{
		SealstoneGroup g;

		sealstone_reader_advance(reader);
		sealstone_reader_group(reader, group, &g);
		for (uint32 page = 0; page < g.pages; page++)
			values += sealstone_reader_page(reader, PG_GETARG_INT32(1), group, page, PG_GETARG_INT32(2))->count;
	}
	sealstone_reader_close(reader);
	table_close(rel, NoLock);
	PG_RETURN_INT64((int64) values);
}

/* Hash of all that the reader says: rows, statistics, bounds, runs, and where keys are found. */
static uint32
hash_everything(Relation rel)
{
	SealstoneReader *reader = sealstone_reader_open(rel);
	const SealstoneInfo *info = sealstone_reader_info(reader);
	TupleDesc	desc = RelationGetDescr(rel);
	Datum	   *values = palloc(sizeof(Datum) * desc->natts);
	bool	   *nulls = palloc(sizeof(bool) * desc->natts);
	uint32		hash = hash_combine((uint32) info->nrows, (uint32) info->usable_keys);

	for (uint64 row = 0; row < info->nrows; row++)
	{
		sealstone_reader_row(reader, row, NULL, values, nulls);
		for (int i = 0; i < desc->natts; i++)
		{
			Form_pg_attribute att = TupleDescAttr(desc, i);

			hash = hash_combine(hash, nulls[i] ? 17 : datum_image_hash(values[i], att->attbyval, att->attlen));
		}
		if (info->usable_keys > 0 && row % 64 == 0)
		{
			SealstoneRun run;
			Datum		keys[SEALSTONE_MAX_KEYS];
			bool		key_nulls[SEALSTONE_MAX_KEYS];

			sealstone_reader_run_at(reader, row, &run);
			hash = hash_combine(hash, (uint32) (run.first_row * 31 + run.end_row));
			for (int i = 0; i < info->usable_keys; i++)
				keys[i] = sealstone_reader_value(reader, row, info->key[i].attnum, &key_nulls[i]);
			hash = hash_combine(hash, (uint32) sealstone_reader_search(reader, info->usable_keys, keys, key_nulls, false, 0, info->nrows));
			hash = hash_combine(hash, (uint32) sealstone_reader_search(reader, info->usable_keys, keys, key_nulls, true, 0, info->nrows));
		}
	}
	for (uint64 group = 0; group < info->ngroups; group++)
	{
		SealstoneGroup g;

		sealstone_reader_group(reader, group, &g);
		for (int i = 0; i < desc->natts; i++)
		{
			Form_pg_attribute att = TupleDescAttr(desc, i);
			SealstoneStats stats;
			Datum		low;
			Datum		high;

			if (att->attisdropped)
				continue;
			sealstone_reader_stats(reader, i + 1, group, &stats);
			hash = hash_combine(hash, stats.null_count * 16 + stats.all_null * 8 + stats.constant * 4 + stats.has_nan * 2 + stats.has_sum);
			hash = hash_combine(hash, (uint32) (stats.sum_low ^ stats.sum_low >> 32) + (uint32) stats.sum_high);
			if (stats.has_minmax)
			{
				hash = hash_combine(hash, datum_image_hash(stats.min, att->attbyval, att->attlen));
				hash = hash_combine(hash, datum_image_hash(stats.max, att->attbyval, att->attlen));
			}
			for (uint32 page = 0; page < g.pages; page++)
			{
				if (sealstone_reader_page_bounds(reader, i + 1, group, page, &low, &high))
					hash = hash_combine(hash, datum_image_hash(low, true, 8) + datum_image_hash(high, true, 8) * 31);
			}
		}
	}
	for (uint64 i = 0; i < info->nruns && info->usable_keys > 0; i++)
	{
		SealstoneRun run;

		sealstone_reader_run(reader, i, &run);
		hash = hash_combine(hash, (uint32) (run.first_row * 31 + run.end_row));
	}
	sealstone_reader_close(reader);
	return hash;
}

/* 1: damage is reported; 2: everything is as it was; 3: a wrong answer. Other errors go through. */
static int
outcome_of(Relation rel, uint32 truth, MemoryContext work)
{
	MemoryContext old = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	volatile int outcome = 1;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(work);
	PG_TRY();
	{
		outcome = hash_everything(rel) == truth ? 2 : 3;
		ReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(old);
		CurrentResourceOwner = owner;
	}
	PG_CATCH();
	{
		ErrorData  *error;

		MemoryContextSwitchTo(work);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(old);
		CurrentResourceOwner = owner;
		if (error->sqlerrcode != ERRCODE_DATA_CORRUPTED && error->sqlerrcode != ERRCODE_FEATURE_NOT_SUPPORTED)
			ReThrowError(error);
	}
	PG_END_TRY();
	return outcome;
}

/*
 * sealstone_test_flip(rel, OUT bytes, OUT errors, OUT same, OUT wrong): flip one bit in every byte of every block
 * below H, in the buffers, read everything, and flip it back.
 */
PG_FUNCTION_INFO_V1(sealstone_test_flip);

Datum
sealstone_test_flip(PG_FUNCTION_ARGS)
{
	Relation	rel = table_open(PG_GETARG_OID(0), AccessExclusiveLock);
	BlockNumber nblocks = sealstone_store_info(rel)->late_block;
	uint32		truth = hash_everything(rel);
	int64		counts[4] = {0};
	Datum		values[4];
	bool		nulls[4] = {false};
	TupleDesc	desc;
	MemoryContext work = AllocSetContextCreate(CurrentMemoryContext, "flip", ALLOCSET_DEFAULT_SIZES);

	for (BlockNumber block = 0; block < nblocks; block++)
	{
		for (int byte = 0; byte < BLCKSZ; byte++)
		{
			Buffer		buffer = ReadBuffer(rel, block);
			char		bit = (char) (1 << ((byte * 5 + block) % 8));
			int			outcome;

			CHECK_FOR_INTERRUPTS();
			LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
			((char *) BufferGetPage(buffer))[byte] ^= bit;
			LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
			sealstone_store_forget(rel);
			outcome = outcome_of(rel, truth, work);
			counts[0]++;
			counts[outcome]++;
			if (outcome == 3)
				ereport(NOTICE, (errmsg("a flip in block %u byte %d gives a wrong answer", block, byte)));
			LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
			((char *) BufferGetPage(buffer))[byte] ^= bit;
			UnlockReleaseBuffer(buffer);
			sealstone_store_forget(rel);
			MemoryContextReset(work);
		}
	}
	if (hash_everything(rel) != truth)
		elog(ERROR, "the relation is not what it was");
	table_close(rel, NoLock);
	for (int i = 0; i < 4; i++)
		values[i] = Int64GetDatum(counts[i]);
	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}

/* sealstone_test_damage(rel, attnum, group, page): flip a bit in the middle of one chunk, in the buffers. Again: as before. */
PG_FUNCTION_INFO_V1(sealstone_test_damage);

Datum
sealstone_test_damage(PG_FUNCTION_ARGS)
{
	Relation	rel = table_open(PG_GETARG_OID(0), AccessExclusiveLock);
	SealstoneStore *store = sealstone_store_get(rel);
	SealstoneDiskGroup group;
	SealstoneDiskPage page;
	uint64		position;
	Buffer		buffer;

	sealstone_dir_group(rel, store, PG_GETARG_INT32(2), &group);
	sealstone_dir_page(rel, store, PG_GETARG_INT32(1) - 1, group.first_page + PG_GETARG_INT32(3), &page);
	position = SealstonePagePosition(page.position) + page.length / 2;
	buffer = ReadBuffer(rel, SEALSTONE_COLUMN_BLOCK + position / SEALSTONE_BODY_BYTES);
	LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
	SealstonePageBody(BufferGetPage(buffer))[position % SEALSTONE_BODY_BYTES] ^= 0x10;
	UnlockReleaseBuffer(buffer);
	table_close(rel, NoLock);
	PG_RETURN_VOID();
}

/*
 * sealstone_test_dump(rel) -> bytea: the blocks below H, zero bytes at the end of each left out, each after its length
 * (4 bytes). sealstone_test_load(rel, bytea) puts such a dump into an empty relation: golden files.
 */
PG_FUNCTION_INFO_V1(sealstone_test_dump);
PG_FUNCTION_INFO_V1(sealstone_test_load);

Datum
sealstone_test_dump(PG_FUNCTION_ARGS)
{
	Relation	rel = table_open(PG_GETARG_OID(0), AccessShareLock);
	BlockNumber nblocks = sealstone_store_info(rel)->late_block;
	StringInfoData out;

	initStringInfo(&out);
	appendStringInfoSpaces(&out, VARHDRSZ);
	for (BlockNumber block = 0; block < nblocks; block++)
	{
		Buffer		buffer = ReadBuffer(rel, block);
		PGAlignedBlock copy;
		uint32		length = BLCKSZ;

		memcpy(copy.data, BufferGetPage(buffer), BLCKSZ);
		ReleaseBuffer(buffer);
		PageSetLSN((Page) copy.data, (XLogRecPtr) 0);
		((PageHeader) copy.data)->pd_checksum = 0;
		while (length > 0 && copy.data[length - 1] == 0)
			length--;
		appendBinaryStringInfo(&out, (char *) &length, sizeof(length));
		appendBinaryStringInfo(&out, copy.data, length);
	}
	table_close(rel, AccessShareLock);
	SET_VARSIZE(out.data, out.len);
	PG_RETURN_POINTER(out.data);
}

Datum
sealstone_test_load(PG_FUNCTION_ARGS)
{
	Relation	rel = table_open(PG_GETARG_OID(0), AccessExclusiveLock);
	bytea	   *dump = PG_GETARG_BYTEA_PP(1);
	const char *p = VARDATA_ANY(dump);
	const char *end = p + VARSIZE_ANY_EXHDR(dump);

	while (p < end)
	{
		Buffer		buffer = ReadBuffer(rel, P_NEW);
		uint32		length;

		memcpy(&length, p, sizeof(length));
		p += sizeof(length);
		if (length > BLCKSZ || length > end - p)
			elog(ERROR, "bad dump");
		LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
		memset(BufferGetPage(buffer), 0, BLCKSZ);
		memcpy(BufferGetPage(buffer), p, length);
		MarkBufferDirty(buffer);
		UnlockReleaseBuffer(buffer);
		p += length;
	}
	sealstone_store_forget(rel);
	table_close(rel, NoLock);
	PG_RETURN_VOID();
}

#endif							/* SEALSTONE_STOP_POINTS */
