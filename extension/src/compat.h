/*-------------------------------------------------------------------------
 *
 * compat.h
 *	  Every difference between Postgres 15, 16, 17 and 18 that Sealstone meets.
 *
 * This is the only file that tests PG_VERSION_NUM. Where a signature changed, it
 * offers one spelling under the Sealstone prefix and each version maps to its own.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_COMPAT_H
#define SEALSTONE_COMPAT_H

#include "postgres.h"

#if PG_VERSION_NUM < 150000 || PG_VERSION_NUM >= 190000
#error "Sealstone builds against Postgres 15, 16, 17 and 18"
#endif

/* varlena macros left postgres.h in 16 */
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

/* --- store: names of relation storage, collations' catalog columns --- */
#if PG_VERSION_NUM >= 160000
#define SealstoneLocator RelFileLocator
#define sealstone_locator(rel) ((rel)->rd_locator)
#define sealstone_locator_backend(rel) ((rel)->rd_backend)
#else
#define SealstoneLocator RelFileNode
#define sealstone_locator(rel) ((rel)->rd_node)
#define sealstone_locator_backend(rel) ((rel)->rd_backend)
#endif

#if PG_VERSION_NUM >= 170000
#define SEALSTONE_ANUM_DATABASE_LOCALE Anum_pg_database_datlocale
#define SEALSTONE_ANUM_COLLATION_LOCALE Anum_pg_collation_colllocale
#else
#define SEALSTONE_ANUM_DATABASE_LOCALE Anum_pg_database_daticulocale
#define SEALSTONE_ANUM_COLLATION_LOCALE Anum_pg_collation_colliculocale
#endif
#if PG_VERSION_NUM >= 170000
#define SEALSTONE_IS_SET_EXPRESSION(subtype) ((subtype) == AT_SetExpression)
#else
#define SEALSTONE_IS_SET_EXPRESSION(subtype) false
#endif
#if PG_VERSION_NUM >= 160000
#define SEALSTONE_ANUM_COLLATION_RULES Anum_pg_collation_collicurules
#else
#define SEALSTONE_ANUM_COLLATION_RULES 0
#endif

#if PG_VERSION_NUM >= 180000
#define sealstone_collate_is_c(collation) (pg_newlocale_from_collation(collation)->collate_is_c)
#else
#define sealstone_collate_is_c(collation) lc_collate_is_c(collation)
#endif
#include "access/amapi.h"
#include "access/twophase.h"
#include "catalog/index.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_class.h"
#include "executor/executor.h"
#include "nodes/makefuncs.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/sinvaladt.h"
#include "utils/acl.h"
#include "utils/syscache.h"

/* --- src/seal ------------------------------------------------------------- */

/* False of a relation that is gone: what a view lists may be dropped by then. */
static inline bool
sealstone_is_owner(Oid relid, Oid role)
{
	if (!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relid)))
		return false;
#if PG_VERSION_NUM >= 160000
	return object_ownercheck(RelationRelationId, relid, role);
#else
	return pg_class_ownercheck(relid, role);
#endif
}

/* MAINTAIN came with 17. False of a relation that is gone. */
static inline bool
sealstone_has_maintain(Oid relid, Oid role)
{
#if PG_VERSION_NUM >= 170000
	bool		missing = false;

	return pg_class_aclcheck_ext(relid, role, ACL_MAINTAIN, &missing) == ACLCHECK_OK;
#else
	return false;
#endif
}

/* An IndexInfo without uniqueness, exclusion or concurrency. */
static inline IndexInfo *
sealstone_make_plain_index_info(int natts, int nkeyatts, Oid am, List *expressions, List *predicate)
{
#if PG_VERSION_NUM >= 180000
	return makeIndexInfo(natts, nkeyatts, am, expressions, predicate, false, false, true, false,
						 GetIndexAmRoutineByAmId(am, false)->amsummarizing, false);
#elif PG_VERSION_NUM >= 160000
	return makeIndexInfo(natts, nkeyatts, am, expressions, predicate, false, false, true, false,
						 GetIndexAmRoutineByAmId(am, false)->amsummarizing);
#else
	return makeIndexInfo(natts, nkeyatts, am, expressions, predicate, false, false, true, false);
#endif
}

static inline Oid
sealstone_index_create(Relation heap, const char *name, IndexInfo *info, List *column_names, Oid am,
					   Oid tablespace, Oid *collations, Oid *opclasses, Datum *opclass_options,
					   int16 *options, Datum reloptions, bits16 flags)
{
#if PG_VERSION_NUM >= 170000
	return index_create(heap, name, InvalidOid, InvalidOid, InvalidOid, InvalidOid, info, column_names, am,
						tablespace, collations, opclasses, opclass_options, options, NULL, reloptions,
						flags, 0, true, true, NULL);
#else
	info->ii_OpclassOptions = opclass_options;
	return index_create(heap, name, InvalidOid, InvalidOid, InvalidOid, InvalidOid, info, column_names, am,
						tablespace, collations, opclasses, options, reloptions,
						flags, 0, true, true, NULL);
#endif
}

