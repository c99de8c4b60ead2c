/*-------------------------------------------------------------------------
 *
 * compact.c
 *	  VACUUM FULL and CLUSTER of a sealed partition: its rows into the new storage that Postgres made for them, late and
 *	  changed rows folded in.
 *
 * What a reseal does, without what a reseal does for those who go on working meanwhile: Postgres holds ACCESS EXCLUSIVE
 * from before the rewrite to the commit, so there is nothing to catch up with, and it builds the indexes anew and swaps the
 * storage itself (cluster.c). Everything happens in the caller's transaction; an error leaves the partition as it was.
 *
 * A heap takes over rows that are dead but not to all, each with its xids. Column rows have none: they are left out, and a snapshot
 * that might see one is turned away as after a reseal (PROTOCOLS 11).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "seal/seal_job.h"
#include "store/reader.h"

#define ROWS_PER_CHECK 16384

uint64
sealstone_compact(Relation old, Relation new, Relation index)
{
	const SealstoneInfo *info = sealstone_store_info(old);
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "sealstone compact", ALLOCSET_DEFAULT_SIZES);
	MemoryContext old_context = MemoryContextSwitchTo(context);
	SealJob    *job = palloc0(sizeof(SealJob));
	SealstoneWriterOptions options = {0};
	SealstoneWriterResult result;
	SealstoneWriter *writer;
	SealSource *source;
	SealRow		row;
	uint64		n = 0;

	job->kind = SEAL_KIND_RESEAL;
	job->alone = true;
	job->context = context;
	job->relid = RelationGetRelid(old);
	job->persistence = old->rd_rel->relpersistence;
	job->source_sealed = true;
	job->first_block = info->late_block;
	job->source_rows = info->nrows;
	job->newest = info->newest_xid;
	if (index != NULL)
		job->key = seal_key_of_index(old, RelationGetRelid(index));
	if (job->key == NULL)
		job->key = seal_key_of_sealed(old, info);

	options.nkeys = job->key->ncolumns;
	for (int i = 0; i < job->key->ncolumns; i++)
	{
		options.key_attnum[i] = job->key->columns[i].attnum;
		options.key_desc[i] = job->key->columns[i].descending;
		options.key_nulls_first[i] = job->key->columns[i].nulls_first;
	}
	options.codec = info->codec;
	options.keep_indexes = (info->flags & SEALSTONE_META_KEEP_INDEXES) != 0;
	options.bytes_before = info->bytes_before;
	if (info->nrows > 0)
		options.bytes_before = (uint64) (info->bytes_before * Max(1.0, old->rd_rel->reltuples / (double) info->nrows));

	source = seal_source_begin(job);
	writer = sealstone_writer_begin(new, &options);
	while (seal_source_next(source, &row))
	{
		(void) sealstone_writer_put(writer, row.values, row.isnull);
		if (++n % ROWS_PER_CHECK == 0)
			CHECK_FOR_INTERRUPTS();
	}
	seal_source_end(source);
	sealstone_writer_finish(writer, GetTopFullTransactionId(), job->newest, &result);
	seal_set_visibility(new, result.late_block);

	MemoryContextSwitchTo(old_context);
	MemoryContextDelete(context);
	return result.rows;
}
