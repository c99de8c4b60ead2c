import { performance } from "node:perf_hooks";
import type pg from "pg";
import { connect } from "../connection.js";
import { median } from "../measure/statistics.js";
import { copyIn, copyOut } from "./copy.js";
import { loadBase } from "./prepare.js";
import type { Context } from "./suite.js";

type Names = "plain" | "series";
const names: Names[] = ["plain", "series"];

/**
 * Inserts into the live partition of a series against the same plain partitioned table: batches of 1 and 1,000 and COPY, from 1 and
 * 4 clients; and how long it takes to make a series of a table that has rows already.
 */
export async function load(context: Context): Promise<void> {
  const { client, workload, progress, keep, rounds } = context;
  const count = await loadBase(context);
  await client.query(
    "CREATE EXTENSION IF NOT EXISTS sealstone; DROP SCHEMA IF EXISTS load CASCADE; CREATE SCHEMA load",
  );
  for (const name of names) {
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

  const COPIED = 90_000;
  const csv = [
    Buffer.concat(
      await copyOut(
        client,
        `SELECT * FROM base."${workload.name}" LIMIT ${COPIED}`,
        "(FORMAT csv)",
      ),
    ),
  ];
  const insert = (size: number, statements: number) => async (one: pg.Client, name: Names) => {
    for (let i = 0; i < statements; i += 1)
      await one.query(
        `INSERT INTO load.${name} SELECT * FROM base."${workload.name}" LIMIT ${size}`,
      );
  };
  const ways = [
    { name: "batch-1", title: "inserts of one row", rows: 2_000, run: insert(1, 2_000) },
    { name: "batch-1000", title: "inserts of 1,000 rows", rows: 100_000, run: insert(1_000, 100) },
    {
      name: "copy",
      title: `COPY of ${COPIED} rows`,
      rows: COPIED * 2,
      run: async (one: pg.Client, name: Names) => {
        for (let i = 0; i < 2; i += 1) await copyIn(one, `load.${name}`, csv, "(FORMAT csv)");
      },
    },
  ];
  for (const clients of [1, 4]) {
    const connections: pg.Client[] = [];
    for (let i = 0; i < clients; i += 1) {
      connections.push(await connect(context.url));
    }
    for (const way of ways) {
      if (context.has(`${way.name}-${clients}`)) continue;
      const speeds: Record<Names, number[]> = { plain: [], series: [] };
      for (let round = -1; round < rounds; round += 1) {
        // now one first, now the other, so that neither always meets the other's checkpoint
        for (const name of round % 2 === 0 ? names : [...names].reverse()) {
          progress(`${way.title}, ${clients} clients, ${name}`, round + 1, rounds + 1);
          await client.query(`TRUNCATE load.${name}`);
          const began = performance.now();
          await Promise.all(connections.map((one) => way.run(one, name)));
          const took = performance.now() - began;
          if (round >= 0) speeds[name].push((way.rows * clients) / (took / 1000));
        }
      }
      const plain = median(speeds.plain);
      const series = median(speeds.series);
      keep({
        suite: "load",
        workload: workload.name,
        name: `${way.name}-${clients}`,
        title: `${way.title} into the live partition, ${clients} ${clients === 1 ? "client" : "clients"}`,
        unit: "rows/s",
        values: { partitioned: { value: plain }, series: { value: series } },
        ratios: { series: series / plain },
        base: "partitioned",
        notes: [],
      });
    }
    for (const one of connections) await one.end();
  }

  for (const rows of [0, Math.min(count, 1_000_000), count].filter(
    (value, i, all) => all.indexOf(value) === i,
  )) {
    if (context.has(`convert-${rows}`)) continue;
    const times: number[] = [];
    progress(`create_series on ${rows} rows`);
    await client.query(`CREATE TABLE load.convert (${workload.columns})`);
    await client.query(
      `INSERT INTO load.convert SELECT * FROM base."${workload.name}" LIMIT ${rows}`,
    );
    await client.query(`CREATE INDEX ON load.convert (${workload.timeColumn})`);
    for (let round = 0; round < rounds; round += 1) {
      await client.query("BEGIN");
      const began = performance.now();
      await client.query(
        `SELECT sealstone.create_series('load.convert', '${workload.timeColumn}', partition_interval => interval '${workload.partitionInterval}')`,
      );
      times.push(performance.now() - began);
      await client.query("ROLLBACK");
    }
    await client.query("DROP TABLE load.convert");
    keep({
      suite: "load",
      workload: workload.name,
      name: `convert-${rows}`,
      title: `create_series on a table of ${rows.toLocaleString("en")} rows`,
      unit: "ms",
      values: { series: { value: median(times) } },
      ratios: {},
      notes: [],
    });
  }
  await client.query("DROP SCHEMA load CASCADE");
}
