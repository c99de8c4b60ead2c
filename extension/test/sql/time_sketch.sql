-- percentile_sketch, distinct_sketch, histogram: accuracy, merging, text forms, hostile input
SET extra_float_digits = 1;
SELECT setseed(0.25);
CREATE TABLE sketch_data AS
  SELECT n, random() AS uniform, -ln(1 - random()) AS exponential, exp(3 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())) AS lognormal,
         floor(random() * 50) AS steps, n % 7 AS g
  FROM generate_series(1, 40000) n;
-- small groups are exact: percentile_cont to the bit
SELECT count(*) AS differ FROM (
  SELECT n / 90 AS grp, p, sealstone.percentile(sealstone.percentile_sketch(lognormal), p) AS s, percentile_cont(p) WITHIN GROUP (ORDER BY lognormal) AS e
  FROM sketch_data, unnest(ARRAY[0, 0.01, 0.3, 0.5, 0.75, 0.99, 1]) p WHERE n < 5000 GROUP BY 1, 2) x WHERE s <> e;
-- large ones: error in rank, which is what a t-digest bounds; the tails are the sharpest
CREATE FUNCTION rank_error(col text, p float8) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE r float8;
BEGIN
  EXECUTE format('SELECT greatest(0, (SELECT count(*) FROM sketch_data WHERE %1$I < v)::float8 / 40000 - $1, $1 - (SELECT count(*) FROM sketch_data WHERE %1$I <= v)::float8 / 40000)
                  FROM (SELECT sealstone.percentile(sealstone.percentile_sketch(%1$I), $1) AS v FROM sketch_data) x', col) INTO r USING p;
  RETURN r;
END $$;
SELECT c, p FROM unnest(ARRAY['uniform', 'exponential', 'lognormal', 'steps']) c,
  (VALUES (0.001, 0.0005), (0.01, 0.002), (0.1, 0.005), (0.5, 0.01), (0.9, 0.005), (0.99, 0.002), (0.999, 0.0005)) b(p, bound) WHERE rank_error(c, p) > bound;
-- merging sketches of parts is as good, and counts exactly
SELECT sealstone.sketch_count(s), abs(sealstone.percentile(s, 0.5) - 0.5) < 0.02 AS median, abs(sealstone.percentile(s, 0.99) - 0.99) < 0.003 AS p99,
       sealstone.percentile(s, 0) = (SELECT min(uniform) FROM sketch_data) AS least, sealstone.percentile(s, 1) = (SELECT max(uniform) FROM sketch_data) AS greatest
FROM (SELECT sealstone.merge(s) AS s FROM (SELECT sealstone.percentile_sketch(uniform) AS s FROM sketch_data GROUP BY g) x) y;
-- infinities and NaN in Postgres's order; NULL; nothing
SELECT p, sealstone.percentile(s, p), sealstone.sketch_count(s) FROM (SELECT sealstone.percentile_sketch(x) AS s
  FROM unnest(ARRAY['-Infinity', 1, 2, 'Infinity', 'NaN', NULL]::float8[]) x) y, unnest(ARRAY[0, 0.25, 0.5, 0.75, 1]::float8[]) p;
SELECT sealstone.percentile(sealstone.percentile_sketch(NULL), 0.5), sealstone.percentile_sketch(1) IS NULL FROM generate_series(1, 0);
SELECT sealstone.percentile_sketch(x) FROM (VALUES (-0.0::float8), (0), (1e308), (5e-324), (-1e308)) v(x);
SELECT sealstone.percentile('1 100 0 0 0 0 0', 0.5) AS empty, sealstone.percentile('1 100 0 0 0 1 3 1*1 3*1'::sealstone.tdigest, 0.25);
-- text and binary forms come back
SELECT count(*) FROM (SELECT sealstone.percentile_sketch(lognormal) AS s FROM sketch_data GROUP BY g) x WHERE s::text::sealstone.tdigest::text = s::text;
SELECT count(*) FROM (SELECT sealstone.distinct_sketch(n) AS s FROM sketch_data GROUP BY g) x WHERE s::text::sealstone.hyperloglog::text = s::text;
-- hostile text
SELECT ''::sealstone.tdigest;
SELECT '2 100 0 0 0 0 0'::sealstone.tdigest;
SELECT '1 5 0 0 0 0 0'::sealstone.tdigest;
SELECT '1 100 -1 0 0 0 0'::sealstone.tdigest;
SELECT '1 100 0 0 0 5 1 2*1'::sealstone.tdigest;
SELECT '1 100 0 0 0 1 5 3*1 2*1'::sealstone.tdigest;
SELECT '1 100 0 0 0 1 5 nan*1'::sealstone.tdigest;
SELECT '1 100 0 0 0 1 5 3*0'::sealstone.tdigest;
SELECT '1 100 9223372036854775807 1 0 0 0'::sealstone.tdigest;
SELECT ('1 100 0 0 0 1 1' || repeat(' 1*1', 5000))::sealstone.tdigest;
SELECT '1 100 0 0 0 1 5 3*1 x'::sealstone.tdigest;
SELECT 'x'::sealstone.hyperloglog;
SELECT '1:99:s:'::sealstone.hyperloglog;
SELECT '1:14:s:00'::sealstone.hyperloglog;
SELECT '1:14:s:0097c7033cc2033cc2'::sealstone.hyperloglog;
SELECT '1:14:s:ffffff'::sealstone.hyperloglog;
SELECT '1:14:s:0097ff'::sealstone.hyperloglog;
SELECT '1:4:d:00'::sealstone.hyperloglog;
SELECT '1:4:d:ffffffffffffffffffffffff'::sealstone.hyperloglog;
SELECT '1:4:s:zzzzzz'::sealstone.hyperloglog;
SELECT sealstone.percentile('1 100 0 0 0 0 0', 1.5);
SELECT sealstone.percentile('1 100 0 0 0 0 0', 'NaN');
SELECT sealstone.percentile_sketch(1.0, 5);
SELECT sealstone.distinct_sketch(1, 3);
SELECT sealstone.distinct_sketch('{}'::json);
-- distinct counts: small ones exact, large ones within four standard errors, of any hashable type
SELECT d, e, abs(e - d) <= 4 * 0.0081 * d AS near FROM (VALUES (1), (10), (100), (1000), (10000), (40000)) v(d),
  LATERAL (SELECT sealstone.distinct_count(sealstone.distinct_sketch(n % d)) AS e FROM sketch_data WHERE d > 0) x;
SELECT sealstone.distinct_count(sealstone.distinct_sketch(x)) FROM (VALUES (1.0), (1.00), (2), (NULL)) v(x);
SELECT sealstone.distinct_count(sealstone.distinct_sketch(x)) FROM (VALUES ('a'), ('b'), ('a')) v(x);
SELECT sealstone.distinct_count(sealstone.distinct_sketch(x)) FROM (VALUES (0.0::float8), (-0.0), ('NaN'), ('NaN')) v(x);
SELECT sealstone.distinct_count('1:14:s:'), sealstone.distinct_count(sealstone.distinct_sketch(NULL::int));
-- a union is what one sketch over all would be, also across precisions
SELECT (SELECT sealstone.merge(s)::text FROM (SELECT sealstone.distinct_sketch(n) AS s FROM sketch_data GROUP BY g) x)
     = (SELECT sealstone.distinct_sketch(n)::text FROM sketch_data) AS same;
SELECT (SELECT sealstone.merge(s)::text FROM (SELECT sealstone.distinct_sketch(n, 14) AS s FROM sketch_data WHERE g < 3 UNION ALL SELECT sealstone.distinct_sketch(n, 10) FROM sketch_data WHERE g >= 3) x)
     = (SELECT sealstone.distinct_sketch(n, 10)::text FROM sketch_data) AS folded;
-- parallel
SET max_parallel_workers_per_gather = 2; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
ANALYZE sketch_data;
EXPLAIN (COSTS OFF) SELECT sealstone.percentile_sketch(uniform), sealstone.distinct_sketch(n), sealstone.histogram(uniform, 0, 1, 4) FROM sketch_data;
SELECT sealstone.sketch_count(p), abs(sealstone.percentile(p, 0.9) - 0.9) < 0.01 AS p90, abs(sealstone.distinct_count(d) - 40000) < 40000 * 0.033 AS near, h = e AS same_histogram
FROM (SELECT sealstone.percentile_sketch(uniform) AS p, sealstone.distinct_sketch(n) AS d, sealstone.histogram(uniform, 0.25, 0.75, 4) AS h FROM sketch_data) x,
  (SELECT array_agg(c ORDER BY b) AS e FROM (SELECT width_bucket(uniform, 0.25, 0.75, 4) AS b, count(*) AS c FROM sketch_data GROUP BY 1) y) z;
RESET max_parallel_workers_per_gather;
-- histogram
SELECT sealstone.histogram(x, 0, 10, 5) FROM unnest(ARRAY[-1, 0, 1.9, 2, 9.99, 10, 'NaN', 'Infinity', '-Infinity', NULL]::float8[]) x;
SELECT sealstone.merge_histogram(h) FROM (VALUES (ARRAY[1, 2, 3]::bigint[]), (ARRAY[4, 5, 6]), (NULL)) v(h);
SELECT sealstone.merge_histogram(h) FROM (VALUES (ARRAY[1, 2, 3]::bigint[]), (ARRAY[4, 5])) v(h);
SELECT sealstone.histogram(1, 5, 5, 3);
SELECT sealstone.histogram(1, 0, 'Infinity', 3);
SELECT sealstone.histogram(1, 0, 1, 0);
SELECT sealstone.histogram(1, 0, 1, n) FROM generate_series(1, 2) n;
DROP TABLE sketch_data; DROP FUNCTION rank_error;
