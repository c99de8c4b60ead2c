/*-------------------------------------------------------------------------
 *
 * convert.c
 *	  Turns a plain table into a partitioned one whose default partition it becomes, moving no row.
 *
 * The old table T is renamed to T_default; a partitioned table of the old name is made beside it with the same
 * columns, constraints, indexes (by name), triggers, policies, comments and privileges; T_default is attached as its
 * DEFAULT partition, which with no other partition present scans nothing. Time and locks are the same
 * for a billion rows as for none.
 *
 * What cannot be carried over this way is refused first, with the reason (carry.c). Called by create.c with ACCESS EXCLUSIVE
 * held on it and on sealstone_carry_relations(); all in the caller's transaction.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "fmgr.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "catalog.h"
#include "error.h"
#include "compat.h"
#include "series/carry.h"
#include "series/create.h"
#include "series/partition.h"

/*
 * All rows of a one-column query as strings. They live until the caller's scope ends.
 */
static List *
query_list(const char *format,...) pg_attribute_printf(1, 2);

static List *
query_list(const char *format,...)
{
	List	   *result = NIL;
	uint64		count;
	StringInfoData sql;

	initStringInfo(&sql);
	for (;;)
	{
		va_list		args;
		int			needed;

		va_start(args, format);
		needed = appendStringInfoVA(&sql, format, args);
		va_end(args);
		if (needed == 0)
			break;
		enlargeStringInfo(&sql, needed);
	}
	count = sealstone_spi(sql.data);
	for (uint64 i = 0; i < count; i++)
	{
		char	   *text = SPI_getvalue(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1);

		if (text != NULL)
			result = lappend(result, text);
	}
	return result;
}

/* all of them, in order */
static void
give(List *statements)
{
	ListCell   *lc;

	foreach(lc, statements)
		sealstone_spi(lfirst(lc));
}

/*
 * A name for what gets out of the way: <name>_default, cut to fit and unique in the schema.
 */
static char *
default_name(const char *name, Oid schema)
{
	for (int attempt = 0;; attempt++)
	{
		char	   *tail = attempt == 0 ? "_default" : psprintf("_default%d", attempt);
		int			keep = pg_mbcliplen(name, strlen(name), NAMEDATALEN - 1 - strlen(tail));
		char	   *result = psprintf("%.*s%s", keep, name, tail);

		if (!OidIsValid(get_relname_relid(result, schema)))
			return result;
	}
}

/*
 * A CHECK without inheritance says of a table without children what any CHECK says. The partitioned table can only have it
 * as an ordinary one, and its partition must have the same. It held before, so nobody scans for it.
 */
static void
inherit_checks(List *checks, Oid relid, const char *table)
{
	ListCell   *lc;

	foreach(lc, checks)
	{
		SealstoneCarriedCheck *check = lfirst(lc);

		sealstone_spif("ALTER TABLE %s DROP CONSTRAINT %s", table, quote_identifier(check->name));
		sealstone_add_check(relid, check->name, check->expression, check->valid);
		if (check->comment != NULL)
			sealstone_spif("COMMENT ON CONSTRAINT %s ON %s IS %s", quote_identifier(check->name), table, quote_literal_cstr(check->comment));
	}
}

