/**
 * The one connection a database is watched over: it is held open, LISTENs for the extension's events, and
 * looks at the state every few seconds. When it is lost it comes back with backoff, and whoever listens
 * is told to take everything anew.
 *
 * Events: "state" when the state changes, "notify" (operation id, version), "resync" after each
 * connection, since what was announced meanwhile is lost.
 */
import { EventEmitter } from "node:events";
import { fromMicroseconds, type LiveSource, toMicroseconds } from "@sealstone/shared";
import pg from "pg";
import type { Logger } from "pino";
import { sessionSettings } from "./pool.js";
import { judge, judgeFailure, type Look, look, type StateReport } from "./state.js";
import { types } from "./types.js";

export const channel = "sealstone_events";
const selfTestChannel = "sealstone_api_hello";

function isRefusedForRoom(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "53300";
}

interface MonitorEvents {
  state: [];
  notify: [id: bigint, version: bigint];
  resync: [];
}

export interface MonitorOptions {
  readonly databaseId: string;
  readonly url: string;
  readonly probeSeconds: number;
  readonly logger: Logger;
}

const lookText = `/* sealstone-api look */
SELECT current_setting('server_version') AS "serverVersion",
       current_setting('server_version_num')::int AS "serverVersionNumber",
       pg_is_in_recovery() AS standby,
       clock_timestamp() AS now,
       current_database()::text AS "databaseName",
       CASE WHEN e.extversion IS NULL
            THEN (SELECT a.default_version FROM pg_available_extensions a WHERE a.name = 'sealstone') END AS available,
       e.extversion AS created,
       current_setting('sealstone.lock_timeout', true) IS NOT NULL AS preloaded,
       (SELECT has_schema_privilege(n.oid, 'USAGE') FROM pg_namespace n WHERE n.nspname = 'sealstone') AS "schemaUsage",
       (SELECT has_table_privilege(c.oid, 'SELECT') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = 'sealstone' AND c.relname = 'series_info') AS "viewSelect",
       NULL::text AS "libraryVersion"
  FROM (SELECT 1) one LEFT JOIN pg_extension e ON e.extname = 'sealstone'`;

export class Monitor extends EventEmitter<MonitorEvents> {
  report: StateReport = {
    state: "UNREACHABLE",
    message: "Not reached yet.",
    remedy: null,
  };
  since: string = new Date().toISOString().replace("Z", "000Z");
  seen: Look | null = null;
  /** Database's clock minus ours, milliseconds. */
  clockOffsetMs = 0;
  liveSource: LiveSource = "POLL";
  readonly #options: MonitorOptions;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #busy: Promise<void> | null = null;
  #failures = 0;
  /** A pool was told that there is no connection left: until one can be made again. */
  #refused = false;
  /** a look that somebody asked for is due in moments */
  #hurried = false;
  #selfTest: { readonly token: string; readonly heard: () => void } | null = null;

  constructor(options: MonitorOptions) {
    super();
    this.#options = options;
    this.setMaxListeners(0);
  }

  /** Looks once, and from then on by itself. Resolves when the first look is done, whatever it saw. */
  async start(): Promise<void> {
    await this.check();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#busy;
    await this.#drop();
  }

