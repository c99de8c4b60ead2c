/** The rows of the flights file, for whoever loads them: the demo by COPY, the bench into its targets. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";

export const flightColumns = ["ts", "origin", "destination", "delay", "distance"] as const;

/** One flight in the order of `flightColumns`; the time as text with its zone, never through a Date. */
export type Flight = readonly (string | number | bigint | null)[];

/** Where the npm package vega-datasets keeps its flights: US flights of 2001, one row each. */
export function flightsFile(): string {
  // the package exports no path of its data: its root is the folder of its name above its entry
  const entry = createRequire(import.meta.url).resolve("vega-datasets");
  const root = entry.slice(0, entry.lastIndexOf("vega-datasets") + "vega-datasets".length);
  return join(root, "data", "flights-3m.parquet");
}

async function* withDuckDB<T>(
  work: (connection: DuckDBConnection) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    yield* work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const quoted = (file: string) => `'${file.replaceAll("'", "''")}'`;

/** Every flight in the file's order, a chunk at a time. */
export function flightChunks(file = flightsFile()): AsyncGenerator<Flight[]> {
  return withDuckDB(async function* (connection) {
    const result = await connection.stream(
      `SELECT strftime(date, '%Y-%m-%d %H:%M:%S+00'), origin, destination, delay, distance
         FROM read_parquet(${quoted(file)})`,
    );
    for (;;) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) return;
      yield chunk.getRows() as Flight[];
    }
  });
}

export async function countFlights(file = flightsFile()): Promise<number> {
  const counts = withDuckDB(async function* (connection) {
    const reader = await connection.runAndReadAll(
      `SELECT count(*)::INTEGER FROM read_parquet(${quoted(file)})`,
    );
    yield Number(reader.getRows()[0]?.[0]);
  });
  for await (const count of counts) return count;
  throw new Error(`${file} could not be counted`);
}
