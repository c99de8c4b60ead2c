/*-------------------------------------------------------------------------
 *
 * migrate.c
 *	  Moves the rows of the default partition into partitions of their own, one partition per transaction.
 *
 * One batch, one transaction:
 *	1. make a standalone table for the lowest range that has rows, with its indexes
 *	2. move its rows there: delete in the default partition, insert into the new table. Readers and writers go on; a
 *	   writer that meets a moved row gets what a row moved by an UPDATE of the key gives it (a serialization failure,
 *	   never a lost update)
 *	3. poll for the exclusive lock on the default partition, move the stragglers written meanwhile, attach
 * Readers planned before hold the lock that step 3 needs, readers planned after find partition and rows together; what
 * reads with a snapshot from before is refused (moved.c). An error or crash at any point rolls the batch back.
 *
 * Rows move below the executor: no user trigger fires, no foreign key acts, rollups are not told, for nothing of what
 * the series holds changes. Rows with NULL or infinite time, and those beyond the range of timestamps, stay.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/relscan.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/tupconvert.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/namespace.h"
#include "catalog/partition.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_index.h"
#include "commands/defrem.h"
#include "executor/executor.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "partitioning/partbounds.h"
#include "partitioning/partdesc.h"
#include "storage/bufmgr.h"
#include "utils/partcache.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

#include "catalog.h"
#include "compat.h"
#include "error.h"
#include "guc.h"
#include "job/job.h"
#include "job/progress.h"
#include "job/transaction.h"
#include "rollup/rollup.h"
#include "series/bounds.h"
#include "series/lock.h"
#include "series/migrate.h"
#include "series/moved.h"
#include "series/partition.h"
#include "series/time_type.h"
#include "stop_point.h"

static Oid
relation_am(Oid relid)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	Oid			am;

	if (!HeapTupleIsValid(tuple))
		return InvalidOid;
	am = ((Form_pg_class) GETSTRUCT(tuple))->relam;
	ReleaseSysCache(tuple);
	return am;
}

/*
 * A valid, complete btree index of the default partition that leads with the time column; InvalidOid: none.
 */
static Oid
time_index(Relation rel, AttrNumber attnum)
{
	ListCell   *cell;

	foreach(cell, RelationGetIndexList(rel))
	{
		HeapTuple	tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(lfirst_oid(cell)));
		Form_pg_index form;
		bool		fits;

		if (!HeapTupleIsValid(tuple))
			continue;
		form = (Form_pg_index) GETSTRUCT(tuple);
		fits = form->indisvalid && !form->indcheckxmin && form->indkey.values[0] == attnum &&
			heap_attisnull(tuple, Anum_pg_index_indpred, NULL) &&
			relation_am(lfirst_oid(cell)) == BTREE_AM_OID;
		ReleaseSysCache(tuple);
		if (fits)
			return lfirst_oid(cell);
	}
	return InvalidOid;
}

/* a table that rows go into, opened to write */
typedef struct Leaf
{
	Relation	rel;
	TupleTableSlot *slot;
	TupleConversionMap *map;
	ResultRelInfo *result;
	BulkInsertState bulk;
} Leaf;

/* what one pass over the default partition needs */
typedef struct Pass
{
	const SealstoneSeries *series;
	Relation	source;
	Relation	target;			/* itself the only leaf, or split by a space key into leaves */
	AttrNumber	attnum;			/* of the time column in the default partition */
	SealstoneRange range;
	int64		moved;			/* by all passes of the batch */
	int64		before;			/* moved by earlier batches of this call */
	int64		expected;		/* by all batches of this call, a guess; 0: unknown */
} Pass;

static Leaf
open_leaf(const Pass *pass, Relation rel)
{
	Leaf		leaf;

	leaf.rel = rel;
	leaf.slot = table_slot_create(rel, NULL);
	leaf.map = convert_tuples_by_name(RelationGetDescr(pass->source), RelationGetDescr(rel));
	leaf.result = makeNode(ResultRelInfo);
	InitResultRelInfo(leaf.result, rel, 1, NULL, 0);
	ExecOpenIndices(leaf.result, false);
	leaf.bulk = GetBulkInsertState();
	return leaf;
}

