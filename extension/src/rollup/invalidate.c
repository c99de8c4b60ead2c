/*-------------------------------------------------------------------------
 *
 * invalidate.c
 *	  What a transaction wrote that a rollup has already taken up.
 *
 * Every leaf of a series with a rollup carries row triggers whose WHEN clause is
 * sealstone.rollup_note(rollup, operation, time, groups...). Postgres evaluates it in the
 * executor, once per row, whatever the statement and whichever table of the tree it names; it
 * notes the row here and answers false, so that no trigger event is ever queued and COPY keeps
 * its batches. Postgres itself clones the triggers to partitions that are made or attached.
 * (docs/decisions/0600-rollup-capture.md says why not transition tables.)
 *
 * In memory: per rollup, (bucket, group) pairs of rows below the watermark as it was when the
 * transaction first wrote, beyond sealstone.rollup_pair_limit buckets, beyond
 * sealstone.rollup_bucket_limit one range; and of rows above it only the extent. At pre-commit
 * the newest barrier decides what is logged (README.md). All memory is in
 * TopTransactionContext. A rolled-back savepoint takes its own pairs and buckets with it; a
 * range or extent may then be too wide, which costs a recomputation and is never wrong.
 *
 * Until then the transaction itself reads them from here (own.c).
 *
 * DDL that changes what a series holds (TRUNCATE, and ATTACH, DETACH and DROP of a partition)
 * is noted by bounds, from hooks.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/objectaccess.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "commands/sequence.h"
#include "commands/trigger.h"
#include "common/hashfn.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "storage/lmgr.h"
#include "tcop/utility.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "compat.h"
#include "guc.h"
#include "rollup/note.h"
#include "rollup/rollup.h"
#include "stop_point.h"

typedef struct NoteCache
{
	uint64		transaction;	/* that note belongs to */
	Note	   *note;			/* NULL: no such rollup */
} NoteCache;

/* a backend's cached rollups; stale once a relcache message names their states table */
typedef struct CachedRollup
{
	int			id;				/* hash key */
	bool		valid;
	Oid			states;
	int64		newest_end;		/* rows before it tell nothing new about the newest bucket */
	MemoryContext context;
	Rollup	   *r;				/* NULL: there is none */
} CachedRollup;

static List *notes = NIL;		/* Note, in TopTransactionContext */
static uint64 transaction_number = 1;	/* grows with every end of a transaction */
static HTAB *cached = NULL;
static int	quiet = 0;
static object_access_hook_type prev_object_access = NULL;
static ProcessUtility_hook_type prev_utility = NULL;

/* ---------- rollups by id, cached ---------- */

static void
forget_cached(Datum arg, Oid relid)
{
	HASH_SEQ_STATUS seq;
	CachedRollup *c;

	if (cached == NULL)
		return;
	hash_seq_init(&seq, cached);
	while ((c = hash_seq_search(&seq)) != NULL)
		if (!OidIsValid(relid) || relid == c->states || c->r == NULL)
			c->valid = false;
}

static Rollup *
cached_rollup(int id)
{
	CachedRollup *c;
	bool		found;
	MemoryContext old;

	if (cached == NULL)
	{
		HASHCTL		ctl = {.keysize = sizeof(int), .entrysize = sizeof(CachedRollup)};

		cached = hash_create("sealstone rollups", 16, &ctl, HASH_ELEM | HASH_BLOBS);
		CacheRegisterRelcacheCallback(forget_cached, (Datum) 0);
	}
	c = hash_search(cached, &id, HASH_ENTER, &found);
	if (!found)
	{
		c->valid = false;
		c->context = NULL;
		c->r = NULL;
		c->states = InvalidOid;
		c->newest_end = PG_INT64_MIN;
	}
	if (!c->valid)
	{
		if (c->context == NULL)
			c->context = AllocSetContextCreate(CacheMemoryContext, "sealstone rollup", ALLOCSET_SMALL_SIZES);
		c->r = NULL;
		MemoryContextReset(c->context);
		c->valid = true;		/* a message that arrives while we read unsets it */
		old = MemoryContextSwitchTo(c->context);
		c->r = sealstone_rollup_by_id(id, NULL);
		MemoryContextSwitchTo(old);
		c->states = c->r ? c->r->states : InvalidOid;
	}
	return c->r;
}

