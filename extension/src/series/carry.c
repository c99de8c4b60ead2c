/*-------------------------------------------------------------------------
 *
 * carry.c
 *	  What hangs on a table that becomes a series table: found, written down as SQL, or refused.
 *
 * The new partitioned table takes over the name of the old one, so everything that Postgres can print as SQL is printed
 * while the name still means the old table, and given again once it means the new. What other objects hold by OID (views, rules,
 * functions with a parsed body, policies, foreign keys) is replaced in place: CREATE OR REPLACE keeps the object, its owner, its
 * privileges and what depends on it. Whatever else depends on the table is found in pg_depend and refused by name,
 * so that nothing is silently left behind on the default partition.
 *
 * Everything here but validate_keys only reads. Called by convert.c, in the caller's transaction.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/indexing.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "catalog.h"
#include "error.h"
#include "series/carry.h"

/* one text column of the SPI result; NULL stays NULL */
static char *
cell(uint64 row, int column)
{
	return SPI_getvalue(SPI_tuptable->vals[row], SPI_tuptable->tupdesc, column);
}

/* $1: the table's OID, $2: its name as written in the statements */
static uint64
query(Oid relid, const char *root, const char *sql)
{
	Oid			types[] = {OIDOID, TEXTOID};
	Datum		values[] = {ObjectIdGetDatum(relid), CStringGetTextDatum(root)};

	return sealstone_spi_args(sql, 2, types, values, NULL);
}

/* the rows of a one-column query as strings in the context given, appended */
static void
collect(MemoryContext context, List **list, Oid relid, const char *root, const char *sql)
{
	uint64		count = query(relid, root, sql);

	for (uint64 i = 0; i < count; i++)
	{
		char	   *text = cell(i, 1);
		MemoryContext old = MemoryContextSwitchTo(context);

		if (text != NULL)
			*list = lappend(*list, pstrdup(text));
		MemoryContextSwitchTo(old);
	}
}

/* rewrite rules elsewhere that read or write the table: of views (ev_type 1) and others */
#define RULES_ELSEWHERE \
	"(SELECT DISTINCT r.oid, r.ev_class, r.ev_type, r.rulename FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_rewrite r ON r.oid = d.objid" \
	" WHERE d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass" \
	" AND d.refobjid = $1 AND r.ev_class <> $1)"

#define POLICIES_ELSEWHERE \
	"(SELECT DISTINCT p.oid, p.polname, p.polrelid, p.polqual, p.polwithcheck FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_policy p ON p.oid = d.objid" \
	" WHERE d.classid = 'pg_catalog.pg_policy'::pg_catalog.regclass AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass" \
	" AND d.refobjid = $1 AND p.polrelid <> $1)"

/* functions whose parsed body reads the table */
#define FUNCTIONS \
	"(SELECT DISTINCT p.oid FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_proc p ON p.oid = d.objid" \
	" WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass" \
	" AND d.refobjid = $1 AND p.prosqlbody IS NOT NULL)"

#define IDENTITY_SEQUENCES \
	"(SELECT a.attname, a.attidentity, d.objid AS seqrelid FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_depend d" \
	" ON d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass" \
	" AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum AND d.deptype = 'i'" \
	" JOIN pg_catalog.pg_sequence s ON s.seqrelid = d.objid" \
	" WHERE a.attrelid = $1 AND a.attidentity <> '' AND NOT a.attisdropped)"

/* foreign keys that other tables hold on this one; a part on a partition goes with its whole */
#define KEYS_OF_OTHERS \
	"(SELECT c.*, r.relkind AS other_kind FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_class r ON r.oid = c.conrelid" \
	" WHERE c.contype = 'f' AND c.confrelid = $1 AND c.conrelid <> $1 AND c.conparentid = 0)"

