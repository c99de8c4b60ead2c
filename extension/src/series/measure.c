/*-------------------------------------------------------------------------
 *
 * measure.c
 *	  Measures partitions and caches what it finds: sizes, rows, and what a sealed partition says of itself.
 *
 * Runs in the worker (each minute, and after each operation) and in measure(). A partition is opened under a lock
 * taken only if it is free, so that nothing ever waits here; one that is not free keeps its last measure. Whether
 * anything changed is read from the statistics counters and the relfilenode, without opening: ten thousand quiet
 * partitions cost ten thousand hash lookups. Counters lost in a crash differ from those kept, which only costs a
 * measure.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <math.h>

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/index.h"
#include "catalog/pg_am.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "executor/tuptable.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "storage/smgr.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "am/am.h"
#include "catalog.h"
#include "compat.h"
#include "error.h"
#include "series/bounds.h"
#include "series/measure.h"
#include "series/partition.h"
#include "series/time_type.h"
#include "store/reader.h"

/* 64 MB of the late store are read to count it */
#define LATE_PAGES_READ		8192

/* a heap that may be empty is looked through up to 8 MB */
#define EMPTY_PAGES_READ	1024

typedef struct Measure
{
	int64		rows;
	bool		stuck;			/* a default partition with no row that could be moved out of it */
	int64		bytes;
	bool		sealed;
	int64		bytes_before;
	int64		late_rows;
	int64		deleted_rows;
	int64		column_rows;
	TimestampTz sealed_at;
	const char *codec;
	ArrayType  *order_key;
	bool		collation_stale;
} Measure;

static int64
fork_bytes(Relation rel)
{
	int64		blocks = 0;

	if (!RELKIND_HAS_STORAGE(rel->rd_rel->relkind))
		return 0;
	for (ForkNumber fork = MAIN_FORKNUM; fork <= MAX_FORKNUM; fork++)
		if (smgrexists(RelationGetSmgr(rel), fork))
			blocks += smgrnblocks(RelationGetSmgr(rel), fork);
	return blocks * BLCKSZ;
}

static int64
index_bytes(Relation rel)
{
	int64		bytes = 0;
	ListCell   *cell;

	foreach(cell, RelationGetIndexList(rel))
	{
		Relation	index;

		if (!ConditionalLockRelationOid(lfirst_oid(cell), AccessShareLock))
			continue;
		index = try_relation_open(lfirst_oid(cell), NoLock);
		if (index != NULL)
		{
			bytes += fork_bytes(index);
			relation_close(index, NoLock);
		}
		UnlockRelationOid(lfirst_oid(cell), AccessShareLock);
	}
	return bytes;
}

/* codec numbers are those of SealstoneCompression */
static const char *
codec_name(int codec)
{
	static const char *const names[] = {"none", "lz4", "zstd"};

	return codec >= 0 && codec < lengthof(names) ? names[codec] : "unknown";
}

/*
 * Late rows by reading the late store, which reseal keeps at about a tenth of the partition; of a larger one, so
 * many pages and the rest in proportion. Copies of superseded rows are not late rows: their marks count.
 */
static void
count_late(Relation rel, const SealstoneLate *late, Measure *out)
{
	BlockNumber read = Min(late->blocks, LATE_PAGES_READ);
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	SealstoneMarks *marks = sealstone_marks_open(rel, SEALSTONE_MARKS_NOW);
	SealstoneHeapPart *part = sealstone_heap_part_begin(rel, snapshot, marks, late->first_block, late->first_block + read);
	TupleTableSlot *slot = MakeSingleTupleTableSlot(RelationGetDescr(rel), &TTSOpsBufferHeapTuple);
	int64		visible = 0;
	int64		copies = 0;

	while (sealstone_heap_part_next(part, ForwardScanDirection, slot))
	{
		HeapTuple	tuple = ExecFetchSlotHeapTuple(slot, false, NULL);

		visible++;
		copies += sealstone_tuple_is_copy(tuple->t_data);
		CHECK_FOR_INTERRUPTS();
	}
	sealstone_heap_part_end(part);
	ExecDropSingleTupleTableSlot(slot);
	sealstone_marks_close(marks);
	UnregisterSnapshot(snapshot);
	if (read < late->blocks)
	{
		visible = visible * ((double) late->blocks / read);
		copies = copies * ((double) late->blocks / read);
	}
	out->late_rows = visible - copies;
	out->rows += visible;
}

