/*-------------------------------------------------------------------------
 *
 * integer.c
 *	  Reading pages of 64-bit integers: all values, one value, a bound in sorted values.
 *
 * CONSTANT, FOR, DELTA, DELTA2, STEPS, RUNS, DICT and DICT_RUNS, as README.md lays them out; choose.c
 * writes them. Floats pass through here as their bits, or as decimal-scaled integers (float.c).
 * No state. A payload must be used up to its last byte, else it is damaged.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"

/* the parsed form of whatever encoding the payload has */
typedef struct Integers
{
	Packed		packed;			/* FOR DELTA DELTA2 */
	int64_t		first;			/* DELTA DELTA2 STEPS; CONSTANT: the value */
	int64_t		first_delta;	/* DELTA2 */
	uint32_t	nruns;			/* STEPS RUNS */
	Small		steps;			/* STEPS */
	Small		jumps;			/* STEPS, nruns - 1: how far a run begins from where the last would go on */
	Small		lengths;		/* STEPS RUNS, nruns - 1 */
	Small		values;			/* RUNS: of each run; DICT DICT_RUNS: entries */
	Codes		codes;			/* DICT DICT_RUNS */
} Integers;

static SealstoneStatus
parse_run_count(Cursor *in, uint32_t n, uint32_t *nruns)
{
	const uint8_t *p = cursor_take(in, 2);

	if (p == NULL)
		return SEALSTONE_BAD_LENGTH;
	*nruns = get16(p);
	return *nruns >= 1 && *nruns <= n ? SEALSTONE_OK : SEALSTONE_BAD_DATA;
}

static SealstoneStatus
parse_first(Cursor *in, int64_t *first)
{
	const uint8_t *p = cursor_take(in, 8);

	if (p == NULL)
		return SEALSTONE_BAD_LENGTH;
	*first = (int64_t) get64(p);
	return SEALSTONE_OK;
}

static SealstoneStatus
parse(SealstoneEncoding encoding, Cursor in, uint32_t n, Integers *ints)
{
	switch (encoding)
	{
		case SEALSTONE_ENC_CONSTANT:
			if (cursor_left(&in) > 8)
				return SEALSTONE_BAD_LENGTH;
			ints->first = get_signed(in.p, (unsigned) cursor_left(&in));
			in.p = in.end;
			break;
		case SEALSTONE_ENC_FOR:
			TRY(sealstone_packed_parse(&in, n, &ints->packed));
			break;
		case SEALSTONE_ENC_DELTA:
			TRY(parse_first(&in, &ints->first));
			TRY(sealstone_packed_parse(&in, n, &ints->packed));
			break;
		case SEALSTONE_ENC_DELTA2:
			TRY(parse_first(&in, &ints->first));
			TRY(parse_first(&in, &ints->first_delta));
			TRY(sealstone_packed_parse(&in, n, &ints->packed));
			break;
		case SEALSTONE_ENC_STEPS:
			TRY(parse_run_count(&in, n, &ints->nruns));
			TRY(parse_first(&in, &ints->first));
			TRY(sealstone_small_parse(&in, ints->nruns, &ints->steps));
			if (ints->nruns > 1)
			{
				TRY(sealstone_small_parse(&in, ints->nruns - 1, &ints->jumps));
				TRY(sealstone_small_parse(&in, ints->nruns - 1, &ints->lengths));
			}
			break;
		case SEALSTONE_ENC_RUNS:
			TRY(parse_run_count(&in, n, &ints->nruns));
			TRY(sealstone_small_parse(&in, ints->nruns, &ints->values));
			if (ints->nruns > 1)
				TRY(sealstone_small_parse(&in, ints->nruns - 1, &ints->lengths));
			break;
		case SEALSTONE_ENC_DICT:
		case SEALSTONE_ENC_DICT_RUNS:
			{
				uint32_t	ndict;

				TRY(parse_run_count(&in, n, &ndict));
				TRY(sealstone_small_parse(&in, ndict, &ints->values));
				TRY(sealstone_codes_parse(encoding, &in, n, ndict, &ints->codes));
			}
			break;
		default:
			return SEALSTONE_BAD_DATA;
	}
	return in.p == in.end ? SEALSTONE_OK : SEALSTONE_BAD_LENGTH;
}

