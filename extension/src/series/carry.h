/*-------------------------------------------------------------------------
 *
 * carry.h
 *	  What hangs on a table that becomes a series table, and how it is made again on the new one.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_CARRY_H
#define SEALSTONE_CARRY_H

#include "postgres.h"

#include "nodes/pg_list.h"

/* Lists of SQL statements unless said, in the order to give them */
typedef struct SealstoneCarry
{
	/* given under the old table's first name, before it is renamed */
	List	   *release;		/* as superuser: foreign keys of other tables go, statistics make room for their names */
	List	   *clear;			/* as owner: rules, triggers and identities go */
	/* given to the new table before the old one is attached, as owner but for the keys */
	List	   *constraints;
	List	   *indexes;
	List	   *identities;
	List	   *foreign_keys;	/* as superuser */
	/* given after, as owner */
	List	   *own;			/* triggers, rules, comments, privileges, policies */
	/* given last, as superuser */
	List	   *places;			/* tablespaces, statistics objects */
	List	   *publications;
	List	   *referencing;	/* foreign keys of other tables, see referencing_valid */
	List	   *readers;		/* policies, functions, rules and views elsewhere */

	List	   *checks;			/* of SealstoneCarriedCheck: constraints without inheritance, which get it */
	List	   *valid_keys;		/* of SealstoneCarriedKey: foreign keys of others that hold already */
	List	   *subscriptions;	/* OIDs of subscriptions that write into the table */
} SealstoneCarry;

typedef struct SealstoneCarriedCheck
{
	char	   *name;
	char	   *expression;
	char	   *comment;
	bool		valid;
} SealstoneCarriedCheck;

typedef struct SealstoneCarriedKey
{
	Oid			relid;			/* the referencing table */
	char	   *name;
} SealstoneCarriedKey;

/* Other relations that the conversion changes and must lock: views, referencing tables, tables with rules or policies, sequences */
extern List *sealstone_carry_relations(Oid relid);

/* Raises, with what to do, when something would be lost. Changes nothing. */
extern void sealstone_carry_refuse(Oid relid);

/* Writes everything down while the old table still has its name; root is that name, qualified. */
extern SealstoneCarry *sealstone_carry_read(Oid relid, const char *root);

/* Marks foreign keys that were added NOT VALID and hold, as those they replace did, as valid, with their parts on partitions */
extern void sealstone_carry_validate_keys(List *keys);

/* After everything: raises when anything still hangs on the old table that belongs to the new */
extern void sealstone_carry_check(Oid relid);

#endif							/* SEALSTONE_CARRY_H */
