import { SeriesPage } from "../pages/series";
import { databaseId, untilIdle } from "../support/api";
import { dropSeries, makeSeries, sql } from "../support/database";
import { expect, test } from "../support/test";

const NAME = "e2e_rollups";
const ROLLUP = "e2e_rollups_by_hour";
let id = "";

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ request }) => {
  await dropRollup();
  const made = await makeSeries(NAME, 3, 2400);
  id = `${await databaseId(request)}.${made.oid}`;
});
test.afterAll(async () => {
  await dropRollup();
  await dropSeries(NAME);
});

async function dropRollup(): Promise<void> {
  await sql(
    `SELECT sealstone.drop_rollup(to_regclass('public.${ROLLUP}')) WHERE to_regclass('public.${ROLLUP}') IS NOT NULL`,
  );
}

const pending = async () =>
  Number(
    (
      await sql<{ n: string }>(
        `SELECT (pending_pairs + pending_buckets + pending_ranges)::text AS n FROM sealstone.rollup_info WHERE rollup = 'public.${ROLLUP}'::regclass`,
      )
    )[0]?.n,
  );

test("a rollup is made from the form, with its SQL, and leads to its page", async ({
  page,
  request,
}) => {
  const series = new SeriesPage(page, id);
  await series.open("rollups");
  await expect(page.getByText("No rollup yet")).toBeVisible();
  await page.getByRole("link", { name: "Make a rollup" }).first().click();
  await page.getByLabel("Name").fill(ROLLUP);
  await page.getByLabel("Group by").fill("host");
  await page.getByLabel("Aggregates").fill("count(*) AS n, avg(value) AS value");
  await expect(page.getByText(/create_rollup/)).toBeVisible();
  await page.getByRole("button", { name: "Make the rollup" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(ROLLUP);
  await sql(
    `SELECT sealstone.update_job(id, enabled => false) FROM sealstone.job_info WHERE relation = 'public.${ROLLUP}'::regclass`,
  );
  await page.getByRole("button", { name: `Refresh now: ${ROLLUP}`, exact: true }).click();
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: /succeeded/ })
      .first(),
  ).toBeVisible();
  await untilIdle(request, id);
  const [n] = await sql<{ n: string }>(`SELECT sum(n)::text AS n FROM public.${ROLLUP}`);
  expect(n?.n).toBe("7200");
});

test("late rows make buckets dirty: drawn with their cause, listed behind, and gone after a refresh", async ({
  page,
  request,
}) => {
  await sql(
    `INSERT INTO public.${NAME} SELECT '2026-01-01 05:10+00'::timestamptz + i * interval '1 hour', 'host1', 1, 1 FROM generate_series(0, 2) i`,
  );
  const dirty = await pending();
  expect(dirty).toBeGreaterThan(0);
  await new SeriesPage(page, id).open("rollups");
  const rollup = page.getByRole("region", { name: `Rollup public.${ROLLUP}` });
  const drawn = rollup.getByRole("img", { name: /Dirty buckets/ });
  await expect(drawn).toBeVisible();
  await expect(rollup).toContainText("insert");
  await rollup.getByRole("button", { name: /table/i }).first().click();
  await expect(rollup.getByRole("table").getByRole("row")).toHaveCount(dirty + 1);
  await rollup.getByRole("button", { name: `Refresh now: ${ROLLUP}`, exact: true }).click();
  await expect.poll(pending).toBe(0);
  await untilIdle(request, id);
  await expect(rollup).toContainText("clean");
  const [n] = await sql<{ n: string }>(`SELECT sum(n)::text AS n FROM public.${ROLLUP}`);
  expect(n?.n).toBe("7203");
});

test("how long buckets are kept is set apart from the raw data, and the rollup is dropped by its name", async ({
  page,
}) => {
  await new SeriesPage(page, id).open("rollups");
  await page.getByRole("link", { name: `public.${ROLLUP}` }).click();
  await page.getByLabel("Keep", { exact: true }).fill("50 years");
  const save = page.getByRole("button", { name: "Save how long buckets are kept", exact: true });
  await expect(save).toBeDisabled();
  await page.getByLabel(/^Type/).fill(`public.${ROLLUP}`);
  await save.click();
  await expect
    .poll(
      async () =>
        (
          await sql<{ retention: string | null }>(
            `SELECT retention::text FROM sealstone.rollup_info WHERE rollup = 'public.${ROLLUP}'::regclass`,
          )
        )[0]?.retention,
    )
    .toBe("50 years");
  await page.getByRole("button", { name: "Drop…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Type/).fill(`public.${ROLLUP}`);
  await dialog.getByRole("button", { name: "Drop the rollup" }).click();
  await expect(page).toHaveURL(/\/rollups$/);
  const [left] = await sql<{ there: boolean }>(
    `SELECT to_regclass('public.${ROLLUP}') IS NOT NULL AS there`,
  );
  expect(left?.there).toBe(false);
});
