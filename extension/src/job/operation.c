/*-------------------------------------------------------------------------
 *
 * operation.c
 *	  Asking for work: request, request_many, cancel, retry, pause.
 *
 * Writes rows of sealstone.operation_log in the caller's transaction; the workers are woken when it commits. No
 * user's transaction notifies anyone (PROTOCOLS 26) and none keeps a running operation's row locked: a running
 * operation is cancelled through shared memory alone.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_database.h"
#include "catalog/pg_type.h"
#include "commands/dbcommands.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "catalog.h"
#include "compat.h"
#include "error.h"
#include "job/operation.h"
#include "job/shmem.h"
#include "job/slot.h"

static const SealstoneKind kinds[] = {
	{"seal", SEALSTONE_ON_PARTITION, false, "codec order_by keep_indexes"},
	{"reseal", SEALSTONE_ON_PARTITION, false, "codec order_by keep_indexes"},
	{"unseal", SEALSTONE_ON_PARTITION, false, ""},
	{"seal_eligible", SEALSTONE_ON_SERIES, false, ""},
	{"refresh", SEALSTONE_ON_ROLLUP, false, "lo hi"},
	{"migrate", SEALSTONE_ON_SERIES, false, "batches"},
	{"premake", SEALSTONE_ON_SERIES, false, ""},
	{"retention", SEALSTONE_ON_SERIES, true, ""},
	{"analyze_sizes", SEALSTONE_ON_SERIES, false, ""},
	{NULL}
};

const SealstoneKind *
sealstone_kind(const char *name)
{
	for (const SealstoneKind *kind = kinds; kind->name != NULL; kind++)
		if (strcmp(kind->name, name) == 0)
			return kind;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unknown kind of operation \"%s\"", name),
			 errhint("Kinds are seal, reseal, unseal, seal_eligible, refresh, migrate, premake, retention and analyze_sizes.")));
}

/*
 * The series at the bottom of a rollup; InvalidOid when relid is no rollup. Rollups may not be installed.
 */
static Oid
rollup_source(Oid relid)
{
	Oid			schema = get_namespace_oid("sealstone", true);
	Oid			result = InvalidOid;

	if (OidIsValid(get_relname_relid("rollup_info", schema)))
	{
		SealstoneScope scope;

		sealstone_catalog_begin(&scope);
		if (sealstone_spif("SELECT series::pg_catalog.oid FROM sealstone.rollup_info WHERE rollup = '%u'::pg_catalog.regclass", relid) > 0)
		{
			bool		isnull;
			Datum		series = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &isnull);

			result = isnull ? relid : DatumGetObjectId(series);
		}
		sealstone_scope_end(&scope);
	}
	return result;
}

Oid
sealstone_operation_check(const SealstoneKind *kind, Oid target, Oid role)
{
	Oid			series;
	bool		allowed;
	char		relkind = get_rel_relkind(target);

	if (relkind == '\0')
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", target)));
	switch (kind->on)
	{
		case SEALSTONE_ON_PARTITION:
			series = sealstone_series_of(target);
			if (!OidIsValid(series) || relkind != RELKIND_RELATION)
				ereport(ERROR,
						(errcode(ERRCODE_WRONG_OBJECT_TYPE),
						 errmsg("%s is not a partition of a series table", sealstone_relation_name(target)),
						 errhint("sealstone.partition_info lists partitions; request seal_eligible to seal all that are due.")));
			break;
		case SEALSTONE_ON_ROLLUP:
			series = rollup_source(target);
			if (!OidIsValid(series))
				ereport(ERROR,
						(errcode(ERRCODE_WRONG_OBJECT_TYPE),
						 errmsg("%s is not a rollup", sealstone_relation_name(target)),
						 errhint("sealstone.rollup_info lists rollups.")));
			break;
		default:
			series = sealstone_series_get(target, false)->relid;
	}

	if (kind->owner_only)
		allowed = sealstone_series_is_owner(target, role);
	else
		allowed = sealstone_series_may_operate(target, role) ||
			(kind->on == SEALSTONE_ON_ROLLUP && series != target && sealstone_series_may_operate(series, role));
	if (!allowed)
	{
		if (kind->owner_only)
			sealstone_error_not_owner(target, "drop its partitions");
		sealstone_error_not_operator(target, kind->name);
	}
	return series;
}

/*
 * Options are an object of keys this kind knows, each of the right type: a misspelt one must not be ignored.
 */
