/*-------------------------------------------------------------------------
 *
 * clean.c
 *	  Plans of a rollup with nothing pending: they read the table of states as one would by hand.
 *
 * Where nothing is pending in the snapshot that a query is planned with, the view's branch of what is pending
 * goes, and the condition on every state with it; and where no row can be past the watermark in the buckets asked
 * for (by the filter, or because the partitions there have no pages) the source's branch goes too. What
 * is left Postgres plans like the same query over a plain table.
 *
 * A plan may be kept, and be started with another snapshot. So it carries what it relies upon
 * as its premise (plan/premise.h), with the query as it was; when it starts (ExecutorStart, whoever starts it) that is looked at
 * again with the snapshot it starts with, and where it no longer holds the query is planned anew and that plan
 * started in place of this one. (docs/decisions/1302) From a plan's start on nothing changes:
 * pending rows are seen by one snapshot, what the transaction itself writes later counts for later ones, and
 * a page that did not exist at the start holds no row that the snapshot sees.
 *
 * The branches that went stay in the range table, so that privileges are checked, locks taken and kept plans
 * given up just as with them.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/relation.h"
#include "catalog/partition.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "nodes/makefuncs.h"
#include "optimizer/optimizer.h"
#include "partitioning/partbounds.h"
#include "partitioning/partdesc.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "compat.h"
#include "plan/premise.h"
#include "rollup/note.h"

/* more partitions past the watermark than this are not worth looking at, each time a plan starts */
#define FEW_PARTITIONS	8

static ExecutorStart_hook_type prev_start = NULL;

static SealstonePremise clean_premise;

/* ---------- what is relied upon ---------- */

static bool
own_writes(int id, int64 watermark)
{
	ListCell   *lc;

	foreach(lc, sealstone_rollup_notes())
	{
		Note	   *n = lfirst(lc);

		if (n->r->id == id &&
			(n->newest || n->range_only || n->ranges || (n->has_above && n->r->watermark < watermark)))
			return true;
	}
	return false;
}

/* Is nothing pending of a rollup below its watermark, neither in the snapshot nor in this transaction's memory? */
bool
sealstone_rollup_is_clean(int id, int64 watermark, Snapshot snapshot)
{
	return !own_writes(id, watermark) && !sealstone_pending_exists(id, watermark, snapshot);
}

static bool
has_no_pages(Oid relation)
{
	Relation	rel;
	bool		empty;

	LockRelationOid(relation, AccessShareLock);
	rel = try_relation_open(relation, NoLock);
	if (rel == NULL)
		return false;
	empty = rel->rd_rel->relkind == RELKIND_RELATION && RelationGetNumberOfBlocks(rel) == 0;
	relation_close(rel, NoLock);
	return empty;
}

/*
 * Partitions of the series that can hold a row at or past the watermark, in *leaves. False where there are many, or
 * one of them has rows or is more than a plain table.
 */
bool
sealstone_rollup_empty_beyond(const Rollup *r, int64 watermark, List **leaves)
{
	Relation	root = relation_open(r->series, AccessShareLock);
	PartitionDesc desc = RelationGetPartitionDesc(root, true);
	PartitionBoundInfo bounds = desc->boundinfo;
	ListCell   *lc;
	bool		empty = true;

	*leaves = NIL;
	if (desc->nparts > 0)
	{
		if (bounds->default_index >= 0)
			*leaves = lappend_oid(*leaves, desc->oids[bounds->default_index]);
		for (int i = bounds->ndatums - 1; i >= 0 && list_length(*leaves) <= FEW_PARTITIONS; i--)
		{
			if (bounds->kind[i][0] == PARTITION_RANGE_DATUM_MINVALUE ||
				(bounds->kind[i][0] == PARTITION_RANGE_DATUM_VALUE &&
				 sealstone_time_to_int64(bounds->datums[i][0], r->time_type) <= watermark))
				break;			/* the partition that ends here, and those before it, lie below */
			if (bounds->indexes[i] >= 0)
				*leaves = lappend_oid(*leaves, desc->oids[bounds->indexes[i]]);
		}
	}
	relation_close(root, NoLock);
	if (list_length(*leaves) > FEW_PARTITIONS)
		return false;
	foreach(lc, *leaves)
		empty = empty && has_no_pages(lfirst_oid(lc));
	return empty;
}

/* what one rollup's part of a plan relies upon */
List *
sealstone_clean_record(const Rollup *r, int64 watermark, List *leaves)
{
	return list_make3(makeInteger(r->id),
					  makeConst(INT8OID, -1, InvalidOid, sizeof(int64), Int64GetDatum(watermark), false, FLOAT8PASSBYVAL),
					  leaves);
}

static bool
still_clean(List *records, Snapshot snapshot)
{
	ListCell   *lc,
			   *leaf;

	foreach(lc, records)
	{
		List	   *record = lfirst(lc);
		int			id = intVal(linitial(record));
		int64		planned = DatumGetInt64(lsecond_node(Const, record)->constvalue);
		int64		watermark,
					floor,
					kept_from;

		/* an older snapshot than the plan's does not see all states below its watermark */
		if (!sealstone_rollup_watermark_of(id, snapshot, &watermark, &floor, &kept_from) || watermark < planned ||
			!sealstone_rollup_is_clean(id, planned, snapshot))
			return false;
		foreach(leaf, (List *) lthird(record))
			if (!has_no_pages(lfirst_oid(leaf)))
				return false;
	}
	return true;
}

/* ---------- the plan ---------- */

void
sealstone_clean_attach(PlannedStmt *stmt, Query *original, int options, List *records)
{
	sealstone_premise_attach(stmt, &clean_premise, original, options, records);
}

static void
executor_start(QueryDesc *desc, int eflags)
{
	CustomScan *premise = sealstone_premise_of(desc->plannedstmt, &clean_premise);

	if (premise)
	{
		/* the plan put in its place is made with the snapshot it runs with */
		if (desc->snapshot)
			PushActiveSnapshot(desc->snapshot);
		if (!still_clean(sealstone_premise_records(premise), desc->snapshot ? desc->snapshot : GetActiveSnapshot()))
			desc->plannedstmt = sealstone_premise_plan_anew(premise, desc, eflags);
		if (desc->snapshot)
			PopActiveSnapshot();
	}
	if (prev_start)
		prev_start(desc, eflags);
	else
		standard_ExecutorStart(desc, eflags);
}

void
sealstone_clean_init(void)
{
	sealstone_premise_init(&clean_premise, "SealstoneNothingPending", NULL);
	prev_start = ExecutorStart_hook;
	ExecutorStart_hook = executor_start;
}
