/*-------------------------------------------------------------------------
 *
 * inspect.c
 *	  column_sizes() and row_groups(): what a sealed partition holds, from its directory alone.
 *
 * Neither reads a column page. A partition that is not sealed gives no rows. Both check who asks,
 * since they stand beside the privileges of the table: see sealstone_inspect_open.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/partition.h"
#include "catalog/pg_am.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_class.h"
#include "catalog/pg_partitioned_table.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/pg_list.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/partcache.h"
#include "utils/rls.h"
#include "utils/syscache.h"

#include "am/am.h"
#include "compat.h"
#include "store/inspect.h"
#include "store/store.h"

PG_FUNCTION_INFO_V1(sealstone_column_sizes);
PG_FUNCTION_INFO_V1(sealstone_row_groups);

/* ---------------------------------------------------------------- who may */

/* The table and the partitioned tables above it. */
static List *
family_of(Oid relid)
{
	List	   *family = list_make1_oid(relid);

	if (get_rel_relispartition(relid))
		family = list_concat(family, get_partition_ancestors(relid));
	return family;
}

Relation
sealstone_inspect_open(Oid relid, bool *may_see_values)
{
	Relation	rel = table_open(relid, AccessShareLock);
	Oid			user = GetUserId();
	bool		allowed = has_privs_of_role(user, ROLE_PG_MONITOR);
	bool		select = false;
	ListCell   *cell;

	if (rel->rd_rel->relkind != RELKIND_RELATION && rel->rd_rel->relkind != RELKIND_MATVIEW)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a table", RelationGetRelationName(rel)),
				 errhint("Name one partition, not the series table.")));
	foreach(cell, family_of(relid))
	{
		Oid			member = lfirst_oid(cell);

		if (sealstone_is_owner(member, user) || sealstone_has_maintain(member, user))
			allowed = true;
		if (pg_class_aclcheck(member, user, ACL_SELECT) == ACLCHECK_OK)
			select = true;
	}
	if (!allowed)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to look inside table \"%s\"", RelationGetRelationName(rel)),
				 errhint("Ask its owner, or a member of pg_monitor.")));
	foreach(cell, family_of(relid))
	{
		if (check_enable_rls(lfirst_oid(cell), user, true) == RLS_ENABLED)
			ereport(ERROR,
					(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
					 errmsg("row-level security of table \"%s\" applies to you", get_rel_name(lfirst_oid(cell))),
					 errdetail("What is stored says something about rows that its policies may hide."),
					 errhint("Ask its owner, or a role with BYPASSRLS.")));
	}
	if (may_see_values != NULL)
		*may_see_values = select;
	return rel;
}

/* ---------------------------------------------------------------- column_sizes */

Datum
sealstone_column_sizes(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	Relation	rel = sealstone_inspect_open(PG_GETARG_OID(0), NULL);
	SealstoneStore *store;

	InitMaterializedSRF(fcinfo, 0);
	store = sealstone_store_get(rel);
	for (int i = 0; store != NULL && i < store->meta.natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel), i);
		Datum		values[7];
		bool		nulls[7] = {false};
		uint64		pages_by[256] = {0};
		uint64		pages = 0;
		uint64		bytes = 0;
		uint64		raw_bytes = 0;
		uint64		null_count = 0;
		StringInfoData encodings;

		if (!store->column[i].stored)
			continue;
		for (uint64 group = 0; group < store->meta.ngroups; group++)
		{
			SealstoneDiskStats stats;

			sealstone_dir_stats(rel, store, i, group, &stats);
			raw_bytes += stats.raw_bytes;
			null_count += stats.null_count;
		}
		for (uint64 page = 0; page < store->meta.npages; page++)
		{
			SealstoneDiskPage entry;

			if (page % 1024 == 0)
				CHECK_FOR_INTERRUPTS();
			sealstone_dir_page(rel, store, i, page, &entry);
			pages_by[SealstonePageEncoding(entry.position)]++;
			pages++;
			bytes += entry.length;
		}

		/* most used first; each once */
		initStringInfo(&encodings);
		for (;;)
		{
			int			best = -1;

			for (int e = 0; e < lengthof(pages_by); e++)
			{
				if (pages_by[e] > 0 && (best < 0 || pages_by[e] > pages_by[best]))
					best = e;
			}
			if (best < 0)
				break;
			pages_by[best] = 0;
			appendStringInfo(&encodings, "%s%s", encodings.len > 0 ? ", " : "",
							 sealstone_encoding_name((SealstoneEncoding) best));
		}
		values[0] = NameGetDatum(&att->attname);
		values[1] = CStringGetTextDatum(format_type_with_typemod(att->atttypid, att->atttypmod));
		values[2] = CStringGetTextDatum(encodings.data);
		values[3] = Int64GetDatum((int64) pages);
		values[4] = Int64GetDatum((int64) bytes);
		values[5] = Int64GetDatum((int64) raw_bytes);
		values[6] = Int64GetDatum((int64) null_count);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	table_close(rel, AccessShareLock);
	return (Datum) 0;
}

/* ---------------------------------------------------------------- row_groups */

/*
 * The time column of a partition: what its nearest range-partitioned ancestor is partitioned by; else the last
 * column of the order key; 0 when neither.
 */
