-- Time functions: bucket, first, last and the sketches (src/func).

CREATE FUNCTION sealstone.bucket(width interval, ts timestamptz) RETURNS timestamptz
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_timestamptz';
COMMENT ON FUNCTION sealstone.bucket(width interval, ts timestamptz) IS 'start of the bucket that a time lies in: bucket <= time < next bucket, in UTC, weeks from Monday';

CREATE FUNCTION sealstone.bucket(width interval, ts timestamptz, time_zone text) RETURNS timestamptz
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_timestamptz_zone';
COMMENT ON FUNCTION sealstone.bucket(width interval, ts timestamptz, time_zone text) IS 'start of the bucket that a time lies in: bucket <= time < next bucket; days and months start at local midnight, a repeated hour is two buckets';

CREATE FUNCTION sealstone.bucket(width interval, ts timestamptz, origin timestamptz) RETURNS timestamptz
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_timestamptz_origin';
COMMENT ON FUNCTION sealstone.bucket(width interval, ts timestamptz, origin timestamptz) IS 'start of the bucket that a time lies in: bucket <= time < next bucket, counted from an origin';

CREATE FUNCTION sealstone.bucket(width interval, ts timestamptz, time_zone text, origin timestamptz) RETURNS timestamptz
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_timestamptz_zone_origin';
COMMENT ON FUNCTION sealstone.bucket(width interval, ts timestamptz, time_zone text, origin timestamptz) IS 'start of the bucket that a time lies in: bucket <= time < next bucket, counted from an origin by the local clock';

CREATE FUNCTION sealstone.bucket(width interval, ts timestamp) RETURNS timestamp
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_timestamp';
COMMENT ON FUNCTION sealstone.bucket(width interval, ts timestamp) IS 'start of the bucket that a time lies in: bucket <= time < next bucket';

CREATE FUNCTION sealstone.bucket(width interval, ts timestamp, origin timestamp) RETURNS timestamp
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_timestamp_origin';
COMMENT ON FUNCTION sealstone.bucket(width interval, ts timestamp, origin timestamp) IS 'start of the bucket that a time lies in: bucket <= time < next bucket, counted from an origin';

CREATE FUNCTION sealstone.bucket(width interval, ts date) RETURNS date
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_date';
COMMENT ON FUNCTION sealstone.bucket(width interval, ts date) IS 'start of the bucket that a time lies in: bucket <= time < next bucket';

CREATE FUNCTION sealstone.bucket(width interval, ts date, origin date) RETURNS date
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_date_origin';
COMMENT ON FUNCTION sealstone.bucket(width interval, ts date, origin date) IS 'start of the bucket that a time lies in: bucket <= time < next bucket, counted from an origin';

CREATE FUNCTION sealstone.bucket(width smallint, ts smallint) RETURNS smallint
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_int2';
COMMENT ON FUNCTION sealstone.bucket(width smallint, ts smallint) IS 'start of the bucket that a time lies in: bucket <= time < next bucket';

CREATE FUNCTION sealstone.bucket(width smallint, ts smallint, origin smallint) RETURNS smallint
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_int2_origin';
COMMENT ON FUNCTION sealstone.bucket(width smallint, ts smallint, origin smallint) IS 'start of the bucket that a time lies in: bucket <= time < next bucket, counted from an origin';

CREATE FUNCTION sealstone.bucket(width integer, ts integer) RETURNS integer
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_int4';
COMMENT ON FUNCTION sealstone.bucket(width integer, ts integer) IS 'start of the bucket that a time lies in: bucket <= time < next bucket';

CREATE FUNCTION sealstone.bucket(width integer, ts integer, origin integer) RETURNS integer
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_int4_origin';
COMMENT ON FUNCTION sealstone.bucket(width integer, ts integer, origin integer) IS 'start of the bucket that a time lies in: bucket <= time < next bucket, counted from an origin';

CREATE FUNCTION sealstone.bucket(width bigint, ts bigint) RETURNS bigint
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_int8';
COMMENT ON FUNCTION sealstone.bucket(width bigint, ts bigint) IS 'start of the bucket that a time lies in: bucket <= time < next bucket';

