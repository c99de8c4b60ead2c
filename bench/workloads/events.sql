-- 20,000 deterministic events for the as-of join against cpu; :micros is the span of the readings in microseconds.
SELECT i AS id, 'host_' || (hashint8extended(i, 501) & 2147483647) % :hosts AS host,
       timestamptz '2026-01-01 00:00:00+00'
         + ((hashint8extended(i, 502) & 9223372036854775807) % :micros) * interval '1 microsecond' AS ts
FROM generate_series(1::bigint, 20000) i
