import { generator } from "./generated.js";
import type { Scale, Workload } from "./workload.js";

const metrics = [
  "usage_user",
  "usage_system",
  "usage_idle",
  "usage_nice",
  "usage_iowait",
  "usage_irq",
  "usage_softirq",
  "usage_steal",
  "usage_guest",
  "usage_guest_nice",
];
const start = Date.UTC(2026, 0, 1);
const stepSeconds = 10;
const iso = (ms: number) => new Date(ms).toISOString().replace(".000Z", "+00");

/** Ten metrics of each host every ten seconds from 2026-01-01; 100 hosts up to 10 million rows, 1,000 beyond. */
export function cpu({ rows }: Scale): Workload {
  const hosts = rows > 10_000_000 ? 1000 : 100;
  const steps = Math.max(1, Math.round(rows / hosts));
  const stride = hosts > 128 ? 1024 : 128;
  const span = steps * stepSeconds * 1000;
  const days = span / 86_400_000;
  // a day, an hour and a week that lie inside whatever span there is
  const dayFrom = start + Math.floor(Math.max(0, days - 1) / 2) * 86_400_000;
  const day = `ts >= '${iso(dayFrom)}' AND ts < '${iso(dayFrom + 86_400_000)}'`;
  const hourFrom = dayFrom + Math.min(12, Math.floor(days * 12)) * 3_600_000;
  const hour = `ts >= '${iso(hourFrom)}' AND ts < '${iso(hourFrom + 3_600_000)}'`;
  const week = `ts >= '${iso(start)}' AND ts < '${iso(start + 7 * 86_400_000)}'`;
  const averages = metrics.map((metric) => `avg(${metric}) AS ${metric}`).join(", ");
  return {
    name: "cpu",
    about: `${hosts} hosts x ${steps} steps of ${stepSeconds} s from 2026-01-01; random walks of two decimals, seeds in bench/workloads/cpu.sql`,
    columns: `ts timestamptz NOT NULL, host text NOT NULL, ${metrics.map((m) => `${m} double precision`).join(", ")}`,
    columnNames: ["ts", "host", ...metrics],
    timeColumn: "ts",
    key: "host",
    partitionInterval: "1 day",
    from: iso(start),
    to: iso(start + span),
    rows: generator("cpu.sql", { hosts, steps, stride }),
    async extras(client) {
      const events = generator("events.sql", { hosts, micros: span * 1000 });
      await client.query(`DROP TABLE IF EXISTS base.events, base.hosts`);
      await client.query(`CREATE TABLE base.events AS ${events.sql}`);
      await client.query(
        `CREATE TABLE base.hosts AS SELECT 'host_' || h AS host FROM generate_series(0, ${hosts - 1}) h`,
      );
      await client.query(`ANALYZE base.events; ANALYZE base.hosts`);
    },
    queries: [
      {
        name: "last",
        title: "last reading of every host (DISTINCT ON)",
        reach: 2500,
        sql: "SELECT DISTINCT ON (host) * FROM cpu ORDER BY host, ts DESC",
      },
      {
        name: "last-lateral",
        title: "last reading of every host (LATERAL per host)",
        sql: "SELECT c.* FROM hosts h CROSS JOIN LATERAL (SELECT * FROM cpu WHERE cpu.host = h.host ORDER BY ts DESC LIMIT 1) c ORDER BY c.host",
      },
      {
        name: "host-hours",
        title: "per-host hourly average, one day",
        reach: 12,
        sql: `SELECT host, date_trunc('hour', ts) AS hour, avg(usage_user) AS usage_user FROM cpu WHERE ${day} GROUP BY 1, 2 ORDER BY 1, 2`,
      },
      {
        name: "fleet-week",
        title: "fleet avg, max, min per hour, one week",
        reach: 20,
        sql: `SELECT date_trunc('hour', ts) AS hour, avg(usage_user) AS a, max(usage_user) AS hi, min(usage_user) AS lo FROM cpu WHERE ${week} GROUP BY 1 ORDER BY 1`,
      },
      {
        name: "selective",
        title: "selective filter on a value, all columns",
        reach: 12,
        sql: "SELECT * FROM cpu WHERE usage_user > 99.95 ORDER BY host, ts",
      },
      {
        name: "asof-lateral",
        title: "as-of join by LATERAL, 20,000 events",
        reach: 2,
        sql: "SELECT count(*) AS n, avg(c.usage_user) AS a FROM events e CROSS JOIN LATERAL (SELECT usage_user FROM cpu WHERE cpu.host = e.host AND cpu.ts <= e.ts ORDER BY cpu.ts DESC LIMIT 1) c",
      },
      {
        name: "top-ten",
        title: "top ten hosts by maximum, one day",
        reach: 40,
        sql: `SELECT host, max(usage_user) AS hi FROM cpu WHERE ${day} GROUP BY host ORDER BY hi DESC, host LIMIT 10`,
      },
      {
        name: "host-last-10",
        title: "one host, last 10 readings",
        reach: 1,
        sql: "SELECT * FROM cpu WHERE host = 'host_42' ORDER BY ts DESC LIMIT 10",
      },
      {
        name: "host-hour",
        title: "one host, one hour",
        reach: 1.2,
        sql: `SELECT * FROM cpu WHERE host = 'host_42' AND ${hour} ORDER BY ts`,
      },
      {
        name: "window-count",
        title: "count of a one-hour window",
        reach: 2.5,
        sql: `SELECT count(*) AS n FROM cpu WHERE ${hour}`,
      },
      {
        name: "full",
        title: "count and average of ten columns, whole table",
        reach: 200,
        sql: `SELECT count(*) AS n, ${averages} FROM cpu`,
      },
      {
        name: "full-filter",
        title: "the same with a filter on another column",
        reach: 20,
        sql: `SELECT count(*) AS n, ${averages} FROM cpu WHERE usage_system > 50`,
      },
    ],
  };
}
