/*-------------------------------------------------------------------------
 *
 * shapes.h
 *	  Data as columns really look, and data as they never should: for tests and benchmark.
 *
 * Deterministic: the same seed gives the same values. The shapes of the workloads (cpu, iot) follow the
 * SQL generators of the benchmark: random walks rounded to decimals, folded into a range, one
 * host after the other in time order.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SHAPES_H
#define SHAPES_H

#include "codec/codec.h"

typedef struct Rng
{
	uint64_t	state;
} Rng;

extern uint64_t rng_next(Rng *rng);
extern uint64_t rng_below(Rng *rng, uint64_t n);	/* 0 .. n - 1 */
extern double rng_unit(Rng *rng);	/* [0, 1) */

/* fill v[n] with slots of the shape's kind */
typedef struct ValueShape
{
	const char *name;
	SealstoneKind kind;
	int16_t		attlen;
	void		(*fill) (Rng *rng, int64_t *v, uint32_t n);
} ValueShape;

extern const ValueShape value_shapes[];
extern const int value_shape_count;

/* fill v[n]; the bytes lie in 'room' (room_size bytes, enough for n values of the shape) */
typedef struct BytesShape
{
	const char *name;
	SealstoneKind kind;
	int16_t		attlen;
	void		(*fill) (Rng *rng, SealstoneBytes *v, uint32_t n, uint8_t *room, size_t room_size);
} BytesShape;

extern const BytesShape bytes_shapes[];
extern const int bytes_shape_count;
#define BYTES_ROOM		(4u << 20)

/* null patterns: fill 16 words for n rows */
typedef struct NullShape
{
	const char *name;
	void		(*fill) (Rng *rng, uint64_t *nulls, uint32_t n);
} NullShape;

extern const NullShape null_shapes[];
extern const int null_shape_count;

/* the columns of the two benchmark workloads, rows in order (host, ts) */
typedef struct Workload
{
	const char *name;
	uint32_t	rows;
	int			columns;
	const char *column_names[16];
	SealstoneKind kinds[16];
	int64_t    *values[16];		/* by-value columns */
	SealstoneBytes *bytes[16];	/* by-reference columns */
	char	   *texts;			/* what they point at */
	size_t		texts_used;
} Workload;

extern Workload *make_cpu(uint32_t hosts, uint32_t steps);
extern Workload *make_iot(uint32_t devices, uint32_t steps);
extern void free_workload(Workload *w);

static inline int64_t
slot8(double d)
{
	int64_t		v;

	__builtin_memcpy(&v, &d, sizeof v);
	return v;
}

static inline int64_t
slot4(float f)
{
	int32_t		v;

	__builtin_memcpy(&v, &f, sizeof v);
	return v;
}

#endif
