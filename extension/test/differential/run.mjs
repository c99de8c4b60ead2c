// The differential run: a heap and a sealed table are given the same random life, and must never differ.
//
//   node run.mjs [--seconds 120] [--seed N [--count M]] [--rows N] [--verbose]
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
    seconds: { type: "string", default: "120" },
    seed: { type: "string" },
    count: { type: "string", default: "1" },
    rows: { type: "string", default: "3000" },
    steps: { type: "string", default: "25" },
    verbose: { type: "boolean", default: false },
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

const first = options.seed === undefined ? Math.floor(Math.random() * 1e9) : Number(options.seed);
const deadline = Date.now() + Number(options.seconds) * 1000;
const more = (i) =>
  options.seed === undefined ? i === 0 || Date.now() < deadline : i < Number(options.count);

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
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
