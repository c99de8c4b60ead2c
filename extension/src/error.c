/*-------------------------------------------------------------------------
 *
 * error.c
 *	  Errors that several parts raise in the same words. Raises, changes nothing.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "error.h"

char *
sealstone_relation_name(Oid relid)
{
	char	   *name = get_rel_name(relid);
	char	   *schema;

	if (name == NULL)
		return psprintf("%u", relid);
	schema = get_namespace_name(get_rel_namespace(relid));
	return quote_qualified_identifier(schema, name);
}

void
sealstone_error_not_series(Oid relid)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_OBJECT_DEFINITION),
			 errmsg("%s is not a series table", sealstone_relation_name(relid)),
			 errhint("Make it one with sealstone.create_series(relation, time_column), or name the series table and not one of its partitions.")));
}

void
sealstone_error_not_owner(Oid relid, const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
			 errmsg("must be owner of %s to %s", sealstone_relation_name(relid), what)));
}

void
sealstone_error_not_operator(Oid relid, const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
			 errmsg("permission denied to %s %s", what, sealstone_relation_name(relid)),
			 errhint("The owner of the series table can allow it with sealstone.grant_operate(relation, role).")));
}

void
sealstone_error_null(const char *argument)
{
	ereport(ERROR,
			(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
			 errmsg("%s must not be NULL", argument)));
}