/* ---------------------------------------------------------------- all values */

/* Sums from the first on, wanted for [first, past) only: what lies before is added up and not written. */
static void
running_sums(int64_t *v, uint32_t first, uint32_t past)
{
	uint32_t	row = first / LANES;

	if (past - first > LANES)
	{
		sealstone_kernels->prefix_sum(v, (past + LANES - 1) / LANES);
		return;
	}
	if (row > 0)
		v[row * LANES] = wrap_add(v[row * LANES], sealstone_kernels->sum(v, row));
	for (uint32_t i = row * LANES + 1; i < past; i++)
		v[i] = wrap_add(v[i], v[i - 1]);
}

SealstoneStatus
sealstone_integer_decode(SealstoneEncoding encoding, Cursor in, uint32_t n,
						 uint32_t first, uint32_t past, SealstoneVector *vector)
{
	Integers	ints;
	int64_t    *out = vector->values;

	TRY(parse(encoding, in, n, &ints));
	vector->shape = SEALSTONE_FLAT;
	switch (encoding)
	{
		case SEALSTONE_ENC_CONSTANT:
			out[0] = ints.first;
			vector->shape = SEALSTONE_SINGLE;
			break;
		case SEALSTONE_ENC_FOR:
			return sealstone_packed_all(&ints.packed, first, past, out);
		case SEALSTONE_ENC_DELTA:
			TRY(sealstone_packed_all(&ints.packed, 0, past, out));
			out[0] = ints.first;
			running_sums(out, first, past);
			break;
		case SEALSTONE_ENC_DELTA2:
			TRY(sealstone_packed_all(&ints.packed, 0, past, out));
			out[0] = 0;
			out[1] = ints.first_delta;
			sealstone_kernels->prefix_sum(out, (past + LANES - 1) / LANES);
			out[0] = ints.first;
			running_sums(out, first, past);
			break;
		case SEALSTONE_ENC_STEPS:
			{
				int64_t		start = ints.first;
				uint32_t	row = 0;

				if (!sealstone_run_ends(&ints.lengths, ints.nruns, n, vector->run_end))
					return SEALSTONE_BAD_DATA;
				sealstone_small_all(&ints.steps, vector->step);
				if (ints.nruns > 1)
					sealstone_small_all(&ints.jumps, out + 1);
				for (uint32_t j = 0; j < ints.nruns; j++)
				{
					/* out[j] is the jump to run j */
					if (j > 0)
						start = wrap_add(start, out[j]);
					out[j] = start;
					start = wrap_add(start, wrap_mul(vector->step[j], vector->run_end[j] - row));
					row = vector->run_end[j];
				}
				vector->nruns = (uint16_t) ints.nruns;
				vector->shape = SEALSTONE_STEPS;
			}
			break;
		case SEALSTONE_ENC_RUNS:
			if (!sealstone_run_ends(&ints.lengths, ints.nruns, n, vector->run_end))
				return SEALSTONE_BAD_DATA;
			sealstone_small_all(&ints.values, out);
			vector->nruns = (uint16_t) ints.nruns;
			vector->shape = SEALSTONE_RUNS;
			break;
		default:				/* DICT, DICT_RUNS: parse refuses all others */
			sealstone_small_all(&ints.values, out);
			return sealstone_codes_decode(encoding, &ints.codes, n, vector);
	}
	return SEALSTONE_OK;
}

/* ---------------------------------------------------------------- one value */

bool
sealstone_integer_reachable(SealstoneEncoding encoding)
{
	return encoding != SEALSTONE_ENC_DELTA && encoding != SEALSTONE_ENC_DELTA2;
}

/* the run that holds row i; false where the lengths are impossible */
static bool
find_run(const Small *lengths, uint32_t nruns, uint32_t n, uint32_t i, uint32_t *run, uint32_t *start)
{
	uint32_t	at = 0;

	for (uint32_t j = 0; j + 1 < nruns; j++)
	{
		uint64_t	length = (uint64_t) small_get(lengths, j);

		if (length == 0 || length >= n - at)
			return false;
		if (i < at + length)
		{
			*run = j;
			*start = at;
			return true;
		}
		at += (uint32_t) length;
	}
	*run = nruns - 1;
	*start = at;
	return true;
}

