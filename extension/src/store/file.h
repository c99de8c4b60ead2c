/*-------------------------------------------------------------------------
 *
 * file.h
 *	  Appends blocks of ours to a relation's main fork, past shared buffers, WAL-logged. Used by the
 *	  writer only.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_STORE_FILE_H
#define SEALSTONE_STORE_FILE_H

#include "postgres.h"

#include "utils/rel.h"

#include "store/format.h"

typedef struct SealstoneFile SealstoneFile;

/* Begin after the last block (the relation must have none): leaves block 0 as a zero page. */
extern SealstoneFile *sealstone_file_begin(Relation rel);

/* Append bytes to the column area's stream; their position in it is returned, 8-aligned. */
extern uint64 sealstone_file_append(SealstoneFile *file, const void *data, Size length);

/* Length of the stream so far. */
extern uint64 sealstone_file_bytes(const SealstoneFile *file);

/* End the column area and begin the directory: returns its first block. */
extern BlockNumber sealstone_file_begin_directory(SealstoneFile *file, uint64 seal_id);

/* Append to the directory's stream; returns the position, 8-aligned. */
extern uint64 sealstone_file_append_directory(SealstoneFile *file, const void *data, Size length);

/*
 * Write out everything, then the metapage (through shared buffers: someone may have looked at block 0),
 * and make the file durable. late_block of meta is filled in here, and its CRC.
 */
extern void sealstone_file_finish(SealstoneFile *file, SealstoneMetaPage *meta);

#endif							/* SEALSTONE_STORE_FILE_H */
