/*-------------------------------------------------------------------------
 *
 * create.c
 *	  create_rollup: the objects that make a rollup.
 *
 *	  the view				where its maker wants it; groups and finished aggregates
 *	  sealstone_rollup.rN_partials	view: the partial states, never stale
 *	  sealstone_rollup.rN			table: the materialized ones
 *	  sealstone_rollup.rN_definition	view, never read: what was asked for, in names that Postgres keeps right
 *	  sealstone_rollup.rN_barrier	sequence: see README.md
 *	  sealstone_rollup.rN_newest	sequence: start of the newest bucket written to, a hint
 *	  three row triggers on the series, always enabled, cloned by Postgres to its partitions
 *	  a row in sealstone.rollup
 *
 * Everything belongs to the owner of the source, is made in one transaction, and hangs on the
 * view by dependencies: dropping the view drops the rest. Making a rollup reads no data.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "commands/sequence.h"
#include "commands/trigger.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/varlena.h"

#include "catalog.h"
#include "compat.h"
#include "guc.h"
#include "job/job.h"
#include "rollup/rollup.h"
#include "series/lock.h"

#define OUR_SCHEMA "sealstone_rollup"

static bool preloaded = false;

static void
run(const char *sql)
{
	int			rc = SPI_execute(sql, false, 0);

	if (rc < 0)
		elog(ERROR, "statement of a rollup failed: %s", SPI_result_code_string(rc));
}

static char *
relation_sql(Oid relation)
{
	return quote_qualified_identifier(get_namespace_name(get_rel_namespace(relation)),
									  get_rel_name(relation));
}

static Oid
relation_owner(Oid relation)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
	Oid			owner;

	if (!HeapTupleIsValid(tuple))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", relation)));
	owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
	ReleaseSysCache(tuple);
	return owner;
}

/* ---------- what is asked for ---------- */

static void
check_source(Oid source, Oid series)
{
	HeapTuple	tuple;
	Form_pg_class form;

	if (!preloaded)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("rollups need the library \"sealstone\" to be preloaded"),
				 errdetail("Without it, TRUNCATE or DROP of a partition would go unseen in a session that has not loaded it."),
				 errhint("Add sealstone to shared_preload_libraries and restart the server.")));
	if (!sealstone_is_owner(source, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, get_relkind_objtype(get_rel_relkind(source)), get_rel_name(source));
	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(series));
	form = (Form_pg_class) GETSTRUCT(tuple);
	if (form->relpersistence == RELPERSISTENCE_TEMP)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("a rollup cannot be made over a temporary table")));
	if (form->relrowsecurity && !sealstone_rollup_allow_row_security)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("\"%s\" has row-level security, which a rollup over it would not keep", NameStr(form->relname)),
				 errdetail("A rollup holds what its owner may see of all rows, and shows it to whoever may read the rollup."),
				 errhint("If that is meant, SET sealstone.rollup_allow_row_security = on first.")));
	ReleaseSysCache(tuple);
}

/* may every bucket of `parent` lie inside one bucket of `child`? */
static void
check_nesting(const Rollup *parent, const SealstoneBucket *child, const char *zone)
{
	const SealstoneBucket *p = &parent->bucket;
	bool		fits;

	if (strcmp(parent->time_zone ? parent->time_zone : "UTC", zone) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a rollup over a rollup must have its time zone, \"%s\"",
						parent->time_zone ? parent->time_zone : "UTC")));
	if (child->months > 0 && p->months > 0)
		fits = child->months % p->months == 0;
	else if (child->months > 0)
		fits = (p->time_type == DATEOID ? 1 : USECS_PER_DAY) % p->width == 0;
	else
		fits = p->months == 0 && child->width % p->width == 0;
	if (!fits)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("buckets of a rollup over a rollup must be made of whole buckets below"),
				 errhint("Use a multiple of the width of \"%s\", or make the rollup over the series itself.",
						 get_rel_name(parent->view))));
}

