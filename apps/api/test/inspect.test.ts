/** Reading a whole partition through: longer than any other statement may take, and no longer than someone waits. */
import { afterAll, beforeAll, expect, it } from "vitest";
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
let sealed: { id: string; qualifiedName: string };

beforeAll(async () => {
  database = await makeDatabase();
  await makeSeries(database, "metrics", 4);
  api = await startApp({
    ...settingsFor(database),
    SEALSTONE_STATEMENT_TIMEOUT_MS: "10000",
    // as long as the test holds the lock
    SEALSTONE_LOCK_TIMEOUT_MS: "600000",
  });
  const { series } = await api.ask<{
    series: { partitions: { nodes: { id: string; qualifiedName: string }[] } };
  }>(
    '{ series(id: "db.public.metrics") { partitions(first: 1, filter: { due: true }, order: { direction: ASC }) { nodes { id qualifiedName } } } }',
  );
  const [node] = series.partitions.nodes;
  if (node === undefined) throw new Error("no partition is due");
  sealed = node;
  const { estimateSeal } = await api.ask<{
    estimateSeal: { estimate: { rows: string; orderKey: string[] } };
  }>(
    `mutation { estimateSeal(partition: "${sealed.id}") { estimate { rows bytesBefore bytesAfter ratio orderKey sampledRows } } }`,
    {},
    api.as.operator,
  );
  expect(Number(estimateSeal.estimate.rows)).toBeGreaterThan(0);
  const { seal } = await api.ask<{ seal: { operation: { id: string } } }>(
    `mutation { seal(partition: "${sealed.id}") { operation { id } } }`,
    {},
    api.as.operator,
  );
  await operationEnds(api, seal.operation.id);
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

const check = (): string =>
  `mutation { checkPartition(partition: "${sealed.id}") { sound problems { problem } } }`;

/** The inspection, while it waits for the lock that the test holds. */
const waiting = async (forMs: number) =>
  await database.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'sealstone-api inspect' AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > $1 * interval '1 millisecond'",
    [forMs],
  );

it("finds a sound partition sound", async () => {
  const { checkPartition } = await api.ask<{ checkPartition: { sound: boolean } }>(
    check(),
    {},
    api.as.operator,
  );
  expect(checkPartition.sound).toBe(true);
});

it("may take longer than a statement otherwise may, one at a time, and holds up nothing else", async () => {
  await database.query(`BEGIN; LOCK TABLE ${sealed.qualifiedName} IN ACCESS EXCLUSIVE MODE`);
  const slow = api.send<{ checkPartition: { sound: boolean } }>(check(), {}, api.as.operator);
  try {
    await until(
      () => waiting(0),
      (rows) => rows.length === 1,
    );
    const second = await api.send(check(), {}, api.as.operator);
    expect(second.errors[0]?.extensions).toMatchObject({ code: "RATE_LIMITED", retryAfter: 5 });
    const other = await api.send(
      'mutation { measureSeries(series: "db.public.metrics", dryRun: true) { sql } }',
      {},
      api.as.operator,
    );
    expect(other.errors).toEqual([]);
    await until(
      () => waiting(10_100),
      (rows) => rows.length === 1,
    );
  } finally {
    await database.query("ROLLBACK");
  }
  expect((await slow).data?.checkPartition).toEqual({ sound: true, problems: [] });
});

it("is stopped when the caller goes away, and the audit log says so", async () => {
  await database.query(`BEGIN; LOCK TABLE ${sealed.qualifiedName} IN ACCESS EXCLUSIVE MODE`);
  try {
    const caller = new AbortController();
    const gone = fetch(`${api.origin}/api/v1/partitions/${sealed.id}/check`, {
      method: "POST",
      headers: { cookie: api.as.operator.cookie ?? "", "x-sealstone-csrf": "1" },
      signal: caller.signal,
    });
    await until(
      () => waiting(0),
      (rows) => rows.length === 1,
    );
    caller.abort();
    await expect(gone).rejects.toThrow();
    const audit = await until(
      () =>
        database.query<{ outcome: string; error_code: string }>(
          "SELECT outcome, error_code FROM sealstone_console.audit WHERE action = 'checkPartition' ORDER BY id DESC LIMIT 1",
        ),
      (rows) => rows[0]?.outcome !== "INTENT",
    );
    expect(audit).toEqual([{ outcome: "FAILED", error_code: "CANCELLED" }]);
  } finally {
    await database.query("ROLLBACK");
  }
  // and the next may begin
  expect((await api.send(check(), {}, api.as.operator)).errors).toEqual([]);
});