typedef struct PartialsOf
{
	Oid			partials;		/* hash key */
	int			id;
} PartialsOf;

/*
 * The rollup whose partials view this is, from the cache where it is there: for planning. What it points to may go when
 * the cache is read again; what does not change in a rollup's life (its bucket, its relations) is in the copy itself.
 */
Rollup *
sealstone_rollup_of_partials(Oid partials)
{
	static HTAB *known = NULL;
	PartialsOf *entry;
	Rollup	   *r;
	Rollup	   *copy;

	if (known == NULL)
	{
		HASHCTL		ctl = {.keysize = sizeof(Oid), .entrysize = sizeof(PartialsOf)};

		known = hash_create("sealstone partials views", 16, &ctl, HASH_ELEM | HASH_BLOBS);
	}
	entry = hash_search(known, &partials, HASH_FIND, NULL);
	r = entry ? cached_rollup(entry->id) : NULL;
	if (r == NULL || r->partials != partials)
	{
		r = sealstone_rollup_by_relation(partials, true);
		if (r == NULL)
			return NULL;
		entry = hash_search(known, &partials, HASH_ENTER, NULL);
		entry->id = r->id;
		return r;
	}
	copy = palloc(sizeof(Rollup));
	*copy = *r;
	return copy;
}

/* a transaction about to commit wrote rows up to this time: once per bucket and backend, tell */
static void
tell_newest(const Rollup *r, int64 t)
{
	CachedRollup *c = hash_search(cached, &r->id, HASH_FIND, NULL);
	int64		lo,
				hi;

	if (c == NULL || t < c->newest_end || sealstone_time_is_infinite(t, r->time_type))
		return;
	sealstone_bucket_bounds(&r->bucket, t, &lo, &hi);
	sealstone_newest_raise(r, lo);
	c->newest_end = hi;
}

/* ---------- entries ---------- */

static uint32
key_hash(const void *key, Size size)
{
	const NoteKey *k = key;

	return hash_combine(hash_bytes((const unsigned char *) &k->lo, sizeof(int64)),
						hash_bytes((const unsigned char *) k->encoded, strlen(k->encoded)));
}

static int
key_match(const void *a, const void *b, Size size)
{
	const NoteKey *x = a,
			   *y = b;

	return !(x->lo == y->lo && strcmp(x->encoded, y->encoded) == 0);
}

static HTAB *
new_entries(void)
{
	HASHCTL		ctl = {
		.keysize = sizeof(NoteKey), .entrysize = sizeof(NoteEntry),
		.hash = key_hash, .match = key_match, .hcxt = TopTransactionContext
	};

	return hash_create("sealstone rollup notes", 64, &ctl,
					   HASH_ELEM | HASH_FUNCTION | HASH_COMPARE | HASH_CONTEXT);
}

static void
unlink_entry(Note *n, NoteEntry *e)
{
	if (e->newer)
		e->newer->older = e->older;
	else
		n->newest = e->older;
	if (e->older)
		e->older->newer = e->newer;
}

static void
remove_entry(Note *n, NoteEntry *e)
{
	unlink_entry(n, e);
	hash_search(n->entries, &e->key, HASH_REMOVE, NULL);
}

static void
widen_range(Note *n, int64 lo, int64 hi, char op, int64 rows, CommandId cid);

