import { accessSync, constants, mkdirSync, statfsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Refused } from "./refused.js";
import { suites } from "./suites/index.js";
import type { Suite } from "./suites/suite.js";
import { targets as known } from "./targets/index.js";
import { workloads } from "./workloads/index.js";
import type { Workload } from "./workloads/workload.js";

export const usage = `npm run bench -- <suite> [--workload ${Object.keys(workloads).join("|")}] [--rows N] [--targets ${Object.keys(known).join(",")}]
                     [--rounds N] [--limit SECONDS] [--soak MINUTES] [--quick] [--out DIR] [--resume]
npm run bench -- compare A.json B.json
npm run bench -- --purge
suites: ${Object.keys(suites).join(", ")}`;

export interface Options {
  name: string;
  suite: Suite;
  /** it is measured on the workload's rows */
  onRows: boolean;
  workload: Workload;
  rows: number;
  /** as they were asked for, and how they are reported */
  targets: string[];
  rounds: number;
  limitMs: number;
  soakMinutes: number;
  quick: boolean;
  resume: boolean;
  out: string;
}

export type Wish =
  | { kind: "help" }
  | { kind: "compare"; a: string; b: string }
  | { kind: "run"; options: Options };

function choose<T>(what: string, from: Record<string, T>, name: string): T {
  const found = Object.hasOwn(from, name) ? from[name] : undefined;
  if (!found)
    throw new Refused(`unknown ${what} "${name}": there are ${Object.keys(from).join(", ")}`);
  return found;
}

/** A number in plain digits: no "1e7" and no "", which Number() would take. */
function number(option: string, text: string, meaning: string, accept: (n: number) => boolean) {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!accept(value)) throw new Refused(`--${option} ${text}: ${meaning}`);
  return value;
}

/** A path as whoever started npm meant it: npm runs us in a folder of its own. */
const fromCaller = (path: string) => resolve(process.env.INIT_CWD ?? ".", path);

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h", default: false },
        workload: { type: "string" },
        rows: { type: "string" },
        targets: { type: "string" },
        rounds: { type: "string" },
        limit: { type: "string" },
        soak: { type: "string", default: "0" },
        quick: { type: "boolean", default: false },
        resume: { type: "boolean", default: false },
        out: { type: "string" },
      },
    });
  } catch (error) {
    throw new Refused(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

/** What a command line asks for. @throws Refused, with a sentence, where it asks for something that there is not */
export function readWish(args: string[]): Wish {
  const { values, positionals } = parse(args);
  if (values.help) return { kind: "help" };
  const [name, ...rest] = positionals;
  if (!name) throw new Refused(usage);
  if (name === "compare") {
    const [a, b, ...more] = rest;
    if (!a || !b || more.length > 0) throw new Refused(usage);
    return { kind: "compare", a: fromCaller(a), b: fromCaller(b) };
  }
  const suite = choose("suite", suites, name);
  if (rest.length > 0) throw new Refused(`one suite at a time: what is "${rest[0]}"?\n${usage}`);
  const wants = (option: "workload" | "rows" | "targets", has: "rows" | "targets") => {
    if (values[option] === undefined || suite[has]) return;
    const names = Object.keys(suites).filter((one) => suites[one]?.[has]);
    throw new Refused(`--${option} is for the suites ${names.join(", ")}`);
  };
  wants("workload", "rows");
  wants("rows", "rows");
  wants("targets", "targets");
  const rows = number(
    "rows",
    values.rows ?? (values.quick ? "1000000" : "10000000"),
    "a whole number from 1000",
    (n) => Number.isSafeInteger(n) && n >= 1000,
  );
  const rounds = number(
    "rounds",
    values.rounds ?? (values.quick ? "5" : "7"),
    "a whole number from 1",
    (n) => Number.isSafeInteger(n) && n >= 1,
  );
  const limit = number(
    "limit",
    values.limit ?? (values.quick ? "20" : "60"),
    "seconds, more than 0 and at most a day",
    (n) => n > 0 && n <= 86_400,
  );
  const soak = number("soak", values.soak, "minutes", (n) => n >= 0);
  if (soak > 0 && name !== "api") throw new Refused("--soak is for the suite api");
  const targets = (values.targets ?? "heap,partitioned,sealed,duckdb").split(",");
  for (const target of targets) choose("target", known, target);
  if (new Set(targets).size < targets.length)
    throw new Refused(`--targets ${values.targets}: each once`);
  return {
    kind: "run",
    options: {
      name,
      suite: suite.run,
      onRows: suite.rows,
      workload: choose("workload", workloads, values.workload ?? "cpu")({ rows }),
      rows,
      targets,
      rounds,
      limitMs: limit * 1000,
      soakMinutes: soak,
      quick: values.quick,
      resume: values.resume,
      out: values.out === undefined ? resolve("out") : fromCaller(values.out),
    },
  };
}

/** Makes the folder of the results, or refuses it. */
export function needOut({ out }: Options): void {
  try {
    mkdirSync(out, { recursive: true });
    accessSync(out, constants.W_OK);
  } catch (error) {
    throw new Refused(
      `--out ${out} is no folder that can be written: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** Refuses rows that the disk of `dir` does not hold. */
export function needDisk({ onRows, workload, rows }: Options, dir: string): void {
  if (!onRows) return;
  // heap, partitioned, its indexes, a base copy, WAL: about a kilobyte a row in all
  const needed = Math.min(rows, workload.most ?? rows) * 1000;
  const { bavail, bsize } = statfsSync(dir);
  const free = bavail * bsize;
  const gb = (bytes: number) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`;
  if (free < needed) {
    throw new Refused(
      `the rows of ${workload.name} need about ${gb(needed)} of disk and ${gb(free)} are free: --rows with fewer, or --quick`,
    );
  }
}