static AttrNumber
time_column(Relation rel, const SealstoneInfo *info)
{
	AttrNumber	result = 0;

	if (rel->rd_rel->relispartition)
	{
		ListCell   *cell;

		foreach(cell, get_partition_ancestors(RelationGetRelid(rel)))
		{
			Oid			parent = lfirst_oid(cell);
			HeapTuple	tuple = SearchSysCache1(PARTRELID, ObjectIdGetDatum(parent));
			Form_pg_partitioned_table form;

			if (!HeapTupleIsValid(tuple))
				continue;
			form = (Form_pg_partitioned_table) GETSTRUCT(tuple);
			if (form->partstrat == PARTITION_STRATEGY_RANGE && form->partattrs.values[0] > 0)
			{
				char	   *name = get_attname(parent, form->partattrs.values[0], true);

				if (name != NULL)
					result = get_attnum(RelationGetRelid(rel), name);
			}
			ReleaseSysCache(tuple);
			if (result > 0)
				return result;
		}
	}
	if (info->nkeys > 0)
		result = info->key[info->nkeys - 1].attnum;
	return result;
}

static char *
value_text(Relation rel, AttrNumber attnum, Datum value, bool isnull)
{
	Oid			output;
	bool		varlena;

	if (isnull)
		return pstrdup("NULL");
	getTypeOutputInfo(TupleDescAttr(RelationGetDescr(rel), attnum - 1)->atttypid, &output, &varlena);
	return OidOutputFunctionCall(output, value);
}

/* Order key of a group's first or last row, from its fences; NULL where a column of it is not kept there. */
static char *
fence_text(Relation rel, SealstoneStore *store, uint64 group, bool last)
{
	StringInfoData text;

	if (store->info.nkeys == 0)
		return NULL;
	initStringInfo(&text);
	for (int i = 0; i < store->info.nkeys; i++)
	{
		int			column = store->info.key[i].attnum - 1;
		SealstoneDiskFence fence;
		uint64		prefix;
		uint64		ref;
		Datum		value = (Datum) 0;
		bool		isnull = false;

		if (!store->column[column].stored)
			return NULL;
		sealstone_dir_fence(rel, store, i, group, &fence);
		prefix = last ? fence.last_prefix : fence.first_prefix;
		ref = last ? fence.last_ref : fence.first_ref;
		if (SealstoneRefLength(ref) == SEALSTONE_REF_NULL)
			isnull = true;
		else if (store->column[column].disk.attbyval)
		{
			/* the prefix is the value only as long as its type is that of the seal */
			if (!sealstone_store_order_same(store, column))
				return NULL;
			value = sealstone_order_unprefix(sealstone_store_order(store, column), prefix);
		}
		else if (!sealstone_dir_value(rel, store, column, ref, &value))
			return NULL;
		appendStringInfo(&text, "%s%s", i > 0 ? ", " : "", value_text(rel, column + 1, value, isnull));
	}
	return text.data;
}

static void
put_text(Datum *value, bool *isnull, char *text)
{
	*isnull = (text == NULL);
	*value = text == NULL ? (Datum) 0 : CStringGetTextDatum(text);
}

Datum
sealstone_row_groups(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	bool		may_see;
	Relation	rel = sealstone_inspect_open(PG_GETARG_OID(0), &may_see);
	SealstoneReader *reader;
	SealstoneStore *store;
	SealstoneMarks *marks;
	AttrNumber	time;
	MemoryContext row_mcxt;

	InitMaterializedSRF(fcinfo, 0);
	store = sealstone_store_get(rel);
	if (store == NULL)
	{
		table_close(rel, AccessShareLock);
		return (Datum) 0;
	}
	reader = sealstone_reader_open(rel);
	marks = sealstone_marks_open(rel, SEALSTONE_MARKS_NOW);
	time = time_column(rel, &store->info);
	row_mcxt = AllocSetContextCreate(CurrentMemoryContext, "sealstone row group", ALLOCSET_SMALL_SIZES);
	for (uint64 group = 0; group < store->meta.ngroups; group++)
	{
		SealstoneGroup g;
		SealstoneStats stats = {0};
		Datum		values[9];
		bool		nulls[9] = {false};
		uint64		bytes = 0;
		MemoryContext old = MemoryContextSwitchTo(row_mcxt);

		CHECK_FOR_INTERRUPTS();
		sealstone_reader_advance(reader);
		sealstone_reader_group(reader, group, &g);
		for (int i = 0; i < store->meta.natts; i++)
		{
			if (!store->column[i].stored)
				continue;
			for (uint32 page = 0; page < g.pages; page++)
			{
				SealstoneDiskPage entry;

				sealstone_dir_page(rel, store, i, g.first_page + page, &entry);
				bytes += entry.length;
			}
		}
		if (time > 0)
			sealstone_reader_stats(reader, time, group, &stats);
		values[0] = Int32GetDatum((int32) group);
		values[1] = Int64GetDatum((int64) g.first_row);
		values[2] = Int32GetDatum((int32) g.rows);
		put_text(&values[3], &nulls[3], may_see && stats.has_minmax ? value_text(rel, time, stats.min, false) : NULL);
		put_text(&values[4], &nulls[4], may_see && stats.has_minmax ? value_text(rel, time, stats.max, false) : NULL);
		put_text(&values[5], &nulls[5], may_see ? fence_text(rel, store, group, false) : NULL);
		put_text(&values[6], &nulls[6], may_see ? fence_text(rel, store, group, true) : NULL);
		values[7] = Int64GetDatum((int64) bytes);
		values[8] = Int32GetDatum((int32) (sealstone_marks_lower_bound(marks, g.first_row + g.rows) -
										   sealstone_marks_lower_bound(marks, g.first_row)));
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
		MemoryContextSwitchTo(old);
		MemoryContextReset(row_mcxt);
	}
	sealstone_marks_close(marks);
	sealstone_reader_close(reader);
	table_close(rel, AccessShareLock);
	return (Datum) 0;
}
