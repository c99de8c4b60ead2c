/*-------------------------------------------------------------------------
 *
 * batch.c
 *	  A refresh in pieces, each committed: CALL refresh(), and the operation "refresh".
 *
 * A piece takes up new buckets as far as the end of the partition with which it has read
 * sealstone.rollup_batch_rows rows, by Postgres's count of them (in a default partition by its histogram), and works off about
 * sealstone.rollup_pair_limit invalidations, of a long range only such a stretch. What a piece has
 * done stays done: after a crash, an error or a cancel the next refresh goes on from there.
 * Between two pieces nothing is locked, so other refreshes, retention and drops go in between.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "catalog/pg_index.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_statistic.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "partitioning/partbounds.h"
#include "partitioning/partdesc.h"
#include "storage/lmgr.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "am/am.h"
#include "compat.h"
#include "guc.h"
#include "job/transaction.h"
#include "rollup/rollup.h"

/* rows of a partition nobody has counted */
#define UNKNOWN_ROWS 1000000.0

static double
rows_of(Oid relation)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
	double		rows = UNKNOWN_ROWS;

	if (HeapTupleIsValid(tuple))
	{
		if (((Form_pg_class) GETSTRUCT(tuple))->reltuples >= 0)
			rows = ((Form_pg_class) GETSTRUCT(tuple))->reltuples;
		ReleaseSysCache(tuple);
	}
	return rows;
}

/* bound i of a range-partitioned table, in order: partition indexes[i] ends there, -1 for a gap */
static int64
bound(const PartitionBoundInfo b, int i, Oid type)
{
	if (b->kind[i][0] == PARTITION_RANGE_DATUM_MINVALUE)
		return PG_INT64_MIN;
	if (b->kind[i][0] == PARTITION_RANGE_DATUM_MAXVALUE)
		return PG_INT64_MAX;
	return sealstone_time_to_int64(b->datums[i][0], type);
}

/* is there an index to read a stretch of time by? */
static bool
has_time_index(Relation rel, AttrNumber column)
{
	List	   *indexes = RelationGetIndexList(rel);
	ListCell   *lc;
	bool		found = false;

	foreach(lc, indexes)
	{
		HeapTuple	tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(lfirst_oid(lc)));
		Form_pg_index index;

		if (!HeapTupleIsValid(tuple))
			continue;
		index = (Form_pg_index) GETSTRUCT(tuple);
		found = found || (index->indisvalid && index->indkey.values[0] == column &&
						  heap_attisnull(tuple, Anum_pg_index_indpred, NULL));
		ReleaseSysCache(tuple);
	}
	list_free(indexes);
	return found;
}

/*
 * A default partition that holds much (a table just converted, all of it) has no bounds to end a piece at: it ends where Postgres's
 * histogram of the times in it says that rows enough have been read. Without an index on time every piece would read
 * all of it, and without statistics nobody knows: then the whole is one piece.
 */
static int64
default_batch_end(const Rollup *r, Oid def, int64 from, int64 end)
{
	Relation	rel;
	char	   *name;
	AttrNumber	column;
	double		rows = rows_of(def);
	HeapTuple	tuple;
	AttStatsSlot slot;

	if (rows <= sealstone_rollup_batch_rows || !ConditionalLockRelationOid(def, AccessShareLock))
		return end;
	rel = try_relation_open(def, NoLock);
	if (rel == NULL)
		return end;
	(void) sealstone_series_time_column(r->series, &name, NULL);
	column = get_attnum(def, name);
	if (rel->rd_rel->relkind == RELKIND_RELATION && has_time_index(rel, column))
	{
		tuple = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(def), Int16GetDatum(column), BoolGetDatum(false));
		if (HeapTupleIsValid(tuple))
		{
			if (get_attstatsslot(&slot, tuple, STATISTIC_KIND_HISTOGRAM, InvalidOid, ATTSTATSSLOT_VALUES))
			{
				double		read = 0;

				for (int i = 1; i < slot.nvalues; i++)
				{
					int64		t = sealstone_time_to_int64(slot.values[i], r->time_type);

					if (t <= from)
						continue;
					read += rows / (slot.nvalues - 1);
					if (read < sealstone_rollup_batch_rows || sealstone_time_is_infinite(t, r->time_type))
						continue;
					t = sealstone_rollup_bucket_ceiling(r, t);
					if (t > from)
					{
						end = Min(end, t);
						break;
					}
				}
				free_attstatsslot(&slot);
			}
			ReleaseSysCache(tuple);
		}
	}
	relation_close(rel, AccessShareLock);
	return end;
}

/*
 * Where a piece that starts at `from` ends: a bucket's start, at most target.
 */
