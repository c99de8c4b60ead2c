/*-------------------------------------------------------------------------
 *
 * worker.c
 *	  The background processes.
 *
 *	launcher	one in the cluster, connected to no database. Starts on a primary only (after recovery ends, so also on a
 *				promoted standby). Looks once into each database it does not know, and keeps a worker where there is work.
 *	worker		one in each database that has the extension and a series. Makes operations of due jobs, starts helpers for queued
 *				operations, settles and reaps, measures, samples, and announces changes on channel sealstone_events.
 *	helper		runs queued operations one after another (run.c), leaves when there are none. At most sealstone.max_workers in the
 *				cluster. With no process to be had the worker runs them itself, one by one, and says so.
 *
 * Everything a process must know after a crash is in tables; shared memory only says who is alive. A worker that fails
 * exits and is started again by the launcher, later each time. Workers leave as soon as a command needs their database
 * empty (leave.c), and when there is nothing to do.
 *
 * Follows autovacuum.c (launcher and workers) and logical/launcher.c (starting dynamic workers).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <signal.h>

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/pg_database.h"
#include "catalog/namespace.h"
#include "commands/async.h"
#include "commands/dbcommands.h"
#include "commands/extension.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/bgworker.h"
#include "postmaster/interrupt.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/lwlock.h"
#include "storage/proc.h"
#include "tcop/tcopprot.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/json.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/ps_status.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"
#include "utils/wait_event.h"

#include "catalog.h"
#include "guc.h"
#include "job/history.h"
#include "job/run.h"
#include "job/schedule.h"
#include "job/shmem.h"
#include "job/slot.h"
#include "job/transaction.h"
#include "job/worker.h"
#include "seal/seal.h"
#include "series/measure.h"

#define LAUNCHER_ROUND_MS		1000
#define DATABASE_SCAN_MS		10000
#define START_TIMEOUT_MS		30000
#define ACTIVE_ROUND_MS			500	/* also the shortest time between two notifications of one operation */
#define IDLE_ROUND_MS			5000
#define HELPER_LINGER_MS		1000
#define STAY_AWAY_MOST_MS		900000
#define IDLE_LEAVE_MS			60000	/* without a series or anything queued */

/* so long ago; also when the clock was set back since, for nothing must wait until it is there again */
static bool
past(TimestampTz since, int64 ms)
{
	TimestampTz now = GetCurrentTimestamp();

	return TimestampTzPlusMilliseconds(since, ms) <= now || since > now;
}

/* sent away for a while. Longer than anyone is sent away for: the clock was set back, and it does not hold. */
static bool
is_away(const SealstoneDatabaseSlot *slot)
{
	TimestampTz now = GetCurrentTimestamp();

	return slot->stay_away > now && slot->stay_away < TimestampTzPlusMilliseconds(now, STAY_AWAY_MOST_MS);
}

static void
nap(int64 ms)
{
	(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, ms, PG_WAIT_EXTENSION);
	ResetLatch(MyLatch);
	CHECK_FOR_INTERRUPTS();
	if (ConfigReloadPending)
	{
		ConfigReloadPending = false;
		ProcessConfigFile(PGC_SIGHUP);
	}
}

static void
common_start(void)
{
	pqsignal(SIGHUP, SignalHandlerForConfigReload);
	pqsignal(SIGTERM, die);
	pqsignal(SIGINT, StatementCancelHandler);
	BackgroundWorkerUnblockSignals();
}

static bool
start_process(const char *function, const char *name, const char *type, Oid database)
{
	BackgroundWorker worker = {0};
	BackgroundWorkerHandle *handle;

	worker.bgw_flags = BGWORKER_SHMEM_ACCESS | BGWORKER_BACKEND_DATABASE_CONNECTION;
	worker.bgw_start_time = BgWorkerStart_RecoveryFinished;
	worker.bgw_restart_time = BGW_NEVER_RESTART;
	strlcpy(worker.bgw_library_name, "sealstone", sizeof(worker.bgw_library_name));
	strlcpy(worker.bgw_function_name, function, sizeof(worker.bgw_function_name));
	strlcpy(worker.bgw_name, name, sizeof(worker.bgw_name));
	strlcpy(worker.bgw_type, type, sizeof(worker.bgw_type));
	worker.bgw_main_arg = ObjectIdGetDatum(database);
	worker.bgw_notify_pid = 0;
	return RegisterDynamicBackgroundWorker(&worker, &handle);
}

