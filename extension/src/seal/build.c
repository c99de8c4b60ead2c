/*-------------------------------------------------------------------------
 *
 * build.c
 *	  A seal, reseal or unseal from its first check to the drop of the old storage.
 *
 *	1. check: permission, kind of relation                             transaction of the caller
 *	2. SHARE UPDATE EXCLUSIVE on the partition, for the session: it may queue, lets readers and writers
 *	   pass, and keeps VACUUM and DDL away; then order key and codec   its own
 *	3. vacuum (a seal): what is all-visible need not be looked at again   its own
 *	4. transient relation                                                 its own (transient.c)
 *	5. read, sort, write                                                  one, without a transaction id (source.c);
 *																		  an unseal commits every so many rows
 *	6. indexes                                                            one each, without a transaction id
 *	7. catch up, lock, swap                                               several (catchup.c, swap.c)
 *	8. drop the transient relation, which has the old storage now         its own
 *
 * An error rolls back, drops the transient relation at once if it can, and goes on to the caller. A crash leaves the
 * transient relation, and nothing else: sealstone_seal_sweep() at the start of every operation
 * removes it. An error raised to let somebody pass (give_way.c) ends the same way, and then the operation begins again.
 * After 7 the partition is changed and stays so, whatever becomes of 8.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/heapam.h"
#include "access/table.h"
#include "access/visibilitymap.h"
#include "access/visibilitymapdefs.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "access/xloginsert.h"
#include "catalog/catalog.h"
#include "catalog/namespace.h"
#include "catalog/pg_am.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "catalog/pg_subscription_rel.h"
#include "codec/codec.h"
#include "commands/defrem.h"
#include "commands/vacuum.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/bufmgr.h"
#include "storage/latch.h"
#include "storage/lmgr.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "tcop/pquery.h"
#include "tcop/utility.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/fmgrprotos.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "compat.h"
#include "guc.h"
#include "seal/seal_job.h"
#include "stop_point.h"

#define ROWS_PER_REPORT 16384
#define ROWS_PER_COMMIT 100000	/* an unseal's */

/* --- transactions ---------------------------------------------------------------- */

/* Work as the owner, so that index expressions and comparison functions run with his rights and no more. */
static void
enter_owner(SealJob *job)
{
	Assert(!job->working);
	XactIsoLevel = XACT_READ_COMMITTED; /* each snapshot is a new one, and none is kept */
	GetUserIdAndSecContext(&job->save_userid, &job->save_sec_context);
	SetUserIdAndSecContext(job->owner, job->save_sec_context | SECURITY_RESTRICTED_OPERATION);
	job->save_nestlevel = NewGUCNestLevel();
	(void) set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	job->working = true;
}

static void
leave_owner(SealJob *job)
{
	if (!job->working)
		return;
	AtEOXact_GUC(false, job->save_nestlevel);
	SetUserIdAndSecContext(job->save_userid, job->save_sec_context);
	job->working = false;
}

void
seal_next_transaction(SealJob *job)
{
	leave_owner(job);
	if (XactLastRecEnd > job->wal_end)
		job->wal_end = XactLastRecEnd;
	SPI_commit();
	CHECK_FOR_INTERRUPTS();
	enter_owner(job);
}

void
seal_report(SealJob *job, const char *phase, double fraction)
{
	if (phase)
		job->progress.phase = phase;
	if (fraction > job->progress.fraction)
		job->progress.fraction = Min(fraction, 1.0);
	if (job->callback)
		job->callback(&job->progress, job->callback_arg);
}

/* --- 1: checks -------------------------------------------------------------------- */

static const char *
verb(SealKind kind)
{
	return kind == SEAL_KIND_UNSEAL ? "unseal" : kind == SEAL_KIND_RESEAL ? "reseal" : "seal";
}

int
seal_parse_codec(const char *codec)
{
	if (codec == NULL || strcmp(codec, "lz4") == 0)
		return SEALSTONE_COMPRESS_LZ4;
	if (strcmp(codec, "none") == 0)
		return SEALSTONE_COMPRESS_NONE;
	if (strcmp(codec, "zstd") == 0)
		return SEALSTONE_COMPRESS_ZSTD;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("codec \"%s\" is not known", codec),
			 errhint("Codecs are none, lz4 and zstd.")));
	return 0;					/* keep compiler quiet */
}

