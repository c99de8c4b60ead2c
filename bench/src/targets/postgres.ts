import { cpus } from "node:os";
import pg from "pg";
import { connect } from "../connection.js";
import type { Workload } from "../workloads/workload.js";
import { type Mode, type Rows, type Target, TooSlow } from "./target.js";

/** A session for each mode, so that a measured query has no setting beside it. */
export type Sessions = Record<Mode, pg.Client>;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Values as Postgres prints them: nothing is rounded on the way. */
const asText = { getTypeParser: () => (value: string) => value };

/**
 * What the Postgres targets share: a schema of their own on one server with the same settings, so that
 * the same unqualified SQL reads each.
 */
export abstract class PostgresTarget implements Target {
  abstract readonly name: string;
  protected workload: Workload | undefined;
  /** the statement timeouts that the sessions have */
  private readonly limits = new Map<Mode, number>();

  protected constructor(private readonly sessions: Sessions) {}

  protected static async connect(url: string, schema: string): Promise<Sessions> {
    const open = async (workers: number) => {
      const client = await connect(url, { types: asText });
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`);
      await client.query(`SET search_path = ${quoted(schema)}, base, public`);
      await client.query("SET timezone = 'UTC'; SET jit = off");
      await client.query(`SET max_parallel_workers_per_gather = ${workers}`);
      return client;
    };
    return { serial: await open(0), parallel: await open(cpus().length) };
  }

  /** for all but the queries measured */
  protected get client(): pg.Client {
    return this.sessions.serial;
  }

  protected get table(): string {
    return `${quoted(this.name)}.${quoted(this.workload?.name ?? "")}`;
  }

  /** the table's own DDL, before any row */
  protected abstract create(workload: Workload): Promise<void>;
  /** what comes after the rows: indexes, sealing */
  protected abstract finish(workload: Workload, progress: (what: string) => void): Promise<void>;

  /** what every target has: an index on (key, time) and one on time */
  protected async makeIndexes(
    { key, timeColumn }: Workload,
    progress: (what: string) => void,
  ): Promise<void> {
    progress("indexes");
    await this.client.query(`CREATE INDEX ON ${this.table} (${key}, ${timeColumn})`);
    await this.client.query(`CREATE INDEX ON ${this.table} (${timeColumn})`);
  }

  async prepare(workload: Workload, progress: (what: string) => void): Promise<void> {
    this.workload = workload;
    await this.client.query(`DROP TABLE IF EXISTS ${this.table} CASCADE`);
    await this.create(workload);
    progress("rows");
    await this.client.query(
      `INSERT INTO ${this.table} SELECT * FROM base.${quoted(workload.name)}`,
    );
    await this.finish(workload, progress);
    progress("vacuum analyze");
    await this.client.query(`VACUUM (ANALYZE) ${this.table}`);
  }

  async query(sql: string, mode: Mode, limitMs: number): Promise<Rows> {
    const session = this.sessions[mode];
    // it stays: whoever measures this call should not measure a round trip more
    if (limitMs !== this.limits.get(mode)) {
      await session.query(`SET statement_timeout = ${Math.ceil(limitMs)}`);
      this.limits.set(mode, limitMs);
    }
    try {
      return (await session.query({ text: sql, rowMode: "array" })).rows;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === "57014") throw new TooSlow(limitMs);
      throw error;
    }
  }

  async explain(sql: string, mode: Mode): Promise<string> {
    const result = await this.sessions[mode].query({
      text: `EXPLAIN (COSTS OFF) ${sql}`,
      rowMode: "array",
    });
    return (result.rows as unknown as string[][]).map((row) => row[0]).join("\n");
  }

  async size(): Promise<number> {
    const result = await this.client.query(
      "SELECT coalesce(sum(pg_total_relation_size(relid)), 0) AS bytes FROM pg_partition_tree($1::regclass)",
      [this.table],
    );
    const bytes = Number(result.rows[0].bytes);
    if (bytes > 0) return bytes;
    const plain = await this.client.query("SELECT pg_total_relation_size($1::regclass) AS bytes", [
      this.table,
    ]);
    return Number(plain.rows[0].bytes);
  }

  async close(): Promise<void> {
    for (const session of Object.values(this.sessions)) await session.end();
  }
}
