/*-------------------------------------------------------------------------
 *
 * query_hooks.c
 *	  Measures top-level statements that read a series table: from the parser their text, from the
 *	  executor their time, rows, partitions and read paths.
 *
 * A statement is measured from ExecutorStart to ExecutorEnd by the executor's own instrumentation, so a
 * cursor's time is what its fetches took. What our scan nodes report they report while the plan is shut
 * down, inside ExecutorEnd: the notes are emptied just before it and read just after, so that portals
 * that are open at once do not mix. A statement that fails is not counted, nor is a plain INSERT: it
 * reads no series, and inserts run no code of ours.
 *
 * Which series a relation belongs to is looked up once a backend and kept until a change of the
 * relation; "none" is asked again after some seconds, since becoming a series does not change the
 * relation itself.
 *
 * Hooks: each previous one is saved and always called; the nesting depth is restored on error.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/parallel.h"
#include "executor/executor.h"
#include "executor/instrument.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "parser/analyze.h"
#include "partitioning/partdesc.h"
#include "storage/ipc.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

#include "catalog.h"
#include "compat.h"
#include "guc.h"
#include "stats/query_stats.h"

#define ASK_AGAIN_MS	5000	/* how long "this relation is of no series" is believed */

typedef struct SeriesCacheEntry
{
	Oid			relid;			/* hash key: must be first */
	Oid			series;			/* InvalidOid: none */
	TimestampTz looked_up;
} SeriesCacheEntry;

/* What the scan nodes of the plan that is being shut down reported */
typedef struct QueryNotes
{
	int32		paths;
	int32		partitions;
	uint64		groups_read;
	uint64		groups_skipped;
} QueryNotes;

static shmem_startup_hook_type previous_shmem_startup = NULL;
static shmem_request_hook_type previous_shmem_request = NULL;
static post_parse_analyze_hook_type previous_post_parse_analyze = NULL;
static ExecutorStart_hook_type previous_executor_start = NULL;
static ExecutorRun_hook_type previous_executor_run = NULL;
static ExecutorFinish_hook_type previous_executor_finish = NULL;
static ExecutorEnd_hook_type previous_executor_end = NULL;

static HTAB *series_cache = NULL;
static bool looking_up = false;
static int	nesting = 0;
static QueryNotes notes;

/* ---- which series ---- */

static void
forget_relation(Datum arg, Oid relid)
{
	if (series_cache == NULL)
		return;
	if (OidIsValid(relid))
		hash_search(series_cache, &relid, HASH_REMOVE, NULL);
	else
	{
		HASH_SEQ_STATUS scan;
		SeriesCacheEntry *entry;

		hash_seq_init(&scan, series_cache);
		while ((entry = hash_seq_search(&scan)) != NULL)
			hash_search(series_cache, &entry->relid, HASH_REMOVE, NULL);
	}
}

static Oid
series_of(Oid relid)
{
	SeriesCacheEntry *entry;
	Oid			series = InvalidOid;
	bool		found;
	TimestampTz now;

	/* system catalogs are never of a series */
	if (relid < FirstNormalObjectId)
		return InvalidOid;
	if (series_cache == NULL)
	{
		HASHCTL		info = {.keysize = sizeof(Oid),.entrysize = sizeof(SeriesCacheEntry),.hcxt = TopMemoryContext};

		series_cache = hash_create("sealstone series of relations", 256, &info,
								   HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
		CacheRegisterRelcacheCallback(forget_relation, (Datum) 0);
	}
	now = GetCurrentTimestamp();
	entry = hash_search(series_cache, &relid, HASH_FIND, NULL);
	if (entry != NULL &&
		(OidIsValid(entry->series) || !TimestampDifferenceExceeds(entry->looked_up, now, ASK_AGAIN_MS)))
		return entry->series;

	looking_up = true;
	PG_TRY();
	{
		series = sealstone_series_of(relid);
	}
	PG_FINALLY();
	{
		looking_up = false;
	}
	PG_END_TRY();

	entry = hash_search(series_cache, &relid, HASH_ENTER, &found);
	entry->series = series;
	entry->looked_up = now;
	return series;
}

static bool
measuring(void)
{
	return sealstone_query_stats && !looking_up && nesting == 0 && sealstone_query_store_ready() &&
		!IsParallelWorker() && OidIsValid(MyDatabaseId);
}

/* Series among a range table's relations; those that are only inserted into are left out */
static List *
series_of_range_table(List *range_table, CmdType command, List *result_relations)
{
	List	   *result = NIL;
	ListCell   *cell;
	int			index = 0;

	foreach(cell, range_table)
	{
		RangeTblEntry *entry = lfirst(cell);

		index++;
		if (entry->rtekind != RTE_RELATION ||
			(entry->relkind != RELKIND_RELATION && entry->relkind != RELKIND_PARTITIONED_TABLE))
			continue;
		if (command == CMD_INSERT && list_member_int(result_relations, index))
			continue;
		{
			Oid			series = series_of(entry->relid);

			if (OidIsValid(series))
				result = list_append_unique_oid(result, series);
		}
	}
	return result;
}

static bool
collect_series(Node *node, List **series)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		Query	   *query = castNode(Query, node);
		List	   *result_relations = query->resultRelation > 0 ? list_make1_int(query->resultRelation) : NIL;

		*series = list_concat_unique_oid(*series,
										 series_of_range_table(query->rtable, query->commandType, result_relations));
		return query_tree_walker(query, collect_series, series, 0);
	}
	return expression_tree_walker(node, collect_series, series);
}