Oid
sealstone_convert_table(Oid relid, AttrNumber time_attnum)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	FormData_pg_class form;
	Oid			schema;
	char	   *old_name;
	char	   *schema_name;
	char	   *moved_name;
	char	   *moved;
	char	   *root;
	char	   *time_column = get_attname(relid, time_attnum, false);
	SealstoneCarry *carry;
	SealstoneScope scope;
	ListCell   *lc;
	Oid			result;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	memcpy(&form, GETSTRUCT(tuple), offsetof(FormData_pg_class, relminmxid));
	ReleaseSysCache(tuple);
	schema = form.relnamespace;
	old_name = pstrdup(NameStr(form.relname));
	schema_name = get_namespace_name(schema);
	root = quote_qualified_identifier(schema_name, old_name);
	moved_name = default_name(old_name, schema);
	moved = quote_qualified_identifier(schema_name, moved_name);

	sealstone_carry_refuse(relid);
	carry = sealstone_carry_read(relid, root);

	/* what would refer to the old table by its OID lets go of it, and names make room for those of the new table */
	sealstone_catalog_begin(&scope);
	give(carry->release);
	sealstone_scope_end(&scope);
	sealstone_owner_begin(&scope, form.relowner);
	give(carry->clear);
	inherit_checks(carry->checks, relid, root);
	sealstone_spif("ALTER TABLE %s RENAME TO %s", root, quote_identifier(moved_name));
	{
		List	   *names = query_list("SELECT c.relname FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = %u", relid);

		foreach(lc, names)
			sealstone_spif("ALTER INDEX %s RENAME TO %s", quote_qualified_identifier(schema_name, lfirst(lc)), quote_identifier(default_name(lfirst(lc), schema)));
	}
	/* its foreign keys stay: ATTACH recognizes an equivalent one and makes it the child of the new */

	sealstone_spif("CREATE TABLE %s (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE"
				   " INCLUDING COMPRESSION INCLUDING COMMENTS) PARTITION BY RANGE (%s)",
				   root, moved, quote_identifier(time_column));
	CommandCounterIncrement();
	result = get_relname_relid(old_name, schema);
	if (!OidIsValid(result))
		elog(ERROR, "the converted table vanished");
	sealstone_copy_unvalidated(relid, result);
	/* what ALTER DEFAULT PRIVILEGES grants on new tables was not granted on this one */
	sealstone_revoke_grants(result);
	give(carry->constraints);
	give(carry->indexes);
	give(carry->identities);
	/* the owner had the right to reference when the keys were made, and need not have it now: they are the same keys */
	sealstone_scope_end(&scope);
	sealstone_catalog_begin(&scope);
	give(carry->foreign_keys);
	sealstone_scope_end(&scope);
	sealstone_owner_begin(&scope, form.relowner);
	sealstone_spif("ALTER TABLE %s ATTACH PARTITION %s DEFAULT", root, moved);
	give(carry->own);
	if (form.relrowsecurity)
		sealstone_spif("ALTER TABLE ONLY %s ENABLE ROW LEVEL SECURITY", root);
	if (form.relforcerowsecurity)
		sealstone_spif("ALTER TABLE ONLY %s FORCE ROW LEVEL SECURITY", root);
	if (form.relreplident == REPLICA_IDENTITY_FULL || form.relreplident == REPLICA_IDENTITY_NOTHING)
		sealstone_spif("ALTER TABLE ONLY %s REPLICA IDENTITY %s", root, form.relreplident == REPLICA_IDENTITY_FULL ? "FULL" : "NOTHING");
	else if (form.relreplident == REPLICA_IDENTITY_INDEX)
	{
		List	   *names = query_list("SELECT pg_catalog.quote_ident(p.relname) FROM pg_catalog.pg_index i"
									   " JOIN pg_catalog.pg_inherits h ON h.inhrelid = i.indexrelid JOIN pg_catalog.pg_class p ON p.oid = h.inhparent"
									   " WHERE i.indrelid = %u AND i.indisreplident", relid);

		foreach(lc, names)
			sealstone_spif("ALTER TABLE ONLY %s REPLICA IDENTITY USING INDEX %s", root, (char *) lfirst(lc));
	}
	/* sequences that belonged to a column belong to the series table's column now */
	give(query_list("SELECT pg_catalog.format('ALTER SEQUENCE %%s OWNED BY %%s.%%I', d.objid::pg_catalog.regclass, %s, a.attname)"
					" FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_class c ON c.oid = d.objid AND c.relkind = 'S'"
					" JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid"
					" WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass"
					" AND d.refobjid = %u AND d.deptype = 'a'", quote_literal_cstr(root), relid));
	/* no one but the owner reads a partition directly */
	sealstone_revoke_grants(relid);
	sealstone_scope_end(&scope);

	/* what has owners of its own stays theirs, whoever converts the table */
	sealstone_catalog_begin(&scope);
	give(carry->places);
	give(query_list("SELECT pg_catalog.format('ALTER PUBLICATION %%I DROP TABLE %%s', p.pubname, %s) FROM pg_catalog.pg_publication_rel r"
					" JOIN pg_catalog.pg_publication p ON p.oid = r.prpubid WHERE r.prrelid = %u", quote_literal_cstr(moved), relid));
	give(carry->publications);
	foreach(lc, carry->subscriptions)
		sealstone_subscription_move(lfirst_oid(lc), relid, result);
	give(carry->referencing);
	sealstone_carry_validate_keys(carry->valid_keys);
	give(carry->readers);
	foreach(lc, query_list("SELECT pg_catalog.quote_ident(p.pubname) FROM pg_catalog.pg_publication_rel r JOIN pg_catalog.pg_publication p ON p.oid = r.prpubid"
						   " WHERE r.prrelid = %u AND NOT p.pubviaroot", result))
		ereport(WARNING,
				(errmsg("publication %s publishes changes of %s under the names of its partitions", (char *) lfirst(lc), root),
				 errhint("ALTER PUBLICATION %s SET (publish_via_partition_root = true); publishes them under its own, as before.", (char *) lfirst(lc))));
	sealstone_scope_end(&scope);
	CommandCounterIncrement();
	sealstone_carry_check(relid);
	return result;
}
