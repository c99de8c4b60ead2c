import { connect } from "../connection.js";
import { interleave, SAMPLE_MS } from "../measure/interleave.js";
import { pairRatio, summarize } from "../measure/statistics.js";
import type { Context } from "./suite.js";

const HOUR = 3_600_000;

/**
 * Planning a one-partition query at growing numbers of partitions, a series against plain partitions in a session in which none of our
 * reading paths is on: bounds are computed while planning for every partitioned table, a series or not.
 */
export async function plan(context: Context): Promise<void> {
  const { client, progress, keep } = context;
  const plainly = await connect(context.url);
  await plainly.query("SET sealstone.enable_plan_bounds = off");
  const sessions = { plain: plainly, series: client };
  await client.query(
    "CREATE EXTENSION IF NOT EXISTS sealstone; DROP SCHEMA IF EXISTS plan CASCADE; CREATE SCHEMA plan",
  );
  // the last partition of each table is that of now, so that both questions ask for one partition, whatever their number
  const end = Math.ceil(Date.now() / HOUR + 1) * HOUR;
  const hour = (back: number) => new Date(end - back * HOUR).toISOString();
  const counts = context.quick ? [10, 100, 1000] : [10, 100, 1000, 10_000];
  for (const [at, count] of counts.entries()) {
    progress(`${count} partitions`, at, counts.length);
    for (const name of ["plain", "series"]) {
      const table = `${name}_${count}`;
      await client.query(
        `CREATE TABLE plan.${table} (ts timestamptz NOT NULL, host text, v float8) PARTITION BY RANGE (ts)`,
      );
      // in slices, so that no transaction holds more locks than the default allows
      for (let from = 0; from < count; from += 200) {
        await client.query(`DO $$ BEGIN FOR i IN ${from}..${Math.min(from + 199, count - 1)} LOOP
          EXECUTE format('CREATE TABLE plan.${table}_%s PARTITION OF plan.${table} FOR VALUES FROM (%L) TO (%L)', i,
            timestamptz '${hour(count)}' + i * interval '1 hour', timestamptz '${hour(count)}' + (i + 1) * interval '1 hour');
          END LOOP; END $$`);
      }
      if (name === "series")
        await client.query(
          `SELECT sealstone.create_series('plan.${table}', 'ts', partition_interval => interval '1 hour', premake => 0)`,
        );
    }
    const questions = [
      {
        name: "constant",
        title: "one hour by constants",
        where: `ts >= '${hour(4)}' AND ts < '${hour(3)}'`,
      },
      {
        name: "now",
        title: "ts >= now() - interval '1 hour'",
        where: "ts >= now() - interval '1 hour'",
      },
    ];
    for (const question of questions) {
      const samples = await interleave(
        (["plain", "series"] as const).map((name) => ({
          name,
          run: () =>
            sessions[name].query(
              `EXPLAIN SELECT * FROM plan.${name}_${count} WHERE ${question.where}`,
            ),
        })),
        { rounds: context.rounds * 4, warmup: 2, budgetMs: 20_000, least: 5, sampleMs: SAMPLE_MS },
      );
      const plain = samples.get("plain") as number[];
      const series = samples.get("series") as number[];
      keep({
        suite: "plan",
        workload: "-",
        name: `${question.name}-${count}`,
        title: `${question.title}, ${count} partitions`,
        unit: "ms",
        base: "partitioned",
        values: {
          partitioned: { value: summarize(plain).median, summary: summarize(plain) },
          series: { value: summarize(series).median, summary: summarize(series) },
        },
        ratios: { series: pairRatio(plain, series) },
        notes: [],
      });
    }
    for (const name of ["plain", "series"]) {
      if (name === "series")
        await client.query(`SELECT sealstone.drop_series('plan.series_${count}')`);
      for (let from = 0; from < count; from += 200) {
        await client.query(
          `DO $$ BEGIN FOR i IN ${from}..${Math.min(from + 199, count - 1)} LOOP EXECUTE 'DROP TABLE plan.${name}_${count}_' || i; END LOOP; END $$`,
        );
      }
      await client.query(`DROP TABLE IF EXISTS plan.${name}_${count}`);
    }
  }
  await plainly.end();
  await client.query("DROP SCHEMA plan CASCADE");
}
