/*-------------------------------------------------------------------------
 *
 * transaction.c
 *	  Starts and ends transactions in a worker or in a procedure.
 *
 * The only state is whether this backend is inside one of our procedures; an error that leaves the procedure resets it
 * when its transaction aborts at the top level.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "storage/lmgr.h"
#include "utils/snapmgr.h"

#include "job/transaction.h"

static bool in_procedure = false;
static bool own_snapshot = false;

void
sealstone_procedure_begin(FunctionCallInfo fcinfo, const char *name, const char *kind)
{
	bool		atomic = !(fcinfo->context && IsA(fcinfo->context, CallContext) &&
						   !castNode(CallContext, fcinfo->context)->atomic);

	in_procedure = false;
	own_snapshot = false;
	if (atomic || IsSubTransaction())
		ereport(ERROR,
				(errcode(ERRCODE_ACTIVE_SQL_TRANSACTION),
				 errmsg("sealstone.%s() cannot run inside a transaction block", name),
				 kind ? errhint("CALL it by itself, or SELECT sealstone.request('%s', ...) to have a worker do it.", kind) :
				 errhint("CALL it by itself.")));
	if (SPI_connect_ext(SPI_OPT_NONATOMIC) != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	in_procedure = true;
}

void
sealstone_procedure_end(void)
{
	in_procedure = false;
	if (own_snapshot)
		PopActiveSnapshot();
	own_snapshot = false;
	SPI_finish();
}

/* now() is the statement's start, and a worker has no statements: else it would stay what it was when the worker began */
void
sealstone_worker_tx_start(void)
{
	SetCurrentStatementStartTimestamp();
	StartTransactionCommand();
}

void
sealstone_tx_start(void)
{
	if (!in_procedure)
		sealstone_worker_tx_start();
	sealstone_tx_regain();
}

void
sealstone_tx_regain(void)
{
	own_snapshot = !in_procedure || !ActiveSnapshotSet();
	if (own_snapshot)
		PushActiveSnapshot(GetTransactionSnapshot());
}

void
sealstone_tx_release(void)
{
	if (own_snapshot)
		PopActiveSnapshot();
	own_snapshot = false;
}

void
sealstone_tx_commit(void)
{
	sealstone_tx_release();
	if (in_procedure)
		SPI_commit();
	else
		CommitTransactionCommand();
}

void
sealstone_tx_next(void)
{
	sealstone_tx_commit();
	sealstone_tx_start();
}

void
sealstone_tx_next_locked(Oid relid, LOCKMODE mode)
{
	sealstone_tx_commit();
	if (!in_procedure)
		sealstone_worker_tx_start();
	InvalidateCatalogSnapshot();
	LockRelationOid(relid, mode);
	sealstone_tx_regain();
}

void
sealstone_tx_abort(void)
{
	own_snapshot = false;
	if (in_procedure)
	{
		while (ActiveSnapshotSet())
			PopActiveSnapshot();
		SPI_rollback();
	}
	else
		AbortCurrentTransaction();
}
