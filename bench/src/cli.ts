// npm run bench -- <suite> [options]: see options.ts. Started by scripts/bench.mjs, which makes the server, after check.ts.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { connect } from "./connection.js";
import { openDatabase } from "./database.js";
import { readEnvironment } from "./environment.js";
import { type Options, readWish, usage } from "./options.js";
import { Refused } from "./refused.js";
import { compare } from "./report/compare.js";
import { progress } from "./report/progress.js";
import { html, markdown, type Run, terminal } from "./report/report.js";

const written = z.object({
  environment: z.looseObject({ cpu: z.string(), commit: z.string() }),
  measurements: z.array(
    z.looseObject({
      suite: z.string(),
      workload: z.string(),
      name: z.string(),
      values: z.record(z.string(), z.looseObject({ value: z.number() }).nullable()),
    }),
  ),
});

const readRun = (file: string): Run => {
  try {
    const run: unknown = JSON.parse(readFileSync(file, "utf8"));
    written.parse(run);
    return run as Run;
  } catch (error) {
    throw new Refused(
      `${file} is not a run's JSON: ${error instanceof z.ZodError ? z.prettifyError(error).replaceAll("\n", " ") : error instanceof Error ? error.message : error}`,
    );
  }
};

/** Suites that measure a whole stack work in its database; the others in one of their own. */
async function open(suite: string): Promise<{ url: string; client: pg.Client }> {
  const url = process.env.SEALSTONE_BENCH_PG;
  if (!url)
    throw new Refused(
      "SEALSTONE_BENCH_PG is not set: a superuser's connection string (npm run bench makes a server and sets it)",
    );
  return suite === "api" || suite === "web"
    ? { url, client: await connect(url) }
    : await openDatabase(url);
}

async function measure(options: Options): Promise<void> {
  const { name, suite, workload, targets, rounds, limitMs, soakMinutes, quick } = options;
  const { url, client } = await open(name);
  const say = progress(process.stderr);
  try {
    const file = join(
      options.out,
      `${name}${soakMinutes > 0 ? "-soak" : ""}-${workload.name}.json`,
    );
    const environment = await readEnvironment(client);
    const of = [
      name,
      workload.about,
      targets.join(),
      quick ? "quick" : "whole",
      `${rounds} rounds, at most ${limitMs / 1000} s`,
      environment.commit,
      environment.postgres,
    ].join("; ");
    const run: Run = {
      command: `npm run bench -- ${process.argv.slice(2).join(" ")}`,
      of,
      environment,
      measurements: [],
    };
    // ended before anything was measured, it has nothing to resume and begins anew
    const before = options.resume && existsSync(file) ? readRun(file) : undefined;
    if (before !== undefined && before.of !== of)
      throw new Refused(
        `${file} is of something else (${before.of ?? "an older bench"}): the same options resume it, or start anew without --resume`,
      );
    run.measurements.push(...(before?.measurements ?? []));
    // what failed or was too slow is tried again
    const done = new Set(
      run.measurements
        .filter((m) => {
          const values = Object.values(m.values);
          return values.length > 0 && values.every((value) => value !== null);
        })
        .map((m) => m.name),
    );
    const save = () => {
      run.environment.load = [run.environment.load[0] ?? 0, loadavg()[0] ?? 0];
      writeFileSync(`${file}.new`, JSON.stringify(run, null, 1));
      renameSync(`${file}.new`, file);
    };
    await suite({
      url,
      client,
      targets,
      rounds,
      quick,
      limitMs,
      soakMinutes,
      has: (measurement) => done.has(measurement),
      progress: say,
      workload: { ...workload, queries: workload.queries.filter((q) => !done.has(q.name)) },
      keep(measurement) {
        const same = ({ suite, name }: { suite: string; name: string }) =>
          suite === measurement.suite && name === measurement.name;
        const at = run.measurements.findIndex(same);
        if (at < 0) run.measurements.push(measurement);
        else run.measurements[at] = measurement;
        save();
      },
    });
    say.end();
    save();
    writeFileSync(file.replace(/json$/, "md"), markdown(run));
    writeFileSync(file.replace(/json$/, "html"), html(run));
    console.log(terminal(run.measurements));
    console.log(`\n${file} (also .md and .html)`);
    if (run.measurements.some((m) => m.notes.some((note) => note.startsWith("ANSWERS DIFFER"))))
      process.exitCode = 2;
    else if (
      run.measurements.some((m) =>
        Object.entries(m.values).some(
          ([target, v]) => v === null && m.over?.[target] === undefined,
        ),
      )
    ) {
      console.error("Some could not be measured: the notes below the tables say why.");
      process.exitCode = 1;
    }
  } finally {
    say.end();
    await client.end();
  }
}

async function main(): Promise<void> {
  const wish = readWish(process.argv.slice(2));
  if (wish.kind === "help") console.log(usage);
  else if (wish.kind === "compare")
    console.log(compare(readRun(wish.a), readRun(wish.b)).join("\n"));
  else await measure(wish.options);
}

/** What went wrong in a sentence; the whole of it only where nobody foresaw it. */
function sentence(error: unknown): unknown {
  if (error instanceof Refused) return error.message;
  if (error instanceof pg.DatabaseError)
    return `the server says: ${error.message}${error.detail ? ` (${error.detail})` : ""}${error.code === "53100" ? ": its disk is full; --rows with fewer" : ""}\nWhat was measured before, if anything, is kept: --resume goes on from there.`;
  if (
    error instanceof Error &&
    "code" in error &&
    /^E[A-Z]+$/.test(String(error.code)) &&
    "path" in error
  )
    return error.message;
  if (error instanceof Error && /Connection terminated|ECONNRE(SET|FUSED)/.test(error.message))
    return `the server went away (${error.message}). What was measured before, if anything, is kept: --resume goes on from there.`;
  return error;
}

// what is cleared away at the end is cleared away when interrupted too
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

main().catch((error) => {
  console.error(sentence(error));
  process.exitCode = 1;
});
