import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { asSuperuser, dropSeries, makeSeries } from "../support/database";
import { apiEnvironment } from "../support/env";
import { SecondApi } from "../support/second-api";
import { expect, test } from "../support/test";

/** One console on three databases: two that are well, and one that is not there. */
const SECOND = "e2e_second";
const NAME = "e2e_databases";
const here = dirname(fileURLToPath(import.meta.url));

function databases(): string {
  const env = apiEnvironment();
  const to = (name: string) => {
    const of = (key: string) => {
      const url = new URL(env[key] ?? "");
      url.pathname = `/${name}`;
      return url.toString();
    };
    return {
      url: of("DATABASE_URL"),
      operatorUrl: of("SEALSTONE_OPERATOR_URL"),
      adminUrl: of("SEALSTONE_ADMIN_URL"),
      sqlUrl: of("SEALSTONE_SQL_URL"),
    };
  };
  return JSON.stringify({ first: to("demo"), second: to(SECOND), gone: to("e2e_not_there") });
}

let api: SecondApi;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  await asSuperuser(`DROP DATABASE IF EXISTS ${SECOND} WITH (FORCE)`);
  await asSuperuser(`CREATE DATABASE ${SECOND} OWNER demo`);
  await asSuperuser("CREATE EXTENSION sealstone", SECOND);
  await asSuperuser(
    `SET ROLE demo;
     CREATE TABLE public.only_here (ts timestamptz NOT NULL, v float8) PARTITION BY RANGE (ts);
     SELECT sealstone.create_series('public.only_here', 'ts', partition_interval => '1 day', premake => 0);
     SELECT sealstone.update_job(id, enabled => false) FROM sealstone.job_info`,
    SECOND,
  );
  const grants = execFileSync(
    process.execPath,
    [join(here, "../../../api/dist/grants.js"), "--owner", "demo", "--no-home"],
    { encoding: "utf8" },
  );
  await asSuperuser(grants, SECOND);
  await makeSeries(NAME, 1, 10);
  api = new SecondApi({ SEALSTONE_DATABASES: databases() });
  await api.start();
});
test.afterAll(async () => {
  await api?.stop();
  await dropSeries(NAME);
  await asSuperuser(`DROP DATABASE IF EXISTS ${SECOND} WITH (FORCE)`);
});

test("each database has its totals; the one that is away says why, and the others go on", async ({
  page,
}) => {
  await page.goto(`${api.url}/overview`);
  await expect(page.getByRole("region", { name: "Database demo" })).toContainText("On disk");
  await expect(page.getByRole("region", { name: "Database e2e_second" })).toContainText("On disk");
  const gone = page.getByRole("region", { name: "Database e2e_not_there" });
  await expect(gone).toContainText("There is no database of this name on the server.");
  // on every page, and as the gravest of what needs attention
  await expect(page.getByRole("status").filter({ hasText: /^e2e_not_there/ })).toBeVisible();
  await expect(page.locator('li[data-rule="database-state"]')).toContainText("gone");
  await expect(page.getByRole("button", { name: /^Databases: 2 of 3 well/ })).toBeVisible();
});

test("lists are narrowed to one database, and the address says which", async ({ page }) => {
  await page.goto(`${api.url}/series?q=`);
  const grid = page.getByRole("grid", { name: "Series" });
  await expect(grid.getByRole("row").filter({ hasText: "only_here" })).toBeVisible();
  await expect(grid.getByRole("row").filter({ hasText: NAME })).toBeVisible();
  await page.getByLabel("Database", { exact: true }).selectOption("second");
  await expect(page).toHaveURL(/db=second/);
  await expect(grid.getByRole("row").filter({ hasText: NAME })).toHaveCount(0);
  await grid.getByRole("link", { name: "only_here" }).click();
  await expect(page.getByText("Series / e2e_second")).toBeVisible();
});

test("a database that goes away under the page leaves the other's part alone, and comes back", async ({
  page,
  clean,
}) => {
  await page.goto(`${api.url}/series?db=second`);
  await expect(page.getByRole("link", { name: "only_here" })).toBeVisible();
  await asSuperuser(`ALTER DATABASE ${SECOND} ALLOW_CONNECTIONS false`);
  await asSuperuser(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${SECOND}'`,
  );
  const banner = page.getByRole("status").filter({ hasText: /^e2e_second/ });
  try {
    await expect(banner).toBeVisible({ timeout: 180_000 });
    await page.goto(`${api.url}/overview`);
    await expect(page.getByRole("region", { name: "Database demo" })).toContainText("On disk");
  } finally {
    await asSuperuser(`ALTER DATABASE ${SECOND} ALLOW_CONNECTIONS true`);
  }
  await expect(banner).toHaveCount(0, { timeout: 180_000 });
  await expect(page.getByRole("region", { name: "Database e2e_second" })).toContainText("On disk");
  clean.length = 0;
});
