/*-------------------------------------------------------------------------
 *
 * guard.c
 *	  DDL that a rollup stands in the way of: says which rollup, and what to do.
 *
 * Postgres refuses most of it by itself, but names the views in our schema that hold the dependency. So ALTER TABLE that drops a column or
 * changes its type, and DROP TABLE, are looked at first, in the user's transaction and without a lock: where this look is overtaken, or misses something,
 * Postgres's own refusal is left. What Postgres would let pass and a rollup would not see is refused here alone: another generation
 * expression of a column it is made of, row-level security that it would not keep, an owner of its own. Changes nothing.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_rewrite.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

#include "catalog.h"
#include "compat.h"
#include "error.h"
#include "guc.h"
#include "rollup/rollup.h"

static Oid
relation_of_rule(Oid rule)
{
	Relation	rel = table_open(RewriteRelationId, AccessShareLock);
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple	tuple;
	Oid			relid = InvalidOid;

	ScanKeyInit(&key, Anum_pg_rewrite_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(rule));
	scan = systable_beginscan(rel, RewriteOidIndexId, true, NULL, 1, &key);
	if (HeapTupleIsValid(tuple = systable_getnext(scan)))
		relid = ((Form_pg_rewrite) GETSTRUCT(tuple))->ev_class;
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return relid;
}

/* The views that are made of a column */
static List *
views_on(Oid relid, AttrNumber attnum)
{
	Relation	rel = table_open(DependRelationId, AccessShareLock);
	SysScanDesc scan;
	ScanKeyData keys[3];
	HeapTuple	tuple;
	List	   *views = NIL;

	ScanKeyInit(&keys[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(RelationRelationId));
	ScanKeyInit(&keys[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(relid));
	ScanKeyInit(&keys[2], Anum_pg_depend_refobjsubid, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(attnum));
	scan = systable_beginscan(rel, DependReferenceIndexId, true, NULL, 3, keys);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_depend form = (Form_pg_depend) GETSTRUCT(tuple);

		if (form->classid == RewriteRelationId)
			views = list_append_unique_oid(views, relation_of_rule(form->objid));
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return views;
}

/* "a, b and 2 more" of rollups; NULL: none. *first: to be named in a command. */
static char *
rollup_names(List *rollups, char **first)
{
	StringInfoData names;
	ListCell   *cell;

	if (rollups == NIL)
		return NULL;
	initStringInfo(&names);
	foreach(cell, rollups)
	{
		int			i = foreach_current_index(cell);

		if (i == 5)
		{
			appendStringInfo(&names, " and %d more", list_length(rollups) - i);
			break;
		}
		appendStringInfo(&names, "%s%s", i > 0 ? ", " : "", sealstone_relation_name(((Rollup *) lfirst(cell))->view));
	}
	*first = sealstone_relation_name(((Rollup *) linitial(rollups))->view);
	return names.data;
}

static void
check_column(Oid relid, const AlterTableCmd *cmd)
{
	AttrNumber	attnum = get_attnum(relid, cmd->name);
	AttrNumber	time;
	List	   *views;
	List	   *rollups = NIL;
	char	   *names;
	char	   *first;
	ListCell   *cell;

	if (attnum == InvalidAttrNumber)
		return;
	foreach(cell, sealstone_rollups_of_series(relid))
	{
		Rollup	   *r = lfirst(cell);

		if (rollups == NIL)
		{
			/* of the time column Postgres says it better */
			(void) sealstone_series_time_column(relid, NULL, &time);
			if (time == attnum)
				return;
			views = views_on(relid, attnum);
		}
		if (list_member_oid(views, r->partials) || list_member_oid(views, r->definition))
			rollups = lappend(rollups, r);
	}
	names = rollup_names(rollups, &first);
	if (names == NULL)
		return;
	if (cmd->subtype == AT_DropColumn)
		ereport(ERROR,
				(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
				 errmsg("cannot drop column %s of series %s because a rollup is made of it", quote_identifier(cmd->name), sealstone_relation_name(relid)),
				 errdetail("Rollups that use it: %s.", names),
				 errhint("SELECT sealstone.drop_rollup('%s'); first, and make it again without the column. DROP COLUMN ... CASCADE drops the rollup with all it holds.", first)));
	if (cmd->subtype != AT_AlterColumnType)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot change the expression of column %s of series %s because a rollup is made of it", quote_identifier(cmd->name), sealstone_relation_name(relid)),
				 errdetail("Rollups that use it: %s.", names),
				 errhint("SELECT sealstone.drop_rollup('%s'); change the expression, and make the rollup again: it is then computed from the rows there are.", first)));
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("cannot change the type of column %s of series %s because a rollup is made of it", quote_identifier(cmd->name), sealstone_relation_name(relid)),
			 errdetail("Rollups that use it: %s.", names),
			 errhint("SELECT sealstone.drop_rollup('%s'); change the type, and make the rollup again: it is then computed from the rows there are.", first)));
}

