-- first and last: against DISTINCT ON, on every kind of type, parallel or not
CREATE TEMP TABLE few (v text, t timestamptz);
INSERT INTO few VALUES ('b', '2024-01-01'), ('a', '2024-01-01'), (NULL, '2024-01-01'), ('z', '2024-01-02'),
  (NULL, '2024-01-03'), ('x', NULL), ('y', 'infinity'), ('w', '-infinity');
SELECT sealstone.first(v, t), sealstone.last(v, t) FROM few;
SELECT sealstone.first(v, t), sealstone.last(v, t) FROM few WHERE isfinite(t);
SELECT sealstone.first(v, t) FILTER (WHERE t > '2024-01-02'), sealstone.last(v, t) IS NULL AS last_is_null FROM few WHERE t = '2024-01-03';
SELECT sealstone.first(v, t), sealstone.last(v, t) FROM few WHERE t IS NULL;
SELECT sealstone.first(v, t), sealstone.last(v, t) FROM few WHERE false;
SELECT sealstone.first(ARRAY[v], t), sealstone.last(ROW(v, t), t) FROM few;
SELECT sealstone.last('{"a":1}'::json, '{}'::json);
SELECT sealstone.first('{"a":1}'::json, 1);
SELECT sealstone.first(i, -i), sealstone.last(i::numeric, i::smallint), sealstone.first(i::float4, i::text COLLATE "C"),
       sealstone.last(repeat(i::text, 3000), '2024-01-01'::date + i) = repeat('9', 3000) AS long
FROM generate_series(1, 9) i;

CREATE TABLE first_last_many AS
  SELECT i % 37 AS host, (i * 7919) % 5003 AS t, (i * 104729) % 1009 AS v, repeat(((i * 104729) % 1009)::text, 3) AS s
  FROM generate_series(1, 20000) i;
ANALYZE first_last_many;
CREATE TEMP TABLE expected AS
  SELECT host, f.v AS fv, l.v AS lv, f.s AS fs, l.s AS ls FROM (SELECT DISTINCT host FROM first_last_many) h,
    LATERAL (SELECT v, s FROM first_last_many m WHERE m.host = h.host ORDER BY t, v LIMIT 1) f,
    LATERAL (SELECT v, s FROM first_last_many m WHERE m.host = h.host ORDER BY t DESC, v DESC LIMIT 1) l;
SELECT host, sealstone.first(v, t), sealstone.last(v, t) FROM first_last_many GROUP BY 1 EXCEPT SELECT host, fv, lv FROM expected;
SET max_parallel_workers_per_gather = 2; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS OFF) SELECT host, sealstone.first(v, t), sealstone.last(v, t) FROM first_last_many GROUP BY 1;
SELECT host, sealstone.first(v, t), sealstone.last(v, t) FROM first_last_many GROUP BY 1 EXCEPT SELECT host, fv, lv FROM expected;
SELECT count(*) FROM (SELECT host, sealstone.first(s, (t, v)), sealstone.last(s, (t, v)) FROM first_last_many GROUP BY 1 INTERSECT SELECT host, fs, ls FROM expected) x;
DROP TABLE first_last_many;
