/*-------------------------------------------------------------------------
 *
 * run.h
 *	  Taking up an operation from the queue and doing its work.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_RUN_H
#define SEALSTONE_RUN_H

#include "postgres.h"

/*
 * Takes the next operation (or the one named: 0 is any) and runs it to its end. Call without a transaction, in a process that has
 * taken a slot; no error comes out of it but FATAL. False: there was none to take.
 */
extern bool sealstone_run_next(int64 id);

/* The same for one queued child of an operation */
extern bool sealstone_run_child(int64 parent);

#endif							/* SEALSTONE_RUN_H */
