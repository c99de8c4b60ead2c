import { interleave, SAMPLE_MS } from "../measure/interleave.js";
import { summarize } from "../measure/statistics.js";
import type { Context } from "./suite.js";

const SERIES = 200;
const PARTITIONS = 50;

/** What the console reads, with 200 series of 50 partitions each, and the history such a database has after weeks. */
export async function views(context: Context): Promise<void> {
  const { client, progress, keep } = context;
  const series = context.quick ? 20 : SERIES;
  await client.query(
    "CREATE EXTENSION IF NOT EXISTS sealstone; SELECT sealstone.pause_all(); DROP SCHEMA IF EXISTS views CASCADE; CREATE SCHEMA views",
  );
  for (let i = 1; i <= series; i += 1) {
    progress(`series ${i}`, i - 1, series);
    // one series a transaction, so that none holds more locks than the default allows
    await client.query(`DO $$ BEGIN
      CREATE TABLE views.s${i} (ts timestamptz NOT NULL, host int, v float8) PARTITION BY RANGE (ts);
      FOR d IN 0..${PARTITIONS - 2} LOOP
        EXECUTE format('CREATE TABLE views.s${i}_%s PARTITION OF views.s${i} FOR VALUES FROM (%L) TO (%L)', d,
          timestamptz '2024-01-01 00:00+00' + d * interval '1 day', timestamptz '2024-01-02 00:00+00' + d * interval '1 day');
      END LOOP;
      CREATE TABLE views.s${i}_default PARTITION OF views.s${i} DEFAULT;
      PERFORM sealstone.create_series('views.s${i}', 'ts', '1 day', premake => 0);
      PERFORM sealstone.set_sealing('views.s${i}', interval '1 day');
      PERFORM sealstone.measure('views.s${i}');
    END $$`);
  }
  progress("history");
  await client.query(`
    INSERT INTO sealstone.operation_log (kind, target, target_name, series, state, requested_by, requester, started_at, finished_at)
      SELECT 'seal', p.partition, 'x', p.series, 'succeeded', 'bench', 10, now(), now() FROM sealstone.partition_sizes p, generate_series(1, 5);
    INSERT INTO sealstone.series_history_log
      SELECT now() - m * interval '1 minute', 'minute', s.relation::oid, 1, 1, 1, 1, 0, 0, 0, 0, 0 FROM sealstone.series s, generate_series(1, 2880) m;
    INSERT INTO sealstone.partition_history_log
      SELECT now() - m * interval '1 hour', p.partition, 'live', NULL FROM sealstone.partition_sizes p, generate_series(1, 5) m ON CONFLICT DO NOTHING;
    ANALYZE`);
  const questions = {
    "series-info": ["series_info, every series", "SELECT * FROM sealstone.series_info"],
    "partition-info": ["partition_info, every partition", "SELECT * FROM sealstone.partition_info"],
    "partition-info-one": [
      "partition_info, one series",
      "SELECT * FROM sealstone.partition_info WHERE relation = 'views.s5'::regclass",
    ],
    operations: [
      "operations, the newest 50",
      "SELECT * FROM sealstone.operations ORDER BY id DESC LIMIT 50",
    ],
    "job-info": ["job_info, every job", "SELECT * FROM sealstone.job_info"],
    "series-history": [
      "series_history, a day of one series",
      "SELECT * FROM sealstone.series_history WHERE relation = 'views.s5'::regclass AND at > now() - interval '1 day'",
    ],
    "rollup-info": ["rollup_info", "SELECT * FROM sealstone.rollup_info"],
    "query-stats": ["query_stats", "SELECT * FROM sealstone.query_stats"],
    "worker-info": ["worker_info", "SELECT * FROM sealstone.worker_info"],
  } satisfies Record<string, [string, string]>;
  for (const [name, [title, sql]] of Object.entries(questions)) {
    if (context.has(name)) continue;
    progress(title);
    // read to the last row on the server, as the network and the client are not what is measured
    const samples = await interleave(
      [
        {
          name: "series",
          run: () => client.query(`EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) ${sql}`),
        },
      ],
      { rounds: context.rounds * 4, warmup: 3, budgetMs: 20_000, least: 5, sampleMs: SAMPLE_MS },
    );
    const times = summarize(samples.get("series") as number[]);
    keep({
      suite: "views",
      workload: "-",
      name,
      title: `${title} (${series} series, ${series * PARTITIONS} partitions)`,
      unit: "ms",
      values: { series: { value: times.median, summary: times } },
      ratios: {},
      notes: [],
    });
  }
  for (let i = 1; i <= series; i += 1) await client.query(`DROP TABLE views.s${i}`);
  await client.query(
    "DROP SCHEMA views CASCADE; TRUNCATE sealstone.operation_log; SELECT sealstone.resume_all()",
  );
}
