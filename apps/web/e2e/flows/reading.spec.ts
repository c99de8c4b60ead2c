import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { SeriesPage } from "../pages/series";
import { databaseId, partitionStates, untilIdle } from "../support/api";
import { asSuperuser, dropSeries, makeSeries, sql } from "../support/database";
import { expect, test, untilAlive } from "../support/test";

/** How a view is read: zoomed, narrowed, arranged, taken away, and handed to someone else. */
const NAME = "e2e_reading";
const DAYS = 12;
// a header, twelve days with rows, and the partition of today, which every new series has
const ALL_ROWS = String(DAYS + 2);
let id = "";
let series: SeriesPage;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ request }) => {
  const made = await makeSeries(NAME, DAYS, 200);
  id = `${await databaseId(request)}.${made.oid}`;
  // a sample every minute, as the worker takes them: an hour of them, ending now
  await asSuperuser(
    `INSERT INTO sealstone.series_history_log (at, resolution, relation, rows, bytes, sealed_bytes, bytes_before, late_fraction, worst_late_fraction, sealed_partitions, seal_due, pending_invalidations)
     SELECT date_trunc('minute', now()) - i * interval '1 minute', 'minute', 'public.${NAME}'::regclass, 2400, 1000000, 1000, 4000, i / 1000.0, i / 500.0, 1, 0, 0
       FROM generate_series(0, 59) i ON CONFLICT DO NOTHING`,
  );
});
test.afterAll(() => dropSeries(NAME));
test.beforeEach(({ page }) => {
  series = new SeriesPage(page, id);
});

const day = (n: number) => `${NAME}_p202601${String(n).padStart(2, "0")}`;

async function drag(page: Page, box: { x: number; y: number; width: number; height: number }) {
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.3, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.45, y, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 });
  await page.mouse.up();
}

test("a drag over the strip zooms strip and table, Back undoes it, and a shared address has it", async ({
  page,
  context,
}) => {
  await series.open();
  const strip = page.getByRole("slider", { name: /along time/ });
  await expect(series.grid).toHaveAttribute("aria-rowcount", ALL_ROWS);
  const box = await strip.boundingBox();
  if (!box) throw new Error("the strip is not drawn");
  await drag(page, box);
  await expect(page).toHaveURL(/from=2026-01-04.*to=2026-01-08/);
  // of twelve days the fourth to the eighth are touched
  await expect(series.grid).toHaveAttribute("aria-rowcount", "6");
  await expect(series.row(day(4))).toBeVisible();
  await expect(series.row(day(1))).toHaveCount(0);
  const other = await context.newPage();
  untilAlive(other);
  await other.goto(page.url());
  await expect(other.getByRole("grid", { name: "Partitions" })).toHaveAttribute(
    "aria-rowcount",
    "6",
  );
  await other.close();
  await page.goBack();
  await expect(series.grid).toHaveAttribute("aria-rowcount", ALL_ROWS);
});

test("a drag over a chart sets the page's time range; a preset takes it back", async ({ page }) => {
  await series.open("late", "?range=1h");
  const plot = page.locator("figure svg.recharts-surface").first();
  await expect(plot.locator("path.recharts-line-curve").first()).toBeVisible();
  const box = await plot.boundingBox();
  if (!box) throw new Error("the chart is not drawn");
  await drag(page, box);
  await expect(page).toHaveURL(/rfrom=.*rto=/);
  const ends = new URL(page.url()).searchParams;
  const span = Date.parse(ends.get("rto") ?? "") - Date.parse(ends.get("rfrom") ?? "");
  expect(span).toBeGreaterThan(0);
  expect(span).toBeLessThan(45 * 60_000);
  await page.getByRole("button", { name: /^Time range/ }).click();
  await page.getByRole("button", { name: "Last 6 hours" }).click();
  await expect(page).toHaveURL(/range=6h/);
  await expect(page).not.toHaveURL(/rfrom/);
});

