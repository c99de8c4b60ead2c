/*-------------------------------------------------------------------------
 *
 * migrate.h
 *	  Moving rows out of the default partition.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_MIGRATE_H
#define SEALSTONE_MIGRATE_H

#include "postgres.h"

typedef struct SealstoneMigrated
{
	int			partitions;
	int64		rows;
	bool		finished;		/* nothing is left that a partition could be made for */
	bool		left;			/* but rows are, that none can be made for */
} SealstoneMigrated;

/*
 * Makes at most so many partitions (0: all) for ranges whose rows are in the default partition and moves the rows,
 * a transaction for each. Under the rules of job/transaction.h: a transaction with a snapshot open at call and
 * return. Interrupted at any point, what was committed stays and calling again goes on.
 */
extern void sealstone_migrate_run(Oid series, int batches, SealstoneMigrated *result);

#endif							/* SEALSTONE_MIGRATE_H */
