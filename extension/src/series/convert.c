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
 * What cannot be carried over this way is refused first, with the reason. Called by create.c with ACCESS EXCLUSIVE
 * held; all in the caller's transaction.
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
#include "series/create.h"

/* one text column of the SPI result, copied out of SPI's memory; NULL stays NULL */
static char *
cell(uint64 row, int column)
{
	return SPI_getvalue(SPI_tuptable->vals[row], SPI_tuptable->tupdesc, column);
}

/*
 * All rows of a one-column query as a list of strings in the caller's context.
 */
static List *
query_list(MemoryContext context, const char *sql)
{
	List	   *result = NIL;
	uint64		count = sealstone_spi(sql);

	for (uint64 i = 0; i < count; i++)
	{
		char	   *text = cell(i, 1);
		MemoryContext old = MemoryContextSwitchTo(context);

		if (text != NULL)
			result = lappend(result, pstrdup(text));
		MemoryContextSwitchTo(old);
	}
	return result;
}

static void
refuse(Oid relid, const char *query, const char *what, const char *hint)
{
	if (sealstone_spi(query) > 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s cannot become a series table: %s %s", sealstone_relation_name(relid), what, cell(0, 1)),
				 errhint("%s", hint)));
}

static void
refuse_what_is_lost(Oid relid)
{
	refuse(relid, psprintf("SELECT DISTINCT r.ev_class::pg_catalog.regclass FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_rewrite r ON r.oid = d.objid"
						   " WHERE d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass"
						   " AND d.refobjid = %u AND r.ev_class <> %u LIMIT 1", relid, relid),
		   "it is read by view", "Drop the view, convert, and create the view again: it would go on reading the default partition alone.");
	refuse(relid, psprintf("SELECT rulename FROM pg_catalog.pg_rewrite WHERE ev_class = %u LIMIT 1", relid),
		   "it has rule", "Drop the rule first; a trigger on the series table can do its work.");
	refuse(relid, psprintf("SELECT conname FROM pg_catalog.pg_constraint WHERE contype = 'f' AND confrelid = %u AND conrelid <> %u LIMIT 1", relid, relid),
		   "it is referenced by foreign key", "Drop the foreign key first; it can be added again after the conversion if its unique key holds the time column.");
	refuse(relid, psprintf("SELECT conname FROM pg_catalog.pg_constraint WHERE conrelid = %u AND contype = 'c' AND connoinherit LIMIT 1", relid),
		   "it has a NO INHERIT constraint", "Drop and add the constraint without NO INHERIT.");
	refuse(relid, psprintf("SELECT conname FROM pg_catalog.pg_constraint WHERE conrelid = %u AND contype = 'f' AND confrelid = conrelid LIMIT 1", relid),
		   "it references itself by foreign key", "Drop the foreign key first.");
	refuse(relid, psprintf("SELECT conname FROM pg_catalog.pg_constraint WHERE conrelid = %u AND contype = 'f' AND NOT convalidated LIMIT 1", relid),
		   "it has an unvalidated foreign key", "Validate it first: ALTER TABLE ... VALIDATE CONSTRAINT.");
	refuse(relid, psprintf("SELECT t.tgname FROM pg_catalog.pg_trigger t WHERE t.tgrelid = %u AND NOT t.tgisinternal AND (t.tgoldtable IS NOT NULL OR t.tgnewtable IS NOT NULL)"
						   " AND (t.tgtype & 1) = 1 LIMIT 1", relid),
		   "it has a row trigger with transition tables, which a partition cannot have:", "Make it a statement trigger.");
	refuse(relid, psprintf("SELECT pg_catalog.quote_ident(a.attname) FROM pg_catalog.pg_attribute a WHERE a.attrelid = %u AND a.attidentity <> '' AND NOT a.attisdropped LIMIT 1", relid),
		   "it has identity column", "ALTER TABLE ... ALTER COLUMN ... DROP IDENTITY, and give the column a DEFAULT nextval() of a sequence.");
}

