// A Postgres of another major, built from Debian's source package with assertions: what the extension
// is tested on beside the machine's own. Built once into the cache, a few minutes each.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { needPackages } from "./packages.mjs";
import { installedServers, readServer } from "./postgres.mjs";
import { capture, run } from "./run.mjs";
import { Trouble } from "./say.mjs";
import { cacheDir } from "./state.mjs";

const buildPackages = [
  "bison",
  "flex",
  "gcc",
  "libc6-dev",
  "libicu-dev",
  "libipc-run-perl",
  "liblz4-dev",
  "libreadline-dev",
  "libssl-dev",
  "libzstd-dev",
  "make",
  "perl",
  "pkg-config",
  "zlib1g-dev",
  "bzip2",
  "curl",
];

/** Suites to look in, newest last; a distribution that has none of them is told so. */
const suites = ["bookworm", "trixie", "forky", "sid"];

/**
 * Releases taken where the suites' index names one whose file the mirror no longer (or not yet) holds.
 * SHA-256 of the upstream archive, as Debian's index carried it.
 */
const pinned = {
  17: [
    {
      version: "17.11",
      sha256: "dd27f2b3c59e73ed14aa3324901242bf69a032a6347805f274e6260322d42979",
    },
  ],
};

/** The Debian mirror that apt is already set up with. */
function mirror() {
  const files = ["/etc/apt/sources.list"];
  for (const dir of ["/etc/apt/sources.list.d"]) {
    if (existsSync(dir)) files.push(...readdirSync(dir).map((name) => join(dir, name)));
  }
  for (const file of files.filter((name) => existsSync(name))) {
    const found = /^(?:deb(?:-src)?\s+(?:\[[^\]]*\]\s+)?|URIs:\s*)(\S*\/debian)\/?(?=\s|$)/m.exec(
      readFileSync(file, "utf8"),
    );
    if (found) return found[1];
  }
  throw new Trouble(
    "apt's sources name no Debian mirror to take Postgres's source from.",
    "Set SEALSTONE_PG17 and SEALSTONE_PG18 to pg_configs of servers built with --enable-tap-tests.",
  );
}

/** Downloads the release that the suites' index names, verified by apt; undefined where none can be had. */
async function fromIndex(major, dir, log) {
  const apt = join(dir, "apt");
  mkdirSync(join(apt, "lists/partial"), { recursive: true });
  mkdirSync(join(apt, "cache/archives/partial"), { recursive: true });
  writeFileSync(
    join(apt, "sources.list"),
    suites.map((suite) => `deb-src ${mirror()} ${suite} main\n`).join(""),
  );
  const options = [
    "-o",
    `Dir::Etc::sourcelist=${apt}/sources.list`,
    "-o",
    "Dir::Etc::sourceparts=-",
    "-o",
    `Dir::State::lists=${apt}/lists`,
    "-o",
    `Dir::Cache=${apt}/cache`,
    "-o",
    "APT::Sandbox::User=",
  ];
  try {
    await run("apt-get", [...options, "update", "-q"], { log });
    await run("apt-get", [...options, "source", "--download-only", `postgresql-${major}`], {
      log,
      cwd: dir,
    });
  } catch {
    return undefined;
  }
  return readdirSync(dir).find(
    (name) => name.startsWith(`postgresql-${major}_`) && name.endsWith(".orig.tar.bz2"),
  );
}

async function fromPool(major, dir, log) {
  for (const { version, sha256 } of pinned[major] ?? []) {
    const name = `postgresql-${major}_${version}.orig.tar.bz2`;
    try {
      await run("curl", ["-fsSo", name, `${mirror()}/pool/main/p/postgresql-${major}/${name}`], {
        log,
        cwd: dir,
      });
    } catch {
      continue;
    }
    const found = createHash("sha256")
      .update(readFileSync(join(dir, name)))
      .digest("hex");
    if (found === sha256) return name;
    rmSync(join(dir, name));
  }
  return undefined;
}

/**
 * A server older than this major, if one is at hand: the newest built before, else the distribution's. Nothing is built for it.
 * @returns {import("./postgres.mjs").Server | undefined}
 */
export function olderServer(major) {
  for (let older = major - 1; older >= 15; older--) {
    const config =
      process.env[`SEALSTONE_PG${older}`] ??
      join(cacheDir, "postgres", `${older}-assert`, "bin/pg_config");
    const server = existsSync(config) ? readServer(config) : undefined;
    if (server) return server;
  }
  return installedServers().find((server) => server.major < major);
}

/**
 * The server of this major for tests, with assertions; built first where the cache has none.
 * `SEALSTONE_PG<major>` names the pg_config of one to use instead.
 * @returns {Promise<import("./postgres.mjs").Server>}
 */
export async function sourceServer(major, log, announce) {
  const given = process.env[`SEALSTONE_PG${major}`];
  const prefix = join(cacheDir, "postgres", `${major}-assert`);
  const pgConfig = given ?? join(prefix, "bin/pg_config");
  const known = existsSync(pgConfig) ? readServer(pgConfig) : undefined;
  // the last thing that is installed
  if (known && (given || existsSync(join(prefix, "lib/pgxs/src/test/isolation/isolationtester"))))
    return known;
  if (given)
    throw new Trouble(
      `SEALSTONE_PG${major}=${given} is not a usable pg_config.`,
      "Unset it to have one built.",
    );

  await needPackages(buildPackages, log, announce);
  const dir = join(cacheDir, "source", `${major}`);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const archive = (await fromIndex(major, dir, log)) ?? (await fromPool(major, dir, log));
  if (!archive) {
    throw new Trouble(
      `No source of Postgres ${major} could be downloaded from apt's mirror.`,
      `Set SEALSTONE_PG${major} to the pg_config of a server built with --enable-tap-tests.`,
    );
  }
  await run("tar", ["xjf", archive], { cwd: dir, log });
  const source = readdirSync(dir, { withFileTypes: true }).find(
    (e) => e.isDirectory() && e.name.startsWith("postgresql-"),
  )?.name;
  if (!source) throw new Trouble(`${basename(archive)} holds no source tree.`);
  const cwd = join(dir, source);
  const beside = `${prefix}.new`;
  rmSync(beside, { recursive: true, force: true });
  // -O1: fast enough for the tests, and backtraces that can be read
  await run(
    "./configure",
    [
      `--prefix=${prefix}`,
      "--enable-cassert",
      "--enable-debug",
      "--enable-tap-tests",
      "--with-lz4",
      "--with-zstd",
      "--with-icu",
      "--with-openssl",
      "CFLAGS=-O1 -g",
    ],
    { cwd, log },
  );
  const make = (...args) => run("make", ["-s", ...args], { cwd, log });
  await make("-j2");
  const staged = `DESTDIR=${beside}`;
  for (const part of [".", "contrib", "src/test/regress", "src/test/isolation"])
    await make("-C", part, "install", staged);
  rmSync(prefix, { recursive: true, force: true });
  mkdirSync(join(cacheDir, "postgres"), { recursive: true });
  renameSync(join(beside, prefix), prefix);
  rmSync(beside, { recursive: true, force: true });
  rmSync(dir, { recursive: true, force: true });
  capture("chmod", ["-R", "a+rX", prefix]);
  const built = readServer(pgConfig);
  if (!built)
    throw new Trouble(`Postgres ${major} was built and does not answer as pg_config should.`);
  return built;
}
