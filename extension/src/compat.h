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

#endif							/* SEALSTONE_COMPAT_H */
