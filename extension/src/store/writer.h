/*-------------------------------------------------------------------------
 *
 * writer.h
 *	  Fills the empty storage of a relation with sealed rows.
 *
 * Legal order of calls: begin, put*, finish. Between them nothing but the writer touches the
 * relation's main fork. There is no abort call: an error leaves a main fork that is not a sealed
 * relation (its metapage is written last), to be dropped with the storage by the transaction; all
 * memory is in the context that was current at begin.
 *
 * The blocks go past shared buffers to the file, WAL-logged as full pages where the relation needs
 * WAL, and are fsynced by finish, so after finish the content survives whatever happens to the
 * transaction's own commit record.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_STORE_WRITER_H
#define SEALSTONE_STORE_WRITER_H

#include "postgres.h"

#include "access/transam.h"
#include "utils/rel.h"

#include "store/format.h"

typedef struct SealstoneWriter SealstoneWriter;

typedef struct SealstoneWriterOptions
{
	int			nkeys;			/* 0: rows in no particular order */
	AttrNumber	key_attnum[SEALSTONE_MAX_KEYS];
	bool		key_desc[SEALSTONE_MAX_KEYS];
	bool		key_nulls_first[SEALSTONE_MAX_KEYS];
	int			codec;			/* SealstoneCompression of codec.h: none, lz4, zstd */
	uint64		bytes_before;	/* heap, TOAST and indexes before; recorded only */
	Size		memory;			/* bytes the writer may use for the group being filled; 0: from maintenance_work_mem */
	bool		keep_indexes;	/* recorded as SEALSTONE_META_KEEP_INDEXES */
} SealstoneWriterOptions;

typedef struct SealstoneWriterResult
{
	uint64		rows;
	uint64		groups;
	uint64		blocks;			/* of the main fork: 0 .. H-1 */
	BlockNumber late_block;		/* H: where heap_insert's pages will begin */
} SealstoneWriterResult;

/*
 * Begin to fill "target": a relation of any access method whose main fork exists and has no block
 * (the caller sees to it that nobody else writes there). The rows will have target's tuple
 * descriptor; dropped columns are passed as NULL.
 */
extern SealstoneWriter *sealstone_writer_begin(Relation target, const SealstoneWriterOptions *options);

/*
 * Append one row. Rows come in order-key order (ties in any order); a row that sorts before the
 * one before it is an error. Values may be toasted, compressed, short or expanded: they are
 * copied flat, so the caller may reset its memory after the call. Checks for interrupts now and then.
 *
 * Returns the row's number, from which am/tid.h makes its virtual TID.
 */
extern uint64 sealstone_writer_put(SealstoneWriter *writer, const Datum *values, const bool *isnull);

/*
 * Write what is left, the directory, and last the metapage; make all of it durable; free the writer.
 * Either xid may be InvalidFullTransactionId and be stamped later. With no row put, the relation is
 * nevertheless a sealed one, of 0 rows. The caller's relcache sees the result at once; others when
 * the swap's invalidation reaches them.
 */
extern void sealstone_writer_finish(SealstoneWriter *writer, FullTransactionId swap_xid,
									FullTransactionId newest_xid, SealstoneWriterResult *result);

/*
 * Stamp the two xids of PROTOCOLS 11 into a sealed relation's metapage, in the caller's
 * transaction (the swap), by generic WAL. H is already set by finish.
 */
extern void sealstone_writer_stamp(Relation rel, FullTransactionId swap_xid, FullTransactionId newest_xid);

/* Rows put so far, and bytes written to the file so far (for progress). */
extern uint64 sealstone_writer_rows(const SealstoneWriter *writer);
extern uint64 sealstone_writer_bytes(const SealstoneWriter *writer);

#endif							/* SEALSTONE_STORE_WRITER_H */