CREATE FUNCTION sealstone.bucket(width bigint, ts bigint, origin bigint) RETURNS bigint
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_bucket_int8_origin';
COMMENT ON FUNCTION sealstone.bucket(width bigint, ts bigint, origin bigint) IS 'start of the bucket that a time lies in: bucket <= time < next bucket, counted from an origin';

-- first, last: internal transition functions take no part in anybody's queries, so they keep PUBLIC's EXECUTE
CREATE FUNCTION sealstone.first_accum(internal, anyelement, "any") RETURNS internal
LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_first_accum';
CREATE FUNCTION sealstone.last_accum(internal, anyelement, "any") RETURNS internal
LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_last_accum';
CREATE FUNCTION sealstone.first_last_combine(internal, internal) RETURNS internal
LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_first_last_combine';
CREATE FUNCTION sealstone.first_last_serialize(internal) RETURNS bytea
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_first_last_serialize';
CREATE FUNCTION sealstone.first_last_deserialize(bytea, internal) RETURNS internal
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_first_last_deserialize';
CREATE FUNCTION sealstone.first_last_final(internal, anyelement, "any") RETURNS anyelement
LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_first_last_final';
COMMENT ON FUNCTION sealstone.first_accum(internal, anyelement, "any") IS 'transition function of first';
COMMENT ON FUNCTION sealstone.last_accum(internal, anyelement, "any") IS 'transition function of last';
COMMENT ON FUNCTION sealstone.first_last_combine(internal, internal) IS 'combine function of first and last';
COMMENT ON FUNCTION sealstone.first_last_serialize(internal) IS 'serialize function of first and last';
COMMENT ON FUNCTION sealstone.first_last_deserialize(bytea, internal) IS 'deserialize function of first and last';
COMMENT ON FUNCTION sealstone.first_last_final(internal, anyelement, "any") IS 'final function of first and last';

