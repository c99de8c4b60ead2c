// Screenshots of every page of a running console, in light and dark, wide and at 390 px. Those that the README
// and the guide show lie in docs/images; `npm run up` first, then
//   SEALSTONE_E2E_URL=http://localhost:8080 SEALSTONE_E2E_USER=admin SEALSTONE_E2E_PASSWORD=… \
//     node scripts/screenshots.mjs [--all FOLDER] [--only PAGE,PAGE] [--look dark-narrow,…] [--full]
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";

const { values } = parseArgs({
  options: {
    all: { type: "string" },
    only: { type: "string" },
    look: { type: "string" },
    full: { type: "boolean", default: false },
    series: { type: "string", default: "public.flights" },
  },
});
const need = (name) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};
const url = need("SEALSTONE_E2E_URL");
const docs = join(dirname(fileURLToPath(import.meta.url)), "../../../docs/images");
const folder = values.all ?? docs;
mkdirSync(folder, { recursive: true });

const executablePath = [process.env.SEALSTONE_CHROMIUM, "/usr/bin/chromium"].find(
  (path) => path && existsSync(path),
);
const browser = await chromium.launch({
  args: ["--no-sandbox"],
  ...(executablePath ? { executablePath } : {}),
});
try {
  const first = await browser.newContext({ baseURL: url });
  const ask = async (query, variables = {}) => {
    const answer = await first.request.post("/graphql", {
      headers: { "x-sealstone-csrf": "1" },
      data: { query, variables },
    });
    const body = await answer.json();
    if (body.errors) throw new Error(body.errors[0].message);
    return body.data;
  };
  await ask(
    "mutation SignIn($name: String!, $password: String!) { signIn(name: $name, password: $password) { viewer { name } } }",
    { name: need("SEALSTONE_E2E_USER"), password: need("SEALSTONE_E2E_PASSWORD") },
  );
  const { seriesList, operations } = await ask(
    `{ seriesList(first: 100) { nodes { id qualifiedName rollups { id }
         sealed: partitions(first: 1, filter: { states: [SEALED] }) { nodes { id } }
         live: partitions(first: 1, filter: { states: [LIVE] }) { nodes { id } } } }
       operations(first: 1, filter: { states: [SUCCEEDED] }) { nodes { id } } }`,
  );
  const shown = seriesList.nodes.find((s) => s.qualifiedName === values.series);
  if (!shown) throw new Error(`${values.series} is not a series here`);
  const series = `/series/${encodeURIComponent(shown.id)}`;
  const one = (list, path) => (list?.[0] ? [`${path}/${encodeURIComponent(list[0].id)}`] : []);
  const PAGES = {
    login: ["/login"],
    overview: ["/overview"],
    "series-list": ["/series"],
    "series-new": ["/series/new"],
    series: [`${series}/partitions`],
    compression: [`${series}/compression`],
    late: [`${series}/late`],
    rollups: [`${series}/rollups`],
    queries: [`${series}/queries`],
    jobs: [`${series}/jobs`],
    settings: [`${series}/settings`],
    partition: one(shown.sealed.nodes, "/partitions"),
    "partition-live": one(shown.live.nodes, "/partitions"),
    rollup: one(shown.rollups, "/rollups"),
    operations: ["/operations"],
    operation: one(operations.nodes, "/operations"),
    sql: [
      `/sql?sql=${encodeURIComponent("SELECT origin, count(*) AS flights, round(avg(delay), 1) AS delay\n  FROM flights\n WHERE ts >= '2001-03-01' AND ts < '2001-04-01'\n GROUP BY origin ORDER BY 2 DESC LIMIT 12")}`,
    ],
    audit: ["/audit"],
    tokens: ["/tokens"],
    users: ["/users"],
    "not-found": ["/no/such/page"],
  };
  // what the README and the guide show
  const KEPT = {
    overview: ["light-wide", "dark-wide"],
    series: ["light-wide", "dark-wide", "light-narrow"],
    compression: ["light-wide"],
    rollup: ["light-wide"],
    queries: ["dark-wide"],
    partition: ["light-wide"],
    sql: ["dark-wide"],
  };
  const state = await first.storageState();
  const only = values.only?.split(",");
  for (const [theme, width] of [
    ["light", 1440],
    ["dark", 1440],
    ["light", 390],
    ["dark", 390],
  ]) {
    const look = `${theme}-${width === 390 ? "narrow" : "wide"}`;
    if (values.look && !values.look.split(",").includes(look)) continue;
    for (const [name, [path]] of Object.entries(PAGES)) {
      if (!path || (only && !only.includes(name))) continue;
      if (!values.all && !KEPT[name]?.includes(look)) continue;
      const context = await browser.newContext({
        baseURL: url,
        storageState: name === "login" ? undefined : state,
        viewport: { width, height: width === 390 ? 844 : 900 },
        hasTouch: width === 390,
        isMobile: width === 390,
        colorScheme: theme,
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (name === "sql") {
        await page.getByRole("button", { name: "Run", exact: true }).click();
        await page.getByRole("grid", { name: "Result" }).waitFor();
      }
      await page.waitForLoadState("networkidle");
      await page
        .waitForFunction(
          () =>
            ![...document.querySelectorAll("[role=status][aria-label]")].some((e) =>
              /^(Loading|Reading)/.test(e.getAttribute("aria-label") ?? ""),
            ),
        )
        .catch(() => console.log(`${name}: still loading`));
      // charts draw after their script came
      await page.waitForTimeout(700);
      await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: values.full });
      await context.close();
    }
  }
} finally {
  await browser.close();
}
