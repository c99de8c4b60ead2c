import { dropSeries, makeSeries } from "../support/database";
import { SecondApi } from "../support/second-api";
import { expect, test } from "../support/test";

/** The API dies under an open page: the last values stay, greyed, with their age; and it comes back by itself. */
const NAME = "e2e_failure";
const api = new SecondApi();

test.beforeAll(async () => {
  await makeSeries(NAME, 2, 100);
  await api.start();
});
test.afterAll(async () => {
  await api.stop();
  await dropSeries(NAME);
});

test("when the API is gone the last values stay, greyed, with their age, until it is back", async ({
  page,
  clean,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem("sealstone.preferences", JSON.stringify({ time: "utc", refresh: 5 })),
  );
  await page.goto(`${api.url}/series?q=${NAME}`);
  const row = page.getByRole("row").filter({ hasText: NAME });
  await expect(row).toBeVisible();
  await page.goto(`${api.url}/overview`);
  const totals = page.getByLabel(/^Totals of/);
  await expect(totals).toBeVisible();

  await api.stop();
  const note = page.getByRole("alert").filter({ hasText: "What you see is" });
  await expect(note.first()).toBeVisible({ timeout: 180_000 });
  await expect(note.first()).toContainText(/from (now|\d+ (s|min) ago)/);
  await expect(totals).toBeVisible();
  await expect(page.locator("[data-stale]").filter({ has: totals })).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Databases/ })).toHaveAccessibleName(/refreshing/);

  await api.start();
  await expect(note).toHaveCount(0, { timeout: 180_000 });
  await expect(page.locator("[data-stale]")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Databases/ })).toHaveAccessibleName(/live/);
  // what failed meanwhile was meant to
  clean.length = 0;
});
