/**
 * The console with 10,000 partitions in a real browser: how long each page takes until it can be used, how
 * much it fetches in ten seconds with its live updates running, and how it scrolls. On a built console and
 * the real API (SEALSTONE_BENCH_URL); every visit is a browser that has never been there.
 */
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { summarize } from "../measure/statistics.js";
import type { Context } from "./suite.js";

const NAME = "bench_web";
const TEN_SECONDS = 10_000;

interface Visit {
  /** ms from the navigation until the page's own content stands and the main thread is free */
  interactive: number;
  /** ms until its content stands */
  content: number;
  /** layout shift in all */
  shift: number;
  /** bytes over the wire within ten seconds, sockets included */
  bytes: number;
}

interface Sign {
  url: string;
  user: string;
  password: string;
}

function need(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: the web suite needs a running console (npm run bench -- web starts one)`,
    );
  return value;
}

/** How often each hour is split: beside ten thousand others in one table, each partition takes Postgres longer to make than the one before. */
const WAYS = 100;

/** A series of so many partitions, spread a hundred ways, a few rows each, the first hundred sealed and some with late rows. */
async function prepare({ client, progress }: Context, partitions: number): Promise<string> {
  const hour = (n: number) => new Date(Date.UTC(2025, 0, 1) + n * 3_600_000).toISOString();
  await remove(client, partitions);
  await client.query(
    `CREATE TABLE public.${NAME} (ts timestamptz NOT NULL, host text NOT NULL, value float8) PARTITION BY RANGE (ts)`,
  );
  await client.query(`CREATE INDEX ON public.${NAME} (host, ts)`);
  await client.query(`ALTER TABLE public.${NAME} OWNER TO demo`);
  await client.query(
    `SELECT sealstone.create_series('public.${NAME}', 'ts', partition_interval => '1 hour', premake => 0,
                                    space_column => 'host', space_partitions => ${WAYS})`,
  );
  await client.query(
    `SELECT sealstone.update_job(id, enabled => false) FROM sealstone.job_info WHERE relation = 'public.${NAME}'::regclass`,
  );
  const hours = Math.ceil(partitions / WAYS);
  // in slices: one transaction holds a lock for each partition it makes
  for (let from = 0; from < hours; from += 5) {
    progress(`${from * WAYS} of ${partitions} partitions`);
    const to = Math.min(from + 5, hours);
    await client.query("SELECT sealstone.make_partitions($1, $2, $3)", [
      `public.${NAME}`,
      hour(from),
      hour(to),
    ]);
    await client.query(
      `INSERT INTO public.${NAME} SELECT $1::timestamptz + i * interval '3.6 seconds', 'host' || i, i FROM generate_series(0, $2) i`,
      [hour(from), (to - from) * 1000 - 1],
    );
  }
  progress("sealing a hundred");
  const sealed = await client.query<{ name: string }>(
    `SELECT partition::text AS name FROM sealstone.partition_info WHERE relation = 'public.${NAME}'::regclass AND state = 'live' ORDER BY lo LIMIT 100`,
  );
  for (const { name } of sealed.rows) await client.query(`CALL sealstone.seal('${name}')`);
  await client.query(
    `INSERT INTO public.${NAME} SELECT '2025-01-01 00:30+00', 'host' || i, i FROM generate_series(0, 400) i`,
  );
  await client.query(`SELECT sealstone.measure('public.${NAME}')`);
  const { rows } = await client.query<{ oid: string }>(
    `SELECT 'public.${NAME}'::regclass::oid::text AS oid`,
  );
  return rows[0]?.oid ?? "";
}

async function remove(client: Context["client"], partitions: number): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('public.${NAME}') AS found`);
  if (rows[0]?.found === null) return;
  for (let to = 5; to < partitions / WAYS + 5; to += 5) {
    await client.query("SELECT sealstone.drop_before($1, $2::timestamptz)", [
      `public.${NAME}`,
      new Date(Date.UTC(2025, 0, 1) + to * 3_600_000).toISOString(),
    ]);
  }
  await client.query(`DROP TABLE public.${NAME} CASCADE`);
}

