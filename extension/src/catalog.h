/*-------------------------------------------------------------------------
 *
 * catalog.h
 *	  The settings row of a series table, who may act on it, and the two ways in which Sealstone
 *	  changes identity to do its work.
 *
 * Two scopes, both undone by the end of the (sub)transaction on error:
 *
 *	- catalog scope: SPI as the bootstrap superuser on Sealstone's own tables, whose contents no user may
 *	  write. Only statements written by us run in it, search_path pinned to pg_catalog.
 *	- owner scope: SPI as the owner of the table worked on, SECURITY_RESTRICTED_OPERATION, search_path,
 *	  DateStyle, IntervalStyle and TimeZone pinned. All DDL on users' tables runs in it, so that nothing
 *	  an owner has put into defaults, triggers or expressions runs with another's rights.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_CATALOG_H
#define SEALSTONE_CATALOG_H

#include "postgres.h"

#include "access/attnum.h"
#include "datatype/timestamp.h"
#include "executor/spi.h"
#include "nodes/pg_list.h"

typedef struct SealstoneScope
{
	Oid			user;
	int			sec_context;
	int			guc_level;
	bool		snapshot;		/* the scope pushed one of its own */
} SealstoneScope;

extern void sealstone_catalog_begin(SealstoneScope *scope);
extern void sealstone_owner_begin(SealstoneScope *scope, Oid owner);
extern void sealstone_scope_end(SealstoneScope *scope);	/* of either */

/* identity alone, without SPI, for code that manages SPI and transactions itself */
extern void sealstone_become(SealstoneScope *scope, Oid owner, bool restricted);
extern void sealstone_unbecome(SealstoneScope *scope);

/* One statement through SPI within a scope; returns rows processed, raises on failure */
extern uint64 sealstone_spi(const char *sql);
extern uint64 sealstone_spif(const char *format,...) pg_attribute_printf(1, 2);
/* Runs the statements that the query before returned, one a row, in its first column */
extern void sealstone_spi_each(uint64 count);
extern uint64 sealstone_spi_args(const char *sql, int nargs, Oid *types, Datum *values, const char *nulls);

typedef struct SealstoneSeries
{
	Oid			relid;
	Oid			owner;
	AttrNumber	time_attnum;	/* from the partition key, not from our row */
	char	   *time_column;
	Oid			time_type;
	bool		has_interval;	/* else width */
	Interval	partition_interval;
	int64		partition_width;
	int			premake;
	char	   *space_column;	/* NULL: none */
	int			space_partitions;
	bool		sealing;
	bool		has_seal_after;
	Interval	seal_after;
	bool		has_seal_after_width;
	int64		seal_after_width;
	char	   *codec;
	List	   *order_by;		/* of char *; NIL: chosen at the seal */
	bool		keep_indexes;
	bool		has_retention;
	Interval	retention;
	bool		has_retention_width;
	int64		retention_width;
} SealstoneSeries;

/* The series' settings, palloc'd in the current context; NULL if not one (missing_ok) or an error */
extern SealstoneSeries *sealstone_series_get(Oid relid, bool missing_ok);

/*
 * The series a leaf, intermediate partition or series table belongs to; InvalidOid if none, also where the extension
 * is not installed. Cheap, without SPI, raises nothing: for planner and executor hooks.
 */
extern Oid	sealstone_series_of(Oid relid);

/* Rights. The "check" forms raise; "what" completes "must be owner of x to ..." / "permission denied to ... x" */
extern bool sealstone_series_is_owner(Oid relid, Oid role);
extern bool sealstone_series_may_operate(Oid relid, Oid role);
extern void sealstone_check_owner(Oid relid, const char *what);
extern void sealstone_check_operate(Oid relid, const char *what);

/* The value of setting sealstone.actor where the session may set it (DESIGN 4.7), else NULL */
extern char *sealstone_actor_name(void);

#endif							/* SEALSTONE_CATALOG_H */
