/*-------------------------------------------------------------------------
 *
 * catalog.c
 *	  A rollup's catalog row, its barrier, and what is pending for it.
 *
 * Read straight from the tables with a snapshot of the caller's choosing, since the protocol
 * (README.md) depends on which one it is. Owns no memory and no lock beyond the call: results
 * are in the caller's context, tables are opened AccessShare and closed with the lock released
 * (the rows themselves are protected by the rollup's lock object).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/partition.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "commands/sequence.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/partcache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

#include "catalog.h"
#include "compat.h"
#include "rollup/rollup.h"

static Oid
our_relation(const char *name)
{
	Oid			nsp = get_namespace_oid("sealstone", true);

	return OidIsValid(nsp) ? get_relname_relid(name, nsp) : InvalidOid;
}

/* InvalidOid where the extension is not created */
Oid
sealstone_rollup_catalog(void)
{
	return our_relation("rollup");
}

Oid
sealstone_pending_catalog(void)
{
	return our_relation("rollup_pending");
}

static char **
text_array(Datum array, int *n)
{
	Datum	   *elems;
	bool	   *nulls;
	char	  **out;
	ArrayType  *a = DatumGetArrayTypeP(array);

	if (ARR_ELEMTYPE(a) == NAMEOID)
		deconstruct_array(a, NAMEOID, NAMEDATALEN, false, TYPALIGN_CHAR, &elems, &nulls, n);
	else
		deconstruct_array(a, TEXTOID, -1, false, TYPALIGN_INT, &elems, &nulls, n);
	out = palloc0(sizeof(char *) * Max(*n, 1));
	for (int i = 0; i < *n; i++)
		if (!nulls[i])
			out[i] = ARR_ELEMTYPE(a) == NAMEOID ?
				pstrdup(NameStr(*DatumGetName(elems[i]))) : TextDatumGetCString(elems[i]);
	return out;
}

static int *
int_array(Datum array)
{
	Datum	   *elems;
	int			n;
	int		   *out;

	deconstruct_array(DatumGetArrayTypeP(array), INT4OID, sizeof(int32), true, TYPALIGN_INT, &elems, NULL, &n);
	out = palloc(sizeof(int) * Max(n, 1));
	for (int i = 0; i < n; i++)
		out[i] = DatumGetInt32(elems[i]);
	return out;
}

