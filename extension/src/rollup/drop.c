/*-------------------------------------------------------------------------
 *
 * drop.c
 *	  Dropping a rollup: drop_rollup(), and DROP VIEW of a rollup.
 *
 * A rollup has triggers on every partition of its series, and a DROP TRIGGER queues for each partition in turn, in the strongest mode, while it
 * holds those it has: readers wait, and who locks in another order is in a deadlock with it. So everything is locked as one first (series/lock_tree.c),
 * the series in SHARE ROW EXCLUSIVE, which CREATE TRIGGER takes too: no writer is in progress and readers go on, since triggers are nothing to
 * them. Then the triggers' rows are deleted here; what Postgres drops afterwards is locked already.
 *
 * Called in any transaction of the rollup's owner. After an error nothing is dropped: all is transactional.
 * Follows RemoveTriggerById (commands/trigger.c).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_trigger.h"
#include "commands/comment.h"
#include "commands/tablecmds.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "catalog.h"
#include "compat.h"
#include "rollup/rollup.h"
#include "series/lock.h"

/* ---------- the locks ---------- */

static void
give_refresh_back(void *argument)
{
	ListCell   *cell;

	foreach(cell, (List *) argument)
		UnlockDatabaseObject(sealstone_rollup_catalog(), ((Rollup *) lfirst(cell))->id, ROLLUP_LOCK_REFRESH, ExclusiveLock);
}

/* No refresh of any of them is at work. */
static bool
take_refresh(void *argument)
{
	List	   *rollups = argument;

	for (int i = 0; i < list_length(rollups); i++)
	{
		Rollup	   *r = list_nth(rollups, i);

		if (!ConditionalLockDatabaseObject(sealstone_rollup_catalog(), r->id, ROLLUP_LOCK_REFRESH, ExclusiveLock))
		{
			give_refresh_back(list_truncate(list_copy(rollups), i));
			return false;
		}
	}
	return true;
}

static void
complain_of_refresh(void *argument)
{
	ereport(ERROR,
			(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
			 errmsg("rollup \"%s\" is being refreshed", get_rel_name(((Rollup *) linitial((List *) argument))->view)),
			 errhint("Try again later; nothing was dropped.")));
}

static List *
add_relation(List *relids, Oid relid)
{
	return OidIsValid(relid) && SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relid)) ? list_append_unique_oid(relids, relid) : relids;
}

static void
lock_all_of(List *rollups)
{
	SealstoneLockTrees wish = {0};
	ListCell   *cell;

	foreach(cell, rollups)
	{
		Rollup	   *r = lfirst(cell);

		wish.roots = add_relation(wish.roots, r->series);
		wish.others = add_relation(wish.others, r->view);
		wish.others = add_relation(wish.others, r->partials);
		wish.others = add_relation(wish.others, r->definition);
		wish.others = add_relation(wish.others, r->states);
		wish.others = add_relation(wish.others, r->barrier);
		wish.others = add_relation(wish.others, r->newest);
	}
	wish.tree_mode = ShareRowExclusiveLock;
	wish.others_mode = AccessExclusiveLock;
	wish.also = take_refresh;
	wish.also_back = give_refresh_back;
	wish.complain = complain_of_refresh;
	wish.argument = rollups;
	wish.what = "drop the rollup";
	sealstone_lock_trees_or_fail(&wish);
}

/* ---------- the triggers ---------- */

bool
sealstone_is_rollup_trigger(Oid function)
{
	char	   *name = get_func_name(function);

	return name != NULL && strcmp(name, "rollup_trigger") == 0;
}

static void
delete_triggers_of(Relation triggers, Oid relid, const char *prefix)
{
	Relation	rel = relation_open(relid, NoLock);
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple	tuple;
	bool		any = false;

	CheckTableNotInUse(rel, "drop a rollup of");
	ScanKeyInit(&key, Anum_pg_trigger_tgrelid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(relid));
	scan = systable_beginscan(triggers, TriggerRelidNameIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_trigger form = (Form_pg_trigger) GETSTRUCT(tuple);

		if (strncmp(NameStr(form->tgname), prefix, strlen(prefix)) != 0 || !sealstone_is_rollup_trigger(form->tgfoid))
			continue;
		InvokeObjectDropHook(TriggerRelationId, form->oid, 0);
		deleteDependencyRecordsFor(TriggerRelationId, form->oid, false);
		DeleteComments(form->oid, TriggerRelationId, 0);
		CatalogTupleDelete(triggers, &tuple->t_self);
		any = true;
	}
	systable_endscan(scan);
	if (any)
		CacheInvalidateRelcache(rel);
	relation_close(rel, NoLock);
}

