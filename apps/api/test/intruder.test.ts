/** More ways to try to get in, to get out what is not yours, and to make the API stand still. */
import { execFile } from "node:child_process";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { promisify } from "node:util";
import { createClient } from "graphql-ws";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { loadConfig } from "../src/config.js";
import { prepare } from "../src/http/rest/plan.js";
import { routes } from "../src/http/rest/routes.js";
import { buildBareSchema } from "../src/schema/load.js";
import {
  type Database,
  loginPassword,
  makeDatabase,
  makeSeries,
  password,
  type Running,
  root,
  settingsFor,
  startApp,
  until,
} from "./harness.js";

let database: Database;
let api: Running;
let partition: string;
/** All that was logged, at the finest level. */
let log = "";

const loose = "a-password-in-a-connection-string";

beforeAll(async () => {
  database = await makeDatabase();
  await makeSeries(database, "metrics", 4);
  const own = settingsFor(database);
  api = await startApp(
    {
      ...own,
      SEALSTONE_DATABASES: JSON.stringify({
        db: {
          url: own.DATABASE_URL,
          operatorUrl: own.SEALSTONE_OPERATOR_URL,
          adminUrl: own.SEALSTONE_ADMIN_URL,
          sqlUrl: own.SEALSTONE_SQL_URL,
        },
        other: {
          url: own.DATABASE_URL,
          operatorUrl: own.SEALSTONE_OPERATOR_URL,
          adminUrl: own.SEALSTONE_ADMIN_URL,
        },
        gone: `postgresql://someone:${loose}@127.0.0.1:9/none`,
      }),
    },
    {
      logger: pino(
        { level: "trace" },
        new Writable({
          write: (chunk: Buffer, _encoding, done) => {
            log += chunk.toString();
            done();
          },
        }),
      ),
    },
  );
  const { series } = await api.ask<{ series: { partitions: { nodes: { id: string }[] } } }>(
    '{ series(id: "db.public.metrics") { partitions(first: 1, filter: { due: true }) { nodes { id } } } }',
  );
  partition = series.partitions.nodes[0]?.id ?? "";
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

const code = (answer: {
  errors: readonly { extensions: { code: string } }[];
}): string | undefined => answer.errors[0]?.extensions.code;

async function token(input: Record<string, unknown>): Promise<{ id: string; secret: string }> {
  const { createToken } = await api.ask<{ createToken: { secret: string; token: { id: string } } }>(
    "mutation ($input: CreateTokenInput!) { createToken(input: $input) { secret token { id } } }",
    { input: { name: `token ${Math.random()}`, ...input } },
  );
  return { id: createToken.token.id, secret: createToken.secret };
}

/** Sends text as it is, and gives all that comes back until the other side closes. */
async function raw(origin: string, ...pieces: string[]): Promise<string> {
  const { port } = new URL(origin);
  return await new Promise<string>((resolve) => {
    let text = "";
    const socket = connect(Number(port), "127.0.0.1", () => {
      for (const piece of pieces) socket.write(piece);
    });
    socket.on("data", (data) => {
      text += data.toString();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text));
  });
}

describe("a request that never ends", () => {
  it("is closed, whether it is its head or its body that does not come", async () => {
    // an API of its own: no other test's request has to arrive within a second
    const hasty = await startApp(
      { ...settingsFor(database), SEALSTONE_REQUEST_TIMEOUT_MS: "1000" },
      { users: false },
    );
    const head = await raw(hasty.origin, "POST /graphql HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(head).toMatch(/application\/problem\+json[\s\S]*"code":"TIMEOUT"/);
    const wide = await raw(
      hasty.origin,
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Wide: ${"x".repeat(40_000)}\r\n\r\n`,
    );
    expect(wide).toMatch(/^HTTP\/1\.1 431 [\s\S]*"code":"TOO_LARGE"/);
    const body = await raw(
      hasty.origin,
      "POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n",
      '{"query": "{',
    );
    expect(body === "" || /^HTTP\/1\.1 408 /.test(body)).toBe(true);
    await hasty.stop();
  });

  it("of a size beyond all bounds is refused before it is read", async () => {
    const answer = await raw(
      api.origin,
      "POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50000000000\r\nConnection: close\r\n\r\n{",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe("what is deep or long", () => {
  it("is refused as such, and not as a fault of the API", async () => {
    const deep = `{ seriesList(first: ${"[".repeat(2900)}${"]".repeat(2900)}) { totalCount } }`;
    expect(["QUERY_TOO_COMPLEX", "BAD_INPUT"]).toContain(
      code(await api.send(deep, {}, api.as.viewer)),
    );
    for (const length of [101, 499, 501, 5_000]) {
      const answer = await api.rest("GET", `/api/v1/partitions/${"x".repeat(length)}`, {
        who: api.as.viewer,
      });
      expect([length, answer.status]).toEqual([length, 404]);
    }
  });
});

describe("a document that doubles", () => {
  it("by fragments is refused at once, signed in or not, also over a socket", async () => {
    const levels = Array.from(
      { length: 200 },
      (_value, i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`,
    );
    const bomb = `{ ...f0 } ${levels.join(" ")} fragment f200 on Query { __typename }`;
    for (const who of [{}, api.as.viewer])
      expect(code(await api.send(bomb, {}, who))).toBe("QUERY_TOO_COMPLEX");
    const inside = `{ databases { ...g0 } } ${levels.join(" ").replaceAll("f", "g").replaceAll("gragment", "fragment").replaceAll("Query", "Database")} fragment g200 on Database { id }`;
    expect(code(await api.send(inside, {}, api.as.viewer))).toBe("QUERY_TOO_COMPLEX");
    const client = createClient({
      url: `${api.origin.replace("http", "ws")}/graphql`,
      retryAttempts: 0,
      webSocketImpl: class extends WebSocket {
        constructor(address: string, protocols: string | string[]) {
          super(address, protocols, { headers: { cookie: api.as.viewer.cookie ?? "" } });
        }
      },
    });
    const errors = await new Promise<unknown>((resolve) => {
      client.subscribe(
        { query: bomb },
        { next: (result) => resolve(result), error: resolve, complete: () => resolve("complete") },
      );
    });
    expect(JSON.stringify(errors)).toContain("QUERY_TOO_COMPLEX");
    await client.dispose();
  });
});

describe("brute force", () => {
  it("with a new name each time is limited by address, whatever X-Forwarded-For says", async () => {
    // its own API: the limit is this address's for minutes
    const own = await startApp(settingsFor(database), { users: false });
    try {
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_value, i) =>
          own.send(
            'mutation ($n: String!) { signIn(name: $n, password: "wrong") { viewer { name } } }',
            { n: `name ${i}` },
            { headers: { "x-forwarded-for": `10.0.0.${i}`, forwarded: `for=10.0.1.${i}` } },
          ),
        ),
      );
      const limited = answers.filter((answer) => code(answer) === "RATE_LIMITED");
      expect(limited.length).toBe(20);
      expect(answers.every((answer) => answer.data === null)).toBe(true);
    } finally {
      await own.stop();
    }
  });

  it("with passwords of a megabyte costs nothing", async () => {
    const answer = await api.send(
      'mutation ($p: String!) { signIn(name: "nobody at all", password: $p) { viewer { name } } }',
      { p: "x".repeat(900_000) },
      {},
    );
    expect(code(answer)).toBe("BAD_INPUT");
  });
});

