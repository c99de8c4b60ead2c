import { dropSeries, makeSeries, sql } from "../support/database";
import { expect, test } from "../support/test";

const NAME = "e2e_sql";

test.beforeAll(async () => {
  await makeSeries(NAME, 2, 2400);
  await sql(`CALL sealstone.seal('public.${NAME}_p20260101')`);
  // the SQL page's login owns nothing: what it may read it was given
  await sql(`GRANT SELECT ON public.${NAME} TO PUBLIC`);
});
test.afterAll(async () => {
  await dropSeries(NAME);
});

test("a statement runs, and its rows and its failure are told", async ({ page }) => {
  await page.goto("/sql");
  const editor = page.getByLabel("Statement");
  await editor.fill("SELECT i AS n, i * 2 AS twice FROM generate_series(1, 5) i");
  await editor.press("Control+Enter");
  await expect(page.getByRole("grid", { name: "Result" }).getByRole("row")).toHaveCount(6);
  await editor.fill("SELECT * FROM no_such_table");
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "no_such_table" })).toContainText("42P01");
});

test("a write is refused by the login, not by good will", async ({ page }) => {
  await page.goto("/sql");
  const editor = page.getByLabel("Statement");
  await editor.fill("CREATE TABLE e2e_should_not_be (a int)");
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();
  await editor.fill("SELECT to_regclass('e2e_should_not_be') AS found");
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByRole("grid", { name: "Result" })).toContainText("NULL");
});

test("a plan is drawn", async ({ page }) => {
  await page.goto("/sql");
  await page.getByLabel("Statement").fill("SELECT count(*) FROM generate_series(1, 100)");
  await page.getByLabel("and measure").check();
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByRole("list", { name: "Plan" })).toContainText("Aggregate");
});

test("a plan marks where Sealstone reads, and says in words when every partition is read", async ({
  page,
}) => {
  await page.goto("/sql");
  const editor = page.getByLabel("Statement");
  const plan = page.getByRole("list", { name: "Plan" });
  const warning = page.getByText(`Every partition of public.${NAME} is read`);
  await editor.fill(`SELECT sum(value) FROM public.${NAME}`);
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(warning).toBeVisible();
  await expect(warning).toContainText("A condition on ts");
  await expect(plan.getByText("Sealstone", { exact: true }).first()).toBeVisible();
  // a run warns too
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByRole("grid", { name: "Result" })).toBeVisible();
  await expect(warning).toBeVisible();
  await editor.fill(
    `SELECT sum(value) FROM public.${NAME} WHERE ts >= '2026-01-01' AND ts < '2026-01-02'`,
  );
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByText(/^.*1 of \d+ partitions read/)).toBeVisible();
  await expect(warning).toHaveCount(0);
});

test("a statement is completed from the tables there are, drawn as a chart, and remembered", async ({
  page,
}) => {
  await page.goto("/sql");
  const editor = page.getByLabel("Statement");
  const offered = page
    .getByRole("listbox", { name: "Completions" })
    .getByRole("option", { name: `${NAME} table`, exact: true });
  // what tables there are is fetched after the page
  await expect(async () => {
    await editor.fill("");
    await editor.pressSequentially("SELECT * FROM e2e_sq");
    await expect(offered).toBeVisible({ timeout: 1000 });
  }).toPass();
  await offered.click();
  await expect(editor).toHaveValue(`SELECT * FROM ${NAME}`);
  const statement = `SELECT date_trunc('hour', ts) AS hour, avg(value) AS mean FROM public.${NAME} GROUP BY 1 ORDER BY 1`;
  await editor.fill(statement);
  await editor.press("Control+Enter");
  await expect(page.getByRole("grid", { name: "Result" }).getByText("hour")).toBeVisible();
  await page.getByRole("button", { name: "chart", exact: true }).click();
  await expect(page).toHaveURL(/show=chart/);
  await expect(page.locator("figure path.recharts-line-curve")).toBeVisible();
  await page.goto("/sql");
  await expect(editor).toHaveValue(/series_info/);
  await page.getByRole("button", { name: "History" }).click();
  await page.getByRole("button").filter({ hasText: "AS mean" }).click();
  await expect(editor).toHaveValue(statement);
});
