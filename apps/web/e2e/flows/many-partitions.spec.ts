import { SeriesPage } from "../pages/series";
import { databaseId } from "../support/api";
import { sql } from "../support/database";
import { expect, test } from "../support/test";

/** 10,000 partitions: the table holds a screenful, the strip stays small, and both reach the ends. */
const NAME = "e2e_many";
const PARTITIONS = 10_000;
const hour = (n: number) => new Date(Date.UTC(2025, 0, 1) + n * 3_600_000).toISOString();
/** The name that the extension gives it: the day, and the time of day unless that is midnight. */
function nameOf(n: number): string {
  const [date = "", time = ""] = hour(n).slice(0, 16).split("T");
  const clock = time.replace(":", "");
  return `${NAME}_p${date.replaceAll("-", "")}${clock === "0000" ? "" : `_${clock}`}`;
}
let id = "";

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ request }) => {
  test.setTimeout(900_000);
  await remove();
  await sql(`
    CREATE TABLE public.${NAME} (ts timestamptz NOT NULL, v float8) PARTITION BY RANGE (ts);
    SELECT sealstone.create_series('public.${NAME}', 'ts', partition_interval => '1 hour', premake => 0)`);
  await sql(
    `SELECT sealstone.update_job(id, enabled => false) FROM sealstone.job_info WHERE relation = 'public.${NAME}'::regclass`,
  );
  // in slices: one transaction holds a lock for each partition it makes
  for (let from = 0; from < PARTITIONS; from += 1000)
    await sql(
      `SELECT sealstone.make_partitions('public.${NAME}', '${hour(from)}', '${hour(from + 1000)}')`,
    );
  await sql(
    `SELECT sealstone.grant_operate('public.${NAME}', oid::regrole) FROM pg_roles WHERE rolname = 'sealstone_operator'`,
  );
  await sql(`SELECT sealstone.measure('public.${NAME}')`);
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
  for (let to = 1000; to <= PARTITIONS; to += 1000)
    await sql(`SELECT sealstone.drop_before('public.${NAME}', '${hour(to)}'::timestamptz)`);
  await sql(`DROP TABLE public.${NAME} CASCADE`);
}

test("the table scrolls from its first partition to its last, holding a screenful at a time", async ({
  page,
}) => {
  const series = new SeriesPage(page, id);
  await series.open("partitions", "?sort=RANGE&dir=ASC");
  await expect(series.row(nameOf(0))).toBeVisible();
  await expect(series.grid).toHaveAttribute("aria-rowcount", /^100\d\d$/);
  const rows = () => series.grid.locator("[data-row]");
  await rows().first().focus();
  // End goes to the last that is loaded; each time more come, until there are no more
  await expect(async () => {
    await page.keyboard.press("End");
    expect(await rows().count()).toBeLessThan(120);
    await expect(series.row(nameOf(PARTITIONS - 1))).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 120_000, intervals: [100] });
  await page.keyboard.press("Home");
  await expect(series.row(nameOf(0))).toBeVisible();
  await expect(rows().first()).toBeFocused();
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
  await expect(page.getByText(/10,0\d\d partitions|10\.0 k partitions/).first()).toBeVisible();
  await expect.poll(() => sizes.length).toBeGreaterThan(0);
  for (const size of sizes) expect(size).toBeLessThan(100_000);
});

test("everything a page fetches in its first ten seconds stays under 400 kB", async ({ page }) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  let bytes = 0;
  cdp.on("Network.loadingFinished", (e) => {
    bytes += e.encodedDataLength;
  });
  cdp.on("Network.webSocketFrameReceived", (e) => {
    bytes += e.response.payloadData.length;
  });
  for (const path of [`/series/${encodeURIComponent(id)}/partitions`, "/overview"]) {
    bytes = 0;
    await cdp.send("Network.clearBrowserCache");
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // not a wait for something: the ten seconds are what is measured
    await page.waitForTimeout(10_000);
    expect(bytes, path).toBeLessThan(400_000);
  }
});
