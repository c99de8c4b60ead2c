/*-------------------------------------------------------------------------
 *
 * index_whole.c
 *	  Defaults of what src/seal defines about index builds, for a library linked without it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "am/am.h"
#include "seal/seal.h"

int			sealstone_seal_build_whole __attribute__((weak)) = -1;

bool		sealstone_index_is_whole(Relation heap, Relation index) __attribute__((weak));

bool
sealstone_index_is_whole(Relation heap, Relation index)
{
	const SealstoneInfo *info = sealstone_store_info(heap);

	return info == NULL || index->rd_index->indisunique || index->rd_index->indisexclusion ||
		(info->flags & SEALSTONE_META_KEEP_INDEXES) != 0;
}
