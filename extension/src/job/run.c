/*-------------------------------------------------------------------------
 *
 * run.c
 *	  Takes one operation from the queue, does its work, writes down what came of it.
 *
 * Three kinds of transaction: one that claims (FOR UPDATE SKIP LOCKED, committed before any work, so that nobody ever
 * waits for a claimed row), those of the work itself, and one that settles. Between them the process holds nothing.
 *
 * The work runs as the owner of its table in a security-restricted context, whoever asked; that the requester still
 * may ask is checked again first. An error of the work aborts its transaction and is written to the operation's row; a
 * crash leaves the row "running" with no slot behind it, which the worker turns to "failed" (schedule.c). A lock that
 * was never free, a deadlock or a serialization failure puts it back into the queue, later each time.
 *
 * Follows autovacuum.c in how a worker survives the errors of its work.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "nodes/value.h"
#include "pgstat.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/backend_status.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "catalog.h"
#include "error.h"
#include "job/operation.h"
#include "job/progress.h"
#include "job/run.h"
#include "job/schedule.h"
#include "job/slot.h"
#include "job/transaction.h"
#include "rollup/rollup.h"
#include "seal/seal.h"
#include "series/measure.h"
#include "series/migrate.h"
#include "series/partition.h"
#include "series/retention.h"

/* attempts of an operation whose lock was never free, before it fails for good */
#define MAX_ATTEMPTS	5

/* the operation at hand; lives in its own memory context, across transactions */
typedef struct Operation
{
	int64		id;
	char	   *kind;
	Oid			target;
	char	   *target_name;
	Oid			series;
	Oid			requester;
	bool		by_job;
	int			attempt;
	Jsonb	   *options;
	MemoryContext context;		/* outlives the transactions of the work */
	bool		is_parent;		/* the work consists of children now */
	StringInfoData result;		/* JSON object */
} Operation;

/*
 * An option's text, or NULL. In the current context.
 */
static char *
option_text(const Operation *op, const char *key)
{
	JsonbValue	value;
	JsonbValue	name;
	JsonbValue *found;

	name.type = jbvString;
	name.val.string.val = unconstify(char *, key);
	name.val.string.len = strlen(key);
	found = findJsonbValueFromContainer(&op->options->root, JB_FOBJECT, &name);
	if (found == NULL || found->type == jbvNull)
		return NULL;
	value = *found;
	if (value.type == jbvString)
		return pnstrdup(value.val.string.val, value.val.string.len);
	if (value.type == jbvNumeric)
		return DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(value.val.numeric)));
	if (value.type == jbvBool)
		return pstrdup(value.val.boolean ? "true" : "false");
	return NULL;
}

static List *
option_names(const Operation *op, const char *key)
{
	JsonbValue	name;
	JsonbValue *found;
	List	   *result = NIL;

	name.type = jbvString;
	name.val.string.val = unconstify(char *, key);
	name.val.string.len = strlen(key);
	found = findJsonbValueFromContainer(&op->options->root, JB_FOBJECT, &name);
	if (found != NULL && found->type == jbvBinary)
	{
		JsonbIterator *iterator = JsonbIteratorInit(found->val.binary.data);
		JsonbValue	value;
		JsonbIteratorToken token;

		while ((token = JsonbIteratorNext(&iterator, &value, true)) != WJB_DONE)
		{
			if (token != WJB_ELEM)
				continue;
			if (value.type != jbvString)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("option \"order_by\" must be an array of column names")));
			result = lappend(result, makeString(pnstrdup(value.val.string.val, value.val.string.len)));
		}
	}
	return result;
}

/*
 * Claims in a transaction of its own. The slot says "running" before the row does.
 */
