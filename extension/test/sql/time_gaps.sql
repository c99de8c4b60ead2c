-- gapfill, locf, interpolate: gaps shown and filled, in every time type and zone.
SET timezone = 'UTC';
SET datestyle = 'ISO';
SELECT * FROM sealstone.gapfill('6 hours', '2024-01-01 05:00+00'::timestamptz, '2024-01-02 06:00+00'::timestamptz);
SELECT * FROM sealstone.gapfill('1 month', '2024-01-31'::date, '2024-04-01'::date);
SELECT * FROM sealstone.gapfill('1 week', '2024-01-01'::timestamp, '2024-01-15 00:00:01'::timestamp);
SELECT * FROM sealstone.gapfill(10, -15, 11);
SELECT * FROM sealstone.gapfill(10::smallint, 32765::smallint, 32767::smallint);
SELECT count(*), min(g), max(g) FROM sealstone.gapfill(3::bigint, 9223372036854775800, 9223372036854775807) g;
-- days of 23 and 25 hours, an hour twice and one that is not
SELECT g, lead(g) OVER (ORDER BY g) - g AS length FROM sealstone.gapfill('1 day', '2024-03-30 00:00+01'::timestamptz, '2024-04-02 00:00+02', 'Europe/Berlin') g;
SELECT g, lead(g) OVER (ORDER BY g) - g AS length FROM sealstone.gapfill('1 day', '2024-10-26 00:00+02'::timestamptz, '2024-10-29 00:00+01', 'Europe/Berlin') g;
SELECT count(*) FROM sealstone.gapfill('1 hour', '2024-03-31 00:00+01'::timestamptz, '2024-04-01 00:00+02', 'Europe/Berlin');
SELECT count(*) FROM sealstone.gapfill('1 hour', '2024-10-27 00:00+02'::timestamptz, '2024-10-28 00:00+01', 'Europe/Berlin');
-- it makes what bucket makes, in zones that jump by odd amounts
SELECT z, count(*) AS buckets, count(*) FILTER (WHERE g <> sealstone.bucket(w::interval, g, z)) AS wrong,
  (SELECT count(DISTINCT sealstone.bucket(w::interval, t, z)) FROM generate_series('2011-12-25'::timestamptz, '2012-01-04 23:50', '10 minutes') t) - count(*) AS missing
FROM unnest(ARRAY['Pacific/Apia', 'Australia/Lord_Howe', 'America/Havana', 'Asia/Kathmandu']) z, unnest(ARRAY['1 day', '3 hours', '30 minutes']) w,
  sealstone.gapfill(w::interval, '2011-12-25'::timestamptz, '2012-01-05', z) g GROUP BY z, w ORDER BY z, buckets;
-- nothing, and refusals
SELECT * FROM sealstone.gapfill('1 day', '2024-01-02'::date, '2024-01-02'::date);
SELECT * FROM sealstone.gapfill('1 day', NULL::date, '2024-01-02'::date);
SELECT * FROM sealstone.gapfill('1 day', '-infinity'::timestamptz, now());
SELECT * FROM sealstone.gapfill('1 day', now(), 'infinity'::timestamptz);
SELECT * FROM sealstone.gapfill('0 days', '2024-01-01'::date, '2024-01-02'::date);
SELECT * FROM sealstone.gapfill('1 day', '2024-01-01'::timestamptz, '2024-01-02', 'Mars/Base');
SELECT * FROM sealstone.gapfill('1 month', '294276-11-01'::timestamptz, '294276-12-31'::timestamptz);

