import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { to as copyTo } from "pg-copy-streams";
import { connect } from "../connection.js";
import type { Workload } from "../workloads/workload.js";
import { type Mode, type Rows, type Target, TooSlow } from "./target.js";

/** DuckDB in this process, its own file format on disk, as many threads as the mode has: the reference for a physical limit. */
export class Duckdb implements Target {
  readonly name = "duckdb";
  private queries = new Map<string, string>();

  private constructor(
    private readonly url: string,
    private readonly dir: string,
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
  ) {}

  static async open(url: string): Promise<Duckdb> {
    const dir = mkdtempSync(join(process.env.SEALSTONE_BENCH_DATA ?? tmpdir(), "duckdb-"));
    // interrupted, it leaves nothing either
    process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
    const instance = await DuckDBInstance.create(join(dir, "bench.duckdb"));
    return new Duckdb(url, dir, instance, await instance.connect());
  }

  async prepare(workload: Workload, progress: (what: string) => void): Promise<void> {
    this.queries = new Map(
      workload.queries.flatMap((q) => (q.duckdb ? [[q.sql, q.duckdb] as const] : [])),
    );
    const client = await connect(this.url);
    try {
      await this.connection.run("SET TimeZone = 'UTC'");
      const take = async (from: string, name: string, columns: string, order: string) => {
        const file = join(this.dir, `${name}.csv`);
        progress(`export ${name}`);
        await pipeline(
          client.query(copyTo(`COPY ${from} TO STDOUT (FORMAT csv)`)),
          createWriteStream(file),
        );
        progress(`load ${name}`);
        await this.connection.run(`DROP TABLE IF EXISTS ${name}`);
        await this.connection.run(`CREATE TABLE ${name} (${columns})`);
        await this.connection.run(
          `INSERT INTO ${name} SELECT * FROM read_csv('${file}', header = false, columns = ${columnMap(columns)}) ${order}`,
        );
        rmSync(file);
      };
      await client.query("SET timezone = 'UTC'");
      // sorted as a sealed partition is, so that both have the same help from order
      await take(
        `base.${workload.name}`,
        workload.name,
        workload.columns.replaceAll(" NOT NULL", ""),
        `ORDER BY date_trunc('day', ${workload.timeColumn}), ${workload.key}, ${workload.timeColumn}`,
      );
      if (workload.name === "cpu") {
        await take("base.events", "events", "id bigint, host text, ts timestamptz", "");
        await take("base.hosts", "hosts", "host text", "");
      }
      await this.connection.run("CHECKPOINT");
    } finally {
      await client.end();
    }
  }

  async query(sql: string, mode: Mode, limitMs: number): Promise<Rows> {
    await this.connection.run(`SET threads = ${mode === "serial" ? 1 : cpus().length}`);
    let over = false;
    const timer = setTimeout(() => {
      over = true;
      this.connection.interrupt();
    }, limitMs);
    try {
      const reader = await this.connection.runAndReadAll(this.queries.get(sql) ?? sql);
      return reader.getRowsJson() as Rows;
    } catch (error) {
      throw over ? new TooSlow(limitMs) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async explain(sql: string): Promise<string> {
    const reader = await this.connection.runAndReadAll(`EXPLAIN ${this.queries.get(sql) ?? sql}`);
    return reader
      .getRowsJson()
      .map((row) => String(row.at(-1)))
      .join("\n");
  }

  async size(): Promise<number> {
    await this.connection.run("CHECKPOINT");
    return statSync(join(this.dir, "bench.duckdb")).size;
  }

  async close(): Promise<void> {
    this.connection.closeSync();
    this.instance.closeSync();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** "a text, b double precision" as DuckDB's columns = {…} */
function columnMap(columns: string): string {
  const entries = columns.split(",").map((column) => {
    const [name = "", ...type] = column.trim().split(/\s+/);
    return `'${name}': '${type.join(" ")}'`;
  });
  return `{${entries.join(", ")}}`;
}
