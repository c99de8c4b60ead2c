import { createRequire } from "node:module";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { copyLine } from "./copy-text.js";

/** Where the npm package vega-datasets keeps its flights: US flights of 2001, one row each. */
export function flightsFile(): string {
  // the package exports no path of its data: its root is the folder of its name above its entry
  const entry = createRequire(import.meta.url).resolve("vega-datasets");
  const root = entry.slice(0, entry.lastIndexOf("vega-datasets") + "vega-datasets".length);
  return join(root, "data", "flights-3m.parquet");
}

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

/** Rows of the parquet file as COPY lines, in its order, telling after each chunk how many came. */
async function* flightLines(file: string, done: (rows: number) => void): AsyncGenerator<string> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    const result = await connection.stream(
      `SELECT strftime(date, '%Y-%m-%d %H:%M:%S+00'), origin, destination, delay, distance
         FROM read_parquet('${file.replaceAll("'", "''")}')`,
    );
    let rows = 0;
    for (;;) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) break;
      const lines = chunk.getRows().map((row) => copyLine(row as (string | bigint | null)[]));
      rows += lines.length;
      yield lines.join("");
      done(rows);
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function countRows(file: string): Promise<number> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    const reader = await connection.runAndReadAll(
      `SELECT count(*)::INTEGER FROM read_parquet('${file.replaceAll("'", "''")}')`,
    );
    return Number(reader.getRows()[0]?.[0]);
  } finally {
    connection.closeSync();
    instance.closeSync();
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
  const file = flightsFile();
  const total = await countRows(file);
  await client.query("BEGIN");
  try {
    await client.query(table);
    await client.query(
      `SELECT sealstone.create_series('flights', 'ts', partition_interval => '7 days', premake => 0)`,
    );
    await client.query(
      `SELECT sealstone.make_partitions('flights', '2001-01-01 00:00+00', '2001-07-01 00:00+00')`,
    );
    const copy = client.query(
      copyFrom("COPY flights (ts, origin, destination, delay, distance) FROM STDIN"),
    );
    await pipeline(Readable.from(flightLines(file, (rows) => progress(rows, total))), copy);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
  await client.query("ANALYZE flights");
  return total;
}
