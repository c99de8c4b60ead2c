import { SeriesPage } from "../pages/series";
import { databaseId, partitionStates, untilIdle } from "../support/api";
import { dropSeries, holdLock, makeSeries, sql } from "../support/database";
import { expect, test, untilAlive } from "../support/test";

const NAME = "e2e_partitions";
let series: SeriesPage;
let id = "";

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ request }) => {
  const made = await makeSeries(NAME, 6);
  id = `${await databaseId(request)}.${made.oid}`;
});
test.afterAll(() => dropSeries(NAME));
test.beforeEach(async ({ page }) => {
  series = new SeriesPage(page, id);
});

const day = (n: number) => `${NAME}_p202601${String(n).padStart(2, "0")}`;

test("what a seal would save is guessed before it is pressed, and changes nothing", async ({
  page,
  request,
}) => {
  await series.open();
  await series.row(day(6)).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: day(6) })).toBeVisible();
  await page
    .getByRole("button", { name: `Estimate what sealing ${day(6)} would save` })
    .first()
    .click();
  await expect(page.getByText(/× smaller: .* → about /)).toBeVisible();
  await expect(page.getByText(/Guessed from [\d,]+ of [\d,]+ rows/)).toBeVisible();
  expect((await partitionStates(request, id)).get(day(6))).toBe("LIVE");
});

test("one click seals a partition, and the row follows it without a reload", async ({
  page,
  request,
}) => {
  await series.open();
  await expect(series.row(day(1))).toContainText("live");
  await page.getByRole("button", { name: `Seal ${day(1)}`, exact: true }).click();
  await expect(series.row(day(1))).toContainText("sealed");
  expect((await partitionStates(request, id)).get(day(1))).toBe("SEALED");
  await expect(series.row(day(1))).toContainText("×");
});

test("many selected are sealed as one operation with its parts", async ({ page, request }) => {
  await series.open();
  await series.select(day(2), day(3), day(4));
  await expect(series.selection).toContainText("3 partitions");
  await expect(page).toHaveURL(/sel=/);
  await series.selection.getByRole("button", { name: "Seal 3" }).click();
  for (const n of [2, 3, 4]) await expect(series.row(day(n))).toContainText("sealed");
  await untilIdle(request, id);
  await page.goto(`/operations?series=${encodeURIComponent(id)}`);
  await page
    .getByRole("grid", { name: "Operations" })
    .getByRole("link")
    .filter({ hasText: NAME })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/Seal/);
});

test("the SQL is shown before it is run, and showing it changes nothing", async ({
  page,
  request,
}) => {
  await series.open();
  await series.select(day(5));
  await series.selection
    .getByRole("button", { name: /^Show the SQL/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toContainText("sealstone.request");
  expect((await partitionStates(request, id)).get(day(5))).toBe("LIVE");
});

test("a copied address opens the same view", async ({ page, context }) => {
  await series.open("partitions", "?state=SEALED&sort=BYTES&dir=ASC");
  await expect(series.row(day(1))).toBeVisible();
  await expect(series.row(day(6))).toHaveCount(0);
  await page.getByLabel("Search partitions by name").fill(day(2));
  await expect(series.row(day(1))).toHaveCount(0);
  const other = await context.newPage();
  untilAlive(other);
  await other.goto(page.url());
  await expect(other.getByRole("row").filter({ hasText: day(2) })).toBeVisible();
  await expect(other.getByLabel("Search partitions by name")).toHaveValue(day(2));
  await other.close();
});

test("late rows show, and a reseal folds them in", async ({ page, request }) => {
  await sql(
    `INSERT INTO public.${NAME} SELECT '2026-01-01 05:00'::timestamptz + make_interval(secs => i), 'late', i, i FROM generate_series(1, 900) i`,
  );
  await sql(`SELECT sealstone.measure('public.${NAME}')`);
  await series.open("late");
  const row = page
    .getByRole("grid", { name: "Partitions with late rows" })
    .getByRole("row")
    .filter({ hasText: day(1) });
  await expect(row).toContainText("900");
  await row.getByRole("button", { name: `Reseal ${day(1)}` }).click();
  await expect(row).toHaveCount(0);
  await untilIdle(request, id);
  const [n] = await sql<{ n: string }>(
    `SELECT count(*)::text AS n FROM public.${NAME} WHERE host = 'late'`,
  );
  expect(n?.n).toBe("900");
});

test("what blocks a seal is named, with its query", async ({ page, request }) => {
  const lock = await holdLock(`public.${day(6)}`);
  try {
    await series.open();
    await page.getByRole("button", { name: `Seal ${day(6)}`, exact: true }).click();
    await series
      .row(day(6))
      .getByRole("link")
      .filter({ hasText: /seal|swap|wait|queued/i })
      .click();
    await expect(
      page
        .getByRole("region", { name: /What blocks this/ })
        .or(page.locator("section").filter({ hasText: "What blocks this" })),
    ).toContainText(String(lock.pid));
  } finally {
    await lock.release();
  }
  await untilIdle(request, id);
  expect((await partitionStates(request, id)).get(day(6))).toBe("SEALED");
});

test("unseal brings the heap back with every row", async ({ page, request }) => {
  await series.open();
  await page.getByRole("button", { name: `Unseal ${day(2)}`, exact: true }).click();
  await expect(series.row(day(2))).toContainText("live");
  await untilIdle(request, id);
  const [n] = await sql<{ n: string }>(`SELECT count(*)::text AS n FROM public.${day(2)}`);
  expect(n?.n).toBe("4000");
});

test("a drop counts first, wants the name typed, and then drops", async ({ page, request }) => {
  await series.open();
  await series.select(day(5));
  await series.selection.getByRole("button", { name: "Drop…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("4,000");
  const button = dialog.getByRole("button", { name: "Drop 1 partition" });
  await expect(button).toBeDisabled();
  await dialog.getByLabel(/Type/).fill(`public.${NAME}`);
  await button.click();
  await expect(dialog).toHaveCount(0);
  await expect(series.row(day(5))).toHaveCount(0);
  expect((await partitionStates(request, id)).has(day(5))).toBe(false);
});

test("keys move through the grid, select and open", async ({ page }) => {
  await series.open();
  const rows = series.grid.getByRole("row");
  await rows.nth(1).focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press(" ");
  await expect(series.selection).toContainText("1 partition");
  await page.keyboard.press("Escape");
  await expect(series.selection).toHaveCount(0);
  // the address forgets the selection a moment later, and that would take back a leaving just begun
  await expect(page).not.toHaveURL(/sel=/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/partitions\//);
});

test("a sealed partition shows its columns, its row groups, and is sound", async ({ page }) => {
  await series.open();
  await series
    .row(day(1))
    .getByRole("link", { name: day(1) })
    .click();
  await expect(page.getByRole("cell", { name: "value" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Row groups" })).toBeVisible();
  await page.getByRole("button", { name: "Check it now" }).click();
  await expect(page.getByText("Sound: nothing was found.")).toBeVisible();
});