/* --- launcher ---------------------------------------------------------------- */

static void
launcher_exit(int code, Datum arg)
{
	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	if (sealstone_shared->launcher_pid == MyProcPid)
	{
		sealstone_shared->launcher_pid = 0;
		sealstone_shared->launcher_latch = NULL;
	}
	LWLockRelease(sealstone_shared->lock);
}

/*
 * Databases as they are now: slots for new ones, none for dropped ones.
 */
static void
scan_databases(void)
{
	Relation	rel;
	TableScanDesc scan;
	HeapTuple	tuple;
	Oid			seen[SEALSTONE_MAX_DATABASES];
	int			count = 0;

	sealstone_worker_tx_start();
	(void) GetTransactionSnapshot();
	rel = table_open(DatabaseRelationId, AccessShareLock);
	scan = table_beginscan_catalog(rel, 0, NULL);
	while ((tuple = heap_getnext(scan, ForwardScanDirection)) != NULL)
	{
		Form_pg_database form = (Form_pg_database) GETSTRUCT(tuple);

		/* a template must stay free to be copied; -2: a DROP DATABASE that was interrupted */
		if (form->datistemplate || !form->datallowconn || form->datconnlimit == -2)
			continue;
		if (count < SEALSTONE_MAX_DATABASES)
			seen[count++] = form->oid;
	}
	table_endscan(scan);
	table_close(rel, AccessShareLock);
	CommitTransactionCommand();

	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	for (int i = 0; i < SEALSTONE_MAX_DATABASES; i++)
	{
		SealstoneDatabaseSlot *slot = &sealstone_shared->databases[i];
		bool		found = false;

		if (!OidIsValid(slot->database))
			continue;
		for (int j = 0; j < count && !found; j++)
			found = seen[j] == slot->database;
		if (!found)
			slot->listed = false;
		if (!found && slot->worker_pid == 0 && !is_away(slot))
			memset(slot, 0, sizeof(*slot));
	}
	for (int j = 0; j < count; j++)
	{
		SealstoneDatabaseSlot *slot = sealstone_database_slot(seen[j], true);

		if (slot != NULL)
			slot->listed = true;
	}
	LWLockRelease(sealstone_shared->lock);
}

/*
 * Starts at most a few workers at a time, so that a cluster of many databases is looked through without taking all
 * processes at once.
 */
static void
start_workers(void)
{
	Oid			wanted[4];
	int			count = 0;
	TimestampTz now = GetCurrentTimestamp();

	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	for (int i = 0; i < SEALSTONE_MAX_DATABASES && count < lengthof(wanted); i++)
	{
		SealstoneDatabaseSlot *slot = &sealstone_shared->databases[i];

		if (!OidIsValid(slot->database) || !slot->listed || slot->worker_pid != 0 || is_away(slot))
			continue;
		if (slot->starting_since != 0 && !past(slot->starting_since, START_TIMEOUT_MS))
			continue;
		if (slot->state == SEALSTONE_DB_WITHOUT)
			continue;
		if (slot->state == SEALSTONE_DB_IDLE && (slot->next_wake == 0 || slot->next_wake > now))
			continue;
		slot->starting_since = now;
		wanted[count++] = slot->database;
	}
	LWLockRelease(sealstone_shared->lock);

	for (int i = 0; i < count; i++)
	{
		if (!start_process("sealstone_database_worker_main", psprintf("sealstone worker for database %u", wanted[i]), "sealstone worker", wanted[i]))
		{
			static TimestampTz said = 0;

			if (said == 0 || past(said, 600000))
				ereport(WARNING,
						(errmsg("no free background worker for sealstone"),
						 errhint("Raise max_worker_processes: sealstone takes one, one for each database it serves, and up to sealstone.max_workers (%d).", sealstone_max_workers)));
			said = GetCurrentTimestamp();
		}
	}
}

