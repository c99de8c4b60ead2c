/**
 * A Postgres of a test's own, which it may stop, kill, promote and fill up: made with the programs of the
 * cluster that SEALSTONE_TEST_PG names, under the account that owns that cluster's data.
 */
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import pg from "pg";
import { clusterUrl } from "./harness.js";

interface Programs {
  readonly bin: string;
  /** Where that account may have a folder. */
  readonly room: string;
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
    return {
      bin: found.bin,
      room: dirname(found.data),
      account: process.getuid?.() === 0 ? { uid, gid } : undefined,
    };
  } finally {
    await client.end();
  }
}

/** A port below those that the system gives to outgoing connections, which would take it while the server is down. */
async function freePort(): Promise<number> {
  while (true) {
    const port = randomInt(11_000, 32_000);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
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
    const root = mkdtempSync(join(found.room, "sealstone-api-"));
    if (found.account !== undefined) chownSync(root, found.account.uid, found.account.gid);
    return new Cluster(found, root, await freePort());
  }

  /** A running server; `settings` are lines of postgresql.conf. */
  static async make(settings: readonly string[] = []): Promise<Cluster> {
    const cluster = await Cluster.#begin();
    await cluster.#run("initdb", [
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
    await cluster.start();
    return cluster;
  }

  /** A running standby of `primary`. */
  static async standbyOf(primary: Cluster): Promise<Cluster> {
    const cluster = await Cluster.#begin();
    await cluster.#run("pg_basebackup", [
      "-R",
      "--no-sync",
      "--checkpoint=fast",
      "-D",
      cluster.data,
      "-d",
      `host=127.0.0.1 port=${primary.port} user=postgres`,
    ]);
    await cluster.start();
    return cluster;
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/postgres`;
  }

  configure(lines: readonly string[]): void {
    appendFileSync(join(this.data, "postgresql.conf"), `${lines.join("\n")}\n`);
  }

  async start(): Promise<void> {
    await this.#control(["start", "-l", join(this.#root, "log"), "-o", `-p ${this.port}`]);
  }

  async stop(mode: "fast" | "immediate" = "fast"): Promise<void> {
    await this.#control(["stop", "-m", mode]);
  }

  async promote(): Promise<void> {
    await this.#control(["promote"]);
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

  async remove(): Promise<void> {
    try {
      await this.stop("immediate");
    } catch {
      // it was stopped already
    }
    rmSync(this.#root, { recursive: true, force: true });
  }

  async #control(args: readonly string[]): Promise<void> {
    await this.#run("pg_ctl", ["-w", "-t", "600", "-D", this.data, ...args]);
  }

  /** Meanwhile the API that is tested, in this process, goes on. */
  async #run(program: string, args: readonly string[]): Promise<void> {
    const { bin, account } = this.#programs;
    await new Promise<void>((resolve, reject) => {
      // a server that pg_ctl starts keeps what it inherits: a pipe would never end
      const starts = args.includes("start");
      const child = spawn(join(bin, program), args, {
        cwd: "/",
        stdio: starts ? "ignore" : ["ignore", "pipe", "pipe"],
        env: { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", TZ: "UTC" },
        ...account,
      });
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream?.on("data", (data: Buffer) => {
          said += data.toString();
        });
      child.on("error", reject);
      child.on("close", (status) => {
        if (status === 0) return resolve();
        if (starts && existsSync(join(this.#root, "log")))
          said += readFileSync(join(this.#root, "log"), "utf8").slice(-4_000);
        reject(new Error(`${program} ended with ${status}: ${said}`));
      });
    });
  }
}
