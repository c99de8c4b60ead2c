import { hostname } from "node:os";
import type { ClientBase } from "pg";
import { type Counters, rates, readCounters, readLevels } from "./proc.js";

const table = `
  CREATE TABLE host_metrics (
    ts     timestamptz      NOT NULL,
    host   text             NOT NULL,
    device text             NOT NULL,
    metric text             NOT NULL,
    value  double precision NOT NULL
  ) PARTITION BY RANGE (ts);
  CREATE INDEX host_metrics_key_ts_idx ON host_metrics (host, device, metric, ts);
  COMMENT ON TABLE host_metrics IS 'this machine, read from /proc once a second; the metric names its unit';
`;

/**
 * Makes the series: partitions of five minutes, sealed a minute after they end, kept for a day (at
 * one reading a second that is a few hundred thousand sealed rows, far below the demo's 2 GB).
 */
export async function createHostMetrics(client: ClientBase): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(table);
    await client.query(
      `SELECT sealstone.create_series('host_metrics', 'ts', partition_interval => '5 minutes')`,
    );
    await client.query(
      `SELECT sealstone.set_sealing('host_metrics', after => interval '1 minute')`,
    );
    await client.query(`SELECT sealstone.set_retention('host_metrics', keep => interval '1 day')`);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Takes one reading of everything and inserts it as one statement; returns the counters for the next. */
export async function collectOnce(client: ClientBase, before: Counters): Promise<Counters> {
  const [after, levels] = await Promise.all([readCounters(), readLevels()]);
  const readings = [...rates(before, after), ...levels];
  await client.query({
    name: "collect",
    text: `INSERT INTO host_metrics (ts, host, device, metric, value)
           SELECT date_trunc('second', clock_timestamp()), $1, r.* FROM unnest($2::text[], $3::text[], $4::float8[]) AS r`,
    values: [
      hostname(),
      readings.map((r) => r.device),
      readings.map((r) => r.metric),
      readings.map((r) => r.value),
    ],
  });
  return after;
}
