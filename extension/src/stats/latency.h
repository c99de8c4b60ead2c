/*-------------------------------------------------------------------------
 *
 * latency.h
 *	  A histogram of durations in fixed space, from which percentiles are read.
 *
 * Buckets are logarithmic, four to an octave from one microsecond: bucket b holds durations
 * d (microseconds) with floor(4 * log2(d)) = b, the first everything below, the last everything
 * above (2^32 us, over an hour). A percentile is the geometric middle of its bucket, so it is
 * within 9 % of the true one. Histograms of the same shape add up bucket by bucket.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SEALSTONE_LATENCY_H
#define SEALSTONE_LATENCY_H

#include "postgres.h"

#include <math.h>

#define SEALSTONE_LATENCY_BUCKETS	128

typedef struct SealstoneLatency
{
	uint32		count[SEALSTONE_LATENCY_BUCKETS];
} SealstoneLatency;

static inline int
sealstone_latency_bucket(double ms)
{
	double		us = ms * 1000.0;
	int			bucket;

	if (!(us > 1.0))
		return 0;
	bucket = (int) floor(4.0 * log2(us));
	return Min(bucket, SEALSTONE_LATENCY_BUCKETS - 1);
}

/* Milliseconds below which `share` (0 to 1) of the durations lie; NaN where there are none */
static inline double
sealstone_latency_percentile(const SealstoneLatency *latency, double share)
{
	uint64		total = 0,
				seen = 0,
				wanted;

	for (int b = 0; b < SEALSTONE_LATENCY_BUCKETS; b++)
		total += latency->count[b];
	if (total == 0)
		return NAN;
	wanted = (uint64) ceil(share * (double) total);
	if (wanted < 1)
		wanted = 1;
	for (int b = 0; b < SEALSTONE_LATENCY_BUCKETS; b++)
	{
		seen += latency->count[b];
		if (seen >= wanted)
			return exp2((b + 0.5) / 4.0) / 1000.0;
	}
	return NAN;					/* not reached: seen ends at total */
}

#endif							/* SEALSTONE_LATENCY_H */