static void
close_leaf(Leaf *leaf)
{
	FreeBulkInsertState(leaf->bulk);
	ExecCloseIndices(leaf->result);
	ExecDropSingleTupleTableSlot(leaf->slot);
}

/*
 * Which part of a table split by hash a row goes to. Those parts were made a moment ago and nobody else knows them: there is one for
 * every remainder.
 */
static int
hash_part(Relation target, AttrNumber attnum, TupleTableSlot *from)
{
	PartitionKey key = RelationGetPartitionKey(target);
	PartitionBoundInfo bounds = RelationGetPartitionDesc(target, true)->boundinfo;
	Datum		value;
	bool		isnull;

	value = slot_getattr(from, attnum, &isnull);
	return bounds->indexes[compute_partition_hash_value(key->partnatts, key->partsupfunc, key->partcollation, &value, &isnull) % bounds->nindexes];
}

/*
 * As moved to another partition: a concurrent UPDATE or DELETE fails instead of passing the row by. And without the old row for logical
 * decoding, as the insert is without the new: of what the series holds nothing changes, and the new table is nobody's partition yet, so
 * that a subscriber would be told of a table it does not know, or of the delete alone.
 */
static TM_Result
delete_quietly(Relation rel, ItemPointer tid, CommandId command, Snapshot snapshot, TM_FailureData *failure)
{
	char		identity = rel->rd_rel->relreplident;
	TM_Result	outcome;

	rel->rd_rel->relreplident = REPLICA_IDENTITY_NOTHING;
	PG_TRY();
	{
		outcome = table_tuple_delete(rel, tid, command, snapshot, InvalidSnapshot, true, failure, true);
	}
	PG_FINALLY();
	{
		rel->rd_rel->relreplident = identity;
	}
	PG_END_TRY();
	return outcome;
}

/*
 * Moves every row of the range that a fresh snapshot sees. A row that another transaction has changed or deleted
 * meanwhile is left for the next pass, where its newest version is found.
 */
