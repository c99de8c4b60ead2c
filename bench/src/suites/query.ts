import { interleave, SAMPLE_MS } from "../measure/interleave.js";
import { pairRatio, summarize } from "../measure/statistics.js";
import { type Mode, type Rows, type Target, TooSlow } from "../targets/target.js";
import { checksum, firstDifference } from "../verify/answers.js";
import { openTargets } from "./prepare.js";
import type { Context, Measurement } from "./suite.js";

const modes: Mode[] = ["serial", "parallel"];

/** The workload's queries on every target: answers compared first, then time, the better of serial and parallel. */
export async function query(context: Context): Promise<void> {
  const opened = await openTargets(context);
  try {
    const { queries } = context.workload;
    for (const [at, question] of queries.entries()) {
      const progress = (share: number) =>
        context.progress(question.title, at + share, queries.length);
      progress(0);
      const measurement: Measurement = {
        suite: "query",
        workload: context.workload.name,
        name: question.name,
        title: question.title,
        unit: "ms",
        values: {},
        ratios: {},
        checksum: {},
        plans: {},
        notes: [],
        ...(question.reach === undefined ? {} : { reach: question.reach }),
      };
      const working: Target[] = [];
      const got: Rows[] = [];
      const tooSlow = (target: Target, { limitMs }: TooSlow) => {
        measurement.values[target.name] = null;
        measurement.over = { ...measurement.over, [target.name]: limitMs };
      };
      for (const target of opened) {
        try {
          // the figure is the better mode's: both must answer alike
          for (const mode of modes) {
            const rows = await target.query(question.sql, mode, context.limitMs);
            got.push(rows);
            const name = mode === "serial" ? target.name : `${target.name}, parallel`;
            (measurement.checksum as Record<string, string>)[name] = checksum(rows);
          }
          working.push(target);
        } catch (error) {
          if (error instanceof TooSlow) {
            tooSlow(target, error);
            continue;
          }
          measurement.values[target.name] = null;
          measurement.notes.push(
            `${target.name}: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      }
      const answers = new Set(Object.values(measurement.checksum ?? {}));
      if (answers.size > 1) {
        const [first, ...others] = got as [Rows, ...Rows[]];
        const other = others.find((rows) => checksum(rows) !== checksum(first)) as Rows;
        measurement.notes.push(
          `ANSWERS DIFFER: ${JSON.stringify(measurement.checksum)}; ${firstDifference(first, other)}`,
        );
        for (const target of opened) measurement.values[target.name] = null;
        context.keep(measurement);
        continue;
      }
      const samples = await interleave(
        working.flatMap((target) =>
          modes.map((mode) => ({
            name: `${target.name}/${mode}`,
            run: async () => {
              if (measurement.over?.[target.name] !== undefined) return;
              try {
                await target.query(question.sql, mode, context.limitMs);
              } catch (error) {
                if (!(error instanceof TooSlow)) throw error;
                tooSlow(target, error);
              }
            },
          })),
        ),
        {
          rounds: context.rounds,
          warmup: 1,
          budgetMs: context.quick ? 4_000 : 30_000,
          least: 5,
          sampleMs: SAMPLE_MS,
          onRound: progress,
        },
      );
      const best = new Map<string, number[]>();
      for (const target of working) {
        if (measurement.over?.[target.name] !== undefined) continue;
        const [serial, parallel] = modes.map(
          (mode) => samples.get(`${target.name}/${mode}`) as number[],
        ) as [number[], number[]];
        const chosen = summarize(serial).median <= summarize(parallel).median ? serial : parallel;
        best.set(target.name, chosen);
        const summary = summarize(chosen);
        const mode = chosen === serial ? "serial" : "parallel";
        (measurement.plans as Record<string, string>)[target.name] = await target.explain(
          question.sql,
          mode,
        );
        measurement.values[target.name] = {
          value: summary.median,
          summary,
          mode,
        };
      }
      const base = best.get("partitioned");
      if (base) {
        measurement.base = "partitioned";
        for (const [name, runs] of best) measurement.ratios[name] = pairRatio(base, runs);
      }
      context.keep(measurement);
    }
  } finally {
    for (const target of opened) await target.close();
  }
}