CREATE TEMP TABLE gaps (host text, ts timestamptz, v float8, label text);
INSERT INTO gaps VALUES ('a', '2024-01-01 01:10', 10, 'one'), ('a', '2024-01-01 04:10', 40, 'two'), ('b', '2024-01-01 00:10', 1, NULL), ('b', '2024-01-01 02:10', 5, 'x');
SELECT host, g AS bucket, v, sealstone.locf(v) OVER w, sealstone.locf(label) OVER w AS label, sealstone.interpolate(v, g) OVER w
FROM (SELECT DISTINCT host FROM gaps) h CROSS JOIN sealstone.gapfill('1 hour', '2024-01-01'::timestamptz, '2024-01-01 06:00') g
LEFT JOIN (SELECT host, sealstone.bucket('1 hour', ts) AS g, avg(v) AS v, max(label) AS label FROM gaps GROUP BY 1, 2) d USING (host, g)
WINDOW w AS (PARTITION BY host ORDER BY g) ORDER BY 1, 2;
-- against the definition, on many rows and partitions; backwards too
CREATE TEMP TABLE many AS SELECT p, t, CASE WHEN hashint4(p * 1000 + t) % 5 = 0 THEN (hashint4(t) % 1000)::float8 END AS v FROM generate_series(1, 4) p, generate_series(1, 200) t;
WITH mine AS (SELECT p, t, v, sealstone.locf(v) OVER (PARTITION BY p ORDER BY t) AS l, sealstone.interpolate(v, t) OVER (PARTITION BY p ORDER BY t) AS i,
    sealstone.interpolate(v, t) OVER (PARTITION BY p ORDER BY t DESC) AS d FROM many),
  theirs AS (SELECT p, t, (SELECT v FROM many o WHERE o.p = m.p AND o.t <= m.t AND v IS NOT NULL ORDER BY t DESC LIMIT 1) AS l,
    (SELECT CASE WHEN m.v IS NOT NULL THEN m.v ELSE b.v * (1 - (m.t - b.t)::float8 / (a.t - b.t)) + a.v * ((m.t - b.t)::float8 / (a.t - b.t)) END
     FROM (SELECT t, v FROM many o WHERE o.p = m.p AND o.t <= m.t AND v IS NOT NULL ORDER BY t DESC LIMIT 1) b,
       (SELECT t, v FROM many o WHERE o.p = m.p AND o.t >= m.t AND v IS NOT NULL ORDER BY t LIMIT 1) a) AS i FROM many m)
SELECT count(*), count(*) FILTER (WHERE mine.l IS DISTINCT FROM theirs.l) AS locf_wrong,
  count(*) FILTER (WHERE (mine.i IS NULL) <> (theirs.i IS NULL) OR abs(mine.i - theirs.i) > 1e-9) AS interpolate_wrong,
  count(*) FILTER (WHERE (mine.i IS NULL) <> (mine.d IS NULL) OR abs(mine.i - mine.d) > 1e-9) AS backwards_wrong FROM mine JOIN theirs USING (p, t);
-- edges: huge and special values, equal times, NULL and infinite times, dates
SELECT t, sealstone.interpolate(v, t) OVER (ORDER BY o) FROM (VALUES (1, 1::bigint, 1.7e308::float8), (2, 2, NULL), (3, 3, -1.7e308), (4, 4, NULL), (5, 5, 'Infinity'), (6, 6, NULL), (7, 6, 3), (8, 6, NULL), (9, NULL, NULL), (10, 8, NULL)) s(o, t, v) ORDER BY o;
SELECT t, sealstone.interpolate(v, t) OVER (ORDER BY t) FROM (VALUES ('-infinity'::date, 1::float8), ('2024-01-01', NULL), ('2024-01-02', 2), ('2024-01-03', NULL), ('2024-01-04', 4), ('infinity', 9)) s(t, v) ORDER BY t;
SELECT t, sealstone.interpolate(v, t) OVER (ORDER BY t) FROM (VALUES ((-9223372036854775807)::bigint, 0::float8), (0, NULL), (9223372036854775807, 8)) s(t, v) ORDER BY t;
SELECT sealstone.locf(v) OVER () FROM (VALUES (NULL::int)) s(v);
SELECT sealstone.locf(1);
