// Postgres for a stack: find a server with its headers, copy its trees, build the extension into the
// copy, make and start a cluster. Nothing is ever written into the system's own Postgres.
import { spawnSync } from "node:child_process";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { firstAvailable, needPackages } from "./packages.mjs";
import { capture, run } from "./run.mjs";
import { Trouble } from "./say.mjs";
import { fingerprint, readJson, repo, writeJson } from "./state.mjs";

const oldest = 15;
const newest = 18;

/**
 * A server installation: where its `pg_config` says its parts are.
 * @typedef {{ pgConfig: string, major: number, version: string, bin: string, pkglib: string, share: string, include: string, pgxs: string }} Server
 */

/** @returns {Server | undefined} undefined: not a usable server (no pg_config, no headers, another version) */
export function readServer(pgConfig) {
  const ask = (what) => capture(pgConfig, [`--${what}`]);
  const version = ask("version");
  const major = Number(/PostgreSQL (\d+)/.exec(version ?? "")?.[1]);
  if (!version || !(major >= oldest && major <= newest)) return undefined;
  const server = {
    pgConfig,
    major,
    version: version.replace(/^PostgreSQL /, ""),
    bin: ask("bindir"),
    pkglib: ask("pkglibdir"),
    share: ask("sharedir"),
    include: ask("includedir-server"),
    pgxs: ask("pgxs"),
  };
  const whole =
    existsSync(join(server.bin, "postgres")) &&
    existsSync(join(server.include, "postgres.h")) &&
    existsSync(server.pgxs);
  return whole ? server : undefined;
}

/** `PG_CONFIG` where it is set, else the newest installation that has its headers. */
export function findServer() {
  const asked = process.env.PG_CONFIG;
  if (asked) {
    const server = readServer(asked);
    if (!server) {
      throw new Trouble(
        `PG_CONFIG=${asked} is not the pg_config of a Postgres ${oldest} to ${newest} with its server headers.`,
        "Point it at another one, or unset it to use the newest that is installed.",
      );
    }
    return server;
  }
  return installedServers()[0];
}

/** @returns {Server[]} installations that have their headers, the newest first */
export function installedServers() {
  const places = ["/usr/lib/postgresql", "/usr/local/pgsql", "/opt/pgsql"];
  const candidates = places.flatMap((place) => {
    try {
      return [
        join(place, "bin/pg_config"),
        ...readdirSync(place).map((v) => join(place, v, "bin/pg_config")),
      ];
    } catch {
      return [];
    }
  });
  const onPath = capture("which", ["pg_config"]);
  if (onPath) candidates.push(onPath);
  return candidates
    .filter((file) => existsSync(file))
    .map(readServer)
    .filter((server) => server !== undefined)
    .sort((a, b) => b.major - a.major);
}

/** Finds a server and the build tools, installing the distribution's packages where they are missing. */
export async function needServer(log, announce) {
  const tools = ["make", "gcc", "libc6-dev", "liblz4-dev", "libzstd-dev"];
  let server = findServer();
  if (!server) {
    const half = /PostgreSQL (\d+)/.exec(capture("pg_config", ["--version"]) ?? "")?.[1];
    const majors = half
      ? [half]
      : Array.from({ length: newest - oldest + 1 }, (_, i) => `${newest - i}`);
    const name = await firstAvailable(
      majors.map((major) => `postgresql-${major}`),
      log,
    );
    if (!name) {
      throw new Trouble(
        `No Postgres ${oldest} to ${newest} is installed and apt offers none.`,
        "Install one with its server headers (postgresql-15 and postgresql-server-dev-15, say) or set PG_CONFIG.",
      );
    }
    const major = name.split("-")[1];
    await needPackages(
      [`postgresql-${major}`, `postgresql-server-dev-${major}`, ...tools],
      log,
      announce,
    );
    server = findServer();
    if (!server) {
      throw new Trouble(
        `${name} was installed and still no pg_config with server headers is found.`,
        "Set PG_CONFIG to the one to use.",
      );
    }
  }
  await needPackages(tools, log, announce);
  return server;
}

const commonPrefix = (paths) => {
  let prefix = paths[0];
  while (!paths.every((path) => path === prefix || path.startsWith(`${prefix}/`)))
    prefix = dirname(prefix);
  return prefix;
};

/**
 * Copies a server's bin, lib, share and include trees below `tree`, keeping their places relative to
 * each other: Postgres finds its parts from where its binary lies, so the copy is a server of its own.
 * @returns {Server} the copy
 */
export function copyTree(server, tree) {
  const mark = join(tree, "copied-from.json");
  const prefix = commonPrefix([server.bin, server.pkglib, server.share, server.include]);
  const copiedConfig = join(tree, relative(prefix, server.bin), "pg_config");
  const from = { prefix: server.bin, version: server.version };
  if (JSON.stringify(readJson(mark, null)) !== JSON.stringify(from)) {
    rmSync(tree, { recursive: true, force: true });
    for (const part of [server.bin, server.pkglib, server.share, server.include]) {
      cpSync(part, join(tree, relative(prefix, part)), {
        recursive: true,
        dereference: true,
        force: true,
      });
    }
    writeJson(mark, from);
  }
  const copy = readServer(copiedConfig);
  if (!copy) {
    throw new Trouble(
      `The copy of Postgres ${server.version} in ${tree} does not work.`,
      "Remove that folder and run this again; if it goes on, set PG_CONFIG to another Postgres.",
    );
  }
  return copy;
}

