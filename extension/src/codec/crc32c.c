/*-------------------------------------------------------------------------
 *
 * crc32c.c
 *	  CRC-32C (Castagnoli, polynomial 0x1EDC6F41 reflected), as iSCSI and Postgres compute it.
 *
 * By the CPU's instruction where there is one (SSE 4.2), else eight bytes at a time by tables that are
 * computed when the library is loaded ("slicing-by-8", Kounavis and Berry, 2005). Both give the same.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

static uint32_t table[8][256];

#if defined(__x86_64__)
#define CRC_LANE	256				/* bytes of each of three independent streams */

/* crc advanced over CRC_LANE zero bytes: shift[k][byte k of crc] */
static uint32_t shift[4][256];
#endif

static uint32_t crc32c_portable(uint32_t crc, const uint8_t *p, size_t len);

__attribute__((constructor)) static void
crc32c_tables(void)
{
	for (uint32_t i = 0; i < 256; i++)
	{
		uint32_t	crc = i;

		for (int bit = 0; bit < 8; bit++)
			crc = (crc >> 1) ^ (0x82f63b78 & (0 - (crc & 1)));
		table[0][i] = crc;
	}
	for (int slice = 1; slice < 8; slice++)
		for (uint32_t i = 0; i < 256; i++)
			table[slice][i] = (table[slice - 1][i] >> 8) ^ table[0][table[slice - 1][i] & 0xff];
#if defined(__x86_64__)
	for (int k = 0; k < 4; k++)
		for (uint32_t i = 0; i < 256; i++)
		{
			static const uint8_t zeros[CRC_LANE];

			shift[k][i] = crc32c_portable(i << (8 * k), zeros, CRC_LANE);
		}
#endif
}

static uint32_t
crc32c_portable(uint32_t crc, const uint8_t *p, size_t len)
{
	for (; len >= 8; p += 8, len -= 8)
	{
		uint32_t	lo = get32(p) ^ crc;
		uint32_t	hi = get32(p + 4);

		crc = table[7][lo & 0xff] ^ table[6][(lo >> 8) & 0xff] ^ table[5][(lo >> 16) & 0xff] ^ table[4][lo >> 24] ^
			table[3][hi & 0xff] ^ table[2][(hi >> 8) & 0xff] ^ table[1][(hi >> 16) & 0xff] ^ table[0][hi >> 24];
	}
	for (; len > 0; p++, len--)
		crc = (crc >> 8) ^ table[0][(crc ^ *p) & 0xff];
	return crc;
}

#if defined(__x86_64__)

static inline uint32_t
crc32c_shift(uint32_t crc)
{
	return shift[0][crc & 0xff] ^ shift[1][(crc >> 8) & 0xff] ^ shift[2][(crc >> 16) & 0xff] ^ shift[3][crc >> 24];
}

/* Three streams at once, for the instruction has a latency of three cycles and a throughput of one. */
__attribute__((target("sse4.2"))) static uint32_t
crc32c_sse42(uint32_t crc, const uint8_t *p, size_t len)
{
	while (len >= 3 * CRC_LANE)
	{
		uint64_t	a = crc;
		uint64_t	b = 0;
		uint64_t	c = 0;

		for (size_t i = 0; i < CRC_LANE; i += 8)
		{
			a = _mm_crc32_u64(a, get64(p + i));
			b = _mm_crc32_u64(b, get64(p + CRC_LANE + i));
			c = _mm_crc32_u64(c, get64(p + 2 * CRC_LANE + i));
		}
		crc = crc32c_shift(crc32c_shift((uint32_t) a) ^ (uint32_t) b) ^ (uint32_t) c;
		p += 3 * CRC_LANE;
		len -= 3 * CRC_LANE;
	}
	for (; len >= 8; p += 8, len -= 8)
		crc = (uint32_t) _mm_crc32_u64(crc, get64(p));
	for (; len > 0; p++, len--)
		crc = _mm_crc32_u8(crc, *p);
	return crc;
}
#endif

uint32_t
sealstone_crc32c(uint32_t crc, const void *bytes, size_t len)
{
#if defined(__x86_64__)
	/* every CPU with a vectorized kernel has the instruction; so has nearly every other one */
	if (sealstone_kernels->isa != SEALSTONE_ISA_PORTABLE)
		return ~crc32c_sse42(~crc, bytes, len);
#endif
	return ~crc32c_portable(~crc, bytes, len);
}
