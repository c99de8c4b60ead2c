/*-------------------------------------------------------------------------
 *
 * compress.c
 *	  lz4 and zstd over a whole payload, where it pays.
 *
 * The contexts of zstd are expensive to make, so one of each is kept per thread for the life of the process;
 * they hold nothing of a page between calls. A raw length is believed only if the stored length could
 * expand to it, so that a hostile header cannot ask for a gigabyte.
 *
 *-------------------------------------------------------------------------
 */
#include <lz4.h>
#include <zstd.h>

#include "codec/internal.h"

static __thread ZSTD_CCtx *compressor;
static __thread ZSTD_DCtx *decompressor;

bool
sealstone_raw_length_plausible(SealstoneCompression compression, size_t stored, size_t raw)
{
	switch (compression)
	{
		case SEALSTONE_COMPRESS_NONE:
			return raw == stored;
		case SEALSTONE_COMPRESS_LZ4:
			/* a byte of match length stands for at most 255 */
			return raw <= SEALSTONE_PAGE_MAX_RAW && raw / 255 <= stored + 16;
		case SEALSTONE_COMPRESS_ZSTD:
			/* four bytes can stand for a block of 128 kB */
			return raw <= SEALSTONE_PAGE_MAX_RAW && raw / 32768 <= stored + 4;
	}
	return false;
}

size_t
sealstone_compress_bound(SealstoneCompression compression, size_t len)
{
	if (compression == SEALSTONE_COMPRESS_LZ4)
		return (size_t) LZ4_compressBound((int) len);
	return ZSTD_compressBound(len);
}

size_t
sealstone_compress(SealstoneCompression compression, int level, const uint8_t *src, size_t src_len,
				   uint8_t *dst, size_t capacity)
{
	if (compression == SEALSTONE_COMPRESS_LZ4)
	{
		int			n = LZ4_compress_default((const char *) src, (char *) dst, (int) src_len,
											 (int) (capacity > INT32_MAX ? INT32_MAX : capacity));

		return n > 0 ? (size_t) n : 0;
	}
	if (compression == SEALSTONE_COMPRESS_ZSTD)
	{
		size_t		n;

		if (compressor == NULL && (compressor = ZSTD_createCCtx()) == NULL)
			return 0;
		n = ZSTD_compressCCtx(compressor, dst, capacity, src, src_len, level);
		return ZSTD_isError(n) ? 0 : n;
	}
	return 0;
}

SealstoneStatus
sealstone_decompress(SealstoneCompression compression, const uint8_t *src, size_t src_len,
					 uint8_t *dst, size_t raw_len)
{
	if (compression == SEALSTONE_COMPRESS_LZ4)
	{
		int			n = LZ4_decompress_safe((const char *) src, (char *) dst, (int) src_len, (int) raw_len);

		return n >= 0 && (size_t) n == raw_len ? SEALSTONE_OK : SEALSTONE_BAD_DATA;
	}
	else
	{
		size_t		n;

		if (decompressor == NULL && (decompressor = ZSTD_createDCtx()) == NULL)
			return SEALSTONE_NO_MEMORY;
		n = ZSTD_decompressDCtx(decompressor, dst, raw_len, src, src_len);
		return !ZSTD_isError(n) && n == raw_len ? SEALSTONE_OK : SEALSTONE_BAD_DATA;
	}
}