describe("revoked in mid-stream", () => {
  it.each(["token", "user"])("a %s loses its socket, and gets no more", async (kind) => {
    let headers: Record<string, string>;
    let revoke: () => Promise<unknown>;
    if (kind === "token") {
      const made = await token({ role: "VIEWER" });
      headers = { authorization: `Bearer ${made.secret}` };
      revoke = () => api.ask(`mutation { revokeToken(id: "${made.id}") { active } }`);
    } else {
      const { createUser } = await api.ask<{ createUser: { id: string } }>(
        `mutation { createUser(name: "leaves", password: "${password}", role: VIEWER) { id } }`,
      );
      headers = { cookie: (await api.signIn("leaves")).cookie ?? "" };
      revoke = () =>
        api.ask(`mutation { updateUser(id: "${createUser.id}", disabled: true) { id } }`);
    }
    const client = createClient({
      url: `${api.origin.replace("http", "ws")}/graphql`,
      retryAttempts: 0,
      webSocketImpl: class extends WebSocket {
        constructor(address: string, protocols: string | string[]) {
          super(address, protocols, { headers });
        }
      },
    });
    let events = 0;
    let closed: number | null = null;
    client.on("closed", (event) => {
      closed =
        typeof event === "object" && event !== null && "code" in event ? Number(event.code) : 0;
    });
    client.subscribe(
      { query: "subscription { clock }" },
      { next: () => (events += 1), error: () => undefined, complete: () => undefined },
    );
    await until(
      async () => events,
      (count) => count > 0,
    );
    await revoke();
    await until(
      async () => closed,
      (number) => number === 4403,
    );
    const then = events;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(events).toBe(then);
  });
});

