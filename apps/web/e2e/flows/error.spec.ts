import { databaseId } from "../support/api";
import { dropSeries, makeSeries } from "../support/database";
import { expect, test } from "../support/test";

/** A page that breaks: the rest of the console stays, it says what happened, and another try is another try. */
const NAME = "e2e_error";
let id = "";

test.beforeAll(async ({ request }) => {
  const made = await makeSeries(NAME, 1, 100);
  id = `${await databaseId(request)}.${made.oid}`;
});
test.afterAll(async () => {
  await dropSeries(NAME);
});

test("a page that fails to draw says so in its place, and draws once what broke it is gone", async ({
  page,
  clean,
}) => {
  let broken = 0;
  // an answer of a shape that no console expects
  await page.route("**/graphql", async (route) => {
    if (!/"SeriesLate"/.test(route.request().postData() ?? "")) return route.continue();
    broken += 1;
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.series.history.points = [null];
    return route.fulfill({ response: answer, json: body });
  });
  await page.goto(`/series/${encodeURIComponent(id)}/late`);
  const alert = page.getByRole("alert").filter({ hasText: "This page could not be read" });
  await expect(alert).toBeVisible();
  expect(broken).toBeGreaterThan(0);
  // the way out is there: the console's own frame did not go with it
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.unroute("**/graphql");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No late rows when last measured")).toBeVisible();
  await expect(alert).toHaveCount(0);
  // what broke was told to the browser's log, as it should be
  expect(clean.length).toBeGreaterThan(0);
  clean.length = 0;
});