static void
check_options(const SealstoneKind *kind, Jsonb *options)
{
	JsonbIterator *iterator;
	JsonbValue	value;
	JsonbIteratorToken token;
	char	   *key = NULL;

	if (!JB_ROOT_IS_OBJECT(options))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("options must be a JSON object")));
	iterator = JsonbIteratorInit(&options->root);
	while ((token = JsonbIteratorNext(&iterator, &value, true)) != WJB_DONE)
	{
		if (token == WJB_KEY)
		{
			bool		known = false;
			char	   *rest = pstrdup(kind->options);
			char	   *save = NULL;

			key = pnstrdup(value.val.string.val, value.val.string.len);
			for (char *word = strtok_r(rest, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save))
				known |= strcmp(word, key) == 0;
			if (!known)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("operation \"%s\" has no option \"%s\"", kind->name, key),
						 kind->options[0] ? errhint("It knows: %s.", kind->options) : errhint("It has no options.")));
		}
		else if (token == WJB_VALUE && key != NULL)
		{
			bool		right = true;

			if (strcmp(key, "codec") == 0)
				right = value.type == jbvString && value.val.string.len <= 4;
			else if (strcmp(key, "keep_indexes") == 0)
				right = value.type == jbvBool;
			else if (strcmp(key, "batches") == 0)
				right = value.type == jbvNumeric || value.type == jbvNull;
			else if (strcmp(key, "lo") == 0 || strcmp(key, "hi") == 0)
				right = value.type == jbvString || value.type == jbvNumeric || value.type == jbvNull;
			else if (strcmp(key, "order_by") == 0)
				right = value.type == jbvNull || (value.type == jbvBinary && JsonContainerIsArray(value.val.binary.data));
			if (!right)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("option \"%s\" of operation \"%s\" has the wrong type", key, kind->name)));
			key = NULL;
		}
	}
}

static Datum
int64_result(int column, bool *isnull)
{
	return SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, column, isnull);
}

/*
 * Inserts one row in a catalog scope already open. With a key that exists: the id of the first, if its arguments are
 * the same. *existed tells which.
 */
static int64
insert_operation(const char *kind, Oid target, const char *target_name, Oid series, Jsonb *options, const char *key, const char *arguments,
				 const char *actor, Oid requester, int64 parent, int64 job, int children, bool *existed)
{
	Oid			types[] = {TEXTOID, OIDOID, TEXTOID, OIDOID, JSONBOID, TEXTOID, TEXTOID, OIDOID, INT8OID, INT8OID, INT4OID, TEXTOID, NAMEOID};
	Datum		values[13];
	char		nulls[14] = "             ";
	bool		isnull;
	NameData	role;

	*existed = false;
	namestrcpy(&role, GetUserNameFromId(requester, false));
	values[0] = CStringGetTextDatum(kind);
	values[1] = ObjectIdGetDatum(target);
	nulls[1] = OidIsValid(target) ? ' ' : 'n';
	values[2] = CStringGetTextDatum(target_name);
	values[3] = ObjectIdGetDatum(series);
	nulls[3] = OidIsValid(series) ? ' ' : 'n';
	values[4] = JsonbPGetDatum(options);
	values[5] = key ? CStringGetTextDatum(key) : (Datum) 0;
	nulls[5] = key ? ' ' : 'n';
	values[6] = actor ? CStringGetTextDatum(actor) : (Datum) 0;
	nulls[6] = actor ? ' ' : 'n';
	values[7] = ObjectIdGetDatum(requester);
	values[8] = Int64GetDatum(parent);
	nulls[8] = parent != 0 ? ' ' : 'n';
	values[9] = Int64GetDatum(job);
	nulls[9] = job != 0 ? ' ' : 'n';
	values[10] = Int32GetDatum(children);
	values[11] = CStringGetTextDatum(arguments);
	values[12] = NameGetDatum(&role);

	for (int attempt = 0; attempt < 10; attempt++)
	{
		if (sealstone_spi_args("INSERT INTO sealstone.operation_log (kind, target, target_name, series, options, idempotency_key, actor, requester,"
							   " parent_id, job_id, children, arguments, requested_by, state, started_at)"
							   " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::pg_catalog.jsonb, $13,"
							   " CASE WHEN $11 > 0 THEN 'running' ELSE 'queued' END, CASE WHEN $11 > 0 THEN pg_catalog.clock_timestamp() END)"
							   " ON CONFLICT (requester, coalesce(actor, ''), idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING RETURNING id",
							   13, types, values, nulls) > 0)
			return DatumGetInt64(int64_result(1, &isnull));
		if (sealstone_spi_args("SELECT id, arguments = $12::pg_catalog.jsonb FROM sealstone.operation_log"
							   " WHERE requester = $8 AND coalesce(actor, '') = coalesce($7, '') AND idempotency_key = $6"
							   " AND $1 IS NOT NULL AND coalesce($2, $4, 0) IS NOT NULL AND $3 IS NOT NULL AND $5 IS NOT NULL"
							   " AND coalesce($9, $10, $11) IS NOT NULL AND $13 IS NOT NULL",
							   13, types, values, nulls) > 0)
		{
			int64		id = DatumGetInt64(int64_result(1, &isnull));

			if (!DatumGetBool(int64_result(2, &isnull)))
				ereport(ERROR,
						(errcode(ERRCODE_DUPLICATE_OBJECT),
						 errmsg("idempotency key \"%s\" was used for operation %lld with other arguments", key, (long long) id),
						 errhint("A key stands for one request: take a new one.")));
			*existed = true;
			return id;
		}
		/* under REPEATABLE READ another's committed row is in the way and yet unseen */
		if (IsolationUsesXactSnapshot())
			break;
	}
	ereport(ERROR,
			(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
			 errmsg("idempotency key \"%s\" is being used by another session", key),
			 errhint("Try again.")));
}

