/** A pg pool with our session settings, counting statements, and turning what it throws into AppErrors. */
import pg from "pg";
import type { Logger } from "pino";
import { AppError } from "../errors.js";
import { traced } from "../observe/tracing.js";
import type { Queryable } from "./rows.js";
import type { Statement } from "./sql.js";
import { fromPgError, isConnectionError } from "./sqlstate.js";
import { types } from "./types.js";

export interface PoolOptions {
  readonly databaseId: string;
  readonly url: string;
  readonly max: number;
  readonly applicationName: string;
  readonly statementTimeoutMs: number;
  readonly readOnly: boolean;
  /**
   * After this long without an answer the connection is given up: a server that hangs keeps no statement timeout. Not for cursors,
   * whose reads pg does not see end.
   */
  readonly answerTimeoutMs?: number;
  /** How long a lock is waited for; three seconds unless said. */
  readonly lockTimeoutMs?: number;
  /** How long an unused connection is kept; a minute unless said. */
  readonly idleTimeoutMs?: number;
  readonly logger: Logger;
  /** Called for each statement, for metrics and for tests that count. */
  readonly onStatement: (name: string, milliseconds: number, failed: boolean) => void;
  /** Called when a connection fails, so that the state is looked at again at once. */
  readonly onConnectionError: (error: unknown) => void;
}

/** Settings every session begins with: answers must not depend on the login's or the database's own. */
export function sessionSettings(
  statementTimeoutMs: number,
  readOnly: boolean,
  lockTimeoutMs = 3_000,
): string {
  return [
    "SET TimeZone = 'UTC'",
    "SET DateStyle = 'ISO, MDY'",
    "SET IntervalStyle = 'postgres'",
    "SET bytea_output = 'hex'",
    "SET extra_float_digits = 1",
    "SET client_encoding = 'UTF8'",
    "SET standard_conforming_strings = on",
    "SET search_path = pg_catalog, pg_temp",
    `SET lock_timeout = ${lockTimeoutMs}`,
    "SET idle_in_transaction_session_timeout = 60000",
    `SET statement_timeout = ${statementTimeoutMs}`,
    ...(readOnly ? ["SET default_transaction_read_only = on"] : []),
  ].join("; ");
}

export interface TransactionClient extends Queryable {
  /** Runs a statement that is shown to people as it is: all values are literals in it. */
  exact(text: string): Promise<readonly unknown[]>;
}

export class Pool implements Queryable {
  readonly databaseId: string;
  readonly #pool: pg.Pool;
  readonly #options: PoolOptions;

  constructor(options: PoolOptions) {
    this.databaseId = options.databaseId;
    this.#options = options;
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: options.max,
      types,
      application_name: options.applicationName,
      // also how long a request waits for its turn, which may take as long as the statement before it
      connectionTimeoutMillis: Math.max(20_000, options.statementTimeoutMs + 5_000),
      idleTimeoutMillis: options.idleTimeoutMs ?? 60_000,
      ...(options.answerTimeoutMs === undefined ? {} : { query_timeout: options.answerTimeoutMs }),
      keepAlive: true,
      allowExitOnIdle: false,
      // awaited by pg-pool before the client is given out
      onConnect: (client) => {
        // a connection that is lost while it is lent out tells its statement; an event that nobody
        // listens to would end the process
        client.on("error", options.onConnectionError);
        return client.query(
          sessionSettings(options.statementTimeoutMs, options.readOnly, options.lockTimeoutMs),
        );
      },
    });
    this.#pool.on("error", (error) => {
      options.logger.warn(
        { database: options.databaseId, reason: error.message },
        "an idle connection was lost",
      );
      options.onConnectionError(error);
    });
  }

  get counts(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    return {
      total: this.#pool.totalCount,
      idle: this.#pool.idleCount,
      waiting: this.#pool.waitingCount,
    };
  }

  async run(statement: Statement): Promise<readonly unknown[]> {
    return await this.#measured(statement.name, async () => {
      const result = await this.#pool.query<pg.QueryResultRow>(statement.text, [
        ...statement.values,
      ]);
      return result.rows;
    });
  }

  /** Without our error mapping: for the probe, which must see what Postgres says. */
  async unmapped(statement: Statement): Promise<readonly unknown[]> {
    const result = await this.#pool.query<pg.QueryResultRow>(statement.text, [...statement.values]);
    return result.rows;
  }

  /** One transaction: committed when `work` returns, rolled back when it throws. */
  async transaction<T>(name: string, work: (client: TransactionClient) => Promise<T>): Promise<T> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      throw this.#failed(error);
    }
    let broken: Error | undefined;
    const query = (statementName: string, text: string, values?: unknown[]) =>
      this.#measured(
        statementName,
        async () => (await client.query<pg.QueryResultRow>(text, values)).rows,
      );
    try {
      await query("begin", "BEGIN");
      const answer = await work({
        databaseId: this.databaseId,
        run: (statement) => query(statement.name, statement.text, [...statement.values]),
        exact: (text) => query(name, text),
      });
      await query("commit", "COMMIT");
      return answer;
    } catch (error) {
      try {
        await client.query("ROLLBACK");
      } catch (rollbackError) {
        broken = rollbackError instanceof Error ? rollbackError : new Error("rollback failed");
      }
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /**
   * Statements that are stopped when `signal` aborts: `cancel` is given the backend's process id. Where
   * this process itself dies, the server notices within a second (Postgres on Linux and most others).
   */
  async abortable<T>(
    signal: AbortSignal | null,
    work: (on: Queryable) => Promise<T>,
    cancel: (pid: number) => Promise<void>,
  ): Promise<T> {
    const client = await this.client();
    let cancelling: Promise<void> | undefined;
    const stopped = (): AppError =>
      new AppError("CANCELLED", "The caller went away: the work was stopped.", {
        database: this.databaseId,
      });
    let onAbort: (() => void) | undefined;
    try {
      await client.query("SET client_connection_check_interval = 1000").catch(() => undefined);
      const [row] = (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows;
      const pid = row?.pid ?? 0;
      onAbort = () => {
        cancelling ??= cancel(pid).catch((error: unknown) => {
          this.#options.logger.warn({ err: error }, "work that nobody waits for goes on");
        });
      };
      if (signal?.aborted === true) throw stopped();
      signal?.addEventListener("abort", onAbort, { once: true });
      return await work({
        databaseId: this.databaseId,
        run: (statement) =>
          this.#measured(
            statement.name,
            async () =>
              (await client.query<pg.QueryResultRow>(statement.text, [...statement.values])).rows,
          ),
      });
    } catch (error) {
      throw signal?.aborted === true ? stopped() : this.#failed(error);
    } finally {
      if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort);
      // a cancel on its way must not meet what runs next on this backend
      await cancelling;
      client.release(cancelling !== undefined);
    }
  }

  /** A client of its own, for cursors; released by the caller. */
  async client(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw this.#failed(error);
    }
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  async #measured<T>(name: string, work: () => Promise<T>): Promise<T> {
    return await traced(
      name,
      "statement",
      {
        "db.system.name": "postgresql",
        "db.operation.name": name,
        "sealstone.database": this.databaseId,
      },
      () => this.#timed(name, work),
    );
  }

  async #timed<T>(name: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      const answer = await work();
      this.#options.onStatement(name, performance.now() - start, false);
      return answer;
    } catch (error) {
      this.#options.onStatement(name, performance.now() - start, true);
      throw this.#failed(error);
    }
  }

  #failed(error: unknown): Error {
    if (isConnectionError(error)) this.#options.onConnectionError(error);
    return fromPgError(error, this.databaseId);
  }
}