static void
move_rows(Pass *pass)
{
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	Oid			index_oid = time_index(pass->source, pass->attnum);
	Relation	index = NULL;
	IndexScanDesc index_scan = NULL;
	TableScanDesc scan = NULL;
	TupleTableSlot *from = table_slot_create(pass->source, NULL);
	EState	   *estate = CreateExecutorState();
	CommandId	command = GetCurrentCommandId(true);
	Oid			type = pass->series->time_type;
	bool		split = pass->target->rd_rel->relkind == RELKIND_PARTITIONED_TABLE;
	PartitionDesc parts = split ? RelationGetPartitionDesc(pass->target, true) : NULL;
	int			nleaves = split ? parts->nparts : 1;
	Leaf	   *leaves = palloc(nleaves * sizeof(Leaf));
	AttrNumber	space_attnum = split ? get_attnum(RelationGetRelid(pass->source), pass->series->space_column) : InvalidAttrNumber;

	for (int i = 0; i < nleaves; i++)
		leaves[i] = open_leaf(pass, split ? table_open(parts->oids[i], RowExclusiveLock) : pass->target);

	if (OidIsValid(index_oid))
	{
		ScanKeyData keys[2];
		int			nkeys = 0;
		Oid			family;
		Oid			opclass_type = type;

		index = index_open(index_oid, AccessShareLock);
		family = index->rd_opfamily[0];
		if (pass->range.lo != SEALSTONE_POS_MIN)
		{
			Oid			op = get_opfamily_member(family, opclass_type, type, BTGreaterEqualStrategyNumber);

			ScanKeyInit(&keys[nkeys++], 1, BTGreaterEqualStrategyNumber, get_opcode(op), sealstone_time_datum(pass->range.lo, type));
		}
		if (pass->range.hi != SEALSTONE_POS_MAX)
		{
			Oid			op = get_opfamily_member(family, opclass_type, type, BTLessStrategyNumber);

			ScanKeyInit(&keys[nkeys++], 1, BTLessStrategyNumber, get_opcode(op), sealstone_time_datum(pass->range.hi, type));
		}
		index_scan = sealstone_index_beginscan(pass->source, index, snapshot, nkeys);
		index_rescan(index_scan, keys, nkeys, NULL, 0);
	}
	else
		scan = table_beginscan(pass->source, snapshot, 0, NULL);

	for (;;)
	{
		bool		found = index_scan ? index_getnext_slot(index_scan, ForwardScanDirection, from) :
			table_scan_getnextslot(scan, ForwardScanDirection, from);
		Datum		value;
		bool		isnull;
		int64		position;
		TM_FailureData failure;
		TM_Result	outcome;
		Leaf	   *leaf;
		TupleTableSlot *to;

		if (!found)
			break;
		CHECK_FOR_INTERRUPTS();
		value = slot_getattr(from, pass->attnum, &isnull);
		if (isnull)
			continue;
		position = sealstone_time_position(value, type);
		/* a real value equal to an infinite position belongs to a range that is open there */
		if ((pass->range.lo != SEALSTONE_POS_MIN && position < pass->range.lo) ||
			(pass->range.hi != SEALSTONE_POS_MAX && position >= pass->range.hi))
			continue;

		outcome = delete_quietly(pass->source, &from->tts_tid, command, snapshot, &failure);
		if (outcome != TM_Ok)
			continue;
		leaf = &leaves[split ? hash_part(pass->target, space_attnum, from) : 0];
		to = leaf->slot;
		if (leaf->map)
			execute_attr_map_slot(leaf->map->attrMap, from, to);
		else
			ExecCopySlot(to, from);
		ExecMaterializeSlot(to);
		to->tts_tableOid = RelationGetRelid(leaf->rel);
		table_tuple_insert(leaf->rel, to, command, HEAP_INSERT_NO_LOGICAL, leaf->bulk);
		if (leaf->result->ri_NumIndices > 0)
		{
			List	   *recheck = sealstone_insert_index_tuples(leaf->result, to, estate);

			list_free(recheck);
		}
		pass->moved++;
		ResetPerTupleExprContext(estate);
		if (pass->moved % 1000 == 0)
		{
			int64		all = pass->before + pass->moved;

			sealstone_let_pass("move rows out of the default partition");
			sealstone_progress(pass->expected > 0 ? Min((double) all / pass->expected, 0.99) : 0, all, Max(pass->expected, all), 0, 0);
		}
	}

	if (index_scan)
	{
		index_endscan(index_scan);
		index_close(index, NoLock);
	}
	else
		table_endscan(scan);
	for (int i = 0; i < nleaves; i++)
	{
		close_leaf(&leaves[i]);
		if (split)
			table_close(leaves[i].rel, NoLock);
	}
	pfree(leaves);
	FreeExecutorState(estate);
	ExecDropSingleTupleTableSlot(from);
	UnregisterSnapshot(snapshot);
	CommandCounterIncrement();
}

