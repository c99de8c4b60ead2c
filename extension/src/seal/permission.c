/*-------------------------------------------------------------------------
 *
 * permission.c
 *	  Who may operate a partition, and the hooks through which the series and rights parts
 *	  tell sealing what they know, so that it needs none of their catalogs.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/acl.h"

#include "compat.h"
#include "seal/seal.h"

SealstoneMayOperateHook sealstone_may_operate_hook = NULL;
SealstoneSealSettingsHook sealstone_seal_settings_hook = NULL;
SealstoneTimeColumnHook sealstone_time_column_hook = NULL;
SealstoneDuePartitionsHook sealstone_due_partitions_hook = NULL;
SealstoneMeasureHook sealstone_measure_hook = NULL;

bool
sealstone_may_operate(Oid relation, Oid role)
{
	if (sealstone_is_owner(relation, role))
		return true;
	if (sealstone_has_maintain(relation, role))
		return true;
	return sealstone_may_operate_hook != NULL && sealstone_may_operate_hook(relation, role);
}
