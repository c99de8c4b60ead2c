import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
  await database.query("GRANT CREATE, USAGE ON SCHEMA public TO demo_owner");
  await makeSeries(database, "metrics");
  api = await startApp(settingsFor(database));
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

interface PartitionPage {
  series: {
    id: string;
    partitions: {
      totalCount: number;
      nodes: {
        id: string;
        name: string;
        state: string;
        lo: string | null;
        qualifiedName: string;
      }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  };
}

async function partitions(args: string): Promise<PartitionPage["series"]["partitions"]> {
  const { series } = await api.ask<PartitionPage>(
    `{ series(id: "db.public.metrics") { id partitions(${args}) { totalCount nodes { id name state lo qualifiedName } pageInfo { hasNextPage endCursor } } } }`,
  );
  return series.partitions;
}

describe("reading", () => {
  it("gives a database with its state, sums and worker", async () => {
    const { databases } = await api.ask<{ databases: Record<string, never>[] }>(
      "{ databases { id state readable writable liveSource extensionVersion totals { series partitions rows bytes } worker { preloaded paused } disk { freeBytes } } }",
    );
    expect(databases).toHaveLength(1);
    expect(databases[0]).toMatchObject({
      id: "db",
      state: "OK",
      readable: true,
      writable: true,
      liveSource: "LISTEN",
      totals: { series: 1 },
      worker: { preloaded: true, paused: false },
    });
  });

  it("gives times with six digits and bigints as text", async () => {
    const { series } = await api.ask<{
      series: { bytes: string; oldest: string; measuredAt: string };
    }>(`{ series(id: "db.public.metrics") { bytes oldest measuredAt } }`);
    expect(series.bytes).toMatch(/^\d+$/);
    for (const time of [series.oldest, series.measuredAt])
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });

  it("pages partitions by keyset, each exactly once, in every order", async () => {
    for (const by of ["RANGE", "NAME", "BYTES", "ROWS", "RATIO", "LATE_FRACTION", "SEALED_AT"]) {
      for (const direction of ["ASC", "DESC"]) {
        const seen: string[] = [];
        let after = "";
        for (let page = 0; page < 20; page += 1) {
          const answer = await partitions(
            `first: 4, order: { by: ${by}, direction: ${direction} }${after}`,
          );
          seen.push(...answer.nodes.map((node) => node.id));
          if (!answer.pageInfo.hasNextPage) {
            expect(seen).toHaveLength(answer.totalCount);
            break;
          }
          after = `, after: "${answer.pageInfo.endCursor}"`;
        }
        expect(new Set(seen).size).toBe(seen.length);
      }
    }
  });

  it("puts the default partition last in either direction of range", async () => {
    for (const direction of ["ASC", "DESC"]) {
      const { nodes } = await partitions(
        `first: 100, order: { by: RANGE, direction: ${direction} }`,
      );
      expect(nodes.at(-1)?.state).toBe("DEFAULT");
      const bounds = nodes.slice(0, -1).map((node) => node.lo ?? "");
      expect(bounds).toEqual(
        direction === "ASC" ? [...bounds].sort() : [...bounds].sort().reverse(),
      );
    }
  });

  it("refuses a cursor of another order", async () => {
    const page = await partitions("first: 2, order: { by: NAME }");
    const answer = await api.send(
      `{ series(id: "db.public.metrics") { partitions(first: 2, order: { by: BYTES }, after: "${page.pageInfo.endCursor}") { totalCount } } }`,
      {},
      api.as.viewer,
    );
    expect(answer.errors[0]?.extensions.code).toBe("BAD_INPUT");
  });

  it("adds partitions up in a strip, exactly at every zoom", async () => {
    const total = (await partitions("first: 1, filter: { states: [LIVE, SEALED] }")).totalCount;
    for (const buckets of [1, 3, 7, 100, 500]) {
      const { series } = await api.ask<{
        series: { strip: { partitions: number; slices: { live: number; sealed: number }[] } };
      }>(
        `{ series(id: "db.public.metrics") { strip(buckets: ${buckets}) { partitions slices { live sealed } } } }`,
      );
      expect(series.strip.partitions).toBe(total);
      expect(series.strip.slices.reduce((sum, slice) => sum + slice.live + slice.sealed, 0)).toBe(
        total,
      );
    }
  });

  it("draws where the rows are, and all of it when asked: a partition made far ahead squeezes nothing", async () => {
    await database.query(
      "SELECT sealstone.make_partitions('public.metrics', '2035-01-01', '2035-01-02')",
    );
    try {
      await database.query("SELECT sealstone.measure('public.metrics')");
      const ask = async (args: string) =>
        (
          await api.ask<{
            series: {
              oldest: string;
              newest: string;
              strip: { from: string; to: string; partitions: number };
            };
          }>(
            `{ series(id: "db.public.metrics") { oldest newest strip(${args}) { from to partitions } } }`,
          )
        ).series;
      const whole = await ask("buckets: 60");
      expect(whole.strip.to).toBe("2035-01-02T00:00:00.000000Z");
      const near = await ask("buckets: 60, withRows: true");
      expect(near.strip.from).toBe(near.oldest);
      expect(near.strip.to).toBe(near.newest);
      expect(near.strip.partitions).toBeLessThan(whole.strip.partitions);
      // an end that is given is taken
      const given = await ask('buckets: 60, withRows: true, to: "2035-01-02T00:00:00Z"');
      expect(given.strip.to).toBe(whole.strip.to);
      expect(given.strip.from).toBe(near.oldest);
    } finally {
      await database.query("DROP TABLE public.metrics_p20350101");
      await database.query("SELECT sealstone.measure('public.metrics')");
    }
  });

  it("says NOT_FOUND for what is not there, whatever the id is like", async () => {
    for (const id of [
      "db.1",
      "db.public.nothing",
      "other.1",
      "db.",
      ".",
      "db.public.'; DROP TABLE x --",
      'db."',
      "db.99999999999",
      "x".repeat(500),
    ]) {
      const answer = await api.send(
        "query ($id: ID!) { series(id: $id) { id } }",
        { id },
        api.as.viewer,
      );
      expect(answer.data).toEqual({ series: null });
      expect(answer.errors[0]?.extensions.code).toBe("NOT_FOUND");
    }
  });

  it("lists tables with columns for completion", async () => {
    const { database: found } = await api.ask<{
      database: {
        tables: {
          qualifiedName: string;
          isSeries: boolean;
          columns: { name: string; timeLike: boolean }[];
        }[];
      };
    }>('{ database(id: "db") { tables { qualifiedName isSeries columns { name timeLike } } } }');
    expect(found.tables.length).toBeGreaterThan(0);
  });
});

describe("work", () => {
  it("shows in a dry run exactly what would run, and does nothing", async () => {
    const [partition] = (
      await partitions("first: 1, filter: { due: true }, order: { by: RANGE, direction: ASC }")
    ).nodes;
    const { seal } = await api.ask<{ seal: { sql: string[]; dryRun: boolean; operation: null } }>(
      "mutation ($p: ID!) { seal(partition: $p, dryRun: true) { sql dryRun operation { id } } }",
      { p: partition?.id },
      api.as.operator,
    );
    expect(seal).toEqual({
      sql: [`SELECT sealstone.request('seal', '${partition?.qualifiedName}'::regclass)`],
      dryRun: true,
      operation: null,
    });
    expect(await database.query("SELECT 1 FROM sealstone.operations")).toHaveLength(0);
  });

  it("seals, reseals and unseals a partition, each in the audit log with the person", async () => {
    const [partition] = (
      await partitions("first: 1, filter: { due: true }, order: { by: RANGE, direction: ASC }")
    ).nodes;
    const id = partition?.id ?? "";
    for (const [mutation, state] of [
      ["seal", "SEALED"],
      ["reseal", "SEALED"],
      ["unseal", "LIVE"],
    ] as const) {
      const answer = await api.ask<
        Record<
          string,
          { operation: { id: string; actor: string | null; state: string; requestedBy: string } }
        >
      >(
        `mutation ($p: ID!) { ${mutation}(partition: $p) { operation { id actor state requestedBy } } }`,
        { p: id },
        api.as.operator,
      );
      const operation = answer[mutation]?.operation;
      expect(operation).toMatchObject({ actor: "operator", requestedBy: "sealstone_operator" });
      expect(await operationEnds(api, operation?.id ?? "")).toMatchObject({ state: "SUCCEEDED" });
      const after = await api.ask<{
        partition: { state: string; lastOperation: { kind: string } };
      }>("query ($p: ID!) { partition(id: $p) { state lastOperation { kind } } }", { p: id });
      expect(after.partition).toEqual({ state, lastOperation: { kind: mutation.toUpperCase() } });
    }
    const { auditLog } = await api.ask<{
      auditLog: {
        nodes: {
          action: string;
          outcome: string;
          actor: string;
          operation: string;
          sql: string[];
          target: string;
        }[];
      };
    }>(
      "{ auditLog(first: 3, filter: { outcomes: [SUCCEEDED] }) { nodes { action outcome actor operation sql target } } }",
    );
    expect(auditLog.nodes.map((entry) => entry.action)).toEqual(["unseal", "reseal", "seal"]);
    expect(auditLog.nodes[2]).toMatchObject({
      actor: "operator",
      target: partition?.qualifiedName,
    });
    expect(auditLog.nodes[2]?.operation).toMatch(/^db\.\d+$/);
  });

  it("seals many at once when the count is as expected, and refuses otherwise", async () => {
    const due = (await partitions("first: 1, filter: { due: true }")).totalCount;
    const query =
      'mutation ($n: Int!) { bulkPartitions(kind: SEAL, series: "db.public.metrics", filter: { due: true }, expectedCount: $n) { targets operation { id children { id } } } }';
    const refused = await api.send(query, { n: due + 1 }, api.as.operator);
    expect(refused.errors[0]?.extensions.code).toBe("CONFLICT");
    const { bulkPartitions } = await api.ask<{
      bulkPartitions: { targets: number; operation: { id: string; children: unknown[] } };
    }>(query, { n: due }, api.as.operator);
    expect(bulkPartitions.targets).toBe(due);
    expect(bulkPartitions.operation.children).toHaveLength(due);
    expect(await operationEnds(api, bulkPartitions.operation.id)).toMatchObject({
      state: "SUCCEEDED",
    });
    expect((await partitions("first: 1, filter: { due: true }")).totalCount).toBe(0);
    // a dry run counts none; without a count of one's own there is still nothing to do
    const none = 'bulkPartitions(kind: SEAL, series: "db.public.metrics", filter: { due: true }';
    expect(
      await api.ask(`mutation { ${none}, dryRun: true) { targets sql } }`, {}, api.as.operator),
    ).toEqual({ bulkPartitions: { targets: 0, sql: [] } });
    const nothing = await api.send(`mutation { ${none}) { targets } }`, {}, api.as.operator);
    expect(nothing.errors[0]?.extensions.code).toBe("CONFLICT");
  });

  it("refuses to seal what is sealed, with CONFLICT", async () => {
    const [sealed] = (await partitions("first: 1, filter: { states: [SEALED] }")).nodes;
    const answer = await api.send(
      "mutation ($p: ID!) { seal(partition: $p) { sql } }",
      { p: sealed?.id },
      api.as.operator,
    );
    expect(answer.errors[0]?.extensions.code).toBe("CONFLICT");
  });

  it("shows columns and row groups of a page of sealed partitions", async () => {
    const { series } = await api.ask<{
      series: {
        partitions: {
          nodes: { columns: { name: string; bytes: string }[]; rowGroups: { rows: number }[] }[];
        };
      };
    }>(
      '{ series(id: "db.public.metrics") { partitions(first: 5, filter: { states: [SEALED] }) { nodes { columns { name type encodings bytes rawBytes ratio nullCount } rowGroups { rowGroup rows minTime maxTime bytes } } } } }',
    );
    for (const partition of series.partitions.nodes) {
      expect(partition.columns.map((column) => column.name).sort()).toEqual([
        "host",
        "note",
        "ts",
        "v",
      ]);
      expect(partition.rowGroups.length).toBeGreaterThan(0);
    }
  });
});

describe("the same key", () => {
  it("fifty times at once does it once, and answers all alike", async () => {
    const [live] = (
      await partitions("first: 1, filter: { states: [LIVE] }, order: { by: RANGE, direction: ASC }")
    ).nodes;
    const before = (await database.query("SELECT 1 FROM sealstone.operations")).length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        api.ask<{ seal: { operation: { id: string }; replayed: boolean } }>(
          'mutation ($p: ID!) { seal(partition: $p, idempotencyKey: "fifty") { operation { id } replayed } }',
          { p: live?.id },
          api.as.operator,
        ),
      ),
    );
    expect(new Set(answers.map((answer) => answer.seal.operation.id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.seal.replayed)).toHaveLength(1);
    expect((await database.query("SELECT 1 FROM sealstone.operations")).length).toBe(before + 1);
    await operationEnds(api, answers[0]?.seal.operation.id ?? "");
  });

  it("with other arguments is an error, and of another person is another key", async () => {
    const [a, b] = (await partitions("first: 2, filter: { states: [SEALED] }")).nodes;
    const query =
      'mutation ($p: ID!) { reseal(partition: $p, idempotencyKey: "mine") { operation { id } } }';
    const first = await api.ask<{ reseal: { operation: { id: string } } }>(
      query,
      { p: a?.id },
      api.as.operator,
    );
    await operationEnds(api, first.reseal.operation.id);
    const other = await api.send(query, { p: b?.id }, api.as.operator);
    expect(other.errors[0]?.extensions.code).toBe("IDEMPOTENCY_MISMATCH");
    const admin = await api.ask<{ reseal: { operation: { id: string } } }>(
      query,
      { p: b?.id },
      api.as.admin,
    );
    expect(admin.reseal.operation.id).not.toBe(first.reseal.operation.id);
    await operationEnds(api, admin.reseal.operation.id);
  });
});

