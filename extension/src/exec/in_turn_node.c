/*-------------------------------------------------------------------------
 *
 * in_turn_node.c
 *	  Reads partitions one after the other for last points; keys found in one are left out of the next.
 *
 * A key is decided once a child that decides has given a row of it; from the next child on, scans of last points
 * are told so and pass over its run without reading a value. Other children give all their rows. The keys
 * are kept in a hash table within work_mem: beyond it no more are noted, and merely more rows are given.
 *
 * All memory is a child of the query's context. Not parallel: children are read in order.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "commands/explain.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "utils/datum.h"
#include "utils/memutils.h"
#include "utils/typcache.h"

#include "compat.h"
#include "exec/in_turn_node.h"
#include "exec/scan_node.h"

typedef struct DecidedKey
{
	uint32		hash;
	int32		child;			/* that gave it; -1: free slot */
	Datum		key;
} DecidedKey;

typedef struct InTurn
{
	CustomScanState css;
	List	   *decides;
	int			position;		/* of the key in children's rows */
	Oid			collation;
	TypeCacheEntry *type;

	int			child;			/* at hand */
	PlanState  *state;
	bool		child_decides;

	MemoryContext context;		/* of the table */
	DecidedKey *table;
	uint32		size;			/* a power of two */
	uint32		used;
	bool		full;			/* work_mem is reached */
	int			null_child;		/* that gave the NULL key; -1: none */

	uint64		left_out;		/* runs passed over */
} InTurn;

/* ---------------------------------------------------------------- decided keys */

static void
clear_table(InTurn *turn)
{
	MemoryContextReset(turn->context);
	turn->size = 256;
	turn->used = 0;
	turn->full = false;
	turn->null_child = -1;
	turn->table = MemoryContextAlloc(turn->context, sizeof(DecidedKey) * turn->size);
	for (uint32 i = 0; i < turn->size; i++)
		turn->table[i].child = -1;
}

static uint32
hash_key(InTurn *turn, Datum key)
{
	return DatumGetUInt32(FunctionCall1Coll(&turn->type->hash_proc_finfo, turn->collation, key));
}

/* The slot of a key, or the free one where it would be. */
static DecidedKey *
find_slot(InTurn *turn, uint32 hash, Datum key)
{
	for (uint32 i = hash & (turn->size - 1);; i = (i + 1) & (turn->size - 1))
	{
		DecidedKey *slot = &turn->table[i];

		if (slot->child < 0 ||
			(slot->hash == hash &&
			 DatumGetBool(FunctionCall2Coll(&turn->type->eq_opr_finfo, turn->collation, slot->key, key))))
			return slot;
	}
}

static void
grow_table(InTurn *turn)
{
	DecidedKey *old = turn->table;
	uint32		old_size = turn->size;

	if (MemoryContextMemAllocated(turn->context, true) + sizeof(DecidedKey) * (Size) old_size * 2 > (Size) work_mem * 1024 ||
		old_size >= (1U << 28))
	{
		turn->full = true;
		return;
	}
	turn->size = old_size * 2;
	turn->table = MemoryContextAllocHuge(turn->context, sizeof(DecidedKey) * (Size) turn->size);
	for (uint32 i = 0; i < turn->size; i++)
		turn->table[i].child = -1;
	for (uint32 i = 0; i < old_size; i++)
		if (old[i].child >= 0)
		{
			uint32		at = old[i].hash & (turn->size - 1);

			while (turn->table[at].child >= 0)
				at = (at + 1) & (turn->size - 1);
			turn->table[at] = old[i];
		}
	pfree(old);
}

static void
note_key(InTurn *turn, Datum key, bool isnull)
{
	DecidedKey *slot;
	uint32		hash;

	if (isnull)
	{
		if (turn->null_child < 0)
			turn->null_child = turn->child;
		return;
	}
	hash = hash_key(turn, key);
	slot = find_slot(turn, hash, key);
	if (slot->child >= 0 || turn->full)
		return;
	if (turn->used >= turn->size / 4 * 3)
	{
		grow_table(turn);
		if (turn->full)
			return;
		slot = find_slot(turn, hash, key);
	}
	{
		MemoryContext old = MemoryContextSwitchTo(turn->context);

		slot->key = datumCopy(key, turn->type->typbyval, turn->type->typlen);
		MemoryContextSwitchTo(old);
	}
	slot->hash = hash;
	slot->child = turn->child;
	turn->used++;
}

/* Asked by the scans for each run of theirs: was its key decided before this child? */
static bool
is_decided(void *arg, Datum key, bool isnull)
{
	InTurn	   *turn = arg;
	int			child = isnull ? turn->null_child : -1;

	if (!isnull && turn->used > 0)
		child = find_slot(turn, hash_key(turn, key), key)->child;
	if (child < 0 || child >= turn->child)
		return false;
	turn->left_out++;
	return true;
}

