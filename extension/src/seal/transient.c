/*-------------------------------------------------------------------------
 *
 * transient.c
 *	  The transient relation in which new storage is built: made, indexed, dropped, swept.
 *
 * It is a table "build_OID" (with a letter behind it where that is taken) in schema sealstone (a temporary partition's is in pg_temp), with the partition's
 * columns, persistence and tablespace, a TOAST table if that has one, and a twin of each
 * of its indexes. It is committed empty before the build, so that the build needs no transaction id.
 * It belongs to the extension, so that no dump sees it, and has relrewrite set, so that no logical
 * decoding does. After the swap it holds the old storage and is dropped with it.
 *
 * Twins are neither unique nor exclusion constraints: rows read at different moments may
 * contradict each other until catch-up is done, and the partition's own indexes have enforced
 * the constraints all along. Only their files are swapped in, under the definitions of the old.
 *
 * Whoever works on it holds a session-level EXCLUSIVE lock on it (not ACCESS EXCLUSIVE, which would be sent
 * to standbys). One that nobody has locked is left over from a crash; sealstone_seal_sweep()
 * drops it. Follows make_new_heap() in commands/cluster.c and index_concurrently_create_copy() in
 * catalog/index.c.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/reloptions.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/heap.h"
#include "catalog/index.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_extension.h"
#include "catalog/toasting.h"
#include "commands/extension.h"
#include "commands/tablecmds.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "optimizer/optimizer.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

#include "compat.h"
#include "seal/seal_job.h"
#include "stop_point.h"

int			sealstone_seal_build_whole = -1;

/* The TOAST table of a relation, or InvalidOid. */
Oid
seal_toast_of(Oid relid)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relid));
	Oid			toast;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for relation %u", relid);
	toast = ((Form_pg_class) GETSTRUCT(tuple))->reltoastrelid;
	ReleaseSysCache(tuple);
	return toast;
}

/* Same definition as the partition's index, without its constraint. */
static Oid
create_twin(Relation target, Oid old_oid, int number)
{
	Relation	old = index_open(old_oid, AccessShareLock);
	IndexInfo  *old_info = BuildIndexInfo(old);
	IndexInfo  *info;
	HeapTuple	index_tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(old_oid));
	HeapTuple	class_tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(old_oid));
	Datum		datum;
	Datum		reloptions;
	Datum	   *opclass_options;
	oidvector  *opclasses;
	int2vector *options;
	List	   *expressions = NIL;
	List	   *predicate = NIL;
	List	   *names = NIL;
	bool		isnull;
	char		name[NAMEDATALEN];
	Oid			twin;

	if (!HeapTupleIsValid(index_tuple) || !HeapTupleIsValid(class_tuple))
		elog(ERROR, "cache lookup failed for index %u", old_oid);

	opclasses = (oidvector *) DatumGetPointer(SysCacheGetAttr(INDEXRELID, index_tuple, Anum_pg_index_indclass, &isnull));
	options = (int2vector *) DatumGetPointer(SysCacheGetAttr(INDEXRELID, index_tuple, Anum_pg_index_indoption, &isnull));
	reloptions = SysCacheGetAttr(RELOID, class_tuple, Anum_pg_class_reloptions, &isnull);
	if (isnull)
		reloptions = (Datum) 0;

	/* from the catalog: BuildIndexInfo's are flattened for the planner */
	datum = SysCacheGetAttr(INDEXRELID, index_tuple, Anum_pg_index_indexprs, &isnull);
	if (!isnull)
		expressions = (List *) stringToNode(TextDatumGetCString(datum));
	datum = SysCacheGetAttr(INDEXRELID, index_tuple, Anum_pg_index_indpred, &isnull);
	if (!isnull)
		predicate = make_ands_implicit((Expr *) stringToNode(TextDatumGetCString(datum)));

	info = sealstone_make_plain_index_info(old_info->ii_NumIndexAttrs, old_info->ii_NumIndexKeyAttrs,
										   old->rd_rel->relam, expressions, predicate);
	opclass_options = palloc0(sizeof(Datum) * old_info->ii_NumIndexAttrs);
	for (int i = 0; i < old_info->ii_NumIndexAttrs; i++)
	{
		names = lappend(names, pstrdup(NameStr(TupleDescAttr(RelationGetDescr(old), i)->attname)));
		info->ii_IndexAttrNumbers[i] = old_info->ii_IndexAttrNumbers[i];
		opclass_options[i] = get_attoptions(old_oid, i + 1);
	}

	snprintf(name, sizeof(name), "%s_%d", RelationGetRelationName(target), number);
	twin = sealstone_index_create(target, name, info, names, old->rd_rel->relam, old->rd_rel->reltablespace,
								  old->rd_indcollation, opclasses->values, opclass_options,
								  options->values, reloptions, INDEX_CREATE_SKIP_BUILD);
	ReleaseSysCache(index_tuple);
	ReleaseSysCache(class_tuple);
	index_close(old, AccessShareLock);
	return twin;
}