describe("one target", () => {
  it("is held by no lock that a reader can take", async () => {
    const [partition] = (await partitions("first: 1, filter: { states: [LIVE] }")).nodes;
    const reader = new pg.Client({ connectionString: database.url("sealstone_sql") });
    await reader.connect();
    try {
      const [oid] = await database.query<{ oid: string }>("SELECT $1::regclass::oid::text AS oid", [
        partition?.qualifiedName,
      ]);
      // what requests were held by once, and every lock in that space that a reader may think of
      await reader.query(
        "SELECT pg_advisory_lock(1397049172, ($1::bigint % 2147483647)::int), pg_advisory_lock(hashtextextended('sealstone_console', 0)), pg_advisory_lock($1::bigint)",
        [oid?.oid],
      );
      for (const lock of [
        "BEGIN; LOCK TABLE sealstone_console.idempotency IN ACCESS SHARE MODE",
        "SELECT 1 FROM sealstone_console.idempotency FOR KEY SHARE",
      ]) {
        await expect(reader.query(lock), lock).rejects.toThrow(/permission denied/);
        await reader.query("ROLLBACK");
      }
      const { seal } = await api.ask<{ seal: { operation: { id: string } } }>(
        "mutation ($p: ID!) { seal(partition: $p) { operation { id } } }",
        { p: partition?.id },
        api.as.operator,
      );
      expect((await operationEnds(api, seal.operation.id)).state).toBe("SUCCEEDED");
    } finally {
      await reader.end();
    }
  });

  it("waits for another API that is at it, and goes on when that one ends", async () => {
    const [partition] = (await partitions("first: 1, filter: { states: [SEALED] }")).nodes;
    const [row] = await database.query<{ oid: string }>("SELECT $1::regclass::oid::text AS oid", [
      partition?.qualifiedName,
    ]);
    const key = createHash("sha256").update(`target ${row?.oid}`).digest();
    const other = new pg.Client({ connectionString: database.url("sealstone_admin") });
    await other.connect();
    try {
      await other.query("BEGIN");
      await other.query(
        "INSERT INTO sealstone_console.idempotency (key_hash, principal, mutation, arguments_hash) VALUES ($1, '', 'holdTargets', '')",
        [key],
      );
      await other.query("DELETE FROM sealstone_console.idempotency WHERE key_hash = $1", [key]);
      const asked = api.ask<{ reseal: { operation: { id: string } } }>(
        "mutation ($p: ID!) { reseal(partition: $p) { operation { id } } }",
        { p: partition?.id },
        api.as.operator,
      );
      await until(
        () =>
          database.query(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%holdTargets%'",
          ),
        (rows) => rows.length === 1,
      );
      await other.query("ROLLBACK");
      const { reseal } = await asked;
      expect((await operationEnds(api, reseal.operation.id)).state).toBe("SUCCEEDED");
    } finally {
      await other.end();
    }
  });

  it("asked for twenty times at once without a key is one operation, and CONFLICT with it", async () => {
    await api.ask('mutation { pauseAll(database: "db") { sql } }');
    const [sealed] = (await partitions("first: 1, filter: { states: [SEALED] }")).nodes;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.send<{ reseal: { operation: { id: string } } }>(
          "mutation ($p: ID!) { reseal(partition: $p) { operation { id } } }",
          { p: sealed?.id },
          api.as.operator,
        ),
      ),
    );
    const made = answers.flatMap(({ data }) => data?.reseal?.operation.id ?? []);
    expect(made).toHaveLength(1);
    for (const { errors } of answers) {
      for (const { extensions } of errors)
        expect([extensions.code, extensions.operation]).toEqual(["CONFLICT", made[0]]);
    }
    // nothing is left of what held them
    expect(
      await database.query("SELECT 1 FROM sealstone_console.idempotency WHERE principal = ''"),
    ).toEqual([]);
    await api.ask('mutation { resumeAll(database: "db") { sql } }');
    expect((await operationEnds(api, made[0] ?? "")).state).toBe("SUCCEEDED");
  });
});