Oid
sealstone_convert_table(Oid relid, AttrNumber time_attnum)
{
	MemoryContext context = CurrentMemoryContext;
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	Form_pg_class form;
	Oid			owner;
	Oid			schema;
	bool		row_security;
	bool		force_row_security;
	char		replica_identity;
	Oid			tablespace;
	char	   *old_name;
	char	   *schema_name;
	char	   *default_name;
	char	   *old_qualified;
	char	   *root;
	char	   *time_column = get_attname(relid, time_attnum, false);
	List	   *indexes;
	List	   *constraints;
	List	   *foreign_keys;
	List	   *triggers;
	List	   *statements;
	List	   *publications;
	SealstoneScope scope;
	ListCell   *lc;
	Oid			result;
	bool		superuser_scope;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	form = (Form_pg_class) GETSTRUCT(tuple);
	owner = form->relowner;
	schema = form->relnamespace;
	row_security = form->relrowsecurity;
	force_row_security = form->relforcerowsecurity;
	replica_identity = form->relreplident;
	tablespace = form->reltablespace;
	old_name = pstrdup(NameStr(form->relname));
	ReleaseSysCache(tuple);
	(void) tablespace;

	schema_name = get_namespace_name(schema);
	root = quote_qualified_identifier(schema_name, old_name);
	for (int attempt = 0;; attempt++)
	{
		char	   *tail = attempt == 0 ? "_default" : psprintf("_default%d", attempt);
		int			keep = pg_mbcliplen(old_name, strlen(old_name), NAMEDATALEN - 1 - strlen(tail));

		default_name = psprintf("%.*s%s", keep, old_name, tail);
		if (!OidIsValid(get_relname_relid(default_name, schema)))
			break;
	}
	old_qualified = quote_qualified_identifier(schema_name, default_name);

	sealstone_owner_begin(&scope, owner);
	refuse_what_is_lost(relid);

	/* what is made again on the new table, written down while the old one still has its name */
	indexes = query_list(context, psprintf("SELECT pg_catalog.pg_get_indexdef(i.indexrelid) FROM pg_catalog.pg_index i WHERE i.indrelid = %u"
										   " AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u', 'x'))"
										   " AND i.indisvalid ORDER BY i.indexrelid", relid));
	constraints = query_list(context, psprintf("SELECT pg_catalog.format('ALTER TABLE %%s ADD CONSTRAINT %%I %%s', %s, c.conname, pg_catalog.pg_get_constraintdef(c.oid))"
											   " FROM pg_catalog.pg_constraint c WHERE c.conrelid = %u AND c.contype IN ('p', 'u') ORDER BY c.oid",
											   quote_literal_cstr(root), relid));
	foreign_keys = query_list(context, psprintf("SELECT pg_catalog.format('ALTER TABLE %%s ADD CONSTRAINT %%I %%s', %s, c.conname, pg_catalog.pg_get_constraintdef(c.oid))"
												" FROM pg_catalog.pg_constraint c WHERE c.conrelid = %u AND c.contype = 'f' ORDER BY c.oid",
												quote_literal_cstr(root), relid));
	triggers = query_list(context, psprintf("SELECT pg_catalog.pg_get_triggerdef(t.oid) FROM pg_catalog.pg_trigger t WHERE t.tgrelid = %u AND NOT t.tgisinternal ORDER BY t.oid", relid));
	publications = query_list(context, psprintf("SELECT pg_catalog.format('ALTER PUBLICATION %%I ADD TABLE %%s', p.pubname, %s) FROM pg_catalog.pg_publication_rel r"
												" JOIN pg_catalog.pg_publication p ON p.oid = r.prpubid WHERE r.prrelid = %u",
												quote_literal_cstr(root), relid));
	/* comments, privileges, policies, statistics targets, trigger states: one statement each */
	statements = query_list(context, psprintf(
		"SELECT pg_catalog.format('COMMENT ON TABLE %%s IS %%L', %s, pg_catalog.obj_description(%u, 'pg_class')) WHERE pg_catalog.obj_description(%u, 'pg_class') IS NOT NULL"
		" UNION ALL SELECT pg_catalog.format('ALTER TABLE ONLY %%s ALTER COLUMN %%I SET STATISTICS %%s', %s, a.attname, a.attstattarget) FROM pg_catalog.pg_attribute a"
		"  WHERE a.attrelid = %u AND a.attnum > 0 AND NOT a.attisdropped AND a.attstattarget >= 0"
		" UNION ALL SELECT pg_catalog.format('ALTER TABLE ONLY %%s ALTER COLUMN %%I SET (%%s)', %s, a.attname, pg_catalog.array_to_string(a.attoptions, ', ')) FROM pg_catalog.pg_attribute a"
		"  WHERE a.attrelid = %u AND a.attnum > 0 AND NOT a.attisdropped AND a.attoptions IS NOT NULL"
		" UNION ALL SELECT pg_catalog.format('GRANT %%s ON %%s TO %%s%%s', x.privilege_type, %s, CASE WHEN x.grantee = 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END,"
		"   CASE WHEN x.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) FROM pg_catalog.pg_class c, LATERAL pg_catalog.aclexplode(c.relacl) x"
		"   LEFT JOIN pg_catalog.pg_roles r ON r.oid = x.grantee WHERE c.oid = %u AND x.grantee <> c.relowner"
		" UNION ALL SELECT pg_catalog.format('GRANT %%s (%%I) ON %%s TO %%s%%s', x.privilege_type, a.attname, %s, CASE WHEN x.grantee = 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END,"
		"   CASE WHEN x.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) FROM pg_catalog.pg_attribute a, LATERAL pg_catalog.aclexplode(a.attacl) x"
		"   LEFT JOIN pg_catalog.pg_roles r ON r.oid = x.grantee WHERE a.attrelid = %u AND a.attnum > 0 AND NOT a.attisdropped"
		" UNION ALL SELECT pg_catalog.format('CREATE POLICY %%I ON %%s AS %%s FOR %%s TO %%s%%s%%s', p.polname, %s, CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,"
		"   CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,"
		"   CASE WHEN p.polroles = '{0}' THEN 'PUBLIC' ELSE (SELECT pg_catalog.string_agg(pg_catalog.quote_ident(r.rolname), ', ') FROM pg_catalog.pg_roles r WHERE r.oid = ANY (p.polroles)) END,"
		"   coalesce(' USING (' || pg_catalog.pg_get_expr(p.polqual, p.polrelid) || ')', ''), coalesce(' WITH CHECK (' || pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) || ')', ''))"
		"   FROM pg_catalog.pg_policy p WHERE p.polrelid = %u"
		" UNION ALL SELECT pg_catalog.format('ALTER TABLE ONLY %%s %%s TRIGGER %%I', %s, CASE t.tgenabled WHEN 'D' THEN 'DISABLE' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE ALWAYS' END, t.tgname)"
		"   FROM pg_catalog.pg_trigger t WHERE t.tgrelid = %u AND NOT t.tgisinternal AND t.tgenabled <> 'O'",
		quote_literal_cstr(root), relid, relid, quote_literal_cstr(root), relid, quote_literal_cstr(root), relid,
		quote_literal_cstr(root), relid, quote_literal_cstr(root), relid, quote_literal_cstr(root), relid, quote_literal_cstr(root), relid));

	/* the old indexes and triggers make room for those of the new table */
	sealstone_spif("ALTER TABLE %s RENAME TO %s", root, quote_identifier(default_name));
	{
		List	   *names = query_list(context, psprintf("SELECT c.relname FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = %u", relid));
		int			number = 0;

		foreach(lc, names)
		{
			char	   *name = lfirst(lc);
			char	   *renamed;

			do
			{
				char	   *tail = number == 0 ? pstrdup("_default") : psprintf("_default%d", number);
				int			keep = pg_mbcliplen(name, strlen(name), NAMEDATALEN - 1 - strlen(tail));

				renamed = psprintf("%.*s%s", keep, name, tail);
				number++;
			} while (OidIsValid(get_relname_relid(renamed, schema)));
			number = 0;
			sealstone_spif("ALTER INDEX %s RENAME TO %s", quote_qualified_identifier(schema_name, name), quote_identifier(renamed));
		}
	}
	{
		List	   *names = query_list(context, psprintf("SELECT pg_catalog.quote_ident(t.tgname) FROM pg_catalog.pg_trigger t WHERE t.tgrelid = %u AND NOT t.tgisinternal", relid));

		foreach(lc, names)
			sealstone_spif("DROP TRIGGER %s ON %s", (char *) lfirst(lc), old_qualified);
	}
	/* its foreign keys stay: ATTACH recognizes an equivalent one and makes it the child of the new */

	sealstone_spif("CREATE TABLE %s (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE"
				   " INCLUDING COMPRESSION INCLUDING COMMENTS INCLUDING STATISTICS) PARTITION BY RANGE (%s)",
				   root, old_qualified, quote_identifier(time_column));
	foreach(lc, constraints)
		sealstone_spi(lfirst(lc));
	foreach(lc, indexes)
		sealstone_spi(lfirst(lc));
	/* the owner had the right to reference when the keys were made, and need not have it now: they are the same keys */
	sealstone_scope_end(&scope);
	sealstone_catalog_begin(&scope);
	foreach(lc, foreign_keys)
		sealstone_spi(lfirst(lc));
	sealstone_scope_end(&scope);
	sealstone_owner_begin(&scope, owner);
	sealstone_spif("ALTER TABLE %s ATTACH PARTITION %s DEFAULT", root, old_qualified);
	foreach(lc, triggers)
		sealstone_spi(lfirst(lc));
	foreach(lc, statements)
		sealstone_spi(lfirst(lc));
	if (row_security)
		sealstone_spif("ALTER TABLE ONLY %s ENABLE ROW LEVEL SECURITY", root);
	if (force_row_security)
		sealstone_spif("ALTER TABLE ONLY %s FORCE ROW LEVEL SECURITY", root);
	if (replica_identity == REPLICA_IDENTITY_FULL || replica_identity == REPLICA_IDENTITY_NOTHING)
		sealstone_spif("ALTER TABLE ONLY %s REPLICA IDENTITY %s", root, replica_identity == REPLICA_IDENTITY_FULL ? "FULL" : "NOTHING");
	else if (replica_identity == REPLICA_IDENTITY_INDEX)
	{
		List	   *names = query_list(context, psprintf("SELECT pg_catalog.quote_ident(p.relname) FROM pg_catalog.pg_index i"
														 " JOIN pg_catalog.pg_inherits h ON h.inhrelid = i.indexrelid JOIN pg_catalog.pg_class p ON p.oid = h.inhparent"
														 " WHERE i.indrelid = %u AND i.indisreplident", relid));

		foreach(lc, names)
			sealstone_spif("ALTER TABLE ONLY %s REPLICA IDENTITY USING INDEX %s", root, (char *) lfirst(lc));
	}
	/* sequences that belonged to a column belong to the series table's column now */
	{
		List	   *owned = query_list(context, psprintf("SELECT pg_catalog.format('ALTER SEQUENCE %%s OWNED BY %%s.%%I', d.objid::pg_catalog.regclass, %s, a.attname)"
														 " FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_class c ON c.oid = d.objid AND c.relkind = 'S'"
														 " JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid"
														 " WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass"
														 " AND d.refobjid = %u AND d.deptype = 'a'", quote_literal_cstr(root), relid));

		foreach(lc, owned)
			sealstone_spi(lfirst(lc));
	}
	/* no one but the owner reads a partition directly */
	{
		List	   *grants = query_list(context, psprintf("SELECT DISTINCT pg_catalog.format('REVOKE ALL ON %%s FROM %%s', %s, CASE WHEN x.grantee = 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END)"
														  " FROM pg_catalog.pg_class c, LATERAL pg_catalog.aclexplode(c.relacl) x LEFT JOIN pg_catalog.pg_roles r ON r.oid = x.grantee"
														  " WHERE c.oid = %u AND x.grantee <> c.relowner", quote_literal_cstr(old_qualified), relid));

		foreach(lc, grants)
			sealstone_spi(lfirst(lc));
	}
	superuser_scope = publications != NIL;
	sealstone_scope_end(&scope);

	/* a publication has an owner of its own: the table stays published as it was, whoever converts it */
	if (superuser_scope)
	{
		sealstone_catalog_begin(&scope);
		foreach(lc, publications)
			sealstone_spi(lfirst(lc));
		{
			List	   *drops = query_list(context, psprintf("SELECT pg_catalog.format('ALTER PUBLICATION %%I DROP TABLE %%s', p.pubname, %s) FROM pg_catalog.pg_publication_rel r"
															 " JOIN pg_catalog.pg_publication p ON p.oid = r.prpubid WHERE r.prrelid = %u",
															 quote_literal_cstr(old_qualified), relid));

			foreach(lc, drops)
				sealstone_spi(lfirst(lc));
		}
		sealstone_scope_end(&scope);
	}
	sealstone_catalog_begin(&scope);
	publications = query_list(context, psprintf("SELECT pg_catalog.quote_ident(p.pubname) FROM pg_catalog.pg_publication_rel r JOIN pg_catalog.pg_publication p ON p.oid = r.prpubid"
												" WHERE r.prrelid = %s::pg_catalog.regclass AND NOT p.pubviaroot", quote_literal_cstr(root)));
	sealstone_scope_end(&scope);
	foreach(lc, publications)
		ereport(WARNING,
				(errmsg("publication %s publishes changes of %s under the names of its partitions", (char *) lfirst(lc), root),
				 errhint("ALTER PUBLICATION %s SET (publish_via_partition_root = true); publishes them under its own, as before.", (char *) lfirst(lc))));
	CommandCounterIncrement();
	result = get_relname_relid(old_name, schema);
	if (!OidIsValid(result))
		elog(ERROR, "the converted table vanished");
	return result;
}
