import { spawnSync } from "node:child_process";
import { appendFileSync, chownSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { asSuperuser } from "./database";
import { freePort } from "./second-api";

interface Programs {
  bin: string;
  account: { uid: number; gid: number } | undefined;
}

/**
 * A Postgres of a test's own, with the programs of the stack's: one that the test may set up wrongly and
 * start again. Anyone may come in under any name; it listens on the loopback only.
 */
export class Server {
  private constructor(
    private readonly programs: Programs,
    private readonly root: string,
    readonly port: number,
  ) {}

  static async make(settings: readonly string[] = []): Promise<Server> {
    const [found] = await asSuperuser<{ bin: string; data: string }>(
      "SELECT setting AS bin, current_setting('data_directory') AS data FROM pg_config WHERE name = 'BINDIR'",
    );
    if (!found) throw new Error("the stack's Postgres does not say where its programs are");
    // Postgres does not run as root
    const { uid, gid } = statSync(found.data);
    const account = process.getuid?.() === 0 ? { uid, gid } : undefined;
    const root = mkdtempSync(join(tmpdir(), "sealstone-e2e-"));
    if (account) chownSync(root, account.uid, account.gid);
    const server = new Server({ bin: found.bin, account }, root, await freePort());
    server.run(
      "initdb",
      `-D ${server.data} -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync`.split(" "),
    );
    appendFileSync(
      join(server.data, "postgresql.conf"),
      `${[
        "listen_addresses = '127.0.0.1'",
        "unix_socket_directories = ''",
        "shared_buffers = '32MB'",
        "fsync = off",
        ...settings,
      ].join("\n")}\n`,
    );
    server.start();
    return server;
  }

  private get data(): string {
    return join(this.root, "data");
  }

  url(user: string, database = "postgres"): string {
    return `postgresql://${user}:any@127.0.0.1:${this.port}/${database}`;
  }

  async query(text: string, database?: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url("postgres", database) });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  }

  start(): void {
    this.control(["start", "-l", join(this.root, "log"), "-o", `-p ${this.port}`]);
  }

  restart(): void {
    this.control(["stop", "-m", "fast"]);
    this.start();
  }

  remove(): void {
    try {
      this.control(["stop", "-m", "immediate"]);
    } finally {
      rmSync(this.root, { recursive: true, force: true });
    }
  }

  private control(args: readonly string[]): void {
    this.run("pg_ctl", ["-w", "-t", "300", "-D", this.data, ...args]);
  }

  private run(program: string, args: readonly string[]): void {
    const { bin, account } = this.programs;
    const done = spawnSync(join(bin, program), args, {
      cwd: "/",
      // a server that pg_ctl starts keeps what it inherits: a pipe would never end
      stdio: args.includes("start") ? "ignore" : ["ignore", "pipe", "pipe"],
      encoding: "utf8",
      env: { NODE_ENV: "test", PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", TZ: "UTC" },
      ...account,
    });
    if (done.status !== 0)
      throw new Error(`${program} failed: ${done.error?.message ?? ""}${done.stderr ?? ""}`);
  }
}