/* positions of the child's groups and states among the parent's, from 1 */
static void
map_to_parent(const Rollup *parent, Oid series, RollupShape *shape, int **groups, int **states)
{
	List	   *have_groups,
			   *have_states,
			   *want_groups = NIL,
			   *want_states = NIL,
			   *have[2],
			   *want[2];
	int		  **out[2] = {groups, states};
	ListCell   *lc;

	sealstone_rollup_raw(parent, &have_groups, &have_states);
	sealstone_rollup_normalize(series, have_groups, have_states, &have[0], &have[1]);
	foreach(lc, shape->groups)
		want_groups = lappend(want_groups, ((RollupGroup *) lfirst(lc))->expr);
	foreach(lc, shape->states)
		want_states = lappend(want_states, ((RollupState *) lfirst(lc))->raw);
	sealstone_rollup_normalize(series, want_groups, want_states, &want[0], &want[1]);
	for (int k = 0; k < 2; k++)
	{
		int			i = 0;

		*out[k] = palloc0(sizeof(int) * Max(list_length(want[k]), 1));
		foreach(lc, want[k])
		{
			ListCell   *hc;
			int			n = 0;

			foreach(hc, have[k])
			{
				n++;
				if (strcmp(lfirst(hc), lfirst(lc)) == 0)
					(*out[k])[i] = n;
			}
			if ((*out[k])[i] == 0 && k == 0)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("rollup \"%s\" is not grouped by %s", get_rel_name(parent->view), (char *) lfirst(lc)),
						 errhint("Group by what it is grouped by, or less; or make the rollup over the series itself.")));
			if ((*out[k])[i] == 0)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("rollup \"%s\" holds no state for %s", get_rel_name(parent->view), (char *) lfirst(lc)),
						 errdetail("The select list of a rollup over a rollup is written over the series; every state it needs is merged from those below."),
						 errhint("Use aggregates that \"%s\" has, or make the rollup over the series itself.",
								 get_rel_name(parent->view))));
			i++;
		}
	}
}

static ArrayType *
text_array_of(List *strings, Oid type)
{
	Datum	   *elems = palloc(sizeof(Datum) * Max(list_length(strings), 1));
	int			n = 0;
	ListCell   *lc;

	foreach(lc, strings)
	{
		if (type == NAMEOID)
		{
			Name		name = palloc0(NAMEDATALEN);

			namestrcpy(name, lfirst(lc));
			elems[n++] = NameGetDatum(name);
		}
		else
			elems[n++] = CStringGetTextDatum(lfirst(lc));
	}
	if (type == NAMEOID)
		return construct_array(elems, n, NAMEOID, NAMEDATALEN, false, TYPALIGN_CHAR);
	return construct_array(elems, n, TEXTOID, -1, false, TYPALIGN_INT);
}

static ArrayType *
int_array_of(const int *values, int n)
{
	Datum	   *elems = palloc(sizeof(Datum) * Max(n, 1));

	for (int i = 0; i < n; i++)
		elems[i] = Int32GetDatum(values[i]);
	return construct_array(elems, n, INT4OID, sizeof(int32), true, TYPALIGN_INT);
}

/* ---------- statements ---------- */

static char *
bucket_sql(Oid type, const Interval *interval, int64 width, const char *zone, const char *time)
{
	if (interval)
	{
		char	   *w;
		int			nest = NewGUCNestLevel();

		(void) set_config_option("intervalstyle", "postgres", PGC_USERSET, PGC_S_SESSION,
								 GUC_ACTION_SAVE, true, 0, false);
		w = DatumGetCString(DirectFunctionCall1(interval_out, IntervalPGetDatum(interval)));
		AtEOXact_GUC(true, nest);
		if (type == TIMESTAMPTZOID && strcmp(zone, "UTC") != 0)
			return psprintf("sealstone.bucket(%s::interval, %s, %s::text)", quote_literal_cstr(w), time,
							quote_literal_cstr(zone));
		return psprintf("sealstone.bucket(%s::interval, %s)", quote_literal_cstr(w), time);
	}
	return psprintf("sealstone.bucket('" INT64_FORMAT "'::%s, %s)", width, format_type_be(type), time);
}

/* the bucket of a rollup as SQL over a time */
char *
sealstone_rollup_bucket_sql(const Rollup *r, const char *time)
{
	return bucket_sql(r->time_type, r->interval, r->width, r->time_zone ? r->time_zone : "UTC", time);
}

/* It sees every writer (the apply worker and session_replication_role = replica are writers too) and goes with the rollup. */
static void
adopt_trigger(Oid series, Oid view, const char *name)
{
	ObjectAddress trigger,
				on_view;

	run(psprintf("ALTER TABLE %s ENABLE ALWAYS TRIGGER %s", relation_sql(series), name));
	ObjectAddressSet(trigger, TriggerRelationId, get_trigger_oid(series, name, false));
	ObjectAddressSet(on_view, RelationRelationId, view);
	recordDependencyOn(&trigger, &on_view, DEPENDENCY_AUTO);
}

