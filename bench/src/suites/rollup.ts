import { interleave, timed } from "../measure/interleave.js";
import { median, pairRatio, summarize } from "../measure/statistics.js";
import { copyIn, copyOut } from "./copy.js";
import { measured, openTargets } from "./prepare.js";
import type { Context } from "./suite.js";

/**
 * Hourly per key over the sealed workload: full, after one late row, after 100 late rows in 100 hours, reading, and
 * what a rollup costs whoever writes. The unit of a refresh is the same GROUP BY over plain partitions.
 */
export async function rollup(context: Context): Promise<void> {
  const { client, workload, progress, keep, rounds } = context;
  const opened = await openTargets({ ...context, targets: ["partitioned", "sealed"] });
  const { key, timeColumn } = workload;
  const value = measured(workload);
  const sealed = `sealed."${workload.name}"`;
  const plainTable = `partitioned."${workload.name}"`;
  const base = `base."${workload.name}"`;
  const select = `count(*) AS n, avg(${value}) AS a, min(${value}) AS lo, max(${value}) AS hi`;
  const create = (series: string, name: string) =>
    client.query(
      `SELECT sealstone.create_rollup('${name}', '${series}', bucket => interval '1 hour', select_list => '${select}', group_by => '${key}')`,
    );
  try {
    // no job refreshes behind our back
    await client.query("SELECT sealstone.pause_all(); SET timezone = 'UTC'");
    await client.query(
      "DROP TABLE IF EXISTS public.rollup_results; DROP SCHEMA IF EXISTS rollup_live CASCADE",
    );

    const full = await interleave(
      [
        {
          name: "plain",
          run: () =>
            client.query(
              `SELECT ${key}, date_trunc('hour', ${timeColumn}) AS hour, ${select} FROM ${plainTable} GROUP BY 1, 2`,
            ),
        },
        {
          name: "rollup",
          run: async () => {
            progress("full recompute against the same GROUP BY over plain partitions");
            await client.query("DROP VIEW IF EXISTS bench_hourly");
            await create(sealed, "bench_hourly");
            await client.query("CALL sealstone.refresh('bench_hourly')");
          },
        },
      ],
      { rounds, warmup: 1, budgetMs: 90_000, least: 5 },
    );
    const plain = median(full.get("plain") as number[]);
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
    report("full", "full recompute", median(full.get("rollup") as number[]), 8);

    const refresh = () => client.query("SELECT sealstone.refresh_rollup('bench_hourly')");
    const afterLate = async (rows: (round: number) => string) => {
      const times: number[] = [];
      for (let round = -1; round < rounds; round += 1) {
        await client.query(`INSERT INTO ${sealed} ${rows(round + 1)}`);
        const took = await timed(refresh);
        if (round >= 0) times.push(took);
      }
      return median(times);
    };
    progress("refresh after one late row");
    report(
      "one-late",
      "refresh after one late row",
      await afterLate((round) => `SELECT * FROM ${base} OFFSET ${1000 * (round + 1)} LIMIT 1`),
      300,
    );
    progress("refresh after 100 late rows");
    await client.query(
      `CREATE TEMP TABLE hundred AS SELECT DISTINCT ON (date_trunc('hour', ${timeColumn})) * FROM ${base} ORDER BY date_trunc('hour', ${timeColumn}) LIMIT 100`,
    );
    report(
      "hundred-late",
      "refresh after 100 late rows in 100 hours",
      await afterLate(() => "SELECT * FROM hundred"),
      30,
    );

    progress("reading one key's rollup");
    await client.query(`CREATE TABLE public.rollup_results AS SELECT * FROM bench_hourly`);
    await client.query(`CREATE INDEX ON public.rollup_results (${key}, bucket)`);
    await client.query(`VACUUM (ANALYZE) public.rollup_results`);
    const states = (
      await client.query(
        "SELECT states::text AS name FROM sealstone.rollup WHERE view = 'bench_hourly'::regclass",
      )
    ).rows[0].name;
    await client.query(`VACUUM (ANALYZE) ${states}`);
    const some = (await client.query(`SELECT ${key} AS k FROM public.rollup_results LIMIT 1`))
      .rows[0].k;
    const readers = (prepared: boolean) =>
      ["public.rollup_results", "bench_hourly"].map((from) => ({
        name: from,
        run: async () => {
          // twenty at a time: one takes less than the clock and the wire vary
          for (let i = 0; i < 20; i += 1)
            await client.query({
              text: `SELECT * FROM ${from} WHERE ${key} = $1`,
              values: [some],
              ...(prepared ? { name: `read ${from}` } : {}),
            });
        },
      }));
    for (const prepared of [false, true]) {
      const reads = await interleave(readers(prepared), {
        rounds: Math.max(rounds, 20),
        warmup: 2,
        budgetMs: 20_000,
        least: 5,
      });
      const table = reads.get("public.rollup_results") as number[];
      const view = reads.get("bench_hourly") as number[];
      keep({
        suite: "rollup",
        workload: workload.name,
        name: prepared ? "read-prepared" : "read",
        title: `reading one key's rollup, nothing pending${prepared ? ", prepared" : ""} (20 times)`,
        unit: "ms",
        base: "table",
        values: {
          table: { value: summarize(table).median },
          rollup: { value: summarize(view).median },
        },
        ratios: { rollup: pairRatio(table, view) },
        reach: 1,
        notes: ["the table holds the results, which somebody else must keep right"],
      });
    }

    // late rows by COPY: what one statement of 10,000 rows into one sealed partition takes
    progress("10,000 late rows by COPY");
    const chunks = await copyOut(
      client,
      `SELECT * FROM ${base} WHERE ${timeColumn} < (SELECT min(${timeColumn}) FROM ${base}) + interval '1 day' ORDER BY ${timeColumn}, ${key} LIMIT 10000`,
    );
    const copy = (into: string) => () => copyIn(client, into, chunks);
    const copies = await interleave(
      [
        { name: "plain", run: copy(plainTable) },
        { name: "sealed", run: copy(sealed) },
      ],
      { rounds, warmup: 1, budgetMs: 60_000, least: 5 },
    );
    const speed = (name: string) => 10_000 / (median(copies.get(name) as number[]) / 1000);
    keep({
      suite: "rollup",
      workload: workload.name,
      name: "late-copy",
      title: "10,000 late rows by COPY into a sealed partition with one rollup",
      unit: "rows/s",
      base: "partitioned",
      values: { partitioned: { value: speed("plain") }, sealed: { value: speed("sealed") } },
      ratios: { sealed: speed("sealed") / speed("plain") },
      reach: 3,
      notes: [],
    });

    // a live partition: the same batches with a rollup and without
    progress("batches of 1,000 rows into a live partition");
    await client.query("CREATE SCHEMA rollup_live");
    await client.query(`CREATE TEMP TABLE batch AS SELECT * FROM ${base} LIMIT 1000`);
    for (const name of ["none", "one"]) {
      await client.query(
        `CREATE TABLE rollup_live.${name} (${workload.columns}) PARTITION BY RANGE (${timeColumn})`,
      );
      await client.query(
        `CREATE INDEX ON rollup_live.${name} (${key}, ${timeColumn}); CREATE TABLE rollup_live.${name}_p PARTITION OF rollup_live.${name} FOR VALUES FROM ('${workload.from}') TO ('${workload.to}')`,
      );
    }
    await create("rollup_live.one", "rollup_live.hourly");
    await client.query(
      "INSERT INTO rollup_live.one TABLE batch; SELECT sealstone.refresh_rollup('rollup_live.hourly')",
    );
    const insert = (name: string) => async () => {
      for (let i = 0; i < 20; i += 1)
        await client.query(`INSERT INTO rollup_live.${name} TABLE batch`);
    };
    const inserts = await interleave(
      [
        { name: "none", run: insert("none") },
        { name: "one", run: insert("one") },
      ],
      { rounds: Math.max(rounds, 15), warmup: 2, budgetMs: 60_000, least: 5 },
    );
    const none = inserts.get("none") as number[];
    const one = inserts.get("one") as number[];
    keep({
      suite: "rollup",
      workload: workload.name,
      name: "insert",
      title: "20 batches of 1,000 rows into a live partition, with one rollup",
      unit: "ms",
      base: "none",
      values: { none: { value: summarize(none).median }, one: { value: summarize(one).median } },
      ratios: { one: pairRatio(none, one) },
      reach: 1 / 1.1,
      notes: [],
    });
  } finally {
    await client.query(
      "DROP VIEW IF EXISTS bench_hourly; DROP TABLE IF EXISTS public.rollup_results; DROP SCHEMA IF EXISTS rollup_live CASCADE; DROP TABLE IF EXISTS pg_temp.hundred, pg_temp.batch; SELECT sealstone.resume_all()",
    );
    for (const target of opened) await target.close();
  }
}