int64
sealstone_rollup_batch_end(const Rollup *r, int64 from, int64 target)
{
	Relation	root = relation_open(r->series, AccessShareLock);
	PartitionDesc desc = RelationGetPartitionDesc(root, true);
	double		rows = 0;
	int64		end = target;

	for (int i = 0; desc->nparts > 0 && i < desc->boundinfo->ndatums; i++)
	{
		int			index = desc->boundinfo->indexes[i];
		int64		hi = bound(desc->boundinfo, i, r->time_type);

		if (hi <= from)
			continue;
		if (hi >= target)
			break;
		if (index >= 0)
			rows += rows_of(desc->oids[index]);
		hi = sealstone_rollup_bucket_ceiling(r, hi);
		if (hi >= target)
			break;
		if (hi > from && rows >= sealstone_rollup_batch_rows)
		{
			end = hi;
			break;
		}
	}
	if (desc->nparts > 0 && desc->boundinfo->default_index >= 0)
		end = default_batch_end(r, desc->oids[desc->boundinfo->default_index], from, end);
	relation_close(root, AccessShareLock);
	return end;
}

static bool
all_sealed(Oid relation)
{
	List	   *leaves = find_all_inheritors(relation, NoLock, NULL);
	ListCell   *lc;
	bool		sealed = true;

	foreach(lc, leaves)
	{
		Relation	rel;

		if (!sealed || !ConditionalLockRelationOid(lfirst_oid(lc), AccessShareLock))
			return false;
		rel = try_relation_open(lfirst_oid(lc), NoLock);
		if (rel == NULL)
			return false;
		if (rel->rd_rel->relkind != RELKIND_PARTITIONED_TABLE)
			sealed = rel->rd_rel->relkind == RELKIND_RELATION && sealstone_relation_is_sealed(rel);
		relation_close(rel, AccessShareLock);
	}
	return sealed;
}

/*
 * Where the partition that holds all of a bucket [lo, hi) ends, as a bucket's start, if it is sealed; else lo.
 */
int64
sealstone_rollup_settled_end(const Rollup *r, int64 lo, int64 hi)
{
	Relation	root = relation_open(r->series, AccessShareLock);
	PartitionDesc desc = RelationGetPartitionDesc(root, true);
	int64		before = PG_INT64_MIN;
	int64		end = lo;

	for (int i = 0; desc->nparts > 0 && i < desc->boundinfo->ndatums; i++)
	{
		int			index = desc->boundinfo->indexes[i];
		int64		at = bound(desc->boundinfo, i, r->time_type);

		if (at > lo)
		{
			if (index >= 0 && before <= lo && hi <= at && all_sealed(desc->oids[index]))
			{
				int64		ignore;

				end = hi;
				if (at != PG_INT64_MAX && !sealstone_time_is_infinite(at, r->time_type))
					sealstone_bucket_bounds(&r->bucket, at, &end, &ignore);
			}
			break;
		}
		before = at;
	}
	relation_close(root, AccessShareLock);
	return end;
}

/*
 * Refresh [lo, hi) to its end. The caller has a transaction open as transaction.h has it, in a
 * procedure or a worker; so it has afterwards. Returns the states written.
 */
int64
sealstone_rollup_refresh_in_batches(Oid view, int64 lo, int64 hi, bool trusted)
{
	RefreshBatch batch = {0};

	for (;;)
	{
		(void) sealstone_rollup_refresh(view, lo, hi, PG_INT64_MIN, trusted, &batch);
		if (!batch.more)
			return batch.rows;
		sealstone_tx_next();
		CHECK_FOR_INTERRUPTS();
	}
}

/* CALL refresh(rollup regclass, lo "any" = NULL, hi "any" = NULL) */
PG_FUNCTION_INFO_V1(sealstone_refresh);
Datum
sealstone_refresh(PG_FUNCTION_ARGS)
{
	Oid			view = PG_ARGISNULL(0) ? InvalidOid : PG_GETARG_OID(0);
	Rollup	   *r = OidIsValid(view) ? sealstone_rollup_by_relation(view, false) : NULL;
	int64		lo,
				hi;

	if (r == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a rollup", OidIsValid(view) && get_rel_name(view) ? get_rel_name(view) : "?"),
				 errhint("View sealstone.rollup_info lists the rollups.")));
	lo = sealstone_rollup_bound_argument(fcinfo, 1, r, PG_INT64_MIN);
	hi = sealstone_rollup_bound_argument(fcinfo, 2, r, PG_INT64_MAX);
	sealstone_procedure_begin(fcinfo, "refresh", "refresh");
	(void) sealstone_rollup_refresh_in_batches(view, lo, hi, false);
	sealstone_procedure_end();
	PG_RETURN_VOID();
}
