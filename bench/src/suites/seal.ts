import { performance } from "node:perf_hooks";
import pg from "pg";
import { median } from "../measure/statistics.js";
import { loadBase } from "./prepare.js";
import type { Context } from "./suite.js";

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs a statement over and over until stopped; the longest it took beyond its usual is how long it was held. */
async function hold(
  url: string,
  sql: string,
  stopped: () => boolean,
): Promise<{ longest: number; usual: number; errors: string[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const times: number[] = [];
  const errors: string[] = [];
  while (!stopped()) {
    const began = performance.now();
    try {
      await client.query(sql);
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error));
    }
    times.push(performance.now() - began);
    await sleep(1);
  }
  await client.end();
  return { longest: Math.max(...times), usual: median(times), errors };
}

/** One partition with all the workload's rows sealed while a reader and a writer work on it, against a rewrite in place. */
export async function seal(context: Context): Promise<void> {
  const { client, workload, url, progress, keep } = context;
  const rows = await loadBase(context);
  await client.query("CREATE EXTENSION IF NOT EXISTS sealstone; CREATE SCHEMA IF NOT EXISTS seal");
  const make = async (name: string) => {
    progress(`load ${name}`);
    await client.query(`DROP TABLE IF EXISTS seal.${name}`);
    await client.query(`CREATE TABLE seal.${name} (${workload.columns})`);
    await client.query(`INSERT INTO seal.${name} SELECT * FROM base."${workload.name}"`);
    await client.query(
      `CREATE INDEX ${name}_key ON seal.${name} (${workload.key}, ${workload.timeColumn})`,
    );
    await client.query(`VACUUM (ANALYZE) seal.${name}`);
    await client.query("CHECKPOINT");
  };
  const timed = async (sql: string) => {
    const began = performance.now();
    await client.query(sql);
    return performance.now() - began;
  };
  await make("rewritten");
  progress("rewrite in place (CLUSTER)");
  const rewrite = await timed(`CLUSTER seal.rewritten USING rewritten_key`);
  await make("quiet");
  progress("seal, nobody working");
  const quiet = await timed(
    `CALL sealstone.seal('seal.quiet', order_by => ARRAY['${workload.key}', '${workload.timeColumn}']::name[])`,
  );
  await make("busy");
  progress("seal, one reader and one writer");
  let done = false;
  const reader = hold(
    url,
    `SELECT * FROM seal.busy WHERE ${workload.key} = (SELECT ${workload.key} FROM base."${workload.name}" LIMIT 1) ORDER BY ${workload.timeColumn} DESC LIMIT 1`,
    () => done,
  );
  const writer = hold(
    url,
    `INSERT INTO seal.busy SELECT * FROM base."${workload.name}" LIMIT 1`,
    () => done,
  );
  const busy = await timed(
    `CALL sealstone.seal('seal.busy', order_by => ARRAY['${workload.key}', '${workload.timeColumn}']::name[])`,
  );
  await sleep(200);
  done = true;
  const [read, write] = await Promise.all([reader, writer]);
  const counted = await client.query("SELECT count(*) AS n FROM seal.busy");
  const base = { suite: "seal", workload: workload.name };
  keep({
    ...base,
    name: "time",
    title: "seal, nobody working",
    unit: "ms",
    values: { rewrite: { value: rewrite }, sealed: { value: quiet } },
    ratios: { sealed: rewrite / quiet },
    base: "rewrite",
    notes: [`${rows} rows`],
  });
  keep({
    ...base,
    name: "time-busy",
    title: "seal, one reader and one writer",
    unit: "ms",
    values: { rewrite: { value: rewrite }, sealed: { value: busy } },
    ratios: { sealed: rewrite / busy },
    base: "rewrite",
    notes: [`rows after: ${counted.rows[0].n}`, ...read.errors, ...write.errors],
  });
  keep({
    ...base,
    name: "speed",
    title: "rows sealed per second, nobody working",
    unit: "rows/s",
    values: { sealed: { value: rows / (quiet / 1000) } },
    ratios: {},
    notes: [],
  });
  keep({
    ...base,
    name: "reader",
    title: "longest hold of a reader",
    unit: "ms",
    values: { sealed: { value: read.longest }, usual: { value: read.usual } },
    ratios: {},
    notes: [],
  });
  keep({
    ...base,
    name: "writer",
    title: "longest hold of a writer",
    unit: "ms",
    values: { sealed: { value: write.longest }, usual: { value: write.usual } },
    ratios: {},
    notes: [],
  });
  await client.query("DROP SCHEMA seal CASCADE");
}