static inline List *
sealstone_insert_index_tuples(ResultRelInfo *result, TupleTableSlot *slot, EState *estate)
{
#if PG_VERSION_NUM >= 160000
	return ExecInsertIndexTuples(result, slot, estate, false, false, NULL, NIL, false);
#else
	return ExecInsertIndexTuples(result, slot, estate, false, false, NULL, NIL);
#endif
}

/*
 * Pid of the session that runs a virtual transaction; 0, and its id in *xid, when it is prepared; -1 when it
 * has ended. A prepared transaction keeps the virtual id of the session that prepared it.
 */
static inline int
sealstone_vxid_pid(const VirtualTransactionId *vxid, TransactionId *xid)
{
	PGPROC	   *proc = NULL;
	LocalTransactionId running = InvalidLocalTransactionId;
	bool		have_more;

#if PG_VERSION_NUM >= 170000
	if (vxid->procNumber != INVALID_PROC_NUMBER)
		proc = ProcNumberGetProc(vxid->procNumber);
	if (proc)
		running = proc->vxid.lxid;
	else if (vxid->procNumber == INVALID_PROC_NUMBER)
	{
		*xid = vxid->localTransactionId;
		return 0;
	}
#else
	if (vxid->backendId != InvalidBackendId)
		proc = BackendIdGetProc(vxid->backendId);
	if (proc)
		running = proc->lxid;
	else if (vxid->backendId == InvalidBackendId)
	{
		*xid = vxid->localTransactionId;
		return 0;
	}
#endif
	if (proc && running == vxid->localTransactionId)
		return proc->pid;
	*xid = TwoPhaseGetXidByVirtualXID(*vxid, &have_more);
	return TransactionIdIsValid(*xid) ? 0 : -1;
}

static inline void
sealstone_swap_relallfrozen(Form_pg_class a, Form_pg_class b)
{
#if PG_VERSION_NUM >= 180000
	int32		swap = a->relallfrozen;

	a->relallfrozen = b->relallfrozen;
	b->relallfrozen = swap;
#endif
}

/* "POSIX"; the same OID in all versions, named in some */
#define SEALSTONE_POSIX_COLLATION_OID ((Oid) 951)

/* before a declaration; Postgres's own spelling moved there in 18 */
#define SEALSTONE_NORETURN __attribute__((noreturn))

/* ---- access method (src/am) ---------------------------------------------- */

#if PG_VERSION_NUM >= 160000
#define SealstoneUpdateIndexes TU_UpdateIndexes
#else
#define SealstoneUpdateIndexes bool
#endif

/* ANALYZE hands the access method a stream of blocks, not block numbers */
#if PG_VERSION_NUM >= 170000
#define SEALSTONE_ANALYZE_BY_STREAM
#endif

/* the access method iterates a bitmap itself; before, the executor's node did, and prefetched */
#if PG_VERSION_NUM >= 180000
#define SEALSTONE_BITMAP_BY_TUPLE
#else
#define SEALSTONE_NODE_PREFETCHES_BITMAP
#endif

/* a new block at the relation's end, exclusively locked */
#if PG_VERSION_NUM >= 160000
#define sealstone_extend_relation(rel) \
	ExtendBufferedRel(BMR_REL(rel), MAIN_FORKNUM, NULL, EB_LOCK_FIRST)
#else
#define sealstone_extend_relation(rel) \
	({ \
		Buffer		new_buffer_; \
		bool		need_lock_ = !RELATION_IS_LOCAL(rel); \
		if (need_lock_) \
			LockRelationForExtension(rel, ExclusiveLock); \
		new_buffer_ = ReadBufferExtended(rel, MAIN_FORKNUM, P_NEW, RBM_ZERO_AND_LOCK, NULL); \
		if (need_lock_) \
			UnlockRelationForExtension(rel, ExclusiveLock); \
		new_buffer_; \
	})
#endif

#if PG_VERSION_NUM >= 160000
#define sealstone_relation_filenode(rel) ((rel)->rd_locator.relNumber)
#define sealstone_buffer_for_tuple(rel, len, options, vmbuffer) \
	RelationGetBufferForTuple(rel, len, InvalidBuffer, options, NULL, vmbuffer, NULL, 0)
#define sealstone_tuplesort_getdatum(sort, value, isnull) \
	tuplesort_getdatum(sort, true, false, value, isnull, NULL)