static SealstoneStatus
one(SealstoneEncoding encoding, const Integers *ints, uint32_t n, uint32_t i, int64_t *value)
{
	switch (encoding)
	{
		case SEALSTONE_ENC_CONSTANT:
			*value = ints->first;
			return SEALSTONE_OK;
		case SEALSTONE_ENC_FOR:
			*value = sealstone_packed_one(&ints->packed, i);
			return SEALSTONE_OK;
		case SEALSTONE_ENC_STEPS:
			{
				int64_t		start = ints->first;
				uint32_t	at = 0;

				for (uint32_t j = 0;; j++)
				{
					int64_t		step = small_get(&ints->steps, j);
					uint64_t	length = j + 1 < ints->nruns ? (uint64_t) small_get(&ints->lengths, j) : n - at;

					if (length == 0 || length > n - at)
						return SEALSTONE_BAD_DATA;
					if (i < at + length || j + 1 == ints->nruns)
					{
						*value = wrap_add(start, wrap_mul(step, i - at));
						return SEALSTONE_OK;
					}
					start = wrap_add(wrap_add(start, wrap_mul(step, (int64_t) length)), small_get(&ints->jumps, j));
					at += (uint32_t) length;
				}
			}
		case SEALSTONE_ENC_RUNS:
			{
				uint32_t	run;
				uint32_t	start;

				if (!find_run(&ints->lengths, ints->nruns, n, i, &run, &start))
					return SEALSTONE_BAD_DATA;
				*value = small_get(&ints->values, run);
				return SEALSTONE_OK;
			}
		case SEALSTONE_ENC_DICT:
		case SEALSTONE_ENC_DICT_RUNS:
			{
				uint32_t	code;

				TRY(sealstone_codes_one(encoding, &ints->codes, i, &code));
				*value = small_get(&ints->values, code);
				return SEALSTONE_OK;
			}
		default:
			return SEALSTONE_NOT_REACHABLE;
	}
}

SealstoneStatus
sealstone_integer_one(SealstoneEncoding encoding, Cursor in, uint32_t n, uint32_t i, int64_t *value)
{
	Integers	ints;

	if (!sealstone_integer_reachable(encoding))
		return SEALSTONE_NOT_REACHABLE;
	TRY(parse(encoding, in, n, &ints));
	return one(encoding, &ints, n, i, value);
}

/* ---------------------------------------------------------------- bounds */

/*
 * Everything below asks one question, "which is the first row whose value is at least key", of ascending
 * values. "More than" is "at least" the next integer; descending values ascend once all bits are
 * inverted (~v = -v - 1).
 */
static bool
normalize_key(int64_t *key, bool strict, bool descending)
{
	if (descending)
		*key = ~*key;
	if (strict)
	{
		if (*key == INT64_MAX)
			return false;
		(*key)++;
	}
	return true;
}

/*
 * First row in [lo, hi) of a run (value start at row 'at', then step by step) that is at least key, else hi. By
 * arithmetic, except where a step is so large that it wrapped: there the values still rise, and are searched.
 */
static uint32_t
bound_in_run(int64_t start, int64_t step, uint32_t at, uint32_t lo, uint32_t hi, int64_t key, bool descending)
{
	__int128	s = descending ? ~start : start;
	__int128	d = descending ? -(__int128) step : step;
	__int128	last = s + d * (hi - 1 - at);
	__int128	need;
	uint32_t	row;

	if (d <= 0 || last > INT64_MAX)
	{
		while (lo < hi)
		{
			uint32_t	mid = (lo + hi) / 2;
			int64_t		v = wrap_add(start, wrap_mul(step, (int64_t) (mid - at)));

			if ((descending ? ~v : v) >= key)
				hi = mid;
			else
				lo = mid + 1;
		}
		return lo;
	}
	if ((__int128) key <= s + d * (lo - at))
		return lo;
	need = ((__int128) key - s + d - 1) / d;
	if (need >= hi - at)
		return hi;
	row = at + (uint32_t) need;
	return row < lo ? lo : row;
}

