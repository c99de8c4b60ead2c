import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { copyLine } from "./copy-text.js";
import { countFlights, flightChunks, flightColumns } from "./flights-source.js";

const table = `
  CREATE TABLE flights (
    ts          timestamptz NOT NULL,
    origin      text        NOT NULL,
    destination text        NOT NULL,
    delay       integer,
    distance    integer     NOT NULL
  ) PARTITION BY RANGE (ts);
  CREATE INDEX flights_origin_ts_idx ON flights (origin, ts);
  COMMENT ON TABLE flights IS 'US flights of 2001 (npm package vega-datasets), scheduled departure in UTC';
  COMMENT ON COLUMN flights.delay IS 'arrival delay, minutes; negative is early';
  COMMENT ON COLUMN flights.distance IS 'miles';
`;

/** Every flight as COPY lines, telling after each chunk how many came. */
async function* flightLines(done: (rows: number) => void): AsyncGenerator<string> {
  let rows = 0;
  for await (const chunk of flightChunks()) {
    rows += chunk.length;
    yield chunk.map(copyLine).join("");
    done(rows);
  }
}

/**
 * Makes the table, its weekly partitions, and copies every flight in: one transaction, so that an
 * interrupted load leaves nothing behind.
 * @param progress told rows done and rows in all
 */
export async function loadFlights(
  client: Client,
  progress: (done: number, total: number) => void,
): Promise<number> {
  const total = await countFlights();
  await client.query("BEGIN");
  try {
    await client.query(table);
    await client.query(
      `SELECT sealstone.create_series('flights', 'ts', partition_interval => '7 days', premake => 0)`,
    );
    await client.query(
      `SELECT sealstone.make_partitions('flights', '2001-01-01 00:00+00', '2001-07-01 00:00+00')`,
    );
    const copy = client.query(copyFrom(`COPY flights (${flightColumns.join(", ")}) FROM STDIN`));
    await pipeline(Readable.from(flightLines((rows) => progress(rows, total))), copy);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
  await client.query("ANALYZE flights");
  return total;
}
