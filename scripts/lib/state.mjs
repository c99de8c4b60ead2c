// Where a stack lives: one directory with the private Postgres tree, the cluster, logs, secrets and
// the ports chosen. Each stack (`up`, and each run of `test`) has its own.
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { capture } from "./run.mjs";
import { Trouble } from "./say.mjs";

export const repo = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const isRoot = process.getuid?.() === 0;

/** Downloads and builds that outlive a stack. `SEALSTONE_CACHE` moves it. */
export const cacheDir =
  process.env.SEALSTONE_CACHE ??
  (isRoot ? "/var/cache/sealstone" : join(homedir(), ".cache", "sealstone"));

/** The account that runs Postgres: as root the `postgres` user or one made for it, otherwise the caller. */
export function serverAccount() {
  if (!isRoot) return null;
  for (const name of ["postgres", "sealstone"]) {
    const line = capture("getent", ["passwd", name]);
    if (line) {
      const [, , uid, gid] = line.split(":");
      return { name, uid: Number(uid), gid: Number(gid) };
    }
  }
  if (
    capture("useradd", [
      "--system",
      "--user-group",
      "--no-create-home",
      "--shell",
      "/usr/sbin/nologin",
      "sealstone",
    ]) === undefined
  ) {
    throw new Trouble(
      "Postgres does not run as root, and no unprivileged user could be made for it.",
      "Make one (useradd --system sealstone) and run this again, or run it as an ordinary user.",
    );
  }
  return serverAccount();
}

/**
 * One stack's directory and what is in it.
 * @param {string} name `up` or a test run's own name
 * @param {{ make?: boolean }} [options] make: false only looks, and leaves nothing where nothing was
 */
export function openState(name, { make = true } = {}) {
  const link = join(repo, ".sealstone");
  const id = createHash("sha256").update(`${repo}\0${name}`).digest("hex").slice(0, 8);
  // as root the cluster's user must reach the data, and the repository may lie in a closed home
  const dir = isRoot ? join("/var/lib/sealstone", id) : join(link, name);
  if (make) mkdirSync(dir, { recursive: true });
  if (make && isRoot) {
    chmodSync("/var/lib/sealstone", 0o755);
    chmodSync(dir, 0o755);
    mkdirSync(link, { recursive: true });
    const pointer = join(link, name);
    if (!lstatSync(pointer, { throwIfNoEntry: false })) symlinkSync(dir, pointer);
  }
  const account = serverAccount();
  const paths = {
    tree: join(dir, "postgres"),
    data: join(dir, "data"),
    logs: join(dir, "logs"),
    secrets: join(dir, "secrets.json"),
    settings: join(dir, "settings.json"),
    supervisor: join(dir, "supervisor.json"),
    // sun_path holds 107 bytes; the socket's own name takes up to 20
    socket: dir.length < 70 ? join(dir, "s") : join("/tmp", `sealstone-${id}`),
  };
  if (make) {
    mkdirSync(paths.logs, { recursive: true });
    mkdirSync(paths.socket, { recursive: true });
    chmodSync(paths.socket, 0o755);
    if (account) chownSync(paths.socket, account.uid, account.gid);
  }
  return { name, id, dir, link: join(link, name), account, ...paths };
}

export function readJson(file, otherwise) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return otherwise;
  }
}

/** Written beside and renamed, so that an interruption leaves the old file or the new one. */
export function writeJson(file, value, mode = 0o644) {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(beside, file);
}

/** Secrets made once per stack, readable by the owner only. */
export function secrets(state) {
  const known = readJson(state.secrets, {});
  const wanted = ["superuser", "viewer", "operator", "admin", "home", "demo", "sql"];
  const missing = wanted.filter((key) => !known[key]);
  if (missing.length > 0) {
    for (const key of missing) known[key] = randomBytes(24).toString("base64url");
    writeJson(state.secrets, known, 0o600);
  }
  return known;
}

const portFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });

/**
 * The stack's ports: the one remembered where it is still free (or in use by this very stack), the
 * next free one otherwise.
 * @param {ReturnType<typeof openState>} state
 * @param {Record<string, number>} preferred first choice by name
 * @param {boolean} running keep all as they are: the stack holds them itself
 */
export async function ports(state, preferred, running) {
  const settings = readJson(state.settings, {});
  const chosen = { ...(settings.ports ?? {}) };
  if (running && Object.keys(preferred).every((key) => chosen[key])) return chosen;
  const taken = new Set();
  for (const [key, first] of Object.entries(preferred)) {
    let port = chosen[key] ?? first;
    while (taken.has(port) || !(await portFree(port))) port += 1;
    taken.add(port);
    chosen[key] = port;
  }
  writeJson(state.settings, { ...settings, ports: chosen });
  return chosen;
}

/** Fails early where the disk cannot hold what the step will write. */
export function needDisk(dir, gigabytes) {
  const { bavail, bsize } = statfsSync(existsSync(dir) ? dir : dirname(dir));
  const free = (bavail * bsize) / 1e9;
  if (free < gigabytes) {
    throw new Trouble(
      `${dir} has ${free.toFixed(1)} GB free and this needs ${gigabytes} GB.`,
      "Free some space (npm run down -- --purge removes what an earlier run made) and run it again.",
    );
  }
}

/** Removes everything the stack made. */
export function purge(state) {
  rmSync(state.dir, { recursive: true, force: true });
  rmSync(state.socket, { recursive: true, force: true });
  rmSync(state.link, { force: true, recursive: true });
}

const made = new Set([
  "node_modules",
  "dist",
  ".next",
  ".turbo",
  "results",
  "output_iso",
  "tmp_check",
]);

/** A fingerprint of the sources below some folders, for "has this changed since it was built". */
export function fingerprint(...folders) {
  const hash = createHash("sha256");
  const visit = (path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!made.has(name)) visit(join(path, name));
    } else if (stat.isFile() && !/\.(o|so|bc|tsbuildinfo)$/.test(path)) {
      hash.update(path).update("\0").update(readFileSync(path));
    }
  };
  for (const folder of folders) visit(join(repo, folder));
  return hash.digest("hex").slice(0, 16);
}
