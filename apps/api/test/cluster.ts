/**
 * A Postgres of a test's own, which it may stop, kill, promote and fill up: made with the programs of the
 * cluster that SEALSTONE_TEST_PG names, under the account that owns that cluster's data.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, chownSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { clusterUrl } from "./harness.js";

interface Programs {
  readonly bin: string;
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
}

async function programs(): Promise<Programs> {
  const client = new pg.Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<{ bin: string; data: string }>(
      "SELECT setting AS bin, current_setting('data_directory') AS data FROM pg_config WHERE name = 'BINDIR'",
    );
    const [found] = rows;
    if (found === undefined) throw new Error("the cluster does not say where its programs are");
    // Postgres does not run as root
    const { uid, gid } = statSync(found.data);
    return { bin: found.bin, account: process.getuid?.() === 0 ? { uid, gid } : undefined };
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

export class Cluster {
  readonly #programs: Programs;
  readonly #root: string;
  readonly data: string;
  readonly port: number;

  private constructor(found: Programs, root: string, port: number) {
    this.#programs = found;
    this.#root = root;
    this.data = join(root, "data");
    this.port = port;
  }

  static async #begin(): Promise<Cluster> {
    const found = await programs();
    const root = mkdtempSync(join(tmpdir(), "sealstone-api-"));
    if (found.account !== undefined) chownSync(root, found.account.uid, found.account.gid);
    return new Cluster(found, root, await freePort());
  }

  /** A running server; `settings` are lines of postgresql.conf. */
  static async make(settings: readonly string[] = []): Promise<Cluster> {
    const cluster = await Cluster.#begin();
    cluster.#run("initdb", [
      "-D",
      cluster.data,
      ..."-U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync".split(" "),
    ]);
    cluster.configure([
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      "shared_preload_libraries = 'sealstone'",
      "shared_buffers = '32MB'",
      "fsync = off",
      "max_wal_senders = 4",
      ...settings,
    ]);
    cluster.start();
    return cluster;
  }

  /** A running standby of `primary`. */
  static async standbyOf(primary: Cluster): Promise<Cluster> {
    const cluster = await Cluster.#begin();
    cluster.#run("pg_basebackup", [
      "-R",
      "--no-sync",
      "--checkpoint=fast",
      "-D",
      cluster.data,
      "-d",
      `host=127.0.0.1 port=${primary.port} user=postgres`,
    ]);
    cluster.start();
    return cluster;
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/postgres`;
  }

  configure(lines: readonly string[]): void {
    appendFileSync(join(this.data, "postgresql.conf"), `${lines.join("\n")}\n`);
  }

  start(): void {
    this.#control(["start", "-l", join(this.#root, "log"), "-o", `-p ${this.port}`]);
  }

  stop(mode: "fast" | "immediate" = "fast"): void {
    this.#control(["stop", "-m", mode]);
  }

  promote(): void {
    this.#control(["promote"]);
  }

  async query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  remove(): void {
    try {
      this.stop("immediate");
    } catch {
      // it was stopped already
    }
    rmSync(this.#root, { recursive: true, force: true });
  }

  #control(args: readonly string[]): void {
    this.#run("pg_ctl", ["-w", "-t", "120", "-D", this.data, ...args]);
  }

  #run(program: string, args: readonly string[]): void {
    const { bin, account } = this.#programs;
    const done = spawnSync(join(bin, program), args, {
      cwd: "/",
      // a server that pg_ctl starts keeps what it inherits: a pipe would never end
      stdio: args.includes("start") ? "ignore" : ["ignore", "pipe", "pipe"],
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", TZ: "UTC" },
      ...account,
    });
    if (done.status !== 0)
      throw new Error(`${program} failed: ${done.error?.message ?? ""}${done.stderr ?? ""}`);
  }
}
