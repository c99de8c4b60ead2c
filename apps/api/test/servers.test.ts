/** Faults of whole servers, on servers of their own: no room, killed, failed over, dropped, another version. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildMetricsServer } from "../src/http/health.js";
import { Cluster } from "./cluster.js";
import {
  type Database,
  makeDatabase,
  makeSeries,
  operationEnds,
  type Running,
  settingsFor,
  startApp,
  until,
} from "./harness.js";
import { Road } from "./road.js";

let cluster: Cluster;
let standby: Cluster | undefined;
let home: Database;
let database: Database;
let road: Road;
let api: Running;
const clients: pg.Client[] = [];

beforeAll(async () => {
  cluster = await Cluster.make(["max_connections = 40", "wal_level = logical"]);
  home = await makeDatabase();
  database = await makeDatabase({ cluster: cluster.url });
  await makeSeries(database, "metrics", 4);
  road = new Road(cluster.url);
  await road.open();
  const of = settingsFor(database);
  const over = (url: string | undefined): string => road.url(url ?? "");
  api = await startApp({
    ...of,
    SEALSTONE_LOCK_TIMEOUT_MS: "5000",
    DATABASE_URL: over(of.DATABASE_URL),
    SEALSTONE_OPERATOR_URL: over(of.SEALSTONE_OPERATOR_URL),
    SEALSTONE_ADMIN_URL: over(of.SEALSTONE_ADMIN_URL),
    SEALSTONE_SQL_URL: over(of.SEALSTONE_SQL_URL),
    SEALSTONE_HOME_URL: settingsFor(home).SEALSTONE_HOME_URL ?? "",
  });
});

afterAll(async () => {
  for (const client of clients) await client.end().catch(() => undefined);
  await api?.stop();
  await road?.close();
  // its server is gone by now, whatever became of it
  await database?.client.end().catch(() => undefined);
  await home?.drop();
  await standby?.remove();
  await cluster?.remove();
});

interface State {
  state: string;
  stateMessage: string;
  stateRemedy: string | null;
  liveSource: string;
  extensionVersion: string | null;
  libraryVersion: string | null;
}

async function state(): Promise<State> {
  const { database: found } = await api.ask<{ database: State }>(
    '{ database(id: "db") { state stateMessage stateRemedy liveSource extensionVersion libraryVersion } }',
  );
  return found;
}

const becomes = (wanted: string) => until(state, (now) => now.state === wanted);

/** What a scrape says now: each server of metrics keeps its text for some seconds. */
async function metric(line: string): Promise<boolean> {
  const server = buildMetricsServer(api.app.services);
  const text = (await server.inject("/metrics")).body;
  await server.close();
  return text.split("\n").includes(line);
}

const list = '{ series(id: "db.public.metrics") { partitions(first: 5) { totalCount } } }';
const dueSeal = async (): Promise<string> => {
  const { series } = await api.ask<{ series: { partitions: { nodes: { id: string }[] } } }>(
    '{ series(id: "db.public.metrics") { partitions(first: 1, filter: { states: [LIVE] }, order: { direction: ASC }) { nodes { id } } } }',
  );
  return series.partitions.nodes[0]?.id ?? "";
};

