import { cpus } from "node:os";
import pg from "pg";
import { connect } from "../connection.js";
import type { Workload } from "../workloads/workload.js";
import { type Mode, type Rows, type Target, TooSlow } from "./target.js";

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
  /** the statement timeout that the connection has */
  private limitMs: number | undefined;

  protected constructor(protected readonly client: pg.Client) {}

  protected static async connect(url: string, schema: string): Promise<pg.Client> {
    const client = await connect(url, { types: asText });
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`);
    await client.query(`SET search_path = ${quoted(schema)}, base, public`);
    await client.query("SET timezone = 'UTC'; SET jit = off");
    return client;
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

  private async mode(mode: Mode): Promise<void> {
    await this.client.query(
      `SET max_parallel_workers_per_gather = ${mode === "serial" ? 0 : cpus().length}`,
    );
  }

  async query(sql: string, mode: Mode, limitMs: number): Promise<Rows> {
    await this.mode(mode);
    // it stays: whoever measures this call should not measure a round trip more
    if (limitMs !== this.limitMs) {
      await this.client.query(`SET statement_timeout = ${Math.ceil(limitMs)}`);
      this.limitMs = limitMs;
    }
    try {
      return (await this.client.query({ text: sql, rowMode: "array" })).rows;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === "57014") throw new TooSlow(limitMs);
      throw error;
    }
  }

  async explain(sql: string, mode: Mode): Promise<string> {
    await this.mode(mode);
    const result = await this.client.query({
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
    await this.client.end();
  }
}