int64
sealstone_operation_request(const char *kind_name, Oid target, Jsonb *options, const char *key, Oid requester, int64 job)
{
	const SealstoneKind *kind = sealstone_kind(kind_name);
	Oid			series = sealstone_operation_check(kind, target, requester);
	char	   *actor = sealstone_actor_name();
	SealstoneScope scope;
	StringInfoData arguments;
	char	   *name = sealstone_relation_name(target);
	bool		existed;
	int64		id;

	check_options(kind, options);
	initStringInfo(&arguments);
	appendStringInfo(&arguments, "{\"kind\": \"%s\", \"target\": %u, \"options\": %s}", kind_name, target,
					 JsonbToCString(NULL, &options->root, VARSIZE(options)));
	sealstone_catalog_begin(&scope);
	id = insert_operation(kind_name, target, name, series, options, key, arguments.data, actor, requester, 0, job, 0, &existed);
	sealstone_scope_end(&scope);
	if (!existed)
		sealstone_wake_at_commit();
	return id;
}

int64
sealstone_operation_children(int64 parent, const char *kind_name, List *targets, Oid series, Oid requester, Jsonb *options)
{
	SealstoneScope scope;
	ListCell   *cell;
	bool		existed;

	sealstone_catalog_begin(&scope);
	foreach(cell, targets)
		insert_operation(kind_name, lfirst_oid(cell), sealstone_relation_name(lfirst_oid(cell)), series, options, NULL, "{}", NULL,
						 requester, parent, 0, 0, &existed);
	sealstone_spif("UPDATE sealstone.operation_log o SET children = %d, actor = o.actor, version = version + 1, changed_at = pg_catalog.clock_timestamp() WHERE id = " INT64_FORMAT,
				   list_length(targets), parent);
	sealstone_scope_end(&scope);
	sealstone_wake_at_commit();
	return list_length(targets);
}

static Jsonb *
options_argument(FunctionCallInfo fcinfo, int argno)
{
	if (PG_ARGISNULL(argno))
		return DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum("{}")));
	return PG_GETARG_JSONB_P(argno);
}

static char *
key_argument(FunctionCallInfo fcinfo, int argno)
{
	char	   *key;

	if (PG_ARGISNULL(argno))
		return NULL;
	key = text_to_cstring(PG_GETARG_TEXT_PP(argno));
	if (key[0] == '\0' || strlen(key) > 255)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("an idempotency key has between 1 and 255 bytes")));
	return key;
}

PG_FUNCTION_INFO_V1(sealstone_request);
Datum
sealstone_request(PG_FUNCTION_ARGS)
{
	PreventCommandIfReadOnly("request()");
	if (PG_ARGISNULL(0))
		sealstone_error_null("kind");
	if (PG_ARGISNULL(1))
		sealstone_error_null("target");
	PG_RETURN_INT64(sealstone_operation_request(text_to_cstring(PG_GETARG_TEXT_PP(0)), PG_GETARG_OID(1), options_argument(fcinfo, 2),
												key_argument(fcinfo, 3), GetUserId(), 0));
}

