-- Workload cpu: ten metrics per reading, one reading per host every 10 s. Deterministic plain SQL; the harness
-- puts numbers for :hosts, :steps and :stride (128 up to 128 hosts, else 1024: the hash key's width per step).
-- 100 hosts x 100,000 steps = 10,000,000 rows. Each metric is a random walk (hashed steps, approximately
-- normal) folded into [0,max] and rounded to two decimals.
CREATE OR REPLACE FUNCTION pg_temp.fold(x float8, m float8) RETURNS float8
LANGUAGE sql IMMUTABLE AS
$$ SELECT round(abs(x - 2*m*floor(x/(2*m)) - m)::numeric, 2)::float8 $$;
--- rows, in load order (ts, host)
WITH raw AS (
    SELECT h, s,
           hashint8extended((s::bigint * :stride + h) * 16 + 1, 20260101) AS r1,
           hashint8extended((s::bigint * :stride + h) * 16 + 2, 20260101) AS r2,
           hashint8extended((s::bigint * :stride + h) * 16 + 3, 20260101) AS r3,
           hashint8extended((s::bigint * :stride + h) * 16 + 4, 20260101) AS r4,
           hashint8extended((s::bigint * :stride + h) * 16 + 5, 20260101) AS r5
    FROM generate_series(0, :hosts - 1) h, generate_series(0, :steps - 1) s
  ),
  -- one 64-bit hash gives two symmetric steps: sum of two uniforms each (triangular, sd about 1)
  steps AS (
    SELECT h, s,
      (((r1 & 65535) + ((r1 >> 16) & 65535)) / 65536.0::float8 - 1) * 2.45 AS d1,
      ((((r1 >> 32) & 65535) + ((r1 >> 48) & 65535)) / 65536.0::float8 - 1) * 2.45 AS d2,
      (((r2 & 65535) + ((r2 >> 16) & 65535)) / 65536.0::float8 - 1) * 2.45 AS d3,
      ((((r2 >> 32) & 65535) + ((r2 >> 48) & 65535)) / 65536.0::float8 - 1) * 2.45 AS d4,
      (((r3 & 65535) + ((r3 >> 16) & 65535)) / 65536.0::float8 - 1) * 2.45 AS d5,
      ((((r3 >> 32) & 65535) + ((r3 >> 48) & 65535)) / 65536.0::float8 - 1) * 2.45 AS d6,
      (((r4 & 65535) + ((r4 >> 16) & 65535)) / 65536.0::float8 - 1) * 2.45 AS d7,
      ((r4 >> 32) & 65535) AS z1, ((r4 >> 48) & 65535) AS z2, (r5 & 65535) AS z3,
      -- bursts: a 10-minute block (60 steps) of one host is "busy" with probability 4 %
      (hashint8extended((s/60)::bigint * :stride + h, 77) & 1023) < 41 AS burst
    FROM raw
  ),
  walk AS (
    SELECT h, s, z1, z2, z3, burst,
      (hashint8extended(h, 1) & 65535) / 327.68 + sum(d1 * 1.0)  OVER w AS w1,
      (hashint8extended(h, 2) & 65535) / 327.68 + sum(d2 * 0.6)  OVER w AS w2,
      (hashint8extended(h, 3) & 65535) / 327.68 + sum(d3 * 1.0)  OVER w AS w3,
      (hashint8extended(h, 4) & 65535) / 3276.8 + sum(d4 * 0.2)  OVER w AS w4,
      (hashint8extended(h, 5) & 65535) / 1638.4 + sum(d5 * 0.5)  OVER w AS w5,
      (hashint8extended(h, 6) & 65535) / 65536.0 + sum(d6 * 0.02) OVER w AS w6,
      (hashint8extended(h, 7) & 65535) / 32768.0 + sum(d7 * 0.05) OVER w AS w7
    FROM steps
    WINDOW w AS (PARTITION BY h ORDER BY s ROWS UNBOUNDED PRECEDING)
  )
  SELECT timestamptz '2026-01-01 00:00:00+00' + s * interval '10 seconds' AS ts,
         'host_' || h AS host,
         pg_temp.fold(w1::float8, 100) AS usage_user,
         pg_temp.fold(w2::float8, 100) AS usage_system,
         pg_temp.fold(w3::float8, 100) AS usage_idle,
         pg_temp.fold(w4::float8, 20)  AS usage_nice,
         pg_temp.fold(w5::float8, 40)  AS usage_iowait,
         pg_temp.fold(w6::float8, 2)   AS usage_irq,
         pg_temp.fold(w7::float8, 5)   AS usage_softirq,
         CASE WHEN burst THEN round(z1 / 6553.6, 2)::float8 ELSE 0 END AS usage_steal,
         CASE WHEN h % 10 = 3 THEN round(z2 / 3276.8, 2)::float8 ELSE 0 END AS usage_guest,
         CASE WHEN z3 < 328 THEN round(z3 / 65.536, 2)::float8 ELSE 0 END AS usage_guest_nice
  FROM walk
  ORDER BY 1, h