static Rollup *
form_rollup(HeapTuple tuple, TupleDesc desc)
{
	Rollup	   *r = palloc0(sizeof(Rollup));
	Datum		values[ROLLUP_NATTS];
	bool		nulls[ROLLUP_NATTS];

	memset(nulls, true, sizeof(nulls));	/* an older catalog has fewer columns */
	heap_deform_tuple(tuple, desc, values, nulls);
#define VALUE(a) values[(a) - 1]
#define IS_NULL(a) nulls[(a) - 1]
	r->id = DatumGetInt32(VALUE(ROLLUP_ID));
	r->view = DatumGetObjectId(VALUE(ROLLUP_VIEW));
	r->partials = DatumGetObjectId(VALUE(ROLLUP_PARTIALS));
	r->states = DatumGetObjectId(VALUE(ROLLUP_STATES));
	r->barrier = DatumGetObjectId(VALUE(ROLLUP_BARRIER));
	r->newest = DatumGetObjectId(VALUE(ROLLUP_NEWEST));
	r->definition = IS_NULL(ROLLUP_DEFINITION) ? InvalidOid : DatumGetObjectId(VALUE(ROLLUP_DEFINITION));
	r->source = DatumGetObjectId(VALUE(ROLLUP_SOURCE));
	r->series = DatumGetObjectId(VALUE(ROLLUP_SERIES));
	r->time_type = DatumGetObjectId(VALUE(ROLLUP_TIME_TYPE));
	if (!IS_NULL(ROLLUP_BUCKET))
	{
		r->interval = palloc(sizeof(Interval));
		*r->interval = *DatumGetIntervalP(VALUE(ROLLUP_BUCKET));
	}
	if (!IS_NULL(ROLLUP_BUCKET_WIDTH))
		r->width = DatumGetInt64(VALUE(ROLLUP_BUCKET_WIDTH));
	if (!IS_NULL(ROLLUP_TIME_ZONE))
		r->time_zone = TextDatumGetCString(VALUE(ROLLUP_TIME_ZONE));
	r->group_columns = text_array(VALUE(ROLLUP_GROUP_COLUMNS), &r->ngroups);
	r->pair_keys = DatumGetBool(VALUE(ROLLUP_PAIR_KEYS));
	r->state_merge = text_array(VALUE(ROLLUP_STATE_MERGE), &r->nstates);
	if (!IS_NULL(ROLLUP_STATES_ROWS) && !IS_NULL(ROLLUP_STATES_BUCKETS) && DatumGetInt64(VALUE(ROLLUP_STATES_BUCKETS)) > 0)
		r->groups = (double) DatumGetInt64(VALUE(ROLLUP_STATES_ROWS)) / DatumGetInt64(VALUE(ROLLUP_STATES_BUCKETS));
	r->watermark = DatumGetInt64(VALUE(ROLLUP_WATERMARK));
	r->floor = DatumGetInt64(VALUE(ROLLUP_FLOOR));
	r->kept_from = DatumGetInt64(VALUE(ROLLUP_KEPT_FROM));
	if (!IS_NULL(ROLLUP_STATE_PARENT))
		r->state_parent = int_array(VALUE(ROLLUP_STATE_PARENT));
	if (!IS_NULL(ROLLUP_GROUP_PARENT))
		r->group_parent = int_array(VALUE(ROLLUP_GROUP_PARENT));
	if (!IS_NULL(ROLLUP_RETENTION))
	{
		r->keep = palloc(sizeof(Interval));
		*r->keep = *DatumGetIntervalP(VALUE(ROLLUP_RETENTION));
	}
	if (!IS_NULL(ROLLUP_RETENTION_WIDTH))
		r->keep_width = DatumGetInt64(VALUE(ROLLUP_RETENTION_WIDTH));
#undef VALUE
#undef IS_NULL
	sealstone_bucket_init(&r->bucket, r->time_type, r->interval, r->width,
						  r->time_type == TIMESTAMPTZOID && r->time_zone &&
						  strcmp(r->time_zone, "UTC") != 0 ? r->time_zone : NULL, NULL);
	return r;
}

/*
 * Rows of sealstone.rollup where column attno is an OID (or int4) equal to key. All columns
 * but the id are searched without an index: there are as many rows as rollups.
 */
static List *
find_rollups(AttrNumber attno, Datum key, Snapshot snapshot)
{
	Oid			catalog = sealstone_rollup_catalog();
	Relation	rel;
	SysScanDesc scan;
	ScanKeyData skey;
	HeapTuple	tuple;
	List	   *found = NIL;
	Oid			index = InvalidOid;

	if (!OidIsValid(catalog))
		return NIL;
	rel = table_open(catalog, AccessShareLock);
	if (attno == ROLLUP_ID)
		index = our_relation("rollup_pkey");
	ScanKeyInit(&skey, attno, BTEqualStrategyNumber,
				attno == ROLLUP_ID ? F_INT4EQ : F_OIDEQ, key);
	scan = systable_beginscan(rel, index, OidIsValid(index), snapshot, 1, &skey);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		found = lappend(found, form_rollup(tuple, RelationGetDescr(rel)));
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return found;
}

/* snapshot NULL: the newest committed state */
static List *
find_rollups_latest(AttrNumber attno, Datum key, Snapshot snapshot)
{
	List	   *found;

	if (snapshot)
		return find_rollups(attno, key, snapshot);
	snapshot = RegisterSnapshot(GetLatestSnapshot());
	found = find_rollups(attno, key, snapshot);
	UnregisterSnapshot(snapshot);
	return found;
}

Rollup *
sealstone_rollup_by_id(int id, Snapshot snapshot)
{
	List	   *found = find_rollups_latest(ROLLUP_ID, Int32GetDatum(id), snapshot);

	return found == NIL ? NULL : linitial(found);
}

