/*-------------------------------------------------------------------------
 *
 * choose.c
 *	  Writing pages of 64-bit integers: which encoding, from statistics instead of trying all.
 *
 * One pass over the values (kernels.stats) bounds what each encoding would cost; only those that can win are
 * planned further, on a sample first. The estimate in bytes is then biased to what decodes fast: a
 * delta or a dictionary must save a few per cent, a run a little, before it is preferred to plain bit packing.
 * Memory is the encoder's scratch.
 *
 *-------------------------------------------------------------------------
 */
#include "codec/internal.h"

#define DELTA2_SAMPLE		64
#define DICT_SAMPLE			32
#define DICT_SAMPLE_MOST	12
#define DICT_MOST			256

static unsigned
magnitude_bits(int64_t v)
{
	return bits_of((uint64_t) (v < 0 ? ~v : v));
}

/* does a second difference look narrower than the first? */
static bool
delta2_promises(const int64_t *values, uint32_t n, int64_t typical_delta)
{
	uint32_t	stride = n / DELTA2_SAMPLE + 1;
	uint32_t	once = 0;
	uint32_t	twice = 0;
	uint32_t	seen = 0;

	for (uint32_t i = 2; i < n; i += stride, seen++)
	{
		int64_t		d = wrap_sub(values[i], values[i - 1]);

		once += magnitude_bits(wrap_sub(d, typical_delta));
		twice += magnitude_bits(wrap_sub(d, wrap_sub(values[i - 1], values[i - 2])));
	}
	return twice + seen + seen / 2 < once;
}

/* are a few values repeated in no order? */
static bool
dict_promises(const int64_t *values, uint32_t n)
{
	int64_t		seen[DICT_SAMPLE_MOST];
	uint32_t	distinct = 0;
	uint32_t	stride = n / DICT_SAMPLE + 1;

	for (uint32_t i = 0; i < n; i += stride)
	{
		uint32_t	j = 0;

		while (j < distinct && seen[j] != values[i])
			j++;
		if (j < distinct)
			continue;
		if (distinct == DICT_SAMPLE_MOST)
			return false;
		seen[distinct++] = values[i];
	}
	return true;
}

/*
 * Runs of equal step, greedily: starts in run_values, steps and lengths. 0 when there are more than 'most'.
 * jump_min and jump_max bound what is stored of the starts.
 */
static uint32_t
find_steps(SealstoneEncoder *e, const int64_t *values, uint32_t n, uint32_t most)
{
	uint32_t	nruns = 0;
	uint32_t	i = 0;

	while (i < n)
	{
		uint32_t	start = i;
		int64_t		step = 0;

		if (nruns == most)
			return 0;
		i++;
		if (i < n)
		{
			/*
			 * The step of the last run, if it leads on from here, is cheaper than a new one: it keeps
			 * an isolated value from taking the next run's first value along with a step of its own.
			 */
			step = wrap_sub(values[i], values[start]);
			if (i + 1 < n && nruns > 0 && step != e->run_steps[nruns - 1] &&
				wrap_sub(values[i + 1], values[i]) == e->run_steps[nruns - 1])
				step = e->run_steps[nruns - 1];
			else
				for (i++; i < n && wrap_sub(values[i], values[i - 1]) == step; i++)
					;
		}
		else if (nruns > 0)
			step = e->run_steps[nruns - 1];
		e->run_values[nruns] = values[start];
		e->run_steps[nruns] = step;
		e->run_lengths[nruns] = i - start;
		nruns++;
	}
	/* from starts to jumps, in place and from the back */
	for (uint32_t j = nruns - 1; j > 0; j--)
		e->run_values[j] = wrap_sub(e->run_values[j],
									wrap_add(e->run_values[j - 1], wrap_mul(e->run_steps[j - 1], e->run_lengths[j - 1])));
	return nruns;
}

static size_t
small_cost_of(const int64_t *v, uint32_t n)
{
	int64_t		min = n > 0 ? v[0] : 0;
	int64_t		max = min;

	for (uint32_t i = 1; i < n; i++)
	{
		min = v[i] < min ? v[i] : min;
		max = v[i] > max ? v[i] : max;
	}
	return sealstone_small_cost(n, min, max);
}

static void
write_steps(SealstoneEncoder *e, uint32_t nruns, Out *out)
{
	out_16(out, (uint16_t) nruns);
	out_64(out, (uint64_t) e->run_values[0]);
	sealstone_small_write(out, e->run_steps, nruns);
	if (nruns > 1)
	{
		sealstone_small_write(out, e->run_values + 1, nruns - 1);
		sealstone_small_write(out, e->run_lengths, nruns - 1);
	}
}

static void
write_runs(SealstoneEncoder *e, const int64_t *values, uint32_t n, Out *out)
{
	uint32_t	nruns = 0;
	uint32_t	start = 0;

	for (uint32_t i = 1; i <= n; i++)
		if (i == n || values[i] != values[i - 1])
		{
			e->run_values[nruns] = values[start];
			e->run_lengths[nruns++] = i - start;
			start = i;
		}
	out_16(out, (uint16_t) nruns);
	sealstone_small_write(out, e->run_values, nruns);
	if (nruns > 1)
		sealstone_small_write(out, e->run_lengths, nruns - 1);
}

