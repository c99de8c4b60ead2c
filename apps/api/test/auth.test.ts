import { connect as connectSocket } from "node:net";
import { createClient } from "graphql-ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import {
  type Database,
  makeDatabase,
  makeSeries,
  password,
  type Running,
  settingsFor,
  startApp,
  until,
  type Who,
} from "./harness.js";

let database: Database;
let api: Running;
let partition: string;

beforeAll(async () => {
  database = await makeDatabase();
  await makeSeries(database, "metrics", 4);
  api = await startApp(settingsFor(database));
  const { series } = await api.ask<{ series: { partitions: { nodes: { id: string }[] } } }>(
    '{ series(id: "db.public.metrics") { partitions(first: 1, filter: { states: [LIVE] }, order: { direction: ASC }) { nodes { id } } } }',
  );
  partition = series.partitions.nodes[0]?.id ?? "";
});

afterAll(async () => {
  await api?.stop();
  await database?.drop();
});

async function token(
  input: Record<string, unknown>,
  who: Who = api.as.admin,
): Promise<{ id: string; secret: string }> {
  const { createToken } = await api.ask<{ createToken: { secret: string; token: { id: string } } }>(
    "mutation ($input: CreateTokenInput!) { createToken(input: $input) { secret token { id } } }",
    { input: { name: `token ${Math.random()}`, ...input } },
    who,
  );
  return { id: createToken.token.id, secret: createToken.secret };
}

const code = (answer: {
  errors: readonly { extensions: { code: string } }[];
}): string | undefined => answer.errors[0]?.extensions.code;

describe("without signing in", () => {
  it("nothing is read or changed", async () => {
    for (const query of [
      "{ databases { id } }",
      '{ series(id: "db.public.metrics") { id } }',
      "{ auditLog { nodes { id } } }",
      "{ users { id } }",
      `mutation { seal(partition: "${partition}") { sql } }`,
      'mutation { signIn(name: "x", password: "y") { viewer { name } } pauseAll(database: "db") { sql } }',
      "{ __schema { types { name } } }",
      "query { ...on Query { databases { id } } }",
    ]) {
      const answer = await api.send(query, {}, { headers: {} });
      expect(code(answer), query).toBe("UNAUTHENTICATED");
      expect(answer.data ?? null).toBeNull();
    }
    for (const path of ["/api/v1/databases", "/api/v1/viewer", "/metrics"]) {
      expect((await api.rest("GET", path, { who: {} })).status).toBe(401);
    }
  });

  it("one may ask who one is", async () => {
    expect((await api.send("{ viewer { name } }", {}, {})).data).toEqual({ viewer: null });
  });
});

describe("signing in", () => {
  it("gives a cookie that scripts cannot read and that stays on this site", async () => {
    const answer = await api.send(
      'mutation { signIn(name: "viewer", password: "correct horse battery") { viewer { name role scopes } } }',
    );
    const [cookie] = answer.headers.getSetCookie();
    for (const attribute of ["HttpOnly", "SameSite=Strict", "Secure", "Path=/"])
      expect(cookie).toContain(attribute);
    expect(JSON.stringify(answer.data)).not.toContain("password");
  });

  it("is refused alike for a wrong password and a name that is not there, and limited by name", async () => {
    const attempt = (name: string) =>
      api.send(
        'mutation ($n: String!) { signIn(name: $n, password: "not it at all") { viewer { name } } }',
        { n: name },
      );
    const wrong = await attempt("operator");
    const missing = await attempt("nobody");
    expect(code(wrong)).toBe("UNAUTHENTICATED");
    expect(wrong.errors[0]?.message).toBe(missing.errors[0]?.message);
    let limited: string | undefined;
    for (let i = 0; i < 12 && limited === undefined; i += 1) {
      const answer = await attempt("nobody");
      if (code(answer) === "RATE_LIMITED") limited = JSON.stringify(answer.errors[0]?.extensions);
    }
    expect(limited).toContain("retryAfter");
    const rows = await database.query(
      "SELECT outcome, error_code FROM sealstone_console.audit WHERE action = 'signIn' ORDER BY id DESC LIMIT 1",
    );
    expect(rows).toEqual([{ outcome: "REFUSED", error_code: "RATE_LIMITED" }]);
  });

  it("ends with signing out, at once", async () => {
    const who = await api.signIn("viewer");
    await api.ask("mutation { signOut }", {}, who);
    expect((await api.send("{ viewer { name } }", {}, who)).data).toEqual({ viewer: null });
  });
});

