-- bucket(): floor always, months never drift, local days in zones, repeated hours are two buckets
SET timezone = 'UTC';
SET datestyle = 'ISO';

-- the rules by example
SELECT sealstone.bucket('1 hour', '2024-02-29 13:59:59.999999+00'::timestamptz) AS hour,
       sealstone.bucket('1 week', '2024-02-29 13:00+00'::timestamptz) AS week_from_monday,
       sealstone.bucket('1 month', '2024-02-29 13:00+00'::timestamptz) AS month,
       sealstone.bucket('1 year', '2024-02-29 13:00+00'::timestamptz) AS year;
SELECT sealstone.bucket('5 minutes', '1969-12-31 23:59:59'::timestamp) AS before_1970,
       sealstone.bucket('7 days', '1999-12-31'::date) AS before_origin,
       sealstone.bucket('1 month', '0044-03-15 BC'::date) AS bc;
SELECT i, sealstone.bucket(10, i) AS b, sealstone.bucket(10, i, 3) AS from_3
FROM unnest(ARRAY[-21, -20, -11, -1, 0, 9, 10, 13]) i;
SELECT sealstone.bucket(7::bigint, (-9223372036854775807)::bigint) AS near_the_end;
SELECT sealstone.bucket(7::bigint, (-9223372036854775808)::bigint);
SELECT sealstone.bucket(100::smallint, (-32768)::smallint);
SELECT pg_typeof(sealstone.bucket(10::smallint, 5::smallint)), pg_typeof(sealstone.bucket(10, 5)),
       pg_typeof(sealstone.bucket(10, 5::bigint)), pg_typeof(sealstone.bucket('1 day', now()::date));

-- an origin on the 31st comes back to the 31st
SELECT d, sealstone.bucket('1 month', d, origin => '2024-01-31'::date) AS b
FROM unnest(ARRAY['2024-01-30', '2024-01-31', '2024-02-28', '2024-02-29', '2024-03-30', '2024-03-31',
                  '2024-04-29', '2024-04-30', '2023-02-27', '2023-02-28']::date[]) d;

-- the hour that happens twice, the hour that never happens, and their days
SET timezone = 'Europe/Berlin';
SELECT t, sealstone.bucket('1 hour', t, 'Europe/Berlin') AS hour, sealstone.bucket('1 day', t, 'Europe/Berlin') AS day
FROM generate_series('2024-10-26 23:30:00+00', '2024-10-27 02:30+00', interval '30 minutes') t;
SELECT t, sealstone.bucket('1 hour', t, 'Europe/Berlin') AS hour, sealstone.bucket('6 hours', t, 'Europe/Berlin') AS six
FROM generate_series('2024-03-31 00:30:00+00', '2024-03-31 01:30+00', interval '30 minutes') t;
SELECT sealstone.bucket('1 day', timestamptz '2024-03-31 12:00', 'Europe/Berlin') + interval '23 hours'
     = sealstone.bucket('1 day', timestamptz '2024-04-01 12:00', 'Europe/Berlin') AS spring_day_of_23_hours,
       extract(epoch FROM sealstone.bucket('1 day', timestamptz '2024-04-01 12:00', 'Europe/Berlin')
             - sealstone.bucket('1 day', timestamptz '2024-03-31 12:00', 'Europe/Berlin')) / 3600 AS spring,
       extract(epoch FROM sealstone.bucket('1 day', timestamptz '2024-10-28 12:00', 'Europe/Berlin')
             - sealstone.bucket('1 day', timestamptz '2024-10-27 12:00', 'Europe/Berlin')) / 3600 AS autumn;
-- midnight twice (Havana), midnight never (Sao Paulo), a day never (Apia), half an hour (Lord Howe)
SET timezone = 'UTC';
SELECT z, t, sealstone.bucket('1 day', t, z) AT TIME ZONE z AS local_day, sealstone.bucket('1 day', t, z) AS day
FROM (VALUES ('America/Havana', '2023-11-05 04:30+00'::timestamptz), ('America/Havana', '2023-11-05 05:30+00'),
             ('America/Sao_Paulo', '2018-11-04 03:30+00'), ('America/Sao_Paulo', '2018-02-18 02:30+00'),
             ('Pacific/Apia', '2011-12-30 09:30+00'), ('Pacific/Apia', '2011-12-30 10:30+00'),
             ('Australia/Lord_Howe', '2024-04-06 15:10+00')) v(z, t);
SELECT t, sealstone.bucket('30 minutes', t, 'Australia/Lord_Howe') AS half, sealstone.bucket('1 hour', t, 'Australia/Lord_Howe') AS hour
FROM generate_series('2024-04-06 14:15:00+00', '2024-04-06 15:45+00', interval '15 minutes') t;

-- infinities and NULL pass through
SELECT sealstone.bucket('1 hour', 'infinity'::timestamptz), sealstone.bucket('1 month', '-infinity'::date),
       sealstone.bucket('1 day', 'infinity'::timestamptz, 'Asia/Kathmandu'), sealstone.bucket('1 hour', NULL::timestamptz);
SELECT sealstone.bucket('1 day', '294276-12-31 23:00+00'::timestamptz), sealstone.bucket('1 day', '5874897-12-31'::date),
       sealstone.bucket('1 day', '4713-11-24 10:00 BC'::timestamp);
