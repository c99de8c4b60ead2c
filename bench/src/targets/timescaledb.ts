import { Refused } from "../refused.js";
import type { Workload } from "../workloads/workload.js";
import { PostgresTarget } from "./postgres.js";

/**
 * A compressed hypertable, segmented by the key, where the server offers the extension; by its public documentation alone. Same
 * indexes, same interval of a chunk as the partitions' beside it.
 */
export class Timescaledb extends PostgresTarget {
  readonly name = "timescaledb";

  static async open(url: string): Promise<Timescaledb> {
    const sessions = await PostgresTarget.connect(url, "timescaledb");
    const client = sessions.serial;
    const offered = await client.query(
      "SELECT FROM pg_available_extensions WHERE name = 'timescaledb'",
    );
    if (offered.rowCount === 0) {
      await client.query("DROP SCHEMA IF EXISTS timescaledb CASCADE");
      for (const session of Object.values(sessions)) await session.end();
      throw new Refused(
        "this server does not offer timescaledb: install it there and preload it, or leave the target out (SEALSTONE_BENCH_PG uses a server that has it)",
      );
    }
    await client.query("CREATE EXTENSION IF NOT EXISTS timescaledb SCHEMA public");
    return new Timescaledb(sessions);
  }

  protected async create({ columns, timeColumn, partitionInterval }: Workload): Promise<void> {
    await this.client.query(`CREATE TABLE ${this.table} (${columns})`);
    await this.client.query(
      "SELECT create_hypertable($1::regclass, $2::name, chunk_time_interval => $3::interval, create_default_indexes => false)",
      [this.table, timeColumn, partitionInterval],
    );
  }

  protected async finish(workload: Workload, progress: (what: string) => void): Promise<void> {
    const { key, timeColumn } = workload;
    await this.makeIndexes(workload, progress);
    progress("compress");
    await this.client.query(
      `ALTER TABLE ${this.table} SET (timescaledb.compress, timescaledb.compress_segmentby = '${key}', timescaledb.compress_orderby = '${timeColumn}')`,
    );
    await this.client.query("SELECT compress_chunk(c) FROM show_chunks($1::regclass) AS c", [
      this.table,
    ]);
  }

  override async size(): Promise<number> {
    const { rows } = await this.client.query("SELECT hypertable_size($1::regclass) AS bytes", [
      this.table,
    ]);
    return Number(rows[0].bytes);
  }
}
