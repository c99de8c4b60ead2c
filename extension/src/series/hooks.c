/*-------------------------------------------------------------------------
 *
 * hooks.c
 *	  What seal asks of the series a partition belongs to: rights, settings, time column, what is due.
 *
 * Set once in _PG_init. Each answers from the catalogs as they are now.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "nodes/value.h"
#include "utils/lsyscache.h"

#include "catalog.h"
#include "seal/seal.h"
#include "series/hooks.h"
#include "series/measure.h"
#include "series/moved.h"

static bool
seal_settings(Oid partition, SealstoneSealOptions *options)
{
	SealstoneSeries *series;
	Oid			root = sealstone_series_of(partition);
	ListCell   *cell;

	if (!OidIsValid(root))
		return false;
	series = sealstone_series_get(root, true);
	if (series == NULL)
		return false;
	options->codec = series->codec;
	options->keep_indexes = series->keep_indexes;
	if (series->order_by != NIL)
	{
		options->order_by = NIL;
		foreach(cell, series->order_by)
			options->order_by = lappend(options->order_by, makeString(lfirst(cell)));
	}
	return true;
}

static AttrNumber
time_column(Oid partition)
{
	Oid			root = sealstone_series_of(partition);
	SealstoneSeries *series = OidIsValid(root) ? sealstone_series_get(root, true) : NULL;

	/* by name: a partition's columns may be numbered otherwise */
	return series ? get_attnum(partition, series->time_column) : InvalidAttrNumber;
}

static List *
due_partitions(Oid relid)
{
	SealstoneScope scope;
	MemoryContext context = CurrentMemoryContext;
	List	   *result = NIL;
	uint64		count;

	(void) sealstone_series_get(relid, false);
	sealstone_catalog_begin(&scope);
	count = sealstone_spif("SELECT p.partition::pg_catalog.oid FROM sealstone.partition_info p WHERE p.relation = '%u'::pg_catalog.regclass"
						   " AND p.due ORDER BY p.lo, p.lo_value", relid);
	for (uint64 i = 0; i < count; i++)
	{
		bool		isnull;
		MemoryContext old = MemoryContextSwitchTo(context);

		result = lappend_oid(result, DatumGetObjectId(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &isnull)));
		MemoryContextSwitchTo(old);
	}
	sealstone_scope_end(&scope);
	return result;
}

static void
measure(Oid partition)
{
	Oid			series = sealstone_series_of(partition);

	if (OidIsValid(series))
		sealstone_measure_leaf(series, partition);
}

void
sealstone_series_init(void)
{
	sealstone_may_operate_hook = sealstone_series_may_operate;
	sealstone_seal_settings_hook = seal_settings;
	sealstone_time_column_hook = time_column;
	sealstone_due_partitions_hook = due_partitions;
	sealstone_measure_hook = measure;
	sealstone_moved_init();
}
