import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import type { Workload } from "./workload.js";

const file = fileURLToPath(new URL("../../data/nab.csv.gz", import.meta.url));

/** Lines of the Numenta Anomaly Benchmark's cut: source, series, ts (UTC), value. */
async function* lines(): AsyncGenerator<string> {
  const reader = createInterface({
    input: createReadStream(file).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let first = true;
  for await (const line of reader) {
    if (!first) yield `${line}\n`;
    first = false;
  }
}

/** Real series of metrics and tweets (MIT, see bench/data/README.md): 295,932 readings of 34 series. */
export function nab(): Workload {
  return {
    name: "nab",
    about:
      "real: 34 series of the Numenta Anomaly Benchmark (MIT), 295,932 readings, bench/data/nab.csv.gz",
    columns:
      "source text NOT NULL, series text NOT NULL, ts timestamptz NOT NULL, value double precision",
    columnNames: ["source", "series", "ts", "value"],
    timeColumn: "ts",
    key: "series",
    partitionInterval: "1 month",
    from: "2013-07-01 00:00:00+00",
    to: "2015-12-01 00:00:00+00",
    most: 300_000,
    rows: { csv: lines },
    extras: async () => undefined,
    queries: [
      {
        name: "last",
        title: "last reading of every series",
        sql: "SELECT DISTINCT ON (series) * FROM nab ORDER BY series, ts DESC, value",
      },
      {
        name: "series-days",
        title: "daily average of every series",
        sql: "SELECT series, date_trunc('day', ts) AS day, avg(value) AS a, count(*) AS n FROM nab GROUP BY 1, 2 ORDER BY 1, 2",
      },
    ],
  };
}