SealstoneStatus
sealstone_integer_bound(SealstoneEncoding encoding, Cursor in, uint32_t n, uint32_t first, uint32_t past,
						int64_t key, bool strict, bool descending, uint32_t *row)
{
	Integers	ints;

	if (encoding == SEALSTONE_ENC_DELTA || encoding == SEALSTONE_ENC_DELTA2)
		return SEALSTONE_NOT_REACHABLE;
	TRY(parse(encoding, in, n, &ints));
	*row = past;
	if (first >= past || !normalize_key(&key, strict, descending))
		return SEALSTONE_OK;

	if (encoding == SEALSTONE_ENC_STEPS || encoding == SEALSTONE_ENC_RUNS)
	{
		int64_t		start = encoding == SEALSTONE_ENC_STEPS ? ints.first : 0;
		uint32_t	at = 0;

		for (uint32_t j = 0; j < ints.nruns && at < past; j++)
		{
			uint64_t	length = j + 1 < ints.nruns ? (uint64_t) small_get(&ints.lengths, j) : n - at;
			int64_t		step = 0;
			uint32_t	end;

			if (length == 0 || length > n - at)
				return SEALSTONE_BAD_DATA;
			end = at + (uint32_t) length;
			if (encoding == SEALSTONE_ENC_RUNS)
				start = small_get(&ints.values, j);
			else
				step = small_get(&ints.steps, j);
			if (end > first)
			{
				uint32_t	lo = at > first ? at : first;
				uint32_t	hi = end < past ? end : past;
				uint32_t	found = bound_in_run(start, step, at, lo, hi, key, descending);

				if (found < hi)
				{
					*row = found;
					return SEALSTONE_OK;
				}
			}
			if (encoding == SEALSTONE_ENC_STEPS && j + 1 < ints.nruns)
				start = wrap_add(wrap_add(start, wrap_mul(step, (int64_t) length)), small_get(&ints.jumps, j));
			at = end;
		}
		return SEALSTONE_OK;
	}

	while (first < past)
	{
		uint32_t	mid = (first + past) / 2;
		int64_t		v;

		TRY(one(encoding, &ints, n, mid, &v));
		if ((descending ? ~v : v) >= key)
			past = mid;
		else
			first = mid + 1;
	}
	*row = first;
	return SEALSTONE_OK;
}

/* ---------------------------------------------------------------- bounds in a decoded vector */

static int64_t
vector_value(const SealstoneVector *v, uint32_t i)
{
	uint32_t	lo = 0;
	uint32_t	hi;

	switch (v->shape)
	{
		case SEALSTONE_FLAT:
			return v->values[i];
		case SEALSTONE_SINGLE:
			return v->values[0];
		case SEALSTONE_DICT:
			return v->values[v->codes[i]];
		default:
			break;
	}
	hi = v->nruns - 1u;
	while (lo < hi)
	{
		uint32_t	mid = (lo + hi) / 2;

		if (v->run_end[mid] > i)
			hi = mid;
		else
			lo = mid + 1;
	}
	if (v->shape == SEALSTONE_RUNS)
		return v->values[lo];
	if (v->shape == SEALSTONE_DICT_RUNS)
		return v->values[v->codes[lo]];
	return wrap_add(v->values[lo], wrap_mul(v->step[lo], i - (lo == 0 ? 0u : v->run_end[lo - 1])));
}

static uint32_t
vector_bound(const SealstoneVector *vector, uint32_t first, uint32_t past, int64_t key, bool strict, bool descending)
{
	if (past > vector->count)
		past = vector->count;
	if (!normalize_key(&key, strict, descending))
		return past;
	while (first < past)
	{
		uint32_t	mid = (first + past) / 2;
		int64_t		v = vector_value(vector, mid);

		if ((descending ? ~v : v) >= key)
			past = mid;
		else
			first = mid + 1;
	}
	return first;
}

uint32_t
sealstone_vector_lower_bound(const SealstoneVector *vector, uint32_t first, uint32_t past, int64_t key, bool descending)
{
	return vector_bound(vector, first, past, key, false, descending);
}

uint32_t
sealstone_vector_upper_bound(const SealstoneVector *vector, uint32_t first, uint32_t past, int64_t key, bool descending)
{
	return vector_bound(vector, first, past, key, true, descending);
}