static void
check_relation(SealJob *job, Relation rel)
{
	Form_pg_class form = rel->rd_rel;

	if (form->relkind == RELKIND_PARTITIONED_TABLE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is a partitioned table", RelationGetRelationName(rel)),
				 errhint("Name one of its partitions, or CALL sealstone.seal_eligible() for all that are due.")));
	if (form->relkind != RELKIND_RELATION)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a table", RelationGetRelationName(rel))));
	if (IsCatalogRelation(rel) || IsToastRelation(rel))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("\"%s\" is a system table", RelationGetRelationName(rel))));
	if (RELATION_IS_OTHER_TEMP(rel))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("\"%s\" is a temporary table of another session", RelationGetRelationName(rel))));
	if (OidIsValid(form->relrewrite))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is the transient relation of an operation", RelationGetRelationName(rel))));
	if (form->relam != HEAP_TABLE_AM_OID && form->relam != get_table_am_oid("sealstone", false))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("\"%s\" uses access method \"%s\"", RelationGetRelationName(rel), get_am_name(form->relam)),
				 errhint("Only tables of access method heap can be sealed.")));
}

static SealstoneOrderKey *
copy_key(SealJob *job, const SealstoneOrderKey *key)
{
	SealstoneOrderKey *copy = MemoryContextAlloc(job->context, sizeof(SealstoneOrderKey));

	memcpy(copy, key, sizeof(SealstoneOrderKey));
	return copy;
}

SealstoneOrderKey *
seal_key_of_sealed(Relation rel, const SealstoneInfo *info)
{
	List	   *names = NIL;

	for (int i = 0; i < info->nkeys; i++)
	{
		Form_pg_attribute att;

		if (info->key[i].attnum > RelationGetNumberOfAttributes(rel))
			break;
		att = TupleDescAttr(RelationGetDescr(rel), info->key[i].attnum - 1);
		if (att->attisdropped)
			break;				/* what comes after it is no longer an order of its own */
		names = lappend(names, makeString(NameStr(att->attname)));
	}
	{
		SealstoneOrderKey *key = sealstone_order_key_from_names(rel, names);

		for (int i = 0; i < key->ncolumns; i++)
			if (info->key[i].desc != key->columns[i].descending || info->key[i].nulls_first != key->columns[i].nulls_first)
				seal_order_column_set(rel, &key->columns[i], info->key[i].desc, info->key[i].nulls_first);
		return key;
	}
}

/*
 * Does logical replication apply changes here that it must find a row for by whatever index there is? On 16 and later
 * the apply worker, lacking a primary key or replica identity index, takes any; it must then hold all rows.
 */
static bool
applied_without_key(Relation rel)
{
	List	   *relations;
	ListCell   *lc;
	bool		found = false;
	Relation	pg_subscription_rel;

	(void) RelationGetIndexList(rel);	/* fills in the next two */
	if (OidIsValid(rel->rd_pkindex) || OidIsValid(rel->rd_replidindex))
		return false;
	relations = list_make1_oid(RelationGetRelid(rel));
	if (rel->rd_rel->relispartition)
		relations = list_concat(relations, get_partition_ancestors(RelationGetRelid(rel)));
	pg_subscription_rel = table_open(SubscriptionRelRelationId, AccessShareLock);
	foreach(lc, relations)
	{
		ScanKeyData key[1];
		SysScanDesc scan;

		ScanKeyInit(&key[0], Anum_pg_subscription_rel_srrelid, BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(lfirst_oid(lc)));
		scan = systable_beginscan(pg_subscription_rel, InvalidOid, false, NULL, 1, key);
		found = found || HeapTupleIsValid(systable_getnext(scan));
		systable_endscan(scan);
	}
	table_close(pg_subscription_rel, AccessShareLock);
	return found;
}