/*
 * Name a relation's TOAST table and its index by the relation, as Postgres does everywhere; pg_upgrade relies on it. The caller
 * holds ACCESS EXCLUSIVE on the TOAST table, and with that nobody has the index. ending: for one that is about to be dropped.
 */
void
seal_name_toast(Oid relid, const char *ending)
{
	Oid			toast_oid = seal_toast_of(relid);
	char		name[NAMEDATALEN];
	Relation	toast;
	ListCell   *lc;
	bool		named = false;
	int			others = 0;

	if (!OidIsValid(toast_oid))
		return;
	snprintf(name, sizeof(name), "pg_toast_%u%s", relid, ending);
	if (strcmp(get_rel_name(toast_oid), name) == 0 || OidIsValid(get_relname_relid(name, get_rel_namespace(toast_oid))))
		return;
	RenameRelationInternal(toast_oid, name, true, false);
	CommandCounterIncrement();

	toast = table_open(toast_oid, NoLock);
	foreach(lc, RelationGetIndexList(toast))
	{
		/* a REINDEX CONCURRENTLY that failed leaves a second one, which is not valid */
		bool		valid = get_index_isvalid(lfirst_oid(lc));

		if (valid && !named)
			snprintf(name, sizeof(name), "pg_toast_%u_index%s", relid, ending);
		else
			snprintf(name, sizeof(name), "pg_toast_%u_index_%d%s", relid, ++others, ending);
		named = named || valid;
		if (!OidIsValid(get_relname_relid(name, get_rel_namespace(toast_oid))))
			RenameRelationInternal(lfirst_oid(lc), name, true, true);
	}
	table_close(toast, NoLock);
	CommandCounterIncrement();
}

/*
 * Make the transient relation and its empty indexes, and lock it for the session. In a transaction,
 * with the source locked; the caller commits.
 */