describe("a server without a connection left", () => {
  it("is said to be so, read over what is connected, and used again by itself", async () => {
    await becomes("OK");
    const takeAll = async (): Promise<void> => {
      // all of the API's but the one that watches
      await database.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'sealstone-api%' AND application_name <> 'sealstone-api watch'",
      );
      while (true) {
        const client = new pg.Client({ connectionString: database.url("sealstone_viewer") });
        client.on("error", () => undefined);
        try {
          await client.connect();
          clients.push(client);
        } catch (error) {
          expect(error).toMatchObject({ code: "53300" });
          return;
        }
      }
    };
    // the API may be quicker to connect again, and what was ended leaves its place when it likes
    const without = <T>(ask: () => Promise<T>, refused: (given: T) => boolean): Promise<T> =>
      until(async () => {
        await takeAll();
        return await ask();
      }, refused);
    const answer = await without(
      () => api.send(list, {}, api.as.viewer),
      (given) => given.errors[0]?.extensions.sqlstate === "53300",
    );
    expect(answer.errors[0]?.extensions).toMatchObject({
      code: "DB_UNAVAILABLE",
      database: "db",
      sqlstate: "53300",
    });
    expect(answer.errors[0]?.extensions.hint).toContain("max_connections");
    const refused = await without(
      async () => {
        await api.send(list, {}, api.as.viewer);
        return await state();
      },
      (now) => now.state === "OUT_OF_CONNECTIONS",
    );
    expect(refused.stateMessage).toBe("The server has no connection left for this API.");
    expect(
      await without(
        async () => {
          await api.send(list, {}, api.as.viewer);
          return await metric(
            'sealstone_database_state{database="db",state="OUT_OF_CONNECTIONS"} 1',
          );
        },
        (said) => said,
      ),
    ).toBe(true);
    const mutation = await without(
      () =>
        api.send(
          'mutation { sealEligible(series: "db.public.metrics", dryRun: true) { sql } }',
          {},
          api.as.operator,
        ),
      (given) => given.errors.length > 0,
    );
    expect(mutation.errors[0]?.extensions.code).toBe("DB_UNAVAILABLE");
    for (const client of clients.splice(0)) await client.end();
    await becomes("OK");
    expect((await api.send(list, {}, api.as.viewer)).errors).toEqual([]);
  });
});

describe("a statement that never ends", () => {
  it("is stopped: LOCKED behind a lock, TIMEOUT past the limit; the rest is answered meanwhile", async () => {
    await api.ask("{ viewer { name } }");
    const { series } = await api.ask<{
      series: { partitions: { nodes: { id: string; qualifiedName: string }[] } };
    }>(
      '{ series(id: "db.public.metrics") { partitions(first: 1, filter: { states: [LIVE] }, order: { direction: ASC }) { nodes { id qualifiedName } } } }',
    );
    const [partition] = series.partitions.nodes;
    const { seal } = await api.ask<{ seal: { operation: { id: string } } }>(
      `mutation { seal(partition: "${partition?.id}") { operation { id } } }`,
      {},
      api.as.operator,
    );
    expect(await operationEnds(api, seal.operation.id)).toMatchObject({ state: "SUCCEEDED" });
    await database.query(`BEGIN; LOCK TABLE ${partition?.qualifiedName} IN ACCESS EXCLUSIVE MODE`);
    try {
      const inside = `{ partition(id: "${partition?.id}") { columns { name } } }`;
      const [blocked, other] = await Promise.all([
        api.send(inside, {}, api.as.viewer),
        api.send(list, {}, api.as.viewer),
      ]);
      expect(blocked.errors[0]?.extensions.code).toBe("LOCKED");
      expect(other.errors).toEqual([]);
    } finally {
      await database.query("ROLLBACK");
    }
    const slow = await api.send(
      'mutation { runSql(database: "db", sql: "SELECT pg_sleep(600)", timeoutMs: 200) { rows } }',
      {},
      api.as.viewer,
    );
    expect(slow.errors[0]?.extensions).toMatchObject({ code: "TIMEOUT", sqlstate: "57014" });
  });
});

