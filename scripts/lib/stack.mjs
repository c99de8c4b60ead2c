// A whole stack: Postgres with the extension, the API as the front, the console behind it. `up` makes
// one for a person; the end-to-end tests make one for themselves.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildExtension,
  copyTree,
  extensionVersion,
  isReady,
  makeCluster,
  needServer,
  sql,
} from "./postgres.mjs";
import { run } from "./run.mjs";
import { step, Trouble } from "./say.mjs";
import { logTail, runServices, supervisorStatus, until } from "./services.mjs";
import { needDisk, ports, readJson, repo, secrets, writeJson } from "./state.mjs";

export const database = "demo";

/**
 * A Postgres of the stack's own with the current extension built into it.
 * @returns {Promise<import("./postgres.mjs").Server>}
 */
export async function preparePostgres(state, { flags = [], server: given } = {}) {
  const log = join(state.logs, "prepare.log");
  const announce = (names) =>
    console.log(`    installing the distribution's packages: ${names.join(" ")}`);
  const server =
    given ?? (await step("find Postgres and the build tools", () => needServer(log, announce)));
  const copy = await step(`copy Postgres ${server.version} into a private tree`, () =>
    copyTree(server, state.tree),
  );
  await step("build the extension", async () =>
    (await buildExtension(copy, { buildDir: join(state.dir, "build"), log, flags }))
      ? undefined
      : "unchanged",
  );
  return copy;
}

/** The service entry of the stack's Postgres. */
export function postgresService(copy, state) {
  return {
    name: "postgres",
    command: join(copy.bin, "postgres"),
    args: ["-D", state.data],
    cwd: "/",
    env: { PATH: process.env.PATH, HOME: "/tmp", LC_ALL: "C.UTF-8", TZ: "UTC" },
    ...(state.account ? { uid: state.account.uid, gid: state.account.gid } : {}),
    // "fast": sessions are ended and the server shuts down cleanly
    stopSignal: "SIGINT",
  };
}

/** Makes the cluster where missing, starts it under the supervisor, waits until it takes connections. */
export async function startPostgres(copy, state, { settings = {}, preferredPorts }) {
  needDisk(state.dir, 3);
  const chosen = await ports(state, preferredPorts, supervisorStatus(state) !== undefined);
  const keys = secrets(state);
  const log = join(state.logs, "prepare.log");
  await step("make the cluster", () =>
    makeCluster(copy, state, { password: keys.superuser, port: chosen.postgres, settings, log }),
  );
  writeJson(state.settings, { ...readJson(state.settings, {}), psql: join(copy.bin, "psql") });
  await step("start Postgres", async () => {
    const running = supervisorStatus(state)?.services ?? [];
    const mark = join(state.dir, "loaded.json");
    const now = { build: readJson(join(state.dir, "build/built.json"), null) };
    const stale = JSON.stringify(readJson(mark, null)) !== JSON.stringify(now);
    const service = postgresService(copy, state);
    // a new library is only loaded by a new server
    if (running.length === 0 || stale) {
      if (running.length > 0) await runServices(state, []);
      await runServices(state, [service]);
    }
    await until(
      () => isReady(copy, state, chosen.postgres),
      60_000,
      () =>
        new Trouble(
          `Postgres did not start. The end of its log:\n  ${logTail(state, "postgres")}`,
          "npm run logs postgres",
        ),
    );
    writeJson(mark, now);
  });
  return { ports: chosen, secrets: keys };
}

/** The SQL that CREATE EXTENSION runs, as it is installed now. */
const extensionSql = (copy) =>
  createHash("sha256")
    .update(
      readFileSync(join(copy.share, "extension", `sealstone--${extensionVersion()}.sql`), "utf8"),
    )
    .digest("hex");

const buildMark = (state) => join(state.data, "sealstone-sql.json");

/**
 * Was the extension in this cluster created by other SQL than is installed now, under the same version? Nothing upgrades that: new
 * functions would meet old tables.
 */
export function madeByOlderBuild(copy, state) {
  const mark = readJson(buildMark(state), null);
  return mark !== null && mark.version === extensionVersion() && mark.sql !== extensionSql(copy);
}

/** Notes which SQL the cluster's extension was created or upgraded by. */
export function markBuild(copy, state) {
  writeJson(buildMark(state), { version: extensionVersion(), sql: extensionSql(copy) });
}

const literal = (text) => `'${text.replaceAll("'", "''")}'`;