PG_FUNCTION_INFO_V1(sealstone_request_many);
Datum
sealstone_request_many(PG_FUNCTION_ARGS)
{
	char	   *kind_name;
	const SealstoneKind *kind;
	Datum	   *targets;
	bool	   *nulls;
	int			count;
	Jsonb	   *options;
	char	   *key;
	Oid			series = InvalidOid;
	bool		one_series = true;
	Oid		   *series_of;
	char	   *actor;
	SealstoneScope scope;
	StringInfoData arguments;
	bool		existed;
	int64		parent;

	PreventCommandIfReadOnly("request_many()");
	if (PG_ARGISNULL(0))
		sealstone_error_null("kind");
	if (PG_ARGISNULL(1))
		sealstone_error_null("targets");
	kind_name = text_to_cstring(PG_GETARG_TEXT_PP(0));
	kind = sealstone_kind(kind_name);
	options = options_argument(fcinfo, 2);
	check_options(kind, options);
	key = key_argument(fcinfo, 3);
	deconstruct_array(PG_GETARG_ARRAYTYPE_P(1), REGCLASSOID, 4, true, TYPALIGN_INT, &targets, &nulls, &count);
	if (count == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("targets must not be empty")));
	if (count > 10000)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("targets must not be more than 10000")));

	series_of = palloc(count * sizeof(Oid));
	initStringInfo(&arguments);
	appendStringInfo(&arguments, "{\"kind\": \"%s\", \"options\": %s, \"targets\": [", kind_name,
					 JsonbToCString(NULL, &options->root, VARSIZE(options)));
	for (int i = 0; i < count; i++)
	{
		if (nulls[i])
			sealstone_error_null("a target");
		CHECK_FOR_INTERRUPTS();
		series_of[i] = sealstone_operation_check(kind, DatumGetObjectId(targets[i]), GetUserId());
		if (i == 0)
			series = series_of[i];
		one_series &= series == series_of[i];
		appendStringInfo(&arguments, "%s%u", i > 0 ? ", " : "", DatumGetObjectId(targets[i]));
	}
	appendStringInfoString(&arguments, "]}");

	actor = sealstone_actor_name();
	sealstone_catalog_begin(&scope);
	parent = insert_operation(kind_name, one_series ? series : InvalidOid,
							  one_series ? sealstone_relation_name(series) : psprintf("%d relations", count),
							  one_series ? series : InvalidOid, options, key, arguments.data, actor, GetUserId(), 0, 0, count, &existed);
	if (!existed)
	{
		for (int i = 0; i < count; i++)
		{
			bool		ignored;

			insert_operation(kind_name, DatumGetObjectId(targets[i]), sealstone_relation_name(DatumGetObjectId(targets[i])), series_of[i],
							 options, NULL, "{}", actor, GetUserId(), parent, 0, 0, &ignored);
			CHECK_FOR_INTERRUPTS();
		}
	}
	sealstone_scope_end(&scope);
	if (!existed)
		sealstone_wake_at_commit();
	PG_RETURN_INT64(parent);
}

/*
 * What cancel and retry need of an operation. Raises when there is none; then the caller's right to it is checked.
 */
typedef struct OperationRow
{
	char	   *kind;
	char	   *state;
	Oid			target;
	Oid			series;
	Oid			requester;
	int			children;
	Jsonb	   *options;
	char	   *name;
} OperationRow;

static void
read_operation(int64 id, OperationRow *row)
{
	MemoryContext context = CurrentMemoryContext;
	MemoryContext old;
	SealstoneScope scope;
	bool		isnull;
	Datum		datum;

	sealstone_catalog_begin(&scope);
	if (sealstone_spif("SELECT kind, state, target, series, requester, children, options, target_name FROM sealstone.operation_log WHERE id = " INT64_FORMAT, id) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("operation %lld does not exist", (long long) id),
				 errhint("Finished operations are kept for sealstone.operation_retention days.")));
	old = MemoryContextSwitchTo(context);
	row->kind = TextDatumGetCString(int64_result(1, &isnull));
	row->state = TextDatumGetCString(int64_result(2, &isnull));
	datum = int64_result(3, &isnull);
	row->target = isnull ? InvalidOid : DatumGetObjectId(datum);
	datum = int64_result(4, &isnull);
	row->series = isnull ? InvalidOid : DatumGetObjectId(datum);
	row->requester = DatumGetObjectId(int64_result(5, &isnull));
	row->children = DatumGetInt32(int64_result(6, &isnull));
	row->options = DatumGetJsonbPCopy(int64_result(7, &isnull));
	row->name = TextDatumGetCString(int64_result(8, &isnull));
	MemoryContextSwitchTo(old);
	sealstone_scope_end(&scope);
}

