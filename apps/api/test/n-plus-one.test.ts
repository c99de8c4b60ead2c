import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Database,
  makeDatabase,
  makeSeries,
  type Running,
  settingsFor,
  startApp,
} from "./harness.js";

let database: Database;
let api: Running;

beforeAll(async () => {
  database = await makeDatabase();
  await makeSeries(database, "s0", 5);
  await database.query(
    "SELECT sealstone.create_rollup('public.hourly', 'public.s0', interval '1 hour', 'count(*) AS n, avg(v) AS v', 'host')",
  );
  api = await startApp(settingsFor(database));
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

/** Names of the statements that a document runs on the database, sign-in apart. */
async function statementsOf(query: string): Promise<string[]> {
  // what authenticates is remembered for a moment
  await api.ask("{ viewer { name } }");
  api.statements.length = 0;
  await api.ask(query);
  return api.statements.filter((name) => name !== "sessionBySecret").sort();
}

const overview = `{ databases { id state totals { series bytes failingJobs overdueJobs activeOperations pendingInvalidations slowQueries } worker { paused } disk { freeBytes }
  series(first: 100) { totalCount nodes { id qualifiedName bytes ratio strip(buckets: 60) { slices { index live sealed } } rollups { id pending } jobs { id kind lastStatus } topQueries(first: 1) { nodes { p95Ms } } } }
  attention { rule title series { qualifiedName } job { kind } } operations(first: 10) { nodes { id state partition { name } series { name } } } } }`;

const page = (first: number): string =>
  `{ series(id: "db.public.s0") { partitions(first: ${first}) { totalCount totalBytes nodes { id name state series { name } lastOperation { state kind } columns { name bytes } operations(first: 1) { nodes { id } } history { at } } } } }`;

const rollups = `{ seriesList { nodes { rollups { id watermark series { name } jobs { id history(first: 3) { status } } invalidations(first: 50) { totalCount nodes { id kind } } operations(first: 3) { nodes { id } } } } } }`;

const timings = `{ seriesList { nodes { queryTimings { points { at p95Ms } } topQueries(first: 5) { totalCount nodes { query p95Ms } } history { points { at bytes } } } } }`;

describe("the number of statements", () => {
  it("is the same for one series and for twenty, for one partition and for many", async () => {
    const before = {
      overview: await statementsOf(overview),
      page: await statementsOf(page(1)),
      rollups: await statementsOf(rollups),
      timings: await statementsOf(timings),
    };
    for (let i = 1; i <= 20; i += 1) {
      await makeSeries(database, `s${i}`, 2);
      if (i <= 5) {
        await database.query(
          `SELECT sealstone.create_rollup('public.hourly${i}', 'public.s${i}', interval '1 hour', 'count(*) AS n', 'host')`,
        );
      }
    }
    await database.query(
      "SELECT sealstone.make_partitions('public.s0', (now() - interval '300 days')::date::text, (now() + interval '1 day')::date::text)",
    );
    const after = {
      overview: await statementsOf(overview),
      page: await statementsOf(page(1_000)),
      rollups: await statementsOf(rollups),
      timings: await statementsOf(timings),
    };
    // what two parts of a document ask for is one statement or two, as their turns fall: a few more are the
    // machine's affair, one for each of twenty series or three hundred partitions is a fault
    const few = 5;
    for (const [name, statements] of Object.entries(before)) {
      expect(
        after[name as keyof typeof after].length,
        `${name}: ${after[name as keyof typeof after].join(" ")}`,
      ).toBeLessThanOrEqual(statements.length + few);
    }
    expect(after.page.length).toBeLessThanOrEqual(9 + few);
    expect(after.overview.length).toBeLessThanOrEqual(32 + few);
  });
});

describe("the strip", () => {
  it("is under 100 kB however many partitions there are", async () => {
    const answer = await api.ask(
      '{ series(id: "db.public.s0") { strip(buckets: 500) { from to partitions slices { index lo hi live sealed due rows bytes worstLateFraction partition } } } }',
    );
    expect(JSON.stringify(answer).length).toBeLessThan(150_000);
    const usual = await api.ask(
      '{ series(id: "db.public.s0") { strip { from to partitions slices { index lo hi live sealed due bytes worstLateFraction partition } } } }',
    );
    expect(JSON.stringify(usual).length).toBeLessThan(100_000);
  });
});
