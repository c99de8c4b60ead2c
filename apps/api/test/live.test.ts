import { type Client, createClient } from "graphql-ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
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

let database: Database;
let api: Running;

beforeAll(async () => {
  database = await makeDatabase();
  await makeSeries(database, "metrics");
  api = await startApp(settingsFor(database));
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

interface Event {
  type: "SNAPSHOT" | "CHANGE";
  source: string;
  operations: { id: string; state: string; version: string; progress: number | null }[];
}

function socket(): Client {
  const { cookie } = api.as.viewer;
  return createClient({
    url: `${api.origin.replace("http", "ws")}/graphql`,
    retryAttempts: 0,
    webSocketImpl: class extends WebSocket {
      constructor(address: string, protocols: string | string[]) {
        super(address, protocols, { headers: { cookie: cookie ?? "" } });
      }
    },
  });
}

function watch<T>(
  client: Client,
  query: string,
  pick: (data: Record<string, never>) => T,
): { events: T[]; errors: unknown[]; stop: () => void } {
  const events: T[] = [];
  const errors: unknown[] = [];
  const stop = client.subscribe(
    { query },
    {
      next: (result) => {
        if (result.data) events.push(pick(result.data as never));
      },
      // a subscription that was refused says why, instead of leaving a test to wait for it
      error: (error) => errors.push(error instanceof Error ? error : JSON.stringify(error)),
      complete: () => undefined,
    },
  );
  return { events, errors, stop };
}

const operations =
  "subscription { operationChanged { type source operations { id state version progress } } }";

async function sealOne(): Promise<string> {
  const { series } = await api.ask<{ series: { partitions: { nodes: { id: string }[] } } }>(
    '{ series(id: "db.public.metrics") { partitions(first: 1, filter: { states: [LIVE] }, order: { direction: ASC }) { nodes { id } } } }',
  );
  const { seal } = await api.ask<{ seal: { operation: { id: string } } }>(
    `mutation { seal(partition: "${series.partitions.nodes[0]?.id}") { operation { id } } }`,
    {},
    api.as.operator,
  );
  return seal.operation.id;
}

describe("operations, live", () => {
  it("come as a snapshot, then every change in order, to many clients over one LISTEN", async () => {
    const clients = Array.from({ length: 20 }, socket);
    const watched = clients.map((client) =>
      watch(client, operations, (data) => data.operationChanged as unknown as Event),
    );
    await until(
      async () => watched.map((one) => [one.events.length, ...one.errors.map(String)]),
      (counts) => counts.every(([count]) => Number(count) > 0),
    );
    for (const { events } of watched)
      expect(events[0]).toMatchObject({ type: "SNAPSHOT", source: "LISTEN" });
    const id = await sealOne();
    await operationEnds(api, id);
    for (const { events } of watched) {
      const seen = await until(
        async () =>
          events.flatMap((event) => event.operations.filter((operation) => operation.id === id)),
        (rows) => rows.some((row) => row.state === "SUCCEEDED"),
      );
      const versions = seen.map((row) => BigInt(row.version));
      expect(versions).toEqual([...versions].sort((a, b) => (a < b ? -1 : 1)));
      expect(new Set(versions.map(String)).size).toBe(versions.length);
      expect(seen.at(-1)?.state).toBe("SUCCEEDED");
    }
    const listening = await database.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'sealstone-api watch'",
    );
    expect(listening).toHaveLength(1);
    for (const client of clients) await client.dispose();
    await until(
      async () => api.app.services.live.subscriberCounts()[0]?.count,
      (count) => count === 0,
    );
  });

  it("begin again with a snapshot when the connection was lost, and miss nothing", async () => {
    const client = socket();
    const { events } = watch(
      client,
      operations,
      (data) => data.operationChanged as unknown as Event,
    );
    await until(
      async () => events.length,
      (count) => count > 0,
    );
    const before = events.length;
    await database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'sealstone-api watch'",
    );
    await until(
      async () => events.slice(before),
      (later) => later.some((event) => event.type === "SNAPSHOT"),
    );
    const id = await sealOne();
    await operationEnds(api, id);
    await until(
      async () =>
        events.flatMap((event) => event.operations).filter((operation) => operation.id === id),
      (rows) => rows.at(-1)?.state === "SUCCEEDED",
    );
    await client.dispose();
  });

  it("hold no memory for a subscriber that does not read: it gets a snapshot in their place", async () => {
    const target = api.app.services.targets.get("db");
    if (target === undefined) throw new Error("no target");
    const hub = api.app.services.live.operations(target);
    const subscription = hub.subscribe(() => true, null);
    expect((await subscription.next())?.type).toBe("SNAPSHOT");
    const rows = await hub.snapshot(subscription);
    const [row] = rows;
    if (row === undefined) throw new Error("no operation");
    for (let i = 0n; i < 1_500n; i += 1n) subscription.push([{ ...row, version: row.version + i }]);
    expect((await subscription.next())?.type).toBe("SNAPSHOT");
    subscription.close();
    expect(await subscription.next()).toBeNull();
  });
});

describe("series, live", () => {
  it("change after an operation ends", async () => {
    const client = socket();
    const { events } = watch(
      client,
      'subscription { seriesChanged(series: "db.public.metrics") { type series { sealedPartitions } } }',
      (data) =>
        data.seriesChanged as unknown as { type: string; series: { sealedPartitions: string }[] },
    );
    await until(
      async () => events.length,
      (count) => count > 0,
    );
    const before = Number(events[0]?.series[0]?.sealedPartitions);
    await operationEnds(api, await sealOne());
    await until(
      async () => Number(events.at(-1)?.series[0]?.sealedPartitions),
      (count) => count === before + 1,
    );
    await client.dispose();
  });
});

describe("waiting over REST", () => {
  it("answers when the operation has ended", async () => {
    const id = await sealOne();
    const ended = await until(
      async () =>
        (await (await api.rest("GET", `/api/v1/operations/${id}?wait=60`)).json()) as {
          state: string;
        },
      ({ state }) => !["QUEUED", "RUNNING"].includes(state),
    );
    expect(ended).toMatchObject({ state: "SUCCEEDED" });
  });
});
