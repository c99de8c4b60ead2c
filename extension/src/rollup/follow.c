/*-------------------------------------------------------------------------
 *
 * follow.c
 *	  What an ALTER TABLE of a series means for its rollups, once Postgres has done it.
 *
 * - A rollup belongs to the owner of its series: its views and its states change owner with it.
 * - Its triggers see every writer (ENABLE ALWAYS). ENABLE TRIGGER, after a DISABLE TRIGGER ALL, would leave them blind to what
 *	 replication applies: they are made to see it again. What is disabled stays so, and rollup_info says it.
 *
 * In the user's transaction, under the locks that the command has taken.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/table.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_trigger.h"
#include "commands/tablecmds.h"
#include "commands/trigger.h"
#include "executor/spi.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "error.h"
#include "rollup/rollup.h"

static Oid
owner_of(Oid relid)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	Oid			owner = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
		ReleaseSysCache(tuple);
	}
	return owner;
}

static void
follow_owner(Oid series)
{
	Oid			owner = owner_of(series);
	ListCell   *cell;

	foreach(cell, sealstone_rollups_of_series(series))
	{
		Rollup	   *r = lfirst(cell);
		Oid			parts[] = {r->definition, r->states, r->barrier, r->newest, r->partials, r->view};

		for (int i = 0; i < lengthof(parts); i++)
			if (OidIsValid(parts[i]) && owner_of(parts[i]) != owner)
			{
				ATExecChangeOwner(parts[i], owner, true, AccessExclusiveLock);
				CommandCounterIncrement();	/* sequences went with their table */
			}
	}
}

static void
follow_triggers(Oid relid)
{
	Relation	rel = table_open(relid, NoLock);
	List	   *names = NIL;
	ListCell   *cell;

	for (int i = 0; rel->trigdesc && i < rel->trigdesc->numtriggers; i++)
	{
		Trigger    *trigger = &rel->trigdesc->triggers[i];

		if (sealstone_is_rollup_trigger(trigger->tgfoid) &&
			(trigger->tgenabled == TRIGGER_FIRES_ON_ORIGIN || trigger->tgenabled == TRIGGER_FIRES_ON_REPLICA))
			names = lappend(names, pstrdup(trigger->tgname));
	}
	table_close(rel, NoLock);
	if (names == NIL)
		return;
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	foreach(cell, names)
	{
		char	   *sql = psprintf("ALTER TABLE %s ENABLE ALWAYS TRIGGER %s",
								   quote_qualified_identifier(get_namespace_name(get_rel_namespace(relid)), get_rel_name(relid)),
								   quote_identifier(lfirst(cell)));

		if (SPI_execute(sql, false, 0) != SPI_OK_UTILITY)
			elog(ERROR, "could not run \"%s\"", sql);
	}
	SPI_finish();
}

void
sealstone_rollup_follow(const AlterTableStmt *stmt)
{
	bool		owner = false;
	bool		triggers = false;
	Oid			relid;
	ListCell   *cell;

	foreach(cell, stmt->cmds)
		switch (lfirst_node(AlterTableCmd, cell)->subtype)
		{
			case AT_ChangeOwner:
				owner = true;
				break;
			case AT_EnableTrig:
			case AT_EnableTrigAll:
			case AT_EnableTrigUser:
			case AT_EnableReplicaTrig:
				triggers = true;
				break;
			default:
				break;
		}
	if (!owner && !triggers)
		return;
	CommandCounterIncrement();
	relid = RangeVarGetRelid(stmt->relation, NoLock, true);
	if (!OidIsValid(relid))
		return;
	if (owner)
		follow_owner(relid);
	if (triggers)
		follow_triggers(relid);
}