List *
sealstone_carry_relations(Oid relid)
{
	MemoryContext context = CurrentMemoryContext;
	SealstoneScope scope;
	List	   *result = NIL;
	uint64		count;

	sealstone_catalog_begin(&scope);
	count = query(relid, "", "SELECT x.oid FROM ("
				  "SELECT r.ev_class AS oid FROM " RULES_ELSEWHERE " r"
				  " UNION SELECT p.polrelid FROM " POLICIES_ELSEWHERE " p"
				  " UNION SELECT s.seqrelid FROM " IDENTITY_SEQUENCES " s"
				  " UNION SELECT t.relid::pg_catalog.oid FROM " KEYS_OF_OTHERS " k, LATERAL pg_catalog.pg_partition_tree(k.conrelid) t"
				  " UNION SELECT k.conrelid FROM " KEYS_OF_OTHERS " k) x WHERE x.oid <> $1 ORDER BY 1");
	for (uint64 i = 0; i < count; i++)
	{
		bool		isnull;
		Oid			other = DatumGetObjectId(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &isnull));
		MemoryContext old = MemoryContextSwitchTo(context);

		result = lappend_oid(result, other);
		MemoryContextSwitchTo(old);
	}
	sealstone_scope_end(&scope);
	return result;
}

static void
refuse(Oid relid, const char *sql, const char *what, const char *hint)
{
	if (query(relid, "", sql) > 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s cannot become a series table: %s %s", sealstone_relation_name(relid), what, cell(0, 1)),
				 errhint("%s", hint)));
}

/*
 * Found through pg_depend's index first, for in a database of ten thousand partitions it is long. What depends on the table, or on its row type, and does not belong to it; "keys" says which foreign keys are seen to elsewhere.
 */
#define DEPENDENTS(keys) \
	"WITH d AS MATERIALIZED (SELECT * FROM pg_catalog.pg_depend r WHERE r.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND r.refobjid = $1" \
	"  UNION ALL SELECT * FROM pg_catalog.pg_depend r WHERE r.refclassid = 'pg_catalog.pg_type'::pg_catalog.regclass AND r.refobjid = ANY (ARRAY" \
	"   (SELECT u.t FROM pg_catalog.pg_class c JOIN pg_catalog.pg_type y ON y.oid = c.reltype, LATERAL (VALUES (y.oid), (y.typarray)) u(t) WHERE c.oid = $1)))" \
	" SELECT pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid) FROM d WHERE NOT (d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.objid IN" \
	"   (SELECT u.t FROM pg_catalog.pg_class c JOIN pg_catalog.pg_type y ON y.oid = c.reltype, LATERAL (VALUES (y.oid), (y.typarray)) u(t) WHERE c.oid = $1))" \
	" AND NOT (d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND EXISTS (SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid = d.objid AND (c.relkind = 'S' OR c.relkind = 't'" \
	"   OR c.relkind = 'i' AND EXISTS (SELECT 1 FROM pg_catalog.pg_index i WHERE i.indexrelid = c.oid AND i.indrelid = $1))))" \
	" AND NOT (d.classid = 'pg_catalog.pg_constraint'::pg_catalog.regclass AND EXISTS (SELECT 1 FROM pg_catalog.pg_constraint c WHERE c.oid = d.objid AND (c.conrelid = $1 OR c.conparentid <> 0" keys ")))" \
	" AND NOT (d.classid = 'pg_catalog.pg_attrdef'::pg_catalog.regclass AND EXISTS (SELECT 1 FROM pg_catalog.pg_attrdef c WHERE c.oid = d.objid AND c.adrelid = $1))" \
	" AND NOT (d.classid = 'pg_catalog.pg_trigger'::pg_catalog.regclass AND EXISTS (SELECT 1 FROM pg_catalog.pg_trigger c WHERE c.oid = d.objid AND (c.tgrelid = $1 OR c.tgisinternal)))" \
	" AND NOT (d.classid = 'pg_catalog.pg_statistic_ext'::pg_catalog.regclass AND EXISTS (SELECT 1 FROM pg_catalog.pg_statistic_ext c WHERE c.oid = d.objid AND c.stxrelid = $1))" \
	" AND NOT (d.classid = 'pg_catalog.pg_publication_rel'::pg_catalog.regclass)" \
	" AND NOT (d.classid = 'pg_catalog.pg_policy'::pg_catalog.regclass AND EXISTS (SELECT 1 FROM pg_catalog.pg_policy c WHERE c.oid = d.objid AND c.polrelid = $1))"

