/**
 * The home database: users, sessions, tokens, audit. Whatever goes wrong with its connection is
 * HOME_UNAVAILABLE; it comes back by itself, and its migrations run at the first connection that works.
 */
import type { Logger } from "pino";
import { AppError } from "../errors.js";
import { migrate } from "./migrate.js";
import { Pool, type TransactionClient } from "./pool.js";
import type { Queryable } from "./rows.js";
import { type Statement, sql } from "./sql.js";

export interface HomeOptions {
  readonly url: string;
  readonly statementTimeoutMs: number;
  readonly logger: Logger;
  readonly onStatement: (
    databaseId: string,
    name: string,
    milliseconds: number,
    failed: boolean,
  ) => void;
}

export class Home implements Queryable {
  readonly databaseId = "home";
  readonly #pool: Pool;
  readonly #logger: Logger;
  #migrated: Promise<void> | null = null;
  #down = false;

  constructor(options: HomeOptions) {
    this.#logger = options.logger;
    this.#pool = new Pool({
      databaseId: this.databaseId,
      url: options.url,
      max: 2,
      applicationName: "sealstone-api home",
      statementTimeoutMs: options.statementTimeoutMs,
      lockTimeoutMs: Math.min(options.statementTimeoutMs, 10_000),
      readOnly: false,
      logger: options.logger,
      onStatement: (name, milliseconds, failed) =>
        options.onStatement(this.databaseId, name, milliseconds, failed),
      onConnectionError: () => {
        this.#down = true;
      },
    });
  }

  /** As of the last use. */
  get available(): boolean {
    return !this.#down;
  }

  async run(statement: Statement): Promise<readonly unknown[]> {
    return await this.#use(() => this.#pool.run(statement));
  }

  async transaction<T>(name: string, work: (client: TransactionClient) => Promise<T>): Promise<T> {
    return await this.#use(() => this.#pool.transaction(name, work));
  }

  /** Connects and migrates; throws HOME_UNAVAILABLE. */
  async ready(): Promise<void> {
    await this.#use(() => this.#pool.run(sql("homeReady")`SELECT 1 AS one`));
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  async #use<T>(work: () => Promise<T>): Promise<T> {
    try {
      this.#migrated ??= this.#migrate();
      await this.#migrated;
      const answer = await work();
      if (this.#down) {
        this.#down = false;
        this.#logger.info("the home database is back");
      }
      return answer;
    } catch (error) {
      if (
        error instanceof AppError &&
        (error.code === "DB_UNAVAILABLE" || error.code === "STANDBY")
      ) {
        if (!this.#down)
          this.#logger.warn({ err: error.details.cause }, "the home database cannot be used");
        this.#down = true;
        throw new AppError(
          "HOME_UNAVAILABLE",
          "The database with users and audit log cannot be reached: reading only, no sign-in, no changes.",
          {
            cause: error,
            hint: "Start that database, or set SEALSTONE_HOME_URL; it is tried again by itself.",
          },
        );
      }
      throw error;
    }
  }

  async #migrate(): Promise<void> {
    try {
      const applied = await migrate(this.#pool, "home");
      if (applied.length > 0) this.#logger.info({ applied }, "migrated the home database");
    } catch (error) {
      this.#migrated = null;
      throw error;
    }
  }
}