// Runs in the page before anything of its own: notes long tasks, layout shifts, and the frame in which the
// content stands: a heading, and nothing that says it is loading.
const WATCH = `
  window.__bench = { content: null, tasks: [], shift: 0 };
  new PerformanceObserver((list) => { for (const e of list.getEntries()) window.__bench.tasks.push(e.startTime + e.duration); }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.__bench.shift += e.value; }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    const loading = [...document.querySelectorAll("[role=status][aria-label]")].some((e) => /^(Loading|Reading|Counting)/.test(e.getAttribute("aria-label")));
    if (document.querySelector("main h1") && !loading) window.__bench.content = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;

async function visit(context: BrowserContext, path: string): Promise<Visit> {
  const page = await context.newPage();
  try {
    const cdp = await context.newCDPSession(page);
    let bytes = 0;
    await cdp.send("Network.enable");
    await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
    cdp.on("Network.loadingFinished", (e) => {
      bytes += e.encodedDataLength;
    });
    cdp.on("Network.webSocketFrameReceived", (e) => {
      bytes += e.response.payloadData.length;
    });
    await page.addInitScript(WATCH);
    const began = Date.now();
    await page.goto(path, { waitUntil: "commit" });
    await page.waitForFunction("window.__bench.content !== null", undefined, { timeout: 60_000 });
    await page.waitForTimeout(Math.max(0, TEN_SECONDS - (Date.now() - began)));
    const seen = await page.evaluate<{ content: number; tasks: number[]; shift: number }>(
      "window.__bench",
    );
    // a long task that began with the content still holds input up; a later refresh is not the start
    const held = seen.tasks.filter((end) => end < seen.content + 1000);
    return {
      content: seen.content,
      interactive: Math.max(seen.content, ...held),
      shift: seen.shift,
      bytes,
    };
  } finally {
    await page.close();
  }
}

/** Milliseconds between frames while the grid is scrolled from its head to its end, loading as it goes. */
async function scroll(page: Page): Promise<{ frames: number[]; rows: number }> {
  return page.evaluate<{ frames: number[]; rows: number }>(`new Promise((done) => {
    const grid = document.querySelector("[role=grid][aria-label=Partitions]");
    const frames = [];
    let last = performance.now();
    let still = 0;
    const step = (now) => {
      frames.push(now - last);
      last = now;
      const before = grid.scrollTop;
      grid.scrollTop += 1600;
      still = grid.scrollTop === before ? still + 1 : 0;
      if (still > 120) done({ frames, rows: Math.round(grid.scrollHeight / 32) });
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
}

async function signedIn(browser: Browser, sign: Sign): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: sign.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  const answer = await context.request.post("/graphql", {
    headers: { "x-sealstone-csrf": "1" },
    data: {
      query:
        "mutation SignIn($name: String!, $password: String!) { signIn(name: $name, password: $password) { viewer { name } } }",
      variables: { name: sign.user, password: sign.password },
    },
  });
  const body = (await answer.json()) as { errors?: { message: string }[] };
  if (body.errors?.[0]) throw new Error(`cannot sign in: ${body.errors[0].message}`);
  return context;
}

export async function web(context: Context): Promise<void> {
  const { client, progress, keep, rounds } = context;
  const sign: Sign = {
    url: need("SEALSTONE_BENCH_URL"),
    user: need("SEALSTONE_BENCH_USER"),
    password: need("SEALSTONE_BENCH_PASSWORD"),
  };
  const partitions = context.quick ? 1_000 : 10_000;
  const oid = await prepare(context, partitions);
  const executable = process.env.SEALSTONE_CHROMIUM;
  const browser = await chromium.launch({
    args: ["--no-sandbox"],
    ...(executable ? { executablePath: executable } : {}),
  });
  try {
    const first = await signedIn(browser, sign);
    const { data } = (await (
      await first.request.post("/graphql", {
        headers: { "x-sealstone-csrf": "1" },
        data: { query: "{ databases { id } }" },
      })
    ).json()) as { data: { databases: { id: string }[] } };
    const state = await first.storageState();
    await first.close();
    const series = `/series/${data.databases[0]?.id}.${oid}`;
    const pages: readonly (readonly [name: string, path: string])[] = [
      ["overview", "/overview"],
      ["series", "/series"],
      ["partitions", `${series}/partitions`],
      ["compression", `${series}/compression`],
      ["late", `${series}/late`],
      ["rollups", `${series}/rollups`],
      ["queries", `${series}/queries`],
      ["jobs", `${series}/jobs`],
      ["settings", `${series}/settings`],
      ["operations", "/operations"],
      ["sql", "/sql"],
      ["audit", "/audit"],
    ];
    const visits = new Map<string, Visit[]>(pages.map(([name]) => [name, []]));
    // one round to warm the server up; the browser itself never is
    for (let round = -1; round < rounds; round += 1) {
      for (const [name, path] of pages) {
        progress(`round ${round + 1} of ${rounds}, ${name}`);
        const one = await browser.newContext({
          baseURL: sign.url,
          storageState: state,
          viewport: { width: 1440, height: 900 },
          reducedMotion: "reduce",
        });
        const seen = await visit(one, path);
        await one.close();
        if (round >= 0) visits.get(name)?.push(seen);
      }
    }
    for (const [name] of pages) {
      const seen = visits.get(name) ?? [];
      const interactive = summarize(seen.map((v) => v.interactive));
      const content = summarize(seen.map((v) => v.content));
      const bytes = summarize(seen.map((v) => v.bytes));
      keep({
        suite: "web: until usable",
        workload: `${partitions} partitions`,
        name,
        title: name,
        unit: "ms",
        values: {
          content: { value: content.median, summary: content },
          interactive: { value: interactive.median, summary: interactive },
        },
        ratios: {},
        notes: [`layout shift ${Math.max(...seen.map((v) => v.shift)).toFixed(3)}`],
      });
      keep({
        suite: "web: fetched in ten seconds",
        workload: `${partitions} partitions`,
        name: `${name}-bytes`,
        title: name,
        unit: "bytes",
        values: { bytes: { value: bytes.median, summary: bytes } },
        ratios: {},
        notes: bytes.median > 400_000 ? ["more than the 400 kB that it may fetch"] : [],
      });
    }
    const one = await browser.newContext({
      baseURL: sign.url,
      storageState: state,
      viewport: { width: 1440, height: 900 },
    });
    const page = await one.newPage();
    await page.goto(`${series}/partitions`);
    await page.getByRole("grid", { name: "Partitions" }).waitFor();
    progress("scrolling");
    const { frames, rows } = await scroll(page);
    const times = summarize(frames);
    const sorted = [...frames].sort((a, b) => a - b);
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
    keep({
      suite: "web: scrolling",
      workload: `${partitions} partitions`,
      name: "scroll",
      title: `a frame while scrolling ${rows} rows`,
      unit: "ms",
      values: {
        median: { value: times.median, summary: { ...times, runs: [] } },
        p95: { value: p95 },
        longest: { value: times.max },
      },
      ratios: {},
      notes: [],
    });
    await one.close();
  } finally {
    await browser.close();
  }
  await remove(client, partitions);
}