void
sealstone_carry_refuse(Oid relid)
{
	SealstoneScope scope;

	sealstone_catalog_begin(&scope);
	refuse(relid, "SELECT r.ev_class::pg_catalog.regclass FROM " RULES_ELSEWHERE " r JOIN pg_catalog.pg_class c ON c.oid = r.ev_class WHERE c.relkind = 'm' LIMIT 1",
		   "it is read by materialized view", "Postgres cannot point a materialized view at another table without computing it again, which takes as long as its query. Keep its definition (pg_get_viewdef), drop it, run create_series, and create it again, or make a rollup instead.");
	refuse(relid, "SELECT r.ev_class::pg_catalog.regclass FROM " RULES_ELSEWHERE " r JOIN pg_catalog.pg_class c ON c.oid = r.ev_class"
		   " WHERE c.relpersistence = 't' AND c.relnamespace <> pg_catalog.pg_my_temp_schema() LIMIT 1",
		   "it is read by another session's temporary view", "Try again when that session has dropped it or ended.");
	refuse(relid, "SELECT conname FROM pg_catalog.pg_constraint WHERE conrelid = $1 AND contype = 'f' AND confrelid = conrelid LIMIT 1",
		   "it references itself by foreign key", "ALTER TABLE ... DROP CONSTRAINT; add it again after create_series, which then checks every row.");
	refuse(relid, "SELECT conname FROM pg_catalog.pg_constraint WHERE conrelid = $1 AND contype = 'f' AND NOT convalidated LIMIT 1",
		   "it has an unvalidated foreign key", "Validate it first: ALTER TABLE ... VALIDATE CONSTRAINT.");
	refuse(relid, "SELECT conname FROM pg_catalog.pg_constraint WHERE conrelid = $1 AND contype = 'n' AND NOT convalidated LIMIT 1",
		   "it has an unvalidated NOT NULL constraint", "Validate it first: ALTER TABLE ... VALIDATE CONSTRAINT.");
	refuse(relid, "SELECT t.tgname FROM pg_catalog.pg_trigger t WHERE t.tgrelid = $1 AND NOT t.tgisinternal AND (t.tgoldtable IS NOT NULL OR t.tgnewtable IS NOT NULL)"
		   " AND (t.tgtype & 1) = 1 LIMIT 1",
		   "it has a row trigger with transition tables, which a partition cannot have:", "Make it a statement trigger.");
	refuse(relid, "SELECT p.pubname FROM pg_catalog.pg_publication_rel r JOIN pg_catalog.pg_publication p ON p.oid = r.prpubid"
		   " WHERE r.prrelid = $1 AND NOT p.pubviaroot AND (r.prqual IS NOT NULL OR r.prattrs IS NOT NULL) LIMIT 1",
		   "a row filter or column list on it needs publish_via_partition_root in publication",
		   "ALTER PUBLICATION ... SET (publish_via_partition_root = true);");
	refuse(relid, "SELECT s.subname FROM pg_catalog.pg_subscription_rel r JOIN pg_catalog.pg_subscription s ON s.oid = r.srsubid WHERE r.srrelid = $1 AND r.srsubstate <> 'r' LIMIT 1",
		   "its first copy is still being made by subscription", "Wait until pg_subscription_rel shows it in state r.");
	refuse(relid, DEPENDENTS(" OR c.confrelid = $1 AND c.contype = 'f'")
		   " AND NOT (d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.classid = ANY ('{pg_catalog.pg_rewrite,pg_catalog.pg_policy}'::pg_catalog.regclass[]))"
		   " AND NOT (d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND EXISTS (SELECT 1 FROM pg_catalog.pg_rewrite r WHERE r.oid = d.objid AND r.ev_class = $1))"
		   " AND NOT (d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND EXISTS (SELECT 1 FROM " FUNCTIONS " f WHERE f.oid = d.objid))"
		   " ORDER BY 1 LIMIT 1",
		   "what uses the table or its row type would stay with the default partition:", "Drop it, run create_series, and create it again.");
	sealstone_scope_end(&scope);
}

void
sealstone_carry_check(Oid relid)
{
	SealstoneScope scope;

	sealstone_catalog_begin(&scope);
	/* parent and partition depend on each other, and rules and policies of its own are gone or harmless */
	if (query(relid, "", DEPENDENTS("") " AND NOT (d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.deptype = 'a') LIMIT 1") > 0)
		elog(ERROR, "%s would be left behind on %s", cell(0, 1), sealstone_relation_name(relid));
	sealstone_scope_end(&scope);
}

