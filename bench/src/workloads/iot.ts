import { generator } from "./generated.js";
import type { Scale, Workload } from "./workload.js";

const devices = 2500;
const day = 86_400_000;
const start = Date.UTC(2026, 1, 1);
const iso = (ms: number) => new Date(ms).toISOString().replace(".000Z", "+00");

/** 2,500 devices reporting every minute with jitter and gaps from 2026-02-01; three days are 10.6 million rows. */
export function iot({ rows }: Scale): Workload {
  const steps = Math.max(1, Math.round(Math.min(rows, 10_800_000) / devices));
  const span = steps * 60_000;
  const six = start + Math.max(0, Math.floor(span / 2 / 3_600_000) - 3) * 3_600_000;
  return {
    name: "iot",
    about: `${devices} devices x ${steps} minutes from 2026-02-01, jitter 5 s, 2 % gaps; seeds in bench/workloads/iot.sql`,
    columns:
      "ts timestamptz NOT NULL, device text NOT NULL, temperature double precision, humidity double precision, battery double precision, pressure double precision, status text, firmware text, seq bigint",
    columnNames: [
      "ts",
      "device",
      "temperature",
      "humidity",
      "battery",
      "pressure",
      "status",
      "firmware",
      "seq",
    ],
    timeColumn: "ts",
    key: "device",
    partitionInterval: "1 day",
    from: iso(start),
    to: iso(start + span + day),
    most: 10_800_000,
    rows: generator("iot.sql", { devices, steps }),
    extras: async () => undefined,
    queries: [
      {
        name: "last",
        title: "last reading of every device",
        reach: 800,
        sql: "SELECT DISTINCT ON (device) * FROM iot ORDER BY device, ts DESC",
      },
      {
        name: "device-hours",
        title: "one device, hourly averages, three days",
        reach: 15,
        sql: "SELECT date_trunc('hour', ts) AS hour, avg(temperature) AS t, avg(humidity) AS h FROM iot WHERE device = 'dev_0042' GROUP BY 1 ORDER BY 1",
      },
      {
        name: "fleet-quarters",
        title: "fleet in 15-minute buckets, six hours",
        reach: 8,
        sql: `SELECT date_bin('15 minutes', ts, '2026-02-01 00:00:00+00') AS quarter, avg(temperature) AS t, max(humidity) AS h, count(*) AS n FROM iot WHERE ts >= '${iso(six)}' AND ts < '${iso(six + 6 * 3_600_000)}' GROUP BY 1 ORDER BY 1`,
        duckdb: `SELECT time_bucket(INTERVAL '15 minutes', ts, TIMESTAMPTZ '2026-02-01 00:00:00+00') AS quarter, avg(temperature) AS t, max(humidity) AS h, count(*) AS n FROM iot WHERE ts >= '${iso(six)}' AND ts < '${iso(six + 6 * 3_600_000)}' GROUP BY 1 ORDER BY 1`,
      },
    ],
  };
}
