// The differential run: a heap and a sealed table are given the same random life, and must never differ.
//
//   node run.mjs [--seed N] [--count M] [--rows N] [--verbose]        seeds N to N + M - 1: the same lives each time
//   node run.mjs --seed random --seconds 600                          exploration: new seeds until the time is up
//   ... --paths                                                       and at the end which read paths the queries took
//
// What `npm test` runs is the first form, from seed 1 on, so that a red run comes of the change at hand and not of the draw.
// Exploration is a run of its own (docs/decisions/1201).
//
// Connects as libpq would (PGHOST, PGPORT, PGUSER, PGDATABASE). Each seed makes a random table twice in a schema
// of its own: "h", an ordinary heap, and "s", which is sealed, resealed and unsealed on the way. Every statement
// runs on both and must end the same way (rows, count, SQLSTATE); after each the contents are compared, and random
// queries under random planner settings, parallel or not. A failing seed prints itself and every statement up to the
// difference, and leaves its schema behind.
import process from "node:process";
import { parseArgs } from "node:util";
import pg from "pg";
import { Difference, Life } from "./life.mjs";
import { Random } from "./random.mjs";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string" },
    seed: { type: "string", default: "1" },
    count: { type: "string" },
    rows: { type: "string", default: "3000" },
    steps: { type: "string", default: "25" },
    verbose: { type: "boolean", default: false },
    paths: { type: "boolean", default: false },
  },
});

async function connect() {
  // values as the server prints them: no rounding of times, no parsing of arrays
  const client = new pg.Client({
    host: process.env.PGHOST,
    application_name: "differential",
    types: { getTypeParser: () => (value) => value },
  });
  client.on("error", () => {});
  await client.connect();
  await client.query("SET client_min_messages = warning");
  await client.query("CREATE EXTENSION IF NOT EXISTS sealstone");
  return client;
}

const first = options.seed === "random" ? Math.floor(Math.random() * 1e9) : Number(options.seed);
if (!Number.isInteger(first)) throw new Error(`--seed ${options.seed}: a number, or "random"`);
const deadline = options.seconds && Date.now() + Number(options.seconds) * 1000;
const count = Number(options.count ?? (deadline ? Number.POSITIVE_INFINITY : 1));
const more = (i) => i < count && (i === 0 || !deadline || Date.now() < deadline);

const paths = new Map();
let passed = 0;
let failed = 0;
console.log(`first seed ${first}`);
for (let i = 0; more(i) && failed < 3; i++) {
  const seed = first + i;
  const client = await connect();
  const life = new Life(client, new Random(seed), {
    seed,
    rows: Number(options.rows),
    steps: Number(options.steps),
    verbose: options.verbose,
    paths: options.paths && paths,
  });
  try {
    await life.run();
    await life.end();
    passed++;
  } catch (error) {
    failed++;
    console.log(`seed ${seed}: ${error instanceof Difference ? "DIFFERENCE" : "ERROR"}`);
    console.log(
      `  run again: node extension/test/differential/run.mjs --seed ${seed} --rows ${options.rows} --steps ${options.steps}`,
    );
    for (const line of life.log.slice(-60))
      console.log(`  | ${line.length > 600 ? `${line.slice(0, 600)} ...` : line}`);
    console.log(`  ${error instanceof Difference ? error.message : error.stack}`);
  }
  await client.end().catch(() => {});
}
for (const [name, n] of [...paths].sort()) console.log(`  ${n} times ${name}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