describe("settings", () => {
  it("sets sealing under the version it was read at, once", async () => {
    const read = async () =>
      (
        await api.ask<{ series: { settingsVersion: string; sealing: Record<string, unknown> } }>(
          '{ series(id: "db.public.metrics") { settingsVersion sealing { enabled after codec orderBy keepIndexes } } }',
        )
      ).series;
    const before = await read();
    const query =
      'mutation ($v: String) { setSealing(series: "db.public.metrics", after: "3 days", codec: ZSTD, orderBy: ["host", "ts"], ifVersion: $v) { sql series { sealing { after codec orderBy } } } }';
    const { setSealing } = await api.ask<{ setSealing: { series: { sealing: unknown } } }>(query, {
      v: before.settingsVersion,
    });
    expect(setSealing.series.sealing).toEqual({
      after: "3 days",
      codec: "zstd",
      orderBy: ["host", "ts"],
    });
    const again = await api.send(query, { v: before.settingsVersion }, api.as.admin);
    expect(again.errors[0]?.extensions.code).toBe("PRECONDITION_FAILED");
  });

  it("creates a series from a table, with and without rows", async () => {
    await database.query(
      `SET ROLE demo_owner; CREATE TABLE public."Odd ""name" (at timestamptz NOT NULL, v int); INSERT INTO public."Odd ""name" SELECT now(), 1; RESET ROLE`,
    );
    const input = {
      database: "db",
      table: 'Odd "name',
      timeColumn: "at",
      partitionInterval: "1 day",
    };
    const dry = await api.ask<{ createSeries: { sql: string[]; series: null } }>(
      "mutation ($input: CreateSeriesInput!) { createSeries(input: $input, dryRun: true) { sql series { id } } }",
      { input },
    );
    expect(dry.createSeries.sql[0]).toContain(`'public."Odd ""name"'::regclass`);
    const made = await api.ask<{
      createSeries: { series: { qualifiedName: string; hasDefault: boolean } };
    }>(
      "mutation ($input: CreateSeriesInput!) { createSeries(input: $input) { series { qualifiedName hasDefault } } }",
      { input },
    );
    expect(made.createSeries.series).toEqual({
      qualifiedName: 'public."Odd ""name"',
      hasDefault: true,
    });
    const bad = await api.send(
      "mutation ($input: CreateSeriesInput!) { createSeries(input: $input) { sql } }",
      { input: { ...input, table: "not there" } },
      api.as.admin,
    );
    expect(bad.errors[0]?.extensions).toMatchObject({ code: "NOT_FOUND", sqlstate: "42P01" });
  });
});

