import { asSuperuser } from "../support/database";
import { expect, test } from "../support/test";

test("the command menu opens by key, finds a page and goes there", async ({ page }) => {
  await page.goto("/overview");
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  const menu = page.getByRole("dialog", { name: "Search and actions" });
  await expect(menu).toBeVisible();
  await page.keyboard.type("audit");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/audit$/);
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
});

test("a slash goes to the page's search", async ({ page }) => {
  await page.goto("/series");
  const search = page.getByLabel("Search series by name");
  await expect(search).toBeVisible();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
});

test("the theme is remembered, and the server paints it first", async ({ page }) => {
  await page.goto("/overview");
  await page.getByRole("button", { name: /^Theme/ }).click();
  await page.getByRole("button", { name: /^Theme/ }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const html = await (await page.request.get("/overview")).text();
  expect(html).toContain('data-theme="dark"');
});

// a pause that a failure leaves behind would hold up every journey after it
test.afterAll(async () => {
  await asSuperuser("SELECT sealstone.resume_all()");
});

test("pausing shows on every page, and resuming takes it away", async ({ page }) => {
  await page.goto("/overview");
  await page.getByRole("button", { name: /^Databases/ }).click();
  await page
    .getByRole("button", { name: /^Pause all work/ })
    .first()
    .click();
  await expect(page.getByText(/is paused: no job and no operation starts/)).toBeVisible();
  await page.goto("/audit");
  await expect(page.getByText(/is paused: no job and no operation starts/)).toBeVisible();
  await page
    .getByRole("button", { name: /^Resume all work/ })
    .first()
    .click();
  await expect(page.getByText(/is paused: no job and no operation starts/)).toHaveCount(0);
});

test("a page that is not there says so", async ({ page, clean }) => {
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  clean.splice(0, clean.length, ...clean.filter((c) => !c.includes("404")));
});

test("a series that is not there says so", async ({ page }) => {
  await page.goto("/series/nodb.1/partitions");
  await expect(page.getByText(/not there|could not be read/).first()).toBeVisible();
});

test("nothing moves while a page loads", async ({ page }) => {
  for (const path of ["/overview", "/series", "/operations"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const shift = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const e of list.getEntries() as (PerformanceEntry & {
              value: number;
              hadRecentInput: boolean;
            })[])
              if (!e.hadRecentInput) sum += e.value;
          }).observe({ type: "layout-shift", buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
        }),
    );
    expect(shift, path).toBeLessThan(0.1);
  }
});

test("times are shown as one likes, exact when pointed at, and copied from there", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/audit");
  const time = page.getByRole("grid").locator("time").first();
  await expect(time).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d/);
  await page.getByRole("button", { name: /^Times: UTC/ }).click();
  await page.getByLabel("Show times").selectOption("relative");
  await page.keyboard.press("Escape");
  await expect(time).toHaveText(/ago$/);
  const exact = (await time.getAttribute("datetime")) ?? "none";
  expect(exact).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+/);
  await expect(time).toHaveAttribute("title", new RegExp(exact.slice(0, 19)));
  await time.hover();
  await page.keyboard.press("Control+c");
  await expect(page.getByText(`Copied ${exact}`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(exact);
  // and it is remembered
  await page.reload();
  await expect(time).toHaveText(/ago$/);
});
