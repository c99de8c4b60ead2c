/*-------------------------------------------------------------------------
 *
 * order_key.c
 *	  Chooses or parses the columns a sealed partition is sorted by.
 *
 * The default is the partition's btree index that ends in the time column (the longest, if
 * several; a unique one before others), for that is what its users look rows up by; else the time
 * column; else the primary key; else nothing, and rows stay in heap order. Sorting
 * is always by the column type's default btree operator class and the column's own collation, which is what
 * the directory's search relies on, whatever the index used.
 *
 * Reads catalogs only; allocates in the current memory context.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <ctype.h>

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "catalog/partition.h"
#include "catalog/pg_am.h"
#include "catalog/pg_index.h"
#include "nodes/pg_list.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#include "compat.h"
#include "seal/seal_job.h"

/* Append a column; false when its type has no default order. */
static bool
add_column(Relation rel, SealstoneOrderKey *key, AttrNumber attnum, bool descending, bool nulls_first)
{
	Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel), attnum - 1);
	SealstoneOrderColumn *column;
	TypeCacheEntry *type;

	if (key->ncolumns >= INDEX_MAX_KEYS)
		return false;
	for (int i = 0; i < key->ncolumns; i++)
		if (key->columns[i].attnum == attnum)
			return true;		/* a second mention orders nothing more */
	type = lookup_type_cache(att->atttypid, TYPECACHE_LT_OPR | TYPECACHE_GT_OPR);
	if (!OidIsValid(type->lt_opr) || !OidIsValid(type->gt_opr))
		return false;
	column = &key->columns[key->ncolumns++];
	column->attnum = attnum;
	column->descending = descending;
	column->nulls_first = nulls_first;
	column->sort_operator = descending ? type->gt_opr : type->lt_opr;
	column->collation = att->attcollation;
	return true;
}

/* The single column by which the parent ranges, when there is no hook to ask. */
static AttrNumber
time_column_of(Relation rel)
{
	AttrNumber	attnum = InvalidAttrNumber;

	if (sealstone_time_column_hook)
		attnum = sealstone_time_column_hook(RelationGetRelid(rel));
	if (attnum == InvalidAttrNumber && rel->rd_rel->relispartition)
	{
		Oid			parent_oid = get_partition_parent(RelationGetRelid(rel), true);
		Relation	parent = table_open(parent_oid, AccessShareLock);
		PartitionKey partkey = RelationGetPartitionKey(parent);

		if (partkey && partkey->strategy == PARTITION_STRATEGY_RANGE &&
			partkey->partnatts == 1 && partkey->partattrs[0] > 0)
			attnum = get_attnum(RelationGetRelid(rel),
								get_attname(parent_oid, partkey->partattrs[0], false));
		table_close(parent, AccessShareLock);
	}
	return attnum;
}

/* The key of a btree index, or NULL when it cannot be one: expressions, a predicate, a column without order. */
static SealstoneOrderKey *
key_of_index(Relation rel, Oid index_oid, bool *unique)
{
	Relation	index = index_open(index_oid, AccessShareLock);
	SealstoneOrderKey *key = NULL;

	if (index->rd_rel->relam == BTREE_AM_OID && index->rd_index->indisvalid &&
		heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, NULL))
	{
		key = palloc0(sizeof(SealstoneOrderKey));
		*unique = index->rd_index->indisunique;
		for (int i = 0; key && i < IndexRelationGetNumberOfKeyAttributes(index); i++)
		{
			AttrNumber	attnum = index->rd_index->indkey.values[i];
			int16		option = index->rd_indoption[i];

			if (attnum <= 0 ||
				!add_column(rel, key, attnum, (option & INDOPTION_DESC) != 0, (option & INDOPTION_NULLS_FIRST) != 0))
			{
				pfree(key);
				key = NULL;
			}
		}
	}
	index_close(index, AccessShareLock);
	return key;
}

SealstoneOrderKey *
seal_key_of_index(Relation rel, Oid index)
{
	bool		unique;

	return key_of_index(rel, index, &unique);
}