static void
make_triggers(int id, Oid series, const char *time, List *group_columns, Oid view)
{
	static const struct
	{
		const char *name;
		const char *event;
		char		op;
		const char *rows[2];
	}			kinds[] = {
		{"insert", "INSERT", 'i', {"NEW", NULL}},
		{"update", "UPDATE", 'u', {"OLD", "NEW"}},
		{"delete", "DELETE", 'd', {"OLD", NULL}},
	};

	for (int k = 0; k < lengthof(kinds); k++)
	{
		StringInfoData when;
		char	   *name = psprintf("sealstone_rollup_%d_%s", id, kinds[k].name);

		initStringInfo(&when);
		for (int i = 0; i < 2 && kinds[k].rows[i]; i++)
		{
			ListCell   *lc;

			appendStringInfo(&when, "%ssealstone.rollup_note(%d, '%c'::\"char\", %s.%s", i ? " OR " : "",
							 id, kinds[k].op, kinds[k].rows[i], quote_identifier(time));
			foreach(lc, group_columns)
				appendStringInfo(&when, ", %s.%s", kinds[k].rows[i], quote_identifier(lfirst(lc)));
			appendStringInfoString(&when, ")");
		}
		run(psprintf("CREATE TRIGGER %s AFTER %s ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION sealstone.rollup_trigger()",
					 name, kinds[k].event, relation_sql(series), when.data));
		adopt_trigger(series, view, name);
	}
	{
		/* TRUNCATE is noted by a hook, which the apply worker of logical replication does not call */
		char	   *name = psprintf("sealstone_rollup_%d_truncate", id);

		run(psprintf("CREATE TRIGGER %s AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION sealstone.rollup_trigger()",
					 name, relation_sql(series)));
		adopt_trigger(series, view, name);
	}
}

static Oid
our_relation_oid(const char *name)
{
	return get_relname_relid(name, get_namespace_oid(OUR_SCHEMA, false));
}

static char *
view_name(text *name, Oid *nsp, char **bare)
{
	List	   *parts = textToQualifiedNameList(name);
	RangeVar   *rv = makeRangeVarFromNameList(parts);
	char	   *result;

	*nsp = RangeVarGetCreationNamespace(rv);
	*bare = rv->relname;
	if (!sealstone_may_create_in(*nsp, GetUserId()))
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_SCHEMA, get_namespace_name(*nsp));
	if (OidIsValid(get_relname_relid(rv->relname, *nsp)))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists", rv->relname)));
	result = quote_qualified_identifier(get_namespace_name(*nsp), rv->relname);
	return result;
}

/*
 * What CREATE TRIGGER and CREATE VIEW would queue for in turn, each while holding those before, as one and polled for.
 */
static void
lock_all(Oid series, const Rollup *parent)
{
	SealstoneLockTrees wish = {0};

	wish.roots = list_make1_oid(series);
	wish.tree_mode = ShareRowExclusiveLock;
	if (parent)
		wish.others = list_make2_oid(parent->view, parent->partials);
	wish.others_mode = AccessShareLock;
	wish.what = "make a rollup of it";
	sealstone_lock_trees_or_fail(&wish);
}

/*
 * create_rollup(name text, source regclass, bucket interval, select_list text, group_by text,
 *				 bucket_width bigint, time_zone text) -> regclass
 */
