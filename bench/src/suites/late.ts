import { interleave, SAMPLE_MS, timed } from "../measure/interleave.js";
import { median, pairRatio, summarize } from "../measure/statistics.js";
import { copyIn, copyOut } from "./copy.js";
import { loadBase, measured } from "./prepare.js";
import type { Context } from "./suite.js";

/** One sealed partition clean, at 1 % and at 10 % late plus as much deleted: narrow reads, scans, aggregates. */
export async function late(context: Context): Promise<void> {
  const { client, workload, progress, keep } = context;
  const rows = await loadBase(context);
  await client.query(
    "CREATE EXTENSION IF NOT EXISTS sealstone; DROP SCHEMA IF EXISTS late CASCADE; CREATE SCHEMA late",
  );
  const { key, timeColumn } = workload;
  const levels = [
    { name: "clean", share: 0 },
    { name: "late1", share: 0.01 },
    { name: "late10", share: 0.1 },
  ];
  const column = measured(workload);
  for (const { name, share } of levels) {
    progress(`load ${name}`);
    await client.query(`CREATE TABLE late.${name} (${workload.columns})`);
    await client.query(`INSERT INTO late.${name} SELECT * FROM base."${workload.name}"`);
    await client.query(`CREATE INDEX ON late.${name} (${key}, ${timeColumn})`);
    await client.query(`VACUUM (ANALYZE) late.${name}`);
    await client.query(
      `CALL sealstone.seal('late.${name}', order_by => ARRAY['${key}', '${timeColumn}']::name[])`,
    );
    if (share > 0) {
      // late rows from all over, and deleted ones of the first hours: both are there when we read
      progress(`late rows of ${name}`);
      const count = Math.round(rows * share);
      const took = await timed(() =>
        client.query(
          `INSERT INTO late.${name} SELECT * FROM base."${workload.name}" TABLESAMPLE SYSTEM (${share * 100 * 1.2}) REPEATABLE (1) LIMIT ${count}`,
        ),
      );
      keep({
        suite: "late",
        workload: workload.name,
        name: `insert-${name}`,
        title: `late rows inserted in one statement (${count})`,
        unit: "rows/s",
        values: { sealed: { value: count / (took / 1000) } },
        ratios: {},
        notes: [],
      });
      const span = `(SELECT min(${timeColumn}) FROM late.${name}) + (SELECT max(${timeColumn}) - min(${timeColumn}) FROM late.${name}) * ${share}`;
      await client.query(`DELETE FROM late.${name} WHERE ${timeColumn} < ${span}`);
    }
    await client.query(`ANALYZE late.${name}`);
  }
  // one core against one core
  await client.query("SET max_parallel_workers_per_gather = 0");
  const some = (
    await client.query(`SELECT ${key} AS k FROM base."${workload.name}" OFFSET 42 LIMIT 1`)
  ).rows[0].k;
  // clean, a count comes from the directory alone: these have to read
  const {
    rows: [{ average, eighth }],
  } = await client.query(
    `SELECT avg(${column}) AS average, (max(${timeColumn}) - (max(${timeColumn}) - min(${timeColumn})) / 8)::text AS eighth FROM base."${workload.name}"`,
  );
  const questions = [
    {
      name: "last-10",
      title: "one key's last 10 readings",
      sql: (t: string) =>
        `SELECT * FROM late.${t} WHERE ${key} = ${client.escapeLiteral(String(some))} ORDER BY ${timeColumn} DESC LIMIT 10`,
    },
    {
      name: "scan",
      title: "scan of one column",
      sql: (t: string) => `SELECT count(${column}) FROM late.${t}`,
    },
    {
      name: "filtered",
      title: "average of one column where it is above its average",
      sql: (t: string) =>
        `SELECT count(*), avg(${column}) FROM late.${t} WHERE ${column} > ${average}`,
    },
    {
      name: "rows",
      title: "every column of an eighth of the rows",
      sql: (t: string) =>
        `SELECT * FROM late.${t} WHERE ${timeColumn} >= '${eighth}' OFFSET 1000000000`,
    },
    {
      name: "aggregate",
      title: "aggregate per key",
      sql: (t: string) => `SELECT ${key}, count(*), max(${column}) FROM late.${t} GROUP BY 1`,
    },
  ];
  for (const { name, title, sql } of questions) {
    if (context.has(name)) continue;
    progress(title);
    const samples = await interleave(
      levels.map((level) => ({ name: level.name, run: () => client.query(sql(level.name)) })),
      { rounds: context.rounds, warmup: 1, budgetMs: 20_000, least: 5, sampleMs: SAMPLE_MS },
    );
    const clean = samples.get("clean") as number[];
    keep({
      suite: "late",
      workload: workload.name,
      name,
      title,
      unit: "ms",
      base: "clean",
      values: Object.fromEntries(
        [...samples].map(([level, runs]) => [
          level,
          { value: summarize(runs).median, summary: summarize(runs) },
        ]),
      ),
      ratios: Object.fromEntries(
        [...samples].map(([level, runs]) => [level, pairRatio(clean, runs)]),
      ),
      notes: [],
    });
  }
  await copied(context);
  await client.query("DROP SCHEMA late CASCADE");
}

/** 10,000 late rows by one COPY into a sealed partition, against a plain one with the same two indexes. */
async function copied({ client, workload, progress, keep, rounds, has }: Context): Promise<void> {
  if (has("copy")) return;
  const { key, timeColumn } = workload;
  const tables = ["plain", "sealed"];
  for (const name of tables) {
    progress(`load ${name} for COPY`);
    await client.query(
      `CREATE TABLE late.${name} (${workload.columns}); INSERT INTO late.${name} SELECT * FROM base."${workload.name}"`,
    );
    await client.query(
      `CREATE INDEX ON late.${name} (${key}, ${timeColumn}); CREATE INDEX ON late.${name} (${timeColumn})`,
    );
    await client.query(`VACUUM (ANALYZE) late.${name}`);
  }
  await client.query(
    `CALL sealstone.seal('late.sealed', order_by => ARRAY['${key}', '${timeColumn}']::name[])`,
  );
  await client.query("CHECKPOINT");
  // in the order of time, as readings arrive, and from all over the partition
  const chunks = await copyOut(
    client,
    `SELECT * FROM (SELECT * FROM base."${workload.name}" TABLESAMPLE SYSTEM (5) REPEATABLE (1) LIMIT 10000) AS s ORDER BY ${timeColumn}`,
  );
  progress("10,000 late rows by COPY");
  const samples = await interleave(
    tables.map((name) => ({
      name,
      run: () => copyIn(client, `late.${name}`, chunks),
    })),
    { rounds, warmup: 1, budgetMs: 30_000, least: 5 },
  );
  const plain = samples.get("plain") as number[];
  const sealed = samples.get("sealed") as number[];
  const { rows } = await client.query(
    "SELECT (SELECT count(*) FROM late.plain) - (SELECT count(*) FROM late.sealed) AS n",
  );
  const speed = (runs: number[]) => ({ value: 10_000 / (median(runs) / 1000) });
  keep({
    suite: "late",
    workload: workload.name,
    name: "copy",
    title: "10,000 late rows in one COPY, two indexes",
    unit: "rows/s",
    base: "plain",
    values: { plain: speed(plain), sealed: speed(sealed) },
    ratios: { sealed: pairRatio(plain, sealed) },
    notes: rows[0].n === "0" ? ["asked: 140,000 rows/s"] : [`ANSWERS DIFFER: by ${rows[0].n} rows`],
  });
}