/* the rollup that a view (or, with partials, a view of partial states) belongs to */
Rollup *
sealstone_rollup_by_relation(Oid relation, bool partials)
{
	List	   *found = find_rollups_latest(partials ? ROLLUP_PARTIALS : ROLLUP_VIEW,
											ObjectIdGetDatum(relation), NULL);

	return found == NIL ? NULL : linitial(found);
}

/* every rollup over a series, to any depth */
List *
sealstone_rollups_of_series(Oid series)
{
	return find_rollups_latest(ROLLUP_SERIES, ObjectIdGetDatum(series), NULL);
}

bool
sealstone_rollup_watermark_of(int id, Snapshot snapshot, int64 *watermark, int64 *floor,
							  int64 *kept_from)
{
	Oid			catalog = sealstone_rollup_catalog();
	Relation	rel;
	SysScanDesc scan;
	ScanKeyData skey;
	HeapTuple	tuple;
	bool		found = false,
				isnull;

	if (!OidIsValid(catalog))
		return false;
	rel = table_open(catalog, AccessShareLock);
	ScanKeyInit(&skey, ROLLUP_ID, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(id));
	scan = systable_beginscan(rel, our_relation("rollup_pkey"), true, snapshot, 1, &skey);
	if (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		*watermark = DatumGetInt64(heap_getattr(tuple, ROLLUP_WATERMARK, RelationGetDescr(rel), &isnull));
		*floor = DatumGetInt64(heap_getattr(tuple, ROLLUP_FLOOR, RelationGetDescr(rel), &isnull));
		*kept_from = DatumGetInt64(heap_getattr(tuple, ROLLUP_KEPT_FROM, RelationGetDescr(rel), &isnull));
		found = true;
	}
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return found;
}

/* Remove a rollup's rows from our tables: its view is being dropped. */
void
sealstone_rollup_forget(int id)
{
	Oid			tables[2];
	AttrNumber	attnos[2] = {ROLLUP_ID, PENDING_ROLLUP};

	tables[0] = sealstone_rollup_catalog();
	tables[1] = sealstone_pending_catalog();
	for (int i = 0; i < 2; i++)
	{
		Relation	rel;
		SysScanDesc scan;
		ScanKeyData skey;
		HeapTuple	tuple;
		Snapshot	snapshot;

		if (!OidIsValid(tables[i]))
			continue;
		rel = table_open(tables[i], RowExclusiveLock);
		snapshot = RegisterSnapshot(GetLatestSnapshot());
		ScanKeyInit(&skey, attnos[i], BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(id));
		scan = systable_beginscan(rel, InvalidOid, false, snapshot, 1, &skey);
		while (HeapTupleIsValid(tuple = systable_getnext(scan)))
			CatalogTupleDelete(rel, &tuple->t_self);
		systable_endscan(scan);
		UnregisterSnapshot(snapshot);
		table_close(rel, RowExclusiveLock);
	}
}

/*
 * The time column of a series: the one column its root is range-partitioned by. Returns its
 * type; raises an error where there is none or the type is no time type.
 */
Oid
sealstone_series_time_column(Oid series, char **name, AttrNumber *attno)
{
	Relation	rel = relation_open(series, AccessShareLock);
	PartitionKey key = rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE ?
		RelationGetPartitionKey(rel) : NULL;
	Oid			type = InvalidOid;

	if (key && key->strategy == PARTITION_STRATEGY_RANGE && key->partnatts == 1 &&
		key->partattrs[0] > 0)
	{
		Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel), key->partattrs[0] - 1);

		switch (att->atttypid)
		{
			case TIMESTAMPTZOID:
			case TIMESTAMPOID:
			case DATEOID:
			case INT2OID:
			case INT4OID:
			case INT8OID:
				type = att->atttypid;
				if (name)
					*name = pstrdup(NameStr(att->attname));
				if (attno)
					*attno = att->attnum;
		}
	}
	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is neither a series table nor a rollup", RelationGetRelationName(rel)),
				 errhint("Make it a series table with sealstone.create_series first.")));
	relation_close(rel, AccessShareLock);
	return type;
}

/* ---------- the barrier ---------- */

