import type { Workload } from "../workloads/workload.js";
import { Partitioned } from "./partitioned.js";
import { PostgresTarget } from "./postgres.js";

/** The partitioned table made a series, and every partition with rows sealed. */
export class Sealed extends Partitioned {
  override readonly name = "sealed";

  static override async open(url: string): Promise<Sealed> {
    const client = await PostgresTarget.connect(url, "sealed");
    await client.query("CREATE EXTENSION IF NOT EXISTS sealstone");
    return new Sealed(client);
  }

  protected override async create(workload: Workload): Promise<void> {
    await super.create(workload);
    await this.client.query(
      // no partition beyond the data: plans on both sides consider the same number of them
      "SELECT sealstone.create_series($1::regclass, $2, partition_interval => $3::interval, premake => 0)",
      [this.table, workload.timeColumn, workload.partitionInterval],
    );
  }

  protected override async finish(
    workload: Workload,
    progress: (what: string) => void,
  ): Promise<void> {
    await super.finish(workload, progress);
    const { rows } = await this.client.query(
      "SELECT relid::regclass::text AS name FROM pg_partition_tree($1::regclass) WHERE isleaf ORDER BY relid::regclass::text",
      [this.table],
    );
    for (const [i, { name }] of rows.entries()) {
      progress(`seal ${i + 1} of ${rows.length}`);
      const filled = await this.client.query(`SELECT EXISTS (SELECT FROM ${name}) AS yes`);
      if (filled.rows[0].yes === "t") {
        await this.client.query(
          `CALL sealstone.seal(${this.client.escapeLiteral(name)}, order_by => ARRAY['${workload.key}', '${workload.timeColumn}']::name[])`,
        );
      }
    }
  }
}
