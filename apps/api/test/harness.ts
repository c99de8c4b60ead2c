/**
 * A database of its own for each test file, on the cluster that SEALSTONE_TEST_PG names, with the extension
 * and the real logins; and the real API in front of it. Nothing is mocked.
 */
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Role } from "@sealstone/shared";
import pg from "pg";
import { type Logger, pino } from "pino";
import { type App, buildApp } from "../src/app.js";
import { hashPassword } from "../src/auth/password.js";
import { loadConfig } from "../src/config.js";
import { grantsSql } from "../src/grants.js";
import { insertUser } from "../src/modules/identity/sql/users.js";

export const root = fileURLToPath(new URL("../", import.meta.url));

export function clusterUrl(): string {
  const url = process.env.SEALSTONE_TEST_PG;
  if (url === undefined || url === "") {
    throw new Error(
      "SEALSTONE_TEST_PG must name a cluster with the extension: postgresql://superuser@host:port/postgres",
    );
  }
  return url;
}

export const loginPassword = "api tests";
export const password = "correct horse battery";

export function urlOf(database: string, login?: string, cluster = clusterUrl()): string {
  const url = new URL(cluster);
  url.pathname = `/${database}`;
  if (login !== undefined) {
    url.username = login;
    url.password = encodeURIComponent(loginPassword);
  }
  return url.toString();
}

export interface Database {
  readonly name: string;
  /** As superuser. */
  readonly query: <Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ) => Promise<Row[]>;
  readonly client: pg.Client;
  /** As a login of the API; as superuser without one. */
  readonly url: (login?: string) => string;
  readonly drop: () => Promise<void>;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** A new database with the extension, role demo_owner owning what is made in it, and the API's logins. */
export async function makeDatabase(
  options: { readonly extension?: boolean; readonly cluster?: string } = {},
): Promise<Database> {
  const name = `api_test_${randomBytes(6).toString("hex")}`;
  const server = options.cluster ?? clusterUrl();
  const cluster = await connect(server);
  // nobody can be connected to this template, which would refuse the copy
  await cluster.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  await cluster.query(
    "DO $$ BEGIN CREATE ROLE demo_owner LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$",
  );
  await cluster.query(`ALTER DATABASE ${name} OWNER TO demo_owner`);
  const client = await connect(urlOf(name, undefined, server));
  if (options.extension !== false) {
    await client.query("CREATE EXTENSION sealstone");
    // a job runs when a test says so: on a slow machine any schedule may come round in the middle of one
    await client.query("ALTER TABLE sealstone.jobs ALTER COLUMN enabled SET DEFAULT false");
    // roles belong to the cluster: files that run at the same time change them one at a time
    await client.query("BEGIN; SELECT pg_advisory_xact_lock(732)");
    await cluster.query("SELECT pg_advisory_lock(732)");
    await client.query(grantsSql({ owners: ["demo_owner"], home: true, readSchemas: ["public"] }));
    for (const role of ["viewer", "operator", "admin", "sql", "home"]) {
      await client.query(`ALTER ROLE sealstone_${role} PASSWORD '${loginPassword}'`);
    }
    await client.query("COMMIT");
    await cluster.query("SELECT pg_advisory_unlock(732)");
  }
  return {
    name,
    client,
    url: (login) => urlOf(name, login, server),
    query: async (text, values) => (await client.query(text, values)).rows,
    drop: async () => {
      await client.end();
      await cluster.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await cluster.end();
    },
  };
}

export interface Answer<Data> {
  readonly status: number;
  readonly data: Data | null;
  readonly errors: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: { readonly code: string; readonly [key: string]: unknown };
  }[];
  readonly headers: Headers;
}

