/*-------------------------------------------------------------------------
 *
 * leave.c
 *	  Makes our workers leave a database before a command that needs it empty (PROTOCOLS 25).
 *
 * DROP DATABASE, ALTER DATABASE RENAME and SET TABLESPACE, and CREATE DATABASE with it as the template fail while anyone is
 * connected; DROP EXTENSION would deadlock with a worker in the middle of a round. A user cannot know of our workers, so such a command by someone who may give it sends them away first and
 * keeps new ones out for a while. An operation running there ends with its worker and is marked failed when a worker
 * comes back, if the database does.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <signal.h>

#include "access/htup_details.h"
#include "catalog/pg_authid.h"
#include "commands/dbcommands.h"
#include "commands/defrem.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "pgstat.h"
#include "storage/latch.h"
#include "tcop/utility.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/wait_event.h"

#include "compat.h"
#include "job/shmem.h"
#include "job/worker.h"

static ProcessUtility_hook_type previous_process_utility = NULL;

/* how long workers stay away: the command may wait up to 5 s for others to leave, and copy for long */
#define STAY_AWAY_MS	30000
#define LEAVE_WAIT_MS	4000

static const char *
database_to_leave(Node *statement)
{
	switch (nodeTag(statement))
	{
		case T_DropdbStmt:
			return castNode(DropdbStmt, statement)->dbname;
		case T_RenameStmt:
			if (castNode(RenameStmt, statement)->renameType == OBJECT_DATABASE)
				return castNode(RenameStmt, statement)->subname;
			break;
		case T_AlterDatabaseStmt:
			{
				ListCell   *cell;

				foreach(cell, castNode(AlterDatabaseStmt, statement)->options)
					if (strcmp(lfirst_node(DefElem, cell)->defname, "tablespace") == 0)
						return castNode(AlterDatabaseStmt, statement)->dbname;
				break;
			}
		case T_CreatedbStmt:
			{
				ListCell   *cell;

				foreach(cell, castNode(CreatedbStmt, statement)->options)
				{
					DefElem    *option = lfirst_node(DefElem, cell);

					if (strcmp(option->defname, "template") == 0 && option->arg)
						return defGetString(option);
				}
				return "template1";
			}
		default:
			break;
	}
	return NULL;
}

static bool
processes_left(Oid database, bool signal_them)
{
	SealstoneDatabaseSlot *slot;
	bool		any = false;

	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	slot = sealstone_database_slot(database, signal_them);
	if (slot != NULL)
	{
		if (signal_them)
			slot->stay_away = TimestampTzPlusMilliseconds(GetCurrentTimestamp(), STAY_AWAY_MS);
		if (slot->worker_pid != 0)
		{
			any = true;
			if (signal_them)
				kill(slot->worker_pid, SIGTERM);
		}
	}
	for (int i = 0; i < SEALSTONE_MAX_SLOTS; i++)
		if (sealstone_shared->slots[i].pid != 0 && sealstone_shared->slots[i].database == database)
		{
			any = true;
			if (signal_them)
				kill(sealstone_shared->slots[i].pid, SIGTERM);
		}
	LWLockRelease(sealstone_shared->lock);
	return any;
}

static bool
may_create_databases(void)
{
	HeapTuple	tuple = SearchSysCache1(AUTHOID, ObjectIdGetDatum(GetUserId()));
	bool		may = false;

	if (HeapTupleIsValid(tuple))
	{
		may = ((Form_pg_authid) GETSTRUCT(tuple))->rolcreatedb;
		ReleaseSysCache(tuple);
	}
	return may;
}

/*
 * DROP EXTENSION takes our tables one by one under locks that a worker in the middle of a round holds others of: a deadlock.
 */
static bool
drops_sealstone(Node *statement)
{
	ListCell   *cell;

	if (!IsA(statement, DropStmt) || castNode(DropStmt, statement)->removeType != OBJECT_EXTENSION)
		return false;
	foreach(cell, castNode(DropStmt, statement)->objects)
		if (IsA(lfirst(cell), String) && strcmp(strVal(lfirst(cell)), "sealstone") == 0)
			return true;
	return false;
}

static void
send_away(Oid database)
{
	TimestampTz deadline;

	if (!processes_left(database, true))
		return;
	deadline = TimestampTzPlusMilliseconds(GetCurrentTimestamp(), LEAVE_WAIT_MS);
	while (processes_left(database, false) && GetCurrentTimestamp() < deadline)
	{
		(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, 10, PG_WAIT_EXTENSION);
		ResetLatch(MyLatch);
		CHECK_FOR_INTERRUPTS();
	}
}

static void
come_back(const char *name)
{
	Oid			database = get_database_oid(name, true);
	SealstoneDatabaseSlot *slot;

	if (!OidIsValid(database))
		return;
	LWLockAcquire(sealstone_shared->lock, LW_EXCLUSIVE);
	slot = sealstone_database_slot(database, false);
	if (slot != NULL)
		slot->stay_away = 0;
	LWLockRelease(sealstone_shared->lock);
}

static void
process_utility(PlannedStmt *pstmt, const char *query, bool read_only_tree, ProcessUtilityContext context,
				ParamListInfo params, QueryEnvironment *environment, DestReceiver *dest, QueryCompletion *completion)
{
	const char *name = NULL;

	if (sealstone_shared != NULL)
	{
		name = database_to_leave(pstmt->utilityStmt);
		if (name != NULL)
		{
			Oid			database = get_database_oid(name, true);

			/* whoever may not give the command is refused by it; our workers need not care */
			if (OidIsValid(database) && database != MyDatabaseId &&
				(superuser() || may_create_databases() || sealstone_database_ownercheck(database, GetUserId())))
				send_away(database);
		}
		else if (drops_sealstone(pstmt->utilityStmt) && superuser())
			send_away(MyDatabaseId);
	}
	if (previous_process_utility)
		previous_process_utility(pstmt, query, read_only_tree, context, params, environment, dest, completion);
	else
		standard_ProcessUtility(pstmt, query, read_only_tree, context, params, environment, dest, completion);
	/* a template is free again as soon as the copy is made */
	if (name != NULL && IsA(pstmt->utilityStmt, CreatedbStmt))
		come_back(name);
}

void
sealstone_leave_init(void)
{
	if (!process_shared_preload_libraries_in_progress)
		return;
	previous_process_utility = ProcessUtility_hook;
	ProcessUtility_hook = process_utility;
}