static bool
claim(int64 wanted, int64 parent, Operation *op, MemoryContext context)
{
	SealstoneScope scope;
	MemoryContext old;
	bool		isnull;
	Datum		datum;
	HeapTuple	row;
	TupleDesc	desc;

	sealstone_tx_start();
	sealstone_catalog_begin(&scope);
	if (sealstone_spif("SELECT o.id, o.kind, o.target, o.target_name, o.series, o.requester, o.job_id, o.attempt, o.options FROM sealstone.operation_log o"
					   " WHERE o.state = 'queued' AND (" INT64_FORMAT " IN (0, o.id)) AND (" INT64_FORMAT " IN (0, coalesce(o.parent_id, -1))) AND (o.not_before IS NULL OR o.not_before <= pg_catalog.clock_timestamp())"
					   " AND NOT (SELECT pg_catalog.bool_or(k.paused) FROM sealstone.control k)"
					   " AND NOT EXISTS (SELECT 1 FROM sealstone.operation_log r WHERE r.state = 'running' AND r.children = 0 AND r.target = o.target)"
					   " ORDER BY o.id LIMIT 1 FOR UPDATE OF o SKIP LOCKED", wanted, parent) == 0)
	{
		sealstone_scope_end(&scope);
		sealstone_tx_commit();
		return false;
	}
	row = SPI_tuptable->vals[0];
	desc = SPI_tuptable->tupdesc;
	old = MemoryContextSwitchTo(context);
	memset(op, 0, sizeof(Operation));
	op->context = context;
	op->id = DatumGetInt64(SPI_getbinval(row, desc, 1, &isnull));
	op->kind = TextDatumGetCString(SPI_getbinval(row, desc, 2, &isnull));
	datum = SPI_getbinval(row, desc, 3, &isnull);
	op->target = isnull ? InvalidOid : DatumGetObjectId(datum);
	op->target_name = TextDatumGetCString(SPI_getbinval(row, desc, 4, &isnull));
	datum = SPI_getbinval(row, desc, 5, &isnull);
	op->series = isnull ? InvalidOid : DatumGetObjectId(datum);
	op->requester = DatumGetObjectId(SPI_getbinval(row, desc, 6, &isnull));
	(void) SPI_getbinval(row, desc, 7, &isnull);
	op->by_job = !isnull;
	op->attempt = DatumGetInt32(SPI_getbinval(row, desc, 8, &isnull));
	op->options = DatumGetJsonbPCopy(SPI_getbinval(row, desc, 9, &isnull));
	initStringInfo(&op->result);
	MemoryContextSwitchTo(old);

	sealstone_slot_operation(op->id);
	sealstone_spif("UPDATE sealstone.operation_log SET state = 'running', started_at = pg_catalog.clock_timestamp(), finished_at = NULL, phase = 'starting',"
				   " progress = 0, error_code = NULL, error_message = NULL, error_detail = NULL, error_hint = NULL,"
				   " changed_at = pg_catalog.clock_timestamp(), version = version + 1 WHERE id = " INT64_FORMAT, op->id);
	sealstone_scope_end(&scope);
	sealstone_tx_commit();
	return true;
}

static void
seal_progress(const SealstoneProgress *progress, void *arg)
{
	sealstone_progress_phase(progress->phase);
	sealstone_progress_blockers(Min(progress->nblockers, SEALSTONE_SLOT_BLOCKERS), progress->blockers, progress->prepared_gid);
	sealstone_progress(progress->fraction, progress->rows_done, progress->rows_total, progress->bytes_done, progress->bytes_total);
}

static void
run_seal(Operation *op)
{
	SealstoneSealOptions options = SEALSTONE_SEAL_DEFAULTS;
	SealstoneSealResult result = {0};
	MemoryContext old = MemoryContextSwitchTo(op->context);
	char	   *keep = option_text(op, "keep_indexes");

	options.codec = option_text(op, "codec");
	options.order_by = option_names(op, "order_by");
	options.keep_indexes = keep == NULL ? -1 : strcmp(keep, "true") == 0;
	MemoryContextSwitchTo(old);
	if (strcmp(op->kind, "seal") == 0)
		sealstone_seal_partition(op->target, &options, seal_progress, NULL, &result);
	else if (strcmp(op->kind, "reseal") == 0)
		sealstone_reseal_partition(op->target, &options, seal_progress, NULL, &result);
	else
		sealstone_unseal_partition(op->target, seal_progress, NULL, &result);
	appendStringInfo(&op->result, "{\"done\": %s, \"rows\": " UINT64_FORMAT ", \"late_rows\": " UINT64_FORMAT ", \"gone_rows\": " UINT64_FORMAT
					 ", \"bytes_before\": " UINT64_FORMAT ", \"bytes_after\": " UINT64_FORMAT ", \"attempts\": %d, \"held_ms\": %.3f, \"writers_held_ms\": %.3f, \"elapsed_ms\": %.3f}",
					 result.done ? "true" : "false", result.rows, result.late_rows, result.gone_rows, result.bytes_before, result.bytes_after,
					 result.attempts, result.held_ms, result.writers_held_ms, result.elapsed_ms);
}

/*
 * Partitions past the settle window, and sealed ones past a tenth of late rows (and ten thousand): children of this
 * operation, which the other helpers take up.
 */
