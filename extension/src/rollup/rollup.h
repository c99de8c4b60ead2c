/*-------------------------------------------------------------------------
 *
 * rollup.h
 *	  Rollups: what one is made of, and what its parts offer each other.
 *
 * README.md in this directory holds the protocol: what is locked in which order, and the race
 * that each step closes.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_ROLLUP_H
#define SEALSTONE_ROLLUP_H

#include "postgres.h"

#include "executor/spi.h"
#include "fmgr.h"
#include "nodes/parsenodes.h"
#include "nodes/plannodes.h"
#include "portability/instr_time.h"
#include "utils/array.h"
#include "utils/relcache.h"
#include "utils/snapshot.h"
#include "utils/tuplestore.h"

#include "func/bucket.h"

/* columns of sealstone.rollup (sql/40_rollup.sql) */
enum RollupAttr
{
	ROLLUP_ID = 1,
	ROLLUP_VIEW,
	ROLLUP_PARTIALS,
	ROLLUP_STATES,
	ROLLUP_BARRIER,
	ROLLUP_SOURCE,
	ROLLUP_SERIES,
	ROLLUP_TIME_TYPE,
	ROLLUP_BUCKET,
	ROLLUP_BUCKET_WIDTH,
	ROLLUP_TIME_ZONE,
	ROLLUP_SELECT_LIST,
	ROLLUP_GROUP_BY,
	ROLLUP_GROUP_COLUMNS,
	ROLLUP_PAIR_KEYS,
	ROLLUP_STATE_MERGE,
	ROLLUP_STATE_PARENT,
	ROLLUP_GROUP_PARENT,
	ROLLUP_WATERMARK,
	ROLLUP_FLOOR,
	ROLLUP_RETENTION,
	ROLLUP_RETENTION_WIDTH,
	ROLLUP_CREATED_AT,
	ROLLUP_LAST_REFRESH,
	ROLLUP_LAST_REFRESH_MS,
	ROLLUP_LAST_REFRESH_ROWS,
	ROLLUP_LAST_REFRESH_BUCKETS,
	ROLLUP_ITEM_MS,
	ROLLUP_BUCKET_MS,
	ROLLUP_STATES_ROWS,
	ROLLUP_STATES_BUCKETS,
	ROLLUP_STATES_BYTES,
	ROLLUP_MEASURED_AT,
	ROLLUP_KEPT_FROM,
	ROLLUP_NEWEST,
	ROLLUP_DEFINITION,
	ROLLUP_NATTS = ROLLUP_DEFINITION
};

/* columns of sealstone.rollup_pending */
enum PendingAttr
{
	PENDING_ID = 1,
	PENDING_ROLLUP,
	PENDING_KIND,
	PENDING_LO,
	PENDING_HI,
	PENDING_KEYS,
	PENDING_CAUSE,
	PENDING_ROWS,
	PENDING_CREATED_AT,
	PENDING_NATTS = PENDING_CREATED_AT
};

#define PENDING_PAIR	'p'
#define PENDING_BUCKET	'b'
#define PENDING_RANGE	'r'

/* sub-ids of the lock object (sealstone.rollup, id, sub-id); order: REFRESH, FLOOR, BARRIER */
#define ROLLUP_LOCK_BARRIER	0	/* shared: a committing writer; exclusive: the barrier moves */
#define ROLLUP_LOCK_REFRESH	1	/* exclusive: one refresh, drop or retention at a time */
#define ROLLUP_LOCK_FLOOR	2	/* shared: a writer with late rows; exclusive: the floor moves */

/* a rollup as its catalog row describes it; allocated whole in the caller's memory context */
typedef struct Rollup
{
	int			id;
	Oid			view;			/* what users read */
	Oid			partials;		/* the same with partial states, never stale either */
	Oid			states;			/* table of materialized states */
	Oid			barrier;		/* sequence: writers log what they wrote below its value */
	Oid			definition;		/* view of what its maker wrote, over the series */
	Oid			newest;			/* sequence: a hint, start of the newest bucket written to */
	Oid			source;			/* the series, or the partials view of the rollup below */
	Oid			series;			/* the series at the bottom */
	Oid			time_type;
	SealstoneBucket bucket;
	int			ngroups;
	char	  **group_columns;	/* their names in the view */
	bool		pair_keys;		/* every group is a column whose text is its identity */
	int			nstates;
	char	  **state_merge;	/* SQL that merges a state, % for the state */
	double		groups;			/* states per materialized bucket, on average; 0: not known */
	int64		watermark;		/* buckets below are materialized; PG_INT64_MIN: none */
	int64		floor;			/* below, only the states are whole */
	int64		kept_from;		/* below, the states are gone too */
	Interval   *keep;			/* retention of the states; NULL, 0: for ever */
	int64		keep_width;
	int		   *state_parent;	/* over a rollup: the state below that each is merged from, from 1 */
	int		   *group_parent;
	/* as stored, for messages and for a rollup built on this one; NULL where absent */
	Interval   *interval;
	int64		width;
	char	   *time_zone;
} Rollup;

