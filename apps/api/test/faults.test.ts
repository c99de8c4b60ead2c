import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Database,
  makeDatabase,
  makeSeries,
  operationEnds,
  type Running,
  root,
  settingsFor,
  startApp,
  until,
  urlOf,
} from "./harness.js";
import { Road } from "./road.js";

let one: Database;
let two: Database;
let bare: Database;
let toTwo: Road;
let toHome: Road;
let api: Running;

beforeAll(async () => {
  one = await makeDatabase();
  two = await makeDatabase();
  bare = await makeDatabase({ extension: false });
  await makeSeries(one, "metrics", 5);
  await makeSeries(two, "readings", 3);
  toTwo = new Road();
  toHome = new Road();
  await toTwo.open();
  await toHome.open();
  const of = settingsFor(one);
  api = await startApp({
    ...of,
    SEALSTONE_LOCK_TIMEOUT_MS: "5000",
    SEALSTONE_HOME_URL: toHome.url(of.SEALSTONE_HOME_URL ?? ""),
    SEALSTONE_DATABASES: JSON.stringify({
      one: {
        url: of.DATABASE_URL,
        operatorUrl: of.SEALSTONE_OPERATOR_URL,
        adminUrl: of.SEALSTONE_ADMIN_URL,
      },
      two: toTwo.url(urlOf(two.name)),
      gone: "postgresql://nobody@127.0.0.1:9/none",
      bare: urlOf(bare.name),
      stranger: urlOf(one.name, "no_such_login"),
    }),
  });
});

afterAll(async () => {
  await api?.stop();
  await toTwo?.close();
  await toHome?.close();
  await one?.drop();
  await two?.drop();
  await bare?.drop();
});

type States = Record<string, string>;

async function states(): Promise<States> {
  const { databases } = await api.ask<{ databases: { id: string; state: string }[] }>(
    "{ databases { id state } }",
  );
  return Object.fromEntries(databases.map((database) => [database.id, database.state]));
}

describe("several databases", () => {
  it("are each in one state, with a sentence and what mends it; one that is down fails alone", async () => {
    const answer = await api.send<{
      databases: {
        id: string;
        state: string;
        stateMessage: string;
        stateRemedy: string | null;
        totals: unknown;
      }[];
    }>("{ databases { id state stateMessage stateRemedy totals { series } } }", {}, api.as.viewer);
    const byId = Object.fromEntries(
      (answer.data?.databases ?? []).map((database) => [database.id, database]),
    );
    expect(byId.one).toMatchObject({ state: "OK", totals: { series: 1 } });
    expect(byId.two).toMatchObject({ state: "OK", totals: { series: 1 } });
    expect(byId.gone).toMatchObject({ state: "UNREACHABLE", totals: null });
    expect(byId.stranger).toMatchObject({ state: "AUTHENTICATION_FAILED", totals: null });
    expect(byId.bare).toMatchObject({
      state: "NOT_CREATED",
      totals: null,
      stateRemedy: "CREATE EXTENSION sealstone;",
    });
    for (const database of answer.data?.databases ?? []) {
      if (database.state !== "OK") expect(database.stateRemedy).not.toBeNull();
    }
    const codes = new Set(answer.errors.map((error) => error.extensions.code));
    expect(codes).toEqual(new Set(["DB_UNAVAILABLE"]));
    expect(JSON.stringify(answer)).not.toMatch(/postgresql:\/\/|api tests/);
  });

  it("give one list, merged in order, that names what is left out", async () => {
    const { seriesList, attention } = await api.ask<{
      seriesList: { unavailable: string[]; nodes: { qualifiedName: string }[] };
      attention: { rule: string; database: { id: string } }[];
    }>(
      "{ seriesList(order: { by: NAME }) { unavailable nodes { qualifiedName } } attention { rule database { id } } }",
    );
    expect(seriesList.nodes.map((node) => node.qualifiedName)).toEqual([
      "public.metrics",
      "public.readings",
    ]);
    expect(seriesList.unavailable).toContain("gone");
    expect(
      attention.filter((item) => item.rule === "database-state").map((item) => item.database.id),
    ).toContain("gone");
  });

  it("recover by themselves: created meanwhile, cut off and back", async () => {
    await bare.query("CREATE EXTENSION sealstone");
    await until(states, (now) => now.bare === "OK");
    toTwo.cut();
    await until(states, (now) => now.two === "UNREACHABLE");
    const down = await api.send(
      '{ database(id: "two") { series { totalCount } } one: database(id: "one") { series { totalCount } } }',
      {},
      api.as.viewer,
    );
    expect(down.data).toEqual({ database: { series: null }, one: { series: { totalCount: 1 } } });
    expect(down.errors[0]?.extensions).toMatchObject({ code: "DB_UNAVAILABLE", database: "two" });
    toTwo.mend();
    await until(states, (now) => now.two === "OK");
    const { database } = await api.ask<{ database: { series: { totalCount: number } } }>(
      '{ database(id: "two") { series { totalCount } } }',
    );
    expect(database.series.totalCount).toBe(1);
  });

  it("do not answer for each other's ids", async () => {
    const oid = (await one.query("SELECT 'public.metrics'::regclass::oid::text AS oid"))[0]?.oid;
    const answer = await api.send(`{ series(id: "two.${oid}") { id } }`, {}, api.as.viewer);
    const { data } = answer;
    expect(
      data === null ||
        (data as { series: unknown }).series === null ||
        JSON.stringify(data).includes("readings"),
    ).toBe(true);
  });
});