static void
run_seal_eligible(Operation *op)
{
	SealstoneScope scope;
	List	   *seals = NIL;
	List	   *reseals = NIL;
	uint64		count;
	MemoryContext context = CurrentMemoryContext;

	sealstone_measure_series(op->series, false);
	sealstone_catalog_begin(&scope);
	count = sealstone_spif("SELECT p.partition::pg_catalog.oid, p.due FROM sealstone.partition_info p WHERE p.relation = '%u'::pg_catalog.regclass"
						   " AND (p.due OR (p.state = 'sealed' AND p.late_fraction > 0.1 AND p.late_rows + p.deleted_rows >= 10000))"
						   /* one asked for already is not asked for twice */
						   " AND NOT EXISTS (SELECT 1 FROM sealstone.operation_log o WHERE o.target = p.partition::pg_catalog.oid AND o.state IN ('queued', 'running'))"
						   " ORDER BY p.lo, p.lo_value LIMIT 10000", op->series);
	for (uint64 i = 0; i < count; i++)
	{
		bool		isnull;
		Oid			partition = DatumGetObjectId(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &isnull));
		bool		due = DatumGetBool(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 2, &isnull));
		MemoryContext old = MemoryContextSwitchTo(context);

		if (due)
			seals = lappend_oid(seals, partition);
		else
			reseals = lappend_oid(reseals, partition);
		MemoryContextSwitchTo(old);
	}
	sealstone_scope_end(&scope);
	if (count == 0)
	{
		appendStringInfoString(&op->result, "{\"succeeded\": 0, \"failed\": 0, \"cancelled\": 0}");
		return;
	}
	{
		Jsonb	   *none = DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum("{}")));

		if (seals != NIL)
			sealstone_operation_children(op->id, "seal", seals, op->series, op->requester, none);
		if (reseals != NIL)
			sealstone_operation_children(op->id, "reseal", reseals, op->series, op->requester, none);
		sealstone_catalog_begin(&scope);
		sealstone_spif("UPDATE sealstone.operation_log SET children = %d, phase = 'sealing' WHERE id = " INT64_FORMAT,
					   list_length(seals) + list_length(reseals), op->id);
		sealstone_scope_end(&scope);
	}
	op->is_parent = true;
}

static void
run_premake(Operation *op)
{
	int			made = 0;
	int			held = 0;
	int			total;
	List	   *ranges;
	ListCell   *cell;
	MemoryContext context = AllocSetContextCreate(TopMemoryContext, "premake", ALLOCSET_SMALL_SIZES);
	MemoryContext old;

	{
		SealstoneSeries *series = sealstone_series_get(op->target, false);
		List	   *found = sealstone_premake_ranges(series);

		/* the list outlives the transactions: one partition each */
		old = MemoryContextSwitchTo(context);
		ranges = NIL;
		foreach(cell, found)
		{
			SealstoneRange *copy = palloc(sizeof(SealstoneRange));

			*copy = *(SealstoneRange *) lfirst(cell);
			ranges = lappend(ranges, copy);
		}
		MemoryContextSwitchTo(old);
	}
	total = list_length(ranges);
	sealstone_progress_phase("making partitions");
	foreach(cell, ranges)
	{
		SealstoneSeries *series;

		sealstone_tx_next_locked(op->target, ShareUpdateExclusiveLock);
		series = sealstone_series_get(op->target, false);
		if (OidIsValid(sealstone_partition_make(series, *(SealstoneRange *) lfirst(cell))))
			made++;
		else
			held++;
		sealstone_progress_fraction((double) (made + held) / total);
		CHECK_FOR_INTERRUPTS();
	}
	sealstone_tx_next();
	MemoryContextDelete(context);
	appendStringInfo(&op->result, "{\"partitions\": %d, \"held_by_default\": %d}", made, held);
}

static void
run_refresh(Operation *op)
{
	char	   *lo = option_text(op, "lo");
	char	   *hi = option_text(op, "hi");
	Rollup	   *rollup = sealstone_rollup_by_relation(op->target, false);
	int64		states;

	if (rollup == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("rollup %s was dropped", op->target_name)));
	sealstone_progress_phase("refreshing");
	states = sealstone_rollup_refresh_in_batches(op->target, sealstone_rollup_bound_text(lo, rollup, PG_INT64_MIN),
												 sealstone_rollup_bound_text(hi, rollup, PG_INT64_MAX), true);
	appendStringInfo(&op->result, "{\"buckets\": " INT64_FORMAT "}", states);
}

static void
run_migrate(Operation *op)
{
	char	   *batches = option_text(op, "batches");
	SealstoneMigrated result;

	sealstone_migrate_run(op->target, batches ? pg_strtoint32(batches) : 0, &result);
	appendStringInfo(&op->result, "{\"partitions\": %d, \"rows\": " INT64_FORMAT ", \"finished\": %s}",
					 result.partitions, result.rows, result.finished ? "true" : "false");
}

