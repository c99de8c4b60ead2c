import { SeriesPage } from "../pages/series";
import { databaseId, graphql } from "../support/api";
import { dropSeries, makeSeries, sql } from "../support/database";
import { expect, test } from "../support/test";

const NAME = "e2e_settings";
const TABLE = "e2e_to_be_made";
let series: SeriesPage;
let id = "";

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ request }) => {
  const made = await makeSeries(NAME, 4);
  id = `${await databaseId(request)}.${made.oid}`;
  await dropSeries(TABLE);
  await sql(
    `CREATE TABLE public.${TABLE} (at timestamptz NOT NULL, v float8); INSERT INTO public.${TABLE} VALUES ('2026-03-01', 1)`,
  );
});
test.afterAll(async () => {
  await dropSeries(NAME);
  await dropSeries(TABLE);
});
test.beforeEach(({ page }) => {
  series = new SeriesPage(page, id);
});

const panel = (page: import("@playwright/test").Page, title: string) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 2, name: title, exact: true }) });

interface Info {
  seal_after: string | null;
  codec: string | null;
  retention: string | null;
  partitions: string;
}
const info = async (): Promise<Info | undefined> =>
  (
    await sql<Info>(
      `SELECT seal_after::text, codec, retention::text, partitions::text FROM sealstone.series_info WHERE relation = 'public.${NAME}'::regclass`,
    )
  )[0];

test("sealing is set as its SQL says, and the database has it then", async ({ page }) => {
  await series.open("settings");
  const sealing = panel(page, "Sealing");
  await sealing.getByLabel("Settle window").fill("10 years");
  await sealing.getByLabel("Codec").selectOption("ZSTD");
  await sealing.getByRole("textbox", { name: "Order key" }).fill("host, ts");
  await expect(sealing).toContainText("codec => 'zstd'");
  await sealing.getByRole("button", { name: "Save sealing" }).click();
  await expect(sealing).toContainText("after 10 years");
  expect(await info()).toMatchObject({ seal_after: "10 years", codec: "zstd" });
  await page.reload();
  await expect(panel(page, "Sealing").getByRole("textbox", { name: "Order key" })).toHaveValue(
    "host, ts",
  );
});

test("a window that is none is refused in the database's own words, before anything is pressed", async ({
  page,
}) => {
  await series.open("settings");
  const sealing = panel(page, "Sealing");
  await sealing.getByLabel("Settle window").fill("three sleeps");
  await expect(sealing.getByText(/three sleeps/)).toBeVisible();
  await sealing.getByRole("button", { name: "Save sealing" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /three sleeps|interval/ })).toBeVisible();
  expect((await info())?.seal_after).toBe("10 years");
});

test("partitions are made for a range", async ({ page }) => {
  const before = Number((await info())?.partitions);
  await series.open("settings");
  const partitions = panel(page, "Partitions");
  await partitions.getByLabel("Make partitions from").fill("2026-02-01");
  await partitions.getByLabel("to", { exact: true }).fill("2026-02-04");
  await expect(partitions).toContainText("make_partitions");
  await partitions.getByRole("button", { name: "Make them" }).click();
  await expect.poll(async () => Number((await info())?.partitions)).toBe(before + 3);
});

test("a retention shows what it drops and wants the name; the server wants it too", async ({
  page,
  request,
}) => {
  await series.open("settings");
  const retention = panel(page, "Retention");
  await retention.getByLabel("Keep").fill("1 day");
  await retention.getByRole("button", { name: "Look at what it drops…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByTitle("16,000 rows")).toHaveText("16.0 k");
  const set = dialog.getByRole("button", { name: "Set the retention" });
  await dialog.getByLabel(/^Type/).fill(NAME);
  await expect(set).toBeDisabled();
  await dialog.getByRole("button", { name: "Keep it" }).click();

  const refusal = await graphql(
    request,
    'mutation ($series: ID!) { setRetention(series: $series, keep: "1 day") { sql } }',
    { series: id },
  ).catch((error: Error) => error.message);
  expect(refusal).toMatch(/confirm/i);
  expect((await info())?.retention).toBeNull();

  await retention.getByLabel("Keep").fill("100 years");
  await retention.getByRole("button", { name: "Look at what it drops…" }).click();
  await dialog.getByLabel(/^Type/).fill(`public.${NAME}`);
  await set.click();
  await expect(dialog).toHaveCount(0);
  await expect(retention).toContainText("kept for 100 years");
  expect((await info())?.retention).toBe("100 years");

  await retention.getByLabel("Keep").fill("");
  await retention.getByRole("button", { name: "Keep for ever" }).click();
  await expect.poll(async () => (await info())?.retention).toBeNull();
});

test("what is older than a time is counted, named and dropped", async ({ page }) => {
  await series.open("settings");
  await page.getByLabel("Drop all partitions that end at or before").fill("2026-01-03");
  await page.getByRole("button", { name: "Count them…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("8,000");
  await dialog.getByLabel(/^Type/).fill(`public.${NAME}`);
  await dialog.getByRole("button", { name: "Drop them" }).click();
  await expect(dialog).toHaveCount(0);
  const [n] = await sql<{ n: string }>(`SELECT count(*)::text AS n FROM public.${NAME}`);
  expect(n?.n).toBe("8000");
});

test("a table with rows becomes a series, and an ordinary table again", async ({
  page,
  request,
}) => {
  await page.goto("/series/new");
  await page.getByLabel("Search tables").fill(TABLE);
  await page.getByRole("button", { name: `public.${TABLE}` }).click();
  await expect(page.getByText(/create_series/)).toBeVisible();
  await page.getByRole("button", { name: "Make it a series" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`public.${TABLE}`);
  const [row] = await sql<{ oid: string; n: string }>(
    `SELECT 'public.${TABLE}'::regclass::oid::text AS oid, (SELECT count(*)::text FROM public.${TABLE}) AS n`,
  );
  expect(row?.n).toBe("1");
  // the jobs it came with would race the way back
  await sql(
    `SELECT sealstone.update_job(id, enabled => false) FROM sealstone.job_info WHERE relation = 'public.${TABLE}'::regclass`,
  );
  await page.goto(
    `/series/${encodeURIComponent(`${await databaseId(request)}.${row?.oid}`)}/settings`,
  );
  await page.getByRole("button", { name: "Stop looking after it…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Type/).fill(`public.${TABLE}`);
  await dialog.getByRole("button", { name: "Stop looking after it" }).click();
  await expect(page).toHaveURL(/\/series$/);
  const [left] = await sql<{ series: string; n: string }>(
    `SELECT (SELECT count(*)::text FROM sealstone.series_info WHERE relation = 'public.${TABLE}'::regclass) AS series, (SELECT count(*)::text FROM public.${TABLE}) AS n`,
  );
  expect(left).toEqual({ series: "0", n: "1" });
});