/** The database, the extension in it, and the logins; run again it mends what is missing. */
export function prepareDatabase(copy, state, { ports: chosen, secrets: keys }) {
  const ask = (text, db = database) =>
    sql(copy, state, { port: chosen.postgres, password: keys.superuser, database: db, text });
  const logins = {
    demo: keys.demo,
    sealstone_viewer: keys.viewer,
    sealstone_operator: keys.operator,
    sealstone_admin: keys.admin,
    sealstone_home: keys.home,
    sealstone_sql: keys.sql,
  };
  const statements = Object.entries(logins).flatMap(([name, password]) => [
    `DO $$ BEGIN CREATE ROLE ${name} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;`,
    `ALTER ROLE ${name} PASSWORD ${literal(password)};`,
  ]);
  ask(statements.join("\n"), "postgres");
  if (ask(`SELECT 1 FROM pg_database WHERE datname = ${literal(database)}`, "postgres") !== "1") {
    ask(`CREATE DATABASE ${database} OWNER demo`, "postgres");
  }
  ask(
    "CREATE EXTENSION IF NOT EXISTS sealstone; CREATE EXTENSION IF NOT EXISTS pg_stat_statements;",
  );
  const installed = ask("SELECT extversion FROM pg_extension WHERE extname = 'sealstone'");
  if (installed !== extensionVersion())
    ask(`ALTER EXTENSION sealstone UPDATE TO ${literal(extensionVersion())}`);
}

/** What each login may do, for the series that exist by now: the API's own script says it. */
export async function grantAccess(copy, state, { ports: chosen, secrets: keys }) {
  const grants = join(repo, "apps/api/dist/grants.js");
  if (!existsSync(grants))
    throw new Trouble(`${grants} is missing.`, "The API was not built: npm run build");
  let text = "";
  await run(process.execPath, [grants, "--owner", "demo"], {
    log: join(state.logs, "prepare.log"),
    onLine: (line) => {
      text += `${line}\n`;
    },
  });
  sql(copy, state, { port: chosen.postgres, password: keys.superuser, database, text });
}

const url = (user, password, port, db = database) =>
  `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${db}`;

/** Connection string of the demo's owner. */
export const demoUrl = ({ ports: chosen, secrets: keys }) =>
  url("demo", keys.demo, chosen.postgres);

/** Settings of the API's process. */
export function apiEnvironment({ ports: chosen, secrets: keys }) {
  return {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: `${chosen.api}`,
    DATABASE_URL: url("sealstone_viewer", keys.viewer, chosen.postgres),
    SEALSTONE_OPERATOR_URL: url("sealstone_operator", keys.operator, chosen.postgres),
    SEALSTONE_ADMIN_URL: url("sealstone_admin", keys.admin, chosen.postgres),
    SEALSTONE_SQL_URL: url("sealstone_sql", keys.sql, chosen.postgres),
    SEALSTONE_HOME_URL: url("sealstone_home", keys.home, chosen.postgres),
    SEALSTONE_WEB_URL: `http://127.0.0.1:${chosen.web}`,
    SEALSTONE_DOCUMENTS: join(repo, "apps/web/data/generated/persisted-documents.json"),
  };
}

/** The API as the front, the console behind it, and with `collector` the demo's own. */
export function appServices(copy, state, stack, { collector = false } = {}) {
  const node = (name, cwd, args, env) => ({
    name,
    command: process.execPath,
    args,
    cwd: join(repo, cwd),
    env,
  });
  const services = [
    postgresService(copy, state),
    node("web", "apps/web", [".next/standalone/apps/web/server.js"], {
      PATH: process.env.PATH,
      HOSTNAME: "127.0.0.1",
      PORT: `${stack.ports.web}`,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      SEALSTONE_API_URL: `http://127.0.0.1:${stack.ports.api}`,
    }),
    node("api", "apps/api", ["dist/server.js"], apiEnvironment(stack)),
  ];
  if (collector) {
    services.push(
      node("collector", "apps/demo", ["dist/collector.js"], {
        PATH: process.env.PATH,
        SEALSTONE_DEMO_URL: demoUrl(stack),
      }),
    );
  }
  return services;
}

/** Makes the console's admin, or gives it this password. */
export async function makeAdmin(stack, password, log) {
  await run(
    process.execPath,
    [
      join(repo, "apps/api/dist/admin.js"),
      "create",
      "--name",
      "admin",
      "--password-stdin",
      "--reset",
    ],
    {
      log,
      cwd: join(repo, "apps/api"),
      env: { ...process.env, ...apiEnvironment(stack) },
      input: `${password}\n`,
    },
  );
}