static void
delete_triggers(const Rollup *r)
{
	Relation	triggers;
	char	   *prefix = psprintf("sealstone_rollup_%d_", r->id);
	ListCell   *cell;

	if (get_rel_name(r->series) == NULL)
		return;
	triggers = table_open(TriggerRelationId, RowExclusiveLock);
	foreach(cell, find_all_inheritors(r->series, NoLock, NULL))
		delete_triggers_of(triggers, lfirst_oid(cell), prefix);
	table_close(triggers, RowExclusiveLock);
	CommandCounterIncrement();
}

/* ---------- who asks ---------- */

static bool
is_above(const Rollup *r, List *below)
{
	ListCell   *cell;

	foreach(cell, below)
		if (r->source == ((Rollup *) lfirst(cell))->view)
			return true;
	return false;
}

/*
 * Before DROP VIEW: of the rollups among the views that this user owns (with CASCADE, those over them too), everything is locked as
 * drop_rollup() does it, and the triggers go. Where Postgres then refuses the command all is undone.
 */
void
sealstone_rollup_before_drop(DropStmt *stmt)
{
	List	   *rollups = NIL;
	ListCell   *cell;

	if (stmt->removeType != OBJECT_VIEW || RecoveryInProgress() || IsBinaryUpgrade || !OidIsValid(sealstone_rollup_catalog()))
		return;
	foreach(cell, stmt->objects)
	{
		Oid			view = RangeVarGetRelid(makeRangeVarFromNameList(lfirst(cell)), NoLock, true);
		Rollup	   *r = OidIsValid(view) ? sealstone_rollup_by_relation(view, false) : NULL;

		if (r && sealstone_is_owner(view, GetUserId()))
			rollups = lappend(rollups, r);
	}
	if (rollups == NIL)
		return;
	if (stmt->behavior == DROP_CASCADE)
		foreach(cell, rollups)	/* which grows */
		{
			ListCell   *other;

			foreach(other, sealstone_rollups_of_series(((Rollup *) lfirst(cell))->series))
				if (is_above(lfirst(other), list_make1(lfirst(cell))))
					rollups = lappend(rollups, lfirst(other));
		}
	lock_all_of(rollups);
	foreach(cell, rollups)
		delete_triggers(lfirst(cell));
}

static void
run(const char *sql)
{
	if (SPI_execute(sql, false, 0) < 0)
		elog(ERROR, "could not run: %s", sql);
}

static void
drop_relation(const char *kind, Oid relid)
{
	if (OidIsValid(relid) && get_rel_name(relid))
		run(psprintf("DROP %s %s", kind, quote_qualified_identifier(get_namespace_name(get_rel_namespace(relid)), get_rel_name(relid))));
}

/* drop_rollup(rollup regclass) */
PG_FUNCTION_INFO_V1(sealstone_drop_rollup);
Datum
sealstone_drop_rollup(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	Rollup	   *r = sealstone_rollup_by_relation(view, false);

	PreventCommandIfReadOnly("drop_rollup()");
	PreventCommandDuringRecovery("drop_rollup()");
	if (r == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a rollup", get_rel_name(view) ? get_rel_name(view) : "?")));
	if (!sealstone_is_owner(view, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_VIEW, get_rel_name(view));
	sealstone_rollup_guard_drop(r);
	lock_all_of(list_make1(r));
	if (get_rel_name(view) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("rollup was dropped")));
	delete_triggers(r);
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	drop_relation("VIEW", view);
	CommandCounterIncrement();
	/* a restore makes the objects and not the dependencies that would have taken them along */
	drop_relation("VIEW", r->partials);
	drop_relation("VIEW", r->definition);
	drop_relation("TABLE", r->states);
	SPI_finish();
	PG_RETURN_VOID();
}