void
seal_transient_create(SealJob *job)
{
	Relation	source = table_open(job->relid, ShareUpdateExclusiveLock);
	bool		temporary = job->persistence == RELPERSISTENCE_TEMP;
	Oid			namespace = temporary ? LookupCreationNamespace("pg_temp") : get_namespace_oid("sealstone", false);
	HeapTuple	class_tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(job->relid));
	char		name[NAMEDATALEN];
	Datum		reloptions;
	bool		isnull;
	Relation	target;
	List	   *indexes;
	ListCell   *lc;
	MemoryContext old_context;

	PushActiveSnapshot(GetTransactionSnapshot());	/* catalogs have TOAST tables too */
	if (!HeapTupleIsValid(class_tuple))
		elog(ERROR, "cache lookup failed for relation %u", job->relid);
	reloptions = SysCacheGetAttr(RELOID, class_tuple, Anum_pg_class_reloptions, &isnull);
	if (isnull)
		reloptions = (Datum) 0;

	/* what an earlier operation has left because somebody had it open does not keep this one from its work */
	snprintf(name, sizeof(name), "build_%u", job->relid);
	for (char letter = 'b'; letter <= 'z' && OidIsValid(get_relname_relid(name, namespace)); letter++)
		snprintf(name, sizeof(name), "build_%u_%c", job->relid, letter);
	if (OidIsValid(get_relname_relid(name, namespace)))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_IN_USE),
				 errmsg("what an earlier operation on %s left behind could not be removed", job->name),
				 errhint("Drop table sealstone.%s, or try again once no session has it locked.", name)));

	job->target = heap_create_with_catalog(name, namespace, source->rd_rel->reltablespace,
										   InvalidOid, InvalidOid, InvalidOid,
										   source->rd_rel->relowner, job->target_am,
										   RelationGetDescr(source), NIL, RELKIND_RELATION,
										   job->persistence, false, false, ONCOMMIT_NOOP,
										   reloptions, false, true, true, job->relid, NULL);
	CommandCounterIncrement();

	if (!temporary)
	{
		ObjectAddress self = {RelationRelationId, job->target, 0};
		ObjectAddress extension = {ExtensionRelationId, get_extension_oid("sealstone", false), 0};

		recordDependencyOn(&self, &extension, DEPENDENCY_EXTENSION);
	}

	if (OidIsValid(source->rd_rel->reltoastrelid))
	{
		HeapTuple	toast_tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(source->rd_rel->reltoastrelid));
		Datum		toast_options;

		if (!HeapTupleIsValid(toast_tuple))
			elog(ERROR, "cache lookup failed for relation %u", source->rd_rel->reltoastrelid);
		toast_options = SysCacheGetAttr(RELOID, toast_tuple, Anum_pg_class_reloptions, &isnull);
		if (isnull)
			toast_options = (Datum) 0;
		NewHeapCreateToastTable(job->target, toast_options, ExclusiveLock, source->rd_rel->reltoastrelid);
		ReleaseSysCache(toast_tuple);
		CommandCounterIncrement();
	}
	ReleaseSysCache(class_tuple);

	target = table_open(job->target, ExclusiveLock);
	job->target_lock = target->rd_lockInfo.lockRelId;
	LockRelationIdForSession(&job->target_lock, ExclusiveLock);

	indexes = RelationGetIndexList(source);
	old_context = MemoryContextSwitchTo(job->context);
	job->indexes = palloc0(sizeof(SealIndex) * Max(1, list_length(indexes)));
	MemoryContextSwitchTo(old_context);
	job->nindexes = 0;
	foreach(lc, indexes)
	{
		Relation	index = index_open(lfirst_oid(lc), AccessShareLock);

		/* an index that is not maintained holds nothing worth carrying over */
		if (index->rd_index->indislive && index->rd_index->indisready)
		{
			SealIndex  *entry = &job->indexes[job->nindexes++];

			entry->old = lfirst_oid(lc);
			entry->whole = job->kind == SEAL_KIND_UNSEAL || job->keep_indexes ||
				index->rd_index->indisunique || index->rd_index->indisexclusion;
			entry->has_expressions =
				!heap_attisnull(index->rd_indextuple, Anum_pg_index_indexprs, NULL) ||
				!heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, NULL);
		}
		index_close(index, AccessShareLock);
	}
	for (int i = 0; i < job->nindexes; i++)
	{
		job->indexes[i].twin = create_twin(target, job->indexes[i].old, i + 1);
		CommandCounterIncrement();
	}
	table_close(target, NoLock);
	table_close(source, NoLock);
	PopActiveSnapshot();
	SEALSTONE_STOP_POINT(seal_transient_made);
}