static void
measure_sealed(Relation rel, Measure *out)
{
	const SealstoneInfo *info = sealstone_store_info(rel);
	SealstoneLate late;
	Datum		names[SEALSTONE_MAX_KEYS];
	int			nkeys;

	if (info == NULL)
		return;
	out->sealed = true;
	out->column_rows = info->nrows;
	out->bytes_before = info->bytes_before;
	out->sealed_at = info->sealed_at;
	out->codec = codec_name(info->codec);
	out->collation_stale = info->usable_keys < info->nkeys;
	nkeys = info->nkeys;
	for (int i = 0; i < nkeys; i++)
	{
		Name		name = palloc0(NAMEDATALEN);
		char	   *text = info->key[i].attnum <= RelationGetDescr(rel)->natts ? get_attname(RelationGetRelid(rel), info->key[i].attnum, true) : NULL;

		namestrcpy(name, text ? text : "(dropped)");
		names[i] = NameGetDatum(name);
	}
	out->order_key = construct_array(names, nkeys, NAMEOID, NAMEDATALEN, false, TYPALIGN_CHAR);

	sealstone_late_state(rel, &late);
	out->deleted_rows = late.marks;
	out->rows = out->column_rows - out->deleted_rows;
	if (late.blocks > 0)
		count_late(rel, &late, out);
}

/*
 * Statistics and page counts say nothing of a heap whose rows have all been deleted or moved away: a default
 * partition just emptied would go on being reported. The first visible row settles it; looked for only where
 * the pages are few enough to be read.
 */
static bool
has_visible_row(Relation rel)
{
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	TableScanDesc scan = table_beginscan(rel, snapshot, 0, NULL);
	TupleTableSlot *slot = table_slot_create(rel, NULL);
	bool		found = table_scan_getnextslot(scan, ForwardScanDirection, slot);

	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);
	UnregisterSnapshot(snapshot);
	return found;
}

/*
 * Rows without a time, at infinity or beyond the range of timestamps have no partition: migrate() leaves them in the default
 * partition, and where there are no others nobody need be asked to move anything. Looked for as above.
 */
static bool
has_movable_row(Relation rel, AttrNumber column, Oid type)
{
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	TableScanDesc scan = table_beginscan(rel, snapshot, 0, NULL);
	TupleTableSlot *slot = table_slot_create(rel, NULL);
	bool		found = false;

	while (!found && table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		bool		isnull;
		Datum		value = slot_getattr(slot, column, &isnull);

		CHECK_FOR_INTERRUPTS();
		found = !isnull && sealstone_time_has_partition(sealstone_time_position(value, type), type);
	}
	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);
	UnregisterSnapshot(snapshot);
	return found;
}

static bool
has_nothing_to_move(Relation rel, Oid relid)
{
	SealstoneSeries *series = sealstone_series_get(relid, true);
	AttrNumber	column;

	if (series == NULL || sealstone_default_partition(relid) != RelationGetRelid(rel) ||
		rel->rd_rel->relkind != RELKIND_RELATION || rel->rd_rel->relam != HEAP_TABLE_AM_OID ||
		RelationGetNumberOfBlocks(rel) > EMPTY_PAGES_READ)
		return false;
	column = get_attnum(RelationGetRelid(rel), series->time_column);
	return column > 0 && !has_movable_row(rel, column, series->time_type);
}

static bool
measure_open(Relation rel, Measure *out)
{
	PgStat_StatTabEntry *stats;
	bool		storage = RELKIND_HAS_STORAGE(rel->rd_rel->relkind);
	bool		sealed = storage && rel->rd_rel->relam == get_am_oid("sealstone", true) && sealstone_is_sealed(rel);
	bool		plain = storage && !sealed && (rel->rd_rel->relam == HEAP_TABLE_AM_OID || rel->rd_rel->relam == get_am_oid("sealstone", true));

	memset(out, 0, sizeof(Measure));
	out->bytes = fork_bytes(rel);
	if (OidIsValid(rel->rd_rel->reltoastrelid) && ConditionalLockRelationOid(rel->rd_rel->reltoastrelid, AccessShareLock))
	{
		Relation	toast = try_relation_open(rel->rd_rel->reltoastrelid, NoLock);

		if (toast != NULL)
		{
			out->bytes += fork_bytes(toast) + index_bytes(toast);
			relation_close(toast, NoLock);
		}
		UnlockRelationOid(rel->rd_rel->reltoastrelid, AccessShareLock);
	}
	out->bytes += index_bytes(rel);

	stats = pgstat_fetch_stat_tabentry_ext(false, RelationGetRelid(rel));
	if (rel->rd_rel->reltuples >= 0)
		out->rows = (int64) rel->rd_rel->reltuples;
	/* never analyzed, or much written since: the live tuple count of the statistics is nearer */
	if (stats != NULL && (rel->rd_rel->reltuples < 0 || sealstone_stat_live(stats) > out->rows))
		out->rows = sealstone_stat_live(stats);
	if (storage)
	{
		BlockNumber blocks = RelationGetNumberOfBlocks(rel);

		if (blocks == 0)
			out->rows = 0;
		else if (blocks <= EMPTY_PAGES_READ && plain && !has_visible_row(rel))
			out->rows = 0;
		else if (out->rows == 0 && plain)
		{
			/* written, and no statistics yet: by the width of its rows, as the planner does */
			BlockNumber pages;
			double		tuples;
			double		visible;

			table_relation_estimate_size(rel, NULL, &pages, &tuples, &visible);
			if (pages > 0)
				out->rows = (int64) rint(tuples / pages * blocks);
		}
	}

	if (sealed)
		measure_sealed(rel, out);
	return true;
}

