import type { Workload } from "../workloads/workload.js";
import { Partitioned } from "./partitioned.js";
import { PostgresTarget } from "./postgres.js";

/** The partitioned table made a series, and every partition with rows sealed. */
export class Sealed extends Partitioned {
  override readonly name = "sealed";

  static override async open(url: string): Promise<Sealed> {
    const sessions = await PostgresTarget.connect(url, "sealed");
    await sessions.serial.query("CREATE EXTENSION IF NOT EXISTS sealstone");
    return new Sealed(sessions);
  }

  protected override async create(workload: Workload): Promise<void> {
    await super.create(workload);
    const before = await this.leaves();
    await this.client.query(
      "SELECT sealstone.create_series($1::regclass, $2, partition_interval => $3::interval, premake => 0)",
      [this.table, workload.timeColumn, workload.partitionInterval],
    );
    // no partition beyond the data, such as today's: plans on both sides consider the same number of them
    await this.client.query("SELECT sealstone.pause_all()");
    for (const name of await this.leaves())
      if (!before.includes(name)) await this.client.query(`DROP TABLE ${name}`);
  }

  private async leaves(): Promise<string[]> {
    const { rows } = await this.client.query(
      "SELECT relid::regclass::text AS name FROM pg_partition_tree($1::regclass) WHERE isleaf ORDER BY 1",
      [this.table],
    );
    return rows.map(({ name }) => name);
  }

  protected override async finish(
    workload: Workload,
    progress: (what: string) => void,
  ): Promise<void> {
    await super.finish(workload, progress);
    const leaves = await this.leaves();
    for (const [i, name] of leaves.entries()) {
      progress(`seal ${i + 1} of ${leaves.length}`);
      const filled = await this.client.query(`SELECT EXISTS (SELECT FROM ${name}) AS yes`);
      if (filled.rows[0].yes === "t") {
        await this.client.query(
          `CALL sealstone.seal(${this.client.escapeLiteral(name)}, order_by => ARRAY['${workload.key}', '${workload.timeColumn}']::name[])`,
        );
      }
    }
  }
}