/* ---------------------------------------------------------------- the node */

static void
begin(CustomScanState *node, EState *estate, int eflags)
{
	InTurn	   *turn = (InTurn *) node;
	CustomScan *plan = (CustomScan *) node->ss.ps.plan;
	List	   *key = lsecond(plan->custom_private);
	ListCell   *cell;

	turn->decides = linitial(plan->custom_private);
	turn->position = (int) linitial_oid(key);
	turn->type = lookup_type_cache(lsecond_oid(key), TYPECACHE_HASH_PROC_FINFO | TYPECACHE_EQ_OPR_FINFO);
	turn->collation = lthird_oid(key);
	turn->context = AllocSetContextCreate(estate->es_query_cxt, "sealstone decided keys", ALLOCSET_DEFAULT_SIZES);
	turn->child = -1;
	foreach(cell, plan->custom_plans)
	{
		PlanState  *child = ExecInitNode(lfirst(cell), estate, eflags);

		node->custom_ps = lappend(node->custom_ps, child);
		sealstone_scan_node_leave_out(child, is_decided, turn);
	}
	if ((eflags & EXEC_FLAG_EXPLAIN_ONLY) == 0)
		clear_table(turn);
}

static TupleTableSlot *
next_row(InTurn *turn)
{
	for (;;)
	{
		TupleTableSlot *slot;

		CHECK_FOR_INTERRUPTS();
		if (turn->state == NULL)
		{
			if (turn->child + 1 >= list_length(turn->css.custom_ps))
				return NULL;
			turn->child++;
			turn->state = list_nth(turn->css.custom_ps, turn->child);
			turn->child_decides = list_nth_int(turn->decides, turn->child) != 0;
		}
		slot = ExecProcNode(turn->state);
		if (!TupIsNull(slot))
		{
			slot_getallattrs(slot);
			if (turn->child_decides)
				note_key(turn, slot->tts_values[turn->position], slot->tts_isnull[turn->position]);
			return slot;
		}
		turn->state = NULL;
	}
}

static TupleTableSlot *
exec(CustomScanState *node)
{
	InTurn	   *turn = (InTurn *) node;
	TupleTableSlot *out = node->ss.ss_ScanTupleSlot;
	TupleTableSlot *slot = next_row(turn);
	int			natts = out->tts_tupleDescriptor->natts;

	/* children's rows come in slots of several kinds, ours is virtual */
	ExecClearTuple(out);
	if (slot == NULL)
		return node->ss.ps.ps_ProjInfo ? ExecClearTuple(node->ss.ps.ps_ProjInfo->pi_state.resultslot) : out;
	memcpy(out->tts_values, slot->tts_values, sizeof(Datum) * natts);
	memcpy(out->tts_isnull, slot->tts_isnull, sizeof(bool) * natts);
	ExecStoreVirtualTuple(out);
	if (node->ss.ps.ps_ProjInfo == NULL)
		return out;
	ResetExprContext(node->ss.ps.ps_ExprContext);
	node->ss.ps.ps_ExprContext->ecxt_scantuple = out;
	return ExecProject(node->ss.ps.ps_ProjInfo);
}

static void
end(CustomScanState *node)
{
	ListCell   *cell;

	foreach(cell, node->custom_ps)
		ExecEndNode(lfirst(cell));
}

static void
rescan(CustomScanState *node)
{
	InTurn	   *turn = (InTurn *) node;
	ListCell   *cell;

	foreach(cell, node->custom_ps)
	{
		PlanState  *child = lfirst(cell);

		if (node->ss.ps.chgParam != NULL)
			UpdateChangedParamSet(child, node->ss.ps.chgParam);
		if (child->chgParam == NULL)
			ExecReScan(child);
	}
	turn->child = -1;
	turn->state = NULL;
	clear_table(turn);
}

static void
explain(CustomScanState *node, List *ancestors, ExplainState *es)
{
	if (es->analyze)
		ExplainPropertyUInteger("Runs Left Out", NULL, ((InTurn *) node)->left_out, es);
}

static const CustomExecMethods exec_methods = {
	.CustomName = "SealstoneInTurn",
	.BeginCustomScan = begin,
	.ExecCustomScan = exec,
	.EndCustomScan = end,
	.ReScanCustomScan = rescan,
	.ExplainCustomScan = explain,
};

static Node *
create_state(CustomScan *plan)
{
	InTurn	   *turn = palloc0(sizeof(InTurn));

	NodeSetTag(turn, T_CustomScanState);
	turn->css.methods = &exec_methods;
	return (Node *) turn;
}

const CustomScanMethods sealstone_in_turn_methods = {
	.CustomName = "SealstoneInTurn",
	.CreateCustomScanState = create_state,
};

void
sealstone_in_turn_node_init(void)
{
	RegisterCustomScanMethods(&sealstone_in_turn_methods);
}
