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

#endif							/* SEALSTONE_COMPAT_H */