describe("dropping", () => {
  it("needs the name and what the dry run said", async () => {
    await makeSeries(database, "droppable", 6);
    const query = `mutation ($c: String, $e: DropExpectation, $d: Boolean!) {
      dropPartitions(series: "db.public.droppable", before: "${new Date(Date.now() - 3 * 86_400_000).toISOString()}", confirm: $c, expect: $e, dryRun: $d) {
        sql effect { partitions bytes rows names notRolledUp dependents } series { partitionCount } } }`;
    const dry = await api.ask<{
      dropPartitions: { effect: { partitions: number; bytes: string } };
    }>(query, { d: true });
    const { effect } = dry.dropPartitions;
    expect(effect.partitions).toBeGreaterThan(1);
    const expectation = { partitions: effect.partitions, bytes: effect.bytes };
    const cases: [Record<string, unknown>, string][] = [
      [{}, "CONFIRMATION_REQUIRED"],
      [{ c: "public.droppable" }, "CONFIRMATION_REQUIRED"],
      [{ c: "droppable", e: expectation }, "CONFIRMATION_REQUIRED"],
      [
        { c: "public.droppable", e: { ...expectation, partitions: effect.partitions + 1 } },
        "CONFLICT",
      ],
      [{ c: "public.droppable", e: { ...expectation, bytes: "1" } }, "CONFLICT"],
    ];
    for (const [variables, code] of cases) {
      const answer = await api.send(query, { d: false, ...variables }, api.as.admin);
      expect(answer.errors[0]?.extensions.code).toBe(code);
    }
    const count = async () =>
      (
        await database.query(
          "SELECT 1 FROM sealstone.partition_info WHERE relation = 'public.droppable'::regclass",
        )
      ).length;
    const before = await count();
    await api.ask(query, { d: false, c: "public.droppable", e: expectation });
    expect(await count()).toBe(before - effect.partitions);
  });

  it("by policy needs them too", async () => {
    const query = `mutation ($c: String, $e: DropExpectation, $d: Boolean!) { setRetention(series: "db.public.droppable", keep: "2 days", confirm: $c, expect: $e, dryRun: $d) { effect { partitions bytes } series { retention { keep } } } }`;
    const dry = await api.ask<{ setRetention: { effect: { partitions: number; bytes: string } } }>(
      query,
      { d: true },
    );
    const refused = await api.send(query, { d: false }, api.as.admin);
    expect(refused.errors[0]?.extensions.code).toBe("CONFIRMATION_REQUIRED");
    const done = await api.ask<{ setRetention: { series: { retention: { keep: string } } } }>(
      query,
      {
        d: false,
        c: "public.droppable",
        e: dry.setRetention.effect,
      },
    );
    expect(done.setRetention.series.retention.keep).toBe("2 days");
  });
});