SealstoneOrderKey *
sealstone_default_order_key(Relation rel)
{
	AttrNumber	time = time_column_of(rel);
	SealstoneOrderKey *best = NULL;
	SealstoneOrderKey *primary = NULL;
	bool		best_unique = false;
	List	   *indexes = RelationGetIndexList(rel);
	ListCell   *lc;

	foreach(lc, indexes)
	{
		bool		unique = false;
		SealstoneOrderKey *key = key_of_index(rel, lfirst_oid(lc), &unique);

		if (key == NULL)
			continue;
		if (lfirst_oid(lc) == rel->rd_pkindex)
			primary = key;
		if (time == InvalidAttrNumber || key->columns[key->ncolumns - 1].attnum != time)
			continue;
		if (best == NULL || key->ncolumns > best->ncolumns ||
			(key->ncolumns == best->ncolumns && unique && !best_unique))
		{
			best = key;
			best_unique = unique;
		}
	}
	if (best)
		return best;
	best = palloc0(sizeof(SealstoneOrderKey));
	if (time != InvalidAttrNumber && add_column(rel, best, time, false, false))
		return best;
	if (primary)
		return primary;

	/* a plain table without a known time column: its longest index is the best guess at how it is read */
	foreach(lc, indexes)
	{
		bool		unique;
		SealstoneOrderKey *key = key_of_index(rel, lfirst_oid(lc), &unique);

		if (key && key->ncolumns > best->ncolumns)
			best = key;
	}
	return best;
}

/* Take a trailing word off text, any case, when it is there. */
static bool
strip_word(char *text, const char *word)
{
	Size		length = strlen(text);
	Size		wlen = strlen(word);

	while (length > 0 && isspace((unsigned char) text[length - 1]))
		text[--length] = '\0';
	if (length <= wlen || !isspace((unsigned char) text[length - wlen - 1]) ||
		pg_strcasecmp(text + length - wlen, word) != 0)
		return false;
	text[length - wlen] = '\0';
	while (length > 0 && text[0] != '\0' && isspace((unsigned char) text[strlen(text) - 1]))
		text[strlen(text) - 1] = '\0';
	return true;
}

SealstoneOrderKey *
sealstone_order_key_from_names(Relation rel, List *names)
{
	SealstoneOrderKey *key = palloc0(sizeof(SealstoneOrderKey));
	ListCell   *lc;

	foreach(lc, names)
	{
		char	   *name = pstrdup(strVal(lfirst(lc)));
		AttrNumber	attnum = get_attnum(RelationGetRelid(rel), name);
		bool		descending = false;
		int			nulls_first = -1;

		if (attnum == InvalidAttrNumber)
		{
			/* not a column's whole name: then a column's name and how to sort it */
			if (strip_word(name, "first") && strip_word(name, "nulls"))
				nulls_first = 1;
			else if (strip_word(name, "last") && strip_word(name, "nulls"))
				nulls_first = 0;
			if (strip_word(name, "desc"))
				descending = true;
			else
				(void) strip_word(name, "asc");
			attnum = get_attnum(RelationGetRelid(rel), name);
		}
		if (attnum == InvalidAttrNumber)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("column \"%s\" of relation \"%s\" does not exist",
							strVal(lfirst(lc)), RelationGetRelationName(rel)),
					 errhint("An order key names columns, each as it is written in the table, optionally followed by ASC or DESC and NULLS FIRST or NULLS LAST.")));
		if (attnum < 0)
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("system column \"%s\" cannot be in an order key", name)));
		if (key->ncolumns >= INDEX_MAX_KEYS)
			ereport(ERROR,
					(errcode(ERRCODE_TOO_MANY_COLUMNS),
					 errmsg("an order key cannot have more than %d columns", INDEX_MAX_KEYS)));
		if (!add_column(rel, key, attnum, descending, nulls_first >= 0 ? nulls_first == 1 : descending))
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_FUNCTION),
					 errmsg("column \"%s\" of type %s cannot be in an order key", name,
							format_type_be(TupleDescAttr(RelationGetDescr(rel), attnum - 1)->atttypid)),
					 errdetail("Its type has no default btree operator class.")));
	}
	return key;
}

/* Turn a column the other way. */
void
seal_order_column_set(Relation rel, SealstoneOrderColumn *column, bool descending, bool nulls_first)
{
	TypeCacheEntry *type = lookup_type_cache(TupleDescAttr(RelationGetDescr(rel), column->attnum - 1)->atttypid,
											 TYPECACHE_LT_OPR | TYPECACHE_GT_OPR);

	column->descending = descending;
	column->nulls_first = nulls_first;
	column->sort_operator = descending ? type->gt_opr : type->lt_opr;
}
