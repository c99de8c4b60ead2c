/*-------------------------------------------------------------------------
 *
 * hooks.h
 *	  Answers of the series part to what seal asks (seal.h). Called from _PG_init.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_SERIES_HOOKS_H
#define SEALSTONE_SERIES_HOOKS_H

extern void sealstone_series_init(void);

#endif							/* SEALSTONE_SERIES_HOOKS_H */
