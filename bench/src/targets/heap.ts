import type { Workload } from "../workloads/workload.js";
import { PostgresTarget } from "./postgres.js";

/** One plain table with an index on (key, time) and one on time. */
export class Heap extends PostgresTarget {
  readonly name = "heap";

  static async open(url: string): Promise<Heap> {
    return new Heap(await PostgresTarget.connect(url, "heap"));
  }

  protected async create({ columns }: Workload): Promise<void> {
    await this.client.query(`CREATE TABLE ${this.table} (${columns})`);
  }

  protected finish(workload: Workload, progress: (what: string) => void): Promise<void> {
    return this.makeIndexes(workload, progress);
  }
}