static void
read_identities(MemoryContext context, SealstoneCarry *carry, Oid relid, const char *root)
{
	List	   *sequences = NIL;
	ListCell   *lc;

	collect(context, &carry->clear, relid, root,
			"SELECT pg_catalog.format('ALTER TABLE %s ALTER COLUMN %I DROP IDENTITY', $2, i.attname) FROM " IDENTITY_SEQUENCES " i");
	collect(context, &carry->identities, relid, root,
			"SELECT pg_catalog.format('ALTER TABLE %s ALTER COLUMN %I ADD GENERATED %s AS IDENTITY (SEQUENCE NAME %s INCREMENT BY %s MINVALUE %s MAXVALUE %s START WITH %s CACHE %s %sCYCLE)',"
			"  $2, i.attname, CASE i.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END, i.seqrelid::pg_catalog.regclass, s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache,"
			"  CASE WHEN s.seqcycle THEN '' ELSE 'NO ' END) FROM " IDENTITY_SEQUENCES " i JOIN pg_catalog.pg_sequence s ON s.seqrelid = i.seqrelid");
	collect(context, &carry->identities, relid, root,
			"SELECT pg_catalog.format('GRANT %s ON SEQUENCE %s TO %s%s', x.privilege_type, i.seqrelid::pg_catalog.regclass,"
			"  CASE WHEN x.grantee = 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END, CASE WHEN x.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)"
			" FROM " IDENTITY_SEQUENCES " i JOIN pg_catalog.pg_class c ON c.oid = i.seqrelid, LATERAL pg_catalog.aclexplode(c.relacl) x"
			" LEFT JOIN pg_catalog.pg_roles r ON r.oid = x.grantee WHERE x.grantee <> c.relowner");
	collect(context, &carry->identities, relid, root,
			"SELECT pg_catalog.format('COMMENT ON SEQUENCE %s IS %L', i.seqrelid::pg_catalog.regclass, pg_catalog.obj_description(i.seqrelid, 'pg_class'))"
			" FROM " IDENTITY_SEQUENCES " i WHERE pg_catalog.obj_description(i.seqrelid, 'pg_class') IS NOT NULL");
	/* where each has got to: the exclusive lock on it is held, so it goes no further */
	collect(context, &sequences, relid, root, "SELECT i.seqrelid::pg_catalog.regclass FROM " IDENTITY_SEQUENCES " i");
	foreach(lc, sequences)
		collect(context, &carry->identities, relid, root,
				psprintf("SELECT pg_catalog.format('SELECT pg_catalog.setval(%%L, %%s, %%L)', %s, s.last_value, s.is_called) FROM %s s WHERE $1 IS NOT NULL AND $2 IS NOT NULL",
						 quote_literal_cstr(lfirst(lc)), (char *) lfirst(lc)));
}

static void
read_checks(MemoryContext context, SealstoneCarry *carry, Oid relid)
{
	uint64		count = query(relid, "", "SELECT c.conname, pg_catalog.pg_get_expr(c.conbin, c.conrelid), pg_catalog.obj_description(c.oid, 'pg_constraint'), c.convalidated"
							  " FROM pg_catalog.pg_constraint c WHERE c.conrelid = $1 AND c.contype = 'c' AND c.connoinherit ORDER BY c.oid");

	for (uint64 i = 0; i < count; i++)
	{
		bool		isnull;
		bool		valid = DatumGetBool(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 4, &isnull));
		char	   *name = cell(i, 1);
		char	   *expression = cell(i, 2);
		char	   *comment = cell(i, 3);
		MemoryContext old = MemoryContextSwitchTo(context);
		SealstoneCarriedCheck *check = palloc(sizeof(SealstoneCarriedCheck));

		check->name = pstrdup(name);
		check->expression = pstrdup(expression);
		check->comment = comment ? pstrdup(comment) : NULL;
		check->valid = valid;
		carry->checks = lappend(carry->checks, check);
		MemoryContextSwitchTo(old);
	}
}