#else
#define sealstone_relation_filenode(rel) ((rel)->rd_node.relNode)
#define sealstone_buffer_for_tuple(rel, len, options, vmbuffer) \
	RelationGetBufferForTuple(rel, len, InvalidBuffer, options, NULL, vmbuffer, NULL)
#define sealstone_tuplesort_getdatum(sort, value, isnull) \
	tuplesort_getdatum(sort, true, value, isnull, NULL)
#endif

#if PG_VERSION_NUM >= 170000
#define sealstone_index_insert_cleanup(index, info) index_insert_cleanup(index, info)
#else
#define sealstone_index_insert_cleanup(index, info) ((void) 0)
#endif

/* pg_class.relpages and reltuples, the frozen xids left alone */
#if PG_VERSION_NUM >= 180000
#define sealstone_vac_update_relstats(rel, pages, tuples, visible, frozen, has_index) \
	vac_update_relstats(rel, pages, tuples, visible, frozen, has_index, \
						InvalidTransactionId, InvalidMultiXactId, NULL, NULL, false)
#else
#define sealstone_vac_update_relstats(rel, pages, tuples, visible, frozen, has_index) \
	((void) (frozen), \
	 vac_update_relstats(rel, pages, tuples, visible, has_index, \
						 InvalidTransactionId, InvalidMultiXactId, NULL, NULL, false))
#endif
#include "catalog/pg_class.h"
#include "catalog/pg_database.h"
#include "access/htup_details.h"
#include "catalog/pg_attribute.h"
#include "utils/acl.h"
#include "access/genam.h"
#include "utils/relcache.h"

static inline Oid
sealstone_primary_key_index(Relation rel)
{
#if PG_VERSION_NUM >= 180000
	return RelationGetPrimaryKeyIndex(rel, false);
#else
	return RelationGetPrimaryKeyIndex(rel);
#endif
}

static inline IndexScanDesc
sealstone_index_beginscan(Relation heap, Relation index, Snapshot snapshot, int nkeys)
{
#if PG_VERSION_NUM >= 180000
	return index_beginscan(heap, index, snapshot, NULL, nkeys, 0);
#else
	return index_beginscan(heap, index, snapshot, nkeys, 0);
#endif
}

/* a column's own statistics target; false: none set. A nullable attribute of the catalog row since 17. */
static inline bool
sealstone_statistics_target(Oid relid, AttrNumber attnum, int *target)
{
	HeapTuple	tuple = SearchSysCache2(ATTNUM, ObjectIdGetDatum(relid), Int16GetDatum(attnum));
	bool		set = false;

	if (!HeapTupleIsValid(tuple))
		return false;
#if PG_VERSION_NUM >= 170000
	{
		bool		isnull;
		Datum		datum = SysCacheGetAttr(ATTNUM, tuple, Anum_pg_attribute_attstattarget, &isnull);

		if (!isnull)
		{
			*target = DatumGetInt16(datum);
			set = *target >= 0;
		}
	}
#else
	*target = ((Form_pg_attribute) GETSTRUCT(tuple))->attstattarget;
	set = *target >= 0;
#endif
	ReleaseSysCache(tuple);
	return set;
}

static inline bool
sealstone_database_ownercheck(Oid database, Oid role)
{
#if PG_VERSION_NUM >= 160000
	return object_ownercheck(DatabaseRelationId, database, role);
#else
	return pg_database_ownercheck(database, role);
#endif
}

#include "storage/lock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/sinvaladt.h"


#include "pgstat.h"

/* counters of pg_stat_all_tables, whose fields were renamed in 16 */
static inline int64
sealstone_stat_live(const PgStat_StatTabEntry *stats)
{
#if PG_VERSION_NUM >= 160000
	return stats->live_tuples;
#else
	return stats->n_live_tuples;
#endif
}

/* a number that grows with whatever may change a table's size */
static inline int64
sealstone_stat_changes(const PgStat_StatTabEntry *stats)
{
#if PG_VERSION_NUM >= 160000
	return stats->tuples_inserted + stats->tuples_updated + stats->tuples_deleted +
		stats->vacuum_count + stats->autovacuum_count + stats->analyze_count + stats->autoanalyze_count;
#else
	return stats->tuples_inserted + stats->tuples_updated + stats->tuples_deleted +
		stats->vacuum_count + stats->autovac_vacuum_count + stats->analyze_count + stats->autovac_analyze_count;
#endif
}

/* --- rollup: GROUP BY has a range table entry of its own since 18 --- */
#if PG_VERSION_NUM >= 180000
#define sealstone_flatten_group_exprs(query, node) \
	((query)->hasGroupRTE ? flatten_group_exprs(NULL, query, node) : (node))