CREATE AGGREGATE sealstone.first(value anyelement, ts "any") (
	SFUNC = sealstone.first_accum, STYPE = internal, SSPACE = 96,
	COMBINEFUNC = sealstone.first_last_combine,
	SERIALFUNC = sealstone.first_last_serialize, DESERIALFUNC = sealstone.first_last_deserialize,
	FINALFUNC = sealstone.first_last_final, FINALFUNC_EXTRA, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.first(anyelement, "any") IS 'value at the least time; among equal times the least value';
CREATE AGGREGATE sealstone.last(value anyelement, ts "any") (
	SFUNC = sealstone.last_accum, STYPE = internal, SSPACE = 96,
	COMBINEFUNC = sealstone.first_last_combine,
	SERIALFUNC = sealstone.first_last_serialize, DESERIALFUNC = sealstone.first_last_deserialize,
	FINALFUNC = sealstone.first_last_final, FINALFUNC_EXTRA, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.last(anyelement, "any") IS 'value at the greatest time; among equal times the greatest value';

-- moments (count, sum, sum of squared deviations) of floats: the partial state of stddev and variance
CREATE AGGREGATE sealstone.moments(x double precision) (
	SFUNC = pg_catalog.float8_accum, STYPE = double precision[], COMBINEFUNC = pg_catalog.float8_combine,
	INITCOND = '{0,0,0}', PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.moments(double precision) IS 'count, sum and sum of squared deviations: what stddev and variance of floats are made of';
CREATE AGGREGATE sealstone.merge_moments(moments double precision[]) (
	SFUNC = pg_catalog.float8_combine, STYPE = double precision[], COMBINEFUNC = pg_catalog.float8_combine,
	INITCOND = '{0,0,0}', PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.merge_moments(double precision[]) IS 'merges the results of moments';

-- from count, sum and sum of squares of exact numbers, what Postgres's own aggregates give
CREATE FUNCTION sealstone.exact_variance(n bigint, s numeric, s2 numeric, population boolean) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
	WHEN n < CASE WHEN population THEN 1 ELSE 2 END THEN NULL
	WHEN s IN ('NaN', 'Infinity', '-Infinity') OR s2 IN ('NaN', 'Infinity') THEN 'NaN'
	WHEN n * s2 - s * s <= 0 THEN 0
	ELSE (n * s2 - s * s) / (n::numeric * (n - CASE WHEN population THEN 0 ELSE 1 END)::numeric) END;
COMMENT ON FUNCTION sealstone.exact_variance(bigint, numeric, numeric, boolean) IS 'variance from count, sum and sum of squares';
CREATE FUNCTION sealstone.exact_stddev(n bigint, s numeric, s2 numeric, population boolean) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN sealstone.exact_variance(n, s, s2, population) IN (0, 'NaN') THEN sealstone.exact_variance(n, s, s2, population)
	-- twenty digits more than are kept, so that rounding twice does not show
	ELSE round(sqrt(round(sealstone.exact_variance(n, s, s2, population), scale(sealstone.exact_variance(n, s, s2, population)) + 20)),
		scale(sealstone.exact_variance(n, s, s2, population))) END;
COMMENT ON FUNCTION sealstone.exact_stddev(bigint, numeric, numeric, boolean) IS 'standard deviation from count, sum and sum of squares';

CREATE TYPE sealstone.tdigest;
CREATE FUNCTION sealstone.tdigest_in(cstring) RETURNS sealstone.tdigest LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_percentile_sketch_in';
CREATE FUNCTION sealstone.tdigest_out(sealstone.tdigest) RETURNS cstring LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_percentile_sketch_out';
CREATE FUNCTION sealstone.tdigest_recv(internal) RETURNS sealstone.tdigest LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_percentile_sketch_recv';
CREATE FUNCTION sealstone.tdigest_send(sealstone.tdigest) RETURNS bytea LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_percentile_sketch_send';
CREATE TYPE sealstone.tdigest (INPUT = sealstone.tdigest_in, OUTPUT = sealstone.tdigest_out,
	RECEIVE = sealstone.tdigest_recv, SEND = sealstone.tdigest_send, ALIGNMENT = double, STORAGE = extended);
COMMENT ON TYPE sealstone.tdigest IS 't-digest: percentiles of many values, mergeable; compression 100 unless given';
COMMENT ON FUNCTION sealstone.tdigest_in(cstring) IS 'text input, validated';
COMMENT ON FUNCTION sealstone.tdigest_out(sealstone.tdigest) IS 'text output';
COMMENT ON FUNCTION sealstone.tdigest_recv(internal) IS 'binary input, validated';
COMMENT ON FUNCTION sealstone.tdigest_send(sealstone.tdigest) IS 'binary output';
CREATE FUNCTION sealstone.percentile_accum(internal, double precision) RETURNS internal LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_percentile_accum';
COMMENT ON FUNCTION sealstone.percentile_accum(internal, double precision) IS 'part of the aggregates percentile_sketch and merge';
CREATE FUNCTION sealstone.percentile_accum(internal, double precision, integer) RETURNS internal LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_percentile_accum';
COMMENT ON FUNCTION sealstone.percentile_accum(internal, double precision, integer) IS 'part of the aggregates percentile_sketch and merge';
CREATE FUNCTION sealstone.percentile_merge_accum(internal, sealstone.tdigest) RETURNS internal LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_percentile_merge_accum';
COMMENT ON FUNCTION sealstone.percentile_merge_accum(internal, sealstone.tdigest) IS 'part of the aggregates percentile_sketch and merge';
CREATE FUNCTION sealstone.percentile_combine(internal, internal) RETURNS internal LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_percentile_combine';
COMMENT ON FUNCTION sealstone.percentile_combine(internal, internal) IS 'part of the aggregates percentile_sketch and merge';
CREATE FUNCTION sealstone.percentile_serialize(internal) RETURNS bytea LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_percentile_serialize';
COMMENT ON FUNCTION sealstone.percentile_serialize(internal) IS 'part of the aggregates percentile_sketch and merge';
CREATE FUNCTION sealstone.percentile_deserialize(bytea, internal) RETURNS internal LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_percentile_deserialize';
COMMENT ON FUNCTION sealstone.percentile_deserialize(bytea, internal) IS 'part of the aggregates percentile_sketch and merge';
CREATE FUNCTION sealstone.percentile_final(internal) RETURNS sealstone.tdigest LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_percentile_final';
COMMENT ON FUNCTION sealstone.percentile_final(internal) IS 'part of the aggregates percentile_sketch and merge';
CREATE AGGREGATE sealstone.percentile_sketch(double precision) (
	SFUNC = sealstone.percentile_accum, STYPE = internal, SSPACE = 1024, COMBINEFUNC = sealstone.percentile_combine,
	SERIALFUNC = sealstone.percentile_serialize, DESERIALFUNC = sealstone.percentile_deserialize, FINALFUNC = sealstone.percentile_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.percentile_sketch(double precision) IS 't-digest: percentiles of many values, mergeable; compression 100 unless given';
CREATE AGGREGATE sealstone.percentile_sketch(double precision, integer) (
	SFUNC = sealstone.percentile_accum, STYPE = internal, SSPACE = 1024, COMBINEFUNC = sealstone.percentile_combine,
	SERIALFUNC = sealstone.percentile_serialize, DESERIALFUNC = sealstone.percentile_deserialize, FINALFUNC = sealstone.percentile_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.percentile_sketch(double precision, integer) IS 't-digest: percentiles of many values, mergeable; compression 100 unless given';
CREATE AGGREGATE sealstone.merge(sealstone.tdigest) (
	SFUNC = sealstone.percentile_merge_accum, STYPE = internal, SSPACE = 1024, COMBINEFUNC = sealstone.percentile_combine,
	SERIALFUNC = sealstone.percentile_serialize, DESERIALFUNC = sealstone.percentile_deserialize, FINALFUNC = sealstone.percentile_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.merge(sealstone.tdigest) IS 'one sketch of what several hold';

CREATE FUNCTION sealstone.percentile(sketch sealstone.tdigest, fraction double precision) RETURNS double precision
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_percentile';
COMMENT ON FUNCTION sealstone.percentile(sealstone.tdigest, double precision) IS 'what percentile_cont answers, approximately; exact while the sketch holds no more values than its compression';
CREATE FUNCTION sealstone.sketch_count(sketch sealstone.tdigest) RETURNS bigint
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_sketch_count';
COMMENT ON FUNCTION sealstone.sketch_count(sealstone.tdigest) IS 'how many values a sketch has seen, exactly';

CREATE TYPE sealstone.hyperloglog;
CREATE FUNCTION sealstone.hyperloglog_in(cstring) RETURNS sealstone.hyperloglog LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_distinct_sketch_in';
CREATE FUNCTION sealstone.hyperloglog_out(sealstone.hyperloglog) RETURNS cstring LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_distinct_sketch_out';
CREATE FUNCTION sealstone.hyperloglog_recv(internal) RETURNS sealstone.hyperloglog LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_distinct_sketch_recv';
CREATE FUNCTION sealstone.hyperloglog_send(sealstone.hyperloglog) RETURNS bytea LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_distinct_sketch_send';
CREATE TYPE sealstone.hyperloglog (INPUT = sealstone.hyperloglog_in, OUTPUT = sealstone.hyperloglog_out,
	RECEIVE = sealstone.hyperloglog_recv, SEND = sealstone.hyperloglog_send, ALIGNMENT = double, STORAGE = extended);
COMMENT ON TYPE sealstone.hyperloglog IS 'HyperLogLog: how many different values, mergeable; precision 14 unless given';
COMMENT ON FUNCTION sealstone.hyperloglog_in(cstring) IS 'text input, validated';
COMMENT ON FUNCTION sealstone.hyperloglog_out(sealstone.hyperloglog) IS 'text output';
COMMENT ON FUNCTION sealstone.hyperloglog_recv(internal) IS 'binary input, validated';
COMMENT ON FUNCTION sealstone.hyperloglog_send(sealstone.hyperloglog) IS 'binary output';
CREATE FUNCTION sealstone.distinct_accum(internal, anyelement) RETURNS internal LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_distinct_accum';
COMMENT ON FUNCTION sealstone.distinct_accum(internal, anyelement) IS 'part of the aggregates distinct_sketch and merge';
CREATE FUNCTION sealstone.distinct_accum(internal, anyelement, integer) RETURNS internal LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_distinct_accum';
COMMENT ON FUNCTION sealstone.distinct_accum(internal, anyelement, integer) IS 'part of the aggregates distinct_sketch and merge';
CREATE FUNCTION sealstone.distinct_merge_accum(internal, sealstone.hyperloglog) RETURNS internal LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_distinct_merge_accum';
COMMENT ON FUNCTION sealstone.distinct_merge_accum(internal, sealstone.hyperloglog) IS 'part of the aggregates distinct_sketch and merge';
CREATE FUNCTION sealstone.distinct_combine(internal, internal) RETURNS internal LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_distinct_combine';
COMMENT ON FUNCTION sealstone.distinct_combine(internal, internal) IS 'part of the aggregates distinct_sketch and merge';
CREATE FUNCTION sealstone.distinct_serialize(internal) RETURNS bytea LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_distinct_serialize';
COMMENT ON FUNCTION sealstone.distinct_serialize(internal) IS 'part of the aggregates distinct_sketch and merge';
CREATE FUNCTION sealstone.distinct_deserialize(bytea, internal) RETURNS internal LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_distinct_deserialize';
COMMENT ON FUNCTION sealstone.distinct_deserialize(bytea, internal) IS 'part of the aggregates distinct_sketch and merge';
CREATE FUNCTION sealstone.distinct_final(internal) RETURNS sealstone.hyperloglog LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_distinct_final';
COMMENT ON FUNCTION sealstone.distinct_final(internal) IS 'part of the aggregates distinct_sketch and merge';
CREATE AGGREGATE sealstone.distinct_sketch(anyelement) (
	SFUNC = sealstone.distinct_accum, STYPE = internal, SSPACE = 1024, COMBINEFUNC = sealstone.distinct_combine,
	SERIALFUNC = sealstone.distinct_serialize, DESERIALFUNC = sealstone.distinct_deserialize, FINALFUNC = sealstone.distinct_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.distinct_sketch(anyelement) IS 'HyperLogLog: how many different values, mergeable; precision 14 unless given';
CREATE AGGREGATE sealstone.distinct_sketch(anyelement, integer) (
	SFUNC = sealstone.distinct_accum, STYPE = internal, SSPACE = 1024, COMBINEFUNC = sealstone.distinct_combine,
	SERIALFUNC = sealstone.distinct_serialize, DESERIALFUNC = sealstone.distinct_deserialize, FINALFUNC = sealstone.distinct_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.distinct_sketch(anyelement, integer) IS 'HyperLogLog: how many different values, mergeable; precision 14 unless given';
CREATE AGGREGATE sealstone.merge(sealstone.hyperloglog) (
	SFUNC = sealstone.distinct_merge_accum, STYPE = internal, SSPACE = 1024, COMBINEFUNC = sealstone.distinct_combine,
	SERIALFUNC = sealstone.distinct_serialize, DESERIALFUNC = sealstone.distinct_deserialize, FINALFUNC = sealstone.distinct_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.merge(sealstone.hyperloglog) IS 'one sketch of what several hold';

CREATE FUNCTION sealstone.distinct_count(sketch sealstone.hyperloglog) RETURNS bigint
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_distinct_count';
COMMENT ON FUNCTION sealstone.distinct_count(sealstone.hyperloglog) IS 'estimate of how many different values a sketch has seen';

CREATE FUNCTION sealstone.histogram_accum(bigint[], double precision, double precision, double precision, integer) RETURNS bigint[]
LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_histogram_accum';
COMMENT ON FUNCTION sealstone.histogram_accum(bigint[], double precision, double precision, double precision, integer) IS 'transition function of histogram';
CREATE FUNCTION sealstone.histogram_add(bigint[], bigint[]) RETURNS bigint[]
LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_histogram_add';
COMMENT ON FUNCTION sealstone.histogram_add(bigint[], bigint[]) IS 'part of the aggregates histogram and merge_histogram';
CREATE AGGREGATE sealstone.histogram(value double precision, lo double precision, hi double precision, buckets integer) (
	SFUNC = sealstone.histogram_accum, STYPE = bigint[], COMBINEFUNC = sealstone.histogram_add, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.histogram(double precision, double precision, double precision, integer) IS
	'counts below lo, in each of the buckets of equal width, and from hi on';
CREATE AGGREGATE sealstone.merge_histogram(bigint[]) (
	SFUNC = sealstone.histogram_add, STYPE = bigint[], COMBINEFUNC = sealstone.histogram_add, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.merge_histogram(bigint[]) IS 'sum of histograms, bucket by bucket';