void
sealstone_launcher_main(Datum arg)
{
	TimestampTz scanned = 0;

	common_start();
	before_shmem_exit(launcher_exit, (Datum) 0);
	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	sealstone_shared->launcher_pid = MyProcPid;
	sealstone_shared->launcher_latch = MyLatch;
	LWLockRelease(sealstone_shared->lock);
	BackgroundWorkerInitializeConnection(NULL, NULL, 0);

	for (;;)
	{
		MemoryContext context = AllocSetContextCreate(TopMemoryContext, "sealstone launcher", ALLOCSET_SMALL_SIZES);
		MemoryContext old = MemoryContextSwitchTo(context);

		/* a database told of, but not looked at yet, is worth a look at once */
		LWLockAcquire(sealstone_shared->lock, LW_SHARED);
		for (int i = 0; i < SEALSTONE_MAX_DATABASES; i++)
			if (OidIsValid(sealstone_shared->databases[i].database) && !sealstone_shared->databases[i].listed &&
				sealstone_shared->databases[i].state == SEALSTONE_DB_ACTIVE)
				scanned = 0;
		LWLockRelease(sealstone_shared->lock);
		if (scanned == 0 || past(scanned, DATABASE_SCAN_MS))
		{
			scan_databases();
			scanned = GetCurrentTimestamp();
			MemoryContextSwitchTo(context);
		}
		start_workers();
		MemoryContextSwitchTo(old);
		MemoryContextDelete(context);
		nap(LAUNCHER_ROUND_MS);
	}
}

/* --- a database's worker -------------------------------------------------------- */

static void
worker_exit(int code, Datum arg)
{
	SealstoneDatabaseSlot *slot;

	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	slot = sealstone_database_slot(DatumGetObjectId(arg), false);
	if (slot != NULL && slot->worker_pid == MyProcPid)
	{
		slot->worker_pid = 0;
		slot->worker_latch = NULL;
		if (code != 0)
		{
			/* not at once again: whatever failed may fail for long */
			slot->starts_failed = Min(slot->starts_failed + 1, 10);
			slot->stay_away = Max(slot->stay_away, TimestampTzPlusMilliseconds(GetCurrentTimestamp(), (int64) 500 << slot->starts_failed));
		}
	}
	LWLockRelease(sealstone_shared->lock);
	sealstone_slot_release();
}

static void
set_state(SealstoneDatabaseState state, TimestampTz next_wake)
{
	SealstoneDatabaseSlot *slot;

	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	slot = sealstone_database_slot(MyDatabaseId, false);
	if (slot != NULL)
	{
		slot->state = state;
		slot->next_wake = next_wake;
	}
	LWLockRelease(sealstone_shared->lock);
}

/* with a transaction open: is everything there that the rounds read? */
static bool
extension_ready(void)
{
	Oid			schema;

	if (!OidIsValid(get_extension_oid("sealstone", true)))
		return false;
	schema = get_namespace_oid("sealstone", true);
	return OidIsValid(schema) && OidIsValid(get_relname_relid("operation_log", schema)) &&
		OidIsValid(get_relname_relid("worker_info", schema));
}

/* what was announced of which operation */
typedef struct Announced
{
	int64		id;				/* hash key */
	int64		version;
	TimestampTz at;
	bool		seen;
} Announced;

static HTAB *announced = NULL;

/*
 * NOTIFY for each operation whose version has grown since it was last announced, at most twice a second each. In a
 * transaction of our own. True when one was held back because it was announced just before: the end of an operation
 * must not wait for the next idle round.
 */
