import { SeriesPage } from "../pages/series";
import { databaseId } from "../support/api";
import { dropSeries, makeSeries, sql } from "../support/database";
import { expect, test } from "../support/test";

const NAME = "e2e_queries";
let id = "";

test.beforeAll(async ({ request }) => {
  const made = await makeSeries(NAME, 2, 40_000);
  id = `${await databaseId(request)}.${made.oid}`;
  await sql(`CALL sealstone.seal('public.${NAME}_p20260101')`);
});
test.afterAll(async () => {
  await dropSeries(NAME);
});

test("each query says how many row groups it read and skipped, by which path", async ({ page }) => {
  // its one host fills a row group or two of several
  await sql(
    `SELECT sum(value) AS skipping FROM public.${NAME} WHERE host = 'host3' AND ts >= '2026-01-01' AND ts < '2026-01-02'`,
  );
  const [stats] = await sql<{ read: string; skipped: string; path: string }>(
    `SELECT groups_read::text AS read, groups_skipped::text AS skipped, path FROM sealstone.query_stats
      WHERE relation = 'public.${NAME}'::regclass AND query LIKE '%AS skipping%'`,
  );
  const { read, skipped } = { read: Number(stats?.read), skipped: Number(stats?.skipped) };
  expect(read).toBeGreaterThan(0);
  expect(skipped).toBeGreaterThan(0);
  const series = new SeriesPage(page, id);
  await series.open("queries");
  const row = page
    .getByRole("grid", { name: "Top queries" })
    .getByRole("row")
    .filter({ hasText: "AS skipping" });
  await expect(row).toContainText(stats?.path ?? "no path");
  const share = ((skipped / (read + skipped)) * 100).toFixed(4);
  await expect(row.getByTitle(`${share}%`)).toBeVisible();
  await row.getByRole("button").click();
  const figure = page.getByRole("dialog").getByText(`${skipped} skipped`);
  await expect(figure).toBeVisible();
  await expect(page.getByRole("dialog")).toContainText(/Row groups read/);
});
