// npm run bench -- <suite> [options]: see `usage`. Started by scripts/bench.mjs, which makes the server.
import { mkdirSync, readFileSync, renameSync, statfsSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { readEnvironment } from "./environment.js";
import { compare } from "./report/compare.js";
import { html, markdown, type Run, terminal } from "./report/report.js";
import { suites } from "./suites/index.js";
import type { Measurement } from "./suites/suite.js";
import { targets as known } from "./targets/index.js";
import { workloads } from "./workloads/index.js";

const usage = `npm run bench -- <suite> [--workload cpu|iot|flights|nab] [--rows N] [--targets heap,partitioned,sealed,duckdb]
                     [--rounds N] [--limit SECONDS] [--soak MINUTES] [--quick] [--out DIR] [--resume]
npm run bench -- compare A.json B.json
suites: ${Object.keys(suites).join(", ")}`;

class Refused extends Error {}

function choose<T>(what: string, from: Record<string, T>, name: string): T {
  const found = from[name];
  if (!found)
    throw new Refused(`unknown ${what} "${name}": there are ${Object.keys(from).join(", ")}`);
  return found;
}

const readRun = (file: string): Run => {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Run;
  } catch (error) {
    throw new Refused(
      `${file} is not a run's JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      workload: { type: "string", default: "cpu" },
      rows: { type: "string" },
      targets: { type: "string", default: "heap,partitioned,sealed,duckdb" },
      rounds: { type: "string" },
      limit: { type: "string" },
      soak: { type: "string", default: "0" },
      quick: { type: "boolean", default: false },
      resume: { type: "boolean", default: false },
      out: { type: "string", default: "out" },
    },
  });
  const [name, ...rest] = positionals;
  if (!name) throw new Refused(usage);
  if (name === "compare") {
    const [a, b] = rest;
    if (!a || !b) throw new Refused(usage);
    console.log(compare(readRun(a), readRun(b)).join("\n"));
    return;
  }
  const suite = choose("suite", suites, name);
  const rows = Number(values.rows ?? (values.quick ? 1_000_000 : 10_000_000));
  if (!Number.isInteger(rows) || rows < 1000)
    throw new Refused(`--rows ${values.rows}: a whole number from 1000`);
  const rounds = Number(values.rounds ?? (values.quick ? 5 : 7));
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Refused(`--rounds ${values.rounds}: a whole number from 1`);
  const limit = Number(values.limit ?? (values.quick ? 20 : 60));
  if (!Number.isFinite(limit) || limit <= 0)
    throw new Refused(`--limit ${values.limit}: seconds, more than 0`);
  const soak = Number(values.soak);
  if (!Number.isFinite(soak) || soak < 0) throw new Refused(`--soak ${values.soak}: minutes`);
  if (soak > 0 && name !== "api") throw new Refused("--soak is for the suite api");
  const workload = choose("workload", workloads, values.workload)({ rows });
  const targets = values.targets.split(",");
  for (const target of targets) choose("target", known, target);

  const url = process.env.SEALSTONE_BENCH_PG;
  if (!url)
    throw new Refused(
      "SEALSTONE_BENCH_PG is not set: a superuser's connection string (npm run bench makes a server and sets it)",
    );
  // heap, partitioned, its indexes, a base copy, WAL: about a kilobyte a row in all
  const needed = Math.min(rows, workload.most ?? rows) * 1000;
  const { bavail, bsize } = statfsSync(process.env.SEALSTONE_BENCH_DATA ?? ".");
  if (bavail * bsize < needed) {
    throw new Refused(
      `the rows of ${workload.name} need about ${(needed / 1e9).toFixed(0)} GB of disk and ${((bavail * bsize) / 1e9).toFixed(0)} GB are free: --rows with fewer, or --quick`,
    );
  }
  const client = new pg.Client({ connectionString: url, application_name: "sealstone bench" });
  try {
    await client.connect();
  } catch (error) {
    throw new Refused(
      `the server cannot be reached: ${error instanceof Error ? error.message : error}`,
    );
  }
  try {
    await client.query("CREATE EXTENSION IF NOT EXISTS sealstone");
    const out = resolve(values.out);
    mkdirSync(out, { recursive: true });
    const file = join(out, `${name}${soak > 0 ? "-soak" : ""}-${workload.name}.json`);
    const command = `npm run bench -- ${process.argv.slice(2).join(" ")}`;
    const of = [name, workload.about, values.targets, values.quick ? "quick" : "whole"].join("; ");
    const run: Run = {
      command,
      of,
      environment: await readEnvironment(client),
      measurements: [],
    };
    const before = values.resume ? readRun(file) : undefined;
    if (before !== undefined && before.of !== of)
      throw new Refused(
        `${file} is of something else (${before.of ?? "an older bench"}): the same options resume it, or start anew without --resume`,
      );
    const had: Measurement[] = before?.measurements ?? [];
    // what failed or was too slow is tried again
    const done = new Set(
      had
        .filter((m) => Object.values(m.values).every((value) => value !== null))
        .map((m) => m.name),
    );
    run.measurements.push(...had);
    const save = () => {
      run.environment.load = [run.environment.load[0] ?? 0, loadavg()[0] ?? 0];
      writeFileSync(`${file}.new`, JSON.stringify(run, null, 1));
      renameSync(`${file}.new`, file);
    };
    const tty = process.stderr.isTTY;
    const began = Date.now();
    const progress = (what: string) => {
      const at = `${((Date.now() - began) / 1000).toFixed(0)} s`.padStart(6);
      process.stderr.write(tty ? `\r\u001b[K${at} ${what}` : `${at} ${what}\n`);
    };
    await suite({
      url,
      client,
      targets,
      rounds,
      quick: values.quick,
      limitMs: limit * 1000,
      soakMinutes: soak,
      has: (measurement) => done.has(measurement),
      progress,
      workload: { ...workload, queries: workload.queries.filter((q) => !done.has(q.name)) },
      keep(measurement) {
        const same = (m: Measurement) =>
          m.suite === measurement.suite && m.name === measurement.name;
        const at = run.measurements.findIndex(same);
        if (at < 0) run.measurements.push(measurement);
        else run.measurements[at] = measurement;
        save();
      },
    });
    if (tty) process.stderr.write("\r\u001b[K");
    save();
    writeFileSync(file.replace(/json$/, "md"), markdown(run));
    writeFileSync(file.replace(/json$/, "html"), html(run));
    console.log(terminal(run.measurements));
    console.log(`\n${file} (also .md and .html)`);
    if (run.measurements.some((m) => m.notes.some((note) => note.startsWith("ANSWERS DIFFER"))))
      process.exitCode = 2;
  } finally {
    await client.end();
  }
}

main().catch((error) => {
  console.error(error instanceof Refused ? error.message : error);
  process.exitCode = 1;
});