/* the value of a sequence right now, in nobody's snapshot; PG_INT64_MAX where it is gone */
int64
sealstone_barrier_read(Oid barrier)
{
	Relation	rel = try_relation_open(barrier, AccessShareLock);
	Buffer		buf;
	Page		page;
	HeapTupleHeader tuple;
	int64		value;

	if (rel == NULL)
		return PG_INT64_MIN;
	buf = ReadBuffer(rel, 0);
	LockBuffer(buf, BUFFER_LOCK_SHARE);
	page = BufferGetPage(buf);
	tuple = (HeapTupleHeader) PageGetItem(page, PageGetItemId(page, FirstOffsetNumber));
	value = ((Form_pg_sequence_data) ((char *) tuple + tuple->t_hoff))->last_value;
	UnlockReleaseBuffer(buf);
	relation_close(rel, AccessShareLock);
	return value;
}

static void
set_sequence(Oid sequence, int64 value)
{
	Oid			save_user;
	int			save_context;

	GetUserIdAndSecContext(&save_user, &save_context);
	SetUserIdAndSecContext(BOOTSTRAP_SUPERUSERID, save_context | SECURITY_LOCAL_USERID_CHANGE);
	DirectFunctionCall2(setval_oid, ObjectIdGetDatum(sequence), Int64GetDatum(value));
	SetUserIdAndSecContext(save_user, save_context);
}

/*
 * The start of the newest bucket that somebody wrote to, so that a refresh need not look for the
 * newest row. A hint: too high or too low a value moves work, and changes no answer.
 */
void
sealstone_newest_raise(const Rollup *r, int64 value)
{
	if (get_rel_relkind(r->newest) == RELKIND_SEQUENCE && sealstone_barrier_read(r->newest) < value)
		set_sequence(r->newest, value);
}

/*
 * From the moment this returns, whoever commits logs what it wrote below value; and whoever
 * committed without logging it is visible to any snapshot taken from now on. Never lowers it.
 * A sequence, because its value is seen by all at once and whatever becomes of the caller's
 * transaction: no writer waits for more than this function.
 */
void
sealstone_barrier_raise(const Rollup *r, int64 value)
{
	Oid			catalog = sealstone_rollup_catalog();

	LockDatabaseObject(catalog, r->id, ROLLUP_LOCK_BARRIER, ExclusiveLock);
	if (sealstone_barrier_read(r->barrier) < value)
		set_sequence(r->barrier, value);
	UnlockDatabaseObject(catalog, r->id, ROLLUP_LOCK_BARRIER, ExclusiveLock);
}

/* ---------- what is pending ---------- */

/* texts as one string, lengths before them so that no two lists meet */
char *
sealstone_encode_keys(int n, char **keys)
{
	StringInfoData buf;

	initStringInfo(&buf);
	for (int i = 0; i < n; i++)
	{
		if (keys[i] == NULL)
			appendStringInfoChar(&buf, '-');
		else
			appendStringInfo(&buf, "%zu:%s", strlen(keys[i]), keys[i]);
	}
	return buf.data;
}

static int
compare_items(const ListCell *a, const ListCell *b)
{
	const PendingItem *x = lfirst(a),
			   *y = lfirst(b);

	if (x->lo != y->lo)
		return x->lo < y->lo ? -1 : 1;
	if ((x->keys == NULL) != (y->keys == NULL))
		return x->keys == NULL ? -1 : 1;
	if (x->keys == NULL)
		return x->hi < y->hi ? -1 : x->hi > y->hi;
	return strcmp(x->encoded, y->encoded);
}

/*
 * More pairs than this of one bucket are its bucket: bounded in memory; and so is more than half of its groups, which is
 * cheaper. Both sides of a reader (what is left out, what is computed) see the same row of the rollup, so the same numbers.
 */
#define PAIRS_OF_A_BUCKET	1000
#define SEVERAL_PAIRS		4

/*
 * What is pending and touches [touch_lo, touch_hi), clipped to [lo, hi), nothing twice: ranges
 * that meet are one, a pair in a range is dropped, and a bucket with many pairs is taken whole.
 * A reader (no `read`) is told of its own transaction's writes too. With `read`, the rows that this stands for, and those below lo (the floor), which nobody will
 * ever compute again; read->limit ends the reading where a bucket ends.
 */