static bool
has_rows(const SealstoneSeries *series, Oid def)
{
	SealstoneScope scope;
	bool		found;

	sealstone_owner_begin(&scope, series->owner);
	(void) set_config_option("row_security", "off", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
	found = sealstone_spif("SELECT 1 FROM ONLY %s LIMIT 1", sealstone_relation_name(def)) > 0;
	sealstone_scope_end(&scope);
	return found;
}

/*
 * The range of the lowest row at or above a position; false: no such row. Through the time index, or a scan.
 */
static bool
lowest_range(const SealstoneSeries *series, Oid def, int64 from, SealstoneRange *range, int64 *total)
{
	SealstoneScope scope;
	bool		found = false;
	bool		isnull;
	Datum		value;
	const char *column = pstrdup(quote_identifier(series->time_column));
	bool		integer = sealstone_time_is_integer(series->time_type);
	char	   *condition = from == SEALSTONE_POS_MIN ? (integer ? "true" : psprintf("%s > '-infinity'", column)) :
		psprintf("%s >= %s", column, sealstone_time_literal(from, series->time_type));

	sealstone_owner_begin(&scope, series->owner);
	(void) set_config_option("row_security", "off", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
	sealstone_spif("SELECT pg_catalog.min(%s), (SELECT greatest(reltuples, 0)::pg_catalog.int8 FROM pg_catalog.pg_class WHERE oid = %u) FROM ONLY %s WHERE %s",
				   column, def, sealstone_relation_name(def), condition);
	value = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &isnull);
	if (!isnull)
	{
		int64		position = sealstone_time_position(value, series->time_type);

		*total = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 2, &isnull));
		if (sealstone_time_has_partition(position, series->time_type))
		{
			SealstoneStep step = sealstone_series_step(series);
			/* the greatest bigint is a value like any other here */
			int64		lo = sealstone_step_floor(step, integer && position == SEALSTONE_POS_MAX ? position - 1 : position, series->time_type);
			ListCell   *cell;

			found = true;
			range->lo = lo;
			range->hi = sealstone_step_next(step, lo, series->time_type);
			/* cut off where neighbours stand */
			foreach(cell, sealstone_partitions(series->relid, series->time_type))
			{
				SealstoneBound *bound = lfirst(cell);

				if (!bound->is_range)
					continue;
				if (bound->hi <= position)
					range->lo = Max(range->lo, bound->hi);
				else if (bound->lo > position)
					range->hi = Min(range->hi, bound->lo);
			}
		}
	}
	sealstone_scope_end(&scope);
	return found;
}

/*
 * The indexes that ATTACH would build, built on the empty table instead, so that it finds them.
 */
static void
make_indexes(const SealstoneSeries *series, Oid partition)
{
	uint64		count;

	count = sealstone_spif("SELECT CASE WHEN c.oid IS NULL THEN"
						   /* the definition of the series' index with the partition in place of the series, and no name: Postgres picks one */
						   " pg_catalog.regexp_replace(pg_catalog.pg_get_indexdef(i.indexrelid), '^CREATE (UNIQUE )?INDEX .*? ON (ONLY )?.*? USING ', 'CREATE \\1INDEX ON %s USING ')"
						   " ELSE 'ALTER TABLE %s ADD ' || pg_catalog.pg_get_constraintdef(c.oid) END"
						   " FROM pg_catalog.pg_index i LEFT JOIN pg_catalog.pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u') AND c.conrelid = i.indrelid"
						   " WHERE i.indrelid = %u AND i.indisvalid ORDER BY i.indexrelid",
						   sealstone_relation_name(partition), sealstone_relation_name(partition), series->relid);
	sealstone_spi_each(count);
	CommandCounterIncrement();
}

/* whoever reads a leaf with an older snapshot would miss what came into it */
static void
record_move(Relation target)
{
	PartitionDesc parts;

	if (target->rd_rel->relkind != RELKIND_PARTITIONED_TABLE)
	{
		sealstone_moved_record(RelationGetRelid(target));
		return;
	}
	parts = RelationGetPartitionDesc(target, true);
	for (int i = 0; i < parts->nparts; i++)
		sealstone_moved_record(parts->oids[i]);
}