/*
 * What would change when anything does: the counters of writes, vacuums and analyzes, and the storage.
 */
static int64
change_counter(Oid relid)
{
	PgStat_StatTabEntry *stats = pgstat_fetch_stat_tabentry_ext(false, relid);

	return stats ? sealstone_stat_changes(stats) : 0;
}

static void
store_measure(Oid series, Oid partition, const Measure *m, int64 changes, Oid filenode)
{
	Oid			types[] = {OIDOID, OIDOID, INT8OID, INT8OID, BOOLOID, INT8OID, INT8OID, INT8OID, INT8OID, TIMESTAMPTZOID, TEXTOID, NAMEARRAYOID, BOOLOID, INT8OID, OIDOID, BOOLOID};
	Datum		values[16];
	char		nulls[17] = "                ";

	values[0] = ObjectIdGetDatum(partition);
	values[1] = ObjectIdGetDatum(series);
	values[2] = Int64GetDatum(m->rows);
	values[3] = Int64GetDatum(m->bytes);
	values[4] = BoolGetDatum(m->sealed);
	values[5] = Int64GetDatum(m->bytes_before);
	values[6] = Int64GetDatum(m->late_rows);
	values[7] = Int64GetDatum(m->deleted_rows);
	values[8] = Int64GetDatum(m->column_rows);
	values[9] = TimestampTzGetDatum(m->sealed_at);
	values[10] = m->codec ? CStringGetTextDatum(m->codec) : (Datum) 0;
	values[11] = PointerGetDatum(m->order_key);
	values[12] = BoolGetDatum(m->collation_stale);
	values[13] = Int64GetDatum(changes);
	values[14] = ObjectIdGetDatum(filenode);
	values[15] = BoolGetDatum(m->stuck);
	if (!m->sealed)
		for (int i = 5; i <= 12; i++)
			nulls[i] = 'n';
	sealstone_spi_args("INSERT INTO sealstone.partition_sizes AS p (partition, series, rows, bytes, sealed, bytes_before, late_rows, deleted_rows, column_rows,"
					   " sealed_at, codec, order_key, collation_stale, changes, filenode, stuck, measured_at, last_operation)"
					   " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, pg_catalog.clock_timestamp(),"
					   " (SELECT pg_catalog.max(o.id) FROM sealstone.operation_log o WHERE o.target = $1))"
					   " ON CONFLICT (partition) DO UPDATE SET series = $2, rows = $3, bytes = $4, sealed = $5, bytes_before = $6, late_rows = $7, deleted_rows = $8,"
					   " column_rows = $9, sealed_at = $10, codec = $11, order_key = $12, collation_stale = $13, changes = $14, filenode = $15, stuck = $16,"
					   " measured_at = pg_catalog.clock_timestamp(), last_operation = excluded.last_operation", 16, types, values, nulls);
}

/* changes of state, and of the late fraction by a hundredth, for the charts */
static void
store_history(Oid partition)
{
	sealstone_spif("INSERT INTO sealstone.partition_history_log (at, partition, state, late_fraction)"
				   " SELECT pg_catalog.clock_timestamp(), p.partition, CASE WHEN p.sealed THEN 'sealed' ELSE 'live' END, f.f"
				   " FROM sealstone.partition_sizes p CROSS JOIN LATERAL (SELECT CASE WHEN p.sealed THEN coalesce((p.late_rows + p.deleted_rows)::float8 / nullif(p.column_rows, 0), 0) END) f(f)"
				   " LEFT JOIN LATERAL (SELECT h.state, h.late_fraction FROM sealstone.partition_history_log h WHERE h.partition = p.partition ORDER BY h.at DESC LIMIT 1) l ON true"
				   " WHERE p.partition = %u AND (l.state IS DISTINCT FROM CASE WHEN p.sealed THEN 'sealed' ELSE 'live' END"
				   " OR pg_catalog.floor(l.late_fraction * 100) IS DISTINCT FROM pg_catalog.floor(f.f * 100)) ON CONFLICT DO NOTHING", partition);
}

