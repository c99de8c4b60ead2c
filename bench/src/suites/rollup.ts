import { performance } from "node:perf_hooks";
import { interleave } from "../measure/interleave.js";
import { pairRatio, summarize } from "../measure/statistics.js";
import { openTargets } from "./prepare.js";
import type { Context } from "./suite.js";

/** Hourly per key over the sealed workload: full, after one late row, after 100 late rows in 100 hours, and reading. */
export async function rollup(context: Context): Promise<void> {
  const { client, workload, progress, keep } = context;
  const opened = await openTargets({ ...context, targets: ["partitioned", "sealed"] });
  const { key, timeColumn } = workload;
  const value = workload.columnNames.find((name) => name !== key && name !== timeColumn) as string;
  try {
    await client.query(`SET search_path = sealed, public`);
    const timed = async (sql: string) => {
      const began = performance.now();
      await client.query(sql);
      return performance.now() - began;
    };
    progress("the same GROUP BY over plain partitions");
    const unit = await interleave(
      [
        {
          name: "plain",
          run: () =>
            client.query(
              `SELECT ${key}, date_trunc('hour', ${timeColumn}) AS hour, count(*), avg(${value}), min(${value}), max(${value}) FROM partitioned."${workload.name}" GROUP BY 1, 2`,
            ),
        },
      ],
      { rounds: 5, warmup: 1, budgetMs: 60_000, least: 3 },
    );
    const plain = summarize(unit.get("plain") as number[]).median;
    progress("create and refresh");
    await client.query("DROP TABLE IF EXISTS public.rollup_results");
    await client.query(
      `SELECT sealstone.create_rollup('bench_hourly', 'sealed.${workload.name}', bucket => interval '1 hour', select_list => 'count(*) AS n, avg(${value}) AS a, min(${value}) AS lo, max(${value}) AS hi', group_by => '${key}')`,
    );
    const full = await timed(`SELECT sealstone.refresh_rollup('bench_hourly')`);
    const report = (name: string, title: string, took: number, reach: number) =>
      keep({
        suite: "rollup",
        workload: workload.name,
        name,
        title,
        unit: "ms",
        base: "partitioned",
        values: { partitioned: { value: plain }, sealed: { value: took } },
        ratios: { sealed: plain / took },
        reach,
        notes: [],
      });
    report("full", "full recompute", full, 8);
    const lateRow = (offset: number) =>
      client.query(
        `INSERT INTO sealed."${workload.name}" SELECT * FROM base."${workload.name}" OFFSET ${offset} LIMIT 1`,
      );
    await lateRow(1000);
    report(
      "one-late",
      "refresh after one late row",
      await timed(`SELECT sealstone.refresh_rollup('bench_hourly')`),
      300,
    );
    await client.query(
      `INSERT INTO sealed."${workload.name}" SELECT DISTINCT ON (date_trunc('hour', ${timeColumn})) * FROM base."${workload.name}" ORDER BY date_trunc('hour', ${timeColumn}) LIMIT 100`,
    );
    report(
      "hundred-late",
      "refresh after 100 late rows in 100 hours",
      await timed(`SELECT sealstone.refresh_rollup('bench_hourly')`),
      30,
    );
    await client.query(`CREATE TABLE public.rollup_results AS SELECT * FROM bench_hourly`);
    await client.query(
      `CREATE INDEX ON public.rollup_results (${key}, bucket); ANALYZE public.rollup_results`,
    );
    const some = (await client.query(`SELECT ${key} AS k FROM public.rollup_results LIMIT 1`))
      .rows[0].k;
    const where = `WHERE ${key} = ${client.escapeLiteral(String(some))}`;
    const reads = await interleave(
      [
        { name: "table", run: () => client.query(`SELECT * FROM public.rollup_results ${where}`) },
        { name: "rollup", run: () => client.query(`SELECT * FROM bench_hourly ${where}`) },
      ],
      { rounds: 20, warmup: 2, budgetMs: 20_000, least: 5 },
    );
    const table = reads.get("table") as number[];
    const view = reads.get("rollup") as number[];
    keep({
      suite: "rollup",
      workload: workload.name,
      name: "read",
      title: "reading one key's rollup, nothing pending",
      unit: "ms",
      base: "table",
      values: {
        table: { value: summarize(table).median },
        rollup: { value: summarize(view).median },
      },
      ratios: { rollup: pairRatio(table, view) },
      reach: 1,
      notes: [],
    });
    await client.query(
      `SELECT sealstone.drop_rollup('bench_hourly'); DROP TABLE public.rollup_results`,
    );
  } finally {
    for (const target of opened) await target.close();
  }
}