static void
add_entry(Note *n, int64 lo, int64 hi, char **keys, const char *encoded, char op,
		  int64 rows, SubTransactionId subid, CommandId cid)
{
	NoteKey		key = {lo, encoded};
	NoteEntry  *e;
	CommandId	now = sealstone_writing_command();	/* which makes it coarser; what it makes so may be older */
	bool		found;

	if (n->range_only)
	{
		widen_range(n, lo, hi, op, rows, now);
		return;
	}
	if (n->entries == NULL)
		n->entries = new_entries();
	e = hash_search(n->entries, &key, HASH_ENTER, &found);
	if (found)
	{
		e->rows += rows;
		e->cid = Min(e->cid, cid);
		return;
	}
	e->key.encoded = encoded[0] ? MemoryContextStrdup(TopTransactionContext, encoded) : "";
	e->hi = hi;
	e->op = op;
	e->rows = rows;
	e->subid = subid;
	e->cid = cid;
	e->keys = NULL;
	if (keys)
	{
		e->keys = MemoryContextAllocZero(TopTransactionContext, sizeof(char *) * n->r->ngroups);
		for (int i = 0; i < n->r->ngroups; i++)
			if (keys[i])
				e->keys[i] = MemoryContextStrdup(TopTransactionContext, keys[i]);
	}
	e->newer = NULL;
	e->older = n->newest;
	if (n->newest)
		n->newest->newer = e;
	n->newest = e;

	/* too many pairs: their buckets instead; too many buckets: one range */
	if (!n->buckets_only && hash_get_num_entries(n->entries) > sealstone_rollup_pair_limit)
	{
		NoteEntry  *old = n->newest;

		n->buckets_only = true;
		n->pairs = old;
		n->pairs_until = now;
		n->entries = new_entries();
		n->newest = NULL;
		for (; old; old = old->older)
			add_entry(n, old->key.lo, old->hi, NULL, "", old->op, old->rows, TopSubTransactionId, old->cid);
	}
	else if (n->buckets_only && hash_get_num_entries(n->entries) > sealstone_rollup_bucket_limit)
	{
		n->range_only = true;
		n->range.lo = PG_INT64_MAX;
		n->range.hi = PG_INT64_MIN;
		n->buckets = n->newest;
		n->buckets_until = now;
		for (e = n->newest; e; e = e->older)
			widen_range(n, e->key.lo, e->hi, e->op, e->rows, now);
		n->entries = NULL;
		n->newest = NULL;
	}
}

static const char *
cause_name(char op)
{
	return op == 'i' ? "insert" : op == 'u' ? "update" : "delete";
}

static void
widen_range(Note *n, int64 lo, int64 hi, char op, int64 rows, CommandId cid)
{
	if (lo < n->range.lo || hi > n->range.hi)
		sealstone_own_range_widened(n, lo, hi, cid);
	n->range.lo = Min(n->range.lo, lo);
	n->range.hi = Max(n->range.hi, hi);
	n->range.cause = cause_name(op);
	n->range.rows += rows;
}

static Note *
note_of(int id)
{
	ListCell   *lc;
	Note	   *n;
	Rollup	   *r;
	MemoryContext old;

	foreach(lc, notes)
	{
		n = lfirst(lc);
		if (n->r->id == id)
			return n;
	}
	r = cached_rollup(id);
	if (r == NULL)
		return NULL;
	old = MemoryContextSwitchTo(TopTransactionContext);
	n = palloc0(sizeof(Note));
	/* the cached one may go with the next invalidation: keep what a note needs */
	n->r = palloc(sizeof(Rollup));
	*n->r = *r;
	n->buckets_only = !r->pair_keys || r->ngroups == 0;
	notes = lappend(notes, n);
	MemoryContextSwitchTo(old);
	return n;
}

/* ---------- rows ---------- */

static char **
group_texts(FunctionCallInfo fcinfo, Note *n)
{
	char	  **keys = palloc0(sizeof(char *) * n->r->ngroups);

	if (n->out == NULL)
	{
		n->out_type = MemoryContextAllocZero(TopTransactionContext, sizeof(Oid) * n->r->ngroups);
		n->out = MemoryContextAllocZero(TopTransactionContext, sizeof(FmgrInfo) * n->r->ngroups);
	}
	for (int i = 0; i < n->r->ngroups; i++)
	{
		Oid			type = get_fn_expr_argtype(fcinfo->flinfo, i + 3);

		if (n->out_type[i] != type)
		{
			Oid			out;
			bool		varlena;

			getTypeOutputInfo(type, &out, &varlena);
			fmgr_info_cxt(out, &n->out[i], TopTransactionContext);
			n->out_type[i] = type;
		}
		if (!PG_ARGISNULL(i + 3))
			keys[i] = OutputFunctionCall(&n->out[i], PG_GETARG_DATUM(i + 3));
	}
	return keys;
}