describe("the extension", () => {
  it("of another version is said, with what mends it, and used again when it fits", async () => {
    const set = (version: string) =>
      database.query(
        `UPDATE pg_extension SET extversion = '${version}' WHERE extname = 'sealstone'`,
      );
    const [row] = await database.query<{ version: string }>(
      "SELECT extversion AS version FROM pg_extension WHERE extname = 'sealstone'",
    );
    const version = row?.version ?? "";
    try {
      await set("0.0.9");
      expect(await becomes("TOO_OLD")).toMatchObject({
        stateRemedy: "ALTER EXTENSION sealstone UPDATE;",
        extensionVersion: "0.0.9",
      });
      const refused = await api.send(list, {}, api.as.viewer);
      expect(refused.errors[0]?.extensions).toMatchObject({
        code: "DB_UNAVAILABLE",
        detail: "TOO_OLD",
        hint: "ALTER EXTENSION sealstone UPDATE;",
      });
      await set("7.0.0");
      expect(await becomes("TOO_NEW")).toMatchObject({ stateRemedy: "Upgrade this API." });
      expect(await metric('sealstone_database_state{database="db",state="TOO_NEW"} 1')).toBe(true);
      expect(await metric('sealstone_database_up{database="db"} 0')).toBe(true);
      await set(version.replace(/\d+$/, "99"));
      const mismatch = await becomes("VERSION_MISMATCH");
      expect(mismatch.stateRemedy).toContain("Restart Postgres");
      expect(mismatch.libraryVersion).toBe(version);
      // old objects under another library are still read
      expect((await api.send(list, {}, api.as.viewer)).errors).toEqual([]);
    } finally {
      await set(version);
    }
    await becomes("OK");
  });
});

describe("clocks that differ", () => {
  it("are measured; what is shown is the database's time, and nobody is signed out", async () => {
    const real = Date.now.bind(Date);
    const hour = 3_600_000;
    const spy = vi.spyOn(Date, "now").mockImplementation(() => real() + hour);
    try {
      const target = api.app.services.targets.get("db");
      // a look that had begun before saw both clocks
      await until(
        async () => {
          await target?.monitor.check();
          return Math.round((target?.monitor.clockOffsetMs ?? 0) / 60_000);
        },
        (minutes) => minutes === -60,
      );
      const { database: found, attention } = await api.ask<{
        database: { asOf: string; state: string };
        attention: { rule: string }[];
      }>('{ database(id: "db") { asOf state } attention { rule } }');
      expect(found.state).toBe("OK");
      expect(Math.abs(Date.parse(found.asOf) - real())).toBeLessThan(hour / 2);
      expect(attention.map((item) => item.rule)).toContain("clock-skew");
    } finally {
      spy.mockRestore();
    }
    await until(
      async () => {
        await api.app.services.targets.get("db")?.monitor.check();
        return (await api.ask<{ attention: { rule: string }[] }>("{ attention { rule } }"))
          .attention;
      },
      (attention) => attention.every((item) => item.rule !== "clock-skew"),
    );
  });
});

