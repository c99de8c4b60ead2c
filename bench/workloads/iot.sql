-- Workload iot: devices that report every 60 s with jitter and 2 % gaps. Deterministic plain SQL; the harness puts
-- numbers for :devices and :steps. 2,500 devices x 4,320 steps = three days, about 10.6 million rows.
CREATE OR REPLACE FUNCTION pg_temp.fold(x float8, m float8, digits int) RETURNS float8
LANGUAGE sql IMMUTABLE AS
$$ SELECT round(abs(x - 2*m*floor(x/(2*m)) - m)::numeric, digits)::float8 $$;
--- rows, in load order (ts, device)
WITH raw AS (
    SELECT d, s,
           hashint8extended(s::bigint * 4096 + d, 11) AS r1,
           hashint8extended(s::bigint * 4096 + d, 12) AS r2
    FROM generate_series(0, :devices - 1) d, generate_series(0, :steps - 1) s
  ),
  walk AS (
    SELECT d, s, r1, r2,
      (hashint8extended(d, 21) & 65535) / 2621.44 + sum((((r1 & 65535) + ((r1 >> 16) & 65535)) / 65536.0::float8 - 1) * 0.15) OVER w AS w1,
      (hashint8extended(d, 22) & 65535) / 655.36 + sum((((r1 >> 32) & 65535) / 65536.0::float8 - 0.5) * 0.8) OVER w AS w2,
      (hashint8extended(d, 23) & 65535) / 1638.4 + sum((((r1 >> 48) & 65535) / 65536.0::float8 - 0.5) * 0.1) OVER w AS w3
    FROM raw
    WINDOW w AS (PARTITION BY d ORDER BY s ROWS UNBOUNDED PRECEDING)
  )
  SELECT timestamptz '2026-02-01 00:00:06+00'
           + (s * 60000 + (hashint8extended(d, 31) & 32767)            -- phase of the device, up to 32.8 s
              + (((r2 & 65535) - 32768) * 5 / 32.768)::int             -- jitter, +-5 s
             ) * interval '1 millisecond' AS ts,
         'dev_' || lpad(d::text, 4, '0') AS device,
         round((15 + 6 * sin((s - 480) * pi() / 720) + pg_temp.fold(w1::float8, 12, 6) - 6)::numeric, 2)::float8 AS temperature,
         pg_temp.fold(w2::float8, 100, 1) AS humidity,
         round((4.2 - (s + (hashint8extended(d, 32) & 4095)) * 0.00015 + ((r2 >> 48) & 3) * 0.005)::numeric, 2)::float8 AS battery,
         round((990 + pg_temp.fold(w3::float8, 40, 6))::numeric, 2)::float8 AS pressure,
         CASE WHEN (hashint8extended((s/30)::bigint * 4096 + d, 33) & 255) < 250 THEN 'ok'
              WHEN ((r2 >> 32) & 7) < 5 THEN 'warn' WHEN ((r2 >> 32) & 7) < 7 THEN 'degraded' ELSE 'error' END AS status,
         CASE WHEN s > 1000 + (hashint8extended(d, 34) & 4095) THEN 'v2.4.1'
              WHEN d % 7 = 0 THEN 'v2.3.9' ELSE 'v2.4.0' END AS firmware,
         s::bigint + (hashint8extended(d, 35) & 1048575) AS seq
  FROM walk
  WHERE ((r2 >> 16) & 65535) >= 1311
  ORDER BY 1, 2