  /** Looks now; calls at the same time share one look. */
  async check(): Promise<void> {
    this.#busy ??= this.#check().finally(() => {
      this.#busy = null;
      this.#schedule();
    });
    await this.#busy;
  }

  /** The database's clock now, as far as we know it. */
  get now(): string {
    return fromMicroseconds(BigInt(Math.round((Date.now() + this.clockOffsetMs) * 1000)));
  }

  /** Is the connection that watches alive? Others may live while no new one can be made. */
  get connected(): boolean {
    return this.#client !== null;
  }

  /** Something else failed to connect: look soon. However often it is said, the look that is due stays where it is. */
  hurry(error?: unknown): void {
    if (isRefusedForRoom(error)) this.#refused = true;
    if (this.#stopped || this.#busy !== null || this.#hurried) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#hurried = true;
    this.#timer = setTimeout(() => void this.check(), 50);
  }

  #schedule(): void {
    if (this.#stopped) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const backoff = Math.min(250 * 2 ** this.#failures, this.#options.probeSeconds * 1000);
    const wait = this.#failures > 0 ? backoff : this.#options.probeSeconds * 1000;
    this.#timer = setTimeout(() => void this.check(), wait);
  }

  async #check(): Promise<void> {
    this.#hurried = false;
    if (this.#stopped) return;
    try {
      const fresh = this.#client === null;
      const client = this.#client ?? (await this.#connect());
      const before = Date.now();
      const seen = await this.#look(client);
      this.#failures = 0;
      const changedRecovery = this.seen !== null && this.seen.standby !== seen.standby;
      this.seen = seen;
      const theirs = toMicroseconds(seen.now);
      if (theirs !== null) this.clockOffsetMs = Number(theirs) / 1000 - (before + Date.now()) / 2;
      this.#set(this.#refused ? await this.#roomAgain(judge(seen)) : judge(seen));
      if (fresh || changedRecovery || (this.liveSource === "POLL" && !seen.standby)) {
        await this.#listen(client, seen.standby);
      }
      if (fresh) this.emit("resync");
    } catch (error) {
      this.#failures += 1;
      await this.#drop();
      this.liveSource = "POLL";
      this.#set(judgeFailure(error));
    }
  }

  async #look(client: pg.Client): Promise<Look> {
    const result = await client.query<pg.QueryResultRow>(lookText);
    const seen = look.parse(result.rows[0]);
    if (seen.created === null || seen.schemaUsage !== true) return seen;
    try {
      const worker = await client.query<{ preloaded: boolean; library_version: string | null }>(
        "/* sealstone-api lookWorker */ SELECT preloaded, library_version FROM sealstone.worker_info",
      );
      const row = worker.rows[0];
      return row === undefined
        ? seen
        : { ...seen, preloaded: row.preloaded, libraryVersion: row.library_version };
    } catch {
      // an extension without worker_info: what the first look saw has to do
      return seen;
    }
  }

  /** The held connection works; can another be made? */
  async #roomAgain(otherwise: StateReport): Promise<StateReport> {
    const client = this.#newClient();
    client.on("error", () => undefined);
    try {
      await client.connect();
      this.#refused = false;
      return otherwise;
    } catch (error) {
      if (isRefusedForRoom(error)) return judgeFailure(error);
      this.#refused = false;
      return otherwise;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #newClient(): pg.Client {
    return new pg.Client({
      connectionString: this.#options.url,
      application_name: "sealstone-api watch",
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
      types,
    });
  }

  async #connect(): Promise<pg.Client> {
    const client = this.#newClient();
    client.on("error", (error) => {
      if (this.#client !== client) return;
      this.#options.logger.warn(
        { database: this.#options.databaseId, reason: error.message },
        "the watch connection was lost",
      );
      this.#client = null;
      this.hurry();
    });
    client.on("end", () => {
      if (this.#client !== client) return;
      this.#client = null;
      this.hurry();
    });
    client.on("notification", (message) => this.#onNotification(message));
    try {
      await client.connect();
      await client.query(sessionSettings(8_000, false));
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    return client;
  }

  /** LISTENs and proves that what is notified arrives: behind a transaction pooler it does not. */
  async #listen(client: pg.Client, standby: boolean): Promise<void> {
    const before = this.liveSource;
    this.liveSource = "POLL";
    if (standby) return;
    try {
      await client.query(`LISTEN ${channel}; LISTEN ${selfTestChannel}`);
      const token = `${process.pid}.${Math.random().toString(36).slice(2)}`;
      const hearing = new Promise<boolean>((resolve) => {
        this.#selfTest = { token, heard: () => resolve(true) };
      });
      // what a session tells itself arrives before the answer: a busy machine is no pooler
      await client.query("SELECT pg_notify($1, $2)", [selfTestChannel, token]);
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), 1_000);
      });
      const heard = await Promise.race([hearing, silence]);
      clearTimeout(timer);
      this.#selfTest = null;
      await client.query(`UNLISTEN ${selfTestChannel}`);
      this.liveSource = heard ? "LISTEN" : "POLL";
    } catch (error) {
      this.#options.logger.warn(
        { database: this.#options.databaseId, err: error },
        "LISTEN does not work here: polling",
      );
    }
    if (before !== this.liveSource) this.emit("state");
  }

  #onNotification(message: pg.Notification): void {
    if (message.channel === selfTestChannel) {
      if (message.payload === this.#selfTest?.token) this.#selfTest?.heard();
      return;
    }
    if (message.channel !== channel || message.payload === undefined) return;
    try {
      const payload: unknown = JSON.parse(message.payload);
      if (typeof payload !== "object" || payload === null || !("id" in payload)) return;
      // anyone may NOTIFY: only what can be an operation's id is looked for
      const id = String(payload.id);
      if (!/^[1-9]\d{0,17}$/.test(id)) return;
      const version = "version" in payload ? BigInt(String(payload.version)) : 0n;
      this.emit("notify", BigInt(id), version);
    } catch {
      this.#options.logger.warn(
        { database: this.#options.databaseId },
        "an event that is not understood",
      );
    }
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    if (client !== null) await client.end().catch(() => undefined);
  }

  #set(report: StateReport): void {
    const changed = report.state !== this.report.state;
    this.report = report;
    if (!changed) return;
    this.since = new Date().toISOString().replace("Z", "000Z");
    const log = { database: this.#options.databaseId, state: report.state };
    if (report.state === "OK" || report.state === "STANDBY")
      this.#options.logger.info(log, report.message);
    else this.#options.logger.warn(log, report.message);
    this.emit("state");
  }
}