static void
read_keys_of_others(MemoryContext context, SealstoneCarry *carry, Oid relid, const char *root)
{
	uint64		count;

	collect(context, &carry->release, relid, root,
			"SELECT pg_catalog.format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::pg_catalog.regclass, k.conname) FROM " KEYS_OF_OTHERS " k ORDER BY k.oid");
	/* a partitioned table cannot add one NOT VALID: there its rows are checked */
	collect(context, &carry->referencing, relid, root,
			"SELECT pg_catalog.format('ALTER TABLE %s ADD CONSTRAINT %I %s%s', k.conrelid::pg_catalog.regclass, k.conname, pg_catalog.pg_get_constraintdef(k.oid),"
			"  CASE WHEN k.convalidated AND k.other_kind = 'r' THEN ' NOT VALID' ELSE '' END) FROM " KEYS_OF_OTHERS " k ORDER BY k.oid");
	collect(context, &carry->referencing, relid, root,
			"SELECT pg_catalog.format('COMMENT ON CONSTRAINT %I ON %s IS %L', k.conname, k.conrelid::pg_catalog.regclass, pg_catalog.obj_description(k.oid, 'pg_constraint'))"
			" FROM " KEYS_OF_OTHERS " k WHERE pg_catalog.obj_description(k.oid, 'pg_constraint') IS NOT NULL");
	count = query(relid, "", "SELECT k.conname, k.conrelid FROM " KEYS_OF_OTHERS " k WHERE k.convalidated AND k.other_kind = 'r'");
	for (uint64 i = 0; i < count; i++)
	{
		bool		isnull;
		char	   *name = cell(i, 1);
		Oid			other = DatumGetObjectId(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 2, &isnull));
		MemoryContext old = MemoryContextSwitchTo(context);
		SealstoneCarriedKey *key = palloc(sizeof(SealstoneCarriedKey));

		key->relid = other;
		key->name = pstrdup(name);
		carry->valid_keys = lappend(carry->valid_keys, key);
		MemoryContextSwitchTo(old);
	}
}