PG_FUNCTION_INFO_V1(sealstone_create_rollup);
Datum
sealstone_create_rollup(PG_FUNCTION_ARGS)
{
	text	   *name;
	Oid			source,
				series,
				source_from,
				view,
				owner,
				nsp,
				time_type;
	Interval   *interval = PG_ARGISNULL(2) ? NULL : PG_GETARG_INTERVAL_P(2);
	char	   *select_list;
	char	   *group_by = PG_ARGISNULL(4) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(4));
	int64		width = PG_ARGISNULL(5) ? 0 : PG_GETARG_INT64(5);
	char	   *zone = PG_ARGISNULL(6) ? "UTC" : text_to_cstring(PG_GETARG_TEXT_PP(6));
	char	   *full_name,
			   *bare,
			   *time_column;
	bool		integer;
	Rollup	   *parent;
	RollupShape *shape;
	SealstoneBucket bucket;
	int		   *group_parent = NULL,
			   *state_parent = NULL;
	int			id,
				i;
	StringInfoData table,
				stored,
				raw,
				fresh,
				outputs,
				groups,
				keys,
				positions,
				definition,
				definition_groups;
	List	   *trigger_columns = NIL,
			   *group_names = NIL,
			   *merges = NIL;
	bool		pair_keys = true;
	char	   *bucket_expr,
			   *type_name,
			   *watermark;
	Oid			save_user;
	int			save_context,
				nest;
	ListCell   *lc;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(3))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("name, source and select_list of a rollup must not be NULL")));
	PreventCommandIfReadOnly("create_rollup()");
	PreventCommandDuringRecovery("create_rollup()");
	name = PG_GETARG_TEXT_PP(0);
	source = PG_GETARG_OID(1);
	select_list = text_to_cstring(PG_GETARG_TEXT_PP(3));

	parent = sealstone_rollup_by_relation(source, false);
	series = parent ? parent->series : source;
	source_from = parent ? parent->partials : source;
	time_type = sealstone_series_time_column(series, &time_column, NULL);
	check_source(source, series);
	owner = relation_owner(source);
	full_name = view_name(name, &nsp, &bare);

	integer = time_type == INT2OID || time_type == INT4OID || time_type == INT8OID;
	if (integer ? (interval != NULL || PG_ARGISNULL(5)) : (interval == NULL || !PG_ARGISNULL(5)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a rollup over time of type %s takes %s", format_type_be(time_type),
						integer ? "bucket_width, not bucket" : "bucket, not bucket_width")));
	if (time_type == INT2OID && width > PG_INT16_MAX)
		ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("bucket_width out of range for smallint")));
	if (time_type == INT4OID && width > PG_INT32_MAX)
		ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("bucket_width out of range for integer")));
	if (time_type != TIMESTAMPTZOID && strcmp(zone, "UTC") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("time of type %s has no time zone", format_type_be(time_type)),
				 errhint("Leave time_zone out: buckets follow the values as they are.")));
	sealstone_bucket_init(&bucket, time_type, interval, width, zone, NULL);
	if (parent)
		check_nesting(parent, &bucket, zone);

	lock_all(series, parent);
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	shape = sealstone_rollup_analyze(series, select_list, group_by);
	if (parent)
		map_to_parent(parent, series, shape, &group_parent, &state_parent);

	/* from here on as the one who may make things in our schema, then all is given to the owner */
	GetUserIdAndSecContext(&save_user, &save_context);
	SetUserIdAndSecContext(BOOTSTRAP_SUPERUSERID, save_context | SECURITY_LOCAL_USERID_CHANGE);
	nest = NewGUCNestLevel();
	(void) set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);

	id = (int) nextval_internal(get_relname_relid("rollup_id_seq", get_namespace_oid("sealstone", false)), false);
	type_name = sealstone_column_type(time_type, -1, InvalidOid);
	bucket_expr = bucket_sql(time_type, interval, width, zone,
							 parent ? "bucket" : quote_identifier(time_column));
	watermark = psprintf("sealstone.rollup_watermark(%d, NULL::%s)", id, type_name);

	initStringInfo(&table);
	initStringInfo(&stored);
	initStringInfo(&raw);
	initStringInfo(&fresh);
	initStringInfo(&outputs);
	initStringInfo(&groups);
	initStringInfo(&keys);
	initStringInfo(&positions);
	initStringInfo(&definition);
	initStringInfo(&definition_groups);
	appendStringInfo(&table, "bucket %s NOT NULL", type_name);
	appendStringInfoString(&stored, "s.bucket");
	appendStringInfo(&raw, "%s AS bucket", bucket_expr);
	appendStringInfo(&fresh, "bucket %s", type_name);
	appendStringInfoString(&outputs, "p.bucket");
	i = 0;
	foreach(lc, shape->groups)
	{
		RollupGroup *g = lfirst(lc);
		char	   *type = sealstone_column_type(g->type, g->typmod, g->collation);

		i++;
		appendStringInfo(&table, ", g%d %s", i, type);
		appendStringInfo(&stored, ", s.g%d", i);
		if (parent)
			appendStringInfo(&raw, ", g%d", group_parent[i - 1]);
		else
			appendStringInfo(&raw, ", %s AS g%d", g->expr, i);
		appendStringInfo(&fresh, ", g%d %s", i, type);
		appendStringInfo(&outputs, ", p.g%d AS %s", i, quote_identifier(g->name));
		appendStringInfo(&groups, ", g%d", i);
		appendStringInfo(&keys, ", s.g%d", i);
		appendStringInfo(&positions, ", %d", i + 1);
		appendStringInfo(&definition, "%s AS %s, ", g->expr, quote_identifier(g->name));
		appendStringInfo(&definition_groups, "%s%d", i == 1 ? " GROUP BY " : ", ", i);
		group_names = lappend(group_names, g->name);
		if (g->column && sealstone_rollup_type_has_text_identity(g->type, g->collation))
			trigger_columns = lappend(trigger_columns, g->column);
		else
			pair_keys = false;
	}
	if (!pair_keys)
		trigger_columns = NIL;
	i = 0;
	foreach(lc, shape->states)
	{
		RollupState *s = lfirst(lc);
		char	   *type = sealstone_column_type(s->type, -1, s->collation);

		i++;
		appendStringInfo(&table, ", s%d %s", i, type);
		appendStringInfo(&stored, ", s.s%d", i);
		if (parent)
			appendStringInfo(&raw, ", %s AS s%d", sealstone_expand_merge(s->merge, state_parent[i - 1], state_parent, ""), i);
		else
			appendStringInfo(&raw, ", %s AS s%d", s->raw, i);
		appendStringInfo(&fresh, ", s%d %s", i, type);
		merges = lappend(merges, s->merge);
	}
	foreach(lc, shape->outputs)
	{
		RollupOutput *o = lfirst(lc);

		appendStringInfo(&outputs, ", %s AS %s", o->expr, quote_identifier(o->name));
		appendStringInfo(&definition, "%s%s AS %s", lc == list_head(shape->outputs) ? "" : ", ", o->raw, quote_identifier(o->name));
	}

	run(psprintf("CREATE TABLE " OUR_SCHEMA ".r%d (%s)", id, table.data));
	run(psprintf("CREATE UNIQUE INDEX r%d_key ON " OUR_SCHEMA ".r%d (%s) NULLS NOT DISTINCT", id, id,
				 groups.len ? psprintf("%s, bucket", groups.data + 2) : "bucket"));
	if (groups.len)
		run(psprintf("CREATE INDEX r%d_bucket ON " OUR_SCHEMA ".r%d (bucket)", id, id));
	run(psprintf("CREATE SEQUENCE " OUR_SCHEMA ".r%d_barrier MINVALUE -9223372036854775808 START -9223372036854775808", id));
	run(psprintf("CREATE SEQUENCE " OUR_SCHEMA ".r%d_newest MINVALUE -9223372036854775808 START -9223372036854775808", id));
	run(psprintf("CREATE VIEW " OUR_SCHEMA ".r%d_partials AS "
				 "SELECT %s FROM " OUR_SCHEMA ".r%d s WHERE s.bucket < %s AND NOT sealstone.rollup_invalid(%d, s.bucket%s) "
				 "UNION ALL SELECT %s FROM %s WHERE %s >= %s GROUP BY 1%s "
				 "UNION ALL SELECT * FROM sealstone.rollup_stale(%d, %s, NULL::%s, NULL::%s) AS t(%s)",
				 id, stored.data, id, watermark, id,
				 pair_keys ? keys.data : "",
				 raw.data, relation_sql(source_from), parent ? "bucket" : quote_identifier(time_column), watermark,
				 positions.data, id, watermark, type_name, type_name, fresh.data));
	run(psprintf("CREATE VIEW %s AS SELECT %s FROM " OUR_SCHEMA ".r%d_partials p", full_name, outputs.data, id));
	run(psprintf("CREATE VIEW " OUR_SCHEMA ".r%d_definition AS SELECT * FROM (SELECT %s FROM %s%s) d", id, definition.data,
				 relation_sql(series), definition_groups.data));

	view = get_relname_relid(bare, nsp);
	{
		Oid			partials = our_relation_oid(psprintf("r%d_partials", id));
		Oid			states = our_relation_oid(psprintf("r%d", id));
		Oid			barrier = our_relation_oid(psprintf("r%d_barrier", id));
		Oid			newest = our_relation_oid(psprintf("r%d_newest", id));
		Oid			asked = our_relation_oid(psprintf("r%d_definition", id));
		Oid			objects[6];
		ObjectAddress a,
					b;
		Datum		values[ROLLUP_NATTS];
		bool		nulls[ROLLUP_NATTS];
		Relation	rel;
		HeapTuple	tuple;

		objects[0] = states;
		objects[1] = barrier;
		objects[2] = partials;
		objects[3] = view;
		objects[4] = newest;
		objects[5] = asked;
		for (int k = 0; k < 6; k++)
			run(psprintf("ALTER %s %s OWNER TO %s", k == 0 ? "TABLE" : k == 1 || k == 4 ? "SEQUENCE" : "VIEW",
						 relation_sql(objects[k]), quote_identifier(GetUserNameFromId(owner, false))));
		run(psprintf("ALTER SEQUENCE " OUR_SCHEMA ".r%d_barrier OWNED BY " OUR_SCHEMA ".r%d.bucket", id, id));
		run(psprintf("ALTER SEQUENCE " OUR_SCHEMA ".r%d_newest OWNED BY " OUR_SCHEMA ".r%d.bucket", id, id));

		ObjectAddressSet(a, RelationRelationId, partials);
		ObjectAddressSet(b, RelationRelationId, view);
		recordDependencyOn(&a, &b, DEPENDENCY_AUTO);
		ObjectAddressSet(a, RelationRelationId, states);
		recordDependencyOn(&a, &b, DEPENDENCY_AUTO);
		ObjectAddressSet(a, RelationRelationId, asked);
		recordDependencyOn(&a, &b, DEPENDENCY_AUTO);

		memset(nulls, true, sizeof(nulls));
#define SET(a, v) (values[(a) - 1] = (v), nulls[(a) - 1] = false)
		SET(ROLLUP_ID, Int32GetDatum(id));
		SET(ROLLUP_VIEW, ObjectIdGetDatum(view));
		SET(ROLLUP_PARTIALS, ObjectIdGetDatum(partials));
		SET(ROLLUP_STATES, ObjectIdGetDatum(states));
		SET(ROLLUP_BARRIER, ObjectIdGetDatum(barrier));
		SET(ROLLUP_SOURCE, ObjectIdGetDatum(source));
		SET(ROLLUP_SERIES, ObjectIdGetDatum(series));
		SET(ROLLUP_TIME_TYPE, ObjectIdGetDatum(time_type));
		if (interval)
			SET(ROLLUP_BUCKET, IntervalPGetDatum(interval));
		else
			SET(ROLLUP_BUCKET_WIDTH, Int64GetDatum(width));
		SET(ROLLUP_TIME_ZONE, CStringGetTextDatum(zone));
		SET(ROLLUP_SELECT_LIST, CStringGetTextDatum(select_list));
		if (group_by)
			SET(ROLLUP_GROUP_BY, CStringGetTextDatum(group_by));
		SET(ROLLUP_GROUP_COLUMNS, PointerGetDatum(text_array_of(group_names, NAMEOID)));
		SET(ROLLUP_PAIR_KEYS, BoolGetDatum(pair_keys));
		SET(ROLLUP_STATE_MERGE, PointerGetDatum(text_array_of(merges, TEXTOID)));
		if (parent)
		{
			SET(ROLLUP_STATE_PARENT, PointerGetDatum(int_array_of(state_parent, list_length(shape->states))));
			SET(ROLLUP_GROUP_PARENT, PointerGetDatum(int_array_of(group_parent, list_length(shape->groups))));
		}
		SET(ROLLUP_WATERMARK, Int64GetDatum(PG_INT64_MIN));
		SET(ROLLUP_FLOOR, Int64GetDatum(parent ? parent->kept_from : PG_INT64_MIN));
		SET(ROLLUP_KEPT_FROM, Int64GetDatum(PG_INT64_MIN));
		SET(ROLLUP_NEWEST, ObjectIdGetDatum(newest));
		SET(ROLLUP_DEFINITION, ObjectIdGetDatum(asked));
		SET(ROLLUP_CREATED_AT, TimestampTzGetDatum(GetCurrentTimestamp()));
#undef SET
		rel = table_open(sealstone_rollup_catalog(), RowExclusiveLock);
		tuple = heap_form_tuple(RelationGetDescr(rel), values, nulls);
		CatalogTupleInsert(rel, tuple);
		table_close(rel, RowExclusiveLock);
	}
	make_triggers(id, series, time_column, trigger_columns, view);

	AtEOXact_GUC(true, nest);
	SetUserIdAndSecContext(save_user, save_context);
	SPI_finish();
	CommandCounterIncrement();
	/* a table that is partitioned but no series table has no jobs either */
	if (sealstone_series_get(series, true) != NULL)
		sealstone_job_ensure("refresh", view, NULL);
	PG_RETURN_OID(view);
}

void
sealstone_rollup_init(void)
{
	preloaded = process_shared_preload_libraries_in_progress;
	sealstone_invalidate_init();
	sealstone_own_init();
	sealstone_clean_init();
	sealstone_rollup_view_init();
	sealstone_floor_init();
}