/* True: there is work to do, and job knows all about it. */
static bool
prepare(SealJob *job, const SealstoneSealOptions *asked)
{
	Relation	rel;
	SealstoneSealOptions options = SEALSTONE_SEAL_DEFAULTS;
	const SealstoneInfo *info = NULL;
	MemoryContext old_context;
	Oid			sealstone_am = get_table_am_oid("sealstone", false);

	PreventCommandIfReadOnly(verb(job->kind));
	PreventCommandDuringRecovery(verb(job->kind));

	/* look before locking: who may not operate it may not make others wait either */
	rel = try_relation_open(job->relid, AccessShareLock);
	if (rel == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", job->relid)));
	check_relation(job, rel);
	if (!sealstone_may_operate(job->relid, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_TABLE, RelationGetRelationName(rel));
	relation_close(rel, AccessShareLock);

	/* and wait without a snapshot: who builds an index concurrently waits for all snapshots, with the lock that we want */
	SPI_commit();
	CHECK_FOR_INTERRUPTS();
	InvalidateCatalogSnapshot();
	LockRelationOid(job->relid, ShareUpdateExclusiveLock);
	rel = try_relation_open(job->relid, NoLock);
	if (rel == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", job->relid)));
	check_relation(job, rel);
	if (!sealstone_may_operate(job->relid, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_TABLE, RelationGetRelationName(rel));
	job->source_lock = rel->rd_lockInfo.lockRelId;
	old_context = MemoryContextSwitchTo(job->context);
	job->name = pstrdup(quote_qualified_identifier(get_namespace_name(RelationGetNamespace(rel)),
												   RelationGetRelationName(rel)));
	MemoryContextSwitchTo(old_context);
	job->owner = rel->rd_rel->relowner;
	job->persistence = rel->rd_rel->relpersistence;
	job->lsn_tells = job->persistence == RELPERSISTENCE_PERMANENT;
	job->source_am = rel->rd_rel->relam;
	job->source_node = rel->rd_rel->relfilenode;
	job->source_sealed = job->source_am == sealstone_am && sealstone_relation_is_sealed(rel);
	if (job->source_sealed)
		info = sealstone_store_info(rel);

	switch (job->kind)
	{
		case SEAL_KIND_SEAL:
			job->target_am = sealstone_am;
			if (job->source_sealed)
			{
				ereport(NOTICE, (errmsg("%s is sealed already", job->name)));
				table_close(rel, NoLock);
				return false;
			}
			break;
		case SEAL_KIND_RESEAL:
			job->target_am = sealstone_am;
			if (job->source_sealed)
				break;
			if (job->source_am != sealstone_am)
				ereport(ERROR,
						(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
						 errmsg("%s is not sealed", job->name),
						 errhint("CALL sealstone.seal() seals it.")));

			/*
			 * Ours, but without columns: it was rewritten (ALTER TYPE, a volatile default, TRUNCATE, SET LOGGED) since its
			 * seal. Every row of it is late, so to say, and to fold them all in is a seal.
			 */
			job->kind = SEAL_KIND_SEAL;
			break;
		case SEAL_KIND_UNSEAL:
			job->target_am = HEAP_TABLE_AM_OID;
			if (job->source_am == HEAP_TABLE_AM_OID)
			{
				ereport(NOTICE, (errmsg("%s is not sealed", job->name)));
				table_close(rel, NoLock);
				return false;
			}
			break;
	}

	/* settings of the series, then what was asked for */
	if (sealstone_seal_settings_hook)
		(void) sealstone_seal_settings_hook(job->relid, &options);
	if (asked && asked->order_by != NIL)
		options.order_by = asked->order_by;
	if (asked && asked->codec)
		options.codec = asked->codec;
	if (asked && asked->keep_indexes >= 0)
		options.keep_indexes = asked->keep_indexes;

	if (info && (job->kind == SEAL_KIND_UNSEAL || options.order_by == NIL))
		job->key = copy_key(job, seal_key_of_sealed(rel, info));
	else if (options.order_by != NIL)
		job->key = copy_key(job, sealstone_order_key_from_names(rel, options.order_by));
	else
		job->key = copy_key(job, sealstone_default_order_key(rel));
	job->codec = info && options.codec == NULL ? info->codec : seal_parse_codec(options.codec);
	if (options.keep_indexes >= 0)
		job->keep_indexes = options.keep_indexes != 0;
	else
		job->keep_indexes = info && (info->flags & SEALSTONE_META_KEEP_INDEXES) != 0;
	if (job->kind != SEAL_KIND_UNSEAL && !job->keep_indexes)
		job->keep_indexes = applied_without_key(rel);

	job->bytes_before = DatumGetInt64(DirectFunctionCall1(pg_total_relation_size, ObjectIdGetDatum(job->relid)));
	if (info && info->nrows > 0)
		job->bytes_before = (uint64) (info->bytes_before * Max(1.0, rel->rd_rel->reltuples / (double) info->nrows));
	job->progress.rows_total = rel->rd_rel->reltuples > 0 ? (uint64) rel->rd_rel->reltuples : 0;
	if (info)
	{
		job->first_block = info->late_block;
		job->source_rows = info->nrows;
		job->newest = info->newest_xid;
	}
	LockRelationIdForSession(&job->source_lock, ShareUpdateExclusiveLock);
	job->source_locked = true;
	table_close(rel, NoLock);
	return true;
}

/* --- 3: vacuum ---------------------------------------------------------------------- */

/*
 * What VACUUM does, in a transaction of its own: pages come out all-visible that nobody has written to lately. Not
 * the TOAST table, not truncation (it takes an exclusive lock).
 */
static void
vacuum_source(SealJob *job)
{
	VacuumParams params;
	Relation	rel;
	BufferAccessStrategy strategy;

	LWLockAcquire(ProcArrayLock, LW_EXCLUSIVE);
	MyProc->statusFlags |= PROC_IN_VACUUM;
	ProcGlobal->statusFlags[MyProc->pgxactoff] = MyProc->statusFlags;
	LWLockRelease(ProcArrayLock);

	memset(&params, 0, sizeof(params));
	params.options = VACOPT_VACUUM;
	params.index_cleanup = VACOPTVALUE_AUTO;
	params.truncate = VACOPTVALUE_DISABLED;
	params.freeze_min_age = -1;
	params.freeze_table_age = -1;
	params.multixact_freeze_min_age = -1;
	params.multixact_freeze_table_age = -1;
	params.log_min_duration = -1;
	params.nworkers = -1;

	PushActiveSnapshot(GetTransactionSnapshot());
	rel = table_open(job->relid, ShareUpdateExclusiveLock);
	strategy = GetAccessStrategy(BAS_VACUUM);
	heap_vacuum_rel(rel, &params, strategy);
	FreeAccessStrategy(strategy);
	table_close(rel, NoLock);
	PopActiveSnapshot();
}

/* --- 5: the build -------------------------------------------------------------------- */

static void
report_rows(SealJob *job, uint64 rows, uint64 total)
{
	job->progress.rows_done = rows;
	job->progress.rows_total = total;
	seal_report(job, NULL, 0.40 + 0.45 * (double) rows / (double) Max(1, total));
}

/*
 * Blocks below H have no line pointer and never will: set their visibility bits, a map page at a time, so that the first
 * VACUUM need not read them all.
 */
void
seal_set_visibility(Relation target, BlockNumber nblocks)
{
	const BlockNumber per_byte = BITS_PER_BYTE / BITS_PER_HEAPBLOCK;
	const BlockNumber per_page = (BLCKSZ - MAXALIGN(SizeOfPageHeaderData)) * per_byte;

	for (BlockNumber first = 0; first < nblocks; first += per_page)
	{
		BlockNumber n = Min(per_page, nblocks - first);
		Buffer		buffer = InvalidBuffer;
		uint8	   *map;

		visibilitymap_pin(target, first, &buffer);
		LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
		START_CRIT_SECTION();
		map = (uint8 *) PageGetContents(BufferGetPage(buffer));
		memset(map, 0xFF, n / per_byte);
		for (BlockNumber i = 0; i < n % per_byte; i++)
			map[n / per_byte] |= VISIBILITYMAP_VALID_BITS << (i * BITS_PER_HEAPBLOCK);
		MarkBufferDirty(buffer);
		if (RelationNeedsWAL(target))
			log_newpage_buffer(buffer, false);
		END_CRIT_SECTION();
		UnlockReleaseBuffer(buffer);
	}
}

static void
build_sealed(SealJob *job)
{
	MemoryContext context = AllocSetContextCreate(job->context, "sealstone build", ALLOCSET_DEFAULT_SIZES);
	MemoryContext old_context = MemoryContextSwitchTo(context);
	SealSource *source;
	SealstoneWriterOptions options = {0};
	SealstoneWriterResult result;
	SealstoneWriter *writer;
	Relation	target;
	SealRow		row;
	uint64		total;

	seal_report(job, "reading", 0.05);
	source = seal_source_begin(job);
	total = job->nseq + job->source_rows;
	SEALSTONE_STOP_POINT(seal_read);

	seal_report(job, "writing", 0.40);
	options.nkeys = job->key->ncolumns;
	for (int i = 0; i < job->key->ncolumns; i++)
	{
		options.key_attnum[i] = job->key->columns[i].attnum;
		options.key_desc[i] = job->key->columns[i].descending;
		options.key_nulls_first[i] = job->key->columns[i].nulls_first;
	}
	options.codec = job->codec;
	options.bytes_before = job->bytes_before;
	options.keep_indexes = job->keep_indexes;
	target = table_open(job->target, RowExclusiveLock);
	writer = sealstone_writer_begin(target, &options);
	while (seal_source_next(source, &row))
	{
		uint64		number = sealstone_writer_put(writer, row.values, row.isnull);

		seal_row_map_set(row.from_sealed ? &job->row_map : &job->seq_map, row.number, number);
		if (number % ROWS_PER_REPORT == 0)
		{
			if (number == ROWS_PER_REPORT || number == 0)
				SEALSTONE_STOP_POINT(seal_writing);
			CHECK_FOR_INTERRUPTS();
			seal_let_pass(job);
			InvalidateCatalogSnapshot();
			report_rows(job, number, total);
		}
	}
	seal_source_end(source);
	sealstone_writer_finish(writer, InvalidFullTransactionId, InvalidFullTransactionId, &result);
	job->rows = result.rows;
	job->late_block = result.late_block;
	seal_set_visibility(target, result.late_block);
	report_rows(job, job->rows, job->rows);
	table_close(target, NoLock);
	MemoryContextSwitchTo(old_context);
	MemoryContextDelete(context);
	SEALSTONE_STOP_POINT(seal_written);
}

static void
build_heap(SealJob *job)
{
	MemoryContext old_context = CurrentMemoryContext;
	SealSource *source;
	SealHeapWriter *writer;
	Relation	target;
	SealRow		row;
	uint64		total;

	seal_report(job, "reading", 0.05);
	source = seal_source_begin(job);
	total = job->nseq + job->source_rows;
	SEALSTONE_STOP_POINT(seal_read);

	seal_report(job, "writing", 0.40);
	target = table_open(job->target, RowExclusiveLock);
	writer = seal_heap_writer_begin(target, job->context);
	table_close(target, NoLock);
	while (seal_source_next(source, &row))
	{
		PushActiveSnapshot(GetTransactionSnapshot());
		do
		{
			seal_heap_writer_put(writer, job, &row);
			job->rows++;
			if (job->rows % ROWS_PER_REPORT == 0)
			{
				if (job->rows == ROWS_PER_REPORT)
					SEALSTONE_STOP_POINT(seal_writing);
				CHECK_FOR_INTERRUPTS();
				seal_let_pass(job);
				report_rows(job, job->rows, total);
			}
			if (job->rows % ROWS_PER_COMMIT == 0)
				break;
		} while (seal_source_next(source, &row));
		seal_heap_writer_flush(writer, job);
		PopActiveSnapshot();
		seal_source_suspend(source);
		seal_next_transaction(job);
		seal_source_resume(source);
	}
	seal_source_end(source);
	report_rows(job, job->rows, job->rows);
	MemoryContextSwitchTo(old_context);
	SEALSTONE_STOP_POINT(seal_written);
}

/*
 * Somebody may have the transient relation open (pg_dump, a look at its size): it is waited for only so long, for
 * the partition's lock is held meanwhile. What stays is for the sweep.
 */
static void
drop_old_storage(SealJob *job)
{
	TimestampTz until = TimestampTzPlusMilliseconds(GetCurrentTimestamp(), Min(sealstone_lock_timeout, 1000));

	while (!ConditionalLockRelationOid(job->target, AccessExclusiveLock))
	{
		if (GetCurrentTimestamp() >= until)
			return;
		pg_usleep(10000);
		CHECK_FOR_INTERRUPTS();
	}
	seal_transient_drop(job->target);
}

/* --- the whole ------------------------------------------------------------------------- */

static void
run(SealJob *job, const SealstoneSealOptions *options, SealstoneSealResult *result)
{
	seal_report(job, "preparing", 0);
	if (!prepare(job, options))
		return;
	SEALSTONE_STOP_POINT(seal_prepared);

	seal_next_transaction(job);
	if (sealstone_seal_sweep() > 0)
		seal_next_transaction(job);
	if (job->kind == SEAL_KIND_SEAL)
	{
		seal_report(job, "vacuuming", 0.01);
		vacuum_source(job);
		seal_next_transaction(job);
	}

	seal_transient_create(job);
	seal_next_transaction(job);
	job->target_committed = true;
	SEALSTONE_STOP_POINT(seal_transient_created);

	if (job->kind == SEAL_KIND_UNSEAL)
		build_heap(job);
	else
		build_sealed(job);
	seal_transient_build_indexes(job);
	seal_swap(job);
	SEALSTONE_STOP_POINT(seal_committed);

	/* the partition is what was asked for; what follows only tidies up */
	seal_report(job, "cleaning up", 0.99);
	drop_old_storage(job);
	SEALSTONE_STOP_POINT(seal_dropped);
	seal_next_transaction(job);
	job->target_committed = false;
	if (result)
	{
		instr_time	now;

		INSTR_TIME_SET_CURRENT(now);
		INSTR_TIME_SUBTRACT(now, job->started);
		result->done = true;
		result->late_rows = job->late_added - job->late_killed;
		result->gone_rows = job->gone;
		result->rows = job->rows - job->gone + result->late_rows;
		result->bytes_before = job->bytes_before;
		result->bytes_after = DatumGetInt64(DirectFunctionCall1(pg_total_relation_size, ObjectIdGetDatum(job->relid)));
		result->attempts = job->attempts;
		result->held_ms = job->held_ms;
		result->writers_held_ms = job->held_ms;
		result->elapsed_ms = INSTR_TIME_GET_MILLISEC(now);
	}
	seal_report(job, NULL, 1.0);
}

/* Files and mappings outlive transactions; give them back whatever happened. */
static void
release_files(SealJob *job)
{
	if (job->page_file)
		BufFileClose(job->page_file);
	if (job->tuple_file)
		BufFileClose(job->tuple_file);
	job->page_file = job->tuple_file = NULL;
	seal_row_map_free(&job->seq_map);
	seal_row_map_free(&job->row_map);
}

/* Ours; one that SPI made for the portal is the portal's, and SPI_rollback() counts those. */
static void
pop_snapshots(void)
{
	while (ActiveSnapshotSet() && !(ActivePortal && ActivePortal->portalSnapshot == GetActiveSnapshot()))
		PopActiveSnapshot();
}

/*
 * After an error with the transient relation committed: roll back and drop it now rather than at the next operation.
 * Whatever goes wrong here is left to the sweep.
 */
static void
drop_after_error(SealJob *job)
{
	Oid			target = job->target;

	pop_snapshots();
	SPI_rollback();
	PG_TRY();
	{
		if (OidIsValid(target) && ConditionalLockRelationOid(target, AccessExclusiveLock))
		{
			HOLD_CANCEL_INTERRUPTS();
			if (get_rel_name(target) != NULL)
				seal_transient_drop(target);
			SPI_commit();
			RESUME_CANCEL_INTERRUPTS();
		}
	}
	PG_CATCH();
	{
		FlushErrorState();
		pop_snapshots();
		SPI_rollback();
	}
	PG_END_TRY();
}

/*
 * Once from beginning to end. False: it gave way to a session that would have waited too long, nothing is left of it, and
 * there are attempts left.
 */
static bool
run_once(SealKind kind, Oid partition, const SealstoneSealOptions *options, int attempt, double *fraction,
		 SealstoneProgressFn progress, void *arg, SealstoneSealResult *result)
{
	MemoryContext old_context = CurrentMemoryContext;
	MemoryContext context = AllocSetContextCreate(PortalContext ? PortalContext : TopMemoryContext,
												  "sealstone job", ALLOCSET_DEFAULT_SIZES);
	MemoryContext saved_portal_context = PortalContext;
	SealJob    *job = MemoryContextAllocZero(context, sizeof(SealJob));

	if (result)
		memset(result, 0, sizeof(SealstoneSealResult));
	job->kind = kind;
	job->context = context;
	job->relid = partition;
	job->callback = progress;
	job->callback_arg = arg;
	job->progress.fraction = *fraction;
	job->newest = InvalidFullTransactionId;
	INSTR_TIME_SET_CURRENT(job->started);

	if (PortalContext == NULL)
		PortalContext = context;	/* in a worker; SPI wants one */
	PG_TRY();
	{
		SPI_connect_ext(SPI_OPT_NONATOMIC);
		run(job, options, result);
		leave_owner(job);
		if (job->source_locked)
			UnlockRelationIdForSession(&job->source_lock, ShareUpdateExclusiveLock);
		if (OidIsValid(job->target_lock.relId))
			UnlockRelationIdForSession(&job->target_lock, ExclusiveLock);
		SPI_finish();
		release_files(job);
	}
	PG_CATCH();
	{
		job->working = false;	/* the abort restores user and settings */
		release_files(job);
		/* a deadlock of others that it queued among for its first lock is not its own either */
		if (!job->source_locked && geterrcode() == ERRCODE_T_R_DEADLOCK_DETECTED)
			job->gave_way_to = MyProcPid;
		if (job->target_committed || job->gave_way_to != 0)
		{
			ErrorData  *error;
			bool		again = job->gave_way_to != 0 && attempt < sealstone_lock_attempts;

			MemoryContextSwitchTo(TopMemoryContext);
			error = CopyErrorData();
			FlushErrorState();
			drop_after_error(job);
			if (again)
			{
				FreeErrorData(error);
				SPI_finish();
			}
			*fraction = job->progress.fraction;
			PortalContext = saved_portal_context;
			MemoryContextSwitchTo(old_context);
			MemoryContextDelete(context);
			if (again)
				return false;
			ReThrowError(error);
		}
		PortalContext = saved_portal_context;
		PG_RE_THROW();
	}
	PG_END_TRY();
	PortalContext = saved_portal_context;
	MemoryContextSwitchTo(old_context);
	MemoryContextDelete(context);
	return true;
}

static void
run_job(SealKind kind, Oid partition, const SealstoneSealOptions *options,
		SealstoneProgressFn progress, void *arg, SealstoneSealResult *result)
{
	double		fraction = 0;
	int			attempt = 1;

	while (!run_once(kind, partition, options, attempt, &fraction, progress, arg, result))
	{
		/* time for those who waited to do what they came for; it does not matter if it is too little */
		TimestampTz until = TimestampTzPlusMilliseconds(GetCurrentTimestamp(), Min(100L << Min(attempt - 1, 9), 60000));

		attempt++;
		while (GetCurrentTimestamp() < until)
		{
			(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, 50, PG_WAIT_EXTENSION);
			ResetLatch(MyLatch);
			CHECK_FOR_INTERRUPTS();
		}
	}
}

void
sealstone_seal_partition(Oid partition, const SealstoneSealOptions *options,
						 SealstoneProgressFn progress, void *arg, SealstoneSealResult *result)
{
	run_job(SEAL_KIND_SEAL, partition, options, progress, arg, result);
}

void
sealstone_reseal_partition(Oid partition, const SealstoneSealOptions *options,
						   SealstoneProgressFn progress, void *arg, SealstoneSealResult *result)
{
	run_job(SEAL_KIND_RESEAL, partition, options, progress, arg, result);
}

void
sealstone_unseal_partition(Oid partition, SealstoneProgressFn progress, void *arg, SealstoneSealResult *result)
{
	run_job(SEAL_KIND_UNSEAL, partition, NULL, progress, arg, result);
}