static void
build_index(SealJob *job, const SealIndex *entry)
{
	Relation	target = table_open(job->target, ShareLock);
	Relation	index = index_open(entry->twin, AccessShareLock);

	sealstone_seal_build_whole = entry->whole ? 1 : 0;
	seal_indexing(job);
	PG_TRY();
	{
		index_build(target, index, BuildIndexInfo(index), false, false);
	}
	PG_FINALLY();
	{
		sealstone_seal_build_whole = -1;
		seal_indexing(NULL);
	}
	PG_END_TRY();
	index_close(index, NoLock);
	table_close(target, NoLock);
}

/* Fill the twins from the new storage; each in a transaction of its own that needs no transaction id. */
void
seal_transient_build_indexes(SealJob *job)
{
	for (int i = 0; i < job->nindexes; i++)
	{
		seal_next_transaction(job);
		seal_let_pass(job);
		seal_report(job, "indexing", 0.85 + 0.10 * i / job->nindexes);
		if (job->indexes[i].has_expressions)
			PushActiveSnapshot(GetTransactionSnapshot());
		build_index(job, &job->indexes[i]);
		if (job->indexes[i].has_expressions)
			PopActiveSnapshot();
		SEALSTONE_STOP_POINT(seal_index_built);
	}
}

/* Drop it with all that depends on it. In a transaction; the caller holds or can get the lock at once. */
void
seal_transient_drop(Oid relid)
{
	ObjectAddress object = {RelationRelationId, relid, 0};

	PushActiveSnapshot(GetTransactionSnapshot());	/* catalogs have TOAST tables too */
	performDeletion(&object, DROP_CASCADE,
					PERFORM_DELETION_INTERNAL | PERFORM_DELETION_QUIETLY | PERFORM_DELETION_SKIP_EXTENSIONS);
	PopActiveSnapshot();
}

/* All transient relations there are, as a list of OIDs in the current context. */
static List *
find_transients(void)
{
	List	   *found = NIL;
	Oid			namespace = get_namespace_oid("sealstone", true);
	Oid			temporary = InvalidOid;
	Oid			temporary_toast;
	Relation	pg_class = table_open(RelationRelationId, AccessShareLock);
	Oid			namespaces[2];

	GetTempNamespaceState(&temporary, &temporary_toast);
	namespaces[0] = namespace;
	namespaces[1] = temporary;
	for (int i = 0; i < 2; i++)
	{
		ScanKeyData key[1];
		SysScanDesc scan;
		HeapTuple	tuple;

		if (!OidIsValid(namespaces[i]))
			continue;
		ScanKeyInit(&key[0], Anum_pg_class_relnamespace, BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(namespaces[i]));
		scan = systable_beginscan(pg_class, InvalidOid, false, NULL, 1, key);
		while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		{
			Form_pg_class form = (Form_pg_class) GETSTRUCT(tuple);

			if (form->relkind == RELKIND_RELATION && OidIsValid(form->relrewrite) &&
				strncmp(NameStr(form->relname), "build_", 6) == 0)
				found = lappend_oid(found, form->oid);
		}
		systable_endscan(scan);
	}
	table_close(pg_class, AccessShareLock);
	return found;
}

int
sealstone_seal_sweep(void)
{
	int			dropped = 0;
	List	   *found;
	MemoryContext context = AllocSetContextCreate(TopMemoryContext, "sealstone sweep", ALLOCSET_SMALL_SIZES);
	MemoryContext old_context = MemoryContextSwitchTo(context);

	found = find_transients();
	MemoryContextSwitchTo(old_context);
	for (int i = 0; i < list_length(found); i++)
	{
		Oid			oid = list_nth_oid(found, i);

		/* locked: somebody is at work on it; gone: somebody else swept it */
		if (!ConditionalLockRelationOid(oid, AccessExclusiveLock))
			continue;
		if (!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(oid)))
		{
			UnlockRelationOid(oid, AccessExclusiveLock);
			continue;
		}
		seal_transient_drop(oid);
		dropped++;
	}
	MemoryContextDelete(context);
	return dropped;
}