describe("a server that is killed in the middle of requests", () => {
  it("fails them with DB_UNAVAILABLE and nothing else, is used again by itself, and does what was asked once", async () => {
    const id = await dueSeal();
    const before = (await database.query("SELECT 1 FROM sealstone.operations")).length;
    let going = true;
    const codes = new Set<string>();
    let answered = 0;
    const reader = async (): Promise<void> => {
      while (going) {
        const answer = await api.send(list, {}, api.as.viewer);
        for (const error of answer.errors) codes.add(error.extensions.code);
        if (answer.errors.length === 0) answered += 1;
        // what is refused at once would be asked again by the hundred thousand, past the limit of requests
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const seal = (): Promise<{ errors: readonly { extensions: { code: string } }[] }> =>
      api.send(
        `mutation { seal(partition: "${id}", idempotencyKey: "through the crash") { operation { id } } }`,
        {},
        api.as.operator,
      );
    const readers = [reader(), reader(), reader()];
    await until(
      async () => answered,
      (count) => count > 0,
    );
    const inFlight = seal();
    await cluster.stop("immediate");
    expect(["UNREACHABLE"]).toContain((await becomes("UNREACHABLE")).state);
    expect(await metric('sealstone_database_up{database="db"} 0')).toBe(true);
    await cluster.start();
    await becomes("OK");
    const sofar = answered;
    await until(
      async () => answered,
      (count) => count > sofar,
    );
    going = false;
    await Promise.all(readers);
    expect([...codes].filter((code) => code !== "DB_UNAVAILABLE")).toEqual([]);
    for (const error of (await inFlight).errors)
      expect(["DB_UNAVAILABLE", "CONFLICT"]).toContain(error.extensions.code);
    // asked again under the same key, it is done once, whether or not the first was committed
    await until(seal, (answer) => answer.errors.length === 0);
    await database.client.end().catch(() => undefined);
    const rows = await new Promise<{ id: string }[]>((resolve, reject) => {
      const client = new pg.Client({ connectionString: database.url() });
      client
        .connect()
        .then(() => client.query<{ id: string }>("SELECT id FROM sealstone.operations"))
        .then((result) => resolve(result.rows), reject)
        .finally(() => void client.end());
    });
    expect(rows.length).toBe(before + 1);
    await operationEnds(api, `db.${rows.at(-1)?.id}`);
  });
});

describe("a standby", () => {
  it("is read, starts nothing and says why; once promoted it does all, by itself", async () => {
    standby = await Cluster.standbyOf(cluster);
    const { series } = await api.ask<{ series: { partitions: { totalCount: number } } }>(list);
    // the primary dies, its address leads to the standby
    road.lead(standby.url);
    road.cut();
    await cluster.stop("immediate");
    road.mend();
    const found = await becomes("STANDBY");
    expect(found).toMatchObject({ liveSource: "POLL", stateRemedy: null });
    const read = await api.ask<{
      series: { partitions: { totalCount: number } };
      database: { readable: boolean; writable: boolean; worker: { paused: boolean } };
    }>(
      '{ series(id: "db.public.metrics") { partitions(first: 5) { totalCount nodes { name columns { name } } } rollups { id } jobs { id } topQueries { totalCount } } database(id: "db") { readable writable worker { paused } totals { bytes } } attention { rule } operations(first: 5) { nodes { id } } }',
    );
    expect(read.series.partitions.totalCount).toBe(series.partitions.totalCount);
    expect(read.database).toMatchObject({ readable: true, writable: false });
    for (const mutation of [
      'sealEligible(series: "db.public.metrics") { sql }',
      'makePartitions(series: "db.public.metrics", lo: "2030-01-01", hi: "2030-01-02") { sql }',
      'pauseAll(database: "db") { sql }',
    ]) {
      const answer = await api.send(`mutation { ${mutation} }`, {}, api.as.admin);
      expect(answer.errors[0]?.extensions, mutation).toMatchObject({
        code: "STANDBY",
        database: "db",
      });
      expect(answer.errors[0]?.message).toContain("is a standby");
    }
    const rest = await api.rest("POST", "/api/v1/series/db.public.metrics/seal-eligible", {
      who: api.as.operator,
    });
    expect(rest.status).toBe(503);
    expect(await rest.json()).toMatchObject({ code: "STANDBY" });
    expect(await metric('sealstone_database_state{database="db",state="STANDBY"} 1')).toBe(true);
    await standby.promote();
    expect(await becomes("OK")).toMatchObject({ state: "OK" });
    await until(state, (now) => now.liveSource === "LISTEN");
    const { seal } = await api.ask<{ seal: { operation: { id: string } } }>(
      `mutation { seal(partition: "${await dueSeal()}") { operation { id } } }`,
      {},
      api.as.operator,
    );
    expect(await operationEnds(api, seal.operation.id)).toMatchObject({ state: "SUCCEEDED" });
  });
});

describe("a database that is dropped", () => {
  it("is said to be missing, and used again once it is there", async () => {
    await standby?.query(`DROP DATABASE ${database.name} WITH (FORCE)`);
    expect((await becomes("UNREACHABLE")).stateMessage).toBe(
      "There is no database of this name on the server.",
    );
    const answer = await api.send(list, {}, api.as.viewer);
    expect(answer.errors[0]?.extensions.code).toBe("DB_UNAVAILABLE");
    await standby?.query(`CREATE DATABASE ${database.name} TEMPLATE template0`);
    expect((await becomes("NOT_CREATED")).stateRemedy).toBe("CREATE EXTENSION sealstone;");
  });
});
