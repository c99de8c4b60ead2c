/*-------------------------------------------------------------------------
 *
 * plan_info.c
 *	  What the planner is told of a sealed relation's indexes, and bitmap scans kept from prefetching.
 *
 * An index that holds late rows only would give wrong answers to any ordinary index path, so it is taken
 * out of the relation's list; the executor's own paths know where to find it.
 *
 * Before Postgres 18 the bitmap heap scan node itself prefetches the blocks of its bitmap, and would
 * ask the storage manager for virtual ones, which is an error there: for sealed relations that is switched
 * off in the node, after it was initialised.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/table.h"
#include "catalog/pg_am_d.h"
#include "executor/executor.h"
#include "nodes/execnodes.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "optimizer/plancat.h"
#include "utils/rel.h"

#include "am/am.h"
#include "am/am_internal.h"

static get_relation_info_hook_type previous_relation_info = NULL;

static void
sealstone_relation_info(PlannerInfo *root, Oid relid, bool inhparent, RelOptInfo *rel)
{
	if (previous_relation_info)
		previous_relation_info(root, relid, inhparent, rel);

	if (!inhparent && rel->indexlist != NIL)
	{
		Relation	relation = table_open(relid, NoLock);

		if (sealstone_relation_is_sealed(relation))
		{
			bool		keep = (sealstone_store_info(relation)->flags & SEALSTONE_META_KEEP_INDEXES) != 0;
			ListCell   *cell;

			foreach(cell, rel->indexlist)
			{
				IndexOptInfo *index = lfirst_node(IndexOptInfo, cell);

				/* what sealstone_index_is_whole says, in the planner's terms; exclusion shows as "immediate" only, so ask the index */
				if (index->relam != BRIN_AM_OID && (keep || index->unique))
					continue;
				if (index->relam != BRIN_AM_OID)
				{
					Relation	index_rel = index_open(index->indexoid, NoLock);
					bool		exclusion = index_rel->rd_index->indisexclusion;

					index_close(index_rel, NoLock);
					if (exclusion)
						continue;
				}
				rel->indexlist = foreach_delete_current(rel->indexlist, cell);
			}
		}
		table_close(relation, NoLock);
	}
}

#ifdef SEALSTONE_NODE_PREFETCHES_BITMAP
static ExecutorStart_hook_type previous_executor_start = NULL;

static bool
stop_prefetch(PlanState *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, BitmapHeapScanState))
	{
		BitmapHeapScanState *scan = (BitmapHeapScanState *) node;
		Relation	rel = scan->ss.ss_currentRelation;

		if (rel != NULL && sealstone_relation_is_sealed(rel))
			scan->prefetch_maximum = 0;
	}
	return planstate_tree_walker(node, stop_prefetch, context);
}

static void
sealstone_executor_start(QueryDesc *query, int eflags)
{
	if (previous_executor_start)
		previous_executor_start(query, eflags);
	else
		standard_ExecutorStart(query, eflags);
	if ((eflags & EXEC_FLAG_EXPLAIN_ONLY) == 0)
		stop_prefetch(query->planstate, NULL);
}
#endif

void
sealstone_am_init(void)
{
	previous_relation_info = get_relation_info_hook;
	get_relation_info_hook = sealstone_relation_info;
#ifdef SEALSTONE_NODE_PREFETCHES_BITMAP
	previous_executor_start = ExecutorStart_hook;
	ExecutorStart_hook = sealstone_executor_start;
#endif
}