/*
 * Once per transaction that writes below the watermark: from here to its end the floor does
 * not move, so what is noted as pending can still be recomputed when it is logged.
 */
static void
lock_floor(Note *n)
{
	int64		watermark;
	Snapshot	snapshot;

	LockDatabaseObject(sealstone_rollup_catalog(), n->r->id, ROLLUP_LOCK_FLOOR, ShareLock);
	snapshot = RegisterSnapshot(GetLatestSnapshot());
	(void) sealstone_rollup_watermark_of(n->r->id, snapshot, &watermark, &n->r->floor, &n->r->kept_from);
	UnregisterSnapshot(snapshot);
	n->floor_locked = true;
}

/*
 * rollup_note(rollup int, operation "char", time, VARIADIC groups) -> boolean
 *
 * The WHEN clause of a rollup's triggers. True, so that the trigger is fired, only for a row
 * below the floor, which has to be merged into its bucket instead of being recomputed.
 */
PG_FUNCTION_INFO_V1(sealstone_rollup_note);
Datum
sealstone_rollup_note(PG_FUNCTION_ARGS)
{
	NoteCache  *cache = fcinfo->flinfo->fn_extra;
	Note	   *n;
	int64		t;
	char		op;
	char	  **keys = NULL;
	const char *encoded = "";

	if (cache == NULL)
		cache = fcinfo->flinfo->fn_extra =
			MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(NoteCache));
	if (cache->transaction != transaction_number)
	{
		if (PG_ARGISNULL(0) || PG_NARGS() < 3)
			PG_RETURN_BOOL(false);
		cache->note = note_of(PG_GETARG_INT32(0));
		cache->transaction = transaction_number;
	}
	n = cache->note;
	if (n == NULL || PG_ARGISNULL(2) || PG_ARGISNULL(1))
		PG_RETURN_BOOL(false);
	if (get_fn_expr_argtype(fcinfo->flinfo, 2) != n->r->time_type)
		elog(ERROR, "time of a rollup's trigger has another type than the rollup");
	if (quiet > 0)
		PG_RETURN_BOOL(false);
	t = sealstone_time_to_int64(PG_GETARG_DATUM(2), n->r->time_type);
	op = PG_GETARG_CHAR(1);

	if (t >= n->r->watermark)
	{
		if (!n->has_above)
		{
			n->has_above = true;
			n->above_lo = n->above_hi = t;
			n->above_op = op;
			n->above_cid = sealstone_writing_command();
		}
		else if (t < n->above_lo)
			n->above_lo = t;
		else if (t > n->above_hi)
			n->above_hi = t;
		n->above_rows++;
		PG_RETURN_BOOL(false);
	}

	if (!n->floor_locked)
		lock_floor(n);
	if (t < n->r->floor)
	{
		if (t < n->r->kept_from)
			PG_RETURN_BOOL(false);	/* its bucket is gone by the rollup's own retention */
		if (op == 'i')
			PG_RETURN_BOOL(true);
		if (!n->warned)
			ereport(WARNING,
					(errmsg("rollup \"%s\" does not follow this %s", get_rel_name(n->r->view), cause_name(op)),
					 errdetail("It keeps what was dropped from the series below its floor, so buckets there cannot be computed again.")));
		n->warned = true;
		PG_RETURN_BOOL(false);
	}

	if (!n->has_bucket || t < n->lo || t >= n->hi)
	{
		n->has_bucket = false;
		sealstone_bucket_bounds(&n->r->bucket, t, &n->lo, &n->hi);
		if (n->hi <= n->lo)
			n->hi = n->lo + 1;	/* -infinity is a bucket of its own */
		n->has_bucket = true;
	}
	if (!n->buckets_only && PG_NARGS() == n->r->ngroups + 3)
	{
		keys = group_texts(fcinfo, n);
		encoded = sealstone_encode_keys(n->r->ngroups, keys);
	}
	add_entry(n, n->lo, n->hi, keys, encoded, op, 1, GetCurrentSubTransactionId(), sealstone_writing_command());
	PG_RETURN_BOOL(false);
}

/* ---------- what DDL changes ---------- */

