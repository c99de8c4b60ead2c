import { performance } from "node:perf_hooks";
import { median } from "../measure/statistics.js";
import { loadBase } from "./prepare.js";
import type { Context } from "./suite.js";

/** Inserts into the live partition of a series against the same plain partitioned table: batch 1, 1,000 and one COPY-like statement. */
export async function load(context: Context): Promise<void> {
  const { client, workload, progress, keep, rounds } = context;
  await loadBase(context);
  await client.query(
    "CREATE EXTENSION IF NOT EXISTS sealstone; DROP SCHEMA IF EXISTS load CASCADE; CREATE SCHEMA load",
  );
  for (const name of ["plain", "series"]) {
    await client.query(
      `CREATE TABLE load.${name} (${workload.columns}) PARTITION BY RANGE (${workload.timeColumn})`,
    );
    await client.query(`CREATE INDEX ON load.${name} (${workload.key}, ${workload.timeColumn})`);
    await client.query(
      `CREATE TABLE load.${name}_p PARTITION OF load.${name} FOR VALUES FROM ('${workload.from}') TO ('${workload.to}')`,
    );
  }
  await client.query(
    `SELECT sealstone.create_series('load.series', '${workload.timeColumn}', partition_interval => interval '${workload.partitionInterval}')`,
  );
  const batches = [
    { size: 1, statements: 2_000 },
    { size: 1_000, statements: 100 },
    { size: 90_000, statements: 2 },
  ];
  for (const { size, statements } of batches) {
    const speeds: Record<string, number[]> = { plain: [], series: [] };
    for (let round = -1; round < rounds; round += 1) {
      for (const name of ["plain", "series"]) {
        progress(`${size} rows a statement, round ${Math.max(0, round) + 1}, ${name}`);
        await client.query(`TRUNCATE load.${name}`);
        const began = performance.now();
        for (let i = 0; i < statements; i += 1) {
          await client.query(
            `INSERT INTO load.${name} SELECT * FROM base."${workload.name}" LIMIT ${size}`,
          );
        }
        const took = performance.now() - began;
        if (round >= 0) (speeds[name] as number[]).push((size * statements) / (took / 1000));
      }
    }
    const plain = median(speeds.plain as number[]);
    const series = median(speeds.series as number[]);
    keep({
      suite: "load",
      workload: workload.name,
      name: `batch-${size}`,
      title: `inserts of ${size} rows into the live partition`,
      unit: "rows/s",
      values: { partitioned: { value: plain }, series: { value: series } },
      ratios: { series: series / plain },
      base: "partitioned",
      notes: [],
    });
  }
  await client.query("DROP SCHEMA load CASCADE");
}