#else
#define sealstone_flatten_group_exprs(query, node) (node)
#endif

#if PG_VERSION_NUM >= 160000
#define sealstone_may_create_in(nsp, role) (object_aclcheck(NamespaceRelationId, nsp, role, ACL_CREATE) == ACLCHECK_OK)
#else
#define sealstone_may_create_in(nsp, role) (pg_namespace_aclcheck(nsp, role, ACL_CREATE) == ACLCHECK_OK)
#endif

/* --- stats: where the query's constants are, and the executor's signatures --- */
#if PG_VERSION_NUM >= 160000
#include "nodes/queryjumble.h"
#else
#include "utils/queryjumble.h"
#endif
#if PG_VERSION_NUM >= 180000
#define sealstone_location_squashed(loc) ((loc)->squashed)
#define sealstone_location_extern(loc) ((loc)->extern_param)
#define SEALSTONE_EXECUTOR_RUN_ARGS QueryDesc *desc, ScanDirection direction, uint64 count
#define SEALSTONE_EXECUTOR_RUN_PASS desc, direction, count
#else
#define sealstone_location_squashed(loc) false
#define sealstone_location_extern(loc) false
#define SEALSTONE_EXECUTOR_RUN_ARGS QueryDesc *desc, ScanDirection direction, uint64 count, bool execute_once
#define SEALSTONE_EXECUTOR_RUN_PASS desc, direction, count, execute_once
#endif

/* --- rollup: what to check of an entry's privileges stands apart from the range table since 16 --- */
#if PG_VERSION_NUM >= 160000
#include "parser/parse_relation.h"
static inline void
sealstone_copy_permissions(Query *from, RangeTblEntry *entry, Query *to)
{
	if (entry->perminfoindex == 0)
		return;
	to->rteperminfos = lappend(to->rteperminfos, copyObject(getRTEPermissionInfo(from->rteperminfos, entry)));
	entry->perminfoindex = list_length(to->rteperminfos);
}
#else
#define sealstone_copy_permissions(from, entry, to) ((void) (from), (void) (entry), (void) (to))
#endif

/* --- exec: what EXPLAIN prints with moved in 18 --- */
#if PG_VERSION_NUM >= 180000
#include "commands/explain_format.h"
#endif

/* rows of all fetches of a portal; 15 knows the last fetch's only */
#if PG_VERSION_NUM >= 160000
#define sealstone_rows_processed(estate) ((estate)->es_total_processed)
#else
#define sealstone_rows_processed(estate) ((estate)->es_processed)
#endif

/* --- series: a table that a subscription writes into gets another OID --- */
#include "access/xlogdefs.h"
#include "catalog/pg_subscription_rel.h"

static inline void
sealstone_subscription_move(Oid subscription, Oid from, Oid to)
{
	XLogRecPtr	lsn;
	char		state = GetSubscriptionRelState(subscription, from, &lsn);

#if PG_VERSION_NUM >= 170000
	AddSubscriptionRelState(subscription, to, state, lsn, true);
#else
	AddSubscriptionRelState(subscription, to, state, lsn);
#endif
	RemoveSubscriptionRel(subscription, from);
}

/* --- the primary key's index: 18 also knows deferrable ones, which 15 to 17 left out. Callers include utils/relcache.h --- */
#if PG_VERSION_NUM >= 180000
#define sealstone_primary_key_index(rel) RelationGetPrimaryKeyIndex((rel), false)
#else
#define sealstone_primary_key_index(rel) RelationGetPrimaryKeyIndex(rel)
#endif

/* Is the column (0-based) surely without NULL? 18 also has constraints that old rows need not meet. */
#if PG_VERSION_NUM >= 180000
#define sealstone_att_is_not_null(desc, i) (TupleDescCompactAttr(desc, i)->attnullability == ATTNULLABLE_VALID)
#else
#define sealstone_att_is_not_null(desc, i) (TupleDescAttr(desc, i)->attnotnull)
#endif

/* --- src/plan: aggregates -------------------------------------------------- */

/* What is left of GROUP BY when redundant items are gone, which earlier majors do not look for. */
#if PG_VERSION_NUM >= 160000
#define sealstone_group_clause(root) ((root)->processed_groupClause)
#define sealstone_translate_to_child(root, node, child, parent) \
	adjust_appendrel_attrs_multilevel((root), (node), (child), (parent))
#else
#define sealstone_group_clause(root) ((root)->parse->groupClause)
#define sealstone_translate_to_child(root, node, child, parent) \
	adjust_appendrel_attrs_multilevel((root), (node), (child)->relids, (parent)->relids)
#endif

#endif							/* SEALSTONE_COMPAT_H */