test("a page that is not seen asks for nothing, and asks at once when it is seen again", async ({
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem("sealstone.preferences", JSON.stringify({ time: "utc", refresh: 5 })),
  );
  await page.clock.install();
  let asked = 0;
  page.on("request", (r) => {
    if (/SeriesPartitions/.test(r.postData() ?? "")) asked += 1;
  });
  await series.open();
  await expect(series.row(day(1))).toBeVisible();
  const show = (state: "visible" | "hidden") =>
    page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => now });
      Object.defineProperty(document, "hidden", {
        configurable: true,
        get: () => now === "hidden",
      });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  const first = asked;
  await page.clock.runFor(12_000);
  await expect.poll(() => asked).toBeGreaterThan(first);
  await show("hidden");
  await page.waitForLoadState("networkidle");
  const before = asked;
  await page.clock.runFor(120_000);
  expect(asked).toBe(before);
  await show("visible");
  await page.clock.runFor(6_000);
  await expect.poll(() => asked).toBeGreaterThan(before);
});

test("columns are chosen, remembered, and are what is exported", async ({ page }) => {
  await sql(`CALL sealstone.seal('public.${day(1)}')`);
  await sql(`CALL sealstone.seal('public.${day(2)}')`);
  await sql(`SELECT sealstone.measure('public.${NAME}')`);
  await series.open("partitions", "?state=SEALED");
  await expect(series.grid).toHaveAttribute("aria-rowcount", "3");
  const head = (name: string) => series.grid.getByRole("columnheader", { name, exact: true });
  await expect(head("Order key")).toHaveCount(0);
  await page.getByRole("button", { name: "Choose columns" }).click();
  await page.getByRole("checkbox", { name: "Order key" }).check();
  await page.getByRole("checkbox", { name: "Rows", exact: true }).uncheck();
  await page.keyboard.press("Escape");
  await expect(head("Order key")).toBeVisible();
  await expect(head("Rows")).toHaveCount(0);
  await page.reload();
  await expect(head("Order key")).toBeVisible();
  await expect(head("Rows")).toHaveCount(0);

  const save = async (format: RegExp) => {
    await page.getByRole("button", { name: /export/i }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: format }).click();
    return readFileSync(await (await download).path(), "utf8");
  };
  const [first, ...lines] = (await save(/CSV/)).trim().split(/\r?\n/);
  expect(first?.split(",")).toContain("order_key");
  expect(first?.split(",")).not.toContain("rows");
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toContain("sealed");
  const json = JSON.parse(await save(/JSON/)) as Record<string, unknown>[];
  expect(json.map((r) => r.partition).sort()).toEqual([`public.${day(1)}`, `public.${day(2)}`]);
  expect(json[0]).toMatchObject({ state: "sealed", order_key: "host, ts" });
});

test("all that a filter lets through is sealed at once, counted first, and nothing else", async ({
  page,
  request,
}) => {
  await series.open("partitions", `?state=LIVE&q=${NAME}_p2026010`);
  // the third to the ninth
  await expect(series.grid).toHaveAttribute("aria-rowcount", "8");
  await series.select(day(5));
  await expect(series.selection).toContainText("1 partition selected");
  await series.selection.getByRole("button", { name: "take all 7 that match" }).click();
  await expect(series.selection).toContainText("7 partitions that match");
  await series.selection.getByRole("button", { name: "Seal 7", exact: true }).click();
  await expect(series.selection).toHaveCount(0);
  await expect(page.getByText("No partition matches")).toBeVisible();
  await untilIdle(request, id);
  const states = await partitionStates(request, id);
  for (let n = 1; n <= DAYS; n += 1)
    expect(states.get(day(n)), day(n)).toBe(n < 10 ? "SEALED" : "LIVE");
});

test("the strip is read by keys, and says each partition in words", async ({ page }) => {
  await series.open();
  const strip = page.getByRole("slider", { name: /along time/ });
  await strip.focus();
  await page.keyboard.press("Home");
  await expect(strip).toHaveAttribute("aria-valuetext", /2026-01-01.*sealed.*200 rows/);
  await page.keyboard.press("ArrowRight");
  await expect(strip).toHaveAttribute("aria-valuetext", /2026-01-02/);
  await page.keyboard.press("Enter");
  await expect(series.selection).toContainText("1 partition selected");
  await page.keyboard.press("End");
  await expect(strip).toHaveAttribute("aria-valuetext", /2026-01-12.*live/);
});

test("nothing moves for who wants nothing to move", async ({ page }) => {
  // no answer comes, so that what tells of waiting stays
  await page.route("**/graphql", (route) =>
    /SeriesPartitions/.test(route.request().postData() ?? "") ? undefined : route.continue(),
  );
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter((a) => a.playState === "running").length);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await series.open();
  await expect(page.getByRole("status", { name: "Loading partitions" })).toBeVisible();
  await expect.poll(moving).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(moving).toBe(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