/**
 * Builds the extension's sources and installs them into the copied tree.
 * @param {Server} copy
 * @param {{ buildDir: string, log: string, flags?: string[] }} options
 * @returns {Promise<boolean>} false: it was already there, unchanged
 */
export async function buildExtension(copy, { buildDir, log, flags = [] }) {
  const mark = join(buildDir, "built.json");
  const now = { sources: fingerprint("extension"), server: copy.version, flags: flags.join(" ") };
  const installed = existsSync(join(copy.pkglib, "sealstone.so"));
  if (installed && JSON.stringify(readJson(mark, null)) === JSON.stringify(now)) return false;
  rmSync(buildDir, { recursive: true, force: true });
  cpSync(join(repo, "extension"), buildDir, {
    recursive: true,
    filter: (from) => !/(node_modules|\.o|\.so|\.bc|tmp_check|\/results|output_iso)$/.test(from),
  });
  const make = (...args) =>
    run("make", ["-C", buildDir, `PG_CONFIG=${copy.pgConfig}`, "with_llvm=no", ...flags, ...args], {
      log,
      remedy: "The extension did not build: see the log. `git status` shows local changes to it.",
    });
  await make("-j2");
  await make("install");
  writeJson(mark, now);
  return true;
}

/** Version of the extension's SQL, from its control file. */
export const extensionVersion = () =>
  /default_version *= *'([^']+)'/.exec(
    readFileSync(join(repo, "extension/sealstone.control"), "utf8"),
  )?.[1];

/**
 * Makes the cluster where it is missing and writes its settings. The superuser's password is in the
 * stack's secrets; local and TCP connections both ask for it.
 */
export async function makeCluster(copy, state, { password, port, settings, log }) {
  const mark = join(state.data, "PG_VERSION");
  if (existsSync(mark)) {
    const major = Number(readFileSync(mark, "utf8").trim());
    if (major !== copy.major) {
      throw new Trouble(
        `The cluster in ${state.data} is of Postgres ${major} and the server found is ${copy.major}.`,
        `Set PG_CONFIG to a Postgres ${major}, or start afresh: npm run down -- --purge`,
      );
    }
  } else {
    // an interrupted initdb leaves a folder without PG_VERSION or a half-made one: begin again
    const beside = `${state.data}.new`;
    rmSync(state.data, { recursive: true, force: true });
    rmSync(beside, { recursive: true, force: true });
    mkdirSync(beside, { recursive: true, mode: 0o700 });
    if (state.account) chownSync(beside, state.account.uid, state.account.gid);
    const pwfile = join(state.dir, "initdb.pw");
    writeFileSync(pwfile, `${password}\n`, { mode: 0o600 });
    if (state.account) chownSync(pwfile, state.account.uid, state.account.gid);
    try {
      await run(
        join(copy.bin, "initdb"),
        [
          "-D",
          beside,
          "-U",
          "postgres",
          "-E",
          "UTF8",
          "--locale=C.UTF-8",
          "-A",
          "scram-sha-256",
          `--pwfile=${pwfile}`,
        ],
        { log, account: state.account, cwd: "/", remedy: "initdb failed: the log says why." },
      );
    } finally {
      rmSync(pwfile, { force: true });
    }
    renameSync(beside, state.data);
  }
  const lines = {
    port,
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: `'${state.socket}'`,
    shared_preload_libraries: "'sealstone,pg_stat_statements'",
    max_worker_processes: 16,
    max_connections: 100,
    log_line_prefix: "'%m [%p] %q%u@%d '",
    ...settings,
  };
  const ours = Object.entries(lines).map(([key, value]) => `${key} = ${value}`);
  writeFileSync(
    join(state.data, "sealstone.conf"),
    `# written anew at each start\n${ours.join("\n")}\n`,
  );
  const conf = join(state.data, "postgresql.conf");
  const text = readFileSync(conf, "utf8");
  if (!text.includes("sealstone.conf"))
    writeFileSync(conf, `${text}\ninclude = 'sealstone.conf'\n`);
}

/** Runs SQL as the superuser (or another role) through psql; returns its unaligned output. */
export function sql(
  copy,
  state,
  { port, password, database = "postgres", user = "postgres", text },
) {
  const done = spawnSync(
    join(copy.bin, "psql"),
    [
      "-X",
      "-q",
      "-A",
      "-t",
      "-v",
      "ON_ERROR_STOP=1",
      "-h",
      state.socket,
      "-p",
      `${port}`,
      "-U",
      user,
      "-d",
      database,
    ],
    {
      input: text,
      encoding: "utf8",
      env: { ...process.env, PGPASSWORD: password, PGOPTIONS: "-c client_min_messages=warning" },
    },
  );
  if (done.status !== 0) {
    throw new Trouble(
      `SQL failed in database ${database}: ${(done.stderr || `${done.error}`).trim()}`,
      "The server's own log may say more: npm run logs postgres",
    );
  }
  return done.stdout.trim();
}

export const isReady = (copy, state, port) =>
  capture(join(copy.bin, "pg_isready"), ["-q", "-h", state.socket, "-p", `${port}`]) !== undefined;
