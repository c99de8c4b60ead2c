import { flightChunks, flightColumns } from "@sealstone/demo/flights-source";
import type { Workload } from "./workload.js";

async function* lines(): AsyncGenerator<string> {
  for await (const chunk of flightChunks())
    yield chunk.map((row) => `${row.map((value) => value ?? "").join(",")}\n`).join("");
}

/** Real: three million US flights of 2001 (npm package vega-datasets), keyed by origin. */
export function flights(): Workload {
  return {
    name: "flights",
    about: "real: three million US flights of 2001 from the npm package vega-datasets",
    columns:
      "ts timestamptz NOT NULL, origin text NOT NULL, destination text NOT NULL, delay integer, distance integer NOT NULL",
    columnNames: [...flightColumns],
    timeColumn: "ts",
    key: "origin",
    partitionInterval: "7 days",
    from: "2001-01-01 00:00:00+00",
    to: "2001-07-02 00:00:00+00",
    most: 3_000_000,
    rows: { csv: lines },
    extras: async () => undefined,
    queries: [
      {
        name: "origin-days",
        title: "flights and average delay per origin and day",
        sql: "SELECT origin, date_trunc('day', ts) AS day, count(*) AS n, avg(delay) AS delay FROM flights GROUP BY 1, 2 ORDER BY 1, 2",
      },
      {
        name: "one-origin",
        title: "one origin, hourly, a month",
        sql: "SELECT date_trunc('hour', ts) AS hour, count(*) AS n, max(delay) AS worst FROM flights WHERE origin = 'ATL' AND ts >= '2001-03-01 00:00:00+00' AND ts < '2001-04-01 00:00:00+00' GROUP BY 1 ORDER BY 1",
      },
    ],
  };
}