describe("a server that hangs", () => {
  it("is given up once its statement must have ended, and reads go on over new connections", async () => {
    const road = new Road();
    await road.open();
    const slow = await startApp(
      {
        ...settingsFor(one),
        DATABASE_URL: road.url(settingsFor(one).DATABASE_URL ?? ""),
        SEALSTONE_STATEMENT_TIMEOUT_MS: "1000",
      },
      { users: false },
    );
    const read = () =>
      slow.send(
        '{ series(id: "db.public.metrics") { partitions(first: 1) { totalCount } } }',
        {},
        api.as.admin,
      );
    try {
      expect((await read()).errors).toEqual([]);
      road.freeze();
      const hung = await read();
      expect(hung.errors[0]?.extensions.code).toBe("DB_UNAVAILABLE");
      await until(
        async () => (await read()).errors.length,
        (errors) => errors === 0,
      );
    } finally {
      await slow.stop();
      await road.close();
    }
  });
});

describe("a lock that is held", () => {
  it("is LOCKED, and the session that holds it is named", async () => {
    const { series } = await api.ask<{
      series: { partitions: { nodes: { id: string; qualifiedName: string }[] } };
    }>(
      '{ series(id: "one.public.metrics") { partitions(first: 1, order: { direction: ASC }) { nodes { id qualifiedName } } } }',
    );
    const [partition] = series.partitions.nodes;
    await one.query(`BEGIN; LOCK TABLE ${partition?.qualifiedName} IN ACCESS SHARE MODE`);
    const [pid] = await one.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const query =
      'mutation ($p: [ID!], $c: String, $e: DropExpectation, $d: Boolean!) { dropPartitions(series: "one.public.metrics", partitions: $p, confirm: $c, expect: $e, dryRun: $d) { effect { partitions bytes } } }';
    const dry = await api.ask<{ dropPartitions: { effect: unknown } }>(query, {
      p: [partition?.id],
      d: true,
    });
    const answer = await api.send(
      query,
      { p: [partition?.id], c: "public.metrics", e: dry.dropPartitions.effect, d: false },
      api.as.admin,
    );
    await one.query("ROLLBACK");
    expect(answer.errors[0]?.extensions.code).toBe("LOCKED");
    expect(answer.errors[0]?.extensions.blockedBy).toContain(pid?.pid);
  });

  it("names it for settings too", async () => {
    await one.query("BEGIN; LOCK TABLE public.metrics IN ACCESS EXCLUSIVE MODE");
    const [pid] = await one.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const answer = await api.send(
      'mutation { setSealing(series: "one.public.metrics", after: "9 days") { sql } }',
      {},
      api.as.admin,
    );
    await one.query("ROLLBACK");
    expect(answer.errors[0]?.extensions.code).toBe("LOCKED");
    expect(answer.errors[0]?.extensions.blockedBy).toContain(pid?.pid);
  });
});