static SealstoneQueryKey
query_key(Oid series, uint64 query_id)
{
	SealstoneQueryKey key;

	memset(&key, 0, sizeof(key));
	key.database = MyDatabaseId;
	key.user = GetUserId();
	key.series = series;
	key.query_id = query_id;
	return key;
}

/* ---- the text ---- */

static void
after_parse(ParseState *state, Query *query, JumbleState *jumble)
{
	List	   *series = NIL;
	ListCell   *cell;

	if (previous_post_parse_analyze)
		previous_post_parse_analyze(state, query, jumble);

	if (!measuring() || jumble == NULL || query->queryId == 0 || query->commandType == CMD_UTILITY ||
		!IsTransactionState())
		return;
	collect_series((Node *) query, &series);
	foreach(cell, series)
	{
		SealstoneQueryKey key = query_key(lfirst_oid(cell), query->queryId);

		if (!sealstone_query_store_has_text(&key))
		{
			int			location = query->stmt_location;
			int			length = query->stmt_len;
			const char *text = CleanQuerytext(state->p_sourcetext, &location, &length);
			char	   *normalized;

			/* CleanQuerytext moves the start of the text; constants are still counted from its old start */
			normalized = sealstone_query_normalize(text - location, location, length, jumble, &length);
			sealstone_query_store_text(&key, normalized, length);
			pfree(normalized);
		}
	}
	list_free(series);
}

/* ---- the execution ---- */

static void
executor_start(QueryDesc *desc, int eflags)
{
	if (previous_executor_start)
		previous_executor_start(desc, eflags);
	else
		standard_ExecutorStart(desc, eflags);

	if (!measuring() || desc->plannedstmt->queryId == 0 || (eflags & EXEC_FLAG_EXPLAIN_ONLY) != 0 ||
		desc->totaltime != NULL)
		return;
	if (series_of_range_table(desc->plannedstmt->rtable, desc->plannedstmt->commandType,
							  desc->plannedstmt->resultRelations) != NIL)
	{
		MemoryContext old = MemoryContextSwitchTo(desc->estate->es_query_cxt);

		desc->totaltime = InstrAlloc(1, INSTRUMENT_TIMER, false);
		MemoryContextSwitchTo(old);
	}
}

static void
executor_run(SEALSTONE_EXECUTOR_RUN_ARGS)
{
	nesting++;
	PG_TRY();
	{
		if (previous_executor_run)
			previous_executor_run(SEALSTONE_EXECUTOR_RUN_PASS);
		else
			standard_ExecutorRun(SEALSTONE_EXECUTOR_RUN_PASS);
	}
	PG_FINALLY();
	{
		nesting--;
	}
	PG_END_TRY();
}

static void
executor_finish(QueryDesc *desc)
{
	nesting++;
	PG_TRY();
	{
		if (previous_executor_finish)
			previous_executor_finish(desc);
		else
			standard_ExecutorFinish(desc);
	}
	PG_FINALLY();
	{
		nesting--;
	}
	PG_END_TRY();
}