List *
sealstone_pending_load(const Rollup *r, Snapshot snapshot, int64 lo, int64 hi,
					   int64 touch_lo, int64 touch_hi, SealstonePending *read)
{
	Oid			catalog = sealstone_pending_catalog();
	Relation	rel,
				index;
	SysScanDesc scan;
	ScanKeyData skey;
	HeapTuple	tuple;
	List	   *all = NIL,
			   *out = NIL;
	PendingItem *range = NULL,
			   *pair = NULL;
	int64		last_lo = PG_INT64_MIN;
	int			pairs = 0;		/* at the end of `all`, of the bucket last_lo */

	if (read)
		read->end = PG_INT64_MAX;
	if (!OidIsValid(catalog))
		return NIL;
	rel = table_open(catalog, AccessShareLock);
	index = index_open(our_relation("rollup_pending_rollup_lo_idx"), AccessShareLock);
	ScanKeyInit(&skey, PENDING_ROLLUP, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(r->id));
	scan = systable_beginscan_ordered(rel, index, snapshot, 1, &skey);
	while (HeapTupleIsValid(tuple = systable_getnext_ordered(scan, ForwardScanDirection)))
	{
		Datum		values[PENDING_NATTS];
		bool		nulls[PENDING_NATTS];
		PendingItem *item;
		int64		row_lo,
					row_hi,
					item_lo,
					item_hi;
		bool		dead;

		heap_deform_tuple(tuple, RelationGetDescr(rel), values, nulls);
		row_lo = DatumGetInt64(values[PENDING_LO - 1]);
		row_hi = DatumGetInt64(values[PENDING_HI - 1]);
		item_lo = Max(row_lo, lo);
		item_hi = Min(row_hi, hi);
		dead = read && row_hi <= lo;
		if (!dead && (item_lo >= item_hi || item_lo >= touch_hi || item_hi <= touch_lo))
			continue;
		if (read)
		{
			PendingRow *row;

			if (read->limit > 0 && read->nrows >= read->limit && row_lo > last_lo)
			{
				read->end = row_lo;
				break;
			}
			if (read->nrows >= read->space)
			{
				read->space = Max(64, read->space * 2);
				read->rows = read->rows ? repalloc_huge(read->rows, sizeof(PendingRow) * read->space) :
					palloc(sizeof(PendingRow) * read->space);
			}
			row = &read->rows[read->nrows++];
			row->tid = tuple->t_self;
			row->lo = row_lo;
			row->hi = row_hi;
		}
		if (row_lo > last_lo)
			pairs = 0;
		last_lo = row_lo;
		if (dead)
			continue;
		item = palloc0(sizeof(PendingItem));
		item->lo = item_lo;
		item->hi = item_hi;
		if (!nulls[PENDING_KEYS - 1] && pairs <= PAIRS_OF_A_BUCKET)
		{
			int			n;

			item->keys = text_array(values[PENDING_KEYS - 1], &n);
			if (n != r->ngroups)
				item->keys = NULL;
			else
			{
				item->encoded = sealstone_encode_keys(n, item->keys);
				pairs++;
			}
		}
		if (item->keys == NULL && all != NIL)
		{
			PendingItem *before = llast(all);

			if (before->keys == NULL && before->lo == item_lo && before->hi >= item_hi)
			{
				pfree(item);
				continue;
			}
		}
		all = lappend(all, item);
	}
	systable_endscan_ordered(scan);
	index_close(index, AccessShareLock);
	table_close(rel, AccessShareLock);

	/* a reader's own writes are logged only as it commits */
	if (read == NULL)
	{
		List	   *own = sealstone_own_items(r, snapshot);
		ListCell   *lc;

		foreach(lc, own)
		{
			PendingItem *item = lfirst(lc);

			item->lo = Max(item->lo, lo);
			item->hi = Min(item->hi, hi);
			if (item->lo < item->hi && item->lo < touch_hi && item->hi > touch_lo)
				all = lappend(all, item);
		}
	}

	list_sort(all, compare_items);
	for (int i = 0; i < list_length(all); i++)
	{
		PendingItem *item = list_nth(all, i);

		if (range && item->lo < range->hi && item->hi <= range->hi)
			continue;
		if (item->keys)
		{
			int			from = list_length(out);
			bool		whole;

			/* the pairs of a bucket, each once */
			for (;; item = list_nth(all, ++i))
			{
				if (!pair || pair->lo != item->lo || strcmp(pair->encoded, item->encoded) != 0)
					out = lappend(out, item);
				pair = item;
				if (i + 1 >= list_length(all) || ((PendingItem *) list_nth(all, i + 1))->lo != item->lo)
					break;
			}
			whole = list_length(out) - from > Max(SEVERAL_PAIRS, r->groups / 2) && r->groups > 0;
			if (!whole)
				continue;
			out = list_truncate(out, from);
			item->keys = NULL;
		}
		if (range && item->lo <= range->hi)
		{
			range->hi = Max(range->hi, item->hi);
			continue;
		}
		range = item;
		out = lappend(out, item);
	}
	return out;
}