static void
check_row_security(Oid relid)
{
	char	   *first;
	char	   *names;

	if (sealstone_rollup_allow_row_security)
		return;
	names = rollup_names(sealstone_rollups_of_series(relid), &first);
	if (names)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("cannot enable row-level security on series %s, which its rollups would not keep", sealstone_relation_name(relid)),
				 errdetail("Rollups over it: %s. They hold what their owner may see of all rows, and show it to whoever may read them.", names),
				 errhint("Revoke what others may read of the rollups, and SET sealstone.rollup_allow_row_security = on first; or drop them.")));
}

static void
check_owner(Oid relid)
{
	Rollup	   *r = get_rel_relkind(relid) == RELKIND_VIEW ? sealstone_rollup_by_relation(relid, false) : NULL;

	if (r)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot change the owner of rollup %s alone", sealstone_relation_name(relid)),
				 errdetail("A rollup belongs to the owner of its series."),
				 errhint("ALTER TABLE %s OWNER TO ...", sealstone_relation_name(r->series))));
}

static void
check_alter(const AlterTableStmt *stmt)
{
	Oid			relid = InvalidOid;
	ListCell   *cell;

	foreach(cell, stmt->cmds)
	{
		AlterTableCmd *cmd = lfirst_node(AlterTableCmd, cell);
		bool		column = (cmd->subtype == AT_DropColumn && cmd->behavior != DROP_CASCADE) ||
			cmd->subtype == AT_AlterColumnType || SEALSTONE_IS_SET_EXPRESSION(cmd->subtype);

		if (!column && cmd->subtype != AT_EnableRowSecurity && cmd->subtype != AT_ChangeOwner)
			continue;
		if (!OidIsValid(relid))
			relid = RangeVarGetRelid(stmt->relation, NoLock, true);
		if (!OidIsValid(relid) || !sealstone_is_owner(relid, GetUserId()))
			return;
		if (column)
			check_column(relid, cmd);
		else if (cmd->subtype == AT_EnableRowSecurity)
			check_row_security(relid);
		else
			check_owner(relid);
	}
}

/* Other rollups are made of it */
void
sealstone_rollup_guard_drop(const Rollup *r)
{
	List	   *above = NIL;
	char	   *names;
	char	   *first;
	ListCell   *cell;

	foreach(cell, sealstone_rollups_of_series(r->series))
		if (((Rollup *) lfirst(cell))->source == r->view)
			above = lappend(above, lfirst(cell));
	names = rollup_names(above, &first);
	if (names)
		ereport(ERROR,
				(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
				 errmsg("cannot drop rollup %s because another is made of it", sealstone_relation_name(r->view)),
				 errdetail("Rollups over it: %s.", names),
				 errhint("SELECT sealstone.drop_rollup('%s'); first.", first)));
}

static void
check_drop(const DropStmt *stmt)
{
	ListCell   *cell;

	if (stmt->behavior == DROP_CASCADE)
		return;
	if (stmt->removeType == OBJECT_VIEW && list_length(stmt->objects) == 1)
	{
		Oid			view = RangeVarGetRelid(makeRangeVarFromNameList(linitial(stmt->objects)), NoLock, true);
		Rollup	   *r = OidIsValid(view) && sealstone_is_owner(view, GetUserId()) ? sealstone_rollup_by_relation(view, false) : NULL;

		if (r)
			sealstone_rollup_guard_drop(r);
	}
	if (stmt->removeType != OBJECT_TABLE)
		return;
	foreach(cell, stmt->objects)
	{
		Oid			relid = RangeVarGetRelid(makeRangeVarFromNameList(lfirst(cell)), NoLock, true);
		char	   *names;
		char	   *first;

		if (!OidIsValid(relid) || !sealstone_is_owner(relid, GetUserId()))
			continue;
		names = rollup_names(sealstone_rollups_of_series(relid), &first);
		if (names)
			ereport(ERROR,
					(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
					 errmsg("cannot drop series %s because it has rollups", sealstone_relation_name(relid)),
					 errdetail("Rollups over it: %s.", names),
					 errhint("SELECT sealstone.drop_rollup('%s'); first. DROP TABLE ... CASCADE drops rollups with all they hold.", first)));
	}
}

void
sealstone_rollup_guard(Node *stmt)
{
	if (RecoveryInProgress() || IsBinaryUpgrade || !IsTransactionState() || !OidIsValid(sealstone_rollup_catalog()))
		return;
	if (IsA(stmt, AlterTableStmt))
		check_alter((AlterTableStmt *) stmt);
	else if (IsA(stmt, DropStmt))
		check_drop((DropStmt *) stmt);
}
