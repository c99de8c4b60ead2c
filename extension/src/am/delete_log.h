/*-------------------------------------------------------------------------
 *
 * delete_log.h
 *	  On-disk form of the delete log: pages of marks in the late store of a sealed relation.
 *	  Private to src/am (marks.c, relocate.c).
 *
 * A log page is a block of ours (sealstone_block_init) at or past H. Pages form a chain from the
 * metapage's log_head to its log_tail; marks are only ever appended, to the last page, and a mark's
 * position in the log (base + index) never changes.
 *
 * Locks: a mark is appended under an exclusive lock on the last page's buffer; the page whose next
 * is valid is no longer the last and whoever finds that follows next. A new page is linked
 * in while the old last page and block 0 are locked, in that order; neither holder ever waits
 * for a heap page's lock meanwhile, so heap code, which locks heap pages while probing any block for
 * space, cannot deadlock with them.
 *
 *	offset	size	what
 *	0		4		magic
 *	4		4		nmarks, 0 .. SEALSTONE_LOG_MARKS
 *	8		8		seal_id of the metapage
 *	16		8		base: marks on the pages before this one
 *	24		4		next block of the chain, InvalidBlockNumber on the last
 *	28		4		marks_crc: running CRC-32C (not finished) of the nmarks marks
 *	32		4		header_crc: CRC-32C of the bytes before it
 *	36		4		zero
 *	40		16 * n	marks: row u64, copy's TID (6 bytes; zero: gone), zero u16
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_AM_DELETE_LOG_H
#define SEALSTONE_AM_DELETE_LOG_H

#include "postgres.h"

#include "port/pg_crc32c.h"
#include "storage/buf.h"
#include "storage/bufpage.h"
#include "storage/itemptr.h"
#include "utils/rel.h"

#include "store/format.h"

#define SEALSTONE_LOG_MAGIC		0x474F4C53	/* "SLOG" */

typedef struct SealstoneDiskMark
{
	uint64		row;
	ItemPointerData tid;		/* all zero: gone */
	uint16		zero;
} SealstoneDiskMark;

StaticAssertDecl(sizeof(SealstoneDiskMark) == 16, "on-disk size");

typedef struct SealstoneLogPage
{
	uint32		magic;
	uint32		nmarks;
	uint64		seal_id;
	uint64		base;
	uint32		next;
	uint32		marks_crc;
	uint32		header_crc;
	uint32		zero;
	SealstoneDiskMark mark[FLEXIBLE_ARRAY_MEMBER];
} SealstoneLogPage;

StaticAssertDecl(offsetof(SealstoneLogPage, mark) == 40, "on-disk offset");

#define SEALSTONE_LOG_MARKS \
	((SEALSTONE_BODY_BYTES - offsetof(SealstoneLogPage, mark)) / sizeof(SealstoneDiskMark))

/*
 * The log page in a locked buffer's page, its header checked: ERROR when it is damaged.
 * all_marks: check the CRC of the marks too.
 */
extern SealstoneLogPage *sealstone_log_page(Relation rel, BlockNumber block, Page page,
											uint64 seal_id, bool all_marks);

/* Within a page under exclusive lock (or an image of it): make it an empty log page; append one mark. */
extern void sealstone_log_page_init(Page page, uint64 seal_id, uint64 base);
extern void sealstone_log_page_append(SealstoneLogPage *log, uint64 row, const ItemPointerData *tid);
extern void sealstone_log_page_set_next(SealstoneLogPage *log, BlockNumber next);

/*
 * The last page of the log, pinned and exclusively locked, with room for one mark at least; makes
 * the first page, or a new one, when needed. seal_id gets the relation's. Take no heap page's lock while holding it.
 */
extern Buffer sealstone_log_lock_tail(Relation rel, uint64 *seal_id);

/* The same, but gives up (InvalidBuffer) rather than wait for the lock or extend. */
extern Buffer sealstone_log_try_lock_tail(Relation rel, uint64 *seal_id);

/* The newest mark of a row, for one who holds the log's last page locked. */
extern bool sealstone_marks_latest_locked(Relation rel, uint64 row, ItemPointer tid, Buffer tail);

/*
 * Right after it, under the same lock: the last line pointer of a heap page that ever was the target of a mark, 0
 * for none. It never holds another copy, for a scan that knows the old mark would take the new copy for known.
 */
extern OffsetNumber sealstone_marks_last_offset(Relation rel, uint64 seal_id, BlockNumber block);

#endif							/* SEALSTONE_AM_DELETE_LOG_H */