describe("a token for one database", () => {
  it("finds nothing of another, under any kind of id, and lists nothing of it", async () => {
    const made = await token({ role: "ADMIN", databases: ["db"] });
    const who = { token: made.secret };
    const oid = partition.slice("db.".length);
    for (const query of [
      '{ database(id: "other") { id } }',
      '{ series(id: "other.public.metrics") { id } }',
      `{ partition(id: "other.${oid}") { id } }`,
      '{ job(id: "other.1") { id } }',
      '{ operation(id: "other.1") { id } }',
      '{ rollup(id: "other.1") { id } }',
      '{ seriesList(database: "other") { totalCount } }',
      '{ operations(database: "other") { totalCount } }',
      'mutation { sealEligible(series: "other.public.metrics") { sql } }',
      `mutation { seal(partition: "other.${oid}", dryRun: true) { sql } }`,
      'mutation { pauseAll(database: "other") { sql } }',
      'mutation { runSql(database: "other", sql: "SELECT 1") { rows } }',
      'mutation { cancelOperation(operation: "other.1") { sql } }',
    ])
      expect(code(await api.send(query, {}, who)), query).toBe("NOT_FOUND");
    const lists = await api.ask<Record<string, never>>(
      "{ seriesList { unavailable nodes { database { id } } } operations { nodes { database { id } } } attention { database { id } } databases { id } }",
      {},
      who,
    );
    expect(JSON.stringify(lists)).not.toMatch(/other|gone/);
    for (const path of ["/api/v1/databases/other", "/api/v1/series/other.public.metrics"])
      expect((await api.rest("GET", path, { who })).status).toBe(404);
  });
});

