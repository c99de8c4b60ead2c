/*-------------------------------------------------------------------------
 *
 * monitor.c
 *	  What the views ask of shared memory and of the file system. Reads only.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_tablespace.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

#include "guc.h"
#include "job/shmem.h"

#define SEALSTONE_LIBRARY_VERSION "0.1.0"

PG_FUNCTION_INFO_V1(sealstone_worker_state);
Datum
sealstone_worker_state(PG_FUNCTION_ARGS)
{
	TupleDesc	desc;
	Datum		values[7];
	bool		nulls[7] = {false};
	SealstoneDatabaseSlot database = {0};
	int			launcher = 0;
	int			helpers = 0;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	if (sealstone_shared != NULL)
	{
		SealstoneDatabaseSlot *slot;

		LWLockAcquire(sealstone_shared->lock, LW_SHARED);
		launcher = sealstone_shared->launcher_pid;
		slot = sealstone_database_slot(MyDatabaseId, false);
		if (slot != NULL)
			database = *slot;
		for (int i = 0; i < SEALSTONE_MAX_SLOTS; i++)
			if (sealstone_shared->slots[i].pid != 0 && sealstone_shared->slots[i].database == MyDatabaseId)
				helpers++;
		LWLockRelease(sealstone_shared->lock);
	}
	values[0] = BoolGetDatum(sealstone_shared != NULL);
	values[1] = Int32GetDatum(launcher);
	nulls[1] = launcher == 0;
	values[2] = Int32GetDatum(database.worker_pid);
	nulls[2] = database.worker_pid == 0;
	values[3] = Int32GetDatum(helpers);
	values[4] = Int32GetDatum(sealstone_max_workers);
	values[5] = TimestampTzGetDatum(database.heartbeat);
	nulls[5] = database.heartbeat == 0;
	values[6] = CStringGetTextDatum(SEALSTONE_LIBRARY_VERSION);
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}

static void
put_disk(ReturnSetInfo *rsinfo, const char *path)
{
	struct statvfs disk;
	Datum		values[3];
	bool		nulls[3] = {false};

	if (statvfs(path, &disk) != 0)
		return;
	values[0] = CStringGetTextDatum(path);
	values[1] = Int64GetDatum((int64) disk.f_blocks * disk.f_frsize);
	/* what the server's user may still write, not what root may */
	values[2] = Int64GetDatum((int64) disk.f_bavail * disk.f_frsize);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

PG_FUNCTION_INFO_V1(sealstone_disk_info);
Datum
sealstone_disk_info(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	Relation	rel;
	SysScanDesc scan;
	HeapTuple	tuple;

	InitMaterializedSRF(fcinfo, 0);
	put_disk(rsinfo, DataDir);
	rel = table_open(TableSpaceRelationId, AccessShareLock);
	scan = systable_beginscan(rel, InvalidOid, false, NULL, 0, NULL);
	while ((tuple = systable_getnext(scan)) != NULL)
	{
		Oid			oid = ((Form_pg_tablespace) GETSTRUCT(tuple))->oid;

		if (oid != DEFAULTTABLESPACE_OID && oid != GLOBALTABLESPACE_OID)
		{
			char		target[MAXPGPATH];
			char	   *link = psprintf("%s/pg_tblspc/%u", DataDir, oid);
			ssize_t		length = readlink(link, target, sizeof(target) - 1);

			if (length > 0)
			{
				target[length] = '\0';
				put_disk(rsinfo, target);
			}
			else
				put_disk(rsinfo, link);
		}
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return (Datum) 0;
}
