import { performance } from "node:perf_hooks";
import { connect } from "../connection.js";
import { timed } from "../measure/interleave.js";
import { median } from "../measure/statistics.js";
import { loadBase } from "./prepare.js";
import type { Context } from "./suite.js";

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Held {
  longest: number;
  usual: number;
  errors: string[];
}

/** Runs a statement over and over until stopped; the longest it took beyond its usual is how long it was held. */
async function hold(url: string, sql: string, stopped: () => boolean): Promise<Held> {
  const client = await connect(url);
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

const kinds = ["seal", "reseal", "unseal"] as const;

/**
 * One partition with all the workload's rows sealed, resealed and unsealed while a reader and a writer work on it: plain, and with a
 * primary key and a foreign key; against CLUSTER, a rewrite in place. The holds stand beside those of the same reader and writer while
 * nothing is sealed, for as long: what the machine alone does to them.
 */
export async function seal(context: Context): Promise<void> {
  const { client, workload, url, progress, keep } = context;
  const rows = await loadBase(context);
  const { key, timeColumn } = workload;
  const base = `base."${workload.name}"`;
  const common = { suite: "seal", workload: workload.name };
  await client.query("DROP SCHEMA IF EXISTS seal CASCADE; CREATE SCHEMA seal");
  await client.query(`CREATE TABLE seal.keys AS SELECT DISTINCT ${key} FROM ${base}`);
  await client.query(`ALTER TABLE seal.keys ADD PRIMARY KEY (${key})`);
  const columns = workload.columnNames.join(", ");
  const steps = 3 + 2 * (kinds.length + 2);
  let step = 0;
  const begin = (what: string) => {
    progress(what, step, steps);
    step += 1;
  };
  const make = async (name: string, keyed: boolean) => {
    begin(`load ${name}`);
    await client.query(`DROP TABLE IF EXISTS seal.${name}`);
    await client.query(
      `CREATE TABLE seal.${name} (${workload.columns}${keyed ? ", id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY" : ""})`,
    );
    await client.query(`INSERT INTO seal.${name} (${columns}) SELECT ${columns} FROM ${base}`);
    await client.query(`CREATE INDEX ${name}_key ON seal.${name} (${key}, ${timeColumn})`);
    if (keyed)
      await client.query(
        `ALTER TABLE seal.${name} ADD FOREIGN KEY (${key}) REFERENCES seal.keys (${key})`,
      );
    await client.query(`VACUUM (ANALYZE) seal.${name}`);
    await client.query("CHECKPOINT");
  };
  const order = `order_by => ARRAY['${key}', '${timeColumn}']::name[]`;
  const call = (kind: string, name: string) => () =>
    client.query(`CALL sealstone.${kind}('seal.${name}'${kind === "seal" ? `, ${order}` : ""})`);
  /** the same two at work while `run` does what it does */
  const among = async (name: string, run: () => Promise<unknown>) => {
    let done = false;
    const reader = hold(
      url,
      `SELECT * FROM seal.${name} WHERE ${key} = (SELECT ${key} FROM ${base} LIMIT 1) ORDER BY ${timeColumn} DESC LIMIT 1`,
      () => done,
    );
    const writer = hold(
      url,
      `INSERT INTO seal.${name} (${columns}) SELECT ${columns} FROM ${base} LIMIT 1`,
      () => done,
    );
    let took: number;
    try {
      took = await timed(run);
      await sleep(200);
    } finally {
      done = true;
    }
    const [read, write] = await Promise.all([reader, writer]);
    return { took, read, write };
  };

  await make("rewritten", false);
  begin("rewrite in place (CLUSTER)");
  const rewrite = await timed(() => client.query("CLUSTER seal.rewritten USING rewritten_key"));
  await client.query("DROP TABLE seal.rewritten");
  await make("quiet", false);
  const quiet = await timed(call("seal", "quiet"));
  await client.query("DROP TABLE seal.quiet");
  keep({
    ...common,
    name: "time",
    title: "seal, nobody working",
    unit: "ms",
    base: "rewrite",
    values: { rewrite: { value: rewrite }, sealed: { value: quiet } },
    ratios: { sealed: rewrite / quiet },
    notes: [`${rows} rows; asked: at most 1.5 times a rewrite in place, 0.67x`],
  });
  keep({
    ...common,
    name: "speed",
    title: "rows sealed per second, nobody working",
    unit: "rows/s",
    values: { sealed: { value: rows / (quiet / 1000) } },
    ratios: {},
    notes: [],
  });

  for (const keyed of [false, true]) {
    const name = keyed ? "keyed" : "plain";
    const suffix = keyed ? ", primary and foreign key" : "";
    await make(name, keyed);
    begin("the reader and the writer alone");
    const alone = await among(name, () => sleep(Math.min(quiet, 10_000)));
    const holds: Record<"reader" | "writer", Record<string, { value: number }>> = {
      reader: { alone: { value: alone.read.longest } },
      writer: { alone: { value: alone.write.longest } },
    };
    const errors: string[] = [];
    for (const kind of kinds) {
      begin(`${kind}, one reader and one writer${suffix}`);
      const { took, read, write } = await among(name, call(kind, name));
      holds.reader[kind] = { value: read.longest };
      holds.writer[kind] = { value: write.longest };
      errors.push(...read.errors, ...write.errors);
      keep({
        ...common,
        name: `${kind}-${name}`,
        title: `${kind}, one reader and one writer${suffix}`,
        unit: "ms",
        base: "rewrite",
        values: { rewrite: { value: rewrite }, sealed: { value: took } },
        ratios: { sealed: rewrite / took },
        notes: [],
      });
    }
    for (const who of ["reader", "writer"] as const) {
      keep({
        ...common,
        name: `${who}-${name}`,
        title: `longest hold of a ${who}${suffix}`,
        unit: "ms",
        values: holds[who],
        ratios: {},
        notes: [
          `asked: under ${who === "reader" ? 20 : 100} ms; usually a statement takes ${(who === "reader" ? alone.read : alone.write).usual.toFixed(2)} ms`,
          ...new Set(errors),
        ],
      });
    }
    await client.query(`DROP TABLE seal.${name}`);
  }
  await client.query("DROP SCHEMA seal CASCADE");
}