static void
write_dict(SealstoneEncoder *e, const int64_t *values, uint32_t ndict, Out *out)
{
	for (uint32_t j = 0; j < ndict; j++)
		e->run_values[j] = values[e->first_row[j]];
	out_16(out, (uint16_t) ndict);
	sealstone_small_write(out, e->run_values, ndict);
}

SealstoneEncoding
sealstone_integer_encode(SealstoneEncoder *e, const int64_t *values, uint32_t n, const IntStats *stats, Out *out)
{
	SealstoneEncoding best = SEALSTONE_ENC_FOR;
	PackPlan	plan_for;
	PackPlan	plan_delta;
	PackPlan	plan_delta2;
	size_t		least;
	size_t		cost;
	uint32_t	nruns = stats->changes + 1;
	uint32_t	nsteps = 0;
	uint32_t	ndict = 0;

	if (stats->changes == 0)
	{
		out_bytes(out, &values[0], signed_bytes(values[0]));
		return SEALSTONE_ENC_CONSTANT;
	}

	sealstone_pack_plan(values, n, stats->min, stats->max, &plan_for);
	least = plan_for.cost + plan_for.exceptions / 2;

	/* run lengths are not known yet: as many bits as the longest could need */
	cost = 4 + sealstone_small_cost(nruns, stats->min, stats->max) +
		sealstone_small_cost(nruns - 1, 1, n - nruns + 1) + nruns / 8;
	if (cost < least)
	{
		least = cost;
		best = SEALSTONE_ENC_RUNS;
	}

	if (stats->step_changes <= n / 4 && least > 32)
	{
		nsteps = find_steps(e, values, n, n / 4 + 1);
		if (nsteps > 0)
		{
			cost = 10 + small_cost_of(e->run_steps, nsteps) + nsteps / 8;
			if (nsteps > 1)
				cost += small_cost_of(e->run_values + 1, nsteps - 1) + small_cost_of(e->run_lengths, nsteps - 1);
			if (cost < least)
			{
				least = cost;
				best = SEALSTONE_ENC_STEPS;
			}
		}
	}

	if (n >= 4 && least > 160)
	{
		/* the first has no neighbour: the smallest delta in its place changes no plan */
		e->deltas[0] = stats->delta_min;
		for (uint32_t i = 1; i < n; i++)
			e->deltas[i] = wrap_sub(values[i], values[i - 1]);
		sealstone_pack_plan(e->deltas, n, stats->delta_min, stats->delta_max, &plan_delta);
		cost = 8 + plan_delta.cost + plan_delta.exceptions / 2 + plan_delta.cost / 16;
		if (cost < least)
		{
			least = cost;
			best = SEALSTONE_ENC_DELTA;
		}
		if (plan_delta.cost > 160 &&
			delta2_promises(values, n, (int64_t) (plan_delta.base + plan_delta.scale * (mask_of(plan_delta.width) / 2))))
		{
			IntStats	second;

			sealstone_kernels->stats(e->deltas + 1, n - 1, &second);
			e->ints[0] = e->ints[1] = second.delta_min;
			for (uint32_t i = 2; i < n; i++)
				e->ints[i] = wrap_sub(e->deltas[i], e->deltas[i - 1]);
			sealstone_pack_plan(e->ints, n, second.delta_min, second.delta_max, &plan_delta2);
			cost = 16 + plan_delta2.cost + plan_delta2.exceptions / 2 + plan_delta2.cost / 10;
			if (cost < least)
			{
				least = cost;
				best = SEALSTONE_ENC_DELTA2;
			}
		}
	}

	if (least > 300 && dict_promises(values, n))
	{
		ndict = sealstone_dict_build_ints(e, values, n, DICT_MOST);
		if (ndict > 0)
		{
			cost = 2 + sealstone_small_cost(ndict, stats->min, stats->max) +
				sealstone_codes_cost(n, ndict, nruns);
			cost += cost / 32;
			if (cost < least)
			{
				least = cost;
				best = SEALSTONE_ENC_DICT;
			}
		}
	}

	switch (best)
	{
		case SEALSTONE_ENC_RUNS:
			write_runs(e, values, n, out);
			break;
		case SEALSTONE_ENC_STEPS:
			write_steps(e, nsteps, out);
			break;
		case SEALSTONE_ENC_DELTA:
			out_64(out, (uint64_t) values[0]);
			sealstone_pack_write(out, e->deltas, n, &plan_delta, e->words);
			break;
		case SEALSTONE_ENC_DELTA2:
			out_64(out, (uint64_t) values[0]);
			out_64(out, (uint64_t) e->deltas[1]);
			sealstone_pack_write(out, e->ints, n, &plan_delta2, e->words);
			break;
		case SEALSTONE_ENC_DICT:
			write_dict(e, values, ndict, out);
			best = sealstone_codes_encode(e, n, ndict, nruns, out);
			break;
		default:
			sealstone_pack_write(out, values, n, &plan_for, e->words);
			break;
	}
	return best;
}