static bool
relation_exists(Oid relid)
{
	return OidIsValid(relid) && SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relid));
}

static void
check_may_act(int64 id, const OperationRow *row, const char *what)
{
	if (has_privs_of_role(GetUserId(), row->requester) && SearchSysCacheExists1(AUTHOID, ObjectIdGetDatum(row->requester)))
		return;
	if (relation_exists(row->target) && sealstone_series_may_operate(row->target, GetUserId()))
		return;
	if (relation_exists(row->series) && sealstone_series_may_operate(row->series, GetUserId()))
		return;
	if (superuser())
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
			 errmsg("permission denied to %s operation %lld", what, (long long) id),
			 errhint("Its requester, and whoever may operate on %s, can.", row->name)));
}

/*
 * One operation without children. Its row is not touched while it runs.
 */
static bool
cancel_one(int64 id)
{
	SealstoneScope scope;
	bool		done;

	sealstone_catalog_begin(&scope);
	done = sealstone_spif("UPDATE sealstone.operation_log SET state = 'cancelled', cancel_requested = true, finished_at = pg_catalog.clock_timestamp(),"
						  " changed_at = pg_catalog.clock_timestamp(), version = version + 1, error_code = '57014', error_message = 'cancelled before it started'"
						  " WHERE id = " INT64_FORMAT " AND state = 'queued'", id) > 0;
	sealstone_scope_end(&scope);
	if (done)
	{
		sealstone_wake_at_commit();
		return true;
	}
	return sealstone_slot_cancel(MyDatabaseId, id);
}

PG_FUNCTION_INFO_V1(sealstone_cancel_operation);
Datum
sealstone_cancel_operation(PG_FUNCTION_ARGS)
{
	int64		id = PG_GETARG_INT64(0);
	OperationRow row;
	bool		any = false;

	PreventCommandIfReadOnly("cancel_operation()");
	read_operation(id, &row);
	check_may_act(id, &row, "cancel");
	if (strcmp(row.state, "queued") != 0 && strcmp(row.state, "running") != 0)
		PG_RETURN_BOOL(false);

	if (row.children > 0)
	{
		SealstoneScope scope;
		int64	   *children;
		uint64		count;
		bool		isnull;
		MemoryContext context = CurrentMemoryContext;

		sealstone_catalog_begin(&scope);
		sealstone_spif("UPDATE sealstone.operation_log SET cancel_requested = true, version = version + 1, changed_at = pg_catalog.clock_timestamp()"
					   " WHERE id = " INT64_FORMAT " AND state = 'running'", id);
		count = sealstone_spif("SELECT id FROM sealstone.operation_log WHERE parent_id = " INT64_FORMAT " AND state IN ('queued', 'running') ORDER BY id", id);
		children = MemoryContextAlloc(context, Max(count, 1) * sizeof(int64));
		for (uint64 i = 0; i < count; i++)
			children[i] = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &isnull));
		/* those waiting in one statement, then those running */
		sealstone_spif("UPDATE sealstone.operation_log SET state = 'cancelled', cancel_requested = true, finished_at = pg_catalog.clock_timestamp(),"
					   " changed_at = pg_catalog.clock_timestamp(), version = version + 1, error_code = '57014', error_message = 'cancelled before it started'"
					   " WHERE parent_id = " INT64_FORMAT " AND state = 'queued'", id);
		any = SPI_processed > 0;
		sealstone_scope_end(&scope);
		for (uint64 i = 0; i < count; i++)
			any |= sealstone_slot_cancel(MyDatabaseId, children[i]);
		sealstone_wake_at_commit();
		PG_RETURN_BOOL(any || count == 0);
	}
	PG_RETURN_BOOL(cancel_one(id));
}