static bool
announce(void)
{
	bool		held_back = false;
	SealstoneScope scope;
	uint64		count;
	HASH_SEQ_STATUS status;
	Announced  *entry;
	char	   *name = get_database_name(MyDatabaseId);

	if (announced == NULL)
	{
		HASHCTL		control = {0};

		control.keysize = sizeof(int64);
		control.entrysize = sizeof(Announced);
		announced = hash_create("sealstone announced", 64, &control, HASH_ELEM | HASH_BLOBS);
	}
	hash_seq_init(&status, announced);
	while ((entry = hash_seq_search(&status)) != NULL)
		entry->seen = false;

	sealstone_catalog_begin(&scope);
	count = sealstone_spi("SELECT o.id, o.version + CASE WHEN o.state = 'running' THEN coalesce(g.version, 0) ELSE 0 END"
						  " FROM sealstone.operation_log o LEFT JOIN sealstone.progress() g ON g.id = o.id"
						  " WHERE o.state IN ('queued', 'running') OR o.changed_at > pg_catalog.clock_timestamp() - interval '1 minute'"
						  " ORDER BY o.changed_at DESC LIMIT 5000");
	for (uint64 i = 0; i < count; i++)
	{
		bool		isnull;
		bool		found;
		int64		id = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &isnull));
		int64		version = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 2, &isnull));

		entry = hash_search(announced, &id, HASH_ENTER, &found);
		if (!found)
		{
			entry->version = 0;
			entry->at = 0;
		}
		entry->seen = true;
		if (version == entry->version)
			continue;
		if (entry->at != 0 && !past(entry->at, ACTIVE_ROUND_MS - 20))
			held_back = true;
		else
		{
			StringInfoData payload;

			initStringInfo(&payload);
			appendStringInfoString(&payload, "{\"db\": ");
			escape_json(&payload, name);
			appendStringInfo(&payload, ", \"id\": " INT64_FORMAT ", \"version\": " INT64_FORMAT "}", id, version);
			Async_Notify("sealstone_events", payload.data);
			entry->version = version;
			entry->at = GetCurrentTimestamp();
		}
	}
	sealstone_scope_end(&scope);

	hash_seq_init(&status, announced);
	while ((entry = hash_seq_search(&status)) != NULL)
		if (!entry->seen)
			hash_search(announced, &entry->id, HASH_REMOVE, NULL);
	return held_back;
}

/* queued operations that could start now */
static int64
count_startable(int64 *open)
{
	SealstoneScope scope;
	bool		isnull;
	int64		startable;

	sealstone_catalog_begin(&scope);
	sealstone_spi("SELECT pg_catalog.count(*) FILTER (WHERE o.state = 'queued' AND (o.not_before IS NULL OR o.not_before <= pg_catalog.clock_timestamp())"
				  " AND NOT (SELECT pg_catalog.bool_or(k.paused) FROM sealstone.control k)"
				  " AND NOT EXISTS (SELECT 1 FROM sealstone.operation_log r WHERE r.state = 'running' AND r.children = 0 AND r.target = o.target)),"
				  " pg_catalog.count(*) FROM sealstone.operation_log o WHERE o.state IN ('queued', 'running')");
	startable = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &isnull));
	*open = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 2, &isnull));
	sealstone_scope_end(&scope);
	return startable;
}

/*
 * Starts helpers for so many operations. False when none runs or could be started: the caller works itself.
 */
static bool
start_helpers(int64 startable)
{
	int			running = 0;
	int			here = 0;
	int			idle = 0;

	LWLockAcquire(sealstone_shared->lock, LW_SHARED);
	for (int i = 0; i < SEALSTONE_MAX_SLOTS; i++)
	{
		SealstoneOperationSlot *slot = &sealstone_shared->slots[i];

		if (slot->pid == 0 || !slot->helper)
			continue;
		running++;
		if (slot->database == MyDatabaseId)
		{
			here++;
			if (slot->id == 0)
			{
				idle++;
				SetLatch(slot->latch);
			}
		}
	}
	LWLockRelease(sealstone_shared->lock);

	for (int64 i = idle; i < startable && running < sealstone_max_workers; i++)
	{
		if (!start_process("sealstone_helper_main", psprintf("sealstone helper for database %u", MyDatabaseId), "sealstone helper", MyDatabaseId))
			return here > 0;
		running++;
		here++;
	}
	return here > 0;
}