static void note_range(int id, int64 lo, int64 hi, const char *cause);
static void note_above(const Rollup *r, int64 lo, int64 hi, const char *cause);

/* invalidate_rollup(rollup regclass, lo "any", hi "any"): a person says that a range changed */
PG_FUNCTION_INFO_V1(sealstone_invalidate_rollup);
Datum
sealstone_invalidate_rollup(PG_FUNCTION_ARGS)
{
	Rollup	   *r;
	int64		lo,
				hi;

	if (PG_ARGISNULL(0))
		PG_RETURN_VOID();
	PreventCommandIfReadOnly("invalidate_rollup()");
	r = sealstone_rollup_by_relation(PG_GETARG_OID(0), false);
	if (r == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a rollup", get_rel_name(PG_GETARG_OID(0)) ? get_rel_name(PG_GETARG_OID(0)) : "?")));
	if (!sealstone_is_owner(r->view, GetUserId()))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_VIEW, get_rel_name(r->view));
	lo = sealstone_rollup_bound_argument(fcinfo, 1, r, PG_INT64_MIN);
	hi = sealstone_rollup_bound_argument(fcinfo, 2, r, PG_INT64_MAX);
	if (lo < hi)
	{
		note_range(r->id, lo, hi, "update");
		note_above(r, lo, hi, "update");
	}
	PG_RETURN_VOID();
}

/* The rollups made of a rollup, at any height */
static void
note_above(const Rollup *r, int64 lo, int64 hi, const char *cause)
{
	ListCell   *lc;

	foreach(lc, sealstone_rollups_of_series(r->series))
	{
		Rollup	   *other = lfirst(lc);

		if (other->source != r->view)
			continue;
		note_range(other->id, lo, hi, cause);
		note_above(other, lo, hi, cause);
	}
}

static void
note_range(int id, int64 lo, int64 hi, const char *cause)
{
	Note	   *n = note_of(id);
	RangeNote  *range;
	ListCell   *lc;
	CommandId	cid = GetCurrentCommandId(false);
	MemoryContext old;

	if (n == NULL)
		return;
	sealstone_whole_buckets(n->r, &lo, &hi);
	/* a statement over a tree of tables tells of each of them */
	foreach(lc, n->ranges)
	{
		range = lfirst(lc);
		if (strcmp(range->cause, cause) == 0 && lo >= range->lo && hi <= range->hi)
			return;
		if (strcmp(range->cause, cause) == 0 && lo <= range->hi && hi >= range->lo && range->cid == cid)
		{
			range->lo = Min(range->lo, lo);
			range->hi = Max(range->hi, hi);
			return;
		}
	}
	old = MemoryContextSwitchTo(TopTransactionContext);
	range = palloc0(sizeof(RangeNote));
	range->lo = lo;
	range->hi = hi;
	range->cause = cause;
	range->cid = cid;
	n->ranges = lappend(n->ranges, range);
	MemoryContextSwitchTo(old);
}

void
sealstone_rollup_note_range(Oid series, int64 lo, int64 hi, const char *cause)
{
	ListCell   *lc;

	foreach(lc, sealstone_rollups_of_series(series))
		note_range(((Rollup *) lfirst(lc))->id, lo, hi, cause);
}

/*
 * The range of times that a partition (at any depth) can hold, by the bounds of its ancestors
 * whose key is the series' time. Bounds wider than the truth are harmless.
 */
