/*-------------------------------------------------------------------------
 *
 * drop_guard.c
 *	  DROP EXTENSION must not take sealed data with it, CASCADE or not.
 *
 * Sealed tables depend on the access method and that on the extension, so that without CASCADE Postgres
 * refuses by itself; with it, the tables would go. The access method's own removal is the one event
 * that all ways of dropping it have in common (DROP EXTENSION, DROP ACCESS METHOD, DROP OWNED), and the
 * tables that depend on it have by then been removed by the same command. So pg_class is read
 * as it was when the command began, by the active snapshot.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "commands/defrem.h"
#include "lib/stringinfo.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/builtins.h"
#include "utils/snapmgr.h"

#include "compat.h"
#include "guc.h"
#include "seal/seal.h"

#define NAMES_SHOWN 3

static object_access_hook_type previous_hook = NULL;

static void
refuse_if_used(Oid am)
{
	Relation	pg_class = table_open(RelationRelationId, AccessShareLock);
	SysScanDesc scan = systable_beginscan(pg_class, InvalidOid, false, GetActiveSnapshot(), 0, NULL);
	HeapTuple	tuple;
	StringInfoData names;
	int			n = 0;

	initStringInfo(&names);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_class form = (Form_pg_class) GETSTRUCT(tuple);
		char	   *schema;

		if (form->relam != am || form->relkind != RELKIND_RELATION || OidIsValid(form->relrewrite))
			continue;
		if (++n > NAMES_SHOWN)
			continue;
		schema = get_namespace_name(form->relnamespace);
		appendStringInfo(&names, "%s%s", n > 1 ? ", " : "",
						 quote_qualified_identifier(schema, NameStr(form->relname)));
	}
	systable_endscan(scan);
	table_close(pg_class, AccessShareLock);
	if (n > 0)
		ereport(ERROR,
				(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
				 errmsg("cannot drop access method \"sealstone\" while tables use it"),
				 errdetail("The data of %s%s would go with it.", names.data, n > NAMES_SHOWN ? " and others" : ""),
				 errhint("CALL sealstone.unseal_all() returns them to heaps first. To drop them with their data, SET sealstone.allow_drop_sealed = on.")));
}

static void
on_object_access(ObjectAccessType access, Oid classId, Oid objectId, int subId, void *arg)
{
	if (previous_hook)
		previous_hook(access, classId, objectId, subId, arg);
	if (access == OAT_DROP && classId == AccessMethodRelationId && !sealstone_allow_drop_sealed &&
		ActiveSnapshotSet())
	{
		char	   *name = get_am_name(objectId);

		if (name != NULL && strcmp(name, "sealstone") == 0)
			refuse_if_used(objectId);
	}
}

void
sealstone_seal_init(void)
{
	previous_hook = object_access_hook;
	object_access_hook = on_object_access;
}
