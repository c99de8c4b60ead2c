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

#include "access/table.h"
#include "access/tableam.h"
#include "catalog/pg_type.h"
#include "executor/tuptable.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "store/reader.h"
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

#endif							/* SEALSTONE_STOP_POINTS */
