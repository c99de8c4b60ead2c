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
	ELSE round(sqrt(sealstone.exact_variance(n, s, s2, population)), scale(sealstone.exact_variance(n, s, s2, population))) END;
COMMENT ON FUNCTION sealstone.exact_stddev(bigint, numeric, numeric, boolean) IS 'standard deviation from count, sum and sum of squares';