SealstoneCarry *
sealstone_carry_read(Oid relid, const char *root)
{
	MemoryContext context = CurrentMemoryContext;
	SealstoneCarry *carry = palloc0(sizeof(SealstoneCarry));
	SealstoneScope scope;
	uint64		count;

	sealstone_catalog_begin(&scope);
	/* of the table itself */
	collect(context, &carry->constraints, relid, root,
			"SELECT pg_catalog.format('ALTER TABLE %s ADD CONSTRAINT %I %s', $2, c.conname, pg_catalog.pg_get_constraintdef(c.oid))"
			" FROM pg_catalog.pg_constraint c WHERE c.conrelid = $1 AND c.contype IN ('p', 'u') ORDER BY c.oid");
	collect(context, &carry->indexes, relid, root,
			"SELECT pg_catalog.pg_get_indexdef(i.indexrelid) FROM pg_catalog.pg_index i WHERE i.indrelid = $1"
			" AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u', 'x'))"
			" AND i.indisvalid ORDER BY i.indexrelid");
	collect(context, &carry->foreign_keys, relid, root,
			"SELECT pg_catalog.format('ALTER TABLE %s ADD CONSTRAINT %I %s', $2, c.conname, pg_catalog.pg_get_constraintdef(c.oid))"
			" FROM pg_catalog.pg_constraint c WHERE c.conrelid = $1 AND c.contype = 'f' ORDER BY c.oid");
	read_identities(context, carry, relid, root);
	read_checks(context, carry, relid);
	/* a NOT NULL can be without inheritance since 18, where this statement exists */
	collect(context, &carry->clear, relid, root,
			"SELECT pg_catalog.format('ALTER TABLE %s ALTER CONSTRAINT %I INHERIT', $2, c.conname) FROM pg_catalog.pg_constraint c WHERE c.conrelid = $1 AND c.contype = 'n' AND c.connoinherit");
	collect(context, &carry->clear, relid, root,
			"SELECT pg_catalog.format('DROP TRIGGER %I ON %s', t.tgname, $2) FROM pg_catalog.pg_trigger t WHERE t.tgrelid = $1 AND NOT t.tgisinternal"
			" UNION ALL SELECT pg_catalog.format('DROP RULE %I ON %s', r.rulename, $2) FROM pg_catalog.pg_rewrite r WHERE r.ev_class = $1");
	/* statistics objects have owners of their own */
	collect(context, &carry->release, relid, root,
			"SELECT pg_catalog.format('ALTER STATISTICS %I.%I RENAME TO %I', n.nspname, s.stxname,"
			"   CASE WHEN pg_catalog.octet_length(s.stxname::pg_catalog.text) > 50 OR EXISTS (SELECT 1 FROM pg_catalog.pg_statistic_ext o WHERE o.stxnamespace = s.stxnamespace AND o.stxname = s.stxname || '_default')"
			"     THEN 'statistics_' || s.oid ELSE s.stxname || '_default' END)"
			"   FROM pg_catalog.pg_statistic_ext s JOIN pg_catalog.pg_namespace n ON n.oid = s.stxnamespace WHERE s.stxrelid = $1");
	collect(context, &carry->own, relid, root,
			"SELECT pg_catalog.pg_get_triggerdef(t.oid) FROM pg_catalog.pg_trigger t WHERE t.tgrelid = $1 AND NOT t.tgisinternal ORDER BY t.oid");
	/* not ONLY: a row trigger was made on the default partition with the root's, switched on */
	collect(context, &carry->own, relid, root,
			"SELECT pg_catalog.format('ALTER TABLE %s %s TRIGGER %I', $2, CASE t.tgenabled WHEN 'D' THEN 'DISABLE' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE ALWAYS' END, t.tgname)"
			" FROM pg_catalog.pg_trigger t WHERE t.tgrelid = $1 AND NOT t.tgisinternal AND t.tgenabled <> 'O'");
	collect(context, &carry->own, relid, root,
			"SELECT pg_catalog.pg_get_ruledef(r.oid) FROM pg_catalog.pg_rewrite r WHERE r.ev_class = $1 ORDER BY r.oid");
	collect(context, &carry->own, relid, root,
			"SELECT pg_catalog.format('ALTER TABLE ONLY %s %s RULE %I', $2, CASE r.ev_enabled WHEN 'D' THEN 'DISABLE' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE ALWAYS' END, r.rulename)"
			" FROM pg_catalog.pg_rewrite r WHERE r.ev_class = $1 AND r.ev_enabled <> 'O'");
	collect(context, &carry->places, relid, root,
			"SELECT pg_catalog.pg_get_statisticsobjdef(s.oid) FROM pg_catalog.pg_statistic_ext s WHERE s.stxrelid = $1 ORDER BY s.oid");
	collect(context, &carry->places, relid, root,
			"SELECT pg_catalog.format('ALTER STATISTICS %I.%I SET STATISTICS %s', n.nspname, s.stxname, s.stxstattarget) FROM pg_catalog.pg_statistic_ext s"
			"   JOIN pg_catalog.pg_namespace n ON n.oid = s.stxnamespace WHERE s.stxrelid = $1 AND s.stxstattarget >= 0"
			" UNION ALL SELECT pg_catalog.format('COMMENT ON STATISTICS %I.%I IS %L', n.nspname, s.stxname, d.description) FROM pg_catalog.pg_statistic_ext s"
			"   JOIN pg_catalog.pg_namespace n ON n.oid = s.stxnamespace"
			"   JOIN pg_catalog.pg_description d ON d.classoid = 'pg_catalog.pg_statistic_ext'::pg_catalog.regclass AND d.objoid = s.oid WHERE s.stxrelid = $1"
			" UNION ALL SELECT pg_catalog.format('ALTER STATISTICS %I.%I OWNER TO %I', n.nspname, s.stxname, pg_catalog.pg_get_userbyid(s.stxowner)) FROM pg_catalog.pg_statistic_ext s"
			"   JOIN pg_catalog.pg_namespace n ON n.oid = s.stxnamespace WHERE s.stxrelid = $1");
	collect(context, &carry->own, relid, root,
			"SELECT pg_catalog.format('CREATE POLICY %I ON %s AS %s FOR %s TO %s%s%s', p.polname, $2, CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,"
			"   CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,"
			"   CASE WHEN p.polroles = '{0}' THEN 'PUBLIC' ELSE (SELECT pg_catalog.string_agg(pg_catalog.quote_ident(r.rolname), ', ') FROM pg_catalog.pg_roles r WHERE r.oid = ANY (p.polroles)) END,"
			"   coalesce(' USING (' || pg_catalog.pg_get_expr(p.polqual, p.polrelid) || ')', ''), coalesce(' WITH CHECK (' || pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) || ')', ''))"
			"   FROM pg_catalog.pg_policy p WHERE p.polrelid = $1 ORDER BY p.oid");
	collect(context, &carry->own, relid, root,
			"SELECT pg_catalog.format('ALTER TABLE ONLY %s ALTER COLUMN %I SET STATISTICS %s', $2, a.attname, a.attstattarget) FROM pg_catalog.pg_attribute a"
			"  WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped AND a.attstattarget >= 0"
			" UNION ALL SELECT pg_catalog.format('ALTER TABLE ONLY %s ALTER COLUMN %I SET (%s)', $2, a.attname, pg_catalog.array_to_string(a.attoptions, ', ')) FROM pg_catalog.pg_attribute a"
			"  WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped AND a.attoptions IS NOT NULL");
	collect(context, &carry->own, relid, root,
			"SELECT pg_catalog.format('GRANT %s ON %s TO %s%s', x.privilege_type, $2, CASE WHEN x.grantee = 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END,"
			"   CASE WHEN x.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) FROM pg_catalog.pg_class c, LATERAL pg_catalog.aclexplode(c.relacl) x"
			"   LEFT JOIN pg_catalog.pg_roles r ON r.oid = x.grantee WHERE c.oid = $1 AND x.grantee <> c.relowner"
			" UNION ALL SELECT pg_catalog.format('GRANT %s (%I) ON %s TO %s%s', x.privilege_type, a.attname, $2, CASE WHEN x.grantee = 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END,"
			"   CASE WHEN x.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) FROM pg_catalog.pg_attribute a, LATERAL pg_catalog.aclexplode(a.attacl) x"
			"   LEFT JOIN pg_catalog.pg_roles r ON r.oid = x.grantee WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped");
	/* of every object that has a name of its own; columns' come with LIKE */
	collect(context, &carry->own, relid, root,
			"SELECT pg_catalog.format('COMMENT ON TABLE %s IS %L', $2, pg_catalog.obj_description($1, 'pg_class')) WHERE pg_catalog.obj_description($1, 'pg_class') IS NOT NULL"
			" UNION ALL SELECT pg_catalog.format('COMMENT ON CONSTRAINT %I ON %s IS %L', c.conname, $2, d.description) FROM pg_catalog.pg_constraint c"
			"   JOIN pg_catalog.pg_description d ON d.classoid = 'pg_catalog.pg_constraint'::pg_catalog.regclass AND d.objoid = c.oid WHERE c.conrelid = $1 AND c.contype IN ('p', 'u', 'f')"
			" UNION ALL SELECT pg_catalog.format('COMMENT ON INDEX %s IS %L', i.indexrelid::pg_catalog.regclass, d.description) FROM pg_catalog.pg_index i"
			"   JOIN pg_catalog.pg_description d ON d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objoid = i.indexrelid WHERE i.indrelid = $1 AND i.indisvalid"
			" UNION ALL SELECT pg_catalog.format('COMMENT ON TRIGGER %I ON %s IS %L', t.tgname, $2, d.description) FROM pg_catalog.pg_trigger t"
			"   JOIN pg_catalog.pg_description d ON d.classoid = 'pg_catalog.pg_trigger'::pg_catalog.regclass AND d.objoid = t.oid WHERE t.tgrelid = $1 AND NOT t.tgisinternal"
			" UNION ALL SELECT pg_catalog.format('COMMENT ON RULE %I ON %s IS %L', r.rulename, $2, d.description) FROM pg_catalog.pg_rewrite r"
			"   JOIN pg_catalog.pg_description d ON d.classoid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objoid = r.oid WHERE r.ev_class = $1"
			" UNION ALL SELECT pg_catalog.format('COMMENT ON POLICY %I ON %s IS %L', p.polname, $2, d.description) FROM pg_catalog.pg_policy p"
			"   JOIN pg_catalog.pg_description d ON d.classoid = 'pg_catalog.pg_policy'::pg_catalog.regclass AND d.objoid = p.oid WHERE p.polrelid = $1");
	collect(context, &carry->places, relid, root,
			"SELECT pg_catalog.format('ALTER TABLE ONLY %s SET TABLESPACE %I', $2, s.spcname) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_tablespace s ON s.oid = c.reltablespace WHERE c.oid = $1"
			" UNION ALL SELECT pg_catalog.format('ALTER INDEX %s SET TABLESPACE %I', c.oid::pg_catalog.regclass, s.spcname) FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid"
			"   JOIN pg_catalog.pg_tablespace s ON s.oid = c.reltablespace WHERE i.indrelid = $1 AND i.indisvalid");
	collect(context, &carry->publications, relid, root,
			"SELECT pg_catalog.format('ALTER PUBLICATION %I ADD TABLE %s%s%s', p.pubname, $2,"
			"   (SELECT ' (' || pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', ' ORDER BY a.attnum) || ')' FROM pg_catalog.pg_attribute a"
			"     WHERE a.attrelid = r.prrelid AND a.attnum = ANY (r.prattrs::pg_catalog.int2[])),"
			"   ' WHERE (' || pg_catalog.pg_get_expr(r.prqual, r.prrelid) || ')')"
			" FROM pg_catalog.pg_publication_rel r JOIN pg_catalog.pg_publication p ON p.oid = r.prpubid WHERE r.prrelid = $1 ORDER BY p.oid");

	/* of others */
	read_keys_of_others(context, carry, relid, root);
	collect(context, &carry->readers, relid, root,
			"SELECT pg_catalog.format('ALTER POLICY %I ON %s%s%s', p.polname, p.polrelid::pg_catalog.regclass,"
			"   ' USING (' || pg_catalog.pg_get_expr(p.polqual, p.polrelid) || ')', ' WITH CHECK (' || pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) || ')')"
			" FROM " POLICIES_ELSEWHERE " p ORDER BY p.oid");
	collect(context, &carry->readers, relid, root,
			"SELECT pg_catalog.pg_get_functiondef(f.oid) FROM " FUNCTIONS " f ORDER BY f.oid");
	collect(context, &carry->readers, relid, root,
			"SELECT pg_catalog.format('CREATE OR REPLACE %sVIEW %I.%I%s AS %s', CASE WHEN c.relpersistence = 't' THEN 'TEMPORARY ' ELSE '' END, n.nspname, c.relname,"
			"   ' WITH (' || pg_catalog.array_to_string(c.reloptions, ', ') || ')', pg_catalog.pg_get_viewdef(c.oid))"
			" FROM " RULES_ELSEWHERE " r JOIN pg_catalog.pg_class c ON c.oid = r.ev_class JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
			" WHERE r.ev_type = '1' ORDER BY c.oid");
	collect(context, &carry->readers, relid, root,
			"SELECT pg_catalog.regexp_replace(pg_catalog.pg_get_ruledef(r.oid), '^CREATE RULE', 'CREATE OR REPLACE RULE')"
			" FROM " RULES_ELSEWHERE " r WHERE r.ev_type <> '1' ORDER BY r.oid");
	count = query(relid, "", "SELECT srsubid FROM pg_catalog.pg_subscription_rel WHERE srrelid = $1 ORDER BY 1");
	for (uint64 i = 0; i < count; i++)
	{
		bool		isnull;
		Oid			subscription = DatumGetObjectId(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &isnull));
		MemoryContext old = MemoryContextSwitchTo(context);

		carry->subscriptions = lappend_oid(carry->subscriptions, subscription);
		MemoryContextSwitchTo(old);
	}
	sealstone_scope_end(&scope);
	return carry;
}

