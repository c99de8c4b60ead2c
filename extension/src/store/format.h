/*-------------------------------------------------------------------------
 *
 * format.h
 *	  On-disk structures of a sealed relation, format version 1. README.md beside this file is
 *	  the same thing to the byte, in prose; change both or neither.
 *
 * Main fork of a sealed relation:
 *
 *	block 0				metapage			written last by the writer; then only its mutable part changes
 *	blocks 1 .. D-1		column area			chunks (compressed pages) as one byte stream, written once
 *	blocks D .. H-1		directory			one byte stream of sections, written once
 *	blocks H ..			late store			heap pages and delete-log pages (src/am owns these)
 *
 * Every block below H carries a standard PageHeader with pd_lower = pd_upper = pd_special =
 * SizeOfPageHeaderData and PD_ALL_VISIBLE: heap code sees no line pointer and no free space.
 *
 * All integers are in the machine's byte order, as everywhere in Postgres; the magic number
 * tells a foreign one. Everything here is plain data without OIDs, pointers or padding bytes
 * that are not written as zero.
 *
 * Who may write: the writer (writer.c) everything below H, once, while nobody else can see the
 * relation's rows; afterwards only fields under "mutable" in the metapage change, by generic
 * WAL under an exclusive lock on block 0's buffer, and whoever changes them ends with
 * sealstone_meta_set_crc().
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_STORE_FORMAT_H
#define SEALSTONE_STORE_FORMAT_H

#include "postgres.h"

#include "access/transam.h"
#include "port/pg_crc32c.h"
#include "storage/block.h"
#include "storage/bufpage.h"

#define SEALSTONE_MAGIC				UINT64CONST(0x314E54534C414553)	/* "SEALSTN1" read little-endian */
#define SEALSTONE_FORMAT_VERSION	1

/* rows */
#define SEALSTONE_PAGE_ROWS			1024	/* values of one column in a page; the last page of a group may hold fewer */
#define SEALSTONE_GROUP_ROWS		8192	/* nominal */
#define SEALSTONE_GROUP_MIN_ROWS	1024	/* smaller only for the last group, or where memory bounds it */
#define SEALSTONE_GROUP_MAX_ROWS	16384
#define SEALSTONE_GROUP_MAX_PAGES	(SEALSTONE_GROUP_MAX_ROWS / SEALSTONE_PAGE_ROWS)
#define SEALSTONE_MAX_ROWS			(UINT64CONST(1) << 39)	/* virtual TIDs: 2^31 blocks of 256 */
#define SEALSTONE_MAX_KEYS			32

/* blocks */
#define SEALSTONE_META_BLOCK		0
#define SEALSTONE_COLUMN_BLOCK		1	/* first block of the column area */
#define SEALSTONE_MAX_BLOCKS		UINT64CONST(0x7FFFFFFF)	/* block numbers from 2^31 on are virtual */
#define SEALSTONE_BODY_BYTES		(BLCKSZ - SizeOfPageHeaderData)	/* payload of a column-area block */
#define SEALSTONE_DIR_BODY_BYTES	(SEALSTONE_BODY_BYTES - sizeof(SealstoneDirHeader))	/* payload of a directory block */
#define SealstonePageBody(page)		((char *) (page) + SizeOfPageHeaderData)

/* The sections of the directory's byte stream, in this order; each begins 8-aligned. */
typedef enum SealstoneSection
{
	SEALSTONE_SECTION_COLUMNS = 0,	/* SealstoneDiskColumn [natts] */
	SEALSTONE_SECTION_GROUPS,		/* SealstoneDiskGroup [ngroups] */
	SEALSTONE_SECTION_FENCES,		/* SealstoneDiskFence [nkeys][ngroups] */
	SEALSTONE_SECTION_STATS,		/* SealstoneDiskStats [natts][ngroups] */
	SEALSTONE_SECTION_PAGES,		/* SealstoneDiskPage [natts][npages]; see SealstoneDiskGroup.first_page */
	SEALSTONE_SECTION_RUNS,			/* SealstoneDiskRun [nruns]; absent when leading keys hardly repeat */
	SEALSTONE_SECTION_VALUES,		/* bytes: by-reference keys, minima, maxima */
	SEALSTONE_SECTIONS
} SealstoneSection;

typedef struct SealstoneDiskSection
{
	uint64		offset;			/* in the directory's byte stream */
	uint64		bytes;
} SealstoneDiskSection;

StaticAssertDecl(sizeof(SealstoneDiskSection) == 16, "on-disk size");

/* One order-key column. */
#define SEALSTONE_KEY_DESC			0x01
#define SEALSTONE_KEY_NULLS_FIRST	0x02

typedef struct SealstoneDiskKey
{
	int16		attnum;			/* 1-based */
	uint8		flags;			/* SEALSTONE_KEY_* */
	uint8		zero[5];
} SealstoneDiskKey;

StaticAssertDecl(sizeof(SealstoneDiskKey) == 8, "on-disk size");

