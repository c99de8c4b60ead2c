import type { Workload } from "../workloads/workload.js";
import { PostgresTarget } from "./postgres.js";

/** Plain Postgres partitions by time, the same indexes as the heap: what every ratio is against. */
export class Partitioned extends PostgresTarget {
  readonly name: string = "partitioned";

  static async open(url: string): Promise<Partitioned> {
    return new Partitioned(await PostgresTarget.connect(url, "partitioned"));
  }

  protected async create({
    columns,
    timeColumn,
    partitionInterval,
    from,
    to,
    name,
  }: Workload): Promise<void> {
    await this.client.query(
      `CREATE TABLE ${this.table} (${columns}) PARTITION BY RANGE (${timeColumn})`,
    );
    await this.client.query(
      `DO $$ DECLARE lo timestamptz := '${from}'; hi timestamptz; n int := 0;
       BEGIN
         WHILE lo < '${to}' LOOP
           hi := lo + interval '${partitionInterval}';
           EXECUTE format('CREATE TABLE "${this.name}".%I PARTITION OF ${this.table} FOR VALUES FROM (%L) TO (%L)',
                          '${name}_' || lpad(n::text, 4, '0'), lo, hi);
           lo := hi; n := n + 1;
         END LOOP;
       END $$`,
    );
  }

  protected finish(workload: Workload, progress: (what: string) => void): Promise<void> {
    return this.makeIndexes(workload, progress);
  }
}
