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

#include "access/xact.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/parsenodes.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

#include "compat.h"
#include "seal/seal.h"

PG_FUNCTION_INFO_V1(sealstone_seal);
PG_FUNCTION_INFO_V1(sealstone_reseal);
PG_FUNCTION_INFO_V1(sealstone_unseal);

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
	PG_RETURN_NULL();
}
