import { databaseId, graphql, partitionStates, untilIdle } from "../support/api";
import { asSuperuser, dropSeries, holdLock, makeSeries, pauseJobs, sql } from "../support/database";
import { SecondApi } from "../support/second-api";
import { expect, test } from "../support/test";

/** A system in which things are broken: the console says what, and mends it in one click. */
const NAME = "e2e_oncall";
const ROLLUP = "e2e_oncall_by_day";
// thresholds as on a site that wants to know at once
const api = new SecondApi({
  SEALSTONE_ATTENTION_WORKER_SECONDS: "8",
  SEALSTONE_ATTENTION_BLOCKED_SECONDS: "1",
});
let id = "";

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ request }) => {
  await api.start();
  await clean();
  const made = await makeSeries(NAME, 3, 1200);
  id = `${await databaseId(request)}.${made.oid}`;
  await sql(`CREATE TABLE public.${NAME}_default PARTITION OF public.${NAME} DEFAULT`);
  // n = 0 cannot be rolled up: a real failure, mended by mending the data
  await sql(`UPDATE public.${NAME} SET n = 1 WHERE n = 0`);
  await sql(
    `SELECT sealstone.create_rollup('${ROLLUP}', 'public.${NAME}', bucket => '1 day', select_list => 'sum(1000 / n) AS share');
     ${pauseJobs(ROLLUP)}`,
  );
  await sql(`SELECT sealstone.refresh_rollup('public.${ROLLUP}')`);
  await sql(
    `SELECT sealstone.grant_operate('public.${NAME}', oid::regrole) FROM pg_roles WHERE rolname = 'sealstone_operator'`,
  );
});
test.afterAll(async () => {
  await api.stop();
  await clean();
});

async function clean(): Promise<void> {
  await sql(
    `SELECT sealstone.drop_rollup(to_regclass('public.${ROLLUP}')) WHERE to_regclass('public.${ROLLUP}') IS NOT NULL`,
  );
  await dropSeries(NAME);
}

/** Every five seconds, as the person may choose. */
const lookOften = (page: import("@playwright/test").Page) =>
  page.addInitScript(() =>
    localStorage.setItem("sealstone.preferences", JSON.stringify({ time: "utc", refresh: 5 })),
  );

const item = (page: import("@playwright/test").Page, rule: string, text = NAME) =>
  page.locator(`li[data-rule="${rule}"]`).filter({ hasText: text });

test("rows in the default partition are counted, and moved by one click", async ({
  page,
  request,
}) => {
  await sql(`INSERT INTO public.${NAME} VALUES ('2026-06-05 12:00+00', 'host1', 1, 1)`);
  await sql(`SELECT sealstone.measure('public.${NAME}')`);
  await page.goto(`${api.url}/overview`);
  const found = item(page, "default-rows");
  await expect(found).toContainText("default partition");
  await found.getByRole("link").click();
  await expect(page).toHaveURL(/state=DEFAULT/);
  await page.goBack();
  await found.getByRole("button", { name: /^Move them into partitions/ }).click();
  await untilIdle(request, id);
  await expect(found).toHaveCount(0);
  const [row] = await sql<{ home: string }>(
    `SELECT tableoid::regclass::text AS home FROM public.${NAME} WHERE ts = '2026-06-05 12:00+00'`,
  );
  expect(row?.home).toContain("20260605");
});

test("a refresh that failed says why in the database's words, and is tried again once that is mended", async ({
  page,
  request,
}) => {
  await sql(`INSERT INTO public.${NAME} VALUES ('2026-01-01 12:00+00', 'host1', 1, 0)`);
  await graphql(
    request,
    "mutation ($rollup: ID!) { refreshRollup(rollup: $rollup) { operation { id } } }",
    { rollup: await rollupId(request) },
  );
  await untilIdle(request, id);
  await page.goto(`${api.url}/overview`);
  const found = item(page, "operation-failed", ROLLUP);
  await expect(found).toContainText("division by zero");
  await found.getByRole("link").click();
  const alert = page.getByRole("alert").filter({ hasText: "division by zero" });
  await expect(alert).toContainText("22012");
  await sql(`UPDATE public.${NAME} SET n = 1 WHERE n = 0`);
  await page.goto(`${api.url}/overview`);
  await found.getByRole("button", { name: /^Try again/ }).click();
  await untilIdle(request, id);
  await expect(found).toHaveCount(0);
});

