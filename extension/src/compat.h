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

#endif							/* SEALSTONE_COMPAT_H */
