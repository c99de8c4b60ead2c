import { SeriesPage } from "../pages/series";
import { databaseId } from "../support/api";
import { pauseJobs, sql } from "../support/database";
import { expect, test } from "../support/test";

/**
 * 10,000 partitions: the table holds a screenful, the strip stays small, and both reach the ends. Made as a
 * hundred hours spread a hundred ways: beside ten thousand others in one table, each partition takes Postgres
 * longer to make than the one before.
 */
const NAME = "e2e_many";
const HOURS = 100;
const WAYS = 100;
// and those of this hour, which every new series has
const PARTITIONS = (HOURS + 1) * WAYS;
const hour = (n: number) => new Date(Date.UTC(2025, 0, 1) + n * 3_600_000).toISOString();
let id = "";

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ request }) => {
  test.setTimeout(900_000);
  await remove();
  await sql(`
    CREATE TABLE public.${NAME} (ts timestamptz NOT NULL, host int NOT NULL, v float8) PARTITION BY RANGE (ts);
    SELECT sealstone.create_series('public.${NAME}', 'ts', partition_interval => '1 hour', premake => 0,
                                   space_column => 'host', space_partitions => ${WAYS});
    ${pauseJobs(NAME)}`);
  // in slices: one transaction holds a lock for each partition it makes
  for (let from = 0; from < HOURS; from += 10)
    await sql(
      `SELECT sealstone.make_partitions('public.${NAME}', '${hour(from)}', '${hour(from + 10)}')`,
    );
  const [row] = await sql<{ oid: string }>(`SELECT 'public.${NAME}'::regclass::oid::text AS oid`);
  id = `${await databaseId(request)}.${row?.oid}`;
});
test.afterAll(async () => {
  test.setTimeout(900_000);
  await remove();
});

async function remove(): Promise<void> {
  const [there] = await sql<{ yes: boolean }>(
    `SELECT to_regclass('public.${NAME}') IS NOT NULL AS yes`,
  );
  if (!there?.yes) return;
  for (let to = 10; to <= HOURS; to += 10)
    await sql(`SELECT sealstone.drop_before('public.${NAME}', '${hour(to)}'::timestamptz)`);
  await sql(`DROP TABLE public.${NAME} CASCADE`);
}

test("the table scrolls from its first partition to its last, holding a screenful at a time", async ({
  page,
}) => {
  const series = new SeriesPage(page, id);
  await series.open("partitions", "?sort=RANGE&dir=ASC");
  const rows = () => series.grid.locator("[data-row]");
  const row = (n: number) => series.grid.locator(`[data-row="${n}"]`);
  await expect(row(0)).toContainText(`${NAME}_p20250101_`);
  await expect(series.grid).toHaveAttribute("aria-rowcount", String(PARTITIONS + 1));
  await rows().first().focus();
  // End goes to the last that is loaded; each time more come, until there are no more
  await expect(async () => {
    await page.keyboard.press("End");
    expect(await rows().count()).toBeLessThan(120);
    await expect(row(PARTITIONS - 1)).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 400_000, intervals: [100] });
  await page.keyboard.press("Home");
  await expect(row(0)).toBeFocused();
});

test("the strip of 10,000 is aggregated by the server, and its answer stays under 100 kB", async ({
  page,
}) => {
  const sizes: number[] = [];
  page.on("response", async (response) => {
    if (/SeriesStrip/.test(response.request().postData() ?? ""))
      sizes.push((await response.body()).length);
  });
  const series = new SeriesPage(page, id);
  await series.open();
  await expect(page.getByText(/10\.1 k partitions/).first()).toBeVisible();
  await expect.poll(() => sizes.length).toBeGreaterThan(0);
  for (const size of sizes) expect(size).toBeLessThan(100_000);
});

test("what a page fetches in its first ten seconds stays under 400 kB, live updates included", async ({
  page,
}) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  let bytes = 0;
  const open = new Set<string>();
  cdp.on("Network.requestWillBeSent", (e) => open.add(e.requestId));
  cdp.on("Network.loadingFailed", (e) => open.delete(e.requestId));
  cdp.on("Network.loadingFinished", (e) => {
    open.delete(e.requestId);
    bytes += e.encodedDataLength;
  });
  cdp.on("Network.webSocketFrameReceived", (e) => {
    // a socket begins with what ended in the last ten minutes: that is other journeys' doing, not this page's
    if (!/"type":"SNAPSHOT"/.test(e.response.payloadData)) bytes += e.response.payloadData.length;
  });
  // the page's own clock goes on by ten seconds, however long this machine takes for what the page does in them
  await page.clock.install();
  for (const [path, shown] of [
    [
      `/series/${encodeURIComponent(id)}/partitions`,
      page.getByRole("grid", { name: "Partitions" }),
    ],
    ["/overview", page.getByRole("heading", { name: "Needs attention" })],
  ] as const) {
    bytes = 0;
    await cdp.send("Network.clearBrowserCache");
    await page.goto(path);
    await expect(shown).toBeVisible();
    await page.clock.runFor(10_000);
    await expect.poll(() => open.size, { message: "all of it has come" }).toBe(0);
    test.info().annotations.push({ type: "bytes", description: `${path}: ${bytes}` });
    expect(bytes, path).toBeGreaterThan(10_000);
    expect(bytes, path).toBeLessThan(400_000);
  }
});
