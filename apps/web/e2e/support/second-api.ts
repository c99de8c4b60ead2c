import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { apiEnvironment } from "./env";

const api = join(dirname(fileURLToPath(import.meta.url)), "../../../api");

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * An API of the test's own, on the stack's databases and console: one that can be stopped in the middle of a
 * page, serves other databases, or has other thresholds. Sessions are the stack's: they lie in the home database.
 */
export class SecondApi {
  #child: ChildProcess | undefined;
  #port = 0;
  #said = "";

  constructor(private readonly settings: Readonly<Record<string, string>> = {}) {}

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Starts it, on the port it had before if it was stopped. Where none of its databases is well it only lives. */
  async start(until: "/readyz" | "/healthz" = "/readyz"): Promise<void> {
    if (this.#port === 0) this.#port = await freePort();
    const env: NodeJS.ProcessEnv = {
      NODE_ENV: "production",
      ...apiEnvironment(),
      ...this.settings,
      PORT: String(this.#port),
    };
    const child = spawn(process.execPath, ["dist/server.js"], {
      cwd: api,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    this.#said = "";
    const hear = (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString()).slice(-4000);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the second API ended:\n${this.#said}`);
      const ready = await fetch(`${this.url}${until}`).catch(() => undefined);
      if (ready && ready.status < 500) return;
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
  }
}
