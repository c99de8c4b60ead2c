/**
 * The console's own questions to the API (SEALSTONE_BENCH_URL), by GraphQL and by REST, with 200 series and
 * 10,000 partitions: percentiles one after the other, then requests a second of eight clients at once, and what
 * the API's memory is before and after. Each client has a loopback address of its own, because the API counts by address.
 */
import { Agent, request } from "node:http";
import { build, type Histogram } from "hdr-histogram-js";
import { slope, summarize } from "../measure/statistics.js";
import type { Context } from "./suite.js";

const clients = 8;

interface Question {
  readonly name: string;
  readonly title: string;
  readonly face: "graphql" | "rest";
  /** A document, or a path under /api/v1. */
  readonly text: string;
}

function need(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: SEALSTONE_BENCH_URL, _USER and _PASSWORD say where the API is and how to sign in`,
    );
  return value;
}

/** One client: keeps its connection, waits for each answer to its last byte. */
class Client {
  readonly #agent: Agent;
  readonly #base: URL;
  cookie = "";

  constructor(base: URL, address: string) {
    this.#base = base;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: address });
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; text: string; setCookie: string }> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    return await new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent: this.#agent,
          host: "127.0.0.1",
          port: this.#base.port,
          method,
          path,
          headers: {
            host: this.#base.host,
            "x-sealstone-csrf": "1",
            ...(this.cookie === "" ? {} : { cookie: this.cookie }),
            ...(payload === undefined
              ? {}
              : {
                  "content-type": "application/json",
                  "content-length": Buffer.byteLength(payload),
                }),
          },
        },
        (answer) => {
          const pieces: Buffer[] = [];
          answer.on("data", (piece: Buffer) => pieces.push(piece));
          answer.on("error", reject);
          answer.on("end", () =>
            resolve({
              status: answer.statusCode ?? 0,
              text: Buffer.concat(pieces).toString(),
              setCookie: (answer.headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "",
            }),
          );
        },
      );
      outgoing.on("error", reject);
      outgoing.end(payload);
    });
  }

  /** Asks, and fails where the answer is not whole: a refusal must not be measured as an answer. */
  async ask(question: Question): Promise<string> {
    const { status, text } =
      question.face === "graphql"
        ? await this.send("POST", "/graphql", { query: question.text })
        : await this.send("GET", `/api/v1${question.text}`);
    if (status !== 200 || text.includes('"errors":['))
      throw new Error(`${question.name} answered ${status}: ${text.slice(0, 300)}`);
    return text;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The series and partitions, made once and kept. */
async function prepare({ client, progress }: Context, counts: readonly number[]): Promise<void> {
  // the API's logins may look into it, as grants.js lets them into the schemas it knows
  await client.query(
    "CREATE SCHEMA IF NOT EXISTS api_bench; GRANT USAGE ON SCHEMA api_bench TO PUBLIC",
  );
  const mark = `series of ${counts.join(", ")} partitions`;
  const have = await client.query<{ mark: string | null }>(
    "SELECT obj_description('api_bench'::regnamespace) AS mark",
  );
  if (have.rows[0]?.mark === mark) return;
  const old = await client.query<{ name: string }>(
    "SELECT relation::text AS name FROM sealstone.series_info WHERE schema_name = 'api_bench'",
  );
  for (const { name } of old.rows) await client.query(`DROP TABLE ${name} CASCADE`);
  await client.query(
    "DROP SCHEMA api_bench CASCADE; CREATE SCHEMA api_bench; GRANT USAGE ON SCHEMA api_bench TO PUBLIC",
  );
  for (const [i, count] of counts.entries()) {
    progress(`series ${i + 1} of ${counts.length}`);
    // one series a transaction, so that none holds more locks than the default allows
    await client.query(`DO $$ BEGIN
      CREATE TABLE api_bench.s${i} (ts timestamptz NOT NULL, host int, v float8) PARTITION BY RANGE (ts);
      FOR d IN 0..${count - 1} LOOP
        EXECUTE format('CREATE TABLE api_bench.s${i}_%s PARTITION OF api_bench.s${i} FOR VALUES FROM (%L) TO (%L)', d,
          timestamptz '2020-01-01 00:00+00' + d * interval '1 day', timestamptz '2020-01-02 00:00+00' + d * interval '1 day');
      END LOOP;
      CREATE TABLE api_bench.s${i}_default PARTITION OF api_bench.s${i} DEFAULT;
      PERFORM sealstone.create_series('api_bench.s${i}', 'ts', '1 day', premake => 0);
      PERFORM sealstone.update_job(id, enabled => false) FROM sealstone.job_info WHERE relation = 'api_bench.s${i}'::regclass;
      PERFORM sealstone.measure('api_bench.s${i}');
    END $$`);
  }
  await client.query("ANALYZE");
  // written last: what was interrupted is made again
  await client.query(`COMMENT ON SCHEMA api_bench IS '${mark}'`);
}

function percentile(histogram: Histogram, at: number): number {
  return histogram.getValueAtPercentile(at) / 1000;
}

/**
 * A question a second for as long as was asked, each in its turn, and the API's resident memory every ten seconds;
 * the slope is fitted to the second half, when caches and the heap have found their size.
 */
async function soak(
  context: Context,
  parts: {
    readonly all: readonly Client[];
    readonly questions: readonly Question[];
    readonly memory: () => Promise<number>;
    readonly workload: string;
  },
): Promise<void> {
  const { all, questions, memory, workload } = parts;
  const began = performance.now();
  const minutes = (): number => (performance.now() - began) / 60_000;
  const samples: { readonly at: number; readonly bytes: number }[] = [];
  let asked = 0;
  while (minutes() < context.soakMinutes) {
    const [client, question] = [all[asked % all.length], questions[asked % questions.length]];
    if (client === undefined || question === undefined) throw new Error("nothing to ask");
    await client.ask(question);
    asked += 1;
    if (asked % 10 === 1) {
      const bytes = await memory();
      samples.push({ at: minutes(), bytes });
      context.progress(`${minutes().toFixed(1)} minutes, ${asked} requests, ${bytes} bytes`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const half = samples.filter(({ at }) => at >= context.soakMinutes / 2);
  const values = half.map(({ bytes }) => bytes);
  context.keep({
    suite: "api: resident memory under load",
    workload,
    name: "soak",
    title: `${context.soakMinutes} minutes, ${asked} requests; growth is that of the second half`,
    unit: "bytes",
    values: {
      least: { value: Math.min(...values) },
      most: { value: Math.max(...values) },
      "growth an hour": { value: slope(half.map(({ at, bytes }) => [at / 60, bytes])) },
    },
    ratios: {},
    notes: [
      samples.map(({ at, bytes }) => `${at.toFixed(1)}:${Math.round(bytes / 1e6)}`).join(" "),
    ],
  });
}

export async function api(context: Context): Promise<void> {
  const { progress, keep } = context;
  const base = new URL(need("SEALSTONE_BENCH_URL"));
  const counts = context.quick
    ? [1_000, ...Array.from({ length: 19 }, () => 10)]
    : [1_045, ...Array.from({ length: 199 }, () => 45)];
  await prepare(context, counts);
  const partitions = counts.reduce((sum, count) => sum + count, 0);
  const workload = `${counts.length} series, ${partitions} partitions`;

  const all = Array.from({ length: clients }, (_value, i) => new Client(base, `127.0.0.${i + 2}`));
  const [first] = all;
  if (first === undefined) throw new Error("no client");
  const signedIn = await first.send("POST", "/graphql", {
    query:
      "mutation ($name: String!, $password: String!) { signIn(name: $name, password: $password) { viewer { name } } }",
    variables: { name: need("SEALSTONE_BENCH_USER"), password: need("SEALSTONE_BENCH_PASSWORD") },
  });
  if (signedIn.setCookie === "")
    throw new Error(`cannot sign in at ${base}: ${signedIn.text.slice(0, 300)}`);
  for (const one of all) one.cookie = signedIn.setCookie;
  const memory = async (): Promise<number> => {
    const { text } = await first.send("GET", "/metrics");
    const found = /^sealstone_api_process_resident_memory_bytes (\S+)$/m.exec(text)?.[1];
    if (found === undefined) throw new Error("the API does not say what memory it takes");
    return Number(found);
  };

  const [database] = (
    JSON.parse((await first.send("GET", "/api/v1/databases")).text) as { nodes: { id: string }[] }
  ).nodes;
  const id = `${database?.id}.api_bench.s0`;
  const questions: readonly Question[] = [
    {
      name: "overview",
      title: "overview",
      face: "graphql",
      text: "{ databases { id state totals { series bytes failingJobs overdueJobs activeOperations pendingInvalidations slowQueries } worker { paused } disk { freeBytes } attention { rule severity title } operations(first: 10) { nodes { id state kind } } } }",
    },
    {
      name: "series-list",
      title: "100 series with strips",
      face: "graphql",
      text: "{ seriesList(first: 100) { totalCount nodes { id qualifiedName bytes ratio lateFraction sealDue strip(buckets: 60) { slices { index live sealed } } } } }",
    },
    {
      name: "partitions",
      title: "page of 1,000 partitions",
      face: "graphql",
      text: `{ series(id: "${id}") { partitions(first: 1000) { totalCount totalBytes nodes { id name state lo hi rows bytes bytesBefore ratio lateRows lateFraction sealedAt due lastOperation { state } } } } }`,
    },
    {
      name: "strip",
      title: "strip of one series",
      face: "graphql",
      text: `{ series(id: "${id}") { strip { from to partitions slices { index lo hi live sealed due bytes worstLateFraction partition } } } }`,
    },
    {
      name: "rollups",
      title: "rollups with invalidations",
      face: "graphql",
      text: "{ seriesList(first: 100) { nodes { rollups { id pending watermark invalidations(first: 20) { totalCount } } } } }",
    },
    {
      name: "timings",
      title: "query timings, a day",
      face: "graphql",
      text: `{ series(id: "${id}") { queryTimings(points: 240) { points { at p50Ms p95Ms p99Ms } } topQueries(first: 20) { nodes { query p95Ms paths } } } }`,
    },
    {
      name: "operations",
      title: "operations",
      face: "graphql",
      text: "{ operations(first: 50) { nodes { id kind state progress targetName requestedAt } } }",
    },
    { name: "rest-databases", title: "databases", face: "rest", text: "/databases" },
    { name: "rest-series", title: "100 series", face: "rest", text: "/series?first=100" },
    {
      name: "rest-partitions",
      title: "page of 1,000 partitions",
      face: "rest",
      text: `/series/${encodeURIComponent(id)}/partitions?first=1000`,
    },
    {
      name: "rest-queries",
      title: "query timings",
      face: "rest",
      text: `/series/${encodeURIComponent(id)}/queries`,
    },
    { name: "rest-operations", title: "operations", face: "rest", text: "/operations?first=50" },
    { name: "rest-attention", title: "what needs attention", face: "rest", text: "/attention" },
  ];

  if (context.soakMinutes > 0) {
    await soak(context, { all, questions, memory, workload });
    for (const one of all) one.close();
    return;
  }

  const before = await memory();
  const rounds = context.rounds * (context.quick ? 6 : 30);
  for (const question of questions) {
    if (context.has(question.name) && context.has(`${question.name}-throughput`)) continue;
    progress(`${question.face} ${question.title}`);
    const alone = build({ lowestDiscernibleValue: 1, highestTrackableValue: 120_000_000 });
    const samples: number[] = [];
    let bytes = 0;
    for (let round = -3; round < rounds; round += 1) {
      const began = performance.now();
      bytes = (await first.ask(question)).length;
      const took = performance.now() - began;
      if (round < 0) continue;
      samples.push(took);
      alone.recordValue(Math.max(1, Math.round(took * 1000)));
    }
    keep({
      suite: "api: one after the other",
      workload,
      name: question.name,
      title: `${question.face}: ${question.title}`,
      unit: "ms",
      values: {
        p50: { value: percentile(alone, 50), summary: summarize(samples) },
        p95: { value: percentile(alone, 95) },
        p99: { value: percentile(alone, 99) },
      },
      ratios: {},
      notes: [`${samples.length} requests, ${(bytes / 1000).toFixed(1)} kB each`],
    });
    let count = 0;
    const seconds = context.quick ? 2 : 10;
    const began = performance.now();
    const end = began + seconds * 1000;
    await Promise.all(
      all.map(async (one) => {
        while (performance.now() < end) {
          await one.ask(question);
          count += 1;
        }
      }),
    );
    keep({
      suite: `api: ${clients} clients at once`,
      workload,
      name: `${question.name}-throughput`,
      title: `${question.face}: ${question.title}`,
      unit: "requests/s",
      values: { api: { value: count / ((performance.now() - began) / 1000) } },
      ratios: {},
      notes: [],
    });
  }
  const after = await memory();
  keep({
    suite: "api: resident memory",
    workload,
    name: "memory",
    title: "before the run and after it",
    unit: "bytes",
    values: { before: { value: before }, after: { value: after } },
    ratios: {},
    notes: [],
  });
  for (const one of all) one.close();
}