static void
partition_extent(Oid relation, Oid root, int64 *lo, int64 *hi)
{
	*lo = PG_INT64_MIN;
	*hi = PG_INT64_MAX;
	for (Oid rel = relation; OidIsValid(rel) && rel != root;)
	{
		HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(rel));
		bool		isnull = true;
		Datum		bound = (Datum) 0;
		bool		is_partition;
		Oid			parent;

		if (!HeapTupleIsValid(tuple))
			return;
		is_partition = ((Form_pg_class) GETSTRUCT(tuple))->relispartition;
		if (is_partition)
			bound = SysCacheGetAttr(RELOID, tuple, Anum_pg_class_relpartbound, &isnull);
		parent = is_partition ? get_partition_parent(rel, true) : InvalidOid;
		if (!isnull && parent == root)
		{
			PartitionBoundSpec *spec = castNode(PartitionBoundSpec, stringToNode(TextDatumGetCString(bound)));

			if (!spec->is_default && spec->strategy == PARTITION_STRATEGY_RANGE)
			{
				PartitionRangeDatum *a = linitial(spec->lowerdatums),
						   *b = linitial(spec->upperdatums);

				if (a->kind == PARTITION_RANGE_DATUM_VALUE && IsA(a->value, Const))
					*lo = sealstone_time_to_int64(((Const *) a->value)->constvalue,
												  ((Const *) a->value)->consttype);
				if (b->kind == PARTITION_RANGE_DATUM_VALUE && IsA(b->value, Const))
					*hi = sealstone_time_to_int64(((Const *) b->value)->constvalue,
												  ((Const *) b->value)->consttype);
			}
		}
		ReleaseSysCache(tuple);
		rel = parent;
	}
}

/* Everything that a table or partition holds (or held) is to be recomputed. */
void
sealstone_rollup_note_relation(Oid relation, const char *cause)
{
	Oid			root = relation;
	int64		lo,
				hi;

	if (quiet > 0 || !IsTransactionState() || IsBinaryUpgrade || !OidIsValid(sealstone_rollup_catalog()))
		return;
	if (get_rel_relispartition(relation))
	{
		List	   *ancestors = get_partition_ancestors(relation);

		if (ancestors != NIL)
			root = llast_oid(ancestors);
	}
	if (sealstone_rollups_of_series(root) == NIL)
		return;
	partition_extent(relation, root, &lo, &hi);
	sealstone_rollup_note_range(root, lo, hi, cause);
}

void
sealstone_rollup_quiet_begin(void)
{
	quiet++;
}

void
sealstone_rollup_quiet_end(void)
{
	Assert(quiet > 0);
	quiet--;
}

static void
object_access(ObjectAccessType access, Oid classId, Oid objectId, int subId, void *arg)
{
	if (prev_object_access)
		prev_object_access(access, classId, objectId, subId, arg);
	if (classId != RelationRelationId || subId != 0)
		return;
	if (access == OAT_TRUNCATE)
		sealstone_rollup_note_relation(objectId, "truncate");
	else if (access == OAT_DROP)
	{
		char		kind = get_rel_relkind(objectId);

		if (kind == RELKIND_VIEW)
		{
			Rollup	   *r = sealstone_rollup_by_relation(objectId, false);

			if (r)
				sealstone_rollup_forget(r->id);
		}
		else if (!sealstone_rollup_being_dropped(objectId) &&
				 (kind == RELKIND_RELATION || kind == RELKIND_PARTITIONED_TABLE ||
				  kind == RELKIND_FOREIGN_TABLE) && get_rel_relispartition(objectId))
			sealstone_rollup_note_relation(objectId, "drop");
	}
}

static void
utility(PlannedStmt *pstmt, const char *query, bool readOnlyTree, ProcessUtilityContext context,
		ParamListInfo params, QueryEnvironment *env, DestReceiver *dest, QueryCompletion *qc)
{
	List	   *attached = NIL;

	sealstone_rollup_guard(pstmt->utilityStmt);
	if (IsA(pstmt->utilityStmt, DropStmt))
		sealstone_rollup_before_drop((DropStmt *) pstmt->utilityStmt);
	else if (IsA(pstmt->utilityStmt, AlterTableStmt))
	{
		ListCell   *lc;

		foreach(lc, ((AlterTableStmt *) pstmt->utilityStmt)->cmds)
		{
			AlterTableCmd *cmd = lfirst_node(AlterTableCmd, lc);

			if (cmd->subtype == AT_AttachPartition)
				attached = lappend(attached, ((PartitionCmd *) cmd->def)->name);
			else if (cmd->subtype == AT_DetachPartition)
			{
				Oid			relid = RangeVarGetRelid(((PartitionCmd *) cmd->def)->name, NoLock, true);

				if (OidIsValid(relid))
					sealstone_rollup_note_relation(relid, "detach");
			}
		}
	}
	if (prev_utility)
		prev_utility(pstmt, query, readOnlyTree, context, params, env, dest, qc);
	else
		standard_ProcessUtility(pstmt, query, readOnlyTree, context, params, env, dest, qc);
	if (IsA(pstmt->utilityStmt, AlterTableStmt) && !RecoveryInProgress() && !IsBinaryUpgrade && IsTransactionState() &&
		OidIsValid(sealstone_rollup_catalog()))
		sealstone_rollup_follow((AlterTableStmt *) pstmt->utilityStmt);
	if (attached != NIL)
	{
		ListCell   *lc;

		CommandCounterIncrement();
		foreach(lc, attached)
		{
			Oid			relid = RangeVarGetRelid(lfirst(lc), NoLock, true);

			if (OidIsValid(relid))
				sealstone_rollup_note_relation(relid, "attach");
		}
	}
}

