/*-------------------------------------------------------------------------
 *
 * waiters.h
 *	  Who waits for a lock of this session, for those who poll for one.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_WAITERS_H
#define SEALSTONE_WAITERS_H

#include "postgres.h"

/* Does pid wait, itself or by way of those it waits for, for this session? 0, a prepared transaction, waits for nobody. */
extern bool sealstone_waits_for_us(int pid);

/*
 * A session that has waited for deadlock_timeout for a relation lock of this session, and of no other that is not waiting itself,
 * in SHARE or a stronger mode, so that readers or writers queue behind it; 0: none. *mode: its name, static.
 */
extern int	sealstone_held_up(const char **mode);

#endif							/* SEALSTONE_WAITERS_H */