/* Counts the scans of partitions that are Postgres's own; ours report themselves */
static bool
count_heap_scans(PlanState *state, void *context)
{
	int32	   *scans = context;

	if (state == NULL)
		return false;
	switch (nodeTag(state))
	{
		case T_SeqScanState:
		case T_SampleScanState:
		case T_IndexScanState:
		case T_IndexOnlyScanState:
		case T_BitmapHeapScanState:
		case T_TidScanState:
		case T_TidRangeScanState:
			{
				Relation	rel = ((ScanState *) state)->ss_currentRelation;

				if (rel != NULL && OidIsValid(series_of(RelationGetRelid(rel))))
					(*scans)++;
				break;
			}
		default:
			break;
	}
	return planstate_tree_walker(state, count_heap_scans, context);
}

static int32
count_partitions(Oid series)
{
	Relation	rel = RelationIdGetRelation(series);
	int32		count = 0;

	if (!RelationIsValid(rel))
		return 0;
	if (rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
		count = RelationGetPartitionDesc(rel, true)->nparts;
	RelationClose(rel);
	return count;
}

static void
executor_end(QueryDesc *desc)
{
	SealstoneQueryCall call = {0};
	List	   *series = NIL;
	ListCell   *cell;
	int32		heap_scans = 0;

	if (measuring() && desc->totaltime != NULL && desc->plannedstmt->queryId != 0)
	{
		MemoryContext old = MemoryContextSwitchTo(desc->estate->es_query_cxt);

		series = series_of_range_table(desc->plannedstmt->rtable, desc->plannedstmt->commandType,
									   desc->plannedstmt->resultRelations);
		MemoryContextSwitchTo(old);
	}
	if (series != NIL)
	{
		InstrEndLoop(desc->totaltime);
		call.ms = desc->totaltime->total * 1000.0;
		call.rows = sealstone_rows_processed(desc->estate);
		count_heap_scans(desc->planstate, &heap_scans);
		/* the list goes with the executor's memory */
		series = list_copy(series);
		memset(&notes, 0, sizeof(notes));
	}
	call.key.query_id = desc->plannedstmt->queryId;

	if (previous_executor_end)
		previous_executor_end(desc);
	else
		standard_ExecutorEnd(desc);

	if (series == NIL)
		return;
	call.groups_read = notes.groups_read;
	call.groups_skipped = notes.groups_skipped;
	call.paths = notes.paths | (heap_scans > 0 ? SEALSTONE_PATH_HEAP : 0);
	call.partitions_read = notes.partitions + heap_scans;
	foreach(cell, series)
	{
		call.key = query_key(lfirst_oid(cell), call.key.query_id);
		call.partitions_total = count_partitions(lfirst_oid(cell));
		sealstone_query_store_add(&call);
	}
	list_free(series);
}

void
sealstone_query_note(SealstoneReadPath path, uint64 groups_read, uint64 groups_skipped)
{
	notes.paths |= path;
	notes.partitions++;
	notes.groups_read += groups_read;
	notes.groups_skipped += groups_skipped;
}

/* ---- start ---- */

static void
shmem_request(void)
{
	if (previous_shmem_request)
		previous_shmem_request();
	sealstone_query_store_request();
}

static void
shmem_startup(void)
{
	if (previous_shmem_startup)
		previous_shmem_startup();
	sealstone_query_store_startup();
}

void
sealstone_query_stats_init(void)
{
	/* without preload there is no shared memory to count in, and nothing to hook */
	if (!process_shared_preload_libraries_in_progress)
		return;
	EnableQueryId();
	previous_shmem_request = shmem_request_hook;
	shmem_request_hook = shmem_request;
	previous_shmem_startup = shmem_startup_hook;
	shmem_startup_hook = shmem_startup;
	previous_post_parse_analyze = post_parse_analyze_hook;
	post_parse_analyze_hook = after_parse;
	previous_executor_start = ExecutorStart_hook;
	ExecutorStart_hook = executor_start;
	previous_executor_run = ExecutorRun_hook;
	ExecutorRun_hook = executor_run;
	previous_executor_finish = ExecutorFinish_hook;
	ExecutorFinish_hook = executor_finish;
	previous_executor_end = ExecutorEnd_hook;
	ExecutorEnd_hook = executor_end;
}