/* one thing to recompute: all groups of [lo, hi), or one group of it when keys is set */
typedef struct PendingItem
{
	int64		lo;
	int64		hi;
	char	  **keys;			/* ngroups texts, NULL elements for SQL NULL; NULL: all groups */
	char	   *encoded;		/* the same as one string, for comparing */
} PendingItem;

/* the pending rows that a refresh has read, to be removed once it has worked them off */
typedef struct PendingRow
{
	ItemPointerData tid;
	int64		lo;
	int64		hi;
} PendingRow;

typedef struct SealstonePending
{
	int			limit;			/* in: about how many rows to read; 0: all */
	int64		end;			/* out: rows were read below it; PG_INT64_MAX: all */
	int			nrows;
	int			space;
	PendingRow *rows;
} SealstonePending;

/* catalog.c */
extern Oid	sealstone_rollup_catalog(void);
extern Oid	sealstone_pending_catalog(void);
extern Rollup *sealstone_rollup_by_id(int id, Snapshot snapshot);
extern Rollup *sealstone_rollup_by_relation(Oid relation, bool partials);
extern List *sealstone_rollups_of_series(Oid series);
extern bool sealstone_rollup_watermark_of(int id, Snapshot snapshot, int64 *watermark, int64 *floor,
										  int64 *kept_from);
extern void sealstone_rollup_forget(int id);
extern Oid	sealstone_series_time_column(Oid series, char **name, AttrNumber *attno);
extern int64 sealstone_barrier_read(Oid barrier);
extern void sealstone_barrier_raise(const Rollup *r, int64 value);
extern void sealstone_newest_raise(const Rollup *r, int64 value);
extern char *sealstone_encode_keys(int n, char **keys);
extern List *sealstone_pending_load(const Rollup *r, Snapshot snapshot, int64 lo, int64 hi,
									int64 touch_lo, int64 touch_hi, SealstonePending *read);
extern bool sealstone_pending_exists(int id, int64 below, Snapshot snapshot);
extern void sealstone_pending_finish(const SealstonePending *read);
extern bool sealstone_rollup_type_has_text_identity(Oid type, Oid collation);

extern bool sealstone_rollup_may_operate(Oid view);

/* analyze.c */
typedef struct RollupGroup
{
	char	   *expr;			/* SQL over the source's columns */
	char	   *name;			/* its column in the view */
	Oid			type;
	int32		typmod;
	Oid			collation;
	char	   *column;			/* the source's column when it is nothing more; else NULL */
} RollupGroup;

typedef struct RollupState
{
	char	   *raw;			/* SQL aggregate over the source's columns */
	char	   *merge;			/* SQL that merges it, % for the state */
	Oid			type;
	Oid			collation;
} RollupState;

typedef struct RollupOutput
{
	char	   *expr;			/* SQL over g1.. and s1.. */
	char	   *raw;			/* SQL over the series, as its maker wrote it */
	char	   *name;
} RollupOutput;

typedef struct RollupShape
{
	List	   *groups;			/* RollupGroup */
	List	   *states;			/* RollupState */
	List	   *outputs;		/* RollupOutput */
} RollupShape;

extern RollupShape *sealstone_rollup_analyze(Oid series, const char *select_list,
											 const char *group_by);
extern void sealstone_rollup_normalize(Oid series, List *groups, List *states,
									   List **normal_groups, List **normal_states);
extern char *sealstone_column_type(Oid type, int32 typmod, Oid collation);

/* source.c: the SQL that aggregates the source, read from the partials view */
typedef struct RollupSource
{
	char	   *from;			/* qualified name of the source */
	char	   *time_column;	/* quoted */
	List	   *targets;		/* char *: bucket, groups, states, as the view has them */
	List	   *types;			/* Oid of each */
} RollupSource;

extern RollupSource *sealstone_rollup_source(const Rollup *r);
extern char *sealstone_rollup_select(const Rollup *r, const RollupSource *s,
									 const PendingItem *item, const char *condition,
									 int first_param);
extern int	sealstone_rollup_key_params(const Rollup *r, const RollupSource *s,
										const PendingItem *item, Oid *types, Datum *values);