static List *
all_series(MemoryContext context)
{
	SealstoneScope scope;
	List	   *result = NIL;
	uint64		count;

	sealstone_catalog_begin(&scope);
	count = sealstone_spi("SELECT s.relation::pg_catalog.oid FROM sealstone.series s JOIN pg_catalog.pg_class c ON c.oid = s.relation::pg_catalog.oid");
	for (uint64 i = 0; i < count; i++)
	{
		bool		isnull;
		MemoryContext old = MemoryContextSwitchTo(context);

		result = lappend_oid(result, DatumGetObjectId(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &isnull)));
		MemoryContextSwitchTo(old);
	}
	sealstone_scope_end(&scope);
	return result;
}

static void
sample_query_stats(void)
{
	SealstoneScope scope;

	sealstone_catalog_begin(&scope);
	if (sealstone_spi("SELECT 1 FROM pg_catalog.pg_proc p WHERE p.proname = 'query_stats_sample' AND p.pronamespace = 'sealstone'::pg_catalog.regnamespace") > 0)
		sealstone_spi("SELECT sealstone.query_stats_sample()");
	sealstone_scope_end(&scope);
}

static void
begin(void)
{
	sealstone_worker_tx_start();
	PushActiveSnapshot(GetTransactionSnapshot());
}

static void
commit(void)
{
	PopActiveSnapshot();
	CommitTransactionCommand();
}

void
sealstone_database_worker_main(Datum arg)
{
	Oid			database = DatumGetObjectId(arg);
	SealstoneDatabaseSlot *slot;
	bool		mine = false;
	TimestampTz measured = 0;
	TimestampTz pruned = 0;
	TimestampTz busy_at = GetCurrentTimestamp();
	bool		said_slow = false;

	common_start();
	/* take the database's place before connecting, so that a command that needs it empty can see and stop us */
	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	slot = sealstone_database_slot(database, false);
	if (slot != NULL && slot->worker_pid == 0 && !is_away(slot))
	{
		slot->worker_pid = MyProcPid;
		slot->worker_latch = MyLatch;
		slot->starting_since = 0;
		mine = true;
	}
	LWLockRelease(sealstone_shared->lock);
	if (!mine)
		proc_exit(0);
	sealstone_worker_database(database);
	before_shmem_exit(worker_exit, arg);
	BackgroundWorkerInitializeConnectionByOid(database, InvalidOid, 0);

	begin();
	if (!extension_ready())
	{
		commit();
		set_state(SEALSTONE_DB_WITHOUT, 0);
		proc_exit(0);
	}
	commit();
	sealstone_worker_tx_start();
	(void) sealstone_seal_sweep();
	CommitTransactionCommand();

	for (;;)
	{
		MemoryContext context = AllocSetContextCreate(TopMemoryContext, "sealstone worker", ALLOCSET_DEFAULT_SIZES);
		int64		operation;
		int64		open;
		int64		startable;
		TimestampTz next;
		bool		ready;
		bool		held_back;

		LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
		slot = sealstone_database_slot(MyDatabaseId, true);
		if (slot != NULL)
		{
			slot->heartbeat = GetCurrentTimestamp();
			slot->state = SEALSTONE_DB_ACTIVE;
			slot->starts_failed = 0;
		}
		LWLockRelease(sealstone_shared->lock);

		begin();
		ready = extension_ready();
		commit();
		if (!ready)
		{
			set_state(SEALSTONE_DB_WITHOUT, 0);
			proc_exit(0);
		}

		begin();
		sealstone_operations_reap();
		sealstone_parents_settle();
		sealstone_jobs_settle();
		(void) sealstone_jobs_due(false, &operation);
		next = sealstone_jobs_next();
		startable = count_startable(&open);
		commit();

		begin();
		held_back = announce();
		commit();

		if (startable > 0 && !start_helpers(startable))
		{
			/* no process to be had: slower, one by one, but it goes on */
			if (!said_slow)
				ereport(LOG,
						(errmsg("no free background worker: sealstone runs operations one at a time"),
						 errhint("Raise max_worker_processes.")));
			said_slow = true;
			if (sealstone_slot_take(false))
			{
				(void) sealstone_run_next(0);
				sealstone_slot_release();
			}
		}

		if (measured == 0 || past(measured, 60000))
		{
			List	   *series;
			ListCell   *cell;

			measured = GetCurrentTimestamp();
			begin();
			series = all_series(context);
			commit();
			foreach(cell, series)
			{
				begin();
				sealstone_measure_series(lfirst_oid(cell), false);
				commit();
				CHECK_FOR_INTERRUPTS();
			}
			begin();
			sealstone_history_sample();
			commit();
			begin();
			sample_query_stats();
			commit();
			if (series != NIL)
				busy_at = GetCurrentTimestamp();
		}
		if (pruned == 0 || past(pruned, 600000))
		{
			pruned = GetCurrentTimestamp();
			begin();
			sealstone_history_prune();
			commit();
		}
		MemoryContextDelete(context);
		pgstat_report_stat(false);

		if (open > 0 || next != 0)
			busy_at = GetCurrentTimestamp();
		else if (past(busy_at, IDLE_LEAVE_MS))
		{
			/* whoever asks for work wakes the launcher, which starts us again */
			set_state(SEALSTONE_DB_IDLE, 0);
			proc_exit(0);
		}

		{
			int64		wait = open > 0 || held_back ? ACTIVE_ROUND_MS : IDLE_ROUND_MS;

			if (next != 0 && open == 0)
				wait = Max(Min(wait, TimestampDifferenceMilliseconds(GetCurrentTimestamp(), next)), 100);
			nap(wait);
		}
	}
}