/*
 * The work. A transaction with an active snapshot is open at the call and at the return, not necessarily the same.
 */
static void
work(Operation *op)
{
	const SealstoneKind *kind = sealstone_kind(op->kind);

	if (!OidIsValid(op->target) || !SearchSysCacheExists1(RELOID, ObjectIdGetDatum(op->target)))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("%s does not exist any more", op->target_name)));
	if (!SearchSysCacheExists1(AUTHOID, ObjectIdGetDatum(op->requester)))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("the role that requested the operation does not exist any more")));
	op->series = sealstone_operation_check(kind, op->target, op->requester);

	if (strcmp(op->kind, "seal") == 0 || strcmp(op->kind, "reseal") == 0 || strcmp(op->kind, "unseal") == 0)
	{
		sealstone_tx_release();
		run_seal(op);
		sealstone_tx_regain();
	}
	else if (strcmp(op->kind, "seal_eligible") == 0)
		run_seal_eligible(op);
	else if (strcmp(op->kind, "premake") == 0)
		run_premake(op);
	else if (strcmp(op->kind, "refresh") == 0)
		run_refresh(op);
	else if (strcmp(op->kind, "retention") == 0)
	{
		int			dropped = sealstone_retention_run(op->target);

		appendStringInfo(&op->result, "{\"partitions\": %d}", dropped);
	}
	else if (strcmp(op->kind, "migrate") == 0)
		run_migrate(op);
	else if (strcmp(op->kind, "analyze_sizes") == 0)
	{
		sealstone_progress_phase("measuring");
		sealstone_measure_series(op->target, true);
		appendStringInfoString(&op->result, "{}");
	}
	else
		elog(ERROR, "no work for kind %s", op->kind);
}

/* what the settling statement needs, as parameters */
static void
settle(Operation *op, const ErrorData *error, bool cancelled)
{
	SealstoneScope scope;
	SealstoneOperationSlot slot;
	Oid			types[] = {INT8OID, TEXTOID, TEXTOID, FLOAT8OID, INT8OID, INT8OID, INT8OID, INT8OID, TEXTOID, TEXTOID, TEXTOID, TEXTOID, TEXTOID, BOOLOID, INT8OID, INT4OID};
	Datum		values[16];
	char		nulls[17] = "                ";
	const char *state = "succeeded";
	int			wait_seconds = 0;

	sealstone_slot_copy(&slot);
	if (error != NULL)
	{
		/* seal and its like have retried their lock themselves, sealstone.lock_attempts times */
		bool		again = (error->sqlerrcode == ERRCODE_LOCK_NOT_AVAILABLE && sealstone_kind(op->kind)->on != SEALSTONE_ON_PARTITION) ||
			error->sqlerrcode == ERRCODE_T_R_DEADLOCK_DETECTED || error->sqlerrcode == ERRCODE_T_R_SERIALIZATION_FAILURE;

		if (cancelled)
			state = "cancelled";
		else if (again && op->attempt < MAX_ATTEMPTS)
		{
			state = "queued";
			wait_seconds = 5 << op->attempt;
		}
		else
			state = "failed";
	}

	sealstone_tx_start();
	sealstone_catalog_begin(&scope);
	values[0] = Int64GetDatum(op->id);
	values[1] = CStringGetTextDatum(state);
	values[2] = CStringGetTextDatum(error == NULL ? "finished" : slot.phase);
	values[3] = Float8GetDatum(error == NULL ? 1.0 : slot.fraction);
	values[4] = Int64GetDatum(slot.rows_done);
	values[5] = Int64GetDatum(slot.rows_total);
	values[6] = Int64GetDatum(slot.bytes_done);
	values[7] = Int64GetDatum(slot.bytes_total);
	values[8] = CStringGetTextDatum(op->result.data);
	nulls[8] = error == NULL && op->result.len > 0 ? ' ' : 'n';
	values[9] = error ? CStringGetTextDatum(unpack_sql_state(error->sqlerrcode)) : (Datum) 0;
	values[10] = error && error->message ? CStringGetTextDatum(error->message) : (Datum) 0;
	values[11] = error && error->detail ? CStringGetTextDatum(error->detail) : (Datum) 0;
	values[12] = error && error->hint ? CStringGetTextDatum(error->hint) : (Datum) 0;
	nulls[9] = error ? ' ' : 'n';
	nulls[10] = error && error->message ? ' ' : 'n';
	nulls[11] = error && error->detail ? ' ' : 'n';
	nulls[12] = error && error->hint ? ' ' : 'n';
	values[13] = BoolGetDatum(slot.cancel);
	values[14] = Int64GetDatum(slot.version + 1);
	values[15] = Int32GetDatum(wait_seconds);
	sealstone_spi_args("UPDATE sealstone.operation_log SET state = $2, finished_at = CASE WHEN $2 <> 'queued' THEN pg_catalog.clock_timestamp() END,"
					   " changed_at = pg_catalog.clock_timestamp(), phase = $3, progress = CASE WHEN $2 = 'queued' THEN 0 ELSE $4 END,"
					   " rows_done = $5, rows_total = $6, bytes_done = $7, bytes_total = $8, result = $9::pg_catalog.jsonb, error_code = $10, error_message = $11,"
					   " error_detail = $12, error_hint = $13, cancel_requested = $14, version = version + $15,"
					   " attempt = attempt + CASE WHEN $2 = 'queued' THEN 1 ELSE 0 END,"
					   " not_before = CASE WHEN $2 = 'queued' THEN pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => $16) END"
					   " WHERE id = $1 AND state = 'running'", 16, types, values, nulls);
	sealstone_scope_end(&scope);
	sealstone_tx_commit();
}

