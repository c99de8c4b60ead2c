-- Gaps and counters (src/func/gapfill.c, counter.c): gapfill, locf, interpolate, counter_delta, counter_rate.
CREATE FUNCTION sealstone.gapfill(width interval, lo timestamptz, hi timestamptz) RETURNS SETOF timestamptz
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100 AS 'MODULE_PATHNAME', 'sealstone_gapfill';
COMMENT ON FUNCTION sealstone.gapfill(interval, timestamptz, timestamptz) IS 'start of every bucket from the one that holds lo to the last that starts before hi';
CREATE FUNCTION sealstone.gapfill(width interval, lo timestamp, hi timestamp) RETURNS SETOF timestamp
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100 AS 'MODULE_PATHNAME', 'sealstone_gapfill';
COMMENT ON FUNCTION sealstone.gapfill(interval, timestamp, timestamp) IS 'start of every bucket from the one that holds lo to the last that starts before hi';
CREATE FUNCTION sealstone.gapfill(width interval, lo date, hi date) RETURNS SETOF date
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100 AS 'MODULE_PATHNAME', 'sealstone_gapfill';
COMMENT ON FUNCTION sealstone.gapfill(interval, date, date) IS 'start of every bucket from the one that holds lo to the last that starts before hi';
CREATE FUNCTION sealstone.gapfill(width smallint, lo smallint, hi smallint) RETURNS SETOF smallint
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100 AS 'MODULE_PATHNAME', 'sealstone_gapfill';
COMMENT ON FUNCTION sealstone.gapfill(smallint, smallint, smallint) IS 'start of every bucket from the one that holds lo to the last that starts before hi';
CREATE FUNCTION sealstone.gapfill(width integer, lo integer, hi integer) RETURNS SETOF integer
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100 AS 'MODULE_PATHNAME', 'sealstone_gapfill';
COMMENT ON FUNCTION sealstone.gapfill(integer, integer, integer) IS 'start of every bucket from the one that holds lo to the last that starts before hi';
CREATE FUNCTION sealstone.gapfill(width bigint, lo bigint, hi bigint) RETURNS SETOF bigint
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100 AS 'MODULE_PATHNAME', 'sealstone_gapfill';
COMMENT ON FUNCTION sealstone.gapfill(bigint, bigint, bigint) IS 'start of every bucket from the one that holds lo to the last that starts before hi';
CREATE FUNCTION sealstone.gapfill(width interval, lo timestamptz, hi timestamptz, time_zone text) RETURNS SETOF timestamptz
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100 AS 'MODULE_PATHNAME', 'sealstone_gapfill';
COMMENT ON FUNCTION sealstone.gapfill(interval, timestamptz, timestamptz, text) IS 'start of every bucket from the one that holds lo to the last that starts before hi, by the local clock';

