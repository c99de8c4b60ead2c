/*-------------------------------------------------------------------------
 *
 * error.h
 *	  Errors that several parts raise in the same words, with the same SQLSTATE and hint.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_ERROR_H
#define SEALSTONE_ERROR_H

#include "postgres.h"

/* 42P17 with the way to make it one */
extern void sealstone_error_not_series(Oid relid) __attribute__((noreturn));

/* 42501 for what needs ownership */
extern void sealstone_error_not_owner(Oid relid, const char *what) __attribute__((noreturn));

/* 42501 for what ownership, MAINTAIN or grant_operate allow */
extern void sealstone_error_not_operator(Oid relid, const char *what) __attribute__((noreturn));

/* 22004 for an argument that may not be NULL */
extern void sealstone_error_null(const char *argument) __attribute__((noreturn));

/* schema-qualified and quoted name for messages and statements; the OID as text when it is gone */
extern char *sealstone_relation_name(Oid relid);

#endif							/* SEALSTONE_ERROR_H */