static void
mark_valid(Relation constraints, Oid constraint, int depth)
{
	HeapTuple	tuple = SearchSysCacheCopy1(CONSTROID, ObjectIdGetDatum(constraint));
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	child;

	if (!HeapTupleIsValid(tuple) || depth > 32)
		elog(ERROR, "cache lookup failed for constraint %u", constraint);
	((Form_pg_constraint) GETSTRUCT(tuple))->convalidated = true;
	CatalogTupleUpdate(constraints, &tuple->t_self, tuple);
	CacheInvalidateRelcacheByRelid(((Form_pg_constraint) GETSTRUCT(tuple))->conrelid);

	ScanKeyInit(&key, Anum_pg_constraint_conparentid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(constraint));
	scan = systable_beginscan(constraints, ConstraintParentIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(child = systable_getnext(scan)))
		mark_valid(constraints, ((Form_pg_constraint) GETSTRUCT(child))->oid, depth + 1);
	systable_endscan(scan);
}

void
sealstone_carry_validate_keys(List *keys)
{
	Relation	constraints = table_open(ConstraintRelationId, RowExclusiveLock);
	ListCell   *lc;

	CommandCounterIncrement();
	foreach(lc, keys)
	{
		SealstoneCarriedKey *key = lfirst(lc);

		mark_valid(constraints, get_relation_constraint_oid(key->relid, key->name, false), 0);
	}
	table_close(constraints, RowExclusiveLock);
	CommandCounterIncrement();
}