/*
 * The metapage's body. Bytes of the page after it are zero.
 */
#define SEALSTONE_META_HAS_RUNS		0x0001	/* the runs section is there */
#define SEALSTONE_META_KEEP_INDEXES	0x0002	/* sealed with keep_indexes: non-unique indexes hold sealed rows too */

typedef struct SealstoneMetaPage
{
	/* immutable */
	uint64		magic;
	uint16		format_version;
	uint16		natts;			/* attributes when sealed, dropped ones counted */
	uint16		nkeys;			/* columns in the order key */
	uint8		codec;			/* SealstoneCompression wanted at the seal */
	uint8		zero1;
	uint32		block_size;		/* BLCKSZ */
	uint32		page_rows;		/* SEALSTONE_PAGE_ROWS */
	uint64		seal_id;		/* random; also in every directory block, tells one seal's blocks from another's */
	int64		sealed_at;		/* TimestampTz */
	uint64		nrows;
	uint64		ngroups;
	uint64		npages;			/* pages of one column over all groups */
	uint64		nruns;
	uint64		column_bytes;	/* length of the column area's byte stream */
	uint64		bytes_before;	/* heap, TOAST and indexes before the seal */
	uint32		directory_block;	/* D */
	uint32		late_block;		/* H */
	SealstoneDiskSection section[SEALSTONE_SECTIONS];
	SealstoneDiskKey key[SEALSTONE_MAX_KEYS];

	/* mutable: generic WAL, exclusive lock on block 0 */
	uint64		swap_xid;		/* FullTransactionId of the swap; 0: not yet swapped in */
	uint64		newest_xid;		/* newest that inserted, updated or deleted a row the build read */
	uint64		superseded;		/* marks in the delete log */
	uint64		gone;			/* of these, marks without a copy */
	uint32		log_head;		/* first delete-log block, InvalidBlockNumber: none */
	uint32		log_tail;		/* last delete-log block */
	uint32		flags;			/* SEALSTONE_META_* */
	uint32		zero2;
	uint64		reserved[8];	/* zero */

	uint32		zero3;
	uint32		crc;			/* CRC-32C of all bytes of this struct before it */
} SealstoneMetaPage;

StaticAssertDecl(offsetof(SealstoneMetaPage, section) == 96, "on-disk offset");
StaticAssertDecl(offsetof(SealstoneMetaPage, key) == 208, "on-disk offset");
StaticAssertDecl(offsetof(SealstoneMetaPage, swap_xid) == 464, "on-disk offset");
StaticAssertDecl(offsetof(SealstoneMetaPage, crc) == 580, "on-disk offset");
StaticAssertDecl(sizeof(SealstoneMetaPage) == 584, "on-disk size");

/*
 * Head of a directory block's body; SEALSTONE_DIR_BODY_BYTES of the stream follow it.
 */
typedef struct SealstoneDirHeader
{
	uint32		crc;			/* CRC-32C of seal_id, index and the payload */
	uint32		index;			/* block number - D */
} SealstoneDirHeader;

StaticAssertDecl(sizeof(SealstoneDirHeader) == 8, "on-disk size");

/* One column as it was when sealed. */
#define SEALSTONE_COLUMN_DROPPED	0x01	/* has no pages, stats are zero */

typedef struct SealstoneDiskColumn
{
	int16		attlen;
	uint8		attbyval;
	char		attalign;
	uint8		kind;			/* SealstoneKind of codec.h */
	uint8		flags;			/* SEALSTONE_COLUMN_* */
	uint16		zero1;
	uint32		order_signature;	/* hash of the default btree opclass's (and, if containing other types, the type's) name; 0: no order */
	uint32		collation_signature;	/* hash of the collation's identity and version; 0: none */
	uint64		reserved[2];	/* zero */
} SealstoneDiskColumn;

StaticAssertDecl(sizeof(SealstoneDiskColumn) == 32, "on-disk size");

typedef struct SealstoneDiskGroup
{
	uint64		first_row;
	uint32		rows;
	uint32		first_page;		/* index of the group's first page within each column's pages */
} SealstoneDiskGroup;

StaticAssertDecl(sizeof(SealstoneDiskGroup) == 16, "on-disk size");

/*
 * A value in the values section, or why it is not there. Bits 0-47 offset into the section,
 * bits 48-63 length in bytes, or one of the marks below.
 */
#define SEALSTONE_REF_NONE			UINT64CONST(0xFFFF)	/* not kept: by value, too long, or no order */
#define SEALSTONE_REF_NULL			UINT64CONST(0xFFFE)	/* the value is NULL */
#define SEALSTONE_REF_MAX_BYTES		256
#define SealstoneRefOffset(ref)		((ref) & UINT64CONST(0xFFFFFFFFFFFF))
#define SealstoneRefLength(ref)		((ref) >> 48)
#define SealstoneRefMake(off, len)	(((uint64) (len) << 48) | (uint64) (off))