PG_FUNCTION_INFO_V1(sealstone_retry_operation);
Datum
sealstone_retry_operation(PG_FUNCTION_ARGS)
{
	int64		id = PG_GETARG_INT64(0);
	OperationRow row;

	PreventCommandIfReadOnly("retry_operation()");
	read_operation(id, &row);
	if (strcmp(row.state, "queued") == 0 || strcmp(row.state, "running") == 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("operation %lld has not ended", (long long) id),
				 errhint("Cancel it first with sealstone.cancel_operation(%lld).", (long long) id)));
	if (row.children > 0 && strcmp(row.kind, "seal_eligible") != 0)
	{
		/* what did not succeed, again, under a parent of its own */
		SealstoneScope scope;
		ArrayBuildState *array = NULL;
		uint64		count;
		MemoryContext context = CurrentMemoryContext;
		LOCAL_FCINFO(call, 4);
		FmgrInfo	flinfo;

		sealstone_catalog_begin(&scope);
		count = sealstone_spif("SELECT target FROM sealstone.operation_log WHERE parent_id = " INT64_FORMAT " AND state IN ('failed', 'cancelled')"
							   " AND target IN (SELECT oid FROM pg_catalog.pg_class) ORDER BY id", id);
		for (uint64 i = 0; i < count; i++)
		{
			bool		isnull;

			array = accumArrayResult(array, SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &isnull), false, REGCLASSOID, context);
		}
		sealstone_scope_end(&scope);
		if (array == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("all parts of operation %lld have succeeded, or their tables are gone", (long long) id)));
		memset(&flinfo, 0, sizeof(flinfo));
		flinfo.fn_mcxt = context;
		InitFunctionCallInfoData(*call, &flinfo, 4, InvalidOid, NULL, NULL);
		call->args[0].value = CStringGetTextDatum(row.kind);
		call->args[0].isnull = false;
		call->args[1].value = makeArrayResult(array, context);
		call->args[1].isnull = false;
		call->args[2].value = JsonbPGetDatum(row.options);
		call->args[2].isnull = false;
		call->args[3].isnull = true;
		PG_RETURN_DATUM(sealstone_request_many(call));
	}
	if (!relation_exists(row.target))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("%s, on which operation %lld worked, does not exist any more", row.name, (long long) id)));
	PG_RETURN_INT64(sealstone_operation_request(row.kind, row.target, row.options, NULL, GetUserId(), 0));
}

static void
set_paused(bool paused, const char *command)
{
	SealstoneScope scope;
	HeapTuple	tuple;
	bool		allowed = superuser();

	PreventCommandIfReadOnly(command);
	tuple = SearchSysCache1(DATABASEOID, ObjectIdGetDatum(MyDatabaseId));
	if (HeapTupleIsValid(tuple))
	{
		allowed |= has_privs_of_role(GetUserId(), ((Form_pg_database) GETSTRUCT(tuple))->datdba);
		ReleaseSysCache(tuple);
	}
	if (!allowed)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("must be owner of database \"%s\" to pause or resume all work", get_database_name(MyDatabaseId)),
				 errhint("A single job is paused by its owner with sealstone.update_job(id, enabled => false).")));
	sealstone_catalog_begin(&scope);
	sealstone_spif("UPDATE sealstone.control SET paused = %s, paused_by = %s, paused_at = CASE WHEN %s THEN pg_catalog.now() END",
				   paused ? "true" : "false", paused ? quote_literal_cstr(GetUserNameFromId(scope.user, false)) : "NULL", paused ? "true" : "false");
	sealstone_scope_end(&scope);
	sealstone_wake_at_commit();
}

PG_FUNCTION_INFO_V1(sealstone_pause_all);
Datum
sealstone_pause_all(PG_FUNCTION_ARGS)
{
	set_paused(true, "pause_all()");
	PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(sealstone_resume_all);
Datum
sealstone_resume_all(PG_FUNCTION_ARGS)
{
	set_paused(false, "resume_all()");
	PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(sealstone_may_read_operation);
Datum
sealstone_may_read_operation(PG_FUNCTION_ARGS)
{
	Oid			me = GetUserId();

	if (has_privs_of_role(me, ROLE_PG_READ_ALL_STATS))
		PG_RETURN_BOOL(true);
	if (!PG_ARGISNULL(2) && SearchSysCacheExists1(AUTHOID, PG_GETARG_DATUM(2)) && has_privs_of_role(me, PG_GETARG_OID(2)))
		PG_RETURN_BOOL(true);
	for (int i = 0; i < 2; i++)
		if (!PG_ARGISNULL(i) && relation_exists(PG_GETARG_OID(i)) && sealstone_series_is_owner(PG_GETARG_OID(i), me))
			PG_RETURN_BOOL(true);
	PG_RETURN_BOOL(false);
}