test("a job that fails is named with its error, leads to its runs, and is run again from the list", async ({
  page,
}) => {
  const [job] = await sql<{ id: string }>(
    `SELECT id::text FROM sealstone.job_info WHERE relation = 'public.${ROLLUP}'::regclass`,
  );
  await sql(`INSERT INTO public.${NAME} VALUES ('2026-01-02 12:00+00', 'host1', 1, 0)`);
  await sql(`SELECT sealstone.run_job(${job?.id})`);
  const failures = async () =>
    (
      await sql<{ failures: string }>(
        `SELECT failures::text FROM sealstone.job_info WHERE id = ${job?.id}`,
      )
    )[0]?.failures;
  await expect.poll(failures).toBe("1");
  await page.goto(`${api.url}/overview`);
  const found = item(page, "job-failed", ROLLUP);
  await expect(found).toContainText("division by zero");
  await found.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(ROLLUP);
  await expect(
    page.getByRole("listitem").filter({ hasText: "division by zero" }).first(),
  ).toBeVisible();
  await sql(`UPDATE public.${NAME} SET n = 1 WHERE n = 0`);
  await page.goto(`${api.url}/overview`);
  await found.getByRole("button", { name: /^Run it now/ }).click();
  await expect.poll(failures).toBe("0");
  await expect(found).toHaveCount(0);
});

test("a seal that waits for a forgotten transaction says for whose", async ({ page, request }) => {
  const partition = `${NAME}_p20260102`;
  const lock = await holdLock(`public.${partition}`);
  try {
    await sql(`SELECT sealstone.request('seal', 'public.${partition}')`);
    await lookOften(page);
    await page.goto(`${api.url}/overview`);
    const found = item(page, "operation-blocked", partition);
    // what is found by looking is seen by the next look
    await expect(found).toContainText(`pid ${lock.pid}`, { timeout: 180_000 });
    await found.getByRole("link").click();
    const blocked = page.locator("section").filter({ hasText: "What blocks this" });
    await expect(blocked).toContainText(String(lock.pid));
    await expect(blocked).toContainText(`pg_terminate_backend(${lock.pid})`);
  } finally {
    await lock.release();
  }
  await untilIdle(request, id);
  expect((await partitionStates(request, id)).get(partition)).toBe("SEALED");
});

test("late rows past the threshold are named, and folded in by one click", async ({
  page,
  request,
}) => {
  const [first] = await sql<{ name: string }>(
    `SELECT partition::text AS name FROM sealstone.partition_info
     WHERE relation = 'public.${NAME}'::regclass AND state IN ('live', 'sealed') ORDER BY lo LIMIT 1`,
  );
  await sql(`CALL sealstone.seal('${first?.name}')`);
  await sql(`INSERT INTO public.${NAME} SELECT * FROM ${first?.name}`);
  await sql(`SELECT sealstone.measure('public.${NAME}')`);
  await page.goto(`${api.url}/overview`);
  const found = item(page, "late-fraction");
  await expect(found).toContainText("many late rows");
  await found.getByRole("button", { name: /^Reseal/ }).click();
  await untilIdle(request, id);
  await expect(found).toHaveCount(0);
  const [late] = await sql<{ rows: string }>(
    `SELECT late_rows::text AS rows FROM sealstone.partition_info WHERE partition = '${first?.name}'::regclass`,
  );
  expect(late?.rows).toBe("0");
});

/** Stops the worker where it sleeps: stopped amid its work it could hold what every other session waits for. */
async function stopWorker(): Promise<number> {
  const idle = `SELECT worker_pid AS pid FROM sealstone.worker_info
    JOIN pg_stat_activity a ON a.pid = worker_pid WHERE a.wait_event_type IN ('Activity', 'Extension')`;
  let pid = 0;
  await expect(async () => {
    const [before] = await asSuperuser<{ pid: number }>(idle);
    expect(before).toBeDefined();
    process.kill(before?.pid ?? 0, "SIGSTOP");
    pid = before?.pid ?? 0;
    const [still] = await asSuperuser<{ pid: number }>(idle);
    if (still?.pid !== pid) process.kill(pid, "SIGCONT");
    expect(still?.pid).toBe(pid);
  }).toPass();
  return pid;
}

test("a worker that is silent stands first, as critical", async ({ page }) => {
  const pid = await stopWorker();
  try {
    await lookOften(page);
    await page.goto(`${api.url}/overview`);
    const found = page.locator('li[data-rule="worker-down"]');
    await expect(found).toBeVisible({ timeout: 180_000 });
    // nothing that is less than critical stands before it
    const before = await page
      .locator('li[data-rule="worker-down"], li[data-rule]:has(~ li[data-rule="worker-down"])')
      .all();
    for (const one of before)
      await expect(one.getByRole("img", { name: "Critical" })).toBeVisible();
    await expect(found).toContainText("last sign of life");
    await found.getByRole("button", { name: "Show the command" }).click();
    await expect(page.getByText(/max_worker_processes/)).toBeVisible();
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await expect(page.locator('li[data-rule="worker-down"]')).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
});

async function rollupId(request: import("@playwright/test").APIRequestContext): Promise<string> {
  const [row] = await sql<{ oid: string }>(`SELECT 'public.${ROLLUP}'::regclass::oid::text AS oid`);
  return `${await databaseId(request)}.${row?.oid}`;
}
