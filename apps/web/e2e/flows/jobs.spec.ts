import { SeriesPage } from "../pages/series";
import { databaseId, untilIdle } from "../support/api";
import { dropSeries, makeSeries, sql } from "../support/database";
import { expect, test } from "../support/test";

const NAME = "e2e_jobs";
let series: SeriesPage;
let id = "";

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ request }) => {
  const made = await makeSeries(NAME, 2);
  id = `${await databaseId(request)}.${made.oid}`;
});
test.afterAll(() => dropSeries(NAME));
test.beforeEach(({ page }) => {
  series = new SeriesPage(page, id);
});

const job = async () =>
  (
    await sql<{ schedule: string; enabled: boolean; runs: string; last_status: string | null }>(
      `SELECT schedule::text, enabled, runs::text, last_status FROM sealstone.job_info WHERE relation = 'public.${NAME}'::regclass AND kind = 'premake'`,
    )
  )[0];

test("a job is edited, let run, run now, and paused again", async ({ page, request }) => {
  await series.open("jobs");
  const row = page.getByRole("listitem").filter({ hasText: /^Premake/ });
  await expect(row).toContainText("paused");

  await row.getByRole("button", { name: /^Edit the schedule/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Time between runs").fill("3 hours");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("every 3 hours");
  expect((await job())?.schedule).toBe("03:00:00");

  await row.getByRole("button", { name: /^Run now/ }).click();
  await untilIdle(request, id);
  await expect.poll(async () => (await job())?.last_status).toBe("succeeded");
  await expect(row).toContainText("succeeded");

  await row
    .getByRole("button", { name: /run/ })
    .filter({ hasText: /^\d+ runs?$/ })
    .click();
  await expect(page.getByRole("dialog")).toContainText("succeeded");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await row.getByRole("button", { name: /^Let it run/ }).click();
  await expect.poll(async () => (await job())?.enabled).toBe(true);
  await row.getByRole("button", { name: /^Pause/ }).click();
  await expect.poll(async () => (await job())?.enabled).toBe(false);
  await expect(row).toContainText("paused");
});

test("a schedule that is none is refused, and nothing is changed", async ({ page }) => {
  await series.open("jobs");
  await page
    .getByRole("listitem")
    .filter({ hasText: /^Premake/ })
    .getByRole("button", { name: /^Edit the schedule/ })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Time between runs").fill("now and then");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /now and then|interval/ })).toBeVisible();
  expect((await job())?.schedule).toBe("03:00:00");
});
