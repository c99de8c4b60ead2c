/*-------------------------------------------------------------------------
 *
 * settings.h
 *	  Arguments that several functions on series read alike.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_SETTINGS_H
#define SEALSTONE_SETTINGS_H

#include "postgres.h"

#include "datatype/timestamp.h"
#include "fmgr.h"

/* A length of time declared "any": interval or integer as the series needs; false when NULL; raises when negative */
extern bool sealstone_length_argument(FunctionCallInfo fcinfo, int argno, const char *name, Oid time_type,
									  Interval *interval, int64 *width);

extern void sealstone_check_premake(int premake);

#endif							/* SEALSTONE_SETTINGS_H */
