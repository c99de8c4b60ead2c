/*-------------------------------------------------------------------------
 *
 * create.h
 *	  From a table to a series table.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_CREATE_H
#define SEALSTONE_CREATE_H

#include "postgres.h"

#include "access/attnum.h"

/*
 * convert.c: turns a plain table into a table range-partitioned by the column whose only partition, the default,
 * is the old table's storage. No row is read or moved. The caller holds ACCESS EXCLUSIVE on it and has checked
 * ownership. Everything that cannot be carried over is refused before anything is changed. Returns the OID of
 * the partitioned table, which has the old name.
 */
extern Oid	sealstone_convert_table(Oid relid, AttrNumber time_attnum);

#endif							/* SEALSTONE_CREATE_H */
