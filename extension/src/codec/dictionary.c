/*-------------------------------------------------------------------------
 *
 * dictionary.c
 *	  Distinct values, and the codes that stand for them.
 *
 * A dictionary lists the distinct values of a page in the order in which they first appear, so that sorted values
 * have rising codes. Codes are bit-packed, or runs of codes where those are smaller. Building
 * is open addressing in the encoder's scratch and gives up at a limit; reading checks every code
 * against the dictionary before anyone can index with it.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"

#define NO_ENTRY	0xffff

/* ---------------------------------------------------------------- building */

static inline uint64_t
mix(uint64_t x)
{
	x ^= x >> 32;
	x *= UINT64_C(0xd6e8feb86659fd93);
	x ^= x >> 32;
	x *= UINT64_C(0xd6e8feb86659fd93);
	return x ^ x >> 32;
}

static inline uint32_t
hash_bytes(const uint8_t *p, uint32_t len)
{
	uint64_t	h = len * UINT64_C(0x9e3779b97f4a7c15);

	for (; len >= 8; p += 8, len -= 8)
		h = (h ^ get64(p)) * UINT64_C(0xff51afd7ed558ccd) ^ h >> 29;
	if (len > 0)
	{
		uint64_t	tail = 0;

		memcpy(&tail, p, len);
		h = (h ^ tail) * UINT64_C(0xff51afd7ed558ccd) ^ h >> 29;
	}
	return (uint32_t) mix(h);
}

uint32_t
sealstone_dict_build_ints(SealstoneEncoder *e, const int64_t *values, uint32_t n, uint32_t most)
{
	uint32_t	ndict = 0;

	memset(e->slots, 0xff, sizeof e->slots);
	for (uint32_t i = 0; i < n; i++)
	{
		uint32_t	slot;

		if (i > 0 && values[i] == values[i - 1])
		{
			e->codes[i] = e->codes[i - 1];
			continue;
		}
		slot = (uint32_t) mix((uint64_t) values[i]) % HASH_SLOTS;
		while (e->slots[slot] != NO_ENTRY && values[e->first_row[e->slots[slot]]] != values[i])
			slot = (slot + 1) % HASH_SLOTS;
		if (e->slots[slot] == NO_ENTRY)
		{
			if (ndict == most)
				return 0;
			e->first_row[ndict] = (uint16_t) i;
			e->slots[slot] = (uint16_t) ndict++;
		}
		e->codes[i] = e->slots[slot];
	}
	return ndict;
}

static inline bool
same_bytes(const SealstoneBytes *a, const SealstoneBytes *b)
{
	return a->length == b->length && (a->length == 0 || memcmp(a->data, b->data, a->length) == 0);
}

uint32_t
sealstone_dict_build_bytes(SealstoneEncoder *e, const SealstoneBytes *values, uint32_t n, uint32_t most)
{
	uint32_t	ndict = 0;

	memset(e->slots, 0xff, sizeof e->slots);
	for (uint32_t i = 0; i < n; i++)
	{
		uint32_t	hash;
		uint32_t	slot;

		if (i > 0 && same_bytes(&values[i], &values[i - 1]))
		{
			e->codes[i] = e->codes[i - 1];
			continue;
		}
		hash = hash_bytes(values[i].data, values[i].length);
		slot = hash % HASH_SLOTS;
		while (e->slots[slot] != NO_ENTRY &&
			   (e->hashes[e->slots[slot]] != hash ||
				!same_bytes(&values[e->first_row[e->slots[slot]]], &values[i])))
			slot = (slot + 1) % HASH_SLOTS;
		if (e->slots[slot] == NO_ENTRY)
		{
			if (ndict == most)
				return 0;
			e->first_row[ndict] = (uint16_t) i;
			e->hashes[ndict] = hash;
			e->slots[slot] = (uint16_t) ndict++;
		}
		e->codes[i] = e->slots[slot];
	}
	return ndict;
}

/* ---------------------------------------------------------------- writing codes */

static size_t
code_runs_cost(uint32_t n, uint32_t ndict, uint32_t nruns)
{
	/* not knowing the lengths: as wide as the longest could be */
	return 2 + sealstone_small_cost(nruns, 0, ndict - 1) + sealstone_small_cost(nruns - 1, 1, n - nruns + 1) + nruns / 8;
}

size_t
sealstone_codes_cost(uint32_t n, uint32_t ndict, uint32_t nruns)
{
	size_t		runs = code_runs_cost(n, ndict, nruns);
	size_t		packed = 1 + packed_code_bytes(n, bits_of(ndict - 1));

	return runs < packed ? runs : packed;
}

SealstoneEncoding
sealstone_codes_encode(SealstoneEncoder *e, uint32_t n, uint32_t ndict, uint32_t nruns, Out *out)
{
	unsigned	width = bits_of(ndict - 1);

	if (code_runs_cost(n, ndict, nruns) < 1 + packed_code_bytes(n, width))
	{
		uint32_t	runs = 0;
		uint32_t	start = 0;

		for (uint32_t i = 1; i <= n; i++)
			if (i == n || e->codes[i] != e->codes[i - 1])
			{
				e->run_values[runs] = e->codes[start];
				e->run_lengths[runs++] = i - start;
				start = i;
			}
		out_16(out, (uint16_t) runs);
		sealstone_small_write(out, e->run_values, runs);
		if (runs > 1)
			sealstone_small_write(out, e->run_lengths, runs - 1);
		return SEALSTONE_ENC_DICT_RUNS;
	}
	else
	{
		uint32_t	rows = (n + CODE_LANES - 1) / CODE_LANES;
		uint8_t    *p;

		for (uint32_t i = n; i < rows * CODE_LANES; i++)
			e->codes[i] = 0;
		out_8(out, (uint8_t) width);
		p = out_take(out, packed_code_bytes(n, width));
		if (p != NULL)
			sealstone_kernels->pack_codes(e->codes, width, rows, p);
		return SEALSTONE_ENC_DICT;
	}
}