export interface Who {
  readonly cookie?: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

export interface Running {
  readonly app: App;
  readonly origin: string;
  readonly statements: string[];
  /** Sends a document and gives all of the answer. */
  readonly send: <Data = Record<string, unknown>>(
    query: string,
    variables?: Record<string, unknown>,
    who?: Who,
  ) => Promise<Answer<Data>>;
  /** Sends a document as admin unless told otherwise; throws on any error. */
  readonly ask: <Data>(
    query: string,
    variables?: Record<string, unknown>,
    who?: Who,
  ) => Promise<Data>;
  readonly as: Readonly<Record<"viewer" | "operator" | "admin", Who>>;
  readonly signIn: (name: string, secret?: string) => Promise<Who>;
  readonly rest: (
    method: string,
    path: string,
    options?: {
      who?: Who;
      body?: unknown;
      headers?: Record<string, string>;
      /** aborted: the caller goes away */
      signal?: AbortSignal;
    },
  ) => Promise<Response>;
  readonly stop: () => Promise<void>;
}

export function settingsFor(database: Database): Record<string, string> {
  return {
    DATABASE_URL: database.url("sealstone_viewer"),
    SEALSTONE_OPERATOR_URL: database.url("sealstone_operator"),
    SEALSTONE_ADMIN_URL: database.url("sealstone_admin"),
    SEALSTONE_SQL_URL: database.url("sealstone_sql"),
    SEALSTONE_HOME_URL: database.url("sealstone_home"),
    SEALSTONE_DATABASE_ID: "db",
    SEALSTONE_PROBE_SECONDS: "1",
    SEALSTONE_RATE_LIMIT: "100000",
    // a busy machine is no fault; tests of the limits set their own
    SEALSTONE_STATEMENT_TIMEOUT_MS: "120000",
    SEALSTONE_LOCK_TIMEOUT_MS: "60000",
    SEALSTONE_REQUEST_TIMEOUT_MS: "300000",
    NODE_ENV: "production",
  };
}

export async function startApp(
  settings: Record<string, string>,
  options: {
    readonly users?: boolean;
    readonly processMetrics?: boolean;
    readonly logger?: Logger;
  } = {},
): Promise<Running> {
  const statements: string[] = [];
  const app = await buildApp(loadConfig(settings), {
    logger: options.logger ?? pino({ level: process.env.TEST_LOG ?? "silent" }),
    onStatement: (_database, name) => statements.push(name),
    processMetrics: options.processMetrics ?? false,
  });
  await app.start();
  await app.fastify.listen({ host: "127.0.0.1", port: 0 });
  const address = app.fastify.server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  const origin = `http://127.0.0.1:${address.port}`;

  const headersOf = (who: Who | undefined): Record<string, string> => ({
    ...(who?.cookie === undefined ? {} : { cookie: who.cookie, "x-sealstone-csrf": "1" }),
    ...(who?.token === undefined ? {} : { authorization: `Bearer ${who.token}` }),
    ...who?.headers,
  });
  const send: Running["send"] = async (query, variables, who) => {
    const response = await fetch(`${origin}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-sealstone-csrf": "1", ...headersOf(who) },
      body: JSON.stringify({ query, variables: variables ?? {} }),
    });
    const body = (await response.json()) as { data?: never; errors?: never };
    return {
      status: response.status,
      data: body.data ?? null,
      errors: body.errors ?? [],
      headers: response.headers,
    };
  };
  const signIn: Running["signIn"] = async (name, secret = password) => {
    const answer = await send(
      "mutation ($name: String!, $password: String!) { signIn(name: $name, password: $password) { viewer { name } } }",
      {
        name,
        password: secret,
      },
    );
    if (answer.errors.length > 0) throw new Error(JSON.stringify(answer.errors));
    const cookie = answer.headers.getSetCookie()[0]?.split(";")[0];
    if (cookie === undefined) throw new Error("no cookie");
    return { cookie };
  };
  const as: { viewer: Who; operator: Who; admin: Who } = { viewer: {}, operator: {}, admin: {} };
  if (options.users !== false) {
    const passwordHash = await hashPassword(password);
    for (const role of ["viewer", "operator", "admin"] as const) {
      await insertUser(app.services.home, {
        name: role,
        passwordHash,
        role: role.toUpperCase() as Role,
      });
      as[role] = await signIn(role);
    }
  }
  return {
    app,
    origin,
    statements,
    send,
    as,
    signIn,
    ask: async (query, variables, who) => {
      const answer = await send(query, variables, who ?? as.admin);
      if (answer.errors.length > 0 || answer.data === null)
        throw new Error(JSON.stringify(answer.errors, null, 2));
      return answer.data as never;
    },
    rest: async (method, path, request = {}) =>
      await fetch(`${origin}${path}`, {
        method,
        redirect: "manual",
        headers: {
          ...headersOf(request.who ?? as.admin),
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      }),
    stop: app.stop,
  };
}

/** Polls until a condition holds, however slow the machine; what hangs fails with what was last seen. */
export async function until<T>(
  read: () => Promise<T>,
  done: (value: T) => boolean,
  seconds = 300,
): Promise<T> {
  // a test may set Date.now
  const end = performance.now() + seconds * 1000;
  let value = await read();
  while (!done(value)) {
    if (performance.now() > end)
      throw new Error(
        `not within ${seconds} s: ${JSON.stringify(value, (_k, v: unknown) => (typeof v === "bigint" ? v.toString() : v))}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 100));
    value = await read();
  }
  return value;
}

export async function operationEnds(
  running: Running,
  id: string,
): Promise<{ state: string; error: { message: string } | null }> {
  return await until(
    async () =>
      (
        await running.ask<{ operation: { state: string; error: { message: string } | null } }>(
          "query ($id: ID!) { operation(id: $id) { state error { message } } }",
          { id },
        )
      ).operation,
    (operation) => ["SUCCEEDED", "FAILED", "CANCELLED"].includes(operation.state),
  );
}

/** A series by day of the last days, some rows in each, owned by demo_owner; none of its jobs runs by itself. */
export async function makeSeries(database: Database, name: string, days = 10): Promise<void> {
  await database.query(`
    SET ROLE demo_owner;
    CREATE TABLE public.${name} (ts timestamptz NOT NULL, host int NOT NULL, v float8, note text);
    CREATE INDEX ON public.${name} (host, ts);
    SELECT sealstone.create_series('public.${name}', 'ts', '1 day');
    SELECT sealstone.make_partitions('public.${name}', (now() - interval '${days} days')::date::text, (now() + interval '1 day')::date::text);
    INSERT INTO public.${name} SELECT now() - i * interval '${Math.round((days * 86_400) / 5_000)} seconds', i % 5, i * 0.5, 'note ' || i % 3
      FROM generate_series(1, 5000) i WHERE now() - i * interval '${Math.round((days * 86_400) / 5_000)} seconds' >= (now() - interval '${days} days')::date;
    SELECT sealstone.set_sealing('public.${name}', interval '2 days');
    RESET ROLE;
    SELECT sealstone.measure('public.${name}');
    SELECT sealstone.grant_operate('public.${name}', 'sealstone_operator');
  `);
}
