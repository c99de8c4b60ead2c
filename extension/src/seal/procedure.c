/*-------------------------------------------------------------------------
 *
 * procedure.c
 *	  The SQL procedures seal, reseal, unseal and unseal_all, and report of a result.
 *
 * They run transactions of their own, so CALL must be the whole of a transaction. Inside a
 * transaction block they refuse, and name sealstone.request(), which may be called in one.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include "compat.h"
#include "seal/seal.h"

PG_FUNCTION_INFO_V1(sealstone_seal);
PG_FUNCTION_INFO_V1(sealstone_reseal);
PG_FUNCTION_INFO_V1(sealstone_unseal);
PG_FUNCTION_INFO_V1(sealstone_unseal_all);
PG_FUNCTION_INFO_V1(sealstone_seal_eligible);

static void
check_call(FunctionCallInfo fcinfo, const char *name)
{
	bool		atomic = !(fcinfo->context && IsA(fcinfo->context, CallContext) &&
						   !castNode(CallContext, fcinfo->context)->atomic);

	if (atomic || IsSubTransaction())
		ereport(ERROR,
				(errcode(ERRCODE_ACTIVE_SQL_TRANSACTION),
				 errmsg("sealstone.%s() cannot run inside a transaction block", name),
				 errhint("CALL it by itself, or SELECT sealstone.request('%s', ...) to have a worker do it.", name)));
}

static Oid
partition_argument(FunctionCallInfo fcinfo)
{
	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("partition must not be null")));
	return PG_GETARG_OID(0);
}

/* The rest of the arguments, in memory that outlives the transactions. */
static void
option_arguments(FunctionCallInfo fcinfo, SealstoneSealOptions *options)
{
	MemoryContext old_context = MemoryContextSwitchTo(PortalContext ? PortalContext : TopMemoryContext);

	if (!PG_ARGISNULL(1))
	{
		Datum	   *names;
		bool	   *nulls;
		int			n;

		deconstruct_array(PG_GETARG_ARRAYTYPE_P(1), NAMEOID, NAMEDATALEN, false, TYPALIGN_CHAR, &names, &nulls, &n);
		for (int i = 0; i < n; i++)
		{
			if (nulls[i])
				ereport(ERROR,
						(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						 errmsg("order_by must not contain nulls")));
			options->order_by = lappend(options->order_by, makeString(pstrdup(NameStr(*DatumGetName(names[i])))));
		}
		if (n == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("order_by must name at least one column"),
					 errhint("Leave it out to have the order key chosen.")));
	}
	if (!PG_ARGISNULL(2))
		options->codec = text_to_cstring(PG_GETARG_TEXT_PP(2));
	if (!PG_ARGISNULL(3))
		options->keep_indexes = PG_GETARG_BOOL(3);
	MemoryContextSwitchTo(old_context);
}

static void
tell(const char *what, const SealstoneSealResult *result)
{
	if (result->done)
		ereport(DEBUG1,
				(errmsg_internal("%s: %llu rows, %llu late, %llu gone, held %.3f ms, %d attempts, %.0f ms in all",
								 what, (unsigned long long) result->rows, (unsigned long long) result->late_rows,
								 (unsigned long long) result->gone_rows, result->held_ms, result->attempts,
								 result->elapsed_ms)));
}

/* The work is committed; what follows is the rest of the CALL's last transaction. */
static void
measure(Oid partition, const SealstoneSealResult *result)
{
	if (!result->done || sealstone_measure_hook == NULL)
		return;
	PushActiveSnapshot(GetTransactionSnapshot());
	sealstone_measure_hook(partition);
	PopActiveSnapshot();
}

Datum
sealstone_seal(PG_FUNCTION_ARGS)
{
	SealstoneSealOptions options = SEALSTONE_SEAL_DEFAULTS;
	SealstoneSealResult result;
	Oid			partition = partition_argument(fcinfo);

	check_call(fcinfo, "seal");
	option_arguments(fcinfo, &options);
	sealstone_seal_partition(partition, &options, NULL, NULL, &result);
	tell("sealed", &result);
	measure(partition, &result);
	PG_RETURN_NULL();
}

Datum
sealstone_reseal(PG_FUNCTION_ARGS)
{
	SealstoneSealOptions options = SEALSTONE_SEAL_DEFAULTS;
	SealstoneSealResult result;
	Oid			partition = partition_argument(fcinfo);

	check_call(fcinfo, "reseal");
	option_arguments(fcinfo, &options);
	sealstone_reseal_partition(partition, &options, NULL, NULL, &result);
	tell("resealed", &result);
	measure(partition, &result);
	PG_RETURN_NULL();
}

Datum
sealstone_unseal(PG_FUNCTION_ARGS)
{
	SealstoneSealResult result;
	Oid			partition = partition_argument(fcinfo);

	check_call(fcinfo, "unseal");
	sealstone_unseal_partition(partition, NULL, NULL, &result);
	tell("unsealed", &result);
	measure(partition, &result);
	PG_RETURN_NULL();
}

/* Tables of our access method that the caller may operate, in memory that outlives transactions. */
static List *
sealed_tables(MemoryContext context)
{
	List	   *found = NIL;
	Oid			am = get_table_am_oid("sealstone", false);
	Relation	pg_class = table_open(RelationRelationId, AccessShareLock);
	SysScanDesc scan = systable_beginscan(pg_class, InvalidOid, false, NULL, 0, NULL);
	HeapTuple	tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_class form = (Form_pg_class) GETSTRUCT(tuple);

		if (form->relkind == RELKIND_RELATION && form->relam == am && !OidIsValid(form->relrewrite) &&
			!(form->relpersistence == RELPERSISTENCE_TEMP && !isTempOrTempToastNamespace(form->relnamespace)))
		{
			MemoryContext old_context = MemoryContextSwitchTo(context);

			found = lappend_oid(found, form->oid);
			MemoryContextSwitchTo(old_context);
		}
	}
	systable_endscan(scan);
	table_close(pg_class, AccessShareLock);
	return found;
}

Datum
sealstone_unseal_all(PG_FUNCTION_ARGS)
{
	List	   *tables;

	check_call(fcinfo, "unseal_all");
	tables = sealed_tables(PortalContext);
	for (int i = 0; i < list_length(tables); i++)
	{
		SealstoneSealResult result;

		/* dropped since, perhaps: each is a transaction of its own */
		if (get_rel_name(list_nth_oid(tables, i)) != NULL)
		{
			sealstone_unseal_partition(list_nth_oid(tables, i), NULL, NULL, &result);
			measure(list_nth_oid(tables, i), &result);
		}
	}
	PG_RETURN_NULL();
}

Datum
sealstone_seal_eligible(PG_FUNCTION_ARGS)
{
	Oid			series = partition_argument(fcinfo);
	MemoryContext old_context;
	List	   *due;

	check_call(fcinfo, "seal_eligible");
	if (sealstone_due_partitions_hook == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("series tables are not available")));
	old_context = MemoryContextSwitchTo(PortalContext);
	due = list_copy(sealstone_due_partitions_hook(series));
	MemoryContextSwitchTo(old_context);
	for (int i = 0; i < list_length(due); i++)
	{
		SealstoneSealOptions options = SEALSTONE_SEAL_DEFAULTS;
		SealstoneSealResult result;

		if (get_rel_name(list_nth_oid(due, i)) != NULL)
		{
			sealstone_seal_partition(list_nth_oid(due, i), &options, NULL, NULL, &result);
			measure(list_nth_oid(due, i), &result);
		}
	}
	PG_RETURN_NULL();
}