CREATE FUNCTION sealstone.locf(value anyelement) RETURNS anyelement
LANGUAGE c IMMUTABLE WINDOW PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_locf';
COMMENT ON FUNCTION sealstone.locf(anyelement) IS 'window function: the last value that is not NULL, up to this row';
CREATE FUNCTION sealstone.interpolate(value double precision, ts timestamptz) RETURNS double precision
LANGUAGE c IMMUTABLE WINDOW PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_interpolate';
COMMENT ON FUNCTION sealstone.interpolate(double precision, timestamptz) IS 'window function, ordered by ts: the value; where it is NULL, that of the straight line between those before and after it';
CREATE FUNCTION sealstone.interpolate(value double precision, ts timestamp) RETURNS double precision
LANGUAGE c IMMUTABLE WINDOW PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_interpolate';
COMMENT ON FUNCTION sealstone.interpolate(double precision, timestamp) IS 'window function, ordered by ts: the value; where it is NULL, that of the straight line between those before and after it';
CREATE FUNCTION sealstone.interpolate(value double precision, ts date) RETURNS double precision
LANGUAGE c IMMUTABLE WINDOW PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_interpolate';
COMMENT ON FUNCTION sealstone.interpolate(double precision, date) IS 'window function, ordered by ts: the value; where it is NULL, that of the straight line between those before and after it';
CREATE FUNCTION sealstone.interpolate(value double precision, ts bigint) RETURNS double precision
LANGUAGE c IMMUTABLE WINDOW PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_interpolate';
COMMENT ON FUNCTION sealstone.interpolate(double precision, bigint) IS 'window function, ordered by ts: the value; where it is NULL, that of the straight line between those before and after it';
CREATE FUNCTION sealstone.counter_combine(internal, internal) RETURNS internal
LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_counter_combine';
COMMENT ON FUNCTION sealstone.counter_combine(internal, internal) IS 'combine function of counter_delta and counter_rate';
CREATE FUNCTION sealstone.counter_serialize(internal) RETURNS bytea
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_counter_serialize';
COMMENT ON FUNCTION sealstone.counter_serialize(internal) IS 'serialize function of counter_delta and counter_rate';
CREATE FUNCTION sealstone.counter_deserialize(bytea, internal) RETURNS internal
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_counter_deserialize';
COMMENT ON FUNCTION sealstone.counter_deserialize(bytea, internal) IS 'deserialize function of counter_delta and counter_rate';
CREATE FUNCTION sealstone.counter_delta_final(internal) RETURNS double precision
LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_counter_delta';
COMMENT ON FUNCTION sealstone.counter_delta_final(internal) IS 'final function of counter_delta';
CREATE FUNCTION sealstone.counter_rate_final(internal) RETURNS double precision
LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_counter_rate';
COMMENT ON FUNCTION sealstone.counter_rate_final(internal) IS 'final function of counter_rate';
CREATE FUNCTION sealstone.counter_accum(internal, double precision, timestamptz) RETURNS internal
LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_counter_accum';
COMMENT ON FUNCTION sealstone.counter_accum(internal, double precision, timestamptz) IS 'transition function of counter_delta and counter_rate';
CREATE AGGREGATE sealstone.counter_delta(value double precision, ts timestamptz) (
	SFUNC = sealstone.counter_accum, STYPE = internal, SSPACE = 4096, COMBINEFUNC = sealstone.counter_combine,
	SERIALFUNC = sealstone.counter_serialize, DESERIALFUNC = sealstone.counter_deserialize,
	FINALFUNC = sealstone.counter_delta_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.counter_delta(double precision, timestamptz) IS 'by how much a counter grew; a value below the one before it began anew at zero';
CREATE AGGREGATE sealstone.counter_rate(value double precision, ts timestamptz) (
	SFUNC = sealstone.counter_accum, STYPE = internal, SSPACE = 4096, COMBINEFUNC = sealstone.counter_combine,
	SERIALFUNC = sealstone.counter_serialize, DESERIALFUNC = sealstone.counter_deserialize,
	FINALFUNC = sealstone.counter_rate_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.counter_rate(double precision, timestamptz) IS 'by how much a counter grew per second (per unit of integer time) between its first and last reading';
CREATE FUNCTION sealstone.counter_accum(internal, double precision, timestamp) RETURNS internal
LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_counter_accum';
COMMENT ON FUNCTION sealstone.counter_accum(internal, double precision, timestamp) IS 'transition function of counter_delta and counter_rate';
CREATE AGGREGATE sealstone.counter_delta(value double precision, ts timestamp) (
	SFUNC = sealstone.counter_accum, STYPE = internal, SSPACE = 4096, COMBINEFUNC = sealstone.counter_combine,
	SERIALFUNC = sealstone.counter_serialize, DESERIALFUNC = sealstone.counter_deserialize,
	FINALFUNC = sealstone.counter_delta_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.counter_delta(double precision, timestamp) IS 'by how much a counter grew; a value below the one before it began anew at zero';
CREATE AGGREGATE sealstone.counter_rate(value double precision, ts timestamp) (
	SFUNC = sealstone.counter_accum, STYPE = internal, SSPACE = 4096, COMBINEFUNC = sealstone.counter_combine,
	SERIALFUNC = sealstone.counter_serialize, DESERIALFUNC = sealstone.counter_deserialize,
	FINALFUNC = sealstone.counter_rate_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.counter_rate(double precision, timestamp) IS 'by how much a counter grew per second (per unit of integer time) between its first and last reading';
CREATE FUNCTION sealstone.counter_accum(internal, double precision, date) RETURNS internal
LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_counter_accum';
COMMENT ON FUNCTION sealstone.counter_accum(internal, double precision, date) IS 'transition function of counter_delta and counter_rate';
CREATE AGGREGATE sealstone.counter_delta(value double precision, ts date) (
	SFUNC = sealstone.counter_accum, STYPE = internal, SSPACE = 4096, COMBINEFUNC = sealstone.counter_combine,
	SERIALFUNC = sealstone.counter_serialize, DESERIALFUNC = sealstone.counter_deserialize,
	FINALFUNC = sealstone.counter_delta_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.counter_delta(double precision, date) IS 'by how much a counter grew; a value below the one before it began anew at zero';
CREATE AGGREGATE sealstone.counter_rate(value double precision, ts date) (
	SFUNC = sealstone.counter_accum, STYPE = internal, SSPACE = 4096, COMBINEFUNC = sealstone.counter_combine,
	SERIALFUNC = sealstone.counter_serialize, DESERIALFUNC = sealstone.counter_deserialize,
	FINALFUNC = sealstone.counter_rate_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.counter_rate(double precision, date) IS 'by how much a counter grew per second (per unit of integer time) between its first and last reading';
CREATE FUNCTION sealstone.counter_accum(internal, double precision, bigint) RETURNS internal
LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'sealstone_counter_accum';
COMMENT ON FUNCTION sealstone.counter_accum(internal, double precision, bigint) IS 'transition function of counter_delta and counter_rate';
CREATE AGGREGATE sealstone.counter_delta(value double precision, ts bigint) (
	SFUNC = sealstone.counter_accum, STYPE = internal, SSPACE = 4096, COMBINEFUNC = sealstone.counter_combine,
	SERIALFUNC = sealstone.counter_serialize, DESERIALFUNC = sealstone.counter_deserialize,
	FINALFUNC = sealstone.counter_delta_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.counter_delta(double precision, bigint) IS 'by how much a counter grew; a value below the one before it began anew at zero';
CREATE AGGREGATE sealstone.counter_rate(value double precision, ts bigint) (
	SFUNC = sealstone.counter_accum, STYPE = internal, SSPACE = 4096, COMBINEFUNC = sealstone.counter_combine,
	SERIALFUNC = sealstone.counter_serialize, DESERIALFUNC = sealstone.counter_deserialize,
	FINALFUNC = sealstone.counter_rate_final, PARALLEL = SAFE);
COMMENT ON AGGREGATE sealstone.counter_rate(double precision, bigint) IS 'by how much a counter grew per second (per unit of integer time) between its first and last reading';