extern void sealstone_rollup_raw(const Rollup *r, List **groups, List **states);
extern char *sealstone_expand_merge(const char *merge, int own, const int *map, const char *prefix);

/* drop.c */
extern void sealstone_rollup_before_drop(DropStmt *stmt);

/* guard.c */
extern void sealstone_rollup_guard(Node *stmt);

/* drop.c: is this the function of a rollup's triggers? */
extern bool sealstone_is_rollup_trigger(Oid function);

/* follow.c: after ALTER TABLE was done */
extern void sealstone_rollup_follow(const AlterTableStmt *stmt);
extern void sealstone_rollup_guard_drop(const Rollup *r);

/* recompute.c */
typedef struct SealstoneRecompute
{
	const Rollup *r;
	RollupSource *source;
	char	   *states;			/* qualified name of the states' table, unless reading */
	bool		reading;		/* into store, changing nothing */
	Tuplestorestate *store;
	int64		rows;			/* states computed */
	int64		removed;
	int64		recomputed;		/* items */
	/* of single items: prepared for the shape of keys in `shape`, reused while it stays the same */
	char	   *shape;
	SPIPlanPtr	delete_plan;
	SPIPlanPtr	select_plan;
} SealstoneRecompute;

extern void sealstone_rollup_recompute(SealstoneRecompute *c, List *items);

/* invalidate.c */
extern Rollup *sealstone_rollup_of_partials(Oid partials);
extern void sealstone_rollup_note_range(Oid series, int64 lo, int64 hi, const char *cause);
extern void sealstone_rollup_note_relation(Oid relation, const char *cause);
extern void sealstone_invalidate_init(void);

/*
 * Partitions come and go without changing what the series holds (migrate, attaching an empty
 * partition): between quiet_begin and quiet_end DDL marks nothing. Nest; reset by an abort.
 */
extern void sealstone_rollup_quiet_begin(void);
extern void sealstone_rollup_quiet_end(void);

/* own.c */
extern List *sealstone_own_items(const Rollup *r, Snapshot snapshot);
extern void sealstone_own_init(void);

/* clean.c */
extern bool sealstone_rollup_is_clean(int id, int64 watermark, Snapshot snapshot);
extern bool sealstone_rollup_empty_beyond(const Rollup *r, int64 watermark, List **leaves);
extern List *sealstone_clean_record(const Rollup *r, int64 watermark, List *leaves);
extern void sealstone_clean_attach(PlannedStmt *stmt, Query *original, int options, List *records);
extern void sealstone_clean_init(void);

/* refresh.c */

/* one bounded piece of a refresh after the other, each in a transaction of its own (batch.c) */
typedef struct RefreshBatch
{
	bool		more;			/* out: the refresh asked for is not at its end */
	/* summed up over all pieces */
	bool		began;
	instr_time	start;
	int64		rows;
	int64		buckets;
} RefreshBatch;

extern int64 sealstone_rollup_clip(const Rollup *r, int64 t);
extern int64 sealstone_rollup_refresh(Oid view, int64 lo, int64 hi, int64 floor, bool trusted, RefreshBatch *batch);
extern int64 sealstone_rollup_bound_text(const char *literal, const Rollup *r, int64 missing);
extern int64 sealstone_rollup_bound_argument(FunctionCallInfo fcinfo, int arg, const Rollup *r,
											 int64 missing);
extern void sealstone_rollup_become_owner(Oid relation, Oid *save_user, int *save_context, int *nest);
extern void sealstone_rollup_become_self(Oid save_user, int save_context, int nest);

/* batch.c */
extern int64 sealstone_rollup_batch_end(const Rollup *r, int64 from, int64 target);
extern int64 sealstone_rollup_settled_end(const Rollup *r, int64 lo, int64 hi);
extern int64 sealstone_rollup_refresh_in_batches(Oid view, int64 lo, int64 hi, bool trusted);

/* floor.c */
extern void sealstone_rollup_raise_floor(Oid series, int64 before);
extern void sealstone_rollup_lock_or_leave(const Rollup *r, uint16 which);
extern int64 sealstone_rollup_bucket_ceiling(const Rollup *r, int64 t);
extern bool sealstone_rollup_being_dropped(Oid relation);
extern void sealstone_floor_init(void);

/* create.c */
extern char *sealstone_rollup_bucket_sql(const Rollup *r, const char *time);

/* view.c */
extern void sealstone_rollup_view_init(void);

extern void sealstone_rollup_init(void);

#endif							/* SEALSTONE_ROLLUP_H */
