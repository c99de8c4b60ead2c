/*-------------------------------------------------------------------------
 *
 * history.c
 *	  Takes the samples that series_history and disk_history keep.
 *
 * Run by the worker each minute in a transaction of its own, from the cached sizes only. Samples carry the start of
 * their minute or hour, so a worker restarted within it does not sample twice; a minute without a worker is a gap
 * and stays one.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/namespace.h"
#include "utils/lsyscache.h"

#include "catalog.h"
#include "job/history.h"

void
sealstone_history_sample(void)
{
	SealstoneScope scope;
	static const char *const resolutions[] = {"minute", "hour"};
	bool		rollups = OidIsValid(get_relname_relid("rollup_info", get_namespace_oid("sealstone", true)));

	sealstone_catalog_begin(&scope);
	for (int i = 0; i < 2; i++)
	{
		sealstone_spif("INSERT INTO sealstone.series_history_log (at, resolution, relation, rows, bytes, sealed_bytes, bytes_before, late_fraction,"
					   " worst_late_fraction, sealed_partitions, seal_due, pending_invalidations)"
					   " SELECT pg_catalog.date_trunc('%s', pg_catalog.now()), '%s', i.relation, i.rows, i.bytes, i.sealed_bytes, i.bytes_before, i.late_fraction,"
					   " i.worst_late_fraction, i.sealed_partitions, i.seal_due, %s"
					   " FROM sealstone.series_info i WHERE i.measured_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sealstone.series_history_log h"
					   "  WHERE h.relation = i.relation::pg_catalog.oid AND h.resolution = '%s' AND h.at = pg_catalog.date_trunc('%s', pg_catalog.now()))"
					   " ON CONFLICT DO NOTHING",
					   resolutions[i], resolutions[i],
					   rollups ? "(SELECT coalesce(pg_catalog.sum(coalesce(r.pending_pairs, 0) + coalesce(r.pending_buckets, 0) + coalesce(r.pending_ranges, 0)), 0)::pg_catalog.int8"
					   " FROM sealstone.rollup_info r WHERE r.series = i.relation)" : "NULL",
					   resolutions[i], resolutions[i]);
		sealstone_spif("INSERT INTO sealstone.disk_history_log (at, resolution, path, total_bytes, free_bytes)"
					   " SELECT pg_catalog.date_trunc('%s', pg_catalog.now()), '%s', d.path, d.total_bytes, d.free_bytes FROM sealstone.disk_info() d"
					   " ON CONFLICT DO NOTHING", resolutions[i], resolutions[i]);
	}
	sealstone_scope_end(&scope);
}