SELECT sealstone.bucket('1 month', '4714-11-24 10:00 BC'::timestamp);
SELECT sealstone.bucket('1 month', '4714-11-24 BC'::date), sealstone.bucket('1 month', '5874897-12-31'::date);
SELECT sealstone.bucket('1 month', '5874897-12-31'::date);

-- refusals
SELECT sealstone.bucket('0', now());
SELECT sealstone.bucket('-1 day', now());
SELECT sealstone.bucket('1 month 1 day', now());
SELECT sealstone.bucket('1 hour', '2024-01-01'::date);
SELECT sealstone.bucket(0, 5);
SELECT sealstone.bucket('1 day', now(), 'Mars/Olympus');
SELECT sealstone.bucket('1 day', now(), origin => 'infinity');

-- properties, over zones and decades: random times and the seconds around every change of the clock
CREATE TEMP TABLE zones AS SELECT unnest(ARRAY['UTC', 'Europe/Berlin', 'America/New_York', 'America/Havana', 'America/Sao_Paulo',
  'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'Pacific/Kwajalein', 'Africa/Casablanca', 'Antarctica/Troll', 'Asia/Tehran']) AS z;
CREATE TEMP TABLE widths AS SELECT unnest(ARRAY['1 second', '15 minutes', '30 minutes', '50 minutes', '1 hour', '6 hours', '36 hours',
  '1 day', '3 days', '7 days', '1 month', '3 months', '1 year']::interval[]) AS w;
SELECT setseed(0.42);
CREATE TEMP TABLE times AS
  SELECT z, t FROM zones, LATERAL (SELECT '1900-01-01 00:00+00'::timestamptz + random() * interval '150 years' AS t
                                   FROM generate_series(1, 150) WHERE z IS NOT NULL) r
  UNION ALL
  SELECT z, c.t + d * interval '1 second'
  FROM (SELECT z, t, (t AT TIME ZONE z) - (t AT TIME ZONE 'UTC') AS off,
               lead((t AT TIME ZONE z) - (t AT TIME ZONE 'UTC')) OVER (PARTITION BY z ORDER BY t) AS next
        FROM zones, generate_series('1950-01-01 00:00+00', '2038-01-01 00:00+00', interval '1 day') t WHERE z <> 'UTC') day,
       LATERAL (SELECT day.t + m * interval '15 minutes' AS t FROM generate_series(1, 96) m
                WHERE ((day.t + m * interval '15 minutes') AT TIME ZONE z) - ((day.t + m * interval '15 minutes') AT TIME ZONE 'UTC')
                   <> ((day.t + (m - 1) * interval '15 minutes') AT TIME ZONE z) - ((day.t + (m - 1) * interval '15 minutes') AT TIME ZONE 'UTC')) c,
       unnest(ARRAY[-5400, -1, 0, 1800, 3599, 3600]) d
  WHERE off <> next;
CREATE TEMP TABLE b AS
  SELECT z, w, t, sealstone.bucket(w, t, z) AS b FROM times, widths;
SELECT count(*) > 100000 AS many FROM b;
SELECT * FROM b WHERE b > t;                                            -- floor
SELECT * FROM b WHERE sealstone.bucket(w, b, z) <> b;                   -- a bucket's start is in the bucket
SELECT * FROM b WHERE sealstone.bucket(w, b - interval '1 microsecond', z) >= b;   -- and nothing before it is
SELECT * FROM (SELECT *, lag(b) OVER (PARTITION BY z, w ORDER BY t) AS prev FROM b) x WHERE prev > b;  -- monotone
-- whole days and months: the label of the start is the label of the time, where the local clock did not go back
SELECT z, w, t, b FROM b WHERE w = '1 day' AND (t AT TIME ZONE z)::date <> (b AT TIME ZONE z)::date
  AND NOT EXISTS (SELECT FROM generate_series(1, 180) m WHERE (t AT TIME ZONE z) < ((t - m * interval '1 minute') AT TIME ZONE z));
-- within a stretch without a change, it is the local clock's own truncation
SELECT z, w, t, b FROM b WHERE w IN ('15 minutes', '30 minutes', '1 hour')
  AND (t AT TIME ZONE z) - (t AT TIME ZONE 'UTC') = ((t - interval '2 hours') AT TIME ZONE z) - ((t - interval '2 hours') AT TIME ZONE 'UTC')
  AND b AT TIME ZONE z <> date_bin(w, t AT TIME ZONE z, '2000-01-01');
-- without a zone it is date_bin, and date_trunc for months
SELECT w, t FROM b WHERE z = 'UTC' AND extract(month FROM w) = 0 AND extract(year FROM w) = 0
  AND sealstone.bucket(w, t) <> date_bin(w, t, '2000-01-03 00:00+00');
SELECT w, t FROM b WHERE z = 'UTC' AND w IN ('1 month', '3 months', '1 year') AND sealstone.bucket(w, t)
  <> date_trunc(CASE w WHEN '1 month' THEN 'month' WHEN '3 months' THEN 'quarter' ELSE 'year' END, t, 'UTC');
SELECT w, t FROM b WHERE sealstone.bucket(w, t) <> sealstone.bucket(w, t, 'UTC');
-- integers against numeric floor
SELECT count(*) FROM generate_series(-1000, 1000) i, generate_series(1, 37) w, generate_series(-5, 5) o
WHERE sealstone.bucket(w, i, o) <> floor((i - o)::numeric / w) * w + o;