/* in a catalog scope */
static void
measure_one(Oid series, Oid partition, Oid filenode)
{
	Relation	rel;
	Measure		measure;
	int64		changes = change_counter(partition);

	if (!ConditionalLockRelationOid(partition, AccessShareLock))
		return;
	rel = try_relation_open(partition, NoLock);
	if (rel == NULL)
	{
		UnlockRelationOid(partition, AccessShareLock);
		return;
	}
	measure_open(rel, &measure);
	measure.stuck = has_nothing_to_move(rel, series);
	relation_close(rel, NoLock);
	UnlockRelationOid(partition, AccessShareLock);
	store_measure(series, partition, &measure, changes, filenode);
	store_history(partition);
}

void
sealstone_measure_leaf(Oid series, Oid partition)
{
	SealstoneScope scope;
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(partition));
	Oid			filenode;

	if (!HeapTupleIsValid(tuple))
		return;
	filenode = ((Form_pg_class) GETSTRUCT(tuple))->relfilenode;
	ReleaseSysCache(tuple);
	sealstone_catalog_begin(&scope);
	measure_one(series, partition, filenode);
	sealstone_scope_end(&scope);
}

void
sealstone_measure_series(Oid relid, bool full)
{
	SealstoneScope scope;
	SealstoneSeries *series = sealstone_series_get(relid, true);
	MemoryContext context = CurrentMemoryContext;
	uint64		count;
	uint64		stale = 0;
	Oid		   *partitions;
	Oid		   *filenodes;
	int64		newest = 0;
	bool		has_newest = false;

	if (series == NULL)
		return;
	sealstone_catalog_begin(&scope);
	count = sealstone_spif("SELECT l.partition, c.relfilenode, p.changes, p.filenode, p.measured_at < pg_catalog.clock_timestamp() - interval '1 hour'"
						   " FROM sealstone.leaves('%u') l JOIN pg_catalog.pg_class c ON c.oid = l.partition"
						   " LEFT JOIN sealstone.partition_sizes p ON p.partition = l.partition WHERE l.kind = 'r'", relid);
	partitions = MemoryContextAlloc(context, (count + 1) * sizeof(Oid));
	filenodes = MemoryContextAlloc(context, (count + 1) * sizeof(Oid));
	for (uint64 i = 0; i < count; i++)
	{
		HeapTuple	row = SPI_tuptable->vals[i];
		TupleDesc	desc = SPI_tuptable->tupdesc;
		bool		isnull;
		bool		unmeasured;
		Oid			partition = DatumGetObjectId(SPI_getbinval(row, desc, 1, &isnull));
		Oid			filenode = DatumGetObjectId(SPI_getbinval(row, desc, 2, &isnull));
		int64		changes = DatumGetInt64(SPI_getbinval(row, desc, 3, &unmeasured));

		if (full || unmeasured || change_counter(partition) != changes ||
			DatumGetObjectId(SPI_getbinval(row, desc, 4, &isnull)) != filenode ||
			DatumGetBool(SPI_getbinval(row, desc, 5, &isnull)))
		{
			partitions[stale] = partition;
			filenodes[stale] = filenode;
			stale++;
		}
	}
	for (uint64 i = 0; i < stale; i++)
	{
		measure_one(relid, partitions[i], filenodes[i]);
		CHECK_FOR_INTERRUPTS();
	}
	/* partitions detached or dropped behind our back */
	sealstone_spif("DELETE FROM sealstone.partition_sizes p WHERE p.series = %u AND NOT EXISTS"
				   " (SELECT 1 FROM sealstone.leaves('%u') l WHERE l.partition = p.partition)", relid, relid);
	sealstone_scope_end(&scope);

	if (sealstone_time_is_integer(series->time_type))
		has_newest = sealstone_series_now(series, &newest);
	sealstone_catalog_begin(&scope);
	sealstone_spif("INSERT INTO sealstone.series_sizes (series, newest_value, measured_at) VALUES (%u, %s, pg_catalog.clock_timestamp())"
				   " ON CONFLICT (series) DO UPDATE SET newest_value = excluded.newest_value, measured_at = excluded.measured_at",
				   relid, has_newest ? psprintf(INT64_FORMAT, newest) : "NULL");
	sealstone_scope_end(&scope);
}

PG_FUNCTION_INFO_V1(sealstone_measure);
Datum
sealstone_measure(PG_FUNCTION_ARGS)
{
	Oid			relid = PG_GETARG_OID(0);

	PreventCommandIfReadOnly("measure()");
	(void) sealstone_series_get(relid, false);
	sealstone_check_operate(relid, "measure");
	sealstone_measure_series(relid, true);
	PG_RETURN_VOID();
}
