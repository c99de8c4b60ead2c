import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Database,
  makeDatabase,
  makeSeries,
  operationEnds,
  type Running,
  settingsFor,
  startApp,
} from "./harness.js";

let database: Database;
let api: Running;

beforeAll(async () => {
  database = await makeDatabase();
  await makeSeries(database, "metrics", 5);
  api = await startApp(settingsFor(database));
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

interface Rollup {
  id: string;
  qualifiedName: string;
  watermark: string | null;
  pending: string;
  source: string;
  series: { qualifiedName: string };
}

const fields = "id qualifiedName watermark pending source series { qualifiedName }";
const read = async (): Promise<Rollup> =>
  (await api.ask<{ rollup: Rollup }>(`{ rollup(id: "db.public.hourly") { ${fields} } }`)).rollup;

describe("rollups", () => {
  it("are made, shown in the graph of their series, and refreshed as an operation", async () => {
    const { createRollup } = await api.ask<{ createRollup: { sql: string[]; rollup: Rollup } }>(
      `mutation { createRollup(input: { source: "db.public.metrics", name: "public.hourly", bucket: "1 hour", selectList: "count(*) AS n, avg(v) AS mean", groupBy: "host" }) { sql rollup { ${fields} } } }`,
    );
    expect(createRollup.rollup).toMatchObject({
      qualifiedName: "public.hourly",
      source: "public.metrics",
      series: { qualifiedName: "public.metrics" },
    });
    const { refreshRollup } = await api.ask<{
      refreshRollup: { operation: { id: string; kind: string } };
    }>(
      'mutation { refreshRollup(rollup: "db.public.hourly") { operation { id kind rollup { qualifiedName } } } }',
      {},
      api.as.operator,
    );
    expect(refreshRollup.operation).toMatchObject({
      kind: "REFRESH",
      rollup: { qualifiedName: "public.hourly" },
    });
    expect(await operationEnds(api, refreshRollup.operation.id)).toMatchObject({
      state: "SUCCEEDED",
      error: null,
    });
    expect((await read()).watermark).toMatch(/^\d{4}-.*Z$/);
    const { series } = await api.ask<{ series: { rollups: { qualifiedName: string }[] } }>(
      '{ series(id: "db.public.metrics") { rollups { qualifiedName jobs { kind } } } }',
    );
    expect(series.rollups.map((rollup) => rollup.qualifiedName)).toEqual(["public.hourly"]);
  });

  it("keep their states out of the tables that could become a series", async () => {
    await database.query("CREATE TABLE public.candidate (at timestamptz NOT NULL)");
    const { databases } = await api.ask<{
      databases: { tables: { qualifiedName: string }[] }[];
    }>("{ databases { tables(convertible: true) { qualifiedName } } }");
    expect(databases[0]?.tables.map((table) => table.qualifiedName)).toEqual(["public.candidate"]);
  });

  it("show what a late row made invalid, by pair, until it is refreshed", async () => {
    // group keys are data: shown to a login that may read the rollup
    await database.query("GRANT SELECT ON public.hourly TO sealstone_viewer");
    await database.query(
      "INSERT INTO public.metrics SELECT now() - interval '3 days', 2, 1, 'late'",
    );
    const before = await read();
    expect(BigInt(before.pending)).toBeGreaterThan(0n);
    const { rollup } = await api.ask<{
      rollup: {
        invalidations: {
          totalCount: number;
          nodes: { kind: string; groupKey: unknown; cause: string; lo: string }[];
        };
      };
    }>(
      '{ rollup(id: "db.public.hourly") { invalidations(first: 10) { totalCount nodes { kind groupKey cause lo hi } } } }',
    );
    expect(rollup.invalidations.nodes[0]).toMatchObject({
      kind: "PAIR",
      cause: "insert",
      groupKey: { host: "2" },
    });
    const { refreshRollup } = await api.ask<{ refreshRollup: { operation: { id: string } } }>(
      'mutation { refreshRollup(rollup: "db.public.hourly") { operation { id } } }',
      {},
      api.as.operator,
    );
    await operationEnds(api, refreshRollup.operation.id);
    expect((await read()).pending).toBe("0");
  });

  it("are named by a drop of raw data that they have not taken up", async () => {
    await database.query(
      "INSERT INTO public.metrics SELECT now() - interval '4 days', 1, 1, 'late'",
    );
    const { dropPartitions } = await api.ask<{
      dropPartitions: { effect: { notRolledUp: string[] } };
    }>(
      `mutation { dropPartitions(series: "db.public.metrics", before: "${new Date(Date.now() - 2 * 86_400_000).toISOString()}", dryRun: true) { effect { notRolledUp } } }`,
    );
    expect(dropPartitions.effect.notRolledUp.join()).toContain("public.hourly has ");
  });

  it("are refused with Postgres's own words when they make no sense", async () => {
    const answer = await api.send(
      'mutation { createRollup(input: { source: "db.public.metrics", name: "bad", bucket: "1 hour", selectList: "nothing_like_this(v) AS x" }) { sql } }',
      {},
      api.as.admin,
    );
    expect(answer.errors[0]?.extensions.sqlstate).toMatch(/^[0-9A-Z]{5}$/);
    expect(answer.errors[0]?.extensions.code).not.toBe("INTERNAL");
  });

  it("are dropped by name", async () => {
    const query =
      'mutation ($c: String, $e: DropExpectation, $d: Boolean!) { dropRollup(rollup: "db.public.hourly", confirm: $c, expect: $e, dryRun: $d) { effect { partitions bytes names } } }';
    const { dropRollup } = await api.ask<{
      dropRollup: { effect: { partitions: number; bytes: string } };
    }>(query, { d: true });
    expect((await api.send(query, { d: false }, api.as.admin)).errors[0]?.extensions.code).toBe(
      "CONFIRMATION_REQUIRED",
    );
    const { partitions, bytes } = dropRollup.effect;
    await api.ask(query, { d: false, c: "public.hourly", e: { partitions, bytes } });
    expect(
      (await api.send('{ rollup(id: "db.public.hourly") { id } }', {}, api.as.viewer)).errors[0]
        ?.extensions.code,
    ).toBe("NOT_FOUND");
  });
});

describe("attention", () => {
  it("names what is wrong, with a remedy that works as it stands", async () => {
    await database.query("SELECT sealstone.measure('public.metrics')");
    const find = async (rule: string) =>
      (
        await api.ask<{
          attention: {
            rule: string;
            title: string;
            evidence: string;
            remedy: { mutation: string; arguments: Record<string, string> } | null;
            series: { qualifiedName: string } | null;
          }[];
        }>(
          "{ attention { rule severity title evidence remedy { label mutation arguments sql role destructive } series { qualifiedName } } }",
        )
      ).attention.find((item) => item.rule === rule);
    const due = await find("seal-due");
    // in a person's words: one or many, and an interval as it is said
    expect(due?.title).toMatch(
      /^public\.metrics has (1 partition|[2-9]\d* partitions) due to be sealed$/,
    );
    expect(due?.evidence).toMatch(
      /^(Its|Their) range ended more than (1 (day|hour|minute)|\d+ (days|hours|minutes)) ago\.$/,
    );
    expect(due?.title.includes(" 1 ")).toBe(due?.evidence.startsWith("Its"));
    expect(due).toMatchObject({
      remedy: { mutation: "sealEligible" },
      series: { qualifiedName: "public.metrics" },
    });
    const { sealEligible } = await api.ask<{ sealEligible: { operation: { id: string } } }>(
      "mutation ($s: ID!) { sealEligible(series: $s) { operation { id } } }",
      { s: due?.remedy?.arguments.series },
      api.as.operator,
    );
    await operationEnds(api, sealEligible.operation.id);
    expect(await find("seal-due")).toBeUndefined();
    const [sealed] = await database.query<{ name: string }>(
      "SELECT partition::text AS name FROM sealstone.partition_info WHERE relation = 'public.metrics'::regclass AND state = 'sealed' ORDER BY lo LIMIT 1",
    );
    await database.query(`INSERT INTO public.metrics SELECT * FROM ${sealed?.name}`);
    await database.query("SELECT sealstone.measure('public.metrics')");
    const late = await find("late-fraction");
    expect(late?.remedy?.mutation).toBe("bulkPartitions");
    // by its arguments alone, as the console sends them
    const { bulkPartitions } = await api.ask<{ bulkPartitions: { operation: { id: string } } }>(
      "mutation ($kind: BulkKind!, $series: ID!, $filter: PartitionFilter) { bulkPartitions(kind: $kind, series: $series, filter: $filter) { operation { id } } }",
      late?.remedy?.arguments ?? {},
      api.as.operator,
    );
    expect(await operationEnds(api, bulkPartitions.operation.id)).toMatchObject({
      state: "SUCCEEDED",
    });
    expect(await find("late-fraction")).toBeUndefined();
    await api.ask('mutation { pauseAll(database: "db") { database { worker { paused } } } }');
    expect(await find("paused")).toMatchObject({ remedy: { mutation: "resumeAll" } });
    await api.ask('mutation { resumeAll(database: "db") { database { worker { paused } } } }');
    expect(await find("paused")).toBeUndefined();
  });

  it("says which job waits, and lets it be run, paused and changed", async () => {
    const { database: db } = await api.ask<{
      database: { jobs: { id: string; kind: string; settingsVersion: string }[] };
    }>('{ database(id: "db") { jobs { id kind enabled settingsVersion history { status } } } }');
    const premake = db.jobs.find((job) => job.kind === "PREMAKE");
    const { runJob } = await api.ask<{ runJob: { operation: { id: string; job: string } } }>(
      "mutation ($j: ID!) { runJob(job: $j) { operation { id job } } }",
      { j: premake?.id },
      api.as.operator,
    );
    expect(await operationEnds(api, runJob.operation.id)).toMatchObject({ state: "SUCCEEDED" });
    const { updateJob } = await api.ask<{
      updateJob: { job: { schedule: string; enabled: boolean } };
    }>(
      'mutation ($j: ID!, $v: String) { updateJob(job: $j, schedule: "2 hours", enabled: true, ifVersion: $v) { job { schedule enabled } } }',
      { j: premake?.id, v: premake?.settingsVersion },
    );
    expect(updateJob.job).toEqual({ schedule: "02:00:00", enabled: true });
  });
});