/* ---------------------------------------------------------------- reading codes */

bool
sealstone_run_ends(const Small *lengths, uint32_t nruns, uint32_t n, uint16_t *run_end)
{
	uint32_t	at = 0;
	int64_t		all[VALUES];

	if (nruns > 1)
		sealstone_small_all(lengths, all);
	for (uint32_t j = 0; j + 1 < nruns; j++)
	{
		uint64_t	length = (uint64_t) all[j];

		/* at least one row must be left for the last run */
		if (length == 0 || length >= n - at)
			return false;
		at += (uint32_t) length;
		run_end[j] = (uint16_t) at;
	}
	run_end[nruns - 1] = (uint16_t) n;
	return true;
}

SealstoneStatus
sealstone_codes_parse(SealstoneEncoding encoding, Cursor *in, uint32_t n, uint32_t ndict, Codes *codes)
{
	codes->ndict = ndict;
	if (encoding == SEALSTONE_ENC_DICT)
	{
		const uint8_t *width = cursor_take(in, 1);

		if (width == NULL)
			return SEALSTONE_BAD_LENGTH;
		codes->width = *width;
		if (codes->width != bits_of(ndict - 1))
			return SEALSTONE_BAD_DATA;
		codes->words = cursor_take(in, packed_code_bytes(n, codes->width));
		return codes->words == NULL ? SEALSTONE_BAD_LENGTH : SEALSTONE_OK;
	}
	else
	{
		const uint8_t *p = cursor_take(in, 2);

		if (p == NULL)
			return SEALSTONE_BAD_LENGTH;
		codes->nruns = get16(p);
		if (codes->nruns < 1 || codes->nruns > n)
			return SEALSTONE_BAD_DATA;
		TRY(sealstone_small_parse(in, codes->nruns, &codes->run_codes));
		if (codes->nruns > 1)
			TRY(sealstone_small_parse(in, codes->nruns - 1, &codes->lengths));
		return SEALSTONE_OK;
	}
}

/* codes[], and run_end[] or not; values[0 .. ndict - 1] are the caller's */
SealstoneStatus
sealstone_codes_decode(SealstoneEncoding encoding, const Codes *codes, uint32_t n, SealstoneVector *vector)
{
	int64_t		run_codes[VALUES];

	vector->ndict = (uint16_t) codes->ndict;
	if (encoding == SEALSTONE_ENC_DICT)
	{
		unsigned	largest = sealstone_kernels->unpack_codes(codes->words, codes->width,
															  (n + CODE_LANES - 1) / CODE_LANES, vector->codes);

		vector->shape = SEALSTONE_DICT;
		return largest < codes->ndict ? SEALSTONE_OK : SEALSTONE_BAD_DATA;
	}
	if (!sealstone_run_ends(&codes->lengths, codes->nruns, n, vector->run_end))
		return SEALSTONE_BAD_DATA;
	sealstone_small_all(&codes->run_codes, run_codes);
	for (uint32_t j = 0; j < codes->nruns; j++)
	{
		uint64_t	code = (uint64_t) run_codes[j];

		if (code >= codes->ndict)
			return SEALSTONE_BAD_DATA;
		vector->codes[j] = (uint16_t) code;
	}
	vector->nruns = (uint16_t) codes->nruns;
	vector->shape = SEALSTONE_DICT_RUNS;
	return SEALSTONE_OK;
}

SealstoneStatus
sealstone_codes_one(SealstoneEncoding encoding, const Codes *codes, uint32_t i, uint32_t *code)
{
	uint64_t	c;

	if (encoding == SEALSTONE_ENC_DICT)
	{
		c = 0;
		if (codes->width > 0)
		{
			unsigned	bit = i / CODE_LANES * codes->width;
			unsigned	off = bit & 15;
			const uint8_t *w = codes->words + (size_t) (bit >> 4) * LANE_BYTES + i % CODE_LANES * 2;

			c = (uint64_t) get16(w) >> off;
			if (off + codes->width > 16)
				c |= (uint64_t) get16(w + LANE_BYTES) << (16 - off);
			c &= mask_of(codes->width);
		}
	}
	else
	{
		uint32_t	run = 0;
		uint64_t	at = 0;

		for (; run + 1 < codes->nruns; run++)
		{
			uint64_t	length = (uint64_t) small_get(&codes->lengths, run);

			if (length == 0 || length > VALUES)
				return SEALSTONE_BAD_DATA;
			at += length;
			if (i < at)
				break;
		}
		c = (uint64_t) small_get(&codes->run_codes, run);
	}
	if (c >= codes->ndict)
		return SEALSTONE_BAD_DATA;
	*code = (uint32_t) c;
	return SEALSTONE_OK;
}