List *
sealstone_rollup_notes(void)
{
	return notes;
}

/* ---------- the end of the transaction ---------- */

static void
log_pending(Relation rel, CatalogIndexState indexes, Oid sequence, int id, char kind, int64 lo, int64 hi,
			int ngroups, char **keys, const char *cause, int64 rows)
{
	Datum		values[PENDING_NATTS];
	bool		nulls[PENDING_NATTS] = {false};
	HeapTuple	tuple;

	values[PENDING_ID - 1] = Int64GetDatum(nextval_internal(sequence, false));
	values[PENDING_ROLLUP - 1] = Int32GetDatum(id);
	values[PENDING_KIND - 1] = CharGetDatum(kind);
	values[PENDING_LO - 1] = Int64GetDatum(lo);
	values[PENDING_HI - 1] = Int64GetDatum(hi);
	nulls[PENDING_KEYS - 1] = keys == NULL;
	if (keys)
	{
		Datum	   *elems = palloc(sizeof(Datum) * ngroups);
		bool	   *isnull = palloc(sizeof(bool) * ngroups);
		int			dims[1] = {ngroups},
					lbs[1] = {1};

		for (int i = 0; i < ngroups; i++)
		{
			isnull[i] = keys[i] == NULL;
			elems[i] = keys[i] ? CStringGetTextDatum(keys[i]) : (Datum) 0;
		}
		values[PENDING_KEYS - 1] = PointerGetDatum(construct_md_array(elems, isnull, 1, dims, lbs,
																	  TEXTOID, -1, false, TYPALIGN_INT));
	}
	values[PENDING_CAUSE - 1] = CStringGetTextDatum(cause);
	values[PENDING_ROWS - 1] = Int64GetDatum(rows);
	values[PENDING_CREATED_AT - 1] = TimestampTzGetDatum(GetCurrentTimestamp());
	tuple = heap_form_tuple(RelationGetDescr(rel), values, nulls);
	CatalogTupleInsertWithInfo(rel, tuple, indexes);
	heap_freetuple(tuple);
}

/*
 * Log what was noted below the barrier. The barrier is read under its lock, which is held to
 * the end of the transaction, unless the transaction is being prepared: then everything is
 * logged, since nobody knows the barrier at its commit.
 */