/* Is there any row of what is pending that starts below a time? */
bool
sealstone_pending_exists(int id, int64 below, Snapshot snapshot)
{
	Oid			catalog = sealstone_pending_catalog();
	Relation	rel;
	SysScanDesc scan;
	ScanKeyData skey[2];
	bool		exists;

	if (!OidIsValid(catalog))
		return false;
	rel = table_open(catalog, AccessShareLock);
	ScanKeyInit(&skey[0], PENDING_ROLLUP, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(id));
	ScanKeyInit(&skey[1], PENDING_LO, BTLessStrategyNumber, F_INT8LT, Int64GetDatum(below));
	scan = systable_beginscan(rel, our_relation("rollup_pending_rollup_lo_idx"), true, snapshot, 2, skey);
	exists = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return exists;
}

/*
 * Remove the rows that were read and lie below read->end; one that reaches beyond is pending
 * from there on.
 */
void
sealstone_pending_finish(const SealstonePending *read)
{
	Relation	rel;

	if (read->nrows == 0)
		return;
	rel = table_open(sealstone_pending_catalog(), RowExclusiveLock);
	for (int i = 0; i < read->nrows; i++)
	{
		PendingRow *row = &read->rows[i];

		if (row->hi <= read->end)
			CatalogTupleDelete(rel, &row->tid);
		else if (row->lo < read->end)
		{
			HeapTupleData old;
			HeapTuple	tuple;
			Buffer		buffer;
			Datum		values[PENDING_NATTS];
			bool		nulls[PENDING_NATTS] = {false};
			bool		replace[PENDING_NATTS] = {false};

			old.t_self = row->tid;
			if (!heap_fetch(rel, SnapshotSelf, &old, &buffer, false))
				elog(ERROR, "an invalidation of a rollup is gone");
			values[PENDING_LO - 1] = Int64GetDatum(read->end);
			replace[PENDING_LO - 1] = true;
			tuple = heap_modify_tuple(&old, RelationGetDescr(rel), values, nulls, replace);
			ReleaseBuffer(buffer);
			CatalogTupleUpdate(rel, &row->tid, tuple);
			heap_freetuple(tuple);
		}
	}
	table_close(rel, RowExclusiveLock);
}

/*
 * May a group be named by its text? Only where equal values have equal texts whatever the
 * session's settings, and different values different ones.
 */
bool
sealstone_rollup_type_has_text_identity(Oid type, Oid collation)
{
	switch (type)
	{
		case TEXTOID:
		case VARCHAROID:
			return !OidIsValid(collation) || get_collation_isdeterministic(collation);
		case NAMEOID:
		case INT2OID:
		case INT4OID:
		case INT8OID:
		case OIDOID:
		case BOOLOID:
		case UUIDOID:
		case CHAROID:
			return true;
		default:
			return get_typtype(type) == TYPTYPE_ENUM;
	}
}

/* may the current user have this rollup refreshed, though it is another's? */
bool
sealstone_rollup_may_operate(Oid view)
{
	Rollup	   *r = sealstone_rollup_by_relation(view, false);

	return r != NULL && sealstone_series_get(r->series, true) != NULL &&
		sealstone_series_may_operate(r->series, GetUserId());
}
