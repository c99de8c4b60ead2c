import { readFileSync } from "node:fs";
import { databaseId, graphql, partitionStates, untilIdle } from "../support/api";
import { dropSeries, holdLock, makeSeries } from "../support/database";
import { expect, test } from "../support/test";

const NAME = "e2e_operations";
let id = "";
let database = "";

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ request }) => {
  const made = await makeSeries(NAME, 3);
  database = await databaseId(request);
  id = `${database}.${made.oid}`;
});
test.afterAll(() => dropSeries(NAME));

const day = (n: number) => `${NAME}_p202601${String(n).padStart(2, "0")}`;

test("a seal that waits is cancelled in one click, and tried again in another", async ({
  page,
  request,
}) => {
  const lock = await holdLock(`public.${day(1)}`);
  try {
    await page.goto(`/series/${encodeURIComponent(id)}/partitions`);
    await page.getByRole("button", { name: `Seal ${day(1)}`, exact: true }).click();
    await page.goto(`/operations?series=${encodeURIComponent(id)}`);
    const row = page
      .getByRole("grid", { name: "Operations" })
      .getByRole("row")
      .filter({ hasText: day(1) });
    await expect(row).toContainText(`waits for session ${lock.pid}`);
    await row.getByRole("button", { name: /^Cancel/ }).click();
    await expect(row).toContainText("cancelled");
    expect((await partitionStates(request, id)).get(day(1))).toBe("LIVE");
  } finally {
    await lock.release();
  }
  await page.getByRole("button", { name: /^Retry seal/ }).click();
  await expect(
    page
      .getByRole("grid", { name: "Operations" })
      .getByRole("row")
      .filter({ hasText: day(1) })
      .first(),
  ).toContainText("succeeded");
  await untilIdle(request, id);
  expect((await partitionStates(request, id)).get(day(1))).toBe("SEALED");
});

test("an operation's page says what it did, who asked, and what came of it", async ({
  page,
  request,
}) => {
  const data = await graphql<{ operations: { nodes: { id: string }[] } }>(
    request,
    "query ($series: ID!) { operations(first: 1, filter: { series: $series, kinds: [SEAL], states: [SUCCEEDED] }) { nodes { id } } }",
    { series: id },
  );
  await page.goto(`/operations/${encodeURIComponent(data.operations.nodes[0]?.id ?? "")}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`Seal public.${day(1)}`);
  await expect(page.getByText("succeeded").first()).toBeVisible();
  await expect(page.getByText("What came of it")).toBeVisible();
  await page.getByRole("link", { name: "the partition" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(day(1));
});

test("what is filtered is what is exported, as CSV and as JSON", async ({ page }) => {
  await page.goto(`/operations?series=${encodeURIComponent(id)}&state=CANCELLED`);
  const grid = page.getByRole("grid", { name: "Operations" });
  await expect(grid.getByRole("row")).toHaveCount(2);
  const save = async (format: RegExp) => {
    await page.getByRole("button", { name: /export/i }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: format }).click();
    return readFileSync(await (await download).path(), "utf8");
  };
  const csv = (await save(/CSV/)).trim().split(/\r?\n/);
  expect(csv).toHaveLength(2);
  expect(csv[1]).toContain("cancelled");
  expect(csv[1]).toContain(day(1));
  const json = JSON.parse(await save(/JSON/)) as Record<string, unknown>[];
  expect(json).toHaveLength(1);
  expect(JSON.stringify(json[0])).toContain("cancelled");
});

test("the address holds the filter: going back brings the list back", async ({ page }) => {
  await page.goto(`/operations?series=${encodeURIComponent(id)}`);
  const grid = page.getByRole("grid", { name: "Operations" });
  await expect(grid.getByRole("row").filter({ hasText: "succeeded" }).first()).toBeVisible();
  await page.getByRole("button", { name: "cancelled", exact: true }).click();
  await expect(page).toHaveURL(/state=CANCELLED/);
  await expect(grid.getByRole("row")).toHaveCount(2);
  await grid.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Seal");
  await page.goBack();
  await expect(page).toHaveURL(/state=CANCELLED/);
  await expect(grid.getByRole("row")).toHaveCount(2);
});
