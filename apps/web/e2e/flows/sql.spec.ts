import { expect, test } from "../support/test";

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
