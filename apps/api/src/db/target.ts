/**
 * One configured database: its pools per level, its monitor. At most eight connections: one watches, the
 * rest are shared out; where the home database is the same one, two are left for it. One more is opened
 * while a whole partition is read through (decision 1500).
 */
import type { Logger } from "pino";
import type { DatabaseConfig, Level } from "../config.js";
import { AppError } from "../errors.js";
import { Monitor } from "./monitor.js";
import { Pool, type PoolOptions } from "./pool.js";
import type { Queryable } from "./rows.js";
import { sql } from "./sql.js";

export interface TargetOptions {
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  readonly inspectTimeoutMs: number;
  readonly probeSeconds: number;
  readonly logger: Logger;
  readonly sharesHome: boolean;
  readonly onStatement: (
    databaseId: string,
    name: string,
    milliseconds: number,
    failed: boolean,
  ) => void;
}

export class Target {
  readonly id: string;
  readonly monitor: Monitor;
  readonly address: string;
  readonly #pools: ReadonlyMap<string, Pool>;
  readonly #urls: DatabaseConfig["urls"];
  readonly sqlPool: Pool | null;
  readonly #inspector: Pool;
  #inspecting = false;

  constructor(config: DatabaseConfig, options: TargetOptions) {
    this.id = config.id;
    this.#urls = config.urls;
    const url = new URL(config.urls.viewer);
    this.address =
      url.hostname === ""
        ? (url.searchParams.get("host") ?? "local socket")
        : `${decodeURIComponent(url.hostname)}:${url.port === "" ? "5432" : url.port}`;
    this.monitor = new Monitor({
      databaseId: config.id,
      url: config.urls.viewer,
      probeSeconds: options.probeSeconds,
      logger: options.logger,
    });
    const distinct = new Set([config.urls.viewer, config.urls.operator, config.urls.admin]);
    const sqlShare = config.urls.sql === undefined ? 0 : 1;
    const free = 7 - (options.sharesHome ? 2 : 0) - sqlShare - (distinct.size - 1);
    const make = (
      connection: string,
      max: number,
      readOnly: boolean,
      name: string,
      more: Partial<PoolOptions> = {},
    ): Pool =>
      new Pool({
        databaseId: config.id,
        url: connection,
        max,
        applicationName: name,
        statementTimeoutMs: options.statementTimeoutMs,
        lockTimeoutMs: options.lockTimeoutMs,
        readOnly,
        logger: options.logger,
        onStatement: (statement, milliseconds, failed) =>
          options.onStatement(config.id, statement, milliseconds, failed),
        onConnectionError: (error) => this.monitor.hurry(error),
        ...more,
      });
    const pools = new Map<string, Pool>();
    for (const connection of distinct) {
      const viewer = connection === config.urls.viewer;
      // a login for reading only is held to it; where one login does all it cannot be
      pools.set(
        connection,
        make(connection, viewer ? free : 1, viewer && distinct.size > 1, "sealstone-api", {
          answerTimeoutMs: options.statementTimeoutMs + 5_000,
        }),
      );
    }
    this.#pools = pools;
    this.sqlPool =
      config.urls.sql === undefined
        ? null
        : make(config.urls.sql, sqlShare, false, "sealstone-api sql");
    this.#inspector = make(config.urls.operator, 1, true, "sealstone-api inspect", {
      statementTimeoutMs: options.inspectTimeoutMs,
      lockTimeoutMs: Math.max(10_000, options.lockTimeoutMs),
      idleTimeoutMs: 1_000,
    });
  }

  get name(): string {
    return (
      this.monitor.seen?.databaseName ??
      decodeURIComponent(new URL(this.#urls.viewer).pathname.slice(1))
    );
  }

  /** Role of the operator's login; null where one login does all. */
  get operatorRole(): string | null {
    if (this.#urls.operator === this.#urls.admin) return null;
    const name = decodeURIComponent(new URL(this.#urls.operator).username);
    return name === "" ? null : name;
  }

  get readable(): boolean {
    const { state } = this.monitor.report;
    return (
      state === "OK" ||
      state === "NOT_PRELOADED" ||
      state === "STANDBY" ||
      state === "VERSION_MISMATCH" ||
      // what is connected can still be read over
      (state === "OUT_OF_CONNECTIONS" && this.monitor.connected)
    );
  }

  get writable(): boolean {
    const { state } = this.monitor.report;
    return state === "OK" || state === "NOT_PRELOADED";
  }

  /** The pool that reads; DB_UNAVAILABLE with the state's sentence where it cannot. */
  reader(): Pool {
    if (!this.readable) throw this.unavailable();
    return this.#pool("viewer");
  }

  /** The pool that changes things at a level. */
  writer(level: "operator" | "admin"): Pool {
    if (this.monitor.report.state === "STANDBY") {
      throw new AppError(
        "STANDBY",
        `The database ${this.id} is a standby: it can be read, and nothing can be started on it.`,
        {
          database: this.id,
        },
      );
    }
    if (!this.writable) throw this.unavailable();
    return this.#pool(level);
  }

  /**
   * Work that reads a whole partition: on a connection of its own, so that it holds up nothing else, with
   * a time limit of its own, one at a time, and cancelled when the caller goes away.
   */
  async inspect<T>(signal: AbortSignal | null, work: (on: Queryable) => Promise<T>): Promise<T> {
    const operator = this.writer("operator");
    if (this.#inspecting) {
      throw new AppError(
        "RATE_LIMITED",
        `Another partition of ${this.id} is being read through: one at a time.`,
        { database: this.id, retryAfter: 5 },
      );
    }
    this.#inspecting = true;
    try {
      return await this.#inspector.abortable(signal, work, async (pid) => {
        await operator.run(sql("cancelInspection")`SELECT pg_cancel_backend(${pid}::int)`);
      });
    } finally {
      this.#inspecting = false;
    }
  }

  unavailable(): AppError {
    const { state, message, remedy } = this.monitor.report;
    return new AppError(
      "DB_UNAVAILABLE",
      `The database ${this.id} cannot be used now. ${message}`,
      {
        database: this.id,
        detail: state,
        hint: remedy ?? undefined,
      },
    );
  }

  connections(): {
    readonly level: string;
    readonly total: number;
    readonly idle: number;
    readonly waiting: number;
  }[] {
    const answer = [];
    for (const level of ["viewer", "operator", "admin"] as const) {
      if (level !== "viewer" && this.#urls[level] === this.#urls.viewer) continue;
      if (level === "admin" && this.#urls.admin === this.#urls.operator) continue;
      answer.push({ level, ...this.#pool(level).counts });
    }
    answer.push({ level: "inspect", ...this.#inspector.counts });
    if (this.sqlPool !== null) answer.push({ level: "sql", ...this.sqlPool.counts });
    return answer;
  }

  async start(): Promise<void> {
    await this.monitor.start();
  }

  async stop(): Promise<void> {
    await this.monitor.stop();
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()));
    await this.sqlPool?.end();
    await this.#inspector.end();
  }

  #pool(level: Exclude<Level, "sql">): Pool {
    const pool = this.#pools.get(this.#urls[level]);
    if (pool === undefined) throw new Error(`no pool for ${level}`);
    return pool;
  }
}