/* --- helpers --------------------------------------------------------------------- */

static void
helper_exit(int code, Datum arg)
{
	sealstone_slot_release();
}

void
sealstone_helper_main(Datum arg)
{
	Oid			database = DatumGetObjectId(arg);
	SealstoneDatabaseSlot *slot;
	TimestampTz idle_since = 0;
	bool		stay_away;

	common_start();
	sealstone_worker_database(database);
	if (!sealstone_slot_take(true))
		proc_exit(0);
	before_shmem_exit(helper_exit, (Datum) 0);
	LWLockAcquire(sealstone_shared->lock, LW_SHARED);
	slot = sealstone_database_slot(database, false);
	stay_away = slot == NULL || is_away(slot);
	LWLockRelease(sealstone_shared->lock);
	if (stay_away)
		proc_exit(0);
	BackgroundWorkerInitializeConnectionByOid(database, InvalidOid, 0);

	for (;;)
	{
		bool		ready;

		begin();
		ready = extension_ready();
		commit();
		if (!ready)
			proc_exit(0);
		if (sealstone_run_next(0))
		{
			idle_since = 0;
			sealstone_wake_now(MyDatabaseId);
			pgstat_report_stat(true);
			continue;
		}
		if (idle_since == 0)
			idle_since = GetCurrentTimestamp();
		else if (past(idle_since, HELPER_LINGER_MS))
			proc_exit(0);
		nap(HELPER_LINGER_MS);
	}
}

/* --- registration ------------------------------------------------------------------- */

PG_FUNCTION_INFO_V1(sealstone_wake_worker);
Datum
sealstone_wake_worker(PG_FUNCTION_ARGS)
{
	sealstone_wake_at_commit();
	PG_RETURN_VOID();
}

void
sealstone_worker_init(void)
{
	BackgroundWorker worker = {0};

	if (!process_shared_preload_libraries_in_progress)
		return;
	sealstone_shmem_init();
	sealstone_leave_init();
	if (IsBinaryUpgrade)
		return;
	worker.bgw_flags = BGWORKER_SHMEM_ACCESS | BGWORKER_BACKEND_DATABASE_CONNECTION;
	worker.bgw_start_time = BgWorkerStart_RecoveryFinished;
	worker.bgw_restart_time = 5;
	strlcpy(worker.bgw_library_name, "sealstone", sizeof(worker.bgw_library_name));
	strlcpy(worker.bgw_function_name, "sealstone_launcher_main", sizeof(worker.bgw_function_name));
	strlcpy(worker.bgw_name, "sealstone launcher", sizeof(worker.bgw_name));
	strlcpy(worker.bgw_type, "sealstone launcher", sizeof(worker.bgw_type));
	RegisterBackgroundWorker(&worker);
}