/* the sizes of what was worked on, so that the views show the outcome at once */
static void
measure_after(Operation *op)
{
	/* what changed is found by the counters of writes, which include what has just been done only from here on; in a procedure later */
	if (!IsTransactionOrTransactionBlock())
		pgstat_report_stat(true);
	sealstone_tx_start();
	if (OidIsValid(op->target) && OidIsValid(op->series) && SearchSysCacheExists1(RELOID, ObjectIdGetDatum(op->target)))
	{
		const SealstoneKind *kind = sealstone_kind(op->kind);

		if (kind->on == SEALSTONE_ON_PARTITION)
			sealstone_measure_leaf(op->series, op->target);
		else if (kind->on == SEALSTONE_ON_SERIES && strcmp(op->kind, "analyze_sizes") != 0)
			sealstone_measure_series(op->series, false);
	}
	sealstone_tx_commit();
}

static bool
run_one(int64 id, int64 parent)
{
	MemoryContext context = AllocSetContextCreate(TopMemoryContext, "sealstone operation", ALLOCSET_DEFAULT_SIZES);
	volatile Operation shared_op;
	Operation  *op = (Operation *) &shared_op;
	ErrorData  *error = NULL;
	volatile bool cancelled = false;

	if (!claim(id, parent, op, context))
	{
		MemoryContextDelete(context);
		return false;
	}
	pgstat_report_activity(STATE_RUNNING, psprintf("sealstone %s %s", op->kind, op->target_name));

	PG_TRY();
	{
		sealstone_tx_start();
		work(op);
		sealstone_tx_commit();
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		/* a cancel that comes now is for the operation that has just failed */
		HOLD_INTERRUPTS();
		sealstone_tx_abort();
		QueryCancelPending = false;
		RESUME_INTERRUPTS();
		cancelled = error->sqlerrcode == ERRCODE_QUERY_CANCELED && sealstone_progress_cancelled();
	}
	PG_END_TRY();

	MemoryContextSwitchTo(context);
	/* from here on a cancel comes too late: what was done is done */
	if (error == NULL && op->is_parent)
	{
		/* settled with its children (schedule.c); its row is no longer ours */
	}
	else
	{
		HOLD_CANCEL_INTERRUPTS();
		if (error != NULL && !cancelled)
			ereport(LOG,
					(errmsg("sealstone operation %lld (%s %s) failed: %s", (long long) op->id, op->kind, op->target_name, error->message)));
		settle(op, error, cancelled);
		RESUME_CANCEL_INTERRUPTS();
	}
	sealstone_slot_operation(0);
	QueryCancelPending = false;

	PG_TRY();
	{
		if (!op->is_parent)
			measure_after(op);
	}
	PG_CATCH();
	{
		/* sizes are a convenience: the next round measures again */
		EmitErrorReport();
		FlushErrorState();
		sealstone_tx_abort();
	}
	PG_END_TRY();

	pgstat_report_activity(STATE_IDLE, NULL);
	MemoryContextSwitchTo(TopMemoryContext);
	MemoryContextDelete(context);
	return true;
}

bool
sealstone_run_next(int64 id)
{
	return run_one(id, 0);
}

bool
sealstone_run_child(int64 parent)
{
	return run_one(0, parent);
}
