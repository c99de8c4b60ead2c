import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { Refused } from "../refused.js";
import { targets as known } from "../targets/index.js";
import type { Target } from "../targets/target.js";
import type { Workload } from "../workloads/workload.js";
import type { Context } from "./suite.js";

/** Makes `base.<workload>`, the rows that every target is loaded from, unless it is there already. */
export async function loadBase({ client, workload, progress }: Context): Promise<number> {
  await client.query("CREATE SCHEMA IF NOT EXISTS base");
  const name = `base."${workload.name}"`;
  const mark = `${workload.about}`;
  const { rows } = await client.query("SELECT obj_description(to_regclass($1)) AS mark", [name]);
  if (rows[0]?.mark !== mark) {
    progress(`make the rows of ${workload.name}`);
    await client.query(`DROP TABLE IF EXISTS ${name}`);
    await client.query("BEGIN");
    await client.query(`CREATE UNLOGGED TABLE ${name} (${workload.columns})`);
    if ("sql" in workload.rows) {
      await client.query(workload.rows.setup);
      await client.query(`INSERT INTO ${name} ${workload.rows.sql}`);
      await client.query("RESET work_mem; RESET max_parallel_workers_per_gather");
    } else {
      await client.query("SET timezone = 'UTC'");
      await pipeline(
        Readable.from(workload.rows.csv()),
        client.query(
          copyFrom(`COPY ${name} (${workload.columnNames.join(", ")}) FROM STDIN (FORMAT csv)`),
        ),
      );
    }
    await workload.extras(client);
    // written last: a load that was interrupted leaves no mark, and is made again
    await client.query(`COMMENT ON TABLE ${name} IS '${mark.replaceAll("'", "''")}'`);
    await client.query("COMMIT");
    await client.query(`ANALYZE ${name}`);
  }
  const count = await client.query(`SELECT count(*) AS n FROM ${name}`);
  return Number(count.rows[0].n);
}

/** The first column of numbers: what the suites sum and average. */
export function measured({ name, columns, key, timeColumn }: Workload): string {
  for (const column of columns.split(",")) {
    const [of = "", ...type] = column.trim().split(/\s+/);
    if (
      of !== key &&
      of !== timeColumn &&
      /^(double|real|integer|bigint|numeric)/.test(type[0] ?? "")
    )
      return of;
  }
  throw new Refused(`the workload ${name} has no column of numbers`);
}

/** Opens and prepares the targets asked for, one after the other; all are opened before any is filled. */
export async function openTargets(context: Context): Promise<Target[]> {
  const opened: Target[] = [];
  try {
    for (const name of context.targets) {
      const open = known[name];
      if (!open) throw new Error(`unknown target ${name}`);
      opened.push(await open(context.url));
    }
    await loadBase(context);
    for (const [i, target] of opened.entries()) {
      await target.prepare(context.workload, (what) =>
        context.progress(`${target.name}: ${what}`, i, opened.length),
      );
    }
  } catch (error) {
    for (const target of opened) await target.close();
    throw error;
  }
  await context.client.query("CHECKPOINT");
  return opened;
}