/*
 * Order key of a group's first and last row, one column of it. "prefix" sorts as the column does
 * ascending (0 where the type has no such form); by-value types are exactly their prefix.
 */
typedef struct SealstoneDiskFence
{
	uint64		first_prefix;
	uint64		first_ref;
	uint64		last_prefix;
	uint64		last_ref;
} SealstoneDiskFence;

StaticAssertDecl(sizeof(SealstoneDiskFence) == 32, "on-disk size");

/* One column of one group. */
#define SEALSTONE_STATS_MINMAX		0x01	/* min and max are there: the value's Datum, or a ref for by-reference types */
#define SEALSTONE_STATS_SUM			0x02	/* sum is there */
#define SEALSTONE_STATS_ALL_NULL	0x04
#define SEALSTONE_STATS_CONSTANT	0x08	/* no NULL, and every value's image is equal to min */
#define SEALSTONE_STATS_NAN			0x10	/* floats: holds NaN (which is then also max) */
#define SEALSTONE_STATS_FLOAT_SUM	0x20	/* floats: sum_low is their sum, added up in double precision in the order of rows */

/* Sums are kept of floats between these: neither their squares nor sums of 2^39 of them come near overflow */
#define SEALSTONE_TAME_FLOAT	1e140

typedef struct SealstoneDiskStats
{
	uint64		min;
	uint64		max;
	uint64		sum_low;		/* 128-bit two's complement sum of the non-NULL integers; of floats a double */
	uint64		sum_high;
	uint64		raw_bytes;		/* decoded size */
	uint32		null_count;
	uint32		flags;			/* SEALSTONE_STATS_* */
} SealstoneDiskStats;

StaticAssertDecl(sizeof(SealstoneDiskStats) == 48, "on-disk size");

/*
 * Where a chunk is. The chunk itself begins with the codec's own header (codec.h), which
 * repeats encoding and count and holds the CRC.
 */
typedef struct SealstoneDiskPage
{
	uint64		position;		/* bits 0-47: byte in the column area's stream, 8-aligned; bits 48-55 encoding; bits 56-63 compression */
	uint32		length;			/* bytes of the chunk with its header */
	uint16		low;			/* bounds of the page's values as 65535ths of the group's min .. max; low > high: no bounds */
	uint16		high;
} SealstoneDiskPage;

StaticAssertDecl(sizeof(SealstoneDiskPage) == 16, "on-disk size");

#define SealstonePagePosition(p)	((p) & UINT64CONST(0xFFFFFFFFFFFF))
#define SealstonePageEncoding(p)	((uint8) ((p) >> 48))
#define SealstonePageCompression(p)	((uint8) ((p) >> 56))

/* All rows with one value of the leading order-key column; they end where the next run begins. */
typedef struct SealstoneDiskRun
{
	uint64		prefix;			/* as in SealstoneDiskFence */
	uint64		ref;
	uint64		first_row;
} SealstoneDiskRun;

StaticAssertDecl(sizeof(SealstoneDiskRun) == 24, "on-disk size");

/*
 * CRC of a metapage's body; store it in ->crc after any change.
 */
static inline uint32
sealstone_meta_crc(const SealstoneMetaPage *meta)
{
	pg_crc32c	crc;

	INIT_CRC32C(crc);
	COMP_CRC32C(crc, meta, offsetof(SealstoneMetaPage, crc));
	FIN_CRC32C(crc);
	return crc;
}

static inline void
sealstone_meta_set_crc(SealstoneMetaPage *meta)
{
	meta->crc = sealstone_meta_crc(meta);
}

/* CRC of a directory block, given its body. */
static inline uint32
sealstone_dir_crc(uint64 seal_id, const SealstoneDirHeader *header)
{
	pg_crc32c	crc;

	INIT_CRC32C(crc);
	COMP_CRC32C(crc, &seal_id, sizeof(seal_id));
	COMP_CRC32C(crc, &header->index, SEALSTONE_BODY_BYTES - offsetof(SealstoneDirHeader, index));
	FIN_CRC32C(crc);
	return crc;
}

/*
 * Make an empty block of ours: header as described on top, body zero. For delete-log pages too.
 */
static inline void
sealstone_block_init(Page page)
{
	MemSet(page, 0, BLCKSZ);
	PageInit(page, BLCKSZ, 0);
	((PageHeader) page)->pd_lower = SizeOfPageHeaderData;
	((PageHeader) page)->pd_upper = SizeOfPageHeaderData;
	((PageHeader) page)->pd_special = SizeOfPageHeaderData;
	PageSetAllVisible(page);
}

/* Is this header the one every block of ours carries? (A heap page never has pd_special = 24.) */
static inline bool
sealstone_block_is_ours(Page page)
{
	PageHeader	header = (PageHeader) page;

	return header->pd_lower == SizeOfPageHeaderData &&
		header->pd_upper == SizeOfPageHeaderData &&
		header->pd_special == SizeOfPageHeaderData;
}

#endif							/* SEALSTONE_STORE_FORMAT_H */
