import type { Page } from "@playwright/test";
import { databaseId, untilIdle } from "../support/api";
import { asSuperuser, dropSeries, makeSeries, pauseJobs, sql } from "../support/database";
import { SecondApi } from "../support/second-api";
import { expect, test } from "../support/test";

/** What will go wrong if nobody looks: each is named in time, with what to press. */
const NAME = "e2e_attention";
const ROLLUP = "e2e_attention_by_day";
// thresholds as on a site that wants to know of everything at once
const api = new SecondApi({
  SEALSTONE_ATTENTION_DISK_DAYS: "1000000000000",
  SEALSTONE_ATTENTION_SLOW_MS: "0",
  SEALSTONE_ATTENTION_INVALIDATION_SECONDS: "0",
});
let id = "";

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ request }) => {
  await api.start();
  await clean();
  const made = await makeSeries(NAME, 3, 2000);
  id = `${await databaseId(request)}.${made.oid}`;
});
test.afterAll(async () => {
  await api.stop();
  await clean();
});

async function clean(): Promise<void> {
  await asSuperuser(
    `DELETE FROM sealstone.series_history_log WHERE relation = to_regclass('public.${NAME}')`,
  );
  await sql(
    `SELECT sealstone.drop_rollup(to_regclass('public.${ROLLUP}')) WHERE to_regclass('public.${ROLLUP}') IS NOT NULL`,
  );
  await dropSeries(NAME);
}

const item = (page: Page, rule: string, text = NAME) =>
  page.locator(`li[data-rule="${rule}"]`).filter({ hasText: text });

test("retention about to drop is named before it does, and paused by one click", async ({
  page,
}) => {
  await sql(`
    SELECT sealstone.set_retention('public.${NAME}', interval '1 day');
    SELECT sealstone.update_job(id, next_run => now() + interval '6 hours') FROM sealstone.job_info
     WHERE relation = 'public.${NAME}'::regclass AND kind = 'retention'`);
  const job = async () =>
    (
      await sql<{ enabled: boolean }>(
        `SELECT enabled FROM sealstone.job_info WHERE relation = 'public.${NAME}'::regclass AND kind = 'retention'`,
      )
    )[0];
  await page.goto(`${api.url}/overview`);
  const found = item(page, "retention-soon");
  await expect(found).toContainText("drops partitions soon");
  await expect(found).toContainText("It keeps 1 day; the oldest data is from 2026-01-01");
  await expect(found).toContainText("It runs in");
  await found.getByRole("button", { name: /^Show the SQL of Pause it/ }).click();
  await expect(page.getByText(/update_job\(\d+, enabled => false\)/)).toBeVisible();
  await page.keyboard.press("Escape");
  await found.getByRole("button", { name: /^Pause it/ }).click();
  await expect(found).toHaveCount(0);
  expect((await job())?.enabled).toBe(false);
  const [left] = await sql<{ n: string }>(
    `SELECT count(DISTINCT ts::date)::text AS n FROM public.${NAME}`,
  );
  expect(left?.n).toBe("3");
});

test("a disk that fills is counted in days, and what is due is sealed by one click", async ({
  page,
}) => {
  await sql(`
    SELECT sealstone.set_sealing('public.${NAME}', interval '1 hour');
    ${pauseJobs(NAME)}`);
  await sql(`SELECT sealstone.measure('public.${NAME}')`);
  // a terabyte more within two hours: more than any other journey frees meanwhile
  await asSuperuser(
    `INSERT INTO sealstone.series_history_log (at, resolution, relation, bytes)
     SELECT now() + h * interval '1 hour', 'hour', 'public.${NAME}'::regclass, (h + 1) * 500e9 FROM unnest('{-1,1}'::int[]) h`,
  );
  await page.goto(`${api.url}/overview`);
  const found = page.locator('li[data-rule="disk-filling"]');
  await expect(found).toContainText("is full in about");
  await expect(found).toContainText(/are free; the series grow by .* a day/);
  await expect(found.getByRole("link", { name: "the largest series" })).toHaveAttribute(
    "href",
    /sort=BYTES/,
  );
  // of the series that have something due, the one where most is not sealed yet
  const seal = found.getByRole("button", { name: /^Seal what is due in/ });
  const [, named = ""] = /^Seal what is due in (\S+)/.exec((await seal.textContent()) ?? "") ?? [];
  await seal.click();
  await expect
    .poll(async () => {
      const [row] = await sql<{ due: string }>(
        `SELECT seal_due::text AS due FROM sealstone.series_info WHERE relation = $1::regclass`,
        [named],
      );
      return row?.due;
    })
    .toBe("0");
});

test("slow queries that read every partition are named, lead to the query, and are gone once it is", async ({
  page,
}) => {
  await sql(`SELECT count(DISTINCT n) FROM public.${NAME}`);
  await page.goto(`${api.url}/overview`);
  const found = item(page, "slow-queries").filter({ hasText: "every partition" });
  await expect(found.getByRole("img", { name: "Warning" })).toBeVisible();
  await expect(found).toContainText(`every partition of public.${NAME}`);
  await expect(found).toContainText("A condition on ts would leave out most");
  await found.getByRole("link", { name: /^See the queries/ }).click();
  await expect(page).toHaveURL(/queries\?sort=P95_MS/);
  const row = page
    .getByRole("grid", { name: "Top queries" })
    .getByRole("row")
    .filter({ hasText: "count(DISTINCT n)" });
  await expect(row).toContainText("all partitions");
  await row.getByRole("button").click();
  await expect(page.getByRole("dialog")).toContainText(/The last call read all \d+ partitions/);
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: "Reset the query timings of this series", exact: true })
    .click();
  await expect(page.getByText("Query timings forgotten").first()).toBeVisible();
  await page.goto(`${api.url}/overview`);
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(found).toHaveCount(0);
});

test("invalidations that grow old say since when, and are refreshed away by one click", async ({
  page,
  request,
}) => {
  await sql(`
    SELECT sealstone.create_rollup('${ROLLUP}', 'public.${NAME}', bucket => '1 day', select_list => 'sum(n) AS total');
    ${pauseJobs(ROLLUP)}`);
  await sql(
    `SELECT sealstone.grant_operate('public.${NAME}', oid::regrole) FROM pg_roles WHERE rolname = 'sealstone_operator'`,
  );
  await sql(`SELECT sealstone.refresh_rollup('public.${ROLLUP}')`);
  await sql(`INSERT INTO public.${NAME} VALUES ('2026-01-01 12:00+00', 'host1', 1, 1)`);
  await page.goto(`${api.url}/overview`);
  const found = item(page, "invalidations-old", ROLLUP);
  await expect(found).toContainText("1 invalidation pending, the oldest for");
  await expect(found.locator("time")).toBeVisible();
  await found.getByRole("button", { name: /^Refresh now/ }).click();
  await untilIdle(request, id);
  await expect(found).toHaveCount(0);
  const [total] = await sql<{ right: boolean }>(
    `SELECT sum(total) = (SELECT sum(n) FROM public.${NAME}) AS right FROM public.${ROLLUP}`,
  );
  expect(total?.right).toBe(true);
});
