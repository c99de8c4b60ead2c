/*-------------------------------------------------------------------------
 *
 * progress.h
 *	  How a piece of work tells the world how far it is, before it commits.
 *
 * Every function is a no-op unless the calling process runs an operation, so code that works both for a
 * CALL and for an operation just calls them.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_PROGRESS_H
#define SEALSTONE_PROGRESS_H

#include "postgres.h"

#include "lib/stringinfo.h"
#include "storage/lock.h"

extern void sealstone_progress_phase(const char *phase);	/* words a person understands, at most 63 bytes */
extern void sealstone_progress(double fraction, int64 rows_done, int64 rows_total, int64 bytes_done, int64 bytes_total);
extern void sealstone_progress_fraction(double fraction);
extern void sealstone_progress_blocked(Oid relid, LOCKMODE mode);
extern void sealstone_progress_unblocked(void);

/* true once cancel_operation() asked the running operation to stop; CHECK_FOR_INTERRUPTS() raises it anyway */
extern bool sealstone_progress_cancelled(void);

extern void sealstone_describe_holder(StringInfo buf, VirtualTransactionId holder);

#endif							/* SEALSTONE_PROGRESS_H */