static void
log_notes(bool preparing)
{
	Oid			catalog = sealstone_rollup_catalog();
	Oid			pending = sealstone_pending_catalog();
	Relation	rel = NULL;
	CatalogIndexState indexes = NULL;
	Oid			sequence = InvalidOid;
	List	   *todo = notes;
	ListCell   *lc;

	notes = NIL;
	if (!OidIsValid(catalog) || !OidIsValid(pending))
		return;
	foreach(lc, todo)
	{
		Note	   *n = lfirst(lc);
		int64		barrier = PG_INT64_MAX;
		NoteEntry  *e;
		ListCell   *rc;

		if (!preparing)
		{
			LockDatabaseObject(catalog, n->r->id, ROLLUP_LOCK_BARRIER, ShareLock);
			barrier = sealstone_barrier_read(n->r->barrier);
		}
		if (n->has_above)
			tell_newest(n->r, n->above_hi);
		if (barrier == PG_INT64_MIN)
			continue;			/* nothing was ever taken up, or the rollup is gone */
		if (!(n->has_above && n->above_lo < barrier) && !n->newest && !n->range_only && !n->ranges)
			continue;
		if (rel == NULL)
		{
			PushActiveSnapshot(GetTransactionSnapshot());
			rel = table_open(pending, RowExclusiveLock);
			indexes = CatalogOpenIndexes(rel);
			sequence = get_relname_relid("rollup_pending_id_seq", RelationGetNamespace(rel));
		}
#define LOG_ITEM(kind, lo, hi, keys, cause, rows) \
		log_pending(rel, indexes, sequence, n->r->id, kind, lo, Min(hi, barrier), n->r->ngroups, keys, cause, rows)
		for (e = n->newest; e; e = e->older)
			if (e->key.lo < barrier)
				LOG_ITEM(e->keys ? PENDING_PAIR : PENDING_BUCKET, e->key.lo, e->hi, e->keys,
					cause_name(e->op), e->rows);
		if (n->range_only && n->range.lo < barrier)
			LOG_ITEM(PENDING_RANGE, n->range.lo, n->range.hi, NULL, n->range.cause, n->range.rows);
		foreach(rc, n->ranges)
		{
			RangeNote  *g = lfirst(rc);

			if (g->lo < barrier && g->lo < g->hi)
				LOG_ITEM(PENDING_RANGE, g->lo, g->hi, NULL, g->cause, g->rows);
		}
		if (n->has_above && n->above_lo < barrier)
		{
			int64		lo,
						hi,
						ignore;

			/* a prepared transaction holds it on: the floor does not pass what it will bring */
			if (!n->floor_locked)
				lock_floor(n);
			if (n->above_lo < n->r->floor)
				ereport(ERROR,
						(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
						 errmsg("the floor of rollup \"%s\" passed rows of this transaction", get_rel_name(n->r->view)),
						 errhint("Retry the transaction.")));
			sealstone_bucket_bounds(&n->r->bucket, n->above_lo, &lo, &hi);
			if (n->above_hi >= hi)
				sealstone_bucket_bounds(&n->r->bucket, n->above_hi, &ignore, &hi);
			if (hi <= lo)
				hi = lo == PG_INT64_MAX ? lo : lo + 1;
			LOG_ITEM(hi == PG_INT64_MAX || hi > barrier ? PENDING_RANGE : PENDING_BUCKET, lo, hi, NULL,
				cause_name(n->above_op), n->above_rows);
		}
#undef LOG_ITEM
	}
	SEALSTONE_STOP_POINT(rollup_logging);
	if (rel)
	{
		CatalogCloseIndexes(indexes);
		table_close(rel, NoLock);
		PopActiveSnapshot();
	}
}

static void
end_of_transaction(XactEvent event, void *arg)
{
	switch (event)
	{
		case XACT_EVENT_PRE_COMMIT:
		case XACT_EVENT_PRE_PREPARE:
			if (notes != NIL)
				log_notes(event == XACT_EVENT_PRE_PREPARE);
			break;
		case XACT_EVENT_COMMIT:
		case XACT_EVENT_ABORT:
		case XACT_EVENT_PREPARE:
			notes = NIL;
			quiet = 0;
			transaction_number++;
			break;
		default:
			break;
	}
}

static void
end_of_subtransaction(SubXactEvent event, SubTransactionId mine, SubTransactionId parent, void *arg)
{
	ListCell   *lc;

	if (event != SUBXACT_EVENT_COMMIT_SUB && event != SUBXACT_EVENT_ABORT_SUB)
		return;
	foreach(lc, notes)
	{
		Note	   *n = lfirst(lc);
		NoteEntry  *e = n->newest;

		while (e && e->subid == mine)
		{
			NoteEntry  *older = e->older;

			if (event == SUBXACT_EVENT_COMMIT_SUB)
				e->subid = parent;
			else
				remove_entry(n, e);
			e = older;
		}
	}
}

void
sealstone_invalidate_init(void)
{
	RegisterXactCallback(end_of_transaction, NULL);
	RegisterSubXactCallback(end_of_subtransaction, NULL);
	prev_object_access = object_access_hook;
	object_access_hook = object_access;
	prev_utility = ProcessUtility_hook;
	ProcessUtility_hook = utility;
}