describe("another origin", () => {
  it("cannot use the cookie, whatever it sends", async () => {
    const query = `mutation { pauseAll(database: "db") { sql } }`;
    const attempts: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "https://evil.example", "x-sealstone-csrf": "1" },
      { "sec-fetch-site": "cross-site", "x-sealstone-csrf": "1" },
      { "sec-fetch-site": "same-site", "x-sealstone-csrf": "1" },
      {},
    ];
    for (const headers of attempts) {
      const response = await fetch(`${api.origin}/graphql`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          cookie: api.as.admin.cookie ?? "",
          ...headers,
        },
        body: JSON.stringify({ query }),
      });
      const body = (await response.json()) as { errors?: { extensions: { code: string } }[] };
      expect(body.errors?.[0]?.extensions.code, JSON.stringify(headers)).toBe("CSRF");
    }
    // a form can send no JSON, and a GET changes nothing
    const form = await fetch(`${api.origin}/graphql`, {
      method: "POST",
      headers: { "content-type": "text/plain", cookie: api.as.admin.cookie ?? "" },
      body: JSON.stringify({ query }),
    });
    expect(form.status).toBeGreaterThanOrEqual(400);
    const get = await fetch(`${api.origin}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { cookie: api.as.admin.cookie ?? "", "apollo-require-preflight": "1" },
    });
    expect(get.status).toBeGreaterThanOrEqual(400);
    const { database: state } = await api.ask<{ database: { worker: { paused: boolean } } }>(
      '{ database(id: "db") { worker { paused } } }',
    );
    expect(state.worker.paused).toBe(false);
  });

  it("cannot open a socket", async () => {
    const closed = await new Promise<number>((resolve) => {
      const socket = new WebSocket(
        `${api.origin.replace("http", "ws")}/graphql`,
        "graphql-transport-ws",
        {
          headers: { cookie: api.as.admin.cookie ?? "", origin: "https://evil.example" },
        },
      );
      socket.on("open", () => socket.send(JSON.stringify({ type: "connection_init" })));
      socket.on("close", (number) => resolve(number));
      socket.on("error", () => resolve(-1));
    });
    expect(closed).toBe(4403);
  });
});

describe("roles", () => {
  it("are asked before anything is done, for every mutation", async () => {
    const operate = [
      `seal(partition: "${partition}")`,
      `reseal(partition: "${partition}")`,
      `unseal(partition: "${partition}")`,
      'sealEligible(series: "db.public.metrics")',
      'migrateSeries(series: "db.public.metrics")',
      'measureSeries(series: "db.public.metrics")',
      'bulkPartitions(kind: SEAL, series: "db.public.metrics", filter: { due: true }, expectedCount: 1)',
      'pauseAll(database: "db")',
      'resumeAll(database: "db")',
      'runJob(job: "db.1")',
      'cancelOperation(operation: "db.1")',
      'retryOperation(operation: "db.1")',
      `estimateSeal(partition: "${partition}")`,
      `checkPartition(partition: "${partition}")`,
      'refreshRollup(rollup: "db.1")',
    ];
    const configure = [
      'createSeries(input: { database: "db", table: "t", timeColumn: "ts" })',
      'setSealing(series: "db.public.metrics", after: "1 day")',
      'setRetention(series: "db.public.metrics", keep: "1 day")',
      'setRetention(series: "db.public.metrics")',
      'makePartitions(series: "db.public.metrics", lo: "2030-01-01", hi: "2030-01-02")',
      'dropPartitions(series: "db.public.metrics", before: "2030-01-01")',
      'dropSeries(series: "db.public.metrics")',
      'createRollup(input: { source: "db.public.metrics", name: "r", bucket: "1 hour", selectList: "count(*)" })',
      'dropRollup(rollup: "db.1")',
      'setRollupRetention(rollup: "db.1", keep: "1 day")',
      'updateJob(job: "db.1", enabled: true)',
      'resumeJobs(database: "db")',
      'resetQueryStats(database: "db")',
    ];
    for (const [who, refused] of [
      [api.as.viewer, [...operate, ...configure]],
      [api.as.operator, configure],
    ] as const) {
      for (const mutation of refused) {
        const selection = mutation.startsWith("deleteUser") ? "" : "{ sql }";
        const answer = await api.send(`mutation { ${mutation} ${selection} }`, {}, who);
        expect(code(answer), mutation).toBe("FORBIDDEN");
      }
      for (const mutation of [
        'createUser(name: "x", password: "long enough pw", role: VIEWER) { id }',
        'updateUser(id: "x", role: ADMIN) { id }',
        'deleteUser(id: "x", confirm: "x")',
      ]) {
        expect(code(await api.send(`mutation { ${mutation} }`, {}, who)), mutation).toBe(
          "FORBIDDEN",
        );
      }
      expect(code(await api.send("{ users { id } }", {}, who))).toBe("FORBIDDEN");
      expect(code(await api.send("{ tokens(all: true) { id } }", {}, who))).toBe("FORBIDDEN");
    }
  });

  it("are Postgres's too: the operator's login itself may not drop or change policy", async () => {
    for (const statement of [
      "SELECT sealstone.set_retention('public.metrics', interval '1 day')",
      "SELECT sealstone.drop_before('public.metrics', now())",
      "DROP TABLE public.metrics",
      "SELECT * FROM sealstone_console.users",
    ]) {
      const pool = api.app.services.targets.get("db")?.writer("operator");
      await expect(
        pool?.transaction("attempt", (client) => client.exact(statement)),
        statement,
      ).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    }
  });

  it("shows each their own audit entries, and admins all", async () => {
    const actors = async (who: Who) =>
      new Set(
        (
          await api.ask<{ auditLog: { nodes: { actor: string | null }[] } }>(
            "{ auditLog(first: 500) { nodes { actor } } }",
            {},
            who,
          )
        ).auditLog.nodes.map((entry) => entry.actor),
      );
    expect(await actors(api.as.viewer)).toEqual(new Set(["viewer"]));
    expect((await actors(api.as.admin)).size).toBeGreaterThan(2);
  });

  it("always leave one admin", async () => {
    const { users } = await api.ask<{ users: { id: string; name: string }[] }>(
      "{ users { id name } }",
    );
    const id = users.find((user) => user.name === "admin")?.id;
    for (const change of ["role: VIEWER", "disabled: true"]) {
      expect(
        code(
          await api.send(
            `mutation { updateUser(id: "${id}", ${change}) { id } }`,
            {},
            api.as.admin,
          ),
        ),
      ).toBe("CONFLICT");
    }
    expect(
      code(
        await api.send(`mutation { deleteUser(id: "${id}", confirm: "admin") }`, {}, api.as.admin),
      ),
    ).toBe("CONFLICT");
  });
});

describe("tokens", () => {
  it("do what they were made for, and no more", async () => {
    const reader = await token({ role: "VIEWER", scopes: ["READ"] });
    const who = { token: reader.secret };
    expect((await api.send("{ databases { id } }", {}, who)).data).toEqual({
      databases: [{ id: "db" }],
    });
    expect(
      code(
        await api.send(`mutation { runSql(database: "db", sql: "SELECT 1") { rows } }`, {}, who),
      ),
    ).toBe("FORBIDDEN");
    expect(
      code(await api.send(`mutation { seal(partition: "${partition}") { sql } }`, {}, who)),
    ).toBe("FORBIDDEN");
    expect((await api.rest("GET", "/metrics", { who })).status).toBe(403);
    const scraper = await token({ role: "VIEWER", scopes: ["METRICS"] });
    const metrics = await api.rest("GET", "/metrics", { who: { token: scraper.secret } });
    expect(metrics.status).toBe(200);
    expect(await metrics.text()).toMatch(
      /sealstone_series_size_bytes\{database="db",series="public.metrics"\} \d+/,
    );
    expect(code(await api.send("{ databases { id } }", {}, { token: scraper.secret }))).toBe(
      "FORBIDDEN",
    );
  });

  it("never exceed their maker, also when the maker falls later", async () => {
    expect(
      code(
        await api.send(
          'mutation { createToken(input: { name: "x", role: ADMIN }) { secret } }',
          {},
          api.as.operator,
        ),
      ),
    ).toBe("FORBIDDEN");
    expect(
      code(
        await api.send(
          'mutation { createToken(input: { name: "x", role: VIEWER, scopes: [DROP] }) { secret } }',
          {},
          api.as.admin,
        ),
      ),
    ).toBe("BAD_INPUT");
    await api.ask(
      'mutation { createUser(name: "falls", password: "correct horse battery", role: OPERATOR) { id } }',
    );
    const person = await api.signIn("falls");
    const made = await token({ role: "OPERATOR" }, person);
    const dry = `mutation { seal(partition: "${partition}", dryRun: true) { sql } }`;
    expect((await api.send(dry, {}, { token: made.secret })).errors).toEqual([]);
    const { users } = await api.ask<{ users: { id: string; name: string }[] }>(
      "{ users { id name } }",
    );
    const id = users.find((user) => user.name === "falls")?.id;
    await api.ask(`mutation { updateUser(id: "${id}", role: VIEWER) { id } }`);
    expect(code(await api.send(dry, {}, { token: made.secret }))).toBe("FORBIDDEN");
    expect((await api.send("{ viewer { name } }", {}, person)).data).toEqual({ viewer: null });
    await api.ask(`mutation { updateUser(id: "${id}", disabled: true) { id } }`);
    expect(code(await api.send("{ viewer { name } }", {}, { token: made.secret }))).toBe(
      "UNAUTHENTICATED",
    );
  });

  it("may not make or list more of their kind", async () => {
    const made = await token({ role: "ADMIN" });
    expect(
      code(
        await api.send(
          'mutation { createToken(input: { name: "x" }) { secret } }',
          {},
          { token: made.secret },
        ),
      ),
    ).toBe("FORBIDDEN");
    expect(
      code(
        await api.send(
          'mutation { changePassword(current: "x", new: "correct horse battery") }',
          {},
          { token: made.secret },
        ),
      ),
    ).toBe("FORBIDDEN");
  });

  it("for one database do not see another", async () => {
    const made = await token({ role: "ADMIN", databases: ["db"] });
    expect((await api.send("{ databases { id } }", {}, { token: made.secret })).data).toEqual({
      databases: [{ id: "db" }],
    });
    expect(
      code(
        await api.send(
          'mutation { createToken(input: { name: "x", databases: ["other"] }) { secret } }',
          {},
          api.as.admin,
        ),
      ),
    ).toBe("BAD_INPUT");
  });

  it("are of no use once revoked, and are kept nowhere in the clear", async () => {
    const made = await token({ role: "VIEWER" });
    expect((await api.send("{ databases { id } }", {}, { token: made.secret })).errors).toEqual([]);
    await api.ask(`mutation { revokeToken(id: "${made.id}") { active } }`);
    expect(code(await api.send("{ databases { id } }", {}, { token: made.secret }))).toBe(
      "UNAUTHENTICATED",
    );
    const dump = await database.query<{ text: string }>(
      "SELECT t::text AS text FROM sealstone_console.tokens t UNION ALL SELECT a::text FROM sealstone_console.audit a UNION ALL SELECT u::text FROM sealstone_console.users u UNION ALL SELECT s::text FROM sealstone_console.sessions s",
    );
    const all = dump.map((row) => row.text).join("\n");
    expect(all).not.toContain(made.secret);
    expect(all).not.toContain(password);
    expect(all).not.toContain(api.as.admin.cookie?.split("=")[1]);
  });
});

describe("sockets", () => {
  it("close within five seconds of being signed out", async () => {
    const who = await api.signIn("viewer");
    const client = createClient({
      url: `${api.origin.replace("http", "ws")}/graphql`,
      retryAttempts: 0,
      webSocketImpl: class extends WebSocket {
        constructor(address: string, protocols: string | string[]) {
          super(address, protocols, { headers: { cookie: who.cookie ?? "" } });
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
      { query: "subscription { operationChanged { type } }" },
      { next: () => (events += 1), error: () => undefined, complete: () => undefined },
    );
    await until(
      async () => events,
      (count) => count > 0,
    );
    await api.ask("mutation { signOut }", {}, who);
    await until(
      async () => closed,
      (number) => number === 4403,
    );
  });

  it("answer nobody who is not signed in", async () => {
    const closed = await new Promise<number>((resolve) => {
      const socket = new WebSocket(
        `${api.origin.replace("http", "ws")}/graphql`,
        "graphql-transport-ws",
      );
      socket.on("open", () => socket.send(JSON.stringify({ type: "connection_init" })));
      socket.on("close", (number) => resolve(number));
      socket.on("error", () => resolve(-1));
    });
    expect(closed).toBe(4403);
  });
});

describe("what is too much", () => {
  it("in depth, width, aliases, tokens or batches is refused", async () => {
    let deep = "id";
    for (let i = 0; i < 12; i += 1) deep = `partitions(first: 1) { nodes { series { ${deep} } } }`;
    const aliases = Array.from({ length: 100 }, (_v, i) => `a${i}: databases { id }`).join(" ");
    const wide =
      "{ seriesList(first: 500) { nodes { partitions(first: 1000) { nodes { columns { name } rowGroups(first: 5000) { rows } } } } } }";
    for (const query of [`{ series(id: "db.1") { ${deep} } }`, `{ ${aliases} }`, wide]) {
      expect(code(await api.send(query, {}, api.as.admin))).toBe("QUERY_TOO_COMPLEX");
    }
    const tokens = `{ ${"__typename ".repeat(8_000)} }`;
    expect(code(await api.send(tokens, {}, api.as.admin))).toBe("BAD_INPUT");
    const batch = await fetch(`${api.origin}/graphql`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-sealstone-csrf": "1",
        cookie: api.as.admin.cookie ?? "",
      },
      body: JSON.stringify([{ query: "{ asOf }" }, { query: "{ asOf }" }]),
    });
    expect(batch.status).toBe(400);
  });

  it("in a body is refused", async () => {
    const large = await api.rest("POST", "/api/v1/databases/db/sql", {
      body: { sql: "x".repeat(3_000_000) },
    });
    expect(large.status).toBe(413);
  });
});

describe("injection", () => {
  const hostile = [
    "'; DROP TABLE public.metrics; --",
    "\\'; DROP TABLE public.metrics; --",
    '"; DROP TABLE public.metrics; --',
    "$$; DROP TABLE public.metrics; $$",
    "x'::text; SELECT pg_sleep(10); --",
    "\u0000",
    "%s%n",
    "${7*7}",
  ];

  it("through every text argument changes nothing and leaks nothing", async () => {
    for (const text of hostile) {
      const documents = [
        ["query ($t: String!) { seriesList(filter: { search: $t }) { totalCount } }", { t: text }],
        ["query ($t: String!) { operations(filter: { search: $t }) { totalCount } }", { t: text }],
        [
          "query ($t: String!) { auditLog(filter: { search: $t, actor: $t, action: $t }) { nodes { id } } }",
          { t: text },
        ],
        ['query ($t: String!) { database(id: "db") { tables(search: $t) { name } } }', { t: text }],
        ["query ($t: ID!) { series(id: $t) { id } }", { t: `db.${text}` }],
        ["query ($t: ID!) { partition(id: $t) { id } }", { t: `db.${text}` }],
        ["query ($t: ID!) { job(id: $t) { id } }", { t: `db.${text}` }],
        [
          'query ($t: String!) { series(id: "db.public.metrics") { partitions(filter: { from: $t, search: $t }) { totalCount } } }',
          { t: text },
        ],
        [
          'query ($t: String!) { series(id: "db.public.metrics") { strip(from: $t) { partitions } } }',
          { t: text },
        ],
        [
          'mutation ($t: String!) { setSealing(series: "db.public.metrics", after: $t) { sql } }',
          { t: text },
        ],
        [
          'mutation ($t: String!) { setSealing(series: "db.public.metrics", after: "3 days", orderBy: [$t]) { sql } }',
          { t: text },
        ],
        [
          'mutation ($t: String!) { setRetention(series: "db.public.metrics", keep: $t, dryRun: true) { sql } }',
          { t: text },
        ],
        [
          'mutation ($t: String!) { makePartitions(series: "db.public.metrics", lo: $t, hi: $t) { sql } }',
          { t: text },
        ],
        [
          'mutation ($t: String!) { dropPartitions(series: "db.public.metrics", before: $t, dryRun: true) { sql } }',
          { t: text },
        ],
        [
          'mutation ($t: String!) { createSeries(input: { database: "db", schema: $t, table: $t, timeColumn: $t, partitionInterval: "1 day" }) { sql } }',
          { t: text },
        ],
        [
          'mutation ($t: String!) { createRollup(input: { source: "db.public.metrics", name: $t, bucket: "1 hour", selectList: $t, groupBy: $t, timeZone: $t }) { sql } }',
          { t: text },
        ],
        [
          "mutation ($t: String!) { createUser(name: $t, password: $t, role: VIEWER) { id } }",
          { t: text },
        ],
        [
          'mutation ($t: String!) { measureSeries(series: "db.public.metrics", idempotencyKey: $t) { sql } }',
          { t: text },
        ],
      ] as const;
      for (const [query, variables] of documents) {
        const answer = await api.send(query, variables, api.as.admin);
        const wire = JSON.stringify(answer.errors);
        expect(wire, query).not.toMatch(/INTERNAL|node_modules|\.ts:|\.js:|postgresql:\/\//);
      }
    }
    const rows = await database.query("SELECT count(*)::int AS n FROM public.metrics");
    expect(rows[0]?.n).toBeGreaterThan(0);
  });

  it("through a header reaches neither log nor answer", async () => {
    const { port } = new URL(api.origin);
    const answer = await new Promise<string>((resolve) => {
      const socket = connectSocket(Number(port), "127.0.0.1", () => {
        socket.write(
          "GET /api/v1/viewer HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: a\r\nAuthorization: Bearer x\u0001y\r\nConnection: close\r\n\r\n",
        );
      });
      let text = "";
      socket.on("data", (data) => {
        text += data.toString();
      });
      socket.on("close", () => resolve(text));
    });
    expect(answer).not.toContain("500");
    expect(answer).toMatch(/^HTTP\/1\.1 40[01]/);
  });

  it("plain http from elsewhere is refused with a sentence", async () => {
    const response = await api.app.fastify.inject({
      method: "GET",
      url: "/api/v1/viewer",
      headers: { host: "metrics.example:4000" },
    });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: "INSECURE_HTTP" });
  });
});