static void
migrate_range(const SealstoneSeries *series, Oid def, SealstoneRange range, Pass *pass)
{
	SealstoneScope scope;
	Oid			partition;
	bool		locked = false;

	sealstone_rollup_quiet_begin();
	sealstone_owner_begin(&scope, series->owner);
	partition = sealstone_partition_create(series, range);
	make_indexes(series, partition);

	pass->series = series;
	pass->range = range;
	pass->source = table_open(def, RowExclusiveLock);
	pass->target = table_open(partition, AccessExclusiveLock);
	pass->attnum = get_attnum(def, series->time_column);

	sealstone_progress_phase("moving rows");
	move_rows(pass);
	table_close(pass->target, NoLock);
	table_close(pass->source, NoLock);
	SEALSTONE_STOP_POINT(migrate_moved);

	sealstone_progress_phase("waiting for lock");
	for (int attempt = 1; !locked; attempt++)
	{
		locked = sealstone_lock_poll(def, AccessExclusiveLock, sealstone_lock_timeout);
		if (!locked && (attempt >= sealstone_lock_attempts || sealstone_lock_gave_way() != 0))
			sealstone_lock_or_fail(def, AccessExclusiveLock, "attach a partition beside it");
	}
	sealstone_progress_phase("attaching");
	pass->source = table_open(def, NoLock);
	pass->target = table_open(partition, NoLock);
	move_rows(pass);
	record_move(pass->target);
	table_close(pass->target, NoLock);
	table_close(pass->source, NoLock);
	if (!sealstone_partition_attach(series, partition, range))
		ereport(ERROR,
				(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
				 errmsg("rows of the range are still in the default partition"),
				 errhint("Try again.")));
	sealstone_scope_end(&scope);
	sealstone_rollup_quiet_end();
}

/*
 * Published under the names of its partitions, a row that moves would have to be deleted from one and inserted into another at the
 * subscriber too, and the other is no partition yet when that is decoded.
 */
static void
check_publications(const SealstoneSeries *series, Oid def)
{
	SealstoneScope scope;

	if (!XLogLogicalInfoActive())
		return;
	sealstone_catalog_begin(&scope);
	if (sealstone_spif("SELECT pg_catalog.quote_ident(p.pubname) FROM pg_catalog.pg_publication p WHERE NOT p.pubviaroot AND (p.pubinsert OR p.pubupdate OR p.pubdelete)"
					   " AND (p.puballtables OR EXISTS (SELECT 1 FROM pg_catalog.pg_publication_rel r WHERE r.prpubid = p.oid AND r.prrelid IN (%u, %u))"
					   " OR EXISTS (SELECT 1 FROM pg_catalog.pg_publication_namespace n WHERE n.pnpubid = p.oid AND n.pnnspid IN (%u, %u))) ORDER BY 1 LIMIT 1",
					   series->relid, def, get_rel_namespace(series->relid), get_rel_namespace(def)) > 0)
	{
		char	   *name = SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1);

		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("rows of %s cannot move between partitions: publication %s publishes them under the names of the partitions",
						sealstone_relation_name(series->relid), name),
				 errdetail("A subscriber would keep them where they were, and miss later changes of them."),
				 errhint("ALTER PUBLICATION %s SET (publish_via_partition_root = true);", name)));
	}
	sealstone_scope_end(&scope);
}

/* each batch looks for its rows by time: without an index that is a scan of everything for each */
static void
check_index(const SealstoneSeries *series, Oid def)
{
	Relation	rel = table_open(def, AccessShareLock);

	if (RelationGetNumberOfBlocks(rel) > 1024 && !OidIsValid(time_index(rel, get_attnum(def, series->time_column))))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("default partition %s needs an index on \"%s\" before its rows can be moved", sealstone_relation_name(def), series->time_column),
				 errhint("CREATE INDEX CONCURRENTLY ON %s (%s);", sealstone_relation_name(def), quote_identifier(series->time_column))));
	table_close(rel, NoLock);
}

