import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Database,
  makeDatabase,
  makeSeries,
  type Running,
  settingsFor,
  startApp,
  until,
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

interface Result {
  runSql: {
    columns: { name: string; type: string; numeric: boolean }[];
    rows: (string | null)[][];
    truncated: boolean;
    warnings: string[];
  };
}

/** Statements of the SQL page's login that hold this text and are at work. */
async function running(text: string): Promise<number> {
  const [row] = await database.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = 'sealstone_sql' AND state = 'active' AND strpos(query, '${text}') > 0`,
  );
  return (row as { n: number }).n;
}

const query =
  'mutation ($sql: String!, $max: Int! = 1000, $ms: Int! = 60000) { runSql(database: "db", sql: $sql, maxRows: $max, timeoutMs: $ms) { columns { name type numeric temporal } rows truncated warnings command } }';

describe("the SQL page", () => {
  it("gives rows as Postgres prints them, with the types", async () => {
    const { runSql } = await api.ask<Result>(
      query,
      {
        sql: "SELECT 9007199254740993::bigint AS big, 'NaN'::float8 AS f, NULL AS n, timestamptz '2026-01-01 00:00:00.123456+00' AS t, numeric(10,2) '1.50' AS m",
      },
      api.as.viewer,
    );
    expect(runSql.rows).toEqual([
      ["9007199254740993", "NaN", null, "2026-01-01 00:00:00.123456+00", "1.50"],
    ]);
    expect(runSql.columns.map((column) => column.type)).toEqual([
      "bigint",
      "double precision",
      "text",
      "timestamp with time zone",
      "numeric(10,2)",
    ]);
  });

  it("is bounded in rows, bytes and time", async () => {
    const rows = await api.ask<Result>(
      query,
      { sql: "SELECT a.host FROM public.metrics a, public.metrics b", max: 500 },
      api.as.viewer,
    );
    expect(rows.runSql.rows).toHaveLength(500);
    expect(rows.runSql.truncated).toBe(true);
    const bytes = await api.ask<Result>(
      query,
      { sql: "SELECT repeat('x', 1000000) FROM generate_series(1, 1000)", max: 1000 },
      api.as.viewer,
    );
    // what is left out is not even fetched
    expect(Buffer.byteLength(JSON.stringify(bytes))).toBeGreaterThan(7_000_000);
    expect(bytes.runSql.truncated).toBe(true);
    expect(bytes.runSql.rows.length).toBeLessThan(10);
    // one row is bounded too, and its connection is no loss
    for (const sql of [
      "SELECT repeat('x', 9000000)",
      "SELECT repeat('x', 200000000)",
      "SELECT repeat('x', i) FROM generate_series(200000000, 200000000) i",
    ]) {
      const row = await api.send(query, { sql, max: 1 }, api.as.viewer);
      expect(row.errors[0]?.extensions.code, sql).toBe("TOO_LARGE");
    }
    const many = await api.ask<Result>(
      query,
      { sql: "SELECT i, repeat('x', i % 3) FROM generate_series(1, 2345) i", max: 3000 },
      api.as.viewer,
    );
    expect(many.runSql.truncated).toBe(false);
    expect(many.runSql.rows.map((one) => Number(one[0]))).toEqual(
      Array.from({ length: 2345 }, (_one, i) => i + 1),
    );
    const slow = await api.send(query, { sql: "SELECT pg_sleep(600)", ms: 300 }, api.as.viewer);
    expect(slow.errors[0]?.extensions.code).toBe("TIMEOUT");
  });

  it("warns where every partition is read, and not where few are", async () => {
    const all = await api.ask<Result>(
      query,
      { sql: "SELECT count(*) FROM public.metrics" },
      api.as.viewer,
    );
    expect(all.runSql.warnings.join()).toContain("Every partition of public.metrics");
    const few = await api.ask<Result>(
      query,
      { sql: "SELECT count(*) FROM public.metrics WHERE ts >= now() - interval '1 hour'" },
      api.as.viewer,
    );
    expect(few.runSql.warnings).toEqual([]);
  });

  it("explains, as JSON, as text and in words", async () => {
    const { explainSql } = await api.ask<{
      explainSql: {
        plan: Record<string, unknown>;
        text: string;
        executionMs: number;
        partitionsRead: number;
        partitionsTotal: number;
      };
    }>(
      'mutation { explainSql(database: "db", sql: "SELECT count(*) FROM public.metrics", analyze: true) { plan text executionMs planningMs partitionsRead partitionsTotal warnings } }',
      {},
      api.as.viewer,
    );
    expect(explainSql.plan).toHaveProperty("Plan");
    expect(explainSql.text).toContain("Aggregate");
    expect(explainSql.partitionsRead).toBe(explainSql.partitionsTotal);
  });

  it("lets nothing be written, run, read from disk, ended or left behind", async () => {
    const before = await database.query("SELECT count(*)::int AS n FROM public.metrics");
    const hostile = [
      "SET TRANSACTION READ WRITE",
      "COMMIT; DROP TABLE public.metrics",
      "COMMIT",
      "SELECT 1; DROP TABLE public.metrics",
      "DROP TABLE public.metrics",
      "DELETE FROM public.metrics",
      "WITH x AS (DELETE FROM public.metrics RETURNING 1) SELECT * FROM x",
      "INSERT INTO public.metrics VALUES (now(), 1)",
      "CREATE TABLE public.mine (i int)",
      "CREATE TEMPORARY TABLE mine (i int)",
      "CREATE SCHEMA mine",
      "COPY public.metrics TO PROGRAM 'cat > /dev/null'",
      "COPY (SELECT 1) TO '/dev/null'",
      "SELECT pg_read_file('postgresql.conf')",
      "SELECT pg_ls_dir('.')",
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename <> 'sealstone_sql' AND pid <> pg_backend_pid() AND pg_terminate_backend(pid)",
      "SELECT lo_import('/etc/passwd')",
      "SELECT * FROM dblink('dbname=postgres', 'SELECT 1') AS t(i int)",
      "SELECT sealstone.request('seal', (SELECT partition FROM sealstone.partition_info LIMIT 1))",
      "SELECT sealstone.set_retention('public.metrics', interval '1 day')",
      "SELECT sealstone.drop_before('public.metrics', now())",
      "SELECT sealstone.pause_all()",
      "SELECT sealstone.cancel_operation(1)",
      "SELECT sealstone.grant_operate('public.metrics', 'sealstone_sql')",
      "SELECT * FROM sealstone_console.users",
      "SELECT * FROM sealstone_console.sessions",
      "SELECT * FROM pg_authid",
      "SET ROLE sealstone_admin",
      "SET SESSION AUTHORIZATION postgres",
      "ALTER ROLE sealstone_sql SUPERUSER",
      "DO $$ BEGIN EXECUTE 'DROP TABLE public.metrics'; END $$",
      "LOCK TABLE public.metrics IN ACCESS EXCLUSIVE MODE",
      "SELECT nextval('sealstone_console.audit_id_seq')",
      "VACUUM public.metrics",
    ];
    for (const sql of hostile) {
      const answer = await api.send(query, { sql }, api.as.admin);
      const harmless = answer.errors.length === 0 && /^(?:SET TRANSACTION|COMMIT$)/.test(sql);
      expect(harmless || answer.errors.length > 0, `${sql}: ${JSON.stringify(answer.data)}`).toBe(
        true,
      );
      expect(JSON.stringify(answer.errors)).not.toMatch(/INTERNAL/);
    }
    const after = await database.query("SELECT count(*)::int AS n FROM public.metrics");
    expect(after).toEqual(before);
    // what one left in the session is not there for the next
    await api.send(query, { sql: "SET search_path = pg_temp" }, api.as.viewer);
    const { runSql } = await api.ask<Result>(query, { sql: "SHOW search_path" }, api.as.viewer);
    expect(runSql.rows[0]?.[0]).toContain("public");
    const { runSql: mode } = await api.ask<Result>(
      query,
      { sql: "SHOW transaction_read_only" },
      api.as.viewer,
    );
    expect(mode.rows).toEqual([["on"]]);
  });

  it("outlives statements that end their own session, copy, or ask for what it does not speak", async () => {
    const refused: [string, string, RegExp][] = [
      ["COPY (SELECT 1) TO STDOUT", "UNSUPPORTED", /does not COPY/],
      ["-- x\n COPY public.metrics FROM STDIN", "UNSUPPORTED", /does not COPY/],
      ["SELECT pg_terminate_backend(pg_backend_pid())", "DB_UNAVAILABLE", /./],
      ["SELECT $1", "BAD_INPUT", /parameters/],
      ["SELECT 1; SELECT 2", "BAD_INPUT", /One statement at a time/],
      ["SELEC 1", "BAD_INPUT", /syntax error/i],
      ["SELECT nothing", "BAD_INPUT", /does not exist/],
      ["SELECT 1/0", "BAD_INPUT", /division by zero/i],
    ];
    for (const [sql, code, message] of refused) {
      const { errors } = await api.send(query, { sql }, api.as.viewer);
      expect([sql, errors[0]?.extensions.code]).toEqual([sql, code]);
      expect(errors[0]?.message).toMatch(message);
      const { runSql } = await api.ask<Result>(query, { sql: "SELECT 1" }, api.as.viewer);
      expect(runSql.rows).toEqual([["1"]]);
    }
    // a COPY that is not seen for one: whatever comes of it, the next is answered
    for (const sql of [
      "/* a /* b */ c */ COPY (SELECT 1) TO STDOUT",
      "/* a /* b */ c */ COPY public.metrics FROM STDIN",
    ]) {
      await api.send(query, { sql }, api.as.viewer);
      const { runSql } = await api.ask<Result>(query, { sql: "SELECT 1" }, api.as.viewer);
      expect(runSql.rows).toEqual([["1"]]);
    }
  });

  it("is stopped in time, whatever the statement sets", async () => {
    const { errors } = await api.send(
      query,
      {
        sql: "SELECT set_config('statement_timeout', '0', false), pg_sleep(0.5) FROM generate_series(1, 1200)",
        ms: 1_000,
      },
      api.as.viewer,
    );
    expect(errors[0]?.extensions.code).toBe("TIMEOUT");
    expect(await running("generate_series(1, 1200)")).toBe(0);
  });

  it("is stopped when whoever asked has gone", async () => {
    const left = new AbortController();
    const asked = api.rest("POST", "/api/v1/databases/db/sql", {
      who: api.as.viewer,
      body: { sql: "SELECT pg_sleep(599)", timeoutMs: 60_000 },
      signal: left.signal,
    });
    asked.catch(() => undefined);
    await until(
      () => running("pg_sleep(599)"),
      (found) => found === 1,
    );
    left.abort();
    await until(
      () => running("pg_sleep(599)"),
      (found) => found === 0,
    );
  });

  it("says that it is busy, where others are before", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        api.send(query, { sql: "SELECT pg_sleep(0.3)" }, api.as.viewer),
      ),
    );
    const codes = answers.map(({ errors }) => errors[0]?.extensions.code ?? "OK");
    expect(new Set(codes)).toEqual(new Set(["OK", "RATE_LIMITED"]));
    const refused = answers.find(({ errors }) => errors.length > 0);
    expect(refused?.errors[0]?.message).toMatch(/busy/);
  });

  it("keeps every statement in the audit log", async () => {
    const rows = await database.query(
      "SELECT sql FROM sealstone_console.audit WHERE action = 'runSql' AND 'DROP TABLE public.metrics' = ANY (sql)",
    );
    expect(rows).toHaveLength(1);
  });

  it("says that it only reads, not that the server does", async () => {
    const { errors } = await api.send(
      query,
      { sql: "CREATE TABLE public.mine (i int)" },
      api.as.admin,
    );
    expect(errors[0]).toMatchObject({
      message: "The SQL page only reads.",
      extensions: { code: "FORBIDDEN", sqlstate: "25006" },
    });
  });

  it("is off, with what to do, where its login could write or there is none", async () => {
    const own = settingsFor(database);
    const strong = await startApp(
      { ...own, SEALSTONE_SQL_URL: own.SEALSTONE_ADMIN_URL ?? "" },
      { users: false },
    );
    const { SEALSTONE_SQL_URL: _left, ...without } = own;
    const none = await startApp(without, { users: false });
    for (const running of [strong, none]) {
      const answer = await running.send(query, { sql: "SELECT 1" }, api.as.admin);
      expect(answer.errors[0]?.extensions.code).toBe("UNSUPPORTED");
      expect(answer.errors[0]?.extensions.hint).toContain("grants.js");
      await running.stop();
    }
  });
});