describe("hostile text", () => {
  const hostile = [
    "'; DROP TABLE public.metrics; --",
    "x\r\nSet-Cookie: stolen=1\r\n\r\n<script>",
    "\u0000",
    "𝕏".repeat(300),
  ];
  const schema = buildBareSchema();
  // sign-out and password are the caller's own; the rest is tried with an admin's cookie
  const tried = routes.filter((route) => !["/session", "/password"].includes(route.path));

  it("through every parameter of every route is answered in order, and changes nothing", async () => {
    const before = await database.query(
      "SELECT count(*)::int AS partitions FROM sealstone.partition_info",
    );
    const good: Record<string, string> = {
      "/databases/": "db",
      "/series/": "db.public.metrics",
      "/partitions/": partition,
      "/jobs/": "db.1",
      "/operations/": "db.1",
      "/rollups/": "db.1",
    };
    for (const route of tried) {
      const ready = prepare(schema, route);
      const texts = (parameters: typeof ready.queryParameters): string[] =>
        parameters
          .filter((parameter) =>
            /^(?:ID|String|DateTime|Interval|BigInt)!?$/.test(String(parameter.type)),
          )
          .map((parameter) => parameter.name);
      const start = Object.keys(good).find((prefix) => route.path.startsWith(`${prefix}{`));
      for (const text of hostile) {
        const paths = route.path.includes("{")
          ? [
              route.path.replaceAll(/\{\w+\}/g, encodeURIComponent(text)),
              route.path.replaceAll(/\{\w+\}/g, encodeURIComponent(`db.${text}`)),
              ...(start === undefined
                ? []
                : [route.path.replaceAll(/\{\w+\}/g, encodeURIComponent(good[start] ?? ""))]),
            ]
          : [route.path];
        for (const path of paths) {
          const search = new URLSearchParams(
            texts(ready.queryParameters).map((name): [string, string] => [name, text]),
          );
          const body = Object.fromEntries(texts(ready.bodyParameters).map((name) => [name, text]));
          const dry = ready.bodyParameters.some((parameter) => parameter.name === "dryRun");
          const response = await api.rest(
            route.method,
            `/api/v1${path}${search.size === 0 ? "" : `?${search}`}`,
            route.method === "GET" ? {} : { body: { ...body, ...(dry ? { dryRun: true } : {}) } },
          );
          const answer = await response.text();
          const where = `${route.method} ${path} ${JSON.stringify(text)} -> ${response.status} ${answer.slice(0, 300)}`;
          expect(response.status, where).not.toBe(500);
          expect(response.headers.get("set-cookie"), where).toBeNull();
          expect(response.headers.get("content-type"), where).toMatch(/json/);
          expect(answer, where).not.toMatch(/node_modules|\.[tj]s:\d+|postgresql:\/\//);
        }
      }
    }
    expect(
      await database.query("SELECT count(*)::int AS partitions FROM sealstone.partition_info"),
    ).toEqual(before);
  });

  it("in the body's own shape is refused", async () => {
    for (const body of [
      '{"__proto__": {"role": "ADMIN"}, "after": "1 day"}',
      '{"constructor": {"prototype": {"x": 1}}}',
      "[[[[[[[[",
      "nul\u0000l",
      '{"after": {"$gt": ""}}',
    ]) {
      const response = await fetch(`${api.origin}/api/v1/series/db.public.metrics/sealing`, {
        method: "PUT",
        headers: {
          "content-type": "application/json",
          cookie: api.as.admin.cookie ?? "",
          "x-sealstone-csrf": "1",
        },
        body,
      });
      expect(response.status, body).toBe(400);
      expect(await response.json()).toMatchObject({ code: "BAD_INPUT" });
    }
    expect(Object.prototype).not.toHaveProperty("role");
  });
});

describe("the SQL page's login", () => {
  const run = (sql: string) =>
    api.send<{ runSql: { rows: string[][] } }>(
      'mutation ($sql: String!) { runSql(database: "db", sql: $sql) { rows } }',
      { sql },
      api.as.viewer,
    );

  it("cannot leave anything behind for its next statement, or for others", async () => {
    for (const sql of [
      "SELECT set_config('transaction_read_only', 'off', false)",
      "SELECT set_config('default_transaction_read_only', 'off', false)",
      "SELECT set_config('role', 'sealstone_admin', false)",
      "SELECT set_config('search_path', 'pg_temp', false)",
      "SELECT set_config('statement_timeout', '0', false)",
      "SELECT set_config('sealstone.actor', 'admin', false)",
      "PREPARE p AS DELETE FROM public.metrics",
      "DECLARE c CURSOR WITH HOLD FOR SELECT 1",
      "LISTEN sealstone_events",
      "SELECT pg_advisory_lock(1)",
    ])
      await run(sql);
    const [row] =
      (
        await run(
          "SELECT current_setting('transaction_read_only'), current_user::text, current_setting('statement_timeout') <> '0', (SELECT count(*)::text FROM pg_prepared_statements WHERE statement LIKE '%DELETE%'), (SELECT count(*)::text FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())",
        )
      ).data?.runSql.rows ?? [];
    expect(row).toEqual(["on", "sealstone_sql", "t", "0", "0"]);
    expect((await run("EXECUTE p")).errors).not.toEqual([]);
  });

  it("may announce what it likes: only the table is believed", async () => {
    for (const payload of [
      "x",
      '{"id": "99999999999999999999999999"}',
      '{"id": -1}',
      '{"id": 1e400}',
      '{"id": {"a": 1}, "version": []}',
      '{"id": "1; DROP TABLE x"}',
    ])
      await run(`SELECT pg_notify('sealstone_events', '${payload}')`);
    const { database: found } = await api.ask<{ database: { state: string; liveSource: string } }>(
      '{ database(id: "db") { state liveSource } }',
    );
    expect(found).toEqual({ state: "OK", liveSource: "LISTEN" });
  });
});

describe("secrets", () => {
  it("are not taken from a command line, and are taken from files", async () => {
    const tried = await promisify(execFile)(
      process.execPath,
      [
        "--import",
        "tsx",
        "src/admin.ts",
        "create",
        "--name",
        "x",
        "--password",
        "on the command line",
      ],
      {
        cwd: root,
        env: { PATH: process.env.PATH ?? "", DATABASE_URL: database.url("sealstone_home") },
      },
    ).then(
      (done) => ({ ...done, code: 0 }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    expect(tried.code).toBeGreaterThan(0);
    expect(`${tried.stdout}${tried.stderr}`).not.toContain("Made x");
    const config = loadConfig({
      DATABASE_URL_FILE: "/dev/null",
      SEALSTONE_DATABASES: '{"a": "postgresql://h/a"}',
      SEALSTONE_HOME_URL: "postgresql://h/home",
    });
    expect(config.databases.map((one) => one.id)).toEqual(["a"]);
    expect(() =>
      loadConfig({
        DATABASE_URL: `mysql://u:${loose}@h/x`,
        SEALSTONE_HOME_URL: `nonsense ${loose}`,
      }),
    ).toThrow(expect.objectContaining({ message: expect.not.stringContaining(loose) }));
  });

  it("are in no log line, whatever went wrong", async () => {
    const made = await token({ role: "VIEWER" });
    await api.send("{ databases { id state totals { bytes } } }", {}, { token: made.secret });
    await api.send("{ databases { id } }", {}, { token: `${made.secret}x` });
    await api.send(
      'mutation { signIn(name: "viewer", password: "a wrong password of mine") { viewer { name } } }',
      {},
      {},
    );
    await api.app.services.targets.get("gone")?.monitor.check();
    const broken = await api.send(
      '{ database(id: "gone") { series { totalCount } } }',
      {},
      api.as.admin,
    );
    expect(code(broken)).toBe("DB_UNAVAILABLE");
    // whole errors are logged too
    api.app.services.logger.error(
      { err: new Error("no", { cause: new Error(`at postgresql://u:${loose}@h/x`) }) },
      "made for this test",
    );
    expect(log).toContain("made for this test");
    const all = `${log}${JSON.stringify(broken)}`;
    for (const secret of [
      made.secret,
      password,
      "a wrong password of mine",
      loginPassword,
      encodeURIComponent(loginPassword),
      api.as.admin.cookie?.split("=")[1] ?? "?",
    ])
      expect(all).not.toContain(secret);
    // this logger is the test's own, without the API's serializers: what the API logs itself is clean of it
    const lines = all.split("\n").filter((line) => !line.includes("made for this test"));
    expect(lines.join("\n")).not.toContain(loose);
  });
});