void
sealstone_migrate_run(Oid relid, int batches, SealstoneMigrated *result)
{
	int64		from = SEALSTONE_POS_MIN;
	int64		expected = 0;

	memset(result, 0, sizeof(*result));
	for (;;)
	{
		SealstoneSeries *series;
		Oid			def;
		SealstoneRange range;
		Pass		pass = {0};

		CHECK_FOR_INTERRUPTS();
		sealstone_tx_next_locked(relid, ShareUpdateExclusiveLock);
		series = sealstone_series_get(relid, false);
		def = sealstone_default_partition(relid);
		if (!OidIsValid(def))
		{
			result->finished = true;
			return;
		}
		if (get_rel_relkind(def) != RELKIND_RELATION || relation_am(def) != HEAP_TABLE_AM_OID)
			ereport(ERROR,
					(errcode(ERRCODE_WRONG_OBJECT_TYPE),
					 errmsg("rows cannot be moved out of default partition %s, which is not an ordinary heap", sealstone_relation_name(def)),
					 errhint("Unseal it first if it is sealed.")));
		check_index(series, def);
		check_publications(series, def);
		sealstone_progress_phase("looking for rows");
		if (!lowest_range(series, def, from, &range, &pass.expected))
		{
			result->finished = true;
			result->left = has_rows(series, def);
			return;
		}
		if (batches > 0 && result->partitions >= batches)
			return;
		/* as many as the table's statistics say at first; of a limited number of batches nobody knows beforehand */
		if (result->partitions == 0)
			expected = pass.expected;
		pass.expected = batches > 0 ? 0 : expected;
		pass.before = result->rows;
		migrate_range(series, def, range, &pass);
		result->partitions++;
		result->rows += pass.moved;
		from = range.hi;
		if (from == SEALSTONE_POS_MAX)
		{
			sealstone_tx_next();
			result->finished = true;
			return;
		}
	}
}

PG_FUNCTION_INFO_V1(sealstone_migrate);
Datum
sealstone_migrate(PG_FUNCTION_ARGS)
{
	Oid			relid;
	int			batches = 0;
	SealstoneMigrated result;

	PreventCommandIfReadOnly("migrate()");
	if (PG_ARGISNULL(0))
		sealstone_error_null("relation");
	relid = PG_GETARG_OID(0);
	if (!PG_ARGISNULL(1))
	{
		batches = PG_GETARG_INT32(1);
		if (batches <= 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("batches must be greater than zero"),
					 errhint("Leave it out to move everything.")));
	}
	sealstone_procedure_begin(fcinfo, "migrate", "migrate");
	sealstone_tx_start();
	(void) sealstone_series_get(relid, false);
	sealstone_check_operate(relid, "migrate");
	sealstone_migrate_run(relid, batches, &result);
	sealstone_procedure_end();
	ereport(NOTICE,
			(errmsg("moved " INT64_FORMAT " rows into %d partitions", result.rows, result.partitions),
			 result.left ? errdetail("Rows without a time, at infinity or beyond the range of timestamps have no partition and stay in the default partition.") : 0));
	PG_RETURN_NULL();
}

/*
 * Drops the default partition if it is empty: from then on a row that fits no partition is refused by Postgres.
 */
PG_FUNCTION_INFO_V1(sealstone_drop_default);
Datum
sealstone_drop_default(PG_FUNCTION_ARGS)
{
	Oid			relid = PG_GETARG_OID(0);
	SealstoneSeries *series;
	SealstoneScope scope;
	Oid			def;
	bool		empty;

	PreventCommandIfReadOnly("drop_default()");
	LockRelationOid(relid, ShareUpdateExclusiveLock);
	series = sealstone_series_get(relid, false);
	sealstone_check_owner(relid, "drop its default partition");
	def = sealstone_default_partition(relid);
	if (!OidIsValid(def))
		PG_RETURN_BOOL(false);
	sealstone_lock_all_or_fail(list_make2_oid(relid, def), AccessExclusiveLock, "drop the default partition");
	sealstone_rollup_quiet_begin();
	sealstone_owner_begin(&scope, series->owner);
	(void) set_config_option("row_security", "off", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
	{
		SPIPlanPtr	plan = SPI_prepare(psprintf("SELECT 1 FROM %s LIMIT 1", sealstone_relation_name(def)), 0, NULL);
		Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());

		if (plan == NULL || SPI_execute_snapshot(plan, NULL, NULL, snapshot, InvalidSnapshot, true, false, 1) != SPI_OK_SELECT)
			elog(ERROR, "could not look into the default partition");
		empty = SPI_processed == 0;
		UnregisterSnapshot(snapshot);
		SPI_freeplan(plan);
	}
	if (empty)
		sealstone_spif("DROP TABLE %s", sealstone_relation_name(def));
	sealstone_scope_end(&scope);
	sealstone_rollup_quiet_end();
	PG_RETURN_BOOL(empty);
}