describe("the home database down", () => {
  it("lets those who are signed in read on, under a banner, and refuses what must be audited", async () => {
    await api.ask("{ viewer { name } }", {}, api.as.operator);
    toHome.cut();
    const read = await until(
      () =>
        api.send<{ viewer: { homeUnavailable: boolean }; series: { id: string } }>(
          '{ viewer { name homeUnavailable } series(id: "one.public.metrics") { id } }',
          {},
          api.as.operator,
        ),
      (answer) => answer.data?.viewer?.homeUnavailable === true,
    );
    expect(read.data?.series.id).toMatch(/^one\./);
    for (const [document, who] of [
      ['mutation { sealEligible(series: "one.public.metrics") { sql } }', api.as.operator],
      [
        'mutation { signIn(name: "viewer", password: "correct horse battery") { viewer { name } } }',
        {},
      ],
    ] as const) {
      const answer = await api.send(document, {}, who);
      expect(["HOME_UNAVAILABLE", "FORBIDDEN"]).toContain(answer.errors[0]?.extensions.code);
    }
    const ready = await api.rest("GET", "/readyz", { who: {} });
    expect(ready.status).toBe(503);
    toHome.mend();
    await until(
      async () => (await api.rest("GET", "/readyz", { who: {} })).status,
      (status) => status === 200,
    );
    await until(
      () =>
        api.send<{ viewer: { homeUnavailable: boolean } }>(
          "{ viewer { homeUnavailable } }",
          {},
          api.as.operator,
        ),
      (answer) => answer.data?.viewer?.homeUnavailable === false,
    );
  });
});

describe("a connection that is lost while it is lent out", () => {
  it("fails what it was lent for, in or between statements, and never the process", async () => {
    const pool = api.app.services.targets.get("one")?.writer("operator");
    if (pool === undefined) throw new Error("no pool");
    const end = (pid: unknown) => one.query("SELECT pg_terminate_backend($1)", [pid]);
    const own = async (client: { exact: (text: string) => Promise<readonly unknown[]> }) =>
      (await client.exact("SELECT pg_backend_pid() AS pid"))[0] as { pid: number };
    await expect(
      pool.transaction("between", async (client) => {
        const { pid } = await own(client);
        await end(pid);
        await until(
          () => one.query("SELECT 1 FROM pg_stat_activity WHERE pid = $1", [pid]),
          (rows) => rows.length === 0,
        );
        // nothing is asked of it meanwhile
        await new Promise((resolve) => setTimeout(resolve, 200));
        await client.exact("SELECT 1");
      }),
    ).rejects.toMatchObject({ code: "DB_UNAVAILABLE" });
    await expect(
      pool.transaction("in the middle", async (client) => {
        const { pid } = await own(client);
        const asleep = client.exact("SELECT pg_sleep(600)");
        asleep.catch(() => undefined);
        await until(
          () =>
            one.query("SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'", [
              pid,
            ]),
          (rows) => rows.length === 1,
        );
        await end(pid);
        await asleep;
      }),
    ).rejects.toMatchObject({ code: "DB_UNAVAILABLE" });
    await until(states, (now) => now.one === "OK");
    expect(await pool.transaction("after", (client) => client.exact("SELECT 1 AS one"))).toEqual([
      { one: 1 },
    ]);
  });
});

describe("the API itself", () => {
  it("killed between commit and answer: the same key gives the operation that was made, once", async () => {
    const { series } = await api.ask<{ series: { partitions: { nodes: { id: string }[] } } }>(
      '{ series(id: "two.public.readings") { partitions(first: 1, filter: { states: [LIVE] }, order: { direction: ASC }) { nodes { id } } } }',
    );
    const id = series.partitions.nodes[0]?.id ?? "";
    const settings = {
      SEALSTONE_DATABASES: JSON.stringify({ two: urlOf(two.name) }),
      SEALSTONE_HOME_URL: urlOf(one.name, "sealstone_home"),
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "info",
      NODE_ENV: "production",
    };
    const child = spawn(process.execPath, ["--import", "tsx", "src/server.ts"], {
      cwd: root,
      env: { ...process.env, ...settings },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (data: Buffer) => {
      output += data.toString();
    });
    const listening = await until(
      async () => /Server listening at (http:\S+?)"/.exec(output)?.[1],
      (found) => found !== undefined,
    );
    const body = JSON.stringify({
      query: `mutation { seal(partition: "${id}", idempotencyKey: "killed") { operation { id } replayed } }`,
    });
    const headers = {
      "content-type": "application/json",
      "x-sealstone-csrf": "1",
      cookie: api.as.operator.cookie ?? "",
    };
    const answer = fetch(`${listening}/graphql`, { method: "POST", headers, body }).catch(
      () => null,
    );
    await until(
      async () => await two.query("SELECT id FROM sealstone.operations"),
      (rows) => rows.length === 1,
    );
    child.kill("SIGKILL");
    await answer;
    const again = await api.ask<{ seal: { operation: { id: string }; replayed: boolean } }>(
      `mutation { seal(partition: "${id}", idempotencyKey: "killed") { operation { id } replayed } }`,
      {},
      api.as.operator,
    );
    expect(again.seal.replayed).toBe(true);
    expect(await two.query("SELECT id FROM sealstone.operations")).toHaveLength(1);
    await operationEnds(api, again.seal.operation.id);
  });
});
